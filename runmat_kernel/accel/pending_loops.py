"""Loops that wait for the next flush because the program reduces what they compute: loop and reduction become one kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..codegen.forms import LOOP
from ..codegen.kernel import Kernel
from ..graph.node import Node
from ..plan.group import Group
from ..plan.loops import LoopCall
from ..providers.provider import KernelCall
from ..values.tensor import Tensor
from .loops import inputs_on, kernel_for, look_for_device
from .protocols import Executor


@dataclass(eq=False, frozen=True, slots=True)
class LoopRun:
    """One loop that waits, with its arrays.  ``serial`` tells it from others in one flush; ``lines`` are those of the program."""

    kernel: Kernel
    call: LoopCall
    lines: tuple[int, ...]
    serial: int

    def uploads(self, engine: Executor) -> int:
        """Bytes that have to go to the device first."""
        return sum(t.nbytes for t in self.call.inputs if t is not None and not engine.holds(t.storage))

    def gathers(self) -> int:
        """Bytes that have to come to the host first."""
        return sum(t.nbytes for t in self.call.inputs if t is not None and t._array is None)


def waits(engine: Executor, call: LoopCall) -> bool:
    """Whether a loop may run later: nothing can fail in it, what it works on does not change, and it is not so long that somebody would
    want to interrupt it between two of its dispatches."""
    if call.body.writes or call.body.guards:
        return False
    kernel = kernel_for(engine, call)
    look_for_device(engine, call, kernel)
    return engine.device.refusal(kernel) is not None or not engine.device.is_long(kernel)


def waiting(engine: Executor, call: LoopCall, lines: tuple[int, ...]) -> list[Tensor]:
    """The Tensors of the stores of a loop that waits."""
    body = call.body
    engine.loops_waiting += 1
    run = LoopRun(kernel_for(engine, call), call, lines, engine.loops_waiting)
    stores = body.step.stores[: body.carries + body.kept]
    return [engine._tensor(Node.of_loop(run, k, s.matlab_class, body.space)) for k, s in enumerate(stores)]


def run_of(nodes: Sequence[Node], group: Group) -> LoopRun | None:
    """The loop that a group runs; None for other groups."""
    return nodes[group.members[0]].reduction[0] if group.kernel.form is LOOP else None


def computed(engine: Executor, node: Node) -> np.ndarray:
    """A result of a loop that waits, on the host and by itself."""
    run, number = node.reduction
    host, body = engine.host, run.kernel.body
    outputs = tuple(host.allocate(body.space, s.matlab_class) for s in body.step.stores)
    host.run((host.prepared(KernelCall(run.kernel, inputs_on(engine, host, run.call), outputs, run.call.parameters)),))
    return outputs[number]
