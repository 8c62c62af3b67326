"""Both sides of an assignment brought into one class: the left side's, or the right side's where the left one is ``[]``."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .classes import DTYPES, INTEGER_LIMITS, char_codes, dtype_of, saturate
from .containers import CellArray, StructArray
from .convert import as_array, class_of
from .tensor import Tensor
from .text import MISSING, CharArray, StringArray


def elements(value: Any) -> np.ndarray:
    return value.array if type(value) in (CellArray, StructArray, StringArray) else as_array(value)


def _no_handle_arrays() -> MatlabError:
    return MatlabError(
        "Nonscalar arrays of function handles are not allowed; use cell arrays instead.", "MATLAB:err_non_scalar_function_handles"
    )


def _not_convertible(rhs: Any, target: str) -> MatlabError:
    source = class_of(rhs)
    if target == "cell":
        return MatlabError(f"Conversion to cell from {source} is not possible.", "MATLAB:UnableToConvert")
    if target == "struct":
        return MatlabError(f"Conversion to struct from {source} is not possible.", "MATLAB:UnableToConvert")
    return MatlabError(
        f"Unable to perform assignment because value of type '{source}' is not convertible to '{target}'.", "MATLAB:UnableToConvert"
    )


def agree(value: Any, rhs: Any) -> tuple[Any, Any]:
    """Both sides in one class: that of ``value``, or of ``rhs`` where value is undefined or ``[]``."""
    if value is None or (type(value) is Tensor and value.shape == (0, 0) and value.matlab_class == "double"):
        if value is None or class_of(rhs) != "logical":  # what is written into [] keeps its class, but for logicals
            return _empty_like(rhs), rhs
    kind = type(value)
    if kind is CellArray:
        if type(rhs) is StringArray:  # each string stands in a cell of its own, as where the two are joined
            rhs = _cell_of_strings(rhs)
        if type(rhs) is not CellArray:
            raise _not_convertible(rhs, "cell")
        return value, rhs
    if kind is StructArray:
        if type(rhs) is not StructArray:
            raise _not_convertible(rhs, "struct")
        return _common_fields(value, rhs)
    if kind is StringArray:
        return value, to_string_array(rhs)
    return _agree_in_numbers(value, rhs)


def _cell_of_strings(strings: StringArray) -> CellArray:
    held = np.empty(strings.shape, object)
    for position in np.ndindex(strings.shape):
        held[position] = StringArray.scalar(strings.array[position])
    return CellArray(held)


def _agree_in_numbers(value: Any, rhs: Any) -> tuple[Any, Any]:
    """Both sides in the class of ``value``, which is an array of numbers, logicals or characters, or a function handle."""
    target = class_of(value)
    if target == "function_handle":
        raise _no_handle_arrays() if class_of(rhs) == "function_handle" else _not_convertible(rhs, target)
    if type(rhs) is StringArray:
        rhs = _from_strings(rhs, target)
    if type(rhs) in (CellArray, StructArray) or class_of(rhs) not in DTYPES:
        raise _not_convertible(rhs, target)
    return _same_dtype(value, rhs, target)


def _empty_like(rhs: Any) -> Any:
    kind = type(rhs)
    if kind is CellArray:
        return CellArray(np.empty((0, 0), object))
    if kind is StructArray:
        return StructArray(np.empty((0, 0), object), rhs.fields)
    if kind is StringArray:
        return StringArray(np.empty((0, 0), object))
    if kind is CharArray:
        return CharArray(np.empty((0, 0), np.uint16))
    name = class_of(rhs)
    if name not in DTYPES:
        if name == "function_handle":
            raise _no_handle_arrays()
        raise _not_convertible(rhs, "double")
    is_complex = type(rhs) is complex or getattr(rhs, "is_complex", False)
    return Tensor(np.empty((0, 0), dtype_of(name, is_complex=is_complex), order="F"))


def _same_dtype(value: Any, rhs: Any, target: str) -> tuple[Any, Any]:
    """Numeric, logical and char sides with one dtype; a complex right side makes the left one complex."""
    source = as_array(rhs)
    if source.dtype.kind == "c" and not source.imag.any():
        source = source.real
        rhs = Tensor(source.copy(order="F"))
    if target == "char":
        return value, CharArray(source if source.dtype == np.uint16 else char_codes(source))
    if source.dtype.kind == "c":
        if target in INTEGER_LIMITS or target == "logical":
            raise MatlabError(f"Conversion to {target} from complex values is not possible.", "MATLAB:UnableToConvert")
        array = as_array(value)
        dtype = dtype_of(target, is_complex=True)
        widened = value if array.dtype == dtype else Tensor(array.astype(dtype, order="F"))
        return widened, Tensor(source.astype(dtype, order="F"))
    array = as_array(value)
    if source.dtype == array.dtype:
        return value, rhs
    if target in INTEGER_LIMITS:
        return value, Tensor(saturate(source.astype(np.float64) if type(rhs) is CharArray else source, target))
    if target == "logical":
        if source.dtype.kind == "f" and np.isnan(source).any():
            raise MatlabError("NaN values cannot be converted to logicals.", "MATLAB:nologicalnan")
        return value, Tensor(source != 0)
    return value, Tensor(source.astype(array.dtype, order="F"))


def to_string_array(value: Any) -> StringArray:
    """``string(value)``: each element's text; a char array gives one string for each row."""
    kind = type(value)
    if kind is StringArray:
        return StringArray.scalar(None) if value is MISSING else value
    if kind is CharArray:
        lines = value.lines() if not value.is_row else [value.text]
        return StringArray(np.array([[line] for line in lines], object).reshape(len(lines), 1))
    if kind is CellArray:
        texts = [_cell_text(item, k) for k, item in enumerate(value.array.ravel(order="F"), 1)]
    elif kind in (StructArray,) or class_of(value) not in DTYPES:
        raise MatlabError(f"Conversion from {class_of(value)} to string is not possible.", "MATLAB:UnableToConvert")
    else:
        from .format import strings_of_numbers

        texts = strings_of_numbers(as_array(value))
    array = np.empty(len(texts), object)
    array[:] = texts
    shape = value.array.shape if kind is CellArray else as_array(value).shape
    return StringArray(array.reshape(shape, order="F"))


