"""Loops whose turns write unevenly, over each other, or read what other turns wrote anywhere: the same on every road."""

from __future__ import annotations

import numpy as np
import pytest

from .loop_runs import as_by_turns, by_turns, run

_START = "x = cos((1:300)' / 7); X = cos((1:300)' * (1:60)); p = mod((1:60) * 7, 60) + 1; b = mod((1:60) .^ 2, 7) + 1; "
IN_ORDER = {
    "columns in another order": "Y = zeros(300, 60); for k = 1:60, x = 0.9 * x + k; Y(:, p(k)) = x; end",
    "columns again and again": "Y = zeros(300, 7); for k = 1:60, x = 0.9 * x + k; Y(:, b(k)) = x; end",
    "rows in another order": "Y = zeros(60, 300); for k = 1:60, x = 0.9 * x + k; Y(p(k), :) = x .^ 2; end",
    "elements in another order": "y = zeros(1, 60); for k = 1:60, x = 0.9 * x + k; y(p(k)) = sum(x); end",
    "sums of groups": "H = zeros(300, 7); for k = 1:60, H(:, b(k)) = H(:, b(k)) + X(:, k); end",
    "sums of groups, by rows": "H = zeros(7, 300); X = X'; for k = 1:60, H(b(k), :) = H(b(k), :) + X(k, :); n(k) = b(k); end",
    "sums of random groups": "rng(3); H = zeros(300, 7); for k = 1:60, j = randi(7); H(:, j) = H(:, j) + X(:, k); end",
    "sums of groups in some turns": "H = zeros(300, 7); for k = 1:60, if mod(k, 2), H(:, b(k)) = H(:, b(k)) + X(:, k); end, end",
    "sums of groups that arrays choose": (
        "H = zeros(300, 7); for k = 1:60, if mean(X(:, k)) > 0, H(:, b(k)) = H(:, b(k)) + X(:, k); end, end"
    ),
    "windows that overlap": (
        "y = zeros(1, 900); z = cos(1:900); w = sin((1:64) / 64); for t = 1:40, k = (t - 1) * 16 + (1:64); y(k) = y(k) + w .* z(k); end"
    ),
    "one unknown after the other": (
        "A = X(1:60, :) + 60 * eye(60); q = x(1:60); z = zeros(60, 1); for i = 1:60, z(i) = z(i) + (q(i) - A(i, :) * z) / A(i, i); end"
    ),
    "one unknown, without its own part": (
        "A = X(1:60, :) + 60 * eye(60); q = x(1:60); z = zeros(60, 1);"
        " for i = 1:60, s = A(i, :) * z - A(i, i) * z(i); z(i) = (q(i) - s) / A(i, i); end"
    ),
    "rows below one are reduced": (
        "A = X(1:60, :) + 60 * eye(60); for i = 2:60, m = A(i, 1) / A(1, 1); A(i, 1:60) = A(i, 1:60) - m * A(1, 1:60); end"
    ),
    "one against the others": "a = zeros(300, 60); for j = 5:60, r = X(:, j) - X(:, 4); a(:, 4) = a(:, 4) + r; a(:, j) = a(:, j) - r; end",
    "columns change places": "for k = 1:59, j = mod(k + 3, 59) + 1; t = X(:, k); X(:, k) = X(:, j); X(:, j) = t; end",
    "singles": "X = single(X); for k = 1:60, X(:, p(k)) = X(:, p(k)) / 2 + X(:, p(61 - k)); end",
    "bytes": "a = zeros(301, 20, 'uint8'); z = uint8(1:301)'; for k = 1:60, a(:, b(k)) = a(:, b(k)) + z; end",
    "half of the way back": "Y = zeros(300, 60); Y(:, 1) = x; for k = 2:60, Y(:, k) = Y(:, max(1, floor(k / 2))) / 2 + x; end",
    "the mean of all columns": "for k = 2:60, v = X(:, k); X(:, k) = v - mean(X, 2); end",
    "until an array says so": (
        "Y = zeros(300, 7); r = 1; k = 0; while r > 0.5 && k < 60, k = k + 1; x = 0.97 * x; r = max(x); Y(:, mod(k * k, 7) + 1) = x; end"
    ),
    "two places that meet now and then": "for k = 1:60, X(:, b(k)) = X(:, b(k)) / 2; X(:, 3) = x; end",
    "a sum in a whole column": "Y = zeros(300, 60); for k = 1:60, x = 0.9 * x + 0.1; Y(:, k) = sum(x); end",
    "a sum in a whole row": "Y = zeros(60, 300, 'single'); for k = 1:60, x = 0.9 * x + 0.1; Y(k, :) = max(x); end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", IN_ORDER)
def test_turns_one_after_the_other(name: str, provider: str) -> None:
    assert by_turns(as_by_turns(_START + IN_ORDER[name], provider, single_atol=1e-6)) == []


REFUSED = {
    "two places that meet": (
        "for k = 1:60, x = 0.9 * x; X(:, b(k)) = x; X(:, 3) = 2 * x; X(:, b(k)) = x; end",
        "'X' is written twice in the same place",
    ),
    "a test that ends it": (
        "r = 1; k = 0; while r > 0.5 && k < 60, k = k + 1; x = 0.97 * x; r = max(x); j = mod(k, 7) + 1; X(:, j) = X(:, j) + x; end",
        "turns read what others wrote, and a test in each turn ends the loop",
    ),
}


@pytest.mark.parametrize(("program", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_is_the_same(program: str, words: str) -> None:
    expected, _, _ = run(_START + program, provider="host", loops=False, fusion=False)
    found, report, error = run(_START + program, provider="host", loops=True, loop_elements=1, loop_work=1, defer_elements=1)
    assert error is None and any(words in r["reason"] for r in report["refusals"]), report["refusals"]
    for key, value in expected.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-12)
