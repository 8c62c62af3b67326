"""The command line: what goes to which stream, the exit status, the report."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from runmat_kernel.__main__ import main

CHAIN = "x = linspace(0, 1, 1e5);\ny = sin(x) .* exp(-x) + 1;\nfprintf('%.4f\\n', mean(y));\n"


def test_a_script_runs_and_its_report_is_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script, page = tmp_path / "chain.m", tmp_path / "report.html"
    script.write_text(CHAIN)
    assert main([str(script), "--provider", "host", "--report", str(page)]) == 0
    assert capsys.readouterr().out == "1.2458\n"
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!doctype html>") and "operations became 1 kernel" in text and "<svg" in text


def test_an_error_goes_to_standard_error(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "fails.m"
    script.write_text("disp('before')\nx = ones(2, 3) + ones(3, 2);\ndisp('after')\n")
    assert main([str(script)]) == 1
    printed = capsys.readouterr()
    assert printed.out == "before\n" and "line 2" in printed.err and "Arrays have incompatible sizes" in printed.err


def test_a_failed_script_has_a_report_too(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    assert main(["-e", CHAIN.replace("\n", " ") + "error('no')", "--report", str(page)]) == 1
    assert "operations became" in page.read_text(encoding="utf-8")


def test_scripts_find_functions_beside_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "twice.m").write_text("function y = twice(x)\ny = 2 * x;\nend\n")
    (tmp_path / "main.m").write_text("disp(twice(4))\n")
    assert main([str(tmp_path / "main.m")]) == 0 and capsys.readouterr().out.strip() == "8"


def test_functions_beside_a_script_come_before_those_of_the_current_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("beside", "elsewhere"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "told_where.m").write_text(f"function r = told_where()\n r = '{name}';\nend\n")
    (tmp_path / "beside" / "script_of_it.m").write_text("disp(told_where)\n")
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert main([str(tmp_path / "beside" / "script_of_it.m")]) == 0
    assert capsys.readouterr().out == "beside\n"


def test_a_function_file_is_called_with_the_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, page = tmp_path / "shown.m", tmp_path / "report.html"
    file.write_text(
        "function shown(varargin)\nfprintf('%s|', varargin{:});\nx = linspace(0, 1, 1e5); less(sin(x) + 1)\nend\n"
        "function less(y)\ndisp(mean(y) > 1)\nend\n"
    )
    assert main([str(file), "a b", "it's", "--report", str(page)]) == 0
    assert capsys.readouterr().out == "a b|it's|   1\n\n" and "sin" in page.read_text(encoding="utf-8")


def test_a_script_asks_for_its_arguments(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "asks.m"
    script.write_text("words = argv();\nfprintf('%s;', words{:})\n")
    assert main([str(script.with_suffix("")), "one", "two"]) == 0 and capsys.readouterr().out == "one;two;"


def test_functions_at_the_end_of_a_script(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "ends.m"
    script.write_text("disp(twice(3))\nfails(1)\nfunction y = twice(x)\n  y = 2 * x;\nend\nfunction fails(a)\n  a(7);\nend\n")
    assert main([str(script)]) == 1
    printed = capsys.readouterr()
    assert printed.out.strip() == "6" and "fails (line 7)" in printed.err and "(line 2)" in printed.err


def test_text_that_the_terminal_cannot_write() -> None:
    command = [sys.executable, "-m", "runmat_kernel", "-e", "disp('h\u00e9'); fprintf('%s', char(55357)); error('\u00df')"]
    done = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (done.returncode, done.stdout, done.stderr) == (1, "h?\n?", "?\n")


def test_a_question_without_an_answer_is_an_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("[1 2]\n"))
    assert main(["-e", "x = input('? '); disp(sum(x)); input('? ')"]) == 1
    printed = capsys.readouterr()
    assert printed.out.split()[-2:] == ["3", "?"] and "no more input" in printed.err


def test_a_report_that_cannot_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["-e", "disp(1)", "--report", str(tmp_path / "no" / "r.html")]) == 1
    printed = capsys.readouterr()
    assert printed.out.strip() == "1" and "r.html: No such file" in printed.err


def test_exit_writes_the_report(tmp_path: Path) -> None:
    page = tmp_path / "r.html"
    with pytest.raises(SystemExit) as ended:
        main(["-e", "x = linspace(0, 1, 1e5); y = sin(x) + 1; m = mean(y); exit(3)", "--report", str(page)])
    assert ended.value.code == 3 and "operations became" in page.read_text(encoding="utf-8")


def test_wrong_uses(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main([str(tmp_path / "missing.m")]) == 1 and "missing.m" in capsys.readouterr().err
    assert main([]) == 2
    monkeypatch.setenv("RUNMAT_PROVIDER", "bogus")
    assert main(["-e", "x = 1"]) == 2 and "bogus" in capsys.readouterr().err


def test_exit_gives_its_status() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["-e", "exit(3)"])
    assert ended.value.code == 3


def test_scripts_know_their_file_and_errors_name_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "known.m"
    script.write_text("disp(mfilename); disp(mfilename('fullpath')); error('my:id', 'no')")
    assert main([str(script)]) == 1
    printed = capsys.readouterr()
    assert printed.out.split() == ["known", str(script.with_suffix(""))]
    assert printed.err.startswith("no\n\nError in known (line 1)\n    disp(mfilename)")


@pytest.mark.parametrize("text", ["disp(hid())", "main()\nfunction main(), disp(hid()), end", "function known, disp(hid()), end"])
def test_the_private_folder_of_the_file_is_seen(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "hid.m").write_text("function r = hid()\n r = 41;\nend\n")
    (tmp_path / "known.m").write_text(text)
    assert main([str(tmp_path / "known.m")]) == 0 and capsys.readouterr().out.strip() == "41"
    assert main(["-e", "hid()"]) == 1
