"""Local extremes and abrupt changes of data: islocalmax, islocalmin, ischange."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.array_lines import Lines
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import is_text, text_of


def _plateaus(x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """First and last places of runs of equal values."""
    starts = np.flatnonzero(np.concatenate([[True], x[1:] != x[:-1]]))
    return starts, np.concatenate([starts[1:], [len(x)]]) - 1


def _peaks(x: np.ndarray, named: dict[str, Any], points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Where one column has its local maxima, and how far each stands out: above the higher of the lowest values before something
    higher on each side."""
    from scipy.signal import peak_prominences

    marks, prominence = np.zeros(len(x), bool), np.zeros(len(x))
    known = np.flatnonzero(~np.isnan(x))
    if known.size < 3:
        return marks, prominence
    starts, stops = _plateaus(x[known])
    heights = x[known][starts]
    tops = np.flatnonzero((heights[1:-1] > heights[:-2]) & (heights[1:-1] > heights[2:])) + 1
    stands = peak_prominences(heights, tops)[0]
    prominence[known[_runs(starts[tops], stops[tops])]] = np.repeat(stands, stops[tops] - starts[tops] + 1)
    prominent = np.flatnonzero(stands >= (named.number("minprominence", 0.0)))
    prominent = prominent[np.argsort(-stands[prominent], kind="stable")]
    first, last = _marked(known[starts[tops]], known[stops[tops]], named)
    if "minseparation" in named:
        prominent = _apart(prominent, points[first], arg.scalar(named["minseparation"]))
    if "maxnumextrema" in named:
        prominent = prominent[: arg.integer(named["maxnumextrema"])]
    marks[_runs(first[prominent], last[prominent])] = True
    return marks, prominence


def _runs(first: np.ndarray, last: np.ndarray) -> np.ndarray:
    """All whole numbers from each first to its last one."""
    lengths = last - first + 1
    return np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)


def _marked(first: np.ndarray, last: np.ndarray, named: dict[str, Any]) -> tuple[np.ndarray, np.ndarray]:
    """The first and last marked place of each flat top."""
    word = named.word("flatselection", "center")
    if word == "all":
        return first, last
    one = {"first": first, "last": last}.get(word, first + (last - first) // 2)
    return one, one


def _apart(tops: np.ndarray, points: np.ndarray, gap: float) -> np.ndarray:
    """Tops, from the highest on, that are not nearer than a gap to one that was taken before."""
    taken: list[float] = []
    chosen = []
    for k in tops.tolist():
        point = float(points[k])
        place = bisect_left(taken, point)
        if all(abs(point - near) >= gap for near in taken[max(place - 1, 0) : place + 1]):
            taken.insert(place, point)
            chosen.append(k)
    return np.array(chosen, int)


_OPTIONS = "minprominence flatselection minseparation maxnumextrema samplepoints"


def _extrema(name: str, sign: int, what: str, *examples: Example) -> Builtin:
    def function(call: Any, value: Any, *arguments: Any) -> Any:
        rest = list(arguments)
        dim = arg.pop_value(rest)
        named = arg.name_values(rest, name, _OPTIONS)
        lines = Lines.of(arg.floating(value).astype(np.float64), dim)
        count = len(lines.matrix)
        points = arg.flat(named["samplepoints"]).astype(np.float64) if "samplepoints" in named else np.arange(float(count))
        marks, prominence = lines.several(lambda line: _peaks(sign * line, named, points), 2, count)
        return marks.astype(bool), prominence

    usage = (f"TF = {name}(A)", f"TF = {name}(A, dim)", f"TF = {name}(..., Name, Value)", f"[TF, P] = {name}(...)")
    return Builtin(name, usage, f"Where data have local {what}, and how far these stand out.", function, examples=examples)


EXTREMA = (
    _extrema(
        "islocalmax", 1, "maxima", Example("islocalmax([1 3 2 5 1])", "logical([0 1 0 1 0])"), Example("[t,p] = islocalmax([1 3 2 5 1]); p", "[0 1 0 4 0]"),
        Example("islocalmax([1 3 2 5 1],'MinProminence',2)", "logical([0 0 0 1 0])"), Example("islocalmax([1 2 2 2 1])", "logical([0 0 1 0 0])"),
        Example("islocalmax([1 2 2 1],'FlatSelection','all')", "logical([0 1 1 0])"), Example("islocalmax([1 1;3 2;2 3])", "logical([0 0;1 0;0 0])"),
        Example("islocalmax([1 5 2 4 1 3 0],'MaxNumExtrema',1)", "logical([0 1 0 0 0 0 0])"),
    ),
    _extrema("islocalmin", -1, "minima", Example("islocalmin([3 1 2 0 5])", "logical([0 1 0 1 0])")),
)  # fmt: skip


@builtin(
    "ischange", "TF = ischange(A)", "TF = ischange(A, method)", "TF = ischange(A, method, dim)", "TF = ischange(..., Name, Value)", "[TF, S1, S2] = ischange(...)",
    summary="Where the mean, the variance or the slope of data changes abruptly.",
    examples=(Example("ischange([1 1 1 5 5 5])", "logical([0 0 0 1 0 0])"), Example("[t,m] = ischange([1 1 1 5 5 5]); m", "[1 1 1 5 5 5]"), Example("find(ischange([0 0 0 0 9 8 7 6],'linear'))", "5")),
    errors=(ErrorCase("ischange([1 2 3],'foo')", "MATLAB:ischange:MethodInvalid"),),
)  # fmt: skip
def ischange(call: Any, value: Any, *arguments: Any) -> Any:
    rest = list(arguments)
    method = "mean"
    if rest and is_text(rest[0]) and text_of(rest[0]).lower() not in ("threshold", "maxnumchanges", "samplepoints"):
        method = text_of(rest.pop(0)).lower()
    if method not in ("mean", "variance", "linear"):
        raise call.error("Method must be 'mean', 'variance' or 'linear'.", "MATLAB:ischange:MethodInvalid")
    dim = arg.pop_value(rest)
    named = arg.name_values(rest, "ischange", "threshold maxnumchanges samplepoints")
    lines = Lines.of(arg.floating(value).astype(np.float64), dim)
    count = len(lines.matrix)
    if not count:
        nothing = lines.back(lines.matrix)
        return nothing.astype(bool), nothing, nothing
    points = arg.flat(named["samplepoints"]).astype(np.float64) if "samplepoints" in named else np.arange(1.0, count + 1)
    marks, first, second = lines.several(lambda line: _segments(line, points, method, named), 3, count)
    return marks.astype(bool), first, second


def _segments(x: np.ndarray, points: np.ndarray, method: str, named: dict[str, Any]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Marks of the first elements of segments, and two figures of the segment at each element, for one column."""
    from .changes import changes, figures

    most = named.integer("maxnumchanges", None)
    threshold = named.number("threshold", 1.0)
    cuts = changes(x, points, method, threshold, most)
    marks = np.zeros(len(x), bool)
    marks[cuts] = True
    return marks, *figures(x, points, method, cuts)
