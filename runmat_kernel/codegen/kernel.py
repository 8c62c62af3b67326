"""Kernel: a Body with its identity; what a provider is asked to run."""

from __future__ import annotations

from dataclasses import dataclass

from .body import Body


@dataclass(frozen=True, slots=True, eq=False)
class Kernel:
    """A Body, a readable ``title`` (``elementwise sin.exp.plus f32``), the ``kind`` of its fusion, and a content ``key``.

    Two kernels with equal keys compute the same whatever their sizes where ``Body`` sizes are launch parameters; the key is built
    from the structure (ops, classes, access forms), never from the values of parameters.  A Kernel equals only itself.
    """

    key: str
    kind: str
    title: str
    body: Body
