"""netCDF files: nccreate, ncwrite, ncread, attributes, ncinfo, ncdisp and ncwriteschema."""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import numpy as np

from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StructArray, Tensor
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from .formats import damage
from .formats import netcdf_files as files
from .formats.netcdf_files import Dimension, File, Variable

_FILE = "f = [tempname '.nc']; "
_MADE = _FILE + "nccreate(f,'v','Dimensions',{'x',2,'y',3}); "
_VERSIONS = {"classic": 1, "64bit": 2, "netcdf4_classic": 1, "netcdf4": 5}
_OPTIONS = "dimensions datatype format fillvalue chunksize deflatelevel shuffle"


def _path(value: Any) -> str:
    return absolute(os.path.expanduser(text_of(value, "file name")))


def opened(call: Any, source: Any, purpose: str = "reading") -> tuple[str, File]:
    """The path of a file and its header; MATLAB's error where there is no such file."""
    path = _path(source)
    with reading(path):
        try:
            return path, files.read_header(path)
        except OSError as error:
            word = "Read" if purpose == "reading" else "Write"
            message = f"Could not open {text_of(source)} for {purpose}."
            raise call.error(message, f"MATLAB:imagesci:netcdf:unableToOpenFilefor{word}") from error
        except files.NotClassic as error:
            if error.args[0] == "netCDF-4":
                message = f"'{text_of(source)}' is a netCDF-4 (HDF5) file; here files of the classic formats can be read and written."
                raise call.error(message, f"RunMat:{call.name}:notAvailable") from error
            message = f"The NetCDF library encountered an error during execution of 'open' function - 'Unknown file format (NC_ENOTNC)': {text_of(source)}."
            raise call.error(message, "MATLAB:imagesci:netcdf:libraryFailure") from error


def reading(path: str) -> AbstractContextManager[None]:
    """While the header or the elements of a file are read."""
    return damage.reading(path, "netCDF file", "MATLAB:imagesci:netcdf:libraryFailure")


def _failure(call: Any, function: str, reason: str) -> Exception:
    message = f"The NetCDF library encountered an error during execution of '{function}' function - '{reason}'."
    return call.error(message, "MATLAB:imagesci:netcdf:libraryFailure")


def variable_of(call: Any, header: File, name: str) -> Variable:
    """A variable by its name; MATLAB's error where there is none."""
    variable = header.variable(name.removeprefix("/"))
    if variable is None:
        raise call.error(f"Could not find variable or group '{name}' in file.", "MATLAB:imagesci:netcdf:unknownLocation")
    return variable


