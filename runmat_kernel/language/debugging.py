"""The debugger: stops at lines and errors of MATLAB code, steps through it, and answers questions while the program waits.

The lines of generated code are those of MATLAB, so Python's trace function sees MATLAB's lines.  It is installed only while there is a
reason to stop; a program without one runs as fast as ever, with its loops compiled and its arrays fused.  The thread that runs the program
waits in ``_stop``, and runs there what other threads ask of it (``call``): only one thread ever works in a session.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from types import FrameType
from typing import Any, Literal

import numpy as np

from ..base.errors import MatlabError
from ..base.source import Source
from ..syntax import ast as m
from ..syntax.parser import parse
from ..values.convert import as_array, class_of
from ..values.objects import short_text
from .errors import to_matlab_error
from .frames import FrameView, function_frames, is_evaluated, is_level, matlab_frames, unit_of

Step = Literal["over", "in", "out"]
Filter = Literal["", "uncaught", "all"]
Event = Literal["warning", "naninf"]
_LOOK_SECONDS = 0.2
"""How often a thread that asked something of the program looks whether it still waits."""
_SIGNAL = getattr(signal, "SIGUSR2", None)
"""The event that makes the program's thread look for new reasons to stop.  Systems without it see them when the next program begins."""


@dataclass(slots=True)
class Breakpoint:
    """A line to stop at: where ``condition`` is true, from the hit number ``hits`` on; with ``message`` it is printed instead."""

    line: int
    condition: str = ""
    hits: int = 0
    message: str = ""
    count: int = field(default=0, compare=False)


@dataclass(slots=True)
class Stop:
    """Why and where a program waits: the frames that own variables, innermost first."""

    reason: Literal["breakpoint", "step", "exception", "pause"]
    frames: list[FrameType]
    text: str = ""


