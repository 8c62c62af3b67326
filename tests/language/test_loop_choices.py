"""Branches of loops that arrays decide: both are computed, and what they set is chosen from; the same with every strategy."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session

from .loop_runs import as_by_iterations, by_iterations, run

_START = "x = cos((1:2000)') / 2; "
CHOSEN = {
    "a step that is cut": "for k = 1:40, g = x .^ 3 - 8 * x; n = norm(g); if n > 1, g = g / n; end, x = x - 0.1 * g; end",
    "a value of a branch alone": "for k = 1:40, x = x * 1.1; if any(abs(x) > 3), s = 3 / max(abs(x)); x = x * s; end, end",
    "a value that no iteration sets": "for k = 1:20, x = x * 1.01; if any(abs(x) > 3), s = 3; q = k; x = x - s; end, end",
    "the best so far": "best = inf; for k = 1:40, x = x .* cos(k + x); e = sum(x .^ 2); if e < best, best = e; at = k; y = x; end, end",
    "what was set last says more": (
        "best = inf; for k = 1:40, x = 0.9 * x + cos(k) / 9; e = sum(x);"
        " if e < best, best = e; at = k; end, if k - at > 5, x = x + 0.1; end, end"
    ),
    "a scalar that the branches change": (
        "h = 0.1; H = zeros(1, 40); for k = 1:40, d = h * sin(x + 1); m = max(abs(d)); x = x + d;"
        " if m < 0.05, h = h * 1.5; elseif m > 0.09, h = h / 2; else, h = h * 1.01; end, H(k) = h; end"
    ),
    "a scalar that the branches ask for first": (
        "r = 0.1; o = inf; for k = 1:60, y = x - r * x .^ 3; f = sum(y .^ 2); if f < o, x = y; o = f; r = r * 1.2; else, r = r / 2; end,"
        " if r < 1e-3, r = 1; end, end"
    ),
    "one in the other": (
        "n = 0; for k = 1:40, x = sin(x * 1.3) + 0.01 * k; m = mean(x);"
        " if m > 0.2, if max(x) > 0.9, x = x - 0.1; n = n + 1; else, x = x * 0.9; t = m; end,"
        " elseif m < 0, x = x + 0.05; else, t = -m; end, end"
    ),
    "columns and elements": (
        "Y = zeros(2000, 40); h = zeros(1, 40); for k = 1:40, x = 0.95 * x + 0.02; if mean(x) > 0.1, Y(:, k) = x; h(k) = sum(x); end, end"
    ),
    "elements that take those before": (
        "h = zeros(1, 40); for k = 2:40, x = 0.9 * x + 0.02; if mean(x) > 0.1, h(k) = h(k - 1) + 1; else, h(k) = h(k - 1); end, end"
    ),
    "other classes": (
        "x = single(x); n = int32(0); f = false; for k = 1:40, x = x * single(0.97) + single(0.05);"
        " if any(x > 0.8) && ~f, f = true; n = n + int32(3); end, if f || mean(x) > 0.3, x = -x; end, end"
    ),
    "complex arrays": "x = x + 1i; c = 0; for k = 1:30, x = x .* exp(0.3i) * 1.05; if max(abs(x)) > 2, x = x / 2; c = c + 1; end, end",
    "a break, and another branch": "for k = 1:30, x = 0.9 * x + 0.1 * k; if mean(x) > 5, break, end, if any(x < 0), x = abs(x); end, end",
    "continue": "for k = 1:30, x = 0.9 * x + 0.1; if any(x > 0.9), continue, end, x = x + 0.05; end",
    "return in a function": (
        "for k = 1:30, x = g(x, k); end\nfunction y = g(x, k)\n if mean(x) > 0.5, y = x - 0.3; return, end\n"
        " t = sum(x); y = x + 0.1 * k / (1 + abs(t));\nend"
    ),
    "fields": (
        "s.e = inf; s.x = x; s.n = 0; for k = 1:30, x = x * 0.9 + sin(k); e = norm(x);"
        " if e < s.e, s.e = e; s.x = x; s.n = s.n + 1; end, end"
    ),
    "accepted or not": (
        "rng(4); a = 0; E = sum(x .^ 2); for k = 1:60, y = x + 0.01 * randn; F = sum(y .^ 2);"
        " if rand < exp(E - F), x = y; E = F; a = a + 1; end, end, r = rand;"
    ),
    "not a number": "x(5) = NaN; for k = 1:30, x = x * 0.9 + 0.05; if sum(x) > 0, x = x + 1; else, x = x + 2; end, end",
    "the best so far, of singles": "x = single(x); best = inf; for k = 1:40, x = x .* cos(k); e = sum(x); if e < best, best = e; end, end",
    "as many iterations as there are columns": (
        "X = cos((1:2000)' * (1:60)) + 1; k = 0; while (k < size(X, 2)) && mean(x) < 1e9, k = k + 1; x = 0.9 * x + X(:, k); end"
    ),
    "no more iterations than elements, which the last one counts": (
        "q = 1:30; k = 1; while k <= numel(q) && any(x < 1e9), x = x + q(k); y(k) = mean(x); k = k + 1; end"
    ),
    "a while loop": (
        "r = 1; k = 0; while r > 1e-3 && k < 90, k = k + 1; y = x; x = x / 2 + 0.1; r = norm(x - y);"
        " if r < 0.1, x = x + 1e-4; d = r; end, end"
    ),
    "what the iteration before wrote, asked for in iterations but the first": (
        "d = zeros(1, 30); for k = 1:30, y = x; x = x * 0.9 + 0.1; d(k) = norm(x - y); if k > 1 && d(k) < d(k - 1), x = x + 0.01; end, end"
    ),
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", CHOSEN)
def test_arrays_choose_between_branches(name: str, provider: str) -> None:
    report = as_by_iterations(_START + CHOSEN[name], provider)
    assert any("planned once for" in g["reason"] for g in report["groups"]), report["refusals"]
    assert by_iterations(report) == []


@pytest.mark.parametrize("branch", ("y = x;", "x = 2 * x;", "if e < 3, x = 1 - x; end"))
def test_the_host_asks_where_large_arrays_are_chosen(branch: str) -> None:
    program = f"x = cos((1:70000)'); y = x; for k = 1:9, x = sin(x + k) .* exp(-x .^ 2); e = sum(x); if e < 9, {branch} end, end"
    report = as_by_iterations(program, "host")
    assert "choose between large arrays, which the host does faster iteration by iteration" in by_iterations(report)[0]
    assert by_iterations(as_by_iterations(program.replace("70000", "7000"), "host")) == []
    assert by_iterations(as_by_iterations(program, "gpu")) == []


REFUSED = {
    "a product that few iterations need": (
        "A = cos((1:50)' * (1:50)) / 50;\nfor k = 1:9\n  A = A / 1.1;\n  if norm(A, 1) > 3, A = A * A; end\nend",
        "a branch that arrays decide has a product, a transform or a sort, which only some iterations need (line 4: if norm(A, 1) > 3",
    ),
    "random numbers": (
        "x = cos((1:2000)');\nfor k = 1:9\n  x = x / 1.1;\n  if any(x > 3), x = x + rand; end\nend",
        "random numbers are drawn in a branch that arrays decide (line 4: if any(x > 3)",
    ),
    "an array that grows": (
        "x = cos((1:2000)'); h = [1 2];\nfor k = 1:9\n  x = x / 1.1;\n  if any(x > 3), h(k) = k; end\nend",
        "'h' grows in some iterations only (line 4: h(k) = k",
    ),
    "an array that grows by its end": (
        "x = cos((1:2000)'); h = [];\nfor k = 1:9\n  x = x / 1.1;\n  if any(x > 0.5), h(end + 1) = k; end\nend",
        "'h' grows in some iterations only (line 4: h(end + 1) = k",
    ),
    "another size": (
        "x = cos((1:2000)'); y = x;\nfor k = 1:9\n  x = x / 1.1;\n  if any(x > 3), y = 1; end\nend",
        "'y' changes its class or size where arrays say so (line 4: if any(x > 3)",
    ),
}


@pytest.mark.parametrize(("program", "words"), REFUSED.values(), ids=REFUSED.keys())
def test_branches_that_are_no_choice_say_why(program: str, words: str) -> None:
    expected, _, _ = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider="host", loops=True, loop_elements=1, loop_work=1, defer_elements=1)
    assert error is None and set(found) == set(expected)
    assert words in report["refusals"][0]["reason"]
    for key, value in expected.items():
        np.testing.assert_allclose(found[key], value, rtol=1e-12)


def test_scalars_that_branches_count_are_floats_where_the_code_behind_takes_them_for_such():
    program = (
        "rng(1); a = rand(1, 17); c = zeros(1, 17); i = 0; for again = 1:3, for t = 1:12, if sum(a .* c) < 0, else, i = i + 1; end,"
        " if a(1) > c(1), elseif t > 4, e = max(a); a = a / (1 + abs(e)); end, end, end"
    )
    session = Session(provider="host", defer_elements=1, loop_elements=1, loop_work=1)
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    assert session.workspace["i"] == 36
