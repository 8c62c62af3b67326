"""Counting into bins and groups: accumarray, histc, discretize."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.device import exact_column, is_real_float, note_gathered, on_device
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...graph.pointwise import joined
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value, word_of
from ...values.tensor import Tensor
from ...values.text import StringArray
from ...values.times.calendar import CalendarDuration
from ...values.times.times import Duration, TimeArray
from ..arrays import device_tallies as tallies
from ..arrays.bins import Sample, pick_edges, sample_of
from ..arrays.categories import discretized
from ..arrays.device_groups import STATISTICS, Groups, whole_bounds
from ..arrays.intervals import places_among
from ..arrays.order_statistics import at_positions
from ..datetime.time_bins import time_edges


@builtin(
    "accumarray",
    "A = accumarray(subs, val)",
    "A = accumarray(subs, val, sz)",
    "A = accumarray(subs, val, sz, fun)",
    "A = accumarray(subs, val, sz, fun, fillval)",
    "A = accumarray(subs, val, sz, fun, fillval, issparse)",
    summary="Values gathered by subscripts and added up, or given to a function.",
    examples=(
        Example("accumarray(zeros(0,1),zeros(0,1),[2 1])", "[0;0]"),
        Example("accumarray([1;2;1],[10;20;30])", "[40;20]"),
        Example("accumarray([1 1;2 2;1 1],1)", "[2 0;0 1]"),
        Example("accumarray([1;3],[5;6],[4 1])", "[5;0;6;0]"),
        Example("accumarray([1;2;1],[1;5;3],[],@max)", "[3;5]"),
        Example("accumarray([1;3],[1;5],[],@max,NaN)", "[1;NaN;5]"),
        Example("accumarray([1;2;1],[1;5;3],[],@(x){x})", "{[1;3];5}"),
    ),
    errors=(ErrorCase("accumarray([0;1],1)", "MATLAB:accumarray:nonPosIntIndValues"),),
    effect=Effect.NONE,
)
def accumarray(call: Any, subs: Any, val: Any, sz: Any = None, fun: Any = None, fill: Any = 0.0, issparse: Any = False) -> Any:
    sparse, fill = bool(arg.scalar(issparse)), 0.0 if arg.is_empty_matrix(fill) else fill
    if not sparse and (numbers := _accumulated_on_device(call, subs, val, sz, fun, fill)) is not None:
        return numbers
    note_gathered(call, subs, "by such a function, or with few elements for each place,")
    columns = _subscript_vectors(subs, val)
    shape = _sized([int(column.max()) if column.size else 0 for column in columns], sz)
    if not columns[0].size and (not shape or 0 in shape):
        return np.zeros(shape or (0, 0))
    index = columns[0] - 1
    for stride, column in zip(np.cumprod(shape), columns[1:], strict=False):
        index += (column - 1) * stride
    values = as_array(val).ravel(order="F")
    if values.size == 1:
        values = np.broadcast_to(values, len(index))
    if len(values) != len(index):
        raise MatlabError(
            "Second input VAL must be a vector with one element for each row in SUBS, or a scalar.", "MATLAB:accumarray:badVal"
        )
    if sparse and len(shape) == 2 and not as_array(fill).any():
        places, order = np.unique(index, return_inverse=True)
        numbers = arg.flat(to_value(_gathered(call, order, values, len(places), fun, fill, class_of(val))))
        triplets = (places % shape[0] + 1.0, places // shape[0] + 1.0, numbers)
        return call.feval("sparse", *(to_value(column.reshape(-1, 1)) for column in triplets), *map(float, shape))[0]
    result = _gathered(call, index, values, int(np.prod(shape)), fun, fill, class_of(val))
    array = arg.elements(to_value(result)) if not isinstance(result, np.ndarray) else result
    array = array.reshape(shape, order="F")
    return call.feval("sparse", to_value(array))[0] if sparse else array


def _subscript_vectors(subs: Any, val: Any) -> list[np.ndarray]:
    """The subscripts, a vector for each dimension: the elements of a cell, or columns; a row may be a column of subscripts."""
    if type(subs) is CellArray and subs.numel:
        vectors = [as_array(s).ravel(order="F") for s in subs.array.ravel(order="F")]
        if len({len(vector) for vector in vectors}) > 1:
            raise MatlabError("Vectors of subscripts in a cell must have the same length.", "MATLAB:accumarray:badSubsCell")
    else:
        table = arg.matrix(subs)
        vectors = [table.reshape(-1)] if table.shape[0] == 1 and numel_of(val) == table.size > 1 else list(table.T)
    with np.errstate(invalid="ignore"):
        columns = [vector.astype(np.int64) for vector in vectors]
    if any(column.size and (column.min() < 1 or (column != vector).any()) for column, vector in zip(columns, vectors, strict=True)):
        raise _no_subscripts()
    return columns


def _no_subscripts() -> MatlabError:
    return MatlabError("First input SUBS must contain positive integer subscripts.", "MATLAB:accumarray:nonPosIntIndValues")


def _sized(least: list[int], sz: Any) -> list[int]:
    """The shape of the result: the program's, or the smallest one that holds all subscripts."""
    shape = least if sz is None or arg.is_empty_matrix(sz) else [arg.integer(n, "size") for n in arg.flat(sz).tolist()]
    if min(shape, default=0) < 0:
        raise MatlabError("Third input SZ must be a row vector of nonnegative whole numbers.", "MATLAB:accumarray:badSz")
    if len(least) == 1 and len(shape) == 2 and shape[0] == 1 < shape[1]:
        raise MatlabError(
            "If the first input is a column vector, then the third input must be of the form [N 1].", "MATLAB:accumarray:badSzInputVecInd"
        )
    if len(shape) < len(least) or any(a > b for a, b in zip(least, shape, strict=False)):
        raise MatlabError("First input SUBS and third input SZ must satisfy ALL(MAX(SUBS)<=SZ).", "MATLAB:accumarray:valueOutsideSize")
    return [*shape, 1] if len(shape) == 1 else shape


