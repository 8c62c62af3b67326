"""Comma lists where one value is wanted: assignments take the first, other places refuse them, at top level and in functions alike."""

from __future__ import annotations

import pytest

from runmat_kernel import Session

SETUP = """s = struct('f', {1, 2, 3}); c = {4, 5, 6}; n = 'f'; t.s = s; q = {s}; e = s([]); d = {};"""

FIRST = {
    "x = s.f": 1, "x = s(2:3).f": 2, "x = s.(n)": 1, "x = s(2:end).(n)": 2, "x = t.s.f": 1, "x = t.s(3).f": 3, "x = q{1}.f": 1,
    "x = c{:}": 4, "x = c{2:3}": 5, "x = q{1}(2:3).f": 2, "[x] = s.f": 1, "[x, y] = s.f": 1, "y.a = s.f; x = y.a": 1,
    "y(2) = s.f; x = y(2)": 1, "y{2} = s.f; x = y{2}": 1, "g = @() s.f; x = g()": 1,
}  # fmt: skip
REFUSED = (
    "x = s.f + 1", "x = -s.f", "x = 1:s.f", "if s.f, end", "while s.f, end", "switch s.f, end", "x = s.f'", "x = true && s.f", "x = s.f(1)",
)  # fmt: skip
NO_VALUE = ("x = e.f", "x = d{:}", "x = e.(n)")


def both_places(statements):
    return (f"{SETUP}\n{statements};\ndisp(x)", f"function go, {SETUP}\n{statements};\ndisp(x)\nend\ngo")


def answers(statements):
    return [Session(provider="host").run(text) for text in both_places(statements)]


@pytest.mark.parametrize("statements", FIRST)
def test_an_assignment_takes_the_first_of_a_list(statements):
    assert [outcome.text.strip() for outcome in answers(statements)] == [str(FIRST[statements])] * 2


@pytest.mark.parametrize("statements", REFUSED)
def test_operators_and_conditions_refuse_lists(statements):
    assert {outcome.error.identifier for outcome in answers(statements)} == {"MATLAB:index:expected_one_output_from_expression"}


@pytest.mark.parametrize("statements", NO_VALUE)
def test_an_empty_list_has_no_first(statements):
    assert {outcome.error.identifier for outcome in answers(statements)} == {"MATLAB:needMoreRhsOutputs"}


def test_a_method_takes_the_first_of_its_own_array(tmp_path):
    (tmp_path / "Item.m").write_text(
        "classdef Item\n  properties (Access = private)\n    v\n  end\n  methods\n    function o = Item(v), o.v = v; end\n"
        "    function x = firstOf(os), x = os.v; end\n  end\nend\n"
    )
    session = Session(provider="host")
    outcome = session.run(f"addpath('{tmp_path}'); a = [Item(7), Item(8)]; disp(firstOf(a)), disp(firstOf(a(2)))")
    assert outcome.error is None and outcome.text.split() == ["7", "8"]