@builtin(
    "nccreate", "nccreate(filename, varname)", "nccreate(filename, varname, Name, Value)",
    summary="Make a variable in a netCDF file, and the file where there is none (classic formats; 'netcdf4' gives one with 64-bit data).",
    examples=(
        Example(_MADE + "i = ncinfo(f,'v'); delete(f); i.Size", "[2 3]"),
        Example(_FILE + "nccreate(f,'t','Dimensions',{'time',Inf},'Datatype','int16'); i = ncinfo(f); delete(f); {i.Dimensions.Unlimited, i.Variables.Datatype}",
                "{true,'int16'}"),
        Example(_FILE + "nccreate(f,'s','Datatype','single','FillValue',-1); x = ncread(f,'s'); delete(f); x", "single(NaN)"),
    ),
    errors=(
        ErrorCase(_FILE + "nccreate(f,'v','Datatype','cell')", "MATLAB:imagesci:netcdf:unrecognizedDatatype"),
        ErrorCase(_FILE + "nccreate(f,'v','Datatype','int64','Format','classic')", "MATLAB:imagesci:netcdf:libraryFailure"),
    ),
    see_also=("ncwrite", "ncinfo"),
)  # fmt: skip
def nccreate(call: Any, filename: Any, varname: Any, *options: Any) -> None:
    named = arg.name_values(options, "nccreate", _OPTIONS)
    path, name = _path(filename), text_of(varname, "variable name").removeprefix("/")
    word = named.word("format", "netcdf4_classic")
    if word not in _VERSIONS:
        raise call.error(
            f"Expected Format to match one of these values:\n\n'classic', '64bit', 'netcdf4_classic', 'netcdf4'\n\nThe input, '{word}', did not match any of the valid values.",
            "MATLAB:nccreate:unrecognizedStringChoice",
        )
    old = opened(call, filename, "writing")[1] if os.path.exists(path) else None
    header = File(_VERSIONS[word]) if old is None else replace(old, dimensions=list(old.dimensions), variables=list(old.variables))
    kind = _kind(call, header, named.text("datatype", "double"))
    if "/" in name:
        raise _failure(call, "defGrp", "Attempting netcdf-4 operation on netcdf-3 file (NC_ENOTNC4)")
    if header.variable(name) is not None:
        raise call.error(f"Variable '{name}' already exists in file.", "MATLAB:imagesci:netcdf:variableExists")
    places = _dimensions(call, header, named.get("dimensions"))
    variable = Variable(name, kind, places)
    if "fillvalue" in named and not (
        is_text(named["fillvalue"]) and text_of(named["fillvalue"]) == "disable" and kind != files.CLASSES["char"]
    ):
        variable.attributes["_FillValue"] = _fill(call, kind, named["fillvalue"])
    header.variables.append(variable)
    _write(call, path, old, header)


def _kind(call: Any, header: File, word: str) -> int:
    if word not in files.CLASSES:
        raise call.error(f"Unrecognized data type: '{word}'.", "MATLAB:imagesci:netcdf:unrecognizedDatatype")
    kind = files.CLASSES[word]
    if kind > files.CLASSIC_TYPES and header.version != 5:
        raise _failure(call, "defVar", "Attempting netcdf-4 operation on strict nc3 netcdf-4 file (NC_ESTRICTNC3)")
    return kind


def _fill(call: Any, kind: int, value: Any) -> Any:
    if numel_of(value) != 1:
        raise call.error("FillValue must be a scalar.", "MATLAB:imagesci:netcdf:fillValueNotScalar")
    if kind == files.CLASSES["char"]:
        return text_of(value)[:1]
    return as_array(call.feval(files.CLASS_OF[kind], value)[0]).ravel()[:1]


def _dimensions(call: Any, header: File, arguments: Any) -> tuple[int, ...]:
    """The places of the named dimensions, slowest first; new ones are added to the header."""
    items = list(arguments.array.ravel(order="F")) if type(arguments) is CellArray else [] if arguments is None else [arguments]
    places: list[int] = []
    while items:
        name = text_of(items.pop(0), "dimension name")
        places.insert(0, _dimension(call, header, name, arg.scalar(items.pop(0)) if items and not is_text(items[0]) else None))
    if any(header.dimensions[d].unlimited for d in places[1:]):
        raise _failure(call, "defVar", "NC_UNLIMITED in the wrong index (NC_EUNLIMPOS)")
    return tuple(places)


def _dimension(call: Any, header: File, name: str, length: float | None) -> int:
    """The place of a dimension of a length (None: that of the file); a new one is added to the header."""
    at = header.dimension(name)
    if at is not None:
        if length is not None and not (header.dimensions[at].unlimited if np.isinf(length) else _length(header, at) == length):
            raise call.error(f"Dimension '{name}' already exists with another length.", "MATLAB:imagesci:netcdf:dimensionExists")
        return at
    if length is None:
        raise call.error(f"Dimension '{name}' does not exist and no length was given.", "MATLAB:imagesci:netcdf:dimensionNotFound")
    endless = bool(np.isinf(length))
    if endless and any(d.unlimited for d in header.dimensions):
        raise _failure(call, "defDim", "NC_UNLIMITED size already in use (NC_EUNLIMIT)")
    header.dimensions.append(Dimension(name, 0 if endless else int(length), endless))
    return len(header.dimensions) - 1


