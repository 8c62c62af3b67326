"""Plots of fields and shapes: images, surfaces, meshes, contours, patches, vector fields."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...figures import arguments as read
from ...figures.arguments import give, row
from ...figures.handles import Handle
from ...figures.limits import nice_step
from ...figures.tree import Node
from ...values import CharArray, Tensor
from ...values.convert import as_array, is_text, text_of, to_value
from ..spec import Example, builtin
from .figures_series import prepare


def _word(text: str) -> CharArray:
    return CharArray.row(text)


def _image(call: Any, arguments: tuple[Any, ...], name: str, mapping: str):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.gca() if axes is None else axes
    arrays = read.numbers(rest, name)
    low_level = not arrays
    held = axes.text("NextPlot") == "add"
    limits = arrays.pop().ravel() if len(arrays) in (2, 4) and name == "imagesc" else None
    if limits is not None and (limits.size != 2 or not limits[0] < limits[1]):
        raise call.error("Color limits must be a 2-element vector of increasing values.", "MATLAB:imagesc:InvalidLimits")
    if len(arrays) in (2, 4):
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    picture = arrays[-1] if arrays else np.zeros((0, 0))
    if picture.ndim > 2 and picture.shape[2] != 3:
        raise call.error("Color data must be an m-by-n-by-3 or m-by-n matrix.", f"MATLAB:{name}:InvalidCData")
    if not low_level:
        figures.new_plot(axes)
    node = Node("image", axes, CDataMapping=mapping)
    node.values["CData"] = Tensor(picture)
    node.values["XData"] = row(arrays[0].ravel(order="F")) if len(arrays) == 3 else row([1.0, picture.shape[1] if picture.size else 1])
    node.values["YData"] = row(arrays[1].ravel(order="F")) if len(arrays) == 3 else row([1.0, picture.shape[0] if picture.size else 1])
    read.apply([node], rest, name)
    if not held and not low_level:
        axes.values.update(YDir=_word("reverse"), Box=_word("on"), Layer=_word("top"))
    if limits is not None:
        axes.values.update(CLim=row(limits), CLimMode=_word("manual"))
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
    summary="Show a grey, logical, true-colour or indexed picture without axes.",
    see_also=("image", "imread"),
)
def imshow(call, *arguments):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.new_plot(figures.gca() if axes is None else axes)
    if is_text(rest[0]):
        rest[0] = call.feval("imread", rest[0])[0]
    picture = read.data(rest.pop(0), "imshow")
    node = Node("image", axes, XData=row([1.0, picture.shape[1]]), YData=row([1.0, picture.shape[0]]))
    limits = _picture_limits(picture)
    if rest and not is_text(rest[0]):
        given = as_array(rest.pop(0))
        if given.ndim == 2 and given.shape[1] == 3 and given.size != 2:
            axes.values["Colormap"], limits = to_value(given), None
        else:
            limits = given.ravel().tolist() if given.size == 2 else [float(picture.min()), float(picture.max())]
    i = 0
    while i + 1 < len(rest):
        option = text_of(rest[i]).lower()
        if option == "displayrange":
            given = as_array(rest[i + 1]).ravel()
            limits = given.tolist() if given.size == 2 else [float(picture.min()), float(picture.max())]
        elif option == "colormap":
            axes.values["Colormap"] = rest[i + 1]
        i += 2
    node.values["CData"] = Tensor(picture)
    if limits is not None and picture.ndim == 2:
        node.values["CDataMapping"] = _word("scaled")
        axes.values.update(CLim=row(limits), CLimMode=_word("manual"))
        axes.values.setdefault("Colormap", Tensor(np.repeat(np.linspace(0, 1, 256)[:, None], 3, axis=1)))
    axes.values.update(YDir=_word("reverse"), Visible=_word("off"), DataAspectRatio=row([1, 1, 1]), DataAspectRatioMode=_word("manual"))
    return give(call, [node])


def _picture_limits(picture: np.ndarray) -> list[float] | None:
    if picture.ndim == 3:
        return None
    return [0.0, float(np.iinfo(picture.dtype).max)] if picture.dtype.kind in "iu" else [0.0, 1.0]


def _surface_data(call: Any, arrays: list[np.ndarray], name: str) -> dict[str, Any]:
    if len(arrays) in (1, 2):
        z, rows, columns = arrays[0], *arrays[0].shape[:2]
        x, y = np.arange(1.0, columns + 1)[None, :], np.arange(1.0, rows + 1)[:, None]
    elif len(arrays) in (3, 4):
        x, y, z = arrays[:3]
        if z.ndim != 2 or (x.shape != z.shape and x.size != z.shape[1]) or (y.shape != z.shape and y.size != z.shape[0]):
            raise call.error("Data dimensions must agree.", f"MATLAB:{name}:DataDimsMustAgree")
    else:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if z.ndim != 2 or (1 in z.shape and name != "surface"):
        raise call.error("Z must be a matrix, not a scalar or vector.", f"MATLAB:{name}:ZMustBeMatrix")
    found = {"XData": Tensor(x), "YData": Tensor(y), "ZData": Tensor(np.asarray(z, dtype=np.float64))}
    if len(arrays) in (2, 4):
        found["CData"] = Tensor(arrays[-1])
    return found


def _surface(call: Any, arguments: tuple[Any, ...], name: str, **look: Any):
    found, rest = read.take_axes(call.session.figures, arguments)
    values = _surface_data(call, read.numbers(rest, name), name)
    axes, _ = prepare(call, (Handle.of(found),) if found is not None else ())
    node = Node("surface", axes)
    node.values.update({**values, **{k: to_value(v) for k, v in look.items()}})
    _view_3d(axes)
    read.apply([node], rest, name)
    return axes, node


def _view_3d(axes: Node) -> None:
    if "View" not in axes.values:
        on = _word("on")
        axes.values.update(View=row([-37.5, 30]), XGrid=on, YGrid=on, ZGrid=on, Box=_word("off"))


@builtin(
    "surf", "h = surf(Z)", "h = surf(X, Y, Z, C, ...)", summary="Coloured surface with black edges.", see_also=("mesh", "shading", "view")
)
def surf(call, *arguments):
    return give(call, [_surface(call, arguments, "surf")[1]])


@builtin("surfl", "h = surfl(Z)", "h = surfl(X, Y, Z, ...)", summary="Surface lit by a light.", see_also=("surf",))
def surfl(call, *arguments):
    _, node = _surface(call, arguments, "surfl", FaceLighting="gouraud")
    return give(call, [node])


@builtin("mesh", "h = mesh(Z)", "h = mesh(X, Y, Z, C, ...)", summary="Surface drawn as a coloured wire mesh.", see_also=("surf",))
def mesh(call, *arguments):
    return give(call, [_surface(call, arguments, "mesh", FaceColor=np.ones((1, 3)), EdgeColor="flat")[1]])


@builtin("waterfall", "h = waterfall(Z)", "h = waterfall(X, Y, Z, ...)", summary="Mesh of rows only.", see_also=("mesh",))
def waterfall(call, *arguments):
    return give(call, [_surface(call, arguments, "waterfall", FaceColor=np.ones((1, 3)), EdgeColor="flat", MeshStyle="row")[1]])


def _with_contour(name: str, base: str, **look: Any):
    @builtin(
        name, f"h = {name}(Z)", f"h = {name}(X, Y, Z, ...)", summary=f"A {base} with a contour plot below it.", see_also=(base, "contour")
    )
    def draw(call, *arguments):
        axes, node = _surface(call, arguments, name, **look)
        _contour_node(call, axes, [a for a in (node.array("XData"), node.array("YData"), node.array("ZData"))], None)
        return give(call, [node])

    return draw


SURFACE_AND_CONTOUR = (_with_contour("surfc", "surf"), _with_contour("meshc", "mesh", FaceColor=np.ones((1, 3)), EdgeColor="flat"))


@builtin(
    "surface",
    "h = surface()",
    "h = surface(X, Y, Z, C, ...)",
    summary="Add a surface to the axes without changing the view.",
    see_also=("surf",),
)
def surface(call, *arguments):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.gca() if axes is None else axes
    arrays = read.numbers(rest, "surface")
    node = Node("surface", axes)
    if arrays:
        node.values.update(_surface_data(call, arrays, "surface"))
    read.apply([node], rest, "surface")
    figures.touch(axes)
    return give(call, [node])


@builtin(
    "pcolor",
    "h = pcolor(C)",
    "h = pcolor(X, Y, C, ...)",
    summary="Matrix as coloured cells between grid points, seen from above.",
    see_also=("imagesc", "shading"),
)
def pcolor(call, *arguments):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, "pcolor")
    values = _surface_data(call, arrays, "pcolor")
    node = Node("surface", axes)
    colours = values["ZData"]
    node.values.update({**values, "CData": colours, "ZData": Tensor(np.zeros(colours.shape))})
    axes.values.update(XLimitMethod=_word("tight"), YLimitMethod=_word("tight"), Layer=_word("top"))
    read.apply([node], rest, "pcolor")
    return give(call, [node])


def _levels(z: np.ndarray, given: np.ndarray | None) -> np.ndarray:
    """Contour levels: those given, that many, or MATLAB's automatic choice (multiples of a nice step inside the range)."""
    finite = z[np.isfinite(z)]
    if not finite.size:
        return np.zeros(0)
    low, high = float(finite.min()), float(finite.max())
    if given is not None and given.size > 1:
        return np.unique(given.ravel().astype(np.float64))
    if given is not None and given.size == 1:
        count = int(given.flat[0])
        return np.linspace(low, high, count + 2)[1:-1]
    if high <= low:
        return np.zeros(0)
    step = nice_step(high - low, 10)
    first = np.floor(low / step) + 1
    return np.arange(first, np.ceil(high / step - 1e-9)) * step


