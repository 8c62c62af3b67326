"""Interrupts of a kernel that starts, in its first second, and in the middle of long compiled loops: answered in time, and it goes on."""

from __future__ import annotations

import time

import pytest
from jupyter_client.manager import KernelManager

from .conftest import KERNEL, Client, running, stream

LOOPS = {
    "array math": "x = linspace(0, 1, 1e5)'; for k = 1:1e6, x = x .* 0.999 + sin(x); end",
    "elements": "u = zeros(1, 1e6); for t = 1:1000, for i = 2:999999, u(i) = u(i - 1) * 0.5 + u(i + 1) * 0.25 + t; end, end",
    "prefix sums": "x = rand(1, 5e6); s = 0; for t = 1:1000, for k = 1:5e6, s = s * 0.5 + x(k); end, end",
    "a test of arrays": "x = ones(1e5, 1); n = 0; while sum(x) > 0, x = x * 1.0000001; n = n + 1; end",
}


def answered(kernel: Client, code: str, delay: float) -> float:
    """The seconds that a kernel takes to answer the interrupt of a cell, ``delay`` seconds after it began."""
    identifier = kernel.begin(code)
    time.sleep(delay)
    start = time.monotonic()
    kernel.manager.interrupt_kernel()
    reply, _ = kernel.collect(identifier, timeout=60)
    assert reply["ename"] == "KeyboardInterrupt"
    return time.monotonic() - start


def works(kernel: Client) -> None:
    kernel.run("held.a = {1, 2}; held.a{2}(3) = 7; y = sum(sin(linspace(0, 1, 1e5)) > 2) + held.a{2}(3);")
    assert stream(kernel.run("fprintf('%d', y)")[1]) == "7"


@pytest.mark.parametrize("delay", [0.3, 0.6])
def test_a_kernel_that_starts_is_not_ended(kernelspec: None, delay: float) -> None:
    manager = KernelManager(kernel_name=KERNEL)
    manager.start_kernel()
    time.sleep(delay)
    manager.interrupt_kernel()
    client = manager.client()
    client.start_channels()
    try:
        client.wait_for_ready(timeout=120)
        works(Client(manager, client))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("delay", [0.0, 0.1, 0.5])
def test_in_the_first_second(kernelspec: None, delay: float) -> None:
    with running() as kernel:
        # Twice what is promised: the machine may be busy, and the libraries are being loaded.
        assert answered(kernel, "x = eig(rand(5)); s = 0; while true, s = s + 1; end", delay) < 2
        works(kernel)


@pytest.mark.parametrize("name", LOOPS)
def test_in_the_middle_of_a_compiled_loop(kernel: Client, name: str) -> None:
    kernel.run("kept = 5;")
    assert answered(kernel, LOOPS[name], 2.0) < 2
    works(kernel)
    assert stream(kernel.run("fprintf('%d', kept)")[1]) == "5"
