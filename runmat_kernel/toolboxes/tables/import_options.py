"""Import options: detected in a file, made by a program, and changed before a file is read."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins.arguments import Options
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray
from ...values.convert import text_of, to_value
from ..files.formats.sheets import is_workbook
from ..files.import_options_object import ImportOptions, SheetImportOptions
from .import_ import read_table
from .sources import TextFile, options_of

_FILE = "f = [tempname '.csv']; fid = fopen(f, 'w'); fprintf(fid, '{}'); fclose(fid); "
_TEXT_RULES = {
    "ConsecutiveDelimitersRule": "split", "LeadingDelimitersRule": "keep", "TrailingDelimitersRule": "ignore", "EmptyLineRule": "skip", "Encoding": "UTF-8",
}  # fmt: skip
_RULES = {"MissingRule": "fill", "ImportErrorRule": "fill", "ExtraColumnsRule": "addvars", "VariableNamingRule": "modify"}
_LINES = ("VariableNamesLine", "RowNamesColumn", "VariableUnitsLine", "VariableDescriptionsLine")
_RANGES = ("VariableNamesRange", "RowNamesRange", "VariableUnitsRange", "VariableDescriptionsRange")


def _cells(*texts: str) -> CellArray:
    return CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)))


def _text_fields(delimiter: str, first: float) -> dict[str, Any]:
    """The properties of options for text, as they are when nobody has changed them."""
    return {
        "Delimiter": _cells(delimiter), "Whitespace": CharArray.row("\b\t "), "LineEnding": _cells("\n", "\r", "\r\n"), "CommentStyle": CellArray.of([], (0, 0)),
        **{k: CharArray.row(v) for k, v in (*_TEXT_RULES.items(), *_RULES.items())},
        "DataLines": to_value(np.array([[first, np.inf]])), **dict.fromkeys(_LINES, 0.0), "PreserveVariableNames": False,
    }  # fmt: skip


def _changed(call: Any, opts: ImportOptions, pairs: tuple[Any, ...]) -> ImportOptions:
    for key, value in zip(pairs[::2], pairs[1::2], strict=True):
        name = next((n for n in opts.properties() if n.lower() == text_of(key).lower()), None)
        if name is None:
            raise call.error(f"Invalid parameter name: {text_of(key)}.", f"MATLAB:{call.name}:InvalidParameterName")
        opts = opts.set_property(name, value)  # type: ignore[assignment]
    return opts


def _of_variables(call: Any, pairs: tuple[Any, ...], kind: type[ImportOptions], fields: dict[str, Any]) -> ImportOptions:
    """Options for as many variables of text as NumVariables says, or as many as there are names."""
    if len(pairs) % 2:
        raise call.error("Name-value arguments must come in pairs.", f"MATLAB:{call.name}:InvalidArguments")
    rest = [(k, v) for k, v in zip(pairs[::2], pairs[1::2], strict=True)]
    named = Options((text_of(k).lower(), v) for k, v in rest)
    names = named.read("variablenames", texts_of, [])
    count = named.integer("numvariables", max(len(names), 1))
    usual = [f"Var{k + 1}" for k in range(count)]
    opts = kind(usual, ["char"] * count, usual, fields)
    return _changed(call, opts, tuple(x for k, v in rest if text_of(k).lower() != "numvariables" for x in (k, v)))


@builtin(
    "delimitedTextImportOptions", "opts = delimitedTextImportOptions", "opts = delimitedTextImportOptions('NumVariables', n)", "opts = delimitedTextImportOptions(Name, Value, ...)",
    summary="Import options for delimited text, made without a file.",
    examples=(
        Example(_FILE.format("a;b\\n1;x\\n2;y\\n") + "o = delimitedTextImportOptions('NumVariables',2,'Delimiter',';','DataLines',2); o.VariableNames = {'n','t'}; o.VariableTypes = {'double','string'}; T = readtable(f,o); delete(f); {T.n, T.t}", "{[1;2], [\"x\";\"y\"]}"),
    ),
    errors=(ErrorCase("delimitedTextImportOptions('Foo', 1)", "MATLAB:delimitedTextImportOptions:InvalidParameterName"),),
)  # fmt: skip
def delimited_text_import_options(call: Any, *pairs: Any) -> Any:
    return _of_variables(call, pairs, ImportOptions, _text_fields(",", 1.0))


@builtin(
    "spreadsheetImportOptions", "opts = spreadsheetImportOptions", "opts = spreadsheetImportOptions('NumVariables', n)", "opts = spreadsheetImportOptions(Name, Value, ...)",
    summary="Import options for a sheet of a workbook, made without a file.",
    examples=(Example("o = spreadsheetImportOptions('NumVariables', 3); o.VariableNames", "{'Var1','Var2','Var3'}"),),
)  # fmt: skip
def spreadsheet_import_options(call: Any, *pairs: Any) -> Any:
    return _of_variables(call, pairs, SheetImportOptions, _sheet_fields("A1"))


def _sheet_fields(first: str) -> dict[str, Any]:
    """The properties of options for a sheet."""
    rules = {k: CharArray.row(v) for k, v in _RULES.items() if k != "ExtraColumnsRule"}
    return {
        "Sheet": CharArray.row(""),
        **rules,
        "DataRange": CharArray.row(first),
        **dict.fromkeys(_RANGES, CharArray.row("")),
        "PreserveVariableNames": False,
    }


@builtin(
    "detectImportOptions", "opts = detectImportOptions(filename)", "opts = detectImportOptions(filename, Name, Value, ...)", summary="How a delimited text file would be read, to be changed and given to readtable.",
    examples=(
        Example(_FILE.format("a,b\\n1,x\\n") + "o = detectImportOptions(f); delete(f); o.VariableTypes", "{'double','char'}"),
        Example(_FILE.format("a,b,c\\n1,2,x\\n") + "o = detectImportOptions(f); o.SelectedVariableNames = {'c','a'}; o = setvartype(o,'a','single'); T = readtable(f,o); delete(f); {T.c, T.a}", "{{'x'}, single(1)}"),
    ),
)  # fmt: skip
def detect_import_options(call: Any, name: Any, *arguments: Any) -> Any:
    _, named = options_of(arguments, "detectImportOptions")
    file = TextFile(call.session.path.file(text_of(name)), named)
    first = file.numbers[file.layout.first] if file.layout.first < len(file.numbers) else len(file.numbers) + 1
    sheet = is_workbook(text_of(name))
    fields = _sheet_fields(f"A{first}") if sheet else _text_fields(file.delimiter or " ", float(first))
    fields.update({k: named[k.lower()] for k in fields if k.lower() in named and k != "Delimiter"})
    if file.layout.titles is not None:
        line = file.numbers[file.layout.titles]
        fields["VariableNamesRange" if sheet else "VariableNamesLine"] = CharArray.row(f"A{line}") if sheet else float(line)
    return (SheetImportOptions if sheet else ImportOptions)(file.names, file.types, file.names, fields)


def _checked_options(call: Any, value: Any) -> ImportOptions:
    if not isinstance(value, ImportOptions):
        raise call.undefined(value)
    return value


@builtin(
    "setvartype",
    "opts = setvartype(opts, type)",
    "opts = setvartype(opts, variables, type)",
    summary="Import options with other types of variables.",
    examples=(),
)
def setvartype(call: Any, opts: Any, *arguments: Any) -> Any:
    opts = _checked_options(call, opts)
    names = opts.picked(arguments[0]) if len(arguments) > 1 else opts.names
    return opts.with_types(names, texts_of(arguments[-1]))


@builtin(
    "setvaropts",
    "opts = setvaropts(opts, Name, Value, ...)",
    "opts = setvaropts(opts, variables, Name, Value, ...)",
    summary="Import options with settings of variables: FillValue, TreatAsMissing, InputFormat and what else their types have.",
    examples=(
        Example(_FILE.format("a,b\\n1,$5\\n,$7\\n") + "o = detectImportOptions(f); o = setvartype(o,'b','double'); o = setvaropts(o,'a','FillValue',-1); o = setvaropts(o,'b','Prefixes','$'); T = readtable(f,o); delete(f); T{:,:}", "[1 5;-1 7]"),
        Example(_FILE.format("a\\n1\\n-99\\n") + "o = setvaropts(detectImportOptions(f),'TreatAsMissing','-99'); o.MissingRule = 'omitrow'; T = readtable(f,o); delete(f); T.a", "1"),
    ),
    errors=(ErrorCase("setvaropts(delimitedTextImportOptions, 'Foo', 1)", "MATLAB:textio:io:UnknownParameter"),),
)  # fmt: skip
def setvaropts(call: Any, opts: Any, *arguments: Any) -> Any:
    opts, rest = _checked_options(call, opts), list(arguments)
    names = opts.picked(rest.pop(0)) if len(rest) % 2 else opts.names
    settings = {text_of(key).lower(): value for key, value in zip(rest[::2], rest[1::2], strict=True)}
    if "type" in settings:
        opts = opts.with_types(names, texts_of(settings.pop("type")))
    if "name" in settings:
        renamed = dict(zip(names, texts_of(settings.pop("name")), strict=True))
        opts = opts.set_property("VariableNames", _cells(*(renamed.get(n, n) for n in opts.names)))
        names = [renamed.get(n, n) for n in names]
    return opts.with_settings(names, settings)


@builtin(
    "getvaropts",
    "vopts = getvaropts(opts)",
    "vopts = getvaropts(opts, variables)",
    summary="The options of variables: one structure, or an array of them.",
    examples=(Example("o = setvaropts(delimitedTextImportOptions, 'Prefixes', '#'); v = getvaropts(o, 'Var1'); {v.Name, v.Type, v.Prefixes}", "{'Var1','char','#'}"),),
)  # fmt: skip
def getvaropts(call: Any, opts: Any, *variables: Any) -> Any:
    opts = _checked_options(call, opts)
    names = opts.picked(variables[0]) if variables else opts.names
    if len(names) == 1:
        return opts.options_of(names[0])
    kept = [opts.names.index(name) for name in names]
    return opts.like(names=names, types=[opts.types[k] for k in kept], chosen=names).all_options()


@builtin("preview", "T = preview(filename, opts)", summary="The first eight rows of a table that a file gives.", examples=())
def preview(call: Any, name: Any, opts: Any) -> Any:
    return call.feval("head", read_table(call, name, (_checked_options(call, opts),), "preview"), 8.0)[0]
