"""Every program here prints what its transcript says.

``python -m tests.programs.test_programs name...`` writes transcripts from what the session prints now; read them before
committing: they must be what MATLAB prints.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from runmat_kernel.session import Session, render

HERE = Path(__file__).parent
PROGRAMS = sorted(HERE.glob("*.m"))
WITHOUT_SOURCE = {
    "accessors_of_one_name", "display", "errors", "evaluation", "functions", "integer_enumerations_kept", "nested_assignment",
}  # fmt: skip
"""Their transcripts were written down from knowledge of MATLAB: nobody has compared them with a page or with another interpreter."""


def transcript(path: Path) -> str:
    outcome = Session(provider="host").run(path.read_text("utf-8"), path.name)
    return outcome.text + (render(outcome.error) + "\n" if outcome.error is not None else "")


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_program(path):
    assert transcript(path) == path.with_suffix(".txt").read_text("utf-8")


@pytest.mark.parametrize("path", [*PROGRAMS, *sorted(HERE.glob("classes/*.m"))], ids=lambda path: path.stem)
def test_a_program_names_the_source_of_its_transcript(path):
    assert ("Source:" in path.read_text("utf-8")) == (path.stem not in WITHOUT_SOURCE)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (HERE / f"{name}.txt").write_text(transcript(HERE / f"{name}.m"), "utf-8")
