"""histcounts of datetimes and durations."""

import pytest

from runmat_kernel.session import execute

PRINTED = [
    ("[n,e] = histcounts(datetime(2024,1,[1 1 2 5]), 'BinMethod', 'day')", "2 1 0 0 1 | 01-Jan-2024 06-Jan-2024"),
    ("[n,e] = histcounts(datetime(2024,[1 1 2 4],9), 'BinMethod', 'month')", "2 1 0 1 | 01-Jan-2024 01-May-2024"),
    ("[n,e] = histcounts(datetime(2024,1,[1 1 2 5]), datetime(2024,1,[1 3 9]))", "3 1 | 01-Jan-2024 09-Jan-2024"),
    ("[n,e] = histcounts(datetime(2024,1,[1 1 2 25]), 'BinWidth', days(7))", "3 0 0 1 | 01-Jan-2024 29-Jan-2024"),
    ("[n,e] = histcounts(datetime(2024,1,[1 1 2 65]), 'BinWidth', calmonths(1))", "3 0 1 | 01-Jan-2024 01-Apr-2024"),
    ("[n,e] = histcounts(hours([1 2 2 5]), hours([0 2 6]))", "1 3 | 0 hr 6 hr"),
    ("[n,e] = histcounts([seconds(1) NaN], 'BinEdges', seconds(0:2), 'Normalization', 'probability')", "0 0.5 | 0 sec 2 sec"),
]


@pytest.mark.parametrize(("code", "printed"), PRINTED)
def test_counts(code, printed):
    assert execute(code + "; fprintf('%g ', n), fprintf('| %s %s', string(e(1)), string(e(end)))") == printed


def test_bins_of_elements():
    assert execute("[~,~,b] = histcounts(minutes([1;9;4;NaN]), minutes([0 3 5])); fprintf('%d', b), fprintf(' %d', size(b))") == "1020 4 1"
