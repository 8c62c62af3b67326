"""Properties that change the image: none of them is stored without an effect."""

from __future__ import annotations

import pytest

from runmat_kernel.figures.drawing.render import render
from runmat_kernel.session import Session

SEEN = {
    "plot(1:5); h = gca;": "FontAngle='italic' FontName='Courier' FontWeight='bold' TickDir='both' TickDir='out' TickLength=[.05,.05] LineWidth=3",
    "plot(1:5); grid on; grid minor; h = gca;": "MinorGridAlpha=.9 MinorGridColor='r' MinorGridLineStyle='-' GridLineStyle='--' GridAlpha=.9",
    "surf(peaks(9)); h = gca;": "GridLineStyle='--' LineWidth=4 TickDir='out' TickLength=[.1,.1] FontWeight='bold'",
    "h = surf(peaks(9));": "EdgeAlpha=.1 LineStyle='none' Marker='o' MeshStyle='row' MeshStyle='column'",
    "h = surf(peaks(9), 'Marker', 'o');": "MarkerSize=20 MarkerEdgeColor='r' MarkerFaceColor='g'",
    "h = patch([0 1 1 0], [0 0 1 1], 'r');": "EdgeAlpha=.1 Marker='o' FaceAlpha=.3 LineStyle='--'",
    "h = patch([0 1 1 0], [0 0 1 1], [0 1 2 3], 'Marker', 'o');": "MarkerSize=20 MarkerEdgeColor='r' MarkerFaceColor='g'",
    "h = fill3([0 1 1], [0 0 1], [0 1 0], 'r');": "EdgeAlpha=.1 Marker='o'",
    "h = bar([1 3 -2]);": "EdgeAlpha=.1 LineStyle='--' ShowBaseLine='off' FaceAlpha=.3",
    "h = bar([1 3 -2], 'FaceColor', 'flat');": "CData=[1,0,0]",
    "h = histogram([1 2 2 3 3 3 4]);": "EdgeAlpha=.1 LineStyle='--' LineWidth=4",
    "h = area([1 3 2]);": "EdgeAlpha=.1 LineStyle='--' FaceAlpha=.3",
    "h = scatter(1:3, [1 3 2], 200, [1 2 3]);": "MarkerEdgeAlpha=.1",
    "h = scatter3(1:3, [1 3 2], 1:3, 200);": "MarkerEdgeAlpha=.2",
    "plot(magic(3)); h = legend('a', 'b', 'c');": "ItemTokenSize=[60,18] FontName='Courier' LineWidth=5 FontWeight='bold'",
    "imagesc(magic(3)); h = colorbar;": "Box='off' FontAngle='italic' FontName='Courier' FontWeight='bold' Limits=[2,5] LineWidth=5 Position=[.9,.3,.02,.2] TickDirection='out' TickLength=.1 Visible='off'",
    "h = text(.5, .5, 'a', 'EdgeColor', 'k');": "LineStyle='--' LineWidth=5 Margin=20",
    "plot3(1:3, 1:3, [1 3 2]); box on; h = gca;": "BoxStyle='full'",
    "imagesc([1 10 100]); colorbar; h = gca;": "ColorScale='log'",
    "h = scatter([1 1 1], [1 2 3], 200);": "XJitter='rand' XJitter='randn' YJitter='rand'",
    "h = swarmchart(ones(1, 9), 1:9);": "XJitter='none' XJitterWidth=.2",
    "h = quiver(1:3, 1:3, [1 1 1], [0 1 2]);": "LineStyle='--' LineStyle='none' MaxHeadSize=.9 ShowArrowHead='off' Marker='o'",
    "h = quiver(1:3, 1:3, [1 1 1], [0 1 2], 'Marker', 'o');": "MarkerFaceColor='r' MarkerSize=15 MarkerEdgeColor='r'",
    "[~, h] = contour(peaks(20));": "LevelStep=.7",
    "[~, h] = contourf(peaks(20));": "LevelStep=.7 FaceAlpha=.3",
    "h = tiledlayout(1, 2); nexttile; plot(1:3); nexttile; plot(1:3);": "Padding='tight' Padding='compact' TileSpacing='none' TileSpacing='tight'",
    "h = quiver3(1:3, 1:3, 1:3, [1 1 1], [0 1 2], [1 1 1]);": "LineStyle='--' MaxHeadSize=.9 ShowArrowHead='off'",
    "h = imagesc(magic(3));": "Interpolation='bilinear'",
    "h = heatmap(magic(3));": "CellLabelColor='r' FontColor='r' FontName='Courier' ColorScaling='scaledrows' ColorScaling='log'",
    "polarplot(0:.1:6, 0:.1:6); h = gca;": "RGrid='off' ThetaGrid='off' FontWeight='bold' FontAngle='italic'",
    "plot(1:5); h = getfield(gca, 'XAxis');": "FontAngle='italic' FontName='Courier' FontWeight='bold' LineWidth=4",
    "h = title('abc');": "Rotation=30 HorizontalAlignment='left' BackgroundColor='y' EdgeColor='r' Position=[.2,.5,0] Visible='off' VerticalAlignment='top'",
    "plot(1:3); h = ylabel('abc');": "HorizontalAlignment='right' BackgroundColor='y' EdgeColor='r' Position=[1.5,2,0] Visible='off' Rotation=0",
}


def image(program: str) -> bytes:
    session = Session(provider="host")
    outcome = session.run(f"figure; rng(1); {program}")
    assert outcome.error is None, outcome.error
    return render(session.figures.gcf(), scale=1.0).data


@pytest.mark.parametrize("program", SEEN)
def test_properties_are_seen(program: str) -> None:
    usual = image(program)
    kept = [setting for setting in SEEN[program].split() if image(f"{program} h.{setting};") == usual]
    assert not kept


def test_edges_and_faces_have_their_own_opacity() -> None:
    base = "h = patch([0 1 1 0], [0 0 1 1], 'r', 'LineWidth', 8); axis off; "
    assert (
        len({image(base + more) for more in ("", "h.FaceAlpha = .3;", "h.EdgeAlpha = .3;", "h.FaceAlpha = .3; h.EdgeAlpha = .3;")}) == 4
    )


@pytest.mark.parametrize(
    ("place", "expected"),
    [("", "10.^(-3:3)"), ("subplot(4, 5, 20); ", "10.^(-3:3:3)"), ("figure('Position', [1 1 2000 900]); ", "10.^(-3:3)")],
)
def test_powers_of_ten_have_room(place: str, expected: str) -> None:
    """Labels of logarithmic axes stand apart: small axes have every second or third power."""
    outcome = Session(provider="host").run(f"figure('Position', [1 1 560 420]); {place}loglog([1e-3 1e3], [1 2]); disp(isequal(get(gca, 'XTick'), {expected}))")  # fmt: skip
    assert outcome.error is None and outcome.text.split() == ["1"], (outcome.error, outcome.text)
