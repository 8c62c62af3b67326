"""What is drawn in space: lights, faces that hide each other, colours that run over faces, surfaces of volumes."""

from __future__ import annotations

import io

import numpy as np
import pytest

from runmat_kernel.figures.drawing.render import render
from runmat_kernel.session import Session

BALL = "sphere(40); axis equal off; view(0,0); shading flat; colormap([1 1 1]); "


def pixels(program: str) -> np.ndarray:
    """The picture of the current figure as numbers from 0 to 1."""
    from matplotlib.image import imread

    session = Session(provider="host")
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    return imread(io.BytesIO(render(session.figures.gcf()).data))[..., :3]


def half(picture: np.ndarray, side: str) -> float:
    """How bright the ball is at one side: the mean of what is not the white around it, in a band through the middle."""
    rows, columns = picture.shape[:2]
    band = picture[rows // 2 - 40 : rows // 2 + 40]
    part = band[:, columns // 2 - 120 : columns // 2 - 20] if side == "left" else band[:, columns // 2 + 20 : columns // 2 + 120]
    return float(part.mean())


@pytest.mark.parametrize("lighting", ["flat", "gouraud"])
def test_light_comes_from_where_it_is(lighting: str) -> None:
    for place, bright, dark in (("[1 0 0]", "right", "left"), ("[-1 0 0]", "left", "right")):
        for style in ("infinite", "local"):
            far = place.replace("1", "20") if style == "local" else place
            picture = pixels(BALL + f"light('Position', {far}, 'Style', '{style}'); lighting {lighting}")
            assert half(picture, bright) > half(picture, dark) + 0.05, (place, style)


def test_light_has_its_colour_and_can_be_put_out() -> None:
    picture = pixels(BALL + "light('Position', [0 -1 0], 'Color', 'r'); material dull")
    middle = picture[picture.shape[0] // 2, picture.shape[1] // 2]
    assert middle[0] > middle[2] + 0.3
    plain = pixels(BALL + "h = light('Position', [1 0 0]); h.Visible = 'off';")
    assert half(plain, "left") == half(plain, "right") == pytest.approx(1.0)


def test_lighting_without_a_light_changes_nothing() -> None:
    assert np.array_equal(pixels(BALL + "lighting gouraud"), pixels(BALL))


def test_objects_hide_each_other_by_place_not_by_order() -> None:
    near, far = "fill3([0 1 1 0],[0 0 0 0],[0 0 1 1],'r')", "fill3([0 1 1 0],[1 1 1 1],[0 0 1 1],'b')"
    for first, second in ((near, far), (far, near)):
        picture = pixels(f"{first}; hold on; {second}; view(0,0); axis off")
        assert np.allclose(picture[picture.shape[0] // 2, picture.shape[1] // 2], (1, 0, 0), atol=0.02)


def test_planes_cut_each_other() -> None:
    across = "fill3([-1 1 1 -1],[-1 1 1 -1],[-1 -1 1 1],'r'); hold on; fill3([-1 1 1 -1],[1 -1 -1 1],[-1 -1 1 1],'b'); view(0,0); axis off"
    picture = pixels(across)
    red, blue = picture[..., 0] > 0.9, picture[..., 2] > 0.9
    only_red, only_blue = (red & ~blue).sum(), (blue & ~red).sum()
    assert min(only_red, only_blue) > 0.6 * max(only_red, only_blue)


def test_colours_run_through_the_map_and_rgb_between_the_corners() -> None:
    mapped = pixels("fill([0 1 1 0],[0 0 1 1],[0 1 2 3],'EdgeColor','none'); colormap([1 0 0;0 1 0]); axis off").reshape(-1, 3)
    assert not ((np.abs(mapped - 0.5) < 0.2).all(axis=1)).any()
    assert not ((mapped[:, 0] > 0.2) & (mapped[:, 1] > 0.2) & (mapped[:, 2] < 0.2)).mean() > 0.01  # no mixture of both colours
    corners = (
        "patch('Faces',[1 2 3 4],'Vertices',[0 0;1 0;1 1;0 1],'FaceVertexCData',[1 0 0;0 1 0;0 0 1;1 1 0],'FaceColor','interp'); axis off"
    )
    found = pixels(corners).reshape(-1, 3)
    for colour in ((1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)):
        assert (np.abs(found - colour).max(axis=1) < 0.1).any(), colour


@pytest.mark.parametrize(
    "condition",
    [
        "[x,y,z] = meshgrid(-2:.5:2); v = x.^2+y.^2+z.^2; p = patch(isosurface(x,y,z,v,2)); isonormals(x,y,z,v,p); isequal(size(p.VertexNormals), size(p.Vertices))",
        "[x,y,z] = meshgrid(-2:.5:2); fv = isosurface(x,y,z,-x.^2-y.^2-z.^2,-2.1); a = fv.vertices(fv.faces(:,1),:); b = fv.vertices(fv.faces(:,2),:);"
        " c = fv.vertices(fv.faces(:,3),:); all(sum(cross(b-a, c-a) .* (a+b+c), 2) > 0)",
        "[x,y,z] = meshgrid(0:2); fv = isocaps(x,y,z,x+y,2.5); max(abs(fv.facevertexcdata - sum(fv.vertices(:,1:2), 2))) < 1e-12",
        "surf(peaks(5)); h = camlight('left'); a = h.Position; camlight(h, 'right'); ~isequal(a, h.Position)",
        "isosurface(rand(5,5,5), .5); numel(findobj(gca, 'Type', 'light'))",
    ],
)
def test_volumes_and_lights(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"disp({last})"]))
    assert outcome.error is None and outcome.text.split()[-1] == "1", (outcome.error, outcome.text)


@pytest.mark.parametrize(
    "program",
    [
        "patch([0 1 NaN], [0 0 NaN], [0 1 NaN], 'EdgeColor', 'interp', 'LineWidth', 8)",
        "surface([0 1; 0 1], [0 0; 0 0], zeros(2), [0 1; 0 1], 'facecol', 'no', 'edgecol', 'interp', 'linew', 8)",
        "patch([0 1 NaN], [0 0 NaN], [0 0 NaN], [0 1 NaN], 'EdgeColor', 'interp', 'LineWidth', 8); view(0, 0)",
        "surface([0 1; 0 1], zeros(2), zeros(2), [0 1; 0 1], 'FaceColor', 'none', 'EdgeColor', 'flat', 'LineWidth', 8); view(0, 0)",
    ],
)
def test_lines_that_change_their_colour(program: str) -> None:
    found = pixels("axis off; " + program + "; colormap([1 0 0; 0 0 1]); ylim([-1 1])").reshape(-1, 3)
    red, blue = ((np.abs(found - colour).max(axis=1) < 0.05).sum() for colour in ((1, 0, 0), (0, 0, 1)))
    assert red > 300 and (blue > 300 or "'flat'" in program)
    assert red < 20000


def test_surfaces_of_one_colour_have_it_from_above_too() -> None:
    found = pixels("surf(peaks(9), 'FaceColor', 'r', 'EdgeColor', 'none'); view(2); axis off")
    assert np.allclose(found[found.shape[0] // 2, found.shape[1] // 2], (1, 0, 0), atol=0.02)
    white = pixels("mesh(peaks(9)); view(2); axis off")
    assert (white.min(axis=-1) > 0.98).mean() > 0.8


def test_long_ribbons_are_drawn_whole() -> None:
    """A surface of many rows and two columns has both of them."""
    found = pixels("surf([0 1], 0:999, zeros(1000, 2), 'EdgeColor', 'none', 'FaceColor', 'r'); view(0, 89); axis off")
    assert ((found[..., 0] > 0.9) & (found[..., 1] < 0.1)).sum() > 10000


def test_logarithmic_axes_in_space() -> None:
    """Points that grow by a factor stand at equal distances."""
    picture = pixels(
        "scatter3([1 1 1], [1 1 1], [1 100 10000], 60, 'r', 'filled'); set(gca, 'ZScale', 'log'); zlim([1 1e4]); view(0, 0); axis off"
    )
    rows = np.unique(np.argwhere((picture[..., 0] > 0.9) & (picture[..., 1] < 0.2))[:, 0])
    parts = [part.mean() for part in np.split(rows, np.flatnonzero(np.diff(rows) > 3) + 1)]
    assert len(parts) == 3 and abs((parts[1] - parts[0]) - (parts[2] - parts[1])) < 6


def test_pictures_lie_over_whole_surfaces() -> None:
    code = "surface([0 1; 0 1], [0 0; 1 1], zeros(2), cat(3, [1 0; 0 0], [0 1; 0 0], [0 0; 1 0]), 'FaceColor', 'texturemap', 'EdgeColor', 'none'); axis off"
    found = pixels(
        code.replace("[1 0; 0 0]", "[1 0 0; 0 0 0]").replace("[0 1; 0 0]", "[0 1 0; 0 0 0]").replace("[0 0; 1 0]", "[0 0 0; 1 0 0]")
    ).reshape(-1, 3)
    areas = [(np.abs(found - colour).max(axis=1) < 0.05).sum() for colour in ((1, 0, 0), (0, 1, 0), (0, 0, 1))]
    assert min(areas) > 0.8 * max(areas) > 1000


def test_boxes_in_space() -> None:
    without, with_box = (pixels(f"plot3(1:3, 1:3, 1:3, 'w'); grid off; box {word}") for word in ("off", "on"))
    assert (with_box < 0.5).sum() > (without < 0.5).sum() + 500


def reds(picture: np.ndarray) -> int:
    return int(((picture[..., 0] > 0.85) & (picture[..., 1:].max(axis=-1) < 0.25)).sum())


@pytest.mark.parametrize(
    "drawn",
    [
        "plot3([0 1], [{y} {y}], [.5 .5], 'r', 'LineWidth', 6)", "plot3(.1:.1:.9, {y}+0*(1:9), .5+0*(1:9), 'ro--', 'MarkerFaceColor', 'r')",
        "scatter3(.2:.2:.8, {y}+0*(1:4), .5+0*(1:4), 90, 'r', 'filled')", "stem3(.5, {y}, .9, 'r', 'LineWidth', 6, 'MarkerFaceColor', 'r')",
        "contour3([0 1], [{y} {y}+.01], [0 0; 1 1], [.3 .5], 'r', 'LineWidth', 4)",
    ],
)  # fmt: skip
def test_faces_hide_lines_and_markers_behind_them(drawn: str) -> None:
    wall = "fill3([0 1 1 0], [.5 .5 .5 .5], [0 0 1 1], [.5 .5 1]{more}); hold on; {line}; axis([0 1 0 1 0 1]); view(0, 0); axis off"
    before, behind = (pixels(wall.format(more="", line=drawn.format(y=y))) for y in (0.1, 0.8))
    assert reds(before) > 100 and reds(behind) < 0.05 * reds(before)  # at its edges a face hides nothing
    assert reds(pixels(wall.format(more=", 'FaceAlpha', 0.3", line=drawn.format(y=0.8)))) > 100
    assert reds(pixels(wall.format(more=", 'FaceColor', 'none'", line=drawn.format(y=0.8)))) > 100


def test_a_line_through_a_face_is_seen_before_it_only() -> None:
    wall = "fill3([0 1 1 0], [.5 .5 .5 .5], [0 0 1 1], 'b'); hold on; plot3([0 1], [0 1], [.5 .5], 'r', 'LineWidth', 6); axis([0 1 0 1 0 1]); view(0, 0); axis off"
    picture = pixels(wall)
    columns = np.flatnonzero(((picture[..., 0] > 0.85) & (picture[..., 2] < 0.25)).any(axis=0)) / picture.shape[1]
    assert columns.min() < 0.16 and columns.max() == pytest.approx(0.13 + 0.775 / 2, abs=0.03)


def test_lines_that_lie_in_a_surface_are_seen() -> None:
    line = "[X, Y] = meshgrid(-2:.1:2); Z = X .* exp(-X.^2 - Y.^2); surf(X, Y, Z, 'EdgeColor', 'none'); hold on; plot3(X(:, 21), Y(:, 21), Z(:, 21), 'r', 'LineWidth', 4); view(0, 60); axis off"
    rows = np.flatnonzero((reds_of := pixels(line))[..., 0].max(axis=1) > 0)
    red = ((reds_of[..., 0] > 0.85) & (reds_of[..., 1:].max(axis=-1) < 0.25)).any(axis=1)
    assert red[rows].sum() > 300 and np.ptp(np.flatnonzero(red)) - red.sum() < 5


@pytest.mark.parametrize(
    "drawn",
    [
        "plot3([.5 .5], [.5 .5], [-9 9], 'r', 'LineWidth', 5)", "plot3([.5 .5 .5], [.5 .5 .5], [-9 .5 9], 'r-o', 'LineWidth', 5)", "scatter3([.5 .5], [.5 .5], [.5 9], 90, 'r', 'filled')",
        "fill3([0 1 1 0], [.5 .5 .5 .5], [-9 -9 9 9], 'r')", "surf([0 1], [.5 .6], [-9 -9; 9 9], 'FaceColor', 'r')",
    ],
)  # fmt: skip
def test_nothing_is_drawn_beyond_the_limits(drawn: str) -> None:
    picture = pixels(f"{drawn}; axis([0 1 0 1 0 1]); view(0, 0)")
    red = (picture[..., 0] > 0.85) & (picture[..., 1:].max(axis=-1) < 0.25)
    rows = np.flatnonzero(red.any(axis=1)) / len(picture)
    assert red.sum() > 100 and rows.min() > 0.06 and rows.max() < 0.91
    assert reds(pixels(f"{drawn}; axis([0 1 0 1 0 1]); view(0, 0); set(gca, 'Clipping', 'off')")) >= red.sum()


def test_the_box_in_space_fills_the_rectangle_of_its_axes() -> None:
    for more, wide, high in (("", 0.775, 0.815), ("; axis equal", 0.775, None), ("; view(0, 0)", 0.775, 0.815)):
        picture = pixels(
            f"plot3([0 1 1 0 0 0 1 1 0 0], [0 0 1 1 0 0 0 1 1 0], [0 0 0 0 0 1 1 1 1 1], 'r'); set(gca, 'Position', [.13 .11 .775 .815]) {more}; axis off"
        )
        rows, columns = np.nonzero((picture[..., 0] > 0.85) & (picture[..., 1] < 0.7))
        assert np.ptp(columns) / picture.shape[1] == pytest.approx(wide, abs=0.02) or np.ptp(rows) / picture.shape[0] == pytest.approx(
            0.815, abs=0.02
        )
        assert high is None or np.ptp(rows) / picture.shape[0] == pytest.approx(high, abs=0.02)


def test_axes_seen_end_on_have_no_labels() -> None:
    one, other = (
        pixels(f"plot3(1:3, 1:3, 1:3, 'w'); set(gca, 'Position', [.3 .3 .4 .4], 'YTick', {ticks}); view(0, 0)") for ticks in ("1:3", "[]")
    )
    assert np.abs(one - other).max() < 0.2