def _function_name(fun: Any) -> Any:
    return "sum" if fun is None or arg.is_empty_matrix(fun) else getattr(fun, "name", None)


def _accumulated_on_device(call: Any, subs: Any, val: Any, sz: Any, fun: Any, fill: Any) -> np.ndarray | None:
    """A statistic of STATISTICS, or counts, of elements grouped by subscripts on the device; None where the host computes them."""
    name, kind = _function_name(fun), class_of(val)
    if not _has_device_variant(name, kind, numel_of(val)):
        return None
    columns = _subscript_columns(call, subs, val)
    if columns is None:
        return None
    bounds = whole_bounds(columns)
    lows, highs, wholes = zip(*bounds, strict=True)
    if min(lows) < 1 or not all(wholes):
        raise _no_subscripts()
    if max(highs) >= 1 << 31:
        return None
    shape = _sized(list(map(int, highs)), sz)
    index, stride = columns[0].of(0.0), 1
    for column_, n in zip(columns, shape, strict=False):
        index, stride = index + (column_.apply("double") - 1.0) * float(stride), stride * n
    groups = Groups(index, int(np.prod(shape)))
    return _stored(groups, val, name, kind, as_array(fill).flat[0]).reshape(shape, order="F") if groups.worth_it else None


def _has_device_variant(name: Any, kind: str, count: int) -> bool:
    if name in ("sum", "max", "min", "numel"):
        return kind in ("double", "single", *INTEGER_LIMITS)
    return name in STATISTICS and count != 1 and kind in ("double", "single")


