"""How deep functions may call functions: MATLAB's ``RecursionLimit``.

A function takes a token when it starts and gives it back when it ends.  Python's own limit counts Python frames, of which a
MATLAB call takes one or twenty, so it is set far above; tokens in a list cost less per call than a counter.
"""

from __future__ import annotations

from types import TracebackType


class Levels:
    """Tokens for the functions that may still start.  ``enter`` and ``leave`` are called by generated code."""

    def __init__(self, limit: int = 500) -> None:
        self.limit = limit
        self._tokens: list[None] = [None] * limit
        self.enter = self._tokens.pop
        self.leave = self._tokens.append

    def refill(self) -> None:
        """No function is running: an interrupt may have hit between a function's start and its ``try``."""
        if len(self._tokens) != self.limit:
            self._tokens[:] = [None] * self.limit

    def set_limit(self, limit: int) -> None:
        """A new limit, while ``limit - len(tokens)`` functions are running."""
        running = self.limit - len(self._tokens)
        self.limit = limit
        self._tokens[:] = [None] * max(limit - running, 0)


def exhausted(error: BaseException, trace: TracebackType | None) -> bool:
    """Whether an exception says that there is no token left (or that Python's own limit was reached)."""
    if isinstance(error, RecursionError):
        return True
    if type(error) is not IndexError or trace is None:
        return False
    while trace.tb_next is not None:
        trace = trace.tb_next
    return "$unit" in trace.tb_frame.f_globals
