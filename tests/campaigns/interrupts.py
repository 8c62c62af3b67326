"""Interrupts at any point: the workspace is as after a finished statement, the next cell runs, and the answer comes in time.

Five of six cases trace a program of ``interrupts.m`` and ask for an interrupt at one of its points, as a signal's handler would; the
sixth sends the process a real SIGINT at a random time.  Half of the cases record small arrays too, and a quarter uses the graphics adapter.
"""

from __future__ import annotations

import argparse
import dis
import os
import random
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import runmat_kernel
from runmat_kernel.jupyter.interrupts import InterruptGuard
from runmat_kernel.language.classes.instances import Instance
from runmat_kernel.language.frames import FrameView, function_frames
from runmat_kernel.session import Session
from runmat_kernel.values.containers import CellArray, StructArray
from runmat_kernel.values.convert import shape_of
from runmat_kernel.values.functions import FunctionHandle
from runmat_kernel.values.map import Map
from runmat_kernel.values.objects import HostObject
from runmat_kernel.values.tensor import Tensor
from runmat_kernel.values.text import CharArray, StringArray

_PACKAGE = os.path.dirname(runmat_kernel.__file__)
_DEFINITIONS = "definitions"
_SMALL = {"defer_elements": 1, "loop_elements": 1, "loop_work": 1, "compile_work": 1}
MODES: tuple[dict[str, Any], ...] = (
    {"provider": "host"},
    {"provider": "host", **_SMALL},
    {"provider": "host"},
    {"provider": "gpu", **_SMALL},
)
_SIGNALS = 6
"""One case in so many sends a signal."""
_CHECKED = frozenset(dis.opmap[name] for name in ("CALL", "CALL_FUNCTION_EX", "JUMP_BACKWARD", "RESUME") if name in dis.opmap)
"""Instructions behind which Python looks whether a signal came."""
_ANSWER_SECONDS = {"host": 1.0, "gpu": 3.0}


@cache
def sections() -> list[tuple[str, str]]:
    """The cells that define functions and classes, and the programs, each with its name."""
    text = Path(__file__).with_suffix(".m").read_text()
    return [(part.partition("\n")[0], part.partition("\n")[2]) for part in text.split("%% ")[1:]]


PROGRAMS = [(name, text) for name, text in sections() if name != _DEFINITIONS]


def session_with(**settings: Any) -> Session:
    """A session in which the functions and classes are defined."""
    session = Session(**settings)
    for name, text in sections():
        if name == _DEFINITIONS and (error := session.run(text).error) is not None:
            raise error
    return session


# --- what a workspace holds


def plain(value: Any) -> Any:
    """Something that is equal exactly where values are the same, of handle objects their contents."""
    kind = type(value)
    if kind in (float, bool, complex):
        return kind.__name__, repr(value)
    if kind is Tensor and value.numel == 1 and value.matlab_class in ("double", "logical"):  # it was recorded
        return plain(value.array.item())
    if kind is Tensor:
        return value.matlab_class, value.shape, value.array.tobytes(order="F")
    if kind is CharArray or kind is StringArray:
        return kind.__name__, value.shape, repr(value.array.tolist())
    if kind is CellArray:
        return "cell", value.shape, tuple(map(plain, value.array.ravel(order="F").tolist()))
    if kind is StructArray:
        elements = value.array.ravel(order="F").tolist()
        return value.fields, value.shape, tuple(tuple((name, plain(x)) for name, x in element.items()) for element in elements)
    if kind is FunctionHandle:
        return "handle", value.text, tuple((name, plain(x)) for name, x in value.captured.items())
    if kind is Map:
        return "map", tuple((key, plain(x)) for key, x in sorted(value.entries.items()))
    if isinstance(value, Instance):
        return value.cls.name, tuple((name, plain(x)) for name, x in value.values.items())
    if isinstance(value, HostObject):
        return kind.__name__, shape_of(value), str(value.properties())
    return kind.__name__


def state(session: Session, view: FrameView) -> Any:
    variables = {**view.variables(), **session.globals}
    return frozenset((name, plain(value)) for name, value in variables.items())


