"""Points moved aside so that they do not cover each other: scatter's XJitter, YJitter and ZJitter, and swarms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .tree import Node

_BINS = 50
"""Parts of the range of a group whose points are counted to tell how dense they are."""
_GOLDEN = 0.6180339887498949


def aside(node: Node, letter: str) -> np.ndarray | None:
    """How far each point of a scatter is drawn from its place along an axis; None where it is drawn there."""
    name = f"{letter}Jitter"
    if name not in node.kind.defaults or (kind := node.text(name)) == "none":
        return None
    places = node.vector(f"{letter}Data").astype(np.float64)
    known = np.unique(places[np.isfinite(places)])
    step = float(np.diff(known).min()) if known.size > 1 else 1.0
    width = node.number(f"{name}Width") if f"{name}Width" in node.values else 0.9 * step
    offsets = np.arange(places.size) * _GOLDEN % 1 - 0.5  # evenly spread, and the same in each image
    if kind == "rand":
        return width * offsets
    if kind == "randn":
        from scipy.special import ndtri

        return np.clip(width / 4 * ndtri(offsets + 0.5 + 0.5 / max(places.size, 1)), -width / 2, width / 2)
    across = [other for other in "XYZ" if other != letter and node.vector(f"{other}Data").size == places.size]
    values = node.vector(f"{across[-1]}Data").astype(np.float64) if across else np.zeros(places.size)
    shifts = np.zeros(places.size)
    for place in known:
        rows = np.flatnonzero((places == place) & np.isfinite(values))
        if rows.size > 1:
            rows = rows[np.argsort(values[rows], kind="stable")]
            offsets = (np.arange(rows.size) * _GOLDEN + 0.75) % 1 - 0.5
            shifts[rows] = width * offsets * _density(values[rows])
    return shifts


def _density(values: np.ndarray) -> np.ndarray:
    """How many values are near each value of a sorted list, the densest place being 1."""
    from scipy.ndimage import gaussian_filter1d

    scale = float(np.abs(values).max()) or 1.0
    values = values / scale  # the range of the largest numbers is beyond them
    low, span = float(values[0]), float(values[-1] - values[0])
    if span <= 0:
        return np.ones(values.size)
    at = np.clip((values - low) / span * _BINS, 0, _BINS - 1).astype(np.int64)
    wide = max(1.0, 0.9 * float(np.std(values)) * values.size**-0.2 / span * _BINS)
    counts = gaussian_filter1d(np.bincount(at, minlength=_BINS).astype(np.float64), wide, mode="constant")
    return counts[at] / counts[at].max()
