"""Fast paths of functions for complex and integer scalars and small real arrays.  The results are those of ``eager``.

Each function here takes the engine, which knows from which size on arrays are deferred, and gives a function of MATLAB's arguments.  That
gives a Value, or None for other kinds or numbers of arguments: the general path words all errors.  Builtins name theirs (``small``,
``pair``).
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..graph.evaluate import classes_of, narrow
from ..graph.op import Op
from ..graph.pointwise import repeated_product
from ..values.classes import CLASS_OF_DTYPE, DTYPES, INTEGER_LIMITS
from ..values.tensor import SCALAR_SHAPE, Tensor
from ..values.text import CharArray
from .eager import from_array
from .fast_operators import NARROW_INTEGERS, code_of, integer, of_lines, tensor

Small = Callable[..., Any]


def pointwise(engine: Any, op: Op) -> Small | None:
    """An operation on a small array of doubles, or on two of one shape or one and a number: what ``eager`` gives, by the Op's definition.

    None for an operation that computes doubles in another class; the function gives None for other operands.
    """
    try:
        classes = classes_of(op, ["double"] * op.arity)
    except MatlabError:
        return None
    if op.arity > 2 or op.raw_operands or classes not in (("double", "double"), ("logical", "double")):
        return None
    define, result_class = op.numpy, classes[0]
    kind = DTYPES[result_class].char

    def result(array: np.ndarray) -> Any:
        if array.dtype.char == kind:
            return Tensor(array, result_class)
        return from_array(narrow(array)) if array.dtype.char == "D" else None

    def one(value: Tensor) -> Any:
        array = value._array
        return result(define(array)) if array is not None and array.dtype.char == "d" and 1 < array.size < engine._least else None

    def two(a: Any, b: Any) -> Any:
        x, y = a._array if type(a) is Tensor else a, b._array if type(b) is Tensor else b
        if x is None or y is None:  # it waits to be computed
            return None
        array = y if type(x) is float else x
        if array.dtype.char != "d" or not 1 < array.size < engine._least:
            return None
        if type(x) is float or type(y) is float:
            number = np.full((1,) * array.ndim, x if type(x) is float else y)
            return result(define(number, array) if type(x) is float else define(array, number))
        return result(define(x, y)) if x.dtype is y.dtype and x.shape == y.shape else None

    return one if op.arity == 1 else two


def _vector(engine: Any, arguments: tuple[Any, ...]) -> np.ndarray | None:
    """The elements of a small vector of doubles that is the only argument."""
    value = arguments[0] if len(arguments) == 1 else None
    array = value._array if type(value) is Tensor else None
    if array is None or array.dtype.char != "d" or array.ndim != 2 or 1 not in array.shape or not 1 < array.size < engine._least:
        return None
    return array


def extreme_with_place(engine: Any, position: Callable[[np.ndarray], Any]) -> Callable[..., tuple[Any, Any] | None]:
    """``[m, i] = max(x)`` of a vector of doubles, and the like."""

    def best(*arguments: Any) -> tuple[Any, Any] | None:
        array = _vector(engine, arguments)
        if array is None:
            return None
        place = int(position(array))
        extreme = array.item(place)
        # NaN is passed over elsewhere, and zeros have a sign.
        return (extreme, place + 1.0) if extreme == extreme and extreme else None

    return best


def ascending_with_places(engine: Any) -> Callable[..., tuple[Any, Any] | None]:
    """``[s, i] = sort(x)`` of a vector of doubles."""

    def sort(*arguments: Any) -> tuple[Any, Any] | None:
        array = _vector(engine, arguments)
        if array is None:
            return None
        order = array.reshape(-1).argsort(kind="stable")
        return tensor(array.reshape(-1)[order].reshape(array.shape), "double"), tensor((order + 1.0).reshape(array.shape), "double")

    return sort


def differences(engine: Any) -> Small:
    """Differences of neighbours in a vector of doubles."""

    def small(*arguments: Any) -> Any:
        array = _vector(engine, arguments)
        if array is None:
            return None
        steps = array[:, 1:] - array[:, :-1] if array.shape[0] == 1 else array[1:] - array[:-1]
        return tensor(steps, "double") if steps.size > 1 else steps.item()

    return small


def some(array: np.ndarray, axis: int) -> np.bool:
    """Whether an element is neither zero nor NaN."""
    return np.logical_or.reduce(array if array.dtype.char == "?" else np.absolute(array) > 0, axis=axis)


def lines(engine: Any, reduce: Callable[..., Any], kinds: str) -> Small:
    """A reduction of a vector, or of each column of a matrix, whose elements are of these ``kinds``."""
    return of_one(of_lines(engine, reduce, kinds))


def extremes(engine: Any, ufunc: np.ufunc, of_two: Callable[[int, int], int]) -> Small:
    """The largest or smallest elements of one array, or of two."""
    return one_or_two(of_lines(engine, ufunc.reduce, "d"), either(of_integers(of_two), of_doubles(engine, ufunc)))


def sums(engine: Any) -> Small:
    """Sums of vectors, columns or rows."""
    return one_or_two(of_lines(engine, np.add.reduce, "d?", float), _sum_along(engine))


def bits(engine: Any, ufunc: np.ufunc, of_two: Callable[[int, int], int]) -> Small:
    """A function of the bits of integer scalars or small arrays."""
    return either(of_integers(of_two), of_bits(engine, ufunc))


def norm(engine: Any) -> Small:
    """The 2-norm of a vector whose squares neither overflow nor vanish."""

    def small(value: Any) -> Any:
        array = value._array if type(value) is Tensor else None
        if array is None or array.dtype.char != "d" or array.ndim != 2 or 1 not in array.shape or not 1 < array.size < engine._least:
            return None
        sizes = np.abs(array).ravel()
        return math.sqrt(sizes.dot(sizes)) if 1e-140 < sizes.max() < 1e140 else None

    return of_one(small)


def _sum_along(engine: Any) -> Small:
    """Sums of the columns or rows of a small matrix of doubles: ``sum(A, 1)``, ``sum(A, 2)``."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 2 or type(arguments[0]) is not Tensor or arguments[1] not in (1.0, 2.0) or type(arguments[1]) is not float:
            return None
        array = arguments[0]._array
        if array is None or array.dtype.char != "d" or array.ndim != 2 or not 1 < array.size < engine._least:
            return None
        totals = np.add.reduce(array, axis=int(arguments[1]) - 1, keepdims=True)
        return tensor(totals, "double") if totals.size > 1 else totals.item()

    return small


