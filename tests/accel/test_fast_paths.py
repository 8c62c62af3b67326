"""The short paths of scalars and small arrays give what the general path gives."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from runmat_kernel.accel.engine import Engine
from runmat_kernel.accel.fast_functions import pointwise, power
from runmat_kernel.accel.fast_operators import quick, reader, unary
from runmat_kernel.base.errors import MatlabError
from runmat_kernel.builtins.call import invoke
from runmat_kernel.builtins.registry import builtins
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of
from runmat_kernel.values.indexing import COLON, index
from runmat_kernel.values.tensor import Tensor
from runmat_kernel.values.text import CharArray


def T(items, kind=np.float64):
    return Tensor(np.array(items, kind, order="F"))


SCALARS = [0.0, 1.5, -2.5, 3.0, np.nan, np.inf, 1e300, True, False, 1 + 2j, complex(-0.5, np.inf)]
SCALARS += [T([[k]], kind) for kind in (np.int8, np.uint8, np.int32) for k in (0, 7, 120)]
ARRAYS = [T([[1, 2, 3]]), T([[4, np.nan, -1]]), T([[1, 2, 3]], np.float32), T([[1, 2, 3]], np.int16), T([[True, False, True]], bool)]
EXPANDED = [T([[1], [-0.0]]), T([[1, 2, 3], [4, np.inf, -0.5]]), T([[2], [7]], np.float32), T([[7]], np.float32), T(np.zeros((0, 3)))]
EXPANDED += [T([[True], [False]], bool), T([[True]], bool), T([[0], [200]], np.uint8), T([[3, 250, 255]], np.uint8), T(np.ones((2, 1, 2)))]
EXPANDED += [
    T([[-100, 27], [-128, 5]], np.int8),
    T([[2**31 - 1, -(2**31), 3]], np.int32),
    T([[2**40, 3]], np.int64),
    T([[1j, 2, 3]], complex),
]
OPERATORS = ("plus", "minus", "times", "rdivide", "eq", "ne", "lt", "le", "gt", "ge", "and", "or")


def same(a, b) -> bool:
    x, y = as_array(a), as_array(b)
    return class_of(a) == class_of(b) and type(a) is type(b) and x.shape == y.shape and np.array_equal(x, y, equal_nan=True)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", OPERATORS)
def test_operators_agree_with_the_general_path(name):
    of_small, general = quick(Engine())[name], Session(provider="host").calls.operator(name)
    answered = 0
    for a, b in itertools.product(SCALARS + ARRAYS + EXPANDED, repeat=2):
        result = of_small(a, b)
        if result is None:
            continue
        answered += 1
        expected = general(1, a, b)[0]
        assert same(result, expected), (name, a, b)
        x, y = as_array(result), as_array(expected)
        assert x.flags.f_contiguous and np.array_equal(np.signbit(x.real[x == 0]), np.signbit(y.real[y == 0])), (name, a, b)
    assert answered > (1 if name in ("and", "or") else 150)


TEXTS = [CharArray.row(text) for text in ("a", "b", "abc", "abd", "9", "", "\xe9", "ab")] + [57.0, 97.0, 98.5, np.nan, T([[97, 98, 99]])]


@pytest.mark.parametrize("name", ["eq", "ne", "lt", "le", "gt", "ge"])
def test_comparisons_of_texts_agree_with_the_general_path(name):
    of_small, general = quick(Engine())[name], Session(provider="host").calls.operator(name)
    pairs = [(a, b) for a, b in itertools.product(TEXTS, repeat=2) if CharArray in (type(a), type(b))]
    answered = [(a, b, result) for a, b in pairs if (result := of_small(a, b)) is not None]
    assert all(same(result, general(1, a, b)[0]) for a, b, result in answered) and len(answered) > 40


@pytest.mark.parametrize("name", ["plus", "minus", "times", "rdivide", "mtimes", "mrdivide"])
def test_arithmetic_with_characters_agrees_with_the_general_path(name):
    of_small, general = quick(Engine())[name], Session(provider="host").calls.operator(name)
    given = [*TEXTS, -0.0, 0.0, np.inf, True]
    pairs = [(a, b) for a, b in itertools.product(given, repeat=2) if CharArray in (type(a), type(b))]
    answered = [(a, b, result) for a, b in pairs if (result := of_small(a, b)) is not None]
    assert all(same(result, general(1, a, b)[0]) for a, b, result in answered) and len(answered) > 20


@pytest.mark.parametrize("value", [0.0, -0.0, 2.0, np.inf, T([[1, 0, -2]]), T([[True, False]], bool)], ids=str)
def test_numbers_are_negated_on_the_short_path(value):
    result = unary(Engine())["not"](value)
    assert same(result, Session(provider="host").calls.operator("not")(1, value)[0])
    assert unary(Engine())["not"](np.nan) is None and unary(Engine())["not"](T([[1, np.nan]])) is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_pointwise_functions_agree_with_the_general_path():
    """Every function that is one Op: NaN, infinities, signs of zeros, elements that leave the real domain."""
    engine, session, answered = Engine(), Session(provider="host"), 0
    given = [*ARRAYS, *EXPANDED, T([[-1, 0.5, 2]]), T([[-0.0, 0.0, -np.inf, 1e300]]), T([[0.5, -2.5, 1.5, np.nan]]), 2.0, -0.5, 0.0, np.inf]
    for name, record in builtins().items():
        of_small = pointwise(engine, record.op) if record.op is not None else None
        if of_small is None:
            continue
        for operands in itertools.product(given, repeat=record.op.arity):
            if all(type(x) is float for x in operands) or (result := of_small(*operands)) is None:
                continue
            expected = session.engine.elementwise(record.op, operands)
            answered += 1
            assert same(result, expected), (name, operands)
            x, y = as_array(result), as_array(expected)
            assert x.flags.f_contiguous and x.dtype == y.dtype and x.tobytes() == y.tobytes(), (name, operands)
    assert answered > 800


FUNCTIONS = (
    "abs", "real", "imag", "conj", "angle", "floor", "ceil", "fix", "double", "mod", "rem", "bitand", "bitor", "bitxor", "max", "min",
    "find", "any", "all", "cumsum", "cumprod", "dot", "sum", "prod", "diff", "char", "complex", "bitshift", "round",
)  # fmt: skip


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_agree_with_the_general_path(name):
    session, record = Session(provider="host"), builtins()[name]
    of_small = record.small(Engine())
    vectors = [T([[0.0, 2, 0, 3]]), T([[0.0], [2], [5]]), T([[0.0, 0]]), T([[False], [True]], bool)]
    vectors += [T([[1, 2], [3, np.nan]]), T([[True, False], [True, False]], bool), T([[0.0, -1, 4], [0, np.inf, -np.inf]])]
    more = [*vectors, 2.0, T([[-7]], np.int8), T([[-128]], np.int8), complex(1e308, 1e308), complex(0.0, -3.0), -7.0]
    more += [T([[1, 2, 255], [0, 7, 128]], np.uint8), T([[9, 8, 7], [255, 254, 3]], np.uint8), T([[1, -2]], np.int16), T([[]], np.uint8)]
    more += [65.0, 127.0, 128.0, -3.0, T([[200]], np.uint8), T([[65535]], np.uint16), T([[2**32 - 1]], np.uint32)]
    given = [(a,) for a in SCALARS + ARRAYS + more] + list(itertools.product(SCALARS + more, repeat=2))
    answered = 0
    for arguments in given:
        result = of_small(*arguments)
        if result is None:
            continue
        answered += 1
        assert same(result, invoke(record, session, arguments, 1)[0]), (name, arguments)
    assert answered > 2


def test_small_arrays_are_reshaped_as_others_are():
    session, record = Session(provider="host"), builtins()["reshape"]
    reshaped = record.small(Engine())
    value = T([[1.0, 2, 3], [4, 5, 6]])
    for sizes in ((6.0, 1.0), (1.0, 6.0), (3.0, 2.0), (2.0, 3.0)):
        assert same(reshaped(value, *sizes), invoke(record, session, (value, *sizes), 1)[0])
    for sizes in ((4.0, 2.0), (-2.0, -3.0), (1.5, 4.0), (6.0,), (1.0, 2.0, 3.0)):
        assert reshaped(value, *sizes) is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
@pytest.mark.parametrize("name", ("max", "min", "sort"))
def test_functions_of_two_outputs_agree_with_the_general_path(name):
    session, record = Session(provider="host"), builtins()[name]
    of_pair = record.pair(Engine())
    vectors = [
        T([[3.0, 1, 3, 2]]),
        T([[-0.0, 0.0, -1]]),
        T([[1.0], [np.nan], [-np.inf]]),
        T([[np.nan, np.nan]]),
        T([[0.0, -0.0]]),
        *ARRAYS,
        *EXPANDED,
    ]
    answered = 0
    for value in vectors:
        result = of_pair(value)
        if result is None:
            continue
        answered += 1
        for one, other in zip(result, invoke(record, session, (value,), 2), strict=True):
            assert same(one, other), (name, value)
            assert np.array_equal(np.signbit(as_array(one)), np.signbit(as_array(other))), (name, value)
    assert answered > 1


@pytest.mark.parametrize("name", ("transpose", "ctranspose", "uminus", "not"))
def test_operators_of_one_agree_with_the_general_path(name):
    of_small, general = unary(Engine())[name], Session(provider="host").calls.builtin(name)
    answered = 0
    for a in [
        *SCALARS,
        *ARRAYS,
        T([[1, 2], [3, np.nan]]),
        T([[1], [0]], np.float32),
        T([[True], [False]], bool),
        T([[1 + 2j, 3]], complex),
    ]:
        result = of_small(a)
        if result is not None:
            answered += 1
            assert same(result, general(1, a)[0]), (name, a)
    assert answered > 1


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_products_agree_with_those_of_large_matrices():
    of_small = quick(Engine())["mtimes"]
    shapes = [(1, 1), (1, 3), (3, 1), (2, 2), (3, 3), (2, 3), (3, 2)]
    for first, second in itertools.product(shapes, repeat=2):
        a, b = (np.arange(1.0, 1 + m * n).reshape(m, n) for m, n in (first, second))
        result = of_small(T(a), T(b))
        if first[1] == second[0] and max(first + second) > 1:
            assert as_array(result).flags.f_contiguous and np.array_equal(np.atleast_2d(as_array(result)), a @ b)
        elif max(first + second) > 1:
            assert result is None


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_powers_of_complex_scalars_agree_with_the_general_path():
    general = Session(provider="host").calls.operator("mpower")
    for z, n in itertools.product((1 + 2j, -0.5 + 0.25j, 1j, 1e200 + 1e200j), (0.0, 1.0, 2.0, 3.0, 7.0, 64.0)):
        quick_one, other = power(z, n), general(1, z, n)[0]
        assert type(quick_one) is type(other)
        # NumPy's products may be fused, and then what overflows is infinite where the difference of two infinities is NaN
        assert np.isclose(quick_one, other, rtol=1e-14, atol=0) or not (np.isfinite(quick_one) or np.isfinite(other)), (z, n)
    assert power(1j, 0.5) is power(2.0, 2.0) is power(1j, -1.0) is None


def test_reading_agrees_with_the_general_path():
    read = reader(Engine())
    row, matrix = T([[5, 6, 7, 8]]), T([[1, 2, 3], [4, 5, 6]])
    mask, none = T([[True, False, True, False]], bool), T([[False] * 4], bool)
    for value, subscripts in (
        (row, (mask,)), (row, (none,)), (row, (T([[4, 1]]),)), (row, (T([[1], [2]]),)), (Tensor(row.array.T), (T([[4, 1]]),)),
        (matrix, (2.0, COLON)), (matrix, (COLON, 3.0)), (matrix, (T([[2, 1]]), T([[1, 3]]))), (matrix, (1.0, T([[2, 2]]))),
        (matrix, (2.0, 3.0)), (matrix, (COLON,)), (row, (COLON,)),
    ):  # fmt: skip
        assert same(read(value, subscripts), index(value, subscripts))
    for value, subscripts in ((row, (T([[5, 1]]),)), (row, (T([[1.5, 1]]),)), (matrix, (3.0, COLON)), (matrix, (0.0, 1.0))):
        assert read(value, subscripts) is None
        with pytest.raises(MatlabError):
            index(value, subscripts)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("s = struct('a', {}); for k = 1:30, s(end+1).a = k; end, t = s(:); s(1).a = 0; disp([t(1).a, numel(t)])", "     1    30\n"),
        ("s = ''; for k = 1:5, s(end+1) = 'a'; end, t = s; t(2) = 'X'; fprintf('%s %s', s, t)", "aaaaa aXaaa"),
        ("x = 1:4; y = x; x(x > 2) = 0; fprintf('%d', x, y)", "12001234"),
        ("q = struct('v', {1, 2}); r = q; r(1).v = 9; fprintf('%d', q.v, r.v)", "1292"),
        ("fprintf('%d', sscanf(sprintf('1,2\\n3,4\\n'), '%d,%d\\n'))", "1234"),
    ],
)  # fmt: skip
def test_writing_in_place_is_seen_by_one_variable(code, text):
    assert Session(provider="host").run("format compact\n" + code).text == text
