"""Cleaning of data: detection, replacement and removal of outliers; smoothing; standard missing values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value, word_of
from ...values.tables.table import Table
from ...values.times.numbered import NumberedArray
from ..arrays.missing_questions import equal_to, marks_of
from ..arrays.order_statistics import median_of, quantiles_of
from .local_fits import locally
from .table_variables import split_table_options, with_columns

_SPREAD = 1.482602218505602  # -1/(sqrt(2)*erfcinv(3/2)): the median absolute deviation of a normal distribution as a standard deviation


_SMOOTHED = ("movmean", "movmedian", "gaussian", "lowess", "loess", "rlowess", "rloess", "sgolay")


def _lines(value: Any, dim: Any = None) -> Lines:
    return Lines.of(arg.floating(value).astype(np.float64), dim)


def _split(call: Any, arguments: tuple[Any, ...]) -> tuple[str, list[Any], arg.Options]:
    """The method that finds outliers, its numbers, and the options."""
    rest = list(arguments)
    method = "median"
    if (
        rest
        and is_text(rest[0])
        and text_of(rest[0]).lower() in ("median", "mean", "quartiles", "grubbs", "gesd", "movmedian", "movmean", "percentiles")
    ):
        method = text_of(rest.pop(0)).lower()
    numbers = []
    while rest and not is_text(rest[0]):
        numbers.append(rest.pop(0))
    return (
        method,
        numbers,
        arg.name_values(
            rest, call.name, "samplepoints thresholdfactor maxnumoutliers" + " outlierlocations" * (call.name == "filloutliers")
        ),
    )


def _at_points(named: arg.Options) -> tuple[Any, ...]:
    """The sample points of options, for the functions of windows and gaps."""
    return (to_value("SamplePoints"), named["samplepoints"]) if "samplepoints" in named else ()


def _in_class(value: Any, array: np.ndarray) -> np.ndarray:
    """Results for singles are single."""
    return array.astype(np.float32) if class_of(value) == "single" and array.dtype.kind == "f" else array


_TOGETHER = ("median", "mean", "quartiles")
"""Methods by which lines without NaN have their limits found at once."""


def _limits(call: Any, x: np.ndarray, method: str, numbers: list[Any], named: arg.Options) -> tuple[Any, Any, Any]:
    """Lower and upper limits and centres of one column."""
    factor = _threshold_factor(method, named)
    if method.startswith("mov"):
        window = numbers[0]
        column = to_value(x.reshape(-1, 1))
        omit = (to_value("omitnan"), *_at_points(named))
        if method == "movmedian":
            centre = as_array(call.feval("movmedian", column, window, *omit)[0]).ravel()
            spread = _SPREAD * as_array(call.feval("movmad", column, window, *omit)[0]).ravel()
        else:
            centre = as_array(call.feval("movmean", column, window, *omit)[0]).ravel()
            spread = as_array(call.feval("movstd", column, window, *omit)[0]).ravel()
        return centre - factor * spread, centre + factor * spread, centre
    known = x[~np.isnan(x)]
    if method == "percentiles":
        low, high = arg.flat(numbers[0]).tolist()
        limits = np.quantile(known, [low / 100, high / 100], method="hazen") if known.size else np.full(2, np.nan)
        return limits[0], limits[1], limits.mean()
    if method in ("grubbs", "gesd"):
        return _by_tests(known, method, named)
    return _limits_of_rows(known[None, :], method, factor)


def _threshold_factor(method: str, named: Any) -> float:
    return named.number("thresholdfactor", 1.5 if method == "quartiles" else 3.0)


def _limits_of_rows(rows: np.ndarray, method: str, factor: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lower and upper limits and centres of each row, by a method of ``_TOGETHER``; without NaN."""
    if not rows.shape[1]:
        centre = spread = np.full(len(rows), np.nan)
    elif method == "quartiles":
        q1, q3 = np.quantile(rows, [0.25, 0.75], method="hazen", axis=1)
        return q1 - factor * (q3 - q1), q3 + factor * (q3 - q1), (q1 + q3) / 2
    elif method == "median":
        centre = np.median(rows, axis=1)
        spread = _SPREAD * np.median(np.abs(rows - centre[:, None]), axis=1)
    else:
        centre = rows.mean(axis=1)
        spread = rows.std(ddof=1, axis=1) if rows.shape[1] > 1 else np.zeros(len(rows))
    return centre - factor * spread, centre + factor * spread, centre


