"""Loops of single numbers as machine code: a table of fields goes in, and what the loop carries comes out."""

from __future__ import annotations

import ctypes
import signal
import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from ...base.interrupt import Interrupt
from ...codegen.llvm.scalar import ENTRY, HEADER, LEFT, module_of
from ...ir.nodes import Loop
from .compiler import FUNCTION, Compiled

FUEL = 1 << 18
"""Iterations between two looks at whether to stop: some milliseconds."""
_ROOM = 1 << 16
"""Entries of the log: an iteration that writes more elements, and may be left then, is ordinary code's."""
_STATUS, _ITERATION, _FUEL, _LOG, _ROOM_FIELD, _LOGGED, _SITE, _POLL = range(len(HEADER))
_Poll = ctypes.CFUNCTYPE(ctypes.c_int)


class Code:
    """The machine code of a Loop, and the table that it takes; one run at a time."""

    def __init__(self, loop: Loop, folder: Path | None) -> None:
        text, self.signature = module_of(loop, FUNCTION)
        self.compiled = Compiled(text, folder, scalar=True)
        self.table = np.zeros(self.signature.fields, np.int64)
        self.doubles = self.table.view(np.float64)
        self.address = self.table.ctypes.data

    @cached_property
    def log(self) -> np.ndarray:
        return np.empty(_ROOM * ENTRY, np.int64)

    def run(self, iteration: int, interrupt: Interrupt) -> int:
        """Run from an ``iteration`` (from 0) on; the status.  What was written in an iteration that was left is taken back.

        An interrupt sets ``interrupt.wanted``.
        """
        table, log = self.table, self.log
        poll = _Poll(lambda: interrupt.wanted)
        table[_ITERATION], table[_FUEL], table[_LOG], table[_ROOM_FIELD] = iteration, FUEL, log.ctypes.data, _ROOM
        table[_POLL] = ctypes.cast(poll, ctypes.c_void_p).value or 0
        restore = _hold(interrupt)
        try:
            self.compiled.run(self.address)
        finally:
            restore()
        for k in range(int(table[_LOGGED]) - 1, -1, -1) if table[_STATUS] == LEFT else ():
            address, old, size = (int(x) for x in log[ENTRY * k : ENTRY * (k + 1)])
            ctypes.memmove(address, (old & (1 << 64) - 1).to_bytes(8, "little"), size)
        return int(table[_STATUS])

    @property
    def iteration(self) -> int:
        """The iteration that comes next."""
        return int(self.table[_ITERATION])

    @property
    def site(self) -> int:
        """By which exit the iteration was left."""
        return int(self.table[_SITE])

    @property
    def log_is_full(self) -> bool:
        return int(self.table[_LOGGED]) >= _ROOM


def _hold(interrupt: Interrupt) -> Callable[[], Any]:
    """From now on a SIGINT only asks: machine code ends an iteration first.  Gives what undoes that."""
    if threading.current_thread() is not threading.main_thread():
        return lambda: None

    def ask(number: int, frame: Any) -> None:
        interrupt.wanted = True

    before = signal.signal(signal.SIGINT, ask)
    return lambda: signal.signal(signal.SIGINT, before)
