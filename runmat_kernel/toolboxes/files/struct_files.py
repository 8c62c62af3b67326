"""Structures in XML and JSON files: readstruct, writestruct."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import numpy as np

from ...base.errors import MatlabError
from ...base.stored import store, unwritten
from ...builtins import arguments as arg
from ...builtins.element_values import is_true, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, StringArray, StructArray, object_array
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from .formats.damage import reading
from .tabular import NUMBER

_FILE = "f = [tempname '.{}']; "


def _content(text: str) -> Any:
    """A number, a truth value or a string."""
    text = text.strip()
    if NUMBER.match(text):
        return float(text)
    return text == "true" if text in ("true", "false") else StringArray.scalar(text)


def _with_strings(value: Any) -> Any:
    """A result of jsondecode with strings in place of characters."""
    if type(value) is StructArray:
        items = [{name: _with_strings(item) for name, item in element.items()} for element in value.array.ravel(order="F")]
        return StructArray(object_array(items, value.shape), value.fields)
    if is_text(value):
        return StringArray.scalar(text_of(value))
    if type(value) is not CellArray:
        return value
    items = value.array.ravel(order="F").tolist()
    if items and all(is_text(item) for item in items):
        return StringArray(object_array([text_of(item) for item in items], value.shape))
    return CellArray(object_array([_with_strings(item) for item in items], value.shape))


def _as_string(text: str) -> Any:
    return StringArray.scalar(text.strip())


def _from_element(element: Any, suffix: str, read: Callable[[str], Any]) -> Any:
    """A structure, or what ``read`` makes of the text of an element without children and attributes."""
    fields: dict[str, list[Any]] = {name + suffix: [read(value)] for name, value in element.attrib.items()}
    for child in element:
        fields.setdefault(child.tag.rpartition("}")[2], []).append(_from_element(child, suffix, read))
    text = (element.text or "").strip()
    if not fields:
        return read(text)
    if text:
        fields["Text"] = [read(text)]
    return StructArray.scalar({name: _together(items) for name, items in fields.items()})


def _together(items: list[Any]) -> Any:
    """Several values of one name as a row: of structures, strings or numbers where all are such, else a cell."""
    if len(items) == 1:
        return items[0]
    if all(type(i) is StructArray for i in items):
        names = list(dict.fromkeys(n for i in items for n in i.fields))
        absent = to_value(np.zeros((0, 0)))
        rows = [{n: i.array.flat[0].get(n, absent) for n in names} for i in items]
        return StructArray(object_array(rows, (1, len(rows))), names)
    if all(type(i) is float for i in items):
        return to_value(np.array([items]))
    if not any(type(i) is StructArray for i in items):
        return StringArray(object_array([i.array.flat[0] if type(i) is StringArray else _word(i) for i in items], (1, len(items))))
    return CellArray.of(items)


def _word(value: Any) -> str:
    """A number in as many digits as it takes, a truth value or a text."""
    if type(value) is bool:
        return str(value).lower()
    if isinstance(value, str):
        return value
    if value != value or value in (float("inf"), -float("inf")):
        return "NaN" if value != value else "Inf" if value > 0 else "-Inf"
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(float(value))


@builtin(
    "readstruct", "S = readstruct(filename)", "S = readstruct(filename, Name, Value, ...)", summary="Structure from an XML or JSON file.",
    examples=(
        Example(_FILE.format("xml") + "writestruct(struct('a',1,'b','x','v',[1 2 3],'s',struct('q','w')),f); s = readstruct(f); delete(f); s", "struct('a',1,'b',\"x\",'v',[1 2 3],'s',struct('q',\"w\"))"),
        Example(_FILE.format("xml") + "fid = fopen(f,'w'); fprintf(fid,'<r><p id=\"7\">hi</p></r>'); fclose(fid); s = readstruct(f); delete(f); {s.p.idAttribute, s.p.Text}", "{7,\"hi\"}"),
    ),
    errors=(ErrorCase("readstruct('no such file.xml')", "MATLAB:textio:textio:FileNotFound"),),
)  # fmt: skip
def readstruct(call: Any, name: Any, *options: Any) -> Any:
    named = arg.name_values(options, "readstruct", "attributesuffix structnodename importattributes detecttypes filetype")
    path = call.session.path.file(text_of(name))
    if not os.path.isfile(path):
        raise MatlabError(f"Unable to find or open '{text_of(name)}'. Check the path and filename or file permissions.", "MATLAB:textio:textio:FileNotFound")  # fmt: skip
    if _is_json(path, named):
        return _with_strings(call.feval("jsondecode", call.feval("fileread", name)[0])[0])
    suffix = named.text("attributesuffix", "Attribute")
    with reading(path, "XML file", "MATLAB:io:xml:readstruct:ParseError"):
        try:
            root = ElementTree.parse(path).getroot()
        except ElementTree.ParseError as error:
            message = f"The XML file '{path}' cannot be read: {error}."
            raise call.error(message, "MATLAB:io:xml:readstruct:ParseError") from None
    if "structnodename" in named:
        tag = text_of(named["structnodename"])
        node = next((element for element in root.iter() if element.tag.rpartition("}")[2] == tag), None)
        if node is None:
            raise call.error(f"There is no node '{tag}' in the file.", "MATLAB:io:xml:readstruct:NodeNotFound")
        root = node
    for element in () if named.switch("importattributes", True) else root.iter():
        element.attrib.clear()
    return _from_element(root, suffix, _content if named.switch("detecttypes", True) else _as_string)


def _is_json(path: str, named: dict[str, Any]) -> bool:
    """Whether a file is JSON rather than XML: by ``FileType``, else by its extension."""
    return text_of(named["filetype"]).lower() == "json" if named.get("filetype") is not None else path.lower().endswith(".json")


def _words_of(value: Any) -> list[str]:
    """The elements of an array as texts."""
    if is_text(value) or class_of(value) in ("string", "char"):
        return texts_of(value)
    return value.texts() if hasattr(value, "texts") else [_word(x) for x in as_array(value).ravel(order="F").tolist()]


def _elements(call: Any, name: str, value: Any, suffix: str) -> list[Any]:
    """One element for each element of a value."""
    if type(value) is StructArray:
        return [_of_record(call, name, record, suffix) for record in value.array.ravel(order="F")]
    if type(value) is CellArray:
        return [e for item in value.array.ravel(order="F") for e in _elements(call, name, item, suffix)]
    words = _words_of(value)
    elements = []
    for word in words:
        element = ElementTree.Element(name)
        element.text = word
        elements.append(element)
    return elements


def _of_record(call: Any, name: str, record: dict[str, Any], suffix: str) -> Any:
    element = ElementTree.Element(name)
    for key, value in record.items():
        parts = _elements(call, key, value, suffix)
        if suffix and key.endswith(suffix) and len(parts) == 1:
            element.set(key[: -len(suffix)], parts[0].text or "")
        elif key == "Text" and len(parts) == 1 and not len(parts[0]):
            element.text = parts[0].text
        else:
            element.extend(parts)
    return element


@builtin(
    "writestruct", "writestruct(S, filename)", "writestruct(S, filename, Name, Value, ...)", summary="Write a structure to an XML or JSON file.",
    examples=(
        Example(_FILE.format("xml") + "writestruct(struct('a',1),f); t = fileread(f); delete(f); t", "sprintf('<?xml version=\"1.0\" encoding=\"UTF-8\"?>\\n<struct>\\n    <a>1</a>\\n</struct>\\n')"),
        Example(_FILE.format("json") + "writestruct(struct('a',[1 2]),f); s = readstruct(f); delete(f); s.a", "[1;2]"),
        Example(_FILE.format("json") + "writestruct(struct('a','x','b',struct('c',{{'p','q'}})),f); s = readstruct(f); delete(f); {s.a, s.b.c}", "{\"x\",[\"p\";\"q\"]}"),
    ),
    errors=(ErrorCase("writestruct(5,'x.xml')", "MATLAB:io:xml:writestruct:NotStruct"),),
)  # fmt: skip
def writestruct(call: Any, value: Any, name: Any, *options: Any) -> None:
    if type(value) is not StructArray or value.numel != 1:
        raise call.error("First argument must be a scalar structure.", "MATLAB:io:xml:writestruct:NotStruct")
    named = arg.name_values(options, "writestruct", "attributesuffix structnodename filetype prettyprint preserveinfandnan")
    path = os.path.expanduser(text_of(name))
    if _is_json(path, named):
        pretty = named.get("prettyprint", True)
        words = [to_value(word) for word in ("PrettyPrint", pretty, "ConvertInfAndNaN", not is_true(named.get("preserveinfandnan", True)))]
        text = text_of(call.feval("jsonencode", value, *words)[0]) + "\n"
    else:
        words = {k: v if isinstance(v, str) else text_of(v) for k, v in named.items() if k in ("attributesuffix", "structnodename")}
        root = _of_record(call, words.get("structnodename", "struct"), value.array.flat[0], words.get("attributesuffix", "Attribute"))
        ElementTree.indent(root, "    ")
        text = '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, "unicode") + "\n"
    try:
        store(path, text.encode())
    except OSError as error:
        raise call.error(unwritten(error, text_of(name)), "MATLAB:io:xml:writestruct:FileOpen") from None
