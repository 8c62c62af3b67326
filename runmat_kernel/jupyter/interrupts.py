"""Interrupts that never tear through the engine: a SIGINT inside it waits until control is back in the program."""

from __future__ import annotations

import _thread
import signal
import sys
import threading
import time
from types import FrameType
from typing import Any

from ..base.interrupt import Interrupt
from ..language.interrupt_points import is_unfinished

# Code that must not be left half-way: buffers, pipelines and the graph would be lost track of.
_PROTECTED = ("runmat_kernel.accel", "runmat_kernel.providers", "runmat_kernel.graph.node", "runmat_kernel.plan")
# Long calls of BLAS, and waits for the device, between which nothing is half done; what was not computed stays deferred.
_INTERRUPTIBLE = ("runmat_kernel.providers.products", "runmat_kernel.providers.gpu.waiting")
# Except in a turn of a loop that is repeated: the loop ends behind it, and what the turns before it did is kept.
_TURNS = "runmat_kernel.accel.replay"
_RETRY_SECONDS = 0.02
_PATIENCE_SECONDS = 10.0


class InterruptGuard:
    """A SIGINT handler that raises KeyboardInterrupt at a safe place.

    While the interrupted Python stack is inside the engine or a provider, the engine is asked to stop between two pieces of work; while
    it is inside an assignment (``language.interrupt_points``), that is left to end.  The signal is sent again a moment later, for at most
    ``_PATIENCE_SECONDS``; a kernel on a GPU ends by itself long before.
    """

    def __init__(self) -> None:
        self.interrupt = Interrupt()
        self.open = False  # whether a program runs: an interrupt of what the kernel does around it would lose the reply
        self._since = 0.0
        self._again = False
        self._waits = False  # until something is finished that the engine must not stop in
        self._hook: Any = None

    def install(self):
        """Take over SIGINT for a message; gives the handler that was there."""
        self.interrupt.wanted = self.interrupt.taken = self._again = self._waits = self.open = False
        if sys.unraisablehook != self._unheard:
            self._hook, sys.unraisablehook = sys.unraisablehook, self._unheard
        return signal.signal(signal.SIGINT, self._handle)

    def remove(self, before: Any) -> None:
        """The message is done: what was asked of it must not hit the next one."""
        self.interrupt.wanted = self._waits = False  # first: a signal that is sent again just now finds nothing to do
        signal.signal(signal.SIGINT, before)
        self._again = False
        if self._hook is not None:
            sys.unraisablehook = self._hook

    def _handle(self, number: int, frame: FrameType | None) -> None:
        again, self._again = self._again, False
        if again and not (self.interrupt.wanted or self._waits):
            return  # it was honoured meanwhile
        if not self.open:
            self.interrupt.wanted = self._waits = False
            return
        now = time.monotonic()
        if not again:
            self._since = now
        self._waits = not self.interrupt.taken and is_unfinished(frame)
        if (self.interrupt.taken or self._waits or _is_protected(frame)) and now - self._since < _PATIENCE_SECONDS:
            self.interrupt.wanted = not self._waits
            self.retry_later()
            return
        self.interrupt.wanted = self._waits = False
        raise KeyboardInterrupt

    def _unheard(self, unraisable: Any) -> None:
        """Python ignores what is raised where values are freed: an interrupt is asked for again."""
        if unraisable.exc_type is not KeyboardInterrupt:
            self._hook(unraisable)
        elif self.open:
            self._waits = True
            self.retry_later()

    def retry_later(self) -> None:
        """Ask again a moment later."""
        timer = threading.Timer(_RETRY_SECONDS, self._send_again)
        timer.daemon = True
        timer.start()

    def _send_again(self) -> None:
        if self.interrupt.wanted or self._waits:
            self._again = True
            _thread.interrupt_main()


def _is_protected(frame: FrameType | None) -> bool:
    protected = None
    while frame is not None:
        module = frame.f_globals.get("__name__", "")
        if module == _TURNS:
            return True
        if protected is None and module.startswith(_INTERRUPTIBLE):
            protected = False
        elif protected is None and module.startswith(_PROTECTED):
            protected = True
        frame = frame.f_back
    return bool(protected)
