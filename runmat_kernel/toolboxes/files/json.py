"""JSON text: jsonencode, jsondecode."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import name_values
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, FunctionHandle, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, text_of, to_value
from ...values.map import Map
from ...values.objects import HostObject
from ...values.tables.table import Table
from ...values.times.calendar import CalendarDuration
from ...values.times.numbered import NumberedArray


def _plain(value: Any, number: Any) -> Any:
    """The Python object whose JSON is MATLAB's for a Value; ``number`` converts numbers."""
    kind = type(value)
    if kind is CharArray:
        return value.text if value.is_row else value.lines()
    if kind is CellArray:
        return [_plain(item, number) for item in value.array.ravel(order="F")]
    if kind is Map:
        return {str(key): _plain(value.entries[key], number) for key in value.sorted_keys()}
    elements = _json_elements(value, number)
    if elements is not None:
        return elements.flat[0] if elements.size == 1 else _nested(elements, lambda item: item)
    if kind is FunctionHandle or getattr(value, "is_complex", False) or kind is complex:
        raise MatlabError(
            "Unable to encode objects of this class or complex numbers as JSON-formatted text.", "MATLAB:jsonencode:UnsupportedType"
        )
    array = as_array(value)
    return number(array.flat[0]) if array.size == 1 else _nested(array, number)


def _json_elements(value: Any, number: Any) -> np.ndarray | None:
    """The elements of an array of strings, structures, times or objects as Python objects; None for other classes."""
    if type(value) is StringArray:
        return value.array
    if type(value) is StructArray:
        records = [{field: _plain(item[field], number) for field in value.fields} for item in value.array.ravel(order="F")]
        return object_array(records, value.shape)
    if isinstance(value, (NumberedArray, CalendarDuration)):
        return object_array(list(value.texts()), value.shape)
    if isinstance(value, HostObject) and value.holds_properties:
        objects = [value] if value.numel == 1 else [value.index((float(i + 1),)) for i in range(value.numel)]
        return object_array([_object(item, number) for item in objects], value.shape)
    return None


def _object(value: HostObject, number: Any) -> Any:
    """The name of a member of an enumeration; the public properties of other objects."""
    name = value.brief()
    return name if name is not None else {own: _plain(value.get_property(own), number) for own in value.properties()}


def _nested(array: np.ndarray, convert: Any) -> Any:
    """Vectors as one list, matrices as a list of rows, and so on."""
    if array.size == 0:
        return []
    if array.ndim == 2 and 1 in array.shape:
        return [convert(item) for item in array.ravel(order="F").tolist()]
    return [_rows(part, convert) for part in array]


def _rows(part: Any, convert: Any) -> Any:
    return (
        [_rows(inner, convert) for inner in part]
        if isinstance(part, np.ndarray) and part.ndim
        else convert(part.item() if isinstance(part, np.ndarray) else part)
    )


def _number(x: Any) -> Any:
    if isinstance(x, (bool, np.bool_)):
        return bool(x)
    if isinstance(x, np.integer):
        return int(x)
    x = float(x)
    if x != x or abs(x) == float("inf"):
        return None
    return int(x) if x == int(x) and abs(x) < 1e15 else float(f"{x:.15g}")


def _any_number(x: Any) -> Any:
    """A number that may also be NaN, Infinity or -Infinity, which are no JSON."""
    number = _number(x)
    return float(x) if number is None else number


def _without_tables(call: Any, value: Any) -> Any:
    """The value with the tables in it as structure arrays of their rows."""
    if isinstance(value, Table):
        return _without_tables(call, call.feval("table2struct", value)[0])
    if type(value) is CellArray:
        return CellArray(object_array([_without_tables(call, item) for item in value.array.ravel(order="F")], value.shape))
    if type(value) is StructArray:
        items = [{name: _without_tables(call, item[name]) for name in value.fields} for item in value.array.ravel(order="F")]
        return StructArray(object_array(items, value.shape), value.fields)
    return value


