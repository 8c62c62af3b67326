"""The Ast: frozen dataclasses, children by name, each with the Span of its text.

Statements carry ``printed``: whether the missing semicolon asks for display.  Blocks are tuples of statements.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..base.source import Span


@dataclass(frozen=True, slots=True)
class Node:
    span: Span


# ------------------------------------------------------------------ expressions


@dataclass(frozen=True, slots=True)
class Expression(Node):
    pass


@dataclass(frozen=True, slots=True)
class Number(Expression):
    """A literal; ``value`` is float or complex, or int where ``matlab_class`` is an integer class (0xFFu8)."""

    value: float | complex | int
    matlab_class: str = "double"


@dataclass(frozen=True, slots=True)
class CharLiteral(Expression):
    value: str


@dataclass(frozen=True, slots=True)
class StringLiteral(Expression):
    value: str


@dataclass(frozen=True, slots=True)
class Name(Expression):
    name: str


@dataclass(frozen=True, slots=True)
class ColonAll(Expression):
    """The bare ``:`` of an index."""


@dataclass(frozen=True, slots=True)
class End(Expression):
    """``end`` inside an index: it belongs to the nearest enclosing Index or CellIndex that indexes a value."""


@dataclass(frozen=True, slots=True)
class Unary(Expression):
    """Prefix operator: ``-  +  ~``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Postfix(Expression):
    """Transposes: ``'`` and ``.'``."""

    operator: str
    operand: Expression


@dataclass(frozen=True, slots=True)
class Binary(Expression):
    """``+ - * / \\ ^ .* ./ .\\ .^ == ~= < <= > >= & |``, spelled as MATLAB does (``!=`` is read as ``~=``)."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class ShortCircuit(Expression):
    """``&&`` and ``||``."""

    operator: str
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Range(Expression):
    """``start:stop`` or ``start:step:stop``."""

    start: Expression
    step: Expression | None
    stop: Expression


@dataclass(frozen=True, slots=True)
class KeywordArgument(Expression):
    """``Name=value`` among the arguments of a call."""

    name: str
    value: Expression


@dataclass(frozen=True, slots=True)
class Index(Expression):
    """``target(arguments)``: a call or an index; which one is known when it runs."""

    target: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class CellIndex(Expression):
    """``target{arguments}``."""

    target: Expression
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Field(Expression):
    """``target.name``."""

    target: Expression
    name: str


@dataclass(frozen=True, slots=True)
class DynamicField(Expression):
    """``target.(name)``."""

    target: Expression
    name: Expression


@dataclass(frozen=True, slots=True)
class SuperReference(Expression):
    """``method@superclass`` as the target of a call inside a class (``method`` may be the object name in a constructor)."""

    method: str
    superclass: str


@dataclass(frozen=True, slots=True)
class Matrix(Expression):
    """``[...]``: rows of elements."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class CellLiteral(Expression):
    """``{...}``: rows of elements."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True, slots=True)
class Parenthesized(Expression):
    """``(expression)``: matters for comma lists, display and ``a(1)`` against ``(a)(1)``."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class AnonymousFunction(Expression):
    """``@(a, ~, varargin) body``; ignored parameters are named ``~``."""

    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class FunctionReference(Expression):
    """``@name`` or ``@package.name``."""

    name: str


@dataclass(frozen=True, slots=True)
class MetaClass(Expression):
    """``?ClassName``."""

    name: str


# ------------------------------------------------------------------ statements


@dataclass(frozen=True, slots=True)
class Statement(Node):
    pass


Block = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class ExpressionStatement(Statement):
    expression: Expression
    printed: bool


@dataclass(frozen=True, slots=True)
class Ignored(Expression):
    """``~`` among the targets of a multiple assignment."""


@dataclass(frozen=True, slots=True)
class Assign(Statement):
    """``target = value`` or ``[targets] = value``.

    Targets are Name, Index, CellIndex, Field, DynamicField chains, or Ignored.  ``bracketed`` says that the source
    has brackets.  ``x += y`` arrives here with the Binary already made.  ``A(i) = []`` with the literal ``[]`` is Delete.
    """

    targets: tuple[Expression, ...]
    value: Expression
    printed: bool
    bracketed: bool = False


