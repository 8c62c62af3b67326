"""The Philox stream and its normals: NumPy's on the host, the same on a device."""

from __future__ import annotations

import numpy as np
import pytest
import wgpu

from runmat_kernel.codegen import mathlib
from runmat_kernel.graph.random import RandomStreams, philox_normal, philox_uniform
from runmat_kernel.graph.twister import Twister

from .probe import Probe, ulps

N = 10_000
KEY, BLOCK = 0x1234_5678_9ABC, 0x1_FFFF_FFF0


def on_device(kind: str, scalar: str, int64: bool, block: bool) -> np.ndarray:
    """N numbers from index 0, each by the scalar function or a block at a time."""
    probe = Probe()
    key, counter = (f"vec2<u32>({n & 0xFFFFFFFF}u, {n >> 32}u)" for n in (KEY, BLOCK))
    per_block = 8 if scalar == "f32" else 4
    one = f"rm_rand_{kind}_{scalar}(id.x, {key}, {counter})"
    call = f"rm_rand_{kind}_block_{scalar}({key}, rm_advance({counter}, id.x))" if block else one
    several = " ".join(f"result[{per_block}u * id.x + {i}u] = v[{i}];" for i in range(per_block))
    store = several if block else "result[id.x] = v;"
    text = (
        mathlib.source([(f"rand_{kind}", scalar)], int64=int64)
        + f"""
    @group(0) @binding(0) var<storage, read_write> result: array<{scalar}>;
    @compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3<u32>) {{ let v = {call}; {store} }}"""
    )
    device = probe.device
    pipeline = device.create_compute_pipeline(
        layout="auto", compute={"module": device.create_shader_module(code=text), "entry_point": "main"}
    )
    nbytes = N * (4 if scalar == "f32" else 8)
    out = device.create_buffer(size=nbytes, usage=wgpu.BufferUsage.STORAGE | wgpu.BufferUsage.COPY_SRC)
    entry = {"binding": 0, "resource": {"buffer": out, "offset": 0, "size": nbytes}}
    group = device.create_bind_group(layout=pipeline.get_bind_group_layout(0), entries=[entry])
    encoder = device.create_command_encoder()
    compute = encoder.begin_compute_pass()
    compute.set_pipeline(pipeline)
    compute.set_bind_group(0, group)
    compute.dispatch_workgroups(N // per_block if block else N)
    compute.end()
    device.queue.submit([encoder.finish()])
    return np.frombuffer(device.queue.read_buffer(out), np.float32 if scalar == "f32" else np.float64)


@pytest.mark.parametrize("block", [False, True])
@pytest.mark.parametrize(("scalar", "int64"), [("f32", True), ("f32", False), ("f64", True)])
def test_uniforms_are_bit_for_bit_those_of_numpy(scalar, int64, block):
    dtype = np.float32 if scalar == "f32" else np.float64
    generator = np.random.Generator(np.random.Philox(key=KEY, counter=BLOCK - 1))
    expected = generator.random(N, dtype=dtype)
    np.testing.assert_array_equal(philox_uniform(KEY, BLOCK, 0, N, dtype), expected)
    np.testing.assert_array_equal(on_device("uniform", scalar, int64, block), expected)


@pytest.mark.parametrize("block", [False, True])
@pytest.mark.parametrize("scalar", ["f32", "f64"])
def test_normals_agree_to_a_few_ulp(scalar, block):
    expected = philox_normal(KEY, BLOCK, 0, N, np.float32 if scalar == "f32" else np.float64)
    assert ulps(on_device("normal", scalar, True, block), expected).max() <= 6


def test_any_part_of_the_normal_array_is_the_same():
    for dtype in (np.float32, np.float64):
        whole = philox_normal(5, 1, 0, 1000, dtype)
        np.testing.assert_array_equal(philox_normal(5, 1, 333, 100, dtype), whole[333:433])


def test_twister_gives_matlabs_numbers():
    np.testing.assert_array_equal(np.round(Twister(5489).uniform(4), 4), [0.8147, 0.9058, 0.1270, 0.9134])
    expected = [0.5377, 1.8339, -2.2588, 0.8622, 0.3188, -1.3077, -0.4336, 0.3426, 3.5784, 2.7694]
    np.testing.assert_array_equal(np.round(Twister(5489).normal(10), 4), expected)


def test_twister_normals_do_not_depend_on_how_they_are_asked_for():
    whole = Twister(1).normal(3000)
    twister = Twister(1)
    np.testing.assert_array_equal(np.concatenate([twister.normal(n) for n in (1, 2, 997, 2000)]), whole)


def test_stream_depends_on_size_alone():
    streams = RandomStreams(3)
    assert not streams.uses_philox(65_535) and streams.uses_philox(65_536)
    large = streams.draw("uniform", 70_000, np.float64)
    np.testing.assert_array_equal(large, np.random.Generator(np.random.Philox(key=3)).random(70_000))


def test_normals_and_uniforms_are_one_stream_however_they_are_drawn():
    together, apart = Twister(7), Twister(7)
    np.testing.assert_array_equal(together.normal(5000), np.concatenate([apart.normal(n) for n in (1, 1, 8, 9, 100, 4881)]))
    np.testing.assert_array_equal(together.uniform(3), np.concatenate([apart.uniform(1), apart.uniform(2)]))
    np.testing.assert_array_equal(together.get_state(), apart.get_state())
    again = Twister(1)
    again.set_state(apart.get_state())
    np.testing.assert_array_equal(again.normal(20), together.normal(20))
    np.testing.assert_array_equal(again.uniform(4000), together.uniform(4000))


def test_the_tail_is_in_its_place():
    # The first numbers beyond 3.654 of this stream, one by one and in rows.
    whole, one = Twister(3).normal(40_000), Twister(3)
    at = np.flatnonzero(np.abs(whole) > 3.6541528853610088)
    assert len(at) > 3
    np.testing.assert_array_equal([float(one.normal(1)[0]) for _ in range(int(at[3]) + 2)], whole[: at[3] + 2])
