"""Waits for the device.  An interrupt may end a wait at any moment, and whoever waited may wait again."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent import futures
from concurrent.futures import Future
from typing import Any

SPIN_SECONDS = 25e-3
"""Seconds to ask without sleeping: a longer kernel hides what sleeping adds."""

LONGEST_SLEEP = 1e-3

LONGEST_PAUSE = 50e-3


def wait(done: Callable[[], bool], poll: Callable[[], None], *, spins: bool) -> None:
    """Poll until ``done``.  ``spins``: ask again and again at first, where the device is not this very processor."""
    start = time.perf_counter()
    poll()
    while not done():
        taken = time.perf_counter() - start
        if not spins or taken > SPIN_SECONDS:
            # A fraction of the time that has passed: short waits end soon, long ones cost nothing.
            time.sleep(min(taken / (64 if spins else 16), LONGEST_SLEEP))
        poll()


def settle(future: Future[Any]) -> None:
    """Wait until another thread is done, whatever came of it."""
    while not future.done():
        # An interrupt that is sent again only shows between two statements.
        futures.wait([future], LONGEST_PAUSE)


def result_of(future: Future[Any]) -> Any:
    """The result of another thread, or its error: drivers may compile one shader for seconds."""
    settle(future)
    return future.result()
