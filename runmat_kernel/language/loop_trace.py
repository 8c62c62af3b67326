"""Tracing one turn of a loop: its statements walked through with symbols in place of what differs from turn to turn.

Everything that touches a symbol is recorded by the engine; everything else is computed as ordinary code would.  What cannot be said
with symbols raises Untraceable, and the loop runs in the ordinary way: nothing here has side effects.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..accel.loops import Untraceable
from ..syntax import ast as m
from ..values.classes import DTYPES
from ..values.convert import class_of
from ..values.indexing import COLON
from ..values.tensor import Tensor
from .control import NoRounds, for_columns, true
from .loop_arrays import WrittenArray
from .loop_expressions import LoopExpressions, word
from .loop_scalars import Scheduled
from .loop_symbols import Masked
from .reading import UNDEFINED

_MOST_UNROLLED = 64


class Tracer(LoopExpressions):
    """The statements of one turn."""

    def block(self, statements: m.Block) -> None:
        for statement in statements:
            method = getattr(self, "_do_" + type(statement).__name__, None)
            if method is None:
                raise Untraceable(f"'{word(statement)}' is not taken into loops")
            method(statement)

    def _do_Assign(self, node: m.Assign) -> None:
        if node.printed:
            raise Untraceable("a statement displays its result")
        if len(node.targets) == 1:
            target = node.targets[0]
            self.store(target, self.value(node.value))
            return
        for target, value in zip(node.targets, self.values(node.value, len(node.targets)), strict=False):
            if not isinstance(target, m.Ignored):
                self.store(target, value)

    def store(self, target: m.Expression, value: Any) -> None:
        if isinstance(target, m.Name):
            if self.frame is self.body and target.name in self.written:
                raise Untraceable(f"'{target.name}' is assigned in two ways")
            self.frame.variables[target.name] = self.plain(value)
            return
        if not isinstance(target, m.Index) or not isinstance(target.target, m.Name):
            raise Untraceable("fields and cells are not taken into loops")
        name = target.target.name
        if self.frame is not self.body or name not in self.written or self._as_one(name, target.arguments):
            old = self.variable(name)
            subscripts = self.subscripts(old, target.arguments)
            if len(subscripts) == 1 and type(old) is Tensor and self.is_mask(subscripts[0], old.shape):
                if any(self.is_symbolic(x) for x in (old, value, subscripts[0])):
                    self.frame.variables[name] = self.masked(name, old, subscripts[0], value)
                    return
            if type(old) is WrittenArray:
                old = self.as_whole(name)
            if old is UNDEFINED or any(self.is_symbolic(x) for x in (old, value, *subscripts)):
                self.frame.variables[name] = self.replaced(name, old, subscripts, value)
                return
            self.frame.variables[name] = self.runtime["$set"](value, tuple(subscripts), old)
            return
        if self.schedule.mask is not None:
            raise Untraceable(f"'{name}' is written in some turns only")
        if type(value) is Masked:
            raise Untraceable("as many values as a mask marks are written")
        array = self.written_array(name)
        array.write(self, self.place(array.original, self.subscripts(array.original, target.arguments)), value)

    def _as_one(self, name: str, nodes: Sequence[m.Expression]) -> bool:
        """Whether ``name(nodes) = ...`` changes other elements than a part that moves with the turns; the variable is then one value."""
        array = self.written_array(name)
        if self.moves(self.subscripts(array, nodes)):
            return False
        self.as_whole(name)
        return True

    def replaced(self, name: str, old: Any, subscripts: Sequence[Any], value: Any) -> Tensor:
        """``old`` with a part replaced, as the engine records it."""
        known = (Tensor, float, bool)
        if type(old) is Tensor and all(s is COLON or (type(s) in known and not self.is_symbolic(s)) for s in subscripts):
            if type(value) in known and class_of(value) in DTYPES:
                found = self.session.engine.write(old, tuple(subscripts), value)
                if found is not None:
                    return found
        raise Untraceable(f"elements of '{name}' are assigned")

    def _do_If(self, node: m.If) -> None:
        self._branches([(b.condition, b.body) for b in node.branches], node.orelse)

    def _branches(self, branches: Sequence[tuple[m.Expression, m.Block]], orelse: m.Block) -> None:
        if not branches:
            self.block(orelse)
            return
        condition = self.condition(branches[0][0])
        if condition is True:
            self.block(branches[0][1])
        elif condition is False:
            self._branches(branches[1:], orelse)
        else:
            self._both(condition, branches[0][1], branches[1:], orelse)

    def _both(self, taken: Scheduled, body: m.Block, rest: Sequence[tuple[m.Expression, m.Block]], orelse: m.Block) -> None:
        """Some turns take the branch and some do not: both are traced, and what they assign is chosen from."""
        frame, outer = self.frame, self.schedule.mask
        before = dict(frame.variables)
        flags = [bool(v) for v in taken.values or ()]
        self.schedule.mask = [f and (outer is None or outer[k]) for k, f in enumerate(flags)]
        self.block(body)
        yes = frame.variables
        frame.variables = dict(before)
        self.schedule.mask = [not f and (outer is None or outer[k]) for k, f in enumerate(flags)]
        if any(self.schedule.mask):
            self._branches(rest, orelse)
        no = frame.variables
        self.schedule.mask = outer
        frame.variables = {**before}
        for name in dict.fromkeys((*yes, *no)):
            a, b = (x[name] if name in x else self.variable(name) for x in (yes, no))
            frame.variables[name] = self.choose(taken, flags, a, b, name)

    def _do_For(self, node: m.For) -> None:
        """An inner loop of known turns is unrolled."""
        if not isinstance(node.target, m.Name):
            raise Untraceable("a loop variable with indices")
        items = self.value(node.iterable)
        if self.is_symbolic(items):
            raise Untraceable("the turns of an inner loop depend on the turn")

        rounds = for_columns(items)
        if type(rounds) is NoRounds:
            self.frame.variables[node.target.name] = rounds.value
            return
        rounds = list(rounds)
        if len(rounds) > _MOST_UNROLLED:
            raise Untraceable(f"an inner loop has {len(rounds)} turns")
        for item in rounds:
            self.frame.variables[node.target.name] = item
            self.block(node.body)

    def condition(self, node: m.Expression) -> Any:
        """True, False, or a Scheduled that is true in some turns and false in others."""
        value = self.value(node)
        if type(value) is Scheduled:
            if value.values is None:
                raise Untraceable("a branch depends on a running scalar")
            flags = {true(v) for v in value.values if v is not None}
            mask = self.schedule.mask
            if mask is not None:
                flags = {true(v) for v, active in zip(value.values, mask, strict=True) if active}
            return value if len(flags) == 2 else flags.pop()
        if self.is_symbolic(value):
            raise Untraceable("a branch depends on the elements of an array that changes from turn to turn")
        return true(value)
