"""docs/accuracy.md from the figures of the adapters."""

from __future__ import annotations

import numpy as np

from .functions import ROWS

CLASSES = {"single": np.float32, "double": np.float64}
EDGES = (0.0, -0.0, 1.0, -1.0, 0.5, np.inf, -np.inf, np.nan)
INTRODUCTION = """# Accuracy of the device's mathematical functions

The worst error found, in units in the last place (ulp) of the exact result, and where it was found. All points are compared with
80-bit extended precision; the stated error is mpmath's (320 bits), taken for the points where the first comparison saw the largest
errors. *Doubt* is how far that comparison was off, at those points and at a sample of the others. Points: every bit pattern alike,
the usual ranges, and near zeros, poles and the borders between approximations (`tests/mathlib/functions.py`).
Written by `python -m tests.mathlib.accuracy` from the figures in `docs/accuracy`.

- The limit is 2 ulp, and 4 ulp for `power`, `nthroot` and the gamma and erf families.
- Results that would be subnormal may be flushed to zero: devices are free to do that for single precision; they count as exact here.
  Subnormal arguments are not among the points.
- `asec acsc acot asech acsch acoth` are, as in MATLAB, the inverse functions of the rounded reciprocal `1 ./ x`; measured is the
  error of that.
- `rem`, `mod`, `max` and `min` are compared with the host; for `rem` and `mod` a quotient that is whole up to
  rounding is whole, as in MATLAB.
- `gammaln` is measured for arguments from zero on, the ones that MATLAB takes.
- Factorials (`gamma` of 1 to 23 in double, 1 to 14 in single), `sind cosd tand sinpi cospi` at their special angles, and roots and
  cube roots of exact powers are exact (`tests/mathlib/test_accuracy.py`).
"""


def page(records: list[dict]) -> str:
    """The page of all adapters, software first."""
    lines = [INTRODUCTION]
    lines += [f"`{r['kind']}`: {r['adapter']}. {r.get('note', '')}".rstrip() + "\n" for r in records]
    for class_name in CLASSES:
        lines += [f"\n## {class_name}\n", *_errors(class_name, records)]
    return "\n".join([*lines, *_edges(records)]).replace("\n\n\n", "\n\n") + "\n"


def _errors(class_name: str, records: list[dict]) -> list[str]:
    header = "".join(f" {r['kind']}: points | worst ulp | doubt | at |" for r in records)
    lines = [f"| function | limit |{header}", "|---|---|" + "---|---|---|---|" * len(records)]
    for row in ROWS.values():
        found = [r["figures"].get(f"{row.name} {class_name}") for r in records]
        lines.append(f"| `{row.name}` | {row.limit:g} |" + "".join(_cells(f) for f in found))
    return lines


def _cells(figure: dict | None) -> str:
    if figure is None:
        return " | | | |"
    doubt = f"{figure['doubt']:.1g}" if figure.get("doubt") else ""
    return f" {figure['points']:,} | {figure['ulp']:.2f} | {doubt} | {', '.join(f'{x:.9g}' for x in figure['at'])} |"


def _edges(records: list[dict]) -> list[str]:
    """The values at the edges, of doubles on the first adapter; what differs in singles or on another adapter is told below."""
    first = records[0].get("edges", {})
    names = [f"{x:g}".replace("nan", "NaN").replace("inf", "Inf") for x in EDGES]
    lines = ["\n## Edge cases\n", "Of doubles; functions of two arguments have 2 as the second.\n"]
    lines += [f"| function | {' | '.join(names)} |", "|---|" + "---|" * len(names)]
    others: list[str] = []
    for row in ROWS.values():
        values = first.get(f"{row.name} double")
        if values is None:
            continue
        lines.append(f"| `{row.name}` | {' | '.join(values)} |")
        for r in records:
            seen = r.get("edges", {}).get(f"{row.name} double", values)
            others += [f"- `{row.name}({name})` on {r['kind']}: {b}" for name, a, b in zip(names, values, seen, strict=True) if a != b]
    return [*lines, "", *(["Elsewhere:\n", *others] if others else [])]
