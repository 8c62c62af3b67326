"""Source text and positions in it: every error, report and traceback points back here."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One piece of MATLAB text: a cell, a script, a function file, or a string given to ``eval``.

    ``name`` is what tracebacks show (``cell[3]``, ``demo.m``); ``path`` is the file, where there is one.
    """

    name: str
    text: str
    path: str | None = None
    _known_starts: tuple[int, ...] | None = field(default=None, init=False, repr=False, compare=False)

    @property
    def _starts(self) -> tuple[int, ...]:
        """Where lines start; found when first asked for: cells that run again are not."""
        if self._known_starts is None:
            starts = [0]
            for line in self.text.split("\n")[:-1]:
                starts.append(starts[-1] + len(line) + 1)
            object.__setattr__(self, "_known_starts", tuple(starts))
        return self._known_starts  # type: ignore[return-value]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column, both counted from 1, of a character offset."""
        starts = self._starts
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (counted from 1) without its line end; empty past the last line."""
        if not 1 <= line <= len(self._starts):
            return ""
        end = self._starts[line] - 1 if line < len(self._starts) else len(self.text)
        return self.text[self._starts[line - 1] : end].rstrip("\r")


@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A half-open range of character offsets in a Source.

    It never changes, but is not frozen: one is made for every token, and a frozen one takes three times as long.
    """

    source: Source
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.source.position(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.position(self.start)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The span from the start of this one to the end of ``other``."""
        return Span(self.source, self.start, other.end)
