"""Structuring elements, and erosion, dilation, opening and closing with them."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import as_array, is_text, text_of, to_value
from ...values.objects import HostObject
from .device_images import spread


class StructuringElement(HostObject):
    """``strel``: the mask of neighbours of a pixel that morphological operations use."""

    __slots__ = ("pattern",)
    matlab_class = "strel"
    methods: ClassVar[dict[str, Any]] = {"getnhood": lambda call, s: s.pattern}

    def __init__(self, pattern: np.ndarray) -> None:
        self.pattern = np.asfortranarray(pattern.astype(bool))

    def properties(self) -> dict[str, Any]:
        return {"Neighborhood": to_value(self.pattern), "Dimensionality": 2.0}

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        return type(other) is StructuringElement and np.array_equal(self.pattern, other.pattern)


def _disk(r: int, pieces: int) -> np.ndarray:
    """A disk, or for radii from 3 on the polygon that as many lines of points give one after another."""
    if r < 3 or not pieces:
        y, x = np.mgrid[-r : r + 1, -r : r + 1]
        return x * x + y * y <= r * r
    steps = {
        4: ((1, 0), (1, 1), (0, 1), (-1, 1)),
        6: ((1, 0), (1, 2), (2, 1), (0, 1), (-1, 2), (-2, 1)),
        8: ((1, 0), (2, 1), (1, 1), (1, 2), (0, 1), (-1, 2), (-1, 1), (-2, 1)),
    }[pieces]
    angle = math.pi / (2 * pieces)
    length = 2 * r / (1 / math.tan(angle) + 1 / math.sin(angle))
    size = 4 * r + 3
    disk = np.zeros((size, size), bool)
    disk[size // 2, size // 2] = True
    for step in steps:
        count = math.floor(length / math.hypot(*step))
        disk = np.any([np.roll(disk, (k * step[0], k * step[1]), (0, 1)) for k in range(-count, count + 1)], axis=0)
    missing = r - (int(disk.any(axis=1).sum()) - 1) // 2 - 1
    for axis in (0, 1):
        disk = np.any([np.roll(disk, k, axis) for k in range(-max(missing, 0), max(missing, 0) + 1)], axis=0)
    rows, columns = disk.any(axis=1), disk.any(axis=0)
    return disk[np.ix_(rows, columns)]


def _line(length: float, angle: float) -> np.ndarray:
    """The pixels on a line of a length (in pixels across) at an angle in degrees, the same on both sides of the middle."""
    radians = math.radians(angle % 180)
    x = round((length - 1) / 2 * math.cos(radians) + 0.0)
    y = -round((length - 1) / 2 * math.sin(radians) + 0.0)
    reach = max(abs(x), abs(y))
    line = np.zeros((2 * abs(y) + 1, 2 * abs(x) + 1), bool)
    for k in range(-reach, reach + 1):
        part = k / reach if reach else 0.0
        line[abs(y) + round(part * y), abs(x) + round(part * x)] = True
    return line


def _ball_of_steps(r: int) -> np.ndarray:
    y, x = np.mgrid[-r : r + 1, -r : r + 1]
    return np.abs(x) + np.abs(y) <= r


_SHAPES: dict[str, Callable[..., np.ndarray]] = {
    "square": lambda call, w: np.ones((arg.integer(w),) * 2, bool),
    "rectangle": lambda call, mn: np.ones([int(k) for k in arg.flat(mn)], bool),
    "diamond": lambda call, r: _ball_of_steps(arg.integer(r)),
    "disk": lambda call, r, n=4.0: _disk(arg.integer(r), arg.integer(n)),
    "line": lambda call, length, angle: _line(arg.scalar(length), arg.scalar(angle)),
    "arbitrary": lambda call, pattern: as_array(pattern) != 0,
}


@builtin(
    "strel",
    "SE = strel(nhood)",
    "SE = strel('square', w)",
    "SE = strel('rectangle', [m n])",
    "SE = strel('diamond', r)",
    "SE = strel('disk', r, n)",
    "SE = strel('line', len, deg)",
    "SE = strel('arbitrary', nhood)",
    summary="A structuring element: which neighbours of a pixel count for imdilate and its kin.",
    examples=(
        Example("s = strel('disk',1); s.Neighborhood", "logical([0 1 0;1 1 1;0 1 0])"),
        Example("s = strel('square',2); s.Neighborhood", "true(2)"),
        Example("s = strel('disk',15); size(s.Neighborhood)", "[29 29]"),
        Example("s = strel('line',3,45); s.Neighborhood", "logical([0 0 1;0 1 0;1 0 0])"),
    ),
    errors=(ErrorCase("strel('ring',2)", "MATLAB:strel:unknownOption"),),
)
def strel(call: Any, shape: Any, *sizes: Any) -> StructuringElement:
    if not is_text(shape):
        return StructuringElement(as_array(shape) != 0)
    word = text_of(shape).lower()
    arg.check_options(call, [word], *_SHAPES)
    if not sizes or len(sizes) > (2 if word in ("disk", "line") else 1) or (word == "line" and len(sizes) < 2):
        raise call.error("Wrong number of input arguments.", "MATLAB:strel:invalidNumberOfInputs")
    if word == "disk" and len(sizes) > 1:
        arg.check_options(call, [str(arg.integer(sizes[1]))], "0", "4", "6", "8")
    return StructuringElement(_SHAPES[word](call, *sizes))


# --- growing and shrinking ------------------------------------------------------------------------------------------


def _extreme(array: np.ndarray, pattern: np.ndarray, largest: bool) -> np.ndarray:
    """The largest value of the turned neighbourhood of each pixel, or the smallest of the neighbourhood; what lies outside does not count."""
    low, high = (False, True) if array.dtype == bool else (-np.inf, np.inf) if array.dtype.kind == "f" else _limits(array.dtype)
    better = (np.logical_or if largest else np.logical_and) if array.dtype == bool else np.maximum if largest else np.minimum
    m, n = pattern.shape
    rows, columns = array.shape[:2]
    widths = [(m, m), (n, n)] + [(0, 0)] * (array.ndim - 2)
    padded = np.pad(array, widths, constant_values=low if largest else high)
    extremes = np.full(array.shape, low if largest else high, array.dtype)
    for i, j in zip(*np.nonzero(pattern), strict=True):
        down, right = int(i) - (m - 1) // 2, int(j) - (n - 1) // 2
        if largest:
            down, right = -down, -right
        better(extremes, padded[m + down : m + down + rows, n + right : n + right + columns], out=extremes)
    return extremes


def _limits(dtype: np.dtype) -> tuple[int, int]:
    about = np.iinfo(dtype)
    return int(about.min), int(about.max)


def _morphological(name: str, order: tuple[bool, ...], summary: str, *examples: Example) -> Builtin:
    def function(call: Any, image: Any, element: Any) -> Any:
        pattern = element.pattern if type(element) is StructuringElement else as_array(element) != 0
        if on_device(call, image, logical=True) and pattern.ndim == 2 and (known := spread(Formula(call, image), pattern, order)) is not None:
            return known.value
        array = as_array(image)
        if array.dtype.kind not in "fiub" or pattern.ndim != 2:
            raise MatlabError("Expected input number 1, I, to be real, and the neighborhood to be a matrix.", f"MATLAB:{name}:invalidInput")
        for largest in order:
            array = _extreme(array, pattern, largest)
        return array

    usage = (f"J = {name}(I, SE)", f"J = {name}(I, nhood)")
    return Builtin(name, usage, summary, function, examples=examples, errors=(ErrorCase(f"{name}(1i,1)", f"MATLAB:{name}:invalidInput"),))


MORPHOLOGY = (
    _morphological("imdilate", (True,), "Each pixel is the brightest of its neighbourhood.", Example("imdilate([0 0 1 0 0],[1 1 1])", "[0 1 1 1 0]"),
                   Example("imdilate(logical([0 1 0]),[1 1 0])", "logical([1 1 0])"), Example("imdilate(uint8([1 5;2 3]),strel('square',2))", "uint8([1 5;2 5])")),
    _morphological("imerode", (False,), "Each pixel is the darkest of its neighbourhood.", Example("imerode([1 1 1 0 1],[1 1 1])", "[1 1 0 0 0]"),
                   Example("imerode(logical([1 1 1 0 1]),[1 1 1])", "logical([1 1 0 0 0])")),
    _morphological("imopen", (False, True), "Shrunk and grown again: small bright parts go.", Example("imopen([0 1 0 1 1 1 0],[1 1 1])", "[0 0 0 1 1 1 0]")),
    _morphological("imclose", (True, False), "Grown and shrunk again: small dark parts go.", Example("imclose([0 0 1 0 1 0 0],[1 1 1])", "[0 0 1 1 1 0 0]")),
)  # fmt: skip
