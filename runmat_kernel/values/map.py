"""``containers.Map`` (a handle object) and ``dictionary`` (a value object)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ..base.errors import MatlabError
from .classes import CLASS_OF_DTYPE, DTYPES, INTEGER_CLASSES, NUMERIC_CLASSES, saturate
from .containers import CellArray, StructArray
from .convert import as_array, class_of, is_text, numel_of, text_of, to_value
from .numerals import DisplayFormat
from .objects import HostObject, property_list
from .tensor import Tensor
from .text import CharArray, StringArray

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
    methods: ClassVar[Mapping[str, Any]] = {}

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

    def remove(self, key: Key) -> None:
        if key not in self.entries:
            raise no_key(key)
        del self.entries[key]
        self._sorted = None

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


# --- dictionary -----------------------------------------------------------------------------------------------------


class Dictionary(HostObject):
    """``dictionary``: unique keys of one class to values of one class, in order of insertion.  A value object.

    ``key_class`` and ``value_class`` are None while it is unconfigured; ``entries`` maps a hashable form of the key to
    (key Value, value Value), both scalars.
    """

    __slots__ = ("entries", "key_class", "value_class")
    matlab_class = "dictionary"
    methods: ClassVar[Mapping[str, Any]] = {}

    def __init__(
        self, key_class: str | None = None, value_class: str | None = None, entries: dict[Any, tuple[Any, Any]] | None = None
    ) -> None:
        self.key_class, self.value_class = key_class, value_class
        self.entries: dict[Any, tuple[Any, Any]] = entries if entries is not None else {}

    def header(self) -> str | None:
        return None

    def disp_text(self, format: DisplayFormat) -> str:
        from .objects import short_text

        if self.key_class is None:
            return "  dictionary with unset key and value types.\n"
        count = len(self.entries)
        ending = "no entries." if not count else f"{count} {'entry' if count == 1 else 'entries'}:"
        lines = [f"  dictionary ({self.key_class} ⟼ {self.value_class}) with {ending}"]
        if count:
            shown = [(short_text(k), short_text(v)) for k, v in self.entries.values()]
            width = max(len(k) for k, _ in shown)
            lines += ["", *(f"    {k.ljust(width)} ⟼ {v}" for k, v in shown)]
        return "\n".join(lines) + "\n"

    def copy(self) -> Dictionary:
        return Dictionary(self.key_class, self.value_class, dict(self.entries))

    def _key_array(self, keys: Any) -> Any:
        if type(keys) is CharArray and keys.is_row:
            return StringArray.scalar(keys.text)
        return keys

    def index(self, subscripts: Sequence[Any]) -> Any:
        if len(subscripts) != 1:
            raise MatlabError("Dictionary lookup takes one array of keys.", "MATLAB:dictionary:MustBeScalarIndex")
        return self.lookup(subscripts[0], None)

    def lookup(self, keys: Any, fallback: Any) -> Any:
        """The values of an array of keys, of its shape; ``fallback`` stands in for missing ones, where it is not None."""
        from .concat import cat

        keys = self._key_array(keys)
        found = []
        for item in scalars(keys):
            entry = self.entries.get(hashable(item))
            if entry is None and fallback is None:
                raise MatlabError("Key not found.", "MATLAB:dictionary:ScalarKeyNotFound")
            found.append(entry[1] if entry is not None else fallback)
        if len(found) == 1:
            return found[0]
        joined = cat(2, found) if found else Tensor(np.zeros((0, 0)))
        return _reshaped(joined, keys)

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        found = self.index(subscripts)
        return list(found.array.ravel(order="F")) if type(found) is CellArray else super().cell_index(subscripts)

    def assign(self, subscripts: Sequence[Any], value: Any) -> Dictionary:
        if len(subscripts) != 1:
            raise MatlabError("Dictionaries take exactly one key between parentheses.", "MATLAB:dictionary:OnlyOneSubscript")
        changed = self.copy()
        changed.insert(subscripts[0], value)
        return changed

    def cell_assign(self, subscripts: Sequence[Any], value: Any) -> Dictionary:
        return self.assign(subscripts, CellArray.of([value]))

    def insert(self, keys: Any, values: Any) -> None:
        """Store values under keys, one each or one value for all; sets the classes of an unconfigured dictionary."""
        keys = self._key_array(keys)
        if type(values) is CharArray and values.is_row:
            values = StringArray.scalar(values.text)
        key_items, value_items = scalars(keys), scalars(values)
        if len(value_items) == 1:
            value_items = value_items * len(key_items)
        if len(value_items) != len(key_items):
            raise MatlabError(
                "Dimensions of the key and value must be the same, or the value must be scalar.", "MATLAB:dictionary:DimensionMismatch"
            )
        self.key_class, self.value_class = self.key_class or class_of(keys), self.value_class or class_of(values)
        for key, value in zip(key_items, value_items, strict=True):
            if class_of(key) != self.key_class:
                raise MatlabError(
                    f"Unable to use '{class_of(key)}' as key for dictionary with '{self.key_class}' key type.",
                    "MATLAB:dictionary:WrongKeyType",
                )
            if class_of(value) != self.value_class:
                raise MatlabError(
                    f"Unable to use '{class_of(value)}' as value for dictionary with '{self.value_class}' value type.",
                    "MATLAB:dictionary:WrongValueType",
                )
            self.entries[hashable(key)] = (key, value)

    def remove(self, keys: Any) -> None:
        for item in scalars(self._key_array(keys)):
            if self.entries.pop(hashable(item), None) is None:
                raise MatlabError("Key not found.", "MATLAB:dictionary:ScalarKeyNotFound")

    def delete(self, subscripts: Sequence[Any]) -> Dictionary:
        """``d(keys) = []``."""
        if len(subscripts) != 1:
            raise MatlabError("Only one key or array of keys can be given.", "MATLAB:dictionary:WrongNumberOfKeys")
        changed = self.copy()
        changed.remove(subscripts[0])
        return changed

    def contains(self, keys: Any) -> Any:
        keys = self._key_array(keys)
        found = np.array([hashable(item) in self.entries for item in scalars(keys)], np.bool_)
        return to_value(found.reshape(keys.shape if hasattr(keys, "shape") else (1, 1), order="F"))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from .equality import equal

        return (
            type(other) is Dictionary
            and self.entries.keys() == other.entries.keys()
            and all(equal(v[1], other.entries[k][1], nan_equal=nan_equal) for k, v in self.entries.items())
        )


def _reshaped(value: Any, template: Any) -> Any:
    array = value.array.reshape(template.shape, order="F")
    return StructArray(array, value.fields) if type(value) is StructArray else type(value)(array)


def scalars(value: Any) -> list[Any]:
    """The elements of an array as scalars of its class."""
    kind = type(value)
    if kind is StringArray:
        return [StringArray.scalar(text) for text in value.array.ravel(order="F")]
    if kind is CellArray:
        return [CellArray.of([item]) for item in value.array.ravel(order="F")]
    if kind is Tensor:
        return [to_value(item) for item in value.array.ravel(order="F")]
    if kind is StructArray:
        return [StructArray.scalar(item) for item in value.array.ravel(order="F")]
    return [value]


def hashable(value: Any) -> Any:
    """A Python key that is equal for keys that are the same: class and contents."""
    kind = type(value)
    if kind in (float, bool, complex):
        return (class_of(value), "NaN" if value != value else value)
    if kind is StringArray or kind is CharArray:
        return text_of(value) if is_text(value) else (kind.__name__, value.shape, value.array.tobytes())
    if kind is Tensor:
        return (CLASS_OF_DTYPE[value.array.dtype], value.shape, value.array.tobytes())
    if kind is CellArray:
        return ("cell", value.shape, tuple(hashable(item) for item in value.array.ravel(order="F")))
    if kind is StructArray:
        return ("struct", value.shape, tuple(tuple((f, hashable(item[f])) for f in sorted(item)) for item in value.array.ravel(order="F")))
    return (class_of(value), id(value))
