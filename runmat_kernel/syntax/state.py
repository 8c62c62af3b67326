"""The state of a scan: open brackets and blocks, and where in a statement the scanner is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ..base.errors import MatlabSyntaxError
from ..base.source import Source, Span
from .tokens import Token

LINE_ENDS = re.compile(r"[ \t\r]*(?:[\n;,%#]|\Z)")
"""The tokens that may follow the last one of a statement."""


@dataclass(slots=True)
class Bracket:
    """An open bracket: ``(``, ``[``, ``{`` or ``i`` for the brace of an index; ``token`` is its place in the token list."""

    kind: str
    token: int
    is_parameters: bool = False
    opens_statement: bool = False
    indexes: bool = False


@dataclass(slots=True)
class Block:
    """An open block: its keyword, the place of its token, and the names assigned before it (for functions)."""

    kind: str
    token: int
    assigned: set[str]
    takes_arguments: bool = False


@dataclass(slots=True)
class State:
    """One pass over a Source.  ``known`` are names that are variables already: these are never commands.

    ``assigned`` are variables of the function at hand; ``statement`` is the place of the first token of the statement;
    ``operand`` says that the last token ends an operand, ``spaced`` that a blank follows it, ``header`` that the line began with
    a keyword like ``if``, behind whose expression a statement may follow at once.
    """

    source: Source
    known: frozenset[str] = frozenset()
    tokens: list[Token] = field(default_factory=list)
    position: int = 0
    brackets: list[Bracket] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    assigned: set[str] = field(default_factory=set)
    function_ends: int = 0
    at_start: bool = True
    statement: int = 0
    operand: bool = False
    spaced: bool = False
    header: bool = False
    unfinished: MatlabSyntaxError | None = None

    def emit(self, kind: str, start: int, end: int, *, operand: bool = False, value: object = None) -> Token:
        """Append a token and move behind it."""
        token = Token(kind, Span(self.source, start, end), self.source.text[start:end], value)
        self.tokens.append(token)
        self.position = end
        self.operand = operand
        self.at_start = False
        return token

    def literal(self, kind: str, end: int, value: object = None) -> None:
        """Emit an operand that reaches to ``end``; what a blank before it means is decided first."""
        self.begin_operand()
        self.emit(kind, self.position, end, operand=True, value=value)

    def begin_operand(self) -> None:
        """An operand starts here: after another operand this is the next element, or the statement behind a header."""
        if not self.operand:
            return
        if self.brackets:
            if self.spaced and self.brackets[-1].kind in "[{":
                self.emit("COMMA", self.position, self.position)
        elif self.header:
            self.separate(self.position, self.position)

    def separate(self, start: int, end: int) -> None:
        """End of a statement: a separator, of which runs are one; the first decides about printing."""
        if not (self.tokens and self.tokens[-1].type == "SEP"):
            self.emit("SEP", start, end)
        self.position = max(end, self.position)
        if self.header and self.blocks and self.blocks[-1].kind == "function":
            self.assigned.update(t.text for t in self.tokens[self.blocks[-1].token :] if t.type == "NAME")
        self.at_start, self.operand, self.header = True, False, False
        self.statement = len(self.tokens)

    def fail(self, message: str, start: int, end: int | None = None, *, incomplete: bool = False) -> MatlabSyntaxError:
        return MatlabSyntaxError(message, Span(self.source, start, start + 1 if end is None else end), incomplete=incomplete)
