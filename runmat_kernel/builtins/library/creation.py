"""Making arrays: constants, ones and zeros, ranges, grids, repetition."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ...base.errors import MatlabError
from ...values.classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS, dtype_of, saturate
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from ...values.tensor import Tensor, matlab_shape
from ...values.text import CharArray
from .. import arguments as arg
from ..spec import Builtin, ErrorCase, Example, Trait, builtin
from .products import product_diagonal

_SIZES = ("", "(n)", "(m, n, ..., pN)", "(sz)", "(..., class)", "(..., 'like', p)")


def _usage(name: str, output: str = "X") -> tuple[str, ...]:
    return tuple(f"{output} = {name}{sizes}" for sizes in _SIZES)


def _constant(name: str, number: float, summary: str, examples: tuple[Example, ...]) -> Builtin:
    """A function that fills an array of any size with one float: ``zeros``, ``Inf``, ``pi``..."""

    def function(call: Any, *arguments: Any) -> Any:
        if not arguments:
            return number
        classes = FLOAT_CLASSES if name not in ("zeros", "ones") else None
        shape, matlab_class, prototype = arg.read_size_and_class(arguments, classes)
        if not getattr(prototype, "is_complex", False) and (filled := _deferred_fill(call, shape, matlab_class, number)) is not None:
            return filled
        array = arg.filled(shape, matlab_class, number)
        if prototype is not None and getattr(prototype, "is_complex", False):
            array = array.astype(dtype_of(matlab_class, is_complex=True))
        return Tensor(array) if array.size != 1 or matlab_class not in ("double", "logical") else array

    return Builtin(name, _usage(name), summary, function, Trait.SOURCE, examples)


CONSTANTS = (
    _constant(
        "zeros",
        0.0,
        "Array of zeros.",
        (Example("zeros(2,3)", "[0 0 0;0 0 0]"), Example("zeros(1,2,'int8')", "int8([0 0])"), Example("size(zeros(0,3))", "[0 3]")),
    ),
    _constant(
        "ones",
        1.0,
        "Array of ones.",
        (
            Example("ones(2)", "[1 1;1 1]"),
            Example("ones(1,3,'single')", "single([1 1 1])"),
            Example("class(ones(2,'like',uint8(1)))", "'uint8'"),
        ),
    ),
    _constant("Inf", math.inf, "Infinity.", (Example("Inf", "1/0"), Example("Inf(1,2)", "[1 1]/0"))),
    _constant("inf", math.inf, "Infinity.", (Example("-inf", "-1/0"),)),
    _constant("NaN", math.nan, "Not a number.", (Example("NaN(1,2)", "[1 1]*(0/0)"), Example("class(NaN(2,'single'))", "'single'"))),
    _constant("nan", math.nan, "Not a number.", (Example("isnan(nan)", "true"),)),
    _constant("pi", math.pi, "The ratio of a circle's circumference to its diameter.", (Example("pi", "3.141592653589793"),)),
)


def _deferred_fill(call: Any, shape: tuple[int, ...], matlab_class: str, number: Any) -> Any:
    """A large array of one number as the engine makes it; None for small ones."""
    value = DTYPES[matlab_class].type(number).item()

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.sources import fill_node

        return fill_node(value, shape, matlab_class)

    return call.engine.source(lambda: arg.filled(shape, matlab_class, number), build, shape, matlab_class, constant=True)


def _truth(name: str, value: bool) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        if not arguments:
            return value
        shape, _, _ = arg.read_size_and_class(arguments, ("logical", "double"))
        if (filled := _deferred_fill(call, shape, "logical", value)) is not None:
            return filled
        return arg.filled(shape, "logical", value)

    examples = (Example(name, str(value).lower()), Example(f"{name}(1,2)", f"logical([{int(value)} {int(value)}])"))
    return Builtin(name, _usage(name, "tf"), f"Logical {int(value)}.", function, Trait.SOURCE, examples)


def _imaginary(name: str) -> Builtin:
    return Builtin(name, (f"z = {name}",), "The imaginary unit.", lambda call: 1j, Trait.SOURCE, (Example(f"{name}*{name}", "-1"),))


MORE_CONSTANTS = (_truth("true", True), _truth("false", False), _imaginary("i"), _imaginary("j"))


@builtin(
    "eps",
    "d = eps",
    "d = eps(x)",
    "d = eps(class)",
    "d = eps('like', p)",
    summary="Distance to the next larger floating-point number.",
    examples=(
        Example("eps", "2^-52"),
        Example("eps('single')", "single(2^-23)"),
        Example("eps([1 100])", "[2^-52 2^-46]"),
        Example("eps(0)", "2^-1074"),
    ),
    trait=Trait.SOURCE,
)
def eps(call: Any, *arguments: Any) -> Any:
    if not arguments:
        return 2.0**-52
    first = arguments[0]
    if type(first) is CharArray or is_text(first):
        word = text_of(first).lower()
        if word == "like":
            word = class_of(arguments[1])
        if word not in FLOAT_CLASSES:
            raise MatlabError("Class must be 'double' or 'single'.", "MATLAB:eps:invalidClassName")
        return np.finfo(DTYPES[word]).eps
    if class_of(first) not in FLOAT_CLASSES:
        raise MatlabError("Argument must be 'single' or 'double'.", "MATLAB:eps:mustBeFloat")
    array = np.abs(as_array(first))
    with np.errstate(invalid="ignore"):
        return np.where(np.isfinite(array), np.spacing(array), np.nan).astype(array.dtype)


def _limit(name: str, attribute: str, summary: str) -> Builtin:
    """``realmin``, ``realmax`` and ``flintmax``: limits of the two float classes."""

    def number(dtype: np.dtype) -> Any:
        if attribute == "flint":
            return dtype.type(2.0 ** (np.finfo(dtype).nmant + 1))
        return getattr(np.finfo(dtype), attribute)

    def function(call: Any, *arguments: Any) -> Any:
        word = "double"
        if arguments:
            word = text_of(arguments[0])
            if word == "like":
                word = class_of(arguments[1])
        if word not in FLOAT_CLASSES:
            raise MatlabError("Class must be 'double' or 'single'.", f"MATLAB:{name}:invalidClassName")
        return number(DTYPES[word])

    usage = (f"x = {name}", f"x = {name}(class)", f"x = {name}('like', p)")
    gives = {"tiny": "2^-1022", "max": "(2-eps)*2^1023", "flint": "2^53"}[attribute]
    return Builtin(name, usage, summary, function, Trait.SOURCE, (Example(name, gives), Example(f"class({name}('single'))", "'single'")))


def _integer_limit(name: str, which: int) -> Builtin:
    def function(call: Any, *arguments: Any) -> Any:
        word = "int32"
        if arguments:
            first = arguments[0]
            word = text_of(first) if is_text(first) else class_of(first)
            if word == "like":
                word = class_of(arguments[1])
        if word not in INTEGER_LIMITS:
            raise MatlabError("Invalid class name.", f"MATLAB:{name}:invalidClassName")
        return np.array([[INTEGER_LIMITS[word][which]]], DTYPES[word])

    usage = (f"v = {name}", f"v = {name}(class)", f"v = {name}('like', p)")
    gives = ("int8(-128)", "int8(127)")[which]
    summary = f"{'Largest' if which else 'Smallest'} value of an integer class."
    return Builtin(name, usage, summary, function, Trait.SOURCE, (Example(f"{name}('int8')", gives), Example(f"class({name})", "'int32'")))


LIMITS = (
    _limit("realmin", "tiny", "Smallest normalised floating-point number."),
    _limit("realmax", "max", "Largest floating-point number."),
    _limit("flintmax", "flint", "Largest of the consecutive integers that floating-point numbers hold."),
    _integer_limit("intmin", 0),
    _integer_limit("intmax", 1),
)


@builtin(
    "eye",
    "I = eye",
    "I = eye(n)",
    "I = eye(m, n)",
    "I = eye(sz)",
    "I = eye(..., class)",
    "I = eye(..., 'like', p)",
    summary="Identity matrix.",
    examples=(Example("eye(2)", "[1 0;0 1]"), Example("eye(2,3)", "[1 0 0;0 1 0]"), Example("class(eye(2,'int8'))", "'int8'")),
    trait=Trait.SOURCE,
    errors=(ErrorCase("eye(2,2,2)", "MATLAB:TooManyInputs"),),
)
def eye(call: Any, *arguments: Any) -> Any:
    shape, matlab_class, _ = arg.read_size_and_class(arguments)
    if len(shape) != 2:
        raise MatlabError(
            "N-dimensional arrays are not supported.", "MATLAB:eye:NDArraysNotSupported" if is_sz(arguments) else "MATLAB:TooManyInputs"
        )
    arg.check_array_size(shape, matlab_class)
    array = np.zeros(shape, DTYPES[matlab_class], order="F")
    np.fill_diagonal(array[: min(shape), : min(shape)], 1)
    return array


def is_sz(arguments: tuple[Any, ...]) -> bool:
    """Whether the size came as one vector."""
    return len(arguments) > 0 and numel_of(arguments[0]) > 1


class Spacing(NamedTuple):
    """A range: ``count`` numbers from ``start`` by ``step`` to ``last``; ``whole``: they are whole numbers, exactly start + k*step."""

    start: float
    step: float
    last: float
    count: int
    whole: bool

    def values(self) -> np.ndarray:
        """The numbers, symmetric about the middle."""
        start, step, last, n = self.start, self.step, self.last, self.count - 1
        if self.whole:
            return np.arange(n + 1, dtype=np.float64) * step + start
        half = n // 2
        k = np.arange(half + 1, dtype=np.float64)
        out = np.empty(n + 1)
        out[: half + 1] = start + k * step
        out[n - half :] = (last - k * step)[::-1]
        if n % 2 == 0:
            out[half] = (start + last) / 2
        return out

    @property
    def positions(self) -> range | None:
        """The numbers as a Python range; None where they are not whole."""
        if not self.whole:
            return None
        start, step = int(self.start), int(self.step)
        return range(start, start + step * self.count, step)


def colon_values(start: float, step: float, stop: float) -> np.ndarray:
    """``start:step:stop`` as a 1-D float64 array."""
    found = spacing(start, step, stop)
    return found.values() if type(found) is Spacing else found


def spacing(start: float, step: float, stop: float) -> Spacing | np.ndarray:
    """``start:step:stop`` with MATLAB's element count and exact ends; the array itself where it has at most one element."""
    if start != start or step != step or stop != stop:
        return np.array([math.nan])
    if step == 0 or (step > 0 and start > stop) or (step < 0 and start < stop):
        return np.empty(0)
    if math.isinf(step):
        return np.array([start])
    if math.isinf(start) or math.isinf(stop):
        raise MatlabError("Maximum variable size allowed by the program is exceeded.", "MATLAB:pmaxsize")
    whole = start == math.floor(start) and step == math.floor(step)
    tolerance = 2.0 * 2.0**-52 * max(abs(start), abs(stop))
    sign = math.copysign(1.0, step)
    if whole and step == 1:
        n = math.floor(stop) - start
    elif whole:
        quotient = math.floor(start / step)
        n = math.floor((stop - (start - quotient * step)) / step) - quotient
    else:
        n = float(round((stop - start) / step))
        if sign * (start + n * step - stop) > tolerance:
            n -= 1
    n = int(n)
    arg.check_array_size((1, n + 1), "double")
    last = start + n * step
    if whole and abs(start) < 2**53 and abs(stop) < 2**53:
        return Spacing(start, step, last, n + 1, True)
    if sign * (last - stop) > -tolerance:
        last = stop
    return Spacing(start, step, last, n + 1, False)


