"""Rotated and cropped images, and test images: imrotate, imcrop, checkerboard, phantom, and noise."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.device import on_device
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import Tensor
from ...values.classes import NUMERIC_CLASSES
from ...values.convert import as_array, class_of, is_text, numel_of, shape_of, text_of
from .colors import stored_as, unit_scaled
from .device_rotation import Lines, rotated_on_device
from .pixels import IMAGE_CLASSES, image, in_class, real_pixels

_AT_ONCE = 1 << 18
"""Pixels that are looked up together, which bounds the memory for where they come from."""
_ORDERS = {"nearest": 0, "bilinear": 1, "bicubic": 3, "linear": 1, "cubic": 3}


@builtin(
    "imrotate", "J = imrotate(I, angle)", "J = imrotate(I, angle, method)", "J = imrotate(I, angle, method, bbox)",
    summary="An image turned about its middle by degrees against the clock: 'nearest', 'bilinear' or 'bicubic'; 'loose' or 'crop'; outside it is 0.",
    examples=(
        Example("imrotate([1 2;3 4], 90)", "[2 4;1 3]"),
        Example("imrotate([1 2 3;4 5 6], 180)", "[6 5 4;3 2 1]"),
        Example("size(imrotate(ones(256), 45))", "[363 363]"),
        Example("size(imrotate(uint8(ones(20,30,3)), 30, 'bilinear', 'crop'))", "[20 30 3]"),
        Example("imrotate([1 2 3], 90, 'nearest', 'crop')", "[0 2 0]"),
    ),
    errors=(
        ErrorCase("imrotate(1, 5, 'nosuch')", "MATLAB:imrotate:unknownOption"),
        ErrorCase("imrotate(magic(3), 'a')", "MATLAB:imrotate:invalidType"),
        ErrorCase("imrotate(magic(3), [90 180])", "MATLAB:imrotate:expectedScalar"),
    ),
)  # fmt: skip
def imrotate(call: Any, pixels: Any, angle: Any, *options: Any) -> Any:
    words = [text_of(option).lower() for option in options]
    arg.check_options(call, words, *_ORDERS, "loose", "crop")
    if class_of(pixels) not in IMAGE_CLASSES or getattr(pixels, "is_complex", False):
        image(pixels, "imrotate")
    if class_of(angle) not in NUMERIC_CLASSES:
        raise call.error(f"The angle must be a number. Its class is {class_of(angle)}.", "MATLAB:imrotate:invalidType")
    if numel_of(angle) != 1:
        raise call.error("The angle must be a scalar.", "MATLAB:imrotate:expectedScalar")
    degrees, crop = arg.scalar(angle), "crop" in words
    order = _ORDERS[next((word for word in words if word in _ORDERS), "nearest")]
    quarters = round(degrees / 90) % 4
    shape = shape_of(pixels)
    if degrees % 90 == 0 and (not crop or quarters % 2 == 0 or shape[0] == shape[1]):
        return call.feval("rot90", pixels, float(quarters))[0] if on_device(call, pixels) else np.rot90(image(pixels, "imrotate"), quarters)
    down, right = _places_before(shape, math.radians(degrees), crop)
    if (there := rotated_on_device(call, pixels, down, right, order)) is not None:
        return there
    array = image(pixels, "imrotate")
    return in_class(_rotated(real_pixels(array), down, right, order), array.dtype)


def _places_before(shape: tuple[int, ...], angle: float, crop: bool) -> tuple[Lines, Lines]:
    """The places of the result's pixels before the rotation: rows and columns in the image."""
    rows, columns = shape[:2]
    cos, sin = math.cos(angle), math.sin(angle)
    half_down, half_right = (rows - 1) / 2, (columns - 1) / 2
    if crop:
        reach_down, reach_right = half_down, half_right
    else:
        reach_down = math.ceil(abs(half_right * sin) + abs(half_down * cos) - 1e-10)
        reach_right = math.ceil(abs(half_right * cos) + abs(half_down * sin) - 1e-10)
    y, x = np.arange(-reach_down, reach_down + 0.5), np.arange(-reach_right, reach_right + 0.5)
    return (y * cos, x * sin, half_down), (-y * sin, x * cos, half_right)


