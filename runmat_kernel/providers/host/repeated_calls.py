"""Kernel calls that are repeated on the same arrays: views, scratch memory and tasks are made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ...codegen.forms import FORMS, PRODUCT
from ...codegen.forms.product import ProductBody
from ..provider import KernelCall, changed
from .blocks import block_elements, box_offset, box_shape, cuts, select
from .body_runs import Run, run_of
from .bound_calls import Calls, bind
from .part_copies import parts_of, pieces
from .products import multiply
from .steps import Scratch
from .workers import Workers

_LANES = 4
"""Shares of the blocks for each thread: threads that are held up leave theirs to the others."""


class Repeated:
    """A call as it is; ``change`` gives a parameter another value, ``run`` sets ``flagged``."""

    def __init__(self, workers: Workers, call: KernelCall) -> None:
        self.workers, self.call, self.flagged = workers, call, False

    def change(self, k: int, value: Any) -> None:
        self.call.parameters = changed(self.call.parameters, k, value)

    def run(self) -> None:
        self.workers.run_one(self.call)
        self.flagged = self.call.flagged


class RepeatedBody(Repeated):
    """A Body with its views, scratch memory and tasks."""

    def __init__(self, workers: Workers, call: KernelCall) -> None:
        super().__init__(workers, call)
        self._run: Run = run_of(workers, call)

    def change(self, k: int, value: Any) -> None:
        super().change(k, value)
        self._run.fixed |= self._run.parameters()

    def run(self) -> None:
        self._run.run()
        self.flagged = self.call.flagged


class RepeatedBlocks(Repeated):
    """An elementwise Body, no input of which is spread out beforehand: the calls of all blocks, in lanes with their own scratch memory."""

    def __init__(self, workers: Workers, call: KernelCall) -> None:
        super().__init__(workers, call)
        run = run_of(workers, call)
        self._body, self._first = run.body, len(run.body.inputs)
        self._values = {k: np.asarray(v) for k, v in run.fixed.items()}
        sizes = run.layout.sizes
        boxes = cuts(sizes, block_elements(run.body))
        lanes = min(len(boxes), _LANES * workers.threads)
        length = max(_count(box_shape(box, sizes)) for box in (boxes[0], boxes[-1]))
        self._lanes: list[list[Calls]] = []
        for lane in range(lanes):
            scratch = Scratch(run.program.buffers, length)
            own = boxes[lane * len(boxes) // lanes : (lane + 1) * len(boxes) // lanes]
            self._lanes.append([self._bound(run, box, scratch) for box in own])

    def _bound(self, run: Run, box: tuple[slice, ...], scratch: Scratch) -> Calls:
        sizes = run.layout.sizes
        values: dict[int, Any] = dict(self._values)
        for k, array in enumerate(run.views):
            if array is not None:
                values[k] = select(box, array)
        return bind(run.program, values, {}, scratch, [s[box] for s in run.stores], box_shape(box, sizes), box_offset(box, sizes))

    def change(self, k: int, value: Any) -> None:
        held = self._values[self._first + k]
        held[...] = value != 0 if held.dtype == np.bool_ else value

    def run(self) -> None:
        self.flagged = False
        with np.errstate(all="ignore"):
            self.workers.each(self._lane, len(self._lanes))

    def _lane(self, i: int) -> None:
        for calls in self._lanes[i]:
            calls.run()
            if calls.flagged:
                self.flagged, calls.flagged = True, False


class RepeatedProduct(Repeated):
    """A product, then its epilogue."""

    def __init__(self, workers: Workers, call: KernelCall) -> None:
        super().__init__(workers, call)
        body: ProductBody = call.kernel.body  # type: ignore[assignment]
        product, k = body.product, body.plain_store
        self._product, self._factors = product, call.inputs[: product.factors]
        if k is not None:
            self._out = call.outputs[k]
        else:
            self._out = workers.allocate((product.rows, product.columns), product.matlab_class)
        self._rest: Repeated | None = None
        if k is None or len(body.stores) > 1 or body.results:
            kernel = replace(call.kernel, body=body.epilogue)
            inputs = (self._out, *call.inputs[product.factors :])
            self._rest = repeated(workers, KernelCall(kernel, inputs, call.outputs, call.parameters))

    def change(self, k: int, value: Any) -> None:
        if self._rest is not None:
            self._rest.change(k, value)

    def run(self) -> None:
        with np.errstate(all="ignore"):
            multiply(self._product, self._factors, self._out)
        if self._rest is not None:
            self._rest.run()
            self.flagged = self._rest.flagged


class RepeatedCopies(Repeated):
    """Parts of arrays are replaced; all of an array is copied first where the output is another one."""

    def __init__(self, workers: Workers, call: KernelCall) -> None:
        super().__init__(workers, call)
        body: Any = call.kernel.body
        parts = parts_of(body)
        assert parts is not None
        self._parts = parts
        wholes = [(to, call.inputs[part.old].reshape(to.shape, order="F")) for to, part in zip(call.outputs, parts, strict=True)]
        self._wholes = [pair for pair in wholes if not np.may_share_memory(*pair)]
        self._pieces = self._all_pieces()

    def _all_pieces(self) -> list[tuple[np.ndarray, np.ndarray]]:
        return [pair for k, part in enumerate(self._parts) for pair in pieces(self.call, k, part, self.workers.threads)]

    def change(self, k: int, value: Any) -> None:
        super().change(k, value)
        self._pieces = self._all_pieces()

    def run(self) -> None:
        for pair in self._wholes:
            np.copyto(*pair)
        if len(self._pieces) == len(self._parts):
            for pair in self._pieces:
                np.copyto(*pair)
        else:
            self.workers.each(lambda i: np.copyto(*self._pieces[i]), len(self._pieces))


_FORMS: dict[str, Callable[..., Repeated]] = {PRODUCT.name: RepeatedProduct} | dict.fromkeys(
    (form.name for form in FORMS if form.ordinary), RepeatedBlocks
)


def repeated(workers: Workers, call: KernelCall) -> Repeated:
    """The call in the form that runs fastest when it is repeated."""
    body = call.kernel.body
    kind = RepeatedCopies if workers.written_over(call.kernel) is not None else _FORMS.get(call.kernel.form.name, Repeated)
    if kind is RepeatedBlocks and (body.accumulations or any(run_of(workers, call).expand)):
        kind = RepeatedBody
    return kind(workers, call)


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for n in shape:
        count *= n
    return count
