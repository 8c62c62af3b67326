"""Expressions: precedence, brackets, quotes and blanks."""

from __future__ import annotations

import pytest

from tests.syntax.trees import statements

EXPRESSIONS = {
    # precedence
    "2^-1": "(^ 2 (- 1))",
    "-2^2": "(- (^ 2 2))",
    "2^-1^2": "(^ (^ 2 (- 1)) 2)",
    "2^3^2": "(^ (^ 2 3) 2)",
    "a'^2": "(^ (a ') 2)",
    "a^b'": "((^ a b) ')",
    "a.^-b'": "((.^ a (- b)) ')",
    "-a'": "(- (a '))",
    "-a*b": "(* (- a) b)",
    "a*-b": "(* a (- b))",
    "~x==y": "(== (~ x) y)",
    "1:5>2": "(> (1:5) 2)",
    "1:n+1": "(1:(+ n 1))",
    "1:2:3+1 == x": "(== (1:2:(+ 3 1)) x)",
    "1:2:3:4": "((1:2:3):4)",
    "(1:2):3": "(<(1:2)>:3)",
    "a | b & c": "(| a (& b c))",
    "a || b && c | d": "(|| a (&& b (| c d)))",
    "a - b - c": "(- (- a b) c)",
    "a / b \\ c .* d": "(.* (\\ (/ a b) c) d)",
    "a == b ~= c": "(~= (== a b) c)",
    "x != y": "(~= x y)",
    "2 ** 3": "(^ 2 3)",
    "a--b": "(- a (- b))",
    "a++b": "(+ a (+ b))",
    # numbers
    "1.d0 + 1e-3 + .5 + 1.": "(+ (+ (+ 1 0.001) 0.5) 1)",
    "3i + 2.5e3j": "(+ 0+3j 0+2500j)",
    "1./x": "(./ 1 x)",
    "1.'": "(1 .')",
    "5.^2": "(.^ 5 2)",
    "0xFF": "255:uint8",
    "0xFFs8": "-1:int8",
    "0b101s16": "5:int16",
    "0x1FFu16": "511:uint16",
    # text and transposes
    "''''": '"\'"',
    "'it''s'": '"it\'s"',
    '"a""b\\n"': 's"a"b\\n"',
    "x'": "(x ')",
    "x.y'": "(x.y ')",
    "x(1)'*y{2}'": "(* (x(1) ') (y{2} '))",
    "[1 2]'": "([1, 2] ')",
    "a''": "((a ') ')",
    "a.'": "(a .')",
    "'a''": None,
    # brackets and blanks
    "[1 - 2]": "[(- 1 2)]",
    "[1 -2]": "[1, (- 2)]",
    "[1 , -2]": "[1, (- 2)]",
    "[1 -2i]": "[1, (- 0+2j)]",
    "[a' b']": "[(a '), (b ')]",
    "[a', b' ; c' d']": "[(a '), (b '); (c '), (d ')]",
    "['a' 'b']": "['a', 'b']",
    "[a 'b']": "[a, 'b']",
    "[a ' b']": "[a, ' b']",
    "[x.y (1)]": "[x.y, <1>]",
    "[f (1)]": "[f, <1>]",
    "[f(1) (2)]": "[f(1), <2>]",
    "[a {1}]": "[a, {1}]",
    "[(1) -1]": "[<1>, (- 1)]",
    "[a == b, ~c]": "[(== a b), (~ c)]",
    "[a ~b]": "[a, (~ b)]",
    "[a ~= b]": "[(~= a b)]",
    "[1 2\n3 4]": "[1, 2; 3, 4]",
    "[1 2 % note\n\n3 4\n]": "[1, 2; 3, 4]",
    "[1 2 ... any text\n3]": "[1, 2, 3]",
    "[1, 2, ...\n3]": "[1, 2, 3]",
    "[1,2,;3,4,]": "[1, 2; 3, 4]",
    "[\n1\n]": "[1]",
    "[]": "[]",
    "{}": "{}",
    "{1, 'a'\n 2, \"b\" }": "{1, 'a'; 2, s\"b\"}",
    "{@(x) x+1, 2}": "{@(x) (+ x 1), 2}",
    "{@(x) x +1}": "{@(x) x, (+ 1)}",
    "[@sin, @(x, y) x']": "[@sin, @(x, y) (x ')]",
    "[a(1, 2 + 3) -b]": "[a(1, (+ 2 3)), (- b)]",
    # indexing
    "x.y.z(3).w{2}": "x.y.z(3).w{2}",
    "x.('a').(n)": "x.('a').(n)",
    "A(:)'": "(A(:) ')",
    "A(:, end)": "A(:, end)",
    "x(end).y(end-1)": "x(end).y((- end 1))",
    "x(min(end, [1 end]))": "x(min(end, [1, end]))",
    "c{end +1}": "c{(+ end 1)}",
    "c{:}": "c{:}",
    "f(x).y": "f(x).y",
    "x.end + x.if": "(+ x.end x.if)",
    "x. y": "x.y",
    "a. b": "a.b",
    "f()": "f()",
    "f(Name=3, Other='x')": "f(KeywordArgument Name 3, KeywordArgument Other 'x')",
    # functions
    "@(~,x) x.^2": "@(~, x) (.^ x 2)",
    "@() disp('x')": "@() disp('x')",
    "@pkg.f": "@pkg.f",
    "@(x) @(y) x + y": "@(x) @(y) (+ x y)",
    "f(@(x) x, 2)": "f(@(x) x, 2)",
    # continuation
    "a + ... comment\n b": "(+ a b)",
    "f(a, ...\n b)": "f(a, b)",
}


@pytest.mark.parametrize("text", [text for text, tree in EXPRESSIONS.items() if tree])
def test_expression(text):
    assert statements(text + ";") == EXPRESSIONS[text]
    assert statements(f"v = {text}") == f"v = {EXPRESSIONS[text]}!"


def test_carriage_returns_are_blanks():
    assert statements("x = [1 2\r\n3 4];\r\ny = 'a';\r\n") == "x = [1, 2; 3, 4]; y = 'a'"


def test_nesting_and_length_have_no_limit():
    for text in ("(" * 3000 + "1" + ")" * 3000, "-" * 3000 + "1", "a" + "{1}" * 3000, "+".join(["a"] * 5000), "@()" * 3000 + "1"):
        assert statements_count(f"x={text}") == 1
    assert statements_count("if x\n" * 1000 + "end\n" * 1000) == 1


def statements_count(text: str) -> int:
    from tests.syntax.trees import program

    return len(program(text).statements)
