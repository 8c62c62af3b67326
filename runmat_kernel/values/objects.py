"""HostObject: the protocol of values with properties and methods (containers.Map, datetime, inputParser, table ...).

How the language uses it, for a value ``obj`` that is a HostObject:

- ``obj.name``            ``obj.get_property(name)``; when ``obj.method(name)`` is not None it is called instead: ``m.keys()``
- ``obj.name = v``        the variable becomes ``obj.set_property(name, v)`` (a handle object gives itself back)
- ``obj(subs)``           ``obj.index(subs)``, subscripts are Values or the COLON marker
- ``obj{subs}``           ``obj.cell_index(subs)``, a list of Values
- ``obj(subs) = v``       the variable becomes ``obj.assign(subs, v)``
- ``f(..., obj, ...)``, operators by their names (``plus``, ``eq``, ``vertcat``): ``find_method(name, arguments)`` comes before builtins

A method is ``function(call, *arguments) -> result`` as a builtin's is; the object is among the arguments (first, for ``m.keys()``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .numerals import DisplayFormat
from .tensor import SCALAR_SHAPE

Method = Callable[..., Any]


class MethodTable(Mapping[str, Method]):
    """The methods of a class of values and of its bases, by name.  They are gathered when one of them is first asked for.

    Methods are declared above this package; ``builtins.registry`` sets ``declared``, which knows where, and
    ``takes_sparse``, which says whether the builtin of a name takes sparse matrices as they are.
    """

    __slots__ = ("_methods", "_of")
    declared: ClassVar[Callable[[type], Mapping[str, Method]] | None] = None
    takes_sparse: ClassVar[Callable[[str], bool]] = staticmethod(lambda name: False)

    def __init__(self, of: type):
        self._of = of
        self._methods: Mapping[str, Method] | None = None

    def _all(self) -> Mapping[str, Method]:
        if self._methods is None:
            if MethodTable.declared is None:
                return {}
            self._methods = MethodTable.declared(self._of)
        return self._methods

    def __getitem__(self, name: str) -> Method:
        return self._all()[name]

    def get(self, name: str, default: Any = None) -> Any:
        methods = self._methods
        return (self._all() if methods is None else methods).get(name, default)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())


class PositionName(str):
    """The name in ``T.(2)``: variable 2 of a table, spelled ``(2)``; structures have no such fields."""

    __slots__ = ()


class OddName(str):
    """The name in ``T.("a b")`` that is no identifier: variables of tables may have it, new fields of structures may not."""

    __slots__ = ()


class HostObject:
    """Base of object values.  ``matlab_class`` names the class; ``is_handle`` says that copies share one state.

    ``methods`` maps names to methods, which ``builtins.spec.methods`` declares; those whose names begin with an underscore are no
    methods of the language.  Value objects are immutable to the language: ``set_property`` and ``assign`` give a changed copy;
    handle objects change themselves and give themselves back.
    """

    __slots__ = ("__weakref__",)
    matlab_class: ClassVar[str] = "object"
    superclasses: ClassVar[tuple[str, ...]] = ()
    is_handle: ClassVar[bool] = False
    gives_lists: ClassVar[bool] = False
    """Whether ``obj.name`` of an array is a list with one value for each element, to be read and to be assigned."""
    of_builtin_class: ClassVar[bool] = False
    """Whether this is of a built-in class (a sparse double): methods of other objects come before its own, wherever they stand."""
    reads_steps: ClassVar[bool] = False
    """Whether the object reads whole chains itself: ``read_steps(steps, k, nargout)`` gives the values of the steps from ``k`` on, as
    many as it takes, and the number of the next step."""
    is_complex: ClassVar[bool] = False
    is_function: ClassVar[bool] = False
    """Whether ``obj(...)`` calls the method ``feval``."""
    after_name: ClassVar[str] = " = "
    """The text behind the name of a displayed variable; tables and numbers have nothing after the equals sign."""
    methods: ClassVar[MethodTable]

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        if "methods" not in cls.__dict__:
            cls.methods = MethodTable(cls)

    @property
    def shape(self) -> tuple[int, ...]:
        return SCALAR_SHAPE

    @property
    def numel(self) -> int:
        n = 1
        for d in self.shape:
            n *= d
        return n

    @property
    def told_shape(self) -> tuple[int, ...]:
        """The shape that ``size`` says, which classes may answer for themselves."""
        return self.shape

    @property
    def indexes_itself(self) -> bool:
        """Whether the class has its own meaning of subscripts in parentheses."""
        return False

    @property
    def takes_chains(self) -> bool:
        """Whether it must be handed a whole chain at once, because what a step means depends on the steps behind it."""
        return False

    def read_steps(self, steps: tuple[tuple[str, Any], ...], k: int, nargout: int) -> tuple[tuple[Any, ...], int]:
        """The values of the step at ``k`` (or of more steps), and the number of the next step."""
        raise NotImplementedError

    @property
    def holds_properties(self) -> bool:
        """Whether these are objects of a class of the program, whose contents are their properties."""
        return False

    def each_element(self) -> np.ndarray | None:
        """The elements of an array of objects, each a value of its own, in its shape; None for classes without arrays."""
        return None

    def of_elements(self, elements: np.ndarray) -> Any:
        """An array of the same class with such elements."""
        raise NotImplementedError

    def told_index(self, subscripts: Sequence[Any]) -> Any:
        """Elements as code outside the class gets them."""
        return self.index(subscripts)

    def told_assign(self, subscripts: Sequence[Any], value: Any) -> HostObject:
        """The value after code outside the class assigned to elements."""
        return self.assign(subscripts, value)

    def properties(self) -> Mapping[str, Any]:
        """The public properties by name, in order of display."""
        return {}

    def property_names(self) -> list[str]:
        return list(self.properties())

    def known_property(self, name: str) -> Any:
        """A property for completion and help, which must not run anything; None where there is none."""
        return self.properties().get(name)

    def method(self, name: str) -> Method | None:
        function = self.methods.get(name)
        if function is None and self.is_handle and name in ("eq", "ne"):
            return _same if name == "eq" else _different
        return function

    def dot_method(self, name: str) -> Method | None:
        """The method that ``obj.name(...)`` calls, or None where dots read properties only."""
        return self.method(name)

    def get_property(self, name: str) -> Any:
        value = self.properties().get(name)
        if value is None:
            raise no_such_member(self, name)
        return value

    def property_to_write(self, name: str) -> Any:
        """The value that ``obj.name(3) = v`` changes: the property, or an empty value where there is none yet."""
        return self.get_property(name)

    def located(self, name: str, subscripts: Sequence[Any]) -> Sequence[Any]:
        """Subscripts of ``obj.name(...)`` and ``obj.name{...}``, where the object knows elements of its property by names too."""
        return subscripts

    def property_part(self, name: str, subscripts: Sequence[Any]) -> Any:
        """``obj.name(subs)`` where the object has these elements without the whole property; else None."""
        return None

    def set_property_part(self, name: str, subscripts: Sequence[Any], value: Any) -> bool:
        """``obj.name(subs) = v`` where the object, a handle, can change these elements alone; whether it did."""
        return False

    def set_property(self, name: str, value: Any) -> HostObject:
        if name in self.properties():
            raise MatlabError(
                f"Unable to set the '{name}' property of class '{self.matlab_class}' because it is read-only.",
                "MATLAB:class:SetProhibited",
            )
        raise no_such_member(self, name)

    def index(self, subscripts: Sequence[Any]) -> Any:
        raise MatlabError(f"Array indexing of objects of class '{self.matlab_class}' is not supported.", "MATLAB:index:unsupported")

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        raise MatlabError(
            f"Brace indexing is not supported for variables of this type: '{self.matlab_class}'.", "MATLAB:cellRefFromNonCell"
        )

    def assign(self, subscripts: Sequence[Any], value: Any) -> HostObject:
        raise MatlabError(f"Array assignment to objects of class '{self.matlab_class}' is not supported.", "MATLAB:assign:unsupported")

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> HostObject:
        raise MatlabError(
            f"Brace assignment is not supported for variables of this type: '{self.matlab_class}'.", "MATLAB:cellAssToNonCell"
        )

    def as_numbers(self) -> Any:
        """The number that an assignment to elements of an array of doubles stores; None where there is no such number."""
        return None

    def delete(self, subscripts: Sequence[Any]) -> HostObject:
        raise MatlabError(f"Deletion from objects of class '{self.matlab_class}' is not supported.", "MATLAB:delete:unsupported")

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        """``isequal``: the same object, or a value of the same class whose public properties are equal."""
        if self is other or self.is_handle or type(self) is not type(other) or self.matlab_class != other.matlab_class:
            return self is other
        from .convert import to_value
        from .equality import equal

        mine, theirs = self.properties(), other.properties()
        same = bool(mine) and mine.keys() == theirs.keys()
        return same and all(equal(to_value(value), to_value(theirs[name]), nan_equal=nan_equal) for name, value in mine.items())

    def matches(self, label: Any) -> bool:
        """Whether ``switch`` on this object takes a case."""
        return self.equals(label)

    def end_index(self, position: int, count: int) -> float | None:
        """``end`` at a position among ``count`` subscripts, or None where the shape says it."""
        return None

    def header(self) -> str | None:
        """The line between ``x = `` and the contents in a display, or None."""
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        """The text of ``disp``, lines ended by newlines; the default lists the properties."""
        return property_list(self.matlab_class.rpartition(".")[2], self.properties(), format.style)

    def display_text(self, name: str, format: DisplayFormat) -> str:
        """The text that a statement without a semicolon prints, as MATLAB lays it out in ``format compact`` or ``loose``."""
        body = self.disp_text(format).rstrip("\n")
        parts = [part for part in (f"{name}{self.after_name}", self.header(), body) if part]
        compact = format.compact
        text = "\n".join(parts) if compact else "\n" + "\n\n".join(str(part) for part in parts) + "\n"
        lines = text.split("\n")
        return "\n".join(line for line in lines if line or not compact) + "\n"

    def summary(self) -> str:
        """How a cell or struct display shows the object: ``1×1 containers.Map``."""
        return f"{'×'.join(map(str, self.shape))} {self.matlab_class}"

    def listed_property(self, name: str) -> tuple[Any, ...]:
        """The value of ``obj.name``, or a list of values for arrays of objects."""
        return (self.get_property(name),)

    def brief_in(self, style: str) -> str | None:
        """``brief`` where numbers are shown in a style."""
        return self.brief()

    def brief(self) -> str | None:
        """The text that stands for a single element in a cell or struct display; None where its size and class do."""
        return None

    def __repr__(self) -> str:
        return f"<{self.matlab_class} {'x'.join(map(str, self.shape))}>"


def no_such_member(target: HostObject, name: str) -> MatlabError:
    """MATLAB's error for ``obj.name`` when there is no such thing."""
    return MatlabError(f"Unrecognized method, property, or field '{name}' for class '{target.matlab_class}'.", "MATLAB:noSuchMethodOrField")


