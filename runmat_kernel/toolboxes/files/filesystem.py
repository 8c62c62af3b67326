"""Names of files and folders, and what is on the disk."""

from __future__ import annotations

import errno
import os
import re
import shutil
import tempfile
import uuid
from collections.abc import Callable
from contextlib import suppress
from glob import glob
from pathlib import Path
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...base.folders import absolute, current_folder
from ...base.stored import replacing
from ...builtins.arguments import option
from ...builtins.element_values import cellstr_row, texts_of
from ...builtins.spec import Effect, ErrorCase, Example, Fact, builtin
from ...figures.arguments import nodes_of
from ...figures.handles import Handle
from ...values import CellArray, CharArray, StringArray, StructArray, Tensor, object_array
from ...values.convert import is_text, text_of
from ...values.objects import find_method


def path_of(value: Any) -> Path:
    return Path(text_of(value, "file name")).expanduser()


def _mapped(value: Any, function: Callable[[str], str]) -> Any:
    """``function`` of a text, or of each text of a cell or string array, in the same container."""
    if type(value) is CellArray:
        return CellArray(object_array([CharArray.row(function(text_of(x))) for x in value.array.ravel(order="F")], value.shape))
    if type(value) is StringArray:
        return StringArray(object_array([function(x) for x in value.array.ravel(order="F")], value.shape))
    return function(text_of(value))


def joined_path(parts: list[str]) -> str:
    """Parts joined by single separators; a trailing separator of the last part stays."""
    text = ""
    for part in parts:
        if not part:
            continue
        text = part if not text else text.rstrip("/") + "/" + part.lstrip("/") if text != "/" else "/" + part.lstrip("/")
    return re.sub(r"(?<!^)/{2,}", "/", text).replace("/", os.sep)


@builtin(
    "fullfile",
    "f = fullfile(folder1, ..., filename)",
    "f = fullfile(folder)",
    summary="Path built from folder names and a file name.",
    examples=(
        Example("strrep(fullfile('a', 'b', 'c.m'), filesep, '/')", "'a/b/c.m'"),
        Example("strrep(fullfile('a/', '/b'), filesep, '/')", "'a/b'"),
        Example("strrep(fullfile('', 'b'), filesep, '/')", "'b'"),
    ),
)
def fullfile(call, *parts):
    has_string = any(type(p) is StringArray for p in parts)
    arrays = [p for p in parts if type(p) is CellArray or (type(p) is StringArray and p.numel != 1)]
    if not arrays:
        text = joined_path([text_of(p) for p in parts if getattr(p, "numel", 1)])
        return StringArray.scalar(text) if has_string else text
    shape, count = arrays[0].shape, arrays[0].numel
    columns = [texts if len(texts) != 1 else texts * count for texts in map(texts_of, parts)]
    items = [joined_path(list(row)) for row in zip(*columns, strict=True)]
    return StringArray(object_array(items, shape)) if has_string else CellArray(object_array(list(map(CharArray.row, items)), shape))


def split_path(text: str) -> tuple[str, str, str]:
    """Folder, name and extension (with its dot) as ``fileparts`` divides them."""
    cut = max(text.rfind("/"), text.rfind(os.sep))
    folder, rest = (text[:cut] or text[: cut + 1], text[cut + 1 :]) if cut >= 0 else ("", text)
    dot = rest.rfind(".")
    return (folder, rest[:dot], rest[dot:]) if dot >= 0 else (folder, rest, "")


@builtin(
    "fileparts",
    "[folder, name, ext] = fileparts(filename)",
    summary="Folder, name and extension of a file name.",
    examples=(
        Example("[p, n, e] = fileparts('a/b.txt')", "{'a', 'b', '.txt'}"),
        Example("[p, n, e] = fileparts('name')", "{'', 'name', ''}"),
        Example("[p, n, e] = fileparts('/x.tar.gz')", "{'/', 'x.tar', '.gz'}"),
    ),
    errors=(ErrorCase("fileparts(1)", "MATLAB:fileparts:MustBeChar"),),
)
def fileparts(call, name):
    if type(name) is StringArray or type(name) is CellArray:
        return tuple(_mapped(name, lambda text, part=part: split_path(text)[part]) for part in range(3))
    if not is_text(name):
        raise call.error(
            "Input must be a row vector of characters, a string array or a cell array of character vectors.", "MATLAB:fileparts:MustBeChar"
        )
    return split_path(text_of(name))


