"""Plot programs through a Session: what the tree holds, and that every kind of figure is drawn."""

from __future__ import annotations

import struct

import numpy as np
import pytest

from runmat_kernel.figures.drawing.render import render
from runmat_kernel.session import Session


@pytest.fixture
def session() -> Session:
    return Session(provider="host")


def run(session: Session, code: str) -> str:
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


def value(session: Session, code: str) -> np.ndarray:
    run(session, f"result_ = {code};")
    return np.asarray(session.workspace["result_"])


def test_plot_prints_nothing_and_replaces_unless_held(session: Session) -> None:
    assert run(session, "plot(1:3)\nplot(1:4)") == ""
    assert value(session, "numel(get(gca, 'Children'))") == 1
    run(session, "hold on; plot(1:5); plot(1:6);")
    assert value(session, "numel(get(gca, 'Children'))") == 3
    assert value(session, "ishold") == 1


def test_colour_order_and_line_specification(session: Session) -> None:
    run(session, "h = plot(1:3, magic(3)); g = plot(1:3, 'r--s');")
    assert value(session, "isvalid(h(1))") == 0
    assert value(session, "g.Color").tolist() == [[1, 0, 0]]
    run(session, "h = plot(1:3, magic(3));")
    assert value(session, "get(h(2), 'Color')").ravel() == pytest.approx([0.85, 0.325, 0.098])


def test_dot_access_get_set_and_defaults(session: Session) -> None:
    run(session, "set(0, 'DefaultLineLineWidth', 3); h = plot(1:3); h.Marker = 'o'; set(h, 'markersize', 9);")
    assert value(session, "h.LineWidth") == 3 and value(session, "get(h, 'MarkerSize')") == 9
    run(session, "ax = gca; ax.XLim = [0 5]; ax.Title.String = 'T';")
    assert value(session, "xlim").tolist() == [[0, 5]]
    assert run(session, "disp(get(get(gca, 'Title'), 'String'))") == "T\n"


def test_handles_compare_concatenate_and_delete(session: Session) -> None:
    run(session, "a = plot(1:2); hold on; b = plot(2:3); hs = [a, b]; same = hs(2) == b;")
    assert value(session, "same") == 1 and value(session, "numel(hs)") == 2
    run(session, "delete(a);")
    assert value(session, "ishandle(a)") == 0 and value(session, "numel(findobj(gca, 'Type', 'line'))") == 1


def test_handles_are_members_of_sets(session: Session) -> None:
    run(session, "ax = axes; p = plot(ax, 1:3); r = [ax; p]; [tf, place] = ismember(r, [p; ax; p]);")
    assert value(session, "[tf place]").tolist() == [[1, 2], [1, 1]]
    assert value(session, "setdiff(r, p) == ax") == 1 and value(session, "isempty(setdiff(p, p))") == 1
    run(session, "[u, ia, ic] = unique([p; p; ax]);")
    assert value(session, "u(ic) == [p; p; ax]").all() and value(session, "numel(union(u, r))") == 2
    assert value(session, "isequal(intersect(r, [p; gcf]), p)") == 1
    assert session.run("union(p, 0.5)").error.identifier == "MATLAB:union:InvalidInput"


def test_axes_fill_their_place_unless_their_shape_is_set(session: Session) -> None:
    assert run(session, "a = axes; disp(get(a, 'WarpToFill')), axis equal, disp(get(a, 'WarpToFill'))") == "on\noff\n"


def test_subplot_positions_are_matlabs(session: Session) -> None:
    run(session, "ax = subplot(2, 2, 4);")
    assert value(session, "ax.Position").ravel() == pytest.approx([0.5703, 0.11, 0.3347, 0.3412], abs=2e-4)


def test_figures_by_number_close_and_changes(session: Session) -> None:
    run(session, "figure(3); plot(1:2); figure(1); plot(1:2);")
    assert [int(f.number("Number")) for f in session.figures.take_changed()] == [1, 3]
    assert session.figures.take_changed() == []
    run(session, "close(3); title('again');")
    assert [int(f.number("Number")) for f in session.figures.take_changed()] == [1]
    run(session, "h = plot(1:2); ax = gca;")
    session.figures.take_changed()
    run(session, "h.Parent; hold on; hold off; axes(ax); x = ax.XLim; set(gcf, 'Name', 'n', 'PaperPosition', [0 0 1 1]);")
    assert session.figures.take_changed() == []
    for change in ("h.YData = [3 4];", "ax.XLim(2) = 9;", "ax.Title.String = 'new';", "set(h, 'Color', 'r');", "delete(h)"):
        run(session, change)
        assert [int(f.number("Number")) for f in session.figures.take_changed()] == [1], change
    run(session, "close all")
    assert session.figures.take_changed() == [] and value(session, "isempty(get(0, 'Children'))") == 1


