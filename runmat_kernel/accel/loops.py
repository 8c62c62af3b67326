"""Records one iteration of a loop, with symbols for what differs between iterations, and runs the kernel that is made from it."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import ref

from ..codegen.kernel import Kernel
from ..graph.loop import Trace
from ..graph.node import LEAF, Node
from ..graph.primitives import CASTS
from ..graph.shapes import numel
from ..plan.group import Group
from ..plan.kinds import CAPTIONS
from ..plan.loops import LoopCall, covers, inputs_needed, kernel_of
from ..plan.placement import Placement
from ..providers.provider import DeviceError, KernelCall, OutOfMemory, Provider, reason_of
from ..values.tensor import Tensor
from .complex_assumptions import Complexness
from .loop_refused import LoopRefused
from .progress import Progress
from .protocols import Executor
from .report import GroupRecord, weak
from .storage import Pending, Source, array_on, tensor_on
from .uniform_arrays import uniform_value

_MOST_NODES = 4_000
_KERNELS_KEPT = 128
_WHY = "a loop runs on the device"
IN_FLIGHT = 2
"""Submissions of a long loop that the device has at a time: it never waits, and an interrupt does not wait for many."""


class Tracing:
    """While it is entered, the engine records everything that touches a symbol, and computes nothing that does."""

    def __init__(self, engine: Executor, trace: Trace) -> None:
        self.engine, self.trace = engine, trace
        self.complexness = Complexness(engine, trace)
        self._own: tuple[Any, ...] = ({}, [])

    def __enter__(self) -> Tracing:
        self._swap()
        self.engine.tracing = self
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.tracing = None
        self._swap()
        # What does not depend on the iteration stays deferred as if an ordinary iteration had recorded it.
        for waiting in self._own[1]:
            tensor = waiting()
            if tensor is not None and type(tensor.storage) is Pending and not self.trace.depends(tensor.storage.node):
                self.engine._waiting.append(waiting)

    def largest(self) -> int:
        """The elements of the largest array of those recorded so far that differ from iteration to iteration."""
        recorded = [node() for node in self.engine._interned.values()]
        return max((numel(n.shape) for n in recorded if n is not None and self.trace.depends(n)), default=1)

    def recorded_only(self, nodes: Iterable[Node]) -> bool:
        """Whether these nodes are all that was recorded of what differs from iteration to iteration."""
        known, recorded = set(nodes), [node() for node in self._own[0].values()]
        return all(node in known or (node is not None and not self.trace.depends(node)) for node in recorded)

    def _swap(self) -> None:
        engine = self.engine
        mine = (engine._interned, engine._waiting)
        engine._interned, engine._waiting = self._own
        self._own = mine

    def flush(self, reason: str, needed: Node | None) -> None:
        """Compute values that do not depend on the iteration.  To look at others raises LoopRefused."""
        if needed is None:
            if len(self.engine._waiting) > _MOST_NODES:
                raise LoopRefused("an iteration is too long")
            return
        if self.trace.depends(needed):
            raise LoopRefused("elements of an array that changes from iteration to iteration are needed at once")
        self.engine.tracing = None
        self._swap()
        try:
            self.engine.flush(reason, needed)
        finally:
            self._swap()
            self.engine.tracing = self


def tensor_of(engine: Executor, node: Node) -> Tensor:
    """The Tensor that stands for a symbol."""
    tensor = node.held()
    if tensor is None:
        tensor = Tensor.stored(Pending(engine, node), node.matlab_class, node.shape)
        node.attach(tensor)
    return tensor


def node_of(value: Tensor) -> Node | None:
    """The Node that a Tensor waits for; None where it has its elements."""
    return value.storage.node if value._array is None and type(value.storage) is Pending else None


def cast(engine: Executor, value: Any, matlab_class: str) -> Any:
    return engine.elementwise(CASTS[matlab_class], (value,))


def ready_inputs(engine: Executor, trace: Trace, *, whole: bool = True) -> list[Tensor]:
    """Compute what the iterations have in common; the Tensors, which the caller keeps until the loop has run.

    Not ``whole``, for loops inside a kernel: carries that begin with the same value in all elements have it in ``uniform`` instead, and
    what arrays hold that the loop writes all over does not matter.
    """
    for carry in trace.carries:
        carry.uniform = None if whole else uniform_value(carry.initial)
        if carry.uniform is None:
            carry.initial = where_it_is_made(engine, carry.initial)
    written = [w for w in trace.writes if whole or not covers(w, trace.iterations)]
    for item in written:
        item.original = where_it_is_made(engine, item.original)
    kept = [computed(engine, node) for node in inputs_needed(trace, replayed=whole)]
    kept += [c.initial for c in trace.carries if c.uniform is None] + [r.array for r in trace.reads] + [w.original for w in written]
    compute(engine, kept)
    return kept


def computed(engine: Executor, node: Node) -> Tensor:
    """The Tensor of a node's elements, which may have to be computed."""
    return node.tensor if isinstance(node.tensor, Tensor) else engine._tensor(node)


