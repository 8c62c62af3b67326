"""``dictionary``: a value object that maps keys of one class to values of one class."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from .classes import CLASS_OF_DTYPE, DTYPES, INTEGER_CLASSES, NUMERIC_CLASSES, saturate
from .containers import CellArray, StructArray
from .convert import as_array, class_of, is_text, numel_of, shape_of, text_of, to_value
from .format import string_of_number, text_number
from .functions import FunctionHandle
from .indexing import COLON
from .numerals import DisplayFormat
from .objects import HostObject
from .tables.columns import joined_values
from .tensor import Tensor
from .text import CharArray, StringArray
from .times.calendar import CalendarDuration
from .times.categorical import Categorical
from .times.numbered import NumberedArray
from .times.times import Datetime


class Dictionary(HostObject):
    """``dictionary``: unique keys of one class to values of one class, in order of insertion.  A value object.

    ``key_class`` and ``value_class`` are None while it is unconfigured; ``entries`` maps a hashable form of the key to
    (key Value, value Value), both scalars.
    """

    __slots__ = ("entries", "key_class", "value_class")
    matlab_class = "dictionary"

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

    def _keys(self, keys_value: Any) -> list[Any]:
        """The keys of an array, each of the dictionary's class of keys."""
        keys = as_items(keys_value)
        template = next((key for key, _ in self.entries.values()), None)
        return [self._converted(key, self.key_class or class_of(key), template, "key") for key in scalars(keys)]

    @staticmethod
    def _converted(item: Any, wanted: str, template: Any, role: str) -> Any:
        """A scalar as one of the class ``wanted``; ``template`` is one that is there already."""
        element = converted(item, wanted, template)
        if element is None:
            raise MatlabError(
                f"Unable to use '{class_of(item)}' as {role} for dictionary with '{wanted}' {role} type.",
                f"MATLAB:dictionary:Wrong{role.capitalize()}Type",
            )
        return element

    def index(self, subscripts: Sequence[Any]) -> Any:
        if len(subscripts) != 1:
            raise MatlabError("Dictionary lookup takes one array of keys.", "MATLAB:dictionary:MustBeScalarIndex")
        return self.lookup(subscripts[0], None)

    def lookup(self, keys: Any, fallback: Any) -> Any:
        """The values of an array of keys, of its shape; ``fallback`` stands in for missing ones, where it is not None."""
        values = []
        items = self._keys(keys)
        for k, key in enumerate(items, 1):
            entry = self.entries.get(hashable(key))
            if entry is None and fallback is None:
                text = "Key not found." if len(items) == 1 else f"Element {k} of the key array not found."
                raise MatlabError(text, "MATLAB:dictionary:ScalarKeyNotFound")
            values.append(entry[1] if entry is not None else fallback)
        if len(values) == 1:
            return values[0]
        return _shaped(values, shape_of(as_items(keys)))

    def cell_index(self, subscripts: Sequence[Any]) -> list[Any]:
        result = self.index(subscripts)
        if type(result) is not CellArray:
            text = f"Using curly braces on a dictionary with '{self.value_class}' value type is not supported."
            raise MatlabError(f"{text} The dictionary value type must be 'cell'.", "MATLAB:dictionary:BraceWithNonCellValue")
        return list(result.array.ravel(order="F"))

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
        values = as_items(values)
        self.key_class = self.key_class or class_of(as_items(keys))
        key_items, value_items = self._keys(keys), scalars(values)
        if len(value_items) == 1:
            value_items = value_items * len(key_items)
        if len(value_items) != len(key_items):
            raise MatlabError(
                "Dimensions of the key and value must be the same, or the value must be scalar.", "MATLAB:dictionary:DimensionMismatch"
            )
        self.value_class = self.value_class or class_of(values)
        template = next((value for _, value in self.entries.values()), None)
        new = [self._converted(value, self.value_class, template, "value") for value in value_items]
        self.entries.update({hashable(key): (key, value) for key, value in zip(key_items, new, strict=True)})

    def remove(self, keys: Any) -> None:
        for item in self._keys(keys):
            if self.entries.pop(hashable(item), None) is None:
                raise MatlabError("Key not found.", "MATLAB:dictionary:ScalarKeyNotFound")

    def forget(self, keys: Any) -> None:
        """As ``remove``; keys that are not there are passed over."""
        for item in self._keys(keys):
            self.entries.pop(hashable(item), None)

    def delete(self, subscripts: Sequence[Any]) -> Dictionary:
        """``d(keys) = []``."""
        if len(subscripts) != 1:
            raise MatlabError("Only one key or array of keys can be given.", "MATLAB:dictionary:WrongNumberOfKeys")
        changed = self.copy()
        changed.forget(subscripts[0])
        return changed

    def contains(self, keys: Any) -> Any:
        present = np.array([hashable(key) in self.entries for key in self._keys(keys)], np.bool_)
        return to_value(present.reshape(shape_of(as_items(keys)), order="F"))

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        from .equality import equal

        return (
            type(other) is Dictionary
            and self.entries.keys() == other.entries.keys()
            and all(equal(v[1], other.entries[k][1], nan_equal=nan_equal) for k, v in self.entries.items())
        )


