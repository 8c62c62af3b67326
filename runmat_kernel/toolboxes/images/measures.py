"""Images measured and compared: integralImage, graycomatrix, graycoprops, normxcorr2, imfuse, imshowpair, imoverlay, intlut; blur and its removal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, StructArray
from ...values.convert import as_array, class_of, is_text, numel_of, text_of, to_value
from .pixels import gray, image, in_class, real_pixels

_DEPTHS = {"uint8": 255.0, "uint16": 65535.0}


def _unit(array: np.ndarray) -> np.ndarray:
    """Brightness from 0 to 1, as im2double gives it."""
    if array.dtype.kind in "fb":
        return array.astype(np.float64)
    if array.dtype == np.int16:
        return (array.astype(np.float64) + 32768) / 65535
    return array / _DEPTHS.get(array.dtype.name, float(np.iinfo(array.dtype).max))


@builtin(
    "integralImage", "J = integralImage(I)", summary="Sums of all pixels above and to the left, with zeros in the first row and column.",
    examples=(Example("integralImage([1 2;3 4])", "[0 0 0;0 1 3;0 4 10]"), Example("J = integralImage(uint8([200 200])); {J, class(J)}", "{[0 0 0;0 200 400],'double'}")),
    errors=(ErrorCase("integralImage('a')", "MATLAB:integralImage:invalidType"),),
)  # fmt: skip
def integralImage(call: Any, pixels: Any) -> Any:
    array = image(pixels, "integralImage").astype(np.float64)
    sums = array.cumsum(axis=0).cumsum(axis=1)
    return np.pad(sums, [(1, 0), (1, 0), *[(0, 0)] * (array.ndim - 2)])


@builtin(
    "graycomatrix", "glcm = graycomatrix(I)", "[glcms, SI] = graycomatrix(I, Name, Value)",
    summary="How often levels of brightness stand at an offset from each other; Offset ([0 1], rows of down and right), NumLevels (8), GrayLimits, Symmetric (false).",
    examples=(
        Example("graycomatrix([1 1 5 6 8 8;2 3 5 7 0 2; 0 2 3 5 6 7],'NumLevels',9,'G',[])", "graycomatrix([1 1 5 6 8 8;2 3 5 7 0 2;0 2 3 5 6 7],'NumLevels',9,'GrayLimits',[0 8])"),
        Example("[g,s] = graycomatrix([0 1 1;0 0 1],'NumLevels',2,'GrayLimits',[0 1]); {g,s}", "{[1 2;0 1],[1 2 2;1 1 2]}"), Example("g = graycomatrix([0 1 1;0 0 1],'NumLevels',2,'Symmetric',true); g", "[2 2;2 2]"),
        Example("size(graycomatrix(rand(9),'Offset',[0 1;-1 1;-1 0;-1 -1]))", "[8 8 4]"), Example("graycomatrix(logical([1 0;1 0]),'Offset',[1 0])", "[1 0;0 1]"),
    ),
    errors=(ErrorCase("graycomatrix(ones(2),'Offset',[1 2 3])", "images:graycomatrix:invalidOffset"), ErrorCase("graycomatrix(ones(2,2,3))", "MATLAB:graycomatrix:expected2D")),
    see_also=("graycoprops",),
)  # fmt: skip
def graycomatrix(call: Any, pixels: Any, *options: Any) -> Any:
    array = gray(pixels, "graycomatrix")
    named = arg.name_values(options, "graycomatrix", "offset numlevels graylimits symmetric")
    offsets = as_array(named["offset"]).astype(int) if "offset" in named else np.array([[0, 1]])
    if offsets.ndim != 2 or offsets.shape[1] != 2:
        raise call.error("The offset must be a matrix of two columns.", "images:graycomatrix:invalidOffset")
    levels = named.integer("numlevels", 2 if array.dtype == bool else 8)
    scaled = _levels(array, levels, named.get("graylimits"))
    symmetric = "symmetric" in named and bool(as_array(named["symmetric"]).all())
    pages = []
    for down, right in offsets:
        rows, columns = scaled.shape
        here = scaled[max(-down, 0) : rows - max(down, 0), max(-right, 0) : columns - max(right, 0)]
        there = scaled[max(down, 0) : rows - max(-down, 0), max(right, 0) : columns - max(-right, 0)]
        known = ~(np.isnan(here) | np.isnan(there)) if here.shape == there.shape and here.size else np.zeros(here.shape, bool)
        page = np.zeros((levels, levels))
        np.add.at(page, (here[known].astype(int) - 1, there[known].astype(int) - 1), 1.0)
        pages.append(page + page.T if symmetric else page)
    return pages[0] if len(pages) == 1 else np.stack(pages, axis=2), scaled


def _levels(array: np.ndarray, count: int, limits: Any) -> np.ndarray:
    """Brightness as levels from 1 on; NaN is kept."""
    pixels = array.astype(np.float64)
    if limits is not None and numel_of(limits) == 0:
        low, high = float(np.nanmin(pixels)), float(np.nanmax(pixels))
    elif limits is not None:
        low, high = (float(v) for v in as_array(limits).ravel()[:2])
    elif array.dtype.kind in "fb":
        low, high = 0.0, 1.0
    else:
        low, high = float(np.iinfo(array.dtype).min), float(np.iinfo(array.dtype).max)
    if low == high:
        return np.ones(array.shape)
    slope = count / (high - low)
    return np.clip(np.floor(slope * pixels + (1 - slope * low)), 1, count)


@builtin(
    "graycoprops", "stats = graycoprops(glcm)", "stats = graycoprops(glcm, properties)", summary="Contrast, Correlation, Energy and Homogeneity of matrices of graycomatrix.",
    examples=(
        Example("s = graycoprops([1 2;0 1]); [s.Contrast s.Energy s.Homogeneity round(s.Correlation,10)]", "[0.5 0.375 0.75 round(1/3,10)]"),
        Example("s = graycoprops(cat(3,eye(2),[0 1;1 0]),{'Contrast','Energy'}); {s.Contrast, s.Energy, fieldnames(s)'}", "{[0 1],[0.5 0.5],{'Contrast','Energy'}}"),
    ),
    errors=(ErrorCase("graycoprops([1 2;3 4],'Colour')", "images:graycoprops:invalidProperty"), ErrorCase("graycoprops([1 2 3])", "images:graycoprops:invalidGLCM")), see_also=("graycomatrix",),
)  # fmt: skip
def graycoprops(call: Any, counts: Any, *properties: Any) -> Any:
    array = as_array(counts).astype(np.float64)
    pages = array if array.ndim == 3 else array[:, :, None]
    if pages.ndim != 3 or pages.shape[0] != pages.shape[1] or (pages < 0).any():
        raise call.error("GLCM must have square pages of numbers that are not negative.", "images:graycoprops:invalidGLCM")
    names = ("Contrast", "Correlation", "Energy", "Homogeneity")
    words = [text_of(w).lower() for a in properties for w in (a.array.flat if type(a) is CellArray else [a])]
    if any(word != "all" and word not in [name.lower() for name in names] for word in words):
        raise call.error("The properties are 'Contrast', 'Correlation', 'Energy', and 'Homogeneity'.", "images:graycoprops:invalidProperty")
    values = [_texture(page / page.sum() if page.sum() else page) for page in np.moveaxis(pages, 2, 0)]
    chosen = [k for k, name in enumerate(names) if not words or "all" in words or name.lower() in words]
    return StructArray.scalar({names[k]: to_value(np.array([[of_page[k] for of_page in values]])) for k in chosen})


def _texture(p: np.ndarray) -> tuple[float, ...]:
    """Contrast, correlation, energy and homogeneity of the shares of pairs of gray levels."""
    i, j = np.mgrid[1.0 : len(p) + 1, 1.0 : len(p) + 1]
    row, column = float((i * p).sum()), float((j * p).sum())
    spread = np.sqrt(((i - row) ** 2 * p).sum()) * np.sqrt(((j - column) ** 2 * p).sum())
    with np.errstate(all="ignore"):
        correlation = float(np.float64(((i - row) * (j - column) * p).sum()) / spread)
    return float(((i - j) ** 2 * p).sum()), correlation, float((p**2).sum()), float((p / (1 + np.abs(i - j))).sum())


@builtin(
    "normxcorr2", "C = normxcorr2(template, A)", summary="Correlation coefficients of a template with all parts of an image, by where its lower right corner lies.",
    examples=(
        Example("A = magic(6); C = normxcorr2(A(2:4,3:5),A); [m,k] = max(C(:)); [r,c] = ind2sub(size(C),k); [round(m,10) r c size(C)]", "[1 4 5 8 8]"),
        Example("C = normxcorr2([1 2],[3 1 9]); round(C,10)", "[1 -1 1 -1]"),
    ),
    errors=(ErrorCase("normxcorr2([1 1],[1 2 3])", "images:normxcorr2:sameElementsInTemplate"), ErrorCase("normxcorr2([1 2 3],[1 2])", "images:normxcorr2:invalidSizeForA")),
    see_also=("xcorr2",),
)  # fmt: skip
def normxcorr2(call: Any, template: Any, pixels: Any) -> Any:
    from scipy.signal import fftconvolve

    t, a = (gray(v, "normxcorr2").astype(np.float64) for v in (template, pixels))
    if t.shape[0] > a.shape[0] or t.shape[1] > a.shape[1]:
        raise call.error("TEMPLATE must be no larger than A.", "images:normxcorr2:invalidSizeForA")
    if not t.size or t.std() == 0:
        raise call.error("The values of TEMPLATE cannot all be the same.", "images:normxcorr2:sameElementsInTemplate")
    centred, ones = t - t.mean(), np.ones(t.shape)
    a = a - min(float(a.min()), 0.0)
    sums, squares = fftconvolve(a, ones), fftconvolve(a**2, ones)
    spread = np.sqrt(np.maximum(squares - sums**2 / t.size, 0.0)) * np.sqrt((centred**2).sum())
    across = fftconvolve(a, centred[::-1, ::-1])
    noise = np.sqrt(np.finfo(float).eps) * max(float(np.abs(spread).max(initial=0.0)), 1e-300)
    result = np.where(spread > noise, across / np.where(spread > noise, spread, 1.0), 0.0)
    result[np.abs(result) > 1 + np.sqrt(np.finfo(float).eps)] = 0.0
    return result


# --- two images in one --------------------------------------------------------------------------------------------------------


def _spread(array: np.ndarray, low: float, high: float) -> np.ndarray:
    return np.clip((array.astype(np.float64) - low) / (high - low), 0, 1) if high > low else np.zeros(array.shape)


def _fused(call: Any, first: Any, second: Any, options: tuple[Any, ...]) -> np.ndarray:
    words = [text_of(o).lower() for o in options[:1] if is_text(o)]
    method = words[0] if words and words[0] in ("falsecolor", "blend", "diff", "montage", "checkerboard") else "falsecolor"
    rest = options[1:] if words and words[0] == method else options
    named = arg.name_values(rest, call.name, "scaling colorchannels parent")
    scaling = named.word("scaling", "independent")
    arg.check_options(call, [scaling], "independent", "joint", "none")
    a, b = (image(v, call.name) for v in (first, second))
    if not a.size or not b.size:
        raise call.error("Expected A and B to be nonempty.", f"MATLAB:{call.name}:expectedNonempty")
    a, b = _of_one_size(a, b, gray_only=method in ("falsecolor", "diff"))
    if scaling == "none":
        a, b = _unit(a), _unit(b)
    else:
        ends = [(float(v.min()), float(v.max())) for v in (a, b)]
        ends = [(min(e[0] for e in ends), max(e[1] for e in ends))] * 2 if scaling == "joint" else ends
        a, b = (_spread(v, *e) for v, e in zip((a, b), ends, strict=True))
    if method == "falsecolor":
        return _channels(call, a, b, named.get("colorchannels"))
    return _FUSIONS[method](a, b)


def _of_one_size(a: np.ndarray, b: np.ndarray, gray_only: bool) -> list[np.ndarray]:
    """Two images of one size, smaller ones filled up with zeros: both gray (``gray_only``), or both in colour if one is."""
    if gray_only:
        a, b = (v if v.ndim == 2 else v @ np.array([0.298936021293775, 0.587043074451121, 0.114020904255103]) for v in (a, b))
    elif a.ndim != b.ndim:
        a, b = (v if v.ndim == 3 else np.repeat(v[:, :, None], 3, axis=2) for v in (a, b))
    rows, columns = max(a.shape[0], b.shape[0]), max(a.shape[1], b.shape[1])
    return [np.pad(v, [(0, rows - v.shape[0]), (0, columns - v.shape[1]), *[(0, 0)] * (v.ndim - 2)]) for v in (a, b)]


def _difference(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    difference = np.abs(a - b)
    return _spread(difference, float(difference.min()), float(difference.max()))


def _checkerboard(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Eight by eight rectangles, of each image every other one."""
    rows, columns = np.indices(a.shape[:2])
    odd = ((rows * 8 // a.shape[0]) + (columns * 8 // a.shape[1])) % 2 == 1
    return np.where(odd if a.ndim == 2 else odd[:, :, None], b, a)


_FUSIONS: dict[str, Callable[[np.ndarray, np.ndarray], np.ndarray]] = {
    "montage": lambda a, b: np.concatenate([a, b], axis=1),
    "diff": _difference,
    "blend": lambda a, b: (a + b) / 2,
    "checkerboard": _checkerboard,
}


def _channels(call: Any, a: np.ndarray, b: np.ndarray, channels: Any) -> np.ndarray:
    """Two images in the red, green and blue channels: each channel shows 0 (dark), image 1 or image 2."""
    known = {"green-magenta": (2, 1, 2), "red-cyan": (1, 2, 2)}
    if channels is None or is_text(channels):
        word = text_of(channels).lower() if channels is not None else "green-magenta"
        arg.check_options(call, [word], *known)
        numbers = known[word]
    else:
        numbers = tuple(as_array(channels).ravel().tolist())
        if len(numbers) != 3 or not {0, 1, 2}.issuperset(numbers):
            raise call.error("The channels must be three of 0, 1 and 2.", "images:imfuse:invalidColorChannels")
    return np.stack([{0: np.zeros(a.shape), 1: a, 2: b}[n] for n in numbers], axis=2)


@builtin(
    "imfuse", "C = imfuse(A, B)", "C = imfuse(A, B, method)", "C = imfuse(..., Name, Value)",
    summary="Two images in one: 'falsecolor' (the first green, the second magenta), 'blend', 'diff', 'montage', 'checkerboard'; Scaling ('independent', 'joint', 'none'), ColorChannels.",
    examples=(
        Example("imfuse([0 1],[1 0])", "uint8(cat(3,[255 0],[0 255],[255 0]))"), Example("imfuse(uint8([0 200]),uint8([0 100]),'blend','Scaling','none')", "uint8([0 150])"),
        Example("imfuse([0 1;0 1],[0 1],'diff')", "uint8([0 0;0 255])"), Example("size(imfuse(ones(2,3),ones(4,2),'montage'))", "[4 6]"), Example("size(imfuse(rand(4),rand(4),'falsecolor','ColorChannels',[1 2 0]))", "[4 4 3]"),
    ),
    errors=(ErrorCase("imfuse(1,1,'Scaling','twice')", "MATLAB:imfuse:unknownOption"),), see_also=("imshowpair",),
)  # fmt: skip
def imfuse(call: Any, first: Any, second: Any, *options: Any) -> Any:
    return in_class(_fused(call, first, second, options) * 255, np.dtype(np.uint8))


@builtin(
    "imshowpair", "imshowpair(A, B)", "imshowpair(A, B, method)", "h = imshowpair(..., Name, Value)", summary="Show two images as one; see imfuse.",
    examples=(Example("figure; h = imshowpair([0 1],[1 0],'montage'); size(h.CData)", "[1 4]"),), see_also=("imfuse", "imshow"),
)  # fmt: skip
def imshowpair(call: Any, first: Any, second: Any, *options: Any) -> Any:
    shown = in_class(_fused(call, first, second, options) * 255, np.dtype(np.uint8))
    handle = call.feval("imshow", call.session.value(np.asfortranarray(shown)), nargout=1)[0]
    return handle if call.nargout else None


@builtin(
    "imoverlay", "B = imoverlay(A, BW)", "B = imoverlay(A, BW, color)", summary="An image in colour whose pixels under a mask have a colour (yellow).",
    examples=(Example("imoverlay(uint8([10 20]),[true false],[1 0 0])", "uint8(cat(3,[255 20],[0 20],[0 20]))"), Example("imoverlay([0.5 0.2],logical([0 1]),'b')", "cat(3,[0.5 0],[0.5 0],[0.5 1])")),
    errors=(ErrorCase("imoverlay([1 2],true)", "images:imoverlay:sizeMismatch"),), see_also=("imfuse",),
)  # fmt: skip
def imoverlay(call: Any, pixels: Any, mask: Any, colour: Any = None) -> Any:
    from ...figures.colors import to_rgb

    array, chosen = image(pixels, "imoverlay"), as_array(mask) != 0
    if array.shape[:2] != chosen.shape:
        raise call.error("The mask must have the size of the image.", "images:imoverlay:sizeMismatch")
    planes = np.repeat(array[:, :, None], 3, axis=2) if array.ndim == 2 else array.copy()
    shade = np.array((1.0, 1.0, 0.0) if colour is None else to_rgb(text_of(colour)) if is_text(colour) else arg.flat(colour), float)
    full = 1.0 if array.dtype.kind in "fb" else float(np.iinfo(array.dtype).max)
    planes = planes.astype(np.float64) if array.dtype == bool else planes
    planes[chosen] = in_class(shade * full, planes.dtype)
    return planes


@builtin(
    "intlut", "B = intlut(A, LUT)", summary="Each element of an integer array replaced by that of a table of 256 or 65536 elements of its class.",
    examples=(Example("intlut(uint8([0 1 255]), uint8(255:-1:0))", "uint8([255 254 0])"), Example("intlut(int16([-32768 0]), int16([7 zeros(1,65535)]))", "int16([7 0])")),
    errors=(ErrorCase("intlut(uint8(1), uint8(1:9))", "images:intlut:invalidLUTSize"), ErrorCase("intlut(1, 1:256)", "images:intlut:invalidClass")),
)  # fmt: skip
def intlut(call: Any, a: Any, table: Any) -> Any:
    if class_of(a) not in ("uint8", "uint16", "int16") or class_of(table) != class_of(a):
        raise call.error("A and LUT must both be uint8, uint16 or int16.", "images:intlut:invalidClass")
    array, values = as_array(a), as_array(table).ravel(order="F")
    if values.size != (256 if array.dtype == np.uint8 else 65536):
        raise call.error("LUT must have 256 elements for uint8, 65536 otherwise.", "images:intlut:invalidLUTSize")
    return values[array.astype(int) - (int(np.iinfo(np.int16).min) if array.dtype == np.int16 else 0)]


# --- blur -----------------------------------------------------------------------------------------------------------------------


def _otf(psf: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """The Fourier transform of a point spread function that is centred in its array."""
    sizes = psf.shape + (1,) * (len(shape) - psf.ndim)
    padded = np.pad(psf.reshape(sizes), [(0, most - there) for most, there in zip(shape, sizes, strict=True)])
    return np.fft.fftn(np.roll(padded, [-(n // 2) for n in sizes], tuple(range(len(shape)))))


@builtin(
    "psf2otf", "OTF = psf2otf(PSF)", "OTF = psf2otf(PSF, size)", summary="Transfer function of a point spread function, which stands about its middle.",
    examples=(Example("psf2otf([0 1 0])", "[1 1 1]"), Example("round(psf2otf([1 2 1]/4,[1 4]),10)", "[1 0.5 0 0.5]")),
    errors=(ErrorCase("psf2otf([1 2 3],[1 2])", "images:psf2otf:psfSizeMustBeLessThanOrEqualToOutSize"),), see_also=("otf2psf", "deconvwnr"),
)  # fmt: skip
def psf2otf(call: Any, psf: Any, size: Any = None) -> Any:
    spread = arg.floating(psf)
    shape = tuple(int(n) for n in arg.flat(size)) if size is not None and numel_of(size) else spread.shape
    shape += (1,) * (spread.ndim - len(shape))
    if not spread.size:
        return np.zeros(shape)
    if any(there > most for there, most in zip(spread.shape, shape, strict=False)):
        raise call.error("OUTSIZE cannot be smaller than the size of PSF.", "images:psf2otf:psfSizeMustBeLessThanOrEqualToOutSize")
    transfer = _otf(spread, shape)
    steps = sum(np.log2(n) for n in spread.shape if n > 1) * spread.size
    small = np.abs(transfer.imag).max(initial=0.0) <= max(steps, 1.0) * np.finfo(float).eps * np.abs(transfer).max(initial=0.0)
    return transfer.real if small else transfer


@builtin(
    "otf2psf", "PSF = otf2psf(OTF)", "PSF = otf2psf(OTF, size)", summary="Point spread function of a transfer function, about the middle of an array of a size.",
    examples=(Example("round(otf2psf(psf2otf([1 2 3;4 5 7],[6 8]),[2 3]),10)", "[1 2 3;4 5 7]"),), errors=(ErrorCase("otf2psf([1 2],[1 3])", "images:otf2psf:invalidOutSize"),), see_also=("psf2otf",),
)  # fmt: skip
def otf2psf(call: Any, otf: Any, size: Any = None) -> Any:
    transfer = arg.floating(otf)
    if not transfer.size:
        return transfer
    shape = tuple(int(n) for n in arg.flat(size)) if size is not None and numel_of(size) else transfer.shape
    if len(shape) != transfer.ndim or any(length > there or length < 1 for length, there in zip(shape, transfer.shape, strict=False)):
        raise call.error("OUTSIZE cannot be larger than the size of OTF.", "images:otf2psf:invalidOutSize")
    spread = np.fft.ifftn(transfer)
    spread = np.roll(spread, [n // 2 for n in shape], tuple(range(len(shape))))[tuple(slice(n) for n in shape)]
    small = np.abs(spread.imag).max(initial=0.0) <= 1e3 * np.finfo(float).eps * np.abs(spread).max(initial=0.0)
    return spread.real if small else spread


@builtin(
    "deconvwnr", "J = deconvwnr(I, PSF)", "J = deconvwnr(I, PSF, NSR)", summary="An image that was blurred by PSF sharpened by Wiener's filter with the ratio NSR (0) of the powers of noise and image.",
    examples=(
        Example("I = magic(8)/64; p = [1 2 4;1 1 1]/10; B = real(ifft2(fft2(I).*psf2otf(p,[8 8]))); max(abs(deconvwnr(B,p) - I),[],'all') < 1e-9", "true"),
        Example("deconvwnr([1 2;3 4],1,1)", "[0.5 1;1.5 2]"), Example("class(deconvwnr(uint8(magic(4)),ones(2)/4,0.1))", "'uint8'"), Example("deconvwnr(int16(-32768),1,1)", "int16(-32768)"),
    ),
    errors=(ErrorCase("deconvwnr(1,[1 2 3])", "images:psf2otf:psfSizeMustBeLessThanOrEqualToOutSize"),), see_also=("psf2otf", "wiener2"),
)  # fmt: skip
def deconvwnr(call: Any, pixels: Any, psf: Any, ratio: Any = 0.0) -> Any:
    array, spread = image(pixels, "deconvwnr"), arg.floating(psf)
    if not array.size or not spread.size:
        raise call.error("Expected I and PSF to be nonempty.", "MATLAB:deconvwnr:expectedNonempty")
    if any(there > most for there, most in zip(spread.shape, array.shape, strict=False)):
        raise call.error("OUTSIZE cannot be smaller than the size of PSF.", "images:psf2otf:psfSizeMustBeLessThanOrEqualToOutSize")
    transfer = _otf(spread, array.shape)
    noise = arg.floating(ratio)
    below = np.abs(transfer) ** 2 + (noise if noise.shape == array.shape else arg.scalar(ratio, "ratio of noise and image"))
    black = -32768.0 if array.dtype == np.int16 else 0.0
    light = np.fft.fftn(real_pixels(array) - black)
    sharp = np.fft.ifftn(transfer.conj() / np.maximum(below, np.sqrt(np.finfo(float).eps)) * light).real
    return in_class(sharp + black, array.dtype)
