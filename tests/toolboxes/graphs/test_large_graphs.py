"""Flows, components and orders of graphs: what SciPy's and simple searches give."""

import numpy as np
import pytest
from scipy import sparse
from scipy.sparse.csgraph import maximum_flow

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.graphs.flows import greatest_flow

from ...builtins.harness import run


@pytest.mark.parametrize("seed", range(6))
def test_greatest_flows(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(4, 40))
    room = sparse.random(n, n, 0.15, random_state=seed, data_rvs=lambda k: rng.integers(1, 20, k)).astype(np.int32).tocsr()
    total, (sources, targets, flow), reached = greatest_flow(room.astype(float).tocoo(), 0, n - 1)
    assert total == maximum_flow(room, 0, n - 1).flow_value
    used = np.zeros((n, n))
    used[sources, targets] = flow
    assert (used <= room.toarray()).all()
    surplus = used.sum(axis=1) - used.sum(axis=0)
    assert surplus[0] == total == -surplus[n - 1] and not surplus[1:-1].any()
    other = np.setdiff1d(np.arange(n), reached)
    assert room.toarray()[np.ix_(reached, other)].sum() == total  # no more fits through the least cut


def test_room_without_end():
    room = sparse.coo_array(([np.inf, 3.0, 2.0], ([0, 1, 1], [1, 2, 3])), shape=(4, 4))
    total, (sources, targets, flow), _ = greatest_flow(room, 0, 2)
    assert total == 3 and (sources.tolist(), targets.tolist(), flow.tolist()) == ([0, 1], [1, 2], [3, 3])


def test_flows_of_large_graphs_need_no_full_matrix():
    code = "n = 20000; G = digraph([1 1:n-1],[n/2 1+(1:n-1)],[2 5*ones(1,n-1)]); [f,GF,cs,ct] = maxflow(G,1,n);"
    assert run(code + " disp([f numel(cs) numel(ct) ismember(n,ct)])").split()[::3] == ["5", "1"]


def test_components_by_their_first_nodes():
    code = "G = graph([5 2 7],[6 4 3],[],8); [b,s] = conncomp(G); disp(b); disp(s);"
    code += " c = conncomp(G,'OutputForm','cell'); disp(c{2}); disp(numel(c))"
    assert run(code).split() == "1 2 3 2 4 4 3 5".split() + "1 2 2 2 1".split() + ["2", "4", "5"]
    assert run("[b,s] = conncomp(graph([],[],[],60000)); disp([b(end) sum(s)])").split() == ["60000", "60000"]


def test_topological_orders_take_the_smallest_nodes_first():
    assert run("disp(toposort(digraph([6 6 1 2 3],[1 2 3 4 4],[],7)))").split() == "5 6 1 2 3 4 7".split()
    assert run("p = toposort(digraph(50000:-1:2,49999:-1:1)); disp(p([1 end]))").split() == ["50000", "1"]


def test_searches_for_cycles_do_not_go_through_all_paths_in_vain():
    """A lattice has more paths than could ever be gone through, and no cycle."""
    code = (
        "k = reshape(1:900,30,30); a = k(1:29,1:29); s = [a(:);a(:)]; t = [reshape(k(2:30,1:29),[],1);reshape(k(1:29,2:30),[],1)]; "
        "d = digraph(s,t); fprintf('%d ', hascycles(d), numel(allcycles(d)), numedges(transclosure(d))); "
        "e = addedge(d,[898 899],[899 898]); c = allcycles(e); fprintf('%d ', hascycles(e), numel(c), c{1});"
    )
    outcome = Session(provider="host").run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text.split()[:2] == ["0", "0"] and outcome.text.split()[3:] == ["1", "1", "898", "899"]
