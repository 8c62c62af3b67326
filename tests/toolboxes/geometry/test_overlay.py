"""Sets of polygons and what lies around them, which Shapely computes, by MATLAB's rules."""

import sys

import pytest

from runmat_kernel.session import Session


def run(code):
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


SQUARES = "a = polyshape([0 0 2 2],[0 2 2 0]); b = polyshape([1 1 3 3],[1 3 3 1]); "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("p = union(a,b)", "0 0 0 2 1 2 1 3 3 3 3 1 2 1 2 0 "),
        ("p = intersect(a,b)", "1 1 1 2 2 2 2 1 "),
        ("p = subtract(a,b)", "0 0 0 2 1 2 1 1 2 1 2 0 "),
        ("p = xor(a,b)", "0 0 0 2 1 2 1 1 2 1 2 0 NaN NaN 1 2 1 3 3 3 3 1 2 1 2 2 "),
        ("p = union([a b translate(a,1,0)])", "0 0 0 2 1 2 1 3 3 3 3 0 "),
        ("p = union(a,translate(a,2,0))", "0 0 0 2 4 2 4 0 "),
        ("p = union(a,translate(a,2,0),'KeepCollinearPoints',true)", "0 0 0 2 2 2 4 2 4 0 2 0 "),
        ("p = intersect(a,translate(a,2,0))", " "),  # a side in common is no region
        ("p = polyshape([0 2 2 0],[0 2 0 2])", "0 0 0 2 1 1 NaN NaN 1 1 2 2 2 0 "),  # loops that cross themselves
        ("p = polyshape([0 0 4 4 NaN 1 1 5 5],[0 4 4 0 NaN 1 3 3 1])", "0 0 0 4 4 4 4 3 1 3 1 1 4 1 4 0 NaN NaN 4 1 4 3 5 3 5 1 "),
    ],
)
def test_sets(code, text):
    assert run(SQUARES + code + "; fprintf('%g ', p.Vertices')") == text


def test_sides_that_agree_but_for_rounding_are_one_side():
    code = "s = rotate(polyshape([0 0 .1 .1],[0 .1 .1 0]),17); t = rotate(polyshape([.1 .1 .3 .3],[.02 .08 .08 .02]),17); u = union(s,t); "
    assert run(code + "fprintf('%d ', u.NumRegions, u.NumHoles, numsides(u), overlaps(s,t))") == "1 0 8 0 "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("polybuffer(a,1,'JointType','miter')", "-1 -1 -1 3 3 3 3 -1 "),
        ("polybuffer(a,-0.5)", "0.5 0.5 0.5 1.5 1.5 1.5 1.5 0.5 "),
        ("polybuffer(a,-0.5,'JointType','square')", "0.5 0.5 0.5 1.5 1.5 1.5 1.5 0.5 "),
        ("polybuffer(a,-1)", " "),
        ("polybuffer(a,1,'JointType','square')",  # corners are cut at the distance itself
         "-1 -0.414214 -1 2.41421 -0.414214 3 2.41421 3 3 2.41421 3 -0.414214 2.41421 -1 -0.414214 -1 "),
    ],
)  # fmt: skip
def test_around(code, text):
    assert run(SQUARES + f"p = {code}; fprintf('%g ', round(p.Vertices,8)')") == text


def test_round_corners_and_holes():
    code = "r = addboundary(a,[.5 .5 1.5 1.5],[.5 1.5 1.5 .5]); p = polybuffer(r,0.25); "
    text = run(SQUARES + code + "fprintf('%.3f %d', area(p) - (4 + 2 + pi/16 - 0.25), p.NumHoles)")
    assert abs(float(text.split()[0])) < 1e-3 and text.split()[1] == "1"


def test_many_corners():
    """Work that grows with the square of the number of corners would not end in the time of a test."""
    code = "p = nsidedpoly(20000); b = polybuffer(p,.1); u = union(p,translate(p,.1,.1)); x = polyshape(rand(100,2)); y = simplify(x); "
    assert run(code + "fprintf('%d ', isinterior(p,[0 0;2 0]), u.NumRegions, isequal(x,y), area(b) > area(p))") == "1 0 1 1 1 "


def test_points_on_sides_lie_inside():
    assert run(SQUARES + "[in,on] = isinterior(a,[0 1;1 1;3 1;2 2;NaN 1]); fprintf('%d ', in, on)") == "1 1 0 1 0 1 0 0 1 0 "


@pytest.mark.parametrize("code", ["polyshape([0 0 1],[0 1 1])", "p = nsidedpoly(5); union(p,p)", "polybuffer(nsidedpoly(5),1)"])
def test_without_the_library_an_error_says_how_to_get_it(monkeypatch, code):
    monkeypatch.setitem(sys.modules, "shapely", None)
    error = Session(provider="host").run(code).error
    assert error.identifier == "RunMat:geometry:notAvailable"
    assert error.message == "Polygons need the package shapely, which is not installed: pip install 'runmat-kernel[geometry]'."


def test_corners_are_finite():
    error = Session(provider="host").run("polyshape([0 0 Inf],[0 1 1])").error
    assert error.identifier == "MATLAB:polyshape:infVertexError"
