"""A disk that is full: the error names the file, the old file is as it was, and nothing is left beside it."""

from __future__ import annotations

import errno
import gc
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.files import videos
from tests.full_disk import full_disk
from tests.writers import WRITERS


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Session:
    monkeypatch.chdir(tmp_path)
    return Session(provider="host")


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _run(session: Session, code: str) -> str:
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


@pytest.mark.parametrize("there", [True, False], ids=["old file", "new file"])
@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_loses_nothing(name: str, there: bool, session: Session, tmp_path: Path) -> None:
    setup, file, code = WRITERS[name]
    if "-v7.3" in setup + code or "h5" in file:
        pytest.importorskip("h5py")
    changes = "(f" in setup or "(1, f" in setup or "), f)" in setup
    if changes and not there:
        pytest.skip("changes a file that exists")
    (tmp_path / file).parent.mkdir(exist_ok=True)
    if there and not changes:
        (tmp_path / file).write_bytes(b"old")
    _run(session, f"rng(1); big = rand(40); f = '{file}'; {setup}")
    if there and not changes:
        (tmp_path / file).write_bytes(b"old")
    before = _files(tmp_path)
    for size in (1, 1000 if "record" not in name else 400):
        with full_disk(size):
            error = session.run(code).error
        if error is None:  # a small file that fits
            assert size == 1000 and (tmp_path / file).stat().st_size <= size
            return
        assert any(name in error.message for name in (os.path.basename(file), "s.zip", "s.tar", "a.m")), error.message
        assert error.identifier not in ("RunMat:internal", "MATLAB:nomem"), error
        assert _files(tmp_path) == before
    _run(session, code)
    assert _files(tmp_path)[file] != before.get(file)


