"""The workloads: their sizes, what their results must be, and the same work in NumPy, PyTorch and JAX."""

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

    @property
    def loops(self) -> bool:
        """Whether the program is a loop over many turns."""
        return "T" in self.given

    def parts(self) -> tuple[str, str]:
        """Setup and compute text of the program."""
        text = (FOLDER / self.program).read_text(encoding="utf-8")
        setup, _, compute = text.partition("%% compute\n")
        values = "".join(f"{k} = {v!r};\n" for k, v in self.given.items())
        return values + setup, compute


def plain_loop(iterations: int, state: tuple[Any, ...], step: Callable[[Any, tuple[Any, ...]], tuple[Any, ...]]) -> tuple[Any, ...]:
    """The loop as Python runs it; JAX has its ``fori_loop``."""
    for k in range(iterations):
        state = step(k, state)
    return state


def fori_loop(iterations: int, state: tuple[Any, ...], step: Callable[[Any, tuple[Any, ...]], tuple[Any, ...]]) -> tuple[Any, ...]:
    """JAX's loop."""
    import jax

    return jax.lax.fori_loop(0, iterations, step, state)


def written_inside(u: Any, inner: Any) -> Any:
    """``u`` with new values inside its border, in place where the library allows it."""
    u[1:-1, 1:-1] = inner
    return u


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
        (s,) = library["loop"](t, (library["full"]((m, 1), s0),), lambda k, state: (state[0] * xp.exp(drift + scale * normal(k, (m, 1))),))
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


def _kind(given: dict[str, Any]) -> type[np.floating]:
    return np.float32 if given["class_name"] == "single" else np.float64


def ema_bank(xp: Any, given: dict[str, Any], **library: Any):
    n, t = given["N"], given["T"]

    def setup():
        # the columns as rows of C order: a time step is contiguous, as it is in MATLAB
        channel, moment = (
            (np.arange(1, k + 1) * share % 1).astype(_kind(given)) for k, share in ((n, 0.6180339887498949), (t, 0.7548776662466927))
        )
        x = moment[:, None] + channel
        return library["asarray"](np.subtract(x, 1, out=x, where=x >= 1))

    def compute(x):
        def step(state, column):
            y, peak = state
            y = y + 0.05 * (column - y)
            return y, xp.maximum(peak, y)

        zero = library["full"]((n,), 0.0)
        y, peak = library["loop"](t, (zero, zero), lambda k, state: step(state, x[k]))
        return y.mean(), peak.mean()

    return setup, compute


def asian_knockout(xp: Any, given: dict[str, Any], **library: Any):
    m, t = given["M"], given["T"]
    drift, scale = (0.03 - 0.2**2 / 2) / t, 0.2 * math.sqrt(1 / t)

    def setup():
        return library["normals"](given)

    def compute(normal):
        def step(k, state):
            s, a, alive = state
            s = s * xp.exp(drift + scale * normal(k, (m, 1)))
            return s, a + (s - a) / (k + 1), alive * (s < 150)

        zero = library["full"]((m, 1), 0.0)
        _, a, alive = library["loop"](t, (zero + 100, zero, zero + 1), step)
        return math.exp(-0.03) * (alive * library["positive"](a - 105)).mean(), alive.mean()

    return setup, compute


def heat_equation(xp: Any, given: dict[str, Any], **library: Any):
    x = np.linspace(0, 1, given["N"]).astype(_kind(given))

    def setup():
        return library["asarray"](np.sin(_kind(given)(3) * x)[:, None] * np.cos(_kind(given)(2) * x))

    def compute(start):
        def step(k, state):
            u = state[0]
            inner = u[1:-1, 1:-1]
            inner = inner + 0.2 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:] - 4 * inner)
            return (library["inside"](u, inner),)

        (u,) = library["loop"](given["T"], (start + 0,), step)
        return u.mean(), u.max()

    return setup, compute


