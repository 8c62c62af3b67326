"""The exception that ends the tracing of a loop."""

from __future__ import annotations

from typing import Any


class LoopRefused(BaseException):
    """Tracing cannot go on: ``reason`` in words.  No Exception, so that nothing on the way takes it for an error of the program.
    ``statement`` is the one of the program that prevents it, once it is known."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.statement: Any = None
