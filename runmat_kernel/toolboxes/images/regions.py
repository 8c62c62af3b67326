"""Connected regions of black and white images: labels, counts and measures."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CellArray, CharArray, StructArray, Tensor, object_array
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from . import region_measures as regions


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
    large = np.bincount(labels.ravel(), minlength=count + 1) >= arg.scalar(least)
    large[0] = False
    return large[labels]


_BASIC = ("Area", "Centroid", "BoundingBox")
_ELLIPSE = ("MajorAxisLength", "MinorAxisLength", "Eccentricity", "Orientation")
_HULL = ("ConvexHull", "ConvexImage", "ConvexArea", "Solidity")
_FILLED = ("Image", "FilledImage", "FilledArea", "EulerNumber")
_OF_SHADES = ("MaxIntensity", "MeanIntensity", "MinIntensity", "PixelValues", "WeightedCentroid")
_PROPERTIES = (
    *_BASIC, *_ELLIPSE, *_HULL, "Circularity", *_FILLED, "Extrema", "EquivDiameter", "Extent", "PixelIdxList", "PixelList", "Perimeter", "SubarrayIdx", *_OF_SHADES,
)  # fmt: skip


@builtin(
    "regionprops",
    "stats = regionprops(BW, properties, ...)",
    "stats = regionprops(L, properties, ...)",
    "stats = regionprops(CC, properties, ...)",
    "stats = regionprops(..., I, properties, ...)",
    "stats = regionprops('table', ...)",
    summary="Measures of the parts of an image: Area, Centroid, BoundingBox (all of them by default), lengths and angle of an ellipse, Perimeter, Circularity, "
    "hull, holes, pixels; brightness (MeanIntensity, WeightedCentroid ...) of an image I.",
    examples=(
        Example("s = regionprops(logical([1 1 0;1 1 0;0 0 0;0 0 1])); {[s.Area],s(1).Centroid,s(2).BoundingBox}", "{[4 1],[1.5 1.5],[2.5 3.5 1 1]}"),
        Example("s = regionprops([1 0 2;1 0 2],'Area','PixelIdxList'); s(2).PixelIdxList'", "[5 6]"),
        Example("s = regionprops(logical([1 1 0]),[2 4 9],'MeanIntensity'); s.MeanIntensity", "3"),
        Example("s = regionprops(true(3,5),'MajorAxisLength','Orientation','Perimeter','Solidity','EulerNumber'); round([s.MajorAxisLength s.Orientation s.Perimeter s.Solidity s.EulerNumber],4)", "[5.7735 0 11.396 1 1]"),
        Example("BW = true(5); BW(3,3) = false; s = regionprops(BW,'FilledArea','EulerNumber','SubarrayIdx'); {s.FilledArea, s.EulerNumber, s.SubarrayIdx{2}}", "{25,0,1:5}"),
        Example("s = regionprops(true(1,3),[1 2 3],{'WeightedCentroid','MaxIntensity'}); {s.WeightedCentroid(1) - 7/3 < 1e-12, s.MaxIntensity}", "{true,3}"),
        Example("T = regionprops('table',logical([1 0 1]),'Area','Centroid'); {T.Area, T.Centroid}", "{[1;1],[1 1;3 1]}"),
    ),
    errors=(ErrorCase("regionprops(true,'Colour')", "MATLAB:regionprops:unknownOption"), ErrorCase("regionprops(ones(2,2,2))", "MATLAB:regionprops:unsupported")),
)  # fmt: skip
def regionprops(call: Any, image: Any, *arguments: Any) -> Any:
    if is_text(image):
        arg.check_options(call, [text_of(image).lower()], "struct", "table")
        measures = call.feval("regionprops", *arguments)[0]
        return measures if text_of(image).lower() == "struct" else call.feval("struct2table", measures, *_AS_ARRAY)[0]
    labels, count = _regions(call, image)
    if labels.ndim != 2:
        raise call.error("Images of three dimensions are not supported.", "MATLAB:regionprops:unsupported")
    rest = list(arguments)
    shades = as_array(rest.pop(0)).ravel(order="F") if rest and not is_text(rest[0]) and type(rest[0]) is not CellArray else None
    if shades is not None and shades.size != labels.size:
        raise call.error("The image must have the size of the labels.", "MATLAB:regionprops:sizeMismatch")
    if not all(is_text(w) for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))):
        raise call.error("Expected the names of properties.", "MATLAB:regionprops:invalidType")
    words = [text_of(w).lower() for a in rest for w in (a.array.flat if type(a) is CellArray else (a,))]
    arg.check_options(call, words, "basic", "all", *(p.lower() for p in _PROPERTIES))
    properties = [p for p in _PROPERTIES if p.lower() in words or "all" in words or (p in _BASIC and (not words or "basic" in words))]
    properties = [p for p in properties if p not in _OF_SHADES or shades is not None or "all" not in words]
    if shades is None and (lacking := next((p for p in properties if p in _OF_SHADES), None)):
        raise call.error(f"{lacking} needs the image whose brightness it is.", "MATLAB:regionprops:needsGrayscaleImage")
    records = [_measured(places, labels.shape, shades, set(properties)) for places in _places(labels, count)]
    items = object_array([{name: record[name] for name in properties} for record in records], (count, 1))
    return StructArray(items, properties)


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


def _measured(places: np.ndarray, shape: tuple[int, ...], shades: np.ndarray | None, properties: set[str]) -> dict[str, Any]:
    rows, columns = places % shape[0], places // shape[0]
    area = places.size
    box = [0.5, 0.5, 0.0, 0.0]
    if area:
        box = [columns.min() + 0.5, rows.min() + 0.5, np.ptp(columns) + 1.0, np.ptp(rows) + 1.0]
    pixels = np.stack([columns, rows], axis=1) + 1.0
    measures: dict[str, Any] = {
        "Area": float(area),
        "Centroid": Tensor(pixels.mean(axis=0, keepdims=True) if area else np.full((1, 2), np.nan)),
        "BoundingBox": Tensor(np.array([box], float)),
        "PixelIdxList": Tensor(places[:, None] + 1.0),
        "PixelList": Tensor(pixels),
        "Extent": float(area / (box[2] * box[3])) if area else 0.0,
        "EquivDiameter": math.sqrt(4 * area / math.pi),
    }
    if properties - measures.keys() - set(_OF_SHADES):
        measures |= _shape_of(rows, columns, properties) if area else _NOTHING
    if shades is not None:
        own = shades[places]
        measures |= {
            "MeanIntensity": float(own.mean()) if area else math.nan,
            "MaxIntensity": to_value(own.max()) if area else _EMPTY,
            "MinIntensity": to_value(own.min()) if area else _EMPTY,
            "PixelValues": Tensor(np.asfortranarray(own[:, None])),
            "WeightedCentroid": Tensor((pixels * own[:, None]).sum(axis=0, keepdims=True) / own.sum(dtype=np.float64)),
        }
    return measures


_AS_ARRAY = (CharArray.row("AsArray"), True)
_EMPTY = Tensor(np.zeros((0, 0)))
_NOTHING = (
    dict.fromkeys((*_ELLIPSE, "ConvexArea", "FilledArea", "EulerNumber", "Perimeter"), 0.0)
    | dict.fromkeys(("ConvexHull", "ConvexImage", "Image", "FilledImage", "Extrema"), _EMPTY)
    | {"Solidity": math.nan, "Circularity": math.inf, "SubarrayIdx": CellArray(object_array([], (1, 0)))}
)
"""The measures of a label without pixels."""


def _shape_of(rows: np.ndarray, columns: np.ndarray, properties: set[str]) -> dict[str, Any]:
    """The measures of a region that are costly to compute."""
    top, left = int(rows.min()), int(columns.min())
    mask = np.zeros((int(rows.max()) - top + 1, int(columns.max()) - left + 1), bool, order="F")
    mask[rows - top, columns - left] = True
    measures: dict[str, Any] = dict(zip(_ELLIPSE, regions.ellipse(rows, columns), strict=True))
    measures |= {"Image": Tensor(mask), "Extrema": Tensor(regions.extrema(rows, columns))}
    measures["SubarrayIdx"] = CellArray.of(
        [Tensor(np.arange(n, n + size)[None, :] + 1.0) for n, size in zip((top, left), mask.shape, strict=True)]
    )
    if properties & {"Perimeter", "Circularity"}:
        start = int(np.argmax(mask[:, 0])), 0
        around = regions.perimeter(regions.outline(mask, start, 0))
        reach = around / (2 * math.pi) + 0.5
        measures |= {"Perimeter": around, "Circularity": 4 * math.pi * rows.size / around**2 * (1 - 0.5 / reach) ** 2 if around else math.inf}
    if properties & {*_FILLED}:
        filled, count = regions.holes(mask)
        # Parts that touch nowhere are of one label, and each has holes of its own.
        _, parts = _parts_of(mask)
        measures |= {"FilledImage": Tensor(np.asfortranarray(filled)), "FilledArea": float(filled.sum()), "EulerNumber": float(parts - count)}
    if properties & {*_HULL}:
        corners = regions.hull(rows, columns)
        whole = regions.inside_hull(corners, mask.shape, top, left)
        measures |= {"ConvexHull": Tensor(np.asfortranarray(corners)), "ConvexImage": Tensor(np.asfortranarray(whole))}
        measures |= {"ConvexArea": float(whole.sum()), "Solidity": rows.size / float(whole.sum())}
    return measures


def _parts_of(mask: np.ndarray) -> tuple[np.ndarray, int]:
    """The parts of a region that do not touch, corners included."""
    from scipy import ndimage

    return ndimage.label(mask, np.ones((3, 3)))
