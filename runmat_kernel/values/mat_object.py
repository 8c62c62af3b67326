"""``matfile``: the variables of a .mat file as properties, read when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .numerals import DisplayFormat
from .objects import HostObject
from .tensor import Tensor
from .text import CharArray


class MatFile(HostObject):
    """``read()`` gives the variables of the file ``source``, ``write(variables)`` puts them there; a handle object."""

    __slots__ = ("read", "source", "writable", "write")
    matlab_class = "matlab.io.MatFile"
    superclasses = ("handle",)
    is_handle = True
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(self, source: str, writable: bool, read: Callable[[], dict[str, Any]], write: Callable[[dict[str, Any]], None]) -> None:
        self.source, self.writable, self.read, self.write = source, writable, read, write

    def properties(self) -> Mapping[str, Any]:
        return {"Properties": MatFileProperties(self), **self.read()}

    def get_property(self, name: str) -> Any:
        if name == "Properties":
            return MatFileProperties(self)
        variables = self.read()
        if name not in variables:
            raise MatlabError(f"The variable '{name}' does not exist in the file '{self.source}'.", "MATLAB:MatFile:VariableNotInFile")
        return variables[name]

    def property_to_write(self, name: str) -> Any:
        if name == "Properties":
            return MatFileProperties(self)
        return self.read().get(name, Tensor(np.zeros((0, 0))))

    def set_property(self, name: str, value: Any) -> MatFile:
        if name == "Properties":
            return self
        if not self.writable:
            raise MatlabError(f"To change the value of '{name}', set Properties.Writable to true.", "MATLAB:MatFile:NotWritable")
        self.write({**self.read(), name: value})
        return self

    def dot_method(self, name: str) -> None:
        """Dots read variables."""
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        shown = {"Properties.Source": CharArray.row(self.source), "Properties.Writable": self.writable}
        lines = [f"  {self.matlab_class}", "", "  Properties:"]
        lines += [f"{name:>23}: {value.text if isinstance(value, CharArray) else str(value).lower()}" for name, value in shown.items()]
        for name, value in self.read().items():
            lines.append(f"{name:>23}: [{'x'.join(map(str, getattr(value, 'shape', (1, 1))))} {_class_name(value)}]")
        return "\n".join(lines) + "\n"


def _class_name(value: Any) -> str:
    from .convert import class_of

    return class_of(value)


class MatFileProperties(HostObject):
    """``m.Properties``: the file and whether it may be written."""

    __slots__ = ("owner",)
    matlab_class = "matlab.io.MatFileProperties"
    is_handle = True

    def __init__(self, owner: MatFile) -> None:
        self.owner = owner

    def properties(self) -> Mapping[str, Any]:
        return {"Source": CharArray.row(self.owner.source), "Writable": self.owner.writable, "ProtectedLoading": False}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name != "Writable":
            return super().set_property(name, value)
        self.owner.writable = bool(value if isinstance(value, (bool, float)) else value.array.flat[0])
        return self
