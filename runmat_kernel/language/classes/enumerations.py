"""Enumeration classes: members, conversion from text and numbers, comparison."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.registry import stating
from ...builtins.spec import Fact
from ...values.containers import CellArray, object_array
from ...values.convert import as_array, class_of, to_value
from ...values.equality import equal
from ...values.text import CharArray, StringArray
from .definition import ClassInfo
from .instances import ObjectValue, elements_array, object_value

MEMBER = "$member"
"""The key under which an enumeration member keeps its name."""
SETS = stating(Fact.SETS) - {"ismember"}


def member(table: Any, cls: ClassInfo, name: str) -> Any:
    """The one object of a member; a member with the built-in value of an earlier one is that one."""
    element = cls.members.get(name)
    if element is not None:
        return element
    node = cls.member_nodes[name]
    arguments = tuple(cls.unit.evaluate(argument) for argument in node.arguments)
    constructors = table.constructors
    constructors.pending.append(constructors.fresh(cls))
    created = constructors._initialise(cls, 1, arguments)[0]
    if cls.data_class is not None:
        for earlier in list(cls.member_nodes)[: list(cls.member_nodes).index(name)]:
            same = member(table, cls, earlier)
            if equal(same.values.get("$data"), created.values.get("$data")):
                cls.members[name] = same
                return same
    created.values[MEMBER] = name
    cls.members[name] = created
    return created


def members(table: Any, cls: ClassInfo) -> list[Any]:
    return [member(table, cls, name) for name in cls.member_nodes]


def name_of(value: Any) -> str:
    return value.values[MEMBER]


def from_arguments(table: Any, cls: ClassInfo, arguments: tuple[Any, ...]) -> Any:
    """``Class(value)``: a conversion; without arguments the first member."""
    if not arguments:
        return member(table, cls, next(iter(cls.member_nodes)))
    if len(arguments) > 1:
        raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=cls.name)
    return convert(table, cls, arguments[0])


def convert(table: Any, cls: ClassInfo, value: Any) -> Any:
    """Members from their names or built-in values; raises where there is none."""
    if isinstance(value, ObjectValue) and value.cls.derives_from(cls.name):
        return value
    texts = _texts(value)
    if texts is not None:
        items = [_named(table, cls, str(text)) for text in texts.ravel(order="F")]
        return object_value(cls, object_array(items, texts.shape))
    if cls.data_class is None or class_of(value) in ("cell", "struct", "function_handle"):
        raise MatlabError(f"Conversion to {cls.name} from {class_of(value)} is not possible.", "MATLAB:UnableToConvert")
    array = as_array(table.data(value) if isinstance(value, ObjectValue) else value)
    items = [_valued(table, cls, item) for item in array.ravel(order="F")]
    return object_value(cls, object_array(items, array.shape))


def _named(table: Any, cls: ClassInfo, text: str) -> Any:
    if text in cls.member_nodes:
        return member(table, cls, text)
    folded = [name for name in cls.member_nodes if name.lower() == text.lower()]
    if len(folded) == 1:
        return member(table, cls, folded[0])
    raise MatlabError(
        f"Unable to convert the text to '{cls.name}' because '{text}' is not a member of the enumeration.", "MATLAB:class:CannotConvert"
    )


def _valued(table: Any, cls: ClassInfo, number: Any) -> Any:
    for candidate in members(table, cls):
        if as_array(candidate.values["$data"]).reshape(-1)[0] == number:
            return candidate
    raise MatlabError(
        f"Unable to convert value '{number:g}' to enumeration '{cls.name}' because it is not one of its values.",
        "MATLAB:class:CannotConvert",
    )


def _texts(value: Any) -> np.ndarray | None:
    if type(value) is CharArray and value.is_row:
        return StringArray.scalar(value.text).array
    if type(value) is StringArray:
        return value.array
    if type(value) is CellArray and all(type(x) is CharArray for x in value.array.flat):
        texts = np.empty(value.shape, object)
        for position in np.ndindex(value.shape):
            content: Any = value.array[position]
            texts[position] = content.text
        return texts
    return None


def names_array(value: ObjectValue) -> np.ndarray:
    """The names of members, in an object array of the value's shape."""
    array = elements_array(value)
    names = np.empty(array.shape, object)
    for position in np.ndindex(array.shape):
        names[position] = name_of(array[position])
    return names


def compare(table: Any, equal_wanted: bool, a: Any, b: Any) -> Any:
    """``a == b`` where one is an enumeration: by member, by name for text, by value for numbers."""
    value = a if isinstance(a, ObjectValue) and a.cls.member_nodes else b
    cls = value.cls
    other = b if value is a else a
    if not isinstance(other, ObjectValue) and _texts(other) is None:
        if cls.data_class is None:
            raise MatlabError(f"Comparison between {cls.name} and {class_of(other)} is not defined.", "MATLAB:class:enumerationComparison")
        left, right = as_array(table.data(value)), as_array(other)
    else:
        left = names_array(value)
        names = names_array(other) if isinstance(other, ObjectValue) and other.cls.member_nodes else _texts(other)
        differ = names is None or (isinstance(other, ObjectValue) and other.cls.name != cls.name)
        right = np.full((1, 1), None, object) if differ or names is None else names
    same = np.asarray(left == right) if equal_wanted else np.asarray(left != right)
    if left.shape != right.shape and 1 not in (left.size, right.size):
        raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch")
    return to_value(same.astype(np.bool_))


def arranged(table: Any, cls: ClassInfo, name: str, nargout: int, arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """Sorting and sets of members, which stay members: by their values, or by their names in a class that has no values."""

    def plain(item: Any) -> Any:
        if not isinstance(item, ObjectValue) or not item.cls.member_nodes:
            return item
        return table.data(item) if cls.data_class is not None else StringArray(names_array(item))

    outputs = table.plain(name, nargout, tuple(plain(item) for item in arguments))
    return (convert(table, cls, outputs[0]), *outputs[1:])


def text_conversion(name: str, value: ObjectValue) -> Any:
    """``char``, ``string`` and ``cellstr`` of enumeration members."""
    names = names_array(value)
    if name == "string":
        return StringArray(names)
    if name == "cellstr":
        return CellArray(object_array([CharArray.row(text) for text in names.ravel(order="F")], names.shape))
    texts: list[str] = list(names.ravel(order="F"))
    return CharArray.row(texts[0]) if len(texts) == 1 else CharArray.rows(texts)
