"""Reading and writing single elements of arrays in loops through memoryviews.

Before a loop, every array that the loop only reads and writes element by element gets a view of its elements, ``$v_x``,
with its bounds.  ``x(i)`` is then ``$v_x[i - 1]`` where the bounds allow it, and the general path where they do not; an array
that cannot be viewed (another class, complex, shared with another variable while it is written) has bounds of zero, so that
everything goes the general path.  A loop variable that counts in whole numbers has a twin of type int, ``$i_x``.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..builtins.registry import stating
from ..builtins.spec import Fact
from ..syntax import ast as m
from . import emit as e
from .double_scalars import FLOAT
from .scope import base_name, children, usage_of
from .variables import LocalScope

if TYPE_CHECKING:
    from .variables import Scope

_BOUNDS = ("$n_", "$m_", "$r_", "$c_")
"""Number of elements (int and float), rows, columns."""
VIEW_PREFIXES = ("$v_", *_BOUNDS, "$k_")
TWIN = "$i_"
"""In front of a loop variable's name: its twin of type int."""
_NOT_SCALAR = (m.ColonAll, m.Range, m.Matrix, m.Numbers, m.CellIndex, m.Field, m.DynamicField, m.KeywordArgument, m.CharLiteral,
               m.StringLiteral, m.CellLiteral)  # fmt: skip
_ASKING = stating(Fact.SIZES)


class _Use:
    """How a loop uses names."""

    def __init__(self) -> None:
        self.read: set[str] = set()
        self.written: set[str] = set()
        self.whole: set[str] = set()
        self.other: set[str] = set()

    def visit(self, node: m.Node) -> None:
        if isinstance(node, m.Assign):
            for target in node.targets:
                self.target(target)
            self.visit(node.value)
        elif isinstance(node, m.Index) and isinstance(node.target, m.Name):
            asking = node.target.name in _ASKING
            (self.read if element_subscripts(node) else self.whole).add(node.target.name)
            for argument in node.arguments:
                if not (asking and isinstance(argument, m.Name)):
                    self.visit(argument)
        elif isinstance(node, m.Name):
            self.whole.add(node.name)
        elif isinstance(node, m.AnonymousFunction):
            self.whole |= usage_of([node]).mentioned
        else:
            if isinstance(node, (m.Delete, m.For)):
                self.other.add(base_name(node.target) or "")
            elif isinstance(node, m.Command):
                self.other.update(node.arguments)
            elif isinstance(node, m.Try):
                self.other.add(node.variable or "")
            for child in children(node):
                self.visit(child)

    def target(self, node: m.Expression) -> None:
        if isinstance(node, m.Index) and isinstance(node.target, m.Name) and element_subscripts(node):
            self.written.add(node.target.name)
            for argument in node.arguments:
                self.visit(argument)
        else:
            self.other.add(base_name(node) or "")
            for child in children(node):
                if not isinstance(child, m.Name):
                    self.visit(child)


def element_subscripts(node: m.Index) -> bool:
    """Whether ``x(i)`` or ``x(i, j)`` may mean one element."""
    return 1 <= len(node.arguments) <= 2 and not any(isinstance(a, _NOT_SCALAR) for a in node.arguments)


