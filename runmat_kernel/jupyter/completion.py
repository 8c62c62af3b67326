"""Completion of variables, functions, fields, properties, file names, keywords and magics, with their types."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

from ..builtins.registry import builtins
from ..syntax.completeness import Context, context
from ..syntax.tokens import CLOSERS, KEYWORDS
from .completion_members import Match, members
from .completion_words import CALLED, NAMED, argument_names, takes_variables, words
from .magics import MAGICS

_MOST_FILES = 200
_MAGIC = re.compile(r"%%?\w*")
_CODE_MAGICS = ("%time", "%timeit", "%%time", "%%timeit")
_OPTIONS = {"%fusion_report": ("all", "--wgsl", "--text"), "%plot": ("png", "svg"), "%gpu": ("calibrate",)}
# Names that a cell assigns, loops over, or has as the input or output of a function.
_ASSIGNED = re.compile(r"^[ \t]*(?:par)?(?:for[ \t(]+)?([A-Za-z]\w*)[^=\n~<>!(]*(?:\([^=\n]*\))?[ \t]*=(?!=)", re.MULTILINE)
_LISTED = re.compile(r"^[ \t]*\[([^\]\n=]*)\][ \t]*=(?!=)|^[ \t]*function\b([^\n%]*)|\bcatch[ \t]+([A-Za-z]\w*)", re.MULTILINE)
_NAME = re.compile(r"[A-Za-z]\w*")


def complete(session: Any, text: str, cursor: int) -> tuple[int, list[Match]]:
    """Where the replaced text starts, and the matches as (text, type), best first."""
    cursor = min(max(cursor, 0), len(text))
    line_start = text.rfind("\n", 0, cursor) + 1
    line = text[line_start:cursor]
    if magic := _MAGIC.match(line):
        if magic.end() == len(line):
            return line_start, [(name, "magic") for name in sorted(MAGICS) if name.startswith(line)]
        if magic[0] not in _CODE_MAGICS:
            return _magic_words(session, magic[0], line, cursor)
        text = text[:line_start] + " " * magic.end() + text[line_start + magic.end() :]
    if line.lstrip().startswith("!"):
        prefix = re.split(r"\s|!", line)[-1]
        return _files(Context("text", prefix, cursor - len(prefix)))
    at = context(text, cursor)
    if at.kind == "comment":
        return cursor, []
    if at.kind == "field":
        return at.start, members(session, at, text)
    if at.kind == "text" or (at.kind == "command" and at.call not in NAMED):
        keywords = [(word, "keyword") for word in words(session, at, text) if _begins(word, at.prefix)]
        named: list[Match] = []
        if takes_variables(at):
            named = [(name, "variable") for name in session.workspace_values if _begins(name, at.prefix)]
        if at.kind == "text" and at.call in CALLED and at.argument == 0 and at.prefix:
            named += [match for match in _names(session, at.prefix) if match not in named]
        start, files = _files(at)
        return (at.start, named + keywords) if named or keywords else (start, files)
    if at.kind == "command":
        return at.start, list(_names(session, at.prefix))
    if not at.prefix and at.kind != "name":
        return at.start, []
    named = [(name + "=", "keyword") for name in argument_names(session, at, text) if _begins(name, at.prefix)]
    candidates = [*_names(session, at.prefix, text[: at.start]), *named]
    return at.start, sorted(candidates, key=lambda match: not match[0].startswith(at.prefix))


def _begins(word: str, prefix: str) -> bool:
    return word.lower().startswith(prefix.lower())


def _magic_words(session: Any, magic: str, line: str, cursor: int) -> tuple[int, list[Match]]:
    """The options of a magic, or the files or variables it takes."""
    prefix = line[line.rfind(" ") + 1 :]
    if magic in ("%%file", "%%writefile"):
        return _files(Context("text", prefix, cursor - len(prefix)))
    options = list(session.workspace_values) if magic == "%residency" else _OPTIONS.get(magic, ())
    return cursor - len(prefix), [(word, "keyword") for word in options if word.startswith(prefix)]


def _names(session: Any, prefix: str, before: str = "") -> Iterator[Match]:
    """Variables, also those of the cell's text so far, then functions and classes of the session and of files, then builtins and
    keywords; of another case where none has this one."""
    records = (name for name, record in builtins().items() if not record.hidden)
    candidates: list[tuple[Any, str]] = [
        (sorted(session.workspace_values, key=str.lower), "variable"),
        (_assigned(before), "variable"),
        (sorted(session.session_functions), "function"),
        (sorted(session.classes.declared), "class"),
        (_file_functions(session), "function"),
        (sorted({name.partition(".")[0] for name in records}), "function"),
        (sorted(KEYWORDS - CLOSERS.keys()), "keyword"),
    ]
    listed: dict[str, str] = {}
    for names, kind in candidates:
        for name in names:
            listed.setdefault(name, kind)
    kinds: dict[str, str] = {}
    for same in (str, str.lower):
        for name, kind in listed.items():
            if same(name).startswith(same(prefix)):
                kinds.setdefault(name, kind)
        if kinds:
            break
    yield from kinds.items()


def _assigned(text: str) -> list[str]:
    """Names that a text gives values to."""
    names = [match[1] for match in _ASSIGNED.finditer(text)]
    for match in _LISTED.finditer(text):
        names += _NAME.findall(match[1] or match[2] or match[3] or "")
    return sorted({name for name in names if name not in KEYWORDS})


def _file_functions(session: Any) -> list[str]:
    """Functions and scripts in files of the current folder and of the search path."""
    names = set()
    for folder in session.path.search():
        try:
            names.update(entry[:-2] for entry in os.listdir(folder) if entry.endswith(".m") and entry[:-2].isidentifier())
        except OSError:
            continue
    return sorted(names)


def _files(at: Context) -> tuple[int, list[Match]]:
    """File and folder names for the text being typed: only folders after ``cd``, only programs after ``run``."""
    folder, _, begin = at.prefix.rpartition("/")
    base = os.path.expanduser(folder + "/" if at.prefix.startswith("/") or folder else ".")
    try:
        entries = sorted(os.scandir(base), key=lambda e: e.name)
    except OSError:
        return at.start, []
    ending = {"run": (".m", ".mlx"), "load": (".mat", ".txt", ".csv", ".dat")}.get(at.call or "", ("",))
    matches = [
        (entry.name + ("/" if entry.is_dir() else ""), "file")
        for entry in entries
        if entry.name.startswith(begin)
        and (begin or not entry.name.startswith("."))
        and (entry.is_dir() or (at.call not in ("cd", "addpath", "mkdir", "rmdir", "genpath") and entry.name.endswith(ending)))
    ]
    start = at.start + len(at.prefix) - len(begin)
    return start, matches[:_MOST_FILES]
