"""Time the scalar programs in this folder beside Octave and Numba: ``python -m tests.benchmarks.ordinary [NAMES] [--numba PYTHON]``.

Each program runs at two sizes, which its first line says: at the small one beside Octave, at the large one beside its twin in
``twins.py``, which ``--numba`` names an interpreter for.  Times are the best processor times of some runs, warm; ``first`` is that of the
first run of the small size in a fresh session.  Results must agree.
"""

from __future__ import annotations

import argparse
import math
import shutil
import subprocess
import sys
import time
from pathlib import Path

from runmat_kernel.session import Session

HERE = Path(__file__).parent
RUNS = 5
SHOW = "\nfprintf('%.10g', r);"


def program(path: Path) -> tuple[str, str, int, int]:
    """The statements, the functions behind them, the small and the large size."""
    head, _, text = path.read_text().partition("\n")
    small, large = map(int, head.split()[2:])
    statements, word, functions = text.partition("\nfunction ")
    return statements, word.strip("\n") + functions, small, large


def ours(statements: str, functions: str, size: int, runs: int, loops: bool = True) -> tuple[str, float, float]:
    """The result, the best time, and the time of the first run."""
    session = Session(provider="host", loops=loops)
    session.run("x = 1; fprintf(''); mod(1, 2); true(1); sum(1); zeros(1); repmat('a', 1, 2); ones(1);")
    text, times, result = f"N = {size};\n{statements}{SHOW}\n{functions}", [], ""
    for _ in range(runs):
        start = time.process_time()
        outcome = session.run(text)
        times.append(time.process_time() - start)
        if outcome.error is not None:
            raise outcome.error
        result = outcome.text
    return result, min(times), times[0]


def octave(statements: str, functions: str, size: int) -> tuple[str, float]:
    script = (
        f"1;\n{functions}\nbest_ = Inf;\nfor run_ = 1:2\nstart_ = cputime;\nN = {size};\n{statements}\n"
        "best_ = min(best_, cputime - start_);\nend\nprintf('%.10g %.6f', r, best_);\n"
    )
    done = subprocess.run(["octave-cli", "--no-init-file", "--eval", script], capture_output=True, text=True, check=True)
    result, seconds = done.stdout.split()
    return result, float(seconds)


def numba(python: str, name: str, size: int) -> tuple[str, float]:
    done = subprocess.run([python, str(HERE / "twins.py"), name, str(size), str(RUNS)], capture_output=True, text=True, check=True)
    result, seconds = done.stdout.split()
    return result, float(seconds)


def mean(ratios: list[float]) -> float:
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.ordinary", description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--numba", default="", help="a Python that has Numba")
    options = parser.parse_args()
    have_octave, good = shutil.which("octave-cli") is not None, True
    over_octave: list[float] = []
    over_numba: list[float] = []
    over_ordinary: list[float] = []
    print(f"{'program':<14}{'small':>10}{'first':>10}{'ordinary':>10}{'Octave':>10}{'ratio':>8}{'large':>12}{'Numba':>11}{'ratio':>7}")
    for path in sorted(HERE.glob("*.m")):
        if options.names and path.stem not in options.names:
            continue
        statements, functions, small, large = program(path)
        result, seconds, first = ours(statements, functions, small, RUNS)
        expected, slow, _ = ours(statements, functions, small, 1, loops=False)
        over_ordinary.append(slow / seconds)
        good &= result == expected
        line = f"{path.stem:<14}{1e3 * seconds:>8.2f}ms{1e3 * first:>8.1f}ms{1e3 * slow:>8.1f}ms"
        if have_octave:
            expected, theirs = octave(statements, functions, small)
            good &= math.isclose(float(result), float(expected), rel_tol=1e-9)
            over_octave.append(theirs / seconds)
            line += f"{theirs:>9.3f}s{theirs / seconds:>7.0f}x"
        if options.numba:
            result, seconds, _ = ours(statements, functions, large, RUNS)
            expected, theirs = numba(options.numba, path.stem, large)
            good &= math.isclose(float(result), float(expected), rel_tol=1e-9)
            over_numba.append(theirs / seconds)
            line += f"{1e3 * seconds:>10.2f}ms{1e3 * theirs:>9.2f}ms{theirs / seconds:>6.2f}x" + ("" if good else f"  {result} {expected}")
        print(line, flush=True)
    print(f"geometric means: {mean(over_ordinary):.1f} times ordinary execution, {mean(over_octave):.0f} times Octave, ", end="")
    print(f"{mean(over_numba):.2f} times Numba; results {'agree' if good else 'DIFFER'}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