class Views:
    """The part of lowering that knows views; mixed into Expressions."""

    scope: Scope
    views: dict[str, bool]
    twins: set[str]

    def view_arrays(self, loop: m.For | m.While | m.DoUntil) -> tuple[list[ast.stmt], list[str]]:
        """Statements that make the views for a loop, and the names that got one."""
        scope = self.scope
        if not isinstance(scope, LocalScope) or scope.nested:
            return [], []
        use = _Use()
        for node in loop.body:
            use.visit(node)
        if not isinstance(loop, m.For):
            use.visit(loop.condition)
        else:
            use.other.add(base_name(loop.target) or "")
        statements: list[ast.stmt] = []
        names = []
        for name in sorted((use.read | use.written) - use.other - (use.whole & use.written) - self.views.keys()):
            if name not in scope.variables or name in scope.cleared or scope._elsewhere(name):
                continue
            self.views[name] = name in use.written
            names.append(name)
            maker = "$view_alone" if name in use.written else "$view"
            statements.append(e.assign(_parts(name), e.call(maker, scope.peek(name))))
        return statements, names

    def drop_views(self, names: list[str]) -> list[ast.stmt]:
        """Statements for the end of a loop: nobody but the variable holds the array again."""
        for name in names:
            del self.views[name]
        if not names:
            return []
        return [ast.Assign([e.target("$v_" + name) for name in names], e.const(None))]

    def leave_views(self, assigned: Iterable[str], mentioned: Iterable[str]) -> list[ast.stmt]:
        """Statements for after an inner loop that ran as kernels: what it assigned is another array, and what it read may still be
        waited for, so that writing goes the careful path next time."""
        names = sorted(name for name in {*assigned, *mentioned} & self.views.keys() if name in assigned or self.views[name])
        return [s for name in names for s in (e.assign(e.target("$v_" + name), e.const(None)), e.run(_no_bounds(name)))]

    # ------------------------------------------------------------------ reading and writing

    def view_read(self, node: m.Index) -> ast.expr:
        """``x(i)`` or ``x(i, j)`` of a viewed array."""
        name = node.target.name  # type: ignore[attr-defined]
        tests, place, again, held = self._element(node)
        extra = [self.clear(*held)]  # type: ignore[attr-defined]
        if self.views[name]:
            extra.append(_no_bounds(name))  # what is read may share memory with x: writing goes the careful path next time
        variable = self.scope.peek(name)
        if self.scope.is_variable(name):
            slow = e.call(f"$index{len(again)}", variable, *again, e.tuple_of(extra))
        else:
            slow = e.call("$apply1", variable, e.const(name), self._function_lookup(name), e.tuple_of(again), e.tuple_of(extra))  # type: ignore[attr-defined]
        return e.either(_all(tests), e.item(e.name("$v_" + name), place), slow)

    def view_write(self, target: m.Index, value: ast.expr) -> list[ast.stmt]:
        """``x(i) = value`` of a viewed array."""
        name = target.target.name  # type: ignore[attr-defined]
        statements: list[ast.stmt] = []
        if isinstance(value, (ast.Constant, ast.Name)):
            held_value = None
        else:
            held_value = self.temporary()  # type: ignore[attr-defined]
            statements.append(e.assign(e.target(held_value), value))
        new = e.name(held_value) if held_value else value
        is_float = kind_is_float(value)
        tests, place, again, held = self._element(target)
        fits = e.is_(e.name("$k_" + name) if is_float else e.call("$type", new), e.name("$float") if is_float else e.name("$k_" + name))
        slow: list[ast.stmt] = [
            e.assign(e.target("$v_" + name), e.const(None)),
            e.run(_no_bounds(name)),
            e.assign(self.scope.place(name), e.call(f"$set{len(again)}", new, *again, self.scope.peek(name))),
            e.assign(_parts(name), e.call("$view_again", self.scope.peek(name))),
        ]
        slow += [e.assign(e.target(t), e.const(None)) for t in (*held, *([held_value] if held_value else []))]
        store = e.assign(ast.Subscript(e.name("$v_" + name), place, e.STORE), new)
        return [*statements, e.if_(_all([*tests, fits]), [store], slow)]

    def _element(self, node: m.Index) -> tuple[list[ast.expr], ast.expr, list[ast.expr], list[str]]:
        """(tests that the subscripts mean an element, its place from 0, the subscripts again, temporaries)."""
        name = node.target.name  # type: ignore[attr-defined]
        count = len(node.arguments)
        bounds = ["$n_"] if count == 1 else ["$r_", "$c_"]
        typed: list[ast.expr] = []
        tests: list[ast.expr] = []
        places: list[ast.expr] = []
        again: list[ast.expr] = []
        held: list[str] = []
        values = self.arguments(node.arguments, node.target)  # type: ignore[attr-defined]
        for argument, value, bound in zip(node.arguments, values, bounds, strict=True):
            twin = self._twin(argument)
            if twin is not None:
                whole, offset = twin
                inside = whole if not offset else ast.BinOp(whole, ast.Add(), e.const(offset))
                tests.append(ast.Compare(e.const(0), [ast.Lt(), ast.LtE()], [inside, e.name(bound + name)]))
                places.append(_plus(whole, offset - 1))
                again.append(value)
                continue
            number = self.temporary()  # type: ignore[attr-defined]
            if kind_is_float(value):
                first, mention = value, value
                if not isinstance(value, (ast.Name, ast.Constant)):
                    number_as_given = self.temporary()  # type: ignore[attr-defined]
                    first, mention = e.walrus(number_as_given, value), e.name(number_as_given)
                again.append(value)
            else:
                first, mention, temporary = self.operand_of(value)  # type: ignore[attr-defined]
                held += [temporary] if temporary else []
                typed.append(first)
                again.append(mention)
                first = mention
            limit = e.name(("$m_" if bound == "$n_" else bound) + name)
            tests.append(ast.Compare(e.const(0.0), [ast.Lt(), ast.LtE()], [first, limit]))
            tests.append(ast.Compare(e.walrus(number, e.call("$int", mention)), [ast.Eq()], [mention]))
            places.append(ast.BinOp(e.name(number), ast.Sub(), e.const(1)))
        place = places[0]
        if count == 2:
            place = ast.BinOp(place, ast.Add(), ast.BinOp(places[1], ast.Mult(), e.name("$r_" + name)))
        if typed:
            # First, and whole: the slow path mentions the temporaries that are set here.
            tests.insert(0, e.type_is(typed, "$float"))
        return tests, place, again, held

    def _twin(self, node: m.Expression) -> tuple[ast.expr, int] | None:
        """A subscript as (int expression, offset) where it is made of loop variables with twins and whole numbers, by ``+`` and ``-``."""
        while isinstance(node, m.Parenthesized):
            node = node.expression
        if isinstance(node, m.Name) and node.name in self.twins:
            return e.name(TWIN + node.name), 0
        if isinstance(node, m.Binary) and node.operator in "+-":
            number = _whole(node.right)
            if number is not None:
                left = self._twin(node.left)
                return None if left is None else (left[0], left[1] + (number if node.operator == "+" else -number))
            if node.operator == "+":
                left, right = self._twin(node.left), self._twin(node.right)
                if left is not None and right is not None:
                    return ast.BinOp(left[0], ast.Add(), right[0]), left[1] + right[1]
        return None


