"""Programs with classes print what their transcripts say.

``python -m tests.language.test_classes name...`` writes transcripts from what the session prints now; read them before
committing: they must be what MATLAB prints.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runmat_kernel.session import Session, render

HERE = Path(__file__).parent.parent / "programs" / "classes"
PROGRAMS = sorted(HERE.glob("*.m"))


def transcript(path: Path) -> str:
    outcome = Session(provider="host").run(path.read_text("utf-8"), path.name)
    return outcome.text + (render(outcome.error) + "\n" if outcome.error is not None else "")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program(path):
    assert transcript(path) == path.with_suffix(".txt").read_text("utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (HERE / f"{name}.txt").write_text(transcript(HERE / f"{name}.m"), "utf-8")
