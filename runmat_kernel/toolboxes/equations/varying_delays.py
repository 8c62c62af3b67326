"""Differential equations with delays that depend on the time and the solution: ddesd."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import to_value
from ...values.functions import FunctionHandle
from ..optimization.option_structs import option_fields
from .delay_equations import Past, Stepping, Watch, hermite, solution, state_of, three_stages
from .events import EventsFound, event_functions

_MOST_REPEATS = 8


class _Ahead(Past):
    """Knows the step that is being made as well, because delays may be shorter than it.

    Until there is a first attempt, the solution goes on as it last went; ``asked`` says that a delayed time lay within the step.
    """

    attempt: tuple[Any, ...] | None = None
    asked = False

    def at(self, t: float) -> np.ndarray:
        if not self.y or t <= self.t[-1]:
            return super().at(t)
        self.asked = True
        if self.attempt is not None:
            return hermite(*self.attempt, t)
        if len(self.y) > 1:
            return hermite(*self.t[-2:], *self.y[-2:], *self.slopes[-2:], t)
        return self.y[-1] + (t - self.t[-1]) * self.slopes[-1]


@builtin(
    "ddesd", "sol = ddesd(ddefun, delays, history, tspan)", "sol = ddesd(ddefun, delays, history, tspan, options)",
    summary="Solves differential equations whose delays may depend on the time and the solution.",
    examples=(
        Example("s = ddesd(@(t,y,Z) -Z,1,1,[0 1]); abs(s.y(end)) < 1e-3", "true"),
        Example("s = ddesd(@(t,y,Z) [y(2); -Z(2)*y(2)^2*exp(1-y(2))], @(t,y) exp(1-y(2)), @(t) [log(t); 1/t], [0.1 5]); "
                "max(abs(s.y(1,:) - log(s.x))) < 2e-2", "true"),
    ),
    errors=(
        ErrorCase("ddesd(@(t,y,Z) -Z,1,1,[1 0])", "MATLAB:ddesd:tspan"),
        ErrorCase("ddesd(@(t,y,Z) [1;2],1,1,[0 1])", "MATLAB:ddesd:DDELengthMismatchHistory"),
    ),
    see_also=("dde23", "ddeset", "deval"),
)  # fmt: skip
def ddesd(call: Any, function: Any, delays: Any, history: Any, span: Any, options: Any = None, *extra: Any) -> Any:
    ends = arg.flat(span).astype(np.float64)
    if ends.size < 2 or not ends[-1] > ends[0]:
        raise call.error("Must have tspan(1) < tspan(end).", "MATLAB:ddesd:tspan")
    start, stop = float(ends[0]), float(ends[-1])
    chosen = option_fields(options)
    past = _Ahead(call, history, start, extra)
    first = chosen.read("initialy", state_of, past.before(start))
    constant = None if type(delays) is FunctionHandle else arg.flat(delays)

    def delayed(t: float, y: np.ndarray) -> np.ndarray:
        if constant is None:
            times = arg.flat(call.feval(delays, float(t), to_value(y.reshape(-1, 1).copy()), *extra)[0])
        else:
            times = t - constant
        return np.stack([past.at(min(float(when), t)) for when in times], axis=1) if times.size else np.zeros((len(first), 0))

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        before = to_value(np.asfortranarray(delayed(t, y)))
        slope_values = state_of(call.feval(function, float(t), to_value(y.reshape(-1, 1).copy()), before, *extra)[0])
        if slope_values.size != y.size:
            raise call.error(
                "The derivative function must return as many values as the history has.", "MATLAB:ddesd:DDELengthMismatchHistory"
            )
        return slope_values

    past.y, past.slopes = [first], [np.zeros_like(first)]
    past.slopes = [slope(start, first)]
    shown = delayed(start, first)
    events = EventsFound(event_functions(call, chosen.get("events"), extra, start, first, shown), start, first, shown)
    watch = Watch(events, past, slope, lambda t: delayed(t, past.at(t)))
    steps = Stepping(call, chosen, stop - start, 1e-3)
    with np.errstate(all="ignore"):
        steps.advance(past, lambda h, end: _attempted(past, slope, h, end, steps.allowed), stop, watch)
    event_lists = events.listed(len(first)) if events.events else None
    return solution(function, delays, history, past, steps.rejected, event_lists, "ddesd")


def _attempted(past: _Ahead, slope: Any, h: float, end: float, allowed: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A step, repeated until delayed values within it no longer change: its end, the slope there, the error."""
    t, y, k1 = past.t[-1], past.y[-1], past.slopes[-1]
    before = None
    past.attempt = None
    for _ in range(_MOST_REPEATS):
        past.asked = False
        following, k4, error = three_stages(slope, t, y, k1, h, end)
        if not past.asked or (before is not None and np.max(np.abs(following - before) / allowed(y, following)) <= 0.05):
            break
        before, past.attempt = following, (t, end, y, following, k1, k4)
    past.attempt = None
    return following, k4, error
