"""Applying a function to every element: cellfun, arrayfun, structfun."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.call import Call
from ...builtins.element_values import assemble, elements, is_true, name_value_pairs
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import CellArray, CharArray, FunctionHandle, StructArray, object_array
from ...values.convert import class_of, is_text, numel_of, shape_of, text_of
from ...values.objects import HostObject
from .predicates import is_real

_OPTIONS = ("UniformOutput", "ErrorHandler")
_NOT_SCALAR = ErrorCase(
    "cellfun(@(x) [x x], {1, 2})", "MATLAB:cellfun:NotAScalarOutput", "Non-scalar in Uniform output, at index 1, output 1."
)


def _split_options(arguments: Sequence[Any], function: str) -> tuple[list[Any], dict[str, Any]]:
    """The arrays whose elements are arguments, and the trailing options by name."""
    start = len(arguments)
    while start >= 2 and is_text(arguments[start - 2]) and _is_option(text_of(arguments[start - 2])):
        start -= 2
    return list(arguments[:start]), name_value_pairs(arguments[start:], _OPTIONS, function)


def _is_option(name: str) -> bool:
    return bool(name) and any(option.lower().startswith(name.lower()) for option in _OPTIONS)


def _check_sizes(inputs: Sequence[Any], function: str) -> tuple[int, ...]:
    """The common size of the inputs, or MATLAB's error."""
    shape = shape_of(inputs[0])
    for position, value in enumerate(inputs[1:], 3):
        other = shape_of(value)
        if other == shape:
            continue
        where = next((i for i, (a, b) in enumerate(zip(shape, other, strict=False)) if a != b), min(len(shape), len(other)))
        before, here = (s[where] if where < len(s) else 1 for s in (shape, other))
        raise MatlabError(
            "All of the input arguments must be of the same size and shape.\n"
            f"Previous inputs had size {before} in dimension {where + 1}. Input #{position} has size {here}",
            f"MATLAB:{function}:dimensionMismatch",
        )
    return shape


def _failure(error: MatlabError, index: int) -> StructArray:
    """The struct that an error handler receives."""
    return StructArray.scalar(
        {"message": CharArray.row(error.message), "identifier": CharArray.row(error.identifier), "index": float(index)}
    )


def _apply(call: Call, function: Any, rows: Sequence[Sequence[Any]], handler: Any) -> list[list[Any]]:
    """Call ``function`` with the i-th item of every row; the results output by output.

    With no output asked for, the first result counts when every call gives one (it becomes ``ans``).
    """
    feval, nargout = call.session.feval, call.nargout
    outputs: list[list[Any]] = [[] for _ in range(max(nargout, 1))]
    for i, arguments in enumerate(zip(*rows, strict=True)):
        if handler is None:
            results = feval(function, arguments, nargout)
        else:
            results = _handled(call, function, arguments, handler, i + 1)
        if len(results) < nargout:
            raise MatlabError('One or more output arguments not assigned during call to "function".', "MATLAB:unassignedOutputs")
        for collected, result in zip(outputs, results, strict=False):
            collected.append(result)
    return outputs


def _handled(call: Call, function: Any, arguments: Sequence[Any], handler: Any, index: int) -> Any:
    """The results of ``function``, or those of the error handler where it fails."""
    try:
        with call.engine.trying():
            return call.session.feval(function, arguments, call.nargout)
    except MatlabError as error:
        return call.session.feval(handler, (_failure(error, index), *arguments), call.nargout)


def _uniform(items: list[Any], shape: tuple[int, ...], output: int, function: str) -> Any:
    """The results of one output as an array; an error unless all are scalars of one class."""
    expected = None
    for i, item in enumerate(items, 1):
        if numel_of(item) != 1:
            raise MatlabError(
                f"Non-scalar in Uniform output, at index {i}, output {output}.\nSet 'UniformOutput' to false.",
                f"MATLAB:{function}:NotAScalarOutput",
            )
        own = class_of(item)
        if own != (expected := expected or own):
            raise MatlabError(
                f"Mismatch in type of outputs, at index {i}, output {output} ({expected} versus {own}).\nSet 'UniformOutput' to false.",
                f"MATLAB:{function}:MismatchInOutputTypes",
            )
    return assemble(items, shape)


