"""The netCDF library's own functions: netcdf.open, netcdf.getVar and their like, which count from 0 and convert nothing."""

from __future__ import annotations

import os
from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values import CharArray, Tensor
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, word_of
from .formats import netcdf_files as files
from .formats.netcdf_files import Dimension, File, Variable
from .formats.netcdf_open import OpenDataset, failure
from .netcdf import attribute_value, opened, reading, to_attribute

_CONSTANTS: MappingProxyType[str, float] = MappingProxyType({
    "NOWRITE": 0, "WRITE": 1, "CLOBBER": 0, "NOCLOBBER": 4, "CLASSIC_MODEL": 256, "64BIT_OFFSET": 512, "SHARE": 2048, "NETCDF4": 4096,
    "GLOBAL": -1, "UNLIMITED": 0, "FILL": 0, "NOFILL": 256, "NAT": 0, "BYTE": 1, "CHAR": 2, "SHORT": 3, "INT": 4, "LONG": 4, "FLOAT": 5,
    "DOUBLE": 6, "UBYTE": 7, "USHORT": 8, "UINT": 9, "INT64": 10, "UINT64": 11, "FILL_BYTE": -127, "FILL_CHAR": 0, "FILL_SHORT": -32767,
    "FILL_INT": -2147483647, "FILL_FLOAT": float(np.float32(9.969209968386869e36)), "FILL_DOUBLE": 9.969209968386869e36,
    "MAX_NAME": 256, "MAX_VAR_DIMS": 1024, "FORMAT_CLASSIC": 1, "FORMAT_64BIT": 2, "FORMAT_NETCDF4": 3, "FORMAT_NETCDF4_CLASSIC": 4,
})  # fmt: skip
_FORMATS = {1: "FORMAT_CLASSIC", 2: "FORMAT_64BIT", 5: "FORMAT_CDF5"}
_FILE = "f = [tempname '.nc']; n = netcdf.create(f,'CLOBBER'); d = netcdf.defDim(n,'x',3); v = netcdf.defVar(n,'v','NC_INT',d); "
_DATA = _FILE + "netcdf.putAtt(n,v,'units','m'); netcdf.endDef(n); netcdf.putVar(n,v,[7 8 9]); "
_END = " netcdf.close(n); delete(f); "


def _function(
    name: str, *usage: str, summary: str, gives: str = "", expected: str = "", errors: tuple[ErrorCase, ...] = ()
) -> Callable[..., Builtin]:
    """Declare ``netcdf.name``; ``gives`` is looked at in the file of the examples."""
    examples = (Example(f"{_DATA}r = {gives};{_END}r", expected),) if gives else ()
    lines = tuple(line.replace("@", f"netcdf.{name}") for line in usage)
    return builtin(f"netcdf.{name}", *lines, summary=summary, examples=examples, errors=errors, see_also=("ncread", "netcdf.open"))


def _dataset(call: Any, ncid: Any) -> OpenDataset:
    dataset = call.session.netcdf_files.get(arg.scalar(ncid))
    if dataset is None:
        raise failure(call, "Not a valid ID (NC_EBADID)")
    return dataset


def _constant(call: Any, name: Any) -> float:
    word = text_of(name).upper().removeprefix("NC_")
    if word not in _CONSTANTS:
        raise call.error(f"'{text_of(name)}' is not a recognized netCDF constant.", "MATLAB:imagesci:netcdf:unrecognizedConstant")
    return float(_CONSTANTS[word])


def _mode(call: Any, mode: Any) -> int:
    return int(_constant(call, mode) if is_text(mode) else arg.scalar(mode))


def _variable(call: Any, data: OpenDataset, varid: Any) -> Variable:
    number = arg.scalar(varid)
    if not (0 <= number < len(data.header.variables)):
        raise failure(call, "Variable not found (NC_ENOTVAR)")
    return data.header.variables[int(number)]


def _attributes(call: Any, data: OpenDataset, varid: Any) -> dict[str, Any]:
    return data.header.attributes if arg.scalar(varid) == -1 else _variable(call, data, varid).attributes


