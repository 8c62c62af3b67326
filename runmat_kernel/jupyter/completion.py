"""Completion of variables, functions, fields, properties, file names, keywords and magics, with their types."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from ..builtins.registry import builtins
from ..syntax.completeness import Context, context
from ..syntax.tokens import KEYWORDS
from ..values import StructArray
from ..values.objects import HostObject
from .completion_words import NAMED, VARIABLES, words
from .magics import MAGICS

Match = tuple[str, str]
_MOST_FILES = 200
_MAGIC = re.compile(r"%%?\w*")
_CODE_MAGICS = ("%time", "%timeit", "%%time", "%%timeit")
_OPTIONS = {"%fusion_report": ("all", "--wgsl", "--text"), "%plot": ("png", "svg"), "%gpu": ("calibrate",)}


def complete(session: Any, text: str, cursor: int) -> tuple[int, list[Match]]:
    """Where the replaced text starts, and the matches as (text, type), best first."""
    line_start = text.rfind("\n", 0, cursor) + 1
    line = text[line_start:cursor]
    if magic := _MAGIC.match(line):
        if magic.end() == len(line):
            return line_start, [(name, "magic") for name in sorted(MAGICS) if name.startswith(line)]
        if magic[0] not in _CODE_MAGICS:
            return _magic_words(session, magic[0], line, cursor)
        text = text[:line_start] + " " * magic.end() + text[line_start + magic.end() :]
    at = context(text, cursor)
    if at.kind == "comment":
        return cursor, []
    if at.kind == "field":
        return at.start, _fields(session, at) or _members_of_package(at)
    if at.kind == "text" or (at.kind == "command" and at.call not in NAMED):
        given = [(word, "keyword") for word in words(session, at, text) if _begins(word, at.prefix)]
        variables = [
            (n, "variable") for n in session.workspace_values if at.call in VARIABLES and at.kind == "command" and _begins(n, at.prefix)
        ]
        start, files = _files(at)
        return (at.start, variables + given) if variables or given else (start, files)
    if at.kind == "command":
        return at.start, list(_names(session, at.prefix))
    return at.start, list(_names(session, at.prefix)) if at.prefix or at.kind == "name" else []


def _begins(word: str, prefix: str) -> bool:
    return word.lower().startswith(prefix.lower())


def _magic_words(session: Any, magic: str, line: str, cursor: int) -> tuple[int, list[Match]]:
    """The options of a magic, or the files or variables it takes."""
    prefix = line[line.rfind(" ") + 1 :]
    if magic in ("%%file", "%%writefile"):
        return _files(Context("text", prefix, cursor - len(prefix)))
    options = list(session.workspace_values) if magic == "%residency" else _OPTIONS.get(magic, ())
    return cursor - len(prefix), [(word, "keyword") for word in options if word.startswith(prefix)]


def _names(session: Any, prefix: str) -> Iterator[Match]:
    """Variables, then functions of the session and of files, then builtins and keywords; of another case where none has this one."""
    records = (name for name, record in builtins().items() if not record.hidden)
    candidates: list[tuple[Any, str]] = [
        (sorted(session.workspace_values, key=str.lower), "variable"),
        (sorted(session.session_functions), "function"),
        (_file_functions(session), "function"),
        (sorted({name.partition(".")[0] for name in records}), "function"),
        (sorted(KEYWORDS), "keyword"),
    ]
    listed = dict.fromkeys((name, kind) for names, kind in candidates for name in names)
    found: dict[str, str] = {}
    for same in (str, str.lower):
        for name, kind in listed:
            if same(name).startswith(same(prefix)):
                found.setdefault(name, kind)
        if found:
            break
    yield from found.items()


def _file_functions(session: Any) -> list[str]:
    """Functions and scripts in files of the current folder and of the search path."""
    names = set()
    for folder in session.path.search():
        try:
            names.update(entry[:-2] for entry in os.listdir(folder) if entry.endswith(".m") and entry[:-2].isidentifier())
        except OSError:
            continue
    return sorted(names)


def _members_of_package(at: Context) -> list[Match]:
    """What follows ``matlab.`` or ``containers.``."""
    package = ".".join(at.chain) + "."
    names = {name[len(package) :].partition(".")[0] for name in builtins() if name.startswith(package)}
    return [(name, "function") for name in sorted(names) if name.startswith(at.prefix)]


def _fields(session: Any, at: Context) -> list[Match]:
    """Fields of a struct, properties and methods of an object, along the chain ``s.a.b``; elements stand for their array."""
    value = member(session, at.chain)
    if isinstance(value, StructArray):
        return [(name, "field") for name in value.fields if name.startswith(at.prefix)]
    if isinstance(value, HostObject):
        names = [(name, "property") for name in value.properties()] + [(name, "method") for name in value.methods if name.isidentifier()]
        return [(name, kind) for name, kind in names if name.lower().startswith(at.prefix.lower())]
    return []


def member(session: Any, chain: tuple[str, ...]) -> Any:
    """The value of ``s.a.b`` given as its names; None where there is none."""
    value = session.workspace_values.get(chain[0]) if chain else None
    for name in chain[1:]:
        if isinstance(value, StructArray) and value.numel and name in value.fields:
            value = value.array.flat[0][name]
        else:
            value = value.properties().get(name) if isinstance(value, HostObject) else None
    return value


def _files(at: Context) -> tuple[int, list[Match]]:
    """File and folder names for the text being typed."""
    folder, _, begin = at.prefix.rpartition("/")
    base = os.path.expanduser(folder + "/" if at.prefix.startswith("/") or folder else ".")
    try:
        entries = sorted(os.scandir(base), key=lambda e: e.name)[:_MOST_FILES]
    except OSError:
        return at.start, []
    matches = [
        (entry.name + ("/" if entry.is_dir() else ""), "file")
        for entry in entries
        if entry.name.startswith(begin) and (begin or not entry.name.startswith("."))
    ]
    start = at.start + len(at.prefix) - len(begin)
    return start, matches
