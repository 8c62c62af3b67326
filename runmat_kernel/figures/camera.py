"""The camera of an axes: its place, target, upward direction and angle of view, which follow from the view and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..values.convert import to_value
from . import limits

if TYPE_CHECKING:
    from .tree import Node

NAMES = frozenset({"CameraPosition", "CameraTarget", "CameraUpVector", "CameraViewAngle"})
_FAR = 5.0
"""How far the camera is from its target, in diagonals of the plot box."""
_FLAT_ANGLE, _SPACE_ANGLE = 6.608610360311925, 10.339584907201974
"""The angles of view of flat axes and of axes in space, in degrees."""


def computed(node: Node, name: str) -> Any:
    """A property of the camera that nobody set: it looks at the middle of the limits, along the view."""
    if _kept(node, name):
        return None
    if name == "CameraTarget":
        return to_value(_middle(node)[None, :])
    if name == "CameraViewAngle":
        return _SPACE_ANGLE if limits.is_3d(node) else _FLAT_ANGLE
    azimuth, elevation = np.radians(node.vector("View")[:2])
    if name == "CameraUpVector":
        above = abs(np.cos(elevation)) < 1e-9
        return to_value(np.array([[-np.sin(azimuth) * np.sign(elevation), np.cos(azimuth), 0.0]]) if above else np.array([[0.0, 0.0, 1.0]]))
    toward = np.array([np.sin(azimuth) * np.cos(elevation), -np.cos(azimuth) * np.cos(elevation), np.sin(elevation)])
    return to_value((node.vector("CameraTarget") + _units(node) * toward * _distance(node))[None, :])


def _kept(node: Node, name: str) -> bool:
    """Whether a program's value is in force: a new view takes the place of the camera back."""
    if name not in node.values or node.text(name + "Mode") != "manual":
        return False
    return name == "CameraViewAngle" or name == "CameraTarget" or tuple(node.vector("View")) == node.values.get("_camera_view")


def _middle(node: Node) -> np.ndarray:
    return np.array([sum(limits.axis_limits(node, letter)) / 2 for letter in "XYZ"])


def _units(node: Node) -> np.ndarray:
    """How long one unit of the plot box is along each axis, in units of the data."""
    spans = np.array([np.ptp(limits.axis_limits(node, letter)) for letter in "XYZ"])
    if node.text("DataAspectRatioMode") == "manual":
        return node.vector("DataAspectRatio") * (spans / node.vector("DataAspectRatio")).max()
    return spans


def _distance(node: Node) -> float:
    box = node.vector("PlotBoxAspectRatio") if node.text("PlotBoxAspectRatioMode") == "manual" else np.ones(3)
    return _FAR * float(np.linalg.norm(box / box.max()))


def follow(node: Node, name: str) -> None:
    """A camera that was moved or turned to another target sees the axes in another view."""
    node.values["_camera_view"] = tuple(node.vector("View"))
    if name in ("CameraPosition", "CameraTarget"):
        toward = (node.vector("CameraPosition") - node.vector("CameraTarget")) / _units(node)
        length = float(np.linalg.norm(toward))
        if length > 0:
            flat = float(np.hypot(toward[0], toward[1]))
            azimuth = np.degrees(np.arctan2(toward[0], -toward[1])) if flat > 1e-9 * length else node.vector("View")[0]
            node.values["View"] = to_value(np.array([[azimuth, np.degrees(np.arcsin(toward[2] / length))]]))
    node.values["_camera_view"] = tuple(node.vector("View"))


def orbit(node: Node, across: float, above: float, axis: np.ndarray | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Place and upward direction of a camera that turns around its target by degrees: first across, around ``axis``
    (of the data; by itself what is up in the image), then above what it saw."""
    target, units = node.vector("CameraTarget"), _units(node)
    offset, (_, side, up) = (node.vector("CameraPosition") - target) / units, directions(node)
    around = up if axis is None else axis / units
    offset, side, up = (_turned(vector, around, across) for vector in (offset, side, up))
    offset, up = (_turned(vector, side, -above) for vector in (offset, up))
    return target + offset * units, _unit(up * units)


def rolled(node: Node, angle: float) -> np.ndarray:
    """The upward direction after the camera turned by degrees around the direction in which it looks."""
    ahead, _, up = directions(node)
    return _unit(_turned(up, ahead, angle) * _units(node))


def directions(node: Node) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The directions ahead, right and up in the image, in units of the plot box."""
    units = _units(node)
    ahead = _unit((node.vector("CameraTarget") - node.vector("CameraPosition")) / units)
    side = _unit(np.cross(ahead, node.vector("CameraUpVector") / units))
    return ahead, side, np.cross(side, ahead)


def _unit(vector: np.ndarray) -> np.ndarray:
    return vector / max(float(np.linalg.norm(vector)), 1e-300)


def _turned(vector: np.ndarray, axis: np.ndarray, degrees: float) -> np.ndarray:
    angle, axis = np.radians(degrees), _unit(axis)
    return vector * np.cos(angle) + np.cross(axis, vector) * np.sin(angle) + axis * float(axis @ vector) * (1 - np.cos(angle))


def zoom(node: Node) -> float:
    """How much larger the axes are drawn than with the angle of view that they begin with."""
    angle = node.number("CameraViewAngle") if node.text("CameraViewAngleMode") == "manual" else 0.0
    usual = _SPACE_ANGLE if limits.is_3d(node) else _FLAT_ANGLE
    return float(np.tan(np.radians(usual / 2)) / np.tan(np.radians(angle / 2))) if 0 < angle < 180 else 1.0


def roll(node: Node) -> float:
    """By how many degrees the upward direction is turned in the image, from the one that the view has."""
    if not _kept(node, "CameraUpVector"):
        return 0.0
    azimuth, elevation = np.radians(node.vector("View")[:2])
    right = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    up = np.array([-np.sin(azimuth) * np.sin(elevation), np.cos(azimuth) * np.sin(elevation), np.cos(elevation)])
    wanted = node.vector("CameraUpVector") / _units(node)
    across, along = float(wanted @ right), float(wanted @ up)
    return float(np.degrees(np.arctan2(across, along))) if across or along else 0.0
