"""Runs the iterations of a loop on one provider.  Kernels are bound to arrays, which later iterations use again in the same order.

What an iteration reads, and what must be kept, decide where it may write.  So iterations repeat after a few, with everything in place.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..codegen.forms.loop import Region, place
from ..graph.loop import Written
from ..graph.node import LEAF, Node
from ..plan.group import Group, Plan
from ..plan.loops import NotPointwise
from ..providers.provider import KernelCall, Provider, Submission
from ..values.tensor import Tensor
from .loops import IN_FLIGHT
from .protocols import Executor
from .storage import array_on, tensor_on

SUBMISSION_SECONDS, SOFTWARE_SECONDS = 0.1, 0.05
"""Seconds that the iterations of a submission should take: an interrupt waits for those in flight.  On a software adapter they take several
times as long as those before them where others begin to use the processors."""
MOST_TESTED = 16
"""Iterations of a submission whose tests are read together: those behind the one that ends the loop were for nothing."""
_FIRST_ITERATIONS, _GROWTH, _MOST_ITERATIONS = 2, 4, 512


@dataclass(slots=True)
class Step:
    """The kernels of an iteration on their arrays.  ``arrays``: those of the held nodes; ``patches``: (place in ``calls``, parameter,
    values by iteration); ``bound``: what the provider's queue makes of the calls."""

    calls: list[KernelCall]
    patches: list[tuple[int, int, list[Any]]]
    arrays: dict[int, Any]
    keys: tuple[Any, ...]
    bound: Any = None


class Plans:
    """The steps of one plan.  ``take(shape, class, busy)`` finds an array that is none of the busy ones (by identity)."""

    def __init__(
        self, nodes: Sequence[Node], plan: Plan, symbols: Iterable[Node], passed: set[Node], tables: Mapping[int, list[Any]]
    ) -> None:
        self.nodes, self.plan = nodes, plan
        self.numbers = {node: n for n, node in enumerate(nodes)}
        self.changing = [self.numbers[s] for s in symbols if s in self.numbers]
        self.passed = {self.numbers[s] for s in passed if s.kind == LEAF and s in self.numbers}
        self.tables = tables
        self.steps: dict[Any, Step] = {}

    def step(self, runner: Runner, leaves: Mapping[Node, Any], kept: Sequence[Any]) -> Step:
        """The step that reads ``leaves`` and writes over none of ``kept``."""
        # What no kernel reads counts too: an iteration may hand it on as it is.
        key = (tuple(map(id, leaves.values())), tuple(map(id, kept)))
        step = self.steps.get(key)
        if step is None:
            step = self.steps[key] = self._bind(runner, leaves, kept)
        return step

    def _bind(self, runner: Runner, leaves: Mapping[Node, Any], kept: Sequence[Any]) -> Step:
        nodes, arrays = self.nodes, {n: leaves[self.nodes[n]] for n in self.changing}
        for n, node in enumerate(nodes):
            if node.kind == LEAF and n not in arrays:
                arrays[n] = runner.array(node.tensor)
        everything = [*leaves.values(), *kept]
        ids = [id(a) for a in everything]
        busy = set(ids)
        fixed = {i for i in ids if ids.count(i) > 1} | {id(arrays[n]) for n in self.passed} | {id(a) for a in kept}
        calls: list[KernelCall] = []
        patches: list[tuple[int, int, list[Any]]] = []
        for group in self.plan.groups:
            outputs = []
            for n in group.outputs:
                over = runner.over(group, n, arrays, busy - fixed, self.plan.held)
                arrays[n] = over if over is not None else runner.take(nodes[n].shape, nodes[n].matlab_class, busy)
                busy.add(id(arrays[n]))
                outputs.append(arrays[n])
            values = [nodes[n].operands[k] for n, k in group.parameters]
            patches += [(len(calls), k, self.tables[id(c)]) for k, c in enumerate(values) if id(c) in self.tables]
            inputs = tuple(arrays[n] for n in group.inputs)
            calls.append(KernelCall(group.kernel, inputs, tuple(outputs), tuple(c.value for c in values)))
            stored = {id(a) for a in outputs}
            dead = {id(arrays[n]) for n in group.last_use if n not in self.plan.held}
            busy -= dead - fixed - stored
        return Step(runner.prepared(calls), patches, {n: arrays[n] for n in self.plan.held}, tuple(everything))


