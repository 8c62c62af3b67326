"""Product kernels on the device against NumPy: all ways factors lie, sizes that end inside tiles, split depths, epilogues."""

from dataclasses import replace

import numpy as np
import pytest

from runmat_kernel.codegen.forms.product import Product, ProductBody
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.providers.gpu import GpuProvider, ProviderUnavailable
from runmat_kernel.providers.gpu.device import open_device
from runmat_kernel.providers.host.provider import HostProvider
from runmat_kernel.providers.provider import KernelCall
from runmat_kernel.values.classes import DTYPES

from ..adapters import no_adapter
from .bodies import LESS, PLUS, TIMES, Accumulation, Body, Input, Instruction, Parameter, Store

TOLERANCE = {"double": 1e-13, "single": 2e-5}


# Few shaders are compiled: sizes that are multiples of vectors and odd ones, each form of tile, with and without a split.
SIZES = [
    *(("small", 1, 1, 1), ("small", 65, 33, 17), ("small", 68, 68, 36)),
    *(("large", 130, 67, 129), ("large", 132, 200, 8), ("split", 3, 5, 1500)),
]


@pytest.fixture(scope="module")
def devices():
    """A provider for each way to divide work: as on this adapter, with large tiles, and with split depths."""
    try:
        found = {name: GpuProvider(open_device(software=True)) for name in ("small", "large", "split")}
    except ProviderUnavailable as error:
        no_adapter(error)
    found["large"].target = replace(found["large"].target, is_software=False, threads=64)
    found["split"].target = replace(found["split"].target, threads=1 << 20)
    return found


@pytest.fixture
def rng():
    return np.random.default_rng(7)


def array(rng, shape, matlab_class):
    return np.asfortranarray(rng.normal(size=shape).astype(DTYPES[matlab_class]))


def plain(rows, columns, matlab_class):
    return Body((rows, columns), (Input(matlab_class),), (), (), (Store(0, matlab_class),))


def run(provider, body, inputs, parameters=()):
    kernel = Kernel("matmul_epilogue", "test", body)
    assert provider.refusal(kernel) is None
    outputs = [provider.allocate(body.space, s.matlab_class) for s in body.stores]
    outputs += [provider.allocate(body.result_space, s.matlab_class) for s in body.results]
    call = KernelCall(kernel, tuple(provider.upload(x, _class(x)) for x in inputs), tuple(outputs), parameters)
    provider.run([call])
    return [provider.download(x) for x in outputs]


def _class(x):
    return {"float64": "double", "float32": "single"}[x.dtype.name]


@pytest.mark.parametrize("matlab_class", ["single", "double"])
@pytest.mark.parametrize("iterations", [(False, False), (True, False), (False, True), (True, True)])
@pytest.mark.parametrize(("form", "m", "n", "k"), SIZES)
def test_a_product_is_numpys(devices, rng, form, m, n, k, iterations, matlab_class):
    left = array(rng, (k, m) if iterations[0] else (m, k), matlab_class)
    right = array(rng, (n, k) if iterations[1] else (k, n), matlab_class)
    body = ProductBody(Product(m, n, k, *iterations, matlab_class), plain(m, n, matlab_class))
    want = (left.T if iterations[0] else left).astype(float) @ (right.T if iterations[1] else right).astype(float)
    for provider in (devices[form], HostProvider(1)):
        (got,) = run(provider, body, (left, right))
        assert got.dtype == DTYPES[matlab_class]
        np.testing.assert_allclose(got, want, rtol=0, atol=TOLERANCE[matlab_class] * (1 + np.abs(want).max()))


@pytest.mark.parametrize("matlab_class", ["single", "double"])
@pytest.mark.parametrize(
    ("form", "n", "k", "centered"),
    [("small", 70, 40, False), ("split", 129, 1300, True), ("large", 260, 64, True), ("split", 33, 2000, False)],
)
def test_symmetric_products_compute_one_triangle(devices, rng, form, n, k, centered, matlab_class):
    x = array(rng, (k, n), matlab_class) + DTYPES[matlab_class].type(3)
    row = np.asfortranarray(x.mean(axis=0, keepdims=True))
    body = ProductBody(Product(n, n, k, True, False, matlab_class, True, centered), plain(n, n, matlab_class))
    want = (x - row * centered).astype(float).T @ (x - row * centered).astype(float)
    for provider in (devices[form], HostProvider(1)):
        (got,) = run(provider, body, (x, row) if centered else (x,))
        np.testing.assert_allclose(got, want, rtol=0, atol=TOLERANCE[matlab_class] * np.abs(want).max())
        np.testing.assert_array_equal(got, got.T)


def chain(m, n, matlab_class):
    """``P .* p + row``, ``that < full``, and ``that + column``, with a logical among the outputs."""
    inputs = (Input(matlab_class), Input("single", strides=(0, 1)), Input("double"), Input(matlab_class, strides=(1, 0)))
    steps = (
        Instruction(TIMES, (0, 4), matlab_class, matlab_class),
        Instruction(PLUS, (5, 1), matlab_class, matlab_class),
        Instruction(LESS, (6, 2), "logical", "double"),
        Instruction(PLUS, (6, 3), matlab_class, matlab_class),
    )
    return Body((m, n), inputs, (Parameter("double"),), steps, (Store(6, matlab_class), Store(7, "logical"), Store(8, matlab_class)))


@pytest.mark.parametrize("matlab_class", ["single", "double"])
@pytest.mark.parametrize(
    ("form", "m", "n", "k"),
    [("small", 70, 40, 9), ("large", 132, 140, 20), ("split", 68, 40, 1200), ("small", 1, 90, 1100), ("small", 90, 1, 30)],
)
def test_the_epilogue_sees_scalars_rows_columns_and_arrays(devices, rng, form, m, n, k, matlab_class):
    left, right = array(rng, (m, k), matlab_class), array(rng, (k, n), matlab_class)
    row, full, column = array(rng, (1, n), "single"), array(rng, (m, n), "double"), array(rng, (m, 1), matlab_class)
    body = ProductBody(Product(m, n, k, False, False, matlab_class), chain(m, n, matlab_class))
    base = (left.astype(float) @ right.astype(float)) * 0.5 + row
    for provider in (devices[form], HostProvider(1)):
        got, mask, last = run(provider, body, (left, right, row, full, column), (0.5,))
        scale = TOLERANCE[matlab_class] * (1 + np.abs(base).max())
        np.testing.assert_allclose(got, base, rtol=0, atol=scale)
        np.testing.assert_allclose(last, base + column, rtol=0, atol=scale)
        clear = np.abs(base - full) > scale
        np.testing.assert_array_equal(mask[clear], (base < full)[clear])


@pytest.mark.parametrize(("m", "n", "k"), [(70, 40, 30), (500, 1, 40)])
def test_norms_of_a_product_come_with_it(devices, rng, m, n, k):
    left, right = array(rng, (m, k), "double"), array(rng, (k, n), "double")
    squared = Body(
        (m, n), (Input("double"),), (), (Instruction(TIMES, (0, 0), "double", "double"),), (Store(0, "double"),), (0,),
        (Accumulation("sum", 1, "double"),), (), (Store(2, "double"),),
    )  # fmt: skip
    body = ProductBody(Product(m, n, k, False, False, "double"), squared)
    for provider in (devices["small"], devices["split"], HostProvider(1)):
        product, norms = run(provider, body, (left, right))
        np.testing.assert_allclose(product, left @ right, atol=1e-12)
        np.testing.assert_allclose(norms, ((left @ right) ** 2).sum(axis=0, keepdims=True), rtol=1e-12)
