"""Answers for editors about unfinished text: whether it is complete, and which word is being typed at the cursor."""

from __future__ import annotations

import re
import string
from dataclasses import dataclass

from ..base.errors import MatlabSyntaxError
from ..base.records import record
from ..base.source import Source
from .commands import is_command
from .parser import parse
from .tokens import CLASS_BLOCKS, KEYWORDS, MIDDLES, OPENERS, SPACE

INDENT = "    "
FINISHED = ("", "", "")
"""Lines behind which a function has no ``end``; JupyterLab puts two line breaks behind lines that it asks about one after the other."""
OPENING = re.compile(r"\s*(?:" + "|".join([*OPENERS, *MIDDLES, *CLASS_BLOCKS, "arguments"]) + r")\b")
CLOSED = re.compile(r"\bend\w*\s*[;,]?\s*(?:[%#].*)?$")
CHAIN = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*\.?$")
WORD_CHARACTERS = string.ascii_letters + string.digits + "_"
WORD = re.compile(r"[A-Za-z_]\w*$")
NOT_CODE = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|%.*")


def status(text: str) -> tuple[str, str]:
    """``('complete' | 'incomplete' | 'invalid', indent)`` for Jupyter's is_complete request.

    ``indent`` is the blank text the next line should begin with.  A function without ``end`` is complete once as many line breaks
    follow it as join ``FINISHED`` to its lines, because ``end`` may still come.
    """
    if _continues(text):
        return "incomplete", _indent(text)
    try:
        program = parse(Source("cell", text + "\n"))  # `do` is a block where a line follows, a name at the end of a text
    except MatlabSyntaxError as error:
        return ("incomplete", _indent(text)) if error.incomplete else ("invalid", "")
    if any(not function.has_end for function in program.functions) and breaks_behind(text) < len(FINISHED):
        return "incomplete", _indent(text)
    return "complete", ""


def breaks_behind(text: str) -> int:
    """The line breaks behind the last line that is not blank: editors indent blank lines too."""
    return text[len(text.rstrip()) :].count("\n")


def _continues(text: str) -> bool:
    """Whether the last line goes on in the next; what follows the three dots is a comment."""
    return "..." in NOT_CODE.sub("", text.rstrip().rpartition("\n")[2])


def _indent(text: str) -> str:
    """The indentation of the last line, one step deeper where that line opens a block."""
    last = text.rstrip().rpartition("\n")[2]
    blank = last[: len(last) - len(last.lstrip())]
    return blank + INDENT if OPENING.match(last) and not CLOSED.search(last) else blank


@record
class Context:
    """The word that is being typed: ``kind`` is ``name``, ``field``, ``text``, ``command``, ``comment`` or ``none``.

    ``prefix`` is the part before the cursor, from offset ``start``; ``chain`` the value whose field is typed (``s.a(1)`` as
    ``("s", "a")``); ``call`` the enclosing call or command and ``argument`` the position in it, from 0.
    """

    kind: str
    prefix: str
    start: int
    chain: tuple[str, ...] = ()
    call: str | None = None
    argument: int = 0


@dataclass(slots=True)
class _Frame:
    """An open bracket before the cursor: what it calls, and how many commas have passed."""

    bracket: str
    call: str | None
    commas: int = 0


def context(text: str, cursor: int) -> Context:
    """The word that is being typed at the offset ``cursor``, judged from the text before it; never raises."""
    position = _statement_start(text, cursor)
    frames: list[_Frame] = []
    at_start, operand = True, False
    while position < cursor:
        space = SPACE.match(text, position)
        if space and space.end() <= cursor:
            position = space.end()
            operand = operand and not (frames and frames[-1].bracket in "[{")
            continue
        char = text[position]
        if char in "%#":
            return Context("comment", "", cursor)
        if char == '"' or (char == "'" and not operand):
            end = _text_end(text, position, cursor)
            if end is None:
                return _in_text(text, position + 1, cursor, frames)
            position, operand, at_start = end, True, False
        elif char.isalpha() or char == "_":
            word = text[position:cursor]
            word = word[: len(word) - len(word.lstrip(WORD_CHARACTERS))]
            position += max(1, len(word))
            if at_start and word not in KEYWORDS and position < cursor and is_command(text[:cursor] + "x", position):
                return _in_command(text, word, position, cursor)
            at_start, operand = word in KEYWORDS and word != "end", word not in KEYWORDS or word == "end"
        else:
            position += 1
            at_start = char in ";," and not frames
            operand = char in ")]}'" or char.isdigit() or (char == "." and operand)
            _track(text, position, char, frames)
    return _at_word(text, cursor, frames)


