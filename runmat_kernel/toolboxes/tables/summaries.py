"""``summary``: classes, counts and statistics of an array or of the variables of a table, printed or as a structure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_row, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, StructArray
from ...values.convert import as_array, class_of, is_text, shape_of, to_value
from ...values.display import disp
from ...values.functions import FunctionHandle
from ...values.tables.table import Table
from ...values.tables.text import block_of
from ...values.tables.timetable import Timetable
from ...values.times.categorical import Categorical
from ...values.times.times import Duration
from ..arrays import category_methods as _categories  # noqa: F401 (their methods come first)

_DEFAULT = ("nummissing", "min", "median", "max", "mean", "std")
_TITLES = {
    "nummissing": "NumMissing", "min": "Min", "median": "Median", "max": "Max", "mean": "Mean", "std": "Std",
    "var": "Var", "sum": "Sum", "range": "Range", "mode": "Mode", "nnz": "NNZ", "numunique": "NumUnique",
}  # fmt: skip
_TIMES = ("nummissing", "min", "median", "max", "mean", "std", "range", "mode", "numunique")
_PLAIN = ("nummissing", "numunique")
_SUMMARIZED = ("double", "single", "logical", "categorical", "datetime", "duration", "calendarDuration", "string")
_GAP = "    "


@dataclass(slots=True)
class Asked:
    """``methods``: names of statistics, and functions with their titles; ``along``: the dimension from 1; ``full``: units and descriptions
    as well."""

    methods: tuple[Any, ...] = _DEFAULT
    chosen: list[str] | None = None
    along: int | None = None
    full: bool = True


@dataclass(slots=True)
class Known:
    """The summary of an array: its heading, counts of its different elements, and statistics by title."""

    heading: str
    counts: list[tuple[str, Any]] = field(default_factory=list)
    statistics: dict[str, Any] = field(default_factory=dict)


def _methods(call: Any, value: Any) -> tuple[Any, ...]:
    """Names and functions of 'Statistics', each once; 'default' and 'all' stand for several."""
    items = list(value.array.ravel(order="F")) if type(value) is CellArray else [value]
    chosen: list[Any] = []
    for item in items:
        if isinstance(item, FunctionHandle):
            chosen.append((f"fun{sum(isinstance(f, tuple) for f in chosen) + 1}", item))
            continue
        for word in map(str.lower, texts_of(item)):
            if word not in (*_TITLES, "default", "all", "counts"):
                raise call.error(f"Unrecognized statistic '{word}'.", "MATLAB:summary:InvalidStatistics")
            more = {"default": _DEFAULT, "all": tuple(_TITLES), "counts": ()}.get(word, (word,))
            chosen += [m for m in more if m not in chosen]
    return tuple(chosen)


def _asked(call: Any, value: Any, rest: Sequence[Any]) -> Asked:
    asked, rest = Asked(), list(rest)
    if rest and not is_text(rest[0]):
        asked.along = arg.dimension(rest.pop(0)) + 1
    named = arg.name_values(rest, "summary", "statistics datavariables detail")
    if "statistics" in named:
        asked.methods = _methods(call, named["statistics"])
    if "detail" in named:
        asked.full = arg.option(call, named["detail"], "high", "low") == "high"
    if "datavariables" in named:
        if not isinstance(value, Table):
            raise call.error("'DataVariables' is for tables and timetables only.", "MATLAB:summary:DataVariablesArray")
        asked.chosen = value.chosen_names(named["datavariables"])
        for name in asked.chosen:
            value.column(name)
    return asked


def _statistic(call: Any, method: Any, value: Any, along: int) -> Any:
    """One statistic along a dimension, missing elements left out; None where the array's class has none."""
    if isinstance(method, tuple):
        return call.feval(method[1], value)[0]
    kind = class_of(value)
    if method not in _methods_of(kind):
        return None
    if method in _COUNTS:
        return to_value(_COUNTS[method](call, value, along - 1) * 1.0)
    dim, exact = float(along), kind == "logical" or kind.startswith(("int", "uint"))
    if method in ("min", "max"):
        return call.feval(method, value, to_value(np.zeros((0, 0))), dim)[0]
    if method in ("mode", "range"):
        return call.feval(method, value, dim)[0]
    if method in ("std", "var"):
        return call.feval(method, call.feval("double", value)[0] if exact else value, 0.0, dim, to_value("omitnan"))[0]
    return call.feval(method, value, dim, *([] if exact else [to_value("omitnan")]))[0]


