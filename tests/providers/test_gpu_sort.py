"""Sorts on the GPU provider against NumPy, to the last bit: both strategies, every class, lengths around their limits, every dimension."""

from dataclasses import replace
from math import prod

import numpy as np
import pytest

from runmat_kernel.codegen.forms.sort import SortBody
from runmat_kernel.codegen.wgsl import radix_digits, sort_short
from runmat_kernel.graph.sort import Sort, order
from runmat_kernel.providers.gpu import GpuProvider, ProviderUnavailable
from runmat_kernel.providers.gpu.device import open_device
from tests.providers import bodies as b
from tests.providers.bodies import Body, Input, Instruction, Store
from tests.providers.test_gpu_elementwise import launch

from ..adapters import no_adapter, subgroup_width

CLASSES = ["double", "single", "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "logical"]


@pytest.fixture(scope="module")
def ballots():
    """A provider that knows its subgroups' width, as that of an NVIDIA adapter does."""
    try:
        device = open_device(software=True)
    except ProviderUnavailable as error:
        no_adapter(error)
    if "subgroup" not in device.handle.features:
        pytest.skip("no subgroups")
    return GpuProvider(replace(device, target=replace(device.target, subgroup=subgroup_width(device.handle))))


def data(shape, matlab_class, seed=0):
    """Elements with many ties, special values, and all bits in use."""
    rng = np.random.default_rng(seed)
    if matlab_class == "logical":
        return np.asfortranarray(rng.random(shape) < 0.5)
    dtype = np.dtype({"double": "f8", "single": "f4"}.get(matlab_class, matlab_class))
    bits = np.frombuffer(rng.bytes(int(np.prod(shape)) * dtype.itemsize), dtype).copy()
    if dtype.kind == "f":
        few = np.array([0.0, -0.0, np.nan, np.inf, -np.inf, 1.5, -1.5, np.finfo(dtype).tiny / 8], dtype)
    else:
        few = np.array([0, 1, 5, np.iinfo(dtype).min, np.iinfo(dtype).max], dtype)
    chosen = rng.random(len(bits)) < 0.4
    bits[chosen] = rng.choice(few, chosen.sum())
    return np.asfortranarray(bits.reshape(shape, order="F"))


def check(provider, matlab_class, shape, dim, *, descending=False, wanted=(False, True), body=None, array=None):
    element = body or Body(shape, (Input(matlab_class),), (), (), (Store(0, matlab_class),))
    forms = tuple(Sort(dim, descending, positions) for positions in wanted)
    given = data(shape, matlab_class) if array is None else array
    found = launch(provider, SortBody(forms, element), [given])[0]
    places = order(forms[0], given)
    for form, made in zip(forms, found, strict=True):
        if form.positions:
            np.testing.assert_array_equal(made, places + 1.0)
            continue
        right = np.take_along_axis(given, places, dim)
        np.testing.assert_array_equal(made, right)
        if right.dtype.kind == "f":
            np.testing.assert_array_equal(np.signbit(made)[right == 0], np.signbit(right)[right == 0])


SHORT = sort_short.LONGEST
SHAPES = [
    ((1, 1), 0), ((2, 1), 0), ((1, 7), 1), ((7, 3), 0), ((7, 3), 1), ((3, 4, 5), 1), ((3, 4, 5), 2), ((SHORT, 3), 0), ((5, SHORT - 1), 1),
    ((SHORT + 1, 1), 0), ((SHORT + 1, 3), 0), ((33, SHORT + 5), 1), ((2, 600, 3), 1), ((1, 5000), 1), ((5001, 2), 0), ((40, 5003), 1),
    ((3, 2, 700), 2),
]  # fmt: skip


@pytest.mark.parametrize(("shape", "dim"), SHAPES)
def test_shapes(gpu, shape, dim):
    check(gpu, "single", shape, dim)
    if prod(shape) < 5000:
        check(gpu, "double", shape, dim, descending=True)


@pytest.mark.parametrize("matlab_class", CLASSES)
def test_classes(gpu, matlab_class):
    check(gpu, matlab_class, (2051, 3), 0)
    check(gpu, matlab_class, (33, 7), 0, descending=True)


def test_positions_alone_across_lines(gpu):
    check(gpu, "double", (33, 700), 1, descending=True, wanted=(True,))
    check(gpu, "int16", (33, 700), 1, wanted=(True, False))


@pytest.mark.parametrize("matlab_class", ["single", "double", "int16"])
def test_ballots(ballots, matlab_class, monkeypatch):
    monkeypatch.setattr(radix_digits, "_ITEMS", (4,))  # shaders of software adapters take long to compile
    tile = 4 * 256
    assert radix_digits.radix_form(SortBody((Sort(0),), Body((1, 1), (), (), (), (Store(0, matlab_class),))), ballots.target).tile == tile
    for shape, dim in [((tile, 1), 0), ((tile + 1, 2), 0), ((33, 3 * tile - 1), 1), ((17 * tile + 5, 1), 0)]:
        check(ballots, matlab_class, shape, dim)
    check(ballots, matlab_class, (5 * tile + 3, 1), 0, descending=True)


def test_blocks_of_several_tiles(ballots, monkeypatch):
    from runmat_kernel.codegen.wgsl import radix

    monkeypatch.setattr(radix_digits, "_ITEMS", (4,))
    monkeypatch.setattr(radix, "_BLOCKS", 8)
    for shape in ((40_001, 1), (5000, 3)):
        check(ballots, "single", shape, 0)
    check(ballots, "single", (1500, 9), 0, descending=True, wanted=(True,))


def test_what_is_sorted_is_computed(gpu):
    array = data((3000, 2), "single")
    doubled = Instruction(b.PLUS, (0, 0), "single", "single")
    body = Body((3000, 2), (Input("single"),), (), (doubled,), (Store(1, "single"),))
    with np.errstate(over="ignore", invalid="ignore"):
        twice = array + array
    found = launch(gpu, SortBody((Sort(0), Sort(0, positions=True)), body), [array])[0]
    np.testing.assert_array_equal(found[0], np.take_along_axis(twice, order(Sort(0), twice), 0))
    np.testing.assert_array_equal(found[1], order(Sort(0), twice) + 1.0)


def test_views_are_collected_first(gpu):
    array = data((3000, 4), "int32")
    body = Body((1500, 2), (Input("int32", strides=(2, 6000), offset=3001),), (), (), (Store(0, "int32"),))
    found = launch(gpu, SortBody((Sort(0),), body), [array])[0]
    np.testing.assert_array_equal(found[0], np.sort(array[1::2, 1::2], 0))


@pytest.mark.parametrize(
    ("matlab_class", "wanted", "dispatches"),
    [("single", (False,), 12), ("single", (False, True), 12), ("double", (False,), 24), ("int16", (False,), 8), ("uint8", (True,), 4)],
)
def test_three_dispatches_a_digit(matlab_class, wanted, dispatches):
    """And one before and after elements that share words; 8 bits are a digit."""
    from runmat_kernel.codegen.target import Target
    from runmat_kernel.codegen.wgsl.sort import sort_passes

    target = Target(subgroup=32, workgroup_bytes=49_152)
    n = 10**6
    body = SortBody(tuple(Sort(0, False, p) for p in wanted), Body((n, 1), (Input(matlab_class),), (), (), (Store(0, matlab_class),)))
    passes = sort_passes(body, target)
    assert len(passes) == dispatches
    copies = 1 if matlab_class in ("single", "double") else 2  # the output itself is one of two
    assert sum(passes[-1].state_bytes) < n * (copies * (8 if matlab_class == "double" else 4) + 8 * (True in wanted)) + 2**20
