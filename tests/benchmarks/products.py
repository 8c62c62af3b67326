"""Products on this machine's GPU against torch: ``python -m tests.benchmarks.products [--tiles]``.

``C = min(max((A * B) .* scale + bias, 0), 0.5)`` in singles and doubles.  Kernel times are the device's own timestamps, the best of
several runs; torch is timed by its events, TF32 off.  ``--tiles`` tries other tiles as well.
"""

from __future__ import annotations

import sys

import numpy as np

from runmat_kernel.codegen.wgsl import product as shaders
from runmat_kernel.session import Session

TILES = {
    "single": [(16, 16, 2, 2, 4, 16), (8, 16, 4, 2, 4, 8), (16, 8, 2, 4, 4, 8), (16, 16, 1, 2, 4, 16), (8, 8, 2, 2, 4, 8)],
    "double": [(16, 8, 2, 4, 2, 8), (16, 16, 2, 2, 2, 8), (8, 8, 4, 4, 2, 16), (16, 16, 4, 4, 2, 8), (16, 16, 2, 4, 2, 8)],
}


def ours(matlab_class: str, n: int, repeats: int = 6) -> tuple[float, Session]:
    """Seconds of the product kernel, and the session that has A, B and C."""
    session = Session(provider="gpu")
    kind = f"'{matlab_class}'"
    setup = f"A = rand({n}, {kind}) - 0.5; B = rand({n}, {kind}) - 0.5; scale = {matlab_class}(1 / {n}); bias = rand(1, {n}, {kind});"
    assert session.run("rng(1); " + setup).error is None
    best = np.inf
    for _ in range(repeats):
        outcome = session.run("C = min(max((A * B) .* scale + bias, 0), 0.5);")
        assert outcome.error is None, outcome.error
        (group,) = outcome.report.groups
        refusals = [r.reason for r in outcome.report.refusals]
        assert group.kind == "matmul_epilogue" and group.provider == "gpu" and not refusals, (group.kind, group.provider, refusals)
        best = min(best, group.call.seconds)
    return best, session


def theirs(torch, a, b, bias, repeats: int = 6) -> tuple[float, float, object]:
    """Seconds of torch's eager statements and of its product alone, and the result."""

    def timed(work) -> tuple[float, object]:
        best = np.inf
        for _ in range(repeats):
            start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
            start.record()
            result = work()
            end.record()
            torch.cuda.synchronize()
            best = min(best, start.elapsed_time(end) * 1e-3)
        return best, result

    seconds, result = timed(lambda: torch.clamp((a @ b) * (1 / len(a)) + bias, 0, 0.5))
    return seconds, timed(lambda: a @ b)[0], result


def main() -> None:
    try:
        import torch

        torch.backends.cuda.matmul.allow_tf32 = False
    except ImportError:
        torch = None
    sizes = [int(x) for x in sys.argv[1:] if x.isdigit()] or [4096, 8192]
    for matlab_class in ("single", "double"):
        for n in sizes:
            flops = 2.0 * n**3 * 1e-12
            seconds, session = ours(matlab_class, n)
            line = f"{matlab_class} n={n}: {seconds * 1e3:.2f} ms, {flops / seconds:.1f} TFLOP/s"
            if torch is not None:
                # Equal results prove nothing when all elements are zero or clamped.
                values = [np.ascontiguousarray(session.workspace_values[k].array) for k in ("A", "B", "bias", "C")]
                assert all(0.2 < np.std(x) < 0.4 for x in values[:3]) and 0.1 < np.std(values[3]) < 0.3, [np.std(x) for x in values]
                a, b, bias, c = (torch.from_numpy(x).cuda() for x in values)
                eager, alone, want = theirs(torch, a, b, bias)
                worst = float(((c - want).abs() / want.abs().clamp(min=1)).max())
                line += f"; torch eager {flops / eager:.1f}, its product alone {flops / alone:.1f}; largest relative difference {worst:.1e}"
            print(line, flush=True)
            del session
        if "--tiles" in sys.argv:
            for tile in TILES[matlab_class]:
                shaders.LARGE[matlab_class] = shaders.Tile(*tile)
                seconds, _ = ours(matlab_class, sizes[0], 4)
                print(f"  tile {tile}: {2.0 * sizes[0] ** 3 * 1e-12 / seconds:.1f} TFLOP/s", flush=True)


if __name__ == "__main__":
    main()
