"""A request to stop what runs, made by a signal handler and honoured where nothing is half done."""

from __future__ import annotations


class Interrupt:
    """``wanted`` is set by whoever asks; long work calls ``check`` between pieces.

    ``taken`` by a loop that ended between two turns, and raises KeyboardInterrupt when what it left is in its variables.
    """

    __slots__ = ("taken", "wanted")

    def __init__(self) -> None:
        self.wanted = self.taken = False

    def check(self) -> None:
        """Raise KeyboardInterrupt, once, where it was asked for."""
        if self.wanted:
            self.wanted = False
            raise KeyboardInterrupt
