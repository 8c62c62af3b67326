"""Questions about data, and arrays made to be like others: underlyingType, isapprox, numunique, allunique, createArray."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from ...values.tables.table import Table

_NUMBERS = ("double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "logical", "char")
_LEVELS = {"verytight": 1e-15, "tight": 1e-12, "loose": 1e-8, "veryloose": 1e-3}
_SINGLE_LEVELS = {"verytight": 1e-6, "tight": 1e-5, "loose": 1e-3, "veryloose": 1e-2}


@builtin(
    "underlyingType", "typename = underlyingType(X)", summary="The class of the elements of an array.",
    examples=(Example("underlyingType(single(1))", "'single'"), Example("underlyingType({1})", "'cell'")), see_also=("class", "isUnderlyingType"),
)  # fmt: skip
def underlying_type(call: Any, value: Any) -> str:
    return class_of(value)


@builtin(
    "isUnderlyingType", "tf = isUnderlyingType(X, typename)", summary="Whether the elements of an array are of a class.",
    examples=(Example("isUnderlyingType(1,'double')", "true"), Example("isUnderlyingType(1,[\"single\" \"double\"])", "true")),
)  # fmt: skip
def is_underlying_type(call: Any, value: Any, names: Any) -> bool:
    from ...builtins.element_values import texts_of

    return class_of(value) in texts_of(names, "type name")


@builtin(
    "isapprox", "tf = isapprox(A, B)", "tf = isapprox(A, B, level)", "tf = isapprox(..., Name, Value)", summary="Which elements are equal within a tolerance.",
    examples=(Example("isapprox(0.1+0.2,0.3)", "true"), Example("isapprox([1 2 NaN],[1+1e-14 2.1 NaN],'tight')", "[true false false]"), Example("isapprox(1,1.05,RelativeTolerance=0.1)", "true"),
              Example("isapprox(100,100.5,AbsoluteTolerance=1)", "true")),
    errors=(ErrorCase("isapprox(1,2,'close')", "MATLAB:isapprox:InvalidLevel"),), see_also=("eq", "ismembertol"),
)  # fmt: skip
def isapprox(call: Any, a: Any, b: Any, *options: Any) -> Any:
    rest = list(options)
    single = "single" in (class_of(a), class_of(b))
    levels = _SINGLE_LEVELS if single else _LEVELS
    absolute = relative = levels["verytight"]
    if len(rest) % 2:
        level = text_of(rest.pop(0)).lower()
        if level not in levels:
            raise MatlabError("The tolerance level must be 'verytight', 'tight', 'loose', or 'veryloose'.", "MATLAB:isapprox:InvalidLevel")
        absolute = relative = levels[level]
    named = arg.name_values(rest, "isapprox", "absolutetolerance relativetolerance")
    if named:
        # a tolerance that is not named is none
        absolute, relative = (arg.scalar(named.get(name, 0.0)) for name in ("absolutetolerance", "relativetolerance"))
    left, right = arg.numeric(a), arg.numeric(b)
    call.feval("plus", a, b)  # its errors for sizes and classes that do not go together
    axes = max(left.ndim, right.ndim)
    left, right = (arg.pad_dims(x, axes).astype(np.complex128 if x.dtype.kind == "c" else np.float64) for x in (left, right))
    with np.errstate(invalid="ignore"):
        size = np.maximum(np.abs(left), np.abs(right))
        near = (left == right) | ((np.abs(left - right) <= np.maximum(absolute, relative * size)) & np.isfinite(size))
    return np.asfortranarray(near)


def _distinct(call: Any, value: Any, rows: bool) -> int:
    elements = call.feval("unique", value, *([to_value("rows")] if rows else []))[0]
    return int(as_array(call.feval("size", elements, 1.0)[0]).flat[0]) if rows else numel_of(elements)


def _by_rows(call: Any, value: Any, options: tuple[Any, ...]) -> bool:
    words = [text_of(o).lower() for o in options if is_text(o)]
    if [w for w in words if w != "rows"]:
        raise MatlabError("The option must be 'rows'.", f"MATLAB:{call.name}:InvalidOption")
    return "rows" in words or isinstance(value, Table)


@builtin(
    "numunique", "n = numunique(A)", "n = numunique(A, 'rows')", summary="How many distinct elements (or rows) there are.",
    examples=(Example("numunique([3 1 3 2])", "3"), Example("numunique([1 2;1 2;2 1],'rows')", "2"), Example("numunique([\"a\" \"b\" \"a\"])", "2")), see_also=("unique",),
)  # fmt: skip
def numunique(call: Any, value: Any, *options: Any) -> float:
    return float(_distinct(call, value, _by_rows(call, value, options)))


@builtin(
    "allunique", "tf = allunique(A)", "tf = allunique(A, 'rows')", summary="Whether no element (or row) is there twice.",
    examples=(Example("allunique([1 2 3])", "true"), Example("allunique({'a','b','a'})", "false"), Example("allunique([1 2;1 3],'rows')", "true")), see_also=("unique", "numunique"),
)  # fmt: skip
def allunique(call: Any, value: Any, *options: Any) -> bool:
    rows = _by_rows(call, value, options)
    count = arg.elements(value).shape[0] if rows and not isinstance(value, Table) else value.height if rows else numel_of(value)
    return _distinct(call, value, rows) == count


@builtin(
    "createArray", "X = createArray(n)", "X = createArray(sz1, ..., szN)", "X = createArray(sz, typename)", "X = createArray(..., Like=p)", "X = createArray(..., FillValue=v)",
    summary="An array of a size and class, filled with a value.",
    examples=(Example("createArray(2,3)", "zeros(2,3)"), Example("createArray([1 2],'int8',FillValue=7)", "int8([7 7])"), Example("createArray(1,2,Like=single(1))", "single([0 0])"),
              Example("createArray(1,2,FillValue=\"a\")", "[\"a\" \"a\"]"), Example("createArray(2,1,\"cell\")", "{[];[]}")),
    errors=(ErrorCase("createArray(2,'foo')", "MATLAB:createArray:InvalidClass"),), see_also=("zeros", "repmat"),
)  # fmt: skip
def create_array(call: Any, *arguments: Any) -> Any:
    sizes, rest = arg.before_text(arguments)
    name = text_of(rest.pop(0)) if len(rest) % 2 else None
    named = arg.name_values(rest, "createArray", "like fillvalue")
    fill, like = named.get("fillvalue"), named.get("like")
    shape = to_value(np.array([arg.read_size(sizes)], np.float64))
    if name is None and like is None and fill is not None:
        return call.feval("repmat", fill, shape)[0]
    kind = name if name is not None else class_of(like) if like is not None else "double"
    if kind == "cell" and fill is None:
        return call.feval("cell", shape)[0]
    array = call.feval("repmat", _element(call, kind, fill), shape)[0]
    is_complex = like is not None and getattr(like, "is_complex", type(like) is complex)
    return call.feval("complex", array)[0] if is_complex else array


def _element(call: Any, kind: str, fill: Any) -> Any:
    """The element that fills an array of a class."""
    if kind in _NUMBERS:
        return call.feval(kind, fill if fill is not None else 0.0)[0]
    if fill is not None and kind in ("cell", "string", "struct"):
        return fill
    if kind == "string":
        return call.feval("string", to_value(""))[0]
    if kind == "struct":
        return call.feval("struct")[0]
    raise MatlabError(f"Arrays of class '{kind}' cannot be created without an element.", "MATLAB:createArray:InvalidClass")


@builtin(
    "isaUnderlying", "tf = isaUnderlying(X, typename)", summary="Whether the elements of an array are of a class or a group of classes: numeric, float, integer.",
    examples=(Example("isaUnderlying(single(1),'float')", "true"), Example("isaUnderlying({1},'numeric')", "false")), see_also=("underlyingType", "isa"),
)  # fmt: skip
def isa_underlying(call: Any, value: Any, name: Any) -> Any:
    return call.feval("isa", value, name)[0]


@builtin(
    "superiorfloat", "typename = superiorfloat(A, B, ...)", summary="'single' where any of the values is single, else 'double'.",
    examples=(Example("superiorfloat(1,single(2))", "'single'"), Example("superiorfloat(1,'a')", "'double'")),
    errors=(ErrorCase("superiorfloat(int8(1))", "MATLAB:datatypes:superiorfloat", "Inputs must be float, char or logical."),),
)  # fmt: skip
def superiorfloat(call: Any, *values: Any) -> str:
    kinds = {class_of(v) for v in values}
    if not kinds <= {"double", "single", "char", "logical"}:
        raise call.error("Inputs must be float, char or logical.", "MATLAB:datatypes:superiorfloat")
    return "single" if "single" in kinds else "double"
