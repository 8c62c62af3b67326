"""Tables joined by the values of key variables: join, innerjoin, outerjoin."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from ...builtins.element_values import texts_of, unlike_names
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, StringArray, object_array
from ...values.tables.table import Table
from ...values.tables.timetable import Timetable
from .column_rows import one_based, rows_or_gaps
from .groups import key_column
from .methods import row_keys
from .stacking import stacked
from .tables import checked_table, named_options

_OPTIONS = ("Keys", "LeftKeys", "RightKeys", "LeftVariables", "RightVariables", "MergeKeys", "Type", "KeepOneCopy")


def _alike(columns: list[Any]) -> list[Any]:
    """Columns of strings beside cells of texts: all strings."""
    if {type(c) for c in columns} != {CellArray, StringArray}:
        return columns
    return [StringArray(object_array(texts_of(c), c.shape)) if type(c) is CellArray else c for c in columns]


def row_labels(table: Table) -> str:
    """The name of the dimension of row times or row names, '' where there are none."""
    return table.about.dimensions[0] if isinstance(table, Timetable) or table.row_names else ""


class _Join:
    """The two tables, their keys and the numbers that rows with equal keys share."""

    def __init__(self, call: Any, left: Table, right: Table, options: Sequence[Any]) -> None:
        self.options = named_options(options, _OPTIONS)
        self.left, self.right = checked_table(call, left), checked_table(call, right)
        self.titles = [call.session.given_name(call.name, 1) or "left", call.session.given_name(call.name, 2) or "right"]
        self.left_keys, self.right_keys = self._keys()
        if not self.left_keys:
            raise call.error(
                f"Cannot find variables common to both tables to use as keys for {call.name}.", f"MATLAB:table:{call.name}:CantInferKey"
            )
        names = zip(self.left_keys, self.right_keys, strict=True)
        keys = [_alike([key_column(self.left, a), key_column(self.right, b)]) for a, b in names]
        sides = [Table({str(k): key[i] for k, key in enumerate(keys)}, (), t.height) for i, t in enumerate((self.left, self.right))]
        self.left_numbers, self.right_numbers = row_keys(*sides)

    def _keys(self) -> tuple[list[str], list[str]]:
        """The names of the key variables in the left and in the right table."""
        if "LeftKeys" in self.options:
            return self.left.chosen_names(self.options["LeftKeys"]), self.right.chosen_names(self.options["RightKeys"])
        keys = self.left.chosen_names(self.options["Keys"]) if "Keys" in self.options else self._shared()
        if keys == [row_labels(self.left)]:
            return keys, [row_labels(self.right) or keys[0]]
        return keys, keys

    def _shared(self) -> list[str]:
        """Row times where both have them, else the variables of the same names; row times beside a variable that is called so."""
        times = row_labels(self.left) if isinstance(self.left, Timetable) else ""
        if times and isinstance(self.right, Timetable):
            return [times]
        shared = [name for name in self.left.names if name in self.right.columns]
        return shared or [times] * (times in self.right.columns)

    def merged_times(self, pairs: Sequence[tuple[int, int]]) -> Any:
        """The row times of a result: those of the left timetable, of the right key where they are a key and the left one has no row."""
        rows = [a for a, _ in pairs]
        times = row_labels(self.left)
        if times not in self.left_keys:
            return rows_or_gaps(self.left.times, rows)
        other = key_column(self.right, self.right_keys[self.left_keys.index(times)])
        return rows_or_gaps(stacked([self.left.times, other]), [a if a >= 0 else self.left.height + b for a, b in pairs])

    def chosen(self, side: str, default: Sequence[str]) -> list[str]:
        table = self.left if side == "LeftVariables" else self.right
        return table.chosen_names(self.options[side]) if side in self.options else list(default)

    def pairs(self) -> list[tuple[int, int]]:
        """Rows that belong together, in the order of their keys."""
        where: dict[int, list[int]] = {}
        for row, number in enumerate(self.right_numbers.tolist()):
            where.setdefault(number, []).append(row)
        order = np.argsort(self.left_numbers, kind="stable").tolist()
        return [(a, b) for a in order for b in where.get(int(self.left_numbers[a]), ())]

    def outer_pairs(self, kind: str) -> list[tuple[int, int]]:
        """As ``pairs``, with the rows of the left, the right or (``full``) both tables that have no partner, which is -1."""
        pairs = self.pairs()
        partnered = [set(rows) for rows in zip(*pairs, strict=True)] or [set(), set()]
        if kind in ("full", "left"):
            pairs += [(a, -1) for a in range(self.left.height) if a not in partnered[0]]
        if kind in ("full", "right"):
            pairs += [(-1, b) for b in range(self.right.height) if b not in partnered[1]]
        return sorted(pairs, key=lambda pair: self.left_numbers[pair[0]] if pair[0] >= 0 else self.right_numbers[pair[1]])

    def with_merged_keys(self, columns: dict[str, Any], names: Sequence[str], pairs: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The columns, ``names`` of the left table first, with each key completed by that of the right table and named after both."""
        partner = dict(zip(self.left_keys, self.right_keys, strict=True))
        rows = [a if a >= 0 else self.left.height + b for a, b in pairs]
        merged = {}
        for (title, column), name in zip_longest(columns.items(), names):
            if name in partner:
                title = name if name == partner[name] else f"{name}_{partner[name]}"
                column = rows_or_gaps(stacked([self.left.column(name), self.right.column(partner[name])]), rows)
            merged[title] = column
        return merged

    def unlike(self, left: Sequence[str], right: Sequence[str]) -> tuple[list[str], list[str]]:
        """Names of the result: those in both tables get the tables' names behind them."""
        twice = set(left) & set(right)
        titles = [
            [f"{name}_{title}" if name in twice else name for name in names]
            for names, title in zip((left, right), self.titles, strict=True)
        ]
        # both sides have the same title where a table is joined with itself
        return titles[0], unlike_names(titles[1], titles[0])

    def columns(self, from_left: Sequence[str], from_right: Sequence[str], rows: Sequence[int], others: Sequence[int]) -> dict[str, Any]:
        """The variables of both tables at rows of the left and of the right one, where -1 is a missing row."""
        titles = self.unlike(from_left, from_right)
        columns = {title: rows_or_gaps(self.left.column(name), rows) for title, name in zip(titles[0], from_left, strict=True)}
        return columns | {title: rows_or_gaps(self.right.column(name), others) for title, name in zip(titles[1], from_right, strict=True)}

    def of_right(self) -> list[str]:
        """The variables that the result takes from the right table: those asked for, or all but the keys."""
        return self.chosen("RightVariables", [n for n in self.right.names if n not in self.right_keys])


