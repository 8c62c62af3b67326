"""The algorithms of the solvers: which options each of them takes, and the defaults that are its own."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

_SHARED = (
    "Algorithm Display FiniteDifferenceStepSize FiniteDifferenceType MaxFunctionEvaluations MaxIterations OptimalityTolerance OutputFcn "
    "PlotFcn SpecifyObjectiveGradient StepTolerance TypicalX"
)
_MANY = "100*numberOfVariables"
_SMALL: dict[str, Any] = {"MaxFunctionEvaluations": _MANY, "MaxIterations": 400.0, "StepTolerance": 1e-6}
_TRUST: dict[str, Any] = {"FunctionTolerance": 1e-6, "HessianFcn": [], "HessianMultiplyFcn": [], "SubproblemAlgorithm": "cg"}
_DAMPED: dict[str, Any] = {"InitDamping": 0.01, "ScaleProblem": "none", "MaxFunctionEvaluations": "200*numberOfVariables"}


def _with(names: str) -> tuple[str, ...]:
    return tuple(sorted(f"{_SHARED} {names}".split()))


_SQP = _with("ConstraintTolerance ObjectiveLimit ScaleProblem SpecifyConstraintGradient UseParallel"), _SMALL
_LEAST = {
    "trust-region-reflective": (
        _with("FunctionTolerance JacobianMultiplyFcn SubproblemAlgorithm UseParallel"), {"JacobianMultiplyFcn": []},
    ),
    "interior-point": (
        _with("BarrierParamUpdate ConstraintTolerance FunctionTolerance HessianApproximation HonorBounds InitBarrierParam ScaleProblem "
              "SpecifyConstraintGradient SubproblemAlgorithm UseParallel"),
        {"BarrierParamUpdate": "monotone", "ConstraintTolerance": 1e-6, "HessianApproximation": "gauss-newton", "HonorBounds": True,
         "InitBarrierParam": 0.1, "SpecifyConstraintGradient": False, "MaxFunctionEvaluations": 3000.0, "MaxIterations": 1000.0,
         "StepTolerance": 1e-10, "ScaleProblem": False},
    ),
    "levenberg-marquardt": (_with("FunctionTolerance InitDamping ScaleProblem UseParallel"), _DAMPED),
}  # fmt: skip
_SIMPLEX = ("Algorithm", "ConstraintTolerance", "Display", "MaxIterations", "MaxTime", "OptimalityTolerance", "Preprocess")
ALGORITHMS: MappingProxyType[str, dict[str, tuple[tuple[str, ...], dict[str, Any]]]] = MappingProxyType({
    "fmincon": {
        "interior-point": (
            _with("BarrierParamUpdate ConstraintTolerance EnableFeasibilityMode HessianApproximation HessianFcn HessianMultiplyFcn "
                  "HonorBounds ObjectiveLimit ScaleProblem SpecifyConstraintGradient SubproblemAlgorithm UseParallel"),
            {"HessianMultiplyFcn": []},
        ),
        "active-set": (
            _with("ConstraintTolerance FunctionTolerance MaxSQPIterations SpecifyConstraintGradient UseParallel"),
            {**_SMALL, "MaxSQPIterations": "10*max(numberOfVariables, numberOfInequalities + numberOfBounds)"},
        ),
        "sqp": _SQP, "sqp-legacy": _SQP,
        "trust-region-reflective": (
            _with("FunctionTolerance HessianFcn HessianMultiplyFcn SubproblemAlgorithm"), {**_SMALL, **_TRUST},
        ),
    },
    "fminunc": {
        "quasi-newton": (_with("HessianApproximation ObjectiveLimit UseParallel"), {"HessianApproximation": "bfgs"}),
        "trust-region": (_with("FunctionTolerance HessianFcn HessianMultiplyFcn SubproblemAlgorithm"), _TRUST),
    },
    "fsolve": {
        "trust-region-dogleg": (_with("FunctionTolerance UseParallel"), {}),
        "levenberg-marquardt": (_with("FunctionTolerance InitDamping ScaleProblem UseParallel"), _DAMPED),
        "trust-region": (_with("FunctionTolerance JacobianMultiplyFcn SubproblemAlgorithm UseParallel"), {"JacobianMultiplyFcn": []}),
    },
    "lsqnonlin": _LEAST, "lsqcurvefit": _LEAST,
    "linprog": {
        "dual-simplex-highs": (_SIMPLEX, {}),
        "dual-simplex": (_SIMPLEX, {"ConstraintTolerance": 1e-4}),
        "interior-point": (
            ("Algorithm", "ConstraintTolerance", "Display", "MaxIterations", "OptimalityTolerance", "Preprocess"),
            {"MaxIterations": 200.0, "OptimalityTolerance": 1e-6},
        ),
        "interior-point-highs": (("Algorithm", "ConstraintTolerance", "Display", "MaxIterations", "MaxTime", "OptimalityTolerance"), {}),
        "interior-point-legacy": (
            ("Algorithm", "Display", "MaxIterations", "OptimalityTolerance"), {"MaxIterations": 85.0, "OptimalityTolerance": 1e-8},
        ),
    },
    "quadprog": {
        "interior-point-convex": (
            ("Algorithm", "ConstraintTolerance", "Display", "LinearSolver", "MaxIterations", "OptimalityTolerance", "StepTolerance"), {},
        ),
        "active-set": (
            ("Algorithm", "ConstraintTolerance", "Display", "MaxIterations", "ObjectiveLimit", "OptimalityTolerance", "StepTolerance"),
            {"MaxIterations": "10*(numberOfVariables + numberOfConstraints)", "ObjectiveLimit": -1e20, "StepTolerance": 1e-8},
        ),
        "trust-region-reflective": (
            ("Algorithm", "Display", "FunctionTolerance", "HessianMultiplyFcn", "MaxIterations", "OptimalityTolerance", "StepTolerance",
             "SubproblemAlgorithm", "TypicalX"),
            {"FunctionTolerance": "default", "HessianMultiplyFcn": [], "MaxIterations": "2*(numberOfVariables - numberOfEqualities)",
             "StepTolerance": "default", "SubproblemAlgorithm": "cg", "TypicalX": "ones(numberOfVariables,1)"},
        ),
    },
})  # fmt: skip
"""For each solver its algorithms, the usual one first: the names of the options that it uses, and its own defaults."""
