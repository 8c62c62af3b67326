"""Products in plans: what they take on, what is read in place, what is never stored; equal numbers with every strategy."""

import numpy as np
import pytest

from runmat_kernel.plan.kinds import KINDS
from runmat_kernel.session import Session

from ..adapters import missing, needs_adapter

PRODUCT_KINDS = ("matmul_epilogue", "centered_gram", "power_step_normalize", "explained_variance", "image_normalize")
SETUP = (
    "A = reshape(linspace(-1, 1, 22500), 150, 150); B = reshape(linspace(0, 2, 18000), 150, 120); "
    "S = reshape(linspace(single(-1), 1, 18000), 120, 150); r = (1:150) / 150; c = r'; "
)
PROGRAMS = {
    "scale, bias, clamp": ("y = min(max((A * B) .* 0.5 + (1:120), -1), 1) .^ 2;", 1),
    "both vectors, swapped orders": ("y = c .* (A * A') - r; z = 3 - y;", 1),
    "the product itself is kept too": ("y = A * B; z = tanh(y);", 1),
    "two products": ("y = A * B + A' * B;", 3),
    "a chain of products": ("y = (A * A) * B;", 2),
    "a product next to other work": ("y = A * A; z = A .* 2 + 1; w = sin(A);", 2),
    "mixed precision": ("y = A * S' + 1;", 2),
    "an operand of the epilogue is computed there": ("t = A .* 2; clear t; y = A * A + exp(A);", 1),
    "an operand of the epilogue comes first": ("y = A * A .* sum(A .^ 2, 1);", 2),
    "an epilogue that needs its own norm": ("q = A * B; y = q ./ sqrt(sum(q .^ 2, 1) + 1e-6);", 2),
    "norms of scaled products": ("q = A * B .* 2; y = q ./ sqrt(sum(q .^ 2, 1));", 2),
    "random bias": ("rng(3); x = linspace(0, 1, 300)'; y = x * x' + rand(300);", 2),
    "outer product": ("y = c * r + 1;", 1),
    "row times matrix": ("y = r * A + r; z = (A * c)' .* 2;", 3),
    "transposes read in place": ("y = A' + A; z = sum(A' .* 2, 1);", 1),
    "comparison and cast": ("y = single(A * B > 0.5) + 1;", 1),
    "a reduction of a product": ("y = mean(abs(A * B), 1);", 1),
    "a reduction of a product, which is turned round too": ("y = A * A; z = sum(max(y, -1), 2); w = flip(y, 1);", 2),
    "a reduction of what is turned round": ("y = A * A; z = sum(max(y, -1), 2); w = sum(flip(y, 1), 2);", 2),
    "reductions of two products": ("y = A * A; z = B' * A; p = sum(abs(y)); q = sum(y(1:120, :) .* z); w = sum(abs(z), 2);", None),
    "products that wait for each other": ("y = A * A; z = A' * A; p = sum(abs(y)); q = sum(y .* z); w = sum(abs(z), 2); v = z + y;", None),
    "covariance with n": ("mu = mean(A, 1); y = (A - mu)' * (A - mu) / 150; z = cov(A); w = cov(A, 1);", None),
    "a factor that is not centred": ("mu = mean(A, 1); y = (A - mu)' * A;", None),
    "a diagonal of any product": ("y = diag(A * A); z = diag(A' * A'); w = diag(A * A');", None),
}


@pytest.fixture(scope="module")
def strategies():
    return ("host",) if missing() else ("host", "gpu")


def run(program, provider="host", **settings):
    session = Session(provider=provider, **settings)
    assert session.run(SETUP).error is None
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    return session, outcome.report


def agree(program, strategies):
    eager, _ = run(program, fusion=False)
    reports = []
    for strategy in strategies:
        session, report = run(program, strategy)
        assert not any(r.code == "device error" for r in report.refusals), [r.reason for r in report.refusals]
        reports.append(report)
        for name, want in eager.workspace_values.items():
            want, got = np.asarray(getattr(want, "array", want)), session.workspace_values[name]
            got = np.asarray(getattr(got, "array", got))
            assert (got.dtype, got.shape) == (want.dtype, want.shape), name
            scale = max(1.0, float(np.abs(want).max()))
            np.testing.assert_allclose(got, want, rtol=0, atol=scale * (2e-5 if want.dtype == np.float32 else 1e-12), err_msg=name)
    return reports


