"""Calls and times of MATLAB functions, while a program asks for them (profile)."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from time import perf_counter
from types import CodeType, FrameType
from typing import Any
from weakref import ref

from .frames import frame_name, is_level, unit_of

_HISTORY = 5_000_000


@dataclass(slots=True, eq=False)
class Function:
    """The profile of one function: its calls, its time with and without what it calls, and who calls whom how often and how long."""

    number: int
    name: str
    file: str
    kind: str
    calls: int = 0
    total: float = 0.0
    own: float = 0.0
    running: int = 0
    recursive: bool = False
    children: dict[Function, list[float]] = field(default_factory=dict)
    parents: dict[Function, int] = field(default_factory=dict)


class Profiler:
    """Listens to Python's calls and returns while it is on, and does not exist for anything that runs while it is off.

    Loops run turn by turn meanwhile: a kernel that runs a whole loop calls no functions that could be counted.
    """

    def __init__(self, session: Any) -> None:
        self._session: Callable[[], Any] = ref(session)
        self.running = self.history = False
        self.functions: list[Function] = []
        self.events: list[tuple[int, int, float]] = []
        self.history_size = _HISTORY
        self._of_code: dict[int, tuple[CodeType, Function | None]] = {}
        self._by_name: dict[tuple[str, str], Function] = {}
        self._stack: list[tuple[FrameType, Function, float, list[float]]] = []
        self._settings: Any = None

    def start(self) -> None:
        """Listen, in the place of another session of this thread; earlier counts are kept."""
        if not self.running:
            other = getattr(_thread, "profiler", None)
            if other is not None:
                other.stop()
            session = self._session()
            self.running = True
            self._settings = session.settings
            session.settings = replace(self._settings, loops=False)
            _thread.profiler = self
            sys.setprofile(_on_event)

    def stop(self) -> None:
        """Listen no more; functions that still run count until now."""
        if not self.running:
            return
        self.running = False
        if getattr(_thread, "profiler", None) is self:
            _thread.profiler = None
            sys.setprofile(None)
        if (session := self._session()) is not None:
            session.settings = self._settings
        now = perf_counter()
        while self._stack:
            self._left(now)

    def clear(self) -> None:
        """Forget what was found."""
        self.functions, self.events = [], []
        self._stack.clear()
        self._of_code.clear()
        self._by_name.clear()

    def on_event(self, frame: FrameType, event: str) -> None:
        """Count a call or a return.  A profiler whose session is gone stops."""
        if self._session() is None:
            self.stop()
        if not self.running:  # also where another thread stopped it
            _thread.profiler = None
            sys.setprofile(None)
        elif event == "call":
            code = frame.f_code
            known = self._of_code.get(id(code))
            function = known[1] if known is not None else self._known(frame, code)
            if function is not None:
                self._entered(frame, function)
        elif event == "return" and self._stack and self._stack[-1][0] is frame:
            self._left(perf_counter())

    def _known(self, frame: FrameType, code: CodeType) -> Function | None:
        """The function that a frame runs; None for what is no function of MATLAB.

        The code is kept, so that its place in memory stays its own.
        """
        entry = None
        if code.co_name != "<module>" and is_level(frame) and (name := frame_name(frame)):
            path = unit_of(frame).source.path or ""  # type: ignore[union-attr]
            entry = self._by_name.get((name, path))
            if entry is None:
                entry = self._by_name[name, path] = Function(len(self.functions) + 1, name, path, _kind(frame, name, path))
                self.functions.append(entry)
        self._of_code[id(code)] = (code, entry)
        return entry

    def _entered(self, frame: FrameType, function: Function) -> None:
        function.calls += 1
        if function.running:
            function.recursive = True
        function.running += 1
        if self._stack:
            caller = self._stack[-1][1]
            caller.children.setdefault(function, [0, 0.0])[0] += 1
            function.parents[caller] = function.parents.get(caller, 0) + 1
        now = perf_counter()
        if self.history and len(self.events) < self.history_size:
            self.events.append((0, function.number, now))
        self._stack.append((frame, function, now, [0.0]))

    def _left(self, now: float) -> None:
        _, function, start, inside = self._stack.pop()
        spent = now - start
        function.running -= 1
        function.own += spent - inside[0]
        if not function.running:
            function.total += spent
        if self._stack:
            self._stack[-1][3][0] += spent
            self._stack[-1][1].children[function][1] += spent
        if self.history and len(self.events) < self.history_size:
            self.events.append((1, function.number, now))


_thread = threading.local()
"""``profiler``: the one that listens in this thread."""


def _on_event(frame: FrameType, event: str, argument: Any) -> None:
    # Python up to 3.11 does not own the function that it calls here: a bound method that is freed by ``stop``, in a garbage collection
    # between two events, would be called after its end.  A function of the module lives on.
    profiler = getattr(_thread, "profiler", None)
    if profiler is not None:
        profiler.on_event(frame, event)


def _kind(frame: FrameType, name: str, path: str) -> str:
    code = frame.f_code.co_name
    if code == "<lambda>":
        return "M-anonymous-function"
    if code in ("$cell", "$loop"):
        return "M-script"
    if code.startswith("$nested_"):
        return "M-nested-function"
    stem = path.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".m")
    return "M-function" if not path or stem == name else "M-subfunction"
