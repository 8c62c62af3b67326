"""The instructions of a Body for one element, or for several at once, with repeated steps as a loop."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..body import Body, Instruction
from .element import Values, consumed, write_instruction
from .random import block_texts, is_random, random_classes, whole_blocks
from .repeat import Repeat, find_repeat
from .scalars import COMPONENTS, register
from .window import has_windows, is_window, window_vector

_WORDS = {"f64": 2, "i64": 2, "u64": 2}


@dataclass(slots=True)
class Lanes:
    """The elements that are written at once: their values (which share one list of lines), indices and name suffixes.

    ``index``: the text of each one's linear index; ``place``: the text of the index within the piece of the first one.
    ``blocks``: what has a form for all of them at once, as random numbers and windows do, takes it.  ``straight``: the values that are
    the linear index itself.
    """

    values: Sequence[Values]
    index: Sequence[str]
    place: str
    blocks: bool
    straight: frozenset[int] = frozenset()

    def suffix(self, lane: int) -> str:
        return f"_{lane}" if self.blocks else ""

    def write(self, number: int, instruction: Instruction, hidden: set[int]) -> None:
        """The statements of one instruction."""
        if self.blocks and (is_random(instruction) or (is_window(instruction) and instruction.operands[2] in self.straight)):
            self._write_together(number, instruction)
            return
        for lane, (values, index) in enumerate(zip(self.values, self.index, strict=True)):
            write_instruction(values, number, instruction, hidden, index, self.place, self.suffix(lane))

    def _write_together(self, number: int, instruction: Instruction) -> None:
        operands, width = [self.values[0].texts[k] for k in instruction.operands], len(self.values)
        if is_random(instruction):
            lines, texts = block_texts(instruction, operands, self.place, f"g{number}", width)
        else:
            array, weights, index, *numbers = operands
            lines, texts = window_vector(f"w{number}", array, weights, index, numbers, register(instruction.matlab_class), width)
        self.line(*lines)
        for values, text in zip(self.values, texts, strict=True):
            values.define(number, text, instruction.matlab_class)

    def line(self, *lines: str) -> None:
        self.values[0].lines.extend(lines)


def together(body: Body, width: int, base: int) -> bool:
    """Whether the elements of a vector are written at once: they draw whole blocks of random numbers, or share windows."""
    if random_classes(body):
        return whole_blocks(body, width, base)
    return 1 < width <= len(COMPONENTS) and has_windows(body)


def write_sequence(lanes: Lanes, body: Body) -> list[tuple[str, str]]:
    """Write all instructions; returns the launch fields of the loop, if one was made, a step's after another's (see ``Writer.rolled``)."""
    first = len(body.inputs) + len(body.parameters)
    lanes.straight = frozenset(k for k, i in enumerate(body.instructions, first) if i.op.name == "index")
    repeat = find_repeat(body)
    if repeat is None:
        _write_all(lanes, enumerate(body.instructions, first), consumed(body.instructions))
        return []
    end = repeat.start + repeat.length * repeat.count
    step = _step(body, repeat)
    hidden = consumed((*body.instructions, *step))
    hidden |= {first + repeat.start - 1 - k for k in hidden if k < 0}
    numbered = list(enumerate(body.instructions, first))
    _write_all(lanes, numbered[: repeat.start], hidden)
    fields = _write_loop(lanes, body, repeat, step, hidden)
    _write_all(lanes, numbered[end:], hidden)
    return fields


def loop_parameters(body: Body) -> frozenset[int]:
    """The parameters that only a loop reads, a step after another; they are no launch fields of their own."""
    repeat = find_repeat(body)
    if repeat is None:
        return frozenset()
    inputs = len(body.inputs)
    return frozenset(p - inputs + r * repeat.stride for p in repeat.parameters for r in range(repeat.count))


def _write_all(lanes: Lanes, numbered: Iterable[tuple[int, Instruction]], hidden: set[int]) -> None:
    for number, instruction in numbered:
        lanes.write(number, instruction, hidden)


def _step(body: Body, repeat: Repeat) -> list[Instruction]:
    """The instructions of one step, numbered as the first: -1 - j stands for value j of the step before.

    They are read off the second step, which tells what is carried from what happens to be the same in the first.
    """
    first, inputs = len(body.inputs) + len(body.parameters) + repeat.start, len(body.inputs)

    def renumbered(one: int, two: int) -> int:
        if one == two:
            return one
        if two >= first:
            return two - repeat.length if two >= first + repeat.length else first - 1 - two
        return two - repeat.stride if two >= inputs else two

    steps = []
    for j in range(repeat.start, repeat.start + repeat.length):
        one, two = body.instructions[j], body.instructions[j + repeat.length]
        operands = tuple(renumbered(a, b) for a, b in zip(one.operands, two.operands, strict=True))
        steps.append(replace(two, operands=operands))
    return steps


def _write_loop(lanes: Lanes, body: Body, repeat: Repeat, step: Sequence[Instruction], hidden: set[int]) -> list[tuple[str, str]]:
    first = len(body.inputs) + len(body.parameters) + repeat.start
    begins = dict(repeat.carried)
    kept = sorted({*begins, *repeat.escaping})
    for lane, values in enumerate(lanes.values):
        for j in kept:
            name, matlab_class = f"k{j}{lanes.suffix(lane)}", step[j].matlab_class
            start = f" = {values.texts[begins[j]]}" if j in begins else ""
            lanes.line(f"var {name}: {register(matlab_class)}{start};")
            values.define(-1 - j, name, matlab_class)
    lanes.line(f"for (var iteration = 0u; iteration < {repeat.count}u; iteration++) {{")
    fields = _write_parameters(lanes, body, repeat)
    _write_all(lanes, enumerate(step, first), hidden)
    for values in lanes.values:
        lanes.line(*(f"{values.texts[-1 - j]} = {values.texts[first + j]};" for j in kept))
    lanes.line("}")
    for values in lanes.values:
        for j in repeat.escaping:
            values.define(first + (repeat.count - 1) * repeat.length + j, values.texts[-1 - j], step[j].matlab_class)
    return fields


def _write_parameters(lanes: Lanes, body: Body, repeat: Repeat) -> list[tuple[str, str]]:
    """Define the parameters of a step from the words of its part of the launch fields, and give those fields for all steps."""
    inputs, at = len(body.inputs), 0
    kinds: list[tuple[int, str]] = []
    for number in repeat.parameters:
        matlab_class = body.parameters[number - inputs].matlab_class
        kind = "u32" if matlab_class == "logical" else register(matlab_class)
        kinds.append((number - inputs, kind))
        at += _WORDS.get(kind, 1)
    vectors, at = -(-at // 4), 0
    for number, kind in kinds:
        words = [f"P.rolled[iteration * {vectors}u + {w // 4}u].{COMPONENTS[w % 4]}" for w in range(at, at + _WORDS.get(kind, 1))]
        at += len(words)
        bits = words[0] if len(words) == 1 else f"(u64({words[0]}) | (u64({words[1]}) << 32u))"
        matlab_class = body.parameters[number].matlab_class
        text = f"({bits} != 0u)" if matlab_class == "logical" else bits if kind in ("u32", "u64") else f"bitcast<{kind}>({bits})"
        lanes.line(f"let q{number} = {text};")
        for values in lanes.values:
            values.define(inputs + number, f"q{number}", matlab_class)
    fields = []
    for r in range(repeat.count if kinds else 0):
        fields += [(f"p{number + r * repeat.stride}", kind) for number, kind in kinds]
        fields += [("gap", "u32")] * (4 * vectors - at)
    return fields
