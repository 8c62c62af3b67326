"""Reductions on the GPU provider against NumPy: every kind, class, strategy and split."""

import numpy as np
import pytest

from tests.providers import bodies as b
from tests.providers.bodies import Accumulation, Body, Input, Instruction, Parameter, Store
from tests.providers.test_gpu_elementwise import check, launch

KINDS = ["sum", "prod", "max", "min", "argmax", "argmin", "any", "all", "count_nonzero", "moment2"]
CASES = [
    ((1, 1), (0,)), ((7, 1), (0,)), ((5, 3), (0,)), ((5, 3), (1,)), ((5, 3), (0, 1)), ((8, 6), (0,)), ((8, 6), (1,)), ((300, 2), (0,)),
    ((2, 300), (1,)), ((4, 5, 6), (1,)), ((3, 5, 7), (1,)), ((3, 5, 7), (0, 2)), ((4, 5, 8), (0, 2)), ((3, 4, 5, 2), (1, 3)),
    ((4, 6, 10), (1, 2)), ((5000, 1), (0,)), ((5001, 3), (0,)), ((3, 5001), (1,)), ((16, 900), (1,)), ((1, 1000), (0,)),
]  # fmt: skip


def accumulator(kind, matlab_class):
    if kind in ("any", "all"):
        return "logical"
    if kind in ("max", "min"):
        return matlab_class
    return "single" if matlab_class == "single" else "double"


def body_for(kind, matlab_class, shape, reduced, omit_nan):
    a = Accumulation(kind, 0, accumulator(kind, matlab_class), omit_nan)
    return Body(shape, (Input(matlab_class),), (), (), (), reduced, (a,), (), (Store(1, a.matlab_class),))


@pytest.mark.parametrize(("shape", "reduced"), CASES)
@pytest.mark.parametrize("kind", KINDS)
def test_double(gpu, kind, shape, reduced):
    rng = np.random.default_rng(1)
    data = b.array(shape, "double", rng, special=False)
    if kind == "prod":
        data = np.sign(data) * np.abs(data) ** 0.05
    exact = kind not in ("sum", "prod", "moment2")
    check(gpu, body_for(kind, "double", shape, reduced, False), [data], rtol=0 if exact else 1e-12, atol=0 if exact else 1e-11)


@pytest.mark.parametrize(("shape", "reduced"), CASES[4:15])
@pytest.mark.parametrize("matlab_class", ["single", "logical", "int32", "uint8"])
@pytest.mark.parametrize("kind", ["sum", "max", "argmin", "all", "count_nonzero"])
def test_classes(gpu, kind, matlab_class, shape, reduced):
    rng = np.random.default_rng(2)
    data = b.array(shape, matlab_class, rng, special=False)
    check(gpu, body_for(kind, matlab_class, shape, reduced, False), [data], rtol=1e-6, atol=1e-5)


@pytest.mark.parametrize("omit_nan", [True, False])
@pytest.mark.parametrize("kind", ["max", "min", "argmax", "argmin", "sum", "any"])
@pytest.mark.parametrize("shape", [(40, 3), (3, 40)])
def test_not_a_number(gpu, kind, shape, omit_nan):
    rng = np.random.default_rng(3)
    data = b.array(shape, "double", rng, special=False)
    data[:, 1] = np.nan
    data[1, :] = np.nan
    data[0, 0] = np.inf
    reduced = (0,) if shape[0] > shape[1] else (1,)
    check(gpu, body_for(kind, "double", shape, reduced, omit_nan), [data], rtol=1e-13)


def test_first_extreme_wins(gpu):
    for n, shape in ((4099, (4099, 1)), (4100, (1, 4100))):
        data = np.zeros(shape)
        data.flat[[17, 1234, n - 1]] = 5.0
        found, _ = launch(gpu, body_for("argmax", "double", shape, (0, 1), False), [data])
        assert found[0].item() == 18.0


def test_single_sums_are_compensated(gpu):
    data = np.full((2_000_001, 1), 0.1, np.float32)
    found, _ = launch(gpu, body_for("sum", "single", data.shape, (0,), False), [data])
    assert abs(found[0].item() - data.astype(np.float64).sum()) <= np.spacing(np.float32(200_000))
    infinite = data.copy()
    infinite[5] = np.inf
    assert launch(gpu, body_for("sum", "single", data.shape, (0,), False), [infinite])[0][0].item() == np.inf


