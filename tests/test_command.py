"""The command line: what goes to which stream, the exit status, the report."""

from __future__ import annotations

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


def test_wrong_uses(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main([str(tmp_path / "missing.m")]) == 1 and "missing.m" in capsys.readouterr().err
    assert main([]) == 2
    monkeypatch.setenv("RUNMAT_PROVIDER", "bogus")
    assert main(["-e", "x = 1"]) == 2 and "bogus" in capsys.readouterr().err


def test_exit_gives_its_status() -> None:
    with pytest.raises(SystemExit) as ended:
        main(["-e", "exit(3)"])
    assert ended.value.code == 3
