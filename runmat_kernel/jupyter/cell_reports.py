"""Reports of the last cells, by their numbers; a cell that ran in pieces has one report."""

from __future__ import annotations

from typing import Any

from ..reports.model import CellReport

_KEPT = 200


class CellReports:
    """``kept`` has the reports of the last cells by number, the latest last; ``current`` what the running cell did so far."""

    def __init__(self) -> None:
        self.kept: dict[int, CellReport] = {}
        self.current: CellReport | None = None
        self._number = 0

    def begin(self, number: int) -> None:
        """A cell begins: what another one with its number did (one that was not stored) is replaced by what this one does."""
        self._number, self.current = number, None

    def add(self, report: Any) -> None:
        """A piece of the cell is done, and this is the engine's report of it."""
        entry = CellReport.of(report)
        self.current = entry if self.current is None else self.current.followed_by(entry)
        self.kept.pop(self._number, None)
        self.kept[self._number] = self.current
        while len(self.kept) > _KEPT:
            del self.kept[next(iter(self.kept))]