def _cell_text(item: Any, position: int) -> str | None:
    if type(item) is CharArray and item.is_row:
        return item.text
    plain = type(item) is not CellArray and not (type(item) is Tensor and item.numel == 0)
    converted = to_string_array(item) if plain else None
    if converted is None or converted.numel != 1:
        raise MatlabError(
            f"Conversion from cell failed. Element {position} must be convertible to a string scalar.",
            "MATLAB:string:CellInputMustBeCellArrayOfStrings",
        )
    return converted.array[0, 0]


def _from_strings(value: StringArray, target: str) -> Any:
    if target == "char":
        texts = [text or "" for text in value.array.ravel(order="F")]
        if len(texts) == 1:
            return CharArray.row(texts[0])
        return CharArray.rows(texts)
    from .format import text_number

    numbers = [float("nan") if text is None else text_number(text) for text in value.array.ravel(order="F")]
    return Tensor(np.array(numbers).reshape(value.shape, order="F"))


def _common_fields(value: StructArray, rhs: StructArray) -> tuple[StructArray, StructArray]:
    if value.fields == rhs.fields:
        return value, rhs
    if set(value.fields) == set(rhs.fields):
        ordered = [{name: element[name] for name in value.fields} for element in rhs.array.ravel(order="F")]
        array = np.empty(len(ordered), object)
        array[:] = ordered
        return value, StructArray(array.reshape(rhs.shape, order="F"), value.fields)
    if not value.numel:
        return StructArray(value.array, rhs.fields), rhs
    raise MatlabError("Subscripted assignment between dissimilar structures.", "MATLAB:heterogeneousStrucAssignment")
