"""Connected regions of black and white images: found, counted and measured."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...values import CellArray, StructArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, text_of
from .. import arguments as arg
from ..spec import ErrorCase, Example, builtin


def _labelled(call: Any, image: Any, conn: Any) -> tuple[np.ndarray, int]:
    """Connected parts numbered in the order of their first pixels, column by column."""
    from scipy import ndimage

    array, neighbours = as_array(image), arg.integer(conn) if conn is not None else 8
    if array.ndim != 2 or neighbours not in (4, 8):
        raise call.error("Expected a matrix, and a connectivity of 4 or 8.", f"MATLAB:{call.name}:invalidConnectivity")
    labels, count = ndimage.label(array.T != 0, np.ones((3, 3)) if neighbours == 8 else None)
    return labels.T, int(count)


@builtin(
    "bwlabel",
    "[L, n] = bwlabel(BW)",
    "[L, n] = bwlabel(BW, conn)",
    summary="Numbers of the connected parts of an image (8 neighbours, or 4).",
    examples=(
        Example("[L,n] = bwlabel([1 0 1;0 0 1;1 1 0]); {L,n}", "{[1 0 2;0 0 2;2 2 0],2}"),
        Example("bwlabel([1 0;0 1],4)", "[1 0;0 2]"),
        Example("bwlabel([0 1;1 0;0 0;1 1])", "[0 1;1 0;0 0;2 2]"),
    ),
    errors=(ErrorCase("bwlabel(1,5)", "MATLAB:bwlabel:invalidConnectivity"),),
)
def bwlabel(call: Any, image: Any, conn: Any = None) -> Any:
    labels, count = _labelled(call, image, conn)
    return labels.astype(float), float(count)


@builtin(
    "bwconncomp",
    "CC = bwconncomp(BW)",
    "CC = bwconncomp(BW, conn)",
    summary="The connected parts of an image: how many, and the indices of the pixels of each.",
    examples=(Example("c = bwconncomp([1 0 1;1 0 0]); {c.NumObjects,c.PixelIdxList{1}',c.ImageSize}", "{2,[1 2],[2 3]}"),),
)
def bwconncomp(call: Any, image: Any, conn: Any = None) -> dict[str, Any]:
    labels, count = _labelled(call, image, conn)
    places = [Tensor(p[:, None] + 1.0) for p in _places(labels, count)]
    return {
        "Connectivity": float(arg.integer(conn)) if conn is not None else 8.0,
        "ImageSize": Tensor(np.array([labels.shape], float)),
        "NumObjects": float(count),
        "PixelIdxList": CellArray(object_array(places, (1, count))),
    }


def _places(labels: np.ndarray, count: int) -> list[np.ndarray]:
    """The positions of each label, column by column, from 0."""
    flat = labels.ravel(order="F")
    order = np.argsort(flat, kind="stable")
    return np.split(order, np.searchsorted(flat[order], np.arange(1, count + 2)))[1 : count + 1]


@builtin(
    "bwareaopen",
    "BW2 = bwareaopen(BW, P)",
    "BW2 = bwareaopen(BW, P, conn)",
    summary="The image without connected parts of fewer than P pixels.",
    examples=(Example("bwareaopen([1 0 1;0 0 1],2)", "logical([0 0 1;0 0 1])"),),
)
def bwareaopen(call: Any, image: Any, least: Any, conn: Any = None) -> np.ndarray:
    labels, count = _labelled(call, image, conn)
    kept = np.bincount(labels.ravel(), minlength=count + 1) >= arg.scalar(least)
    kept[0] = False
    return kept[labels]


_BASIC = ("Area", "Centroid", "BoundingBox")
_PROPERTIES = (*_BASIC, "PixelIdxList", "PixelList", "Extent", "EquivDiameter", "MeanIntensity")


@builtin(
    "regionprops",
    "stats = regionprops(BW, properties, ...)",
    "stats = regionprops(L, properties, ...)",
    "stats = regionprops(CC, properties, ...)",
    "stats = regionprops(..., I, properties, ...)",
    summary="Measures of the parts of an image: Area, Centroid, BoundingBox (all of them by default), PixelIdxList, PixelList, Extent, "
    "EquivDiameter; MeanIntensity of an image I.",
    examples=(
        Example("s = regionprops(logical([1 1 0;1 1 0;0 0 0;0 0 1])); {[s.Area],s(1).Centroid,s(2).BoundingBox}", "{[4 1],[1.5 1.5],[2.5 3.5 1 1]}"),
        Example("s = regionprops([1 0 2;1 0 2],'Area','PixelIdxList'); s(2).PixelIdxList'", "[5 6]"),
        Example("s = regionprops(logical([1 1 0]),[2 4 9],'MeanIntensity'); s.MeanIntensity", "3"),
    ),
    errors=(ErrorCase("regionprops(true,'Colour')", "MATLAB:regionprops:unknownOption"),),
)  # fmt: skip
def regionprops(call: Any, image: Any, *arguments: Any) -> Any:
    labels, count = _regions(call, image)
    rest = list(arguments)
    shades = as_array(rest.pop(0)).ravel(order="F") if rest and not is_text(rest[0]) and type(rest[0]) is not CellArray else None
    if shades is not None and shades.size != labels.size:
        raise call.error("The image must have the size of the labels.", "MATLAB:regionprops:sizeMismatch")
    if not all(is_text(w) for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))):
        raise call.error("Expected the names of properties.", "MATLAB:regionprops:invalidType")
    words = [text_of(w).lower() for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))]
    arg.check_options(call, words, "basic", "all", *(p.lower() for p in _PROPERTIES))
    wanted = [p for p in _PROPERTIES if p.lower() in words or "all" in words or (p in _BASIC and (not words or "basic" in words))]
    wanted = [p for p in wanted if p != "MeanIntensity" or shades is not None or "all" not in words]
    if "MeanIntensity" in wanted and shades is None:
        raise call.error("MeanIntensity needs the image whose brightness it is.", "MATLAB:regionprops:needsGrayscaleImage")
    records = [_measured(places, labels.shape, shades) for places in _places(labels, count)]
    items = object_array([{name: record[name] for name in wanted} for record in records], (count, 1))
    return StructArray(items, wanted)


def _regions(call: Any, image: Any) -> tuple[np.ndarray, int]:
    if type(image) is StructArray:
        if image.numel != 1 or not {"ImageSize", "PixelIdxList"} <= set(image.fields):
            raise call.error("Expected a structure of bwconncomp.", "MATLAB:regionprops:invalidType")
        parts = image.array.flat[0]
        labels = np.zeros([int(n) for n in arg.flat(parts["ImageSize"])], int)
        flat = labels.reshape(-1, order="F")
        lists = list(parts["PixelIdxList"].array.flat)
        for k, places in enumerate(lists):
            flat[arg.flat(places).astype(int) - 1] = k + 1
        return flat.reshape(labels.shape, order="F"), len(lists)
    if class_of(image) == "logical":
        return _labelled(call, image, None)
    labels = as_array(image).astype(int)
    return labels, int(labels.max(initial=0))


def _measured(places: np.ndarray, shape: tuple[int, ...], shades: np.ndarray | None) -> dict[str, Any]:
    rows, columns = places % shape[0], places // shape[0]
    area = places.size
    box = [0.5, 0.5, 0.0, 0.0]
    if area:
        box = [columns.min() + 0.5, rows.min() + 0.5, np.ptp(columns) + 1.0, np.ptp(rows) + 1.0]
    pixels = np.stack([columns, rows], axis=1) + 1.0
    found: dict[str, Any] = {
        "Area": float(area),
        "Centroid": Tensor(pixels.mean(axis=0, keepdims=True) if area else np.full((1, 2), np.nan)),
        "BoundingBox": Tensor(np.array([box], float)),
        "PixelIdxList": Tensor(places[:, None] + 1.0),
        "PixelList": Tensor(pixels),
        "Extent": float(area / (box[2] * box[3])) if area else 0.0,
        "EquivDiameter": math.sqrt(4 * area / math.pi),
    }
    if shades is not None:
        found["MeanIntensity"] = float(shades[places].mean()) if area else math.nan
    return found
