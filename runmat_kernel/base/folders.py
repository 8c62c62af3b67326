"""The current folder, also where another program has deleted it."""

from __future__ import annotations

import os


def current_folder() -> str:
    """The name of the current folder; the one that it had, where it was deleted."""
    try:
        return os.getcwd()
    except FileNotFoundError:
        pass
    try:
        return os.readlink("/proc/self/cwd").removesuffix(" (deleted)")
    except OSError:  # a system without /proc
        return os.environ.get("PWD", os.sep)


def absolute(path: str | os.PathLike[str]) -> str:
    """A path from the root on, without ``.`` and ``..``."""
    return os.path.normpath(os.path.join(current_folder(), path))
