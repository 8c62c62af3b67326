"""Zeros and minima of functions of one variable by Brent's methods: fzero, fminbnd."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import class_of
from .option_structs import option_fields
from .search_progress import STOPPED_BY_USER, Progress, Stopped, checked, checks_values, count_limit, info, limit_message, number

_EPS = float(np.finfo(float).eps)


class _Function:
    """The user's function of one number, counted."""

    def __init__(self, call: Any, function: Any, parameters: tuple[Any, ...], options: dict[str, Any]) -> None:
        self.call, self.function, self.parameters = call, function, parameters
        self.check = checks_values(options)
        self.calls = 0
        self.finite = True
        self.last: tuple[float, complex] = (math.nan, math.nan)

    def __call__(self, x: float) -> float:
        values = arg.flat(self.call.feval(self.function, float(x), *self.parameters)[0])
        self.calls += 1
        if not values.size:
            raise self.call.error("The function must return a scalar value.", f"MATLAB:{self.call.name}:NonScalarFunctionValue")
        value = complex(values[0]) if values.dtype.kind == "c" else float(values[0])
        if self.check:
            return checked(value, x, self.call.name)
        self.last = (x, value)
        self.finite = math.isfinite(value.real) and not (isinstance(value, complex) and value.imag)
        return float(value.real)


_FZERO = "bisection, interpolation"


def _zero_info(intervals: int, steps: int, calls: int, message: str) -> dict[str, Any]:
    return {"intervaliterations": float(intervals), **info(steps, calls, _FZERO, message)}


@builtin(
    "fzero",
    "x = fzero(fun, x0)",
    "x = fzero(fun, x0, options)",
    "x = fzero(fun, x0, options, p1, ...)",
    "x = fzero(problem)",
    "[x, fval, exitflag, output] = fzero(...)",
    summary="Zero of a function of one variable.",
    examples=(
        Example("abs(fzero(@(x) x^2-2,[0 2])-sqrt(2))<1e-12", "true"),
        Example("abs(fzero(@cos,1)-pi/2)<1e-12", "true"),
        Example(
            "[x,v,flag,out] = fzero(@(x) exp(-exp(-x))-x,[0 1]); [v flag out.iterations out.funcCount out.intervaliterations]",
            "[0 1 5 7 0]",
        ),
        Example("p.objective=@(x) x-3; p.x0=1; p.solver='fzero'; p.options=optimset; fzero(p)", "3"),
    ),
    errors=(
        ErrorCase("fzero(@(x) x^2+1,[0 1])", "MATLAB:fzero:ValuesAtEndPtsSameSign"),
        ErrorCase("fzero(@sin,[1 2 3])", "MATLAB:fzero:LengthArg2"),
        ErrorCase("fzero(@(x) NaN,1)", "MATLAB:fzero:ValueAtInitGuessComplexOrNotFinite"),
    ),
)
def fzero(call: Any, fun: Any, x0: Any = None, options: Any = None, *parameters: Any) -> Any:
    if x0 is None:
        fun, x0, options = problem_fields(fun, "fzero", ("objective", "x0"))
    fields = option_fields(options)
    progress, f = Progress(call, fields, parameters), _Function(call, fun, parameters, fields)
    start = arg.flat(x0).astype(np.float64)
    if len(start) not in (1, 2):
        raise MatlabError("Second argument must be of length 1 or 2.", "MATLAB:fzero:LengthArg2")
    if not np.isfinite(start).all():
        raise MatlabError("Second argument must be finite.", "MATLAB:fzero:Arg2NotFinite")
    intervals = 0
    try:
        progress.seen(float(start[0]), "init", funccount=0.0, fval=np.zeros((0, 0)), iteration=0.0, intervaliteration=0.0, procedure="")
        if len(start) == 2:
            bracket = _endpoints(f, *map(float, start))
        else:
            bracket, intervals = _bracket(f, float(start[0]), progress)
        if bracket is None:
            return _no_bracket(f, progress, intervals)
        ends = bracket
        if ends[2] == 0 or ends[3] == 0:
            root = ends[1] if ends[3] == 0 else ends[0]
            message = "Zero find terminated."
            progress.tell(message, 2)
            return root, 0.0, 1.0, _zero_info(intervals, 0, f.calls, message)
        x, value, steps = _zero_between(f, ends, number(fields, "tolx", _EPS), progress, intervals)
    except Stopped:
        return *progress.last, -1.0, _zero_info(intervals, 0, f.calls, STOPPED_BY_USER)
    if abs(value) <= max(abs(ends[2]), abs(ends[3])):
        flag, message = 1.0, f"Zero found in the interval [{ends[0]:g}, {ends[1]:g}]"
    else:
        flag = -5.0
        message = (
            f"Current point x may be near a singular point. The interval [{ends[0]:g}, {ends[1]:g}] \nreduced to the requested tolerance and the function changes sign in the interval,\n"
            "but f(x) increased in magnitude as the interval reduced."
        )
    progress.tell(message, 2)
    progress.seen(x, "done", funccount=float(f.calls), fval=value, iteration=float(steps), intervaliteration=float(intervals), procedure="")
    return x, value, flag, _zero_info(intervals, steps, f.calls, message)


