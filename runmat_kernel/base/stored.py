"""Writing files so that a failure loses nothing: the old file stays as it was until the new one is whole on the disk."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from .folders import current_folder

_LONGEST_EXTENSION = 16


@contextmanager
def replacing(path: str | os.PathLike[str], *, update: bool = False, mode: int | None = None) -> Iterator[str]:
    """The name of a file to write, which becomes the file ``path`` when the block ends without an error.

    It begins empty, or with ``update`` as a copy of the old file, and has the same extension.  Links are followed; the mode and the owner
    stay, but with ``mode`` the file is the user's own and has that mode.  Devices and pipes are written directly.  Raises OSError with the
    name ``path``; nothing is left behind then.
    """
    target = os.path.realpath(os.path.join(current_folder(), path))
    old = os.stat(target) if os.path.exists(target) else None
    partial = ""
    try:
        if old is not None:
            _check_writable(target, old)
        if old is not None and not stat.S_ISREG(old.st_mode):
            yield target
            return
        partial = _new_file(target, 0o666 if mode is None else mode)
        try:
            if update and old is not None:
                import shutil

                shutil.copyfile(target, partial)
            yield partial
            _put_in_place(partial, target, old if mode is None else None)
        except BaseException:
            with suppress(OSError):
                os.remove(partial)
            raise
    except OSError as error:
        if error.errno is not None and (error.filename is None or partial in (error.filename, error.filename2)):
            error.filename, error.filename2 = os.fspath(path), None
        raise


def store(path: str | os.PathLike[str], data: bytes, *, append: bool = False, mode: int | None = None) -> None:
    """Make a file of these bytes, replace it, or add them at its end.  Raises OSError; the old file is as it was then."""
    if append:
        with appending(path) as stream:
            stream.write(data)
        return
    with replacing(path, mode=mode) as name, open(name, "wb") as stream:
        stream.write(data)


def unwritten(error: OSError, name: str) -> str:
    """MATLAB's message where a file could not be opened for writing; with the cause where it could, and writing failed."""
    refused = isinstance(error, (FileNotFoundError, NotADirectoryError, IsADirectoryError, PermissionError))
    return f"Unable to open file '{name}' for writing." if refused else f"Unable to write file '{name}': {error.strerror}."


@contextmanager
def appending(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A stream that writes at the end of a file, or into a new one.  Raises OSError; the file is as it was then."""
    old = os.path.getsize(path) if os.path.isfile(path) else None
    try:
        with open(path, "ab") as stream:
            yield stream
    except BaseException as error:
        with suppress(OSError):
            if old is not None:
                os.truncate(path, old)
            elif os.path.isfile(path):
                os.remove(path)
        if isinstance(error, OSError) and error.errno is not None:
            error.filename = os.fspath(path)
        raise


def _check_writable(target: str, old: os.stat_result) -> None:
    """Refuse what opening the file for writing would refuse."""
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _new_file(target: str, mode: int) -> str:
    """An empty file beside ``target``, or among the temporary files where that folder takes no new ones."""
    extension = os.path.splitext(target)[1]
    name = f".{os.urandom(16).hex()}{extension if len(extension) <= _LONGEST_EXTENSION else ''}"
    partial = os.path.join(os.path.dirname(target), name)
    try:
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode))
    except PermissionError:
        if not os.path.exists(target):
            raise
        import tempfile

        partial = os.path.join(tempfile.gettempdir(), name)
        os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    return partial


def _put_in_place(partial: str, target: str, old: os.stat_result | None) -> None:
    if old is None:
        os.replace(partial, target)
        return
    _to_disk(partial)
    with suppress(OSError):  # only the owner may
        os.chown(partial, old.st_uid, old.st_gid)
    os.chmod(partial, stat.S_IMODE(old.st_mode))
    if old.st_nlink == 1:
        try:
            os.replace(partial, target)
            return
        except OSError:  # a folder that takes no new names, another disk, a file that is mounted
            pass
    _overwrite(partial, target)


def _to_disk(name: str) -> None:
    """Wait until a file is on the disk.  Raises OSError, also for what could not be written earlier."""
    handle = os.open(name, os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _overwrite(source: str, target: str) -> None:
    """Copy into a file that keeps its place on the disk; there is room for the whole before its first byte changes.

    The copy loses its name first, where an open file may: one that cannot be removed is an error while the old file is whole.
    """
    import shutil

    with open(source, "rb") as new:
        if os.name == "posix":
            os.remove(source)
        reserve(target, os.fstat(new.fileno()).st_size)
        with open(target, "r+b") as sink:
            shutil.copyfileobj(new, sink)
            sink.truncate()
    _to_disk(target)
    if os.name != "posix":
        os.remove(source)


def reserve(path: str | os.PathLike[str], size: int) -> None:
    """Let a file be at least so long, with room on the disk for all of it.  Raises OSError; the file is as long as before then.

    A mapped file needs it: the process ends where the disk has no room for a page that was written.
    """
    with open(path, "r+b") as stream:
        old = os.fstat(stream.fileno()).st_size
        try:
            if hasattr(os, "posix_fallocate") and size:
                os.posix_fallocate(stream.fileno(), 0, size)
            elif size > old:
                os.ftruncate(stream.fileno(), size)
        except OSError as error:
            os.ftruncate(stream.fileno(), old)
            error.filename = os.fspath(path)
            raise
