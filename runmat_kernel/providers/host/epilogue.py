"""The parameters of a Body before its blocks run, and what finishes its reductions after them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...codegen.body import Body
from ...codegen.forms.pointwise import leaves_domain, run_instruction
from ...graph.evaluate import cast_result, compute_dtype
from ...values.classes import DTYPES
from .blocks import view

_DOUBLE = np.dtype(np.float64)


def parameter_types(body: Body) -> tuple[tuple[int, np.dtype], ...]:
    """The numbers of a Body's parameters, and the types in which they are used."""
    first = len(body.inputs)
    uses: dict[int, np.dtype] = {}
    for item in (*body.instructions, *body.finish):
        for k in item.operands:
            if first <= k < first + len(body.parameters):
                uses[k] = DTYPES[body.parameters[k - first].matlab_class] if item.op.raw_operands else compute_dtype(item.compute_class)
    return tuple((k, uses.get(k, DTYPES[parameter.matlab_class])) for k, parameter in enumerate(body.parameters, first))


def fixed_parameters(types: Sequence[tuple[int, np.dtype]], values: Sequence[Any]) -> dict[int, Any]:
    """The parameters by number, as NumPy scalars of the types in which they are used."""
    fixed = {}
    for (k, dtype), value in zip(types, values, strict=True):
        fixed[k] = np.float64(value) if dtype == _DOUBLE else np.asarray(value != 0 if dtype == np.bool_ else value).astype(dtype)[()]
    return fixed


def finish(body: Body, fixed: dict[int, Any], inputs: Sequence[Any], accumulated: Sequence[np.ndarray], results: Sequence[Any]) -> bool:
    """Run the instructions on what was accumulated, and store the results; whether a guard was raised."""
    space, flagged = body.result_space, False
    values: Any = dict(fixed)
    for k, item in enumerate(body.inputs):
        if item.result_space:
            array = inputs[k]
            values[k] = array.reshape(space, order="F") if item.strides is None else view(array, item.strides, item.offset, space)
    number = len(body.inputs) + len(body.parameters) + len(body.instructions)
    for accumulation, array in zip(body.accumulations, accumulated, strict=True):
        values[number] = cast_result(array, accumulation.matlab_class).reshape(space, order="F")
        number += 1
    for instruction in body.finish:
        for k in instruction.operands:
            values[k] = np.asarray(values[k])
        if number in body.guards and leaves_domain(instruction, [values[k] for k in instruction.operands]):
            flagged = True
        values[number] = run_instruction(instruction, values, space)
        number += 1
    for store, array in zip(body.results, results, strict=True):
        array.reshape(space, order="F")[...] = cast_result(np.asarray(values[store.value]), store.matlab_class)
    return flagged
