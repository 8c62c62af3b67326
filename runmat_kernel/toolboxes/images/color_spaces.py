"""Conversions between colour spaces: rgb2lin, lin2rgb, rgb2xyz, xyz2rgb, xyz2lab, lab2xyz, rgb2lab, lab2rgb, rgb2ntsc, ntsc2rgb, whitepoint, deltaE."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values.convert import as_array, class_of, is_text, text_of
from .colors import _planes, unit_scaled

_WHITES: MappingProxyType[str, tuple[float, float, float]] = MappingProxyType({
    "a": (1.0985, 1.0, 0.35585), "c": (0.98074, 1.0, 1.18232), "d50": (0.9641986557609, 1.0, 0.82511648322104), "d55": (0.95682, 1.0, 0.92149),
    "d65": (0.95047, 1.0, 1.08883), "e": (1.0, 1.0, 1.0), "icc": (31595 / 32768, 1.0, 27030 / 32768),
})  # fmt: skip
"""Tristimulus values of white lights, with the digits that make the documented results of conversions."""
_TOLD: MappingProxyType[str, tuple[float, float, float]] = MappingProxyType({
    "a": (1.0985, 1.0, 0.3558), "c": (0.9807, 1.0, 1.1822), "d50": (0.9642, 1.0, 0.8251), "d55": (0.9568, 1.0, 0.9214),
    "d65": (0.9504, 1.0, 1.0888), "e": (1.0, 1.0, 1.0), "icc": _WHITES["icc"],
})  # fmt: skip
"""The same as ``whitepoint`` gives them, with four digits."""
_PRIMARIES: MappingProxyType[str, tuple[tuple[float, float], ...]] = MappingProxyType({
    "srgb": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)), "linear-rgb": ((0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    "adobe-rgb-1998": ((0.64, 0.33), (0.21, 0.71), (0.15, 0.06)),
})  # fmt: skip
"""Chromaticities of red, green and blue; their white is that of d65."""
_CONES = np.array([[0.8951, 0.2664, -0.1614], [-0.7502, 1.7135, 0.0367], [0.0389, -0.0685, 1.0296]])
"""Bradford's responses, in which whites are changed into each other."""
_ADOBE = 563 / 256


def _to_light(space: str) -> np.ndarray:
    """The matrix from linear red, green and blue to X, Y and Z."""
    columns = np.array([[x / y, 1.0, (1 - x - y) / y] for x, y in _PRIMARIES[space]]).T
    return columns * np.linalg.solve(columns, np.array(_WHITES["d65"]))


def _adapted(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """The matrix that adapts colours from one white point to another."""
    if np.array_equal(first, second):
        return np.eye(3)
    return np.linalg.solve(_CONES, np.diag(_CONES @ second / (_CONES @ first)) @ _CONES)


def _white(call: Any, named: dict[str, Any]) -> np.ndarray:
    white = named.get("whitepoint")
    if white is None:
        return np.array(_WHITES["d65"])
    if is_text(white):
        word = text_of(white).lower()
        arg.check_options(call, [word], *_WHITES)
        return np.array(_WHITES[word])
    values = arg.flat(white).astype(np.float64)
    if values.size != 3 or (values <= 0).any():
        raise call.error("The white point must be a name, or three positive numbers.", f"images:{call.name}:invalidWhitePoint")
    return values


def _space(call: Any, named: dict[str, Any]) -> str:
    word = named.word("colorspace", "srgb")
    arg.check_options(call, [word], *_PRIMARIES)
    return word


def _linear(colours: np.ndarray, space: str) -> np.ndarray:
    size = np.abs(colours)
    if space == "linear-rgb":
        return colours
    bent = size**_ADOBE if space == "adobe-rgb-1998" else np.where(size <= 0.04045, size / 12.92, ((size + 0.055) / 1.055) ** 2.4)
    return np.copysign(bent, colours)


def _bent(colours: np.ndarray, space: str) -> np.ndarray:
    """Linear colours with gamma applied, the inverse of ``_linear``."""
    size = np.abs(colours)
    if space == "linear-rgb":
        return colours
    stored = (
        size ** (1 / _ADOBE) if space == "adobe-rgb-1998" else np.where(size <= 0.0031308, size * 12.92, 1.055 * size ** (1 / 2.4) - 0.055)
    )
    return np.copysign(stored, colours)


def _seen(light: np.ndarray, white: np.ndarray) -> np.ndarray:
    """L*, a* and b* of X, Y and Z."""
    ratio = light / white
    f = np.where(ratio > (6 / 29) ** 3, np.cbrt(ratio), ratio / (3 * (6 / 29) ** 2) + 4 / 29)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], axis=-1)


