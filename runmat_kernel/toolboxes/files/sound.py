"""Sound files (.wav)."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...base.errors import Damaged
from ...base.folders import absolute
from ...base.stored import replacing, unwritten
from ...builtins.arguments import scalar
from ...builtins.spec import ErrorCase, Example, builtin
from ...values import CharArray, StructArray, Tensor
from ...values.convert import as_array, class_of, is_text, text_of, word_of
from .formats.damage import reading

_FULL = {"uint8": (128.0, 128.0), "int16": (0.0, 32768.0), "int32": (0.0, 2147483648.0), "float32": (0.0, 1.0), "float64": (0.0, 1.0)}


_KINDS = {8: np.uint8, 16: np.int16, 32: np.int32, 64: np.float64}


@builtin(
    "audiowrite",
    "audiowrite(filename, y, Fs)",
    "audiowrite(filename, y, Fs, 'BitsPerSample', n, ...)",
    summary="Write samples to a .wav file.",
)
def audiowrite(call, name, samples, rate, *options):
    from scipy.io import wavfile

    named = {text_of(options[k]).lower(): options[k + 1] for k in range(0, len(options) - 1, 2)}
    bits = int(scalar(named["bitspersample"])) if "bitspersample" in named else 16
    array = as_array(samples)
    if class_of(samples) in ("double", "single"):
        array = array.astype(np.float64)
        array = array.T if array.shape[0] == 1 else array
        if bits not in _KINDS:
            raise call.error(
                f"Samples of {bits} bits cannot be written; 8, 16, 32 and 64 can.", "MATLAB:audiovideo:audiowrite:invalidBitsPerSample"
            )
        kind = _KINDS[bits]
        if kind is np.float64:
            data = array
        else:
            offset, scale = _FULL[np.dtype(kind).name]
            limits = np.iinfo(kind)
            data = np.clip(np.round(array * scale + offset), limits.min, limits.max).astype(kind)
    else:
        data = array
    data = np.ascontiguousarray(data[:, 0] if data.shape[1] == 1 else data)
    try:
        with replacing(text_of(name)) as file:
            wavfile.write(file, int(scalar(rate)), data)
    except OSError as error:
        raise call.error(unwritten(error, text_of(name)), "MATLAB:audiovideo:audiowrite:fileNotWritable") from None


def _samples(call: Any, path: str) -> tuple[int, np.ndarray]:
    """Samples a second, and a column of samples for each channel as they are in the file."""
    from scipy.io import wavfile

    with reading(path, "WAV file", f"MATLAB:audiovideo:{call.name}:fileTypeNotSupported"):
        try:
            stream = open(path, "rb")
        except FileNotFoundError:
            message = f"The filename specified was not found in the MATLAB path: '{path}'."
            raise call.error(message, f"MATLAB:audiovideo:{call.name}:fileNotFound") from None
        with stream:
            rate, data = wavfile.read(stream)
        if data.dtype.name not in _FULL or rate <= 0:
            raise Damaged("its samples are of no known kind")
        return rate, data.reshape(len(data), -1)


@builtin(
    "audioread", "[y, Fs] = audioread(filename)", "[y, Fs] = audioread(filename, samples)", "[y, Fs] = audioread(..., 'native')",
    summary="Samples of a .wav file.",
    examples=(
        Example("f = [tempname '.wav']; audiowrite(f,[0;0.5;-0.5],8000); [y,fs] = audioread(f); delete(f); {y,fs}", "{[0;0.5;-0.5],8000}"),
    ),
    errors=(ErrorCase("audioread('no such file.wav')", "MATLAB:audiovideo:audioread:fileNotFound"),),
)  # fmt: skip
def audioread(call, name, *arguments):
    rate, data = _samples(call, call.session.path.file(text_of(name)))
    native = any(word_of(a) == "native" for a in arguments)
    span = next((as_array(a).ravel() for a in arguments if not is_text(a)), None)
    if span is not None:
        data = data[int(span[0]) - 1 : (len(data) if np.isinf(span[1]) else int(span[1]))]
    if not native:
        offset, scale = _FULL[data.dtype.name]
        data = (data.astype(np.float64) - offset) / scale
    return Tensor(np.asfortranarray(data)), float(rate)


@builtin("audioinfo", "info = audioinfo(filename)", summary="What a .wav file holds.")
def audioinfo(call, name):
    path = call.session.path.file(text_of(name))
    rate, data = _samples(call, path)
    return StructArray.scalar({
        "Filename": CharArray.row(absolute(path)), "NumChannels": float(data.shape[1]), "SampleRate": float(rate),
        "TotalSamples": float(len(data)), "Duration": len(data) / rate, "BitsPerSample": float(data.dtype.itemsize * 8),
    })  # fmt: skip
