"""The registry: every builtin is declared once, with usage lines that name it, a summary, and sound examples."""

import pytest

from runmat_kernel.builtins.registry import builtins
from runmat_kernel.session import Session

RECORDS = sorted(builtins().values(), key=lambda record: record.name)


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_record_is_complete(record):
    assert record.summary.strip(), "a builtin needs a summary"
    arity = record.arity
    assert arity.least_inputs >= 0
    assert arity.most_inputs == -1 or arity.most_inputs >= arity.least_inputs
    assert callable(record.function)


def test_most_used_functions_exist():
    names = builtins()
    used = "size zeros length sum find numel repmat reshape linspace diag sort mod mean diff meshgrid unique isempty fft eig inv sparse"
    for name in used.split():
        assert name in names


def test_words_and_operators_of_the_language_have_help() -> None:
    from runmat_kernel import Session
    from runmat_kernel.builtins.keywords import KEYWORDS, OPERATORS

    assert all(name in builtins() for name in OPERATORS.values())
    assert all(
        other in builtins() or other in KEYWORDS or other in ("properties", "methods", "handle")
        for k in KEYWORDS.values()
        for other in k.see_also
    )
    outcome = Session(provider="host").run("for word = iskeyword', assert(~contains(help(word{1}), 'not found'), word{1}), end, help +")
    assert outcome.error is None and outcome.text.startswith(" plus - ")


def test_help_of_functions_without_a_comment_is_their_first_line() -> None:
    outcome = Session(provider="host").run("function [a, b] = bare_(x, y)\na = x; b = y;\nend\nhelp bare_")
    assert outcome.text == " bare_ is a function.\n    [a, b] = bare_(x, y)\n"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("Pen", " PEN  A pen.\n"),
        ("Pen.draw", " DRAW  A line.\n"),
        ("Pen/draw", " DRAW  A line.\n"),
        ("Pen.Pen", " PEN  Makes a pen.\n"),
        ("Pen.Colour", " Pen.Colour is a property.\n"),
        ("Pen.nothing", "Pen.nothing not found.\n"),
    ],
)
def test_help_of_the_members_of_a_class(asked: str, told: str) -> None:
    session = Session(provider="host")
    made = "function p = Pen\n% PEN  Makes a pen.\nend\nfunction draw(p)\n% DRAW  A line.\nend"
    session.run(f"classdef Pen\n% PEN  A pen.\nproperties\nColour = 1\nend\nmethods\n{made}\nend\nend")
    assert session.run(f"help {asked}").text == told
