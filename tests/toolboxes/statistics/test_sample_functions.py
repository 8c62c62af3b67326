"""Distributions, tests by ranks and models of signals against what is computed otherwise."""

# ruff: noqa: E501 (programs on one line)

import subprocess
import sys
from math import comb

import numpy as np
import pytest
from scipy import signal, stats

from runmat_kernel.session import Session, execute
from runmat_kernel.toolboxes.elementary.filter_loops import linear_filter

LAWS = [
    ("logn", "0.3, 0.8", "0.05:0.2:4"), ("wbl", "2, 1.5", "0.05:0.2:4"), ("rayl", "1.3", "0.05:0.2:4"), ("gam", "2.5, 1.2", "0.05:0.2:8"),
    ("beta", "2, 3", "0.05:0.05:0.95"), ("unif", "-1, 3", "-0.9:0.3:2.9"), ("norm", "1, 2", "-3:0.5:4"), ("exp", "2", "0.1:0.5:6"),
]  # fmt: skip


@pytest.mark.parametrize(("stem", "parameters", "points"), LAWS)
def test_density_function_and_inverse_belong_together(stem, parameters, points):
    code = f"""x = {points}; p = {stem}cdf(x, {parameters}); fprintf('%d', max(abs({stem}inv(p, {parameters}) - x)) < 1e-9);
        d = ({stem}cdf(x + 1e-5, {parameters}) - {stem}cdf(x - 1e-5, {parameters})) / 2e-5; fprintf('%d', max(abs(d - {stem}pdf(x, {parameters}))) < 1e-6);
        fprintf('%d', max(abs({stem}cdf(x, {parameters}, 'upper') + p - 1)) < 1e-12)"""
    assert execute(code) == "111"


@pytest.mark.parametrize(
    ("stem", "parameters"), [("geo", "0.3"), ("nbin", "3, 0.4"), ("hyge", "20, 7, 6"), ("bino", "9, 0.35"), ("poiss", "2.5"), ("unid", "6")]
)
def test_laws_of_whole_numbers(stem, parameters):
    code = f"""k = 0:6; p = {stem}pdf(k, {parameters}); fprintf('%d', max(abs(cumsum(p) - {stem}cdf(k, {parameters}))) < 1e-12, {stem}pdf(1.5, {parameters}), {stem}pdf(-1, {parameters}))"""
    assert execute(code) == "100"


def test_hypergeometric_probabilities_of_large_populations():
    """Exact fractions: the first was wrong in its tenth digit, the others took minutes."""
    expected = [comb(1000, 5) * comb(2**20 - 1000, 1995) / comb(2**20, 2000), 2 * 2 * (2**53 - 2) / (2**53 * (2**53 - 1))]
    shown = execute("fprintf('%.17g ', hygepdf(5, 2^20, 1000, 2000), hygepdf(1, 2^53, 2, 2))").split()
    np.testing.assert_allclose(np.array(shown, float), expected, rtol=1e-13)
    below = sum(comb(100, k) * comb(2**22 - 100, 500 - k) for k in range(3)) / comb(2**22, 500)
    shown = execute("fprintf('%.17g ', hygecdf(2, 2^22, 100, 500), hygecdf(2, 2^22, 100, 500, 'upper'), hygeinv([0.3 0.5], 2^40, 2^39, 2^20))")
    np.testing.assert_allclose(np.array(shown.split(), float), [below, 1 - below, 524020, 524288], rtol=1e-9)
    assert execute("rng(1); x = hygernd(2^53, 2^52, 10, 1, 200); fprintf('%d', all(x >= 0 & x <= 10), abs(mean(x) - 5) < 0.5)") == "11"


def test_impossible_parameters_are_nan():
    assert (
        execute(
            "fprintf('%d', isnan([lognpdf(1, 0, -1), wblcdf(1, -1, 1), geopdf(1, 2), gaminv(0.5, -1), binoinv(0.5, 5, 2), raylpdf(1, -1)]))"
        )
        == "111111"
    )


def test_a_normal_law_without_deviation_is_a_step():
    shown = execute("disp(normcdf([1 2 3 NaN], 2, 0)), disp(normcdf([1 2 3], 2, 0, 'upper')), disp(normcdf(1, 1, [-1 0 NaN 1]))")
    assert shown.split() == ["0", "1", "1", "NaN", "1", "0", "0", "NaN", "1.0000", "NaN", "0.5000"]


@pytest.mark.parametrize(
    ("code", "package"),
    [
        ("normcdf(1), norminv(0.3), exppdf(1, 2), unifinv(0.5), pdist([1 2;3 4])", "scipy.stats"),
        ("filter(1, [1 0.5], 1:3), conv2(magic(3), [1 2;3 4], 'same'), deconv([1 3 2], [1 1]), filter2(1, 1:3)", "scipy.signal"),
    ],
)
def test_usual_functions_load_no_large_package(code, package):
    program = f"import sys; from runmat_kernel.session import execute; execute({code!r}); print({package!r} in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.strip() == "False", done.stderr


