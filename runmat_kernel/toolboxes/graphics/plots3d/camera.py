"""The camera: its position, target and movements; the shininess of surfaces."""

from __future__ import annotations

from typing import Any

import numpy as np

from ....base.errors import MatlabError
from ....builtins import arguments as arg
from ....builtins.spec import ErrorCase, Example, builtin
from ....figures import arguments as read
from ....figures import camera
from ....figures.arguments import row
from ....figures.tree import Node
from ....values import CharArray
from ....values.convert import is_text, numel_of, text_of
from ..axes import target


def _property(name: str, prop: str, summary: str, value: str):
    """A function that gets or sets a property of the camera, or says who chooses it."""
    example = f"plot3(1:2,1:2,1:2); {name}({value}); {name}"

    @builtin(
        name, f"v = {name}()", f"{name}(value)", f"{name}(mode)", f"m = {name}('mode')", f"{name}(ax, ...)", summary=summary,
        examples=(Example(example, value),), errors=(ErrorCase(f"{name}('nosuch')", f"MATLAB:{name}:InvalidArgument"),), see_also=("view",),
    )  # fmt: skip
    def place(call, *arguments):
        axes, rest = target(call, arguments)
        if not rest:
            return axes.get(prop)
        if is_text(rest[0]) and prop != "Projection":
            word = text_of(rest[0]).lower()
            if word == "mode":
                return axes.get(prop + "Mode")
            if word not in ("auto", "manual"):
                raise call.error(f"Unknown option '{word}'.", f"MATLAB:{name}:InvalidArgument")
            if word == "manual":
                axes.set(prop, axes.get(prop))
            axes.values[prop + "Mode"] = CharArray.row(word)
            return None
        values = read.data(rest[0], name).ravel(order="F").astype(np.float64)
        if values.size != (1 if prop == "CameraViewAngle" else 3) or not np.isfinite(values).all():
            raise call.error("The argument must have finite numbers for x, y and z.", f"MATLAB:{name}:InvalidArgument")
        axes.set(prop, float(values[0]) if values.size == 1 else row(values))
        return axes.get(prop) if call.nargout else None

    return place


PLACES = (
    _property("campos", "CameraPosition", "Set or get the place of the camera.", "[10 20 30]"),
    _property("camtarget", "CameraTarget", "Set or get the point that the camera looks at.", "[1 2 3]"),
    _property("camup", "CameraUpVector", "Set or get the direction that is up in the image.", "[0 0 1]"),
    _property("camva", "CameraViewAngle", "Set or get the angle of view of the camera, in degrees.", "5"),
)


@builtin(
    "camproj", "p = camproj()", "camproj('orthographic')", "camproj('perspective')", "camproj(ax, ...)",
    summary="Set or get how the axes are projected.",
    examples=(Example("camproj('perspective'); camproj", "'perspective'"),),
    errors=(ErrorCase("camproj('nosuch')", "MATLAB:datatypes:InvalidEnumValueFor"),),
)  # fmt: skip
def camproj(call, *arguments):
    axes, rest = target(call, arguments)
    if rest:
        axes.set("Projection", rest[0])
    return axes.get("Projection") if not rest or call.nargout else None


def _numbers(call: Any, rest: list[Any], least: int, most: int) -> list[float]:
    numbers = [arg.scalar(a) for a in rest if not is_text(a) and numel_of(a) == 1]
    if not least <= len(numbers) <= most:
        raise call.error("Not enough input arguments." if len(numbers) < least else "Too many input arguments.",
                         "MATLAB:minrhs" if len(numbers) < least else "MATLAB:maxrhs")  # fmt: skip
    return numbers


@builtin(
    "camorbit", "camorbit(dtheta, dphi)", "camorbit(dtheta, dphi, coordsys)", "camorbit(dtheta, dphi, coordsys, direction)", "camorbit(ax, ...)",
    summary="Turn the camera around its target by degrees across and up.",
    examples=(Example("plot3(1:2,1:2,1:2); view(10,20); camorbit(15,5); [a,e] = view; round([a e],9)", "[25 25]"),),
    errors=(ErrorCase("camorbit(1)", "MATLAB:minrhs"), ErrorCase("camorbit(1,2,'eye')", "MATLAB:camorbit:InvalidArgument")),
)  # fmt: skip
def camorbit(call, *arguments):
    axes, rest = target(call, arguments)
    across, above = _numbers(call, rest, 2, 2)
    place, up = camera.orbit(axes, across, above, _axis(call, rest[2:]))
    axes.set("CameraPosition", row(place))
    axes.set("CameraUpVector", row(up))


def _axis(call: Any, rest: list[Any]) -> np.ndarray | None:
    """The axis about which the camera rotates: a direction of the data, or None for the up direction of the image."""
    words = [text_of(a).lower() for a in rest if is_text(a)]
    numbers = [read.data(a, "camorbit").ravel(order="F").astype(np.float64) for a in rest if not is_text(a)]
    if any(word not in ("camera", "data", "x", "y", "z") for word in words) or any(v.size != 3 for v in numbers):
        raise call.error("The coordinate system is 'data' or 'camera', the direction 'x', 'y', 'z' or three numbers.", "MATLAB:camorbit:InvalidArgument")
    if "camera" in words:
        return None
    letter = next((word for word in words if word in "xyz"), "z")
    return numbers[0] if numbers else np.eye(3)["xyz".index(letter)]


