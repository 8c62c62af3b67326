"""Counting into bins and groups: accumarray, histc, discretize."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import exact_column, note_gathered, on_device
from ...builtins.formula import Formula
from ...builtins.lines import Lines
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...graph.pointwise import joined
from ...values.classes import INTEGER_LIMITS, saturate
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
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
    if not arg.scalar(issparse) and (numbers := _accumulated_there(call, subs, val, sz, fun, fill)) is not None:
        return numbers
    note_gathered(call, subs, "by such a function, or with few elements for each place,")
    if type(subs) is CellArray and subs.numel:
        table = np.stack([as_array(s).ravel(order="F").astype(np.float64) for s in subs.array.ravel(order="F")], axis=1)
    else:
        table = arg.matrix(subs).astype(np.float64)
        table = (
            table.reshape(-1, 1) if table.shape[0] == 1 and table.ndim == 2 and numel_of(val) == table.size and table.size > 1 else table
        )
    if table.size and (table.min() < 1 or (table != np.floor(table)).any()):
        raise _no_subscripts()
    shape = _sized([int(n) for n in table.max(axis=0)] if table.size else [0] * table.shape[1], sz)
    if not table.size and (not shape or 0 in shape):
        return np.zeros(shape or (0, 0))
    index = np.zeros(len(table), np.int64)
    stride = 1
    for k in range(table.shape[1]):
        index += (table[:, k].astype(np.int64) - 1) * stride
        stride *= shape[k]
    values = as_array(val).ravel(order="F")
    if values.size == 1:
        values = np.full(len(index), values[0])
    if len(values) != len(index):
        raise MatlabError(
            "Second input VAL must be a vector with one element for each row in SUBS, or a scalar.", "MATLAB:accumarray:badVal"
        )
    fill = 0.0 if arg.is_empty_matrix(fill) else fill
    if arg.scalar(issparse) and len(shape) == 2 and not as_array(fill).any():
        places, order = np.unique(index, return_inverse=True)
        numbers = arg.flat(to_value(_gathered(call, order, values, len(places), fun, fill, class_of(val))))
        parts = (places % shape[0] + 1.0, places // shape[0] + 1.0, numbers)
        return call.feval("sparse", *(to_value(part.reshape(-1, 1)) for part in parts), *map(float, shape))[0]
    result = _gathered(call, index, values, int(np.prod(shape)), fun, fill, class_of(val))
    array = arg.elements(to_value(result)) if not isinstance(result, np.ndarray) else result
    array = array.reshape(shape, order="F")
    if arg.scalar(issparse):
        return call.feval("sparse", to_value(array))[0]
    return array


def _no_subscripts() -> MatlabError:
    return MatlabError("First input SUBS must contain positive integer subscripts.", "MATLAB:accumarray:nonPosIntIndValues")


def _sized(least: list[int], sz: Any) -> list[int]:
    """The shape of the result: the program's, or the smallest one that holds all subscripts."""
    shape = least if sz is None or arg.is_empty_matrix(sz) else [int(n) for n in as_array(sz).ravel(order="F")]
    if len(least) == 1 and len(shape) == 2 and shape[0] == 1 and shape[1] > 1:
        raise MatlabError(
            "If the first input is a column vector, then the third input must be of the form [N 1].", "MATLAB:accumarray:badSzInputVecInd"
        )
    if len(shape) < len(least) or any(a > b for a, b in zip(least, shape, strict=False)):
        raise MatlabError("First input SUBS and third input SZ must satisfy ALL(MAX(SUBS)<=SZ).", "MATLAB:accumarray:valueOutsideSize")
    return [*shape, 1] if len(shape) == 1 else shape


def _function_name(fun: Any) -> Any:
    return "sum" if fun is None or arg.is_empty_matrix(fun) else getattr(fun, "name", None)


def _accumulated_there(call: Any, subs: Any, val: Any, sz: Any, fun: Any, fill: Any) -> np.ndarray | None:
    """A statistic of STATISTICS, or counts, of elements grouped by subscripts on the device; None where the host computes them."""
    name, count = _function_name(fun), numel_of(val)
    subscripts = list(subs.array.ravel(order="F")) if type(subs) is CellArray else [subs]
    each = [*subscripts, val] if count != 1 else subscripts
    if name not in (*STATISTICS, "numel") or not subscripts or not any(on_device(call, a) for a in each):
        return None
    if not all(type(a) is Tensor and not a.is_complex for a in each):
        return None
    single = type(subs) is not CellArray and arg.is_vector(shape_of(subs)) and shape_of(subs)[1] != 1
    if single and count != numel_of(subs):
        return None
    if single or type(subs) is CellArray:
        columns = [Formula(call, s).reshape(numel_of(s), 1) for s in subscripts]
    else:
        whole = Formula(call, subs)
        columns = [whole.part(1, k, 1) for k in range(whole.extent(1))]
    rows = columns[0].extent(0)
    if any(c.shape != (rows, 1) for c in columns) or count not in (1, rows):
        return None
    kind = class_of(val)
    alone, plain = ("sum", "max", "min", "numel"), ("double", "single")
    if kind not in (*plain, *INTEGER_LIMITS) or (name not in alone and (count == 1 or kind not in plain)):
        return None
    bounds = whole_bounds(columns)
    if any(low < 1 or not whole for low, _, whole in bounds):
        raise _no_subscripts()
    if any(high >= 1 << 31 for _, high, _ in bounds):
        return None
    shape = _sized([int(high) for _, high, _ in bounds], sz)
    index, stride = columns[0].of(0.0), 1
    for column_, n in zip(columns, shape, strict=False):
        index, stride = index + (column_.apply("double") - 1.0) * float(stride), stride * n
    groups = Groups(index, int(np.prod(shape)))
    if not groups.worth_it:
        return None
    filler = 0.0 if arg.is_empty_matrix(fill) else as_array(fill).flat[0]
    return _stored(groups, val, name, kind, filler).reshape(shape, order="F")


