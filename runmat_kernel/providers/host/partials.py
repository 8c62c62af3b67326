"""Partial results of reductions: those of blocks are combined in a fixed order, so that results do not depend on threads."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from ...codegen.body import Accumulation
from ...graph.accumulate import accumulate, front, wide_dtype

SHORT = 64
"""Elements of a first dimension below which NumPy's inner loops along it cost more than their work."""
_FEW = 16
_FOLD_LEAST = 512


def of_block(item: Accumulation, block: np.ndarray, axes: tuple[int, ...], offset: int, wide: Callable[..., np.ndarray]) -> Any:
    """The partial of a block reduced over ``axes`` (kept with size one).  ``offset`` is added to positions; ``wide(block, dtype)`` gives
    a copy in another type that may be written over."""
    kind = item.kind
    if kind in ("argmax", "argmin"):
        best = accumulate(kind[3:], block, axes, item_class(block), item.omit_nan)
        return best, accumulate(kind, block, axes, "double", item.omit_nan) + offset
    if kind == "moment2":
        return _moment(wide(block, np.dtype(np.float64)), axes, item.omit_nan)
    if kind in ("sum", "prod"):
        if item.omit_nan and block.dtype.kind == "f":
            block = np.where(np.isnan(block), block.dtype.type(kind == "prod"), block)
        function, dtype = (np.add if kind == "sum" else np.multiply), wide_dtype(block)
        if block.ndim == 1:
            if function is np.add and block.dtype == np.float32:
                # Twice as fast as a reduction that casts; in double, pairs or no pairs make no difference to a single.
                return np.einsum("i->", block, dtype=dtype)[None]
            return function.reduce(block, axis=axes, dtype=dtype, keepdims=True)
        # In several dimensions a cast of the whole block is several times as fast as a reduction that casts piece by piece.
        copied = block.dtype != dtype
        taken = wide(block, dtype) if copied else block
        partial = reduce_axes(function, taken, axes, copied and kind == "sum")
        return function.reduce(taken, axis=axes, keepdims=True) if kind == "prod" and undefined(item, partial) else partial
    if kind in ("max", "min"):
        return reduce_axes(_pick(kind, item.omit_nan) if block.dtype.kind == "f" else _pick(kind, False), block, axes)
    return accumulate(kind, block, axes, "double" if kind == "count_nonzero" else "logical", item.omit_nan)


def undefined(item: Accumulation, value: Any) -> bool:
    """Whether a product has NaN in it: of elements that are NaN, or because parts of it overflowed where others are zero."""
    return item.kind == "prod" and value.dtype.kind == "f" and bool(np.isnan(value).any())


def product_on(item: Accumulation, before: np.ndarray | None, block: np.ndarray, axes: tuple[int, ...]) -> np.ndarray:
    """The product so far times the elements of a block, one after the other, which is the order that the reference takes them in."""
    if item.omit_nan and block.dtype.kind == "f":
        block = np.where(np.isnan(block), block.dtype.type(1), block)
    moved, shape = front(block, axes)
    if before is not None:
        moved = np.concatenate([before.reshape(1, -1, order="F"), moved])
    return np.multiply.reduce(moved, axis=0, dtype=wide_dtype(block)).reshape(shape, order="F")


def reduce_axes(function: np.ufunc, block: np.ndarray, axes: tuple[int, ...], own: bool = False) -> np.ndarray:
    """``function.reduce`` with dimensions kept.  NumPy's inner loops run along the first dimension: where that is short, whole
    slices are combined instead, which gives long loops over contiguous memory.  ``own``: the block may be written over."""
    if len(axes) == 1 and block.size >= _FOLD_LEAST:
        (axis,) = axes
        length = block.shape[axis]
        if axis == 0 and length <= _FEW and block.ndim > 1:
            total = block[:1]
            for i in range(1, length):
                total = function(total, block[i : i + 1])
            return total
        if axis > 0 and prod(block.shape[:axis]) < SHORT:
            return _folded(function, block, axis, own)
    return function.reduce(block, axis=axes, keepdims=True)


def _folded(function: np.ufunc, block: np.ndarray, axis: int, own: bool) -> np.ndarray:
    """The later half combined with the earlier one, until little is left."""
    before = (slice(None),) * axis
    while (length := block.shape[axis]) > _FEW:
        half = length // 2
        front = block[(*before, slice(half))]
        folded = function(front, block[(*before, slice(half, 2 * half))], out=front if own else None)
        own = True
        if length % 2:
            first = folded[(*before, slice(1))]
            function(first, block[(*before, slice(2 * half, None))], out=first)
        block = folded
    return function.reduce(block, axis=axis, keepdims=True)


