"""Sizes and shapes: asking for them, and changing the shape without moving elements."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...accel import fast_functions as small
from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Effect, ErrorCase, Example, Fact, Trait, builtin
from ...values.convert import as_array, is_text, numel_of, shape_of, text_of, to_value
from ...values.tensor import Tensor, matlab_shape
from .device_subscripts import joined_subscripts, parted_subscripts


@builtin(
    "size",
    "sz = size(A)",
    "d = size(A, dim)",
    "d = size(A, dim1, ..., dimN)",
    "[d1, ..., dN] = size(A, ...)",
    summary="Lengths of the dimensions.",
    examples=(
        Example("size(zeros(2,3))", "[2 3]"),
        Example("size(zeros(2,3),2)", "3"),
        Example("[m,n] = size(zeros(2,3,4))", "{2,12}"),
        Example("size('')", "[0 0]"),
        Example("size(zeros(2,3),[1 3])", "[2 1]"),
        Example("[a,b,c] = size(zeros(2,3))", "{2,3,1}"),
        Example("size(zeros(2,3,4),1,3)", "[2 4]"),
    ),
    errors=(ErrorCase("size(1,0)", "MATLAB:getdimarg:dimensionMustBePositiveInteger"), ErrorCase("size()", "MATLAB:minrhs")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def size(call: Any, value: Any, *dims: Any) -> Any:
    shape, n = shape_of(value), call.nargout
    if not dims:
        if n <= 1:
            return np.array([shape], np.float64)
        lengths = [float(d) for d in shape[: n - 1]]
        return *lengths, *[1.0] * (n - 1 - len(lengths)), float(math.prod(shape[n - 1 :]))
    wanted = [arg.dimension(dims[0])] if len(dims) == 1 and numel_of(dims[0]) == 1 else [axis for d in dims for axis in arg.dimensions(d)]
    lengths = [float(shape[axis]) if axis < len(shape) else 1.0 for axis in wanted]
    if n <= 1:
        return lengths[0] if len(lengths) == 1 else np.array([lengths])
    if n > len(lengths):
        raise MatlabError("Number of outputs must not exceed the number of dimensions asked for.", "MATLAB:getdimarg:tooManyOutputs")
    return tuple(lengths)


@builtin(
    "numel",
    "n = numel(A)",
    "n = numel(A, index1, ..., indexN)",
    summary="Number of elements.",
    examples=(Example("numel(zeros(2,3))", "6"), Example("numel('')", "0"), Example("numel({1,2})", "2")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def numel(call: Any, value: Any, *subscripts: Any) -> float:
    if not subscripts:
        return float(numel_of(value))
    shape, count = shape_of(value), 1
    for i, s in enumerate(subscripts):
        if is_text(s) and text_of(s) == ":":
            count *= int(np.prod(shape[i:])) if i == len(subscripts) - 1 else (shape[i] if i < len(shape) else 1)
        else:
            count *= numel_of(s)
    return float(count)


@builtin(
    "length",
    "L = length(X)",
    summary="Length of the longest dimension; 0 for an empty array.",
    examples=(Example("length(zeros(2,5))", "5"), Example("length(zeros(0,3))", "0")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def length(call: Any, value: Any) -> float:
    shape = shape_of(value)
    return float(max(shape)) if 0 not in shape else 0.0


@builtin(
    "ndims",
    "n = ndims(A)",
    summary="Number of dimensions, at least 2.",
    examples=(Example("ndims(zeros(2,3,4))", "3"), Example("ndims(5)", "2")),
    facts=Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def ndims(call: Any, value: Any) -> float:
    return float(len(shape_of(value)))


@builtin(
    "height",
    "H = height(X)",
    summary="Number of rows.",
    examples=(Example("height(zeros(2,3))", "2"),),
    effect=Effect.NONE,
    facts=Fact.SIZES | Fact.SPARSE,
)
def height(call: Any, value: Any) -> float:
    return float(shape_of(value)[0])


@builtin(
    "width",
    "W = width(X)",
    summary="Number of columns.",
    examples=(Example("width(zeros(2,3))", "3"),),
    effect=Effect.NONE,
    facts=Fact.SIZES | Fact.SPARSE,
)
def width(call: Any, value: Any) -> float:
    return float(shape_of(value)[1])


def _question(name: str, question: Any, summary: str, *examples: Example) -> Builtin:
    """A question asked of the shape alone."""

    def function(call: Any, value: Any) -> bool:
        return question(shape_of(value))

    return Builtin(name, (f"tf = {name}(A)",), summary, function, Trait.OPAQUE, examples)


QUESTIONS = (
    _question(
        "isempty",
        lambda s: 0 in s,
        "Whether an array has no elements.",
        Example("isempty([])", "true"),
        Example("isempty(0)", "false"),
        Example("isempty(zeros(0,3))", "true"),
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "isscalar", lambda s: s == (1, 1), "Whether a value is 1-by-1.", Example("isscalar(5)", "true"), Example("isscalar([1 2])", "false")
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "isvector",
        lambda s: len(s) == 2 and 1 in s,
        "Whether a value is 1-by-n or n-by-1.",
        Example("isvector([1 2])", "true"),
        Example("isvector([])", "false"),
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "isrow",
        lambda s: len(s) == 2 and s[0] == 1,
        "Whether a value is 1-by-n.",
        Example("isrow([1 2])", "true"),
        Example("isrow([1;2])", "false"),
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "iscolumn",
        lambda s: len(s) == 2 and s[1] == 1,
        "Whether a value is n-by-1.",
        Example("iscolumn([1;2])", "true"),
        Example("iscolumn(zeros(0,1))", "true"),
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "ismatrix",
        lambda s: len(s) == 2,
        "Whether a value has two dimensions.",
        Example("ismatrix([])", "true"),
        Example("ismatrix(zeros(2,2,2))", "false"),
    ).stating(Fact.COMPILED | Fact.SIZES | Fact.SPARSE | Fact.OBJECTS, effect=Effect.NONE),
    _question(
        "issquare", lambda s: len(s) == 2 and s[0] == s[1], "Whether a value is n-by-n.", Example("issquare(ones(2))", "true")
    ).stating(Fact.SIZES | Fact.SPARSE, effect=Effect.NONE),
)


@builtin(
    "reshape",
    "B = reshape(A, sz)",
    "B = reshape(A, sz1, ..., szN)",
    summary="The same elements in another shape; one length may be [].",
    examples=(
        Example("reshape(1:6,2,3)", "[1 3 5;2 4 6]"),
        Example("reshape(1:6,[],2)", "[1 4;2 5;3 6]"),
        Example("size(reshape(1:8,[2 2 2]))", "[2 2 2]"),
        Example("reshape('abcd',2,2)", "['ac';'bd']"),
        Example("reshape({1,2},2,1)", "{1;2}"),
    ),
    errors=(
        ErrorCase("reshape(1:6,4,2)", "MATLAB:getReshapeDims:notSameNumel", "Number of elements must not change."),
        ErrorCase(
            "reshape(1:6,4,[])",
            "MATLAB:getReshapeDims:notDivisible",
            "Product of known dimensions, 4, not divisible into total number of elements, 6.",
        ),
    ),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED | Fact.MOVES,
    small=small.reshaped,
)
def reshape(call: Any, value: Any, *sizes: Any) -> Any:
    if len(sizes) == 1:
        wanted: list[int | None] = [_size(n) for n in as_array(sizes[0]).ravel(order="F").tolist()]
        if len(wanted) < 2:
            raise MatlabError("Size vector must have at least two elements.", "MATLAB:getReshapeDims:sizeVector")
    else:
        wanted = [None if arg.is_empty_matrix(s) else _size(arg.scalar(s, "size argument")) for s in sizes]
    return _reshaped(call, value, matlab_shape(_complete(wanted, numel_of(value))))


def _complete(wanted: list[int | None], total: int) -> tuple[int, ...]:
    """Lengths whose product is ``total``; one of them may be unknown (None)."""
    if wanted.count(None) > 1:
        raise MatlabError("Size can only have one unknown dimension.", "MATLAB:getReshapeDims:unknownDim")
    known = math.prod(n for n in wanted if n is not None)
    if None not in wanted:
        if known != total:
            raise MatlabError(
                "Number of elements must not change. Use [] as one of the size inputs to automatically calculate the appropriate size for that dimension.",
                "MATLAB:getReshapeDims:notSameNumel",
            )
    elif known == 0 or total % known:
        raise MatlabError(
            f"Product of known dimensions, {known}, not divisible into total number of elements, {total}.",
            "MATLAB:getReshapeDims:notDivisible",
        )
    return tuple(total // known if n is None else n for n in wanted)


def _size(number: Any) -> int:
    if isinstance(number, complex) or number != number or number != int(number):
        raise MatlabError("Size arguments must be real integers.", "MATLAB:getReshapeDims:realInteger")
    return max(int(number), 0)


def _reshaped(call: Any, value: Any, shape: tuple[int, ...]) -> Any:
    """The value in another shape of as many elements; deferred where the value is and the engine can reshape it."""
    if shape == shape_of(value):
        return value
    if type(value) is Tensor and (not value.on_host or call.engine.prefers_device(value)):
        return call.engine.reshape(value, shape)
    return arg.like(value, arg.elements(value).reshape(shape, order="F"))


@builtin(
    "squeeze",
    "B = squeeze(A)",
    summary="Without the dimensions of length 1; matrices keep theirs.",
    examples=(Example("size(squeeze(zeros(2,1,3)))", "[2 3]"), Example("size(squeeze(zeros(1,1,3)))", "[3 1]")),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def squeeze(call: Any, value: Any) -> Any:
    shape = shape_of(value)
    if len(shape) <= 2:
        return value
    kept = tuple(n for n in shape if n != 1)
    return _reshaped(call, value, kept if len(kept) >= 2 else (*kept, *(1,) * (2 - len(kept))))


def _permuted(call: Any, value: Any, order: list[int]) -> Any:
    shape = shape_of(value)
    if sorted(order) != list(range(len(order))):
        raise MatlabError("ORDER cannot contain repeated permutation indices.", "MATLAB:permute:repeatedIndex")
    if len(order) < len(shape):
        raise MatlabError("ORDER must have at least N elements for an N-D array.", "MATLAB:permute:tooFewIndices")
    strides = np.cumprod((1, *shape, *(1,) * (len(order) - len(shape)))).tolist()
    lengths = shape + (1,) * (len(order) - len(shape))
    deferred = call.engine.strided(value, [strides[d] for d in order], [lengths[d] for d in order])
    if deferred is not None:
        return deferred
    return arg.like(value, np.asfortranarray(np.transpose(arg.pad_dims(arg.elements(value), len(order)), order)))


def _order(value: Any) -> list[int]:
    order = as_array(value).ravel(order="F")
    if any(n < 1 or n != int(n) for n in order):
        raise MatlabError("Permutation indices must be positive integers.", "MATLAB:permute:badIndex")
    return [int(n) - 1 for n in order]


@builtin(
    "permute",
    "B = permute(A, dimorder)",
    summary="Dimensions in another order.",
    examples=(Example("permute([1 2;3 4],[2 1])", "[1 3;2 4]"), Example("size(permute(zeros(2,3),[3 1 2]))", "[1 2 3]")),
    errors=(
        ErrorCase("permute(1,[1 1])", "MATLAB:permute:repeatedIndex"),
        ErrorCase("permute(ones(2,2,2),[2 1])", "MATLAB:permute:tooFewIndices"),
    ),
    trait=Trait.SHAPE,
    facts=Fact.COMPILED | Fact.MOVES,
)
def permute(call: Any, value: Any, order: Any) -> Any:
    return _permuted(call, value, _order(order))


@builtin(
    "ipermute",
    "A = ipermute(B, dimorder)",
    summary="The inverse of permute.",
    examples=(Example("isequal(ipermute(permute(ones(2,3,4),[3 1 2]),[3 1 2]),ones(2,3,4))", "true"),),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def ipermute(call: Any, value: Any, order: Any) -> Any:
    forward = _order(order)
    return _permuted(call, value, [int(i) for i in np.argsort(forward)] if sorted(forward) == list(range(len(forward))) else forward)


@builtin(
    "shiftdim",
    "B = shiftdim(A, n)",
    "[B, m] = shiftdim(A)",
    summary="Dimensions shifted to the left, or leading ones removed.",
    examples=(
        Example("size(shiftdim(zeros(1,1,3)))", "[3 1]"),
        Example("size(shiftdim(zeros(2,3,4),1))", "[3 4 2]"),
        Example("size(shiftdim(zeros(2,3),-1))", "[1 2 3]"),
    ),
    trait=Trait.SHAPE,
    facts=Fact.MOVES,
)
def shiftdim(call: Any, value: Any, n: Any = None) -> Any:
    shape, rank = shape_of(value), len(shape_of(value))
    if n is None:
        count = arg.first_nonsingleton(shape) if numel_of(value) != 1 or call.engine.prefers_device(value) else 0
    else:
        count = arg.integer(n)
    if n is None or count < 0:
        moved = (1,) * -count + shape if count < 0 else shape[count:]
        moved = moved if len(moved) > 1 else (*moved, 1)
        if call.engine.prefers_device(value):
            return call.engine.reshape(value, matlab_shape(moved)), float(count)
        return like_shape(value, moved), float(count)
    count %= rank
    order = [(d + count) % rank for d in range(rank)]
    if call.engine.prefers_device(value):
        return call.feval("permute", value, to_value(np.array([order]) + 1.0))[0], float(count)
    return arg.like(value, np.transpose(arg.elements(value), order)), float(count)


def like_shape(value: Any, shape: tuple[int, ...]) -> Any:
    """The same elements in a shape; one dimension is a column."""
    shape = shape if len(shape) > 1 else (*shape, 1)
    return arg.like(value, arg.elements(value).reshape(shape, order="F"))


def _keeps_elements(call: Any, value: Tensor, conjugate: bool) -> bool:
    """Whether the transpose of a vector, which is not fetched to the host, is the vector in another shape."""
    return call.engine.prefers_device(value) or not (value.on_host or (conjugate and value.is_complex))


def _transposed(name: str, conjugate: bool, symbol: str) -> Builtin:
    def function(call: Any, value: Any) -> Any:
        shape = shape_of(value)
        if len(shape) != 2:
            raise MatlabError("Transpose on ND array is not defined. Use PERMUTE instead.", "MATLAB:transpose:NDArrayNotDefined")
        if type(value) is float or type(value) is bool:
            return value
        if type(value) is Tensor:
            keeps_elements = 1 in shape and _keeps_elements(call, value, conjugate)
            if not keeps_elements or value._is_complex:
                deferred = call.engine.transpose(value, conjugate)
                if deferred is not None:
                    return deferred
            if keeps_elements:
                return _reshaped(call, value, shape[::-1])
        array = arg.elements(value).T
        return arg.like(value, np.conj(array) if conjugate and array.dtype.kind == "c" else array)

    gives = "[1-2i; 3]" if conjugate else "[1+2i; 3]"
    examples = (
        Example(f"[1 2;3 4]{symbol}", "[1 3;2 4]"),
        Example(f"[1+2i 3]{symbol}", gives),
        Example(f"'ab'{symbol}", "['a';'b']"),
        Example("{1,2}" + symbol, "{1;2}"),
    )
    errors = (ErrorCase(f"ones(2,2,2){symbol}", "MATLAB:transpose:NDArrayNotDefined"),)
    summary = "Conjugate transpose, the operator A'." if conjugate else "Transpose, the operator A.'."
    return Builtin(name, (f"B = {name}(A)", f"B = A{symbol}"), summary, function, Trait.SHAPE, examples, errors)


TRANSPOSES = (
    _transposed("transpose", False, ".'").stating(Fact.COMPILED | Fact.MOVES | Fact.NAMELESS),
    _transposed("ctranspose", True, "'").stating(Fact.COMPILED | Fact.MOVES | Fact.NAMELESS),
)


@builtin(
    "sub2ind",
    "ind = sub2ind(sz, i1, i2, ..., in)",
    summary="Linear indices of subscripts.",
    examples=(Example("sub2ind([2 3],2,3)", "6"), Example("sub2ind([2 3],[1 2],[1 3])", "[1 6]")),
    errors=(
        ErrorCase("sub2ind([2 3],3,1)", "MATLAB:sub2ind:IndexOutOfRange", "Out of range subscript."),
        ErrorCase("sub2ind([2 3],[1 2],1)", "MATLAB:sub2ind:SubscriptVectorSize"),
    ),
    effect=Effect.NONE,
)
def sub2ind(call: Any, sizes: Any, *subscripts: Any) -> Any:
    lengths = [int(n) for n in as_array(sizes).ravel(order="F")]
    if len(lengths) < 2:
        raise MatlabError("Size vector must have at least two elements.", "MATLAB:sub2ind:InvalidSize")
    n = len(subscripts)
    # the last subscript goes over all further dimensions
    lengths = [*lengths[: n - 1], math.prod(lengths[n - 1 :])] if n <= len(lengths) else lengths + [1] * (n - len(lengths))
    if all(type(s) is float for s in subscripts):
        return _index_of(subscripts, lengths)
    shape = shape_of(subscripts[0])
    same_size = all(shape_of(s) == shape for s in subscripts)
    if same_size and (large := joined_subscripts(call, subscripts, lengths)) is not None:
        return large
    index, stride = np.zeros(shape), 1
    for s, limit in zip(subscripts, lengths, strict=True):
        if shape_of(s) != shape:
            raise MatlabError("The subscripts vectors must all be of the same size.", "MATLAB:sub2ind:SubscriptVectorSize")
        array = as_array(s).astype(np.float64)
        if array.size and (array.min() < 1 or array.max() > limit or (array != np.floor(array)).any()):
            raise MatlabError("Out of range subscript.", "MATLAB:sub2ind:IndexOutOfRange")
        index += (array - 1) * stride
        stride *= limit
    return index + 1


def _index_of(subscripts: Sequence[float], lengths: Sequence[int]) -> float:
    """The linear index of one element."""
    place, stride = 1.0, 1
    for s, limit in zip(subscripts, lengths, strict=True):
        if not 1 <= s <= limit or s % 1:
            raise MatlabError("Out of range subscript.", "MATLAB:sub2ind:IndexOutOfRange")
        place += (s - 1) * stride
        stride *= limit
    return place


def _subscripts(rest: int, lengths: list[int], count: int) -> tuple[float, ...]:
    """The subscripts of one place (from 0); the last one takes the rest."""
    out = []
    for limit in [*lengths, *[1] * (count - len(lengths))][: count - 1]:
        rest, place = divmod(rest, limit)
        out.append(place + 1.0)
    return (*out, rest + 1.0)


@builtin(
    "ind2sub",
    "[i1, i2, ..., in] = ind2sub(sz, ind)",
    summary="Subscripts of linear indices.",
    examples=(
        Example("[r,c] = ind2sub([2 3],[1 6])", "{[1 2],[1 3]}"),
        Example("[r,c] = ind2sub([2 3 2],8)", "{2,4}"),
        Example("ind2sub([2 3],5)", "5"),
    ),
    errors=(ErrorCase("[r,c] = ind2sub([2 3],7)", "MATLAB:ind2sub:IndexOutOfRange"),),
    effect=Effect.NONE,
)
def ind2sub(call: Any, sizes: Any, index: Any) -> Any:
    lengths = [int(n) for n in as_array(sizes).ravel(order="F")]
    if type(index) is float and 1 <= index <= math.prod(lengths) and not index % 1:
        return _subscripts(int(index) - 1, lengths, max(call.nargout, 1))
    if (large := parted_subscripts(call, index, lengths)) is not None:
        return large
    array = as_array(index).astype(np.float64)
    if not ((array >= 1) & (array == np.floor(array))).all():
        raise MatlabError("Linear indices must be positive integers.", "MATLAB:ind2sub:IndexMustBePositive")
    n = max(call.nargout, 1)
    if array.max(initial=0) > np.prod(lengths):
        raise MatlabError("Index out of range.", "MATLAB:ind2sub:IndexOutOfRange")
    lengths = [*lengths, *[1] * (n - len(lengths))]
    rest, out = array - 1, []
    for limit in lengths[: n - 1]:
        out.append(np.mod(rest, limit) + 1)
        rest = np.floor(rest / limit)
    return (*out, rest + 1)
