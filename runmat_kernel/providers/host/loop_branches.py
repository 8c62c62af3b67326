"""The branches of a loop whose conditions are known for each iteration: an iteration computes only what its branches need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from ...codegen.body import Body, Instruction
from ...codegen.forms.loop import LoopBody
from ...graph.loop import SELECT

_MOST_VARIANTS = 8
"""Ways through an iteration, each of which has steps and buffers of its own."""


def ways(body: LoopBody, scheduled: Sequence[tuple[int, np.ndarray]]) -> tuple[list[dict[int, bool]], list[int]] | None:
    """The ways through the branches of an iteration (what the conditions are, by their numbers), and the number of the way that each
    iteration goes. ``scheduled``: parameters by number, over the iterations.  None where there are no such branches, or too many ways."""
    asked = {item.operands[0] for item in body.step.instructions if item.op is SELECT}
    conditions = {number: (np.asarray(values) != 0).tolist() for number, values in scheduled if number in asked}
    if not conditions:
        return None
    known: dict[tuple[bool, ...], int] = {}
    which = [known.setdefault(flags, len(known)) for flags in zip(*conditions.values(), strict=True)]
    if not 1 <= len(known) <= _MOST_VARIANTS:
        return None
    return [dict(zip(conditions, flags, strict=True)) for flags in known], which


def one_way(step: Body, conditions: Mapping[int, bool]) -> Body:
    """An iteration with known branches: selects by ``conditions`` (parameters, by number) give way to the operand that they choose, and
    instructions that nothing needs then are left out."""
    first = len(step.inputs) + len(step.parameters)
    operands = {k for item in step.instructions for k in item.operands}
    stands: dict[int, int] = {}
    for number, item in enumerate(step.instructions, first):
        if item.op is SELECT and item.operands[0] in conditions:
            chosen = item.operands[1 if conditions[item.operands[0]] else 2]
            chosen = stands.get(chosen, chosen)
            # Parameters were made ready for those that use them as they are.
            if not len(step.inputs) <= chosen < first or number not in operands:
                stands[number] = chosen
    needed, waiting = set(), [stands.get(s.value, s.value) for s in step.stores]
    while waiting:
        number = waiting.pop()
        if number >= first and number not in needed:
            needed.add(number)
            waiting += [stands.get(k, k) for k in step.instructions[number - first].operands]
    places: dict[int, int] = {}
    instructions: list[Instruction] = []
    for number, item in enumerate(step.instructions, first):
        if number in needed:
            places[number] = first + len(instructions)
            instructions.append(replace(item, operands=tuple(_at(k, stands, places) for k in item.operands)))
    stores = tuple(replace(s, value=_at(s.value, stands, places)) for s in step.stores)
    guards = tuple(places[k] for k in step.guards if k in places)
    return replace(step, instructions=tuple(instructions), stores=stores, guards=guards)


def _at(number: int, stands: Mapping[int, int], places: Mapping[int, int]) -> Any:
    number = stands.get(number, number)
    return places.get(number, number)
