"""Datasets and attributes of HDF5 files: h5create, h5write, h5read, h5writeatt and h5readatt (these need h5py)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray, Tensor
from ...values.convert import as_array, class_of, is_text, shape_of, text_of
from .formats import hdf5_files as files

_FILE = "f = [tempname '.h5']; "
_MADE = _FILE + "h5create(f,'/g/v',[2 3]); "
_OPTIONS = "datatype chunksize deflate fillvalue fletcher32 shuffle textencoding customfilterid customfilterparameters"


def _dataset(call: Any, file: Any, name: str) -> Any:
    """A dataset by its path; MATLAB's error where there is none."""
    dataset = file.get(name)
    if dataset is None or not hasattr(dataset, "dtype"):
        identifier = "datasetDoesNotExist" if call.name == "h5write" else "libraryError"
        reason = "The object is not a dataset." if dataset is not None else f"The dataset '{name}' does not exist."
        raise files.failure(call, reason) if identifier == "libraryError" else call.error(reason, f"MATLAB:imagesci:h5write:{identifier}")
    return dataset


def _numbers(call: Any, value: Any, count: int, word: str) -> list[int] | None:
    """A START, COUNT or STRIDE in the order of the file; None for a missing or empty one.  Inf in COUNT becomes -1."""
    if value is None or arg.is_empty_matrix(value):
        return None
    values = arg.flat(value).astype(np.float64).tolist()
    allowed = [v for v in values if not (word == "COUNT" and v == np.inf)]
    if any(v < 1 or v != np.floor(v) or np.isinf(v) for v in allowed):
        raise call.error(f"Expected {word} to be a vector of positive integers.", f"MATLAB:{call.name}:expectedPositive")
    if count == 1 and len(values) == 2 and 1 in values:  # a dataset of one dimension takes the subscripts of a vector as well
        values = [max(values)]
    if len(values) != count:
        reason = f"{word} has {len(values)} elements, but the dataset has {count} dimensions."
        raise call.error(reason, f"MATLAB:imagesci:{call.name}:{word.lower()}Mismatch")
    return [-1 if np.isinf(v) else int(v) for v in values[::-1]]


def _part(call: Any, shape: tuple[int, ...], start: Any, count: Any, stride: Any) -> tuple[slice, ...]:
    """The part of a dataset that START, COUNT and STRIDE (of the caller's order) mean."""
    first = _numbers(call, start, len(shape), "START") or [1] * len(shape)
    step = _numbers(call, stride, len(shape), "STRIDE") or [1] * len(shape)
    many = _numbers(call, count, len(shape), "COUNT") or [-1] * len(shape)
    return tuple(
        slice(at - 1, (length if n < 0 else at + (n - 1) * by), by) for at, by, n, length in zip(first, step, many, shape, strict=True)
    )


@builtin(
    "h5create", "h5create(filename, ds, sz)", "h5create(filename, ds, sz, Name, Value)",
    summary="Make a dataset in an HDF5 file, and the file where there is none (needs h5py).",
    examples=(
        Example(_MADE + "x = h5read(f,'/g/v'); delete(f); x", "zeros(2,3)"),
        Example(_FILE + "h5create(f,'/v',[Inf 2],'ChunkSize',[10 2],'Datatype','int16','FillValue',int16(-1),'Deflate',4); h5write(f,'/v',int16([1 2]),[2 1],[1 2]); x = h5read(f,'/v'); delete(f); x",
                "int16([-1 -1;1 2])"),
        Example(_FILE + "h5create(f,'/s',[2 1],'Datatype','string'); h5write(f,'/s',[\"ab\";\"c\"]); x = h5read(f,'/s'); delete(f); x", '["ab";"c"]'),
    ),
    errors=(
        ErrorCase(_MADE + "try, h5create(f,'/g/v',1), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5create:datasetAlreadyExists"),
        ErrorCase("h5create([tempname '.h5'],'/v',[Inf 2])", "MATLAB:imagesci:h5create:extendibleRequiresChunking"),
        ErrorCase("h5create([tempname '.h5'],'/v',[2 2],'Deflate',1)", "MATLAB:imagesci:h5create:deflateRequiresChunking"),
        ErrorCase("h5create([tempname '.h5'],'v',1)", "MATLAB:imagesci:h5create:notFullPathName"),
    ),
    see_also=("h5write", "h5read", "h5info"),
)  # fmt: skip
def h5create(call: Any, filename: Any, ds: Any, sz: Any, *options: Any) -> None:
    h5py = files.library("h5create")
    named = arg.name_values(options, "h5create", _OPTIONS)
    name = files.full_path(call, ds)
    size = arg.flat(sz).astype(np.float64).tolist()
    if any(v < 0 or np.isnan(v) or (np.isfinite(v) and v != np.floor(v)) for v in size) or not size:
        raise call.error("Expected SIZE to be a vector of nonnegative integers or Inf.", "MATLAB:h5create:expectedNonnegative")
    settings = _layout(call, named, size) | _filters(call, named) | _kind(call, h5py, named)
    _create(call, filename, name, tuple(0 if np.isinf(v) else int(v) for v in size[::-1]), settings)


