"""Rotation of objects about an axis in space (``rotate``), and the matrices of rotations."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..values.convert import as_array, to_value
from . import limits


def matrix(axis: np.ndarray, angle: float) -> np.ndarray:
    """The matrix of a rotation by an angle about an axis through the origin."""
    x, y, z = axis / np.linalg.norm(axis)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    result = np.eye(4)
    result[:3, :3] = np.cos(angle) * np.eye(3) + np.sin(angle) * cross + (1 - np.cos(angle)) * np.outer([x, y, z], [x, y, z])
    return result


def rotate(call: Any, *arguments: Any) -> None:
    """``rotate(h, direction, angle, origin)``: rotate objects about an axis in space, by degrees; their data change."""
    if not 3 <= len(arguments) <= 4:
        raise call.error("Specify objects, a direction and an angle.", "MATLAB:minrhs" if len(arguments) < 3 else "MATLAB:maxrhs")
    handle, direction, angle = arguments[:3]
    origin = np.real(as_array(arguments[3])).ravel() if len(arguments) > 3 else None
    if not hasattr(handle, "nodes"):
        raise call.error("The first argument must be graphics objects.", "MATLAB:rotate:InvalidObjects")
    if as_array(angle).size != 1 or (origin is not None and origin.size != 3):
        raise call.error("The angle must be a number, and the origin three.", "MATLAB:rotate:InvalidAngle")
    axis = np.real(as_array(direction)).ravel().astype(np.float64)
    if axis.size == 2:  # angles in the plane and above it
        around, above = np.radians(axis)
        axis = np.array([np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)])
    if axis.size != 3 or not axis.any():
        raise call.error("The direction must be two angles or a vector of three numbers.", "MATLAB:rotate:InvalidDirection")
    rotation = matrix(axis, float(np.radians(np.real(as_array(angle)).flat[0])))[:3, :3]
    for node in handle.nodes.flat:
        axes = node.parent_of("axes")
        about = np.array([sum(limits.axis_limits(axes, letter)) / 2 for letter in "XYZ"]) if origin is None else origin
        _rotate(node, rotation, about.astype(np.float64))
        node.touch()


def _rotate(node: Any, rotation: np.ndarray, about: np.ndarray) -> None:
    if node.type == "patch" and "Vertices" in node.values:
        points = np.asarray(node.array("Vertices"), dtype=np.float64)
        points = np.column_stack([points, np.zeros((len(points), 3 - points.shape[1]))])
        node.set("Vertices", to_value(np.asfortranarray((points - about) @ rotation.T + about)))
        return
    if node.type == "text":
        node.set("Position", to_value(((node.vector("Position") - about) @ rotation.T + about).reshape(1, 3)))
        return
    parts = [np.asarray(node.array(f"{letter}Data"), dtype=np.float64) for letter in "XYZ"]
    if not parts[0].size:
        return
    if node.type == "surface" and parts[0].ndim == 2 and parts[0].shape != parts[2].shape:  # vectors of a grid
        parts[:2] = np.meshgrid(parts[0].ravel(), parts[1].ravel())
    parts[2] = parts[2] if parts[2].size else np.zeros(parts[0].shape)
    points = (np.stack([part.ravel(order="F") for part in parts], axis=1) - about) @ rotation.T + about
    for k, letter in enumerate("XYZ"):
        node.values[f"{letter}Data"] = to_value(np.asfortranarray(points[:, k].reshape(parts[2].shape, order="F")))
