"""Computes operations at once on the host.  This is the reference."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..graph.evaluate import check_integer_rule, classes_of, evaluate, same_rank
from ..graph.op import Op
from ..graph.shapes import expand
from ..values.classes import NUMERIC_CLASSES
from ..values.convert import class_of, to_value
from ..values.tensor import Tensor
from ..values.text import CharArray


def eager(op: Op, operands: Sequence[Any]) -> Any:
    """The operation at once on the host."""
    classes, arrays = [], []
    for operand in operands:
        kind = type(operand)
        if kind is float or kind is complex:
            classes.append("double")
            arrays.append(np.array([[operand]]))
        elif kind is bool:
            classes.append("logical")
            arrays.append(np.array([[operand]]))
        elif kind is Tensor or kind is CharArray:
            classes.append(operand.matlab_class)
            arrays.append(operand.array)
        elif isinstance(operand, np.ndarray | np.generic):
            # Builtins hand each other plain arrays.
            return eager(op, [to_value(x) for x in operands])
        else:
            raise unsupported(op, operands)
    if op.integer_rule and len(arrays) > 1 and classes != ["double", "double"]:
        check_integer_rule(op, classes, [a.size == 1 for a in arrays])
    result, compute = classes_of(op, classes)
    if len(arrays) > 1 and arrays[0].shape != arrays[1].shape:
        expand(arrays[0].shape, arrays[1].shape)
        arrays = same_rank(arrays)
    return from_array(evaluate(op, arrays, result, compute))


def from_array(array: np.ndarray) -> Any:
    """The Value of a host array: common scalars are Python's own."""
    if array.size == 1:
        kind = array.dtype.char
        if kind in "d?D":
            return array.item()
    return Tensor(array)


def unsupported_operator(symbol: str, kind: str, operands: int) -> MatlabError:
    """The error of an operator that a class does not have; it names no function."""
    words = (
        f"Operator '{symbol}' is not supported for operands" if operands > 1 else f"Unary operator '{symbol}' is not supported for operand"
    )
    return MatlabError(f"{words} of type '{kind}'.", "MATLAB:UndefinedFunction")


def unsupported(op: Op, operands: Sequence[Any]) -> MatlabError:
    """MATLAB's error for an operation on classes that have none."""
    classes = [class_of(x) for x in operands]
    other = next((c for c in classes if c not in (*NUMERIC_CLASSES, "logical", "char")), classes[-1])
    if op.symbol is not None:
        return unsupported_operator(op.symbol, other, len(classes))
    return MatlabError(f"Undefined function '{op.name}' for input arguments of type '{other}'.", "MATLAB:UndefinedFunction")