def _layout(call: Any, named: arg.Options, size: list[float]) -> dict[str, Any]:
    """The chunks of a dataset, and how far it can be extended: without bounds where its size is Inf or 0."""
    if "chunksize" not in named:
        if any(map(np.isinf, size)):
            text = "A dataset that can be extended needs a chunk size: set ChunkSize."
            raise call.error(text, "MATLAB:imagesci:h5create:extendibleRequiresChunking")
        return {}
    chunks = arg.flat(named["chunksize"]).tolist()
    if len(chunks) != len(size):
        raise call.error(
            "The chunk size must have as many elements as the size of the dataset.",
            "MATLAB:imagesci:h5create:chunkSizeDatasetSizeMismatch",
        )
    most = [None if np.isinf(v) or v == 0 else int(v) for v in size]
    if any(n is not None and c > n for c, n in zip(chunks, most, strict=True)):
        raise call.error("The chunk size cannot be larger than the dataset.", "MATLAB:imagesci:h5create:chunkSizeLargerThanDataset")
    settings: dict[str, Any] = {"chunks": tuple(int(c) for c in chunks[::-1])}
    return {**settings, "maxshape": tuple(most[::-1])} if None in most else settings


def _filters(call: Any, named: arg.Options) -> dict[str, Any]:
    """Compression, shuffling and checksums, which need chunks."""
    level = named.integer("deflate", 0)
    if not 0 <= level <= 9:
        raise call.error("Expected Deflate to be an integer from 0 to 9.", "MATLAB:h5create:notLessEqual")
    settings: dict[str, Any] = {"compression": "gzip", "compression_opts": level} if level else {}
    settings |= {name: True for name in ("shuffle", "fletcher32") if name in named and as_array(named[name]).any()}
    if settings and "chunksize" not in named:
        raise call.error(
            "Compression, shuffling and checksums need a chunk size: set ChunkSize.", "MATLAB:imagesci:h5create:deflateRequiresChunking"
        )
    return settings


def _create(call: Any, filename: Any, name: str, shape: tuple[int, ...], settings: dict[str, Any]) -> None:
    with files.opened(call, filename, "a") as file:
        if name in file:
            raise call.error(f"The dataset '{name}' already exists.", "MATLAB:imagesci:h5create:datasetAlreadyExists")
        try:
            file.create_dataset(name, shape, **settings)
        except (OSError, ValueError, TypeError, RuntimeError) as error:
            raise files.failure(call, str(error)) from error


def _kind(call: Any, h5py: Any, named: dict[str, Any]) -> dict[str, Any]:
    word = named.text("datatype", "double")
    if word == "string":
        encoding = named.word("textencoding", "utf-8")
        if "fillvalue" in named:
            raise call.error("A fill value cannot be set for strings.", "MATLAB:imagesci:h5create:fillValueNotSupportedForStrings")
        return {"dtype": h5py.string_dtype("utf-8" if encoding == "utf-8" else "ascii")}
    if word not in files.CLASSES:
        listed = ", ".join(f"'{c}'" for c in (*files.CLASSES, "string"))
        message = (
            f"Expected Datatype to match one of these values:\n\n{listed}\n\nThe input, '{word}', did not match any of the valid values."
        )
        raise call.error(message, "MATLAB:h5create:unrecognizedStringChoice")
    dtype = np.dtype({"double": "<f8", "single": "<f4"}.get(word, word))
    return {"dtype": dtype, **({"fillvalue": arg.flat(named["fillvalue"])[0]} if "fillvalue" in named else {})}


