"""Writing values in generated code: each function gets the new value, where it goes, and the old value of the variable.

Generated code has the form ``x = $set1(v, i, x)``.  The old value is then held by the variable and by the call; when
nobody else holds it, its elements are changed in place.  The counts of ``sys.getrefcount`` that mean so are measured once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values.assignment import _store_content, store_field
from ..values.containers import CellArray, StructArray, object_array
from ..values.convert import class_of, numel_of
from ..values.functions import FunctionHandle
from ..values.indexing import COLON, assign, cell_assign, delete, field_set, index, with_field
from ..values.numbered import NumberedArray
from ..values.objects import HostObject, PositionName
from ..values.tensor import Tensor
from ..values.text import CharArray
from .classes.definition import ClassInfo
from .classes.instances import Handle, Instance, ObjectArray, ObjectValue
from .classes.overloads import expanded
from .reading import UNDEFINED, Reader, bad_field_name

Subscripts = tuple[Any, ...]
Steps = tuple[tuple[str, Any], ...]


def _measure() -> int:
    """What ``sys.getrefcount`` says of an argument that its variable alone holds besides the call."""

    def callee(value: Any, old: Any) -> int:
        return sys.getrefcount(old)

    def caller(call: Callable[..., int]) -> int:
        variable = CellArray.of([])
        return call(None, variable)

    return caller(callee)


_HELD_BY_VARIABLE = _measure()


def _measure_array() -> int:
    holder = Tensor(np.zeros((1, 3)))
    array = holder._array
    return sys.getrefcount(array)


_ARRAY_ALONE = _measure_array()


def set1(rhs: Any, i: Any, old: Any) -> Any:
    """``old(i) = rhs``."""
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
    if type(old) is Tensor:
        if alone:
            if (type(i) is Tensor and _poke_mask(old, i, rhs)) or _poke1(old, i, rhs):
                return old
        else:
            copy = _copy_for(old, i, rhs)
            if copy is not None and _poke1(copy, i, rhs):
                return copy
    elif type(old) is CharArray and type(rhs) is CharArray and type(i) is float and (text := _with_character(old, i, rhs)) is not None:
        return CharArray.row(text)
    return _set(old, (i,), rhs, alone)


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
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
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
    return _set(old, (i, j), rhs, alone)


def _poke1(old: Tensor, i: Any, rhs: Any) -> bool:
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
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
    return _set(old, subscripts, rhs, alone)


def set_content1(rhs: Any, i: Any, old: Any) -> Any:
    """``old{i} = rhs``."""
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
    if alone and type(old) is CellArray and type(i) is float and _store_content(old, i, rhs):
        return old
    if isinstance(old, HostObject):
        return old.cell_assign((i,), rhs)
    return cell_assign(_known(old), (i,), rhs, alone)


def set_content(rhs: Any, subscripts: tuple[Any, ...], old: Any) -> Any:
    """``old{subscripts} = rhs``."""
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
    if isinstance(old, HostObject):
        return old.cell_assign(subscripts, rhs)
    return cell_assign(_known(old), subscripts, rhs, alone)


def set_field(rhs: Any, name: str, old: Any) -> Any:
    """``old.name = rhs``."""
    alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
    if alone and type(old) is StructArray:
        array = old.array
        if array.size == 1 and sys.getrefcount(array) == _ARRAY_ALONE:
            element = array.item(0)
            if name in element and sys.getrefcount(element) == _ELEMENT_ALONE:
                element[name] = rhs
                return old
            del element
        del array
    elif (type(old) is Handle or (alone and type(old) is Instance)) and name in old.cls.open_writes and name in old.values:
        old.values[name] = rhs
        return old
    return _set_field(old, name, rhs, alone)


def class_accessors(cls: ClassInfo) -> dict[str, Callable[..., Any]]:
    """``$field`` and ``$set_field`` for the methods of a class, which may touch more properties without a check."""

    def field(value: Any, name: str) -> Any:
        if (type(value) is Handle or type(value) is Instance) and name in value.cls.reads_of(cls) and name in value.values:
            return value.values[name]
        return reader.field(value, name)

    def set_field(rhs: Any, name: str, old: Any) -> Any:
        alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
        if (type(old) is Handle or (alone and type(old) is Instance)) and name in old.cls.writes_of(cls) and name in old.values:
            old.values[name] = rhs
            return old
        return _set_field(old, name, rhs, alone)

    reader = cls.session.reader
    return {"$field": field, "$set_field": set_field}


def _known(old: Any) -> Any:
    return None if old is UNDEFINED else old


def _deferred(old: Tensor, subscripts: tuple[Any, ...], rhs: Any) -> Tensor | None:
    """The array after the assignment, recorded rather than made, where something of it is deferred or on a device."""
    for value in (old, rhs, *subscripts):
        if type(value) is Tensor and value.storage is not None:
            return value.storage.engine.write(old, subscripts, rhs)
    return None


def _deferred_rest(value: Any, subscripts: tuple[Any, ...]) -> Tensor | None:
    """What a deletion leaves of an array that is deferred or on a device, recorded rather than made."""
    if type(value) is not Tensor or value.storage is None or len(subscripts) != 1:
        return None
    return value.storage.engine.without(value, subscripts[0])


def _set(old: Any, subscripts: tuple[Any, ...], rhs: Any, alone: bool) -> Any:
    if type(old) is Tensor and (recorded := _deferred(old, subscripts, rhs)) is not None:
        return recorded
    if isinstance(old, HostObject):
        return old.assign(subscripts, rhs)
    if hasattr(rhs, "full_value") and type(old) is not CellArray:  # elements of a sparse matrix into a full one
        rhs = rhs.full_value()
    if isinstance(rhs, ObjectValue) and (old is UNDEFINED or (type(old) is Tensor and old.numel == 0)):
        return rhs.cls.table.arrays.place(subscripts, rhs)
    if isinstance(rhs, HostObject) or type(rhs) is FunctionHandle:
        if old is UNDEFINED or (type(old) is Tensor and old.numel == 0):
            if all(s == 1.0 or s is COLON for s in subscripts):
                return rhs
            if isinstance(rhs, NumberedArray):
                return rhs.like(_NO_NUMBERS).assign(subscripts, rhs)
        elif type(old) is FunctionHandle and all(s == 1.0 for s in subscripts):
            return rhs
        if isinstance(rhs, HostObject) and type(old) is not CellArray:
            kind = class_of(old) if old is not UNDEFINED else "double"
            raise MatlabError(f"Conversion to {kind} from {rhs.matlab_class} is not possible.", "MATLAB:UnableToConvert")
    return assign(_known(old), subscripts, rhs, alone)


def _set_field(old: Any, name: str, rhs: Any, alone: bool) -> Any:
    if isinstance(old, ObjectValue):
        return old.write_steps(((".", name),), 0, rhs, alone)
    if isinstance(old, HostObject):
        return old.set_property(name, rhs)
    if type(name) is PositionName:
        raise bad_field_name()
    if type(old) is StructArray and old.numel != 1:
        if old.numel == 0 and old.shape == (0, 0):
            return StructArray.scalar({**dict.fromkeys(old.fields, _EMPTY), name: rhs})
        raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
    return field_set(_known(old), name, rhs, alone)


_NO_NUMBERS = np.zeros((0, 0))
_EMPTY = Tensor(np.empty((0, 0)))


class Writer:
    """Assignments through chains of steps: ``x(i).y{3}(2) = v``, creating what is missing on the way."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def set_path(self, rhs: Any, steps: tuple[tuple[str, Any], ...], old: Any) -> Any:
        alone = sys.getrefcount(old) <= _HELD_BY_VARIABLE
        return self._write(old, steps, 0, rhs, alone)

    def write(self, old: Any, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        """The value after assigning to the steps from ``k`` on; ``alone``: nobody but the caller holds ``old``."""
        return self._write(old, steps, k, rhs, alone)

    def _write(self, old: Any, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        """The value after the steps from ``k`` on; ``alone``: nobody but our callers holds ``old``."""
        kind, what = steps[k]
        if kind == "." and not isinstance(what, str):
            steps = expanded(steps, k)
            if steps[-1][0] == "(" and type(rhs) is Tensor and rhs.shape == (0, 0):
                return self.delete_path(steps[k:], old, "")
            return self._write(old, steps, k, rhs, alone)
        if isinstance(old, ObjectValue):
            return old.write_steps(steps, k, rhs, alone)
        if k == len(steps) - 1:
            if kind == "(":
                if alone and len(what) == 1 and type(old) is Tensor and _poke1(old, what[0], rhs):
                    return old
                return _set(old, what, rhs, alone)
            if kind == "{":
                return old.cell_assign(what, rhs) if isinstance(old, HostObject) else cell_assign(_known(old), what, rhs, alone)
            return _set_field(old, what, rhs, alone)
        if kind == ".":
            return self._write_field(old, what, steps, k, rhs, alone)
        if kind == "{":
            return self._write_content(old, what, steps, k, rhs, alone)
        return self._write_element(old, what, steps, k, rhs, alone)

    def _write_field(self, old: Any, name: str, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        if isinstance(old, HostObject):
            return old.set_property(name, self._write(old.property_to_write(name), steps, k + 1, rhs, False))
        if type(name) is PositionName:
            raise bad_field_name()
        if type(old) is StructArray and old.numel == 1:
            element = old.array.item(0)
            if alone and name in element and sys.getrefcount(old.array) <= _ATTRIBUTE_ALONE and sys.getrefcount(element) <= _ELEMENT_ALONE:
                child = element[name]
                element[name] = None
                try:
                    child_alone = sys.getrefcount(child) <= 2
                    element[name] = self._write(child, steps, k + 1, rhs, child_alone)
                except BaseException:
                    element[name] = child
                    raise
                return old
            child = element.get(name, UNDEFINED)
            del element
        elif old is UNDEFINED or (numel_of(old) == 0 and type(old) in (Tensor, StructArray)):
            child = UNDEFINED
        elif type(old) is StructArray:
            raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
        else:
            raise MatlabError(
                "Unable to perform assignment because dot indexing is not supported for variables of this type.",
                "MATLAB:structAssToNonStruct",
            )
        return _set_field(old, name, self._write(child, steps, k + 1, rhs, False), alone)

    def _write_content(self, old: Any, subscripts: Subscripts, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        if isinstance(old, HostObject):
            (child,) = old.cell_index(subscripts)
            return old.cell_assign(subscripts, self._write(child, steps, k + 1, rhs, False))
        child: Any = UNDEFINED
        if type(old) is CellArray and _exists(old, subscripts):
            contents = self.reader.contents(old, *subscripts)
            if len(contents) != 1:
                raise MatlabError(
                    f"Expected one output from a curly brace or dot indexing expression, but there were {len(contents)} results.",
                    "MATLAB:index:expected_one_output_from_expression",
                )
            child = contents[0]
            del contents
            if alone and len(subscripts) == 1 and type(subscripts[0]) is float and sys.getrefcount(old.array) <= _ATTRIBUTE_ALONE:
                cell_assign(old, subscripts, _EMPTY, True)
                try:
                    child_alone = sys.getrefcount(child) <= 2
                    new = self._write(child, steps, k + 1, rhs, child_alone)
                except BaseException:
                    cell_assign(old, subscripts, child, True)
                    raise
                return cell_assign(old, subscripts, new, True)
            if type(child) is Tensor and child.shape == (0, 0):
                child = UNDEFINED if steps[k + 1][0] != "(" else child
        elif type(old) is StructArray or (old is not UNDEFINED and type(old) is not CellArray and numel_of(old) > 0):
            raise MatlabError(
                "Unable to perform assignment because brace indexing is not supported for variables of this type.",
                "MATLAB:cellAssToNonCell",
            )
        return cell_assign(_known(old), subscripts, self._write(child, steps, k + 1, rhs, False), alone)

    def _write_element(self, old: Any, subscripts: Subscripts, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        """``old(subscripts).f... = rhs`` and ``old(subscripts){..} = rhs``."""
        if alone and type(old) is StructArray and len(subscripts) == 1 and k + 2 == len(steps):
            what, name = steps[k + 1]
            if what == "." and type(name) is str and type(subscripts[0]) is float and store_field(old, subscripts[0], name, rhs):
                return old
        if old is not UNDEFINED and not isinstance(old, (StructArray, CellArray, Tensor, HostObject)):
            raise MatlabError(
                "Unable to perform assignment because dot indexing is not supported for variables of this type.",
                "MATLAB:structAssToNonStruct",
            )
        if isinstance(old, HostObject):
            child = old.index(subscripts)
            new = self._write(child, steps, k + 1, rhs, False)
            return old if new is child and getattr(child, "is_handle", False) else old.assign(subscripts, new)
        child: Any = UNDEFINED
        if type(old) is StructArray and _exists(old, subscripts):
            child = index(old, subscripts)
        elif type(old) is CellArray and _exists(old, subscripts):
            child = index(old, subscripts)
        elif type(old) is StructArray:
            child = StructArray.scalar(dict.fromkeys(old.fields, _EMPTY))
        new = self._write(child, steps, k + 1, rhs, False)
        if type(old) is StructArray and type(new) is StructArray:
            for name in new.fields:
                old = with_field(old, name)
        return assign(_known(old), subscripts, new, alone)

    # ------------------------------------------------------------------ lists and deletion

    def target_count(self, old: Any, steps: tuple[tuple[str, Any], ...]) -> int:
        """How many values the target ``c{1:2}`` or ``s(1:3).f`` of a multiple assignment takes."""
        steps = _spelled_out(steps)
        kind, what = steps[-1]
        before = steps[:-1]
        if isinstance(old, ObjectValue) and old.cls.overloads and (count := old.cls.table.overloads.places(old, steps)) is not None:
            return count
        value = self.reader.peek_path(old, before, "", None) if before else old
        if kind == "{":
            if value is UNDEFINED or (type(value) is CellArray and value.numel == 0 and before):
                return _count(_EMPTY, what)
            return _count(value, what)
        if before and before[-1][0] == "(":
            holder = self.reader.peek_path(old, before[:-1], "", None) if len(before) > 1 else old
            return _count(_EMPTY if holder is UNDEFINED else holder, before[-1][1])
        return numel_of(value) if isinstance(value, (StructArray, ObjectArray)) and (not before or value.numel) else 1

    def set_list(self, items: tuple[Any, ...], steps: tuple[tuple[str, Any], ...], old: Any) -> Any:
        """Assign several values to a target that stands for several places."""
        alone = False
        steps = _spelled_out(steps)
        kind, what = steps[-1]
        if len(items) == 1:
            if kind == "{" and self.target_count(old, steps) == 0:
                steps = (*steps[:-1], ("{", (1.0,)))
            return self._write(old, steps, 0, items[0], alone)
        if isinstance(old, ObjectValue) and old.cls.overloads:
            changed = old.cls.table.overloads.write(old, steps, 0, *items)
            if changed is not None:
                return changed
        if kind == "{":
            cell = CellArray.of(items, (len(items), 1)) if len(what) == 1 else CellArray.of(items, _counts(old, what))
            if len(steps) == 1 and (old is UNDEFINED or numel_of(old) == 0):
                return assign(old if type(old) is CellArray else CellArray.of([], (0, 0)), what, cell, alone)
            return self._write(old, (*steps[:-1], ("(", what)), 0, cell, alone)
        return self._set_fields(items, steps, old)

    def _set_fields(self, items: tuple[Any, ...], steps: tuple[tuple[str, Any], ...], old: Any) -> Any:
        """``[s.f] = ...`` and ``[s(2:3).f] = ...``: element by element."""
        before, name = steps[:-1], steps[-1][1]
        if before and before[-1][0] == "(":
            holder = self.reader.peek_path(old, before[:-1], "", None) if len(before) > 1 else old
            numbers, prefix = _positions(_EMPTY if holder is UNDEFINED else holder, before[-1][1]), before[:-1]
        else:
            numbers, prefix = [float(k + 1) for k in range(len(items))], before
        for number, item in zip(numbers, items, strict=True):
            old = self._write(old, (*prefix, ("(", (number,)), (".", name)), 0, item, False)
        return old

    def delete_path(self, steps: tuple[tuple[str, Any], ...], old: Any, name: str) -> Any:
        """``old...(subscripts) = []``."""
        if old is UNDEFINED:
            raise MatlabError(f"Unrecognized function or variable '{name}'.", "MATLAB:UndefinedFunction")
        subscripts = steps[-1][1]
        holder = self.reader.path(old, steps[:-1], 1)[0] if len(steps) > 1 else old
        kept = _deferred_rest(holder, subscripts)
        if kept is None:
            kept = holder.delete(subscripts) if isinstance(holder, HostObject) else delete(holder, subscripts)
        return self._write(old, steps[:-1], 0, kept, False) if len(steps) > 1 else kept


def _measure_element() -> int:
    struct = StructArray.scalar({"f": 1.0})
    element = struct.array.item(0)
    return sys.getrefcount(element)


def _measure_attribute() -> int:
    cell = CellArray.of([])
    return sys.getrefcount(cell.array)


_ELEMENT_ALONE = _measure_element()
_ATTRIBUTE_ALONE = _measure_attribute()


def _spelled_out(steps: tuple[tuple[str, Any], ...]) -> tuple[tuple[str, Any], ...]:
    """The steps with ``obj.(operations)`` in place."""
    for k in reversed(range(len(steps))):
        if steps[k][0] == "." and not isinstance(steps[k][1], str):
            steps = expanded(steps, k)
    return steps


def _positions(value: Any, subscripts: tuple[Any, ...]) -> list[float]:
    """The linear positions (from 1) that subscripts mean, also beyond the present size along one subscript."""
    if len(subscripts) == 1 and subscripts[0] is not COLON:
        return _listed(subscripts[0])
    shape = getattr(value, "shape", (1, 1))
    n = 1
    for extent in shape:
        n *= extent
    numbers = Tensor(np.arange(1.0, n + 1).reshape(shape, order="F"))
    picked = index(numbers, subscripts)
    return [picked] if type(picked) is float else [float(x) for x in picked.array.ravel(order="F")]


def _listed(subscript: Any) -> list[float]:
    if type(subscript) is float:
        return [subscript]
    if type(subscript) is bool:
        return [1.0] if subscript else []
    array = subscript.array
    if array.dtype == np.bool_:
        return [float(k + 1) for k in np.flatnonzero(array.ravel(order="F"))]
    return [float(x) for x in array.ravel(order="F")]


def _counts(value: Any, subscripts: tuple[Any, ...]) -> tuple[int, ...]:
    shape = (0, 0) if value is UNDEFINED else getattr(value, "shape", (1, 1))
    counts = []
    for k, subscript in enumerate(subscripts):
        if subscript is COLON:
            extent = 1
            for n in shape if len(subscripts) == 1 else (shape[k : k + 1] if k < len(subscripts) - 1 else shape[k:]):
                extent *= n
            counts.append(extent)
        else:
            counts.append(len(_listed(subscript)))
    return tuple(counts)


def _count(value: Any, subscripts: tuple[Any, ...]) -> int:
    n = 1
    for count in _counts(value, subscripts):
        n *= count
    return n


def _exists(value: Any, subscripts: tuple[Any, ...]) -> bool:
    """Whether all elements that the subscripts mean are there."""
    try:
        index(value, subscripts)
    except MatlabError:
        return False
    return True


def not_assignable() -> None:
    raise MatlabError("The left side of an assignment must be a variable.", "MATLAB:assignment:notVariable")


__all__ = ["CharArray", "Writer", "not_assignable", "object_array", "set1", "set2", "set_content", "set_elements", "set_field"]