def _contour_node(call: Any, axes: Node, arrays: list[np.ndarray], levels: np.ndarray | None) -> Node:
    values = _surface_data(call, arrays, "contour")
    node = Node("contour", axes)
    chosen = _levels(values["ZData"].array, levels)
    node.values.update({**values, "LevelList": row(chosen)})
    return node


def _contour(call: Any, arguments: tuple[Any, ...], name: str):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, name)
    levels = arrays.pop() if len(arrays) in (2, 4) else None
    node = _contour_node(call, axes, arrays, levels)
    if name == "contourf":
        node.values.update(Fill=_word("on"), LineColor=to_value(np.zeros((1, 3))))
        low = float(np.nanmin(node.array("ZData")))
        chosen = node.vector("LevelList")
        if levels is None or levels.size == 1:
            node.values["LevelList"] = row(np.unique(np.append(chosen, low)))
    if rest and is_text(rest[0]):
        spec = read.line_spec(text_of(rest[0]))
        if spec is not None:
            rest.pop(0)
            if "Color" in spec:
                node.set("LineColor", to_value(spec["Color"]))
            if "LineStyle" in spec:
                node.set("LineStyle", spec["LineStyle"])
    if name == "contour3":
        node.values["Height"] = True
        _view_3d(axes)
    read.apply([node], rest, name)
    if not call.nargout:
        return None
    return Tensor(contour_matrix(node)), Handle.of(node)


