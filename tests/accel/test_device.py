"""Programs on a device (the software adapter will do): the same results, resident, uploaded once."""

import gc
from dataclasses import replace

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

PROGRAMS = (
    "y = sin(x) .* exp(-x / 3) + (x > 1);",
    "y = single(x) .* 2 + 1;",
    "m = mean(x); s = std(x); y = (x - m) ./ s;",
    "A = reshape(x, 200, 300); y = A - mean(A, 2); z = max(A, [], 1); [q, i] = min(A, [], 2);",
    "y = sqrt(abs(x)); z = log(x);",
    "y = int8(x * 40); z = sum(x > 0);",
    "y = mod(x, 0.7) + round(x * 5) + rem(x, 2);",
    "y = randn(1, 70000); z = mean(max(y, 0));",
)


@pytest.fixture(scope="module")
def available():
    needs_adapter()


def run(provider, program):
    session = Session(provider=provider)
    outcome = session.run("rng(1); x = reshape(linspace(-4, 4, 60000), 1, []);")
    assert outcome.error is None
    outcome = session.run(program)
    assert outcome.error is None
    return session, outcome.report


@pytest.mark.parametrize("program", PROGRAMS)
def test_the_device_agrees_with_the_host(available, program):
    device, report = run("gpu", program)
    host, _ = run("host", program)
    assert not any(r.code == "device error" for r in report.refusals), [r.reason for r in report.refusals]
    assert any(g.provider == "gpu" for g in report.groups)
    for name in ("y", "z", "m", "s", "q", "i"):
        if name in host.workspace:
            want, got = np.asarray(host.workspace[name]), np.asarray(device.workspace[name])
            assert got.dtype == want.dtype and got.shape == want.shape
            np.testing.assert_allclose(got, want, rtol=1e-5 if want.dtype == np.float32 else 1e-11, atol=1e-11)


def test_arrays_stay_on_the_device_and_go_there_once(available):
    session, report = run("gpu", "y = x + 1; z = x * 2;")
    assert [t.direction for t in report.transfers] == ["upload"]
    rows = {r.name: r.place for r in session.engine.residency(session.workspace_values)}
    assert (rows["x"], rows["y"]) == ("host and device", "device")
    outcome = session.run("w = y .* z + x;")
    assert outcome.report.transfers == []
    outcome = session.run("disp(w(3))")
    assert [t.direction for t in outcome.report.transfers] == ["download"]


def test_small_results_of_one_flush_come_back_in_one_wait(available):
    session, _ = run("gpu", "y = x + 1;")
    outcome = session.run("z = y .* x; m = mean(z); M = max(z); n = min(z); s = std(z); fprintf('%.10g ', m, M, n, s);")
    assert outcome.error is None
    assert [t.direction for t in outcome.report.transfers] == ["download"]
    z = np.asarray(session.workspace["z"])
    np.testing.assert_allclose([float(text) for text in outcome.text.split()], (z.mean(), z.max(), z.min(), z.std(ddof=1)), rtol=1e-9)


def test_small_results_came_back_when_the_cell_ended(available):
    session, _ = run("gpu", "y = x + 1;")
    session.run("c = sum(reshape(y, 200, 300)); d = max(y, [], 2);")
    outcome = session.run("fprintf('%.10g ', d, c(7));")
    assert outcome.report.transfers == []
    y = np.asarray(session.workspace["y"])
    want = (y.max(), y.reshape(200, 300, order="F").sum(0)[6])
    np.testing.assert_allclose([float(text) for text in outcome.text.split()], want, rtol=1e-9)


def test_a_full_device_makes_room_before_the_host_takes_over(available):
    session, _ = run("gpu", "y = x + 1;")
    session.run("a = x * 2; b = x * 3; c = a + b;")
    pool = session.engine.device._pool
    pool.trim()
    pool.budget = pool.report.used + 200_000
    outcome = session.run("d = a .* b - c; e = d + a;")
    assert outcome.error is None
    assert {g.provider for g in outcome.report.groups} == {"gpu"}
    rows = {r.name: r.place for r in session.engine.residency(session.workspace_values)}
    assert rows["x"] == "host"
    x = np.asarray(session.workspace["x"])
    np.testing.assert_allclose(np.asarray(session.workspace["e"]), 6 * x * x - 5 * x + 2 * x, rtol=1e-12, atol=1e-12)
    session.run("clear x y a b c d")
    # Sessions of other tests share the pool; what they leave goes back to it now, not when it is full.
    gc.collect()
    pool.trim()
    pool.budget = 0
    outcome = session.run("f = sin(e);")
    assert outcome.error is None
    assert [r.code for r in outcome.report.refusals] == ["memory"]
    np.testing.assert_allclose(np.asarray(session.workspace["f"]), np.sin(np.asarray(session.workspace["e"])), rtol=1e-12, atol=1e-12)


def test_reports_keep_no_arrays(available):
    _, report = run("gpu", "y = x + 1; z = sum(y .* x);")
    assert all(g.call.inputs == g.call.outputs == () for g in report.groups)


