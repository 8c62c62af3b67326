"""Tables joined by the values of key variables: join, innerjoin, outerjoin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...builtins.items import is_true, texts_of, unlike_names
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import CellArray, StringArray, Tensor, object_array
from ...values.convert import text_of
from ...values.tables.table import Table
from ...values.tables.timetable import Timetable
from .groups import key_column
from .methods import row_keys
from .stacking import stacked
from .tables import given_table, named_options
from .variables import gap_like

_OPTIONS = ("Keys", "LeftKeys", "RightKeys", "LeftVariables", "RightVariables", "MergeKeys", "Type", "KeepOneCopy")


def _alike(columns: list[Any]) -> list[Any]:
    """Columns of strings beside cells of texts: all strings."""
    if {type(c) for c in columns} != {CellArray, StringArray}:
        return columns
    return [StringArray(object_array(texts_of(c), c.shape)) if type(c) is CellArray else c for c in columns]


def row_labels(table: Table) -> str:
    """What row times or row names are called, '' where there are none."""
    return table.about.dimensions[0] if isinstance(table, Timetable) or table.row_names else ""


class _Join:
    """The two tables, their keys and the numbers that rows with equal keys share."""

    def __init__(self, call: Any, left: Table, right: Table, options: Sequence[Any]) -> None:
        self.options = named_options(options, _OPTIONS)
        self.left, self.right = given_table(call, left), given_table(call, right)
        self.titles = [call.session.given_name(call.name, 1) or "left", call.session.given_name(call.name, 2) or "right"]
        if "LeftKeys" in self.options:
            self.left_keys = self.left.chosen_names(self.options["LeftKeys"])
            self.right_keys = self.right.chosen_names(self.options["RightKeys"])
        else:
            self.left_keys = self.left.chosen_names(self.options["Keys"]) if "Keys" in self.options else self._shared()
            self.right_keys = self.left_keys
            if self.left_keys == [row_labels(self.left)]:
                self.right_keys = [row_labels(self.right) or self.left_keys[0]]
        if not self.left_keys:
            raise call.error(
                f"Cannot find variables common to both tables to use as keys for {call.name}.", f"MATLAB:table:{call.name}:CantInferKey"
            )
        keys = [
            _alike([key_column(self.left, a), key_column(self.right, b)]) for a, b in zip(self.left_keys, self.right_keys, strict=True)
        ]  # fmt: skip
        pair = [Table({str(k): both[i] for k, both in enumerate(keys)}, (), t.height) for i, t in enumerate((self.left, self.right))]
        self.left_numbers, self.right_numbers = row_keys(*pair)

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
            return _rows(self.left.times, rows)
        other = key_column(self.right, self.right_keys[self.left_keys.index(times)])
        return _rows(stacked([self.left.times, other]), [a if a >= 0 else self.left.height + b for a, b in pairs])

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

    def unlike(self, left: Sequence[str], right: Sequence[str]) -> tuple[list[str], list[str]]:
        """Names of the result: those in both tables get the tables' names behind them."""
        twice = set(left) & set(right)
        titles = [
            [f"{name}_{title}" if name in twice else name for name in names]
            for names, title in zip((left, right), self.titles, strict=True)
        ]
        # a table beside itself: its title does not tell the two apart
        return titles[0], unlike_names(titles[1], titles[0])


def _rows(value: Any, rows: Sequence[int]) -> Any:
    """Rows of a column, -1 for a missing one."""
    places = np.array(rows, int)
    if (places >= 0).all():
        return Table({"x": value}).at_rows(places).columns["x"]
    longer = stacked([value, _wide_gap(value)])
    return Table({"x": longer}).at_rows(np.where(places < 0, Table({"x": value}).height, places)).columns["x"]


def _wide_gap(value: Any) -> Any:
    gap = gap_like(value)
    width = value.shape[1] if hasattr(value, "shape") else 1
    return gap if width == 1 else Tensor(np.full((1, width), np.nan))


def _indices(rows: Sequence[int]) -> Tensor:
    return Tensor((np.array(rows, np.float64) + 1).reshape(-1, 1))


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
    from_right = plan.chosen("RightVariables", [n for n in plan.right.names if n not in plan.right_keys])
    once = set(plan.left.chosen_names(plan.options["KeepOneCopy"])) if "KeepOneCopy" in plan.options else set()
    from_right = [n for n in from_right if not (n in once and n in from_left)]
    titles_left, titles_right = plan.unlike(from_left, from_right)
    columns = {title: plan.left.column(name) for title, name in zip(titles_left, from_left, strict=True)}
    columns |= {title: _rows(plan.right.column(name), rows) for title, name in zip(titles_right, from_right, strict=True)}
    return plan.left.remade(columns), _indices(rows)


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
    from_left = plan.chosen("LeftVariables", plan.left.names)
    from_right = plan.chosen("RightVariables", [n for n in plan.right.names if n not in plan.right_keys])
    titles_left, titles_right = plan.unlike(from_left, from_right)
    columns = {title: _rows(plan.left.column(name), rows_left) for title, name in zip(titles_left, from_left, strict=True)}
    columns |= {title: _rows(plan.right.column(name), rows_right) for title, name in zip(titles_right, from_right, strict=True)}
    labels = plan.left.row_names if row_labels(plan.left) in plan.left_keys else ()
    made = Table(columns, [labels[a] for a in rows_left] if labels else (), len(pairs))
    if isinstance(plan.left, Timetable):
        made = plan.left.at_rows(rows_left).remade(columns)
    return made, _indices(rows_left), _indices(rows_right)


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
    kind = text_of(plan.options["Type"]).lower() if "Type" in plan.options else "full"
    merge = "MergeKeys" in plan.options and is_true(plan.options["MergeKeys"])
    pairs = plan.pairs()
    if kind in ("full", "left"):
        met = {a for a, _ in pairs}
        pairs += [(a, -1) for a in range(plan.left.height) if a not in met]
    if kind in ("full", "right"):
        met = {b for _, b in pairs}
        pairs += [(-1, b) for b in range(plan.right.height) if b not in met]
    number = lambda pair: plan.left_numbers[pair[0]] if pair[0] >= 0 else plan.right_numbers[pair[1]]  # noqa: E731
    pairs.sort(key=number)
    rows_left, rows_right = [a for a, _ in pairs], [b for _, b in pairs]
    from_left = plan.chosen("LeftVariables", plan.left.names)
    from_right = plan.chosen("RightVariables", plan.right.names)
    columns: dict[str, Any] = {}
    if merge or row_labels(plan.left) in plan.left_keys:  # row labels are merged always
        from_right = [n for n in from_right if n not in plan.right_keys]
    titles_left, titles_right = plan.unlike(from_left, from_right)
    partner = dict(zip(plan.left_keys, plan.right_keys, strict=True))
    for title, name in zip(titles_left, from_left, strict=True):
        if merge and name in partner:
            both = stacked([plan.left.column(name), plan.right.column(partner[name])])
            rows = [a if a >= 0 else plan.left.height + b for a, b in pairs]
            title = name if name == partner[name] else f"{name}_{partner[name]}"
            columns[title] = _rows(both, rows)
        else:
            columns[title] = _rows(plan.left.column(name), rows_left)
    columns |= {title: _rows(plan.right.column(name), rows_right) for title, name in zip(titles_right, from_right, strict=True)}
    if isinstance(plan.left, Timetable):
        return Timetable(plan.merged_times(pairs), columns, plan.left.about), _indices(rows_left), _indices(rows_right)
    return Table(columns, (), len(pairs)), _indices(rows_left), _indices(rows_right)


JOIN = methods(Table, {"join": _join})
