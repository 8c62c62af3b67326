"""Polar axes: what their properties are, and what images show of them."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from .images import count, drawn


@pytest.mark.parametrize(
    "condition",
    [
        "polarplot([0 1], [1 4.2]); isequal(rlim, [0 5]) && isequal(rticks, 0:5)",
        "polarplot([0 1], [-3 1]); isequal(rlim, [0 3])",
        "polarplot([0 1], [1 2]); p = gca; strcmp(p.Type, 'polaraxes') && isa(p, 'matlab.graphics.axis.PolarAxes')",
        "h = polarplot([0 1], [1 2; 3 4]'); numel(h) == 2 && isequal(h(2).RData, [3 4])",
        "h = polarplot([1 2 3]); isequal(h.ThetaData, [0 pi 2*pi])",
        "h = polarplot(3 + 4i); isequal(h.RData, 5) && abs(h.ThetaData - atan2(4, 3)) < 1e-12",
        "h = polarplot([0 1], [1 2], 'r--o', 'LineWidth', 3); isequal(h.Color, [1 0 0]) && h.LineWidth == 3 && h.Marker == 'o'",
        "p = polaraxes; h = polarplot(p, 1, 2); isequal(h.Parent, p) && isequal(gca, p)",
        "polarplot(1, 2); p = gca; p.ThetaAxisUnits = 'radians'; p.ThetaLim(2) == 2*pi && abs(p.RAxisLocation - 80*pi/180) < 1e-12",
        "polarplot(1, 2); thetaticks([0 90]); p = gca; p.ThetaAxisUnits = 'radians'; abs(p.ThetaTick(2) - pi/2) < 1e-12",
        "polarplot(1, 2); rlim([0 7]); m = rlim('mode'); rlim('auto'); strcmp(m, 'manual') && isequal(rlim, [0 2])",
        "p = subplot(1, 2, 1); polarplot(1, 2); numel(findobj(gcf, 'Type', 'polaraxes')) == 1 && isempty(findobj(gcf, 'Type', 'axes'))",
        "yyaxis left; plot(1:3); yyaxis right; polarplot(1, 2); strcmp(get(gca, 'Type'), 'polaraxes') && numel(get(gcf, 'Children')) == 1",
        "yyaxis right; plot(1:3); yyaxis left; polarscatter(1, 2); plot(1:3); numel(get(gca, 'YAxis')) == 1 && numel(findobj(gcf, 'Type', 'line')) == 1",
        "polarplot(1, 2); plot(1:3); strcmp(get(gca, 'Type'), 'axes')",
        "polarplot(1, 2); hold on; polarplot(1, 9); numel(get(gca, 'Children')) == 2 && isequal(rlim, [0 10])",
        "polarplot(1, 2); p = gca; isprop(p, 'RLim') && ~isprop(p, 'XLim') && isfield(get(p), 'ThetaLim') && ~isfield(get(p), 'XLim')",
        "h = polarscatter([0 1], [1 2]); isequal(h.CData, [0 0.447 0.741])",
        "h = polarscatter([0 1 2 3], [1 2 3 4], [], [5 6 7 9]); isequal(caxis, [5 9])",
        "h = polarhistogram([0.1 0.2 3], 4); h.Normalization = 'probability'; max(abs(h.Values - [2 1 0 0]/3)) < 1e-12",
        "h = polarhistogram([-0.1 0.1], [0 pi 2*pi]); isequal(h.BinCounts, [1 1])",
    ],
)
def test_polar_axes(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("polarplot(1, 2); hold on; plot(1:3)", "MATLAB:newplot:PolarAxesHeld"),
        ("plot(1:3); hold on; polarplot(1, 2)", "MATLAB:newplot:CartesianAxesHeld"),
        ("yyaxis right; plot(1:3); hold on; polarplot(1, 2)", "MATLAB:newplot:CartesianAxesHeld"),
        ("p = polaraxes; p.ThetaDir = 'sideways';", "MATLAB:datatypes:InvalidEnumValueFor"),
        ("p = polaraxes; p.XLim = [0 1];", "MATLAB:noPublicFieldForClass"),
        ("polarplot(1, 2); rlim([3 1])", "MATLAB:hg:InvalidLimits"),
    ],
)
def test_refusals_of_polar_axes(code: str, identifier: str) -> None:
    assert Session(provider="host").run(code).error.identifier == identifier


def _middle(code: str) -> np.ndarray:
    """Where the red of an image lies on the average, down and across."""
    image = drawn(code)[1][..., :3].astype(int)
    red = (image[..., 0] > 200) & (image[..., 1] < 90) & (image[..., 2] < 90)
    return np.argwhere(red).mean(axis=0)


def test_angles_go_where_zero_and_the_direction_say() -> None:
    plot = "polarplot([0 0], [1 2], 'r', 'LineWidth', 6); p = gca; "
    right, top, left = (_middle(plot + f"p.ThetaZeroLocation = '{side}';") for side in ("right", "top", "left"))
    assert left[1] < top[1] < right[1] and top[0] < right[0]
    quarter = "polarplot([pi/2 pi/2], [1 2], 'r', 'LineWidth', 6); p = gca; "
    up, down = _middle(quarter), _middle(quarter + "p.ThetaDir = 'clockwise';")
    assert up[0] < down[0]


def test_negative_radii_lie_on_the_other_side_unless_limits_reach_them() -> None:
    plot = "polarplot([0 0], [-2 -1], 'r', 'LineWidth', 6); "
    assert _middle(plot)[1] < _middle(plot + "rlim([-3 3])")[1]


def test_bins_of_polar_histograms_are_filled() -> None:
    assert count(drawn("polarhistogram([0.1 0.1 3], 4, 'FaceColor', 'r', 'FaceAlpha', 1)")[1], (255, 0, 0)) > 2000
