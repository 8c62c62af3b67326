"""Runs kernels with ordinary bodies: the steps of the Body on each block, and the partial results of its reductions."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ...codegen.body import Accumulation, Body
from ..provider import KernelCall
from . import partials
from .blocks import block_elements, box_offset, box_shape, cuts, layout, select, view
from .epilogue import finish, fixed_parameters, parameter_types
from .steps import Scratch, program, run_steps
from .workers import Workers

_SEGMENT = 2
"""Blocks of one result that a task takes in order; their partials are combined afterwards."""
_SPARE = 16
"""Kernels of one block whose buffers are kept."""
_KEPT_BOXES = 256
"""Blocks that are remembered for a kernel; to find more of them takes little of what their work takes."""
_BODIES = 512
"""Prepared bodies that are kept."""


def run_of(workers: Workers, call: KernelCall) -> Run:
    """A call of a Body with its views; it may run more than once."""
    body: Any = call.kernel.body
    prepared = workers.bodies.get(id(body))
    if prepared is None:
        if len(workers.bodies) > _BODIES:
            workers.bodies.clear()
        prepared = workers.bodies[id(body)] = PreparedBody(body)
    return Run(workers, call, prepared)


class PreparedBody:
    """The preparation of a Body, done once: merged dimensions, steps, types of parameters, and the blocks where there are few."""

    __slots__ = ("body", "boxes", "layout", "parameters", "program")

    def __init__(self, body: Body) -> None:
        self.body, self.layout, self.program, self.parameters = body, layout(body), program(body), parameter_types(body)
        self.boxes: list[tuple[slice, ...]] | None = None

    def blocks(self) -> list[tuple[slice, ...]]:
        """The boxes of the blocks."""
        boxes = self.boxes
        if boxes is None:
            boxes = cuts(self.layout.sizes, block_elements(self.body))
            if len(boxes) <= _KEPT_BOXES:
                self.boxes = boxes
        return boxes


class Run:
    """One kernel call on the host."""

    def __init__(self, workers: Workers, call: KernelCall, prepared: PreparedBody) -> None:
        body, shape = prepared.body, prepared.layout
        self.workers, self.call, self.prepared, self.program = workers, call, prepared, prepared.program
        self.body, self.layout = body, shape
        self.views = [
            None if s is None or i.length else view(a, s, i.offset, shape.sizes)
            for a, s, i in zip(call.inputs, shape.strides, body.inputs, strict=True)
        ]
        short = shape.sizes[0] < partials.SHORT
        self.expand = [short and a is not None and a.size > 1 and a.shape != shape.sizes for a in self.views]
        self.stores = [a.reshape(shape.sizes, order="F") for a in call.outputs[: len(body.stores)]]
        self.fixed = self.parameters()
        self.fixed |= {k: a.reshape(-1, order="F") for k, (a, i) in enumerate(zip(call.inputs, body.inputs, strict=True)) if i.length}
        self.flagged = False
        self._lots: tuple[dict[tuple, list], list[tuple], int] | None = None
        self.own: threading.local | None = None
        self._times = 0

    def parameters(self) -> dict[int, Any]:
        """The parameters of the call by number."""
        return fixed_parameters(self.prepared.parameters, self.call.parameters)

    def run(self) -> None:
        self.flagged = False
        self._times += 1
        with np.errstate(all="ignore"):
            if len(self.prepared.blocks()) == 1:
                self._whole()
            else:
                self.own = self.own or threading.local()
                if self.body.accumulations:
                    self._reduce()
                else:
                    self._map()
        self.call.flagged = self.flagged

    def _whole(self) -> None:
        """The only block: without boxes, threads and partials."""
        self.workers.interrupt.check()
        sizes, body, spare = self.layout.sizes, self.body, self.workers.spare
        scratch = spare.pop(self.prepared, None) or Scratch(self.program.buffers, prod(sizes))
        values = dict(self.fixed)
        for k, array in enumerate(self.views):
            if array is not None:
                values[k] = partials.spread(array, np.empty(sizes, array.dtype, order="F")) if self.expand[k] else array
        if run_steps(self.program, values, scratch, self.stores, sizes):
            self.flagged = True
        if body.accumulations:
            results = []
            for item in body.accumulations:
                block = np.asarray(values[item.operand])
                if block.shape != sizes:
                    block = np.broadcast_to(block, sizes)
                results.append(partials.value_of(item, partials.of_block(item, block, self.layout.reduced, 0, scratch.wide)))
            self._finish(results)
        if len(spare) >= _SPARE:
            spare.popitem()
        spare[self.prepared] = scratch

    def _scratch(self, length: int) -> Scratch:
        """This thread's buffers, made once for the run: fresh ones for each task cost a system call and a page fault each."""
        scratch = getattr(self.own, "scratch", None)
        if scratch is None:
            scratch = Scratch(self.program.buffers, length)
            self.own.scratch = scratch  # type: ignore[union-attr]
        return scratch

    def _block(self, box: tuple[slice, ...], scratch: Scratch) -> dict[int, Any]:
        """Compute one block; all its values."""
        values = dict(self.fixed)
        for k, array in enumerate(self.views):
            if array is not None:
                values[k] = self.expanded(k, select(box, array), box, scratch) if self.expand[k] else select(box, array)
        sizes = self.layout.sizes
        if run_steps(self.program, values, scratch, [s[box] for s in self.stores], box_shape(box, sizes), box_offset(box, sizes)):
            self.flagged = True
        return values

    def expanded(self, k: int, part: np.ndarray, box: tuple[slice, ...], scratch: Scratch) -> np.ndarray:
        """An input's part of a box over all of it; kept for the next box of the same run, which often reads the same part."""
        shape = box_shape(box, self.layout.sizes)
        key = (self._times, shape, part.__array_interface__["data"][0])
        kept = scratch.expanded.get(k)
        if kept is None or kept[0] != key:
            kept = scratch.expanded[k] = (key, partials.spread(part, np.empty(shape, part.dtype, order="F")))
        return kept[1]

    def _map(self) -> None:
        boxes = self.prepared.blocks()
        per_task = max(1, min(16, len(boxes) // (4 * self.workers.threads)))
        tasks = -(-len(boxes) // per_task)

        def work(i: int) -> None:
            scratch = self._scratch(_largest(boxes, self.layout.sizes))
            for box in boxes[i * per_task : (i + 1) * per_task]:
                self._block(box, scratch)

        self.workers.each(work, tasks)

    def _reduce(self) -> None:
        """Blocks of one result box in order, segment by segment; then the partials, the finish, and the results."""
        sizes, reduced = self.layout.sizes, self.layout.reduced
        if self._lots is None:
            self._lots = self._reduced_lots()
        kept, tasks, length = self._lots
        by_task: list[list[Any]] = [[] for _ in tasks]

        def work(i: int) -> None:
            by_task[i] = self._segment(tasks[i][1], self._scratch(length))

        self.workers.each(work, len(tasks))
        shape = tuple(1 if d in reduced else n for d, n in enumerate(sizes))
        arrays: list[Any] = [None] * len(self.body.accumulations)
        at = 0
        for boxes in kept.values():
            segments = -(-len(boxes) // _SEGMENT)
            target = tuple(slice(0, 1) if d in reduced else s for d, s in enumerate(boxes[0]))
            for k, item in enumerate(self.body.accumulations):
                value = partials.value_of(item, partials.pairwise(item, [f[k] for f in by_task[at : at + segments]]))
                if partials.undefined(item, value):
                    value = self._in_order(item, boxes, self._scratch(length))
                if arrays[k] is None:
                    arrays[k] = np.empty(shape, value.dtype, order="F")
                arrays[k][target] = value
            at += segments
        self._finish([a for a in arrays if a is not None])

    def _reduced_lots(self) -> tuple[dict[tuple, list], list[tuple], int]:
        """The boxes of each result box; (first box, segment) of each task; elements of the largest box."""
        sizes, reduced = self.layout.sizes, self.layout.reduced
        kept: dict[tuple, list[tuple[slice, ...]]] = {}
        for box in self.prepared.blocks():
            kept.setdefault(tuple((s.start, s.stop) for d, s in enumerate(box) if d not in reduced), []).append(box)
        tasks = [(boxes[0], boxes[i : i + _SEGMENT]) for boxes in kept.values() for i in range(0, len(boxes), _SEGMENT)]
        return kept, tasks, _largest([t[0] for t in tasks], sizes)

    def _segment(self, boxes: Sequence[tuple[slice, ...]], scratch: Scratch) -> list[Any]:
        sizes, reduced = self.layout.sizes, self.layout.reduced
        total: list[Any] = []
        for box in boxes:
            values = self._block(box, scratch)
            shape = box_shape(box, sizes)
            offset = box_offset(tuple(s for d, s in enumerate(box) if d in reduced), tuple(n for d, n in enumerate(sizes) if d in reduced))
            for k, item in enumerate(self.body.accumulations):
                block = np.asarray(values[item.operand])
                if block.shape != shape:
                    block = np.broadcast_to(block, shape)
                partial = partials.of_block(item, block, reduced, offset, scratch.wide)
                if len(total) <= k:
                    total.append(partial)
                else:
                    total[k] = partials.combine(item, total[k], partial)
        return total

    def _in_order(self, item: Accumulation, boxes: Sequence[tuple[slice, ...]], scratch: Scratch) -> Any:
        """A product whose parts overflowed or are zero, element by element: a zero that comes before what overflows leaves it zero."""
        product = None
        for box in boxes:
            block, shape = np.asarray(self._block(box, scratch)[item.operand]), box_shape(box, self.layout.sizes)
            product = partials.product_on(item, product, np.broadcast_to(block, shape), self.layout.reduced)
            if np.isnan(product).all():
                break
        return product

    def _finish(self, accumulated: list[np.ndarray]) -> None:
        """The instructions on the results, and their stores."""
        if finish(self.body, self.fixed, self.call.inputs, accumulated, self.call.outputs[len(self.body.stores) :]):
            self.flagged = True


def _largest(boxes: Sequence[tuple[slice, ...]], sizes: tuple[int, ...]) -> int:
    """Elements of the largest box (the first one; later ones are cut shorter)."""
    return int(np.prod(box_shape(boxes[0], sizes))) if boxes else 0