def _statement_start(text: str, cursor: int) -> int:
    """Start of the line of the cursor, or of the first of the lines that continue onto it by ``...`` or an open bracket."""
    start = text.rfind("\n", 0, cursor) + 1
    while start > 0:
        previous = text.rfind("\n", 0, start - 1) + 1
        line = text[previous : start - 1]
        code = NOT_CODE.sub("", line)
        opened = sum(code.count(c) for c in "([{") > sum(code.count(c) for c in ")]}")
        if not ("..." in code or opened):
            return start
        start = previous
    return start


def _text_end(text: str, position: int, cursor: int) -> int | None:
    """Where the quoted text at ``position`` ends, None where the cursor is inside it."""
    quote, place = text[position], position + 1
    while place < cursor:
        if text[place] == quote:
            if text[place + 1 : place + 2] != quote or place + 1 >= cursor:
                return place + 1
            place += 1
        place += 1
    return None


def _track(text: str, position: int, char: str, frames: list[_Frame]) -> None:
    if char in "([{":
        name = CHAIN.search(text, 0, position - 1)
        frames.append(_Frame(char, name[0] if name and char == "(" else None))
    elif char in ")]}" and frames:
        frames.pop()
    elif char == "," and frames:
        frames[-1].commas += 1


def _call(frames: list[_Frame]) -> tuple[str | None, int]:
    """The innermost call and argument position around the cursor; list brackets in between are part of the argument."""
    for frame in reversed(frames):
        if frame.call:
            return frame.call, frame.commas
        if frame.bracket == "(":
            break
    return None, 0


def _in_text(text: str, start: int, cursor: int, frames: list[_Frame]) -> Context:
    call, argument = _call(frames)
    return Context("text", text[start:cursor], start, (), call, argument)


def _in_command(text: str, name: str, position: int, cursor: int) -> Context:
    words = text[position:cursor].split(" ")
    prefix = words[-1]
    return Context("command", prefix, cursor - len(prefix), (), name, sum(1 for word in words[:-1] if word))


def _at_word(text: str, cursor: int, frames: list[_Frame]) -> Context:
    call, argument = _call(frames)
    word = WORD.search(text, 0, cursor)
    start = word.start() if word else cursor
    if text[:start].endswith(".") and not text[: start - 1].endswith((" ", "\t", "\n", ".")):
        chain = _chain(text[: start - 1])
        if chain:
            return Context("field", text[start:cursor], start, chain, call, argument)
    if word is None or text[:start].endswith(tuple(string.digits)):
        return Context("none", "", cursor, (), call, argument)
    return Context("name", word[0], start, (), call, argument)


def _chain(text: str) -> tuple[str, ...]:
    """The names of the value that ends at the end of ``text``, indices dropped: ``a.b(3)`` is ``("a", "b")``."""
    names: list[str] = []
    while True:
        text = _without_indices(text)
        word = WORD.search(text)
        if not word:
            return ()
        names.insert(0, word[0])
        text = text[: word.start()]
        if not text.endswith("."):
            return tuple(names)
        text = text[:-1]


def _without_indices(text: str) -> str:
    """``text`` without the bracketed indices at its end."""
    while text.endswith((")", "}")):
        depth, place = 0, len(text)
        while place > 0:
            place -= 1
            depth += (text[place] in ")}]") - (text[place] in "({[")
            if depth == 0:
                break
        if depth:
            return ""
        text = text[:place]
    return text
