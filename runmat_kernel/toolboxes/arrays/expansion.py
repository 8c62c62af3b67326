"""Functions of two arrays with implicit expansion: bsxfun."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.registry import builtins
from ...builtins.spec import Effect, ErrorCase, Example, Fact, Trait, builtin
from ...syntax import ast as m
from ...values import concat
from ...values.convert import numel_of, to_value
from ...values.functions import FunctionHandle

_EXPANDING = frozenset(
    "plus minus times rdivide ldivide power eq ne lt le gt ge and or xor max min mod rem atan2 hypot idivide bitand bitor bitxor".split()
)
_POINTWISE = frozenset("+ - .* ./ .\\ .^ == ~= < <= > >= & |".split())


@builtin(
    "bsxfun",
    "C = bsxfun(fun, A, B)",
    summary="A function of two arguments with implicit expansion: it gets a column of each array, or one number where an array has one row.",
    examples=(
        Example("bsxfun(@plus,[1 2],[10;20])", "[11 12;21 22]"),
        Example("bsxfun(@(a,b) a-b,[5 6],[1;2])", "[4 5;3 4]"),
        Example("bsxfun(@(a,b) a(end:-1:1)+b,[1 2;3 4],[10 20])", "[13 24;11 22]"),
        Example("bsxfun(@(a,b) a*b,[1 2;3 4],[10 20])", "[10 40;30 80]"),
    ),
    errors=(
        ErrorCase("bsxfun(@plus,[1 2],[1 2 3])", "MATLAB:sizeDimensionsMustMatch"),
        ErrorCase("bsxfun(@(a,b) a*b,ones(2),ones(3))", "MATLAB:bsxfun:arrayDimensionsMustMatch"),
        ErrorCase("bsxfun(@(a,b) sum(a)+b,[1;2;3],[1 2])", "MATLAB:bsxfun:invalidOutputDimension"),
    ),
    facts=Fact.COMPILED | Fact.OWN_WORDS,
    effect=Effect.NONE,
)
def bsxfun(call: Any, function: Any, a: Any, b: Any) -> Any:
    if getattr(function, "name", None) in _EXPANDING:
        return call.feval(function, a, b)[0]
    left, right = arg.elements(a), arg.elements(b)
    rank = max(left.ndim, right.ndim)
    left, right = arg.pad_dims(left, rank), arg.pad_dims(right, rank)
    if any(p != q and 1 not in (p, q) for p, q in zip(left.shape, right.shape, strict=True)):
        raise MatlabError(
            "Non-singleton dimensions of the two input arrays must match each other.", "MATLAB:bsxfun:arrayDimensionsMustMatch"
        )
    shape = np.broadcast_shapes(left.shape, right.shape)
    if _is_pointwise(function) or 0 in shape[1:]:
        return call.feval(function, _value(a, np.broadcast_to(left, shape)), _value(b, np.broadcast_to(right, shape)))[0]
    columns = [
        _column(call, function, _value(a, first), _value(b, second), shape[0])
        for first, second in zip(_columns(left, shape), _columns(right, shape), strict=True)
    ]
    return call.feval("reshape", concat.horzcat(columns), to_value(np.array([shape], float)))[0]


def _columns(array: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The columns of an array that expands to ``shape``, each of one row or of all; along the first axis of the result."""
    wide = np.broadcast_to(array, (array.shape[0], *shape[1:])).reshape(array.shape[0], math.prod(shape[1:]), order="F")
    return wide.T[:, :, None]


def _column(call: Any, function: Any, first: Any, second: Any, rows: int) -> Any:
    """The result of the function for a pair of columns, as a column."""
    result = call.feval(function, first, second)[0]
    if numel_of(result) != rows:
        raise MatlabError(
            "Specified function handle produces invalid output dimension. The function handle must be a binary elementwise function.",
            "MATLAB:bsxfun:invalidOutputDimension",
        )
    return call.feval("reshape", result, float(rows), 1.0)[0] if rows != 1 else result


def _value(template: Any, array: np.ndarray) -> Any:
    return to_value(arg.like(template, np.asfortranarray(array)))


def _is_pointwise(function: Any) -> bool:
    """Whether an anonymous function certainly works element by element, so that one call serves all columns."""
    if type(function) is not FunctionHandle or function.node is None or any(numel_of(v) != 1 for v in function.captured.values()):
        return False
    return _treats_elements(function.node.body, frozenset(function.parameters))


def _treats_elements(node: m.Expression, parameters: frozenset[str]) -> bool:
    match node:
        case m.Parenthesized():
            return _treats_elements(node.expression, parameters)
        case m.Number():
            return True
        case m.Name():
            return node.name in parameters
        case m.Unary():
            return _treats_elements(node.operand, parameters)
        case m.Binary():
            return node.operator in _POINTWISE and all(_treats_elements(side, parameters) for side in (node.left, node.right))
        case m.Index(target=m.Name(name=name)) if name not in parameters:
            record = builtins().get(name)
            is_pointwise = record is not None and record.trait is Trait.ELEMENTWISE
            return is_pointwise and all(_treats_elements(argument, parameters) for argument in node.arguments)
    return False
