"""Sine and cosine of doubles by the tangent, against the C library's."""

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.graph import sines

_RANDOM = np.random.default_rng(5)
_ANGLES = {
    "small": _RANDOM.uniform(-10, 10, 50_000),
    "large": _RANDOM.uniform(-1e6, 1e6, 50_000),
    "every exponent": _RANDOM.uniform(-1, 1, 50_000) * 10.0 ** _RANDOM.uniform(-290, 300, 50_000),
    "near multiples of a quarter": np.pi / 2 * _RANDOM.integers(-999, 999, 50_000) + 10.0 ** _RANDOM.uniform(-17, -3, 50_000),
    "edges": np.array([0.0, -0.0, np.pi, np.pi / 2, -np.pi / 2, 1e22, 1.7976931348623157e308, 2.3e-308, np.inf, -np.inf, np.nan]),
}


@pytest.mark.parametrize("function", [np.sin, np.cos], ids=["sin", "cos"])
@pytest.mark.parametrize("angles", _ANGLES.values(), ids=_ANGLES.keys())
@np.errstate(all="ignore")
def test_within_four_ulp(function, angles):
    out = np.empty_like(angles)
    sines._FORMS[function](angles, np.empty_like(angles), out=out)
    expected = function(angles)
    assert np.array_equal(np.isnan(out), np.isnan(expected))
    assert np.array_equal(np.signbit(out), np.signbit(expected)) or np.isnan(expected).any()
    assert np.nanmax(np.abs(out - expected) / np.spacing(np.abs(expected))) <= 4
    assert np.nanmax(np.abs(out)) <= 1


def test_may_be_written_over_the_angles():
    angles = _ANGLES["small"].copy()
    sines._FORMS[np.cos](angles, np.empty_like(angles), out=angles)
    assert np.allclose(angles, np.cos(_ANGLES["small"]), rtol=1e-14)


def test_serves_many_doubles_alone(monkeypatch):
    monkeypatch.setattr(sines, "_tangent_is_faster", lambda: True)
    assert sines.block_form(sines.sine, np.float32, 10**6) == (np.sin, 0)
    assert sines.block_form(sines.sine, np.float64, 100) == (np.sin, 0)
    assert sines.block_form(np.exp, np.float64, 10**6) == (np.exp, 0)
    assert sines.block_form(sines.cosine, np.float64, 10**6) == (sines._cosine, 1)


def test_the_same_bits_in_blocks_and_at_once(monkeypatch):
    monkeypatch.setattr(sines, "_tangent_is_faster", lambda: True)
    fused, eager = Session(provider="host", threads=2), Session(provider="host", fusion=False)
    for session in (fused, eager):
        assert session.run("x = 1e3 * sin(1:300000); y = sin(x) + 1; z = cos(x) + 1; w = sin(x(1:50)) + 1;").error is None
    for name in ("y", "z", "w"):
        assert np.array_equal(np.asarray(fused.workspace[name]), np.asarray(eager.workspace[name]))


@pytest.mark.parametrize("tangent_is_faster", [True, False])
def test_programs(monkeypatch, tangent_is_faster):
    monkeypatch.setattr(sines, "_tangent_is_faster", lambda: tangent_is_faster)
    session = Session(provider="host", threads=2)
    program = """
        x = linspace(-40, 40, 240000); A = reshape(x, 400, 600);
        y = cos(3*x) + sin(x) .* x;              % several rows at once
        B = A .* sin(A(:, 3)) + cos(A(7, :));    % expanded
        c = int16(100 * sin(x));                 % through a cast
        s = x; for k = 1:5, s = s + 0.1 * cos(s); end
    """
    assert session.run(program).error is None
    x = np.asarray(session.workspace["x"]).ravel()
    a = x.reshape(400, 600, order="F")
    s = x
    for _ in range(5):
        s = s + 0.1 * np.cos(s)
    found = {name: np.asarray(session.workspace[name]) for name in ("y", "B", "c", "s")}
    assert np.allclose(found["y"], np.cos(3 * x) + np.sin(x) * x, rtol=0, atol=2e-14)
    assert np.allclose(found["B"], a * np.sin(a[:, 2:3]) + np.cos(a[6:7]), rtol=0, atol=2e-14)
    assert np.abs(found["c"] - 100 * np.sin(x)).max() <= 0.5 + 1e-12
    assert np.allclose(found["s"], s, rtol=1e-13)
