"""Engine: applies Ops to Values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.errors import MatlabError
from ..base.settings import Settings
from ..graph.accumulate import accumulate
from ..graph.evaluate import check_integer_rule, classes_of, evaluate, same_rank
from ..graph.op import Op
from ..graph.random import philox_normal, philox_uniform
from ..graph.shapes import expand
from ..values.classes import DTYPES
from ..values.convert import as_array, class_of
from ..values.tensor import Tensor
from ..values.text import CharArray


class Engine:
    """Where every pointwise operation and reduction of a session goes."""

    def __init__(self, settings: Settings | None = None, events: Any = None) -> None:
        self.settings = settings or Settings()
        self.events = events

    def elementwise(self, op: Op, operands: Sequence[Any]) -> Any:
        """``op`` on Values with implicit expansion; a Value."""
        return eager(op, operands)

    def random(self, kind: str, key: int, block: int, shape: tuple[int, ...], matlab_class: str) -> Tensor:
        """An array of ``'uniform'`` or ``'normal'`` Philox numbers whose first block is ``block`` (see graph.random)."""
        make = philox_uniform if kind == "uniform" else philox_normal
        count = int(np.prod(shape, dtype=np.int64))
        return Tensor(make(key, block, 0, count, DTYPES[matlab_class]).reshape(shape, order="F"))

    def reduce(self, kind: str, value: Any, dims: tuple[int, ...], matlab_class: str, omit_nan: bool = False) -> Any:
        """A reduction (kinds of ``codegen.body.Accumulation``) over 0-based dims, which keep size one; a Value of ``matlab_class``."""
        return from_array(accumulate(kind, as_array(value), dims, matlab_class, omit_nan))

    def flush(self) -> None:
        """Compute everything that is still deferred."""


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
    if array.size == 1 and array.ndim <= 2:
        kind = array.dtype.char
        if kind in "d?D":
            return array.item()
    return Tensor(array)


def unsupported(op: Op, operands: Sequence[Any]) -> MatlabError:
    """MATLAB's error for an operation on classes that have none."""
    classes = [class_of(x) for x in operands]
    if op.symbol is not None and len(classes) == 2:
        other = next((c for c in classes if c in ("cell", "struct", "function_handle", "string")), classes[1])
        return MatlabError(
            f"Operator '{op.symbol}' is not supported for operands of type '{other}'.", "MATLAB:UndefinedFunction", function=op.name
        )
    return MatlabError(
        f"Undefined function '{op.name}' for input arguments of type '{classes[0]}'.", "MATLAB:UndefinedFunction", function=op.name
    )
