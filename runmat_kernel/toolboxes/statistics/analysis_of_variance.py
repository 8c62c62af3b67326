"""Analysis of variance: anova1, anova2, kruskalwallis, friedman."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StructArray
from ...values.convert import is_text, numel_of, text_of, to_value
from ..data_analysis.samples import joined_groups
from .sample_statistics import _ranked


def _cells(call: Any, lines: list[list[Any]]) -> CellArray:
    """A cell of texts, numbers and [] (None)."""
    value = call.session.value
    columns = [[line[k] for line in lines] for k in range(len(lines[0]))]
    return CellArray.of(
        [
            CharArray.row(item) if isinstance(item, str) else value(np.zeros((0, 0))) if item is None else float(item)
            for c in columns
            for item in c
        ],
        (len(lines), len(lines[0])),
    )


def _samples(call: Any, x: Any, group: Any) -> tuple[list[np.ndarray], list[str], bool]:
    """Samples without NaN and their names: the columns of a matrix, or the groups of a vector; and whether they are columns."""
    data = arg.matrix(x).astype(float)
    grouped = group is not None and (type(group) in (CellArray, CharArray) or numel_of(group) > 0)
    if data.shape[0] == 1 and not grouped:
        data = data.reshape(-1, 1)
    if grouped and not (min(data.shape) > 1 and numel_of(group) == data.shape[1]):
        groups = joined_groups(group)
        if groups.index.size != data.size:
            raise call.error("X and GROUP must have the same length.", f"stats:{call.name}:InputSizeMismatch")
        flat = data.ravel(order="F")
        samples = [flat[(groups.index == k) & ~np.isnan(flat)] for k in range(groups.count)]
        return samples, list(groups.names), False
    names = list(joined_groups(group).names) if grouped else [str(k + 1) for k in range(data.shape[1])]
    return [column[~np.isnan(column)] for column in data.T], names, True


def _shown(call: Any, option: Any) -> bool:
    if option is None or arg.is_empty_matrix(option):
        return True
    word = text_of(option).lower() if is_text(option) else ""
    if word not in ("on", "off"):
        raise call.error("The display option must be 'on' or 'off'.", f"stats:{call.name}:BadDisplayOpt")
    return word == "on"


def _drawn(call: Any, lines: list[list[Any]], samples: list[np.ndarray], names: list[str], title: str) -> None:
    """Show the table and box plots of the samples."""
    texts = [[item if isinstance(item, str) else "" if item is None else f"{item:.6g}" for item in line] for line in lines]
    widths = [max(len(line[k]) for line in texts) for k in range(len(texts[0]))]
    call.write(title + "\n" + "\n".join("  ".join(t.ljust(w) for t, w in zip(line, widths, strict=True)).rstrip() for line in texts) + "\n")
    value = call.session.value
    call.feval("figure", nargout=0)
    values = np.concatenate(samples) if samples else np.zeros(0)
    labels = cellstr_column([name for name, sample in zip(names, samples, strict=True) for _ in sample])
    call.feval("boxplot", value(values[:, None]), labels, nargout=0)


@builtin(
    "anova1", "p = anova1(y)", "p = anova1(y, group)", "[p, tbl, stats] = anova1(y, group, displayopt)",
    summary="Whether the means of samples, columns of y or groups of a vector, can be equal; shows a table and box plots unless displayopt is 'off'.",
    examples=(
        Example("p = anova1([1 2;2 4;3 6],[],'off'); round(p,6)", "round(fcdf(2.4,1,4,'upper'),6)"),
        Example("[p,t,s] = anova1([1;2;3;4;6],{'b','b','a','a','a'},'off'); {t(1,:), t{2,1}, round([t{2:4,2}],6), [t{2:4,3}], s.gnames, round(s.means,6), s.n, s.df}", "{{'Source','SS','df','MS','F','Prob>F'},'Groups',round([9.63333333333333 5.16666666666667 14.8],6),[1 3 4],{'b';'a'},round([1.5 13/3],6),[2 3],3}"),
        Example("[~,t] = anova1([1 NaN;2 4;3 6],{'u','v'},'off'); {t{2,1}, t{2,3}, t{3,3}}", "{'Columns',1,3}"),
    ),
    errors=(ErrorCase("anova1([1 2 3],[1 2],'off')", "stats:anova1:InputSizeMismatch"), ErrorCase("anova1([1 2;3 4],[],'yes')", "stats:anova1:BadDisplayOpt")),
    see_also=("anova2", "kruskalwallis", "boxplot"),
)  # fmt: skip
def anova1(call: Any, y: Any, group: Any = None, option: Any = None) -> Any:
    from scipy import stats

    shown = _shown(call, option)
    samples, names, columns = _samples(call, y, group)
    sizes, means = np.array([s.size for s in samples], float), np.array([s.mean() if s.size else np.nan for s in samples])
    there, total = sizes > 0, float(sizes.sum())
    grand = float(np.concatenate(samples).mean()) if total else np.nan
    between = float(np.sum(sizes[there] * (means[there] - grand) ** 2))
    within = float(sum(((s - m) ** 2).sum() for s, m in zip(samples, means, strict=True) if s.size))
    df1, df2 = float(there.sum() - 1), float(total - there.sum())
    ms1, ms2 = between / df1 if df1 > 0 else math.nan, within / df2 if df2 > 0 else math.nan
    f = ms1 / ms2 if ms2 > 0 else math.inf if ms1 > 0 else math.nan
    p = float(stats.f.sf(f, df1, df2)) if df1 > 0 and df2 > 0 else math.nan
    lines = [["Source", "SS", "df", "MS", "F", "Prob>F"], ["Columns" if columns else "Groups", between, df1, ms1, f, p],
             ["Error", within, df2, ms2, None, None], ["Total", between + within, df1 + df2, None, None, None]]  # fmt: skip
    if shown:
        _drawn(call, lines, samples, names, "ANOVA Table")
    about = {
        "gnames": cellstr_column(names),
        "n": sizes[None, :],
        "source": "anova1",
        "means": means[None, :],
        "df": df2,
        "s": math.sqrt(ms2),
    }
    return p, _cells(call, lines), StructArray.scalar({name: to_value(value) for name, value in about.items()})


@builtin(
    "kruskalwallis", "p = kruskalwallis(x)", "p = kruskalwallis(x, group)", "[p, tbl, stats] = kruskalwallis(x, group, displayopt)",
    summary="Whether samples, columns of x or groups of a vector, can come from the same distribution, by ranks; shows a table and box plots unless displayopt is 'off'.",
    examples=(
        Example("[p,t] = kruskalwallis([1 4;2 5;3 6],[],'off'); {round(p,6), round(t{2,5},6), t{2,3}}", "{round(chi2cdf(27/7,1,'upper'),6),round(27/7,6),1}"),
        Example("[~,~,s] = kruskalwallis([1;1;5;6],[1;1;2;2],'off'); {s.meanranks,s.sumt}", "{[1.5 3.5],6}"),
    ),
    errors=(ErrorCase("kruskalwallis([1 2 3],[1 2],'off')", "stats:kruskalwallis:InputSizeMismatch"),), see_also=("anova1", "ranksum", "friedman"),
)  # fmt: skip
def kruskalwallis(call: Any, x: Any, group: Any = None, option: Any = None) -> Any:
    from scipy import stats

    shown = _shown(call, option)
    samples, names, columns = _samples(call, x, group)
    ranks, ties = _ranked(np.concatenate(samples) if samples else np.zeros(0))
    parts = np.split(ranks, np.cumsum([s.size for s in samples])[:-1])
    sizes, n = np.array([s.size for s in samples], float), ranks.size
    means = np.array([part.mean() if part.size else np.nan for part in parts])
    there = sizes > 0
    between = float(np.sum(sizes[there] * (means[there] - (n + 1) / 2) ** 2))
    whole = float(np.sum((ranks - (n + 1) / 2) ** 2))
    df1 = float(there.sum() - 1)
    chi = between * 12 / (n * (n + 1)) if n else math.nan
    if ties:
        chi = chi / (1 - 2 * ties / (n**3 - n)) if n**3 - n > 2 * ties else math.nan
    p = float(stats.chi2.sf(chi, df1)) if df1 > 0 else math.nan
    df2 = n - 1 - df1
    within = whole - between
    lines = [["Source", "SS", "df", "MS", "Chi-sq", "Prob>Chi-sq"],
             ["Columns" if columns else "Groups", between, df1, between / df1 if df1 else math.nan, chi, p],
             ["Error", within, df2, within / df2 if df2 else math.nan, None, None], ["Total", whole, float(n - 1), None, None, None]]  # fmt: skip
    if shown:
        _drawn(call, lines, samples, names, "Kruskal-Wallis ANOVA Table")
    about = {"gnames": cellstr_column(names), "n": sizes[None, :], "source": "kruskalwallis", "meanranks": means[None, :], "sumt": 2 * ties}
    return p, _cells(call, lines), StructArray.scalar({name: to_value(value) for name, value in about.items()})


def _by_two(call: Any, x: Any, reps: Any) -> tuple[np.ndarray, int]:
    """The data as rows, repetitions and columns, of equal numbers."""
    data, count = arg.matrix(x).astype(float), arg.integer(reps)
    if count < 1 or len(data) % count or data.shape[1] < 2 or len(data) // count < 1:
        raise call.error("The number of rows must be a multiple of REPS.", f"stats:{call.name}:BadSize")
    if np.isnan(data).any():
        raise call.error("NaN values in input not allowed.", f"stats:{call.name}:DataNotBalanced")
    return data.reshape(len(data) // count, count, data.shape[1]), count


@builtin(
    "anova2", "p = anova2(y, reps)", "[p, tbl, stats] = anova2(y, reps, displayopt)",
    summary="Analysis of variance of two factors, the columns and the rows of y in blocks of reps (1): chances for columns, rows and, with repetitions, both together.",
    examples=(
        Example("[p,t] = anova2([1 2 4;3 5 6;2 4 8],1,'off'); {round([t{2:5,2}],6), [t{2:5,3}], round(p,6)}", "{round([218 98 34 350]/9,6),[2 2 4 8],round(fcdf([218 98]/17,2,4,'upper'),6)}"),
        Example("[p,t] = anova2([1 2;2 3;5 9;6 8],2,'off'); {t(:,1)', [t{2:6,3}], round([t{2:6,2}],6), numel(p)}", "{{'Source','Columns','Rows','Interaction','Error','Total'},[1 1 1 4 7],[8 50 2 2 62],3}"),
    ),
    errors=(ErrorCase("anova2([1 2;3 4;5 6],2,'off')", "stats:anova2:BadSize"),), see_also=("anova1",),
)  # fmt: skip
def anova2(call: Any, y: Any, reps: Any = 1.0, option: Any = None) -> Any:
    from scipy import stats

    shown = _shown(call, option)
    data, count = _by_two(call, y, reps)
    r, _, c = data.shape
    grand, rows, columns, cells = data.mean(), data.mean(axis=(1, 2)), data.mean(axis=(0, 1)), data.mean(axis=1)
    parts = [("Columns", r * count * np.sum((columns - grand) ** 2), c - 1), ("Rows", c * count * np.sum((rows - grand) ** 2), r - 1)]
    total = float(np.sum((data - grand) ** 2))
    if count > 1:
        parts.append(("Interaction", count * np.sum((cells - rows[:, None] - columns + grand) ** 2), (r - 1) * (c - 1)))
    rest = max(total - sum(part[1] for part in parts), 0.0)
    free = data.size - 1 - sum(part[2] for part in parts)
    error = rest / free if free else math.nan
    lines: list[list[Any]] = [["Source", "SS", "df", "MS", "F", "Prob>F"]]
    chances = []
    for name, squares, degrees in parts:
        mean = squares / degrees if degrees else math.nan
        f = mean / error if error else math.inf
        chances.append(float(stats.f.sf(f, degrees, free)) if degrees and free else math.nan)
        lines.append([name, squares, degrees, mean, f, chances[-1]])
    lines += [["Error", rest, free, error, None, None], ["Total", total, data.size - 1, None, None, None]]
    if shown:
        _drawn(call, lines, list(data.reshape(-1, c).T), [str(k + 1) for k in range(c)], "ANOVA Table")
    about = {"source": "anova2", "sigmasq": error, "colmeans": columns[None, :], "coln": float(r * count), "rowmeans": rows[None, :],
             "rown": float(c * count), "inter": float(count > 1), "pval": chances[2] if count > 1 else math.nan, "df": float(free)}  # fmt: skip
    return np.array([chances]), _cells(call, lines), StructArray.scalar({name: to_value(value) for name, value in about.items()})


@builtin(
    "friedman", "p = friedman(x, reps)", "[p, tbl, stats] = friedman(x, reps, displayopt)", summary="Whether the columns of x can come from the same distribution, by ranks within its rows, in blocks of reps (1).",
    examples=(
        Example("[p,t] = friedman([1 2 3;2 3 4;1 5 6;0 1 2],1,'off'); {round(p,6), t{2,5}, t{2,3}}", "{round(chi2cdf(8,2,'upper'),6),8,2}"),
        Example("[~,~,s] = friedman([1 1 2;3 2 5],1,'off'); s.meanranks", "[1.75 1.25 3]"),
    ),
    errors=(ErrorCase("friedman([1 2;3 4;5 6],2,'off')", "stats:friedman:BadSize"),), see_also=("kruskalwallis", "anova2"),
)  # fmt: skip
def friedman(call: Any, x: Any, reps: Any = 1.0, option: Any = None) -> Any:
    from scipy import stats

    shown = _shown(call, option)
    data, count = _by_two(call, x, reps)
    r, _, c = data.shape
    ranked = [_ranked(block.ravel()) for block in data]
    ranks, ties = np.array([line.reshape(count, c) for line, _ in ranked]), 2 * sum(t for _, t in ranked)
    grand, columns, cells = (count * c + 1) / 2, ranks.mean(axis=(0, 1)), ranks.mean(axis=1)
    between = float(r * count * np.sum((columns - grand) ** 2))
    together = float(count * np.sum((cells - columns) ** 2)) if count > 1 else 0.0
    total = float(np.sum((ranks - grand) ** 2))
    free = data.size - r - (c - 1) - ((r - 1) * (c - 1) if count > 1 else 0)
    spread = count * c * (count * c + 1) / 12 - ties / (12 * r * (count * c - 1))
    chi = between / spread
    p = float(stats.chi2.sf(chi, c - 1))
    rest = max(total - between - together, 0.0)
    lines: list[list[Any]] = [["Source", "SS", "df", "MS", "Chi-sq", "Prob>Chi-sq"], ["Columns", between, c - 1, between / (c - 1), chi, p]]
    if count > 1:
        lines.append(["Interaction", together, (r - 1) * (c - 1), together / max((r - 1) * (c - 1), 1), None, None])
    lines += [["Error", rest, free, rest / free if free else math.nan, None, None], ["Total", total, data.size - 1, None, None, None]]
    if shown:
        _drawn(call, lines, list(data.reshape(-1, c).T), [str(k + 1) for k in range(c)], "Friedman's ANOVA Table")
    about = {"source": "friedman", "n": float(r), "meanranks": columns[None, :], "sigma": math.sqrt(spread)}
    return p, _cells(call, lines), StructArray.scalar({name: to_value(value) for name, value in about.items()})
