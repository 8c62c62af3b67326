"""The simplex search of Nelder and Mead as Lagarias and others describe it: fminsearch."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import class_of, numel_of, shape_of, to_value
from .option_structs import option_fields
from .scalar_searches import problem_fields
from .search_progress import STOPPED_BY_USER, Progress, Stopped, checked, checks_values, count_limit, info, limit_message, number

_ALGORITHM = "Nelder-Mead simplex direct search"


@builtin(
    "fminsearch",
    "x = fminsearch(fun, x0)",
    "x = fminsearch(fun, x0, options)",
    "x = fminsearch(fun, x0, options, p1, ...)",
    "x = fminsearch(problem)",
    "[x, fval, exitflag, output] = fminsearch(...)",
    summary="Minimum of a function of several variables by simplex search.",
    examples=(
        Example("all(abs(fminsearch(@(x) (x(1)-1)^2+(x(2)-2)^2,[0 0])-[1 2])<1e-3)", "true"),
        Example(
            "[x,v,flag,out] = fminsearch(@(x) 100*(x(2)-x(1)^2)^2+(1-x(1))^2,[-1.2 1]); [flag out.iterations out.funcCount]", "[1 85 159]"
        ),
        Example("[x,v,flag] = fminsearch(@sin,3,optimset('MaxIter',3,'Display','off')); [round(x,8) flag]", "[4.05 0]"),
    ),
    errors=(
        ErrorCase("fminsearch(1)", "MATLAB:fminsearch:InputArg"),
        ErrorCase("fminsearch(@sin,'a')", "MATLAB:fminsearch:NonDoubleInput"),
        ErrorCase("fminsearch(@(x) [x x],1)", "MATLAB:fminsearch:NonScalarObj"),
    ),
)
def fminsearch(call: Any, fun: Any, x0: Any = None, options: Any = None, *parameters: Any) -> Any:
    if x0 is None:
        fun, x0, options = problem_fields(fun, "fminsearch", ("objective", "x0"))
    if class_of(x0) != "double":
        raise MatlabError("FMINSEARCH only accepts inputs of data type double.", "MATLAB:fminsearch:NonDoubleInput")
    fields, start, shape = option_fields(options), arg.flat(x0).astype(np.float64), shape_of(x0)
    check = checks_values(fields)

    def f(x: np.ndarray) -> float:
        value = call.feval(fun, to_value(np.array(x, np.float64).reshape(shape, order="F")), *parameters)[0]
        if numel_of(value) != 1:
            raise MatlabError("The objective function must return a scalar value.", "MATLAB:fminsearch:NonScalarObj")
        item = arg.flat(value)[0]
        return checked(complex(item) if item.dtype.kind == "c" else float(item), x, "fminsearch") if check else float(item.real)

    search = _Simplex(f, start, Progress(call, fields, parameters), shape)
    tol_x, tol_f = number(fields, "tolx", 1e-4), number(fields, "tolfun", 1e-4)
    most_calls, most_steps = (count_limit(fields, name, 200.0 * len(start), len(start)) for name in ("maxfunevals", "maxiter"))
    try:
        good = search.run(tol_x, tol_f, most_calls, most_steps)
    except Stopped:
        return search.best(), float(search.values[0]), -1.0, info(search.steps, search.calls, _ALGORITHM, STOPPED_BY_USER)
    value = float(search.values[0])
    if good:
        flag = 1.0
        message = (
            f"Optimization terminated:\n the current x satisfies the termination criteria using OPTIONS.TolX of {tol_x:e} \n"
            f" and F(X) satisfies the convergence criteria using OPTIONS.TolFun of {tol_f:e} \n"
        )
    else:
        flag, message = (
            0.0,
            limit_message("function evaluations", "MaxFunEvals", value)
            if search.calls >= most_calls
            else limit_message("iterations", "MaxIter", value),
        )
    search.progress.tell(message, 2 if good else 1)
    search.tell("done", "")
    return search.best(), value, flag, info(search.steps, search.calls, _ALGORITHM, message)


class _Simplex:
    """Points of a simplex with their values, the best first."""

    def __init__(self, f: Callable[[np.ndarray], float], start: np.ndarray, progress: Progress, shape: Any) -> None:
        self.f, self.progress, self.shape = f, progress, shape
        self.points, self.values = start[None, :].copy(), np.zeros(1)
        self.calls = self.steps = 0

    def best(self) -> np.ndarray:
        return self.points[0].reshape(self.shape, order="F")

    def tell(self, state: str, how: str) -> None:
        fval = np.zeros((0, 0)) if state == "init" else float(self.values[0])
        self.progress.seen(self.best(), state, iteration=float(self.steps), funccount=float(self.calls), fval=fval, procedure=how)

    def shown(self, how: str) -> None:
        self.progress.row(f" {self.steps:5d}        {self.calls:5d}     {self.values[0]:12.6g}         {how}")
        self.tell("iter", how)

    def value(self, x: np.ndarray) -> float:
        self.calls += 1
        return self.f(x)

    def run(self, tol_x: float, tol_f: float, most_calls: float, most_steps: float) -> bool:
        """Search until the simplex and its values are small (True) or a limit is reached (False)."""
        self.tell("init", "")
        self.values[0] = self.value(self.points[0])
        self.progress.row(" \n Iteration   Func-count         f(x)         Procedure")
        self.shown("")
        if most_steps > 0:
            self._spread()
            self.shown("initial simplex")
        while self.calls < most_calls and self.steps < most_steps:
            close = np.abs(self.values[0] - self.values[1:]).max() <= max(tol_f, 10 * np.spacing(abs(self.values[0])))
            if close and np.abs(self.points[1:] - self.points[0]).max() <= max(tol_x, 10 * np.spacing(np.abs(self.points[0]).max())):
                return True
            how = self._step()
            self._sort()
            self.steps += 1
            self.shown(how)
        return False

    def _sort(self) -> None:
        order = np.argsort(self.values, kind="stable")
        self.points, self.values = self.points[order], self.values[order]

    def _spread(self) -> None:
        """The first simplex: each coordinate 5 % further, zeros by 0.00025."""
        start = self.points[0]
        rest = np.tile(start, (len(start), 1))
        for i, x in enumerate(start):
            rest[i, i] = 1.05 * x if x != 0 else 0.00025
        self.values = np.array([self.values[0], *(self.value(p) for p in rest)])
        self.points = np.vstack([start[None, :], rest])
        self._sort()
        self.steps += 1

    def _step(self) -> str:
        """Put a better point in the place of the worst one, or shrink towards the best; the name of what was done."""
        points, values = self.points, self.values
        centre = points[:-1].sum(axis=0) / (len(points) - 1)
        reflected = 2 * centre - points[-1]
        value = self.value(reflected)
        if value < values[0]:
            expanded = 3 * centre - 2 * points[-1]
            far = self.value(expanded)
            points[-1], values[-1] = (expanded, far) if far < value else (reflected, value)
            return "expand" if far < value else "reflect"
        if value < values[-2]:
            points[-1], values[-1] = reflected, value
            return "reflect"
        outside = value < values[-1]
        near = 1.5 * centre - 0.5 * points[-1] if outside else 0.5 * centre + 0.5 * points[-1]
        close = self.value(near)
        if (outside and close <= value) or (not outside and close < values[-1]):
            points[-1], values[-1] = near, close
            return "contract outside" if outside else "contract inside"
        for i in range(1, len(points)):
            points[i] = points[0] + 0.5 * (points[i] - points[0])
            values[i] = self.value(points[i])
        return "shrink"
