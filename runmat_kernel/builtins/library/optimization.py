"""Options of the searches, minima under constraints, systems of equations, and curve fits."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values.convert import is_text, numel_of, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.sparse import Sparse
from .. import arguments as arg
from ..complex_unknowns import Parts, with_parts
from ..search_progress import info, number
from ..spec import ErrorCase, Example, builtin
from .differential_equations import option_fields, options_struct

_OPTIONS = (
    "Display", "MaxFunEvals", "MaxIter", "TolFun", "TolX", "FunValCheck", "OutputFcn", "PlotFcns", "ActiveConstrTol", "Algorithm", "AlwaysHonorConstraints",
    "DerivativeCheck", "Diagnostics", "DiffMaxChange", "DiffMinChange", "FinDiffRelStep", "FinDiffType", "GoalsExactAchieve", "GradConstr", "GradObj",
    "HessFcn", "Hessian", "HessMult", "HessPattern", "HessUpdate", "InitBarrierParam", "InitTrustRegionRadius", "Jacobian", "JacobMult", "JacobPattern",
    "LargeScale", "LineSearchType", "MaxNodes", "MaxPCGIter", "MaxProjCGIter", "MaxSQPIter", "MaxTime", "MeritFunction", "MinAbsMax", "ObjectiveLimit",
    "PrecondBandWidth", "RelLineSrchBnd", "RelLineSrchBndDuration", "ScaleProblem", "SubproblemAlgorithm", "TolCon", "TolConSQP", "TolGradCon", "TolPCG",
    "TolProjCG", "TolProjCGAbs", "TypicalX", "UseParallel",
)  # fmt: skip
_SEARCH = {"Display": "notify", "MaxFunEvals": 500.0, "MaxIter": 500.0, "TolX": 1e-4}
_DEFAULTS: dict[str, dict[str, Any]] = {
    "fzero": {"Display": "notify", "TolX": 2.0**-52, "FunValCheck": "off"},
    "fminbnd": {**_SEARCH, "FunValCheck": "off"},
    "fminsearch": {
        **_SEARCH,
        "MaxFunEvals": "200*numberofvariables",
        "MaxIter": "200*numberofvariables",
        "TolFun": 1e-4,
        "FunValCheck": "off",
    },
    "lsqnonneg": {"Display": "notify", "TolX": "10*eps*norm(c,1)*length(c)"},
}
_NEW_NAMES = {
    "optimalitytolerance": "TolFun",
    "functiontolerance": "TolFun",
    "steptolerance": "TolX",
    "maxfunctionevaluations": "MaxFunEvals",
    "maxiterations": "MaxIter",
    "specifyobjectivegradient": "GradObj",
    "constrainttolerance": "TolCon",
}


@builtin(
    "optimset",
    "options = optimset(Name, Value, ...)",
    "options = optimset(oldopts, ...)",
    "options = optimset",
    "options = optimset(optimfun)",
    summary="Options of the optimisation functions.",
    examples=(
        Example("getfield(optimset('TolX',1e-8),'TolX')", "1e-8"),
        Example("getfield(optimset('fminsearch'),'MaxIter')", "'200*numberofvariables'"),
    ),
    errors=(ErrorCase("optimset('foo',1)", "MATLAB:optimset:InvalidPropName"),),
)
def optimset(call: Any, *arguments: Any) -> Any:
    if len(arguments) == 1 and (is_text(arguments[0]) or type(arguments[0]) is FunctionHandle):
        solver = text_of(arguments[0]) if is_text(arguments[0]) else arguments[0].text.lstrip("@")
        arguments = tuple(to_value(v) for pair in _DEFAULTS.get(solver.lower(), {}).items() for v in pair)
    return options_struct(_OPTIONS, arguments, "optimset")


@builtin(
    "optimget",
    "v = optimget(options, name)",
    "v = optimget(options, name, default)",
    summary="One option of the optimisation functions.",
    examples=(Example("optimget(optimset('TolX',1e-8),'TolX')", "1e-8"), Example("optimget(optimset,'TolX',5)", "5")),
)
def optimget(call: Any, options: Any, name: Any, default: Any = None) -> Any:
    fields, word = option_fields(options), text_of(name).lower()
    found = next((fields[k] for k in sorted(fields, key=len) if k.startswith(word)), None)
    return found if found is not None else (np.zeros((0, 0)) if default is None else default)


@builtin(
    "optimoptions",
    "options = optimoptions(solver)",
    "options = optimoptions(solver, Name, Value, ...)",
    summary="Options of a solver.",
    examples=(
        Example("o = optimoptions('fsolve','Display','off'); o.Display", "'off'"),
        Example("o = optimoptions('fsolve'); o.Display", "'final'"),
    ),
)
def optimoptions(call: Any, solver: Any, *arguments: Any) -> Any:
    given = list(arguments)
    for i in range(0, len(given) - 1, 2):
        if is_text(given[i]):
            given[i] = to_value(_NEW_NAMES.get(text_of(given[i]).lower(), text_of(given[i])))
    return options_struct(_OPTIONS, tuple(given) or (to_value("Display"), to_value("final")), "optimoptions")


def _vector_function(call: Any, function: Any, template: Any, parameters: tuple[Any, ...]) -> Any:
    shape = shape_of(template)

    def f(x: np.ndarray) -> float:
        value = call.feval(function, to_value(np.array(x, np.float64).reshape(shape, order="F")), *parameters)[0]
        if numel_of(value) != 1:
            raise MatlabError("The objective function must return a scalar value.", f"MATLAB:{call.name}:NonScalarObj")
        return float(arg.flat(value)[0].real)

    return f


@builtin(
    "fminunc",
    "x = fminunc(fun, x0)",
    "x = fminunc(fun, x0, options)",
    "[x, fval, exitflag, output, grad, hessian] = fminunc(...)",
    summary="Minimum of a smooth function of several variables.",
    examples=(Example("all(abs(fminunc(@(x) (x(1)-1)^2+(x(2)-2)^2,[0 0])-[1 2])<1e-5)", "true"),),
)
def fminunc(call: Any, fun: Any, x0: Any, options: Any = None, *parameters: Any) -> Any:
    from scipy.optimize import minimize

    given, shape = option_fields(options), shape_of(x0)
    flag = given.get("gradobj")
    has_gradient = flag is not None and (text_of(flag).lower() == "on" if is_text(flag) else bool(arg.scalar(flag)))

    def both(x: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = call.feval(fun, to_value(x.reshape(shape, order="F")), *parameters, nargout=2)[:2]
        return arg.scalar(value), arg.flat(slope)

    objective = both if has_gradient else _vector_function(call, fun, x0, parameters)
    found = minimize(
        objective,
        arg.flat(x0).astype(np.float64),
        method="BFGS",
        jac=has_gradient or "3-point",
        options={"gtol": number(given, "tolfun", 1e-6), "maxiter": int(number(given, "maxiter", 400))},
    )
    message = "Local minimum found." if found.success else "Solver stopped."
    return (
        found.x.reshape(shape, order="F"),
        float(found.fun),
        1.0 if found.success else 5.0,
        info(found.nit, found.nfev, "quasi-newton", message),
        found.jac.reshape(-1, 1),
        np.linalg.inv(found.hess_inv),
    )


@builtin(
    "fsolve",
    "x = fsolve(fun, x0)",
    "x = fsolve(fun, x0, options)",
    "[x, fval, exitflag, output, jacobian] = fsolve(...)",
    summary="Solution of a system of nonlinear equations.",
    examples=(Example("all(abs(fsolve(@(x) [x(1)^2-4;x(2)-1],[1;0],optimset('Display','off'))-[2;1])<1e-6)", "true"),),
)
def fsolve(call: Any, fun: Any, x0: Any, options: Any = None, *parameters: Any) -> Any:
    return with_parts(lambda parts: _root(call, fun, x0, options, parameters, parts), arg.flat(x0))


def _root(call: Any, fun: Any, x0: Any, options: Any, parameters: tuple[Any, ...], parts: Parts) -> Any:
    from scipy.optimize import least_squares, root

    shape = shape_of(x0)
    last: list[Any] = [None]

    def f(x: np.ndarray) -> np.ndarray:
        last[0] = call.feval(fun, to_value(parts.joined(np.array(x)).reshape(shape, order="F")), *parameters)[0]
        return parts.of(arg.flat(last[0]))

    start = parts.of(arg.flat(x0))
    given = option_fields(options)
    tolerance = min(number(given, "tolfun", 1e-6), 1e-6)
    if len(f(start)) == len(start):
        found = root(f, start, tol=min(tolerance, 1e-10))
        if not found.success:
            found = least_squares(f, start, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    else:
        found = least_squares(f, start, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    residual = f(found.x)
    good = bool(np.sqrt((residual**2).sum()) < math.sqrt(tolerance))
    jacobian = np.asarray(found.jac) if hasattr(found, "jac") else _differences(f, found.x)
    return (
        parts.joined(found.x).reshape(shape, order="F"),
        parts.joined(residual).reshape(shape_of(last[0]), order="F"),
        1.0 if good else -2.0,
        info(0, getattr(found, "nfev", 0), "trust-region-dogleg", "Equation solved." if good else "No solution found."),
        parts.jacobian(jacobian),
    )


def _differences(f: Any, x: np.ndarray) -> np.ndarray:
    base, out = f(x), []
    for i in range(len(x)):
        step = math.sqrt(np.finfo(float).eps) * max(abs(x[i]), 1)
        moved = x.copy()
        moved[i] += step
        out.append((f(moved) - base) / step)
    return np.stack(out, axis=1)


def _constraint(call: Any, matrix: Any, bound: Any, equal: bool) -> list[Any]:
    from scipy.optimize import LinearConstraint

    if matrix is None or arg.is_empty_matrix(matrix):
        return []
    rows, b = _rows_of(matrix, bound)
    if np.iscomplexobj(rows) or np.iscomplexobj(b):
        raise call.error("Linear constraints must be real.", f"optim:{call.name}:ComplexConstraints")
    bounding = ~np.isposinf(b) | equal
    if not bounding.any():
        return []
    rows, b = rows[bounding], b[bounding]
    return [LinearConstraint(rows, b if equal else -np.inf, b)]


def _rows_of(matrix: Any, bound: Any) -> tuple[np.ndarray, np.ndarray]:
    """A constraint's matrix and its bounds, one for each row."""
    rows, b = arg.matrix(matrix), arg.flat(bound if bound is not None else to_value(np.empty((0, 0))))
    if len(rows) != len(b):
        raise MatlabError(
            "The number of rows of a matrix of constraints must be the same as the number of elements of its bounds.",
            "optim:InvalidConstraints",
        )
    return rows, b


