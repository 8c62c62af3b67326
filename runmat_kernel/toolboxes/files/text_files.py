"""Whole text files, read and written at once: fileread, type, readlines, writelines."""

from __future__ import annotations

import codecs
import re
from pathlib import Path
from typing import Any

from ...base.errors import MatlabError
from ...base.stored import store, unwritten
from ...builtins.arguments import name_values
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import StringArray, object_array
from ...values.convert import is_text, text_of, word_of

_STRIP = {"preserve": str, "trim": str.strip, "trimleading": str.lstrip, "trimtrailing": str.rstrip}


def read_text(call: Any, name: Any, encoding: str = "UTF-8") -> str:
    """The text of a file; MATLAB's error when it cannot be read."""
    path = text_of(name, "file name")
    try:
        return Path(call.session.path.file(path)).read_bytes().decode(encoding, "replace")
    except OSError:
        raise call.error(f"Could not open file {path}. No such file or directory.", "MATLAB:fileread:cannotOpenFile") from None


@builtin(
    "fileread",
    "text = fileread(filename)",
    "text = fileread(filename, 'Encoding', encoding)",
    summary="Contents of a file as a char row.",
    examples=(
        Example(
            "f = [tempname '.txt']; fid = fopen(f, 'w'); fprintf(fid, 'a\\nb'); fclose(fid); t = fileread(f); delete(f); double(t)",
            "[97 10 98]",
        ),
    ),
    errors=(
        ErrorCase("fileread('no such file')", "MATLAB:fileread:cannotOpenFile", "Could not open file"),
        ErrorCase("fileread('a', 'Bogus', 1)", "MATLAB:TooManyInputs", "Invalid argument name 'Bogus'."),
        ErrorCase("fileread('a', 'Encoding', 'none')", "MATLAB:iofun:InvalidEncoding"),
    ),
)
def fileread(call, name, *options):
    if options and word_of(options[0]) != "encoding":
        option = text_of(options[0]) if is_text(options[0]) else ""
        raise call.error(f"Invalid argument name '{option}'. Use 'Encoding'.", "MATLAB:TooManyInputs")
    if len(options) % 2:
        raise call.error(
            "Invalid argument at position 2. Make sure name-value arguments include both the name and the value.", "MATLAB:TooManyInputs"
        )
    encoding = text_of(options[1]) if options else "UTF-8"
    try:
        codecs.lookup(encoding)
    except LookupError:
        raise call.error(f"The encoding '{encoding}' is not valid.", "MATLAB:iofun:InvalidEncoding") from None
    return read_text(call, name, encoding)


@builtin(
    "type",
    "type(name)",
    summary="Show the contents of a file: a text file, or a function's .m file; or a function that was defined in a cell.",
    errors=(ErrorCase("type('no such file')", "MATLAB:type:fileNotFound", "File 'no such file' not found"),),
)
def type_(call, name):
    text = text_of(name)
    path = Path(text).expanduser()
    if text and not path.is_file():
        path = Path(file) if (file := call.session.path.find(text.removesuffix(".m"))) else path.with_suffix(".m")
    own = call.session.session_functions.get(text)
    if own is not None and not path.is_file():
        span = own.node.span
        call.write("\n" + own.unit.source.text[span.start : span.end].rstrip("\n") + "\n\n")
        return
    if not path.is_file():
        kind = call.session.feval("which", (name,), 1)[0]
        if is_text(kind) and text_of(kind).startswith("built-in"):
            call.write(f"{text} is a built-in function.\n")
            return
        raise MatlabError(f"File '{text}' not found.", "MATLAB:type:fileNotFound")
    call.write("\n" + path.read_text(encoding="utf-8", errors="replace").rstrip("\n") + "\n\n")


@builtin(
    "readlines", "lines = readlines(filename)", "lines = readlines(filename, Name, Value, ...)",
    summary="Lines of a file as a string column: EmptyLineRule, WhitespaceRule, LineEnding, Encoding.",
    examples=(
        Example("f = [tempname '.txt']; writelines([\"a \" \"\" \"b\"], f); s = readlines(f,'EmptyLineRule','skip','WhitespaceRule','trim'); delete(f); s", '["a";"b"]'),
        Example("f = [tempname '.txt']; writelines([\"a\" \"b\"], f, 'LineEnding', ';'); s = readlines(f,'LineEnding',';'); delete(f); s", '["a";"b";""]'),
    ),
    errors=(ErrorCase("readlines('no such file')", "MATLAB:fileread:cannotOpenFile"),),
)  # fmt: skip
def readlines(call, name, *options):
    named = name_values(options, "readlines", "emptylinerule whitespacerule lineending encoding")
    text = read_text(call, name, named.text("encoding", "UTF-8"))
    if "lineending" in named:
        marks = [_unescaped(mark) for mark in texts_of(named["lineending"])]
        lines = re.split("|".join(map(re.escape, sorted(marks, key=len, reverse=True))), text)
    else:
        lines = [line.removesuffix("\r") for line in text.split("\n")]
    strip = _STRIP.get(named.word("whitespacerule", "preserve"))
    rule = named.word("emptylinerule", "read")
    if strip is None or rule not in ("read", "skip", "error"):
        raise call.error("The rule is not one of those that readlines has.", "MATLAB:readlines:InvalidRule")
    if rule == "error" and "" in map(str.strip, lines[:-1]):
        raise call.error("The file has empty lines.", "MATLAB:readlines:EmptyLine")
    lines = [strip(line) for line in lines if rule == "read" or line.strip()]
    return StringArray(object_array(lines, (len(lines), 1)))


@builtin(
    "writelines", "writelines(lines, filename)", "writelines(lines, filename, Name, Value, ...)",
    summary="Write texts to a file, one a line: WriteMode, LineEnding, TrailingLineEndingRule, Encoding.",
    examples=(Example("f = [tempname '.txt']; writelines(\"a\", f); writelines(\"b\", f, 'WriteMode', 'append'); t = fileread(f); delete(f); t", "sprintf('a\\nb\\n')"),),
)  # fmt: skip
def writelines(call, lines, name, *options):
    named = name_values(options, "writelines", "writemode lineending trailinglineendingrule encoding")
    end = _unescaped(text_of(named["lineending"])) if "lineending" in named else "\n"
    trailing = named.word("trailinglineendingrule", "auto")
    text = end.join(texts_of(lines)) + ("" if trailing == "never" else end)
    data = text.encode(named.text("encoding", "UTF-8"), "replace")
    try:
        store(Path(text_of(name)).expanduser(), data, append=named.word("writemode") == "append")
    except OSError as error:
        raise call.error(unwritten(error, text_of(name)), "MATLAB:writelines:FileOpenFailure") from None
    call.session.wrote(text_of(name))


def _unescaped(text: str) -> str:
    """Line ends, which programs write with a backslash."""
    return text.replace("\\r", "\r").replace("\\n", "\n")
