"""Minima of smooth functions: fminunc by quasi-Newton steps, fmincon by quadratic programs."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import numel_of, shape_of, to_value
from .linear_constraints import Conditions, bounds_of, linear_constraints
from .options import Limit, Search, forward_differences, solver_fields, switched, tolerance
from .scalar_searches import problem_fields
from .search_progress import Stopped, number

_HUGE = -1e20
_STILL = 5
"""Steps of hardly any length after which a search under constraints is given up: scipy goes on for ever where no point satisfies them."""
_GRADIENT_SMALL = "Optimization completed because the size of the gradient is less than\nthe value of the optimality tolerance."


class _Stuck(Exception):
    """The steps of a search under constraints have hardly any length."""


class _Objective:
    """The function to be made small, with its slope: the program's own where it gives one, else by differences."""

    def __init__(self, call: Any, fun: Any, x0: Any, has_gradients: bool, search: Search, upper: np.ndarray | None = None) -> None:
        self.call, self.fun, self.shape, self.has_gradients, self.search, self.upper = call, fun, shape_of(x0), has_gradients, search, upper
        self.known: dict[bytes, tuple[float, Any]] = {}

    def value(self, x: np.ndarray) -> float:
        return self._at(x)[0]

    def _at(self, x: np.ndarray) -> tuple[float, Any]:
        key = x.tobytes()
        if key not in self.known:
            self.search.evaluate()
            outputs = self.call.feval(self.fun, self.shaped(x), nargout=2 if self.has_gradients else 1)
            if numel_of(outputs[0]) != 1:
                raise MatlabError("Objective function must return a scalar value.", f"optim:{self.call.name}:NonScalarObj")
            item = arg.flat(outputs[0])[0]
            if self.has_gradients and numel_of(outputs[1]) != x.size:
                raise MatlabError(
                    "The gradient must have as many elements as there are variables.", f"optim:{self.call.name}:InvalidGradient"
                )
            if len(self.known) > 8:
                self.known.clear()
            self.known[key] = float(item.real), arg.flat(outputs[1]).real.astype(np.float64) if self.has_gradients else None
        return self.known[key]

    def slope(self, x: np.ndarray) -> np.ndarray:
        base, slope = self._at(x)
        return slope if slope is not None else forward_differences(self.plain, x, base, self.upper)

    def plain(self, x: np.ndarray) -> float:
        """A value that is not kept."""
        self.search.evaluate()
        return float(arg.flat(self.call.feval(self.fun, self.shaped(x))[0])[0].real)

    def shaped(self, x: np.ndarray) -> Any:
        return to_value(np.array(x, np.float64).reshape(self.shape, order="F"))


@builtin(
    "fminunc",
    "x = fminunc(fun, x0)",
    "x = fminunc(fun, x0, options)", "x = fminunc(fun, x0, options, p1, ...)",
    "x = fminunc(problem)",
    "[x, fval, exitflag, output, grad, hessian] = fminunc(...)",
    summary="Minimum of a smooth function of several variables.",
    examples=(
        Example("all(abs(fminunc(@(x) (x(1)-1)^2+(x(2)-2)^2,[0 0],optimset('Display','off'))-[1 2])<1e-5)", "true"),
        Example("o = optimoptions('fminunc','Display','off','MaxIterations',2); [x,v,flag,out] = fminunc(@(x) x^4+exp(x),3,o); [flag out.iterations]", "[0 2]"),
    ),
    errors=(
        ErrorCase("fminunc(@(x) [x x],1)", "optim:fminunc:NonScalarObj"),
        ErrorCase("fminunc(1)", "MATLAB:fminunc:InputArg"),
    ),
    see_also=("fmincon", "fminsearch", "optimoptions"),
)  # fmt: skip
def fminunc(call: Any, fun: Any, x0: Any = None, options: Any = None, *parameters: Any) -> Any:
    if x0 is None:
        fun, x0, options = problem_fields(fun, "fminunc", ("objective", "x0"))
    fields, start = solver_fields(options, call.name), arg.flat(x0).astype(np.float64)
    search = Search(call, fields, len(start), 100.0 * len(start) if "maxfunevals" in fields else np.inf)
    with_parameters = (lambda f: lambda x: call.feval(f, x, *parameters)) if parameters else None
    objective = _Objective(call, fun, x0, switched(fields, "gradobj"), search)
    if with_parameters:
        objective.call = _Bound(call, parameters)
    search.progress.row(f"{'First-order ':>68}\n Iteration  Func-count       f(x)        Step-size       optimality")
    run = _Quasi(objective, search, fields)
    try:
        flag, message = run.walk(start)
    except (Limit, Stopped) as error:
        flag, message = search.ended(error)
    x, f, g = run.x, run.f, run.g
    search.close(objective.shaped(x), flag, message, fval=f)
    output = search.output("quasi-newton", message, lssteplength=run.length, firstorderopt=float(np.abs(g).max(initial=0)))
    hessian = _curvature(objective, x) if call.nargout > 5 else None
    return x.reshape(shape_of(x0), order="F"), f, flag, output, g.reshape(-1, 1), hessian


