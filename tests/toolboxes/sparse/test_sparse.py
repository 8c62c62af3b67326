"""Sparse matrices as programs use them: arithmetic stays sparse where MATLAB's does, indexing, assignment, solving."""

import re

import numpy as np
import pytest

from runmat_kernel.session import Session


@pytest.fixture
def session():
    return Session(provider="host")


def value(session, code):
    outcome = session.run(f"x__ = {code};")
    assert outcome.error is None, str(outcome.error)
    return session.workspace_values["x__"]


@pytest.mark.parametrize(
    ("code", "sparse"),
    [
        ("S + S", True),
        ("S * 2", True),
        ("S + 1", False),
        ("S * ones(3,1)", False),
        ("S * S", True),
        ("S .* ones(3)", True),
        ("S'", True),
        ("S(2,:)", True),
        ("sum(S)", True),
        ("sin(S) + ones(3)", False),
        ("[S; S]", True),
        ("S > 1", True),
    ],
)
def test_kind_of_results(session, code, sparse):
    session.run("S = sparse([1 2 3 1], [1 2 3 3], [4 5 6 1]);")
    assert value(session, f"issparse({code})") is sparse
    session.run("S = full(S);")
    dense = np.asarray(value(session, code))
    session.run("S = sparse(S);")
    assert np.array_equal(np.asarray(value(session, f"full({code})")), dense)


def test_assignment_and_masks(session):
    session.run("S = sparse(3, 3); S(2, 3) = 7; S(1, :) = [1 0 2]; A = full(S); B = A(S > 1);")
    assert np.array_equal(np.asarray(session.workspace_values["A"]), [[1, 0, 2], [0, 0, 7], [0, 0, 0]])
    assert np.asarray(session.workspace_values["B"]).ravel().tolist() == [2, 7]


def test_solving_agrees_with_full(session):
    session.run("n = 20; e = ones(n,1); S = spdiags([-e 4*e -e], -1:1, n, n); b = (1:n)'; r = norm(S\\b - full(S)\\b);")
    assert session.workspace_values["r"] < 1e-12


_SETUP = (
    "A = sparse([1 -2 0;0 2 0;0 0 0;3 4 0]); B = sparse([0 1 0;0 2 1;0 0 0;-1 4 2]); L = A > 1; v = sparse([0 3 -1]); F = magic(4);"
    " F = F(:,1:3); N = A; N(2,1) = NaN; Z = sparse(2,3);"
)
_STORED = """A>0 A<0 A>=0 A<=0 A==0 A~=0 A>1 A<-1 A==2 0<A 1>A A&B A|B xor(A,B) A>B A<B A>=B A<=B A==B A~=B A&1 A|0 A|1 A>F A&F L&A
A>NaN max(A) max(A,[],2) max(A,[],'all') min(A) min(A,[],2) min(A,[],'all') max(A,0) min(A,0) max(0,A) max(A,1) max(A,-1) max(A,B) min(A,B)
max(L) max(L,L) sum(A) sum(A,2) sum(A,'all') sum(A,3) mean(A) mean(A,2) mean(A,'all') any(A) any(A,2) any(A,'all') all(A) all(A,2)
any(L) sum(L)
prod(A) cumsum(A) max(v) max(v') sum(v) sort(A) sort(A,2,'descend') sortrows(A,-1)
N>0 N~=N max(N) min(N,[],2) sum(N) mean(N) any(Z) all(Z) max(Z) min(Z,[],2) Z<1 Z>-1""".split()


@pytest.mark.parametrize("code", _STORED)
def test_what_looks_at_stored_elements_agrees_with_full(session, code):
    full = re.sub(r"(?<![A-Za-z'])([ABLFNZv])(?![A-Za-z'])", r"full(\1)", code)
    session.run(_SETUP)
    outcome = session.run(f"x = {code}; y = {full}; fprintf('%d', issparse(x), isequaln(full(x), y), strcmp(class(x), class(y)))")
    assert outcome.error is None and outcome.text == "111", outcome.error


def test_large_matrices_are_never_made_full(session):
    outcome = session.run(
        "S = speye(200000); S(3,4) = 7; fprintf('%g ', max(max(S)), min(min(S)), nnz(S > 0), nnz(S & S), nnz(S | 0), sum(S,'all'), "
        "nnz(any(S)), nnz(S ~= S), nnz(S == 7), nnz(max(S, 0)))"
    )
    assert outcome.text == "7 0 200001 200001 200001 200007 200000 0 1 200001 "