def _bounds(lower: Any, upper: Any, n: int) -> Any:
    from scipy.optimize import Bounds

    low = np.full(n, -np.inf) if lower is None or arg.is_empty_matrix(lower) else arg.flat(lower)
    high = np.full(n, np.inf) if upper is None or arg.is_empty_matrix(upper) else arg.flat(upper)
    return Bounds(np.broadcast_to(low, n) if low.size == 1 else low, np.broadcast_to(high, n) if high.size == 1 else high)


@builtin(
    "fmincon",
    "x = fmincon(fun, x0, A, b)",
    "x = fmincon(fun, x0, A, b, Aeq, beq, lb, ub, nonlcon, options)",
    "[x, fval, exitflag, output] = fmincon(...)",
    summary="Minimum of a function under constraints.",
    examples=(Example("abs(fmincon(@(x) (x-2)^2,0,1,1)-1)<1e-5", "true"),),
)
def fmincon(
    call: Any,
    fun: Any,
    x0: Any,
    a: Any = None,
    b: Any = None,
    aeq: Any = None,
    beq: Any = None,
    lb: Any = None,
    ub: Any = None,
    nonlcon: Any = None,
    options: Any = None,
) -> Any:
    from scipy.optimize import minimize

    start, shape = arg.flat(x0).astype(np.float64), shape_of(x0)
    constraints = _constraint(call, a, b, False) + _constraint(call, aeq, beq, True)
    if nonlcon is not None and not arg.is_empty_matrix(nonlcon):

        def part(k: int) -> Any:
            return lambda x: arg.flat(call.feval(nonlcon, to_value(x.reshape(shape, order="F")), nargout=2)[k]).astype(np.float64)

        constraints += [{"type": "ineq", "fun": lambda x: -part(0)(x)}, {"type": "eq", "fun": part(1)}]
    found = minimize(
        _vector_function(call, fun, x0, ()),
        start,
        method="SLSQP",
        bounds=_bounds(lb, ub, len(start)),
        constraints=constraints,
        options={"ftol": 1e-10, "maxiter": 1000},
    )
    return (
        found.x.reshape(shape, order="F"),
        float(found.fun),
        1.0 if found.success else -2.0,
        info(found.nit, found.nfev, "sqp", found.message),
    )


