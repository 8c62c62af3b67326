"""Where the iterations of a loop read and write: counters, ranges that move, parts of columns, arrays that grow; the same with every
strategy."""

from __future__ import annotations

import numpy as np
import pytest

from ..adapters import no_adapter
from .loop_runs import as_by_iterations, run

KERNEL = {
    "a counter": "v = (1:2000)' / 7; Y = zeros(2000, 40); k = 0; for t = 1:40, v = 0.9 * v + sin(v); k = k + 1; Y(:, k) = v; end",
    "two counters, one of them backwards": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); Z = Y; k = 3; j = 45;"
        " for t = 1:40, v = 0.9 * v; k = k + 1; Y(:, k) = v; Z(:, j) = v + Y(:, k); j = j - 1; end"
    ),
    "a counter of some iterations, and of an integer class": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); k = int8(0); j = 1;"
        " for t = 1:40, v = 0.9 * v; if j < 20, k = k + 1; Y(:, k) = v; end, j = j + 1; end"
    ),
    "a counter beside a clock": (
        "v = (1:2000)' / 7; Y = zeros(2000, 45); k = 0; c = 0; while c < 1.9, v = 0.9 * v; c = c + 0.05; k = k + 1; Y(:, k) = v; end"
    ),
    "a window that moves": "x = cos((1:9000)'); s = zeros(2000, 1); for t = 1:40, s = 0.9 * s + x(t:t + 1999); end",
    "a window of a row, of singles, every other number": (
        "x = single(cos(1:9000)); s = zeros(1, 2000, 'single'); for t = 1:40, s = 0.9 * s + x(t:2:t + 3999); end"
    ),
    "a window of logical elements": "x = mod(1:9000, 3) == 1; s = zeros(1, 2000); for t = 1:40, s = s + x(3 * t:3 * t + 1999); end",
    "linear positions of a matrix": "X = cos(reshape(1:10000, 100, 100)); s = zeros(1, 2000); for t = 1:40, s = s + X(t:t + 1999); end",
    "some columns, rows and pages": (
        "X = cos(reshape(1:60000, 40, 50, 30)); s = zeros(20, 3, 2); for t = 2:28, s = s + X(11:30, t:t + 2, t - 1:t); end"
    ),
    "part of a column": "X = cos(reshape(1:80000, 2000, 40)); s = zeros(1000, 1); for t = 1:40, s = 0.5 * s + X(2:2:end, t); end",
    "blocks": (
        "x = cos(1:80000); y = zeros(size(x)); B = 2000;"
        " for b = 1:40, i = (b - 1) * B + 1:b * B; y(i) = x(i) .^ 2 - 0.5 * x(i); end, last = i(end);"
    ),
    "blocks of a counter": (
        "x = cos(1:80000)'; y = x; s = zeros(2000, 1); p = 0;"
        " while p + 2000 <= numel(x), k = p + (1:2000)'; s = 0.9 * s + x(k); y(k) = s; p = p + 2000; end"
    ),
    "blocks that take those before": (
        "x = cos(1:80000)'; y = x; B = 2000; for b = 3:40, i = (b - 1) * B + 1:b * B; y(i) = 0.5 * y(i - B) + x(i) - y(i - 2 * B) / 4; end"
    ),
    "blocks of bytes": (
        "y = zeros(1, 60066, 'uint8'); x = linspace(0, 1, 60066); for b = 1:6, k = (b - 1) * 10011 + (1:10011); y(k) = 255 * x(k); end"
    ),
    "every sixth element": "x = cos(1:60000); y = zeros(size(x)); for p = 1:6, y(p:6:end) = p * x(p:6:end); end",
    "two columns at once": "v = cos((1:2000)') * [1 2]; Y = zeros(2000, 40); for t = 1:2:39, v = v * 0.9; Y(:, t:t + 1) = v; end",
    "a range as numbers": "s = zeros(20000, 1); for t = 1:30, k = 5 * t + (1:20000)'; s = s + sin(k); end",
    "columns in another order": (
        "X = cos((1:9000)' * (1:30)); p = [3 9 1 30 20 20 2]; v = X(:, 1); for k = 1:7, v = v + 0.1 * (X(:, p(k)) - v) .* X(:, p(k)); end"
    ),
    "columns that a loop counts in another order": (
        "X = cos((1:20000)' * (1:9)); v = X(:, 1); for k = [7 3 4 9 1], v = v / 2 + X(:, k); end"
    ),
    "columns that come again and again": "X = cos((1:2000)' * (1:9)); v = X(:, 1); for k = 1:40, v = v / 2 + X(:, mod(5 * k, 9) + 1); end",
    "pages, one of several subscripts is even": (
        "X = single(cos(reshape(1:1200000, 6, 10, 20000))); p = [1 9 2 2 5]; v = X(1, 1, :); for k = 1:5, v = v / 2 + X(k, p(k), :); end"
    ),
    "windows about given places": (
        "x = cos(1:90000); p = [15000 10010 80000 10011]; a = zeros(1, 20001); for k = 1:4, a = a + x(p(k) - 10000:p(k) + 10000); end,"
        " X = reshape(x, 30000, 3); b = zeros(9000, 2); for k = 1:4, b = b + X(mod(p(k), 2000) + (1:9000), 2:3); end"
    ),
    "columns of a complex array in another order": (
        "X = exp(1i * (1:20000)' * (1:9)); v = X(:, 1); for k = [7 3 4 9 1], v = v / 2 + X(:, k); end"
    ),
    "a window in a function and in a handle": (
        "x = cos(1:9000); s = zeros(1, 2000); f = @(t) x(t:t + 1999); for t = 1:40, s = s + f(t) - 2 * part(x, t); end\n"
        "function y = part(x, t)\n i = t + (0:1999);\n y = x(i);\nend"
    ),
    "windows of branches": (
        "x = cos(1:9000); s = zeros(1, 2000);"
        " for t = 1:40, if mod(t, 2) == 0, s = s + x(t:t + 1999); else, s = s - x(2 * t:2 * t + 1999); end, end"
    ),
    "columns of an array that is not there": "v = cos((1:2000)'); for t = 1:40, v = 0.9 * v; Y(:, t) = v; end",
    "columns behind the end of an empty array": "v = cos((1:2000)'); Y = []; for t = 1:40, v = 0.9 * v; Y(:, end + 1) = v; end",
    "columns that are joined": "v = cos((1:2000)'); Y = []; for t = 1:40, v = 0.9 * v; Y = [Y v]; end",
    "columns that follow from those before": "Y = cos((1:2000)'); for k = 1:40, Y(:, k + 1) = Y(:, k) - Y(:, k) .^ 3 / 9; end",
    "the last columns": "Y = cos((1:2000)' * [1 2]); for k = 1:40, Y(:, end + 1) = Y(:, end) - Y(:, end - 1) / 2 + size(Y, 2); end",
    "columns from the last to the first": "v = cos((1:2000)'); for t = 40:-1:1, v = 0.9 * v; Y(:, t) = v; end",
    "columns of iterations that begin late": "v = cos((1:2000)'); for t = 1:40, v = 0.9 * v; if t > 20, Y(:, t - 18) = v; end, end",
    "rows": "v = cos(1:2000); for t = 1:40, v = 0.9 * v; Z(t, :) = v; end",
    "pages": "P = cos(reshape(1:2000, 40, 50)); for t = 1:40, P(:, :, t + 1) = P(:, :, t) / 2; end",
    "columns inside and behind the end": "X = ones(40000, 5); for t = 1:8, X(:, t) = t; end",
    "a clock": "v = cos((1:2000)'); t = 0; for k = 1:40, t(k + 1) = t(k) + 0.1; v = v + sin(t(k + 1)); end, n = numel(t);",
    "a clock up to its end": "v = cos((1:2000)'); t = 0; while t(end) < 2, v = v - 0.05 * v .^ 3; t(end + 1) = t(end) + 0.05; end",
    "a clock that is written down": (
        "t = zeros(200, 1); Y = cos((1:2000)') * ones(1, 200); k = 1;"
        " while t(k) + 0.05 <= 1, t(k + 1) = t(k) + 0.05; Y(:, k + 1) = Y(:, k) / 2; k = k + 1; end"
    ),
    "an error that is written down": (
        "v = cos((1:6000)'); e = ones(1, 99); k = 1; while e(k) > 1e-3, v = v / 2; k = k + 1; e(k) = e(k - 1) * 0.7; end"
    ),
    "a clock that is joined": "v = cos((1:2000)'); h = [1; 2]; for t = 1:40, v = 0.9 * v + h(end) - numel(h); h = [h; t ^ 2]; end",
    "integers that grow": "v = cos((1:2000)'); H = zeros(2000, 1, 'int16'); for t = 1:40, v = v * 0.99; H(:, t + 1) = 100 * v; end",
    "an error that no element asks for": (
        "x = cos((1:2000)'); for t = 1:40, x = 0.5 * x + 0.1; if any(isnan(x)), error('A:b', 'iteration %d', t); end, end"
    ),
    "errors that no element asks for, in some iterations": (
        "X = cos(reshape(1:2000, 40, 50)); for t = 1:40, X = 0.5 * X + 0.1; if any(any(X > 9)), error('A:b', 'iteration %d', t); end"
        ", if mod(t, 3) == 0, if ~all(isfinite(X(:, :)), 'all'), error('A:c', 'no'); end, end, end"
    ),
}
REPLAY = {
    "elements of columns that are picked": (
        "v = cos((1:20000)'); Y = ones(20000, 9); p = [3 1 7]; for k = 1:9, v = v / 2; Y(p, k) = v(p); end"
    ),
    "means of a window": "x = cos((1:60000)'); m = zeros(30, 1); for t = 1:30, m(t) = mean(x(t:t + 19999)); end",
    "a filter, backwards": (
        "x = cos((1:60000)'); h = sin((1:20000)'); y = zeros(1, 40); for n = 20000:20039, y(n - 19999) = sum(h .* x(n:-1:n - 19999)); end"
    ),
    "means of three columns": "X = cos(reshape(1:800000, 20000, 40)); Y = X; for t = 3:40, Y(:, t) = mean(X(:, t - 2:t), 2); end",
    "a counter up to a test": (
        "x = linspace(0, 1, 40000)'; H = zeros(1, 90); k = 0;"
        " for t = 1:90, y = cos(x); k = k + 1; H(k) = max(abs(y - x)); if H(k) < 1e-2, break, end, x = y; end"
    ),
    "a counter as long as arrays change": (
        "x = linspace(0, 1, 40000)'; Y = zeros(40000, 90); k = 0; d = 1;"
        " while d > 1e-1, y = cos(x); d = norm(y - x); k = k + 1; Y(:, k) = y; x = y; end"
    ),
    "numbers of arrays": "v = cos((1:40000)'); for t = 1:20, v = 0.9 * v; h(t) = norm(v); g(t, 1) = max(v) > 0.5; end",
    "numbers of arrays, at the end, of another class": (
        "v = single(cos((1:40000)')); h = []; e = []; for t = 1:20, v = 0.9 * v; h(end + 1) = max(v); e = [e sum(abs(v))]; end"
    ),
    "numbers beside those before": "v = cos((1:40000)'); h = 1; for t = 2:20, v = 0.9 * v; h(t) = h(t - 1) / 2 + mean(v); end",
    "a log of rows": "v = cos((1:40000)'); for t = 1:20, v = 0.9 * v; h(t, :) = [t max(v)]; end",
    "numbers up to a test": (
        "x = linspace(0, 1, 40000)'; for t = 1:200, y = cos(x); d(t) = norm(y - x); if d(t) < 1e-2, break, end, x = y; end, n = numel(d);"
    ),
    "columns up to a test": "x = linspace(0, 1, 40000)'; d = Inf; while d(end) > 1e-1, y = cos(x); d(end + 1) = norm(y - x); x = y; end",
    "inner parts of columns that are kept": (
        "U = zeros(20000, 9); U(:, 1) = cos((1:20000)');"
        " for k = 1:8, U(2:end-1, k+1) = U(2:end-1, k) + 0.2 * (U(3:end, k) - 2 * U(2:end-1, k) + U(1:end-2, k)); end"
    ),
    "inner parts of rows that are kept, and their ends": (
        "N = 20000; U = ones(9, N, 'single'); U(1, :) = cos(1:N); b = cos(1:8); for k = 1:8,"
        " U(k+1, 2:N-1) = U(k, 2:N-1) + 0.2 * (U(k, 3:N) - 2 * U(k, 2:N-1) + U(k, 1:N-2)); U(k+1, 1) = b(k); U(k+1, N) = U(k+1, N-1); end"
    ),
    "inner parts of pages that are kept": (
        "N = 150; U = zeros(N, N, 7); U(:, :, 1) = cos((1:N)' * (1:N)); for k = 1:6, U(2:end-1, 2:end-1, k+1) = U(2:end-1, 3:end, k) / 3"
        " + U(1:end-2, 2:end-1, k) / 2; end"
    ),
    "inner parts that follow from two columns before": (
        "U = cos((1:20000)' * (1:9)); for k = 2:8, U(2:end-1, k+1) = U(2:end-1, k) - U(2:end-1, k-1) / 2 + U(3:end, k) / 9; end"
    ),
    "parts of columns in some iterations": (
        "v = cos((1:20000)'); Y = ones(20000, 9);"
        " for k = 1:9, v = v / 2 + 0.1; Y(1:9999, k) = v(1:9999); if mod(k, 2), Y(end, k) = v(1); end, end"
    ),
    "means of columns in another order": (
        "X = cos((1:20000)' * (1:9)); p = [7 3 4 9 1]; m = 1:5; v = X(:, 1); for k = 1:5, v = v / 2 + X(:, p(k)); m(k) = sum(v); end"
    ),
    "windows about given places, backwards": (
        "x = cos((1:90000)'); p = [15000 10010 80000 10011]; a = zeros(20001, 1); for k = 1:4, a = a + x(p(k) + 10000:-1:p(k) - 10000); end"
    ),
    "every third element of columns": (
        "v = cos((1:20000)'); Y = ones(20000, 9); for k = 1:9, v = v / 2 + 1; Y(1:3:end, k) = 2 * v(1:3:end); end"
    ),
    "fields that grow": (
        "s.h = []; s.v = cos((1:40000)');"
        " for t = 1:20, s.v = s.v * 0.9; s.h(end + 1) = sum(s.v); s.t(t) = t / 10; end, h = s.h; t = s.t; clear s"
    ),
}
ORDINARY = {
    "a row in three subscripts": "x = cos(1:3000); for k = 1:40, x = x * 0.9; G(k, :, :) = x; end",
    "two places of what grows": "x = cos((1:3000)'); for k = 1:40, x = x * 0.9; g(2 * k) = k; g(81 - 2 * k) = -k; end",
    "two statements that write behind the end": (
        "v = cos((1:9000)'); w = v; for t = 0:8, v = v / 2; H(:, end + 1) = w; H = [H w + t]; end"
    ),
    "an error of arrays, written down beside a branch": (
        "v = cos((1:2000)'); e = ones(1, 99); k = 1;"
        " while e(k) > 1e-3, v = v / 2; k = k + 1; e(k) = v(1); if e(k) < 0.1, v = v / 3; end, end"
    ),
    "a column that the same iteration makes later": "Y = cos((1:2000)' * [1 2]); for k = 2:40, Y(:, k + 1) = Y(:, k + 1) - Y(:, k); end",
    "a number that is not there yet": "v = cos((1:2000)'); q = 5; for k = 1:40, v = v + q(k + 1); q(k + 1) = k; end",
    "rows below others": "v = cos(1:2000); Z = v; for k = 2:40, v = v * 0.9; Z(k, :) = v; end",
    "two columns that are joined": "v = cos((1:2000)' * [1 2]); H = []; for t = 1:40, v = v * 0.9; H = [H v]; end",
    "a row that is joined": "v = cos(1:2000); H = []; for t = 1:40, v = v * 0.9; H = [H v]; end",
    "behind the end now and then": "v = cos((1:2000)'); H = v; for t = 1:40, v = v * 0.9; if mod(t, 2), H(:, end + 1) = v; end, end",
    "a range whose length differs": "x = cos(1:9000); s = zeros(1, 40); y = x; for t = 1:40, y = y / 2; s(t) = sum(x(1:t)); end",
    "blocks that overlap": "y = zeros(1, 9000); w = cos(1:2000); for t = 1:40, k = 50 * t + (1:2000); y(k) = y(k) + w; end",
    "blocks that overlap and are as many elements as the array": "y = ones(1, 400) * 5; for t = 1:40, y(9 * t - 8:9 * t + 1) = t; end",
    "a block beside the one that is written": "y = cos(1:80000); for b = 2:40, i = (b - 1) * 2000 + (1:2000); y(i) = y(i - 1) / 2; end",
    "a window that leaves the array": "x = 1:5000; s = zeros(1, 2000); for t = 1:4000, s = s + x(t:t + 1999); end",
    "a window before the array": "x = 1:5000; s = zeros(1, 2000); for t = 0:40, s = s + x(t:t + 1999); end",
    "parts of columns that are not there yet": "Y = cos((1:20000)'); for k = 1:8, Y(2:end, k + 1) = Y(1:end-1, k) / 2; end",
    "columns that leave the array": "X = cos((1:2000)' * (1:9)); v = X(:, 1); p = [1 3 2 10]; for k = 1:4, v = v + X(:, p(k)); end",
    "a counter that leaves the array": "v = (1:2000)'; Y = zeros(2000, 9); k = 0; for t = 1:12, v = v / 2; k = k + 1; v = v + Y(:, k); end",
}
ERRORS = {
    "an error that some elements ask for": (
        "x = cos((1:2000)'); for t = 1:40, x = 1.5 * x; if any(x > 1e6), error('A:b', 'iteration %d', t); end, end"
    ),
    "an error that all elements of a row ask for": (
        "X = cos(reshape(1:2000, 40, 50)) + 2; for t = 1:90, X = 1.05 * X; if any(X > 7), error('A:b', 'iteration %d', t); end, end"
    ),
    "an error of some iterations": (
        "x = cos((1:2000)'); for t = 1:40, x = 1.5 * x; if t > 30, if any(x > 1e4), error('A:b', 'iteration %d', t); end, end, end"
    ),
}
"""Loops that are computed at once, and again in ordinary iterations."""


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", (*KERNEL, *REPLAY, *ORDINARY, *ERRORS))
def test_the_same_as_iteration_by_iteration(name: str, provider: str) -> None:
    program = {**KERNEL, **REPLAY, **ORDINARY, **ERRORS}[name]
    expected, _, wrong = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider=provider, loops=True)
    if provider == "gpu" and any("No GPU" in n for n in report["notices"]):
        no_adapter(report["notices"])
    assert (error and (error.identifier, error.message)) == (wrong and (wrong.identifier, wrong.message))
    in_kernel = [g["provider"] for g in report["groups"] if g["kind"] == "loop"]
    replayed = any("planned once for" in g["reason"] for g in report["groups"])
    reasons = [r["reason"] for r in report["refusals"] if "iteration by iteration" in r["reason"]]
    if name in KERNEL:
        assert set(in_kernel) == {provider} and not reasons, reasons
    elif name in REPLAY:
        assert replayed and not reasons, reasons
    elif name in ERRORS:
        assert error is not None and reasons
    else:
        assert not in_kernel and not replayed
        assert reasons or "overlap" in name
    assert set(found) == set(expected)
    for key, value in expected.items():
        a, b = np.atleast_2d(found[key]), np.atleast_2d(value)
        assert a.dtype == b.dtype and a.shape == b.shape, key
        np.testing.assert_allclose(a, b, rtol=2e-5 if a.dtype == np.float32 else 1e-10, atol=1e-12)


