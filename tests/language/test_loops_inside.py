"""Loops that run as kernels inside loops that do not: both see each other's arrays."""

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.language.loops import scalars as loop_scalars

_PROGRAMS = {
    "inner iterations that differ": "for t = [3 2 4 1], for q = 1:t, y(2) = y(2) + 10 * t + q; end, end",
    "an element set after": "for t = 1:2, for q = 1:3, y(q) = 10 * t + q; end, y(2) = y(2) + 5; end",
    "an element set in another branch": "for t = [3 2], if t == 3, for q = 1:t, y(2) = 30 + q; end, else, y(2) = 5; y(3) = 6; end, end",
    "in while": "k = 0; while k < 2, k = k + 1; for q = 1:(4 - k), y(2) = 10 * k + q; end, end",
    "in do until": "k = 0; do, k = k + 1; for q = 1:(4 - k), y(2) = y(2) + q; end, until k >= 2",
    "read before it is written": "z = y; W = []; for t = 1:3, for q = 1:5, z(q) = y(q) * 2; end, y(3) = 100 * t; W(end + 1) = z(3); end",
    "matrix": "y = zeros(4, 5); for t = [4 2 3], for q = 1:t, y(q, 2) = y(q, 2) + t; end, y(1, 2) = -y(1, 2); end",
    "logical": "y = false(1, 7); for t = [3 2], for q = 1:t, y(q) = ~y(q); end, end",
}


@pytest.mark.parametrize("in_function", [False, True])
@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("program", _PROGRAMS.values(), ids=_PROGRAMS.keys())
def test_like_ordinary_execution(program, provider, in_function):
    text = "y = (1:7) / 4;" + program
    if in_function:
        text = f"[y, W] = f();\nfunction [y, W] = f()\nW = 0; {text}\nend"
    found = []
    for settings in ({"fusion": False}, {"defer_elements": 1, "loop_elements": 1, "loop_work": 1}):
        session = Session(provider=provider, **settings)
        outcome = session.run(text)
        assert outcome.error is None, outcome.error
        found.append({name: np.asarray(session.workspace[name]) for name in ("y", "W") if name in session.workspace})
    assert found[0].keys() == found[1].keys()
    for name, value in found[0].items():
        np.testing.assert_array_equal(found[1][name], value)


def test_large_arrays_with_settings_as_they_are():
    session = Session(provider="host")
    outcome = session.run("y = zeros(1, 2e6); for t = [60 50], for q = 1:t, y(q) = y(q) + sqrt(q); end, y(2) = t; end")
    assert outcome.error is None
    y = np.asarray(session.workspace["y"]).ravel()
    assert [y[0], y[1], y[54]] == [2, 50, np.sqrt(55)]


def test_long_loops_over_single_numbers_are_seen_in_few_iterations(monkeypatch):
    """What differs from iteration to iteration is computed for every iteration that is traced: a loop of nothing else is given up before
    that."""
    looked_at = []
    made = loop_scalars.Inductions.__init__
    monkeypatch.setattr(
        loop_scalars.Inductions, "__init__", lambda self, iterations: looked_at.append(iterations) or made(self, iterations)
    )
    session = Session(provider="host")
    for statement in ("y(t) = x(t) + y(t - 1) / 2", "if x(t) > 0, k = k + 1; y(k) = x(t); end", "y(t) = sum(x(t - 1:t))"):
        looked_at.clear()
        outcome = session.run(f"x = cos(1:5000); y = x; k = 0; for t = 2:5000, {statement}; end")
        assert outcome.error is None
        assert max(looked_at, default=0) < 100, statement
    assert "arrays of 2 elements" in outcome.report.to_dict()["refusals"][0]["reason"]
