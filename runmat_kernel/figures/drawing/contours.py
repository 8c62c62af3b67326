"""Contour lines of a plane, and the contour matrix of a contour plot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from ...values import CharArray, Tensor

if TYPE_CHECKING:
    from ..tree import Node

_MOST_LEVELS = 10000


def level_lines(x: np.ndarray, y: np.ndarray, values: np.ndarray, levels: Iterable[float]) -> list[list[np.ndarray]]:
    """Contour lines of a plane as n-by-2 points, a list for each level."""
    from contourpy import contour_generator

    generator = contour_generator(x, y, np.ma.masked_invalid(values))
    return [[np.asarray(line) for line in generator.lines(float(level))] for level in levels]


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


def step_levels(node: Node) -> None:
    """A program has set ``LevelStep``: levels at its multiples between the least and the greatest height."""
    step, heights = node.number("LevelStep"), np.asarray(node.array("ZData"), dtype=np.float64)
    heights = heights[np.isfinite(heights)]
    if not heights.size or not 0 < step < np.inf or np.ptp(heights) / step > _MOST_LEVELS:
        return
    levels = np.arange(np.ceil(heights.min() / step), np.floor(heights.max() / step) + 1) * step
    if node.on("Fill"):
        levels = np.unique(np.append(levels, heights.min()))
    node.values["LevelList"] = Tensor(levels.reshape(1, -1))
    node.values["LevelListMode"] = CharArray.row("auto")


def told_step(node: Node) -> float:
    """How far neighbouring levels are apart, the first apart, which may be the least height."""
    steps = np.diff(node.vector("LevelList"))
    return float(steps[-1]) if steps.size else 0.0
