"""Analysis of variance of linear models: ``anova`` of LinearModel objects."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, methods
from ...values import Tensor
from ...values.convert import is_text, text_of
from ...values.tables.table import Table
from ..linalg.least_squares import least_squares
from .linear_model import LinearModel
from .model_terms import Term, design, written

_COLUMNS = ("SumSq", "DF", "MeanSq", "F", "pValue")
Sum = tuple[float, float]
"""A sum of squares and its degrees of freedom."""


def _anova(call: Any, model: LinearModel, kind: Any = None, squares: Any = None) -> Any:
    """The table of a linear model: its terms ('component'), or the model as a whole ('summary')."""
    if kind is not None and arg.option(call, kind, "component", "components", "summary") == "summary":
        return _summary(model)
    word = "h" if squares is None else text_of(squares).lower() if is_text(squares) else str(arg.integer(squares))
    return _components(model, _others(call, model, word))


# --- the terms ----------------------------------------------------------------------------------------------------------


def _others(call: Any, model: LinearModel, word: str) -> Callable[[int], list[Term]]:
    """Which terms the model has beside which a term is judged: by the type of sums of squares (1, 2, 3 or 'h')."""
    grouped = [predictor.endings != ("",) for predictor in model.predictors]
    terms = model.terms
    if word == "1":
        return lambda k: terms[:k]
    if word == "2":
        return lambda k: [t for t in terms if t != terms[k] and not _contains(t, terms[k], grouped)]
    if word == "h":
        return lambda k: [t for t in terms if t != terms[k] and not _contains(t, terms[k], [True] * len(grouped))]
    if word == "3" and not any(grouped):
        return lambda k: [t for t in terms if t != terms[k]]
    raise call.error("The type of sums of squares must be 1, 2 or 'h', or 3 for numeric predictors.", "stats:anova:BadSSType")


def _contains(term: Term, part: Term, free: Sequence[bool]) -> bool:
    """Whether a term holds another one, with more of the predictors that are ``free`` and the same powers of those that are not."""
    return all(p >= q if loose else p == q for p, q, loose in zip(term, part, free, strict=True))


def _components(model: LinearModel, others: Callable[[int], list[Term]]) -> Table:
    rows: dict[str, Sum] = {}
    for k, term in enumerate(model.terms):
        if any(term):
            without, within = _error(model, others(k)), _error(model, [*others(k), term])
            rows[written([term], [p.name for p in model.predictors])] = (without[0] - within[0], without[1] - within[1])
    error = (model.squares[0], float(model.fit.degrees))
    return _table({**rows, "Error": error}, dict.fromkeys(rows, error))


def _error(model: LinearModel, terms: Sequence[Term]) -> Sum:
    """The residual sum of squares of a model with these terms."""
    columns = [predictor.columns(model.variables.columns[predictor.name]) for predictor in model.predictors]
    x = design(terms, model.predictors, columns, model.y.size)[model.used]
    weights = model.weights[model.used]
    fit = least_squares(model.y[model.used], x, weights)
    return float(np.sum(weights * fit.residuals**2)), float(fit.degrees)


# --- the model as a whole -----------------------------------------------------------------------------------------------


def _summary(model: LinearModel) -> Table:
    error, total, explained = model.squares
    degrees, rows = float(model.fit.degrees), {}
    residual = (error, degrees)
    more = float(model.fit.rank - model.has_constant)
    rows["Total"], rows["Model"] = (total, more + degrees), (explained, more)
    against = {"Model": residual}
    linear = [term for term in model.terms if sum(term) <= 1]
    if len(linear) < len(model.terms):
        left = _error(model, linear)
        rows[". Linear"] = (total - left[0], more + degrees - left[1])
        rows[". Nonlinear"] = (left[0] - error, left[1] - degrees)
        against |= {". Linear": residual, ". Nonlinear": residual}
    rows["Residual"] = residual
    pure = _pure_error(model)
    if pure[1]:
        rows[". Lack of fit"], rows[". Pure error"] = (error - pure[0], degrees - pure[1]), pure
        against[". Lack of fit"] = pure
    return _table(rows, against)


def _pure_error(model: LinearModel) -> Sum:
    """The squares about the means of the rows that have the same predictors."""
    y, weights = model.y[model.used], model.weights[model.used]
    _, group = np.unique(model.x[model.used], axis=0, return_inverse=True)
    group = group.ravel()
    counts = np.bincount(group, weights)
    with np.errstate(all="ignore"):
        means = np.bincount(group, weights * y) / counts
    return float(np.sum(weights * (y - means[group]) ** 2)), float(y.size - counts.size)


def _table(rows: dict[str, Sum], against: dict[str, Sum]) -> Table:
    """Rows of sums and degrees of freedom, with F and its p-value where a row is tested against another."""
    from scipy import stats

    numbers = []
    for name, (squares, degrees) in rows.items():
        mean, f, p = squares / degrees if degrees else math.nan, math.nan, math.nan
        other = against.get(name)
        if other is not None and other[1]:
            f = float(np.float64(mean) / (other[0] / other[1])) if other[0] else math.inf
            p = float(stats.f.sf(f, degrees, other[1]))
        numbers.append((squares, degrees, mean, f, p))
    array = np.asfortranarray(np.array(numbers))
    return Table({name: Tensor(array[:, k : k + 1].copy(order="F")) for k, name in enumerate(_COLUMNS)}, list(rows))


ANOVA = methods(LinearModel, {"anova": _anova})

_MODEL = "m = fitlm([1;2;3;4],[1;2;2;4]); "
METHODS = (
    method_only(
        "anova", ("tbl = anova(mdl)", "tbl = anova(mdl, anovatype)", "tbl = anova(mdl, 'component', sstype)"),
        "Analysis of variance of a linear model: of its terms, by sums of squares of type 1, 2, 3 or 'h'; or of the whole, 'summary'.",
        Example(_MODEL + "t = anova(m); {t.Properties.RowNames, round(t{:,:},8)}", "{{'x1';'Error'}, round([4.05 1 4.05 4.05/0.35 fcdf(4.05/0.35,1,2,'upper');0.7 2 0.35 NaN NaN],8)}"),
        Example(_MODEL + "t = anova(m,'summary'); {t.Properties.RowNames', round(t.SumSq',8), t.DF'}", "{{'Total','Model','Residual'}, [4.75 4.05 0.7], [3 1 2]}"),
        Example("x = [1;2;3;4;5;6]; z = [2;1;4;3;6;7]; y = [1;3;2;5;4;7]; m = fitlm([x z],y); t = anova(m,'component',1); a = fitlm(x,y); round([t.SumSq(1) t.SumSq(2)],8)",
                "round([a.SSR a.SSE-m.SSE],8)"),
        errors=(ErrorCase(_MODEL + "anova(m,'component',4)", "stats:anova:BadSSType"),),
    ),
)  # fmt: skip
