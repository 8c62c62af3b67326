"""help, doc and lookfor: what the records of the builtins say."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from ... import sample_data
from ...builtins.help import help_text
from ...builtins.keywords import KEYWORDS, OPERATORS
from ...builtins.registry import builtins, chapters
from ...builtins.spec import Example, builtin
from ...values.convert import text_of


def _help_of(call: Any, name: str) -> str | None:
    """Help of a builtin, a word or an operator of the language, a user's function where the session knows it, or a set of sample data."""
    record = builtins().get(OPERATORS.get(name, name)) or KEYWORDS.get(name)
    own = getattr(call.session, "function_help", None)
    text_of_help = own(name) if own is not None else None
    return text_of_help or (help_text(record) if record is not None else sample_data.help_text(name) or None)


def _show_help(call: Any, name: Any) -> Any:
    if name is None:
        text = "".join(
            f"{chapter}: {', '.join(sorted(b.name for b in members if not b.hidden))}\n\n" for chapter, members in chapters() if members
        )
    else:
        word = text_of(name)
        text = _help_of(call, word) or ""
        if not text:
            near = get_close_matches(word, builtins(), 5)
            text = f"{word} not found.\n" + (f"Did you mean: {', '.join(near)}?\n" if near else "")
    return text if call.nargout else call.write(text)


@builtin(
    "help",
    "help name",
    "help",
    "text = help(name)",
    summary="Help text of a function.",
    examples=(Example("ischar(help('sin'))", "true"), Example("contains(help('for'), 'for index = values')", "true")),
)
def help_(call, name=None):
    return _show_help(call, name)


@builtin("doc", "doc name", "doc", "doc(name)", summary="Help text of a function.")
def doc(call, name=None):
    return _show_help(call, name)


@builtin("lookfor", "lookfor word", "lookfor(word)", summary="Functions whose summary holds a word.")
def lookfor(call, word):
    wanted = text_of(word).lower()
    matches = [b for b in builtins().values() if wanted in b.summary.lower() or wanted in b.name.lower()]
    call.write("".join(f"{b.name:<30} - {b.summary}\n" for b in sorted(matches, key=lambda b: b.name)))
