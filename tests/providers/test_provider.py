"""The host and a GPU are providers: what the protocol names, both have, with the same parameters."""

import inspect

import pytest

from runmat_kernel.providers.gpu import GpuProvider
from runmat_kernel.providers.host.provider import HostProvider
from runmat_kernel.providers.provider import Provider

METHODS = [name for name, member in vars(Provider).items() if inspect.isfunction(member) and not name.startswith("_")]


@pytest.mark.parametrize("provider", [HostProvider, GpuProvider])
@pytest.mark.parametrize("name", METHODS)
def test_methods_of_the_protocol(provider, name):
    wanted, found = (list(inspect.signature(getattr(c, name)).parameters) for c in (Provider, provider))
    assert found == wanted


def test_the_protocol_names_its_methods():
    assert METHODS == ["allocate", "upload", "download", "refusal", "run", "settle"]
