"""Where the turns of a loop read and write: counters, ranges that move, parts of columns, arrays that grow; the same on every road."""

from __future__ import annotations

import numpy as np
import pytest

from ..adapters import no_adapter
from .test_loops import run

KERNEL = {
    "a counter": "v = (1:2000)' / 7; Y = zeros(2000, 40); k = 0; for t = 1:40, v = 0.9 * v + sin(v); k = k + 1; Y(:, k) = v; end",
    "two counters, one of them backwards": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); Z = Y; k = 3; j = 45;"
        " for t = 1:40, v = 0.9 * v; k = k + 1; Y(:, k) = v; Z(:, j) = v + Y(:, k); j = j - 1; end"
    ),
    "a counter of some turns, and of an integer class": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); k = int8(0); j = 1;"
        " for t = 1:40, v = 0.9 * v; if j < 20, k = k + 1; Y(:, k) = v; end, j = j + 1; end"
    ),
    "a counter beside a clock": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); k = 0; c = 0; while c < 1.9, v = 0.9 * v; c = c + 0.05; k = k + 1; Y(:, k) = v; end"
    ),
}
REPLAY = {
    "a counter up to a test": (
        "x = linspace(0, 1, 40000)'; H = zeros(1, 90); k = 0;"
        " for t = 1:90, y = cos(x); k = k + 1; H(k) = max(abs(y - x)); if H(k) < 1e-2, break, end, x = y; end"
    ),
    "a counter as long as arrays change": (
        "x = linspace(0, 1, 40000)'; Y = zeros(40000, 90); k = 0; d = 1;"
        " while d > 1e-1, y = cos(x); d = norm(y - x); k = k + 1; Y(:, k) = y; x = y; end"
    ),
}
ORDINARY = {
    "a counter that arrays count": (
        "v = (1:2000)' / 7; Y = zeros(2000, 40); k = 0; for t = 1:40, v = 0.9 * v; k = k + (v(1) > 0); Y(:, k) = v; end"
    ),
    "a counter that leaves the array": "v = (1:2000)'; Y = zeros(2000, 9); k = 0; for t = 1:12, v = v / 2; k = k + 1; v = v + Y(:, k); end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*KERNEL, *REPLAY, *ORDINARY))
def test_the_same_as_turn_by_turn(name: str, provider: str) -> None:
    program = {**KERNEL, **REPLAY, **ORDINARY}[name]
    expected, _, wrong = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider=provider, loops=True)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert (error and (error.identifier, error.message)) == (wrong and (wrong.identifier, wrong.message))
    in_kernel = [g["provider"] for g in report["groups"] if g["kind"] == "loop"]
    replayed = any("planned once for" in g["reason"] for g in report["groups"])
    reasons = [r["reason"] for r in report["refusals"] if "turn by turn" in r["reason"]]
    if name in KERNEL:
        assert set(in_kernel) == {provider} and not reasons, reasons
    elif name in REPLAY:
        assert replayed and not reasons, reasons
    else:
        assert not in_kernel and not replayed and reasons
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.atleast_2d(found[key]), np.atleast_2d(value)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        np.testing.assert_allclose(a, b, rtol=1e-6 if a.dtype == np.float32 else 1e-10, atol=1e-12)
