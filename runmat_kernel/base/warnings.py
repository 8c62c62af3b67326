"""Which warnings are on, and the last one."""

from __future__ import annotations


class Warnings:
    """States by identifier over the state of ``all``, and ``lastwarn``'s message and identifier."""

    def __init__(self) -> None:
        self.default = "on"
        self.states: dict[str, str] = {}
        self.spelling: dict[str, str] = {}
        """Identifiers as they were written first, by those in lower case."""
        self.modes: dict[str, str] = {}
        """``backtrace`` and ``verbose``, where a program changed them."""
        self.message = ""
        self.identifier = ""

    def state(self, identifier: str) -> str:
        """``on``, ``off`` or ``error`` for an identifier."""
        return self.states.get(identifier.lower(), self.default)

    def set(self, identifier: str, state: str) -> None:
        if identifier.lower() == "all":
            self.default = state
            self.states.clear()
        else:
            self.spelling.setdefault(identifier.lower(), identifier)
            self.states[identifier.lower()] = state