def as_items(value: Any) -> Any:
    """Keys or values as they are given: a row of characters is one text."""
    if value is COLON:
        return StringArray.scalar(":")
    return StringArray.scalar(value.text) if type(value) is CharArray and value.is_row else value


def converted(item: Any, wanted: str, template: Any) -> Any:
    """A scalar as the class's own function would convert it, or None where it cannot; a ``template`` says more of classes with a form."""
    own = class_of(item)
    if own == wanted:
        if isinstance(template, Categorical):
            return template.like(template.admitting(item)[1]) if text_in(item) in template.names else item
        return item
    if wanted in NUMERIC_CLASSES and (own in NUMERIC_CLASSES or own in ("logical", "char", "string")):
        if own in ("char", "string"):
            array = np.array([[text_number(text_of(item)) if is_text(item) else np.nan]])
        else:
            array = as_array(item)
        return to_value(saturate(array, wanted) if wanted in INTEGER_CLASSES else array.astype(DTYPES[wanted]))
    if wanted == "logical" and own in NUMERIC_CLASSES and not np.isnan(as_array(item)).any():
        return to_value(as_array(item) != 0)
    if wanted == "string":
        return _as_string(item)
    if isinstance(template, NumberedArray) and own in ("char", "string"):
        base, numbers = template.admitting(item)
        return base.like(numbers)
    cls = getattr(item, "cls", None)
    return item if cls is not None and cls.derives_from(wanted) else None


def _as_string(item: Any) -> Any:
    if is_text(item):
        return StringArray.scalar(text_of(item))
    if type(item) is CellArray:
        return StringArray.scalar(text_of(item.array.flat[0])) if is_text(item.array.flat[0]) else None
    if isinstance(item, NumberedArray):
        return StringArray.scalar(item.texts()[0])
    if class_of(item) in NUMERIC_CLASSES:
        text = string_of_number(as_array(item).reshape(-1)[0].item())
        return StringArray(np.array([[text]], object))
    return StringArray.scalar("true" if item else "false") if class_of(item) == "logical" else None


def text_in(item: Categorical) -> str | None:
    """The name of a categorical scalar."""
    number = item.numbers.flat[0]
    return None if number != number else item.names[int(number) - 1]


def _shaped(items: list[Any], shape: tuple[int, ...]) -> Any:
    """Scalars of one class as an array of a shape."""
    if not items:
        return Tensor(np.zeros((0, 0)))
    column = len(shape) == 2 and shape[1] == 1
    joined = joined_values(items, "vertcat" if column else "horzcat")
    if shape_of(joined) == shape:
        return joined
    if isinstance(joined, HostObject):
        return joined.index((Tensor(np.arange(1.0, len(items) + 1).reshape(shape, order="F")),))
    array = joined.array.reshape(shape, order="F")
    return StructArray(array, joined.fields) if type(joined) is StructArray else type(joined)(array)


def scalars(value: Any) -> list[Any]:
    """The elements of an array as scalars of its class; a table, a map or a function is one."""
    kind = type(value)
    if kind is StringArray:
        return [StringArray(np.array([[text]], object)) for text in value.array.ravel(order="F")]
    if kind is CellArray:
        return [CellArray.of([item]) for item in value.array.ravel(order="F")]
    if kind is Tensor:
        return [to_value(item) for item in value.array.ravel(order="F")]
    if kind is StructArray:
        return [StructArray.scalar(item) for item in value.array.ravel(order="F")]
    if isinstance(value, NumberedArray | CalendarDuration):
        return [value.index((k + 1.0,)) for k in range(numel_of(value))]
    return list(getattr(value, "elements", [value]))


def hashable(value: Any) -> Any:
    """A Python key that is equal for keys that are the same: class and contents."""
    kind = type(value)
    if kind in (float, bool, complex):
        return (class_of(value), "NaN" if value != value else value)
    if isinstance(value, Categorical):
        return ("categorical", text_in(value))
    if isinstance(value, NumberedArray) and numel_of(value) == 1:
        number = value.numbers.flat[0].item()
        return (class_of(value), isinstance(value, Datetime) and bool(value.zone), "missing" if number != number else number)
    if kind is FunctionHandle and value.name is not None:
        return ("function_handle", value.name)
    if kind is StringArray and value.numel == 1 and value.array.flat[0] is None:
        return ("string", "missing")
    if kind is StringArray or kind is CharArray:
        return text_of(value) if is_text(value) else (kind.__name__, value.shape, value.array.tobytes())
    if kind is Tensor:
        return (CLASS_OF_DTYPE[value.array.dtype], value.shape, value.array.tobytes())
    if kind is CellArray:
        return ("cell", value.shape, tuple(hashable(item) for item in value.array.ravel(order="F")))
    if kind is StructArray:
        return ("struct", value.shape, tuple(tuple((f, hashable(item[f])) for f in sorted(item)) for item in value.array.ravel(order="F")))
    member = value.brief() if hasattr(value, "brief") else None
    if member is not None:
        return (class_of(value), member)
    contents = getattr(value, "values", None)
    if isinstance(contents, dict) and not value.is_handle:
        return (class_of(value), tuple((name, hashable(item)) for name, item in sorted(contents.items())))
    return (class_of(value), id(value))
