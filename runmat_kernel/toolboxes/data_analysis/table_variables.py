"""Functions of arrays that work on the variables of a table, each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...builtins import arguments as arg
from ...values.convert import word_of
from ...values.tables.table import Table


def split_table_options(call: Any, value: Table, rest: Sequence[Any]) -> tuple[list[Any], list[str] | None, bool]:
    """The arguments without 'DataVariables' and 'ReplaceValues'; the names of those variables, and whether they are replaced."""
    words, chosen, replace = list(rest), None, True
    for word in ("datavariables", "replacevalues"):
        place = next((k for k, a in enumerate(words[:-1]) if word_of(a) == word), None)
        if place is None:
            continue
        if word == "datavariables":
            chosen = value.chosen_names(words[place + 1])
        else:
            replace = bool(arg.scalar(words[place + 1]))
        del words[place : place + 2]
    return words, chosen, replace


def with_columns(value: Table, columns: dict[str, Any], replace: bool, suffix: str) -> Any:
    """The table with its variables changed, or with the changed ones appended under a longer name."""
    if replace:
        return value.remade({**value.columns, **columns})
    return value.remade({**value.columns, **{f"{name}_{suffix}": column for name, column in columns.items()}})
