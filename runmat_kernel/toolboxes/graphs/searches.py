"""Searches of graphs (breadth first, depth first) with their events, and minimum spanning trees."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.element_values import texts_of
from ...values import CellArray, CharArray, Tensor, object_array
from ...values.convert import is_text, to_value
from ...values.tables.table import Table
from ...values.times.categorical import Categorical
from .graph_objects import Graph

_OF_NODES = ("startnode", "discovernode", "finishnode")
_OF_EDGES = ("edgetonew", "edgetodiscovered", "edgetofinished")
EVENTS = (*_OF_NODES, *_OF_EDGES)
Event = tuple[str, int, int, int]
"""The kind, the node (or the end where an edge starts), the other end and the row of the edge (-1 for nodes); from 0."""

NEW, _DISCOVERED, _FINISHED = range(3)


def ways_out(graph: Graph) -> list[list[tuple[int, int]]]:
    """(other end, row) of the edges that leave each node, in the order of the other ends; an undirected edge leaves both of its ends."""
    ways: list[list[tuple[int, int]]] = [[] for _ in range(graph.count)]
    for row, (s, t) in enumerate(zip(graph.source.tolist(), graph.target.tolist(), strict=True)):
        ways[s].append((t, row))
        if not graph.directed and s != t:
            ways[t].append((s, row))
    return [sorted(way) for way in ways]


def _breadth_first(ways: list[list[tuple[int, int]]], start: int, state: list[int]) -> Iterator[Event]:
    state[start] = _DISCOVERED
    yield "startnode", start, -1, -1
    yield "discovernode", start, -1, -1
    waiting = deque([start])
    while waiting:
        at = waiting.popleft()
        for other, row in ways[at]:
            before = state[other]
            yield _OF_EDGES[before], at, other, row
            if before == NEW:
                state[other] = _DISCOVERED
                yield "discovernode", other, -1, -1
                waiting.append(other)
        state[at] = _FINISHED
        yield "finishnode", at, -1, -1


def depth_first(ways: list[list[tuple[int, int]]], start: int, state: list[int]) -> Iterator[Event]:
    state[start] = _DISCOVERED
    yield "startnode", start, -1, -1
    yield "discovernode", start, -1, -1
    stack = [(start, iter(ways[start]))]
    while stack:
        at, rest = stack[-1]
        step = next(rest, None)
        if step is None:
            stack.pop()
            state[at] = _FINISHED
            yield "finishnode", at, -1, -1
            continue
        other, row = step
        before = state[other]
        yield _OF_EDGES[before], at, other, row
        if before == NEW:
            state[other] = _DISCOVERED
            yield "discovernode", other, -1, -1
            stack.append((other, iter(ways[other])))


def search(walk: Callable[..., Iterator[Event]]) -> Callable[..., Any]:
    """The method of graphs that searches in an order: nodes as they are discovered, or the events that are asked for."""

    def method(call: Any, graph: Graph, start: Any, *arguments: Any) -> Any:
        rest = list(arguments)
        asked: Any = rest.pop(0) if len(rest) % 2 else CharArray.row("discovernode")
        named = arg.name_values(rest, call.name, "restart")
        wanted = [word.lower() for word in texts_of(asked)]
        wrong = next((word for word in wanted if word not in (*EVENTS, "allevents")), None)
        if wrong is not None:
            raise call.error(f"Unrecognized event '{wrong}'.", f"MATLAB:graphfun:{call.name}:InvalidEvent")
        (first,) = graph.node_positions(start)
        events = _events(walk, graph, int(first), named.switch("restart"))
        if is_text(asked) and wanted[0] in EVENTS:
            return _of_one_kind(graph, [event for event in events if event[0] == wanted[0]], wanted[0] in _OF_EDGES, start)
        return _event_table(graph, [event for event in events if event[0] in wanted or "allevents" in wanted])

    return method


def _events(walk: Callable[..., Iterator[Event]], graph: Graph, first: int, restart: bool) -> Iterator[Event]:
    """The events of a search from a node, and from each node that it does not reach."""
    ways, state = ways_out(graph), [NEW] * graph.count
    for node in (first, *range(graph.count)) if restart else (first,):
        if state[node] == NEW:
            yield from walk(ways, node, state)


def _of_one_kind(graph: Graph, events: list[Event], of_edges: bool, like: Any) -> Any:
    """The nodes as a column; the ends of edges as two, and the rows of these edges."""
    if not of_edges:
        return graph.shown_nodes([node for _, node, _, _ in events], like)
    ends = graph.shown_nodes([event[k] for k in (1, 2) for event in events], like)
    rows = np.array([row + 1.0 for *_, row in events]).reshape(-1, 1)
    return type(ends)(ends.array.reshape(len(events), 2, order="F")), Tensor(rows)


def _event_table(graph: Graph, events: list[Event]) -> Table:
    """A table of Event, Node, Edge and EdgeIndex; missing values stand for those that an event does not have."""
    rows = np.array([(node, -1, -1, -1) if row < 0 else (-1, node, other, row) for _, node, other, row in events], np.int64).reshape(-1, 4)

    def column(places: np.ndarray) -> Any:
        if graph.names:
            texts = [CharArray.row(graph.names[k] if k >= 0 else "") for k in places.ravel(order="F").tolist()]
            return CellArray(object_array(texts, places.shape))
        return Tensor(np.asfortranarray(np.where(places < 0, np.nan, places + 1.0)))

    kinds = np.array([[EVENTS.index(event[0]) + 1.0] for event in events]).reshape(-1, 1)
    index = np.where(rows[:, 3:] < 0, np.nan, rows[:, 3:] + 1.0)
    return Table(
        {"Event": Categorical(kinds, EVENTS), "Node": column(rows[:, :1]), "Edge": column(rows[:, 1:3]), "EdgeIndex": Tensor(index)}
    )


def spanning_tree(call: Any, graph: Graph, *arguments: Any) -> Any:
    """The edges that Kruskal's algorithm chooses in the root's component or in all, and the node before each on the path from its root."""
    named = arg.name_values(arguments, call.name, "method root type")
    root = int(graph.node_positions(named["root"])[0]) if "root" in named else 0
    forest = named.word("type") == "forest"
    chosen = _kruskal(graph)
    before = np.full(graph.count, np.nan)
    for kind, node, other, _ in _events(_breadth_first, graph.of_edges(np.array(chosen, int)), root, forest) if graph.count else ():
        if kind == "startnode":
            before[node] = 0.0
        elif kind == "edgetonew":
            before[other] = node + 1.0
    chosen = [e for e in chosen if not np.isnan(before[graph.source[e]])]
    return graph.of_edges(np.array(chosen, int)), to_value(before.reshape(1, -1))


def _kruskal(graph: Graph) -> list[int]:
    """The rows of edges that join all nodes of each component with the least weight."""
    parent = list(range(graph.count))

    def top(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    chosen = []
    for e in np.argsort(graph.edge_weights(), kind="stable").tolist():
        a, b = top(int(graph.source[e])), top(int(graph.target[e]))
        if a != b:
            parent[a] = b
            chosen.append(e)
    return sorted(chosen)


SEARCHES = {"bfsearch": search(_breadth_first), "dfsearch": search(depth_first)}