def _lit(lab: np.ndarray, white: np.ndarray) -> np.ndarray:
    """X, Y and Z of L*, a* and b*."""
    middle = (lab[..., 0] + 16) / 116
    f = np.stack([middle + lab[..., 1] / 500, middle, middle - lab[..., 2] / 200], axis=-1)
    return np.where(f > 6 / 29, f**3, 3 * (6 / 29) ** 2 * (f - 4 / 29)) * white


_RGB_TO_YIQ = np.linalg.inv(np.array([[1.0, 0.956, 0.621], [1.0, -0.272, -0.647], [1.0, -1.106, 1.703]]))


def _converter(
    name: str, options: str, change: Callable[[Any, np.ndarray, dict[str, Any]], np.ndarray], stored: bool, summary: str,
    *examples: Example, clipped: bool = False,
) -> Builtin:  # fmt: skip
    """A conversion of the colours of an image or a colormap.  ``stored`` colours are first scaled from their class to 0 to 1."""

    def function(call: Any, value: Any, *arguments: Any) -> Any:
        known = f"{options} outputtype".strip() if options else ""
        named = arg.name_values(arguments, name, known) if known else arg.Options()
        if arguments and not known:
            raise call.error("Too many input arguments.", "MATLAB:TooManyInputs")
        colours, is_image = _planes(unit_scaled(value, name) if stored else arg.floating(value), name)
        result = change(call, colours.astype(np.float64), named)
        result = np.clip(result, 0, 1) if clipped else result
        result = np.moveaxis(result, -1, 2) if is_image else result
        kind = "single" if class_of(value) == "single" else "double"
        if "outputtype" in named:
            kind = text_of(named["outputtype"]).lower()
            arg.check_options(call, [kind], "double", "single", "uint8", "uint16")
        if kind in ("uint8", "uint16"):
            depth = 255 if kind == "uint8" else 65535
            return np.clip(np.floor(result * depth + 0.5), 0, depth).astype(kind)
        return result.astype(np.float32 if kind == "single" else np.float64)

    words = {"colorspace": "ColorSpace ('srgb', 'adobe-rgb-1998', 'linear-rgb')", "whitepoint": "WhitePoint ('d65')"}
    text = "; ".join(words[word] for word in options.split()) if options else ""
    usage = (f"B = {name}(A)", f"B = {name}(A, Name, Value)") if options else (f"B = {name}(A)",)
    errors = (ErrorCase(f"{name}(ones(2))", f"MATLAB:{name}:invalidInputSize"),)
    return Builtin(name, usage, summary + (f"  {text}." if text else ""), function, examples=examples, errors=errors)


def _rgb_to_xyz(call: Any, colours: np.ndarray, named: dict[str, Any]) -> np.ndarray:
    space = _space(call, named)
    return _linear(colours, space) @ (_adapted(np.array(_WHITES["d65"]), _white(call, named)) @ _to_light(space)).T


def _xyz_to_rgb(call: Any, colours: np.ndarray, named: dict[str, Any]) -> np.ndarray:
    space = _space(call, named)
    return _bent(colours @ np.linalg.inv(_adapted(np.array(_WHITES["d65"]), _white(call, named)) @ _to_light(space)).T, space)


