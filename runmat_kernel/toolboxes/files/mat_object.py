"""``matfile``: the variables of a .mat file as properties, read when they are asked for."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np

from ...base.errors import MatlabError
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.tensor import Tensor
from ...values.text import CharArray


class Store(Protocol):
    """The variables of one file."""

    def names(self) -> list[str]: ...

    def read(self, names: Sequence[str] | None = None) -> dict[str, Any]:
        """These variables, or all of them; names that are not there are left out."""

    def write(self, name: str, value: Any) -> None: ...

    def size(self, name: str) -> tuple[tuple[int, ...], str]:
        """Size and class of a variable."""

    def read_part(self, name: str, subscripts: Sequence[Any]) -> Any:
        """Elements of a variable read alone; None where the whole variable has to be read."""

    def write_part(self, name: str, subscripts: Sequence[Any], value: Any) -> bool:
        """Write elements of a variable in place; whether that could be done."""


class MatFile(HostObject):
    """The file ``source``, whose variables are in ``store``; a handle object."""

    __slots__ = ("source", "store", "writable")
    matlab_class = "matlab.io.MatFile"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, source: str, writable: bool, store: Store) -> None:
        self.source, self.writable, self.store = source, writable, store

    def properties(self) -> Mapping[str, Any]:
        return {"Properties": MatFileProperties(self), **self.store.read()}

    def get_property(self, name: str) -> Any:
        if name == "Properties":
            return MatFileProperties(self)
        variables = self.store.read([name])
        if name not in variables:
            raise self.absent(name)
        return variables[name]

    def absent(self, name: str) -> MatlabError:
        """The error for a variable that cannot be read."""
        if not os.path.isfile(self.source):
            return MatlabError(f"Cannot access '{name}' because '{self.source}' does not exist.", "MATLAB:MatFile:NoFile")
        return MatlabError(f"'{name}' does not exist in '{self.source}'.", "MATLAB:MatFile:VariableNotInFile")

    def property_to_write(self, name: str) -> Any:
        if name == "Properties":
            return MatFileProperties(self)
        return self.store.read([name]).get(name, Tensor(np.zeros((0, 0))))

    def set_property(self, name: str, value: Any) -> MatFile:
        if name == "Properties":
            return self
        self._check_writable(name)
        self.store.write(name, value)
        return self

    def property_part(self, name: str, subscripts: Sequence[Any]) -> Any:
        return None if name == "Properties" else self.store.read_part(name, subscripts)

    def set_property_part(self, name: str, subscripts: Sequence[Any], value: Any) -> bool:
        if name == "Properties":
            return False
        self._check_writable(name)
        return self.store.write_part(name, subscripts, value)

    def _check_writable(self, name: str) -> None:
        if not self.writable:
            text = f"Cannot change '{name}' because Properties.Writable is false.  To modify '{name}', set Properties.Writable to true."
            raise MatlabError(text, "MATLAB:MatFile:NotWritable")

    def dot_method(self, name: str) -> None:
        """Dots read variables."""
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        shown = {"Properties.Source": CharArray.row(self.source), "Properties.Writable": self.writable}
        lines = [f"  {self.matlab_class}", "", "  Properties:"]
        lines += [f"{name:>23}: {value.text if isinstance(value, CharArray) else str(value).lower()}" for name, value in shown.items()]
        for name in self.store.names():
            shape, own = self.store.size(name)
            lines.append(f"{name:>23}: [{'x'.join(map(str, shape))} {own}]")
        return "\n".join(lines) + "\n"


class MatFileProperties(HostObject):
    """``m.Properties``: the file and whether it may be written."""

    __slots__ = ("owner",)
    matlab_class = "matlab.io.matfile.Properties"
    is_handle = True

    def __init__(self, owner: MatFile) -> None:
        self.owner = owner

    def properties(self) -> Mapping[str, Any]:
        return {"Source": CharArray.row(self.owner.source), "Writable": self.owner.writable, "ProtectedLoading": False}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name != "Writable":
            return super().set_property(name, value)
        if type(value) is not bool:
            raise MatlabError("Writable parameter must be a scalar logical.", "MATLAB:MatFile:InvalidWritable")
        self.owner.writable = value
        return self
