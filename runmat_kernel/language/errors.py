"""Errors of running programs: MATLAB's stack from Python's traceback, Python's exceptions in MATLAB's words, rendering."""

from __future__ import annotations

import os
import traceback
from types import TracebackType
from typing import Any

from ..base.errors import InternalError, MatlabError, MatlabSyntaxError, StackFrame
from ..base.source import Source
from ..builtins.registry import stating
from ..builtins.spec import Fact
from ..graph.node import line_of
from ..providers.provider import MemoryFull, OutOfMemory
from .frames import is_level, matlab_frames, stack_frame
from .recursion import exhausted
from .rejected_arguments import refused

_RECURSION = (
    "Maximum recursion limit of 500 reached. Use set(0,'RecursionLimit',N) to change the limit. Be aware that exceeding your "
    "available stack space can crash MATLAB and/or your computer."
)


def to_matlab_error(error: BaseException, strict: bool = False) -> MatlabError:
    """The MatlabError for any exception: no other ever reaches a program.  Raises InternalError for a defect of ours where ``strict``."""
    if isinstance(error, InternalError):
        raise error
    if isinstance(error, MatlabError):
        return error
    is_slip = False
    if exhausted(error, error.__traceback__):
        result = MatlabError(_RECURSION, "MATLAB:recursionLimit")
    elif isinstance(error, (MemoryError, OutOfMemory)):
        result = MatlabError("Out of memory.", "MATLAB:nomem")
    elif type(error) is ValueError and "maximum supported dimension" in str(error):  # NumPy's arrays have 64 dimensions at most
        result = MatlabError("The size vector has too many elements.", "MATLAB:maxDims")
    elif isinstance(error, ZeroDivisionError):
        result = MatlabError("Division by zero.", "MATLAB:divideByZero")
    elif (refusal := refused(error)) is not None:
        result, is_slip = refusal, isinstance(error, LookupError)  # a wrong index is one of ours until a check says otherwise
    elif isinstance(error, OSError):
        reason = str(error.strerror or error)
        result = MatlabError(f"Unable to access '{error.filename}': {reason}." if error.filename else reason, "MATLAB:io")
    else:
        result = MatlabError(f"Internal error: {type(error).__name__}: {error}", "RunMat:internal")
        result.internal = "".join(traceback.format_exception(error))  # type: ignore[attr-defined]
    if strict and (is_slip or result.identifier.startswith("RunMat:")):
        raise InternalError(result.message) from error
    result.__traceback__ = error.__traceback__
    result.__cause__ = error if result.identifier != "MATLAB:recursionLimit" else None
    return result


SIGNS = {"mtimes": " * ", "mrdivide": " / ", "mldivide": " \\ ", "mpower": " ^ "}
"""The names of the matrix operators in MATLAB's reports."""


def name_function(error: MatlabError, name: str) -> None:
    """Let the report of an error begin with the builtin that raised it, unless that ran code of the program in which it happened."""
    if (
        error.function is not None
        or error.thrown
        or error.stack
        or error.identifier == "MATLAB:UndefinedFunction"
        or name in stating(Fact.NAMELESS)
    ):
        return
    trace = error.__traceback__
    while trace is not None:
        if is_level(trace.tb_frame):
            return
        trace = trace.tb_next
    if not isinstance(error, MatlabSyntaxError):
        error.function = SIGNS.get(name, name)


def of_waiting(caught: BaseException, source: Source, strict: bool) -> MatlabError:
    """The error of a statement of a cell, or of what it called, that waited until the cell had ended."""
    error = to_matlab_error(caught, strict)
    if isinstance(caught, MemoryFull) and caught.where is not None and (line := line_of(caught.where)) is not None:
        code = caught.where[0]
        own = code.co_filename == source.name
        name = "" if code.co_name.startswith("$") else code.co_name
        text = source.line_text(line).strip() if own and "\n" in source.text.strip() else ""
        error.stack = (StackFrame(code.co_filename, name, line, text),)
    return error


