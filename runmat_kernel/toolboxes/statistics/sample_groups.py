"""Groups in samples: grp2idx, grpstats, crosstab, dummyvar; combinations and factorial designs."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, FunctionHandle
from ...values.convert import as_array, is_text, numel_of, text_of
from ..data_analysis.samples import joined_groups, sample_groups
from ..elementary.choices import choices_of


def _names(names: tuple[str, ...]) -> CellArray:
    return cellstr_column(names)


@builtin(
    "grp2idx", "[g, gn, gl] = grp2idx(s)", summary="Numbers, names and values of the groups of a vector: numbers sorted, texts in the order in which they come first.",
    examples=(
        Example("[g,n,l] = grp2idx([5 3 NaN 5]); {g,n,l}", "{[2;1;NaN;2],{'3';'5'},[3;5]}"), Example("[g,n] = grp2idx({'b';'a';'b';''}); {g,n}", "{[1;2;1;NaN],{'b';'a'}}"),
        Example("[g,n] = grp2idx(categorical({'y','x','y'},{'y','x'})); {g,n}", "{[1;2;1],{'y';'x'}}"), Example("grp2idx([true false])", "[2;1]"),
    ),
    errors=(ErrorCase("grp2idx({1,2})", "stats:grp2idx:BadGroup"),), see_also=("findgroups", "grpstats"),
)  # fmt: skip
def grp2idx(call: Any, s: Any) -> Any:
    groups = sample_groups(s)
    return np.where(groups.index < 0, np.nan, groups.index + 1.0)[:, None], _names(groups.names), groups.levels


_STATISTICS = {
    "mean": lambda x: x.mean(axis=0), "median": lambda x: np.median(x, axis=0), "std": lambda x: x.std(axis=0, ddof=1) if len(x) > 1 else x[0] * 0,
    "var": lambda x: x.var(axis=0, ddof=1) if len(x) > 1 else x[0] * 0, "min": lambda x: x.min(axis=0), "max": lambda x: x.max(axis=0),
    "range": lambda x: x.max(axis=0) - x.min(axis=0), "numel": lambda x: np.full(x.shape[1:], float(len(x))),
    "sem": lambda x: (x.std(axis=0, ddof=1) if len(x) > 1 else x[0] * 0) / np.sqrt(len(x)), "mode": lambda x: np.array([_mode(column) for column in x.T]),
}  # fmt: skip


def _mode(column: np.ndarray) -> float:
    values, counts = np.unique(column, return_counts=True)
    return float(values[counts.argmax()])


@builtin(
    "grpstats", "m = grpstats(X, group)", "[s1, ..., sN] = grpstats(X, group, whichstats)",
    summary="Means, or other statistics, of the columns of X for each group, a row each; 'mean', 'sem', 'numel', 'gname', 'std', 'var', 'min', 'max', 'median', 'mode', 'range', or functions; NaN is left out.",
    examples=(
        Example("grpstats([1;2;3;10],[1;1;2;2])", "[1.5;6.5]"), Example("[m,n,g] = grpstats([1 2;3 4;5 6],{'b';'a';'b'},{'mean','numel','gname'}); {m,n,g}", "{[3 4;3 4],[2 2;1 1],{'b';'a'}}"),
        Example("grpstats([1;2;NaN;10],[1;1;2;2],'max')", "[2;10]"), Example("grpstats([1;2;4],[1;1;2],@(x) sum(x))", "[3;4]"), Example("grpstats([1;3],[])", "2"),
        Example("[m,g] = grpstats([1;2;3],{[1;1;2],{'x';'y';'x'}},{'mean','gname'}); {m,g}", "{[1;2;3],{'1' 'x';'1' 'y';'2' 'x'}}"),
    ),
    errors=(ErrorCase("grpstats([1;2],[1;2;3])", "stats:grpstats:InputSizeMismatch"), ErrorCase("grpstats([1;2],[1;2],'sums')", "stats:grpstats:BadFunction")),
    see_also=("grp2idx", "splitapply", "groupsummary"),
)  # fmt: skip
def grpstats(call: Any, x: Any, group: Any = None, which: Any = None) -> Any:
    data = arg.matrix(x)
    data = data.reshape(-1, 1) if data.shape[0] == 1 else data
    whole = group is None or (type(group) is not CellArray and numel_of(group) == 0)
    groups = sample_groups(call.session.value(np.ones((len(data), 1)))) if whole else joined_groups(group)
    if groups.index.size != len(data):
        raise call.error("There must be one group for each row of X.", "stats:grpstats:InputSizeMismatch")
    statistics = list(which.array.ravel(order="F")) if type(which) is CellArray else ["mean"] if which is None else [which]
    return tuple(_grouped(call, data, groups, statistic) for statistic in statistics)


def _grouped(call: Any, data: np.ndarray, groups: Any, statistic: Any) -> Any:
    """A statistic of each group (rows) in each column of the data; 'gname' gives the names of the groups."""
    word = statistic if isinstance(statistic, str) else text_of(statistic).lower() if is_text(statistic) else ""
    if word == "gname":
        lines = [name.split(",") for name in groups.names]
        width = len(lines[0]) if lines else 0
        return CellArray.of([CharArray.row(line[k]) for k in range(width) for line in lines], (len(lines), width))
    if (word or type(statistic) is not FunctionHandle) and word not in _STATISTICS:
        raise call.error(f"The statistic '{word}' is not known.", "stats:grpstats:BadFunction")

    def of_column(column: np.ndarray) -> float:
        known = column[~np.isnan(column)]
        if type(statistic) is FunctionHandle:
            return arg.scalar(call.feval(statistic, call.session.value(known[:, None]), nargout=1)[0])
        if not known.size:
            return 0.0 if word == "numel" else np.nan
        return _STATISTICS[word](known[:, None])[0]

    rows = [[of_column(column) for column in data[groups.index == k].T] for k in range(groups.count)]
    return np.array(rows, float).reshape(groups.count, data.shape[1])


@builtin(
    "crosstab", "tbl = crosstab(x1, ..., xn)", "[tbl, chi2, p, labels] = crosstab(...)",
    summary="How often the groups of vectors meet, with the test that they are independent and the names of the groups.",
    examples=(
        Example("crosstab([1 1 2 2 2],[1 2 1 1 2])", "[1 1;2 1]"), Example("[t,c,p,l] = crosstab({'b';'a';'b'},[5;5;6]); {t,round(c,6),round(p,4),l}", "{[1 1;1 0],0.75,0.3865,{'b','5';'a','6'}}"),
        Example("crosstab([1 1 2])", "[2;1]"), Example("size(crosstab([1 2 1],[1 1 2],[1 1 1]))", "[2 2]"),
    ),
    errors=(ErrorCase("crosstab([1 2],[1 2 3])", "stats:crosstab:InputSizeMismatch"),), see_also=("tabulate",),
)  # fmt: skip
def crosstab(call: Any, *variables: Any) -> Any:
    from scipy import stats

    groups = [sample_groups(v) for v in variables]
    if not groups:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if len({g.index.size for g in groups}) != 1:
        raise call.error("The vectors must have the same number of elements.", "stats:crosstab:InputSizeMismatch")
    shape = tuple(g.count for g in groups) if len(groups) > 1 else (groups[0].count, 1)
    present = np.logical_and.reduce([g.index >= 0 for g in groups])
    table = np.zeros(shape)
    np.add.at(table, tuple(g.index[present] for g in groups) + ((0,) if len(groups) == 1 else ()), 1.0)
    expected = _expected(table) if len(groups) > 1 else np.full(table.shape, table.sum() / max(table.size, 1))
    with np.errstate(all="ignore"):
        chi2 = float(np.sum((table - expected) ** 2 / expected))
    degrees = table.size - 1 - (sum(n - 1 for n in shape) if len(groups) > 1 else 0)
    longest = max(g.count for g in groups)
    empty = call.session.value(np.zeros((0, 0)))
    labels = [CharArray.row(g.names[k]) if k < g.count else empty for g in groups for k in range(longest)]
    cell = CellArray.of(labels, (longest, len(groups)))
    return table, chi2, float(stats.chi2.sf(chi2, degrees)) if degrees > 0 else np.nan, cell


@builtin(
    "dummyvar", "D = dummyvar(group)", summary="A column of zeros and ones for each group: of the columns of a matrix of positive whole numbers, of categories, or of several in a cell.",
    examples=(
        Example("dummyvar([1;3;1])", "[1 0 0;0 0 1;1 0 0]"), Example("dummyvar([1 2;2 1])", "[1 0 0 1;0 1 1 0]"), Example("dummyvar(categorical({'b';'a';'b'}))", "[0 1;1 0;0 1]"),
        Example("dummyvar({[1;2],categorical({'x';'y'})})", "[1 0 1 0;0 1 0 1]"),
    ),
    errors=(ErrorCase("dummyvar([0;1])", "stats:dummyvar:BadGroup"),), see_also=("grp2idx",),
)  # fmt: skip
def dummyvar(call: Any, group: Any) -> Any:
    if type(group) is CellArray:
        parts = [as_array(call.feval("dummyvar", part, nargout=1)[0]) for part in group.array.ravel(order="F")]
        return np.hstack(parts)
    if hasattr(group, "names"):
        groups = sample_groups(group)
        columns = [(groups.index, groups.count)]
    else:
        numbers = arg.matrix(group)
        numbers = numbers.reshape(-1, 1) if numbers.shape[0] == 1 else numbers
        if not numbers.size or (numbers < 1).any() or (numbers != np.floor(numbers)).any():
            raise call.error("The groups must be positive whole numbers, or categories.", "stats:dummyvar:BadGroup")
        columns = [(column.astype(int) - 1, int(column.max(initial=0))) for column in numbers.T]
    return np.hstack([np.where((index < 0)[:, None], np.nan, index[:, None] == np.arange(count)).astype(float) for index, count in columns])


@builtin(
    "combnk", "c = combnk(v, k)", summary="All choices of k elements of a vector, a row each; see nchoosek.",
    examples=(Example("sortrows(combnk(1:3,2))", "[1 2;1 3;2 3]"), Example("size(combnk('abcd',3))", "[4 3]")),
    errors=(ErrorCase("combnk(1:3,-1)", "stats:combnk:InvalidK"),), see_also=("nchoosek", "perms"),
)  # fmt: skip
def combnk(call: Any, v: Any, k: Any) -> Any:
    count = arg.integer(k)
    if count < 0:
        raise call.error("K must be a whole number that is not negative.", "stats:combnk:InvalidK")
    return choices_of(call, v, count, last_first=True)


@builtin(
    "fullfact", "d = fullfact(levels)", summary="Every combination of the levels of factors, a row each; the first factor changes fastest.",
    examples=(Example("fullfact([2 3])", "[1 1;2 1;1 2;2 2;1 3;2 3]"),), errors=(ErrorCase("fullfact([2 0])", "stats:fullfact:NumLevels"),), see_also=("ff2n",),
)  # fmt: skip
def fullfact(call: Any, levels: Any) -> Any:
    counts = arg.flat(levels)
    if not counts.size or (counts < 1).any() or (counts != np.floor(counts)).any():
        raise call.error("The levels must be positive whole numbers.", "stats:fullfact:NumLevels")
    grids = np.meshgrid(*(np.arange(1.0, n + 1) for n in counts), indexing="ij")
    return np.column_stack([grid.ravel(order="F") for grid in grids])


@builtin(
    "ff2n", "d = ff2n(n)", summary="Every combination of n factors that are 0 or 1, a row each; the last factor changes fastest.",
    examples=(Example("ff2n(2)", "[0 0;0 1;1 0;1 1]"),), see_also=("fullfact",),
)  # fmt: skip
def ff2n(call: Any, n: Any) -> Any:
    count = arg.integer(n)
    if count < 0:
        raise call.error("The number of factors must not be negative.", "stats:ff2n:BadNumber")
    arg.check_array_size((1 << min(count, 64), max(count, 1)), "double")
    return ((np.arange(2**count)[:, None] >> np.arange(count - 1, -1, -1)) & 1).astype(float)


@builtin(
    "x2fx", "D = x2fx(X)", "D = x2fx(X, model)", summary="Terms of a model of the columns of X: 'linear', 'interaction', 'purequadratic', 'quadratic', or a matrix of powers, a row for each term.",
    examples=(
        Example("x2fx([2 3])", "[1 2 3]"), Example("x2fx([2 3],'interaction')", "[1 2 3 6]"), Example("x2fx([2 3],'quadratic')", "[1 2 3 6 4 9]"),
        Example("x2fx([2 3],'purequadratic')", "[1 2 3 4 9]"), Example("x2fx([2 3;4 5],[0 0;1 2])", "[1 18;1 100]"),
    ),
    errors=(ErrorCase("x2fx([1 2],'cubic')", "stats:x2fx:BadModel"), ErrorCase("x2fx([1 2],[1 2 3])", "stats:x2fx:BadModel")), see_also=("regress",),
)  # fmt: skip
def x2fx(call: Any, x: Any, model: Any = None) -> Any:
    data = arg.matrix(x)
    n = data.shape[1]
    if model is not None and not is_text(model):
        powers = arg.matrix(model)
        if powers.shape[1] != n:
            raise call.error("The model must have a column for each variable.", "stats:x2fx:BadModel")
        return np.array([np.prod(data**row, axis=1) for row in powers]).reshape(len(powers), len(data)).T
    word = text_of(model).lower() if model is not None else "linear"
    if word not in ("linear", "interaction", "purequadratic", "quadratic", "additive"):
        raise call.error(f"The model '{word}' is not known.", "stats:x2fx:BadModel")
    terms = [np.ones(len(data)), *data.T]
    if word in ("interaction", "quadratic"):
        terms += [data[:, i] * data[:, j] for i, j in itertools.combinations(range(n), 2)]
    if word in ("purequadratic", "quadratic"):
        terms += [column**2 for column in data.T]
    return np.column_stack(terms)


def _expected(table: np.ndarray) -> np.ndarray:
    """The counts that independent variables would have, from the sums along the dimensions of a table."""
    total = table.sum()
    expected = np.full(table.shape, total) if total else np.ones(table.shape)
    for axis in range(table.ndim):
        others = tuple(k for k in range(table.ndim) if k != axis)
        expected = expected * table.sum(axis=others, keepdims=True) / max(total, 1)
    return expected
