"""The GPU through wgpu (Vulkan, Metal, DirectX 12).  Nothing here imports wgpu before a provider is opened."""

from __future__ import annotations

from ...base.settings import Settings
from ..provider import ProviderUnavailable
from .device import open_device
from .provider import GpuProvider

__all__ = ["GpuProvider", "ProviderUnavailable", "open_provider"]


def open_provider(settings: Settings) -> GpuProvider:
    """A provider on the best adapter.  An adapter that runs on the CPU (Mesa's lavapipe) only where the setting asks for a GPU.

    Raises ProviderUnavailable with the reason.
    """
    return GpuProvider(open_device(software=settings.provider == "gpu"))
