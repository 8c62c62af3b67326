"""Compiled code is read only from files and folders that no other user can write."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from runmat_kernel.base import own_files
from runmat_kernel.base.events import Notice
from runmat_kernel.base.own_files import make_folder, read_own, refusal
from runmat_kernel.session import Session

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")


def give_away(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a file another user's: an administrator can, and anybody else can only take the part of the other user."""
    if os.geteuid() == 0:
        os.chown(path, 54321, 54321)
    else:
        other = os.geteuid() + 1
        monkeypatch.setattr(os, "geteuid", lambda: other)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    make_folder(tmp_path / "above" / "cache")
    return tmp_path / "above" / "cache"


def test_a_new_folder_is_the_users_alone(folder: Path) -> None:
    assert [place.stat().st_mode & 0o777 for place in (folder, folder.parent)] == [0o700, 0o700]
    assert refusal(folder) == ""
    assert refusal(folder / "not" / "yet") == ""


@pytest.mark.parametrize("mode", [0o777, 0o757, 0o1777, 0o702])
def test_folders_that_others_can_write_are_refused(folder: Path, mode: int) -> None:
    folder.chmod(mode)
    assert refusal(folder) == f"{os.path.realpath(folder)} can be written by other users"


@pytest.mark.parametrize(("mode", "fine"), [(0o777, False), (0o1777, True), (0o755, True)])
def test_folders_above_count_unless_they_are_sticky(folder: Path, mode: int, fine: bool) -> None:
    folder.parent.chmod(mode)
    assert (refusal(folder) == "") == fine
    assert (refusal(folder / "not yet") == "") == fine


def test_a_group_counts_unless_the_user_is_alone_in_it(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder.chmod(0o770)
    monkeypatch.setattr(own_files, "_is_own_group", lambda about: False)
    assert refusal(folder)
    monkeypatch.setattr(own_files, "_is_own_group", lambda about: True)
    assert refusal(folder) == ""


def test_links_are_followed(folder: Path, tmp_path: Path) -> None:
    folder.chmod(0o777)
    (tmp_path / "link").symlink_to(folder)
    assert refusal(tmp_path / "link")


def test_folders_of_others_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    give_away(folder.parent, monkeypatch)
    assert "belongs to another user" in refusal(folder)


def test_files_of_others_are_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, link = folder / "a.o", folder / "b.o"
    file.write_bytes(b"code")
    file.chmod(0o600)
    link.symlink_to(file)
    assert read_own(file) == b"code"
    with pytest.raises(OSError):
        read_own(link)
    file.chmod(0o620)
    assert read_own(file) is None
    file.chmod(0o602)
    assert read_own(file) is None
    file.chmod(0o600)
    owner = 54321 if os.geteuid() == 0 else os.geteuid()
    give_away(file, monkeypatch)
    assert read_own(file) is None
    assert read_own(file, (owner,)) == b"code"


PROGRAM = "x=(1:600)'; for t=1:9, x=x*0.5+cos(x); end"


def compile_in(folder: Path) -> list[str]:
    """Run a compiled loop with its code in a folder; the notices."""
    session = Session(provider="host", compile_work=0, loop_work=0, loop_elements=1, cache_folder=str(folder))
    outcome = session.run(PROGRAM)
    assert outcome.error is None
    return [event.text for event in outcome.report.notices if isinstance(event, Notice)]


def test_a_shared_cache_is_neither_read_nor_written(folder: Path) -> None:
    pytest.importorskip("llvmlite")
    assert compile_in(folder) == []
    (file,) = (folder / "loops").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(b"")
    folder.chmod(0o777)
    (notice,) = compile_in(folder)
    assert notice.startswith("Compiled loops are not kept") and str(folder) in notice
    assert file.read_bytes() == b""


def test_code_that_another_user_wrote_is_compiled_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("llvmlite")
    compile_in(folder)
    (file,) = (folder / "loops").iterdir()
    file.chmod(0o666)
    before = file.stat().st_ino
    compile_in(folder)
    assert file.stat().st_ino != before and file.stat().st_mode & 0o777 == 0o600