REASONS = {
    "a complex number that grows": (
        "z = 1i; x = (1:20000)';\nfor t = 1:5\n  x = x / 2;\n  z(t + 1) = t;\nend",
        "'z' is complex, and its elements are assigned (line 4: z(t + 1) = t)",
    ),
    "ranges of several lengths": (
        "x = 1:90000; y = x; s = 0;\nfor t = 1:5\n  y = y / 2;\n  s = s + sum(x(1:17000 * t - t));\nend",
        "the length of a range differs from iteration to iteration (line 4: s = s + sum(x(1:17000 * t - t)))",
    ),
    "a size of what grows": (
        "x = (1:20000)'; h = [];\nfor t = 1:5\n  x = x / 2; h(end + 1) = t;\n  if isempty(h), x = x + 1; end\nend",
        "the size of 'h', which grows, is used (line 4: if isempty(h), x = x + 1; end)",
    ),
    "single numbers": (
        "y = zeros(1, 90000);\nfor t = 1:90000\n  y(t) = t ^ 2;\nend",
        "nothing but single numbers changes from iteration to iteration",
    ),
    "single characters": (
        "s = repmat('acgt', 1, 500); D = zeros(1, 2000);\nfor t = 2:2000\n  if s(t) == s(t - 1), D(t) = D(t - 1) + 1; end\nend",
        "nothing but single numbers changes from iteration to iteration",
    ),
    "single random numbers": (
        "c = zeros(1, 3000);\nfor t = 1:3000\n  u = rand; if u < 0.3, c(t) = u; end\nend",
        "nothing but single numbers changes from iteration to iteration",
    ),
    "characters beside arrays": (
        "s = repmat('acgt', 1, 500); x = (1:20000)';\nfor t = 1:9\n  x = x / 2 + (s(t) == 'c');\nend",
        "elements of class char are read (line 3: x = x / 2 + (s(t) == 'c'))",
    ),
}


