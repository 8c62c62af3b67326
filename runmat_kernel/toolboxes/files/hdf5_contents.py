"""What HDF5 files hold: h5info and h5disp (these need h5py)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, text_of, to_value
from .formats import hdf5_files as files

_MADE = "f = [tempname '.h5']; h5create(f,'/g/v',[2 3],'Datatype','int16'); h5writeatt(f,'/g/v','units','m'); "
_NONE = Tensor(np.zeros((0, 0)))
_SHOWN_NUMBERS = 10
_FILTERS = {1: "deflate", 2: "shuffle", 3: "fletcher32", 4: "szip", 5: "nbit", 6: "scaleoffset"}
_TYPE_NAMES = {"f2": "IEEE_F16", "f4": "IEEE_F32", "f8": "IEEE_F64"}
_PADS = ("H5T_STR_NULLTERM", "H5T_STR_NULLPAD", "H5T_STR_SPACEPAD")
_SETS = ("H5T_CSET_ASCII", "H5T_CSET_UTF8")


def _structs(items: list[dict[str, Any]]) -> Any:
    """A column of structures; [] where there are none, as MATLAB gives it."""
    if not items:
        return _NONE
    records = [{name: to_value(value) for name, value in item.items()} for item in items]
    return StructArray(object_array(records, (len(records), 1)), tuple(records[0]))


def _sizes(shape: tuple[int | None, ...]) -> Any:
    return to_value(np.array([[np.inf if n is None else n for n in shape[::-1]]], np.float64))


def _type_parts(kind: Any) -> dict[str, Any]:
    """The structure that h5info gives for a type (an h5py TypeID)."""
    name, form = _type_form(kind)
    size = float(kind.get_size()) if not _is_text_of_any_length(kind) else CharArray.row("H5T_VARIABLE")
    return {"Name": CharArray.row(""), "Class": CharArray.row(name), "Type": form, "Size": size, "Attributes": _NONE}


def _is_text_of_any_length(kind: Any) -> bool:
    return hasattr(kind, "is_variable_str") and kind.is_variable_str()


def _type_form(kind: Any) -> tuple[str, Any]:
    """The name of a type's class, and what ``Type`` says of it."""
    from h5py import h5t

    group = kind.get_class()
    if group == h5t.ENUM:
        members = []
        for k in range(kind.get_nmembers()):
            members.append({"Name": CharArray.row(kind.get_member_name(k).decode()), "Value": float(kind.get_member_value(k))})
        return "H5T_ENUM", StructArray.scalar({"Type": CharArray.row(_number_name(kind.get_super())), "Member": _structs(members)})
    if group == h5t.STRING:
        any_length = kind.is_variable_str()
        return "H5T_STRING", StructArray.scalar({
            "Length": CharArray.row("H5T_VARIABLE") if any_length else float(kind.get_size()),
            "Padding": CharArray.row(_PADS[kind.get_strpad()]), "CharacterSet": CharArray.row(_SETS[kind.get_cset()]),
            "CharacterType": CharArray.row("H5T_C_S1"),
        })  # fmt: skip
    if group == h5t.COMPOUND:
        members = []
        for k in range(kind.get_nmembers()):
            inner = StructArray.scalar({n: to_value(v) for n, v in _type_parts(kind.get_member_type(k)).items()})
            members.append({"Name": CharArray.row(kind.get_member_name(k).decode()), "Datatype": inner})
        return "H5T_COMPOUND", StructArray.scalar({"Member": _structs(members)})
    if group in (h5t.ARRAY, h5t.VLEN):
        inner = StructArray.scalar({n: to_value(v) for n, v in _type_parts(kind.get_super()).items()})
        if group == h5t.VLEN:
            return "H5T_VLEN", inner
        return "H5T_ARRAY", StructArray.scalar({"Dims": _sizes(kind.get_array_dims()), "Datatype": inner})
    if group == h5t.REFERENCE:
        return "H5T_REFERENCE", CharArray.row("H5R_OBJECT" if kind == h5t.STD_REF_OBJ else "H5R_DATASET_REGION")
    names = {
        h5t.INTEGER: "H5T_INTEGER",
        h5t.FLOAT: "H5T_FLOAT",
        h5t.BITFIELD: "H5T_BITFIELD",
        h5t.OPAQUE: "H5T_OPAQUE",
        h5t.TIME: "H5T_TIME",
    }
    known = group in (h5t.INTEGER, h5t.FLOAT, h5t.BITFIELD)
    return names.get(group, "H5T_NO_CLASS"), CharArray.row(_number_name(kind)) if known else _NONE


