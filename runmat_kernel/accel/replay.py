"""Loops whose turns need whole arrays (sums, products, neighbours): one turn is planned once, then its kernels run turn after turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from ..codegen.loop import Region, place
from ..graph.loop import Trace
from ..graph.node import LEAF, Constant, Node, order
from ..graph.primitives import INDEX
from ..plan.group import Group, Plan
from ..plan.loops import NotPointwise, inputs_needed
from ..plan.placement import Placement
from ..values.tensor import Tensor
from .execute import Execution
from .storage import Pending

if TYPE_CHECKING:
    from .engine import Engine

KIND = "replay"
_MOST_QUEUED = 64
"""Kernels that wait before they are submitted, all at once."""
_MOST_WAITING_BYTES = 1 << 28


class Replay:
    """The turns of a trace.  Its symbols become leaves and constants of a graph, which get the values of each turn."""

    def __init__(self, engine: Engine, trace: Trace) -> None:
        self.engine, self.trace = engine, trace
        self.constants: list[tuple[Constant, list[Any]]] = []
        depends = [x for x in self._values() if type(x) is Node and trace.depends(x)]
        self._settle_common()
        self._replace_scheduled()
        self.now = {c.symbol: c.initial for c in trace.carries}
        self.roots = [n for n in dict.fromkeys(depends) if n.kind != LEAF and n not in self.tables]
        if any(c.following in self.tables for c in trace.carries):
            raise NotPointwise("what a turn carries on is a scalar of the turn")
        self.targets = [np.array(w.original.array, order="F") for w in trace.writes]
        self.turns_done = trace.turns
        if trace.stop is not None:
            self.roots = list(dict.fromkeys((*self.roots, trace.stop)))

    def _values(self) -> list[Any]:
        trace = self.trace
        return [*(c.following for c in trace.carries), *trace.results, *(w.value for w in trace.writes)]

    def _settle_common(self) -> None:
        """What is the same in all turns was computed: it is an array from now on."""
        for node in inputs_needed(self.trace):
            if node.kind != LEAF and node.op is not INDEX:
                tensor = node.held()
                assert tensor is not None
                node.kind, node.op, node.operands, node.reduction = LEAF, None, (), None
                node.structure, node.tensor = (LEAF, node.matlab_class, node.shape), tensor
                node.guarded = node.uncertain = False

    def _replace_scheduled(self) -> None:
        """Scalars that depend on the turn become constants, whose values are set before each turn; the others become leaves."""
        trace = self.trace
        roots = [x for x in (*self._values(), trace.stop) if type(x) is Node]
        nodes = order(roots)
        made: dict[Node, Constant] = {}
        for node, values in trace.scheduled:
            made[node] = constant = Constant(values[0].item(), node.matlab_class)
            self.constants.append((constant, values.tolist()))
        self.tables = made
        for node in nodes:
            if any(x in made for x in node.operands if type(x) is Node):
                node.operands = tuple(made.get(x, x) if type(x) is Node else x for x in node.operands)
        for symbol in [c.symbol for c in trace.carries] + [r.symbol for r in trace.reads]:
            symbol.kind, symbol.reduction = LEAF, None
            symbol.structure = (LEAF, symbol.matlab_class, symbol.shape)

    # ------------------------------------------------------------------ running

    def run(self) -> dict[Node, Tensor] | None:
        """The turns up to the one that stops them; what each value is in the last one.  None where an element left the real domain."""
        engine, trace = self.engine, self.trace
        results = self._turns(self.roots)
        needed = {x for x in (*(c.following for c in trace.carries), *(w.value for w in trace.writes)) if type(x) is Node}
        roots = [root for root in self.roots if root in needed or trace.stop is not None]
        middle = results if len(roots) == len(self.roots) or not roots else self._turns(roots)
        found: dict[Node, Tensor] = {}
        for turn in range(trace.turns):
            engine.interrupt.check()
            last = turn == trace.turns - 1
            turns, own = (results, self.roots) if last or not roots else (middle, roots)
            if turns is not middle:
                middle._submit()
            self._begin(turn)
            waiting = {root: self._fresh(root) for root in own}
            turns.turn()
            if any(t._is_complex for t in waiting.values()):
                return None
            if trace.stop is not None and self._stops(waiting):
                self.turns_done = turn
                break
            values = self._values() if turns is results else needed
            found = {x: waiting.get(x) or x.tensor for x in values if type(x) is Node and x not in self.tables}
            self._write(turn, found)
            self.now = {c.symbol: found[c.following] for c in trace.carries}
        results._submit()
        return found

    def _stops(self, waiting: dict[Node, Tensor]) -> bool:
        stop = self.trace.stop
        assert stop is not None
        if stop in self.tables:
            return bool(self.tables[stop].value)
        tensor = waiting.get(stop) or stop.tensor
        assert isinstance(tensor, Tensor)
        return bool(tensor.array.all())

    def _turns(self, roots: list[Node]) -> _Turns:
        """The plan of the turns that give ``roots``."""
        engine = self.engine
        nodes = order(roots)
        plan, _, _ = engine._plan(nodes, roots)
        if not engine._looked_for_device:
            saving = sum(engine._saving(nodes, group) for group in plan.groups)
            if engine._open_for(saving * self.trace.turns):
                engine._plans.clear()
                plan, _, _ = engine._plan(nodes, roots)
        return _Turns(engine, nodes, plan, self.trace.turns, at_once=bool(self.trace.writes) or self.trace.stop is not None)

    def _begin(self, turn: int) -> None:
        for constant, values in self.constants:
            constant.value = values[turn]
        for symbol, tensor in self.now.items():
            symbol.tensor = tensor
        for read in self.trace.reads:
            region = Region(read.array.shape, read.strides, read.offset, read.move)
            part = np.array(place(read.array.array, region, turn, read.symbol.shape), order="F")
            read.symbol.tensor = Tensor(part, read.array.matlab_class)

    def _fresh(self, root: Node) -> Tensor:
        tensor = Tensor.stored(Pending(self.engine, root), root.matlab_class, root.shape)
        root.attach(tensor)
        return tensor

    def _write(self, turn: int, found: dict[Node, Tensor]) -> None:
        for w, target in zip(self.trace.writes, self.targets, strict=True):
            value = w.value
            if type(value) is Node:
                value = self.tables[value].value if value in self.tables else found[value].array
            place(target, Region(w.original.shape, w.strides, w.offset, w.move), turn, w.shape)[...] = value


class _Turns(Execution):
    """The groups of one turn, run again and again: placed once, submitted together where nothing looks at what they give."""

    def __init__(self, engine: Engine, nodes: Sequence[Node], plan: Plan, count: int, *, at_once: bool) -> None:
        super().__init__(engine, nodes, plan)
        self.count = count
        self.placements: dict[int, Placement] = {}
        self.recorded = False
        guarded = any(group.kernel.body.guards for group in plan.groups)
        nbytes = sum(self._size(n) for group in plan.groups for n in group.outputs)
        self.most = 0 if guarded or at_once else max(1, min(_MOST_QUEUED, _MOST_WAITING_BYTES // max(nbytes, 1)))

    def turn(self) -> None:
        self.hosts, self.buffers, self.guarded, self.spent, self.done = {}, {}, [], [], []
        self._run_groups()
        if len(self.queue) >= self.most:
            self._submit()
        if not self.recorded:
            self.recorded = True
            for item in self.done:
                self._record(*item)
        if self._flagged():
            self._recompute()
        self._deliver()

    def _host_array(self, n: int) -> np.ndarray:
        # A leaf may be what a kernel gives that was not submitted yet.
        self._submit()
        return super()._host_array(n)

    def _place(self, group: Group) -> Placement:
        found = self.placements.get(id(group))
        if found is None:
            own = super()._place(group)
            reason = f"{own.reason}; planned once for {self.count} turns of a loop"
            found = self.placements[id(group)] = replace(own, reason=reason)
        return found