class Debugger:
    """Breakpoints and steps of one session.

    With a front end (``attach``) the program waits for it; without one a stop asks for commands as ``keyboard`` does.
    ``path_of_cell(text)`` names cells as the front end does.
    """

    def __init__(self, session: Any) -> None:
        self.session = session
        self.path_of_cell: Callable[[str], str] = _plain_path
        self._stopped: Callable[[Stop], None] | None = None
        self._continued: Callable[[], None] = lambda: None
        self.breakpoints: dict[str, dict[int, Breakpoint]] = {}
        self.names: dict[str, str] = {}
        """The files of places whose breakpoints a program has set."""
        self.on_errors: Filter = ""
        self.on_events: set[Event] = set()
        self.takes_signals = False
        """Whether other threads ask for stops in the middle of a program, which needs a signal."""
        self.stop: Stop | None = None
        self._step: tuple[Step, FrameType, int] | None = None
        self._pausing = False
        self._thread: int | None = None  # that runs a program now
        self._tasks: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._lines: dict[int, tuple[Any, set[int], dict[int, Breakpoint]]] = {}
        self._seen: BaseException | None = None
        self._settings: Any = None
        self._handler: Any = None
        self._checked: dict[tuple[int, str], Any] = {}  # values that were looked at for NaN

    # ------------------------------------------------------------------ what front ends set

    def attach(self, stopped: Callable[[Stop], None], continued: Callable[[], None], path_of_cell: Callable[[str], str]) -> None:
        """A front end: ``stopped(stop)`` is called in the thread of the program when it begins to wait, ``continued()`` when it goes on."""
        self._stopped, self._continued, self.path_of_cell = stopped, continued, path_of_cell

    def detach(self) -> None:
        """The front end goes, and its breakpoints with it."""
        self.clear_reasons()
        self.resume()
        self._stopped, self._continued, self.path_of_cell = None, lambda: None, _plain_path

    def set_breakpoints(self, path: str, text: str, breakpoints: list[Breakpoint]) -> list[int | None]:
        """Replace the breakpoints of a file or cell; the lines they stand at: the next one with a statement, None behind the last."""
        lines = statement_lines(text, path)
        places: list[int | None] = []
        kept: dict[int, Breakpoint] = {}
        for breakpoint in breakpoints:
            line = next((line for line in lines if line >= breakpoint.line), None)
            places.append(line)
            if line is not None:
                kept[line] = replace(breakpoint, line=line)
        self.breakpoints[path] = kept
        self._changed()
        return places

    def add(self, source: Source, line: int, condition: str = "") -> bool:
        """One more breakpoint; False where no statement begins in the line or below."""
        path = self.path_of(source)
        if not any(n >= line for n in statement_lines(source.text, path)):
            return False
        others = [b for b in self.breakpoints.get(path, {}).values() if b.line != line]
        self.set_breakpoints(path, source.text, [*others, Breakpoint(line, condition)])
        self.names[path] = source.path or ""
        return True

    def remove(self, source: Source, line: int | None) -> None:
        """Remove the breakpoint of a line, or all of a text."""
        path = self.path_of(source)
        kept = [b for b in self.breakpoints.get(path, {}).values() if line is not None and b.line != line]
        self.set_breakpoints(path, source.text, kept)

    @staticmethod
    def first_line(source: Source, name: str) -> int:
        """The line of the first statement: of a function of that name, else of the text."""
        function = next((f for f in parse(source).functions if f.name == name and f.body), None)
        return function.body[0].span.line if function is not None else 1

    def set_errors(self, which: Filter) -> None:
        """Stop at errors: at none, at those that nothing catches, at all."""
        self.on_errors = which
        self._changed()

    def set_event(self, event: Event, wanted: bool) -> None:
        """Stop at warnings, or where a statement gives a variable elements that are NaN or infinite."""
        (self.on_events.add if wanted else self.on_events.discard)(event)
        self._changed()

    def pause(self) -> None:
        """Stop at the next statement of the program that runs."""
        self._pausing = True
        self._changed()

    def clear_reasons(self) -> None:
        """Forget everything that a program would stop for."""
        self.breakpoints, self.on_errors, self.on_events, self._pausing = {}, "", set(), False
        self._changed()

    def resume(self, step: Step | None = None) -> None:
        """Let the program that waits go on, to its next stop or by a step."""
        if self.stop is not None:
            if step is not None:
                self.step_from(self.stop.frames[0], step)
            self._tasks.put(None)

    def step_from(self, frame: FrameType, step: Step) -> None:
        """Stop after a step of the program that is in a frame now."""
        self._step = (step, frame, _depth(frame))
        self._changed()

    def call(self, function: Callable[[], Any]) -> Any:
        """The result of a function, called in the thread of the program that waits.

        Raises what it raises, and MatlabError where the program goes on before.
        """
        stop = self.stop
        if stop is None or threading.get_ident() == self._thread:
            return function()
        done: queue.SimpleQueue[tuple[Any, Exception | None]] = queue.SimpleQueue()

        def task() -> None:
            try:
                done.put((function(), None))
            except Exception as error:
                done.put((None, error))

        self._tasks.put(task)
        while True:
            try:
                result, error = done.get(timeout=_LOOK_SECONDS)
                break
            except queue.Empty:
                if self.stop is not stop:
                    raise MatlabError("The program does not wait any more.", "RunMat:debugger:notStopped") from None
        if error is not None:
            raise error
        return result

    # ------------------------------------------------------------------ around a program

    @property
    def is_wanted(self) -> bool:
        return bool(self._pausing or self._step or self.on_errors or self.on_events or any(self.breakpoints.values()))

    def begin(self) -> None:
        """A program begins to run in this thread."""
        self._thread, self._seen = threading.get_ident(), None
        if self.takes_signals and _SIGNAL is not None and threading.current_thread() is threading.main_thread():
            self._handler = signal.signal(_SIGNAL, self._on_signal)
        if self.is_wanted:
            self._install()

    def end(self) -> None:
        """The program has ended."""
        self._thread, self._step, self._pausing = None, None, False
        self._checked.clear()
        if self._handler is not None:
            signal.signal(_SIGNAL, self._handler)  # type: ignore[arg-type]
            self._handler = None
        self._lines.clear()
        self._remove()

    def _changed(self) -> None:
        """Take new reasons to stop into a program that runs already."""
        self._lines.clear()
        if self._thread is None or not self.is_wanted or self._settings is not None:
            return
        if threading.get_ident() == self._thread:
            self._install()
        elif _SIGNAL is not None and self._handler is not None:
            signal.pthread_kill(self._thread, _SIGNAL)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        """Runs between two instructions of the thread of the program, the only place where its frames can be traced."""
        if self._thread is not None and self.is_wanted and self._settings is None:
            self._install()

    def _install(self) -> None:
        """Trace this thread; loops run statement by statement meanwhile, since a compiled one has no statements to stop at."""
        _local.debugger = self
        self._settings = self.session.settings
        self.session.settings = replace(self._settings, loops=False)
        for frame in matlab_frames(sys._getframe(1)):
            frame.f_trace = _trace_frame
        sys.settrace(_trace)

    def _remove(self) -> None:
        if getattr(_local, "debugger", None) is self:
            _local.debugger = None
            sys.settrace(None)
        if self._settings is not None:
            self.session.settings, self._settings = self._settings, None

    # ------------------------------------------------------------------ at lines and errors

    def at_line(self, frame: FrameType) -> None:
        lines, breakpoints = self._of_unit(unit_of(frame))
        if frame.f_lineno not in lines or is_evaluated(frame):
            return
        if self._pausing:
            self._pausing = False
            self._stop(frame, "pause")
        elif "naninf" in self.on_events and (name := self._new_naninf(frame)):
            self._stop(frame, "exception", f"NaN/Inf in variable '{name}'.")
        elif self._step is not None and self._ends_step(frame):
            self._stop(frame, "step")
        elif (breakpoint := breakpoints.get(frame.f_lineno)) is not None and self._holds(breakpoint, frame):
            self._stop(frame, "breakpoint")

    def at_error(self, frame: FrameType, error: BaseException) -> None:
        if not self.on_errors or error is self._seen or not isinstance(error, MatlabError):
            return
        if self.on_errors == "all" or not _is_caught(frame):
            self._seen = error
            self._stop(frame, "exception", to_matlab_error(error, self.session.settings.strict).message)

    def at_warning(self, frame: FrameType, message: str) -> None:
        """The program that runs in a frame is about to warn."""
        if "warning" in self.on_events and self.stop is None:
            self._stop(next(matlab_frames(frame)), "exception", message)

    def _new_naninf(self, frame: FrameType) -> str:
        """A variable that a statement has just given NaN or infinite elements, or ''."""
        for name, value in FrameView(frame).variables().items():
            key = (id(frame), name)
            if self._checked.get(key) is not value:
                self._checked[key] = value
                if class_of(value) in ("double", "single") and not np.isfinite(as_array(value)).all():
                    return name
        return ""

    def _of_unit(self, unit: Any) -> tuple[set[int], dict[int, Breakpoint]]:
        """The lines of a unit that statements begin in, and its breakpoints."""
        known = self._lines.get(id(unit))
        if known is None or known[0] is not unit:
            lines = {node.span.line for node in _nodes(unit.program) if isinstance(node, m.Statement)}
            known = self._lines[id(unit)] = (unit, lines, self.breakpoints.get(self.path_of(unit.source), {}))
        return known[1:]

    def path_of(self, source: Source) -> str:
        """How front ends call the place of a text: its file, or the name that they give to a cell."""
        if source.path is not None:
            return os.path.realpath(source.path)
        return self.path_of_cell(source.text) if source.name != "eval" else ""

    def _holds(self, breakpoint: Breakpoint, frame: FrameType) -> bool:
        """Whether a breakpoint stops the program here; a condition that fails stops it and says why."""
        try:
            if breakpoint.condition and not self._is_true(breakpoint.condition, frame):
                return False
        except MatlabError as error:
            self.session.write_error(f"Error in the condition of the breakpoint in line {breakpoint.line}: {error.message}\n")
            return True
        breakpoint.count += 1
        if breakpoint.count < breakpoint.hits:
            return False
        if breakpoint.message:
            self.session.write(self._filled(breakpoint.message, frame) + "\n")
            return False
        return True

    def _is_true(self, condition: str, frame: FrameType) -> bool:
        (value,) = self.session.evaluate(f"logical(all({condition}, 'all'))", FrameView(frame), nargout=1)
        return value is True

    def _filled(self, message: str, frame: FrameType) -> str:
        """A log message with the values of what stands in braces."""
        parts = []
        for k, part in enumerate(message.replace("}", "{").split("{")):
            if k % 2 == 0:
                parts.append(part)
                continue
            try:
                parts.append(short_text(self.session.evaluate(part, FrameView(frame), nargout=1)[0]))
            except MatlabError as error:
                parts.append(f"<{error.message}>")
        return "".join(parts)

    def _ends_step(self, frame: FrameType) -> bool:
        assert self._step is not None
        step, start, depth = self._step
        if step == "in" or (step == "over" and frame is start):
            return True
        return _depth(frame) < depth + (step == "over")

    def _stop(self, frame: FrameType, reason: Any, text: str = "") -> None:
        """Wait here until the program may go on."""
        self._step = None
        self._tasks = queue.SimpleQueue()  # an interrupted stop may have left some
        self.stop = Stop(reason, list(function_frames(frame)), text)
        try:
            if self._stopped is None:
                self._ask(frame, text)
                return
            self._stopped(self.stop)
            while (task := self._tasks.get()) is not None:
                task()
        finally:
            self.stop = None
            self._continued()
            if not self.is_wanted:
                self._remove()
                for outer in matlab_frames(frame):
                    outer.f_trace = None

    def _ask(self, frame: FrameType, text: str) -> None:
        """Show where the program stopped, and ask for commands."""
        source = unit_of(frame).source  # type: ignore[union-attr]
        self.session.write(f"{text}\n" * bool(text) + f"{frame.f_lineno}  {source.line_text(frame.f_lineno).strip()}\n")
        self.session.feval("keyboard", (), 0)


