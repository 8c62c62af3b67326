"""Random numbers and repeated steps in kernels: what the host makes of the same Body."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from runmat_kernel.codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.codegen.wgsl.repeat import find_repeat
from runmat_kernel.graph.generators import RANDOM
from runmat_kernel.providers.gpu.launch import refusal
from runmat_kernel.providers.provider import KernelCall
from tests.providers import bodies as b

WORDS = (Parameter("uint32"),) * 4
KEY = (77, 3, 0xFFFF_FFF0, 0)


def run(gpu, body, inputs=(), parameters=()):
    buffers = tuple(gpu.upload(x, i.matlab_class) for x, i in zip(inputs, body.inputs, strict=True))
    sizes = [(s, body.space) for s in body.stores] + [(s, body.result_space) for s in body.results]
    outputs = tuple(gpu.allocate(shape, s.matlab_class) for s, shape in sizes)
    gpu.run([KernelCall(b.kernel(body), buffers, outputs, tuple(parameters))])
    return [gpu.download(output) for output in outputs]


def drawn(kind, matlab_class, space, **more):
    """A Body whose only value is random; number 5 is what is drawn."""
    steps = (
        Instruction(b.INDEX, (), "uint32", "uint32"),
        Instruction(RANDOM[kind, matlab_class], (4, 0, 1, 2, 3), matlab_class, matlab_class),
    )
    return Body(space, (), WORDS, steps, **more)


def check(gpu, body, inputs, parameters, ulp):
    expected = interpret(body, inputs, parameters).arrays
    for found, wanted in zip(run(gpu, body, inputs, parameters), expected, strict=True):
        scale = np.spacing(np.maximum(np.abs(wanted), np.finfo(wanted.dtype).eps))
        assert np.max(np.abs(found - wanted) / scale) <= ulp


@pytest.mark.parametrize("matlab_class", ["single", "double"])
@pytest.mark.parametrize("kind", ["uniform", "normal"])
@pytest.mark.parametrize("space", [(1, 1), (1001, 1), (64, 3), (7, 11, 13)])
def test_numbers_are_those_of_the_host(gpu, small_chunks, kind, matlab_class, space):
    body = drawn(kind, matlab_class, space, stores=(Store(5, matlab_class),))
    for provider in (gpu, small_chunks):
        check(provider, body, (), KEY, 0 if kind == "uniform" else 6)


@pytest.mark.parametrize("reduced", [(0,), (1,), (0, 1)])
@pytest.mark.parametrize("space", [(200, 9), (37, 41)])
def test_sums_of_numbers(gpu, small_chunks, space, reduced):
    sums = {"reduced": reduced, "accumulations": (Accumulation("sum", 5, "double"),), "results": (Store(6, "double"),)}
    body = drawn("uniform", "double", space, stores=(), **sums)
    check(gpu, body, (), KEY, 8)
    assert refusal(b.kernel(body), small_chunks.target, small_chunks.chunk_cap) is None
    check(small_chunks, body, (), KEY, 8)


def test_classes_share_a_kernel(gpu):
    numbers = drawn("uniform", "single", (500, 3), stores=())
    more = (
        Instruction(RANDOM["normal", "double"], (5, 1, 2, 3, 4), "double", "double"),
        Instruction(b.PLUS, (0, 7), "double", "double"),
        Instruction(b.LESS, (6, 8), "logical", "double"),
    )
    shifted = tuple(Instruction(i.op, tuple(k + 1 for k in i.operands), i.matlab_class, i.compute_class) for i in numbers.instructions)
    body = Body((500, 3), (Input("double"),), WORDS, (*shifted, *more), (Store(8, "double"), Store(6, "single"), Store(9, "logical")))
    data = np.asfortranarray(np.random.default_rng(1).normal(size=(500, 3)))
    found = run(gpu, body, (data,), KEY)
    for got, wanted in zip(found, interpret(body, (data,), KEY).arrays, strict=True):
        np.testing.assert_allclose(got, wanted, rtol=1e-14, atol=1e-15)


@pytest.mark.parametrize("matlab_class", ["single", "double"])
@pytest.mark.parametrize("random", [False, True])
def test_repeated_steps_become_a_loop(gpu, matlab_class, random):
    """x = exp(p * x0) + x, or with a random number for x0: text does not grow with the number of steps."""
    c, texts = matlab_class, []
    for count in (12, 40):
        each = 5 if random else 1
        parameters = tuple(p for _ in range(count) for p in ((*WORDS, Parameter("double")) if random else (Parameter("double"),)))
        first = 1 + len(parameters)
        steps, x = [Instruction(b.INDEX, (), "uint32", "uint32")] if random else [], 0
        for r in range(count):
            at, p = first + len(steps), 1 + each * r
            source = 0
            if random:
                steps.append(Instruction(RANDOM["normal", c], (first, p, p + 1, p + 2, p + 3), c, c))
                source, at = at, at + 1
            steps += [
                Instruction(b.TIMES, (p + each - 1, source), c, c),
                Instruction(b.EXP, (at,), c, c),
                Instruction(b.PLUS, (at + 1, x), c, c),
            ]
            x = at + 2
        body = Body((300, 7), (Input(c),), parameters, tuple(steps), (Store(x, c),))
        assert find_repeat(body).count >= count - 1
        data = np.asfortranarray(np.random.default_rng(2).normal(size=(300, 7)).astype("f4" if c == "single" else "f8"))
        values = [v for r in range(count) for v in ((77, 3, 1 + 263 * r, 0, 0.1 + r / 100) if random else (0.1 + r / 100,))]
        check(gpu, body, (data,), values, 8 * count)
        texts.append(gpu.wgsl(b.kernel(body))[0])
    assert len(texts[1]) < len(texts[0]) + 100


def test_devices_without_doubles_take_double_scalars_in_single_arithmetic(gpu):
    scaled = (Instruction(b.TIMES, (0, 1), "single", "single"),)
    body = Body((10, 1), (Input("single"),), (Parameter("double"),), scaled, (Store(2, "single"),))
    plain = replace(gpu.target, f64=False)
    assert refusal(b.kernel(body), plain, 1000) is None
    wide = replace(body, instructions=(Instruction(b.TIMES, (0, 1), "double", "double"),), stores=(Store(2, "double"),))
    assert "precision" in refusal(b.kernel(wide), plain, 1000)
    data = np.ones((10, 1), np.float32)
    for scalar, wanted in ((0.1, np.float32(0.1)), (1e300, np.inf), (-1e39, -np.inf), (np.nan, np.nan), (3.4028235e38, 3.4028235e38)):
        np.testing.assert_array_equal(run(gpu, body, (data,), (scalar,))[0], np.full((10, 1), wanted, np.float32))
