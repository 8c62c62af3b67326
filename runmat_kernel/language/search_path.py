"""Functions and scripts in files: the folders that are searched, in MATLAB's order, and reading their text."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from itertools import chain

from .. import sample_data
from ..base.folders import absolute, current_folder
from ..base.source import Source

_SETTLED_NS = 2_000_000_000
"""Times of folders may be as coarse as this: a folder that changed just now may change again without its time telling."""


class SearchPath:
    """The folders of ``addpath``; the current folder always comes first."""

    def __init__(self, start: str = "") -> None:
        self.folders: list[str] = []
        self.main = ""
        """The folder of the file that the program was started with, if any."""
        self._seen: list[tuple[str, int]] = []
        self._listed: dict[str, tuple[int, frozenset[str], list[str]]] = {}
        self.begin(start)

    def begin(self, start: str) -> None:
        """Search only these folders, separated as the system does it; those that do not exist are left out."""
        self.folders = []
        self.add(list(dict.fromkeys(folder for folder in start.split(os.pathsep) if os.path.isdir(folder))))

    def add(self, folders: list[str], *, at_end: bool = False) -> None:
        whole = [absolute(folder) for folder in folders]
        rest = [folder for folder in self.folders if folder not in whole]
        self.folders = rest + whole if at_end else whole + rest

    def remove(self, folders: list[str]) -> list[str]:
        """Take folders out; those that were not there are given back."""
        whole = [absolute(folder) for folder in folders]
        missing = [name for name, folder in zip(folders, whole, strict=True) if folder not in self.folders]
        self.folders = [folder for folder in self.folders if folder not in whole]
        return missing

    def steady(self) -> bool:
        """Whether names mean surely what they meant at the last call: the searched folders are the same, have not changed for a while,
        and hold no folders of classes or packages (whose own changes would not show)."""
        before, self._seen = self._seen, []
        now = time.time_ns()
        for folder in self.search():
            try:
                changed = os.stat(folder).st_mtime_ns
            except OSError:
                return False
            self._seen.append((folder, changed))
            if now - changed < _SETTLED_NS or ((folder, changed) not in before and _holds_folders_of_code(folder)):
                self._seen = []
                return False
        return self._seen == before

    def search(self) -> Iterator[str]:
        yield current_folder()
        yield from self.folders

    def find(self, name: str, caller_folder: str | None = None) -> str | None:
        """The .m file that ``name`` (dots for packages) means for code in ``caller_folder``.

        Functions that lie beside the calling file only count where nothing is found on the path, for scripts of folders that are not
        searched; those of a folder ``private`` see each other before all others, and so do those beside the file that was started.
        """
        parts = name.split(".")
        relative = os.path.join(*("+" + part for part in parts[:-1]), parts[-1] + ".m")
        first: list[str] = []
        last: list[str] = []
        if caller_folder is not None:
            first.append(os.path.join(caller_folder, "private", relative))
            base = os.path.basename(caller_folder)
            if not base.startswith("@"):
                (first if base == "private" or caller_folder == self.main else last).append(os.path.join(caller_folder, relative))
        entry = relative.partition(os.sep)[0]
        files = (os.path.join(folder, relative) for folder in self.search() if entry in self._entries(folder)[1])
        return next((path for path in chain(first, files, last) if os.path.isfile(path)), None)

    def find_private(self, name: str, caller_folder: str | None) -> str | None:
        """The file of a private function that code in ``caller_folder`` sees: of its folder ``private``, or of its own where it is one."""
        if caller_folder is None or "." in name:
            return None
        folders = [os.path.join(caller_folder, "private")]
        if os.path.basename(caller_folder) == "private":
            folders.append(caller_folder)
        return next((path for folder in folders if os.path.isfile(path := os.path.join(folder, name + ".m"))), None)

    def file(self, name: str) -> str:
        """Where a file lies that is to be read: as named, else in the first searched folder that has it, else among the sample data; the
        name itself where none has."""
        path = os.path.expanduser(name)
        if os.path.isabs(path) or os.path.exists(path):
            return path
        full_name = next((full for folder in self.folders if os.path.isfile(full := os.path.join(folder, path))), "")
        return full_name or sample_data.file(name) or path

    def find_class_folder(self, name: str) -> str | None:
        """The folder ``@Name`` (dots for packages) of a class."""
        parts = name.split(".")
        relative = os.path.join(*("+" + part for part in parts[:-1]), "@" + parts[-1])
        entry = relative.partition(os.sep)[0]
        folders = (os.path.join(folder, relative) for folder in self.search() if entry in self._entries(folder)[1])
        return next((full for full in folders if os.path.isdir(full)), None)

    def constructor(self, name: str) -> str | None:
        """The file in the folder ``@Name`` that makes objects of a class."""
        folder = self.find_class_folder(name)
        path = os.path.join(folder, name.rpartition(".")[2] + ".m") if folder is not None else ""
        return path if os.path.isfile(path) else None

    def is_method(self, name: str) -> bool:
        """Whether a class folder (``@Name``) in the searched folders has a method of this name."""
        file = name + ".m"
        return any(file in self._entries(inner)[1] for folder in self.search() for inner in self._entries(folder)[2])

    def _entries(self, folder: str) -> tuple[int, frozenset[str], list[str]]:
        """When a folder changed, the names in it, and its class folders: listed again when it has changed.  A toolbox has hundreds of
        folders, and each name of each of its files is looked for in all of them."""
        try:
            changed = os.stat(folder).st_mtime_ns
            known = self._listed.get(folder)
            if known is None or known[0] != changed or time.time_ns() - changed < _SETTLED_NS:
                names = os.listdir(folder)
                inner = [os.path.join(folder, name) for name in names if name.startswith("@")]
                known = self._listed[folder] = (changed, frozenset(names), inner)
        except OSError:
            return (0, frozenset(), [])
        return known


def _holds_folders_of_code(folder: str) -> bool:
    try:
        return any(entry.startswith(("@", "+")) or entry == "private" for entry in os.listdir(folder))
    except OSError:  # it was deleted just now
        return True


def read_source(path: str) -> Source:
    """The Source of a file: UTF-8, or Latin-1 where it is not that; line ends as newlines."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return Source(path, text.replace("\r\n", "\n").replace("\r", "\n"), path)