def _repeat(pattern: np.ndarray, target: np.ndarray) -> None:
    """Fill a vector with a pattern over and over, by copies that double."""
    done = pattern.size
    target[:done] = pattern
    while done < target.size:
        step = min(done, target.size - done)
        target[done : done + step] = target[:step]
        done += step


def item_class(block: np.ndarray) -> str:
    from ...values.classes import CLASS_OF_DTYPE

    return CLASS_OF_DTYPE[block.dtype]


def _moment(wide: np.ndarray, axes: tuple[int, ...], omit_nan: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Count, mean and sum of squared deviations of doubles that may be written over."""
    n: Any = 1
    for a in axes:
        n *= wide.shape[a]
    if omit_nan and np.isnan(wide).any():
        valid = ~np.isnan(wide)
        n = np.count_nonzero(valid, axis=axes, keepdims=True)
        mean = np.where(valid, wide, 0).sum(axis=axes, keepdims=True) / np.maximum(n, 1)
        wide = np.where(valid, wide - mean, 0)
        return n.astype(float), mean, np.square(wide).sum(axis=axes, keepdims=True)
    mean = reduce_axes(np.add, wide, axes) / n
    np.subtract(wide, spread(mean, np.empty_like(wide)), out=wide)
    np.multiply(wide, wide, out=wide)
    return np.full(mean.shape, float(n)), mean, reduce_axes(np.add, wide, axes, True)


def spread(array: np.ndarray, target: np.ndarray) -> np.ndarray:
    """``array`` as it is where NumPy expands it quickly; else expanded into ``target``, which has the full shape."""
    lead = target.shape[0]
    if lead >= SHORT or array.size == 1 or array.shape == target.shape:
        return array
    if array.size == lead and array.shape[0] == lead and target.flags.f_contiguous:
        _repeat(array.reshape(-1, order="F"), target.reshape(-1, order="F"))
    elif array.shape[0] == 1 and lead <= _FEW:
        for i in range(lead):
            target[i : i + 1] = array
    else:
        np.copyto(target, array)
    return target


def combine(item: Accumulation, a: Any, b: Any) -> Any:
    """Two partials, the first of earlier elements, as one."""
    kind = item.kind
    if kind in ("sum", "count_nonzero"):
        return a + b
    if kind == "prod":
        return a * b
    if kind in ("any", "all"):
        return (np.logical_or if kind == "any" else np.logical_and)(a, b)
    if kind in ("max", "min"):
        return _pick(kind, item.omit_nan)(a, b)
    if kind == "moment2":
        n = a[0] + b[0]
        divisor = np.where(n == 0, 1, n)
        delta = b[1] - a[1]
        return n, np.where(n == 0, 0, a[1] + delta * b[0] / divisor), a[2] + b[2] + delta * delta * a[0] * b[0] / divisor
    (x, i), (y, j) = a, b
    later = (y > x) if kind == "argmax" else (y < x)
    if x.dtype.kind == "f":
        # With NaN left out a number beats NaN; otherwise the first NaN wins.
        later = np.where(np.isnan(x), ~np.isnan(y), later) if item.omit_nan else np.where(np.isnan(x), False, later | np.isnan(y))
    return np.where(later, y, x), np.where(later, j, i)


def _pick(kind: str, omit_nan: bool) -> np.ufunc:
    if omit_nan:
        return np.fmax if kind == "max" else np.fmin
    return np.maximum if kind == "max" else np.minimum


def value_of(item: Accumulation, partial: Any) -> np.ndarray:
    """The reduction that a complete partial stands for."""
    if item.kind == "moment2":
        n = partial[0]
        return np.where(n == 0, 0.0, partial[2])
    return partial[1] if item.kind in ("argmax", "argmin") else partial


def pairwise(item: Accumulation, partials: list[Any]) -> Any:
    """Partials in order as one, by a balanced tree."""
    while len(partials) > 1:
        paired = [combine(item, partials[i], partials[i + 1]) for i in range(0, len(partials) - 1, 2)]
        if len(partials) % 2:
            paired.append(partials[-1])
        partials = paired
    return partials[0]
