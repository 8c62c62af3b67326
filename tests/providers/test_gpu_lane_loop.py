"""Heavy arithmetic stands in a shader once: a loop computes the lanes of a vector."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.codegen.wgsl.lane_loop import in_lane_loop
from runmat_kernel.session import Session
from tests.adapters import needs_adapter

CHAIN = "sin(x) .* exp(-0.1 * x) + tanh(cos(3 * x)) + atan(x)"
PROGRAMS = [
    f"r = {CHAIN};",
    f"y = {CHAIN}; r = sum(y, 1);",
    f"y = {CHAIN}; r = sum(y, 2);",
    f"y = {CHAIN}; r = [max(y(:)), min(y(:)), mean(y(:))];",
    f"[m, k] = max({CHAIN}, [], 1); r = [m; k];",
    f"r = {CHAIN} + b;",
    "r = log(abs(x)) + sqrt(x + 1) .* exp(x) .* sin(x) .* tanh(x);",
]


@pytest.fixture(scope="module")
def sessions():
    needs_adapter()
    return Session(provider="gpu", defer_elements=1), Session(provider="host", fusion=False)


@pytest.mark.parametrize(("matlab_class", "shape"), [("single", "5, 7"), ("single", "8, 6"), ("double", "1, 33")])
@pytest.mark.parametrize("program", PROGRAMS)
def test_equal_to_the_host(sessions, program, matlab_class, shape):
    setup = f"x = reshape(linspace(-0.9, 3, prod([{shape}])), {shape}); x = cast(x, '{matlab_class}'); b = int8(3) > x(1, :);"
    found = []
    for session in sessions:
        outcome = session.run(f"clear all; {setup} {program} s = sprintf('%.5g ', r); t = class(r); z = size(r); disp(s), disp(t), disp(z)")
        assert outcome.error is None
        found.append(outcome.text)
    assert found[0] == found[1]


def test_a_heavy_chain_is_written_once(sessions):
    device = sessions[0]
    device.run(f"clear all; x = linspace(0, 1, 4096); y = {CHAIN}; disp(y(3))")
    outcome = device.run(f"x = linspace(0, 2, 4096); z = {CHAIN}; disp(z(5))")
    bodies = [group.kernel.body for group in outcome.report.groups]
    assert any(in_lane_loop(body, 2, blocks=False, target=device.engine.device.target) for body in bodies)
    assert not any(in_lane_loop(body, 1, blocks=False, target=device.engine.device.target) for body in bodies)


def test_a_program_that_is_used_again_is_written_out(sessions):
    """A faster pipeline is compiled in the background, and gives the same bits."""
    device = sessions[0]
    programs = device.engine.device.programs
    device.run("clear all; w = linspace(0, 3, 4097);")
    code = f"x = w + 0; y = {CHAIN} - 1; t = sum(y); m = max(y);"
    programs._improves = True
    try:
        device.run(code)
        first = [np.asarray(device.workspace[name]) for name in "ytm"]
        (program,) = [p for p in programs._programs.values() if p._improve is not None]
        begun = program.pipeline
        assert program._improve is None
        program._compiling.result()
        assert program.pipeline is not begun
        outcome = device.run(code)
        assert outcome.error is None
        for name, array in zip("ytm", first, strict=True):
            np.testing.assert_array_equal(np.asarray(device.workspace[name]), array)
    finally:
        programs._improves = False