@builtin(
    "linprog",
    "x = linprog(f, A, b)",
    "x = linprog(f, A, b, Aeq, beq, lb, ub, options)",
    "[x, fval, exitflag, output] = linprog(...)",
    summary="Linear programming.",
    examples=(Example("linprog([-1;-1],[1 1],1,[],[],[0;0],[1;0])", "[1;0]"),),
)
def linprog(
    call: Any, f: Any, a: Any = None, b: Any = None, aeq: Any = None, beq: Any = None, lb: Any = None, ub: Any = None, options: Any = None
) -> Any:
    from scipy import optimize

    c = arg.flat(f)
    pair = lambda m, v: (None, None) if m is None or arg.is_empty_matrix(m) else _rows_of(m, v)  # noqa: E731
    (left, right), (left_eq, right_eq) = pair(a, b), pair(aeq, beq)
    if any(m is not None and m.shape[1] != len(c) for m in (left, left_eq)):
        raise MatlabError(
            "The number of columns of a matrix of constraints must be the same as the number of elements of f.",
            "optim:linprog:SizeMismatch",
        )
    bounds = _bounds(lb, ub, len(c))
    found = optimize.linprog(c, left, right, left_eq, right_eq, np.stack([bounds.lb, bounds.ub], axis=1), method="highs")
    flag = {0: 1.0, 1: 0.0, 2: -2.0, 3: -3.0}.get(found.status, -4.0)
    if found.x is None:
        return np.zeros((0, 0)), np.zeros((0, 0)), flag, info(0, 0, "dual-simplex", found.message)
    return found.x.reshape(-1, 1), float(found.fun), flag, info(found.nit, 0, "dual-simplex", found.message)


