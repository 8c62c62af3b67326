"""Whole numbers near doubles on the device: beyond 2^24 drivers may lose the fraction before it is looked at."""

from __future__ import annotations

import pytest

from tests.adapters import needs_adapter
from tests.fuzz.agree import Strategies

VALUES = "[2.75 2.5 -2.75 -0.5 0.5 -0 0 417022004.99 1e8+0.75 -1e8-0.75 3e9+.75 2^51+0.5 2^52+1 -2^53 1e300 NaN Inf -Inf 1e-310]"
INTEGERS = ("int8", "uint8", "int16", "uint16", "int32", "uint32")


@pytest.fixture(scope="module")
def strategies() -> Strategies:
    needs_adapter()
    return Strategies(["eager", "host", "gpu"])


def test_rounding_and_casts(strategies: Strategies) -> None:
    lines = [f"x = {VALUES};"]
    for name in ("floor", "ceil", "fix", "round", *INTEGERS):
        lines.append(f"{name}_of_x = {name}(x * 1); {name}_of_s = {name}(single(x) * 1);")
    lines.append("m = mod(x, 3); r = rem(x, 3); p = (-3) .^ fix(x / 1e6);")
    names = [f"{name}_of_{v}" for name in ("floor", "ceil", "fix", "round", *INTEGERS) for v in "xs"] + ["m", "r"]
    assert strategies.disagreement("\n".join(lines), names) is None


@pytest.mark.parametrize("name", ("int8", "int32", "uint32"))
def test_bits_and_whole_quotients(strategies: Strategies, name: str) -> None:
    draw = f"a = {name}((rand(7, 9) - 0.4) * 2 * h); b = {name}((rand(7, 9) - 0.3) * h / 3); b(3) = 0;"
    lines = ["rng(1);", f"h = double(intmax('{name}'));", draw]
    names = []
    for k, function in enumerate(("bitand", "bitor", "bitxor")):
        lines.append(f"x{k} = {function}(a, b); y{k} = {function}(a, 5) + 1; z{k} = {function}(85, b);")
        names += [f"x{k}", f"y{k}", f"z{k}"]
    for rounding in ("fix", "floor", "ceil", "round"):
        lines.append(f"d_{rounding} = idivide(a, b, '{rounding}'); e_{rounding} = idivide(a, 3, '{rounding}');")
        names += [f"d_{rounding}", f"e_{rounding}"]
    assert strategies.disagreement("\n".join(lines), names) is None
    gpu = strategies.sessions["gpu"]
    outcome = gpu.run("u = bitand(a, b) + 1; v = idivide(a, b);")
    assert outcome.error is None and not outcome.report.refusals