@builtin(
    "netcdf.getConstant", "val = netcdf.getConstant(name)", summary="The value of a constant of the netCDF library, with or without NC_.",
    examples=(Example("[netcdf.getConstant('NC_GLOBAL') netcdf.getConstant('double')]", "[-1 6]"),),
    errors=(ErrorCase("netcdf.getConstant('NC_FOO')", "MATLAB:imagesci:netcdf:unrecognizedConstant"),),
)  # fmt: skip
def get_constant(call: Any, name: Any) -> float:
    return _constant(call, name)


@builtin(
    "netcdf.open", "ncid = netcdf.open(source)", "ncid = netcdf.open(source, mode)",
    summary="Open a netCDF file of a classic format: 'NOWRITE', 'WRITE' or 'SHARE'.",
    examples=(Example(_FILE + "netcdf.close(n); n = netcdf.open(f); s = netcdf.inqVar(n,0);" + _END + "s", "'v'"),),
    errors=(ErrorCase("netcdf.open('nosuchfile.nc')", "MATLAB:imagesci:netcdf:unableToOpenFileforRead"),),
    see_also=("netcdf.close", "ncread"),
)  # fmt: skip
def open_file(call: Any, source: Any, mode: Any = None, *rest: Any) -> float:
    writable = bool(_mode(call, mode) & 1) if mode is not None else False
    path, header = opened(call, source, "writing" if writable else "reading")
    return _kept(call, OpenDataset(path, header, header, writable))


