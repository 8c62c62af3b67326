"""Graphs in programs."""

import pytest

from runmat_kernel.session import Session


def run(code):
    outcome = Session().run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


ROADS = "G = graph({'A','A','B','C'},{'B','C','C','D'},[4 1 2 7]); "


def test_display():
    assert run("format compact; G = graph([1 1],[2 3])") == (
        "G = \n  graph with properties:\n    Edges: [2×1 table]\n    Nodes: [3×0 table]\n"
    )


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("[p,d,e] = shortestpath(G,'A','D'); fprintf('%s', p{:}); fprintf(' %d', d, e)", "ACD 8 2 4"),
        ("D = distances(G); fprintf('%d ', D(1,:))", "0 3 1 8 "),
        ("disp(G.Edges.EndNodes(1,:))", "    {'A'}    {'B'}\n"),
        ("G = addedge(G,'D','E',1); fprintf('%d %d %s', numnodes(G), numedges(G), G.Nodes.Name{end})", "5 5 E"),
        ("G = rmnode(G,'C'); fprintf('%d', conncomp(G))", "112"),
        ("n = neighbors(G,'C'); fprintf('%s', n{:})", "ABD"),
        ("T = minspantree(G); fprintf('%d ', T.Edges.Weight)", "1 2 7 "),
        ("H = subgraph(G,{'A','B'}); fprintf('%d %d', numnodes(H), H.Edges.Weight)", "2 4"),
        ("fprintf('%d', findnode(G,'C'), findedge(G,'C','A'), degree(G))", "322231"),
        ("plot(G); fprintf('%d', numel(findobj(gca,'Type','text')))", "4"),
        ("H = digraph([0 1;1 0]); fprintf('%d', isdag(H), numedges(H), class(H) == 'd')", "02" + "1000000"),
        ("s = simplify(graph([1 1 2],[2 2 2])); fprintf('%d', numedges(s))", "1"),
    ],
)
def test_programs(code, text):
    assert run(ROADS + code) == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("[T,E] = bfsearch(graph([1 1 2],[2 3 3]),1,'edgetonew'); fprintf('%d ', T, E)", "1 1 2 3 1 2 "),
        ("T = bfsearch(G,'A','edgetonew'); fprintf('%s', T{:})", "AACBCD"),
        ("fprintf('%d', dfsearch(digraph([1 2],[2 3]),1,'finishnode'))", "321"),
        ("fprintf('%d', bfsearch(graph([1 3],[2 4]),3,'Restart',true), dfsearch(graph([1 3],[2 4]),3))", "341234"),
        ("T = dfsearch(digraph([1 2],[2 1]),1,{'startnode','edgetodiscovered'}); fprintf('%d ', T.Node, T.Edge, T.EdgeIndex)",
         "1 NaN NaN 2 NaN 1 NaN 2 "),
        ("T = bfsearch(digraph(1,2),1,'allevents'); fprintf('%s ', string(T.Event))",
         "startnode discovernode edgetonew discovernode finishnode finishnode "),
        ("[T,p] = minspantree(graph([1 2 4],[2 3 5],[3 1 2])); fprintf('%d ', numedges(T), p)", "2 0 1 2 NaN NaN "),
        ("[T,p] = minspantree(graph([1 4],[2 5]),'Type','forest','Root',5); fprintf('%d ', numedges(T), p)", "2 0 1 0 5 0 "),
    ],
)  # fmt: skip
def test_events_of_searches_and_trees_of_components(code, text):
    assert run(ROADS + code) == text


@pytest.mark.parametrize(
    "code",
    [
        "bfsearch(G,'A','bogus')",
        "isisomorphic(G,G,'NodeVariables','x')",
        "conncomp(G,'Typ','weak','Bogus',1)",
        "shortestpath(G,1,2,'Bogus',1)",
    ],
)
def test_options_that_are_not_there_are_refused(code):
    assert Session().run(ROADS + code).error is not None
