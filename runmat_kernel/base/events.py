"""Events: what the layers report while they work.  Times are in seconds, sizes in bytes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class GroupRan:
    """A fused kernel was run.  ``estimates`` are the planner's seconds for each place it considered; ``seconds`` is what it took
    (None while a device has not said), ``nbytes`` what it read and wrote."""

    kind: str
    ops: tuple[str, ...]
    outputs: tuple[tuple[str, tuple[int, ...], str], ...]
    shape: tuple[int, ...]
    matlab_class: str
    provider: str
    reason: str
    estimates: dict[str, float]
    seconds: float | None
    nbytes: int
    flops: float
    line: int | None = None
    title: str = ""


@dataclass(frozen=True, slots=True)
class Refused:
    """Something was not fused or not run where it could have been: ``reason`` for users, ``code`` for programs."""

    reason: str
    line: int | None = None
    ops: tuple[str, ...] = ()
    code: str = ""


@dataclass(frozen=True, slots=True)
class Transferred:
    """Bytes went to (``upload``) or came from (``download``) a device."""

    direction: str
    nbytes: int
    seconds: float
    reason: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Flushed:
    """Deferred work was computed: why, how many nodes and groups, the seconds of planning and of running."""

    reason: str
    nodes: int
    groups: int
    planned_seconds: float
    seconds: float
    cached: bool


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a user should know once: no GPU adapter, a driver that broke."""

    text: str


@dataclass(slots=True)
class Events:
    """Where events go: every listener gets each one."""

    listeners: list[Callable[[Any], None]] = field(default_factory=list)

    def emit(self, event: Any) -> None:
        for listener in self.listeners:
            listener(event)
