"""Group and Plan: which recorded nodes run as one kernel, and in which order."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from ..base.records import record
from ..codegen.kernel import Kernel


@record
class Group:
    """Nodes that run as one kernel.  Nodes are known by their number in the order of the graph that was planned.

    ``inputs`` and ``outputs`` are the nodes read and stored, in the order of the Body; ``parameters`` the places
    (node, operand position) of the scalars.  ``members`` are all nodes computed here, ``flops`` the work for all elements, ``bytes_read``
    what is read of the inputs: of an array that is read in part, that part.
    ``views``: the inputs that are read as slices say, with those (position, node).
    """

    kernel: Kernel
    inputs: tuple[int, ...]
    outputs: tuple[int, ...]
    parameters: tuple[tuple[int, int], ...]
    members: tuple[int, ...]
    flops: float
    last_use: tuple[int, ...] = ()
    bytes_read: int = 0
    views: tuple[tuple[int, int], ...] = ()

    @property
    def kind(self) -> str:
        return self.kernel.kind


@record
class Plan:
    """Groups in the order in which they run.  ``held`` are the outputs that are kept after the flush.

    ``sizes`` are the bytes of each node's elements.  ``places`` is where an engine keeps the
    placements of its groups.
    """

    groups: tuple[Group, ...]
    held: frozenset[int] = field(default_factory=frozenset)
    sizes: tuple[int, ...] = ()
    places: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
