"""The camera of axes: where it is by itself, what moves of it do to the view, and what images show."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from .images import count, drawn


@pytest.mark.parametrize(
    "condition",
    [
        "axes; isequal(campos('mode'), 'auto') && norm(campos - [0.5 0.5 9.1603]) < 1e-4 && abs(camva - 6.6086) < 1e-4",
        "axis([0 1 0 1 0 1]); view(3); norm(campos - [-4.0657 -5.4502 4.8301]) < 1e-3 && isequal(camtarget, [0.5 0.5 0.5]) && isequal(camup, [0 0 1])",
        "plot3([0 2], [0 2], [0 2]); campos([1 -9 1]); [a, e] = view; abs(a) < 1e-9 && abs(e) < 1e-9 && isequal(campos, [1 -9 1])",
        "plot3([0 2], [0 2], [0 2]); campos([1 -9 1]); view(3); isequal(size(campos), [1 3]) && norm(campos - [1 -9 1]) > 1",
        "plot3([0 2], [0 2], [0 2]); view(0, 0); campos([11 1 1]); [a, e] = view; abs(a - 90) < 1e-9",
        "plot3(1:2, 1:2, 1:2); camtarget([0 0 0]); strcmp(camtarget('mode'), 'manual') && isequal(camtarget, [0 0 0])",
        "plot3(1:2, 1:2, 1:2); camva(3); camva('auto'); strcmp(camva('mode'), 'auto')",
        "plot3(1:2, 1:2, 1:2); ax = gca; camproj(ax, 'perspective'); strcmp(ax.Projection, 'perspective')",
        "plot3(1:2, 1:2, 1:2); p = campos; t = camtarget; camdolly(0.1, 0, 0); norm((campos - p) - (camtarget - t)) < 1e-9 && norm(campos - p) > 0",
        "plot3(1:2, 1:2, 1:2); t = camtarget; camdolly(0.1, 0, 0, 'fixtarget'); isequal(camtarget, t)",
        "plot3(-1:1, -1:1, -1:1); camorbit(54, 37); [a, e] = view; norm([a e] - [16.5 67]) < 1e-9 && abs(camup * (campos - camtarget)') < 1e-9",
        "plot3(-1:1, -1:1, -1:1); campos([20 0 0]); camorbit(0, 60); norm(campos - 20*[cosd(60) 0 sind(60)]) < 1e-12 && norm(camup - [-sind(60) 0 cosd(60)]) < 1e-12",
        "plot3(-1:1, -1:1, -1:1); p = campos; camorbit(90, 0, 'data', 'x'); norm(campos - [p(1) -p(3) p(2)]) < 1e-9",
        "plot3(-1:1, -1:1, -1:1); p = campos; u = camup; camorbit(360, 0, 'camera'); norm(campos - p) < 1e-9 && norm(cross(camup, p) - cross(u, p)/sqrt(1 - (u*p'/norm(p))^2)) < 1e-9",
        "plot3(-1:1, -1:1, -1:1); camroll(30); abs(camup*[0 0 1]' - 0.75) < 1e-12 && abs(norm(camup) - 1) < 1e-12",
        "plot3(-1:1, -1:1, -1:1); a = camva; camzoom(5); abs(tand(a/2)/tand(camva/2) - 5) < 1e-12",
        "plot3(-1:1, -1:1, -1:1); h = camlight(20, 30); camorbit(20, 30, 'camera'); norm(h.Position - campos) < 1e-9",
        "t = evalc('peaks(5)'); h = get(gca, 'Children'); isequal(size(h.ZData), [5 5]) && isequal(camup, [0 0 1])",
        "h = surf(peaks(4)); lighting flat; strcmp(h.FaceLighting, 'flat')",
        "h = surf(peaks(4)); material dull; h.SpecularStrength == 0 && h.DiffuseStrength == 0.8",
    ],
)
def test_the_camera(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1"


def test_zooms_and_rolls_are_seen() -> None:
    plot = "plot3([0 0], [0 0], [0 1], 'r', 'LineWidth', 5); axis([-1 1 -1 1 0 1]); axis off; view(0, 0); "
    usual, larger, turned = (drawn(plot + more)[1] for more in ("", "camzoom(1.5)", "camroll(90)"))
    assert count(larger, (255, 0, 0), 90) > 1.2 * count(usual, (255, 0, 0), 90)

    def height(image: np.ndarray) -> int:
        red = (image[..., 0] > 200) & (image[..., 1] < 90)
        return int(np.ptp(np.argwhere(red)[:, 0]))

    assert height(turned) < height(usual) / 4
