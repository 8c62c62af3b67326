"""Loops in which random numbers are subscripts and decide branches: the same numbers as iteration by iteration, with every strategy."""

from __future__ import annotations

import numpy as np
import pytest

from .loop_runs import as_by_iterations, by_iterations, run

_START = "rng(5); X = cos((1:300)' * (1:90)); x = X(:, 1); w = zeros(300, 1); y = sin(1:90); "
DRAWN = {
    "one column": "for k = 1:60, j = randi(90); w = w - 1e-3 * (X(:, j)' * w - y(j)) * X(:, j); end",
    "one row, made from a fraction": "X = X'; for k = 1:60, j = ceil(rand * 90); e = X(j, :) * w - y(j); w = w - 1e-3 * e * X(j, :)'; end",
    "two places": "for k = 1:60, i = randi(90); j = randi([3 80]); w = 0.9 * w + X(:, i) - X(:, j); J(k) = j; end",
    "branches": "for k = 1:60, if rand < 0.3, x = x + 1; else, x = 0.9 * x; end, x = x + 0.1 * randn; end",
    "cases": "for k = 1:60, switch randi(4), case 1, x = x + 1; case {2, 3}, x = x / 2; otherwise, x = -x; end, end",
    "in the iterations that an index says": "for k = 1:60, if mod(k, 3) == 0, x = x + randn; else, x = 0.9 * x; end, x = x + rand; end",
    "an index of some iterations": "for k = 1:60, if k > 10, j = randi(90); x = x + X(:, j); else, x = 2 * x; end, end",
    "beside arrays that are drawn": (
        "for k = 1:60, z = randn(300, 1); j = 1 + floor(90 * rand); x = 0.9 * x + z .* X(:, j); if rand < 0.1, x = x / 2; end, end"
    ),
    "samples": "m = zeros(1, 50); for k = 1:50, i = randi(300, 300, 1); m(k) = mean(x(i)); end",
    "samples of a row, and of a matrix": (
        "S = zeros(20, 50); T = S; for k = 1:50, S(:, k) = y(randi(90, 20, 1))'; T(:, k) = reshape(X(randi(9000, 4, 5)), [], 1); end"
    ),
    "columns of a permutation": (
        "v = zeros(300, 1); for k = 1:50, b = randperm(90, 20); B = X(:, b); v = v - 1e-3 * B * (B' * v - y(b)'); end"
    ),
    "rows of a part of one": (
        "v = zeros(90, 1); for k = 1:50, p = randperm(300); b = p(1:20); v = v - 1e-3 * X(b, :)' * (X(b, :) * v - x(b)); end"
    ),
    "while": "k = 0; while k < 50, k = k + 1; j = randi([2 10]); w = w + x * j; if j > 8, w = w / 2; end, end",
    "a walk that ends": "t = 0; while t < 5, t = t - log(rand) / 10; x = 0.99 * x + t; end",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", DRAWN)
def test_random_subscripts_and_branches(name: str, provider: str) -> None:
    report = as_by_iterations(_START + DRAWN[name] + ", after = rand;", provider)
    assert any("planned once for" in g["reason"] or g["kind"] == "loop" for g in report["groups"]), report["refusals"]
    assert by_iterations(report) == []


REFUSED = {
    "draws that others decide": (
        "for k = 1:60, if rand < 0.3, x = x + randn; end, end",
        "random numbers decide which random numbers are drawn",
    ),
    "a place outside": ("for k = 1:60, j = randi(99); x = x + X(:, j); end", "an index leaves the array"),
}


@pytest.mark.parametrize(("program", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_what_random_numbers_cannot_decide(program: str, words: str) -> None:
    expected, _, wanted = run(_START + program, provider="host", loops=False, fusion=False)
    found, report, error = run(_START + program, provider="host", loops=True, loop_elements=1, loop_work=1, defer_elements=1)
    assert (error and error.identifier) == (wanted and wanted.identifier)
    assert words in report["refusals"][0]["reason"]
    for key, value in expected.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-12)


def test_a_few_iterations_show_that_random_places_of_a_small_array_are_not_worth_it(monkeypatch) -> None:
    """Numbers of all iterations are not drawn for that."""
    from runmat_kernel.language.loops import pieces as loop_run

    asked = []
    drawn = loop_run.drawn
    monkeypatch.setattr(
        loop_run, "drawn", lambda session, sequence, iterations: asked.append(iterations) or drawn(session, sequence, iterations)
    )
    program = "rng(3); s = cos((1:40)' * (1:40)); for k = 1:900, i = randi(40); j = randi(40); s(i, j) = s(i, j) / 2 + s(j, i); end"
    expected, _, _ = run(program, provider="host", loops=False)
    found, report, error = run(program, provider="host")
    assert error is None and "not worth planning for arrays of 1 elements" in report["refusals"][0]["reason"]
    assert asked and max(asked) < 20
    np.testing.assert_array_equal(found["s"], expected["s"])