def compute(engine: Executor, tensors: Sequence[Tensor]) -> None:
    """Compute the arrays that a loop needs, where they wait."""
    waiting = [ref(t) for t in tensors if t._array is None and type(t.storage) is Pending]
    if waiting:
        engine._waiting += waiting
        engine.flush("a loop needs its arrays")


def where_it_is_made(engine: Executor, tensor: Tensor) -> Tensor:
    """An array that follows from its index as a deferred one, so that the device that is open makes it instead of receiving it."""
    if not engine.device.info.gathers or tensor._array is not None or type(tensor.storage) is not Source:
        return tensor
    node = engine._node(tensor)
    return engine._tensor(node) if node.kind != LEAF else tensor


def run(engine: Executor, call: LoopCall, lines: tuple[int, ...]) -> list[Tensor] | None:
    """Run a loop; the Tensors of the stores, or None where an element left the real domain (the program must then run as it stands)."""
    kernel = kernel_for(engine, call)
    placement = _decide(engine, call, kernel)
    if placement.place == "device":
        try:
            return _run_on(engine, engine.device, call, kernel, placement, lines)
        except (OutOfMemory, DeviceError) as error:
            engine.device_failed(error, lines[0] if lines else None)
            placement = Placement("host", f"the device failed: {reason_of(error)}", placement.estimates)
    return _run_on(engine, engine.host, call, kernel, placement, lines)


def kernel_for(engine: Executor, call: LoopCall) -> Kernel:
    """One Kernel for equal bodies: providers know what they prepared by its identity."""
    if call.kernel is not None:
        return call.kernel
    kernel = engine.loop_kernels.get(call.body)
    if kernel is None:
        if len(engine.loop_kernels) >= _KERNELS_KEPT:
            engine.loop_kernels.pop(next(iter(engine.loop_kernels)))
        kernel = engine.loop_kernels[call.body] = kernel_of(call.body, call.names)
    return kernel


def _group(call: LoopCall, kernel: Kernel) -> Group:
    return Group(kernel, (), (), (), (), call.flops)


def look_for_device(engine: Executor, call: LoopCall, kernel: Kernel) -> int:
    """Open a device where the loop makes it worth it; the bytes that would have to go there."""
    upload = sum(t.nbytes for t in call.inputs if t is not None and not engine.holds(t.storage))
    engine.look_for_device(_group(call, kernel), call.nbytes, upload)
    return upload


def _decide(engine: Executor, call: LoopCall, kernel: Kernel) -> Placement:
    upload = look_for_device(engine, call, kernel)
    gather = sum(t.nbytes for t in call.inputs if t is not None and t._array is None)
    engine.note_refusal(kernel, None, call.names)
    return engine.decide(_group(call, kernel), call.nbytes, upload, gather)


