"""Regular expressions: ``regexp``, ``regexpi``, ``regexprep``, ``regexptranslate``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np

from ...builtins.arguments import integer, option
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...builtins.texts import is_textual, items, map_text
from ...values import CellArray, CharArray, StringArray, StructArray, object_array
from ...values.convert import is_text, text_of, to_value
from .expression_translation import Flags, compiled, expected_places, replacement, with_case_of

_DEFAULTS = Flags()
_OUTPUTS = ("start", "end", "tokenExtents", "match", "tokens", "names", "split")
_OUTPUT_OF = {name.lower(): name for name in _OUTPUTS}
_SWITCHES = {
    "once": {"once": True},
    "all": {"once": False},
    "ignorecase": {"ignore_case": True},
    "matchcase": {"ignore_case": False},
    "emptymatch": {"empty_match": True},
    "noemptymatch": {"empty_match": False},
    "lineanchors": {"line_anchors": True},
    "stringanchors": {"line_anchors": False},
    "dotexceptnewline": {"dot_except_newline": True},
    "dotall": {"dot_except_newline": False},
    "freespacing": {"free_spacing": True},
    "literalspacing": {"free_spacing": False},
}


def _matches(expression: str, text: str, flags: Flags) -> list[Any]:
    matches = compiled(expression, flags).finditer(text)
    if not flags.once:
        return list(matches) if flags.empty_match else [match for match in matches if match.end() > match.start()]
    return list(islice((match for match in matches if flags.empty_match or match.end() > match.start()), 1))


def _search(text: str, expression: str, flags: Flags, outputs: Sequence[str], like: Any) -> tuple[Any, ...]:
    """The named ``outputs`` for one text."""
    matches = _matches(expression, text, flags)
    makers = {
        "start": lambda: _numbers([m.start() + 1 for m in matches], flags),
        "end": lambda: _numbers([m.end() for m in matches], flags),
        "tokenExtents": lambda: _cells([to_value(_extents(m)) for m in matches], flags, np.empty((0, 0))),
        "match": lambda: _match_texts([m[0] for m in matches], flags, like),
        "tokens": lambda: _cells([_tokens(m, like) for m in matches], flags, CellArray.of([], (0, 0))),
        "names": lambda: _names(compiled(expression, flags), matches, like),
        "split": lambda: _split(text, matches, like),
    }
    return tuple(makers[name]() for name in outputs)


def _numbers(positions: list[int], flags: Flags) -> Any:
    if not positions:
        return np.empty((0, 0))
    return float(positions[0]) if flags.once else np.array([positions], float)


def _cells(parts: list[Any], flags: Flags, nothing: Any) -> Any:
    if flags.once:
        return parts[0] if parts else nothing
    return CellArray.of(parts, (1, len(parts)) if parts else (0, 0))


def _match_texts(texts: list[str], flags: Flags, like: Any) -> Any:
    if type(like) is StringArray:
        if flags.once:
            return StringArray.scalar(texts[0] if texts else None)
        return StringArray(object_array(texts, (1, len(texts))))
    if flags.once:
        return CharArray.row(texts[0] if texts else "")
    return CellArray.of([CharArray.row(t) for t in texts], (1, len(texts)) if texts else (0, 0))


def _groups(match: Any) -> list[tuple[int, int]]:
    """The spans of the tokens: of the groups, or of the whole match where there are none.  One that matched nothing is where it was expected."""
    if not match.re.groups:
        return [match.span()]
    spans = [match.span(k) for k in range(1, match.re.groups + 1)]
    if (-1, -1) not in spans:
        return spans
    places = expected_places(match)
    return [span if span != (-1, -1) else (place, place) for span, place in zip(spans, places, strict=True)]


def _extents(match: Any) -> np.ndarray:
    return np.array([[start + 1, end] for start, end in _groups(match)], float)


def _tokens(match: Any, like: Any) -> Any:
    texts = [match.string[start:end] for start, end in _groups(match)]
    if type(like) is StringArray:
        return StringArray(object_array(texts, (1, len(texts))))
    return CellArray.of([CharArray.row(t) for t in texts])


def _names(pattern: Any, matches: list[Any], like: Any) -> StructArray:
    names = sorted(pattern.groupindex, key=pattern.groupindex.__getitem__)
    if not names:
        return StructArray.scalar({})
    make = StringArray.scalar if type(like) is StringArray else CharArray.row
    records = [{name: make(match[name] or "") for name in names} for match in matches]
    return StructArray(object_array(records, (1, len(records)) if records else (0, 0)), names)


def _split(text: str, matches: list[Any], like: Any) -> Any:
    ends = [0, *(m.end() for m in matches)]
    starts = [*(m.start() for m in matches), len(text)]
    parts = [text[a:b] for a, b in zip(ends, starts, strict=True)]
    if type(like) is StringArray:
        return StringArray(object_array(parts, (1, len(parts))))
    return CellArray.of([CharArray.row(part) for part in parts])


def _options(call: Any, words: Sequence[Any], flags: Flags) -> tuple[Flags, list[str]]:
    outputs: list[str] = []
    for word in words:
        name = text_of(word, "option").lower()
        if name in _OUTPUT_OF:
            outputs.append(_OUTPUT_OF[name])
        elif name in _SWITCHES:
            flags = replace(flags, **_SWITCHES[name])
        elif name != "warnings":
            raise call.error(f"Invalid option for {call.name}: {text_of(word)}.", f"MATLAB:{call.name}:invalidOption")
    return flags, outputs + [name for name in _OUTPUTS if name not in outputs]


def _regexp(call: Any, value: Any, expression: Any, words: Sequence[Any], flags: Flags) -> tuple[Any, ...]:
    for name, text in (("STRING", value), ("EXPRESSION", expression)):
        if not is_textual(text):
            raise call.error(
                f"The {name} input must be text: a character vector, string array, or cell array of character vectors.",
                f"MATLAB:{call.name}:invalidInputType",
            )
    others = [word for word in words if not (is_text(word) and text_of(word).lower() == "forcecelloutput")]
    cells = len(others) < len(words)
    flags, outputs = _options(call, others, flags)
    outputs = outputs[: max(call.nargout, 1)]
    if is_text(value) and is_text(expression) and not cells:
        return _search(text_of(value), text_of(expression), flags, outputs, value)
    texts, shape = ([text_of(value)], (1, 1)) if is_text(value) else items(value, call)
    expressions, expression_shape = ([text_of(expression)], (1, 1)) if is_text(expression) else items(expression, call)
    if len(texts) != len(expressions) and 1 not in (len(texts), len(expressions)):
        raise call.error(
            "Cell arrays of texts and of expressions must have the same size.", f"MATLAB:{call.name}:cellArrayDimensionMismatch"
        )
    if len(texts) == 1 != len(expressions):
        texts, shape = texts * len(expressions), expression_shape
    elif len(expressions) == 1:
        expressions = expressions * len(texts)
    rows = [_search(text or "", one, flags, outputs, value) for text, one in zip(texts, expressions, strict=True)]
    as_strings = flags.once and type(value) is StringArray and not cells  # in this case a match is one string for each text
    return tuple(
        StringArray(object_array([row[k].array.flat[0] for row in rows], shape))
        if as_strings and name == "match"
        else CellArray(object_array([to_value(row[k]) for row in rows], shape))
        for k, name in enumerate(outputs)
    )


@builtin(
    "regexp",
    "[startIndex, endIndex, tokenExtents, match, tokens, names, split] = regexp(str, expression)",
    "[out1, ...] = regexp(str, expression, outkey1, ..., optionN)",
    summary="Search text by a regular expression.",
    examples=(
        Example("regexp('abcab', 'ab')", "[1 4]"),
        Example("regexp('a1b22', '\\d+', 'match')", "{'1', '22'}"),
        Example("regexp('a1b22', '\\d+', 'match', 'once')", "'1'"),
        Example("regexp('k=v', '(\\w)=(\\w)', 'tokens')", "{{'k', 'v'}}"),
        Example("regexp('k=v', '(\\w)=(\\w)', 'tokens', 'once')", "{'k', 'v'}"),
        Example("n = regexp('k=v', '(?<key>\\w)=(?<val>\\w)', 'names'); n.val", "'v'"),
        Example("regexp('a,b', ',', 'split')", "{'a', 'b'}"),
        Example("[t, m] = regexp('x12', '([a-z])(\\d+)', 'tokens', 'match')", "{{{'x', '12'}}, {'x12'}}"),
        Example("[s, e] = regexp('hello', 'l+')", "{3, 4}"),
        Example("regexp({'a1', 'b'}, '\\d', 'match')", "{{'1'}, {}}"),
        Example("regexp('AB', 'b', 'ignorecase')", "2"),
        Example("isempty(regexp('abc', 'x'))", "true"),
        Example("regexp('one two', '\\<t\\w*', 'match', 'once')", "'two'"),
        Example('regexp(["a1" "b2"], "\\d", "match", "once")', '["1" "2"]'),
        Example('regexp("a1b2", "\\d", "match")', '["1" "2"]'),
        Example("regexp('a1b2', '\\d', 'match', 'forceCellOutput')", "{{'1', '2'}}"),
    ),
    errors=(
        ErrorCase("regexp(5, 'a')", "MATLAB:regexp:invalidInputType"),
        ErrorCase("regexp('a', '(')", "MATLAB:regexp:invalidExpression"),
    ),
    see_also=("regexprep", "regexpi", "strfind"),
    facts=Fact.COMPILED,
)
def regexp(call, value, expression, *words):
    return _regexp(call, value, expression, words, Flags())


@builtin(
    "regexpi",
    "[startIndex, endIndex, tokenExtents, match, tokens, names, split] = regexpi(str, expression)",
    "[out1, ...] = regexpi(str, expression, outkey1, ..., optionN)",
    summary="Search text by a regular expression, ignoring case.",
    examples=(Example("regexpi('xAb', 'AB', 'match')", "{'Ab'}"),),
    facts=Fact.COMPILED,
)
def regexpi(call, value, expression, *words):
    return _regexp(call, value, expression, words, Flags(ignore_case=True))


@builtin(
    "regexprep",
    "newStr = regexprep(str, expression, replace)",
    "newStr = regexprep(str, expression, replace, ..., optionN)",
    summary="Replace what a regular expression matches; $1 stands for the first token.",
    examples=(
        Example("regexprep('John Smith','(?<f>\\w+) (?<l>\\w+)','$<l>, $<f>')", "'Smith, John'"),
        Example("regexprep('ab-cd','-','[$&|$`|$'']')", "'ab[-|ab|cd]cd'"),
        Example("regexprep('abc', 'b', 'X')", "'aXc'"),
        Example("regexprep('hello world', '(\\w+) (\\w+)', '$2 $1')", "'world hello'"),
        Example("regexprep('aaa', 'a', 'b', 'once')", "'baa'"),
        Example("regexprep({'a1', 'b2'}, '\\d', '')", "{'a', 'b'}"),
        Example("regexprep('Abc', 'a', 'x', 'ignorecase')", "'xbc'"),
        Example("regexprep('ab', {'a', 'b'}, {'1', '2'})", "'12'"),
        Example("regexprep('x,x', 'x', {'a', 'b'}, 'once')", "'a,b'"),
        Example("regexprep('a b', '^(.)', '${upper($1)}')", "'A b'"),
    ),
    errors=(ErrorCase("regexprep(5, 'a', 'b')", "MATLAB:regexprep:invalidInputType"),),
    facts=Fact.COMPILED,
)
def regexprep(call, value, expression, new, *words):
    if not is_textual(value):
        raise call.error("The STRING input must be text.", "MATLAB:regexprep:invalidInputType")
    nth, keep_case, flags = None, False, _DEFAULTS
    for word in words:
        if not is_text(word):
            nth = integer(word)
        elif text_of(word).lower() == "preservecase":
            keep_case, flags = True, replace(flags, ignore_case=True)
        else:
            flags, _ = _options(call, [word], flags)
    expressions = items(expression, call)[0] if not is_text(expression) else [text_of(expression)]
    news = items(new, call)[0] if not is_text(new) else [text_of(new)]
    if len(news) != len(expressions) and 1 not in (len(news), len(expressions)):
        raise call.error("The number of replacements must be one or match the number of expressions.", "MATLAB:regexprep:mismatchedInputs")
    if None in (*news, *expressions):
        raise call.error("Expressions and replacements must not be missing.", "MATLAB:regexprep:invalidInputType")
    rounds = max(len(news), len(expressions)) if news and expressions else 0  # one expression is tried once with each replacement
    pairs = [(expressions[i if len(expressions) > 1 else 0], news[i if len(news) > 1 else 0]) for i in range(rounds)]

    def change(text: str) -> str:
        for one, other in pairs:
            text = _replaced(call, text, one, other, flags, nth, keep_case)
        return text

    return map_text(value, change, call)


def _replaced(call: Any, text: str, expression: str, new: str, flags: Flags, nth: int | None, keep_case: bool) -> str:
    matches = _matches(expression, text, flags)
    if not matches:
        return text
    output, at = [], 0
    for match in matches if nth is None else matches[max(nth - 1, 0) : max(nth, 0)]:
        inserted = _inserted(call, match, new)
        start, end = match.span()
        output += [text[at:start], with_case_of(match[0], inserted) if keep_case else inserted]
        at = end
    return "".join([*output, text[at:]])


def _inserted(call: Any, match: Any, new: str) -> str:
    """The replacement of one match: tokens put in, commands ``${...}`` evaluated."""
    if "${" in new:
        new = re.sub(r"\$\{([^{}]*[^{}\d][^{}]*)\}", lambda m: _command(call, match, m[1]).replace("\\", "\\\\").replace("$", "\\$"), new)
    return "".join([piece if type(piece) is str else _token(match, piece) for piece in replacement(new)])


def _token(match: Any, number: int | tuple[str]) -> str:
    if type(number) is tuple:
        (name,) = number
        if name in ("`", "'"):
            return match.string[: match.start()] if name == "`" else match.string[match.end() :]
        return (match[name] or "") if name in match.re.groupindex else f"$<{name}>"
    if number == 0 or (number == 1 and not match.re.groups):
        return match[0]
    return (match[number] or "") if number <= match.re.groups else f"${number}"


def _command(call: Any, match: Any, command: str) -> str:
    """The text that a dynamic expression ``${upper($1)}`` gives."""

    def quoted(group: Any) -> str:
        token = _token(match, (group[2],) if group[2] else int(group[1] or 0))
        return "'" + token.replace("'", "''") + "'"

    code = re.sub(r"\$(?:(\d)|<(\w+)>|&)", quoted, command)
    return text_of(call.feval("eval", CharArray.row(code))[0])


@builtin(
    "regexptranslate",
    "newStr = regexptranslate(op, str)",
    summary="Text made literal (escape), or a wildcard, as a regular expression.",
    examples=(Example("regexptranslate('escape', 'a.b')", "'a\\.b'"), Example("regexptranslate('wildcard', '*.m')", "'.*\\.m'")),
)
def regexptranslate(call, operation, value):
    if option(call, operation, "escape", "wildcard", "flexible") == "escape":
        return map_text(value, lambda t: re.sub(r"([\\.^$*+?()\[\]{}|<>=!])", r"\\\1", t), call)
    return map_text(value, lambda t: t.replace(".", r"\.").replace("*", ".*").replace("?", "."), call)
