"""Comparison, conversion, joining and counting of categorical arrays: their methods."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_row, texts_of
from ...builtins.spec import methods
from ...builtins.strings import appended
from ...values import CellArray, CharArray, StringArray, Tensor, object_array
from ...values.concat import cat
from ...values.convert import class_of, shape_of, to_value, word_of
from ...values.times.categorical import Categorical, common
from .missing_questions import of_numbered
from .ordered import MOVING

_RELATIONS = ("lt", "le", "gt", "ge")


def _operands(name: str, left: Any, right: Any) -> tuple[np.ndarray, np.ndarray]:
    """The numbers of both operands in one list of names."""
    value, other = (left, right) if type(left) is Categorical else (right, left)
    if name in _RELATIONS and not value.ordinal:
        raise MatlabError(
            "Relational comparisons are not allowed for categorical arrays that are not ordinal.", "MATLAB:categorical:NotOrdinal"
        )
    if type(other) not in (Categorical, CharArray, StringArray, CellArray):
        raise MatlabError(
            f"Comparison is not defined between categorical and {class_of(other)} arrays.", "MATLAB:categorical:InvalidComparisonTypes"
        )
    if name in _RELATIONS and type(other) is not Categorical:
        lacking = next((t for t in texts_of(other) if t.strip() not in value.names), None)
        if lacking is not None:
            raise MatlabError(f"'{lacking}' is not a category of the ordinal array.", "MATLAB:categorical:OrdinalCategoriesMismatch")
    a, b = common(left, right, "compare")
    return a.numbers, b.numbers


def _comparison(name: str) -> Callable[..., Any]:
    compare = getattr(operator, name)

    def method(call, left, right):
        a, b = _operands(name, left, right)
        return call.feval(name, to_value(a), to_value(b))[0] if a.size != 1 and b.size != 1 else to_value(compare(a, b))

    return method


def _joined(axis: int) -> Callable[..., Any]:
    def method(call, *values):
        kept = [v for v in values if not (type(v) is Tensor and v.shape == (0, 0))]
        first = next(v for v in values if type(v) is Categorical)
        base = first if type(kept[0]) is not Categorical else kept[0]
        for value in kept:
            if class_of(value) not in ("categorical", "char", "string", "cell"):
                raise MatlabError(
                    f"Cannot concatenate a categorical array with a {class_of(value)} array.", "MATLAB:categorical:cat:TypeMismatch"
                )
            base, _ = common(base, value, "cat")
        joined = cat(axis, [to_value(common(base, value, "cat")[1].numbers) for value in kept])  # not by the call: columns of tables are joined without one
        return base.like(joined.array if hasattr(joined, "array") else [[joined]])

    return method


def _cat(call, dim, *values):
    return _joined(int(arg.scalar(dim)))(call, *values)


def _numbers(kind: str) -> Callable[..., Any]:
    def method(call, value):
        numbers = value.numbers if kind in ("double", "single") else np.nan_to_num(value.numbers)
        return call.feval(kind, to_value(numbers))[0]

    return method


def _char(call, value):
    return CharArray.rows(value.texts())


def _extreme(name: str) -> Callable[..., Any]:
    def method(call, value, *arguments):
        first = next(v for v in (value, *arguments) if type(v) is Categorical)
        if not first.ordinal:
            raise MatlabError(
                f"The {name} function is not defined for categorical arrays that are not ordinal.", "MATLAB:categorical:NotOrdinal"
            )
        if arguments and (type(arguments[0]) in (Categorical, CharArray, StringArray, CellArray)) and not _is_flag(arguments[0]):
            a, b = common(value, arguments[0], "compare")
            numbers = call.feval(name, to_value(a.numbers), to_value(b.numbers))
        else:
            numbers = call.feval(name, to_value(value.numbers), *arguments, nargout=max(call.nargout, 1))
        return (first.like(arg.elements(numbers[0])), *numbers[1:])

    return method


def _is_flag(value: Any) -> bool:
    return word_of(value) in ("omitnan", "includenan", "omitundefined", "includeundefined", "all")


def _mode(call, value, *dim):
    outputs = call.feval("mode", to_value(value.numbers), *dim)
    return value.like(arg.elements(outputs[0]))


def _median(call, value, *dim):
    if not value.ordinal:
        raise MatlabError(
            "The median function is not defined for categorical arrays that are not ordinal.", "MATLAB:categorical:NotOrdinal"
        )
    middle = arg.elements(call.feval("median", to_value(value.numbers), *dim)[0])
    return value.like(np.ceil(middle))


def _histcounts(call, value, names=None, *options):
    if names is not None and word_of(names) == "normalization":
        names, options = None, (names, *options)
    wanted = list(value.names) if names is None else texts_of(names)
    named = arg.name_values(options, "histcounts", "normalization")
    kind = named.word("normalization", "count")
    return normalised_counts(counts_of(value, wanted), kind, value.numel), cellstr_row(wanted)


def counts_of(value: Categorical, names: Sequence[str]) -> np.ndarray:
    """The number of elements of each of these names."""
    known = np.asarray(value.numbers)
    counts = np.bincount(known[~np.isnan(known)].astype(np.int64), minlength=len(value.names) + 1)
    places = {name: k for k, name in enumerate(value.names, 1)}
    return np.array([[float(counts[places[name]]) if name in places else 0.0 for name in names]])


def normalised_counts(counts: np.ndarray, kind: str, count: int) -> np.ndarray:
    """Counts of categories as shares or running sums; ``count`` elements are counted, undefined ones among them."""
    total = max(count, 1)
    shown = {
        "count": counts, "countdensity": counts, "probability": counts / total, "pdf": counts / total, "percentage": 100 * counts / total,
        "cumcount": counts.cumsum(axis=1), "cdf": counts.cumsum(axis=1) / total,
    }  # fmt: skip
    if kind not in shown:
        raise MatlabError(f"'{kind}' is not a normalization of counts.", "MATLAB:histcounts:InvalidNormalization")
    return shown[kind]


def _times(call, left, right):
    """Categories of pairs: ``A .* B``."""
    if type(left) is not Categorical or type(right) is not Categorical:
        raise MatlabError("Operator '.*' is only supported for two operands of type 'categorical'.", "MATLAB:UndefinedFunction")
    names = [f"{a} {b}" for a in left.names for b in right.names]
    return Categorical((left.numbers - 1) * len(right.names) + right.numbers, names)


def _plus(call, left, right):
    if StringArray not in (type(left), type(right)):
        raise MatlabError("Operator '+' is not supported for operands of type 'categorical'.", "MATLAB:UndefinedFunction")
    return appended(call, left, right)


def _string(call, value):
    return StringArray(object_array(value.strings(), value.shape))


def _cellstr(call, value):
    return CellArray(object_array([CharArray.row(text) for text in value.texts()], value.shape))


def _strcat(call, *values):
    return call.feval("strcat", *(_string(call, v) if type(v) is Categorical else v for v in values))[0]


CATEGORICAL_METHODS = methods(Categorical, {
    **MOVING,
    "_partners": lambda left, right: common(left, right, "compare"),
    **{name: _comparison(name) for name in ("eq", "ne", *_RELATIONS)},
    **{name: _numbers(name) for name in ("double", "single", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64")},
    **{name: _extreme(name) for name in ("min", "max")},
    "horzcat": _joined(2),
    "vertcat": _joined(1),
    "cat": _cat,
    "char": _char,
    "string": _string,
    "cellstr": _cellstr,
    "mode": _mode,
    "median": _median,
    "histcounts": _histcounts,
    "times": _times,
    "plus": _plus,
    "ismissing": of_numbered,
    "isnan": lambda call, value: to_value(np.isnan(value.numbers)),
    "strcat": _strcat,
    "strcmp": lambda call, a, b: to_value(np.zeros(shape_of(a if type(a) is Categorical else b), bool)),
})
