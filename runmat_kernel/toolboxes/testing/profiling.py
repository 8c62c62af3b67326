"""Where a program spends its time: profile, profview and profsave."""

from __future__ import annotations

import html
import os
from typing import Any

import numpy as np

from ...base.stored import store
from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray, StructArray, Tensor, object_array
from ...values.convert import is_text, text_of, to_value

_SETTINGS = ("-history", "-nohistory", "-historysize", "-timestamp", "-timer", "-detail", "-memory", "-remove_overhead")
_WITH_VALUE = ("-historysize", "-timer", "-detail")
_ACTIONS = ("on", "off", "resume", "clear", "viewer", "report", "info", "status")
_FIELDS = (
    "CompleteName", "FunctionName", "FileName", "Type", "Children", "Parents", "ExecutedLines", "IsRecursive", "TotalRecursiveTime",
    "PartialData", "NumCalls", "TotalTime",
)  # fmt: skip
_RUN = "f = @(x) x + 1; profile on; f(1); f(2); profile off; "


def _set_history(profiler: Any, settings: dict[str, Any]) -> None:
    if "-history" in settings or "-timestamp" in settings:
        profiler.history = True
    if "-nohistory" in settings:
        profiler.history = False
    if "-historysize" in settings:
        size = settings["-historysize"]
        profiler.history_size = int(float(size) if isinstance(size, str) else arg.scalar(size))


def _read_words(call: Any, words: list[Any]) -> tuple[str | None, dict[str, Any]]:
    """The action, and the settings with their values."""
    action, settings = None, {}
    while words:
        word = words.pop(0)
        if word in _SETTINGS:
            settings[word] = words.pop(0) if word in _WITH_VALUE and words else True
        elif word in _ACTIONS and action is None:
            action = word
        else:
            raise call.error(f"Unknown input argument: '{word}'.", "MATLAB:profile:InvalidInputArgument")
    return action, settings


@builtin(
    "profile", "profile(action)", "profile(action, ...)", "p = profile('info')", "s = profile('status')",
    summary="Count the calls of MATLAB functions and measure their times: on, off, resume, clear, viewer, info, status. Loops run iteration by iteration meanwhile.",
    examples=(
        Example(_RUN + "p = profile('info'); {p.FunctionTable.FunctionName, p.FunctionTable.NumCalls}", "{'@(x)x+1',2}"),
        Example("profile on -history; s = profile('status'); profile off; {s.ProfilerStatus, s.HistoryTracking}", "{'on','on'}"),
        Example(_RUN + "profile clear; p = profile('info'); isempty(p.FunctionTable)", "true"),
    ),
    errors=(
        ErrorCase("profile sideways", "MATLAB:profile:InvalidInputArgument"),
        ErrorCase("profile on; c = onCleanup(@() profile('off')); profile -history", "MATLAB:profiler:ProfilerAlreadyRunning"),
    ),
    see_also=("profsave", "tic", "timeit"),
)  # fmt: skip
def profile(call: Any, *words: Any) -> Any:
    profiler = call.session.profiler
    action, settings = _read_words(call, [text_of(w).lower() if is_text(w) else w for w in words])
    if settings and profiler.running and action != "off":
        raise call.error("The profiler has already been started. Settings cannot be changed until the profiler is stopped.",
                         "MATLAB:profiler:ProfilerAlreadyRunning")  # fmt: skip
    _set_history(profiler, settings)
    if action == "info":
        profiler.stop()
        return _info(profiler)
    if action == "status":
        return _status(profiler)
    if action in ("off", "viewer", "report"):
        profiler.stop()
    if action == "clear" or (action == "on" and not profiler.running):
        profiler.clear()
    if action in ("on", "resume"):
        profiler.start()
    if action in ("viewer", "report"):
        call.write(_summary(profiler))
    return None


@builtin(
    "profview", "profview()",
    summary="Show calls and times that profile measured.",
    examples=(Example(_RUN + "contains(evalc('profview'), '@(x)x+1')", "true"),),
    see_also=("profile",),
)  # fmt: skip
def profview(call: Any) -> None:
    call.session.profiler.stop()
    call.write(_summary(call.session.profiler))