class Runner:
    """Runs the iterations of a loop on one provider.

    They are queued, many in one submission, of which few are in flight, so that an interrupt need not wait long.  ``pool`` has the arrays
    of iterations by shape and class; ``tensors`` those that Tensors stand for, by the array's identity.
    """

    def __init__(self, engine: Executor, provider: Provider) -> None:
        self.engine, self.provider, self.queue = engine, provider, provider.queue()
        self.on_host = provider is engine.host
        software = provider.info.is_software
        self._seconds, self._most_in_flight = (SOFTWARE_SECONDS, 1) if software else (SUBMISSION_SECONDS, IN_FLIGHT)
        self.pool: dict[Any, list[Any]] = {}
        self.tensors: dict[int, Tensor] = {}
        self._waiting = 0
        self._immediate, self._add = self.queue.immediate, self.queue.add
        self._limit = 1 if self._immediate else _FIRST_ITERATIONS
        self._tests: list[Any] = []
        self._sent: deque[tuple[Submission, int]] = deque()
        self._since = time.perf_counter()
        self._known: list[bool] = []
        self.submissions = 0

    @property
    def flagged(self) -> bool:
        """Whether a guard was raised, as far as is known."""
        return self.queue.flagged

    # ------------------------------------------------------------------ arrays

    def take(self, shape: tuple[int, ...], matlab_class: str, busy: set[int]) -> Any:
        """An array of the pool that is none of the busy ones (by identity)."""
        waiting = self.pool.setdefault((shape, matlab_class), [])
        for array in waiting:
            if id(array) not in busy:
                return array
        waiting.append(self.allocate(shape, matlab_class))
        return waiting[-1]

    def allocate(self, shape: tuple[int, ...], matlab_class: str) -> Any:
        return self.provider.allocate(shape, matlab_class)

    def over(self, group: Group, n: int, arrays: Mapping[int, Any], free: set[int], held: frozenset[int]) -> Any:
        """The array of an operand that a group writes its output over; None for another array."""
        over = self.provider.written_over(group.kernel)
        old = group.inputs[over[group.outputs.index(n)]] if over else -1
        if old not in group.last_use or old in held or group.inputs.count(old) > 1:
            return None
        array = arrays[old]
        mine = any(array is a for own in self.pool.values() for a in own)
        return array if mine and id(array) in free else None

    def array(self, tensor: Tensor) -> Any:
        """A Tensor's array on the provider, which is remembered as this Tensor's."""
        array = array_on(self.engine, self.provider, tensor, "a loop runs on the device")
        self.tensors.setdefault(id(array), tensor)
        return array

    def wrapped(self, array: Any, matlab_class: str) -> Tensor:
        """A Tensor of an array that an iteration made."""
        return tensor_on(self.engine, array, matlab_class)

    def prepared(self, calls: Sequence[KernelCall]) -> list[KernelCall]:
        """The calls as the provider runs them.  Raises NotPointwise where it would have to copy inputs in each iteration."""
        if any(self.provider.moves_inputs(call.kernel, call.inputs) for call in calls):
            raise NotPointwise("an array lies in other pieces than what is made from it")
        return [self.provider.prepared(call) for call in calls]

    # ------------------------------------------------------------------ iterations

    def run(self, step: Step, iteration: int, tested: Any = None) -> None:
        """Queue an iteration; ``tested``: the array whose one element tells whether the loop ends before it."""
        if step.bound is None:
            step.bound = self.queue.bind(step.calls)
        self._add(step.bound, [(at, k, values[iteration]) for at, k, values in step.patches] if step.patches else ())
        if tested is not None:
            self._tests.append(tested)
        self._waiting += 1

    def iteration_ends(self) -> None:
        """Submit what waits where it is enough."""
        if not self._immediate and (self._waiting >= self._limit or self.queue.waiting >= self.queue.most):
            self.submit()

    def submit(self) -> None:
        """Submit what waits; then wait until few submissions are in flight."""
        if not self.queue.waiting and not self._tests:
            return
        self._sent.append((self.queue.submit(self._tests), self._waiting))
        self.submissions += 1
        self._tests, self._waiting = [], 0
        while len(self._sent) > self._most_in_flight:
            self._settle()

    def _settle(self) -> None:
        """Wait for the oldest submission; its time says how many iterations the next ones may have."""
        sent, iterations = self._sent.popleft()
        self._known += sent.wait()
        now = time.perf_counter()
        if iterations:
            each = (now - self._since) / iterations
            most = int(self._seconds / max(each, 1e-9))
            self._limit = max(1, min(_GROWTH * max(iterations, self._limit), most, _MOST_ITERATIONS))
        self._since = now

    @property
    def most_tested(self) -> int:
        """How many iterations run before their tests are looked at."""
        return max(1, min(self._limit, MOST_TESTED))

    def tests(self) -> list[bool]:
        """Of the iterations since this was asked for: whether the loop ends before them."""
        if self._immediate:
            tests, self._tests = self._tests, []
            return self.queue.submit(tests).wait()
        self._wait()
        known, self._known = self._known, []
        return known

    def _wait(self) -> None:
        self.submit()
        while self._sent:
            self._settle()

    def finish(self) -> bool:
        """Wait for all iterations; whether a guard was raised."""
        self._wait()
        self.queue.close()
        return self.flagged

    # ------------------------------------------------------------------ parts of arrays

    def read(self, target: Any, source: Any, region: Region, iteration: int, shape: tuple[int, ...]) -> None:
        """An iteration's part of an array into another one."""
        if not self._came_to_host(source) and self.queue.read(source, region, iteration, target, shape):
            return
        # What was queued reads the part of the iteration before.
        self.submit()
        whole = source if self._came_to_host(source) else self._elements(source).reshape(region.shape, order="F")
        self.provider.overwrite(target, np.asfortranarray(place(whole, region, iteration, shape)))

    def _came_to_host(self, array: Any) -> bool:
        """Whether iterations of a device write parts of this array in memory of the host."""
        return type(array) is np.ndarray and not self.on_host

    def _elements(self, source: Any) -> np.ndarray:
        tensor = self.tensors.get(id(source))
        return tensor.array if tensor is not None else self.provider.download(source)

    def target(self, written: Written) -> Any:
        """A copy of the array that iterations write parts of: in memory of the host where the device cannot move one of the parts."""
        array = self.array(written.original)
        if self.queue.moves(array, region_of(written), written.shape):
            return self.provider.copied(array)
        return np.array(written.original.array, order="F")

    def write(self, target: Any, written: Written, iteration: int, value: Any) -> None:
        """Write the value of an iteration into its part of a target."""
        region = region_of(written)
        if not self._came_to_host(target):
            self.queue.write(target, region, iteration, value, written.shape)
            return
        self.submit()
        place(target, region, iteration, written.shape)[...] = self.provider.download(value).reshape(written.shape, order="F")


def region_of(written: Written) -> Region:
    return Region(written.original.shape, written.strides, written.offset, written.move, written.slots)
