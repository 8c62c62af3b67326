"""Iterative solvers: when they end, with which flag, and what they print."""

import pytest

from runmat_kernel.session import execute

POISSON = "A = gallery('poisson', 10); b = A*ones(100, 1);"


@pytest.mark.parametrize("name", ["pcg", "bicg", "bicgstab", "cgs", "qmr", "tfqmr", "minres"])
@pytest.mark.parametrize("preconditioner", ["", ", [], []", ", L, U"])
def test_solutions(name, preconditioner):
    if name == "minres" and "L" in preconditioner:
        preconditioner = ", diag(diag(A)), []"
    code = f"{POISSON} [L, U] = ilu(A); [x, flag, relres] = {name}(A, b, 1e-8, 60{preconditioner});"
    assert execute(code + "fprintf('%d', flag, norm(A*x-b)/norm(b) < 1e-7)") == "01"


def test_gmres_counts_outer_and_inner_steps():
    code = "A = hilb(20); b = A*ones(20,1); [x, flag, relres, iter, resvec] = gmres(A, b, 5, 1e-14);"
    assert execute(code + "fprintf('%d ', flag, iter, numel(resvec))") == "1 4 5 21 "
    assert execute("A = hilb(100); [x, flag, ~, iter] = gmres(A, sum(A,2), [], 1e-14); fprintf('%d ', flag, iter)") == "1 1 10 "
    code = "A = magic(4)+9*eye(4); M = diag(1:4); b = [1;2;3;4]; [x,~,r] = gmres(A, b, [], [], 2, M);"
    assert execute(code + "fprintf('%d', abs(r - norm(M\\(b-A*x))/norm(M\\b)) < 1e-15)") == "1"


def test_breakdowns_are_flags():
    assert execute("A = -diag(1:10); [x, flag] = pcg(A, sum(A,2)); fprintf('%d %d', flag, any(x))") == "4 0"
    assert execute("[x, flag] = bicg(ones(5), (1:5)'); fprintf('%d', flag)") == "4"


def test_what_solvers_print_when_nobody_asks_for_the_flag():
    assert execute(POISSON + "x = pcg(A, b, 1e-6, 5);").splitlines() == [
        "pcg stopped at iteration 5 without converging to the desired tolerance 1e-06",
        "because the maximum number of iterations was reached.",
        "The iterate returned (number 5) has relative residual 0.24.",
    ]
    text = execute(POISSON + "x = gmres(A, b, 10, 1e-8, 20);")
    assert text.startswith("gmres(10) converged at outer iteration 5 (inner iteration 2) to a solution")
    text = execute("x = pcg(eye(2), [0;0]);")
    assert text == "The right hand side vector is all zero so pcg returned an all zero solution without iterating.\n"
    assert execute("x = pcg(eye(2), [1;1], [], [], [], [], [1;1]);").endswith("so pcg returned it without iterating.\n")


def test_two_steps_of_least_residuals_solve_what_has_complex_eigenvalues():
    code = (
        "n = 60; A = spdiags([-ones(n,1) 2*ones(n,1) 3*ones(n,1)], [-1 0 1], n, n); b = A * ones(n, 1);"
        "[x,f,r,it,h] = bicgstabl(A, b, 1e-9, 100); fprintf('%d %d %d %d', f, norm(x - 1) < 1e-6, mod(4*it, 1) == 0, numel(h) > 4 * it);"
    )
    assert execute(code).split() == ["0", "1", "1", "1"]


@pytest.mark.parametrize("preconditioner", ["[]", "spdiags(diag(A), 0, n, n)"])
def test_minres_goes_on_to_the_tolerance(preconditioner):
    code = "A = delsq(numgrid('L', 16)); n = size(A, 1); d = 10.^((1:n)'/n); A = d.*A.*d' - speye(n); b = ones(n, 1); "
    code += f"[x, flag, rr, k, rv] = minres(A, b, 1e-9, 4000, abs({preconditioner})); "
    assert execute(code + "fprintf('%d', flag, norm(b - A*x) <= 1e-9*norm(b), numel(rv) == k + 1, rv(end) < 1e-7)") == "0111"


def test_minres_of_complex_and_of_singular_systems():
    code = (
        "A = [4 1i 0;-1i 3 1;0 1 -2]; b = [1;2i;3]; [x, flag, rr, k] = minres(A, b, 1e-12); fprintf('%d', flag, norm(A*x - b) < 1e-11, k); "
    )
    assert execute(code) == "013"
    code = "[x, flag] = minres(diag([1 2 0]), [1;2;0], 1e-12); fprintf('%d', flag, round(x)); "
    assert execute(code + "[x, flag] = minres(eye(2), [1;2], [], [], -eye(2)); fprintf('%d', flag)") == "01104"


@pytest.mark.parametrize(
    ("name", "steps", "norms"),
    [("pcg", 5, 6), ("bicgstab", 4.5, 10), ("bicgstabl", 2.25, 10), ("minres", 5, 6), ("symmlq", 4, 5), ("tfqmr", 4, 10), ("lsqr", 5, 6)],
)
def test_steps_of_r2025b(name, steps, norms):
    """As the public project carpenterjl/JGraph measured them."""
    code = f"A = gallery('poisson', 5); [x, f, ~, n, h] = {name}(A, ones(25, 1)); fprintf('%g ', f, n, numel(h), norm(A*x - 1) < 1e-5)"
    assert execute(code) == f"0 {steps:g} {norms} 1 "


def test_histories_of_least_squares():
    code = "A = [1 2 0; 0 1 3; 4 0 1; 2 2 2; 1 0 0]; b = (1:5)'; [x, f, r, n, h, g] = lsqr(A, b, 1e-10, 50); "
    code += "fprintf('%d ', f, n, numel(h), numel(g), norm(x - A\\b) < 1e-9, "
    code += "abs(h(end) - norm(b - A*x)) < 1e-9, h(1) == norm(b), g(end) < 1e-9)"
    assert execute(code) == "0 3 4 4 1 1 1 1 "
    assert execute("x = lsqr(eye(2), [0;0]);").startswith("The right hand side vector is all zero so lsqr")
