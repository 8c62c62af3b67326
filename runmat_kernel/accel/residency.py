"""Says where the variables of a workspace are: on the host, on the device, on both, or still to be computed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..base.records import record
from ..values.convert import class_of, shape_of
from ..values.tensor import Tensor
from .split_complex import SplitComplex
from .storage import Device


@record
class Resident:
    """One variable: ``place`` is ``host``, ``device``, ``host and device`` or ``pending``; ``nbytes`` of its elements (0 where unknown)."""

    name: str
    matlab_class: str
    shape: tuple[int, ...]
    nbytes: int
    place: str

    def to_dict(self) -> dict[str, Any]:
        return {"name": self.name, "class": self.matlab_class, "size": list(self.shape), "bytes": self.nbytes, "place": self.place}


def residency(workspace: Mapping[str, Any]) -> list[Resident]:
    """A row for each variable, in order of name."""
    return [_row(name, workspace[name]) for name in sorted(workspace)]


def _row(name: str, value: Any) -> Resident:
    if type(value) is Tensor:
        return Resident(name, value.matlab_class, value.shape, value.nbytes if not _undecided(value) else 0, _place(value))
    nbytes = 16 if type(value) is complex else 8 if type(value) is float else 1 if type(value) is bool else _bytes_of(value)
    return Resident(name, class_of(value), shape_of(value), nbytes, "host")


def _undecided(tensor: Tensor) -> bool:
    """Whether asking for the size in bytes would compute the elements."""
    return not tensor.on_host and tensor.storage is not None and tensor.storage.uncertain


def _place(tensor: Tensor) -> str:
    if type(tensor.storage) is SplitComplex and not tensor.on_host:
        return _place(tensor.storage.real)
    on_device = type(tensor.storage) is Device
    if tensor.on_host:
        return "host and device" if on_device else "host"
    return "device" if on_device else "pending"


def _bytes_of(value: Any) -> int:
    array = getattr(value, "array", None)
    return int(getattr(array, "nbytes", 0)) if array is not None and array.dtype != object else 0