@builtin(
    "h5read", "data = h5read(filename, ds)", "data = h5read(filename, ds, start, count)", "data = h5read(filename, ds, start, count, stride)",
    summary="Read a dataset of an HDF5 file or a part of it (needs h5py): strings are string arrays, enumerations cells of names, compounds structures.",
    examples=(
        Example(_MADE + "h5write(f,'/g/v',[1 2 3;4 5 6]); x = {h5read(f,'/g/v'), h5read(f,'/g/v',[1 2],[2 2]), h5read(f,'/g/v',[2 1],[1 2],[1 2])}; delete(f); x",
                "{[1 2 3;4 5 6],[2 3;5 6],[4 6]}"),
        Example(_FILE + "h5create(f,'/n',4,'Datatype','uint8'); h5write(f,'/n',uint8([1 2 3 4])); x = h5read(f,'/n',2,Inf); delete(f); x", "uint8([2;3;4])"),
    ),
    errors=(
        ErrorCase("h5read('nosuchfile.h5','/v')", "MATLAB:imagesci:h5read:fileOpenErr"),
        ErrorCase(_MADE + "try, h5read(f,'/w'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5read:libraryError"),
        ErrorCase(_MADE + "try, h5read(f,'/g/v',[1 1],[3 1]), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5read:libraryError"),
    ),
    see_also=("h5write", "h5info", "h5disp", "h5readatt"),
)  # fmt: skip
def h5read(call: Any, filename: Any, ds: Any, start: Any = None, count: Any = None, stride: Any = None) -> Any:
    with files.opened(call, filename) as file:
        dataset = _dataset(call, file, files.full_path(call, ds))
        if dataset.shape is None or not dataset.shape:
            return files.value_of(call, files.elements(dataset), dataset.dtype)
        part = _part(call, dataset.shape, start, count, stride)
        for piece, length in zip(part, dataset.shape, strict=True):
            if piece.stop > length or piece.start > max(length, 1):
                raise files.failure(call, "The selection is out of the bounds of the dataset.")
        return files.value_of(call, files.elements(dataset, part), dataset.dtype)


@builtin(
    "h5write", "h5write(filename, ds, data)", "h5write(filename, ds, data, start, count)", "h5write(filename, ds, data, start, count, stride)",
    summary="Write values into a dataset of an HDF5 file; datasets of unlimited size grow (needs h5py).",
    examples=(
        Example(_MADE + "h5write(f,'/g/v',[7;8],[1 2],[2 1]); x = h5read(f,'/g/v'); delete(f); x", "[0 7 0;0 8 0]"),
        Example(_FILE + "h5create(f,'/t',Inf,'ChunkSize',5); h5write(f,'/t',[1 2],1,2); h5write(f,'/t',[3;4;5],3,3); x = h5read(f,'/t'); delete(f); x", "[1;2;3;4;5]"),
    ),
    errors=(
        ErrorCase("h5write('nosuchfile.h5','/v',1)", "MATLAB:imagesci:h5write:fileDoesNotExist"),
        ErrorCase(_MADE + "try, h5write(f,'/w',1), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5write:datasetDoesNotExist"),
        ErrorCase(_MADE + "try, h5write(f,'/g/v',ones(3)), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5write:fullDatasetDataMismatch"),
        ErrorCase(_MADE + "try, h5write(f,'/g/v',ones(2),[1 3],[2 2]), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5write:libraryError"),
    ),
    see_also=("h5create", "h5read", "h5writeatt"),
)  # fmt: skip
def h5write(call: Any, filename: Any, ds: Any, data: Any, start: Any = None, count: Any = None, stride: Any = None) -> None:
    h5py = files.library("h5write")
    name = files.full_path(call, ds)
    array = files.stored(call, data)
    with files.opened(call, filename, "r+", 2 * array.nbytes) as file:
        dataset = _dataset(call, file, name)
        if (h5py.check_string_dtype(dataset.dtype) is not None) != (array.dtype == object):
            raise call.error(
                f"Data of class '{class_of(data)}' cannot be written to the dataset '{name}'.", "MATLAB:imagesci:h5write:datatypeMismatch"
            )
        shape = dataset.shape or ()
        part = _part(call, shape, start, count, stride)
        if start is None:
            _check_whole(call, shape_of(data), array.size, shape)
        elif count is None:
            raise call.error("COUNT must be given along with START.", "MATLAB:imagesci:h5write:missingCount")
        lengths = tuple(len(range(p.start, p.stop, p.step)) for p in part)
        if array.size != int(np.prod(lengths)):
            raise call.error("The number of elements of the data must be that of COUNT.", "MATLAB:imagesci:h5write:datasetSizeMismatch")
        try:
            if any(p.stop > length for p, length in zip(part, shape, strict=True)):
                dataset.resize(tuple(max(p.stop, length) for p, length in zip(part, shape, strict=True)))
            dataset[part if shape else ()] = array.reshape(lengths)
        except (OSError, ValueError, TypeError) as error:
            raise files.failure(call, str(error)) from error


def _trimmed(shape: tuple[int, ...]) -> tuple[int, ...]:
    """A size without ones at its end."""
    shape = tuple(shape)
    while shape and shape[-1] == 1:
        shape = shape[:-1]
    return shape


