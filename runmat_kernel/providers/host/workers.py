"""The threads of the host provider and what its kernels share.  Modules of kernels know the provider by this class."""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import numpy as np

from ...base.interrupt import Interrupt
from ..provider import KernelCall, Provider


class Workers(Provider[np.ndarray]):
    """``compile_work``: elements times iterations from which on a loop is compiled; ``code_folder`` keeps the machine code.

    ``bodies`` and ``spare`` are what ``body_runs`` keeps of kernels: what is prepared, and the buffers of kernels of one block.
    """

    def __init__(self, threads: int, interrupt: Interrupt | None, compile_work: int, code_folder: Path | None) -> None:
        self.threads = threads or _cores()
        self.interrupt = interrupt or Interrupt()
        self.compile_work, self.code_folder = compile_work, code_folder
        self._pool: Any = None  # of concurrent.futures, which not every program needs
        # By identity: hashing a Body costs more than running a small one.  The Body is kept, so that its identity stays its own.
        self.bodies: dict[int, Any] = {}
        # A few of them, since each may take megabytes.
        self.spare: dict[Any, Any] = {}

    @abstractmethod
    def run_one(self, call: KernelCall) -> None:
        """Run a kernel now."""

    def each(self, work: Callable[[int], None], tasks: int) -> None:
        """``work(i)`` for every task, shared out to the threads; the first exception is raised, an interrupt between tasks."""
        check = self.interrupt.check
        if tasks <= 1 or self.threads == 1:
            for i in range(tasks):
                check()
                work(i)
            return
        if self._pool is None:
            from concurrent.futures import ThreadPoolExecutor

            self._pool = ThreadPoolExecutor(self.threads, "fusion")
        numbers = count()

        def drain(check: Callable[[], None] | None = None) -> None:
            with np.errstate(all="ignore"):
                while (i := next(numbers)) < tasks:
                    if check is not None:
                        check()
                    work(i)

        others = [self._pool.submit(drain) for _ in range(min(self.threads, tasks) - 1)]
        try:
            drain(check)
        finally:
            next_free = tasks
            while next(numbers) < next_free:
                pass
            try:
                for other in others:
                    other.result()
            except KeyboardInterrupt:
                self.interrupt.wanted = False
                raise


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
