"""Names and variables: what a name means, listing and clearing variables."""

from __future__ import annotations

import fnmatch
import os
import re
from typing import Any

import numpy as np

from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ..registry import builtins
from ..spec import Example, builtin

_KEYWORDS = (
    "break", "case", "catch", "classdef", "continue", "else", "elseif", "end", "for", "function", "global", "if", "otherwise", "parfor",
    "persistent", "return", "spmd", "switch", "try", "while",
)  # fmt: skip


def is_name(text: str) -> bool:
    """Whether a text can name a variable."""
    return bool(re.fullmatch(r"[A-Za-z]\w{0,62}", text, re.ASCII)) and text not in _KEYWORDS


@builtin(
    "isvarname",
    "tf = isvarname(s)",
    summary="Whether a text can name a variable.",
    examples=(Example("isvarname('a_1')", "true"), Example("isvarname('1a')", "false"), Example("isvarname('for')", "false")),
)
def isvarname(call, value):
    return is_text(value) and is_name(text_of(value))


@builtin(
    "iskeyword",
    "tf = iskeyword(str)",
    "C = iskeyword()",
    summary="Whether a text is a reserved word.",
    examples=(Example("iskeyword('while')", "true"), Example("iskeyword('x')", "false")),
)
def iskeyword(call, value=None):
    if value is None:
        return CellArray.of([call.session.text(word) for word in _KEYWORDS], (len(_KEYWORDS), 1))
    return is_text(value) and text_of(value) in _KEYWORDS


@builtin(
    "exist",
    "tf = exist(name)",
    "tf = exist(name, searchType)",
    summary="What a name is: 1 variable, 2 file, 5 builtin function, 7 folder, 8 class, 0 nothing.",
    examples=(Example("x = 1; exist('x')", "1"), Example("exist('no_such_thing')", "0"), Example("x = 1; exist('x', 'var')", "1")),
)
def exist(call, name, kind=None):
    text, session = text_of(name, "name"), call.session
    kind = text_of(kind).lower() if kind is not None else ""
    if kind in ("", "var") and text in session.frame:
        return 1.0
    if (kind == "class" and session.classes.get(text) is not None) or (kind == "" and text in session.classes.declared):
        return 8.0
    if kind in ("", "builtin") and text in builtins() and not session.path.find(text):
        return 5.0
    if kind in ("", "file", "dir"):
        if os.path.isdir(text):
            return 7.0
        if kind != "dir" and (os.path.isfile(text) or (is_name(text) and session.path.find(text))):
            return 2.0
    if kind in ("", "file") and text in session.session_functions:
        return 2.0
    return 0.0


def _matching(names: list[str], patterns: list[str], *, regular: bool) -> list[str]:
    if not patterns:
        return names
    if regular:
        return [name for name in names if any(re.search(p, name) for p in patterns)]
    return [name for name in names if any(fnmatch.fnmatchcase(name, p) for p in patterns)]


