"""Random programs of moved elements give the same with every strategy.  More of them: ``python -m tests.campaigns programs --grammar
kinds``."""

import pytest

from ..adapters import needs_adapter
from .agree import Strategies
from .kinds import Moves


@pytest.fixture(scope="module")
def host():
    return Strategies(["eager", "host"])


@pytest.fixture(scope="module")
def device():
    needs_adapter()
    return Strategies(["eager", "gpu"])


@pytest.mark.parametrize("first", range(0, 60, 10))
def test_host(host, first):
    for seed in range(first, first + 10):
        program = Moves(seed)
        assert host.disagreement(program.text, program.names) is None, program.text


@pytest.mark.parametrize("seed", range(100, 106))
def test_device(device, seed):
    program = Moves(seed, statements=6)
    assert device.disagreement(program.text, program.names) is None, program.text
