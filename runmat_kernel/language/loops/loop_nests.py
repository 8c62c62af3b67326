"""Loops whose body is another loop and nothing else (``for i = 1:n, for j = i+1:n, ...``): all iterations of the inner ones are one
loop's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ...accel.loops import LoopRefused
from ...base.errors import MatlabError
from ...base.records import record
from ..control import Counted, NoRounds, Paired
from ..scope import usage_of
from .iterations import Iterations, OrdinaryIteration

if TYPE_CHECKING:
    from .eligibility import Loop

_MOST_TURNS = 1 << 17
_LEAST_TURNS = 3


@record
class Nested:
    """The iterations of a nest, and what the indices are behind it."""

    iterations: Iterations
    last: dict[str, Any]


def nested(session: Any, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations, most_unrolled: int) -> Nested | None:
    """The iterations of a loop and of the loop in it; None where they are not known, or where the inner loop is short and always the
    same."""
    streams = session.random
    mark = streams.mark()
    try:
        nest = _iterations_of_both(session, loop, functions, before, iterations, most_unrolled)
        if mark.passed(streams):
            # Iterations draw between the ranges of their inner loops.
            streams.rewind(mark)
            nest = None
    finally:
        streams.unmark(mark)
    return nest


def _iterations_of_both(
    session: Any, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations, most_unrolled: int
) -> Nested | None:
    iterable = loop.node.body[0].iterable  # type: ignore[attr-defined]
    mentioned = usage_of([iterable]).mentioned
    outer: list[Any] = []
    inner: list[Any] = []
    lengths = set()
    known = {name: value for name, value in before.items() if name in mentioned}
    items: Sequence[Any] = iterations.items or ()
    rounds: Any = None
    for item in items:
        plain = OrdinaryIteration(session, functions, {**known, loop.index: item})  # type: ignore[dict-item]
        try:
            rounds = plain._rounds(iterable)
        except (LoopRefused, MatlabError):
            return None
        if type(rounds) is NoRounds:
            lengths.add(0)
            continue
        if type(rounds) not in (Counted, Paired):
            return None
        numbers = list(map(float, rounds.whole)) if rounds.whole is not None else list(rounds)
        lengths.add(len(numbers))
        inner += numbers
        outer += [item] * len(numbers)
        if len(outer) > _MOST_TURNS:
            return None
    if len(outer) < _LEAST_TURNS or (len(lengths) == 1 and max(lengths) <= most_unrolled):
        return None
    end = rounds.value if type(rounds) is NoRounds else inner[-1]
    return Nested(Iterations(len(outer), outer, inner=inner), {loop.index: items[-1], loop.nest.inner: end})  # type: ignore[dict-item, union-attr]
