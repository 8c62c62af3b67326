"""Linear least squares under constraints."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from .options import solver_fields
from .search_progress import Progress


@builtin(
    "lsqnonneg",
    "x = lsqnonneg(C, d)",
    "x = lsqnonneg(C, d, options)",
    "[x, resnorm, residual, exitflag, output, lambda] = lsqnonneg(...)",
    summary="Least squares with x >= 0.",
    examples=(Example("round(lsqnonneg([1 0;0 1],[1;-1]),10)", "[1;0]"), Example("lsqnonneg(zeros(3,0),[1;2;3])", "zeros(0,1)")),
    errors=(ErrorCase("lsqnonneg(1i,1)", "MATLAB:lsqnonneg:ComplexCorD"),),
)
@on_one_core
def lsqnonneg(call: Any, c: Any, d: Any, options: Any = None) -> Any:
    from scipy.optimize import nnls

    left, right = arg.matrix(c), arg.flat(d)
    if len(left) != len(right):
        raise MatlabError("The number of rows in C must be equal to the length of d.", "MATLAB:lsqnonneg:InvalidCAndD")
    if "c" in (left.dtype.kind, right.dtype.kind):
        raise MatlabError("C and d must be real.", "MATLAB:lsqnonneg:ComplexCorD")
    if not (np.isfinite(left).all() and np.isfinite(right).all()):
        raise MatlabError("C and d must contain finite numbers only.", "MATLAB:expectedFinite")
    # scipy writes beyond the end of an array that has no elements.
    x = nnls(left, right)[0] if left.size else np.zeros(left.shape[1])
    residual = right - left @ x
    multipliers = np.where(x > 0, 0.0, left.T @ residual)
    output = {"iterations": float(np.count_nonzero(x)), "algorithm": "active-set using svd", "message": "Optimization terminated."}
    if Progress(call, solver_fields(options, "lsqnonneg")).level >= 2:
        call.write("Optimization terminated.\n")
    return x[:, None], float(residual @ residual), residual[:, None], 1.0, output, multipliers[:, None]
