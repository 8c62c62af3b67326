"""The record of a builtin, from which arity, help, completion, docs page and tests are derived."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from enum import Enum, Flag, auto
from types import MappingProxyType
from typing import Any

from ..base.records import record
from .usage import Arity, accepted, arity_of


class Trait(Enum):
    """How fusion sees a builtin."""

    ELEMENTWISE = "elementwise"
    REDUCTION = "reduction"
    PRODUCT = "product"
    SHAPE = "shape"
    SOURCE = "source"
    OPAQUE = "opaque"
    SINK = "sink"


class Effect(Enum):
    """The effects of a call besides its results."""

    UNKNOWN = "unknown"
    """Anything: nobody has said.  Nothing is assumed of such a builtin."""
    NONE = "none"
    """Nothing of its own: the results depend on the arguments alone.  Loops that call it can be captured; what a handle does that it is
    handed counts by itself."""
    RANDOM = "random"
    """It draws random numbers."""
    CLOCK = "clock"
    """It reads a clock."""
    PRINTS = "prints"
    FILES = "files"
    STATE = "state"
    """It changes something of the session: settings, variables, figures."""
    VARIABLES = "variables"
    """It may make, change or clear variables of its caller."""
    CODE = "code"
    """It runs a text, a function by its name, or callbacks, which may set or clear variables of its caller."""


class Fact(Flag):
    """Facts about a builtin that other code needs, often before its module is imported."""

    COMPILED = auto()
    """MATLAB has it in its executable: stacks do not show it, and a wrong number of arguments has identifiers of its own."""
    OWN_WORDS = auto()
    """A conversion that fails in it says so in its own words, or in those of what it calls."""
    SIZES = auto()
    """It looks at no element of its arguments, only at their classes and sizes, and keeps none of them."""
    CONSTANT = auto()
    """Without arguments it gives one real number or truth value, always the same: follows from ``constant``."""
    RECORDED = auto()
    """Of a large array, and of options that the text spells out, it records what is to be done, and looks at no element."""
    SPARSE = auto()
    """It takes sparse matrices as they are, though they have no method of its name: all other builtins get full ones."""
    OBJECTS = auto()
    """It sees objects of classes derived from built-in ones as objects: all other builtins get the numbers that these hold."""
    MOVES = auto()
    """It only moves elements, so that it can move those of any array by their positions."""
    SETS = auto()
    """A function of sets: it asks of elements only which are equal, and in which order they come."""
    TEXTS = auto()
    """It compares texts: members of enumerations are taken by their names."""
    CALLER = auto()
    """It asks with what its caller was called."""
    FILLS = auto()
    """With arguments that are sizes it makes an array of them."""
    NAMELESS = auto()
    """Reports of errors do not begin with its name: operators, and what raises or runs what is not its own."""


NO_FACTS = Fact(0)
PURE_TRAITS = frozenset((Trait.ELEMENTWISE, Trait.REDUCTION, Trait.PRODUCT, Trait.SHAPE))
"""Those of builtins that need not say that they have no effect."""


@record
class Example:
    """MATLAB code and what it must give, both MATLAB expressions: ``Example("max([1 5 3])", "5")``.

    Code of the form ``[m, i] = max(...)`` is compared output by output with a cell: ``"{9, 2}"``.  Statements may come
    first, ended by ``;`` or newlines; the last expression counts.  Classes, sizes and (to 4 ulp) values must agree.
    """

    code: str
    gives: str


@record
class ErrorCase:
    """MATLAB code that must fail with this identifier, and with this text somewhere in its message."""

    code: str
    identifier: str
    message: str = ""


@record
class Builtin:
    """A builtin function.

    ``function(call, *arguments)`` gets a Call and Values, and returns what ``values.convert.to_value`` accepts: one
    result, a tuple of results (at least ``call.nargout`` of them, where there are several outputs), or None for no output.
    ``scalar`` is a Python function on floats that gives the same answer wherever it returns without an exception
    (a fast path for scalar code); it must raise (ValueError, OverflowError, ZeroDivisionError) where MATLAB's answer is not
    a real double of Python's arithmetic.
    ``op`` is the graph.op.Op that the builtin is, where it is one and nothing else: real arrays go straight to the engine.
    ``small`` makes, for an engine, the fast path for small arrays and scalars of all classes, ``pair`` that for two outputs: functions of
    the arguments that give None where these are of other kinds (see ``accel.small_functions``).
    ``constant`` is what it gives without arguments, always: read in loops so often that it must cost nothing.
    ``effect`` and ``facts`` are for those who decide what to do with a call: the index of names knows both.
    """

    name: str
    usage: tuple[str, ...]
    summary: str
    function: Callable[..., Any]
    trait: Trait = Trait.OPAQUE
    examples: tuple[Example, ...] = ()
    errors: tuple[ErrorCase, ...] = ()
    scalar: Callable[..., float] | None = None
    see_also: tuple[str, ...] = ()
    hidden: bool = False
    op: Any = None
    effect: Effect = Effect.UNKNOWN
    facts: Fact = NO_FACTS
    small: Callable[[Any], Callable[..., Any]] | None = None
    pair: Callable[[Any], Callable[..., Any]] | None = None
    constant: Any = None

    def __post_init__(self) -> None:
        if type(self.constant) in (float, bool):
            object.__setattr__(self, "facts", self.facts | Fact.CONSTANT)

    def stating(self, facts: Fact = NO_FACTS, effect: Effect | None = None, small: Any = None, pair: Any = None) -> Builtin:
        """The same builtin of which more is known: for rows of declarations, whose makers know nothing of the single function."""
        return replace(self, facts=self.facts | facts, effect=effect or self.effect, small=small or self.small, pair=pair or self.pair)

    @property
    def pure(self) -> bool:
        """Whether a call has no effect, and its results depend on the arguments alone."""
        return self.effect is Effect.NONE or self.trait in PURE_TRAITS

    @property
    def arity(self) -> Arity:
        """Least and most inputs, most outputs (-1: any number), read off the usage lines; no fewer or more than the function takes."""
        declared = arity_of(self.name, self.usage)
        least, most = accepted(self.function)
        return Arity(
            max(declared.least_inputs, least),
            declared.most_inputs if most < 0 else most if declared.most_inputs < 0 else min(declared.most_inputs, most),
            declared.most_outputs,
        )


def builtin(
    name: str,
    *usage: str,
    summary: str,
    examples: tuple[Example, ...] = (),
    errors: tuple[ErrorCase, ...] = (),
    trait: Trait = Trait.OPAQUE,
    scalar: Callable[..., float] | None = None,
    see_also: tuple[str, ...] = (),
    hidden: bool = False,
    effect: Effect = Effect.UNKNOWN,
    facts: Fact = NO_FACTS,
    small: Callable[[Any], Callable[..., Any]] | None = None,
    pair: Callable[[Any], Callable[..., Any]] | None = None,
    constant: Any = None,
) -> Callable[[Callable[..., Any]], Builtin]:
    """Declare a builtin: ``@builtin("numel", "n = numel(A)", summary=..., examples=(Example("numel([1 2])", "2"),))``.

    The decorated name becomes the Builtin record; the registry finds the records of a chapter by themselves.
    """

    def declare(function: Callable[..., Any]) -> Builtin:
        return Builtin(
            name, usage, summary, function, trait, examples, errors, scalar, see_also, hidden, None, effect, facts, small, pair, constant
        )

    return declare


class Methods:
    """Methods of a class of values by name: functions of a Call and the arguments, the object among them.

    Names that begin with an underscore are for the code of the toolboxes alone.  ``without`` are methods of a base that the class lacks.
    """

    __slots__ = ("functions", "of", "without")

    def __init__(self, of: type, functions: Mapping[str, Callable[..., Any]], without: Iterable[str] = ()):
        self.of = of
        self.functions = MappingProxyType(dict(functions))
        self.without = frozenset(without)


def methods(of: type, functions: Mapping[str, Callable[..., Any]], without: Iterable[str] = ()) -> Methods:
    """Declare methods: ``TABLE_METHODS = methods(Table, {"sortrows": _sortrows})``.  The registry finds the record by itself."""
    return Methods(of, functions, without)


def method(of: type, *names: str) -> Callable[[Callable[..., Any]], Methods]:
    """Declare one method, under one or more names: ``@method(Table, "join")``."""

    def declare(function: Callable[..., Any]) -> Methods:
        return methods(of, dict.fromkeys(names, function))

    return declare


@record
class Stored:
    """A class or function that saved objects name.  Of an object of such a class, a file holds what its slots or fields hold."""

    item: Any

    @property
    def name(self) -> str:
        return self.item.__name__
