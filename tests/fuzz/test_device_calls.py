"""Random calls of functions that stay on the device.  More of them: ``python -m tests.campaigns programs --grammar calls``."""

import pytest

from runmat_kernel.accel import masked_elements
from runmat_kernel.toolboxes.data_analysis import device_ranks as ranks

from ..adapters import needs_adapter
from .device_calls import Calls


@pytest.fixture(scope="module")
def calls():
    needs_adapter()
    return Calls()


@pytest.mark.parametrize("first", range(0, 60, 20))
def test_calls(calls, first, monkeypatch):
    monkeypatch.setattr(masked_elements, "LEAST_ELEMENTS", 2)
    monkeypatch.setattr(ranks, "_LARGER", 1)
    assert [found for seed in range(first, first + 20) if (found := calls.disagreement(seed))] == []
