"""Loops that are replayed: the same values as iteration by iteration, few arrays and submissions, and an end between two iterations."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.accel import replay
from runmat_kernel.accel.iterations import Runner
from runmat_kernel.graph.random import philox_normal
from tests.adapters import needs_adapter

SMALL = {"defer_elements": 16, "loop_elements": 1, "loop_work": 1}
START = "rng(3); n = 300; g = mod((1:n) * 0.618, 1); A = cos(g' * g) / n; X = cos((1:n)' * (1:15)); v = ones(n, 1);"
STEP = "0.1 * (U(1:end-2, 2:end-1) + U(3:end, 2:end-1) + U(2:end-1, 1:end-2) + U(2:end-1, 3:end) - 4 * U(2:end-1, 2:end-1))"
LOOPS = {
    "a norm in each iteration": "for k = 1:12, w = A * v; v = w / norm(w); end",
    "norms of other kinds": (
        "for k = 1:9, w = A * v; a(k) = norm(w, Inf); b(k) = norm(w, 1); c(k) = norm(X * k, 'fro'); v = w / a(k);"
        " d(k) = norm(A * k, 'inf'); e(k) = norm(w * k, 1); f = norm(A - k, 1); end"
    ),
    "diagonals and traces": (
        "B = A + 1i; for k = 1:9, A = A * 0.9 + A'; d = diag(A, 3); e = diag(A * A'); f(k) = trace(A);"
        " g(k) = trace(A * A) + sum(diag(A, -4)); B = B * 0.9i; h = diag(B, 1); end"
    ),
    "powers of matrices": "for k = 1:5, A = A^2 + k * A^3; A = A / norm(A, 1); end",
    "norms of columns": "for k = 1:9, X = X ./ vecnorm(X) + sinc(X) + range(X(:)); [l, h] = bounds(X); X = X - l + h; end",
    "a norm of what is no number": "v(3) = NaN; for k = 1:5, v = v * 0.9; e(k) = norm(v, Inf); end",
    "scalars are written": "e = zeros(1, 20); for k = 1:20, w = A * v; e(k) = norm(w); v = w / e(k); end",
    "columns are read": "for k = 1:15, v = A * v + X(:, k); end",
    "columns are written": "Y = zeros(n, 10); for k = 1:10, v = A * v + k; Y(:, k) = v; end",
    "rows are read and written": "Z = X'; Y = zeros(10, n); s = v'; for k = 1:10, s = s * A + Z(k, :); Y(k, :) = s; end",
    "scalars of the iteration": "for k = 1:12, v = A * v * (1 + 1 / k) + k; end",
    "carries that change places": "U = X; V = X + 1; for k = 1:9, W = V; V = U + 0.1 * sum(V, 1); U = W; end",
    "results of the last iteration": "x = v; for k = 1:20, r = v - A * x; x = x + r / 2; end, q = sum(r);",
    "a part is replaced": f"U = A(1:90, 1:80); for k = 1:15, U(2:end-1, 2:end-1) = U(2:end-1, 2:end-1) + {STEP}; end",
    "every second row, backwards": "U = A(1:90, 1:80); for k = 1:5, U(89:-2:1, 3:7) = U(2:2:90, 3:7) * 0.5; end",
    "borders are held": f"U = A(1:90, 1:80); for k = 1:9, U(2:end-1, 2:end-1) = {STEP}; U(1, :) = 1; U(:, end) = 0; end",
    "borders follow from what is beside them": (
        f"U = A(1:90, 1:80); for k = 1:9, U(2:end-1, 2:end-1) = {STEP}; U(1, :) = U(2, :); U(:, end) = U(:, end - 1); U(3, 4) = k; end"
    ),
    "parts of several arrays": (
        "E = A(1:90, 1:80); H = E; G = E; for k = 1:9, H(:, 1:79) = H(:, 1:79) - diff(E, 1, 2) / 2; G(1:89, :) = G(1:89, :) + diff(E) / 2;"
        " E(2:89, 2:79) = E(2:89, 2:79) + (G(2:89, 2:79) - G(1:88, 2:79) - H(2:89, 2:79) + H(2:89, 1:78)) / 2; E(9, 9) = sin(k); end"
    ),
    "parts of two arrays go to each other": (
        "U = X; V = X + 1; for k = 1:9, W = U; U(2:9, :) = V(1:8, :) / 2; V(5:end, :) = W(5:end, :); end"
    ),
    "parts are replaced by what stays": "p = cos((2:99)'); u = v; for k = 1:9, u(1:2:195) = p / 3; u = u + 0.1; u(end) = u(1); end",
    "arithmetic before and after what is replaced": "u = v; for k = 1:9, u = u * 0.9; u(1:2:end) = u(2:2:end) + 0.1; u = u / 2 + 0.5; end",
    "the same is written": "Y = X; c = 0 * X(:, 1); for k = 1:4, o = ones(30, 40) * k; Y(:, k + 1) = c; end",
    "nothing but places change": "U = X; V = X + 1; for k = 1:6, W = V; V = U; U = W; o = ones(30, 40) * k; end",
    "what was before, which nothing reads": "y = zeros(1, 9); for k = 1:8, u = v; v = tanh(X(:, 1) * k); y(k) = sum(v); end",
    "a part goes on to the next iteration": "u = v; for k = 1:9, w = A * u; z = u; u = X(:, k); end",
    "a test ends what hands parts on": "r = 1; u = v; for k = 1:12, if r < 0.3, break, end; z = u; u = X(:, k); r = norm(u) / 12; end",
    "a test ends it": "x = 0 * v; for k = 1:500, y = 0.5 * A * x + v; r = norm(y - x); if r < 1e-6, break, end; x = y; end",
    "a while loop": "x = 0 * v; k = 0; r = 1; while r > 1e-6 && k < 300, y = 0.5 * A * x + v; r = norm(y - x); x = y; k = k + 1; end",
    "an element leaves the domain": "for k = 1:6, v = sqrt(A * v - 0.9); end",
}


def values(session: Session) -> dict[str, np.ndarray]:
    return {name: np.asarray(getattr(value, "array", value)) for name, value in session.workspace_values.items()}


def ran(settings: dict, loop: str):
    session = Session(**settings)
    for text in (START, loop):
        outcome = session.run(text)
        assert outcome.error is None
    return session, outcome.report.to_dict()


@pytest.mark.parametrize("provider", ["host", "gpu"])
@pytest.mark.parametrize("loop", LOOPS.values(), ids=LOOPS)
def test_the_values_of_ordinary_iterations(loop, provider):
    if provider == "gpu":
        needs_adapter()
    expected = values(ran({"fusion": False}, loop)[0])
    session, report = ran({"provider": provider, **SMALL}, loop)
    if "sqrt" not in loop and "NaN" not in loop:
        assert {g["provider"] for g in report["groups"] if "planned once" in g["reason"]} == {provider}
    found = values(session)
    for name, array in expected.items():
        np.testing.assert_allclose(found[name].ravel(), array.ravel(), rtol=1e-9, atol=1e-11, err_msg=name)
        assert found[name].dtype == array.dtype


def kept_runners(monkeypatch):
    made = []

    class Kept(Runner):
        def __init__(self, *given):
            super().__init__(*given)
            made.append(self)

    monkeypatch.setattr(replay, "Runner", Kept)
    return made


def test_two_arrays_for_what_is_carried(monkeypatch):
    made = kept_runners(monkeypatch)
    ran({"provider": "host", **SMALL}, "for k = 1:40, v = A * v + k; end")
    assert sum(len(arrays) for arrays in made[0].pool.values()) <= 3


def test_a_part_is_replaced_in_place_on_the_host(monkeypatch):
    made = kept_runners(monkeypatch)
    ran({"provider": "host", **SMALL}, "for k = 1:40, X(2:end-1, :) = X(1:end-2, :) * 0.5 + X(3:end, :) * 0.5; end")
    assert sorted(len(arrays) for arrays in made[0].pool.values()) == [1, 1]


def test_positions_of_replaced_parts_are_not_computed():
    session = Session(provider="host")
    report = session.run("X = cos((1:5000)' * (1:6)); for k = 1:3, for i = 2:5, X(:, i) = X(:, i - 1) + X(:, i + 1); end, end").report
    assert [g.replayed for g in report.groups if "position" in g.ops] == [3] * 4, report.refusals
    assert not [output for g in report.groups for output in g.outputs if output["class"] == "uint32"]


def test_many_iterations_in_one_submission(monkeypatch):
    needs_adapter()
    made = kept_runners(monkeypatch)
    ran({"provider": "gpu", **SMALL}, "for k = 1:400, v = v([2:end 1]) * 0.5 + sum(v) / n; end")
    ran({"provider": "gpu", **SMALL}, "for k = 1:400, v = v * 0.5 + sum(v) / n; end")
    assert made[-1].submissions <= 60


@pytest.mark.parametrize("provider", ["host", "gpu"])
def test_an_interrupt_leaves_the_last_finished_iteration(monkeypatch, provider):
    if provider == "gpu":
        needs_adapter()
    session = Session(provider=provider, **SMALL)
    session.run(START)
    iteration = replay.Replay._iteration

    def interrupted(self, plans, number, *given, **named):
        session.engine.interrupt.wanted |= number == 5
        return iteration(self, plans, number, *given, **named)

    monkeypatch.setattr(replay.Replay, "_iteration", interrupted)
    with pytest.raises(KeyboardInterrupt):
        session.run(
            "c = zeros(n, 1); s.sums = zeros(1, 1000); q = zeros(1, 1000);"
            " for k = 1:1000, w = A * v; v = w + 1; c = c + 1; s.k = k; s.sums(k) = sum(c); q(k) = k^2; end, after = 1;"
        )
    monkeypatch.undo()
    assert not session.run("fields = [s.k, nnz(s.sums), nnz(q), q(7)];").error
    found = values(session)
    assert found["c"][0, 0] == found["k"] == 7
    assert found["fields"].tolist() == [[7, 7, 7, 49]]
    assert "after" not in found
    np.testing.assert_allclose(found["v"], found["w"] + 1)


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("first", [0, 1, 7, 16_383, 16_384])
def test_normal_numbers_do_not_depend_on_the_pieces_they_are_made_in(dtype, first):
    whole = philox_normal(42, 3, 0, 50_000, dtype)
    row = np.empty(20_001, dtype)
    np.testing.assert_array_equal(philox_normal(42, 3, first, 20_001, dtype, row), whole[first : first + 20_001])
    np.testing.assert_array_equal(philox_normal(42, 3, first, 20_000, dtype), whole[first : first + 20_000])
