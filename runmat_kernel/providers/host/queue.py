"""Runs the iterations of a loop as they are added, from the second on with everything prepared."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...codegen.forms.loop import Region, place
from ..provider import Change, Done, KernelCall, Queue, Submission, changed
from .repeated_calls import Repeated, repeated
from .workers import Workers


class _Iteration:
    """The calls of an iteration; ``repeated`` is made when it runs for the second time."""

    __slots__ = ("calls", "has_run", "repeated")

    def __init__(self, calls: Sequence[KernelCall]) -> None:
        self.calls, self.has_run = calls, False
        self.repeated: list[Repeated] = []


class HostQueue(Queue[np.ndarray]):
    """Buffers are arrays, and nothing waits."""

    immediate = True

    def __init__(self, workers: Workers) -> None:
        self.workers = workers

    def bind(self, calls: Sequence[KernelCall]) -> _Iteration:
        return _Iteration(calls)

    def add(self, bound: _Iteration, changes: Sequence[Change] = ()) -> None:
        if not bound.has_run:
            self._run_first(bound, changes)
            return
        if not bound.repeated:
            bound.repeated = [repeated(self.workers, call) for call in bound.calls]
        for at, k, value in changes:
            bound.repeated[at].change(k, value)
        for call in bound.repeated:
            call.run()
            if call.flagged:
                self.flagged = True

    def _run_first(self, bound: _Iteration, changes: Sequence[Change]) -> None:
        """Run by the provider, which measures the calls for the report."""
        for at, k, value in changes:
            bound.calls[at].parameters = changed(bound.calls[at].parameters, k, value)
        self.workers.run(bound.calls)
        bound.has_run = True
        self.flagged |= any(call.flagged for call in bound.calls)

    def read(self, source: np.ndarray, region: Region, iteration: int, target: np.ndarray, shape: tuple[int, ...]) -> bool:
        np.copyto(target, place(source, region, iteration, shape))
        return True

    def write(self, target: np.ndarray, region: Region, iteration: int, source: np.ndarray, shape: tuple[int, ...]) -> None:
        place(target, region, iteration, shape)[...] = source

    def submit(self, tests: Sequence[np.ndarray] = ()) -> Submission:
        return Done([bool(test.all()) for test in tests])
