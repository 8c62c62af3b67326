"""Contents of MATLAB's files that only a session can turn into values: functions, and objects of classes that programs define."""

from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ..base.errors import Damaged
from .containers import CellArray, StructArray
from .convert import text_of


class UnknownObject:
    """Objects of a class that is not MATLAB's own: its name, the shape of the array, the properties of each element, the raw numbers.

    Raises Damaged for a shape that no array has.
    """

    def __init__(self, name: str, shape: tuple[int, ...], elements: list[dict[str, Any]], numbers: np.ndarray) -> None:
        if len(shape) < 2 or min(shape) < 0:
            raise Damaged("an array of objects has no size")
        self.matlab_class, self.shape, self.elements, self.numbers = name, shape, elements, numbers

    @property
    def numel(self) -> int:
        return prod(self.shape)


class StoredFunction:
    """A function handle: its text, and the values that it keeps by their names."""

    def __init__(self, text: str, kept: dict[str, Any]) -> None:
        self.text, self.kept = text, kept

    @classmethod
    def of(cls, record: dict[str, Any]) -> StoredFunction:
        """From the structure that MATLAB writes: an anonymous function's text stands behind a mark, its values in an object."""
        text = text_of(record["function"])
        if "@" not in text:
            return cls(text, {})
        workspace = record.get("workspace")
        parts = workspace.elements[0].get("any") if isinstance(workspace, UnknownObject) else None
        held = [item for item in parts.array.flat if type(item) is StructArray] if type(parts) is CellArray else []
        return cls(text[text.index("@") :], dict(held[0].array.item(0)) if held else {})
