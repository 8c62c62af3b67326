"""Linear models as objects: fitlm, and its methods predict, coefCI, coefTest and plot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, CharArray, StringArray, Tensor
from ...values.convert import as_array, is_text, text_of
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ..data_analysis.samples import sample_groups
from ..linalg.least_squares import least_squares
from .linear_model import LinearModel
from .model_terms import Predictor, Term, design, named_terms, parsed_terms

_OPTIONS = "intercept weights varnames categoricalvars responsevar predictorvars exclude robustopts"


def _error(message: str, name: str) -> MatlabError:
    return MatlabError(message, f"stats:classreg:regr:{name}")


def _levels(name: str, value: Any) -> Predictor:
    """A variable of groups: a column for each but the first; texts and numbers in sorted order."""
    sample = sample_groups(value)
    if isinstance(value, Categorical) or not isinstance(value, (CellArray, StringArray, CharArray)):
        names = [n for k, n in enumerate(sample.names) if (sample.index == k).any()]
    else:
        names = sorted(sample.names)

    def columns(data: Any) -> np.ndarray:
        groups = sample_groups(data)
        texts = [groups.names[k] if k >= 0 else "" for k in groups.index]
        strange = next((t for t in texts if t and t not in names), None)
        if strange is not None:
            raise _error(f"The variable '{name}' has the level '{strange}', which the model does not know.", "modelutils:UnknownLevel")
        return np.array([[float(t == n) if t else np.nan for n in names[1:]] for t in texts]).reshape(len(texts), len(names) - 1)

    return Predictor(name, tuple(f"_{n}" for n in names[1:]), columns)


def _predictor(name: str, value: Any, *, grouped: bool) -> Predictor:
    if grouped or isinstance(value, (Categorical, CellArray, StringArray, CharArray)):
        return _levels(name, value)
    if as_array(value).dtype == bool:
        return Predictor(name, ("_1",), lambda data: as_array(data).astype(float).reshape(-1, 1))
    return Predictor(name, ("",), lambda data: as_array(data).astype(float).reshape(-1, 1))


def _table_of(call: Any, x: Any, y: Any, named: dict[str, Any]) -> Table:
    """A table of the columns of X and the response, under given names or x1, x2 ... y."""
    columns, target = arg.matrix(x), arg.floating(y)
    columns = columns.reshape(-1, 1) if columns.shape[0] == 1 and target.size != 1 else columns
    if target.size != len(columns) or 1 not in target.shape:
        raise _error("Predictor and response variables must have the same length.", "TermsRegression:InputSizeMismatch")
    names = named.read("varnames", texts_of, [*(f"x{k + 1}" for k in range(columns.shape[1])), "y"])
    if len(names) != columns.shape[1] + 1:
        raise _error("There must be a name for each predictor and for the response.", "TermsRegression:BadVarNames")
    parts = {n: Tensor(np.asfortranarray(columns[:, k : k + 1])) for k, n in enumerate(names[:-1])}
    return Table({**parts, names[-1]: Tensor(np.asfortranarray(target.reshape(-1, 1)))})


def _chosen(value: Any, names: Sequence[str]) -> list[str]:
    """Variables given by names, numbers or a mask."""
    if is_text(value) or isinstance(value, (CellArray, StringArray)):
        chosen = texts_of(value) if not is_text(value) else [text_of(value)]
    else:
        numbers = as_array(value).ravel()
        chosen = [names[int(k)] for k in (np.flatnonzero(numbers) if numbers.dtype == bool else numbers - 1)]
    unknown = next((name for name in chosen if name not in names), None)
    if unknown is not None:
        raise _error(f"Unrecognized variable name '{unknown}'.", "LinearFormula:UnrecognizedVariables")
    return chosen


def _written_formula(text: str, names: list[str]) -> tuple[str, list[str], list[Term]]:
    """The response, the predictors and the terms of a formula such as ``y ~ x1 + x2``."""
    left, right = text.split("~", 1)
    response = left.strip()
    if response not in names:
        raise _error(f"Unrecognized variable name '{response}'.", "LinearFormula:UnrecognizedVariables")
    others = [name for name in names if name != response]
    terms = parsed_terms(right, others)
    used = [k for k in range(len(others)) if any(term[k] for term in terms)]
    return response, [others[k] for k in used], [tuple(term[k] for k in used) for term in terms]


def _formula(table: Table, model: Any, named: dict[str, Any]) -> tuple[str, list[str], list[Term]]:
    """The response, the predictors and the terms of a model."""
    names = list(table.columns)
    constant = "intercept" not in named or bool(as_array(named["intercept"]).all())
    if model is not None and is_text(model) and "~" in text_of(model):
        response, others, terms = _written_formula(text_of(model), names)
        return response, others, terms if constant else [t for t in terms if any(t)]
    response = _chosen(named["responsevar"], names)[0] if "responsevar" in named else names[-1]
    others = _chosen(named["predictorvars"], names) if "predictorvars" in named else [name for name in names if name != response]
    if model is not None and not is_text(model):
        powers = as_array(model).astype(int)
        if powers.ndim != 2 or powers.shape[1] not in (len(others), len(others) + 1):
            raise _error("The matrix of terms must have a column for each variable.", "TermsRegression:BadTerms")
        return response, others, [tuple(row[: len(others)].tolist()) for row in powers]
    return response, others, named_terms(text_of(model) if model is not None else "linear", len(others), constant=constant)


@builtin(
    "fitlm", "mdl = fitlm(tbl)", "mdl = fitlm(X, y)", "mdl = fitlm(..., modelspec)", "mdl = fitlm(..., Name, Value)",
    summary="Linear regression model of a table, whose last variable is the response, or of X and y; modelspec: 'linear', 'interactions', 'purequadratic', 'quadratic', 'constant', a formula or a matrix of powers; Intercept, Weights, VarNames, CategoricalVars, ResponseVar, PredictorVars, Exclude.",
    examples=(
        Example("m = fitlm([1;2;3;4],[1;2;2;4]); round(m.Coefficients.Estimate,10)", "[0;0.9]"),
        Example("m = fitlm([1;2;3;4],[1;2;2;4]); round([m.SSE m.SST m.SSR m.MSE m.DFE m.Rsquared.Ordinary],8)", "round([0.7 4.75 4.05 0.35 2 4.05/4.75],8)"),
        Example("m = fitlm([1;2;3;4],[1;2;2;4]); c = m.Coefficients; {c.Properties.RowNames, round(c.SE(2),8), round(c.pValue(2),8)}", "{{'(Intercept)';'x1'},round(sqrt(0.07),8),round(2*tcdf(-0.9/sqrt(0.07),2),8)}"),
        Example("m = fitlm([1 4;2 2;3 9;4 1;5 5;6 6],[1;3;2;5;4;7],'interactions'); {m.Formula, m.CoefficientNames}", "{'y ~ 1 + x1*x2',{'(Intercept)','x1','x2','x1:x2'}}"),
        Example("t = table([1;2;3;4],{'b';'a';'b';'a'},[1;5;3;8],'VariableNames',{'u','g','r'}); m = fitlm(t,'r ~ u + g'); {m.CoefficientNames, round(m.Coefficients.Estimate',8)}", "{{'(Intercept)','u','g_b'},[2.75 1.25 -3.25]}"),
        Example("m = fitlm([1;2;3],[2;4;6.3],'Intercept',false); {m.Formula, round(m.Coefficients.Estimate,8)}", "{'y ~ x1',round(28.9/14,8)}"),
        Example("m = fitlm((1:5)',(1:5)'.^2,'y ~ x1^2'); round(m.Coefficients.Estimate',8)", "[0 0 1]"),
    ),
    errors=(
        ErrorCase("fitlm([1;2],[1;2;3])", "stats:classreg:regr:TermsRegression:InputSizeMismatch"), ErrorCase("fitlm([1;2],[1;2],'cubic')", "stats:classreg:regr:TermsRegression:BadModel"),
        ErrorCase("fitlm([1;2],[1;2],'y ~ z')", "stats:classreg:regr:LinearFormula:UnrecognizedVariables"),
    ),
    see_also=("regress", "predict", "polyfit"),
)  # fmt: skip
def fitlm(call: Any, data: Any, *arguments: Any) -> Any:
    values = list(arguments)
    y = None if isinstance(data, Table) else values.pop(0) if values and not is_text(values[0]) else None
    known = _OPTIONS.split()
    model = values.pop(0) if values and (not is_text(values[0]) or len(values) % 2 or text_of(values[0]).lower() not in known) else None
    named = arg.name_values(values, "fitlm", _OPTIONS)
    if "robustopts" in named and (not is_text(named["robustopts"]) or text_of(named["robustopts"]).lower() != "off"):
        raise _error("Robust fits are not supported.", "LinearModel:Unsupported")
    if not isinstance(data, Table) and y is None:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    table = data if isinstance(data, Table) else _table_of(call, data, y, named)
    response, names, terms = _formula(table, model, named)
    grouped = _chosen(named["categoricalvars"], list(table.columns)) if "categoricalvars" in named else []
    predictors = [_predictor(name, table.columns[name], grouped=name in grouped) for name in names]
    target = as_array(table.columns[response]).astype(float).ravel()
    x = design(terms, predictors, [p.columns(table.columns[p.name]) for p in predictors], table.height)
    weights = arg.flat(named["weights"]).astype(float) if "weights" in named else np.ones(target.size)
    used = ~(np.isnan(target) | np.isnan(x).any(axis=1) | np.isnan(weights))
    if "exclude" in named:
        out = as_array(named["exclude"]).ravel()
        used[out if out.dtype == bool else out.astype(int) - 1] = False
    fit = least_squares(target[used], x[used], weights[used])
    if fit.rank < x.shape[1]:
        call.warning("Regression design matrix is rank deficient to within machine precision.", "stats:LinearModel:RankDefDesignMat")
    return LinearModel(fit, terms, predictors, (target, x, used, weights), response, table)


def _predict(call: Any, model: LinearModel, *arguments: Any) -> Any:
    from scipy import stats

    values = list(arguments)
    rows = values.pop(0) if values and not is_text(values[0]) else model.variables
    named = arg.name_values(values, "predict", "alpha prediction simultaneous")
    x = model.rows_of(rows)
    predicted = x @ model.fit.b
    alpha = named.number("alpha", 0.05)
    spread = np.einsum("ij,jk,ik->i", x, model.fit.covariance, x)
    if named.word("prediction") == "observation":
        spread = spread + model.fit.variance
    together = "simultaneous" in named and bool(as_array(named["simultaneous"]).all())
    rank, degrees = model.fit.rank, model.fit.degrees
    reach = np.sqrt(rank * stats.f.ppf(1 - alpha, rank, degrees)) if together else stats.t.ppf(1 - alpha / 2, degrees)
    reach = reach * np.sqrt(spread)
    return predicted[:, None], np.column_stack([predicted - reach, predicted + reach])


def _feval(call: Any, model: LinearModel, *columns: Any) -> Any:
    if len(columns) == 1:
        return _predict(call, model, columns[0])[0]
    arrays = [as_array(c).astype(float) for c in columns]
    shape = np.broadcast_shapes(*(a.shape for a in arrays))
    data = np.column_stack([np.broadcast_to(a, shape).ravel(order="F") for a in arrays])
    return _predict(call, model, Tensor(np.asfortranarray(data)))[0].reshape(shape, order="F")


def _intervals(call: Any, model: LinearModel, alpha: Any = 0.05) -> Any:
    from scipy import stats

    reach = stats.t.ppf(1 - arg.scalar(alpha) / 2, model.fit.degrees) * model.fit.errors
    return np.column_stack([model.fit.b - reach, model.fit.b + reach])


def _tested(call: Any, model: LinearModel, contrasts: Any = None, target: Any = None) -> Any:
    """p, F and the numerator's degrees of freedom for a test that contrasts of the coefficients have given values (0)."""
    from scipy import stats

    count = len(model.fit.b)
    if contrasts is None:
        h = np.eye(count)[[name != "(Intercept)" for name in model.names]]
    else:
        h = arg.matrix(contrasts)
    if h.shape[1] != count:
        raise _error("The contrast must have a column for each coefficient.", "modelutils:BadContrast")
    deviations = h @ model.fit.b - (arg.flat(target) if target is not None else 0.0)
    f = float(deviations @ np.linalg.solve(h @ model.fit.covariance @ h.T, deviations)) / len(h)
    return float(stats.f.sf(f, len(h), model.fit.degrees)), f, float(len(h))