def power_iteration(xp: Any, given: dict[str, Any], **library: Any):
    n = given["N"]

    def setup():
        g = ((np.arange(1, n + 1) * 0.6180339887498949) % 1).astype(_kind(given))
        both = g[:, None] * g
        return library["asarray"](np.cos(both) + both / 2)

    def compute(a):
        def step(k, state):
            w = a @ state[0]
            return (w / xp.sqrt((w * w).sum()),)

        (v,) = library["loop"](given["T"], (library["full"]((n, 1), 1.0),), step)
        return (v * (a @ v)).sum(), v.mean()

    return setup, compute


def mandelbrot(xp: Any, given: dict[str, Any], **library: Any):
    n = given["N"]

    def setup():
        x, y = (library["asarray"](np.linspace(*ends, n).astype(_kind(given))) for ends in ((-2, 0.5), (-1.25, 1.25)))
        return x[None, :] + 1j * y[:, None]

    def compute(c):
        def step(k, state):
            z, count = state
            z = z * z + c
            return z, count + (abs(z) <= 2)

        with np.errstate(all="ignore"):  # points that have left go on to infinity
            _, count = library["loop"](given["T"], (c * 0, library["full"]((n, n), 0.0)), step)
        return count.mean(), (count * count).mean()

    return setup, compute


def workloads(scale: str) -> list[Workload]:
    """``small`` for tests, ``full`` for figures, ``device`` for a GPU with tens of GiB."""
    n = {"small": 20_001, "full": 5_000_001, "device": 100_000_000}[scale]
    m, t = {"small": (4_000, 16), "full": (250_000, 64), "device": (1_000_000, 256)}[scale]
    b, h, w = {"small": (2, 54, 96), "full": (2, 1080, 1920), "device": (16, 2160, 3840)}[scale]
    channels, steps = {"small": (3_000, 24), "full": (250_000, 64), "device": (1_000_000, 4_000)}[scale]
    paths, dates = {"small": (4_000, 16), "full": (250_000, 64), "device": (1_000_000, 256)}[scale]
    side, times = {"small": (40, 20), "full": (1_024, 100), "device": (4_096, 1_000)}[scale]
    order, powers = {"small": (80, 20), "full": (2_048, 50), "device": (8_192, 200)}[scale]
    pixels, escapes = {"small": (120, 20), "full": (700, 100), "device": (4_096, 200)}[scale]
    call = black_scholes_call(100, 105, 0.03, 0.2, 1)
    asian = {"M": paths, "T": dates, "class_name": "single"}
    spread = 5 * 13.0 / math.sqrt(m) / call
    return [
        Workload("elementwise, double", "elementwise.m", {"N": n, "class_name": "double"}, 1e-9, elementwise),
        Workload("elementwise, single", "elementwise.m", {"N": n, "class_name": "single"}, 1e-5, elementwise),
        Workload("Monte Carlo, single", "monte_carlo.m", {"M": m, "T": t, "class_name": "single"}, spread, monte_carlo, call),
        Workload("image pipeline, single", "image_pipeline.m", {"B": b, "H": h, "W": w, "class_name": "single"}, 2e-5, image_pipeline),
        Workload("EMA bank, single", "ema_bank.m", {"N": channels, "T": steps, "class_name": "single"}, 1e-5, ema_bank),
        Workload("Asian knock-out, single", "asian_knockout.m", asian, 12 / math.sqrt(paths), asian_knockout),
        Workload("heat equation, single", "heat_equation.m", {"N": side, "T": times, "class_name": "single"}, 2e-5, heat_equation),
        Workload("Mandelbrot set, double", "mandelbrot.m", {"N": pixels, "T": escapes, "class_name": "double"}, 1e-5, mandelbrot),
        Workload("power iteration, single", "power_iteration.m", {"N": order, "T": powers, "class_name": "single"}, 2e-5, power_iteration),
    ]