def _number_name(kind: Any) -> str:
    """The name of a type of numbers in the HDF5 library: H5T_STD_I32LE."""
    from h5py import h5t

    if kind.get_class() == h5t.BITFIELD:
        return f"H5T_STD_B{8 * kind.get_size()}{'BE' if kind.get_order() == h5t.ORDER_BE else 'LE'}"
    dtype = kind.dtype
    order = "BE" if kind.get_order() == h5t.ORDER_BE else "LE"
    if dtype.kind == "f":
        return f"H5T_{_TYPE_NAMES.get(f'f{dtype.itemsize}', f'IEEE_F{8 * dtype.itemsize}')}{order}"
    return f"H5T_STD_{'U' if dtype.kind == 'u' else 'I'}{8 * kind.get_size()}{order}"


def _space_parts(shape: tuple[int, ...] | None, most: tuple[int | None, ...] | None) -> Any:
    if not shape:
        kind = "null" if shape is None else "scalar"
        return StructArray.scalar(
            {"Size": _NONE if shape is None else 1.0, "MaxSize": _NONE if shape is None else 1.0, "Type": CharArray.row(kind)}
        )
    return StructArray.scalar({"Size": _sizes(shape), "MaxSize": _sizes(most or shape), "Type": CharArray.row("simple")})


def _filters(dataset: Any) -> list[tuple[str, tuple[int, ...]]]:
    settings = dataset.id.get_create_plist()
    listed = [settings.get_filter(k) for k in range(settings.get_nfilters())]
    return [(_FILTERS.get(code, text.decode() if text else str(code)), tuple(values)) for code, _, values, text in listed]


def _attributes(call: Any, item: Any) -> Any:
    parts = []
    for name in item.attrs:
        known = item.attrs.get_id(name)
        kind = known.get_type()
        parts.append({
            "Name": CharArray.row(name), "Datatype": StructArray.scalar({n: to_value(v) for n, v in _type_parts(kind).items()}),
            "Dataspace": _space_parts(known.get_space().get_simple_extent_dims() if known.get_space().get_simple_extent_type() != 2 else None, None),
            "Value": _attribute_value(call, item.attrs, name),
        })  # fmt: skip
    return _structs(parts)


def _attribute_value(call: Any, attributes: Any, name: str) -> Any:
    try:
        return files.attribute_value(call, attributes, name)
    except (OSError, ValueError, TypeError):
        return _NONE


def _dataset_parts(call: Any, name: str, dataset: Any) -> dict[str, Any]:
    filters = [{"Name": CharArray.row(word), "Data": to_value(np.array([values], np.float64))} for word, values in _filters(dataset)]
    return {
        "Name": CharArray.row(name), "Datatype": StructArray.scalar({n: to_value(v) for n, v in _type_parts(dataset.id.get_type()).items()}),
        "Dataspace": _space_parts(dataset.shape, dataset.maxshape), "ChunkSize": _NONE if dataset.chunks is None else _sizes(dataset.chunks),
        "FillValue": _fill(dataset), "Filters": _structs(filters), "Attributes": _attributes(call, dataset),
    }  # fmt: skip


def _fill(dataset: Any) -> Any:
    value = dataset.fillvalue
    if isinstance(value, (bytes, str)):
        return CharArray.row(value.decode() if isinstance(value, bytes) else value)
    return Tensor(files.native(np.array([[value]]))) if isinstance(value, np.number) else _NONE


def _members(group: Any) -> Iterator[tuple[str, str, Any]]:
    """The links of a group: name, what it leads to ("group", "dataset", "type", "link"), and that."""
    h5py = files.library("h5info")
    for name in group:
        link = group.get(name, getlink=True)
        if not isinstance(link, h5py.HardLink):
            yield name, "link", link
            continue
        member = group[name]
        yield name, "group" if isinstance(member, h5py.Group) else "dataset" if isinstance(member, h5py.Dataset) else "type", member


def _group_parts(call: Any, group: Any) -> dict[str, Any]:
    groups, datasets, types, links = [], [], [], []
    for name, kind, member in _members(group):
        if kind == "group":
            groups.append(_group_parts(call, member))
        elif kind == "dataset":
            datasets.append(_dataset_parts(call, name, member))
        elif kind == "type":
            types.append({**_type_parts(member.id), "Name": CharArray.row(name)})
        else:
            outside = hasattr(member, "filename")
            value = [member.filename, member.path] if outside else [member.path]
            where = call.feval("cellstr", StringArray(object_array(value, (len(value), 1))))[0]
            links.append({"Name": CharArray.row(name), "Type": CharArray.row("external link" if outside else "soft link"), "Value": where})
    return {
        "Name": CharArray.row(group.name), "Groups": _structs(groups), "Datasets": _structs(datasets), "Datatypes": _structs(types),
        "Links": _structs(links), "Attributes": _attributes(call, group),
    }  # fmt: skip


