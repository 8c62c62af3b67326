"""Lowering of calls, indexing and ``end``: ``f(x)``, ``x(i)``, ``c{i}``, ``s.f`` and chains of them."""

from __future__ import annotations

import ast

from ..builtins.registry import builtins
from ..syntax import ast as m
from ..values.text import ArgumentName, StringArray
from . import emit as e
from .operator_expressions import OperatorExpressions
from .scope import usage_of
from .variables import LocalScope
from .views import element_subscripts

_COUNTS = ("nargin", "nargout")
_PLACES = ("$places_in", "$places_written")
"""The helper for a range behind a name, by the value of the name and the parts of the range."""
MULTIPLE = (m.CellIndex, m.Field, m.DynamicField)


class CallExpressions(OperatorExpressions):
    """Calls and indexing: one value (``value``) or a tuple of them (``values``)."""

    def values(self, node: m.Expression, nargout: ast.expr) -> ast.expr:
        """A Python expression that gives a tuple of Values: what ``[a, b] = node`` or an argument list can take."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        if isinstance(node, m.Index):
            return self._index(node, nargout)
        if isinstance(node, m.Name) and self.scope.is_variable(node.name) is not True:
            return self._call_or_value(node.name, nargout)
        if isinstance(node, m.CellIndex):
            return self._cell_list(node, nargout)
        if isinstance(node, (m.Field, m.DynamicField)):
            return self._field_list(node, nargout)
        if isinstance(node, m.SuperReference):
            return self.superclass_call(node, (), nargout)
        return e.tuple_of([self.value(node)])

    def arguments(self, nodes: tuple[m.Expression, ...], indexed: m.Expression | None = None, *, written: bool = False) -> list[ast.expr]:
        """Python arguments for subscripts or call arguments; ``indexed`` is what ``end`` belongs to, ``written`` what is assigned to."""
        result: list[ast.expr] = []
        for k, node in enumerate(nodes):
            if indexed is not None:
                self.ends.append((indexed, k, len(nodes)))
            if isinstance(node, m.KeywordArgument):
                result += [self.keep(StringArray.scalar(ArgumentName(node.name))), self.value(node.value)]
            elif isinstance(node, MULTIPLE):
                result.append(ast.Starred(self.values(node, e.const(1)), e.LOAD))
            elif isinstance(node, m.Range):
                result.append(self._range_inside(node, indexed, "$places_written" if written else "$places_in"))
            else:
                result.append(self.value(node))
            if indexed is not None:
                self.ends.pop()
        return result

    def _range_inside(self, node: m.Range, indexed: m.Expression | None, maker: str) -> ast.expr:
        """A range that is a subscript or an argument; one behind a name is told what the name holds."""
        if indexed is None:
            return self.range_of(node, "$range")
        if isinstance(indexed, m.Name):
            return self.range_of(node, maker, self.scope.peek(indexed.name))
        return self.range_of(node, "$places")

    def _value_End(self, node: m.End) -> ast.expr:
        return self._end(len(self.ends) - 1)

    def _end(self, level: int) -> ast.expr:
        if level < 0:
            return e.call("$end_outside")
        indexed, k, n = self.ends[level]
        outer, self.ends = self.ends, self.ends[:level]
        try:
            position = [e.const(k), e.const(n)]
            if not isinstance(indexed, m.Name):
                return e.call("$end", self._peek(indexed), *position)
            if self.scope.is_variable(indexed.name):
                return e.call("$end", self.scope.peek(indexed.name), *position)
            known = e.call("$end", self.scope.peek(indexed.name), *position)
            is_set = e.is_not(self.scope.peek(indexed.name), e.name(e.UNDEFINED))
            return e.either(is_set, known, self._end(level - 1)) if level else known
        finally:
            self.ends = outer

    def _peek(self, node: m.Expression) -> ast.expr:
        """The value of a chain that ``end`` asks about; ``[]`` where it does not exist yet (assignment targets)."""
        root, steps = self.chain(node)
        if isinstance(root, m.Name):
            return e.call("$peek_path", self.scope.peek(root.name), steps, e.const(root.name), e.name("$functions"))
        return self.value(node)

    def _value_Index(self, node: m.Index) -> ast.expr:
        target = node.target
        if isinstance(target, m.Name) and target.name not in _COUNTS and self.scope.is_variable(target.name) is not False:
            name = target.name
            if name in self.views and element_subscripts(node):
                return self.view_read(node)
            if isinstance(self.scope, LocalScope):
                return self._indexed(node, name)
        special = self.special_call(node)
        return special if special is not None else e.first(self._index(node, e.const(1)))

    def _indexed(self, node: m.Index, name: str) -> ast.expr:
        """One value of ``name(arguments)`` where the name is a Python local, or may turn out a function."""
        surely = self.scope.is_variable(name) or name in self.scope.parameters
        # A parameter that was not given is an error, not a function of that name.
        variable = self.scope.load(name) if name in self.scope.parameters else self.scope.peek(name)
        arguments = self.arguments(node.arguments, node.target)
        if not surely:
            return e.call("$apply1", variable, e.const(name), self._function_lookup(name), e.tuple_of(arguments))
        if len(arguments) == 1 and (ends := ends_of_run(arguments[0])) is not None:
            return e.call("$index_run", variable, *ends)
        if len(arguments) <= 2 and arguments and not any(isinstance(a, ast.Starred) for a in arguments):
            return e.call(f"$index{len(arguments)}", variable, *arguments)
        return e.call("$index", variable, *arguments)

    def special_call(self, node: m.Index) -> ast.expr | None:
        """Calls that need to know the variables of this scope: ``exist('x', 'var')`` in a function."""
        target, arguments = node.target, node.arguments
        if not isinstance(target, m.Name) or target.name != "exist" or not isinstance(self.scope, LocalScope):
            return None
        literal = arguments and isinstance(arguments[0], (m.CharLiteral, m.StringLiteral)) and arguments[0].value
        if not literal or self.scope.is_variable("exist") is not False or self.scope.is_variable(literal) is False:
            return None
        if len(arguments) == 2 and not (isinstance(arguments[1], (m.CharLiteral, m.StringLiteral)) and arguments[1].value == "var"):
            return None
        call = e.first(e.call(self.scope.function_named("exist"), e.const(1), *self.arguments(arguments)))
        return e.either(e.is_not(self.scope.peek(literal), e.name(e.UNDEFINED)), e.const(1.0), call)

    def _index(self, node: m.Index, nargout: ast.expr) -> ast.expr:
        """``target(arguments)`` as a tuple of values."""
        target = node.target
        if isinstance(target, m.Name):
            return e.marked(self._named_index(target, node.arguments, nargout), node.span.start)
        if isinstance(target, m.SuperReference):
            return self.superclass_call(target, node.arguments, nargout)
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def _named_index(self, target: m.Name, arguments: tuple[m.Expression, ...], nargout: ast.expr) -> ast.expr:
        name = target.name
        known = self.scope.is_variable(name)
        if name in _COUNTS and arguments:
            known = False
        if known is False:
            compiled = [_no_colon(a, self) for a in self.arguments(arguments)]
            if self._may_bring_methods(name, arguments):
                return e.call("$call_named", e.name("$functions"), e.const(name), nargout, *compiled)
            return e.call(self.scope.function_named(name), nargout, *compiled)
        compiled = self.arguments(arguments, target)
        if known:
            return e.call("$index_values", nargout, self.scope.peek(name), *compiled)
        return e.call("$apply", self.scope.peek(name), e.const(name), self._function_lookup(name), nargout, *compiled)

    def _may_bring_methods(self, name: str, arguments: tuple[m.Expression, ...]) -> bool:
        """Whether computing the arguments may make ``name`` a method: where they call functions that are no builtins, a class may be
        seen there for the first time."""
        if name in builtins() or name in self.scope.nested:
            return False
        mentioned = usage_of(arguments).mentioned
        return any(self.scope.is_variable(other) is False and other not in builtins() for other in mentioned)

    def superclass_call(self, node: m.SuperReference, arguments: tuple[m.Expression, ...], nargout: ast.expr) -> ast.expr:
        """``method@Super(arguments)`` as a tuple of values; the object of ``object.method@Super(arguments)`` is the first input."""
        values = arguments if node.owner is None else (node.owner, *arguments)
        return e.call("$superclass_call", e.const(f"{node.method}@{node.superclass}"), nargout, *self.arguments(values))

    def _function_lookup(self, name: str) -> ast.expr:
        """The table in which a name is looked up when it turns out to be no variable."""
        if name in self.scope.nested:
            return ast.Dict([e.const(name)], [e.name("$nested_" + name)])
        return e.name("$parameters" if name in self.scope.parameters else "$functions")

    def _call_or_value(self, name: str, nargout: ast.expr) -> ast.expr:
        if self.scope.is_variable(name) is False:
            return e.call(self.scope.function_named(name), nargout)
        return e.call("$mention", self.scope.peek(name), e.const(name), self._function_lookup(name), nargout)

    def chain(self, node: m.Expression) -> tuple[m.Expression, ast.expr]:
        """The root of ``root(..).name{..}`` and a Python tuple of its steps ``(kind, subscripts or name)``."""
        links: list[m.Index | m.CellIndex | m.Field | m.DynamicField] = []
        while isinstance(node, (m.Index, m.CellIndex, m.Field, m.DynamicField)):
            if isinstance(node, m.Index) and isinstance(node.target, m.SuperReference):
                break
            links.append(node)
            node = node.target
        steps = [self._step(link) for link in reversed(links)]
        return node, e.tuple_of(steps)

    def _step(self, link: m.Index | m.CellIndex | m.Field | m.DynamicField) -> ast.expr:
        if isinstance(link, m.Field):
            return e.tuple_of([e.const("."), e.const(link.name)])
        if isinstance(link, m.DynamicField):
            return e.tuple_of([e.const("."), e.call("$field_name", self.value(link.name))])
        kind = "(" if isinstance(link, m.Index) else "{"
        return e.tuple_of([e.const(kind), e.tuple_of(self.arguments(link.arguments, link.target))])

    def _run_chain(self, root: m.Expression, steps: ast.expr, nargout: ast.expr) -> ast.expr:
        if isinstance(root, m.Name):
            if self.scope.is_variable(root.name):
                return e.call("$path", self.scope.peek(root.name), steps, nargout)
            table = self._function_lookup(root.name)
            return e.call("$named_path", self.scope.peek(root.name), e.const(root.name), table, steps, nargout)
        return e.call("$path", self.value(root), steps, nargout)

    def _value_CellIndex(self, node: m.CellIndex) -> ast.expr:
        if self._is_variable(node.target):
            target, arguments = self._inner(node.target), self.arguments(node.arguments, node.target)
            return e.call("$content1" if _is_one(arguments) else "$content", target, *arguments)
        return e.call("$single", self._cell_list(node, e.const(1)))

    def one_content(self, node: m.CellIndex) -> tuple[ast.expr, ast.expr] | None:
        """Variable and subscript of ``c{i}``; None for other forms."""
        if not self._is_variable(node.target):
            return None
        target, arguments = self._inner(node.target), self.arguments(node.arguments, node.target)
        return (target, arguments[0]) if _is_one(arguments) else None

    def _cell_list(self, node: m.CellIndex, nargout: ast.expr) -> ast.expr:
        if self._is_variable(node.target):
            return e.call("$contents", self._inner(node.target), *self.arguments(node.arguments, node.target))
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def one_field(self, node: m.Field) -> tuple[ast.expr, ast.expr] | None:
        """Variable and name of ``s.f``; None for other forms."""
        return (self._inner(node.target), e.const(node.name)) if self._is_variable(node.target) else None

    def _value_Field(self, node: m.Field) -> ast.expr:
        if (one := self.one_field(node)) is not None:
            return e.call("$field", *one)
        fields = e.call("$single", self._field_list(node, e.const(1)))
        target = node.target
        if not isinstance(target, m.Name) or not isinstance(self.scope, LocalScope) or self.scope.is_variable(target.name) is False:
            return fields
        is_set = e.is_not(self.scope.peek(target.name), e.name(e.UNDEFINED))
        return e.either(is_set, e.call("$field", self.scope.peek(target.name), e.const(node.name)), fields)

    def _inner(self, node: m.Expression) -> ast.expr:
        """A variable, or a field or content of one, where more steps follow: an object may ask for all of them at once."""
        if isinstance(node, m.Field):
            return e.call("$inner_field", self._inner(node.target), e.const(node.name))
        if isinstance(node, m.CellIndex):
            return e.call("$inner_content", self._inner(node.target), *self.arguments(node.arguments, node.target))
        return self.value(node)

    def _value_DynamicField(self, node: m.DynamicField) -> ast.expr:
        return e.call("$single", self._field_list(node, e.const(1)))

    def _field_list(self, node: m.Expression, nargout: ast.expr) -> ast.expr:
        root, steps = self.chain(node)
        return self._run_chain(root, steps, nargout)

    def _is_variable(self, node: m.Expression) -> bool:
        """Whether this is surely a variable, or a field or content of one (so that no name can turn out a function)."""
        while isinstance(node, (m.Field, m.CellIndex)):
            node = node.target
        return isinstance(node, m.Name) and self.scope.is_variable(node.name) is True


def _is_one(arguments: list[ast.expr]) -> bool:
    """Whether there is exactly one subscript, and no list."""
    return len(arguments) == 1 and not isinstance(arguments[0], ast.Starred)


def ends_of_run(argument: ast.expr) -> list[ast.expr] | None:
    """The ends of a subscript ``start:stop``; None for other subscripts."""
    if isinstance(argument, ast.Call) and isinstance(argument.func, ast.Name) and argument.func.id in _PLACES and len(argument.args) == 3:
        return argument.args[1:]
    return None


def _no_colon(argument: ast.expr, lowering: CallExpressions) -> ast.expr:
    """A bare ``:`` given to a function is the text ':'."""
    if isinstance(argument, ast.Name) and argument.id == "$colon":
        return lowering.constant_text(":")
    return argument
