"""Differential equations with delays: dde23, ddeset, ddeget."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import class_of, text_of, to_value
from ...values.functions import FunctionHandle
from ..optimization.option_structs import option_fields, options_struct
from .events import EventsFound, event_functions

_OPTIONS = (
    "AbsTol",
    "Events",
    "InitialStep",
    "InitialY",
    "Jumps",
    "MaxStep",
    "NormControl",
    "OutputFcn",
    "OutputSel",
    "Refine",
    "RelTol",
    "Stats",
)
_LEVELS = 4
"""A kink travels through the delays; after so many of them it is too smooth for formulas of order 3 to notice."""


@builtin(
    "ddeset", "options = ddeset(Name, Value, ...)", "options = ddeset(oldopts, ...)", summary="Options of the solvers of delay equations.",
    examples=(Example("getfield(ddeset('RelTol',1e-5),'RelTol')", "1e-5"),), errors=(ErrorCase("ddeset('foo',1)", "MATLAB:ddeset:InvalidPropName"),),
)  # fmt: skip
def ddeset(call, *arguments):
    return options_struct(_OPTIONS, arguments, "ddeset")


@builtin(
    "ddeget", "v = ddeget(options, name)", "v = ddeget(options, name, default)", summary="One option of the solvers of delay equations.",
    examples=(Example("ddeget(ddeset('RelTol',1e-5),'RelTol')", "1e-5"),),
)  # fmt: skip
def ddeget(call, options, name, default=None):
    value = option_fields(options).get(text_of(name).lower())
    return value if value is not None else np.zeros((0, 0)) if default is None else default


def state_of(value: Any) -> np.ndarray:
    """Values or slopes of the components, in double precision."""
    state = arg.flat(value)
    return state.astype(np.result_type(state, np.float64))


class Past:
    """The solution so far: the history before the start, then cubics through values and slopes of the steps."""

    def __init__(self, call: Any, history: Any, start: float, extra: tuple[Any, ...]) -> None:
        self.call, self.history, self.extra = call, history, extra
        self.t, self.y, self.slopes = [start], [], []
        self.earlier = history.array.flat[0] if class_of(history) == "struct" else None

    def before(self, t: float) -> np.ndarray:
        if type(self.history) is FunctionHandle:
            return state_of(self.call.feval(self.history, float(t), *self.extra)[0])
        if self.earlier is not None:
            return arg.flat(self.call.feval("deval", self.history, float(t))[0])
        return state_of(self.history)

    def at(self, t: float) -> np.ndarray:
        if t < self.t[0] or not self.y:
            return self.before(t)
        k = min(max(int(np.searchsorted(self.t, t, side="right")) - 1, 0), len(self.t) - 2)
        if k < 0 or t >= self.t[-1]:
            return self.y[-1]
        return hermite(self.t[k], self.t[k + 1], self.y[k], self.y[k + 1], self.slopes[k], self.slopes[k + 1], t)


def hermite(a: float, b: float, ya: np.ndarray, yb: np.ndarray, da: np.ndarray, db: np.ndarray, t: float) -> np.ndarray:
    """The cubic with given values and slopes at ``a`` and ``b``."""
    h, s = b - a, (t - a) / (b - a)
    return (1 + 2 * s) * (1 - s) ** 2 * ya + s * s * (3 - 2 * s) * yb + h * s * (1 - s) * ((1 - s) * da - s * db)


def _kinks(start: float, end: float, lags: np.ndarray, jumps: np.ndarray) -> list[float]:
    """The points where the solution is not smooth: the start and the jumps, shifted by sums of delays."""
    level = kinks = np.unique(np.concatenate([[start], jumps]))
    for _ in range(_LEVELS):
        level = np.unique((level[:, None] + lags[None, :]).ravel()) if lags.size else np.zeros(0)
        level = level[level < end]
        kinks = np.concatenate([kinks, level])
    kinks = np.sort(kinks[(kinks > start) & (kinks < end)])
    return [*kinks[np.diff(kinks, prepend=-np.inf) > 1e-12 * max(abs(end), 1.0)], end]


@builtin(
    "dde23", "sol = dde23(ddefun, lags, history, tspan)", "sol = dde23(ddefun, lags, history, tspan, options)", "sol = dde23(..., options, p1, ...)",
    summary="Solves differential equations with constant delays by formulas of order 2 and 3.",
    examples=(
        Example("s = dde23(@(t,y,Z) -Z,1,1,[0 1]); abs(s.y(end)) < 1e-10", "true"),
        Example("s = dde23(@(t,y,Z) [Z(1,1);Z(1,1)+Z(2,2);y(2)],[1 0.2],@(t) ones(3,1),[0 5]); round(s.y(1,end),1)", "19.2"),
    ),
    errors=(ErrorCase("dde23(@(t,y,Z) -Z,-1,1,[0 1])", "MATLAB:dde23:NotPosLags"), ErrorCase("dde23(@(t,y,Z) -Z,1,1,[1 0])", "MATLAB:dde23:tspan")),
)  # fmt: skip
def dde23(call, function, lags, history, span, options=None, *extra):
    delays, ends = (arg.flat(v).astype(np.float64) for v in (lags, span))
    if ends.size < 2 or not ends[-1] > ends[0]:
        raise call.error("Must have tspan(1) < tspan(end).", "MATLAB:dde23:tspan")
    if delays.size and delays.min() <= 0:
        raise call.error("The lags must all be positive.", "MATLAB:dde23:NotPosLags")
    chosen = option_fields(options)
    past = Past(call, history, float(ends[0]), extra)
    first = chosen.read("initialy", state_of, past.before(ends[0]))

    def delayed(t: float) -> np.ndarray:
        return np.stack([past.at(t - lag) for lag in delays], axis=1) if delays.size else np.zeros((len(first), 0))

    def slope(t: float, y: np.ndarray) -> np.ndarray:
        before = to_value(np.asfortranarray(delayed(t)))
        slope_values = state_of(call.feval(function, float(t), to_value(y.reshape(-1, 1).copy()), before, *extra)[0])
        if slope_values.size != y.size:
            raise call.error(
                "The derivative function must return as many values as the history has.", "MATLAB:dde23:DDELengthMismatchHistory"
            )
        return slope_values

    past.y, past.slopes = [first], [slope(ends[0], first)]
    steps = Stepping(call, chosen, ends[-1] - ends[0], 1e-2, float(delays.min()) if delays.size else np.inf)
    events = EventsFound(event_functions(call, chosen.get("events"), extra, ends[0], first, delayed(ends[0])), ends[0], first, delayed(ends[0]))
    watch = Watch(events, past, slope, delayed)

    def attempt(h: float, end: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return three_stages(slope, past.t[-1], past.y[-1], past.slopes[-1], h, end)

    with np.errstate(all="ignore"):
        for stop in _kinks(float(ends[0]), float(ends[-1]), delays, chosen.read("jumps", arg.flat, np.zeros(0))):
            past.slopes[-1] = slope(past.t[-1], past.y[-1])  # the slope behind a jump
            steps.advance(past, attempt, stop, watch)
            if watch.stopped:
                break
    return solution(function, delays.reshape(1, -1), history, past, steps.rejected, events.listed(len(first)) if events.events else None)


class Watch:
    """The search for events in each step; a terminal event ends the step and the integration."""

    def __init__(self, events: EventsFound, past: Past, slope: Any, delayed: Any) -> None:
        self.events, self.past, self.slope, self.delayed, self.stopped = events, past, slope, delayed, False

    def step(self) -> bool:
        """Whether the integration ends within the last step."""
        past = self.past
        if not self.events.events:
            return False
        (start, end), y = past.t[-2:], past.y[-1]
        stop = self.events.between(start, end, (y, self.delayed(end)), lambda t: (past.at(t), self.delayed(t)))
        if stop is not None:
            at, (y, _) = stop
            past.t[-1], past.y[-1], past.slopes[-1] = at, y, self.slope(at, y)
            self.stopped = True
        return self.stopped


def three_stages(slope: Any, t: float, y: np.ndarray, k1: np.ndarray, h: float, end: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A step of Bogacki and Shampine's pair from ``t`` to ``end``, ``h`` later: its end, the slope there, the error."""
    k2 = slope(t + h / 2, y + h / 2 * k1)
    k3 = slope(t + 0.75 * h, y + 0.75 * h * k2)
    following = y + h * (2 * k1 + 3 * k2 + 4 * k3) / 9
    k4 = slope(end, following)
    return following, k4, np.abs(h * (-5 * k1 + 6 * k2 + 8 * k3 - 9 * k4) / 72)