@builtin("filesep", "c = filesep", summary="Separator of folders in a path.", examples=(Example("numel(filesep)", "1"),))
def filesep(call):
    return os.sep


@builtin("pathsep", "c = pathsep", summary="Separator of folders in a search path.", examples=(Example("numel(pathsep)", "1"),))
def pathsep(call):
    return os.pathsep


@builtin("tempdir", "folder = tempdir", summary="Folder for temporary files.", examples=(Example("isfolder(tempdir)", "true"),))
def tempdir(call):
    return os.path.join(tempfile.gettempdir(), "")


@builtin(
    "tempname",
    "name = tempname",
    "name = tempname(folder)",
    summary="A new name for a temporary file.",
    examples=(Example("isfile(tempname)", "false"),),
)
def tempname(call, folder=None):
    return os.path.join(text_of(folder) if folder is not None else tempfile.gettempdir(), "tp" + uuid.uuid4().hex)


@builtin("pwd", "folder = pwd", summary="Current folder.", examples=(Example("isfolder(pwd)", "true"),))
def pwd(call):
    return current_folder()


@builtin(
    "cd",
    "cd folder",
    "cd(folder)",
    "old = cd(folder)",
    "folder = cd",
    summary="Change the current folder.",
    errors=(ErrorCase("cd('no such folder')", "MATLAB:cd:NonExistentFolder", "Unable to change current folder"),),
    effect=Effect.STATE,
)
def cd(call, folder=None):
    old = current_folder()
    if folder is None:
        return old if call.nargout else call.write(old + "\n")
    try:
        os.chdir(path_of(folder))
    except OSError:
        raise call.error(
            f"Unable to change current folder to '{text_of(folder)}' (Name is nonexistent or not a folder).", "MATLAB:cd:NonExistentFolder"
        ) from None
    call.session.forget_lookups()
    return old if call.nargout else None


def _exists(test: Callable[[str], bool], names: Any) -> Any:
    if type(names) is CellArray or (type(names) is StringArray and names.numel != 1):
        return np.array([test(os.path.expanduser(n)) for n in texts_of(names)], np.bool_).reshape(names.shape, order="F")
    return is_text(names) and test(os.path.expanduser(text_of(names)))


@builtin("isfile", "tf = isfile(name)", summary="Whether names are files.", examples=(Example("isfile('no such file')", "false"),))
def isfile(call, names):
    return _exists(os.path.isfile, names)


@builtin("isfolder", "tf = isfolder(name)", summary="Whether names are folders.", examples=(Example("isfolder('.')", "true"),))
def isfolder(call, names):
    return _exists(os.path.isdir, names)


@builtin("isdir", "tf = isdir(name)", summary="Whether names are folders.", examples=(Example("isdir('.')", "true"),))
def isdir(call, names):
    return _exists(os.path.isdir, names)


def _status(call: Any, action: Callable[[], object], identifier: str, describe: Callable[[OSError], str], *changed: str) -> Any:
    """Do it, which changes the files or folders ``changed``; the status, message and identifier when they are asked for, an error
    otherwise."""
    try:
        action()
        call.session.wrote(*changed)
    except (OSError, shutil.Error) as error:
        message = describe(error if isinstance(error, OSError) else OSError(str(error)))
        if call.nargout == 0:
            raise MatlabError(message, identifier) from None
        return False, message, identifier
    return (True, "", "") if call.nargout else None


@builtin(
    "mkdir",
    "mkdir folder",
    "[status, message, id] = mkdir(folder)",
    "[status, message, id] = mkdir(parent, folder)",
    summary="Make a folder.",
    effect=Effect.FILES,
)
def mkdir(call, parent, folder=None):
    target = path_of(parent) if folder is None else path_of(parent) / path_of(folder)
    if target.is_dir():
        return (True, "Directory already exists.", "MATLAB:MKDIR:DirectoryExists") if call.nargout else None
    return _status(call, lambda: target.mkdir(parents=True), "MATLAB:MKDIR:OSError", lambda e: e.strerror or str(e))