def test_functions_of_two_arrays_are_sparse_where_both_are(session):
    outcome = session.run(
        "s = sparse([1 0 2]); f = [issparse(atan2(1, s)), issparse(hypot(s, 3)),"
        " issparse(atan2(s, s)), issparse(hypot(s, s)), issparse(mod(s, 2))];"
    )
    assert outcome.error is None
    assert session.workspace_values["f"].array.ravel().tolist() == [False, False, True, True, True]


@pytest.mark.parametrize("places", ["[1 3 3 7]", "1:7", "[7 2]", "mod((1:90)*11,7)+1", "logical([1 0 0 1 0 0 1])", "':'"])
@pytest.mark.parametrize("value", ["5", "0", "round(3*sin(reshape(1:numel(A(p,q)),size(A(p,q)))))", "2i"])
def test_parts_of_sparse_matrices_are_replaced_as_those_of_full_ones(places, value):
    code = (
        f"A = round(2*cos((1:7)'*(1:9))); S = sparse(A); p = {places}; q = [9 1 4 4]; A(p,q) = {value}; S(p,q) = A(p,q);"
        "A(2,12) = 3; S(2,12) = 3; [i,j,v] = find(S); [k,l,w] = find(A);"
        "fprintf('%d', isequal(full(S),A), isequal(i,k), isequal(j,l), isequal(v,w), isequal(full(S(p,q)),A(p,q)), nnz(S) == nnz(A))"
    )
    outcome = Session(provider="host").run(code)
    assert outcome.error is None
    assert outcome.text == "111111"


@pytest.mark.parametrize("diagonals", ["0", "-1:1", "[0 1]", "-3:0", "-2:3"])
@pytest.mark.parametrize("factor", ["1", "1i"])
def test_banded_systems_have_the_solution_of_full_ones(session, diagonals, factor):
    made = f"d = {diagonals}; S = spdiags({factor}*cos((1:40)'*(1:numel(d))) + 5*(d == 0), d, 40, 40); b = sin((1:40)'*[1 2]);"
    close = "norm(S\\b - full(S)\\b) < 1e-12 * norm(full(S)\\b)"
    outcome = session.run(f"{made} fprintf('%d%d', {close}, norm(S*(S\\b(:,1)) - b(:,1)) < 1e-12)")
    assert outcome.error is None
    assert outcome.text == "11"


@pytest.mark.parametrize(
    "code",
    "S.*v  v'.*S  S./(v+1)  bsxfun(@times,S,v)  fliplr(S)  flip(S)  circshift(S,[1,-2])  rot90(S)  repmat(S,1,2)  blkdiag(S,S)".split(),
)
def test_large_sparse_matrices_are_never_made_full(session, code):
    made = "n = 200000; v = (1:n)'; S = spdiags([v -v v], [-2 0 1], n, n);"
    outcome = session.run(f"{made} R = {code}; fprintf('%d', issparse(R))")
    assert outcome.error is None
    assert outcome.text == "1"
    asked = "issymmetric(S), issymmetric(S + S'), istriu(S), istril(triu(S)'), isdiag(S), isbanded(S,2,1), isbanded(S,1,1)"
    assert session.run(f"fprintf('%d', {asked})").text == "0101010"


def test_cholesky_factors_of_large_matrices_stay_sparse(session):
    made = "n = 150; e = ones(n,1); T = spdiags([-e 2*e -e],-1:1,n,n); A = kron(speye(n),T) + kron(T,speye(n)); B = A - 5*speye(n^2);"
    code = (
        "[R,f,p] = chol(A,'vector'); fprintf('%d', f, istriu(R), norm(R'*R - A(p,p),1) < 1e-12); L = chol(A(1:400,1:400),'lower');"
        "fprintf('%d', norm(full(L - chol(full(A(1:400,1:400)))')) < 1e-12);"
        "try, chol(B), catch e, fprintf(e.identifier), end"
    )
    outcome = session.run(made + code)
    assert outcome.error is None
    assert outcome.text == "0111MATLAB:posdef"


