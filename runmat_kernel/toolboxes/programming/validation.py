"""Checking inputs: inputParser, onCleanup, validateattributes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import scalar
from ...builtins.element_values import texts_of
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, Fact, builtin, methods
from ...builtins.texts import items, one_like
from ...values import CellArray, CharArray, StructArray
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from ..arrays.predicates import belongs, is_real
from .input_parser import CleanupTask, InputParser, Parameter


@builtin(
    "inputParser",
    "p = inputParser",
    summary="Parser of a function's inputs: addRequired, addOptional, addParameter, addSwitch, then parse and Results.",
    examples=(
        Example(
            "p = inputParser; p.addRequired('x'); p.addOptional('n', 5); p.addParameter('Mode', 'a'); p.parse(1, 'Mode', 'b'); r = p.Results",
            "struct('Mode', 'b', 'n', 5, 'x', 1)",
        ),
        Example("p = inputParser; addParameter(p, 'Tol', 1e-3, @isnumeric); parse(p); p.UsingDefaults", "{'Tol'}"),
        Example("p = inputParser; p.KeepUnmatched = true; addParameter(p, 'a', 1); parse(p, 'b', 2); p.Unmatched.b", "2"),
        Example("p = inputParser; addSwitch(p, 'verbose'); parse(p, 'verbose'); p.Results.verbose", "true"),
    ),
    errors=(
        ErrorCase(
            "p = inputParser; addRequired(p, 'x', @(v) v > 0); parse(p, -1)",
            "MATLAB:InputParser:ArgumentFailedValidation",
            "The value of 'x' is invalid.",
        ),
        ErrorCase(
            "p = inputParser; addParameter(p, 'a', 1); parse(p, 'b', 2)",
            "MATLAB:InputParser:UnmatchedParameter",
            "'b' is not a recognized parameter.",
        ),
        ErrorCase(
            "p = inputParser; addParameter(p, 'a', 1); parse(p, 'a')", "MATLAB:InputParser:ParamMissingValue", "No value was given for 'a'."
        ),
        ErrorCase("p = inputParser; addRequired(p, 'x'); parse(p)", "MATLAB:InputParser:notEnoughInputs", "Not enough input arguments."),
    ),
)
def input_parser(call):
    return InputParser()


def _check(call: Any, parser: InputParser, parameter: Parameter, value: Any) -> None:
    """Raise MATLAB's error unless the validator is content: it gives true, or gives nothing and does not fail."""
    if parameter.validator is None:
        return
    try:
        results = call.feval(parameter.validator, value, nargout=0)
        reason = (
            ""
            if not results or (numel_of(results[0]) > 0 and bool(as_array(results[0]).all()))
            else (f"It must satisfy the function: {_shown(parameter.validator)}.")
        )
    except MatlabError as error:
        reason = error.message
    if reason:
        raise _failure(parser, f"The value of '{parameter.name}' is invalid. {reason}", "ArgumentFailedValidation")


def _shown(validator: Any) -> str:
    return getattr(validator, "text", None) or str(getattr(validator, "name", ""))


def _failure(parser: InputParser, message: str, identifier: str) -> MatlabError:
    return MatlabError(message, f"MATLAB:InputParser:{identifier}", function=parser.function_name or None)


def _accepts(call: Any, parser: InputParser, parameter: Parameter, value: Any) -> bool:
    try:
        _check(call, parser, parameter, value)
    except MatlabError:
        return False
    return True


def _parse(call, parser, *arguments):
    if not isinstance(parser, InputParser):
        raise MatlabError("The first input of parse must be an inputParser.", "MATLAB:InputParser:NotAParser")
    rest = list(arguments)
    results: dict[str, Any] = {}
    for parameter in parser.of_kind("required"):
        if not rest:
            raise _failure(parser, "Not enough input arguments.", "notEnoughInputs")
        _check(call, parser, parameter, rest[0])
        results[parameter.name] = rest.pop(0)
    for parameter in parser.of_kind("optional"):
        if not rest or _starts_parameters(call, parser, parameter, rest[0]):
            break
        _check(call, parser, parameter, rest[0])
        results[parameter.name] = rest.pop(0)
    unmatched = _parse_named(call, parser, rest, results)
    missing = [p for p in parser.parameters if p.name not in results]
    parser.results = results | {p.name: p.default for p in missing}
    parser.unmatched = unmatched
    parser.using_defaults = sorted((p.name for p in missing), key=str.lower)


def _starts_parameters(call: Any, parser: InputParser, parameter: Parameter, value: Any) -> bool:
    """Whether a text (or struct) where an optional input may stand begins the name-value pairs instead."""
    if type(value) is StructArray and parser.switches["StructExpand"] and parser.of_kind("parameter"):
        return parameter.validator is not None and not _accepts(call, parser, parameter, value)
    if not is_text(value) or type(value) is CellArray:
        return False
    if parameter.validator is None:
        return parser.named(text_of(value)) is not None
    return not _accepts(call, parser, parameter, value)


