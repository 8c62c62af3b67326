"""MATLAB's numeric classes: their NumPy types, limits, and which class a combination of two gives.

A class is named by MATLAB's own word for it (``'double'``, ``'int8'``, ``'logical'``, ``'char'`` ...).
"""

from __future__ import annotations

import numpy as np

from ..base.errors import MatlabError

FLOAT_CLASSES = ("double", "single")
INTEGER_CLASSES = ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")
NUMERIC_CLASSES = FLOAT_CLASSES + INTEGER_CLASSES

DTYPES: dict[str, np.dtype] = {
    "double": np.dtype(np.float64),
    "single": np.dtype(np.float32),
    "logical": np.dtype(np.bool_),
    "char": np.dtype(np.uint16),
    **{name: np.dtype(name) for name in INTEGER_CLASSES},
}
COMPLEX_DTYPES: dict[str, np.dtype] = {"double": np.dtype(np.complex128), "single": np.dtype(np.complex64)}
CLASS_OF_DTYPE: dict[np.dtype, str] = {
    **{dtype: name for name, dtype in DTYPES.items() if name != "char"},
    **{dtype: name for name, dtype in COMPLEX_DTYPES.items()},
}
INTEGER_LIMITS: dict[str, tuple[int, int]] = {name: (int(np.iinfo(name).min), int(np.iinfo(name).max)) for name in INTEGER_CLASSES}


def dtype_of(matlab_class: str, *, is_complex: bool = False) -> np.dtype:
    """The NumPy type that holds elements of a class."""
    return COMPLEX_DTYPES[matlab_class] if is_complex else DTYPES[matlab_class]


def combine(left: str, right: str, left_scalar: bool, right_scalar: bool, operator: str) -> str:
    """The class of ``left operator right`` for arithmetic.

    Integers win over floats and accept only their own class, or doubles, singles (scalar or not), logicals
    and chars; single wins over double; logical and char count as double.
    Raises ``MATLAB:mixedClasses`` for two different integer classes.
    """
    left_integer, right_integer = left in INTEGER_LIMITS, right in INTEGER_LIMITS
    if left_integer and right_integer and left != right:
        raise MatlabError(
            "Integers can only be combined with integers of the same class, or scalar doubles.",
            "MATLAB:mixedClasses",
        )
    if left_integer or right_integer:
        other, other_scalar = (right, right_scalar) if left_integer else (left, left_scalar)
        if other not in INTEGER_LIMITS and other != "double" and other != "single" and other not in ("logical", "char"):
            raise MatlabError(f"Operator '{operator}' is not supported for operands of class '{other}'.")
        del other_scalar
        return left if left_integer else right
    return "single" if "single" in (left, right) else "double"


def char_codes(values: np.ndarray) -> np.ndarray:
    """Numbers to the codes of characters, without their fractions and clamped."""
    real = np.real(values)
    return saturate(np.trunc(real) if real.dtype.kind == "f" else real, "uint16")


def saturate(values: np.ndarray, matlab_class: str) -> np.ndarray:
    """Floats (or wider integers) to an integer class as MATLAB does it: round half away from zero, then clamp; NaN is 0."""
    low, high = INTEGER_LIMITS[matlab_class]
    dtype = DTYPES[matlab_class]
    if values.dtype == dtype:
        return values
    if values.dtype.kind in "iub":
        if values.dtype.kind == "b":
            return values.astype(dtype)
        source = np.iinfo(values.dtype)
        if source.min >= low and source.max <= high:
            return values.astype(dtype)
        return np.clip(values, max(low, source.min), min(high, source.max)).astype(dtype)
    if dtype.itemsize * 2 <= values.dtype.itemsize:  # the limits are floats of this class
        # Clamped first, so that nothing is infinite below; NaN stays.
        inside = np.minimum(np.maximum(values, low), high)
        whole = np.asarray(np.trunc(inside))  # of one number without dimensions trunc makes no array
        part = inside - whole  # exact
        whole += part >= 0.5
        if low:
            whole -= part <= -0.5
        total = np.add.reduce(whole, axis=None)
        if total != total:
            whole[whole != whole] = 0
        return whole.astype(dtype, order="F")
    with np.errstate(invalid="ignore"):
        rounded = np.trunc(values + np.copysign(values.dtype.type(0.5), values))
        # 0.49999999999999994 + 0.5 rounds up to 1: such values, and large ones that are integers already, keep themselves.
        rounded = np.where(np.abs(values - np.trunc(values)) < 0.5, np.trunc(values), rounded)
        result = np.empty(values.shape, dtype, order="F")
        above, below, undefined = rounded >= float(high), rounded <= float(low), np.isnan(values)
        result[...] = np.where(above | below | undefined, 0, rounded).astype(dtype)
    result[above] = high
    result[below] = low
    result[undefined] = 0
    return result
