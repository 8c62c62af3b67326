"""Mistakes in files of code before they run: checkcode."""

from __future__ import annotations

import os
from typing import Any

from ...base.errors import MatlabSyntaxError
from ...base.source import Source
from ...builtins.element_values import texts_of
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...syntax.parser import parse
from ...values.containers import CellArray, StructArray, object_array
from ...values.convert import text_of, to_value

_FIELDS = ("message", "line", "column", "fix")
_BAD = "f = [tempname '.m']; i = fopen(f,'w'); fprintf(i,'x = 1;\\ny = (2;\\n'); fclose(i); "


def _messages_of(call: Any, name: str) -> tuple[str, list[dict[str, Any]]]:
    """The path of a file, and its mistakes of syntax."""
    path = os.path.expanduser(name)
    path = path if os.path.isfile(path) else path + ".m" if os.path.isfile(path + ".m") else text_of(call.feval("which", to_value(name))[0])
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            text = stream.read()
    except OSError as error:
        raise call.error(f"File '{name}' was not found.", f"MATLAB:{call.name}:FileNotFound") from error
    try:
        parse(Source(os.path.basename(path), text.replace("\r\n", "\n"), path))
    except MatlabSyntaxError as error:
        line, column = error.span.source.position(error.span.start) if error.span is not None else (1, 1)
        return path, [{"message": error.message, "line": float(line), "column": to_value([float(column), float(column)]), "fix": 0.0}]
    return path, []


def _as_text(messages: list[tuple[str, list[Any]]]) -> str:
    """The mistakes of files as lines, with a heading for each of several files."""
    blocks = []
    for path, mistakes in messages:
        lines = [f"L {m['line']:g} (C {m['column'].array.flat[0]:g}): {m['message']}\n" for m in mistakes]
        blocks.append((f"========== {path} ==========\n" if len(messages) > 1 else "") + "".join(lines))
    return "".join(blocks)


def _checker(name: str) -> Builtin:
    @builtin(
        name, f"{name}(filename)", f"info = {name}(filename, option1, ...)", f"[info, filepaths] = {name}(...)",
        summary="Mistakes of syntax in a file of code, with their lines and columns; there is no other advice.",
        examples=(
            Example(_BAD + f"s = {name}(f,'-struct'); delete(f); {{numel(s), s.line}}", "{1,2}"),
            Example(f"f = [tempname '.m']; i = fopen(f,'w'); fprintf(i,'x = 1;\\n'); fclose(i); s = {name}(f); delete(f); isempty(s)", "true"),
        ),
        errors=(ErrorCase(f"{name}('no_such_file_at_all')", f"MATLAB:{name}:FileNotFound"),),
        hidden=name != "checkcode",
    )  # fmt: skip
    def function(call: Any, filename: Any, *options: Any) -> Any:
        texts = [text_of(o) for o in options]
        words = {text.lower() for text in texts if text.startswith("-")}
        names = [*texts_of(filename, "file name"), *(text for text in texts if not text.startswith("-"))]
        if not names:
            raise call.error("The name of a file is needed.", f"MATLAB:{name}:NoFile")
        messages = [_messages_of(call, n) for n in names]
        if not call.nargout or "-string" in words:
            text = _as_text(messages)
            if call.nargout:
                return text
            call.write(text)
            return None
        infos = [StructArray(object_array(mistakes, (len(mistakes), 1)), _FIELDS) for _, mistakes in messages]
        paths = [to_value(path) for path, _ in messages]
        several = len(messages) > 1 or "-cell" in words
        return (CellArray.of(infos, (len(infos), 1)) if several else infos[0]), CellArray.of(paths, (len(paths), 1))

    return function


CHECKERS = (_checker("checkcode"), _checker("mlint"))