def _found(call: Any, file: Any, location: Any) -> Any:
    name = "/" if location is None else files.full_path(call, location, "location")
    item = file.get(name)
    if item is None:
        raise call.error(f"The object '{name}' does not exist in the file.", "MATLAB:imagesci:h5info:unableToFind")
    return item


@builtin(
    "h5info", "info = h5info(filename)", "info = h5info(filename, location)", "info = h5info(..., 'TextEncoding', encoding)",
    summary="Groups, datasets and attributes of an HDF5 file, or of one of its groups or datasets, as a structure (needs h5py).",
    examples=(
        Example(_MADE + "i = h5info(f); delete(f); {i.Name, i.Groups.Name, i.Groups.Datasets.Name}", "{'/','/g','v'}"),
        Example(_MADE + "i = h5info(f,'/g/v'); delete(f); {i.Dataspace.Size, i.Datatype.Class, i.Datatype.Type, i.Attributes.Value}",
                "{[2 3],'H5T_INTEGER','H5T_STD_I16LE','m'}"),
    ),
    errors=(
        ErrorCase("h5info('nosuchfile.h5')", "MATLAB:imagesci:h5info:fileOpenErr"),
        ErrorCase(_MADE + "try, h5info(f,'/w'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5info:unableToFind"),
        ErrorCase(_MADE + "try, h5info(f,'/','some',1), catch e, delete(f), rethrow(e), end", "MATLAB:h5info:NameValueNames"),
    ),
    see_also=("h5disp", "h5read"),
)  # fmt: skip
def h5info(call: Any, filename: Any, location: Any = None, *options: Any) -> Any:
    h5py = files.library("h5info")
    if location is not None and text_of(location).lower() == "textencoding":
        location, options = None, (location, *options)
    arg.name_values(options, "h5info", "textencoding")  # names come as they are, in either encoding
    with files.opened(call, filename) as file:
        item = _found(call, file, location)
        start = {"Filename": CharArray.row(file.filename)}
        if isinstance(item, h5py.Group):
            return StructArray.scalar({**start, **_group_parts(call, item)})
        if isinstance(item, h5py.Datatype):
            return StructArray.scalar({**start, **_type_parts(item.id)})
        return StructArray.scalar({**start, **_dataset_parts(call, item.name.rsplit("/", 1)[-1], item)})


# --- h5disp ----------------------------------------------------------------------------------------------------------------


@builtin(
    "h5disp", "h5disp(filename)", "h5disp(filename, location)", "h5disp(filename, location, dispFormat)",
    summary="Show what an HDF5 file or a part of it holds; 'min' shows the names of groups and datasets alone (needs h5py).",
    examples=(Example(_MADE + "s = evalc('h5disp(f)'); delete(f); contains(s, '''units'':  ''m''') && contains(s, 'Size:  2x3')", "true"),),
    errors=(
        ErrorCase(_MADE + "try, h5disp(f,'/w'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5info:unableToFind"),
        ErrorCase(_MADE + "try, h5disp(f,'/','some'), catch e, delete(f), rethrow(e), end", "MATLAB:h5disp:unrecognizedStringChoice"),
    ),
    see_also=("h5info", "h5read"),
)  # fmt: skip
def h5disp(call: Any, filename: Any, location: Any = None, form: Any = None, *options: Any) -> None:
    h5py = files.library("h5disp")
    arg.name_values(options, "h5disp", "textencoding")
    word = text_of(form).lower() if form is not None else "full"
    if word not in ("min", "simple", "full"):
        message = f"Expected input to match one of these values: 'min', 'simple', 'full'. The input was '{word}'."
        raise call.error(message, "MATLAB:h5disp:unrecognizedStringChoice")
    with files.opened(call, filename) as file:
        item = _found(call, file, location)
        lines = [f"HDF5 {file.filename.rsplit('/', 1)[-1]} "]
        if isinstance(item, h5py.Group):
            lines += _group_lines(call, item, 0, word == "full")
        elif isinstance(item, h5py.Dataset):
            lines += _dataset_lines(call, item.name.rsplit("/", 1)[-1], item, 0, word == "full")
        call.write("\n".join(lines) + "\n")


def _group_lines(call: Any, group: Any, indent: int, full: bool) -> list[str]:
    before = " " * indent
    lines = [f"{before}Group '{group.name}' "]
    lines += _attribute_lines(call, group, indent + 4) if full else []
    members = list(_members(group))
    for name, kind, member in members:
        if kind == "dataset":
            lines += _dataset_lines(call, name, member, indent + 4, full)
    for name, kind, member in members:
        if kind == "link":
            lines.append(f"{before}    {'External' if hasattr(member, 'filename') else 'Soft'} Link:  '{name}'")
            lines.append(f"{before}        Target:  '{member.path}'")
        elif kind == "type":
            lines += [f"{before}    Datatype '{name}'", *_type_lines(member.id, indent + 8)]
    for _, kind, member in members:
        if kind == "group":
            lines += _group_lines(call, member, indent + 4, full)
    return lines


