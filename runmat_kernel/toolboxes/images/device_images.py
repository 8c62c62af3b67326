"""Large images on a device: their classes, borders, filters and grays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...builtins.formula import Formula
from ...graph.window import Window
from ...values.classes import INTEGER_LIMITS
from ...values.convert import class_of, numel_of, shape_of
from ...values.tensor import Tensor, matlab_shape
from ..data_analysis.device_windows import any_missing, joined, middle
from ..elementary.windows import MOST_WEIGHTS

_BESIDE = 9
"""Elements of a neighbourhood that are read side by side."""
_MOST_TAPS = 16
"""Elements that one of a resampled axis is made of, each read by itself; more lie along a dimension of their own."""
_MOST_TERMS = 64
"""Elements that a pixel of integers is made of: they are added one by one, as on the host, since an exact half is rounded away from zero."""
FLOATS = ("double", "single")
_TOPS = {"uint8": 255.0, "uint16": 65535.0}


def unit(x: Formula) -> Formula:
    """Pixels of any class as doubles from 0 to 1; floats are not changed."""
    wide = x if x.matlab_class == "double" else x.apply("double")
    if x.matlab_class in _TOPS:
        return wide / _TOPS[x.matlab_class]
    return (wide + 32768.0) / 65535.0 if x.matlab_class == "int16" else wide


def stored(x: Formula, kind: str) -> Formula:
    """Pixels from 0 to 1 stored as uint8 or uint16, rounded half up and clipped; as int16 shifted."""
    if kind in FLOATS:
        return x if x.matlab_class == kind else x.apply(kind)
    if kind == "int16":
        return ((x * 65535.0 + 0.5).apply("floor") - 32768.0).apply(kind)
    return (x * _TOPS[kind] + 0.5).apply("floor").apply(kind)


def bordered(x: Formula, widths: Sequence[tuple[int, int]], mode: str | None, fill: float) -> Formula | None:
    """The array with a border around each dimension, of one number or by NumPy's ``mode``; None where the engine does not defer it."""
    if mode is None:
        for axis, counts in enumerate(widths):
            front, back = (
                [_filled(x, fill, tuple(count if d == axis else n for d, n in enumerate(x.shape)))] if count else [] for count in counts
            )
            x = x.of(axis + 1.0).apply("cat", *front, x, *back) if front or back else x
        return x
    places = [np.pad(np.arange(n), w, mode=mode) + 1.0 for n, w in zip(x.shape, widths, strict=True)]  # type: ignore[call-overload]
    elements = x.session.engine.read(x.value, tuple(Tensor(p.reshape(1, -1)) for p in places))
    return None if elements is None else Formula(x, elements)


def _filled(x: Formula, fill: float, shape: tuple[int, ...]) -> Formula:
    filling = x.of(fill if type(fill) is bool else float(fill)).apply("repmat", np.array([list(shape)], float))
    return filling if x.matlab_class in ("double", "logical") else filling.apply(x.matlab_class)


def filtered(x: Formula, weights: np.ndarray, before: Sequence[int], after: Sequence[int], mode: str | None, fill: float) -> Formula | None:
    """The convolution of a bordered image with weights, plane by plane, in the class of the image."""
    if weights.ndim != 2 or not 0 < weights.size <= MOST_WEIGHTS or weights.dtype.kind != "f" or not np.isfinite(weights).all():
        return None
    kind, plain = x.matlab_class, x
    shape, (tall, wide) = plain.shape, weights.shape
    out = tuple(shape[d] + before[d] + after[d] - weights.shape[d] + 1 for d in range(2))
    if min(out) < 1:
        return None
    down, right = (weights.shape[d] - 1 - before[d] for d in range(2))
    if mode is not None or fill != 0 or kind not in FLOATS:
        widths = [*zip(before, after, strict=True), *[(0, 0)] * (len(shape) - 2)]
        padded = bordered(x if kind in FLOATS else x.apply("double"), widths, mode, fill)
        if padded is None:
            return None
        plain, down, right = padded, tall - 1, wide - 1
    if kind not in FLOATS:
        return _termwise(plain, weights, out, kind)
    own = plain.shape
    form = Window(1, own[0], own[1], *out, tall, wide, down, right)
    kernel = weights.astype(np.float32) if kind == "single" else weights
    sums = x.session.engine.window(plain.value, Tensor(np.asfortranarray(kernel)), form, matlab_shape((*out, *shape[2:])))
    if sums is None:
        return None
    return Formula(x, sums)


def _termwise(x: Formula, weights: np.ndarray, out: Sequence[int], kind: str) -> Formula | None:
    """The inner part of a convolution as integers, term by term in the order of the weights; None where these are too many."""
    terms = [(p, q) for q, p in np.argwhere(weights.T).tolist()]
    if not 0 < len(terms) <= _MOST_TERMS:
        return None
    return None if (total := _added((_term(x, weights, out, p, q) for p, q in terms), 1)) is None else total.apply(kind)


def _term(x: Formula, weights: np.ndarray, out: Sequence[int], p: int, q: int) -> Formula:
    return x.part(0, weights.shape[0] - 1 - p, out[0]).part(1, weights.shape[1] - 1 - q, out[1]) * float(weights[p, q])


