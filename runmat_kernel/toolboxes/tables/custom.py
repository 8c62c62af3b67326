"""Custom properties of tables (addprop, rmprop) and tables inside tables turned inside out (inner2outer)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import Tensor
from ...values.tables.table import Table
from . import methods as _base  # noqa: F401 (its methods come first)
from .tables import checked_table

_TABLE = "T = addprop(table([1;2],[3;4],'VariableNames',{'a','b'}),{'Place','Kind'},{'table','variable'}); "


def _addprop(call: Any, value: Any, names: Any, kinds: Any) -> Any:
    """``addprop(T, names, types)``: custom properties with one value for the 'table', or one for each 'variable'."""
    table = checked_table(call, value)
    words, types = texts_of(names), [t.lower() for t in texts_of(kinds)]
    if len(words) != len(types):
        raise call.error("The numbers of property names and property types must be equal.", "MATLAB:table:addprop:InvalidNumberOfTypes")
    custom = dict(table.about.custom)
    for name, kind in zip(words, types, strict=True):
        if name in table.properties()["Properties"].fields or name in custom:
            raise call.error(f"Property '{name}' already exists.", "MATLAB:table:addprop:PropertyExists")
        if kind not in ("table", "variable"):
            raise call.error("Property types must be 'table' or 'variable'.", "MATLAB:table:addprop:InvalidType")
        custom[name] = (kind, Tensor(np.zeros((0, 0))) if kind == "table" else {})
    return table.with_about(replace(table.about, custom=custom))


@builtin(
    "rmprop", "T = rmprop(T, propertyNames)", summary="Table without custom properties.",
    examples=(
        Example(_TABLE + "T = rmprop(T,'Kind'); fieldnames(T.Properties.CustomProperties)", "{'Place'}"),
        Example(_TABLE + "T.Properties.CustomProperties.Place = 'Oslo'; T.Properties.CustomProperties.Place", "'Oslo'"),
        Example(_TABLE + "T.Properties.CustomProperties.Kind = [5 6]; T2 = T(:,'b'); T2.Properties.CustomProperties.Kind", "6"),
    ),
    errors=(ErrorCase("addprop(table(1),'Description','table')", "MATLAB:table:addprop:PropertyExists"), ErrorCase("addprop(table(1),'x','row')", "MATLAB:table:addprop:InvalidType"),
            ErrorCase("T = addprop(table(1),'x','variable'); T.Properties.CustomProperties.x = [1 2];", "MATLAB:table:IncorrectCustomPropertySize"),
            ErrorCase("rmprop(table(1),'x')", "MATLAB:table:rmprop:UnrecognizedProperty"),),
)  # fmt: skip
def rmprop(call: Any, value: Any, names: Any) -> Any:
    table = checked_table(call, value)
    custom = dict(table.about.custom)
    for name in texts_of(names):
        if custom.pop(name, None) is None:
            raise call.error(f"Unrecognized custom property name '{name}'.", "MATLAB:table:rmprop:UnrecognizedProperty")
    return table.with_about(replace(table.about, custom=custom))


@builtin(
    "inner2outer", "T2 = inner2outer(T1)", summary="Tables inside a table grouped by the names of their variables instead.",
    examples=(
        Example("T = inner2outer(table(table([1;2],[3;4],'VariableNames',{'a','b'}),table([5;6],[7;8],'VariableNames',{'a','b'}),'VariableNames',{'p','q'})); {T.Properties.VariableNames, T.b.q}", "{{'a','b'},[7;8]}"),
    ),
)  # fmt: skip
def inner2outer(call: Any, value: Any) -> Any:
    table = checked_table(call, value)
    grouped: dict[str, dict[str, Any]] = {}
    plain: dict[str, Any] = {}
    for outer, column in table.columns.items():
        if not isinstance(column, Table):
            plain[outer] = column
            continue
        for inner, held in column.columns.items():
            grouped.setdefault(inner, {})[outer] = held
    return table.remade({**plain, **{inner: Table(columns, (), table.height) for inner, columns in grouped.items()}})


ADDPROP = methods(Table, {"addprop": _addprop})