def contour_matrix(node: Node) -> np.ndarray:
    """MATLAB's 2-by-n contour matrix: for each line a column (level; count), then its points."""
    from contourpy import contour_generator

    z = np.asarray(node.array("ZData"), dtype=np.float64)
    x, y = node.array("XData"), node.array("YData")
    x = x if x.shape == z.shape else np.broadcast_to(x.ravel()[None, :], z.shape)
    y = y if y.shape == z.shape else np.broadcast_to(y.ravel()[:, None], z.shape)
    generator = contour_generator(x, y, np.ma.masked_invalid(z))
    parts = []
    for level in node.vector("LevelList"):
        for line in generator.lines(level):
            parts += [np.array([[level], [len(line)]]), line.T]
    return np.hstack(parts) if parts else np.zeros((2, 0))


def _contour_builtin(name: str, summary: str):
    @builtin(name, f"[M, h] = {name}(Z)", f"[M, h] = {name}(X, Y, Z, levels, LineSpec, ...)", summary=summary, see_also=("clabel", "surf"))
    def draw(call, *arguments):
        return _contour(call, arguments, name)

    return draw


CONTOURS = (
    _contour_builtin("contour", "Contour lines of a matrix."),
    _contour_builtin("contourf", "Filled contours of a matrix."),
    _contour_builtin("contour3", "Contour lines at their height, in three dimensions."),
)