def _added(terms: Iterable[Formula | None], arrays: int) -> Formula | None:
    """The terms, of so many arrays each, added up in their order, as many at a time as a kernel binds; None where one is None."""
    total: Formula | None = None
    for count, term in enumerate(terms, 1):
        if term is None:
            return None
        total = term if total is None else total + term
        engine = total.session.engine
        if count % max((engine.device.info.max_arrays - 2) // arrays, 1) == 0 and (node := getattr(total.value.storage, "node", None)) is not None:
            engine.flush("the next terms", node)
    return total


def resampled(x: Formula, steps: Sequence[tuple[int, np.ndarray, np.ndarray]]) -> Formula | None:
    """The image resampled axis by axis from weighted elements at positions (from 0), in its class; None where the engine does not defer it."""
    integers = x.matlab_class not in FLOATS
    most = _MOST_TERMS if integers else _MOST_TAPS
    if integers and max(weights.shape[1] for _, weights, _ in steps) > most:
        return None
    result: Formula | None = x if x.matlab_class == "double" else x.apply("double")
    for axis, weights, index in steps:
        assert result is not None
        result = (_beside if weights.shape[1] <= most else _summed)(result, axis, weights, index)
        if result is None:
            return None
    assert result is not None
    return result if x.matlab_class == "double" else result.apply(x.matlab_class)


def _beside(x: Formula, axis: int, weights: np.ndarray, index: np.ndarray) -> Formula | None:
    """The sum of a few weighted elements; each term reads the array once."""
    shape = [-1 if d == axis else 1 for d in range(len(x.shape))]
    taken = (_taken(x, axis, places) for places in index.T)
    terms = (None if one is None else one * w.reshape(shape) for one, w in zip(taken, weights.T, strict=True))
    return _added(terms, 4)  # the image, rows, columns and weights


def _summed(x: Formula, axis: int, weights: np.ndarray, index: np.ndarray) -> Formula | None:
    """The sum of many weighted elements, which lie along a dimension of their own."""
    count, taps = weights.shape
    taken = _taken(x, axis, index.ravel())
    if taken is None:
        return None
    shape = x.shape
    apart = taken.reshape(*shape[:axis], taps, count, *shape[axis + 1 :])
    factors = weights.T.reshape([taps if d == axis else count if d == axis + 1 else 1 for d in range(len(shape) + 1)])
    return (apart * factors).reduce("sum", axis).reshape(*(count if d == axis else n for d, n in enumerate(shape)))


def _taken(x: Formula, axis: int, index: np.ndarray) -> Formula | None:
    places = [index + 1.0 if d == axis else np.arange(1.0, n + 1) for d, n in enumerate(x.shape)]
    elements = x.session.engine.read(x.value, tuple(Tensor(p.reshape(1, -1)) for p in places))
    return None if elements is None else Formula(x, elements)


def spread(x: Formula, pattern: np.ndarray, order: Sequence[bool]) -> Formula | None:
    """The largest (True) or the smallest element of the neighbourhood of each pixel, one after the other; None where that is not deferred.

    ``pattern`` is turned for the largest; what lies outside does not count.
    """
    few = np.count_nonzero(pattern)
    whole, kind = pattern.all(), x.matlab_class
    if not few or (not whole and few > _BESIDE) or (kind in FLOATS and any_missing(x)):
        return None
    for largest in order:
        join = ("or" if largest else "and") if kind == "logical" else "max" if largest else "min"
        if kind == "logical":
            worst: Any = not largest
        elif kind in FLOATS:
            worst = -np.inf if largest else np.inf
        else:
            worst = INTEGER_LIMITS[kind][not largest]
        centre = [(n - 1) // 2 for n in pattern.shape]
        reach = [(n - 1 - c, c) if largest else (c, n - 1 - c) for n, c in zip(pattern.shape, centre, strict=True)]
        shape = x.shape
        padded = bordered(x, [*reach, *[(0, 0)] * (len(shape) - 2)], None, worst)
        if padded is None:
            return None
        if whole:
            x = padded
            for axis, n in enumerate(pattern.shape):
                x = joined(x, join, axis, n, shape[axis])
            continue
        result: Formula | None = None
        for i, j in zip(*np.nonzero(pattern[::-1, ::-1] if largest else pattern), strict=True):
            part = padded.part(0, int(i), shape[0]).part(1, int(j), shape[1])
            result = part if result is None else result.apply(join, part)
        assert result is not None
        x = result
    return x


def medians(x: Formula, sizes: Sequence[int], mode: str | None) -> Formula | None:
    """The median of the neighbourhood of each pixel of a matrix; None where a neighbourhood has too many pixels."""
    count, most = math.prod(sizes), x.session.engine.device.info.max_arrays
    if count % 2 == 0 or count > 15 or (most and count + 1 > most):
        return None
    padded = bordered(x, [((k - 1) // 2, k // 2) for k in sizes], mode, 0.0)
    if padded is None:
        return None
    rows, columns = x.shape
    window = [padded.part(0, i, rows).part(1, j, columns) for j in range(sizes[1]) for i in range(sizes[0])]
    result = middle(window)
    if x.matlab_class in FLOATS:
        missing = window[0].apply("isnan")
        for w in window[1:]:
            missing = missing.apply("or", w.apply("isnan"))
        result = result.where(missing, np.full((1, 1), np.nan, x.float_dtype))
    return result


def luminance(x: Formula, shares: np.ndarray) -> Formula:
    """The weighted sum of the three planes of an image, in its class."""
    planes = [x.part(2, k, 1) for k in range(3)]
    wide = [p if p.matlab_class == "double" else p.apply("double") for p in planes]
    gray = wide[0] * float(shares[0]) + wide[1] * float(shares[1]) + wide[2] * float(shares[2])
    return (
        gray
        if x.matlab_class == "double"
        else gray.apply("single")
        if x.matlab_class == "single"
        else (gray + 0.5).apply("floor").apply(x.matlab_class)
    )


def has_three_planes(value: Any) -> bool:
    """Whether an array has three planes."""
    shape = shape_of(value)
    return len(shape) in (3, 4) and shape[2] == 3 and class_of(value) != "logical" and numel_of(value) > 0
