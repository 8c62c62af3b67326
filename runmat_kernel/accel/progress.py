"""Tells whoever shows it how far a long loop is."""

from __future__ import annotations

import time
from collections.abc import Callable

_FIRST_SECONDS = 2.0
"""Shorter loops tell nothing."""
_EACH_SECONDS = 0.25


class Progress:
    """Calls ``tell(done, total)`` for a loop that takes longer than two seconds, a few times a second and once at its end."""

    def __init__(self, tell: Callable[[int, int], None] | None, total: int) -> None:
        self._tell, self._total = tell, total
        self._next = time.monotonic() + _FIRST_SECONDS
        self._told = False

    def at(self, done: int) -> None:
        now = time.monotonic()
        if now >= self._next and self._tell is not None and done < self._total:
            self._next, self._told = now + _EACH_SECONDS, True
            self._tell(done, self._total)

    def end(self) -> None:
        """The loop is over."""
        if self._told and self._tell is not None:
            self._tell(self._total, self._total)