@pytest.mark.parametrize("width", [150, 300, 560, 900])
@pytest.mark.parametrize("plotted", ["surf([-3 3], [-3 3], [0 1; 2 6])", "plot([-3 3.2], [0 6])", "plot([1 7], [-0.31 0.07])"])
def test_automatic_limits_are_ticks(session: Session, width: int, plotted: str) -> None:
    run(session, f"close all; figure('Position', [0 0 {width} 300]); {plotted}; ax = gca;")
    for letter in "XY":
        limits, ticks = value(session, f"ax.{letter}Lim").ravel(), value(session, f"ax.{letter}Tick").ravel()
        assert ticks.size >= 2 and ticks[[0, -1]] == pytest.approx(limits)


@pytest.mark.parametrize(
    "code", ["sphere", "cylinder", "ellipsoid(0,0,0,1,1,1)", "swarmchart([1 1], [2 3])", "bubblechart(1:2, 1:2, 1:2)", "pie3([1 2])",
             "plotyy(1:3, 1:3, 1:3, 1:3)", "triplot([1 2 3], [0 1 0], [0 0 1])"],
)  # fmt: skip
def test_what_is_drawn_without_outputs_prints_nothing(session: Session, code: str) -> None:
    assert run(session, code) == "" and session.figures.all


def test_histogram_bins(session: Session) -> None:
    run(session, "h = histogram([1 2 2 3 3 3]);")
    assert value(session, "h.Values").tolist() == [[1, 2, 3]]
    assert value(session, "h.BinEdges").tolist() == [[0.5, 1.5, 2.5, 3.5]]
    assert value(session, "histcounts([1 2 3 4], [1 2 4], 'Normalization', 'probability')").tolist() == [[0.25, 0.75]]


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("plot([1 2], [1 2 3])", "MATLAB:plot:VectorsSameLength"), ("plot(1:3, 'NoSuchThing', 1)", "MATLAB:hg:InvalidProperty"),
        ("axis([1 2 3])", "MATLAB:axis:WrongNumberElements"), ("xlim([3 1])", "MATLAB:hg:InvalidLimits"), ("colormap(ones(2))", "MATLAB:colormap:invalidInput"),
        ("get(99)", "MATLAB:class:InvalidHandle"), ("surf(1:3)", "MATLAB:surf:ZMustBeMatrix"), ("saveas(gcf, 'x.nope')", "MATLAB:print:UnsupportedFormat"),
    ],
)  # fmt: skip
def test_mistakes(session: Session, code: str, identifier: str) -> None:
    outcome = session.run(code)
    assert outcome.error is not None and outcome.error.identifier == identifier


