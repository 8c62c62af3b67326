"""MATLAB regular expressions, translated for the ``regex`` package."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from ...base.errors import MatlabError
from ...base.records import record


@record
class Flags:
    """Options of ``regexp`` that change matching."""

    ignore_case: bool = False
    empty_match: bool = False
    line_anchors: bool = False
    dot_except_newline: bool = False
    free_spacing: bool = False
    once: bool = False


@lru_cache(maxsize=512)
def compiled(expression: str, flags: Flags) -> Any:
    """The compiled pattern; ``MATLAB:regexp:invalidExpression`` where it is none."""
    import regex

    bits = regex.VERSION0 | (0 if flags.dot_except_newline else regex.DOTALL)
    bits |= regex.IGNORECASE if flags.ignore_case else 0
    bits |= regex.MULTILINE if flags.line_anchors else 0
    bits |= regex.VERBOSE if flags.free_spacing else 0
    try:
        return regex.compile(translate(expression, flags.line_anchors), bits)
    except regex.error as error:
        raise MatlabError(f"In expression '{expression}': {error.msg}.", "MATLAB:regexp:invalidExpression") from None


_PIECES = re.compile(
    r"\\(?P<back>[1-9]\d?)|\\.|(?P<class>\[\^?(?:\\.|\[:\w+:\]|[^\]\\])*\])|\(\?\((?P<test>\d+)\)|(?P<open>\((?!\?)|\(\?P?<(?![=!]))",
    re.DOTALL,
)


@lru_cache(maxsize=512)
def _marked(pattern: Any) -> Any:
    """A compiled pattern with an empty group before each of its groups, which says where that was tried; None where it cannot be made."""
    import regex

    def piece(match: re.Match[str]) -> str:
        if match["back"]:
            return f"\\{2 * int(match['back'])}" if int(match["back"]) <= pattern.groups else match[0]
        if match["test"]:
            return f"(?({2 * int(match['test'])})"
        return "()" + match[0] if match["open"] else match[0]

    try:
        with_groups = regex.compile(_PIECES.sub(piece, pattern.pattern), pattern.flags)
    except regex.error:
        return None
    return with_groups if with_groups.groups == 2 * pattern.groups else None


def expected_places(match: Any) -> list[int]:
    """Where each group of a match was tried last; the end of the match for those that were not."""
    marked = _marked(match.re)
    again = marked.match(match.string, match.start()) if marked is not None else None
    if again is None or again.span() != match.span():
        return [match.end()] * match.re.groups
    places = [again.start(2 * k - 1) for k in range(1, match.re.groups + 1)]
    return [place if place >= 0 else match.end() for place in places]


_SWITCHES = re.compile(r"\(\?([imsx]*)(-[imsx]+)?([:)])")


def translate(expression: str, line_anchors: bool) -> str:
    r"""A MATLAB expression in the syntax of the regex package: ``\<``, ``\>``, ``\oNN``, ``\x{NN}``, and ``$`` as the very end of the text.

    ``(?m)`` and its like hold to the end of their group: they become groups, which end there and before a ``|``.
    """
    output, at, in_class = [], 0, False
    groups = [_Group(line_anchors)]
    while at < len(expression):
        c = expression[at]
        if c == "\\" and at + 1 < len(expression):
            piece, at = _escape(expression, at, in_class)
            output.append(piece)
            continue
        if c == "\\":  # at the very end a backslash is literal
            output.append(r"\\")
        elif in_class:
            if c == "[" and expression.startswith("[:", at) and (end := expression.find(":]", at)) > 0:
                output.append(expression[at : end + 2])
                at = end + 2
                continue
            in_class = c != "]"
            output.append("\\[" if c == "[" else "\\-" if c == "-" and _backward(expression, at) else c)
        elif c == "[":
            in_class = True
            width = 2 if expression.startswith("[^", at) else 1
            if expression.startswith("]", at + width):
                output.append(expression[at : at + width] + "\\]")
                at += width + 1
                continue
            output.append(expression[at : at + width])
            at += width
            continue
        elif c == "(" and (switches := _SWITCHES.match(expression, at)):
            output.append(_switched(groups, switches))
            at = switches.end()
            continue
        else:
            output.append(_structure(c, groups))
        at += 1
    return "".join(output) + ")" * len(groups[-1].switches)


def _backward(expression: str, at: int) -> bool:
    """Whether a hyphen in brackets stands between two characters in the wrong order (``[eE-+]``): it means itself."""
    before, after = expression[at - 1], expression[at + 1 : at + 2]
    return before not in "[^\\" and expression[at - 2] != "\\" and after not in ("", "]", "\\", "[") and before > after


class _Group:
    """An open group: whether ``$`` ends lines in it, and the switches that were set since it began."""

    __slots__ = ("line_anchors", "switches")

    def __init__(self, line_anchors: bool) -> None:
        self.line_anchors = line_anchors
        self.switches: list[str] = []


def _switched(groups: list[_Group], match: re.Match[str]) -> str:
    """``(?i)`` or ``(?i:`` as the beginning of a group."""
    on, off = match[1], match[2] or ""
    anchors = "m" in on or ("m" not in off and groups[-1].line_anchors)
    opening = f"(?{on}{off}:"
    if match[3] == ":":
        groups.append(_Group(anchors))
    elif not on and not off:
        return ""
    else:
        groups[-1].line_anchors = anchors
        groups[-1].switches.append(opening)
    return opening


def _structure(c: str, groups: list[_Group]) -> str:
    """A character outside of brackets."""
    group = groups[-1]
    if c == "(":
        groups.append(_Group(group.line_anchors))
    elif c == "|":
        return ")" * len(group.switches) + "|" + "".join(group.switches)
    elif c == ")" and len(groups) > 1:
        groups.pop()
        return ")" * len(group.switches) + ")"
    elif c == "$" and not group.line_anchors:
        return r"\Z"
    return c


def _escape(expression: str, at: int, in_class: bool) -> tuple[str, int]:
    """One backslash sequence, and where the text goes on."""
    letter = expression[at + 1]
    if letter in "<>" and not in_class:
        return (r"\m" if letter == "<" else r"\M"), at + 2
    if letter in "ox":
        digits = "01234567" if letter == "o" else "0123456789abcdefABCDEF"
        start = at + 2
        braced = expression.startswith("{", start)
        stop = start = start + braced
        while stop < len(expression) and expression[stop] in digits and (braced or stop - start < (3 if letter == "o" else 2)):
            stop += 1
        if stop > start:
            return rf"\x{int(expression[start:stop], 8 if letter == 'o' else 16):02x}", stop + braced
    if letter == "b":  # a backspace; the edges of words are \< and \>
        return r"\x08", at + 2
    if letter.isalpha() and letter not in "aBcdDefnrstuvwWS":
        return letter, at + 2
    return expression[at : at + 2], at + 2


@lru_cache(maxsize=512)
def replacement(text: str) -> tuple[str | int | tuple[str], ...]:
    """A replacement as literal texts, numbers of tokens (0: the whole match) and, in tuples, names of tokens, `` ` `` and ``'``:
    what comes before the match and after it."""
    pieces: list[str | int | tuple[str]] = []
    literal, at = "", 0
    escapes = {"n": "\n", "t": "\t", "r": "\r", "f": "\f", "v": "\v", "a": "\a", "b": "\b", "e": "\x1b"}
    while at < len(text):
        c = text[at]
        following = text[at + 1 : at + 2]
        if c == "\\" and following:
            literal += escapes.get(following, following)
            at += 2
        elif c == "$" and following.isdigit():
            pieces += [literal, int(following)]
            literal = ""
            at += 2
        elif c == "$" and following in ("&", "`", "'"):
            pieces += [literal, 0 if following == "&" else (following,)]
            literal = ""
            at += 2
        elif c == "$" and (name := re.match(r"<(\w+)>", text[at + 1 :])):
            pieces += [literal, (name[1],)]
            literal = ""
            at += 1 + name.end()
        elif c == "$" and following == "{" and text[at + 2 : text.find("}", at)].isdigit():
            end = text.find("}", at)
            pieces += [literal, int(text[at + 2 : end])]
            literal = ""
            at = end + 1
        else:
            literal += c
            at += 1
    return (*pieces, literal)


def with_case_of(matched: str, new: str) -> str:
    """``preservecase``: the replacement in the case of what it replaces."""
    if matched.isupper():
        return new.upper()
    if matched.islower():
        return new.lower()
    return new[:1].upper() + new[1:].lower() if matched[:1].isupper() else new