def _colon_integers(start: Any, step: Any, stop: Any, matlab_class: str) -> np.ndarray:
    """``start:step:stop`` in an integer class; the numbers are Python ints, so 64-bit classes are exact."""
    low, high = INTEGER_LIMITS[matlab_class]
    for number in (start, step, stop):
        if number != math.floor(number):
            raise MatlabError(
                "Colon operands must be real scalars that are integers when one is of an integer class.", "MATLAB:colon:nonIntegerOperands"
            )
    start, step, stop = int(start), int(step), min(max(int(stop), low), high)
    numbers = range(start, stop + (1 if step > 0 else -1), step) if step else range(0)
    arg.check_array_size((1, len(numbers)), matlab_class)
    return (
        np.array(numbers, DTYPES[matlab_class])
        if len(numbers) < 1024
        else (np.arange(len(numbers)) * step + start).astype(DTYPES[matlab_class])
    )


@builtin(
    "colon",
    "x = colon(j, k)",
    "x = colon(j, i, k)",
    "x = j:k",
    summary="Regularly spaced row vector, the operator j:i:k.",
    examples=(
        Example("colon(1,4)", "[1 2 3 4]"),
        Example("size(5:1)", "[1 0]"),
        Example("0:0.1:0.3", "[0 0.1 0.2 0.3]"),
        Example("numel(0:0.1:1)", "11"),
        Example("5:-2:0", "[5 3 1]"),
        Example("int8(1):3", "int8([1 2 3])"),
        Example("'a':'e'", "'abcde'"),
        Example("class(single(1):2)", "'single'"),
    ),
    trait=Trait.SOURCE,
)
def colon(call: Any, *operands: Any) -> Any:
    if all(type(x) is float for x in operands):
        start, step, stop = (operands[0], 1.0, operands[1]) if len(operands) == 2 else operands
        return _range(call, start, step, stop, "double")
    if any(arg.is_empty_matrix(x) for x in operands):
        return Tensor(np.zeros((1, 0)))
    classes = [class_of(x) for x in operands]
    firsts = [as_array(x).flat[0] for x in operands]
    firsts = [x.real if np.iscomplexobj(x) else x for x in firsts]
    if len(operands) == 2:
        firsts.insert(1, 1)
    integers = {c for c in classes if c in INTEGER_LIMITS}
    if len(integers) > 1:
        raise MatlabError(
            "Colon operands must be all the same type, or mixed with real double scalars.", "MATLAB:colon:mixedNonScalarIntegers"
        )
    if integers:
        array = _colon_integers(*(x.item() if isinstance(x, np.generic) else x for x in firsts), integers.pop())
        return Tensor(array.reshape(1, -1))
    numbers = tuple(float(x) for x in firsts)
    if all(c == "char" for c in classes):
        return CharArray(colon_values(*numbers).reshape(1, -1))
    return _range(call, *numbers, "single" if "single" in classes else "double")


