"""Differential equations with delays that depend on the time and the solution: ddesd."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values.convert import to_value
from ...values.functions import FunctionHandle
from .. import arguments as arg
from ..solver_events import Found, event_functions
from ..spec import ErrorCase, Example, builtin
from .delay_equations import Past, Watch, hermite, solution, state_of
from .differential_equations import option_fields

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
    first = state_of(chosen["initialy"]) if "initialy" in chosen else past.before(start)
    constant = None if type(delays) is FunctionHandle else arg.flat(delays)

    def delayed(t: float, y: np.ndarray) -> np.ndarray:
        if constant is None:
            times = arg.flat(call.feval(delays, float(t), to_value(y.reshape(-1, 1).copy()), *extra)[0])
        else:
            times = t - constant
        return np.stack([past.at(min(float(when), t)) for when in times], axis=1) if times.size else np.zeros((len(first), 0))

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        before = to_value(np.asfortranarray(delayed(t, y)))
        found = state_of(call.feval(function, float(t), to_value(y.reshape(-1, 1).copy()), before, *extra)[0])
        if found.size != y.size:
            raise call.error(
                "The derivative function must return as many values as the history has.", "MATLAB:ddesd:DDELengthMismatchHistory"
            )
        return found

    past.y, past.slopes = [first], [np.zeros_like(first)]
    past.slopes = [slope(start, first)]
    shown = delayed(start, first)
    events = Found(event_functions(call, chosen.get("events"), extra, start, first, shown), start, first, shown)
    watch = Watch(events, past, slope, lambda t: delayed(t, past.at(t)))
    longest = arg.scalar(chosen["maxstep"]) if "maxstep" in chosen else (stop - start) / 10
    step = arg.scalar(chosen["initialstep"]) if "initialstep" in chosen else min(longest, 1e-3 * (stop - start))
    relative = arg.scalar(chosen.get("reltol", 1e-3))
    absolute = arg.flat(chosen["abstol"]) if "abstol" in chosen else np.array([1e-6])
    with np.errstate(all="ignore"):
        failed = _advance(call, past, slope, stop, step, longest, relative, absolute, watch)
    told = events.listed(len(first)) if events.events else None
    return solution(function, delays, history, past, failed, told, "ddesd")


def _attempted(past: _Ahead, slope: Any, h: float, end: float, allowed: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A step of Bogacki and Shampine's pair, made again while delayed values within it still move: its end, the slope there, the error."""
    t, y, k1 = past.t[-1], past.y[-1], past.slopes[-1]
    before = None
    past.attempt = None
    for _ in range(_MOST_REPEATS):
        past.asked = False
        k2 = slope(t + h / 2, y + h / 2 * k1)
        k3 = slope(t + 0.75 * h, y + 0.75 * h * k2)
        following = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
        k4 = slope(end, following)
        if not past.asked or (before is not None and np.max(np.abs(following - before) / allowed(y, following)) <= 0.05):
            break
        before, past.attempt = following, (t, end, y, following, k1, k4)
    past.attempt = None
    return following, k4, np.abs(h * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72)


def _advance(
    call: Any, past: _Ahead, slope: Any, stop: float, h: float, longest: float, relative: float, absolute: np.ndarray, watch: Watch
) -> int:
    """Steps up to the end; how many were rejected."""

    def allowed(y: np.ndarray, following: np.ndarray) -> np.ndarray:
        return np.maximum(relative * np.maximum(np.abs(y), np.abs(following)), absolute)

    rejected = 0
    while past.t[-1] < stop:
        t = past.t[-1]
        if h < 16 * np.spacing(abs(t)):
            call.warning(f"Failure at t={t:.6e}. Unable to meet integration tolerances without reducing the step size below the smallest value allowed.",
                         "MATLAB:ddesd:IntegrationTolNotMet")  # fmt: skip
            break
        last = t + 1.1 * h >= stop
        h = stop - t if last else h
        following, slope_there, error = _attempted(past, slope, h, stop if last else t + h, allowed)
        size = float(np.max(error / allowed(past.y[-1], following)))
        if not size <= 1:
            rejected += 1
            h *= 0.5 if not np.isfinite(size) else max(0.5, 0.8 * size ** (-1 / 3))
            continue
        past.t.append(stop if last else t + h), past.y.append(following), past.slopes.append(slope_there)
        if watch.step():
            break
        h = min(longest, h * min(5.0, 0.8 * max(size, 1e-4) ** (-1 / 3)))
    return rejected
