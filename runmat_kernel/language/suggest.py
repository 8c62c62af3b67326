"""``Did you mean``: names like one that is not known."""

from __future__ import annotations

from typing import Any

from ..builtins.registry import builtins


def suggest(name: str, session: Any) -> str | None:
    """The nearest name among variables, the session's functions and builtins, or None."""
    from difflib import get_close_matches

    known = [*session.workspace_values, *session.session_functions, *(n for n, b in builtins().items() if not b.hidden)]
    for candidate in known:
        if candidate.lower() == name.lower():
            return candidate
    matches = get_close_matches(name, known, 1, 0.8)
    return matches[0] if matches else None
