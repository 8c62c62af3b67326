"""``alphaShape``: the simplices of a Delaunay triangulation whose circumscribed spheres are no larger than a radius."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ...values.objects import HostObject
from ...values.tensor import Tensor


class AlphaShape(HostObject):
    """``cells`` (from 0) are all simplices of the ``points``, ``radii`` those of their circumscribed spheres; ``alpha`` is the bound."""

    __slots__ = ("alpha", "cells", "holes", "points", "radii", "regions")
    matlab_class = "alphaShape"
    is_handle = True

    def __init__(
        self, points: np.ndarray, cells: np.ndarray, radii: np.ndarray, alpha: float, holes: float = 0.0, regions: float = 0.0
    ) -> None:
        self.points, self.cells, self.radii = np.asfortranarray(points), cells, radii
        self.alpha, self.holes, self.regions = alpha, holes, regions

    def properties(self) -> Mapping[str, Any]:
        return {"Points": Tensor(self.points), "Alpha": self.alpha, "HoleThreshold": self.holes, "RegionThreshold": self.regions}

    def set_property(self, name: str, value: Any) -> AlphaShape:
        if name == "Alpha":
            self.alpha = float(value)
        elif name == "HoleThreshold":
            self.holes = float(value)
        elif name == "RegionThreshold":
            self.regions = float(value)
        else:
            return super().set_property(name, value)  # type: ignore[return-value]
        return self
