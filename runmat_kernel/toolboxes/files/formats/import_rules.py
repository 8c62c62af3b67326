"""Rules of import options for the variables of a delimited text: how fields are cleaned, and which of them are missing."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.element_values import texts_of
from ....values import CharArray, StringArray, Tensor
from ....values.assignment import assign
from ....values.containers import CellArray
from ....values.convert import as_array, is_text, numel_of, text_of, to_value
from ....values.objects import HostObject
from ..import_options_object import kind_of
from .delimited import ABSENT, is_number, parsed_column

_STRIP: Mapping[str, Callable[[str], str]] = {"trim": str.strip, "trimleading": str.lstrip, "trimtrailing": str.rstrip, "preserve": str}
_CORE = re.compile(r"[+-]?(?:\d[\d.,eE+-]*\d|\d|\.\d+)")
RULES = frozenset({"fill", "error", "omitrow", "omitvar"})


def split_keeping_quotes(line: str, delimiter: str) -> list[str]:
    """The fields of a line as they are; delimiters in quotes do not separate fields."""
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


def cleaned(fields: Sequence[str], kind: str, own: arg.Options) -> list[str]:
    """Fields without the quotes, blanks, prefixes and suffixes that the options of their variable remove; numbers as English writes
    them."""
    quotes = _word(own, "quoterule", "remove").lower()
    if quotes == "error" and any('"' in f for f in fields):
        raise MatlabError("Quotes were found in a variable whose QuoteRule is 'error'.", "MATLAB:textio:io:QuoteRuleError")
    strip = _STRIP[_word(own, "whitespacerule", "trim").lower()] if kind_of(kind) == "text" else str.strip
    texts = [strip(f if quotes == "keep" else unquoted(f)) for f in fields]
    for prefix in _texts(own, "prefixes"):
        texts = [f.removeprefix(prefix) for f in texts]
    for suffix in _texts(own, "suffixes"):
        texts = [f.removesuffix(suffix) for f in texts]
    return _in_english(texts, own) if kind_of(kind) == "number" else texts


def _in_english(texts: list[str], own: arg.Options) -> list[str]:
    """Texts of numbers with a decimal point and without separators of thousands, where that makes them numbers."""
    if own.flag("trimnonnumeric"):
        texts = [m[0] if (m := _CORE.search(f)) else f for f in texts]
    thousands, decimal = _word(own, "thousandsseparator", ""), _word(own, "decimalseparator", ".")
    if not thousands and decimal == ".":
        return texts
    plain = [(f.replace(thousands, "") if thousands else f).replace(decimal, ".") for f in texts]
    return [new if is_number(new) else old for new, old in zip(plain, texts, strict=True)]


def marks_of(fields: Sequence[str], kind: str, own: arg.Options, missing: frozenset[str]) -> tuple[np.ndarray, np.ndarray]:
    """Which fields are missing, and which others cannot be converted."""
    is_textual = kind_of(kind) == "text"
    absent = missing | frozenset(_texts(own, "treatasmissing")) | (frozenset() if is_textual else ABSENT)
    rule = _word(own, "emptyfieldrule", "missing").lower()
    empty = np.array([not f for f in fields], bool)
    if rule == "error" and empty.any():
        raise MatlabError("There is an empty field in a variable whose EmptyFieldRule is 'error'.", "MATLAB:textio:io:EmptyFieldRuleError")
    lacking = np.array([f in absent for f in fields], bool) | (empty & (is_textual and rule == "missing"))
    if kind_of(kind) == "number":
        failed = np.array([not is_number(f) for f in fields], bool)
    elif kind == "logical":
        true, false = logical_words(own)
        failed = np.array([f not in true | false and not is_number(f) for f in _in_case(fields, own)], bool)
    else:
        failed = np.zeros(len(fields), bool)
    return lacking, failed & ~lacking


def _in_case(fields: Sequence[str], own: arg.Options) -> list[str]:
    """Words as they are compared: in lower case unless the variable minds case."""
    return list(fields) if own.flag("casesensitive") else [f.lower() for f in fields]


def logical_words(own: arg.Options) -> tuple[frozenset[str], frozenset[str]]:
    """The words for true and for false."""
    true, false = _texts(own, "truesymbols") or ["true", "t", "1"], _texts(own, "falsesymbols") or ["false", "f", "0"]
    return frozenset(_in_case(true, own)), frozenset(_in_case(false, own))


def column_of(
    call: Any, fields: list[str], kind: str, own: Mapping[str, Any], missing: frozenset[str]
) -> tuple[Any, np.ndarray, np.ndarray]:
    """A variable of raw fields, and which of its rows are missing or failed."""
    own = arg.Options(own)
    fields = cleaned(fields, kind, own)
    lacking, failed = marks_of(fields, kind, own, missing)
    column = _finished(call, _unfinished(call, fields, kind, own, lacking, failed), kind, own)
    if kind in ("datetime", "duration") and type(column) is not float:
        failed = as_array(call.feval("ismissing", column)[0]).ravel() & ~lacking
    blank = lacking | failed
    if "fillvalue" in own and blank.any():
        fill = own["fillvalue"]
        fill = CellArray.of([fill]) if type(column) is CellArray and type(fill) is not CellArray else fill
        mask = Tensor(blank.reshape(-1, 1))
        column = column.assign((mask,), fill) if isinstance(column, HostObject) else assign(column, (mask,), fill)
    return column, lacking, failed


def _unfinished(call: Any, fields: list[str], kind: str, own: arg.Options, lacking: np.ndarray, failed: np.ndarray) -> Any:
    """The variable before its options of display and of missing rows apply."""
    blank = lacking | failed
    if kind == "logical":
        true, _ = logical_words(own)
        values = [word in true or (is_number(f) and float(f) != 0) for word, f in zip(_in_case(fields, own), fields, strict=True)]
        return to_value(np.array(values, bool).reshape(-1, 1) & ~blank.reshape(-1, 1))
    column = parsed_column(call, ["" if out else f for f, out in zip(fields, blank, strict=True)], kind, frozenset(), _word(own, "inputformat", "") or None)
    if kind == "string" and _word(own, "emptyfieldrule", "missing").lower() == "auto":
        array = column.array.copy()
        array[np.array([not f for f in fields]) & ~lacking, 0] = ""
        return StringArray(array)
    return column


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
