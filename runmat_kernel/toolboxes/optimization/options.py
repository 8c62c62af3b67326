"""Options of the solvers for smooth functions: their old and new names, the defaults of each solver, and what a search reports."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...values.containers import StructArray
from ...values.convert import is_text, numel_of, text_of, to_value
from ...values.objects import HostObject
from .search_progress import STOPPED_BY_USER, Progress, Stopped, count_limit, number

OLD_NAMES: MappingProxyType[str, str] = MappingProxyType({
    "optimalitytolerance": "TolFun", "functiontolerance": "TolFunValue", "steptolerance": "TolX", "constrainttolerance": "TolCon",
    "maxfunctionevaluations": "MaxFunEvals", "maxiterations": "MaxIter", "plotfcn": "PlotFcns", "checkgradients": "DerivativeCheck",
    "specifyobjectivegradient": "GradObj", "specifyconstraintgradient": "GradConstr", "finitedifferencetype": "FinDiffType",
    "finitedifferencestepsize": "FinDiffRelStep", "hessianfcn": "HessFcn", "honorbounds": "AlwaysHonorConstraints",
})  # fmt: skip
"""The names of ``optimset`` for the options of ``optimoptions``."""
_MANY = "100*numberOfVariables"
_COMMON: dict[str, Any] = {
    "Display": "final", "MaxFunctionEvaluations": _MANY, "MaxIterations": 400.0, "StepTolerance": 1e-6, "FunctionTolerance": 1e-6,
    "OptimalityTolerance": 1e-6, "OutputFcn": [], "PlotFcn": [], "SpecifyObjectiveGradient": False, "FiniteDifferenceType": "forward",
    "FiniteDifferenceStepSize": "sqrt(eps)", "TypicalX": "ones(numberOfVariables,1)", "CheckGradients": False, "UseParallel": False,
    "FunValCheck": "off",
}  # fmt: skip
_LEAST: dict[str, Any] = {
    **_COMMON, "Algorithm": "trust-region-reflective", "ScaleProblem": "none", "JacobianMultiplyFcn": [],
    "JacobPattern": "sparse(ones(Jrows,Jcols))", "SubproblemAlgorithm": "factorization",
}  # fmt: skip
DEFAULTS: MappingProxyType[str, dict[str, Any]] = MappingProxyType({
    "fminunc": {**_COMMON, "Algorithm": "quasi-newton", "ObjectiveLimit": -1e20, "HessianFcn": []},
    "fmincon": {
        **_COMMON, "Algorithm": "interior-point", "MaxFunctionEvaluations": 3000.0, "MaxIterations": 1000.0, "StepTolerance": 1e-10,
        "ConstraintTolerance": 1e-6, "SpecifyConstraintGradient": False, "ObjectiveLimit": -1e20, "HonorBounds": True, "HessianFcn": [],
        "HessianApproximation": "bfgs", "EnableFeasibilityMode": False, "BarrierParamUpdate": "monotone", "InitBarrierParam": 0.1,
        "ScaleProblem": False, "SubproblemAlgorithm": "factorization",
    },
    "fsolve": {**_COMMON, "Algorithm": "trust-region-dogleg", "SubproblemAlgorithm": "factorization"},
    "lsqnonlin": _LEAST, "lsqcurvefit": _LEAST,
    "linprog": {
        "Algorithm": "dual-simplex-highs", "Display": "final", "ConstraintTolerance": 1e-6, "MaxIterations": "default",
        "MaxTime": float("inf"), "OptimalityTolerance": 1e-7, "Preprocess": "basic",
    },
    "quadprog": {
        "Algorithm": "interior-point-convex", "ConstraintTolerance": 1e-8, "Display": "final", "LinearSolver": "auto",
        "MaxIterations": 200.0, "OptimalityTolerance": 1e-8, "StepTolerance": 1e-12,
    },
})  # fmt: skip
DETAILS = "<stopping criteria details>"


def solver_fields(options: Any, solver: str) -> dict[str, Any]:
    """The options that are set to something else than the solver's defaults, by the names of ``optimset`` in lower case."""
    if isinstance(options, HostObject) and hasattr(options, "given"):
        return {OLD_NAMES.get(n.lower(), n).lower(): value for n, value in options.given.items() if not arg.is_empty_matrix(value)}
    if type(options) is not StructArray or options.numel == 0:
        return {}
    usual, fields = DEFAULTS.get(solver, {}), {}
    for name, value in options.array.flat[0].items():
        if not arg.is_empty_matrix(value) and not (name in usual and _same(value, usual[name])):
            fields[OLD_NAMES.get(name.lower(), name).lower()] = value
    return fields


def _same(value: Any, default: Any) -> bool:
    if is_text(value) or isinstance(default, str):
        return is_text(value) and text_of(value) == default
    return numel_of(value) == 1 and not isinstance(default, list) and bool(arg.flat(value)[0] == default)


