"""Usage lines (``[m, i] = max(A, [], dim)``): how many arguments they declare, and which words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from inspect import CO_VARARGS
from typing import Any

from ..base.records import record

_LINE = re.compile(r"^\s*(?:(?P<outputs>\[[^\]]*\]|\w+)\s*=\s*)?(?P<name>[\w.]+)\s*(?:\((?P<inputs>.*)\))?\s*$")


_QUOTED = re.compile(r"'([^']*)'")
_NUMERIC = frozenset("dim vecdim dims sz sz1 sz2 szN tol".split())
"""Parameters that no text is an argument of."""
_DIMENSION = "dim"
"""Functions refuse texts for a dimension themselves, with an error of its own."""


@record
class Arity:
    """Least and most inputs and most outputs; -1 for any number."""

    least_inputs: int
    most_inputs: int
    most_outputs: int


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        if c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
        elif c == "," and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def _first_option(inputs: list[str]) -> int | None:
    """The place of the first option with a value: ``Name, Value``, ``Name=value``, or a quoted word and something not quoted."""
    for k, part in enumerate(inputs):
        if "=" in part or (k == len(inputs) - 2 and inputs[k:] == ["Name", "Value"]):
            return k
        if _QUOTED.fullmatch(part) and k + 1 < len(inputs) and not _QUOTED.fullmatch(inputs[k + 1]):
            return k
    return None


def _lines(name: str, usage: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Outputs as text and inputs of the lines that declare something: ``outputs = name(inputs)``, not operators or command syntax."""
    for line in usage:
        match = _LINE.match(line)
        if match is not None and match["name"] == name:
            yield match["outputs"] or "", _split(match["inputs"] or "")


def _extends(inputs: list[str]) -> bool:
    """Whether the line adds to those before it, a fixed number of arguments: ``(..., direction)``."""
    return len(inputs) > 1 and inputs[0] == "..." and "..." not in "".join(inputs[1:]) and _first_option(inputs) is None


@cache
def arity_of(name: str, usage: tuple[str, ...]) -> Arity:
    """The arity that usage lines declare; a name with ``...`` (``A1, ..., An`` or ``varargin...``) or an option with its value
    (``'Name', value``: there may be more such pairs) makes it open.  A line ``(..., direction)`` adds to the longest other one.

    With no line that declares anything every number is allowed.
    """
    lines = list(_lines(name, usage))
    if not lines:
        return Arity(0, -1, -1)
    extending = {tuple(inputs[1:]) for _, inputs in lines if _extends(inputs)}
    # [B, I] = sort(...) says nothing of the inputs; h = plot(...) may stand for an axes and options too.
    full = [inputs for outputs, inputs in lines if not _extends(inputs) and not (inputs == ["..."] and outputs[:1] == "[")]
    counts = [_counts(inputs, place == 0) for place, inputs in enumerate(full)] or [(0, -1)]
    longest = max(most for _, most in counts)
    is_open = any(most < 0 for _, most in counts)
    most = -1 if is_open else longest + sum(len(added) for added in extending)
    least = min((least for inputs, (least, _) in zip(full, counts, strict=False) if inputs != ["..."]), default=0)  # what others say
    return Arity(least, most, _most_outputs([outputs for outputs, _ in lines]))


def _counts(inputs: list[str], is_first: bool) -> tuple[int, int]:
    """Least and most arguments of one line; the last name of ``A1, ..., An`` in the first line may be missing."""
    is_open = any("..." in part for part in inputs)
    count = len([part for part in inputs if part != "..."])
    return count - (1 if is_open and is_first and count else 0), -1 if is_open or _first_option(inputs) is not None else count


def _most_outputs(lines: list[str]) -> int:
    counts = [-1 if "..." in outputs else len([n for n in re.split(r"[,\s]+", outputs.strip("[]")) if n]) for outputs in lines]
    return -1 if -1 in counts else max(counts)


@cache
def words_at(name: str, usage: tuple[str, ...], place: int) -> frozenset[str] | None:
    """The words (in lower case) that usage lines allow as an argument at a place, counted from 0; None where any text may stand.

    Options with values (``'Alpha', alpha``) come in any order and number: functions check their names.
    """
    words: set[str] = set()
    has_dimension = False
    lines = [inputs for _, inputs in _lines(name, usage)]
    full = [inputs for inputs in lines if inputs != ["..."]]
    if len(lines) < len(usage) or not full:  # command syntax takes words too
        return None
    for inputs in full:
        option = _first_option(inputs)
        if option is not None and (place >= option or inputs[0] == "..."):
            return None
        for part in _parts_at(inputs, place):
            word = _QUOTED.fullmatch(part)
            if word is not None:
                words.add(word[1].lower())
            elif part == _DIMENSION:
                has_dimension = True
            elif part not in _NUMERIC and part[0] != "[" and not part.isdigit():
                return None
    return frozenset(words) if words or not has_dimension else None


@cache
def names_words(name: str, usage: tuple[str, ...]) -> bool:
    """Whether the usage lines say at some place which words may stand there."""
    most = max((len(inputs) for _, inputs in _lines(name, usage)), default=0)
    return any(words_at(name, usage, place) is not None for place in range(most))


def _parts_at(inputs: list[str], place: int) -> list[str]:
    """Parts of a line that may be the argument at a place."""
    dots = next((k for k, part in enumerate(inputs) if "..." in part), len(inputs))
    if place < dots:
        return inputs[place : place + 1]
    return inputs[dots + 1 :] or inputs[dots : dots + 1]


@cache
def accepted(function: Callable[..., Any]) -> tuple[int, int]:
    """How few and how many arguments a builtin's function takes after its Call; -1 for any number."""
    code = getattr(function, "__code__", None)
    if code is None:
        return 0, -1
    taken = code.co_argcount - 1
    most = -1 if code.co_flags & CO_VARARGS else taken
    return max(taken - len(function.__defaults__ or ()), 0), max(most, -1)  # type: ignore[attr-defined]
