"""Colours and styles that series take in turn, of one axis and of both sides of ``yyaxis``; words at ticks over a common power of ten."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    "condition",
    [
        "ax = axes('ColorOrder', [1 0 0; 0 0 1], 'LineStyleOrder', {'-','--o'}, 'NextPlot', 'add'); h = plot(rand(2, 5)); strcmp([h.LineStyle], '-------')",
        "ax = axes('ColorOrder', [1 0 0; 0 0 1], 'LineStyleOrder', {'-','--o'}, 'NextPlot', 'add'); h = plot(rand(2, 5)); isequal({h.Marker}, {'none','none','o','o','none'})",
        # An order that comes later counts for the lines that are there, but not for those with a style of their own.
        "h = plot(rand(2, 9)); set(gca, 'LineStyleOrder', '-|:'); isequal(find(strcmp({h.LineStyle}, ':')), [8 9])",
        "h = plot(1:2, 1:2, '--', 1:2, 1:2); set(gca, 'ColorOrder', [1 0 0], 'LineStyleOrder', {'-','o'}); isequal({h.LineStyle h.Marker}, {'--','none','none','o'})",
        "h = plot(rand(2, 8)); isequal([h.SeriesIndex], 1:8) && get(gca, 'ColorOrderIndex') == 2",
        "h = plot(rand(2, 8)); cla; h = plot(1:2); h.SeriesIndex == 1",
        "plot(rand(2, 3)); hold on; set(gca, 'ColorOrderIndex', 1); h = plot(1:2); isequal(h.Color, [0 .447 .741])",
        # Each side of yyaxis has one colour, and the lines of a side different styles.
        "yyaxis left; h = plot(1:3, [1 2;3 4;5 6]); isequal(h(1).Color, h(2).Color) && strcmp([h.LineStyle], '---')",
        "colororder({'r','b'}); yyaxis left; a = plot(1:3); yyaxis right; b = plot(1:3); isequal({a.Color b.Color get(gca, 'YColor')}, {[1 0 0] [0 0 1] [0 0 1]})",
        "yyaxis left; a = plot(1:3); yyaxis right; b = plot(1:3); colororder({'r','b'}); isequal({a.Color b.Color}, {[1 0 0] [0 0 1]})",
        "yyaxis right; plot(1:3); plot(4:6); numel(get(gca, 'Children')) == 1",
        "yyaxis left; plot(1:3); yyaxis right; hold on; yyaxis left; plot(4:6); ishold && numel(get(gca, 'Children')) == 2",
        "yyaxis left; plot(1:3); yyaxis right; plot(5:7); yyaxis left; plot(7:9); l = ylim; yyaxis right; isequal([l ylim], [7 9 5 7])",
        "yyaxis left; plot(1:3); yyaxis right; plot(1:3); cla reset; plot(1:3); isscalar(findobj(gcf, 'Type', 'axes')) && isequal(get(gca, 'YColor'), [.15 .15 .15])",
        # The power that is common to ticks.
        "plot([0 15000]); yt = yticklabels; strcmp(yt{end}, '1.6')",
        "plot([0 10000]); yt = yticklabels; strcmp(yt{end}, '10000')",
        "plot([0 .004]); yt = yticklabels; strcmp(yt{end}, '4')",
        "plot([0 .02]); yt = yticklabels; strcmp(yt{end}, '0.02')",
        # Ticks of dates are those that the limits were widened to.
        "plot(datetime(2023,1,1) + days(0:30:3650), 1:122); t = xticks; isequal([t(1) t(end)], xlim) && numel(t) == 7",
        "bar3(magic(4), .6); all(abs(xlim - [.7 4.3]) < 1e-9) && all(abs(pbaspect - [3.6 5 5*(sqrt(5)-1)/2]) < 1e-9)",
        "bar3h([1 2;3 4], 'stacked'); all(abs(pbaspect - [.8 3*(sqrt(5)-1)/2 3]) < 1e-9)",
        "[~, ax] = plotmatrix([1 2;3 4;5 7]); all(ax(2, 1).XTick > ax(2, 1).XLim(1) & ax(2, 1).XTick < ax(2, 1).XLim(2))",
    ],
)  # fmt: skip
def test_orders_and_ticks(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1", outcome


def test_numbers_over_a_power_have_no_zeros_at_their_ends() -> None:
    from runmat_kernel.figures.drawing.decorate import short_numbers

    form = short_numbers()(9)
    assert [form(x) for x in (0.0, 5e8, 5e9, -1.25e9)] == ["0", "0.5", "5", "\N{MINUS SIGN}1.25"]
