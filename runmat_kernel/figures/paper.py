"""Paper properties of figures that depend on each other: type and size, units, orientation."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..values.convert import text_of, to_value
from ..values.text import CharArray

_MILLIMETRES = {
    "a0": (841, 1189), "a1": (594, 841), "a2": (420, 594), "a3": (297, 420), "a4": (210, 297), "a5": (148, 210),
    "b0": (1029, 1456), "b1": (728, 1028), "b2": (514, 728), "b3": (364, 514), "b4": (257, 364), "b5": (182, 257),
}  # fmt: skip
_INCHES = {
    "usletter": (8.5, 11), "uslegal": (8.5, 14), "tabloid": (11, 17), "arch-a": (9, 12), "arch-b": (12, 18), "arch-c": (18, 24),
    "arch-d": (24, 36), "arch-e": (36, 48), "a": (8.5, 11), "b": (11, 17), "c": (17, 22), "d": (22, 34), "e": (34, 43),
}  # fmt: skip
_IN_AN_INCH = {"inches": 1.0, "centimeters": 2.54, "points": 72.0}


def follow(figure: Any, name: str, before: Any) -> None:
    """After ``name`` of a figure was set, which had the value ``before``: bring the others in line."""
    if name == "PaperType":
        kind = figure.text("PaperType").lower()
        size = np.array(_MILLIMETRES[kind]) / 25.4 if kind in _MILLIMETRES else _INCHES.get(kind)
        if size is not None:
            size_of_paper = np.array(size)[::-1] if figure.text("PaperOrientation") == "landscape" else np.array(size)
            _put(figure, "PaperSize", _in_units(size_of_paper, figure.text("PaperUnits"), size_of_paper))
    elif name == "PaperSize":
        figure.values["PaperType"] = CharArray.row("<custom>")
    elif name == "PaperUnits":
        _convert(figure, text_of(before), figure.text("PaperUnits"))
    elif name == "PaperOrientation" and text_of(before) != figure.text("PaperOrientation"):
        _put(figure, "PaperSize", figure.vector("PaperSize")[::-1])
    elif name == "PaperPosition":
        figure.values["PaperPositionMode"] = CharArray.row("manual")


def _convert(figure: Any, old: str, new: str) -> None:
    """Size and position in new units; normalized ones are parts of the paper, whose size in inches is kept beside them."""
    size, position = figure.vector("PaperSize"), figure.vector("PaperPosition")
    if old == "normalized":
        sheet = figure.vector("_sheet") if "_sheet" in figure.values else np.array([8.5, 11.0])
        inches = position * np.tile(sheet, 2)
    else:
        sheet, inches = size / _IN_AN_INCH[old], position / _IN_AN_INCH[old]
    _put(figure, "_sheet", sheet)
    _put(figure, "PaperSize", _in_units(sheet, new, sheet))
    _put(figure, "PaperPosition", _in_units(inches, new, sheet))


def _in_units(inches: np.ndarray, units: str, sheet: np.ndarray) -> np.ndarray:
    if units == "normalized":
        return inches / np.tile(sheet, inches.size // 2)
    return inches * _IN_AN_INCH[units]


def _put(figure: Any, name: str, numbers: np.ndarray) -> None:
    figure.values[name] = to_value(np.asarray(numbers, np.float64).reshape(1, -1))
