"""What tests of arrays on a device have in common."""

import pytest

from runmat_kernel.accel import masked_elements

from ..adapters import needs_adapter


@pytest.fixture
def small_arrays_too(monkeypatch):
    monkeypatch.setattr(masked_elements, "LEAST_ELEMENTS", 1 << 14)


@pytest.fixture(scope="module")
def device():
    needs_adapter()
