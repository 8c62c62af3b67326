"""Matrices and colours of figures as numbers: viewmtx and validatecolor."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...figures.colors import to_rgb
from ...values.containers import CellArray
from ...values.convert import as_array, class_of, is_text, text_of


@builtin(
    "viewmtx", "T = viewmtx(az, el)", "T = viewmtx(az, el, phi)", "T = viewmtx(az, el, phi, xc)",
    summary="The 4-by-4 matrix of a view from an azimuth and an elevation, with perspective where there is an angle.",
    examples=(
        Example("round(viewmtx(-37.5,30),4)", "[0.7934 -0.6088 0 0;0.3044 0.3967 0.8660 0;-0.5272 -0.6871 0.5 0;0 0 0 1]"),
        Example("T = viewmtx(0,90,90); p = T*[1;0;0.5;1]; round(p(1)/p(4),4)", "3.4142"),
    ),
    errors=(ErrorCase("viewmtx(1,2,200)", "MATLAB:viewmtx:InvalidPhi"), ErrorCase("viewmtx(1,2,20,[1 2])", "MATLAB:viewmtx:InvalidTarget")),
    see_also=("view",),
)  # fmt: skip
def viewmtx(call: Any, az: Any, el: Any, phi: Any = None, target: Any = None) -> np.ndarray:
    a, e = np.deg2rad(arg.scalar(az)), np.deg2rad(arg.scalar(el))
    angle = arg.scalar(phi) if phi is not None else 0.0
    if not 0 <= angle < 180:
        raise call.error("phi must be between 0 and 180 degrees.", "MATLAB:viewmtx:InvalidPhi")
    center = arg.flat(target) if target is not None else np.zeros(3)
    if center.size != 3:
        raise call.error("The target must be a vector of three elements.", "MATLAB:viewmtx:InvalidTarget")
    turned = np.array([
        [np.cos(a), np.sin(a), 0, 0], [-np.sin(e) * np.sin(a), np.sin(e) * np.cos(a), np.cos(e), 0],
        [np.cos(e) * np.sin(a), -np.cos(e) * np.cos(a), np.sin(e), 0], [0, 0, 0, 1],
    ])  # fmt: skip
    moved, seen = np.eye(4), np.eye(4)
    moved[:3, 3] = -turned[:3, :3] @ center
    if angle:
        # As far from the middle of the unit cube as its diagonal fills the angle.
        seen[3, 2] = -np.tan(np.deg2rad(angle) / 2) * np.sqrt(2)
    return seen @ moved @ turned + 0.0


@builtin(
    "validatecolor", "RGB = validatecolor(color)", "RGB = validatecolor(colors, 'multiple')",
    summary="Colours given by names, short names, hexadecimal codes or numbers as rows of red, green and blue.",
    examples=(
        Example("validatecolor('red')", "[1 0 0]"), Example("validatecolor('#0072BD') * 255", "[0 114 189]"),
        Example("validatecolor({'k','#FFF'},'multiple')", "[0 0 0;1 1 1]"), Example("validatecolor([0.2 0.4 1])", "[0.2 0.4 1]"),
        Example("validatecolor(uint8([255 0 51]))", "[1 0 0.2]"),
    ),
    errors=(
        ErrorCase("validatecolor('nocolor')", "MATLAB:graphics:validatecolor:InvalidColorString"),
        ErrorCase("validatecolor([0 0 2])", "MATLAB:graphics:validatecolor:OutOfRange"),
        ErrorCase("validatecolor({'r','g'})", "MATLAB:graphics:validatecolor:MultipleColors"),
        ErrorCase("validatecolor([0 1])", "MATLAB:graphics:validatecolor:InvalidSize"),
    ),
)  # fmt: skip
def validatecolor(call: Any, colors: Any, size: Any = None) -> np.ndarray:
    several = size is not None and text_of(size).lower() == "multiple"
    if is_text(colors) or type(colors) is CellArray or class_of(colors) == "string":
        rows = np.vstack([_named(call, word) for word in texts_of(colors, "color")])
    else:
        array = as_array(colors)
        if array.ndim != 2 or array.shape[1] != 3:
            raise call.error("Colors must be rows of three numbers.", "MATLAB:graphics:validatecolor:InvalidSize")
        scale = {"uint8": 255.0, "uint16": 65535.0}.get(class_of(colors), 1.0)
        rows = array.astype(np.float64) / scale
        if not np.all((rows >= 0) & (rows <= 1)):
            raise call.error("Values within a color must be from 0 to 1.", "MATLAB:graphics:validatecolor:OutOfRange")
    if len(rows) != 1 and not several:
        raise call.error("Only one color is expected.", "MATLAB:graphics:validatecolor:MultipleColors")
    return np.asfortranarray(rows)


def _named(call: Any, word: str) -> np.ndarray:
    try:
        color = to_rgb(word)
    except MatlabError as error:
        raise call.error(error.message, "MATLAB:graphics:validatecolor:InvalidColorString") from None
    if isinstance(color, str):
        raise call.error(f"'{word}' is no color.", "MATLAB:graphics:validatecolor:InvalidColorString")
    return color