def _stored(groups: Groups, val: Any, name: str, kind: str, filler: Any) -> np.ndarray:
    """One number of each group, as ``_gathered`` gives it."""
    each = groups.counts()
    if numel_of(val) == 1 or name == "numel":
        number = 1.0 if name == "numel" else as_array(val).astype(np.float64).item()
        out = each * number if name in ("sum", "numel") else np.full(len(each), number)
    else:
        values = Formula(groups.index, val).reshape(numel_of(val), 1)
        out = groups.found(values, name) if kind in ("double", "single") else groups.reduced(_wide(values, name), name).astype(np.float64)
    out = np.where(each == 0, filler, out)
    if name == "numel":
        return out
    return saturate(out, kind) if kind in INTEGER_LIMITS else out.astype(np.float32) if kind == "single" else out


def _wide(values: Formula, name: str) -> Formula:
    return values.apply("double") if name == "sum" else values


def _gathered(call: Any, index: np.ndarray, values: np.ndarray, total: int, fun: Any, fill: Any, kind: str) -> np.ndarray:
    """One result for each of ``total`` places, as a 1-D array."""
    name = _function_name(fun)
    missing = np.ones(total, bool)
    missing[index] = False
    filler = as_array(fill).flat[0]
    if (
        name in ("sum", "max", "min", "numel")
        and values.dtype.kind in "fbiu"
        and not (name in ("max", "min") and np.isnan(values.astype(np.float64)).any())
    ):
        out = _quick(name, index, values, total, missing)
        if filler != 0:
            out = np.where(missing, filler, out)
        return (
            saturate(out, kind)
            if kind in INTEGER_LIMITS and name != "numel"
            else out.astype(np.float32)
            if kind == "single" and name != "numel"
            else out
        )
    if name == "sum" and values.dtype.kind == "c":
        return np.where(missing, filler, joined(np.bincount(index, values.real, total), np.bincount(index, values.imag, total)))
    return _called(call, index, values, total, fun, filler)


def _quick(name: str, index: np.ndarray, values: np.ndarray, total: int, missing: np.ndarray) -> np.ndarray:
    if name == "sum":
        return np.bincount(index, values.astype(np.float64), total).astype(np.float64)  # numpy counts in integers where there are no elements
    if name == "numel":
        return np.bincount(index, minlength=total).astype(np.float64)
    out = np.full(total, -np.inf if name == "max" else np.inf)
    (np.maximum if name == "max" else np.minimum).at(out, index, values)
    out[missing] = 0
    return out


def _called(call: Any, index: np.ndarray, values: np.ndarray, total: int, fun: Any, filler: Any) -> np.ndarray:
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
    own = filler == 0 or (result.dtype.kind == "f" and not np.iscomplexobj(filler))
    out = np.full(total, filler, result.dtype if own else np.result_type(result.dtype, np.asarray(filler).dtype))
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
    """Bins between given times, of a length of time, or of a unit of the calendar."""
    right = any(
        is_text(a) and text_of(a).lower() == "includededge" and text_of(b).lower() == "right" for a, b in itertools.pairwise(arguments)
    )
    if isinstance(edges, Duration | CalendarDuration) and edges.numel == 1:
        edges = _time_steps(call, times, edges)
    if isinstance(edges, TimeArray):
        if type(edges) is not type(times) or edges.numel < 2:
            raise call.error("Edges must be at least two times of the class of the data.", "MATLAB:discretize:InvalidEdges")
        marks = list(call.feval("string", edges)[0].array.ravel(order="F"))
        pairs = list(itertools.pairwise(marks))
        if right:
            names = [f"{'(' if k else '['}{a}, {b}]" for k, (a, b) in enumerate(pairs)]
        else:
            names = [f"[{a}, {b}{']' if k == len(pairs) - 1 else ')'}" for k, (a, b) in enumerate(pairs)]
    elif is_text(edges):
        edges, names = time_edges(call, times, text_of(edges))
    else:
        raise call.error("Edges must be times, or the name of a unit of time.", "MATLAB:discretize:InvalidEdges")
    rest = list(arguments)
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() == "categorical" and len(rest) % 2:
        rest.insert(1, to_value(StringArray(np.array(names, object).reshape(1, -1))))
    bins = call.feval("discretize", to_value(times.numbers), to_value(edges.numbers), *rest)[0]
    return bins, edges


