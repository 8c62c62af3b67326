"""What legends list: chosen series, those that came later, names that change, series that were taken out."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("plot(1:3); hold on; l = legend('a'); plot(3:-1:1); plot([2 2 2], 'DisplayName', 'two');", "a data1 two"),
        ("plot(1:3); hold on; l = legend('a', 'AutoUpdate', 'off'); plot(3:-1:1);", "a"),
        ("plot(1:3); hold on; l = legend; plot(3:-1:1); l.AutoUpdate = 'off'; plot(2:4);", "data1 data2"),
        ("h = plot(magic(3)); l = legend(h([3 1]), 'c', 'a'); hold on; yline(4);", "c a data1"),
        ("plot(magic(3)); l = legend('a'); hold on; plot(1:3);", "a data1"),
        ("h = plot(magic(3)); l = legend('a', 'b', 'c'); delete(h(2));", "a c"),
        ("h = plot(magic(3)); l = legend('a', 'b', 'c'); l.String{2} = 'B'; h(3).DisplayName = 'C';", "a B C"),
        ("h = plot(magic(3)); h(2).Annotation.LegendInformation.IconDisplayStyle = 'off'; l = legend;", "data1 data2"),
        ("h = plot(magic(3)); set(get(get(h(1), 'Annotation'), 'LegendInformation'), 'IconDisplayStyle', 'off'); l = legend('x', 'y');", "x y"),
        ("h = plot(magic(3)); h(1).HandleVisibility = 'off'; l = legend('x', 'y');", "x y"),
        ("plot(magic(3)); legend('a', 'b', 'c'); f = [tempname '.fig']; savefig(f); close all; openfig(f); delete(f); hold on; plot(1:3); l = findobj(gcf, 'Type', 'legend');", "a b c data1"),
        ("plot(1:3); l = legend('a', 'Position', [.4 .4 .2 .1]); disp(l.Location)", "none"),
    ],
)  # fmt: skip
def test_entries(program: str, expected: str) -> None:
    shown = "" if "disp" in program else "; fprintf('%s ', l.String{:})"
    outcome = Session(provider="host").run(program + shown)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)
