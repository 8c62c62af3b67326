"""What pictures show: whole markers at the limits, bars on logarithmic axes, legends of both sides, surfaces by rows, nested scripts, charts."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from runmat_kernel import Session
from runmat_kernel.figures import tex
from runmat_kernel.figures.render import render

_FULL = "set(gca, 'Position', [0.2 0.2 0.6 0.6], 'PositionConstraint', 'innerposition'); "


def drawn(code: str) -> tuple[Session, np.ndarray]:
    """The session after a program, and the picture that it draws, height by width by 3."""
    session = Session(provider="host")
    outcome = session.run(code)
    assert outcome.error is None and outcome.text == "", (outcome.error, outcome.text)
    (figure,) = session.figures.take_changed()
    return session, np.asarray(Image.open(io.BytesIO(render(figure, scale=1.0).data)).convert("RGB")).astype(int)


def count(picture: np.ndarray, colour: tuple[int, int, int], far: int = 20) -> int:
    return int((np.abs(picture - np.array(colour)).max(axis=-1) <= far).sum())


@pytest.mark.parametrize(
    "code",
    [
        "plot([0 1], [0 1], 'ro', 'MarkerFaceColor', 'r', 'MarkerSize', 30)",
        "scatter([0 1]', [0 1]', 900, 'r', 'filled')",
        "scatter([0 1]', [0 1]', 900, 'r', 'filled', 'MarkerFaceAlpha', 0.99)",
        "stem([0 1], [0 1], 'r', 'filled', 'MarkerSize', 30)",
        "stairs([0 1], [0 1], 'ro', 'MarkerFaceColor', 'r', 'MarkerSize', 30)",
        "errorbar([0 1], [0 1], [0 0], 'ro', 'MarkerFaceColor', 'r', 'MarkerSize', 30)",
    ],
)
def test_markers_at_the_limits_are_whole(code: str) -> None:
    _, picture = drawn(f"{code}; axis([0 1 0 1]); {_FULL}")
    outside = picture[: int(0.2 * 420) - 2]  # above the axes
    assert count(outside, (255, 0, 0)) > 300


@pytest.mark.parametrize(
    "code",
    [
        "line([0 1], [0.5 0.5], 'Color', {}, 'LineWidth', 40)", "yline(0.5, 'Color', {}, 'LineWidth', 40)",
        "h = line([0 1], [0.5 0.5], 'Color', 'r', 'LineWidth', 40); c = {}; h.Color(4) = c(end)",
        "rectangle('Position', [0 0.4 1 0.2], 'FaceColor', {})",
    ],
)  # fmt: skip
def test_a_fourth_number_of_a_colour_is_its_opacity(code: str) -> None:
    session, faint = drawn(code.replace("{}", "[1 0 0 0.5]") + "; axis([0 1 0 1])")
    _, dense = drawn(code.replace("{}", "[1 0 0 1]") + "; axis([0 1 0 1])")
    assert count(faint, (255, 127, 127), 3) > 1000 > count(faint, (255, 0, 0), 3)
    assert count(dense, (255, 0, 0), 3) > 1000
    assert session.run(
        "k = gca().Children(1); n = 'Color'; if strcmp(k.Type, 'rectangle'), n = 'FaceColor'; end; disp(k.(n))"
    ).text.split() == ["1", "0", "0"]


@pytest.mark.parametrize("style", ["k--", "k:", "k-."])
def test_contours_are_drawn_with_any_line(style: str) -> None:
    solid, dashed = (drawn(f"contour(peaks(20), [-2 0 2], '{look}'); axis off")[1] for look in ("k-", style))
    assert 100 < count(dashed, (0, 0, 0), 80) < count(solid, (0, 0, 0), 80)


@pytest.mark.parametrize(
    "code",
    [
        "imshow([1 NaN; 3 4], [])", "imshow(zeros(3), [])", "plot(1e-9 * [1 2]); text(1, 1, 'far away')",
        "surf(peaks(5)); text(0.5, 0.5, 'flat', 'Units', 'normalized')",
    ],
)  # fmt: skip
def test_pictures_of_odd_values_are_drawn(code: str) -> None:
    assert len(np.unique(drawn(code)[1])) > 1


@pytest.mark.parametrize("code", ["stem([3 1 2], 'r')", "quiver([3 1 2], [1 2 3], 'r')"])
def test_flat_plots_may_be_seen_from_aside(code: str) -> None:
    assert count(drawn(f"{code}; view(3)")[1], (255, 0, 0), 90) > 30


@pytest.mark.parametrize(
    "code", ["title('%s')", "text(0.3, 0.5, '%s')", "xlabel('%s')", "annotation('textbox', [0.3 0.3 0.4 0.4], 'String', '%s')"]
)
def test_texts_have_the_colour_and_size_they_begin_with(code: str) -> None:
    plain, red, large = (
        drawn(f"axes; {code % text}")[1] for text in ("MMMM", r"\bf\color[rgb]{1,0,0}MMMM", r"\color{red}\fontsize{40}MMMM")
    )
    assert count(plain, (255, 0, 0), 90) == 0 and 40 < count(red, (255, 0, 0), 90) < count(large, (255, 0, 0), 90) / 2


def test_streams_without_outputs_give_none() -> None:
    drawn("streamslice(peaks(20), peaks(20)')")


def test_the_title_of_polar_plots_stands_above_the_angles() -> None:
    """Nothing of the label of 90 degrees is in the rows of the title."""
    with_title, without = (drawn(f"polarplot([0 1], [1 1]); {more}")[1].min(axis=-1) for more in ("title('MMMM')", "title('')"))
    first = [np.flatnonzero((picture < 128).any(axis=1))[0] for picture in (with_title, without)]
    assert first[0] > 0 and (with_title[first[0] : first[0] + 10] < 128).sum() > 100 and first[1] > first[0]


def test_points_outside_the_limits_are_not_drawn() -> None:
    _, picture = drawn(f"plot([0 2], [0 2], 'ro', 'MarkerFaceColor', 'r', 'MarkerSize', 30); axis([-1 1 -1 1]); {_FULL}")
    assert count(picture[: int(0.2 * 420) - 2], (255, 0, 0)) == 0


@pytest.mark.parametrize(
    ("code", "scale"),
    [("bar([10 100])", "Y"), ("barh([10 100])", "X"), ("bar([10 10;100 50], 'stacked')", "Y"), ("area([10 100])", "Y")],
)  # fmt: skip
def test_bars_and_areas_stand_on_logarithmic_axes(code: str, scale: str) -> None:
    _, picture = drawn(f"{code}; set(gca, '{scale}Scale', 'log'); {scale.lower()}lim([1 1000]); {_FULL}")
    assert count(picture, (0, 114, 189)) > 5000


def test_the_legend_lists_both_sides_of_yyaxis() -> None:
    code = "yyaxis left; plot(1:3); yyaxis right; plot(3:-1:1); lgd = legend('first', 'second', 'Location', 'northoutside');"
    session, both = drawn(code)
    assert session.run("assert(numel(lgd.String) == 2)").error is None
    _, one = drawn(code.replace(", 'second'", ""))
    assert count(both[:60], (217, 83, 25), 60) > count(one[:60], (217, 83, 25), 60)


def test_lines_in_space_by_their_heights_set_the_limits() -> None:
    session, _ = drawn("contour3(10 * peaks(20));")
    assert session.run("assert(max(zlim) >= 50)").error is None


@pytest.mark.parametrize(("largest", "last"), [("1e7", "10"), ("1e5", "10"), ("1e-4", "10"), ("3e5", "3"), ("1e4", "10000")])
def test_the_common_power_of_ticks(largest: str, last: str) -> None:
    session, _ = drawn(f"plot([0 {largest}])")
    assert session.run("t = yticklabels; fprintf('%s', t{end})").text == last


@pytest.mark.parametrize("code", ["bar3(magic(3))", "ribbon(peaks(3))"])
def test_columns_in_space_have_their_own_colours(code: str) -> None:
    session, _ = drawn(code)
    assert session.run("assert(isequal(get(gca, 'CLim'), [1 3]))").error is None


def test_rows_of_bar3_run_towards_the_viewer() -> None:
    session, _ = drawn("bar3(magic(3))")
    assert session.run("assert(strcmp(get(gca, 'YDir'), 'reverse'))").error is None


def test_waterfall_draws_no_columns() -> None:
    ink = [(drawn(f"{name}(10 + peaks(12))")[1] < 200).any(axis=-1).sum() for name in ("waterfall", "mesh", "meshz")]
    assert ink[0] < 0.9 * ink[1] < ink[2]


def test_lines_along_a_flow_are_added_to_its_arrows() -> None:
    session, _ = drawn("[x, y] = meshgrid(0:4); quiver(x, y, ones(5), zeros(5)); streamline(x, y, ones(5), zeros(5), 0, 2)")
    assert session.run("assert(numel(get(gca, 'Children')) == 2 && ~ishold)").error is None


def test_circles_of_polar_plots_are_at_round_radii() -> None:
    session, _ = drawn("polar([0 1 2], [3 9 15])")
    found = session.run("t = findall(gca, 'Type', 'text'); disp(strjoin(sort(arrayfun(@(h) string(h.String), t))))").text
    assert {"5", "10", "15"} <= set(found.split()) and "3.75" not in found.split()


def test_scripts_of_scripts_are_raised_again() -> None:
    assert tex.convert("e^{-x^2}", "tex") == r"e$^{\mathregular{{-}x}^{\mathregular{2}}}$"
    assert tex.convert("a_i^2", "tex") == r"a$_{\mathregular{i}}^{\mathregular{2}}$"


@pytest.mark.parametrize("side", ["west", "east"])
def test_legends_beside_the_axes_leave_their_labels_free(side: str) -> None:
    """The words of the label are as dark with the legend as without it."""
    location = "right" if side == "east" else "left"
    label = f"ax = gca; plot(1:3); ax.YAxisLocation = '{location}'; ylabel('MMMM', 'Color', 'r'); "
    without, with_legend = (count(drawn(label + more)[1], (255, 0, 0), 120) for more in ("", f"legend('a', 'Location', '{side}outside');"))
    assert with_legend > 0.8 * without


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


@pytest.mark.parametrize("names", ["{'b', 'a'}", '["b" "a"]'])
def test_bars_with_names(names: str) -> None:
    session, _ = drawn(f"h = bar({names}, [1 2]); g = barh({names}, [3 4]);")
    assert session.run("fprintf('%s', strjoin(string(yticklabels)))").text == "b a"


def test_plots_of_functions_take_properties() -> None:
    session, _ = drawn("h = fsurf(@(x, y) x + y, [0 1], 'EdgeColor', 'none', 'MeshDensity', 5); g = fcontour(@(x, y) x + y, 'Fill', 'on');")
    assert session.run("assert(strcmp(g.Fill, 'on'))").error is None
    session, _ = drawn("h = fimplicit(@(x, y) x.^2 + y.^2 - 4, 'r--', 'LineWidth', 2);")
    assert session.run("assert(isequal(h.Color, [1 0 0]) && h.LineWidth == 2 && abs(max(h.XData) - 2) < 1e-3)").error is None


def test_graphs_are_drawn_without_crossings_where_there_need_be_none() -> None:
    session, _ = drawn("h = plot(graph([1 1 2 3], [2 3 4 4])); ax = gca;")
    assert session.run("assert(isempty(ax.XTick))").error is None
    places = np.array([session.run(f"fprintf('%.6f ', h.{k}Data)").text.split() for k in "XY"], dtype=float)
    a, b, c, d = places.T
    cross = lambda p, q, r: (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])  # noqa: E731
    assert cross(a, c, b) * cross(a, c, d) > 0 or cross(b, d, a) * cross(b, d, c) > 0  # of A-C and B-D, one leaves both others at one side


def test_light_falls_on_patches() -> None:
    code = "[x, y, z] = meshgrid(-2:2); patch(isosurface(x, y, z, x.^2 + y.^2 + z.^2, 2), 'FaceColor', 'r', 'EdgeColor', 'none'); view(3); "
    flat, lit = (len(np.unique(drawn(code + more)[1].reshape(-1, 3), axis=0)) for more in ("", "camlight; lighting gouraud"))
    assert lit > flat + 10


def test_voronoi_shows_its_points() -> None:
    session, _ = drawn("voronoi([0 1 0.5 0.4 0.9], [0 0.1 0.02 1 0.6])")
    assert session.run("assert(isequal(xlim, [-0.1 1.1]) && isequal(ylim, [-0.1 1.1]))").error is None


def test_outlines_of_histograms_have_the_colours_of_the_series() -> None:
    _, picture = drawn(
        "histogram([1 2 2 3], 'DisplayStyle', 'stairs', 'LineWidth', 3); hold on; histogram([1 1 2], 'DisplayStyle', 'stairs', 'LineWidth', 3)"
    )
    assert count(picture, (0, 114, 189)) > 300 and count(picture, (217, 83, 25)) > 300


def test_boxes_of_boxchart_take_their_looks() -> None:
    session, picture = drawn("boxchart([1;2;3;4;5], 'BoxFaceColor', 'r', 'BoxFaceAlpha', 1, 'BoxWidth', 0.2)")
    assert count(picture, (255, 0, 0)) > 1000 and session.run("assert(isequal(xlim, [0.5 1.5]))").error is None


def test_constant_lines_have_their_labels_where_they_are_told() -> None:
    def middle(code: str) -> np.ndarray:
        _, picture = drawn(f"plot([0 10], [0 0]); axis([0 10 -1 1]); {_FULL}{code}")
        found = np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 60)
        return found.mean(axis=0)  # from the top, from the left

    line = ", 'LineStyle', 'none', 'Color', 'r', 'Alpha', 1"
    right, left = middle(f"xline(5, '-', 'Label'{line})"), middle(f"xline(5, '-', 'Label', 'LabelHorizontalAlignment', 'left'{line})")
    low = middle(f"xline(5, '-', 'Label', 'LabelVerticalAlignment', 'bottom'{line})")
    assert left[1] < 0.5 * 560 < right[1] and right[0] < 0.5 * 420 < low[0]
    centred = middle(f"yline(0.5, '-', 'Label', 'LabelHorizontalAlignment', 'center'{line})")
    below = middle(f"yline(0.5, '-', 'Label', 'LabelVerticalAlignment', 'bottom'{line})")
    assert abs(centred[1] - 0.5 * 560) < 10 and centred[0] < 0.35 * 420 < below[0]


def test_dots_with_errors_have_caps() -> None:
    with_caps, without = (
        count(drawn(f"errorbar([1 2], [1 2], [1 1], 'r.', 'LineWidth', 2, 'CapSize', {size})")[1], (255, 0, 0)) for size in (40, 1)
    )
    assert with_caps > without + 40


def test_labels_of_colour_bars_are_away_from_the_axes() -> None:
    _, picture = drawn(
        "imagesc([1 2; 3 4]); axis off; colormap([1 0 0; 0 0 1]); c = colorbar('westoutside'); c.Ticks = 2; c.TickLabels = 'MMM';"
    )
    coloured = np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 20)[:, 1].min()
    dark = np.argwhere(picture.max(axis=-1) < 60)[:, 1]
    assert dark.min() < coloured - 10


@pytest.mark.parametrize("azimuth", [-37.5, 0, 45, 120, 180, -120])
@pytest.mark.parametrize("turned", ["", "axis ij", "set(gca, 'XDir', 'reverse')", "set(gca, 'XDir', 'reverse', 'YDir', 'reverse')"])
def test_the_vertical_axis_is_at_the_left(azimuth: float, turned: str) -> None:
    _, picture = drawn(f"plot3([0 1], [0 1], [0 1], 'w'); view({azimuth}, 20); {turned}; zlabel('MMMM', 'Color', 'r')")
    assert np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 1].mean() < 0.3 * 560


def test_notched_boxes_and_boxes_of_two_colours() -> None:
    plain, notched = (
        count(drawn(f"boxchart([1:9]', 'BoxFaceColor', 'r', 'BoxFaceAlpha', 1, 'Notch', '{word}')")[1], (255, 0, 0))
        for word in ("off", "on")
    )
    assert notched < plain - 500
    _, picture = drawn("boxchart([1;1;1;1], [1;2;3;4], 'GroupByColor', [1;1;2;2], 'BoxFaceAlpha', 1)")
    assert min(count(picture, (0, 114, 189)), count(picture, (217, 83, 25))) > 500


def test_filled_contours_of_functions_leave_no_holes() -> None:
    _, picture = drawn(f"fcontour(@(x, y) x.^2 + y.^2 + 0.5, [-1 1], 'Fill', 'on', 'LineColor', 'none'); {_FULL}")
    assert count(picture[180:240, 220:340], (255, 255, 255)) == 0


def test_axes_through_the_origin() -> None:
    _, picture = drawn(
        f"plot([-1 1], [-1 1], 'w'); set(gca, 'XAxisLocation', 'origin', 'XColor', 'r', 'YColor', 'w', 'Box', 'off'); xticks([]); {_FULL}"
    )
    rows = np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 0]
    assert rows.size > 300 and abs(np.median(rows) - 210) < 3


def test_numbers_in_place_of_colours_of_bars_go_through_the_colour_map() -> None:
    _, picture = drawn("b = bar([1 2; 3 4], 'FaceColor', 'flat'); b(1).CData = 5; b(2).CData = 9; colormap([1 0 0; 0 0 1]);")
    assert count(picture, (255, 0, 0)) > 1000 and count(picture, (0, 0, 255)) > 1000


def test_boxes_of_annotations_fit_their_text() -> None:
    def width(word: str) -> int:
        _, picture = drawn(
            f"annotation('textbox', [0.3 0.4 0.05 0.1], 'String', 'a long text', 'EdgeColor', 'r', 'FitBoxToText', '{word}')"
        )
        return int(np.ptp(np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 90)[:, 1]))

    assert width("off") < 40 < width("on")


@pytest.mark.parametrize(("side", "axis", "low"), [("east", 1, False), ("west", 1, True), ("south", 0, False), ("north", 0, True)])
@pytest.mark.parametrize("code", ["h = legend('a'); set(h, 'EdgeColor', 'r')", "h = colorbar; colormap([1 0 0; 1 0 0])"])
def test_legends_and_colour_bars_at_a_side_of_a_layout(code: str, side: str, axis: int, low: bool) -> None:
    """They have a side for themselves: all axes are on the other side of it."""
    _, picture = drawn(
        f"tiledlayout(2, 2); for k = 1:4, nexttile; plot([0 1], 'b', 'LineWidth', 3); end, {code}; h.Layout.Tile = '{side}';"
    )
    red = np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, axis]
    blue = np.argwhere(np.abs(picture - np.array((0, 0, 255))).max(axis=-1) <= 20)
    blue = blue[(blue[:, axis] < red.min()) | (blue[:, axis] > red.max())][:, axis]  # the sample of the legend aside
    assert (blue > red.max()).all() if low else (blue < red.min()).all()
    assert blue.size > 500


def test_a_legend_may_have_a_tile() -> None:
    session, picture = drawn("tiledlayout(1, 2); nexttile; plot([0 1], 'b'); h = legend('a'); set(h, 'EdgeColor', 'r'); h.Layout.Tile = 2;")
    red = np.argwhere(np.abs(picture - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 1]
    assert red.min() > 280 and session.run("assert(h.Layout.Tile == 2 && strcmp(h.Location, 'layout'))").error is None


def test_transforms_move_what_is_below_them() -> None:
    session, picture = drawn(
        f"t = hgtransform; fill([0 1 1 0], [0 0 1 1], 'r', 'EdgeColor', 'none', 'Parent', t); t.Matrix = makehgtform('translate', [5 5 0], 'zrotate', pi/2); {_FULL}"
    )
    assert session.run("assert(max(abs([xlim ylim] - [4 5 5 6])) < 1e-9)").error is None
    assert count(picture, (255, 0, 0)) > 80_000


def test_exported_pictures_are_cut(tmp_path) -> None:
    session = Session(provider="host")
    code = f"""
    cd('{tmp_path}'); subplot(1, 2, 1); plot(1:3, 'r'); a = subplot(1, 2, 2); plot(3:-1:1, 'b'); title('t'); set(gcf, 'Color', 'y');
    exportgraphics(a, 'one.png', 'Resolution', 96); exportgraphics(gcf, 'all.png', 'Resolution', 96, 'BackgroundColor', 'w');
    exportgraphics(a, 'none.png', 'BackgroundColor', 'none'); exportgraphics(gcf, 'grey.png', 'Colorspace', 'gray');
    """
    assert session.run(code).error is None
    one, whole, bare, grey = (np.asarray(Image.open(tmp_path / f"{name}.png")).astype(int) for name in ("one", "all", "none", "grey"))
    assert one.shape[1] < 300 < whole.shape[1] < 560 and count(one[:, :, :3], (255, 0, 0)) == 0 < count(one[:, :, :3], (0, 0, 255))
    assert tuple(whole[0, 0, :3]) == (255, 255, 255) and tuple(one[0, 0, :3]) == (255, 255, 0) and bare[0, 0, 3] == 0 and grey.ndim == 2


def test_labels_of_contours_obey_clabel() -> None:
    red = (255, 0, 0)
    few, many, small = (
        count(drawn(f"[C, h] = contour(peaks(30), 'k'); clabel(C, h, {rest}, 'Color', 'r')")[1], red, 90)
        for rest in ("[0 2], 'FontSize', 20", "'FontSize', 20", "'FontSize', 6")
    )
    assert 0 < few < many and 0 < small < many / 2


def test_arrows_may_end_at_their_points() -> None:
    at = [np.argwhere(np.abs(drawn(f"quiver(5, 5, 3, 0, 0, 'r', 'Alignment', '{word}'); axis([0 10 0 10]); {_FULL}")[1] - np.array((255, 0, 0))).max(axis=-1) <= 90)[:, 1].mean()
          for word in ("tail", "center", "head")]  # fmt: skip
    assert at[0] > at[1] + 30 and at[1] > at[2] + 30


def test_surfaces_of_one_colour_are_lit_and_transparent() -> None:
    code = "[x, y, z] = sphere(20); surf(x, y, z, 'FaceColor', 'r', 'EdgeColor', 'none'%s); axis equal off; %s"
    plain, lit, clear = (drawn(code % part)[1] for part in (("", ""), ("", "camlight"), (", 'FaceAlpha', 0.3", "")))
    assert (
        count(plain, (255, 0, 0)) > 5000
        and count(lit, (255, 0, 0), 5) < 0.7 * count(plain, (255, 0, 0))
        and len(np.unique(lit[:, :, 0])) > 20
    )
    assert count(clear, (255, 0, 0)) < 500


@pytest.mark.parametrize("code", [
    "boxchart([1;1;2;2], [5;6;7;8], 'GroupByColor', [1;2;1;2])",
    "tiledlayout(1, 2); nexttile; bar([1 2; 3 4]); l = legend('a', 'b'); l.Layout.Tile = 'south'; nexttile; [c, h] = contour(peaks(9)); clabel(c, h, 'Color', 'r');",
    "t = hgtransform('Matrix', makehgtform('scale', 2)); plot(1:2, 'Parent', t)",
])  # fmt: skip
def test_saved_figures_look_the_same_when_opened(code: str, tmp_path) -> None:
    _, before = drawn(code)
    _, after = drawn(f"{code}; savefig('{tmp_path}/a.fig'); close all; openfig('{tmp_path}/a.fig');")
    assert (np.abs(before - after).max(axis=-1) > 40).mean() < 0.002


@pytest.mark.parametrize("units", ["pixels", "points", "inches", "centimeters"])
def test_texts_in_units_of_length_stand_in_the_axes(units: str) -> None:
    """What a text says is in black; the axes keep their size, and the text stands at the right of their lower left corner."""
    place = {"pixels": "96", "points": "72", "inches": "1", "centimeters": "2.54"}[units]
    _, plain = drawn("plot(1:3, 'w'); axis off;")
    _, picture = drawn(f"plot(1:3, 'w'); axis off; text({place}, {place}, 'here', 'Units', '{units}')")
    changed = np.argwhere((plain != picture).any(axis=2))
    height, width = picture.shape[:2]
    left, low = changed[:, 1].min() / width * 560, (height - changed[:, 0].mean()) / height * 420
    assert abs(left - (0.13 * 560 + 96)) < 4 and abs(low - (0.11 * 420 + 96)) < 4


@pytest.mark.parametrize(
    ("code", "colour"),
    [
        ("annotation('ellipse', [.2 .2 .2 .2], 'Color', 'r', 'LineWidth', 3);", (255, 0, 0)),
        ("annotation('rectangle', [.2 .2 .2 .2], 'Color', 'g', 'LineWidth', 3);", (0, 255, 0)),
        ("annotation('rectangle', [.2 .2 .4 .4], 'FaceColor', 'b', 'FaceAlpha', .2);", (204, 204, 255)),
        ("annotation('textbox', [.2 .2 .4 .4], 'String', 'a', 'BackgroundColor', 'y');", (255, 255, 0)),
        ("annotation('arrow', [.2 .4], [.2 .4], 'Color', 'm', 'HeadWidth', 30, 'HeadLength', 30);", (255, 0, 255)),
    ],
)
def test_annotations_have_their_colours(code: str, colour: tuple[int, int, int]) -> None:
    _, picture = drawn("axis off; " + code)
    assert (np.abs(picture[..., :3].astype(int) - colour).max(axis=2) < 12).sum() > 20


def test_titles_stand_at_the_side_that_the_axes_say() -> None:
    middles = []
    for side in ("left", "center", "right"):
        _, picture = drawn(f"axis off; title('MMM'); ax = gca; ax.TitleHorizontalAlignment = '{side}';")
        middles.append(np.argwhere((picture[..., :3] < 128).all(axis=2))[:, 1].mean())
    assert middles[0] + 50 < middles[1] < middles[2] - 50


def test_bubbles_follow_the_sizes_of_all_and_the_limits() -> None:
    def areas(more: str) -> int:
        return count(
            drawn(
                f"bubblechart(1, 1, 10, 'r', 'MarkerFaceAlpha', 1); hold on; bubblechart([2 2], [1 1], [0 20], 'b'); axis([0 3 0 2]); {more}"
            )[1],
            (255, 0, 0),
        )

    usual = areas("")
    assert areas("bubblesize([5 20]);") < 0.5 * usual and areas("bubblelim([0 10]);") > 2 * usual
    plain, told = (drawn(f"bubblechart([1 2], [1 2], [1 2]); {more}")[1] for more in ("", "bubblelegend('Sizes');"))
    assert (plain != told).any()


@pytest.mark.parametrize(
    ("function", "poles"), [("@tan", 4), ("@(x) 1./x", 1), ("@gamma", 6), ("@(x) sign(x)", 0), ("@(x) 1./(x - 0.3)", 1), ("@(x) x.^3", 0)]
)
def test_functions_with_poles_are_shown_where_they_are_finite(function: str, poles: int) -> None:
    """The line is broken at each pole and the limits do not follow it there."""
    outcome = Session(provider="host").run(f"h = fplot({function}, [-5 5]); fprintf('%d %d', sum(isnan(h.YData)), max(abs(ylim)) < 200)")
    assert outcome.error is None and outcome.text.split() == [str(poles), "1"]


def test_faces_without_a_line_have_none() -> None:
    plain, without = (
        drawn(f"fill([0 1 1 0], [0 0 1 1], 'g', {more}); axis([-1 2 -1 2]); axis off;")[1]
        for more in ("'EdgeColor', 'none'", "'LineStyle', 'none'")
    )
    assert (plain == without).all()


def test_the_title_of_a_colour_bar_stands_above_it() -> None:
    _, without = drawn("imagesc(ones(3)); axis off; c = colorbar; c.TickLabels = {};")
    _, with_title = drawn("imagesc(ones(3)); axis off; c = colorbar; c.TickLabels = {}; title(c, 'MMM');")
    changed = np.argwhere((without != with_title).any(axis=2))
    bar = np.argwhere((with_title != 255).any(axis=2))
    assert changed[:, 0].mean() < bar[:, 0].min() + 60


@pytest.mark.parametrize("place", ["title('%s')", "xlabel('%s')", "text(.5, .5, '%s')", "text(60, 60, '%s', 'Units', 'pixels')"])
def test_texts_change_their_colour_on_the_way(place: str) -> None:
    code = "plot([0 1], [0 1], 'w'); axis([0 1 0 1]); set(gca, 'FontSize', 20); " + place
    _, picture = drawn(code.replace("%s", r"\color{red}MMMM \color{blue}MM {\color[rgb]{0 1 0}M}"))
    found = [count(picture, colour, 60) for colour in ((255, 0, 0), (0, 0, 255), (0, 255, 0))]
    assert found[0] > found[1] > found[2] > 10


def test_parts_of_texts() -> None:
    from runmat_kernel.figures.rich import parts

    red, blue = {"color": (1, 0, 0)}, {"color": (0, 0, 1)}
    assert parts(r"a {\color{red}b} c") == [("a ", {}), ("b", red), (" c", {})]
    assert parts(r"\bfx_{12} \color{blue}y\_z") == [("\\bf x_{12} ", {}), ("\\bf y\\_z", blue)]
    assert parts(r"{\color{red}a{\fontsize{8}b}}c") == [("a", red), ("b", {**red, "fontsize": 8.0}), ("c", {})]
    assert parts("plain") == [("plain", {})]
