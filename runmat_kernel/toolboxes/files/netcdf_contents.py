"""What netCDF files hold: ncinfo and ncdisp."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray, StructArray, Tensor, object_array
from ...values.convert import text_of, to_value
from .formats import netcdf_files as files
from .formats.netcdf_files import Dimension, File, Variable
from .netcdf import attribute_value, opened, variable_of

_MADE = "f = [tempname '.nc']; nccreate(f,'v','Dimensions',{'x',2,'t',Inf}); ncwriteatt(f,'v','units','m'); "
_NONE = Tensor(np.zeros((0, 0)))


def _structs(items: list[dict[str, Any]], turned: bool = False) -> Any:
    """A row of structures; [] where there are none, as MATLAB gives it."""
    if not items:
        return _NONE
    records = [{name: to_value(value) for name, value in item.items()} for item in items]
    return StructArray(object_array(records, (1, len(records))), tuple(records[0]))


def _dimension_parts(header: File, dimension: Dimension) -> dict[str, Any]:
    length = header.records if dimension.unlimited else dimension.length
    return {"Name": CharArray.row(dimension.name), "Length": float(length), "Unlimited": dimension.unlimited}


def _attribute_parts(attributes: dict[str, Any]) -> Any:
    return _structs([{"Name": CharArray.row(name), "Value": attribute_value(value)} for name, value in attributes.items()])


def _variable_parts(header: File, variable: Variable) -> dict[str, Any]:
    lengths = header.lengths(variable)[::-1]
    return {
        "Name": CharArray.row(variable.name),
        "Dimensions": _structs([_dimension_parts(header, header.dimensions[d]) for d in reversed(variable.dimensions)]),
        "Size": Tensor(np.array([lengths or (1,)], np.float64)) if len(lengths) != 1 else float(lengths[0]),
        "Datatype": CharArray.row(files.CLASS_OF[variable.kind]),
        "Attributes": _attribute_parts(variable.attributes),
        "ChunkSize": _NONE,
        "FillValue": _fill_value(variable),
        "DeflateLevel": _NONE,
        "Shuffle": False,
    }


def _fill_value(variable: Variable) -> Any:
    fill = variable.attributes.get("_FillValue")
    return _NONE if fill is None else attribute_value(fill)


@builtin(
    "ncinfo", "finfo = ncinfo(source)", "vinfo = ncinfo(source, varname)",
    summary="Dimensions, variables and attributes of a netCDF file (classic formats), or of one variable, as a structure.",
    examples=(
        Example(_MADE + "i = ncinfo(f); delete(f); {i.Dimensions.Name}", "{'x','t'}"),
        Example(_MADE + "i = ncinfo(f,'v'); delete(f); {i.Datatype, i.Size, i.Attributes.Value}", "{'double',[2 0],'m'}"),
    ),
    errors=(ErrorCase("ncinfo('nosuchfile.nc')", "MATLAB:imagesci:netcdf:unableToOpenFileforRead"),),
    see_also=("ncdisp", "ncread"),
)  # fmt: skip
def ncinfo(call: Any, source: Any, location: Any = None) -> Any:
    path, header = opened(call, source)
    start = {"Filename": CharArray.row(path)}
    form = {"Format": CharArray.row(files.FORMATS[header.version])}
    if location is not None and text_of(location) != "/":
        return StructArray.scalar({**start, **_variable_parts(header, variable_of(call, header, text_of(location))), **form})
    return StructArray.scalar({
        **start, "Name": CharArray.row("/"),
        "Dimensions": _structs([_dimension_parts(header, d) for d in header.dimensions]),
        "Variables": _structs([_variable_parts(header, v) for v in header.variables]),
        "Attributes": _attribute_parts(header.attributes), "Groups": _NONE, **form,
    })  # fmt: skip


@builtin(
    "ncdisp", "ncdisp(source)", "ncdisp(source, location)", "ncdisp(source, location, dispFormat)",
    summary="Show what a netCDF file (classic formats) or one of its variables holds; 'min' leaves the attributes out.",
    examples=(Example(_MADE + "s = evalc('ncdisp(f)'); delete(f); contains(s, 'units = ''m''')", "true"),),
    errors=(
        ErrorCase(_MADE + "try, ncdisp(f,'w'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:unknownLocation"),
        ErrorCase(_MADE + "try, ncdisp(f,'/','some'), catch e, delete(f), rethrow(e), end", "MATLAB:ncdisp:unrecognizedStringChoice"),
    ),
    see_also=("ncinfo", "ncread"),
)  # fmt: skip
def ncdisp(call: Any, source: Any, location: Any = None, form: Any = None) -> None:
    path, header = opened(call, source)
    word = text_of(form).lower() if form is not None else "full"
    if word not in ("min", "full"):
        raise call.error(
            f"Expected input to match one of these values: 'min', 'full'. The input was '{word}'.", "MATLAB:ncdisp:unrecognizedStringChoice"
        )
    whole = location is None or text_of(location) == "/"
    variables = header.variables if whole else [variable_of(call, header, text_of(location))]
    dimensions = header.dimensions if whole else [header.dimensions[d] for d in reversed(variables[0].dimensions)]
    lines = ["Source:", f"{'':11}{path}", "Format:", f"{'':11}{files.FORMATS[header.version]}"]
    if whole and header.attributes and word == "full":
        lines += ["Global Attributes:", *_named(call, header.attributes, 11)]
    if dimensions:
        width = max(len(d.name) for d in dimensions)
        lines += ["Dimensions:", *[f"{'':11}{d.name:<{width}} = {_length(header, d)}" for d in dimensions]]
    if variables:
        width = max(len(v.name) for v in variables)
        lines.append("Variables:")
        for v in variables:
            lines += [f"    {v.name:<{width}}", *_described(call, header, v, word == "full")]
    call.write("\n".join(lines) + "\n")


def _length(header: File, dimension: Dimension) -> str:
    return f"{header.records:<5d} (UNLIMITED)" if dimension.unlimited else str(dimension.length)


def _described(call: Any, header: File, variable: Variable, full: bool) -> list[str]:
    lengths = header.lengths(variable)[::-1]
    size = "x".join(map(str, (*lengths, *[1] * (2 - len(lengths)))))
    names = ",".join(header.dimensions[d].name for d in reversed(variable.dimensions))
    lines = [f"{'':11}Size:       {size}", f"{'':11}Dimensions: {names}", f"{'':11}Datatype:   {files.CLASS_OF[variable.kind]}"]
    if variable.attributes and full:
        lines += [f"{'':11}Attributes:", *_named(call, variable.attributes, 23)]
    return lines


def _named(call: Any, attributes: dict[str, Any], indent: int) -> list[str]:
    width = max(map(len, attributes))
    return [f"{'':{indent}}{name:<{width}} = {_shown(call, value)}" for name, value in attributes.items()]


def _shown(call: Any, value: Any) -> str:
    if isinstance(value, str):
        return f"'{value}'"
    text = text_of(call.feval("num2str", attribute_value(value.astype(np.float64)))[0])
    return text if value.size == 1 else f"[{text}]"
