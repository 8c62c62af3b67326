"""Nothing that surrounds axes is cut off at the edge of the figure; what images show of blended colours and minor grids."""

from __future__ import annotations

import io

import numpy as np
import pytest
from PIL import Image

from runmat_kernel import Session
from runmat_kernel.figures.drawing import style
from runmat_kernel.figures.drawing.render import render

from .images import pixels


@pytest.mark.parametrize(
    "code",
    [
        "plot(1e6*(1:5)); title({'two', 'lines'}); subtitle('sub'); xlabel({'a', 'b', 'c'})",
        "plot(1:3); set(gca, 'FontSize', 20); xlabel('x'); ylabel('y'); title('t')",
        "barh([5 3 8]); yticklabels({'a long name of a category', 'another one that is long', 'c'})",
        "plot(1:3); xticks(1:3); xticklabels({'a rather long label', 'b', 'c'}); xtickangle(60)",
        "plot(1:10); legend('a very long entry of a legend', 'Location', 'northeastoutside')",
        "subplot(2, 1, 1); plot(1:3); title({'a', 'b', 'c'}); subplot(2, 1, 2); plot(1:3); xlabel({'a', 'b', 'c'})",
        "scatter3(1:3, 1:3, 1:3); title({'two', 'lines'}); zlabel('z')",
        "yyaxis left; plot(1:3); ylabel({'l', 'l', 'l'}); yyaxis right; plot(3:-1:1); ylabel({'r', 'r', 'r'})",
    ],
)
def test_labels_stay_inside_the_figure(code: str) -> None:
    image = pixels(code)
    edges = np.concatenate([image[0], image[-1], image[:, 0], image[:, -1]])
    assert (edges == 255).all()


def test_places_of_the_program_are_kept() -> None:
    """Axes that are placed from inside stay where they are."""
    image = pixels(
        "axes('Position', [0 0 1 1], 'PositionConstraint', 'innerposition'); imagesc(ones(2)); set(gca, 'Position', [0 0 1 1])"
    )
    assert (image[:, 100] == 255).all(axis=-1).mean() < 0.1


def test_colours_run_from_vertex_to_vertex() -> None:
    flat, blended = (pixels(f"patch([0 1 1 0], [0 0 1 1], [0 1 2 3], 'FaceColor', '{word}')") for word in ("flat", "interp"))
    counts = [len(np.unique(p.reshape(-1, 3), axis=0)) for p in (flat, blended)]
    assert counts[1] > counts[0] + 200


@pytest.mark.parametrize("scale", ["plot", "semilogx"])
def test_minor_grids_are_drawn(scale: str) -> None:
    without, with_grid = (pixels(f"{scale}([1 10 100], [1 2 3]); {more}") for more in ("", "grid minor"))
    assert (without != with_grid).any(axis=-1).sum() > 1000


def test_texts_of_a_string_array_are_shared_out() -> None:
    session = Session(provider="host")
    assert session.run('t = text(1:3, 1:3, ["a" "b" "c"]); disp(t(2).String)').text.strip() == "b"
    assert session.run("t = text(1:2, 1:2, 'same'); disp(t(2).String)").text.strip() == "same"
    assert session.run("text(1:2, 1:2, {'a', 'b', 'c'})").error.identifier == "MATLAB:text:InvalidStringCount"