def _shapes(call: LoopCall) -> list[tuple[tuple[int, ...], str]]:
    body = call.body
    own = body.step.stores[: body.carries + body.kept]
    return [(body.space, s.matlab_class) for s in own] + [(t.shape, t.matlab_class) for t in call.originals]


def inputs_on(engine: Executor, provider: Provider, call: LoopCall) -> tuple[Any, ...]:
    """The inputs of a loop's call; None for a carry that begins with a parameter."""
    return tuple([array_on(engine, provider, t, _WHY) if t is not None else None for t in call.inputs])


def _run_on(
    engine: Executor, provider: Provider, call: LoopCall, kernel: Kernel, placement: Placement, lines: tuple[int, ...]
) -> list[Tensor] | None:
    body = call.body
    inputs = inputs_on(engine, provider, call)
    shapes = _shapes(call)
    outputs = [provider.allocate(shape, matlab_class) for shape, matlab_class in shapes[: body.carries + body.kept]]
    outputs += [_written(engine, provider, t, covered) for t, covered in zip(call.originals, call.covered, strict=True)]
    run_call = provider.prepared(KernelCall(kernel, inputs, tuple(outputs), call.parameters))
    if provider.is_long(kernel):
        _run_divided(engine, provider, run_call)
    else:
        provider.run((run_call,))
        if provider is not engine.host:
            engine.unsettled.append(run_call)
        if body.guards:
            provider.settle([run_call])
    run_call.release()
    tensors = [tensor_on(engine, buffer, matlab_class) for buffer, (_, matlab_class) in zip(outputs, shapes, strict=True)]
    if run_call.flagged:
        return None
    _record(engine, call, kernel, placement, run_call, tensors, provider.info.name, lines)
    return tensors


def _run_divided(engine: Executor, provider: Provider, call: KernelCall) -> None:
    """A long loop, one submission for each of its pieces; an interrupt ends it between two of them, with nothing changed."""
    queue, start = provider.queue(), time.perf_counter()
    sent: deque[Any] = deque()
    pieces = queue.divided(call)
    # A software adapter has the host's processors, which lose nothing by waiting.
    progress, most = Progress(engine.progress, len(pieces)), 1 if provider.info.is_software else IN_FLIGHT
    try:
        for k, piece in enumerate(pieces):
            engine.interrupt.check()
            progress.at(k)
            queue.add(piece)
            sent.append(queue.submit())
            if len(sent) > most:
                sent.popleft().wait()
    finally:
        while sent:
            sent.popleft().wait()
        queue.close()
        progress.end()
    call.flagged, call.seconds = queue.flagged, time.perf_counter() - start


def _written(engine: Executor, provider: Provider, tensor: Tensor, covered: bool) -> Any:
    """Memory for an array that the loop writes parts of, with what the array has where that matters."""
    if covered:
        return provider.allocate(tensor.shape, tensor.matlab_class)
    if provider is not engine.host and tensor._array is not None and not engine.holds(tensor.storage):
        return provider.upload(tensor._array, tensor.matlab_class)
    return provider.copied(array_on(engine, provider, tensor, _WHY))


def _record(
    engine: Executor, call: LoopCall, kernel: Kernel, placement: Placement, run_call: KernelCall, tensors: Sequence[Tensor], provider: str,
    lines: tuple[int, ...],
) -> None:  # fmt: skip
    if engine.recording is None or not engine.recording.takes_more(engine.recording.groups):
        return
    outputs = tuple({"shape": list(t.shape), "class": t.matlab_class, "bytes": t.nbytes} for t in tensors)
    engine.recording.groups.append(
        GroupRecord(
            kernel.kind, CAPTIONS[kernel.kind], kernel.title, call.names, call.body.space, tensors[0].matlab_class, outputs,
            tuple(weak(t) for t in tensors),
            provider, placement.reason, placement.estimates, call.nbytes, call.flops, lines, run_call, kernel,
        )
    )  # fmt: skip
