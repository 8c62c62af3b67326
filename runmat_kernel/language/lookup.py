"""The meaning of names of functions and scripts: functions of cells, files of the search path, imports, classes, builtins."""

from __future__ import annotations

import os
import sys
import weakref
from collections.abc import Callable, Iterable
from typing import Any

from ..base.errors import MatlabError
from ..base.folders import absolute
from ..base.source import Source
from ..builtins.registry import builtins
from ..syntax.ast import Function
from ..syntax.parser import parse
from ..syntax.unparse import function_head
from .calls import Calls, FunctionTable, undefined
from .classes.table import ClassTable
from .frames import FrameView, Workspace, function_frames
from .outside_writes import writes_outside
from .reading import Reader
from .search_path import SearchPath, read_source
from .units import Unit, UserFunction


class Lookup:
    """The part of a session that finds functions, and runs scripts.

    ``tables`` remember what names mean for the code of a unit; ``session_functions`` are those of cells; files are read again when they
    have changed.
    """

    calls: Calls
    classes: ClassTable
    functions: FunctionTable
    path: SearchPath
    reader: Reader
    workspace_values: Workspace

    def __init__(self) -> None:
        self.tables: weakref.WeakSet[FunctionTable] = weakref.WeakSet()
        self.session_functions: dict[str, UserFunction] = {}
        self._units: dict[str, tuple[tuple[int, int], Any]] = {}
        self._looked_at: set[str] = set()
        self.frames_open = False

    def forget_lookups(self) -> None:
        """Names may mean something else from now on (new functions, files, folders)."""
        for table in list(self.tables):
            table.clear()

    def note_text(self, text: str) -> None:
        """A text of the program: from the first on that may change variables of its caller, functions are compiled for that."""
        if not self.frames_open and writes_outside(text):
            self.frames_open = True
            self.forget_lookups()

    def look_at_called(self, names: Iterable[str], table: FunctionTable) -> None:
        """Note the texts of files that a function calls, before it is compiled."""
        for name in names:
            if self.frames_open:
                return
            if name in table.own or name in self.session_functions or name in builtins():
                continue
            if (path := self.path.find(name, table.folder)) is not None and path not in self._looked_at:
                self._looked_at.add(path)
                self.note_text(read_source(path).text)

    def wrote(self, *names: str) -> None:
        """The program wrote, moved or deleted files or folders: those of code mean something else from the next call on."""
        if any(name.endswith(".m") or "." not in name for name in names):
            self.forget_lookups()

    def find_function(self, name: str, table: FunctionTable) -> Callable[..., tuple[Any, ...]] | None:
        """The callable that a name means for the code of a table: classes, session functions, files, builtins."""
        imported = self.imported(name, table, by_name=False)
        if imported is not None:
            return imported
        private = self.path.find_private(name, table.folder)
        if private is not None:  # before the methods of the arguments too
            return self.file_function(private, name)
        function = self.classes.function(name, table) or self._find_function(name, table) or self.classes.file_function(name, table)
        return self.classes.overloaded(name, self.classes.built_in.overload(name, function))

    def _find_function(self, name: str, table: FunctionTable) -> Callable[..., tuple[Any, ...]] | None:
        user = self.session_functions.get(name)
        if user is not None:
            return user.function
        path = self.path.find(name, table.folder)
        if path is not None:
            return self.file_function(path, name)
        return self.calls.builtin(name) or (self._python_function(name) if name.startswith("py.") else None)

    def _python_function(self, name: str) -> Callable[..., tuple[Any, ...]] | None:
        """The function, class or module of Python that ``py.name`` means."""
        return self.calls.operator("py")(1)[0].function(name.removeprefix("py."))

    def imported(self, name: str, table: FunctionTable, *, by_name: bool) -> Callable[..., tuple[Any, ...]] | None:
        """The meaning of a name by the imports of a table: those that name it (they come before all functions), or those of whole
        packages."""
        wanted = (name, name.partition(".")[0]) if by_name else ("*",)
        packages = (line.rpartition(".") for line in table.imports)
        functions = (self._member(f"{package}.{name}", table) for package, _, last in packages if last in wanted)
        return next((function for function in functions if function is not None), None)

    def _member(self, full: str, table: FunctionTable) -> Callable[..., tuple[Any, ...]] | None:
        """The meaning of a full name: a function or class of a package folder, of MATLAB, or a static member of such a class."""
        path = self.path.find(full)
        if path is not None:
            return self.file_function(path, full)
        if full in builtins():
            return self.calls.builtin(full)
        return self.classes.file_function(full, table)

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
        about = os.stat(path)
        stamp = (about.st_mtime_ns, about.st_size)
        known = self._units.get(path)
        if known is None or known[0] != stamp:
            source = read_source(path)
            known = self._units[path] = (stamp, Unit(self, source, parse(source), script=name.rpartition(".")[2]))
        return known[1]

    def function_source(self, name: str) -> Source | None:
        """The text in which a function of the session, or a function or script of a file, is written; None where there is none."""
        user = self.session_functions.get(name)
        if user is not None:
            return user.unit.source
        path = name if os.path.isfile(name) else self.path.find(name.removesuffix(".m"))
        return read_source(path) if path is not None else None

    def text_unit(self, text: str, name: str) -> Unit:
        """The unit of a text that is no file and no cell."""
        source = Source(name, text)
        return Unit(self, source, parse(source), script=name.rpartition(".")[2])

    def run_apart(self, text: str, name: str) -> None:
        """Run a script's text in a workspace of its own."""
        self.text_unit(text, name).run(Workspace())

    def run_script(self, unit: Unit) -> None:
        """Run a script in the workspace of the MATLAB code that calls it."""
        frame = next(function_frames(sys._getframe(1)), None)
        view = FrameView(frame) if frame is not None else None
        if view is None:
            unit.run(self.workspace_values)
            return
        if view.workspace is not None:
            in_locals = view.to_workspace()
            try:
                unit.run(view.workspace)
            finally:
                view.from_workspace(in_locals)
            return
        workspace = Workspace(view.variables())
        before = dict(workspace)
        try:
            unit.run(workspace)
        finally:
            view.take_changes(workspace, before)

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
        """The stand-in for a name that is no function: a variable put into the calling function from outside, or an error."""
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
        """The help text of a class, of a function of a cell or a file, or of a member (``Class.member``, ``Class/member``), else its first
        line; None where there is no such name."""
        if name.startswith("py."):
            return self.calls.operator("py")(1)[0].help_text(name.removeprefix("py."))
        info = self.classes.get(name, self.functions) if name not in builtins() else None
        if info is not None:
            return (info.help or f" {name} is a class.") + "\n"
        user = self.session_functions.get(name)
        if user is None and (path := self.path.find(name)) is not None:
            program = self.file_unit(path, name).program
            return _help_of(name, program.functions[0]) if program.functions else f" {name} is a script.\n"
        return _help_of(name, user.node) if user is not None else self._member_help(name)

    def _member_help(self, name: str) -> str | None:
        owner, _, member = name.replace("/", ".").rpartition(".")
        info = self.classes.get(owner, self.functions) if owner and name not in builtins() else None
        if info is None:
            return None
        method = info.constructor if member == owner.rpartition(".")[2] else info.methods.get(member)
        if (node := getattr(getattr(method, "source", method), "node", None)) is not None:
            return _help_of(name, node)
        known = info.properties.get(member)
        return (known.help or f" {name} is a property.") + "\n" if known is not None else None

    def declared_counts(self, name: str, table: FunctionTable) -> tuple[int, int]:
        """The answers of ``nargin(name)`` and ``nargout(name)``."""
        user = table.own.get(name) or self.session_functions.get(name)
        if user is not None:
            return user.declared_inputs, user.nargout
        path = self.path.find(name, table.folder)
        if path is not None:
            functions = self.file_unit(path, name).program.functions
            if functions:
                main = UserFunction(functions[0], None)  # type: ignore[arg-type]
                return main.declared_inputs, main.nargout
        record = builtins().get(name)
        if record is not None:
            arity = record.arity
            return max(arity.most_inputs, -1), max(arity.most_outputs, -1)
        return -1, -1

    def run_file(self, path: str) -> None:
        """Run a script file in the workspace of the running code."""
        self.run_script(self.file_unit(absolute(path), os.path.splitext(os.path.basename(path))[0]))

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


def _help_of(name: str, function: Function) -> str:
    return (function.help or f" {name} is a function.\n    {function_head(function, '')}") + "\n"
