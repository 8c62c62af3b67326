"""A session: one user's workspace, engine, figures, random streams and settings, and running MATLAB text in it."""

from __future__ import annotations

import contextlib
import io
import re
import sys
import traceback
import warnings
import weakref
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from .accel.engine import Engine
from .base.diary import Diary
from .base.errors import MatlabError, StackFrame
from .base.files import FileTable
from .base.settings import Settings
from .base.source import Source
from .base.warnings import Warnings
from .language.base_view import BaseView
from .language.calls import Calls, FunctionTable
from .language.classes.instances import ObjectValue
from .language.classes.table import ClassTable
from .language.debugging import Debugger
from .language.errors import attach_stack, forget_tracebacks, of_waiting, render, to_matlab_error
from .language.frames import FrameView, Workspace, argument_name, function_frames, is_evaluated, stack_frame
from .language.lookup import Lookup
from .language.loops.capture import Loops
from .language.profiling import Profiler
from .language.reading import Reader
from .language.recursion import Levels
from .language.runtime import build_runtime
from .language.scope import usage_of
from .language.search_path import SearchPath
from .language.statement_recipes import Runs
from .language.suggest import suggest
from .language.units import Unit
from .syntax.ast import AnonymousFunction, Assign, ExpressionStatement, FunctionReference, Program
from .syntax.parser import parse
from .syntax.tokens import KEYWORDS
from .values.convert import to_value
from .values.display import DisplayFormat, display
from .values.exceptions import MException
from .values.functions import FunctionHandle
from .values.text import CharArray

if TYPE_CHECKING:
    from .accel.report import Report
    from .figures.manager import Figures
    from .graph.random import RandomStreams
    from .values.times.times import DefaultForms

# Python frames that MATLAB recursion may use: deep enough for 500 MATLAB levels through eval, cellfun and methods.
_PYTHON_FRAMES = 16_000


_TEXTS_KEPT = 64
"""Compiled cells kept, and as many texts of ``eval``: a notebook's worth, so that running one again costs what it computes."""


@dataclass(slots=True)
class Outcome:
    """The outcome of running a text: the printed ``text``, the ``error`` that ended it or None, and the engine's ``report``."""

    text: str
    error: MatlabError | None
    report: Report | None

    def to_dict(self) -> dict[str, Any]:
        """JSON-able form."""
        error = None
        if self.error is not None:
            stack = [{"file": f.file, "name": f.name, "line": f.line} for f in self.error.stack]
            error = {"identifier": self.error.identifier, "message": self.error.message, "stack": stack}
        return {"text": self.text, "error": error, "report": self.report.to_dict() if self.report is not None else None}


def _handle_in(program: Program) -> AnonymousFunction | FunctionReference:
    """The one handle that a text consists of."""
    statement = program.statements[0] if len(program.statements) == 1 else None
    node = statement.expression if isinstance(statement, ExpressionStatement) else None
    if program.functions or program.classes or not isinstance(node, AnonymousFunction | FunctionReference):
        raise MatlabError("The text must be one anonymous function or the name of one function.", "MATLAB:str2func:invalidFunction")
    return node


