"""Functions of matrices, with real, complex, single and sparse arguments mixed: the answer is that of full complex doubles."""

from __future__ import annotations

import itertools

import pytest

from runmat_kernel.session import Session

MATRIX = "[4 1 0;2 5 2;3 2 6]"
COMPLEX = "[4 1i 0;2 5+1i 2;3 2 6]"
SPELLINGS = {
    "real": "{0}",
    "complex": "{1}",
    "single": "single({0})",
    "complex single": "single({1})",
    "sparse": "sparse({0})",
    "complex sparse": "sparse({1})",
}
SOLUTIONS = """
A\\b   (b.'/A).'   linsolve(A,b)   A(:,1:2)\\b   A(1:2,:)\\b(1:2)   decomposition(full(A))\\b   A*b   expmv(A,b)
fliplr(sum(qrproduct(A,b)))   lscov(A,b)   lsqminnorm(A,b)   qmr(A,b)   gmres(A,b)   bicgstab(A,b)
""".split()
PRODUCT = "function p = qrproduct(A, b)\n[Q, R] = qr(full(A)); [Q, R] = qrupdate(Q, R, full(b), full(b)); p = Q*R;\nend"


@pytest.mark.parametrize("expression", SOLUTIONS)
def test_classes_mix(expression):
    session = Session()
    assert session.run(PRODUCT).error is None
    for left, right in itertools.product(SPELLINGS, SPELLINGS):
        a, b = SPELLINGS[left].format(MATRIX, COMPLEX), SPELLINGS[right].format("[1;2;3]", "[1i;2;3]")
        wide = "complex(double(full({})))"
        outcome = session.run(
            f"A = {a}; b = {b}; x = {expression}; A = {wide.format('A')}; b = {wide.format('b')}; y = {expression};\n"
            "disp(norm(double(x) - y) <= 1e-5 * norm(y))"
        )
        assert outcome.error is None, (left, right, outcome.error)
        assert outcome.text.split()[-1] == "1", (left, right, outcome.text)


def test_singular_square_roots_warn():
    session = Session()
    shown = session.run("lastwarn('', ''); X = sqrtm([4 0;0 0]); [w, id] = lastwarn; disp(w), disp(id)").text
    assert "Matrix is singular and may not have a square root.\nMATLAB:sqrtm:SingularMatrix" in shown
    assert session.run("lastwarn('', ''); [X, r] = sqrtm(zeros(2)); X = sqrtm([4 1;1 3]); disp(isempty(lastwarn))").text.split() == ["1"]


def test_delimiters_by_number(tmp_path):
    session = Session()
    file = tmp_path / "numbers.txt"
    for form in ("double('|')", "'delimiter', double('|')"):
        outcome = session.run(f"dlmwrite('{file}', [1 2;3 4], {form}); disp(isequal(dlmread('{file}', double('|')), [1 2;3 4]))")
        assert outcome.error is None and outcome.text.split() == ["1"]
        assert file.read_text() == "1|2\n3|4\n"
    assert session.run(f"disp(dlmread('{file}', double('|'), 1, 0))").text.split() == ["3", "4"]


@pytest.mark.parametrize("condition", ("if sparse(NaN), end", "while sparse([1 NaN]), end", "sparse(NaN) && true;"))
def test_sparse_nan_has_no_truth(condition):
    error = Session().run(condition).error
    assert error is not None and error.identifier == "MATLAB:nologicalnan"