@builtin(
    "rmdir",
    "rmdir folder",
    "[status, message, id] = rmdir(folder)",
    "[status, message, id] = rmdir(folder, 's')",
    summary="Remove a folder, with all it holds for 's'.",
    effect=Effect.FILES,
)
def rmdir(call, folder, how=None):
    target = path_of(folder)
    remove = (lambda: shutil.rmtree(target)) if how is not None else target.rmdir
    name = text_of(folder)
    return _status(
        call,
        remove,
        "MATLAB:RMDIR:NotADirectory" if not target.is_dir() else "MATLAB:RMDIR:DirectoryNotRemoved",
        lambda e: f"{name} is not a directory." if not target.is_dir() else f"Could not remove '{name}': {e.strerror}.",
        name,
    )


@builtin(
    "delete",
    "delete name",
    "delete(name1, ..., nameN)",
    "delete(h)",
    summary="Delete files, by name or pattern, or an object.",
    examples=(Example("f = tempname; fid = fopen(f, 'w'); fclose(fid); delete(f); isfile(f)", "false"),),
    effect=Effect.CODE,
    facts=Fact.OBJECTS,
)
def delete(call, *targets):
    method = find_method("delete", targets)
    if method is not None:
        return method(call, *targets)
    for target in targets:
        if type(target) in (float, Tensor):  # numeric handles
            for node in nodes_of(call, target):
                call.feval("delete", Handle.of(node), nargout=0)
            continue
        for name in texts_of(target, "file name"):
            _delete_files(call, name)


def _delete_files(call: Any, pattern: str) -> None:
    """Delete the files a name or pattern stands for; a warning when there is no such file."""
    for name in glob(os.path.expanduser(pattern)) if any(c in pattern for c in "*?") else [os.path.expanduser(pattern)]:
        try:
            os.remove(name)
            call.session.wrote(name)
        except OSError:
            text = f"File '{pattern}' not found."
            call.feval("warning", CharArray.row("MATLAB:DELETE:FileNotFound"), CharArray.row("%s"), CharArray.row(text), nargout=0)


@builtin(
    "copyfile",
    "copyfile source",
    "[status, message, id] = copyfile(source, destination)",
    "[status, message, id] = copyfile(source, destination, 'f')",
    summary="Copy a file or folder.",
    effect=Effect.FILES,
)
def copyfile(call, source, destination, force=None):
    return _status(
        call,
        lambda: _copy(text_of(source), path_of(destination)),
        "MATLAB:COPYFILE:FileDoesNotExist",
        lambda e: _missing(e),
        text_of(destination),
    )


def _missing(error: OSError) -> str:
    if isinstance(error, FileNotFoundError):
        return "No matching files were found."
    return f"Unable to write '{error.filename}': {error.strerror}." if error.filename else error.strerror or str(error)


def _named(pattern: str) -> list[str]:
    """The files and folders that a name or a pattern means; an error for a pattern that nothing matches."""
    names = sorted(glob(os.path.expanduser(pattern))) if any(c in pattern for c in "*?") else [os.path.expanduser(pattern)]
    if not names:
        raise FileNotFoundError(pattern)
    return names


def _copy(pattern: str, target: Path) -> None:
    for source in _named(pattern):
        if not os.path.isdir(source):
            copy_file(source, os.path.join(target, os.path.basename(source)) if target.is_dir() else str(target))
            continue
        new = not target.exists()
        try:
            shutil.copytree(source, target, copy_function=copy_file, dirs_exist_ok=True)
        except shutil.Error as error:
            raise _undone(error, target, new) from None


def _move(pattern: str, target: Path) -> None:
    for source in _named(pattern):
        place = target / os.path.basename(source.rstrip(os.sep)) if target.is_dir() else target
        new = not place.exists()
        try:
            shutil.move(source, place, copy_file)
        except shutil.Error as error:
            raise _undone(error, place, new) from None


def _undone(error: shutil.Error, target: Path, new: bool) -> OSError:
    """Take away a new folder that did not get all files; the error of the first one that failed."""
    if isinstance(error, shutil.SameFileError) or not isinstance(error.args[0], list):
        return error
    if new:
        shutil.rmtree(target, ignore_errors=True)
    _, place, reason = error.args[0][0]
    return OSError(errno.EIO, re.sub(r"^\[Errno \d+\] |: '.*$", "", reason), place)


