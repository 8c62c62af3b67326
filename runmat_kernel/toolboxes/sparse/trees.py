"""Elimination trees as pictures, and what a Cholesky factorization will look like: treelayout, treeplot, etreeplot, symbfact."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, Fact, builtin
from ...values.convert import shape_of, text_of, to_value
from ...values.sparse.matrix import Sparse
from .creation import as_sparse


def _parents(call: Any, value: Any) -> np.ndarray:
    """Parents counted from 1, 0 for roots; an error for what is no forest."""
    parents = arg.flat(value)
    if parents.size and (np.any(parents != np.floor(parents)) or parents.min() < 0 or parents.max() > parents.size):
        raise call.error("Parents must be whole numbers from 0 to the number of nodes.", f"MATLAB:{call.name}:InvalidParents")
    numbers = parents.astype(int)
    for node in range(1, numbers.size + 1):
        steps = 0
        while node and steps <= numbers.size:
            node, steps = numbers[node - 1], steps + 1
        if node:
            raise call.error("Nodes must not be their own ancestors.", f"MATLAB:{call.name}:InvalidParents")
    return numbers


def _children(parents: np.ndarray) -> list[list[int]]:
    """The children of each node, of 0 (above all roots) first; nodes are counted from 1."""
    children: list[list[int]] = [[] for _ in range(parents.size + 1)]
    for node, parent in enumerate(parents.tolist(), start=1):
        children[parent].append(node)
    return children


def postorder_of(parents: np.ndarray) -> list[int]:
    """The nodes with every node behind all of its descendants."""
    children, order = _children(parents), []
    waiting = [(node, False) for node in reversed(children[0])]
    while waiting:
        node, seen = waiting.pop()
        if seen:
            order.append(node)
        else:
            waiting += [(node, True), *((child, False) for child in reversed(children[node]))]
    return order


@builtin(
    "treelayout", "[x, y] = treelayout(parent)", "[x, y] = treelayout(parent, post)", "[x, y, h, s] = treelayout(parent, post)",
    summary="Places for the nodes of a tree or forest in the unit square, its height, and the number of nodes above the first branch.",
    examples=(Example("[x, y, h, s] = treelayout([2 4 4 0]); {round(x,4), y, h, s}", "{round([1 1 2 1.5]/3,4), [0.25 0.5 0.25 0.75], 2, 1}"),),
    errors=(
        ErrorCase("treelayout([2 1])", "MATLAB:treelayout:InvalidParents"), ErrorCase("treelayout([2 0],[1 1])", "MATLAB:treelayout:InvalidOrder"),
    ),
    see_also=("treeplot", "etree"),
)  # fmt: skip
def treelayout(call: Any, parent: Any, post: Any = None) -> Any:
    parents = _parents(call, parent)
    n, children = parents.size, _children(parents)
    order = postorder_of(parents) if post is None else arg.flat(post).astype(int).tolist()
    if sorted(order) != list(range(1, n + 1)):
        raise call.error("The postorder must name every node once.", "MATLAB:treelayout:InvalidOrder")
    first, last, height = np.full(n + 1, np.inf), np.zeros(n + 1), np.zeros(n + 1)
    leaves = 0
    for node in order:
        if not children[node]:
            leaves += 1
            first[node] = last[node] = leaves
        above = parents[node - 1]
        first[above], last[above] = min(first[above], first[node]), max(last[above], last[node])
        height[above] = max(height[above], height[node] + 1)
    tall = height[0] - 1 if n else 0.0
    x = (first[1:] + last[1:]) / 2 / (leaves + 1)
    y = (height[1:] + 1) / (tall + 2)
    top, at = 0, 0
    while len(children[at]) == 1:
        at, top = children[at][0], top + 1
    return x.reshape(1, -1), y.reshape(1, -1), float(tall), float(top)


@builtin(
    "treeplot", "treeplot(p)", "treeplot(p, nodeSpec, edgeSpec)",
    summary="Picture of a tree or forest that is given by the parent of each node.",
    examples=(Example("treeplot([2 4 4 0]); get(get(gca,'XLabel'),'String')", "'height = 2'"),),
    errors=(ErrorCase("treeplot([0 5])", "MATLAB:treeplot:InvalidParents"),),
    see_also=("treelayout", "etreeplot"),
)  # fmt: skip
def treeplot(call: Any, parent: Any, nodes: Any = None, edges: Any = None) -> None:
    parents = _parents(call, parent)
    x, y, tall, _ = (np.asarray(v) for v in treelayout.function(call, parent))
    lower = np.flatnonzero(parents)
    upper = parents[lower] - 1
    gaps = np.full(lower.size, np.nan)
    line = [np.stack([v[0, lower], v[0, upper], gaps]).ravel(order="F").reshape(1, -1) for v in (x, y)]
    node_style, edge_style = (v if v is not None else to_value(usual) for v, usual in ((nodes, "ro"), (edges, "r-")))
    call.feval("plot", to_value(x), to_value(y), node_style, *map(to_value, line), edge_style, nargout=0)
    call.feval("axis", to_value(np.array([[0.0, 1.0, 0.0, 1.0]])), nargout=0)
    call.feval("xlabel", to_value(f"height = {int(tall)}"), nargout=0)


@builtin(
    "etreeplot", "etreeplot(A)", "etreeplot(A, nodeSpec, edgeSpec)",
    summary="Picture of the elimination tree of a matrix.",
    examples=(Example("etreeplot(sparse([4 1 0 1;1 4 0 0;0 0 4 1;1 0 1 4])); numel(get(gca,'Children'))", "2"),),
    see_also=("treeplot", "etree"),
    facts=Fact.SPARSE,
)  # fmt: skip
def etreeplot(call: Any, a: Any, *styles: Any) -> None:
    matrix = as_sparse(a).matrix
    pattern = (abs(matrix) + abs(matrix).T) if matrix.shape[0] == matrix.shape[1] else abs(matrix).T @ abs(matrix)
    call.feval("treeplot", call.feval("etree", Sparse(pattern.tocsc()))[0], *styles, nargout=0)


@builtin(
    "symbfact", "count = symbfact(A)", "count = symbfact(A, type)", "[count, h, parent, post, R] = symbfact(...)",
    "[count, h, parent, post, L] = symbfact(A, type, 'lower')",
    summary="How many nonzeros the rows of a Cholesky factor will have, its elimination tree, and where they are.",
    examples=(
        Example("A = delsq(numgrid('S',6)); isequal(symbfact(A), full(sum(chol(A) ~= 0, 2)))", "true"),
        Example("[c, h, parent, post, R] = symbfact(sparse([4 1 0 1;1 4 0 0;0 0 4 1;1 0 1 4])); {c', h, parent, full(R)}", "{[3 2 2 1], 3, [2 4 4 0], [1 1 0 1;0 1 0 1;0 0 1 1;0 0 0 1]}"),
    ),
    errors=(
        ErrorCase("symbfact(sparse([1 2 3;4 5 6]))", "MATLAB:symbfact:NotSquare"),
        ErrorCase("symbfact(speye(2),'some')", "MATLAB:symbfact:InvalidType"),
    ),
    see_also=("etree", "chol"),
    facts=Fact.SPARSE,
)  # fmt: skip
def symbfact(call: Any, a: Any, kind: Any = None, lower: Any = None) -> Any:
    from scipy.sparse import csc_matrix, tril

    word = text_of(kind).lower() if kind is not None else "sym"
    if word not in ("sym", "col", "row", "lo"):
        raise call.error("The type must be 'sym', 'col', 'row', or 'lo'.", "MATLAB:symbfact:InvalidType")
    matrix = as_sparse(a).matrix
    if word in ("sym", "lo") and shape_of(a)[0] != shape_of(a)[1]:
        raise call.error("Matrix must be square.", "MATLAB:symbfact:NotSquare")
    pattern = csc_matrix((np.ones(matrix.nnz), matrix.indices, matrix.indptr), shape=matrix.shape)
    if word in ("col", "row"):
        pattern = pattern.T @ pattern if word == "col" else pattern @ pattern.T
    below = tril(pattern if word == "lo" else pattern.T).tocsc()
    n = below.shape[0]
    parents = np.zeros(n, int)
    columns: list[np.ndarray] = []
    passed_on: list[list[int]] = [[] for _ in range(n)]
    for k in range(n):
        rows = below.indices[below.indptr[k] : below.indptr[k + 1]]
        columns.append(np.unique(np.concatenate([[k], rows, *(columns[child][1:] for child in passed_on[k])])))
        if len(columns[k]) > 1:
            parents[k] = columns[k][1] + 1
            passed_on[columns[k][1]].append(k)
    counts = np.array([len(c) for c in columns], np.float64)
    depth = np.zeros(n + 1)
    for k in range(n - 1, -1, -1):
        depth[k] = 1 + (depth[parents[k] - 1] if parents[k] else 0)
    starts = np.concatenate([[0], np.cumsum(counts)]).astype(int)
    rows_there = np.concatenate(columns) if columns else np.zeros(0, int)
    factor = csc_matrix((np.ones(len(rows_there)), rows_there, starts), shape=(n, n))
    shown = factor if lower is not None else factor.T.tocsc()
    post = np.array([postorder_of(parents)], np.float64)
    return counts.reshape(-1, 1), float(depth.max(initial=0)), parents.astype(np.float64).reshape(1, -1), post, Sparse(shown)