def _range(call: Any, start: float, step: float, stop: float, matlab_class: str) -> Any:
    """A range of floats; a large one is made when it is looked at."""
    found = spacing(start, step, stop)
    if type(found) is not Spacing:
        return found.reshape(1, -1).astype(DTYPES[matlab_class])

    def make() -> np.ndarray:
        return found.values().reshape(1, -1).astype(DTYPES[matlab_class], copy=False)

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.sources import range_node

        return range_node(found.start, found.step, found.last, found.whole, shape, matlab_class)

    positions = found.positions if matlab_class == "double" else None
    deferred = call.engine.source(make, build, (1, found.count), matlab_class, positions=positions)
    return make() if deferred is None else deferred


@builtin(
    "linspace",
    "y = linspace(x1, x2)",
    "y = linspace(x1, x2, n)",
    summary="n points from x1 to x2, both included; 100 without n.",
    examples=(
        Example("linspace(0,1,5)", "[0 0.25 0.5 0.75 1]"),
        Example("numel(linspace(0,1))", "100"),
        Example("linspace(1,2,1)", "2"),
        Example("class(linspace(single(0),1,3))", "'single'"),
    ),
    errors=(ErrorCase("linspace([1 2],3)", "MATLAB:linspace:scalarInputs"),),
    trait=Trait.SOURCE,
)
def linspace(call: Any, x1: Any, x2: Any, n: Any = 100.0) -> Any:
    if numel_of(x1) != 1 or numel_of(x2) != 1 or numel_of(n) != 1:
        raise MatlabError("Inputs must be scalars.", "MATLAB:linspace:scalarInputs")
    dtype = arg.float_class(x1, x2)
    a, b = arg.floating(x1).flat[0].item(), arg.floating(x2).flat[0].item()
    count = math.floor(arg.scalar(n))
    if count < 2:
        return np.full((1, 1), b).astype(np.result_type(dtype, np.array(b))) if count == 1 else Tensor(np.zeros((1, 0), dtype))
    arg.check_array_size((1, count), "double")
    matlab_class = "single" if dtype is np.float32 else "double"

    def make() -> np.ndarray:
        return _evenly(a, b, count, matlab_class)

    def build(shape: tuple[int, ...]) -> Any:
        from ...graph.sources import linspace_node

        return linspace_node(a, b, shape, matlab_class)

    if type(a) is float and type(b) is float and math.isfinite((b - a) * (count - 1)):
        deferred = call.engine.source(make, build, (1, count), matlab_class)
        if deferred is not None:
            return deferred
    return make()