def _drawn(call: Any, model: LinearModel, *options: Any) -> Any:
    """Data, line and confidence bounds of a model of one predictor."""
    if len(model.predictors) != 1 or len(model.predictors[0].endings) != 1:
        raise _error("Only models of one predictor that is a number can be drawn.", "LinearModel:Unsupported")
    value, name = call.session.value, model.predictors[0].name
    at = model.predictors[0].columns(model.variables.columns[name]).ravel()
    grid = np.linspace(np.nanmin(at), np.nanmax(at), 100)[:, None]
    line, bounds = _predict(call, model, value(grid))
    lines = ((at, model.y, "bx"), (grid, line, "r-"), (grid, bounds[:, :1], "r:"), (grid, bounds[:, 1:], "r:"))
    parts = [
        part for x, y, style in lines for part in (value(np.asarray(x).reshape(-1, 1)), value(np.asarray(y).reshape(-1, 1)), value(style))
    ]
    handles = call.feval("plot", *parts, nargout=1)
    call.feval("legend", value("Data"), value("Fit"), value("Confidence bounds"), nargout=0)
    for function, words in (("xlabel", name), ("ylabel", model.response), ("title", f"{model.response} vs. {name}")):
        call.feval(function, value(words), value("Interpreter"), value("none"), nargout=0)
    return handles[0] if call.nargout else None