def _methods_of(kind: str) -> tuple[str, ...]:
    """The statistics that arrays of a class have."""
    if kind in ("double", "single", "logical") or kind.startswith(("int", "uint")):
        return tuple(_TITLES)
    return _TIMES if kind in ("datetime", "duration") else _PLAIN


def _unique_counts(call: Any, value: Any, axis: int) -> np.ndarray:
    """How many different elements that are not missing stand along an axis."""
    lines = np.moveaxis(_codes(call, value), axis, -1)
    counts = [len(np.unique(line[~np.isnan(line)])) for line in lines.reshape(-1, lines.shape[-1])]
    return np.expand_dims(np.array(counts, np.float64).reshape(lines.shape[:-1]), axis)


_COUNTS: dict[str, Callable[[Any, Any, int], np.ndarray]] = {
    "nummissing": lambda call, value, axis: np.asarray(as_array(call.feval("ismissing", value)[0])).sum(axis=axis, keepdims=True),
    "numunique": _unique_counts,
    "nnz": lambda call, value, axis: np.count_nonzero(np.nan_to_num(np.asarray(as_array(value), np.float64)), axis=axis, keepdims=True),
}


def _codes(call: Any, value: Any) -> np.ndarray:
    """Numbers that are equal where elements are, NaN for missing ones."""
    missing = np.asarray(as_array(call.feval("ismissing", value)[0]))
    size = shape_of(value)
    column = value if len(size) == 2 and size[1] == 1 else call.feval("reshape", value, float(np.prod(size)), 1.0)[0]
    places = call.feval("unique", column, nargout=3)[2]
    return np.where(missing, np.nan, as_array(places).reshape(missing.shape, order="F"))


def _known(call: Any, value: Any, asked: Asked, along: int) -> Known:
    """The summary of an array of any class."""
    kind = class_of(value)
    known = Known("cell array of character vectors" if kind == "cell" and _has_missing(value) else kind)
    if type(value) is Categorical:
        known.heading = ("ordinal " if value.ordinal else "") + kind
        counts = as_array(call.feval("countcats", value, float(along))[0])
        known.counts = [(name, to_value(np.take(counts, [k], axis=along - 1))) for k, name in enumerate(value.names)]
    elif kind == "logical":
        array = np.asarray(as_array(value))
        known.counts = [(t, to_value(a.sum(axis=along - 1, keepdims=True) * 1.0)) for t, a in (("true", array), ("false", ~array))]
    if not _has_missing(value) or (kind == "logical" and asked.methods == _DEFAULT):
        return known
    for method in asked.methods:
        statistic = _statistic(call, method, value, along)
        if statistic is not None:
            known.statistics[method[0] if isinstance(method, tuple) else _TITLES[method]] = statistic
    return known


def _has_missing(value: Any) -> bool:
    """Whether elements of a value can be missing."""
    if type(value) is CellArray:
        return all(is_text(item) for item in value.array.ravel())
    return not isinstance(value, Table | StructArray | FunctionHandle)


# --- texts -----------------------------------------------------------------------------------------------------------


def _texts(call: Any, value: Any) -> list[list[str]]:
    """The text of each element of a statistic, row by row: numbers as each is displayed by itself."""
    rows, columns = shape_of(value)[0], int(np.prod(shape_of(value)[1:]))
    if hasattr(value, "texts") or class_of(value) in ("cell", "string", "char"):
        texts = [text.strip().strip('"') for text in block_of(_flat(value))[0]]
    else:
        texts = [disp(to_value(item), call.session.display_format).strip() for item in np.asarray(as_array(value)).ravel(order="F")]
    return [[texts[i + j * rows] for j in range(columns)] for i in range(rows)]


def _flat(value: Any) -> Any:
    return value.like(arg.elements(value).reshape(-1, 1, order="F")) if hasattr(value, "like") else value