def _join(call, left, right, *options):
    """``join`` of tables: every row of the left one with the only row of the right one that has its keys."""
    plan = _Join(call, left, right, options)
    places = {number: row for row, number in reversed(list(enumerate(plan.right_numbers.tolist())))}
    if len(places) < len(plan.right_numbers):
        raise call.error("The key variables in the right table must have unique values.", "MATLAB:table:join:DuplicateRightKeyVarValues")
    missing = [n for n in plan.left_numbers.tolist() if n not in places]
    if missing:
        raise call.error(
            "The key variable for the right table must contain all values in the key variable for the left table.",
            "MATLAB:table:join:LeftKeyValueNotFound",
        )
    rows = [places[n] for n in plan.left_numbers.tolist()]
    from_left = plan.chosen("LeftVariables", plan.left.names)
    once = set(plan.left.chosen_names(plan.options["KeepOneCopy"])) if "KeepOneCopy" in plan.options else set()
    from_right = [n for n in plan.of_right() if not (n in once and n in from_left)]
    return plan.left.remade(plan.columns(from_left, from_right, range(plan.left.height), rows)), one_based(rows)


@builtin(
    "innerjoin", "T = innerjoin(Tleft, Tright)", "T = innerjoin(Tleft, Tright, Name, Value, ...)", "[T, ileft, iright] = innerjoin(...)",
    summary="Rows of two tables whose keys agree.",
    examples=(
        Example("L = table([1;2;3],[10;20;30],'VariableNames',{'k','a'}); R = table([3;1],[7;8],'VariableNames',{'k','b'}); "
                "T = innerjoin(L,R); [T.k T.a T.b]", "[1 10 8;3 30 7]"),
        Example("T = innerjoin(timetable(seconds([1;2]),[5;6],'VariableNames',{'a'}),timetable(seconds([2;3]),[7;8],'VariableNames',{'b'})); {seconds(T.Time), T.a, T.b}", "{2,6,7}"),
    ),
    errors=(ErrorCase("innerjoin(table(1,'VariableNames',{'a'}),table(1,'VariableNames',{'b'}))", "MATLAB:table:innerjoin:CantInferKey"),),
)  # fmt: skip
def innerjoin(call, left, right, *options):
    plan = _Join(call, left, right, options)
    pairs = plan.pairs()
    rows_left, rows_right = [a for a, _ in pairs], [b for _, b in pairs]
    columns = plan.columns(plan.chosen("LeftVariables", plan.left.names), plan.of_right(), rows_left, rows_right)
    if isinstance(plan.left, Timetable):
        joined = plan.left.at_rows(rows_left).remade(columns)
    else:
        labels = plan.left.row_names if row_labels(plan.left) in plan.left_keys else ()
        joined = Table(columns, [labels[a] for a in rows_left] if labels else (), len(pairs))
    return joined, one_based(rows_left), one_based(rows_right)