def map_function(
    call: Call, function: Any, rows: Sequence[Sequence[Any]], shape: tuple[int, ...], options: dict[str, Any]
) -> tuple[Any, ...]:
    """``function`` on every tuple of items, gathered as arrays of ``shape`` or, with UniformOutput false, as cells."""
    outputs = _apply(call, function, rows, options.get("ErrorHandler"))
    count = len(rows[0])
    if call.nargout == 0 and count and len(outputs[0]) < count:
        return ()
    if is_true(options.get("UniformOutput", True)):
        return tuple(_uniform(items, shape, i, call.name) for i, items in enumerate(outputs, 1))
    return tuple(CellArray(object_array(items, shape)) for items in outputs)


def _legacy_size(inputs: list[Any]) -> np.ndarray:
    dimension = int(inputs[1])
    return np.array([(shape_of(x) + (1,) * dimension)[dimension - 1] for x in inputs[0].array.ravel(order="F")], np.float64)


# The functions that cellfun has always known by name, without a call for each cell.
_LEGACY: dict[str, Callable[[Any], Any]] = {
    "isempty": lambda x: numel_of(x) == 0,
    "length": lambda x: float(max(shape_of(x)) if numel_of(x) else 0),
    "ndims": lambda x: float(len(shape_of(x))),
    "prodofsize": lambda x: float(numel_of(x)),
    "islogical": lambda x: class_of(x) == "logical",
    "isreal": is_real,
}


def _legacy(name: str, inputs: list[Any]) -> np.ndarray | None:
    cells = inputs[0].array.ravel(order="F")
    if name == "size" and len(inputs) == 2 and type(inputs[1]) is float:
        return _legacy_size(inputs).reshape(inputs[0].shape, order="F")
    if name == "isclass" and len(inputs) == 2:
        wanted = text_of(inputs[1])
        return np.array([class_of(x) == wanted for x in cells], np.bool_).reshape(inputs[0].shape, order="F")
    test = _LEGACY.get(name)
    if test is None or len(inputs) != 1:
        return None
    dtype = np.bool_ if name.startswith("is") else np.float64
    return np.array([test(x) for x in cells], dtype).reshape(inputs[0].shape, order="F")


def _function(call: Call, function: Any) -> Any:
    if type(function) is FunctionHandle:
        return function
    if is_text(function):
        return text_of(function)
    raise call.error("Argument 1 must be a function handle or the name of a function.", f"MATLAB:{call.name}:InvalidFirstInput")


@builtin(
    "cellfun",
    "A = cellfun(func, C)",
    "[A1, ..., Am] = cellfun(func, C1, ..., Cn)",
    "[...] = cellfun(..., 'UniformOutput', tf)",
    "[...] = cellfun(..., 'ErrorHandler', handler)",
    summary="Apply a function to the contents of every cell.",
    examples=(
        Example("cellfun(@numel, {1:3, 'ab', []})", "[3 2 0]"),
        Example("cellfun('isempty', {1, [], ''})", "logical([0 1 1])"),
        Example("cellfun(@(x, y) x + y, {1, 2}, {10, 20})", "[11 22]"),
        Example("cellfun(@(x) [x x], {1, 'a'}, 'UniformOutput', false)", "{[1 1], 'aa'}"),
        Example("[a, b] = cellfun(@max, {[1 5 3], [7 2]})", "{[5 7], [2 1]}"),
        Example("cellfun(@(x) error('no'), {1, 2}, 'ErrorHandler', @(e, x) -e.index)", "[-1 -2]"),
        Example("cellfun(@numel, {})", "[]"),
    ),
    errors=(
        _NOT_SCALAR,
        ErrorCase("cellfun(@numel, 3)", "MATLAB:cellfun:NotACell", "Input #2 expected to be a cell array, was double instead."),
        ErrorCase("cellfun(@(x, y) x, {1, 2}, {1})", "MATLAB:cellfun:dimensionMismatch", "same size and shape"),
    ),
    see_also=("arrayfun", "structfun"),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.CODE,
)
def cellfun(call, function, *arguments):
    inputs, options = _split_options(arguments, "cellfun")
    function = _function(call, function)
    if not inputs:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if type(function) is str and type(inputs[0]) is CellArray and not options:
        known = _legacy(function, inputs)
        if known is not None:
            return known
    for position, value in enumerate(inputs, 2):
        if type(value) is not CellArray:
            raise call.error(f"Input #{position} expected to be a cell array, was {class_of(value)} instead.", "MATLAB:cellfun:NotACell")
    shape = _check_sizes(inputs, "cellfun")
    return map_function(call, function, [value.array.ravel(order="F") for value in inputs], shape, options)


