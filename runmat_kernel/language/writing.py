"""Writing values in generated code, by one step (``writing_paths``: by several).

Each function gets the new value, where it goes, and the old value of the variable.  Generated code has the form ``x = $set1(v, i, x)``.
The old value is then held by the variable and by the call; when nobody else holds it, its elements are changed in place.  The counts of
``sys.getrefcount`` that mean so are measured once.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values.assignment import writable
from ..values.blocks import places
from ..values.containers import CellArray, StructArray
from ..values.contents import store_content
from ..values.convert import class_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON, assign, cell_assign, field_set, what_is_left
from ..values.objects import HostObject, OddName, PositionName
from ..values.subscripts import MOST_DIMENSIONS
from ..values.tensor import Tensor
from ..values.text import CharArray
from ..values.times.numbered import NumberedArray
from .classes.definition import ClassInfo
from .classes.instances import Handle, Instance, ObjectValue
from .reading import UNDEFINED, bad_field_name

Subscripts = tuple[Any, ...]
Steps = tuple[tuple[str, Any], ...]


def _measure() -> int:
    """The count of ``sys.getrefcount`` for an argument that only its variable holds besides the call."""

    def callee(value: Any, old: Any) -> int:
        return sys.getrefcount(old)

    def caller(call: Callable[..., int]) -> int:
        variable = CellArray.of([])
        return call(None, variable)

    return caller(callee)


HELD_BY_VARIABLE = _measure()


def _measure_array() -> int:
    holder = Tensor(np.zeros((1, 3)))
    array = holder._array
    return sys.getrefcount(array)


_ARRAY_ALONE = _measure_array()


def _measure_element() -> int:
    struct = StructArray.scalar({"f": 1.0})
    element = struct.array.item(0)
    return sys.getrefcount(element)


ELEMENT_ALONE = _measure_element()
CHILD_ALONE = 3
"""References to what its container alone holds: the container's, a variable's and the call's of ``sys.getrefcount``."""


def set1(rhs: Any, i: Any, old: Any) -> Any:
    """``old(i) = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if not alone and _waits(old, rhs):
        if (recorded := _deferred(old, (i,), rhs)) is not None:
            return recorded
        rhs.array  # noqa: B018
        alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if type(old) is Tensor:
        if alone:
            if (type(i) is Tensor and _poke_mask(old, i, rhs)) or poke(old, i, rhs):
                return old
        else:
            copy = _copy_for(old, i, rhs)
            if copy is not None and poke(copy, i, rhs):
                return copy
    elif type(old) is CharArray and type(rhs) is CharArray and type(i) is float and (text := _with_character(old, i, rhs)) is not None:
        return CharArray.row(text)
    return write_elements(old, (i,), rhs, alone)


def run_setter(make_range: Callable[[Any, Any, Any], Any]) -> Callable[..., Any]:
    """``old(start:stop) = rhs``; the range, ``make_range(old, start, stop)``, is made
    where numbers cannot be put in their places as they are."""

    def set_run(rhs: Any, start: Any, stop: Any, old: Any) -> Any:
        if type(old) is Tensor and sys.getrefcount(old) <= HELD_BY_VARIABLE and _stored_run(old, start, stop, rhs):
            return old
        places = make_range(old, start, stop)
        held = [old]
        del old  # else it would seem to be held by more than its variable
        return set1(rhs, places, held.pop())

    return set_run


def _stored_run(old: Tensor, start: Any, stop: Any, rhs: Any) -> bool:
    """Put a double, or as many as there are places, into an array of doubles that nobody else sees; False where that is not so simple."""
    if old._array is None or old.storage is not None or type(start) is not float or type(stop) is not float:
        return False
    if not 1.0 <= start < stop <= old._array.size or not start.is_integer() or not stop.is_integer() or not writable(old):
        return False
    array, first, last = old._array, int(start) - 1, int(stop)
    if array.dtype.char != "d" or not array.flags.f_contiguous:
        return False
    if type(rhs) is float:
        array.reshape(-1, order="F")[first:last] = rhs
        return True
    source = rhs._array if type(rhs) is Tensor else None
    if source is None or source.dtype.char != "d" or source.size != last - first or source.size > _MOST_MOVED:
        return False
    if np.shares_memory(source, array):
        return False
    array.reshape(-1, order="F")[first:last] = source.reshape(-1, order="F")
    return True


_MOST_MOVED = 4096
"""Elements up to which the general path costs more than moving them."""


def _with_character(old: CharArray, i: float, rhs: CharArray) -> str | None:
    """The text of a row after ``old(i) = rhs`` for one ASCII character in it, or behind its end; None for anything else."""
    if not old.is_row or not rhs.is_row:
        return None
    text, character = old.text, rhs.text
    if len(character) != 1 or not 1.0 <= i <= len(text) + 1 or not i.is_integer() or not (text.isascii() and character.isascii()):
        return None
    k = int(i)
    return text[: k - 1] + character + text[k:]


def _copy_for(old: Tensor, i: Any, rhs: Any) -> Tensor | None:
    """A copy of a shared double or logical array into which a scalar of its type can be stored at ``i``; None where it is not so simple."""
    array, kind = old._array, type(rhs)
    if array is None or type(i) is not float or not 1.0 <= i <= array.size or array.ndim != 2:
        return None
    if (kind is float and old.matlab_class == "double" and array.dtype.kind == "f") or (kind is bool and old.matlab_class == "logical"):
        return Tensor(array.copy(order="F"), old.matlab_class)
    return None


def set2(rhs: Any, i: Any, j: Any, old: Any) -> Any:
    """``old(i, j) = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if not alone and _waits(old, rhs):
        if (recorded := _deferred(old, (i, j), rhs)) is not None:
            return recorded
        rhs.array  # noqa: B018
        alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if alone and type(old) is Tensor and type(i) is type(j) is float:
        array = old._array
        kind = type(rhs)
        if (
            ((kind is float and old.matlab_class == "double") or (kind is bool and old.matlab_class == "logical"))
            and array is not None
            and old.storage is None
            and not old._is_complex
            and array.base is None
            and sys.getrefcount(array) == _ARRAY_ALONE
            and array.ndim == 2
        ):
            rows, columns = array.shape
            if 1.0 <= i <= rows and 1.0 <= j <= columns:
                r, c = int(i), int(j)
                if r == i and c == j:
                    array[r - 1, c - 1] = rhs
                    return old
        del array
    return write_elements(old, (i, j), rhs, alone)


