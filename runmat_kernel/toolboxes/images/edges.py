"""Edge detection in images: gradients, edge."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from . import device_edges as edges
from .colors import unit_scaled
from .pixels import IMAGE_CLASSES, correlated, gray, real_pixels

_SOBEL = np.array([[-1.0, 0, 1], [-2, 0, 2], [-1, 0, 1]])
_PREWITT = np.array([[-1.0, 0, 1], [-1, 0, 1], [-1, 0, 1]])
_METHODS = ("sobel", "prewitt", "roberts", "log", "zerocross", "canny", "approxcanny")
_GRADIENTS = ("sobel", "prewitt", "central", "intermediate", "roberts")


def _gradients(call: Any, image: Any, method: Any) -> tuple[np.ndarray, np.ndarray]:
    word = arg.option(call, method, *_GRADIENTS, default="sobel") if method is not None else "sobel"
    array = real_pixels(gray(image, call.name))
    if word in ("sobel", "prewitt"):
        kernel = _SOBEL if word == "sobel" else _PREWITT
        return correlated(array, kernel), correlated(array, kernel.T)
    if word == "central":
        return tuple(np.gradient(array, axis=k) if array.shape[k] > 1 else np.zeros_like(array) for k in (1, 0))  # type: ignore[return-value]
    if word == "intermediate":
        return correlated(array, np.array([[0.0, -1, 1]])), correlated(array, np.array([[0.0], [-1], [1]]))
    return correlated(array, np.array([[0.0, 0, 0], [0, 1, 0], [0, 0, -1]])), correlated(
        array, np.array([[0.0, 0, 0], [0, 0, 1], [0, -1, 0]])
    )


@builtin(
    "imgradientxy", "[Gx, Gy] = imgradientxy(I)", "[Gx, Gy] = imgradientxy(I, method)",
    summary="Gradients of an image to the right and down: 'sobel', 'prewitt', 'central' or 'intermediate'.",
    examples=(Example("[x,y] = imgradientxy([0 1 2;0 1 2;0 1 2]); {x,y}", "{[4 8 4;4 8 4;4 8 4],zeros(3)}"),
              Example("imgradientxy([1 4 9], 'central')", "[3 4 5]"), Example("imgradientxy([1 4 9], 'intermediate')", "[3 5 0]")),
    errors=(ErrorCase("imgradientxy(ones(2,2,2))", "MATLAB:imgradientxy:expected2D"),),
)  # fmt: skip
def imgradientxy(call: Any, image: Any, method: Any = None) -> Any:
    return _gradients(call, image, method)


@builtin(
    "imgradient", "[Gmag, Gdir] = imgradient(I)", "[Gmag, Gdir] = imgradient(I, method)", "[Gmag, Gdir] = imgradient(Gx, Gy)",
    summary="How steep an image is, and in which direction in degrees, from the right and against the clock.",
    examples=(Example("[m,d] = imgradient([0 1 2;0 1 2;0 1 2]); {m(2,2), d(2,2)}", "{8,0}"), Example("[m,d] = imgradient(3, -4); {m, round(d,6)}", "{5,53.130102}"),
              Example("[m,d] = imgradient([0 0 0;1 1 1;2 2 2]); d(2,2)", "-90")),
    errors=(ErrorCase("imgradient(ones(2,2,2))", "MATLAB:imgradient:expected2D"),),
)  # fmt: skip
def imgradient(call: Any, image: Any, second: Any = None) -> Any:
    if second is not None and not is_text(second):
        across, down = real_pixels(as_array(image)), real_pixels(as_array(second))
    else:
        across, down = _gradients(call, image, second)
        if second is not None and text_of(second).lower() == "roberts":
            return np.hypot(across, down), np.degrees(np.arctan2(down, across)) - 45
    return np.hypot(across, down), np.degrees(np.arctan2(-down, across)) + 0.0


# --- edge --------------------------------------------------------------------------------------------------------------------


@builtin(
    "edge", "BW = edge(I)", "BW = edge(I, method)", "BW = edge(I, method, threshold)", "BW = edge(I, method, threshold, direction)",
    "BW = edge(I, 'log', threshold, sigma)", "BW = edge(I, 'canny', threshold, sigma)", "[BW, threshOut] = edge(...)",
    summary="The edges of an image: 'sobel', 'prewitt', 'roberts', 'log', 'zerocross' or 'canny'.",
    examples=(
        Example("I = zeros(5,12); I(:,4:12) = 1; edge(I)", "repmat((1:12) == 4,5,1)"),
        Example("I = zeros(8); I(:,5:8) = 1; b = edge(I,'canny'); find(any(b))", "4"),
        Example("[b,t] = edge(zeros(5)); {any(b(:)), t}", "{false,0}"),
    ),
    errors=(
        ErrorCase("edge(ones(3),'steep')", "MATLAB:edge:unknownOption"),
        ErrorCase("edge(ones(3,3,3))", "MATLAB:edge:expected2D"),
        ErrorCase("edge(ones(3),'canny',[0.5 0.2])", "images:edge:thresholdMustBeLessThanOne"),
    ),
    see_also=("imgradient", "fspecial"),
)  # fmt: skip
def edge(call: Any, image: Any, *options: Any) -> Any:
    if class_of(image) not in IMAGE_CLASSES or len(shape_of(image)) != 2:
        gray(image, "edge")
    words = [text_of(option).lower() for option in options if is_text(option)]
    numbers = [option for option in options if not is_text(option)]
    arg.check_options(call, words, *_METHODS, "both", "horizontal", "vertical", "thinning", "nothinning")
    method = next((word for word in words if word in _METHODS), "sobel")
    limit = arg.flat(numbers[0]).tolist() if numbers and not arg.is_empty_matrix(numbers[0]) else None
    direction = next((word for word in words if word in ("both", "horizontal", "vertical")), "both")
    if (there := _on_device(call, image, method, limit, numbers, direction, "nothinning" not in words)) is not None:
        return there
    array = unit_scaled(image, "edge")
    if not array.size:
        return np.zeros(array.shape, bool), 0.0
    if method in ("canny", "approxcanny"):
        return _canny(call, array, limit, arg.scalar(numbers[1]) if len(numbers) > 1 else math.sqrt(2))
    if method in ("log", "zerocross"):
        response = correlated(array, np.flip(_second_order(method, numbers)))
        cut = limit[0] if limit else 0.75 * float(np.abs(response).mean())
        return _crossings(response, cut), cut
    return _steep(array, method, limit, direction, "nothinning" not in words)


def _second_order(method: str, numbers: list[Any]) -> np.ndarray:
    """The kernel whose response crosses zero at edges: the program's own, or the Laplacian of a Gaussian."""
    if method == "zerocross" and len(numbers) > 1:
        return arg.floating(numbers[1])
    return _log_kernel(arg.scalar(numbers[1]) if len(numbers) > 1 else 2.0)