class States:
    """The states that ordinary execution goes through: before each statement, and at the end."""

    def __init__(self, text: str) -> None:
        self.session = session_with(provider="host", fusion=False, loops=False)
        self.all = {state(self.session, self.session.base_view())}
        sys.settrace(self._enter)
        try:
            outcome = self.session.run(text)
        finally:
            sys.settrace(None)
        assert outcome.error is None, outcome.error
        self.last = state(self.session, self.session.base_view())
        self.all.add(self.last)

    def _enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        return self._line if "$unit" in frame.f_globals else None

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self.all.add(state(self.session, self._base(frame)))
        return self._line

    def _base(self, frame: FrameType) -> FrameView:
        for outer in function_frames(frame):
            if outer.f_locals.get("$w") is self.session.workspace_values:
                return FrameView(outer)
        return self.session.base_view()


@cache
def states(number: int) -> States:
    return States(PROGRAMS[number][1])


# --- interrupting


class Guard(InterruptGuard):
    """The kernel's guard; with ``tracing`` what it puts off is asked for again at the next point instead of a moment later."""

    tracing = False

    def __init__(self) -> None:
        super().__init__()
        self.count, self.first, self.place = 0, 0.0, ""
        self.raised = self.ignored = False

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.count, self.first = self.count + 1, self.first or time.monotonic()
        try:
            super()._handle(number, frame)
        except KeyboardInterrupt:
            self.raised = True
            raise

    def _unheard(self, unraisable: Any) -> None:
        self.ignored = self.ignored or unraisable.exc_type is KeyboardInterrupt
        super()._unheard(unraisable)

    def retry_later(self) -> None:
        if not self.tracing or self.raised:
            super().retry_later()

    def point(self, frame: FrameType) -> None:
        self._again, self.place = self.count > 0, f"{os.path.relpath(frame.f_code.co_filename, _PACKAGE)}:{frame.f_lineno}"
        self._handle(signal.SIGINT, frame)