def of_rows(compare: Callable[[str, str], bool]) -> Small:
    """Comparison of two rows of text."""

    def small(*arguments: Any) -> Any:
        if len(arguments) == 2:
            a, b = arguments
            if type(a) is CharArray and type(b) is CharArray and a._array is None and b._array is None:
                x, y = a._text or "", b._text or ""
                return compare(x, y) and (bool(x) or a.shape == b.shape)
        return None

    return small


def running(engine: Any, accumulate: Callable[..., np.ndarray]) -> Small:
    """Running sums and the like of a vector of doubles."""

    def small(*arguments: Any) -> Any:
        array = _vector(engine, arguments)
        if array is None:
            return None
        return tensor(accumulate(array, axis=0 if array.shape[1] == 1 else 1), "double")

    return small


def dot(engine: Any) -> Small:
    """The scalar product of two vectors of doubles."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 2 or type(arguments[0]) is not Tensor or type(arguments[1]) is not Tensor:
            return None
        a, b = arguments[0]._array, arguments[1]._array
        if a is None or b is None or a.dtype.char != "d" or b.dtype.char != "d" or not 1 < a.size < engine._least:
            return None
        if a.size != b.size or a.ndim != 2 or b.ndim != 2 or 1 not in a.shape or 1 not in b.shape:
            return None
        return np.add.reduce(a.reshape(-1) * b.reshape(-1)).item()

    return small


def mean(engine: Any) -> Small:
    """The mean of a vector of doubles, or of each column."""
    total = of_lines(engine, np.add.reduce, "d")

    def small(*arguments: Any) -> Any:
        if len(arguments) != 1 or type(arguments[0]) is not Tensor or arguments[0].matlab_class != "double":
            return None
        totals, shape = total(arguments[0]), arguments[0].shape
        if type(totals) is Tensor:
            return tensor(totals._array / shape[0], "double")
        return None if totals is None else totals / max(shape)

    return small


def ascending(engine: Any) -> Small:
    """A vector of doubles in ascending order, NaN last."""

    def small(*arguments: Any) -> Any:
        array = _vector(engine, arguments)
        if array is None:
            return None
        return tensor(np.sort(array, axis=0 if array.shape[1] == 1 else 1, kind="stable"), "double")

    return small


def block(engine: Any, make: Callable[[int, int], np.ndarray]) -> Small:
    """A small matrix made from its number of rows and of columns, or from one number for both."""

    def small(*arguments: Any) -> Any:
        if len(arguments) == 2:
            m, n = arguments
        elif len(arguments) == 1:
            m = n = arguments[0]
        else:
            return None
        if type(m) is not float or type(n) is not float or not (m >= 0.0 and n >= 0.0 and m.is_integer() and n.is_integer()):
            return None
        return tensor(make(int(m), int(n)), "double") if 1.0 < m * n < engine._least else None

    return small


def reshaped(engine: Any) -> Small:
    """A small array with its elements in two lengths."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 3 or type(arguments[0]) is not Tensor:
            return None
        value, rows, columns = arguments
        array = value._array
        if array is None or not type(rows) is type(columns) is float or not 1 < array.size < engine._least:
            return None
        if rows < 0 or rows * columns != array.size or not rows.is_integer() or not columns.is_integer():
            return None
        return Tensor(array.reshape((int(rows), int(columns)), order="F"), value.matlab_class)

    return small


