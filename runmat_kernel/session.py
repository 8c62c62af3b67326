"""A session: one user's workspace, engine, figures, random streams and settings, and running MATLAB text in it."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from .accel.engine import Engine
from .base.errors import MatlabError, StackFrame
from .base.files import FileTable
from .base.settings import Settings
from .base.source import Source
from .base.warnings import Warnings
from .builtins.registry import builtins
from .language.calls import Calls, FunctionTable, undefined
from .language.classes.instances import ObjectValue
from .language.classes.table import ClassTable
from .language.errors import attach_stack, render, to_matlab_error
from .language.frames import FrameView, Workspace, argument_name, function_frames, stack_frame
from .language.levels import Levels
from .language.loops import Loops
from .language.paths import SearchPath, read_source
from .language.reading import Reader
from .language.runtime import build_runtime
from .language.suggest import suggest
from .language.units import Unit, UserFunction
from .syntax.ast import Program
from .syntax.parser import parse
from .values.convert import to_value
from .values.display import DisplayFormat, display
from .values.text import CharArray

# Python frames that MATLAB recursion may use: deep enough for 500 MATLAB levels through eval, cellfun and methods.
_PYTHON_FRAMES = 16_000


_CELLS_KEPT = 64
"""Compiled cells kept: a notebook's worth, so that running a cell again costs what it computes."""


@dataclass(slots=True)
class Outcome:
    """What running a text gave: the printed ``text``, the ``error`` that ended it or None, and the engine's ``report``."""

    text: str
    error: MatlabError | None
    report: Any

    def to_dict(self) -> dict[str, Any]:
        """JSON-able form."""
        error = None
        if self.error is not None:
            stack = [{"file": f.file, "name": f.name, "line": f.line} for f in self.error.stack]
            error = {"identifier": self.error.identifier, "message": self.error.message, "stack": stack}
        return {"text": self.text, "error": error, "report": self.report.to_dict() if self.report is not None else None}