@builtin(
    "clabel", "clabel(C)", "clabel(C, h, ...)", "t = clabel(...)", summary="Label contour lines with their levels.", see_also=("contour",)
)
def clabel(call, *arguments):
    for item in arguments:
        if isinstance(item, Handle):
            item.node.set("ShowText", "on")
            call.session.figures.touch(item.node)
    return Handle.of() if call.nargout else None


def _polygons(call: Any, arguments: tuple[Any, ...], name: str, dimensions: int):
    axes, rest = prepare(call, arguments)
    made = []
    if rest and not read.is_numeric(rest[0]):
        read.data(rest[0], name)
    while rest and read.is_numeric(rest[0]):
        points = [read.matrix(rest.pop(0), name) for _ in range(min(dimensions, len(rest)))]
        if len(points) < dimensions or not rest:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        made.append(_polygon(axes, points, rest.pop(0), call))
    if dimensions == 3:
        _view_3d(axes)
    read.apply(made, rest, name)
    return give(call, made)


def _polygon(axes: Node, points: list[np.ndarray], colour: Any, call: Any) -> Node:
    node = Node("patch", axes)
    shaped = [p.reshape(-1, 1, order="F") if 1 in p.shape else p for p in points]
    rows = max(p.shape[0] for p in shaped)
    if any(p.shape[0] != rows for p in shaped):
        axes.children.remove(node)
        raise call.error("Vectors must be the same length.", "MATLAB:fill:VectorsSameLength")
    count = max(p.shape[1] for p in shaped)
    for letter, p in zip("XYZ", shaped, strict=False):
        node.values[f"{letter}Data"] = Tensor(np.asfortranarray(np.broadcast_to(p, (rows, count)).astype(np.float64)))
    _colour_patch(node, colour, count)
    return node


def _colour_patch(node: Node, colour: Any, faces: int) -> None:
    if is_text(colour):
        node.set("FaceColor", colour)
        return
    data = as_array(colour)
    if data.shape == (1, 3) and faces != 3 and node.array("XData").size != 3:
        node.values["FaceColor"] = to_value(data)
    else:
        node.values["CData"] = to_value(data)
        per_vertex = data.size == node.array("XData").size and data.size != faces
        node.values["FaceColor"] = _word("interp" if per_vertex else "flat")


@builtin("fill", "h = fill(X, Y, C)", "h = fill(X, Y, C, ...)", summary="Filled polygons.", see_also=("patch", "fill3"))
def fill(call, *arguments):
    return _polygons(call, arguments, "fill", 2)


@builtin("fill3", "h = fill3(X, Y, Z, C)", "h = fill3(X, Y, Z, C, ...)", summary="Filled polygons in three dimensions.", see_also=("fill",))
def fill3(call, *arguments):
    return _polygons(call, arguments, "fill3", 3)


