"""Random programs of Fourier transforms and complex arrays give the same with every strategy."""

import pytest

from ..adapters import needs_adapter
from .agree import Strategies
from .spectra import Spectra


def test_host():
    strategies = Strategies(["eager", "host"])
    for seed in range(20):
        program = Spectra(seed)
        assert strategies.disagreement(program.text, program.names) is None, program.text


@pytest.fixture(scope="module")
def device():
    needs_adapter()
    return Strategies(["eager", "gpu"])


@pytest.mark.parametrize("seed", range(200, 204))
def test_device(device, seed):
    program = Spectra(seed, statements=5)
    assert device.disagreement(program.text, program.names) is None, program.text