def _same(call: Any, left: Any, right: Any) -> bool:
    """``==`` of handle objects: whether they are one object."""
    return left is right


def _different(call: Any, left: Any, right: Any) -> bool:
    return left is not right


def find_method(name: str, arguments: Sequence[Any]) -> Method | None:
    """The method that ``name(arguments)`` means because an argument is an object that has it, or None."""
    lesser = None
    for argument in arguments:
        if isinstance(argument, HostObject):
            method = argument.method(name)
            if method is not None and not argument.of_builtin_class:
                return method
            lesser = lesser or method
    return lesser


def property_list(title: str, properties: Mapping[str, Any], style: str) -> str:
    """MATLAB's listing ``  Map with properties:`` with right-aligned names and short values."""
    width = max((len(name) for name in properties), default=0) + 4
    lines = [f"  {title} with properties:", ""]
    lines += [f"{name.rjust(width)}: {short_text(value, style)}" for name, value in properties.items()]
    return "\n".join(lines) + "\n"


def short_text(value: Any, style: str = "short") -> str:
    """One line for a property value: scalars, short rows and text (a str without quotes), all else by size and class."""
    if type(value) is str:
        return value
    if value is None:
        return str(value)
    from .inline import in_struct

    return in_struct(value, style)


HostObject.methods = MethodTable(HostObject)