class Stepping:
    """The step control of a solver: limits of the length, tolerances, the number of rejected steps, and the next length."""

    def __init__(self, call: Any, chosen: dict[str, Any], length: float, share: float, longest: float = np.inf) -> None:
        self.call = call
        self.relative = arg.scalar(chosen.get("reltol", 1e-3))
        self.absolute = chosen.read("abstol", arg.flat, np.array([1e-6]))
        self.longest = min(longest, chosen.number("maxstep", length / 10))
        self.next = chosen.number("initialstep", min(self.longest, share * length))
        self.rejected = 0

    def allowed(self, y: np.ndarray, following: np.ndarray) -> np.ndarray:
        return np.maximum(self.relative * np.maximum(np.abs(y), np.abs(following)), self.absolute)

    def advance(self, past: Past, attempt: Any, stop: float, watch: Watch) -> None:
        """Steps up to ``stop``; ``attempt(h, end)`` makes one: its end, the slope there, the error."""
        h = min(self.next, self.longest)
        while past.t[-1] < stop:
            t = past.t[-1]
            if h < 16 * np.spacing(abs(t)):
                self.call.warning(
                    f"Failure at t={t:.6e}. Unable to meet integration tolerances without reducing the step size below the smallest value allowed.",
                    f"MATLAB:{self.call.name}:IntegrationTolNotMet",
                )
                break
            last = t + 1.1 * h >= stop
            h = stop - t if last else h
            if h > self.longest:
                last, h = False, h / 2
            end = stop if last else t + h
            following, slope, error = attempt(h, end)
            size = float(np.max(error / self.allowed(past.y[-1], following)))
            if not size <= 1:
                self.rejected += 1
                h *= 0.5 if not np.isfinite(size) else max(0.5, 0.8 * size ** (-1 / 3))
                continue
            past.t.append(end), past.y.append(following), past.slopes.append(slope)
            if watch.step():
                break
            h = min(self.longest, h * min(5.0, 0.8 * max(size, 1e-4) ** (-1 / 3)))
        self.next = h


def solution(
    function: Any, delays: Any, history: Any, past: Past, failed: int, events: tuple[np.ndarray, np.ndarray, np.ndarray] | None,
    solver: str = "dde23",
) -> Any:  # fmt: skip
    """The solution structure of the solvers."""
    t, y, slopes = np.array(past.t), np.array(past.y).T, np.array(past.slopes).T
    parts = list(itertools.pairwise(t))
    inner = [np.stack([past.at(a + (b - a) * s) for s in (0.2, 0.4, 0.6, 0.8)], axis=1) for a, b in parts]
    happened = {} if events is None else {"xe": events[0].T, "ye": events[1].T, "ie": events[2].T}
    return to_value(
        {
            "solver": solver, "history": history, "discont": to_value(np.array([[t[0]]])), "x": t.reshape(1, -1), "y": y, **happened,
            "stats": {"nsteps": float(len(t) - 1), "nfailed": float(failed), "nfevals": float(3 * (len(t) - 1 + failed) + 1)}, "yp": slopes,
            "idata": {"dense": np.stack(inner, axis=2), "function": function, "lags": delays},
        }
    )  # fmt: skip
