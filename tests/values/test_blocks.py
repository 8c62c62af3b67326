"""Blocks stored in place give what the general road gives, errors included."""

import random

from runmat_kernel.session import Session

SUBSCRIPTS = [
    "1",
    "3",
    ":",
    "1:2",
    "[3 1]",
    "[1 1]",
    "end",
    "[2;3]",
    "1:3",
    "2:3",
    "3:4",
    "0:1",
    "4",
    "0",
    "1.5",
    "[]",
    "true",
    "logical([1 0 1])",
]
VALUES = [
    "7", "[1 2]", "[1;2]", "[1 2 3]", "[1;2;3]", "magic(3)", "single([1 2 3])", "[1+2i 3 4]", "int8([1 2 3])", "[1 2;3 4]", "[]", "true",
    "A(1,:)", "A(:,2)", "NaN",
]  # fmt: skip
KINDS = ["magic(3)", "single(magic(3))", "magic(3) > 4", "int16(magic(3))"]
PROGRAM = """function [A, m] = alone()
A = {kind}; A(1,1) = A(1,1); try, A({i}, {j}) = {value}; m = 'ok'; catch e, m = e.message; end
end
function [A, m] = shared()
A = {kind}; B = A; C = {{A}}; try, A({i}, {j}) = {value}; m = 'ok'; catch e, m = e.message; end
end
[X, m] = alone(); [Y, n] = shared();
fprintf('%d', isequaln(X, Y) && strcmp(class(X), class(Y)) && strcmp(m, n) && isequal(size(X), size(Y)))"""


def test_stores_in_place_agree_with_the_general_road():
    dice, session = random.Random(7), Session(provider="host")
    for _ in range(400):
        chosen = {"kind": dice.choice(KINDS), "i": dice.choice(SUBSCRIPTS), "j": dice.choice(SUBSCRIPTS), "value": dice.choice(VALUES)}
        assert session.run(PROGRAM.format(**chosen)).text == "1", chosen