@pytest.mark.parametrize(("program", "words"), REASONS.values(), ids=REASONS.keys())
def test_a_refusal_says_why(program: str, words: str) -> None:
    _, report, error = run(program, provider="host", loops=True)
    assert error is None
    refusals = [r for r in report["refusals"] if "machine code" not in r["reason"]]
    assert [r["line"] for r in refusals] == [2]
    assert words in refusals[0]["reason"]


@pytest.mark.parametrize("step", ("t = linspace(0, 1 / 3, 27)", "t = 1:27"))
def test_ranges_that_iterations_leave_behind_are_those_of_the_last_iteration(step: str) -> None:
    """To the last bit: only whole numbers may be added in another order."""
    iteration = "k = k + 1e-3 / 27; y = x + t; z = k + x; u = (x + t) - 3; v = t + (1:20000); s = max(s, y);"
    program = f"x = 1:20000; k = 0; s = 0 * x; for {step}, {iteration} end"
    expected, _, _ = run(program, provider="host", loops=False, fusion=False)
    found, report, error = run(program, provider="host", loops=True)
    assert error is None and not any("iteration by iteration" in r["reason"] for r in report["refusals"])
    for key, value in expected.items():
        np.testing.assert_array_equal(found[key], value)


@pytest.mark.parametrize("provider", ("host", "gpu"))
def test_windows_of_two_sizes_are_two_windows(provider: str) -> None:
    program = "z = cos((1:4000)'); a = zeros(2000, 1); for t = 1:40, a = 0.5 * a + z(t:t + 1999); a = 0.5 * a + z(t:t + 2000); end"
    _, _, error = run(program, provider=provider, loops=True)
    assert error is not None and error.identifier == "MATLAB:sizeDimensionsMustMatch"