@pytest.mark.parametrize("name", ["zeros(2", "ones(2,3", "eye(3", "nan(2", "Inf(2", "true(2", "rand(2", "randi(4,2", "cast([1 0]"])
def test_what_is_made_like_a_sparse_matrix_is_sparse(session, name):
    prototype = "sparse(true)" if name.startswith("true") else "S"
    assert session.run(f"S = sparse([1 0 2]); fprintf('%d', issparse({name},'like',{prototype})))").text == "1"


def test_a_sparse_size_makes_a_full_array(session):
    assert session.run("fprintf('%d', issparse(zeros(sparse(3))), size(ones(sparse(2), 'like', single(1))))").text == "022"


@pytest.mark.parametrize(
    ("code", "full"),
    [
        ("sum([1 2;3 4],n)", "sum([1 2;3 4],1)"), ("circshift(1:3,n)", "[3 1 2]"), ("diag([5 6],n)", "diag([5 6],1)"),
        ("repmat(7,n,3)", "[7 7 7]"), ("reshape(1:4,n,[])", "1:4"), ("triu(magic(3),n)", "triu(magic(3),1)"),
        ("sort([2 1;1 2],n)", "[1 1;2 2]"), ("cat(n,1:2,3:4)", "[1 2;3 4]"), ("isbanded([1 2;0 1],0,n)", "true"),
        ("find([1 1],n)", "1"), ("norm([3 4],n)", "7"), ("rot90([1 2],n)", "[2;1]"),
        ("flip([1 2;3 4],n)", "[3 4;1 2]"),
    ],
)  # fmt: skip
def test_a_sparse_count_or_dimension_is_but_a_number(session, code, full):
    """Totals of sparse matrices are sparse, and programs go on to count with them."""
    assert session.run(f"n = sum(sparse([1 0])); r = {code}; fprintf('%d', issparse(r), isequal(r, {full}))").text == "01"


def test_diagonals_of_logical_sparse_vectors(session):
    code = "s = diag(sparse([true; false]), -1); same = islogical(s) && issparse(s) && isequal(full(s), logical([0 0 0; 1 0 0; 0 0 0]))"
    outcome = session.run(code + " && isequal(diag(sparse(true)), true) && isempty(diag(sparse(0, 1)))")
    assert outcome.error is None and "1" in session.run("same").text


def test_block_triangular_form_of_many_patterns(session):
    outcome = session.run("""
        rng(1); wrong = 0;
        for t = 1:60
            m = randi(9); n = randi(9); A = sparse(rand(m, n) < 0.25);
            [p, q, r, s, cc, rr] = dmperm(A); B = A(p, q);
            wrong = wrong + ~(isequal(sort(p), 1:m) && isequal(sort(q), 1:n) && r(end) == m + 1 && s(end) == n + 1);
            for k = 1:numel(r) - 1, wrong = wrong + any(any(B(r(k + 1):end, s(k):s(k + 1) - 1))); end
            wrong = wrong + any(diag(B(rr(2):rr(3) - 1, cc(3):cc(4) - 1)) == 0) + (nnz(dmperm(A)) ~= sprank(A));
        end
        fprintf('%d', wrong)
    """)
    assert (outcome.error, outcome.text) == (None, "0")


def test_tall_sparse_systems_stay_sparse(session):
    outcome = session.run("""
        rng(3); n = 60; A = sprand(150, n, 0.1) + [speye(n); sparse(90, n)]; b = rand(150, 2);
        near = norm(A \\ b - pinv(full(A)) * b) < 1e-12 && issparse(A \\ sparse(b));
        Z = A + 1i * A; near = near && norm(Z \\ b - full(Z) \\ b) < 1e-12;
        lastwarn(''); A(:, 3) = A(:, 4); x = A \\ b; [~, id] = lastwarn; rank_said = strcmp(id, 'MATLAB:rankDeficientMatrix');
        k = 150; D = spdiags([-ones(k, 1) ones(k, 1)], [0 1], k - 1, k);  % full it would take 8 GB
        G = [kron(speye(k), D); kron(D, speye(k)); sparse(1, 1, 1, 1, k * k)];
        x = (1:k * k)'; back = norm(G \\ (G * x) - x) < 1e-8 * norm(x);
        fprintf('%d', near, rank_said, back)
    """)
    assert outcome.error is None and outcome.text.endswith("111")