def _grid(names: Sequence[str], heads: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """Names beside columns of texts at the right of a block of their own, which stands in the middle under its head."""
    wide = max(map(len, names), default=0)
    columns = []
    for j in range(len(rows[0]) if rows else len(heads)):
        block = max((len(row[j]) for row in rows), default=0)
        head = heads[j] if heads else ""
        width = max(len(head), block + 4)
        left, at = (width - len(head)) // 2, (width - block) // 2
        columns.append([(" " * left + head).ljust(width), *((" " * at + row[j].rjust(block)).ljust(width) for row in rows)])
    body = [_GAP + _GAP.join([name.ljust(wide), *(c[i + 1] for c in columns)]) for i, name in enumerate(names)]
    return [_GAP + _GAP.join([" " * wide, *(c[0] for c in columns)]), "", *body] if heads else body


def _counted(call: Any, known: Known, value: Any, along: int) -> list[str]:
    """Categories, or true and false, and how often each is there; undefined elements last."""
    counts = [(name, _texts(call, count)) for name, count in known.counts]
    if type(value) is Categorical:
        lost = np.isnan(value.numbers).sum(axis=along - 1, keepdims=True) * 1.0
        counts.append(("<undefined>", _texts(call, to_value(lost))))
    if along == 1:
        lines = [[name, *text[0]] for name, text in counts]
    else:
        lines = [[name for name, _ in counts], *([text[i][0] for _, text in counts] for i in range(len(counts[0][1])))]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return ["".join(f"     {text.ljust(w)} " for text, w in zip(line, widths, strict=True)) for line in lines]


def _array_lines(call: Any, known: Known, value: Any, along: int) -> list[str]:
    """The display of a summary of an array."""
    if (known.counts and not known.statistics) or type(value) is Categorical:
        return _counted(call, known, value, along)
    if along == 1:
        texts = [[t for row in _texts(call, statistic) for t in row] for statistic in known.statistics.values()]
        return _grid(list(known.statistics), [], texts)
    blocks = [
        _block(title, block_of(_flat(statistic) if shape_of(statistic) else statistic)[0]) for title, statistic in known.statistics.items()
    ]
    return [(_GAP + _GAP.join(cells)) if any(cell.strip() for cell in cells) else "" for cells in zip(*blocks, strict=True)]


def _block(title: str, texts: Sequence[str]) -> list[str]:
    """A title over texts that end below each other, both in the middle."""
    wide = max(map(len, texts), default=0)
    width = max(wide, len(title))
    head = (" " * ((width - len(title)) // 2) + title).ljust(width)
    return [head, " " * width, *((" " * ((width - wide) // 2) + text.rjust(wide)).ljust(width) for text in texts)]


# --- tables ----------------------------------------------------------------------------------------------------------


def _heading(known: Known, value: Any, about: Sequence[str]) -> str:
    """The class of a variable, how many columns it has, its counts, and texts about it (its units and its description)."""
    wide = int(np.prod(shape_of(value)[1:]))
    text = (f"{wide}-column " if wide != 1 else "") + known.heading
    notes = [t for t in about if t]
    if isinstance(value, Categorical):
        notes.insert(0, f"{len(value.names)} categor{'y' if len(value.names) == 1 else 'ies'}")
    elif known.counts:
        notes.insert(0, ", ".join(str(int(n)) for n in as_array(known.counts[0][1]).ravel()) + " true")
    return text + (f" ({', '.join(notes)})" if notes else "")


def _table_lines(call: Any, table: Table, asked: Asked) -> list[str]:
    """The display of a summary of a table."""
    lines: list[str] = []
    about = table.about
    if asked.full and about.description.numel:
        lines += [f"Description: {about.description.text}", ""]
    known: dict[str, Known] = {}
    if isinstance(table, Timetable):
        times = about.dimensions[0]
        known[times] = _known(call, table.times, asked, 1)
        lines += ["Row Times:", "", f"{_GAP}{times}: {_heading(known[times], table.times, [])}", ""]
    lines += ["Variables:", ""]
    for name in asked.chosen if asked.chosen is not None else table.names:
        value = table.column(name)
        known[name] = _known(call, value, asked, 1)
        texts = [texts.get(name, "") for texts in (about.units, about.descriptions)] if asked.full else []
        lines.append(f"{_GAP}{name}: {_heading(known[name], value, texts)}")
    grid = _statistics_grid(call, known)
    if grid:
        lines += ["", f"Statistics for applicable variables{' and row times' * isinstance(table, Timetable)}:", "", *grid]
    return lines


def _statistics_grid(call: Any, known: dict[str, Known]) -> list[str]:
    """The statistics of variables, a row for each of their columns; empty where there are none."""
    titles = list(dict.fromkeys(title for summary in known.values() for title in summary.statistics))
    names, rows = [], []
    for name, summary in known.items():
        texts = {title: [t for row in _texts(call, statistic) for t in row] for title, statistic in summary.statistics.items()}
        count = max(map(len, texts.values()), default=0)
        names += [name] if count == 1 else [f"{name}(:,{k + 1})" for k in range(count)]
        rows += [[texts[t][k] if k < len(texts.get(t, ())) else "" for t in titles] for k in range(count)]
    return _grid(names, titles, rows) if rows else []


def _fields(call: Any, value: Any, asked: Asked, along: int, about: dict[str, Any]) -> dict[str, Any]:
    """The summary of an array by the names of fields; ``about`` comes behind size and type."""
    known = _known(call, value, asked, along)
    fields = {"Size": to_value(np.array([shape_of(value)], np.float64)), "Type": to_value(class_of(value)), **about}
    if type(value) is Categorical:
        fields["Categories"] = call.feval("transpose", cellstr_row(value.names))[0] if along == 1 else cellstr_row(value.names)
        fields["Counts"] = call.feval("countcats", value, float(along))[0]
    else:
        fields |= {title.capitalize(): count for title, count in known.counts}
    return {**fields, **known.statistics}


def _as_struct(call: Any, table: Table, asked: Asked) -> StructArray:
    fields: dict[str, Any] = {}
    if isinstance(table, Timetable):
        step = table.step()
        more = {"TimeStep": Duration(step, table.times.form if isinstance(table.times, Duration) else None)} if step else {}
        fields[table.about.dimensions[0]] = StructArray.scalar({**_fields(call, table.times, asked, 1, {}), **more})
    for name in asked.chosen if asked.chosen is not None else table.names:
        about = table.about
        texts = {
            "Description": to_value(about.descriptions.get(name, "")), "Units": to_value(about.units.get(name, "")),
            "Continuity": to_value(about.continuity[name]) if about.continuity.get(name) else to_value(np.zeros((0, 0))),
        }  # fmt: skip
        fields[name] = StructArray.scalar(_fields(call, table.column(name), asked, 1, texts))
    return StructArray.scalar(fields)


@builtin(
    "summary", "summary(A)", "summary(A, dim)", "summary(T)", "summary(..., Name, Value)", "s = summary(...)",
    summary="Classes, counts, and statistics of an array or of the variables of a table.",
    examples=(
        Example("s = summary([3;1;8]); [s.Min s.Median s.Max s.Mean]", "[1 3 8 4]"),
        Example("s = summary(categorical({'a';'b';'a'})); s.Counts", "[2;1]"),
        Example("s = summary(table([1;NaN]), 'Statistics', 'nummissing'); s.Var1.NumMissing", "1"),
    ),
    errors=(ErrorCase("summary([1;2], 'Statistics', 'middle')", "MATLAB:summary:InvalidStatistics"),
            ErrorCase("summary(struct)", "MATLAB:UndefinedFunction")),
)  # fmt: skip
def summary(call, value, *options):
    if not _has_summary(value):
        raise call.undefined(value)
    asked = _asked(call, value, options)
    size = shape_of(value)
    along = asked.along or next((k + 1 for k, n in enumerate(size) if n != 1), 1)
    if call.nargout:
        return _as_struct(call, value, asked) if isinstance(value, Table) else StructArray.scalar(_fields(call, value, asked, along, {}))
    if isinstance(value, Table):
        heading, lines = class_of(value), _table_lines(call, value, asked)
    else:
        known = _known(call, value, asked, along)
        heading, lines = known.heading, _array_lines(call, known, value, along)
    name = call.session.given_name("summary", 1)
    call.write("\n".join([f"{name}: " * bool(name) + "×".join(map(str, size)) + f" {heading}", "", *lines]) + "\n\n")
    return None


def _has_summary(value: Any) -> bool:
    kind = class_of(value)
    if kind == "cell":
        return _has_missing(value)
    return isinstance(value, Table) or kind in _SUMMARIZED or kind.startswith(("int", "uint"))