@builtin("who", "who(name1, ..., nameN)", "C = who(...)", summary="The names of the variables; name*, -regexp expression.")
def who(call, *patterns):
    texts = [text_of(p) for p in patterns]
    regular = "-regexp" in texts
    names = _matching(
        sorted(call.session.frame.variables(), key=lambda n: (n.lower(), n)), [t for t in texts if not t.startswith("-")], regular=regular
    )
    if call.nargout:
        return CellArray.of([call.session.text(name) for name in names], (len(names), 1 if names else 0))
    if names:
        width = max(len(name) for name in names) + 2
        per_line = max(1, 76 // width)
        rows = ["".join(name.ljust(width) for name in names[k : k + per_line]).rstrip() for k in range(0, len(names), per_line)]
        call.write("\nYour variables are:\n\n" + "\n".join(rows) + "\n\n")
    return None


def _bytes(value: Any) -> int:
    if type(value) in (float, bool, complex):
        return {float: 8, bool: 1, complex: 16}[type(value)]
    if type(value) is CellArray:
        return sum(_bytes(item) + 104 for item in value.array.ravel())
    if type(value) is StructArray:
        return sum(_bytes(item) + 104 for element in value.array.ravel() for item in element.values()) + 64 * len(value.fields)
    if hasattr(value, "nbytes"):
        return int(value.nbytes)
    return 2 * numel_of(value) if class_of(value) == "char" else 8


@builtin("whos", "whos(name1, ..., nameN)", "S = whos(...)", summary="The variables with size, bytes and class; name*, -regexp expression.")
def whos(call, *patterns):
    variables = call.session.frame.variables()
    texts = [text_of(p) for p in patterns]
    wanted = [t for t in texts if not t.startswith("-")]
    names = _matching(sorted(variables, key=lambda n: (n.lower(), n)), wanted, regular="-regexp" in texts)
    rows = [(n, "x".join(str(d) for d in shape_of(variables[n])), str(_bytes(variables[n])), class_of(variables[n])) for n in names]
    if call.nargout:
        fields = ("name", "size", "bytes", "class", "global", "sparse", "complex", "nesting", "persistent")
        array = np.empty((len(rows), 1), object)
        for k, (name, _, size, kind) in enumerate(rows):
            value = variables[name]
            is_complex = type(value) is complex or bool(getattr(value, "is_complex", False))
            contents = (
                name,
                np.array([shape_of(value)], float),
                float(size),
                kind,
                False,
                kind == "sparse",
                is_complex,
                {"function": "", "level": 1.0},
                False,
            )
            array[k, 0] = {f: call.session.value(c) for f, c in zip(fields, contents, strict=True)}
        return StructArray(array, fields)
    if rows:
        widths = [max(len(row[k]) for row in (*rows, ("Name", "Size", "Bytes", "Class"))) for k in range(4)]
        lines = [f"  {'Name'.ljust(widths[0])}  {'Size'.rjust(widths[1] + 6)}  {'Bytes'.rjust(widths[2] + 8)}  Class"]
        lines.append("")
        lines += [f"  {n.ljust(widths[0])}  {s.rjust(widths[1] + 6)}  {b.rjust(widths[2] + 8)}  {c}" for n, s, b, c in rows]
        call.write("\n".join(lines) + "\n\n")
    return None


def _clear(call: Any, names: list[str], view: Any) -> None:
    for name in names:
        view.delete(name)


@builtin("clear", "clear", "clear(name1, ..., nameN)", summary="Remove variables.", examples=(Example("x = 1; clear x; exist('x')", "0"),))
def clear(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    variables = view.variables()
    if not texts or texts[0] in ("all", "variables", "-all", "-v", "-variables") or texts == ["classes"]:
        _clear(call, list(variables), view)
        if texts[:1] in (["all"], ["-all"]):
            call.session.globals.clear()
            call.session.clear_functions()
        return
    if texts[0] in ("functions", "-f", "mex", "import", "java"):
        call.session.clear_functions()
        return
    if texts[0] in ("global", "-global"):
        for name in _matching(list(call.session.globals), texts[1:], regular=False):
            call.session.globals.pop(name, None)
            view.delete(name)
        return
    if texts[0] in ("-regexp", "-x", "-exclusive"):
        chosen = set(_matching(list(variables), texts[1:], regular=texts[0] == "-regexp"))
        _clear(call, [n for n in variables if (n in chosen) == (texts[0] == "-regexp")], view)
        return
    _clear(call, _matching(list(variables), texts, regular=False), view)


@builtin("clearvars", "clearvars", "clearvars(name1, ..., nameN)", summary="Remove variables, except those after -except.")
def clearvars(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    variables = list(view.variables())
    kept: set[str] = set()
    if "-except" in texts:
        at = texts.index("-except")
        rest = texts[at + 1 :]
        regular = rest[:1] == ["-regexp"]
        kept = set(_matching(variables, rest[regular:], regular=regular)) if rest else set()
        texts = texts[:at]
    regular = texts[:1] == ["-regexp"]
    chosen = _matching(variables, texts[regular:], regular=regular)
    _clear(call, [name for name in chosen if name not in kept], view)


@builtin("isglobal", "tf = isglobal(name)", summary="Whether a name is declared global here.")
def isglobal(call, name):
    return text_of(name) in call.session.frame._global_names()
