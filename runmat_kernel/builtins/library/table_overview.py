"""``summary`` of a table: what each variable holds."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...values import StructArray
from ...values.categorical import Categorical
from ...values.convert import as_array, class_of, shape_of, to_value
from ...values.numbered import NumberedArray
from ...values.table import Table
from ...values.table_text import block_of
from ...values.times import Datetime, Duration
from ...values.timetable import Timetable
from . import category_methods as _categories  # noqa: F401 (their methods come first)


def _entries(call: Any, value: Any) -> list[tuple[str, Any]]:
    """Names and values of what summary tells about a variable: extremes and median, or counts."""
    kind = class_of(value)
    if type(value) is Categorical:
        counts = call.feval("countcats", value, 1.0)[0]
        rows = as_array(counts).reshape(len(value.names), -1)
        return [(name, to_value(rows[k : k + 1])) for k, name in enumerate(value.names)]
    if kind == "logical":
        array = as_array(value)
        return [("True", to_value(array.sum(axis=0, keepdims=True) * 1.0)), ("False", to_value((~array).sum(axis=0, keepdims=True) * 1.0))]
    if isinstance(value, NumberedArray) or kind in ("double", "single") or kind.startswith(("int", "uint")):
        empty = to_value(np.zeros((0, 0)))
        found = [
            ("Min", call.feval("min", value, empty, 1.0)[0]),
            ("Median", _median(call, value)),
            ("Max", call.feval("max", value, empty, 1.0)[0]),
        ]
        missing = np.asarray(as_array(call.feval("ismissing", value)[0])).sum(axis=0, keepdims=True)
        return [*found, ("NumMissing", to_value(missing * 1.0))] if missing.any() else found
    return []


def _median(call: Any, value: Any) -> Any:
    if isinstance(value, NumberedArray):
        return value.like(np.nanmedian(value.numbers, axis=0, keepdims=True))
    return call.feval("median", value, 1.0, to_value("omitnan"))[0]


def _summary(call, table, *options):
    if call.nargout:
        return _as_struct(call, table)
    lines = []
    if table.about.description.numel:
        lines += [f"Description:  {table.about.description.text}", ""]
    if isinstance(table, Timetable):
        step = table.step()
        steps = [("TimeStep", Duration(step, table.times.form if isinstance(table.times, Duration) else None))] if step else []
        lines += ["RowTimes:", "", *_about(table.about.dimensions[0], table.times, [], [*_entries(call, table.times), *steps])]
    lines += ["Variables:", ""]
    for name, value in table.columns.items():
        known = (("Units", table.about.units), ("Description", table.about.descriptions))
        lines += _about(name, value, [f"{title}:  {texts[name]}" for title, texts in known if name in texts], _entries(call, value))
    call.write("\n".join(lines) + "\n")
    return None


def _about(name: str, value: Any, told: list[str], entries: list[tuple[str, Any]]) -> list[str]:
    """The lines of a variable: its size and class, what it is told to be, and what its values are."""
    size = "×".join(map(str, shape_of(value)))
    text = {"cell": "cell array of character vectors"}.get(class_of(value), class_of(value))
    lines = [f"    {name}: {size} {text}", ""]
    if told:
        lines += ["        Properties:", *(f"            {line}" for line in told)]
    if entries:
        texts = [block_of(entry)[0][0] for _, entry in entries]
        titles = max(len(title) for title, _ in entries)
        wide = max(len(text) for text in texts)
        lines += ["        Values:", ""]
        lines += [f"            {title.ljust(titles)}    {text.rjust(wide)}" for (title, _), text in zip(entries, texts, strict=True)]
        lines += [""]
    return lines


def _as_struct(call: Any, table: Table) -> StructArray:
    fields: dict[str, Any] = {}
    for name, value in table.columns.items():
        about = {"Size": to_value(np.array([shape_of(value)], np.float64)), "Type": to_value(class_of(value))}
        fields[name] = StructArray.scalar({**about, **{title: entry for title, entry in _entries(call, value) if title.isidentifier()}})
    return StructArray.scalar(fields)


def _as_json(call, table, *options):
    """A table in JSON is a list of its rows."""
    return call.feval("jsonencode", call.feval("table2struct", table)[0], *options)[0]


def _texts_as_json(call, value, *options):
    """Times and categorical arrays in JSON are their texts."""
    return call.feval("jsonencode", call.feval("cellstr" if value.numel != 1 else "char", value)[0], *options)[0]


Table.methods = {**Table.methods, "summary": _summary, "jsonencode": _as_json}
for kind in (Categorical, Datetime, Duration):
    kind.methods = {**kind.methods, "jsonencode": _texts_as_json}
