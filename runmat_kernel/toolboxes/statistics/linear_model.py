"""``LinearModel``: a linear model that was fitted, its numbers, predictions and display."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import cellstr_column, cellstr_row
from ...values import Tensor
from ...values.convert import as_array, to_value
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.tables.table import Table
from ..linalg.least_squares import Fit
from .model_terms import Predictor, Term, coefficient_names, design, written


def _column(values: Any) -> Tensor:
    return Tensor(np.asfortranarray(np.asarray(values, float).reshape(-1, 1)))


def _error(message: str, name: str) -> MatlabError:
    return MatlabError(message, f"stats:classreg:regr:modelutils:{name}")


class LinearModel(HostObject):
    """``used`` are the rows (of ``y`` and ``x``, the design) that the fit has seen; ``weights`` multiply their squares."""

    matlab_class = "LinearModel"

    def __init__(
        self,
        fit: Fit,
        terms: Sequence[Term],
        predictors: Sequence[Predictor],
        data: tuple[np.ndarray, ...],
        response: str,
        variables: Table,
    ) -> None:
        """``data``: y, x, used and weights."""
        self.fit, self.terms, self.predictors = fit, list(terms), list(predictors)
        self.y, self.x, self.used, self.weights = data
        self.response, self.variables = response, variables

    # --- numbers -------------------------------------------------------------------------------------------------------

    @property
    def names(self) -> list[str]:
        return coefficient_names(self.terms, self.predictors)

    @property
    def has_constant(self) -> bool:
        return (0,) * len(self.predictors) in self.terms

    @cached_property
    def squares(self) -> tuple[float, float, float]:
        """Sums of squares: of the error, of the response about its mean (about 0 without a constant), and of what is explained."""
        y, w = self.y[self.used], self.weights[self.used]
        error = float(np.sum(w * self.fit.residuals**2))
        centre = np.average(y, weights=w) if self.has_constant and y.size else 0.0
        total = float(np.sum(w * (y - centre) ** 2))
        return error, total, float(np.sum(w * (y - self.fit.residuals - centre) ** 2))

    def f_test(self) -> tuple[float, float]:
        """F against the model of a constant alone (or of no terms), and its p-value."""
        from scipy import stats

        more = self.fit.rank - self.has_constant
        if more < 1 or not self.fit.degrees:
            return math.nan, math.nan
        with np.errstate(all="ignore"):
            f = float(np.float64(self.squares[2]) / more / self.fit.variance)
        return f, float(stats.f.sf(f, more, self.fit.degrees))

    def rsquared(self) -> tuple[float, float]:
        error, total, _ = self.squares
        with np.errstate(all="ignore"):
            plain = float(1 - np.float64(error) / total)
            n = int(self.used.sum()) - self.has_constant
            return plain, float(1 - (1 - plain) * np.float64(n) / self.fit.degrees)

    def log_likelihood(self) -> float:
        n, error = int(self.used.sum()), self.squares[0]
        with np.errstate(all="ignore"):
            return float(-n / 2 * (math.log(2 * math.pi) + np.log(np.float64(error) / n) + 1) + np.log(self.weights[self.used]).sum() / 2)

    def criteria(self) -> dict[str, float]:
        likelihood, n, p = self.log_likelihood(), int(self.used.sum()), self.fit.rank
        aic = 2 * p - 2 * likelihood
        corrected = aic + 2 * p * (p + 1) / (n - p - 1) if n - p - 1 else math.inf
        return {"AIC": aic, "AICc": corrected, "BIC": p * math.log(n) - 2 * likelihood, "CAIC": p * (math.log(n) + 1) - 2 * likelihood}

    def over_all(self, values: np.ndarray) -> np.ndarray:
        """Numbers of the rows that were used as numbers of all rows."""
        whole = np.full(self.y.size, np.nan)
        whole[self.used] = values
        return whole

    # --- tables --------------------------------------------------------------------------------------------------------

    def coefficients(self) -> Table:
        from scipy import stats

        b, errors = self.fit.b, self.fit.errors
        with np.errstate(all="ignore"):
            t = b / errors
        p = 2 * stats.t.sf(np.abs(t), self.fit.degrees) if self.fit.degrees else np.full(b.size, np.nan)
        parts = {"Estimate": b, "SE": errors, "tStat": t, "pValue": p}
        return Table({name: _column(values) for name, values in parts.items()}, self.names)

    def residuals(self) -> Table:
        fit, w = self.fit, np.sqrt(self.weights[self.used])
        with np.errstate(all="ignore"):
            free = np.sqrt(1 - fit.leverage)
            standard = fit.residuals * w / (math.sqrt(fit.variance) * free)
            others = (fit.variance * fit.degrees - (fit.residuals * w) ** 2 / (1 - fit.leverage)) / (fit.degrees - 1)
            student = fit.residuals * w / (np.sqrt(others) * free)
            pearson = fit.residuals * w / math.sqrt(fit.variance)
        parts = {"Raw": fit.residuals, "Pearson": pearson, "Studentized": student, "Standardized": standard}
        return Table({name: _column(self.over_all(values)) for name, values in parts.items()})

    def properties(self) -> Mapping[str, Any]:
        plain, adjusted = self.rsquared()
        error, total, explained = self.squares
        names, numbers = [p.name for p in self.predictors], list(self.variables.columns)
        return {
            "Coefficients": self.coefficients(), "CoefficientCovariance": Tensor(np.asfortranarray(self.fit.covariance)),
            "CoefficientNames": cellstr_row(self.names), "NumCoefficients": float(len(self.names)),
            "NumEstimatedCoefficients": float(self.fit.rank), "NumObservations": float(self.used.sum()),
            "NumPredictors": float(len(names)), "NumVariables": float(len(numbers)), "DFE": float(self.fit.degrees),
            "SSE": error, "SST": total, "SSR": explained, "MSE": self.fit.variance, "RMSE": math.sqrt(self.fit.variance),
            "Rsquared": to_value({"Ordinary": plain, "Adjusted": adjusted}), "LogLikelihood": self.log_likelihood(),
            "ModelCriterion": to_value(self.criteria()), "Fitted": _column(self.x @ self.fit.b), "Residuals": self.residuals(),
            "PredictorNames": cellstr_column(names), "ResponseName": to_value(self.response), "VariableNames": cellstr_column(numbers),
            "Variables": self.variables, "Formula": to_value(self.formula()),
        }  # fmt: skip

    def formula(self) -> str:
        return f"{self.response} ~ {written(self.terms, [p.name for p in self.predictors])}"

    # --- use -----------------------------------------------------------------------------------------------------------

    def rows_of(self, data: Any) -> np.ndarray:
        """The design of new rows: of a table with the predictors, or a matrix with a column for each."""
        if isinstance(data, Table):
            missing = next((p.name for p in self.predictors if p.name not in data.columns), None)
            if missing is not None:
                raise _error(f"The table does not contain the predictor variable '{missing}'.", "MissingVariable")
            columns, rows = [p.columns(data.columns[p.name]) for p in self.predictors], data.height
        else:
            array = as_array(data).astype(float)
            if array.ndim != 2 or array.shape[1] != len(self.predictors):
                raise _error(f"Predictor data matrix must have {len(self.predictors)} columns.", "BadPredictorColumns")
            parts = [Tensor(np.asfortranarray(array[:, k : k + 1])) for k in range(array.shape[1])]
            columns, rows = [p.columns(part) for p, part in zip(self.predictors, parts, strict=True)], len(array)
        return design(self.terms, self.predictors, columns, rows)

    def disp_text(self, format: DisplayFormat) -> str:
        table = self.coefficients().disp_text(format).rstrip("\n")
        plain, adjusted = self.rsquared()
        f, p = self.f_test()
        lines = ["", "Linear regression model:", f"    {self.formula()}", "", "Estimated Coefficients:", table, "", ""]
        lines.append(f"Number of observations: {int(self.used.sum())}, Error degrees of freedom: {self.fit.degrees}")
        lines.append(f"Root Mean Squared Error: {math.sqrt(self.fit.variance):.3g}")
        if not math.isnan(f):
            against = "constant" if self.has_constant else "zero"
            lines.append(f"R-squared: {plain:.3g},  Adjusted R-Squared: {adjusted:.3g}" if self.has_constant else "")
            lines.append(f"F-statistic vs. {against} model: {f:.3g}, p-value = {p:.3g}")
        return "\n".join(line for k, line in enumerate(lines) if line or k < 8) + "\n"
