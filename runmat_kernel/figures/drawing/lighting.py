"""How the lights of an axes fall on surfaces and patches: the colours of faces from their place, their normal and their material."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import log_axes, style

if TYPE_CHECKING:
    from ..tree import Node

_AUTOMATIC_BOX = np.array([4.0, 4.0, 3.2])
"""The sides of the plot box where nobody has set them."""


def lights(axes: Node) -> list[Node]:
    """The lights that shine on an axes."""
    return [node for node in axes.walk() if node.type == "light" and node.on("Visible")]


def is_lit(axes: Node, node: Node) -> bool:
    """Whether an object looks different for the lights: there is one, and its faces take light."""
    return node.text("FaceLighting") != "none" and bool(lights(axes))


def scale(axes: Node) -> np.ndarray:
    """The length of a unit of x, y and z in the plot box: angles are those of the image, not of the numbers."""
    spans = np.array([np.ptp(log_axes.drawn_limits(axes, letter)) for letter in "XYZ"])
    if axes.text("DataAspectRatioMode") == "manual":
        return 1.0 / axes.vector("DataAspectRatio")
    box = axes.vector("PlotBoxAspectRatio") if axes.text("PlotBoxAspectRatioMode") == "manual" else _AUTOMATIC_BOX
    return box / np.where(spans > 0, spans, 1.0)


def unit(vectors: np.ndarray) -> np.ndarray:
    """Vectors (along the last dimension) of length one; those without a length stay zero."""
    length = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.nan_to_num(vectors / np.where(length > 0, length, 1.0))


def toward_viewer(axes: Node) -> np.ndarray:
    azimuth, elevation = np.radians(axes.vector("View")[:2])
    return np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])


def shade(axes: Node, node: Node, places: np.ndarray, normals: np.ndarray, colours: np.ndarray) -> np.ndarray:
    """RGBA colours under the lights.

    ``places`` and ``normals`` are (..., 3) in units of the plot box (data times ``scale``).  A face that looks away from the viewer
    is lit as if it were turned round, unless it says otherwise.
    """
    view, normals = toward_viewer(axes), unit(normals)
    facing = normals @ view
    rgb = colours[..., :3]
    if node.text("BackFaceLighting") == "reverselit":
        normals = np.where(facing[..., None] < 0, -normals, normals)
    ambient, diffuse, specular = (node.number(f"{name}Strength") for name in ("Ambient", "Diffuse", "Specular"))
    own, exponent = node.number("SpecularColorReflectance"), node.number("SpecularExponent")
    shaded = ambient * axes.vector("AmbientLightColor") * rgb
    stretch = scale(axes)
    for light in lights(axes):
        ink, place = np.asarray(style.colour(light, "Color", (1.0, 1.0, 1.0)), np.float64), light.vector("Position") * stretch
        ahead = unit(place - places if light.text("Style") == "local" else np.broadcast_to(place, places.shape))
        across = (normals * ahead).sum(axis=-1)
        mirrored = 2 * across[..., None] * normals - ahead
        shine = np.where(across > 0, np.clip(mirrored @ view, 0, None) ** exponent, 0.0)
        shaded = shaded + diffuse * np.clip(across, 0, None)[..., None] * rgb * ink
        shaded = shaded + specular * shine[..., None] * ink * (own + (1 - own) * rgb)
    if node.text("BackFaceLighting") == "unlit":
        shaded = np.where(facing[..., None] < 0, rgb, shaded)
    return np.concatenate([np.clip(shaded, 0, 1), colours[..., 3:]], axis=-1)
