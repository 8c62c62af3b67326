"""Strings, maps, times, categorical arrays and tables as plain parts, for files, and made from these again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from .containers import CellArray
from .convert import as_array, text_of, to_value
from .dictionary import Dictionary
from .map import Map
from .tables.table import About, Table
from .tables.timetable import Timetable
from .text import MISSING, CharArray, StringArray
from .times.calendar import CalendarDuration
from .times.categorical import Categorical
from .times.times import Datetime, Duration

PACKED = (StringArray, Map, Dictionary, Datetime, Duration, CalendarDuration, Categorical, Table)


def _names(texts: Any) -> CellArray:
    return CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)))


def _texts(cells: Any) -> list[str]:
    return [text_of(c) if c.numel else "" for c in cells.array.ravel(order="F")] if type(cells) is CellArray else []


def packed(value: Any) -> dict[str, Any]:
    """The parts of a value, by names that structures can have."""
    if value is MISSING:
        return {"texts": CellArray.of([]), "absent": True, "untyped": True}
    if type(value) is StringArray:
        texts = [CharArray.row(t or "") for t in value.array.ravel(order="F")]
        return {"texts": CellArray.of(texts, value.shape), "absent": to_value(np.equal(value.array, None).astype(bool))}
    if isinstance(value, (Map, Dictionary)):
        pairs = value.entries.items() if isinstance(value, Map) else value.entries.values()
        first, second = (value.key_type, value.value_type) if isinstance(value, Map) else (value.key_class or "", value.value_class or "")
        keys, values = [to_value(k) for k, _ in pairs], [v for _, v in pairs]
        return {
            "keyclass": CharArray.row(first), "valueclass": CharArray.row(second),
            "keys": CellArray.of(keys, (1, len(pairs))), "values": CellArray.of(values, (1, len(pairs))),
        }  # fmt: skip
    if isinstance(value, (Datetime, Duration)):
        zone = {"zone": CharArray.row(value.zone)} if isinstance(value, Datetime) else {}
        return {"seconds": to_value(value.seconds), "form": CharArray.row(value.form if type(value.form) is str else ""), **zone}
    if isinstance(value, CalendarDuration):
        months, days, seconds = (to_value(p) for p in value.parts)
        return {"months": months, "days": days, "seconds": seconds, "form": CharArray.row(value.form)}
    if isinstance(value, Categorical):
        return {"codes": to_value(value.numbers), "names": _names(value.names), "ordinal": value.ordinal, "guarded": value.protected}
    about = value.about
    parts = {
        "names": _names(value.names), "columns": CellArray.of(list(value.columns.values()), (1, len(value.columns))),
        "height": float(value.height), "rownames": _names(value.row_names), "description": about.description,
        "dimensions": _names(about.dimensions), "units": _names([about.units.get(n, "") for n in value.names]),
        "descriptions": _names([about.descriptions.get(n, "") for n in value.names]),
    }  # fmt: skip
    return {**parts, "times": value.times} if isinstance(value, Timetable) else parts


def unpacked(name: str, parts: Mapping[str, Any]) -> Any:
    """The value of a class from its parts."""
    if name == "string" and "untyped" in parts:
        return MISSING
    if name == "string":
        absent = as_array(parts["absent"]).astype(bool)
        texts = np.empty(absent.shape, object)
        for place, text, gone in zip(np.ndindex(absent.shape[::-1]), _texts(parts["texts"]), absent.ravel(order="F"), strict=False):
            texts[place[::-1]] = None if gone else text
        return StringArray(texts)
    if name in ("containers.Map", "dictionary"):
        return _unpacked_map(name, parts)
    if name in ("datetime", "duration"):
        form = text_of(parts["form"]) if parts["form"].numel else None
        if name == "duration":
            return Duration(as_array(parts["seconds"]), form or None)
        return Datetime(as_array(parts["seconds"]), form or None, text_of(parts["zone"]) if "zone" in parts else "")
    if name == "calendarDuration":
        return CalendarDuration(*(as_array(parts[k]) for k in ("months", "days", "seconds")), text_of(parts["form"]))
    if name == "categorical":
        ordinal, guarded = (bool(as_array(parts[k]).any()) for k in ("ordinal", "guarded"))
        return Categorical(np.array(as_array(parts["codes"]), np.float64), _texts(parts["names"]), ordinal=ordinal, protected=guarded)
    names = _texts(parts["names"])
    known = [{n: t for n, t in zip(names, _texts(parts[k]), strict=False) if t} for k in ("units", "descriptions")]
    first, second = _texts(parts["dimensions"])
    about = About(parts["description"], None, (first, second), *known)
    columns = dict(zip(names, parts["columns"].array.ravel(order="F") if names else (), strict=True))
    if name == "timetable":
        return Timetable(parts["times"], columns, about)
    return Table(columns, _texts(parts["rownames"]), int(as_array(parts["height"]).flat[0]), about)


def _unpacked_map(name: str, parts: Mapping[str, Any]) -> Map | Dictionary:
    keys, values = (list(parts[k].array.ravel(order="F")) if type(parts[k]) is CellArray else [] for k in ("keys", "values"))
    first, second = (text_of(parts[k]) if parts[k].numel else "" for k in ("keyclass", "valueclass"))
    if name == "containers.Map":
        map_ = Map(first, second)
        map_.entries.update({map_.key(key): value for key, value in zip(keys, values, strict=True)})
        return map_
    dictionary = Dictionary(first or None, second or None)
    for key, value in zip(keys, values, strict=True):
        dictionary.insert(key, CellArray.of([value.array.flat[0]]) if type(value) is CellArray else value)
    return dictionary
