"""Writing elements: ``x(i, j) = v``, ``c{i} = v``, ``s.f = v``, growth and class conversion.

MATLAB keeps the class of the left side (only ``[]``, 0-by-0 double, takes the class of what is assigned).  With
``in_place`` the caller says that it alone holds the value; elements are then written where they are, if also nobody
holds their memory, and vectors that grow by their end get room to spare, so that appending is amortised.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .classes import DTYPES, INTEGER_LIMITS, dtype_of, saturate
from .containers import CellArray, StructArray
from .convert import as_array, class_of
from .subscripts import Resolved, axis_key, folded, grid, resolve
from .tensor import Tensor, matlab_shape
from .text import CharArray, StringArray

EMPTY = Tensor(np.empty((0, 0), order="F"))
_FLOAT64 = np.dtype(np.float64)


class _Holder:
    __slots__ = ("array",)

    def __init__(self) -> None:
        self.array = np.empty(1)


_holder = _Holder()
_ALONE = sys.getrefcount(_holder.array)
"""What ``sys.getrefcount(x.array)`` says of an array that only the attribute holds."""
del _holder


def assign(value: Any, subscripts: tuple[Any, ...], rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value(subscripts) = rhs``; ``value`` is None where the variable does not exist yet.

    Raises ``MATLAB:subsassigndimmismatch`` / ``MATLAB:matrix:singleSubscriptNumelMismatch`` for sizes that do not fit,
    and conversion errors.
    """
    if in_place and type(value) is Tensor and _store_scalar(value, subscripts, rhs):
        return value
    value, rhs = _agree(value, rhs)
    source = _elements(rhs)
    if len(subscripts) == 1:
        return _assign_linear(value, subscripts[0], source, rhs, in_place)
    if not subscripts:
        raise MatlabError(
            "An indexing expression on the left side of an assignment must have at least one subscript.", "MATLAB:index:expected_one_output"
        )
    return _assign_grid(value, subscripts, source, in_place)


# --- the short road -------------------------------------------------------------------------------------------------


def _store_scalar(value: Tensor, subscripts: tuple[Any, ...], rhs: Any) -> bool:
    """Store a Python scalar at float subscripts where it needs no other class; False where the general road must be taken."""
    if value._array is None or value.storage is not None or not _writable(value):
        return False
    array = value._array
    item = rhs if type(rhs) is float and array.dtype == _FLOAT64 else _as_element(array.dtype, rhs)
    if item is None:
        return False
    try:
        if len(subscripts) == 1:
            (s,) = subscripts
            if type(s) is float:
                i = int(s)
                if i == s and i > 0:
                    if i <= array.size:
                        array.T.flat[i - 1] = item
                        return True
                    del array
                    return _append(value, i, item)
        elif len(subscripts) == 2 and array.ndim == 2:
            s, t = subscripts
            if type(s) is float and type(t) is float:
                i, j = int(s), int(t)
                if i == s and j == t and i > 0 and j > 0:
                    array[i - 1, j - 1] = item
                    return True
    except (IndexError, ValueError, OverflowError):
        pass
    return False


def _as_element(dtype: np.dtype, rhs: Any) -> Any:
    """A Python scalar as an element of ``dtype`` by MATLAB's conversion; None where that is an error or changes the array's class."""
    kind, given = dtype.kind, type(rhs)
    if given is complex:
        return rhs if kind == "c" else None
    if given is not float and given is not bool:
        return None
    if kind == "f" or kind == "c":
        return rhs
    if kind == "b":
        return None if rhs != rhs else rhs != 0
    limits = np.iinfo(dtype)
    if rhs != rhs:
        return 0
    if not limits.min < rhs < limits.max:
        return limits.min if rhs <= limits.min else limits.max
    whole = int(rhs)
    return whole + (rhs - whole >= 0.5) - (rhs - whole <= -0.5)


def _writable(value: Tensor) -> bool:
    """Whether the elements' memory belongs to ``value`` alone (it, or the one array it is a view of)."""
    if sys.getrefcount(value._array) != _ALONE or not value._array.flags.writeable:
        return False
    return _base_alone(value)


def _base_alone(value: Tensor) -> bool:
    """Whether nobody but this tensor sees the array that its elements are a view of, where they are one."""
    base = value._array.base
    if base is None:
        return True
    kept = base is getattr(value, "spare", None)
    return type(base) is np.ndarray and base.base is None and sys.getrefcount(base) == _ALONE + 1 + kept


