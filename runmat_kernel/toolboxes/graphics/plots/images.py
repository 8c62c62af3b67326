"""Matrices as pictures: image, imagesc, imshow, spy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures.arguments import give, row
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import as_array, is_text, numel_of, text_of, to_value
from ...images.geometric_transforms import ImageReference
from .series import prepare


def _image(call: Any, arguments: tuple[Any, ...], name: str, mapping: str):
    figures = call.session.figures
    axes, rest = read.chosen_axes(figures, arguments)
    arrays = read.numbers(rest, name)
    low_level = not arrays
    held = axes.type != "axes" or axes.text("NextPlot") == "add"
    limits = arrays.pop().ravel() if len(arrays) in (2, 4) and name == "imagesc" else None
    if limits is not None and (limits.size != 2 or not limits[0] < limits[1]):
        raise call.error("Color limits must be a 2-element vector of increasing values.", "MATLAB:imagesc:InvalidLimits")
    if len(arrays) in (2, 4):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    pixels = arrays[-1] if arrays else np.zeros((0, 0))
    if pixels.ndim > 2 and pixels.shape[2] != 3:
        raise call.error("Color data must be an m-by-n-by-3 or m-by-n matrix.", f"MATLAB:{name}:InvalidCData")
    if not low_level:
        figures.new_plot(axes)
    ends = [[1.0, pixels.shape[1]], [1.0, pixels.shape[0]]] if pixels.size else [[1.0, 1.0]] * 2
    x, y = (a.ravel(order="F") for a in arrays[:2]) if len(arrays) == 3 else ends
    node = Node("image", axes, CDataMapping=mapping)
    node.values.update(CData=Tensor(pixels), XData=row(x), YData=row(y))
    read.apply([node], rest, name)
    if not held and not low_level:
        axes.values.update(YDir=CharArray.row("reverse"), Box=CharArray.row("on"), Layer=CharArray.row("top"))
    if limits is not None:
        axes.values.update(CLim=row(limits), CLimMode=CharArray.row("manual"))
    figures.touch(axes)
    return give(call, [node])


@builtin(
    "imagesc",
    "h = imagesc(C)",
    "h = imagesc(x, y, C, clims, ...)",
    summary="Show a matrix as an image, values scaled to the colour map.",
    see_also=("image", "colorbar"),
)
def imagesc(call, *arguments):
    return _image(call, arguments, "imagesc", "scaled")


@builtin(
    "image",
    "h = image(C)",
    "h = image(x, y, C, ...)",
    summary="Show an image: indices into the colour map, or true colour.",
    see_also=("imagesc", "imshow"),
)
def image(call, *arguments):
    return _image(call, arguments, "image", "direct")


@builtin(
    "imshow",
    "h = imshow(I)",
    "h = imshow(I, limits, ...)",
    "h = imshow(I, RI, ...)",
    "h = imshow(X, map, ...)",
    "h = imshow(filename, ...)",
    "h = imshow(..., Name, Value, ...)",
    summary="Show a grey, logical, true-colour or indexed picture without axes; DisplayRange, Colormap, XData, YData, Interpolation, Parent.",
    examples=(
        Example("h = imshow(magic(4),[0 16],'XData',[10 40],'YData',[0 1]); {h.XData, h.YData, clim}", "{[10 40],[0 1],[0 16]}"),
        Example("h = imshow(magic(4)>8, imref2d([4 4],[0 8],[0 4])); {h.XData, h.YData}", "{[1 7],[0.5 3.5]}"),
        Example(
            "f = [tempname '.png']; imwrite(uint8([0 1;1 0]), [1 0 0;0 0 1], f); imshow(f); delete(f); ax = gca; ax.Colormap(1:2,:)",
            "[1 0 0;0 0 1]",
        ),
        Example("h = plot(1:3); try, imshow('no such file.png'), catch, end, isvalid(h)", "true"),
    ),
    errors=(
        ErrorCase("imshow('no such file.png')", "MATLAB:imagesci:imread:fileDoesNotExist"),
        ErrorCase("imshow(magic(3),'Colormap',[1 2])", "MATLAB:colormap:InvalidNumberColumns"),
    ),
    see_also=("image", "imread"),
)
def imshow(call, *arguments):
    figures = call.session.figures
    colours = None
    if arguments and is_text(arguments[0]):  # read before axes are chosen and emptied: a file that is not there leaves them as they are
        first, table = call.feval("imread", arguments[0], nargout=2)[:2]
        arguments, colours = (first, *arguments[1:]), as_array(table) if numel_of(table) else None
    axes, rest = read.chosen_axes(figures, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    pixels = read.data(rest.pop(0), "imshow")
    if pixels.ndim > 3 or (pixels.ndim == 3 and pixels.shape[2] != 3):
        raise call.error("Color data must be an m-by-n-by-3 or m-by-n matrix.", "MATLAB:imshow:InvalidCData")
    limits: Any = _picture_limits(pixels)
    reference = rest.pop(0) if rest and type(rest[0]) is ImageReference else None
    if rest and not is_text(rest[0]):
        array = as_array(rest.pop(0))
        if array.ndim == 2 and array.shape[1] == 3 and array.size != 2:
            colours = array
        else:
            limits = array.ravel().tolist() if array.size == 2 else _spanned(pixels)
    named = {text_of(rest[k]).lower(): rest[k + 1] for k in range(0, len(rest) - 1, 2)}
    if "displayrange" in named:
        shown = as_array(named["displayrange"]).ravel()
        limits = shown.tolist() if shown.size == 2 else _spanned(pixels)
    x, y = _places(pixels, reference, named)
    axes = figures.new_plot(axes)
    node = Node("image", axes, XData=row(x), YData=row(y))
    if "interpolation" in named:
        node.set("Interpolation", named["interpolation"])
    if "colormap" in named:
        axes.set("Colormap", named["colormap"])
    elif colours is not None and pixels.ndim == 2:
        axes.set("Colormap", to_value(colours))
        limits = None
    node.values["CData"] = Tensor(pixels)
    if limits is not None and pixels.ndim == 2:
        node.values["CDataMapping"] = CharArray.row("scaled")
        axes.values.update(CLim=row(limits), CLimMode=CharArray.row("manual"))
        axes.values.setdefault("Colormap", Tensor(np.repeat(np.linspace(0, 1, 256)[:, None], 3, axis=1)))
    _look_at_image(axes)
    return give(call, [node])


def _places(pixels: np.ndarray, reference: ImageReference | None, named: dict[str, Any]) -> list[np.ndarray]:
    """The centres of the first and the last pixel along x and y."""
    places = [np.array([1.0, pixels.shape[1]]), np.array([1.0, pixels.shape[0]])]
    if reference is not None:
        sides = zip((reference.x, reference.y), reference.pixel, strict=True)
        places = [np.array([ends[0] + step / 2, ends[1] - step / 2]) for ends, step in sides]
    return [
        as_array(named[name]).ravel().astype(np.float64) if name in named else ends for name, ends in zip(("xdata", "ydata"), places, strict=True)
    ]


def _look_at_image(axes: Node) -> None:
    """Axes without a frame, as large as their image, with its first row at the top."""
    axes.values.update(
        YDir=CharArray.row("reverse"),
        Visible=CharArray.row("off"),
        XLimitMethod=CharArray.row("tight"),
        YLimitMethod=CharArray.row("tight"),
        DataAspectRatio=row([1, 1, 1]),
        DataAspectRatioMode=CharArray.row("manual"),
    )


def _spanned(picture: np.ndarray) -> list[float]:
    """The least and greatest pixel that is a number."""
    shown = picture[np.isfinite(picture)]
    return [float(shown.min()), float(shown.max())] if shown.size and shown.min() < shown.max() else [0.0, 1.0]


def _picture_limits(picture: np.ndarray) -> list[float] | None:
    if picture.ndim == 3:
        return None
    return [0.0, float(np.iinfo(picture.dtype).max)] if picture.dtype.kind in "iu" else [0.0, 1.0]


@builtin("spy", "spy(S)", "spy(S, LineSpec, markersize)", summary="Places of the nonzero elements of a matrix.", see_also=("imagesc",),
         examples=(Example("spy(eye(3),'rs',8); h = findobj(gca,'Type','line'); {h.Color, h.Marker, h.MarkerSize, h.LineStyle}", "{[1 0 0], 'square', 8, 'none'}"),),
         errors=(ErrorCase("spy(eye(2),'nosuch')", "MATLAB:spy:InvalidLineSpec"),))  # fmt: skip
def spy(call, *arguments):
    axes, rest = prepare(call, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    matrix = read.data(rest[0], "spy")
    rows, columns = np.nonzero(matrix.T)[::-1]
    node = Node("line", axes, XData=columns[None, :] + 1.0, YData=rows[None, :] + 1.0, Marker=".", LineStyle="none", MarkerSize=10.0)
    axes.values.update(
        YDir=CharArray.row("reverse"), XLim=row([0, matrix.shape[1] + 1]), YLim=row([0, matrix.shape[0] + 1]), XLimMode=CharArray.row("manual"), YLimMode=CharArray.row("manual"),
        DataAspectRatioMode=CharArray.row("manual"),
    )  # fmt: skip
    for item in rest[1:]:
        spec = read.line_spec(text_of(item)) if is_text(item) else {"MarkerSize": read.data(item, "spy").ravel()[:1]}
        if spec is None:
            node.delete()
            raise call.error("Error in color/linetype argument.", "MATLAB:spy:InvalidLineSpec")
        for name, value in spec.items():
            node.set(name, value)
    node.values["LineStyle"] = CharArray.row("none")
    axes.label("XLabel").set("String", f"nz = {len(rows)}")
    return give(call, [node]) if call.nargout else None
