"""Runs a Plan: each group on the host or the device, with the transfers that it needs, and gives held Tensors their elements."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from math import prod
from typing import Any

import numpy as np

from ..base.events import Refused, Transferred
from ..graph.accumulate import accumulate
from ..graph.evaluate import evaluate, same_rank
from ..graph.fourier import part, transformed
from ..graph.node import FOURIER, LEAF, LOOP, PRODUCT, SCAN, SORT, Constant, Node, lines_of
from ..graph.primitives import INDEX, RESHAPE
from ..graph.product import TRANSPOSES, as_read, multiply
from ..graph.ranges import Range
from ..graph.scan import scan
from ..graph.sort import sort
from ..graph.views import SLICE, viewed
from ..plan.group import Group, Plan
from ..plan.loops import traffic
from ..plan.placement import Placement
from ..providers.provider import KernelCall, MemoryFull, OutOfMemory
from ..values.classes import DTYPES, dtype_of
from .loops import inputs_on
from .pending_loops import computed, run_of
from .protocols import Executor
from .report import GroupRecord, weak
from .storage import array_on, put_on, uploaded


class Execution:
    """One flush.  ``hosts`` and ``buffers`` are the arrays of nodes by number, on either side; ``ranges`` bound some held ones."""

    def __init__(
        self, engine: Executor, nodes: Sequence[Node], plan: Plan, ranges: Mapping[int, Range] | None = None, *, host_only: bool = False
    ) -> None:
        self.engine, self.nodes, self.plan, self.ranges, self.host_only = engine, nodes, plan, ranges or {}, host_only
        self.hosts: dict[int, np.ndarray] = {}
        self.buffers: dict[int, Any] = {}
        self.queue: list[KernelCall] = []
        self.guarded: list[KernelCall] = []
        self.spent: list[int] = []
        self.done: list[tuple[Group, Placement, KernelCall, str]] = []

    def run(self) -> None:
        """Run every group, then give the held Tensors their elements."""
        self._run_groups()
        self._submit()
        # While the device works.
        for item in self.done:
            self._record(*item)
        if self._flagged():
            self._recompute()
        self._deliver(self.plan.held)

    def _run_groups(self) -> None:
        for group in self.plan.groups:
            self.engine.interrupt.check()
            placement = self._place(group)
            if placement.place == "device":
                failed = self._on_device_evicting(group, placement)
                if failed is not None:
                    reason = f"the device has no memory for {failed.nbytes} bytes"
                    self.engine.note(Refused(reason, self._line(group), self._ops(group), "memory"))
                    self._on_host_or_nowhere(group, Placement("host", reason, placement.estimates))
            else:
                self._on_host_or_nowhere(group, placement)
            self.spent += group.last_use
            self._forget()

    def _place(self, group: Group) -> Placement:
        engine = self.engine
        if self.host_only:
            return Placement("host", "the device failed", {})
        if engine.device.closed is not None:
            return engine.decide(group, 0, 0, 0)
        nbytes = self._nbytes(group)
        sizes, upload, gather = self.plan.sizes, 0, 0
        for n in group.inputs:
            if n in self.buffers:
                gather += 0 if n in self.hosts else sizes[n]
            elif not self._on_device_already(n):
                upload += sizes[n]
        loop = run_of(self.nodes, group)
        if loop is not None:
            upload, gather = upload + loop.uploads(engine), gather + loop.gathers()
        key = (id(group), nbytes, upload, gather)
        placement = self.plan.places.get(key)
        if placement is None:
            placement = self.plan.places[key] = engine.decide(group, nbytes, upload, gather)
        engine.note_refusal(group.kernel, self._line(group), self._ops(group))
        return placement

    def _on_device_already(self, n: int) -> bool:
        node = self.nodes[n]
        return n in self.buffers or (node.kind == LEAF and self.engine.holds(node.tensor.storage))

    def _nbytes(self, group: Group) -> int:
        sizes = self.plan.sizes
        body: Any = group.kernel.body
        if run_of(self.nodes, group) is None:
            return group.bytes_read + sum([sizes[n] for n in group.outputs])
        return group.bytes_read + traffic(body) + sum([sizes[n] for n in group.outputs if self.nodes[n].kind != LOOP])

    def _line(self, group: Group) -> int | None:
        return next((line for m in group.members if (line := self.nodes[m].line) is not None), None)

    def _ops(self, group: Group) -> tuple[str, ...]:
        loop = run_of(self.nodes, group)
        names = tuple([self.nodes[m].name for m in group.members if self.nodes[m].kind != LOOP])
        return names if loop is None else (*loop.call.names, *names)

    def _parameters(self, group: Group) -> tuple[Any, ...]:
        own = tuple([self.nodes[n].operands[position].value for n, position in group.parameters])
        loop = run_of(self.nodes, group)
        return own if loop is None else (*loop.call.parameters, *own)

    def _on_host(self, group: Group, placement: Placement) -> None:
        host = self.engine.host
        inputs = tuple(self._host_array(n) for n in group.inputs)
        loop = run_of(self.nodes, group)
        if loop is not None:
            inputs = (*inputs_on(self.engine, host, loop.call), *inputs)
        outputs = tuple(host.allocate(self.nodes[n].shape, self.nodes[n].matlab_class) for n in group.outputs)
        call = host.prepared(KernelCall(group.kernel, inputs, outputs, self._parameters(group)))
        host.run((call,))
        call.release()
        self.hosts.update(zip(group.outputs, outputs, strict=True))
        if group.kernel.body.guards:
            self.guarded.append(call)
        self.done.append((group, placement, call, host.info.name))

    def _host_array(self, n: int) -> np.ndarray:
        array = self.hosts.get(n)
        if array is None:
            node = self.nodes[n]
            if n in self.buffers:
                self._submit()
                array = self._download(self.buffers[n])
                self.hosts[n] = array
            else:
                array = node.tensor.array
        return array

    def _download(self, buffer: Any) -> np.ndarray:
        start = time.perf_counter()
        array = self.engine.device.download(buffer)
        self.engine.note(Transferred("download", array.nbytes, time.perf_counter() - start, "the next group runs on the host"))
        return array

    def _on_device_evicting(self, group: Group, placement: Placement) -> OutOfMemory | None:
        """Run on the device, evicting other arrays when its memory runs out; the failure when that does not help."""
        try:
            self._on_device(group, placement)
            return None
        except OutOfMemory as error:
            failed = error
        residents = self.engine.residents
        keep = {id(node.tensor) for node in self.nodes if node.kind == LEAF}
        loop = run_of(self.nodes, group)
        if loop is not None:
            keep |= {id(t) for t in loop.call.inputs}
        for free_memory in (
            lambda nbytes: self._submit(),
            lambda nbytes: residents.drop_copies(keep),
            lambda nbytes: residents.gather(self.engine, nbytes, keep),
        ):
            if free_memory(2 * failed.nbytes):
                try:
                    self._on_device(group, placement)
                    return None
                except OutOfMemory as error:
                    failed = error
        return failed

    def _on_host_or_nowhere(self, group: Group, placement: Placement) -> None:
        """Run on the host; where its memory runs out too, keep what was computed before and say which statement it was."""
        try:
            self._on_host(group, placement)
        except (MemoryError, OutOfMemory) as error:
            self._keep()
            where = next((w for m in group.members if (w := self.nodes[m].where) is not None), None)
            raise MemoryFull(where) from error

    def _keep(self) -> None:
        """Give the Tensors of groups that ran their elements; the others go on waiting."""
        with suppress(MemoryError, OutOfMemory):
            self._submit()
            if not self._flagged():
                self._deliver([n for n in self.plan.held if n in self.buffers or n in self.hosts])

    def _forget(self) -> None:
        """Let go of arrays that no later group needs; those of kernels that were not submitted yet are still named there."""
        for n in self.spent:
            self.hosts.pop(n, None)
            if not self.queue:
                self.buffers.pop(n, None)
        if not self.queue:
            self.spent.clear()

    def _on_device(self, group: Group, placement: Placement) -> None:
        device = self.engine.device
        # New memory and uploads take as long as half of the compiling does.
        device.begin(group.kernel)
        inputs = tuple([self._buffer(n) for n in group.inputs])
        if device.moves_inputs(group.kernel, inputs):
            self._submit()
        outputs = tuple([device.allocate(self.nodes[n].shape, self.nodes[n].matlab_class) for n in group.outputs])
        held = tuple([buffer for n, buffer in zip(group.outputs, outputs, strict=True) if n in self.plan.held])
        loop = run_of(self.nodes, group)
        if loop is not None:
            inputs = (*inputs_on(self.engine, device, loop.call), *inputs)
        call = device.prepared(KernelCall(group.kernel, inputs, outputs, self._parameters(group), held=held))
        self.queue.append(call)
        self.buffers.update(zip(group.outputs, outputs, strict=True))
        if group.kernel.body.guards:
            self.guarded.append(call)
        self.done.append((group, placement, call, device.info.name))

    def _buffer(self, n: int) -> Any:
        """Node ``n`` on the device; an upload stays with the Tensor, so that it happens once."""
        if n in self.buffers:
            return self.buffers[n]
        node, engine, why = self.nodes[n], self.engine, "a group runs on the device"
        if node.kind == LEAF:
            return array_on(engine, engine.device, node.tensor, why, node._range)
        buffer = self.buffers[n] = uploaded(engine, self._host_array(n), node.matlab_class, why)
        return buffer

    def _submit(self) -> int:
        """Run what is queued on the device; 1, since memory may be free then."""
        if self.queue:
            self.engine.device.run(self.queue)
            for call in self.queue:
                call.release()
            self.engine.unsettled.extend(self.queue)
            self.queue = []
            self._forget()
        return 1

    def _flagged(self) -> bool:
        if not self.guarded:
            return False
        self.engine.device.settle(self.guarded)
        return any(call.flagged for call in self.guarded)

    def _recompute(self) -> None:
        """An element left the real domain: everything that could be complex is computed again by the reference."""
        engine = self.engine
        watched = [node for node in self.nodes if node.guarded]
        ops, lines = tuple(dict.fromkeys(node.name for node in watched)), lines_of(watched)
        engine.note(
            Refused("an element left the real domain, so the host computed the complex result", lines[0] if lines else None, ops, "domain")
        )
        arrays: dict[int, np.ndarray] = {}
        numbers = {node: n for n, node in enumerate(self.nodes)}
        for n in self.plan.held:
            if self.nodes[n].uncertain:
                self.hosts[n] = reference(engine, self.nodes, numbers, n, arrays)
                self.buffers.pop(n, None)

    def _deliver(self, nodes: Iterable[int]) -> None:
        for n in nodes:
            tensor = self.nodes[n].held()
            if tensor is None:
                continue
            if n in self.buffers:
                put_on(self.engine, tensor, self.buffers[n], self.ranges.get(n))
                if n in self.hosts:
                    tensor._array = self.hosts[n]
            else:
                array = self.hosts[n]
                tensor._array = array
                tensor._is_complex = array.dtype.kind == "c"
                tensor.storage = None

    def _record(self, group: Group, placement: Placement, call: KernelCall, provider: str, *, replayed: int = 1) -> None:
        recording = self.engine.recording
        if recording is None or not recording.takes_more(recording.groups):
            return
        nodes = self.nodes
        sizes = self.plan.sizes
        outputs = tuple([{"shape": list(nodes[n].shape), "class": nodes[n].matlab_class, "bytes": sizes[n]} for n in group.outputs])
        body = group.kernel.body
        lines = lines_of([nodes[m] for m in group.members])
        loop = run_of(nodes, group)
        if loop is not None:
            lines = tuple(sorted({*loop.lines, *lines}))
        recording.groups.append(
            GroupRecord(
                group.kind,
                self.engine.caption(group.kind),
                group.kernel.title,
                self._ops(group),
                body.space,
                nodes[group.outputs[0]].matlab_class,
                outputs,
                tuple([weak(nodes[n].held()) for n in group.outputs]),
                provider,
                placement.reason,
                placement.estimates,
                self._nbytes(group),
                group.flops,
                lines,
                call,
                group.kernel,
                replayed,
            )
        )


def reference(engine: Executor, nodes: Sequence[Node], numbers: dict[Node, int], wanted: int, arrays: dict[int, np.ndarray]) -> np.ndarray:
    """Node ``wanted`` by eager evaluation on the host; what is computed on the way is kept in ``arrays``."""
    stack = [wanted]
    while stack:
        n = stack[-1]
        node = nodes[n]
        if n in arrays:
            stack.pop()
        elif node.kind == LEAF:
            arrays[n] = node.tensor.array
        elif node.kind == LOOP:
            arrays[n] = computed(engine, node)
        else:
            missing = [numbers[x] for x in node.operands if type(x) is Node and numbers[x] not in arrays]
            if missing:
                stack.extend(missing)
            else:
                arrays[n] = _evaluated(node, [_operand(x, numbers, arrays) for x in node.operands])
    return np.asfortranarray(arrays[wanted])


def _operand(item: Any, numbers: dict[Node, int], arrays: dict[int, np.ndarray]) -> np.ndarray:
    if type(item) is Constant:
        return np.array([[item.value]], dtype_of(item.matlab_class))
    return arrays[numbers[item]]


def _evaluated(node: Node, operands: list[np.ndarray]) -> np.ndarray:
    if node.op is INDEX:
        return np.arange(prod(node.shape), dtype=DTYPES[node.matlab_class]).reshape(node.shape, order="F")
    if node.op is SLICE:
        return viewed(operands[0], node.reduction, node.shape)
    if node.op is RESHAPE:
        return operands[0].reshape(node.shape, order="F")
    if node.op in TRANSPOSES:
        return as_read(operands[0], TRANSPOSES[node.op])
    if node.kind == PRODUCT:
        return multiply(node.reduction, operands)
    if node.op is not None:
        array = evaluate(node.op, same_rank(operands) if len(operands) > 1 else operands, node.matlab_class, node.compute)
        return array if array.shape == node.shape else np.broadcast_to(array, node.shape)
    if node.kind == SORT:
        return sort(node.reduction, operands[0])
    if node.kind == FOURIER:
        return part(node.reduction, transformed(node.reduction, operands)).copy(order="F")
    if node.kind == SCAN:
        return scan(node.reduction, operands[0], node.matlab_class)
    kind, dims, omit_nan = node.reduction
    return accumulate(kind, operands[0], dims, node.matlab_class, omit_nan).reshape(node.shape, order="F")
