"""``find`` of arrays that change in a loop, and variables that hold what a mask marks: the same with every strategy."""

from __future__ import annotations

import pytest

from .loop_runs import as_by_iterations, by_iterations, run

_START = "x = cos((1:400)' / 3); y = zeros(400, 1); s = 0; n = zeros(1, 12); A = reshape(x, 20, 20); "
TAKEN = {
    "read and written": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); y(i) = y(i) + x(i); end",
    "of what stays": "for k = 1:12, i = find(x > k / 13); s = s + sum(x(i)); end",
    "how many": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.9); n(k) = numel(i); s = s + length(i); end",
    "none": "for k = 1:12, x = x * 0.5; i = find(x > 0.3); if isempty(i), y = y + 1; else, y(i) = k; end, end",
    "of numbers, not a number among them": "x(3) = NaN; for k = 1:12, x = round(x * 2); i = find(x); y(i) = y(i) + 1; end",
    "places as numbers": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); s = s + sum(i) + max(i); j = 2 * i; end",
    "of a matrix": "for k = 1:12, A = mod(A * 1.7 + 0.1, 1); i = find(A > 0.5); A(i) = A(i) / 2; end",
    "of a row": "x = x'; y = y'; for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); y(i) = x(i) * k; end",
    "rows of a matrix": "for k = 1:12, A = mod(A * 1.7 + 0.1, 1); i = find(A(:, 3) > 0.5); A(i, :) = 0.25; end",
    "elements that stay behind": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); v = x(x > 0.5); s = s + sum(v); w = sin(v) * k; end",
    "none in the last iteration": "for k = 1:12, x = x / 2; i = find(x > 0.01); v = x(i); s = s + sum(v); end",
}
ORDINARY = {
    "places that are counted on": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); y(i + 1) = k; end",
    "the first ones": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5, 1); s = s + i; end",
    "rows and columns": "for k = 1:12, A = mod(A * 1.7 + 0.1, 1); [i, j] = find(A > 0.5); s = s + sum(i) + sum(j); end",
    "another size": "z = zeros(500, 1); for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); z(i) = k; end",
    "carried on": "i = 1; for k = 1:12, x(i) = x(i) / 2; x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); end",
    "a place outside": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); A = A(i, :); end",
    "the last one": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); i = find(x > 0.5); s = s + i(end); end",
    "a walk over them": "for k = 1:12, x = mod(x * 1.7 + 0.1, 1); for i = find(x > 0.99)', s = s + i; end, end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*TAKEN, *ORDINARY))
def test_places_of_a_mask(name: str, provider: str) -> None:
    report = as_by_iterations(_START + {**TAKEN, **ORDINARY}[name], provider)
    if name in TAKEN:
        assert by_iterations(report) == []


def test_places_are_a_column_a_row_or_nothing() -> None:
    for make, shape in (("x", (0, 1)), ("x'", (1, 0)), ("A", (0, 1))):
        found, _, error = run(f"{_START} x = {make}; for k = 1:5, x = abs(x) / 2; i = find(x > 9); end", provider="host", loop_work=1)
        assert error is None
        assert found["i"].shape == shape
