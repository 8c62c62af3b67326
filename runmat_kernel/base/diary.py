"""The record of what a session prints (``diary``)."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TextIO

from .unicode import well_formed


class Diary:
    """Appends printed text to a file while it is on.  ``name`` is that file, also while it is off."""

    def __init__(self) -> None:
        self.name = "diary"
        self._file: TextIO | None = None

    @property
    def is_on(self) -> bool:
        return self._file is not None

    def begin(self, name: str | None = None) -> None:
        """Record from now on, into ``name`` or the last file.  Raises OSError where it cannot be opened."""
        file = Path(name or self.name).open("a", encoding="utf-8")
        self.end()
        self.name, self._file = name or self.name, file

    def end(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with suppress(OSError):  # of text that could not be written, which ``note`` has told
                file.close()

    def note(self, text: str) -> None:
        """Append text where the diary is on.  Raises OSError where that fails; the diary is off then."""
        if self._file is None:
            return
        try:
            self._file.write(well_formed(text))
            self._file.flush()
        except OSError:
            self.end()
            raise
