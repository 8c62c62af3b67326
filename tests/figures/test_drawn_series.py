"""What images show of series: whole markers at the limits, bars on logarithmic axes, surfaces by rows, boxes, contours."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from runmat_kernel import Session

from .images import FULL, count, drawn


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
    _, image = drawn(f"{code}; axis([0 1 0 1]); {FULL}")
    outside = image[: int(0.2 * 420) - 2]  # above the axes
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


def test_streams_without_outputs_give_none() -> None:
    drawn("streamslice(peaks(20), peaks(20)')")


def test_points_outside_the_limits_are_not_drawn() -> None:
    _, image = drawn(f"plot([0 2], [0 2], 'ro', 'MarkerFaceColor', 'r', 'MarkerSize', 30); axis([-1 1 -1 1]); {FULL}")
    assert count(image[: int(0.2 * 420) - 2], (255, 0, 0)) == 0


@pytest.mark.parametrize(
    ("code", "scale"),
    [("bar([10 100])", "Y"), ("barh([10 100])", "X"), ("bar([10 10;100 50], 'stacked')", "Y"), ("area([10 100])", "Y")],
)  # fmt: skip
def test_bars_and_areas_stand_on_logarithmic_axes(code: str, scale: str) -> None:
    _, image = drawn(f"{code}; set(gca, '{scale}Scale', 'log'); {scale.lower()}lim([1 1000]); {FULL}")
    assert count(image, (0, 114, 189)) > 5000


def test_lines_in_space_by_their_heights_set_the_limits() -> None:
    session, _ = drawn("contour3(10 * peaks(20));")
    assert session.run("assert(max(zlim) >= 50)").error is None


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
    _, image = drawn(
        "histogram([1 2 2 3], 'DisplayStyle', 'stairs', 'LineWidth', 3); hold on; histogram([1 1 2], 'DisplayStyle', 'stairs', 'LineWidth', 3)"
    )
    assert count(image, (0, 114, 189)) > 300 and count(image, (217, 83, 25)) > 300


def test_boxes_of_boxchart_take_their_looks() -> None:
    session, image = drawn("boxchart([1;2;3;4;5], 'BoxFaceColor', 'r', 'BoxFaceAlpha', 1, 'BoxWidth', 0.2)")
    assert count(image, (255, 0, 0)) > 1000 and session.run("assert(isequal(xlim, [0.5 1.5]))").error is None


def test_dots_with_errors_have_caps() -> None:
    with_caps, without = (
        count(drawn(f"errorbar([1 2], [1 2], [1 1], 'r.', 'LineWidth', 2, 'CapSize', {size})")[1], (255, 0, 0)) for size in (40, 1)
    )
    assert with_caps > without + 40


@pytest.mark.parametrize("azimuth", [-37.5, 0, 45, 120, 180, -120])
@pytest.mark.parametrize("turned", ["", "axis ij", "set(gca, 'XDir', 'reverse')", "set(gca, 'XDir', 'reverse', 'YDir', 'reverse')"])
def test_the_vertical_axis_is_at_the_left(azimuth: float, turned: str) -> None:
    _, image = drawn(f"plot3([0 1], [0 1], [0 1], 'w'); view({azimuth}, 20); {turned}; zlabel('MMMM', 'Color', 'r')")
    assert np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 1].mean() < 0.3 * 560


def test_notched_boxes_and_boxes_of_two_colours() -> None:
    plain, notched = (
        count(drawn(f"boxchart([1:9]', 'BoxFaceColor', 'r', 'BoxFaceAlpha', 1, 'Notch', '{word}')")[1], (255, 0, 0))
        for word in ("off", "on")
    )
    assert notched < plain - 500
    _, image = drawn("boxchart([1;1;1;1], [1;2;3;4], 'GroupByColor', [1;1;2;2], 'BoxFaceAlpha', 1)")
    assert min(count(image, (0, 114, 189)), count(image, (217, 83, 25))) > 500


def test_filled_contours_of_functions_leave_no_holes() -> None:
    _, image = drawn(f"fcontour(@(x, y) x.^2 + y.^2 + 0.5, [-1 1], 'Fill', 'on', 'LineColor', 'none'); {FULL}")
    assert count(image[180:240, 220:340], (255, 255, 255)) == 0


def test_axes_through_the_origin() -> None:
    _, image = drawn(
        f"plot([-1 1], [-1 1], 'w'); set(gca, 'XAxisLocation', 'origin', 'XColor', 'r', 'YColor', 'w', 'Box', 'off'); xticks([]); {FULL}"
    )
    rows = np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 0]
    assert rows.size > 300 and abs(np.median(rows) - 210) < 3


def test_numbers_in_place_of_colours_of_bars_go_through_the_colour_map() -> None:
    _, image = drawn("b = bar([1 2; 3 4], 'FaceColor', 'flat'); b(1).CData = 5; b(2).CData = 9; colormap([1 0 0; 0 0 1]);")
    assert count(image, (255, 0, 0)) > 1000 and count(image, (0, 0, 255)) > 1000


def test_transforms_move_what_is_below_them() -> None:
    session, image = drawn(
        f"t = hgtransform; fill([0 1 1 0], [0 0 1 1], 'r', 'EdgeColor', 'none', 'Parent', t); t.Matrix = makehgtform('translate', [5 5 0], 'zrotate', pi/2); {FULL}"
    )
    assert session.run("assert(max(abs([xlim ylim] - [4 5 5 6])) < 1e-9)").error is None
    assert count(image, (255, 0, 0)) > 80_000


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