def test_the_mode_and_the_link_of_a_file_stay(session: Session, tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_text("old")
    os.chmod(tmp_path / "real.csv", 0o640)
    os.symlink("real.csv", tmp_path / "a.csv")
    os.link(tmp_path / "real.csv", tmp_path / "second.csv")
    _run(session, "writematrix([1 2], 'a.csv')")
    assert (tmp_path / "a.csv").is_symlink()
    assert (tmp_path / "real.csv").read_text() == (tmp_path / "second.csv").read_text() == "1,2\n"
    assert (tmp_path / "real.csv").stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["a.csv", "real.csv", "second.csv"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_diary_on_a_full_device_warns_once_and_is_off(session: Session) -> None:
    text = _run(session, "diary('/dev/full'); disp(1); disp(2); x = get(0, 'Diary'); disp(3)")
    assert text.count("Unable to write diary file '/dev/full'") == 1
    assert [line for line in text.splitlines() if line.strip() in ("1", "2", "3")] == ["     1", "     2", "     3"]
    assert not session.diary.is_on
    assert _run(session, "disp(4)").strip() == "4"


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_writing_to_a_full_device_says_so(session: Session) -> None:
    error = session.run("f = fopen('/dev/full', 'w'); fprintf(f, 'abc');").error
    assert error is not None and error.message == "Unable to write file '/dev/full': No space left on device."
    assert _run(session, "m = ferror(f), s = fclose(f), x = 1;").split() == [
        "m", "=", "'No", "space", "left", "on", "device'", "s", "=", "-1",
    ]  # fmt: skip
    for code in ("x = 1; save('/dev/full', 'x', '-ascii')", "writematrix(1, '/dev/full')", "writelines(\"a\", '/dev/full')"):
        error = session.run(code).error
        assert error is not None and "'/dev/full'" in error.message.replace("file /dev/full:", "'/dev/full'"), error


def test_a_folder_of_an_archive_replaces_files_of_its_name(session: Session, tmp_path: Path) -> None:
    _run(session, "mkdir d/e; writelines(\"new\", 'd/e/a.txt'); tar('s.tar', 'd'); writelines(\"old\", 'd/e/a.txt'); untar('s.tar')")
    assert (tmp_path / "d/e/a.txt").read_text() == "new\n"
    assert sorted(os.listdir(tmp_path)) == ["d", "s.tar"]


def test_a_large_hdf5_file_is_changed_in_its_place(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    h5py = pytest.importorskip("h5py")
    monkeypatch.setattr("runmat_kernel.toolboxes.files.formats.hdf5_files._COPIED", 1000)
    _run(session, "h5create('a.h5', '/x', [40 40]); h5write('a.h5', '/x', ones(40))")
    number = (tmp_path / "a.h5").stat().st_ino
    _run(session, "h5write('a.h5', '/x', magic(40))")
    before = (tmp_path / "a.h5").read_bytes()
    with full_disk(len(before)):
        error = session.run("h5create('a.h5', '/y', [400 400]); h5write('a.h5', '/y', magic(400))").error
    assert error is not None and "a.h5" in error.message
    assert (tmp_path / "a.h5").stat().st_ino == number
    with h5py.File(tmp_path / "a.h5") as file:
        assert np.array_equal(file["x"][()].T.sum(), 40 * 40 * 1601 / 2)


def test_folders_that_do_not_fit_are_not_copied_or_moved_in_part(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _run(session, "mkdir d; writelines(\"a\", 'd/a.txt'); x = rand(50); save('d/x.txt', 'x', '-ascii')")
    before = _files(tmp_path)

    def refused(*_: object) -> None:
        raise OSError(errno.EXDEV, "Invalid cross-device link")

    monkeypatch.setattr(os, "rename", refused)  # as between two disks
    for code in ("copyfile('d', 'e')", "movefile('d', 'e')"):
        with full_disk(100):
            error = session.run(code).error
        assert error is not None and "x.txt': File too large" in error.message
        assert _files(tmp_path) == before and sorted(os.listdir(tmp_path)) == ["d"]
    _run(session, "copyfile('d', 'e'); movefile('d/a.txt', 'e/b.txt'); [a, b] = copyfile('e', 'e/a.txt');")
    assert sorted(_files(tmp_path)) == ["d/x.txt", "e/a.txt", "e/b.txt", "e/x.txt"]


def test_a_file_whose_times_cannot_be_kept_is_not_copied(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in "ab":
        (tmp_path / name).write_text(name)

    def fails(*names: str) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(shutil, "copystat", fails)
    assert session.run("copyfile('a', 'b')").error is not None
    assert _files(tmp_path) == {"a": b"a", "b": b"b"}


def test_a_video_that_is_never_closed_leaves_no_other_file(tmp_path: Path) -> None:
    program = "v = VideoWriter('a.avi'); open(v); writeVideo(v, magic(4) > 3);"
    code = f'from runmat_kernel.session import Session; s = Session(provider="host"); assert s.run("{program}").error is None'
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert list(tmp_path.glob(".*.avi")) == []


def test_an_error_keeps_no_variables_that_were_cleared(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not by the errors that led to it either: an open video has a file until its last variable goes."""
    monkeypatch.setattr(videos, "as_array", lambda value: np.zeros(1).reshape(2, 2))
    assert session.run("v = VideoWriter('a.avi'); open(v); writeVideo(v, true(4));").error is not None
    assert session.run("try, writeVideo(v, true(4)); catch e, end, clear v").error is None
    assert list(tmp_path.glob(".*.avi")) == []


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("size", [0, 100, 5000])
def test_a_workbook_needs_no_other_file(size: int, session: Session, tmp_path: Path) -> None:
    """openpyxl's own error for its temporary files was an internal one, and an archive was left open."""
    pytest.importorskip("openpyxl")
    _run(session, "rng(1); writematrix(rand(40), 'a.xlsx')")
    before = _files(tmp_path)
    with full_disk(size):
        error = session.run("writematrix(rand(40), 'a.xlsx')").error
    gc.collect()
    assert error is not None and error.identifier == "MATLAB:io" and "'a.xlsx'" in error.message
    assert _files(tmp_path) == before
    assert _run(session, "writematrix([1.5 2], 'a.xlsx', 'Sheet', 2); fprintf('%g ', readmatrix('a.xlsx', 'Sheet', 2))") == "1.5 2 "


@pytest.mark.skipif(os.name != "posix", reason="open files keep their names")
def test_a_copy_that_cannot_be_removed_is_an_error(session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "real.csv").write_text("old")
    os.link(tmp_path / "real.csv", tmp_path / "a.csv")
    remove, refused = os.remove, [1]

    def refuse_once(name: str) -> None:
        if refused:
            refused.pop()
            raise PermissionError(errno.EACCES, "refused", name)
        remove(name)

    monkeypatch.setattr(os, "remove", refuse_once)
    assert session.run("writematrix([1 2; 3 4], 'a.csv')").error is not None
    assert _files(tmp_path) == {"real.csv": b"old", "a.csv": b"old"}
    _run(session, "writematrix([1 2], 'a.csv')")
    assert _files(tmp_path) == {"real.csv": b"1,2\n", "a.csv": b"1,2\n"}