def _parse_named(call: Any, parser: InputParser, rest: list[Any], results: dict[str, Any]) -> dict[str, Any]:
    """Read the name-value pairs, switches and structs into ``results``; what is not declared comes back."""
    unmatched: dict[str, Any] = {}
    while rest:
        item = rest.pop(0)
        if type(item) is StructArray and item.numel == 1 and parser.switches["StructExpand"]:
            rest[:0] = [x for field in item.fields for x in (CharArray.row(field), item.array[0, 0][field])]
            continue
        if not is_text(item):
            if not parser.of_kind("parameter", "switch") and not parser.switches["KeepUnmatched"]:
                raise MatlabError("Too many input arguments.", "MATLAB:TooManyInputs", function=parser.function_name or None)
            raise _failure(
                parser,
                f"Expected a string scalar or character vector for the parameter name, instead the input type was '{class_of(item)}'.",
                "ParamMustBeChar",
            )
        name = text_of(item)
        parameter = parser.named(name)
        if parameter is not None and parameter.kind == "switch":
            results[parameter.name] = True
            continue
        if parameter is None and not parser.switches["KeepUnmatched"]:
            raise _failure(
                parser,
                f"'{name}' is not a recognized parameter. For a list of valid name-value pair arguments, see the documentation for this function.",
                "UnmatchedParameter",
            )
        if not rest:
            raise _failure(
                parser,
                f"No value was given for '{name}'. Name-value pair arguments require a name followed by a value.",
                "ParamMissingValue",
            )
        value = rest.pop(0)
        if parameter is None:
            unmatched[name] = value
            continue
        _check(call, parser, parameter, value)
        results[parameter.name] = value
    return unmatched


def _adder(kind: str) -> Callable[..., None]:
    def add(call, parser, name, *arguments):
        if not isinstance(parser, InputParser):
            raise MatlabError(f"The first input of {call.name} must be an inputParser.", "MATLAB:InputParser:NotAParser")
        if kind == "required":
            default, validator = None, arguments[0] if arguments else None
        elif kind == "switch":
            default, validator = False, None
        else:
            if not arguments:
                raise call.error("Not enough input arguments.", "MATLAB:minrhs")
            default, validator = arguments[0], arguments[1] if len(arguments) > 1 and not is_text(arguments[1]) else None
        parser.declare(Parameter(text_of(name, "argument name"), kind, default, validator))

    return add


INPUT_PARSER_METHODS = methods(
    InputParser,
    {
        "addRequired": _adder("required"),
        "addOptional": _adder("optional"),
        "addParameter": _adder("parameter"),
        "addParamValue": _adder("parameter"),
        "addSwitch": _adder("switch"),
        "parse": _parse,
    },
)


parser_methods = (
    method_only("addRequired", "addRequired(p, name, validator, ...)", "Declare a required input of an inputParser."),
    method_only("addOptional", "addOptional(p, name, default, validator, ...)", "Declare an optional input of an inputParser."),
    method_only("addParameter", "addParameter(p, name, default, validator, ...)", "Declare a name-value input of an inputParser."),
    method_only("addParamValue", "addParamValue(p, name, default, validator, ...)", "Declare a name-value input of an inputParser."),
    method_only("addSwitch", "addSwitch(p, name)", "Declare a switch of an inputParser."),
    method_only("parse", "parse(p, ...)", "Parse inputs as an inputParser declares them."),
)


@builtin(
    "onCleanup",
    "c = onCleanup(task)",
    summary="Object that calls a function when it is destroyed, as when the function that holds it ends.",
    examples=(Example("m = containers.Map('a', 0); c = onCleanup(@() remove(m, 'a')); clear c; m.Count", "uint64(0)"),),
)
def on_cleanup(call, task):
    return CleanupTask(call.session, task)


# --- validateattributes ---------------------------------------------------------------------------------------------


def _all(test: Callable[[np.ndarray], Any]) -> Callable[[Any], bool]:
    return lambda value: bool(np.all(test(as_array(value))))


def _monotone(test: Callable[[np.ndarray], Any]) -> Callable[[Any], bool]:
    def holds(value: Any) -> bool:
        array = as_array(value).astype(np.float64)
        return not np.isnan(array).any() and bool(np.all(test(np.diff(array, axis=0 if shape_of(value)[0] != 1 else 1))))

    return holds


def _whole(array: np.ndarray) -> np.ndarray:
    return np.isfinite(array) & (array == np.floor(array.real)) if array.dtype.kind in "fc" else np.ones(array.shape, bool)