LINEAR_MODEL_METHODS = methods(LinearModel, {"predict": _predict, "feval": _feval, "coefCI": _intervals, "coefTest": _tested, "plot": _drawn})

_MODEL = "m = fitlm([1;2;3;4],[1;2;2;4]); "
METHODS = (
    method_only("predict", ("ypred = predict(mdl, Xnew)", "[ypred, yci] = predict(mdl, Xnew, Name, Value)"), "What a model says of new rows, with confidence bounds; Alpha, Prediction ('curve', 'observation'), Simultaneous.",
                Example(_MODEL + "round(predict(m,[0;5]),8)", "[0;4.5]"), Example(_MODEL + "[y,c] = predict(m,2.5); round(c,8)", "round(2.25 + [-1 1]*tinv(0.975,2)*sqrt(0.35/4),8)"),
                Example("t = table([1;2;3],[2;4;6],'VariableNames',{'a','b'}); round(predict(fitlm(t),table(10,'VariableNames',{'a'})),8)", "20")),
    method_only("coefCI", ("ci = coefCI(mdl)", "ci = coefCI(mdl, alpha)"), "Confidence intervals of the coefficients of a model.",
                Example(_MODEL + "round(coefCI(m) - m.Coefficients.Estimate,8)", "round(tinv(0.975,2)*[-1 1].*[sqrt(0.525);sqrt(0.07)],8)")),
    method_only("coefTest", ("p = coefTest(mdl)", "[p, F, r] = coefTest(mdl, H, C)"), "Whether all coefficients but the constant, or contrasts of them, can be 0.",
                Example(_MODEL + "[p,f,r] = coefTest(m); round([p f r],6)", "round([fcdf(0.81/0.07,1,2,'upper') 0.81/0.07 1],6)")),
)  # fmt: skip