def _by_tests(known: np.ndarray, method: str, named: arg.Options) -> tuple[Any, Any, Any]:
    """Limits by Grubbs' test, one outlier after the other, or by the generalized test for several (Rosner 1983)."""
    alpha, rest = named.number("thresholdfactor", 0.05), known
    most = named.integer("maxnumoutliers", known.size if method == "grubbs" else max(int(np.ceil(known.size * 0.1)), 1))
    bound, outliers = (known.mean(), known.std(ddof=1), np.inf), 0
    for count in range(1, most + 1):
        if rest.size < 3:
            break
        centre, spread, critical = _critical(rest, alpha)
        far = np.abs(rest - centre).argmax()
        beyond = spread > 0 and abs(rest[far] - centre) / spread > critical
        if not beyond and method == "grubbs":
            bound = (centre, spread, critical)
            break
        rest = np.delete(rest, far)
        if beyond:
            outliers, bound = count, _critical(rest, alpha)
        elif not outliers and not np.isfinite(bound[2]):
            bound = (centre, spread, critical)
    centre, spread, critical = bound
    return centre - critical * spread, centre + critical * spread, centre


def _critical(sample: np.ndarray, alpha: float) -> tuple[float, float, float]:
    """Mean, standard deviation, and the critical distance from the mean in deviations."""
    from scipy import stats

    n = sample.size
    if n <= 2:
        return sample.mean(), sample.std(ddof=1), np.inf
    t = stats.t.ppf(alpha / (2 * n), n - 2)
    return sample.mean(), sample.std(ddof=1), (n - 1) / np.sqrt(n) * np.sqrt(t**2 / (n - 2 + t**2))


