"""The history of executed cells, kept in a small SQLite file so that consoles find earlier sessions' input."""

from __future__ import annotations

import os
import sqlite3
from typing import Any


class History:
    """Cells by session number and line.  ``path`` None keeps them in memory; a file that cannot be used does too."""

    def __init__(self, path: str | None) -> None:
        self._database = self._open(path)
        self._database.execute("CREATE TABLE IF NOT EXISTS history (session INTEGER, line INTEGER, source TEXT, output TEXT)")
        self.session = 1 + (self._database.execute("SELECT max(session) FROM history").fetchone()[0] or 0)

    @staticmethod
    def _open(path: str | None) -> sqlite3.Connection:
        if path is not None:
            try:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                database = sqlite3.connect(path, timeout=0.5, check_same_thread=False, isolation_level=None)
                database.execute("PRAGMA user_version = 1")
                return database
            except (OSError, sqlite3.Error):
                pass
        return sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)

    def add(self, line: int, source: str, output: str | None) -> None:
        """Keep a cell; a history that cannot be written never stops the cell."""
        try:
            self._database.execute("INSERT INTO history VALUES (?, ?, ?, ?)", (self.session, line, source, output))
        except sqlite3.Error:
            self._database = self._open(None)
            self._database.execute("CREATE TABLE history (session INTEGER, line INTEGER, source TEXT, output TEXT)")

    def tail(self, n: int) -> list[Any]:
        rows = self._select("ORDER BY rowid DESC LIMIT ?", (n,))
        return rows[::-1]

    def range(self, session: int, start: int, stop: int | None) -> list[Any]:
        """Lines ``start`` to before ``stop``; session 0 is this one, negative ones count back from it."""
        wanted = self.session + session if session <= 0 else session
        return self._select("WHERE session = ? AND line >= ? AND line < ? ORDER BY rowid", (wanted, start, stop or 2**62))

    def search(self, pattern: str, n: int | None, unique: bool) -> list[Any]:
        grouping = "GROUP BY source HAVING rowid = max(rowid)" if unique else ""
        rows = self._select(f"WHERE source GLOB ? {grouping} ORDER BY rowid DESC LIMIT ?", (pattern or "*", n or 10_000))
        return rows[::-1]

    def _select(self, clause: str, values: tuple[Any, ...]) -> list[Any]:
        return list(self._database.execute(f"SELECT session, line, source, output FROM history {clause}", values))