class Session(Lookup):
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
        **overrides: Any,
    ) -> None:
        super().__init__()
        self.settings = settings or Settings.from_environment(**overrides)
        self.engine = Engine(self.settings)
        self.workspace_values = Workspace()
        self.globals: dict[str, Any] = {}
        self.display_format = DisplayFormat(limit=self.settings.display_elements)
        self.starting_format = self.display_format
        self.datetime_forms: DefaultForms | None = None  # what datetime.setDefaultFormats set
        self.files = FileTable(self.write, self.write_error)
        self.path = SearchPath(self.settings.search_path)
        self.memoized: weakref.WeakSet[Any] = weakref.WeakSet()
        self.timers: list[Any] = []
        self.timers_made, self.timers_busy = 0, False
        self.user_folder = ""  # what userpath names
        self.futures_made = 0
        self.python_variables: dict[str, Any] = {"__name__": "__main__"}  # of pyrun
        self.netcdf_files: dict[float, Any] = {}
        self.sparse_parameters: list[float] | None = None  # what spparms set
        self.publishing: Any = None  # the page that publish makes now
        self.pool: Any = None  # what parpool made
        self.warnings = Warnings()
        self.diary = Diary()
        self.last_error: MatlabError | None = None
        self.uncaught_error: MatlabError | None = None  # what ended a cell, for MException.last
        self.interrupted_report: Report | None = None  # of the last cell that was interrupted
        self._write, self._write_error, self._input = write, write_error, input
        self._captured: list[io.StringIO] = []
        self._figures: Figures | None = None
        self._random: RandomStreams | None = None
        self.shown_name = ""
        self._runs = 0
        # The last cells as compiled, by their text and the names they may mean.
        self._cells: dict[Any, tuple[Unit, Any]] = {}
        self._texts: dict[tuple[Any, ...], Any] = {}  # of eval and of function handles
        self.calls = Calls(self)
        self.reader = Reader(self.calls, self.engine)
        self.functions = FunctionTable(self)
        self.levels = Levels()
        self.loops = Loops(self)
        self.runs = Runs(self)
        self.profiler = Profiler(self)
        self.debugger = Debugger(self)
        self.runtime = build_runtime(self)
        self.classes = ClassTable(self)

    # ------------------------------------------------------------------ running

    def run(self, text: str, name: str | None = None, path: str | None = None) -> Outcome:
        """Run a cell, or the text of the script at ``path``.

        Never raises for an error of the program: it is ``Outcome.error``.  KeyboardInterrupt passes through, and so does InternalError.
        """
        self._runs += 1
        if not self._captured:
            self.levels.refill()
        source = Source(name or f"cell[{self._runs}]", text.replace("\r\n", "\n"), path)
        printed = io.StringIO()
        is_outermost = not self._captured
        if is_outermost:
            self.debugger.begin()
        try:
            with _Room():
                error = self._attempt(source, printed)
                try:
                    self.engine.flush()
                except Exception as caught:
                    error = error or of_waiting(caught, source, self.settings.strict)
        finally:
            if is_outermost:
                self.debugger.end()
        report = self.engine.take_report(self.workspace_values)
        return Outcome(printed.getvalue(), error, report)

    def _attempt(self, source: Source, printed: io.StringIO) -> MatlabError | None:
        """Run a cell; the error of the program that ended it."""
        self._captured.append(printed)
        try:
            self._run_source(source)
        except SystemExit:
            raise
        except KeyboardInterrupt as interrupt:
            # The functions that it left hold their variables as long as the traceback lives; an onCleanup among them must go now.
            traceback.clear_frames(interrupt.__traceback__)
            interrupt.__traceback__ = interrupt.__context__ = None
            self.engine.stop_waiting()
            # The work until then is no part of the next cell's report.
            self.interrupted_report = self.engine.take_report(self.workspace_values)
            raise
        except Exception as caught:
            error = to_matlab_error(caught, self.settings.strict)
            attach_stack(error, caught.__traceback__)
            forget_tracebacks(error)
            self.last_error = self.uncaught_error = error
            if getattr(error, "undefined_name", None):
                error.suggestion = suggest(error.undefined_name, self)  # type: ignore[attr-defined]
            return error
        finally:
            self._captured.remove(printed)
        return None

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
            kept = (unit, unit.main(workspace, runs=True))
            if program.functions or program.classes:
                kept[1](workspace)
                return
        else:
            unit = kept[0]
            if self._units or not self.path.steady():
                self.forget_lookups()
            self.begins(source, unit.program)
            # The code keeps the name of the first cell with this text; whoever shows a name asks the unit.
            unit.source = source
        self._keep(self._cells, key, kept)
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
            text = f"[{','.join(names)}] = {text.strip().rstrip(';,')}"
        source = Source("eval", text)
        if view is None or view.workspace is not None:
            workspace = self.workspace_values if view is None or view.workspace is None else view.workspace
            in_locals = view.to_workspace() if view is not None else {}
            try:
                self._run_in(source, workspace, view, quiet=bool(names))
                return tuple(workspace[name] for name in names)
            finally:
                for name in names:
                    workspace.pop(name, None)
                if view is not None:
                    view.from_workspace(in_locals)
        workspace = Workspace(view.variables())
        before = dict(workspace)
        try:
            self._run_in(source, workspace, view, quiet=bool(names))
            return tuple(workspace[name] for name in names)
        finally:
            for name in names:
                workspace.pop(name, None)
            view.take_changes(workspace, before)

    def _run_in(self, source: Source, workspace: Workspace, view: FrameView | None, *, quiet: bool = False) -> None:
        """``quiet``: assignments show nothing; a semicolon behind the text could stand in its comment.

        A text that ran among the same names is not compiled again.  While it runs its compiled form is taken out, as it may run itself.
        """
        around = view.unit if view is not None else None
        functions = around.functions if around is not None else self.functions
        of_class = around.globals.get("$class") if around is not None else None
        script = view.name if view is not None else ""
        # A kept unit holds the table and the class, so that no others have their numbers.
        key = (source.name, source.text, quiet, script, id(functions), id(of_class), frozenset(workspace))
        kept = self._texts.pop(key, None)
        if kept is None:
            program = parse(source, key[-1])
            if quiet:
                statements = tuple(replace(s, printed=False) if isinstance(s, Assign) else s for s in program.statements)
                program = replace(program, statements=statements)
            unit = Unit(self, source, program, functions=functions, script=script)
            if of_class is not None:
                unit.globals["$class"] = of_class
            self.session_functions.update(unit.own)
            if unit.own or workspace.global_names or usage_of(program.statements).globals:
                unit.run(workspace)
                return
            kept = (unit, unit.main(workspace))
        elif workspace.global_names:
            kept[0].run(workspace)
            return
        try:
            kept[1](workspace)
        finally:
            self._keep(self._texts, key, kept)

    @staticmethod
    def _keep(kept: dict[Any, Any], key: Any, nodes: Any) -> None:
        kept[key] = nodes
        if len(kept) > _TEXTS_KEPT:
            del kept[next(iter(kept))]

    def feval(self, function: Any, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """Call a FunctionHandle, or a function by name, with Values."""
        return self.calls.feval(function, tuple(arguments), nargout)

    def handle(self, text: str, kept: Mapping[str, Any] = MappingProxyType({})) -> FunctionHandle:
        """The handle of a text that is one anonymous function or one ``@name``; ``kept`` are the variables that the function sees.

        The syntax tree decides what a text is, and nothing in it runs.  Raises MatlabError for any other text.
        """
        key = ("handle", text, frozenset(kept))
        make = self._texts.get(key)
        if make is None:
            source = Source("expression", text)
            program = parse(source, frozenset(kept))
            make = Unit(self, source, program, functions=self.functions).handle_maker(_handle_in(program), sorted(kept))
            self._keep(self._texts, key, make)
        return make(*[kept[name] for name in sorted(kept)])

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
        """The MATLAB functions that are running, innermost first; a text of ``eval`` or ``keyboard`` is a part of the one around it."""
        frames = [frame for frame in function_frames(sys._getframe(1)) if not is_evaluated(frame)]
        return [stack_frame(frame, frame.f_lineno or 0) for frame in frames]

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
        return self.base_view()

    @property
    def workspace(self) -> Variables:
        """The variables as NumPy arrays, texts, lists and so on; may be assigned and deleted."""
        return Variables(BaseView(self))

    def call(self, function: str | FunctionHandle, *arguments: Any, nargout: int = 1) -> Any:
        """Call a function by name, or a handle, with Python objects: its output, a tuple of them for several, None for none.

        Raises MatlabError for an error of the function.
        """
        from .values.interchange import value_of

        return self._outputs(lambda: self.feval(function, tuple(map(value_of, arguments)), nargout), nargout)

    def eval(self, text: str, *, nargout: int = 1) -> Any:
        """The value of an expression, or with ``nargout=0`` None after running statements.  Raises MatlabError for an error of the text."""
        return self._outputs(lambda: self.evaluate(text, nargout=nargout), nargout)

    def _outputs(self, run: Callable[[], tuple[Any, ...]], nargout: int) -> Any:
        from .values.interchange import native

        with _Room():
            try:
                values = run()
                self.engine.flush()
            except KeyboardInterrupt:
                self.engine.stop_waiting()
                raise
            except Exception as caught:
                raise to_matlab_error(caught, self.settings.strict) from None
        outputs = tuple(native(value) for value in values[: max(nargout, 0)])
        return outputs[0] if nargout == 1 else outputs or None

    @property
    def figures(self) -> Figures:
        if self._figures is None:
            from .figures.manager import Figures

            self._figures = Figures(self.feval, self.write_error)
        return self._figures

    def show_figures(self) -> None:
        """Show figures that changed, now (``drawnow``, ``pause``): front ends that can do so override this."""

    def show_data(self, data: dict[str, str]) -> None:
        """Show what is no text, by its media types (``sound``): front ends that can do so override this."""

    @property
    def random(self) -> RandomStreams:
        if self._random is None:
            from .graph.random import RandomStreams

            self._random = RandomStreams()
        return self._random

    @random.setter
    def random(self, streams: RandomStreams) -> None:
        self._random = streams

    def _note(self, text: str) -> None:
        """Text to the diary; a warning where that fails, which switches it off."""
        try:
            self.diary.note(text)
        except OSError as error:
            message = f"Unable to write diary file '{self.diary.name}': {error.strerror}. The diary is off."
            self.feval("warning", (to_value("MATLAB:diary:cannotWrite"), to_value("%s"), to_value(message)), 0)

    def write(self, text: str) -> None:
        """Text to standard output (or to the ``evalc`` that is running)."""
        if len(self._captured) < 2:
            self._note(text)
        if not self._captured:
            if self._write is not None:
                self._write(text)
            return
        self._captured[-1].write(text)
        if len(self._captured) == 1 and self._write is not None:
            self._write(text)

    def write_error(self, text: str) -> None:
        if self._write_error is not None:
            self._note(text)
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
        """The text that a statement without a semicolon prints."""
        if isinstance(value, ObjectValue):
            self.classes.display(name, value)
            return
        self.write(display(name, value, self.display_format))

    def caught(self, error: MatlabError) -> MException:
        """The MException of a caught error, which is also the last error."""
        self.last_error = error
        return (error.object_class or MException)(error)


class Variables(MutableMapping[str, Any]):
    """The variables of a session as Python objects (``values.interchange``), to be read, assigned and deleted."""

    def __init__(self, view: FrameView) -> None:
        self._view = view

    def __getitem__(self, name: str) -> Any:
        from .values.interchange import native

        return native(self._view.variables()[name])

    def __setitem__(self, name: str, item: Any) -> None:
        """Raises ValueError for a name that no variable can have, TypeError for an object without a counterpart."""
        from .values.interchange import value_of

        if not (name.isascii() and name.isidentifier() and name[0] != "_") or name in KEYWORDS:
            raise ValueError(f"{name!r} is no name of a variable")
        self._view.set(name, value_of(item))

    def __delitem__(self, name: str) -> None:
        if name not in self._view.variables():
            raise KeyError(name)
        self._view.delete(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.variables())

    def __len__(self) -> int:
        return len(self._view.variables())


class _Room:
    """While a program runs: Python's recursion is limited far above MATLAB's, and what libraries warn of is no output of the program."""

    __slots__ = ("_frames", "_silence")

    def __enter__(self) -> None:
        self._frames = sys.getrecursionlimit()
        self._silence = warnings.catch_warnings(action="ignore")
        self._silence.__enter__()
        # An imaginary part that a builtin would drop without a word is an argument that it did not check.
        warnings.simplefilter("error", np.exceptions.ComplexWarning)
        if self._frames < _PYTHON_FRAMES:
            sys.setrecursionlimit(_PYTHON_FRAMES)

    def __exit__(self, *error: Any) -> None:
        self._silence.__exit__(*error)
        if self._frames < _PYTHON_FRAMES:
            sys.setrecursionlimit(self._frames)


def execute(source: str) -> str:
    """Run a text in a fresh workspace: what it printed.  Raises MatlabError, whose str is the message."""
    outcome = Session().run(source)
    if outcome.error is not None:
        raise outcome.error
    return outcome.text


__all__ = ["Outcome", "Session", "execute", "render"]
