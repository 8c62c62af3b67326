"""Shader text without what cannot run.  Drivers compile every function of a shader, and take time by its length."""

from __future__ import annotations

import re

_BRACE = re.compile(r"[{}]|//[^\n]*")
_BRANCH = re.compile(r"\bif (true|false) \{")
_FUNCTION = re.compile(r"^fn (\w+)\(", re.MULTILINE)
_NAME = re.compile(r"\b\w+\b")
_RETURNS = re.compile(r"\breturn\b[^;]*;\s*$")


def pruned(text: str) -> str:
    """The same shader with constant branches decided, and without functions that nothing calls.  Functions start at the start of a line."""
    outside, functions = _split(text)
    kept = {name: _decided(functions[name]) for name in (["main"] if "main" in functions else functions)}
    waiting = [outside, *kept.values()]
    while waiting:
        for name in set(_NAME.findall(waiting.pop())) & functions.keys() - kept.keys():
            kept[name] = _decided(functions[name])
            waiting.append(kept[name])
    return "\n".join([outside, *(kept[name] for name in functions if name in kept)])


def _split(text: str) -> tuple[str, dict[str, str]]:
    """What is outside of functions, and each function's text (with its attributes) in order."""
    outside, functions, position = [], {}, 0
    while (found := _FUNCTION.search(text, position)) is not None:
        start = found.start()
        before = text[position:start]
        if before.rstrip().endswith(")") and (at := before.rfind("\n@")) >= 0:
            before, start = before[:at], position + at + 1
        outside.append(before)
        position = _closing(text, text.index("{", found.end())) + 1
        functions[found[1]] = text[start:position]
    return "".join([*outside, text[position:]]), functions


def _closing(text: str, opening: int) -> int:
    """The position of the brace that closes the one at ``opening``."""
    depth = 0
    for found in _BRACE.finditer(text, opening):
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        if depth == 0:
            return found.start()
    raise ValueError("a brace is not closed")


def _decided(body: str) -> str:
    """A function's text with its constant branches replaced by what runs."""
    while (found := _BRANCH.search(body)) is not None:
        end = _closing(body, found.end() - 1)
        chosen, rest = body[found.end() : end], body[end + 1 :]
        other = re.match(r"\s*else \{", rest)
        if other is not None:
            until = _closing(rest, other.end() - 1)
            alternative, rest = rest[other.end() : until], rest[until + 1 :]
        else:
            alternative = ""
        taken = chosen if found[1] == "true" else alternative
        before = body[: found.start()]
        if _RETURNS.search(taken) and _depth(before) == 1:
            return f"{before}{taken.strip()}\n}}"
        body = f"{before}{{{taken}}}{rest}" if taken.strip() else before.rstrip() + rest
    return body


def _depth(text: str) -> int:
    return text.count("{") - text.count("}")
