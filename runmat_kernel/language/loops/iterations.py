"""The iterations of a loop: what its index holds in each, iterations that run by themselves, and how many there are where the program
decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...accel.loops import LoopRefused
from ...base.errors import MatlabError
from ...base.records import record
from ...syntax import ast as m
from ...values.convert import class_of
from ...values.tensor import Tensor
from ..control import Columns, Counted, Paired, true
from ..reading import UNDEFINED
from .arrays import Place
from .eligibility import Wanted
from .trace import BREAK, Tracer

if TYPE_CHECKING:
    from .eligibility import Loop

_NOTHING = Wanted()
MOST_FORESEEN = 1 << 14
"""Iterations that are looked ahead at once."""


_MOST_LOOKED_AT = 1 << 14
"""Elements of an array that says when a loop ends (``while t(k) < 2``): it is copied for each that is written."""


class NestIndices(NamedTuple):
    """The indices of a loop and of the loop in it."""

    outer: Any
    inner: Any


@record
class Iterations:
    """The iterations of a loop, by the values of its index: scalars in ``items`` (doubles also in ``numbers``), columns of an array,
    or nothing (``while``).  ``key`` tells them from others, where that is known.  ``inner``: what the index of the only loop in it holds,
    where the iterations are those of both."""

    count: int
    items: Sequence[Any] | None = None
    columns: Tensor | None = None
    start: int = 0
    numbers: np.ndarray | None = None
    key: Any = None
    inner: Sequence[Any] | None = None

    def cut(self, start: int, stop: int) -> Iterations:
        if start == 0 and stop == self.count:
            return self
        items = None if self.items is None else self.items[start:stop]
        numbers = None if self.numbers is None else self.numbers[start:stop]
        inner = None if self.inner is None else self.inner[start:stop]
        return Iterations(stop - start, items, self.columns, self.start + start, numbers, inner=inner)

    def item(self, iteration: int) -> Any:
        """The index in an iteration; UNDEFINED where the loop has none."""
        if self.columns is not None:
            return Columns(self.columns, self.count)[self.start + iteration]
        if self.inner is not None:
            return NestIndices(self.items[iteration], self.inner[iteration])  # type: ignore[index]
        return UNDEFINED if self.items is None else self.items[iteration]

    def symbol(self, tracer: Tracer) -> Any:
        """The index while one iteration stands for all."""
        if self.items is not None:
            return tracer.inductions.known(self.items, self.numbers)
        assert self.columns is not None
        rows = self.columns.shape[0]
        return tracer.moving(self.columns, Place((1, 0), (rows, 1), self.start * rows, rows))


def iterations_of(rounds: Any, most: int) -> Iterations | None:
    """The iterations of a ``for`` loop; None where they are more than ``most``, or nothing that is known here."""
    kind = type(rounds)
    if kind not in (Counted, Paired, Columns, list) or not 0 < len(rounds) <= most:
        return None
    if kind is not Columns and kind is not list and rounds.whole is not None:
        whole = rounds.whole
        numbers = (np.arange(len(whole)) * whole.step + whole.start).astype(float)
        return Iterations(len(whole), numbers.tolist(), numbers=numbers, key=key_of(rounds))
    if kind is not Columns:
        return Iterations(len(rounds), list(rounds), key=key_of(rounds))
    if type(rounds.value) is not Tensor or rounds.value.is_complex:
        return None
    if rounds.value.shape[0] > 1:
        return Iterations(len(rounds), None, rounds.value)
    return Iterations(len(rounds), list(rounds)) if len(rounds) <= MOST_FORESEEN else None


def key_of(rounds: Any) -> Any:
    """A key of the iterations of a ``for`` loop: a range, or a tuple of numbers; None where that is not known."""
    if type(rounds) not in (Counted, Paired):
        return None
    return rounds.whole if rounds.whole is not None else rounds.numbers


class OrdinaryIteration(Tracer):
    """An iteration run by itself, with plain values: the same statements, nothing but the ordinary operations."""

    most_unrolled = 1 << 62

    def __init__(self, session: Any, functions: Any, variables: dict[str, Any]) -> None:
        super().__init__(session, functions, variables, set(), set(), 1)
        self.body.variables.update(variables)

    def _do_Assign(self, node: m.Assign) -> None:
        own = self._joins(node)
        self._assign(node if own is None or own.join is None else own.join)

    def draw(self, name: str, arguments: list[Any]) -> Any:
        return self.session.calls.builtin(name)(1, *arguments)[0]

    def iteration(self, loop: Loop, index: Any) -> bool:
        """Run an iteration; whether the loop goes on.  ``body.variables`` are the variables after it."""
        self.appended = loop.appended
        if loop.condition is not None and not true(self.value(loop.condition)):
            return False
        if type(index) is NestIndices:
            self.body.variables[loop.index], self.body.variables[loop.inner] = index  # type: ignore[index]
        elif loop.index is not None:
            self.body.variables[loop.index] = index
        return self.block(loop.node.body) is not BREAK


class Unforeseeable(LoopRefused):
    """A value that is looked for ahead of a loop depends on arrays that the loop changes."""


class _Ahead(OrdinaryIteration):
    """Statements that only scalars go into, run before the loop: what they take from arrays that the loop changes is not known."""

    def draw(self, name: str, arguments: list[Any]) -> Any:
        raise Unforeseeable("the end of an iteration depends on random numbers")

    def store(self, target: Any, value: Any) -> None:
        super().store(target, value)
        if self.frame is self.body and not is_scalar(value):
            raise Unforeseeable("the end of an iteration depends on arrays")


@record
class Course:
    """How a loop goes: its iterations, the scalars that say so as they are when each iteration begins, whether the last iteration is left,
    and whether there may be ``more`` iterations after these."""

    iterations: Iterations
    known: dict[str, list[Any]]
    left: bool = False
    more: bool = False

    def pieces(self) -> list[Course]:
        """All iterations, of which the last one is a piece of its own where it is left in the middle."""
        count = self.iterations.count
        return [self.cut(0, count - 1), self.cut(count - 1, count)] if self.left else [self]

    def cut(self, start: int, stop: int) -> Course:
        known = {name: values[start:stop] for name, values in self.known.items()}
        return Course(self.iterations.cut(start, stop), known, self.left and stop == self.iterations.count)


def is_scalar(value: Any) -> bool:
    kind = type(value)
    return kind is float or kind is bool or (kind is Tensor and value.numel == 1 and value._array is not None and not value._is_complex)


def foreseen(
    session: Any, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, wanted: Wanted, *, ends: bool = True
) -> Course:
    """Go through the iterations with those scalars only on which their number depends, and what else is ``wanted``.  ``iterations`` is None
    for ``while``.  Where iterations do not say when the loop ``ends``, all of them are gone through.  Raises LoopRefused where that takes
    more than scalars."""
    names, block = loop.control(wanted, ends=ends)
    assigned = names & loop.assigned
    arrays = {name for name in assigned if name in before and not is_scalar(before[name])}
    for name in arrays:
        if name not in loop.written or type(before[name]) is not Tensor or before[name].numel > _MOST_LOOKED_AT:
            what = "a branch or an index" if wanted.branches or wanted.names else "how many iterations there are"
            raise Unforeseeable(f"{what} depends on '{name}', which is of class {class_of(before[name])}")
    ahead = _Ahead(session, functions, {name: value for name, value in before.items() if name in names})
    variables, ahead.appended = ahead.body.variables, loop.appended
    known: dict[str, list[Any]] = {name: [] for name in assigned - arrays if name in before and name != loop.index}
    count, left, all_iterations = 0, False, iterations.count if iterations is not None else 1 << 62
    more = True
    while count < (min(all_iterations, MOST_FORESEEN) if ends else all_iterations) and not left:
        session.engine.interrupt.check()
        if ends and loop.condition is not None and not true(ahead.value(loop.condition)):
            more = False
            break
        if iterations is not None:
            if iterations.inner is not None:
                variables[loop.index], variables[loop.inner] = iterations.item(count)  # type: ignore[index]
            elif loop.index is not None:
                variables[loop.index] = iterations.item(count) if loop.index in names else None
        for name, values in known.items():
            values.append(variables[name])
        count += 1
        left = ahead.block(block) is BREAK
    own = iterations.cut(0, count) if iterations is not None else Iterations(count)
    return Course(own, known, left, more and not left and count < all_iterations)


def bounded(session: Any, loop: Loop, functions: Any, before: dict[str, Any], piece: Iterations) -> Iterations:
    """The first iterations of a ``piece`` of a ``while`` loop, as many as one of its conditions, which scalars decide, lets there be."""
    for own in loop.bounds:
        try:
            piece = foreseen(session, own, functions, before, piece, _NOTHING).iterations
        except (LoopRefused, MatlabError):
            # Arrays decide, or an iteration that may not come fails.
            continue
    return piece
