"""Removal and filling of missing values."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.classes import FLOAT_CLASSES, INTEGER_LIMITS, saturate
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of, to_value, word_of
from ...values.functions import FunctionHandle
from ...values.times.numbered import NumberedArray
from ..interpolation.interpolation import interpolate_lines
from . import device_gaps as gaps


@builtin(
    "rmmissing",
    "R = rmmissing(A)",
    "R = rmmissing(A, dim)",
    "R = rmmissing(..., 'MinNumMissing', n)",
    "R = rmmissing(T, 'DataVariables', vars)",
    "[R, TF] = rmmissing(...)",
    summary="Without the elements or rows that hold NaN.",
    examples=(Example("rmmissing([1 NaN 2])", "[1 2]"), Example("rmmissing([1 2;NaN 3])", "[1 2]")),
)
def rmmissing(call: Any, a: Any, *rest: Any) -> Any:
    values, options = arg.before_text(rest)
    named = arg.name_values(options, "rmmissing", "minnummissing")
    if set(named) - {"minnummissing"} or len(values) > 1:
        raise call.error("Parameter name must be 'MinNumMissing' or 'DataVariables'.", "MATLAB:rmmissing:NameValueNames")
    dim, least = values[0] if values else None, named.integer("minnummissing", 1)
    if dim is None and least == 1 and on_device(call, a) and arg.is_vector(shape_of(a)) and class_of(a) in FLOAT_CLASSES:
        missing = Formula(call, a).apply("isnan")
        known = call.engine.read(a, (missing.apply("not").value,))
        if known is not None:
            return known, missing.value
    marks = arg.floating(call.feval("ismissing", a)[0]).astype(bool)
    array = arg.elements(a)
    if array.ndim > 2:
        raise call.error("First argument must be a vector or a matrix.", "MATLAB:rmmissing:NDArrays")
    if dim is None and arg.is_vector(array.shape):
        keep = ~marks.ravel() if least == 1 else np.full(array.size, least > 0)
        return arg.like(a, array.ravel()[keep].reshape((1, -1) if array.shape[0] == 1 else (-1, 1))), marks & (least <= 1)
    axis = 0 if dim is None else arg.dimension(dim)
    bad = marks.sum(axis=1 - axis) >= least
    return arg.like(a, np.compress(~bad, array, axis)), bad.reshape((-1, 1) if axis == 0 else (1, -1))


# --- filling ----------------------------------------------------------------------------------------------------------


@record
class Window:
    """How far a window goes back and ahead, and whether the end ahead belongs to it."""

    back: float
    ahead: float
    closed: bool = True


@record
class _Filling:
    """How missing elements are filled: method, sample points, window, the rule for the ends, and the longest gap."""

    method: str
    points: np.ndarray
    window: Window | None
    ends: Any
    gap: float

    def line(self, y: np.ndarray, bad: np.ndarray, constant: np.ndarray) -> np.ndarray:
        """One line of numbers, filled; ``constant`` is what the method of that name puts at each place."""
        good = np.flatnonzero(~bad)
        y = y.copy()
        if not good.size:
            y[:] = self.ends if not isinstance(self.ends, str) else constant if self.method == "constant" and self.ends == "extrap" else np.nan
            return y if np.isinf(self.gap) else np.full(y.shape, np.nan)
        y[bad] = constant[bad]
        inner = bad.copy()
        inner[: good[0]] = inner[good[-1] + 1 :] = False
        outer = bad & ~inner
        self._put(y, bad, good, inner if self.ends != "extrap" else bad, self.method)
        if self.ends != "extrap" and isinstance(self.ends, str):
            y[outer] = np.nan
            if self.ends != "none":
                self._put(y, bad, good, outer, self.ends)
        elif not isinstance(self.ends, str):
            y[outer] = self.ends
        return np.where(self._too_wide(bad), np.nan, y) if np.isfinite(self.gap) else y

    def _put(self, y: np.ndarray, bad: np.ndarray, good: np.ndarray, places: np.ndarray, method: str) -> None:
        if not places.any() or method == "constant":
            return
        if method in _NEIGHBOURS:
            source = sources(bad, self.points, method)[places]
            y[places] = np.where(source >= 0, y[source], np.nan)
        elif self.window is not None:
            y[places] = _averages(y[good], self.points[good], self.points[places], self.window, method)
        elif good.size > 1:
            y[places] = interpolate_lines(self.points[good], y[good, None], self.points[places], method, "extrap")[:, 0]

    def _too_wide(self, bad: np.ndarray) -> np.ndarray:
        before, after = (sources(bad, self.points, word) for word in ("previous", "next"))
        left = np.where(before >= 0, self.points[before], self.points[0])
        right = np.where(after >= 0, self.points[after], self.points[-1])
        return bad & (right - left > self.gap)


def _averages(values: np.ndarray, sites: np.ndarray, points: np.ndarray, window: Window, method: str) -> np.ndarray:
    """Means or medians of the values whose sites are in the window of each point, NaN for empty windows; windows of equal sizes are
    computed together."""
    average = np.mean if method == "movmean" else np.median
    order = np.argsort(sites, kind="stable")
    values, sites = values[order], sites[order]
    first = np.searchsorted(sites, points - window.back, side="left")
    last = np.searchsorted(sites, points + window.ahead, side="right" if window.closed else "left")
    means, counts = np.full(len(points), np.nan), last - first
    for count in np.unique(counts[counts > 0]).tolist():
        rows = np.flatnonzero(counts == count)
        for some in np.array_split(rows, -(-len(rows) * count // _TOGETHER)):
            means[some] = average(values[first[some, None] + np.arange(count)], axis=1)
    return means


_TOGETHER = 1 << 20
"""Elements of windows, about, that are gathered at once."""
_NEIGHBOURS = ("previous", "next", "nearest")
_METHODS = (*_NEIGHBOURS, "linear", "spline", "pchip", "makima", "movmean", "movmedian", "constant")


def sources(bad: np.ndarray, points: np.ndarray, method: str) -> np.ndarray:
    """For each element the position of the one that fills it (its own where it is not missing; -1 where there is none)."""
    n = len(bad)
    before = np.maximum.accumulate(np.where(bad, -1, np.arange(n)))
    after = np.minimum.accumulate(np.where(bad, n, np.arange(n))[::-1])[::-1]
    after = np.where(after == n, -1, after)
    if method != "nearest":
        return before if method == "previous" else after
    nearer = points[after] - points <= points - points[before]
    return np.where(before < 0, after, np.where((after < 0) | ~nearer, before, after))


@builtin(
    "fillmissing", "F = fillmissing(A, 'constant', v)", "F = fillmissing(A, method)", "F = fillmissing(A, movmethod, window)",
    "F = fillmissing(A, fun, gapwindow)", "F = fillmissing(A, 'knn')", "F = fillmissing(A, 'knn', k)",
    "F = fillmissing(..., dim)", "[F, TF] = fillmissing(..., Name, Value)",
    summary="Missing elements filled by a constant, neighbours, interpolation or moving averages.",
    examples=(
        Example("fillmissing([1 NaN 3],'linear')", "[1 2 3]"), Example("fillmissing([1 NaN],'constant',0)", "[1 0]"),
        Example("fillmissing([1 NaN 3],'previous')", "[1 1 3]"), Example("fillmissing([1 2;NaN 4],'linear',2)", "[1 2;NaN 4]"),
        Example("fillmissing([NaN 1 NaN 3 NaN],'linear','EndValues','nearest')", "[1 1 2 3 3]"),
        Example("fillmissing([1 NaN NaN 4 NaN 6],'linear','MaxGap',2)", "[1 NaN NaN 4 5 6]"),
        Example("fillmissing([2 NaN 4 NaN NaN 9],'movmean',3)", "[2 3 4 4 9 9]"), Example("fillmissing({'a','','b'},'previous')", "{'a','a','b'}"),
        Example("[F,TF] = fillmissing([1;NaN],'constant',5); TF", "[false;true]"),
        Example("fillmissing([1 2 3;1 NaN 3;9 8 7],'knn')", "[1 2 3;1 2 3;9 8 7]"),
        Example("fillmissing([1 2 3;1 NaN 3;9 8 7],'knn',2)", "[1 2 3;1 5 3;9 8 7]"),
        Example("fillmissing([NaN 1;2 NaN],'constant',[7;8])", "[7 1;2 8]"),
        Example("fillmissing([1 NaN NaN 5 2],@(x,t,tq) sum(x)+tq,2)", "[1 8 9 5 2]"),
    ),
    errors=(ErrorCase("fillmissing([1 NaN],'foo')", "MATLAB:fillmissing:InvalidMethod"),),
)  # fmt: skip
def fillmissing(call: Any, a: Any, method: Any, *rest: Any) -> Any:
    positional = list(rest)
    word = _method(call, method, positional)
    if word == "knn":
        return _nearest_rows(call, a, positional)
    value = positional.pop(0) if word in ("constant", "movmean", "movmedian", "function") else None
    dim = arg.pop_value(positional)
    named = arg.name_values(positional, "fillmissing")
    wrong = next((n for n in named if n not in ("endvalues", "samplepoints", "maxgap", "missinglocations")), None)
    if wrong is not None:
        raise call.error(f"Unrecognized parameter name '{wrong}'.", "MATLAB:fillmissing:NameValueNames")
    if not named and (result := gaps.filled(call, a, word, value, dim)) is not None:
        return result
    place = named.get("missinglocations", None)
    missing = arg.elements(place if place is not None else to_value(call.feval("ismissing", a)[0])).astype(bool)
    if not missing.any():
        return a, missing
    if word == "constant" and not ("endvalues" in named or "maxgap" in named):
        filled = _constant(call, a, value, missing, dim)
    else:
        filled = _by_lines(call, a, word, value, dim, named, missing, method if word == "function" else None)
    left = arg.elements(to_value(call.feval("ismissing", filled)[0])).astype(bool)
    return filled, missing & ~left


def _method(call: Any, method: Any, rest: list[Any]) -> str:
    """The name of the method, 'function' for a function; errors where the value that it needs does not follow."""
    if isinstance(method, FunctionHandle):
        if not rest or is_text(rest[0]):
            raise call.error("A gap window must follow the function.", "MATLAB:fillmissing:FunctionHandleInvalid")
        return "function"
    word = word_of(method)
    if word not in (*_METHODS, "knn"):
        raise call.error("Method must be a name of a method of filling.", "MATLAB:fillmissing:InvalidMethod")
    if word in ("constant", "movmean", "movmedian") and not rest:
        raise call.error(f"A value must follow '{word}'.", "MATLAB:fillmissing:ConstantInvalid")
    return word


def _nearest_rows(call: Any, a: Any, rest: list[Any]) -> tuple[Any, Any]:
    """Missing numbers filled by the means over the nearest rows that have them.

    Distances count the columns that both rows have, and grow with the number of the others (``nan-euclidean`` distances).
    """
    count = arg.integer(rest.pop(0)) if rest and not is_text(rest[0]) else 1
    named = arg.name_values(rest, "fillmissing", "distance missinglocations")
    if class_of(a) not in ("double", "single"):
        raise call.error("The 'knn' method needs a numeric matrix or a table of numbers.", "MATLAB:fillmissing:KnnDataType")
    array = arg.floating(a)
    missing = named.read("missinglocations", arg.elements, np.isnan(array)).astype(bool)
    known = ~(missing | np.isnan(array))
    filled = array.copy()
    for row in np.flatnonzero(missing.any(axis=1)):
        far = _distances(call, array, known, row, named.get("distance"))
        order = np.argsort(far, kind="stable")
        order = order[~np.isnan(far[order])]
        for column in np.flatnonzero(missing[row]):
            near = [k for k in order if known[k, column]][:count]
            if near:
                filled[row, column] = array[near, column].mean()
    return to_value(filled), missing & ~np.isnan(filled)


def _distances(call: Any, array: np.ndarray, known: np.ndarray, row: int, distance: Any) -> np.ndarray:
    """The distances of the other rows from a row, NaN for itself and for rows without a common column."""
    shared = known & known[row]
    if distance is None or is_text(distance):
        scaled = distance is not None and text_of(distance).lower() == "seuclidean"
        weight = np.nanvar(np.where(known, array, np.nan), axis=0, ddof=1) if scaled else 1.0
        with np.errstate(all="ignore"):
            squares = np.where(shared, (array - array[row]) ** 2 / weight, 0.0).sum(axis=1)
            far = np.sqrt(squares * array.shape[1] / shared.sum(axis=1))
    else:
        far = arg.flat(call.feval(distance, to_value(array[row : row + 1]), to_value(array))[0])
    far = np.where(shared.any(axis=1), far, np.nan)
    far[row] = np.nan
    return far


def _constant(call: Any, a: Any, value: Any, missing: np.ndarray, dim: Any) -> Any:
    """One value for all places, or one for each line along the dimension."""
    spread = None
    if type(value) is not CharArray and numel_of(value) != 1:
        spread = _for_lines(call, value, missing.shape, dim)
    if type(a) is CellArray or type(a) is StringArray:
        array = np.array(a.array, copy=True, order="F")
        if spread is not None:
            array[missing] = np.broadcast_to(spread, array.shape)[missing]
        else:
            array[missing] = CharArray.row(text_of(value)) if type(a) is CellArray else text_of(value)
        return arg.like(a, array)
    if spread is not None:
        value = value.like(spread) if isinstance(value, NumberedArray) else to_value(spread)
    if isinstance(a, NumberedArray):
        base, numbers = a.admitting(value)
        return base.like(np.where(missing, numbers, a.numbers))
    return _of_class(a, np.where(missing, arg.floating(value), arg.floating(a)))


def _for_lines(call: Any, value: Any, shape: tuple[int, ...], dim: Any) -> np.ndarray:
    """The elements of a value along the other dimensions: one for each line."""
    axis = arg.first_nonsingleton(shape) if dim is None else arg.dimension(dim)
    across = tuple(1 if d == axis else n for d, n in enumerate(shape))
    if numel_of(value) != math.prod(across):
        text = "Fill constants must be a scalar or a vector with one value for each column."
        raise call.error(text, "MATLAB:fillmissing:SizeConstantInvalid")
    return np.asfortranarray(arg.elements(value).reshape(across, order="F"))


def _of_class(a: Any, array: np.ndarray) -> Any:
    """Numbers in the class of ``a``: only places that a program names (``MissingLocations``) are missing in integers."""
    kind = class_of(a)
    if kind in ("char", "logical"):
        return CharArray(array) if kind == "char" else to_value(array != 0)
    return to_value(saturate(array, kind) if kind in INTEGER_LIMITS else array.astype(arg.floating(a).dtype))


def _by_lines(call: Any, a: Any, word: str, window: Any, dim: Any, named: arg.Options, missing: np.ndarray, function: Any = None) -> Any:
    """Each line along a dimension by itself; text has neighbours only."""
    texts = type(a) is CellArray or type(a) is StringArray
    if (texts or type(a) is CharArray) and word not in _NEIGHBOURS:
        raise call.error("Text can be filled by a constant or by neighbours only.", "MATLAB:fillmissing:InterpolationInvalid")
    constant = np.nan
    if word == "constant":
        constant = arg.floating(_constant(call, a, window, missing, dim))
        window = None
    array = a.array if texts else a.numbers if isinstance(a, NumberedArray) else arg.floating(a)
    axis = arg.first_nonsingleton(array.shape) if dim is None else min(arg.dimension(dim), array.ndim)
    points = _sample_points(call, named, array.shape[axis] if axis < array.ndim else 1)
    ends = named.get("endvalues", "extrap")
    ends = ends if ends == "extrap" else text_of(ends).lower() if is_text(ends) else arg.scalar(ends)
    widest = float(arg.elements(named["maxgap"]).flat[0]) if "maxgap" in named else np.inf
    filling = _Filling(word, points, _reach(window, "samplepoints" in named) if window is not None else None, ends, widest)

    def fill(line: np.ndarray, gap: np.ndarray) -> np.ndarray:
        if texts:
            source = sources(gap, points, word)
            return np.where(source >= 0, line[source], line)
        if function is not None:
            return _by_function(call, function, line, gap, points, _reach(window, True))
        filled = filling.line(np.where(gap, np.nan, line), gap, constants[:, k])
        return np.where(gap & np.isnan(filled), line, filled)  # what nothing fills stays

    lines, marks = Lines.of(array, axis + 1.0), Lines.of(missing, axis + 1.0).matrix
    constants = Lines.of(np.asfortranarray(np.broadcast_to(constant, array.shape)), axis + 1.0).matrix if not texts else lines.matrix
    out = lines.matrix.copy()
    for k in np.flatnonzero(marks.any(axis=0)).tolist():
        out[:, k] = fill(lines.matrix[:, k], marks[:, k])
    result = lines.back(out)
    return arg.like(a, result) if texts or isinstance(a, NumberedArray) else _of_class(a, result)


def _sample_points(call: Any, named: arg.Options, count: int) -> np.ndarray:
    if "samplepoints" not in named:
        return np.arange(1.0, count + 1)
    points = arg.elements(named["samplepoints"]).ravel(order="F").astype(np.float64)
    if len(points) != count or not (np.diff(points) > 0).all():
        raise call.error("Sample points must be increasing, one for each element.", "MATLAB:fillmissing:SamplePointsInvalidSize")
    return points


def _by_function(call: Any, function: Any, line: np.ndarray, gap: np.ndarray, points: np.ndarray, reach: Window) -> np.ndarray:
    """A line whose gaps a function fills.  It gets the known elements around a gap, their points, and the points to fill."""
    line = line.copy()
    known, edges = ~gap & ~np.isnan(line), np.flatnonzero(np.diff(np.concatenate([[0], gap.astype(np.int8), [0]])))
    for first, end in edges.reshape(-1, 2):
        near = known & (points >= points[first] - reach.back) & (points <= points[end - 1] + reach.ahead)
        if not near.any():
            continue
        columns = (line[near], points[near], points[first:end])
        filled = call.feval(function, *(to_value(np.asfortranarray(c.reshape(-1, 1))) for c in columns))[0]
        values = arg.flat(filled)
        if values.size not in (1, end - first):
            raise call.error(
                "The function must return a scalar or one value for each element of the gap.", "MATLAB:fillmissing:FunctionHandleInvalid"
            )
        line[first:end] = values
    return line


def _reach(window: Any, by_points: bool) -> Window:
    """A window of one size goes from the half of it before to the half behind, which it leaves out; an even number of elements has one more
    before."""
    numbers = arg.elements(window).ravel()
    if numbers.dtype.kind not in "fiub" or numbers.size not in (1, 2):
        raise MatlabError("The window must be one or two numbers or durations.", "MATLAB:fillmissing:InvalidWindow")
    sizes = numbers.astype(np.float64)
    if sizes.size == 2:
        return Window(float(sizes[0]), float(sizes[1]))
    half = float(sizes[0]) / 2
    if by_points or half == int(half):
        return Window(half, half, closed=False)
    return Window(half - 0.5, half - 0.5)
