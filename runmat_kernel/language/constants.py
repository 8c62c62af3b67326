"""Literals whose Value is made once, when the code is compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..syntax import ast as m
from ..values.classes import DTYPES
from ..values.containers import CellArray
from ..values.tensor import Tensor
from ..values.text import CharArray, StringArray


def number_value(node: m.Number) -> Any:
    """The Value of a numeric literal: float or complex, or a Tensor for the integer classes."""
    if node.matlab_class != "double":
        return Tensor(np.array([[node.value]], DTYPES[node.matlab_class]))
    return node.value if isinstance(node.value, complex) else float(node.value)


def numbers_value(node: m.Numbers) -> Tensor:
    """The Tensor of a long matrix of literals."""
    return Tensor(np.array(node.values).reshape(-1, node.width))


def constant_matrix(node: m.Matrix) -> Any:
    """The Tensor (or float) of a matrix of real literals, or None where something must be computed."""
    rows = []
    for row in node.rows:
        numbers = [_literal(element) for element in row]
        if None in numbers or not numbers:
            return None
        rows.append(numbers)
    if not rows:
        return Tensor(np.empty((0, 0)))
    if len({len(row) for row in rows}) != 1:
        return None
    return rows[0][0] if len(rows) == 1 == len(rows[0]) else Tensor(np.array(rows, np.float64))


def constant_cell(node: m.CellLiteral) -> CellArray | None:
    """The cell array of literals, or None where something must be computed."""
    rows = [[_constant(element) for element in row] for row in node.rows if row]
    if any(item is None for row in rows for item in row) or len({len(row) for row in rows}) > 1:
        return None
    if not rows:
        return CellArray.of([], (0, 0))
    return CellArray.of([row[j] for j in range(len(rows[0])) for row in rows], (len(rows), len(rows[0])))


def _constant(node: m.Expression) -> Any:
    """The Value of a literal, also of a matrix or cell of literals; None for anything else."""
    if isinstance(node, m.CharLiteral):
        return CharArray.row(node.value)
    if isinstance(node, m.StringLiteral):
        return StringArray.scalar(node.value)
    if isinstance(node, m.Matrix):
        return constant_matrix(node)
    if isinstance(node, m.Numbers):
        return numbers_value(node)
    if isinstance(node, m.CellLiteral):
        return constant_cell(node)
    return number_value(node) if isinstance(node, m.Number) else _literal(node)


def _literal(node: m.Expression) -> float | None:
    if type(node) is m.Number and type(node.value) is float:  # a million of them may be in one matrix
        return node.value if node.matlab_class == "double" else None
    sign = 1.0
    if isinstance(node, m.Unary) and node.operator in "+-":
        sign, node = (-1.0 if node.operator == "-" else 1.0), node.operand
    if isinstance(node, m.Number) and node.matlab_class == "double" and not isinstance(node.value, complex):
        return sign * float(node.value)
    return None


def complex_literal(node: m.Binary) -> complex | None:
    """The number of ``3 + 4i`` or ``3 - 4i`` in literals; None for anything else."""
    left, right = _literal(node.left), node.right
    if left is None or not isinstance(right, m.Number) or node.operator not in "+-":
        return None
    if not isinstance(right.value, complex) or right.value.imag == 0:
        return None
    return left + right.value if node.operator == "+" else left - right.value