class _Bound:
    """A call that hands further parameters to the function."""

    def __init__(self, call: Any, parameters: tuple[Any, ...]) -> None:
        self.call, self.parameters, self.name = call, parameters, call.name

    def feval(self, fun: Any, *inputs: Any, nargout: int = 1) -> Any:
        return self.call.feval(fun, *inputs, *self.parameters, nargout=nargout)


def _updated(inverse: np.ndarray, moved: np.ndarray, change: np.ndarray, rescale: bool) -> np.ndarray:
    """The estimate of the inverse Hessian after a step and the change of the gradient along it (BFGS); unchanged without curvature."""
    along = change @ moved
    if not along > 1e-14 * np.linalg.norm(change) * np.linalg.norm(moved):
        return inverse
    if rescale:
        inverse = inverse * along / (change @ change)
    left = np.eye(len(moved)) - np.outer(moved, change) / along
    return left @ inverse @ left.T + np.outer(moved, moved) / along


class _Quasi:
    """Steps along directions from an estimate of the inverse curvature (BFGS); ``x``, ``f`` and ``g`` are where it stands."""

    def __init__(self, objective: _Objective, search: Search, fields: dict[str, Any]) -> None:
        self.objective, self.search = objective, search
        self.flat = tolerance(fields, ("tolfun",), 1e-6)
        self.short = number(fields, "tolx", 1e-6)
        self.lowest = number(fields, "objectivelimit", _HUGE)
        self.length = np.nan

    def walk(self, x: np.ndarray) -> tuple[float, str]:
        self.x, self.f, self.g = x, self.objective.value(x), np.full(len(x), np.nan)
        if not np.isfinite(self.f):
            raise MatlabError("Objective function is undefined at initial point. Fminunc cannot continue.", "optim:fminunc:UsrObjUndefAtX0")
        self.g = self.objective.slope(x)
        first = max(float(np.abs(self.g).max(initial=0)), 1e-300)
        inverse = np.eye(len(x))
        self._note()
        # Differences give the slope to a part in 1e8 only: beyond that no step gets lower.
        while True:
            size = float(np.abs(self.g).max(initial=0))
            if size <= self.flat * 1e-2 or (size <= self.flat * (1 + first) and self.search.step and self.length == 0):
                return 1.0, f"Local minimum found.\n\n{_GRADIENT_SMALL}"
            if self.f <= self.lowest:
                return (
                    -3.0,
                    "Problem appears unbounded.\n\nfminunc stopped because the objective function value is less than\nthe value of the objective function limit.",
                )
            direction = -inverse @ self.g
            if not np.isfinite(direction).all() or direction @ self.g >= 0:
                inverse, direction = np.eye(len(x)), -self.g
            step = self._search_line(direction, min(1.0, 1.0 / size) if self.search.step == 0 else 1.0)
            if step is None:
                if size <= self.flat * (1 + first):
                    return 1.0, f"Local minimum found.\n\n{_GRADIENT_SMALL}"
                if not np.array_equal(inverse, np.eye(len(x))):
                    inverse = np.eye(len(x))  # the estimate may be what misleads
                    continue
                return (
                    5.0,
                    "Local minimum possible.\n\nfminunc stopped because it cannot decrease the objective function\nalong the current search direction.",
                )
            length, f, g = step
            moved, change, before = length * direction, g - self.g, self.f
            self.x, self.f, self.g, self.length = self.x + moved, f, g, length
            inverse = _updated(inverse, moved, change, rescale=self.search.step == 0)
            self._note()
            size = float(np.abs(self.g).max(initial=0))
            short = np.linalg.norm(moved) < self.short * 1e-3 * (1 + np.linalg.norm(self.x)) and abs(before - f) <= 1e-14 * (1 + abs(f))
            if short and size > self.flat * 1e-2:
                if size <= self.flat * (1 + first):
                    return 1.0, f"Local minimum found.\n\n{_GRADIENT_SMALL}"
                return (
                    2.0,
                    "Local minimum possible.\n\nfminunc stopped because the size of the current step is less than\nthe value of the step size tolerance.",
                )

    def _note(self) -> None:
        size = float(np.abs(self.g).max(initial=0))
        length = f"{self.length:13.6g}" if self.search.step >= 0 else " " * 13
        row = f" {self.search.step + 1:5d}       {self.search.evaluations:5d}    {self.f:13.6g}  {length}   {size:12.3g}"
        self.search.note(
            self.x, self.objective.shaped(self.x), row, fval=self.f, firstorderopt=size, gradient=self.g.reshape(-1, 1),
            lssteplength=self.search._or_none(self.length), procedure="",
        )  # fmt: skip

    def _search_line(self, direction: np.ndarray, length: float) -> tuple[float, float, np.ndarray] | None:
        """A length at which the function is lower by enough and its slope is less steep; None where there is none."""
        slope, low, high = float(self.g @ direction), 0.0, np.inf
        best: tuple[float, float, np.ndarray] | None = None
        f_low, s_low = self.f, slope
        for _ in range(40):
            x = self.x + length * direction
            f = self.objective.value(x)
            if not np.isfinite(f) or f > self.f + 1e-4 * length * slope or f >= f_low:
                high = length
                if not np.isfinite(f):
                    length = low + 0.1 * (high - low)
                    continue
                # the lowest point of the parabola through the value and slope below and the value here
                gap = high - low
                curve = f - f_low - s_low * gap
                step = -s_low * gap * gap / (2 * curve) if curve > 0 else gap / 2
                length = low + min(max(step, 0.1 * gap), 0.9 * gap)
            else:
                g = self.objective.slope(x)
                steep = float(g @ direction)
                best = (length, f, g)
                if abs(steep) <= 0.9 * abs(slope) or (steep < 0 and length > 1e10):
                    return best
                if steep > 0:
                    high, length = length, low + (length - low) * max(0.1, min(0.9, -s_low / (steep - s_low)))
                    continue
                low, f_low, s_low = length, f, steep
                length = 2.0 * length if not np.isfinite(high) else (low + high) / 2
            if np.isfinite(high) and high - low < 1e-14 * max(high, 1e-3):
                break
        return best


