"""The report of one cell as plain data, detached from the engine so that keeping it keeps no arrays alive."""

from __future__ import annotations

from math import prod
from typing import Any

from ..base.records import record
from ..base.settings import Settings
from ..values.classes import DTYPES

_FUSED_FROM = Settings().defer_elements


@record
class CellReport:
    """``data`` is the JSON-able report (see accel.report); ``kernels`` the compute kernels of its groups, for their WGSL."""

    data: dict[str, Any]
    kernels: tuple[Any, ...] = ()

    @classmethod
    def of(cls, report: Any) -> CellReport:
        """The snapshot of an engine's report."""
        return cls(report.to_dict(), tuple(getattr(group, "kernel", None) for group in getattr(report, "groups", ())))

    def followed_by(self, other: CellReport) -> CellReport:
        """One report of two parts of a cell, in the order in which they ran."""
        data = {key: [*self.data.get(key, []), *other.data.get(key, [])] for key in {**self.data, **other.data}}
        return CellReport(data, (*self._kernels(), *other._kernels()))

    @property
    def groups(self) -> list[dict[str, Any]]:
        return self.data.get("groups", [])

    @property
    def is_empty(self) -> bool:
        return not any(self.data.get(key) for key in ("groups", "refusals", "machined", "transfers", "notices"))

    def summary(self) -> str:
        """One line: how many operations became how many kernels, where, how long."""
        groups = self.groups
        if not groups:
            return f"No array math was fused in this cell: only operations on {_FUSED_FROM:,} elements or more are (see the settings)."
        places = " and ".join(PLACES.get(name, f"the device ({name})") for name in sorted({group["provider"] for group in groups}))
        known = [group["seconds"] * replayed(group) for group in groups if group["seconds"] is not None]
        untimed = " that were timed" if len(known) < len(groups) else ""
        spent = f", {seconds(sum(known))} in kernels{untimed}" if known else ""
        repeated = sum((group.get("iterations", 1) - 1) * len(_steps(kernel)) for group, kernel in zip(groups, self._kernels(), strict=True))
        count = sum(len(group["ops"]) * replayed(group) for group in groups) + repeated
        return f"{plural(count, 'operation')} became {plural(len(groups), 'kernel')} on {places}{spent}."

    def _kernels(self) -> tuple[Any, ...]:
        return self.kernels or (None,) * len(self.groups)

    def saving(self) -> str:
        """A sentence on the memory traffic of the kernels against one operation at a time; empty where nothing was saved."""
        graphs = self.data.get("graphs", [])
        if len(graphs) != len(self.data.get("flushes", [])):
            return ""
        fused = sum(group["bytes"] * replayed(group) for group in self.groups)
        single = sum(map(_traffic, graphs)) + sum(map(_loop_traffic, self.kernels))
        if not fused or single <= fused:
            return ""
        return f"Memory traffic {nbytes(fused)}; one operation at a time: {nbytes(single)}, {_times(single / fused)} times as much."

    def merged(self) -> list[tuple[int, dict[str, Any]]]:
        """The groups in order, those of a loop that differ in time only joined: (index of the first, group with ``times``)."""
        table: dict[tuple[Any, ...], tuple[int, dict[str, Any]]] = {}
        for index, group in enumerate(self.groups):
            results = tuple((tuple(o.get("shape", ())), o.get("class")) for o in group["outputs"])
            alike = ("kind", "class", "provider", "caption")
            key = (
                *(group.get(k) for k in alike),
                group.get("iterations"),
                replayed(group),
                *map(tuple, (group["ops"], group["shape"], group.get("lines", ()))),
                results,
            )
            if key not in table:
                table[key] = index, {**group, "times": 1}
                continue
            first = table[key][1]
            first["times"] += 1
            first["bytes"] += group["bytes"]
            first["outputs"] = group["outputs"]
            if group["seconds"] is not None:
                first["seconds"] = (first["seconds"] or 0.0) + group["seconds"]
        return list(table.values())

    def refusals(self) -> list[dict[str, Any]]:
        """The refusals in order, equal ones joined with how often (``times``)."""
        return _joined(self.data.get("refusals", []), ("reason", "line", "ops"))

    def machined(self) -> list[dict[str, Any]]:
        """The loops that ran as machine code, runs of one loop joined: iterations and seconds add up."""
        return _joined(self.data.get("machined", []), ("line", "word", "classes"), ("iterations", "seconds", "compiling"))

    def transfers(self) -> list[dict[str, Any]]:
        """The transfers in order, those alike joined: bytes and seconds add up."""
        return _joined(self.data.get("transfers", []), ("direction", "name", "reason"), ("bytes", "seconds"))


def machine_words(loop: dict[str, Any]) -> str:
    """A loop that ran as machine code in words."""
    times = f" in {loop['times']} runs" if loop["times"] > 1 else ""
    compiled = f", compiled in {seconds(loop['compiling'])}" if loop["compiling"] else ""
    return f"{plural(loop['iterations'], 'iteration')}{times}, {seconds(loop['seconds'])}{compiled}, for {loop['classes']}"


PLACES = {"host": "the host (CPU)", "gpu": "the device (GPU)", "null": "a device that was only planned for"}


def plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count:,} {noun}s"


def _joined(rows: list[dict[str, Any]], alike: tuple[str, ...], sums: tuple[str, ...] = ()) -> list[dict[str, Any]]:
    table: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = repr([row.get(name) for name in alike])
        if key not in table:
            table[key] = {**row, "times": 1}
            continue
        first = table[key]
        first["times"] += 1
        for name in sums:
            first[name] += row[name]
    return list(table.values())