def power(a: Any, b: Any) -> Any:
    """``a ^ b`` of a complex scalar and a whole number from 0 to 64, by squaring as ``Op power`` has it; None for others."""
    if type(a) is not complex or type(b) is not float or not 0.0 <= b <= 64.0 or not b.is_integer():
        return None
    result = repeated_product(a, int(b), operator.mul) if b else complex(1)
    return result if result.imag else result.real


def of_one(function: Callable[[Any], Any]) -> Small:
    def small(*arguments: Any) -> Any:
        return function(arguments[0]) if len(arguments) == 1 else None

    return small


def one_or_two(one: Callable[[Any], Any], two: Small) -> Small:
    def small(*arguments: Any) -> Any:
        return one(arguments[0]) if len(arguments) == 1 else two(*arguments)

    return small


def either(first: Small, second: Small) -> Small:
    def small(*arguments: Any) -> Any:
        result = first(*arguments)
        return second(*arguments) if result is None else result

    return small


def of_doubles(engine: Any, ufunc: np.ufunc) -> Small:
    """Of two small arrays of doubles of one shape, or of one and a number."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 2:
            return None
        x, y = [_elements_of(a) for a in arguments]
        if x is None or y is None or type(x) is type(y) is float:
            return None
        if type(x) is type(y) and x.shape != y.shape:
            return None
        arrays = [z for z in (x, y) if type(z) is not float]
        if any([z.dtype.char != "d" for z in arrays]) or not 1 < arrays[0].size < engine._least:
            return None
        return tensor(ufunc(x, y), "double")

    return small


def _elements_of(value: Any) -> Any:
    """The array of a Tensor that has its elements, or a number; None for other values."""
    return value._array if type(value) is Tensor else value if type(value) is float else None


def numbers(
    engine: Any,
    of_complex: Callable[[complex], Any] | None,
    of_doubles: Callable[[np.ndarray], np.ndarray] | None = None,
    of_integer: Callable[[int], int] | None = None,
) -> Small:
    """Of a complex scalar, a small array of doubles, or an integer scalar, as far as there are functions for these."""

    def small(value: Any) -> Any:
        kind = type(value)
        if kind is complex and of_complex is not None:
            result = of_complex(value)
            return result if type(result) is float or result.imag else result.real
        array = value._array if kind is Tensor else None
        if array is None:
            return None
        char = array.dtype.char
        if of_doubles is not None and char == "d" and 1 < array.size < engine._least:
            return tensor(of_doubles(array), "double")
        if of_integer is not None and char in NARROW_INTEGERS and array.size == 1:
            return integer(float(of_integer(array.item())), array.dtype)
        return None

    return of_one(small)


def magnitude(z: complex) -> float:
    try:
        return abs(z)
    except OverflowError:
        return math.inf


def to_double(value: Any) -> Any:
    """An integer scalar or a single character as a double."""
    kind = type(value)
    if kind is bool:
        return float(value)
    if kind is Tensor:
        array = value._array
        return float(array.item()) if array is not None and array.size == 1 and array.dtype.char in NARROW_INTEGERS else None
    return code_of(value) if kind is CharArray else None


def to_character(value: Any) -> Any:
    """The character that the code of an ASCII one means."""
    return CharArray.row(chr(int(value))) if type(value) is float and 1.0 <= value < 128.0 and value.is_integer() else None


def of_parts(*arguments: Any) -> Any:
    """A complex scalar of two parts, of which the imaginary one is not zero."""
    if len(arguments) == 2 and type(arguments[0]) is type(arguments[1]) is float and arguments[1]:
        return complex(*arguments)
    return None


def shifted(*arguments: Any) -> Any:
    """An unsigned integer scalar, its bits shifted left by a whole number of places (right where that is negative)."""
    if len(arguments) != 2 or type(arguments[1]) is not float or not -64.0 < arguments[1] < 64.0 or not arguments[1].is_integer():
        return None
    array, places = arguments[0]._array if type(arguments[0]) is Tensor else None, int(arguments[1])
    if array is None or array.shape != SCALAR_SHAPE or array.dtype.char not in "BHI":
        return None
    bits = array.item() << places if places >= 0 else array.item() >> -places
    return integer(float(bits & ((1 << 8 * array.itemsize) - 1)), array.dtype)


def of_integers(function: Callable[[int, int], Any]) -> Small:
    """Of two integer scalars of one class, or of one and a whole double within the class."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 2:
            return None
        a, b = arguments
        x, like = _whole(a)
        y, other = _whole(b)
        if x is None or y is None or (like is None and other is None):
            return None
        if like is not None and other is not None and like != other:
            return None
        dtype = like if like is not None else other
        if (like is None and not _inside(x, dtype)) or (other is None and not _inside(y, dtype)):
            return None
        try:
            return integer(float(function(x, y)), dtype)
        except (ValueError, ZeroDivisionError):
            return None

    return small


