"""Runs loops whose bodies have loops and other statements side by side: each is a stage, planned once, run in the program's order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from ..base.interrupt import Interrupt
from ..graph.loop import Trace
from ..graph.node import Node
from ..providers.provider import DeviceError, OutOfMemory
from ..values.tensor import Tensor
from .iterations import Runner
from .progress import Progress
from .protocols import Executor
from .replay import Replay


class Stage(Replay):
    """The iterations of one stage.  ``results``: the Nodes of the variables that it assigns; those that some stage takes are ``shared``."""

    def __init__(self, engine: Executor, trace: Trace, results: Mapping[str, Node], shared: frozenset[str]) -> None:
        super().__init__(engine, trace)
        self.handed_on = {name: node for name, node in results.items() if name in shared}
        self.assigned = results
        self.handed = frozenset(node for node in self.handed_on.values() if node in self.roots)
        self.iteration = 0

    def _plan_iterations(self) -> None:
        super()._plan_iterations()
        self.middle = self.middle or self.results

    def on(self, runner: Runner, sources: Mapping[str, Any]) -> None:
        """Where its iterations run; ``sources`` are the arrays that stages write parts of, by name."""
        self.runner = runner
        self.parts = {r.symbol: runner.allocate(r.symbol.shape, r.symbol.matlab_class) for r in self.trace.reads}
        self.targets = [sources[w.name] for w in self.trace.writes]
        self.sources = [runner.array(r.array) if r.live is None else sources[r.live] for r in self.trace.reads]
        self.progress = Progress(None, 1)

    def next_iteration(self, state: Mapping[Any, Any], keys: Mapping[Node, Any], *, last: bool) -> dict[Any, Any]:
        """Run an iteration, the last one with all results: what it changes in the ``state``, where carries have their ``keys``."""
        plans = self.results if last else self.middle
        now = {c.symbol: state[keys[c.symbol]] for c in self.trace.carries}
        own = set(map(keys.__getitem__, now))
        self._iteration(plans, self.iteration, now, tuple([array for key, array in state.items() if key not in own]))
        self.iteration += 1
        self.iterations_done = self.iteration
        changed = {keys[symbol]: array for symbol, array in self.now.items()}
        plans, step = self.last
        for name, node in (self.assigned if last else self.handed_on).items():
            if name not in changed:
                changed[name] = self._value(plans, step, node)
        return changed

    def report(self) -> None:
        """Note the kernels, where there were iterations."""
        if self.iteration:
            self._report()


class Stages:
    """All stages of a loop.  ``order`` says for each of its iterations how often each stage runs."""

    def __init__(self, engine: Executor, stages: Sequence[Stage], order: Sequence[Sequence[int]]) -> None:
        self.engine, self.stages, self.order = engine, stages, order
        self.counts = [sum(iteration[k] for iteration in order) for k in range(len(stages))]
        self.keys = {c.symbol: c.name if not c.name.startswith("$") else (k, c.name) for k, s in enumerate(stages) for c in s.trace.carries}
        self.iterations_done, self.interrupted = 0, False

    def run(self) -> tuple[dict[Any, Tensor], dict[str, Tensor]] | None:
        """The variables, and the arrays of which parts were written, after the last iteration or an interrupt; None where an element left
        the real domain.  Raises NotPointwise."""
        engine, places = self.engine, {stage.settle_place() for stage in self.stages}
        on_device = places == {"device"}
        # An iteration is not left half-way.
        asked, engine.host.interrupt = engine.host.interrupt, Interrupt()
        try:
            if on_device:
                try:
                    return self._run(Runner(engine, engine.device))
                except (OutOfMemory, DeviceError) as error:
                    engine.device_failed(error)
                    self.iterations_done, self.interrupted, engine.interrupt.taken = 0, False, False
            return self._run(Runner(engine, engine.host))
        finally:
            engine.host.interrupt = asked

    def _run(self, runner: Runner) -> tuple[dict[Any, Tensor], dict[str, Tensor]] | None:
        targets = self._targets(runner)
        for stage in self.stages:
            stage.on(runner, targets)
        state = {self.keys[c.symbol]: runner.array(c.initial) for stage in reversed(self.stages) for c in stage.trace.carries}
        progress = Progress(self.engine.progress, len(self.order))
        try:
            for iteration, last in self._iterations():
                if runner.flagged:
                    break
                for k, count in enumerate(iteration):
                    for again in range(count):
                        state.update(self.stages[k].next_iteration(state, self.keys, last=last[k] and again == count - 1))
                self.iterations_done += 1
                progress.at(self.iterations_done)
        finally:
            progress.end()
        if runner.finish():
            return None
        for stage in self.stages:
            stage.report()
        classes = self._classes()
        variables = {key: _tensor(runner, array, classes[key]) for key, array in state.items()}
        kinds = {w.name: w.original.matlab_class for stage in self.stages for w in stage.trace.writes}
        return variables, {name: _tensor(runner, array, kinds[name]) for name, array in targets.items()}

    def _iterations(self) -> Iterator[tuple[Sequence[int], list[bool]]]:
        """The iterations, with whether each stage runs for the last time; an interrupt ends them."""
        left = list(self.counts)
        for iteration in self.order:
            left = [have - now for have, now in zip(left, iteration, strict=True)]
            # Every stage that ran gives its results in the last iteration, which must have all of them.
            ends = self.engine.interrupt.wanted and all(iteration)
            yield iteration, [ends or not have for have in left]
            if ends:
                self.interrupted = self.engine.interrupt.taken = iteration is not self.order[-1]
                return

    def _targets(self, runner: Runner) -> dict[str, Any]:
        """The arrays that the writes of all stages go into, by name."""
        targets: dict[str, Any] = {}
        for w in (w for stage in self.stages for w in stage.trace.writes):
            if type(targets.get(w.name)) is not np.ndarray:
                target = runner.target(w)
                # In memory of the host where a device cannot move one of the parts.
                if w.name not in targets or type(target) is np.ndarray:
                    targets[w.name] = target
        for read in (r for stage in self.stages for r in stage.trace.reads):
            if read.live is not None and read.live not in targets:
                targets[read.live] = runner.array(read.array)
        return targets

    def _classes(self) -> dict[Any, str]:
        classes = {self.keys[c.symbol]: c.symbol.matlab_class for stage in self.stages for c in stage.trace.carries}
        return classes | {name: node.matlab_class for stage in self.stages for name, node in stage.assigned.items()}


def _tensor(runner: Runner, array: Any, matlab_class: str) -> Tensor:
    tensor = runner.tensors.get(id(array))
    if tensor is None:
        # What a device cannot write parts of is in memory of the host.
        tensor = Tensor(array, matlab_class) if type(array) is np.ndarray else runner.wrapped(array, matlab_class)
        runner.tensors[id(array)] = tensor
    return tensor
