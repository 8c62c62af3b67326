"""Delimited text taken apart into variables: where the data begin, what the variables are called, and what they hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....base.records import record
from ....values import CellArray, CharArray, StringArray, Tensor, object_array
from ....values.classes import DTYPES, INTEGER_CLASSES, saturate
from ....values.convert import to_value
from ....values.times.time_text import parse_moment

_NUMBER = re.compile(r"[+-]?(?:inf|nan|(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?)\Z", re.IGNORECASE)
ABSENT = frozenset({"", "NA", "N/A", "n/a", "na"})
_MONTH = r"(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
_DAYS = (
    (r"\d{4}-\d\d?-\d\d?", "uuuu-MM-dd"),
    (r"\d{4}/\d\d?/\d\d?", "uuuu/MM/dd"),
    (r"\d\d?/\d\d?/\d{4}", "MM/dd/uuuu"),
    (rf"\d\d?-{_MONTH}-\d{{4}}", "dd-MMM-uuuu"),
    (r"\d\d?/\d\d?/\d{4}", "dd/MM/uuuu"),
)
_TIMES = (
    ("", ""),
    (r" \d\d?:\d\d", " HH:mm"),
    (r" \d\d?:\d\d:\d\d", " HH:mm:ss"),
    (r"T\d\d:\d\d:\d\d", "'T'HH:mm:ss"),
    (r" \d\d?:\d\d:\d\d\.\d{3}", " HH:mm:ss.SSS"),
)
_DATES = tuple((re.compile(day + time + r"\Z"), form + rest) for day, form in _DAYS for time, rest in _TIMES)
_CLOCK = re.compile(r"-?\d+:\d\d(?::\d\d(?:\.\d+)?)?\Z")


@record
class Layout:
    """``first`` is the line of the data (from 0), ``titles`` the line of names or None, ``delimiter`` None for blanks."""

    delimiter: str | None
    titles: int | None
    first: int


def is_number(text: str) -> bool:
    return _NUMBER.match(text) is not None


_NO_DIGITS = "_iInN"
"""What Python reads as part of a number or as a word for one, and MATLAB does not or writes otherwise."""


def plain_numbers(fields: Sequence[str]) -> np.ndarray | None:
    """Fields that are numbers without words and with an exponent of ``e``, read together; None where one is something else."""
    text = "".join(fields)
    if any(mark in text for mark in _NO_DIGITS):
        return None
    try:
        return np.array(list(map(float, fields)))
    except ValueError:
        return None


def layout_of(rows: list[list[str]], delimiter: str | None, skip: int | None, titled: bool | None) -> Layout:
    """Where names and data of lines that are already split begin; ``skip`` and ``titled`` where they were given."""
    start = skip if skip is not None else _first_regular(rows)
    if titled is None:
        titled = start < len(rows) and bool(rows[start]) and not any(is_number(f) or date_form([f]) for f in rows[start])
    return Layout(delimiter, start if titled else None, start + bool(titled))


def _first_regular(rows: list[list[str]]) -> int:
    """The first line that has as many fields as most lines have."""
    counts = Counter(len(row) for row in rows[-200:])
    if not counts:
        return 0
    width = max(counts, key=lambda n: (counts[n], n))
    return next(i for i, row in enumerate(rows) if len(row) == width)


def date_form(fields: list[str]) -> str | None:
    """The format of dates that all fields have, or None."""
    known = [f for f in fields if f and f != "NaT"]
    if not known:
        return None
    return next((form for pattern, form in _DATES if all(pattern.match(f) and parse_moment(f, form) is not None for f in known)), None)


def type_of(fields: list[str], missing: frozenset[str]) -> str:
    """'double', 'datetime', 'duration' or 'char' for the fields of one variable."""
    known = [f for f in fields if f not in missing and f not in ABSENT]
    if plain_numbers(known) is not None or all(is_number(f) for f in known):
        return "double"
    if date_form(known):
        return "datetime"
    return "duration" if all(_CLOCK.match(f) for f in known) else "char"


def parsed_column(call: Any, fields: list[str], kind: str, missing: frozenset[str], form: str | None = None) -> Any:
    """A variable of the fields: a column of the class ``kind``."""
    if kind in ("double", "single", "logical", *INTEGER_CLASSES):
        return _numbers(fields, [f in missing | ABSENT for f in fields], kind)
    texts = ["" if f in missing else f for f in fields]
    cells = CellArray(object_array([CharArray.row(t) for t in texts], (len(texts), 1)))
    if kind == "string":
        return StringArray(object_array([t or None for t in texts], (len(texts), 1)))
    if kind == "char":
        return cells
    if kind not in ("categorical", "datetime", "duration"):
        raise MatlabError(f"Variable type '{kind}' is not supported.", "MATLAB:textio:io:UnsupportedType")
    form = (form or date_form(texts)) if kind == "datetime" else None
    options = () if form is None else (to_value("InputFormat"), to_value(form), to_value("Format"), to_value(form))
    return call.feval(kind, cells, *options)[0]


def _number(field: str) -> float:
    """The number of a field, in which exponents may begin with d; NaN for other texts."""
    if not is_number(field):
        return np.nan
    return float(field if "n" in field.lower() else field.replace("d", "e").replace("D", "e"))


def _numbers(fields: list[str], blank: list[bool], kind: str) -> Tensor:
    plain = None if any(blank) else plain_numbers(fields)
    numbers = np.full((len(fields), 1), np.nan) if plain is None else plain[:, None]
    if plain is None:
        words = {"true": 1.0, "false": 0.0} if kind == "logical" else {}
        numbers[:, 0] = [words.get(field.lower(), np.nan if empty else _number(field)) for field, empty in zip(fields, blank, strict=True)]
    if kind in INTEGER_CLASSES:
        return Tensor(saturate(np.nan_to_num(numbers), kind))
    if kind == "logical":
        return Tensor(np.nan_to_num(numbers) != 0)
    return Tensor(numbers.astype(DTYPES[kind]))


def valid_name(text: str, taken: list[str], number: int, keep: bool) -> str:
    """A variable's name made of a title: as it is, or as an identifier; another one where it is taken."""
    name = text.strip() or f"Var{number}"
    if not keep:
        name = re.sub(r"\s+", "", re.sub(r"\s+(\w)", lambda m: m[1].upper(), name))
        name = re.sub(r"\W", "_", name)
        name = name if re.match("[A-Za-z]", name) else "x" + name
    base, count = name, 0
    while name in taken:
        count += 1
        name = f"{base}_{count}"
    return name
