"""Events of differential equations: where functions of the solution become zero within a step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values.convert import to_value

State = tuple[np.ndarray, ...]
"""The arguments of an event function besides the time: the solution, and for some solvers its slope or the delayed solutions."""


def _column(part: np.ndarray) -> Any:
    return to_value(np.asfortranarray(part.reshape(-1, 1) if part.ndim < 2 else part))


def event_functions(call: Any, function: Any, parameters: tuple[Any, ...], t: float, *state: np.ndarray) -> list[Any]:
    """``g(t, *state)`` for each event of the program's function, which takes as much of a state as is given here; with its
    ``direction`` and whether it is ``terminal``.  Empty where there is no function."""
    if function is None:
        return []
    count = len(state)

    def event_outputs(t: float, state: State) -> Any:
        return call.feval(function, float(t), *map(_column, state[:count]), *parameters, nargout=3)

    def one(k: int, direction: float, terminal: bool) -> Any:
        def value(t: float, *state: np.ndarray) -> float:
            return float(arg.flat(event_outputs(t, state)[0])[k])

        value.direction, value.terminal = direction, terminal  # type: ignore[attr-defined]
        return value

    values, terminal, direction = (arg.flat(v) for v in event_outputs(t, state))
    return [one(k, float(direction[k]), bool(terminal[k])) for k in range(len(values))]


class EventsFound:
    """The events of an integration so far, for each function: ``times`` and ``states`` (the solution there)."""

    def __init__(self, events: list[Any], t: float, *state: np.ndarray) -> None:
        self.events, self.last = events, [g(t, *state) for g in events]
        self.times: list[Any] = [[] for _ in events]
        self.states: list[Any] = [[] for _ in events]

    def between(self, start: float, end: float, after: State, inside: Callable[[float], State]) -> tuple[float, State] | None:
        """Note the events of a step that ends in the state ``after``; time and state of the first that ends the integration."""
        from scipy.optimize import brentq

        hits = []
        for k, g in enumerate(self.events):
            before, now = self.last[k], g(end, *after)
            self.last[k] = now
            crosses = before * now < 0 or (now == 0 and before != 0)
            if crosses and (now - before) * (g.direction or 0) >= 0:
                at = end if now == 0 else brentq(lambda t, g=g: g(t, *inside(t)), start, end, xtol=4 * np.spacing(abs(end)))
                hits.append((at, k, g.terminal))
        for at, k, terminal in sorted(hits, key=lambda hit: abs(hit[0] - start)):
            state = after if at == end else inside(at)
            self.times[k].append(at)
            self.states[k].append(state[0])
            if terminal:
                return at, state
        return None

    def listed(self, size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Times, states (rows) and numbers of all events, in order of time as far as one function's follow each other."""
        return listed(self.times, self.states, size)


def listed(times: list[Any], states: list[Any], size: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Times, states (rows, ``size`` long) and numbers of events that are listed for each function, as columns in order of time."""
    moments = np.concatenate([np.asarray(e, np.float64) for e in times])
    rows = np.concatenate([np.asarray(s).reshape(-1, size) for s in states])
    index = np.concatenate([np.full(len(e), k + 1.0) for k, e in enumerate(times)])
    order = np.argsort(moments, kind="stable")
    return moments[order].reshape(-1, 1), rows[order], index[order].reshape(-1, 1)
