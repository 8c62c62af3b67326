"""Blocks stored in place give what the general path gives, errors included."""

import random

import pytest

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


def test_stores_in_place_agree_with_the_general_path():
    dice, session = random.Random(7), Session(provider="host")
    for _ in range(400):
        chosen = {"kind": dice.choice(KINDS), "i": dice.choice(SUBSCRIPTS), "j": dice.choice(SUBSCRIPTS), "value": dice.choice(VALUES)}
        assert session.run(PROGRAM.format(**chosen)).text == "1", chosen


LINES = [
    *SUBSCRIPTS, "[1 3 2]", "[2;9;4]", "1:9", "5:10", "[4 4 5]", "magic(3) > 6", "false(3)", "logical([0 1 0 0 1 1])", "[1 2;3 4]",
    "3:-1:1", "[1 NaN]",
]  # fmt: skip
LINE_VALUES = [*VALUES, "1:9", "single(1:3)", "int16([5 6])", "int16(300)", "A(1:3)", "A([1 2 3])'", "logical([1 0 1])"]
LINE_KINDS = [*KINDS, "1:9", "(1:9)'", "magic(3)'", "magic(3)*1i", "reshape(1:12,3,2,2)", "zeros(3,0)"]
WITH_ONE = """function [A, m] = alone()
A = {kind}; try, A({i}) = {value}; m = 'ok'; catch e, m = e.message; end
end
function [A, m] = shared()
A = {kind}; B = A; C = {{A}}; try, A({i}) = {value}; m = 'ok'; catch e, m = e.message; end
if ~isequal(B, {kind}), m = 'changed another'; end
end
[X, m] = alone(); [Y, n] = shared();
fprintf('%d', isequaln(X, Y) && strcmp(class(X), class(Y)) && strcmp(m, n) && isequal(size(X), size(Y)))"""


def test_one_subscript_agrees_with_the_general_path():
    dice, session = random.Random(9), Session(provider="host")
    for _ in range(600):
        chosen = {"kind": dice.choice(LINE_KINDS), "i": dice.choice(LINES), "value": dice.choice(LINE_VALUES)}
        assert session.run(WITH_ONE.format(**chosen)).text == "1", chosen


SOLIDS = [
    "reshape(1:24,2,3,4)",
    "single(reshape(1:24,2,3,4))",
    "reshape(1:24,2,3,4) > 7",
    "reshape(1:24,2,3,4)*1i",
]
BOXES = "num2cell(reshape(1:24,2,3,4))"
WITH_THREE = """function [A, m] = alone()
A = {kind}; A(1) = A(1); try, A({at}) = {value}; m = 'ok'; catch e, m = e.message; end
end
function [A, m] = shared()
A = {kind}; B = A; C = {{A}}; try, A({at}) = {value}; m = 'ok'; catch e, m = e.message; end
end
[X, m] = alone(); [Y, n] = shared();
A = {kind}; p = []; q = []; r = ''; s = '';
try, p = A({at}); catch e, r = e.message; end
try, q = A({at},1); catch e, s = e.message; end
fprintf('%d', isequaln(X, Y) && strcmp(class(X), class(Y)) && strcmp(m, n) && isequal(size(X), size(Y)), ...
  isequaln(p, q) && strcmp(class(p), class(q)) && strcmp(r, s))"""


def test_three_subscripts_agree_with_the_general_path():
    """A fourth subscript, and an array that others see, take the general path."""
    dice, session = random.Random(8), Session(provider="host")
    for _ in range(400):
        kind = dice.choice([*SOLIDS, BOXES])
        values = ["{7}", "{}", "{1,2}"] if kind == BOXES else ["7", "[1 2]", "ones(2,3)", "reshape(1:3,1,1,3)", "true", "2i", "[]"]
        chosen = {"kind": kind, "at": ",".join(dice.choice(SUBSCRIPTS) for _ in range(3)), "value": dice.choice(values)}
        assert session.run(WITH_THREE.format(**chosen)).text == "11", chosen


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("x(2,3) = 5;", "isequal(x, [0 0 0;0 0 5]) && isa(x, 'double')"),
        ("x(2,1,2) = 5;", "isequal(x, cat(3, [0;0], [0;5]))"),
        ("x = 4; x(2,2) = 3;", "isequal(x, [4 0;0 3])"),
        ("x = []; x(4) = 1; y = x; x(5) = 2; x(7) = 3;", "isequal(x, [0 0 0 1 2 0 3]) && isequal(y, [0 0 0 1])"),
        ("x = single([]); x(2,2) = 1; x(3,1) = 2;", "isequal(x, single([0 0;0 1;2 0])) && isa(x, 'single')"),
        ("x = [1;2]; x(3) = 3; x(4) = 4; x(1,2) = 9;", "isequal(x, [1 9;2 0;3 0;4 0])"),
        ("x = 1:3; for k = 4:20, x(k) = k; end, x(2,1) = 7;", "isequal(x, [1:20; 7 zeros(1,19)])"),
        ("c = cell(2,2); d = c; c{2,1} = 5; c{1,2} = 'a'; x = c{2,1};", "isequal(c, {[] 'a';5 []}) && isempty(d{2,1}) && x == 5"),
        ("z = complex([1 2;3 4], [0 1;0 1]); x = z(1,1); y = z(1,2);", "isreal(x) && x == 1 && y == 2+1i"),
    ],
)
def test_single_elements(code, expected):
    assert Session(provider="host").run(f"{code} fprintf('%d', {expected})").text == "1"


ROWS = [
    "'hello'", "'h\u00e9\u4e16lo'", "{1,'a',[],4,5}", '["a" "b" "c" "d" "e"]', "uint8(1:5)", "single(1:5)", "(1:5)*1i", "[1i 2 3 4 5]",
    "struct('q',{1,2,3,4,5})", "true(1,5)", "1:5",
]  # fmt: skip
POSITIONS = ["2:4", "[4 1]", "[4;1;1]", "5:-1:1", "(2:4)'", "3:3", "2:3.7", "repmat(2,1,40)"]


@pytest.mark.parametrize("row", ROWS)
def test_a_vector_keeps_its_direction_at_any_vector_of_positions(row):
    """One subscript and two go different ways."""
    session = Session(provider="host")
    for positions in POSITIONS:
        program = f"x = {row}; p = {positions}; y = x(p); z = x(p(:)); d = x.'; e = d(p); w = y; w(1) = w(end);\n"
        program += "fprintf('%d', isequal(y, z, x(1,p)) && isequal(size(y), [1 numel(p)]) && isequal(e, d(p,1)))\n"
        program += f"fprintf('%d', strcmp(class(y), class(x)) && isequal(x, {row}))"
        assert session.run(program).text == "11", positions


def test_shifts_of_doubles_are_those_of_unsigned_integers():
    program = "a = [0 1 5 2^31 2^52+3 2^53-1]; k = [-63 -53 -3 -1 0 1 2 30 52 53 63]; s = zeros(6, 11);\n"
    program += "for i = 1:6, for j = 1:11, s(i,j) = bitshift(a(i), k(j)); end, end, fprintf('%d', isequal(s, bitshift(a', k)))"
    assert Session(provider="host").run(program).text == "1"
