"""Workspaces and the MATLAB frames on Python's stack.

A frame of generated code is known by ``$unit`` among its globals.  Its variables are its Python locals, or a Workspace
in its local ``$w``; a loop of a cell has both.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError, StackFrame
from ..values.functions import FunctionHandle
from . import emit as e
from .control import NO_TWIN
from .reading import UNDEFINED
from .views import TWIN, VIEW_PREFIXES

if TYPE_CHECKING:
    from .units import Unit


class Workspace(dict):
    """Variables by name.  ``global_names`` are those that live in the session's globals instead."""

    __slots__ = ("__weakref__", "global_names", "kept", "session_globals")

    def __init__(self, *items: Any) -> None:
        super().__init__(*items)
        self.kept: dict[str, Any] = {}  # the persistent variables of a function whose evaluated text may use them
        self.global_names: set[str] = set()
        self.session_globals: dict[str, Any] = {}

    def follow_globals(self, session_globals: dict[str, Any]) -> None:
        """From now on look at each access whether a name is global: what is declared or cleared while code runs counts for it."""
        self.session_globals = session_globals
        for name in self.global_names:
            self.pop(name, None)
        self.__class__ = FollowingWorkspace


class FollowingWorkspace(Workspace):
    """A Workspace of code that cannot tell from its text which names are global or persistent."""

    __slots__ = ()

    def __getitem__(self, name: str) -> Any:
        if name in self.kept:
            return self.kept[name]
        return self.session_globals[name] if name in self.global_names else super().__getitem__(name)

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.kept:
            self.kept[name] = value
        elif name in self.global_names:
            self.session_globals[name] = value
        else:
            super().__setitem__(name, value)

    def __contains__(self, name: object) -> bool:
        return name in self.kept or name in self.global_names or super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        if name in self.kept:
            return self.kept[name]
        return self.session_globals.get(name, default) if name in self.global_names else super().get(name, default)

    def pop(self, name: str, *default: Any) -> Any:
        """Persistent variables stay: a loop that takes them into locals writes them back."""
        return self.kept[name] if name in self.kept else super().pop(name, *default)


WRITTEN = "$written"
"""A global of the code of a cell's loop: the variables that are in its locals and not in the workspace."""


def take_out(workspace: Workspace, names: frozenset[str]) -> None:
    """Remove variables that a loop of a cell holds in its locals."""
    for name in names:
        workspace.pop(name, None)


def put_back(interrupt: BaseException, loop: Any, workspace: Workspace) -> None:
    """Write the variables of an interrupted loop of a cell back: the interrupt may have hit where it takes or writes them."""
    trace = interrupt.__traceback__
    while trace is not None and trace.tb_frame.f_code is not loop.__code__:
        trace = trace.tb_next
    if trace is None or WRITTEN not in loop.__globals__:
        return
    held = trace.tb_frame.f_locals
    for name in loop.__globals__[WRITTEN]:
        if (value := held.get(e.local(name), UNDEFINED)) is not UNDEFINED:
            workspace[name] = value


def unit_of(frame: FrameType) -> Unit | None:
    return frame.f_globals.get("$unit")


def matlab_frames(start: FrameType | None = None) -> Iterator[FrameType]:
    """The Python frames of MATLAB functions and cells from ``start`` (default: the caller) outwards."""
    frame = start or sys._getframe(1)
    while frame is not None:
        if is_level(frame):
            yield frame
        frame = frame.f_back  # type: ignore[assignment]


def is_level(frame: FrameType) -> bool:
    """Whether a Python frame is a level of MATLAB code, and no helper."""
    name = frame.f_code.co_name
    if "$unit" not in frame.f_globals or name.startswith("$hidden"):
        return False
    return name != "<lambda>" or frame.f_code in frame.f_globals.get("$anonymous_texts", ())


def function_frames(start: FrameType | None = None) -> Iterator[FrameType]:
    """The frames that own variables: a cell's loop stands for its cell, and of anonymous functions only those count that evaluate texts."""
    previous_loop = None
    for frame in matlab_frames(start):
        name = frame.f_code.co_name
        if name == "<lambda>" and _EVALUATING.isdisjoint(frame.f_code.co_consts):
            continue
        if previous_loop is not None and name == "$cell":
            previous_loop = None
            continue
        previous_loop = frame if name == "$loop" else None
        yield frame


_EVALUATING = frozenset(("eval", "evalc"))


def frame_name(frame: FrameType) -> str:
    """The MATLAB name of what a frame runs: a function, the text of an anonymous one, empty for a cell or script."""
    name = frame.f_code.co_name
    if name == "<lambda>":
        return frame.f_globals["$anonymous_texts"][frame.f_code]()
    if name in ("$cell", "$loop"):
        return unit_of(frame).script_name  # type: ignore[union-attr]
    if not name.startswith("$nested_"):
        return name
    return "/".join(part.removeprefix("$nested_") for part in frame.f_code.co_qualname.split(".<locals>."))


