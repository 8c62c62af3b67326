"""Memory, transfers, caches and errors of the GPU provider."""

from concurrent.futures import Future
from itertools import product

import numpy as np
import pytest

from runmat_kernel.base.settings import Settings
from runmat_kernel.codegen.target import Target
from runmat_kernel.providers.gpu import GpuProvider, ProviderUnavailable, open_provider
from runmat_kernel.providers.gpu import device as devices
from runmat_kernel.providers.gpu.launch import refusal
from runmat_kernel.providers.gpu.memory import Pool, chunk_cap, chunk_elements, size_class
from runmat_kernel.providers.provider import KernelCall, OutOfMemory
from tests.providers import bodies as b
from tests.providers.bodies import Accumulation, Body, Input, Instruction, Store

from ..adapters import no_adapter


def double(shape):
    return Body(shape, (Input("double"),), (), (Instruction(b.PLUS, (0, 0), "double", "double"),), (Store(1, "double"),))


SMALL = [(0, 0), (1, 1), (3, 5), (1001, 7)]
LARGE = (3_000_001, 3)  # several staging buffers
CLASSES = ["double", "single", "logical", "int8", "uint16", "int64"]


@pytest.mark.parametrize(("shape", "matlab_class"), [*product(SMALL, CLASSES), (LARGE, "single"), (LARGE, "logical")])
def test_transfers_keep_every_byte(gpu, matlab_class, shape):
    data = b.array(shape, matlab_class, np.random.default_rng(1))
    np.testing.assert_array_equal(gpu.download(gpu.upload(data, matlab_class)), data)


def test_complex_arrays_and_split_ones_travel(small_chunks):
    rng = np.random.default_rng(2)
    data = np.asfortranarray(rng.normal(size=(40, 50)) + 1j * rng.normal(size=(40, 50)))
    buffer = small_chunks.upload(data, "double")
    assert buffer.is_complex and len(buffer.chunks) == 9
    np.testing.assert_array_equal(small_chunks.download(buffer), data)


def test_chunks_are_whole_slices():
    assert chunk_elements((10, 10), 1000) == 100
    assert chunk_elements((30, 50, 7), 2000) == 1500
    assert chunk_elements((5000, 1), 1024) == 1024
    assert chunk_elements((3000, 2), 1024) == 1024
    target = Target(max_binding_bytes=128 << 20)
    assert size_class(chunk_cap(target) * 8) <= target.max_binding_bytes


def test_one_program_serves_all_sizes(gpu):
    first = b.kernel(double((100, 3)))
    gpu.prepare(first)
    compiled = gpu.programs.compiled
    for shape in ((7, 1), (1, 9), (64, 64, 2)):
        gpu.prepare(b.kernel(double(shape)))
    assert gpu.programs.compiled == compiled
    assert gpu.prepare(first) is gpu.prepare(first)
    assert "fn main" in gpu.wgsl(first)[0]


def test_memory_returns_to_the_pool(gpu):
    used = gpu.memory.used
    buffer = gpu.allocate((1000, 1), "double")
    serial = buffer.chunks[0].serial
    assert gpu.memory.used == used + size_class(8000)
    del buffer
    assert gpu.memory.used == used
    assert gpu.allocate((1000, 1), "double").chunks[0].serial == serial


def test_out_of_memory_is_told_by_our_own_account():
    try:
        provider = GpuProvider(devices.open_device(software=True), budget=4 << 20)
    except ProviderUnavailable as error:
        no_adapter(error)
    kept = provider.allocate((300_000, 1), "double")
    with pytest.raises(OutOfMemory):
        provider.allocate((300_000, 1), "double")
    del kept
    provider.allocate((100_000, 1), "double")
    provider.allocate((400_000, 1), "double")  # what the pool kept is freed first


def test_many_calls_in_one_run(gpu):
    """A chain of calls, each reading what the one before wrote, longer than one submission holds."""
    kernel = b.kernel(double((5, 1)))
    arrays = [gpu.upload(np.full((5, 1), 2.0**-600), "double")]
    calls = []
    for _ in range(1100):
        arrays.append(gpu.allocate((5, 1), "double"))
        calls.append(KernelCall(kernel, (arrays[-2],), (arrays[-1],), ()))
    gpu.run(calls)
    gpu.settle(calls)
    np.testing.assert_array_equal(gpu.download(arrays[-1]), np.full((5, 1), 2.0**500))
    if gpu.target.timestamps:
        assert all(call.seconds is not None and call.seconds >= 0 for call in calls)


