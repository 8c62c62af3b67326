"""Charts (heatmaps, confusion charts, stacked plots), and plots of the variables of tables."""

from __future__ import annotations

import pytest

from .pictures import count, drawn


def test_heatmaps_are_charts_with_properties() -> None:
    code = "h = heatmap({'a', 'b'}, {'c', 'd'}, [1 2; NaN 4]); h.Title = 'T'; h.CellLabelFormat = '%.1f'; h.ColorLimits = [0 8]; "
    session, picture = drawn(code + "h.MissingDataColor = 'r';")
    assert count(picture, (255, 0, 0)) > 2000
    told = session.run(
        "ax = gca; t = findobj(ax, 'Type', 'text'); disp(strjoin(sort(string({t.String})))); disp(ax.Title.String); disp(ax.CLim)"
    )
    assert told.error is None and told.text.split() == ["1.0", "2.0", "4.0", "NaN", "T", "0", "8"]
    assert session.run("h.Nothing = 1;").error.identifier == "MATLAB:noPublicFieldForClass"
    assert session.run("h.ColorbarVisible = 'off'; h.CellLabelColor = 'none'; assert(isempty(findobj(gca, 'Type', 'text')))").error is None


def test_heatmaps_of_tables_count_or_average() -> None:
    table = "t = table({'x';'y';'x'}, [1;1;2], [4;5;6], 'VariableNames', {'A', 'B', 'C'}); "
    session, _ = drawn(table + "h = heatmap(t, 'A', 'B');")
    assert session.run("assert(isequal(h.ColorData, [1 1; 1 0]) && strcmp(h.Title, 'Count of B vs. A'))").error is None
    session, _ = drawn(table + "h = heatmap(t, 'A', 'B', 'ColorVariable', 'C', 'ColorMethod', 'max');")
    assert session.run("assert(isequaln(h.ColorData, [4 5; 6 NaN]) && strcmp(h.XLabel, 'A'))").error is None


def test_charts_are_listed_with_their_data() -> None:
    told = drawn("h = heatmap([1 2; 3 4], 'Title', 'T');")[0].run("format compact; h").text
    assert told.split("\n")[1:] == [
        "  HeatmapChart (T) with properties:",
        "        XData: {2×1 cell}",
        "        YData: {2×1 cell}",
        "    ColorData: [2×2 double]",
        "",
    ]
    told = drawn("h = heatmap(table([1;2], [1;1], 'VariableNames', {'A', 'B'}), 'A', 'B');")[0].run("h").text
    assert "HeatmapChart (Count of B vs. A) with properties:" in told and "YVariable: 'B'" in told


def test_confusion_charts_show_counts_and_shares() -> None:
    session, plain = drawn("cm = confusionchart([1 2 2 3], [1 2 3 3], 'DiagonalColor', 'g');")
    assert count(plain, (0, 255, 0)) > 5000
    texts = "t = findobj(gca, 'Type', 'text'); disp(strjoin(sort(string({t.String}))))"
    assert session.run(texts).text.split() == ["1", "1", "1", "1"]
    assert session.run("cm.Normalization = 'row-normalized'; " + texts).text.split() == ["100.0%", "100.0%", "50.0%", "50.0%"]
    assert session.run("assert(isequal(cm.NormalizedValues(2, :), [0 0.5 0.5]))").error is None
    before = session.run("disp(max(xlim))").text
    assert float(session.run("cm.RowSummary = 'row-normalized'; disp(max(xlim))").text) > float(before) + 2
    assert session.run("cm.RowSummary = 'some';").error.identifier == "MATLAB:datatypes:InvalidEnumValueFor"


def test_stacked_plots_have_axes_for_each_variable() -> None:
    session, _ = drawn("s = stackedplot(timetable(datetime(2024, 1, 1:4)', (1:4)', (4:-1:1)', 'VariableNames', {'up', 'down'}), 'r');")
    told = session.run(
        "ax = findobj(gcf, 'Type', 'axes'); l = findobj(ax(1), 'Type', 'line'); disp(numel(ax)); disp(class(l.XData)); disp(l.Color)"
    )
    assert told.error is None and told.text.split() == ["2", "datetime", "1", "0", "0"]


def test_saved_charts_can_still_be_changed(tmp_path) -> None:
    session, _ = drawn(f"h = heatmap([1 2; 3 4]); savefig('{tmp_path}/a.fig'); close all; openfig('{tmp_path}/a.fig'); ")
    changed = session.run("h = findobj(gca, 'Type', 'heatmap'); h.Title = 'new'; ax = gca; disp(ax.Title.String)")
    assert changed.error is None and changed.text == "new\n"


_T = "t = table((1:4)', [4;3;1;2], (2:5)', 'VariableNames', {'x_1', 'y', 'z'}); "


@pytest.mark.parametrize(
    ("code", "holds"),
    [
        (
            "h = plot(t, 'x_1', {'y', 'z'}, 'Marker', 'o');",
            "isequal(h(2).YData, 2:5) && strcmp(h(1).DisplayName, 'y') && strcmp(h(1).Marker, 'o')",
        ),
        ("h = plot(t, 'y');", "isequal(h.XData, 1:4) && isequal(h.YData, [4 3 1 2])"),
        ("h = scatter(t, 'x_1', 'y', 'filled', 'ColorVariable', 'z');", "isequal(h.CData(:), (2:5)')"),
        ("ax = gca; h = loglog(ax, t, 'x_1', 'y', 'r--');", "isequal(h.Color, [1 0 0]) && strcmp(ax.XScale, 'log')"),
        ("h = plot3(t, 'x_1', 'y', 'z');", "isequal(h.ZData, 2:5)"),
        ("s = timetable(datetime(2024, 1, 1:4)', (1:4)'); h = plot(s, 'Var1');", "isdatetime(h.XData) && ~ishold"),
    ],
)
def test_variables_of_tables_are_plotted(code: str, holds: str) -> None:
    session, _ = drawn(_T + code)
    assert session.run(f"assert({holds})").error is None


def test_variables_name_the_axes() -> None:
    session, _ = drawn(_T + "plot(t, 'x_1', 'y');")
    assert session.run("ax = gca; fprintf('%s %s', ax.XLabel.String, ax.YLabel.String)").text == "x_1 y"
    assert session.run("plot(t, 'x_1', 'nosuch')").error.identifier == "MATLAB:table:UnrecognizedVarName"
