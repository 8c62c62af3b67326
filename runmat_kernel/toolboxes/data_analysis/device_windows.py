"""Moving statistics of large arrays on a device.

A window of 2^k elements joins two windows of half its length, and other lengths join such windows: one pass over the array for each bit of
the length.  Medians of a few elements are found by comparing all elements of a window, medians of more by their ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...values.convert import as_array
from .device_ranks import medians_of_windows

State = tuple[Formula, ...]

_BESIDE = 8
"""Windows up to this length are read at once: every device binds that many arrays."""
_MOST_SORTED = 15
"""The most elements whose median comparisons find; a sorting network for more has hundreds of steps."""
_JOINS: dict[str, tuple[str, float]] = {"movsum": ("plus", 0.0), "movmean": ("plus", 0.0), "movprod": ("times", 1.0)}


def moving(call: Any, a: Any, before: int, after: int, axis: int, *, ends: Any, omit: bool, weight: int) -> Any:
    """The moving statistic of the called builtin; None where the host computes it.  ``ends`` is 'shrink', 'discard', 'fill' or a number."""
    if not on_device(call, a) or before < 0 or after < 0 or axis >= len(a.shape) or before + after >= a.shape[axis]:
        return None
    x = Formula(call, a)
    x = x if x.matlab_class in ("double", "single") else x.apply("double")
    if ends == "fill" and omit:
        ends = "shrink"  # 'omitnan' omits the fill values as well
    if call.name in ("movmedian", "movmad"):
        result = _medians(call, x, axis, before, after, ends, omit, call.name == "movmad")
        return None if result is None else _ended(result, axis, before, after, ends).value
    windows = _Windows(x, axis, before, after, ends)
    if call.name in ("movmax", "movmin"):
        result = windows.extreme(call.name[3:], omit)
    elif call.name in _JOINS:
        result = windows.total(*_JOINS[call.name], omit, call.name == "movmean")
    else:
        result = _variances(windows.padded, axis, windows.length, windows.count, windows.known, omit, weight)
        result = result.apply("sqrt") if call.name == "movstd" else result
    result = result.to(x.matlab_class)
    return _ended(result, axis, before, after, ends).value


class _Windows:
    """The windows of an array along an axis: ``padded`` holds their elements, ``known`` says which are the array's (None: all)."""

    def __init__(self, x: Formula, axis: int, before: int, after: int, ends: Any) -> None:
        self.x, self.axis, self.length = x, axis, before + after + 1
        self.padded, self.known, self.count = x, None, x.extent(axis)
        if ends in ("discard", "fill"):
            self.count -= before + after
        else:
            self.padded = _padded(x, axis, before, after, np.nan if ends == "shrink" else ends)
            self.known = _inside(x, axis, before, after) if ends == "shrink" else None

    def joined(self, x: Formula, join: str) -> Formula:
        return joined(x, join, self.axis, self.length, self.count)

    def extreme(self, kind: str, omit: bool) -> Formula:
        result = self.joined(self.padded, kind)
        if omit or not any_missing(self.x):
            return result
        missing = self.padded.apply("isnan")
        missing = missing if self.known is None else missing.apply("and", self.known)
        return result.where(self.joined(missing, "or"), _nan(self.x))

    def total(self, join: str, neutral: float, omit: bool, mean: bool) -> Formula:
        missing = self.padded.apply("isnan") if omit else None if self.known is None else self.known.apply("not")
        result = self.joined(_without(self.padded, missing, neutral), join)
        if not mean:
            return result
        return result / (float(self.length) if missing is None else self.joined(missing.apply("not") * 1.0, "plus"))


def any_missing(x: Formula) -> bool:
    return bool(as_array(x.apply("isnan").reduce("any", *range(len(x.shape)), matlab_class="logical").value).item())


def _nan(x: Formula) -> np.ndarray:
    return np.full((1, 1), np.nan, x.float_dtype)


def _without(x: Formula, missing: Formula | None, value: float) -> Formula:
    return x if missing is None else x.where(missing, np.full((1, 1), value, x.float_dtype))


def _block(x: Formula, axis: int, count: int, value: float) -> list[Formula]:
    # Trailing dimensions of length 1 are not stored.
    lengths = x.shape + (1,) * (axis + 1 - len(x.shape))
    shape = tuple(count if d == axis else n for d, n in enumerate(lengths))
    return [x.of(np.full(shape, value, x.float_dtype, order="F"))] if count else []


def _padded(x: Formula, axis: int, before: int, after: int, value: float) -> Formula:
    """The array with equal elements before and after each line."""
    pieces = [*_block(x, axis, before, value), x, *_block(x, axis, after, value)]
    return pieces[0] if len(pieces) == 1 else x.of(axis + 1.0).apply("cat", *pieces)


def _ended(moved: Formula, axis: int, before: int, after: int, ends: Any) -> Formula:
    return _padded(moved, axis, before, after, np.nan) if ends == "fill" else moved


def _inside(x: Formula, axis: int, before: int, after: int) -> Formula:
    """Which elements of the padded lines are the array's, as a vector along the axis."""
    n = x.extent(axis)
    at = x.of(1.0).apply("colon", float(n + before + after))
    at = at.reshape(*(n + before + after if d == axis else 1 for d in range(len(x.shape))))
    return at.apply("gt", float(before)).apply("and", at.apply("le", float(before + n)))


