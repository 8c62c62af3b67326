"""Target: what a device can do, as far as writing shaders and splitting work for it is concerned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import prod

from ..base.records import record

NVIDIA = 0x10DE
"""The vendor's number on the PCI bus."""


@record
class Target:
    """Features and limits of one adapter.  Sizes are in bytes, ``max_workgroups`` is for each dimension of a grid.

    ``threads`` is how many invocations keep the device busy: reductions split their work until there are that many.
    ``elementwise_groups`` bounds the workgroups of an elementwise kernel: beyond it a thread takes several vectors.
    ``lane_steps`` is how many vectors of one result a thread takes before more threads share that result.
    """

    f64: bool = True
    i64: bool = True
    timestamps: bool = False
    is_software: bool = False
    fused: bool = False
    """Whether ``fma`` rounds once: on graphics processors; Mesa's software adapter multiplies, then adds."""
    nan_max: bool = False
    """Whether ``max`` and ``min`` of a float and NaN are the float, which SPIR-V leaves open: instructions of NVIDIA's are so."""
    subgroup: int = 0
    """Threads of a subgroup where all shaders have the same and subgroup operations: 32 on NVIDIA's; 0 where that is not known."""
    max_binding_bytes: int = 128 << 20
    max_buffer_bytes: int = 256 << 20
    max_storage_buffers: int = 8
    max_workgroups: int = 65_535
    workgroup_bytes: int = 16_384
    heavy_operations: float = 240.0
    """The operations of an element from which on the lanes of a vector are computed in a loop (see ``codegen.wgsl.lane_loop``)."""
    threads: int = 131_072
    elementwise_groups: int = 65_535
    lane_steps: int = 16

    @classmethod
    def from_adapter(cls, features: Iterable[str], limits: Mapping[str, int], *, is_software: bool, vendor: int = 0) -> Target:
        """The target that an adapter's hyphenated feature names, limits and vendor describe."""
        features = frozenset(features)
        i64 = "shader-int64" in features
        return cls(
            # Doubles need 64-bit integers as well: NaN and infinities are made and tested by their bits.
            f64=i64 and "shader-f64" in features,
            i64=i64,
            timestamps="timestamp-query" in features,
            is_software=is_software,
            fused=not is_software,
            nan_max=vendor == NVIDIA,
            subgroup=32 if vendor == NVIDIA and "subgroup" in features else 0,
            max_binding_bytes=min(limits["max-storage-buffer-binding-size"], limits["max-buffer-size"]),
            max_buffer_bytes=limits["max-buffer-size"],
            max_storage_buffers=limits["max-storage-buffers-per-shader-stage"],
            max_workgroups=limits["max-compute-workgroups-per-dimension"],
            workgroup_bytes=limits["max-compute-workgroup-storage-size"],
            heavy_operations=60.0 if is_software else 240.0,
            threads=4_096 if is_software else 131_072,
        )


def chunk_elements(shape: tuple[int, ...], cap: int) -> int:
    """Elements in each chunk of an array of ``shape``: whole multiples along its last dimension of size above 1 where one fits.

    ``cap`` is the most elements a chunk may hold.
    """
    numel = prod(shape)
    if numel <= cap:
        return max(numel, 1)
    last = max(d for d, size in enumerate(shape) if size > 1)
    slab = prod(shape[:last])
    return cap // slab * slab if slab <= cap else cap
