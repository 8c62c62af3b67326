"""The examples of every fusion kind, and the numbers of plans."""

import numpy as np
import pytest

from runmat_kernel.plan.kinds import KINDS
from runmat_kernel.session import Session

from ..adapters import needs_adapter

# Kinds that are one kernel among others: what makes their operands, or takes their results.
AROUND = {
    "centered_gram": ("elementwise", "reduction"),
    "power_step_normalize": ("elementwise",),
    "explained_variance": ("elementwise", "gather"),
    "image_normalize": ("elementwise", "reduction"),
    "fft": ("elementwise", "gather", "reduction"),
}


@pytest.mark.parametrize(("kind", "program"), [(k.name, p) for k in KINDS for p in k.examples])
def test_an_example_is_one_group_of_its_kind(kind, program):
    # Transforms are recorded where a device is.
    if kind == "fft":
        needs_adapter()
    outcome = Session(provider="gpu" if kind == "fft" else "host").run(program)
    assert outcome.error is None
    assert [g.kind for g in outcome.report.groups if g.kind == kind or kind not in AROUND] == [kind]
    assert {g.kind for g in outcome.report.groups} <= {kind, *AROUND.get(kind, ())}


def run(program):
    outcome = Session(provider="host").run(program)
    assert outcome.error is None
    return outcome.report


def test_statements_fuse_across_lines_and_keep_their_lines():
    report = run("x = linspace(0, 1, 5e4);\ny = sin(x);\nz = y .* 2;\nw = z + x;\n")
    (group,) = report.groups
    assert group.lines == (2, 3, 4)
    assert len(group.outputs) == 3


def test_user_functions_fuse_and_their_temporaries_are_not_stored():
    report = run("x = linspace(0, 1, 5e4);\ny = f(x);\nfunction r = f(x)\n  t = exp(x);\n  u = t + 1;\n  r = t ./ u;\nend\n")
    (group,) = report.groups
    assert len(group.outputs) == 1
    assert group.ops == ("exp", "plus", "rdivide")


def test_a_branch_on_data_flushes_with_its_reason():
    report = run("x = linspace(0, 1, 5e4);\ny = x + 1;\nif sum(y) > 3, z = y * 2; end\n")
    assert report.flushes[0].reason == "value needed on the host"
    assert report.flushes[-1].reason == "end of the cell"


def test_unrelated_work_is_not_mixed():
    report = run("x = linspace(0, 1, 5e4); a = linspace(0, 1, 6e4); y = x + 1; b = a + 1;")
    assert [g.shape for g in report.groups] == [(1, 50_000), (1, 60_000)]


def test_expensive_values_are_not_computed_twice():
    report = run("x = linspace(0, 1, 5e4); d = tanh(exp(sin(x))) - 0.5; y = d - mean(d); clear d")
    ops = [op for g in report.groups for op in g.ops]
    assert ops.count("tanh") == 1


def test_cheap_values_are_computed_again_rather_than_stored():
    report = run("x = linspace(0, 1, 5e4); d = x * 2; y = d - mean(d); clear d")
    assert [len(g.outputs) for g in report.groups] == [1, 1]


def test_reductions_of_a_column_view_read_the_array_itself():
    report = run("x = reshape(linspace(0, 1, 6e4), 200, 300); y = x + 1; s = sum(y(:)); [m, i] = max(y(:)); assert(i == 6e4)")
    assert all("reshape" not in g.ops for g in report.groups)
    assert [g.kind for g in report.groups] == ["reduction"]


def test_reshapes_stay_deferred():
    program = "x = linspace(0, 1, 6e4); y = reshape(x + 1, 200, 300); z = y' ; w = y .* 2;"
    report = run(program + " assert(isequal(w, reshape(x + 1, 200, 300) * 2))")
    assert "reshape" in [op for g in report.groups for op in g.ops]


def test_what_a_split_reduction_leaves_is_pointwise():
    """More sums than a kernel binds arrays: a result made from their results alone once was a kernel that stored nothing."""
    needs_adapter()
    session = Session(provider="gpu", defer_elements=1, loops=False)
    code = "z = (1:105)' / 7; s = 0.5; for t = 1:21, s = s / 2 + sum(z((t-1)*5+1:t*5)) / 9; end, r = s / 2;"
    outcome = session.run(code)
    assert outcome.error is None
    assert [g.provider for g in outcome.report.groups if g.provider != "gpu"] == []
    assert not [r.reason for r in outcome.report.refusals]
    expected = 0.5
    for t in range(21):
        expected = expected / 2 + sum((k + 1) / 7 for k in range(5 * t, 5 * t + 5)) / 9
    s, r = (np.asarray(session.workspace[name]).item() for name in "sr")
    assert abs(s - expected) < 1e-13 and r == s / 2
