"""A few random programs on the device (the software adapter in CI): the eager strategy is the reference."""

from __future__ import annotations

import pytest

from ..adapters import needs_adapter
from .agree import Strategies
from .grammar import Program

SEEDS = (0, 3, 21, 147, 170, 188, 208, 238, 300, 413, 531)
"""Some plain ones, and those that found a mistake."""


@pytest.fixture(scope="module")
def strategies() -> Strategies:
    needs_adapter()
    return Strategies(["eager", "gpu"])


@pytest.mark.parametrize("seed", SEEDS)
def test_the_device_agrees(strategies: Strategies, seed: int) -> None:
    program = Program(seed)
    assert strategies.disagreement(program.text, program.names) is None
