"""Fully implicit differential equations ``f(t, y, y') = 0``: ode15i and decic."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import to_value
from ..optimization.option_structs import option_fields
from .differential_equations import Problem, implicit_outputs
from .implicit_steps import difference_jacobian


def _residual(call: Any, function: Any, extra: tuple[Any, ...], counted: Problem | None = None):
    def residual(t: float, y: np.ndarray, slope: np.ndarray) -> np.ndarray:
        if counted is not None:
            counted.evaluations += 1
        outputs = call.feval(function, float(t), to_value(y.reshape(-1, 1).copy()), to_value(slope.reshape(-1, 1).copy()), *extra)[0]
        values = arg.flat(outputs)
        if values.size != y.size:
            raise call.error("The function must return as many values as there are initial conditions.", "MATLAB:odearguments:SizeIC")
        return values

    return residual


@builtin(
    "ode15i", "[t, y] = ode15i(odefun, tspan, y0, yp0)", "[t, y] = ode15i(odefun, tspan, y0, yp0, options)", "[t, y, te, ye, ie] = ode15i(...)", "[...] = ode15i(odefun, tspan, y0, yp0, options, p1, ...)", "sol = ode15i(...)",
    summary="Solves fully implicit differential equations, also differential-algebraic ones of index 1.",
    examples=(
        Example("[t,y] = ode15i(@(t,y,d) d+2*y,[0 1],1,-2); abs(y(end)-exp(-2)) < 1e-3", "true"),
        Example("[t,y] = ode15i(@(t,y,d) [d(1)+y(1);y(1)+y(2)-1],[0 1],[1;0],[-1;1]); abs(y(end,2)-1+exp(-1)) < 1e-3", "true"),
    ),
    errors=(ErrorCase("ode15i(@(t,y,d) d,[0 1],[1 2],1)", "MATLAB:ode15i:SizeICMismatch"),),
)  # fmt: skip
def ode15i(call, function, span, initial, slope, options=None, *extra):
    times, y, d = (arg.flat(v).astype(np.float64) for v in (span, initial, slope))
    if y.size != d.size:
        raise call.error("Y0 and YP0 must have the same length.", "MATLAB:ode15i:SizeICMismatch")
    if times.size < 2 or times[0] == times[-1]:
        raise call.error("The last entry in tspan must be different from the first entry.", "MATLAB:ode15i:tspan")
    chosen = option_fields(options)
    problem = Problem(call, function, extra, {})
    return implicit_outputs(call, "ode15i", problem, _residual(call, function, extra, problem), times, y, d, chosen)


@builtin(
    "decic", "[y0, yp0, resnrm] = decic(odefun, t0, y0, fixed_y0, yp0, fixed_yp0)", "[...] = decic(odefun, t0, y0, fixed_y0, yp0, fixed_yp0, options, p1, ...)",
    summary="Consistent initial conditions of a fully implicit differential equation, near a guess, some of it fixed.",
    examples=(Example("[y,d] = decic(@(t,y,d) d+2*y,0,1,1,0,0)", "{1,-2}"), Example("[y,d] = decic(@(t,y,d) d+2*y-4,0,5,0,0,1); abs(y-2) < 1e-9", "true")),
    errors=(ErrorCase("decic(@(t,y,d) d,0,[1 2],[1 1],[1 2],[1 0])", "MATLAB:decic:TooManyFixed"),),
)  # fmt: skip
def decic(call, function, start, initial, fixed_y, slope, fixed_slope, options=None, *extra):
    y, d = (arg.flat(v).astype(np.float64).copy() for v in (initial, slope))
    n = y.size
    fixed = [np.zeros(n, bool) if arg.is_empty_matrix(f) else arg.flat(f).astype(bool) for f in (fixed_y, fixed_slope)]
    if d.size != n or any(f.size != n for f in fixed):
        raise call.error("The values, the slopes and what is fixed of them must have as many elements.", "MATLAB:decic:SizeMismatch")
    free = ~np.concatenate(fixed)
    if free.sum() < n:
        raise call.error("You cannot fix more than as many components as there are equations.", "MATLAB:decic:TooManyFixed")
    residual, t = _residual(call, function, extra), arg.scalar(start)
    jacobian = difference_jacobian(residual)
    with np.errstate(all="ignore"):
        for _ in range(50):
            wrong = residual(t, y, d)
            if np.abs(wrong).max() <= 1e-14 * max(1.0, np.abs(y).max(), np.abs(d).max()):
                break
            step = np.zeros(2 * n)
            step[free] = np.linalg.lstsq(np.hstack(jacobian(t, y, d))[:, free], -wrong, rcond=None)[0]
            y, d = y + step[:n], d + step[n:]
            if np.abs(step).max() <= 1e-15 * max(1.0, np.abs(y).max()):
                break
    size = float(np.linalg.norm(residual(t, y, d)))
    if not size < 1e-3:
        raise call.error("Convergence failure in DECIC.", "MATLAB:decic:ConvergenceFailure")
    return y.reshape(-1, 1), d.reshape(-1, 1), size
