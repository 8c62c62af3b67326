"""Folders of this software and of its user: toolboxdir and userpath."""

from __future__ import annotations

import os

from ...base.folders import absolute
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import text_of, to_value
from . import system


@builtin(
    "toolboxdir",
    "folder = toolboxdir(name)",
    summary="Folder of a part of this software: 'matlab' is all of it; other parts do not exist.",
    examples=(Example("strcmp(toolboxdir('matlab'), matlabroot)", "true"),),
    errors=(ErrorCase("toolboxdir('simulink')", "MATLAB:toolboxdir:DirectoryNotFound"),),
    see_also=("matlabroot",),
)
def toolboxdir(call, name):
    if text_of(name, "name").lower() != "matlab":
        raise call.error(f"Unable to find the folder of toolbox '{text_of(name)}'.", "MATLAB:toolboxdir:DirectoryNotFound")
    return system.matlabroot.function(call)


@builtin(
    "userpath",
    "userpath",
    "folder = userpath",
    "userpath(newpath)",
    "userpath('reset')",
    "userpath('clear')",
    summary="Folder of the user's own files, at the start of the search path; it holds for this session.",
    examples=(
        Example("d = tempname; mkdir(d); userpath(d); p = userpath; there = contains(path, d); userpath('clear'); rmdir(d); {strcmp(p, d), there}", "{true, true}"),
    ),
    errors=(ErrorCase("userpath('/no/such/folder')", "MATLAB:userpath:invalidInput"),),
    see_also=("path", "addpath"),
)  # fmt: skip
def userpath(call, folder=None):
    session = call.session
    if folder is None:
        if call.nargout == 0:
            call.write(f"{session.user_folder}\n")
        return session.user_folder
    word = text_of(folder, "folder")
    if word in ("reset", "clear"):
        if session.user_folder and word == "clear":
            call.feval("rmpath", to_value(session.user_folder), nargout=0)
        session.user_folder = os.path.expanduser("~") if word == "reset" else ""
        return None
    if not os.path.isdir(os.path.expanduser(word)):
        raise call.error(f"'{word}' is no folder.", "MATLAB:userpath:invalidInput")
    session.user_folder = absolute(os.path.expanduser(word))
    call.feval("addpath", to_value(session.user_folder), nargout=0)
    return None
