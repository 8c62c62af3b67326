"""Functions of functions in one shader: f(g(x)) must be what f gives for the stored g(x).

Compilers see both functions at once after inlining and rewrite across them; the rows of ``functions`` see each function alone.
``python -m tests.mathlib.pairs`` runs all ordered pairs.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence

import numpy as np

from runmat_kernel.codegen import mathlib

from .functions import SPECIAL, UNARY
from .probe import Probe, call, ulps

SPARE = ("fix", "round", "sign")
"""Further functions of one argument, with no rows of their own."""
OTHERS = ("abs({0})", "(-{0})", "rm_max_T({0}, 0.5R)", "rm_power_T({0}, 2.0R)", "rm_atan2_T({0}, 1.0R)", "rm_hypot_T({0}, 1.0R)",
          "rm_mod_T({0}, 3.0R)", "rm_rem_T({0}, 3.0R)", "rm_rdivide_T({0}, 3.0R)")  # fmt: skip
TEMPLATES = {row.name: row.template for row in UNARY} | {name: name for name in SPARE} | {text: text for text in OTHERS}
THREADS = 64
TOGETHER = 8
Found = tuple[str, str, str, float, float, float]


def points(dtype: type) -> np.ndarray:
    """The special values and numbers of the usual sizes."""
    rng = np.random.default_rng(3)
    return np.concatenate([SPECIAL, rng.uniform(-1, 1, 15), rng.uniform(-10, 10, 15), rng.uniform(-1000, 1000, 16)]).astype(dtype)


def _shader(probe: Probe, outer: Sequence[str], inner: str, scalar: str) -> str:
    """All outer functions of one inner one, one after the other: result[k, n] = outer[k](inner(in0[n]))."""
    first = call(inner, ["in0[n]"], scalar)
    texts = [call(f, ["g"], scalar) for f in outer]
    names = dict.fromkeys((name, scalar) for text in (first, *texts) for name in re.findall(r"\brm_(\w+?)_f\d\d\b", text))
    stores = "\n".join(f"result[{k * THREADS}u + n] = {text};" for k, text in enumerate(texts))
    return (
        mathlib.source(names, fused=probe.fused)
        + f"""
        @group(0) @binding(0) var<storage, read> in0: array<{scalar}>;
        @group(0) @binding(1) var<storage, read_write> result: array<{scalar}>;
        @compute @workgroup_size({THREADS}) fn main(@builtin(local_invocation_index) n: u32) {{
            let g = {first};
            {stores}
        }}"""
    )


def disagreements(probe: Probe, outer: Sequence[str], inner: str, dtype: type, limit: float = 4.0) -> Iterator[Found]:
    """Pairs that differ by more than ``limit`` ulp from the function of the stored values: names, x, got, expected."""
    x = points(dtype)
    scalar = "f32" if dtype == np.float32 else "f64"
    middle = probe.run(TEMPLATES[inner], x)
    templates = [TEMPLATES[name] for name in outer]
    pieces = [templates[k : k + TOGETHER] for k in range(0, len(outer), TOGETHER)]
    got = np.concatenate([probe.launch(_shader(probe, p, TEMPLATES[inner], scalar), [x], len(p) * x.size, 1) for p in pieces])
    for name, template, values in zip(outer, templates, got.reshape(len(outer), -1), strict=True):
        expected = probe.run(template, middle)
        errors = ulps(values, expected)
        worst = int(np.argmax(errors))
        if errors[worst] > limit:
            yield name, inner, scalar, float(x[worst]), float(values[worst]), float(expected[worst])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--class", dest="classes", choices=("single", "double"), nargs="*", default=["single", "double"])
    parser.add_argument("--inner", nargs="*", default=list(TEMPLATES))
    options = parser.parse_args()
    probe, count = Probe(), 0
    for inner in options.inner:
        for name in options.classes:
            for found in disagreements(probe, list(TEMPLATES), inner, {"single": np.float32, "double": np.float64}[name]):
                count += 1
                print("{} of {} {}: at {!r} {!r} instead of {!r}".format(*found), flush=True)
    print(f"{len(options.inner) * len(TEMPLATES) * len(options.classes)} pairs, {count} disagreements")
    return bool(count)


if __name__ == "__main__":
    sys.exit(main())
