"""One turn of a loop on one side: its kernels bound to arrays, which the next turns use again in the same order.

What a turn reads and what must stay decides where it may write; so turns repeat after a few, with everything in place.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..codegen.forms.loop import Region, place
from ..graph.loop import Written
from ..graph.node import LEAF, Node
from ..plan.group import Group, Plan
from ..providers.provider import KernelCall
from ..values.tensor import Tensor

if TYPE_CHECKING:
    from .engine import Engine


@dataclass(slots=True)
class Step:
    """The kernels of a turn on their arrays.  ``arrays``: those of the nodes that stay; ``patches``: (place in ``calls``, parameter,
    values by turn); ``bound``: what the side makes of the calls."""

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

    def step(self, side: Side, leaves: Mapping[Node, Any], kept: Sequence[Any]) -> Step:
        """The step that reads ``leaves`` and writes over none of ``kept``."""
        # What no kernel reads counts too: a turn may hand it on as it is.
        key = (tuple(map(id, leaves.values())), tuple(map(id, kept)))
        found = self.steps.get(key)
        if found is None:
            found = self.steps[key] = self._made(side, leaves, kept)
        return found

    def _made(self, side: Side, leaves: Mapping[Node, Any], kept: Sequence[Any]) -> Step:
        nodes, arrays = self.nodes, {n: leaves[self.nodes[n]] for n in self.changing}
        for n, node in enumerate(nodes):
            if node.kind == LEAF and n not in arrays:
                arrays[n] = side.array(node.tensor)
        everything = [*leaves.values(), *kept]
        ids = [id(a) for a in everything]
        busy = set(ids)
        fixed = {i for i in ids if ids.count(i) > 1} | {id(arrays[n]) for n in self.passed} | {id(a) for a in kept}
        calls, patches = [], []
        for group in self.plan.groups:
            outputs = []
            for n in group.outputs:
                over = side.over(group, n, arrays, busy - fixed, self.plan.held)
                arrays[n] = over if over is not None else side.take(nodes[n].shape, nodes[n].matlab_class, busy)
                busy.add(id(arrays[n]))
                outputs.append(arrays[n])
            values = [nodes[n].operands[k] for n, k in group.parameters]
            patches += [(len(calls), k, self.tables[id(c)]) for k, c in enumerate(values) if id(c) in self.tables]
            inputs = tuple(arrays[n] for n in group.inputs)
            calls.append(KernelCall(group.kernel, inputs, tuple(outputs), tuple(c.value for c in values)))
            made = {id(a) for a in outputs}
            dead = {id(arrays[n]) for n in group.last_use if n not in self.plan.held}
            busy -= dead - fixed - made
        side.check(calls)
        return Step(calls, patches, {n: arrays[n] for n in self.plan.held}, tuple(everything))


class Side:
    """Where the turns run."""

    def __init__(self) -> None:
        self.pool: dict[Any, list[Any]] = {}
        self.tensors: dict[int, Tensor] = {}
        self.flagged = False

    def take(self, shape: tuple[int, ...], matlab_class: str, busy: set[int]) -> Any:
        waiting = self.pool.setdefault((shape, matlab_class), [])
        for array in waiting:
            if id(array) not in busy:
                return array
        waiting.append(self.allocate(shape, matlab_class))
        return waiting[-1]

    def allocate(self, shape: tuple[int, ...], matlab_class: str) -> Any:
        raise NotImplementedError

    def over(self, group: Group, n: int, arrays: Mapping[int, Any], free: set[int], held: frozenset[int]) -> Any:
        """The array of an operand that a group writes its output over; None for another array."""

    def array(self, tensor: Tensor) -> Any:
        """A Tensor's array, which is remembered as this Tensor's."""
        found = self._array(tensor)
        self.tensors.setdefault(id(found), tensor)
        return found

    def _array(self, tensor: Tensor) -> Any:
        raise NotImplementedError

    def wrapped(self, array: Any, matlab_class: str) -> Tensor:
        """A Tensor of an array that a turn made."""
        raise NotImplementedError

    def check(self, calls: Sequence[KernelCall]) -> None:
        """Raise NotPointwise where the side cannot repeat these calls."""

    # ------------------------------------------------------------------ turns

    def run(self, step: Step, iteration: int, tested: Any = None) -> None:
        """Run, or queue, a turn; ``tested``: the array whose one element tells whether the loop ends before this turn."""
        raise NotImplementedError

    def iteration_ends(self) -> None:
        """What is queued may be submitted."""

    @property
    def most_tested(self) -> int:
        """How many turns run before their tests are looked at."""
        return 1

    def tests(self) -> list[bool]:
        """Of the turns since this was asked for: whether the loop ends before them."""
        raise NotImplementedError

    def finish(self) -> bool:
        """Wait for all turns; whether a guard was raised."""
        raise NotImplementedError

    # ------------------------------------------------------------------ parts of arrays

    def read(self, target: Any, source: Any, region: Region, iteration: int, shape: tuple[int, ...]) -> None:
        """A turn's part of an array into another one."""
        raise NotImplementedError

    def target(self, written: Written) -> Any:
        """A copy of the array that turns write parts of."""
        raise NotImplementedError

    def write(self, target: Any, written: Written, iteration: int, value: Any) -> None:
        """What a turn gives into its part of a target."""
        raise NotImplementedError


