"""Maximum flows in networks, by shortest augmenting paths (Edmonds & Karp 1972).  SciPy's ``maximum_flow`` takes integers only."""

from __future__ import annotations

from collections import deque
from typing import Any

import numpy as np

Flows = tuple[np.ndarray, np.ndarray, np.ndarray]


def greatest_flow(capacities: Any, start: int, end: int) -> tuple[float, Flows, np.ndarray]:
    """For capacities from row to column (a SciPy coo_array): the maximum flow, the edges that carry flow (from, to and how much, in order),
    and the nodes (in order) that the start still reaches."""
    edges = _Edges(capacities)
    total = 0.0
    while (entry := edges.search(start, end))[end] >= 0:
        path, at = [], end
        while at != start:
            path.append(entry[at])
            at = edges.ends[entry[at] ^ 1]
        amount = min(edges.residual[e] for e in path)
        for e in path:
            edges.residual[e] -= amount
            edges.residual[e ^ 1] += amount
            edges.flow[e] += amount
            edges.flow[e ^ 1] -= amount
        total += amount
    reached = np.array([k for k, e in enumerate(entry) if e >= 0 or k == start], int)
    return total, edges.flows(), reached


class _Edges:
    """Edges in pairs of one (even number) and its reverse (odd), each with residual capacity and flow; ``of`` lists those that leave a node."""

    def __init__(self, capacities: Any) -> None:
        self.ends: list[int] = []
        self.residual: list[float] = []
        known: dict[tuple[int, int], int] = {}
        for s, t, capacity in zip(capacities.row.tolist(), capacities.col.tolist(), capacities.data.tolist(), strict=True):
            if s == t:
                continue
            e = known.get((s, t))
            if e is None:
                e = known[s, t] = len(self.ends)
                known[t, s] = e + 1
                self.ends += [t, s]
                self.residual += [0.0, 0.0]
            self.residual[e] += capacity
        self.flow = [0.0] * len(self.residual)
        self.of: list[list[int]] = [[] for _ in range(capacities.shape[0])]
        for (s, _), e in sorted(known.items()):
            self.of[s].append(e)

    def search(self, start: int, end: int) -> list[int]:
        """The edge by which a breadth-first search enters each node; -1 for nodes that it does not reach before the end."""
        entry = [-1] * len(self.of)
        queue = deque([start])
        while queue:
            at = queue.popleft()
            for e in self.of[at]:
                other = self.ends[e]
                if self.residual[e] > 0 and entry[other] < 0 and other != start:
                    entry[other] = e
                    if other == end:
                        return entry
                    queue.append(other)
        return entry

    def flows(self) -> Flows:
        used = [(self.ends[e ^ 1], end, self.flow[e]) for e, end in enumerate(self.ends)]
        used = sorted(flow for flow in used if flow[2] > 0)
        columns = np.array(used, float).reshape(-1, 3)
        return columns[:, 0].astype(int), columns[:, 1].astype(int), columns[:, 2]
