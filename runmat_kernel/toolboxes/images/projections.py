"""Projections of images and detection of straight lines: radon, iradon, hough, houghpeaks, houghlines."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import StructArray, Tensor, object_array
from ...values.convert import as_array, is_text, numel_of, text_of
from .pixels import gray, real_pixels


@builtin(
    "radon", "R = radon(I)", "R = radon(I, theta)", "[R, xp] = radon(...)",
    summary="Sums of an image along parallel lines at angles in degrees (0 to 179), and where the lines are.",
    examples=(
        Example("radon(1, 0)'", "[0.125 0.75 0.125]"),
        Example("[R,xp] = radon(ones(5), [0 90]); {size(R), xp([1 end])', round(sum(R), 10)}", "{[9 2],[-4 4],[25 25]}"),
        Example("size(radon(zeros(10,20)))", "[27 180]"),
    ),
    errors=(ErrorCase("radon(ones(2,2,2))", "MATLAB:radon:expected2D"),), see_also=("iradon", "hough", "phantom"),
)  # fmt: skip
def radon(call: Any, image: Any, angles: Any = None) -> Any:
    pixels = real_pixels(gray(image, "radon")).astype(np.float64)
    degrees = np.arange(180.0) if angles is None or not numel_of(angles) else arg.flat(angles).astype(np.float64)
    middle = (np.array(pixels.shape) - 1) // 2
    reach = math.ceil(math.hypot(*(np.array(pixels.shape) - middle - 1))) + 1
    rows, columns = np.nonzero(pixels)
    shares = np.repeat(pixels[rows, columns] / 4, 4)
    # Each pixel counts as four smaller ones, each shared out between the two lines beside it.
    x = np.add.outer(columns - middle[1], [-0.25, 0.25, -0.25, 0.25]).ravel()
    y = np.add.outer(middle[0] - rows, [-0.25, -0.25, 0.25, 0.25]).ravel()
    projections = np.zeros((2 * reach + 1, degrees.size), order="F")
    for k, angle in enumerate(np.radians(degrees)):
        place = x * math.cos(angle) + y * math.sin(angle) + reach
        first = np.floor(place).astype(np.int64)
        part = place - first
        sums = np.bincount(first, shares * (1 - part), 2 * reach + 1) + np.bincount(first + 1, shares * part, 2 * reach + 1)
        projections[:, k] = sums[: 2 * reach + 1]
    return projections, np.arange(-reach, reach + 1.0)[:, None]


_FILTERS = ("ram-lak", "shepp-logan", "cosine", "hamming", "hann", "none")
_BETWEEN = ("nearest", "linear", "spline", "pchip", "cubic", "v5cubic")


def _ramp(word: str, length: int, scale: float) -> np.ndarray:
    """The weight of each frequency of a projection, for a transform of even length."""
    order = max(64, 2 ** math.ceil(math.log2(2 * length)))
    if word == "none":
        return np.ones(order)
    n = np.arange(order // 2 + 1)
    response = np.zeros(n.size)
    response[0] = 0.25
    response[1::2] = -1 / (math.pi * n[1::2]) ** 2
    half = 2 * np.real(np.fft.fft(np.concatenate([response, response[-2:0:-1]])))[: n.size]
    w = 2 * math.pi * n / order
    if word == "shepp-logan":
        half[1:] *= np.sin(w[1:] / (2 * scale)) / (w[1:] / (2 * scale))
    elif word == "cosine":
        half[1:] *= np.cos(w[1:] / (2 * scale))
    elif word == "hamming":
        half[1:] *= 0.54 + 0.46 * np.cos(w[1:] / scale)
    elif word == "hann":
        half[1:] *= (1 + np.cos(w[1:] / scale)) / 2
    half[w > math.pi * scale] = 0
    return np.concatenate([half, half[-2:0:-1]])


@builtin(
    "iradon", "I = iradon(R, theta)", "I = iradon(R, theta, interp, filter, frequency_scaling, output_size)", "[I, H] = iradon(...)",
    summary="An image from its sums along parallel lines, by filtered back projection.",
    examples=(
        Example("P = phantom(64); I = iradon(radon(P, 0:179), 0:179, 64); {size(I), corr2(I, P) > 0.9}", "{[64 64],true}"),
        Example("I = iradon(radon(ones(20)), 0:179, 'nearest', 'Hann', 1, 20); abs(I(10,10) - 1) < 0.05", "true"),
        Example("[~,H] = iradon(ones(27,3), 1, 'none'); size(H)", "[64 1]"),
    ),
    errors=(ErrorCase("iradon(ones(3), 0:1)", "images:iradon:thetaNotMatchingProjections"), ErrorCase("iradon(ones(3), 0:2, 'round')", "MATLAB:iradon:unknownOption")),
    see_also=("radon", "phantom"),
)  # fmt: skip
def iradon(call: Any, projections: Any, angles: Any, *options: Any) -> Any:
    sums = real_pixels(gray(projections, "iradon")).astype(np.float64)
    degrees = arg.flat(angles).astype(np.float64)
    if degrees.size <= 1 < sums.shape[1]:
        degrees = np.arange(sums.shape[1]) * (degrees[0] if degrees.size else 180 / sums.shape[1])
    if degrees.size != sums.shape[1]:
        raise call.error("THETA must have an angle for each column of R.", "images:iradon:thetaNotMatchingProjections")
    words = [text_of(option).lower() for option in options if is_text(option)]
    arg.check_options(call, words, *_FILTERS, *_BETWEEN)
    numbers = [arg.scalar(option) for option in options if not is_text(option) and numel_of(option)]
    filtering = next((word for word in words if word in _FILTERS), "ram-lak")
    between = next((word for word in words if word in _BETWEEN), "linear")
    scale = next((n for n in numbers if n <= 1), 1.0)
    size = next((int(n) for n in numbers if n > 1), 2 * int(sums.shape[0] / (2 * math.sqrt(2))))
    response = _ramp(filtering, sums.shape[0], scale)
    if filtering != "none":
        sums = np.real(np.fft.ifft(np.fft.fft(sums, response.size, axis=0) * response[:, None], axis=0))[: sums.shape[0]]
    lacking = 2 * math.ceil(size / math.sqrt(2)) + 1 - sums.shape[0]
    if lacking > 0:
        sums = np.pad(sums, ((lacking - lacking // 2, lacking // 2), (0, 0)))
    middle, center = (size + 1) // 2 - 1, (sums.shape[0] + 1) // 2 - 1
    side = np.arange(size)
    x, y = side - middle, (middle - side)[:, None]
    pixels, places = np.zeros((size, size), order="F"), np.arange(sums.shape[0]) - center
    for angle, line in zip(np.radians(degrees), sums.T, strict=True):
        at = x * math.cos(angle) + y * math.sin(angle)
        pixels += _looked_up(call, places, line, at, between)
    return pixels * math.pi / (2 * degrees.size), response[:, None]


def _looked_up(call: Any, places: np.ndarray, line: np.ndarray, at: np.ndarray, between: str) -> np.ndarray:
    if between == "linear":
        return np.interp(at, places, line)
    if between == "nearest":
        return line[np.clip(np.floor(at + 0.5).astype(np.int64) - places[0], 0, line.size - 1)]
    word = "pchip" if between in ("cubic", "pchip") else "spline" if between == "spline" else "v5cubic"
    columns = (Tensor(part.astype(np.float64).reshape(1, -1)) for part in (places, line))
    return as_array(call.feval("interp1", *columns, Tensor(np.asfortranarray(at)), _text(word))[0])


def _text(word: str) -> Any:
    from ...values import CharArray

    return CharArray.row(word)


# --- straight lines -----------------------------------------------------------------------------------------------------


@builtin(
    "hough", "[H, theta, rho] = hough(BW)", "[H, theta, rho] = hough(BW, 'Theta', angles)", "[H, theta, rho] = hough(BW, 'RhoResolution', step)",
    summary="How many pixels lie on each straight line: rows by the distance from the upper left pixel, columns by the angle in degrees.",
    examples=(
        Example("[H,t,r] = hough(eye(5)); {size(H), t([1 end]), r([1 end]), max(H(:)), H(r==0, t==-45)}", "{[13 180],[-90 89],[-6 6],5,5}"),
        Example("[H,t,r] = hough([0 0 1;0 0 1], 'Theta', 0); {t, r(H == 2)}", "{0, 2}"),
    ),
    errors=(ErrorCase("hough(ones(3), 'Theta', 90)", "images:hough:invalidThetaMax"), ErrorCase("hough(ones(3), 'RhoResolution', 0)", "images:hough:invalidRhoRes")),
    see_also=("houghpeaks", "houghlines", "edge"),
)  # fmt: skip
def hough(call: Any, image: Any, *options: Any) -> Any:
    white = gray(image, "hough") != 0
    named = arg.name_values(options, "hough", "theta rhoresolution thetaresolution")
    step = named.number("rhoresolution", 1.0)
    wide = math.hypot(*(n - 1 for n in white.shape))
    if not 0 < step < max(wide, 1):
        raise call.error("RhoResolution must be positive, and less than the diagonal of the image.", "images:hough:invalidRhoRes")
    degrees = np.arange(-90.0, 90.0)
    if "thetaresolution" in named:
        degrees = np.arange(-90.0, 90.0, arg.scalar(named["thetaresolution"]))
    if "theta" in named:
        degrees = arg.flat(named["theta"]).astype(np.float64)
        if degrees.size and (degrees.min() < -90 or degrees.max() >= 90):
            raise call.error("Theta must be at least -90 and less than 90.", "images:hough:invalidThetaMax")
    reach = math.ceil(wide / step)
    y, x = np.nonzero(white)
    votes = np.zeros((2 * reach + 1, degrees.size), order="F")
    for k, angle in enumerate(np.radians(degrees)):
        place = np.floor((x * math.cos(angle) + y * math.sin(angle)) / step + reach + 0.5).astype(np.int64)
        votes[:, k] = np.bincount(place, minlength=2 * reach + 1)[: 2 * reach + 1]
    return votes, degrees.reshape(1, -1), (np.arange(-reach, reach + 1.0) * step).reshape(1, -1)


@builtin(
    "houghpeaks", "peaks = houghpeaks(H)", "peaks = houghpeaks(H, numpeaks)", "peaks = houghpeaks(H, numpeaks, 'Threshold', t, 'NHoodSize', [m n])",
    summary="Rows and columns of the largest numbers of a Hough transform, each with its neighbourhood left out before the next.",
    examples=(
        Example("houghpeaks([1 2 3;9 2 1;1 1 8], 2, 'NHoodSize', [1 1])", "[2 1;3 3]"),
        Example("houghpeaks([1 2 3;9 2 1;1 1 8], 5, 'Threshold', 3, 'NHoodSize', [1 1])", "[2 1;3 3;1 3]"),
        Example("houghpeaks([1 2 3;9 2 1;1 1 8], 5)", "[2 1]"),
    ),
    errors=(ErrorCase("houghpeaks(ones(3), 2, 'NHoodSize', [2 2])", "images:houghpeaks:invalidNHoodSizeVals"),), see_also=("hough", "houghlines"),
)  # fmt: skip
def houghpeaks(call: Any, transform: Any, *options: Any) -> Any:
    counts = np.array(gray(transform, "houghpeaks"), dtype=np.float64)
    positional = list(options)
    most = arg.integer(positional.pop(0)) if positional and not is_text(positional[0]) else 1
    named = arg.name_values(positional, "houghpeaks", "threshold nhoodsize theta")
    threshold = named.number("threshold", 0.5 * counts.max(initial=0.0))
    around = named.read("nhoodsize", arg.flat, np.maximum(2 * np.ceil(np.array(counts.shape) / 100) + 1, 1))
    if around.size != 2 or (around % 2 != 1).any() or (around > counts.shape).any():
        if "nhoodsize" in named:
            raise call.error("NHoodSize must be two odd numbers, not larger than H.", "images:houghpeaks:invalidNHoodSizeVals")
        around = np.minimum(around, 2 * ((np.array(counts.shape) - 1) // 2) + 1)
    down, right = (int(n) // 2 for n in around)
    degrees = named.read("theta", arg.flat, np.linspace(-90, 90, counts.shape[1], endpoint=False))
    half_turn = abs(degrees[-1] - degrees[0] + (degrees[1] - degrees[0] if degrees.size > 1 else 0) - 180) < 1e-6
    peaks: list[tuple[int, int]] = []
    while len(peaks) < most:
        place = int(np.argmax(counts.ravel(order="F")))
        row, column = place % counts.shape[0], place // counts.shape[0]
        if counts[row, column] < threshold or counts[row, column] == 0:
            break
        peaks.append((row, column))
        for j in range(column - right, column + right + 1):
            here, first = j, row
            if not 0 <= j < counts.shape[1]:
                if not half_turn:
                    continue
                here, first = j % counts.shape[1], counts.shape[0] - 1 - row  # a line turned by 180 degrees is itself
            counts[max(first - down, 0) : first + down + 1, here] = -np.inf
    return np.array(peaks, np.float64).reshape(-1, 2) + 1 if peaks else np.zeros((0, 0))


@builtin(
    "houghlines", "lines = houghlines(BW, theta, rho, peaks)", "lines = houghlines(..., 'FillGap', pixels, 'MinLength', pixels)",
    summary="Pieces of the straight lines that peaks of a Hough transform tell: point1, point2, theta and rho of each.",
    examples=(
        Example("BW = false(60); BW(30,5:55) = true; [H,t,r] = hough(BW); l = houghlines(BW,t,r,houghpeaks(H)); {numel(l), l.point1, l.point2, l.theta, l.rho}", "{1,[5 30],[55 30],-90,-29}"),
        Example("BW = false(60); BW(30,[1:20 31:60]) = true; [H,t,r] = hough(BW); numel(houghlines(BW,t,r,houghpeaks(H),'FillGap',5,'MinLength',7))", "2"),
    ),
    see_also=("hough", "houghpeaks"),
)  # fmt: skip
def houghlines(call: Any, image: Any, angles: Any, distances: Any, peaks: Any, *options: Any) -> StructArray:
    white = gray(image, "houghlines") != 0
    named = arg.name_values(options, "houghlines", "fillgap minlength")
    gap = named.number("fillgap", 20.0)
    least = named.number("minlength", 40.0)
    degrees, rho = arg.flat(angles), arg.flat(distances)
    peak_places = arg.flat(peaks).reshape(-1, 2, order="F") if numel_of(peaks) % 2 == 0 else np.zeros((1, 2))
    if not np.isin(peak_places[:, 0], np.arange(1, rho.size + 1)).all() or not np.isin(peak_places[:, 1], np.arange(1, degrees.size + 1)).all():
        raise call.error("The peaks must be rows and columns of the transform.", "images:houghlines:invalidPEAKS")
    slope = (rho.size - 1) / (rho[-1] - rho[0]) if rho.size > 1 else 1.0
    columns, rows = np.nonzero(white.T)
    segments = []
    for row, column in as_array(peaks).reshape(-1, 2).astype(int):
        angle = math.radians(float(degrees[column - 1]))
        bins = np.floor(slope * (columns * math.cos(angle) + rows * math.sin(angle) - rho[0]) + 0.5).astype(int) + 1
        y, x = rows[bins == row] + 1, columns[bins == row] + 1
        if not y.size:
            continue
        order = np.lexsort((x, y)) if np.ptp(y) > np.ptp(x) else np.lexsort((y, x))
        x, y = x[order], y[order]
        ends = np.flatnonzero(np.hypot(np.diff(x), np.diff(y)) > gap) + 1
        for first, last in zip([0, *ends], [*ends, x.size], strict=True):
            one, two = (np.array([[x[k], y[k]]], np.float64) for k in (first, last - 1))
            if np.hypot(*(two - one).ravel()) >= least:
                parts = {"point1": Tensor(one), "point2": Tensor(two), "theta": float(degrees[column - 1]), "rho": float(rho[row - 1])}
                segments.append(parts)
    return StructArray(object_array(segments, (1, len(segments))), ["point1", "point2", "theta", "rho"])
