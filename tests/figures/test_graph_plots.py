"""Plots of graphs: properties of nodes and edges, what highlights change, and what images show."""

import pytest

from runmat_kernel.session import Session

from .images import count, drawn

_GRAPH = "h = plot(graph([1 2 3], [2 3 1], [], {'A', 'B', 'C'})); "


@pytest.mark.parametrize(
    "condition",
    [
        "isa(h, 'matlab.graphics.chart.primitive.GraphPlot') && strcmp(h.Type, 'graphplot') && isequal(h.NodeLabel, {'A', 'B', 'C'})",
        "h.NodeCData = [1 2 5]; strcmp(h.NodeColor, 'flat') && isequal(caxis, [1 5])",
        "h.NodeColor = [1 0 0; 0 1 0; 0 0 1]; isequal(size(h.NodeColor), [3 3])",
        "h.MarkerSize = [2 4 8]; h.Marker = {'s', 'o', 'd'}; isequal(h.Marker, {'square', 'o', 'diamond'})",
        "highlight(h, {'A', 'C'}, 'NodeColor', 'r'); isequal(h.NodeColor(:, 1)', [1 0 1])",
        "highlight(h, [true false false], 'Marker', 's'); isequal(h.Marker, {'square', 'o', 'o'})",
        "highlight(h, 'A', 'B'); isequal(h.LineWidth, [1 0.5 0.5])",
        "highlight(h, [1 2 3], 'EdgeColor', 'r'); isequal(h.EdgeColor(:, 1)', [1 0 1])",
        "highlight(h, graph([1 2], [2 3])); isequal(h.LineWidth, [1 0.5 1]) && isequal(h.MarkerSize, [8 8 8])",
        "h.XData = [1 2 3]; h.YData = [0 0 1]; isequal(h.XData, 1:3)",
        "h = plot(digraph([1 2], [2 3]), 'Layout', 'layered', 'Direction', 'right'); isequal(h.XData, [0 1 2])",
        "h = plot(digraph([1 2], [2 3])); strcmp(h.ShowArrows, 'on') && strcmp(h.EdgeLabelMode, 'auto')",
        "ax = gca; isempty(ax.XTick) && strcmp(ax.XLimitMethod, 'padded')",
    ],
)
def test_plotted_graphs(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run(_GRAPH + "; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1"


def test_highlights_are_seen() -> None:
    plain, painted = (drawn(_GRAPH + more)[1] for more in ("", "highlight(h, [1 2 3], 'NodeColor', 'r', 'MarkerSize', 20)"))
    assert count(plain, (255, 0, 0), 90) == 0 and count(painted, (255, 0, 0), 90) > 300


def test_edges_of_loops_and_three_dimensions_are_drawn() -> None:
    drawn("plot(graph([1 1], [1 2], 'omitselfloops')); plot(graph([1 1], [1 2]), 'ZData', [0 1], 'XData', [0 1], 'YData', [0 1]); view(3)")
    drawn("plot(digraph([1 1], [1 2]), 'EdgeLabel', {'a', 'b'}, 'NodeColor', 'none')")
