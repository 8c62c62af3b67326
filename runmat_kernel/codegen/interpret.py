"""What a Body means: its computation on whole NumPy arrays, one instruction after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..base.records import record
from ..graph.accumulate import accumulate
from ..graph.evaluate import cast_operand, cast_result, compute_dtype
from ..values.classes import DTYPES
from .body import Body, Instruction


@record
class Results:
    """Arrays in the order of ``Body.stores``, then ``Body.results``; ``flagged``: an element left the real domain."""

    arrays: tuple[np.ndarray, ...]
    flagged: bool


def interpret(body: Body, inputs: Sequence[np.ndarray], parameters: Sequence[Any]) -> Results:
    """Run a Body on host arrays (column-major, of the inputs' own shapes) and scalar parameters."""
    values: list[np.ndarray] = [read(body, k, array) for k, array in enumerate(inputs)]
    rank = len(body.space)
    values += [np.array(p, DTYPES[q.matlab_class]).reshape((1,) * rank) for p, q in zip(parameters, body.parameters, strict=True)]
    flagged = False
    first = len(values)
    with np.errstate(all="ignore"):
        for number, instruction in enumerate(body.instructions, first):
            if number in body.guards:
                flagged |= leaves_domain(instruction, [values[k] for k in instruction.operands])
            values.append(run_instruction(instruction, values, body.space))
        for item in body.accumulations:
            full = np.broadcast_to(values[item.operand], body.space)
            values.append(accumulate(item.kind, full, body.reduced, item.matlab_class, item.omit_nan))
        first = len(values)
        for number, instruction in enumerate(body.finish, first):
            if number in body.guards:
                flagged |= leaves_domain(instruction, [values[k] for k in instruction.operands])
            values.append(run_instruction(instruction, values, body.result_space))
    arrays = [np.asfortranarray(np.broadcast_to(cast_result(values[s.value], s.matlab_class), body.space)) for s in body.stores]
    arrays += [np.asfortranarray(np.broadcast_to(cast_result(values[s.value], s.matlab_class), body.result_space)) for s in body.results]
    return Results(tuple(arrays), flagged)


def read(body: Body, number: int, array: np.ndarray) -> np.ndarray:
    """Input ``number`` as a view of the space's dimensionality that expands to it by NumPy's rule."""
    item = body.inputs[number]
    space = body.result_space if item.result_space else body.space
    flat = array.reshape(-1, order="F")
    if item.length:
        return flat
    if item.strides is None:
        return flat.reshape(space, order="F")
    size = array.dtype.itemsize
    shape = tuple(n if s else 1 for n, s in zip(space, item.strides, strict=True))
    return np.lib.stride_tricks.as_strided(flat[item.offset :], shape, tuple(s * size for s in item.strides), writeable=False)


def run_instruction(instruction: Instruction, values: Sequence[np.ndarray], space: tuple[int, ...]) -> np.ndarray:
    if instruction.op.name == "index":
        return np.arange(int(np.prod(space)), dtype=compute_dtype(instruction.matlab_class)).reshape(space, order="F")
    operands = [values[k] for k in instruction.operands]
    if not instruction.op.raw_operands:
        operands = [cast_operand(x, instruction.compute_class) for x in operands]
    function = instruction.op.real or instruction.op.numpy
    return cast_result(np.asarray(function(*operands)), instruction.matlab_class)


def leaves_domain(instruction: Instruction, operands: Sequence[np.ndarray]) -> bool:
    """Whether any element is outside the real domain of a guarded instruction."""
    guard = instruction.op.numpy_guard
    return guard is not None and bool(np.any(guard(*[cast_operand(x, instruction.compute_class) for x in operands])))
