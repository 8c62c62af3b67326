"""``set`` and ``get`` of matlab.mixin.SetGet: properties of one object or of all in an array, by names that may be shortened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CellArray, StringArray, StructArray, object_array
from ...values.convert import is_text, text_of, to_value
from .instances import Instance, ObjectValue

EXACT = "matlab.mixin.SetGetExactNames"


def _full_name(value: Instance, name_text: str) -> str:
    """The property that a name means: in any case and shortened where only one begins so, unless the class asks for exact names."""
    known = value.cls.properties
    if name_text in known or value.cls.derives_from(EXACT):
        return name_text
    visible = [name for name, prop in known.items() if not prop.hidden]
    matches = [name for name in known if name.lower() == name_text.lower()] or [
        n for n in visible if name_text and n.lower().startswith(name_text.lower())
    ]
    return matches[0] if len(matches) == 1 else name_text


def _names(names: Any) -> list[str]:
    return [text_of(item) if is_text(item) else str(item) for item in names.array.ravel(order="F")]


def _is_list(value: Any) -> bool:
    return type(value) is CellArray or (type(value) is StringArray and value.numel != 1)


def set_properties(table: Any, nargout: int, value: ObjectValue, *arguments: Any) -> tuple[Any, ...]:
    """``set(H, name, value, ...)``, also with lists of names and values and with structures; without values what may be set."""
    if not arguments:
        names = [name for name, prop in value.cls.properties.items() if prop.set_access == "public" and not (prop.hidden or prop.constant)]
        return _given_or_printed(table, nargout, to_value({name: CellArray(np.empty((0, 0), object)) for name in names}))
    if len(arguments) == 1 and is_text(arguments[0]):
        return (CellArray(np.empty((0, 0), object)),) if nargout else ()
    rest = list(arguments)
    while rest:
        first = rest.pop(0)
        if type(first) is StructArray:
            for name, item in first.array.flat[0].items():
                _set_all(table, value, [name], [[item]])
            continue
        if not rest:
            raise MatlabError("Invalid parameter/value pair arguments.", "MATLAB:hg:InvalidParameterValuePair")
        second = rest.pop(0)
        if _is_list(first):
            _set_all(table, value, _names(first), _rows(value, second, first.numel))
        else:
            _set_all(table, value, [text_of(first)], [[second]])
    return ()


def _rows(value: ObjectValue, cells: Any, count: int) -> list[list[Any]]:
    """Values for each name: one row for all objects, or a row for each."""
    if type(cells) is not CellArray or cells.shape[0] not in (1, value.numel) or cells.numel != cells.shape[0] * count:
        raise MatlabError("Value cell array handle dimension must match handle vector length.", "MATLAB:hg:InvalidPVPairs")
    return [list(row) for row in cells.array.reshape(cells.shape[0], -1, order="F")]


def _set_all(table: Any, value: ObjectValue, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    for k, element in enumerate(value.elements):
        for name, item in zip(names, rows[k if len(rows) > 1 else 0], strict=True):
            full = _full_name(element, name)
            if full not in element.cls.properties and not table.members.has_dynamic(element, full):
                text = f"The name '{name}' is not an accessible property for an instance of class '{element.cls.name}'."
                raise MatlabError(text, "MATLAB:class:InvalidProperty")
            table.members.set(element, full, item, False)


def _given_or_printed(table: Any, nargout: int, structs: StructArray) -> tuple[Any, ...]:
    if nargout:
        return (structs,)
    table.session.feval("disp", (structs,), 0)
    return ()


def get_properties(table: Any, nargout: int, value: ObjectValue, *names: Any) -> tuple[Any, ...]:
    """A structure of all properties (printed where nobody takes it), the value of one, or a cell: rows for objects, columns for names."""
    elements = value.elements
    if not names:
        records = [dict(table.members.shown(element)) for element in elements]
        return _given_or_printed(
            table, nargout, StructArray(object_array(records, (len(records), 1)), tuple(records[0]) if records else ())
        )
    wanted = _names(names[0]) if _is_list(names[0]) else [text_of(names[0])]
    for element in elements:
        for name in wanted:
            if (full := _full_name(element, name)) not in element.cls.properties and not table.members.has_dynamic(element, full):
                own = value.cls.name
                text = f"Property {name} not found in class {own}, or is not present in all elements of the array of class {own}."
                raise MatlabError(text, "MATLAB:class:setgetPropertyNotFound")
    cells = [[table.members.get(element, _full_name(element, name)) for name in wanted] for element in elements]
    if len(cells) == 1 and not _is_list(names[0]):
        return (cells[0][0],)
    return (CellArray(object_array([row[j] for j in range(len(wanted)) for row in cells], (len(cells), len(wanted)))),)