def test_nan_is_nothing_that_any_elements_are(session):
    assert (
        session.run("S = sparse([0 NaN 1; NaN 0 0]); fprintf('%d', full(any(S)), any(S, 'all'), full(any(S, 2)), full(all(S)))").text
        == "001110000"
    )


@pytest.mark.parametrize(
    "code", ["cell(n)", "cell(n, 3)", "cellfun(@(x) sum(x(:)), {sparse([1 2]), 3})", "arrayfun(@(x) x^2, sparse([1 2 3]))"]
)
def test_sparse_sizes_and_sparse_results(session, code):
    full = code.replace("sparse", "")
    assert session.run(f"n = sum(sparse([1 1])); r = {code}; n = 2; fprintf('%d', isequal(r, {full}), issparse(r))").text == "10"


def test_matrices_do_not_become_pages(session):
    assert session.run("cat(3, sparse(1), 2)").error.identifier == "MATLAB:sparsefcn:nd"


@pytest.mark.parametrize("matrix", ["sparse([1 2; 2 4])", "sparse(2, 2)", "sparse([1 0 0; 0 0 0; 0 1 1])", "sparse([1 0 3; 2 0 1])"])
def test_lu_of_singular_and_rectangular_matrices_with_ordered_columns(session, matrix):
    """Four and five results: factors of any matrix, as programs ask before they look whether it is singular."""
    code = (
        f"A = {matrix}; [L, U, P, Q] = lu(A); [L2, U2, p, q] = lu(A, 'vector'); [L3, U3, P3, Q3, R] = lu(A);"
        "fprintf('%d', norm(full(L*U - P*A*Q)) < 1e-14, norm(full(L2*U2 - A(p, q))) < 1e-14, norm(full(L3*U3 - P3*(R\\A)*Q3)) < 1e-14,"
        "issparse(L) && issparse(U) && issparse(Q), isequal(triu(U), U), size(p, 1), size(q, 1))"
    )
    outcome = session.run(code)
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "1111111"


@pytest.mark.parametrize(
    "code",
    [
        "subsref(S, substruct('()', {1, ':'}))",
        "subsasgn(S, substruct('()', {1, 1}), 4)",
        "getfield(subsasgn(struct('a', 1), substruct('.', 'a'), S), 'a')",
        "subsref(containers.Map('a', S), substruct('()', {'a'}))",
        "getfield(odeset('Mass', S), 'Mass')",
        "getfield(optimset('HessPattern', S), 'HessPattern')",
        "getappdata(0, 'kept')",
        "given",
    ],
)
def test_what_stores_a_sparse_matrix_keeps_it_so(session, code):
    outcome = session.run(f"S = speye(2); setappdata(0, 'kept', S); assignin('base', 'given', S); R = {code}; fprintf('%d', issparse(R))")
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "1"


def test_lu_of_large_matrices_stays_sparse(session):
    """Two and three results were those of the full matrix, which takes n^3 operations and n^2 elements."""
    made = "n = 3000; k = (1:n)'; A = spdiags([k - 2*n, 3 + mod(k, 7), n - k], [-1 0 1], n, n) + sparse(mod(7*k, n) + 1, k, 2.5, n, n);"
    code = (
        "[L, U, P] = lu(A); [L2, U2] = lu(A); [L3, U3, p] = lu(A, 'vector'); Y = lu(A);"
        "fprintf('%d', norm(L*U - P*A, 1) < 1e-9, norm(L2*U2 - A, 1) < 1e-9, norm(L3*U3 - A(p, :), 1) < 1e-9, istriu(U), istril(L),"
        "max(abs(nonzeros(L))) <= 1, norm(Y - (L + U - speye(n)), 1) == 0, issparse(P), nnz(L) < n^2/4)"
    )
    outcome = session.run(made + code)
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "111111111"