@pytest.mark.parametrize("kind", ["f", "d", "F", "D"])
@pytest.mark.parametrize("axis", [0, 1])
def test_filters_are_those_of_scipy(kind, axis):
    draws = np.random.default_rng(2)
    x = np.asfortranarray(draws.normal(size=(5, 6))).astype(kind)
    b, a = draws.normal(size=4).astype(kind), np.array([2, 0.3, -0.2], kind)
    state = np.full((3, 6) if axis == 0 else (5, 3), 0.5, kind)
    assert np.array_equal(linear_filter(b, a, x, axis), signal.lfilter(b, a, x, axis))
    for mine, other in zip(linear_filter(b, a, x, axis, state), signal.lfilter(b, a, x, axis, state), strict=True):
        assert np.array_equal(mine, other) and mine.dtype == other.dtype


def test_density_of_vectors():
    rng = np.random.default_rng(3)
    points, mean = rng.normal(size=(5, 3)), rng.normal(size=3)
    root = rng.normal(size=(3, 3))
    spread = root @ root.T + np.eye(3)
    session = Session(provider="host")
    text = "; ".join(
        f"{n} = {np.array2string(v, separator=',', threshold=999, precision=17, max_line_width=10**6)}".replace("],", "];")
        for n, v in (("X", points), ("m", mean), ("S", spread))
    )
    outcome = session.run(
        text.replace("\n", "") + "; y = mvnpdf(X, m, S); z = mvnpdf(X, m, cat(3, S, S, S, S, S)); fprintf('%.15g ', y, max(abs(y - z)))"
    )
    found = [float(word) for word in outcome.text.split()]
    assert np.allclose(found[:5], stats.multivariate_normal(mean, spread).pdf(points), rtol=1e-12)
    assert found[5] < 1e-15


@pytest.mark.parametrize(
    ("x", "y"), [([1.1, 2.5, 3.7, 0.2, 9], [2.2, 8.1, 7.4, 6.6]), (list(np.arange(25) * 1.1), list(np.arange(22) * 1.3 + 3.05))]
)
def test_rank_sums(x, y):
    method = "exact" if len(x) < 10 else "asymptotic"
    wanted = [stats.mannwhitneyu(x, y, alternative=side, method=method).pvalue for side in ("two-sided", "greater", "less")]
    found = [float(execute(f"fprintf('%.15g', ranksum({x}, {y}, 'tail', '{tail}'))".replace("np.float64", "")) ) for tail in ("both", "right", "left")]  # fmt: skip
    assert np.allclose(found, wanted, rtol=1e-10)


def test_signed_ranks():
    x = [1.5, -0.3, 2.2, 4.1, -1.2, 3.3, 0.7]
    wanted = [stats.wilcoxon(x, alternative=side, method="exact").pvalue for side in ("two-sided", "greater", "less")]
    found = [float(execute(f"fprintf('%.15g', signrank({x}, 0, 'tail', '{tail}'))")) for tail in ("both", "right", "left")]
    assert np.allclose(found, wanted, rtol=1e-12)


def test_tables_and_draws():
    assert execute("tabulate([1 3 3])").splitlines() == [
        "  Value    Count   Percent",
        "      1        1     33.33%",
        "      2        0      0.00%",
        "      3        2     66.67%",
    ]
    code = "rng(2); [y, i] = datasample((1:9)' * 10, 5); fprintf('%d', isequal(y, i' * 10)); n = histcounts(datasample(1:3, 3000, 'Weights', [1 2 0]), 0.5:3.5); fprintf('%d', abs(n(2) / n(1) - 2) < 0.3, n(3))"
    assert execute(code) == "110"


def test_models_of_signals():
    code = """rng(1); x = filter(1, [1 -1.2 0.5], randn(20000, 1)); [a, g] = lpc(x, 2); fprintf('%d', max(abs(a - [1 -1.2 0.5])) < 0.03, abs(g - 1) < 0.05);
        r = xcorr(x, 2, 'biased'); b = levinson(r(3:5), 2); fprintf('%d', max(abs(a - b)) < 1e-9);
        [h, w] = freqz([1 2 0.5], [1 -0.4], 256); d = -diff(unwrap(angle(h))) ./ diff(w); [gd, v] = grpdelay([1 2 0.5], [1 -0.4], 256); m = (gd(1:end-1) + gd(2:end)) / 2;
        fprintf('%d', max(abs(d - m)) < 1e-3, max(abs(v - w)) < 1e-12); fprintf('%d', max(abs(goertzel(x(1:64)) - fft(x(1:64)))) < 1e-9);
        fprintf('%d', max(abs(impz([1 0.5], [1 -0.9], 30) - filter([1 0.5], [1 -0.9], [1 zeros(1, 29)])')) < 1e-14)"""
    assert execute(code) == "1111111"


def test_smoothing_leaves_out_what_is_far():
    code = "y = (1:20)'; y(10) = 100; r = smooth(y, 9, 'rlowess'); fprintf('%d', abs(r(10) - 10) < 0.1, size(smooth(1:5)), isequal(smooth([1 2 4 8], 4), smooth([1 2 4 8], 3)))"
    assert execute(code) == "1511"
