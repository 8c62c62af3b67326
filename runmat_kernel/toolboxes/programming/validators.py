"""The mustBe functions, which raise an error unless a value is as they say."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.element_values import elements, texts_of
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...syntax.tokens import RESERVED
from ...values import CellArray, CharArray, StringArray
from ...values.classes import NUMERIC_CLASSES
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ...values.equality import equal
from ..arrays.predicates import belongs, is_real


def _is_number(value: Any) -> bool:
    return class_of(value) in NUMERIC_CLASSES or class_of(value) == "logical"


def _every(test: Callable[[np.ndarray], Any]) -> Callable[[Any], bool]:
    return lambda value: _is_number(value) and is_real(value) and bool(np.all(test(as_array(value))))


def _is_whole(value: Any) -> bool:
    return _every(lambda a: (np.isfinite(a) & (a == np.floor(a))) if a.dtype.kind == "f" else True)(value)


def _all_text(value: Any) -> bool:
    if type(value) is CellArray:
        return all(type(x) is CharArray and x.is_row for x in value.array.flat)
    return type(value) is StringArray or (type(value) is CharArray and value.is_row)


def _is_variable_name(value: Any) -> bool:
    names = texts_of(value) if _all_text(value) else [""]
    return all(re.fullmatch(r"[A-Za-z]\w{0,62}", text, re.ASCII) and text not in RESERVED for text in names)


def _rule(name: str, words: str, test: Callable[[Any], bool], good: str, bad: str | None):
    """A validator: ``words`` follow "Value must "; ``good`` and ``bad`` are expressions for its example and error case."""

    @builtin(
        name,
        f"{name}(value)",
        summary=f"Raise an error unless this holds: the value must {words}.",
        examples=(Example(f"{name}({good}); true", "true"),),
        errors=(ErrorCase(f"{name}({bad})", f"MATLAB:validators:{name}", f"Value must {words}."),) if bad else (),
    )
    def check(call, value):
        if name in _OF_NUMBERS:
            _check_number(call, value)
        if not test(value):
            raise call.error(f"Value must {words}.", f"MATLAB:validators:{name}")

    return check


# Validators that first ask for real numbers, with the errors of the validators for that.
_OF_NUMBERS = frozenset(("mustBePositive", "mustBeNonpositive", "mustBeNegative", "mustBeNonnegative", "mustBeInteger"))


def _check_number(call: Any, value: Any) -> None:
    if not _is_number(value):
        raise call.error("Value must be numeric or logical.", "MATLAB:validators:mustBeNumericOrLogical")
    if not is_real(value):
        raise call.error("Value must be real.", "MATLAB:validators:mustBeReal")


rules = (
    _rule("mustBePositive", "be positive", _every(lambda a: a > 0), "3", "0"),
    _rule("mustBeNonpositive", "be nonpositive", _every(lambda a: a <= 0), "0", "1"),
    _rule("mustBeNegative", "be negative", _every(lambda a: a < 0), "-1", "0"),
    _rule("mustBeNonnegative", "be nonnegative", _every(lambda a: a >= 0), "0", "-1"),
    _rule("mustBeNonzero", "be nonzero", lambda v: _is_number(v) and bool(np.all(as_array(v) != 0)), "1", "[1 0]"),
    _rule("mustBeFinite", "be finite", lambda v: _is_number(v) and bool(np.all(np.isfinite(as_array(v)))), "1", "Inf"),
    _rule("mustBeNonNan", "not be NaN", lambda v: not _is_number(v) or not bool(np.any(np.isnan(as_array(v)))), "1", "NaN"),
    _rule("mustBeReal", "be real", is_real, "1", "1i"),
    _rule("mustBeInteger", "be integer", _is_whole, "3", "2.5"),
    _rule("mustBeNumeric", "be numeric", lambda v: class_of(v) in NUMERIC_CLASSES, "1", "'a'"),
    _rule("mustBeNumericOrLogical", "be numeric or logical", _is_number, "true", "'a'"),
    _rule("mustBeNonempty", "not be empty", lambda v: numel_of(v) > 0, "1", "[]"),
    _rule("mustBeRow", "be a row vector", lambda v: len(shape_of(v)) == 2 and shape_of(v)[0] == 1, "[1 2]", "[1; 2]"),
    _rule("mustBeColumn", "be a column vector", lambda v: len(shape_of(v)) == 2 and shape_of(v)[1] == 1, "[1; 2]", "[1 2]"),
    _rule("mustBeMatrix", "be a matrix", lambda v: len(shape_of(v)) == 2, "[1 2]", "ones(1, 1, 2)"),
    _rule("mustBeFloat", "be of type single or double", lambda v: class_of(v) in ("double", "single"), "1", "int8(1)"),
    _rule("mustBeValidVariableName", "be a valid variable name", _is_variable_name, "'a1'", "'1a'"),
    _rule("mustBeScalarOrEmpty", "be a scalar or empty", lambda v: numel_of(v) < 2, "1", "[1 2]"),
    _rule("mustBeText", "be a character vector, string array, or cell array of character vectors", _all_text, "'a'", "1"),
    _rule("mustBeTextScalar", "be a character vector or string scalar", is_text, "'a'", "1"),
    _rule(
        "mustBeNonzeroLengthText",
        "be text with one or more characters",
        lambda v: _all_text(v) and numel_of(v) > 0 and all(texts_of(v)),
        "'a'",
        "''",
    ),
    _rule("mustBeNonmissing", "not be missing", lambda v: not _any_missing(v), "1", "NaN"),
    _rule("mustBeSparse", "be sparse", lambda v: False, "sparse(1)", "1"),
    _rule("mustBeNonsparse", "be nonsparse", lambda v: True, "1", "sparse(1)").stating(Fact.SPARSE),
)


def _on_disk(name: str, noun: str, test: Callable[[str], bool], good: str):
    """A validator of names of files or folders."""

    @builtin(
        name, f"{name}(value)", summary=f"Raise an error unless all texts are names of {noun} that exist.",
        examples=(Example(f"{name}({good}); true", "true"),),
        errors=(ErrorCase(f"{name}('no_such')", f"MATLAB:validators:{name}", f"The following {noun} do not exist: 'no_such'."),
                ErrorCase(f"{name}(1)", "MATLAB:validators:mustBeText")),
    )  # fmt: skip
    def check(call, value):
        if not _all_text(value):
            raise call.error(
                "Value must be a character vector, string array, or cell array of character vectors.", "MATLAB:validators:mustBeText"
            )
        absent = [text for text in texts_of(value) if not test(os.path.expanduser(text))]
        if absent:
            listed = ", ".join(f"'{text}'" for text in absent)
            raise call.error(f"The following {noun} do not exist: {listed}.", f"MATLAB:validators:{name}")

    return check


on_disk = (
    _on_disk("mustBeFile", "files", os.path.isfile, "[matlabroot '/__init__.py']"),
    _on_disk("mustBeFolder", "folders", os.path.isdir, "'.'"),
)


def _any_missing(value: Any) -> bool:
    if type(value) is StringArray:
        return any(text is None for text in value.array.flat)
    array = as_array(value) if _is_number(value) else np.zeros(0)
    return array.dtype.kind in "fc" and bool(np.isnan(array).any())


def _bound(name: str, words: str, compare: Callable[[Any, Any], Any], good: str, bad: str):
    @builtin(
        name,
        f"{name}(value, c)",
        summary=f"Raise an error unless a value is {words} another.",
        examples=(Example(f"{name}({good}); true", "true"),),
        errors=(ErrorCase(f"{name}({bad})", f"MATLAB:validators:{name}", f"Value must be {words} 2."),),
    )
    def check(call, value, limit):
        _check_number(call, value)
        if not (_is_number(value) and bool(np.all(compare(as_array(value), as_array(limit))))):
            raise call.error(f"Value must be {words} {float(as_array(limit).flat[0]):g}.", f"MATLAB:validators:{name}")

    return check


bounds = (
    _bound("mustBeGreaterThan", "greater than", np.greater, "3, 2", "2, 2"),
    _bound("mustBeGreaterThanOrEqual", "greater than or equal to", np.greater_equal, "2, 2", "1, 2"),
    _bound("mustBeLessThan", "less than", np.less, "1, 2", "2, 2"),
    _bound("mustBeLessThanOrEqual", "less than or equal to", np.less_equal, "2, 2", "3, 2"),
)


@builtin(
    "mustBeVector",
    "mustBeVector(value)",
    "mustBeVector(value, 'allow-all-empties')",
    summary="Raise an error unless a value is a vector.",
    examples=(Example("mustBeVector([1 2]); true", "true"), Example("mustBeVector([], 'allow-all-empties'); true", "true")),
    errors=(ErrorCase("mustBeVector([1 2; 3 4])", "MATLAB:validators:mustBeVector", "Value must be a vector."),),
)
def must_be_vector(call, value, flag=None):
    shape = shape_of(value)
    allowed = flag is not None and text_of(flag) == "allow-all-empties" and 0 in shape
    if not allowed and not (len(shape) == 2 and 1 in shape):
        raise call.error("Value must be a vector.", "MATLAB:validators:mustBeVector")


@builtin(
    "mustBeUnderlyingType",
    "mustBeUnderlyingType(value, types)",
    summary="Raise an error unless the elements of a value are of one of the types.",
    examples=(Example("mustBeUnderlyingType(single(1), 'single'); true", "true"),),
    errors=(ErrorCase("mustBeUnderlyingType(1, 'single')", "MATLAB:validators:mustBeUnderlyingType"),),
)
def must_be_underlying_type(call, value, types):
    names = texts_of(types)
    if class_of(value) not in names:
        listed = ", ".join(f"'{name}'" for name in names)
        message = f"Value must have one of the following underlying types: {listed}."
        raise call.error(message, "MATLAB:validators:mustBeUnderlyingType")


@builtin(
    "mustBeInRange",
    "mustBeInRange(value, lower, upper)",
    "mustBeInRange(value, lower, upper, bounds, ...)",
    summary="Raise an error unless a value is in a range; bounds are 'inclusive', 'exclusive', 'exclude-lower', 'exclude-upper'.",
    examples=(Example("mustBeInRange([1 2], 1, 2); true", "true"),),
    errors=(ErrorCase("mustBeInRange(2, 1, 2, 'exclusive')", "MATLAB:validators:mustBeInRange", "Value must be"),),
)
def must_be_in_range(call, value, lower, upper, *flags):
    words = {text_of(flag).lower() for flag in flags}
    open_low, open_high = bool(words & {"exclusive", "exclude-lower"}), bool(words & {"exclusive", "exclude-upper"})
    if numel_of(lower) != 1 or numel_of(upper) != 1:
        raise call.error("Lower and upper must be numeric or logical scalars.", "MATLAB:validatorUsage:nonScalarBounds")
    low, high = float(as_array(lower).flat[0]), float(as_array(upper).flat[0])
    array = as_array(value) if _is_number(value) else np.array([np.nan])
    inside = ((array > low) if open_low else (array >= low)) & ((array < high) if open_high else (array <= high))
    if not inside.all():
        above, below = ("greater than" + ("" if open_low else " or equal to")), ("less than" + ("" if open_high else " or equal to"))
        raise call.error(f"Value must be {above} {low:g}, and {below} {high:g}.", "MATLAB:validators:mustBeInRange")


@builtin(
    "mustBeMember",
    "mustBeMember(value, S)",
    summary="Raise an error unless a value is a member of a set.",
    examples=(Example("mustBeMember('a', {'a', 'b'}); true", "true"), Example("mustBeMember([1 2], [1 2 3]); true", "true")),
    errors=(ErrorCase("mustBeMember('c', {'a', 'b'})", "MATLAB:validators:mustBeMember", "Value must be a member of this set:"),),
    facts=Fact.OBJECTS,
)
def must_be_member(call, value, choices):
    if _all_text(value) and type(choices) in (CellArray, StringArray, CharArray):
        members, allowed = texts_of(value), texts_of(choices)
        is_member, listed = all(text in allowed for text in members), [f'"{text}"' for text in allowed]
    else:
        allowed_values = elements(choices)
        is_member = all(any(equal(item, choice) for choice in allowed_values) for item in elements(value))
        listed = [f"{float(as_array(choice).flat[0]):g}" for choice in allowed_values if _is_number(choice)]
    if not is_member:
        raise MatlabError(
            "Value must be a member of this set:\n" + "\n".join(f"    {word}" for word in listed), "MATLAB:validators:mustBeMember"
        )


@builtin(
    "mustBeA",
    "mustBeA(value, classes)",
    summary="Raise an error unless a value is of one of the classes.",
    examples=(Example("mustBeA(1, 'double'); true", "true"), Example("mustBeA(1, {'single', 'float'}); true", "true")),
    errors=(ErrorCase("mustBeA(1, 'char')", "MATLAB:validators:mustBeA", "Value must be one of the following types: 'char'."),),
    facts=Fact.OBJECTS,
)
def must_be_a(call, value, classes):
    names = texts_of(classes)
    if not any(belongs(value, name) for name in names):
        listed = ", ".join(f"'{name}'" for name in names)
        raise call.error(f"Value must be one of the following types: {listed}.", "MATLAB:validators:mustBeA")
