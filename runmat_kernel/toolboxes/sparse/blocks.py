"""Block triangular form of matrices by their nonzeros alone: matchings of rows and columns, and what follows from them."""

from __future__ import annotations

import heapq
from typing import Any

import numpy as np

from ...builtins.spec import Example, Fact, builtin
from ...values.sparse.matrix import as_sparse


def _matched_rows(matrix: Any) -> np.ndarray:
    """The row that a largest matching gives each column, -1 for columns without one."""
    from scipy.sparse import csr_matrix
    from scipy.sparse.csgraph import maximum_bipartite_matching

    if 0 in matrix.shape:
        return np.full(matrix.shape[1], -1)
    return np.asarray(maximum_bipartite_matching(csr_matrix(matrix), perm_type="row"))


def _reached(pattern: Any, starts: np.ndarray, partner: np.ndarray) -> tuple[list[int], list[int]]:
    """From columns without a partner along alternating paths: the rows that are met, and their partners."""
    rows: dict[int, None] = {}
    waiting = list(starts)
    while waiting:
        column = waiting.pop()
        for row in pattern.indices[pattern.indptr[column] : pattern.indptr[column + 1]].tolist():
            if row not in rows:
                rows[row] = None
                waiting.append(int(partner[row]))
    rows_reached = sorted(rows)
    return rows_reached, [int(partner[row]) for row in rows_reached]


def _blocks(pattern: Any, rows: list[int], columns: list[int]) -> list[list[int]]:
    """Places of matched pairs in strongly connected groups, such that no group has a nonzero in the columns of an earlier one."""
    from scipy.sparse.csgraph import connected_components

    if not rows:
        return []
    links = pattern.tocsr()[rows].tocsc()[:, columns].tocsr()
    count, labels = connected_components(links, True, "strong")
    groups: list[list[int]] = [[] for _ in range(count)]
    for place, label in enumerate(labels.tolist()):
        groups[label].append(place)
    first, second = links.nonzero()
    edges = {(a, b) for a, b in zip(labels[first].tolist(), labels[second].tolist(), strict=True) if a != b}
    after: dict[int, list[int]] = {}
    before = [0] * count
    for a, b in edges:
        after.setdefault(a, []).append(b)
        before[b] += 1
    ready = [(groups[k][0], k) for k in range(count) if not before[k]]
    heapq.heapify(ready)
    ordered = []
    while ready:
        _, k = heapq.heappop(ready)
        ordered.append(groups[k])
        for b in after.get(k, ()):
            before[b] -= 1
            if not before[b]:
                heapq.heappush(ready, (groups[b][0], b))
    return ordered


def _numbers(places: list[int], more: float = 1.0) -> np.ndarray:
    return np.array(places, np.float64).reshape(1, -1) + more


@builtin(
    "dmperm",
    "p = dmperm(A)",
    "[p, q, r, s, cc, rr] = dmperm(A)",
    summary="Dulmage-Mendelsohn decomposition: the row matched to each column, or orders that make A(p,q) block upper triangular.",
    examples=(
        Example("dmperm(sparse([0 1;2 0]))", "[2 1]"),
        Example("dmperm([1 1;0 0])", "[1 0]"),
        Example("A = [4 3 1 0;0 1 0 0;1 1 0 0;0 1 0 1]; [p,q,r,s] = dmperm(A); isequal(r,s,1:5) && istriu(A(p,q))", "true"),
        Example("[p,q,r,s,cc,rr] = dmperm([1 1;0 0]); {cc,rr,r,s}", "{[1 2 3 3 3],[1 2 2 2 3],[1 2 3],[1 3 3]}"),
    ),
    see_also=("sprank",),
    facts=Fact.SPARSE,
)
def dmperm(call: Any, a: Any) -> Any:
    from scipy.sparse import csc_matrix

    matrix = as_sparse(a).matrix.copy()
    matrix.eliminate_zeros()
    pattern = csc_matrix((np.ones(matrix.nnz), matrix.indices, matrix.indptr), shape=matrix.shape)
    row_of = _matched_rows(pattern)
    if call.nargout < 2:
        return _numbers(row_of.tolist())
    m, n = pattern.shape
    column_of = np.full(m, -1)
    column_of[row_of[row_of >= 0]] = np.flatnonzero(row_of >= 0)
    free_columns, free_rows = np.flatnonzero(row_of < 0), np.flatnonzero(column_of < 0)
    wide_rows, wide_columns = _reached(pattern, free_columns, column_of)
    tall_columns, tall_rows = _reached(pattern.T.tocsc(), free_rows, row_of)
    taken = {*wide_columns, *tall_columns, *free_columns.tolist()}
    columns = [j for j in range(n) if j not in taken]
    rows = [int(row_of[j]) for j in columns]
    blocks = _blocks(pattern, rows, columns)
    order = [place for block in blocks for place in block]
    p = wide_rows + [rows[k] for k in order] + tall_rows + free_rows.tolist()
    q = free_columns.tolist() + wide_columns + [columns[k] for k in order] + tall_columns
    cc = np.cumsum([0, len(free_columns), len(wide_columns), len(columns), len(tall_columns)])
    rr = np.cumsum([0, len(wide_rows), len(rows), len(tall_rows), len(free_rows)])
    starts = np.cumsum([0, *map(len, blocks)]).tolist()[:-1]
    first = [0] if cc[2] else []
    r, s = first + [int(rr[1]) + k for k in starts], first + [int(cc[2]) + k for k in starts]
    if rr[2] < m:
        r.append(int(rr[2]))
        s.append(int(cc[3]))
    return _numbers(p), _numbers(q), _numbers([*r, m]), _numbers([*s, n]), _numbers(cc.tolist()), _numbers(rr.tolist())
