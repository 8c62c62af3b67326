"""Measures how fast host and device are, and keeps the figures on disk, one set for each adapter."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import asdict, fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from ..base.stored import store
from ..graph.primitives import PLUS, TIMES
from ..plan.placement import Figures
from ..values.tensor import Tensor
from .protocols import Executor

_ELEMENTS = 1 << 22
_OPERATIONS = 48
_REPEATS = 3


FILE = "calibration.json"
"""Where figures are kept, in the cache folder."""


def adapter_key(provider: Any) -> str:
    info = provider.info
    return f"{info.device}; {info.backend}; {info.driver}"


def load(path: Path, key: str) -> Figures:
    """The figures measured for an adapter; the defaults where there are none, or where the file is damaged."""
    import json

    try:
        kept = json.loads(path.read_text(encoding="utf-8"))[key]
        known = {f.name: float(kept[f.name]) for f in fields(Figures) if f.name in kept}
    except (OSError, ValueError, KeyError, TypeError):
        return Figures()
    return replace(Figures(), **{name: value for name, value in known.items() if value > 0})


def save(path: Path, key: str, figures: Figures) -> None:
    """Keep the figures of an adapter besides those of others.  Raises OSError."""
    import json

    try:
        kept = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = {}
    path.parent.mkdir(parents=True, exist_ok=True)
    store(path, json.dumps({**kept, key: asdict(figures)}, indent=1).encode())


def measure_host(engine: Executor) -> Figures:
    """Figures of this host, by an engine that runs everything there."""
    threads = engine.host.threads
    nbytes, _, seconds = _kernel(engine, "single", 1)
    _, flops, computing = _kernel(engine, "single", _OPERATIONS)
    return replace(Figures(), host_bytes_per_second=nbytes / seconds, host_flops_per_second=flops / computing / threads)


def measure_device(engine: Executor, figures: Figures) -> Figures:
    """The figures with those of the device on which an engine runs everything."""
    device = engine.device
    array = np.ones((_ELEMENTS, 1))
    matlab_class = "double" if "double" in device.info.classes else "single"
    buffer = device.upload(array, matlab_class)
    upload = _best(lambda: device.upload(array[: _ELEMENTS // 2], matlab_class))
    download = _best(lambda: device.download(buffer))
    nbytes, _, seconds = _kernel(engine, "single", 1)
    _, flops, computing = _kernel(engine, "single", _OPERATIONS)
    figures = replace(
        figures,
        device_launch_seconds=_best(lambda: _run(engine, Tensor(np.ones((64, 1), np.float32)), 1)),
        device_bytes_per_second=nbytes / seconds,
        device_flops_per_second=flops / computing,
        upload_bytes_per_second=buffer.nbytes / 2 / upload,
        download_bytes_per_second=buffer.nbytes / download,
    )
    if "double" in device.info.classes:
        _, flops, computing = _kernel(engine, "double", _OPERATIONS)
        figures = replace(figures, device_double_flops_per_second=flops / computing)
    return figures


def _best(work: Callable[[], Any]) -> float:
    """Seconds of the fastest of a few runs, after one that does not count."""
    work()
    times = []
    for _ in range(_REPEATS):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def _run(engine: Executor, x: Tensor, operations: int) -> Any:
    """One kernel of so many operations on ``x``; its record."""
    y: Any = x
    for k in range(operations):
        y = engine.elementwise(TIMES if k % 2 else PLUS, (y, 1.0 + 1e-3 * k))
    engine.flush("calibration")
    return engine.take_report().groups[-1]


def _kernel(engine: Executor, matlab_class: str, operations: int) -> tuple[int, float, float]:
    """Bytes, operations and best seconds of a kernel whose array is where it runs."""
    x = Tensor(np.ones((_ELEMENTS, 1), np.float32 if matlab_class == "single" else np.float64))
    records = [_run(engine, x, operations) for _ in range(1 + _REPEATS)][1:]
    known = [r.call.seconds for r in records if r.call.seconds]
    seconds = min(known) if known else _best(lambda: _run(engine, x, operations))
    return records[0].nbytes, records[0].flops, seconds
