"""Interrupts that never tear through the engine: a SIGINT inside it waits until control is back in the program."""

from __future__ import annotations

import _thread
import signal
import threading
import time
from types import FrameType

# Code that must not be left half-way: buffers, pipelines and the graph would be lost track of.
_PROTECTED = ("runmat_kernel.accel", "runmat_kernel.providers", "runmat_kernel.graph.node", "runmat_kernel.plan")
# Long calls of BLAS between which nothing is half done; what was not computed stays deferred.
_INTERRUPTIBLE = ("runmat_kernel.providers.products",)
_RETRY_SECONDS = 0.02
_PATIENCE_SECONDS = 10.0


class InterruptGuard:
    """A SIGINT handler that raises KeyboardInterrupt at a safe place.

    While the interrupted Python stack is inside the engine or a provider, the signal is sent again a moment later, for at most
    ``_PATIENCE_SECONDS``; a kernel on a GPU ends by itself long before.
    """

    def __init__(self) -> None:
        self._since: float | None = None

    def install(self):
        """Take over SIGINT; gives the handler that was there."""
        self._since = None
        return signal.signal(signal.SIGINT, self._handle)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        self._since = self._since if self._since is not None else now
        if _is_protected(frame) and now - self._since < _PATIENCE_SECONDS:
            timer = threading.Timer(_RETRY_SECONDS, _thread.interrupt_main)
            timer.daemon = True
            timer.start()
            return
        self._since = None
        raise KeyboardInterrupt


def _is_protected(frame: FrameType | None) -> bool:
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module.startswith(_INTERRUPTIBLE):
            return False
        if module.startswith(_PROTECTED):
            return True
        frame = frame.f_back
    return False
