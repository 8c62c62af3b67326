"""Graphs in programs."""

import pytest

from runmat_kernel.session import Session

from ...builtins.harness import run

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
        ("h = plot(G); fprintf('%s', h.NodeLabel{:})", "ABCD"),
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


@pytest.mark.parametrize(("code", "text"), [
    ("G.Nodes.S = [4;5;6]; H = rmnode(G,1); fprintf('%d ', H.Nodes.S, H.Edges.L)", "5 6 30 "),
    ("G.Nodes.S = [4;5;6]; H = reordernodes(G,[3 2 1]); fprintf('%d ', H.Nodes.S, H.Edges.L)", "6 5 4 30 20 10 "),
    ("H = rmedge(G,1,3); fprintf('%d ', H.Edges.L)", "10 30 "),
    ("H = addedge(G,1,4); fprintf('%d ', H.Edges.L, width(H.Edges))", "10 20 0 30 2 "),
    ("H = addedge(G,table([3 4],9,'VariableNames',{'EndNodes','L'})); fprintf('%d ', H.Edges.L, width(H.Edges))", "10 20 30 9 2 "),
    ("T = minspantree(G); fprintf('%d ', T.Edges.L)", "10 20 "),
    ("D = digraph([3 1],[1 2]); D.Edges.K = [1;2]; F = flipedge(D); fprintf('%d ', F.Edges.K)", "2 1 "),
    ("H = addnode(graph(table([1 2],'VariableNames',{'EndNodes'}),table({'a';'b'},[7;8],'VariableNames',{'Name','W'})),"
     "table({'c'},9,'VariableNames',{'Name','W'})); fprintf('%d ', H.Nodes.W)", "7 8 9 "),
    ("H = G; fprintf('%d', isequal(G,H)); H.Edges.L(2) = 0; fprintf('%d', isequal(G,H))", "10"),
])  # fmt: skip
def test_what_else_is_said_of_nodes_and_edges_stays_with_them(code, text):
    assert run("G = graph([1 1 2],[2 3 3]); G.Edges.L = [10;20;30]; " + code) == text


TREE = "G = graph([1 1 2 3 3],[2 3 3 4 5],[0.1 0.3 0.1 0.7 0.2]); "


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("[T,d,e] = shortestpathtree(G,1); fprintf('%g ', T.Edges.Weight, d, e)", "0.1 0.1 0.7 0.2 0 0.1 0.2 0.9 0.4 1 0 1 1 1 "),
        ("T = shortestpathtree(G,1,[4 5],'OutputForm','cell'); fprintf('%d ', T{:})", "1 2 3 4 1 2 3 5 "),
        ("fprintf('%d ', shortestpathtree(G,1,'OutputForm','vector'))", "0 1 2 3 3 "),
        ("fprintf('%d ', shortestpathtree(G,[1 2],5,'OutputForm','vector'))", "2 3 5 NaN 0 "),
        ("T = shortestpathtree(G,[1 4],3); fprintf('%d ', T.Edges.EndNodes')", "1 2 2 3 4 3 "),
        ("T = shortestpathtree(G,'all',5); fprintf('%d ', T.Edges.EndNodes')", "1 2 2 3 3 5 4 3 "),
        ("D = digraph([1 2 3],[2 3 4]); T = shortestpathtree(D,'all',3); fprintf('%d ', T.Edges.EndNodes')", "1 2 2 3 "),
    ],
)
def test_trees_of_shortest_paths(code, text):
    assert run(TREE + code) == text


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("centrality(U,'closeness')", "0.2500 0.2500 0.3333 0.2000 "),  # one over the sum of distances
        ("centrality(graph([1 2 4],[2 3 5],[],6),'closeness')", "0.0533 0.0800 0.0533 0.0400 0.0400 0.0000 "),
        ("centrality(U,'degree','Importance',[1 2 3 4])", "3.0000 4.0000 9.0000 4.0000 "),
        ("centrality(U,'betweenness','Cost',[1 5 1 1])", "0.0000 2.0000 2.0000 0.0000 "),
        ("centrality(digraph([1 1 3],[2 3 2]),'hubs')", "0.6180 0.0000 0.3820 "),
        ("centrality(digraph([1 1 3],[2 3 2]),'authorities')", "0.0000 0.6180 0.3820 "),
        ("centrality(graph([1 2],[2 3],[],4),'eigenvector')", "0.2197 0.3107 0.2197 0.2500 "),
        ("centrality(digraph([1 1 2 3],[2 3 1 1]),'pagerank','Importance',[3 1 1 1])", "0.4865 0.3601 0.1534 "),
    ],
)
def test_centralities(code, text):
    assert run(f"U = graph([1 1 2 3],[2 3 3 4]); fprintf('%.4f ', {code})") == text