def _length(header: File, at: int) -> int:
    return header.records if header.dimensions[at].unlimited else header.dimensions[at].length


def _write(call: Any, path: str, old: File | None, header: File) -> None:
    try:
        files.rewrite(path, old, header)
    except OSError as error:
        raise call.error(f"Could not open {path} for writing.", "MATLAB:imagesci:netcdf:unableToOpenFileforWrite") from error


@builtin(
    "ncread", "vardata = ncread(source, varname)", "vardata = ncread(source, varname, start, count)",
    "vardata = ncread(source, varname, start, count, stride)",
    summary="Read a variable of a netCDF file (classic formats): scale_factor and add_offset are applied, fill values are NaN.",
    examples=(
        Example(_MADE + "ncwrite(f,'v',[1 2 3;4 5 6]); x = ncread(f,'v',[1 2],[Inf 2]); delete(f); x", "[2 3;5 6]"),
        Example(_FILE + "nccreate(f,'v','Datatype','int16','FillValue',-9); ncwriteatt(f,'v','scale_factor',0.5); ncwriteatt(f,'v','add_offset',10);"
                " ncwrite(f,'v',12); x = ncread(f,'v'); delete(f); x", "12"),
    ),
    errors=(
        ErrorCase("ncread('nosuchfile.nc','v')", "MATLAB:imagesci:netcdf:unableToOpenFileforRead", "Could not open nosuchfile.nc for reading."),
        ErrorCase(_MADE + "try, ncread(f,'w'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:unknownLocation"),
        ErrorCase(_MADE + "try, ncread(f,'v',[1 1],[3 1]), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure"),
    ),
    see_also=("ncwrite", "ncinfo", "ncdisp"),
)  # fmt: skip
def ncread(call: Any, source: Any, varname: Any, start: Any = None, count: Any = None, stride: Any = None) -> Any:
    path, header = opened(call, source)
    variable = variable_of(call, header, text_of(varname, "variable name"))
    lengths = header.lengths(variable)[::-1]
    first = _places(call, start, len(lengths), "START", 1)
    step = _places(call, stride, len(lengths), "STRIDE", 1)
    wanted = _places(call, count, len(lengths), "COUNT", np.inf)
    part = []
    for length, at, by, many in zip(lengths, first, step, wanted, strict=True):
        longest = -(-(length - int(at) + 1) // int(by))
        if at > max(length, 1):
            raise _failure(call, "getVara", "Index exceeds dimension bound (NC_EINVALCOORDS)")
        if np.isfinite(many) and many > longest:
            raise _failure(call, "getVara", "Start+count exceeds dimension bound (NC_EEDGE)")
        many = longest if np.isinf(many) else int(many)
        part.append(slice(int(at) - 1, int(at) - 1 + many * int(by), int(by)))
    return read_part(path, header, variable, tuple(part))


def _places(call: Any, numbers: Any, count: int, word: str, default: float) -> list[float]:
    if numbers is None or arg.is_empty_matrix(numbers):
        return [default] * count
    values = arg.flat(numbers).tolist()
    if len(values) != max(count, 1):
        raise call.error(f"Expected {word} to have {count} elements.", f"MATLAB:imagesci:netcdf:incorrect{word.capitalize()}Length")
    if any(v < 1 or v != np.floor(v) for v in values if np.isfinite(v)) or any(np.isnan(values)):
        raise call.error(f"Expected {word} to be positive integers.", f"MATLAB:imagesci:netcdf:invalid{word.capitalize()}")
    return values[:count]


def read_part(path: str, header: File, variable: Variable, part: tuple[slice, ...]) -> Any:
    """Elements of a variable as MATLAB gives them: of its class, or what its attributes make of them."""
    with reading(path):
        return _converted(variable, files.view(path, header, variable)[part])


def _converted(variable: Variable, stored: np.ndarray) -> Any:
    """The values of stored elements: text, or numbers with their offset, their scale, and NaN for missing ones."""
    shape = stored.shape if stored.ndim > 1 else (stored.size, 1)
    if variable.kind == files.CLASSES["char"]:
        return CharArray(np.asarray(stored).copy(order="F").view(np.uint8).astype(np.uint16).reshape(shape, order="F"))
    data = np.array(stored, stored.dtype.newbyteorder("="), order="F").reshape(shape, order="F")
    fill, scale, offset = (_number_attribute(variable, name) for name in ("_FillValue", "scale_factor", "add_offset"))
    is_float = data.dtype.kind == "f"
    missing = data == variable.fill if fill is not None or is_float else None
    if scale is not None or offset is not None or (fill is not None and not is_float):
        data = data.astype(np.float64)
    if missing is not None:
        data[missing] = np.nan
    if scale is not None:
        data = data * float(scale[0])
    if offset is not None:
        data = data + float(offset[0])
    return Tensor(np.asfortranarray(data))


def _number_attribute(variable: Variable, name: str) -> Any:
    """An attribute that holds numbers; None where there is none, or it is a text."""
    value = variable.attributes.get(name)
    return None if isinstance(value, str) else value


@builtin(
    "ncwrite", "ncwrite(filename, varname, vardata)", "ncwrite(filename, varname, vardata, start)",
    "ncwrite(filename, varname, vardata, start, stride)",
    summary="Write values into a variable of a netCDF file; unlimited dimensions grow.",
    examples=(
        Example(_MADE + "ncwrite(f,'v',[7;8],[1 2]); x = ncread(f,'v'); delete(f); x", "[NaN 7 NaN;NaN 8 NaN]"),
        Example(_FILE + "nccreate(f,'t','Dimensions',{'time',Inf}); ncwrite(f,'t',[1 2]); ncwrite(f,'t',5,3); x = ncread(f,'t'); delete(f); x'", "[1 2 5]"),
        Example(_FILE + "nccreate(f,'s','Dimensions',{'n',5},'Datatype','char'); ncwrite(f,'s','hello'); x = ncread(f,'s')'; delete(f); x", "'hello'"),
    ),
    errors=(
        ErrorCase(_MADE + "try, ncwrite(f,'v',ones(3)), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure"),
        ErrorCase(_MADE + "try, ncwrite(f,'v','ab'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:unableToConvert"),
    ),
    see_also=("nccreate", "ncread"),
)  # fmt: skip
def ncwrite(call: Any, filename: Any, varname: Any, vardata: Any, start: Any = None, stride: Any = None) -> None:
    path, header = opened(call, filename, "writing")
    variable = variable_of(call, header, text_of(varname, "variable name"))
    lengths = header.lengths(variable)[::-1]
    data = _stored(call, variable, vardata)
    shape = (*shape_of(vardata), *[1] * len(lengths))
    if len(lengths) <= 1:
        shape = (data.size,) * len(lengths)
    if int(np.prod(shape[: len(lengths)])) != data.size or (not lengths and data.size != 1):
        raise call.error(
            f"VARDATA has more dimensions than the variable '{variable.name}'.", "MATLAB:imagesci:netcdf:invalidVardataDimensions"
        )
    first, step = _places(call, start, len(lengths), "START", 1), _places(call, stride, len(lengths), "STRIDE", 1)
    ends = [int(at) + (many - 1) * int(by) for at, by, many in zip(first, step, shape, strict=False)]
    beyond = [k for k, (end, length) in enumerate(zip(ends, lengths, strict=True)) if end > length and shape[k]]
    # only the last dimension may grow, where it counts records
    if beyond and (beyond != [len(lengths) - 1] or not header.by_records(variable)):
        raise _failure(call, "putVara", "Start+count exceeds dimension bound (NC_EEDGE)")
    records = ends[-1] if beyond else 0
    part = tuple(slice(int(at) - 1, end, int(by)) for at, by, end in zip(first, step, ends, strict=True))
    files.write(path, header, variable, part, data.reshape(shape[: len(lengths)], order="F"), records)


def _stored(call: Any, variable: Variable, values: Any) -> np.ndarray:
    """The elements that the file stores for values: without scale and offset, in the type of the file."""
    text = class_of(values) in ("char", "string")
    if text != (variable.kind == files.CLASSES["char"]) or class_of(values) not in (*files.CLASSES, "string", "logical"):
        message = f"Unable to convert '{class_of(values)}' data to the '{files.CLASS_OF[variable.kind]}' data of variable '{variable.name}'."
        raise call.error(message, "MATLAB:imagesci:netcdf:unableToConvert")
    if text:
        return as_array(call.feval("char", values)[0]).astype(np.uint8).copy(order="F").view("S1")
    data = as_array(values)
    scale, offset = (_number_attribute(variable, name) for name in ("scale_factor", "add_offset"))
    if offset is not None:
        data = data.astype(np.float64) - float(offset[0])
    if scale is not None:
        data = data.astype(np.float64) / float(scale[0])
    missing = np.isnan(data) if data.dtype.kind == "f" and "_FillValue" in variable.attributes else None
    data = np.array(as_array(call.feval(files.CLASS_OF[variable.kind], Tensor(np.asfortranarray(data)))[0]), order="F")
    if missing is not None:
        data[missing] = variable.fill
    return data


def _attributes(call: Any, header: File, location: Any) -> dict[str, Any]:
    word = text_of(location, "location")
    return header.attributes if word == "/" else variable_of(call, header, word).attributes


def attribute_value(value: Any) -> Any:
    """An attribute as a value: text, or a row of numbers."""
    return CharArray.row(value) if isinstance(value, str) else Tensor(np.asfortranarray(value.reshape(1, -1)))


@builtin(
    "ncreadatt", "attvalue = ncreadatt(source, location, attname)",
    summary="Read an attribute of a netCDF file ('/') or of one of its variables.",
    examples=(Example(_MADE + "ncwriteatt(f,'v','range',[1 5]); a = ncreadatt(f,'v','range'); delete(f); a", "[1 5]"),),
    errors=(ErrorCase(_MADE + "try, ncreadatt(f,'/','a'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_ENOTATT"),),
    see_also=("ncwriteatt", "ncinfo"),
)  # fmt: skip
def ncreadatt(call: Any, source: Any, location: Any, attname: Any) -> Any:
    value = _attributes(call, opened(call, source)[1], location).get(text_of(attname, "attribute name"))
    if value is None:
        raise _failure(call, "inqAtt", "Attribute not found (NC_ENOTATT)")
    return attribute_value(value)


@builtin(
    "ncwriteatt", "ncwriteatt(filename, location, attname, attvalue)",
    summary="Write an attribute of a netCDF file ('/') or of one of its variables.",
    examples=(Example(_MADE + "ncwriteatt(f,'/','title','waves'); a = ncreadatt(f,'/','title'); delete(f); a", "'waves'"),),
    errors=(
        ErrorCase(_MADE + "try, ncwriteatt(f,'w','a',1), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:unknownLocation"),
        ErrorCase(_MADE + "try, ncwriteatt(f,'/','a',{1}), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:netcdf:invalidAttributeType"),
    ),
    see_also=("ncreadatt", "nccreate"),
)  # fmt: skip
def ncwriteatt(call: Any, filename: Any, location: Any, attname: Any, attvalue: Any) -> None:
    path, old = opened(call, filename, "writing")
    header = replace(old, attributes=dict(old.attributes), variables=[replace(v, attributes=dict(v.attributes)) for v in old.variables])
    _attributes(call, header, location)[text_of(attname, "attribute name")] = to_attribute(call, header, attvalue)
    _write(call, path, old, header)


def to_attribute(call: Any, header: File, value: Any) -> Any:
    """A value as an attribute that a file of this format can hold."""
    if is_text(value):
        return text_of(value)
    if class_of(value) not in files.CLASSES or as_array(value).dtype.kind == "c":
        raise call.error(f"Attributes of class '{class_of(value)}' cannot be written.", "MATLAB:imagesci:netcdf:invalidAttributeType")
    array = as_array(value).ravel(order="F")
    if files.kind_of(array.dtype) > files.CLASSIC_TYPES and header.version != 5:
        raise _failure(call, "putAtt", "Not a valid data type or _FillValue type mismatch (NC_EBADTYPE)")
    return array


@builtin(
    "ncwriteschema", "ncwriteschema(filename, schema)",
    summary="Add the dimensions, variables and attributes of a structure, as ncinfo gives it, to a netCDF file.",
    examples=(Example(_MADE + "g = [f 'b']; ncwriteschema(g, ncinfo(f)); i = ncinfo(g); delete(f); delete(g); {i.Dimensions.Length}", "{2,3}"),),
    errors=(ErrorCase("ncwriteschema('a.nc', 5)", "MATLAB:imagesci:netcdf:invalidSchema"),),
    see_also=("ncinfo", "nccreate"),
)  # fmt: skip
def ncwriteschema(call: Any, filename: Any, schema: Any) -> None:
    if type(schema) is not StructArray or schema.numel != 1:
        raise call.error("The schema must be a structure as ncinfo gives it.", "MATLAB:imagesci:netcdf:invalidSchema")
    fields, path = arg.Options(schema.array.flat[0]), _path(filename)
    version = _VERSIONS.get(fields.word("Format", "netcdf4_classic"), 5)
    old = opened(call, filename, "writing")[1] if os.path.exists(path) else None
    header = File(version) if old is None else replace(old, dimensions=list(old.dimensions), variables=list(old.variables))
    is_variable = "Datatype" in fields
    for item in _items(fields, "Dimensions"):
        _add_dimension(call, header, arg.Options(item), warn=not is_variable)
    header.attributes = {**header.attributes, **_struct_attributes(call, header, {} if is_variable else fields)}
    for item in [fields] if is_variable else _items(fields, "Variables"):
        _add_variable(call, header, item)
    _write(call, path, old, header)


def _add_dimension(call: Any, header: File, item: arg.Options, warn: bool) -> None:
    name, length = text_of(item["Name"]), arg.scalar(item["Length"])
    endless = bool(np.isinf(length)) or item.flag("Unlimited")
    if header.dimension(name) is None:
        header.dimensions.append(Dimension(name, 0 if endless else int(length), endless))
    elif warn:
        call.warning(f"Dimension '{name}' already exists in file, skipping.", "MATLAB:imagesci:netcdf:dimensionExists")


def _add_variable(call: Any, header: File, item: dict[str, Any]) -> None:
    name = text_of(item["Name"]).removeprefix("/")
    if header.variable(name) is not None:
        call.warning(f"Variable '{name}' already exists in file, skipping.", "MATLAB:imagesci:netcdf:variableExists")
        return
    names = [text_of(d["Name"]) for d in _items(item, "Dimensions")]
    places = tuple(k for n in reversed(names) if (k := header.dimension(n)) is not None)
    header.variables.append(Variable(name, _kind(call, header, text_of(item["Datatype"])), places, _struct_attributes(call, header, item)))


def _items(fields: dict[str, Any], key: str) -> list[dict[str, Any]]:
    value = fields.get(key)
    return list(value.array.ravel(order="F")) if type(value) is StructArray else []


def _struct_attributes(call: Any, header: File, fields: dict[str, Any]) -> dict[str, Any]:
    return {texts_of(a["Name"])[0]: to_attribute(call, header, a["Value"]) for a in _items(fields, "Attributes")}
