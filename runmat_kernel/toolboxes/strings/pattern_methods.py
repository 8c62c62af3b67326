"""Text functions with patterns in place of texts, and the operators of patterns: the methods of ``pattern``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins.arguments import integer
from ...builtins.spec import Stored, methods
from ...builtins.texts import cellstr, collected, is_on, items, map_text, map_value, options, strings
from ...values import CellArray, StringArray, object_array
from ...values.convert import text_of, to_value
from ...values.pattern import Pattern, any_of, as_pattern, compiled, either


def _matcher(call: Any, sought: Any, more: tuple[Any, ...]) -> Any:
    ignore = is_on(options(call, more, ignorecase=False)["ignorecase"]) if more else False
    return compiled(any_of(sought), ignore)


def _spans(expression: Any, text: str) -> list[tuple[int, int]]:
    """The spans of the matches that are not empty."""
    return [m.span() for m in expression.finditer(text) if m.end() > m.start()]


def _test(name: str) -> Callable[..., Any]:
    def method(call, value, sought, *more):
        rule = any_of(sought)
        rule = {"startsWith": rf"\A(?:{rule})", "endsWith": rf"(?:{rule})\Z", "matches": rf"\A(?:{rule})\Z"}.get(name, rule)
        ignore = is_on(options(call, more, ignorecase=False)["ignorecase"]) if more else False
        expression = compiled(rule, ignore)
        return map_value(value, lambda t: expression.search(t) is not None, False, call)

    return method


def _count(call, value, sought, *more):
    expression = _matcher(call, sought, more)
    return map_value(value, lambda t: float(len(_spans(expression, t))), float("nan"), call)


def extracted(call: Any, value: Any, sought: Any) -> Any:
    """All matches of each text: a column for one text, else along a new dimension; all texts must have equally many."""
    expression = compiled(any_of(sought), False)
    texts, shape = items(value, call)
    if not texts:
        return _texts_like(value, np.empty(shape, object))
    matches = [[t[a:b] for a, b in _spans(expression, t)] if t is not None else [None] for t in texts]
    if len(texts) == 1:
        return collected(value, matches[0], (len(matches[0]), 1))
    if len({len(pieces) for pieces in matches}) > 1:
        raise MatlabError("All strings must have the same number of matches.", "MATLAB:string:MustHaveSameNumberOfMatches")
    count = len(matches[0])
    table = object_array([p for pieces in matches for p in pieces], (count, len(matches)))
    if len(shape) == 2 and shape[1] == 1:
        return _texts_like(value, table.T.copy(order="F"))
    return _texts_like(value, np.moveaxis(table.reshape(count, *shape, order="F"), 0, -1))


def _texts_like(value: Any, table: np.ndarray) -> Any:
    flat = list(table.ravel(order="F"))
    return strings(flat, table.shape) if type(value) is StringArray else cellstr(flat, table.shape)


def _side(after: bool) -> Callable[..., Any]:
    def method(call, value, sought):
        expression = compiled(any_of(sought), False)

        def cut(text: str) -> str | None:
            match = expression.search(text)
            if match is None:
                return None
            return text[match.end() :] if after else text[: match.start()]

        texts, shape = items(value, call)
        texts_cut = [cut(t) if t is not None else None for t in texts]
        if type(value) is not StringArray:
            texts_cut = [t or "" for t in texts_cut]
            return texts_cut[0] if type(value) is not CellArray else cellstr(texts_cut, shape)
        return strings(texts_cut, shape)

    return method


def _boundaries(call: Any, more: tuple[Any, ...]) -> bool:
    boundaries = options(call, more, boundaries=None)["boundaries"]
    return boundaries is not None and text_of(boundaries).lower() == "inclusive"


def _between(call, value, start, end, *more):
    inclusive = _boundaries(call, more)
    expression = _between_expression(start, end)
    group = 0 if inclusive else "inner"
    texts, _ = items(value, call)
    matches = [[m.group(group) for m in expression.finditer(t)] for t in texts]
    if len(texts) == 1:
        return collected(value, matches[0], (len(matches[0]), 1))
    if len({len(p) for p in matches}) > 1:
        raise MatlabError("All strings must have the same number of matches.", "MATLAB:string:MustHaveSameNumberOfMatches")
    table = object_array([p for pieces in matches for p in pieces], (len(matches[0]), len(matches))).T
    return _texts_like(value, np.asfortranarray(table))


def _between_expression(start: Any, end: Any) -> Any:
    return compiled(f"(?<opening>{any_of(start)})(?<inner>.*?)(?<closing>{any_of(end)})", False)


def _replace_between(call, value, start, end, new, *more):
    inclusive, text = _boundaries(call, more), text_of(new)
    expression = _between_expression(start, end)
    change = (lambda m: text) if inclusive else (lambda m: m.group("opening") + text + m.group("closing"))
    return map_text(value, lambda t: expression.sub(change, t), call)


def _erase_between(call, value, start, end, *more):
    return _replace_between(call, value, start, end, to_value(""), *more)


def _replace(call, value, old, new):
    expression, text = compiled(any_of(old), False), text_of(new)
    return map_text(value, lambda t: expression.sub(lambda m: text if m.end() > m.start() else m.group(), t), call)


def _erase(call, value, sought):
    return _replace(call, value, sought, to_value(""))


def _insert(after: bool) -> Callable[..., Any]:
    def method(call, value, sought, new):
        expression, text = compiled(any_of(sought), False), text_of(new)
        return map_text(value, lambda t: expression.sub(lambda m: m.group() + text if after else text + m.group(), t), call)

    return method


def _pieces(expression: Any, text: str) -> tuple[list[str], list[str]]:
    """The text between matches, and the matches."""
    parts, at, marks = [], 0, []
    for a, b in _spans(expression, text):
        parts.append(text[at:a])
        marks.append(text[a:b])
        at = b
    return [*parts, text[at:]], marks


def _split(call, value, delimiter, dim=None):
    expression = compiled(any_of(delimiter), False)
    texts, shape = items(value, call)
    cut = [_pieces(expression, t) for t in texts]
    if len({len(parts) for parts, _ in cut}) > 1:
        raise MatlabError("All strings must have the same number of delimiters.", "MATLAB:string:MustHaveSameNumberOfDelimiters")

    def laid(lists: list[list[str]]) -> Any:
        table = np.array([[*row, None] for row in lists], object)[:, :-1]
        if len(lists) == 1:
            table = table if dim is not None and integer(dim) == 2 else table.T
        elif shape[1] != 1:
            table = table.reshape(1, *table.shape)
        return _texts_like(value, np.asfortranarray(table))

    return laid([parts for parts, _ in cut]), laid([marks for _, marks in cut])


def _plus(call, left, right):
    a, b = as_pattern(left).rules, as_pattern(right).rules
    if len(a) != len(b) and 1 not in (len(a), len(b)):
        raise MatlabError("Arrays have incompatible sizes for this operation.", "MATLAB:sizeDimensionsMustMatch")
    count = max(len(a), len(b))
    pairs = [(a[i % len(a)], b[i % len(b)]) for i in range(count)]
    rules = [(_unit(x) + _unit(y), f"{_term(u)} + {_term(v)}") for (x, u), (y, v) in pairs]
    return Pattern(rules, as_pattern(left if len(a) == count else right).shape)


def _unit(expression: str) -> str:
    return f"(?:{expression})" if "|" in expression else expression


def _term(words: str) -> str:
    """The words as a part of a sum: in parentheses where a choice stands outside all quotes and parentheses."""
    depth, quoted = 0, False
    for k, c in enumerate(words):
        quoted ^= c == '"'
        depth += 0 if quoted else (c == "(") - (c == ")")
        if c == "|" and not quoted and not depth and words[k - 1 : k + 2] == " | ":
            return f"({words})"
    return words


def _not(call, value):
    return Pattern.of(f"(?!{value.expression})", f"~{value.words}")


def _joined(call, *values):
    return Pattern([rule for value in values for rule in as_pattern(value).rules])


def _stacked(call, *values):
    rules = [rule for value in values for rule in as_pattern(value).rules]
    return Pattern(rules, (len(rules), 1))


PATTERN_METHODS = methods(Pattern, {
    **{name: _test(name) for name in ("contains", "startsWith", "endsWith", "matches")},
    "count": _count,
    "extractBefore": _side(after=False),
    "extractAfter": _side(after=True),
    "extractBetween": _between,
    "replaceBetween": _replace_between,
    "eraseBetween": _erase_between,
    "replace": _replace,
    "erase": _erase,
    "insertAfter": _insert(after=True),
    "insertBefore": _insert(after=False),
    "split": _split,
    "plus": _plus,
    "or": lambda call, left, right: either(left, right),
    "not": _not,
    "horzcat": _joined,
    "vertcat": _stacked,
})


STORED = (Stored(Pattern),)