def copy_file(source: str, target: str) -> str:
    """Copy a file with its mode and its times.  Raises OSError; a file that was there is as it was then."""
    if os.path.exists(target) and os.path.samefile(source, target):
        raise shutil.SameFileError(errno.EINVAL, "A file cannot be copied onto itself")
    with replacing(target) as name:
        shutil.copyfile(source, name)
        shutil.copystat(source, name)  # where this fails the old file is as it was
    with suppress(OSError, MemoryError):
        shutil.copystat(source, target)  # a file that was replaced has kept its mode
    return target


@builtin(
    "movefile",
    "movefile source",
    "[status, message, id] = movefile(source, destination)",
    "[status, message, id] = movefile(source, destination, 'f')",
    summary="Move or rename a file or folder, or move all that a pattern matches.",
    examples=(
        Example(
            "d = tempname; e = tempname; mkdir(d); mkdir(e); for k = 'abc', fclose(fopen(fullfile(d, [k '.log']), 'w')); end; "
            "movefile(fullfile(d, '*.log'), e); n = {numel(dir(fullfile(d, '*.log'))), numel(dir(fullfile(e, '*.log')))}; "
            "rmdir(d); rmdir(e, 's'); n",
            "{0, 3}",
        ),
    ),
    effect=Effect.FILES,
)
def movefile(call, source, destination=None, force=None):
    target = path_of(destination) if destination is not None else Path()
    move, names = lambda: _move(text_of(source), target), (text_of(source), str(target))
    return _status(call, move, "MATLAB:MOVEFILE:FileDoesNotExist", lambda e: _missing(e), *names)


@builtin("rename", "[err, message] = rename(old, new)", summary="Rename a file; 0 when that works.")
def rename(call, old, new):
    try:
        os.replace(path_of(old), path_of(new))
    except OSError as error:
        return -1.0, error.strerror or ""
    return 0.0, ""


@builtin("unlink", "[err, message] = unlink(file)", summary="Delete a file; 0 when that works.")
def unlink(call, name):
    try:
        path_of(name).unlink()
    except OSError as error:
        return -1.0, error.strerror or ""
    return 0.0, ""


def _matching(pattern: str) -> list[tuple[str, str]]:
    """Folder and name of each entry that ``dir`` lists: a folder's contents with . and .., or the files that a pattern matches."""
    path = os.path.expanduser(pattern)
    if os.path.isdir(path) or os.path.basename(path) == "*":
        folder = path if os.path.isdir(path) else os.path.dirname(path)
        return [(folder, name) for name in (".", "..", *sorted(os.listdir(folder or ".")))] if os.path.isdir(folder or ".") else []
    return [os.path.split(path_name.rstrip(os.sep)) for path_name in sorted(glob(path, recursive=True))]


def _entry(folder: str, name: str) -> dict[str, Any]:
    from datetime import datetime

    from ..datetime.dates import datenum_of

    path = Path(folder, name)
    info = path.stat() if path.exists() else path.lstat()
    when = datetime.fromtimestamp(info.st_mtime).replace(microsecond=0)
    return {
        "name": CharArray.row(name),
        "folder": CharArray.row(os.path.realpath(absolute(folder))),
        "date": CharArray.row(when.strftime("%d-%b-%Y %H:%M:%S")),
        "bytes": 0.0 if path.is_dir() else float(info.st_size),
        "isdir": path.is_dir(),
        "datenum": datenum_of(when),
    }


@builtin("dir", "dir name", "listing = dir", "listing = dir(name)", summary="List a folder's contents.")
def dir_(call, name=None):
    entries = _matching(text_of(name) if name is not None else ".")
    if call.nargout == 0:
        call.write("".join(f"{name}\n" for _, name in entries))
        return None
    items = [_entry(folder, name) for folder, name in entries]
    return StructArray(object_array(items, (len(items), 1)), ("name", "folder", "date", "bytes", "isdir", "datenum"))


