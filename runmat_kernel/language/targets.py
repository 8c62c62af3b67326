"""Lowering of assignments: ``x = v``, ``x(i).y{3}(2) = v``, ``[a, ~, c{1:2}] = f(...)``, ``x(i) = []``."""

from __future__ import annotations

import ast

from ..syntax import ast as m
from . import emit as e
from .call_expressions import MULTIPLE, ends_of_run
from .expressions import Expressions
from .interrupt_points import HOLD
from .scope import base_name
from .views import element_subscripts, kind_is_float


def _together(stores: list[ast.stmt]) -> list[ast.stmt]:
    """The stores of several targets, which an interrupt does not part."""
    return [e.assign(e.target(HOLD), e.const(True)), *stores, e.assign(e.target(HOLD), e.const(None))]


class Targets(Expressions):
    """Assignment lowering; each method gives a list of Python statements."""

    def assign(self, node: m.Assign) -> list[ast.stmt]:
        if len(node.targets) == 1 and not (node.bracketed and isinstance(node.targets[0], MULTIPLE)):
            target = node.targets[0]
            if isinstance(target, m.Index) and isinstance(node.value, m.CharLiteral) and not node.value.value:
                return self.delete(m.Delete(node.span, target, node.printed))
            if isinstance(target, m.Ignored):
                return [e.run(self.values(node.value, e.const(1)))]
            statements = self.store(target, self.single_value(node.value))
        else:
            statements = self._assign_many(node)
        if node.printed:
            for target in node.targets:
                statements += self.display(target)
        return statements

    def single_value(self, node: m.Expression) -> ast.expr:
        """The value to assign; a comma list gives its first (``x = c{:}``, ``x = s.f``)."""
        if isinstance(node, m.CellIndex) and (one := self.one_content(node)) is not None:
            return e.call("$first_content", *one)
        if isinstance(node, m.Field) and (one := self.one_field(node)) is not None:
            return e.call("$first_field", *one)
        return e.call("$first", self.values(node, e.const(1))) if isinstance(node, MULTIPLE) else self.value(node)

    def store(self, target: m.Expression, value: ast.expr) -> list[ast.stmt]:
        """``target = value``.

        For ``x(i) = v`` the value is evaluated first and then the subscripts; for every other target (``c{i}``, ``x.f(i)``, ``x.(name)``)
        the subscripts come first, ``end`` included, as in MATLAB.  The variable is fetched last.
        """
        if isinstance(target, m.Name):
            place = self.scope.place(target.name)
            self.scope.define(target.name, is_float=kind_is_float(value))
            return [e.assign(place, value)]
        if isinstance(target, m.Ignored):
            return []
        name = base_name(target)
        if name is None:
            return [e.run(e.call("$not_assignable"))]
        if name in self.views and isinstance(target, m.Index) and isinstance(target.target, m.Name) and element_subscripts(target):
            return self.view_write(target, value)
        old = self.scope.peek(name)
        if isinstance(target, m.Field) and isinstance(target.target, m.Name):
            changed = e.call("$set_field", value, e.const(target.name), old)
        elif isinstance(target, (m.Index, m.CellIndex)) and isinstance(target.target, m.Name):
            subscripts = self.arguments(target.arguments, target.target, written=True)
            starred = any(isinstance(s, ast.Starred) for s in subscripts)
            if isinstance(target, m.Index) and len(subscripts) == 1 and (ends := ends_of_run(subscripts[0])) is not None:
                changed = e.call("$set_run", value, *ends, old)
            elif isinstance(target, m.Index) and not starred and 1 <= len(subscripts) <= 2:
                changed = e.call(f"$set{len(subscripts)}", value, *subscripts, old)
            elif isinstance(target, m.CellIndex) and not starred and len(subscripts) == 1:
                changed = e.call("$set_content1", *subscripts, value, old)
            else:
                subscript_list = e.tuple_of(subscripts)
                in_order = ("$set", value, subscript_list) if isinstance(target, m.Index) else ("$set_content", subscript_list, value)
                changed = e.call(*in_order, old)
        else:
            _, steps = self.chain(target)
            changed = e.call("$set_path", steps, value, old)
        place = self.scope.place(name)
        self.scope.define(name)
        return [e.assign(place, changed)]

    def delete(self, node: m.Delete) -> list[ast.stmt]:
        name = base_name(node.target)
        if name is None:
            return [e.run(e.call("$not_assignable"))]
        _, steps = self.chain(node.target)
        changed = e.call("$delete_path", steps, self.scope.peek(name), e.const(name))
        statements: list[ast.stmt] = [e.assign(self.scope.place(name), changed)]
        self.scope.define(name)  # it need be no double scalar any longer
        return statements + (self.display(node.target) if node.printed else [])

    def display(self, target: m.Expression) -> list[ast.stmt]:
        name = base_name(target)
        if name is None:
            return []
        return [e.run(e.call("$display", e.const(name), self.scope.peek(name)))]

    # ------------------------------------------------------------------ several targets

    def _assign_many(self, node: m.Assign) -> list[ast.stmt]:
        lists = [isinstance(target, MULTIPLE) for target in node.targets]
        if any(lists):
            return self._assign_lists(node, lists)
        n = len(node.targets)
        wanted = [not isinstance(target, m.Ignored) for target in node.targets]
        needed = max((k + 1 for k in range(n) if wanted[k]), default=0)
        values = e.call("$exactly", self.values(node.value, e.const(n)), e.const(n), e.const(needed))
        temporaries = [self.temporary() for _ in node.targets]
        unpack = ast.Tuple([e.target(t) for t in temporaries], e.STORE)
        statements: list[ast.stmt] = [e.assign(unpack, values)]
        for target, temporary in zip(node.targets, temporaries, strict=True):
            statements += self._store_checked(target, temporary)
        return statements if sum(wanted) < 2 else [statements[0], *_together(statements[1:])]

    def _store_checked(self, target: m.Expression, temporary: str) -> list[ast.stmt]:
        """Store what a temporary holds, and empty it."""
        statements = self.store(target, e.name(temporary))
        return [*statements, e.assign(e.target(temporary), e.const(None))]

    def _assign_lists(self, node: m.Assign, lists: list[bool]) -> list[ast.stmt]:
        """``[c{1:2}, s.f, x] = ...``: how many values a target takes is known when it runs."""
        counts = [self.temporary() if is_list else None for is_list in lists]
        statements: list[ast.stmt] = []
        for target, count in zip(node.targets, counts, strict=True):
            if count:
                statements.append(e.assign(e.target(count), self._count(target)))
        total: ast.expr = e.const(sum(count is None for count in counts))
        for count in counts:
            if count:
                total = ast.BinOp(total, ast.Add(), e.name(count))
        taken = self.temporary()
        values = e.call("$taker", self.values(node.value, total), total)
        statements.append(e.assign(e.target(taken), values))
        first = len(statements)
        for target, count in zip(node.targets, counts, strict=True):
            if count is None:
                one = e.call("$take", e.name(taken))
                statements += [e.run(one)] if isinstance(target, m.Ignored) else self.store(target, one)
            else:
                name = base_name(target)
                if name is None:
                    return [e.run(e.call("$not_assignable"))]
                _, steps = self.chain(target)
                many = e.call("$take_many", e.name(taken), e.name(count))
                statements.append(e.assign(self.scope.place(name), e.call("$set_list", many, steps, self.scope.peek(name))))
                self.scope.define(name)
        return [*statements[:first], *_together(statements[first:]), e.assign(e.target(taken), e.const(None))]

    def _count(self, target: m.Expression) -> ast.expr:
        name = base_name(target)
        if name is None:
            return e.call("$not_assignable")
        _, steps = self.chain(target)
        return e.call("$target_count", self.scope.peek(name), steps)
