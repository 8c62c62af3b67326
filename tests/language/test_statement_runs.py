"""Cells that run again: what their statements recorded is recorded again at once, where nothing differs that it depends on."""

import gc
import weakref

import numpy as np
import pytest

from runmat_kernel.graph.template import Template
from runmat_kernel.session import Session

CELL = "y = sin(x) .* exp(-0.1 * x);\nz = y + k * tanh(0.5 * y);\nresult = [mean(z), max(z), k];"


@pytest.fixture
def session():
    session = Session(provider="host", defer_elements=100)
    session.run("x = linspace(0, 9, 1000)' + 0; k = 2; y = 0; z = 0; result = 0;")
    return session


@pytest.fixture
def recorded(monkeypatch):
    """How many runs were recorded by a recipe."""
    found = []
    instance = Template.instance
    monkeypatch.setattr(Template, "instance", lambda *arguments: (found.append(1), instance(*arguments))[1])
    return found


def agree(session, text, *names):
    """A cell leaves and raises the same as in a session that remembers nothing."""
    fresh = Session(provider="host", defer_elements=100)
    fresh.workspace_values.update(session.workspace_values)
    faults = [s.run(text).error for s in (fresh, session)]
    assert len({fault and fault.identifier for fault in faults}) == 1
    for name in names:
        np.testing.assert_array_equal(session.workspace[name], fresh.workspace[name])


def test_a_cell_that_runs_again_is_recorded_at_once_and_gives_the_same(session, recorded):
    for _ in range(4):
        agree(session, CELL, "y", "z", "result")
    assert len(recorded) == 3


def test_plans_and_lines_are_those_of_ordinary_statements(session, recorded):
    reports = [session.run(CELL).report.to_dict() for _ in range(3)]
    assert recorded
    plans = [[(g["kind"], g["ops"], g["lines"], g["bytes"]) for g in report["groups"]] for report in reports]
    assert plans[0] == plans[1] == plans[2]


@pytest.mark.parametrize(
    "change",
    [
        "k = 3;", "k = -0;", "k = single(2);", "k = true;", "k = int8(2);", "x = x + 1;", "x(5) = 100;", "x = single(x);", "x = x';",
        "x = [x; x];", "x = -x;", "x = x * 1e300;", "x = x(1:7);", "x = x > 4;", "x = int16(x);", "x = 3;", "x = NaN(1000, 1);",
    ],
)  # fmt: skip
def test_changes_between_are_seen(session, recorded, change):
    for _ in range(3):
        session.run(CELL)
    assert recorded
    session.run(change)
    for _ in range(3):
        agree(session, CELL, "y", "z", "result")


def test_the_sign_of_a_zero_counts(session, recorded):
    cell = "w = 1 ./ ((x + 1) .* k);\nv = w + w;\nu = v .* 2;"
    session.run("k = 0; u = 0; v = 0; w = 0;")
    for _ in range(3):
        session.run(cell)
    assert recorded
    session.run("k = -0;")
    session.run(cell)
    assert (np.array(session.workspace["u"]) == -np.inf).all()


def test_what_is_proved_of_the_elements_counts():
    session = Session(provider="host", defer_elements=100)
    session.run("x = abs(linspace(-1, 1, 1000)); y = 0; z = 0;")
    cell = "y = sqrt(x);\nz = y .* 2 + y;\n"
    for _ in range(3):
        session.run(cell)
    session.run("x = x - 0.5;")
    session.run(cell)
    assert np.iscomplexobj(np.array(session.workspace["z"]))


def test_scalars_that_were_computed_from_elements_are_computed_again(session, recorded):
    cell = "m = mean(int64(x));\ny = x - double(m);\nz = y .* y + 1;"
    session.run("m = 0;")
    for _ in range(3):
        session.run(cell)
    session.run("x = x + 100;")
    agree(session, cell, "m", "y", "z")