def kind_is_float(value: ast.expr) -> bool:
    """Whether a lowered expression surely gives a float."""
    return getattr(value, "kind", None) is FLOAT or (isinstance(value, ast.Constant) and type(value.value) is float)


def _all(tests: list[ast.expr]) -> ast.expr:
    return ast.BoolOp(ast.And(), tests) if len(tests) > 1 else tests[0]


def has_twin(loop: m.For) -> bool:
    """Whether a loop's variable may have an int twin: it counts along a range, and nothing else in the loop assigns it."""
    iterable: Any = loop.iterable
    while isinstance(iterable, m.Parenthesized):
        iterable = iterable.expression
    return isinstance(iterable, m.Range) and isinstance(loop.target, m.Name) and loop.target.name not in usage_of(loop.body).assigned


def _whole(node: m.Expression) -> int | None:
    if isinstance(node, m.Number) and node.matlab_class == "double" and not isinstance(node.value, complex) and abs(node.value) < 2**31:
        return int(node.value) if node.value == int(node.value) else None
    return None


def _plus(whole: ast.expr, offset: int) -> ast.expr:
    if not offset:
        return whole
    return ast.BinOp(whole, ast.Add() if offset > 0 else ast.Sub(), e.const(abs(offset)))


def _parts(name: str) -> ast.Tuple:
    return ast.Tuple([e.target(prefix + name) for prefix in VIEW_PREFIXES], e.STORE)


def _no_bounds(name: str) -> ast.expr:
    result: ast.expr = e.const(0)
    for prefix in _BOUNDS:
        result = e.walrus(prefix + name, result)
    return result
