"""Time the scalar programs in this folder, against Octave where ``octave-cli`` is installed: ``python -m tests.benchmarks.scalar``.

Prints for each program the best CPU time of some runs in seconds, Octave's, and the ratio; then the geometric mean.  Outputs must agree.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from math import exp, log
from pathlib import Path

from runmat_kernel.session import Session

HERE = Path(__file__).parent
RUNS = 3


def ours(text: str) -> tuple[float, str]:
    """Best time in seconds, and the output."""
    best, output = float("inf"), ""
    for _ in range(RUNS):
        session = Session(provider="host")
        session.run("x = 1; fprintf(''); mod(1, 2); true(1); sum(1); zeros(1);")
        start = time.process_time()
        outcome = session.run(text)
        best = min(best, time.process_time() - start)
        if outcome.error is not None:
            raise outcome.error
        output = outcome.text
    return best, output


def octave(text: str) -> tuple[float, str]:
    """Octave's best time inside one process, and the output."""
    functions = text.find("function") == 0
    end = text.index("\nend\n") + 5 if functions else 0
    script = (
        f"1;\n{text[:end]}\nbest = Inf;\nfor octave_run_ = 1:{RUNS}\nclear -x best octave_run_\noctave_t_ = cputime;\n"
        f"{text[end:]}\nbest = min(best, cputime - octave_t_);\nend\nprintf('%.6f\\n', best);\n"
    )
    result = subprocess.run(["octave-cli", "--no-init-file", "--eval", script], capture_output=True, text=True, check=True)
    lines = result.stdout.splitlines()
    return float(lines[-1]), lines[-2] + "\n"


def main() -> int:
    have_octave = shutil.which("octave-cli") is not None
    ratios = []
    wanted = sys.argv[1:]
    for path in sorted(HERE.glob("*.m")):
        if wanted and path.stem not in wanted:
            continue
        text = path.read_text()
        seconds, output = ours(text)
        line = f"{path.stem:20} {seconds:9.4f} s"
        if have_octave:
            theirs, expected = octave(text)
            ratios.append(theirs / seconds)
            line += f"   Octave {theirs:9.4f} s   ratio {theirs / seconds:6.2f}"
            if output != expected:
                line += f"   DIFFERS: {output!r} {expected!r}"
        print(line, flush=True)
    if ratios:
        print(f"geometric mean of the ratios {exp(sum(map(log, ratios)) / len(ratios)):.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
