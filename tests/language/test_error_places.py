"""Errors name the functions and lines they come from: cells, functions of other cells, files, evals, callbacks."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session, render

FUNCTIONS = """function r = helper(x)
r = inner(x);
end
function r = inner(x)
if x < 0
    error('my:neg', 'negative: %d', x);
end
r = sqrt(x);
end"""
INNER = ["Error using inner (line 6)", "negative: {}", "Error in helper (line 2)", "r = inner(x);"]


def shown(*cells: str) -> list[str]:
    """The lines of the error of the last cell, without blanks."""
    session = Session(provider="host")
    outcomes = [session.run(cell) for cell in cells]
    assert outcomes[-1].error is not None
    return [line.strip() for line in render(outcomes[-1].error).splitlines() if line.strip()]


@pytest.mark.parametrize(
    ("cell", "number", "rest"),
    [
        ("y = 1;\nz = helper(-1)", -1, ["Error in cell[2] (line 2)", "z = helper(-1)"]),
        (
            "f = @(t) helper(t - 10);\nq = arrayfun(f, [20 3])",
            -7,
            ["Error in @(t)helper(t-10) (line 1)", "f = @(t) helper(t - 10);", "Error in cell[2] (line 2)", "q = arrayfun(f, [20 3])"],
        ),
        ("eval('x = 1; eval(''helper(-3)'')')", -3, []),
        ("x = 0;\nevalc('helper(-5)')", -5, ["Error in cell[2] (line 2)", "evalc('helper(-5)')"]),
        ("fzero(@(x) helper(x), -3)", -3, ["Error in @(x)helper(x) (line 1)", "fzero(@(x) helper(x), -3)"]),
    ],
)
def test_calls_of_functions_of_another_cell(cell, number, rest):
    found = shown(FUNCTIONS, cell)
    assert found[:4] == [line.format(number) for line in INNER]
    assert [line for line in found[4:] if not line.startswith(("Error in eval", "eval(", "helper("))] == rest


def test_lines_of_evaluated_texts_and_suggestions():
    found = shown(FUNCTIONS, "eval(sprintf('x = 1;\\ny = 2;\\nz = helpr(3);'))")
    assert found[:4] == ["Unrecognized function or variable 'helpr'.", "Did you mean:", ">> helper", "Error in eval (line 3)"]


def test_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "outside.m").write_text("function r = outside(x)\n% help\nr = cellfun(@(t) t{1}, x);\n")
    found = shown("y = 1;\noutside({1})")
    assert found[0] == "Brace indexing is not supported for variables of this type."
    assert "Error in outside (line 3)" in found and "Error in cell[1] (line 2)" in found


def test_error_handlers_know_the_place():
    session = Session(provider="host")
    session.run(FUNCTIONS)
    outcome = session.run("c = cellfun(@helper, {4, -2}, 'ErrorHandler', @(e, x) -e.index);\ndisp(c)")
    assert outcome.error is None and outcome.text.split() == ["2", "-2"]


def test_callbacks_of_listeners():
    session = Session(provider="host")
    session.run("classdef Bell < handle\nevents, Ring, end\nend")
    session.run(FUNCTIONS)
    outcome = session.run("b = Bell; addlistener(b, 'Ring', @(s, e) helper(-8));\nnotify(b, 'Ring'), disp('on')")
    assert outcome.error is None and outcome.text.rstrip().endswith("on")
