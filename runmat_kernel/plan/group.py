"""Group, Refusal, Plan: which recorded nodes run as one kernel, in which order, and why others do not."""

from __future__ import annotations

from dataclasses import field
from typing import Any

from ..base.records import record
from ..codegen.kernel import Kernel


@record
class Refusal:
    """Why a node or group was not taken: ``reason`` in words a user understands, the MATLAB ``line`` where it is known."""

    reason: str
    line: int | None = None
    ops: tuple[str, ...] = ()
    code: str = ""


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
    """Groups in the order in which they run.  ``held`` are the outputs that stay after the flush; ``refused`` what no kind took.

    ``sizes`` are the bytes of each node's elements.  ``places`` is where an engine keeps what it found for groups when it ran the plan.
    """

    groups: tuple[Group, ...]
    held: frozenset[int] = field(default_factory=frozenset)
    refused: tuple[Refusal, ...] = ()
    sizes: tuple[int, ...] = ()
    places: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
