"""Objects in .mat files that MATLAB wrote: strings, times, categorical arrays, tables, maps and objects of classes.

Such a variable holds only numbers of objects.  What these are is in a part of the file that has no name: a list of values, of
which the first is a table of names, of classes, and of the properties that each object has.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from ....base.errors import Damaged, MatlabError
from ....values import CellArray, CharArray, StringArray, StructArray
from ....values.containers import object_array
from ....values.convert import as_array, text_of, to_value
from ....values.dictionary import Dictionary
from ....values.map import Map
from ....values.stored import UnknownObject
from ....values.tables.table import About, Table
from ....values.tables.timetable import Timetable
from ....values.times.calendar import CalendarDuration
from ....values.times.categorical import Categorical
from ....values.times.times import Datetime, Duration

WORKSPACE = "__function_workspace__"
"""What scipy calls the part without a name."""
MARK = 0xDD000000
"""The first of the numbers that stand for objects."""
_MISSING = 0xFFFFFFFFFFFFFFFF
_FIELDS = (("s0", "s1", "s2", "arr"), ("_TypeSystem", "_Class", "_ObjectMetadata"))
"""The fields by which scipy gives an object that MATLAB wrote, before its version 1.18 and since."""


def is_object(item: np.ndarray) -> bool:
    """Whether scipy read an object of MATLAB's here."""
    return item.dtype.names in _FIELDS


def numbers_of(item: np.ndarray) -> Any:
    """What a file holds of an object that scipy read: the numbers that stand for it, in the last field."""
    return item[0][item.dtype.names[-1]]


def name_of(item: np.ndarray, name: str) -> str:
    """The name of a variable: scipy before 1.18 has that of an object in its first field."""
    return item[0]["s0"].decode() if item.dtype.names == _FIELDS[0] else name