def _curvature(objective: _Objective, x: np.ndarray) -> np.ndarray:
    """The second derivatives at x, from differences of slopes or of values."""
    n, out = len(x), np.zeros((len(x), len(x)))
    steps = np.finfo(float).eps ** 0.25 * np.maximum(np.abs(x), 1.0)
    unit = np.diag(steps)
    if objective.has_gradients:
        for i in range(n):
            out[:, i] = (objective.slope(x + unit[i]) - objective.slope(x - unit[i])) / (2 * steps[i])
    else:
        f = objective.plain
        for i in range(n):
            for j in range(i + 1):
                corners = f(x + unit[i] + unit[j]) - f(x + unit[i] - unit[j]) - f(x - unit[i] + unit[j]) + f(x - unit[i] - unit[j])
                out[i, j] = out[j, i] = corners / (4 * steps[i] * steps[j])
    return (out + out.T) / 2


@builtin(
    "fmincon",
    "x = fmincon(fun, x0, A, b)",
    "x = fmincon(fun, x0, A, b, Aeq, beq, lb, ub, nonlcon, options)",
    "x = fmincon(problem)",
    "[x, fval, exitflag, output, lambda, grad, hessian] = fmincon(...)",
    summary="Minimum of a function under constraints.",
    examples=(
        Example("abs(fmincon(@(x) (x-2)^2,0,1,1,[],[],[],[],[],optimset('Display','off'))-1)<1e-5", "true"),
        Example("o = optimoptions('fmincon','Display','off'); [x,v,flag,out,L] = fmincon(@(x) (x-2)^2,0,1,1,[],[],[],[],[],o); round(L.ineqlin,3)", "2"),
    ),
    errors=(ErrorCase("fmincon(@(x) [x x],1,1,1)", "optim:fmincon:NonScalarObj"), ErrorCase("fmincon(1)", "MATLAB:fmincon:InputArg")),
    see_also=("fminunc", "quadprog", "optimoptions"),
)  # fmt: skip
def fmincon(
    call: Any, fun: Any, x0: Any = None, a: Any = None, b: Any = None, aeq: Any = None, beq: Any = None, lb: Any = None, ub: Any = None,
    nonlcon: Any = None, options: Any = None,
) -> Any:  # fmt: skip
    from scipy.optimize import minimize

    if x0 is None:
        fields_of = fun.array.flat[0] if hasattr(fun, "array") and arg.class_of(fun) == "struct" and fun.numel == 1 else {}
        fun, x0, options = problem_fields(fun, "fmincon", ("objective", "x0"))
        a, b, aeq, beq, lb, ub, nonlcon = (fields_of.get(name) for name in ("Aineq", "bineq", "Aeq", "beq", "lb", "ub", "nonlcon"))
    fields, start = solver_fields(options, call.name), arg.flat(x0).astype(np.float64)
    algorithm = arg.text_of(fields["algorithm"]).lower() if "algorithm" in fields else "interior-point"
    search = Search(call, fields, len(start), *((3000.0, 1000.0) if algorithm == "interior-point" else (100.0 * len(start), 400.0)))
    bounds = bounds_of(lb, ub, len(start))
    objective = _Objective(call, fun, x0, switched(fields, "gradobj"), search, bounds.ub)
    conditions = Conditions(call, nonlcon, objective, switched(fields, "gradconstr"))
    conditions.read(linear_constraints(call, a, b, False), linear_constraints(call, aeq, beq, True))
    start = np.clip(start, bounds.lb, bounds.ub)
    search.progress.row(f"{'First-order':>55}{'Norm of':>13}\n Iter F-count            f(x)  Feasibility   optimality         step")
    last: dict[str, Any] = {"x": start}

    def slope(x: np.ndarray) -> np.ndarray:
        g = objective.slope(x)
        last.update(x=np.array(x), f=objective.value(x), g=g)
        last["miss"] = conditions.violation(x, bounds)
        _, last["optimality"] = conditions.multipliers(x, g, bounds)
        step = f"{np.linalg.norm(x - search.x):12.3e}" if search.x is not None else ""
        row = f"{search.step + 1:5d} {search.evaluations:7d} {last['f']:15.6e} {last['miss']:12.3e} {last['optimality']:12.3e} {step}"
        search.note(
            x, objective.shaped(x), row.rstrip(), fval=last["f"], constrviolation=last["miss"], firstorderopt=last["optimality"],
            gradient=g.reshape(-1, 1),
        )  # fmt: skip
        last["still"] = last.get("still", 0) + 1 if search.size < short else 0
        if last["still"] >= _STILL:
            raise _Stuck
        return g

    allowed, short = number(fields, "tolcon", 1e-6), number(fields, "tolx", 1e-10)
    try:
        solution = minimize(
            objective.value, start, method="SLSQP", jac=slope, bounds=bounds, constraints=conditions.for_scipy(),
            options={"ftol": min(tolerance(fields, ("tolfun",), 1e-6), 1e-6) * 1e-4, "maxiter": 100000},
        )  # fmt: skip
        x = np.clip(solution.x, bounds.lb, bounds.ub)
        flag, message = _verdict(solution.status, conditions.violation(x, bounds) <= 10 * allowed)
    except _Stuck:
        x = last["x"]
        flag, message = _verdict(8, conditions.violation(x, bounds) <= 10 * allowed)
    except (Limit, Stopped) as error:
        x = last["x"]
        flag, message = search.ended(error)
    f, g = objective.value(x), objective.slope(x)
    multipliers, optimality = conditions.multipliers(x, g, bounds)
    search.close(objective.shaped(x), flag, message, fval=f)
    output = search.output(
        algorithm, message,
        constrviolation=conditions.violation(x, bounds), firstorderopt=optimality,
    )  # fmt: skip
    hessian = _curvature(objective, x) if call.nargout > 6 else None
    return x.reshape(shape_of(x0), order="F"), f, flag, output, multipliers, g.reshape(-1, 1), hessian


def _verdict(status: int, feasible: bool) -> tuple[float, str]:
    if feasible and status == 0:
        return 1.0, (
            "Local minimum found that satisfies the constraints.\n\nOptimization completed because the objective function is non-decreasing in \n"
            "feasible directions, to within the value of the optimality tolerance,\n"
            "and constraints are satisfied to within the value of the constraint tolerance."
        )
    if feasible:
        return 2.0, (
            "Local minimum possible. Constraints satisfied.\n\nfmincon stopped because the size of the current step is less than\n"
            "the value of the step size tolerance and constraints are \nsatisfied to within the value of the constraint tolerance."
        )
    return -2.0, (
        "Converged to an infeasible point.\n\nfmincon stopped because the size of the current step is less than\n"
        "the value of the step size tolerance but constraints are not\nsatisfied to within the value of the constraint tolerance."
    )
