"""What completion offers and inspection tells, by where the cursor stands."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from runmat_kernel import Session
from runmat_kernel.jupyter.completion import complete
from runmat_kernel.jupyter.inspection import inspect


@pytest.fixture(scope="module")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Session]:
    here, folder = Path.cwd(), tmp_path_factory.mktemp("code")
    (folder / "filed_.m").write_text("function y = filed_(x)\n% FILED_  Twice its input.\ny = 2 * x;\nend\n")
    (folder / "data_.mat").write_text("")
    (folder / "+packed_" / "+deeper_" / "@Kind").mkdir(parents=True)
    (folder / "+packed_" / "inner_.m").write_text("function inner_\nend\n")
    made = Session(provider="host")
    made.run(f"cd('{folder}'); varied_ = 3; s.alpha.beta = 2; s.gam = 1; line_ = plot(1:3);")
    made.run("T = table([1; 2], [3; 4], 'VariableNames', {'Age', 'Full Name'}); ax = gca; d = datetime(2020, 1, 1);")
    methods = "methods\nfunction r = norm_(o), r = o.xx; end\nend\nmethods (Static)\nfunction r = make_(), r = 1; end\nend\n"
    made.run(f"classdef Pt_\nproperties\nxx = 1\nend\n{methods}end")
    made.run("p = Pt_;")
    made.run("cells_ = {struct('inside_', 1)}; many_(3).inside_ = 5;")
    made.run("byname_ = containers.Map({'key one'}, 1); keyed_ = dictionary(string('key two'), 2);")
    asked = "methods\nfunction r = get.now_(o), disp('asked'), r = 1; end\nend\n"
    made.run(f"classdef Asked_\nproperties\nheld_ = struct('inside_', 1)\nend\nproperties (Dependent)\nnow_\nend\n{asked}end")
    made.run("asked_ = Asked_;")
    made.run("x = 1; function y = own_(a, b)\n% OWN_  Of a cell.\ny = a;\nend")
    yield made
    os.chdir(here)


@pytest.mark.parametrize(
    ("text", "expected", "kind"),
    [
        ("s.al", "alpha", "field"),
        ("s(1).alpha.", "beta", "field"),
        ("vari", "varied_", "variable"),
        ("deg2r", "deg2rad", "function"),
        ("own", "own_", "function"),
        ("file", "filed_", "function"),
        ("whil", "while", "keyword"),
        ("LINSP", "linspace", "function"),
        ("containers.", "Map", "function"),
        ("py.numpy.linalg.nor", "norm", "property"),
        ("py.ma", "math", "property"),
        ("help linsp", "linspace", "function"),
        ("clear vari", "varied_", "variable"),
        ("hold o", "on", "keyword"),
        ("format longE", "longE", "keyword"),
        ("plot(x, 'LineW", "LineWidth", "keyword"),
        ("set(line_, 'Mark", "MarkerSize", "keyword"),
        ("set(gca, 'XTickL", "XTickLabel", "keyword"),
        ("zeros(2, 'sin", "single", "keyword"),
        ("colormap tur", "turbo", "keyword"),
        ("load dat", "data_.mat", "file"),
        ("%timeit linsp", "linspace", "function"),
        ("%fusion_report --w", "--wgsl", "keyword"),
        ("%residency vari", "varied_", "keyword"),
        ("%%file fil", "filed_.m", "file"),
        ("ax.XLim", "XLimMode", "property"),
        ("ax.Title.Str", "String", "property"),
        ("T.", "Age", "property"),
        ("T.Full", '("Full Name")', "property"),
        ("T(:, 'A", "Age", "keyword"),
        ("p.no", "norm_", "method"),
        ("Pt_.", "make_", "method"),
        ("Pt", "Pt_", "class"),
        ("plot(1:3, LineW", "LineWidth=", "keyword"),
        ("figure(Posi", "Position=", "keyword"),
        ("cellfun(@(x) x, c, Unif", "UniformOutput=", "keyword"),
        ("cellfun(@(x) x, c, 'Unif", "UniformOutput", "keyword"),
        ("plot(1:3, 'LineStyle', '", "--", "keyword"),
        ("plot(1:3, 'Color', 'r", "red", "keyword"),
        ("legend('a', 'Loc", "Location", "keyword"),
        ("line_.LineStyle = '", "-.", "keyword"),
        ("ax.XScale = 'l", "log", "keyword"),
        ("run fil", "filed_.m", "file"),
        ("readtable('da", "data_.mat", "file"),
        ("soon_ = 3; so", "soon_", "variable"),
        ("function r = g(deep_)\n  de", "deep_", "variable"),
        ("[one_, two_] = size(1);\ntw", "two_", "variable"),
        ("for turn_ = 1:3\n  tu", "turn_", "variable"),
        ("try\n  x\ncatch caught_\n  cau", "caught_", "variable"),
        ("packed_.in", "inner_", "function"),
        ("cells_{1}.in", "inside_", "field"),
        ("fresh_.first.one = 1;\nfresh_.fi", "first", "field"),
        ("fresh_.first.one = 1;\nfresh_.first.", "one", "field"),
        ("fresh_(2).first(3) = 1;\nfresh_(1).", "first", "field"),
        ("s.added_ = 3;\ns.ad", "added_", "field"),
        ("many_(2).", "inside_", "field"),
        ("asked_.held_.", "inside_", "field"),
        ("isfield(s, 'ga", "gam", "keyword"),
        ("s.('al", "alpha", "keyword"),
        ("setfield(s.alpha, '", "beta", "keyword"),
        ("byname_('key", "key one", "keyword"),
        ("keyed_('", "key two", "keyword"),
        ("feval('deg2r", "deg2rad", "function"),
        ("clear('vari", "varied_", "variable"),
        ("save('a.mat', 'vari", "varied_", "variable"),
        ("!cat dat", "data_.mat", "file"),
        ("packed_.deeper_.", "Kind", "class"),
    ],
)
def test_offers(session: Session, text: str, expected: str, kind: str) -> None:
    start, matches = complete(session, text, len(text))
    assert (expected, kind) in matches and expected.lstrip('("').lower().startswith(text[start:].lower())


@pytest.mark.parametrize(
    "text",
    ["1e", "if fresh_.first == 1, fresh_.", "% plot", "x = 'pl", "s.nosuch", "ones(3).", "d.plu", "T.plu", "cd dat", "endfu", "disp('vari"],
)
def test_offers_nothing(session: Session, text: str) -> None:
    assert complete(session, text, len(text))[1] == []


@pytest.mark.parametrize(
    ("text", "cursor", "expected"),
    [
        ("s.alpha", 5, "s.alpha: 1×1 struct"),
        ("s(1).alpha.beta", 13, "s.alpha.beta: 1×1 double"),
        ("cumsum(", 7, "cumsum - "),
        ("plot(varied_, ", 14, "plot - "),
        ("containers.Map", 12, "containers.Map - "),
        ("filed_(1)", 2, "Twice its input"),
        ("%residency", 4, "%residency"),
        ("own_", 2, "function y = own_(a, b)"),
        ("own_(", 5, "OWN_  Of a cell."),
        ("x = 1;\n%fusion_report", 10, "%fusion_report"),
        ("p.norm_", 4, "norm_: method of Pt_"),
        ("Pt_.make_(", 9, "make_: method of Pt_"),
        ("ax.XLim", 5, "ax.XLim: 1×2 double"),
        ("T.Age", 4, "T.Age: 2×1 double"),
    ],
)
def test_tells(session: Session, text: str, cursor: int, expected: str) -> None:
    found = inspect(session, text, cursor)
    assert found is not None and expected in found["text/plain"]


@pytest.mark.parametrize(("text", "cursor", "end"), [("linsp", 99, 5), ("cumsum", 99, 6), ("cumsum", -1, 0)])
def test_cursors_beyond_the_text_count_as_its_ends(session: Session, text: str, cursor: int, end: int) -> None:
    assert complete(session, text, cursor) == complete(session, text, end)
    assert inspect(session, text, cursor) == inspect(session, text, end)


@pytest.mark.parametrize(("text", "cursor"), [("nosuch_", 3), ("s.nosuch", 5), ("", 0)])
def test_tells_nothing(session: Session, text: str, cursor: int) -> None:
    assert inspect(session, text, cursor) is None


def test_the_element_that_is_meant_is_not_guessed(session: Session) -> None:
    found = inspect(session, "many_(3).inside_", 12)
    assert found is not None and found["text/plain"] == "many_.inside_: of the elements of many_, 1×3 struct"


def test_completion_calls_no_methods_of_properties(session: Session) -> None:
    said: list[str] = []
    before, session._write = session._write, said.append
    try:
        names = [name for name, _ in complete(session, "asked_.", 7)[1]]
        assert inspect(session, "asked_.now_", 9) is None
    finally:
        session._write = before
    assert names == ["held_", "now_"] and said == []
