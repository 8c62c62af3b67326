"""Systems of nonlinear equations, and fits by nonlinear least squares: fsolve, lsqnonlin, lsqcurvefit."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import class_of, numel_of, shape_of, to_value
from ...values.sparse.matrix import Sparse
from .complex_unknowns import Parts, with_parts
from .linear_constraints import bounds_of
from .options import Limit, Search, forward_differences, solver_fields, switched, tolerance
from .scalar_searches import problem_fields
from .search_progress import Stopped, number

_SOLVED = (
    "Equation solved.\n\nfsolve completed because the vector of function values is near zero\n"
    "as measured by the value of the function tolerance, and\nthe problem appears regular as measured by the gradient."
)
_UNSOLVED = (
    "No solution found.\n\nfsolve stopped because the problem appears regular as measured by the gradient,\n"
    "but the vector of function values is not near zero as measured by the\nvalue of the function tolerance."
)
_GRADIENT_SMALL = (
    "Local minimum found.\n\nOptimization completed because the size of the gradient is less than\nthe value of the optimality tolerance."
)
_STEP_SMALL = (
    "Local minimum possible.\n\n{} stopped because the size of the current step is less than\nthe value of the step size tolerance."
)
_SUM_STILL = (
    "Local minimum possible.\n\n{} stopped because the final change in the sum of squares relative to \n"
    "its initial value is less than the value of the function tolerance."
)


@dataclass
class _Problem:
    """Residuals of unknowns as a solver of real numbers sees them, and the last ones that were computed."""

    call: Any
    residual: Any
    x0: Any
    parts: Parts
    search: Search
    has_jacobian: bool
    radius: bool
    upper: np.ndarray | None = None
    shape: tuple[int, ...] = (0, 0)
    at: Any = None
    last: dict[str, Any] = field(default_factory=dict)

    def shaped(self, x: np.ndarray) -> Any:
        return to_value(self.parts.joined(np.array(x, np.float64)).reshape(shape_of(self.x0), order="F"))

    def values(self, x: np.ndarray) -> np.ndarray:
        if self.at is not None and np.array_equal(self.at[0], x):
            return self.at[1]
        self.search.evaluate()
        outputs = self.residual(self.shaped(x), 2 if self.has_jacobian else 1)
        self.shape = shape_of(outputs[0])
        values = self.parts.of(arg.flat(outputs[0]))
        if not np.isfinite(values).all() and "x" not in self.last:
            raise MatlabError("Objective function is returning undefined values at initial point. " + self.call.name.upper() + " cannot continue.",
                              f"optim:{self.call.name}:UsrObjUndefAtX0")  # fmt: skip
        self.at = np.array(x), values, outputs[1] if self.has_jacobian else None
        return values

    def slopes(self, x: np.ndarray) -> np.ndarray:
        """The derivatives at an accepted point: the solvers ask for them once a step, which makes a step of the table."""
        values = self.values(x)
        own = self.at[2]
        if own is not None and not self.parts.split:
            table = arg.matrix(own).astype(np.float64)
            if table.shape != (len(values), len(x)):
                raise MatlabError("The Jacobian must have a row for each function value and a column for each variable.",
                                  f"optim:{self.call.name}:InvalidJacobian")  # fmt: skip
        else:
            table = forward_differences(self.values, x, values, self.upper)
            self.at = np.array(x), values, None
        self.note(x, values, table)
        return table

    def note(self, x: np.ndarray, values: np.ndarray, table: np.ndarray) -> None:
        search, total, steep = self.search, float(values @ values), float(np.abs(table.T @ values).max(initial=0))
        self.last = {"x": np.array(x), "values": values, "table": table, "optimality": steep, "first": self.last.get("first", steep)}
        size = f"{np.linalg.norm(x - search.x):13.6g}" if search.x is not None else " " * 13
        row = f" {search.step + 1:5d}      {search.evaluations:5d}   {total:13.6g}  {size}   {steep:12.3g}"
        fields = {"fval": to_value(values.reshape(-1, 1))} if self.radius else {"resnorm": total, "residual": to_value(values.reshape(-1, 1))}
        search.note(x, self.shaped(x), row, firstorderopt=steep, **fields)


def _heading(search: Search) -> None:
    search.progress.row(f"{'Norm of':>48}{'First-order ':>18}\n Iteration  Func-count     f(x)          step          optimality")


def _precision(fields: dict[str, Any]) -> tuple[float, float]:
    """Tolerances of values and of steps: finer than MATLAB's where the program sets none."""
    return tolerance(fields, ("tolfunvalue", "tolfun"), 1e-12), number(fields, "tolx", 1e-12)


