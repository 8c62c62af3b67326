"""Colour bars and legends: where they say that they are, and the room that they take of their axes."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.session import Session

from .images import pixels

_IMAGE = "imagesc(magic(8)); p = get(gca, 'Position'); "


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (_IMAGE + "c = colorbar; q = get(gca, 'Position'); d = q(3) < p(3) && c.Position(1) > q(1) + q(3) && c.Position(4) == q(4)", True),
        (_IMAGE + "c = colorbar('westoutside'); q = get(gca, 'Position'); d = q(1) > p(1) && c.Position(1) + c.Position(3) < q(1)", True),
        (_IMAGE + "c = colorbar('southoutside'); q = get(gca, 'Position'); d = c.Position(2) + c.Position(4) < q(2) && c.Position(3) == q(3)", True),
        (_IMAGE + "c = colorbar('northoutside'); q = get(gca, 'Position'); d = c.Position(2) > q(2) + q(4)", True),
        (_IMAGE + "c = colorbar('east'); d = isequal(get(gca, 'Position'), p) && c.Position(1) + c.Position(3) < p(1) + p(3)", True),
        (_IMAGE + "colorbar; set(gca, 'Position', p); d = isequal(get(gca, 'Position'), p)", True),
        (_IMAGE + "colorbar; colorbar('off'); d = isequal(get(gca, 'Position'), p)", True),
        (_IMAGE + "c = colorbar; c.Position = [.9 .2 .02 .5]; d = {c.Location, isequal(get(gca, 'Position'), p)}", "{'manual', true}"),
        (_IMAGE + "c = colorbar; c.Position = [.9 .2 .02 .5]; c.Location = 'eastoutside'; d = c.Position(1) < .9", True),
        (_IMAGE + "c = colorbar; d = {c.Ticks, c.TickLabels}", "{10:10:60, {'10';'20';'30';'40';'50';'60'}}"),
        (_IMAGE + "c = colorbar('Ticks', [1 64]); d = {c.Ticks, c.TickLabels}", "{[1 64], {'1';'64'}}"),
        ("imagesc([1 1e4]); set(gca, 'ColorScale', 'log'); c = colorbar; d = c.Ticks", "10.^(0:4)"),
        (_IMAGE + "c = colorbar; a = c.Position; c.Units = 'pixels'; d = max(abs((c.Position - [1 1 0 0]) ./ [560 420 560 420] - a)) < 1e-12", True),
        ("plot(1:3); l = legend('a', 'Location', 'southwest'); d = l.Position(1) < .3 && l.Position(2) < .3 && l.Position(3) < .3", True),
        ("plot(1:3); l = legend('a'); d = l.Position(1) + l.Position(3) > .8 && l.Position(2) + l.Position(4) > .8", True),
        ("plot(1:3); l = legend('a', 'Location', 'eastoutside'); q = get(gca, 'Position'); d = l.Position(1) > q(1) + q(3)", True),
        ("plot(1:3); l = legend('a'); a = l.Position; legend('a much longer text'); d = l.Position(3) > 2 * a(3)", True),
        ("a = subplot(1, 2, 1); imagesc(1:3); colorbar; subplot(1, 2, 2); plot(1); subplot(1, 2, 1); d = gca == a", True),
    ],
)  # fmt: skip
def test_told(program: str, expected: bool | str) -> None:
    wanted = "true" if expected is True else expected
    outcome = Session(provider="host").run(f"figure('Position', [1 1 560 420]); {program}; disp(isequal(d, {wanted}))")
    assert outcome.error is None and outcome.text.split()[-1:] == ["1"], (outcome.error, outcome.text)


def _columns(program: str) -> np.ndarray:
    """The columns of an image that are red for most of their height."""
    image = pixels("figure('Position', [1 1 500 400]); image(ones(2), 'CDataMapping', 'scaled'); colormap([1 0 0]); axis off; " + program)
    red = (np.abs(image - np.array([255, 0, 0])).max(axis=-1) < 20).mean(axis=0)
    return np.flatnonzero(red > 0.6) / image.shape[1]


def test_drawn() -> None:
    """Axes keep the place that they are given after their colour bar, which stands beside them then."""
    kept = _columns("p = get(gca, 'Position'); colorbar; set(gca, 'Position', p)")
    beside = _columns("colorbar")
    gap = np.diff(kept).argmax()
    assert abs(kept[gap] - 0.905) < 0.01 and kept[gap + 1] > 0.915
    assert np.diff(beside).max() > 0.02 and beside.max() < 0.9  # axes, a gap, and the colour bar


def test_saved() -> None:
    program = "imagesc(1); c = colorbar; c.Position = [.9 .2 .02 .5]; p = get(gca, 'Position'); f = [tempname '.fig']; savefig(f); close all; openfig(f); delete(f);"
    outcome = Session(provider="host").run(
        f"{program} c = findobj(gcf, 'Type', 'colorbar'); c.Location = 'eastoutside'; q = get(gca, 'Position'); disp(q(3) < p(3))"
    )
    assert outcome.error is None and outcome.text.split() == ["1"], (outcome.error, outcome.text)


def test_bar_below_small_axes_stays_near() -> None:
    image = pixels("figure('Position', [1 1 500 600]); subplot(3, 1, 1); imagesc(1); colormap([1 0 0]); colorbar('southoutside'); subplot(3, 1, 2); plot(1)")  # fmt: skip
    red = np.flatnonzero((np.abs(image - np.array([255, 0, 0])).max(axis=-1) < 20).mean(axis=1) > 0.5) / image.shape[0]
    assert red.max() < 0.35  # above the axes of the next row
    assert (np.diff(red) > 0.02).sum() == 1
