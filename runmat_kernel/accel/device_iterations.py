"""The turns of a loop on a device: queued, many in one submission, of which few are in flight, so that an interrupt need not wait long."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Sequence
from math import prod
from typing import Any

import numpy as np

from ..codegen.forms.loop import Region, place
from ..graph.loop import Written
from ..plan.loops import NotPointwise
from ..providers.provider import KernelCall
from ..values.classes import DTYPES
from ..values.tensor import Tensor
from .iterations import Side, Step, region_of
from .storage import Device

SUBMISSION_SECONDS, SOFTWARE_SECONDS = 0.1, 0.05
"""How long the turns of a submission should take: an interrupt waits for those in flight.  On a software adapter they take several times
as long as those before them where others begin to use the processors."""
IN_FLIGHT = 2
MOST_TESTED = 16
"""Turns of a submission whose tests are read together: those behind the one that stops were for nothing."""
_FIRST_TURNS, _GROWTH, _MOST_TURNS = 2, 4, 512


class DeviceSide(Side):
    """``finish`` waits; ``flagged`` may be known before."""

    def __init__(self, engine: Any, buffer_of: Any) -> None:
        super().__init__()
        self.engine, self.device = engine, engine.device
        self.iterations = self.device.iterations()
        software = self.device.target.is_software
        self._seconds, self._most = (SOFTWARE_SECONDS, 1) if software else (SUBMISSION_SECONDS, IN_FLIGHT)
        self._buffer_of = buffer_of
        self._items: list[Any] = []
        self._queued = 0
        self._limit = _FIRST_TURNS
        self._tests: list[Any] = []
        self._sent: deque[tuple[Any, int, list[Any]]] = deque()
        self._since = time.perf_counter()
        self._known: list[bool] = []
        self.submissions = 0

    def allocate(self, shape: tuple[int, ...], matlab_class: str) -> Any:
        return self.device.allocate(shape, matlab_class, False)

    def _array(self, tensor: Tensor) -> Any:
        return self._buffer_of(self.engine, tensor)

    def wrapped(self, array: Any, matlab_class: str) -> Tensor:
        array.copy = None
        tensor = Tensor.stored(Device(self.engine, self.device, array), matlab_class, array.shape)
        self.engine.residents.add(tensor)
        return tensor

    # ------------------------------------------------------------------ turns

    def check(self, calls: Sequence[KernelCall]) -> None:
        if any(self.device.cut_elsewhere(call.kernel, call.inputs) for call in calls):
            raise NotPointwise("an array lies in other pieces than what is made from it")

    def run(self, step: Step, iteration: int, tested: Any = None) -> None:
        if step.bound is None:
            bound = self.iterations.bind(step.calls)
            step.bound = (bound, [b for own in bound for b in own])
        by_call, everything = step.bound
        if step.patches:
            values = {at: list(step.calls[at].parameters) for at, _, _ in step.patches}
            for at, k, numbers in step.patches:
                values[at][k] = numbers[iteration]
            for at, own in enumerate(by_call):
                self._items += [b.with_parameters(values[at]) for b in own] if at in values else own
        else:
            self._items += everything
        if tested is not None:
            self._tests.append(tested)
        self._queued += 1

    def iteration_ends(self) -> None:
        if self._queued >= self._limit or len(self._items) >= self.iterations.most:
            self.submit()

    def submit(self) -> None:
        """Queue what waits; then wait until few submissions are in flight."""
        items, most = self._items, self.iterations.most
        if not items:
            return
        parts = [items[i : i + most] for i in range(0, len(items), most)]
        for part in parts[:-1]:
            self._sent.append((self.iterations.submit(part), 0, []))
        self._sent.append((self.iterations.submit(parts[-1], self._tests), self._queued, self._tests))
        self.submissions += len(parts)
        self._items, self._tests, self._queued = [], [], 0
        while len(self._sent) > self._most:
            self._settle()

    def _settle(self) -> None:
        """Wait for the oldest submission; its time says how many turns the next ones may have."""
        sent, iterations, tests = self._sent.popleft()
        flagged, found = sent.wait()
        self.flagged |= flagged
        now = time.perf_counter()
        if iterations:
            each = (now - self._since) / iterations
            self._limit = max(1, min(_GROWTH * max(iterations, self._limit), int(self._seconds / max(each, 1e-9)), _MOST_TURNS))
        self._since = now
        self._known += [bool(np.frombuffer(data, test.dtype).all()) for test, data in zip(tests, found, strict=True)]

    @property
    def most_tested(self) -> int:
        return max(1, min(self._limit, MOST_TESTED))

    def tests(self) -> list[bool]:
        self._wait()
        found, self._known = self._known, []
        return found

    def _wait(self) -> None:
        self.submit()
        while self._sent:
            self._settle()

    def finish(self) -> bool:
        self._wait()
        self.iterations.close()
        return self.flagged

    # ------------------------------------------------------------------ parts of arrays

    def read(self, target: Any, source: Any, region: Region, iteration: int, shape: tuple[int, ...]) -> None:
        moved = None
        if type(source) is not np.ndarray and _in_one_piece(region, shape):
            moved = self.iterations.moved(source, region.first(iteration), target, 0, prod(shape))
        if moved is not None:
            self._items.append(moved)
        else:
            # What was queued reads the part of the turn before.
            self.submit()
            whole = source if type(source) is np.ndarray else self._elements(source).reshape(region.shape, order="F")
            part = place(whole, region, iteration, shape)
            self.device.place_in(target, np.asfortranarray(part))

    def _elements(self, source: Any) -> np.ndarray:
        tensor = self.tensors.get(id(source))
        return tensor.array if tensor is not None else self.device.download(source)

    def target(self, written: Written) -> Any:
        region, size = region_of(written), DTYPES[written.original.matlab_class].itemsize
        words = all(n * size % 4 == 0 for n in (region.offset, region.move, prod(written.shape)))
        buffer = self.array(written.original)
        if words and len(buffer.chunks) == 1 and _in_one_piece(region, written.shape):
            return self.device.copied(buffer)
        return np.array(written.original.array, order="F")

    def write(self, target: Any, written: Written, iteration: int, value: Any) -> None:
        region = region_of(written)
        if type(target) is np.ndarray:
            self.submit()
            place(target, region, iteration, written.shape)[...] = self.device.download(value).reshape(written.shape, order="F")
        else:
            moved = self.iterations.moved(value, 0, target, region.first(iteration), prod(written.shape))
            assert moved is not None
            self._items.append(moved)


def _in_one_piece(region: Region, shape: tuple[int, ...]) -> bool:
    step = 1
    for n, stride in zip(shape, region.strides, strict=True):
        if n != 1 and stride != step:
            return False
        step *= n
    return True
