"""The Ast: slotted dataclasses, children by name, each with the Span of its text.  Nodes never change: type checkers hold that line.

Statements carry ``printed``: whether the missing semicolon asks for display.  Blocks are tuples of statements.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar, dataclass_transform

from ..base.source import Span

_Class = TypeVar("_Class", bound=type)
Literals = tuple[float | complex, ...]


@dataclass_transform(frozen_default=True)
def node(cls: _Class) -> _Class:
    """A dataclass of which only the constructor is generated: six generated methods for each of sixty classes take longer than a parse."""
    return dataclass(slots=True, eq=False, repr=False)(cls)


@node
class Node:
    span: Span

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__match_args__])  # type: ignore[attr-defined]

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._values() == other._values()  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((type(self), self._values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in zip(self.__match_args__, self._values(), strict=True))  # type: ignore[attr-defined]
        return f"{type(self).__name__}({values})"


# ------------------------------------------------------------------ expressions


@node
class Expression(Node):
    pass


@node
class Number(Expression):
    """A literal; ``value`` is float or complex, or int where ``matlab_class`` is an integer class (0xFFu8)."""

    value: float | complex | int
    matlab_class: str = "double"


@node
class CharLiteral(Expression):
    value: str


@node
class StringLiteral(Expression):
    value: str


@node
class Name(Expression):
    name: str


@node
class ColonAll(Expression):
    """The bare ``:`` of an index."""


@node
class End(Expression):
    """``end`` inside an index: it belongs to the nearest enclosing Index or CellIndex that indexes a value."""


@node
class Unary(Expression):
    """Prefix operator: ``-  +  ~``."""

    operator: str
    operand: Expression


@node
class Postfix(Expression):
    """Transposes: ``'`` and ``.'``."""

    operator: str
    operand: Expression


@node
class Binary(Expression):
    """``+ - * / \\ ^ .* ./ .\\ .^ == ~= < <= > >= & |``, spelled as MATLAB does (``!=`` is read as ``~=``)."""

    operator: str
    left: Expression
    right: Expression


@node
class ShortCircuit(Expression):
    """``&&`` and ``||``."""

    operator: str
    left: Expression
    right: Expression


@node
class Chain(Expression):
    """A very long run of operators: ``first``, and from left to right each operator with its right operand
    (None: a sign, ``~``, a transpose).

    It stands for that many Binary, Unary and Postfix nodes in each other, or as many ``&&`` (or ``||``): a tree too deep to be walked.
    """

    first: Expression
    steps: tuple[tuple[str, Expression | None], ...]


@node
class Range(Expression):
    """``start:stop`` or ``start:step:stop``."""

    start: Expression
    step: Expression | None
    stop: Expression


@node
class KeywordArgument(Expression):
    """``Name=value`` among the arguments of a call."""

    name: str
    value: Expression


@node
class Index(Expression):
    """``target(arguments)``: a call or an index; which one is known when it runs."""

    target: Expression
    arguments: tuple[Expression, ...]


@node
class CellIndex(Expression):
    """``target{arguments}``."""

    target: Expression
    arguments: tuple[Expression, ...]


@node
class Field(Expression):
    """``target.name``."""

    target: Expression
    name: str


@node
class DynamicField(Expression):
    """``target.(name)``."""

    target: Expression
    name: Expression


@node
class SuperReference(Expression):
    """``method@superclass`` as the target of a call inside a class (``method`` may be the object name in a constructor).

    ``owner`` is the object of ``object.method@superclass``, the first input of the call.
    """

    method: str
    superclass: str
    owner: Expression | None = None


@node
class Matrix(Expression):
    """``[...]``: rows of elements."""

    rows: tuple[tuple[Expression, ...], ...]


@node
class Numbers(Expression):
    """A long matrix of number literals, some with a sign: the scanner reads it whole, since a node for each is slow to make.

    ``values`` go row by row, ``width`` in each.
    """

    values: Literals
    width: int


@node
class CellLiteral(Expression):
    """``{...}``: rows of elements."""

    rows: tuple[tuple[Expression, ...], ...]


@node
class Parenthesized(Expression):
    """``(expression)``: matters for comma lists, display and ``a(1)`` against ``(a)(1)``."""

    expression: Expression


@node
class AnonymousFunction(Expression):
    """``@(a, ~, varargin) body``; ignored parameters are named ``~``."""

    parameters: tuple[str, ...]
    body: Expression


@node
class FunctionReference(Expression):
    """``@name`` or ``@package.name``."""

    name: str


@node
class MetaClass(Expression):
    """``?ClassName``."""

    name: str


# ------------------------------------------------------------------ statements


@node
class Statement(Node):
    pass


Block = tuple[Statement, ...]


@node
class ExpressionStatement(Statement):
    expression: Expression
    printed: bool


@node
class Ignored(Expression):
    """``~`` among the targets of a multiple assignment."""


@node
class Assign(Statement):
    """``target = value`` or ``[targets] = value``.

    Targets are Name, Index, CellIndex, Field, DynamicField chains, or Ignored.  ``bracketed`` says that the source
    has brackets.  ``x += y`` arrives here with the Binary already made.  ``A(i) = []`` with the literal ``[]`` is Delete.
    """

    targets: tuple[Expression, ...]
    value: Expression
    printed: bool
    bracketed: bool = False


@node
class Delete(Statement):
    """``target(...) = []`` (target is an Index, literally empty brackets on the right)."""

    target: Index
    printed: bool


@node
class Command(Statement):
    """Command syntax: ``hold on``, ``format long``; arguments are literal texts."""

    name: str
    arguments: tuple[str, ...]
    printed: bool = True


@node
class IfBranch(Node):
    condition: Expression
    body: Block


@node
class If(Statement):
    branches: tuple[IfBranch, ...]
    orelse: Block


@node
class While(Statement):
    condition: Expression
    body: Block


@node
class DoUntil(Statement):
    body: Block
    condition: Expression


@node
class For(Statement):
    """``for target = iterable`` (``target`` may be any assignable expression); ``parallel`` for parfor."""

    target: Expression
    iterable: Expression
    body: Block
    parallel: bool = False


@node
class Case(Node):
    label: Expression
    body: Block


@node
class Switch(Statement):
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Block


@node
class Try(Statement):
    body: Block
    variable: str | None
    handler: Block


@node
class Unwind(Statement):
    """Octave's ``unwind_protect``."""

    body: Block
    cleanup: Block