def _traffic(graph: dict[str, Any]) -> int:
    """Bytes that the operations of a graph would read and write if each ran alone."""
    nodes = {node["number"]: node for node in graph["nodes"]}

    def weight(node: dict[str, Any]) -> int:
        return prod(node["shape"]) * DTYPES[node["class"]].itemsize if node["class"] in DTYPES else 0

    def read(node: dict[str, Any], operand: int) -> int:
        return weight(node if node["name"] == "slice" else nodes[operand])

    computed = [node for node in nodes.values() if not (node["input"] or node["name"] == "loop")]
    return sum(weight(node) + sum(read(node, x) for x in node["operands"] if isinstance(x, int) and x in nodes) for node in computed)


def _steps(kernel: Any) -> list[Any]:
    """The operations that a loop's kernel repeats in each iteration."""
    step = getattr(getattr(kernel, "body", None), "step", None)
    return [instruction for instruction in step.instructions if instruction.op.name != "index"] if step is not None else []


def _loop_traffic(kernel: Any) -> int:
    """Bytes that the operations of a loop would read and write, iteration by iteration, if each ran alone."""
    steps = _steps(kernel)
    if not steps:
        return 0
    step, classes = kernel.body.step, []
    for item in (*step.inputs, *step.parameters, *step.instructions):
        is_array = item in step.inputs or getattr(getattr(item, "op", None), "name", "index") != "index"
        classes.append(DTYPES[item.matlab_class].itemsize if is_array else 0)
    each = sum(DTYPES[instruction.matlab_class].itemsize + sum(classes[k] for k in instruction.operands) for instruction in steps)
    return each * prod(step.space) * kernel.body.iterations


def _times(ratio: float) -> str:
    """A ratio to two digits: ``3.5``, ``1,300``."""
    digits = 10 ** max(0, len(str(int(ratio))) - 2)
    return f"{ratio:.2g}" if ratio < 10 else f"{round(ratio / digits) * digits:,}"


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
    """A size for people: ``40 MB``."""
    for unit, factor in (("B", 1), ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("TB", 1e12)):
        if value < 999.5 * factor or unit == "TB":
            return f"{value / factor:.3g} {unit}" if unit != "B" else f"{int(value)} B"
    return f"{value} B"


def size(shape: list[int]) -> str:
    return "×".join(map(str, shape))


def rate(group: dict[str, Any]) -> str:
    """Bytes per second of a group, where its time is known."""
    spent = group["seconds"] if group.get("iterations", 1) == 1 else None
    return f"{group['bytes'] / spent / 1e9:.3g} GB/s" if spent else ""


def outputs(group: dict[str, Any]) -> list[str]:
    """The results of a group: ``y 1×5000001 double``; those that no variable holds are joined by their size."""
    described: dict[str, int] = {}
    for output in group["outputs"]:
        text = f"{output.get('name') or '(unnamed)'} {size(output.get('shape', []))} {output.get('class', '')}".strip()
        described[text] = described.get(text, 0) + 1
    return [text if count == 1 else text.replace("(unnamed)", f"{count} unnamed", 1) for text, count in described.items()]


def lines(group: dict[str, Any]) -> str:
    """The program lines whose operations a group holds, with runs joined: ``lines 2–4, 7``; empty where none is known."""
    numbers = sorted({n for n in group.get("lines", []) if n})
    parts: list[str] = []
    start = 0
    while start < len(numbers):
        end = start
        while end + 1 < len(numbers) and numbers[end + 1] == numbers[end] + 1:
            end += 1
        parts.append(str(numbers[start]) if start == end else f"{numbers[start]}–{numbers[end]}")
        start = end + 1
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(parts)}" if parts else ""


def replayed(group: dict[str, Any]) -> int:
    """The iterations of a loop for which a kernel ran, where its time and bytes are those of one."""
    return group.get("replayed", 1)


def facts(group: dict[str, Any]) -> list[str]:
    """The facts about a group in short: index space and class, lines, time, bytes, rate."""
    if (times := replayed(group)) > 1:
        each = ", ".join(fact for fact in (seconds(group["seconds"]), nbytes(group["bytes"]), rate(group)) if fact and fact != "–")
        known = [f"{size(group['shape'])} {group['class']}", lines(group), f"run in {times:,} iterations, each {each}"]
        return [fact for fact in known if fact]
    iterations = f"{group['iterations']:,} iterations" if group.get("iterations", 1) > 1 else ""
    known_facts = [
        f"{size(group['shape'])} {group['class']}",
        iterations,
        "compiled" if group.get("compiled") else "",
        lines(group),
        seconds(group["seconds"]),
        nbytes(group["bytes"]),
        rate(group),
    ]
    return [fact for fact in known_facts if fact and fact != "–"]


def why(group: dict[str, Any]) -> str:
    """The reason of a group's place, with the planner's estimates where the reason does not quote them."""
    text = group["reason"]
    expected = estimates(group)
    return f"{text} (expected: {expected})" if expected and "against" not in text else text


def estimates(group: dict[str, Any]) -> str:
    """The planner's estimates, the best first: ``host 4.1 ms, device 9 ms``."""
    times = sorted((value, place) for place, value in group.get("estimates", {}).items())
    return ", ".join(f"{place} {seconds(value)}" for value, place in times)
