"""Loops whose body is another loop and nothing else, of another length in each iteration: the same with every strategy."""

from __future__ import annotations

import pytest

from .loop_runs import as_by_iterations, by_iterations, run, strategies

_START = "n = 12; X = cos((1:300)' * (1:n)); c = zeros(300, 1); "
NESTS = {
    "all pairs": "for i = 1:n, for j = i+1:n, c = max(c, abs(X(:, i) - X(:, j))); end, end",
    "pairs that push each other": (
        "a = 0 * X; for i = 1:n, for j = i+1:n, r = X(:, j) - X(:, i); a(:, i) = a(:, i) + r; a(:, j) = a(:, j) - r; end, end"
    ),
    "a symmetric matrix": "D = zeros(n); for i = 1:n, for j = 1:i, D(i, j) = X(:, i)' * X(:, j); D(j, i) = D(i, j); end, end",
    "distances": "D = zeros(n); for i = 1:n-1, for j = i+1:n, d = sum((X(:, i) - X(:, j)) .^ 2); D(i, j) = d; D(j, i) = d; end, end",
    "more iterations than are tried first": (
        "X = cos((1:50)' * (1:40)); D = zeros(40);"
        " for i = 1:40, for j = i+1:40, D(i, j) = max(X(:, i) - X(:, j)); D(j, i) = D(i, j); end, end"
    ),
    "elimination": (
        "A = X(1:n, :) + n * eye(n); for k = 1:n-1, for i = k+1:n, m = A(i, k) / A(k, k); A(i, :) = A(i, :) - m * A(k, :); end, end"
    ),
    "columns that take those before": "for i = 1:n, for j = 1:i-1, X(:, i) = X(:, i) - 0.1 * X(:, j); end, end",
    "backwards, in steps": "for i = n:-1:1, for j = 1:2:i, c = c + X(:, i) .* X(:, j) * j; end, end",
    "a number that skips iterations": "for i = 1:n, for j = i+1:n, if mod(i + j, 2), continue, end, c = c + X(:, i) .* X(:, j); end, end",
    "a long loop again and again": (
        "A = cos((1:70)' * (1:70)) + 90 * eye(70); b = (1:70)'; z = zeros(70, 1);"
        " for k = 1:3, for i = 1:70, z(i) = z(i) + (b(i) - A(i, :) * z) / A(i, i); end, end"
    ),
    "what grows": "k = 0; for i = 1:n, for j = i+1:n, k = k + 1; P(:, k) = X(:, i) .* X(:, j); end, end",
    "what arrays choose": "for i = 1:n, for j = i+1:n, c = c + sin(X(:, i)) .* cos(X(:, j)); if mean(c) > 0.1, c = c / 2; end, end, end",
    "fields": "s.c = c; for i = 1:n, for j = i:n, s.c = s.c + X(:, i) * j; end, end",
    "in another loop": (
        "for t = 1:3, F = 0 * X;"
        " for i = 1:n, for j = i:n, if i ~= j, F(:, i) = F(:, i) + (X(:, j) - X(:, i)) / 99; end, end, end, X = X + F; end"
    ),
    "no iteration in the last": "for i = 1:n, for j = i+3:n, c = c + X(:, i) .* X(:, j); end, end, k = [i numel(j) size(j)];",
}
ORDINARY = {
    "a range that the iterations change": "m = n; for i = 1:n, for j = i:m, c = c + X(:, i) * j; m = 8; end, end",
    "a place outside": "for i = 1:n, for j = i+1:n, c = c + X(:, i) .* X(:, j + 1); end, end",
    "an inner loop that is left": "for i = 1:n, for j = i:n, c = c + X(:, j); if j > 8, break, end, end, end",
    "an order that is drawn in each iteration": "rng(3); for i = 1:3, for j = randperm(n), c = c / 2 + X(:, j); end, end, z = rand;",
    "bounds that are drawn": "rng(3); for i = 1:5, for j = 1:randi(n), c = c / 2 + X(:, j) * rand; end, end, z = randn;",
    "an order by a large draw": (
        "rng(3); for i = 1:3, r = sum(rand(9e4, 1)); for j = sort(rand(1, 4)), c = c * j + r; end, end, z = rand(1, 3); w = rand(9e4, 1);"
    ),
    "bounds by a function that draws": (
        "rng(3); for i = 1:5, for j = 1:most(n), c = c / 2 + X(:, j); end, end, z = rand;\nfunction k = most(n)\n k = ceil(n * rand);\nend"
    ),
    "nothing at all": "for i = 1:n, for j = n+1:n, c = c + X(:, i); end, end, k = size(j);",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*NESTS, *ORDINARY))
def test_iterations_of_both_loops(name: str, provider: str) -> None:
    report = as_by_iterations(_START + {**NESTS, **ORDINARY}[name], provider)
    if name in NESTS:
        assert by_iterations(report) == []


_PAIRS = "for i = 1:20, for j = 1:20, a(i) = a(i) + x(j) - x(i); end, end"


@pytest.mark.parametrize(
    ("program", "taken"),
    [
        (f"x = cos(1:20); for t = 1:5, a = zeros(1, 20); {_PAIRS}, x = x + a / 99; end", False),
        ("A = cos((1:60)' * (1:60)); B = A; for i = 1:60, for j = 1:60, B(i, j) = A(i, :) * A(:, j); end, end", False),
        ("x = cos(1:2e4); w = 1:20; for t = 1:5, s = 0; for j = 1:20, s = s + t * w(j); end, x = sin(x) * s; end", True),
        ("x = cos(1:2000); for t = 1:200, for j = 1:20, x = sin(x) + j / t; end, end", True),
    ],
    ids=["pairs of numbers", "products of short vectors", "a large array beside numbers", "many iterations"],
)
def test_inner_loops_are_gone_through_where_that_is_worth_it(program: str, taken: bool) -> None:
    _, report, error = run(program, provider="host")
    assert error is None
    first = next(iter(by_iterations(report)), "")
    assert ("loop" in strategies(report)) is taken and ("inner loops are not worth planning" in first) is not taken
