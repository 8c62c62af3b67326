"""Handles, properties, limits, colours and TeX text."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel import Session
from runmat_kernel.base.errors import MatlabError
from runmat_kernel.figures import limits
from runmat_kernel.figures.arguments import columns, line_spec
from runmat_kernel.figures.colors import COLORMAPS, colormap, to_rgb
from runmat_kernel.figures.drawing import tex
from runmat_kernel.figures.drawing.render import render
from runmat_kernel.figures.manager import Figures
from runmat_kernel.figures.properties import KINDS, resolve
from runmat_kernel.figures.tree import Node


@pytest.fixture
def axes() -> Node:
    return Figures().gca()


def line(axes: Node, x: list[float], y: list[float]) -> Node:
    return Node("line", axes, XData=np.array([x]), YData=np.array([y]))


@pytest.mark.parametrize(
    ("x", "expected"),
    [([1, 10], (1, 10)), ([0, 6.28], (0, 7)), ([1, 100], (0, 100)), ([-1, 1], (-1, 1)), ([5, 5], (4, 6)), ([0, 0.999], (0, 1))],
)
def test_automatic_limits_end_at_ticks(axes: Node, x: list[float], expected: tuple[float, float]) -> None:
    line(axes, x, [0, 1])
    assert limits.axis_limits(axes, "X") == pytest.approx(expected)


def test_limits_ignore_nan_and_infinity(axes: Node) -> None:
    line(axes, [1, 2, 3, 4], [1, np.nan, np.inf, 3])
    assert limits.axis_limits(axes, "Y") == (1, 3)


def test_log_limits_are_decades(axes: Node) -> None:
    line(axes, [1, 2], [3, 4000])
    axes.set("YScale", "log")
    assert limits.axis_limits(axes, "Y") == (1, 10000)
    assert limits.ticks(axes, "Y").tolist() == [1, 10, 100, 1000, 10000]


def test_image_limits_enclose_pixels(axes: Node) -> None:
    Node("image", axes, CData=np.zeros((3, 5)), XData=np.array([[1.0, 5.0]]), YData=np.array([[1.0, 3.0]]))
    assert limits.axis_limits(axes, "X") == (0.5, 5.5) and limits.axis_limits(axes, "Y") == (0.5, 3.5)


def test_property_names_in_any_case_and_abbreviated() -> None:
    assert resolve(KINDS["line"], "linewidth") == "LineWidth"
    assert resolve(KINDS["line"], "linew") == "LineWidth"
    with pytest.raises(MatlabError, match="Unrecognized property 'Nothing'") as caught:
        resolve(KINDS["line"], "Nothing")
    assert caught.value.identifier == "MATLAB:hg:InvalidProperty"
    with pytest.raises(MatlabError, match="Ambiguous"):
        resolve(KINDS["line"], "line")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r--o", {"Color": [[1, 0, 0]], "LineStyle": "--", "Marker": "o"}), ("-.", {"LineStyle": "-."}), (":", {"LineStyle": ":"}),
        (".", {"Marker": ".", "LineStyle": "none"}), ("k", {"Color": [[0, 0, 0]]}), ("*-g", {"Color": [[0, 1, 0]], "LineStyle": "-", "Marker": "*"}),
        ("red", {"Color": [[1, 0, 0]]}), ("nonsense", None), ("rr", None),
    ],
)  # fmt: skip
def test_line_specifications(text: str, expected: dict | None) -> None:
    found = line_spec(text)
    assert (None if found is None else {k: v.tolist() if hasattr(v, "tolist") else v for k, v in found.items()}) == expected


def test_columns_of_matrices_become_series() -> None:
    assert len(columns([np.zeros((4, 3))], "plot")) == 3
    assert len(columns([np.zeros((1, 4)), np.zeros((4, 2))], "plot")) == 2
    assert len(columns([np.zeros((1, 4)), np.zeros((2, 4))], "plot")) == 2
    with pytest.raises(MatlabError, match="same length"):
        columns([np.zeros((1, 3)), np.zeros((1, 4))], "plot")


def test_colours() -> None:
    assert to_rgb("#0080FF").ravel() == pytest.approx([0, 128 / 255, 1])
    assert to_rgb("none") == "none"
    with pytest.raises(MatlabError):
        to_rgb("notacolour")


@pytest.mark.parametrize("name", COLORMAPS)
@pytest.mark.parametrize("m", [0, 1, 2, 7, 256])
def test_colour_maps_have_rows_in_range(name: str, m: int) -> None:
    table = colormap(name, m)
    assert table.shape == (m, 3) and (m == 0 or (table.min() >= 0 and table.max() <= 1))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"\alpha + \beta", "α + β"), ("x^2", r"x$^{\mathregular{2}}$"), ("a_{ij}", r"a$_{\mathregular{ij}}$"), ("100% $5", r"100% \$5"),
        (r"a\_b", "a_b"), ("plain", "plain"),
    ],
)  # fmt: skip
def test_tex(text: str, expected: str) -> None:
    assert tex.convert(text, "tex") == expected


def test_broken_latex_is_drawn_as_it_stands() -> None:
    assert tex.convert(r"$\frac{1$", "latex") == r"\$\frac{1\$"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("h = area([1 5; 3 2]); h(2).YData", [5, 2]),
        ("h = bar([1 2 3]); h.FaceColor", [0, 0.447, 0.741]),
        ("h = bar([1 2 3]); h.CData(2, :) = [1 0 0]; h.CData(2, :) + h.CData(1, 1)", [1, 0, 0]),
        ("h = surf(magic(3)); h.CData(1, :)", [8, 1, 6]),
        ("imagesc([1 7]); c = colorbar; c.Limits", [1, 7]),
        (
            "imagesc(1); c = colorbar; set(get(c, 'title'), 'String', 'a'); double([c.Title.String class(get(c, 'Title'))])",
            [*b"amatlab.graphics.primitive.Text"],
        ),
        ("imagesc(1); c = colorbar; set(get(c, 'YLabel'), 'String', 'd'); c.Label.String == 'd'", [1]),
        ("imagesc(1); c = colorbar; c.Label.String = 'a'; ylabel(c, 'b'); c.Label.String == 'b'", [1]),
        ("a = subplot(2, 1, 2, 'align', 'FontSize', 7); b = subplot(2, 1, 1, 'align'); [a.FontSize numel(get(gcf, 'Children'))]", [7, 2]),
        ("t = title('a'); t.FontSize", [11]),
        ("plot(1:3); ylabel('y'); ax = gca; ax.YLabel.Rotation", [90]),
        ("h = errorbar([1 2], [5 6], [0 0], [0 0], [1 1], [1 1]); xlim", [0, 3]),
        ("[h, b] = deal(1, errorbar(magic(3), ones(3))); size(b)", [3, 1]),
        ("h = pie([1 1]); size(h)", [1, 4]),
        ("h = surfc(peaks(9)); numel(h)", [2]),
    ],
)
def test_what_properties_hold(code: str, expected: list[float]) -> None:
    session = Session(provider="host")
    head, _, last = code.rpartition("; ")
    outcome = session.run(f"{head}; value = {last};")
    assert outcome.error is None and np.ravel(session.workspace["value"]).tolist() == pytest.approx(expected)


def test_handles_are_listed_as_in_matlab() -> None:
    session = Session(provider="host")
    session.run("format compact")
    shown = session.run("p = plot(1:3)").text.split("\n")
    assert shown[2].strip() == "Color: [0 0.4470 0.7410]" and [line.split(":")[0].strip() for line in shown[-3:-1]] == ["XData", "YData"]
    assert session.run("h = plot(magic(2))").text == "h = \n  2×1 Line array:\n  Line\n  Line\n"
    assert session.run("h(1).DisplayName = 'one'; h").text.split("\n")[2].split() == ["Line", "(one)"]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("h.NumBins = 4; h.Values", [1, 2, 1, 1]),
        ("h.BinEdges = [0 2 6]; h.Values", [1, 4]),
        ("h.BinWidth = 2; h.NumBins", [3]),
        ("h.Normalization = 'probability'; sum(h.Values)", [1]),
        ("h.BinLimits = [2 4]; sum(h.Values)", [3]),
        ("h.Data = 1:10; sum(h.Values)", [10]),
    ],
)
def test_histograms_follow_what_is_set(code: str, expected: list[float]) -> None:
    session = Session(provider="host")
    head, _, last = code.rpartition("; ")
    outcome = session.run(f"h = histogram([1 2 2 3 5]); {head}; value = {last};")
    assert outcome.error is None and np.ravel(session.workspace["value"]).tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("ax.XAxis.Limits = [0 9]; disp(xlim)", "0 9"),
        ("ax.YAxis.Scale = 'log'; disp(ax.YScale)", "log"),
        ("ax.XAxis.Label.String = 'time'; disp(ax.XLabel.String)", "time"),
        ("ax.XAxis.TickLabelFormat = '%.2f'; disp(xtickformat); disp(ax.XTickLabel{1})", "%.2f 1.00"),
        ("ax.YAxis.TickValues = [1 3]; disp(yticks)", "1 3"),
        ("yyaxis right; disp(size(ax.YAxis))", "2 1"),
        ("set(ax.XAxis, 'FontSize', 20, 'Visible', 'off'); disp(ax.XAxis.FontSize)", "20"),
        ("ax.YAxis.Exponent = 2; disp(ax.YAxis.Exponent)", "2"),
        ("disp(ax.XTickLabel')", "{'1'} {'1.5'} {'2'} {'2.5'} {'3'}"),
    ],
)
def test_rulers(code: str, expected: str) -> None:
    session = Session(provider="host")
    outcome = session.run(f"plot(1:3); ax = gca; xticks(1:0.5:3); {code}")
    assert outcome.error is None and " ".join(outcome.text.split()) == expected
    assert render(session.figures.current).data


@pytest.mark.parametrize("code", ["h.linewidth", "h.LineW = 3", "h.Nonsense"])
def test_dots_ask_for_names_in_full(code: str) -> None:
    """``get`` and ``set`` take any case and abbreviations, dots do not."""
    session = Session()
    assert "Unrecognized" in session.run(f"h = plot(1:3); {code};").error.message
    assert session.run("set(h, 'linew', 3); disp(get(h, 'LINEWIDTH'))").text.strip() == "3"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("h = plot(magic(3)); value = vertcat(h.Color); value = value(2, :);", [0.85, 0.325, 0.098]),
        ("h = plot(magic(2)); [h.LineWidth] = deal(2, 5); value = [h.LineWidth];", [2, 5]),
        ("h = plot(magic(2)); set(h, {'LineWidth'}, {3; 4}); value = [h.LineWidth];", [3, 4]),
        ("h = quiver(1, 1, 2, 3); value = [h.UData h.VData];", [2, 3]),
        ("h = patch([0 1 1], [0 0 1], 'r'); value = [h.Faces size(h.Vertices)];", [1, 2, 3, 3, 2]),
        ("plot(1:3); ax = gca; ax.XRuler.TickValues = [1 3]; value = ax.XTick;", [1, 3]),
        ("t = tiledlayout(2, 3); ax = nexttile(2, [2 2]); value = [ax.Layout.Tile ax.Layout.TileSpan];", [2, 2, 2]),
        (
            "t = tiledlayout(2, 3); a = nexttile; p = a.Position; a.Layout.Tile = 3; a.Layout.TileSpan = [2 1]; q = a.Position; value = [q(1) > p(1), q(4) > 2 * p(4), a.Layout.Tile, a.Layout.TileSpan];",
            [1, 1, 3, 2, 1],
        ),
        (
            "t = tiledlayout(1, 2); s = tiledlayout(t, 2, 1); s.Layout.Tile = 2; a = nexttile(s); b = nexttile; value = [b.Parent == s, a.Position(1) > 0.5, a.Position(2) > b.Position(2), numel(t.Children)];",
            [1, 1, 1, 1],
        ),
        (
            "t = tiledlayout(2, 2, 'TileIndexing', 'columnmajor'); a = nexttile(2); b = nexttile(3); value = [a.Position(1) < b.Position(1), a.Position(2) < b.Position(2)];",
            [1, 1],
        ),
        (
            "f = figure; g = figure; t = tiledlayout('flow', 'Parent', f); a = nexttile(t); e = nexttile(t, 'east'); value = [gcf == f, isempty(g.Children), e.Position(1) > a.Position(1) + a.Position(3), strcmp(e.Layout.Tile, 'east')];",
            [1, 1, 1, 1],
        ),
        ("value = get(groot, 'DefaultLineLineWidth');", [0.5]),
        ("set(gca, 'XTickLabel', {'a', 'b'}); value = size(get(gca, 'XTickLabel'));", [2, 1]),
        ("set(gca, 'XTickLabel', [\"a\" \"b\"]); value = size(cellstr(get(gca, 'XTickLabel')));", [2, 1]),
        ("set(gca, 'XTickLabel', []); value = numel(cellstr(get(gca, 'XTickLabel')));", [1]),
        ("set(gca, 'XTick', [1; 2]); value = size(get(gca, 'XTick'));", [1, 2]),
        ("h = plot(1:3); set(h, 'XData', [1; 2; 3]); value = size(h.XData);", [1, 3]),
        ("[c, h] = contour(peaks(9), 2); value = isequal(c, h.ContourMatrix) && size(c, 1) == 2;", [1]),
        ("c = colorbar; set(c, 'YTick', [1 2], 'YDir', 'reverse'); value = [c.Ticks strcmp(c.Direction, 'reverse')];", [1, 2, 1]),
        ("b = bar([1 2; 3 4]); b(1).BaseLine.LineStyle = ':'; b(2).BaseLine.BaseValue = 1; value = [b.BaseValue];", [1, 1]),
        (
            "h = -ones(1, 3); h([1 3]) = plot([1 2;3 4]); set(h(3), 'LineWidth', 3); value = [get(h(3), 'LineWidth') ishandle(h)];",
            [3, 1, 0, 1],
        ),
        (
            "a = zeros(2, 1); a(1) = subplot(2,1,1); a(2) = subplot(2,1,2); plot(a(1), 1:3); title(a(1), 't'); axes(a(1)); value = [gca == a(1), a(2) ~= gca, numel(get(a(1), 'Children'))];",
            [1, 1, 1],
        ),
        ("h = zeros(1, 2); h(1) = plot(1:3); hold on; h(2) = plot(3:5); legend(h, 'a', 'b'); delete(h(1)); value = ishandle(h);", [0, 1]),
        (
            "a = [0 0]; a(2) = axes; figure; set(gcf, 'CurrentAxes', axes); text(1, 1, 'q', 'Parent', a(2)); linkaxes(a(2)); value = numel(get(a(2), 'Children'));",
            [1],
        ),
        ("patch([0 1 1 0], [0 0 1 1], 'r'); axis equal; value = [xlim ylim];", [-0.13394683, 1.13394683, 0, 1]),
        ("plot(1:3); axis equal; x = xlim; value = [x(1) < 0.8, numel(xticks) > 4, isequal(x, get(gca, 'XLim'))];", [1, 1, 1]),
        ("imshow(eye(4)); value = xlim;", [0.5, 4.5]),
        (
            "t = hgtransform; g = hggroup('Parent', t); h = plot(1:3, 'Parent', g); s = surf(peaks(4), 'Parent', t); k = scatter(1:2, 1:2, 'Parent', t); value = [h.Parent == g, s.Parent == t, k.Parent == t, g.Parent == t];",
            [1, 1, 1, 1],
        ),
        ("h = scatter([1 2; 3 4], [5 6; 7 8], 'r'); value = [numel(h) h(2).XData h(2).YData h(2).CData];", [2, 2, 4, 6, 8, 1, 0, 0]),
        (
            "h = stem(1:3, ':diamondr'); hold on; k = plot(1:2, 'square'); value = [h.Color strcmp({h.Marker h.LineStyle k.Marker k.LineStyle}, {'diamond' ':' 'square' 'none'})];",
            [1, 0, 0, 1, 1, 1, 1],
        ),
        (
            "h = text(1, 2, 5, 'FontSize', 12); k = text(1, 2, 3, 'z'); value = [strcmp(h.String, '5') h.Position k.Position h.FontSize];",
            [1, 1, 2, 0, 1, 2, 3, 12],
        ),
        ("figure('DefaultAxesFontSize', 20, 'Color', 'w'); ax = axes; value = ax.FontSize;", [20]),
        ("h = fplot3(@sin, @cos, @(t) t, [0 5], 'r', 'LineWidth', 2); value = [h.LineWidth h.Color max(h.ZData)];", [2, 1, 0, 0, 5]),
        ("b = bubblechart(1:3, 1:3, 1:3, 'r', 'MarkerFaceAlpha', 0.2); value = b.CData;", [1, 0, 0]),
        ("pareto([5 3 2]); a = ylim; yyaxis right; value = [a ylim];", [0, 10, 0, 100]),
        (
            "ax = axes; ax.Units = 'pixels'; p = ax.Position; ax.Units = 'normalized'; value = [p ax.Position];",
            [73.8, 47.2, 434, 342.3, 0.13, 0.11, 0.775, 0.815],
        ),
        (
            "f = figure('Position', [1 1 960 540]); f.Units = 'normalized'; p = f.Position; f.Units = 'inches'; value = [p f.Position(3:4)];",
            [0, 0, 0.5, 0.5, 10, 5.625],
        ),
        ("set(0, 'DefaultLineLineWidth', 4); set(0, 'DefaultLineLineWidth', 'remove'); h = plot(1:2); value = h.LineWidth;", [0.5]),
        ("set(0, 'DefaultLineLineWidth', 4); set(gcf, 'DefaultLineLineWidth', 'factory'); h = plot(1:2); value = h.LineWidth;", [0.5]),
        ("plot(1:2); c = colorbar; colorbar off; l = legend('a'); legend off; value = [isvalid(c) isvalid(l)];", [0, 0]),
        ("plot(1:2); l = legend('hide'); m = legend('toggle'); value = [l == m, strcmp(l.Visible, 'on'), numel(l.String)];", [1, 1, 1]),
        (
            "plot(1:3); hold on; plot(4:6); h = findobj(gca, 'Type', 'line'); value = [h(1).YData numel(findobj(gcf, '-depth', 1)) numel(findobj(gcf, 'flat'))];",
            [4, 5, 6, 2, 1],
        ),
        (
            "plot(1:3, 'Tag', 'a'); hold on; plot(1:3, 'Tag', 'b'); plot(1:3, 'Color', 'k'); value = [numel(findobj(gca, 'Type', 'line', '-xor', 'Tag', 'a')), numel(findobj(gca, 'Tag', 'a', '-or', {'Type', 'line', '-not', 'Tag', 'b'})), numel(findobj(gca, '-function', @(h) isprop(h, 'XData')))];",
            [2, 2, 3],
        ),
        (
            "h = plot(magic(3)); k = line(1:2, 1:2, 'Color', 'k'); ax = gca; ax.ColorOrder = [1 0 0; 0 1 0]; value = [h(2).Color h(3).Color k.Color];",
            [0, 1, 0, 1, 0, 0, 0, 0, 0],
        ),
        ("h = plot(1:3, 'k'); b = bar([1 2; 3 4]); colororder([0 0 1; 0 1 0]); value = [b.FaceColor];", [0, 0, 1, 0, 1, 0]),
        (
            "plot(1:3); hold on; h = plot(3:5, 'SeriesIndex', 1); s = scatter(1:2, 1:2, 'SeriesIndex', 2); value = [h.Color s.CData];",
            [0, 0.447, 0.741, 0.85, 0.325, 0.098],
        ),
        ("h = plot(1:3); h.Color = 'k'; colororder('r'); value = h.Color;", [0, 0, 0]),
        (
            "for k = 1:3, ax(k) = subplot(3, 1, k); plot(k * (1:3)); end, linkaxes(ax); ax(2).XLim = [2 5]; axis(ax(3), [0 1 2 3]); value = [ax(1).XLim ax(2).YLim];",
            [0, 1, 2, 3],
        ),
        (
            "for k = 1:2, ax(k) = subplot(2, 1, k); plot(k * (1:3)); end, linkaxes(ax, 'x'); ylim([0 9]); linkaxes(ax, 'off'); xlim([0 7]); value = [ax(1).XLim ax(1).YLim];",
            [1, 3, 1, 3],
        ),
        (
            "b = boxchart([1;1;2;2], [5;6;7;8], 'GroupByColor', [3;4;3;4], 'MarkerStyle', 'x'); value = [numel(b) xlim b(2).BoxEdgeColor numel(xticks)];",
            [2, 0.5, 2.5, 0.85, 0.325, 0.098, 2],
        ),
        ("h = xline(2, '-', {'two', 'lines'}); value = [numel(h) numel(h.Label)];", [1, 2]),
        ('swarmchart(categorical(["u";"v";"u"]), [1;2;3]); value = [double(xticks) double(xlim) numel(xticklabels)];', [1, 2, 1, 2, 2]),
        ("plot(1:3); axis equal; axis tight; value = [xlim ylim];", [1, 3, 1, 3]),
        ("ax = axes('OuterPosition', [0 0 0.5 0.5]); value = ax.Position;", [0.065, 0.055, 0.3875, 0.4075]),
        (
            "ax = axes; ax.InnerPosition = [0.2 0.2 0.3 0.3]; value = [ax.Position strcmp(ax.PositionConstraint, 'innerposition')];",
            [0.2, 0.2, 0.3, 0.3, 1],
        ),
        ("quiver3([0 0], [0 0], [0 0], [1 0], [0 1], [0 1], 0); value = zlim;", [0, 1]),
        (
            "polar([0 1], [1 2]); hold on; polar([0 1], [1 8]); h = findobj(gca, 'Type', 'line'); value = [numel(h), numel(findall(gca, 'String', '90°'))];",
            [2, 1],
        ),
        ("h = histogram2([1 2 2], [1 2 2], [2 2], 'FaceColor', 'flat'); value = [caxis size(unique(h.FaceVertexCData))];", [1, 2, 2, 1]),
        (
            "h = polarhistogram([0.1 0.2 3], 'NumBins', 4, 'FaceColor', 'r'); value = [h.FaceColor h.Values];",
            [1, 0, 0, 2, 1, 0, 0],
        ),
        (
            "h = plot(digraph([1 1 2 3], [2 3 4 4]), 'Layout', 'layered', 'NodeColor', 'r', 'MarkerSize', 9); value = [h.XData h.YData h.NodeColor h.MarkerSize];",
            [0, -0.5, 0.5, 0, 0, -1, -1, -2, 1, 0, 0, 9],
        ),
        (
            "h = plot(digraph([1 2 3], [2 3 1]), 'k--', 'Layout', 'layered', 'EdgeLabel', {'p', 'q', 'r'}); value = [h.YData strcmp(h.EdgeLabel{2}, 'q') max(h.EdgeColor)];",
            [0, -1, -2, 1, 0],
        ),
        (
            "h = plot(graph([1 1 2 2], [2 3 4 5]), 'Layout', 'layered', 'NodeLabel', {}); value = [h.YData numel(h.NodeLabel)];",
            [0, -1, -1, -2, -2, 0],
        ),
        ("[s, ax, big] = plotmatrix(magic(4)); value = [size(ax), isequal(ax(2).XLim, ax(3).XLim), isequal(gca, big)];", [4, 4, 1, 1]),
        ("title('t'); plot(1:2); title('t'); fontsize(gcf, 15, 'points'); ax = gca; value = [ax.FontSize ax.Title.FontSize];", [15, 15]),
    ],
)
def test_lists_and_computed_properties(code: str, expected: list[float]) -> None:
    session = Session(provider="host")
    outcome = session.run(code)
    assert outcome.error is None and np.ravel(session.workspace["value"]).tolist() == pytest.approx(expected)


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("polarplot(1:3); a = gca; g = figure; h = copyobj(a, g); disp(class(h))", "matlab.graphics.axis.PolarAxes"),
        ("plot(magic(3)); legend('a', 'b'); h = copyobj(gca, figure); l = h.Legend; hold(h, 'on'); plot(h, 1:3); l = findobj(gcf, 'Type', 'legend'); disp(l.String)", "{'a'} {'b'} {'data1'}"),
        ("h = rotate3d; h.Enable = 'on'; z = zoom; z.Motion = 'horizontal'; disp(z.Motion); t = axtoolbar('default'); t.Visible = 'off';", "horizontal"),
        ("try, u = uicontrol('Style', 'slider'); catch e, disp(e.identifier), end; try, f = uifigure; catch e, disp(e.identifier), end", "RunMat:uicontrol:notAvailable RunMat:uifigure:notAvailable"),
        ("plot(1:3); f = [tempname '.bmp']; saveas(gcf, f); i = imfinfo(f); delete(f); disp(i.Format)", "bmp"),
    ],
)  # fmt: skip
def test_copies_and_what_needs_a_window(program: str, expected: str) -> None:
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)