def test_deviation_of_data_far_from_zero(gpu):
    rng = np.random.default_rng(4)
    data = rng.normal(size=(100_003, 1)) + 1e8
    found, _ = launch(gpu, body_for("moment2", "double", data.shape, (0,), False), [data])
    np.testing.assert_allclose(found[0].item() / 100_002, data.var(ddof=1), rtol=1e-9)


FOLDED = [((16, 9, 5), (1, 2)), ((7, 9, 5), (0, 1)), ((8, 5, 3), (0,)), ((6, 1000), (1,)), ((1000, 6), (0,))]


@pytest.mark.parametrize(("shape", "reduced"), FOLDED)
def test_producer_siblings_stores_and_finish(gpu, shape, reduced):
    """(x - column) .* p is stored on the way; its sum and extreme share the pass; the mean is finished in the kernel."""
    rng = np.random.default_rng(5)
    rank = len(shape)
    body = Body(
        shape, (Input("double"), Input("single", strides=(1, *[0] * (rank - 1))), Input("double", result_space=True)),
        (Parameter("double"), Parameter("double")),
        (Instruction(b.MINUS, (0, 1), "double", "double"), Instruction(b.TIMES, (5, 3), "double", "double"),
         Instruction(b.LESS, (0, 6), "logical", "double")),
        (Store(6, "double"), Store(7, "logical")), reduced,
        (Accumulation("sum", 6, "double"), Accumulation("max", 6, "double", True), Accumulation("count_nonzero", 7, "double")),
        (Instruction(b.TIMES, (8, 4), "double", "double"), Instruction(b.PLUS, (11, 2), "double", "double")),
        (Store(12, "double"), Store(9, "double"), Store(10, "single")),
    )  # fmt: skip
    inputs = [b.array(shape, "double", rng, special=False), b.array((shape[0], 1), "single", rng, special=False)]
    inputs.append(b.array(body.result_space, "double", rng, special=False))
    check(gpu, body, inputs, (0.75, 1 / 45), rtol=1e-12, atol=1e-12)


def test_results_of_logicals_and_expanded_finish_inputs(gpu):
    rng = np.random.default_rng(6)
    shape = (5, 13, 3)
    body = Body(
        shape, (Input("logical"), Input("double", strides=(0, 1, 0), result_space=True)), (), (), (), (0,),
        (Accumulation("any", 0, "logical"), Accumulation("sum", 0, "double")),
        (Instruction(b.TIMES, (3, 1), "double", "double"),), (Store(2, "logical"), Store(4, "double")),
    )  # fmt: skip
    data = np.asfortranarray(rng.random(shape) < 0.1)
    column = rng.random((1, 13))
    expected_any = data.any(0, keepdims=True)
    expected = data.sum(0, keepdims=True) * column[..., None].transpose(0, 1, 2)
    found, _ = launch(gpu, body, [data, column])
    np.testing.assert_array_equal(found[0], expected_any)
    np.testing.assert_allclose(found[1], expected, rtol=1e-14)


def test_guards_in_reductions(gpu):
    for bad in (False, True):
        data = np.ones((37, 3))
        data[36, 2] = -1.0 if bad else 1.0
        roots = (Instruction(b.SQRT, (0,), "double", "double"),)
        total = (Accumulation("sum", 1, "double"),)
        body = Body((37, 3), (Input("double"),), (), roots, (), (0,), total, (), (Store(2, "double"),), guards=(1,))
        check(gpu, body, [data], rtol=1e-14)


def test_guards_of_finish_instructions(gpu):
    for mean in (1.0, -1.0):
        roots = (Instruction(b.SQRT, (1,), "double", "double"),)
        total = (Accumulation("sum", 0, "double"),)
        body = Body((5, 300), (Input("double"),), (), (), (), (1,), total, roots, (Store(2, "double"),), guards=(2,))
        check(gpu, body, [np.full((5, 300), mean)], rtol=1e-14)


SPLIT = [((1000, 1), (0,)), ((31, 50), (1,)), ((32, 50), (0,)), ((6, 7, 20), (1, 2)), ((6, 7, 20), (0, 1)), ((600, 2), (0, 1))]


@pytest.mark.parametrize(("shape", "reduced"), SPLIT)
@pytest.mark.parametrize("kind", ["sum", "argmax", "moment2", "any"])
def test_arrays_beyond_one_binding(small_chunks, shape, reduced, kind):
    rng = np.random.default_rng(7)
    data = b.array(shape, "double", rng, special=False)
    check(small_chunks, body_for(kind, "double", shape, reduced, False), [data], rtol=1e-12, atol=1e-12)
