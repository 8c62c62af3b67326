"""The one exception type that a MATLAB program can see."""

from __future__ import annotations

from typing import Any

from .records import record
from .source import Span


@record
class StackFrame:
    """One level of the MATLAB call stack: file (or cell) name, function name, line from 1, and that line's text.

    ``name`` is empty for a cell or script; ``text`` is empty where there is nothing to show beside the message (a cell of one line).
    """

    file: str
    name: str
    line: int
    text: str = ""


class MatlabError(Exception):
    """An error of the MATLAB program: ``identifier`` (may be empty), ``message``, where and the call stack.

    ``span`` is set for syntax errors; run-time errors get ``stack`` from the language layer, innermost first.
    ``causes`` are further MatlabErrors (MException's ``cause``).  ``thrown``: by the program itself (``error``, ``assert``, ``throw``), so
    that MATLAB's report begins with the function that did it.  ``object_class`` makes the object that ``catch`` gives, where that is no
    plain MException.
    """

    object_class: Any = None

    def __init__(
        self,
        message: str,
        identifier: str = "",
        *,
        span: Span | None = None,
        function: str | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.identifier = identifier
        self.span = span
        self.function = function
        self.stack: tuple[StackFrame, ...] = ()
        self.causes: tuple[MatlabError, ...] = ()
        self.thrown = False

    def __str__(self) -> str:
        return self.message


class InternalError(Exception):
    """A defect of this program, which users see as a MatlabError; raised in its place where the setting ``strict`` is on."""


class MatlabSyntaxError(MatlabError):
    """A text that is not MATLAB; ``span`` marks the place, ``incomplete`` says that more text could mend it."""

    def __init__(self, message: str, span: Span, *, incomplete: bool = False) -> None:
        super().__init__(message, "MATLAB:m_invalid_syntax", span=span)
        self.incomplete = incomplete


class Damaged(ValueError):
    """A file breaks the rules of its format; the argument says how, in words that follow the name of the file."""
