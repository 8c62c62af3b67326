"""Rows of tables by conditions on their variables: rowfilter."""

from __future__ import annotations

from typing import Any

from ...base.errors import MatlabError
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, Stored, builtin, methods
from ...values.containers import CellArray
from ...values.convert import is_text, text_of
from ...values.tables.row_filter import RowFilter, flags, values_of
from ...values.tables.table import Table

_TABLE = "T = table([1;2;3],{'x';'y';'z'},VariableNames={'a','b'}); "
_SIGNS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "~="}
_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


@builtin(
    "rowfilter", "rf = rowfilter(varnames)", "rf = rowfilter(T)", summary="Conditions on variables of a table, as a subscript for its rows.",
    examples=(
        Example(_TABLE + "rf = rowfilter(T); T{rf.a > 1, 'a'}", "[2;3]"),
        Example(_TABLE + "rf = rowfilter(['a' \"b\"]); U = T(rf.a ~= 2 & rf.b ~= \"z\", :); U.a", "1"),
        Example(_TABLE + "rf = rowfilter(T); T{~(rf.a == 2 | rf.a == 3), 'b'}", "{'x'}"),
    ),
    errors=(
        ErrorCase("rowfilter(3)", "MATLAB:rowfilter:InvalidInput"),
        ErrorCase(_TABLE + "rf = rowfilter(T); rf.c", "MATLAB:noSuchMethodOrField"),
        ErrorCase(_TABLE + "T(rowfilter(T), :)", "MATLAB:rowfilter:Unconstrained"),
    ),
    see_also=("table", "timerange"),
)  # fmt: skip
def rowfilter(call: Any, source: Any) -> RowFilter:
    if isinstance(source, Table):
        times = [source.about.dimensions[0]] if hasattr(source, "times") else []
        return RowFilter([*times, *source.columns])
    try:
        names = texts_of(source)
    except MatlabError as error:
        raise call.error("Variable names must be text, or come from a table.", "MATLAB:rowfilter:InvalidInput") from error
    return RowFilter(names)


def _comparison(name: str) -> Any:
    def compare(call: Any, left: Any, right: Any) -> RowFilter:
        swapped = not isinstance(left, RowFilter)
        own, value = (right, left) if swapped else (left, right)
        if not own.variable or isinstance(value, RowFilter):
            raise call.error("A variable of a row filter is compared with a value.", "MATLAB:rowfilter:InvalidComparison")
        relation, session = _TURNED[name] if swapped else name, call.session

        def test(table: Any) -> Any:
            column = values_of(table, own.variable)
            if is_text(value) and type(column) is CellArray:
                (column,) = session.feval("string", (column,), 1)
            return flags(session.feval(relation, (column, value), 1)[0])

        shown = f'"{text_of(value)}"' if is_text(value) else text_of(call.feval("string", value)[0])
        return RowFilter(own.names, "", test, f"{own.variable} {_SIGNS[relation]} {shown}")

    return compare


def _combined(sign: str) -> Any:
    def combine(call: Any, left: Any, right: Any) -> RowFilter:
        if not (isinstance(left, RowFilter) and isinstance(right, RowFilter) and left.test and right.test):
            raise call.error("Only row filters with conditions can be combined.", "MATLAB:rowfilter:InvalidCombination")
        first, second = left.test, right.test
        names = dict.fromkeys((*left.names, *right.names))
        joined = (lambda table: first(table) & second(table)) if sign == "&" else (lambda table: first(table) | second(table))
        return RowFilter(tuple(names), "", joined, f"({left.words}) {sign} ({right.words})")

    return combine


def _not(call: Any, value: RowFilter) -> RowFilter:
    test = value.test
    if test is None:
        raise call.error("Only row filters with conditions can be turned round.", "MATLAB:rowfilter:InvalidCombination")
    return RowFilter(value.names, "", lambda table: ~test(table), f"~({value.words})")


ROW_FILTER_METHODS = methods(RowFilter, {**{name: _comparison(name) for name in _SIGNS}, "and": _combined("&"), "or": _combined("|"), "not": _not})


STORED = (Stored(RowFilter),)
