"""Concatenation: ``[a b]``, ``[a; b]``, ``cat(dim, ...)`` with MATLAB's rule for the class of the result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .assignment import EMPTY
from .classes import DTYPES, FLOAT_CLASSES, INTEGER_LIMITS, char_codes, dtype_of, saturate
from .coercion import to_string_array
from .containers import CellArray, StructArray, object_array
from .convert import as_array, class_of
from .indexing import like
from .tensor import Tensor, matlab_shape
from .text import MISSING, CharArray, StringArray

_JOINS_BY_METHOD = frozenset(("categorical", "datetime", "duration", "calendarDuration", "table", "timetable"))  # also cells and texts
_PLAIN = frozenset((Tensor, float, complex))  # and nothing that joins by a method of its own
_INCONSISTENT = "Dimensions of arrays being concatenated are not consistent."


def horzcat(values: Sequence[Any]) -> Any:
    """``[a, b, ...]``."""
    kind = type(values[0]) if values else float
    if kind is CharArray:
        text = _text_of_rows(values)
        if text:
            return CharArray.row(text)
    elif kind is float and all([type(v) is float for v in values]):
        return _row_of_floats(values)
    return _side_by_side(values, 1) or cat(2, values)


def vertcat(values: Sequence[Any]) -> Any:
    """``[a; b; ...]``."""
    if all(type(v) is float for v in values) and len(values) > 1:
        return Tensor(np.array(values).reshape(-1, 1))
    return _side_by_side(values, 0) or cat(1, values)


def _side_by_side(values: Sequence[Any], axis: int) -> Tensor | None:
    """Real double matrices that are at hand, have elements and fit, joined; None for anything else."""
    parts = []
    for value in values:
        if type(value) is float:
            array = np.array(((value,),))
        else:
            array = value._array if type(value) is Tensor else None
            if array is None or array.dtype.char != "d" or array.ndim != 2 or not array.size:
                return None
        if parts and array.shape[1 - axis] != parts[0].shape[1 - axis]:
            return None
        parts.append(array)
    return Tensor(np.concatenate(parts, axis)) if len(parts) > 1 else None


def _text_of_rows(values: Sequence[Any]) -> str | None:
    """The text of char rows side by side; None where something else is among them."""
    texts = []
    for value in values:
        if type(value) is not CharArray or not value.is_row:
            return None
        texts.append(value.text)
    return "".join(texts)


def _row_of_floats(values: Sequence[float]) -> Any:
    if len(values) == 1:
        return values[0]
    return Tensor(np.array([values])) if values else EMPTY


def cat(dim: int, values: Sequence[Any]) -> Any:
    """``cat(dim, a, b, ...)``; ``dim`` counts from 1.

    Raises ``MATLAB:catenate:dimensionMismatch`` where extents differ, ``MATLAB:catenate:...`` where classes do not go together.
    """
    if not values:
        return EMPTY
    if len(values) == 1:
        return values[0]
    kinds = {class_of(v) for v in values}
    if kinds.issubset(FLOAT_CLASSES) and _PLAIN.issuperset(map(type, values)):
        return _cat_numbers(dim, values, "single" if "single" in kinds else "double")
    if any(v is MISSING for v in values):
        values = _with_typed_missing(values)
        kinds = {class_of(v) for v in values}
    if kinds & _JOINS_BY_METHOD:
        raise _no_common_class(kinds)
    if "cell" in kinds:
        return _cat_cells(dim, values)
    if "string" in kinds:
        return StringArray(_joined(dim, [to_string_array(v) for v in values if not _is_bracket(v)]))
    if "struct" in kinds:
        return _cat_structs(dim, values)
    if not kinds <= DTYPES.keys() or any(hasattr(v, "full_value") for v in values):  # sparse matrices have their own method
        raise _no_common_class(kinds)
    return _cat_numbers(dim, values, _result_class(values, kinds))


def _with_typed_missing(values: Sequence[Any]) -> Sequence[Any]:
    """The values with NaN for ``missing`` where numbers stand beside it; among text and in cells it is a missing string.

    Raises an error beside classes that have no missing elements.
    """
    kinds = {class_of(v) for v in values if v is not MISSING and not _is_bracket(v)}
    if kinds & {"double", "single"} and kinds <= {"double", "single"}:
        return [float("nan") if v is MISSING else v for v in values]
    unable = next((k for k in sorted(kinds) if k == "logical" or k in INTEGER_LIMITS or k == "struct"), None)
    if unable is not None and not kinds & {"cell", "string"}:
        raise MatlabError(f"Conversion to {unable} from missing is not possible.", "MATLAB:invalidConversion")
    return values


def _is_bracket(value: Any) -> bool:
    """Whether this is ``[]``: 0-by-0 double, which never counts in a concatenation."""
    return type(value) is Tensor and value.shape == (0, 0) and value.matlab_class == "double"


def _no_common_class(kinds: set[str]) -> MatlabError:
    if "function_handle" in kinds:
        return MatlabError(
            "Nonscalar arrays of function handles are not allowed; use cell arrays instead.", "MATLAB:err_non_scalar_function_handles"
        )
    names = sorted(kinds)
    return MatlabError(f"Undefined function 'horzcat' for input arguments of type '{names[0]}'.", "MATLAB:UndefinedFunction")


def _result_class(values: Sequence[Any], kinds: set[str]) -> str:
    """Char where a text is among them, else the first integer class, single, double, logical: whichever comes first."""
    if "char" in kinds:
        return "char"
    for value in values:
        if class_of(value) in INTEGER_LIMITS:
            return class_of(value)
    for name in ("single", "double"):
        if name in kinds:
            return name
    return "logical"


def _cat_numbers(dim: int, values: Sequence[Any], target: str) -> Any:
    storage = next((v.storage for v in values if type(v) is Tensor and v._array is None), None)
    if storage is not None and (tensor_joined := storage.join(dim, values, target)) is not None:
        return tensor_joined
    arrays = [as_array(v) for v in values]
    if target in INTEGER_LIMITS:
        if any(a.dtype.kind == "c" for a in arrays):
            raise MatlabError(f"Concatenation of complex values with {target} is not supported.", "MATLAB:catenate:complexInteger")
        arrays = [saturate(a, target) for a in arrays]
    elif target == "char":
        arrays = [a if a.dtype == np.uint16 else char_codes(a) for a in arrays]
    else:
        dtype = dtype_of(target, is_complex=any(a.dtype.kind == "c" for a in arrays))
        arrays = [a if a.dtype == dtype else a.astype(dtype) for a in arrays]
    if target == "char" and dim == 1:
        arrays = [a for a in arrays if a.size or a.shape[0]]
        if len({a.shape[1:] for a in arrays if a.size}) > 1:
            raise MatlabError(_INCONSISTENT, "MATLAB:catenate:dimensionMismatch")
    joined = _join(dim, arrays) if arrays else np.empty((0, 0), DTYPES[target])
    if target == "char":
        return CharArray(joined)
    return Tensor(joined) if joined.size != 1 else like(0.0, joined)


def _joined(dim: int, values: Sequence[Any]) -> np.ndarray:
    return _join(dim, [v.array for v in values]) if values else np.empty((0, 0), object)


def _join(dim: int, arrays: list[np.ndarray]) -> np.ndarray:
    """The arrays along ``dim``; 0-by-0 ones do not count, other empties only need to fit (or are dropped when both vanish)."""
    counted = [a for a in arrays if a.shape != (0, 0)]
    if not counted:
        return arrays[0]
    if len(counted) == 1:
        return counted[0]
    if dim <= 2 and all([a.ndim == 2 and a.shape[2 - dim] == counted[0].shape[2 - dim] for a in counted]):
        other, length = counted[0].shape[2 - dim], sum([a.shape[dim - 1] for a in counted])
        result = np.empty((length, other) if dim == 1 else (other, length), counted[0].dtype, order="F")
        return np.concatenate(counted, axis=dim - 1, out=result)
    counted = _without_ignored(dim, counted)
    rank = max(dim, max(a.ndim for a in counted))
    padded = [a.reshape(a.shape + (1,) * (rank - a.ndim), order="F") for a in counted]
    first = padded[0].shape
    for a in padded[1:]:
        if a.shape[: dim - 1] != first[: dim - 1] or a.shape[dim:] != first[dim:]:
            raise MatlabError(_INCONSISTENT, "MATLAB:catenate:dimensionMismatch")
    shape = (*first[: dim - 1], sum(a.shape[dim - 1] for a in padded), *first[dim:])
    result = np.empty(shape, padded[0].dtype, order="F")
    np.concatenate(padded, axis=dim - 1, out=result)
    return result.reshape(matlab_shape(shape), order="F")


def _without_ignored(dim: int, arrays: list[np.ndarray]) -> list[np.ndarray]:
    """Without vectors of no elements (1-by-0, 0-by-1) that do not fit: MATLAB lets ``[zeros(1,0); 1 2]`` pass."""
    other = [a for a in arrays if a.size]
    if not other or len(other) == len(arrays):
        return arrays
    fits = lambda a: a.ndim == 2 and other[0].ndim == 2 and a.shape[2 - dim] == other[0].shape[2 - dim] if dim <= 2 else True  # noqa: E731
    return [a for a in arrays if a.size or fits(a) or a.shape not in ((1, 0), (0, 1))]


def _cat_cells(dim: int, values: Sequence[Any]) -> CellArray:
    """Cells are joined; anything else becomes a 1-by-1 cell first, and ``[]`` vanishes."""
    parts = []
    for value in values:
        if type(value) is CellArray:
            parts.append(value.array)
        elif not _is_bracket(value):
            parts.append(object_array([value], (1, 1)))
    return CellArray(_join(dim, parts) if parts else np.empty((0, 0), object))


def _cat_structs(dim: int, values: Sequence[Any]) -> StructArray:
    structs = [v for v in values if not _is_bracket(v)]
    structs = [v for v in structs if type(v) is not StructArray or v.fields or v.numel] or structs[:1]  # struct([]) has no fields
    if any(type(v) is not StructArray for v in structs):
        other = next(class_of(v) for v in structs if type(v) is not StructArray)
        raise MatlabError(f"Conversion to struct from {other} is not possible.", "MATLAB:UnableToConvert")
    fields = structs[0].fields
    for s in structs[1:]:
        if set(s.fields) != set(fields):
            raise MatlabError(
                "Names of fields in structure arrays being concatenated do not match. Concatenation of structure arrays "
                "requires that these arrays have the same set of field names.",
                "MATLAB:catenate:structFieldBad",
            )
    return StructArray(_joined(dim, structs), fields)