class Points:
    """Counts the points of a run at which Python might call a signal's handler, and asks for an interrupt from ``start`` on."""

    def __init__(self, guard: Guard, start: float) -> None:
        self.guard, self.start, self.count = guard, start, 0
        self._before: dict[FrameType, int] = {}

    def enter(self, frame: FrameType, event: str, argument: Any) -> Any:
        in_program = "$unit" in frame.f_globals
        if not in_program and not frame.f_code.co_filename.startswith(_PACKAGE):
            return None
        frame.f_trace_opcodes = in_program
        self._point(frame)
        return self._opcode if in_program else self._line

    def _line(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "line":
            self._point(frame)
        return self._line

    def _opcode(self, frame: FrameType, event: str, argument: Any) -> Any:
        if event == "opcode":
            before = self._before.get(frame)
            self._before[frame] = frame.f_code.co_code[frame.f_lasti]
            if before in _CHECKED:
                self._point(frame)
        elif event == "return":
            self._before.pop(frame, None)
        return self._opcode

    def _point(self, frame: FrameType) -> None:
        self.count += 1
        if self.count >= self.start and self.guard.open:
            self.guard.point(frame)


def traced(text: str, settings: dict[str, Any], again: bool, start: float = float("inf")) -> tuple[Points, Session, bool]:
    """Run a program, for the second time where ``again``, with an interrupt from its point ``start`` on: its points, its session, and
    whether it was interrupted."""
    guard = Guard()
    session = guarded(settings, guard)
    if again:
        run_before(session, text)
    points, interrupted = traced_in(session, guard, text, start)
    return points, session, interrupted


def traced_in(session: Session, guard: Guard, text: str, start: float = float("inf")) -> tuple[Points, bool]:
    """As ``traced``, in a session."""
    points, interrupted = Points(guard, start), False
    guard.tracing, before = True, guard.install()
    guard.open = True
    sys.settrace(points.enter)
    try:
        session.run(text)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        sys.settrace(None)
        guard.open = False
        guard.remove(before)
    return points, interrupted


def run_before(session: Session, text: str) -> None:
    """Run a program once, so that it is compiled, and forget its variables."""
    session.run(text)
    session.run("clear global")
    session.run("clear")


def guarded(settings: dict[str, Any], guard: Guard) -> Session:
    session = session_with(**settings)
    session.engine.obey(guard.interrupt)
    return session


def defect_of(session: Session, text: str, known: States, interrupted: bool, guard: Guard) -> str | None:
    """What is wrong after a run of a program that an interrupt was asked of."""
    if guard.raised and not (interrupted or guard.ignored):  # what Python ignores is asked for again, maybe too late
        return "the interrupt was raised, and lost"
    after = state(session, session.base_view())
    if interrupted and after not in known.all:
        return f"the workspace is as after no statement: {_difference(after, known.all)}"
    if not interrupted and after != known.last:
        return f"the run ended, and the workspace is not what it is elsewhere: {_difference(after, {known.last})}"
    outcome = session.run("zz = 1 + 1;")
    if outcome.error is not None or outcome.text:
        return f"the next cell gives {outcome.error or outcome.text}"
    session.run("clear all")
    outcome = session.run(text)
    if outcome.error is not None:
        return f"the program run again gives {outcome.error}"
    again = state(session, session.base_view())
    return None if again == known.last else f"the program run again leaves something else: {_difference(again, {known.last})}"


class Campaign:
    """Each number stands for a program, a mode and a point of it."""

    seconds = 120.0

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        pass

    def __init__(self, options: argparse.Namespace) -> None:
        self._points: dict[tuple[int, int, bool], int] = {}
        self._lasting: dict[tuple[int, int, bool], float] = {}
        self._sender: Any = None

    def case(self, number: int) -> str | None:
        # Every program comes with every mode, new and compiled before, and with signals too.
        program, mode, again = number % len(PROGRAMS), number // len(PROGRAMS) % len(MODES), number % 5 != 0
        by_signal = number // 7 % _SIGNALS == 0
        run = self._by_signal if by_signal else self._at_point
        what = "signal" if by_signal else "point"
        defect = run(program, mode, again, random.Random(number))
        return f"{PROGRAMS[program][0]} ({MODES[mode]['provider']}, mode {mode}, {what}): {defect}" if defect else None

    def _at_point(self, program: int, mode: int, again: bool, chance: random.Random) -> str | None:
        text, key = PROGRAMS[program][1], (program, mode, again)
        count = self._points.get(key)
        if count is None:
            traced(text, MODES[mode], again)  # what is imported and cached once
            count = self._points[key] = traced(text, MODES[mode], again)[0].count
        points, session, interrupted = traced(text, MODES[mode], again, chance.randint(1, count))
        defect = defect_of(session, text, states(program), interrupted, points.guard)
        return f"point {points.start:g} of {count}, {points.guard.place}: {defect}" if defect else None

    def _by_signal(self, program: int, mode: int, again: bool, chance: random.Random) -> str | None:
        text, key = PROGRAMS[program][1], (program, mode, again)
        guard = Guard()
        session = guarded(MODES[mode], guard)
        if again:
            run_before(session, text)
        if key not in self._lasting:
            start = time.monotonic()
            session.run(text)
            session.run("clear all")
            self._lasting[key] = time.monotonic() - start
        before, interrupted = guard.install(), False
        guard.open = True
        try:
            try:
                self._send(chance.uniform(0, self._lasting[key]))
                session.run(text)
            finally:
                guard.open = False
        except KeyboardInterrupt:  # also of a signal that came when the session had answered, and the guard was open still
            interrupted = True
            guard.open = False
        end = time.monotonic()
        while not guard.count and time.monotonic() < end + 10:
            time.sleep(0.001)
        guard.remove(before)
        most = _ANSWER_SECONDS[MODES[mode]["provider"]]
        if guard.first and end - guard.first > most:
            return f"the answer came {end - guard.first:.2f} s after the signal, which is more than {most:g} s"
        return defect_of(session, text, states(program), interrupted, guard)

    def _send(self, delay: float) -> None:
        """Have another process send this one a SIGINT after so many seconds."""
        if self._sender is None:
            script = f"while read delay; do sleep $delay; kill -INT {os.getpid()}; done"
            self._sender = subprocess.Popen(["sh", "-c", script], stdin=subprocess.PIPE, text=True, start_new_session=True)
        self._sender.stdin.write(f"{delay:.6f}\n")
        self._sender.stdin.flush()


def _difference(one: Any, others: Any) -> str:
    """The variables in which a state differs from the nearest of others."""
    nearest = min(others, key=lambda other: len(one ^ other))
    return f"has {sorted(map(str, one - nearest))!s:.300}, not {sorted(map(str, nearest - one))!s:.300}"
