"""Variables as Python objects: ``session.workspace``, ``session.call`` and ``session.eval``."""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.session import Session


@pytest.fixture
def session() -> Session:
    return Session(provider="host")


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("1.5", 1.5), ("true", True), ("2i", 2j), ("'text'", "text"), ("\"text\"", "text"), ("string(missing)", None), ("''", ""),
        ("int8(3)", 3), ("{1, 'a'}", [1.0, "a"]), ("{}", []), ("struct('a', 1, 'b', {{2}})", {"a": 1.0, "b": [2.0]}),
        ("struct('a', {1, 2})", [{"a": 1.0}, {"a": 2.0}]), ("dictionary(\"k\", 2)", {"k": 2.0}),
    ],
)  # fmt: skip
def test_plain_objects(session: Session, code: str, expected: Any) -> None:
    value = session.eval(code)
    assert value == expected and type(value) is type(expected)


def test_arrays_share_memory_and_cannot_be_written(session: Session) -> None:
    session.run("x = reshape(1:6, 2, 3); y = x;")
    x = session.workspace["x"]
    assert x.shape == (2, 3) and np.shares_memory(x, session.workspace["y"])
    with pytest.raises(ValueError, match="read-only"):
        x[0, 0] = 9
    session.run("x(1, 1) = 100;")
    assert x[0, 0] == 1 and session.workspace["x"][0, 0] == 100


def test_what_is_put_in_is_a_copy(session: Session) -> None:
    array = np.arange(6, dtype=np.int16).reshape(2, 3)
    session.workspace["a"] = array
    array[0, 0] = 9
    assert session.run("disp(class(a)); disp(a(1)); disp(size(a))").text.split() == ["int16", "0", "2", "3"]


@pytest.mark.parametrize(
    ("item", "test"),
    [
        (3, "isequal(v, 3)"), (2.5, "isequal(v, 2.5)"), (True, "islogical(v) && v"), (1 + 2j, "v == 1+2i"),
        ("ab", "ischar(v) && strcmp(v, 'ab')"),
        (None, "isequal(size(v), [0 0])"), ([1, "a"], "isequal(v, {1, 'a'})"), ({"a": 1}, "isequal(v, struct('a', 1))"),
        (np.arange(3.0), "isequal(v, 0:2)"), (np.float32(1.5), "isa(v, 'single')"), (np.zeros((2, 0)), "isequal(size(v), [2 0])"),
        (np.array(["a", "b"]), "isequal(v, [\"a\" \"b\"])"), (sparse.eye(3), "issparse(v) && nnz(v) == 3"),
        (dt.datetime(2020, 1, 2, 3), "v == datetime(2020,1,2,3,0,0)"),
        (np.array(["2020-01-02"], "datetime64[D]"), "v == datetime(2020,1,2)"),
        (np.array([1, 2], ">i4"), "isequal(v, int32([1 2]))"),
        (np.ones((2, 3, 4), np.float16), "isa(v, 'single') && isequal(size(v), [2 3 4])"),
    ],
)  # fmt: skip
def test_objects_become_values(session: Session, item: Any, test: str) -> None:
    session.workspace["v"] = item
    assert session.run(f"disp({test})").text.strip() == "1"


def test_sparse_matrices_are_those_of_scipy(session: Session) -> None:
    matrix = session.eval("sparse([1 2], [2 3], [5 6])")
    assert sparse.issparse(matrix) and matrix.toarray().tolist() == [[0, 5, 0], [0, 0, 6]]


def test_the_workspace_is_a_mutable_mapping(session: Session) -> None:
    session.workspace.update(a=1, b="x")
    assert dict(session.workspace) == {"a": 1.0, "b": "x"} and len(session.workspace) == 2
    del session.workspace["a"]
    assert list(session.workspace) == ["b"] and session.run("a").error is not None
    with pytest.raises(KeyError):
        del session.workspace["a"]


@pytest.mark.parametrize("name", ["1a", "for", "a b", "_x", "é", ""])
def test_names_that_no_variable_has(session: Session, name: str) -> None:
    with pytest.raises(ValueError, match="no name of a variable"):
        session.workspace[name] = 1


def test_objects_without_a_counterpart(session: Session) -> None:
    with pytest.raises(TypeError, match="object objects have no counterpart"):
        session.workspace["x"] = object()
    assert "x" not in session.workspace


def test_functions_are_called(session: Session) -> None:
    session.run("function [s, d] = both(a, b)\ns = a + b; d = a - b;\nend")
    assert session.call("both", 5, 3) == 8.0
    assert session.call("both", 5, 3, nargout=2) == (8.0, 2.0)
    assert session.call(session.eval("@(x) x.^2"), np.array([[1.0, 3.0]])).tolist() == [[1, 9]]
    assert session.call("clear", nargout=0) is None


def test_errors_are_raised(session: Session) -> None:
    with pytest.raises(MatlabError, match="no such"):
        session.call("error", "a:b", "no such %s", "x", nargout=0)
    with pytest.raises(MatlabError, match="Unrecognized function or variable 'nothing'"):
        session.eval("nothing + 1")
    assert session.eval("q = 3;", nargout=0) is None and session.workspace["q"] == 3