@pytest.mark.parametrize(
    "code",
    [
        "[i, j, v] = find(A, 3); R = [i j v];",
        "[i, j, v] = find(A, 2, 'last'); R = [i j v];",
        "R = find(A, 100);",
        "R = find(A(2, :), 1);",
        "R = permute(A, [2 1]);",
        "R = permute(A, [1 2]);",
        "R = diff(A);",
        "R = diff(A, 2, 2);",
        "R = diff(A(2, :));",
        "R = diff(A, 9);",
        "R = dot(A, 2*A + B);",
        "R = dot(C, A, 2);",
        "R = [isreal(A) isreal(C) isnumeric(A) isfloat(A) islogical(A) islogical(A > 1) isnumeric(A > 1)];",
        "R = adjacency(graph(A + A')); R = R + 0;",
        "R = table2array(graph(A + A', 'omitselfloops').Edges);",
        "R = table2array(digraph(A).Edges);",
        "R = table2array(graph(A, 'upper').Edges);",
    ],
)
def test_stored_elements_give_what_full_matrices_give(session, code):
    made = "A = sparse([1 0 2 0; 0 -3 0 1; 4 0 5 0; 0 1 0 0]); B = A'; C = A + 1i*B; "
    full = "A = full(A); B = full(B); C = full(C); "
    outcome = session.run(f"{made}{code} S = R; {full}{code} fprintf('%d', isequal(full(S), full(R)))")
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "1"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("[i, j] = find(A, 1); fprintf('%d ', i, j)", "100001 1 "),
        ("B = diff(A); fprintf('%d ', nnz(B), size(B))", "599998 299999 300000 "),
        ("B = permute(A, [2 1]); fprintf('%d', isequal(B, A'))", "1"),
        ("G = graph(A + A'); fprintf('%d ', numnodes(G), numedges(G))", "300000 300000 "),
        ("B = accumarray([1 1; n n; 1 1], [1 2 5], [n n], [], 0, true); fprintf('%d ', full(B(1, 1)), full(B(n, n)), nnz(B))", "6 2 2 "),
        ("B = accumarray([1 1; n n; 1 1], [1 2 5], [n n], @max, 0, true); fprintf('%d ', full(B(1, 1)), nnz(B))", "5 2 "),
        ("fprintf('%d', isreal(A), isfloat(A), isnumeric(A), full(sum(dot(A, A))) == n)", "1111"),
    ],
)
def test_larger_than_any_full_matrix(session, code, text):
    outcome = session.run(f"n = 300000; A = sparse(mod((1:n) + n/3 - 1, n) + 1, 1:n, 1, n, n); {code}")
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == text


@pytest.mark.parametrize(
    ("code", "printed"),
    [
        # By the reciprocal of the number the last bit was another one.
        ("x = (1:200) .* 0.7; fprintf('%d', isequal(full(sparse(x)/49), x/49), isequal(full(sparse(x)./-0.3), x./-0.3))", "11"),
        ("fprintf('%d', all(isnan(full(sparse([1 0])/NaN))))", "1"),
        # Whether zeros were multiplied by Inf depended on how many there were.
        ("x = full(kron(sparse([Inf 2]), sparse([1 0]))); fprintf('%g ', x)", "Inf 0 2 0 "),
        ("fprintf('%s ', class(kron(sparse(true), sparse([true false]))), class(sparse([true false; true true])^2))", "double double "),
        ("A = sparse([true true; true true]); fprintf('%g ', full(A^2))", "2 2 2 2 "),
        ("A = spdiags([1 2 3; 4 5 6; 7 8 9], -1:1, 3, 3); fprintf('%g ', size(A \\ zeros(3, 0)), full(A) * (A \\ [1;2;3]))", "3 0 1 2 3 "),
        ("A = sparse([4 0 1; 0 NaN 0]); A(1, 1) = 0; A(2, 2) = 7; A(1, 2) = -2; A(2, 1) = 0; "
         "fprintf('%g ', full(A), nnz(A))", "0 0 -2 7 1 0 3 "),
    ],
)  # fmt: skip
def test_results_are_those_of_the_elements(session, code, printed):
    outcome = session.run(code)
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == printed


def test_factors_of_ldl_are_sparse(session):
    code = (
        "A = sparse([4 1 0; 1 3 2; 0 2 -5]); [L, D, P, S] = ldl(A); [U, E, p] = ldl(A, 'upper', 'vector');"
        "fprintf('%d', issparse(L), issparse(D), issparse(P), issparse(S), issparse(p),"
        "norm(full(P'*S*A*S*P - L*D*L')) < 1e-14, norm(full(A(p, p) - U'*E*U)) < 1e-14)"
    )
    outcome = session.run(code)
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "1111011"