@builtin(
    "quadprog",
    "x = quadprog(H, f, A, b)",
    "x = quadprog(H, f, A, b, Aeq, beq, lb, ub, x0, options)",
    "x = quadprog(H, f)",
    "[x, fval, exitflag] = quadprog(...)",
    summary="Quadratic programming.",
    examples=(Example("round(quadprog([2 0;0 2],[-2;-4]),6)", "[1;2]"),),
)
def quadprog(
    call: Any,
    h: Any,
    f: Any,
    a: Any = None,
    b: Any = None,
    aeq: Any = None,
    beq: Any = None,
    lb: Any = None,
    ub: Any = None,
    x0: Any = None,
    options: Any = None,
) -> Any:
    from scipy.optimize import minimize

    quadratic, linear = arg.square(h).astype(np.float64), arg.flat(f).astype(np.float64)
    start = np.zeros(len(linear)) if x0 is None or arg.is_empty_matrix(x0) else arg.flat(x0)
    constraints = _constraint(call, a, b, False) + _constraint(call, aeq, beq, True)
    found = minimize(
        lambda x: 0.5 * x @ quadratic @ x + linear @ x,
        start,
        jac=lambda x: (quadratic + quadratic.T) @ x / 2 + linear,
        method="SLSQP",
        bounds=_bounds(lb, ub, len(linear)),
        constraints=constraints,
        options={"ftol": 1e-14, "maxiter": 1000},
    )
    return found.x.reshape(-1, 1), float(found.fun), 1.0 if found.success else -2.0


