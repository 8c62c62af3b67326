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


def others(table: Table, taken: Sequence[str]) -> Table:
    """The variables of a table of edges or nodes beyond those that a graph knows by itself."""
    return Table({name: column for name, column in table.columns.items() if name not in taken}, (), table.height)


class Graph(HostObject):
    """``count`` nodes, edges from ``source`` to ``target`` (positions from 0), ``weights`` or None, ``names`` or none.

    Edges are kept in MATLAB's order: by their end nodes; those of an undirected graph name the smaller node first.
    ``about_edges`` and ``about_nodes`` are tables of what else a program says of each.
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

    def remade(
        self,
        count: int,
        source: Any,
        target: Any,
        weights: Any,
        names: Sequence[str] = (),
        about_edges: Table | None = None,
        about_nodes: Table | None = None,
    ) -> Graph:
        return type(self)(count, source, target, weights, names, about_edges, about_nodes)

    def of_edges(self, rows: Any) -> Graph:
        """The same nodes with some of the edges."""
        weights = None if self.weights is None else self.weights[rows]
        return self.remade(
            self.count, self.source[rows], self.target[rows], weights, self.names, self.about_edges.at_rows(rows), self.about_nodes
        )

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

    def node_positions(self, given: Any) -> np.ndarray:
        """Positions (from 0) of nodes named or numbered."""
        if is_text(given) or type(given) in (CellArray, StringArray):
            wanted = [text_of(given)] if is_text(given) else [text_of(x) if is_text(x) else x for x in given.array.ravel(order="F")]
            missing = [name for name in wanted if name not in self.names]
            if missing:
                raise MatlabError(f"Unable to find node '{missing[0]}'.", "MATLAB:graphfun:findnode:unknownNode")
            return np.array([self.names.index(name) for name in wanted], np.int64)
        numbers = as_array(given).ravel(order="F").astype(np.float64)
        if ((numbers < 1) | (numbers > self.count) | (numbers != np.floor(numbers))).any():
            raise MatlabError(
                "Node IDs must be positive integers no larger than the number of nodes.", "MATLAB:graphfun:findnode:nodeOutOfRange"
            )
        return numbers.astype(np.int64) - 1

    def shown_nodes(self, positions: Any, like: Any = None, row: bool = False) -> Any:
        """Nodes as they are given back: names where the graph has them (and the question was asked with names), else numbers."""
        places = np.asarray(positions, np.int64).ravel()
        shape = (1, places.size) if row else (places.size, 1)
        texts = like is None or is_text(like) or type(like) in (CellArray, StringArray)
        if self.names and texts:
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
            names = [text_of(x) if is_text(x) else x for x in named.array.ravel(order="F")] if named is not None else ()
            about = others(value, ("Name",))
            return self.remade(self.count, self.source, self.target, self.weights, names, self.about_edges, about)
        if name == "Edges":
            weights = as_array(value.columns["Weight"]).ravel() if "Weight" in value.columns else None
            about = others(value, ("EndNodes", "Weight"))
            return self.remade(self.count, self.source, self.target, weights, self.names, about, self.about_nodes)
        return super().set_property(name, value)

    def equals(self, other: Any, *, nan_equal: bool = False) -> bool:
        if type(other) is not type(self) or self.count != other.count or self.names != other.names:
            return False
        same = np.array_equal(self.source, other.source) and np.array_equal(self.target, other.target)
        for own, its in ((self.about_edges, other.about_edges), (self.about_nodes, other.about_nodes)):
            same = same and own.equals(its, nan_equal=nan_equal)
        if self.weights is None or other.weights is None:
            return same and self.weights is other.weights
        return same and np.array_equal(self.weights, other.weights)

    def disp_text(self, format: DisplayFormat) -> str:
        edges, nodes = self.edge_table(), self.node_table()
        rows = [("Edges", edges), ("Nodes", nodes)]
        lines = [f"    {name}: [{t.shape[0]}×{t.shape[1]} table]" for name, t in rows]
        return f"  {self.matlab_class} with properties:\n\n" + "".join(line + "\n" for line in lines)


class Digraph(Graph):
    """A directed graph."""

    __slots__ = ()
    directed = True
    matlab_class = "digraph"