@pytest.mark.parametrize("name", PROGRAMS)
def test_products_agree_on_all_strategies(name, strategies):
    program, groups = PROGRAMS[name]
    for report in agree(program, strategies):
        assert groups is None or len(report.groups) == groups, [(g.kind, g.ops) for g in report.groups]


@pytest.mark.parametrize("program", [p for k in KINDS if k.name in PRODUCT_KINDS for p in k.examples])
def test_examples_agree_on_all_strategies(program, strategies):
    agree(program, strategies)


def test_transposed_factors_are_not_made():
    _, report = run("y = A' * B; z = B' * A';")
    assert [g.ops for g in report.groups] == [("mtimes",), ("mtimes",)]


def test_the_centred_matrix_is_not_stored():
    _, report = run("mu = mean(B, 1); y = (B - mu)' * (B - mu) / 149; clear mu")
    (gram,) = [g for g in report.groups if g.kind == "centered_gram"]
    assert [o["shape"] for g in report.groups for o in g.outputs] == [[1, 120], [120, 120]]
    assert gram.ops == ("mtimes", "rdivide")


def test_the_rest_of_a_diagonal_is_not_computed():
    _, report = run("v = diag(B' * (A * B));")
    assert [120, 120] not in [o["shape"] for g in report.groups for o in g.outputs]


@pytest.mark.parametrize(
    ("program", "identifier"),
    [
        ("y = A * B'; ", "MATLAB:innerdim"),
        ("y = A * int8(B);", "MATLAB:mtimes:integerNotSupported"),
        ("y = A * ones(150, 2, 2);", "MATLAB:mtimes:inputsMustBe2D"),
        ("z = A * B; y = z + ones(3, 3);", "MATLAB:sizeDimensionsMustMatch"),
    ],
)
def test_errors_come_at_their_own_line(program, identifier):
    session = Session(provider="host")
    assert session.run(SETUP).error is None
    assert session.run(program).error.identifier == identifier


def test_complex_results_of_a_guarded_factor_are_multiplied_as_complex_ones(strategies):
    agree("y = sqrt(A)' * B; z = sqrt(A).' * B; w = real(sqrt(A) * B);", ("host",))


def test_small_products_are_computed_at_once():
    _, report = run("y = [1 2; 3 4] * [5; 6];")
    assert report.groups == []


TRAPS = """
n = 20000; z = zeros(1, n);
a = (z - 3) .^ 2; b = round(z + 2.5); c = mod(z + 5, z); d = mod(z - 1, 3); e = rem(z - 1, 3); f = log1p(z + 1e-9); g = expm1(z + 1e-9);
h = (z + 2) .\\ 6; x = reshape(1:n, 1, n); m = max(x); r = sqrt(z - 1); k = sin(z + 1e5); w = single(16777216) + single(z);
X = reshape(1:n, 200, 100); mu = mean(X, 1); v = sum((X - mu) .^ 2);
P = reshape(1:19600, 140, 140); p = P .* 2; q = P * P; t = P + 1;
"""


@pytest.mark.parametrize("shader", [False, True])
def test_numeric_traps(shader):
    if shader:
        needs_adapter()
    session = Session(provider="gpu" if shader else "host")
    outcome = session.run(TRAPS)
    assert outcome.error is None
    values = {k: np.asarray(getattr(x, "array", x)) for k, x in session.workspace_values.items()}
    first = {k: x.reshape(-1)[0] for k, x in values.items()}
    assert [first[k] for k in "abcdehm"] == [9, 3, 5, 2, -1, 3, 20000]
    assert abs(first["f"] / 9.999999995e-10 - 1) < 1e-15 and abs(first["g"] / 1.0000000005e-9 - 1) < 1e-15
    assert first["r"] == 1j and abs(first["k"] - np.sin(1e5)) < 1e-15
    assert (values["v"] == 200 * (200**2 - 1) / 12).all()
    square = np.arange(1.0, 19601).reshape(140, 140, order="F")
    np.testing.assert_allclose(values["q"], square @ square, rtol=1e-14)
    np.testing.assert_array_equal(values["t"], square + 1)
    np.testing.assert_array_equal(values["p"], square * 2)


def test_a_product_that_is_not_taken_says_why():
    _, report = run("y = (A + 1i) * B;")
    assert [(r.reason, r.ops) for r in report.refusals if "mtimes" in r.ops] == [
        ("complex arrays are computed at once on the host", ("mtimes",))
    ]


def test_reports_show_the_shader_of_a_product():
    from runmat_kernel.reports.html import shader

    _, report = run("y = A * B + 1;")
    assert "workgroupBarrier" in shader(report.groups[0].kernel)
