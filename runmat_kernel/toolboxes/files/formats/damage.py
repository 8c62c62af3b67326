"""Files that a library cannot read: what it raises becomes an error of MATLAB, and what a file claims to hold is checked first."""

from __future__ import annotations

import shutil
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from ....base.errors import Damaged, MatlabError
from ....graph.shapes import machine_memory_bytes

_TOO_LARGE = "it claims to hold more than there is memory for"
_REASONS = (
    (MemoryError, _TOO_LARGE),
    ((EOFError, struct.error), "it ends too early"),
    ((zlib.error, zipfile.BadZipFile), "its compressed data are damaged"),
    (UnicodeError, "it holds text that is not of its encoding"),
    (RecursionError, "it is nested too deeply"),
)
"""What is wrong with a file, by what a library raises; the words of libraries are not for users."""


@contextmanager
def reading(
    path: str, form: str, identifier: str, message: str = "Unable to read {form} '{path}': {reason}.", kinds: type[Exception] = Exception
) -> Iterator[None]:
    """While a library reads a file: whatever it raises, but an error of MATLAB, is an error that names the file and what is wrong with it.

    ``form`` is the kind of file ("WAV file"); ``kinds`` is Damaged alone where code of the program runs as well.
    """
    try:
        yield
    except MatlabError:
        raise
    except kinds as error:  # libraries raise many kinds for files that are damaged
        raise MatlabError(message.format(form=form, path=path, reason=_reason(error)), identifier) from error


def _reason(error: Exception) -> str:
    if isinstance(error, Damaged):
        return str(error)
    return next((text for kinds, text in _REASONS if isinstance(error, kinds)), "it is damaged, or of a kind that cannot be read here")


@cache
def _memory() -> int:
    """Bytes that this process may have: the machine's, or less where the process is limited."""
    try:
        import resource
    except ImportError:  # not on Windows
        return machine_memory_bytes()
    limits = [resource.getrlimit(which)[0] for which in (resource.RLIMIT_DATA, resource.RLIMIT_AS)]
    return min([machine_memory_bytes(), *(limit for limit in limits if limit > 0)])


def check_memory(nbytes: int) -> None:
    """Refuse, while a file is read, what it claims to hold where reading that takes ``nbytes``, copies among them, and there are fewer."""
    if nbytes > _memory():
        raise Damaged(_TOO_LARGE)


def check_disk(folder: str, nbytes: int) -> None:
    """Refuse, while a file is read, to unpack more bytes than there is room for on the disk of a folder."""
    if nbytes > shutil.disk_usage(folder).free:
        raise Damaged(f"it holds more than there is room for in '{folder}'")
