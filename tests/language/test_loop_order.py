"""Loops whose iterations write unevenly, over each other, or read what other iterations wrote anywhere: the same with every strategy."""

# ruff: noqa: E501 (programs on one line)

from __future__ import annotations

import itertools

import numpy as np
import pytest

from runmat_kernel.language.loops.arrays import Place, _apart

from .loop_runs import as_by_iterations, by_iterations, run

_START = "x = cos((1:300)' / 7); X = cos((1:300)' * (1:60)); p = mod((1:60) * 7, 60) + 1; b = mod((1:60) .^ 2, 7) + 1; "
IN_ORDER = {
    "columns in another order": "Y = zeros(300, 60); for k = 1:60, x = 0.9 * x + k; Y(:, p(k)) = x; end",
    "columns again and again": "Y = zeros(300, 7); for k = 1:60, x = 0.9 * x + k; Y(:, b(k)) = x; end",
    "rows in another order": "Y = zeros(60, 300); for k = 1:60, x = 0.9 * x + k; Y(p(k), :) = x .^ 2; end",
    "elements in another order": "y = zeros(1, 60); for k = 1:60, x = 0.9 * x + k; y(p(k)) = sum(x); end",
    "sums of groups": "H = zeros(300, 7); for k = 1:60, H(:, b(k)) = H(:, b(k)) + X(:, k); end",
    "sums of groups, by rows": "H = zeros(7, 300); X = X'; for k = 1:60, H(b(k), :) = H(b(k), :) + X(k, :); n(k) = b(k); end",
    "sums of random groups": "rng(3); H = zeros(300, 7); for k = 1:60, j = randi(7); H(:, j) = H(:, j) + X(:, k); end",
    "sums of groups in some iterations": "H = zeros(300, 7); for k = 1:60, if mod(k, 2), H(:, b(k)) = H(:, b(k)) + X(:, k); end, end",
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
    "columns that take the end of the one before": (
        "S = zeros(300, 60); for k = 1:60, S(:, k) = cumsum(X(:, k)); if k > 1, S(:, k) = S(:, k) + S(end, k - 1); end, end"
    ),
    "rows beside elements of the row before": "for k = 2:60, X(k, :) = X(k, :) - X(k - 1, :); n(k) = X(k - 1, 7); end",
    "an element of what was written": "for k = 2:60, X(:, k) = X(:, k) - X(1, k - 1) * X(:, k - 1); n(k) = X(3, k); X(2, k) = n(k) + X(2, 1); end",
    "an element of a window": "y = zeros(1, 900); for k = 1:60, y(k * 10 - 9:k * 10) = x(k) * (1:10); n(k) = y(k * 10 - 4); end",
    "an element of a page": (
        "P = zeros(15, 20, 12, 'single'); for k = 2:12, P(:, :, k) = P(:, :, k - 1) / 2 + k; n(k) = P(2, 3, k) - P(15, 20, k); end"
    ),
    "edges of pages": "P = zeros(15, 20, 12); for k = 2:12, P(:, :, k) = P(:, :, k - 1) + k; P(1, :, k) = 0; P(:, 1, k) = k; end",
    "numbers at their time": "X = X(:, 1:7); for k = 1:60, X(:, b(k)) = X(:, b(k)) + 1; X(k, b(k)) = k; X(k + 1, b(k)) = -1; n(k) = sum(X(:)); end",
    "the last ones": "B = zeros(300, 4); for k = 1:60, B(:, mod(k, 4) + 1) = x; x = x / 2 + mean(B, 2) + B(:, mod(k + 1, 4) + 1); end",
    "the last ones, of bytes": "B = zeros(300, 4, 'uint8'); for k = 1:60, j = mod(k, 4) + 1; B(:, j) = x * k; B(2, j) = 9; x = x + sum(double(B), 2) / 999; end",
    "columns beside one that may be the same": (
        "B = X(:, 1:7); for k = 1:60, B(:, b(k)) = B(:, b(k)) / 2 + x; B(:, 2) = B(:, 2) + B(:, mod(k, 7) + 1) / 9; n(k) = B(k, 3); end"
    ),
    "an element of what may be another column": (
        "B = X(:, 1:7); for k = 1:60, B(k, b(k)) = k; s = B(3, 2) + B(k, 4); B(:, b(k)) = B(:, b(k)) / 2 + s / 99; end"
    ),
    "the last ones until they stay": (
        "B = X(:, 1:4); k = 0; e = 1; while e > 0.1 && k < 60, k = k + 1; o = mean(B, 2); j = mod(k, 4) + 1; B(:, j) = B(:, j) / 2;"
        " e = norm(mean(B, 2) - o); end"
    ),
    "a row that arrays choose": "A = X(1:60, :); for k = 1:60, [n(k), i] = max(A(:, k)); A(i, :) = 0; end",
    "rows that change places": "A = X(1:60, :); for k = 1:59, [~, i] = max(abs(A(:, k))); t = A(k, :); A(k, :) = A(i, :); A(i, :) = t; q(k) = i; end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", IN_ORDER)
