"""Speed of the GPU provider on this machine's best adapter: ``python -m tests.providers.measure [elements]``.

Kernel times are the device's own timestamps (best of several runs); bytes are those read and written.  Results of every kernel are
compared with NumPy on a part of the data before they are timed.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from math import prod

import numpy as np

from runmat_kernel.base.settings import Settings
from runmat_kernel.codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.providers.gpu import open_provider
from runmat_kernel.providers.provider import KernelCall
from tests.providers import bodies as b

NAMES = {"sin": np.sin, "exp": np.exp, "cos": np.cos, "tanh": np.tanh}
OPS = {name: b.op(name, 1, function, name, cost=12.0) for name, function in NAMES.items()}


def chain(c: str, n: int) -> Body:
    """y = tanh(sin(x) .* exp(-x / 10) + cos(3 * x))"""
    steps = [
        Instruction(OPS["sin"], (0,), c, c), Instruction(b.TIMES, (0, 1), c, c), Instruction(OPS["exp"], (4,), c, c),
        Instruction(b.TIMES, (3, 5), c, c), Instruction(b.TIMES, (0, 2), c, c), Instruction(OPS["cos"], (7,), c, c),
        Instruction(b.PLUS, (6, 8), c, c), Instruction(OPS["tanh"], (9,), c, c),
    ]  # fmt: skip
    return Body((n, 1), (Input(c),), (Parameter(c), Parameter(c)), tuple(steps), (Store(10, c),))


def copy(c: str, n: int) -> Body:
    return Body((n, 1), (Input(c),), (), (), (Store(0, c),))


def arithmetic(c: str, n: int) -> Body:
    """(a .* b + c) - a"""
    steps = (Instruction(b.TIMES, (0, 1), c, c), Instruction(b.PLUS, (3, 2), c, c), Instruction(b.MINUS, (4, 0), c, c))
    return Body((n, 1), (Input(c), Input(c), Input(c)), (), steps, (Store(5, c),))


def expanded(c: str, n: int) -> Body:
    """(A - row) .* column"""
    shape = (4096, n // 4096)
    steps = (Instruction(b.MINUS, (0, 1), c, c), Instruction(b.TIMES, (3, 2), c, c))
    return Body(shape, (Input(c), Input(c, strides=(0, 1)), Input(c, strides=(1, 0))), (), steps, (Store(4, c),))


def reduction(c: str, shape: tuple[int, ...], reduced: tuple[int, ...], *kinds: str) -> Body:
    items = tuple(Accumulation(k, 0, "double" if k.startswith("arg") else c, k in ("max", "argmax")) for k in kinds)
    results = tuple(Store(1 + k, item.matlab_class) for k, item in enumerate(items))
    return Body(shape, (Input(c),), (), (), (), reduced, items, (), results)


def cases(n: int):
    for c in ("single", "double"):
        yield f"copy {c}", copy(c, n), ()
        yield f"(a.*b + c) - a {c}", arithmetic(c, n), ()
        yield f"(A - row) .* column {c}", expanded(c, n), ()
        yield f"sin exp cos tanh {c}", chain(c, n), (-0.1, 3.0)
        yield f"sum all {c}", reduction(c, (n, 1), (0,), "sum"), ()
        rows = n // 4096
        yield f"sum dim 1 of 4096 x {rows} {c}", reduction(c, (4096, rows), (0,), "sum"), ()
        yield f"sum dim 2 of 4096 x {rows} {c}", reduction(c, (4096, rows), (1,), "sum"), ()
        for few in (8, 64, 512):
            yield f"sum dim 1 of {few} x {n // few} {c}", reduction(c, (few, n // few), (0,), "sum"), ()
        yield f"sum dim 1 of 4097 x {rows - 8} {c}", reduction(c, (4097, rows - 8), (0,), "sum"), ()
        yield f"sum dims [2 3] of 16 x ... {c}", reduction(c, (16, n // 64, 4), (1, 2), "sum"), ()
        yield f"sum and deviation dims [2 3] of 16 {c}", reduction(c, (16, n // 64, 4), (1, 2), "sum", "moment2"), ()
        yield f"max all {c}", reduction(c, (n, 1), (0,), "max"), ()
        yield f"[m, i] = max all {c}", reduction(c, (n, 1), (0,), "max", "argmax"), ()
        yield f"deviation all {c}", reduction(c, (n, 1), (0,), "moment2"), ()


def measure(gpu, title: str, body: Body, parameters: tuple, arrays: dict) -> None:
    kernel = Kernel("test", title, body)
    strides = [i.strides or (1,) * len(body.space) for i in body.inputs]
    shapes = [tuple(n if s else 1 for n, s in zip(body.space, found, strict=True)) for found in strides]
    c = body.inputs[0].matlab_class
    hosts = [arrays[c][: prod(s)].reshape(s, order="F") for s in shapes]
    inputs = tuple(gpu.upload(h, c) for h in hosts)
    sizes = [(s, body.space) for s in body.stores] + [(s, body.result_space) for s in body.results]
    outputs = tuple(gpu.allocate(shape, s.matlab_class) for s, shape in sizes)
    start = time.perf_counter()
    gpu.prepare(kernel)
    cold = time.perf_counter() - start
    calls, start = [], time.perf_counter()
    while time.perf_counter() - start < 0.7 or len(calls) < 5:  # an idle device runs at a fraction of its clock
        calls = [KernelCall(kernel, inputs, outputs, parameters) for _ in range(20)]
        gpu.run(calls)
        gpu.settle(calls)
    best = float(np.median([call.seconds for call in calls]))
    moved = sum(x.nbytes for x in (*inputs, *outputs))
    expected = interpret(body, hosts, parameters).arrays if moved < 4e9 else ()
    worst = 0.0
    for output, wanted in zip(outputs, expected, strict=False):
        found = gpu.download(output)
        worst = max(worst, float(np.max(np.abs(found - wanted)) / np.max(np.abs(wanted))))
    rate = moved / best / 1e9
    print(f"{title:48s} {best * 1e3:9.3f} ms {rate:8.1f} GB/s  compile {cold * 1e3:6.1f} ms  worst error {worst:.1e}", flush=True)


def transfers(gpu, data: np.ndarray) -> None:
    for iteration in range(3):
        start = time.perf_counter()
        buffer = gpu.upload(data, "single")
        gpu.download(gpu.upload(np.zeros((1, 1)), "double"))
        middle = time.perf_counter()
        gpu.download(buffer)
        end = time.perf_counter()
        up, down = data.nbytes / (middle - start) / 1e9, data.nbytes / (end - middle) / 1e9
        print(f"transfer {iteration}: up {up:.2f} GB/s, down {down:.2f} GB/s", flush=True)


def overhead(gpu) -> None:
    body = arithmetic("single", 1000)
    kernels = [Kernel("test", "t", body) for k in range(10)]
    data = [gpu.upload(np.ones((1000, 1), np.float32), "single") for _ in range(3)]
    outputs = [gpu.allocate((1000, 1), "single") for _ in range(500)]
    for _ in range(4):
        calls = [KernelCall(kernels[k % 10], tuple(data), (outputs[k],), ()) for k in range(500)]
        start = time.perf_counter()
        gpu.run(calls)
        queued = time.perf_counter() - start
        gpu.settle(calls)
        total = time.perf_counter() - start
        print(f"500 kernels: {queued / 500 * 1e6:.1f} us each to queue, {total / 500 * 1e6:.1f} us with waiting", flush=True)


def huge(gpu, n: int) -> None:
    """An array of many bindings, made and reduced on the device: (k * 2^-31)^2 for k below n."""
    c = "single"
    steps = (Instruction(b.INDEX, (), c, c), Instruction(b.TIMES, (1, 0), c, c), Instruction(b.TIMES, (2, 2), c, c))
    make = Kernel("test", "huge", Body((n, 1), (), (Parameter("single"),), steps, (Store(3, "single"),)))
    total = Kernel("test", "total", reduction("single", (n, 1), (0,), "sum"))
    array, result = gpu.allocate((n, 1), "single"), gpu.allocate((1, 1), "single")
    calls = [KernelCall(make, (), (array,), (2.0**-31,)), KernelCall(total, (array,), (result,), ())]
    for _ in range(2):
        gpu.run(calls)
        gpu.settle(calls)
    found, wanted = gpu.download(result).item(), n**3 / 3 * 2.0**-62
    rates = [4 * n / call.seconds / 1e9 for call in calls]
    print(f"huge {n}: {len(array.chunks)} buffers, {rates[0]:.0f} and {rates[1]:.0f} GB/s, {found} against {wanted}", flush=True)


def variants(gpu, arrays: dict) -> None:
    """How many workgroups an elementwise kernel and a reduction do best with."""
    target, n = gpu.target, arrays["single"].size
    for groups in (1 << 14, 65_535, 1 << 22):
        gpu.target = replace(target, elementwise_groups=groups)
        for c in ("single", "double"):
            measure(gpu, f"copy {c}, {groups} groups", copy(c, n), (), arrays)
    for threads in (1 << 16, 1 << 18):
        gpu.target = replace(target, threads=threads)
        for c in ("single", "double"):
            measure(gpu, f"max all {c}, {threads} threads", reduction(c, (n, 1), (0,), "max"), (), arrays)
            measure(gpu, f"sum all {c}, {threads} threads", reduction(c, (n, 1), (0,), "sum"), (), arrays)
    for steps in (4, 8):
        gpu.target = replace(target, lane_steps=steps)
        for rows in (64, 512):
            body = reduction("single", (rows, n // rows), (0,), "sum")
            measure(gpu, f"sum dim 1 of {rows} rows, {steps} steps", body, (), arrays)
    gpu.target = target


def main() -> None:
    n = int(float(sys.argv[1])) // 8192 * 8192 if len(sys.argv) > 1 else 1 << 22
    gpu = open_provider(Settings(provider="gpu"))
    print(gpu.info, flush=True)
    overhead(gpu)
    rng = np.random.default_rng(1)
    arrays = {"double": rng.random(n) * 8 - 4}
    arrays["single"] = arrays["double"].astype(np.float32)
    transfers(gpu, arrays["single"].reshape(-1, 1))
    for title, body, parameters in cases(n):
        measure(gpu, title, body, parameters, arrays)
    if len(sys.argv) > 2:
        variants(gpu, arrays)
        huge(gpu, int(float(sys.argv[2])))
    print(gpu.memory, flush=True)


if __name__ == "__main__":
    main()