def problem_fields(value: Any, solver: str, names: tuple[str, ...]) -> tuple[Any, ...]:
    """The named fields of a problem structure and its options; MATLAB's error where it is none."""
    fields = value.array.flat[0] if class_of(value) == "struct" and value.numel == 1 else {}
    if any(name not in fields for name in names):
        raise MatlabError(
            f"The input to {solver.upper()} should be either a structure with valid fields or consist of at least two arguments.",
            f"MATLAB:{solver}:InputArg",
        )
    return *(fields[name] for name in names), fields.get("options")


def _endpoints(f: _Function, a: float, b: float) -> tuple[float, float, float, float]:
    fa, good = f(a), f.finite
    fb = f(b)
    if not (good and f.finite):
        raise MatlabError("Function values at interval endpoints must be finite and real.", "MATLAB:fzero:ValuesAtEndPtsComplexOrNotFinite")
    if fa and fb and (fa > 0) == (fb > 0):
        raise MatlabError("Function values at the interval endpoints must differ in sign.", "MATLAB:fzero:ValuesAtEndPtsSameSign")
    return a, b, fa, fb


def _bracket(f: _Function, x: float, progress: Progress) -> tuple[tuple[float, float, float, float] | None, int]:
    """An interval around x where the function changes sign, wider by the root of two from step to step, and the number of steps; None where a value is not finite."""
    progress.row(
        f" \nSearch for an interval around {x:g} containing a sign change:\n Func-count    a          f(a)             b          f(b)        Procedure"
    )
    fx = f(x)
    if not f.finite:
        raise MatlabError("Function value at starting guess must be finite and real.", "MATLAB:fzero:ValueAtInitGuessComplexOrNotFinite")
    if fx == 0:
        return (x, x, fx, fx), 0
    a = b = x
    fa = fb = fx
    dx, steps = (x / 50 if x != 0 else 1 / 50), 0

    def shown(procedure: str) -> None:
        progress.row(f"{f.calls:5d}   {a:13.6g} {fa:13.6g} {b:13.6g} {fb:13.6g}   {procedure}")
        progress.seen(a, "iter", funccount=float(f.calls), fval=fa, iteration=0.0, intervaliteration=float(steps), procedure=procedure)

    shown("initial interval")
    while (fa > 0) == (fb > 0):
        steps += 1
        dx *= math.sqrt(2)
        a = x - dx
        fa = f(a)
        if not (f.finite and math.isfinite(a)):
            return None, steps
        if (fa > 0) != (fb > 0):
            shown("search")
            break
        b = x + dx
        fb = f(b)
        if not (f.finite and math.isfinite(b)):
            return None, steps
        shown("search")
    progress.row(f" \nSearch for a zero in the interval [{a:g}, {b:g}]:")
    return (a, b, fa, fb), steps


def _no_bracket(f: _Function, progress: Progress, intervals: int) -> Any:
    where, value = f.last
    kind, text = (
        ("complex", f"{value.real:g}{value.imag:+g}i")
        if isinstance(value, complex) and value.imag
        else ("NaN or Inf", f"{value.real:g}".replace("inf", "Inf").replace("nan", "NaN"))
    )
    message = (
        f"Exiting fzero: aborting search for an interval containing a sign change\n    because {kind} function value encountered during search.\n"
        f"(Function value at {where:g} is {text}.)\nCheck function or try again with a different starting value."
    )
    if progress.level >= 1:
        progress.call.write(message + "\n")
    return np.nan, np.nan, -3.0, _zero_info(intervals, 0, f.calls, message)