@builtin(
    "fsolve",
    "x = fsolve(fun, x0)",
    "x = fsolve(fun, x0, options)", "x = fsolve(fun, x0, options, p1, ...)",
    "x = fsolve(problem)",
    "[x, fval, exitflag, output, jacobian] = fsolve(...)",
    summary="Solution of a system of nonlinear equations.",
    examples=(
        Example("all(abs(fsolve(@(x) [x(1)^2-4;x(2)-1],[1;0],optimset('Display','off'))-[2;1])<1e-6)", "true"),
        Example("[x,v,flag] = fsolve(@(x) x^2+1,1,optimset('Display','off')); flag", "-2"),
        Example("o = optimoptions('fsolve','Display','off','MaxIterations',1); [x,v,flag,out] = fsolve(@(x) exp(x)-5,9,o); [flag out.iterations]", "[0 1]"),
    ),
    errors=(ErrorCase("fsolve(1)", "MATLAB:fsolve:InputArg"),),
    see_also=("fzero", "lsqnonlin", "optimoptions"),
)  # fmt: skip
def fsolve(call: Any, fun: Any, x0: Any = None, options: Any = None, *parameters: Any) -> Any:
    if x0 is None:
        fun, x0, options = problem_fields(fun, "fsolve", ("objective", "x0"))
    residual = lambda x, count: call.feval(fun, x, *parameters, nargout=count)  # noqa: E731
    return with_parts(lambda parts: _root(call, residual, x0, solver_fields(options, call.name), parts), arg.flat(x0))


def _root(call: Any, residual: Any, x0: Any, fields: dict[str, Any], parts: Parts) -> Any:
    from scipy.optimize import least_squares, root

    start = parts.of(arg.flat(x0))
    search = Search(call, fields, len(start), np.inf)
    problem = _Problem(call, residual, x0, parts, search, switched(fields, "gradobj", "jacobian"), True)
    _heading(search)
    small = np.sqrt(tolerance(fields, ("tolfunvalue", "tolfun"), 1e-6))
    fine, short = _precision(fields)
    try:
        solution = least_squares(problem.values, start, problem.slopes, xtol=min(short, 1e-8), ftol=min(fine, 1e-8), gtol=1e-15).x
        values = problem.values(solution)
        if np.linalg.norm(values) >= small and len(values) == len(start):
            other = root(problem.values, start, tol=1e-10).x  # from steps that need not go down
            if np.linalg.norm(problem.values(other)) < np.linalg.norm(values):
                solution = other
                problem.slopes(solution)
        flag, message = (1.0, _SOLVED) if np.linalg.norm(problem.values(solution)) < small else (-2.0, _UNSOLVED)
    except (Limit, Stopped) as error:
        solution = problem.last["x"]
        flag, message = search.ended(error)
    values = problem.values(solution)
    search.close(problem.shaped(solution), flag, message, fval=to_value(values.reshape(-1, 1)))
    shape, table = problem.shape, problem.last["table"]
    output = search.output("trust-region-dogleg", message, firstorderopt=problem.last["optimality"])
    return problem.shaped(solution), parts.joined(values).reshape(shape, order="F"), flag, output, parts.jacobian(table)


@builtin(
    "lsqcurvefit",
    "x = lsqcurvefit(fun, x0, xdata, ydata)",
    "x = lsqcurvefit(fun, x0, xdata, ydata, lb, ub, options)",
    "x = lsqcurvefit(problem)",
    "[x, resnorm, residual, exitflag, output, lambda, jacobian] = lsqcurvefit(...)",
    summary="Nonlinear curve fitting by least squares.",
    examples=(Example("o = optimset('Display','off'); round(lsqcurvefit(@(p,x) p(1)*x,1,[1 2 3],[2 4 6],[],[],o),6)", "2"),),
    errors=(
        ErrorCase("lsqcurvefit(1)", "MATLAB:lsqcurvefit:InputArg"),
        ErrorCase("lsqcurvefit(@(p,x) p*x,1,[1 2],[1 2 3])", "optim:lsqcurvefit:YdataSizeMismatchFunVal"),
    ),
    see_also=("lsqnonlin", "polyfit", "optimoptions"),
)  # fmt: skip
def lsqcurvefit(
    call: Any, fun: Any, x0: Any = None, xdata: Any = None, ydata: Any = None, lb: Any = None, ub: Any = None, options: Any = None
) -> Any:  # fmt: skip
    if x0 is None:
        lb, ub = _problem_bounds(fun)
        fun, x0, xdata, ydata, options = problem_fields(fun, "lsqcurvefit", ("objective", "x0", "xdata", "ydata"))
    if ydata is None:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")

    def residual(x: Any, count: int) -> list[Any]:
        outputs = call.feval(fun, x, xdata, nargout=count)
        if numel_of(outputs[0]) != numel_of(ydata) or (shape_of(outputs[0]) != shape_of(ydata) and min(shape_of(ydata), default=1) > 1):
            raise call.error("Function value and YDATA sizes are not equal.", "optim:lsqcurvefit:YdataSizeMismatchFunVal")
        if shape_of(outputs[0]) != shape_of(ydata):  # a row beside a column of the same length
            return [to_value(arg.flat(outputs[0]) - arg.flat(ydata)), *outputs[1:]]
        return [call.feval("minus", outputs[0], ydata)[0], *outputs[1:]]

    return _fitted(call, residual, x0, lb, ub, options)