def _size_text(shape: tuple[int | None, ...] | None) -> str:
    return "scalar" if shape == () else "[]" if shape is None else "x".join("Inf" if n is None else str(n) for n in shape[::-1])


def _dataset_lines(call: Any, name: str, dataset: Any, indent: int, full: bool) -> list[str]:
    before = " " * indent
    if not full:
        return [f"{before}Dataset '{name}' "]
    filters = ", ".join(f"{word}({values[0]})" if word == "deflate" and values else word for word, values in _filters(dataset)) or "none"
    kind = _type_lines(dataset.id.get_type(), indent + 8)
    lines = [
        f"{before}Dataset '{name}' ", f"{before}    Size:  {_size_text(dataset.shape)}",
        *([f"{before}    MaxSize:  {_size_text(dataset.maxshape)}"] if dataset.shape else []),
        f"{before}    Datatype:   {kind[0].strip()}", *kind[1:],
        f"{before}    ChunkSize:  {'[]' if dataset.chunks is None else _size_text(dataset.chunks)}", f"{before}    Filters:  {filters}",
    ]  # fmt: skip
    fill = _fill(dataset)
    if isinstance(fill, CharArray) or np.size(as_array(fill)):
        lines.append(f"{before}    FillValue:  {_shown(fill)}")
    return lines + _attribute_lines(call, dataset, indent + 4)


def _type_lines(kind: Any, indent: int) -> list[str]:
    """What h5disp shows of a type: its name, then what it consists of."""
    from h5py import h5t

    before = " " * indent
    group = kind.get_class()
    name, _ = _type_form(kind)
    if group in (h5t.INTEGER, h5t.FLOAT):
        return [f"{before}{_number_name(kind)} ({_own_class(kind)})"]
    if group == h5t.BITFIELD:
        return [f"{before}{_number_name(kind)}"]
    if group == h5t.STRING:
        length = "variable" if kind.is_variable_str() else str(kind.get_size())
        return [
            before + name, f"{before}String Length: {length}", f"{before}Padding: {_PADS[kind.get_strpad()]}",
            f"{before}Character Set: {_SETS[kind.get_cset()]}", f"{before}Character Type: H5T_C_S1",
        ]  # fmt: skip
    lines = [before + name]
    if group == h5t.ENUM:
        lines.append(f"{before}Base Type:  {_number_name(kind.get_super())}")
        lines += [f"{before}Member '{kind.get_member_name(k).decode()}':  {kind.get_member_value(k)}" for k in range(kind.get_nmembers())]
    elif group == h5t.COMPOUND:
        for k in range(kind.get_nmembers()):
            inner = _type_lines(kind.get_member_type(k), indent + 4)
            lines += [f"{before}Member '{kind.get_member_name(k).decode()}': {inner[0].strip()}", *inner[1:]]
    elif group in (h5t.ARRAY, h5t.VLEN):
        inner = _type_lines(kind.get_super(), indent + 4)
        lines += [f"{before}Size: {_size_text(kind.get_array_dims())}"] if group == h5t.ARRAY else []
        lines += [f"{before}Base Type: {inner[0].strip()}", *inner[1:]]
    return lines


def _own_class(kind: Any) -> str:
    dtype = kind.dtype
    return {"f8": "double", "f4": "single"}.get(f"{dtype.kind}{dtype.itemsize}", dtype.newbyteorder("=").name)


def _attribute_lines(call: Any, item: Any, indent: int) -> list[str]:
    lines = []
    for name in item.attrs:
        kind = item.attrs.get_id(name).get_type()
        value = _attribute_value(call, item.attrs, name)
        shown = _shown(value) if isinstance(value, (float, bool, CharArray, StringArray, Tensor)) else _type_form(kind)[0]
        lines.append(f"{' ' * (indent + 4)}'{name}':  {shown}")
    return [f"{' ' * indent}Attributes:", *lines] if lines else []


def _shown(value: Any) -> str:
    if isinstance(value, (CharArray, StringArray)):
        items = [text_of(value)] if isinstance(value, CharArray) else [str(text) for text in value.array.ravel(order="F")]
        return ", ".join(f"'{item}'" for item in items[:_SHOWN_NUMBERS])
    array = as_array(value).ravel(order="F")
    if not array.size:
        return "[]"
    many = " ..." if array.size > _SHOWN_NUMBERS else ""
    return (
        " ".join(f"{item:f}" if array.dtype.kind == "f" else str(int(item)) for item in array[:_SHOWN_NUMBERS])
        + " " * (array.size > 1)
        + many.strip()
    )
