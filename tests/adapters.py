"""A test without a usable graphics adapter is skipped, or fails where RUNMAT_REQUIRE_GPU says that it must not be skipped."""

from __future__ import annotations

import os
from functools import cache
from typing import Any, NoReturn

import numpy as np
import pytest

from runmat_kernel.base.settings import Settings


@cache
def missing() -> str:
    """Why no adapter can be opened; empty where one can.  Opening one takes a while, so it is asked once."""
    from runmat_kernel.providers.gpu import open_provider

    try:
        open_provider(Settings(provider="gpu"))
    except Exception as error:
        return str(error) or type(error).__name__
    return ""


def needs_adapter() -> None:
    """End the running test where no adapter can be opened."""
    if missing():
        no_adapter(missing())


def no_adapter(error: object) -> NoReturn:
    """End the running test because of ``error``."""
    if os.environ.get("RUNMAT_REQUIRE_GPU", "") not in ("", "0"):
        pytest.fail(f"RUNMAT_REQUIRE_GPU is set, but there is no adapter: {error}", pytrace=False)
    pytest.skip(f"no adapter: {error}")


_WIDTH = """@group(0) @binding(0) var<storage, read_write> found: array<u32>;
@compute @workgroup_size(256) fn main(@builtin(subgroup_size) size: u32) { found[0] = size; }"""


def subgroup_width(handle: Any) -> int:
    """How many threads a device's subgroups have.  ``handle`` is a wgpu device."""
    import wgpu

    pipeline = handle.create_compute_pipeline(
        layout="auto", compute={"module": handle.create_shader_module(code=_WIDTH), "entry_point": "main"}
    )
    found = handle.create_buffer(size=256, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
    entries = [{"binding": 0, "resource": {"buffer": found, "offset": 0, "size": 256}}]
    group = handle.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=entries)
    encoder = handle.create_command_encoder()
    recording = encoder.begin_compute_pass()
    recording.set_pipeline(pipeline)
    recording.set_bind_group(0, group)
    recording.dispatch_workgroups(1)
    recording.end()
    handle.queue.submit([encoder.finish()])
    return int(np.frombuffer(handle.queue.read_buffer(found), np.uint32)[0])
