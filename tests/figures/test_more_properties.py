"""Properties and functions of plots that programs read: groups of bars, what texts cover, kinds of rulers, defaults of texts, searches."""

from __future__ import annotations

import pytest

from runmat_kernel.session import Session


@pytest.mark.parametrize(
    "condition",
    [
        "b = bar([1 2;3 4]); all(abs([b.XEndPoints] - ([1 2 1 2] + [-1 -1 1 1]/7)) < 1e-12)",
        "b = bar(magic(3)); all(abs(b(1).XEndPoints - (1:3) + 2/9) < 1e-12)",
        "b = bar(rand(2, 8)); all(abs(b(1).XEndPoints - (1:2) + .35) < 1e-12)",
        # The usual formula for error bars on groups of bars gives the middles of the bars.
        "b = bar(rand(3, 4)); w = min(.8, 4/5.5); all(abs(b(2).XEndPoints - ((1:3) - w/2 + 3*w/8)) < 1e-12)",
        "b = bar([1 2;3 4]); b(1).BarWidth = .5; b(2).BaseValue = -1; isequal([b.BarWidth b.BaseValue], [.5 .5 -1 -1])",
        "b = bar([1 2;3 4]); b(1).BarLayout = 'stacked'; isequal(b(2).YEndPoints, [3 7]) && strcmp(b(2).BarLayout, 'stacked')",
        "b = bar([1 2;3 4], 'stacked'); b(1).YData = [5 5]; isequal(b(2).YEndPoints, [7 9])",
        "b = bar([1 NaN -1;-3 4 2], 'stacked'); isequaln([b.YEndPoints], [1 -3 NaN 4 -1 6])",
        "plot(1:10); t = text(2, 5, 'hello'); e = t.Extent; e(1) == 2 && e(2) < 5 && e(2) + e(4) > 5 && e(3) > .3 && e(3) < 2",
        "plot(1:10); t = text(2, 5, 'hello'); u = text(2, 5, 'hello hello'); u.Extent(3) > 1.5 * t.Extent(3)",
        "plot(1:10); t = text(2, 5, 'a', 'HorizontalAlignment', 'right'); e = t.Extent; abs(e(1) + e(3) - 2) < 1e-9",
        "semilogx([1 1000], [0 1]); t = text(10, .5, 'wide'); e = t.Extent; abs(e(1) - 10) < 1e-9 && e(3) > 1",
        "plot(1:10); t = text(2.8, 5.5, 'a'); t.Units = 'normalized'; all(abs(t.Position - [.2 .5 0]) < 1e-12)",
        "plot(1:10); t = text(.2, .5, 'a', 'Units', 'normalized'); t.Units = 'data'; all(abs(t.Position - [2.8 5.5 0]) < 1e-12)",
        "plot(datetime(2020, 1:3, 1), 1:3); ax = gca; contains(class(ax.XAxis), 'DatetimeRuler') && contains(class(ax.YAxis), 'NumericRuler')",
        "bar(categorical({'a','b'}), 1:2); ax = gca; contains(class(ax.XAxis), 'CategoricalRuler')",
        "plot(datetime(2020, 1:3, 1), 1:3); h = xline(datetime(2020, 2, 1)); h.Value == datetime(2020, 2, 1)",
        "f = figure; ax = axes; f.CurrentObject = ax; gco == ax && isempty(gco(figure))",
        "isequal(size(get(axes, 'CurrentPoint')), [2 3])",
        "t = tiledlayout('flow'); for k = 1:5, nexttile; end; isequal(t.GridSize, [2 3])",
        "h = histogram(1:100, 10); a = morebins(h); b = fewerbins(h); isequal([a b h.NumBins], [11 9 9])",
        # Titles and labels are found by findall alone, and take the interpreter that texts have.
        "plot(1:3); title('a'); xlabel('b'); numel(findall(gcf, 'Type', 'text')) == 2 && isempty(findobj(gcf, 'Type', 'text'))",
        "set(0, 'defaulttextinterpreter', 'latex'); t = title('$x$'); strcmp(t.Interpreter, 'latex')",
        "set(0, 'defaulttextinterpreter', 'latex'); t = title('x', 'Interpreter', 'none'); strcmp(t.Interpreter, 'none')",
        # The lines of a box plot are found by their tags, and stand in the rows of what it gives.
        "h = boxplot(rand(9, 3)); isequal(size(h), [7 3]) && numel(findobj(gca, 'Tag', 'Box')) == 3 && strcmp(h(6, 2).Tag, 'Median')",
        "h = boxplot([1 2;3 4;5 90], 'Colors', 'gk', 'Widths', .2, 'Symbol', 'bo'); isequal({h(5, :).Color}, {[0 1 0] [0 0 0]}) && strcmp(h(7, 1).Marker, 'o')",
        "h = boxplot(rand(9, 2), 'Orientation', 'horizontal', 'Widths', .2); isequal(ylim, [.5 2.5]) && abs(range(h(5, 1).YData) - .2) < 1e-12",
        "h = boxplot([1 2 3 4 100]'); isequal(h(1).YData, [28 28]) && isequal(h(7).YData, 100)",
        "h = boxplot([1 2 3 4 100]', 'Symbol', ''); strcmp(h(7).Visible, 'off')",
        "bar([1 2;3 4]); l = xlim; l(1) <= .5 && l(2) >= 2.5",
        "scatter(1:3, [2 4 6]); hold on; plot(1:3, 'r.'); h = lsline; isequal(h(2).Color, [1 0 0]) || isequal(h(1).Color, [1 0 0])",
        "c = piechart([1 2 1], [\"a\" \"b\" \"c\"]); p = findobj(gca, 'Type', 'patch'); numel(p) == 3 && isequal(c.Labels, [\"a (25%)\" \"b (50%)\" \"c (25%)\"])",
        "c = donutchart([1 NaN -2 3]); c.LabelStyle = 'data'; isequal(c.Proportions, [.25 0 0 .75]) && numel(findobj(gca, 'Type', 'patch')) == 2",
        "c = donutchart([1 3]); c.InnerRadius = .2; v = get(findobj(gca, 'Type', 'patch'), 'Vertices'); abs(min(vecnorm(v{1}, 2, 2)) - .2) < 1e-9",
        "c = piechart([1 3]); c.Data = [1 1 2]; isequal(c.Proportions, [.25 .25 .5])",
        # Corners of patches: what was set last counts.
        "p = fill([0 1 1], [0 0 1], 'r'); p.Vertices = [2 2; 1 0; 1 1]; isequal(p.XData, [2;1;1]) && isequal(p.Faces, 1:3)",
        "p = patch('Faces', [1 2 3; 1 3 4], 'Vertices', [0 0; 1 0; 1 1; 0 1]); isequal(p.XData, [0 0;1 1;1 0]) && isequal(p.YData(:, 2)', [0 1 1])",
        "p = patch('Faces', 1:3, 'Vertices', [0 0; 1 0; 1 1]); p.XData = [5;6;7]; isequal(p.Vertices, [5 0;6 0;7 1])",
        "p = fill([0 1 1], [0 0 1], 'r'); p.Vertices(1, :) = [9 9]; p.XData(2) = 4; isequal(p.Vertices, [9 9;4 0;1 1])",
        "f = figure; f.Position = [1 2 300 200]; isequal(f.InnerPosition, [1 2 300 200])",
        "s = surf([1 2; 3 4]); rotate(s, [0 0 1], 90); isequal(round(s.XData, 9), [2 2;1 1]) && isequal(round(s.YData, 9), [1 2;1 2])",
        "h = plot3([0 2], [0 0], [0 0]); rotate(h, [0 90], 180, [1 0 0]); isequal(round(h.XData, 9), [2 0])",
        "subplot 221; subplot(222, 'align'); subplot('212'); numel(findobj(gcf, 'Type', 'axes')) == 3",
    ],
)  # fmt: skip
def test_what_programs_read(condition: str) -> None:
    *before, last = condition.split("; ")
    outcome = Session(provider="host").run("; ".join([*before, f"fprintf('%d', {last})"]))
    assert outcome.error is None and outcome.text == "1", outcome


