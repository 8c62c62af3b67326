"""Text for the outside: MATLAB's characters are UTF-16 units, of which a program may have halves alone."""

from __future__ import annotations


def well_formed(text: str) -> str:
    """``text`` as UTF-8 can carry it: pairs of surrogates become their character, lone ones the replacement character."""
    try:
        text.encode()
        return text
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