def _zero_between(
    f: _Function, ends: tuple[float, float, float, float], tolerance: float, progress: Progress, intervals: int
) -> tuple[float, float, int]:
    """Brent's zero finder (bisection, secants, inverse quadratics): point, value, number of steps."""
    a, b, fa, fb = ends
    c, fc, d, e = a, fb, b - a, b - a
    steps, procedure = 0, "initial"

    def shown() -> None:
        progress.row(f"{f.calls:5d}   {b:13.6g} {fb:13.6g}        {procedure}")
        progress.seen(
            b, "iter", funccount=float(f.calls), fval=fb, iteration=float(steps), intervaliteration=float(intervals), procedure=procedure
        )

    progress.row((" \n" if not intervals else "") + " Func-count    x          f(x)             Procedure")
    while fb != 0 and a != b:
        if (fb > 0) == (fc > 0):  # c stays on the other side of the zero
            c, fc, d, e = a, fa, b - a, b - a
        if abs(fc) < abs(fb):  # b is the best point
            a, b, c, fa, fb, fc = b, c, b, fb, fc, fb
        middle = 0.5 * (c - b)
        least = 2.0 * tolerance * max(abs(b), 1.0)
        if abs(middle) <= least:
            break
        shown()
        d, e, procedure = _brent_step(a, b, c, fa, fb, fc, d, e, least)
        a, fa = b, fb
        b += d if abs(d) > least else least if b < c else -least
        fb = f(b)
        steps += 1
    shown()
    return b, fb, steps


def _brent_step(
    a: float, b: float, c: float, fa: float, fb: float, fc: float, d: float, e: float, least: float
) -> tuple[float, float, str]:
    """The next step from b, the step before it, and the name of the procedure."""
    middle = 0.5 * (c - b)
    if abs(e) < least or abs(fa) <= abs(fb):
        return middle, middle, "bisection"
    s = fb / fa
    if a == c:
        p, q = 2.0 * middle * s, 1.0 - s
    else:
        q, r = fa / fc, fb / fc
        p, q = s * (2.0 * middle * q * (q - r) - (b - a) * (r - 1.0)), (q - 1.0) * (r - 1.0) * (s - 1.0)
    q, p = (-q, p) if p > 0 else (q, -p)
    if 2.0 * p < 3.0 * middle * q - abs(least * q) and p < abs(0.5 * e * q):
        return p / q, d, "interpolation"
    return middle, middle, "bisection"


_FMINBND = "golden section search, parabolic interpolation"


@builtin(
    "fminbnd",
    "x = fminbnd(fun, x1, x2)",
    "x = fminbnd(fun, x1, x2, options)",
    "x = fminbnd(fun, x1, x2, options, p1, ...)",
    "x = fminbnd(problem)",
    "[x, fval, exitflag, output] = fminbnd(...)",
    summary="Minimum of a function of one variable on an interval.",
    examples=(
        Example("abs(fminbnd(@(x) (x-1)^2,0,3)-1)<1e-4", "true"),
        Example("[x,v,flag,out] = fminbnd(@sin,0,2*pi); [flag out.iterations out.funcCount]", "[1 8 9]"),
        Example("p.objective=@(x) (x-1)^2; p.x1=0; p.x2=3; p.solver='fminbnd'; p.options=optimset; fminbnd(p)", "1"),
    ),
    errors=(ErrorCase("fminbnd(@sin,0,'a')", "MATLAB:fminbnd:NonDoubleInput"),),
)
def fminbnd(call: Any, fun: Any, x1: Any = None, x2: Any = None, options: Any = None, *parameters: Any) -> Any:
    if x1 is None:
        fun, x1, x2, options = problem_fields(fun, "fminbnd", ("objective", "x1", "x2"))
    if x2 is None:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if any(class_of(v) != "double" for v in (x1, x2)):
        raise MatlabError("FMINBND only accepts inputs of data type double.", "MATLAB:fminbnd:NonDoubleInput")
    a, b = arg.scalar(x1), arg.scalar(x2)
    fields = option_fields(options)
    progress, f = Progress(call, fields, parameters), _Function(call, fun, parameters, fields)
    if a > b:
        message = "Exiting: The bounds are inconsistent because x1 > x2."
        progress.tell(message, 1)
        return np.zeros((0, 0)), np.zeros((0, 0)), -2.0, info(0, 0, _FMINBND, message)
    most_calls, most_steps, tolerance = (
        count_limit(fields, "maxfunevals", 500),
        count_limit(fields, "maxiter", 500),
        number(fields, "tolx", 1e-4),
    )
    best: list[float] = [a, np.nan, 0]
    try:
        done = _minimum_between(f, a, b, tolerance, most_calls, most_steps, progress, best)
    except Stopped:
        return best[0], best[1], -1.0, info(int(best[2]), f.calls, _FMINBND, STOPPED_BY_USER)
    x, value, steps = best
    if done:
        flag, message = (
            1.0,
            f"Optimization terminated:\n the current x satisfies the termination criteria using OPTIONS.TolX of {tolerance:e} \n",
        )
        progress.tell(message, 2)
    else:
        flag, message = (
            0.0,
            limit_message("function evaluations", "MaxFunEvals", value)
            if f.calls >= most_calls
            else limit_message("iterations", "MaxIter", value),
        )
        progress.tell(message, 1)
    progress.seen(x, "done", funccount=float(f.calls), fval=value, iteration=float(steps), procedure="")
    return x, value, flag, info(int(steps), f.calls, _FMINBND, message)