@builtin(
    "lsqnonlin",
    "x = lsqnonlin(fun, x0)",
    "x = lsqnonlin(fun, x0, lb, ub, options)",
    "x = lsqnonlin(problem)",
    "[x, resnorm, residual, exitflag, output, lambda, jacobian] = lsqnonlin(...)",
    summary="Nonlinear least squares.",
    examples=(
        Example("o = optimset('Display','off'); round(lsqnonlin(@(x) x-3,1,[],[],o),6)", "3"),
        Example("o = optimset('Display','off','MaxIter',1); [x,n,r,flag,out] = lsqnonlin(@(x) exp(x)-5,9,[],[],o); [flag out.iterations]", "[0 1]"),
    ),
    errors=(ErrorCase("lsqnonlin(1)", "MATLAB:lsqnonlin:InputArg"),),
    see_also=("lsqcurvefit", "fsolve", "optimoptions"),
)  # fmt: skip
def lsqnonlin(call: Any, fun: Any, x0: Any = None, lb: Any = None, ub: Any = None, options: Any = None) -> Any:
    if x0 is None:
        lb, ub = _problem_bounds(fun)
        fun, x0, options = problem_fields(fun, "lsqnonlin", ("objective", "x0"))
    return _fitted(call, lambda x, count: call.feval(fun, x, nargout=count), x0, lb, ub, options)


def _problem_bounds(problem: Any) -> tuple[Any, Any]:
    fields = problem.array.flat[0] if class_of(problem) == "struct" and problem.numel == 1 else {}
    return fields.get("lb"), fields.get("ub")


def _fitted(call: Any, residual: Any, x0: Any, lb: Any, ub: Any, options: Any) -> Any:
    return with_parts(lambda parts: _least(call, residual, x0, lb, ub, solver_fields(options, call.name), parts), arg.flat(x0))


def _least(call: Any, residual: Any, x0: Any, lb: Any, ub: Any, fields: dict[str, Any], parts: Parts) -> Any:
    """The unknowns with the least squares, the sum of these, the residuals, and what the search tells of itself."""
    from scipy.optimize import least_squares

    bounds = bounds_of(lb, ub, numel_of(x0))
    if parts.split and (np.isfinite(bounds.lb).any() or np.isfinite(bounds.ub).any()):
        raise MatlabError("Bounds need a real problem: split it into real and imaginary parts.", "optim:lsqncommon:ComplexBounds")
    start, within = parts.of(arg.flat(x0)), (-np.inf, np.inf)
    if not parts.split:  # a start outside its bounds begins at them
        start, within = np.clip(start, bounds.lb, bounds.ub), (bounds.lb, bounds.ub)
    search = Search(call, fields, len(start), np.inf)
    problem = _Problem(
        call, residual, x0, parts, search, switched(fields, "gradobj", "jacobian"), False, None if parts.split else bounds.ub
    )
    _heading(search)
    fine, short = _precision(fields)
    fixed = np.zeros(len(start))
    try:
        solution = least_squares(
            problem.values, start, problem.slopes, bounds=within, xtol=max(short, 1e-15), ftol=max(fine, 1e-15), gtol=1e-13,
        )  # fmt: skip
        x, fixed = solution.x, solution.active_mask
        flag, message = _ending(call.name, solution.status, problem)
    except (Limit, Stopped) as error:
        x = problem.last["x"]
        flag, message = search.ended(error)
    values, table = problem.values(x), problem.last["table"]
    search.close(problem.shaped(x), flag, message, resnorm=float(values @ values))
    # what bounds hold the solution in, with the slope that presses against them
    slope = 2 * table.T @ values
    pressed = {"lower": np.where(fixed < 0, slope, 0.0), "upper": np.where(fixed > 0, -slope, 0.0)}
    output = search.output("trust-region-reflective", message, firstorderopt=problem.last["optimality"], cgiterations=0.0)
    return (
        problem.shaped(x),
        float(values @ values),
        parts.joined(values).reshape(problem.shape, order="F"),
        flag,
        output,
        {name: parts.joined(part).reshape(-1, 1) for name, part in pressed.items()},
        Sparse(parts.jacobian(table)),
    )


def _ending(name: str, status: int, problem: _Problem) -> tuple[float, str]:
    """MATLAB's exit flag and words for the end of a search that came to rest."""
    if problem.last["optimality"] <= 1e-6 * (1 + problem.last["first"]) * 1e-2 or status == 1:
        return 1.0, _GRADIENT_SMALL
    return (2.0, _STEP_SMALL.format(name)) if status == 3 else (3.0, _SUM_STILL.format(name))