def switched(fields: dict[str, Any], *names: str) -> bool:
    """Whether one of these options is on: a logical value, or 'on'."""
    values = [fields[name] for name in names if name in fields]
    return any(text_of(v).lower() == "on" if is_text(v) else bool(arg.scalar(v)) for v in values)


class Limit(Exception):
    """A search used up its steps or its evaluations; the argument says which."""


class Search:
    """One run of a solver: evaluations are counted, steps are shown and handed to output functions, and limits end it."""

    def __init__(self, call: Any, fields: dict[str, Any], variables: int, evaluations: float, steps: float = 400.0) -> None:
        self.call = call
        self.progress = Progress(call, {"display": to_value("final"), **fields})
        self.most_evaluations = count_limit(fields, "maxfunevals", evaluations, variables)
        self.most_steps = count_limit(fields, "maxiter", steps, variables)
        self.evaluations, self.step = 0, -1
        self.x: Any = None
        self.size, self.optimality = np.nan, np.nan

    def evaluate(self) -> None:
        self.evaluations += 1

    def note(self, x: np.ndarray, shown: Any, row: str, **values: Any) -> None:
        """A finished step: its row of the table and its state for output functions; then the limits are looked at."""
        self.step += 1
        self.size = float(np.linalg.norm(x - self.x)) if self.x is not None else np.nan
        self.x = np.array(x)
        self.progress.row(row)
        state = "iter" if self.step else "init"
        fields = {"iteration": float(self.step), "funccount": float(self.evaluations), "stepsize": self._or_none(self.size), **values}
        self.progress.seen(shown, state, **fields)
        if not self.step:
            self.progress.seen(shown, "iter", **fields)
        if self.step >= self.most_steps:
            raise Limit("MaxIterations", "iteration limit", self.most_steps)
        if self.evaluations >= self.most_evaluations:
            raise Limit("MaxFunctionEvaluations", "function evaluation limit", self.most_evaluations)

    @staticmethod
    def _or_none(value: float) -> Any:
        return np.zeros((0, 0)) if np.isnan(value) else value

    def ended(self, error: Exception) -> tuple[float, str]:
        """The exit flag and the message of a search that was ended before its time."""
        if isinstance(error, Stopped):
            return -1.0, f"{self.call.name} stopped by the output function: {STOPPED_BY_USER}"
        option, what, value = error.args
        return (
            0.0,
            f"Solver stopped prematurely.\n\n{self.call.name} stopped because it exceeded the {what},\noptions.{option} = {value:e}.",
        )

    def close(self, shown: Any, flag: float, message: str, **values: Any) -> None:
        """The last state for output functions and the closing message."""
        self.progress.seen(shown, "done", iteration=float(max(self.step, 0)), funccount=float(self.evaluations), **values)
        if self.progress.level >= (2 if flag > 0 else 1):
            self.call.write(f"\n{message}\n\n" + (f"{DETAILS}\n\n" if flag > 0 else ""))

    def output(self, algorithm: str, message: str, **more: Any) -> dict[str, Any]:
        """The ``output`` structure, its fields in MATLAB's order for the solvers of smooth functions."""
        fields = {"iterations": float(max(self.step, 0)), "funcCount": float(self.evaluations), "stepsize": self._or_none(self.size)}
        return {**fields, **more, "algorithm": algorithm, "message": message}


def tolerance(fields: dict[str, Any], names: tuple[str, ...], default: float) -> float:
    """The first of these tolerances that is set."""
    return next((number(fields, name, default) for name in names if name in fields), default)


def forward_differences(f: Any, x: np.ndarray, base: Any, upper: np.ndarray | None = None) -> np.ndarray:
    """Derivatives of f (a scalar or a vector) at x by forward differences, a column for each unknown.

    Differences go backwards where an upper bound is near.
    """
    columns = []
    for i in range(len(x)):
        step = np.sqrt(np.finfo(float).eps) * max(abs(x[i]), 1.0)
        if upper is not None and x[i] + step > upper[i]:
            step = -step
        moved = x.copy()
        moved[i] += step
        columns.append((np.asarray(f(moved), np.float64) - base) / (moved[i] - x[i]))
    return np.stack(columns, axis=-1) if columns else np.zeros((*np.shape(base), 0))


NEW_NAMES: MappingProxyType[str, tuple[str, ...]] = MappingProxyType({
    "maxiter": ("MaxIterations",), "maxfunevals": ("MaxFunctionEvaluations",), "tolfun": ("OptimalityTolerance", "FunctionTolerance"),
    "tolx": ("StepTolerance",), "tolcon": ("ConstraintTolerance",), "gradobj": ("SpecifyObjectiveGradient",), "plotfcns": ("PlotFcn",),
    "jacobian": ("SpecifyObjectiveGradient",), "gradconstr": ("SpecifyConstraintGradient",), "derivativecheck": ("CheckGradients",),
    "findifftype": ("FiniteDifferenceType",), "findiffrelstep": ("FiniteDifferenceStepSize",), "tolfunvalue": ("FunctionTolerance",),
})  # fmt: skip
"""The names of ``optimoptions`` for the options of ``optimset``, where they differ."""
