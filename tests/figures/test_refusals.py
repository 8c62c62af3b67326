"""Arguments and property values that MATLAB refuses: which error, and that nothing half made stays behind."""

from __future__ import annotations

import pytest

from runmat_kernel import Session


@pytest.fixture
def session() -> Session:
    return Session(provider="host")


VALUES = [
    ("'LineStyle','foo'", "MATLAB:datatypes:InvalidEnumValueFor"), ("'Marker','q'", "MATLAB:datatypes:InvalidEnumValueFor"),
    ("'Visible','maybe'", "MATLAB:datatypes:InvalidEnumValueFor"), ("'Color','nocolour'", "MATLAB:hg:ColorSpec"),
    ("'Color',[1 2]", "MATLAB:hg:ColorSpec"), ("'Color',[2 0 0]", "MATLAB:hg:ColorSpec"), ("'Color',\"#GG0000\"", "MATLAB:hg:ColorSpec"),
    ("'LineWidth',0", "MATLAB:hg:InvalidPropertyValue"), ("'LineWidth','a'", "MATLAB:hg:InvalidPropertyValue"),
    ("'MarkerSize',-1", "MATLAB:hg:InvalidPropertyValue"), ("'Nonsense',1", "MATLAB:hg:InvalidProperty"), ("'zzz'", "MATLAB:plot:InvalidLineSpec"),
]  # fmt: skip


@pytest.mark.parametrize(("pair", "identifier"), VALUES)
def test_values_of_a_line(session: Session, pair: str, identifier: str) -> None:
    assert session.run(f"plot(1:3, {pair})").error.identifier == identifier
    assert session.run("disp(numel(get(gca, 'Children')))").text.strip() == "0"


def test_messages_name_property_class_and_choices(session: Session) -> None:
    error = session.run("h = plot(1:3); h.LineStyle = 'x';").error
    assert error.message == (
        "Error setting property 'LineStyle' of class 'Line':\n'x' is not a valid value. Use one of these values: '-' | '--' | ':' | '-.' | 'none'."
    )
    assert "second element is larger than the first" in session.run("h = gca; h.XLim = [2 1];").error.message


def test_words_are_kept_in_full(session: Session) -> None:
    text = session.run(
        "h = plot(1:3, 'Marker', 'S', 'Visible', true); ax = gca; ax.XGrid = 1; disp(h.Marker); disp(h.Visible); disp(ax.XGrid)"
    ).text
    assert text.split() == ["square", "on", "on"]


AXES = [
    "h.XScale = 'foo';", "h.XTick = [3 2 1];", "h.Position = [1 2];", "h.FontSize = 0;", "h.Units = 'foo';", "h.CLim = [3 1];", "h.Box = 'maybe';",
    "title('a', 'FontWeight', 'foo')", "title(struct('a', 1))", "legend('Location', 'foo')", "colorbar('foo')", "rectangle('Position', [1 2])",
    "text(1, 1, 'a', 'HorizontalAlignment', 'foo')", "figure('Position', [1 2])", "daspect([-1 1 1])",
]  # fmt: skip


@pytest.mark.parametrize("code", AXES)
def test_values_of_other_objects(session: Session, code: str) -> None:
    error = session.run("h = gca; " + code).error
    assert error is not None and error.identifier in (
        "MATLAB:hg:InvalidPropertyValue",
        "MATLAB:hg:InvalidLimits",
        "MATLAB:datatypes:InvalidEnumValueFor",
    )


