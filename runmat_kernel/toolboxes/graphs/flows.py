"""Greatest flows in networks, by shortest ways that have room (Edmonds & Karp 1972)."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

Flows = tuple[np.ndarray, np.ndarray, np.ndarray]


def greatest_flow(rooms: Any, start: int, end: int) -> tuple[float, Flows, np.ndarray]:
    """For room from row to column (a SciPy coo_array): the greatest flow, where something flows (from, to and how much, in order), and
    the nodes (in order) that still have a way from the start."""
    edges = _Edges(rooms)
    total = 0.0
    while (ways := edges.ways(start, end))[end] >= 0:
        path, at = [], end
        while at != start:
            path.append(ways[at])
            at = edges.ends[ways[at] ^ 1]
        amount = min(edges.room[e] for e in path)
        for e in path:
            edges.room[e] -= amount
            edges.room[e ^ 1] += amount
            edges.flow[e] += amount
            edges.flow[e ^ 1] -= amount
        total += amount
    reached = np.array([k for k, e in enumerate(ways) if e >= 0 or k == start], int)
    return total, edges.flows(), reached


class _Edges:
    """Edges in pairs of one (even) and the way back (odd), with room and a flow each; ``of`` are those that leave a node, by their ends."""

    def __init__(self, rooms: Any) -> None:
        self.ends: list[int] = []
        self.room: list[float] = []
        known: dict[tuple[int, int], int] = {}
        for s, t, room in zip(rooms.row.tolist(), rooms.col.tolist(), rooms.data.tolist(), strict=True):
            if s == t:
                continue
            e = known.get((s, t))
            if e is None:
                e = known[s, t] = len(self.ends)
                known[t, s] = e + 1
                self.ends += [t, s]
                self.room += [0.0, 0.0]
            self.room[e] += room
        self.flow = [0.0] * len(self.room)
        self.of: list[list[int]] = [[] for _ in range(rooms.shape[0])]
        for (s, _), e in sorted(known.items()):
            self.of[s].append(e)

    def ways(self, start: int, end: int) -> list[int]:
        """The edge that a shortest way with room comes to each node by; -1 where there is none, or it is not found before the end."""
        found = [-1] * len(self.of)
        line = deque([start])
        while line:
            at = line.popleft()
            for e in self.of[at]:
                other = self.ends[e]
                if self.room[e] > 0 and found[other] < 0 and other != start:
                    found[other] = e
                    if other == end:
                        return found
                    line.append(other)
        return found

    def flows(self) -> Flows:
        used = [(self.ends[e ^ 1], end, self.flow[e]) for e, end in enumerate(self.ends)]
        used = sorted(flow for flow in used if flow[2] > 0)
        columns = np.array(used, float).reshape(-1, 3)
        return columns[:, 0].astype(int), columns[:, 1].astype(int), columns[:, 2]