# Attribute -> its test, and the words of "Expected input to be ...".
_ATTRIBUTES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "2d": (lambda v: len(shape_of(v)) == 2, "two-dimensional"),
    "3d": (lambda v: len(shape_of(v)) <= 3, "three-dimensional"),
    "column": (lambda v: len(shape_of(v)) == 2 and shape_of(v)[1] == 1, "a column vector"),
    "row": (lambda v: len(shape_of(v)) == 2 and shape_of(v)[0] == 1, "a row vector"),
    "scalar": (lambda v: numel_of(v) == 1, "a scalar"),
    "vector": (lambda v: len(shape_of(v)) == 2 and 1 in shape_of(v), "a vector"),
    "square": (lambda v: len(shape_of(v)) == 2 and shape_of(v)[0] == shape_of(v)[1], "a square matrix"),
    "nonempty": (lambda v: numel_of(v) > 0, "nonempty"),
    "nonsparse": (lambda v: "sparse" not in type(v).__name__.lower(), "nonsparse"),
    "binary": (_all(lambda a: (a == 0) | (a == 1)), "binary"),
    "even": (_all(lambda a: _whole(a) & (np.mod(a, 2) == 0)), "even"),
    "odd": (_all(lambda a: _whole(a) & (np.mod(a, 2) == 1)), "odd"),
    "integer": (_all(_whole), "integer-valued"),
    "real": (is_real, "real"),
    "finite": (_all(np.isfinite), "finite"),
    "nonnan": (_all(lambda a: ~np.isnan(a)), "non-NaN"),
    "nonnegative": (_all(lambda a: a >= 0), "nonnegative"),
    "nonzero": (_all(lambda a: a != 0), "nonzero"),
    "positive": (_all(lambda a: a > 0), "positive"),
    "decreasing": (_monotone(lambda d: d < 0), "strictly decreasing"),
    "increasing": (_monotone(lambda d: d > 0), "strictly increasing"),
    "nondecreasing": (_monotone(lambda d: d >= 0), "nondecreasing valued"),
    "nonincreasing": (_monotone(lambda d: d <= 0), "nonincreasing valued"),
    "diag": (lambda v: not (as_array(v) - np.diag(np.diag(as_array(v)))).any(), "a diagonal matrix"),
}
_IDENTIFIERS = {"2d": "expected2D", "3d": "expected3D", "nonnan": "expectedNonNaN"}
_COMPARISONS: dict[str, tuple[Callable[[Any, Any], Any], str]] = {
    ">": (np.greater, "notGreater"),
    ">=": (np.greater_equal, "notGreaterEqual"),
    "<": (np.less, "notLess"),
    "<=": (np.less_equal, "notLessEqual"),
}
_COUNTS: dict[str, tuple[Callable[[Any], int], str]] = {
    "numel": (numel_of, "an array with number of elements equal to {0}"),
    "ncols": (lambda v: shape_of(v)[1], "an array with number of columns equal to {0}"),
    "nrows": (lambda v: shape_of(v)[0], "an array with number of rows equal to {0}"),
    "ndims": (lambda v: len(shape_of(v)), "of dimension {0}"),
}


def _check_size(value: Any, wanted: Any) -> str | None:
    sizes = as_array(wanted).ravel().tolist()
    shape = shape_of(value)
    shape += (1,) * (len(sizes) - len(shape))
    if len(sizes) == len(shape) and all(w != w or w == n for w, n in zip(sizes, shape, strict=True)):
        return None
    words = "x".join("N" if w != w else str(int(w)) for w in sizes)
    return f"of size {words} when it is actually size {'x'.join(map(str, shape))}"


def _violation(value: Any, attributes: list[Any]) -> tuple[str, str] | None:
    """The first attribute that does not hold: its words and its identifier."""
    rest = list(attributes)
    while rest:
        name = text_of(rest.pop(0), "attribute").lower()
        if name in _ATTRIBUTES:
            test, words = _ATTRIBUTES[name]
            if not test(value):
                return words, _IDENTIFIERS.get(name, "expected" + name.capitalize())
        elif name in _COMPARISONS:
            limit = rest.pop(0)
            compare, identifier = _COMPARISONS[name]
            if not bool(np.all(compare(as_array(value), as_array(limit)))):
                whole = "a scalar with value" if numel_of(value) == 1 else "an array with all of the values"
                return f"{whole} {name} {scalar(limit):g}", identifier
        elif name == "size":
            words_or_none = _check_size(value, rest.pop(0))
            if words_or_none:
                return words_or_none, "incorrectSize"
        elif name in _COUNTS:
            count, words = _COUNTS[name]
            wanted = int(scalar(rest.pop(0)))
            if count(value) != wanted:
                return words.format(wanted), "incorrect" + name.capitalize()
        else:
            raise MatlabError(f"Unrecognized attribute '{name}'.", "MATLAB:validateattributes:badattribute")
    return None