@builtin(
    "lsqcurvefit",
    "x = lsqcurvefit(fun, x0, xdata, ydata)",
    "[x, resnorm, residual, exitflag, output, lambda, jacobian] = lsqcurvefit(fun, x0, xdata, ydata, lb, ub, options)",
    summary="Nonlinear curve fitting by least squares.",
    examples=(Example("round(lsqcurvefit(@(p,x) p(1)*x,1,[1 2 3],[2 4 6]),6)", "2"),),
)
def lsqcurvefit(call: Any, fun: Any, x0: Any, xdata: Any, ydata: Any, lb: Any = None, ub: Any = None, options: Any = None) -> Any:
    return _fitted(lambda x: call.feval("minus", call.feval(fun, x, xdata)[0], ydata)[0], x0, lb, ub)


@builtin(
    "lsqnonlin",
    "x = lsqnonlin(fun, x0)",
    "[x, resnorm, residual, exitflag, output, lambda, jacobian] = lsqnonlin(fun, x0, lb, ub, options)",
    summary="Nonlinear least squares.",
    examples=(Example("round(lsqnonlin(@(x) x-3,1),6)", "3"),),
)
def lsqnonlin(call: Any, fun: Any, x0: Any, lb: Any = None, ub: Any = None, options: Any = None) -> Any:
    return _fitted(lambda x: call.feval(fun, x)[0], x0, lb, ub)


def _fitted(residual: Any, x0: Any, lb: Any, ub: Any) -> Any:
    return with_parts(lambda parts: _least(residual, x0, lb, ub, parts), arg.flat(x0))


def _least(residual: Any, x0: Any, lb: Any, ub: Any, parts: Parts) -> Any:
    """The unknowns with the least squares, the sum of these, the residuals, and what the search tells of itself."""
    from scipy.optimize import least_squares

    size, last = shape_of(x0), to_value(np.zeros((0, 0)))
    bounds = _bounds(lb, ub, numel_of(x0))
    if parts.split and (np.isfinite(bounds.lb).any() or np.isfinite(bounds.ub).any()):
        raise MatlabError("Bounds need a real problem: split it into real and imaginary parts.", "optim:lsqncommon:ComplexBounds")

    def f(x: np.ndarray) -> np.ndarray:
        nonlocal last
        last = residual(to_value(parts.joined(np.array(x)).reshape(size, order="F")))
        return parts.of(arg.flat(last))

    start, within = parts.of(arg.flat(x0)), (-np.inf, np.inf)
    if not parts.split:  # a start outside its bounds begins at them
        start, within = np.clip(start, bounds.lb, bounds.ub), (bounds.lb, bounds.ub)
    found = least_squares(f, start, bounds=within, xtol=1e-12, ftol=1e-12, gtol=1e-12)
    rest = parts.joined(found.fun).reshape(shape_of(last), order="F")
    # what bounds hold the solution in, with the slope that presses against them
    slope = 2 * found.jac.T @ found.fun
    pressed = {"lower": np.where(found.active_mask < 0, slope, 0.0), "upper": np.where(found.active_mask > 0, -slope, 0.0)}
    return (
        parts.joined(found.x).reshape(size, order="F"),
        float(found.fun @ found.fun),
        rest,
        1.0,
        info(0, found.nfev, "trust-region-reflective", "Local minimum found."),
        {name: parts.joined(values).reshape(-1, 1) for name, values in pressed.items()},
        Sparse(parts.jacobian(found.jac)),
    )