@builtin(
    "patch",
    "h = patch(X, Y, C, ...)",
    "h = patch('Faces', F, 'Vertices', V, ...)",
    "h = patch(S)",
    summary="Add polygons to the axes.",
    see_also=("fill",),
)
def patch(call, *arguments):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.gca() if axes is None else axes
    arrays = []
    while rest and read.is_numeric(rest[0]) and len(arrays) < 3:
        arrays.append(rest.pop(0))
    if arrays:
        colour = rest.pop(0) if rest and (len(rest) % 2) else (arrays.pop() if len(arrays) == 3 else _word("k"))
        if len(arrays) < 2:
            raise call.error("Not enough input arguments.", "MATLAB:minrhs")
        node = _polygon(axes, [read.data(a, "patch") for a in arrays], colour, call)
    else:
        node = Node("patch", axes)
    read.apply([node], rest, "patch")
    if node.vector("ZData").any() or (node.array("Vertices").shape[-1] == 3 and np.any(node.array("Vertices")[:, 2])):
        if not axes.children[:-1]:
            axes.values.setdefault("View", row([0, 90]))
    figures.touch(axes)
    return give(call, [node])


def _triangles(call: Any, arguments: tuple[Any, ...], name: str, face: Any, edge: Any):
    axes, rest = prepare(call, arguments)
    arrays = read.numbers(rest, name)
    if len(arrays) < 4:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    node = Node("patch", axes, Faces=arrays[0].astype(np.float64), Vertices=np.column_stack([a.ravel(order="F") for a in arrays[1:4]]))
    colours = arrays[4] if len(arrays) > 4 else arrays[3]
    node.values.update(FaceVertexCData=Tensor(colours.reshape(-1, 1, order="F")), FaceColor=to_value(face), EdgeColor=to_value(edge))
    _view_3d(axes)
    read.apply([node], rest, name)
    return give(call, [node])


@builtin(
    "trisurf", "h = trisurf(T, x, y, z)", "h = trisurf(T, x, y, z, c, ...)", summary="Surface of triangles.", see_also=("trimesh", "patch")
)
def trisurf(call, *arguments):
    return _triangles(call, arguments, "trisurf", "flat", np.zeros((1, 3)))


@builtin("trimesh", "h = trimesh(T, x, y, z)", "h = trimesh(T, x, y, z, ...)", summary="Wire mesh of triangles.", see_also=("trisurf",))
def trimesh(call, *arguments):
    return _triangles(call, arguments, "trimesh", np.ones((1, 3)), np.array([[0.0, 0.447, 0.741]]))


def _arrows(call: Any, arguments: tuple[Any, ...], name: str, dimensions: int):
    axes, rest = prepare(call, arguments)
    arrays = [a.astype(np.float64) for a in read.numbers(rest, name)]
    factor = 0.9
    if len(arrays) in (dimensions + 1, 2 * dimensions + 1) and arrays[-1].size == 1 and len(arrays) > dimensions:
        factor = float(arrays.pop().item())
    vectors = arrays[-dimensions:]
    if len(vectors) == dimensions and len({v.shape for v in vectors}) > 1 and len({v.size for v in vectors}) > 1:
        raise call.error("The size of U must match the size of V.", f"MATLAB:{name}:UVSizeMismatch")
    if len(arrays) == 2 * dimensions:
        places = arrays[:dimensions]
    elif dimensions == 2 and len(arrays) == 2:
        places = list(np.meshgrid(np.arange(1.0, vectors[0].shape[1] + 1), np.arange(1.0, vectors[0].shape[0] + 1)))
    elif dimensions == 3 and len(arrays) == 4:
        z = arrays[0]
        places = [*np.meshgrid(np.arange(1.0, z.shape[1] + 1), np.arange(1.0, z.shape[0] + 1)), z]
    else:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    if dimensions == 2 and places[0].shape != vectors[0].shape and vectors[0].ndim == 2 and min(vectors[0].shape) > 1:
        places = list(np.meshgrid(places[0].ravel(), places[1].ravel()))
    spec = read.line_spec(text_of(rest[0])) if rest and is_text(rest[0]) else None
    rest = rest[1:] if spec is not None else rest
    node = Node("quiver", axes, Color=call.session.figures.next_colour(axes))
    longest = float(np.sqrt(sum(v**2 for v in vectors)).max(initial=0.0))
    if factor > 0 and longest > 0:
        spans = [np.ptp(p) for p in places[:2]]
        cells = max(1.0, np.sqrt(places[0].size))
        scale = factor * max(float(np.hypot(*spans)) / np.sqrt(2) / cells, 1e-12) / longest if any(spans) else factor
        vectors = [v * scale for v in vectors]
    for letter, place in zip("XYZ", places, strict=False):
        node.values[f"{letter}Data"] = Tensor(np.asfortranarray(place))
    for letter, vector in zip("UVW", vectors, strict=False):
        node.values[f"{letter}Data"] = Tensor(np.asfortranarray(vector))
    for key, value in (spec or {}).items():
        if key != "LineStyle" or value != "none":
            node.set(key, value)
    if dimensions == 3:
        _view_3d(axes)
    read.apply([node], rest, name)
    return give(call, [node])


