"""Measures the worst error of every mathlib function and writes docs/accuracy.md.

``python -m tests.mathlib.accuracy --points 10000000 --adapter software`` measures on one adapter, keeps the figures in the
file after ``--save``, and writes the table of these and of the earlier figures in the files after ``--records``.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import numpy as np

from .functions import ROWS, Row, batches
from .probe import Probe, ulps

DOCS = Path(__file__).parents[2] / "docs"
PIECE = 1 << 16
BLOCK = 1 << 20
CLASSES = {"single": np.float32, "double": np.float64}


def _worst(row: Row, operands: tuple[np.ndarray, ...], got: np.ndarray) -> tuple[float, list[float]]:
    """The largest error in ulp among points where no operand is subnormal, and the operands there."""
    errors = ulps(got, row.exact(*operands))
    k = int(np.argmax(errors))
    return float(errors[k]), [float(x[k]) for x in operands]


def measure(probe: Probe, row: Row, dtype: type, points: int, pool: ThreadPoolExecutor, deadline: float) -> dict:
    """Worst error over ``points``, shared out among the domains of the row in rounds; fewer where ``deadline`` (seconds) ends it."""
    start, done, worst = time.monotonic(), 0, (-1.0, [])
    size = max(1, min(BLOCK, points // len(row.domains)))
    for round_number in range(-(-points // (size * len(row.domains)))):
        for operands in batches(row, dtype, size, seed=round_number):
            got = probe.run(row.template, *operands)
            cuts = range(0, got.size, PIECE)
            pieces = [(row, tuple(x[k : k + PIECE] for x in operands), got[k : k + PIECE]) for k in cuts]
            worst = max(worst, *pool.map(lambda piece: _worst(*piece), pieces))
            done += got.size
        if time.monotonic() - start > deadline:
            break
    return {"points": done, "ulp": worst[0], "at": worst[1]}


def record(points: int, adapter: str, deadline: float, names: Sequence[str]) -> dict:
    probe = Probe(software=adapter == "software")
    name = f"{probe.adapter.info['device']}"
    figures: dict[str, dict] = {}
    with ThreadPoolExecutor(cpu_count()) as pool:
        for row in (ROWS[name] for name in names):
            for class_name, dtype in CLASSES.items():
                figures[f"{row.name} {class_name}"] = measure(probe, row, dtype, points, pool, deadline)
            print(row.name, *(f"{c} {figures[f'{row.name} {c}']}" for c in CLASSES), flush=True)
    return {"adapter": name, "kind": adapter, "figures": figures}


INTRODUCTION = """# Accuracy of the device's mathematical functions

The worst error found, in units in the last place (ulp) of the result, against references in 80-bit extended precision, and where
it was found.  Domains: every exponent, the usual ranges, and points near zeros, poles and the borders between approximations
(`tests/mathlib/functions.py`); the edge cases (zeros of either sign, infinities, NaN, whole and half numbers) are among the points.
Written by `python -m tests.mathlib.accuracy`.

- The limit is 2 ulp, and 4 ulp for `power`, `nthroot` and the gamma and erf families.
- Results that would be subnormal may be flushed to zero: devices are free to do that for single precision; they count as exact here.
  Subnormal arguments are not among the points.
- `asec acsc acot asech acsch acoth` are, as in MATLAB, the inverse functions of the rounded reciprocal `1 ./ x`; measured is the
  error of that.
- `rem` and `mod` are compared with the host, which takes a quotient that is whole up to rounding as whole, as MATLAB does.
- `gammaln` is measured for arguments from zero on, the ones that MATLAB takes.
- Factorials (`gamma` of 1 to 23 in double, 1 to 14 in single), `sind cosd tand sinpi cospi` at their special angles, and roots and
  cube roots of exact powers are exact (`tests/mathlib/test_accuracy.py`).
"""


def table(records: list[dict]) -> str:
    lines = [INTRODUCTION]
    for r in records:
        lines.append(f"\n`{r['kind']}`: {r['adapter']}. {r.get('note', '')}".rstrip())
    header = "".join(f" {r['kind']}: points | worst ulp | at |" for r in records)
    for class_name in CLASSES:
        lines += [f"\n\n## {class_name}\n", f"| function | limit |{header}", "|---|---|" + "---|---|---|" * len(records)]
        for row in ROWS.values():
            cells = ""
            for r in records:
                f = r["figures"].get(f"{row.name} {class_name}")
                cells += f" {f['points']:,} | {f['ulp']:.2f} | {', '.join(f'{x:.9g}' for x in f['at'])} |" if f else " | | |"
            lines.append(f"| `{row.name}` | {row.limit:g} |{cells}")
    return "\n".join(lines).replace("\n\n\n", "\n\n") + "\n"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--adapter", choices=("hardware", "software"), default="software")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most this long for one function and class")
    parser.add_argument("--functions", nargs="*", default=list(ROWS), help="measure only these; others keep those in --save")
    parser.add_argument("--save", type=Path, help="keep the figures of this run in a JSON file")
    parser.add_argument("--records", type=Path, nargs="*", default=[], help="figures of earlier runs, to stand in the table")
    parser.add_argument("--only-table", action="store_true")
    arguments = parser.parse_args()
    records = [json.loads(path.read_text()) for path in arguments.records]
    if not arguments.only_table:
        records.append(record(arguments.points, arguments.adapter, arguments.seconds, arguments.functions))
        if arguments.save and arguments.save.is_file():
            records[-1]["figures"] = json.loads(arguments.save.read_text())["figures"] | records[-1]["figures"]
        if arguments.save:
            arguments.save.write_text(json.dumps(records[-1]))
    (DOCS / "accuracy.md").write_text(table(records), "utf-8")


if __name__ == "__main__":
    main()
