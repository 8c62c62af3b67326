"""The report of one cell as plain data, detached from the engine so that keeping it keeps no arrays alive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class CellReport:
    """``data`` is the JSON-able report (see accel.report); ``kernels`` the compute kernels of its groups, for their WGSL."""

    data: dict[str, Any]
    kernels: tuple[Any, ...] = ()

    @classmethod
    def of(cls, report: Any) -> CellReport:
        """The snapshot of an engine's report."""
        return cls(report.to_dict(), tuple(getattr(group, "kernel", None) for group in getattr(report, "groups", ())))

    @property
    def groups(self) -> list[dict[str, Any]]:
        return self.data.get("groups", [])

    @property
    def is_empty(self) -> bool:
        return not any(self.data.get(key) for key in ("groups", "refusals", "transfers", "notices"))

    def summary(self) -> str:
        """One line: how many kernels, operations, where, how long."""
        groups = self.groups
        if not groups:
            return "No array math was fused in this cell."
        operations = sum(len(group["ops"]) for group in groups)
        places = " and ".join(sorted({group["provider"] for group in groups}))
        known = [group["seconds"] for group in groups if group["seconds"] is not None]
        spent = f", {seconds(sum(known))} in kernels" if known else ""
        kernels = f"{len(groups)} kernel{'s' if len(groups) != 1 else ''}"
        return f"{operations} operation{'s' if operations != 1 else ''} in {kernels} on {places}{spent}."


def operations(group: dict[str, Any]) -> str:
    """The operations of a group in order; of a long one, how often each occurs."""
    names = group["ops"]
    if len(names) <= 24:
        return " ".join(names)
    counts: dict[str, int] = {}
    for name in names:
        counts[name] = counts.get(name, 0) + 1
    return f"{len(names)} operations: " + ", ".join(f"{name} ×{count}" if count > 1 else name for name, count in counts.items())


def seconds(value: float | None) -> str:
    """A time for people: ``1.23 ms``; an unknown one is a dash."""
    if value is None:
        return "–"
    for unit, factor in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if value * factor >= 1 or unit == "µs":
            return f"{value * factor:.3g} {unit}"
    return "0 s"


def nbytes(value: float) -> str:
    """A size for people: ``40.0 MB``."""
    for unit, factor in (("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9)):
        if value < 1000 * factor or unit == "GB":
            return f"{value / factor:.3g} {unit}" if unit != "B" else f"{int(value)} B"
    return f"{value} B"


def size(shape: list[int]) -> str:
    return "×".join(map(str, shape))


def rate(group: dict[str, Any]) -> str:
    """Bytes per second of a group, where its time is known."""
    spent = group["seconds"]
    return f"{group['bytes'] / spent / 1e9:.3g} GB/s" if spent else ""


def outputs(group: dict[str, Any]) -> list[str]:
    """The results of a group: ``y 1×5000001 double``."""
    described = []
    for output in group["outputs"]:
        name = output.get("name") or "(unnamed)"
        described.append(f"{name} {size(output.get('shape', []))} {output.get('class', '')}".strip())
    return described


def lines(group: dict[str, Any]) -> str:
    """The program lines whose operations a group holds, with runs joined: ``2–4, 7``."""
    numbers = sorted({n for n in group.get("lines", []) if n})
    parts: list[str] = []
    start = 0
    while start < len(numbers):
        end = start
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        parts.append(str(numbers[start]) if start == end else f"{numbers[start]}–{numbers[end]}")
        start = end + 1
    return ", ".join(parts)


def estimates(group: dict[str, Any]) -> str:
    """The planner's estimates, the best first: ``host 4.1 ms, device 9 ms``."""
    found = sorted((value, place) for place, value in group.get("estimates", {}).items())
    return ", ".join(f"{place} {seconds(value)}" for value, place in found)
