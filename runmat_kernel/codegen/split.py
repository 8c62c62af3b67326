"""A Body as several that compute the same one after the other: drivers compile shorter shaders side by side.

It is cut where an array is stored anyway, and in front of its reductions, so that the parts need no memory of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..base.records import record
from .body import Body, Input, Instruction

_LEAST_COST = 24.0
"""Operations of an element that make a part: a shader of less takes a driver as long as no operations at all."""
_MOST_AGAIN = 1.25
"""How many times as much the parts may compute in all: what a part needs of an earlier one that did not store it is computed again."""


@record
class Part:
    """``body`` reads ``inputs`` of the whole, (``input`` or ``output``, number), and writes its outputs, by number: stores, then
    results."""

    body: Body
    inputs: tuple[tuple[str, int], ...]
    outputs: tuple[int, ...]


def split(body: Body) -> tuple[Part, ...] | None:
    """The parts of a Body; None where it is best left whole."""
    whole = sum(i.op.cost for i in body.instructions)
    odd = any(i.op.raw_operands or i.op.whole or i.op.name == "index" for i in (*body.instructions, *body.finish))
    if whole < 2 * _LEAST_COST or odd or any(i.length or i.result_space for i in body.inputs):
        return None
    splitter = _Splitter(body)
    stored = {s.value: k for k, s in reversed(list(enumerate(body.stores))) if splitter.has_class(s.value, s.matlab_class)}
    parts: list[Part] = []
    waiting: list[int] = []
    for value in sorted(stored):
        waiting.append(stored[value])
        if splitter.cost(body.stores[k].value for k in waiting) >= _LEAST_COST:
            parts.append(splitter.part(waiting, False))
            splitter.known |= {body.stores[k].value: k for k in waiting}
            waiting = []
    rest = [k for k in range(len(body.stores)) if k in waiting or stored.get(body.stores[k].value) != k]
    if rest or body.accumulations:
        parts.append(splitter.part(rest, bool(body.accumulations)))
    spent = sum(i.op.cost for part in parts for i in part.body.instructions)
    return tuple(parts) if len(parts) > 1 and spent <= _MOST_AGAIN * whole else None


class _Splitter:
    """Makes parts of a Body.  ``known``: values that earlier parts stored, and the stores."""

    def __init__(self, body: Body) -> None:
        self.body = body
        self.first = len(body.inputs) + len(body.parameters)
        self.known: dict[int, int] = {}

    def has_class(self, value: int, matlab_class: str) -> bool:
        """Whether a value is an instruction's, and stored as it is."""
        return value >= self.first and self.body.instructions[value - self.first].matlab_class == matlab_class

    def needed(self, values: Iterable[int]) -> list[int]:
        """The instructions, by number, that make values."""
        numbers: set[int] = set()
        waiting = list(values)
        while waiting:
            number = waiting.pop()
            if number >= self.first and number not in numbers and number not in self.known:
                numbers.add(number)
                waiting += self.body.instructions[number - self.first].operands
        return sorted(numbers)

    def cost(self, values: Iterable[int]) -> float:
        return sum(self.body.instructions[k - self.first].op.cost for k in self.needed(values))

    def part(self, stores: Sequence[int], reduces: bool) -> Part:
        """The part that makes some stores, and the reductions."""
        body, first = self.body, self.first
        accumulations = body.accumulations if reduces else ()
        targets = [body.stores[k].value for k in stores] + [a.operand for a in accumulations]
        computed = self.needed(targets)
        used = {*targets, *(k for n in computed for k in body.instructions[n - first].operands)}
        own = [k for k in sorted(used) if k < len(body.inputs)]
        before = [k for k in sorted(used) if k in self.known]
        inputs = [body.inputs[k] for k in own] + [Input(body.stores[self.known[k]].matlab_class) for k in before]
        places = {k: place for place, k in enumerate((*own, *before))}
        places |= {len(body.inputs) + k: len(inputs) + k for k in range(len(body.parameters))}
        places |= {number: len(inputs) + len(body.parameters) + k for k, number in enumerate(computed)}
        behind, end = first + len(body.instructions), len(inputs) + len(body.parameters) + len(computed)
        if reduces:
            places |= {behind + k: end + k for k in range(len(body.accumulations) + len(body.finish))}
        changed = Body(
            body.space, tuple(inputs), body.parameters,
            tuple(_moved(body.instructions[n - first], places) for n in computed),
            tuple(replace(body.stores[k], value=places[body.stores[k].value]) for k in stores),
            body.reduced if reduces else (),
            tuple(replace(a, operand=places[a.operand]) for a in accumulations),
            tuple(_moved(i, places) for i in body.finish) if reduces else (),
            tuple(replace(r, value=places[r.value]) for r in body.results) if reduces else (),
            tuple(places[k] for k in body.guards if k in places and (k in computed or k >= behind)),
        )  # fmt: skip
        results = range(len(body.stores), len(body.stores) + len(body.results)) if reduces else ()
        sources = [("input", k) for k in own] + [("output", self.known[k]) for k in before]
        return Part(changed, tuple(sources), (*stores, *results))


def _moved(instruction: Instruction, places: dict[int, int]) -> Instruction:
    return replace(instruction, operands=tuple(places[k] for k in instruction.operands))
