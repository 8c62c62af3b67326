"""Clouds of words and bubbles, and parallel coordinates: what covers what, and what follows properties."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.figures.clouds import normalized, packed
from runmat_kernel.session import Session


@pytest.mark.parametrize("count", [1, 2, 3, 10, 40])
def test_bubbles_touch_and_do_not_cover_each_other(count: int) -> None:
    radii = np.random.default_rng(count).random(count) + 0.1
    middles = packed(radii)
    apart = np.hypot(*(middles[:, None] - middles[None]).transpose(2, 0, 1)) - radii[:, None] - radii[None]
    np.fill_diagonal(apart, np.inf)
    assert apart.min() > -1e-6 and (count == 1 or (apart.min(axis=1) < 1e-6).all())


def test_coordinates_are_made_comparable() -> None:
    data = np.array([[1.0, 5.0], [3.0, np.nan], [2.0, 5.0]])
    assert np.allclose(normalized(data, "range"), [[0, 0.5], [1, 0.5], [0.5, 0.5]], equal_nan=True)
    assert np.allclose(normalized(data, "zscore")[:, 0], [-1, 1, 0])
    assert np.allclose(normalized(data, "norm")[:, 0], data[:, 0] / np.sqrt(14))
    assert normalized(data, "none") is data


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("w = wordcloud({'a','bb','ccc'},[3 2 1]); w.MaxDisplayWords = 1; t = findobj(gca,'Type','text'); disp(t.String)", "a"),
        (
            "w = wordcloud({'a','bb'},[1 3]); t = findobj(gca,'Type','text'); disp([t.FontSize] == max([t.FontSize])); disp({t.String})",
            "0 1 {'a'} {'bb'}",
        ),
        ("p = parallelplot([1 2;3 4;5 6]); p.CoordinateTickLabels = {'x','y'}; ax = gca; disp(ax.XTickLabel)", "{'x'} {'y'}"),
        ("p = parallelplot([1 2;3 4;5 6]); p.DataNormalization = 'none'; h = findobj(gca,'Type','line'); disp(max([h.YData]))", "6"),
        ("s = scatterhistogram([1 2 3 4],[5 6 7 9],'NumBins',3); h = findobj(gcf,'Type','histogram'); disp([h.NumBins])", "3 3"),
        ("b = bubblecloud([4 0 NaN 9]); disp(numel(findobj(gca,'Type','patch')))", "2"),
    ],
)
def test_charts_follow_their_properties(program: str, expected: str) -> None:
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)
