"""Kernels on this machine: NumPy block by block on all cores, loops as machine code."""

from __future__ import annotations

from .provider import HostProvider

__all__ = ["HostProvider"]
