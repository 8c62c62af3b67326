"""Weighted sums over windows: what convolutions, filters without feedback and moving sums are made of."""

from __future__ import annotations

import math
from functools import reduce
from itertools import accumulate
from operator import mul
from typing import Any

import numpy as np

from ..base.records import record
from .node import Constant, Node
from .op import Op

_LONG = 256
"""Rows of a piece of a column that NumPy's own convolution is called for."""
_PIECE = 8192
"""Elements of a result that are added up together."""
_FEW_PRODUCTS = 20_000
"""Elements times weights, zeros among them, up to which one call for all is faster than one for each weight."""


@record
class Window:
    """``y(i, j) = sum of weights(p, q) * x(i + down - p, j + right - q)``, all from 0, nothing outside of x.

    The array is ``inner x rows x columns x outer`` and the result ``inner x out_rows x out_columns x outer``; every (inner, outer) is
    a plane of its own.  The weights are ``tall x wide``.
    """

    inner: int
    rows: int
    columns: int
    out_rows: int
    out_columns: int
    tall: int
    wide: int
    down: int
    right: int

    @property
    def numbers(self) -> tuple[int, ...]:
        return (
            *(self.inner, self.rows, self.columns, self.out_rows, self.out_columns),
            *(self.tall, self.wide, self.down, self.right),
        )


def _window(x: Any, weights: Any, index: Any, *numbers: Any, out: np.ndarray | None = None) -> np.ndarray:
    """The elements at consecutive linear indices of the result."""
    form = Window(*(int(np.asarray(n).flat[0]) for n in numbers))
    index = np.asarray(index)
    planes = np.asarray(x).reshape((form.inner, form.rows, form.columns, -1), order="F")
    factors = np.asarray(weights).reshape((form.tall, form.wide), order="F")
    result = out if out is not None else np.empty(index.shape, planes.dtype, order="F")
    flat = result.reshape(-1, order="F")
    _run(form, planes, factors, int(index.flat[0]), flat)
    if not np.may_share_memory(flat, result):
        result[...] = flat.reshape(result.shape, order="F")
    return result


