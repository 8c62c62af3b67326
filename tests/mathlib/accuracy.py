"""Measures the worst error of every mathlib function and writes docs/accuracy.md.

``python -m tests.mathlib.accuracy --points 10000000 --adapter hardware`` measures what is not yet in ``docs/accuracy/hardware.json``
to so many points, keeps each function there when it is done, and writes the page from all such files.  All points are compared with
80-bit extended precision, the worst of them and a sample of the others with mpmath.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from heapq import nlargest
from os import cpu_count
from pathlib import Path

import numpy as np

from . import exact
from .functions import ROWS, Row, batches
from .page import CLASSES, EDGES, page
from .probe import Probe, ulps

DOCS = Path(__file__).parents[2] / "docs"
PIECE = 1 << 16
BLOCK = 1 << 20
WORST = 24
"""Points with the largest errors of a function that mpmath looks at; of each piece, a sixth of them."""
SAMPLE = 40
"""Other points by which the error of the extended precision itself is seen."""
Found = tuple[float, tuple[np.floating, ...], np.floating]


def _worst(row: Row, operands: tuple[np.ndarray, ...], got: np.ndarray) -> list[Found]:
    """The points of the largest errors in ulp, with operands and results."""
    errors = ulps(got, row.exact(*operands))
    count = min(WORST // 6, errors.size)
    return [(float(errors[k]), tuple(x[k] for x in operands), got[k]) for k in np.argpartition(errors, -count)[-count:]]


def measure(probe: Probe, row: Row, dtype: type, points: int, pool: ThreadPoolExecutor, deadline: float) -> dict:
    """Worst error over ``points``, shared out among the domains of the row in rounds; fewer where ``deadline`` (seconds) ends it."""
    start, done, found, sample = time.monotonic(), 0, [], []
    size = max(1, min(BLOCK, -(-points // len(row.domains))))
    round_number = 0
    while done < points:
        for operands in batches(row, dtype, size, seed=round_number):
            got = probe.run(row.template, *operands)
            cuts = range(0, got.size, PIECE)
            pieces = [(row, tuple(x[k : k + PIECE] for x in operands), got[k : k + PIECE]) for k in cuts]
            found = nlargest(WORST, [*found, *(f for some in pool.map(lambda piece: _worst(*piece), pieces) for f in some)], lambda f: f[0])
            if round_number == 0:
                sample += _sample(row, operands, got)
            done += got.size
        round_number += 1
        if time.monotonic() - start > deadline:
            break
    return {"points": done} | _with_mpmath(row, found, sample)


def _sample(row: Row, operands: tuple[np.ndarray, ...], got: np.ndarray) -> list[Found]:
    picked = slice(None, None, max(1, got.size * len(row.domains) // SAMPLE))
    operands, got = tuple(x[picked] for x in operands), got[picked]
    return list(zip((float(e) for e in ulps(got, row.exact(*operands))), zip(*operands, strict=True), got, strict=True))


def _with_mpmath(row: Row, found: list[Found], sample: list[Found]) -> dict:
    """The worst error as mpmath has it, and how far the extended precision was off at most, both in ulp."""
    ulp, operands, _ = found[0]
    at, doubt = operands, 0.0
    if exact.available(row.name) and np.isfinite(ulp):
        seen = [(exact.error(row.name, x, got), cheap, x) for cheap, x, got in [*found, *sample]]
        known = [(e, cheap, x) for e, cheap, x in seen if e is not None and cheap > 0]
        if known:
            doubt = max(abs(e - cheap) for e, cheap, _ in known)
            ulp, _, at = max(known, key=lambda item: item[0])
    return {"ulp": ulp, "at": [float(x) for x in at], "doubt": float(doubt)}


def edges(probe: Probe, row: Row, dtype: type) -> list[str]:
    """What the function gives for each of ``EDGES`` (functions of two arguments: for each with 2)."""
    first = np.array(EDGES, dtype)
    operands = [first] + [np.full_like(first, 2)] * (len(row.domains[0]) - 1)
    return [f"{x:.5g}".replace("nan", "NaN").replace("inf", "Inf") for x in probe.run(row.template, *operands)]


def record(points: int, adapter: str, deadline: float, names: Sequence[str], path: Path, again: bool) -> None:
    """Measure what ``path`` lacks, and keep each function there."""
    probe = Probe(software=adapter == "software")
    data = json.loads(path.read_text()) if path.is_file() else {"figures": {}, "edges": {}}
    data |= {"adapter": str(probe.adapter.info["device"]), "kind": adapter}
    data.pop("note", None)
    with ThreadPoolExecutor(cpu_count()) as pool:
        for row in (ROWS[name] for name in names):
            for class_name, dtype in CLASSES.items():
                key = f"{row.name} {class_name}"
                figure = data["figures"].get(key)
                if figure is None or again or figure["points"] < points or "doubt" not in figure:
                    data["figures"][key] = figure = measure(probe, row, dtype, points, pool, deadline)
                    print(key, figure, "ABOVE THE LIMIT" if not figure["ulp"] <= row.limit else "", flush=True)
                data["edges"][key] = edges(probe, row, dtype)
            path.write_text(json.dumps(data, indent=0) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--points", type=int, default=10_000_000)
    parser.add_argument("--adapter", choices=("hardware", "software"), default="software")
    parser.add_argument("--seconds", type=float, default=1e9, help="at most this long for one function and class")
    parser.add_argument("--functions", nargs="*", default=list(ROWS), help="measure only these")
    parser.add_argument("--folder", type=Path, default=DOCS / "accuracy", help="where the figures of each adapter are kept")
    parser.add_argument("--again", action="store_true", help="also what has been measured to so many points")
    parser.add_argument("--only-page", action="store_true")
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    if not arguments.only_page:
        path = arguments.folder / f"{arguments.adapter}.json"
        record(arguments.points, arguments.adapter, arguments.seconds, arguments.functions, path, arguments.again)
    records = [json.loads(path.read_text()) for path in sorted(arguments.folder.glob("*.json"), reverse=True)]
    (DOCS / "accuracy.md").write_text(page(records), "utf-8")


if __name__ == "__main__":
    main()
