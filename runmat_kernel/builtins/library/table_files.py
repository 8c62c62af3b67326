"""Tables written to delimited text files: writetable."""

from __future__ import annotations

import os
from typing import Any

from ...values.convert import as_array, is_text, text_of
from ..arguments import scalar
from ..items import elements
from ..spec import builtin
from .tables import cell_of, given_table
from .tabular import _delimiter, _options


def _field_text(item: Any, delimiter: str) -> str:
    if is_text(item):
        text = text_of(item)
        return '"' + text.replace('"', '""') + '"' if delimiter in text or '"' in text else text
    if hasattr(item, "texts"):
        return item.texts()[0]
    parts = [f"{float(as_array(x).flat[0]):.15g}" for x in elements(item)]
    return delimiter.join("NaN" if p == "nan" else p for p in parts)


@builtin(
    "writetable",
    "writetable(T, filename)",
    "writetable(T, filename, Name, Value, ...)",
    "writetable(T)",
    summary="Write a table to a delimited text file with a line of names.",
)
def writetable(call, value, name=None, *arguments):
    options, found = _options(arguments), given_table(call, value)
    delimiter = _delimiter(text_of(options["delimiter"])) if "delimiter" in options else ","
    path = text_of(name) if name is not None else "table.txt"
    lines = [delimiter.join(found.names)] if "writevariablenames" not in options or bool(scalar(options["writevariablenames"])) else []
    for row in range(found.height):
        lines.append(delimiter.join(_field_text(cell_of(column, row), delimiter) for column in found.columns.values()))
    try:
        with open(os.path.expanduser(path), "w", encoding="utf-8", newline="") as stream:
            stream.write("".join(line + "\n" for line in lines))
    except OSError:
        raise call.error(f"Unable to open file '{path}' for writing.", "MATLAB:table:write:FileOpenError") from None