def forget_tracebacks(error: BaseException | None) -> None:
    """Let go of the variables of the functions that an error left, and of those of the errors that led to it."""
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def attach_stack(error: MatlabError, trace: TracebackType | None, *, outer: bool = False) -> MatlabError:
    """Give the error its stack, innermost first, unless it has one (a rethrown error keeps its own).

    ``outer`` adds the frames that are still running around the place where it was caught.
    """
    if error.stack:
        return error
    frames: list[StackFrame] = []
    catcher = trace.tb_frame if trace is not None else None
    skip_cell = False
    entries = []
    while trace is not None:
        frame = trace.tb_frame
        if is_level(frame):
            entries.append((frame, trace.tb_lineno))
        trace = trace.tb_next
    if entries and isinstance(cause := error.__cause__, MemoryFull) and cause.where is not None and entries[-1][0].f_code is cause.where[0]:
        # An earlier statement recorded the operation that failed.
        entries[-1] = (entries[-1][0], line_of(cause.where) or entries[-1][1])
    for frame, line in reversed(entries):
        skip_cell = _add(frames, frame, line, skip_cell)
    if outer and catcher is not None and catcher.f_back is not None:
        for frame in matlab_frames(catcher.f_back):
            skip_cell = _add(frames, frame, frame.f_lineno or 0, skip_cell)
    if getattr(error, "as_caller", False) and len(frames) > 1:
        del frames[0]
    error.stack = tuple(_shortened(frames))
    return error


def _add(frames: list[StackFrame], frame: Any, line: int, skip_cell: bool) -> bool:
    """Add a frame; the call of a cell's loop is no level of its own."""
    name = frame.f_code.co_name
    if skip_cell and name == "$cell":
        return False
    frames.append(stack_frame(frame, line))
    return name == "$loop"


def _shortened(frames: list[StackFrame]) -> list[StackFrame]:
    return frames if len(frames) <= 100 else frames[:50] + frames[-50:]


def render(error: MatlabError) -> str:
    """The text that MATLAB prints in red for an error that nobody caught."""
    if isinstance(error, MatlabSyntaxError):
        try:
            from ..syntax.mistakes import render as render_syntax

            return render_syntax(error)
        except ImportError:
            return error.message
    lines: list[str] = []
    stack = list(error.stack)
    if error.thrown and stack and stack[0].name:
        lines.append(f"Error using {_place(stack.pop(0))}")
    elif error.function and getattr(error, "undefined_name", None) is None:
        lines.append(f"Error using {error.function}")
    lines.append(error.message)
    suggestion = getattr(error, "suggestion", None)
    if suggestion:
        lines += ["", "Did you mean:", f">> {suggestion}"]
    for k, frame in enumerate(stack):
        if k and frame == stack[k - 1]:  # endless recursion: the same place again and again
            continue
        if frame.name or frame.text:
            lines += ["", f"Error in {_place(frame)}", *([f"    {frame.text}"] if frame.text else [])]
    if error.causes:
        lines += ["", "Caused by:"]
    for cause in error.causes:
        lines += ["    " + line for line in render(cause).splitlines()]
    return "\n".join(lines)


def _place(frame: StackFrame) -> str:
    return f"{_name_with_file(frame)} (line {frame.line})"


def _name_with_file(frame: StackFrame) -> str:
    """``file>name`` for a local function of a file, as MATLAB writes it."""
    file = os.path.splitext(os.path.basename(frame.file))[0]
    name = frame.name or (file if frame.file.endswith(".m") else frame.file)
    if frame.file.endswith(".m") and file != name and "/" not in name.partition("@")[0]:
        return f"{file}>{name}"
    return name


def running_function() -> str:
    """The function that runs, with the name of its file where it is a local one."""
    return _name_with_file(stack_frame(next(matlab_frames()), 1))