SPACES = (
    _converter("rgb2lin", "colorspace", lambda call, c, named: _linear(c, _space(call, named)), True, "Linear red, green and blue of colours as they are stored.",
               Example("round(rgb2lin([0 0.04045 1]),10)", "round([0 0.04045/12.92 1],10)"), Example("round(rgb2lin([0.5 0.5 0.5],'ColorSpace','adobe-rgb-1998'),10)", "round(0.5^(563/256)*[1 1 1],10)")),
    _converter("lin2rgb", "colorspace", lambda call, c, named: _bent(c, _space(call, named)), True, "Colours as they are stored of linear red, green and blue.",
               Example("round(lin2rgb(rgb2lin([0.01 0.3 0.9])),10)", "[0.01 0.3 0.9]")),
    _converter("rgb2xyz", "colorspace whitepoint", _rgb_to_xyz, True, "Light X, Y and Z of colours.",
               Example("round(rgb2xyz([1 1 1]),4)", "[0.9505 1 1.0888]"), Example("round(rgb2xyz(cat(3,uint8(255),uint8(0),uint8(0))),3)", "cat(3,0.412,0.213,0.019)")),
    _converter("xyz2rgb", "colorspace whitepoint", _xyz_to_rgb, False, "Colours of light X, Y and Z.",
               Example("round(xyz2rgb(rgb2xyz([0.2 0.3 0.4])),10)", "[0.2 0.3 0.4]"), Example("xyz2rgb([0.9504 1 1.0888],'OutputType','uint8')", "uint8([255 255 255])")),
    _converter("xyz2lab", "whitepoint", lambda call, c, named: _seen(c, _white(call, named)), False, "Lightness and colours as seen, L*, a* and b*, of light X, Y and Z.",
               Example("round(xyz2lab([0.95047 1 1.08883]),10)", "[100 0 0]"), Example("round(xyz2lab(lab2xyz([50 10 -5])),10)", "[50 10 -5]")),
    _converter("lab2xyz", "whitepoint", lambda call, c, named: _lit(c, _white(call, named)), False, "Light X, Y and Z of L*, a* and b*.",
               Example("round(lab2xyz([50 10 -5]),4)", "[0.1942 0.1842 0.2282]"), Example("round(lab2xyz([50 10 -5],'WhitePoint','d50'),4)", "[0.1970 0.1842 0.1729]")),
    _converter("rgb2lab", "colorspace whitepoint", lambda call, c, named: _seen(_rgb_to_xyz(call, c, named), _white(call, named)), True,
               "Lightness and colours as seen, L*, a* and b*, of colours.", Example("round(rgb2lab([1 1 1]),8)", "[100 0 0]"),
               Example("round(rgb2lab([.2 .3 .4],'ColorSpace','adobe-rgb-1998'),4)", "[30.1783 -5.6902 -20.8223]"), Example("round(rgb2lab([.2 .3 .4],'WhitePoint','d50'),4)", "[31.3294 -4.0732 -18.1750]"),
               Example("class(rgb2lab(uint8(ones(2,2,3))))", "'double'")),
    _converter("lab2rgb", "colorspace whitepoint", lambda call, c, named: _xyz_to_rgb(call, _lit(c, _white(call, named)), named), False, "Colours of L*, a* and b*.",
               Example("round(lab2rgb([70 5 10]),4)", "[0.7359 0.6566 0.6010]"), Example("round(lab2rgb([70 5 10],'ColorSpace','adobe-rgb-1998'),4)", "[0.7086 0.6507 0.5978]"),
               Example("round(lab2rgb([70 5 10],'WhitePoint','d50'),4)", "[0.7282 0.6573 0.6007]"), Example("lab2rgb([70 5 10],'OutputType','uint8')", "uint8([188 167 153])")),
    _converter("rgb2ntsc", "", lambda call, c, named: c @ _RGB_TO_YIQ.T, True, "Luminance and the two colours of television, Y, I and Q.",
               Example("round(rgb2ntsc([1 1 1]),10)", "[1 0 0]"), Example("round(rgb2ntsc([1 0 0]),3)", "[0.299 0.596 0.211]")),
    _converter("ntsc2rgb", "", lambda call, c, named: c @ np.linalg.inv(_RGB_TO_YIQ).T, False, "Colours of luminance and the two colours of television.",
               Example("round(ntsc2rgb(rgb2ntsc([0.2 0.3 0.4])),10)", "[0.2 0.3 0.4]"), clipped=True),
)  # fmt: skip


@builtin(
    "whitepoint", "xyz = whitepoint()", "xyz = whitepoint(name)", summary="X, Y and Z of a white light: 'icc' (of profiles), 'a', 'c', 'd50', 'd55', 'd65', 'e'.",
    examples=(Example("whitepoint('d65')", "[0.9504 1 1.0888]"), Example("round(whitepoint,4)", "[0.9642 1 0.8249]")), errors=(ErrorCase("whitepoint('x')", "MATLAB:whitepoint:unknownOption"),),
)  # fmt: skip
def whitepoint(call: Any, name: Any = None) -> Any:
    word = text_of(name).lower() if name is not None else "icc"
    arg.check_options(call, [word], *_TOLD)
    return np.array([_TOLD[word]])


@builtin(
    "deltaE", "dE = deltaE(A, B)", "dE = deltaE(A, B, 'isInputLab', tf)", summary="Differences of colours as seen: distances of their L*, a* and b*.",
    examples=(Example("deltaE([50 0 0;60 3 4],[50 3 4;60 3 4],'isInputLab',true)", "[5;0]"), Example("round(deltaE([0 0 0],[1 1 1]),6)", "100"), Example("size(deltaE(rand(4,5,3),rand(4,5,3)))", "[4 5]")),
    errors=(ErrorCase("deltaE([1 2 3],[1 2])", "images:deltaE:sizeMismatch"),), see_also=("rgb2lab",),
)  # fmt: skip
def deltaE(call: Any, first: Any, second: Any, *options: Any) -> Any:
    named = arg.name_values(options, "deltaE", "isinputlab")
    plain = "isinputlab" in named and bool(as_array(named["isinputlab"]).all())
    if as_array(first).shape != as_array(second).shape:
        raise call.error("The images must have the same size.", "images:deltaE:sizeMismatch")
    pair = [arg.floating(v if plain else call.feval("rgb2lab", v, nargout=1)[0]) for v in (first, second)]
    deviations = pair[0] - pair[1]
    result = np.sqrt((deviations**2).sum(axis=2 if deviations.ndim > 2 else 1))
    return result if deviations.ndim > 2 else result[:, None]