@builtin(
    "jsonencode",
    "text = jsonencode(data)",
    "text = jsonencode(data, 'PrettyPrint', tf)",
    summary="JSON text of a value.",
    examples=(
        Example("jsonencode(struct('a', [1 2 3], 'b', 'x'))", '\'{"a":[1,2,3],"b":"x"}\''),
        Example("jsonencode({1, true, 'q', []})", "'[1,true,\"q\",[]]'"),
        Example("jsonencode([1 2; 3 4.5])", "'[[1,2],[3,4.5]]'"),
        Example("jsonencode(NaN)", "'null'"),
        Example("jsonencode(struct('t', datetime(2024, 1, 1:2)))", '\'{"t":["01-Jan-2024","02-Jan-2024"]}\''),
        Example("jsonencode(hours(2))", "'\"2 hr\"'"),
        Example("jsonencode(struct('t', table([1; 2], {'p'; 'q'})))", '\'{"t":[{"Var1":1,"Var2":"p"},{"Var1":2,"Var2":"q"}]}\''),
    ),
    facts=Fact.OBJECTS,
)
def jsonencode(call, value, *options):
    named = name_values(options, "jsonencode", "convertinfandnan prettyprint")
    plain = _plain(
        _without_tables(call, value), _number if named.flag("convertinfandnan", True) else _any_number
    )
    if named.flag("prettyprint"):
        return json.dumps(plain, indent=2, ensure_ascii=False)
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=False)


def _field(name: str) -> str:
    joined = re.sub(r"\s+", "", re.sub(r"(?<=\S)\s+([a-z])", lambda match: match[1].upper(), name))
    valid = re.sub(r"\W", "_", joined, flags=re.ASCII)
    return valid if re.match("[A-Za-z]", valid) else "x" + valid


def _value(item: Any) -> Any:
    """The Value of decoded JSON: lists of numbers become columns, lists of equal lists arrays, lists of like objects struct arrays."""
    if item is None:
        return Tensor(np.zeros((0, 0)))
    if isinstance(item, dict):
        return StructArray.scalar({_field(name): _value(inner) for name, inner in item.items()})
    if not isinstance(item, list):
        return to_value(item)
    return _array(item)


def _array(items: list[Any]) -> Any:
    """The Value of an array: numbers, structures of the same fields, or a matrix of rows of one size become arrays, others a cell."""
    kinds = {type(x) for x in items}
    if not items:
        return Tensor(np.zeros((0, 0)))
    if kinds == {bool}:
        return to_value(np.array(items).reshape(-1, 1))
    if kinds <= {int, float, type(None)} and kinds != {type(None)}:
        return to_value(np.array([float("nan") if x is None else float(x) for x in items]).reshape(-1, 1))
    if kinds == {dict} and len({tuple(x) for x in items}) == 1:
        elements = [{_field(name): _value(inner) for name, inner in x.items()} for x in items]
        return StructArray(object_array(elements, (len(elements), 1)), elements[0])
    values = [_value(x) for x in items]
    stacked = _stacked(values) if kinds == {list} else None
    return CellArray(object_array(values, (len(values), 1))) if stacked is None else stacked


def _stacked(values: list[Any]) -> Any:
    """Arrays of numbers of one class and size, along a new first dimension; None for others."""
    if not all(type(v) in (Tensor, float, bool) for v in values):
        return None
    arrays = [as_array(v) for v in values]
    if len({(a.shape, a.dtype) for a in arrays}) > 1 or not arrays[0].size:
        return None
    return to_value(np.stack([a[:, 0] if a.ndim == 2 and a.shape[1] == 1 else a for a in arrays]))


@builtin(
    "jsondecode",
    "data = jsondecode(text)",
    summary="Value of a JSON text.",
    examples=(
        Example("jsondecode('[1, 2, null]')", "[1; 2; NaN]"),
        Example('jsondecode(\'{"a": "x", "b": [true, false]}\')', "struct('a', 'x', 'b', [true; false])"),
        Example("jsondecode('[[1, 2], [3, 4]]')", "[1 2; 3 4]"),
        Example("jsondecode('[1, \"a\"]')", "{1; 'a'}"),
        Example('s = jsondecode(\'[{"a": 1}, {"a": 2}]\'); [s.a]', "[1 2]"),
    ),
    errors=(ErrorCase("jsondecode('{')", "MATLAB:json:ExpectedNameOrCloseBrace", "JSON syntax error"),),
)
def jsondecode(call, text):
    try:
        return _value(json.loads(text_of(text), parse_int=float))  # numbers are double, however many digits they have
    except RecursionError:
        raise call.error("The JSON text is nested too deeply.", "MATLAB:json:NestedTooDeeply") from None
    except ValueError as error:
        raise call.error(f"JSON syntax error: {error}.", "MATLAB:json:ExpectedNameOrCloseBrace") from None