@builtin(
    "camzoom", "camzoom(factor)", "camzoom(ax, factor)", summary="Show the axes larger or smaller by a factor.",
    examples=(Example("plot3(1:2,1:2,1:2); a = camva; camzoom(2); round(tand(a/2)/tand(camva/2),12)", "2"),),
    errors=(ErrorCase("camzoom(-1)", "MATLAB:camzoom:InvalidFactor"),),
)  # fmt: skip
def camzoom(call, *arguments):
    axes, rest = target(call, arguments)
    (factor,) = _numbers(call, rest, 1, 1)
    if not factor > 0:
        raise call.error("The zoom factor must be positive.", "MATLAB:camzoom:InvalidFactor")
    half = np.radians(axes.number("CameraViewAngle") / 2)
    axes.set("CameraViewAngle", 2 * float(np.degrees(np.arctan(np.tan(half) / factor))))


@builtin(
    "camroll", "camroll(dtheta)", "camroll(ax, dtheta)", summary="Turn the camera around the direction in which it looks, by degrees.",
    examples=(Example("plot3(1:2,1:2,1:2); view(0,0); camroll(90); round(abs(camup),6)", "[1 0 0]"),), errors=(ErrorCase("camroll()", "MATLAB:minrhs"),),
)  # fmt: skip
def camroll(call, *arguments):
    axes, rest = target(call, arguments)
    (angle,) = _numbers(call, rest, 1, 1)
    axes.set("CameraUpVector", row(camera.rolled(axes, angle)))


@builtin(
    "camdolly", "camdolly(dx, dy, dz)", "camdolly(dx, dy, dz, targetmode)", "camdolly(ax, ...)",
    summary="Move the camera across, up and forwards, and its target with it unless the target is fixed.",
    examples=(Example("plot3(1:2,1:2,1:2); view(0,0); t = camtarget; camdolly(0,0,0); isequal(t, camtarget)", "true"),),
    errors=(ErrorCase("camdolly(1,2)", "MATLAB:minrhs"),),
)  # fmt: skip
def camdolly(call, *arguments):
    axes, rest = target(call, arguments)
    across, up, ahead = _numbers(call, rest, 3, 3)
    words = [text_of(a).lower() for a in rest if is_text(a)]
    place, at = axes.vector("CameraPosition"), axes.vector("CameraTarget")
    forward = at - place
    length = float(np.linalg.norm(forward))
    right = np.cross(forward, axes.vector("CameraUpVector"))
    right = right / max(float(np.linalg.norm(right)), 1e-300)
    above = np.cross(right, forward / max(length, 1e-300))
    half = length * np.tan(np.radians(axes.number("CameraViewAngle") / 2))
    step = across * right + up * above + ahead * forward if "data" not in words else np.array([across, up, ahead])
    if "data" not in words:
        step = (across * right + up * above) * half + ahead * forward
    if "fixtarget" not in words:
        axes.set("CameraTarget", row(at + step))
    axes.set("CameraPosition", row(place + step))


_SHINE = {
    "shiny": (0.3, 0.6, 0.9, 20.0, 1.0), "dull": (0.3, 0.8, 0.0, 10.0, 1.0), "metal": (0.3, 0.3, 1.0, 25.0, 0.5), "default": (0.3, 0.6, 0.9, 10.0, 1.0),
}  # fmt: skip
_STRENGTHS = ("AmbientStrength", "DiffuseStrength", "SpecularStrength", "SpecularExponent", "SpecularColorReflectance")


@builtin(
    "material", "material shiny", "material dull", "material metal", "material default", "material([ka kd ks n sc])",
    summary="How surfaces and patches of the axes reflect light.",
    examples=(
        Example("h = surf(peaks(4)); material metal; [h.DiffuseStrength h.SpecularExponent]", "[0.3 25]"),
        Example("h = surf(peaks(4)); material([.1 .2 .3]); [h.AmbientStrength h.SpecularStrength]", "[.1 .3]"),
    ),
    errors=(ErrorCase("material nosuch", "MATLAB:material:UnknownMaterial"), ErrorCase("material([1 2])", "MATLAB:material:InvalidArgument")),
    see_also=("lighting", "camlight"),
)  # fmt: skip
def material(call, *arguments):
    axes, rest = target(call, arguments)
    if not rest:
        raise call.error("Not enough input arguments.", "MATLAB:minrhs")
    values = _shine(call, rest[0])
    for node in axes.walk():
        if node.type in ("surface", "patch"):
            _apply(node, values)


def _shine(call: Any, value: Any) -> tuple[float, ...]:
    if is_text(value):
        word = text_of(value).lower()
        if word not in _SHINE:
            raise call.error(f"Unknown material '{word}'.", "MATLAB:material:UnknownMaterial")
        return _SHINE[word]
    values = read.data(value, "material").ravel().astype(np.float64)
    if values.size not in (3, 4, 5):
        raise MatlabError(
            "The strengths of reflection must be three, four or five numbers.", "MATLAB:material:InvalidArgument", function="material"
        )
    return tuple(values.tolist())


def _apply(node: Node, values: tuple[float, ...]) -> None:
    for name, value in zip(_STRENGTHS, values, strict=False):
        node.set(name, value)