def _plain_path(text: str) -> str:
    """The name of a cell without a front end: its text."""
    return f"\0{text}"


_local = threading.local()
"""``debugger``: the one that traces this thread."""


def _trace(frame: FrameType, event: str, argument: Any) -> Any:
    # A function of the module: Python up to 3.11 does not own the one that it calls.
    # Code called ``<module>`` makes the Python functions of a unit; nothing of MATLAB runs in it.
    is_program = is_level(frame) and frame.f_code.co_name != "<module>"
    return _trace_frame if is_program and getattr(_local, "debugger", None) is not None else None


def _trace_frame(frame: FrameType, event: str, argument: Any) -> Any:
    debugger: Debugger | None = getattr(_local, "debugger", None)
    if debugger is None:
        return None
    if event == "line":
        debugger.at_line(frame)
    elif event == "exception":
        debugger.at_error(frame, argument[1])
    return _trace_frame


def _depth(frame: FrameType) -> int:
    return sum(1 for _ in function_frames(frame))


def statement_lines(text: str, path: str) -> list[int]:
    """The lines of a text that statements begin in, in order; none for a text that is not MATLAB."""
    try:
        program = parse(Source(os.path.basename(path), text))
    except MatlabError:
        return []
    return sorted({node.span.line for node in _nodes(program) if isinstance(node, m.Statement)})


def _nodes(node: Any) -> Iterator[Any]:
    """A node and what it consists of."""
    if isinstance(node, tuple):
        for item in node:
            yield from _nodes(item)
    elif isinstance(node, m.Node):
        yield node
        for name in node.__dataclass_fields__:
            yield from _nodes(getattr(node, name))


def _is_caught(frame: FrameType) -> bool:
    """Whether a ``try`` stands around the running line of this or an outer frame."""
    return any(outer.f_lineno in _tried_lines(unit_of(outer)) for outer in matlab_frames(frame))


def _tried_lines(unit: Any) -> set[int]:
    """The lines of a unit that are the bodies of ``try`` statements."""
    lines: set[int] = set()
    for node in _nodes(unit.program):
        if isinstance(node, m.Try):
            lines.update(inner.span.line for inner in _nodes(node.body) if isinstance(inner, m.Statement))
    return lines