ELEMENTS = {
    "a diagonal": "x = x + A(k, k) * x / 9;",
    "linear places, a fixed column, a truth value": "x = x * A(2 * k + 1) + A(k, 3); if L(k, 2), x = x - 1; end, y = L(k);",
    "more subscripts than dimensions": "x = x + A(k, 2, 1) - P(1, k, 2) + P(2, k);",
    "integers, singles and complex numbers": "x = x + double(I(k)) + double(S(k, 1)) + real(Z(k));",
    "some iterations": "if mod(k, 3) == 1, x = x + A(k, 1); end",
    "places of another class": "x = x + A(int8(k)) + A(single(k), 2);",
    "behind the end": "x = x + A(k + 5, 1);",
    "between two elements": "x = x + A(k / 2);",
    "no place": "x = x + A(k - 1);",
    "one subscript too large for its dimension": "x = x + A(1, 10 + k, 1);",
}


@pytest.mark.parametrize("name", ELEMENTS)
def test_single_elements_that_iterations_take(name: str) -> None:
    program = (
        "A = cos((1:12)' * (1:12)); L = A > 0; P = reshape(A, 2, 12, 6); I = int16(99 * A); S = single(A); Z = complex(A, 1);"
        f" x = (1:2000)' / 9; y = 0; for k = 1:9, {ELEMENTS[name]} end"
    )
    expected, _, wrong = run(program, provider="host", loops=False, fusion=False)
    found, _, error = run(program, provider="host", loops=True, loop_elements=1, loop_work=1)
    assert (error and (error.identifier, error.message)) == (wrong and (wrong.identifier, wrong.message))
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert np.array_equal(np.asarray(found[key]), np.asarray(value)), key


