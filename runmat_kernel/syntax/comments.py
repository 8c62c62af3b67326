"""Help text: the comment block below the first line of a function or class, or else the one right above it."""

from __future__ import annotations

import re

from ..base.source import Source

COMMENT_LINE = re.compile(r"[ \t]*[%#]+(?P<text>[^\n]*)")
BLOCK_COMMENT = re.compile(r"[ \t]*[%#]\{[ \t\r]*\n(?P<text>.*?)\n[ \t]*[%#]\}[ \t\r]*(?:\n|\Z)", re.DOTALL)


def help_text(source: Source, start: int, signature_end: int) -> str:
    """The help of the definition that starts at offset ``start`` and whose signature ends at ``signature_end``.

    Comment marks are removed and lines joined by newlines; empty where there is no comment.
    """
    text = source.text
    line = source.position(signature_end)[0]
    while "..." in source.line_text(line).partition("%")[0] and source.line_text(line + 1):
        line += 1
    below = _lines_from(source, line + 1, 1)
    if below:
        return "\n".join(below)
    after = text.find("\n", signature_end)
    block = BLOCK_COMMENT.match(text, after + 1) if after >= 0 else None
    if block:
        return block["text"].replace("\r", "")
    return "\n".join(reversed(_lines_from(source, source.position(start)[0] - 1, -1)))


def _lines_from(source: Source, line: int, step: int) -> list[str]:
    """Texts of consecutive comment lines from ``line`` on, walking by ``step``."""
    lines_found: list[str] = []
    while match := COMMENT_LINE.fullmatch(source.line_text(line)):
        if match["text"].strip() in ("{", "}"):
            break
        lines_found.append(match["text"])
        line += step
    return lines_found