def of_bits(engine: Any, ufunc: np.ufunc) -> Small:
    """Of two small arrays of one integer class of up to 32 bits, of one shape, or of one and a scalar."""

    def small(*arguments: Any) -> Any:
        if len(arguments) != 2:
            return None
        x, y = [a._array if type(a) is Tensor else None for a in arguments]
        if x is None or y is None or x.dtype is not y.dtype or x.dtype.char not in NARROW_INTEGERS:
            return None
        if not 1 < max(x.size, y.size) < engine._least or (x.shape != y.shape and 1 not in (x.size, y.size)):
            return None
        return tensor(ufunc(x, y, order="F"), CLASS_OF_DTYPE[x.dtype])

    return small


def _whole(value: Any) -> tuple[int | None, Any]:
    """The whole number that a scalar is, and its integer type, or None for a double; (None, None) for anything else."""
    if type(value) is float:
        return (int(value), None) if value.is_integer() else (None, None)
    array = value._array if type(value) is Tensor else None
    if array is None or array.shape != SCALAR_SHAPE or array.dtype.char not in NARROW_INTEGERS:
        return None, None
    return array.item(), array.dtype


def _inside(number: int, dtype: Any) -> bool:
    low, high = INTEGER_LIMITS[CLASS_OF_DTYPE[dtype]]
    return low <= number <= high


def find(engine: Any) -> Small:
    """Positions of the nonzero elements of a small real vector, all or the first ``n``."""

    def small(value: Any = None, n: Any = 2.0**62, *rest: Any) -> Any:
        array = value._array if type(value) is Tensor else None
        if array is None or rest or type(n) is not float or n < 1 or not n.is_integer() or array.dtype.char not in "d?":
            return None
        if array.ndim != 2 or 1 not in array.shape or not 1 < array.size < engine._least:
            return None
        places = array.ravel().nonzero()[0]
        if n < places.size:
            places = places[: int(n)]
        if places.size == 1:
            return float(places[0] + 1)
        return tensor((places + 1.0).reshape((1, -1) if array.shape[0] == 1 else (-1, 1), order="F"), "double")

    return small


def whole_mod(x: int, y: int) -> int:
    return x % y if y else x