def _subscript_columns(call: Any, subs: Any, val: Any) -> list[Formula] | None:
    """A column of subscripts for each dimension; None where none of the arrays is on the device, or they do not fit together."""
    count, is_cell = numel_of(val), type(subs) is CellArray
    subscripts = list(subs.array.ravel(order="F")) if is_cell else [subs]
    arrays = [*subscripts, val] if count != 1 else subscripts
    if not subscripts or not any(on_device(call, a) for a in arrays) or any(type(a) is not Tensor or a.is_complex for a in arrays):
        return None
    is_row = not is_cell and arg.is_vector(shape_of(subs)) and shape_of(subs)[1] != 1
    if is_row and count != numel_of(subs):
        return None
    if is_row or is_cell:
        columns = [Formula(call, s).reshape(numel_of(s), 1) for s in subscripts]
    else:
        table = Formula(call, subs)
        columns = [table.part(1, k, 1) for k in range(table.extent(1))]
    rows = columns[0].extent(0)
    return columns if all(c.shape == (rows, 1) for c in columns) and count in (1, rows) else None


def _stored(groups: Groups, val: Any, name: str, kind: str, filler: Any) -> np.ndarray:
    """One number of each group, as ``_gathered`` gives it."""
    each = groups.counts()
    if numel_of(val) == 1 or name == "numel":
        number = 1.0 if name == "numel" else as_array(val).astype(np.float64).item()
        out = each * number if name in ("sum", "numel") else np.full(len(each), number)
    else:
        values = Formula(groups.index, val).reshape(numel_of(val), 1)
        wide = values.apply("double") if name == "sum" else values
        out = groups.statistic(values, name) if kind in ("double", "single") else groups.reduced(wide, name).astype(np.float64)
    out = np.where(each == 0, filler, out)
    return out if name == "numel" else _in_class(out, kind)


def _gathered(call: Any, index: np.ndarray, values: np.ndarray, total: int, fun: Any, fill: Any, kind: str) -> np.ndarray:
    """One result for each of ``total`` places, as a 1-D array."""
    name, filler = _function_name(fun), as_array(fill).flat[0]
    if name == "sum" and values.dtype.kind in "fbiu" and not filler:
        return _in_class(_added(index, values, total), kind)
    missing = np.ones(total, bool)
    missing[index] = False
    if name == "sum" and values.dtype.kind == "c":
        return np.where(missing, filler, joined(np.bincount(index, values.real, total), np.bincount(index, values.imag, total)))
    is_real = values.dtype.kind in "fbiu"
    if not is_real or name not in ("sum", "max", "min", "numel") or (name in ("max", "min") and np.isnan(values.astype(np.float64)).any()):
        return _called(call, index, values, total, fun, filler)
    out = _quick(name, index, values, total, missing)
    out = np.where(missing, filler, out) if filler != 0 else out
    return out if name == "numel" else _in_class(out, kind)


def _in_class(numbers: np.ndarray, kind: str) -> np.ndarray:
    return saturate(numbers, kind) if kind in INTEGER_LIMITS else numbers.astype(np.float32) if kind == "single" else numbers


def _added(index: np.ndarray, values: np.ndarray, total: int) -> np.ndarray:
    if values.size and values.strides == (0,) and float(values[0]).is_integer() and abs(float(values[0])) * len(index) < 2**53:
        return np.bincount(index, minlength=total) * float(values[0])
    # NumPy counts in integers where there are no elements.
    return np.bincount(index, values.astype(np.float64, copy=False), total).astype(np.float64, copy=False)


def _quick(name: str, index: np.ndarray, values: np.ndarray, total: int, missing: np.ndarray) -> np.ndarray:
    if name == "sum":
        return _added(index, values, total)
    if name == "numel":
        return np.bincount(index, minlength=total).astype(np.float64)
    out = np.full(total, -np.inf if name == "max" else np.inf)
    (np.maximum if name == "max" else np.minimum).at(out, index, values)
    out[missing] = 0
    return out


