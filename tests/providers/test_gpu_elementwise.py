"""Elementwise Bodies on the GPU provider against NumPy: classes, sizes, expansion, special values."""

from math import prod

import numpy as np
import pytest

from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.providers.provider import KernelCall
from tests.providers import bodies as b
from tests.providers.bodies import Body, Input, Instruction, Parameter, Store

SIZES = [(0, 3), (1, 1), (3, 1), (1, 7), (4, 4), (5, 3), (64, 3), (257, 5), (33, 2, 7), (1, 1, 9)]
ALL = ["double", "single", "logical", "int8", "uint8", "int16", "uint16", "int32", "uint32"]


def launch(provider, body, inputs, parameters=()):
    kernel = b.kernel(body)
    assert provider.refusal(kernel) is None
    buffers = tuple(provider.upload(x, i.matlab_class) for x, i in zip(inputs, body.inputs, strict=True))
    shapes = [(s, body.space) for s in body.stores] + [(s, body.result_space) for s in body.results]
    outputs = tuple(provider.allocate(shape, s.matlab_class) for s, shape in shapes)
    call = KernelCall(kernel, buffers, outputs, tuple(parameters))
    provider.run([call])
    provider.settle([call])
    return [provider.download(o) for o in outputs], call


def check(provider, body, inputs, parameters=(), rtol=0.0, atol=0.0):
    found, call = launch(provider, body, inputs, parameters)
    expected = interpret(body, inputs, parameters)
    assert call.flagged == expected.flagged
    for x, y in zip(found, expected.arrays, strict=True):
        assert x.dtype == y.dtype and x.shape == y.shape
        if rtol or atol:
            np.testing.assert_allclose(x, y, rtol=rtol, atol=atol)
        else:
            np.testing.assert_array_equal(x, y)
            if x.dtype.kind == "f":
                np.testing.assert_array_equal(np.signbit(x[~np.isnan(x)]), np.signbit(y[~np.isnan(y)]))


@pytest.mark.parametrize("shape", SIZES)
@pytest.mark.parametrize("matlab_class", ["double", "single"])
def test_arithmetic_with_two_outputs(gpu, shape, matlab_class):
    rng = np.random.default_rng(1)
    c = matlab_class
    body = Body(
        shape, (Input(c), Input(c)), (Parameter(c),),
        (Instruction(b.PLUS, (0, 1), c, c), Instruction(b.TIMES, (3, 2), c, c), Instruction(b.LESS, (0, 1), "logical", c)),
        (Store(4, c), Store(5, "logical")),
    )  # fmt: skip
    check(gpu, body, [b.array(shape, c, rng), b.array(shape, c, rng)], (2.5,))


@pytest.mark.parametrize("source", ALL)
@pytest.mark.parametrize("target", ALL)
def test_casts_saturate(gpu, source, target):
    rng = np.random.default_rng(2)
    data = b.array((13, 5), source, rng)
    if data.dtype.kind == "f":
        data = data * data.dtype.type(60)
        data.flat[:9] = [0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1e10, -1e10, 127.5]
        if target == "logical":
            data = np.nan_to_num(data)
    body = Body((13, 5), (Input(source),), (), (Instruction(b.CAST, (0,), target, source),), (Store(1, target),))
    check(gpu, body, [data])


@pytest.mark.parametrize("matlab_class", ["int8", "uint16", "int32", "uint32"])
def test_integers_compute_in_double_and_saturate(gpu, matlab_class):
    rng = np.random.default_rng(3)
    c = matlab_class
    body = Body((101, 1), (Input(c), Input("double")), (), (Instruction(b.TIMES, (0, 1), c, c),), (Store(2, c),))
    check(gpu, body, [b.array((101, 1), c, rng), b.array((101, 1), "double", rng) * 1e4])


def test_saturating_limits_of_32_bits(gpu):
    data = np.array([[2147483647.0, 2147483648.0, -2147483648.0, -2147483649.0, 4294967295.0, 4294967296.0, np.nan, 2147483646.5]])
    for target in ("int32", "uint32"):
        body = Body((1, 8), (Input("double"),), (), (Instruction(b.CAST, (0,), target, "double"),), (Store(1, target),))
        check(gpu, body, [np.asfortranarray(data)])


