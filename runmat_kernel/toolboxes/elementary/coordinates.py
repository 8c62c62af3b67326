"""Cartesian, polar and spherical coordinates."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.formula import Formula
from ...builtins.spec import Builtin, Example
from ...values.classes import FLOAT_CLASSES
from ...values.convert import class_of


def _coordinates(name: str, formula: Any, inputs: str, outputs: str, summary: str, example: Example) -> Builtin:
    def function(call: Any, *coordinates: Any) -> Any:
        values = [Formula(call, arg.floating(c) if class_of(c) not in FLOAT_CLASSES else c) for c in coordinates]
        if any(f.matlab_class == "single" for f in values):
            values = [f.to("single") for f in values]
        results = formula(*values)
        shape = np.broadcast_shapes(*(f.shape for f in results))
        # A coordinate that does not depend on the others gets their size.
        large = np.array([shape], float)
        return tuple(
            (f if f.shape == shape else f.apply("repmat", large) if f.shape == (1, 1) else f + np.zeros(shape)).value for f in results
        )

    usage = [f"[{outputs}] = {name}({inputs})"]
    if "2" in name and name.startswith(("cart2pol", "pol2cart")):
        usage.append(f"[{outputs}, z] = {name}({inputs}, z)")
    return Builtin(name, tuple(usage), summary, function, examples=(example,))


COORDINATES = (
    _coordinates(
        "cart2pol",
        lambda x, y, *z: (y.apply("atan2", x), x.apply("hypot", y), *z),
        "x, y",
        "theta, rho",
        "Cartesian to polar coordinates.",
        Example("[t,r] = cart2pol(0,2)", "{pi/2,2}"),
    ),
    _coordinates(
        "pol2cart",
        lambda t, r, *z: (r * t.apply("cos"), r * t.apply("sin"), *z),
        "theta, rho",
        "x, y",
        "Polar to Cartesian coordinates.",
        Example("[x,y] = pol2cart(0,2)", "{2,0}"),
    ),
    _coordinates(
        "cart2sph",
        lambda x, y, z: (y.apply("atan2", x), z.apply("atan2", x.apply("hypot", y)), x.apply("hypot", y).apply("hypot", z)),
        "x, y, z",
        "azimuth, elevation, r",
        "Cartesian to spherical coordinates.",
        Example("[a,e,r] = cart2sph(1,0,0)", "{0,0,1}"),
    ),
    _coordinates(
        "sph2cart",
        lambda a, e, r: (r * e.apply("cos") * a.apply("cos"), r * e.apply("cos") * a.apply("sin"), r * e.apply("sin")),
        "azimuth, elevation, r",
        "x, y, z",
        "Spherical to Cartesian coordinates.",
        Example("[x,y,z] = sph2cart(0,0,2)", "{2,0,0}"),
    ),
)
