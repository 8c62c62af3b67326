"""The reductions after a loop: each block is reduced after its last iteration, while it is in cache."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...codegen.forms.loop import LoopBody
from ..provider import KernelCall
from . import partials
from .blocks import box_offset, box_shape
from .epilogue import finish, fixed_parameters, parameter_types
from .steps import Program, Scratch, run_steps


class TailRun:
    """The tail of one run.  Partial results come box by box and are combined in the order of the boxes, whatever thread made them."""

    def __init__(self, body: LoopBody, call: KernelCall, steps: Program, sizes: tuple[int, ...]) -> None:
        tail = body.tail
        assert tail is not None
        self.tail, self.body, self.steps, self.sizes = tail, tail.body, steps, sizes
        own = iter(call.inputs[len(body.step.inputs) :])
        self.inputs: list[Any] = [next(own) if source is None else None for source in tail.sources]
        self.fixed = fixed_parameters(parameter_types(tail.body), call.parameters[len(body.step.parameters) :])
        outputs = call.outputs[len(body.shown) + len(body.writes) :]
        count = len(tail.body.stores)
        self.stores = [a.reshape(sizes, order="F") for a in outputs[:count]]
        self.results = outputs[count:]
        self.views = {
            k: self.inputs[k].reshape(sizes, order="F") for k in tail.own if not tail.body.inputs[k].result_space
        }  # fmt: skip
        self.by_box: dict[int, list[Any]] = {}
        self.local = threading.local()

    def box(self, number: int, box: tuple[slice, ...], last: Sequence[np.ndarray], length: int) -> None:
        """Reduce a box whose values after the last iteration are ``last``; no box has more than ``length`` elements."""
        scratch = getattr(self.local, "scratch", None)
        if scratch is None:
            scratch = self.local.scratch = Scratch(self.steps.buffers, length)
        shape, offset = box_shape(box, self.sizes), box_offset(box, self.sizes)
        values = self.fixed | {k: array[box] for k, array in self.views.items()}
        values |= {k: last[source] for k, source in enumerate(self.tail.sources) if source is not None}
        run_steps(self.steps, values, scratch, [s[box] for s in self.stores], shape, offset)
        axes = tuple(range(len(shape)))
        reduced = []
        for item in self.body.accumulations:
            block = np.asarray(values[item.operand])
            block = block if block.shape == shape else np.broadcast_to(block, shape)
            reduced.append(partials.of_block(item, block, axes, offset, scratch.wide))
        self.by_box[number] = reduced

    def end(self) -> None:
        """Combine what the boxes gave, and store the results."""
        boxes = [self.by_box[k] for k in sorted(self.by_box)]
        sums = []
        for k, item in enumerate(self.body.accumulations):
            sums.append(partials.value_of(item, partials.pairwise(item, [own[k] for own in boxes])))
        finish(self.body, self.fixed, self.inputs, sums, self.results)
