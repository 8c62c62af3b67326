"""Contour lines of a plane, and the contour matrix of a contour plot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .tree import Node


def level_lines(x: np.ndarray, y: np.ndarray, values: np.ndarray, levels: Iterable[float]) -> list[list[np.ndarray]]:
    """Contour lines of a plane as n-by-2 points, a list for each level."""
    from contourpy import contour_generator

    made = contour_generator(x, y, np.ma.masked_invalid(values))
    return [[np.asarray(line) for line in made.lines(float(level))] for level in levels]


def contour_matrix(node: Node) -> np.ndarray:
    """MATLAB's 2-by-n contour matrix: for each line a column (level; count), then its points."""
    z = np.asarray(node.array("ZData"), dtype=np.float64)
    x, y = node.array("XData"), node.array("YData")
    x = x if x.shape == z.shape else np.broadcast_to(x.ravel()[None, :], z.shape)
    y = y if y.shape == z.shape else np.broadcast_to(y.ravel()[:, None], z.shape)
    levels = node.vector("LevelList")
    parts = []
    for level, lines in zip(levels, level_lines(x, y, z, levels), strict=True):
        for line in lines:
            parts += [np.array([[level], [len(line)]]), line.T]
    return np.hstack(parts) if parts else np.zeros((2, 0))
