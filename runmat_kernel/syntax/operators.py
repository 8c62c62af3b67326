"""Operators, separators and brackets."""

from __future__ import annotations

import re

from . import mistakes
from .literals import double_values, number_rows
from .state import LINE_ENDS, Bracket, State
from .tokens import DECLARING, NUMBERS, OPERATOR, OPERATOR_TERMINALS, REFERENCE, SPACE, SPELLINGS

UPDATES = frozenset({"+", "-", "*", "/", "\\", "^", "&", "|", ".*", "./", ".\\", ".^"})
TARGETS_FOLLOW = re.compile(SPACE.pattern.removesuffix("+") + "*=(?!=)")


class OperatorScanner(State):
    """Scans whatever is neither a word nor a literal."""

    __slots__ = ()

    def operator(self, char: str) -> None:
        text = self.source.text
        match = OPERATOR.match(text, self.position)
        if not match:
            quote = char in mistakes.TYPOGRAPHIC
            raise self.fail(mistakes.TYPOGRAPHIC_QUOTE if quote else mistakes.INVALID_CHARACTER, self.position)
        operator, end = match[0], match.end()
        if operator in "([{":
            self.open_bracket(operator)
        elif operator in ")]}":
            self.close_bracket(operator)
        elif operator in ",;":
            self.comma_or_semicolon(operator)
        elif operator == "@":
            self.at()
        elif operator in ("++", "--") or (operator[-1] == "=" and operator[:-1] in UPDATES):
            self.update(operator)
        else:
            self.plain_operator(operator, end)

    def plain_operator(self, operator: str, end: int) -> None:
        terminal = OPERATOR_TERMINALS.get(operator, "BINARY")
        if operator in ("+", "-") and self.operand and self.spaced and self.brackets and self.brackets[-1].kind in "[{":
            if self.source.text[end : end + 1] not in (" ", "\t", "\r", "\n", "") and not self.source.text.startswith("...", end):
                self.begin_operand()
        elif terminal == "NOT":
            self.begin_operand()
        elif terminal == "EQUAL":
            self.assignment()
        self.emit(terminal, self.position, end, operand=terminal == "TRANSPOSE", value=SPELLINGS.get(operator, operator))

    def assignment(self) -> None:
        """Note the name to the left of ``=`` (or ``+=``): from here on it is a variable."""
        if (not self.brackets or self.header) and self.statement < len(self.tokens):
            target = self.tokens[-1] if self.brackets else self.tokens[self.statement]
            if target.type == "NAME":
                self.assigned.add(target.text)

    def update(self, operator: str) -> None:
        """``+=`` and its like, ``++`` and ``--``: Octave's, at the level of statements; else two operators."""
        start, end = self.position, self.position + len(operator)
        if operator[-1] == "=" and not self.brackets:
            self.assignment()
            self.emit("UPDATE", start, end, value=operator[:-1])
        elif operator[-1] != "=" and not self.brackets and (self.at_start or (self.operand and LINE_ENDS.match(self.source.text, end))):
            self.emit("INCREMENT", start, end, value=operator[0])
        elif operator[-1] == "=":
            self.plain_operator(operator[:-1], end - 1)
        else:
            self.plain_operator(operator[0], start + 1)

    def comma_or_semicolon(self, operator: str) -> None:
        if not self.brackets:
            self.separate(self.position, self.position + 1)
        elif operator == "," or self.brackets[-1].kind in "(i":
            self.emit("COMMA" if operator == "," else "SEP", self.position, self.position + 1)
        elif self.tokens[-1].type == "ROW":
            self.position += 1
        else:
            self.emit("ROW", self.position, self.position + 1)

    def at(self) -> None:
        """``@name`` or the ``@`` of an anonymous function."""
        match = REFERENCE.match(self.source.text, self.position)
        if match:
            self.literal("REFERENCE", match.end(), match[1])
        else:
            self.begin_operand()
            self.emit("AT", self.position, self.position + 1)

    def open_bracket(self, char: str) -> None:
        parameters = char == "(" and bool(self.tokens) and self.tokens[-1].type == "AT"
        in_list = self.spaced and bool(self.brackets) and self.brackets[-1].kind in "[{"
        declares = not self.brackets and bool(self.blocks) and self.blocks[-1].kind in DECLARING and not self.assigns()
        indexes = self.operand and not in_list and char != "[" and not (char == "{" and declares)
        if char == "[" or in_list:
            self.begin_operand()
        starts = self.at_start or (bool(self.tokens) and self.tokens[-1].type == "FUNCTION")
        terminal = {"(": "LPAR", "[": "LSQUARE", "{": "INDEX_BRACE" if indexes else "LBRACE"}[char]
        self.brackets.append(Bracket("i" if terminal == "INDEX_BRACE" else char, len(self.tokens), parameters, starts, indexes))
        self.emit(terminal, self.position, self.position + 1)
        if char == "[":
            self.numbers()

    def numbers(self) -> None:
        """Read a long matrix of numbers in one piece, up to its ``]``; anything unusual in it is left to the scanner of tokens."""
        match = NUMBERS.match(self.source.text, self.position)
        rows = number_rows(match[1]) if match else None
        values = double_values(rows) if rows else None
        if match and rows and values is not None:
            self.emit("NUMBERS", self.position, match.end(1), operand=True, value=(values, len(rows[0])))

    def assigns(self) -> bool:
        return any(token.type == "EQUAL" for token in self.tokens[self.statement :])

    def close_bracket(self, char: str) -> None:
        expected = {")": "(", "]": "[", "}": "{i"}[char]
        if not self.brackets or self.brackets[-1].kind not in expected:
            raise self.fail(mistakes.UNBALANCED, self.position)
        bracket = self.brackets.pop()
        terminal = {")": "RPAR", "]": "RSQUARE", "}": "RBRACE"}[char]
        self.emit(terminal, self.position, self.position + 1, operand=not bracket.is_parameters)
        if char == "]" and bracket.opens_statement and not self.brackets and TARGETS_FOLLOW.match(self.source.text, self.position):
            self.tokens[bracket.token].type = "TARGETS"
            self.assigned.update(token.text for token in self.tokens[bracket.token :] if token.type == "NAME")
