"""``python -m tests.benchmarks``: run the workloads with everyone, check that results agree, print times and ratios."""

from __future__ import annotations

import argparse
import math
import sys

from .runners import Measured, available, run_matlab
from .workloads import Workload, workloads


def agree(workload: Workload, ours: Measured, other: Measured, name: str = "") -> bool:
    """Whether the results are equal within the workload's tolerance, and near the formula's where there is one.

    Octave adds singles up in single precision: its means of millions are good to a few per mille only.
    """
    loose = name == "Octave" and workload.given["class_name"] == "single"
    tolerance = max(workload.tolerance, 0.06 if workload.expected else 5e-3) if loose else workload.tolerance
    close = all(math.isclose(a, b, rel_tol=tolerance, abs_tol=1e-12) for a, b in zip(ours.results, other.results, strict=True))
    known = workload.expected is None or math.isclose(ours.results[0], workload.expected, rel_tol=workload.tolerance)
    return close and known


def run(scale: str, provider: str, only: str = "") -> bool:
    """Print a table; whether all results agree."""
    good = True
    print(f"{'workload':<24}{'who':<22}{'cold':>12}{'warm':>12}{'RunMat is faster':>20}   results")
    for workload in workloads(scale):
        if only and only not in workload.name:
            continue
        ours = run_matlab(workload, provider=provider)
        print(_row(workload.name, f"RunMat ({ours.where or 'eager'})", ours, "", ""))
        for name, runner in available():
            other = runner(workload)
            same = agree(workload, ours, other, name)
            good &= same
            print(
                _row(
                    "",
                    name,
                    other,
                    f"{other.cold / ours.cold:.2f} / {other.warm / ours.warm:.2f} x",
                    "agree" if same else f"DIFFER {ours.results} {other.results}",
                )
            )
    return good


def _row(workload: str, who: str, measured: Measured, ratio: str, verdict: str) -> str:
    return f"{workload:<24}{who:<22}{1e3 * measured.cold:>9.1f} ms{1e3 * measured.warm:>9.1f} ms{ratio:>20}   {verdict}"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("--scale", choices=("small", "full", "device"), default="full")
    parser.add_argument("--provider", default="auto", help="auto, host or gpu")
    parser.add_argument("--only", default="", help="workloads whose name holds this text")
    given = parser.parse_args()
    return 0 if run(given.scale, given.provider, given.only) else 1


if __name__ == "__main__":
    sys.exit(main())
