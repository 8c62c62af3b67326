"""Black and white images by parts and neighbourhoods: bwareafilt, bwarea, bwselect, labelmatrix, bwhitmiss, makelut, bwlookup."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import Builtin, ErrorCase, Example, builtin
from ...values import StructArray
from ...values.convert import as_array
from .regions import _labelled


@builtin(
    "bwareafilt", "BW2 = bwareafilt(BW, range)", "BW2 = bwareafilt(BW, n)", "BW2 = bwareafilt(BW, n, keep)", "BW2 = bwareafilt(BW, ..., conn)",
    summary="The image with those connected parts alone whose number of pixels is in a range, or with the n 'largest' or 'smallest' ones.",
    examples=(
        Example("bwareafilt(logical([1 0 1;0 0 1;1 1 0]),[2 9],4)", "logical([0 0 1;0 0 1;1 1 0])"), Example("bwareafilt(logical([1 0 1;0 0 1]),1)", "logical([0 0 1;0 0 1])"),
        Example("bwareafilt(logical([1 0 1;0 0 1]),1,'smallest')", "logical([1 0 0;0 0 0])"),
    ),
    errors=(ErrorCase("bwareafilt(true,[3 1])", "images:bwfilt:invalidRange"), ErrorCase("bwareafilt(true,1,'middle')", "MATLAB:bwareafilt:unknownOption")),
    see_also=("bwareaopen", "regionprops"),
)  # fmt: skip
def bwareafilt(call: Any, image: Any, bounds: Any, *options: Any) -> Any:
    numbers, words = arg.split_options(options)
    arg.check_options(call, words, "largest", "smallest")
    labels, count = _labelled(call, image, numbers[0] if numbers else None)
    areas = np.bincount(labels.ravel(), minlength=count + 1)[1:]
    limits = arg.flat(bounds)
    if limits.size == 2:
        if limits[0] > limits[1]:
            raise call.error("The range must be two increasing numbers.", "images:bwfilt:invalidRange")
        chosen = (areas >= limits[0]) & (areas <= limits[1])
    else:
        order = np.argsort(areas if "smallest" in words else -areas, kind="stable")
        chosen = np.zeros(count, bool)
        chosen[order[: arg.integer(bounds)]] = True
    return np.concatenate([[False], chosen])[labels]


@builtin(
    "bwarea", "total = bwarea(BW)", summary="Area of the bright parts of an image, where pixels count less or more by their neighbours.",
    examples=(Example("bwarea(true(2))", "4"), Example("bwarea([0 0 0;0 1 0;0 0 0])", "1"), Example("bwarea([1 0;0 1])", "2.25")), see_also=("regionprops",),
)  # fmt: skip
def bwarea(call: Any, image: Any) -> float:
    bright = np.pad(as_array(image) != 0, 1)
    a, b, c, d = bright[:-1, :-1], bright[1:, :-1], bright[:-1, 1:], bright[1:, 1:]
    count = a.astype(int) + b + c + d
    weights = np.array([0, 0.25, 0.5, 0.875, 1.0])[count]
    across = (count == 2) & (a == d)
    return float(np.sum(np.where(across, 0.75, weights)))


@builtin(
    "bwselect", "BW2 = bwselect(BW, c, r)", "BW2 = bwselect(BW, c, r, n)", "[BW2, idx] = bwselect(...)",
    summary="Those connected parts of an image that have a pixel in columns c and rows r (8 neighbours, or n = 4); idx are their indices.",
    examples=(Example("bwselect([1 0 1;1 0 1],3,1)", "logical([0 0 1;0 0 1])"), Example("[b,i] = bwselect([1 0;0 1],[1 9],[1 9],4); {b,i}", "{logical([1 0;0 0]),1}")),
    errors=(ErrorCase("bwselect(1,[1 2],1)", "images:bwselect:sizeMismatch"),),
)  # fmt: skip
def bwselect(call: Any, image: Any, c: Any, r: Any, conn: Any = None) -> Any:
    labels, count = _labelled(call, image, conn)
    columns, rows = (np.round(arg.flat(v)).astype(int) - 1 for v in (c, r))
    if columns.size != rows.size:
        raise call.error("R and C must have the same number of elements.", "images:bwselect:sizeMismatch")
    inside = (rows >= 0) & (rows < labels.shape[0]) & (columns >= 0) & (columns < labels.shape[1])
    hit = np.zeros(count + 1, bool)
    hit[labels[rows[inside], columns[inside]]] = True
    hit[0] = False
    selected = hit[labels]
    return selected, np.flatnonzero(selected.ravel(order="F"))[:, None] + 1.0


@builtin(
    "labelmatrix", "L = labelmatrix(CC)", summary="Numbers of the connected parts that bwconncomp found, of the smallest class that holds them.",
    examples=(Example("L = labelmatrix(bwconncomp([1 0 1;1 0 0])); {L, class(L)}", "{uint8([1 0 2;1 0 0]),'uint8'}"),),
    errors=(ErrorCase("labelmatrix(5)", "images:labelmatrix:invalidStruct"),), see_also=("bwconncomp", "bwlabel"),
)  # fmt: skip
def labelmatrix(call: Any, parts: Any) -> Any:
    if type(parts) is not StructArray or not {"ImageSize", "PixelIdxList", "NumObjects"} <= set(parts.fields):
        raise call.error("Expected a structure of bwconncomp.", "images:labelmatrix:invalidStruct")
    record = parts.array.flat[0]
    places = list(record["PixelIdxList"].array.flat)
    kind = next((k for k in (np.uint8, np.uint16, np.uint32) if len(places) <= np.iinfo(k).max), np.float64)
    shape = tuple(int(n) for n in as_array(record["ImageSize"]).ravel())
    flat = np.zeros(int(np.prod(shape)), kind)
    for number, where in enumerate(places):
        flat[as_array(where).ravel().astype(int) - 1] = number + 1
    return flat.reshape(shape, order="F")


@builtin(
    "bwhitmiss", "BW2 = bwhitmiss(BW, SE1, SE2)", "BW2 = bwhitmiss(BW, interval)", summary="Pixels whose neighbourhood fits SE1 where it is bright and SE2 where it is dark; interval has 1 for bright, -1 for dark, 0 for any.",
    examples=(Example("bwhitmiss([0 0 0;0 1 0;0 0 0],[-1 -1 -1;-1 1 -1;-1 -1 -1])", "logical([0 0 0;0 1 0;0 0 0])"), Example("bwhitmiss([0 1 1 0],[1 1 0],[0 0 1])", "logical([0 0 1 0])")),
    errors=(ErrorCase("bwhitmiss(1,[1 2])", "images:bwhitmiss:invalidInterval"),),
)  # fmt: skip
def bwhitmiss(call: Any, image: Any, first: Any, second: Any = None) -> Any:
    value = call.session.value
    bright = as_array(image) != 0
    if second is None:
        interval = as_array(first)
        if not np.isin(interval, (-1, 0, 1)).all():
            raise call.error("The interval must have -1, 0 and 1 alone.", "images:bwhitmiss:invalidInterval")
        first, second = value(np.asfortranarray(interval == 1)), value(np.asfortranarray(interval == -1))
    parts = ((value(np.asfortranarray(bright)), first), (value(np.asfortranarray(~bright)), second))
    left, right = (as_array(call.feval("imerode", *pair, nargout=1)[0]) for pair in parts)
    return left & right


# --- neighbourhoods by number ---------------------------------------------------------------------------------------------


@builtin(
    "makelut", "lut = makelut(fun, n)", "lut = makelut(fun, n, P1, ...)", summary="Results of a function for each neighbourhood of 2-by-2 or 3-by-3 pixels, in the order of bwlookup.",
    examples=(Example("makelut(@(x) sum(x(:)) > 3, 2)'", "logical([zeros(1,15) 1])"), Example("lut = makelut(@(x) x(2,2) + sum(x(:)) > 9, 3); find(lut)", "512")),
    errors=(ErrorCase("makelut(@sum, 4)", "images:makelut:invalidN"),), see_also=("bwlookup",),
)  # fmt: skip
def makelut(call: Any, function: Any, n: Any, *more: Any) -> Any:
    size = arg.integer(n)
    if size not in (2, 3):
        raise call.error("N must be 2 or 3.", "images:makelut:invalidN")
    table = []
    for number in range(2 ** (size * size)):
        bits = (number >> np.arange(size * size)) & 1
        pattern = call.session.value(bits.reshape(size, size, order="F").astype(float))
        table.append(as_array(call.feval(function, pattern, *more, nargout=1)[0]).flat[0])
    return np.array(table).reshape(-1, 1)


def _numbers(bright: np.ndarray, size: int) -> np.ndarray:
    """The number of the neighbourhood of each pixel: its bits column by column; a 2-by-2 one begins at the pixel."""
    before = 1 if size == 3 else 0
    padded = np.pad(bright, ((before, 1), (before, 1))).astype(np.int64)
    rows, columns = bright.shape
    return sum(padded[i : i + rows, j : j + columns] << (j * size + i) for j in range(size) for i in range(size))  # type: ignore[return-value]


def _looked_up(name: str) -> Builtin:
    def function(call: Any, image: Any, lut: Any) -> Any:
        table = as_array(lut).ravel(order="F")
        if table.size not in (16, 512):
            raise call.error("The table must have 16 or 512 elements.", f"images:{name}:invalidLUT")
        bright = as_array(image) != 0
        if bright.ndim != 2:
            raise call.error("The image must be a matrix.", f"images:{name}:invalidImage")
        result = table[_numbers(bright, 2 if table.size == 16 else 3)]
        if name == "bwlookup" or table.dtype == bool:
            return result
        if np.isin(table, (0, 1)).all():
            return result != 0
        whole = bool(((table >= 0) & (table <= 255) & (table == np.floor(table))).all())
        return result.astype(np.uint8 if whole else np.float64)

    summary = "Each pixel of an image replaced by what a table of makelut says of its neighbourhood."
    examples = (Example(f"{name}(logical([1 1 0;1 1 0]), makelut(@(x) all(x(:)), 2))", "logical([1 0 0;0 0 0])"),)
    errors = (ErrorCase(f"{name}(1,1:3)", f"images:{name}:invalidLUT"),)
    return Builtin(name, (f"A = {name}(BW, lut)",), summary, function, examples=examples, errors=errors, see_also=("makelut",))


LOOKUPS = (_looked_up("bwlookup"), _looked_up("applylut"))