@builtin(
    "what",
    "what",
    "what folder",
    "s = what",
    "s = what(folder)",
    summary="The MATLAB files, classes and packages of a folder.",
    examples=(Example("isempty(what('no such folder'))", "true"),),
)
def what(call, name=None):
    folder = Path(text_of(name)).expanduser() if name is not None else Path(current_folder())
    if not folder.is_dir():
        return StructArray(np.empty((0, 1), object), _KINDS_OF_FILES) if call.nargout else None
    lists, path = _files_by_kind(sorted(os.listdir(folder))), os.path.realpath(absolute(folder))
    if call.nargout:
        return {"path": path, **{kind: CellArray(cellstr_row(names).array.reshape(-1, 1)) for kind, names in lists.items()}}
    for kind, title in (("m", "MATLAB Code files"), ("mat", "MAT-files"), ("classes", "Classes"), ("packages", "Packages")):
        if lists[kind]:
            shown = "".join(f"{n.removesuffix('.m')}  " for n in lists[kind])
            call.write(f"\n{title} in folder {path}\n\n{shown}\n\n")
    return None


def _files_by_kind(names: list[str]) -> dict[str, list[str]]:
    """The names of a folder by what they are to MATLAB: by extension, and folders of classes and packages without their signs."""
    lists = {kind: [n for n in names if n.endswith("." + kind)] for kind in _KINDS_OF_FILES[1:-2]}
    folders = {"classes": "@", "packages": "+"}
    return lists | {kind: [n[1:] for n in names if n.startswith(sign)] for kind, sign in folders.items()}


_KINDS_OF_FILES = ("path", "m", "mlapp", "mlx", "mat", "mex", "mdl", "slx", "sfx", "p", "classes", "packages")


@builtin("ls", "ls name", "list = ls", "list = ls(name)", summary="Names of the files in a folder.",
         errors=(ErrorCase("ls('no such file')", "MATLAB:ls:OSError"),))  # fmt: skip
def ls(call, name=None):
    names = [entry for _, entry in _matching(text_of(name) if name is not None else ".") if entry not in (".", "..")]
    if not names and name is not None and not path_of(name).exists():
        raise call.error(f"ls: cannot access '{text_of(name)}': No such file or directory", "MATLAB:ls:OSError")
    if call.nargout == 0:
        call.write("  ".join(names) + "\n")
        return None
    return CharArray.rows(names)


@builtin("readdir", "names = readdir(folder)", summary="Names of a folder's entries, as a cell column.")
def readdir(call, folder):
    names = sorted([".", "..", *os.listdir(path_of(folder))])
    return CellArray(cellstr_row(names).array.reshape(-1, 1))


@builtin("fileattrib", "[status, attributes] = fileattrib(name)", summary="Attributes of a file or folder.")
def fileattrib(call, name=None):
    path = path_of(name) if name is not None else Path()
    if not path.exists():
        return False, "Cannot find the specified file or directory."
    nan = float("nan")
    values: dict[str, Any] = {
        "Name": CharArray.row(os.path.realpath(absolute(path))),
        "archive": nan,
        "system": nan,
        "hidden": nan,
        "directory": float(path.is_dir()),
    }
    mode = path.stat().st_mode
    for shift, who in ((6, "User"), (3, "Group"), (0, "Other")):
        for bit, what in ((4, "Read"), (2, "Write"), (1, "Execute")):
            values[who + what] = float(bool(mode >> shift & bit))
    return True, StructArray.scalar(values)


@builtin(
    "recycle", "stat = recycle", "previous = recycle(state)", "recycle off", summary="Whether delete keeps files in a folder of the system: it does not here ('off').",
    examples=(Example("recycle", "'off'"), Example("s = recycle('off'); s", "'off'")),
    errors=(ErrorCase("recycle on", "RunMat:recycle:notAvailable"), ErrorCase("recycle('maybe')", "MATLAB:recycle:unknownOption")), see_also=("delete",),
)  # fmt: skip
def recycle(call, state=None):
    """A program that relies on a way back must not lose its files."""
    if state is not None and option(call, state, "on", "off") == "on":
        raise call.error("'recycle on' is not available: delete removes files for good here.", "RunMat:recycle:notAvailable")
    return "off" if state is None or call.nargout else None
