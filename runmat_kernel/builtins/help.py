"""The text that ``help`` and inspection show of a function or a word of the language."""

from __future__ import annotations

from .keywords import Keyword
from .spec import Builtin


def help_text(record: Builtin | Keyword) -> str:
    """The text of ``help`` for a builtin or a word of the language: summary, usage, examples, related functions."""
    lines = [f" {record.name} - {record.summary}", "", *(f"    {line}" for line in record.usage)]
    if record.examples:
        lines += ["", " Examples"]
        lines += [f"    {example.code}    % {example.gives}" for example in record.examples]
    if record.see_also:
        lines += ["", " See also " + ", ".join(record.see_also)]
    return "\n".join(lines) + "\n"