def _on_device(call: Any, image: Any, method: str, limit: list[float] | None, numbers: list[Any], direction: str, thin: bool) -> Any:
    """The edges of a large image on the device, and the threshold; None where the host computes them."""
    if "canny" in method or (x := edges.unit_image(call, image)) is None:
        return None
    if method in ("log", "zerocross"):
        kernel = _second_order(method, numbers)
        response = edges.weighed(x, np.flip(kernel)) if all(n % 2 for n in kernel.shape) else None
        if response is None:
            return None
        cut = limit[0] if limit else 0.75 * edges.mean(response.apply("abs"))
        mask = edges.crossings(response, cut)
        return None if mask is None else (mask, cut)
    if method == "roberts":
        diagonal: Any = edges.diagonals(x)
    else:
        kernel = _SOBEL / 8 if method == "sobel" else _PREWITT / 6
        diagonal = edges.weighed(x, kernel), edges.weighed(x, kernel.T)
    if diagonal is None or None in diagonal:
        return None
    across, down = diagonal
    if method != "roberts":
        across, down = across * float(direction != "horizontal"), down * float(direction != "vertical")
    power = across * across + down * down
    cut, threshold = edges.limit_of(power, limit[0] if limit else None, 6.0 if method == "roberts" else 4.0)
    steps = _DIAGONAL if method == "roberts" else _STRAIGHT
    mask = edges.steep(across, down, power, cut, steps if thin and not (method == "roberts" and direction != "both") else None)
    return None if mask is None else (mask, threshold)


_DIAGONAL, _STRAIGHT = ((1, 1), (1, -1)), ((0, 1), (1, 0))


def _steep(array: np.ndarray, method: str, limit: list[float] | None, direction: str, thin: bool) -> tuple[np.ndarray, float]:
    """A mask of pixels where the gradient is above a limit and not less than at both neighbours along its steeper direction."""
    if method == "roberts":
        across, down = _diagonals(array)
        steps, factor = _DIAGONAL, 6.0
    else:
        kernel = _SOBEL / 8 if method == "sobel" else _PREWITT / 6
        across, down = correlated(array, kernel), correlated(array, kernel.T)
        steps, factor = _STRAIGHT, 4.0
    across = across * (direction != "horizontal" or method == "roberts")
    down = down * (direction != "vertical" or method == "roberts")
    power = across * across + down * down
    cut = limit[0] ** 2 if limit else factor * float(power.mean())
    steep = power > cut
    if thin and not (method == "roberts" and direction != "both"):
        first, second = (_ridge(power, step) for step in steps)
        tiny = 100 * np.finfo(float).eps
        along = np.abs(across) >= np.abs(down) - tiny
        steep &= (along & first) | ((np.abs(down) >= np.abs(across) - tiny) & second)
    return steep, math.sqrt(cut) if not limit else limit[0]


