"""Completion of variables, functions, fields, properties, file names, keywords and magics, with their types."""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any

from ..builtins.registry import builtins
from ..syntax.completeness import Context, context
from ..syntax.tokens import KEYWORDS
from ..values import StructArray
from ..values.objects import HostObject
from .magics import MAGICS

Match = tuple[str, str]
_MOST_FILES = 200


def complete(session: Any, text: str, cursor: int) -> tuple[int, list[Match]]:
    """Where the replaced text starts, and the matches as (text, type), best first."""
    line_start = text.rfind("\n", 0, cursor) + 1
    line = text[line_start:cursor]
    if line.startswith("%") and " " not in line:
        return line_start, [(name, "magic") for name in sorted(MAGICS) if name.startswith(line)]
    at = context(text, cursor)
    if at.kind == "comment":
        return cursor, []
    if at.kind == "field":
        return at.start, _fields(session, at)
    if at.kind in ("text", "command"):
        return _files(at)
    return at.start, list(_names(session, at.prefix)) if at.prefix or at.kind == "name" else []


def _names(session: Any, prefix: str) -> Iterator[Match]:
    """Variables, then functions of the session and of files, then builtins and keywords."""
    seen = set()
    candidates: list[tuple[Any, str]] = [
        (sorted(session.workspace_values, key=str.lower), "variable"),
        (sorted(session.session_functions), "function"),
        (_file_functions(), "function"),
        (sorted(name for name, record in builtins().items() if not record.hidden and name.isidentifier()), "function"),
        (sorted(KEYWORDS), "keyword"),
    ]
    for names, kind in candidates:
        for name in names:
            if name.startswith(prefix) and name not in seen:
                seen.add(name)
                yield name, kind


def _file_functions() -> list[str]:
    try:
        return sorted(entry[:-2] for entry in os.listdir() if entry.endswith(".m") and entry[:-2].isidentifier())
    except OSError:
        return []


def _fields(session: Any, at: Context) -> list[Match]:
    """Fields of a struct, properties and methods of an object, along the chain ``s.a.b``; elements stand for their array."""
    value = session.workspace_values.get(at.chain[0]) if at.chain else None
    for name in at.chain[1:]:
        value = _member(value, name)
    if isinstance(value, StructArray):
        return [(name, "field") for name in value.fields if name.startswith(at.prefix)]
    if isinstance(value, HostObject):
        names = [(name, "property") for name in value.properties()] + [(name, "method") for name in value.methods if name.isidentifier()]
        return [(name, kind) for name, kind in names if name.lower().startswith(at.prefix.lower())]
    return []


def _member(value: Any, name: str) -> Any:
    if isinstance(value, StructArray) and value.numel and name in value.fields:
        return value.array.flat[0][name]
    if isinstance(value, HostObject):
        return value.properties().get(name)
    return None


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
