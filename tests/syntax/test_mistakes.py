"""Syntax errors: the message, the place, and whether more text could mend it."""

from __future__ import annotations

import contextlib
import gc

import pytest

from runmat_kernel.base.errors import MatlabSyntaxError
from runmat_kernel.base.source import Source
from runmat_kernel.syntax import mistakes
from runmat_kernel.syntax.parser import parse
from tests.syntax.trees import program

MISTAKES = [
    ("x = (1 + 2", mistakes.UNBALANCED, "(", True),
    ("x = [1 2", mistakes.UNBALANCED, "[", True),
    ("x = [1 2)", mistakes.UNBALANCED, ")", False),
    ("x = )", mistakes.UNBALANCED, ")", False),
    ("x = (1]", mistakes.UNBALANCED, "]", False),
    ("if x", mistakes.MISSING_END, "if", True),
    ("while true\n if x\n end\n", mistakes.MISSING_END, "while", True),
    ("function f\nend\nfunction g\n", mistakes.MIXED_ENDS, "function", True),
    ("y = 'abc", "Character vector is not terminated properly.", "'abc", False),
    ('y = "abc', "String is not terminated properly.", '"abc', False),
    ("if a = 3, end", mistakes.EQUAL_SIGN, "=", False),
    ("1 = x", mistakes.EQUAL_SIGN, "1", False),
    ("f(x) + 1 = 2", mistakes.EQUAL_SIGN, "=", False),
    ("end", 'Illegal use of reserved keyword "end".', "end", False),
    ("else", 'Illegal use of reserved keyword "else".', "else", False),
    ("x = for", 'Illegal use of reserved keyword "for".', None, False),
    ("catch = 3", 'Illegal use of reserved keyword "catch".', "catch", False),
    ("x = 3 4", mistakes.INVALID_EXPRESSION, "4", False),
    ("x = 3x", mistakes.INVALID_EXPRESSION, "3", False),
    ("x = [1,,2]", mistakes.INVALID_EXPRESSION, ",", False),
    ("x = 1 +", mistakes.INCOMPLETE, "+", False),
    ("x = 1 +\ny = 2", mistakes.INCOMPLETE, "+", False),
    ("x = * 3", mistakes.INVALID_OPERATOR, "*", False),
    ("x = \u2018abc\u2019", mistakes.TYPOGRAPHIC_QUOTE, "\u2018", False),
    ("x = 5 $ 3", mistakes.INVALID_CHARACTER, "$", False),
    ("x = \u00b2", mistakes.INVALID_CHARACTER, "\u00b2", False),
    ("x = \u00e9", mistakes.INVALID_CHARACTER, "\u00e9", False),
    ("x = (end)", mistakes.END_OUTSIDE_INDEX, "end", False),
    ("x = 0x1FFu8", mistakes.LITERAL_TOO_LARGE, "0x1FFu8", False),
    ("if a = 3", mistakes.EQUAL_SIGN, "=", False),
    ("x = (1 + 2\ny = 3", mistakes.UNBALANCED, "(", True),
    ("%{\nopen", mistakes.BLOCK_COMMENT, "%{", True),
    ("y = f(x)(2)", mistakes.PARENTHESES_LAST, "(", False),
    ("y = s.f(x){2}", mistakes.PARENTHESES_LAST, "{", False),
    ("x(1)(2) = 3", mistakes.PARENTHESES_LAST, "(", False),
    ("y = [1 2 3](2)", mistakes.UNBALANCED, "(", False),
    ("y = {1, 2}{1}", mistakes.UNBALANCED, "{", False),
    ("y = (1:3)(2)", mistakes.INVALID_EXPRESSION, "(", False),
    ("y = 'abc'(2)", mistakes.INVALID_EXPRESSION, "(", False),
    ("if x, function f, end, end", mistakes.MISSING_END, "if", False),
]


@pytest.mark.parametrize(("text", "message", "place", "incomplete"), MISTAKES)
def test_mistake(text, message, place, incomplete):
    with pytest.raises(MatlabSyntaxError) as caught:
        program(text)
    assert caught.value.message == message
    assert caught.value.incomplete == incomplete
    assert place is None or caught.value.span.text == place


def test_render_points_at_the_place():
    with pytest.raises(MatlabSyntaxError) as caught:
        program("x = 1;\n\ty = (x = 3]\n")
    lines = mistakes.render(caught.value).split("\n")
    assert lines[0] == "\ty = (x = 3]"
    assert lines[1] == "\t          ^"
    assert lines[2] == "Error: File: cell Line: 2 Column: 12"


def test_every_prefix_of_a_program_is_parsed_or_refused():
    text = "function r = f(x)\nfor k = 1:3\n  r{k} = [x', 'a'; \"b\" -1]; % c\nend\nhold on\n[a, ~] = g(@(t) t.^2, N=3);\nend\n"
    for length in range(len(text)):
        try:
            program(text[:length])
        except MatlabSyntaxError as error:
            assert 0 <= error.span.start <= error.span.end <= length


def test_the_search_for_garbage_goes_on_after_parsing():
    """It waits while a text is read, and after a mistake too it is as it was."""
    assert gc.isenabled()
    for text in ("x = [1 2 3];", "x = (1"):
        with contextlib.suppress(MatlabSyntaxError):
            parse(Source("cell", text))
        assert gc.isenabled()
    gc.disable()
    try:
        parse(Source("cell", "x = 1;"))
        assert not gc.isenabled()
    finally:
        gc.enable()
