"""Chooses an adapter, and opens a device on it with all features and limits that kernels use."""

from __future__ import annotations

import os
import sys
import tempfile
from glob import glob
from pathlib import Path
from threading import Thread
from typing import Any

from ...base.records import record
from ...codegen.target import Target
from ...codegen.wgsl.element import read_library
from ..provider import ProviderUnavailable
from .cffi_types import read_only_what_is_named

FEATURES = ("shader-f64", "shader-int64", "subgroup", "timestamp-query", "timestamp-query-inside-passes")
LIMITS = (
    "max-storage-buffer-binding-size", "max-buffer-size", "max-storage-buffers-per-shader-stage",
    "max-compute-workgroups-per-dimension", "max-compute-workgroup-storage-size", "max-compute-invocations-per-workgroup",
    "max-compute-workgroup-size-x",
)  # fmt: skip
GPU_FILES = ("/dev/dri/*", "/dev/nvidia*", "/dev/dxg", "/dev/kfd", "/dev/kgsl*", "/dev/mali*", "/dev/nvhost*")
"""Where Linux drivers show a GPU."""
_ORDER = {"DiscreteGPU": 0, "IntegratedGPU": 1, "VirtualGPU": 2, "Unknown": 3, "CPU": 4}


@record
class Device:
    """An open device: wgpu's objects, what it can do, and how its adapter names itself."""

    handle: Any
    target: Target
    name: str
    backend: str
    driver: str


def adapters() -> list[Any]:
    """All adapters that run compute shaders, best first.  Raises ProviderUnavailable where wgpu itself does not load."""
    _prepare_drivers()
    try:
        import wgpu
        from wgpu.backends.wgpu_native import ffi

        read_only_what_is_named(ffi)
        every = wgpu.gpu.enumerate_adapters_sync()
    except Exception as error:
        raise ProviderUnavailable(f"wgpu does not load here: {error}") from error
    usable = [a for a in every if a.info["backend_type"] in ("Vulkan", "Metal", "D3D12")]
    return sorted(usable, key=lambda a: _ORDER.get(a.info["adapter_type"], 3))


def _prepare_drivers() -> None:
    """Set what drivers read from the environment when they are loaded."""
    # Mesa warns on standard error when this variable is missing, for a window system that is never used here.
    if os.name == "posix":
        os.environ.setdefault("XDG_RUNTIME_DIR", tempfile.gettempdir())
    # Mesa's software adapter compiles with LLVM, whose AVX-512 code for a choice between x and bits put together from x and y (vpternlog
    # under a mask) has its operands mixed up: atan(cos(x)) of doubles came out as the bits of x & ~y (LLVM 15, seen by running).
    if _has_avx512():
        os.environ.setdefault("GALLIUM_OVERRIDE_CPU_CAPS", "avx")


def _has_avx512() -> bool:
    try:
        return b" avx512" in Path("/proc/cpuinfo").read_bytes()
    except OSError:
        return False


def _may_have_gpu() -> bool:
    """Whether drivers of a GPU have left their files: asking all adapters takes seconds where there are only software ones."""
    return not sys.platform.startswith("linux") or any(glob(pattern) for pattern in GPU_FILES)


def open_device(*, software: bool) -> Device:
    """A device on the best adapter; adapters that run on the CPU only where ``software`` allows them."""
    if not software and not _may_have_gpu():
        raise ProviderUnavailable("this machine has no GPU")
    usable = adapters()
    allowed = [a for a in usable if software or a.info["adapter_type"] != "CPU"]
    if not allowed:
        reason = "only a software adapter was usable" if usable else "no Vulkan, Metal or DirectX 12 adapter was usable"
        raise ProviderUnavailable(reason)
    failures = []
    for adapter in allowed:
        try:
            return _open(adapter)
        except Exception as error:
            failures.append(f"{adapter.info['device']}: {error}")
    raise ProviderUnavailable("; ".join(failures))


def _open(adapter: Any) -> Device:
    info = adapter.info
    features = [name for name in FEATURES if name in adapter.features]
    software = info["adapter_type"] == "CPU"
    target = Target.from_adapter(features, adapter.limits, is_software=software, vendor=info["vendor_id"])
    # beside the driver, which takes long to open a device
    Thread(target=read_library, args=(target,), name="library", daemon=True).start()
    handle = adapter.request_device_sync(
        required_features=features, required_limits={name: adapter.limits[name] for name in LIMITS if name in adapter.limits}
    )
    target = Target.from_adapter(handle.features, handle.limits, is_software=software, vendor=info["vendor_id"])
    return Device(handle, target, info["device"], info["backend_type"], info["description"])
