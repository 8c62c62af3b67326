"""Functions of groups of rows: groupsummary, groupcounts, groupfilter, grouptransform."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.records import record
from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_row, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, shape_of, text_of, to_value
from ...values.functions import FunctionHandle
from ...values.tables.columns import joined_values
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from ..arrays.ranks import ranks_among_gaps, row_ranks
from ..data_analysis.group_arrays import identifiers, side_by_side, tabled
from ..data_analysis.group_statistics import statistics_of_groups, transformed_groups
from ..datetime.time_bins import TIME_BINS, time_groups
from .column_rows import gap_like, rows_of
from .methods import codes_of
from .tables import split_options

_OMITTING = ("mean", "sum", "median", "var", "std", "min", "max")
_ALL = ("mean", "sum", "min", "max", "range", "median", "mode", "var", "std", "nummissing", "nnz", "numunique")
_OPTIONS = ("IncludeMissingGroups", "IncludeEmptyGroups", "IncludedEdge", "IncludePercentGroups", "ReplaceValues")


@record
class Groups:
    """The rows of each group (positions from 0), in the order of the groups."""

    rows: tuple[np.ndarray, ...]

    @property
    def first(self) -> list[int]:
        return [int(rows[0]) for rows in self.rows]


def groups_of(columns: Sequence[Any], height: int, missing: bool = True) -> Groups:
    """Rows with equal values in some columns, in sorted order; missing values are one group, the last, or none."""
    if not columns:
        return Groups((np.arange(height),))
    codes = [codes_of(column) for column in columns]
    kept = np.arange(height) if missing else np.flatnonzero(~np.logical_or.reduce([np.isnan(column) for column in codes]))
    numbers = row_ranks([ranks_among_gaps(column[kept], alike=True) for column in codes])
    order = np.argsort(numbers, kind="stable")
    cuts = np.flatnonzero(np.diff(numbers[order])) + 1
    return Groups(tuple(kept[part] for part in np.split(order, cuts)) if len(kept) else ())


def keyed_groups(keys: dict[str, Any], height: int, missing: bool, empty: bool) -> tuple[dict[str, Any], Sequence[np.ndarray]]:
    """The values of the keys of each group and the rows of each; with ``empty`` ones for all values and categories that could meet."""
    if not empty:
        groups = groups_of(list(keys.values()), height, missing)
        return {name: rows_of(value, np.array(groups.first, int)) for name, value in keys.items()}, groups.rows
    levels = [_levels(column, height, missing) for column in keys.values()]
    numbers = np.array([places for _, places in levels], int).reshape(len(keys), height).T
    cells = list(itertools.product(*(range(shape_of(values)[0]) for values, _ in levels)))
    combinations = np.array(cells, int).reshape(len(cells), len(keys))
    columns = {name: rows_of(values, combinations[:, k]) for k, (name, (values, _)) in enumerate(zip(keys, levels, strict=True))}
    return columns, [np.flatnonzero((numbers == cell).all(axis=1)) for cell in combinations]


def _levels(column: Any, height: int, missing: bool) -> tuple[Any, np.ndarray]:
    """The different values of a key, all categories of categorical ones, and the position among them of each row (-1 for none)."""
    if isinstance(column, Categorical):
        count = len(column.names)
        places = np.where(np.isnan(column.numbers), count + 1.0, column.numbers).ravel()
        levels = np.arange(1.0, count + 1 + (missing and bool(np.isnan(column.numbers).any())))
        values = column.like(np.where(levels > count, np.nan, levels).reshape(-1, 1))
        return values, np.where(places <= len(levels), places - 1, -1).astype(int)
    groups, places = groups_of([column], height, missing), np.full(height, -1)
    for at, rows in enumerate(groups.rows):
        places[rows] = at
    return rows_of(column, np.array(groups.first, int)), places


def statistic(call: Any, method: str, value: Any) -> Any:
    """A statistic by its name, missing values left out."""
    if method in _OMITTING:
        options = (to_value("omitnan"),) if class_of(value) in ("double", "single") else ()
        if method in ("min", "max"):
            return call.feval(method, value, Tensor(np.zeros((0, 0))), 1.0)[0]
        weights = (0.0, 1.0) if method in ("var", "std") else (1.0,)
        return call.feval(method, value, *weights, *options)[0]
    if method == "mode":
        return call.feval("mode", value, 1.0)[0]
    if method == "range":
        return call.feval("minus", statistic(call, "max", value), statistic(call, "min", value))[0]
    missing = arg.elements(call.feval("ismissing", value)[0])
    if method == "nummissing":
        return float(missing.sum())
    if method == "nnz":
        return float(np.count_nonzero(np.nan_to_num(as_array(value).astype(np.float64))))
    if method == "numunique":
        return float(len(np.unique(codes_of(value)[~missing.reshape(shape_of(value)[0], math.prod(shape_of(value)[1:])).any(axis=1)])))
    raise call.error(f"Unrecognized grouping method '{method}'.", f"MATLAB:{call.name}:InvalidMethodOption")


def _methods(call: Any, value: Any) -> list[tuple[str, Any]]:
    """Statistics by names or handles, each behind the prefix that it gives to names of variables."""
    items = list(value.array.ravel(order="F")) if type(value) is CellArray else [value]
    if len(items) == 1 and not isinstance(items[0], FunctionHandle):
        names = texts_of(items[0])
        items = [to_value(n) for n in (_ALL if "all" in [n.lower() for n in names] else names)]
    numbers = itertools.count(1)
    words = [item if isinstance(item, FunctionHandle) else text_of(item).lower() for item in items]
    return [(word if isinstance(word, str) else f"fun{next(numbers)}", word) for word in words]


def applied(call: Any, method: Any, value: Any) -> Any:
    return statistic(call, method, value) if isinstance(method, str) else call.feval(method, value)[0]


def _checked_times(call: Any, value: Any) -> Any:
    if class_of(value) != "datetime":
        raise call.error("Bins of a unit of time need a grouping variable of datetimes.", f"MATLAB:{call.name}:InvalidGroupBins")
    return value


def key_column(table: Table, name: str) -> Any:
    """A variable to group by; the row times or row names where their name is given."""
    if name not in table.columns and name == table.about.dimensions[0]:
        if hasattr(table, "times"):
            return table.times
        if table.row_names:
            return StringArray(object_array(list(table.row_names), (table.height, 1)))
    return table.column(name)


def called(call: Any, function: Any, arguments: Sequence[Any], nargout: int, handler: Any, index: int, name: str = "") -> Any:
    """The results of a function, or those of the error handler where it fails."""
    if handler is None:
        return call.feval(function, *arguments, nargout=nargout)
    try:
        with call.engine.trying():
            return call.feval(function, *arguments, nargout=nargout)
    except MatlabError as error:
        about = {"identifier": CharArray.row(error.identifier), "message": CharArray.row(error.message), "index": float(index)}
        if name:
            about["name"] = CharArray.row(name)
        return call.feval(handler, StructArray.scalar(about), *arguments, nargout=nargout)


def grouping(call: Any, table: Table, names: Sequence[str], bins: Any, edge: Any = None) -> dict[str, Any]:
    """The grouping columns by their names in the result; with bins (one for all, or a cell with one for each) they are discretized
    first."""
    if type(bins) is CellArray:
        if bins.numel not in (1, len(names)):
            raise call.error("There must be bins for each grouping variable.", f"MATLAB:{call.name}:NumberOfBins")
        each = list(bins.array.ravel(order="F")) * (len(names) if bins.numel == 1 else 1)
        return {title: key for name, b in zip(names, each, strict=True) for title, key in grouping(call, table, [name], b, edge).items()}
    columns = {name: key_column(table, name) for name in names}
    unit = text_of(bins).lower() if is_text(bins) else None
    if bins is None or unit == "none":
        return columns
    if unit is not None:
        return {f"{unit}_{name}": time_groups(call, _checked_times(call, value), unit) for name, value in columns.items()}
    side = () if edge is None else (to_value("IncludedEdge"), edge)
    return {f"disc_{name}": call.feval("discretize", value, bins, to_value("categorical"), *side)[0] for name, value in columns.items()}


@builtin(
    "groupsummary", "G = groupsummary(T, groupvars)", "G = groupsummary(T, groupvars, method)", "G = groupsummary(T, groupvars, method, datavars)",
    "G = groupsummary(T, groupvars, groupbins, method, datavars)", "[B, BG, BC] = groupsummary(A, groups, method)",
    "[...] = groupsummary(..., Name, Value)",
    summary="Statistics of groups of rows.",
    examples=(
        Example("G = groupsummary(table({'a';'b';'a'},[1;2;3],'VariableNames',{'k','v'}),'k','mean'); G.mean_v", "[2;2]"),
        Example("G = groupsummary(table([2;1;2],[5;6;7],'VariableNames',{'k','v'}),'k',{'sum','max'},'v'); [G.GroupCount G.sum_v G.max_v]", "[1 6 6;2 12 7]"),
        Example("groupsummary([1;2;3],[1;2;1],'sum')", "[4;2]"),
        Example("G = groupsummary(table([1;1;2],[3;4;5],[6;7;8],'VariableNames',{'k','a','b'}),'k',@(x,y) sum(x.*y),{'a','b'}); G.fun1_a_b", "[46;40]"),
        Example("groupsummary([1 10;2 20;3 30],[1;1;2],{'mean','max'})", "[1.5 15 2 20;3 30 3 30]"),
        Example("[B,BG] = groupsummary([1;2;3],[0.5;2;2.5],[0 1 3],'mean'); {B,cellstr(BG)}", "{[1;2.5],{'[0, 1)';'[1, 3]'}}"),
        Example("G = groupsummary(table(datetime(2024,[1;3;1],5),[1;2;3],'VariableNames',{'d','v'}),'d','month','sum','v'); {cellstr(G.month_d), G.sum_v}", "{{'Jan-2024';'Mar-2024'},[4;2]}"),
        Example("G = groupsummary(table(categorical([1;1],1:2,{'a','b'}),[3;4]),'Var1','sum','IncludeEmptyGroups',true); {G.GroupCount, G.sum_Var2}", "{[2;0],[7;0]}"),
        Example("G = groupsummary(table(datetime(2024,1,[1;7;8])),'Var1','dayname'); {cellstr(G.dayname_Var1), G.GroupCount}", "{{'Sunday';'Monday'},[1;2]}"),
    ),
    errors=(ErrorCase("groupsummary(table([1;2]),'x','mean')", "MATLAB:table:UnrecognizedVarName"),),
)  # fmt: skip
def groupsummary(call, data, groups, *arguments):
    values, named = split_options(arguments, _OPTIONS)
    missing = named.switch("IncludeMissingGroups", True)
    if not isinstance(data, Table):
        return _of_array(call, data, groups, arguments)
    bins = values.pop(0) if values and _is_bins(values) else None
    _no_more(call, values, 2)
    names = data.chosen_names(groups)
    keys = grouping(call, data, names, bins, named.get("IncludedEdge"))
    columns, rows = keyed_groups(keys, data.height, missing, named.switch("IncludeEmptyGroups"))
    columns["GroupCount"] = Tensor(np.array([[len(r)] for r in rows], np.float64).reshape(-1, 1))
    if values:
        methods = _methods(call, values[0])
        if len(values) > 1 and _takes_several(call, methods, values[1]):
            columns |= _together(call, data, methods, values[1], rows)
        else:
            chosen = data.chosen_names(values[1]) if len(values) > 1 else [n for n in data.names if n not in names]
            columns |= {f"{p}_{name}": _of_groups(call, method, data.column(name), rows) for name in chosen for p, method in methods}
    return Table(columns, (), len(rows))


def _of_groups(call: Any, method: Any, value: Any, groups: Sequence[np.ndarray]) -> Any:
    """A statistic of a variable for each group of rows; missing for a group without rows where it gives nothing."""
    together = statistics_of_groups(method, value, groups)
    if together is not None:
        return together
    results = [applied(call, method, rows_of(value, rows)) for rows in groups]
    return joined_values([r if len(rows) or shape_of(r)[0] else gap_like(r) for r, rows in zip(results, groups, strict=True)], "vertcat")


def _takes_several(call: Any, methods: list[tuple[str, Any]], choices: Any) -> bool:
    """Whether the methods are functions of as many inputs as a cell array has choices of data variables."""
    if type(choices) is not CellArray or choices.numel < 2:
        return False
    handles = [method for _, method in methods if isinstance(method, FunctionHandle)]
    return len(handles) == len(methods) and all(as_array(call.feval("nargin", h)[0]).flat[0] == choices.numel for h in handles)


def _together(call: Any, data: Table, methods: list[tuple[str, Any]], variables: CellArray, groups: Sequence[Any]) -> dict[str, Any]:
    """Functions of several data variables: the first of each choice together, the second of each, and so on."""
    choices = [data.chosen_names(item) for item in variables.array.ravel(order="F")]
    count = max(len(names) for names in choices)
    if any(len(names) not in (1, count) for names in choices):
        raise call.error(
            "Each input of the function must have one data variable, or as many as the others.", f"MATLAB:{call.name}:DataVariables"
        )
    columns = {}
    for names in zip(*(names * (count if len(names) == 1 else 1) for names in choices), strict=True):
        for prefix, method in methods:
            results = [call.feval(method, *(rows_of(data.column(n), rows) for n in names))[0] for rows in groups]
            columns["_".join((prefix, *names))] = joined_values(results, "vertcat")
    return columns


def _no_more(call: Any, values: Sequence[Any], most: int) -> None:
    """An error where there are more than ``most`` arguments in front of the options."""
    if len(values) > most:
        name = text_of(values[most]) if is_text(values[most]) else ""
        raise call.error(f"Invalid parameter name: {name}.", f"MATLAB:{call.name}:parseArgs:BadParamName")


def _is_bins(values: Sequence[Any]) -> bool:
    """Whether the first of the arguments after the grouping variables names bins, not a method."""
    first = values[0]
    if is_text(first):
        return text_of(first).lower() in ("none", *TIME_BINS)
    if type(first) is CellArray:
        return first.numel > 0 and all(_is_bins([item]) for item in first.array.flat)
    return class_of(first) in ("double", "single", "datetime", "duration", "calendarDuration")


def _of_array(call: Any, data: Any, groups: Any, arguments: Sequence[Any]) -> Any:
    """Statistics of groups of the rows of an array: the methods side by side, names of groups, and how many rows each has."""
    values, named = split_options(arguments, _OPTIONS)
    bins = [values.pop(0)] if len(values) > 1 and _is_bins(values) else []
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    _no_more(call, values, 1)
    table, keys, names = tabled(call, data, groups)
    options = [item for name, value in named.items() for item in (to_value(name), value)]
    result = groupsummary.function(call, table, cellstr_row(keys), *bins, values[0], cellstr_row(names), *options)
    titles = [f"{prefix}_{name}" for prefix, _ in _methods(call, values[0]) for name in names]
    return side_by_side(result, titles), identifiers(list(result.columns.values())[: len(keys)]), result.columns["GroupCount"]


@builtin(
    "groupcounts", "G = groupcounts(T, groupvars)", "G = groupcounts(T, groupvars, groupbins)", "[B, BG, BP] = groupcounts(A)", "[B, BG, BP] = groupcounts(A, groupbins)",
    "[...] = groupcounts(..., Name, Value)",
    summary="How many rows each group has, and how many percent that is.",
    examples=(
        Example("G = groupcounts(table({'a';'b';'a';'a'},'VariableNames',{'k'}),'k'); [G.GroupCount G.Percent]", "[3 75;1 25]"),
        Example("[B,BG] = groupcounts([5;3;5])", "{[1;2],[3;5]}"),
        Example("[B,BG] = groupcounts({[1;1;2],['x';'y';'x']})", "{[1;1;1],{[1;1;2],['x';'y';'x']}}"),
        Example("groupcounts([1;2;8],[0 5 10])", "[2;1]"),
    ),
)  # fmt: skip
def groupcounts(call, data, *arguments):
    values, named = split_options(arguments, _OPTIONS)
    if not isinstance(data, Table):
        _no_more(call, values, 1)
        table, names, _ = tabled(call, None, data)
        keys, counts, percent = _counts(call, table, names, values, named)
        return to_value(counts), identifiers(list(keys.values())), to_value(percent)
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    _no_more(call, values, 2)
    keys, counts, percent = _counts(call, data, data.chosen_names(values[0]), values[1:], named)
    shares = {"Percent": to_value(percent)} if named.switch("IncludePercentGroups", True) else {}
    return Table({**keys, "GroupCount": to_value(counts), **shares}, (), len(counts))


def _counts(
    call: Any, table: Table, names: Sequence[str], bins: Sequence[Any], named: arg.Options
) -> tuple[dict[str, Any], np.ndarray, np.ndarray]:
    """The keys of each group, how many rows it has, and how many percent that is."""
    keys = grouping(call, table, names, bins[0] if bins else None, named.get("IncludedEdge"))
    columns, rows = keyed_groups(keys, table.height, named.switch("IncludeMissingGroups", True), named.switch("IncludeEmptyGroups"))
    counts = np.array([[len(r)] for r in rows], np.float64).reshape(-1, 1)
    return columns, counts, 100 * counts / counts.sum()


@builtin(
    "groupfilter", "G = groupfilter(T, groupvars, method)", "G = groupfilter(T, groupvars, groupbins, method, datavars)", "G = groupfilter(T, groupvars, method, datavars)",
    "[B, BG] = groupfilter(A, groups, method)",
    "G = groupfilter(..., 'IncludedEdge', side)",
    summary="The rows of the groups for which a function gives true.",
    examples=(
        Example("G = groupfilter(table([1;1;2],[5;6;7]),'Var1',@(x) numel(x) > 1); G.Var2", "[5;6]"),
        Example("[B,BG] = groupfilter([5;6;7],[1;2;1],@(x) numel(x) > 1)", "{[5;7],[1;1]}"),
        Example("groupfilter([1;2;3],[1;5;9],[0 5 10],@(x) numel(x) > 1,'IncludedEdge','right')", "[1;2]"),
    ),
)  # fmt: skip
def groupfilter(call, table, groups, *arguments):
    values, named = split_options(arguments, ("IncludedEdge",))
    if not isinstance(table, Table):
        return _rows_of_array(call, groupfilter, table, groups, values, named)
    row_groups, chosen, binned = _binned(call, table, groups, values, named.get("IncludedEdge"))
    keep = np.ones(table.height, bool)
    for rows in row_groups:
        for name in chosen:
            answer = as_array(call.feval(values[0], rows_of(table.column(name), rows))[0]).ravel()
            keep[rows] &= answer.astype(bool) if answer.size == len(rows) else bool(answer.all())
    return table.remade({**table.columns, **binned}).at_rows(np.flatnonzero(keep))


def _rows_of_array(call: Any, function: Any, data: Any, groups: Any, values: Sequence[Any], named: dict[str, Any]) -> Any:
    """Rows of an array that a function of groups keeps or changes, and their groups."""
    table, keys, names = tabled(call, data, groups)
    bins = [values[0]] if len(values) > 1 and _is_bins(values) else []
    options = [item for name, value in named.items() for item in (to_value(name), value)]
    result = function.function(call, table, cellstr_row(keys), *values, cellstr_row(names), *options)
    added = [name for name in result.names if name not in table.names]
    binned = added[: len(keys)] if bins else []
    shown = names + [name for name in added if name not in binned]
    return side_by_side(result, shown), identifiers([result.columns[name] for name in binned or keys])


def _binned(
    call: Any, table: Table, groups: Any, values: list[Any], edge: Any
) -> tuple[tuple[np.ndarray, ...], list[str], dict[str, Any]]:
    """The rows of the groups of a table, the data variables, and the binned grouping variables as new columns.

    ``values`` are the arguments behind the grouping variables; bins are taken from their front.
    """
    bins = values.pop(0) if len(values) > 1 and _is_bins(values) else None
    if not values:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    keys = table.chosen_names(groups)
    columns = grouping(call, table, keys, bins, edge)
    chosen = table.chosen_names(values[1]) if len(values) > 1 else [n for n in table.names if n not in keys]
    binned = {name: value for name, value in columns.items() if name not in table.columns}
    return groups_of(list(columns.values()), table.height).rows, chosen, binned


@builtin(
    "grouptransform", "G = grouptransform(T, groupvars, method)", "G = grouptransform(T, groupvars, groupbins, method, datavars)", "G = grouptransform(T, groupvars, method, datavars)",
    "[B, BG] = grouptransform(A, groups, method)",
    "G = grouptransform(..., 'ReplaceValues', tf)",
    summary="Table with the values of each group transformed: zscore, norm, meancenter, rescale, meanfill, linearfill, or a function.",
    examples=(
        Example("G = grouptransform(table([1;1;2],[5;7;9]),'Var1','meancenter'); G.Var2", "[-1;1;0]"),
        Example("grouptransform([1 10;2 20;3 40],[1;1;2],@(x) x - min(x))", "[0 0;1 10;0 0]"),
        Example("grouptransform([1;3;5],[1;1;2],'meancenter','ReplaceValues',false)", "[1 -1;3 1;5 0]"),
        Example("G = grouptransform(table([1;2;9],[5;7;9]),'Var1',[0 5 10],'meancenter'); {G.Var2, G.Properties.VariableNames}", "{[-1;1;0],{'Var1','Var2','disc_Var1'}}"),
    ),
)  # fmt: skip
def grouptransform(call, table, groups, *arguments):
    values, named = split_options(arguments, _OPTIONS)
    if not isinstance(table, Table):
        return _rows_of_array(call, grouptransform, table, groups, values, named)
    row_groups, chosen, binned = _binned(call, table, groups, values, named.get("IncludedEdge"))
    order = np.argsort(np.concatenate(row_groups), kind="stable") if row_groups else np.zeros(0, int)
    (prefix, rule), *others = _methods(call, values[0]) or [("", None)]
    if rule is None or others:
        raise call.error("There must be one method.", "MATLAB:grouptransform:InvalidMethod")
    columns = {**table.columns, **binned}
    replaced = named.switch("ReplaceValues", True)
    for name in chosen:
        together = transformed_groups(rule, table.column(name), row_groups) if isinstance(rule, str) else None
        if together is None:
            together = joined_values([_transformed(call, rule, table.column(name), rows) for rows in row_groups], "vertcat")
        columns[name if replaced else f"{prefix}_{name}"] = rows_of(together, order)
    return table.remade(columns)


def _transformed(call: Any, rule: Any, value: Any, rows: np.ndarray) -> Any:
    """One group of rows of a variable, transformed; a single row stands for all rows of the group."""
    group = rows_of(value, rows)
    if not isinstance(rule, str):
        result = call.feval(rule, group)[0]
    elif rule == "meanfill":
        result = call.feval("fillmissing", group, to_value("constant"), statistic(call, "mean", group))[0]
    elif rule == "linearfill":
        result = call.feval("fillmissing", group, to_value("linear"))[0]
    elif rule in _TRANSFORMS:
        result = to_value(_TRANSFORMS[rule](as_array(group).astype(np.float64)))
    else:
        raise call.error(f"Unrecognized grouping method '{rule}'.", "MATLAB:grouptransform:InvalidMethodOption")
    return rows_of(result, np.zeros(len(rows), int)) if shape_of(result)[0] == 1 and len(rows) > 1 else result


def _centred(array: np.ndarray) -> np.ndarray:
    return array - np.nanmean(array, axis=0)


def _standardized(array: np.ndarray) -> np.ndarray:
    spread = np.nanstd(array, axis=0, ddof=1) if len(array) > 1 else 0.0
    return _centred(array) / np.where(spread == 0, 1.0, spread)


def _rescaled(array: np.ndarray) -> np.ndarray:
    low, high = np.nanmin(array, axis=0), np.nanmax(array, axis=0)
    return (array - low) / np.where(high == low, 1.0, high - low)


_TRANSFORMS: dict[str, Callable[[np.ndarray], np.ndarray]] = {
    "meancenter": _centred,
    "zscore": _standardized,
    "norm": lambda array: array / np.sqrt(np.nansum(array**2, axis=0)),
    "rescale": _rescaled,
}
