"""Loops whose body has inner loops of other lengths in each iteration, or of many iterations, beside other statements (Gram-Schmidt,
Arnoldi): each inner loop, and each run of statements between them, is a stage, and the stages are one sequence of iterations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...base.errors import MatlabError
from ...base.records import record
from ...syntax import ast as m
from ..control import Counted, NoRounds, Paired
from ..scope import usage_of
from .eligibility import leaves
from .iterations import Iterations, OrdinaryIteration

if TYPE_CHECKING:
    from .eligibility import Loop

_MOST_TURNS = 1 << 17


@record
class Part:
    """Statements that run once in each iteration (``inner`` is None), or those of an inner loop over ``iterable``."""

    body: m.Block
    inner: str | None = None
    iterable: Any = None


@record
class Divided:
    """The parts of an iteration.  ``order`` says for each iteration of the loop how often each part runs, ``outer`` and ``inner`` for each
    part what the indices are in its iterations, ``last`` for each iteration what the indices of the inner loops are behind it."""

    parts: tuple[Part, ...]
    order: list[list[int]]
    outer: list[list[Any]]
    inner: list[list[Any]]
    last: list[dict[str, Any]]

    def behind(self, iterations: int) -> Divided:
        """Without so many first iterations."""
        gone = [sum(counts[k] for counts in self.order[:iterations]) for k in range(len(self.parts))]
        outer, inner = ([own[start:] for own, start in zip(of, gone, strict=True)] for of in (self.outer, self.inner))
        return Divided(self.parts, self.order[iterations:], outer, inner, self.last[iterations:])


def parts_of(loop: Loop) -> tuple[Part, ...] | None:
    """The parts of a loop's body; None where it is left, grows arrays, or where what it changes says how many turns an inner loop has."""
    if loop.index is None or loop.breaks or loop.appended or loop.index in loop.assigned:
        return None
    parts: list[Part] = []
    waiting: list[m.Statement] = []
    for s in loop.node.body:
        if not isinstance(s, m.For):
            waiting.append(s)
            continue
        if not isinstance(s.target, m.Name) or leaves(s.body) - {m.Continue} or s.target.name in usage_of(s.body).assigned:
            return None
        if usage_of([s.iterable]).mentioned & loop.assigned:
            return None
        if waiting:
            parts.append(Part(tuple(waiting)))
            waiting = []
        parts.append(Part(s.body, s.target.name, s.iterable))
    if waiting:
        parts.append(Part(tuple(waiting)))
    if any(leaves(part.body) for part in parts if part.inner is None):
        return None
    return tuple(parts)


def divided(session: Any, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations) -> Divided | None:
    """How the iterations of a loop go through its parts; None where that is not known."""
    parts = parts_of(loop)
    if parts is None or iterations.items is None or not any(part.inner for part in parts):
        return None
    streams = session.random
    mark = streams.mark()
    try:
        division = _divided(session, loop, functions, before, iterations.items, parts)
        if mark.passed(streams):
            # Iterations draw between the ranges of their inner loops.
            streams.rewind(mark)
            division = None
    finally:
        streams.unmark(mark)
    return division


def _divided(
    session: Any, loop: Loop, functions: Any, before: dict[str, Any], items: Sequence[Any], parts: tuple[Part, ...]
) -> Divided | None:
    plain = OrdinaryIteration(session, functions, dict(before))
    division = Divided(parts, [], [[] for _ in parts], [[] for _ in parts], [])
    total = 0
    for item in items:
        plain.body.variables[loop.index] = item  # type: ignore[index]
        counts, last = [], {}
        for k, part in enumerate(parts):
            numbers: list[Any] = [None]
            if part.inner is not None:
                rounds = _rounds(plain, part.iterable)
                if rounds is None:
                    return None
                numbers, last[part.inner] = rounds
                division.inner[k].extend(numbers)
            division.outer[k].extend([item] * len(numbers))
            counts.append(len(numbers))
            total += len(numbers)
        division.order.append(counts)
        division.last.append(last)
        if total > _MOST_TURNS:
            return None
    return division


def _rounds(plain: OrdinaryIteration, iterable: m.Expression) -> tuple[list[Any], Any] | None:
    """The numbers of an inner loop, and what its index is behind it."""
    try:
        rounds = plain._rounds(iterable)
    except MatlabError:
        return None
    if type(rounds) is NoRounds:
        return [], rounds.value
    if type(rounds) not in (Counted, Paired):
        return None
    numbers = list(map(float, rounds.whole)) if rounds.whole is not None else list(rounds)
    return numbers, numbers[-1]