@pytest.mark.parametrize("cell", ["m = x' * x;\ny = x / m;\nz = y + 1 - y;", "m = x(2);\ny = x - m;\nz = y .* 2 + y;"])
def test_products_and_elements_are_computed_again(session, cell):
    session.run("m = 0;")
    for _ in range(3):
        session.run(cell)
    session.run("x = x + 100;")
    agree(session, cell, "m", "y", "z")


def test_functions_that_take_the_place_of_builtins_are_called(session, recorded):
    for _ in range(3):
        session.run(CELL)
    count = len(recorded)
    assert count
    session.run("function y = tanh(x)\ny = x + 1;\nend")
    session.run(CELL)
    assert len(recorded) == count
    y = np.array(session.workspace["y"])
    np.testing.assert_array_equal(session.workspace["z"], y + 2 * (0.5 * y + 1))


def test_variables_that_take_the_place_of_functions_are_read(session, recorded):
    for _ in range(3):
        session.run(CELL)
    session.run("max = [7 8 9 6:2000];")
    outcome = session.run(CELL)
    assert outcome.error is not None  # z holds no subscripts
    session.run("clear max")
    agree(session, CELL, "result")


def test_a_cleared_variable_is_an_error_at_its_line(session, recorded):
    for _ in range(3):
        session.run(CELL)
    session.run("clear k")
    outcome = session.run(CELL)
    assert outcome.error.identifier == "MATLAB:UndefinedFunction"
    assert outcome.error.stack[0].line == 2


def test_what_is_printed_is_computed_ahead_in_order(session, recorded):
    cell = "y = x .* 2;\nz = y + 1;\nfprintf('%g %g\\n', max(z), sum(y) - sum(y));"
    texts = [session.run(cell).text for _ in range(3)]
    assert texts == ["19 0\n"] * 3
    assert len(recorded) == 2


def test_an_error_of_the_statement_behind_leaves_what_the_run_made(session):
    cell = "y = x + 1;\nz = y .* 2 - 1;\nresult = [z, max(x)];"
    for _ in range(4):
        outcome = session.run(cell)
        assert outcome.error.identifier == "MATLAB:catenate:dimensionMismatch"
        agree(session, "w = z + y;", "w")
        session.run("z = 0; clear w")


def test_what_a_run_overwrites_is_free_at_once(session, recorded):
    cell = "x = x + 1;\nx = x .* 2;\nx = x - 3;"
    for _ in range(5):
        before = weakref.ref(session.workspace_values["x"])
        session.run(cell)
        gc.collect()
        assert before() is None
    assert recorded


def test_profiled_cells_run_statement_by_statement(session, recorded):
    for _ in range(3):
        session.run(CELL)
    count = len(recorded)
    session.run("profile on")
    session.run(CELL)
    session.run("profile off")
    assert len(recorded) == count


def test_what_a_loop_leaves_behind_is_an_input_too(recorded):
    session = Session(provider="host")
    session.run("n = 70000; S = 0; payoff = 0; price = 0;")
    cell = "rng(3);\nS = 100 * ones(n, 1);\nfor t = 1:9\n  S = S .* exp(0.01 * randn(n, 1));\nend\n"
    cell += "payoff = max(S - 100, 0);\nprice = 0.9 * mean(payoff);"
    reports = [session.run(cell).report.to_dict() for _ in range(4)]
    assert recorded
    assert len({str([(g["kind"], g["ops"]) for g in report["groups"]]) for report in reports}) == 1
    first = session.workspace["price"]
    session.run("n = 80000;")
    agree(session, cell, "price", "payoff")
    session.run("n = 70000;")
    session.run(cell)
    np.testing.assert_array_equal(session.workspace["price"], first)


def test_variables_that_held_one_array_may_hold_two(session, recorded):
    """The array of one was read in the place of the other."""
    session.run("b = int16(mod(1:1000, 7) - 3); a = b; c = 0;")
    for change in ("", "a = -b;", "a = b;", "b = a - 1;"):
        session.run(change)
        for _ in range(3):
            agree(session, "c = (a > 0) .* double(b);", "c")
    assert recorded
