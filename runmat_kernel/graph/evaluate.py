"""Ops on host arrays: casts, the operation, and the class of the result.  This is the definition for every provider."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, mul, sub

import numpy as np

from ..base.errors import MatlabError
from ..values.classes import COMPLEX_DTYPES, DTYPES, INTEGER_LIMITS, saturate
from .op import Op

WIDE_INTEGERS = frozenset({"int64", "uint64"})
# 64-bit integers compute in extended precision, whose 64-bit significand holds every one of them exactly.
_COMPUTE_DTYPES = {**DTYPES, **{name: np.dtype(np.float64) for name in INTEGER_LIMITS}, "char": np.dtype(np.float64)}
_COMPUTE_DTYPES |= {name: np.dtype(np.longdouble) for name in WIDE_INTEGERS}


def compute_dtype(matlab_class: str) -> np.dtype:
    """The NumPy type in which operations of a compute class run."""
    return _COMPUTE_DTYPES[matlab_class]


def classes_of(op: Op, classes: Sequence[str]) -> tuple[str, str]:
    """The class of the result and the compute class of an Op on operands of these classes."""
    result = op.result(*classes)
    compute = op.compute(*classes) if op.compute is not None else result
    return result, compute


def check_integer_rule(op: Op, classes: Sequence[str], scalar: Sequence[bool]) -> None:
    """Raise MATLAB:mixedClasses for an integer array beside an array of another class."""
    if any(c in INTEGER_LIMITS for c in classes) and any(c not in INTEGER_LIMITS and not s for c, s in zip(classes, scalar, strict=True)):
        raise MatlabError("Integers can only be combined with integers of the same class, or scalar doubles.", "MATLAB:mixedClasses")


def cast_operand(array: np.ndarray, compute: str) -> np.ndarray:
    """An operand in the compute class (complex ones stay complex)."""
    if array.dtype.kind == "c":
        dtype = COMPLEX_DTYPES.get(compute, COMPLEX_DTYPES["double"])
        return array if array.dtype == dtype else array.astype(dtype)
    dtype = _COMPUTE_DTYPES[compute]
    if array.dtype == dtype:
        return array
    return array != 0 if dtype == np.bool_ else array.astype(dtype)


def cast_result(array: np.ndarray, matlab_class: str) -> np.ndarray:
    """A result in its MATLAB class: integers saturate; a complex array stays complex."""
    kind = array.dtype.kind
    if matlab_class in INTEGER_LIMITS:
        if kind == "c":
            raise MatlabError("Complex integers are not supported.", "MATLAB:UnsupportedComplexInteger")
        return saturate(array, matlab_class)
    dtype = COMPLEX_DTYPES[matlab_class] if kind == "c" else DTYPES[matlab_class]
    if array.dtype == dtype:
        return array
    return array != 0 if dtype == np.bool_ else array.astype(dtype)


def evaluate(op: Op, arrays: Sequence[np.ndarray], result: str, compute: str) -> np.ndarray:
    """The operation on arrays of one dimensionality; complex results whose imaginary parts are all zero become real."""
    if compute in WIDE_INTEGERS and (exact := _within_class(op, arrays, result)) is not None:
        return exact
    with np.errstate(all="ignore"):
        array = cast_result(np.asarray(op.numpy(*(arrays if op.raw_operands else [cast_operand(a, compute) for a in arrays]))), result)
    return narrow(array)


_WHOLE = {"plus": (np.add, add), "minus": (np.subtract, sub), "times": (np.multiply, mul)}


def _within_class(op: Op, arrays: Sequence[np.ndarray], result: str) -> np.ndarray | None:
    """Sums, differences and products of 64-bit integers none of which leaves the class, without extended precision, which is slow;
    None for all else."""
    if op.name not in _WHOLE or len(arrays) != 2:
        return None
    function, combined = _WHOLE[op.name]
    dtype, (low, high) = DTYPES[result], INTEGER_LIMITS[result]
    operands, ends = [], []
    for array in arrays:
        if array.size == 1 and array.dtype.kind == "f" and float(array.item()).is_integer() and low <= int(array.item()) <= high:
            array = np.full(array.shape, int(array.item()), dtype)
        if array.dtype != dtype or not array.size:
            return None
        operands.append(array)
        ends.append((int(array.min()), int(array.max())))
    corners = [combined(x, y) for x in ends[0] for y in ends[1]]
    return function(*operands) if low <= min(corners) and max(corners) <= high else None


def narrow(array: np.ndarray) -> np.ndarray:
    """MATLAB's complex arrays become real when every imaginary part is zero."""
    if array.dtype.kind == "c" and not array.imag.any():
        return array.real.copy(order="K")
    return array


def same_rank(arrays: Sequence[np.ndarray]) -> list[np.ndarray]:
    """Views with trailing ones so that NumPy's expansion aligns first dimensions."""
    rank = max(a.ndim for a in arrays)
    return [a if a.ndim == rank else a.reshape(a.shape + (1,) * (rank - a.ndim), order="F") for a in arrays]