PROGRAMS = {
    "lines": "t = 0:0.1:6; plot(t, sin(t), 'r--o', t, cos(t)); grid on; legend('a', 'b', 'Location', 'southoutside'); title('x_1^2 \\alpha'); xlabel('t');",
    "logarithmic": "loglog(1:100, (1:100).^2); hold on; semilogx(1:10, 1:10);",
    "bars": "subplot(2,2,1); bar([1 2; 3 4]); subplot(2,2,2); bar([1 2; 3 4], 'stacked'); subplot(2,2,3); barh([1 2 3]); subplot(2,2,4); pie([1 2 3]);",
    "discrete": "subplot(1,3,1); stem(1:5); subplot(1,3,2); stairs(1:5); subplot(1,3,3); errorbar(1:5, [1 1 1 1 1]); sgtitle('all');",
    "areas": "area([1 2; 2 3; 1 1]); hold on; fill([1 2 3], [1 3 1], 'g'); patch('Faces', [1 2 3], 'Vertices', [1 1; 2 1; 2 2], 'FaceColor', 'red');",
    "scatter": "scatter(1:10, rand(1,10), 30, 1:10, 'filled'); colorbar; colormap(jet(16)); xline(3, '--', 'here'); yline(0.5); text(2, 0.5, 'a note');",
    "scatter3": "scatter3(1:5, 1:5, 1:5); figure(1); plot3(1:5, 1:5, 1:5); view(30, 20);",
    "images": "subplot(1,3,1); imagesc(magic(8)); axis image; subplot(1,3,2); imshow(uint8(magic(16))); subplot(1,3,3); image(rand(4, 4, 3));",
    "surfaces": "[x, y] = meshgrid(-2:0.4:2); z = x.*exp(-x.^2-y.^2); subplot(2,2,1); surf(x,y,z); shading interp; subplot(2,2,2); mesh(x,y,z); "
    "subplot(2,2,3); surfc(x,y,z); camlight; subplot(2,2,4); pcolor(z);",
    "contours": "z = magic(9); subplot(1,3,1); contour(z); subplot(1,3,2); [c, h] = contourf(z, 5); clabel(c, h); subplot(1,3,3); contour3(z, 5);",
    "arrows": "[x, y] = meshgrid(1:4); quiver(x, y, -y, x); axis equal; annotation('arrow', [0.2 0.4], [0.2 0.4]); rectangle('Position', [1 1 2 2], 'Curvature', 1);",
    "two axes": "yyaxis left; plot(1:5); ylabel('l'); yyaxis right; plot((1:5).^3); ylabel('r'); title('both');",
    "tiles": "t = tiledlayout(2, 2); nexttile; plot(1:3); nexttile; bar(1:3); nexttile([1 2]); imagesc(magic(4)); title(t, 'tiles');",
    "functions": "fplot(@(x) sin(x)./x, [-10 10]); hold on; fplot(@cos);",
    "triangles": "trisurf([1 2 3; 2 3 4], [0 1 0 1], [0 0 1 1], [0 1 1 0]);",
    "empty": "axes; xlabel('nothing yet');",
    "nan": "plot([1 NaN 3], [NaN NaN NaN]); hold on; bar([NaN 1]); surf(nan(3));",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_figures_are_drawn(session: Session, name: str) -> None:
    run(session, PROGRAMS[name])
    figure = session.figures.gcf()
    image = render(figure, "png", scale=1.0)
    assert image.data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", image.data[16:24]) == (image.width, image.height)


def test_svg_is_the_same_every_time(session: Session) -> None:
    run(session, "plot(1:3); title('x^2'); legend('one');")
    assert render(session.figures.gcf(), "svg").data == render(session.figures.gcf(), "svg").data


def test_print_saves_a_file(session: Session, tmp_path) -> None:
    run(
        session,
        f"plot(1:3); print('-dpng', '{tmp_path}/a.png', '-r100'); saveas(gcf, '{tmp_path}/b.svg'); exportgraphics(gca, '{tmp_path}/c.pdf');",
    )
    assert (
        (tmp_path / "a.png").read_bytes()[:4] == b"\x89PNG"
        and b"<svg" in (tmp_path / "b.svg").read_bytes()
        and (tmp_path / "c.pdf").read_bytes()[:4] == b"%PDF"
    )


def test_devices_of_print_name_the_form_and_the_figure(session: Session, tmp_path) -> None:
    run(
        session,
        f"cd('{tmp_path}'); f = figure; plot(1:3); g = figure; axis off; print(f, '-depsc2', 'a'); print -deps b.eps -loose; print -dpsc2 c",
    )
    run(session, "print('-djpeg90', 'd'); print -dtiffnocompression e; print('-f1', '-dpdf', 'h'); saveas(f, 'i', 'epsc')")
    assert [(tmp_path / name).read_bytes()[:4] for name in ("a.eps", "b.eps", "c.ps", "i.eps")] == [b"%!PS"] * 4
    assert (tmp_path / "d.jpg").is_file() and (tmp_path / "e.tif").is_file()
    run(session, "print('-f2', '-dpdf', 'k'); print('-dpdf', 'l')")
    assert (tmp_path / "h.pdf").stat().st_size != (tmp_path / "k.pdf").stat().st_size == (tmp_path / "l.pdf").stat().st_size


def test_properties_of_the_paper_follow_each_other(session: Session) -> None:
    run(
        session,
        "f = figure; set(f, 'PaperType', 'a4'); s = get(f, 'PaperSize'); set(f, 'PaperUnits', 'centimeters'); c = get(f, 'PaperSize');",
    )
    assert run(session, "fprintf('%.3f ', s, c)") == "8.268 11.693 21.000 29.700 "
    run(session, "set(f, 'PaperOrientation', 'landscape', 'PaperPosition', [1 2 14.85 10.5]); set(f, 'PaperUnits', 'normalized')")
    assert run(session, "fprintf('%.3f ', get(f, 'PaperSize'), get(f, 'PaperPosition'))") == "1.000 1.000 0.034 0.095 0.500 0.500 "
    run(session, "set(f, 'PaperUnits', 'points'); set(f, 'PaperSize', [72 144]); set(f, 'PaperUnits', 'inches')")
    assert run(session, "fprintf('%g ', f.PaperSize); disp([f.PaperType f.PaperPositionMode])") == "1 2 <custom>manual\n"
    assert session.run("set(f, 'PaperUnits', 'miles')").error is not None


SAVED = [
    "plot(magic(4), '--o'); title('T'); xlabel({'a', 'b'}); legend('a', 'b', 'c', 'd'); grid on; xlim([1 5])",
    "subplot(2, 1, 1); bar([1 2; 3 4]); subplot(2, 1, 2); imagesc(magic(4)); colorbar; colormap hot",
    "surf(peaks(12)); view(20, 40); zlabel('z')",
    "yyaxis left; plot(1:3); yyaxis right; plot([9 5 7]); ylabel('r')",
    "tiledlayout(1, 2); nexttile; pie([1 2 3]); nexttile; histogram([1 2 2 3 3 3]); sgtitle('all')",
    "plot(datetime(2024, 1, 1:5), 1:5); xline(datetime(2024, 1, 3), '--', 'L')",
]


@pytest.mark.parametrize("code", SAVED)
def test_saved_figures_look_the_same(code: str, tmp_path) -> None:
    session = Session(provider="host")
    assert session.run(f"{code}; savefig('{tmp_path}/f.fig')").error is None
    before = render(session.figures.current).data
    assert session.run(f"close all; f = openfig('{tmp_path}/f.fig');").error is None
    assert render(session.figures.current).data == before


def test_only_files_of_savefig_are_opened(tmp_path) -> None:
    (tmp_path / "bad.fig").write_bytes(b"no figure")
    assert Session().run(f"openfig('{tmp_path}/bad.fig')").error.identifier == "MATLAB:openfig:InvalidFile"
    assert Session().run("print('-dnosuch', 'x')").error.identifier == "MATLAB:print:UnrecognizedDevice"


def test_what_needs_a_window_is_accepted(session: Session) -> None:
    assert (
        run(session, "plot(1:3); disableDefaultInteractivity(gca); axtoolbar(gca, {'zoomin'}); enableDefaultInteractivity(gca); zoom on")
        == ""
    )


@pytest.mark.parametrize(
    "program",
    [
        "quiver(rand(2,2,2), rand(2,2,2), rand(2,2,2), rand(2,2,2))", "polarplot([1e300 -1e300 1])", "polarscatter([1e300 1], [-1e300 1])",
        "bubblechart(NaN, NaN, NaN)", "bubblechart(magic(3), magic(3), magic(3))", "errorbar(datetime(2024,1,1:3), ones(1,3))",
        "scatter(rand(1, 6000), rand(1, 6000), 9, 'r', 'filled', 'MarkerFaceAlpha', 0.3); legend('many')", "scatter(rand(1, 6000), rand(1, 6000), '+')",
    ],
)  # fmt: skip
def test_odd_data_is_drawn(program: str) -> None:
    session = Session(provider="host")
    outcome = session.run(program)
    assert outcome.error is None
    assert render(session.figures.gcf(), scale=1.0).data


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("s = scatter(1:3, 1:3, 'filled'); disp(s.MarkerFaceColor); disp(s.MarkerEdgeColor)", "flat none"),
        ("s = scatter3(1:3, 1:3, 1:3, 'filled', 'MarkerEdgeColor', 'k'); disp(s.MarkerEdgeColor)", "0 0 0"),
        ("b = bubblechart(1:3, 1:3, 1:3); disp(b.MarkerEdgeColor)", "flat"),
        ("b = bubblechart(magic(3), magic(3), magic(3)); disp(b(2).SizeData)", "1 5 9"),
    ],
)
def test_looks_of_points(program: str, expected: str) -> None:
    outcome = Session(provider="host").run(program)
    assert outcome.error is None and outcome.text.split() == expected.split()


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("s = swarmchart([1 1 1 2 2], [3 3 4 1 1]); disp(s.XData)", "1 1 1 2 2"),
        ("s = swarmchart3([1 1 2], [1 1 2], [3 3 4]); disp([s.XData s.YData])", "1 1 2 1 1 2"),
        ("swarmchart([1 1 1], [1e300 -1e300 1]); swarmchart([1 1], int64([1 9007199254740993])); swarmchart(1:3, [NaN Inf 3]);", ""),
        ("h = plot(zeros(3, 0)); disp(size(h))", "1 1"),
    ],
)
def test_swarms_and_lines_without_points(program: str, expected: str) -> None:
    session = Session(provider="host")
    outcome = session.run(program)
    assert outcome.error is None and outcome.text.split() == expected.split(), (outcome.error, outcome.text)
    assert render(session.figures.gcf(), scale=1.0).data


def test_points_of_a_swarm_stand_beside_each_other() -> None:
    session = Session(provider="host")
    one, other = (
        session.run(f"clf; {draw}([1 1 1 1 1], [2 2 2 2 2], 300, 'r', 'filled'); axis([0 2 1 3])")
        and render(session.figures.gcf(), scale=1.0).data
        for draw in ("scatter", "swarmchart")
    )
    assert one != other
