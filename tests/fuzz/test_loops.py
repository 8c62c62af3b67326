"""Random loops give the same variables iteration by iteration, as kernels on the host, and on the device; the campaign ``programs`` runs
more."""

from __future__ import annotations

import pytest

from ..adapters import needs_adapter
from .again import LoopsAgain
from .agree import Strategies
from .choices import ChoicesLoops
from .complex_loops import ComplexLoops
from .loops import LoopProgram
from .pauses import PausesLoops
from .places import PlacesLoops
from .stages import StagesLoops

SEEDS = 100
DEVICE_SEEDS = tuple(range(6))


def faults(strategies: Strategies, seeds: range | tuple[int, ...], grammar: type[LoopProgram] = LoopProgram) -> dict[int, str]:
    found = {}
    for seed in seeds:
        program = grammar(seed)
        difference = strategies.disagreement(program.text, program.names)
        if difference:
            found[seed] = f"{difference}\n{program.text}"
    return found


@pytest.fixture(scope="module")
def host() -> Strategies:
    return Strategies(("eager", "host"))


@pytest.mark.parametrize("first", range(0, SEEDS, 50))
def test_the_host_agrees(host: Strategies, first: int) -> None:
    assert not faults(host, range(first, first + 50))


def test_loops_that_are_reached_again_agree(host: Strategies) -> None:
    assert not faults(host, range(40), LoopsAgain)


def test_the_device_agrees() -> None:
    needs_adapter()
    strategies = Strategies(("eager", "gpu"))
    assert not faults(strategies, DEVICE_SEEDS)
    assert not faults(strategies, DEVICE_SEEDS[:3], LoopsAgain)
    assert not faults(strategies, DEVICE_SEEDS[:3], ComplexLoops)
    assert not faults(strategies, DEVICE_SEEDS, PlacesLoops)
    assert not faults(strategies, DEVICE_SEEDS, PausesLoops)
    assert not faults(strategies, DEVICE_SEEDS, ChoicesLoops)
    assert not faults(strategies, DEVICE_SEEDS, StagesLoops)


def test_loops_over_complex_arrays_agree(host: Strategies) -> None:
    assert not faults(host, range(30), ComplexLoops)


def test_loops_over_parts_of_arrays_agree(host: Strategies) -> None:
    assert not faults(host, range(100, 150), PlacesLoops)


def test_loops_in_which_arrays_choose_agree(host: Strategies) -> None:
    assert not faults(host, range(50), ChoicesLoops)


def test_loops_with_iterations_that_run_by_themselves_agree(host: Strategies) -> None:
    assert not faults(host, range(40), PausesLoops)


def test_loops_around_inner_loops_and_statements_agree(host: Strategies) -> None:
    assert not faults(host, range(50), StagesLoops)
