"""The search path of functions, and the meaning of names: addpath, rmpath, path, which."""

from __future__ import annotations

import os
from typing import Any

from ... import sample_data
from ...base.folders import absolute, current_folder
from ...builtins.registry import builtins
from ...builtins.spec import Effect, builtin
from ...builtins.texts import is_textual, items
from ...values.convert import is_text, text_of


def _folders(arguments: tuple[Any, ...]) -> list[str]:
    texts = [text for a in arguments if is_textual(a) for text in items(a)[0]]
    return [folder for text in texts for folder in (text or "").split(os.pathsep) if folder]


@builtin(
    "addpath",
    "addpath(folder1, ..., folderN)",
    "addpath(..., '-end')",
    "addpath(..., '-frozen')",
    "oldpath = addpath(...)",
    summary="Search folders for functions.",
    effect=Effect.STATE,
)
def addpath(call, *arguments):
    session, at_end = call.session, False
    before = os.pathsep.join(session.path.folders)
    while arguments:
        last = text_of(arguments[-1]) if is_text(arguments[-1]) else arguments[-1]
        if type(last) not in (str, float) or last not in (0.0, 1.0, "-begin", "-end", "-frozen"):
            break
        at_end, arguments = at_end or last in (1.0, "-end"), arguments[:-1]
    folders = _folders(arguments)
    existing = [folder for folder in folders if os.path.isdir(folder)]
    for folder in (folder for folder in folders if folder not in existing):
        call.warning(f"Name is nonexistent or not a directory: {folder}", "MATLAB:mpath:nameNonexistentOrNotADirectory")
    session.path.add(existing, at_end=at_end)
    session.forget_lookups()
    return before if call.nargout else None


@builtin("rmpath", "rmpath(folder1, ..., folderN)", "oldpath = rmpath(...)", summary="Search folders no more.", effect=Effect.STATE)
def rmpath(call, *arguments):
    before = os.pathsep.join(call.session.path.folders)
    for folder in call.session.path.remove(_folders(arguments)):
        call.warning(f'"{folder}" not found in path.', "MATLAB:rmpath:DirNotFound")
    call.session.forget_lookups()
    return before if call.nargout else None


@builtin("genpath", "p = genpath(folderName)", summary="A folder and the folders below it as one path text.")
def genpath(call, folder):
    paths = []
    for root, folders, _ in os.walk(text_of(folder)):
        folders[:] = sorted(f for f in folders if not f.startswith((".", "@", "+")) and f not in ("private", "resources"))
        paths.append(root)
    return os.pathsep.join([*paths, ""]) if paths else ""


@builtin("path", "p = path()", "path(newpath)", "path(folders, folders2)", summary="The folders of the search path.")
def path(call, *arguments):
    session = call.session
    if arguments:
        session.path.begin(os.pathsep.join(_folders(arguments)))
        session.forget_lookups()
    return None if arguments and not call.nargout else os.pathsep.join(session.path.folders)


@builtin("restoredefaultpath", "restoredefaultpath()", summary="Search the folders of the start again.")
def restoredefaultpath(call):
    call.session.path.begin(call.session.settings.search_path)
    call.session.forget_lookups()


@builtin("rehash", "rehash()", summary="Look at the files on the path again.")
def rehash(call, *ignored):
    call.session.forget_lookups()


def _named_file(session, name):
    """The file of that whole name, with its ending, in the current folder, on the path or among the sample data; else an empty text."""
    if not name:
        return ""
    if os.path.dirname(name):
        return absolute(name) if os.path.isfile(name) else ""
    places = (os.path.join(folder, name) for folder in (current_folder(), *session.path.folders))
    return next((place for place in places if os.path.isfile(place)), "") or sample_data.file(name)


@builtin("which", "str = which(item)", "which(item)", "which(item, option)", "which item -all", "which -all item", summary="The file, builtin or variable that a name refers to.")
def which(call, *words):
    names = [text_of(word) for word in words if text_of(word).lower() not in ("-all", "-subfun")]
    if len(names) != 1:
        wrong = names[1] if names else text_of(words[0])
        raise call.error(f"Unknown command option '{wrong}'.", "MATLAB:which:UnknownOption")
    location = _location(call.session, names[0])
    if call.nargout:
        return location
    text = f"{names[0]} is a variable." if location == "variable" else location or f"'{names[0]}' not found."
    call.write(text + "\n")
    return None


def _location(session: Any, name: str) -> str:
    """The place of what a name refers to: a variable, a function of a cell, a file, or a builtin; empty where there is nothing."""
    if name in session.frame:
        return "variable"
    if name in session.session_functions:  # functions of cells come before files
        return session.session_functions[name].unit.source.name
    if (file := session.path.find(name) or session.path.constructor(name)) is not None:
        return file
    location = "" if name in builtins() else _named_file(session, name)
    base = name if name in builtins() else name.removesuffix(".m")
    return location or (f"built-in ({base})" if base in builtins() else "")
