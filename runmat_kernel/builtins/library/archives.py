"""Archives, compressed files, sound files, and what lies on the web."""

from __future__ import annotations

import gzip as compress
import os
import shutil
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...base.errors import MatlabError
from ...values import CharArray, StructArray, Tensor
from ...values.convert import as_array, class_of, is_text, text_of
from ..arguments import scalar
from ..items import cellstr_row, texts_of
from ..spec import ErrorCase, Example, builtin


def _paths(call: Any, given: Any, root: Any) -> tuple[list[str], str]:
    """The files that names, wildcards and folders mean, relative to a root."""
    from glob import glob

    base = text_of(root) if root is not None else "."
    found: list[str] = []
    for name in texts_of(given):
        matches = sorted(glob(os.path.join(base, name)))
        if not matches:
            raise call.error(f"File or folder '{name}' was not found.", f"MATLAB:{call.name}:noEntries")
        for match in matches:
            inside = [os.path.join(d, f) for d, _, files in os.walk(match) for f in files] if os.path.isdir(match) else [match]
            found += [os.path.relpath(f, base) for f in inside]
    return found, base


@builtin(
    "zip", "zip(zipfilename, filenames)", "zip(zipfilename, filenames, rootfolder)", "entries = zip(...)", summary="Put files into a zip file.",
    errors=(ErrorCase("zip('x.zip','no such file')", "MATLAB:zip:noEntries"),),
)  # fmt: skip
def zip_files(call, target, files, root=None):
    from zipfile import ZIP_DEFLATED, ZipFile

    names, base = _paths(call, files, root)
    path = text_of(target)
    with ZipFile(path if os.path.splitext(path)[1] else path + ".zip", "w", ZIP_DEFLATED) as archive:
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
    with tarfile.open(path, "w:gz" if path.endswith(("gz", "tgz")) else "w") as archive:
        for name in names:
            archive.add(os.path.join(base, name), name)
    return cellstr_row(names) if call.nargout else None


def _unpacked(call: Any, source: Any, folder: Any, form: str) -> Any:
    path, target = text_of(source), text_of(folder) if folder is not None else "."
    try:
        if form == "zip":
            from zipfile import ZipFile

            with ZipFile(path) as archive:
                names = archive.namelist()
                archive.extractall(target)
        else:
            import tarfile

            with tarfile.open(path) as archive:
                names = archive.getnames()
                archive.extractall(target, filter="data")
    except OSError:
        raise call.error(f"File '{path}' was not found.", f"MATLAB:{call.name}:fileNotFound") from None
    except Exception:
        raise call.error(f"Invalid archive file '{path}'.", f"MATLAB:{call.name}:invalidFile") from None
    return cellstr_row([os.path.join(target, n) for n in names]) if call.nargout else None


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
    made = []
    for name in names:
        target = os.path.join(text_of(folder), os.path.basename(name)) if folder is not None else os.path.join(base, name)
        with open(os.path.join(base, name), "rb") as source, compress.open(target + ".gz", "wb") as sink:
            shutil.copyfileobj(source, sink)
        made.append(target + ".gz")
    return cellstr_row(made) if call.nargout else None


@builtin("gunzip", "gunzip(filenames)", "gunzip(filenames, outputfolder)", "files = gunzip(...)", summary="Decompress files.")
def gunzip(call, files, folder=None):
    made = []
    for name in texts_of(files):
        if not os.path.exists(name):
            raise call.error(f"File '{name}' was not found.", "MATLAB:gunzip:fileNotFound")
        base = os.path.splitext(name)[0]
        target = os.path.join(text_of(folder), os.path.basename(base)) if folder is not None else base
        with compress.open(name, "rb") as source, open(target, "wb") as sink:
            shutil.copyfileobj(source, sink)
        made.append(target)
    return cellstr_row(made) if call.nargout else None


# --- sound ----------------------------------------------------------------------------------------------------------

_FULL = {"uint8": (128.0, 128.0), "int16": (0.0, 32768.0), "int32": (0.0, 2147483648.0), "float32": (0.0, 1.0), "float64": (0.0, 1.0)}


@builtin(
    "audiowrite",
    "audiowrite(filename, y, Fs)",
    "audiowrite(filename, y, Fs, 'BitsPerSample', n, ...)",
    summary="Write samples to a .wav file.",
)
def audiowrite(call, name, samples, rate, *options):
    from scipy.io import wavfile

    given = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
    bits = int(scalar(given["bitspersample"])) if "bitspersample" in given else 16
    array = as_array(samples)
    if class_of(samples) in ("double", "single"):
        array = array.astype(np.float64)
        array = array.T if array.shape[0] == 1 else array
        kind = {8: np.uint8, 16: np.int16, 32: np.int32, 64: np.float64}.get(bits, np.int16)
        if kind is np.float64:
            data = array
        else:
            offset, scale = _FULL[np.dtype(kind).name]
            limits = np.iinfo(kind)
            data = np.clip(np.round(array * scale + offset), limits.min, limits.max).astype(kind)
    else:
        data = array
    wavfile.write(text_of(name), int(scalar(rate)), np.ascontiguousarray(data[:, 0] if data.shape[1] == 1 else data))