def _append(value: Tensor, i: int, item: Any) -> bool:
    """Make a vector longer by one element, using (or making) spare room behind its last one."""
    array = value._array
    shape, size = array.shape, array.size
    if i != size + 1 or len(shape) != 2 or size < 8 or (shape[0] != 1 and shape[1] != 1):
        return False
    buffer = getattr(value, "spare", None)
    if buffer is None or array.base is not buffer or buffer.size <= size:
        buffer = value.spare = np.empty(size + size // 2 + 8, array.dtype)
        buffer[:size] = array.reshape(-1, order="F")
    buffer[size] = item
    shape = (1, i) if shape[0] == 1 else (i, 1)
    value._array = buffer[:i].reshape(shape, order="F")
    value.shape = shape
    return True


def _same_start(buffer: np.ndarray, array: np.ndarray) -> bool:
    return buffer.__array_interface__["data"][0] == array.__array_interface__["data"][0]


# --- classes --------------------------------------------------------------------------------------------------------


def _elements(value: Any) -> np.ndarray:
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


def _agree(value: Any, rhs: Any) -> tuple[Any, Any]:
    """Both sides in one class: that of ``value``, or of ``rhs`` where value is undefined or ``[]``."""
    if value is None or (type(value) is Tensor and value.shape == (0, 0) and value.matlab_class == "double"):
        return _empty_like(rhs), rhs
    kind = type(value)
    if kind is CellArray:
        if type(rhs) is not CellArray:
            raise _not_convertible(rhs, "cell")
        return value, rhs
    if kind is StructArray:
        if type(rhs) is not StructArray:
            raise _not_convertible(rhs, "struct")
        return _common_fields(value, rhs)
    if kind is StringArray:
        return value, to_string_array(rhs)
    target = class_of(value)
    if target == "function_handle":
        if class_of(rhs) == "function_handle":
            raise _no_handle_arrays()
        raise _not_convertible(rhs, target)
    if type(rhs) is StringArray:
        rhs = _from_strings(rhs, target)
    if type(rhs) in (CellArray, StructArray) or class_of(rhs) == "function_handle":
        raise _not_convertible(rhs, target)
    if class_of(rhs) not in DTYPES:
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
    if target == "char":
        return value, CharArray(source if source.dtype == np.uint16 else saturate(np.real(source).astype(np.float64), "uint16"))
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
        return value
    if kind is CharArray:
        lines = value.lines() if not value.is_row else [value.text]
        return StringArray(np.array([[line] for line in lines], object).reshape(len(lines), 1))
    if kind is CellArray:
        texts = [_cell_text(item) for item in value.array.ravel(order="F")]
    elif kind in (StructArray,) or class_of(value) not in DTYPES:
        raise MatlabError(f"Conversion from {class_of(value)} to string is not possible.", "MATLAB:UnableToConvert")
    else:
        from .format import number_text

        texts = [number_text(item) for item in as_array(value).ravel(order="F")]
    array = np.empty(len(texts), object)
    array[:] = texts
    shape = value.array.shape if kind is CellArray else as_array(value).shape
    return StringArray(array.reshape(shape, order="F"))


def _cell_text(item: Any) -> str | None:
    if type(item) is CharArray and item.is_row:
        return item.text
    converted = to_string_array(item) if not (type(item) is Tensor and item.numel == 0) else None
    if converted is None or converted.numel != 1:
        raise MatlabError(
            "Conversion from cell failed. Element must be convertible to a string scalar.",
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


# --- the general road -----------------------------------------------------------------------------------------------


def _rebuilt(value: Any, array: np.ndarray) -> Any:
    """A value of the class of ``value`` with these elements; scalars stay what the contract says."""
    from .indexing import like

    return like(value, array)


def _target(value: Any, array: np.ndarray, shape: tuple[int, ...], in_place: bool) -> np.ndarray:
    """The array to write into: the value's own when allowed and of ``shape``, else a copy grown to ``shape``."""
    if shape == array.shape:
        if in_place and type(value) is Tensor and value._array is not None:
            del array
            if _writable_but_for_caller(value):
                value.storage = None
                return value._array
            return value._array.copy(order="F")
        if in_place and type(value) in (CellArray, StructArray, StringArray):
            del array
            if value.array.base is None and value.array.flags.writeable and sys.getrefcount(value.array) <= _ALONE + 1:
                return value.array
            return value.array.copy(order="F")
        return array.copy(order="F")
    grown = _filled(value, shape, array.dtype)
    if array.size:
        padded = array.reshape(array.shape + (1,) * (len(shape) - array.ndim), order="F")
        grown[tuple(slice(0, n) for n in padded.shape)] = padded
    return grown


def _writable_but_for_caller(value: Tensor) -> bool:
    """As ``_writable``, but one caller on the way here holds the array too."""
    if sys.getrefcount(value._array) - _ALONE > 1 or not value._array.flags.writeable:
        return False
    return _base_alone(value)


def _filled(value: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """An array of the class's default element: 0, ``<missing>``, ``[]`` or a struct with empty fields."""
    grown: np.ndarray = np.zeros(shape, dtype, order="F") if dtype.kind != "O" else np.empty(shape, object, order="F")
    if type(value) is CellArray:
        grown.fill(EMPTY)
    elif type(value) is StructArray:
        grown.fill(dict.fromkeys(value.fields, EMPTY))
    return grown


def _assign_linear(value: Any, subscript: Any, source: np.ndarray, rhs: Any, in_place: bool) -> Any:
    array = _elements(value)
    resolved = resolve(subscript, array.size, None)
    if source.size != 1 and source.size != resolved.count:
        raise MatlabError(
            "Unable to perform assignment because the left and right sides have a different number of elements.",
            "MATLAB:matrix:singleSubscriptNumelMismatch",
        )
    if not resolved.count:
        return _rebuilt(value, array)
    shape = array.shape if resolved.reach <= array.size else _longer(array.shape, resolved.reach)
    target = _target(value, array, shape, in_place)
    flat = target.reshape(-1, order="F")
    flat[axis_key(resolved)] = source.reshape(-1, order="F")
    return value if target is array and in_place else _rebuilt(value, target)


def _longer(shape: tuple[int, ...], size: int) -> tuple[int, ...]:
    """The shape after growing to ``size`` elements by one subscript: only rows, columns, scalars and ``[]`` can."""
    if shape == (0, 0) or (len(shape) == 2 and shape[0] == 1):
        return (1, size)
    if len(shape) == 2 and shape[1] == 1:
        return (size, 1)
    raise MatlabError("Attempt to grow array along ambiguous dimension.", "MATLAB:indexed_matrix_cannot_be_resized")


def _assign_grid(value: Any, subscripts: tuple[Any, ...], source: np.ndarray, in_place: bool) -> Any:
    array = _elements(value)
    extents = folded(array.shape, len(subscripts))
    resolved = [resolve(s, extent, k + 1) for k, (s, extent) in enumerate(zip(subscripts, extents, strict=True))]
    if array.shape == (0, 0):
        resolved = _colons_from(resolved, source)
    counts = tuple(r.count for r in resolved)
    _check_sizes(counts, source)
    if 0 in counts:
        return _rebuilt(value, array)
    shape = _grown_shape(array.shape, extents, resolved)
    target = _target(value, array, shape, in_place)
    viewed = target.reshape(folded(shape, len(subscripts)), order="F")
    if source.size == 1:
        viewed.T[grid(resolved)] = source.reshape((1,) * len(counts))
    else:
        viewed.T[grid(resolved)] = source.reshape(counts, order="F").T
    return value if target is array and in_place else _rebuilt(value, target)


def _colons_from(resolved: list[Resolved], source: np.ndarray) -> list[Resolved]:
    """``x(:, 3) = column`` on an empty x: colons take the extents of the right side in order."""
    if not any(r.is_colon for r in resolved):
        return resolved
    extents = list(source.shape)
    if len(extents) != len(resolved) or any(r.count != n and not r.is_colon for r, n in zip(resolved, extents, strict=False)):
        extents = [n for n in source.shape if n != 1]
        others = [r.count for r in resolved if not r.is_colon and r.count != 1]
        for count in others:
            if count in extents:
                extents.remove(count)
        extents += [1] * len(resolved)
        taken = iter(extents)
        return [_colon_of(next(taken)) if r.is_colon else r for r in resolved]
    return [_colon_of(n) if r.is_colon else r for r, n in zip(resolved, extents, strict=True)]


def _colon_of(extent: int) -> Resolved:
    return Resolved(slice(0, extent, 1), extent, (extent, 1), extent, is_colon=True)


def _check_sizes(counts: tuple[int, ...], source: np.ndarray) -> None:
    if source.size == 1:
        return
    if [n for n in counts if n != 1] != [n for n in source.shape if n != 1]:
        left, right = "-by-".join(map(str, matlab_shape(counts))), "-by-".join(map(str, source.shape))
        raise MatlabError(
            f"Unable to perform assignment because the size of the left side is {left} and the size of the right side is {right}.",
            "MATLAB:subsassigndimmismatch",
        )


def _grown_shape(shape: tuple[int, ...], extents: tuple[int, ...], resolved: list[Resolved]) -> tuple[int, ...]:
    needed = tuple(max(r.reach, extent) for r, extent in zip(resolved, extents, strict=True))
    if needed == extents:
        return shape
    if len(extents) < len(shape):
        if needed[-1] != extents[-1]:
            raise MatlabError("Attempt to grow array along ambiguous dimension.", "MATLAB:indexed_matrix_cannot_be_resized")
        return (*needed[:-1], *shape[len(extents) - 1 :])
    return matlab_shape(needed)


# --- braces and fields ----------------------------------------------------------------------------------------------


def cell_assign(value: Any, subscripts: tuple[Any, ...], rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value{subscripts} = rhs``; an undefined or empty value becomes a cell."""
    if type(value) is CellArray:
        if in_place and len(subscripts) == 1 and type(subscripts[0]) is float and _store_content(value, subscripts[0], rhs):
            return value
        return assign(value, subscripts, CellArray.of([rhs]), in_place)
    if value is None or (type(value) is Tensor and value.numel == 0):
        return assign(CellArray(np.empty((0, 0), object)), subscripts, CellArray.of([rhs]))
    if type(value) is StringArray:
        return assign(value, subscripts, rhs, in_place)
    raise MatlabError(
        "Unable to perform assignment because brace indexing is not supported for variables of this type.", "MATLAB:cellAssToNonCell"
    )


def _store_content(value: CellArray, subscript: float, rhs: Any) -> bool:
    """Put contents where a cell has a place, or at its end (with room to spare); False where that is not possible."""
    i = int(subscript) if 1 <= subscript < 2**53 else 0
    if i != subscript or sys.getrefcount(value.array) != _ALONE or not value.array.flags.writeable:
        return False
    array = value.array
    if array.base is not None and sys.getrefcount(array.base) != _ALONE:
        return False
    size = array.size
    if i <= size:
        array.T.reshape(-1)[i - 1] = rhs
        return True
    shape = array.shape
    if i != size + 1 or len(shape) != 2 or size < 8 or (shape[0] != 1 and shape[1] != 1):
        return False
    buffer = array.base
    if buffer is None or buffer.ndim != 1 or buffer.size <= size or not _same_start(buffer, array):
        buffer = np.empty(size + size // 2 + 8, object)
        buffer[:size] = array.reshape(-1, order="F")
    buffer[size] = rhs
    value.array = buffer[:i].reshape((1, i) if shape[0] == 1 else (i, 1), order="F")
    return True


def field_set(value: Any, name: str, rhs: Any, in_place: bool = False) -> Any:
    """The value after ``value.name = rhs``; an undefined or empty value becomes a scalar struct.

    Raises ``MATLAB:scalarStructRequired`` for a struct array and ``MATLAB:structAssToNonStruct`` for other classes.
    """
    if value is None or (type(value) is Tensor and value.numel == 0):
        return StructArray.scalar({name: rhs})
    if type(value) is not StructArray:
        raise MatlabError(
            "Unable to perform assignment because dot indexing is not supported for variables of this type.", "MATLAB:structAssToNonStruct"
        )
    array = value.array
    if array.size != 1:
        if array.size == 0:
            return StructArray.scalar({**dict.fromkeys(value.fields, EMPTY), name: rhs})
        raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
    if in_place and array.flags.writeable and array.base is None and sys.getrefcount(array) == _ALONE + 1:
        contents = array.item(0)
        if sys.getrefcount(contents) == _ALONE_ITEM:
            contents[name] = rhs
            if len(contents) != len(value.fields):
                value.fields = tuple(contents)
            return value
    return StructArray.scalar({**array.item(0), name: rhs})


def _item_references() -> int:
    array = np.empty((1, 1), object)
    array[0, 0] = {}
    contents = array.item(0)
    return sys.getrefcount(contents)


_ALONE_ITEM = _item_references()


def field_set_all(value: StructArray, name: str, items: list[Any]) -> StructArray:
    """The struct array after ``[value.name] = items{:}``: one item for each element, column-major."""
    array = np.empty(value.numel, object)
    for i, (element, item) in enumerate(zip(value.array.ravel(order="F"), items, strict=True)):
        array[i] = {**element, name: item}
    fields = value.fields if name in value.fields else (*value.fields, name)
    return StructArray(array.reshape(value.shape, order="F"), fields)


def with_field(value: StructArray | None, name: str) -> StructArray:
    """The struct array with a field of ``[]`` added to every element where it has none of that name (None: 0-by-0)."""
    if value is None:
        return StructArray(np.empty((0, 0), object), (name,))
    return value if name in value.fields else field_set_all(value, name, [EMPTY] * value.numel)