def _described(arguments: Sequence[Any]) -> tuple[str, str]:
    """The prefix of identifiers and the name of the input, from funcName, varName and argIndex."""
    texts = [a for a in arguments if is_text(a)]
    numbers = [a for a in arguments if not is_text(a) and numel_of(a)]
    function = text_of(texts[0]) if texts else ""
    variable = text_of(texts[1]) if len(texts) > 1 else ""
    name = variable or "input"
    if numbers:
        name = f"input number {int(scalar(numbers[0]))}" + (f", {variable}," if variable else "")
    return f"MATLAB:{function}:" if function else "MATLAB:", name


@builtin(
    "validateattributes",
    "validateattributes(A, classes, attributes)",
    "validateattributes(A, classes, attributes, argIndex)",
    "validateattributes(A, classes, attributes, funcName, varName, argIndex)",
    summary="Raise an error unless an array is of one of the classes and has all the attributes.",
    examples=(
        Example("validateattributes([1 2 3], {'numeric'}, {'positive', 'row'}); true", "true"),
        Example("validateattributes(3, {'numeric'}, {'>=', 1, 'scalar', 'integer'}); true", "true"),
    ),
    errors=(
        ErrorCase("validateattributes('a', {'numeric'}, {})", "MATLAB:invalidType", "Expected input to be one of these types:"),
        ErrorCase("validateattributes(-1, {'numeric'}, {'positive'})", "MATLAB:expectedPositive", "Expected input to be positive."),
        ErrorCase(
            "validateattributes([1 2], {'numeric'}, {'scalar'}, 'f', 'x', 2)",
            "MATLAB:f:expectedScalar",
            "Expected input number 2, x, to be a scalar.",
        ),
        ErrorCase("validateattributes([1 2], {'numeric'}, {'size', [2 NaN]})", "MATLAB:incorrectSize", "Expected input to be of size 2xN"),
    ),
    facts=Fact.SPARSE | Fact.CALLER,
)
def validateattributes(call, value, classes, attributes, *arguments):
    prefix, name = _described(arguments)
    wanted = texts_of(classes) if numel_of(classes) else []
    if wanted and not any(belongs(value, own) for own in wanted):
        listed = ", ".join(dict.fromkeys(_spelled(wanted)))
        raise call.error(
            f"Expected {name} to be one of these types:\n\n{listed}\n\nInstead its type was {class_of(value)}.", prefix + "invalidType"
        )
    items = list(attributes.array.ravel(order="F")) if type(attributes) is CellArray else texts_of(attributes)
    violation = _violation(value, [CharArray.row(a) if isinstance(a, str) else a for a in items])
    if violation is not None:
        raise call.error(f"Expected {name} to be {violation[0]}.", prefix + violation[1])


def _spelled(classes: Sequence[str]) -> list[str]:
    """Class names with the groups written out, as the message lists them."""
    groups = {
        "numeric": ("double", "single", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
        "float": ("double", "single"),
    }
    return [name for own in classes for name in groups.get(own, (own,))]


@builtin(
    "validatestring",
    "validStr = validatestring(str, validStrings)",
    "validStr = validatestring(str, validStrings, argIndex)",
    "validStr = validatestring(str, validStrings, funcName, varName, argIndex)",
    summary="The valid text that a text begins, in any case.",
    examples=(Example("validatestring('r', {'red', 'green'})", "'red'"), Example("validatestring('GREEN', {'red', 'green'})", "'green'")),
    errors=(
        ErrorCase("validatestring('x', {'red', 'green'})", "MATLAB:unrecognizedStringChoice", "red"),
        ErrorCase(
            "validatestring('x', {'red'}, 'f', 'color', 3)", "MATLAB:f:unrecognizedStringChoice", "Expected input number 3, color, to match"
        ),
        ErrorCase("validatestring('r', {'red', 'rose'})", "MATLAB:ambiguousStringChoice", "'r', matched more than one valid value."),
    ),
)
def validatestring(call, value, choices, *names):
    text = text_of(value, "input")
    valid = [c or "" for c in items(choices, call)[0]]
    exact = [c for c in valid if c.lower() == text.lower()]
    begun = exact or [c for c in valid if text and c.lower().startswith(text.lower())]
    shortest = min(begun, key=len, default=None)
    if shortest is not None and all(c.lower().startswith(shortest.lower()) for c in begun):
        return one_like(value, shortest)
    listed = ", ".join(f"'{c}'" for c in valid)
    prefix, what = _described(names)
    reason = "matched more than one valid value" if begun else "did not match any of the valid values"
    raise MatlabError(
        f"Expected {what} to match one of these values:\n\n{listed}\n\nThe input, '{text}', {reason}.",
        prefix + ("ambiguousStringChoice" if begun else "unrecognizedStringChoice"),
        function="validatestring",
    )
