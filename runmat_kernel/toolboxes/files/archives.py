"""Archives and compressed files."""

from __future__ import annotations

import gzip as compress
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from ...base.stored import replacing, unwritten
from ...builtins.element_values import cellstr_row, texts_of
from ...builtins.spec import ErrorCase, Example, builtin
from ...values.convert import text_of
from .formats.damage import check_disk, reading


def _paths(call: Any, patterns: Any, root: Any) -> tuple[list[str], str]:
    """The files that names, wildcards and folders mean, relative to a root."""
    from glob import glob

    base = text_of(root) if root is not None else "."
    paths: list[str] = []
    for name in texts_of(patterns):
        matches = sorted(glob(os.path.join(base, name)))
        if not matches:
            raise call.error(f"File or folder '{name}' was not found.", f"MATLAB:{call.name}:noEntries")
        for match in matches:
            inside = [os.path.join(d, f) for d, _, files in os.walk(match) for f in files] if os.path.isdir(match) else [match]
            paths += [os.path.relpath(f, base) for f in inside]
    return paths, base


@builtin(
    "zip", "zip(zipfilename, filenames)", "zip(zipfilename, filenames, rootfolder)", "entries = zip(...)", summary="Put files into a zip file.",
    errors=(ErrorCase("zip('x.zip','no such file')", "MATLAB:zip:noEntries"),),
)  # fmt: skip
def zip_files(call, target, files, root=None):
    from zipfile import ZIP_DEFLATED, ZipFile

    names, base = _paths(call, files, root)
    path = text_of(target)
    with _writing(call, path if os.path.splitext(path)[1] else path + ".zip") as file, ZipFile(file, "w", ZIP_DEFLATED) as archive:
        for name in names:
            archive.write(os.path.join(base, name), name)
    return cellstr_row(names) if call.nargout else None


@builtin(
    "tar",
    "tar(tarfilename, filenames)",
    "tar(tarfilename, filenames, rootfolder)",
    "entries = tar(...)",
    summary="Put files into a tar file.",
)
def tar_files(call, target, files, root=None):
    import tarfile

    names, base = _paths(call, files, root)
    path = text_of(target)
    path = path if os.path.splitext(path)[1] else path + ".tar"
    with _writing(call, path) as file, tarfile.open(file, "w:gz" if path.endswith(("gz", "tgz")) else "w") as archive:
        for name in names:
            archive.add(os.path.join(base, name), name)
    return cellstr_row(names) if call.nargout else None


@contextmanager
def _writing(call: Any, path: str) -> Iterator[str]:
    try:
        with replacing(path) as name:
            yield name
    except compress.BadGzipFile:  # what is read, not what is written
        raise
    except OSError as error:
        raise call.error(unwritten(error, error.filename or path), f"MATLAB:{call.name}:unableToWrite") from None


def _extract(extract: Callable[[str], object], target: str, nbytes: int) -> None:
    """Take files of so many bytes out of an archive into a folder, which gets all of them or none.  Raises OSError."""
    os.makedirs(target, exist_ok=True)
    check_disk(target, nbytes)
    with tempfile.TemporaryDirectory(dir=target, prefix=".", ignore_cleanup_errors=True) as folder:
        extract(folder)
        _move_into(folder, target)


def _move_into(source: str, target: str) -> None:
    """Move what a folder holds into another one, where files of the same names are replaced."""
    for entry in os.scandir(source):
        place = os.path.join(target, entry.name)
        if entry.is_dir(follow_symlinks=False):
            os.makedirs(place, exist_ok=True)
            _move_into(entry.path, place)
        else:
            os.replace(entry.path, place)


def _unpacked(call: Any, source: Any, folder: Any, form: str) -> Any:
    path, target = text_of(source), text_of(folder) if folder is not None else "."
    with reading(path, "archive", f"MATLAB:{call.name}:invalidFile"):
        names = _extracted(call, path, target, form)
    return cellstr_row([os.path.join(target, n) for n in names]) if call.nargout else None


def _extracted(call: Any, path: str, target: str, form: str) -> list[str]:
    """The names of what was taken out of an archive."""
    try:
        if form == "zip":
            from zipfile import ZipFile

            with ZipFile(path) as archive:
                names = archive.namelist()
                _extract(archive.extractall, target, sum(part.file_size for part in archive.infolist()))
        else:
            import tarfile

            with tarfile.open(path) as archive:
                names = archive.getnames()
                _extract(partial(archive.extractall, filter="data"), target, sum(part.size for part in archive.getmembers()))
        return names
    except compress.BadGzipFile:
        raise
    except OSError as error:
        if os.path.isfile(path):
            message = f"Unable to write the files of '{path}' to the folder '{target}': {error.strerror}."
            raise call.error(message, f"MATLAB:{call.name}:unableToWrite") from None
        raise call.error(f"File '{path}' was not found.", f"MATLAB:{call.name}:fileNotFound") from None


@builtin("unzip", "unzip(zipfilename)", "unzip(zipfilename, outputfolder)", "files = unzip(...)", summary="Take files out of a zip file.",
         errors=(ErrorCase("unzip('no such file.zip')", "MATLAB:unzip:fileNotFound"),))  # fmt: skip
def unzip(call, source, folder=None, *options):
    return _unpacked(call, source, folder, "zip")


@builtin("untar", "untar(tarfilename)", "untar(tarfilename, outputfolder)", "files = untar(...)", summary="Take files out of a tar file.")
def untar(call, source, folder=None):
    return _unpacked(call, source, folder, "tar")


@builtin(
    "gzip", "gzip(filenames)", "gzip(filenames, outputfolder)", "files = gzip(...)", summary="Compress files.",
    examples=(
        Example("f = tempname; fid = fopen(f,'w'); fprintf(fid,'abc'); fclose(fid); gzip(f); delete(f); gunzip([f '.gz']); t = fileread(f); "
                "delete(f,[f '.gz']); t", "'abc'"),
    ),
)  # fmt: skip
def gzip(call, files, folder=None):
    names, base = _paths(call, files, None)
    written = []
    for name in names:
        target = os.path.join(text_of(folder), os.path.basename(name)) if folder is not None else os.path.join(base, name)
        with open(os.path.join(base, name), "rb") as source, _writing(call, target + ".gz") as file, compress.open(file, "wb") as sink:
            shutil.copyfileobj(source, sink)
        written.append(target + ".gz")
    return cellstr_row(written) if call.nargout else None


@builtin("gunzip", "gunzip(filenames)", "gunzip(filenames, outputfolder)", "files = gunzip(...)", summary="Decompress files.")
def gunzip(call, files, folder=None):
    written = []
    for name in texts_of(files):
        if not os.path.exists(name):
            raise call.error(f"File '{name}' was not found.", "MATLAB:gunzip:fileNotFound")
        base = os.path.splitext(name)[0]
        target = os.path.join(text_of(folder), os.path.basename(base)) if folder is not None else base
        with reading(name, "gzip file", "MATLAB:gunzip:invalidFile"), compress.open(name, "rb") as source:
            with _writing(call, target) as file, open(file, "wb") as sink:
                shutil.copyfileobj(source, sink)
        written.append(target)
    return cellstr_row(written) if call.nargout else None
