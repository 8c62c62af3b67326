"""Constructors of patterns: digitsPattern, lettersPattern, boundaries, expressions, and patterns from patterns."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ...builtins.arguments import integer, name_values, scalar
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import is_text, text_of, to_value
from ...values.format import number_text
from ...values.pattern import Pattern, any_of, as_pattern
from .expression_translation import translate


def _counted(unit: str, counts: tuple[Any, ...], lazy: bool = False) -> str:
    """A unit repeated: once or more, exactly N times, or between two numbers of times."""
    if not counts:
        return f"{unit}+"
    low = integer(counts[0])
    if len(counts) == 1:
        return f"{unit}{{{low}}}"
    high = "" if scalar(counts[1]) == float("inf") else str(integer(counts[1]))
    return f"{unit}{{{low},{high}}}" + ("?" if lazy else "")


def _words(name: str, arguments: tuple[Any, ...]) -> str:
    return name + (f"({','.join(_word(a) for a in arguments)})" if arguments else "")


def _word(value: Any) -> str:
    if type(value) is Pattern:
        return value.words
    return f'"{text_of(value)}"' if is_text(value) else number_text(scalar(value))


def _class(name: str, unit: str, summary: str, *examples: Example):
    @builtin(name, f"pat = {name}", f"pat = {name}(N)", f"pat = {name}(minCharacters, maxCharacters)", summary=summary, examples=examples)
    def function(call, *counts):
        return Pattern.of(_counted(unit, counts), _words(name, counts))

    return function


CLASSES = (
    _class("digitsPattern", r"\p{Nd}", "Pattern of digits.", Example('extract("a12b345",digitsPattern)', '["12";"345"]'),
           Example('extract("a12b345",digitsPattern(3))', '"345"')),
    _class("lettersPattern", r"\p{L}", "Pattern of letters.", Example('extract("ab1c",lettersPattern)', '["ab";"c"]')),
    _class("alphanumericsPattern", r"[\p{L}\p{Nd}]", "Pattern of letters and digits.", Example('extract("a1-b",alphanumericsPattern)', '["a1";"b"]')),
    _class("whitespacePattern", r"\s", "Pattern of white space.", Example('replace("a  b",whitespacePattern,"_")', '"a_b"')),
)  # fmt: skip


@builtin(
    "wildcardPattern", "pat = wildcardPattern", "pat = wildcardPattern(N)", "pat = wildcardPattern(minCharacters, maxCharacters)",
    "pat = wildcardPattern(..., 'Except', pat)", summary="Pattern of as few characters of any kind as possible.",
    examples=(Example('extract("<a><b>","<" + wildcardPattern + ">")', '["<a>";"<b>"]'),),
)  # fmt: skip
def wildcard_pattern(call, *arguments):
    unit, counts = ".", arguments
    if len(arguments) > 1 and is_text(arguments[-2]) and text_of(arguments[-2]).lower() == "except":
        unit, counts = f"(?:(?!{any_of(arguments[-1])}).)", arguments[:-2]
        return Pattern.of(_counted(unit, counts) if counts else f"{unit}*", _words("wildcardPattern", counts))
    return Pattern.of(_counted(unit, counts, lazy=True) if counts else ".*?", _words("wildcardPattern", counts))


@builtin(
    "characterListPattern", "pat = characterListPattern(list)", "pat = characterListPattern(startCharacter, endCharacter)",
    summary="Pattern of one character of a list, or of a range.",
    examples=(Example('count("hello",characterListPattern("aeiou"))', "2"), Example('extract("a5z",characterListPattern("w","z"))', '"z"')),
)  # fmt: skip
def character_list_pattern(call, first, last=None):
    listed = re.escape(text_of(first)) if last is None else f"{re.escape(text_of(first))}-{re.escape(text_of(last))}"
    return Pattern.of(f"[{listed}]", _words("characterListPattern", (first,) if last is None else (first, last)))


def _around(name: str, make: Callable[[str], str], summary: str, *examples: Example):
    @builtin(name, f"newpat = {name}(pat)", summary=summary, examples=examples)
    def function(call, value):
        return Pattern.of(make(f"(?:{any_of(value)})"), _words(name, (as_pattern(value),)))

    return function


AROUND = (
    _around("optionalPattern", lambda e: f"{e}?", "Pattern that may be there or not.",
            Example('extract("x1 x","x" + optionalPattern(digitsPattern))', '["x1";"x"]')),
    _around("possessivePattern", lambda e: f"(?>{e})", "Pattern that gives nothing back once matched."),
    _around("caseInsensitivePattern", lambda e: f"(?i:{e})", "Pattern that matches in any case.",
            Example('contains("ABC",caseInsensitivePattern("b"))', "true")),
    _around("caseSensitivePattern", lambda e: f"(?-i:{e})", "Pattern that matches in its own case."),
    _around("lookAheadBoundary", lambda e: f"(?={e})", "Boundary before a pattern.", Example('extract("a1b",lettersPattern + lookAheadBoundary("1"))', '"a"')),
    _around("lookBehindBoundary", lambda e: f"(?<={e})", "Boundary after a pattern.", Example('extract("a1b",lookBehindBoundary("1") + lettersPattern)', '"b"')),
)  # fmt: skip


def _repeated(name: str, lazy: str, summary: str, *examples: Example):
    @builtin(
        name, f"newpat = {name}(pat)", f"newpat = {name}(pat, minPattern)", f"newpat = {name}(pat, minPattern, maxPattern)",
        summary=summary, examples=examples,
    )  # fmt: skip
    def function(call, value, *counts):
        unit = f"(?:{any_of(value)})"
        low = integer(counts[0]) if counts else 0
        high = "" if len(counts) < 2 or number_text(counts[1]) == "Inf" else str(integer(counts[1]))
        return Pattern.of(f"{unit}{{{low},{high}}}{lazy}", _words(name, (as_pattern(value), *counts)))

    return function


REPEATED = (
    _repeated("asManyOfPattern", "", "Pattern matched as often as possible.", Example('extract("abab",asManyOfPattern("ab",1))', '"abab"')),
    _repeated(
        "asFewOfPattern", "?", "Pattern matched as seldom as possible.", Example('extract("abab",asFewOfPattern("ab",1))', '["ab";"ab"]')
    ),
)

_EDGES = {
    "digitBoundary": (r"(?<!\p{Nd})(?=\p{Nd})", r"(?<=\p{Nd})(?!\p{Nd})"),
    "letterBoundary": (r"(?<!\p{L})(?=\p{L})", r"(?<=\p{L})(?!\p{L})"),
    "alphanumericBoundary": (r"(?<![\p{L}\p{Nd}])(?=[\p{L}\p{Nd}])", r"(?<=[\p{L}\p{Nd}])(?![\p{L}\p{Nd}])"),
    "whitespaceBoundary": (r"(?<!\s)(?=\s)", r"(?<=\s)(?!\s)"),
    "lineBoundary": (r"(?:\A|(?<=\n))", r"(?:\Z|(?=\n))"),
    "textBoundary": (r"\A", r"\Z"),
}


def _edge(name: str, *examples: Example):
    start, end = _EDGES[name]

    @builtin(
        name, f"pat = {name}", f"pat = {name}(type)", summary="Boundary that a pattern can stand at; no characters.", examples=examples
    )
    def function(call, kind=None):
        side = text_of(kind).lower() if kind is not None else "either"
        expression = {"start": start, "end": end, "either": f"(?:{start}|{end})"}.get(side)
        if expression is None:
            raise call.error("Boundary type must be 'start', 'end', or 'either'.", "MATLAB:string:InvalidBoundaryType")
        return Pattern.of(expression, _words(name, () if kind is None else (kind,)))

    return function


EDGES = (
    *(_edge(name) for name in _EDGES if name != "textBoundary"),
    _edge("textBoundary", Example('contains(["ab","ba"],textBoundary("start") + "a")', "[true false]")),
)


@builtin(
    "regexpPattern", "pat = regexpPattern(expression)", "pat = regexpPattern(expression, Name, Value, ...)",
    summary="Pattern of a regular expression.", examples=(Example('extract("a1b22",regexpPattern("\\d+"))', '["1";"22"]'),),
)  # fmt: skip
def regexp_pattern(call, expression, *options):
    named = name_values(options, "regexpPattern", "ignorecase anchors ignorewhitespace dotexceptnewline")
    lines = named.word("anchors") == "line"
    flags = ("i" if named.switch("ignorecase") else "") + ("m" if lines else "")
    inner = translate(text_of(expression), lines)
    return Pattern.of(f"(?{flags}:{inner})", _words("regexpPattern", (expression,)))


def _shown_as(name: str, summary: str):
    @builtin(name, f"newpat = {name}(pat)", f"newpat = {name}(pat, label)", f"newpat = {name}(pat, label, description)", summary=summary)
    def function(call, value, label=None, *description):
        shown = text_of(label) if label is not None else call.session.given_name(name, 1)
        return Pattern.of(f"(?:{any_of(value)})", shown or _words(name, (as_pattern(value),)))

    return function


SHOWN = (_shown_as("namedPattern", "Pattern shown by a name."), _shown_as("maskedPattern", "Pattern whose inside is not shown."))


@builtin(
    "pattern", "pat = pattern(txt)", summary="Pattern that matches text literally.", examples=(Example('contains("a.b",pattern("."))', "true"),),
    errors=(ErrorCase("pattern(5)", "MATLAB:string:MustBePattern"),),
)  # fmt: skip
def pattern(call, value):
    return as_pattern(value)


@builtin("ispattern", "tf = ispattern(A)", summary="Whether a value is a pattern.", examples=(Example("ispattern(digitsPattern)", "true"),))
def ispattern(call, value):
    return type(value) is Pattern


@builtin(
    "extract", "newStr = extract(str, pat)", "newStr = extract(str, pos)",
    summary="All pieces of text that match a pattern, or the character at a position.",
    examples=(Example('extract("a1b2",digitsPattern)', '["1";"2"]'), Example('extract("abc",2)', '"b"'), Example("extract('a1',lettersPattern)", "{'a'}")),
)  # fmt: skip
def extract(call, value, sought):
    from .pattern_methods import extracted

    if not is_text(sought) and type(sought) is not Pattern and to_value(sought).__class__ is float:
        from ...builtins.texts import map_text

        at = integer(sought)
        return map_text(value, lambda t: t[at - 1 : at], call)
    return extracted(call, value, sought)
