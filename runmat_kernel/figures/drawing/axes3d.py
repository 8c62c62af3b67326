"""Axes in space for matplotlib that fill their rectangle, as MATLAB's do."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

NAME = "runmat-space"
"""The projection's name."""


@cache
def register() -> None:
    """Make the class of axes known to matplotlib, once it is there."""
    from matplotlib.projections import register_projection
    from mpl_toolkits.mplot3d import Axes3D
    from mpl_toolkits.mplot3d.proj3d import proj_transform

    class Space(Axes3D):
        """The plot box touches all sides of the axes' rectangle: stretched (``warps``), or as large as its proportions allow.

        ``larger`` magnifies it beyond that.
        """

        name = NAME
        warps = True
        larger = 1.0

        def free(self) -> None:
            """Let markers and wide lines reach over the sides of the rectangle, and enlarged plots over all of the figure."""
            from matplotlib.transforms import Bbox, TransformedBbox

            reach = TransformedBbox(Bbox([[-0.04, -0.04], [1.04, 1.04]]), self.transAxes) if self.larger <= 1 else self.figure.bbox
            for artist in (*self.lines, *self.collections):
                artist.set_clip_path(None)
                artist.set_clip_box(reach)
            at_top(self.zaxis)

        def get_tightbbox(self, renderer: Any = None, **options: Any) -> Any:
            """With the labels of the axes, which stand beside their ends here; enlarged plots may reach beyond the figure."""
            from matplotlib.transforms import Bbox

            if self.larger > 1:
                return self.bbox.frozen()
            self.M = self.get_proj()
            boxes = [super().get_tightbbox(renderer, **options)]
            boxes += [axis.get_tightbbox(renderer) for axis in (self.xaxis, self.yaxis, self.zaxis) if self._axis3don]
            known = [box for box in boxes if box is not None]
            return Bbox.union(known) if known else None

        def apply_aspect(self, position: Any = None) -> None:
            self._set_position(self.get_position(original=True) if position is None else position, "active")

        def get_proj(self) -> np.ndarray:
            seen = super().get_proj()
            corners = np.array([[x, y, z, 1.0] for x in self.get_xlim() for y in self.get_ylim() for z in self.get_zlim()]) @ seen.T
            flat = corners[:, :2] / corners[:, 3:]
            low, high = flat.min(axis=0), flat.max(axis=0)
            window = np.array([np.ptp(self.viewLim.intervalx), np.ptp(self.viewLim.intervaly)])
            middle = np.array([np.mean(self.viewLim.intervalx), np.mean(self.viewLim.intervaly)])
            factor = window / np.maximum(high - low, 1e-12)
            if not self.warps:
                box = self.get_position()
                inches = self.figure.get_size_inches() * (box.width, box.height)
                factor = window / inches * min(inches / np.maximum(high - low, 1e-12))
            factor = factor * self.larger
            moved = np.eye(4)
            moved[[0, 1], [0, 1]] = factor
            moved[:2, 3] = middle - (low + high) / 2 * factor
            return moved @ seen

    def at_top(axis: Any) -> None:
        """The power of ten of a vertical axis stands level above it."""
        usual = axis._update_offset_text

        def update(first: Any, last: Any, *rest: Any) -> None:
            usual(first, last, *rest)
            top = max((proj_transform(*end, axis.axes.M) for end in (first, last)), key=lambda place: place[1])
            axis.offsetText.set(position=top[:2], rotation=0, ha="center", va="bottom")

        axis._update_offset_text = update

    register_projection(Space)
