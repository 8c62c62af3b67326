"""A cell that is run again is not compiled again, and behaves as if it were."""

from __future__ import annotations

from runmat_kernel.session import Session


def test_a_cell_run_again_keeps_its_compiled_form(monkeypatch):
    import runmat_kernel.session as session_module

    session = Session(provider="host")
    parsed = []
    original = session_module.parse
    monkeypatch.setattr(session_module, "parse", lambda source, names: parsed.append(source.name) or original(source, names))
    for _ in range(4):
        assert session.run("a = 5; for q = 1:3, a = a + q; end").error is None
        assert float(session.workspace["a"]) == 11
    # The second run has more variables, which may change what a word means; after that nothing is new.
    assert len(parsed) == 2


def test_errors_name_the_cell_that_ran():
    session = Session(provider="host")
    text = "f = @(t) t + nothing_of_that_name;\nfor k = 1:2, y = k; end\nz = f(2);"
    for number in (1, 2, 3):
        frames = session.run(text).error.stack
        assert {f.file for f in frames} == {f"cell[{number}]"}
        assert [f.line for f in frames] == [1, 3]


def test_names_mean_what_they_mean_now():
    session = Session(provider="host")
    assert session.run("g = sqrt(16);").error is None
    assert session.run("g = sqrt(16);").error is None
    session.run("function r = sqrt(x)\n r = 42;\nend")
    session.run("g = sqrt(16);")
    assert float(session.workspace["g"]) == 42
    session.run("hold = 3;")
    assert session.run("hold on").error is not None
    session.run("clear hold")
    assert session.run("hold on").error is None
