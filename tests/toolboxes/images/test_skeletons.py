"""Skeletons keep what hangs together: the parts and holes of random images, in lines one pixel wide."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import ndimage

from runmat_kernel import Session


def blobs(seed):
    noise = ndimage.gaussian_filter(np.random.default_rng(seed).standard_normal((60, 70)), 2)
    return noise > 0


def parts_and_holes(image):
    return ndimage.label(image, np.ones((3, 3)))[1], ndimage.label(np.pad(~image, 1, constant_values=True))[1]


@pytest.mark.parametrize("call", ["bwskel(a)", "bwmorph(a, 'skel', Inf)"])
@pytest.mark.parametrize("seed", range(4))
def test_skeletons_keep_parts_and_holes(call, seed):
    image = blobs(seed)
    session = Session(provider="host")
    rows = "; ".join(" ".join(str(int(v)) for v in line) for line in image)
    assert session.run(f"a = logical([{rows}]); s = {call}; t = s & ~a; u = bwmorph(s, 'skel');").error is None
    skeleton = np.asarray(session.workspace["s"])
    assert not np.asarray(session.workspace["t"]).any()
    assert np.array_equal(np.asarray(session.workspace["u"]), skeleton)
    assert parts_and_holes(skeleton) == parts_and_holes(image)
    assert skeleton.sum() < image.sum() / 3


def test_one_step_takes_one_layer():
    session = Session(provider="host")
    shown = session.run("a = true(9, 11); disp([nnz(bwmorph(a, 'skel')), nnz(bwmorph(a, 'skel', 2)), nnz(bwmorph(a, 'spur', 3))])").text
    assert shown.split() == ["63", "35", "99"]


def test_spurs_and_points_of_lines():
    session = Session(provider="host")
    text = "a = false(7, 9); a(4, 2:8) = true; a(2:4, 5) = true;"
    assert session.run(text + "disp(find(bwmorph(a, 'branchpoints'))')").text.split() == ["32"]
    assert session.run("disp(find(bwmorph(a, 'endpoints'))')").text.split() == ["11", "30", "53"]
    assert session.run("disp(nnz(bwmorph(a, 'spur', 2)))").text.split() == ["4"]
    assert session.run("disp(nnz(bwmorph(logical([0 0 0 0; 0 1 1 0; 0 0 0 0]), 'spur', Inf)))").text.split() == ["1"]


@pytest.mark.parametrize("seed", range(3))
def test_shrinking_and_thickening_keep_parts_and_holes(seed):
    image = blobs(seed)
    session = Session(provider="host")
    rows = "; ".join(" ".join(str(int(v)) for v in line) for line in image)
    code = f"a = logical([{rows}]); s = bwmorph(a, 'shrink', Inf); t = bwmorph(a, 'thicken', Inf); "
    code += "o = bwmorph(a, 'thicken'); h = imfill(a, 'holes'); "
    code += "p = bwmorph(h, 'shrink', Inf); e = bwmorph(s, 'shrink');"
    assert session.run(code).error is None
    shrunk, thick, once, filled, points, again = (np.asarray(session.workspace[name]) for name in "stohpe")
    assert parts_and_holes(shrunk) == parts_and_holes(thick) == parts_and_holes(once) == parts_and_holes(image)
    assert not (shrunk & ~image).any() and not (image & ~thick).any() and np.array_equal(shrunk, again)
    assert points.sum() == parts_and_holes(filled)[0]
    assert not (once & ~ndimage.binary_dilation(image, np.ones((3, 3)))).any() and (once & ~image).any()


def test_a_ring_shrinks_to_its_middle_line_and_bars_to_their_middles():
    session = Session(provider="host")
    code = "[x, y] = meshgrid(-20:20); r = hypot(x, y); s = bwmorph(r > 8 & r < 16, 'shrink', Inf); b = false(9, 31); b(3:7, 4:26) = true; "
    code += "[i, j] = find(bwmorph(b, 'shrink', Inf)); fprintf('%d', bweuler(s), max(abs(r(s) - 12)) < 2, abs([i j] - [5 15]) <= 1)"
    assert session.run(code).text == "0111"
