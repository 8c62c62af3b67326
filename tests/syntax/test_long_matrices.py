"""Long matrices of numbers are read in one piece, and mean what the scanner of tokens would read."""

from __future__ import annotations

import random

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.syntax import ast
from runmat_kernel.syntax.unparse import unparse
from tests.syntax.trees import program

NUMBERS = ("1", "2.5", "-3", "+4", "1e3", "1d2", "2i", "-3j", ".5")
OTHERS = ("- 2", "1--1", "--1", "-+2", "5.", "1e", "e", "i", ",", ";", "\n", "1 -2", "+")


def _value(text: str) -> object:
    session = Session(provider="host")
    error = session.run(text).error
    if error is not None:
        return error.message
    array = np.asarray(session.workspace["x"])
    return array.shape, array.dtype, array.tobytes()


def _of(text: str, variables=()) -> ast.Expression:
    statement = program(text, variables).statements[0]
    assert isinstance(statement, ast.Assign)
    return statement.value


@pytest.mark.parametrize("separator", [" ", ", ", ";\n", " ,"])
def test_a_long_matrix_is_one_node(separator):
    node = _of(f"x = [{separator.join(['1.5', '-2e-3', '+7', '1d2', '3i'] * 200)}];")
    assert isinstance(node, ast.Numbers)
    assert node.values[:5] == (1.5, -0.002, 7.0, 100.0, 3j)
    assert node.width == (1 if ";" in separator else 1000)


def test_each_long_matrix_has_the_value_of_its_tokens():
    """A comment inside is left to the scanner of tokens, and changes nothing."""
    dice, taken = random.Random(24), 0
    for _ in range(150):
        row = dice.choice([" ", ", "]).join(dice.choice(NUMBERS if dice.random() < 0.8 else OTHERS) for _ in range(4))
        rows = ";".join([row] * 200)
        taken += "Numbers(" in repr(_value_node(f"x = [{rows}];"))
        assert _value(f"x = [{rows}];") == _value(f"x = [{rows} %\n];"), row
    assert taken > 20


def _value_node(text: str) -> object:
    try:
        return type(_of(text)).__name__ + "("
    except Exception:
        return ""


def test_a_long_matrix_may_be_indexed_called_and_shown():
    numbers = " ".join(map(str, range(1000)))
    session = Session(provider="host")
    assert session.run(f"s = sum([{numbers}]'); f = @() [{numbers}]; n = numel(f()); c = {{[{numbers}]}}; k = c{{1}}(1000);").error is None
    assert session.run(f"for j = 1:3, k = k + sum([{numbers}]); end").error is None
    assert [session.workspace[name] for name in "snk"] == [499500.0, 1000.0, 999.0 + 3 * 499500]
    assert unparse(_of(f"x = [{numbers}];")).startswith("[0,1,2,3,")


def test_a_long_chain_computes_from_left_to_right():
    session = Session(provider="host")
    steps = " - 2 .* b / 4 + 1i".replace("b", "a") * 1000
    assert session.run(f"a = 4; x = 1{steps}; y = a{' - a + a' * 2000}';  z = ones(2){' + a' * 3000}; n = z(1);").error is None
    assert session.workspace["x"] == 1 - 2000 + 1000j
    assert session.workspace["y"] == 4.0
    assert session.workspace["n"] == 12001.0