@node
class Spmd(Statement):
    body: Block


@node
class Declaration(Node):
    name: str
    value: Expression | None = None


@node
class Global(Statement):
    names: tuple[Declaration, ...]


@node
class Persistent(Statement):
    names: tuple[Declaration, ...]


@node
class Import(Statement):
    names: tuple[str, ...]


@node
class Break(Statement):
    pass


@node
class Continue(Statement):
    pass


@node
class Return(Statement):
    pass


# ------------------------------------------------------------------ functions and classes


@node
class ArgumentDeclaration(Node):
    """A line of an ``arguments`` block or a property: ``name.field (sizes) class {validators} = default``.

    ``sizes`` holds an int or ``':'`` per dimension; ``field`` is set for name-value arguments (``opts.Tol``).
    ``from_class`` is the class of ``opts.?ClassName``.
    """

    name: str
    field: str | None
    sizes: tuple[int | str, ...] | None
    matlab_class: str | None
    validators: tuple[Expression, ...]
    default: Expression | None
    from_class: str | None = None


@node
class ArgumentsBlock(Node):
    """``arguments (Input|Output|Repeating)`` block; ``attributes`` as written."""

    attributes: tuple[str, ...]
    declarations: tuple[ArgumentDeclaration, ...]


@node
class Function(Node):
    """A function definition.  ``parameters`` may hold ``~`` and end in ``varargin``; ``outputs`` may end in ``varargout``.

    ``defaults`` are Octave's ``function f(a = 1)``, None for each parameter without.  ``help`` is the comment block
    below (or above) the line.  ``accessor`` is ``get`` or ``set`` for ``get.Prop`` methods, whose ``name`` is the property.
    """

    name: str
    parameters: tuple[str, ...]
    outputs: tuple[str, ...]
    body: Block
    arguments: tuple[ArgumentsBlock, ...] = ()
    nested: tuple[Function, ...] = ()
    defaults: tuple[Expression | None, ...] = ()
    help: str = ""
    accessor: str | None = None
    has_end: bool = True


@node
class Attribute(Node):
    """``Name``, ``~Name`` or ``Name = expression`` of a class block; value None means true."""

    name: str
    value: Expression | None
    negated: bool = False


@node
class PropertiesBlock(Node):
    attributes: tuple[Attribute, ...]
    properties: tuple[ArgumentDeclaration, ...]


@node
class MethodsBlock(Node):
    """``signatures`` are declarations without a body (abstract methods, or bodies in files of a class folder)."""

    attributes: tuple[Attribute, ...]
    methods: tuple[Function, ...]
    signatures: tuple[Function, ...] = ()


@node
class EventsBlock(Node):
    attributes: tuple[Attribute, ...]
    names: tuple[str, ...]


@node
class EnumerationMember(Node):
    name: str
    arguments: tuple[Expression, ...]


@node
class EnumerationBlock(Node):
    attributes: tuple[Attribute, ...]
    members: tuple[EnumerationMember, ...]


@node
class ClassDefinition(Node):
    name: str
    attributes: tuple[Attribute, ...]
    superclasses: tuple[str, ...]
    properties: tuple[PropertiesBlock, ...]
    methods: tuple[MethodsBlock, ...]
    events: tuple[EventsBlock, ...]
    enumerations: tuple[EnumerationBlock, ...]
    help: str = ""


@node
class Program(Node):
    """A whole text: the statements of a cell or script, and the functions and classes it defines, in order."""

    statements: Block
    functions: tuple[Function, ...]
    classes: tuple[ClassDefinition, ...]
