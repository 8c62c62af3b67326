"""A GPU provider on whatever adapter there is (Mesa's software Vulkan in CI); tests that need one are skipped without."""

import pytest

from runmat_kernel.base.settings import Settings
from runmat_kernel.providers.gpu import GpuProvider, ProviderUnavailable, open_provider
from runmat_kernel.providers.gpu.device import open_device

from ..adapters import no_adapter


@pytest.fixture(scope="session")
def gpu():
    try:
        return open_provider(Settings(provider="gpu"))
    except ProviderUnavailable as error:
        no_adapter(error)


@pytest.fixture(scope="session")
def small_chunks():
    """A provider that splits arrays above 256 elements, so that small tests cover arrays beyond one binding."""
    try:
        return GpuProvider(open_device(software=True), chunk=256)
    except ProviderUnavailable as error:
        no_adapter(error)
