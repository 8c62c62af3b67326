"""Random programs of Fourier transforms and complex arrays give the same on every road (``python -m tests.fuzz --grammar spectra``)."""

import pytest

from runmat_kernel.base.settings import Settings

from ..adapters import no_adapter
from .agree import Roads
from .spectra import Spectra


def test_host():
    roads = Roads(["eager", "host"])
    for seed in range(20):
        program = Spectra(seed)
        assert roads.disagreement(program.text, program.names) is None, program.text


@pytest.fixture(scope="module")
def device():
    try:
        from runmat_kernel.providers.gpu import open_provider

        open_provider(Settings(provider="gpu"))
    except Exception as error:
        no_adapter(error)
    return Roads(["eager", "gpu"])


@pytest.mark.parametrize("seed", range(200, 204))
def test_device(device, seed):
    program = Spectra(seed, statements=5)
    assert device.disagreement(program.text, program.names) is None, program.text
