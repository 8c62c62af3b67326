"""Events: what the layers report while they work.  Times are in seconds, sizes in bytes."""

from __future__ import annotations

from .records import record


@record
class Refused:
    """Something was not fused or not run where it could have been: ``reason`` for users, ``code`` for programs."""

    reason: str
    line: int | None = None
    ops: tuple[str, ...] = ()
    code: str = ""


@record
class Machined:
    """A loop over single numbers ran as machine code: its line, the classes that it was compiled for, the iterations, the seconds that
    they took, and those of compiling, where this run was the first."""

    line: int
    word: str
    classes: str
    iterations: int
    seconds: float
    compiling: float = 0.0


@record
class Transferred:
    """Bytes went to (``upload``) or came from (``download``) a device."""

    direction: str
    nbytes: int
    seconds: float
    reason: str = ""
    name: str = ""


@record
class Flushed:
    """Deferred work was computed: why, how many nodes and groups, the seconds of planning and of running."""

    reason: str
    nodes: int
    groups: int
    planned_seconds: float
    seconds: float
    cached: bool


@record
class Notice:
    """Something a user should know once: no GPU adapter, a driver that broke."""

    text: str