def _owner(call: Any, file: Any, location: Any) -> Any:
    name = files.full_path(call, location, "location")
    owner = file if name == "/" else file.get(name)
    if owner is None:
        raise files.failure(call, f"The object '{name}' does not exist.")
    return owner


@builtin(
    "h5readatt", "attval = h5readatt(filename, location, attname)", summary="Read an attribute of a dataset or group of an HDF5 file (needs h5py).",
    examples=(
        Example(_MADE + "h5writeatt(f,'/g/v','units','m/s'); h5writeatt(f,'/','n',int8([1 2 3])); h5writeatt(f,'/g','s',\"text\"); x = {h5readatt(f,'/g/v','units'), h5readatt(f,'/','n'), h5readatt(f,'/g','s')}; delete(f); x",
                "{'m/s', int8([1;2;3]), \"text\"}"),
    ),
    errors=(
        ErrorCase("h5readatt('nosuchfile.h5','/','a')", "MATLAB:imagesci:h5readatt:fileOpenErr"),
        ErrorCase(_MADE + "try, h5readatt(f,'/g','a'), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5readatt:libraryError"),
    ),
    see_also=("h5writeatt", "h5info"),
)  # fmt: skip
def h5readatt(call: Any, filename: Any, location: Any, attname: Any) -> Any:
    with files.opened(call, filename) as file:
        owner = _owner(call, file, location)
        name = text_of(attname, "attribute name")
        if name not in owner.attrs:
            raise files.failure(call, f"The attribute '{name}' does not exist.")
        return files.attribute_value(call, owner.attrs, name)


def _check_whole(call: Any, size: tuple[int, ...], numel: int, shape: tuple[int, ...]) -> None:
    """An error where data of a size do not fill a dataset of a shape (in the order of the file)."""
    if numel != int(np.prod(shape)) or (len(shape) > 1 and _trimmed(size) != _trimmed(shape[::-1])):
        sizes = "x".join(map(str, size)), "x".join(map(str, shape[::-1])) or "1"
        message = f"The size of the data ({sizes[0]}) must be the size of the dataset ({sizes[1]}) where the whole dataset is written."
        raise call.error(message, "MATLAB:imagesci:h5write:fullDatasetDataMismatch")


@builtin(
    "h5writeatt", "h5writeatt(filename, location, attname, attvalue)", "h5writeatt(filename, location, attname, attvalue, 'TextEncoding', encoding)",
    summary="Write an attribute of a dataset or group of an HDF5 file; one of this name is replaced (needs h5py).",
    examples=(Example(_MADE + "h5writeatt(f,'/g/v','k',2.5); h5writeatt(f,'/g/v','k',[1 2;3 4]); x = h5readatt(f,'/g/v','k'); delete(f); x", "[1 2;3 4]"),),
    errors=(
        ErrorCase("h5writeatt('nosuchfile.h5','/','a',1)", "MATLAB:imagesci:h5writeatt:fileDoesNotExist"),
        ErrorCase(_MADE + "try, h5writeatt(f,'g','a',1), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5writeatt:notFullPathName"),
        ErrorCase(_MADE + "try, h5writeatt(f,'/g','a',struct()), catch e, delete(f), rethrow(e), end", "MATLAB:imagesci:h5writeatt:unsupportedDatatype"),
    ),
    see_also=("h5readatt",),
)  # fmt: skip
def h5writeatt(call: Any, filename: Any, location: Any, attname: Any, attvalue: Any, *options: Any) -> None:
    h5py = files.library("h5writeatt")
    named = arg.name_values(options, "h5writeatt", "textencoding")
    encoding = "utf-8" if named.word("textencoding", "utf-8") == "utf-8" else "ascii"
    name = text_of(attname, "attribute name")
    if not name:
        raise call.error("The name of an attribute must not be empty.", "MATLAB:imagesci:h5writeatt:emptyName")
    with files.opened(call, filename, "r+") as file:
        owner = _owner(call, file, location)
        if type(attvalue) is CharArray and is_text(attvalue):
            coded = text_of(attvalue).encode("utf-8")
            dtype = h5py.string_dtype(encoding, max(len(coded), 1))
            owner.attrs.create(name, np.array(coded, dtype), dtype=dtype)
            return
        array = files.stored(call, Tensor(as_array(attvalue)) if type(attvalue) is bool else attvalue)
        dtype = h5py.string_dtype(encoding) if array.dtype == object else array.dtype
        if array.dtype == object and array.size == 1:
            owner.attrs.create(name, array.item(), dtype=dtype)
            return
        owner.attrs.create(name, array.reshape(-1) if 1 in array.shape and array.ndim == 2 else array, dtype=dtype)
