"""Names and variables: what a name means, listing and clearing variables."""

from __future__ import annotations

import fnmatch
import os
import re
from typing import Any

import numpy as np

from ...builtins.arguments import option
from ...builtins.registry import builtins
from ...builtins.spec import Builtin, Effect, Example, Fact, builtin
from ...syntax.tokens import RESERVED, is_name
from ...values.containers import CellArray, StructArray
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ...values.sparse.matrix import Sparse
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ...values.times.numbered import NumberedArray


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
        return CellArray.of([call.session.text(word) for word in sorted(RESERVED)], (len(RESERVED), 1))
    return is_text(value) and text_of(value) in RESERVED


_CLASSES = frozenset(
    "MException calendarDuration categorical containers.Map datetime decomposition dictionary digraph duration graph inputParser onCleanup "
    "pattern string table timetable".split()
)
"""Classes that are builtins here."""


_BUILT_IN = frozenset(
    "arithmetic casts cells creation cumulative decompositions elementwise errors evaluation extremes files fourier functional json matfiles "
    "output predicates products prompts random reductions regular_expressions rounding scanning shape sorting structs text text_search timing "
    "workspace".split()
)
"""Chapters of what MATLAB has built in; most other functions are files there, for which programs ask: ``exist('fminunc') == 2``."""


def _is_built_in(record: Builtin) -> bool:
    return record.op is not None or record.function.__module__.rpartition(".")[2] in _BUILT_IN


@builtin(
    "exist",
    "tf = exist(name)",
    "tf = exist(name, searchType)",
    summary="Kind of thing that a name refers to: 1 variable, 2 file, 5 builtin function, 7 folder, 8 class, 0 nothing.",
    examples=(
        Example("x = 1; exist('x')", "1"),
        Example("exist('no_such_thing')", "0"),
        Example("x = 1; exist('x', 'var')", "1"),
        Example("exist('inputParser', 'class')", "8"),
        Example("[exist('sin') exist('zeros') exist('fminunc') exist('imresize', 'file')]", "[5 5 2 2]"),
    ),
    facts=Fact.SPARSE | Fact.OBJECTS,
)
def exist(call, name, kind=None):
    text, session = text_of(name, "name"), call.session
    kind = option(call, kind, "var", "builtin", "dir", "file", "class")
    if kind in ("", "var") and text in session.frame:
        return 1.0
    if kind == "class" and (session.classes.get(text) is not None or text in _CLASSES):
        return 8.0
    if kind == "" and text in session.classes.declared:
        return 8.0
    record = builtins().get(text) if not session.path.find(text) else None
    if record is not None and kind in ("", "builtin"):
        return 5.0 if kind or _is_built_in(record) else 2.0
    if record is not None and kind == "file":
        return 2.0
    if kind in ("", "file", "dir") and os.path.isdir(text):
        return 7.0
    return 2.0 if kind in ("", "file") and _is_file(session, text) else 0.0


def _is_file(session: Any, text: str) -> bool:
    """Whether a text names a file, or a function or class of a file or of this session."""
    path = session.path
    if os.path.isfile(path.file(text)) or text in session.session_functions:
        return True
    return is_name(text) and bool(path.find(text) or path.constructor(text))


def _matching(names: list[str], patterns: list[str], *, regular: bool) -> list[str]:
    if not patterns:
        return names
    if regular:
        return [name for name in names if any(re.search(p, name) for p in patterns)]
    return [name for name in names if any(fnmatch.fnmatchcase(name, p) for p in patterns)]


@builtin(
    "who", "who", "who(name1, ..., nameN)", "who global", "who('-file', filename)", "C = who(...)", summary="The names of the variables, of the global ones, or of those in a file; name*, -regexp expression.",
    examples=(
        Example("f = [tempname '.mat']; p = 1; q = 2; save(f,'p','q'); c = who('-file',f); delete(f); c", "{'p';'q'}"),
        Example("global p_of_all\nq = 1; who('global', 'p_*')", "{'p_of_all'}"),
    ),
    facts=Fact.SPARSE,
)  # fmt: skip
def who(call, *patterns):
    variables, texts = _listed(call, [text_of(p) for p in patterns])
    regular = "-regexp" in texts
    names = _matching(sorted(variables), [t for t in texts if not t.startswith("-")], regular=regular)
    if call.nargout:
        return CellArray.of([call.session.text(name) for name in names], (len(names), 1 if names else 0))
    shown_names(call, names, "global " if _asks_for_globals(patterns) else "")
    return None


