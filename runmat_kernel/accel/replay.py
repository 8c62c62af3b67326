"""Replays loops whose iterations need whole arrays (sums, products, neighbours): one iteration is planned, its kernels run for each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from ..base.interrupt import Interrupt
from ..codegen.forms.loop import Region, place
from ..codegen.kernel import Kernel
from ..graph.loop import Trace
from ..graph.node import LEAF, Constant, Node, numbered, order
from ..graph.primitives import RESHAPE
from ..graph.shapes import numel
from ..graph.spread import spread
from ..graph.views import SPLICE, TAKE
from ..plan.cluster import is_view
from ..plan.group import Group
from ..plan.loops import NotPointwise, inputs_needed
from ..plan.placement import Placement
from ..providers.provider import DeviceError, OutOfMemory
from ..values.tensor import Tensor
from .execute import Execution
from .iterations import Plans, Runner, Step, region_of
from .loops import compute, computed
from .progress import Progress
from .protocols import Executor

_MOST_CHOSEN = 0.5
"""The part of an iteration's work that may be that of branches which arrays decide, and which are computed in all iterations."""
_MOST_IDLE = 0.4
"""The part of an iteration's work that may be that of branches which it does not take, where iterations are known to take one or the
other."""
_LARGEST_CHOICE = 1 << 16
"""Elements of arrays from which on choosing takes the host longer than to ask in each iteration which branch it is."""


