"""Sums of squared deviations from a mean: found in the pass that finds the mean, with the numbers of ordinary execution."""

import numpy as np
import pytest

from runmat_kernel import Session

_SETUP = """
    p = reshape(single(sin(1:96000)) * 3 + 100, 4, 120, 200);
    a = linspace(-3, 5, 50001)'; b = a; b(3) = NaN; c = a; c(9) = Inf; h = single(3e38) * ones(50000, 1, 'single');
"""
_ONE_PASS = (
    "v = mean((p - mean(p, [2 3])) .^ 2, [2 3]);",
    "m = mean(p, [2 3]); v = sum((m - p) .* (m - p), [2 3]) / 7;",
    "v = mean((p - mean(p, 'all')) .^ 2, 'all');",
    "d = a - mean(a); v = sum(d .^ 2) / (numel(a) - 1);",
    "x = sin(a) + 2; v = sqrt(mean((x - mean(x)) .^ 2));",
    "v = sum((b - mean(b)) .^ 2);",
    "v = sum((c - mean(c)) .^ 2);",
    "v = sum((h - mean(h)) .^ 2);",
    "y = a(:); v = mean((y - mean(y)) .^ 2);",
)
_SEVERAL_PASSES = (
    "v = mean((p - mean(p, 'all')) .^ 2, [2 3]);",  # of other dimensions
    "v = mean((p - mean(p, 2)) .^ 2, [2 3]);",
    "v = mean((a - mean(2 * a)) .^ 2);",  # of another array
    "v = mean((a - sum(a) / 50000) .^ 2);",  # by another number
    "v = mean((a - mean(b, 'omitnan')) .^ 2);",
    "v = mean((a - mean(a)) .^ 4);",
    "v = sum((b - mean(b)) .^ 2, 'omitnan');",  # every deviation is NaN
    "v = mean((a - mean(a, 1)) .* (a - mean(b, 'omitnan')));",
)

_OVERFLOWING = (  # squares that are infinite, or would be if they were not multiplied by zero first
    "v = var([-1 3 4 2 -1 0.5 4] * 1e200, 0, 2);",
    "w = sin(a' * 50) * 1e160; v = var([w; w] + 0, 0, 1);",
    "v = std(single(1e30) * p, 0, [2 3]);",
    "v = var(single(1e30) * ones(3, 50000, 'single') + 0, 1, 2);",
)


@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("program", _ONE_PASS + _SEVERAL_PASSES + _OVERFLOWING)
def test_numbers_of_ordinary_execution(provider, program):
    values = []
    for session in (Session(provider=provider, defer_elements=1000), Session(provider="host", fusion=False)):
        outcome = session.run(_SETUP + program)
        assert outcome.error is None, outcome.error
        values.append(np.asarray(session.workspace["v"]))
    assert values[0].dtype == values[1].dtype
    np.testing.assert_allclose(*values, rtol=2e-6 if values[0].dtype == np.float32 else 1e-12)


@pytest.mark.parametrize("program", _ONE_PASS)
def test_one_pass(program):
    session = Session(provider="host", defer_elements=1000)
    session.run(_SETUP)
    groups = session.run(program).report.groups
    assert [g.kind for g in groups if g.kind == "reduction"] == ["reduction"]
    assert sum("moment2" in g.ops for g in groups) == 1


@pytest.mark.parametrize("program", _SEVERAL_PASSES)
def test_other_sums_stay_what_they_are(program):
    session = Session(provider="host", defer_elements=1000)
    session.run(_SETUP)
    assert not any("moment2" in g.ops for g in session.run(program).report.groups)


def test_a_mean_that_was_found_before_is_used():
    session = Session(provider="host", defer_elements=1000)
    session.run(_SETUP + "m = mean(a); disp(m)")
    (group,) = session.run("v = mean((a - m) .^ 2);").report.groups
    assert "moment2" not in group.ops
