"""A recorded graph as data, text, and DOT, for reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from ..base.records import record
from .node import LEAF, Constant, Node, line_of


@record
class ShownNode:
    """One node: its number, the operation, class, shape, operands (numbers or texts of constants), line, and the group it ran in."""

    number: int
    name: str
    matlab_class: str
    shape: tuple[int, ...]
    operands: tuple[int | str, ...]
    line: int | None
    group: int | None
    held: bool
    is_input: bool


class Graph:
    """The nodes of one flush, operands before what uses them; worded when somebody looks, which is seldom.

    Keeps no Node: that would keep the arrays alive.
    """

    def __init__(self, noted: Sequence[tuple[Any, ...]], group_of: Mapping[int, int], held: frozenset[int]) -> None:
        self._noted, self._group_of, self._held = noted, group_of, held

    @cached_property
    def nodes(self) -> tuple[ShownNode, ...]:
        return tuple(
            ShownNode(
                i,
                name,
                matlab_class,
                shape,
                tuple(f"{x.value:g}" if type(x) is Constant else x for x in operands),
                line_of(where),
                self._group_of.get(i),
                i in self._held,
                is_input,
            )
            for i, (name, matlab_class, shape, operands, where, is_input) in enumerate(self._noted)
        )

    def to_dict(self) -> dict[str, Any]:
        return {
            "nodes": [
                {
                    "number": n.number,
                    "name": n.name,
                    "class": n.matlab_class,
                    "shape": list(n.shape),
                    "operands": list(n.operands),
                    "line": n.line,
                    "group": n.group,
                    "held": n.held,
                    "input": n.is_input,
                }
                for n in self.nodes
            ]
        }

    def text(self) -> str:
        """One line for each node: ``3: sin(2) 1x100 double  group 1  stored``."""
        lines = []
        for n in self.nodes:
            size = "x".join(map(str, n.shape))
            operands = "" if n.is_input else "(" + ", ".join(f"#{x}" if isinstance(x, int) else x for x in n.operands) + ")"
            marks = ("" if n.group is None else f"  group {n.group}") + ("  stored" if n.held else "")
            lines.append(f"#{n.number}: {n.name}{operands} {size} {n.matlab_class}{marks}")
        return "\n".join(lines)

    def dot(self) -> str:
        """The graph in the DOT language, groups as clusters."""
        lines = ["digraph fusion {", "  rankdir=TB; node [shape=box, fontname=sans-serif];"]
        clusters: dict[int, list[str]] = {}
        for n in self.nodes:
            style = ', style="filled", fillcolor="#e8e8e8"' if n.is_input else ', style="bold"' if n.held else ""
            line = f'  n{n.number} [label="{n.name}\\n{"x".join(map(str, n.shape))} {n.matlab_class}"{style}];'
            if n.group is None:
                lines.append(line)
            else:
                clusters.setdefault(n.group, []).append("  " + line)
        for group, members in clusters.items():
            lines += [f"  subgraph cluster_{group} {{", f'    label="group {group}";', *members, "  }"]
        lines += [f"  n{x} -> n{n.number};" for n in self.nodes for x in n.operands if isinstance(x, int)]
        return "\n".join([*lines, "}"])


def show(numbers: Mapping[Node, int], group_of: Mapping[int, int], held: frozenset[int]) -> Graph:
    """The graph of numbered nodes (in order of dependence); ``group_of`` maps node numbers to group numbers."""
    noted = [
        (n.name, n.matlab_class, n.shape, [x if type(x) is Constant else numbers[x] for x in n.operands], n.where, n.kind == LEAF)
        for n in numbers
    ]
    return Graph(noted, group_of, held)