class Replay:
    """The iterations of a trace.  Its symbols become leaves and constants of a graph, which get the values of each iteration."""

    def __init__(self, engine: Executor, trace: Trace) -> None:
        self.engine, self.trace = engine, trace
        self.constants: list[tuple[Constant, list[Any]]] = []
        depends = [x for x in self._values() if type(x) is Node and trace.depends(x)]
        self._settle_common()
        self._replace_scheduled()
        self.now: dict[Node, Any] = dict.fromkeys(c.symbol for c in trace.carries)
        self.roots = [n for n in dict.fromkeys(depends) if n.kind != LEAF and n not in self.tables]
        if any(c.following in self.tables for c in trace.carries):
            raise NotPointwise("what an iteration carries on is a scalar of the iteration")
        self.handed: frozenset[Node] = frozenset()
        """Nodes that every iteration hands to others besides its carries."""
        self.stop = trace.stop
        if trace.stop is not None and any(r.live is not None for r in trace.reads):
            raise NotPointwise("iterations read what others wrote, and a test in each iteration ends the loop")
        self.iterations_done, self.interrupted = trace.iterations, False
        if trace.stop is not None:
            self.roots = list(dict.fromkeys((*self.roots, *self._computed(trace.stop))))

    def _computed(self, stop: Node) -> list[Node]:
        return [stop] if stop.kind != LEAF and stop not in self.tables else []

    def _values(self) -> list[Any]:
        trace = self.trace
        return [*(c.following for c in trace.carries), *trace.results, *(w.value for w in trace.writes)]

    def _settle_common(self) -> None:
        """Turn nodes that are the same in all iterations into leaves; their arrays were computed."""
        for node in inputs_needed(self.trace, replayed=True):
            if node.kind != LEAF:
                tensor = computed(self.engine, node)
                compute(self.engine, [tensor])
                node.kind, node.op, node.operands, node.reduction = LEAF, None, (), None
                node.structure, node.tensor = (LEAF, node.matlab_class, node.shape), tensor
                node.guarded = node.uncertain = False

    def _replace_scheduled(self) -> None:
        """Scalars that depend on the iteration become constants, whose values are set before each iteration; the others become leaves."""
        trace = self.trace
        roots = [x for x in (*self._values(), trace.stop) if type(x) is Node]
        nodes = order(roots)
        constants: dict[Node, Constant] = {}
        for node, values in trace.scheduled:
            constants[node] = constant = Constant(values[0].item(), node.matlab_class)
            self.constants.append((constant, values.tolist()))
        self.tables = constants
        for node in nodes:
            if any(x in constants for x in node.operands if type(x) is Node):
                node.operands = tuple(constants.get(x, x) if type(x) is Node else x for x in node.operands)
        for symbol in [c.symbol for c in trace.carries] + [r.symbol for r in trace.reads]:
            symbol.kind, symbol.reduction = LEAF, None
            symbol.structure = (LEAF, symbol.matlab_class, symbol.shape)

    # ------------------------------------------------------------------ running

    def run(self) -> dict[Node, Tensor] | None:
        """The iterations up to the one that stops them, or up to an interrupt (see ``iterations_done``): what each value is in the last
        one.

        None where an element left the real domain.
        """
        engine, trace = self.engine, self.trace
        if trace.stop is not None and self._cut_by_stop():
            return {}
        place = self.settle_place()
        parts = self._spread() if place == "device" else []
        # An iteration is not left half-way.
        asked, engine.host.interrupt = engine.host.interrupt, Interrupt()
        try:
            if place == "device":
                try:
                    return self._run(Runner(engine, engine.device))
                except (OutOfMemory, DeviceError) as error:
                    engine.device_failed(error, self._line())
                    self.iterations_done, self.interrupted = trace.iterations, False
                    engine.interrupt.taken = False
                    self._gather(parts)
            return self._run(Runner(engine, engine.host))
        finally:
            engine.host.interrupt = asked

    def settle_place(self) -> str:
        """Plan an iteration: ``host`` or ``device``.  Raises NotPointwise where ordinary iterations are as fast."""
        trace = self.trace
        self._plan_iterations()
        place = self._place()
        if place == "host" and self._scatters():
            self._keep_apart()
            self._plan_iterations()
            if self._scatters():
                raise NotPointwise("parts that are replaced are computed on the way, which the host does faster iteration by iteration")
            place = self._place()
        if place == "host" and trace.choice >= _LARGEST_CHOICE:
            raise NotPointwise("branches that arrays decide choose between large arrays, which the host does faster iteration by iteration")
        if place == "host" and trace.chosen > _MOST_CHOSEN * self._work():
            raise NotPointwise("branches that arrays decide are most of the work, which the host does faster iteration by iteration")
        if place == "host" and trace.idle > _MOST_IDLE * self._work():
            raise NotPointwise(
                "much of the work is that of branches which iterations do not take, which the host does faster iteration by iteration"
            )
        return place

    def _work(self) -> float:
        """The operations of an iteration."""
        nodes = [node for node in order(self.roots) if node.kind != LEAF]
        return sum(numel(node.shape) * (node.op.cost if node.op is not None else 1.0) for node in nodes)

    def _plan_iterations(self) -> None:
        """The plans of the last iteration, which gives all results, and of the others."""
        trace = self.trace
        self.results: Plans = self._plans([r for r in self.roots if r is not trace.stop])
        needed = {x for x in (*(c.following for c in trace.carries), *(w.value for w in trace.writes), trace.stop) if type(x) is Node}
        needed |= self.handed
        roots = [root for root in self.roots if root in needed]
        # Iterations that compute nothing still write, and hand on what they carry.
        hands_on = bool(trace.carries) or any(self._varies(w.value) for w in trace.writes)
        if self.stop is None and (roots == self.roots or (not roots and hands_on)):
            self.middle: Plans | None = self.results
        else:
            self.middle = self._plans(roots) if roots else None

    def _cut_by_stop(self) -> bool:
        """Whether the loop ends at once; where the iteration that ends it is known, the iterations behind it are cut off."""
        stop = self.trace.stop
        assert stop is not None
        if stop in self.tables:
            values = next(v for c, v in self.constants if c is self.tables[stop])
            self.trace.iterations = self.iterations_done = next((k for k, value in enumerate(values) if value), self.trace.iterations)
            self.stop = None
            return not self.trace.iterations
        if stop.kind == LEAF and isinstance(stop.tensor, Tensor) and stop not in self.now:
            self.stop = None
            if bool(stop.tensor.array.all()):
                self.iterations_done = 0
                return True
        return False

    def _run(self, runner: Runner) -> dict[Node, Tensor] | None:
        trace = self.trace
        self.runner = runner
        self.now = {c.symbol: runner.array(c.initial) for c in trace.carries}
        self.parts = {r.symbol: runner.allocate(r.symbol.shape, r.symbol.matlab_class) for r in trace.reads}
        self.targets = self._targets(runner)
        targets = {w.name: target for w, target in zip(trace.writes, self.targets, strict=True)}
        self.sources = [runner.array(r.array) if r.live is None else targets[r.live] for r in trace.reads]
        self.progress = Progress(self.engine.progress, trace.iterations)
        try:
            done = self._iterations_until_stop() if self.stop is not None else self._all_iterations()
        finally:
            self.progress.end()
        if runner.finish():
            return None
        self.iterations_done = done
        if not done:
            return {}
        self._write_known(done)
        self._report()
        return self._last_values

    def _targets(self, runner: Runner) -> list[Any]:
        """The array that each write goes into: the same one for all writes of a variable."""
        written: list[Any] = []
        names: dict[str, Any] = {}
        for w in self.trace.writes:
            written.append(w.name)
            if type(names.get(w.name)) is np.ndarray:
                continue
            target = runner.target(w) if self._varies(w.value) else np.array(w.original.array, order="F")
            # In memory of the host where a device cannot move one of the parts.
            if w.name not in names or type(target) is np.ndarray:
                names[w.name] = target
        return [names[name] for name in written]

    def _all_iterations(self) -> int:
        """Every iteration, the last one with all results."""
        iterations = self.trace.iterations
        wanted = self.engine.interrupt
        iteration = 0 if self.middle is not None else iterations - 1
        while not self.runner.flagged:
            last = iteration == iterations - 1 or wanted.wanted
            self._iteration(self.results if last else self.middle, iteration, self.now, ())
            iteration += 1
            if last:
                self.interrupted = self.engine.interrupt.taken = iteration < iterations
                break
        return iteration

    def _iterations_until_stop(self) -> int:
        """Iterations in small lots, whose tests are looked at together; then the last iterations that count once more, with all results."""
        runner, iterations, lot = self.runner, self.trace.iterations, 1
        saved, later = (0, self.now), (0, self.now)
        iteration, count = 0, None
        while count is None and not runner.flagged:
            lot = 1 if self.targets else runner.most_tested
            start, pending = iteration, list[Any]()
            for iteration in range(start, min(start + lot, iterations)):
                later = (iteration, self.now)
                step = self._iteration(self.middle, iteration, self.now, (*saved[1].values(), *later[1].values(), *pending), write=False)
                pending.append(self._tested(self.middle, step))
            iteration += 1
            tests = runner.tests()
            if True in tests:
                count = start + tests.index(True)
            else:
                if self.targets:
                    self._write(self.middle, step, iteration - 1)
                if iteration >= iterations or self.engine.interrupt.wanted:
                    self.interrupted = self.engine.interrupt.taken = iteration < iterations
                    count = iteration
                saved = later
        if count:
            first, now = saved
            for iteration in range(first, count):
                self._iteration(self.results, iteration, now, (), write=False)
                now = self.now
        return count or 0

    def _iteration(self, plans: Plans | None, iteration: int, now: dict[Node, Any], kept: tuple[Any, ...], *, write: bool = True) -> Step:
        assert plans is not None
        runner, trace = self.runner, self.trace
        for read, source in zip(trace.reads, self.sources, strict=True):
            region = Region(read.array.shape, read.strides, read.offset, read.move, read.slots)
            runner.read(self._part(read.symbol, now, kept), source, region, iteration, read.symbol.shape)
        self.leaves = now | self.parts if self.parts else now
        step = plans.step(runner, self.leaves, kept)
        runner.run(step, iteration, self._tested(plans, step) if plans is self.middle and self.stop is not None else None)
        if write and self.targets:
            self._write(plans, step, iteration)
        self.now = {c.symbol: self._value(plans, step, c.following) for c in trace.carries}
        self.last = (plans, step)
        runner.iteration_ends()
        self.progress.at(iteration + 1)
        return step

    def _part(self, symbol: Node, now: dict[Node, Any], kept: tuple[Any, ...]) -> Any:
        """Where an iteration's part of an array goes: elsewhere than the part before, where an iteration handed that one on as it is."""
        busy = {id(array) for array in (*now.values(), *kept)}
        if id(self.parts[symbol]) in busy:
            busy.update(map(id, self.parts.values()))
            self.parts[symbol] = self.runner.take(symbol.shape, symbol.matlab_class, busy)
        return self.parts[symbol]

    def _value(self, plans: Plans, step: Step, node: Node) -> Any:
        array = self.leaves.get(node)
        if array is None:
            n = plans.numbers.get(node)
            array = step.arrays.get(n) if n is not None else None
        return array if array is not None else self.runner.array(node.tensor)

    def _tested(self, plans: Plans | None, step: Step) -> Any:
        assert plans is not None and self.stop is not None
        return self._value(plans, step, self.stop)

    def _varies(self, value: Any) -> bool:
        return type(value) is Node and value not in self.tables

    def _write(self, plans: Plans | None, step: Step, iteration: int) -> None:
        assert plans is not None
        for w, target in zip(self.trace.writes, self.targets, strict=True):
            if self._varies(w.value):
                self.runner.write(target, w, iteration, self._value(plans, step, w.value))

    def _write_known(self, done: int) -> None:
        """The scalars that are written, which were known before."""
        for w, target in zip(self.trace.writes, self.targets, strict=True):
            if not self._varies(w.value):
                values = next(v for c, v in self.constants if c is self.tables[w.value]) if type(w.value) is Node else [w.value] * done
                for iteration in range(done):
                    place(target, region_of(w), iteration, w.shape)[...] = values[iteration]

    @property
    def _last_values(self) -> dict[Node, Tensor]:
        plans, step = self.last
        tensors = {}
        for x in self._values():
            if type(x) is Node and x not in self.tables:
                array = self._value(plans, step, x)
                tensor = self.runner.tensors.get(id(array))
                if tensor is None:
                    tensor = self.runner.tensors[id(array)] = self.runner.wrapped(array, x.matlab_class)
                tensors[x] = tensor
        return tensors

    def written(self) -> list[Tensor]:
        """The arrays of which iterations wrote parts."""
        tensors: dict[str, Tensor] = {}
        for w, t in zip(self.trace.writes, self.targets, strict=True):
            if w.name not in tensors:
                tensors[w.name] = (
                    Tensor(t, w.original.matlab_class) if type(t) is np.ndarray else self.runner.wrapped(t, w.original.matlab_class)
                )
        return [tensors[w.name] for w in self.trace.writes]

    # ------------------------------------------------------------------ plans

    def _plans(self, roots: list[Node]) -> Plans:
        """The plan of the iterations that give ``roots``."""
        engine, trace = self.engine, self.trace
        numbers = numbered(roots)
        for carry in trace.carries:
            carry.symbol.tensor = carry.initial
        for read in trace.reads:
            read.symbol.tensor = read.array
        plan, nodes = engine._plan(numbers, roots, proved=False)[0], list(numbers)
        if engine.searches:
            saving = sum(engine.saving(nodes, group) for group in plan.groups)
            if engine.open_for(saving * trace.iterations):
                engine._plans.clear()
                plan = engine._plan(numbers, roots, proved=False)[0]
        symbols = [*(c.symbol for c in trace.carries), *(r.symbol for r in trace.reads)]
        passed = {x for x in (*self._values(), trace.stop) if type(x) is Node}
        return Plans(nodes, plan, symbols, passed, {id(c): values for c, values in self.constants})

    def _place(self) -> str:
        """Where all iterations run: on the device when it takes every kernel and is faster for all of them."""
        engine, iterations = self.engine, self.trace.iterations
        self.placements: list[Placement] = []
        host = device = 0.0
        where = "device"
        for plans in dict.fromkeys(p for p in (self.results, self.middle) if p is not None):
            execution = Execution(engine, plans.nodes, plans.plan)
            for group in plans.plan.groups:
                own = self._placement(execution, group)
                if plans is self.results:
                    self.placements.append(own)
                host, device = host + own.estimates.get("host", 0.0), device + own.estimates.get("device", np.inf)
                if own.place == "host" and (engine.wants_device or "device" not in own.estimates):
                    where = "host"
        if where == "device" and not engine.wants_device and device >= host:
            where = "host"
        reason = f"planned once for {iterations} iterations of a loop"
        self.placements = [replace(p, place=where, reason=f"{p.reason}; {reason}") for p in self.placements]
        return where

    def _scatters(self) -> bool:
        """Whether the host would compute positions for every element."""
        kernels = [g.kernel for p in (self.results, self.middle) if p is not None for g in p.plan.groups]
        return any(_positions(kernel) and self.engine.host.written_over(kernel) is None for kernel in kernels)

    def _spread(self) -> list[tuple[Node, tuple]]:
        """Compute values that are put into parts of arrays over whole arrays, if the device takes that; the nodes that were changed."""
        planned = (self.results, self.middle, self.placements)
        needed = frozenset(x for x in (*self._values(), self.trace.stop) if type(x) is Node)
        parts = spread(order(self.roots), needed)
        if parts:
            self._plan_iterations()
            if self._place() == "host":
                self._gather(parts)
                self.results, self.middle, self.placements = planned
                parts = []
        return parts

    def _gather(self, parts: list[tuple[Node, tuple]]) -> None:
        """Undo what ``_spread`` did, and plan anew."""
        for node, operands in parts:
            node.operands = operands
        if parts:
            self._plan_iterations()
            self._place()

    def _keep_apart(self) -> None:
        """Have parts replaced by kernels that do nothing else, which the host runs as copies: what they read, and what reads them, takes
        whole arrays in memory."""
        nodes, copies = order(self.roots), {}

        def whole(node: Node) -> Node:
            if node.kind == LEAF:
                return node
            if node not in copies:
                copies[node] = Node.map(RESHAPE, (node,), node.matlab_class, node.matlab_class, node.shape)
            return copies[node]

        placed = {n for n in nodes if n.op is SPLICE and type(n.operands[1]) is Node and n.operands[1].op is TAKE}
        for node in nodes:
            if node in placed:
                node.operands = (whole(node.operands[0]), *node.operands[1:])
            elif not is_view(node):
                node.operands = tuple([whole(x) if x in placed and x not in node.whole else x for x in node.operands])

    def _placement(self, execution: Execution, group: Group) -> Placement:
        """As for one flush, but arrays move once for all iterations."""
        engine, iterations = self.engine, self.trace.iterations
        upload = sum(execution.plan.sizes[n] for n in group.inputs if not execution._on_device_already(n)) // iterations
        engine.note_refusal(group.kernel, self._line(), execution._ops(group))
        return engine.decide(group, execution._nbytes(group), upload, 0)

    def _line(self) -> int | None:
        return self.trace.lines[0] if self.trace.lines else None

    def _report(self) -> None:
        plans, step = self.last
        engine = self.engine
        execution = Execution(engine, plans.nodes, plans.plan)
        provider = self.runner.provider
        tensors = self._last_values
        for node, tensor in tensors.items():
            if node.kind != LEAF:
                node.attach(tensor)
        for group, placement, call in zip(plans.plan.groups, self.placements, step.calls, strict=True):
            execution._record(group, placement, call, provider.info.name, replayed=max(self.iterations_done, 1))
            call.release()


def _positions(kernel: Kernel) -> bool:
    return "position" in {item.op.name for item in kernel.body.instructions}
