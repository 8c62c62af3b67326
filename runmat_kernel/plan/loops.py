"""From a traced loop to its kernel: one LoopBody, when everything that an iteration computes is pointwise over one index space."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..base.records import record
from ..codegen.body import Body, Input, Instruction, Parameter, Store
from ..codegen.forms import LOOP
from ..codegen.forms.loop import LoopBody, Region, evenly
from ..codegen.kernel import Kernel
from ..graph.loop import SYMBOL, Carry, Moving, Trace
from ..graph.node import MAP, Constant, Node, order
from ..graph.primitives import INDEX, RESHAPE
from ..graph.product import TRANSPOSES
from ..graph.shapes import expansion_strides, numel
from ..graph.views import SLICE, TAKE, as_copied, is_position
from ..values.tensor import Tensor
from .proofs import near_form

NEEDS_ALL = "needs elements of a whole array in each iteration"


class NotPointwise(Exception):
    """Why an iteration is not one pointwise kernel; ``node`` is what stands in the way, where it is one operation."""

    def __init__(self, reason: str, node: Node | None = None) -> None:
        super().__init__(reason)
        self.reason = reason
        self.node = node


@record
class LoopCall:
    """A loop to run: the body, the arrays of its inputs (None for those that begin with a parameter's value), the values of its parameters
    (arrays for scheduled ones, or Counting), and the arrays whose copies the writes change.  ``kernel``: the one that the body has, where
    that is known."""

    body: LoopBody
    inputs: tuple[Tensor | None, ...]
    parameters: tuple[Any, ...]
    originals: tuple[Tensor, ...]
    covered: tuple[bool, ...]
    names: tuple[str, ...]
    flops: float
    nbytes: int
    kernel: Kernel | None = None


@record
class Origins:
    """The origins of a LoopCall: for each input its Carry, Moving or Node, for each fixed parameter its Carry, Constant or Node, for
    each scheduled one its Node; for each instruction its Node, and whether it is of the short form."""

    inputs: tuple[Any, ...]
    fixed: tuple[Any, ...]
    scheduled: tuple[Node, ...]
    instructions: tuple[tuple[Node, bool], ...]


@dataclass(slots=True)
class _Lowering:
    trace: Trace
    space: tuple[int, ...]
    inputs: list[Input] = field(default_factory=list)
    arrays: list[Tensor | None] = field(default_factory=list)
    initial: list[int | None] = field(default_factory=list)
    reads: list[Region | None] = field(default_factory=list)
    fixed: list[tuple[Parameter, Any]] = field(default_factory=list)
    scheduled: list[tuple[Parameter, np.ndarray]] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    places: dict[Any, tuple[str, int]] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    guards: list[int] = field(default_factory=list)
    cost: float = 0.0
    tables: dict[Node, np.ndarray] = field(default_factory=dict)
    moving: dict[Node, Moving] = field(default_factory=dict)
    origins: tuple[list[Any], ...] = field(default_factory=lambda: ([], [], [], []))

    def run(self) -> None:
        trace = self.trace
        for carry in trace.carries:
            self.places[carry.symbol] = self._carry(carry)
        self.tables = {node: values for node, values in trace.scheduled}
        self.moving = {read.symbol: read for read in trace.reads}
        nodes = order(roots(trace))
        # Others belong to what was computed beforehand.
        indices = {x for node in nodes if trace.depends(node) for x in node.operands if type(x) is Node and x.op is INDEX}
        for node in nodes:
            if (node.kind == MAP and trace.depends(node)) or node in indices:
                self._instruction(node)
            elif node.kind not in (MAP, SYMBOL) and trace.depends(node):
                raise NotPointwise(f"'{node.name}' {NEEDS_ALL}", node)

    def value(self, item: Any, compute: str | None) -> tuple[str, int]:
        """The place of an operand; ``compute`` is the class in which it is used (None: its own)."""
        if type(item) is Constant:
            return self._fixed(item.value, item.matlab_class, compute, item)
        if item in self.trace.parameters:
            return self._fixed(self.trace.parameters[item], item.matlab_class, compute, item)
        if item in self.places:
            return self.places[item]
        if item.kind == SYMBOL:
            if item in self.moving:
                read = self.moving[item]
                over = _over(read.strides, read.symbol.shape, self.space)
                place = self._input(read.array, over, Region(read.array.shape, over, read.offset, read.move, read.slots), read)
            else:
                return self._table(item, compute)
        elif item.kind == MAP and (self.trace.depends(item) or item.op is INDEX):
            raise AssertionError("operands come first")
        else:
            tensor = item.tensor if isinstance(item.tensor, Tensor) else item.held()
            if tensor is None and is_position(item):
                raise NotPointwise("parts of an array are replaced in each iteration", item)
            assert tensor is not None
            if tensor.numel == 1 and tensor.on_host:
                return self._fixed(tensor.array.item(), item.matlab_class, compute, item)
            strides = None if item.shape == self.space else expansion_strides(item.shape, self.space)
            place = self._input(tensor, strides, None, item)
        self.places[item] = place
        return place

    def _input(self, tensor: Tensor, strides: tuple[int, ...] | None, region: Region | None, origin: Any) -> tuple[str, int]:
        self.origins[0].append(origin)
        self.inputs.append(Input(tensor.matlab_class, strides, region.offset if region else 0))
        self.arrays.append(tensor)
        self.reads.append(region)
        return ("input", len(self.inputs) - 1)

    def _carry(self, carry: Carry) -> tuple[str, int]:
        place = self._input(carry.initial, None, None, carry)
        self.initial.append(None)
        if carry.uniform is not None:
            self.arrays[-1] = None
            self.initial[-1] = self._fixed(carry.uniform, carry.symbol.matlab_class, None, carry)[1]
        return place

    def _fixed(self, value: Any, matlab_class: str, compute: str | None, origin: Any) -> tuple[str, int]:
        # Both parts of a complex number, which the host computes together, take the same ones.
        key = (id(origin), _narrow(matlab_class, compute))
        if key not in self.places:
            self.origins[1].append(origin)
            self.fixed.append((Parameter(key[1]), value))
            self.places[key] = ("fixed", len(self.fixed) - 1)
        return self.places[key]

    def _table(self, item: Node, compute: str | None) -> tuple[str, int]:
        matlab_class = _narrow(item.matlab_class, compute)
        # Host kernels cast a parameter once, to the class in which it is used: one place for each.
        key = (item, compute)
        if key not in self.places:
            self.origins[2].append(item)
            self.scheduled.append((Parameter(matlab_class), self.tables[item]))
            self.places[key] = ("scheduled", len(self.scheduled) - 1)
        return self.places[key]

    def _instruction(self, node: Node) -> None:
        assert node.op is not None
        if node.op is RESHAPE or node.op in TRANSPOSES or node.op is SLICE or node.whole:
            raise NotPointwise(f"'{node.name}' reorders an array in each iteration", node)
        if node.shape != self.space and numel(node.shape) != 1:
            raise NotPointwise("arrays of different sizes change from iteration to iteration", node)
        if node.op.name in ("index", "rand_uniform", "rand_normal") and node.shape != self.space:
            raise NotPointwise("random arrays of another size than what they are used with", node)
        compute = None if node.op.raw_operands else node.compute
        operands = tuple(self.value(x, compute) for x in node.operands)
        op = near_form(node) or node.op
        self.origins[3].append((node, op is not node.op))
        self.instructions.append(Instruction(op, operands, node.matlab_class, node.compute))  # type: ignore[arg-type]
        self.places[node] = ("instruction", len(self.instructions) - 1)
        self.names.append(node.op.name)
        if node.guarded:
            self.guards.append(len(self.instructions) - 1)
        self.cost += node.op.cost


def _over(strides: tuple[int, ...], shape: tuple[int, ...], space: tuple[int, ...]) -> tuple[int, ...]:
    """Strides over a region's own dimensions, as strides over the space (0 where the region is expanded)."""
    padded = strides + (0,) * (len(space) - len(strides))
    sizes = shape + (1,) * (len(space) - len(shape))
    return tuple(s if n != 1 else 0 for s, n in zip(padded[: len(space)], sizes, strict=False))


def _narrow(matlab_class: str, compute: str | None) -> str:
    """A double that only single arithmetic takes is rounded the same beforehand."""
    return "single" if matlab_class == "double" and compute == "single" else matlab_class


def space_of(trace: Trace) -> tuple[int, ...]:
    """The one index space of an iteration.  Raises NotPointwise where there are several, or none."""
    shapes = [c.symbol.shape for c in trace.carries] + [r.symbol.shape for r in trace.reads] + [w.shape for w in trace.writes]
    shapes += [r.shape for r in trace.results]
    spaces = list(dict.fromkeys(s for s in shapes if numel(s) != 1))
    if len(spaces) != 1:
        raise NotPointwise("arrays of different sizes change from iteration to iteration" if spaces else "nothing but scalars changes")
    return spaces[0]


def inputs_needed(trace: Trace, *, replayed: bool = False) -> list[Node]:
    """The nodes that are the same in all iterations and must be computed first, because an iteration uses them.

    Positions of parts that are replaced are none in a replay, where they say which part that is, and by what.
    """
    needed: dict[Node, None] = {}
    root_nodes = roots(trace)
    for node in order(root_nodes):
        if trace.depends(node):
            replayed = replayed or bool(node.whole)
            for x in node.operands:
                if type(x) is Node and x.op is not INDEX and not trace.depends(x):
                    needed[x] = None
    for root in root_nodes:
        if not trace.depends(root):
            needed[root] = None
    if not replayed:
        return list(needed)
    needed = dict.fromkeys(map(as_copied, needed))
    return [node for node in needed if node.op is not INDEX and not is_position(node)]


def largest_array(trace: Trace) -> int:
    """Elements of the largest array that an iteration works on: not of one of which it takes elements only."""
    counted = set(roots(trace))
    for node in order(tuple(counted)):
        if trace.depends(node):
            counted.add(node)
            counted.update([x for k, x in enumerate(node.operands) if type(x) is Node and not (node.op is TAKE and k == 0)])
    return max((numel(node.shape) for node in counted), default=0)


def roots(trace: Trace) -> list[Node]:
    """The nodes that an iteration is there for."""
    values = (*(c.following for c in trace.carries), *trace.results, *(w.value for w in trace.writes), trace.stop)
    return [x for x in values if type(x) is Node]


def lower(trace: Trace) -> LoopCall:
    """The kernel of a traced loop; what ``inputs_needed`` names was computed.  Raises NotPointwise."""
    return lowered(trace)[0]


def lowered(trace: Trace) -> tuple[LoopCall, Origins]:
    """The kernel of a traced loop, and where its inputs and parameters are from."""
    if trace.stop is not None:
        raise NotPointwise("a test in each iteration ends the loop")
    for w in trace.writes:
        if w.in_order:
            raise NotPointwise(f"iterations write '{w.name}' in an order of its own")
    space = space_of(trace)
    for carry in trace.carries:
        if carry.symbol.shape != space:
            what = "a condition" if carry.name.startswith("$") else f"'{carry.name}'"
            raise NotPointwise(f"{what} has another size than what changes beside it")
    low = _Lowering(trace, space)
    low.run()
    stores = [low.value(c.following, None) for c in trace.carries]
    classes = [c.symbol.matlab_class for c in trace.carries]
    stores += [low.value(r, None) for r in trace.results]
    classes += [r.matlab_class for r in trace.results]
    writes = []
    for w in trace.writes:
        value = w.value if type(w.value) is Node else Constant(w.value, _class_of(w.value))
        stores.append(low.value(value, None))
        classes.append(w.original.matlab_class)
        if w.shape != space:
            raise NotPointwise(f"'{w.name}' is written in parts of another size than what changes beside it")
        writes.append(Region(w.original.shape, _over(w.strides, w.shape, space), w.offset, w.move))
    starts = {"input": 0, "fixed": len(low.inputs), "scheduled": len(low.inputs) + len(low.fixed)}
    starts["instruction"] = first = starts["scheduled"] + len(low.scheduled)

    def number(place: Any) -> int:
        return starts[place[0]] + place[1]

    instructions = tuple(Instruction(i.op, tuple(map(number, i.operands)), i.matlab_class, i.compute_class) for i in low.instructions)
    parameters = tuple(p for p, _ in (*low.fixed, *low.scheduled))
    kept = tuple(Store(number(p), c) for p, c in zip(stores, classes, strict=True))
    step = Body(space, tuple(low.inputs), parameters, instructions, kept, guards=tuple(first + g for g in low.guards))
    even = tuple(evenly(values, p.matlab_class) is not None for p, values in low.scheduled)
    body = LoopBody(
        step, trace.iterations, len(trace.carries), len(low.scheduled), tuple(low.reads), tuple(writes), tuple(low.initial), even
    )
    elements = numel(space)
    call = LoopCall(
        body,
        tuple(low.arrays),
        tuple(v for _, v in (*low.fixed, *low.scheduled)),
        tuple(w.original for w in trace.writes),
        tuple(covers(w, trace.iterations) for w in trace.writes),
        tuple(low.names),
        low.cost * elements * trace.iterations,
        traffic(body),
    )
    return call, Origins(*map(tuple, low.origins))


def _class_of(value: Any) -> str:
    return "logical" if type(value) is bool else "double"


def covers(written: Any, iterations: int) -> bool:
    """Whether all iterations together write every element of the array, so that what it was before does not matter."""
    return written.move != 0 and numel(written.shape) * iterations == numel(written.original.shape)


_SIZES = {"double": 8, "int64": 8, "uint64": 8, "single": 4, "int32": 4, "uint32": 4, "int16": 2, "uint16": 2}


def traffic(body: LoopBody) -> int:
    """Bytes that the kernel reads and writes, without those of its tail."""
    step, elements = body.step, numel(body.space)
    total = 0
    for k, (item, region) in enumerate(zip(step.inputs, body.reads, strict=True)):
        if k < body.carries and body.starts_from(k) is not None:
            continue
        whole = elements if item.strides is None or any(item.strides) else 1
        total += whole * _SIZES.get(item.matlab_class, 1) * (body.iterations if region is not None else 1)
    for k, store in enumerate(step.stores):
        if k in body.silent:
            continue
        total += elements * _SIZES.get(store.matlab_class, 1) * (body.iterations if k >= body.carries + body.kept else 1)
    return total


def kernel_of(body: LoopBody, names: Sequence[str]) -> Kernel:
    """The Kernel of a LoopBody, with a readable title."""
    title = " ".join(filter(None, (LOOP.name, ".".join(names)[:80], body.step.stores[0].matlab_class)))
    return Kernel(LOOP.name, title, body)
