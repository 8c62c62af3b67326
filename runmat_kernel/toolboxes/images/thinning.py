"""Operations on the neighbours of each pixel of black and white images: bwmorph, bwskel."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, numel_of, text_of

_RING = ((1, 2), (0, 2), (0, 1), (0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
"""The neighbours of a pixel, from the right one on against the clock."""


def _around(bright: np.ndarray) -> list[np.ndarray]:
    padded = np.pad(bright, 1)
    rows, columns = bright.shape
    return [padded[i : i + rows, j : j + columns] for i, j in _RING]


def _thinned(bright: np.ndarray) -> np.ndarray:
    """One step of thinning: pixels of the outline that hold nothing together go, those at the lower right before those at the upper left."""
    for start in (0, 4):
        x = _around(bright)
        bends = sum((~x[k] & (x[k + 1] | x[(k + 2) % 8])).astype(int) for k in (0, 2, 4, 6))
        first = sum((x[k] | x[k + 1]).astype(int) for k in (0, 2, 4, 6))
        second = sum((x[k + 1] | x[(k + 2) % 8]).astype(int) for k in (0, 2, 4, 6))
        least = np.minimum(first, second)
        side = (x[1 + start] | x[2 + start] | ~x[(7 + start) % 8]) & x[start]
        bright = bright & ~((bends == 1) & (least >= 2) & (least <= 3) & ~side)
    return bright


_FIELDS = tuple((slice(i, None, 2), slice(j, None, 2)) for i in (0, 1) for j in (0, 1))
"""Every second pixel of every second row: none is a neighbour of another one, so that they may change together."""


def _neighbours(bright: np.ndarray) -> np.ndarray:
    """The number of bright neighbours of each pixel."""
    return np.sum(_around(bright), axis=0)


def _is_simple(x: list[np.ndarray]) -> np.ndarray:
    """Where a pixel may go without joining or parting anything: its bright neighbours hang together, and it has a dark one at a side."""
    return sum((~x[k] & (x[k + 1] | x[(k + 2) % 8])).astype(int) for k in (0, 2, 4, 6)) == 1


def _peeled(bright: np.ndarray) -> np.ndarray:
    """One step to the skeleton: the outline is removed from each of four sides, one after another, but for ends of lines and what holds parts together
    (as Lee, Kashyap and Chu thin, Building skeleton models via 3-D medial surface/axis thinning algorithms, 1994)."""
    for side in (2, 6, 0, 4):
        outline = bright & ~_around(bright)[side] & (_neighbours(bright) > 1)
        for field in _FIELDS:
            going = np.zeros_like(bright)
            going[field] = outline[field]
            bright = bright & ~(going & _is_simple(_around(bright)) & (_neighbours(bright) > 1))
    return bright


def _changed_where_simple(bright: np.ndarray, candidates: np.ndarray) -> np.ndarray:
    """An image in which candidates change that neither join nor part anything, those that were so from the beginning one after the other."""
    candidates = candidates & _is_simple(_around(bright))
    for field in _FIELDS:
        changing = np.zeros_like(bright)
        changing[field] = candidates[field]
        bright = bright ^ (changing & _is_simple(_around(bright)))
    return bright


def _without_spurs(bright: np.ndarray) -> np.ndarray:
    """Without the ends of lines; of two pixels that are alone one is kept."""
    ends = bright & (_neighbours(bright) == 1)
    for field in _FIELDS:
        going = np.zeros_like(bright)
        going[field] = ends[field]
        bright = bright & ~(going & (_neighbours(bright) == 1))
    return bright


def _dark_runs(x: list[np.ndarray]) -> np.ndarray:
    """How many runs the dark pixels make around a pixel that has bright neighbours."""
    return np.sum([x[k - 1] & ~x[k] for k in range(8)], axis=0)


def _branch_points(bright: np.ndarray) -> np.ndarray:
    """A mask of the pixels where lines meet: those with three neighbours or more.  Beside a pixel between three background regions only such pixels count."""
    parts = _dark_runs(_around(bright))
    candidates = bright & (_neighbours(bright) >= 3) & (parts != 1)
    middles = bright & (parts > 2)
    return candidates & ~((parts == 2) & np.any(_around(middles), axis=0))


def _without_diagonals(bright: np.ndarray) -> np.ndarray:
    """Dark pixels that touch another dark one only at a corner, between two bright ones, become bright (Pratt's diagonal fill)."""
    x = _around(bright)
    return bright | np.any([x[k] & ~x[k + 1] & x[(k + 2) % 8] for k in (0, 2, 4, 6)], axis=0)


def _bridged(bright: np.ndarray) -> np.ndarray:
    """Dark pixels between bright neighbours that do not touch become bright."""
    x = _around(bright)
    # Runs of bright neighbours: a corner joins both of its sides, two sides around a dark corner touch as well.
    runs = sum((x[k] & ~x[(k + 1) % 8] & ~(x[(k + 2) % 8] & (k % 2 == 0))).astype(int) for k in range(8))
    return bright | (runs >= 2)


def _without_bridges(bright: np.ndarray) -> np.ndarray:
    """The middles of H-shaped parts go."""
    x = _around(bright)
    upright = x[2] & x[6] & ~x[0] & ~x[4]
    lying = x[0] & x[4] & ~x[2] & ~x[6]
    corners = x[1] & x[3] & x[5] & x[7]
    return bright & ~((upright | lying) & corners)


_STEPS: MappingProxyType[str, Callable[[np.ndarray], np.ndarray]] = MappingProxyType({
    "bridge": _bridged,
    "branchpoints": _branch_points,
    "clean": lambda b: b & np.any(_around(b), axis=0),
    "diag": _without_diagonals,
    "endpoints": lambda b: b & (_neighbours(b) == 1),
    "fill": lambda b: b | np.all(_around(b)[::2], axis=0),
    "hbreak": _without_bridges,
    "majority": lambda b: np.sum([b, *_around(b)], axis=0) >= 5,
    "remove": lambda b: b & ~np.all(_around(b)[::2], axis=0),
    "shrink": lambda b: _changed_where_simple(b, b),
    "skel": _peeled,
    "spur": _without_spurs,
    "thicken": lambda b: _changed_where_simple(b, ~b & np.any(_around(b)[::2], axis=0)),
    "thin": _thinned,
})  # fmt: skip
_ONCE = frozenset(("branchpoints", "endpoints"))
"""Operations that are applied once: repeated, they would search among the pixels they selected."""
_BY_SHAPES = {"bothat": "imbothat", "close": "imclose", "dilate": "imdilate", "erode": "imerode", "open": "imopen", "tophat": "imtophat"}


@builtin(
    "bwmorph", "BW2 = bwmorph(BW, operation)", "BW2 = bwmorph(BW, operation, n)",
    summary="Steps on a black and white image, n times (Inf: until nothing changes): 'bridge', 'clean', 'diag', 'fill', 'hbreak', 'majority', 'remove', 'shrink' (to points and rings), 'skel', 'spur', 'thicken', 'thin'; 'branchpoints' and 'endpoints' of lines; 'bothat', 'close', 'dilate', 'erode', 'open', 'tophat' with 3-by-3 pixels.",
    examples=(
        Example("bwmorph(true(3,7),'thin',Inf)", "logical([0 0 0 0 0 0 0;0 1 1 1 1 1 0;0 0 0 0 0 0 0])"), Example("bwmorph(true(3),'remove')", "logical([1 1 1;1 0 1;1 1 1])"),
        Example("bwmorph([1 0 0;0 0 0;0 1 1],'clean')", "logical([0 0 0;0 0 0;0 1 1])"), Example("bwmorph([1 0 0;1 0 1;0 0 1],'bridge')", "logical([1 1 0;1 1 1;0 1 1])"),
        Example("bwmorph([1 1 1;0 1 0;1 1 1],'hbreak')", "logical([1 1 1;0 0 0;1 1 1])"), Example("bwmorph([1 1 0;1 0 1;0 1 0],'majority')", "logical([0 0 0;0 1 0;0 0 0])"),
        Example("bwmorph([0 0 0;0 1 0;0 0 0],'dilate')", "true(3)"), Example("find(bwmorph(eye(4),'endpoints'))'", "[1 16]"),
        Example("a = zeros(5); a(3,:) = 1; a(:,3) = 1; find(bwmorph(a,'branchpoints'))'", "13"), Example("bwmorph([1 1 1;1 0 1;1 1 1],'fill')", "true(3)"),
        Example("bwmorph([0 1 0;1 0 0;0 0 0],'diag')", "logical([1 1 0;1 1 0;0 0 0])"), Example("bwmorph([0 0 0 0;0 0 1 0;0 1 0 0;1 1 0 0],'spur')", "logical([0 0 0 0;0 0 0 0;0 1 0 0;1 1 0 0])"),
        Example("find(bwmorph(true(5,9),'shrink',Inf))'", "23"), Example("a = false(5,7); a(:,[2 6]) = true; find(~bwmorph(a,'thicken',Inf))'", "16:20"),
        Example("s = bwmorph(true(5,9),'skel',Inf); {bweuler(s), any(all(s(1:end-1,:) & s(2:end,:)))}", "{1,false}"),
    ),
    errors=(ErrorCase("bwmorph(1,'melt')", "images:bwmorph:unknownOption"), ErrorCase("bwmorph(1,'thin','x')", "images:bwmorph:invalidN")), see_also=("imerode", "bwlookup"),
)  # fmt: skip
def bwmorph(call: Any, image: Any, operation: Any, n: Any = 1.0) -> Any:
    word = text_of(operation).lower() if is_text(operation) else ""
    bright = as_array(image) != 0
    if bright.ndim != 2:
        raise call.error("The image must be a matrix.", "images:bwmorph:invalidImage")
    if word not in _STEPS and word not in _BY_SHAPES:
        raise call.error(f"Unknown operation '{word}'.", "images:bwmorph:unknownOption")
    if class_of(n) == "char" or numel_of(n) != 1:
        raise call.error("N must be a number.", "images:bwmorph:invalidN")
    times = arg.scalar(n)
    while times > 0:
        before, times = bright, times - 1
        if word in _STEPS:
            bright = _STEPS[word](bright)
        else:
            pattern = call.session.value(np.ones((3, 3)))
            bright = as_array(call.feval(_BY_SHAPES[word], call.session.value(np.asfortranarray(bright)), pattern, nargout=1)[0]) != 0
        if word in _ONCE or np.array_equal(bright, before):
            break
    return np.asfortranarray(bright)


# --- bwskel ------------------------------------------------------------------------------------------------------------------


@builtin(
    "bwskel", "B = bwskel(A)", "B = bwskel(A, 'MinBranchLength', n)",
    summary="Lines in the middle of the parts of a logical image, one pixel wide; branches of fewer than n pixels go.",
    examples=(
        Example("find(any(bwskel(true(7,40)),2))'", "4"), Example("a = true(9); a(4:6,4:6) = false; bweuler(bwskel(a))", "0"),
        Example("a = false(9,15); a(5,:) = true; a(3:4,8) = true; {nnz(bwskel(a)), nnz(bwskel(a,'MinBranchLength',4))}", "{16,15}"),
    ),
    errors=(ErrorCase("bwskel(1)", "images:bwskel:expectedLogical"), ErrorCase("bwskel(true(2,2,2))", "images:bwskel:unsupported")), see_also=("bwmorph",),
)  # fmt: skip
def bwskel(call: Any, image: Any, *options: Any) -> Any:
    if class_of(image) != "logical":
        raise call.error("The image must be logical.", "images:bwskel:expectedLogical")
    named = arg.name_values(options, "bwskel", "minbranchlength")
    bright = as_array(image)
    if bright.ndim != 2:
        raise call.error("Images of three dimensions are not supported.", "images:bwskel:unsupported")
    bright = _skeleton(bright)
    least = named.integer("minbranchlength", 0)
    return np.asfortranarray(_skeleton(_without_short_branches(bright, least)) if least else bright)


def _skeleton(bright: np.ndarray) -> np.ndarray:
    while not np.array_equal(bright, thinner := _peeled(bright)):
        bright = thinner
    return bright


def _without_short_branches(lines: np.ndarray, least: int) -> np.ndarray:
    """Lines without the branches, from an end to where lines meet, that have fewer pixels than ``least``."""
    from scipy import ndimage

    meeting = lines & (_neighbours(lines) >= 3)
    pieces, count = ndimage.label(lines & ~meeting, np.ones((3, 3)))
    ends = np.unique(pieces[lines & (_neighbours(lines) == 1)])
    beside = np.unique(pieces[np.any(_around(meeting), axis=0)])
    sizes = np.bincount(pieces.ravel(), minlength=count + 1)
    short = [k for k in np.intersect1d(ends, beside) if k and sizes[k] < least]
    return lines & ~np.isin(pieces, short)
