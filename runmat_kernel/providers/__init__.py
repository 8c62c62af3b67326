"""Who executes kernels: ``provider`` is the contract, ``host``, ``gpu`` and ``null`` implement it."""

from __future__ import annotations

from importlib import import_module

from ..base.settings import Settings
from .provider import Provider

DEVICES = {"gpu": ".gpu", "null": ".null"}
"""By ``Settings.provider``, the module whose ``open_provider(settings)`` opens a device.  Another kind of device adds a line."""


def open_device(settings: Settings) -> Provider:
    """The device that the settings ask for; for ``auto`` a GPU.  Loads its libraries.  Raises ProviderUnavailable with the reason."""
    opened: Provider = import_module(DEVICES.get(settings.provider, ".gpu"), __name__).open_provider(settings)
    return opened
