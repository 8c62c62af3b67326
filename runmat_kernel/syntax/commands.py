"""Command syntax: ``hold on`` is the call hold('on').  MATLAB decides by blanks and by what follows the first word."""

from __future__ import annotations

import re

from .tokens import SPACE

COMPARISONS = frozenset({"==", "~=", "!=", "<=", ">="})
BINARY = re.compile(r"==|~=|!=|<=|>=|\.?[*/\\^]=|[+\-&|]=|&&|\|\||\.[*/\\^]|\+\+|--|[+\-*/\\^<>&|:]")
WORD = re.compile(r"(?:'(?:[^'\n]|'')*'|\"(?:[^\"\n]|\"\")*\"|[^\s,;%'\"()\[\]{}]|[()\[\]{}])")

CONTINUED = re.compile(r"\.\.\.([^\n]*)(?:\n|$)")
"""Dots that continue a line; what follows them on it is a comment, but directly behind a word they do so at the end of the line only."""


def is_command(text: str, position: int) -> bool:
    """Whether the word that ends at ``position`` begins a command: a blank, then neither ``=`` nor ``(`` nor an operator
    with a blank behind it."""
    space = SPACE.match(text, position)
    if not space or "\n" in space[0] or space.end() >= len(text):
        return False
    following = text[space.end()]
    if following in "\n,;%(" or (following == "=" and text[space.end() + 1 : space.end() + 2] != "="):
        return False
    if following == "#":
        return text[space.end() + 1 : space.end() + 2] not in ("", " ", "\t", "\n", "#", "!")
    if following == "'":
        return _quote_closes(text, space.end())
    operator = BINARY.match(text, space.end())
    if operator:
        behind = text[operator.end() : operator.end() + 1]
        blank = not behind or behind.isspace()
        if operator[0] in ("++", "--"):
            return not blank and behind not in ";,"
        updates = operator[0][-1] == "=" and operator[0] not in COMPARISONS
        alone = len(operator[0]) == 1 and behind in ("", "\n")
        return alone or not (blank or updates)
    return True


def _quote_closes(text: str, position: int) -> bool:
    """Whether the quote at ``position`` has a partner on its line: without one it is a transpose."""
    end = text.find("\n", position)
    return "'" in text[position + 1 : len(text) if end < 0 else end]


def command_at(text: str, position: int) -> tuple[tuple[str, ...], int]:
    """The words of a command whose name ends at ``position``, and where its text ends.

    Blanks divide words except inside quotes and brackets; quotes are removed; ``,`` ``;`` and the line end, outside of
    both, end the command.
    """
    words: list[str] = []
    word: list[str] | None = None
    depth, end = 0, position
    while position < len(text):
        char = text[position]
        if char == "\n" or (depth == 0 and char in ",;"):
            break
        if char == "%" or (char == "#" and word is None and text[position + 1 : position + 2] in ("", " ", "\t", "\n")):
            break
        if (dots := CONTINUED.match(text, position)) and (word is None or not dots[1].strip()):
            if word is not None:
                words.append("".join(word))
            word, depth, position = None, 0, dots.end()
            continue
        if char in " \t\r\f\v" and depth == 0:
            if word is not None:
                words.append("".join(word))
            word, position = None, position + 1
            continue
        piece = WORD.match(text, position)
        taken = piece[0] if piece else char
        word = [] if word is None else word
        word.append(_unquoted(taken) if depth == 0 else taken)
        depth = max(0, depth + (taken in "([{") - (taken in ")]}"))
        position += len(taken)
        end = position
    if word is not None:
        words.append("".join(word).rstrip())
    return tuple(words), end


def _unquoted(piece: str) -> str:
    if len(piece) >= 2 and piece[0] in "'\"":
        return piece[1:-1].replace(piece[0] * 2, piece[0])
    return piece
