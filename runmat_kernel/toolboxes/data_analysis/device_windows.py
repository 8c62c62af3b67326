"""Moving statistics of large arrays on a device.

Windows of a power of two are made of two of half the length, others of these: a pass over the array for each bit of the length.  Medians of
a few elements are parted by comparisons of all elements of a window at once, those of more by their ranks.
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
"""Windows up to this length are read at once: so many arrays every device binds."""
_MOST_SORTED = 15
"""Elements whose middle one is found by comparing them; a network for more has hundreds of steps."""
_JOINS: dict[str, tuple[str, float]] = {"movsum": ("plus", 0.0), "movmean": ("plus", 0.0), "movprod": ("times", 1.0)}


def moving(call: Any, a: Any, before: int, after: int, axis: int, *, ends: Any, omit: bool, weight: int) -> Any:
    """The moving statistic of the called builtin; None where the host computes it.  ``ends`` is 'shrink', 'discard', 'fill' or a number."""
    if not on_device(call, a) or before < 0 or after < 0 or axis >= len(a.shape):
        return None
    x, name, length = Formula(call, a), call.name, before + after + 1
    x = x if x.matlab_class in ("double", "single") else x.apply("double")
    n = x.extent(axis)
    if length > n:
        return None
    if ends == "fill" and omit:
        ends = "shrink"  # what is missing is left out as well
    whole = ends in ("discard", "fill")
    if name in ("movmedian", "movmad"):
        result = _medians(call, x, axis, before, after, ends, omit, name == "movmad")
        return None if result is None else _ended(result, axis, before, after, ends).value
    if whole:
        padded, there = x, None
    else:
        padded = _padded(x, axis, before, after, np.nan if ends == "shrink" else ends)
        there = _inside(x, axis, before, after) if ends == "shrink" else None
    count = n - length + 1 if whole else n
    if name in ("movmax", "movmin"):
        result = joined(padded, name[3:], axis, length, count)
        if not omit and any_missing(x):
            missing = padded.apply("isnan") if there is None else padded.apply("isnan").apply("and", there)
            result = result.where(joined(missing, "or", axis, length, count), _nan(x))
    elif name in _JOINS:
        join, neutral = _JOINS[name]
        missing = padded.apply("isnan") if omit else None if there is None else there.apply("not")
        result = joined(_without(padded, missing, neutral), join, axis, length, count)
        if name == "movmean":
            result = result / (float(length) if missing is None else joined(missing.apply("not") * 1.0, "plus", axis, length, count))
    else:
        result = _variances(padded, axis, length, count, there, omit, weight)
        result = result.apply("sqrt") if name == "movstd" else result
    result = result if result.matlab_class == x.matlab_class else result.apply(x.matlab_class)
    return _ended(result, axis, before, after, ends).value


def any_missing(x: Formula) -> bool:
    return bool(as_array(x.apply("isnan").reduce("any", *range(len(x.shape)), matlab_class="logical").value).item())


def _nan(x: Formula) -> np.ndarray:
    return np.full((1, 1), np.nan, x.float_dtype)


def _without(x: Formula, missing: Formula | None, value: float) -> Formula:
    return x if missing is None else x.where(missing, np.full((1, 1), value, x.float_dtype))


def _block(x: Formula, axis: int, count: int, value: float) -> list[Formula]:
    # The last dimensions of one element may be gone.
    lengths = x.shape + (1,) * (axis + 1 - len(x.shape))
    shape = tuple(count if d == axis else n for d, n in enumerate(lengths))
    return [x.of(np.full(shape, value, x.float_dtype, order="F"))] if count else []


def _padded(x: Formula, axis: int, before: int, after: int, value: float) -> Formula:
    """The array with so many equal elements in front of each line and behind it."""
    pieces = [*_block(x, axis, before, value), x, *_block(x, axis, after, value)]
    return pieces[0] if len(pieces) == 1 else x.of(axis + 1.0).apply("cat", *pieces)


def _ended(moved: Formula, axis: int, before: int, after: int, ends: Any) -> Formula:
    return _padded(moved, axis, before, after, np.nan) if ends == "fill" else moved


def _inside(x: Formula, axis: int, before: int, after: int) -> Formula:
    """Which elements of the padded lines are the array's, laid along the axis."""
    n = x.extent(axis)
    at = x.of(1.0).apply("colon", float(n + before + after))
    at = at.reshape(*(n + before + after if d == axis else 1 for d in range(len(x.shape))))
    return at.apply("gt", float(before)).apply("and", at.apply("le", float(before + n)))