@pytest.mark.parametrize("shape", [(4, 6), (5, 3), (8, 1), (1, 9), (12, 7, 4), (3, 4, 5)])
@pytest.mark.parametrize("matlab_class", ["double", "single", "uint8"])
def test_expansion(gpu, shape, matlab_class):
    """A full array with a row, a column and a single element."""
    rng = np.random.default_rng(4)
    c, rank = matlab_class, len(shape)
    column = (1, *[0] * (rank - 1))
    row = (0, 1, *[0] * (rank - 2))
    body = Body(
        shape, (Input(c), Input(c, strides=column), Input(c, strides=row), Input(c, strides=(0,) * rank)), (),
        (Instruction(b.PLUS, (0, 1), c, "double"), Instruction(b.TIMES, (4, 2), c, "double"), Instruction(b.MINUS, (5, 3), c, "double")),
        (Store(6, c), Store(4, c)),
    )  # fmt: skip
    inputs = [b.array(s, c, rng) for s in (shape, (shape[0], 1), (1, shape[1]), (1, 1))]
    check(gpu, body, inputs)


@pytest.mark.parametrize("shape", [(64, 64), (36, 50), (33, 70), (130, 37), (32, 3, 40), (35, 40, 3), (40, 33, 2, 2)])
@pytest.mark.parametrize("matlab_class", ["double", "single", "int32", "int8"])
def test_arrays_read_across(gpu, shape, matlab_class):
    """The last dimension of the array is the first of the space, and a whole array beside it."""
    rng = np.random.default_rng(9)
    c, rank = matlab_class, len(shape)
    turned = (*shape[1:], shape[0])
    strides = (prod(shape[1:]), *(prod(shape[1:d]) for d in range(1, rank)))
    body = Body(shape, (Input(c, strides=strides), Input(c)), (), (Instruction(b.PLUS, (0, 1), c, "double"),), (Store(2, c), Store(0, c)))
    check(gpu, body, [b.array(turned, c, rng), b.array(shape, c, rng)])


def test_transposed_reversed_and_offset_reads(gpu):
    rng = np.random.default_rng(5)
    shape = (6, 10)
    transposed, backwards = Input("single", strides=(10, 1)), Input("single", strides=(-1, -6), offset=59)
    body = Body(
        shape, (transposed, backwards, Input("single", strides=(1, 8), offset=2)), (),
        (Instruction(b.PLUS, (0, 1), "single", "single"), Instruction(b.MINUS, (3, 2), "single", "single")), (Store(4, "single"),),
    )  # fmt: skip
    inputs = [b.array(s, "single", rng) for s in ((10, 6), (6, 10), (8, 10))]
    check(gpu, body, inputs)


def test_mathlib_select_and_logic(gpu):
    rng = np.random.default_rng(6)
    body = Body(
        (1001, 1), (Input("single"), Input("logical")), (),
        (Instruction(b.EXP, (0,), "single", "single"), Instruction(b.LESS, (0, 2), "logical", "single"),
         Instruction(b.AND, (1, 3), "logical", "logical"), Instruction(b.SELECT, (4, 0, 2), "single", "single")),
        (Store(5, "single"), Store(4, "logical")),
    )  # fmt: skip
    check(gpu, body, [b.array((1001, 1), "single", rng), b.array((1001, 1), "logical", rng)], rtol=1e-6)


def test_guard_raises_the_flag_only_for_elements_of_the_space(gpu):
    body = Body((5, 1), (Input("double"),), (), (Instruction(b.SQRT, (0,), "double", "double"),), (Store(1, "double"),), guards=(1,))
    check(gpu, body, [np.array([[1.0], [4.0], [0.0], [2.0], [9.0]])])
    check(gpu, body, [np.array([[1.0], [4.0], [0.0], [2.0], [-9.0]])])
    # What a buffer's last owner left behind the end is no element.
    left = gpu.upload(np.full((8, 1), -1.0), "double")
    del left
    check(gpu, body, [np.array([[1.0], [4.0], [0.0], [2.0], [9.0]])])


def test_index_and_integer_parameters(gpu):
    body = Body(
        (7, 3), (), (Parameter("double"), Parameter("int32"), Parameter("logical")),
        (Instruction(b.INDEX, (), "double", "double"), Instruction(b.TIMES, (3, 0), "double", "double"),
         Instruction(b.PLUS, (4, 1), "double", "double"), Instruction(b.PLUS, (5, 2), "double", "double")),
        (Store(6, "double"),),
    )  # fmt: skip
    check(gpu, body, [], (0.25, -3, True))


