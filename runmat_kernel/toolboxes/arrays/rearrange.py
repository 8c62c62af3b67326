"""Moving elements: flips, rotations, circular shifts, triangles, repeated elements, concatenation as functions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...values import concat
from ...values.convert import as_array, class_of, numel_of, shape_of, to_value
from ...values.objects import HostObject
from ...values.times.numbered import NumberedArray


def _flipped(call: Any, value: Any, axis: int) -> Any:
    shape = shape_of(value)
    if axis < len(shape):
        deferred = call.engine.view(value, [(n - 1, -1, n) if d == axis else (0, 1, n) for d, n in enumerate(shape)])
        if deferred is not None:
            return deferred
    array = arg.elements(value)
    return arg.like(value, np.flip(array, axis)) if axis < array.ndim else value


@builtin(
    "flip",
    "B = flip(A)",
    "B = flip(A, dim)",
    summary="Elements in reverse order along a dimension.",
    examples=(Example("flip([1 2 3])", "[3 2 1]"), Example("flip([1 2;3 4],2)", "[2 1;4 3]"), Example("flip('abc')", "'cba'")),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def flip(call: Any, value: Any, dim: Any = None) -> Any:
    return _flipped(call, value, arg.first_nonsingleton(shape_of(value)) if dim is None else arg.dimension(dim))


@builtin(
    "flipdim",
    "B = flipdim(A, dim)",
    summary="Elements in reverse order along a dimension.",
    examples=(Example("flipdim([1 2;3 4],1)", "[3 4;1 2]"),),
    trait=Trait.SHAPE,
)
def flipdim(call: Any, value: Any, dim: Any) -> Any:
    return _flipped(call, value, arg.dimension(dim))


@builtin(
    "fliplr",
    "B = fliplr(A)",
    summary="Columns in reverse order.",
    examples=(Example("fliplr([1 2;3 4])", "[2 1;4 3]"), Example("fliplr('ab')", "'ba'")),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def fliplr(call: Any, value: Any) -> Any:
    return _flipped(call, value, 1)


@builtin(
    "flipud",
    "B = flipud(A)",
    summary="Rows in reverse order.",
    examples=(Example("flipud([1 2;3 4])", "[3 4;1 2]"),),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def flipud(call: Any, value: Any) -> Any:
    return _flipped(call, value, 0)


@builtin(
    "rot90",
    "B = rot90(A)",
    "B = rot90(A, k)",
    summary="Rotated by 90 degrees, counterclockwise, k times.",
    examples=(Example("rot90([1 2;3 4])", "[2 4;1 3]"), Example("rot90([1 2;3 4],-1)", "[3 1;4 2]")),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def rot90(call: Any, value: Any, k: Any = 1.0) -> Any:
    if call.engine.prefers_device(value):
        rank, x = len(shape_of(value)), Formula(call, value)
        turned, quarter = x.permute(1, 0, *range(2, rank)), arg.integer(k) % 4
        return (x, turned.apply("flip", 1.0), x.apply("flip", 1.0).apply("flip", 2.0), turned.apply("flip", 2.0))[quarter].value
    return arg.like(value, np.rot90(arg.elements(value), arg.integer(k)))


@builtin(
    "circshift",
    "Y = circshift(A, K)",
    "Y = circshift(A, K, dim)",
    summary="Elements shifted in a circle.",
    examples=(
        Example("circshift(1:4,1)", "[4 1 2 3]"),
        Example("circshift([1 2;3 4],1)", "[3 4;1 2]"),
        Example("circshift([1 2;3 4],[0 1])", "[2 1;4 3]"),
        Example("circshift([1 2 3;4 5 6],-1,2)", "[2 3 1;5 6 4]"),
    ),
    errors=(ErrorCase("circshift(1:4,1.5)", "MATLAB:circshift:InvalidShiftType"),),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def circshift(call: Any, value: Any, shift: Any, dim: Any = None) -> Any:
    shape = shape_of(value)
    steps = as_array(shift)
    is_whole = steps.dtype.kind != "c" and bool((np.isfinite(steps) & (steps == np.floor(steps))).all())
    if not is_whole or not arg.is_vector(steps.shape):
        raise MatlabError("Invalid shift type: must be a finite, nonnan, real integer vector.", "MATLAB:circshift:InvalidShiftType")
    shifts = [int(n) for n in steps.ravel(order="F")]
    axes = list(range(len(shifts)))
    if dim is not None or len(shifts) == 1:
        axes = [arg.first_nonsingleton(shape) if dim is None else arg.dimension(dim)]
    if len(axes) == len(shifts) and (deferred := call.engine.turned(value, list(zip(axes, shifts, strict=True)))) is not None:
        return deferred
    array = arg.elements(value)
    for n, axis in zip(shifts, axes, strict=True):
        if axis < array.ndim:
            array = np.roll(array, n, axis)
    return arg.like(value, array)


def _triangle(name: str, transposed: Any, summary: str, *examples: Example) -> Builtin:
    def function(call: Any, value: Any, k: Any = 0.0) -> Any:
        shape = shape_of(value)
        if len(shape) == 2 and call.engine.prefers_device(value):
            return call.engine.triangle(value, arg.integer(k), upper=name == "triu")
        array = as_array(value)
        if array.ndim != 2:
            raise MatlabError("First input must be 2-D.", f"MATLAB:{name}:firstInputMustBe2D")
        return arg.like(value, transposed(array.T, -arg.integer(k)).T)  # the order in which elements lie

    return Builtin(name, (f"B = {name}(A)", f"B = {name}(A, k)"), summary, function, Trait.SHAPE, examples)


TRIANGLES = (
    _triangle(
        "tril",
        np.triu,
        "The lower triangle, zeros elsewhere.",
        Example("tril([1 2;3 4])", "[1 0;3 4]"),
        Example("tril(ones(2),-1)", "[0 0;1 0]"),
    ).stating(Fact.COMPILED),
    _triangle(
        "triu",
        np.tril,
        "The upper triangle, zeros elsewhere.",
        Example("triu([1 2;3 4])", "[1 2;0 4]"),
        Example("triu(ones(2),1)", "[0 1;0 0]"),
    ).stating(Fact.COMPILED),
)


def _repeated_on_device(call: Any, value: Any, counts: tuple[Any, ...]) -> Any:
    """``repelem`` by whole numbers of a large array on a device; None where the host repeats, or says why it cannot."""
    if not on_device(call, value, logical=True) or not all(type(n) is float and 1 <= n < math.inf and n == int(n) for n in counts):
        return None
    shape, repeats = shape_of(value), [int(n) for n in counts]
    if len(repeats) == 1:
        if not arg.is_vector(shape):
            return None
        repeats = [1, *repeats] if shape[0] == 1 else repeats
    pairs = list(zip_longest(shape, repeats, fillvalue=1))
    repeated = tuple(n * k for n, k in pairs)
    arg.check_array_size(repeated, class_of(value))
    # Each dimension becomes two, and the mask, which is false everywhere, spreads the first one.
    split = Formula(call, value).reshape(*(m for n, _ in pairs for m in (1, n)))
    never = np.zeros([m for _, k in pairs for m in (k, 1)], bool, order="F")
    return split.where(never, split).reshape(*repeated).value


def _repeats(count: Any) -> np.ndarray:
    """Replication factors as integers."""
    numbers = arg.numeric(count).ravel(order="F")
    if numbers.dtype.kind not in "biuf" or not (np.isfinite(numbers) & (numbers >= 0) & (numbers == np.floor(numbers))).all():
        raise MatlabError("Replication factors must be nonnegative integers.", "MATLAB:repelem:invalidReplications")
    return numbers.astype(np.int64)


@builtin(
    "repelem",
    "u = repelem(v, n)",
    "B = repelem(A, r1, ..., rN)",
    summary="Each element repeated.",
    examples=(
        Example("repelem([1 2],2)", "[1 1 2 2]"),
        Example("repelem([1 2;3 4],1,2)", "[1 1 2 2;3 3 4 4]"),
        Example("repelem([5 6],[1 3])", "[5 6 6 6]"),
    ),
    errors=(
        ErrorCase("repelem([1 2;3 4],2)", "MATLAB:repelem:invalidReplications"),
        ErrorCase("repelem([1 2],[1 1.5])", "MATLAB:repelem:invalidReplications"),
        ErrorCase("repelem([1 2],-1)", "MATLAB:repelem:invalidReplications"),
    ),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def repelem(call: Any, value: Any, *counts: Any) -> Any:
    if (repeated := _repeated_on_device(call, value, counts)) is not None:
        return repeated
    array, repeats = arg.elements(value), [_repeats(c) for c in counts]
    if len(repeats) == 1:
        if array.size != 1 and not arg.is_vector(array.shape):
            raise MatlabError(
                "First argument must be a vector or a scalar when there are two arguments.", "MATLAB:repelem:invalidReplications"
            )
        axes = [0 if array.shape[1] == 1 and array.shape[0] != 1 else 1]
    else:
        axes = list(range(len(repeats)))
        array = arg.pad_dims(array, len(repeats))
    for axis, n in zip(axes, repeats, strict=True):
        if len(n) not in (1, array.shape[axis]):
            raise MatlabError(
                "Replication factors must be scalars or vectors as long as their dimension.", "MATLAB:repelem:mismatchedReplications"
            )
        length = int(n.sum()) if len(n) > 1 else int(n[0]) * array.shape[axis]
        arg.check_array_size((length, array.size // max(array.shape[axis], 1)), "logical")
        # The transpose is contiguous along its last axis, as NumPy expects.
        array = np.repeat(array.T, n if len(n) > 1 else int(n[0]), array.ndim - 1 - axis).T
    return arg.like(value, array)


@builtin(
    "horzcat",
    "C = horzcat(A1, ..., An)",
    "C = horzcat()",
    "C = [A1, A2]",
    summary="Side by side, the operator [A, B].",
    examples=(Example("horzcat(1,[2 3])", "[1 2 3]"), Example("horzcat('a','b')", "'ab'"), Example("horzcat()", "[]")),
    errors=(ErrorCase("horzcat([1;2],3)", "MATLAB:catenate:dimensionMismatch"),),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def horzcat(call: Any, *values: Any) -> Any:
    return concat.horzcat(values)


@builtin(
    "vertcat",
    "C = vertcat(A1, ..., An)",
    "C = vertcat()",
    "C = [A1; A2]",
    summary="One above the other, the operator [A; B].",
    examples=(Example("vertcat(1,2)", "[1;2]"),),
    errors=(ErrorCase("vertcat([1 2],3)", "MATLAB:catenate:dimensionMismatch"),),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED | Fact.NAMELESS,
)
def vertcat(call: Any, *values: Any) -> Any:
    return concat.vertcat(values)


@builtin(
    "cat",
    "C = cat(dim, A1, ..., An)",
    "C = cat(dim)",
    summary="Arrays joined along a dimension; [] without arrays.",
    examples=(
        Example("cat(1,[1 2],[3 4])", "[1 2;3 4]"), Example("size(cat(3,1,2))", "[1 1 2]"), Example("hours(cat(2,hours(1),hours(2)))", "[1 2]"), Example("hours(cat(3,hours([1 2]),hours([3 4])))", "cat(3,[1 2],[3 4])"),
        Example("T = cat(1,table(1),table(2)); T.Var1", "[1;2]"), Example("s = struct('a',{}); cat(1,s.a)", "[]"),
    ),
    errors=(ErrorCase("cat()", "MATLAB:minrhs"),),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED,
)  # fmt: skip
def cat(call: Any, dim: Any, *values: Any) -> Any:
    axis = arg.dimension(dim)
    if any(isinstance(v, HostObject) and v.method("vertcat") is not None for v in values):
        if axis < 2:
            return call.feval("vertcat" if axis == 0 else "horzcat", *values)[0]
        if any(isinstance(v, NumberedArray) or (isinstance(v, HostObject) and v.each_element() is not None) for v in values):
            return _stacked(call, axis, values)
    return concat.cat(axis + 1, values)


def _stacked(call: Any, axis: int, values: Sequence[Any]) -> Any:
    """Objects that ``vertcat`` joins, joined along a later dimension: as columns, which are reshaped afterwards."""
    values = [v for v in values if shape_of(v) != (0, 0)] or values[:1]
    rank = max(axis + 1, *(len(shape_of(v)) for v in values))
    shapes = [shape_of(v) + (1,) * (rank - len(shape_of(v))) for v in values]
    if any(s[:axis] + s[axis + 1 :] != shapes[0][:axis] + shapes[0][axis + 1 :] for s in shapes):
        raise call.error("Dimensions of arrays being concatenated are not consistent.", "MATLAB:catenate:dimensionMismatch")
    if axis < rank - 1:
        order = [k + 1.0 for k in range(rank) if k != axis] + [axis + 1.0]
        moved = [call.feval("permute", v, to_value(np.array([order])))[0] for v in values]
        return call.feval("ipermute", _stacked(call, rank - 1, moved), to_value(np.array([order])))[0]
    columns = [call.feval("reshape", v, float(numel_of(v)), 1.0)[0] for v in values]
    shape = [*map(float, shapes[0][:-1]), float(sum(s[-1] for s in shapes))]
    return call.feval("reshape", call.feval("vertcat", *columns)[0], to_value(np.array([shape])))[0]


@builtin(
    "kron",
    "K = kron(A, B)",
    "K = kron(A1, A2, ..., An)",
    summary="Kronecker product.",
    examples=(Example("kron([1 2],[1;1])", "[1 2;1 2]"), Example("kron(eye(2),[1 2])", "[1 2 0 0;0 0 1 2]"), Example("kron('a',2)", "194")),
    errors=(ErrorCase("kron(ones(2,2,2),1)", "MATLAB:kron:TwoDInput"),),
    effect=Effect.NONE,
)
def kron(call: Any, *factors: Any) -> Any:
    if any(len(shape_of(f)) > 2 for f in factors):
        raise call.error("Inputs must be 2-D.", "MATLAB:kron:TwoDInput")
    factors = tuple(to_value(arg.numeric(f)) if class_of(f) == "char" else f for f in factors)
    product, matlab_class = factors[0], class_of(factors[0])
    for factor in factors[1:]:
        (tall, wide), (high, broad) = shape_of(product), shape_of(factor)
        if on_device(call, product) or on_device(call, factor):
            arg.check_array_size((tall * high, wide * broad), matlab_class)
            spread = Formula(call, product).reshape(1, tall, 1, wide) * Formula(call, factor).reshape(high, 1, broad, 1)
            product = spread.reshape(tall * high, wide * broad).value
            continue
        left, right = as_array(product), as_array(factor)
        rows, columns = left.shape[0] * right.shape[0], left.shape[1] * right.shape[1]
        arg.check_array_size((rows, columns), "double" if matlab_class == "logical" else matlab_class)
        if left.dtype.char == right.dtype.char == "d":
            joint = np.multiply(left.T[:, None, :, None], right.T[None, :, None, :], order="C")  # by columns
            product = to_value(joint.reshape(columns, rows).T)
            continue
        a = arg.like(product, left[:, None, :, None].reshape(left.shape[0], 1, left.shape[1], 1))
        b = right.reshape(1, right.shape[0], 1, right.shape[1])
        spread = call.feval("times", to_value(a), to_value(b))[0]
        product = np.asarray(as_array(spread)).reshape(left.shape[0], right.shape[0], left.shape[1], right.shape[1]).reshape(rows, columns)
        product = to_value(product)
    return product
