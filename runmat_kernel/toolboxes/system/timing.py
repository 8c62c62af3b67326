"""Measuring and spending time: tic, toc, cputime, pause, timeit."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from ...builtins.arguments import integer, scalar
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...values import Tensor
from ...values.convert import is_text, text_of
from .timers import run_due


def _settle(call: Any) -> None:
    """Compute all pending arrays, so that a measured time includes the work and not only its recording."""
    flush = getattr(getattr(call.session, "engine", None), "flush", None)
    if flush is not None:
        flush()


@builtin(
    "tic",
    "tic",
    "timerVal = tic",
    summary="Start a stopwatch.",
    examples=(Example("class(tic)", "'uint64'"),),
    facts=Fact.COMPILED,
    effect=Effect.CLOCK,
)
def tic(call):
    _settle(call)
    moment = time.perf_counter_ns()
    if call.nargout == 0:
        call.session.stopwatch = moment
        return None
    return Tensor(np.array([[moment // 1000]], np.uint64))


@builtin(
    "toc",
    "toc",
    "elapsedTime = toc",
    "elapsedTime = toc(timerVal)",
    "toc(timerVal)",
    summary="Seconds since tic; pending array math is computed first, so that it is counted.",
    examples=(Example("t = tic; toc(t) >= 0", "true"), Example("tic; toc >= 0", "true")),
    errors=(ErrorCase("toc(1)", "MATLAB:toc:callTicFirstInvalidID"),),
    facts=Fact.COMPILED,
    effect=Effect.CLOCK,
)
def toc(call, start=None):
    _settle(call)
    if start is not None:
        if not isinstance(start, Tensor) or start.matlab_class != "uint64":
            raise call.error("Invalid timer identifier. The input must be the value that tic returned.", "MATLAB:toc:callTicFirstInvalidID")
        begin = int(start.array.flat[0]) * 1000
    else:
        begin = getattr(call.session, "stopwatch", None)
        if begin is None:
            raise call.error(
                "You must call 'tic' without an output argument before calling 'toc' without an input argument.",
                "MATLAB:toc:callTicFirstNoInputs",
            )
    elapsed = max(time.perf_counter_ns() - begin, 0) / 1e9
    if call.nargout == 0:
        call.write(f"Elapsed time is {elapsed:.6f} seconds.\n")
        return None
    return elapsed


@builtin(
    "cputime", "t = cputime", summary="Processor time used, in seconds.", examples=(Example("cputime >= 0", "true"),), effect=Effect.CLOCK
)
def cputime(call):
    _settle(call)
    return time.process_time()


@builtin("time", "t = time", summary="Seconds since 1970-01-01 UTC.", examples=(Example("time > 1e9", "true"),))
def time_(call):
    return time.time()


@builtin(
    "pause",
    "pause(n)",
    "pause",
    "pause(state)",
    "oldState = pause(state)",
    summary="Wait n seconds; without a number until the user presses Enter, where somebody can.",
    effect=Effect.CODE,
)
def pause(call, seconds=None):
    call.session.show_figures()
    old = getattr(call.session, "pause_state", "on")
    if seconds is None and call.nargout:
        return old
    if seconds is None:
        _wait_for_key(call, old)
        return None
    if is_text(seconds):
        word = text_of(seconds)
        if word in ("on", "off"):
            call.session.pause_state = word
        return old if call.nargout or word == "query" else None
    wait = scalar(seconds, "number of seconds")
    if wait == float("inf"):
        _wait_for_key(call, old)
    elif old == "on" and wait > 0:
        _wait_with_timers(call, wait)
    return None


def _wait_with_timers(call, seconds):
    """Wait, and call the functions of timers that are due meanwhile."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        following = run_due(call.session, call, end)
        time.sleep(max(0.0, min(following, end) - time.monotonic()))


def _wait_for_key(call, state):
    """Sessions that have somebody to wait for have ``wait_for_key``."""
    wait = getattr(call.session, "wait_for_key", None)
    if wait is not None and state == "on":
        wait()


@builtin(
    "timeit",
    "t = timeit(f)",
    "t = timeit(f, numOutputs)",
    summary="Time a call of a function takes: the median of several runs, in seconds.",
    effect=Effect.CLOCK,
)
def timeit(call, function, outputs=1.0):
    count, times = integer(outputs, "number of outputs"), []
    started = time.perf_counter()
    while len(times) < 3 or (len(times) < 11 and time.perf_counter() - started < 1.0):
        begin = time.perf_counter()
        call.feval(function, nargout=count)
        _settle(call)
        times.append(time.perf_counter() - begin)
    return float(np.median(times[1:]))
