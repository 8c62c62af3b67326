"""What begins the report of an error that nobody caught: the function that raised it, or nothing for operators and indexing."""

import pytest

from runmat_kernel.session import Session, render


@pytest.mark.parametrize(
    ("code", "first"),
    [
        ("[1 2 3]*[4 5 6]", "Error using  * "),
        ("ones(2,3)^2", "Error using  ^ "),
        ("[1 2 3] + [4 5]", "Arrays have incompatible sizes for this operation."),
        ("{1} + 1", "Operator '+' is not supported for operands of type 'cell'."),
        ("-{1}", "Unary operator '-' is not supported for operand of type 'cell'."),
        ("sin({1})", "Undefined function 'sin' for input arguments of type 'cell'."),
        ("x = 1:3; x(7)", "Index exceeds the number of array elements."),
        ("chol(-1)", "Error using chol"),
        ("arrayfun(@(x) [x x], 1:3)", "Error using arrayfun"),
        ("cellfun(@(x) x(9), {1})", "Index exceeds the number of array elements."),
        ("f = @(x) x; f(1, 2)", "Error using @(x)x"),
        ("rethrow(MException('a:b', 'again'))", "again"),
        ("eval('1 + [1 2')", "Error: "),
        ("feval(@(s) s.a, 5)", "Dot indexing is not supported for variables of this type."),
    ],
)
def test_first_line_of_a_report(code, first):
    error = Session(provider="host").run(code).error
    assert error is not None
    lines = render(error).splitlines()
    assert any(line.startswith(first) for line in (lines if first == "Error: " else lines[:1])), lines


def test_the_last_error_of_a_cell_is_kept():
    session = Session(provider="host")
    assert session.run("ME = MException.last; disp(isempty(ME.message))").text.split() == ["1"]
    session.run("error('a:b', 'gone')")
    session.run("try, error('c:d', 'caught'), catch, end")
    assert session.run("ME = MException.last; disp([ME.identifier ' ' ME.message])").text == "a:b gone\n"
    assert session.run("MException.last('reset'); ME = MException.last; disp(isempty(ME.message))").text.split() == ["1"]


@pytest.mark.parametrize(
    ("failing", "report"),
    [
        ("r = x.f;", "Dot indexing is not supported for variables of this type.\n\nError in inner (line 5)\n\nError in outer (line 2)"),
        ("error('a:b', 'thrown')", "Error using inner (line 5)\nthrown\n\nError in outer (line 2)"),
        ("sin(1, 2, 3)", "Error using sin\nToo many input arguments.\n\nError in inner (line 5)\n\nError in outer (line 2)"),
    ],
)
def test_reports_of_caught_errors_begin_as_those_of_others_do(failing: str, report: str) -> None:
    session = Session(provider="host")
    session.run(f"function outer(x)\n inner(x)\nend\nfunction inner(x)\n {failing}\nend")
    found = session.run("try, outer(1), catch e, fprintf('%s', getReport(e)), end").text
    assert found == report
