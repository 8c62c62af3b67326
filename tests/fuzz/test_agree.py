"""Random programs give the same variables computed at once and fused on the host."""

import pytest

from .agree import Roads
from .cells import CellsAgain
from .grammar import Program

SEEDS = 150
CELLS = 40


@pytest.fixture(scope="module")
def roads():
    return Roads(("eager", "host"))


@pytest.mark.parametrize("first", range(0, SEEDS, 30))
def test_roads_agree(roads, first):
    found = {}
    for seed in range(first, first + 30):
        program = Program(seed)
        difference = roads.disagreement(program.text, program.names)
        if difference:
            found[seed] = f"{difference}\n{program.text}"
    assert not found


def test_cells_that_run_again_agree(roads):
    for seed in range(CELLS):
        program = CellsAgain(seed)
        assert roads.disagreement(program.text, program.names) is None, program.text