def _evenly(a: Any, b: Any, count: int, matlab_class: str) -> np.ndarray:
    """``linspace`` in double, and then in its class."""
    last = count - 1
    steps = np.arange(count, dtype=np.float64)
    y = a + steps * (b - a) / last if np.isfinite((b - a) * last) else a + steps * (b / last) - steps * (a / last)
    y[0], y[-1] = a, b
    if a == -b and count > 2 and count % 2:
        y[last // 2] = 0
    return y.reshape(1, -1).astype(dtype_of(matlab_class, is_complex=y.dtype.kind == "c"), copy=False)


@builtin(
    "logspace",
    "y = logspace(a, b)",
    "y = logspace(a, b, n)",
    summary="n points from 10^a to 10^b, evenly spaced in the exponent; 50 without n.",
    examples=(Example("logspace(0,2,3)", "[1 10 100]"), Example("numel(logspace(1,2))", "50")),
    trait=Trait.SOURCE,
)
def logspace(call: Any, a: Any, b: Any, n: Any = 50.0) -> Any:
    upper = math.log10(math.pi) if type(b) is float and b == math.pi else b
    exponents = arg.floating(to_value(linspace.function(call, a, upper, n)))
    y = np.power(exponents.dtype.type(10), exponents)
    if type(b) is float and b == math.pi and y.size:
        y[0, -1] = math.pi
    return y


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
)
def repmat(call: Any, value: Any, *sizes: Any) -> Any:
    if len(sizes) > 1 and any(numel_of(s) != 1 for s in sizes):
        counts = tuple(max(int(n), 0) for s in sizes for n in as_array(s).ravel(order="F"))
    else:
        counts = arg.read_size(sizes)
    if len(counts) > 32:
        raise MatlabError("The size vector has too many elements.", "MATLAB:maxDims")
    own = shape_of(value) + (1,) * (len(counts) - len(shape_of(value)))
    if len(own) == len(counts) and all(1 in pair for pair in zip(own, counts, strict=True)):
        strides = np.cumprod((1, *own)).tolist()
        tiles = [n * c for n, c in zip(own, counts, strict=True)]
        deferred = call.engine.strided(value, [s if n > 1 else 0 for s, n in zip(strides, own, strict=False)], tiles)
        if deferred is not None:
            return deferred
    if len(own) >= len(counts) and call.engine.away(value) and (tiled := _tiled_there(call, value, own, counts)) is not None:
        return tiled
    array = arg.elements(value)
    shape = tuple(n * c for n, c in zip(arg.pad_dims(array, len(counts)).shape, counts + (1,) * (array.ndim - len(counts)), strict=True))
    if array.dtype != object:
        arg.check_array_size(shape, class_of(value) if array.dtype.kind != "c" else "double")
    if array.size == 1 and array.dtype != object:
        return arg.like(value, np.full(shape, array.flat[0], array.dtype, order="F"))
    tiled = np.tile(arg.pad_dims(array, len(counts)), counts + (1,) * (array.ndim - len(counts)))
    return arg.like(value, np.asfortranarray(tiled))


