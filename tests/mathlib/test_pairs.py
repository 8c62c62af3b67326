"""Functions of functions are rewritten by no compiler; ``python -m tests.mathlib.pairs`` runs all ordered pairs."""

from __future__ import annotations

import numpy as np
import pytest

from .pairs import disagreements
from .probe import Probe

PAIRS = [("atan", "cos"), ("tanh", "sin"), ("asin", "tanh"), ("cbrt", "sin"), ("log1p", "cos"), ("exp", "sin")]


@pytest.fixture(scope="module")
def probe() -> Probe:
    return Probe()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize(("outer", "inner"), PAIRS)
def test_alone_in_a_shader(probe, outer, inner, dtype):
    """Each pair in a shader of its own: which mistakes a compiler makes depends on how many registers are taken."""
    assert not list(disagreements(probe, [outer], inner, dtype))


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("inner", ["cos", "exp", "abs({0})"])
def test_eight_together(probe, inner, dtype):
    outer = ["atan", "asin", "tanh", "sin", "erf", "cbrt", "round", "log1p"]
    assert not list(disagreements(probe, outer, inner, dtype))
