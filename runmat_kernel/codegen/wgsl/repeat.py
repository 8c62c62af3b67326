"""Instructions that repeat: a loop of the program that was recorded step by step becomes a loop of the shader again.

Otherwise hundreds of copies of one step are compiled, which takes drivers seconds, or minutes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...base.records import record
from ..body import Body, Instruction

LEAST = 4
"""Repetitions from which on a loop is worth it."""

LONGEST = 96
"""Instructions of the longest step that is looked for."""


@record
class Repeat:
    """Instructions ``start`` ... ``start + length * count - 1`` are ``count`` times the same step.

    ``carried``: positions in the step whose value the next step takes, with the value number that the first step takes instead.
    ``parameters``: those of the first step; each later one takes ``stride`` further ones.  ``escaping``: positions whose last value
    is used after the loop.
    """

    start: int
    length: int
    count: int
    carried: tuple[tuple[int, int], ...]
    parameters: tuple[int, ...]
    stride: int
    escaping: tuple[int, ...]


def find_repeat(body: Body) -> Repeat | None:
    """The longest repetition among the instructions of a Body; None where there is none."""
    instructions = body.instructions
    if len(instructions) < 2 * LEAST or body.guards:
        return None
    known: dict[tuple, int] = {}
    described = ((i.op.name, i.op.wgsl, i.matlab_class, i.compute_class, len(i.operands)) for i in instructions)
    shapes = [known.setdefault(shape, len(known)) for shape in described]
    for length in range(1, min(len(shapes) // LEAST, LONGEST) + 1):
        run, start = _longest_run(shapes, length)
        if run + length < len(shapes) // 2:
            continue
        # The first step often begins from something else: leave up to two steps of instructions in front.
        for first in range(start, min(start + 2 * length, start + run) + 1):
            count = (run + start - first) // length + 1
            repeat = _checked(body, first, length, count) if count >= LEAST else None
            if repeat is not None:
                return repeat
    return None


def _longest_run(shapes: Sequence[int], length: int) -> tuple[int, int]:
    """The most instructions in a row that equal the one ``length`` further on, and where they begin."""
    best = (0, 0)
    run = 0
    for k in range(len(shapes) - length):
        run = run + 1 if shapes[k] == shapes[k + length] else 0
        best = max(best, (run, -(k - run + 1)))
    return best[0], -best[1]


def _checked(body: Body, start: int, length: int, count: int) -> Repeat | None:
    """The repetition from instruction ``start`` on, with as many steps as have their operands alike; None for too few."""
    inputs, parameters = len(body.inputs), len(body.inputs) + len(body.parameters)
    first = parameters + start
    stride = _stride(body, start, length, inputs, parameters)
    carried: dict[int, int] = {}
    own: set[int] = set()
    for j in range(length):
        step = [body.instructions[start + r * length + j].operands for r in range(count)]
        for place, number in enumerate(step[0]):
            taken = [operands[place] for operands in step]
            if len(set(taken)) == 1 and number < first:  # the same for all steps
                continue
            moves = length if taken[1] >= first else stride
            alike = next((r for r in range(1, count - 1) if taken[r + 1] - taken[r] != moves), count - 1) + 1
            if taken[1] >= first + length and taken[1] - number == length:  # a value of the same step
                pass
            elif first <= taken[1] < first + length:  # a value of the step before
                position = taken[1] - first
                if number >= first or body.class_of(number) != body.instructions[start + position].matlab_class:
                    return None
                if carried.setdefault(position, number) != number:
                    return None
            elif inputs <= number < parameters and taken[1] - number == stride:
                own.add(number)
                # A step reads its parameters as those of the first one are read.
                kind = body.class_of(number)
                alike = next((r for r in range(1, alike) if body.class_of(taken[r]) != kind), alike)
            else:
                return None
            count = min(count, alike)
            if count < LEAST:
                return None
    return _finished(body, start, length, count, carried, own, stride)


def _stride(body: Body, start: int, length: int, inputs: int, parameters: int) -> int:
    """How many parameters a step takes: by how much the first parameter that differs moves on."""
    for j in range(length):
        pairs = zip(body.instructions[start + j].operands, body.instructions[start + length + j].operands, strict=True)
        for one, two in pairs:
            if inputs <= one < parameters and inputs <= two < parameters and one != two:
                return two - one
    return 0


def _finished(body: Body, start: int, length: int, count: int, carried: dict[int, int], own: set[int], stride: int) -> Repeat | None:
    """The repetition where nothing but values of its last step is used outside; None otherwise."""
    first = len(body.inputs) + len(body.parameters) + start
    last, end = first + (count - 1) * length, first + count * length
    later: Sequence[Instruction] = body.instructions[start + count * length :]
    used = {k for i in later for k in i.operands} | {s.value for s in body.stores} | {a.operand for a in body.accumulations}
    inside = {k for k in used if first <= k < end}
    if any(k < last for k in inside):
        return None
    return Repeat(start, length, count, tuple(sorted(carried.items())), tuple(sorted(own)), stride, tuple(sorted(k - last for k in inside)))
