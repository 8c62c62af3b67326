"""Random programs give the same variables computed at once and fused on the host."""

import pytest

from .agree import Strategies
from .cells import CellsAgain
from .grammar import Program

SEEDS = 150
CELLS = 40


@pytest.fixture(scope="module")
def strategies():
    return Strategies(("eager", "host"))


@pytest.mark.parametrize("first", range(0, SEEDS, 30))
def test_strategies_agree(strategies, first):
    found = {}
    for seed in range(first, first + 30):
        program = Program(seed)
        difference = strategies.disagreement(program.text, program.names)
        if difference:
            found[seed] = f"{difference}\n{program.text}"
    assert not found


def test_cells_that_run_again_agree(strategies):
    for seed in range(CELLS):
        program = CellsAgain(seed)
        assert strategies.disagreement(program.text, program.names) is None, program.text