def joined(x: Formula, join: str, axis: int, length: int, count: int) -> Formula:
    """The reduction of each window's elements by an associative function of two arguments."""
    return _folded((x,), lambda a, b: (a[0].apply(join, b[0]),), axis, length, count)[0]


def _folded(state: State, join: Callable[[State, State], State], axis: int, length: int, count: int) -> State:
    """The same reduction where each element has several numbers."""

    def part(state_of_part: State, first: int, many: int) -> State:
        return tuple(f.part(axis, first, many) for f in state_of_part)

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


def _variances(x: Formula, axis: int, length: int, count: int, there: Formula | None, omit: bool, weight: int) -> Formula:
    """Sums of squared deviations over their number, or one less: two windows are joined by theirs, their means and their numbers."""
    wide = x.apply("double") if x.matlab_class == "single" else x
    gone = wide.apply("isnan") if omit else wide.apply("isnan").apply("and", False) if there is None else there.apply("not")
    mean = wide.where(gone, 0.0)
    # The deviation of an infinite element is undefined, and so is that of a missing one that counts.
    squares = (wide * 0.0).where(wide.apply("isfinite"), 0.0).where(wide.apply("isfinite").apply("or", gone).apply("not"), np.nan)
    squares = squares.where(gone, 0.0)

    def join(a: State, b: State) -> State:
        (m, left, one), (n, right, other) = a, b
        total = m + n
        part, apart = n / total.apply("max", 1.0), right - left
        return total, left + apart * part, one + other + apart * apart * (m * part)

    number, _, squares = _folded((gone.apply("not") * 1.0, mean, squares), join, axis, length, count)
    return (squares / (number - 1.0 + float(weight)).apply("max", 1.0)).where(number.apply("eq", 0.0), np.nan)


# --- medians ---------------------------------------------------------------------------------------------------------


def _medians(call: Any, x: Formula, axis: int, before: int, after: int, ends: Any, omit: bool, deviation: bool) -> Formula | None:
    """Medians of windows of a few elements, or of their distances from it."""
    length, n = before + after + 1, x.extent(axis)
    most = call.engine._most_arrays
    if not deviation and length > _MOST_SORTED:
        source = x if isinstance(ends, str) else _padded(x, axis, before, after, ends)
        return medians_of_windows(source, axis, before, after, whole=ends != "shrink", omit=omit)
    if length > _MOST_SORTED or (most and length + 1 > most) or 4 * length > n or (omit and any_missing(x)):
        return None
    source = x if isinstance(ends, str) else _padded(x, axis, before, after, ends)
    count = source.extent(axis) - length + 1
    window = [source.part(axis, k, count) for k in range(length)]
    medians = middle(window)
    if deviation:
        medians = middle([(w - medians).apply("abs") for w in window])
    missing = window[0].apply("isnan")
    for w in window[1:]:
        missing = missing.apply("or", w.apply("isnan"))
    medians = medians.where(missing, _nan(x))
    if ends != "shrink" or length == 1:
        return medians
    # The host computes the few windows that reach beyond the ends.
    flag, dim = call.session.value("omitnan" if omit else "includenan"), axis + 1.0
    pieces = [medians]
    for first, many, chosen in ((0, before, slice(0, before)), (n - length + 1, after, slice(length - 1 - after, length - 1))):
        if many:
            part = call.session.value(as_array(x.part(axis, first, length - 1).value))
            edge = as_array(call.feval(call.name, part, call.session.value(np.array([[before, after]], float)), dim, flag)[0])
            edge = edge[tuple(chosen if d == axis else slice(None) for d in range(edge.ndim))]
            pieces.insert(len(pieces) if first else 0, x.of(edge))
    return x.of(dim).apply("cat", *pieces)


def middle(items: Sequence[Formula]) -> Formula:
    """The middle one of some numbers, or half way between two; steps of the network that it does not need are never computed."""
    items, half = list(items), len(items) // 2
    for i, k in _network(len(items)):
        items[i], items[k] = items[i].apply("min", items[k]), items[i].apply("max", items[k])
    return items[half] if len(items) % 2 else (items[half - 1] + items[half]) / 2.0


def _network(count: int) -> Iterator[tuple[int, int]]:
    """Pairs that sort when they are put in order one after another (Batcher's merges of odd and even ones)."""
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