def _called(call: Any, index: np.ndarray, values: np.ndarray, total: int, fun: Any, filler: Any) -> np.ndarray:
    """The results of a function that is called with the values of each place."""
    order = np.argsort(index, kind="stable")
    places, starts = np.unique(index[order], return_index=True)
    groups = np.split(values[order], starts[1:]) if len(places) else []
    results = [call.feval(fun, to_value(g.reshape(-1, 1)))[0] for g in groups]
    if any(numel_of(r) != 1 for r in results):
        raise MatlabError("The function must return a scalar, or a 1-by-1 cell.", "MATLAB:accumarray:funReturnsNonScalar")
    if results and type(results[0]) is CellArray:
        cells = np.empty(total, object)
        cells[:] = [to_value(np.zeros((0, 0))) for _ in range(total)]
        for place, r in zip(places, results, strict=True):
            cells[place] = r.array.flat[0]
        return cells
    result = np.array([as_array(r).flat[0] for r in results]) if results else np.zeros(0)
    keeps_type = filler == 0 or (result.dtype.kind == "f" and not np.iscomplexobj(filler))
    out = np.full(total, filler, result.dtype if keeps_type else np.result_type(result.dtype, np.asarray(filler).dtype))
    out[places] = result
    return out


def bin_index(x: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """For each element the bin (from 0) with edges[k] <= x < edges[k+1]; the last bin holds its right edge; -1 outside."""
    places = places_among(edges, x) - 1
    n = len(edges) - 1
    places = np.where(x == edges[-1], n - 1, places)
    return np.where((places >= n) | np.isnan(x), -1, places)


@builtin(
    "histc",
    "n = histc(x, edges)",
    "n = histc(x, edges, dim)",
    "[n, bin] = histc(...)",
    summary="Counts between edges; the last counts the last edge itself.",
    examples=(Example("histc([1 2 2 5],[1 2 5])", "[1 2 1]"), Example("[n,b] = histc([1 2 9],[1 2 5])", "{[1 1 0],[1 2 0]}")),
    effect=Effect.NONE,
)
def histc(call: Any, x: Any, edges: Any, dim: Any = None) -> Any:
    borders = arg.flat(edges).real.astype(np.float64)
    if not (np.diff(borders) >= 0).all():
        raise call.error("Edges vector must be monotonically non-decreasing.", "MATLAB:histc:InvalidInput3")
    shape = shape_of(x)
    axis = arg.first_nonsingleton(shape) if dim is None else arg.dimension(dim)
    if borders.size and on_device(call, x) and shape[axis : axis + 1] == (numel_of(x),):
        values = exact_column(call, x)
        tallied = tallies.counts(values, borders).reshape([-1 if d == axis else 1 for d in range(len(shape))])
        return tallied, tallies.steps(values, borders).reshape(*shape).value if call.nargout > 1 else None
    array = arg.numeric(x).real.astype(np.float64)
    if array.size == 1 and dim is None:
        dim = 1.0 if shape_of(edges)[1] == 1 else 2.0
    places = places_among(borders, array)
    places[(array > (borders[-1] if borders.size else -np.inf)) | np.isnan(array)] = 0
    counts = Lines.of(places, dim).each(lambda line: np.bincount(line, minlength=len(borders) + 1)[1:], len(borders))
    return counts.astype(np.float64), places.astype(np.float64)


def _discretized_times(call: Any, times: TimeArray, edges: Any, arguments: tuple[Any, ...]) -> Any:
    """Bins between times, of a length of time, or of a unit of the calendar."""
    if isinstance(edges, Duration | CalendarDuration) and edges.numel == 1:
        edges = _time_steps(call, times, edges)
    if isinstance(edges, TimeArray):
        names = _names_between(call, times, edges, arguments)
    elif is_text(edges):
        edges, names = time_edges(call, times, text_of(edges))
    else:
        raise call.error("Edges must be times, or the name of a unit of time.", "MATLAB:discretize:InvalidEdges")
    rest = list(arguments)
    if rest and word_of(rest[0]) == "categorical" and len(rest) % 2:
        rest.insert(1, to_value(StringArray(np.array(names, object).reshape(1, -1))))
    bins = call.feval("discretize", to_value(times.numbers), to_value(edges.numbers), *rest)[0]
    return bins, edges


def _names_between(call: Any, times: TimeArray, edges: TimeArray, arguments: tuple[Any, ...]) -> list[str]:
    """Names of bins by their edges: ``[a, b)``, or ``(a, b]`` with the option IncludedEdge."""
    if type(edges) is not type(times) or edges.numel < 2:
        raise call.error("Edges must be at least two times of the class of the data.", "MATLAB:discretize:InvalidEdges")
    pairs = list(itertools.pairwise(call.feval("string", edges)[0].array.ravel(order="F")))
    words = [word_of(a) for a in arguments]
    if ("includededge", "right") in itertools.pairwise(words):
        return [f"{'(' if k else '['}{a}, {b}]" for k, (a, b) in enumerate(pairs)]
    return [f"[{a}, {b}{']' if k == len(pairs) - 1 else ')'}" for k, (a, b) in enumerate(pairs)]


def _time_steps(call: Any, times: TimeArray, step: Any) -> TimeArray:
    """Edges of bins of a length of time around all times: multiples of the length, or steps from the start of a unit of the calendar."""
    known = times.numbers[np.isfinite(times.numbers)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 0.0)
    if isinstance(step, CalendarDuration):
        if isinstance(times, Duration):
            raise call.error("Bins of durations need a duration.", "MATLAB:discretize:InvalidDuration")
        return _calendar_steps(call, times, step, low, high)
    size = float(step.seconds.flat[0])
    if not size > 0:
        raise call.error("The length of the bins must be positive.", "MATLAB:discretize:InvalidDuration")
    first = np.floor(low / size)
    count = np.floor(high / size) - first + 1
    return times.like(((first + np.arange(count + 1)) * size).reshape(1, -1))


def _calendar_steps(call: Any, times: TimeArray, step: CalendarDuration, low: float, high: float) -> TimeArray:
    months, days = (float(np.asarray(amounts).flat[0]) for amounts in step.parts[:2])
    unit = ("year" if months % 12 == 0 else "quarter" if months % 3 == 0 else "month") if months else "week" if days % 7 == 0 else "day"
    start = times.like(np.array([[low]]))
    edges = [call.feval("dateshift", start, to_value("start"), to_value(unit))[0]]
    while edges[-1].numbers.flat[0] <= high:
        edges.append(call.feval("plus", edges[0], call.feval("times", step, float(len(edges)))[0])[0])
        if edges[-1].numbers.flat[0] <= edges[-2].numbers.flat[0]:
            raise call.error("The length of the bins must be positive.", "MATLAB:discretize:InvalidDuration")
    return times.like(np.array([[e.numbers.flat[0] for e in edges]]))


def _discretized_on_device(call: Any, x: Any, borders: np.ndarray, values: Any, right: bool) -> Any:
    """The bins of an array on the device, or the values that stand for them."""
    numbers = exact_column(call, x)
    if right:
        bins = tallies.bins(-numbers, -borders[::-1])
        bins = (float(len(borders)) - bins).where(bins.apply("eq", 0.0), np.nan)
    else:
        bins = tallies.bins(numbers, borders)
        bins = bins.where(bins.apply("eq", 0.0), np.nan)
    if values is not None:
        table, outside = arg.flat(values).reshape(-1, 1), bins.apply("isnan")
        bins = at_positions(bins.of(table), bins.where(outside, 1.0)).where(outside, np.full((1, 1), np.nan, table.dtype))
    return bins.reshape(*shape_of(x)).value


def _borders(call: Any, values: Sample, count: Any) -> np.ndarray:
    """The edges of a number of bins around the finite elements."""
    bins = arg.integer(count)
    if bins < 1:
        raise call.error("The number of bins must be a positive integer.", "MATLAB:discretize:expectedPositive")
    return pick_edges(values.low, values.high, bins) if values.count else np.linspace(0.0, 1.0, bins + 1)


def _edges_like(x: Any, edges: Any, borders: np.ndarray) -> np.ndarray:
    """The edges as a second result: in the shape of the argument, single where the data are single."""
    shape = shape_of(edges) if numel_of(edges) > 1 else (1, -1)
    return borders.reshape(shape, order="F").astype(np.float32 if class_of(x) == "single" else np.float64)


@builtin(
    "discretize",
    "Y = discretize(X, edges)",
    "[Y, E] = discretize(X, N)",
    "Y = discretize(X, edges, values)",
    "Y = discretize(..., 'categorical')",
    "Y = discretize(..., 'categorical', names)",
    "Y = discretize(..., 'IncludedEdge', side)",
    "Y = discretize(times, dur)",
    summary="The bin of each element.",
    examples=(
        Example("cellstr(discretize([1 9 3],[0 2 5],'categorical'))", "{'[0, 2)','<undefined>','[2, 5]'}"),
        Example("discretize([1 2 9],[0 2 5])", "[1 2 NaN]"),
        Example("discretize([1 2],[0 2 5],[10 20])", "[10 20]"),
        Example("discretize([1 2 9],[0 2 5],int8([10 20]))", "int8([10 20 0])"),
        Example("[~,e] = discretize(single([1 5]),[0;2;9]); e", "single([0;2;9])"),
        Example("discretize(datetime(2024,[1 3],5),'month')", "[1 3]"),
        Example("cellstr(discretize(datetime(2024,[1 3],5),'month','categorical'))", "{'Jan-2024','Mar-2024'}"),
        Example("discretize(hours([1 5]),hours([0 2 6]))", "[1 2]"),
        Example("discretize(hours([1 2.5 5]),hours(2))", "[1 2 3]"),
        Example("discretize(datetime(2024,[1 2 4],5),calmonths(2))", "[1 1 2]"),
    ),
    errors=(ErrorCase("discretize(datetime(2024,1,1),'moon')", "MATLAB:discretize:InvalidTimeBin"),),
)
def discretize(call: Any, x: Any, edges: Any, *arguments: Any) -> Any:
    if isinstance(x, TimeArray):
        return _discretized_times(call, x, edges, arguments)
    rest, names, categorical = list(arguments), None, False
    values = arg.pop_value(rest)
    if rest and text_of(rest[0]).lower() == "categorical":
        categorical = True
        names = rest[1] if len(rest) % 2 == 0 else None
        del rest[: 1 + (names is not None)]
    right = arg.name_values(rest, "discretize", "includededge").word("includededge") == "right"
    device = not categorical and _are_numbers(values) and on_device(call, x)
    if numel_of(edges) > 1:
        borders = arg.flat(edges).astype(np.float64)
        device = device and (np.diff(borders) >= 0).all()
    else:
        borders = _borders(call, tallies.sample(call, x) if device else sample_of(arg.numeric(x).astype(np.float64)), edges)
    if device and (values is None or numel_of(values) >= len(borders) - 1):
        return _discretized_on_device(call, x, borders, values, right), _edges_like(x, edges, borders)
    array = arg.numeric(x).astype(np.float64)
    places = _places_to_the_right(array, borders) if right else bin_index(array, borders)
    numbers = np.where(places < 0, np.nan, places + 1.0)
    if categorical:
        return discretized(numbers, borders.tolist(), names, right), _edges_like(x, edges, borders)
    return numbers if values is None else _labelled(call, places, values, len(borders) - 1), _edges_like(x, edges, borders)


def _are_numbers(values: Any) -> bool:
    """Whether values for bins, if there are some, are real numbers that a device can look up."""
    return values is None or is_real_float(values)


def _places_to_the_right(array: np.ndarray, borders: np.ndarray) -> np.ndarray:
    """For each element the bin (from 0) with edges[k] < x <= edges[k+1]; the first bin holds its left edge; -1 outside."""
    places = len(borders) - 2 - bin_index(-array, -borders[::-1])
    return np.where(places > len(borders) - 2, -1, places)


def _labelled(call: Any, places: np.ndarray, values: Any, bins: int) -> Any:
    """The values that stand for bins."""
    if numel_of(values) < bins:
        raise call.error("The number of values must equal the number of bins.", "MATLAB:discretize:InvalidValues")
    if type(values) is CellArray:
        cells = values.array.ravel(order="F")
        return CellArray.of([cells[p] if p >= 0 else to_value("") for p in places.ravel(order="F")], places.shape)
    labels = as_array(values).ravel(order="F")
    return np.where(places < 0, labels.dtype.type(0) if labels.dtype.kind in "iub" else np.nan, labels[places])
