"""A protocol of the GPU provider for the modules below it, so that imports go one way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ...codegen.kernel import Kernel
from ...codegen.target import Target
from ..provider import KernelCall
from .launch import Dispatch, Launch
from .memory import Raw
from .native import Native
from .programs import Programs


class Submitter(Protocol):
    """Owns what submissions share.  ``checked`` surrounds calls of wgpu; ``field_bytes`` are the launch fields of the next submission, and
    ``field_groups`` bind windows of them, by size."""

    native: Native
    programs: Programs
    target: Target
    checked: Any
    field_bytes: bytearray
    field_groups: dict[int, Any]

    def send_fields(self, nbytes: int) -> None: ...

    def prepare(self, kernel: Kernel) -> Launch: ...

    def take(self, nbytes: int) -> Raw: ...

    def give(self, raw: Raw) -> None: ...

    def grow(self, scratch: list[Raw | None], launches: Sequence[Launch]) -> list[Raw]: ...

    def raws(self, call: KernelCall, dispatch: Dispatch, flags: Raw, scratch: Sequence[Raw | None]) -> list[Raw]: ...