@builtin(
    "audioread", "[y, Fs] = audioread(filename)", "[y, Fs] = audioread(filename, samples)", "[y, Fs] = audioread(..., 'native')",
    summary="Samples of a .wav file.",
    examples=(
        Example("f = [tempname '.wav']; audiowrite(f,[0;0.5;-0.5],8000); [y,fs] = audioread(f); delete(f); {y,fs}", "{[0;0.5;-0.5],8000}"),
    ),
    errors=(ErrorCase("audioread('no such file.wav')", "MATLAB:audiovideo:audioread:fileNotFound"),),
)  # fmt: skip
def audioread(call, name, *arguments):
    from scipy.io import wavfile

    try:
        rate, data = wavfile.read(text_of(name))
    except FileNotFoundError:
        raise call.error(
            f"The filename specified was not found in the MATLAB path: '{text_of(name)}'.", "MATLAB:audiovideo:audioread:fileNotFound"
        ) from None
    data = data.reshape(len(data), -1)
    native = any(is_text(a) and text_of(a).lower() == "native" for a in arguments)
    span = next((as_array(a).ravel() for a in arguments if not is_text(a)), None)
    if span is not None:
        data = data[int(span[0]) - 1 : (len(data) if np.isinf(span[1]) else int(span[1]))]
    if not native:
        offset, scale = _FULL[data.dtype.name]
        data = (data.astype(np.float64) - offset) / scale
    return Tensor(np.asfortranarray(data)), float(rate)


@builtin("audioinfo", "info = audioinfo(filename)", summary="What a .wav file holds.")
def audioinfo(call, name):
    from scipy.io import wavfile

    rate, data = wavfile.read(text_of(name))
    data = data.reshape(len(data), -1)
    return StructArray.scalar({
        "Filename": CharArray.row(os.path.abspath(text_of(name))), "NumChannels": float(data.shape[1]), "SampleRate": float(rate),
        "TotalSamples": float(len(data)), "Duration": len(data) / rate, "BitsPerSample": float(data.dtype.itemsize * 8),
    })  # fmt: skip


# --- the web --------------------------------------------------------------------------------------------------------


def _fetched(call: Any, url: str, data: bytes | None = None, headers: dict[str, str] | None = None) -> tuple[bytes, str]:
    """The body and the content type of an answer."""
    from urllib.error import URLError
    from urllib.request import Request, urlopen

    try:
        with urlopen(Request(url, data, headers or {"User-Agent": "Mozilla/5.0"}), timeout=20) as answer:
            return answer.read(), answer.headers.get_content_type()
    except (URLError, OSError, ValueError) as error:
        raise MatlabError(f"Could not access server. {url}: {error}.", f"MATLAB:{call.name}:UnknownHost", function=call.name) from None


def _query(arguments: Sequence[Any]) -> str:
    from urllib.parse import urlencode

    pairs = [a for a in arguments if not isinstance(a, StructArray)]
    words = [
        (text_of(pairs[k]), text_of(v) if is_text(v) else f"{as_array(v).flat[0]:g}")
        for k, v in ((k, pairs[k + 1]) for k in range(0, len(pairs) - 1, 2))
    ]
    return urlencode(words)


@builtin(
    "webread",
    "data = webread(url)",
    "data = webread(url, Name, Value, ...)",
    "data = webread(..., options)",
    summary="Content of a web address: text, or the value of JSON.",
)
def webread(call, url, *arguments):
    address, query = text_of(url), _query(arguments)
    body, kind = _fetched(call, f"{address}{'&' if '?' in address else '?'}{query}" if query else address)
    text = CharArray.row(body.decode("utf-8", "replace"))
    return call.feval("jsondecode", text)[0] if kind.endswith("json") else text


@builtin("urlread", "str = urlread(url)", "[str, status] = urlread(url, ...)", summary="Text of a web address.")
def urlread(call, url, *arguments):
    try:
        body, _ = _fetched(call, text_of(url))
    except MatlabError:
        if call.nargout < 2:
            raise
        return CharArray.row(""), 0.0
    return CharArray.row(body.decode("utf-8", "replace")), 1.0


def _saver(name: str):
    @builtin(
        name,
        f"file = {name}({'filename, url' if name == 'websave' else 'url, filename'}, ...)",
        summary="Save the content of a web address to a file.",
    )
    def function(call, first, second, *options):
        path, url = (first, second) if name == "websave" else (second, first)
        body, _ = _fetched(call, text_of(url))
        with open(text_of(path), "wb") as stream:
            stream.write(body)
        return os.path.abspath(text_of(path))

    return function


SAVERS = (_saver("websave"), _saver("urlwrite"))


@builtin("weboptions", "options = weboptions", "options = weboptions(Name, Value, ...)", summary="Options of webread and websave as a struct.",
         examples=(Example("o = weboptions('Timeout',5); o.Timeout", "5"),))  # fmt: skip
def weboptions(call, *pairs):
    fields = {
        "CharacterEncoding": CharArray.row("auto"),
        "UserAgent": CharArray.row("Mozilla/5.0"),
        "Timeout": 5.0,
        "ContentType": CharArray.row("auto"),
    }
    return StructArray.scalar({**fields, **{text_of(pairs[k]): pairs[k + 1] for k in range(0, len(pairs) - 1, 2)}})