@pytest.mark.parametrize(
    "program",
    [
        "bar3(0, Inf, 1)",
        "bar3([1 Inf 2], 'stacked')",
        "plot([0 1.7e308])",
        "trimesh([1 2 3], 1, 2, 3)",
        "patch('Faces', [1 2 9; 1 2 3], 'Vertices', [0 0; 1 1; 1 0])",
        "gscatter([1 NaN 3], [1 2 3], [1 1 2])",
        "histfit([2 2 2])",
        "zplane([], [])",
        "p = fill([0 1 1], [0 0 1], 'r'); p.XData = [];",
        "b = bar(1:3); b.XData = [1 2];",
        "bar(categorical({}), [])",
    ],
)
def test_odd_data_is_drawn(program: str) -> None:
    from runmat_kernel.figures.drawing.render import render

    session = Session(provider="host")
    assert session.run(program).error is None
    assert render(session.figures.gcf(), scale=0.5).data


@pytest.mark.parametrize(
    "program",
    [
        "histogram(categorical({'a','b','a'}), 'BarWidth', .5)",
        "heatmap(magic(3))",
        'piechart([1 2], ["a" "b"])',
        "polarplot(0:.1:6, 0:.1:6)",
        "bubblechart(1:3, 1:3, 1:3)",
        "swarmchart([1 1 2], [1 1 2])",
        "parallelplot([1 2 3; 3 1 2])",
        "plot(graph([1 2], [2 3]))",
        "bar(categorical({'q','w'}), [1 2])",
        "plot(rand(2, 9)); set(gca, 'LineStyleOrder', '-|:')",
        "yyaxis left; plot(1:3); yyaxis right; plot(3:-1:1)",
    ],
)
def test_saved_figures_look_the_same(program: str, tmp_path) -> None:
    from runmat_kernel.figures.drawing.render import render

    session = Session(provider="host")
    assert session.run(program).error is None
    before = render(session.figures.gcf(), scale=0.7).data
    assert session.run(f"savefig('{tmp_path}/f'); close all; openfig('{tmp_path}/f');").error is None
    assert render(session.figures.gcf(), scale=0.7).data == before


def test_numbers_in_the_cells_of_a_heatmap_stay_in_them() -> None:
    """Numbers get smaller with their cells, and are left out where they do not fit."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    from runmat_kernel.figures.drawing import render

    session, found = Session(provider="host"), []
    for code in ("heatmap(magic(3) + .5)", "heatmap(magic(14) + .25)", "heatmap(rand(40, 60))"):
        assert session.run(code).error is None
        (axes,) = [node for node in session.figures.gcf().children if node.type == "axes"]
        drawn = Figure(figsize=(560 / 96, 420 / 96), dpi=96)
        FigureCanvasAgg(drawn)
        render.draw_axes(drawn, session.figures.gcf(), axes, {})
        found.append([text.get_fontsize() for text in drawn.axes[0].texts])
    assert set(found[0]) == {10.0} and len(found[1]) == 196 and max(found[1]) < 10 and not found[2]