def _minimum_between(
    f: Callable[[float], float],
    a: float,
    b: float,
    tolerance: float,
    most_calls: float,
    most_steps: float,
    progress: Progress,
    best: list[float],
) -> bool:
    """Brent's minimum finder (golden sections, parabolas); keeps point, value and number of steps in ``best``; whether it converged."""
    golden, root = 0.5 * (3.0 - math.sqrt(5.0)), math.sqrt(_EPS)
    x = v = w = a + golden * (b - a)
    d = e = 0.0
    progress.seen(x, "init", funccount=0.0, fval=np.zeros((0, 0)), iteration=0.0, procedure="")
    fx = fv = fw = f(x)
    calls, steps = 1, 0
    progress.row(" \n Func-count     x          f(x)         Procedure")

    def shown(point: float, value: float, procedure: str) -> None:
        progress.row(f"{calls:5d}   {point:12.6g} {value:12.6g}        {procedure}")
        best[:] = [x, fx, steps]
        progress.seen(point, "iter", funccount=float(calls), fval=value, iteration=float(steps), procedure=procedure)

    shown(x, fx, "initial")
    while True:
        middle, least = 0.5 * (a + b), root * abs(x) + tolerance / 3.0
        if abs(x - middle) <= 2.0 * least - 0.5 * (b - a):
            best[:] = [x, fx, steps]
            return True
        step = _parabola(a, b, x, v, w, fx, fv, fw, e, least) if abs(e) > least else None
        if step is None:
            e = a - x if x >= middle else b - x
            d, procedure = golden * e, "golden"
        else:
            e, d, procedure = d, step, "parabolic"
        u = x + math.copysign(max(abs(d), least), d if d else 1.0)
        fu = f(u)
        calls, steps = calls + 1, steps + 1
        if fu <= fx:
            a, b = (x, b) if u >= x else (a, x)
            v, fv, w, fw, x, fx = w, fw, x, fx, u, fu
        else:
            a, b = (u, b) if u < x else (a, u)
            if fu <= fw or w == x:
                v, fv, w, fw = w, fw, u, fu
            elif fu <= fv or v in (x, w):
                v, fv = u, fu
        shown(u, fu, procedure)
        if calls >= most_calls or steps >= most_steps:
            best[:] = [x, fx, steps]
            return False


def _parabola(a: float, b: float, x: float, v: float, w: float, fx: float, fv: float, fw: float, e: float, least: float) -> float | None:
    """The step to the lowest point of the parabola through three points, or None where it leads too far."""
    r, q = (x - w) * (fx - fv), (x - v) * (fx - fw)
    p, q = (x - v) * q - (x - w) * r, 2.0 * (q - r)
    p, q = (-p if q > 0 else p), abs(q)
    if not (abs(p) < abs(0.5 * q * e) and q * (a - x) < p < q * (b - x)):
        return None
    step = p / q
    if (x + step - a) < 2.0 * least or (b - x - step) < 2.0 * least:
        return math.copysign(least, 0.5 * (a + b) - x)
    return step
