"""The image that a program draws, as numbers."""

from __future__ import annotations

import io

import numpy as np
from PIL import Image

from runmat_kernel import Session
from runmat_kernel.figures.drawing.render import render

FULL = "set(gca, 'Position', [0.2 0.2 0.6 0.6], 'PositionConstraint', 'innerposition'); "
"""A command that lets the axes fill the middle of the figure, three fifths of its width and height."""


def drawn(code: str) -> tuple[Session, np.ndarray]:
    """The session after a program, and the image that it draws, height by width by 3."""
    session = Session(provider="host")
    outcome = session.run(code)
    assert outcome.error is None and outcome.text == "", (outcome.error, outcome.text)
    (figure,) = session.figures.take_changed()
    return session, np.asarray(Image.open(io.BytesIO(render(figure, scale=1.0).data)).convert("RGB")).astype(int)


def pixels(code: str) -> np.ndarray:
    """The image that a program draws."""
    return drawn(code)[1]


def count(image: np.ndarray, colour: tuple[int, int, int], far: int = 20) -> int:
    return int((np.abs(image - np.array(colour)).max(axis=-1) <= far).sum())