CALLS = [
    ("plot(ones(2, 2, 2))", "MATLAB:plot:InvalidDimensions"), ("bar([1 1 2], 1:3)", "MATLAB:bar:DuplicateXData"), ("bar(ones(2, 2, 2))", "MATLAB:bar:InvalidDimensions"),
    ("area(1:3, 1:4)", "MATLAB:area:InvalidXYData"), ("pie([])", "MATLAB:pie:NoPositiveData"), ("pie(1:3, 1:4)", "MATLAB:pie:ExplodeLengthMismatch"),
    ("scatter(1:3, 1:3, 1:4)", "MATLAB:scatter:InvalidSizeData"), ("scatter(1:3, 1:3, 10, 1:4)", "MATLAB:scatter:InvalidCData"),
    ("errorbar(1:3, 1:3, 1:4)", "MATLAB:errorbar:VectorsSameLength"), ("imagesc(magic(3), [2 1])", "MATLAB:imagesc:InvalidLimits"),
    ("mesh({1})", "MATLAB:mesh:InvalidDataArgument"), ("fill('a', 1, 'r')", "MATLAB:fill:InvalidDataArgument"), ("patch(1)", "MATLAB:minrhs"),
    ("xline", "MATLAB:minrhs"), ("xline('a')", "MATLAB:xline:InvalidDataArgument"), ("yyaxis middle", "MATLAB:yyaxis:InvalidSide"),
    ("annotation('foo')", "MATLAB:annotation:UnknownType"), ("legend(5)", "MATLAB:legend:InvalidArgument"), ("grid foo", "MATLAB:grid:UnknownOption"),
    ("xlim('foo')", "MATLAB:hg:InvalidLimits"), ("xlim({1})", "MATLAB:hg:InvalidLimits"), ("view([1 2 3 4])", "MATLAB:view:InvalidView"),
    ("subplot(2, 2, 1.5)", "MATLAB:subplot:SubplotIndexNonInteger"), ("subplot('a', 1, 1)", "MATLAB:subplot:UnknownOption"),
    ("tiledlayout(0, 1)", "MATLAB:tiledlayout:InvalidGridSize"), ("tiledlayout(2, 2); nexttile(7)", "MATLAB:nexttile:NotEnoughSpace"),
    ("polarplot('a')", "MATLAB:minrhs"), ("polarplot({1})", "MATLAB:polarplot:InvalidDataArgument"), ("rose('a')", "MATLAB:rose:InvalidDataArgument"),
    ("heatmap('a')", "MATLAB:heatmap:InvalidDataArgument"), ("boxplot('a')", "MATLAB:boxplot:InvalidDataArgument"),
    ("xticks(NaN)", "MATLAB:hg:InvalidPropertyValue"), ("figure([])", "MATLAB:figure:InvalidNumber"), ("gca([])", "MATLAB:class:InvalidHandle"),
    ("bar(1:3, 1:3, 1:3)", "MATLAB:bar:InvalidWidth"), ("imshow(ones(2, 2, 2))", "MATLAB:imshow:InvalidCData"), ("getpoints(1)", "MATLAB:class:InvalidHandle"),
    ("subplot(-1)", "MATLAB:subplot:SubplotIndexTooLarge"), ("nexttile(gca, 1)", "MATLAB:nexttile:InvalidTarget"), ("hist(gca)", "MATLAB:minrhs"),
    ("close nosuchwindow", "MATLAB:close:WindowNotExist"), ("fplot(@(x) x, [2 1])", "MATLAB:fplot:InvalidInterval"), ("linkaxes(5)", "MATLAB:class:InvalidHandle"),
]  # fmt: skip


@pytest.mark.parametrize(("code", "identifier"), CALLS)
def test_arguments(session: Session, code: str, identifier: str) -> None:
    assert session.run(code).error.identifier == identifier


def test_a_refused_plot_leaves_the_one_before(session: Session) -> None:
    session.run("h = plot(1:3);")
    for code in ("errorbar(1:3, 1:4)", "scatter(1:3, 1:4)", "bar(1:3, 1:4)", "surf(1:3)", "pie(-1)", "area(1:3, 1:4)", "imagesc({1})"):
        assert session.run(code).error is not None
        assert session.run("disp(isvalid(h))").text.split() == ["1"], code


def test_warnings_of_legends_and_pies(session: Session) -> None:
    assert session.run("legend('a')").text == "Warning: Plot empty.\n"
    assert session.run("plot(1:3); legend('a', 'b')").text == "Warning: Ignoring extra legend entries.\n"
    assert session.run("h = pie([1 -1 1]); disp(numel(h))").text.split()[-1] == "4"


def test_what_a_property_takes_can_be_asked(session: Session) -> None:
    assert "dash" not in session.run("c = set(plot(1:3), 'LineStyle'); disp(strjoin(c, ' '))").text
    assert session.run("disp(strjoin(set(gca, 'XScale'), ' '))").text.split() == ["linear", "log"]


@pytest.mark.parametrize(
    ("value", "identifier"),
    [("2 * parula", "MATLAB:colormap:InvalidInputRange"), ("[1 2]", "MATLAB:colormap:InvalidNumberColumns"), ("'hsv'", "MATLAB:colormap:InvalidNumberColumns")],
)  # fmt: skip
@pytest.mark.parametrize("owner", ["gca", "gcf", "heatmap(magic(3))"])
def test_colour_maps_that_are_none(session: Session, owner: str, value: str, identifier: str) -> None:
    assert session.run(f"h = {owner}; h.Colormap = {value};").error.identifier == identifier
