"""Linear models: regress, ridge."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.cores import on_one_core
from ...builtins.spec import ErrorCase, Example, builtin
from ..linalg.least_squares import least_squares


@builtin(
    "regress", "b = regress(y, X)", "[b, bint, r, rint, stats] = regress(y, X)", "[...] = regress(y, X, alpha)",
    summary="Linear regression by least squares: coefficients, residuals, both with intervals (95 %), and R-squared, F, its chance and the variance of the error.",
    examples=(
        Example("round(regress([2;4;6],[1 1;1 2;1 3]),10)", "[0;2]"), Example("[~,~,r] = regress([1;NaN;3],[1;1;1]); r", "[-1;NaN;1]"),
        Example("[~,~,r,ri] = regress([1;2;4],[1;1;1]); round(ri - [r r],4)", "round(tinv(0.975,1)*[-1 1].*sqrt([4/3;3;1/3]),4)"),
        Example("[~,~,~,~,s] = regress([1;2;4],[1;1;1]); round(s,9)", "[0 NaN NaN round(7/3,9)]"), Example("[~,~,~,~,s] = regress([1;2;2;4],[1 1;1 2;1 3;1 4]); round(s,6)", "round([4.05/4.75 4.05/0.35 1-fcdf(4.05/0.35,1,2) 0.35],6)"),
        Example("regress([2;4],[1 2;2 4])", "[0;1]"),
    ),
    errors=(ErrorCase("regress([1;2],[1 2 3])", "stats:regress:InvalidData"), ErrorCase("regress([1;2],[1;2],2)", "stats:regress:BadAlpha")),
)  # fmt: skip
@on_one_core
def regress(call, y, design, alpha=0.05):
    from scipy import stats

    target, x, level = arg.floating(y).ravel().astype(np.float64), arg.floating(design).astype(np.float64), arg.scalar(alpha)
    if x.ndim != 2 or len(x) != len(target):
        raise call.error("The number of rows in Y must equal the number of rows in X.", "stats:regress:InvalidData")
    if not 0 < level < 1:
        raise call.error("ALPHA must be a scalar between 0 and 1.", "stats:regress:BadAlpha")
    known = ~(np.isnan(target) | np.isnan(x).any(axis=1))
    fit = least_squares(target[known], x[known])
    if fit.rank < x.shape[1]:
        call.warning("X is rank deficient to within machine precision.", "stats:regress:RankDefDesignMat")
    t = stats.t.ppf(1 - level / 2, fit.degrees) if fit.degrees else 0.0
    r, around = np.full(len(target), np.nan), np.full((len(target), 2), np.nan)
    r[known] = fit.residuals
    around[known] = fit.residuals[:, None] + np.array([-1.0, 1.0]) * _spread_without(fit, level)[:, None]
    return (
        fit.b[:, None],
        np.column_stack([fit.b - t * fit.errors, fit.b + t * fit.errors]),
        r[:, None],
        around,
        _summary(fit, target[known]),
    )


def _spread_without(fit: Any, level: float) -> np.ndarray:
    """Half the width of the interval of each residual; its variance is estimated from the other rows."""
    from scipy import stats

    free = 1 - fit.leverage
    undetermined = free <= np.sqrt(np.finfo(float).eps)  # rows whose variance the other rows do not determine
    free[undetermined] = 0.0
    if fit.degrees < 2:
        return np.where(undetermined, np.nan, np.inf)
    with np.errstate(all="ignore"):
        others = np.maximum(0.0, fit.degrees * fit.variance / (fit.degrees - 1) - fit.residuals**2 / ((fit.degrees - 1) * free))
    return np.where(undetermined, np.nan, stats.t.ppf(1 - level / 2, fit.degrees - 1) * np.sqrt(free * others))


def _summary(fit: Any, y: np.ndarray) -> np.ndarray:
    """R-squared, F, its p-value, and the variance of the error."""
    from scipy import stats

    explained, total = float(((y - fit.residuals - y.mean()) ** 2).sum()), float(((y - y.mean()) ** 2).sum())
    with np.errstate(all="ignore"):
        r2 = 1 - np.float64(fit.residuals @ fit.residuals) / total
        f = explained / (fit.rank - 1) / fit.variance if fit.rank > 1 else np.float64(np.nan)
    return np.array([[r2, f, stats.f.sf(f, fit.rank - 1, fit.degrees) if fit.rank > 1 else np.nan, fit.variance]])


@builtin(
    "ridge", "B = ridge(y, X, k)", "B = ridge(y, X, k, scaled)",
    summary="Coefficients of standardized columns of X with the ridge parameters k, a column for each; with scaled 0 those of X itself after the constant.",
    examples=(
        Example("round(ridge([1;2;3;5],[1;2;3;4],0),10)", "round(1.3*std(1:4),10)"), Example("round(ridge([1;2;3;5],[1;2;3;4],0,0),10)", "[-0.5;1.3]"),
        Example("b = ridge([1;2;3;5],[1;2;3;4],3); round(b,10)", "round(1.3*std(1:4)/2,10)"), Example("size(ridge([1;2;3;5],[1 4;2 2;3 9;4 1],[0 1 2],0))", "[3 3]"),
    ),
    errors=(ErrorCase("ridge([1;2],[1;2;3],0)", "stats:ridge:InputSizeMismatch"), ErrorCase("ridge([1;2],[1;2],-1)", "stats:ridge:InvalidRidge")), see_also=("regress",),
)  # fmt: skip
def ridge(call: Any, y: Any, x: Any, k: Any, scaled: Any = 1.0) -> Any:
    target, columns, steps = arg.flat(y).astype(float), arg.matrix(x).astype(float), arg.flat(k).astype(float)
    if len(columns) != target.size:
        raise call.error("The number of rows in Y must equal the number of rows in X.", "stats:ridge:InputSizeMismatch")
    if (steps < 0).any():
        raise call.error("Ridge parameters must not be negative.", "stats:ridge:InvalidRidge")
    known = ~(np.isnan(target) | np.isnan(columns).any(axis=1))
    target, columns = target[known], columns[known]
    middle, spread = columns.mean(axis=0), columns.std(axis=0, ddof=1)
    z = (columns - middle) / spread
    coefficients = np.zeros((z.shape[1], steps.size))
    for at, step in enumerate(steps):
        more = np.concatenate([z, np.sqrt(step) * np.eye(z.shape[1])])
        coefficients[:, at] = np.linalg.lstsq(more, np.concatenate([target, np.zeros(z.shape[1])]), rcond=None)[0]
    if arg.scalar(scaled):
        return coefficients
    coefficients = coefficients / spread[:, None]
    return np.concatenate([target.mean() - middle[None, :] @ coefficients, coefficients])
