"""Iterations of a loop that run by themselves, as ordinary code, with kernels for the iterations between them: those that print, draw, or
do anything else now and then that no trace can say (``if mod(k, 100) == 0, fprintf(...), end``)."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import repeat
from typing import Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ..control import Counted
from .scalars import NotFixpoint

_LEAST_BETWEEN = 8
"""Iterations between two pauses, on average, from which on it pays to look at them as a loop."""
_LEAST_WORK = 16
"""How many times the work that a loop is taken for must be done between two pauses, as each stretch is traced anew."""


class Paused(LoopRefused):
    """Some iterations do what cannot be traced; ``iterations`` says which do."""

    def __init__(self, cause: LoopRefused, iterations: list[bool]) -> None:
        super().__init__(cause.reason)
        self.statement, self.iterations = cause.statement, iterations


_MOST_PEELED = 2


def only_in_some(reason: str, iterations: list[bool]) -> LoopRefused:
    """The error where only some ``iterations`` set a variable: the first of them runs by itself, and then it is there."""
    first = iterations.index(True) if True in iterations else 0
    if first < _MOST_PEELED:
        return NotFixpoint(reason)
    return Paused(LoopRefused(reason), [k == first for k in range(len(iterations))])


def stretch_of(iterations: list[bool]) -> tuple[int, int]:
    """The first iteration that runs by itself, and how many there are in a row."""
    first = iterations.index(True)
    behind = first
    while behind < len(iterations) and iterations[behind]:
        behind += 1
    return first, behind - first


def worth(iterations: list[bool], largest: int, least_work: int) -> bool:
    """Whether there are enough iterations between those that run by themselves, over arrays of so many elements."""
    pauses = sum(1 for k, own in enumerate(iterations) if own and (k == 0 or not iterations[k - 1]))
    between = iterations.count(False) / max(pauses, 1)
    return between >= _LEAST_BETWEEN and largest * between >= _LEAST_WORK * least_work


def may_pause(node: m.For | m.While) -> bool:
    """Whether a loop has branches, in which such statements may stand."""
    return any(isinstance(s, (m.If, m.Switch)) for s in node.body)


@dataclass(slots=True)
class Progress:
    """How far a loop has come as kernels: all of it, unless iterations from ``start`` to before ``stop`` are to run by themselves, before
    the others are looked at again.  ``left``: it ended with a ``break``.  ``iterations`` says which of the iterations run by themselves, as
    far as known, and ``why`` was not said yet.  ``largest``: the elements of the largest array.  ``limit``: the iteration before which a
    ``while`` loop has to pause.  ``as_arrays``: running scalars that arrays decide."""

    largest: int = 0
    may_pause: bool = False
    start: int | None = None
    stop: int = 0
    left: bool = False
    iterations: list[bool] | None = None
    why: Paused | None = None
    limit: int | None = None
    as_arrays: frozenset[str] = frozenset()

    def pause(self, start: int, stop: int) -> None:
        self.start, self.stop = start, stop


def split(rounds: Any, start: int, stop: int) -> tuple[Any, Any]:
    """The rounds of some iterations, and those behind them; None where there are none.  Those of ``while`` are just as many."""
    if rounds is True or type(rounds) is _Later:
        return range(stop - start), _Later()
    return _cut(rounds, start, stop), (_cut(rounds, stop, len(rounds)) if stop < len(rounds) else None)


class _Later:
    """The iterations of a ``while`` loop behind some that ran by themselves."""


def all_of(rounds: Any) -> Any:
    """The rounds of a loop that runs iteration by iteration."""
    return repeat(None) if rounds is True or type(rounds) is _Later else rounds


def divisible(rounds: Any) -> bool:
    return rounds is True or type(rounds) in (list, _Later) or isinstance(rounds, Counted)


def _cut(rounds: Any, start: int, stop: int) -> Any:
    return rounds[start:stop] if type(rounds) is list else rounds.cut(start, stop)
