"""FusionKind: one way to run many nodes as one kernel, in one record."""

from __future__ import annotations

from collections.abc import Callable

from ...base.records import record
from ..group import Group


@record
class FusionKind:
    """``match(cluster, nodes) -> bool`` says whether a Cluster is of this kind; ``lower(cluster, builder) -> Group``
    makes its kernel.  ``caption`` is the sentence of reports; ``examples`` are MATLAB programs that give exactly one group of it.
    """

    name: str
    caption: str
    match: Callable[..., bool]
    lower: Callable[..., Group]
    examples: tuple[str, ...]
