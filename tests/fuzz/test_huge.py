"""Programs of unusual size or depth run, or end in an error of the language; ``python -m tests.campaigns source`` runs all of them."""

from __future__ import annotations

import ast

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabSyntaxError
from runmat_kernel.language import emit
from runmat_kernel.session import Session

from .huge import SHAPES

QUICK = (
    "sum in a function", "sum of large arrays", "sum in a loop", "mixed powers", "ors of comparisons", "negations", "transposes", "signs",
    "text sums", "comparisons", "loops in each other that set one name", "150 calls of own functions", "eval of a sum", "continued lines",
    "elseif in a function", "colons",
)  # fmt: skip
TOO_DEEP = ("parentheses", "brackets", "cells", "calls", "anonymous functions of anonymous functions", "for", "try", "nested ifs")


@pytest.mark.parametrize("name", QUICK)
def test_runs(name: str) -> None:
    session, program = Session(provider="host"), SHAPES[name]()
    outcome = session.run(program.text)
    assert outcome.error is None, outcome.error
    assert np.ravel(np.asarray(session.workspace["y"]))[0] == program.value


@pytest.mark.parametrize("name", TOO_DEEP)
def test_is_refused_with_a_place(name: str) -> None:
    error = Session(provider="host").run(SHAPES[name]().text).error
    assert isinstance(error, MatlabSyntaxError) and "nested too deeply" in error.message
    assert error.span is not None


def test_more_subscripts_than_arrays_have_dimensions() -> None:
    session = Session(provider="host")
    assert session.run("o = repmat({1}, 1, 70); x = [1 2; 3 4]; o{1} = 2; o{2} = ':'; y = sum(x(o{:}));").error is None
    assert session.workspace["y"] == 7.0
    error = session.run("o{70} = 2; x(o{:})").error
    assert error is not None and error.message == "Index in position 70 exceeds array bounds. Index must not exceed 1."
    error = session.run("x(o{:}) = 1;").error
    assert error is not None and error.identifier == "MATLAB:maxDims"


def test_what_a_long_chain_shows() -> None:
    """The text of a function handle, and the order and number of calls, are those of the operators one by one."""
    long = "+".join(["x"] * 300)
    printed = Session(provider="host").run(f"g = @(x) -{long}'; fprintf('%s %g', func2str(g), g(2))").text
    assert printed == f"@(x)-{long}' 596"
    calls = " - ".join(f"f({k})" for k in range(300))
    printed = Session(provider="host").run(f"y = {calls};\nfunction y = f(k), fprintf('%d ', k); y = k; end").text
    assert printed.split() == [str(k) for k in range(300)]
    skipped = "true || " * 300 + "error('evaluated')"
    assert Session(provider="host").run(f"if {skipped}, disp(1), end").text.strip() == "1"


@pytest.mark.parametrize(
    ("setup", "written", "expected"),
    [
        ("x = [1 2; 3 4]; o{1} = 2;", "x(o{:}) = 9;", "[1 2; 9 4]"),
        ("x = [1 2; 3 4]; o{1} = ':';", "x(o{:}) = [8; 9];", "[8 2; 9 4]"),
        ("", "x(o{:}) = 3;", "3"),
        ("x = {1 2};", "x{o{:}} = 5;", "{5 2}"),
        ("x = struct('a', {1 2}); o{2} = 2;", "x(o{:}).a = 9;", "struct('a', {1 9})"),
        ("x = [1 2; 3 4]; o(:) = {':'}; o{2} = 1;", "x(o{:}) = [];", "[2; 4]"),
        ("x = 'abc'; o{2} = 2;", "x(o{:}) = 'z';", "'azc'"),
    ],
)
def test_assignments_with_more_subscripts_than_arrays_have_dimensions(setup: str, written: str, expected: str) -> None:
    session = Session(provider="host")
    outcome = session.run(f"o = repmat({{1}}, 1, 70); {setup} {written} fprintf('%d', isequal(x, {expected}))")
    assert (outcome.text, outcome.error) == ("1", None)
    assert session.run("x = 1; o{70} = 2; x(o{:}) = 1;").error.identifier == "MATLAB:maxDims"


BRANCHES = {
    "switch": ("switch k", "case #"),
    "if": ("if k < 0", "elseif k == #"),
}


@pytest.mark.parametrize(("head", "branch"), BRANCHES.values(), ids=BRANCHES)
def test_a_long_row_of_branches_takes_one(head: str, branch: str) -> None:
    bodies = {0: "continue", 150: "s = s + 1000; continue", 249: "break"}
    rows = [f"{branch.replace('#', str(k))}, y(end + 1) = {k}; {bodies.get(k, '')}" for k in range(250)]
    otherwise = "otherwise" if head.startswith("switch") else "else"
    code = "\n".join([f"y = []; s = 0; for k = [99 0 100 150 199 200 777 249 3]\n{head}", *rows, f"{otherwise}, y(end + 1) = -1; end"])
    session = Session(provider="host")
    assert session.run(code + "\ns = s + 1; end").error is None
    assert np.ravel(np.asarray(session.workspace["y"])).tolist() == [99, 0, 100, 150, 199, 200, -1, 249]
    assert session.workspace["s"] == 1005.0


@pytest.mark.parametrize("name", ["cases", "cases of texts", "elseif"])
def test_branches_do_not_nest(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python's compilers allow for different depths; what they get is flat."""
    depths = []
    locate = emit.locate

    def measure(node: ast.AST, line: int) -> None:
        if isinstance(node, ast.Module):
            depths.append(_depth(node))
        locate(node, line)

    monkeypatch.setattr(emit, "locate", measure)
    assert Session(provider="host").run(SHAPES[name]().text).error is None
    assert max(depths) < 500


def _depth(root: ast.AST) -> int:
    level, depth = [root], 0
    while level:
        level, depth = [child for node in level for child in ast.iter_child_nodes(node)], depth + 1
    return depth