class StoredObjects:
    """The objects of one file."""

    def __init__(self, workspace: np.ndarray, load: Callable[[bytes], dict[str, Any]], value_of: Callable[[Any], Any]) -> None:
        raw = np.asarray(workspace, np.uint8).tobytes()
        order = "<" if raw[2:4] == b"IM" else ">"
        (size,) = struct.unpack(order + "I", raw[12:16])
        header = b"MATLAB 5.0 MAT-file".ljust(116) + bytes(8) + raw[:4]
        wrapper = load(header + raw[8 : 16 + size])[WORKSPACE]
        self._read(numbers_of(wrapper[0, 0]["MCOS"]).ravel(order="F"), value_of, order)

    @classmethod
    def of_cells(cls, cells: np.ndarray, value_of: Callable[[Any], Any]) -> StoredObjects:
        """The objects of a file in which that list of values is a variable (version 7.3)."""
        self = cls.__new__(cls)
        self._read(cells, value_of, "<")
        return self

    def _read(self, cells: np.ndarray, value_of: Callable[[Any], Any], order: str) -> None:
        self.cells, self.value_of = cells, value_of
        table = np.asarray(self.cells[0], np.uint8).tobytes()
        head = np.frombuffer(table, order + "u4", 10)
        regions = [int(offset) for offset in head[2:]]
        self.names = table[40 : regions[0]].decode("utf-8", "replace").split("\0")[: int(head[1])]
        words = np.frombuffer(table[: len(table) // 4 * 4], order + "i4")
        self.classes = words[regions[0] // 4 : regions[1] // 4].reshape(-1, 4)
        self.objects = words[regions[2] // 4 : regions[3] // 4].reshape(-1, 6)
        self.saved = _blocks(words[regions[1] // 4 : regions[2] // 4])
        self.plain = _blocks(words[regions[3] // 4 : regions[4] // 4])
        self.loaded: dict[int, Any] = {}

    def value(self, numbers: Any) -> Any:
        """The Value that the numbers of a variable, or of a property, stand for."""
        if numbers.dtype.kind not in "uif":  # members of an enumeration are a structure
            return self._inner(numbers)
        numbers = np.asarray(numbers).ravel(order="F").astype(np.int64)
        count = int(numbers[1])
        shape = tuple(int(n) for n in numbers[2 : 2 + count])
        members = [int(n) for n in numbers[2 + count : -1]]
        name = self._name(int(numbers[-1]))
        make = _MAKERS.get(name)
        if make is not None and len(members) == 1:
            if members[0] not in self.loaded:
                self.loaded[members[0]] = self._made(make, members[0])
            if self.loaded[members[0]] is not None:
                return self.loaded[members[0]]
        return UnknownObject(name, shape, [self._properties(n) for n in members], numbers)

    def _made(self, make: Callable[[dict[str, Any]], Any], number: int) -> Any:
        """An object of one of MATLAB's classes; None where another release of MATLAB kept other properties."""
        try:
            return make(self._properties(number))
        except (KeyError, IndexError, AttributeError, ValueError, TypeError, MatlabError):
            return None

    def _name(self, number: int) -> str:
        package, name = (self.names[k - 1] if k else "" for k in self.classes[number][:2])
        return f"{package}.{name}" if package else name

    def _properties(self, number: int) -> dict[str, Any]:
        """The properties of an object by name, its class's default values among them."""
        class_number, _, _, saved, plain, _ = (int(n) for n in self.objects[number])
        values = self._defaults(class_number)
        for name, kind, place in (self.saved[saved] if saved else []) + (self.plain[plain] if plain else []):
            if kind == 1:
                values[self.names[name - 1]] = self._inner(self.cells[place + 2])
            else:
                values[self.names[name - 1]] = CharArray.row(self.names[place - 1]) if kind == 0 else bool(place)
        return values

    def _defaults(self, class_number: int) -> dict[str, Any]:
        every = self.cells[-1]
        own = every.ravel()[class_number] if every.dtype == object and class_number < every.size else None
        if own is None or own.dtype.names is None or not own.size:
            return {}
        return {name: self._inner(own.ravel()[0][name]) for name in own.dtype.names}

    def _inner(self, item: Any) -> Any:
        """The Value of a property; objects in it are columns of numbers that begin with the mark."""
        if isinstance(item, np.ndarray) and item.dtype != object and item.dtype.kind in "uif" and item.size > 3 and item.shape[1:] == (1,):
            if item.flat[0] == MARK:
                return self.value(item)
        if isinstance(item, np.ndarray) and item.dtype == object and not item.dtype.names:
            return CellArray(object_array([self._inner(each) for each in item.ravel(order="F")], item.shape))
        if isinstance(item, np.ndarray) and item.dtype.names and not is_object(item):
            records = [{n: self._inner(each[n]) for n in item.dtype.names} for each in item.ravel(order="F")]
            return StructArray(object_array(records, item.shape), item.dtype.names)
        return self.value_of(item)


def _blocks(words: np.ndarray) -> list[list[tuple[int, int, int]]]:
    """Lists of three numbers each (name, kind, value), every list after its length and at a multiple of eight bytes."""
    blocks, at = [], 0
    while at < len(words):
        count = int(words[at])
        if count < 0:
            raise Damaged("a list of properties has no valid length")
        blocks.append([(int(a), int(b), int(c)) for a, b, c in words[at + 1 : at + 1 + 3 * count].reshape(-1, 3)])
        at += (1 + 3 * count + 1) // 2 * 2
    return blocks


# --- what the properties of MATLAB's own classes mean ---------------------------------------------------------------------


def _texts(value: Any) -> list[str]:
    items = value.array.ravel(order="F") if type(value) is CellArray else value.lines() if type(value) is CharArray and value.numel else []
    return [item if isinstance(item, str) else text_of(item) if item.numel else "" for item in items]


def _flag(properties: dict[str, Any], name: str) -> bool:
    return name in properties and bool(as_array(properties[name]).any())


def _string(properties: dict[str, Any]) -> Any:
    numbers = np.asarray(as_array(properties["any"])).ravel(order="F").astype(np.uint64) if "any" in properties else np.zeros(0, np.uint64)
    if not len(numbers):
        return StringArray(object_array([""], (1, 1)))
    count = int(numbers[1])
    shape = tuple(int(n) for n in numbers[2 : 2 + count])
    size = int(np.prod(shape))
    lengths, units = numbers[2 + count : 2 + count + size], numbers[2 + count + size :].tobytes()
    texts: list[str | None] = []
    at = 0
    for length in lengths.tolist():
        if length == _MISSING:
            texts.append(None)
            continue
        texts.append(units[at : at + 2 * length].decode("utf-16-le", "surrogatepass"))
        at += 2 * length
    return StringArray(object_array(texts, shape))


def _datetime(properties: dict[str, Any]) -> Any:
    milliseconds = np.asarray(as_array(properties.get("data", to_value(np.zeros((0, 0))))))
    seconds = milliseconds.real / 1000.0 + milliseconds.imag / 1000.0
    return Datetime(
        np.asfortranarray(seconds, np.float64), _form(properties), text_of(properties["tz"]) if _given(properties, "tz") else ""
    )


def _duration(properties: dict[str, Any]) -> Any:
    return Duration(np.asfortranarray(as_array(properties["millis"]), np.float64) / 1000.0, _form(properties))


def _calendar_duration(properties: dict[str, Any]) -> Any:
    parts = properties["components"].array.item(0)
    months, days, millis = (np.asarray(as_array(parts[name]), np.float64) for name in ("months", "days", "millis"))
    months, days, millis = (np.asfortranarray(part) for part in np.broadcast_arrays(months, days, millis))
    return CalendarDuration(months, days, millis / 1000.0, _form(properties) or "ymdt")


def _given(properties: dict[str, Any], name: str) -> bool:
    return type(properties.get(name)) is CharArray and bool(properties[name].numel)


def _form(properties: dict[str, Any]) -> str | None:
    return text_of(properties["fmt"]) if _given(properties, "fmt") else None


def _categorical(properties: dict[str, Any]) -> Any:
    codes = np.array(as_array(properties["codes"]), np.float64, order="F")
    ordinal, guarded = _flag(properties, "isOrdinal"), _flag(properties, "isProtected")
    return Categorical(codes, _texts(properties["categoryNames"]), ordinal=ordinal, protected=guarded)


def _about(names: list[str], dimensions: Any, properties: Any) -> About:
    record = properties.array.item(0) if type(properties) is StructArray and properties.numel == 1 else {}

    def known(*fields: str) -> dict[str, str]:
        texts = next((_texts(record[field]) for field in fields if field in record), [])
        return {name: text for name, text in zip(names, texts, strict=False) if text}

    description = record.get("Description", record.get("arrayProps"))
    first, second = _texts(dimensions) if len(_texts(dimensions)) == 2 else ("Row", "Variables")
    text = description if type(description) is CharArray else CharArray.row("")
    return About(text, None, (first, second), known("VariableUnits"), known("VariableDescriptions"))


def _table(properties: dict[str, Any]) -> Any:
    names = _texts(properties["varnames"])
    columns = dict(zip(names, properties["data"].array.ravel(order="F") if names else (), strict=True))
    props = properties.get("props")
    dimensions = props.array.item(0).get("DimensionNames") if type(props) is StructArray and props.numel == 1 else None
    about = _about(names, dimensions, props)
    return Table(columns, _texts(properties["rownames"]), int(as_array(properties["nrows"]).flat[0]), about)


def _timetable(properties: dict[str, Any]) -> Any:
    parts = properties["any"].array.item(0)
    names = _texts(parts["varNames"])
    columns = dict(zip(names, parts["data"].array.ravel(order="F") if names else (), strict=True))
    times = parts["rowTimes"]
    if type(times) is StructArray:  # times at equal steps: where they begin, how far they are apart, and how many there are
        record = times.array.item(0)
        origin, step = record["origin"], record["stepSize"]
        by_rate = _flag(record, "specifiedAsRate")
        seconds_apart = 1.0 / float(as_array(record["sampleRate"]).flat[0]) if by_rate else float(step.seconds.flat[0])
        offsets = np.arange(as_array(parts["numRows"]).flat[0])[:, None] * seconds_apart
        seconds = np.asfortranarray(origin.seconds + offsets)
        times = Datetime(seconds, origin.form, origin.zone) if isinstance(origin, Datetime) else Duration(seconds, origin.form)
    return Timetable(times, columns, _about(names, parts.get("dimNames"), StructArray.scalar({"Description": CharArray.row("")})))


def _map(properties: dict[str, Any]) -> Any:
    record = properties["serialization"].array.item(0)
    new_map = Map(text_of(record["keyType"]), text_of(record["valueType"]))
    values = _each(record["values"])
    new_map.entries.update({new_map.key(key): value for key, value in zip(_each(record["keys"]), values, strict=True)})
    return new_map


def _each(value: Any) -> list[Any]:
    if type(value) is CellArray:
        return list(value.array.ravel(order="F"))
    return [to_value(item) for item in as_array(value).ravel(order="F")]


def _dictionary(properties: dict[str, Any]) -> Any:
    record = properties["data"].array.item(0)
    dictionary = Dictionary(None, None)
    keys, values = record.get("Key"), record.get("Value")
    if keys is not None and values is not None:
        for k in range(keys.numel if hasattr(keys, "numel") else 1):
            key, value = (item.index((float(k + 1),)) if hasattr(item, "index") else item for item in (keys, values))
            dictionary.insert(key, value)
    return dictionary


_MAKERS: dict[str, Callable[[dict[str, Any]], Any]] = {
    "string": _string,
    "datetime": _datetime,
    "duration": _duration,
    "calendarDuration": _calendar_duration,
    "categorical": _categorical,
    "table": _table,
    "timetable": _timetable,
    "containers.Map": _map,
    "dictionary": _dictionary,
}
