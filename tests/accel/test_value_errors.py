"""Errors that elements show (NaN as a logical) come at their own line, before the next statement has an effect."""

import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

DATA = "n = 40000; x = (1:n) / n; x(7) = NaN; q = 0;\n"
PROGRAMS = (
    "m = logical(x);\nq = 1;",
    "m = ~x; q = 1; disp(q)",
    "y = x * 2;\nm = y & true;\nq = 1;\ndisp(sum(m))",
    "m = 1 | x;\nq = 1;",
    "m = xor(x, 1);\nq = 1;",
    "g(x);\nq = 1;\nfunction g(x)\n m = logical(x);\n disp('inside')\nend",
    "try\n m = logical(x);\n q = 1;\ncatch\n q = q + 2;\nend",
    "for k = 1:200\n S = x * k;\n m = logical(S);\nend\nq = 1;",
    "S = x;\nfor k = 1:200\n S = S + (S & 1);\nend\nq = 1;",
    "S = ones(1, n);\nfor k = 1:200\n S = S ./ (k < 90);\n S = S - S .* (k < 95);\n m = ~S;\nend\nq = 1;",
)


def after(program, again=0, **settings):
    """What a program leaves: its error with the lines, its text, and two variables.  ``again``: it ran so often before, without NaN."""
    session = Session(**settings)
    session.run("n = 40000; x = ones(1, n); q = 0;")
    for _ in range(again):
        session.run(program)
    outcome = session.run(DATA + program) if not again else session.run(DATA) and session.run(program)
    error = outcome.error and (outcome.error.identifier, [frame.line for frame in outcome.error.stack])
    values = session.workspace_values
    return error, outcome.text, values["q"], values.get("k")


@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("program", PROGRAMS)
def test_an_error_comes_before_the_next_effect(program, provider):
    if provider == "gpu":
        needs_adapter()
    expected = after(program, fusion=False, loops=False)
    assert expected[2] in (0.0, 2.0)
    assert after(program, provider=provider) == expected


@pytest.mark.parametrize("program", PROGRAMS[:5])
def test_so_it_does_in_a_cell_that_ran_before(program):
    assert after(program, again=4, provider="host") == after(program, again=4, fusion=False, loops=False)


@pytest.mark.parametrize("program", ["m = ~(x > 0.5) & (x < 0.7);", "y = rand(1, 80000); m = logical(y) | (y > 0.5);"])
def test_what_cannot_be_nan_is_fused(program):
    session = Session(provider="host")
    session.run(DATA)
    assert len(session.run(program).report.groups) == 1


def test_a_loop_that_tests_elements_is_one_kernel():
    session = Session(provider="host")
    session.run(DATA + "S = ones(1, n) + x; S(7) = 1;")
    outcome = session.run("for k = 1:200, S = S + (S & 1); end")
    assert [group.kind for group in outcome.report.groups] == ["loop"]