@builtin(
    "arrayfun",
    "B = arrayfun(func, A)",
    "[B1, ..., Bm] = arrayfun(func, A1, ..., An)",
    "[...] = arrayfun(..., 'UniformOutput', tf)",
    "[...] = arrayfun(..., 'ErrorHandler', handler)",
    summary="Apply a function to every element of an array.",
    examples=(
        Example("arrayfun(@(x) x^2, [1 2 3])", "[1 4 9]"),
        Example("arrayfun(@(x, y) x + y, [1 2; 3 4], [10 20; 30 40])", "[11 22; 33 44]"),
        Example("arrayfun(@(x) 1:x, 1:2, 'UniformOutput', false)", "{1, [1 2]}"),
        Example("s = struct('a', {1, 2, 3}); arrayfun(@(e) e.a * 2, s)", "[2 4 6]"),
        Example("arrayfun(@(x) x > 1, [1 2])", "logical([0 1])"),
    ),
    errors=(ErrorCase("arrayfun(@(x) [x x], [1 2])", "MATLAB:arrayfun:NotAScalarOutput", "Non-scalar in Uniform output, at index 1"),),
    see_also=("cellfun", "structfun"),
    facts=Fact.COMPILED | Fact.OWN_WORDS | Fact.SPARSE | Fact.OBJECTS,
    effect=Effect.CODE,
)
def arrayfun(call, function, *arguments):
    inputs, options = _split_options(arguments, "arrayfun")
    function = _function(call, function)
    if not inputs:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    inputs = [_told_elements(value) for value in inputs]
    shape = _check_sizes(inputs, "arrayfun")
    rows = [list(value.ravel(order="F")) if type(value) is np.ndarray else elements(value) for value in inputs]
    return map_function(call, function, rows, shape, options)


def _told_elements(value: Any) -> Any:
    """An object whose class defines its size and elements, as an array of these elements; every other value as it is."""
    if not isinstance(value, HostObject) or not value.indexes_itself or value.told_shape == value.shape:
        return value
    shape = value.told_shape
    return object_array([value.told_index((float(i + 1),)) for i in range(math.prod(shape))], shape)


@builtin(
    "structfun",
    "A = structfun(func, S)",
    "[A1, ..., Am] = structfun(func, S)",
    "[...] = structfun(..., 'UniformOutput', tf)",
    "[...] = structfun(..., 'ErrorHandler', handler)",
    summary="Apply a function to every field of a scalar struct.",
    examples=(
        Example("structfun(@(x) x * 2, struct('a', 1, 'b', 2))", "[2; 4]"),
        Example("structfun(@(x) [x x], struct('a', 1), 'UniformOutput', false)", "struct('a', [1 1])"),
    ),
    errors=(ErrorCase("structfun(@numel, 3)", "MATLAB:structfun:InvalidInput"),),
    see_also=("cellfun", "arrayfun"),
    effect=Effect.CODE,
    facts=Fact.OBJECTS,
)
def structfun(call, function, *arguments):
    inputs, options = _split_options(arguments, "structfun")
    if len(inputs) != 1 or type(inputs[0]) is not StructArray or inputs[0].numel != 1:
        raise call.error("Inputs to STRUCTFUN must be a scalar structure.", "MATLAB:structfun:InvalidInput")
    contents = inputs[0].array[0, 0]
    values = [contents[field] for field in inputs[0].fields]
    results = map_function(call, _function(call, function), [values], (len(values), 1), options)
    if is_true(options.get("UniformOutput", True)):
        return results
    return tuple(StructArray.scalar(dict(zip(inputs[0].fields, result.array.flat, strict=True))) for result in results)
