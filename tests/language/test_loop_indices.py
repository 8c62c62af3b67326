"""Loops in which arrays say where elements are, and reductions of what masks mark: the same with every strategy."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session

from .loop_runs import as_by_iterations, by_iterations, run

_START = (
    "rng(4); A = cos((1:40)' * (1:40)) / 6; x = cos((1:300)' / 7); P = cos((1:300)' * (1:3)); X = cos((1:4)' * (1:90)); w = x(1:40); "
    "p = randperm(300)'; T = cumsum(mod(1:32, 5)); "
)
INDICES = {
    "matching pursuit": "a = zeros(40, 1); for k = 1:20, c = A' * w; [~, j] = max(abs(c)); a(j) = a(j) + c(j); w = w - c(j) * A(:, j); end",
    "the index is kept": "J = zeros(1, 20); for k = 1:20, c = A * w; [~, J(k)] = min(c); w = w + 0.1 * A(:, J(k)); end",
    "the farthest point": "d = inf(300, 1); i = 1; for k = 1:20, v(k) = i; d = min(d, sum((P - P(i, :)) .^ 2, 2)); [~, i] = max(d); end",
    "a corner of the simplex": "for k = 1:20, [~, i] = min(A * w); s = zeros(40, 1); s(i) = 1; w = w + 2 / (k + 2) * (s - w); end",
    "one coordinate": (
        "g = -w; z = 0 * w; for k = 1:30, [~, i] = max(abs(g)); d = -g(i) / (3 + A(i, i)); z(i) = z(i) + d; g = g + d * A(:, i); end"
    ),
    "a column is written": "for k = 1:20, [~, i] = max(sum(P)); P(:, i) = P(:, i) - 1; end",
    "a row is written": "for k = 1:20, [m, i] = max(sum(P, 2)); P(i, :) = P(i, :) / 2; v(k) = m; end",
    "an element of a matrix": "for k = 1:20, [~, i] = max(P(:)); P(i) = P(i) / 2; n(k) = P(3, 2); end",
    "a matrix counts": "H = zeros(300, 3); for k = 1:20, [~, i] = max(P(:)); H(i) = H(i) + 1; P = P - 0.1 * P .* (H > 0); end",
    "an element of each class": (
        "x = single(x); n = int8(120 * x); b = x > 9; for k = 1:20, [~, i] = max(x); x(i) = x(i) - 1.5; n(i) = n(i) + 9; b(i) = true; end"
    ),
    "columns of what iterations carry": "for k = 1:40, A = min(A, A(:, k) + A(k, :)); end",
    "parts of a column": "for k = 1:20, [~, i] = max(P(1, :)); w = 0.9 * w; w(1:9) = w(1:9) + P(2:10, i) + P([9 1 5 3 2 4 8 7 6], i); end",
    "parts of what iterations carry": "m = w > 0; for k = 1:20, A = A - 0.1 * sum(A(m, k)) - A(40:-1:1, [k k + 1]) * [1; 2]; end",
    "an element of what iterations carry": "for k = 1:40, A = A / (1 + abs(A(k, k))); end",
    "windows of what iterations carry": "for k = 1:30, x = 0.9 * x + mean(x(k:k + 9)) - x(end - k + 1); end",
    "columns backwards": "for k = 1:30, A = 0.9 * A - A(:, k + 2:-1:k) * [1; 2; 3]; end",
    "a permutation": "for k = 1:30, x = x(p) + 0.1 * cos(x); end",
    "what a sort says": "y = x .^ 2; for k = 1:15, [x, i] = sort(x + 0.3 * y); y = y(i); end",
    "drawn with replacement": "for k = 1:15, x = x(randi(300, 300, 1)) + 0.1 * randn(300, 1); end",
    "drawn pairs": (
        "for k = 1:15, a = randi(300, 300, 1); b = randi(300, 300, 1); u = a; m = x(b) < x(a); u(m) = b(m); x = x(u) + 0.01; end"
    ),
    "a table": "for k = 1:20, i = mod(floor(abs(x) * 50), 32) + 1; x = 0.9 * x + 0.01 * reshape(T(i), 300, 1); end",
    "visited ones": (
        "in = false(40, 1); in(1) = true; d = A(:, 1); t = 0;"
        " for k = 1:39, e = d; e(in) = inf; [m, i] = min(e); t = t + m; in(i) = true; d = min(d, A(:, i)); end"
    ),
    "a counter that arrays count": "Y = zeros(300, 40); k = 0; for t = 1:40, x = 0.9 * x; k = k + (x(1) > 0); Y(:, k) = x; end",
    "in some iterations": "i = 1; for k = 1:30, x = 0.9 * x; if mod(k, 3) == 0, [~, i] = max(x); x(i) = k; end, end",
    "where arrays say so": "for k = 1:30, x = 1.1 * x; [m, i] = max(x); if m > 2, x(i) = -m; end, end",
    "best columns": (
        "V = 0 * X; Q = X; f = sum(X .^ 2); [~, g] = min(f); b = X(:, g);"
        " for k = 1:20, V = V / 2 + (Q - X) / 3 + (b - X) / 4; X = X + V; n = sum(X .^ 2); m = n < f; Q(:, m) = X(:, m); f(m) = n(m);"
        " [~, g] = min(f); b = Q(:, g); end"
    ),
    "best rows": "Q = P; for k = 1:20, P = cos(P + k); m = sum(P, 2) < sum(Q, 2); Q(m, :) = P(m, :) / 2; end",
    "rows, marked by a row": "for k = 1:20, P = 1.1 * P; m = (max(P, [], 2) > 2)'; P(m, :) = P(m, :) / 3; end",
    "marked pages": (
        "Z = reshape(A, 5, 8, 40); for k = 1:20, Z = 1.1 * Z; m = max(max(Z, [], 1), [], 2) > 0.2; Z(:, :, m) = Z(:, :, m) / 2; end"
    ),
}
"""Loops that are replayed."""

MARKED = {
    "sums": "for k = 1:20, x = x + 0.1 * cos(k * x); s(k) = sum(x(x > 0)); m(k) = mean(x(x < 0)); q(k) = prod(x(x > 1)); end",
    "counts": "for k = 1:20, x = 1.1 * x; n(k) = numel(x(x > 1)); l(k) = length(x(x > 1)); z(k) = nnz(x(x > 1)); end",
    "tests": "for k = 1:20, x = 1.1 * x; a(k) = any(x(x > 1) > 3); b(k) = all(x(x > 1) < 4); end",
    "none": "for k = 1:20, x = x / 2; s(k) = sum(x(x > 2)); m(k) = mean(x(x > 2)); q(k) = prod(x(x > 2)); end",
    "not a number": "x(7) = NaN; for k = 1:20, x = x / 2; s(k) = sum(x(~isnan(x))); a(k) = any(x(isnan(x))); b(k) = all(x(isnan(x))); end",
    "rows of singles": "x = single(x)'; for k = 1:20, x = 1.1 * x; s(k) = sum(x(x > 1)); m(k) = mean(x(x > 1) .^ 2); end",
    "matrices": "for k = 1:20, P = 1.1 * P; s(k) = sum(P(P > 1)); m(k) = mean(P(P > 1)); end",
    "whole numbers": "n = int8(100 * x); for k = 1:20, n = n - int8(3); s(k) = sum(n(n > 90)); z(k) = nnz(n(n < 0)); end",
    "truth": "b = x > 2; for k = 1:20, b = xor(b, x * k > 1); c = b; s(k) = sum(c(b)); end",
    "extremes": "for k = 1:20, x = x - 0.01; s(k) = max(x(x > 0)); t(k) = min(x(x > 0)); end",
    "extremes of no numbers": "x(3:6) = NaN; for k = 1:9, x = 2 * x; s(k) = max(x(isnan(x))); t(k) = max(x(isnan(x) | x > 0)); end",
    "the smallest that is left": "x = single(x); b = x > 9; for k = 1:20, s(k) = min(x(~b)); b = b | x == s(k); end",
    "extremes where there are any": "s = 0; for k = 1:30, x = x - 0.1; if any(x > 0), s = max(x(x > 0)); end, end",
    "others beside": "for k = 1:20, X = sin(2 * X); m = X(1, :) > 0; r = cos(k:k + 89); X(:, m) = X(:, m) .* r(m) - X(:, 1); end",
    "columns, marked by a column": "A = A + 1; for k = 1:20, A = sin(2 * A); m = A(:, 1) > 0; A(:, m) = A(:, m) / 2; end",
    "means of classes": (
        "C = P(1:4, :); for k = 1:9, [~, l] = min((P(:, 1) - C(:, 1)') .^ 2 + (P(:, 2) - C(:, 2)') .^ 2, [], 2);"
        " for j = 1:4, C(j, :) = mean(P(l == j, :), 1); end, end"
    ),
    "means of classes in columns": (
        "C = X(:, 1:3); for k = 1:9, [~, l] = min([sum((X - C(:, 1)) .^ 2); sum((X - C(:, 2)) .^ 2); sum((X - C(:, 3)) .^ 2)], [], 1);"
        " for j = 1:3, C(:, j) = sum(X(:, l == j), 2) / sum(l == j); end, end"
    ),
}
"""Reductions of what a mask of the iteration marks."""


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*INDICES, *MARKED))
def test_places_that_arrays_say(name: str, provider: str) -> None:
    report = as_by_iterations(_START + {**INDICES, **MARKED}[name], provider, single_atol=1e-5)
    assert by_iterations(report) == []
    assert any("planned once for" in g["reason"] for g in report["groups"])


WRONG = {
    "no number": "z = [NaN 1:9]; for k = 1:9, y = T(mod(floor(z), 5) + 1); z = z + 1; end",
    "no whole number": "z = 1:9; for k = 1:9, z = z / 2; y = T(z); end",
    "behind the end": "z = 1:9; for k = 1:9, z = z + 3; y = T(z); end",
    "before the first": "z = 10:19; for k = 1:19, z = z - 1; y = T(z); end",
    "an element behind the end": "z = 5 + 0 * x; for k = 1:9, z = z + 3; i = max(z); T(i) = k; end, n = numel(T);",
    "the largest of nothing": "for k = 1:30, x = x - 0.1; q = max(x(x > 0)); end",
    "columns beside a longer row": "for k = 1:9, X = sin(2 * X); m = X(1, :) > 0; Y = X(:, m) - (1:90); end",
    "an index that was none": "i = 0; for k = 1:9, x = x / 2; if k > 1, x(i) = 1; end, [~, i] = max(x); end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_place_is_the_error_of_its_iteration(name: str, provider: str) -> None:
    as_by_iterations(_START + WRONG[name], provider)


def test_a_refusal_says_that_an_index_leaves_its_array() -> None:
    _, report, error = run(
        "T = 1:20; z = (1:9);\nfor k = 1:9\n  z = z + 3;\n  y = T(z);\nend", provider="host", defer_elements=1, loop_elements=1, loop_work=1
    )
    assert error is not None and error.identifier == "MATLAB:badsubscript"
    assert "an index depends on the elements of an array, and leaves the array" in report["refusals"][0]["reason"]


@pytest.mark.parametrize("settings", ({"provider": "host"}, {"provider": "gpu"}))
def test_nan_is_no_place_of_an_array_that_waits(settings: dict[str, str]) -> None:
    """Bounds say nothing of NaN; without a loop."""
    session = Session(defer_elements=1, **settings)
    session.run("x = (1:40) * 2; y = [NaN 1:39] * 1.5;")
    outcome = session.run("i = mod(floor(y), 5) + 1; z = x .* 1; q = z(i);")
    assert outcome.error is not None and outcome.error.identifier == "MATLAB:badsubscript"
    assert session.run("i = min(max(round(y), 1), 40); q = z(i); s = q(1);").error is None
    assert session.workspace_values["s"] == 2.0


def test_large_matrices_are_written_where_arrays_say_by_ordinary_iterations() -> None:
    """On the host, which would look for the row among all of them."""
    program = "X = cos(reshape(1:100000, 20000, 5));\nfor k = 1:9\n  [~, i] = max(sum(X, 2));\n  X(i, :) = X(i, :) / 2;\nend"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider="host")
    assert (
        error is None and "the host does faster iteration by iteration (line 4: X(i, :) = X(i, :) / 2)" in report["refusals"][0]["reason"]
    )
    np.testing.assert_array_equal(found["X"], expected["X"])


def test_a_matrix_of_which_iterations_take_elements_is_no_work() -> None:
    """Iterations over short vectors are not planned because they take columns of a large matrix."""
    program = "A = cos(reshape(1:1440000, 1200, 1200)); g = A(:, 1); for k = 1:90, [~, i] = max(g); g = 0.9 * g + A(:, i); end"
    _, report, error = run(program, provider="host")
    assert error is None and "not worth planning for arrays of 1200 elements" in report["refusals"][0]["reason"]