@builtin(
    "quiver",
    "h = quiver(U, V)",
    "h = quiver(X, Y, U, V, scale, LineSpec, ...)",
    summary="Vector field as arrows.",
    see_also=("quiver3", "contour"),
)
def quiver(call, *arguments):
    return _arrows(call, arguments, "quiver", 2)


@builtin(
    "quiver3",
    "h = quiver3(Z, U, V, W)",
    "h = quiver3(X, Y, Z, U, V, W, scale, ...)",
    summary="Vector field as arrows in three dimensions.",
    see_also=("quiver",),
)
def quiver3(call, *arguments):
    return _arrows(call, arguments, "quiver3", 3)


@builtin(
    "rectangle",
    "h = rectangle()",
    "h = rectangle(Name, Value, ...)",
    summary="Rectangle, rounded rectangle or ellipse.",
    see_also=("patch", "line"),
)
def rectangle(call, *arguments):
    figures = call.session.figures
    axes, rest = read.take_axes(figures, arguments)
    axes = figures.gca() if axes is None else axes
    node = Node("rectangle", axes)
    read.apply([node], rest, "rectangle")
    figures.touch(axes)
    return give(call, [node])


@builtin("spy", "spy(S)", "spy(S, LineSpec, markersize)", summary="Places of the nonzero elements of a matrix.", see_also=("imagesc",))
def spy(call, *arguments):
    axes, rest = prepare(call, arguments)
    matrix = read.data(rest[0], "spy")
    rows, columns = np.nonzero(matrix.T)[::-1]
    node = Node("line", axes, XData=columns[None, :] + 1.0, YData=rows[None, :] + 1.0, Marker=".", LineStyle="none", MarkerSize=10.0)
    axes.values.update(
        YDir=_word("reverse"), XLim=row([0, matrix.shape[1] + 1]), YLim=row([0, matrix.shape[0] + 1]), XLimMode=_word("manual"), YLimMode=_word("manual"),
        DataAspectRatioMode=_word("manual"),
    )  # fmt: skip
    axes.label("XLabel").set("String", f"nz = {len(rows)}")
    return give(call, [node]) if call.nargout else None


@builtin(
    "contourc",
    "C = contourc(Z)",
    "C = contourc(x, y, Z, levels)",
    summary="Contour matrix without a plot.",
    examples=(Example("size(contourc([1 2; 3 4], [2 2]), 1)", "2"),),
)
def contourc(call, *arguments):
    arrays = [read.data(a, "contourc") for a in arguments]
    levels = arrays.pop() if len(arrays) in (2, 4) else None
    holder = Node("axes")
    return Tensor(contour_matrix(_contour_node(call, holder, arrays, levels)))
