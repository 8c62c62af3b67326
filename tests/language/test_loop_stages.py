"""Loops with inner loops of other lengths in each iteration between other statements: the same with every strategy."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.accel import stages
from runmat_kernel.session import Session

from .loop_runs import as_by_iterations, by_iterations, run, strategies

_START = "n = 12; X = cos((1:300)' * (1:n)); c = zeros(300, 1); "
STAGED = {
    "modified Gram-Schmidt": (
        "Q = X; R = zeros(n); for k = 1:n, R(k, k) = norm(Q(:, k)); Q(:, k) = Q(:, k) / R(k, k);"
        " for j = k+1:n, R(k, j) = Q(:, k)' * Q(:, j); Q(:, j) = Q(:, j) - R(k, j) * Q(:, k); end, end"
    ),
    "classical Gram-Schmidt": (
        "Q = zeros(300, n); R = zeros(n); for k = 1:n, v = X(:, k);"
        " for j = 1:k-1, R(j, k) = Q(:, j)' * X(:, k); v = v - R(j, k) * Q(:, j); end, R(k, k) = norm(v); Q(:, k) = v / R(k, k); end"
    ),
    "Arnoldi": (
        "d = cos(1:300)'; Q = zeros(300, n); H = zeros(n); Q(:, 1) = ones(300, 1) / sqrt(300); for k = 1:n-1, v = d .* Q(:, k);"
        " for j = 1:k, H(j, k) = Q(:, j)' * v; v = v - H(j, k) * Q(:, j); end, H(k+1, k) = norm(v); Q(:, k+1) = v / H(k+1, k); end"
    ),
    "sums that begin anew": "S = zeros(300, n); for i = 1:n, s = zeros(300, 1); for j = 1:i, s = s + X(:, j) / j; end, S(:, i) = s; end",
    "many inner iterations": "for k = 1:5, c = c + X(:, k); for j = 1:80, c = 0.9 * c + sin(c) * j / 80; end, X(:, k) = c; end",
    "two inner loops": (
        "for k = 2:n, for j = 1:k-1, c = c + X(:, j) / 9; end, m = mean(c);"
        " for j = k:n, X(:, j) = X(:, j) - m * c / 99; end, c = c / 2; end"
    ),
    "an inner loop first": "for k = 1:n, for j = k:-1:1, c = c / 2 + X(:, j) * k; end, t = sum(c); X(:, k) = c / (1 + abs(t)); end",
    "branches of known numbers": (
        "for k = 1:n, v = X(:, k); for j = 1:k, if j == k, continue, end, v = v + X(:, j) / (k + j); end, if mod(k, 2), c = c + v; end, end"
    ),
    "fields of what stays": "p.w = 0.3; for k = 1:n, v = X(:, k); for j = 1:k, v = v * p.w + X(:, j); end, c = c + v; end",
    "functions": ("for k = 1:n, v = X(:, k); for j = 1:k, v = f(v, j); end, c = c + v; end\nfunction v = f(v, j)\n v = cos(v) / j;\nend"),
    "rows": "A = X'; for k = 1:n, A(k, :) = A(k, :) / norm(A(k, :)); for j = k+1:n, A(j, :) = A(j, :) - A(k, :) * A(j, 1); end, end",
    "numbers as carries": "e = 0; for k = 1:n, e = e / 2; for j = 1:k, e = e + max(X(:, j)); end, c = c + e * X(:, k); end",
    "singles": "X = single(X); for k = 1:n, v = X(:, k); for j = 1:k, v = v / 2 + X(:, j); end, X(:, k) = v / 3; end",
    "numbers of inner iterations beside branches": (
        "m = 0; for k = 1:n, c = c / 2; for j = 1:k, m = j; c = c + X(:, j) * m; if k == n, end, end, p = 1; end"
    ),
    "branches in inner iterations, and no inner iteration at the end": (
        "m = 0; for k = 1:n, c = c / 2; for j = k+1:n-2, m = 2 * j; if j ~= k + 1, c = c + X(:, j) * m; end, end, r = m; end"
    ),
    "no inner iteration at the end": (
        "for k = 1:n, c = c / 2; for j = k+1:n-2, c = c + X(:, j) * k; w = sin(c); end, u = c * 2; end, z = size(j);"
    ),
}
ORDINARY = {
    "random numbers": "rng(1); for k = 1:n, c = c + rand(300, 1); for j = 1:k, c = c / 2 + X(:, j); end, end, z = rand;",
    "a range that the iterations change": "m = 3; for k = 1:n, for j = 1:m, c = c + X(:, j); end, m = m + mod(k, 2); end",
    "an inner loop that is left": "for k = 1:n, c = c / 2; for j = k:n, c = c + X(:, j); if j > 8, break, end, end, end",
    "a loop that is left": "for k = 1:n, for j = k:n, c = c + X(:, j); end, if k > 4, break, end, end",
    "what grows": "for k = 1:n, v = X(:, k); for j = 1:k, v = v + X(:, j); end, P(:, k) = v; end",
    "a variable of other sizes": "for k = 1:n, v = X(1:k, 1); for j = 1:k, v = v + X(j, 2); end, c(k) = sum(v); end",
    "what becomes complex": "for k = 1:n, v = X(:, k); for j = 1:k, v = sqrt(v); end, c = c + real(v); end",
    "a counter as a place": "i = 0; Z = zeros(300, 99); for k = 1:n, c = c / 2; for j = k:n, i = i + 1; Z(:, i) = X(:, j); end, end",
    "a range with a draw": "rng(2); for k = 1:n, c = c / 2; for j = 1:randi(5), c = c + X(:, j); end, end, z = rand;",
    "numbers that become singles beside branches": (
        "X = single(X); R = zeros(n); e = 0; v = X(:, 1);"
        " for k = 1:n, for j = k:n, if j ~= k, v = v * 0.9; end, e = max(v); end, R(k, k) = e; end"
    ),
    "complex arrays": "w = complex(c, 1); for k = 1:n, w = w / 2; for j = 1:k, w = w + 1i * X(:, j); end, end",
}
FAILING = {
    "a place outside": "for k = 1:n, c = c / 2; for j = k:n, c = c + X(:, j + 1); end, end",
    "sizes that do not fit": "for k = 1:n, c = c + X(:, k); for j = 1:k, c = c + X(1:j+1, 1); end, end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*STAGED, *ORDINARY, *FAILING))
def test_inner_loops_between_statements(name: str, provider: str) -> None:
    report = as_by_iterations(_START + {**STAGED, **ORDINARY, **FAILING}[name], provider)
    if name in STAGED:
        assert by_iterations(report) == []
    elif provider == "host" and name not in FAILING:
        assert by_iterations(report)


def test_large_arrays_are_taken_and_small_ones_are_not() -> None:
    program = "X = cos((1:{})' * (1:6)); for k = 1:6, v = X(:, k); for j = 1:k, v = v / 2 + X(:, j); end, X(:, k) = v / 9; end"
    for rows, taken in ((20000, True), (3000, False)):
        _, report, error = run(program.format(rows), provider="host", loops=True)
        assert error is None
        assert (by_iterations(report) == []) is taken
        assert not taken or "elementwise" in strategies(report)


def test_an_interrupt_leaves_the_last_finished_iteration(monkeypatch) -> None:
    session = Session(provider="host", defer_elements=1, loop_elements=1, loop_work=1)
    session.run(_START)
    before = np.array(session.workspace["X"])
    real = stages.Stage.next_iteration

    def next_iteration(self, state, keys, *, last):
        if self.iteration == 20:
            session.engine.interrupt.wanted = True
        return real(self, state, keys, last=last)

    monkeypatch.setattr(stages.Stage, "next_iteration", next_iteration)
    with pytest.raises(KeyboardInterrupt):
        session.run("for k = 1:n, c = c / 2; for j = 1:k, c = c + X(:, j); w = 2 * c; end, X(:, k) = c; end, after = 1;")
    k = int(session.workspace["k"])
    # The first iteration makes w, and runs by itself.  The 21st inner iteration behind it is one of iteration 7, and iteration 8 is the
    # last one.
    assert k == 8 and session.workspace["j"] == k and "after" not in session.workspace
    c = np.zeros((300, 1))
    for iteration in range(k):
        c = c / 2
        for column in range(iteration + 1):
            c = c + before[:, column : column + 1]
        before[:, iteration] = c[:, 0]
    np.testing.assert_allclose(session.workspace["X"], before, rtol=1e-12)
    np.testing.assert_allclose(session.workspace["w"], 2 * c, rtol=1e-12)