def is_evaluated(frame: FrameType) -> bool:
    """Whether a frame runs a text that ``eval`` was given, or what was typed at ``keyboard``."""
    unit = unit_of(frame)
    return frame.f_code.co_name in ("$cell", "$loop") and unit is not None and unit.source.name == "eval"


def stack_frame(frame: FrameType, line: int) -> StackFrame:
    name, source = frame_name(frame), unit_of(frame).source  # type: ignore[union-attr]
    alone = not name and source.path is None and "\n" not in source.text.strip()
    return StackFrame(source.name, name, line, "" if alone else source.line_text(line).strip())


class FrameView:
    """The variables of a MATLAB frame, to read and to write: what ``exist``, ``who``, ``evalin`` and ``assignin`` see."""

    def __init__(self, frame: FrameType) -> None:
        self.frame = frame
        self.unit = unit_of(frame)
        held = frame.f_locals
        self.workspace: Workspace | None = held.get("$w") if isinstance(held.get("$w"), Workspace) else None

    @property
    def name(self) -> str:
        return frame_name(self.frame)

    def nargin(self) -> float | None:
        return self.frame.f_locals.get("$nargin")

    def nargout(self) -> float | None:
        n = self.frame.f_locals.get("$nargout")
        return None if n is None else float(n)

    def variables(self) -> dict[str, Any]:
        """Name -> Value of everything that is set."""
        result: dict[str, Any] = dict(self.workspace) if self.workspace is not None else {}
        result.update(self.locals())
        session_globals = self.frame.f_globals.get("$globals", {})
        for name in self._global_names():
            if name in session_globals:
                result[name] = session_globals[name]
        persistents = self.frame.f_locals.get("$persistents")
        if persistents:
            result.update(persistents)
        return result

    def locals(self) -> dict[str, Any]:
        """The variables that are Python locals of the frame."""
        values = {}
        for identifier, value in self.frame.f_locals.items():
            name = e.matlab_name(identifier)
            if name is not None and value is not UNDEFINED:
                values[name] = value
        return values

    def to_workspace(self) -> dict[str, Any]:
        """Put the variables of a cell's loop into its workspace, for text that runs there; gives them."""
        in_locals = self.locals()
        if self.workspace is not None:
            self.workspace.update(in_locals)
        return in_locals

    def from_workspace(self, before: dict[str, Any]) -> None:
        """Take what such a text changed into the loop's variables; ``before`` is what ``to_workspace`` gave."""
        if self.workspace is None or self.frame is None:
            return
        written = self.frame.f_globals.get(WRITTEN, frozenset())
        code = self.frame.f_code
        for identifier in code.co_varnames + code.co_cellvars:
            name = e.matlab_name(identifier)
            if name is None:
                continue
            value = self.workspace.get(name, UNDEFINED)
            if value is not before.get(name, UNDEFINED):
                self.delete(name) if value is UNDEFINED else self.set(name, value)
        take_out(self.workspace, written)

    def take_changes(self, workspace: Workspace, before: dict[str, Any]) -> None:
        """Take over what a text did to a copy of the frame's variables, which were ``before``."""
        for name, value in workspace.items():
            if before.get(name, UNDEFINED) is not value:
                self.set(name, value)
        for name in before.keys() - workspace.keys():
            self.delete(name)

    def _global_names(self) -> set[str]:
        if self.workspace is not None:
            return self.workspace.global_names
        return self.unit.global_names.get(self.frame.f_code.co_name, set()) if self.unit else set()

    def get(self, name: str, default: Any = None) -> Any:
        return self.variables().get(name, default)

    def __contains__(self, name: str) -> bool:
        return name in self.variables()

    def set(self, name: str, value: Any) -> None:
        """Set a variable; in a function that never mentions it, later uses of the name find it too."""
        identifier = e.local(name)
        persistents = self.frame.f_locals.get("$persistents") or {}
        if name in self._global_names():
            self.frame.f_globals["$globals"][name] = value
        elif name in persistents:
            persistents[name] = value
        elif identifier in self.frame.f_code.co_varnames or identifier in self.frame.f_code.co_cellvars + self.frame.f_code.co_freevars:
            self._check_open(name, value)
            self._set_local(identifier, value)
            if self.workspace is not None and name not in self.frame.f_globals.get(WRITTEN, ()):
                self.workspace[name] = value
        elif self.workspace is not None:
            self.workspace[name] = value
        elif self.unit is not None:
            self.unit.extras(self.frame)[name] = value

    def delete(self, name: str) -> None:
        identifier = e.local(name)
        if self.workspace is not None:
            self.workspace.pop(name, None)
            self.workspace.global_names.discard(name)
        code = self.frame.f_code
        if identifier in code.co_varnames or identifier in code.co_cellvars + code.co_freevars:  # what functions share too
            self._check_open(name, UNDEFINED)
            self._set_local(identifier, UNDEFINED)

    def _check_open(self, name: str, value: Any) -> None:
        """Raise where the code of the frame relies on the class of the variable."""
        before = self.frame.f_locals.get(e.local(name), UNDEFINED)
        if before is UNDEFINED or self.frame.f_globals.get("$open", True) or (type(value) is type(before) is float):
            return
        if self.frame.f_code.co_name.startswith("$nested_") or not (type(before) is float or value is UNDEFINED):
            return
        raise MatlabError(f'Attempt to add "{name}" to a static workspace.', "MATLAB:workspace:static")

    def _set_local(self, identifier: str, value: Any) -> None:
        held = self.frame.f_locals
        held[identifier] = value
        for prefix in VIEW_PREFIXES:  # a loop's view of the old value sees nothing any more
            if prefix + identifier in held:
                held[prefix + identifier] = 0
        if TWIN + identifier in held:
            held[TWIN + identifier] = NO_TWIN
        _write_back(self.frame)