def test_the_title_of_the_figure_has_its_room() -> None:
    """No axes title stands in the lines of the title above all."""
    for code in ("sgtitle({'x', 'y'})", "title(t, {'x', 'y'})"):
        session = Session(provider="host")
        session.run("t = tiledlayout(2, 1); nexttile; plot(1:3); title('A'); nexttile; plot(1:3); title('B');")
        assert session.run(code).error is None
        figure = session.figures.current
        image = np.asarray(Image.open(io.BytesIO(render(figure, scale=1.0).data)).convert("L"))
        rows = np.flatnonzero((image < 128).any(axis=1))
        lines = np.split(rows, np.flatnonzero(np.diff(rows) > 1) + 1)
        assert [len(line) < 25 for line in lines[:3]] == [True] * 3  # two lines of the figure's title, then one of the axes'


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("disp(xlim)", "0 9"),
        ("yyaxis left; disp(xlim)", "0 9"),
        ("xlim([2 5]); yyaxis left; disp(xlim)", "2 5"),
        ("xlabel('time'); yyaxis left; ax = gca; disp(ax.XLabel.String)", "time"),
        ("xticks([1 2]); yyaxis left; disp(xticks)", "1 2"),
        ("ylim([0 4]); yyaxis left; disp(ylim)", "1 3"),
        ("axis([1 2 3 4]); disp(ylim); yyaxis left; disp(xlim)", "3 4 1 2"),
    ],
)
def test_both_sides_of_yyaxis_share_their_x_axis(code: str, expected: str) -> None:
    session = Session(provider="host")
    outcome = session.run(f"yyaxis left; plot(1:3); yyaxis right; plot(0:9, 0:9); {code}")
    assert outcome.error is None and " ".join(outcome.text.split()) == expected
    assert render(session.figures.current).data


@pytest.mark.parametrize("code", ["title('%s')", "xlabel('%s')", "ylabel('%s')", "title('%s'); ylabel('%s')"])
def test_axes_keep_their_size_beside_long_titles(code: str) -> None:
    """Titles and labels that are longer than the figure run over its edges."""
    image = pixels("plot([0 1], [0 1], 'w'); set(gca, 'Color', [1 0 0]); " + code.replace("%s", "a title of many words " * 6))
    assert ((image[:, :, 0] > 200) & (image[:, :, 1] < 60)).sum() > 100_000


def test_a_legend_beside_a_layout_has_its_room_beside_axes_that_are_not_seen() -> None:
    code = "tiledlayout(1, 2); nexttile; pie([1 2]); nexttile; pie([2 1]); {} set(findobj(gcf, 'Type', 'patch'), 'FaceColor', [0 .5 0])"
    columns = [
        np.flatnonzero((pixels(code.format(more)) == (0, 128, 0)).all(axis=-1).any(axis=0)).max()
        for more in ("", "l = legend({'a long word', 'another word'}); l.Layout.Tile = 'east'; set(l, 'Visible', 'on');")
    ]
    with_legend = pixels(code.format("l = legend({'a long word', 'another word'}); l.Layout.Tile = 'east';"))
    green = np.flatnonzero((with_legend[150:270] == (0, 128, 0)).all(axis=-1).any(axis=0))
    assert columns[0] - green.max() > 20


def test_the_scale_of_places_in_the_colour_map() -> None:
    """An image whose numbers are places in the map has a scale of places; one with scaled numbers has theirs."""
    direct, scaled = (pixels(f"{name}([1 2; 3 4]); colorbar; colormap(gray(4)); axis off; set(findobj(gcf, 'Type', 'image'), 'Visible', 'off')")
                      for name in ("image", "imagesc"))  # fmt: skip
    assert (direct != scaled).any()


@pytest.mark.parametrize(
    ("name", "like"),
    [("Times New Roman", "DejaVu Serif"), ("Courier", "DejaVu Sans Mono"), ("Helvetica", "DejaVu Sans"), ("Verdana Sans", "DejaVu Sans")],
)
def test_fonts_that_are_not_installed_have_one_like_them(name: str, like: str) -> None:
    session = Session(provider="host")
    session.run(f"t = title('x', 'FontName', '{name}');")
    assert style.font(session.workspace["t"].node)["family"][-1] == like


def test_meshes_of_triangles_have_the_colours_of_heights() -> None:
    session = Session(provider="host")
    code = "[x, y] = meshgrid(1:4); t = delaunay(x, y); h = trimesh(t, x, y, peaks(4)); fprintf('%s ', h.EdgeColor, class(trimesh(t, x(:), y(:))))"
    assert session.run(code).text == "flat matlab.graphics.chart.primitive.Line "
