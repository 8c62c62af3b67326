"""Categorical arrays: making them, and changing and counting their categories."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import cellstr_column, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StringArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of, word_of
from ...values.tables.text import members_of
from ...values.times.categorical import Categorical, texts_and_shape
from ...values.times.numbered import NumberedArray


def _text_kind(value: Any) -> bool:
    return type(value) in (CharArray, StringArray) or (type(value) is CellArray and all(type(x) is CharArray for x in value.array.flat))


def _keys(value: Any) -> tuple[list[Any], tuple[int, ...]]:
    """The keys by which elements differ (None: missing), in column-major order, and the shape of the array."""
    if type(value) is Categorical:
        return value.strings(), value.shape
    if _text_kind(value):
        return texts_and_shape(value)
    if isinstance(value, NumberedArray):
        return [None if x != x else x for x in value.numbers.ravel(order="F").tolist()], value.shape
    if class_of(value) in ("cell", "struct", "function_handle", "table"):
        raise MatlabError(
            "Unable to create default categories from the values in the data array.", "MATLAB:categorical:CantCreateCategoryNames"
        )
    return [None if x != x else x for x in as_array(value).ravel(order="F").tolist()], shape_of(value)


def _name_of(key: Any) -> str:
    """The name of a category for a text or a real number."""
    if isinstance(key, complex):
        raise MatlabError("Unable to create a categorical array from complex values.", "MATLAB:categorical:CantCreateFromComplex")
    return key if isinstance(key, str) else str(int(key)) if key == int(key) else f"{key:.5g}"


def _names_of(value: Any, keys: Sequence[Any]) -> list[str]:
    """Names of categories that stand for elements of a value."""
    if isinstance(value, NumberedArray) and type(value) is not Categorical:
        return value.like(np.array([list(keys)], np.float64)).texts()
    if class_of(value) == "logical":
        return ["true" if key else "false" for key in keys]
    names = [_name_of(key) for key in keys]
    if len(set(names)) < len(names):
        raise MatlabError(
            "Unable to create default category names, because values differ only beyond five digits. Specify category names.",
            "MATLAB:categorical:CantCreateCategoryNames",
        )
    return names


def _split(arguments: Sequence[Any]) -> tuple[list[Any], arg.Options]:
    for i, argument in enumerate(arguments):
        if word_of(argument) in ("ordinal", "protected") and (len(arguments) - i) % 2 == 0:
            return list(arguments[:i]), arg.name_values(arguments[i:])
    return list(arguments), arg.Options()


@builtin(
    "categorical",
    "B = categorical",
    "B = categorical(A)",
    "B = categorical(A, valueset)",
    "B = categorical(A, valueset, catnames)",
    "B = categorical(..., 'Ordinal', tf)",
    "B = categorical(..., 'Protected', tf)",
    summary="Array of values from a list of categories.",
    examples=(
        Example("categories(categorical({'b','a','b'}))", "{'a';'b'}"),
        Example("cellstr(categorical([1 2 1],[1 2],{'no','yes'}))", "{'no','yes','no'}"),
        Example('double(categorical(["b" "a" missing]))', "[2 1 NaN]"),
        Example("cellstr(categorical([0 NaN 1],[1 0 NaN],{'yes','no','undecided'}))", "{'no','undecided','yes'}"),
        Example("c = categorical({'s','l'},{'s','m','l'},'Ordinal',true); c < 'm'", "[true false]"),
        Example("c = categorical({'a','b'}); c(3) = 'z'; categories(c)", "{'a';'b';'z'}"),
        Example("c = [categorical({'a'}) categorical({'b'})]; c == 'b'", "[false true]"),
    ),
    errors=(
        ErrorCase("categorical({'a','b'}) < 'b'", "MATLAB:categorical:NotOrdinal"),
        ErrorCase("c = categorical({'a','b'},'Ordinal',true); c(1) = 'x'", "MATLAB:categorical:ProtectedForCombination"),
        ErrorCase("categorical([0 NaN],[0 NaN])", "MATLAB:categorical:UndefinedInValueset"),
    ),
    see_also=("categories", "addcats", "countcats"),
)
def categorical(call, *arguments):
    values, options = _split(arguments)
    wrong = next((name for name in options if name not in ("ordinal", "protected")), None)
    if wrong is not None or len(values) > 3:
        name = wrong if wrong is not None else text_of(values[3]) if is_text(values[3]) else ""
        raise call.error(f"Invalid parameter name: {name}.", "MATLAB:categorical:parseArgs:BadParamName")
    if not values:
        return Categorical(np.zeros((0, 0)), ())
    if members_of(values[0]) is not None:  # the members of an enumeration, in their order
        sets = values[1:2] or [call.feval("unique", values[0])[0]]
        values = [*(call.feval("string", v)[0] for v in (values[0], *sets)), *values[2:]]
    data, old = values[0], values[0] if type(values[0]) is Categorical else None
    keys, shape = _keys(data)
    if len(values) > 1 and not (numel_of(values[1]) == 0 and len(values) > 2):
        wanted, named = _value_set(call, values[1], len(values) > 2), values[1]
    else:
        wanted, named = list(old.names) if old is not None else sorted({key for key in keys if key is not None}), data
    names = texts_of(values[2]) if len(values) > 2 else _names_of(named, wanted)
    if len(names) != len(wanted):
        raise call.error("The number of names specified must match the number of categories.", "MATLAB:categorical:WrongNumberOfNames")
    distinct = list(dict.fromkeys(name.strip() for name in names))
    numbered = {name: k + 1.0 for k, name in enumerate(distinct)}
    place = {key: numbered[name.strip()] for key, name in zip(wanted, names, strict=True)}
    numbers = np.array([place.get(key, np.nan) for key in keys], np.float64).reshape(shape, order="F")
    ordinal, protected = (options.switch(name, old is not None and getattr(old, name)) for name in ("ordinal", "protected"))
    return Categorical(numbers, distinct, ordinal=ordinal, protected=protected)


def _value_set(call: Any, values: Any, named: bool) -> list[Any]:
    """The keys of a value set; missing values need ``named`` categories, since they have no names."""
    keys, _ = _keys(values)
    if None in keys and not named:
        raise call.error("VALUESET contains missing values.", "MATLAB:categorical:UndefinedInValueset")
    if len(set(keys)) < len(keys):
        raise call.error("VALUESET contains duplicated values.", "MATLAB:categorical:DuplicatedValues")
    return keys


def _given(call: Any, value: Any) -> Categorical:
    if type(value) is not Categorical:
        raise call.undefined(value)
    return value


def _question(name: str, usage: str, summary: str, answer: Any, *examples: Example):
    @builtin(name, usage, summary=summary, examples=examples)
    def function(call, value):
        return answer(value)

    return function


QUESTIONS = (
    _question("iscategorical", "tf = iscategorical(A)", "Whether a value is a categorical array.", lambda v: type(v) is Categorical,
              Example("iscategorical(categorical(1))", "true"), Example("iscategorical(1)", "false")),
    _question("isordinal", "tf = isordinal(A)", "Whether the categories of an array have an order.", lambda v: type(v) is Categorical and v.ordinal,
              Example("isordinal(categorical({'a'},'Ordinal',true))", "true")),
    _question("isprotected", "tf = isprotected(A)", "Whether a categorical array takes no new categories.", lambda v: type(v) is Categorical and v.protected,
              Example("isprotected(categorical({'a'}))", "false")),
)  # fmt: skip


@builtin(
    "categories", "C = categories(A)", "C = categories(A, 'OutputType', type)", summary="The names of the categories, in their order.",
    examples=(Example("categories(categorical([3 1 3]))", "{'1';'3'}"),),
    errors=(ErrorCase("categories(1)", "MATLAB:UndefinedFunction"),),
)  # fmt: skip
def categories(call, value, *options):
    names = _given(call, value).names
    if options and text_of(options[-1]) == "string":
        return StringArray(np.array([*names, None], object)[:-1].reshape(-1, 1))
    return cellstr_column(names)


@builtin(
    "isundefined", "tf = isundefined(A)", summary="Which elements of a categorical array belong to no category.",
    examples=(Example("isundefined(categorical({'a','','b'}))", "[false true false]"),),
)  # fmt: skip
def isundefined(call, value):
    return np.isnan(_given(call, value).numbers)


@builtin(
    "iscategory", "tf = iscategory(A, names)", summary="Which names are categories of an array.",
    examples=(Example("iscategory(categorical({'a'}),{'a','z'})", "[true false]"),),
)  # fmt: skip
def iscategory(call, value, names):
    names = text_of(names).strip() if is_text(names) else names
    if isinstance(names, str):
        return names in _given(call, value).names
    texts, shape = texts_and_shape(names)
    return np.array([text in _given(call, value).names for text in texts], bool).reshape(shape, order="F")


def _present(call: Any, value: Categorical, names: Any) -> list[str]:
    wanted = [name.strip() for name in texts_of(names)]
    missing = next((name for name in wanted if name not in value.names), None)
    if missing is not None:
        raise call.error(f"'{missing}' is not a category of the array.", f"MATLAB:categorical:{call.name}:NotACategory")
    return wanted


@builtin(
    "addcats", "B = addcats(A, names)", "B = addcats(A, names, 'Before', name)", "B = addcats(A, names, 'After', name)",
    summary="Categorical array with more categories.",
    examples=(
        Example("categories(addcats(categorical({'a','c'}),'b','After','a'))", "{'a';'b';'c'}"),
        Example("categories(addcats(categorical({'a'}),{'x','y'}))", "{'a';'x';'y'}"),
    ),
    errors=(ErrorCase("addcats(categorical({'a','b'},'Ordinal',true),'c')", "MATLAB:categorical:addcats:NewCategoriesRequireOrder"),),
)  # fmt: skip
def addcats(call, value, names, *where):
    old = list(_given(call, value).names)
    new = [name.strip() for name in texts_of(names) if name.strip() not in old]
    at = len(old)
    if where:
        side = text_of(where[0]).lower()
        if len(where) != 2 or side not in ("before", "after"):
            raise call.error("New categories go 'Before' or 'After' one category.", "MATLAB:categorical:addcats:InvalidPosition")
        (neighbour,) = _present(call, value, where[1])
        at = old.index(neighbour) + (side == "after")
    elif value.ordinal:
        raise call.error(
            "Use the Before or After argument to tell where new categories go in an ordinal array.",
            "MATLAB:categorical:addcats:NewCategoriesRequireOrder",
        )
    return value.renamed([*old[:at], *new, *old[at:]], [k + 1.0 + (len(new) if k >= at else 0) for k in range(len(old))])


def _kept(value: Categorical, keep: Sequence[str]) -> Categorical:
    """The array with these categories in this order; elements of others become undefined."""
    place = {name: k + 1.0 for k, name in enumerate(keep)}
    return value.renamed(keep, [place.get(name, np.nan) for name in value.names])


@builtin(
    "removecats", "B = removecats(A)", "B = removecats(A, names)", summary="Categorical array without unused categories, or without some of them.",
    examples=(
        Example("c = categorical({'a','b'}); categories(removecats(c(1)))", "{'a'}"),
        Example("isundefined(removecats(categorical({'a','b'}),'b'))", "[false true]"),
    ),
)  # fmt: skip
def removecats(call, value, names=None):
    used = {name for name in _given(call, value).strings() if name is not None}
    gone = [name for name in value.names if name not in used] if names is None else [name.strip() for name in texts_of(names)]
    return _kept(value, [name for name in value.names if name not in gone])


@builtin(
    "setcats", "B = setcats(A, names)", summary="Categorical array with just these categories.",
    examples=(Example("cellstr(setcats(categorical({'a','b'}),{'b','c'}))", "{'<undefined>','b'}"),),
)  # fmt: skip
def setcats(call, value, names):
    return _kept(_given(call, value), [name.strip() for name in texts_of(names)])


@builtin(
    "reordercats", "B = reordercats(A)", "B = reordercats(A, neworder)", summary="Categorical array with its categories in another order.",
    examples=(
        Example("categories(reordercats(categorical({'a','b'}),{'b','a'}))", "{'b';'a'}"),
        Example("categories(reordercats(categorical({'a','b','c'}),[3 1 2]))", "{'c';'a';'b'}"),
    ),
    errors=(ErrorCase("reordercats(categorical({'a','b'}),{'b'})", "MATLAB:categorical:reordercats:InvalidNeworder"),),
)  # fmt: skip
def reordercats(call, value, order=None):
    old = list(_given(call, value).names)
    if order is None:
        wanted = sorted(old)
    elif _text_kind(order):
        wanted = [name.strip() for name in texts_of(order)]
    else:
        places = [int(k) for k in as_array(order).ravel(order="F")]
        wanted = [old[k - 1] for k in places if 1 <= k <= len(old)]
    if sorted(wanted) != sorted(old):
        raise call.error(
            "NEWORDER must contain all of the existing categories, each once.", "MATLAB:categorical:reordercats:InvalidNeworder"
        )
    return _kept(value, wanted)


@builtin(
    "renamecats", "B = renamecats(A, names)", "B = renamecats(A, oldnames, newnames)", summary="Categorical array with other names of categories.",
    examples=(
        Example("cellstr(renamecats(categorical({'a','b'}),'a','z'))", "{'z','b'}"),
        Example("cellstr(renamecats(categorical({'b','a'}),{'x','y'}))", "{'y','x'}"),
    ),
    errors=(ErrorCase("renamecats(categorical({'a','b'}),{'x'})", "MATLAB:categorical:renamecats:IncorrectNumNames"),),
)  # fmt: skip
def renamecats(call, value, first, second=None):
    old = list(_given(call, value).names)
    source = old if second is None else _present(call, value, first)
    target = [name.strip() for name in texts_of(first if second is None else second)]
    if len(source) != len(target):
        raise call.error("The number of new names must match the number of categories.", "MATLAB:categorical:renamecats:IncorrectNumNames")
    change = dict(zip(source, target, strict=True))
    names = [change.get(name, name) for name in old]
    if len(set(names)) < len(names):
        raise call.error("Category names must be unique.", "MATLAB:categorical:renamecats:DuplicateNames")
    return value.renamed(names)


@builtin(
    "mergecats", "B = mergecats(A, oldnames)", "B = mergecats(A, oldnames, newname)", summary="Categorical array with several categories as one.",
    examples=(
        Example("cellstr(mergecats(categorical({'a','b','c'}),{'a','b'},'ab'))", "{'ab','ab','c'}"),
        Example("categories(mergecats(categorical({'a','b','c'}),{'b','c'}))", "{'a';'b'}"),
    ),
)  # fmt: skip
def mergecats(call, value, old_names, new=None):
    merged = [name.strip() for name in texts_of(old_names) if name.strip() in _given(call, value).names]
    if not merged:
        return value
    first = merged[0] if value.ordinal is False else min(merged, key=value.names.index)
    title = text_of(new).strip() if new is not None else merged[0]
    kept = [name for name in value.names if name not in merged or name == first]
    place = {name: k + 1.0 for k, name in enumerate(kept)}
    numbers = [place[first] if name in merged else place[name] for name in value.names]
    return value.renamed([title if name == first else name for name in kept], numbers)


@builtin(
    "countcats", "n = countcats(A)", "n = countcats(A, dim)", summary="How often each category occurs, along a dimension.",
    examples=(
        Example("countcats(categorical({'a';'b';'a'}))", "[2;1]"), Example("countcats(categorical({'a','b','a'}))", "[2 1]"),
        Example("countcats(categorical({'a','b';'a','a'}))", "[2 1;0 1]"),
    ),
)  # fmt: skip
def countcats(call, value, dim=None):
    array = _given(call, value).numbers
    axis = arg.dimension(dim) if dim is not None else arg.first_nonsingleton(array.shape)
    if axis >= array.ndim:
        array = array.reshape(array.shape + (1,) * (axis + 1 - array.ndim))
    counts = [np.sum(array == k + 1, axis=axis, keepdims=True) for k in range(len(value.names))]
    return (
        np.concatenate(counts, axis=axis).astype(np.float64)
        if counts
        else np.zeros([0 if i == axis else n for i, n in enumerate(array.shape)])
    )


def discretized(bins: np.ndarray, edges: Sequence[float], names: Any, right: bool) -> Categorical:
    """Bin numbers (NaN outside) as an ordinal array; the edges name the bins where ``names`` is None."""
    texts = _bin_names(edges, right) if names is None else texts_of(names)
    if len(texts) != len(edges) - 1:
        raise MatlabError("The number of category names must match the number of bins.", "MATLAB:discretize:CategoryNamesInvalidSize")
    return Categorical(bins, texts, ordinal=True)


def _bin_names(edges: Sequence[float], right: bool) -> list[str]:
    """``[a, b)``, the last one closed; with ``right`` ``(a, b]``, the first one closed."""
    marks = [f"{edge:.5g}" if abs(edge) != float("inf") else ("Inf" if edge > 0 else "-Inf") for edge in edges]
    pairs = list(enumerate(pairwise(marks)))
    if right:
        return [f"{'(' if k else '['}{a}, {b}]" for k, (a, b) in pairs]
    return [f"[{a}, {b}{']' if k == len(pairs) - 1 else ')'}" for k, (a, b) in pairs]