def _rotated(array: np.ndarray, down: Lines, right: Lines, order: int) -> np.ndarray:
    """The rotated image: each pixel is looked up at its place before the rotation."""
    planes = array.reshape(*array.shape[:2], -1)
    height, width = len(down[0]), len(down[1])
    rotated = np.empty((height, width, planes.shape[2]), array.dtype, order="F")
    step = max(_AT_ONCE // width, 1)
    for top in range(0, height, step):
        rows, columns = (a[top : top + step, None] + b + c for a, b, c in (down, right))
        for k in range(planes.shape[2]):
            rotated[top : top + step, :, k] = _looked_up(planes[:, :, k], rows, columns, order)
    return rotated.reshape(*rotated.shape[:2], *array.shape[2:], order="F")


def _looked_up(plane: np.ndarray, down: np.ndarray, right: np.ndarray, order: int) -> np.ndarray:
    """Values between pixels; 0 is outside."""
    rows, columns = plane.shape
    padded = np.pad(plane, 3)
    if order == 0:
        i, j = np.floor(down + 0.5).astype(int), np.floor(right + 0.5).astype(int)
        inside = (i >= 0) & (i < rows) & (j >= 0) & (j < columns)
        return np.where(inside, plane[np.clip(i, 0, rows - 1), np.clip(j, 0, columns - 1)], 0)
    i, j = np.floor(down).astype(int), np.floor(right).astype(int)
    u, v = down - i, right - j
    taps = (0, 1) if order == 1 else (-1, 0, 1, 2)
    pixels = np.zeros(down.shape, plane.dtype)
    for a in taps:
        for b in taps:
            weight = _weight(u - a, order) * _weight(v - b, order)
            pixels += weight * padded[np.clip(i + a + 3, 0, rows + 5), np.clip(j + b + 3, 0, columns + 5)]
    return pixels


def _weight(distance: np.ndarray, order: int) -> np.ndarray:
    x = np.abs(distance)
    if order == 1:
        return np.maximum(1 - x, 0)
    return np.where(x <= 1, 1.5 * x**3 - 2.5 * x**2 + 1, np.where(x <= 2, -0.5 * x**3 + 2.5 * x**2 - 4 * x + 2, 0))


@builtin(
    "imcrop", "J = imcrop(I, rect)", "[J, rect] = imcrop(I, rect)",
    summary="The part of an image in a rectangle [xmin ymin width height]; a whole width of n holds n + 1 pixels.",
    examples=(Example("imcrop(magic(4), [2 1 1 2])", "[2 3;11 10;7 6]"), Example("imcrop([1 2 3], [2 1 9 9])", "[2 3]"),
              Example("size(imcrop(zeros(9,9,3), [2.5 2.5 3 2]))", "[3 4 3]")),
    errors=(ErrorCase("imcrop(1, [1 2])", "images:imcrop:invalidInputs"),),
)  # fmt: skip
def imcrop(call: Any, pixels: Any, rectangle: Any) -> Any:
    array = image(pixels, "imcrop")
    sides = arg.flat(rectangle).astype(float)
    if sides.size != 4:
        raise call.error("RECT must be [xmin ymin width height].", "images:imcrop:invalidInputs")
    left, top, width, height = sides.tolist()
    rows, columns = array.shape[:2]
    first, last = math.floor(top + 0.5), math.floor(top + height + 0.5)
    begin, end = math.floor(left + 0.5), math.floor(left + width + 0.5)
    part = array[max(first, 1) - 1 : max(min(last, rows), 0), max(begin, 1) - 1 : max(min(end, columns), 0)]
    return part, np.array([[left, top, width, height]])


@builtin(
    "checkerboard", "I = checkerboard", "I = checkerboard(n)", "I = checkerboard(n, p, q)",
    summary="A checkerboard of 2p-by-2q squares of n pixels; on its right half the light squares are 0.7.",
    examples=(Example("checkerboard(1, 1)", "[0 0.7;1 0]"), Example("size(checkerboard)", "[80 80]"), Example("size(checkerboard(2,1,3))", "[4 12]")),
    errors=(ErrorCase("checkerboard(-1)", "MATLAB:checkerboard:expectedNonnegative"),),
)  # fmt: skip
def checkerboard(call: Any, n: Any = 10.0, p: Any = 4.0, q: Any = None) -> Any:
    size, down = arg.integer(n), arg.integer(p)
    across = arg.integer(q) if q is not None else down
    if min(size, down, across) < 0:
        raise call.error("Expected sizes to be nonnegative.", "MATLAB:checkerboard:expectedNonnegative")
    rows, columns = np.indices((2 * down * size, 2 * across * size))
    light = ((rows // max(size, 1) + columns // max(size, 1)) % 2).astype(float)
    return light * np.where(columns >= across * size, 0.7, 1.0)


_HEADS = {
    # intensity, half axes, middle, angle in degrees
    "modified shepp-logan": (
        (1, 0.69, 0.92, 0, 0, 0), (-0.8, 0.6624, 0.874, 0, -0.0184, 0), (-0.2, 0.11, 0.31, 0.22, 0, -18), (-0.2, 0.16, 0.41, -0.22, 0, 18),
        (0.1, 0.21, 0.25, 0, 0.35, 0), (0.1, 0.046, 0.046, 0, 0.1, 0), (0.1, 0.046, 0.046, 0, -0.1, 0), (0.1, 0.046, 0.023, -0.08, -0.605, 0),
        (0.1, 0.023, 0.023, 0, -0.606, 0), (0.1, 0.023, 0.046, 0.06, -0.605, 0),
    ),
}  # fmt: skip
_LIGHTS = (1, -0.98, -0.02, -0.02, 0.01, 0.01, 0.01, 0.01, 0.01, 0.01)


@builtin(
    "phantom", "P = phantom", "P = phantom(n)", "P = phantom(def, n)", "P = phantom(E, n)", "[P, E] = phantom(...)",
    summary="A head of ellipses for trying tomography ('Modified Shepp-Logan', 'Shepp-Logan', or a table of ellipses).",
    examples=(Example("P = phantom(64); {size(P), P(1,1), round(P(32,32),6)}", "{[64 64],0,0.2}"), Example("P = phantom([1 0.5 0.5 0 0 0], 3)", "[0 0 0;0 1 0;0 0 0]")),
    errors=(ErrorCase("phantom('brain')", "MATLAB:phantom:unknownOption"),),
)  # fmt: skip
def phantom(call: Any, *options: Any) -> Any:
    table = np.array(_HEADS["modified shepp-logan"], float)
    size = 256
    for option in options:
        if is_text(option):
            word = text_of(option).lower()
            arg.check_options(call, [word], "shepp-logan", "modified shepp-logan")
            table[:, 0] = _LIGHTS if word == "shepp-logan" else table[:, 0]
        elif as_array(option).size == 1:
            size = arg.integer(option)
            if size < 1:
                raise call.error("The size of the picture must be a positive integer.", "images:phantom:invalidSize")
        else:
            table = as_array(option).astype(float)
    axis = (np.arange(size) - (size - 1) / 2) / ((size - 1) / 2)
    x, y = np.meshgrid(axis, -axis)
    head = np.zeros((size, size))
    for light, a, b, x0, y0, degrees in table:
        cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        along, across = (x - x0) * cos + (y - y0) * sin, (y - y0) * cos - (x - x0) * sin
        head[(along / a) ** 2 + (across / b) ** 2 <= 1] += light
    return head, table


_NOISES = ("gaussian", "salt & pepper", "speckle", "poisson", "localvar")


@builtin(
    "imnoise", "J = imnoise(I, 'gaussian', m, v)", "J = imnoise(I, 'salt & pepper', d)", "J = imnoise(I, 'speckle', v)", "J = imnoise(I, 'poisson')",
    "J = imnoise(I, 'localvar', V)",
    summary="An image with noise: 'gaussian' (mean 0, variance 0.01), 'salt & pepper' (density 0.05), 'speckle' (variance 0.05), 'poisson' or 'localvar'.",
    examples=(
        Example("J = imnoise(uint8(100*ones(50)), 'salt & pepper', 0.5); unique(J)'", "uint8([0 100 255])"),
        Example("J = imnoise(0.5*ones(100), 'gaussian', 0, 0.001); abs(mean2(J) - 0.5) < 0.01 && abs(std2(J)^2 - 0.001) < 2e-4", "true"),
        Example("J = imnoise(0.5*ones(100), 'speckle', 0.01); abs(std2(J)^2 - 0.0025) < 5e-4", "true"),
    ),
    errors=(ErrorCase("imnoise(1, 'hum')", "MATLAB:imnoise:unknownOption"),),
)  # fmt: skip
def imnoise(call: Any, pixels: Any, kind: Any, *parameters: Any) -> Any:
    word = arg.option(call, kind, *_NOISES)
    array = image(pixels, "imnoise")
    plain, own = unit_scaled(pixels, "imnoise"), array.dtype.name

    def drawn(stream: str) -> np.ndarray:
        return as_array(call.feval(stream, *[float(n) for n in array.shape])[0]).reshape(array.shape, order="F")

    if word == "gaussian":
        mean, variance = arg.optional(parameters, 0, 0.0), arg.optional(parameters, 1, 0.01)
        noisy = plain + math.sqrt(variance) * drawn("randn") + mean
    elif word == "localvar":
        noisy = plain + np.sqrt(as_array(parameters[0])) * drawn("randn")
    elif word == "speckle":
        noisy = plain + math.sqrt(12 * arg.optional(parameters, 0, 0.05)) * plain * (drawn("rand") - 0.5)
    elif word == "salt & pepper":
        density, draws = arg.optional(parameters, 0, 0.05), drawn("rand")
        noisy = np.where(draws < density / 2, 0.0, np.where(draws < density, 1.0, plain))
    else:
        top = {"uint8": 255.0, "uint16": 65535.0, "single": 1e6, "float32": 1e6}.get(own, 1e12)
        noisy = as_array(call.feval("poissrnd", Tensor(plain * top))[0]) / top
    own = {"float64": "double", "float32": "single"}.get(own, own)
    return np.clip(noisy, 0, 1) > 0.5 if own == "bool" else stored_as(np.clip(noisy, 0, 1), own)
