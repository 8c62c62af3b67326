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


def test_methods_stand_in_columns_that_are_filled_one_after_the_other():
    names = [f"method_number_{k}" for k in range(9)]
    source = "classdef Wide\nmethods\n" + "".join(f"function {name}(o), end\n" for name in names) + "end\nend\nmethods Wide\n"
    shown = [line.split() for line in Session(provider="host").run(source).text.splitlines()[3:7]]
    every = ["Wide", *names]
    assert shown == [every[0::3], every[1::3], every[2::3], []]


@pytest.mark.parametrize("code", ["which -all sin", "which sin -all", "which('sin')"])
def test_which_takes_its_option_before_and_behind_the_name(code):
    assert Session(provider="host").run(code).text == "built-in (sin)\n"


def test_methods_of_classes_of_this_kernel_are_listed_by_name():
    assert "isKey" in Session(provider="host").run("methods containers.Map").text


def test_which_tells_the_function_that_a_call_takes(tmp_path) -> None:
    """A function of a cell comes before a file of its name."""
    (tmp_path / "mine.m").write_text("function y = mine\n y = 1;\nend\n")
    session = Session(provider="host")
    session.run(f"addpath('{tmp_path}')")
    assert session.run("disp(mine), which mine").text.split() == ["1", str(tmp_path / "mine.m")]
    session.run("function y = mine\n y = 2;\nend")
    said = session.run("disp(mine), which mine").text.split()
    assert said[0] == "2" and str(tmp_path) not in said[1]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (HERE / f"{name}.txt").write_text(transcript(HERE / f"{name}.m"), "utf-8")
