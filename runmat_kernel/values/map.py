"""``containers.Map``, a handle object."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .classes import DTYPES, INTEGER_CLASSES, NUMERIC_CLASSES, saturate
from .convert import as_array, class_of, is_text, numel_of, text_of, to_value
from .numerals import DisplayFormat
from .objects import HostObject, property_list
from .tensor import Tensor
from .text import CharArray

KEY_TYPES = ("char", "double", "single", "int32", "uint32", "int64", "uint64")
VALUE_TYPES = ("any", "char", "logical", *NUMERIC_CLASSES)

Key = str | float | int


class Map(HostObject):
    """``containers.Map``: keys all texts or all numbers, kept sorted; every copy of the variable is the same map.

    ``key_type`` is one of KEY_TYPES, ``value_type`` one of VALUE_TYPES; ``entries`` holds Python keys and Values.
    """

    __slots__ = ("_sorted", "entries", "key_type", "value_type")
    matlab_class = "containers.Map"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, key_type: str = "char", value_type: str = "any") -> None:
        self.key_type, self.value_type = key_type, value_type
        self.entries: dict[Key, Any] = {}
        self._sorted: list[Key] | None = None

    @property
    def shape(self) -> tuple[int, ...]:
        return (len(self.entries), 1)

    def properties(self) -> Mapping[str, Any]:
        return {
            "Count": Tensor(np.array([[len(self.entries)]], np.uint64)),
            "KeyType": CharArray.row(self.key_type),
            "ValueType": CharArray.row(self.value_type),
        }

    def disp_text(self, format: DisplayFormat) -> str:
        shown = {"Count": float(len(self.entries)), "KeyType": self.key_type, "ValueType": self.value_type}
        return property_list("Map", shown, format.style)

    def key(self, value: Any) -> Key:
        """The Python key of a Value; an error when it is of the wrong kind."""
        if self.key_type == "char":
            if not is_text(value):
                raise _wrong_key()
            return text_of(value)
        if class_of(value) not in (*NUMERIC_CLASSES, "logical") or numel_of(value) != 1:
            raise _wrong_key()
        number = as_array(value).reshape(-1)[:1]
        if self.key_type in INTEGER_CLASSES:
            return int(saturate(number, self.key_type)[0])
        return float(number.astype(DTYPES[self.key_type])[0])

    def key_value(self, key: Key) -> Any:
        """The Value of a Python key, of the map's key class."""
        if isinstance(key, str):
            return CharArray.row(key)
        return to_value(np.array(key, DTYPES[self.key_type])[()])

    def sorted_keys(self) -> list[Key]:
        if self._sorted is None:
            self._sorted = sorted(self.entries)
        return self._sorted

    def put(self, key: Key, value: Any) -> None:
        if key not in self.entries:
            self._sorted = None
        self.entries[key] = self.converted(value)

    def remove(self, keys: Sequence[Key]) -> None:
        """Remove all of the keys, or none where one is not there or an interrupt comes between."""
        left = self.entries if len(keys) == 1 else dict(self.entries)
        self._sorted = None
        for key in keys:
            if key not in left:
                raise no_key(key)
            del left[key]
        self.entries = left

    def get(self, key: Key) -> Any:
        try:
            return self.entries[key]
        except KeyError:
            raise no_key(key) from None

    def converted(self, value: Any) -> Any:
        """A value as ``ValueType`` says; an error when it does not fit."""
        if self.value_type == "any":
            return value
        if self.value_type == "char":
            if is_text(value):
                return CharArray.row(text_of(value))
        elif class_of(value) in (*NUMERIC_CLASSES, "logical") and numel_of(value) == 1:
            if class_of(value) == self.value_type:
                return value
            array = as_array(value)
            if self.value_type in INTEGER_CLASSES:
                return to_value(saturate(array, self.value_type))
            return to_value(array.astype(DTYPES[self.value_type]))
        raise MatlabError("Specified value type does not match the type expected for this container.", "MATLAB:Containers:TypeMismatch")

    def index(self, subscripts: Sequence[Any]) -> Any:
        if len(subscripts) != 1:
            raise MatlabError("Only one level of indexing is supported by a containers.Map.", "MATLAB:Containers:Map:OneLevelIndexing")
        return self.get(self.key(subscripts[0]))

    def assign(self, subscripts: Sequence[Any], value: Any) -> Map:
        if len(subscripts) != 1:
            raise MatlabError("Only one level of indexing is supported by a containers.Map.", "MATLAB:Containers:Map:OneLevelIndexing")
        self.put(self.key(subscripts[0]), value)
        return self

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from .equality import equal

        if self is other:
            return True
        if type(other) is not Map or self.sorted_keys() != other.sorted_keys():
            return False
        return self.key_type == other.key_type and all(equal(v, other.entries[k], nan_equal=nan_equal) for k, v in self.entries.items())


def _wrong_key() -> MatlabError:
    return MatlabError("Specified key type does not match the type expected for this container.", "MATLAB:Containers:TypeMismatch")


def no_key(key: Key) -> MatlabError:
    del key  # MATLAB's text does not name it
    return MatlabError("The specified key is not present in this container.", "MATLAB:Containers:Map:NoKey")
