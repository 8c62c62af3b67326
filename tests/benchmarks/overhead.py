"""Host overhead of fusion: microseconds to defer one operation, and to find a known plan again.  ``python -m tests.benchmarks.overhead``

Thread time, best of many, so that other work on the machine counts little.
"""

import time

import numpy as np

from runmat_kernel.accel.engine import Engine
from runmat_kernel.base.settings import Settings
from runmat_kernel.graph.node import numbered
from runmat_kernel.graph.primitives import PLUS
from runmat_kernel.values.tensor import Tensor

OPERATIONS = 10


def plus(engine, x, y):
    """As the functions that generated code calls do."""
    return engine.elementwise(PLUS, (x, y))


_CELL = """
def chain(engine, x, start):
    y = x
    for k in range(OPERATIONS):
        y = plus(engine, y, start + k)
    return y
"""
# Under the name of a cell: every operation is asked which line it is of.
exec(compile(_CELL, "cell[1]", "exec"))


def best(work, times=300):
    seconds = []
    for k in range(times):
        start = time.thread_time()
        work(float(k))
        seconds.append(time.thread_time() - start)
    return min(seconds)


def main():
    engine = Engine(Settings(provider="host", max_pending_nodes=1 << 30))
    x = Tensor(np.linspace(0, 1, 20_000).reshape(1, -1))
    deferring = best(lambda start: chain(engine, x, start)) / OPERATIONS  # noqa: F821

    def planning(start):
        root = chain(engine, x, start).storage.node  # noqa: F821
        begin = time.thread_time()
        engine._plan(numbered([root]), [root])
        planned.append(time.thread_time() - begin)

    planned = []
    best(planning)
    print(f"deferring an operation: {deferring * 1e6:.1f} µs")
    print(f"finding the plan of {OPERATIONS} operations again: {min(planned) * 1e6:.1f} µs")


if __name__ == "__main__":
    main()