class Session:
    """One user's state.  Settings are given by name: ``Session(provider='host')``.

    ``write`` and ``write_error`` receive printed text as it comes; ``input`` answers the ``input`` function.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        write: Callable[[str], None] | None = None,
        write_error: Callable[[str], None] | None = None,
        input: Callable[[str], str] | None = None,
        **given: Any,
    ) -> None:
        self.settings = settings or Settings.from_environment(**given)
        self.events: Any = None
        self.engine = Engine(self.settings, self.events)
        self.workspace_values = Workspace()
        self.globals: dict[str, Any] = {}
        self.display_format = DisplayFormat(limit=self.settings.display_elements)
        self.starting_format = self.display_format
        self.files = FileTable(self.write, self.write_error)
        self.path = SearchPath(self.settings.search_path)
        self.tables: weakref.WeakSet[FunctionTable] = weakref.WeakSet()
        self.memoized: weakref.WeakSet[Any] = weakref.WeakSet()
        self.session_functions: dict[str, UserFunction] = {}
        self.warnings = Warnings()
        self.last_error: MatlabError | None = None
        self.quitting: int | None = None
        self._write, self._write_error, self._input = write, write_error, input
        self._captured: list[io.StringIO] = []
        self._units: dict[str, tuple[tuple[int, int], Any]] = {}
        self._figures: Any = None
        self._random: Any = None
        self.shown_name = ""
        self._runs = 0
        # The last cells as compiled, by their text and the names they may mean.
        self._cells: dict[Any, tuple[Unit, Any]] = {}
        self.calls = Calls(self)
        self.reader = Reader(self.calls, self.engine)
        self.functions = FunctionTable(self)
        self.levels = Levels()
        self.loops = Loops(self)
        self.runtime = build_runtime(self)
        self.classes = ClassTable(self)

    # ------------------------------------------------------------------ running

    def run(self, text: str, name: str | None = None) -> Outcome:
        """Run a cell.  Never raises for an error of the program: it is ``Outcome.error``.  KeyboardInterrupt passes through."""
        self._runs += 1
        if not self._captured:
            self.levels.refill()
        source = Source(name or f"cell[{self._runs}]", text.replace("\r\n", "\n"))
        printed = io.StringIO()
        self._captured.append(printed)
        self._transcript = printed
        error: MatlabError | None = None
        try:
            with _recursion_room():
                self._run_source(source)
        except SystemExit:
            raise
        except Exception as caught:
            error = to_matlab_error(caught)
            attach_stack(error, caught.__traceback__)
            error.__traceback__ = None
            self.last_error = error
            if getattr(error, "undefined_name", None):
                error.suggestion = suggest(error.undefined_name, self)  # type: ignore[attr-defined]
        finally:
            self._captured.remove(printed)
        try:
            self.engine.flush()
        except Exception as caught:
            error = error or to_matlab_error(caught)
        report = self.engine.take_report(self.workspace_values)
        return Outcome(printed.getvalue(), error, report)

    def _run_source(self, source: Source) -> None:
        """Run a cell; one that was run before among the same variables, and defines nothing, is not compiled again."""
        workspace = self.workspace_values
        key = (source.text, frozenset(workspace), frozenset(workspace.global_names))
        kept = self._cells.pop(key, None)
        if kept is None:
            program = parse(source, key[1])
            unit = self.define(source, program)
            self.begins(source, program)
            if not program.statements:
                return
            kept = (unit, unit.main(workspace))
            if program.functions or program.classes:
                kept[1](workspace)
                return
        else:
            unit, main = kept
            if self._units or not self.path.steady():
                self.forget_lookups()
            self.begins(source, unit.program)
            unit.renamed(source, main)
        self._cells[key] = kept
        if len(self._cells) > _CELLS_KEPT:
            del self._cells[next(iter(self._cells))]
        kept[1](workspace)

    def begins(self, source: Source, program: Program) -> None:
        """A cell is about to run: for front ends that treat its last statement specially."""

    def define(self, source: Source, program: Program) -> Unit:
        """A unit of the session: its functions become callable from everywhere."""
        unit = Unit(self, source, program, functions=self.functions)
        if unit.own:
            self.session_functions.update(unit.own)
        self.forget_lookups()
        self.classes.define(unit)
        return unit

    def evaluate(self, text: str, view: FrameView | None = None, *, nargout: int = 0) -> tuple[Any, ...]:
        """Run a text in the workspace of a frame (default: the session's), as ``eval`` does; its outputs, if any are wanted."""
        names = [f"runmat_output_{k}" for k in range(nargout)]
        if names:
            text = f"[{','.join(names)}] = {text.strip().rstrip(';,')};"
        source = Source("eval", text)
        if view is None or view.workspace is not None:
            workspace = self.workspace_values if view is None or view.workspace is None else view.workspace
            in_locals = view.locals() if view is not None else {}
            workspace.update(in_locals)
            try:
                self._run_in(source, workspace, view)
                return tuple(workspace[name] for name in names)
            finally:
                for name in names:
                    workspace.pop(name, None)
                for name, value in in_locals.items():
                    if view is not None and workspace.get(name) is not value:
                        view.set(name, workspace[name])
        workspace = Workspace(view.variables())
        before = dict(workspace)
        try:
            self._run_in(source, workspace, view)
            return tuple(workspace[name] for name in names)
        finally:
            for key, value in workspace.items():
                if before.get(key) is not value and key not in names:
                    view.set(key, value)

    def _run_in(self, source: Source, workspace: Workspace, view: FrameView | None) -> None:
        program = parse(source, frozenset(workspace))
        functions = view.unit.functions if view is not None and view.unit is not None else self.functions
        unit = Unit(self, source, program, functions=functions, script=view.name if view is not None else "")
        if view is not None and view.unit is not None and "$class" in view.unit.globals:
            unit.globals["$class"] = view.unit.globals["$class"]
        self.session_functions.update(unit.own)
        unit.run(workspace)

    # ------------------------------------------------------------------ functions by name

    def forget_lookups(self) -> None:
        """Names may mean something else from now on (new functions, files, folders)."""
        for table in list(self.tables):
            table.clear()

    def wrote(self, *names: str) -> None:
        """The program wrote, moved or deleted files or folders: those of code mean something else from the next call on."""
        if any(name.endswith(".m") or "." not in name for name in names):
            self.forget_lookups()

    def find_function(self, name: str, table: FunctionTable) -> Callable[..., tuple[Any, ...]] | None:
        """The callable that a name means for the code of a table: classes, session functions, files, builtins."""
        found = self.classes.function(name, table) or self._find_function(name, table) or self.classes.file_function(name, table)
        return self.classes.overloaded(name, self.classes.built_in.overload(name, found))

    def _find_function(self, name: str, table: FunctionTable) -> Callable[..., tuple[Any, ...]] | None:
        user = self.session_functions.get(name)
        if user is not None:
            return user.function
        path = self.path.find(name, table.folder)
        if path is not None:
            return self.file_function(path, name)
        for imported in table.imports:
            package, _, last = imported.rpartition(".")
            if last in (name, "*"):
                path = self.path.find(f"{package}.{name}")
                if path is not None:
                    return self.file_function(path, name)
                if f"{package}.{name}" in builtins():
                    return self.calls.builtin(f"{package}.{name}")
        return self.calls.builtin(name)

    def file_function(self, path: str, name: str) -> Callable[..., tuple[Any, ...]]:
        """The function or script of a file, read again when the file has changed."""
        unit = self.file_unit(path, name)
        if unit.program.classes:
            return self.classes.constructor(path, name)
        functions = unit.program.functions
        if functions and not unit.program.statements:
            return unit.own[functions[0].name].function

        def script(nargout: int, *arguments: Any) -> tuple[Any, ...]:
            if arguments:
                raise MatlabError(f"Attempt to execute SCRIPT {name} as a function:\n{path}", "MATLAB:scriptNotAFunction")
            self.run_script(unit)
            return ()

        return script

    def file_unit(self, path: str, name: str) -> Unit:
        import os

        about = os.stat(path)
        stamp = (about.st_mtime_ns, about.st_size)
        known = self._units.get(path)
        if known is None or known[0] != stamp:
            source = read_source(path)
            known = self._units[path] = (stamp, Unit(self, source, parse(source), script=name.rpartition(".")[2]))
        return known[1]

    def text_unit(self, text: str, name: str) -> Unit:
        """The unit of a text that is no file and no cell."""
        source = Source(name, text)
        return Unit(self, source, parse(source), script=name.rpartition(".")[2])

    def run_script(self, unit: Unit) -> None:
        """Run a script in the workspace of the MATLAB code that calls it."""
        frame = next(function_frames(sys._getframe(1)), None)
        view = FrameView(frame) if frame is not None else None
        if view is None or view.workspace is not None:
            unit.run(view.workspace if view is not None and view.workspace is not None else self.workspace_values)
            return
        workspace = Workspace(view.variables())
        unit.run(workspace)
        for key, value in workspace.items():
            view.set(key, value)

    def is_script(self, name: str, table: FunctionTable) -> bool:
        """Whether a name means a script file (whose statements change the caller's variables)."""
        if name in table.own or name in self.session_functions or (name in builtins() and self.path.find(name, table.folder) is None):
            return False
        path = self.path.find(name, table.folder)
        if path is None:
            return False
        program = self.file_unit(path, name).program
        return bool(program.statements) or not (program.functions or program.classes)

    def unknown(self, name: str) -> Callable[..., tuple[Any, ...]]:
        """What stands for a name that is no function: a variable put into the calling function from outside, or an error."""
        frame = next(function_frames(sys._getframe(1)), None)
        if frame is not None:
            unit = frame.f_globals["$unit"]
            value = unit.extras(frame).get(name)
            if value is not None:
                return lambda nargout, *subscripts: self.reader.index_values(nargout, value, *subscripts) if subscripts else (value,)
        raise undefined(name)

    def caller_functions(self) -> FunctionTable:
        """The table of the MATLAB code that is running."""
        frame = next(function_frames(sys._getframe(1)), None)
        return frame.f_globals["$functions"] if frame is not None else self.functions

    def function_help(self, name: str) -> str | None:
        """The help text of a class, or of a function of a cell or a file; None where there is none."""
        info = self.classes.get(name, self.functions) if name not in builtins() else None
        if info is not None:
            return info.help + "\n"
        user = self.session_functions.get(name)
        if user is None and (path := self.path.find(name)) is not None:
            program = self.file_unit(path, name).program
            return program.functions[0].help + "\n" if program.functions else None
        return user.node.help + "\n" if user is not None and user.node.help else None

    def declared_counts(self, name: str, table: FunctionTable) -> tuple[int, int]:
        """What ``nargin(name)`` and ``nargout(name)`` answer."""
        user = table.own.get(name) or self.session_functions.get(name)
        if user is not None:
            return user.nargin, user.nargout
        path = self.path.find(name, table.folder)
        if path is not None:
            functions = self.file_unit(path, name).program.functions
            if functions:
                main = UserFunction(functions[0], None)  # type: ignore[arg-type]
                return main.nargin, main.nargout
        record = builtins().get(name)
        if record is not None:
            arity = record.arity
            return (arity.most_inputs if arity.most_inputs >= 0 else -1), (arity.most_outputs if arity.most_outputs >= 0 else -1)
        return -1, -1

    def feval(self, function: Any, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """Call a FunctionHandle, or a function by name, with Values."""
        return self.calls.feval(function, tuple(arguments), nargout)

    def expression(self, text: str) -> Any:
        """The value of an expression that uses no variables (``str2func``)."""
        workspace = Workspace()
        self._run_in(Source("expression", f"value = {text};"), workspace, None)
        return workspace["value"]

    def run_file(self, path: str) -> None:
        """Run a script file in the workspace of the running code."""
        import os

        self.run_script(self.file_unit(os.path.abspath(path), os.path.splitext(os.path.basename(path))[0]))

    def clear_functions(self, *names: str) -> None:
        """Forget persistent variables and what was read from files: of the functions named, or of all."""
        if not names:
            self._units.clear()
        for name in names or tuple(self.session_functions):
            if name in self.session_functions:
                self.session_functions[name].forget()
            elif names and (path := self.path.find(name)) is not None:
                self._units.pop(path, None)
        self.forget_lookups()

    # ------------------------------------------------------------------ what builtins use

    @staticmethod
    def text(text: str) -> CharArray:
        return CharArray.row(text)

    @staticmethod
    def value(item: Any) -> Any:
        return to_value(item)

    def base_view(self) -> FrameView:
        """The session's workspace, also while a cell's loop keeps its variables in Python locals."""
        for frame in function_frames(sys._getframe(1)):
            if frame.f_locals.get("$w") is self.workspace_values:
                return FrameView(frame)
        return BaseView(self)

    def running(self) -> list[StackFrame]:
        """The MATLAB functions that are running, innermost first."""
        return [stack_frame(frame, frame.f_lineno or 0) for frame in function_frames(sys._getframe(1))]

    def input_name(self, number: int) -> str:
        """The name of the variable that the caller gave as an argument, or ''."""
        frames = list(function_frames(sys._getframe(1)))
        function = re.split(r"[/.]", FrameView(frames[0]).name)[-1] if frames else ""
        if self.shown_name and function == "display":
            return self.shown_name if number == 1 else ""
        return argument_name(frames[1], function, number) if len(frames) > 1 else ""

    def given_name(self, function: str, number: int) -> str:
        """The plain name that stands as argument ``number`` of the builtin ``function`` on the line that calls it, or ''."""
        frame = next(function_frames(sys._getframe(1)), None)
        return argument_name(frame, function, number) if frame is not None else ""

    @property
    def frame(self) -> FrameView:
        """The variables of the MATLAB code that is running."""
        return self.frame_at(0)

    def frame_at(self, level: int) -> FrameView:
        """``level`` 0: the running function; 1: its caller; beyond the last: the session's workspace."""
        for k, frame in enumerate(function_frames(sys._getframe(1))):
            if k == level:
                return FrameView(frame)
        return BaseView(self)

    @property
    def workspace(self) -> Mapping[str, Any]:
        """The variables as values that ``numpy.asarray`` accepts."""
        return ArrayMapping(BaseView(self).variables())

    @property
    def figures(self) -> Any:
        if self._figures is None:
            from .figures.manager import Figures

            self._figures = Figures()
        return self._figures

    def show_figures(self) -> None:
        """Show figures that changed, now (``drawnow``, ``pause``): front ends that can do so override this."""

    @property
    def random(self) -> Any:
        if self._random is None:
            from .graph.random import RandomStreams

            self._random = RandomStreams()
        return self._random

    @random.setter
    def random(self, streams: Any) -> None:
        self._random = streams

    def write(self, text: str) -> None:
        """Text to standard output (or to the ``evalc`` that is running)."""
        if not self._captured:
            if self._write is not None:
                self._write(text)
            return
        self._captured[-1].write(text)
        if len(self._captured) == 1 and self._write is not None:
            self._write(text)

    def write_error(self, text: str) -> None:
        if self._write_error is not None:
            self._write_error(text)
        else:
            self.write(text)

    @contextlib.contextmanager
    def capture(self) -> Iterator[io.StringIO]:
        """Printed text goes to the StringIO meanwhile."""
        held = io.StringIO()
        self._captured.append(held)
        try:
            yield held
        finally:
            self._captured.remove(held)

    def input(self, prompt: str) -> str:
        """Ask the user for a line."""
        if self._input is None:
            raise MatlabError("Support for user input is not available here.", "MATLAB:services:noInput")
        return self._input(prompt)

    def display(self, name: str, value: Any) -> None:
        """What a statement without semicolon prints."""
        if isinstance(value, ObjectValue):
            self.classes.display(name, value)
            return
        self.write(display(name, value, self.display_format))

    def caught(self, error: MatlabError) -> Any:
        """The MException of a caught error, which is also the last error."""
        from .builtins.library.errors import MException

        self.last_error = error
        return MException(error)


class BaseView(FrameView):
    """The session's workspace where no MATLAB code is running."""

    def __init__(self, session: Session) -> None:
        self.frame = None  # type: ignore[assignment]
        self.unit = None
        self.workspace = session.workspace_values
        self._globals = session.globals

    @property
    def name(self) -> str:
        return ""

    def nargin(self) -> None:
        return None

    def nargout(self) -> None:
        return None

    def locals(self) -> dict[str, Any]:
        return {}

    def variables(self) -> dict[str, Any]:
        assert self.workspace is not None
        return {**self.workspace, **{n: self._globals[n] for n in self.workspace.global_names if n in self._globals}}

    def set(self, name: str, value: Any) -> None:
        assert self.workspace is not None
        (self._globals if name in self.workspace.global_names else self.workspace)[name] = value

    def delete(self, name: str) -> None:
        assert self.workspace is not None
        self.workspace.pop(name, None)
        self.workspace.global_names.discard(name)


class ArrayMapping(Mapping[str, Any]):
    """Variables by name; numbers, logicals and text arrays as NumPy arrays or Values that turn into one."""

    def __init__(self, values: dict[str, Any]) -> None:
        self._values = values

    def __getitem__(self, name: str) -> Any:
        value = self._values[name]
        array = getattr(value, "array", None)
        return array if isinstance(array, np.ndarray) and not hasattr(value, "__array__") else value

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


@contextlib.contextmanager
def _recursion_room() -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _PYTHON_FRAMES))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # what libraries warn of is no output of the program
            yield
    finally:
        sys.setrecursionlimit(before)


def execute(source: str) -> str:
    """Run a text in a fresh workspace: what it printed.  Raises MatlabError, whose str is the message."""
    outcome = Session().run(source)
    if outcome.error is not None:
        raise outcome.error
    return outcome.text


__all__ = ["Outcome", "Session", "execute", "render"]
