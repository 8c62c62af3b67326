"""Files that nobody but the user can have written: what the caches of compiled code are read from.

The system's administrator counts as the user.  Windows tells owners and modes of files in other ways: everything there is taken as it is.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

_MODES = hasattr(os, "geteuid")
_WRITABLE = stat.S_IWGRP | stat.S_IWOTH


def refusal(folder: Path) -> str:
    """Why others could put files into a folder, or exchange it; empty where they cannot.  The folder need not exist yet."""
    if not _MODES:
        return ""
    whole = Path(os.path.realpath(folder))
    for place in (whole, *whole.parents):
        try:
            about = os.lstat(place)
        except FileNotFoundError:
            continue
        except OSError as error:
            return f"{place}: {error.strerror}"
        if about.st_uid not in (os.geteuid(), 0):
            return f"{place} belongs to another user"
        # Of a sticky folder (/tmp) nobody renames or deletes what belongs to others; yet anybody may put files into it.
        sticky = about.st_mode & stat.S_ISVTX and place != whole
        if about.st_mode & _WRITABLE and not sticky and not _is_own_group(about):
            return f"{place} can be written by other users"
    return ""


def _is_own_group(about: os.stat_result) -> bool:
    """Whether those who may write are a group that has the user alone: many systems give each user a group of the same name."""
    if about.st_mode & stat.S_IWOTH:
        return False
    import grp
    import pwd

    try:
        group, user = grp.getgrgid(about.st_gid), pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return group.gr_name == user and all(member == user for member in group.gr_mem)


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that do not exist, for the user alone.  Raises OSError."""
    for place in (*reversed(folder.parents), folder):
        if not place.exists():
            place.mkdir(mode=0o700, exist_ok=True)


def read_own(file: Path, owners: tuple[int, ...] = ()) -> bytes | None:
    """The contents of a plain file that nobody else can write and that belongs to the user, the administrator or one of ``owners``; else
    None.  Raises OSError."""
    handle = os.open(file, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(handle, "rb") as stream:
        about = os.fstat(handle)
        if _MODES and (about.st_uid not in (os.geteuid(), 0, *owners) or not stat.S_ISREG(about.st_mode) or about.st_mode & _WRITABLE):
            return None
        return stream.read()