@builtin(
    "outerjoin", "T = outerjoin(Tleft, Tright)", "T = outerjoin(Tleft, Tright, Name, Value, ...)", "[T, ileft, iright] = outerjoin(...)",
    summary="Rows of two tables whose keys agree, and the others with missing values.",
    examples=(
        Example("L = table([1;2],[10;20],'VariableNames',{'k','a'}); R = table([2;3],[7;8],'VariableNames',{'k','b'}); "
                "T = outerjoin(L,R,'MergeKeys',true); [T.k T.a T.b]", "[1 10 NaN;2 20 7;3 NaN 8]"),
        Example("L = table([1;2],[10;20],'VariableNames',{'k','a'}); R = table([2;3],[7;8],'VariableNames',{'k','b'}); "
                "T = outerjoin(L,R,'Type','left'); T.Properties.VariableNames", "{'k_L','a','k_R','b'}"),
        Example("T = outerjoin(timetable(seconds([1;2]),[5;6],'VariableNames',{'a'}),timetable(seconds([2;3]),[7;8],'VariableNames',{'b'})); "
                "[seconds(T.Time) T.a T.b]", "[1 5 NaN;2 6 7;3 NaN 8]"),
    ),
)  # fmt: skip
def outerjoin(call, left, right, *options):
    plan = _Join(call, left, right, options)
    merge = plan.options.switch("MergeKeys")
    pairs = plan.outer_pairs(plan.options.word("Type", "full"))
    rows_left, rows_right = [a for a, _ in pairs], [b for _, b in pairs]
    from_right = plan.chosen("RightVariables", plan.right.names)
    if merge or row_labels(plan.left) in plan.left_keys:  # row labels are merged always
        from_right = [n for n in from_right if n not in plan.right_keys]
    from_left = plan.chosen("LeftVariables", plan.left.names)
    columns = plan.columns(from_left, from_right, rows_left, rows_right)
    if merge:
        columns = plan.with_merged_keys(columns, from_left, pairs)
    if isinstance(plan.left, Timetable):
        joined: Table = Timetable(plan.merged_times(pairs), columns, plan.left.about)
    else:
        joined = Table(columns, (), len(pairs))
    return joined, one_based(rows_left), one_based(rows_right)


JOIN = methods(Table, {"join": _join})
