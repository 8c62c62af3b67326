"""``graph`` and ``digraph``: nodes and edges with weights."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from ...base.errors import MatlabError
from ...values.containers import CellArray, object_array
from ...values.convert import as_array, is_text, text_of
from ...values.numerals import DisplayFormat
from ...values.objects import HostObject
from ...values.tables.table import Table
from ...values.tensor import Tensor
from ...values.text import CharArray, StringArray


def is_names(value: Any) -> bool:
    """Whether an argument names nodes: a text, strings, or a cell of texts."""
    return is_text(value) or type(value) in (CellArray, StringArray)


def names_of(value: Any) -> list[Any]:
    """The names that an argument holds; elements of cells that are no texts stay as they are."""
    return [text_of(value)] if is_text(value) else [text_of(x) if is_text(x) else x for x in value.array.ravel(order="F")]


def others(table: Table, taken: Sequence[str]) -> Table:
    """The variables of a table of edges or nodes beyond those that the graph itself keeps."""
    return Table({name: column for name, column in table.columns.items() if name not in taken}, (), table.height)


class Graph(HostObject):
    """``count`` nodes, edges from ``source`` to ``target`` (positions from 0), ``weights`` or None, ``names`` or none.

    Edges are kept in MATLAB's order: by their end nodes; those of an undirected graph name the smaller node first.
    ``about_edges`` and ``about_nodes`` are tables of all other variables of the edges and nodes.
    """

    __slots__ = ("about_edges", "about_nodes", "count", "names", "source", "target", "weights")
    directed: ClassVar[bool] = False
    matlab_class = "graph"

    def __init__(
        self,
        count: int,
        source: Any,
        target: Any,
        weights: Any = None,
        names: Sequence[str] = (),
        about_edges: Table | None = None,
        about_nodes: Table | None = None,
    ) -> None:
        s, t = np.asarray(source, np.int64).ravel(), np.asarray(target, np.int64).ravel()
        if not self.directed:
            s, t = np.minimum(s, t), np.maximum(s, t)
        order = np.lexsort((t, s))
        self.count, self.source, self.target = count, s[order], t[order]
        self.weights = None if weights is None else np.asarray(weights, np.float64).ravel()[order]
        self.names = tuple(names)
        self.about_edges = about_edges.at_rows(order) if about_edges is not None else Table({}, (), s.size)
        self.about_nodes = about_nodes if about_nodes is not None else Table({}, (), count)

    def changed(self, **changes: Any) -> Graph:
        """A graph of the same class that differs in some arguments of the constructor."""
        names = ("count", "source", "target", "weights", "names", "about_edges", "about_nodes")
        return type(self)(**{name: changes.get(name, getattr(self, name)) for name in names})

    def of_edges(self, rows: Any) -> Graph:
        """The same nodes with some of the edges."""
        weights = None if self.weights is None else self.weights[rows]
        return self.changed(source=self.source[rows], target=self.target[rows], weights=weights, about_edges=self.about_edges.at_rows(rows))

    def edges_between(self, s: int, t: int) -> np.ndarray:
        """The rows of the edges from one node to another, in both directions where the graph has none."""
        if not self.directed:
            s, t = min(s, t), max(s, t)
        return np.flatnonzero((self.source == s) & (self.target == t))

    def cheapest_edge(self, s: int, t: int) -> int:
        """The row of the edge of least weight from one node to another."""
        rows = self.edges_between(s, t)
        return int(rows[self.edge_weights()[rows].argmin()])

    def edge_weights(self) -> np.ndarray:
        return np.ones(self.source.size) if self.weights is None else self.weights

    def matrix(self, weights: np.ndarray | None = None) -> Any:
        """The sparse matrix of weights (scipy's); symmetric for an undirected graph."""
        from scipy.sparse import coo_matrix

        w = self.edge_weights() if weights is None else weights
        s, t = self.source, self.target
        if not self.directed:
            off = s != t
            s, t, w = np.concatenate([s, t[off]]), np.concatenate([t, s[off]]), np.concatenate([w, w[off]])
        return coo_matrix((w, (s, t)), shape=(self.count, self.count)).tocsr()

    def node_positions(self, nodes: Any) -> np.ndarray:
        """Positions (from 0) of nodes that are named or numbered."""
        if is_names(nodes):
            wanted = names_of(nodes)
            if None in wanted:
                raise MatlabError("Node names must not be missing.", "MATLAB:graphfun:findnode:unknownNode")
            missing = next((name for name in wanted if name not in self.names), None)
            if missing is not None:
                raise MatlabError(f"Unable to find node '{missing}'.", "MATLAB:graphfun:findnode:unknownNode")
            return np.array([self.names.index(name) for name in wanted], np.int64)
        numbers = as_array(nodes).ravel(order="F").astype(np.float64)
        if ((numbers < 1) | (numbers > self.count) | (numbers != np.floor(numbers))).any():
            raise MatlabError(
                "Node IDs must be positive integers no larger than the number of nodes.", "MATLAB:graphfun:findnode:nodeOutOfRange"
            )
        return numbers.astype(np.int64) - 1

    def shown_nodes(self, positions: Any, like: Any = None, row: bool = False) -> Any:
        """Nodes as results show them: names where the graph has them and ``like``, the argument, is one of names; else numbers."""
        places = np.asarray(positions, np.int64).ravel()
        shape = (1, places.size) if row else (places.size, 1)
        if self.names and (like is None or is_names(like)):
            return CellArray(object_array([CharArray.row(self.names[k]) for k in places], shape))
        return Tensor(np.asarray(places + 1.0).reshape(shape))

    def edge_table(self) -> Table:
        if self.names:
            ends: Any = CellArray(object_array([CharArray.row(self.names[k]) for k in (*self.source, *self.target)], (self.source.size, 2)))
        else:
            ends = Tensor(np.asfortranarray(np.column_stack([self.source, self.target]) + 1.0))
        columns = {"EndNodes": ends}
        if self.weights is not None:
            columns["Weight"] = Tensor(self.weights.reshape(-1, 1))
        return Table({**columns, **self.about_edges.columns})

    def node_table(self) -> Table:
        names = {"Name": CellArray(object_array([CharArray.row(n) for n in self.names], (self.count, 1)))} if self.names else {}
        return Table({**names, **self.about_nodes.columns}, (), self.count)

    def properties(self) -> Mapping[str, Any]:
        return {"Edges": self.edge_table(), "Nodes": self.node_table()}

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == "Nodes":
            named = value.columns.get("Name")
            return self.changed(names=names_of(named) if named is not None else (), about_nodes=others(value, ("Name",)))
        if name == "Edges":
            weights = as_array(value.columns["Weight"]).ravel() if "Weight" in value.columns else None
            return self.changed(weights=weights, about_edges=others(value, ("EndNodes", "Weight")))
        return super().set_property(name, value)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if type(other) is not type(self) or self.count != other.count or self.names != other.names:
            return False
        arrays = ((self.source, other.source), (self.target, other.target))
        tables = ((self.about_edges, other.about_edges), (self.about_nodes, other.about_nodes))
        same = all(np.array_equal(*pair) for pair in arrays) and all(a.equals(b, nan_equal=nan_equal) for a, b in tables)
        if (self.weights is None) != (other.weights is None):
            return False
        return same and np.array_equal(self.edge_weights(), other.edge_weights())

    def disp_text(self, format: DisplayFormat) -> str:
        edges, nodes = self.edge_table(), self.node_table()
        lines = [f"    {name}: [{t.shape[0]}×{t.shape[1]} table]" for name, t in (("Edges", edges), ("Nodes", nodes))]
        return f"  {self.matlab_class} with properties:\n\n" + "".join(line + "\n" for line in lines)


class Digraph(Graph):
    """A directed graph."""

    __slots__ = ()
    directed = True
    matlab_class = "digraph"