def test_a_lost_device_is_opened_again(available):
    session, _ = run("gpu", "y = x + 1; s = sum(x); fprintf('%g', s);")
    session.engine.device._handle.destroy()
    outcome = session.run("z = x * 2; w = z(end) + s;")
    assert outcome.error is None
    assert any("lost" in text.text for text in outcome.report.notices)
    assert np.asarray(session.workspace["z"])[0, -1] == 8
    outcome = session.run("y(1)")
    assert outcome.error.identifier == "RunMat:DeviceLost"
    outcome = session.run("y = x + 1; t = sum(y .* z);")
    assert outcome.error is None and [g.provider for g in outcome.report.groups] == ["gpu"]
    expected = np.sum((np.linspace(-4, 4, 60000) + 1) * np.linspace(-8, 8, 60000))
    np.testing.assert_allclose(np.asarray(session.workspace["t"]).item(), expected)


@pytest.mark.parametrize(
    "expression",
    (
        "reshape(y, 600, 100) + 1",
        "y(:) + 1",
        "reshape(y, 300, 200) * 2 + reshape(x, 300, 200)",
        "reshape(y + 1, 6, []) - 1",
        "reshape(y > 0, 600, 100) * 1",
        "reshape(y, 600, 100)",
        "sum(reshape(y, 600, 100))",
    ),
)
@pytest.mark.parametrize("chunk", (20_000, 7_777))
def test_reshaped_arrays_that_are_split_are_cut_again(available, monkeypatch, expression, chunk):
    session, _ = run("gpu", "y = x + 1;")
    monkeypatch.setattr(session.engine.device, "chunk_cap", chunk)
    host = Session(provider="host")
    for each in (session, host):
        outcome = each.run(f"rng(1); x = rand(100, 600); y = x * 2 - 1; z = {expression};")
        assert outcome.error is None
    np.testing.assert_allclose(np.asarray(session.workspace["z"]), np.asarray(host.workspace["z"]), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("size", ("700, 100", "701, 99", "777, 101"))
@pytest.mark.parametrize(
    "expression",
    (
        "y' * y",
        "y * w",
        "w' * y'",
        "v * y * w",
        "cov(y)",
        "(y - mean(y, 1))' * (y - mean(y, 1))",
        "y' * y .* 2 + 1",
        "single(y)' * single(y)",
    ),
)
def test_factors_that_are_split_are_read_where_they_lie(available, monkeypatch, expression, size):
    session, _ = run("gpu", "y = x + 1;")
    device = session.engine.device
    monkeypatch.setattr(device, "chunk_cap", 20_000)
    monkeypatch.setattr(device, "target", replace(device.target, max_binding_bytes=150_000))
    monkeypatch.setattr(device, "_cut", None)
    host = Session(provider="host")
    for each in (session, host):
        outcome = each.run(f"rng(1); y = rand({size}) * 2 - 1; w = rand(size(y, 2), 8); v = rand(40, size(y, 1)); z = {expression};")
        assert outcome.error is None and {g.provider for g in outcome.report.groups} == {"host" if each is host else "gpu"}
    tolerance = 1e-4 if "single" in expression else 1e-11
    np.testing.assert_allclose(np.asarray(session.workspace["z"]), np.asarray(host.workspace["z"]), rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize("least", (1, 1 << 22))
@pytest.mark.parametrize(
    "expression", ("y' * y", "y * u", "u' * y'", "reshape(y, 500, 140)' * reshape(y, 500, 140)", "reshape(y, 100, 700) * y")
)
def test_factors_that_are_cut_elsewhere_are_cut_again(available, monkeypatch, expression, least):
    from runmat_kernel.providers.gpu import copies

    monkeypatch.setattr(copies, "LEAST_BYTES", least)
    session, _ = run("gpu", "y = x + 1;")
    monkeypatch.setattr(session.engine.device, "chunk_cap", 20_000)
    host = Session(provider="host")
    for each in (session, host):
        outcome = each.run(f"rng(1); y = rand(700, 100) * 2 - 1; u = rand(100, 1); z = {expression};")
        assert outcome.error is None and {g.provider for g in outcome.report.groups} == {"host" if each is host else "gpu"}
    np.testing.assert_allclose(np.asarray(session.workspace["z"]), np.asarray(host.workspace["z"]), rtol=1e-11, atol=1e-11)


def test_writing_to_no_element_changes_nothing(available):
    session, _ = run("gpu", "y = x + 1;")
    outcome = session.run("y = x + 1; y([]) = 3; y(y > 100) = 5; y(zeros(1, 0)) = 1; y(find(x > 100)) = 2; y([7]) = 40;")
    assert outcome.error is None
    want = np.asarray(session.workspace["x"]) + 1
    want[0, 6] = 40
    np.testing.assert_array_equal(np.asarray(session.workspace["y"]), want)


def test_a_transpose_conjugates_also_what_came_to_the_host(available):
    session, _ = run("gpu", "y = x + 1;")
    outcome = session.run("v = fft(0); v(1:end, :) = 2i; r = real(v); w = v';")
    assert outcome.error is None and complex(np.asarray(session.workspace["w"]).item()) == -2j


def test_variances_beyond_the_largest_number_are_infinite(available):
    session = Session(provider="gpu", defer_elements=1)
    outcome = session.run("x = [1e200 1:800 -3e199]; v = var(x); s = std(x(1:9));")
    assert outcome.error is None
    assert np.asarray(session.workspace["v"]).item() == np.inf and np.asarray(session.workspace["s"]).item() == np.inf


@pytest.mark.parametrize(
    "program", ["q = z - 0.5;", "q = z - x;", "q = z + 1;", "q = 2 - z;", "q = z .* x;", "q = z ./ 2;", "q = sqrt(z - 3);"]
)
def test_negative_zeros_of_imaginary_parts_stay(available, program):
    """They decide on which side of a branch cut a number lies."""
    found = []
    for settings in ({"provider": "gpu"}, {"provider": "host", "fusion": False}):
        session = Session(**settings)
        assert session.run("x = linspace(-4, 4, 60000); z = conj(sqrt(x));" + program).error is None
        found.append(np.asarray(session.workspace["q"]).imag)
    assert np.array_equal(np.signbit(found[0]), np.signbit(found[1]))


@pytest.mark.parametrize("kind, largest", [("double", 710.7), ("single", 89.6)])
@pytest.mark.parametrize("name, turn", [("sin", "1i"), ("cos", "1i"), ("sinh", "1"), ("cosh", "1"), ("exp", "1")])
def test_complex_functions_are_finite_where_only_their_factors_overflow(available, name, turn, kind, largest):
    program = f"p = {kind}([-1 1]); b = {kind}(linspace(-1.5, 1.5, 30000))'; z = complex({largest} * p, 0 * p) + b * 1i; z = z * {turn};"
    found = []
    for settings in ({"provider": "gpu"}, {"provider": "host", "fusion": False}):
        session = Session(**settings)
        assert session.run(f"{program} q = {name}(z); r = real(q); i = imag(q);").error is None
        found.append([np.asarray(session.workspace[x]) for x in "ri"])
    for device, host in zip(*found, strict=True):
        assert np.isfinite(host).any() and not np.isfinite(host).all()
        near = np.abs(host) < np.finfo(host.dtype).max * (1 - 1e-5)
        np.testing.assert_allclose(device[near], host[near], rtol=1e-4 if kind == "single" else 1e-12)


@pytest.mark.parametrize("kind", ["double", "single"])
@pytest.mark.parametrize("name", ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt", "log", "abs", "angle"])
def test_complex_functions_of_parts_that_are_no_numbers(available, name, kind):
    program = (
        f"p = {kind}([-Inf -800 -3 -0 0 2 800 Inf NaN]); [a, b] = ndgrid(p, p); z = repmat(complex(a(:), b(:)), 800, 1); q = {name}(z);"
    )
    found = []
    for settings in ({"provider": "gpu"}, {"provider": "host", "fusion": False}):
        session = Session(**settings)
        assert session.run(program).error is None
        found.append(np.asarray(session.workspace["q"]))
    for part in ("real", "imag"):
        np.testing.assert_allclose(*(getattr(q, part) for q in found), rtol=1e-5 if kind == "single" else 1e-12)


@pytest.mark.parametrize("kind", ["double", "single"])
@pytest.mark.parametrize("name", ["sin", "cos", "tan", "sinh", "cosh", "tanh", "exp", "sqrt"])
def test_zero_parts_of_complex_functions_have_the_sign_of_the_formula(available, name, kind):
    program = f"""
        p = {kind}([-3.5 -2 -1 -0 0 1 2 3.5]); [a, b] = ndgrid(p, p); z = repmat(complex(a(:), b(:)), 1000, 1); q = {name}(z);
    """
    found = []
    for settings in ({"provider": "gpu"}, {"provider": "host", "fusion": False}):
        session = Session(**settings)
        assert session.run(program).error is None
        found.append(np.asarray(session.workspace["q"]))
    for part in ("real", "imag"):
        device, host = (getattr(q, part) for q in found)
        zero = host == 0
        assert part == "real" or zero.any()
        assert np.array_equal(device == 0, zero) and np.array_equal(np.signbit(device[zero]), np.signbit(host[zero]))


def test_complex_arrays_become_real_where_real_numbers_are_written():
    program = """
        z = sqrt(linspace(-4, 4, 60000)); z(z ~= real(z)) = 0; a = isreal(z);
        w = sqrt(linspace(-4, 4, 60000)); w(1:2) = 7; b = isreal(w); w(:) = 1; c = isreal(w);
        v = complex(ones(1, 60000), 1); v(:) = complex(1, 0); d = isreal(v);
        u = sqrt(-1); u(u > 1) = NaN; f = isreal(u);
    """
    for settings in (
        {"provider": "gpu"},
        {"provider": "host"},
        {"provider": "host", "fusion": False},
        {"provider": "host", "defer_elements": 1},
    ):
        session = Session(**settings)
        assert session.run(program).error is None
        assert [bool(np.asarray(session.workspace[name]).item()) for name in "abcdf"] == [True, False, True, False, False]