ONE_OR_NONE = {
    "a mask that marks nothing": "X(a > 0.2, k) = k;",
    "a mask that marks the row": "X(a < 0.2, k) = k; v = v + X(a < 0.2, k);",
    "a place that is 1": "X(10 * a, k) = k; v = v + X(10 * a, k);",
    "no place": "X([], k) = k; v = X([], k);",
    "a place twice": "X([1 1], k) = [7 k]; v = X([1 1], k);",
    "another row": "X(a > 0.2, k) = 1; X(3, k) = k;",
    "a mask of a dimension behind": "Z(:, k, a > 0.2) = 9; v = v + sum(Z(:, k, a < 0.2));",
    "nothing read": "Z(:, k) = k; v = sum(Z(:, k, a > 0.2));",
}


@pytest.mark.parametrize("name", ONE_OR_NONE)
def test_subscripts_of_one_element_may_name_none_or_more(name: str) -> None:
    program = f"a = 0.1 * ones(1, 1); X = 1:7; Z = ones(2, 7); v = 0; s = zeros(2000, 1); for k = 1:5, {ONE_OR_NONE[name]} s = s + k; end"
    as_by_iterations(program, "host")


READ_BACK = {
    "a counter in a column": "X(:, k) = k; w = w + sum(X(:, k)); n = numel(X(:, k));",
    "a number in a row": "X(1, :) = 3; X(k, :) = 2 * k; w = w + norm(X(k, :));",
    "a complex number": "Z(:, k) = 3i + k; w = w + sum(Z(:, k));",
    "a truth value": "L(:, k) = true; w = w + sum(L(:, k));",
    "a counter in integers": "I(:, k) = k; w = w + double(sum(I(:, k)));",
    "a column of pages by two subscripts, all of it read": "P(:, k) = k; w = w + sum(P(1, :));",
    "an element of pages by two subscripts, all of it read": "P(1, k + 4) = k; w = w + sum(P(2, :)) + max(P, [], 'all');",
    "a column where one element belongs": "X(:, k) = k; X(6, 6) = X(:, k);",
}


@pytest.mark.parametrize("provider", ("host", "gpu"))
@pytest.mark.parametrize("name", READ_BACK)
def test_a_number_in_a_part_is_read_back_as_the_part(name: str, provider: str) -> None:
    arrays = "X = zeros(6, 6); Z = complex(X, 1); L = X > 0; I = int16(X); P = reshape(1:36, 2, 9, 2);"
    as_by_iterations(f"{arrays} w = 0; n = 0; s = zeros(2000, 1); for k = 1:5, {READ_BACK[name]} s = s + k; end", provider)