def _run(form: Window, planes: np.ndarray, weights: np.ndarray, start: int, flat: np.ndarray) -> None:
    """Results in a row from the one at ``start``: pieces of columns, whole columns, and whole planes' parts between them."""
    count, column, done = flat.size, form.inner * form.out_rows, 0
    while done < count:
        at, behind = divmod(start + done, column)
        outer, j = divmod(at, form.out_columns)
        whole = 0 if behind else min((count - done) // column, form.out_columns - j)
        if whole:
            tile = _tile(form, planes[:, :, :, outer], weights, (0, form.out_rows), (j, j + whole))
            taken = tile.size
            flat[done : done + taken] = tile.reshape(-1, order="F")
        else:
            first, last = behind // form.inner, -(-min(column, behind + count - done) // form.inner)
            tile = _tile(form, planes[:, :, :, outer], weights, (first, last), (j, j + 1)).reshape(-1, order="F")
            skip = behind - first * form.inner
            taken = min(tile.size - skip, count - done)
            flat[done : done + taken] = tile[skip : skip + taken]
        done += taken


def _tile(form: Window, plane: np.ndarray, weights: np.ndarray, rows: tuple[int, int], columns: tuple[int, int]) -> np.ndarray:
    """The results of some rows and columns of a plane."""
    if form.inner == form.wide == 1 and rows[1] - rows[0] >= _LONG:
        columns_of_sums = [_column(form, plane[0, :, j + form.right], weights[:, 0], *rows) for j in range(*columns)]
        return columns_of_sums[0][None, :, None] if len(columns_of_sums) == 1 else np.stack(columns_of_sums).T[None]
    total = np.zeros((form.inner, rows[1] - rows[0], columns[1] - columns[0]), plane.dtype, order="F")
    # What the results look at, and of its convolution those that lie in the tile.
    top, left = max(rows[0] + form.down - form.tall + 1, 0), max(columns[0] + form.right - form.wide + 1, 0)
    bottom, end = min(rows[1] + form.down, form.rows), min(columns[1] + form.right, form.columns)
    if top < bottom and left < end:
        sums = convolved(plane[:, top:bottom, left:end], weights[None])
        down, right = rows[0] + form.down - top, columns[0] + form.right - left
        part = sums[:, max(down, 0) : down + total.shape[1], max(right, 0) : right + total.shape[2]]
        down, right = max(-down, 0), max(-right, 0)
        total[:, down : down + part.shape[1], right : right + part.shape[2]] = part
    return total


def convolved(many: np.ndarray, few: np.ndarray) -> np.ndarray:
    """The full convolution of two floating arrays with as many dimensions, a sum of multiples of ``many``.

    Where that has the height and width of the result, a shift in any dimension is one of the elements in their order: each weight takes
    one call for a piece of the result that stays in the cache.  Small arrays are convolved as one line, with zeros among the weights.
    """
    if not np.isfinite(few).all():
        return _by_parts(many, few)
    shape = [m + n - 1 for m, n in zip(many.shape, few.shape, strict=True)]
    dtype = np.result_type(many, few)
    padded = np.zeros((*shape[:-1], many.shape[-1]), dtype, order="F")
    padded[tuple(slice(n) for n in many.shape)] = many
    source = padded.reshape(-1, order="F")
    steps = accumulate([1, *shape[:-1]], mul)
    shifts = reduce(np.add.outer, [step * np.arange(n) for step, n in zip(steps, few.shape, strict=True)])
    reach = int(shifts[(-1,) * shifts.ndim])
    if source.size * reach <= _FEW_PRODUCTS and np.isfinite(many).all():
        line = np.zeros(reach + 1, dtype)
        line[shifts] = few
        return np.convolve(source, line)[: math.prod(shape)].reshape(shape, order="F")
    from scipy.linalg import blas

    total = np.zeros(math.prod(shape), dtype)
    pairs = list(zip(shifts.ravel().tolist(), few.ravel().tolist(), strict=True))
    add = blas.get_blas_funcs("axpy", (source,))
    skips = bool(few.all()) or bool(np.isfinite(many).all())  # a weight of zero, for which BLAS adds nothing, may be skipped
    for start in range(0, total.size, _PIECE):
        stop = min(start + _PIECE, total.size)
        for shift, weight in pairs:
            first, last = max(start - shift, 0), min(stop - shift, source.size)
            if first >= last:
                continue
            if not weight and not skips:
                total[first + shift : last + shift] += weight * source[first:last]
            else:
                add(source, total, last - first, weight, first, 1, first + shift, 1)
    return total.reshape(shape, order="F")


def _by_parts(many: np.ndarray, few: np.ndarray) -> np.ndarray:
    """As ``convolved``, part by part: no Inf or NaN among the weights meets the zeros beyond the border."""
    total = np.zeros([m + n - 1 for m, n in zip(many.shape, few.shape, strict=True)], np.result_type(many, few))
    for index, weight in np.ndenumerate(few):
        total[tuple(slice(i, i + n) for i, n in zip(index, many.shape, strict=True))] += many * weight
    return total


def _column(form: Window, column: np.ndarray, weights: np.ndarray, first: int, last: int) -> np.ndarray:
    """Results ``first`` to ``last`` of one long column."""
    start, stop = max(first + form.down - form.tall + 1, 0), last + form.down
    sums = np.convolve(column[start : min(stop, form.rows)], weights)
    return sums[first + form.down - start : stop - start]


WINDOW = Op(
    "window", 12, _window, lambda x, *others: x, wgsl="window", cost=16.0, ulp=4.0, real=_window, raw_operands=True, whole=2
)  # fmt: skip
"""Operands: the array and the weights, both in memory, the linear index, and the numbers of a Window."""


def window_node(x: Node, weights: Node, index: Node, form: Window, where: Any = None) -> Node:
    """The Node of a weighted sum over windows, of the class of ``x`` and the shape of ``index``."""
    numbers = [Constant(n, "int32") for n in form.numbers]
    return Node.map(WINDOW, (x, weights, index, *numbers), x.matlab_class, x.matlab_class, index.shape, where)
