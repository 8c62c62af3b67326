"""The events since the last report: groups, refusals, transfers, flushes.  Text and HTML derive from its plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any
from weakref import ref

from ..base.events import Flushed, Machined, Notice, Refused, Transferred


@dataclass(slots=True)
class GroupRecord:
    """One kernel that ran.  ``tensors`` are weak references to its outputs, to find their variables' names; ``call`` knows its time.

    ``replayed``: the iterations of a loop for which the kernel ran; time and bytes are those of one iteration.
    """

    kind: str
    caption: str
    title: str
    ops: tuple[str, ...]
    shape: tuple[int, ...]
    matlab_class: str
    outputs: tuple[dict[str, Any], ...]
    tensors: tuple[Any, ...]
    provider: str
    reason: str
    estimates: dict[str, float]
    nbytes: int
    flops: float
    lines: tuple[int, ...]
    call: Any
    kernel: Any = None
    replayed: int = 1

    def to_dict(self, names: Mapping[int, str]) -> dict[str, Any]:
        outputs = []
        for output, tensor in zip(self.outputs, self.tensors, strict=True):
            alive = tensor() if tensor is not None else None
            outputs.append({"name": names.get(id(alive), "") if alive is not None else "", **output})
        return {
            "kind": self.kind,
            "caption": self.caption,
            "title": self.title,
            "ops": list(self.ops),
            "outputs": outputs,
            "shape": list(self.shape),
            "class": self.matlab_class,
            "provider": self.provider,
            "reason": self.reason,
            "estimates": dict(self.estimates),
            "seconds": self.call.seconds,
            "compiled": self.call.compiled,
            "bytes": self.nbytes,
            "flops": self.flops,
            "lines": list(self.lines),
            "iterations": self.iterations,
            "replayed": self.replayed,
        }

    @property
    def iterations(self) -> int:
        """How often the kernel runs its step: the iterations of a loop, otherwise 1."""
        return getattr(getattr(self.kernel, "body", None), "iterations", 1)


_MOST_EVENTS = 2_000
"""Kernels, and events of each sort, that a report keeps: those of a cell that runs for hours would take more memory than its arrays, and to
turn 10,000 of them into plain data takes a second."""


@dataclass(slots=True)
class Report:
    """The work of one cell.  ``graphs`` are the planned graphs (see graph.show); ``to_dict`` has only plain data."""

    groups: list[GroupRecord] = field(default_factory=list)
    refusals: list[Refused] = field(default_factory=list)
    machined: list[Machined] = field(default_factory=list)
    transfers: list[Transferred] = field(default_factory=list)
    flushes: list[Flushed] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)
    graphs: list[Any] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    is_cut: bool = False

    def takes_more(self, events: list[Any]) -> bool:
        """Whether one more of these is kept; the first one that is not is told of in a notice."""
        if len(events) < _MOST_EVENTS:
            return True
        if not self.is_cut:
            self.is_cut = True
            self.notices.append(Notice(f"More than {_MOST_EVENTS:,} kernels or refusals: this report leaves out the later ones."))
        return False

    def note(self, event: Any) -> None:
        """Keep an event where it belongs."""
        targets: dict[type, list[Any]] = {
            Refused: self.refusals, Machined: self.machined, Transferred: self.transfers, Flushed: self.flushes, Notice: self.notices,
        }  # fmt: skip
        for kind, target in targets.items():
            if isinstance(event, kind) and self.takes_more(target):
                target.append(event)

    def to_dict(self) -> dict[str, Any]:
        return {
            "groups": [g.to_dict(self.names) for g in self.groups],
            "refusals": [asdict(r) | {"ops": list(r.ops)} for r in self.refusals],
            "machined": [asdict(loop) for loop in self.machined],
            "transfers": [
                {"direction": t.direction, "bytes": t.nbytes, "seconds": t.seconds, "reason": t.reason, "name": t.name}
                for t in self.transfers
            ],
            "flushes": [asdict(f) for f in self.flushes],
            "notices": [n.text for n in self.notices],
            "graphs": [g.to_dict() for g in self.graphs],
        }


def weak(tensor: Any) -> Any:
    return ref(tensor) if tensor is not None else None
