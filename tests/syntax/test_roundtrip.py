"""Unparse and spans: text made from a tree gives the tree back, and every node's span lies in its parent's."""

from __future__ import annotations

import pytest

from runmat_kernel.syntax import ast
from runmat_kernel.syntax.unparse import unparse
from tests.syntax.test_definitions import ARGUMENTS, CLASS
from tests.syntax.test_expressions import EXPRESSIONS
from tests.syntax.test_statements import STATEMENTS
from tests.syntax.trees import bare, program, walk

TEXTS = [text for text, tree in EXPRESSIONS.items() if tree] + [*STATEMENTS, ARGUMENTS, CLASS, "r = o.a(2).foo@pkg.B(1).x;", "o.foo@B"]


@pytest.mark.parametrize("text", TEXTS)
def test_unparse_then_parse(text):
    made = program(text)
    assert bare(program(unparse(made))) == bare(made)


@pytest.mark.parametrize("text", TEXTS)
def test_spans_nest(text):
    for node, parent in walk(program(text)):
        assert 0 <= node.span.start <= node.span.end <= len(text)
        if parent is not None:
            assert parent.span.start <= node.span.start and node.span.end <= parent.span.end


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("@(x) x.^2 + 1", "@(x)x.^2+1"),
        ("@(x, y) [x, y; 1 2]", "@(x,y)[x,y;1,2]"),
        ("@() disp('it''s')", "@()disp('it''s')"),
        ("@(x) a(1, :)' * x{end} - 1.50e-3", "@(x)a(1,:)'*x{end}-1.50e-3"),
        ("@(s) s.(n)(1) && ~isempty( s )", "@(s)s.(n)(1)&&~isempty(s)"),
    ],
)
def test_func2str_style(text, written):
    assert unparse(program(f"f = {text};").statements[0].value) == written


def test_numbers_without_their_text():
    made = program("x").statements[0]
    for value in (0.1, 1e300, 5.0, 2j, -0.0):
        text = unparse(ast.Number(made.span, value))
        assert eval(text.replace("i", "j")) == value
    assert unparse(ast.Number(made.span, -1, "int8")) == "0xFFs8"


def test_span_text():
    (statement,) = program("y = a(1, 2).b' + [1 -2];").statements
    assert statement.span.text == "y = a(1, 2).b' + [1 -2]"
    assert statement.value.left.span.text == "a(1, 2).b'"
    assert statement.value.right.rows[0][1].span.text == "-2"
