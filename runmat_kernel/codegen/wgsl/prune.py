"""Shader text without what cannot run.  Drivers compile every function of a shader, and take time by its length."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

_BRACE = re.compile(r"[{}]|//[^\n]*")
_BRANCH = re.compile(r"\bif (true|false) \{")
_FUNCTION = re.compile(r"^fn (\w+)\(", re.MULTILINE)
_NAME = re.compile(r"\b\w+\b")
_RETURNS = re.compile(r"\breturn\b[^;]*;\s*$")


def pruned(own: str, library: Iterable[str] = (), main: str = "") -> str:
    """The shader of these texts, one after the other, with constant branches decided, and without functions that nothing calls.
    Functions start at the start of a line.
    """
    parts = [_taken_apart(own), *map(known, library), _taken_apart(main)]
    functions = {name: function for _, _, held in parts for name, function in held.items()}
    kept = {"main"} if "main" in functions else set(functions)
    waiting = [names for _, names, _ in parts] + [functions[name].names for name in kept]
    while waiting:
        called = waiting.pop() & functions.keys() - kept
        kept |= called
        waiting += [functions[name].names for name in called]
    return "\n".join([*(outside for outside, _, _ in parts), *(f.text for name, f in functions.items() if name in kept)])


class _Function(NamedTuple):
    """A function's text with its constant branches decided, and the names in it."""

    text: str
    names: frozenset[str]


def _taken_apart(text: str) -> tuple[str, frozenset[str], dict[str, _Function]]:
    """The text outside of functions, the names in it, and the functions."""
    outside, functions = _split(text)
    decided = {name: _decided(function) for name, function in functions.items()}
    return outside, _names(outside), {name: _Function(function, _names(function)) for name, function in decided.items()}


known = cache(_taken_apart)
"""The same for texts of the library, each once in a process."""


def _names(text: str) -> frozenset[str]:
    return frozenset(_NAME.findall(text))


def _split(text: str) -> tuple[str, dict[str, str]]:
    """The text outside of functions, and each function's text (with its attributes) in order."""
    outside, functions, position = [], {}, 0
    while (match := _FUNCTION.search(text, position)) is not None:
        start = match.start()
        before = text[position:start]
        # Attributes on their own line; a text may begin with them.
        if before.rstrip().endswith(")") and (at := ("\n" + before).rfind("\n@")) >= 0:
            before, start = before[:at], position + at
        outside.append(before)
        position = _closing(text, text.index("{", match.end())) + 1
        functions[match[1]] = text[start:position]
    return "".join([*outside, text[position:]]), functions


def _closing(text: str, opening: int) -> int:
    """The position of the brace that closes the one at ``opening``."""
    depth = 0
    for brace in _BRACE.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if depth == 0:
            return brace.start()
    raise ValueError("a brace is not closed")


def _decided(body: str) -> str:
    """A function's text with its constant branches replaced by what runs."""
    while (branch := _BRANCH.search(body)) is not None:
        end = _closing(body, branch.end() - 1)
        chosen, rest = body[branch.end() : end], body[end + 1 :]
        other = re.match(r"\s*else \{", rest)
        if other is not None:
            until = _closing(rest, other.end() - 1)
            alternative, rest = rest[other.end() : until], rest[until + 1 :]
        else:
            alternative = ""
        taken = chosen if branch[1] == "true" else alternative
        before = body[: branch.start()]
        if _RETURNS.search(taken) and _depth(before) == 1:
            return f"{before}{taken.strip()}\n}}"
        body = f"{before}{{{taken}}}{rest}" if taken.strip() else before.rstrip() + rest
    return body


def _depth(text: str) -> int:
    return text.count("{") - text.count("}")
