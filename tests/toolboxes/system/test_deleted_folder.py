"""A current folder that another program has deleted: the session goes on, and ``cd`` leads out of it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from runmat_kernel.session import Session


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    folder = tmp_path / "gone"
    folder.mkdir()
    monkeypatch.chdir(folder)
    session = Session(provider="host")
    session.run("format compact; x = 3; x = sin(x);")
    shutil.rmtree(folder)
    yield session
    os.chdir(tmp_path)


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("disp(x > 0)", "1"),
        ("for k = 1:3, y = cos(k); end, disp(k)", "3"),
        ("[~, n] = fileparts(pwd); disp(n)", "gone"),
        ("[~, n] = fileparts(cd); disp(n)", "gone"),
        ("disp(exist('sin')), disp(exist('nosuch'))", "5\n     0"),
        ("disp(which('sin'))", "built-in (sin)"),
        ("f = @sin; disp(f(0)), disp(feval('cos', 0))", "0\n     1"),
        ("disp(isfile('a')), disp(numel(dir('a*')))", "0\n     0"),
        ("f = [tempname '.mat']; save(f, 'x'); clear x; load(f); delete(f); disp(x > 0)", "1"),
        ("ls, dir, what, addpath('..'), rmpath('..'), disp(1)", ".\n..\n     1"),
    ],
)
def test_a_deleted_folder_does_not_stop_the_session(session: Session, code: str, text: str) -> None:
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text.strip() == text


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("nosuch", "Unrecognized function or variable 'nosuch'."),
        ("save a.mat x", "Unable to write file a.mat: No such file or directory."),
        ("writematrix(x, 'a.csv')", "Unable to open file 'a.csv' for writing."),
        ("load a.mat", "Unable to find file or directory 'a.mat'."),
    ],
)
def test_errors_in_a_deleted_folder_are_the_usual_ones(session: Session, code: str, message: str) -> None:
    error = session.run(code).error
    assert error is not None and error.message == message


def test_cd_leads_out_of_a_deleted_folder(session: Session, tmp_path: Path) -> None:
    (tmp_path / "twice.m").write_text("function y = twice(x), y = 2*x; end\n")
    outcome = session.run(f"old = cd('{tmp_path}'); disp(twice(4)), disp(strcmp(pwd, '{tmp_path}')), [~, n] = fileparts(old); disp(n)")
    assert outcome.error is None, outcome.error
    assert outcome.text.split() == ["8", "1", "gone"]


def test_the_command_runs_in_a_deleted_folder(tmp_path: Path) -> None:
    start = "os.execv(sys.executable, [sys.executable, '-m', 'runmat_kernel', '-e', 'disp(1+1), pwd;'])"
    command = f"import os, sys; os.rmdir('{tmp_path}'); {start}"
    package = Path(__file__).resolve().parents[3]
    run = subprocess.run(
        [sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(package)}
    )
    assert run.stdout.strip() == "2", run.stderr
