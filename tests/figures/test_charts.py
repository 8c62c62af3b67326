"""Charts (heatmaps, confusion charts, stacked plots), and plots of the variables of tables."""

from __future__ import annotations

import pytest

from runmat_kernel import Session
from runmat_kernel.figures.colors import colormap

from .images import count, drawn, pixels


def test_heatmaps_are_charts_with_properties() -> None:
    code = "h = heatmap({'a', 'b'}, {'c', 'd'}, [1 2; NaN 4]); h.Title = 'T'; h.CellLabelFormat = '%.1f'; h.ColorLimits = [0 8]; "
    session, image = drawn(code + "h.MissingDataColor = 'r';")
    assert count(image, (255, 0, 0)) > 2000
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


def test_low_columns_hide_the_feet_of_tall_ones_behind_them() -> None:
    program = (
        "[i, j] = meshgrid(1:12); n = round(500 * exp(-((i - 6).^2 + (j - 6).^2) / 8)) + 1; x = repelem(i(:), n(:)); y = repelem(j(:), n(:)); "
        "histogram2(x, y, 0.5:12.5, 0.5:12.5, 'FaceColor', 'flat', 'EdgeColor', 'none'); axis off"
    )
    second = tuple((255 * colormap("parula", 256)[200]).astype(int).tolist())
    assert 1500 < count(pixels(program), second, 8) < 3200  # of 3900 where walls were sorted by their middles


def test_columns_of_bar3_are_objects_of_their_own() -> None:
    program = "h = bar3(magic(3)); for k = 1:3, h(k).CData = h(k).ZData; h(k).FaceColor = 'interp'; end"
    session, smooth = drawn(program)
    assert session.run("assert(isequal(clim, [0 9]) && isequal(size(h), [1 3]))").error is None
    assert (smooth != pixels("bar3(magic(3))")).any()


def test_bars_in_space_have_their_colours_in_a_legend() -> None:
    with_legend, alone = (pixels("h = bar3([1 2; 2 1], 'stacked'); axis off; " + more) for more in ("legend(h, 'a', 'b')", ""))
    for shade in ((62, 38, 168), (249, 251, 21)):
        assert count(with_legend, shade, 8) > count(alone, shade, 8)


def test_rows_of_characters_are_texts_of_their_own() -> None:
    session, _ = drawn("plot(1:3); h = text(1:3, 1:3, num2str((8:10)'));")
    assert session.run("fprintf('%s|', h.String)").text == " 8| 9|10|"


@pytest.mark.parametrize("name", ["stem(1:3", "stem3(1:3, 1:3, 1:3"])
def test_filled_stems_keep_the_colour_they_are_given(name: str) -> None:
    session, _ = drawn(f"h = {name}, 'filled', 'MarkerFaceColor', 'y');")
    assert session.run("disp(h.MarkerFaceColor)").text.split() == ["1", "1", "0"]


def test_minor_ticks_have_the_colour_of_their_axis() -> None:
    code = "plot(1:10, 'k'); set(gca, 'XColor', 'r', 'XMinorTick', '%s', 'TickLength', [.1 .1])"
    few, many = (count(pixels(code % word), (255, 0, 0), 60) for word in ("off", "on"))
    assert many > 1.3 * few


def test_the_scale_of_colours_leaves_the_angles_free() -> None:
    code = "polarscatter(1:3, 1:3, 20, 'w'); set(gca, 'ThetaTick', 0, 'ThetaTickLabel', 'MM', 'ThetaColor', 'r'); "
    assert count(pixels(code + "colorbar"), (255, 0, 0), 90) > 0.85 * count(pixels(code), (255, 0, 0), 90)


def test_levels_follow_their_step() -> None:
    session, _ = drawn("[~, h] = contour(peaks(20)); h.LevelStep = 3;")
    assert session.run("disp(h.LevelList)").text.split() == ["-6", "-3", "0", "3", "6"]
    assert session.run("disp(h.LevelStep); [~, g] = contour(peaks(20), 0:2:6); disp(g.LevelStep)").text.split() == ["3", "2"]


def test_markers_of_a_line_specification_stand_in_place_of_heads() -> None:
    session, _ = drawn("h = quiver(1:3, 1:3, [1 1 1], [1 0 1], 'o'); hold on; g = quiver(1:3, 1:3, [1 1 1], [1 0 1], 'Marker', 'o');")
    assert session.run("disp([h.ShowArrowHead ' ' g.ShowArrowHead ' ' h.Marker])").text.split() == ["off", "on", "o"]


def test_stacked_plots_take_the_place_of_the_current_axes() -> None:
    code = "subplot(2, 2, 1); plot(1:3); b = subplot(2, 2, 2); p = get(b, 'Position'); stackedplot([1 5; 2 4; 3 3]);"
    session = Session(provider="host")
    told = session.run(code + " a = findobj(gcf, 'Type', 'axes'); q = cell2mat(get(a, 'Position')); disp(numel(a)); disp(isvalid(b))")
    assert told.error is None and told.text.split() == ["3", "0"]
    assert session.run("disp(nnz(q(:,1) >= p(1) & q(:,2) >= p(2) - 1e-9 & q(:,2) + q(:,4) <= p(2) + p(4) + 1e-9))").text.split() == ["2"]
    again = session.run("f = [tempname '.fig']; savefig(f); close all; openfig(f); delete(f); stackedplot(magic(3)); disp(numel(findobj(gcf, 'Type', 'axes')))")  # fmt: skip
    assert again.error is None and again.text.split() == ["4"], (again.error, again.text)


def test_histograms_of_hist_are_patches():
    """One patch for each column, in the colours of the axes; ``bar`` draws such for 'hist' and 'histc'."""
    session = Session(provider="host")
    session.run("hist([1 1; 2 5; 3 9], 3); h = flipud(findobj(gca, 'Type', 'patch')); c = get(gca, 'ColorOrder');")
    assert session.run("disp(isequal(h(1).FaceColor, c(1, :)) && isequal(h(2).FaceColor, c(2, :)))").text.split() == ["1"]
    assert session.run("clf; h = bar([2 4], [5 6], 'histc'); disp(h.XData(:, 1)')").text.split() == ["2", "2", "4", "4"]
    assert session.run("clf; h = barh([2 4], [5 6], 'hist'); disp(h.YData(:, 2)')").text.split() == ["3", "3", "5", "5"]