def _kept(call: Any, data: OpenDataset) -> float:
    table = call.session.netcdf_files
    number = float(65536 * (1 + max((int(n) // 65536 for n in table), default=0)))
    table[number] = data
    return number


@builtin(
    "netcdf.create", "ncid = netcdf.create(filename, cmode)",
    summary="Make a netCDF file: 'CLOBBER', 'NOCLOBBER', '64BIT_OFFSET', or 'NETCDF4' for one with 64-bit data.",
    examples=(Example(_FILE + "s = netcdf.inqFormat(n);" + _END + "s", "'FORMAT_CLASSIC'"),),
    errors=(ErrorCase(_FILE + "netcdf.close(n); netcdf.create(f,'NOCLOBBER')", "MATLAB:imagesci:netcdf:libraryFailure", "NC_EEXIST"),),
    see_also=("netcdf.defDim", "netcdf.defVar", "nccreate"),
)  # fmt: skip
def create(call: Any, filename: Any, cmode: Any, *rest: Any) -> Any:
    mode = _mode(call, cmode)
    path = absolute(os.path.expanduser(text_of(filename, "file name")))
    if mode & 4 and os.path.exists(path):
        raise failure(call, "File exists && NC_NOCLOBBER (NC_EEXIST)")
    data = OpenDataset(path, None, File(5 if mode & 4096 else 2 if mode & 512 else 1), True, True)
    data.write(call)
    return _kept(call, data)


@_function(
    "close",
    "@(ncid)",
    summary="Close a netCDF file.",
    errors=(ErrorCase("netcdf.close(77)", "MATLAB:imagesci:netcdf:libraryFailure", "NC_EBADID"),),
)
def close(call: Any, ncid: Any) -> None:
    _dataset(call, ncid).write(call)
    del call.session.netcdf_files[arg.scalar(ncid)]


@_function("sync", "@(ncid)", summary="Write what is not in the file yet.", gives="netcdf.inq(n)", expected="1")
def sync(call: Any, ncid: Any) -> None:
    _dataset(call, ncid).write(call)


@_function("endDef", "@(ncid)", summary="End of definitions: data follow.", gives="netcdf.inqDim(n,0)", expected="'x'")
def end_def(call: Any, ncid: Any, *rest: Any) -> None:
    data = _dataset(call, ncid)
    if not data.defining and data.header.version != 5:
        raise failure(call, "Operation not allowed in data mode (NC_ENOTINDEFINE)")
    data.write(call)
    data.defining = False


@_function("reDef", "@(ncid)", summary="Begin definitions again.")
def re_def(call: Any, ncid: Any) -> None:
    data = _dataset(call, ncid)
    if data.defining and data.header.version != 5:
        raise failure(call, "Operation not allowed in define mode (NC_EINDEFINE)")
    data.writing(call)
    data.defining = True


@_function("defDim", "dimid = @(ncid, dimname, dimlen)", summary="Make a dimension; NC_UNLIMITED makes one that grows.",
           gives="netcdf.inqDimID(n,'x')", expected="0",
           errors=(ErrorCase(_DATA + "try, netcdf.defDim(n,'y',2); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_ENOTINDEFINE"),))  # fmt: skip
def def_dim(call: Any, ncid: Any, name: Any, length: Any) -> float:
    data = _dataset(call, ncid)
    data.changing(call)
    size = _constant(call, length) if is_text(length) else arg.scalar(length)
    endless = size == 0 or np.isinf(size)
    if data.header.dimension(text_of(name)) is not None:
        raise failure(call, "NetCDF: String match to name in use (NC_ENAMEINUSE)")
    if endless and any(d.unlimited for d in data.header.dimensions):
        raise failure(call, "NC_UNLIMITED size already in use (NC_EUNLIMIT)")
    data.header.dimensions.append(Dimension(text_of(name), 0 if endless else int(size), bool(endless)))
    return float(len(data.header.dimensions) - 1)


@_function("defVar", "varid = @(ncid, varname, xtype, dimids)", summary="Make a variable; its fastest dimension comes first.",
           gives="netcdf.inqVarID(n,'v')", expected="0",
           errors=(ErrorCase(_FILE + "try, netcdf.defVar(n,'w','int',9); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_EBADDIM"),))  # fmt: skip
def def_var(call: Any, ncid: Any, name: Any, xtype: Any, dimids: Any) -> float:
    data = _dataset(call, ncid)
    data.changing(call)
    word = word_of(xtype)
    kind = files.CLASSES.get(word) or int(_constant(call, xtype) if is_text(xtype) else arg.scalar(xtype))
    if kind not in files.DTYPES or (kind > files.CLASSIC_TYPES and data.header.version != 5):
        raise failure(call, "Not a valid data type or _FillValue type mismatch (NC_EBADTYPE)")
    places = tuple(int(d) for d in arg.flat(dimids)[::-1])
    known = range(len(data.header.dimensions))
    if not set(places) <= set(known):
        raise failure(call, "Invalid dimension ID or name (NC_EBADDIM)")
    if any(data.header.dimensions[d].unlimited for d in places[1:]):
        raise failure(call, "NC_UNLIMITED in the wrong index (NC_EUNLIMPOS)")
    if data.header.variable(text_of(name)) is not None:
        raise failure(call, "NetCDF: String match to name in use (NC_ENAMEINUSE)")
    data.header.variables.append(Variable(text_of(name), kind, places))
    return float(len(data.header.variables) - 1)


@_function("defVarFill", "@(ncid, varid, noFillMode, fillValue)", summary="Say what stands where nothing was written.")
def def_var_fill(call: Any, ncid: Any, varid: Any, no_fill: Any, value: Any = None) -> None:
    data = _dataset(call, ncid)
    data.changing(call)
    variable = _variable(call, data, varid)
    if not arg.scalar(no_fill) and value is not None:
        kind = files.CLASS_OF[variable.kind]
        variable.attributes["_FillValue"] = text_of(value)[:1] if kind == "char" else as_array(call.feval(kind, value)[0]).ravel()[:1]


def _hint(name: str, arguments: str) -> Builtin:
    @_function(
        name,
        f"@({arguments})",
        summary="How a variable is stored, which the classic formats leave to no one: it is checked and passed over.",
    )
    def function(call: Any, ncid: Any, varid: Any, *rest: Any) -> None:
        _variable(call, _dataset(call, ncid), varid)

    return function


HINTS = (_hint("defVarDeflate", "ncid, varid, shuffle, deflate, deflateLevel"), _hint("defVarChunking", "ncid, varid, storage, chunkSizes"))


@_function("inq", "[ndims, nvars, ngatts, unlimdimid] = @(ncid)", summary="How many dimensions, variables and attributes a file has, and the dimension that grows.",
           gives="netcdf.inq(n)", expected="1")  # fmt: skip
def inq(call: Any, ncid: Any) -> Any:
    header = _dataset(call, ncid).header
    endless = next((k for k, d in enumerate(header.dimensions) if d.unlimited), -1)
    return float(len(header.dimensions)), float(len(header.variables)), float(len(header.attributes)), float(endless)


@_function("inqFormat", "format = @(ncid)", summary="The format of a file.", gives="netcdf.inqFormat(n)", expected="'FORMAT_CLASSIC'")
def inq_format(call: Any, ncid: Any) -> str:
    return _FORMATS[_dataset(call, ncid).header.version]


def _row(numbers: list[int]) -> Any:
    return Tensor(np.array([numbers], np.float64) if numbers else np.zeros((0, 0)))


@_function(
    "inqUnlimDims", "unlimdimids = @(ncid)", summary="The dimensions that grow.", gives="isempty(netcdf.inqUnlimDims(n))", expected="true"
)
def inq_unlim_dims(call: Any, ncid: Any) -> Any:
    return _row([k for k, d in enumerate(_dataset(call, ncid).header.dimensions) if d.unlimited])


@_function("inqDimIDs", "dimids = @(ncid)", summary="All dimensions of a file.", gives="netcdf.inqDimIDs(n)", expected="0")
def inq_dim_ids(call: Any, ncid: Any) -> Any:
    return _row(list(range(len(_dataset(call, ncid).header.dimensions))))


@_function("inqVarIDs", "varids = @(ncid)", summary="All variables of a file.", gives="netcdf.inqVarIDs(n)", expected="0")
def inq_var_ids(call: Any, ncid: Any) -> Any:
    return _row(list(range(len(_dataset(call, ncid).header.variables))))


@_function(
    "inqDim", "[dimname, dimlen] = @(ncid, dimid)", summary="Name and length of a dimension.", gives="netcdf.inqDim(n,0)", expected="'x'"
)
def inq_dim(call: Any, ncid: Any, dimid: Any) -> Any:
    header, number = _dataset(call, ncid).header, arg.scalar(dimid)
    if not 0 <= number < len(header.dimensions):
        raise failure(call, "Invalid dimension ID or name (NC_EBADDIM)")
    dimension = header.dimensions[int(number)]
    return dimension.name, float(header.records if dimension.unlimited else dimension.length)


@_function("inqDimID", "dimid = @(ncid, dimname)", summary="The number of a dimension.", gives="netcdf.inqDimID(n,'x')", expected="0")
def inq_dim_id(call: Any, ncid: Any, name: Any) -> float:
    place = _dataset(call, ncid).header.dimension(text_of(name))
    if place is None:
        raise failure(call, "Invalid dimension ID or name (NC_EBADDIM)")
    return float(place)


@_function("inqVar", "[varname, xtype, dimids, natts] = @(ncid, varid)", summary="Name, type, dimensions and number of attributes of a variable.",
           gives="netcdf.inqVar(n,0)", expected="'v'")  # fmt: skip
def inq_var(call: Any, ncid: Any, varid: Any) -> Any:
    variable = _variable(call, _dataset(call, ncid), varid)
    return variable.name, float(variable.kind), _row(list(variable.dimensions[::-1])), float(len(variable.attributes))


@_function("inqVarID", "varid = @(ncid, varname)", summary="The number of a variable.", gives="netcdf.inqVarID(n,'v')", expected="0",
           errors=(ErrorCase(_DATA + "try, netcdf.inqVarID(n,'w'); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_ENOTVAR"),))  # fmt: skip
def inq_var_id(call: Any, ncid: Any, name: Any) -> float:
    header = _dataset(call, ncid).header
    place = next((k for k, v in enumerate(header.variables) if v.name == text_of(name)), None)
    if place is None:
        raise failure(call, "Variable not found (NC_ENOTVAR)")
    return float(place)


@_function("inqVarFill", "[noFillMode, fillValue] = @(ncid, varid)", summary="What stands where nothing was written into a variable.",
           gives="netcdf.inqVarFill(n,0)", expected="false")  # fmt: skip
def inq_var_fill(call: Any, ncid: Any, varid: Any) -> Any:
    variable = _variable(call, _dataset(call, ncid), varid)
    if variable.kind == files.CLASSES["char"]:
        return False, variable.fill.decode("latin-1")
    return False, Tensor(np.array([[variable.fill]], variable.dtype.newbyteorder("=")))


@_function(
    "inqAtt",
    "[xtype, attlen] = @(ncid, varid, attname)",
    summary="Type and length of an attribute.",
    gives="netcdf.inqAtt(n,0,'units')",
    expected="2",
)
def inq_att(call: Any, ncid: Any, varid: Any, name: Any) -> Any:
    value = _attribute(call, _dataset(call, ncid), varid, name)
    return (2.0, float(len(value))) if isinstance(value, str) else (float(files.kind_of(value.dtype)), float(value.size))


def _attribute(call: Any, data: OpenDataset, varid: Any, name: Any) -> Any:
    value = _attributes(call, data, varid).get(text_of(name))
    if value is None:
        raise failure(call, "Attribute not found (NC_ENOTATT)")
    return value


@_function(
    "inqAttName",
    "attname = @(ncid, varid, attnum)",
    summary="The name of an attribute by its number.",
    gives="netcdf.inqAttName(n,0,0)",
    expected="'units'",
)
def inq_att_name(call: Any, ncid: Any, varid: Any, number: Any) -> str:
    names = list(_attributes(call, _dataset(call, ncid), varid))
    if not 0 <= arg.scalar(number) < len(names):
        raise failure(call, "Attribute not found (NC_ENOTATT)")
    return names[int(arg.scalar(number))]


@_function(
    "inqAttID",
    "attnum = @(ncid, varid, attname)",
    summary="The number of an attribute.",
    gives="netcdf.inqAttID(n,0,'units')",
    expected="0",
)
def inq_att_id(call: Any, ncid: Any, varid: Any, name: Any) -> float:
    data = _dataset(call, ncid)
    _attribute(call, data, varid, name)
    return float(list(_attributes(call, data, varid)).index(text_of(name)))


@_function("getAtt", "attrvalue = @(ncid, varid, attname)", "attrvalue = @(ncid, varid, attname, output_datatype)",
           summary="Read an attribute; NC_GLOBAL is the file itself.", gives="netcdf.getAtt(n,0,'units')", expected="'m'",
           errors=(ErrorCase(_DATA + "try, netcdf.getAtt(n,0,'w'); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_ENOTATT"),))  # fmt: skip
def get_att(call: Any, ncid: Any, varid: Any, name: Any, kind: Any = None) -> Any:
    value = attribute_value(_attribute(call, _dataset(call, ncid), varid, name))
    return value if kind is None else call.feval(text_of(kind), value)[0]


@_function(
    "putAtt",
    "@(ncid, varid, attrname, attrvalue)",
    summary="Write an attribute; NC_GLOBAL is the file itself.",
    gives="netcdf.getAtt(n,0,'units')",
    expected="'m'",
)
def put_att(call: Any, ncid: Any, varid: Any, name: Any, value: Any, *rest: Any) -> None:
    data = _dataset(call, ncid)
    data.changing(call)
    _attributes(call, data, varid)[text_of(name)] = to_attribute(call, data.header, value)


@_function("delAtt", "@(ncid, varid, attName)", summary="Delete an attribute.")
def del_att(call: Any, ncid: Any, varid: Any, name: Any) -> None:
    data = _dataset(call, ncid)
    data.changing(call)
    _attribute(call, data, varid, name)
    del _attributes(call, data, varid)[text_of(name)]


def _part(call: Any, lengths: tuple[int, ...], start: Any, count: Any, stride: Any) -> list[tuple[int, int, int]]:
    """First position, count and stride for each dimension: the whole variable, or one element where only a start is specified."""
    rank = max(len(lengths), 1)
    numbers = [None if v is None else [int(n) for n in arg.flat(v)] for v in (start, count, stride)]
    if any(v is not None and len(v) != rank for v in numbers):
        raise call.error(f"Expected start, count and stride to have {rank} elements.", "MATLAB:imagesci:netcdf:invalidIndexLength")
    first = (numbers[0] or [0] * rank)[: len(lengths)]
    many = (numbers[1] or ([1] * rank if numbers[0] is not None else list(lengths)))[: len(lengths)]
    step = (numbers[2] or [1] * rank)[: len(lengths)]
    return list(zip(first, many, step, strict=True))


@_function("getVar", "data = @(ncid, varid)", "data = @(ncid, varid, start, count, stride)", "data = @(..., output_datatype)",
           summary="Read a variable as it is stored, or a part of it; positions count from 0.",
           gives="netcdf.getVar(n,0,1,2)", expected="int32([8;9])",
           errors=(ErrorCase(_DATA + "try, netcdf.getVar(n,0,2,2); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_EEDGE"),))  # fmt: skip
def get_var(call: Any, ncid: Any, varid: Any, *rest: Any) -> Any:
    data = _dataset(call, ncid)
    data.reading(call)
    kind = text_of(rest[-1]) if rest and is_text(rest[-1]) else None
    numbers = [*(rest[:-1] if kind is not None else rest), None, None, None][:3]
    variable = _variable(call, data, varid)
    lengths = data.header.lengths(variable)[::-1]
    part = []
    for length, (first, many, step) in zip(lengths, _part(call, lengths, *numbers), strict=True):
        if first < 0 or first > max(length - 1, 0):
            raise failure(call, "Index exceeds dimension bound (NC_EINVALCOORDS)")
        if first + (many - 1) * step >= length and many:
            raise failure(call, "Start+count exceeds dimension bound (NC_EEDGE)")
        part.append(slice(first, first + many * step, step))
    with reading(data.path):
        stored = files.view(data.path, data.header, variable)[tuple(part)]
    shape = stored.shape if stored.ndim > 1 else (stored.size, 1)
    if variable.kind == files.CLASSES["char"]:
        values: Any = CharArray(np.asarray(stored).copy(order="F").view(np.uint8).astype(np.uint16).reshape(shape, order="F"))
    else:
        values = Tensor(np.array(stored, stored.dtype.newbyteorder("="), order="F").reshape(shape, order="F"))
    return values if kind is None else call.feval(kind, values)[0]


@_function("putVar", "@(ncid, varid, data)", "@(ncid, varid, start, data)", "@(ncid, varid, start, count, data)", "@(ncid, varid, start, count, stride, data)",
           summary="Write a variable as it is stored, or a part of it; positions count from 0.",
           gives="netcdf.getVar(n,0)", expected="int32([7;8;9])",
           errors=(ErrorCase(_FILE + "try, netcdf.putVar(n,v,1); catch e," + _END + "rethrow(e), end", "MATLAB:imagesci:netcdf:libraryFailure", "NC_EINDEFINE"),))  # fmt: skip
def put_var(call: Any, ncid: Any, varid: Any, *rest: Any) -> None:
    data = _dataset(call, ncid)
    data.writing(call)
    data.reading(call)
    source, numbers = rest[-1], [*rest[:-1], None, None, None][:3]
    variable = _variable(call, data, varid)
    text = variable.kind == files.CLASSES["char"]
    if text != (class_of(source) in ("char", "string")):
        raise failure(call, "Attempt to convert between text & numbers (NC_ECHAR)")
    values = as_array(call.feval(files.CLASS_OF[variable.kind], source)[0])
    values = values.astype(np.uint8).copy(order="F").view("S1") if text else values
    lengths = data.header.lengths(variable)[::-1]
    if numbers[1] is None and numbers[0] is None:
        counts = (*shape_of(source), *[1] * len(lengths))[: len(lengths)] if len(lengths) > 1 else (values.size,) * len(lengths)
        wanted = [(0, n, 1) for n in counts]
    else:
        wanted = _part(call, lengths, *numbers)
    if int(np.prod([many for _, many, _ in wanted])) != values.size:
        raise call.error("The number of elements of the data does not match the count.", "MATLAB:imagesci:netcdf:dataSizeMismatch")
    records = _new_records(call, data.header.by_records(variable), lengths, wanted)
    part = tuple(slice(first, first + many * step, step) for first, many, step in wanted)
    data.put(variable, part, values.reshape([many for _, many, _ in wanted], order="F"), records)


def _new_records(call: Any, by_records: bool, lengths: tuple[int, ...], wanted: list[tuple[int, int, int]]) -> int:
    """The number of records that elements need beyond those that there are, else 0; only the last dimension may grow."""
    records = 0
    for k, (length, (first, many, step)) in enumerate(zip(lengths, wanted, strict=True)):
        end = first + (many - 1) * step + 1
        if end > length and many:
            if not (by_records and k == len(lengths) - 1):
                raise failure(call, "Start+count exceeds dimension bound (NC_EEDGE)")
            records = end
    return records
