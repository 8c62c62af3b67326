"""Bins of histcounts, histcounts2, hist and hist3: edges at round numbers, by MATLAB's rules (documented examples among them)."""

# ruff: noqa: E501 (programs on one line)

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("rng(0); [n, e] = histcounts(randn(1000,1), 6); disp(sum(n)), fprintf('%g ', e)", "        1000\n-4 -2.7 -1.4 -0.1 1.2 2.5 3.8 "),
        ("[n, e] = histcounts([2.7 2.7]); fprintf('%g ', n, e)", "2 2 3 "),
        ("[n, e] = histcounts([1 2 3], 'BinLimits', [1 3]); fprintf('%g ', n, e)", "1 1 1 1 1.5 2.5 3 "),
        ("[n, e] = histcounts([1 2.5 3], 'BinWidth', 0.75, 'BinLimits', [0 4]); fprintf('%g ', e)", "0 0.75 1.5 2.25 3 3.75 4 "),
        ("[n, e] = histcounts([0.5 Inf -Inf NaN], [-Inf 0 1 Inf]); fprintf('%g ', n)", "1 1 1 "),
        ("x = [3 5 25 7 2 13 7 3 5 7 9 12 15 17 21 23 25 29 31 33 47 8]; [n, e] = histcounts(x, 'BinMethod', 'sqrt'); fprintf('%g ', n, e)", "10 4 5 2 1 0 10 20 30 40 50 "),
        ("[n, e] = histcounts([1 1000], 'BinMethod', 'integers'); fprintf('%g ', numel(n), e([1 end]))", "1000 0.5 1000.5 "),
        ("[n, e] = histcounts([-2.5 1.2 2.5], 'BinMethod', 'integers'); fprintf('%g ', n, e)", "0 1 0 0 1 0 1 -3.5 -2.5 -1.5 -0.5 0.5 1.5 2.5 3.5 "),
        ("[n, x] = hist([5 5 5]); fprintf('%g ', find(n), x)", "6 0 1 2 3 4 5 6 7 8 9 "),
        ("x = [1 1 2 3 2 2 1 1 2 3]; y = [5 6 3 8 9 1 2 7 5 1]; [n, a, b, p, q] = histcounts2(x, y, [3 4]); fprintf('%g ', n, a, b, p, q)",
         "1 1 1 0 1 0 2 1 0 1 1 1 0.6 1.4 2.2 3 0 2.3 4.6 6.9 9.2 1 1 2 3 2 2 1 1 2 3 3 3 2 4 4 1 1 4 3 1 "),
        ("rng(0); x = randn(100,1); y = randn(100,1); [n, a, b] = histcounts2(x, y); disp(n(2:4,:)), fprintf('%g ', a, b)",
         "     1     2    10     4     0     0\n     1     4     9     9     5     0\n     1     4    10    11     5     1\n-3 -2 -1 0 1 2 3 4 -3 -2 -1 0 1 2 3 "),
        ("n = histcounts2([1 2 2], [1 2 2], 'BinMethod', 'integers', 'Normalization', 'probability'); fprintf('%.4f ', n)", "0.3333 0.0000 0.0000 0.6667 "),
        ("n = histcounts2([1 2 9], [1 2 9], 'XBinLimits', [0 4], 'YBinLimits', [0 4], 'NumBins', 2); fprintf('%g ', n)", "1 0 0 1 "),
        ("n = hist3([Inf 1; 2 NaN; 3 4; -Inf 1], [2 2]); fprintf('%g ', n)", "1 1 0 1 "),
        ("[n, c] = hist3([1 2; 3 4; 5 6], 'Ctrs', {[1 3], [2 4 6]}); fprintf('%g ', n, c{:})", "1 0 0 1 0 1 1 3 2 4 6 "),
        ("[n, c] = hist3([1 2; 3 4; 5 6], 'Edges', {[1 3 5], [2 4]}); fprintf('%g ', n, c{:})", "1 0 0 0 1 0 2 4 6 3 5 "),
        ("fprintf('%g ', discretize([1 2 5 Inf], 3))", "1 1 3 NaN "),
    ],
)  # fmt: skip
def test_bins(code, text):
    outcome = Session(provider="host").run("format compact\n" + code)
    assert outcome.error is None, outcome.error
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("histcounts([1 2], 'BinMethod', 'foo')", "MATLAB:histcounts:InvalidBinMethod"),
        ("histcounts([1 2], 'Normalization', 'foo')", "MATLAB:histcounts:InvalidNormalization"),
        ("histcounts([1 2], 0)", "MATLAB:histcounts:expectedPositive"),
        ("histcounts([1 2], [3 1])", "MATLAB:histcounts:expectedNondecreasing"),
        ("histcounts2([1 2], 1, 3)", "MATLAB:histcounts2:XYSizeMismatch"),
        ("histcounts2(1, 1, 'Foo', 3)", "MATLAB:histcounts2:UnrecognizedParameter"),
        ("hist3([1 2;3 4], {1})", "stats:hist3:BadBins"),
        ("discretize(1, 0)", "MATLAB:discretize:expectedPositive"),
    ],
)
def test_bins_that_cannot_be(code, identifier):
    assert Session(provider="host").run(code).error.identifier == identifier
