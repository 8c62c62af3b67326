"""The three workloads: their sizes, what their results must be, and the same work in NumPy, PyTorch and JAX."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Workload:
    """A program and its twins.  ``given`` are the variables it starts from; ``tolerance`` is relative; ``twins`` make, from the array
    module's name, a pair (setup, compute) of functions; ``expected`` is what the first result must be where a formula knows."""

    name: str
    program: str
    given: dict[str, Any]
    tolerance: float
    twins: Callable[..., tuple[Callable[[], Any], Callable[[Any], Any]]]
    expected: float | None = None

    def parts(self) -> tuple[str, str]:
        """Setup and compute text of the program."""
        text = (FOLDER / self.program).read_text(encoding="utf-8")
        setup, _, compute = text.partition("%% compute\n")
        values = "".join(f"{k} = {v!r};\n" for k, v in self.given.items())
        return values + setup, compute


def black_scholes_call(s0: float, k: float, r: float, sigma: float, years: float) -> float:
    """The price of a European call."""
    d1 = (math.log(s0 / k) + (r + sigma**2 / 2) * years) / (sigma * math.sqrt(years))
    normal = lambda x: 0.5 * (1 + math.erf(x / math.sqrt(2)))  # noqa: E731
    return s0 * normal(d1) - k * math.exp(-r * years) * normal(d1 - sigma * math.sqrt(years))


def elementwise(xp: Any, given: dict[str, Any], **library: Any):
    def setup():
        return library["asarray"](
            np.linspace(0, 4 * math.pi, given["N"]).astype(given["class_name"].replace("single", "float32").replace("double", "float64"))
        )

    def compute(x):
        y = xp.sin(x) * xp.exp(-0.1 * x)
        z = y * xp.cos(3 * x) + xp.tanh(0.5 * y)
        z = z / (1 + z * z)
        return z.mean(), z.max(), z.min()

    return setup, compute


def monte_carlo(xp: Any, given: dict[str, Any], **library: Any):
    m, t = given["M"], given["T"]
    s0, k, r, sigma, years = 100.0, 105.0, 0.03, 0.2, 1.0
    dt = years / t
    drift, scale = (r - sigma**2 / 2) * dt, sigma * math.sqrt(dt)

    def setup():
        return library["normals"](given)

    def compute(normal):
        s = library["full"]((m, 1), s0)
        for step in range(t):
            s = s * xp.exp(drift + scale * normal(step, (m, 1)))
        payoff = library["positive"](s - k)
        return math.exp(-r * years) * payoff.mean(), s.mean()

    return setup, compute


def image_pipeline(xp: Any, given: dict[str, Any], **library: Any):
    b, h, w = given["B"], given["H"], given["W"]
    kind = np.float32 if given["class_name"] == "single" else np.float64

    def setup():
        frame, column, across = (np.arange(1, n + 1, dtype=kind) for n in (b, h, w))
        pictures = (
            kind(0.5)
            + kind(0.4) * np.sin(kind(0.01) * column[None, :, None] + frame[:, None, None]) * np.cos(kind(0.007) * across)[None, None, :]
        )
        return library["asarray"](pictures.astype(kind))

    def compute(pictures):
        mu = library["mean"](pictures, (1, 2))
        sigma = xp.sqrt(library["mean"]((pictures - mu) ** 2, (1, 2)) + 1e-6)
        normal = (pictures - mu) / sigma
        out = library["clip"](0.5 + 0.25 * (normal * 1.1 - 0.05)) ** 0.8
        return ((out - pictures) ** 2).mean(), out.mean()

    return setup, compute


def workloads(scale: str) -> list[Workload]:
    """``small`` for tests, ``full`` for figures, ``device`` for a GPU with tens of GiB."""
    n = {"small": 20_001, "full": 5_000_001, "device": 100_000_000}[scale]
    m, t = {"small": (4_000, 16), "full": (100_000, 64), "device": (1_000_000, 256)}[scale]
    b, h, w = {"small": (2, 54, 96), "full": (2, 1080, 1920), "device": (16, 2160, 3840)}[scale]
    call = black_scholes_call(100, 105, 0.03, 0.2, 1)
    spread = 5 * 13.0 / math.sqrt(m) / call
    return [
        Workload("elementwise, double", "elementwise.m", {"N": n, "class_name": "double"}, 1e-9, elementwise),
        Workload("elementwise, single", "elementwise.m", {"N": n, "class_name": "single"}, 1e-5, elementwise),
        Workload("Monte Carlo, single", "monte_carlo.m", {"M": m, "T": t, "class_name": "single"}, spread, monte_carlo, call),
        Workload("image pipeline, single", "image_pipeline.m", {"B": b, "H": h, "W": w, "class_name": "single"}, 2e-5, image_pipeline),
    ]