@dataclass(frozen=True, slots=True)
class Delete(Statement):
    """``target(...) = []`` (target is an Index, literally empty brackets on the right)."""

    target: Index
    printed: bool


@dataclass(frozen=True, slots=True)
class Command(Statement):
    """Command syntax: ``hold on``, ``format long``; arguments are literal texts."""

    name: str
    arguments: tuple[str, ...]
    printed: bool = True


@dataclass(frozen=True, slots=True)
class IfBranch(Node):
    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class If(Statement):
    branches: tuple[IfBranch, ...]
    orelse: Block


@dataclass(frozen=True, slots=True)
class While(Statement):
    condition: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class DoUntil(Statement):
    body: Block
    condition: Expression


@dataclass(frozen=True, slots=True)
class For(Statement):
    """``for target = iterable`` (``target`` may be any assignable expression); ``parallel`` for parfor."""

    target: Expression
    iterable: Expression
    body: Block
    parallel: bool = False


@dataclass(frozen=True, slots=True)
class Case(Node):
    label: Expression
    body: Block


@dataclass(frozen=True, slots=True)
class Switch(Statement):
    subject: Expression
    cases: tuple[Case, ...]
    otherwise: Block


@dataclass(frozen=True, slots=True)
class Try(Statement):
    body: Block
    variable: str | None
    handler: Block


@dataclass(frozen=True, slots=True)
class Unwind(Statement):
    """Octave's ``unwind_protect``."""

    body: Block
    cleanup: Block


@dataclass(frozen=True, slots=True)
class Spmd(Statement):
    body: Block


@dataclass(frozen=True, slots=True)
class Declaration(Node):
    name: str
    value: Expression | None = None


@dataclass(frozen=True, slots=True)
class Global(Statement):
    names: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Persistent(Statement):
    names: tuple[Declaration, ...]


@dataclass(frozen=True, slots=True)
class Import(Statement):
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Break(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Continue(Statement):
    pass


@dataclass(frozen=True, slots=True)
class Return(Statement):
    pass


# ------------------------------------------------------------------ functions and classes


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class ArgumentsBlock(Node):
    """``arguments (Input|Output|Repeating)`` block; ``attributes`` as written."""

    attributes: tuple[str, ...]
    declarations: tuple[ArgumentDeclaration, ...]


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Attribute(Node):
    """``Name``, ``~Name`` or ``Name = expression`` of a class block; value None means true."""

    name: str
    value: Expression | None
    negated: bool = False


@dataclass(frozen=True, slots=True)
class PropertiesBlock(Node):
    attributes: tuple[Attribute, ...]
    properties: tuple[ArgumentDeclaration, ...]


@dataclass(frozen=True, slots=True)
class MethodsBlock(Node):
    """``signatures`` are declarations without a body (abstract methods, or bodies in files of a class folder)."""

    attributes: tuple[Attribute, ...]
    methods: tuple[Function, ...]
    signatures: tuple[Function, ...] = ()


@dataclass(frozen=True, slots=True)
class EventsBlock(Node):
    attributes: tuple[Attribute, ...]
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EnumerationMember(Node):
    name: str
    arguments: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class EnumerationBlock(Node):
    attributes: tuple[Attribute, ...]
    members: tuple[EnumerationMember, ...]


@dataclass(frozen=True, slots=True)
class ClassDefinition(Node):
    name: str
    attributes: tuple[Attribute, ...]
    superclasses: tuple[str, ...]
    properties: tuple[PropertiesBlock, ...]
    methods: tuple[MethodsBlock, ...]
    events: tuple[EventsBlock, ...]
    enumerations: tuple[EnumerationBlock, ...]
    help: str = ""


@dataclass(frozen=True, slots=True)
class Program(Node):
    """A whole text: the statements of a cell or script, and the functions and classes it defines, in order."""

    statements: Block
    functions: tuple[Function, ...]
    classes: tuple[ClassDefinition, ...]
