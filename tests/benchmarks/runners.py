"""Who runs a workload: RunMat, NumPy, and Octave, PyTorch and JAX where they are installed.  Each gives times and results."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from .workloads import Workload, fori_loop, plain_loop, written_inside

_WARM_RUNS, _WARM_SECONDS = 3, 0.3
"""Warm runs of everyone: at least so many, and short ones until so much time has passed; the fastest counts."""


@dataclass(frozen=True, slots=True)
class Measured:
    """Seconds of the first run and of the fastest later one, and the results as floats."""

    cold: float
    warm: float
    results: tuple[float, ...]
    where: str = ""


def _timed(compute: Callable[[], tuple[float, ...]]) -> Measured:
    times, results = [], ()
    while len(times) <= _WARM_RUNS or sum(times[1:]) < _WARM_SECONDS:
        started = time.perf_counter()
        results = compute()
        times.append(time.perf_counter() - started)
    return Measured(times[0], min(times[1:]), tuple(float(x) for x in results))


def run_matlab(workload: Workload, **settings: Any) -> Measured:
    """RunMat: the compute part is one cell; its flush at the end and reading ``result`` force everything."""
    from runmat_kernel import Session

    session = Session(**settings)
    setup, compute = workload.parts()
    _checked(session.run(setup))
    outcome: Any = None

    def once() -> tuple[float, ...]:
        nonlocal outcome
        outcome = _checked(session.run(compute))
        return tuple(np.asarray(session.workspace["result"], dtype=np.float64).ravel())

    measured = _timed(once)
    where = ", ".join(sorted({group["provider"] for group in outcome.report.to_dict()["groups"]}))
    return Measured(measured.cold, measured.warm, measured.results, where)


def _checked(outcome: Any) -> Any:
    if outcome.error is not None:
        raise outcome.error
    return outcome


def run_numpy(workload: Workload) -> Measured:
    kind = np.float32 if workload.given["class_name"] == "single" else np.float64

    def normals(given: dict[str, Any]) -> Callable[..., np.ndarray]:
        generator = np.random.Generator(np.random.Philox(42))
        return lambda step, shape: generator.standard_normal(shape, dtype=kind)

    setup, compute = workload.twins(
        np, workload.given, asarray=np.asarray, normals=normals, full=lambda shape, value: np.full(shape, value, kind),
        positive=lambda a: np.maximum(a, 0), mean=lambda a, axes: a.mean(axis=axes, keepdims=True), clip=lambda a: np.clip(a, 0, 1),
        loop=plain_loop, inside=written_inside,
    )  # fmt: skip
    data = setup()
    return _timed(lambda: compute(data))


def run_torch(workload: Workload) -> Measured:
    import torch

    device = "cuda" if torch.cuda.is_available() else "cpu"
    kind = torch.float32 if workload.given["class_name"] == "single" else torch.float64

    def normals(given: dict[str, Any]) -> Callable[..., Any]:
        torch.manual_seed(42)
        return lambda step, shape: torch.randn(shape, dtype=kind, device=device)

    setup, compute = workload.twins(
        torch, workload.given, asarray=lambda a: torch.as_tensor(a, dtype=kind, device=device), normals=normals,
        full=lambda shape, value: torch.full(shape, value, dtype=kind, device=device), positive=lambda a: a.clamp_min(0),
        mean=lambda a, axes: a.mean(dim=axes, keepdim=True), clip=lambda a: a.clamp(0, 1),
        loop=plain_loop, inside=written_inside,
    )  # fmt: skip
    data = setup()
    return _timed(lambda: tuple(float(x) for x in compute(data)))


def run_jax(workload: Workload) -> Measured:
    import jax

    jax.config.update("jax_enable_x64", True)
    import jax.numpy as jnp

    kind = jnp.float32 if workload.given["class_name"] == "single" else jnp.float64

    def normals(given: dict[str, Any]) -> Callable[..., Any]:
        key = jax.random.key(42)
        return lambda step, shape: jax.random.normal(jax.random.fold_in(key, step), shape, kind)

    setup, compute = workload.twins(
        jnp, workload.given, asarray=lambda a: jnp.asarray(a, kind), normals=normals,
        full=lambda shape, value: jnp.full(shape, value, kind),
        positive=lambda a: jnp.maximum(a, 0), mean=lambda a, axes: a.mean(axis=axes, keepdims=True), clip=lambda a: jnp.clip(a, 0, 1),
        loop=fori_loop, inside=lambda u, inner: u.at[1:-1, 1:-1].set(inner),
    )  # fmt: skip
    data = setup()
    if callable(data):
        compiled = jax.jit(lambda: compute(data))
        return _timed(lambda: tuple(float(x) for x in compiled()))
    compiled = jax.jit(compute)
    return _timed(lambda: tuple(float(x) for x in compiled(data)))


def run_octave(workload: Workload) -> Measured:
    """Octave: the same text in one process, timed from inside."""
    setup, compute = workload.parts()
    compute = compute.replace("rng(42);", "randn('state', 42);")
    compute = compute.replace("mean(pictures, [2 3])", "mean(mean(pictures, 2), 3)").replace(
        "mean((pictures - mu).^2, [2 3])", "mean(mean((pictures - mu).^2, 2), 3)"
    )
    compute = compute.replace("mean((out - pictures).^2, 'all')", "mean(((out - pictures).^2)(:))").replace(
        "mean(out, 'all')", "mean(out(:))"
    )
    text = (
        f"{setup}\ntimes_ = [];\nwhile numel(times_) <= {_WARM_RUNS} || sum(times_(2:end)) < {_WARM_SECONDS}\n"
        f"tic_ = tic;\n{compute}\ntimes_(end + 1) = toc(tic_);\nend\nprintf('%.9f ', times_);\nprintf('| %.17g', result);\n"
    )
    done = subprocess.run(["octave-cli", "--no-gui", "-qf", "--eval", text], capture_output=True, text=True, timeout=900)
    if done.returncode:
        raise RuntimeError(done.stderr.strip())
    times, _, results = done.stdout.partition("|")
    seconds = [float(x) for x in times.split()]
    return Measured(seconds[0], min(seconds[1:]), tuple(float(x) for x in results.replace("|", " ").split()))


def available() -> Iterator[tuple[str, Callable[[Workload], Measured]]]:
    """The rivals that are installed."""
    yield "NumPy", run_numpy
    if shutil.which("octave-cli"):
        yield "Octave", run_octave
    if importlib.util.find_spec("torch"):
        yield "PyTorch", run_torch
    if importlib.util.find_spec("jax"):
        yield "JAX", run_jax
