"""Lights: light, camlight, lightangle, lighting, and surfl, whose colours are the light itself."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import camera
from ....figures.arguments import give, row
from ....figures.drawing import lighting as lights
from ....figures.handles import Handle
from ....figures.tree import Node
from ....values import CharArray, Tensor
from ....values.convert import as_array, is_text, numel_of, text_of
from ..axes import target
from .surfaces import draw_surface

_CAMERA_PLACES = {"headlight": (0.0, 0.0), "right": (30.0, 30.0), "left": (-30.0, 30.0)}
_STYLES = ("infinite", "local")


def _light_and_rest(call: Any, arguments: tuple[Any, ...]) -> tuple[Node | None, Node, list[Any]]:
    """A light that was given first, the axes, and the other arguments."""
    rest = list(arguments)
    if rest:
        rest[0] = read.as_handle(call.session.figures, rest[0])
    if rest and isinstance(rest[0], Handle) and rest[0].node.type == "light":
        light = rest.pop(0).node
        return light, light.parent_of("axes"), rest
    axes, rest = target(call, tuple(rest))
    return None, axes, rest


@builtin(
    "light", "light()", "light(Name, Value)", "light(ax, ...)", "h = light(...)",
    summary="A light: from a direction (Style 'infinite') or from a place ('local'), of a Color.",
    examples=(Example("h = light('Position',[-1 0 0],'Style','local'); {h.Position, h.Style}", "{[-1 0 0], 'local'}"),),
    errors=(ErrorCase("light('Position',[1 2])", "MATLAB:hg:InvalidPropertyValue"),), see_also=("camlight", "lighting", "material"),
)  # fmt: skip
def light(call, *arguments):
    axes, rest = target(call, arguments)
    node = Node("light", axes)
    read.apply([node], rest, "light")
    return give(call, [node])


@builtin(
    "camlight", "camlight", "camlight('right')", "camlight('left')", "camlight('headlight')", "camlight(az, el)", "camlight(..., style)", "camlight(h, ...)", "h = camlight(...)",
    summary="A light beside the camera, or where angles from it say; a light given first is moved there.",
    examples=(Example("surf(peaks(4)); view(0,0); h = camlight('headlight'); isequal(h.Position, campos)", "true"),
              Example("h = camlight; h.Style", "'local'")),
    errors=(ErrorCase("camlight('above')", "MATLAB:camlight:UnknownPosition"),), see_also=("light", "lightangle"),
)  # fmt: skip
def camlight(call, *arguments):
    lamp, axes, rest = _light_and_rest(call, arguments)
    angles, style = list(_CAMERA_PLACES["right"]), "local"
    numbers = [arg.scalar(a) for a in rest if not is_text(a)]
    angles[: len(numbers)] = numbers[:2]
    for word in (text_of(a).lower() for a in rest if is_text(a)):
        if word in _CAMERA_PLACES:
            angles = list(_CAMERA_PLACES[word])
        elif word in _STYLES:
            style = word
        else:
            raise call.error(f"Unknown light position '{word}'.", "MATLAB:camlight:UnknownPosition")
    position, _ = camera.orbit(axes, *angles)
    node = lamp if lamp is not None else Node("light", axes)
    node.values["Position"] = row(position)
    node.values["Style"] = CharArray.row(style)
    node.touch()
    return give(call, [node])


@builtin(
    "lightangle", "h = lightangle(az, el)", "lightangle(ax, az, el)", "lightangle(h, az, el)", "[az, el] = lightangle(h)",
    summary="A light from a direction of azimuth and elevation, as view has them.",
    examples=(Example("h = lightangle(-45,30); [az,el] = lightangle(h); round([az el])", "[-45 30]"),),
    errors=(ErrorCase("lightangle(1)", "MATLAB:minrhs"),), see_also=("light", "camlight", "view"),
)  # fmt: skip
def lightangle(call, *arguments):
    lamp, axes, rest = _light_and_rest(call, arguments)
    stretch = lights.scale(axes)
    if lamp is not None and not rest:
        x, y, z = lights.unit(lamp.vector("Position") * stretch)
        return float(np.degrees(np.arctan2(x, -y))), float(np.degrees(np.arcsin(z)))
    if len(rest) < 2:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    azimuth, elevation = (np.radians(arg.scalar(a)) for a in rest[:2])
    toward = np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    node = lamp if lamp is not None else Node("light", axes)
    node.values["Position"] = row(toward / stretch)
    node.touch()
    return give(call, [node])


@builtin(
    "lighting", "lighting('flat')", "lighting('gouraud')", "lighting('none')", "lighting(ax, method)",
    summary="How surfaces and patches take the light: a shade for each face, shades that run over the faces, or none.",
    examples=(Example("h = surf(peaks(4)); lighting gouraud; h.FaceLighting", "'gouraud'"),),
    errors=(ErrorCase("lighting('bright')", "MATLAB:lighting:InvalidMethod"),), see_also=("light", "material"),
)  # fmt: skip
def lighting(call, *arguments):
    axes, rest = target(call, arguments)
    word = text_of(rest[0]).lower() if rest else ""
    if word not in ("flat", "gouraud", "phong", "none"):
        raise call.error("Lighting must be 'flat', 'gouraud' or 'none'.", "MATLAB:lighting:InvalidMethod")
    for node in axes.walk():
        if node.type in ("surface", "patch"):
            node.values["FaceLighting"] = CharArray.row("gouraud" if word == "phong" else word)
    axes.touch()


@builtin(
    "surfl", "surfl(Z)", "surfl(X, Y, Z)", "surfl(..., 'light')", "surfl(..., s)", "surfl(..., s, k)", "h = surfl(...)",
    summary="Surface whose colours are the light that it throws back; s is where the light comes from (a direction, or azimuth and elevation), "
    "k the shares of ambient, diffuse and specular light and how sharp the last is; 'light' puts a light there instead.",
    examples=(
        Example("h = surfl(ones(4)); all(abs(h.CData(:) - h.CData(1)) < 1e-12)", "true"),
        Example("h = surfl(peaks(9),[0 90],[0 1 0 1]); [min(h.CData(:)) >= 0, max(h.CData(:)) <= 1]", "[true true]"),
        Example("h = surfl(peaks(4),'light'); class(h)", "'matlab.graphics.Graphics'"),
    ),
    errors=(ErrorCase("surfl(peaks(4),[1 2 3 4 5])", "MATLAB:surfl:InvalidSource"),), see_also=("surf", "light"),
)  # fmt: skip
def surfl(call, *arguments):
    rest = list(arguments)
    words = [text_of(a).lower() for a in rest if is_text(a)]
    numbers = [a for a in rest if not is_text(a) and not isinstance(a, Handle)]
    handles = [a for a in rest if isinstance(a, Handle)]
    count = 3 if len(numbers) >= 3 and numel_of(numbers[2]) > 4 else 1
    axes, node = draw_surface(call, (*handles, *numbers[:count]), "surfl")
    azimuth, elevation = axes.vector("View")[:2]
    source = as_array(numbers[count]).ravel().astype(np.float64) if len(numbers) > count else np.array([azimuth + 45.0, elevation])
    if source.size not in (2, 3):
        raise call.error("The source of light must be two angles or three coordinates.", "MATLAB:surfl:InvalidSource")
    if source.size == 2:
        a, e = np.radians(source)
        source = np.array([np.sin(a) * np.cos(e), -np.cos(a) * np.cos(e), np.sin(e)])
    shares = as_array(numbers[count + 1]).ravel().astype(np.float64) if len(numbers) > count + 1 else np.array([0.55, 0.6, 0.4, 10.0])
    if shares.size != 4:
        raise call.error("The reflectance must be four numbers.", "MATLAB:surfl:InvalidReflectance")
    if "light" in words:
        lamp = Node("light", axes, Position=row(source))
        node.values.update(EdgeColor=CharArray.row("none"), FaceLighting=CharArray.row("gouraud"))
        return give(call, [node, lamp])
    normals = _normals(node)
    source, view = lights.unit(source), lights.toward_viewer(axes)
    straight = np.clip(normals @ source, 0, None)
    mirrored = np.clip(2 * (normals @ source) * (normals @ view) - source @ view, 0, None) ** shares[3]
    light_back = (shares[0] + shares[1] * straight + shares[2] * mirrored) / (shares[:3].sum() or 1.0)
    node.values["CData"] = Tensor(np.asfortranarray(light_back))
    return give(call, [node])


def _normals(surface: Node) -> np.ndarray:
    """Unit normals at the points of a surface, in shares of the space that it takes."""
    x, y, z = (np.asarray(surface.array(f"{letter}Data"), np.float64) for letter in "XYZ")
    x, y = (np.broadcast_to(a if a.shape == z.shape else a.reshape(shape), z.shape) for a, shape in ((x, (1, -1)), (y, (-1, 1))))
    spans = [float(np.ptp(a[np.isfinite(a)])) or 1.0 for a in (x, y, z)]
    points = np.stack([a / s for a, s in zip((x, y, z), spans, strict=True)], axis=-1)
    return lights.unit(np.cross(np.gradient(points, axis=1), np.gradient(points, axis=0)))
