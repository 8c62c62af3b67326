"""Lines cut by polygons, and what polygons are made of in order."""

import pytest

from runmat_kernel.session import Session

SHAPES = (
    "sq = polyshape([0 0 1 1],[0 1 1 0]); ring = addboundary(sq,[0.25 0.25 0.75 0.75],[0.25 0.75 0.75 0.25]); "
    "two = polyshape([0 0 1 1 NaN 3 3 5 5],[0 1 1 0 NaN 0 2 2 0]); "
)


def run(code):
    outcome = Session(provider="host").run(SHAPES + code)
    assert outcome.error is None, outcome.error
    return outcome.text


@pytest.mark.parametrize(
    ("line", "inner", "outer"),
    [
        ("sq,[-1 0.5;2 0.5]", "0 0.5 1 0.5 ", "-1 0.5 0 0.5 NaN NaN 1 0.5 2 0.5 "),
        ("ring,[-1 0.5;2 0.5]", "0 0.5 0.25 0.5 NaN NaN 0.75 0.5 1 0.5 ", "-1 0.5 0 0.5 NaN NaN 0.25 0.5 0.75 0.5 NaN NaN 1 0.5 2 0.5 "),
        ("sq,[-1 0;2 0]", "0 0 1 0 ", "-1 0 0 0 NaN NaN 1 0 2 0 "),  # along a side
        ("sq,[0.2 0.2;0.8 0.8;3 3]", "0.2 0.2 0.8 0.8 1 1 ", "1 1 3 3 "),
        ("sq,[0.1 0.1;0.2 0.1;NaN NaN;0.5 0.5;0.5 2]", "0.1 0.1 0.2 0.1 NaN NaN 0.5 0.5 0.5 1 ", "0.5 1 0.5 2 "),
        ("sq,[5 5;6 6]", " ", "5 5 6 6 "),
        ("polyshape(),[5 5;6 6]", " ", "5 5 6 6 "),
    ],
)
def test_a_line_is_cut_by_a_polygon(line, inner, outer):
    assert run(f"[in,out] = intersect({line}); fprintf('%g ', in'); fprintf('|'); fprintf('%g ', out')") == f"{inner}|{outer}"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("q = sortboundaries(ring,'area','ascend'); fprintf('%g ', q.Vertices(1,:))", "0.25 0.25 "),
        ("q = sortregions(two,'area','descend'); fprintf('%g ', q.Vertices(1,:))", "3 0 "),
        ("q = sortregions(two,'centroid','descend','refpoint',[4 1]); fprintf('%g ', q.Vertices(1,:))", "0 0 "),
        ("q = sortregions(two,'perimeter','ascend'); fprintf('%g ', q.Vertices(1,:))", "0 0 "),
    ],
)
def test_order(code, text):
    assert run(code) == text