def shown_names(call: Any, names: list[str], kind: str = "") -> None:
    """The text that ``who`` prints."""
    if names:
        width = max(len(name) for name in names) + 2
        per_line = max(1, 76 // width)
        rows = ["".join(name.ljust(width) for name in names[k : k + per_line]).rstrip() for k in range(0, len(names), per_line)]
        call.write(f"\nYour {kind}variables are:\n\n" + "\n".join(rows) + "\n\n")


def _asks_for_globals(arguments: tuple[Any, ...]) -> bool:
    return bool(arguments) and text_of(arguments[0]) == "global"


def _listed(call: Any, texts: list[str]) -> tuple[dict[str, Any], list[str]]:
    """The variables of the file that follows ``-file``, the global ones behind ``global``, else those of the workspace; and the other words."""
    if texts[:1] == ["global"]:
        return dict(call.session.globals), texts[1:]
    if "-file" not in texts or texts.index("-file") + 1 == len(texts):
        return call.session.frame.variables(), texts
    at = texts.index("-file")
    with call.session.classes.describing():
        loaded = call.feval("load", call.session.text(texts[at + 1]))[0]
    return (dict(loaded.array.flat[0]) if type(loaded) is StructArray else {}), texts[:at] + texts[at + 2 :]


def _bytes(value: Any) -> int:
    if type(value) in (float, bool, complex):
        return {float: 8, bool: 1, complex: 16}[type(value)]
    if type(value) is CellArray:
        return sum(_bytes(item) + 104 for item in value.array.ravel())
    if type(value) is StructArray:
        return sum(_bytes(item) + 104 for element in value.array.ravel() for item in element.values()) + 64 * len(value.fields)
    if type(value) is Sparse:
        return 16 * value.matrix.nnz + 8 * (value.shape[1] + 1)
    if class_of(value) in ("string", "function_handle"):
        # what MATLAB's own headers take
        return 94 + 56 * numel_of(value) if class_of(value) == "string" else 32
    if hasattr(value, "nbytes"):
        return int(value.nbytes)
    if isinstance(value, Table):
        return sum(_bytes(column) + 104 + 2 * len(name) for name, column in value.columns.items())
    if type(value) is Categorical:
        return value.numel + sum(104 + 2 * len(name) for name in value.names)
    if isinstance(value, NumberedArray):
        return 8 * value.numel
    return 2 * numel_of(value) if class_of(value) == "char" else 8


def _is_complex(value: Any) -> bool:
    return type(value) is complex or bool(getattr(value, "is_complex", False))


def _listing(variables: dict[str, Any], global_names: set[str]) -> str:
    """The table of whos: sizes stand with their first ``x`` under each other."""
    if not variables:
        return ""
    rows = []
    for name, value in variables.items():
        shape = shape_of(value)
        left, right = str(shape[0]), "x".join(map(str, shape[1:])) if len(shape) < 4 else ""
        marks = {"global": name in global_names, "sparse": type(value) is Sparse, "complex": _is_complex(value)}
        if not right:
            left, right = f"{len(shape)}-D", ""
        rows.append((name, left, right, str(_bytes(value)), class_of(value), ", ".join(mark for mark, holds in marks.items() if holds)))
    before, first, behind, most, kind = (max(len(row[k]) for row in rows) for k in range(5))
    start = max(before, 4) + 8
    at = start + first - 1
    end = at + max(behind, 2) + 18 + max(0, most - 8)
    head = "  Name".ljust(at) + "Size"
    lines = [head + "Bytes".rjust(end - len(head) + 1) + "  " + "Class".ljust(max(kind, 5) + 4) + "Attributes", ""]
    for name, left, right, count, word, marks in rows:
        line = f"  {name}".ljust(start) + left.rjust(first) + ("x" + right if right else "")
        lines.append(line + count.rjust(end - len(line) + 1) + "  " + word.ljust(max(kind, 5) + 4) + marks.ljust(10))
    return "\n".join(lines) + "\n\n"


@builtin(
    "whos", "whos", "whos(name1, ..., nameN)", "whos global", "whos('-file', filename)", "S = whos(...)",
    summary="The variables, the global ones, or those in a file, with size, bytes and class; name*, -regexp expression.",
    examples=(Example("T = table((1:9)'); d = datetime(2020,1,1:3); s = whos('T','d'); [s(1).bytes > 72, s(2).bytes]", "[1 24]"),
              Example("f = [tempname '.mat']; p = int8([1 2]); save(f,'p'); s = whos('-file',f); delete(f); {s.name, s.size, s.class}", "{'p',[1 2],'int8'}"),),
    facts=Fact.SPARSE | Fact.OBJECTS,
)  # fmt: skip
def whos(call, *patterns):
    variables, texts = _listed(call, [text_of(p) for p in patterns])
    names = _matching(sorted(variables), [t for t in texts if not t.startswith("-")], regular="-regexp" in texts)
    global_names = set(variables if _asks_for_globals(patterns) else call.session.frame._global_names())
    return listing(call, {name: variables[name] for name in names}, global_names)


def listing(call: Any, variables: dict[str, Any], global_names: set[str]) -> Any:
    """Print the table of ``whos``, or give its structure array."""
    if not call.nargout:
        call.write(_listing(variables, global_names))
        return None
    rows = [(n, _bytes(value), class_of(value)) for n, value in variables.items()]
    fields = ("name", "size", "bytes", "class", "global", "sparse", "complex", "nesting", "persistent")
    array = np.empty((len(rows), 1), object)
    for k, (name, size, kind) in enumerate(rows):
        value = variables[name]
        contents = (
            name, np.array([shape_of(value)], float), float(size), kind, name in global_names, type(value) is Sparse,
            _is_complex(value), {"function": "", "level": 1.0}, False,
        )  # fmt: skip
        array[k, 0] = {f: call.session.value(c) for f, c in zip(fields, contents, strict=True)}
    return StructArray(array, fields)


def _clear(call: Any, names: list[str], view: Any) -> None:
    for name in names:
        view.delete(name)
    call.session.classes.end_circles()


def _clear_globals(call: Any, names: list[str], view: Any) -> None:
    for name in names:
        call.session.globals.pop(name, None)
    _clear(call, names, view)


@builtin(
    "clear",
    "clear",
    "clear(name1, ..., nameN)",
    summary="Remove variables.",
    examples=(Example("x = 1; clear x; exist('x')", "0"),),
    facts=Fact.COMPILED,
    effect=Effect.VARIABLES,
)
def clear(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    variables = list(view.variables())
    if not texts or texts[0] in ("all", "variables", "-all", "-v", "-variables") or texts == ["classes"]:
        _clear(call, variables, view)
        if texts[:1] in (["all"], ["-all"]):
            call.session.globals.clear()
            call.session.clear_functions()
        return
    if texts[0] in ("functions", "-f", "mex", "import", "java"):
        call.session.clear_functions()
        return
    if texts[0] in ("global", "-global"):
        _clear_globals(call, _matching(list(call.session.globals), texts[1:], regular=False), view)
        return
    if texts[0] in ("-regexp", "-x", "-exclusive"):
        chosen = set(_matching(variables, texts[1:], regular=texts[0] == "-regexp"))
        _clear(call, [n for n in variables if (n in chosen) == (texts[0] == "-regexp")], view)
        return
    _clear(call, _matching(variables, texts, regular=False), view)
    functions = [text for text in texts if text.isidentifier() and text not in variables]
    if functions:
        call.session.clear_functions(*functions)


@builtin(
    "clearvars",
    "clearvars",
    "clearvars(name1, ..., nameN)",
    "clearvars -global",
    "clearvars -global name1 ... nameN",
    summary="Remove variables (-global: global ones, wherever they are used), except those after -except.",
    effect=Effect.VARIABLES,
)
def clearvars(call, *arguments):
    view, texts = call.session.frame, [text_of(a) for a in arguments]
    of_all = texts[:1] == ["-global"]
    variables = list(call.session.globals if of_all else view.variables())
    texts = texts[of_all:]
    kept: set[str] = set()
    if "-except" in texts:
        at = texts.index("-except")
        rest = texts[at + 1 :]
        regular = rest[:1] == ["-regexp"]
        kept = set(_matching(variables, rest[regular:], regular=regular)) if rest else set()
        texts = texts[:at]
    regular = texts[:1] == ["-regexp"]
    chosen = [name for name in _matching(variables, texts[regular:], regular=regular) if name not in kept]
    (_clear_globals if of_all else _clear)(call, chosen, view)


@builtin("isglobal", "tf = isglobal(name)", summary="Whether a name is declared global here.")
def isglobal(call, name):
    return text_of(name) in call.session.frame._global_names()
