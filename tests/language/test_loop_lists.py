"""Loops that take columns and rows at listed places, or where a mask of the iteration holds: the same with every strategy."""

from __future__ import annotations

import pytest

from .loop_runs import as_by_iterations, by_iterations

_START = "X = cos((1:300)' * (1:40)); i = [3 50 9 20]; "
LISTED = {
    "a mask of a column": "for t = 1:40, X(X(:, t) < 0, t) = 0; end",
    "a mask of a row": "X = X'; for t = 1:40, m = X(t, :) > 0.5; X(t, m) = 1; end",
    "what a mask marks, changed": "for t = 1:40, m = X(:, t) < 0; X(m, t) = -X(m, t); end",
    "two masks of one column": "Y = zeros(300, 40); for t = 1:40, m = X(:, t) < 0; Y(m, t) = X(m, t) .^ 2; Y(~m, t) = 7; end",
    "a mask of what iterations carry": "x = zeros(300, 1); for t = 1:40, x = 0.9 * x + X(:, t); k = abs(x) > 1; X(k, t) = NaN; end",
    "a mask of complex elements": "X = X + 1i * X .^ 2; for t = 1:40, X(abs(X(:, t)) > 1, t) = 0; end",
    "listed elements become a number": "for t = 1:40, X(i, t) = t; end",
    "listed elements are read": "Y = zeros(4, 40); for t = 1:40, Y(:, t) = X(i, t); end",
    "listed elements of pages": "X = reshape(X, 60, 40, 5); s = 0; for t = 1:40, s = s + X(i, t, [5 1 2]); end",
    "listed elements of rows in another order": "X = X'; p = mod((1:40) * 7, 40) + 1; s = 0; for t = 1:40, s = s + X(p(t), i); end",
    "elements that a mask lists": "m = X(:, 1) > 0; s = 0; for t = 1:40, s = s + mean(X(m, t)); X(m, t) = 2; end",
    "a mask of nothing": "m = false(300, 1); for t = 1:40, X(m, t) = 2; end",
    "listed elements are changed": "s = zeros(4, 1); for t = 1:40, s = s + X(i, t); X(i, t) = X(i, t) * 2; end",
    "listed elements of the column before": "for t = 2:40, X(i, t) = X(i, t - 1); end",
    "a place that is listed twice": "X = single(X); j = [3 5 9 5]; for t = 1:40, X(j, t) = [1; 2; 3; 4] * t; end",
    "listed elements of what iterations carry": "x = X(:, 1); for t = 1:40, x = 0.9 * x; x(i) = x([1 2 3 4]); end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", LISTED)
def test_listed_places(name: str, provider: str) -> None:
    assert by_iterations(as_by_iterations(_START + LISTED[name], provider)) == []
