"""The Session of a notebook: output goes to the cell, the last displayed value becomes the cell's result."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..base.errors import MatlabError
from ..base.source import Source
from ..language.frames import function_frames, unit_of
from ..session import Session
from ..syntax.ast import Program


class NotebookSession(Session):
    """A Session whose last displayed top-level value is held back as ``held`` instead of being streamed.

    ``stream(text)`` and ``stream_error(text)`` take printed text, ``show_data(data)`` what is no text; nothing is sent while ``muted``.
    """

    def __init__(
        self, stream: Callable[[str], None], stream_error: Callable[[str], None], ask: Callable[[str], str], clear: Callable[[], None],
        show_figures: Callable[[], None], show_data: Callable[[dict[str, str]], None],
    ) -> None:  # fmt: skip
        super().__init__(write=self._print, write_error=self._print_error, input=ask)
        self.display_format = self.starting_format = replace(self.display_format, compact=True)
        self._stream, self._stream_error, self._clear, self._show_figures = stream, stream_error, clear, show_figures
        self._show_data = show_data
        self.held = ""
        self.muted = False
        self._holding = False
        self._last_line: int | None = None
        self._cell = ""
        self.debugger.takes_signals = True

    def begins(self, source: Source, program: Program) -> None:
        if source.name == self._cell:
            last = program.statements[-1] if program.statements else None
            self._last_line = last.span.line if getattr(last, "printed", False) else None

    def run_cell(self, text: str, name: str) -> Any:
        """Run a cell under the name that tracebacks show."""
        self._cell, self._last_line, self.held = name, None, ""
        return self.run(text, name)

    def display(self, name: str, value: Any) -> None:
        self._holding = self._is_last_statement(sys._getframe(1))
        try:
            super().display(name, value)
        finally:
            self._holding = False

    def _is_last_statement(self, caller: Any) -> bool:
        """Whether the running statement is the last one of the cell, at its top level."""
        if self._last_line is None or len(self._captured) != 1:
            return False
        frame = next(function_frames(caller), None)
        return frame is not None and unit_of(frame).source.name == self._cell and frame.f_lineno >= self._last_line

    def _print(self, text: str) -> None:
        if self.muted:
            return
        if self._holding:
            self.held += text
            return
        self.release()
        self._stream(text)

    def _print_error(self, text: str) -> None:
        if not self.muted:
            self.release()
            self._stream_error(text)

    def release(self) -> None:
        """Send held text as ordinary output, because something came after it."""
        if self.held:
            text, self.held = self.held, ""
            self._stream(text)

    def show_figures(self) -> None:
        """Show figures that changed (``drawnow``, ``pause``)."""
        if not self.muted and self._figures is not None:
            self._show_figures()

    def show_data(self, data: dict[str, str]) -> None:
        """Show data that is no text (``sound``)."""
        self._show_data(data)

    def wait_for_key(self) -> None:
        """Wait for the user (``pause``); a front end that cannot ask goes on."""
        if not self.muted:
            with contextlib.suppress(MatlabError):
                self.input("Press Enter to continue ")

    def clear_output(self) -> None:
        """Clear the output of the cell (``clc``)."""
        self.held = ""
        if not self.muted:
            self._clear()
