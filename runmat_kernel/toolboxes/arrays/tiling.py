"""Arrays made of others: repetition, grids, diagonals."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...values.classes import DTYPES, INTEGER_LIMITS, saturate
from ...values.convert import as_array, class_of, numel_of, shape_of, to_value
from ...values.tensor import Tensor, matlab_shape
from ...values.times.numbered import NumberedArray


@builtin(
    "repmat",
    "B = repmat(A, n)",
    "B = repmat(A, m, n, ..., pN)",
    "B = repmat(A, sz)",
    summary="Copies of an array as tiles.",
    examples=(
        Example("repmat([1 2],2,2)", "[1 2 1 2;1 2 1 2]"),
        Example("repmat('ab',1,2)", "'abab'"),
        Example("repmat(7,1,3)", "[7 7 7]"),
        Example("size(repmat([1 2],[2 1 3]))", "[2 2 3]"),
        Example("repmat({1},1,2)", "{1,1}"),
        Example("size(repmat(1,0,2))", "[0 2]"),
    ),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def repmat(call: Any, value: Any, *sizes: Any) -> Any:
    if len(sizes) > 1 and any(numel_of(s) != 1 for s in sizes):
        counts = tuple(max(int(n), 0) for s in sizes for n in as_array(s).ravel(order="F"))
    else:
        counts = arg.read_size(sizes)
    if len(counts) > 32:
        raise MatlabError("The size vector has too many elements.", "MATLAB:maxDims")
    if (deferred := _deferred_copies(call, value, counts)) is not None:
        return deferred
    array = arg.pad_dims(arg.elements(value), len(counts))
    counts += (1,) * (array.ndim - len(counts))
    shape = tuple(n * c for n, c in zip(array.shape, counts, strict=True))
    if array.dtype != object:
        arg.check_array_size(shape, class_of(value) if array.dtype.kind != "c" else "double")
        if array.size == 1:
            return arg.like(value, np.full(shape, array.flat[0], array.dtype, order="F"))
    return arg.like(value, np.asfortranarray(np.tile(array, counts)))


def _deferred_copies(call: Any, value: Any, counts: tuple[int, ...]) -> Any:
    """The copies where the engine defers them: vectors along other dimensions, and arrays on a device."""
    own = shape_of(value) + (1,) * (len(counts) - len(shape_of(value)))
    if len(own) == len(counts) and all(1 in pair for pair in zip(own, counts, strict=True)):
        strides = np.cumprod((1, *own)).tolist()
        tiles = [n * c for n, c in zip(own, counts, strict=True)]
        deferred = call.engine.strided(value, [s if n > 1 else 0 for s, n in zip(strides, own, strict=False)], tiles)
        if deferred is not None:
            return deferred
    return _tiled_on_device(call, value, own, counts) if len(own) >= len(counts) and call.engine.prefers_device(value) else None


def _tiled_on_device(call: Any, value: Any, own: tuple[int, ...], counts: tuple[int, ...]) -> Any:
    """The copies of a deferred array, which read each dimension repeatedly, as two dimensions; None where they are computed at once."""
    counts = counts + (1,) * (len(own) - len(counts))
    strides, lengths = [], []
    for stride, n, c in zip(np.cumprod((1, *own)).tolist(), own, counts, strict=False):
        strides += [stride, 0]
        lengths += [n, c]
    if 0 in lengths:
        return None
    deferred = call.engine.strided(value, strides, lengths)
    return None if deferred is None else call.engine.reshape(deferred, matlab_shape(tuple(n * c for n, c in zip(own, counts, strict=True))))


@builtin(
    "meshgrid",
    "[X, Y] = meshgrid(x)",
    "[X, Y] = meshgrid(x, y)",
    "[X, Y, Z] = meshgrid(x, y, z)",
    summary="Grid coordinates; x runs along columns, y along rows.",
    examples=(Example("[X,Y] = meshgrid(1:2,1:3)", "{[1 2;1 2;1 2],[1 1;2 2;3 3]}"), Example("size(meshgrid(1:2,1:3,1:4))", "[3 2 4]")),
    trait=Trait.SOURCE,
    effect=Effect.NONE,
)
def meshgrid(call: Any, *axes: Any) -> Any:
    if len(axes) == 1:
        axes = axes * (3 if call.nargout == 3 else 2)
    lengths = [numel_of(a) for a in axes]
    shape = (lengths[1], lengths[0], *lengths[2:])
    order = (1, 0, 2)
    return tuple(_spread(call, v, order[i], shape) for i, v in enumerate(axes))


@builtin(
    "ndgrid",
    "[X1, X2, ..., Xn] = ndgrid(x1, x2, ..., xn)",
    "[X1, ..., Xn] = ndgrid(xg)",
    summary="Grid coordinates; the k-th vector runs along dimension k.",
    examples=(Example("[X,Y] = ndgrid(1:2,1:3)", "{[1 1 1;2 2 2],[1 2 3;1 2 3]}"), Example("ndgrid(1:2)", "[1 1;2 2]")),
    trait=Trait.SOURCE,
    effect=Effect.NONE,
)
def ndgrid(call: Any, *axes: Any) -> Any:
    if len(axes) == 1:
        axes = axes * max(call.nargout, 2)
    shape = tuple(numel_of(v) for v in axes)
    return tuple(_spread(call, v, i, shape) for i, v in enumerate(axes))


def _spread(call: Any, value: Any, axis: int, shape: tuple[int, ...]) -> Any:
    """A vector along one axis, repeated along the others."""
    deferred = call.engine.strided(value, [1 if i == axis else 0 for i in range(len(shape))], shape)
    if deferred is not None:
        return deferred
    vector = as_array(value).ravel(order="F")
    array = np.empty(shape, vector.dtype, order="F")
    array[...] = vector.reshape([-1 if i == axis else 1 for i in range(len(shape))])
    return arg.like(value, array)


@builtin(
    "diag",
    "D = diag(v)",
    "D = diag(v, k)",
    "x = diag(A)",
    "x = diag(A, k)",
    summary="Diagonal matrix of a vector, or a diagonal of a matrix.",
    examples=(
        Example("diag([1 2])", "[1 0;0 2]"),
        Example("diag([1 2;3 4])", "[1;4]"),
        Example("diag(5,1)", "[0 5;0 0]"),
        Example("diag([1 2;3 4],1)", "2"),
        Example("size(diag(zeros(2),3))", "[0 1]"),
        Example("diag(zeros(1,0),1)", "0"),
    ),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED,
)
def diag(call: Any, value: Any, k: Any = 0.0) -> Any:
    offset = arg.integer(k)
    if offset == 0 and (product := _product_diagonal(call, value)) is not None:
        return product
    # the elements beside the diagonal would be times or categories that nobody asked for
    undefined = isinstance(value, NumberedArray)
    if not undefined and (waiting := _waiting_diagonal(call, value, offset)) is not None:
        return waiting
    if undefined or (array := arg.elements(value)).dtype == object:
        raise MatlabError(f"Undefined function 'diag' for input arguments of type '{class_of(value)}'.", "MATLAB:UndefinedFunction")
    if array.ndim != 2:
        raise MatlabError("First input must be 2-D.", "MATLAB:diag:firstInputMustBe2D")
    if 1 in array.shape:
        n = array.size + abs(offset)
        arg.check_array_size((n, n), class_of(value) if array.dtype.kind != "c" else "double")
        return arg.like(value, np.asfortranarray(np.diag(array.ravel(order="F"), offset)))
    if array.shape == (0, 0):
        return arg.like(value, np.zeros((abs(offset), abs(offset)), array.dtype))
    if offset > array.shape[1] or -offset > array.shape[0]:
        return arg.like(value, np.zeros((0, 1), array.dtype))
    return arg.like(value, np.diagonal(array, offset).reshape(-1, 1).copy())


def _product_diagonal(call: Any, product: Any) -> Any:
    """The diagonal of a square product that still waits, as a column, without the rest of it; None for anything else."""
    factors = call.engine.factors(product)
    if factors is None or product.shape[0] != product.shape[1]:
        return None
    left, left_transposed, right, right_transposed = factors
    rows, columns = Formula(call, left), Formula(call, right)
    if left_transposed:
        return ((columns.apply("transpose") if right_transposed else columns) * rows).apply("sum", 1.0).apply("transpose").value
    return (rows * (columns if right_transposed else columns.apply("transpose"))).apply("sum", 2.0).value


def _waiting_diagonal(call: Any, value: Any, offset: int) -> Any:
    """A diagonal of a matrix that waits, or is on a device; None for anything else."""
    shape = shape_of(value)
    if len(shape) != 2 or min(shape) < 2 or not -shape[0] < offset < shape[1]:
        return None
    row, column = max(-offset, 0), max(offset, 0)
    return call.engine.diagonal(value, row + column * shape[0], shape[0] + 1, min(shape[0] - row, shape[1] - column))


def _along_diagonal(call: Any, blocks: tuple[Any, ...]) -> Any:
    """Matrices of one class, each with zeros beside it, one below the other."""
    columns, start, rows = sum(shape_of(b)[1] for b in blocks), 0, []
    for block in blocks:
        height, width = shape_of(block)[:2]
        gaps = (start, columns - start - width)
        left, right = ([call.feval("zeros", float(height), float(gap), to_value(class_of(block)))[0]] if gap else [] for gap in gaps)
        rows.append(call.feval("horzcat", *left, block, *right)[0])
        start += width
    return call.feval("vertcat", *rows)[0]


@builtin("blkdiag", "B = blkdiag(A1, ..., An)", summary="Block diagonal matrix.", examples=(Example("blkdiag(1,[2 3])", "[1 0 0;0 2 3]"),),
         errors=(ErrorCase("blkdiag(1i, int8(1))", "MATLAB:catenate:complexInteger"),), effect=Effect.NONE)  # fmt: skip
def blkdiag(call: Any, *blocks: Any) -> Any:
    if any(on_device(call, b) for b in blocks) and len({class_of(b) for b in blocks}) == 1 and all(type(b) is Tensor for b in blocks):
        return _along_diagonal(call, blocks)
    arrays = arg.same_precision(*(as_array(b) if class_of(b) != "char" else arg.floating(b) for b in blocks))
    kind = next((class_of(b) for b in blocks if class_of(b) in INTEGER_LIMITS), None)
    if kind is not None:
        if any(a.dtype.kind == "c" for a in arrays):
            raise MatlabError(f"Concatenation of complex values with {kind} is not supported.", "MATLAB:catenate:complexInteger")
        arrays = [a if a.dtype.kind in "iub" else saturate(a, kind) for a in arrays]
    dtype = DTYPES[kind] if kind is not None else np.result_type(*(a.dtype for a in arrays))
    out = np.zeros(np.sum([a.shape[:2] for a in arrays], axis=0), np.float64 if dtype == np.bool_ else dtype, order="F")
    r = c = 0
    for a in arrays:
        out[r : r + a.shape[0], c : c + a.shape[1]] = a
        r, c = r + a.shape[0], c + a.shape[1]
    return out
