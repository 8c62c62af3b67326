"""``python -m tests.benchmarks.device``: the workloads at a GPU's size against PyTorch, JAX and CuPy on the same device.

Times are wall times: for RunMat from the call of ``Session.run`` to the numbers on the host, for the others from the call to the numbers
on the host.  Data is on the device before, for everyone.  Results are compared with NumPy's.  Prints Markdown.

Everyone runs in processes of their own, one after the other and that several times: libraries keep the memory of a device that they once
took, and a processor that others use as well can be twice as slow for one process.  Rows tell the median of the processes and their range.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from .workloads import Workload, fori_loop, plain_loop, workloads, written_inside

RUNS = 10

WARMING_SECONDS = 1.0
"""Work before times count.  A device that was idle for two seconds runs at a sixth of its clock, and takes half a second of work to be as
fast as it can: an H200 took 2.4 ms for a kernel of 0.44."""


def measured(compute: Callable[[], tuple[float, ...]]) -> tuple[float, float, tuple[float, ...]]:
    """Seconds of the first run, the median of the last ones, and the results."""
    times, results, warm = [], (), 0.0
    while len(times) <= RUNS or time.perf_counter() < warm:
        start = time.perf_counter()
        results = compute()
        times.append(time.perf_counter() - start)
        # what the first run takes for compiling is no work for the device
        warm = warm or time.perf_counter() + WARMING_SECONDS
    return times[0], float(np.median(times[-RUNS:])), tuple(float(x) for x in results)


def runmat(workload: Workload) -> tuple[float, float, tuple[float, ...], str]:
    """RunMat, and the sum of the kernel times of the last run."""
    from runmat_kernel import Session

    session = Session(provider="gpu")
    setup, compute = workload.parts()
    reports: list[Any] = []

    def run(text: str) -> Any:
        outcome = session.run(text)
        if outcome.error is not None:
            raise outcome.error
        return outcome.report

    run(setup)
    for name, value in session.workspace_values.items():  # inputs are uploaded now
        if getattr(value, "size", 1) > 1_000_000:
            run(f"warm_ = sum({name}, 'all');")

    def once() -> tuple[float, ...]:
        reports.append(run(compute))
        return tuple(np.asarray(session.workspace["result"], dtype=float).ravel())

    cold, warm, results = measured(once)
    groups = reports[-1].to_dict()["groups"]
    places = ", ".join(sorted({g["provider"] for g in groups}))
    kernels = sum(g["seconds"] or 0 for g in groups)
    return cold, warm, results, f"{len(groups)} kernels on {places}: {1e3 * kernels:.2f} ms"


def numpy(workload: Workload) -> tuple[float, float, tuple[float, ...], str]:
    setup, compute = twin(workload, np, np.asarray, lambda kind: np.random.Generator(np.random.Philox(42)).standard_normal)
    data = setup()
    start = time.perf_counter()
    results = tuple(float(x) for x in compute(data))
    taken = time.perf_counter() - start
    return taken, taken, results, "once"


def twin(workload: Workload, xp: Any, asarray: Callable[..., Any], generator: Callable[..., Any]) -> Any:
    """The workload in a library whose functions are named as NumPy's."""
    kind = np.float32 if workload.given["class_name"] == "single" else np.float64

    def normals(given: dict[str, Any]) -> Callable[..., Any]:
        draw = generator(kind)
        return lambda step, shape: draw(shape, dtype=kind)

    return workload.twins(
        xp, workload.given, asarray=asarray, normals=normals, full=lambda shape, value: xp.full(shape, value, kind),
        positive=lambda a: xp.maximum(a, 0), mean=lambda a, axes: a.mean(axis=axes, keepdims=True), clip=lambda a: xp.clip(a, 0, 1),
        loop=plain_loop, inside=written_inside,
    )  # fmt: skip


def cupy(workload: Workload) -> tuple[float, float, tuple[float, ...], str]:
    import cupy as cp

    setup, compute = twin(workload, cp, cp.asarray, lambda kind: cp.random.default_rng(42).standard_normal)
    data = setup()
    return (*measured(lambda: tuple(float(x) for x in compute(data))), f"CuPy {cp.__version__}")


def torch(workload: Workload, compiled: bool = False) -> tuple[float, float, tuple[float, ...], str]:
    import torch as pt

    def compiled_loop(iterations: int, state: tuple[Any, ...], step: Callable[..., Any]) -> tuple[Any, ...]:
        # one turn is compiled: a graph of all of them takes minutes
        return plain_loop(iterations, state, pt.compile(step))

    kind = pt.float32 if workload.given["class_name"] == "single" else pt.float64

    def normals(given: dict[str, Any]) -> Callable[..., Any]:
        pt.manual_seed(42)
        return lambda step, shape: pt.randn(shape, dtype=kind, device="cuda")

    setup, compute = workload.twins(
        pt, workload.given, asarray=lambda a: pt.as_tensor(a, dtype=kind, device="cuda"), normals=normals,
        full=lambda shape, value: pt.full(shape, value, dtype=kind, device="cuda"), positive=lambda a: a.clamp_min(0),
        mean=lambda a, axes: a.mean(dim=axes, keepdim=True), clip=lambda a: a.clamp(0, 1),
        loop=compiled_loop if compiled else plain_loop, inside=written_inside,
    )  # fmt: skip
    data = setup()
    pt.cuda.synchronize()
    if compiled and not workload.loops:
        compute = pt.compile(compute)
    return (*measured(lambda: tuple(float(x) for x in compute(data))), f"torch {pt.__version__}")


