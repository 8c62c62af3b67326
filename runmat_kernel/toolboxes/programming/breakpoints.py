"""Breakpoints from code: dbstop, dbclear, dbstatus.  At a stop, a front end's debugger waits, or ``keyboard`` asks for commands."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base.source import Source
from ...builtins.spec import Effect, ErrorCase, Example, builtin
from ...values.containers import CellArray, StructArray
from ...values.convert import is_text, text_of
from ...values.tensor import Tensor
from ...values.text import CharArray

_EVENTS = {"warning": "warning", "naninf": "naninf", "infnan": "naninf"}


def _words(call: Any, arguments: tuple[Any, ...]) -> list[str]:
    """The words of a command, numbers as text."""
    words = [text_of(a) if is_text(a) else f"{int(a)}" if type(a) is float else None for a in arguments]
    if None in words:
        raise call.error("Arguments must be text.", "MATLAB:dbstop:invalidInput")
    return [word for word in words if word]


def _source(call: Any, name: str) -> Source:
    """The text that a function or file is in.  Raises MatlabError where there is none."""
    source = call.session.function_source(name)
    if source is None:
        raise call.error(f'Cannot find function "{name}".', "MATLAB:dbstop:noSuchFunction")
    return source


@builtin(
    "dbstop", "dbstop in file", "dbstop in file at location", "dbstop in file if expression", "dbstop if condition", "dbstop(b)", "dbstop(...)",
    summary="Stop at a line, at errors, at warnings, or where NaN and infinite values appear.",
    examples=(
        Example("dbstop('if', 'error'); s = dbstatus; dbclear all; s.cond", "'error'"),
        Example("dbstop if naninf; dbstop if warning; s = dbstatus; dbclear all; {s.cond}", "{'naninf','warning'}"),
    ),
    errors=(
        ErrorCase("dbstop in no_such_function_anywhere", "MATLAB:dbstop:noSuchFunction"),
        ErrorCase("dbstop if nonsense", "MATLAB:dbstop:invalidInput"),
    ),
    see_also=("dbclear", "dbstatus", "keyboard", "dbstack"),
    effect=Effect.STATE,
)  # fmt: skip
def dbstop(call: Any, *where: Any) -> None:
    if len(where) == 1 and type(where[0]) is StructArray:
        for element in where[0].array.flat:
            _restore(call, element)
        return
    words = _words(call, where)
    if words[:1] == ["if"]:
        _set_condition(call, words[1:], True)
        return
    words = words[1:] if words[:1] == ["in"] else words
    if not words:
        raise call.error("Specify a file or a condition.", "MATLAB:dbstop:invalidInput")
    source = _source(call, words[0])
    condition, rest = _split_condition(words[1:])
    line = _location(call, source, words[0], rest)
    _place(call, source, line, condition)


def _restore(call: Any, element: Any) -> None:
    """A breakpoint as ``dbstatus`` gives it."""
    if text_of(element["cond"]):
        _set_condition(call, [text_of(element["cond"])], True)
        return
    source = _source(call, text_of(element["file"]) or text_of(element["name"]))
    for line, expression in zip(np.ravel(element["line"]), element["expression"].array.flat, strict=True):
        _place(call, source, int(line), text_of(expression))


def _split_condition(words: list[str]) -> tuple[str, list[str]]:
    if "if" not in words:
        return "", words
    k = words.index("if")
    return " ".join(words[k + 1 :]), words[:k]


def _location(call: Any, source: Source, name: str, rest: list[str]) -> int:
    """The line that ``at 5``, ``at local_function`` or nothing means."""
    place = rest[1] if rest[:1] == ["at"] and len(rest) > 1 else rest[0] if rest else ""
    digits = place.partition("@")[0]
    if digits.isdigit():
        return int(digits)
    return call.session.debugger.first_line(source, place or os.path.basename(name).removesuffix(".m"))


def _place(call: Any, source: Source, line: int, condition: str) -> None:
    if not call.session.debugger.add(source, line, condition):
        raise call.error(f"Cannot set a breakpoint in line {line}: there is no statement.", "MATLAB:dbstop:noSuchLine")


def _set_condition(call: Any, words: list[str], wanted: bool) -> None:
    """``if error``, ``if caught error``, ``if warning``, ``if naninf``; identifiers behind them narrow nothing."""
    debugger, words = call.session.debugger, [word.lower() for word in words]
    if words[:1] == ["error"]:
        debugger.set_errors("uncaught" if wanted else "")
    elif words[:2] == ["caught", "error"]:
        debugger.set_errors("all" if wanted else "")
    elif words and words[0] in _EVENTS:
        debugger.set_event(_EVENTS[words[0]], wanted)
    else:
        raise call.error("The condition must be error, caught error, warning or naninf.", "MATLAB:dbstop:invalidInput")


@builtin(
    "dbclear", "dbclear all", "dbclear in file", "dbclear in file at location", "dbclear if condition", "dbclear(...)",
    summary="Remove breakpoints.", examples=(Example("dbclear all; isempty(dbstatus)", "true"),),
    errors=(ErrorCase("dbclear if nonsense", "MATLAB:dbstop:invalidInput"),), see_also=("dbstop",), effect=Effect.STATE,
)  # fmt: skip
def dbclear(call: Any, *where: Any) -> None:
    words, debugger = _words(call, where), call.session.debugger
    if words == ["all"] or not words:
        debugger.clear_reasons()
        return
    if words[0] == "if":
        _set_condition(call, words[1:], False)
        return
    words = words[1:] if words[0] == "in" else words
    source = _source(call, words[0])
    debugger.remove(source, _location(call, source, words[0], words[1:]) if words[1:] else None)


@builtin(
    "dbstatus", "dbstatus", "dbstatus file", "b = dbstatus(...)", summary="The breakpoints that are set.",
    examples=(Example("dbclear all; b = dbstatus; size(b)", "[0 1]"),), see_also=("dbstop",), effect=Effect.STATE,
)  # fmt: skip
def dbstatus(call: Any, *where: Any) -> Any:
    debugger = call.session.debugger
    wanted = debugger.path_of(_source(call, text_of(where[0]))) if where else None
    rows = [_row(path, debugger.names.get(path, ""), lines) for path, lines in debugger.breakpoints.items() if lines and wanted in (None, path)]
    conditions = [] if wanted else _conditions(debugger)
    if call.nargout:
        rows += [_condition_row(name) for name in conditions]
        array = np.empty((len(rows), 1), object)
        array[:, 0] = rows
        return StructArray(array, ("name", "file", "line", "anonymous", "expression", "cond", "identifier"))
    for row in rows:
        lines = ", ".join(str(int(n)) for n in row["line"].array.flat)
        call.write(f"Breakpoint for {text_of(row['name'])} is on line {lines}.\n")
    for name in conditions:
        call.write(f"Stop if {name}.\n")
    return None


def _conditions(debugger: Any) -> list[str]:
    errors = {"": [], "uncaught": ["error"], "all": ["caught error"]}[debugger.on_errors]
    return [*errors, *sorted(debugger.on_events)]


def _row(path: str, file: str, lines: dict[int, Any]) -> dict[str, Any]:
    numbers = sorted(lines)
    name = os.path.basename(file).removesuffix(".m") if file else "cell"
    return {
        "name": CharArray.row(name), "file": CharArray.row(file), "line": Tensor(np.array([numbers], float)),
        "anonymous": Tensor(np.zeros((1, len(numbers)))), "cond": CharArray.row(""), "identifier": CellArray.of([]),
        "expression": CellArray.of([CharArray.row(lines[n].condition) for n in numbers]),
    }  # fmt: skip


def _condition_row(name: str) -> dict[str, Any]:
    nothing = Tensor(np.empty((0, 0)))
    return {
        "name": CharArray.row(""), "file": CharArray.row(""), "line": nothing, "anonymous": nothing, "expression": CellArray.of([]),
        "cond": CharArray.row(name), "identifier": CellArray.of([]),
    }  # fmt: skip