def test_iterations_one_after_the_other(name: str, provider: str) -> None:
    assert by_iterations(as_by_iterations(_START + IN_ORDER[name], provider, single_atol=1e-6)) == []


def _elements(place: Place, iteration: int) -> set[int]:
    first = place.first(iteration + 1)[iteration]
    return {int(first + i * place.strides[0] + j * place.strides[1]) for i in range(place.shape[0]) for j in range(place.shape[1])}


def test_places_are_told_apart_and_found_in_each_other_as_their_elements_say() -> None:
    # Of an array of six rows: columns, rows, elements, and windows.
    columns = [Place((1, 0), (6, 1), offset, move) for offset, move in itertools.product((0, 6, 18), (6, -6, 0))]
    rows = [Place((0, 6), (1, 5), offset, move) for offset, move in itertools.product((0, 1, 4), (1, -1, 0))]
    rows += [Place((0, 6), (1, 5), 0, 1, slots=(0, 2, 1)), Place((0, 6), (1, 5), 1, 1, slots=(1, 0, 2))]
    single = [Place((0, 0), (1, 1), offset, move) for offset, move in itertools.product((0, 1, 8, 13), (1, 6, -6, 0))]
    windows = [Place((1, 6), (2, 3), offset, move, True) for offset, move in itertools.product((0, 2, 8), (1, 6, 0))]
    windows += [Place((2, 0), (3, 1), offset, 6, True) for offset in (0, 1, 7)]
    rows = [x for x in rows if x.first(3).min() >= 0 and x.first(3).max() < 6]
    places = [x for x in (*columns, *rows, *single, *windows) if x.first(3).min() >= 0 and x.last(3).max() < 30]
    found = 0
    for one, two in itertools.product(places, repeat=2):
        pairs = [(_elements(one, iteration), _elements(two, iteration)) for iteration in range(3)]
        if _apart(one, two, 3, same=True):
            assert not any(a & b for a, b in pairs)
            found += 1
        if _apart(one, two, 3):
            assert not set.union(*(a for a, _ in pairs)) & set.union(*(b for _, b in pairs))
        at = one.at(two)
        if at is not None:
            row, column = at % one.shape[0], at // one.shape[0]
            own = one.first(3) + row * one.strides[0] + column * one.strides[1]
            assert (own == two.first(3)).all()
    assert found > 400


def test_small_parts_of_large_arrays_stay_with_ordinary_iterations_on_the_host() -> None:
    program = "A = cos((1:400)' * (1:400)); for k = 1:400, [n(k), i] = max(A(:, k)); A(i, :) = 0; end"
    expected, _, _ = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider="host")
    assert error is None and any("a small part of 'A' is written" in reason for reason in by_iterations(report))
    np.testing.assert_array_equal(found["A"], expected["A"])


REFUSED = {
    "two places that meet": (
        "for k = 1:60, x = 0.9 * x; X(:, b(k)) = x; X(:, 3) = 2 * x; X(:, b(k)) = x; end",
        "'X' is written twice in the same place",
    ),
    "a test that ends it": (
        "r = 1; k = 0; while r > 0.5 && k < 60, k = k + 1; x = 0.97 * x; r = max(x); j = mod(k, 7) + 1; X(:, j) = X(:, j) + x; end",
        "iterations read what others wrote, and a test in each iteration ends the loop",
    ),
}


@pytest.mark.parametrize(("program", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_is_refused_is_the_same(program: str, words: str) -> None:
    expected, _, _ = run(_START + program, provider="host", loops=False, fusion=False)
    found, report, error = run(_START + program, provider="host", loops=True, loop_elements=1, loop_work=1, defer_elements=1)
    assert error is None and any(words in r["reason"] for r in report["refusals"]), report["refusals"]
    for key, value in expected.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-12)
