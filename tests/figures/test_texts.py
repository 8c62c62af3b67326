"""What images show of texts: titles, labels, legends, colour bars, annotations, and scripts in them."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.figures.drawing import tex

from .images import FULL, count, drawn


@pytest.mark.parametrize(
    "code", ["title('%s')", "text(0.3, 0.5, '%s')", "xlabel('%s')", "annotation('textbox', [0.3 0.3 0.4 0.4], 'String', '%s')"]
)
def test_texts_have_the_colour_and_size_they_begin_with(code: str) -> None:
    plain, red, large = (
        drawn(f"axes; {code % text}")[1] for text in ("MMMM", r"\bf\color[rgb]{1,0,0}MMMM", r"\color{red}\fontsize{40}MMMM")
    )
    assert count(plain, (255, 0, 0), 90) == 0 and 40 < count(red, (255, 0, 0), 90) < count(large, (255, 0, 0), 90) / 2


def test_the_title_of_polar_plots_stands_above_the_angles() -> None:
    """Nothing of the label of 90 degrees is in the rows of the title."""
    with_title, without = (drawn(f"polarplot([0 1], [1 1]); {more}")[1].min(axis=-1) for more in ("title('MMMM')", "title('')"))
    first = [np.flatnonzero((image < 128).any(axis=1))[0] for image in (with_title, without)]
    assert first[0] > 0 and (with_title[first[0] : first[0] + 10] < 128).sum() > 100 and first[1] > first[0]


def test_the_legend_lists_both_sides_of_yyaxis() -> None:
    code = "yyaxis left; plot(1:3); yyaxis right; plot(3:-1:1); lgd = legend('first', 'second', 'Location', 'northoutside');"
    session, both = drawn(code)
    assert session.run("assert(numel(lgd.String) == 2)").error is None
    _, one = drawn(code.replace(", 'second'", ""))
    assert count(both[:60], (217, 83, 25), 60) > count(one[:60], (217, 83, 25), 60)


@pytest.mark.parametrize(("largest", "last"), [("1e7", "10"), ("1e5", "10"), ("1e-4", "10"), ("3e5", "3"), ("1e4", "10000")])
def test_the_common_power_of_ticks(largest: str, last: str) -> None:
    session, _ = drawn(f"plot([0 {largest}])")
    assert session.run("t = yticklabels; fprintf('%s', t{end})").text == last


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


def test_constant_lines_have_their_labels_where_they_are_told() -> None:
    def middle(code: str) -> np.ndarray:
        _, image = drawn(f"plot([0 10], [0 0]); axis([0 10 -1 1]); {FULL}{code}")
        found = np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 60)
        return found.mean(axis=0)  # from the top, from the left

    line = ", 'LineStyle', 'none', 'Color', 'r', 'Alpha', 1"
    right, left = middle(f"xline(5, '-', 'Label'{line})"), middle(f"xline(5, '-', 'Label', 'LabelHorizontalAlignment', 'left'{line})")
    low = middle(f"xline(5, '-', 'Label', 'LabelVerticalAlignment', 'bottom'{line})")
    assert left[1] < 0.5 * 560 < right[1] and right[0] < 0.5 * 420 < low[0]
    centred = middle(f"yline(0.5, '-', 'Label', 'LabelHorizontalAlignment', 'center'{line})")
    below = middle(f"yline(0.5, '-', 'Label', 'LabelVerticalAlignment', 'bottom'{line})")
    assert abs(centred[1] - 0.5 * 560) < 10 and centred[0] < 0.35 * 420 < below[0]


def test_labels_of_colour_bars_are_away_from_the_axes() -> None:
    _, image = drawn(
        "imagesc([1 2; 3 4]); axis off; colormap([1 0 0; 0 0 1]); c = colorbar('westoutside'); c.Ticks = 2; c.TickLabels = 'MMM';"
    )
    coloured = np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 20)[:, 1].min()
    dark = np.argwhere(image.max(axis=-1) < 60)[:, 1]
    assert dark.min() < coloured - 10


def test_boxes_of_annotations_fit_their_text() -> None:
    def width(word: str) -> int:
        _, image = drawn(
            f"annotation('textbox', [0.3 0.4 0.05 0.1], 'String', 'a long text', 'EdgeColor', 'r', 'FitBoxToText', '{word}')"
        )
        return int(np.ptp(np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 90)[:, 1]))

    assert width("off") < 40 < width("on")


@pytest.mark.parametrize(("side", "axis", "low"), [("east", 1, False), ("west", 1, True), ("south", 0, False), ("north", 0, True)])
@pytest.mark.parametrize("code", ["h = legend('a'); set(h, 'EdgeColor', 'r')", "h = colorbar; colormap([1 0 0; 1 0 0])"])
def test_legends_and_colour_bars_at_a_side_of_a_layout(code: str, side: str, axis: int, low: bool) -> None:
    """They have a side for themselves: all axes are on the other side of it."""
    _, image = drawn(
        f"tiledlayout(2, 2); for k = 1:4, nexttile; plot([0 1], 'b', 'LineWidth', 3); end, {code}; h.Layout.Tile = '{side}';"
    )
    red = np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, axis]
    blue = np.argwhere(np.abs(image - np.array((0, 0, 255))).max(axis=-1) <= 20)
    blue = blue[(blue[:, axis] < red.min()) | (blue[:, axis] > red.max())][:, axis]  # the sample of the legend aside
    assert (blue > red.max()).all() if low else (blue < red.min()).all()
    assert blue.size > 500


def test_a_legend_may_have_a_tile() -> None:
    session, image = drawn("tiledlayout(1, 2); nexttile; plot([0 1], 'b'); h = legend('a'); set(h, 'EdgeColor', 'r'); h.Layout.Tile = 2;")
    red = np.argwhere(np.abs(image - np.array((255, 0, 0))).max(axis=-1) <= 60)[:, 1]
    assert red.min() > 280 and session.run("assert(h.Layout.Tile == 2 && strcmp(h.Location, 'layout'))").error is None


def test_labels_of_contours_obey_clabel() -> None:
    red = (255, 0, 0)
    few, many, small = (
        count(drawn(f"[C, h] = contour(peaks(30), 'k'); clabel(C, h, {rest}, 'Color', 'r')")[1], red, 90)
        for rest in ("[0 2], 'FontSize', 20", "'FontSize', 20", "'FontSize', 6")
    )
    assert 0 < few < many and 0 < small < many / 2


def test_arrows_may_end_at_their_points() -> None:
    at = [np.argwhere(np.abs(drawn(f"quiver(5, 5, 3, 0, 0, 'r', 'Alignment', '{word}'); axis([0 10 0 10]); {FULL}")[1] - np.array((255, 0, 0))).max(axis=-1) <= 90)[:, 1].mean()
          for word in ("tail", "center", "head")]  # fmt: skip
    assert at[0] > at[1] + 30 and at[1] > at[2] + 30


@pytest.mark.parametrize("units", ["pixels", "points", "inches", "centimeters"])
def test_texts_in_units_of_length_stand_in_the_axes(units: str) -> None:
    """What a text says is in black; the axes keep their size, and the text stands at the right of their lower left corner."""
    place = {"pixels": "96", "points": "72", "inches": "1", "centimeters": "2.54"}[units]
    _, plain = drawn("plot(1:3, 'w'); axis off;")
    _, image = drawn(f"plot(1:3, 'w'); axis off; text({place}, {place}, 'here', 'Units', '{units}')")
    changed = np.argwhere((plain != image).any(axis=2))
    height, width = image.shape[:2]
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
    _, image = drawn("axis off; " + code)
    assert (np.abs(image[..., :3].astype(int) - colour).max(axis=2) < 12).sum() > 20


def test_titles_stand_at_the_side_that_the_axes_say() -> None:
    middles = []
    for side in ("left", "center", "right"):
        _, image = drawn(f"axis off; title('MMM'); ax = gca; ax.TitleHorizontalAlignment = '{side}';")
        middles.append(np.argwhere((image[..., :3] < 128).all(axis=2))[:, 1].mean())
    assert middles[0] + 50 < middles[1] < middles[2] - 50


def test_the_title_of_a_colour_bar_stands_above_it() -> None:
    _, without = drawn("imagesc(ones(3)); axis off; c = colorbar; c.TickLabels = {};")
    _, with_title = drawn("imagesc(ones(3)); axis off; c = colorbar; c.TickLabels = {}; title(c, 'MMM');")
    changed = np.argwhere((without != with_title).any(axis=2))
    bar = np.argwhere((with_title != 255).any(axis=2))
    assert changed[:, 0].mean() < bar[:, 0].min() + 60


@pytest.mark.parametrize("place", ["title('%s')", "xlabel('%s')", "text(.5, .5, '%s')", "text(60, 60, '%s', 'Units', 'pixels')"])
def test_texts_change_their_colour_on_the_way(place: str) -> None:
    code = "plot([0 1], [0 1], 'w'); axis([0 1 0 1]); set(gca, 'FontSize', 20); " + place
    _, image = drawn(code.replace("%s", r"\color{red}MMMM \color{blue}MM {\color[rgb]{0 1 0}M}"))
    found = [count(image, colour, 60) for colour in ((255, 0, 0), (0, 0, 255), (0, 255, 0))]
    assert found[0] > found[1] > found[2] > 10


def test_parts_of_texts() -> None:
    from runmat_kernel.figures.drawing.rich_text import parts

    red, blue = {"color": (1, 0, 0)}, {"color": (0, 0, 1)}
    assert parts(r"a {\color{red}b} c") == [("a ", {}), ("b", red), (" c", {})]
    assert parts(r"\bfx_{12} \color{blue}y\_z") == [("\\bf x_{12} ", {}), ("\\bf y\\_z", blue)]
    assert parts(r"{\color{red}a{\fontsize{8}b}}c") == [("a", red), ("b", {**red, "fontsize": 8.0}), ("c", {})]
    assert parts("plain") == [("plain", {})]
