"""Structures: making them, their field names, and access by computed paths."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import cellstr_column, texts_of
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import CellArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, text_of
from ...values.indexing import COLON, assign, cell_assign, cell_get, delete, field_get, field_set, index
from ...values.objects import HostObject

_FIELD = re.compile(r"[A-Za-z]\w*\Z", re.ASCII)


def field_names(value: Any) -> list[str]:
    """Field names given as a char matrix, string array or cell of texts; an error for one that is no name."""
    names = [name.rstrip() for name in texts_of(value, "field names argument")]
    for name in names:
        if not _FIELD.match(name):
            raise MatlabError(f"Invalid field name '{name}'." if name else "Invalid field name.", "MATLAB:AddField:InvalidFieldName")
    if len(set(names)) != len(names):
        repeated = next(n for n in names if names.count(n) > 1)
        raise MatlabError(f'Duplicate field name "{repeated}"', "MATLAB:DuplicateFieldName")
    return names


@builtin(
    "struct",
    "s = struct",
    "s = struct(field, value)",
    "s = struct(field1, value1, ..., fieldN, valueN)",
    "s = struct([])",
    "s = struct(obj)",
    summary="Structure (array) with the given fields; a cell array gives one element of the struct array per cell.",
    examples=(
        Example("s = struct('a', 1, 'b', 'x'); s.b", "'x'"),
        Example("size(struct('a', {1, 2, 3}))", "[1 3]"),
        Example("s = struct('a', {{1, 2}}); s.a", "{1, 2}"),
        Example("size(struct('a', {}))", "[0 0]"),
        Example("isempty(struct([]))", "true"),
        Example("s = struct('a', {1, 2}, 'b', 5); s(2).b", "5"),
    ),
    errors=(
        ErrorCase("struct('a')", "MATLAB:struct:InvalidInput"),
        ErrorCase("struct('a', 1, 'b')", "MATLAB:StructRefFieldArgs", "Field and value input arguments must come in pairs."),
        ErrorCase("struct('1a', 2)", "MATLAB:AddField:InvalidFieldName", "Invalid field name '1a'."),
        ErrorCase("struct('a', {1, 2}, 'b', {1, 2, 3})", "MATLAB:dimagree", "must match"),
    ),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.SPARSE | Fact.OBJECTS,
)
def struct(call, *arguments):
    if not arguments:
        return StructArray.scalar({})
    first = arguments[0]
    if len(arguments) == 1:
        if type(first) is StructArray:
            return first
        if isinstance(first, HostObject):
            fields = dict(first.properties())
            if any(value is None for value in fields.values()):
                raise call.error(f"Conversion to struct from {class_of(first)} is not possible.", "MATLAB:invalidConversion")
            return StructArray.scalar(fields)
        if type(first) is Tensor and first.shape == (0, 0):
            return StructArray(np.empty((0, 0), object), ())
        raise call.error(
            "Argument must be a structure, an object or an empty array, or field names with values.", "MATLAB:struct:InvalidInput"
        )
    if len(arguments) % 2:
        raise call.error("Field and value input arguments must come in pairs.", "MATLAB:StructRefFieldArgs")
    names, values = _fields(arguments[::2]), arguments[1::2]
    return _expanded(names, values)


def _fields(arguments: Sequence[Any]) -> list[str]:
    names = []
    for argument in arguments:
        if not is_text(argument):
            raise MatlabError("Field names must be character vectors or string scalars.", "MATLAB:AddField:InvalidFieldName")
        name = text_of(argument)
        if not _FIELD.match(name):
            raise MatlabError(f"Invalid field name '{name}'.", "MATLAB:AddField:InvalidFieldName")
        names.append(name)
    return names


def _expanded(names: list[str], values: Sequence[Any]) -> StructArray:
    """One element per cell of the cell values, which agree in size or are scalar; all elements share other values."""
    if CellArray not in map(type, values):
        return StructArray.scalar(dict(zip(names, values, strict=True)))
    shape, source = (1, 1), 0
    for position, value in enumerate(values):
        if type(value) is CellArray and value.numel != 1:
            if source and value.shape != shape:
                raise MatlabError(
                    f"Array dimensions of input '{2 * position + 2}' must match those of input '{source}' or be scalar.", "MATLAB:dimagree"
                )
            shape, source = value.shape, source or 2 * position + 2
    columns = [_one_for_each(value, int(np.prod(shape))) for value in values]
    items = [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
    return StructArray(object_array(items, shape), dict.fromkeys(names))


def _one_for_each(value: Any, count: int) -> list[Any]:
    """A value for each element: those of a cell, or the same for all."""
    if type(value) is CellArray and value.numel != 1:
        return list(value.array.ravel(order="F"))
    return [value.array.flat[0] if type(value) is CellArray else value] * count


@builtin(
    "fieldnames",
    "names = fieldnames(S)",
    "names = fieldnames(obj)",
    summary="Field names of a structure, or public properties of an object, as a cell column.",
    examples=(Example("fieldnames(struct('a', 1, 'b', 2))", "{'a'; 'b'}"), Example("size(fieldnames(struct))", "[0 1]")),
    errors=(ErrorCase("fieldnames(1)", "MATLAB:fieldnames:InvalidInput", "Invalid input argument of type 'double'."),),
    effect=Effect.NONE,
    facts=Fact.OBJECTS,
)
def fieldnames(call, value):
    if type(value) is StructArray:
        return cellstr_column(value.fields)
    if isinstance(value, HostObject):
        return cellstr_column(value.property_names())
    raise call.error(
        f"Invalid input argument of type '{class_of(value)}'. Input must be a structure or a Java or COM object.",
        "MATLAB:fieldnames:InvalidInput",
    )


@builtin(
    "numfields",
    "n = numfields(S)",
    summary="Number of fields of a structure; 0 for other values.",
    examples=(Example("numfields(struct('a', 1, 'b', 2))", "2"), Example("numfields(1)", "0")),
    facts=Fact.OBJECTS,
)
def numfields(call, value):
    return len(value.fields) if type(value) is StructArray else 0


@builtin(
    "isfield",
    "tf = isfield(S, field)",
    summary="Whether a structure has a field; a cell or string array of names gives one answer each.",
    examples=(
        Example("isfield(struct('a', 1), 'a')", "true"),
        Example("isfield(struct('a', 1), {'a', 'b', 3})", "logical([1 0 0])"),
        Example("isfield(1, 'a')", "false"),
    ),
    facts=Fact.COMPILED | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.NONE,
)
def isfield(call, value, names):
    fields = value.fields if type(value) is StructArray else ()
    if type(names) is CellArray:
        answers = [is_text(name) and text_of(name) in fields for name in names.array.ravel(order="F")]
        return np.array(answers, np.bool_).reshape(names.shape, order="F")
    if type(names) is StringArray:
        return np.array([name in fields for name in names.array.ravel(order="F")], np.bool_).reshape(names.shape, order="F")
    return is_text(names) and text_of(names) in fields


@builtin(
    "rmfield",
    "S = rmfield(S, field)",
    summary="Remove a field, or several given as a cell array, from a structure.",
    examples=(
        Example("rmfield(struct('a', 1, 'b', 2), 'a')", "struct('b', 2)"),
        Example("fieldnames(rmfield(struct('a', 1, 'b', 2, 'c', 3), {'a', 'c'}))", "{'b'}"),
    ),
    errors=(ErrorCase("rmfield(struct('a', 1), 'b')", "MATLAB:rmfield:InvalidFieldname", "A field named 'b' doesn't exist."),),
    facts=Fact.OBJECTS,
)
def rmfield(call, value, names):
    if type(value) is not StructArray:
        raise call.error("S must be a structure array.", "MATLAB:rmfield:Arg1NotStructArray")
    removed = texts_of(names, "field names argument")
    for name in removed:
        if name not in value.fields:
            raise call.error(f"A field named '{name}' doesn't exist.", "MATLAB:rmfield:InvalidFieldname")
    kept = [field for field in value.fields if field not in removed]
    return _reordered(value, kept)


def _reordered(value: StructArray, fields: Sequence[str]) -> StructArray:
    items = [{field: item[field] for field in fields} for item in value.array.ravel(order="F")]
    return StructArray(object_array(items, value.shape), fields)


@builtin(
    "orderfields",
    "S = orderfields(S1)",
    "S = orderfields(S1, S2)",
    "[S, P] = orderfields(S1, order)",
    summary="Order the fields of a structure alphabetically, as in another structure, or as a list or permutation says.",
    examples=(
        Example("fieldnames(orderfields(struct('b', 1, 'a', 2)))", "{'a'; 'b'}"),
        Example("[s, p] = orderfields(struct('b', 1, 'a', 2), {'b', 'a'})", "{struct('b', 1, 'a', 2), [1; 2]}"),
        Example("fieldnames(orderfields(struct('b', 1, 'a', 2), [2 1]))", "{'a'; 'b'}"),
    ),
    errors=(ErrorCase("orderfields(struct('a', 1), {'b'})", "MATLAB:orderfields:SizeMismatch"),),
    facts=Fact.OBJECTS,
)
def orderfields(call, value, order=None):
    if type(value) is not StructArray:
        raise call.error("First input argument must be a structure array.", "MATLAB:orderfields:arg1NotStruct")
    fields = list(value.fields)
    if order is None:
        wanted = sorted(fields)
    elif type(order) in (StructArray, CellArray, StringArray):
        wanted = list(order.fields) if type(order) is StructArray else texts_of(order)
    else:
        positions = [int(p) for p in as_array(order).ravel()]
        wanted = [fields[p - 1] for p in positions] if sorted(positions) == list(range(1, len(fields) + 1)) else []
    if sorted(wanted) != sorted(fields):
        raise call.error(
            "Permutation, cell array or structure must name the same fields as the first input.", "MATLAB:orderfields:SizeMismatch"
        )
    positions = np.array([[fields.index(field) + 1.0] for field in wanted]).reshape(-1, 1)
    return _reordered(value, wanted), positions


# --- access by computed paths ---------------------------------------------------------------------------------------

Step = tuple[str, Any]


def read_path(value: Any, path: Sequence[Step]) -> Any:
    """The value at a path of steps ``('()', subs)``, ``('{}', subs)``, ``('.', name)``."""
    for kind, subs in path:
        if kind == ".":
            value = value.get_property(subs) if isinstance(value, HostObject) else _only(field_get(value, subs))
        elif kind == "()":
            value = value.index(subs) if isinstance(value, HostObject) else index(value, subs)
        else:
            value = _only(value.cell_index(subs) if isinstance(value, HostObject) else cell_get(value, subs))
    return value


def _only(items: list[Any]) -> Any:
    if len(items) != 1:
        raise MatlabError("Expected one output from a curly brace or dot indexing expression.", "MATLAB:index:expected_one_output")
    return items[0]


def write_path(value: Any, path: Sequence[Step], rhs: Any) -> Any:
    """``value`` (None: nothing yet) with ``rhs`` stored at the path; missing arrays and structs on the way are created."""
    if not path:
        return rhs
    (kind, subs), rest = path[0], path[1:]
    if isinstance(value, HostObject):
        inner = write_path(read_path(value, path[:1]), rest, rhs) if rest else rhs
        return {".": value.set_property, "()": value.assign, "{}": value.cell_assign}[kind](subs, inner)
    if value is None:
        value = StructArray.scalar({}) if kind == "." else CellArray.of([], (0, 0)) if kind == "{}" else Tensor(np.zeros((0, 0)))
    inner = write_path(_at(value, kind, subs), rest, rhs) if rest else rhs
    if kind == ".":
        if not _FIELD.match(subs) and not (type(value) is StructArray and subs in value.fields):
            raise MatlabError(f"Invalid field name: '{subs}'.", "MATLAB:AddField:InvalidFieldName")
        return field_set(value, subs, inner)
    if kind == "{}":
        return cell_assign(value, subs, inner)
    if rest and type(value) is StructArray and type(inner) is StructArray:
        fields = list(dict.fromkeys((*value.fields, *inner.fields)))  # all elements get a new field
        value, inner = _with_fields(value, fields), _with_fields(inner, fields)
    return assign(value, subs, inner)


def _with_fields(value: StructArray, fields: Sequence[str]) -> StructArray:
    """A struct array with these fields in this order; those that it has not are empty."""
    if list(value.fields) == list(fields):
        return value
    array = np.empty(value.shape, object)
    for place, item in np.ndenumerate(value.array):
        array[place] = {field: item[field] if field in item else Tensor(np.zeros((0, 0))) for field in fields}
    return StructArray(array, fields)


def _at(value: Any, kind: str, subs: Any) -> Any:
    """The value at one step, or None where there is none (an empty array takes fields and cells)."""
    if type(value) is Tensor and not value.numel:
        return None
    try:
        return read_path(value, [(kind, subs)])
    except MatlabError as error:
        if error.identifier in ("MATLAB:badsubscript", "MATLAB:nonExistentField", "MATLAB:index:expected_one_output"):
            return None
        raise


def _subscripts(value: Any) -> tuple[Any, ...]:
    items = value.array.ravel(order="F") if type(value) is CellArray else [value]
    return tuple(COLON if is_text(item) and text_of(item) == ":" else item for item in items)


def _path(arguments: Sequence[Any]) -> list[Step]:
    """The arguments of getfield and setfield: cells are subscripts, texts are fields."""
    return [("()", _subscripts(a)) if type(a) is CellArray else (".", text_of(a, "field name")) for a in arguments]


@builtin(
    "getfield",
    "value = getfield(S, field)",
    "value = getfield(S, {i}, field, {j}, ...)",
    summary="Field of a structure, at subscripts where they are given.",
    examples=(Example("getfield(struct('a', [4 5 6]), 'a', {2})", "5"), Example("getfield(struct('a', {3, 4}), 'a')", "3")),
    errors=(ErrorCase("getfield(struct('a', 1), 'b')", "MATLAB:nonExistentField", "Unrecognized field name"),),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def getfield(call, value, *path):
    """The value at the path; of a list (the field of a struct array) the first value is read on."""
    for kind, subs in _path(path):
        values = call.session.reader.path(value, ((kind[0], subs),), 1)
        if not values:
            text = "Insufficient number of outputs from right hand side of equal sign to satisfy assignment."
            raise MatlabError(text, "MATLAB:needMoreRhsOutputs")
        value = values[0]
    return value


@builtin(
    "setfield",
    "S = setfield(S, field, value)",
    "S = setfield(S, {i}, field, {j}, ..., value)",
    summary="Set a field of a structure, at subscripts where they are given.",
    examples=(
        Example("setfield(struct('a', 1), 'b', 2)", "struct('a', 1, 'b', 2)"),
        Example("s = setfield(struct('a', [1 2 3]), 'a', {2}, 9); s.a", "[1 9 3]"),
    ),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def setfield(call, value, *arguments):
    return write_path(value, _path(arguments[:-1]), arguments[-1])


@builtin(
    "substruct",
    "S = substruct(type, subs)",
    "S = substruct(type1, subs1, type2, subs2, ...)",
    summary="Structure that says how to index, for subsref and subsasgn.",
    examples=(Example("s = substruct('()', {1}, '.', 'f'); s(2).subs", "'f'"),),
    errors=(ErrorCase("substruct('()', {1}, '.')", "MATLAB:substruct:nargin"),),
    facts=Fact.OBJECTS,
)
def substruct(call, *arguments):
    if not arguments or len(arguments) % 2:
        raise call.error("Takes at least two inputs, in pairs.", "MATLAB:substruct:nargin")
    items = []
    for kind, subs in zip(arguments[::2], arguments[1::2], strict=True):
        if text_of(kind) not in ("()", "{}", "."):
            raise call.error("First argument of each pair must be one of '()', '{}' or '.'.", "MATLAB:substruct:IncorrectFirstArg")
        items.append({"type": kind, "subs": subs})
    return StructArray(object_array(items), ("type", "subs"))


def _index_steps(steps: Any) -> list[Step]:
    if type(steps) is not StructArray or set(steps.fields) != {"type", "subs"}:
        raise MatlabError("Subscript argument must be a structure with fields 'type' and 'subs'.", "MATLAB:subsArgNotStruc")
    path: list[Step] = []
    for item in steps.array.ravel(order="F"):
        kind = text_of(item["type"])
        path.append((kind, text_of(item["subs"])) if kind == "." else (kind, _subscripts(item["subs"])))
    return path


@builtin(
    "subsref",
    "B = subsref(A, S)",
    "[B1, B2, ...] = subsref(A, S)",
    summary="Index as a substruct says; a function handle is called.",
    examples=(
        Example("subsref([4 5 6], substruct('()', {2}))", "5"),
        Example("[a, b] = subsref({1, 'x'}, substruct('{}', {':'})); b", "'x'"),
        Example("subsref(@plus, substruct('()', {2, 3}))", "5"),
    ),
    facts=Fact.SPARSE | Fact.NAMELESS | Fact.OBJECTS,
)
def subsref(call, value, steps):
    return call.session.reader.path(value, tuple((kind[0], subs) for kind, subs in _index_steps(steps)), call.nargout)


@builtin(
    "subsasgn",
    "A = subsasgn(A, S, B)",
    summary="Assign to the place that a substruct says.",
    examples=(
        Example("subsasgn([4 5 6], substruct('()', {2}), 0)", "[4 0 6]"),
        Example("subsasgn(struct('a', 1), substruct('.', 'b'), 2)", "struct('a', 1, 'b', 2)"),
        Example("subsasgn([4 5 6], substruct('()', {2}), [])", "[4 6]"),
    ),
    facts=Fact.SPARSE | Fact.NAMELESS | Fact.OBJECTS,
)
def subsasgn(call, value, steps, rhs):
    path = _index_steps(steps)
    if path and path[-1][0] == "()" and type(rhs) is Tensor and rhs.shape == (0, 0) and rhs.matlab_class == "double":
        holder = read_path(value, path[:-1]) if path[:-1] else value
        if not isinstance(holder, HostObject):
            shorter = delete(holder, tuple(path[-1][1]))
            return write_path(value, path[:-1], shorter) if path[:-1] else shorter
    return write_path(value, path, rhs)
