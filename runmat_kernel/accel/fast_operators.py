"""Fast paths of operators for scalars of every numeric class and small real arrays.  The results are those of ``eager``.

``quick(engine)`` is a table from operator names to functions of two Values, which give a Value, or None for operands of other kinds.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from ..values.assignment import as_element
from ..values.blocks import key
from ..values.classes import CLASS_OF_DTYPE, INTEGER_LIMITS, saturate
from ..values.subscripts import COLON
from ..values.tensor import SCALAR_SHAPE, Tensor
from ..values.text import CharArray

Quick = Callable[[Any, Any], Any]

_FLOATS = "df"
NARROW_INTEGERS = "bhiBHI"
"""Classes whose products with doubles a double holds well enough; 64-bit integers compute elsewhere."""
_PLAIN = (float, bool)
_FLOAT64 = np.dtype(np.float64)
_EXACT, _NARROW = 2**53, 2**31
_new = Tensor.__new__


def quick(engine: Any) -> dict[str, Quick]:
    """The table; ``engine`` says from which size on arrays are deferred."""
    table = {
        name: _arithmetic(engine, ufunc, scalar, of_complex, matrix)
        for name, ufunc, scalar, of_complex, matrix in (
            ("plus", np.add, operator.add, _complex_sum, False),
            ("minus", np.subtract, operator.sub, _complex_difference, False),
            ("times", np.multiply, operator.mul, _complex_product, False),
            ("rdivide", np.divide, _divide, _complex_quotient, False),
            ("mtimes", np.multiply, operator.mul, _complex_product, True),
        )
    }
    table["mrdivide"] = _divided_by_scalar(table["rdivide"])
    comparisons = {"eq": np.equal, "ne": np.not_equal, "lt": np.less, "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal}
    for name, ufunc in comparisons.items():
        table[name] = _comparison(engine, ufunc, getattr(operator, name))
    return table | {"and": _logic(engine, np.logical_and), "or": _logic(engine, np.logical_or)}


def tensor(array: np.ndarray, matlab_class: str) -> Tensor:
    """A Tensor of a real column-major array of two or more dimensions."""
    value = _new(Tensor)
    value.matlab_class, value.shape, value._is_complex, value.storage, value._array = matlab_class, array.shape, False, None, array
    return value


def integer(number: float, dtype: np.dtype) -> Tensor:
    """An integer scalar: rounded half away from zero, saturated; NaN is 0."""
    array = np.empty(SCALAR_SHAPE, dtype)
    array[0, 0] = as_element(dtype, number)
    return tensor(array, CLASS_OF_DTYPE[dtype])


# --- arithmetic -----------------------------------------------------------------------------------------------------


def _arithmetic(engine: Any, ufunc: np.ufunc, scalar: Callable[[Any, Any], Any], of_complex: Quick, matrix: bool) -> Quick:
    """``matrix``: two arrays are another operation."""

    def arithmetic(a: Any, b: Any) -> Any:
        kind_a, kind_b = type(a), type(b)
        if kind_a is complex or kind_b is complex:
            return of_complex(a, b) if kind_a in _NUMBERS and kind_b in _NUMBERS else None
        if kind_a is Tensor:
            x = a._array
            if x is None:
                return None
            if kind_b is float:
                return _with_number(engine, ufunc, scalar, x, x, b, a.matlab_class, b)
            if kind_b is not Tensor or (y := b._array) is None:
                return None
            if matrix and max(x.size, y.size) > 1 and (x.dtype.char == "d" or min(x.size, y.size) > 1):
                return _product(engine, x, y)
            if x.dtype is y.dtype and x.shape == y.shape and x.dtype.char in _FLOATS:
                return tensor(ufunc(x, y), a.matlab_class) if 1 < x.size < engine._least else None
            return _of_arrays(engine, ufunc, scalar, x, y)
        if kind_b is Tensor:
            y = b._array
            return _with_number(engine, ufunc, scalar, y, a, y, b.matlab_class, a) if kind_a is float and y is not None else None
        if kind_a is CharArray or kind_b is CharArray:
            x, y = code_of(a), code_of(b)
            return scalar(x, y) if x is not None and y is not None else None
        return scalar(float(a), float(b)) if kind_a in _PLAIN and kind_b in _PLAIN else None

    return arithmetic


def code_of(value: Any) -> float | None:
    """A number, or the code of a single ASCII character; None for other values."""
    if type(value) is float:
        return value
    text = value._text if type(value) is CharArray else None
    return float(ord(text)) if text is not None and len(text) == 1 and text.isascii() else None


def _of_arrays(engine: Any, ufunc: np.ufunc, scalar: Quick, x: np.ndarray, y: np.ndarray) -> Any:
    """``x op y`` of two arrays: of one class, or doubles and logicals."""
    if x.dtype is not y.dtype:
        return tensor(ufunc(x, y, order="F"), "double") if x.dtype.char + y.dtype.char in ("d?", "?d") and _expand(engine, x, y) else None
    kind = x.dtype.char
    if kind in _FLOATS:
        return tensor(ufunc(x, y, order="F"), CLASS_OF_DTYPE[x.dtype]) if _expand(engine, x, y) else None
    if kind not in NARROW_INTEGERS:
        return None
    if x.size == 1 == y.size:
        return _of_integers(scalar, x.item(), y.item(), x)
    if not _expand(engine, x, y):
        return None
    return _clamped(ufunc, x, y, x.dtype) if ufunc in _WHOLE else _saturated(ufunc(x, y, dtype=_FLOAT64, order="F"), x.dtype)


_WHOLE = (np.add, np.subtract, np.multiply)
_INT64 = np.dtype(np.int64)


def _clamped(ufunc: np.ufunc, x: Any, y: Any, dtype: np.dtype) -> Tensor:
    """``x op y`` of whole numbers of up to 32 bits, which give whole numbers: nothing is rounded."""
    matlab_class = CLASS_OF_DTYPE[dtype]
    least, most = INTEGER_LIMITS[matlab_class]
    numbers = ufunc(x, y, dtype=_INT64, order="F")
    np.maximum(numbers, least, out=numbers)
    np.minimum(numbers, most, out=numbers)
    return tensor(numbers.astype(dtype), matlab_class)


def _saturated(numbers: np.ndarray, dtype: np.dtype) -> Tensor:
    matlab_class = CLASS_OF_DTYPE[dtype]
    return tensor(saturate(numbers, matlab_class), matlab_class)


def _expand(engine: Any, x: np.ndarray, y: np.ndarray) -> bool:
    """Whether two matrices, neither of them empty, expand to a small array."""
    if x.ndim != 2 or y.ndim != 2 or not x.size or not y.size:
        return False
    (m, n), (p, q) = x.shape, y.shape
    return (m == p or m == 1 or p == 1) and (n == q or n == 1 or q == 1) and 1 < max(m, p) * max(n, q) < engine._least


def _product(engine: Any, x: np.ndarray, y: np.ndarray) -> Any:
    """The matrix product of small real doubles."""
    if x.dtype.char != "d" or y.dtype.char != "d" or x.ndim != 2 or y.ndim != 2:
        return None
    rows, inner = x.shape
    other, columns = y.shape
    least = engine._least
    if inner != other or not 0 < rows * inner < least or not 0 < inner * columns < least or rows * columns >= least:
        return None
    result = x.dot(y)
    if rows > 1 and columns > 1:
        return tensor(result.copy("F"), "double")
    return tensor(result, "double") if rows != columns else result.item()


def _with_number(
    engine: Any, ufunc: np.ufunc, scalar: Quick, array: np.ndarray, left: Any, right: Any, matlab_class: str, number: float
) -> Any:
    """``left op right``, of which one is ``array`` and the other a float."""
    kind = array.dtype.char
    if kind in _FLOATS:
        return tensor(ufunc(left, right), matlab_class) if 1 < array.size < engine._least else None
    if kind in NARROW_INTEGERS:
        if array.size == 1:
            item = array.item()
            return _of_integers(scalar, item, number, array) if left is array else _of_integers(scalar, number, item, array)
        if not 1 < array.size < engine._least:
            return None
        if ufunc in _WHOLE and -_NARROW < number < _NARROW and number.is_integer():
            whole = int(number)
            return _clamped(ufunc, left if left is array else whole, whole if left is array else right, array.dtype)
        return _saturated(ufunc(left, right, dtype=_FLOAT64), array.dtype)
    return tensor(ufunc(left, right), "double") if kind == "?" and 1 < array.size < engine._least else None


def _of_integers(scalar: Callable[[Any, Any], Any], x: Any, y: Any, like: np.ndarray) -> Any:
    result = scalar(x, y)
    if type(result) is int and -_EXACT < result < _EXACT:
        # What two whole numbers give needs no rounding.
        matlab_class = CLASS_OF_DTYPE[like.dtype]
        least, most = INTEGER_LIMITS[matlab_class]
        array = np.empty(SCALAR_SHAPE, like.dtype)
        array[0, 0] = least if result < least else most if result > most else result
        return tensor(array, matlab_class)
    return integer(float(result), like.dtype) if result is not None else None


_NUMBERS = (float, complex, bool)


def _complex_sum(a: Any, b: Any) -> Any:
    z = a + b
    return z if z.imag else z.real


def _complex_difference(a: Any, b: Any) -> Any:
    z = a - b
    return z if z.imag else z.real


def _complex_product(a: Any, b: Any) -> Any:
    """By parts where one factor is real: ``complex(Inf, 1) * 2`` has no NaN."""
    if type(a) is complex:
        z = a * b if type(b) is complex else complex(a.real * b, a.imag * b)
    else:
        z = complex(a * b.real, a * b.imag)
    return z if z.imag else z.real


def _complex_quotient(a: Any, b: Any) -> Any:
    """By parts where the divisor is real and not zero; else elsewhere."""
    if type(b) is complex or not b:
        return None
    z = complex(a.real / b, a.imag / b)
    return z if z.imag else z.real


def _divide(a: Any, b: Any) -> Any:
    return a / b if b else None


def _divided_by_scalar(rdivide: Quick) -> Quick:
    def mrdivide(a: Any, b: Any) -> Any:
        return None if type(b) is Tensor and b.shape != SCALAR_SHAPE else rdivide(a, b)

    return mrdivide


# --- comparison -----------------------------------------------------------------------------------------------------


def _comparison(engine: Any, ufunc: np.ufunc, scalar: Callable[[Any, Any], bool]) -> Quick:
    def compare(a: Any, b: Any) -> Any:
        kind_a, kind_b = type(a), type(b)
        if kind_a is Tensor or kind_b is Tensor:
            return _compare_arrays(engine, ufunc, scalar, a, b)
        if kind_a in _PLAIN and kind_b in _PLAIN:
            return scalar(a, b)
        if kind_a is CharArray and kind_b is CharArray and (x := a._text) and (y := b._text) and len(x) == len(y) == 1:
            return scalar(x, y) if x.isascii() and y.isascii() else None
        x, y = _characters(a), _characters(b)
        if x is None or y is None:
            return None
        if type(x) is float or type(y) is float:
            return scalar(x if type(x) is float else _code(x), y if type(y) is float else _code(y)) if _one_each(x, y) else None
        return tensor(ufunc(_codes(x), _codes(y)), "logical") if 1 in (len(x), len(y)) or len(x) == len(y) else None

    return compare


def _characters(value: Any) -> Any:
    """The text of a row of ASCII characters, or a number; None for other values."""
    if type(value) is float:
        return value
    text = value._text if type(value) is CharArray else None
    return text if text is not None and text.isascii() and 0 < len(text) < _FEW else None


_FEW = 256
"""The longest texts that are compared here."""


def _one_each(*items: Any) -> bool:
    """Whether texts among numbers and texts have one character."""
    return all([type(item) is float or len(item) == 1 for item in items])


def _code(text: Any) -> float:
    return float(ord(text))


def _codes(text: Any) -> np.ndarray:
    return np.frombuffer(text.encode(), np.uint8).reshape(1, -1)


def _compare_arrays(engine: Any, ufunc: np.ufunc, scalar: Callable[[Any, Any], bool], a: Any, b: Any) -> Any:
    x: Any = a._array if type(a) is Tensor else a if type(a) is float else None
    y: Any = b._array if type(b) is Tensor else b if type(b) is float else None
    if x is None or y is None:
        return None
    array = x if type(x) is np.ndarray else y
    kind = array.dtype.char
    if kind != "d" and kind not in NARROW_INTEGERS:
        return None
    if type(x) is type(y) and (x.dtype is not y.dtype or x.shape != y.shape):
        return tensor(ufunc(x, y, order="F"), "logical") if x.dtype is y.dtype and _expand(engine, x, y) else None
    if array.size == 1:
        return scalar(x if type(x) is float else x.item(), y if type(y) is float else y.item()) if kind != "d" else None
    return tensor(ufunc(x, y), "logical") if 0 < array.size < engine._least else None


def _logic(engine: Any, ufunc: np.ufunc) -> Quick:
    """Of two small logical arrays of one shape."""

    def logic(a: Any, b: Any) -> Any:
        x, y = a._array if type(a) is Tensor else None, b._array if type(b) is Tensor else None
        if x is None or y is None or x.dtype.char != "?" or y.dtype.char != "?" or x.shape != y.shape or not 1 < x.size < engine._least:
            return None
        return tensor(ufunc(x, y), "logical")

    return logic


# --- reductions -----------------------------------------------------------------------------------------------------


def of_lines(engine: Any, reduce: Callable[..., Any], kinds: str, result: Callable[[Any], Any] = lambda x: x) -> Callable[[Any], Any]:
    """A reduction of one argument that is a small real vector or matrix (column by column): a Value, or None."""

    def reduction(value: Any) -> Any:
        array = value._array if type(value) is Tensor else None
        if array is None or array.dtype.char not in kinds or array.ndim != 2 or not 1 < array.size < engine._least:
            return None
        rows, columns = array.shape
        if rows == 1 or columns == 1:
            return result(reduce(array, axis=0 if columns == 1 else 1).item())
        row = reduce(array, axis=0).reshape(1, -1)
        return tensor(row, "logical") if row.dtype.char == "?" else tensor(row.astype(np.float64, copy=False), "double")

    return reduction


def unary(engine: Any) -> dict[str, Callable[[Any], Any]]:
    """Operators with one operand: table name -> function that gives a Value, or None for other kinds of operands."""
    return {
        "transpose": _transpose(engine),
        "ctranspose": _transpose(engine),
        "uminus": _elements(engine, np.negative, "df"),
        "not": _not(engine),
    }


def _transpose(engine: Any) -> Callable[[Any], Any]:
    def transpose(value: Any) -> Any:
        array = value._array if type(value) is Tensor else None
        if array is None or array.dtype.char not in "df?" or array.ndim != 2 or not 1 < array.size < engine._least:
            return None
        return tensor(array.T.copy("F"), value.matlab_class)

    return transpose


def _elements(engine: Any, ufunc: np.ufunc, kinds: str) -> Callable[[Any], Any]:
    def elements(value: Any) -> Any:
        array = value._array if type(value) is Tensor else None
        if array is None or array.dtype.char not in kinds or not 1 < array.size < engine._least:
            return None
        return tensor(ufunc(array), value.matlab_class)

    return elements


def _not(engine: Any) -> Callable[[Any], Any]:
    """Of numbers and of small arrays without NaN, which has no truth."""
    of_truths = _elements(engine, np.logical_not, "?")

    def negation(value: Any) -> Any:
        if type(value) is float:
            return value == 0.0 if value == value else None
        array = value._array if type(value) is Tensor else None
        if array is None or array.dtype.char != "d":
            return of_truths(value)
        return tensor(array == 0.0, "logical") if 1 < array.size < engine._least and not np.isnan(array).any() else None

    return negation


# --- reading --------------------------------------------------------------------------------------------------------


def reader(engine: Any) -> Callable[[Tensor, tuple[Any, ...]], Any]:
    """``value(subscripts)`` of small double and logical matrices; None for other kinds, and where a subscript is wrong."""

    def read(value: Tensor, subscripts: tuple[Any, ...]) -> Any:
        array = value._array
        if array is None or array.ndim != 2 or not 0 < array.size < engine._least or array.dtype.char not in "d?":
            return None
        if len(subscripts) == 1:
            picked = _read_vector(array, subscripts[0])
        elif len(subscripts) == 2:
            picked = _read_block(array, subscripts[0], subscripts[1])
        else:
            return None
        if picked is None:
            return None
        return picked.item() if picked.size == 1 else tensor(picked, value.matlab_class)

    return read


def _read_vector(array: np.ndarray, subscript: Any) -> np.ndarray | None:
    """All elements as a column, or those of a vector, in its own direction, at a vector of positions or by a mask of its shape."""
    if subscript is COLON:
        return array.reshape((-1, 1), order="F").copy()
    positions = subscript._array if type(subscript) is Tensor else None
    if positions is None or positions.ndim != 2 or 1 not in positions.shape or not positions.size:
        return None
    if 1 not in array.shape or array.size == 1:
        return None
    if positions.dtype.char == "?":
        if positions.shape != array.shape:
            return None
        keys: Any = positions.reshape(-1)
    else:
        keys = key(subscript, array.size)
        if type(keys) is slice:
            return array[:, keys].copy("F") if array.shape[0] == 1 else array[keys].copy("F")
        if keys is None:
            return None
    picked = array.reshape(-1)[keys]
    return picked.reshape((1, -1) if array.shape[0] == 1 else (-1, 1))


def _read_block(array: np.ndarray, i: Any, j: Any) -> np.ndarray | None:
    rows, columns = key(i, array.shape[0]), key(j, array.shape[1])
    if rows is None or columns is None:
        return None
    if type(rows) is not slice and type(columns) is not slice:
        return np.asfortranarray(array[rows[:, None], columns])
    return np.array(array[rows, columns], order="F")
