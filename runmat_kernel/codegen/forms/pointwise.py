"""Form ``pointwise``: each element of the results follows from the elements of the inputs at the same place."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ...graph.accumulate import accumulate
from ...graph.evaluate import cast_operand, cast_result, compute_dtype
from ...values.classes import DTYPES
from ..body import Body, Instruction, narrowed
from ..split import Part, split
from ..target import Target, chunk_elements
from .form import Arrays, Form, Placed, Results


class Pointwise(Form[Body]):
    """Also the base of the other Forms whose bodies are ordinary ones."""

    name = "pointwise"
    body = Body
    ordinary = True

    def define(self, body: Body, inputs: Arrays, parameters: Sequence[Any], outputs: Arrays = ()) -> Results:
        return interpret_plain(body, inputs, parameters)

    def narrowed(self, body: Body) -> Body:
        return narrowed(body)

    def dispatches(self, body: Body, target: Target, cap: int) -> list[Placed]:
        from ..wgsl.elementwise import elementwise_pass
        from ..wgsl.pieces import cut, placed

        body, pieces, _ = cut(body, cap)
        passes = ((k, elementwise_pass(body, target, p.sizes, p.offsets, p.base)) for k, p in enumerate(pieces) if prod(p.sizes))
        return [placed(body, one, k) for k, one in passes]

    def layout(self, body: Body, number: int, target: Target, cap: int) -> tuple[tuple[int, ...] | None, int] | None:
        from ..wgsl.pieces import lies_as_space

        return (body.space, chunk_elements(body.space, cap)) if lies_as_space(body, body.inputs[number]) else None

    def split(self, body: Body) -> tuple[Part, ...] | None:
        return split(body)


POINTWISE = Pointwise()


def interpret_plain(body: Body, inputs: Arrays, parameters: Sequence[Any]) -> Results:
    """The definition of a Body: it is computed on whole arrays of the inputs' own shapes, one instruction after the other."""
    values: list[np.ndarray] = [read(body, k, array) for k, array in enumerate(inputs)]
    rank = len(body.space)
    values += [np.array(p, DTYPES[q.matlab_class]).reshape((1,) * rank) for p, q in zip(parameters, body.parameters, strict=True)]
    with np.errstate(all="ignore"):
        flagged = _run(body, body.instructions, values, body.space)
        for item in body.accumulations:
            full = np.broadcast_to(values[item.operand], body.space)
            values.append(accumulate(item.kind, full, body.reduced, item.matlab_class, item.omit_nan))
        flagged |= _run(body, body.finish, values, body.result_space)
    outputs = [*((s, body.space) for s in body.stores), *((s, body.result_space) for s in body.results)]
    arrays = [np.asfortranarray(np.broadcast_to(cast_result(values[s.value], s.matlab_class), space)) for s, space in outputs]
    return Results(tuple(arrays), flagged)


def _run(body: Body, instructions: Sequence[Instruction], values: list[np.ndarray], space: tuple[int, ...]) -> bool:
    """Append the value of each instruction; whether an element left the real domain."""
    flagged = False
    for number, instruction in enumerate(instructions, len(values)):
        if number in body.guards:
            flagged |= leaves_domain(instruction, [values[k] for k in instruction.operands])
        values.append(run_instruction(instruction, values, space))
    return flagged


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