def test_refusals_name_the_reason(gpu):
    body = double((10, 1))
    assert refusal(b.kernel(body), Target(f64=False), 1000) == "precision: this device has no double precision"
    erf = b.op("erf", 1, None, None)
    body = Body((4, 1), (Input("double"),), (), (Instruction(erf, (0,), "double", "double"),), (Store(1, "double"),))
    assert gpu.refusal(b.kernel(body)) == "'erf' has no device form"
    transposed = Body((3000, 1000), (Input("double", strides=(1000, 1)),), (), (), (Store(0, "double"),))
    assert "out of order" in refusal(b.kernel(transposed), Target(), 10_000)
    total = Body((5, 1), (Input("int32"),), (), (), (), (0,), (Accumulation("sum", 0, "int32"),), (), (Store(1, "int32"),))
    assert "int32" in gpu.refusal(b.kernel(total))


def test_no_adapter_is_a_reason_not_a_failure(monkeypatch):
    monkeypatch.setattr(devices, "adapters", list)
    with pytest.raises(ProviderUnavailable, match="no Vulkan"):
        open_provider(Settings(provider="gpu"))


def test_a_buffer_that_dies_in_a_cycle_comes_back_alive(gpu):
    import gc

    array = np.arange(7, dtype=np.float32).reshape(1, 7, order="F")
    for _ in range(3):
        cycle = [gpu.upload(array, "single")]
        cycle.append(cycle)
        del cycle
        gc.collect()
        np.testing.assert_array_equal(gpu.download(gpu.upload(array, "single")), array)


def test_chunks_that_are_parts_of_one_buffer_can_be_cut_anew(small_chunks):
    before = small_chunks.memory.used
    data = np.arange(512.0, dtype="f4").reshape((64, 8), order="F")
    buffer = small_chunks.upload(data, "single")
    used = small_chunks.memory.used - before
    assert len(buffer.chunks) == 2 and len({id(raw.handle) for raw in buffer.chunks}) == 1
    whole, other = buffer.cut((512, 1), 512), buffer.cut((8, 64), 64)
    assert len(whole.chunks) == 1 and len(other.chunks) == 8
    assert small_chunks.memory.used - before == used
    del buffer
    np.testing.assert_array_equal(small_chunks.download(whole).ravel(), data.ravel(order="F"))
    np.testing.assert_array_equal(small_chunks.download(other), data.reshape((8, 64), order="F"))
    # The memory goes back with the last of them.
    del whole
    assert small_chunks.memory.used - before == used
    del other
    assert small_chunks.memory.used == before


def test_chunks_where_no_binding_may_begin_are_buffers_of_their_own(small_chunks):
    buffer = small_chunks.upload(np.ones((250, 2), "f4"), "single")
    assert len({id(raw.handle) for raw in buffer.chunks}) == 2
    assert buffer.cut((500, 1), 500) is None


def pool_with_ahead(budget=1 << 40):
    made, destroyed = [], []

    def beside(function):
        done = Future()
        done.set_result(function())
        return done

    create = lambda size: made.append(size) or object()  # noqa: E731
    return Pool(create, lambda raw: destroyed.append(raw.handle), cap=budget, budget=budget, beside=beside), made, destroyed


def test_large_buffers_are_made_in_advance_once_for_each_size():
    pool, made, _ = pool_with_ahead()
    size = size_class(100 << 20)
    pool.take(size)
    pool.make_ahead()
    assert made == [size] * 3 and pool.report.kept == 2 * size
    taken = [pool.take(size) for _ in range(2)]
    assert len(made) == 3 and pool.report.kept == 0 and len({raw.serial for raw in taken}) == 2
    pool.make_ahead()
    pool.take(size)
    pool.make_ahead()
    assert len(made) == 4


@pytest.mark.parametrize("nbytes", [1 << 20, 1 << 30])
def test_small_and_huge_buffers_are_not_made_in_advance(nbytes):
    pool, made, _ = pool_with_ahead()
    pool.take(nbytes)
    pool.make_ahead()
    assert len(made) == 1


def test_what_was_made_in_advance_counts_and_makes_room():
    size = size_class(100 << 20)
    pool, made, destroyed = pool_with_ahead(budget=3 * size)
    pool.take(size)
    pool.make_ahead()
    pool.take(2 * size)
    assert len(destroyed) == 2 and pool.report.kept == 0 and pool.report.used == 3 * size
    small, made, _ = pool_with_ahead(budget=2 * size)
    small.take(size)
    small.make_ahead()
    assert len(made) == 1