def jax(workload: Workload) -> tuple[float, float, tuple[float, ...], str]:
    # Else it takes three quarters of the device's memory, and the others work with what is left.
    os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")
    import jax as jx

    jx.config.update("jax_enable_x64", True)
    import jax.numpy as jnp

    kind = jnp.float32 if workload.given["class_name"] == "single" else jnp.float64

    def normals(given: dict[str, Any]) -> Callable[..., Any]:
        key = jx.random.key(42)
        return lambda step, shape: jx.random.normal(jx.random.fold_in(key, step), shape, kind)

    setup, compute = workload.twins(
        jnp, workload.given, asarray=lambda a: jnp.asarray(a, kind), normals=normals,
        full=lambda shape, value: jnp.full(shape, value, kind),
        positive=lambda a: jnp.maximum(a, 0), mean=lambda a, axes: a.mean(axis=axes, keepdims=True), clip=lambda a: jnp.clip(a, 0, 1),
        loop=fori_loop, inside=lambda u, inner: u.at[1:-1, 1:-1].set(inner),
    )  # fmt: skip
    data = setup()
    arguments = () if callable(data) else (data.block_until_ready(),)
    compiled = jx.jit(lambda *given: compute(*(given or (data,))))
    return (*measured(lambda: tuple(float(x) for x in compiled(*arguments))), f"jax {jx.__version__}")


def everyone(workload: Workload) -> Iterator[tuple[str, Callable[[], tuple]]]:
    """Who runs a workload."""
    yield "RunMat", lambda: runmat(workload)
    yield "NumPy", lambda: numpy(workload)
    if importlib.util.find_spec("torch"):
        yield "PyTorch eager", lambda: torch(workload)
        yield "torch.compile", lambda: torch(workload, compiled=True)
    if importlib.util.find_spec("jax"):
        yield "JAX jit", lambda: jax(workload)
    if importlib.util.find_spec("cupy"):
        yield "CuPy", lambda: cupy(workload)


def alone(workload: Workload, who: str) -> None:
    """Run a workload by one of them, and print what came out as JSON."""
    run = dict(everyone(workload))[who]
    try:
        cold, warm, results, note = run()
    except Exception as error:  # a rival that fails must not stop the others
        print(json.dumps({"failed": str(error)[:120]}), flush=True)
        return
    print(json.dumps({"cold": 1e3 * cold, "warm": 1e3 * warm, "results": results, "note": note}), flush=True)


def in_process(workload: Workload, who: str, options: Sequence[str]) -> dict[str, Any]:
    """What ``alone`` says in a process of its own."""
    arguments = [sys.executable, "-m", __spec__.name, *options, "--workload", workload.name, "--who", who]
    done = subprocess.run(arguments, check=False, stdout=subprocess.PIPE, text=True)
    lines = done.stdout.strip().splitlines()
    return json.loads(lines[-1]) if lines and done.returncode == 0 else {"failed": f"it ended with status {done.returncode}"}


def compare(workload: Workload, names: Sequence[str], processes: int, options: Sequence[str]) -> None:
    """Run a workload by everyone, in turn, and print a row for each of them."""
    runs: dict[str, list[dict[str, Any]]] = {name: [] for name in names}
    for k in range(processes):
        for name in names:
            # the reference is slow, and its time is no matter
            if name != "NumPy" or k == 0:
                runs[name].append(in_process(workload, name, options))
    reference = next((r["results"] for r in runs.get("NumPy", ()) if "results" in r), None)
    for name, found in runs.items():
        good = [r for r in found if "failed" not in r]
        for r in found:
            if "failed" in r:
                print(f"| {workload.name} | {name} | failed: {r['failed']!r} |", flush=True)
        if not good:
            continue
        difference = max(abs(a - b) / abs(b) for r in good for a, b in zip(r["results"], reference or good[0]["results"], strict=True))
        times = " | ".join(
            f"{np.median(values):.2f} ms ({min(values):.2f} to {max(values):.2f})"
            for values in ([r[k] for r in good] for k in ("cold", "warm"))
        )
        print(f"| {workload.name} | {name} | {len(good)} | {times} | {difference:.1e} | {good[-1]['note']} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scale", default="device")
    parser.add_argument("--only", default="", help="workloads whose names contain this")
    parser.add_argument("--who", default="", help="these, by their names with commas between them; everyone, if not given")
    parser.add_argument("--given", default=[], nargs="*", metavar="NAME=NUMBER", help="other sizes than those of the scale")
    parser.add_argument("--processes", type=int, default=3, help="of each of them for each workload")
    parser.add_argument("--workload", help="this one, by one of them, in this process")
    given = parser.parse_args()
    sizes = {name: int(number) for name, _, number in (item.partition("=") for item in given.given)}
    found = [replace(w, given=w.given | sizes) if sizes.keys() <= w.given.keys() else w for w in workloads(given.scale)]
    if given.workload is not None:
        alone(next(w for w in found if w.name == given.workload), given.who)
        return
    wanted = {name for name in given.who.split(",") if name}
    print("| workload | who | processes | cold | warm | largest difference to NumPy | |\n|---|---|---|---|---|---|---|", flush=True)
    for workload in found:
        if given.only in workload.name:
            names = [name for name, _ in everyone(workload) if not wanted or name in wanted]
            compare(workload, names, given.processes, ["--scale", given.scale, "--given", *given.given])


if __name__ == "__main__":
    main()