def joined(x: Formula, join: str, axis: int, length: int, count: int) -> Formula:
    """The reduction of each window's elements by an associative function of two arguments."""
    return _folded((x,), lambda a, b: (a[0].apply(join, b[0]),), axis, length, count)[0]


def _folded(state: State, join: Callable[[State, State], State], axis: int, length: int, count: int) -> State:
    """The same reduction where each element has several numbers."""

    def part(of: State, first: int, many: int) -> State:
        return tuple(f.part(axis, first, many) for f in of)

    if length * len(state) <= _BESIDE:
        whole = part(state, 0, count)
        for k in range(1, length):
            whole = join(whole, part(state, k, count))
        return whole
    whole, span, first = (), 1, 0
    while True:
        if length & span:
            piece = part(state, first, count)
            whole = join(whole, piece) if whole else piece
            first += span
        if 2 * span > length:
            return whole
        left = state[0].extent(axis) - span
        state = join(part(state, 0, left), part(state, span, left))
        span *= 2


def _variances(x: Formula, axis: int, length: int, count: int, known: Formula | None, omit: bool, weight: int) -> Formula:
    """Sums of squared deviations over their number, or one less.  Two windows are joined by their numbers, means and sums (Chan et al. 1979)."""
    wide = x.to("double")
    missing = wide.apply("isnan") if omit else wide.apply("isnan").apply("and", False) if known is None else known.apply("not")
    mean = wide.where(missing, 0.0)
    # The deviation of an infinite element is undefined, and so is that of a missing one that counts.
    squares = (wide * 0.0).where(wide.apply("isfinite"), 0.0).where(wide.apply("isfinite").apply("or", missing).apply("not"), np.nan)
    squares = squares.where(missing, 0.0)

    def join(a: State, b: State) -> State:
        (m, left, one), (n, right, other) = a, b
        total = m + n
        part, apart = n / total.apply("max", 1.0), right - left
        return total, left + apart * part, one + other + apart * apart * (m * part)

    number, _, squares = _folded((missing.apply("not") * 1.0, mean, squares), join, axis, length, count)
    return (squares / (number - 1.0 + float(weight)).apply("max", 1.0)).where(number.apply("eq", 0.0), np.nan)


# --- medians ---------------------------------------------------------------------------------------------------------


def _medians(call: Any, x: Formula, axis: int, before: int, after: int, ends: Any, omit: bool, deviation: bool) -> Formula | None:
    """Medians of windows of a few elements, or of their distances from it."""
    length, most = before + after + 1, call.engine.device.info.max_arrays
    source = x if isinstance(ends, str) else _padded(x, axis, before, after, ends)
    if not deviation and length > _MOST_SORTED:
        return medians_of_windows(source, axis, before, after, whole=ends != "shrink", omit=omit)
    too_many = length > _MOST_SORTED or (most and length + 1 > most) or 4 * length > x.extent(axis)
    if too_many or (omit and any_missing(x)):
        return None
    count = source.extent(axis) - length + 1
    window = [source.part(axis, k, count) for k in range(length)]
    medians = middle(window)
    if deviation:
        medians = middle([(w - medians).apply("abs") for w in window])
    missing = window[0].apply("isnan")
    for w in window[1:]:
        missing = missing.apply("or", w.apply("isnan"))
    medians = medians.where(missing, _nan(x))
    return _with_edges(call, x, medians, axis, before, after, omit) if ends == "shrink" and length > 1 else medians


def _with_edges(call: Any, x: Formula, medians: Formula, axis: int, before: int, after: int, omit: bool) -> Formula:
    """Medians of whole windows, and beside them those of the few windows that reach beyond the ends, which the host computes."""
    length, n = before + after + 1, x.extent(axis)
    flag, dim = call.session.value("omitnan" if omit else "includenan"), axis + 1.0
    pieces = [medians]
    for first, many, chosen in ((0, before, slice(0, before)), (n - length + 1, after, slice(length - 1 - after, length - 1))):
        if many:
            near = call.session.value(as_array(x.part(axis, first, length - 1).value))
            edge = as_array(call.feval(call.name, near, call.session.value(np.array([[before, after]], float)), dim, flag)[0])
            edge = edge[tuple(chosen if d == axis else slice(None) for d in range(edge.ndim))]
            pieces.insert(len(pieces) if first else 0, x.of(edge))
    return x.of(dim).apply("cat", *pieces)


def middle(items: Sequence[Formula]) -> Formula:
    """The median of some numbers by a sorting network; its unused comparisons are never computed."""
    items, half = list(items), len(items) // 2
    for i, k in _network(len(items)):
        items[i], items[k] = items[i].apply("min", items[k]), items[i].apply("max", items[k])
    return items[half] if len(items) % 2 else (items[half - 1] + items[half]) / 2.0


def _network(count: int) -> Iterator[tuple[int, int]]:
    """Pairs of places; putting each pair in order, one after another, sorts all (Batcher's odd-even merge sort)."""
    span = 1
    while span < count:
        step = span
        while step:
            for first in range(step % span, count - step, 2 * step):
                for i in range(first, min(first + step, count - step)):
                    if i // (2 * span) == (i + step) // (2 * span):
                        yield i, i + step
            step //= 2
        span *= 2