@builtin(
    "profsave", "profsave()", "profsave(profinfo)", "profsave(profinfo, dirname)",
    summary="Save calls and times that profile measured as an HTML page in a folder (profile_results).",
    examples=(Example(_RUN + "d = tempname; profsave(profile('info'), d); t = fileread(fullfile(d,'file0.html')); rmdir(d,'s'); contains(t,'@(x)x+1')", "true"),),
    errors=(ErrorCase("profsave(5)", "MATLAB:profsave:InvalidInput"),),
    see_also=("profile",),
)  # fmt: skip
def profsave(call: Any, profinfo: Any = None, dirname: Any = None) -> None:
    if profinfo is None:
        call.session.profiler.stop()
        profinfo = _info(call.session.profiler)
    if type(profinfo) is not StructArray or "FunctionTable" not in profinfo.fields:
        raise call.error("The input must be a structure as profile('info') gives it.", "MATLAB:profsave:InvalidInput")
    folder = os.path.expanduser(text_of(dirname)) if dirname is not None else "profile_results"
    os.makedirs(folder, exist_ok=True)
    table = profinfo.array.flat[0]["FunctionTable"]
    items = list(table.array.flat) if type(table) is StructArray else []
    rows = [(text_of(i["FunctionName"]), arg.scalar(i["NumCalls"]), arg.scalar(i["TotalTime"])) for i in items]
    cells = "".join(
        f"<tr><td>{html.escape(name)}</td><td>{calls:g}</td><td>{total:.3f}</td></tr>"
        for name, calls, total in sorted(rows, key=lambda f: -f[2])
    )
    page = (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Profile Summary</title></head><body><h1>Profile Summary</h1>'
        f"<table><tr><th>Function Name</th><th>Calls</th><th>Total Time (s)</th></tr>{cells}</table></body></html>\n"
    )
    store(os.path.join(folder, "file0.html"), page.encode())


def _status(profiler: Any) -> Any:
    return {
        "ProfilerStatus": "on" if profiler.running else "off", "DetailLevel": "mmex", "Timer": "performance",
        "HistoryTracking": "on" if profiler.history else "off", "HistorySize": float(profiler.history_size),
    }  # fmt: skip


def _info(profiler: Any) -> Any:
    items = [_entry(f) for f in profiler.functions]
    table = StructArray(object_array(items, (len(items), 1)), _FIELDS)
    events = np.array([(kind, number) for kind, number, _ in profiler.events], np.float64).reshape(-1, 2).T
    return StructArray.scalar({
        "FunctionTable": table, "FunctionHistory": Tensor(np.asfortranarray(events)), "ClockPrecision": 1e-9, "ClockSpeed": 1e9,
        "Name": CharArray.row("MATLAB"), "Overhead": 0.0,
    })  # fmt: skip


def _entry(function: Any) -> dict[str, Any]:
    complete = f"{function.file}>{function.name}" if function.file else function.name
    children = [(float(f.number), float(n), t) for f, (n, t) in function.children.items()]
    parents = [(float(f.number), float(n)) for f, n in function.parents.items()]
    values = (
        complete, function.name, function.file, function.kind, _relatives(children, ("Index", "NumCalls", "TotalTime")),
        _relatives(parents, ("Index", "NumCalls")), Tensor(np.zeros((0, 3))), function.recursive, 0.0, False, float(function.calls), function.total,
    )  # fmt: skip
    return {name: to_value(value) for name, value in zip(_FIELDS, values, strict=True)}


def _relatives(rows: list[tuple[float, ...]], names: tuple[str, ...]) -> StructArray:
    items = [dict(zip(names, row, strict=True)) for row in rows]
    return StructArray(object_array(items, (len(items), 1)), names)


def _summary(profiler: Any) -> str:
    """The functions, those that took longest first, as a table."""
    ordered = sorted(profiler.functions, key=lambda f: -f.total)
    if not ordered:
        return "\nProfile Summary: no functions were called.\n\n"
    width = max(len("Function Name"), *(len(f.name) for f in ordered))
    total = sum(f.own for f in ordered)
    lines = ["", f"Profile Summary (Total time: {total:.3f} s)", ""]
    lines.append(f"    {'Function Name':<{width}}  {'Calls':>10}  {'Total Time (s)':>14}  {'Self Time (s)':>13}")
    lines.append(f"    {'_' * width}  {'_' * 10}  {'_' * 14}  {'_' * 13}")
    lines += [f"    {f.name:<{width}}  {f.calls:>10}  {f.total:>14.3f}  {f.own:>13.3f}" for f in ordered]
    return "\n".join([*lines, "", ""])