def poke(old: Tensor, i: Any, rhs: Any) -> bool:
    """Store a double (or logical) at a float subscript of a tensor that only its variable holds; False: not so simple."""
    kind = type(rhs)
    if not ((kind is float and old.matlab_class == "double") or (kind is bool and old.matlab_class == "logical")) or type(i) is not float:
        return False
    array = old._array
    if array is None or old.storage is not None or old._is_complex or array.base is not None or sys.getrefcount(array) != _ARRAY_ALONE:
        return False
    shape = array.shape
    if len(shape) != 2:
        return False
    rows, columns = shape
    if not 1.0 <= i <= rows * columns:
        return False
    k = int(i)
    if k != i:
        return False
    k -= 1
    if rows == 1:
        array[0, k] = rhs
    elif columns == 1:
        array[k, 0] = rhs
    else:
        array[k % rows, k // rows] = rhs
    return True


def _poke_mask(old: Tensor, mask: Tensor, rhs: Any) -> bool:
    """Store a double where a mask of the same shape is true, in a tensor that only its variable holds; False: not so simple."""
    array, chosen = old._array, mask._array
    if type(rhs) is not float or array is None or chosen is None or chosen.dtype.char != "?" or chosen.shape != array.shape:
        return False
    if array.dtype.char != "d" or old.storage is not None or array.base is not None or sys.getrefcount(array) != _ARRAY_ALONE:
        return False
    array[chosen] = rhs
    return True


def set_elements(rhs: Any, subscripts: tuple[Any, ...], old: Any) -> Any:
    """``old(subscripts) = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if not alone and _waits(old, rhs):
        if (recorded := _deferred(old, subscripts, rhs)) is not None:
            return recorded
        rhs.array  # noqa: B018
        alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    return write_elements(old, subscripts, rhs, alone)


def _waits(old: Any, rhs: Any) -> bool:
    """Whether a value that is written into an array on the host waits to be computed.  It may take that array's own elements: as long as it
    waits, it holds them, and all of them would be copied (``U(:, k + 1) = U(:, k) + ...``, in every turn of a loop)."""
    return type(rhs) is Tensor and rhs._array is None and type(old) is Tensor and old._array is not None


def set_content1(i: Any, rhs: Any, old: Any) -> Any:
    """``old{i} = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if alone and type(old) is CellArray and type(i) is float and store_content(old, i, rhs):
        return old
    if isinstance(old, HostObject):
        return old.cell_assign((i,), rhs)
    return cell_assign(as_known(old), (i,), rhs, alone)


def set_content(subscripts: tuple[Any, ...], rhs: Any, old: Any) -> Any:
    """``old{subscripts} = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if isinstance(old, HostObject):
        return old.cell_assign(subscripts, rhs)
    return cell_assign(as_known(old), subscripts, rhs, alone)


def set_field(rhs: Any, name: str, old: Any) -> Any:
    """``old.name = rhs``."""
    alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
    if alone and type(old) is StructArray:
        array = old.array
        if array.size == 1 and sys.getrefcount(array) == _ARRAY_ALONE:
            element = array.item(0)
            if name in element and sys.getrefcount(element) == ELEMENT_ALONE:
                element[name] = rhs
                return old
            del element
        del array
    elif (type(old) is Handle or (alone and type(old) is Instance)) and name in old.cls.open_writes and name in old.values:
        old.values[name] = rhs
        return old
    return write_field(old, name, rhs, alone)


def class_accessors(cls: ClassInfo) -> dict[str, Callable[..., Any]]:
    """``$field``, ``$first_field`` and ``$set_field`` for the methods of a class, which may touch more properties without a check."""

    def field(value: Any, name: str) -> Any:
        if (type(value) is Handle or type(value) is Instance) and name in value.cls.reads_of(cls) and name in value.values:
            return value.values[name]
        return reader.field(value, name)

    def first_field(value: Any, name: str) -> Any:
        return field(value, name) if type(value) is Handle or type(value) is Instance else reader.first_field(value, name)

    def set_field(rhs: Any, name: str, old: Any) -> Any:
        alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
        if (type(old) is Handle or (alone and type(old) is Instance)) and name in old.cls.writes_of(cls) and name in old.values:
            old.values[name] = rhs
            return old
        return write_field(old, name, rhs, alone)

    reader = cls.session.reader
    return {"$field": field, "$first_field": first_field, "$set_field": set_field}


def as_known(old: Any) -> Any:
    return None if old is UNDEFINED else old


def _deferred(old: Tensor, subscripts: tuple[Any, ...], rhs: Any) -> Tensor | None:
    """The array after the assignment, recorded rather than made, where something of it is deferred or on a device."""
    for value in (old, rhs, *subscripts):
        if type(value) is Tensor and value.storage is not None:
            return value.storage.engine.write(old, subscripts, rhs)
    return None


def deferred_rest(value: Any, subscripts: tuple[Any, ...]) -> Tensor | None:
    """An array that is deferred or on a device, without deleted elements: recorded, not computed."""
    if type(value) is not Tensor or value.storage is None or not subscripts:
        return None
    engine = value.storage.engine
    if len(subscripts) == 1:
        return engine.without(value, subscripts[0])
    if len(subscripts) != len(value.shape) or not engine.prefers_device(value):
        return None
    left = what_is_left(value.shape, subscripts)
    if left is None:
        return value
    axis, keep = left
    return engine.read(value, tuple(Tensor(keep.reshape(-1, 1)) if d == axis else COLON for d in range(len(value.shape))))


def _begun(old: Any, subscripts: tuple[Any, ...], rhs: float) -> Any:
    """``x(i, j) = number`` where there is no ``x`` yet, or nothing or one number in it; None for the general path."""
    at = places(subscripts)
    if not at or len(at) > MOST_DIMENSIONS or (type(old) is Tensor and old.matlab_class != "double"):
        return None
    at = at if len(at) > 1 else (0, *at)
    shape = tuple(k + 1 for k in at)
    if math.prod(shape) > _MOST_BEGUN:
        return None
    begun = np.zeros(shape, order="F")
    if type(old) is float:
        begun[(0,) * len(shape)] = old
    begun[at] = rhs
    return rhs if begun.size == 1 else Tensor(begun)


_MOST_BEGUN = 4096


def write_elements(old: Any, subscripts: tuple[Any, ...], rhs: Any, alone: bool) -> Any:
    if type(rhs) is float and (old is UNDEFINED or type(old) is float or (type(old) is Tensor and old.shape == (0, 0))):
        begun = _begun(old, subscripts, rhs)
        if begun is not None:
            return begun
    if type(old) is Tensor:
        if (recorded := _deferred(old, subscripts, rhs)) is not None:
            return recorded
        if type(rhs) is float or type(rhs) is Tensor:
            return assign(old, subscripts, rhs, alone)
    if isinstance(old, HostObject):
        return old.assign(subscripts, rhs)
    if hasattr(rhs, "full_value") and type(old) is not CellArray:  # elements of a sparse matrix into a full one
        rhs = rhs.full_value()
    if isinstance(rhs, HostObject) or type(rhs) is FunctionHandle:
        return _write_objects(old, subscripts, rhs, alone)
    return assign(as_known(old), subscripts, rhs, alone)


def _write_objects(old: Any, subscripts: tuple[Any, ...], rhs: Any, alone: bool) -> Any:
    """Objects, or a function handle, as elements of ``old``, which is no object."""
    if old is UNDEFINED or (type(old) is Tensor and old.numel == 0):
        if isinstance(rhs, ObjectValue):
            return rhs.cls.table.arrays.place(subscripts, rhs)
        if all(s == 1.0 or s is COLON for s in subscripts):
            return rhs
        empty = _empty_for(rhs)
        if empty is not None:
            return empty.assign(subscripts, rhs)
    elif type(old) is FunctionHandle and all(s == 1.0 for s in subscripts):
        return rhs
    plain = _plain_for(old, rhs) if isinstance(rhs, HostObject) else None
    if plain is not None:
        return assign(as_known(old), subscripts, plain, alone)
    if isinstance(rhs, HostObject) and type(old) is not CellArray:
        raise _not_convertible(old, rhs)
    return assign(as_known(old), subscripts, rhs, alone)


def _empty_for(rhs: Any) -> Any:
    """The empty array that elements of ``rhs`` go into where there was none; None where its class has no arrays of its own."""
    if isinstance(rhs, NumberedArray):
        return rhs.like(_NO_NUMBERS)
    if isinstance(rhs, HostObject) and rhs.each_element() is not None:
        return rhs.of_elements(np.empty((0, 0), object))
    return None


def _plain_for(old: Any, rhs: HostObject) -> Any:
    """Objects as values that ``old`` can hold, or None."""
    if old is UNDEFINED or class_of(old) == "double":
        numbers = rhs.as_numbers()
        if numbers is not None:
            return numbers
    if isinstance(rhs, ObjectValue) and old is not UNDEFINED:
        return rhs.cls.table.converted(rhs, class_of(old))
    return None


def _not_convertible(old: Any, rhs: HostObject) -> MatlabError:
    kind = class_of(old) if old is not UNDEFINED else "double"
    if isinstance(rhs, ObjectValue):
        text = f"Conversion to {kind} from {rhs.matlab_class} is not possible."
    else:
        text = f"Unable to perform assignment because value of type '{rhs.matlab_class}' is not convertible to '{kind}'."
    return MatlabError(text, "MATLAB:UnableToConvert")


def write_field(old: Any, name: str, rhs: Any, alone: bool) -> Any:
    if isinstance(old, ObjectValue):
        return old.write_steps(((".", name),), 0, rhs, alone)
    if isinstance(old, HostObject):
        return old.set_property(name, rhs)
    if type(name) is not str:
        check_new_field(old, name)
    if type(old) is StructArray and old.numel != 1:
        if old.numel == 0 and old.shape == (0, 0):
            return StructArray.scalar({**dict.fromkeys(old.fields, EMPTY), name: rhs})
        raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
    return field_set(as_known(old), name, rhs, alone)


def check_new_field(old: Any, name: str) -> None:
    """Raise where a structure cannot have a field of that name, unless it has one."""
    if type(name) is PositionName:
        raise bad_field_name()
    if type(name) is OddName and (type(old) is not StructArray or name not in old.fields):
        raise MatlabError(f"Invalid field name: '{name}'.", "MATLAB:AddField:InvalidFieldName")


_NO_NUMBERS = np.zeros((0, 0))
EMPTY = Tensor(np.empty((0, 0)))


def not_assignable() -> None:
    raise MatlabError("The left side of an assignment must be a variable.", "MATLAB:assignment:notVariable")
