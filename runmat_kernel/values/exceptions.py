"""MException: an error as an object of MATLAB's class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError, StackFrame
from .containers import CellArray, StructArray
from .objects import HostObject
from .tensor import Tensor
from .text import CharArray


class MException(HostObject):
    """A caught error (``catch ME``): a MatlabError as an object of MATLAB's class."""

    __slots__ = ("error",)
    matlab_class = "MException"

    def __init__(self, error: MatlabError) -> None:
        self.error = error

    def properties(self) -> Mapping[str, Any]:
        error = self.error
        return {
            "identifier": CharArray.row(error.identifier),
            "message": CharArray.row(error.message),
            "cause": CellArray.of([MException(cause) for cause in error.causes], (len(error.causes), 1 if error.causes else 0)),
            "stack": stack_value(error.stack),
            "Correction": Tensor(np.empty((0, 0))),
        }

    def get_property(self, name: str) -> Any:
        if name == "identifier":
            return CharArray.row(self.error.identifier)
        return CharArray.row(self.error.message) if name == "message" else super().get_property(name)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return isinstance(other, MException) and (self.error.identifier, self.error.message) == (
            other.error.identifier,
            other.error.message,
        )


def stack_value(stack: Sequence[StackFrame]) -> StructArray:
    """The struct array ``ME.stack``: one element for each function, innermost first."""
    frames = [frame for frame in stack if frame.name]
    array = np.empty((len(frames), 1), object)
    for k, frame in enumerate(frames):
        file = frame.file if frame.file.endswith(".m") else ""
        array[k, 0] = {"file": CharArray.row(file), "name": CharArray.row(frame.name), "line": float(frame.line)}
    return StructArray(array, ("file", "name", "line"))