def region_of(written: Written) -> Region:
    return Region(written.original.shape, written.strides, written.offset, written.move, written.slots)


class HostSide(Side):
    """Turns on the host, run at once."""

    def __init__(self, engine: Engine) -> None:
        super().__init__()
        self.host = engine.host
        self._tests: list[bool] = []

    def allocate(self, shape: tuple[int, ...], matlab_class: str) -> Any:
        return self.host.allocate(shape, matlab_class)

    def _array(self, tensor: Tensor) -> Any:
        return tensor.array

    def wrapped(self, array: Any, matlab_class: str) -> Tensor:
        return Tensor(array, matlab_class)

    def over(self, group: Group, n: int, arrays: Mapping[int, Any], free: set[int], held: frozenset[int]) -> Any:
        over = self.host.replaced(group.kernel)
        old = group.inputs[over[group.outputs.index(n)]] if over else -1
        if old not in group.last_use or old in held or group.inputs.count(old) > 1:
            return None
        array = arrays[old]
        mine = any(array is a for own in self.pool.values() for a in own)
        return array if mine and id(array) in free else None

    def run(self, step: Step, iteration: int, tested: Any = None) -> None:
        if step.bound is None:
            # The first time as ever, which is measured.
            for at, k, values in step.patches:
                call = step.calls[at]
                call.parameters = (*call.parameters[:k], values[iteration], *call.parameters[k + 1 :])
            self.host.run(step.calls)
            self.flagged |= any(call.flagged for call in step.calls)
            step.bound = ()
        else:
            if not step.bound:
                step.bound = [self.host.again(call) for call in step.calls]
            for at, k, values in step.patches:
                step.bound[at].patch(k, values[iteration])
            for again in step.bound:
                again.run()
                if again.flagged:
                    self.flagged = True
        if tested is not None:
            self._tests.append(bool(tested.all()))

    def tests(self) -> list[bool]:
        found, self._tests = self._tests, []
        return found

    def finish(self) -> bool:
        return self.flagged

    def read(self, target: Any, source: Any, region: Region, iteration: int, shape: tuple[int, ...]) -> None:
        np.copyto(target, place(source, region, iteration, shape))

    def target(self, written: Written) -> Any:
        return np.array(written.original.array, order="F")

    def write(self, target: Any, written: Written, iteration: int, value: Any) -> None:
        place(target, region_of(written), iteration, written.shape)[...] = value
