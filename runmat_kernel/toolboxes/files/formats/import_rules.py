"""What import options say of the variables of a delimited text: how fields are cleaned, and what stands for missing ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.items import texts_of
from ....values import CharArray, StringArray, Tensor
from ....values.assignment import assign
from ....values.containers import CellArray
from ....values.convert import as_array, is_text, numel_of, text_of, to_value
from ....values.objects import HostObject
from ..import_options_object import kind_of
from .delimited import ABSENT, is_number, made

_STRIP: Mapping[str, Callable[[str], str]] = {"trim": str.strip, "trimleading": str.lstrip, "trimtrailing": str.rstrip, "preserve": str}
_CORE = re.compile(r"[+-]?(?:\d[\d.,eE+-]*\d|\d|\.\d+)")
RULES = frozenset({"fill", "error", "omitrow", "omitvar"})


def split_keeping_quotes(line: str, delimiter: str) -> list[str]:
    """The fields of a line as they stand; delimiters in quotes do not part."""
    fields, start, inside = [], 0, False
    for position, letter in enumerate(line):
        if letter == '"':
            inside = not inside
        elif letter == delimiter and not inside:
            fields.append(line[start:position])
            start = position + 1
    return [*fields, line[start:]]


def unquoted(field: str) -> str:
    bare = field.strip()
    return bare[1:-1].replace('""', '"') if len(bare) > 1 and bare[0] == bare[-1] == '"' else field


def _texts(own: Mapping[str, Any], name: str) -> list[str]:
    return texts_of(own[name]) if name in own and numel_of(own[name]) else []


def _word(own: Mapping[str, Any], name: str, usual: str) -> str:
    return text_of(own[name]) if name in own and is_text(own[name]) else usual


def cleaned(fields: Sequence[str], kind: str, own: Mapping[str, Any]) -> list[str]:
    """Fields as they came, without quotes, blanks, prefixes and suffixes that the options of their variable take away; numbers as
    English writes them."""
    quotes = _word(own, "quoterule", "remove").lower()
    if quotes == "error" and any('"' in f for f in fields):
        raise MatlabError("Quotes were found in a variable whose QuoteRule is 'error'.", "MATLAB:textio:io:QuoteRuleError")
    found = list(fields) if quotes == "keep" else [unquoted(f) for f in fields]
    strip = _STRIP[_word(own, "whitespacerule", "trim").lower()] if kind_of(kind) == "text" else str.strip
    found = [strip(f) for f in found]
    for prefix in _texts(own, "prefixes"):
        found = [f.removeprefix(prefix) for f in found]
    for suffix in _texts(own, "suffixes"):
        found = [f.removesuffix(suffix) for f in found]
    if kind_of(kind) != "number":
        return found
    if "trimnonnumeric" in own and bool(arg.scalar(own["trimnonnumeric"])):
        found = [m[0] if (m := _CORE.search(f)) else f for f in found]
    thousands, decimal = _word(own, "thousandsseparator", ""), _word(own, "decimalseparator", ".")
    if thousands or decimal != ".":
        changed = [f.replace(thousands, "").replace(decimal, ".") if thousands else f.replace(decimal, ".") for f in found]
        found = [new if is_number(new) else old for new, old in zip(changed, found, strict=True)]
    return found


def marks_of(fields: Sequence[str], kind: str, own: Mapping[str, Any], missing: frozenset[str]) -> tuple[np.ndarray, np.ndarray]:
    """Which fields are missing, and which others cannot be converted."""
    absent = missing | frozenset(_texts(own, "treatasmissing"))
    if kind_of(kind) != "text":
        absent |= ABSENT
    rule = _word(own, "emptyfieldrule", "missing").lower()
    empty = np.array([not f for f in fields], bool)
    if rule == "error" and empty.any():
        raise MatlabError("There is an empty field in a variable whose EmptyFieldRule is 'error'.", "MATLAB:textio:io:EmptyFieldRuleError")
    gone = np.array([f in absent for f in fields], bool)
    if kind_of(kind) == "text":
        gone |= empty & (rule == "missing")
    if kind_of(kind) == "number":
        failed = np.array([not is_number(f) for f in fields], bool)
    elif kind == "logical":
        true, false = logical_words(own)
        sure = bool(arg.scalar(own["casesensitive"])) if "casesensitive" in own else False
        failed = np.array([(f if sure else f.lower()) not in true | false and not is_number(f) for f in fields], bool)
    else:
        failed = np.zeros(len(fields), bool)
    return gone, failed & ~gone


def logical_words(own: Mapping[str, Any]) -> tuple[frozenset[str], frozenset[str]]:
    sure = bool(arg.scalar(own["casesensitive"])) if "casesensitive" in own else False
    words = [_texts(own, "truesymbols") or ["true", "t", "1"], _texts(own, "falsesymbols") or ["false", "f", "0"]]
    return tuple(frozenset(w if sure else w.lower() for w in group) for group in words)  # type: ignore[return-value]


def column_of(
    call: Any, fields: list[str], kind: str, own: Mapping[str, Any], missing: frozenset[str]
) -> tuple[Any, np.ndarray, np.ndarray]:
    """A variable of raw fields, and which of its rows were missing or failed."""
    fields = cleaned(fields, kind, own)
    gone, failed = marks_of(fields, kind, own, missing)
    blank = gone | failed
    form = _word(own, "inputformat", "") or None
    if kind == "logical":
        true, _ = logical_words(own)
        sure = bool(arg.scalar(own["casesensitive"])) if "casesensitive" in own else False
        held = [(f if sure else f.lower()) in true or (is_number(f) and float(f) != 0) for f in fields]
        column: Any = to_value(np.array(held, bool).reshape(-1, 1) & ~blank.reshape(-1, 1))
    else:
        column = made(call, ["" if out else f for f, out in zip(fields, blank, strict=True)], kind, frozenset(), form)
    if kind == "string" and _word(own, "emptyfieldrule", "missing").lower() == "auto":
        array = column.array.copy()
        array[np.array([not f for f in fields]) & ~gone, 0] = ""
        column = StringArray(array)
    column = _finished(call, column, kind, own)
    if kind in ("datetime", "duration"):
        failed = as_array(call.feval("ismissing", column)[0]).ravel() & ~gone if type(column) is not float else failed
        blank = gone | failed
    if "fillvalue" in own and blank.any():
        fill = own["fillvalue"]
        fill = CellArray.of([fill]) if type(column) is CellArray and type(fill) is not CellArray else fill
        mask = Tensor(blank.reshape(-1, 1))
        column = column.assign((mask,), fill) if isinstance(column, HostObject) else assign(column, (mask,), fill)
    return column, gone, failed


def _finished(call: Any, column: Any, kind: str, own: Mapping[str, Any]) -> Any:
    """Categories, zones and formats of display that options of a variable ask for."""
    if kind == "categorical":
        named = [w for key in ("Ordinal", "Protected") if key.lower() in own for w in (to_value(key), own[key.lower()])]
        chosen = [own["categories"]] if _texts(own, "categories") else []
        return call.feval("categorical", call.feval("cellstr", column)[0], *chosen, *named)[0] if named or chosen else column
    if kind == "datetime":
        for key in ("inputtimezone", "timezone"):
            if _word(own, key, ""):
                column = column.set_property("TimeZone", own[key])
    style = _word(own, f"{kind}format", "default")
    return column if style in ("default", "defaultdate", "preserveinput") else column.set_property("Format", CharArray.row(style))


def kept_rows(name: str, rule: str, what: str, marks: Mapping[str, np.ndarray], count: int) -> tuple[np.ndarray, list[str]]:
    """The rows that stay, and the variables that go, by a rule for fields that are missing or failed."""
    if rule not in RULES:
        raise MatlabError(
            f"Expected {name} to match one of these values:\n\n'fill', 'error', 'omitrow', 'omitvar'", "MATLAB:textio:io:InvalidRule"
        )
    stay = np.ones(count, bool)
    if rule == "omitvar":
        return stay, [variable for variable, mark in marks.items() if mark.any()]
    for variable, mark in marks.items() if rule != "fill" else ():
        if rule == "error" and mark.any():
            text = f"{what} in variable '{variable}', row {int(np.flatnonzero(mark)[0]) + 1}, and {name} is 'error'."
            raise MatlabError(text, f"MATLAB:textio:io:{name}Error")
        stay &= ~mark
    return stay, []
