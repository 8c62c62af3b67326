"""Axes of categories: names at their places, half a place around each; histograms of categories; tick labels that would overlap are turned."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.figures.drawing import tick_rotation as turning
from runmat_kernel.session import Session


@pytest.mark.parametrize(
    "condition",
    [
        "plot(categorical({'a','b','c'}), 1:3); isequal(xlim, categorical({'a','c'})) && isequal(xticks, categorical({'a','b','c'}))",
        # Names are found again on the axis that is there, and new ones stand behind.
        "bar(categorical({'a','b','c'}), 1:3); hold on; h = plot(categorical({'c','b','z'}), 1:3); isequal(double(h.XData), [3 2 4])",
        "bar(categorical({'a','b'}), 1:2); hold on; plot(categorical({'z'}), 1); isequal(xticklabels, {'a';'b';'z'})",
        "bar(categorical({'a','b'}), 1:2); h = plot(categorical({'b'}), 1); isequal(double(h.XData), 1) && isequal(xticklabels, {'b'})",
        "scatter(categorical({'a','b','c'}), 1:3); xlim(categorical({'a','b'})); isequal(xlim, categorical({'a','b'}))",
        "barh(categorical({'a','b','c'}), 1:3); isequal(ylim, categorical({'a','c'})) && isequal(xlim, [0 3])",
        "b = bar({'q','p'}, 1:2); isequal(b.XData, categorical({'q','p'}, {'q','p'}))",
        "boxchart(categorical({'a';'b';'a';'b'}), [1;2;3;4]); hold on; h = plot(categorical({'b'}), 2); isequal(double(h.XData), 2)",
        "plot(categorical({'a','b'}), 1:2); h = text(categorical({'b'}), 1, 'here'); h.Position(1) == 2",
        "plot(categorical({'a','b'}), 1:2); h = xline(categorical({'b'})); double(h.Value) == 2",
        # Both sides of yyaxis have one x-axis.
        "yyaxis right; bar(categorical({'a','b'}), [1 2]); yyaxis left; h = plot(categorical({'b','a'}), [3 4]); isequal(double(h.XData), [2 1]) && isequal(xticklabels, {'a';'b'})",
        "yyaxis left; plot(1:3); yyaxis right; plot(datetime(2020, 1:3, 1), 1:3); yyaxis left; isdatetime(xlim)",
        "plot(1:5); bar(categorical({'a','b'}), 1:2); plot(1:5); isequal(xlim, [1 5])",
    ],
)
def test_names_have_their_places(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1", outcome


def test_histograms_of_categories() -> None:
    outcome = Session(provider="host").run(
        "c = categorical([0 1 1 0 2 0 NaN 1 1], [1 0 2], {'yes','no','maybe'}); h = histogram(c, 'BarWidth', .5);"
        "fprintf('%s %s %g %g;', h.Type, class(h), h.BarWidth, h.FaceAlpha); fprintf('%g ', h.Values);"
        "h.Normalization = 'probability'; fprintf('%.4f ', h.Values); h.DisplayOrder = 'ascend'; fprintf('%s ', h.Categories{:});"
        "h = histogram(c, {'no','yes'}, 'Normalization', 'cumcount'); fprintf('%g ', h.Values)"
    )
    assert outcome.error is None and outcome.text == (
        "categoricalhistogram matlab.graphics.chart.primitive.categorical.Histogram 0.5 0.6;4 3 1 0.4444 0.3333 0.1111 maybe no yes 3 7 "
    )


def _angles(program: str) -> list[float]:
    """The angles of the tick labels along x of the axes that a program draws."""
    from runmat_kernel.figures.drawing.render import render

    session, found = Session(provider="host"), []
    assert session.run(program).error is None
    usual = turning.turn

    def seen(node, axes, renderer):
        usual(node, axes, renderer)
        found.append([label.get_rotation() for label in axes.xaxis.get_majorticklabels()])

    turning.turn = seen
    try:
        render(session.figures.gcf(), scale=1.0)
    finally:
        turning.turn = usual
    return found[-1]


MONTHS = "m = {'January','February','March','April','May','June','July','August','September','October','November','December'};"


@pytest.mark.parametrize(
    ("program", "angle"),
    [
        ("plot(1:5)", 0),
        (MONTHS + "bar(categorical(m, m), 1:12)", 30),
        (MONTHS + "bar(1:12); xticklabels(m)", 45),
        (MONTHS + "bar(1:12); xticklabels(m); set(gca, 'Position', [.1 .2 .15 .6])", 90),
        (MONTHS + "bar(1:12); xticklabels(m); xtickangle(0)", 0),
        (MONTHS + "bar(1:12); xticklabels(m); xtickangle(60)", 60),
        ("plot(1:40); xticks(1:40)", 90),
        ("semilogy(1:10, (1:10).^-8)", 0),
        ("barh(1:3); yticklabels({'a very long name', 'another one', 'c'})", 0),
    ],
)
def test_tick_labels_do_not_run_into_each_other(program: str, angle: float) -> None:
    assert set(np.round(_angles(program))) == {angle}