def _tiled_there(call: Any, value: Any, own: tuple[int, ...], counts: tuple[int, ...]) -> Any:
    """The copies of a deferred array: each dimension read again and again, as two dimensions; None where they are made at once."""
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
    return array


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
    ),
    trait=Trait.SHAPE,
)
def diag(call: Any, value: Any, k: Any = 0.0) -> Any:
    offset = arg.integer(k)
    if offset == 0 and (found := product_diagonal(call, value)) is not None:
        return found
    array = arg.elements(value)
    if array.ndim != 2:
        raise MatlabError("First input must be 2-D.", "MATLAB:diag:firstInputMustBe2D")
    if 1 in array.shape and array.size:
        if array.dtype == object:
            raise MatlabError("Undefined function 'diag' for input arguments of this type.", "MATLAB:UndefinedFunction")
        n = array.size + abs(offset)
        arg.check_array_size((n, n), class_of(value) if array.dtype.kind != "c" else "double")
        out = np.zeros((n, n), array.dtype, order="F")
        rows = np.arange(array.size)
        out[rows + max(-offset, 0), rows + max(offset, 0)] = array.ravel(order="F")
        return arg.like(value, out)
    if array.shape == (0, 0):
        return arg.like(value, np.zeros((abs(offset), abs(offset)), array.dtype))
    if offset > array.shape[1] or -offset > array.shape[0]:
        return arg.like(value, np.zeros((0, 1), array.dtype))
    return arg.like(value, np.diagonal(array, offset).reshape(-1, 1).copy())


@builtin("blkdiag", "B = blkdiag(A1, ..., An)", summary="Block diagonal matrix.", examples=(Example("blkdiag(1,[2 3])", "[1 0 0;0 2 3]"),))
def blkdiag(call: Any, *blocks: Any) -> Any:
    arrays = [as_array(b) for b in blocks]
    rows, columns = sum(a.shape[0] for a in arrays), sum(a.shape[1] for a in arrays)
    integers = [class_of(b) for b in blocks if class_of(b) in INTEGER_LIMITS]
    dtype = DTYPES[integers[0]] if integers else np.result_type(*(a.dtype for a in arrays))
    out = np.zeros((rows, columns), np.float64 if dtype == np.bool_ else dtype, order="F")
    r = c = 0
    for a in arrays:
        block = a if not integers or a.dtype.kind in "iub" else saturate(a, integers[0])
        out[r : r + a.shape[0], c : c + a.shape[1]] = block
        r, c = r + a.shape[0], c + a.shape[1]
    return out
