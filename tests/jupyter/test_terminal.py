"""The prompt in a terminal, and ``runmat check``."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from runmat_kernel.__main__ import main
from runmat_kernel.jupyter.check import report
from runmat_kernel.jupyter.terminal import Names, Prompt
from runmat_kernel.session import Session


def typed(keys: str, figures: str = "") -> tuple[str, int]:
    """What a session prints while keys are typed at its prompt, and the exit status."""
    texts: list[str] = []
    session = Session(provider="host", write=texts.append, write_error=texts.append)
    with create_pipe_input() as pipe:
        pipe.send_text(keys)
        status = Prompt(session, figures, input=pipe, output=DummyOutput()).run()
    return "".join(texts).partition("\n")[2], status


def test_lines_run_and_the_end_of_input_ends() -> None:
    text, status = typed("x = 3;\rdisp(x + 1)\r\x04")
    assert text.split() == ["4"] and status == 0


def test_blocks_take_several_lines() -> None:
    assert typed("for k = 1:2\rdisp(k)\rend\rquit\r")[0].split() == ["1", "2"]


def test_names_are_completed() -> None:
    session = Session(provider="host")
    session.run("a_long_name = 7;")
    (match,) = Names(session).get_completions(Document("disp(a_lo"), None)
    assert (match.text, match.start_position) == ("a_long_name", -4)


def test_errors_and_interrupts_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    text, status = typed("error('a:b', 'bad')\rhalf a li\x03disp(5)\rquit(3)\r")
    assert text.split() == ["5"] and status == 3 and "bad" in capsys.readouterr().err


def test_help_of_a_name() -> None:
    assert "Inverse of a square matrix" in typed("inv?\r\x04")[0]


def test_figures_are_files(tmp_path: Path) -> None:
    text, _ = typed("plot(1:3)\r\x04", str(tmp_path / "pictures"))
    assert (tmp_path / "pictures" / "figure-1.png").read_bytes()[:4] == b"\x89PNG" and "figure-1.png" in text
    assert "--figures" in typed("plot(1:3)\r\x04")[0]


def test_scripts_write_figures_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-e", "plot(1:3); figure; plot(1:4)", "--figures", str(tmp_path), "--provider", "host"]) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["figure-1.png", "figure-2.png"]


def test_without_a_terminal_there_is_no_prompt(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    assert main([]) == 2 and "usage" in capsys.readouterr().err


def test_check_says_what_is_there() -> None:
    text, is_complete = report()
    assert is_complete and "numpy" in text and "extra hdf5" in text and "Everything that is needed is there." in text
