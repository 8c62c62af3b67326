"""Methods that programs give to built-in classes: files in folders such as ``@double`` or ``@cell`` on the search path."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from ...base.errors import MatlabError
from ...values.classes import INTEGER_CLASSES
from ...values.convert import class_of

Function = Callable[..., tuple[Any, ...]]

# Which argument's class decides, where several are built-in: that of the highest rank, the leftmost of these.  Numbers
# rank as in concatenation: integers above single above double.
_RANKS = {
    "logical": 0, "double": 1, "char": 1, "single": 2, **dict.fromkeys(INTEGER_CLASSES, 3), "string": 4, "cell": 4, "struct": 4,
    "function_handle": 5,
}  # fmt: skip
_FOLDERS = frozenset("@" + name for name in _RANKS)


class BuiltInMethods:
    """The class folders of built-in classes that a session sees.  ``_listed`` keeps what a folder has while it is unchanged."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self._listed: dict[str, tuple[int, tuple[str, ...]]] = {}

    def overload(self, name: str, ordinary: Function | None) -> Function | None:
        """``ordinary`` preceded by the methods of that name for the built-in classes of the arguments."""
        methods = self._methods(name)
        if not methods:
            return ordinary

        def call(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            classes = [class_of(argument) for argument in arguments]
            if classes and all(cls in _RANKS for cls in classes):
                method = methods.get(max(classes, key=_RANKS.__getitem__))
                if method is not None:
                    return method(nargout, *arguments)
            if ordinary is not None:
                return ordinary(nargout, *arguments)
            if not classes:
                return self.session.unknown(name)(nargout)
            text = f"Undefined function '{name}' for input arguments of type '{classes[0]}'."
            raise MatlabError(text, "MATLAB:UndefinedFunction")

        return call

    def _methods(self, name: str) -> dict[str, Function]:
        """Class name -> method, of the first folder on the path that has one."""
        methods: dict[str, Function] = {}
        for folder in self.session.path.search():
            for class_folder in self._class_folders(folder):
                path = os.path.join(folder, class_folder, name + ".m")
                if class_folder[1:] not in methods and os.path.isfile(path):
                    methods[class_folder[1:]] = self.session.file_function(path, name)
        return methods

    def _class_folders(self, folder: str) -> tuple[str, ...]:
        try:
            stamp = os.stat(folder).st_mtime_ns
            known = self._listed.get(folder)
            if known is None or known[0] != stamp:
                known = self._listed[folder] = (stamp, tuple(_FOLDERS.intersection(os.listdir(folder))))
        except OSError:
            return ()
        return known[1]