def _diagonals(array: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Differences along the diagonals of squares of two by two pixels (Roberts), at their upper left pixel."""
    padded = np.pad(array, ((0, 1), (0, 1)), mode="edge")
    return (padded[:-1, :-1] - padded[1:, 1:]) / 2, (padded[:-1, 1:] - padded[1:, :-1]) / 2


def _ridge(power: np.ndarray, step: tuple[int, int]) -> np.ndarray:
    """Where pixels are not below the one before and above the one behind, in the direction of a step; outside there is nothing."""
    padded = np.pad(power, 1)
    down, right = step
    rows, columns = power.shape
    before = padded[1 - down : 1 - down + rows, 1 - right : 1 - right + columns]
    behind = padded[1 + down : 1 + down + rows, 1 + right : 1 + right + columns]
    return (before <= power) & (power > behind)


def _log_kernel(sigma: float) -> np.ndarray:
    reach = math.ceil(3 * sigma)
    y, x = np.mgrid[-reach : reach + 1, -reach : reach + 1].astype(float)
    h = np.exp(-(x * x + y * y) / (2 * sigma * sigma))
    h = h / h.sum() * (x * x + y * y - 2 * sigma * sigma) / sigma**4
    return h - h.mean()


def _crossings(response: np.ndarray, cut: float) -> np.ndarray:
    """A mask of zero crossings by more than a limit: at the negative one of two neighbours, or at a zero between two."""
    edges = np.zeros(response.shape, bool)
    inside = np.zeros(response.shape, bool)
    inside[1:-1, 1:-1] = True
    for axis in (0, 1):
        behind, before = np.roll(response, -1, axis), np.roll(response, 1, axis)
        edges |= (response < 0) & (behind > 0) & (np.abs(response - behind) > cut)
        edges |= (before > 0) & (response < 0) & (np.abs(before - response) > cut)
        edges |= (response == 0) & (before * behind < 0) & (np.abs(before - behind) > 2 * cut)
    return edges & inside


def _canny(call: Any, array: np.ndarray, limit: list[float] | None, sigma: float) -> tuple[np.ndarray, np.ndarray]:
    """Canny's edges: strong ridges of the smoothed gradient, and weak ridges that touch them."""
    from scipy import ndimage

    reach = max(1, 4 * math.ceil(sigma))
    smooth = np.exp(-(np.arange(-reach, reach + 1.0) ** 2) / (2 * sigma**2))
    smooth /= smooth.sum()
    slope = np.gradient(smooth)
    slope /= np.where(slope > 0, slope, 0).sum()
    across, down = (
        ndimage.correlate1d(ndimage.correlate1d(array, smooth, axis=1 - axis, mode="nearest"), -slope, axis=axis, mode="nearest")
        for axis in (1, 0)
    )
    power = np.nan_to_num(np.hypot(across, down), nan=0.0, posinf=0.0)  # beside infinite pixels there is no gradient
    most = power.max()
    power = power / most if most > 0 else power
    if limit is None:
        counts = np.bincount(np.floor(power.ravel() * 63 + 0.5).astype(int), minlength=64)
        high = float(np.flatnonzero(np.cumsum(counts) > 0.7 * power.size)[0] + 1) / 64
        low = 0.4 * high
    else:
        low, high = (0.4 * limit[0], limit[0]) if len(limit) == 1 else (limit[0], limit[1])
        if not (0 <= low < high < 1):
            raise call.error("The thresholds must be increasing and below 1.", "images:edge:thresholdMustBeLessThanOne")
    ridge = _between(power, across, down)
    weak = ridge & (power > low)
    labels, _ = ndimage.label(weak, np.ones((3, 3)))
    strong = np.unique(labels[weak & (power > high)])
    return np.isin(labels, strong[strong > 0]) & weak, np.array([[low, high]])


def _between(power: np.ndarray, across: np.ndarray, down: np.ndarray) -> np.ndarray:
    """Pixels not below the gradient on both sides along its direction, which lies between two of the eight neighbours."""
    padded = np.pad(power, 1)
    rows, columns = power.shape

    def at(i: int, j: int) -> np.ndarray:
        return padded[1 + i : 1 + i + rows, 1 + j : 1 + j + columns]

    flat = np.abs(across) >= np.abs(down)
    with np.errstate(all="ignore"):
        part = np.nan_to_num(np.where(flat, np.abs(down) / np.abs(across), np.abs(across) / np.abs(down)))
    same = across * down > 0
    ahead = np.where(
        flat,
        (1 - part) * at(0, 1) + part * np.where(same, at(1, 1), at(-1, 1)),
        (1 - part) * at(1, 0) + part * np.where(same, at(1, 1), at(1, -1)),
    )
    behind = np.where(
        flat,
        (1 - part) * at(0, -1) + part * np.where(same, at(-1, -1), at(1, -1)),
        (1 - part) * at(-1, 0) + part * np.where(same, at(-1, -1), at(-1, 1)),
    )
    # A flat top of two pixels keeps the one that comes first in the image.
    ridge = np.where(np.where(flat, across > 0, down > 0), (power > behind) & (power >= ahead), (power > ahead) & (power >= behind))
    return ridge & (power > 0)