def follow_globals(workspace: Workspace, session_globals: dict[str, Any], declaring: FrameType) -> None:
    """Have a workspace follow its globals where other running code uses it than the one that declares them."""
    outer = [frame for frame in matlab_frames(declaring) if frame.f_locals.get("$w") is workspace]
    if type(workspace) is FollowingWorkspace or all(unit_of(frame) is unit_of(outer[0]) for frame in outer):
        return
    workspace.follow_globals(session_globals)
    for frame in outer:
        if "$get" in (held := frame.f_locals):
            held["$get"] = workspace.get
            _write_back(frame)


def _write_back(frame: FrameType) -> None:
    """Make what was put into ``f_locals`` the variables of the frame: before Python 3.13 it is a copy."""
    if sys.version_info < (3, 13):
        import ctypes

        ctypes.pythonapi.PyFrame_LocalsToFast(ctypes.py_object(frame), ctypes.c_int(0))


def _offset(frame: FrameType) -> int:
    """Where the text of the call that a frame is in begins (see ``emit.marked``)."""
    positions = next(islice(frame.f_code.co_positions(), frame.f_lasti // 2, None), None)
    return (positions[2] or 0) if positions is not None else 0


def argument_name(caller: FrameType, function: str, number: int) -> str:
    """The variable that stands as argument ``number`` (from 1) of ``function(...)`` on the caller's line, or ''."""
    unit = unit_of(caller)
    line = unit.source.text[_offset(caller) :] if unit is not None else ""
    match = re.match(rf"[\w.]*?\b{re.escape(function)}\s*\(", line)
    if match is None and function in _SIGNS and unit is not None:
        return _operand(caller, unit.source.text.splitlines()[max(caller.f_lineno, 1) - 1], _SIGNS[function], number)
    if match is None and (match := re.match(r"feval\s*\(", line)) is not None:
        number += 1
    if match is None:
        match = re.match(r"([A-Za-z]\w*)\s*\(", line)  # a variable that is a handle of the function
        handle = FrameView(caller).get(match[1]) if match is not None else None
        if match is None or not isinstance(handle, FunctionHandle) or (handle.name or "").rpartition(".")[2] != function:
            return ""
    depth, start, arguments = 0, match.end(), []
    for k in range(match.end(), len(line)):
        c = line[k]
        if c in "([{":
            depth += 1
        elif c in ")]}" and depth:
            depth -= 1
        elif c in ",)" and not depth:
            arguments.append(line[start:k].strip())
            start = k + 1
            if c == ")":
                break
    name = arguments[number - 1] if 0 < number <= len(arguments) else ""
    name = re.sub(r"\.\.\.[^\n]*(\n|$)", "", name).strip()
    return name if re.fullmatch(r"[A-Za-z]\w*", name) and name in FrameView(caller) else ""


_SIGNS = {
    "plus": "+", "minus": "-", "times": ".*", "mtimes": "*", "rdivide": "./", "mrdivide": "/", "ldivide": ".\\", "mldivide": "\\",
    "power": ".^", "mpower": "^", "eq": "==", "ne": "~=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "and": "&", "or": "|",
}  # fmt: skip


def _operand(caller: FrameType, line: str, sign: str, number: int) -> str:
    """The variable on one side of an operator that stands on the line once, between two operands of which it is all; else ''."""
    code = line.partition("%")[0]
    sides = re.findall(rf"(?:^|[=(,\[{{;\s])([\w.]+)\s*{re.escape(sign)}(?![=*/^])\s*([\w.]+)\s*(?=$|[),;\]}}])", code)
    if len(sides) != 1 or number not in (1, 2) or len(re.findall(r"[-+*/\\^<>&|~]+|==", code)) != 1:
        return ""
    name = sides[0][number - 1]
    return name if re.fullmatch(r"[A-Za-z]\w*", name) and name in FrameView(caller) else ""
