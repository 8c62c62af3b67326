"""Usage lines (``[m, i] = max(A, [], dim)``) and the arity they declare."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from inspect import CO_VARARGS
from itertools import pairwise
from typing import Any

from ..base.records import record

_LINE = re.compile(r"^\s*(?:(?P<outputs>\[[^\]]*\]|\w+)\s*=\s*)?(?P<name>[\w.]+)\s*(?:\((?P<inputs>.*)\))?\s*$")


_QUOTED = re.compile(r"'\w+'")


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


def _has_option(inputs: list[str]) -> bool:
    """Whether the line ends with ``Name, Value`` or holds a quoted name with something that is not quoted behind it."""
    pairs = pairwise(inputs)
    return inputs[-2:] == ["Name", "Value"] or any(_QUOTED.fullmatch(a) and not _QUOTED.fullmatch(b) for a, b in pairs)


@cache
def arity_of(name: str, usage: tuple[str, ...]) -> Arity:
    """The arity that usage lines declare; a name with ``...`` (``A1, ..., An`` or ``varargin...``) or an option with its value
    (``'Name', value``: there may be more such pairs) makes it open.

    Lines that are not of the form ``outputs = name(inputs)`` (command syntax, operators ``a + b``) do not count;
    with no line that counts every number is allowed.
    """
    least, most, outputs = None, 0, 0
    for line in usage:
        match = _LINE.match(line)
        if match is None or match["name"] != name:
            continue
        inputs = _split(match["inputs"] or "")
        open_ended = any("..." in part for part in inputs)
        count = len([part for part in inputs if part != "..."])
        least = count - (1 if open_ended and count else 0) if least is None else min(least, count)
        most = -1 if open_ended or most == -1 or _has_option(inputs) else max(most, count)
        given = match["outputs"] or ""
        names = [n for n in re.split(r"[,\s]+", given.strip("[]")) if n]
        outputs = -1 if "..." in given or outputs == -1 else max(outputs, len(names))
    if least is None:
        return Arity(0, -1, -1)
    return Arity(least, most, outputs)


@cache
def accepted(function: Callable[..., Any]) -> tuple[int, int]:
    """How few and how many arguments a builtin's function takes after its Call; -1 for any number."""
    code = getattr(function, "__code__", None)
    if code is None:
        return 0, -1
    taken = code.co_argcount - 1
    most = -1 if code.co_flags & CO_VARARGS else taken
    return max(taken - len(function.__defaults__ or ()), 0), max(most, -1)  # type: ignore[attr-defined]
