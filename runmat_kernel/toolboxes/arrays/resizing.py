"""Arrays made longer, shorter and narrower, and questions about all their elements: resize, paddata, trimdata, clip, combinations, isuniform."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.classes import saturate
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value, word_of
from ...values.tables.table import Table
from .near import first_near, first_near_rows, near, near_rows

_PATTERNS = {"edge": "edge", "circular": "wrap", "reflect": "reflect", "flip": "symmetric"}


def _resizer(name: str, grows: bool, shrinks: bool, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, value: Any, sizes: Any, *options: Any) -> Any:
        named = arg.name_values(options, name, "dimension fillvalue pattern side")
        array = arg.elements(value)
        wanted = [int(n) for n in arg.flat(sizes)]
        default = [arg.first_nonsingleton(array.shape)] if len(wanted) == 1 else list(range(len(wanted)))
        axes = named.read("dimension", lambda dims: (arg.flat(dims).astype(int) - 1).tolist(), default)
        if len(axes) != len(wanted):
            raise MatlabError("The number of sizes must match the number of dimensions.", f"MATLAB:{name}:DimensionsMismatch")
        side = _word(call, named, "side", ("trailing", "leading", "both"))
        pattern = _word(call, named, "pattern", ("constant", *_PATTERNS))
        for axis, n in zip(axes, wanted, strict=True):
            array = arg.pad_dims(array, axis + 1)
            extra = n - array.shape[axis]
            if extra > 0 and grows:
                array = _padded(array, axis, extra, side, pattern, named, value)
            elif extra < 0 and shrinks:
                first = {"trailing": 0, "leading": -extra, "both": (-extra) // 2}[side]
                array = np.take(array, np.arange(first, first + n), axis=axis)
        return arg.like(value, np.asfortranarray(array))

    usage = (f"B = {name}(A, m)", f"B = {name}(A, m, Name, Value)")
    return Builtin(name, usage, summary, function, examples=examples)


def _word(call: Any, named: dict[str, Any], name: str, words: tuple[str, ...]) -> str:
    """The option ``name``, one of ``words``; the first of them where it is not given."""
    word = text_of(named[name]).lower() if name in named else words[0]
    if word not in words:
        raise call.error(
            f"{name.capitalize()} must be one of these values: {', '.join(words)}.", f"MATLAB:{call.name}:Invalid{name.capitalize()}"
        )
    return word


def _padded(array: np.ndarray, axis: int, extra: int, side: str, pattern: str, named: arg.Options, value: Any) -> np.ndarray:
    before = {"trailing": 0, "leading": extra, "both": extra // 2}[side]
    widths = [(before, extra - before) if k == axis else (0, 0) for k in range(array.ndim)]
    if pattern != "constant":
        return np.pad(array, widths, mode=_PATTERNS[pattern])
    fill = _filling(value, array.dtype, named.get("fillvalue"))
    shape = [sum(w) + n for w, n in zip(widths, array.shape, strict=True)]
    result = np.empty(shape, np.result_type(array, fill) if fill.dtype.kind == "c" else array.dtype)
    result[...] = fill
    result[tuple(slice(a, a + n) for (a, _), n in zip(widths, array.shape, strict=True))] = array
    return result


def _filling(value: Any, dtype: np.dtype, element: Any) -> np.ndarray:
    """The element that fills new places of an array, as an array without dimensions; None asks for the default."""
    if dtype.kind == "O" and class_of(value) not in ("cell", "struct", "string"):
        raise MatlabError(f"Arrays of class {class_of(value)} cannot be filled up.", "MATLAB:resize:UnsupportedClass")
    fill = np.zeros((), dtype)
    if element is None:
        nothing = to_value(np.zeros((0, 0)))
        if class_of(value) in ("datetime", "categorical"):
            fill[()] = np.nan
        if dtype.kind == "O":
            fill[()] = nothing if class_of(value) == "cell" else dict.fromkeys(value.fields, nothing) if class_of(value) == "struct" else None
        return fill
    if numel_of(element) != 1:
        raise MatlabError("Fill value must be a scalar.", "MATLAB:resize:FillValueNotScalar")
    items = arg.elements(element).reshape(())
    if (items.dtype.kind == "O") != (dtype.kind == "O"):
        raise MatlabError(f"Fill value must be of class {class_of(value)}.", "MATLAB:resize:InvalidFillValue")
    return saturate(items.real, dtype.name) if dtype.kind in "iu" else items


RESIZERS = (
    _resizer("resize", True, True, "An array made of a given size: cut off or filled up at its end.", Example("resize([1 2 3],5)", "[1 2 3 0 0]"), Example("resize([1 2;3 4],[1 3])", "[1 2 0]"), Example("resize([1 2 3],2,'Side','leading')", "[2 3]"), Example("resize([1 2],4,'FillValue',9)", "[1 2 9 9]")),
    _resizer("paddata", True, False, "An array filled up to a given size.", Example("paddata([1 2],4)", "[1 2 0 0]"), Example("paddata([1 2],4,'Pattern','edge')", "[1 2 2 2]"), Example("paddata([1 2 3],2)", "[1 2 3]"), Example("paddata([1;2],4,'Side','both')", "[0;1;2;0]")),
    _resizer("trimdata", False, True, "An array cut off at a given size.", Example("trimdata([1 2 3],2)", "[1 2]"), Example("trimdata([1 2],4)", "[1 2]")),
)  # fmt: skip


@builtin(
    "clip", "C = clip(X, lower, upper)", summary="The elements, those beyond two bounds replaced by the bounds.", examples=(Example("clip([-1 0.5 3],0,1)", "[0 0.5 1]"), Example("clip([1 NaN 9],2,5)", "[2 NaN 5]"), Example("clip(int8([1 50]),int8(2),int8(9))", "int8([2 9])")),
)  # fmt: skip
def clip(call: Any, x: Any, lower: Any, upper: Any) -> Any:
    if any(getattr(v, "is_complex", type(v) is complex) for v in (x, lower, upper)):
        raise MatlabError("Inputs must be real.", "MATLAB:clip:ComplexInput")
    limited = Formula(call, x).apply("max", lower).apply("min", upper)
    if class_of(x) not in ("double", "single"):
        return limited.value
    # max and min of NaN and a number are the number
    if on_device(call, x):
        missing = limited.of(x).apply("isnan")
        limited = limited if limited.matlab_class == class_of(x) else limited.apply(class_of(x))
        return limited.where(missing, np.full((1, 1), np.nan, limited.float_dtype)).value
    array = as_array(x)
    return np.where(np.isnan(array), np.nan, as_array(limited.value)).astype(array.dtype) if np.isnan(array).any() else limited.value


@builtin(
    "allfinite",
    "tf = allfinite(A)",
    summary="Whether all elements are finite.",
    examples=(Example("allfinite([1 Inf])", "false"), Example("allfinite([])", "true")),
)
def allfinite(call: Any, a: Any) -> Any:
    return Formula(call, a).apply("isfinite").apply("all", to_value("all")).value


@builtin(
    "anynan",
    "tf = anynan(A)",
    summary="Whether an element is NaN.",
    examples=(Example("anynan([1 NaN])", "true"), Example("anynan(1)", "false")),
)
def anynan(call: Any, a: Any) -> Any:
    return Formula(call, a).apply("isnan").apply("any", to_value("all")).value


@builtin(
    "isuniform", "[tf, step] = isuniform(A)", summary="Whether a vector is evenly spaced, and the step.", examples=(Example("isuniform([1 3 5])", "true"), Example("[t,s] = isuniform([1 2 4])", "{false,NaN}"), Example("[t,s] = isuniform(0:0.1:1); round(s,12)", "0.1")),
    errors=(ErrorCase("isuniform(ones(2))", "MATLAB:isuniform:MustBeNumericVector"),),
)  # fmt: skip
def isuniform(call: Any, a: Any) -> Any:
    array = as_array(a)
    if not arg.is_vector(array.shape) or array.dtype.kind not in "fiu":
        raise MatlabError("Input must be a numeric vector.", "MATLAB:isuniform:MustBeNumericVector")
    x = array.ravel().astype(np.float64)
    if x.size < 2 or not np.isfinite(x).all():
        return False, np.nan
    step = (x[-1] - x[0]) / (x.size - 1)
    good = bool((np.abs(np.diff(x) - step) <= 4 * np.spacing(np.abs(x).max())).all())
    return good, step if good else np.nan


@builtin(
    "combinations", "T = combinations(A1, ..., An)", summary="All combinations of elements as the rows of a table.",
    examples=(Example("T = combinations([1 2],[7 8]); T.Var2", "[7;8;7;8]"), Example("x = 1:2; T = combinations(x,7); T.Properties.VariableNames", "{'x','Var2'}"), Example("height(combinations(1:2,1:3,[\"a\" \"b\"]))", "12")),
)  # fmt: skip
def combinations(call: Any, *items: Any) -> Any:
    if any(isinstance(v, Table) for v in items):
        raise call.error("Arguments must be vectors; tables are not supported.", "MATLAB:combinations:InvalidInput")
    sizes = [numel_of(v) for v in items]
    places = np.indices(sizes).reshape(len(sizes), -1)
    columns = {}
    for k, value in enumerate(items):
        flat = arg.elements(value).ravel(order="F")
        name = call.session.given_name(call.name, k + 1) or f"Var{k + 1}"
        if name in columns:
            raise call.error(f"Duplicate table variable name: '{name}'.", "MATLAB:table:DuplicateVarNames")
        columns[name] = to_value(arg.like(value, flat[places[k]].reshape(-1, 1)))
    return Table(columns)


def _deviation(name: str, summary: str, formula: Any, *examples: Example) -> Builtin:
    def function(call: Any, forecast: Any, actual: Any, *options: Any) -> Any:
        dims = [o for o in options if word_of(o) not in ("omitnan", "includenan", "omitmissing", "includemissing")]
        flags = [o for o in options if is_text(o) and text_of(o).lower().startswith("omit")]
        return formula(Formula(call, forecast), actual, [*dims[:1], *flags])

    usage = (f"E = {name}(F, A)", f"E = {name}(F, A, 'all')", f"E = {name}(F, A, dim)", f"E = {name}(..., nanflag)")
    return Builtin(name, usage, summary, function, examples=examples)


DEVIATIONS = (
    _deviation("rmse", "Root of the mean of squared differences.", lambda f, a, rest: ((f - a).apply("abs").apply("power", 2.0)).apply("mean", *rest).apply("sqrt").value, Example("rmse([1 2 3],[1 2 5])", "sqrt(4/3)"), Example("rmse([1 NaN],[2 3],'omitnan')", "1"), Example("rmse([1 2;3 4],[1 2;3 6],2)", "[0;sqrt(2)]")),
    _deviation("mape", "Mean of differences in percent.", lambda f, a, rest: (((f.of(a) - f) / a).apply("abs") * 100.0).apply("mean", *rest).value, Example("mape([1 2],[2 4])", "50"),),
)  # fmt: skip


@builtin(
    "matchpairs", "M = matchpairs(Cost, costUnmatched)", "[M, uR, uC] = matchpairs(Cost, costUnmatched)", "[M, uR, uC] = matchpairs(Cost, costUnmatched, goal)", summary="Rows and columns matched at the least total cost.",
    examples=(Example("[m,r,c] = matchpairs([2 9;9 3],5)", "{[1 1;2 2],zeros(0,1),zeros(0,1)}"), Example("[m,r,c] = matchpairs([2 9;9 30],5)", "{[1 1],2,2}"), Example("matchpairs([1 5;5 1],0,'max')", "[2 1;1 2]")),
)  # fmt: skip
def matchpairs(call: Any, cost: Any, unmatched: Any, goal: Any = None) -> Any:
    from scipy.optimize import linear_sum_assignment

    if np.isnan(arg.floating(cost)).any() or np.isnan(arg.floating(unmatched)).any():
        raise call.error("Costs must not be NaN.", "MATLAB:matchpairs:InvalidCost")
    sign = -1.0 if goal is not None and text_of(goal).lower() == "max" else 1.0
    costs, alone = sign * arg.matrix(cost).astype(np.float64), sign * arg.scalar(unmatched)
    m, n = costs.shape
    huge = 1 + 2 * (np.abs(costs[np.isfinite(costs)]).sum() + abs(alone) * (m + n))
    whole = np.full((m + n, m + n), huge)
    whole[:m, :n] = np.where(np.isfinite(costs), costs, huge)
    whole[m:, n:] = 0.0
    whole[np.arange(m), n + np.arange(m)] = alone
    whole[m + np.arange(n), np.arange(n)] = alone
    rows, columns = linear_sum_assignment(whole)
    kept = (rows < m) & (columns < n)
    pairs = np.stack([rows[kept], columns[kept]], axis=1)
    pairs = pairs[np.argsort(pairs[:, 1], kind="stable")]
    free = [np.setdiff1d(np.arange(size), pairs[:, k]).reshape(-1, 1) + 1.0 for k, size in enumerate((m, n))]
    return pairs + 1.0, *free


@builtin(
    "ismembertol", "tf = ismembertol(A, B)", "tf = ismembertol(A, B, tol)", "[tf, loc] = ismembertol(...)", "[tf, loc] = ismembertol(..., Name, Value)", summary="Which elements are in a set within a tolerance.",
    examples=(
        Example("ismembertol([1 2.5],[1+1e-14 3])", "logical([1 0])"), Example("[t,l] = ismembertol([1 5],[4 1.2],0.1)", "{logical([1 0]),[2 0]}"), Example("[t,l] = ismembertol([1 5],[4 1.2],0.5,'DataScale',1)", "{logical([1 0]),[2 0]}"),
        Example("ismembertol([1 2;3 4],[1 2+1e-14],'ByRows',true)", "logical([1;0])"), Example("[t,l] = ismembertol([1 5],[1.1 4 1],0.1,'OutputAllIndices',true)", "{logical([1 0]),{[1;3] 0}}"),
    ),
)  # fmt: skip
def ismembertol(call: Any, a: Any, b: Any, *rest: Any) -> Any:
    numbers = rest[: len(rest) % 2]
    named = arg.name_values(rest[len(numbers) :], "ismembertol", "byrows datascale outputallindices")
    by_rows = named.flag("byrows")
    left, right = ((arg.matrix(v) if by_rows else arg.flat(v)[:, None]) for v in (a, b))
    tolerance = arg.scalar(numbers[0]) if numbers else 1e-6 if arg.float_class(a, b) is np.float32 else 1e-12
    known = np.abs(np.concatenate([left, right]))
    scale = named.read("datascale", arg.flat, np.where(np.isfinite(known), known, 0).max(axis=0, initial=0))
    shape = (len(left), 1) if by_rows else as_array(a).shape
    limits = tolerance * scale
    if named.flag("outputallindices"):
        near = list(_all_near(left, right, limits))
        cells = [to_value(f.reshape(-1, 1) + 1.0 if f.size else 0.0) for f in near]
        return np.array([f.size > 0 for f in near], bool).reshape(shape, order="F"), CellArray.of(cells, shape)
    if left.shape[1] != 1:
        places = first_near_rows(left, right, limits).reshape(shape, order="F")
    else:
        places = first_near(left[:, 0], right[:, 0], float(np.ravel(limits)[0])).reshape(shape, order="F")
    return places > 0, places


def _all_near(left: np.ndarray, right: np.ndarray, limits: np.ndarray) -> Iterator[np.ndarray]:
    """For each row the numbers (from 0) of the rows that are equal within the limits."""
    if left.shape[1] != 1:
        yield from near_rows(left, right, limits)
        return
    order, low, high = near(left[:, 0], right[:, 0], float(np.ravel(limits)[0]))
    for first, last in zip(low.tolist(), high.tolist(), strict=True):
        yield np.sort(order[first:last]) if last > first else order[:0]