def test_qr_of_two_matrices_with_the_order_of_columns(session):
    code = (
        "A = sparse([4 1; 1 3; 0 2]); b = sparse([1; 2; 3]); [C, R, p] = qr(A, b, 0); x(p, 1) = R\\C; [D, T, P] = qr(A, b);"
        "fprintf('%d', issparse(p), isequal(size(p), [1 2]), issparse(P), issparse(C),"
        "norm(full(x - A\\b)) < 1e-14, norm(full(P*(T\\D) - A\\b)) < 1e-14)"
    )
    outcome = session.run(code)
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "011111"


def test_methods_of_objects_come_before_those_of_sparse_matrices(session, tmp_path, monkeypatch):
    (tmp_path / "Solver.m").write_text(
        "classdef Solver\nmethods\nfunction r = mtimes(a, b), r = 7; end\nfunction r = mrdivide(a, b), r = 8; end\n"
        "function r = plus(a, b), r = 9; end\nfunction r = horzcat(varargin), r = 6; end\n"
        "end\nend\n"
    )
    monkeypatch.chdir(tmp_path)
    outcome = session.run("F = Solver; S = speye(2); fprintf('%d', S*F, S/F, S+F, F*S, [S F])")
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "78976"


def test_the_1_norm_of_an_operator_is_that_of_what_it_does(session, tmp_path, monkeypatch):
    (tmp_path / "Doubler.m").write_text(
        "classdef Doubler\nmethods\nfunction r = mtimes(a, b), r = 2*b([2 1], :).*[1; 3]; end\n"
        "function r = size(a, k), r = 2; end\nend\nend\n"
    )
    monkeypatch.chdir(tmp_path)
    outcome = session.run("fprintf('%d', normest1(Doubler), normest1(sparse([1 -7; 2 3])))")
    assert outcome.error is None, str(outcome.error)
    assert outcome.text == "610"


@pytest.mark.parametrize("code", [
    "dmperm(S)", "symbfact(S)", "expmv(S, b)", "sprand(S)", "sprandn(S)", "sprandsym(S)", "sprandsym(3e5, 1e-5)", "bicgstabl(S, b)",
    "symmlq(S, b)",
])  # fmt: skip
def test_matrices_that_have_no_room_when_full_stay_sparse(session, code):
    session.run("S = speye(300000); b = ones(300000, 1);")
    outcome = session.run(f"x = {code};")
    assert outcome.error is None, str(outcome.error)


@pytest.mark.parametrize(
    ("deletion", "rest"),
    [
        ("S([])", "S"),
        ("S(false(3))", "S"),
        ("S([], :)", "S"),
        ("S(1, [])", "S"),
        ("S([], [])", "S"),
        ("S(:)", "zeros(0, 0)"),
        ("S(:, :)", "zeros(0, 3)"),
        ("S([2 5])", "[8 4 1 9 6 7 2]"),
        ("S(1:3, 2)", "[8 6; 3 7; 4 2]"),
    ],
)
def test_deletions_are_those_of_full_matrices(session, deletion, rest):
    session.run(f"S = sparse(magic(3)); R = {rest}; {deletion} = [];")
    assert session.run("fprintf('%d', issparse(S), isequal(S, R), isequal(size(S), size(R)))").text == "111"


def test_columns_stay_columns_and_single_elements_stay(session):
    outcome = session.run("c = sparse([1; 0; 3]); c(2) = []; fprintf('%d', size(c)); S = sparse(magic(3)); S(1, 2) = [];")
    assert outcome.text == "21" and outcome.error.identifier == "MATLAB:subsdeldimmismatch"


@pytest.mark.parametrize(("sums", "dimension"), [("row", 2), ("col", 1)])
@pytest.mark.parametrize("kind", ["crout", "ilutp"])
def test_modified_factors_keep_sums_when_elements_are_dropped(session, sums, dimension, kind):
    options = f"struct('type', '{kind}', 'milu', '{sums}', 'droptol', .1)"
    code = f"A = gallery('poisson', 5) + sparse(1:24, 2:25, .3, 25, 25); [L, U, P] = ilu(A, {options}); "
    code += "B = P*A; " if sums == "col" else "B = A*P; "
    assert session.run(code + f"fprintf('%d', norm(full(sum(B - L*U, {dimension}))) < 1e-12, norm(full(B - L*U)) > 1e-3)").text == "11"
