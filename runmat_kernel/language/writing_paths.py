"""Assignments through chains of steps (``x(i).y{3}(2) = v``), and deletion of what they lead to."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..values.containers import CellArray, StructArray
from ..values.contents import BECOME_STRUCTURES, store_field
from ..values.convert import numel_of
from ..values.indexing import COLON, assign, cell_assign, delete, index, with_field
from ..values.objects import HostObject
from ..values.subscripts import resolve
from ..values.tensor import Tensor
from ..values.text import StringArray
from .classes.instances import ObjectArray, ObjectValue
from .classes.overloads import expanded
from .reading import UNDEFINED, Reader
from .writing import (
    CHILD_ALONE,
    ELEMENT_ALONE,
    EMPTY,
    HELD_BY_VARIABLE,
    Steps,
    Subscripts,
    as_known,
    check_new_field,
    deferred_rest,
    poke,
    write_elements,
    write_field,
)


class Writer:
    """Assignments through chains of steps: ``x(i).y{3}(2) = v``, creating what is missing on the way."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def set_path(self, steps: tuple[tuple[str, Any], ...], rhs: Any, old: Any) -> Any:
        alone = sys.getrefcount(old) <= HELD_BY_VARIABLE
        return self._write(old, steps, 0, rhs, alone)

    def write(self, old: Any, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        """The value after assigning to the steps from ``k`` on; ``alone``: nobody but the caller holds ``old``."""
        return self._write(old, steps, k, rhs, alone)

    def _write(self, old: Any, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        """The value after the steps from ``k`` on; ``alone``: nobody but the callers holds ``old``."""
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
                if alone and len(what) == 1 and type(old) is Tensor and poke(old, what[0], rhs):
                    return old
                return write_elements(old, what, rhs, alone)
            if kind == "{":
                return old.cell_assign(what, rhs) if isinstance(old, HostObject) else cell_assign(as_known(old), what, rhs, alone)
            return write_field(old, what, rhs, alone)
        if kind == ".":
            return self._write_field(old, what, steps, k, rhs, alone)
        if kind == "{":
            return self._write_content(old, what, steps, k, rhs, alone)
        return self._write_element(old, what, steps, k, rhs, alone)

    def _write_field(self, old: Any, name: str, steps: tuple[tuple[str, Any], ...], k: int, rhs: Any, alone: bool) -> Any:
        if isinstance(old, HostObject):
            if steps[k + 1][0] != ".":
                steps = (*steps[: k + 1], (steps[k + 1][0], old.located(name, steps[k + 1][1])), *steps[k + 2 :])
            if steps[k + 1][0] == "(" and k + 2 == len(steps) and old.set_property_part(name, steps[k + 1][1], rhs):
                return old
            return old.set_property(name, self._write(old.property_to_write(name), steps, k + 1, rhs, False))
        if type(name) is not str:
            check_new_field(old, name)
        if type(old) is StructArray and old.numel == 1:
            element = old.array.item(0)
            if alone and name in element and sys.getrefcount(old.array) <= _ATTRIBUTE_ALONE and sys.getrefcount(element) <= ELEMENT_ALONE:
                # The child stays where it is while it is written: an interrupt must find it there.
                child = element[name]
                child_alone = sys.getrefcount(child) <= CHILD_ALONE
                element[name] = self._write(child, steps, k + 1, rhs, child_alone)
                return old
            child = element.get(name, UNDEFINED)
            del element
        elif old is UNDEFINED or (numel_of(old) == 0 and (type(old) is StructArray or type(old) in BECOME_STRUCTURES)):
            child = UNDEFINED
        elif type(old) is StructArray:
            raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
        else:
            raise MatlabError(
                "Unable to perform assignment because dot indexing is not supported for variables of this type.",
                "MATLAB:structAssToNonStruct",
            )
        return write_field(old, name, self._write(child, steps, k + 1, rhs, False), alone)

    def _write_content(self, old: Any, subscripts: Subscripts, steps: Steps, k: int, rhs: Any, alone: bool) -> Any:
        if isinstance(old, HostObject):
            (content,) = old.cell_index(subscripts)
            return old.cell_assign(subscripts, self._write(content, steps, k + 1, rhs, False))
        child: Any = UNDEFINED
        if type(old) is CellArray and _exists(old, subscripts):
            child = self._content(old, subscripts)
            if alone and len(subscripts) == 1 and type(subscripts[0]) is float and sys.getrefcount(old.array) <= _ATTRIBUTE_ALONE:
                child_alone = sys.getrefcount(child) <= CHILD_ALONE
                new = self._write(child, steps, k + 1, rhs, child_alone)
                return old if new is child else cell_assign(old, subscripts, new, True)
            if type(child) is Tensor and child.shape == (0, 0):
                child = UNDEFINED if steps[k + 1][0] != "(" else child
        elif type(old) is StringArray and _exists(old, subscripts):
            child = self._content(old, subscripts)
        elif type(old) is StructArray or (old is not UNDEFINED and type(old) is not CellArray and numel_of(old) > 0):
            raise MatlabError(
                "Unable to perform assignment because brace indexing is not supported for variables of this type.",
                "MATLAB:cellAssToNonCell",
            )
        return cell_assign(as_known(old), subscripts, self._write(child, steps, k + 1, rhs, False), alone)

    def _content(self, old: Any, subscripts: Subscripts) -> Any:
        """The one content that ``old{subscripts}`` stands for."""
        contents = self.reader.contents(old, *subscripts)
        if len(contents) != 1:
            raise MatlabError(
                f"Expected one output from a curly brace or dot indexing expression, but there were {len(contents)} results.",
                "MATLAB:index:expected_one_output_from_expression",
            )
        return contents[0]

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
            element = old.index(subscripts)
            new = self._write(element, steps, k + 1, rhs, False)
            return old if new is element and getattr(element, "is_handle", False) else old.assign(subscripts, new)
        if type(old) is Tensor and old.numel == 0 and 0 in old.shape:
            old = UNDEFINED
        child: Any = UNDEFINED
        if type(old) is StructArray and _exists(old, subscripts):
            child = index(old, subscripts)
        elif type(old) is CellArray and _exists(old, subscripts):
            child = index(old, subscripts)
        elif steps[k + 1][0] == "." and _count(old, subscripts) > 1:
            raise MatlabError("Scalar structure required for this assignment.", "MATLAB:scalarStructRequired")
        elif type(old) is StructArray:
            child = StructArray.scalar(dict.fromkeys(old.fields, EMPTY))
        new = self._write(child, steps, k + 1, rhs, False)
        if type(old) is StructArray and type(new) is StructArray:
            for name in new.fields:
                old = with_field(old, name)
        return assign(as_known(old), subscripts, new, alone)

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
                return _count(EMPTY, what)
            return _count(value, what)
        if before and before[-1][0] == "(":
            holder = self.reader.peek_path(old, before[:-1], "", None) if len(before) > 1 else old
            return _count(EMPTY if holder is UNDEFINED else holder, before[-1][1])
        several = isinstance(value, (StructArray, ObjectArray)) or (isinstance(value, HostObject) and value.gives_lists)
        return numel_of(value) if several and (not before or numel_of(value)) else 1

    def set_list(self, items: tuple[Any, ...], steps: tuple[tuple[str, Any], ...], old: Any) -> Any:
        """Assign several values to a target that stands for several places."""
        alone = False
        steps = _spelled_out(steps)
        kind, what = steps[-1]
        if len(items) == 1:
            if kind == "{" and self.target_count(old, steps) == 0:
                # The value of a call that had to give none: an empty cell array keeps it, one with elements does not change.
                holder = self.reader.peek_path(old, steps[:-1], "", None) if len(steps) > 1 else old
                if type(holder) is CellArray and holder.numel:
                    return old
                steps = (*steps[:-1], ("{", (1.0,)))
            return self._write(old, steps, 0, items[0], alone)
        if isinstance(old, ObjectValue) and old.cls.overloads:
            changed = old.cls.table.overloads.write(old, steps, 0, *items)
            if changed is not None:
                return changed
        if kind == "{":
            shape: tuple[int, ...] = (len(items), 1)
            if len(what) > 1:
                holder = self.reader.peek_path(old, steps[:-1], "", None) if len(steps) > 1 else old
                shape = _counts(EMPTY if holder is UNDEFINED else holder, what)
            cell = CellArray.of(items, shape)
            if len(steps) == 1 and (old is UNDEFINED or numel_of(old) == 0):
                return assign(old if type(old) is CellArray else CellArray.of([], (0, 0)), what, cell, alone)
            return self._write(old, (*steps[:-1], ("(", what)), 0, cell, alone)
        return self._set_fields(items, steps, old)

    def _set_fields(self, items: tuple[Any, ...], steps: tuple[tuple[str, Any], ...], old: Any) -> Any:
        """``[s.f] = ...`` and ``[s(2:3).f] = ...``: element by element."""
        before, name = steps[:-1], steps[-1][1]
        if before and before[-1][0] == "(":
            holder = self.reader.peek_path(old, before[:-1], "", None) if len(before) > 1 else old
            numbers, prefix = _positions(EMPTY if holder is UNDEFINED else holder, before[-1][1]), before[:-1]
        else:
            numbers, prefix = [float(k + 1) for k in range(len(items))], before
        alone = False
        for number, item in zip(numbers, items, strict=True):
            new = self._write(old, (*prefix, ("(", (number,)), (".", name)), 0, item, alone)
            # A structure array that the first element made is nobody else's: the others are stored into it without copying it.
            old, alone = new, alone or (new is not old and type(new) is StructArray)
        return old

    def delete_path(self, steps: tuple[tuple[str, Any], ...], old: Any, name: str) -> Any:
        """``old...(subscripts) = []``."""
        if old is UNDEFINED:
            raise MatlabError(f"Unrecognized function or variable '{name}'.", "MATLAB:UndefinedFunction")
        if isinstance(old, ObjectValue) and old.cls.table.overloads.takes_assignments(old):
            return old.cls.table.overloads.write(old, steps, 0, EMPTY)
        subscripts = steps[-1][1]
        holder = self.reader.path(old, steps[:-1], 1)[0] if len(steps) > 1 else old
        kept: Any = deferred_rest(holder, subscripts)
        if kept is None:
            kept = holder.delete(subscripts) if isinstance(holder, HostObject) else delete(holder, subscripts)
        return self._write(old, steps[:-1], 0, kept, False) if len(steps) > 1 else kept


def _measure_attribute() -> int:
    cell = CellArray.of([])
    return sys.getrefcount(cell.array)


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
    array = getattr(subscript, "array", None)
    if array is None or array.dtype.kind not in "biuf":
        resolved = resolve(subscript, 0, None)  # words the error of what is no subscript
        return [float(k + 1) for k in np.atleast_1d(resolved.positions)]
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