def test_arrays_beyond_one_binding_are_split(small_chunks):
    rng = np.random.default_rng(7)
    for shape in [(1000, 1), (1, 700), (31, 50), (20, 7, 3), (600, 1)]:
        rank = len(shape)
        full = [Input("double"), Input("single"), Input("logical")]
        row = shape[0] <= 256
        strided = [Input("double", strides=(0, 1, *[0] * (rank - 2)))] if row and shape[1] <= 256 else []
        instructions = [
            Instruction(b.PLUS, (0, 1), "double", "double"), Instruction(b.TIMES, (len(full) + len(strided), 2), "double", "double"),
            Instruction(b.INDEX, (), "double", "double"),
        ]  # fmt: skip
        n = len(full) + len(strided)
        if strided:
            instructions.append(Instruction(b.MINUS, (n + 1, 3), "double", "double"))
        last = n + len(instructions) - 1
        instructions.append(Instruction(b.PLUS, (last, n + 2), "double", "double"))
        body = Body(shape, (*full, *strided), (), tuple(instructions), (Store(last + 1, "double"), Store(2, "logical")))
        inputs = [b.array(shape, i.matlab_class, rng) for i in full] + [b.array((1, shape[1]), "double", rng) for _ in strided]
        check(small_chunks, body, inputs)


@pytest.mark.parametrize("matlab_class", ["double", "single"])
def test_every_operation_rounds_on_its_own(gpu, matlab_class):
    """No contraction of a.*b - c, no (a + b) - a taken for b, no x - x taken for 0, no x ~= x taken for false."""
    rng = np.random.default_rng(8)
    c = matlab_class
    different = b.op("ne", 2, np.not_equal, "!({0} == {1})")
    body = Body(
        (501, 1), (Input(c), Input(c)), (),
        (Instruction(b.TIMES, (0, 1), c, c), Instruction(b.PLUS, (0, 1), c, c), Instruction(b.MINUS, (3, 0), c, c),
         Instruction(b.MINUS, (0, 0), c, c), Instruction(different, (0, 0), "logical", c), Instruction(b.MINUS, (2, 1), c, c),
         Instruction(b.PLUS, (2, 3), c, c)),
        (Store(4, c), Store(5, c), Store(6, "logical"), Store(7, c), Store(8, c)),
    )  # fmt: skip
    check(gpu, body, [b.array((501, 1), c, rng), b.array((501, 1), c, rng)])


@pytest.mark.parametrize("matlab_class", ["double", "single"])
def test_a_value_under_another_name_is_still_that_value(gpu, matlab_class):
    """real(x) - x is NaN for infinities and NaN; real(a .* b) - c is not contracted."""
    rng = np.random.default_rng(9)
    c = matlab_class
    real = b.op("real", 1, np.real, "{0}")
    body = Body(
        (501, 1), (Input(c), Input(c)), (),
        (Instruction(real, (0,), c, c), Instruction(b.MINUS, (2, 0), c, c), Instruction(b.TIMES, (0, 1), c, c),
         Instruction(real, (4,), c, c), Instruction(b.MINUS, (5, 1), c, c)),
        (Store(3, c), Store(6, c)),
    )  # fmt: skip
    x = b.array((501, 1), c, rng)
    x[:3, 0] = np.inf, -np.inf, np.nan
    check(gpu, body, [x, b.array((501, 1), c, rng)])


def test_masks_keep_not_a_number(gpu):
    """Inf .* false and NaN .* false are NaN, also through double(mask)."""
    data = np.array([[np.inf, -np.inf, np.nan, 1.0, np.inf]])
    mask = np.array([[False, False, False, False, True]])
    c = "double"
    body = Body(
        (1, 5), (Input(c), Input("logical")), (),
        (Instruction(b.TIMES, (0, 1), c, c), Instruction(b.CAST, (1,), c, c), Instruction(b.TIMES, (3, 0), c, c)),
        (Store(2, c), Store(4, c)),
    )  # fmt: skip
    check(gpu, body, [np.asfortranarray(data), np.asfortranarray(mask)])
