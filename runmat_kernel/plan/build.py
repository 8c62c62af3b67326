"""From the nodes of a group to its Body: loads, instructions, accumulations, finish, stores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from ..codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from ..graph.node import LEAF, MAP, Constant, Node
from ..graph.primitives import RESHAPE
from ..graph.product import TRANSPOSES
from ..graph.shapes import expansion_strides, numel
from ..graph.views import SLICE

_INPUT, _PARAMETER, _INSTRUCTION, _ACCUMULATION, _FINISH = range(5)
_Pending = tuple[Callable[..., Any], tuple[tuple[int, int], ...]]
"""An instruction or accumulation whose operands have no numbers yet: what makes it from them, and their (section, position)."""


@dataclass(slots=True)
class Builder:
    """Collects a Body.  Values are (section, position) pairs until all counts are known, then get their numbers.

    ``available(number)``: the node is stored by an earlier group, and is read rather than computed again.  ``near`` are the nodes whose
    operation is written in its shorter form.
    """

    nodes: Sequence[Node]
    numbers: dict[Node, int]
    space: tuple[int, ...]
    reduced: tuple[int, ...]
    available: Callable[[int], bool]
    near: frozenset[int] = frozenset()
    inputs: list[Input] = field(default_factory=list)
    input_nodes: list[int] = field(default_factory=list)
    parameters: list[Parameter] = field(default_factory=list)
    places: list[tuple[int, int]] = field(default_factory=list)
    sections: dict[int, list[_Pending]] = field(default_factory=lambda: {_INSTRUCTION: [], _ACCUMULATION: [], _FINISH: []})
    values: dict[object, tuple[int, int]] = field(default_factory=dict)
    members: list[int] = field(default_factory=list)
    guards: list[tuple[int, int]] = field(default_factory=list)
    views: list[tuple[int, int]] = field(default_factory=list)
    flops: float = 0.0

    def element(self, number: int) -> tuple[int, int]:
        """The value of a node for each element of the space; what it needs is added first, without recursion."""
        stack = [number]
        while stack:
            current = stack[-1]
            node = self.nodes[current]
            if current in self.values:
                stack.pop()
            elif node.op is SLICE and not self.available(current):
                self.values[current] = self._sliced(current, node)
                stack.pop()
            elif self._is_read(current, node, self.space):
                self.values[current] = self.load(current, node.shape, self.space, False)
                stack.pop()
            elif node.op is RESHAPE:
                # Column-major order is the same in both shapes: the operand, stored before, is read element by element.
                self.values[current] = self.load(self.numbers[node.operands[0]], self.space, self.space, False)
                self.members.append(current)
                stack.pop()
            elif node.op in TRANSPOSES:
                self.values[current] = self._transposed(current, node)
                stack.pop()
            else:
                missing = [k for k in self._operand_numbers(node) if k not in self.values]
                if missing:
                    stack.extend(reversed(missing))
                    continue
                self.values[current] = self._instruction(current, node, _INSTRUCTION, numel(self.space))
                stack.pop()
        return self.values[number]

    def result(self, number: int) -> tuple[int, int]:
        """The value of a node for each element of the result space: an accumulation or a finish instruction."""
        stack = [number]
        while stack:
            current = stack[-1]
            key = ("result", current)
            if key not in self.values:
                node = self.nodes[current]
                computed = node.kind == MAP and not self.available(current)
                missing = [k for k in self._operand_numbers(node) if ("result", k) not in self.values] if computed else []
                if missing:
                    stack.extend(reversed(missing))
                    continue
                self.values[key] = self._result_value(current, node)
            stack.pop()
        return self.values["result", number]

    def _result_value(self, number: int, node: Node) -> tuple[int, int]:
        """A result whose operands have values: an accumulation, a load over the result space, or a finish instruction."""
        if node.kind == LEAF or self.available(number):
            result_space = tuple(1 if d in self.reduced else n for d, n in enumerate(self.space))
            return self.load(number, node.shape, result_space, True)
        if node.kind == MAP:
            return self._instruction(number, node, _FINISH, numel(node.shape))
        kind, _, omit_nan = node.reduction
        operand = self.element(self.numbers[node.operands[0]])
        self.sections[_ACCUMULATION].append((lambda k: Accumulation(kind, k, node.matlab_class, omit_nan), (operand,)))
        self.members.append(number)
        self.flops += numel(self.space) * (4.0 if kind == "moment2" else 1.0)
        return (_ACCUMULATION, len(self.sections[_ACCUMULATION]) - 1)

    def _is_read(self, number: int, node: Node, space: tuple[int, ...]) -> bool:
        return node.kind != MAP or self.available(number) or node.shape != space

    def _operand_numbers(self, node: Node) -> list[int]:
        """The operands that are needed element by element."""
        operands = node.operands[node.op.whole :] if node.op is not None else node.operands
        return [self.numbers[x] for x in operands if type(x) is Node]

    def load(self, number: int, shape: tuple[int, ...], space: tuple[int, ...], result_space: bool) -> tuple[int, int]:
        padded = space if len(space) >= len(shape) else space + (1,) * (len(shape) - len(space))
        trimmed = _trim(shape, len(padded))
        strides = None if trimmed == _trim(padded, len(padded)) else expansion_strides(shape, padded)
        item = Input(self.nodes[number].matlab_class, strides, 0, result_space)
        self.inputs.append(item)
        self.input_nodes.append(number)
        return (_INPUT, len(self.inputs) - 1)

    def _sliced(self, number: int, node: Node) -> tuple[int, int]:
        """A slice: the operand, stored before, is read with the slice's strides, expanded over the space where it is smaller."""
        view = node.reduction
        rank = len(self.space)
        strides = tuple(0 if n == 1 else s for n, s in zip(_trim(node.shape, rank), _trim(view.strides, rank), strict=True))
        self.views.append((len(self.inputs), number))
        self.inputs.append(Input(node.matlab_class, strides, view.offset, False))
        self.input_nodes.append(self.numbers[node.operands[0]])
        self.members.append(number)
        return (_INPUT, len(self.inputs) - 1)

    def _whole(self, node: Node) -> tuple[int, int]:
        """An array that is read at computed positions."""
        self.inputs.append(Input(node.matlab_class, (0,) * len(self.space), 0, False, numel(node.shape)))
        self.input_nodes.append(self.numbers[node])
        return (_INPUT, len(self.inputs) - 1)

    def _transposed(self, number: int, node: Node) -> tuple[int, int]:
        """A transpose: the operand, stored before, is read along its rows."""
        source = self.numbers[node.operands[0]]
        self.inputs.append(Input(node.matlab_class, (node.shape[1], 1), 0, False))
        self.input_nodes.append(source)
        self.members.append(number)
        return (_INPUT, len(self.inputs) - 1)

    def _instruction(self, number: int, node: Node, section: int, elements: int) -> tuple[int, int]:
        assert node.kind == MAP and node.op is not None
        operands = []
        for position, operand in enumerate(node.operands):
            if type(operand) is Constant:
                operands.append(self._parameter(number, position, operand))
            elif position < node.op.whole:
                operands.append(self._whole(operand))
            else:
                k = self.numbers[operand]
                operands.append(self.values[k if section == _INSTRUCTION else ("result", k)])
        op = node.op.near if number in self.near else node.op
        assert op is not None
        self.sections[section].append((lambda *numbers: Instruction(op, numbers, node.matlab_class, node.compute), tuple(operands)))
        value = (section, len(self.sections[section]) - 1)
        if node.guarded:
            self.guards.append(value)
        self.members.append(number)
        self.flops += elements * node.op.cost
        return value

    def _parameter(self, number: int, position: int, constant: Constant) -> tuple[int, int]:
        self.parameters.append(Parameter(constant.matlab_class))
        self.places.append((number, position))
        return (_PARAMETER, len(self.parameters) - 1)

    def body(self, stores: Sequence[int], results: Sequence[int]) -> Body:
        """The finished Body that stores these nodes over the space and over the result space."""
        store_values = [self.element(n) for n in stores]
        result_values = [self.result(n) for n in results]
        starts, at = {}, 0
        for section, count in (
            (_INPUT, len(self.inputs)),
            (_PARAMETER, len(self.parameters)),
            *((s, len(self.sections[s])) for s in (_INSTRUCTION, _ACCUMULATION, _FINISH)),
        ):
            starts[section] = at
            at += count

        def place(value: tuple[int, int]) -> int:
            return starts[value[0]] + value[1]

        def numbered(section: int) -> tuple[Any, ...]:
            return tuple(complete(*map(place, operands)) for complete, operands in self.sections[section])

        nodes = self.nodes
        return Body(
            self.space,
            tuple(self.inputs),
            tuple(self.parameters),
            numbered(_INSTRUCTION),
            tuple(Store(place(v), nodes[n].matlab_class) for n, v in zip(stores, store_values, strict=True)),
            self.reduced if results else (),
            numbered(_ACCUMULATION),
            numbered(_FINISH),
            tuple(Store(place(v), nodes[n].matlab_class) for n, v in zip(results, result_values, strict=True)),
            tuple(place(v) for v in self.guards),
        )


def _trim(shape: tuple[int, ...], rank: int) -> tuple[int, ...]:
    return shape + (1,) * (rank - len(shape))