def _time_steps(call: Any, times: TimeArray, step: Any) -> TimeArray:
    """Edges of bins of a length of time around all times: whole lengths, or from the start of a unit of the calendar on."""
    known = times.numbers[np.isfinite(times.numbers)]
    low, high = (times.like(np.array([[f(known)]])) for f in (np.min, np.max)) if known.size else (times.like([[0.0]]),) * 2
    if isinstance(step, Duration):
        size = float(step.seconds.flat[0])
        if not size > 0:
            raise call.error("The length of the bins must be positive.", "MATLAB:discretize:InvalidDuration")
        first = np.floor(low.numbers.flat[0] / size)
        count = np.floor(high.numbers.flat[0] / size) - first + 1
        return times.like(((first + np.arange(count + 1)) * size).reshape(1, -1))
    if isinstance(times, Duration):
        raise call.error("Bins of durations need a duration.", "MATLAB:discretize:InvalidDuration")
    months, days = (float(np.asarray(part).flat[0]) for part in step.parts[:2])
    unit = ("year" if months % 12 == 0 else "quarter" if months % 3 == 0 else "month") if months else "week" if days % 7 == 0 else "day"
    edges = [call.feval("dateshift", low, to_value("start"), to_value(unit))[0]]
    while edges[-1].numbers.flat[0] <= high.numbers.flat[0]:
        edges.append(call.feval("plus", edges[0], call.feval("times", step, float(len(edges)))[0])[0])
        if edges[-1].numbers.flat[0] <= edges[-2].numbers.flat[0]:
            raise call.error("The length of the bins must be positive.", "MATLAB:discretize:InvalidDuration")
    return times.like(np.array([[e.numbers.flat[0] for e in edges]]))


def _discretized_there(call: Any, x: Any, borders: np.ndarray, values: Any, right: bool) -> Any:
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
    """Edges of a number of bins for what is finite."""
    bins = arg.integer(count)
    if bins < 1:
        raise call.error("The number of bins must be a positive integer.", "MATLAB:discretize:expectedPositive")
    return pick_edges(values.low, values.high, bins) if values.count else np.linspace(0.0, 1.0, bins + 1)


def _edges_like(x: Any, edges: Any, borders: np.ndarray) -> np.ndarray:
    """The edges as a second result: in the shape in which they were given, and of singles where the data are singles."""
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
    values = rest.pop(0) if rest and not is_text(rest[0]) else None
    if rest and text_of(rest[0]).lower() == "categorical":
        categorical = True
        names = rest[1] if len(rest) % 2 == 0 else None
        del rest[: 1 + (names is not None)]
    options = arg.name_values(rest, "discretize", "includededge")
    right = options.word("includededge") == "right"
    is_on_device = (
        on_device(call, x)
        and not categorical
        and (values is None or (type(values) is Tensor and class_of(values) in ("double", "single") and not values.is_complex))
    )
    array = np.zeros(0) if is_on_device else arg.numeric(x).astype(np.float64)
    if numel_of(edges) > 1:
        borders = arg.flat(edges).astype(np.float64)
        is_on_device = is_on_device and (np.diff(borders) >= 0).all()
        array = array if is_on_device else arg.numeric(x).astype(np.float64)
    else:
        borders = _borders(call, tallies.sample(call, x) if is_on_device else sample_of(array), edges)
    if is_on_device and (values is None or numel_of(values) >= len(borders) - 1):
        return _discretized_there(call, x, borders, values, right), _edges_like(x, edges, borders)
    if right:
        places = len(borders) - 2 - bin_index(-array, -borders[::-1])
        places = np.where(places > len(borders) - 2, -1, places)
    else:
        places = bin_index(array, borders)
    if categorical:
        return discretized(np.where(places < 0, np.nan, places + 1.0), borders.tolist(), names, right), _edges_like(x, edges, borders)
    if values is None:
        return np.where(places < 0, np.nan, places + 1.0), _edges_like(x, edges, borders)
    if numel_of(values) < len(borders) - 1:
        raise call.error("The number of values must equal the number of bins.", "MATLAB:discretize:InvalidValues")
    if type(values) is CellArray:
        cells = values.array.ravel(order="F")
        return CellArray.of([cells[p] if p >= 0 else to_value("") for p in places.ravel(order="F")], array.shape), _edges_like(
            x, edges, borders
        )
    labels = as_array(values).ravel(order="F")
    if labels.dtype.kind in "iub":
        return np.where(places < 0, labels.dtype.type(0), labels[places]), _edges_like(x, edges, borders)
    return np.where(places < 0, np.nan, labels[places]), _edges_like(x, edges, borders)