def _outliers(call: Any, value: Any, arguments: tuple[Any, ...]) -> tuple[Lines, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The lines of the data; which elements are outliers, lower and upper limits and centres, as matrices with a column for each line."""
    method, numbers, named = _split(call, arguments)
    dim = numbers[-1] if len(numbers) > (method.startswith("mov") or method == "percentiles") else None
    lines = _lines(value, dim)
    rows = len(lines.matrix) if method.startswith("mov") else 1
    low, high, centre = (np.empty((rows, lines.matrix.shape[1])) for _ in range(3))
    alone = np.isnan(lines.matrix).any(axis=0) if method in _TOGETHER else np.ones(lines.matrix.shape[1], bool)
    if not alone.all():
        together = np.ascontiguousarray(lines.matrix[:, ~alone].T)
        low[:, ~alone], high[:, ~alone], centre[:, ~alone] = _limits_of_rows(together, method, _threshold_factor(method, named))
    for k in np.flatnonzero(alone):
        low[:, k], high[:, k], centre[:, k] = _limits(call, lines.matrix[:, k], method, numbers, named)
    if "outlierlocations" in named:
        return lines, Lines.of(arg.elements(named["outlierlocations"]).astype(bool), dim).matrix, low, high, centre
    with np.errstate(invalid="ignore"):
        return lines, (lines.matrix < low) | (lines.matrix > high), low, high, centre


def _outliers_on_device(call: Any, value: Any, arguments: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Outliers of lines of an array on a device, limits and centres; None where the host finds them."""
    method, numbers, named = _split(call, arguments)
    if method not in ("median", "mean", "quartiles") or set(named) - {"thresholdfactor"} or not on_device(call, value):
        return None
    x = Formula(call, value)
    axis = x.axis(numbers[-1] if numbers else None)
    if axis >= len(x.shape) or len(numbers) > 1:
        return None
    wide = x.to("double")
    factor = arg.scalar(named["thresholdfactor"]) if named else 1.5 if method == "quartiles" else 3.0
    if method == "quartiles":
        quartiles = quantiles_of(wide, np.array([0.25, 0.75]), axis)
        low, high = quartiles.part(axis, 0, 1), quartiles.part(axis, 1, 1)
        centre, spread = (low + high) / 2.0, (high - low) * factor
        low, high = low - spread, high + spread
    else:
        if method == "median":
            centre = median_of(wide, axis, True)
            spread = median_of((wide - centre).apply("abs"), axis, True) * _SPREAD
        else:
            centre, count = wide.mean(axis, omit_nan=True), wide.of(wide.count(axis, omit_nan=True))
            spread = (wide.reduce("moment2", axis, omit_nan=True) / (count - 1.0).apply("max", 1.0)).apply("sqrt")
        low, high = centre - spread * factor, centre + spread * factor
    mask = wide.apply("lt", low).apply("or", wide.apply("gt", high))
    return tuple(f.value if f is mask or x.matlab_class != "single" else f.apply("single").value for f in (mask, low, high, centre))


@builtin(
    "isoutlier", "TF = isoutlier(A)", "TF = isoutlier(A, method)", "TF = isoutlier(A, movmethod, window)", "TF = isoutlier(..., dim)",
    "TF = isoutlier(..., Name, Value)", "[TF, L, U, C] = isoutlier(...)", summary="Which elements are far from the others.",
    examples=(
        Example("isoutlier([1 2 1 2 50 1])", "[false false false false true false]"), Example("isoutlier([1 2 3 100],'mean')", "false(1,4)"),
        Example("[~,l,u] = isoutlier([1 2 3 4 100],'quartiles'); [l u]", "[-37.625 67.375]"),
        Example("isoutlier([1;2;1;90;2],'grubbs')", "[false;false;false;true;false]"),
        Example("isoutlier([1 2 4 90 2],'movmean',4,'ThresholdFactor',1,'SamplePoints',[1 2 3 100 101])", "[false false true false false]"),
    ),
)  # fmt: skip
def isoutlier(call, value, *arguments):
    if isinstance(value, Table):
        return _marked_table(call, value, arguments)
    if (outputs := _outliers_on_device(call, value, arguments)) is not None:
        return outputs
    lines, *masks = _outliers(call, value, arguments)
    return tuple(_in_class(value, lines.back(matrix)) for matrix in masks)


_FILLS = ("center", "clip", "previous", "next", "nearest", "linear", "spline", "pchip", "makima")


@builtin(
    "filloutliers", "B = filloutliers(A, fillmethod)", "B = filloutliers(A, fillmethod, findmethod)", "B = filloutliers(A, fillmethod, movmethod, window)",
    "B = filloutliers(..., Name, Value)", "[B, TF, L, U, C] = filloutliers(...)", summary="Outliers exchanged for others: the centre, limits, neighbours, a number.",
    examples=(
        Example("filloutliers([1 2 1 2 50 1],'linear')", "[1 2 1 2 1.5 1]"), Example("filloutliers([1 2 1 2 50 1],0)", "[1 2 1 2 0 1]"),
        Example("filloutliers([1 2 1 2 50 1],'center')", "[1 2 1 2 1.5 1]"),
        Example("filloutliers([1 2 50 3],'linear','OutlierLocations',[false true false false])", "[1 25.5 50 3]"),
        Example("filloutliers(single([1 2 1 2 50 1]),'linear','SamplePoints',[1 2 3 4 5 8])", "single([1 2 1 2 1.75 1])"),
    ),
)  # fmt: skip
def filloutliers(call, value, fill, *arguments):
    if isinstance(value, Table):
        rest, chosen, replace = split_table_options(call, value, arguments)
        names = value.names if chosen is None else chosen
        columns = {name: call.feval("filloutliers", value.column(name), fill, *rest, nargout=2) for name in names}
        marks = np.zeros((value.height, len(value.names)), bool)
        for name, parts in columns.items():
            marks[:, value.names.index(name)] = np.asarray(arg.elements(parts[1]), bool).reshape(value.height, -1).any(axis=1)
        return with_columns(value, {name: f[0] for name, f in columns.items()}, replace, "filled"), marks
    lines, columns, low, high, centre = _outliers(call, value, arguments)
    matrix = lines.matrix.copy()
    word = text_of(fill).lower() if is_text(fill) else None
    points = _at_points(_split(call, arguments)[2])
    if word is None:
        matrix[columns] = arg.scalar(fill)
    elif word == "center":
        matrix[columns] = np.broadcast_to(centre, matrix.shape)[columns]
    elif word == "clip":
        matrix = np.where(columns, np.clip(matrix, low, high), matrix)
    elif word in _FILLS:
        for k in range(matrix.shape[1]):
            bad = columns[:, k]
            if bad.any():
                holes = np.isnan(matrix[:, k])
                column = np.where(bad, np.nan, matrix[:, k])
                filled = as_array(call.feval("fillmissing", to_value(column.reshape(-1, 1)), to_value(word), *points)[0]).ravel()
                matrix[:, k] = np.where(holes, np.nan, filled)
    else:
        raise call.error(f"Invalid fill method '{word}'.", "MATLAB:filloutliers:FillMethod")
    return tuple(arg.single_like(lines.back(m), value) for m in (matrix, columns, low, high, centre))


@builtin(
    "rmoutliers", "B = rmoutliers(A)", "B = rmoutliers(A, method)", "B = rmoutliers(A, movmethod, window)", "B = rmoutliers(..., Name, Value)",
    "B = rmoutliers(..., dim)", "[B, TFrm, TFoutlier, L, U, C] = rmoutliers(...)", summary="Data without outliers, or without the rows that hold one.",
    examples=(Example("rmoutliers([1 2 1 2 50 1])", "[1 2 1 2 1]"), Example("rmoutliers([1 5;2 6;1 7;2 5;50 6])", "[1 5;2 6;1 7;2 5]"),
        Example("size(rmoutliers([1 5;2 6;1 7;2 5;50 6],'MinNumOutliers',2))", "[5 2]"),
        Example("[B,TF] = rmoutliers([1 2 1 2 50;1 2 3 4 5],2)", "{[1 2 1 2;1 2 3 4],logical([0 0 0 0 1])}"),
        Example("[~,rows,marks] = rmoutliers([1 5;2 6;1 7;2 5;50 6]); {rows',marks'}", "{logical([0 0 0 0 1]),logical([0 0 0 0 1;0 0 0 0 0])}")),
)  # fmt: skip
def rmoutliers(call, value, *arguments):
    if isinstance(value, Table):
        least, rest = _least(arguments)
        outlying = _in_columns(call, value, rest)
        bad = outlying.sum(axis=1) >= least
        return value.at_rows(np.flatnonzero(~bad)), bad.reshape(-1, 1), outlying
    least, rest = _least(arguments)
    lines, marks, *limits = _outliers(call, value, rest)
    array, axis = arg.elements(value), lines.axis
    if array.ndim > 2 or axis > 1:
        raise call.error("First argument must be a vector, a matrix, a table or a timetable.", "MATLAB:rmoutliers:NDArrays")
    bad = marks.sum(axis=1) >= least
    cleaned = arg.like(value, np.asfortranarray(np.compress(~bad, array, axis)))
    outputs = [arg.single_like(lines.back(m), value) for m in (marks, *limits)]
    return cleaned, bad.reshape(-1, 1) if axis == 0 else bad.reshape(1, -1), *outputs


def _in_columns(call: Any, table: Table, arguments: tuple[Any, ...]) -> np.ndarray:
    """A mask of outliers in a table's rows, a column for each variable."""
    rest, chosen, _ = split_table_options(call, table, arguments)
    marks = np.zeros((table.height, len(table.names)), bool)
    for name in table.names if chosen is None else chosen:
        marks[:, table.names.index(name)] = _outliers(call, table.column(name), tuple(rest))[1].reshape(table.height, -1).any(axis=1)
    return marks


def _marked_table(call: Any, table: Table, arguments: tuple[Any, ...]) -> Any:
    """The marks of all variables as a matrix, or as a table of logical variables."""
    rest = list(arguments)
    place = next((k for k, a in enumerate(rest[:-1]) if word_of(a) == "outputformat"), None)
    form = "logical" if place is None else text_of(rest[place + 1]).lower()
    if form not in ("logical", "tabular"):
        raise call.error("'OutputFormat' value must be 'logical' or 'tabular'.", "MATLAB:isoutlier:OutputFormat")
    marks = _in_columns(call, table, tuple(rest if place is None else rest[:place] + rest[place + 2 :]))
    return marks if form == "logical" else table.remade({name: to_value(marks[:, [k]]) for k, name in enumerate(table.names)})


def _least(arguments: Sequence[Any]) -> tuple[int, tuple[Any, ...]]:
    """The number of outliers for which a row is removed, and the other arguments."""
    rest = list(arguments)
    place = next((k for k, a in enumerate(rest[:-1]) if word_of(a) == "minnumoutliers"), None)
    return (1, tuple(rest)) if place is None else (arg.integer(rest[place + 1]), tuple(rest[:place] + rest[place + 2 :]))


@builtin(
    "smoothdata", "B = smoothdata(A)", "B = smoothdata(A, method)", "B = smoothdata(A, method, window)", "B = smoothdata(A, dim, method, window)", "B = smoothdata(..., nanflag)", "B = smoothdata(..., Name, Value)", "[B, window] = smoothdata(...)",
    summary="Data smoothed in windows: movmean, movmedian, gaussian, lowess, loess, sgolay.",
    examples=(
        Example("smoothdata([1 2 9 2 1],'movmean',3)", "[1.5 4 13/3 4 1.5]"), Example("smoothdata([1 2 9 2 1],'movmedian',3)", "[1.5 2 2 2 1.5]"),
        Example("round(smoothdata([1 4 9 16 25],'loess',5),8)", "[1 4 9 16 25]"), Example("round(smoothdata([1 1 1 1],'gaussian',3),12)", "[1 1 1 1]"),
        Example("[B,w] = smoothdata(cos(0.1*pi*(0:99)) + 0.5*(-1).^(0:99)); [w size(B)]", "[2 1 100]"),
        Example("smoothdata([1 2 9 2 1],'movmean','SmoothingFactor',0)", "[1 2 9 2 1]"),
        Example("smoothdata([1 NaN 3 5],'movmean',3,'includenan')", "[NaN NaN NaN 4]"),
        Example("smoothdata([1 2 9 2],'movmean',2,'SamplePoints',[1 2 3 9])", "[1 1.5 5.5 2]"),
        Example("smoothdata(single([1 2 9]),'movmean',3)", "single([1.5 4 5.5])"),
        Example("T = smoothdata(table([1;2;9],[3;3;3]),'movmean',3,'DataVariables',1,'ReplaceValues',false); T{:,3}", "[1.5;4;5.5]"),
    ),
    errors=(ErrorCase("smoothdata([1 2 3],'mean')", "MATLAB:smoothdata:MethodInvalid"),),
)  # fmt: skip
def smoothdata(call, value, *arguments):
    if isinstance(value, Table):
        return _smoothed_table(call, value, arguments)
    dim, method, window, including, named = _smoothing(call, arguments)
    if getattr(value, "is_complex", type(value) is complex):
        return _smoothed_parts(call, value, dim, method, window, including, named)
    if method in ("movmean", "movmedian") and window is not None and not named and on_device(call, value):
        words = [] if dim is None else [dim]
        wide = call.feval("double", value)[0]
        smoothed = call.feval(method, wide, window, *words, to_value("includenan" if including else "omitnan"))[0]
        return smoothed if class_of(value) != "single" else call.feval("single", smoothed)[0], window
    lines = _lines(value, dim)
    if window is None:
        window = float(_window_length(lines.matrix, _factor(call, named)))
    matrix = lines.matrix
    if method in ("movmean", "movmedian"):
        points = [to_value("SamplePoints"), named["samplepoints"]] if "samplepoints" in named else []
        flag = to_value("includenan" if including else "omitnan")
        smoothed = as_array(call.feval(method, to_value(matrix), window, 1.0, flag, *points)[0])
        return arg.single_like(lines.back(smoothed), value), window
    spans = arg.flat(window)
    before, after = (
        (int(spans[0]), int(spans[1]))
        if spans.size == 2
        else ((int(spans[0]) - 1) // 2 + (int(spans[0]) % 2 == 0), (int(spans[0]) - 1) // 2)
    )
    points = arg.flat(named["samplepoints"]).astype(np.float64) if "samplepoints" in named else np.arange(float(len(matrix)))

    def smooth(line: np.ndarray) -> np.ndarray:
        degree = arg.integer(named["degree"]) if "degree" in named else 2
        smoothed = locally(line, points, before, after, method, degree, even="samplepoints" not in named)
        if including and np.isnan(line).any():
            smoothed[_touched(np.isnan(line), before, after)] = np.nan
        return smoothed

    return arg.single_like(lines.each(smooth, len(matrix)), value), window


def _smoothed_parts(call: Any, value: Any, dim: Any, method: str, window: Any, including: bool, named: arg.Options) -> Any:
    """Real and imaginary parts smoothed in the same window."""
    parts = [call.feval(name, value)[0] for name in ("real", "imag")]
    if window is None:
        planes = np.column_stack([_lines(part, dim).matrix for part in parts])
        window = float(_window_length(planes, _factor(call, named)))
    words = [*([] if dim is None else [dim]), to_value(method), window, to_value("includenan" if including else "omitnan")]
    options = [item for name, v in named.items() if name != "smoothingfactor" for item in (to_value(name), v)]
    real, imag = (call.feval("smoothdata", part, *words, *options)[0] for part in parts)
    return call.feval("complex", real, imag)[0], window


def _touched(bad: np.ndarray, before: int, after: int) -> np.ndarray:
    """The elements whose window holds one of the bad ones."""
    sums = np.concatenate([[0], np.cumsum(bad)])
    k = np.arange(len(bad))
    return sums[np.minimum(k + after + 1, len(bad))] > sums[np.maximum(k - before, 0)]


def _smoothing(call: Any, arguments: Sequence[Any]) -> tuple[Any, str, Any, bool, arg.Options]:
    """Dimension, method, window, whether NaN is included, and the options of smoothdata."""
    rest = list(arguments)
    dim = arg.pop_value(rest)
    method = text_of(rest.pop(0)).lower() if rest and is_text(rest[0]) and not _is_flag(rest[0]) else "movmean"
    window = rest.pop(0) if rest and not is_text(rest[0]) and numel_of(rest[0]) else None
    if method not in _SMOOTHED:
        raise call.error(f"'{method}' is not a smoothing method.", "MATLAB:smoothdata:MethodInvalid")
    including = text_of(rest.pop(0)).lower() in ("includenan", "includemissing") if rest and _is_flag(rest[0]) else False
    return dim, method, window, including, arg.name_values(rest, "smoothdata", "degree samplepoints smoothingfactor")


def _is_flag(item: Any) -> bool:
    return word_of(item) in ("omitnan", "omitmissing", "includenan", "includemissing")


def _factor(call: Any, named: arg.Options) -> float:
    factor = named.number("smoothingfactor", 0.25)
    if not 0 <= factor <= 1:
        raise call.error("Smoothing factor must be a scalar between 0 and 1.", "MATLAB:smoothdata:SmoothingFactorRange")
    return factor


def _smoothed_table(call: Any, table: Table, arguments: Sequence[Any]) -> Any:
    """Each variable smoothed in the same window: the widest where the program names none."""
    rest, chosen, replace = split_table_options(call, table, arguments)
    names = table.names if chosen is None else chosen
    _, method, window, including, named = _smoothing(call, rest)
    if window is None:
        widths = [_window_length(_lines(table.column(name)).matrix, _factor(call, named)) for name in names]
        window = float(max(widths, default=1))
    flag = [to_value("includenan")] if including else []
    options = [item for name, v in named.items() if name != "smoothingfactor" for item in (to_value(name), v)]
    columns = {name: call.feval("smoothdata", table.column(name), to_value(method), window, *flag, *options)[0] for name in names}
    return with_columns(table, columns, replace, "smoothed"), window


def _window_length(matrix: np.ndarray, factor: float) -> int:
    """A window whose moving average lets pass, down to half the power, what has all but ``factor`` of the data's energy.

    An average of w neighbours halves the power at 0.443/w cycles for each sample.  MATLAB says of its heuristic no more than
    that the factor is how much of the energy is smoothed away.
    """
    n = len(matrix)
    known = np.where(np.isnan(matrix), np.nanmean(matrix, axis=0) if n else 0.0, matrix)
    power = (np.abs(np.fft.rfft(known - known.mean(axis=0), axis=0)) ** 2).sum(axis=1) if n > 1 else np.zeros(1)
    if factor == 0 or not power.any():
        return 1
    passed = int(np.searchsorted(np.cumsum(power), (1 - factor) * power.sum() * (1 - 1e-12)))
    return int(min(max(np.ceil(0.443 * n / max(passed, 1)), 2), n))


# --- missing values ---------------------------------------------------------------------------------------------------


@builtin(
    "standardizeMissing", "B = standardizeMissing(A, indicator)", "B = standardizeMissing(T, indicator, 'DataVariables', vars)",
    summary="Array or table with given values taken for missing.",
    examples=(
        Example("standardizeMissing([1 -99 3],-99)", "[1 NaN 3]"), Example("standardizeMissing({'a','NA'},'NA')", "{'a',''}"), Example("standardizeMissing('a-b','-')", "'a b'"),
        Example("T = standardizeMissing(table([1;-9],{'x';'NA'}),{-9,'NA'}); isnan(T.Var1)", "[false;true]"),
    ),
)  # fmt: skip
def standardize_missing(call, value, indicator, *options):
    if isinstance(value, Table):
        rest, chosen, replace = split_table_options(call, value, options)
        arg.name_values(rest, "standardizeMissing", "datavariables replacevalues")
        columns = {name: _standard(value.column(name), indicator) for name in (value.names if chosen is None else chosen)}
        return with_columns(value, columns, replace, "standardized")
    arg.name_values(options, "standardizeMissing", "datavariables replacevalues")
    return _standard(value, indicator)


def _standard(value: Any, indicator: Any) -> Any:
    mask = equal_to(value, marks_of(indicator))
    if mask is None or not mask.any():
        return value
    if type(value) is StringArray:
        return StringArray(np.where(mask, None, value.array))
    if type(value) is CellArray:
        array = np.array(value.array, copy=True, order="F")
        array[mask] = CharArray.row("")
        return CellArray(array)
    if isinstance(value, NumberedArray):
        return value.like(np.where(mask, np.nan, value.numbers))
    if type(value) is CharArray:
        return CharArray(np.where(mask, ord(" "), value.array))
    if class_of(value) in ("double", "single"):
        array = arg.floating(value)
        return to_value(np.where(mask, np.array(np.nan, array.dtype), array))
    return value


@builtin(
    "anymissing",
    "TF = anymissing(A)",
    summary="Whether any element is missing.",
    examples=(Example("anymissing([1 NaN])", "true"), Example("anymissing(table([1;2]))", "false")),
)
def anymissing(call, value):
    mask = Formula(call, call.feval("ismissing", value)[0])
    return bool(as_array(mask.reduce("any", *range(len(mask.shape)), matlab_class="logical").value).any())
