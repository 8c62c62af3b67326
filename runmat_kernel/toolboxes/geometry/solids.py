"""Points of bodies (sphere, cylinder, ellipsoid) and rotations about the axes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...builtins import arguments as arg
from ...builtins.spec import Builtin, Example, builtin
from ...figures.handles import Handle
from ...values.convert import to_value


def _shown(call: Any, arguments: tuple[Any, ...], points: tuple[np.ndarray, np.ndarray, np.ndarray]) -> Any:
    """The coordinates where outputs are wanted, else a surface (in the axes that came first)."""
    if call.nargout:
        return points
    axes = [a for a in arguments[:1] if isinstance(a, Handle)]
    call.feval("surf", *axes, *(to_value(np.asfortranarray(p)) for p in points), nargout=0)
    return None


def _without_axes(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    return arguments[1:] if arguments and isinstance(arguments[0], Handle) else arguments


def _unit_sphere(n: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """``n+1`` circles of ``n+1`` points from the south pole to the north pole; ends are exact."""
    if n < 1:
        raise MatlabError("The number of faces must be a positive integer.", "MATLAB:sphere:InvalidNumber")
    theta = np.arange(-n, n + 1, 2) / n * np.pi
    phi = (np.arange(-n, n + 1, 2) / n * np.pi / 2)[:, None]
    cosine = np.cos(phi)
    cosine[[0, -1]] = 0
    sine = np.sin(theta)
    sine[[0, -1]] = 0
    return cosine * np.cos(theta), cosine * sine, np.sin(phi) * np.ones((1, n + 1))


@builtin(
    "sphere",
    "[X, Y, Z] = sphere",
    "[X, Y, Z] = sphere(n)",
    "sphere(ax, ...)",
    summary="Points of the unit sphere; without outputs, its surface.",
    examples=(
        Example("size(sphere)", "[21 21]"),
        Example("[x,y,z] = sphere(2); z", "[-1 -1 -1;0 0 0;1 1 1]"),
    ),
)
def sphere(call: Any, *arguments: Any) -> Any:
    rest = _without_axes(arguments)
    return _shown(call, arguments, _unit_sphere(arg.integer(rest[0]) if rest else 20))


@builtin(
    "ellipsoid",
    "[X, Y, Z] = ellipsoid(xc, yc, zc, xr, yr, zr)",
    "[X, Y, Z] = ellipsoid(xc, yc, zc, xr, yr, zr, n)",
    summary="Points of an ellipsoid by its centre and half axes.",
    examples=(Example("[x,y,z] = ellipsoid(0,0,1,1,1,2,2); z(:,1)", "[-1;1;3]"),),
)
def ellipsoid(call: Any, *arguments: Any) -> Any:
    rest = _without_axes(arguments)
    numbers = [arg.scalar(a) for a in rest[:6]]
    if len(numbers) < 6:
        raise call.error("Not enough input arguments.", "MATLAB:narginchk:notEnoughInputs")
    x, y, z = _unit_sphere(arg.integer(rest[6]) if len(rest) > 6 else 20)
    return _shown(call, arguments, (numbers[0] + numbers[3] * x, numbers[1] + numbers[4] * y, numbers[2] + numbers[5] * z))


@builtin(
    "cylinder",
    "[X, Y, Z] = cylinder",
    "[X, Y, Z] = cylinder(r)",
    "[X, Y, Z] = cylinder(r, n)",
    "cylinder(ax, ...)",
    summary="Points of a cylinder of height 1 whose radius follows a profile.",
    examples=(
        Example("size(cylinder)", "[2 21]"),
        Example("[x,y,z] = cylinder([1 2 1], 4); x(:,1)", "[1;2;1]"),
    ),
)
def cylinder(call: Any, *arguments: Any) -> Any:
    rest = _without_axes(arguments)
    profile = arg.flat(rest[0]) if rest else np.ones(2)
    profile = np.repeat(profile, 2) if profile.size == 1 else profile
    n = arg.integer(rest[1]) if len(rest) > 1 else 20
    if n < 1:
        raise MatlabError("The number of points must be a positive integer.", "MATLAB:cylinder:InvalidNumber")
    theta = np.arange(n + 1) / n * 2 * np.pi
    sine = np.sin(theta)
    sine[-1] = 0
    radius = profile[:, None]
    height = (np.arange(profile.size) / (profile.size - 1))[:, None]
    return _shown(call, arguments, (radius * np.cos(theta), radius * sine, height * np.ones((1, n + 1))))


def _rotation(name: str, first: int, second: int) -> Builtin:
    def rotation(call: Any, angle: Any) -> Any:
        degrees = arg.scalar(angle)
        (cosine,), (sine,) = (np.atleast_1d(call.feval(f, degrees)[0]) for f in ("cosd", "sind"))
        matrix = np.eye(3)
        matrix[first, first] = matrix[second, second] = cosine
        matrix[first, second], matrix[second, first] = -sine, sine
        return matrix

    expected = np.eye(3, dtype=int)
    expected[first, first] = expected[second, second] = 0
    expected[first, second], expected[second, first] = -1, 1
    text = "[" + ";".join(" ".join(map(str, line)) for line in expected) + "]"
    summary = f"Matrix of the rotation about the {name[-1]} axis by an angle in degrees."
    return builtin(name, f"R = {name}(ang)", summary=summary, examples=(Example(f"{name}(90)", text),))(rotation)


ROTATIONS = (_rotation("rotx", 1, 2), _rotation("roty", 2, 0), _rotation("rotz", 0, 1))
