"""is_complete and the context at the cursor."""

from __future__ import annotations

import pytest

from runmat_kernel.syntax.completeness import context, status


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1", ("complete", "")),
        ("", ("complete", "")),
        ("if x, y=1;\nend", ("complete", "")),
        ("if x", ("incomplete", "    ")),
        ("for k=1:3\n    if k", ("incomplete", "        ")),
        ("switch x\n    case 1", ("incomplete", "        ")),
        ("x = [1 2", ("incomplete", "")),
        ("x = (3 + ...", ("incomplete", "")),
        ("x = 1 + ...", ("incomplete", "")),
        ("x = 1 + ... the rest", ("incomplete", "")),
        ("x = ['50 % ' ...", ("incomplete", "")),
        ("disp('wait...')", ("complete", "")),
        ("x = 1; % and so on ...", ("complete", "")),
        ("%{\nfoo", ("incomplete", "")),
        ("function f(x)\n    y = 1;", ("incomplete", "    ")),
        ("function f(x)\n    y = 1;\nend", ("complete", "")),
        ("function f(x)\n\n", ("incomplete", "    ")),
        ("function f(x)\n    y = 1;\n\n", ("incomplete", "    ")),
        ("function f(x)\n    y = 1;\n    \n    \n    ", ("complete", "")),
        ("do", ("incomplete", "    ")),
        ("unwind_protect", ("incomplete", "    ")),
        ("do\n  x = 1;\nuntil true", ("complete", "")),
        ("do = 3", ("complete", "")),
        ("x = )", ("invalid", "")),
        ("a = 'abc", ("invalid", "")),
    ],
)
def test_status(text, expected):
    assert status(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pl", ("name", "pl", (), None, 0)),
        ("x = 3; y = zer", ("name", "zer", (), None, 0)),
        ("if isem", ("name", "isem", (), None, 0)),
        ("plot(x, si", ("name", "si", (), "plot", 1)),
        ("f(a, g(b), c", ("name", "c", (), "f", 2)),
        ("f(a, [1, 2], ", ("none", "", (), "f", 2)),
        ("plot(x, ...\n  sin(", ("none", "", (), "sin", 0)),
        ("s.", ("field", "", ("s",), None, 0)),
        ("s.a(1).b", ("field", "b", ("s", "a"), None, 0)),
        ("x.y{2}.", ("field", "", ("x", "y"), None, 0)),
        ("s(end).na", ("field", "na", ("s",), None, 0)),
        ("1.", ("none", "", (), None, 0)),
        ("plot(x, 'Col", ("text", "Col", (), "plot", 1)),
        ('f("a b', ("text", "a b", (), "f", 0)),
        ("[a 'b", ("text", "b", (), None, 0)),
        ("a = b.'; c", ("name", "c", (), None, 0)),
        ("a = b'; c", ("name", "c", (), None, 0)),
        ("hold o", ("command", "o", (), "hold", 0)),
        ("clear x y", ("command", "y", (), "clear", 1)),
        ("disp(x) % foo", ("comment", "", (), None, 0)),
    ],
)
def test_context(text, expected):
    found = context(text, len(text))
    assert (found.kind, found.prefix, found.chain, found.call, found.argument) == expected
    assert text[found.start : len(text)] == found.prefix


def test_context_never_raises():
    text = "x = [a' 'b\n]; hold on; f(1).('a'}.b \"q\" ... c\n%d \u2018"
    for cursor in range(len(text) + 1):
        context(text, cursor)
