"""Samples that are heard: sound, soundsc and audioplayer.  A notebook shows a player for them; elsewhere they are silent."""

from __future__ import annotations

import base64
import io
from typing import Any

import numpy as np

from ...builtins import arguments as arg
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values.containers import StructArray
from ...values.convert import class_of, is_text, numel_of
from .audio_player import AudioPlayer

_FULL = {"uint8": (128.0, 128.0), "int8": (0.0, 128.0), "int16": (0.0, 32768.0), "int32": (0.0, 2147483648.0)}
_BITS = (8, 16, 24)


def _samples(call: Any, y: Any) -> np.ndarray:
    """Rows of one or two channels, integers scaled to -1 to 1."""
    if is_text(y) or class_of(y) not in ("double", "single", "logical", *_FULL) or numel_of(y) == 0:
        raise call.error("Audio data must be a numeric array that is not empty.", f"MATLAB:audiovideo:{call.name}:invalidData")
    offset, scale = _FULL.get(class_of(y), (0.0, 1.0))
    data = (arg.floating(y).astype(np.float64) - offset) / scale
    data = data.T if data.shape[0] == 1 else data
    if data.ndim != 2 or data.shape[1] > 2 or np.iscomplexobj(data):
        raise call.error("Audio data must have one or two channels.", f"MATLAB:audiovideo:{call.name}:tooManyChannels")
    return data


def _rate(call: Any, value: Any) -> float:
    rate = arg.scalar(value) if value is not None else 8192.0
    if not 0 < rate < 1e7:
        raise call.error("The sample rate must be a positive number.", f"MATLAB:audiovideo:{call.name}:invalidSampleRate")
    return rate


def _heard(call: Any, samples: np.ndarray, rate: float) -> None:
    """Show a player for samples; what is beyond -1 and 1 is cut off."""
    from scipy.io import wavfile

    coded = np.round(np.clip(np.nan_to_num(samples), -1, 1) * 32767).astype(np.int16)
    stream = io.BytesIO()
    wavfile.write(stream, round(rate), np.ascontiguousarray(coded))
    data = base64.b64encode(stream.getvalue()).decode("ascii")
    seconds = len(samples) / rate
    call.session.show_data({
        "text/html": f'<audio controls="controls"><source src="data:audio/wav;base64,{data}" type="audio/wav" /></audio>',
        "text/plain": f"<sound of {seconds:.3g} s at {rate:g} Hz>",
    })  # fmt: skip


@builtin(
    "sound", "sound(y)", "sound(y, Fs)", "sound(y, Fs, nBits)",
    summary="Hear samples from -1 to 1: a notebook shows a player for them.",
    examples=(Example("sound(sin(2*pi*440*(0:1/8192:0.01))); 1", "1"),),
    errors=(
        ErrorCase("sound('abc')", "MATLAB:audiovideo:sound:invalidData"), ErrorCase("sound([1;2],-5)", "MATLAB:audiovideo:sound:invalidSampleRate"),
        ErrorCase("sound(ones(5,3))", "MATLAB:audiovideo:sound:tooManyChannels"),
    ),
    see_also=("soundsc", "audioplayer", "audiowrite"),
)  # fmt: skip
def sound(call: Any, y: Any, rate: Any = None, bits: Any = None) -> None:
    _heard(call, _samples(call, y), _rate(call, rate))


@builtin(
    "soundsc", "soundsc(y)", "soundsc(y, Fs)", "soundsc(y, Fs, nBits)", "soundsc(y, ..., yRange)",
    summary="Hear samples as loud as can be: a notebook shows a player for them.",
    examples=(Example("soundsc([0 5 -5 0], 8000); 1", "1"),),
    errors=(ErrorCase("soundsc(ones(5,3))", "MATLAB:audiovideo:soundsc:tooManyChannels"),),
    see_also=("sound",),
)  # fmt: skip
def soundsc(call: Any, y: Any, *rest: Any) -> None:
    span = arg.flat(rest[-1]) if rest and numel_of(rest[-1]) == 2 else None
    others = rest[:-1] if span is not None else rest
    samples = _samples(call, y)
    finite = samples[np.isfinite(samples)]
    low, high = span if span is not None else (finite.min(), finite.max()) if finite.size else (0.0, 0.0)
    middle, half = (low + high) / 2, (high - low) / 2
    _heard(call, (samples - middle) / (half or 1.0), _rate(call, others[0] if others else None))


@builtin(
    "audioplayer", "player = audioplayer(Y, Fs)", "player = audioplayer(Y, Fs, nBits)",
    summary="Samples to be heard with play: a notebook shows a player for them.",
    examples=(
        Example("p = audioplayer(zeros(800,2), 8000); {p.TotalSamples, p.NumChannels, p.BitsPerSample, isplaying(p)}", "{800, 2, 16, false}"),
        Example("p = audioplayer([0 0.5], 8000, 8); play(p); p.SampleRate = 4000; p.SampleRate", "4000"),
    ),
    errors=(
        ErrorCase("audioplayer([0 1], 8000, 13)", "MATLAB:audiovideo:audioplayer:invalidBitsPerSample"),
        ErrorCase("p = audioplayer([0 1], 8000); p.TotalSamples = 3;", "MATLAB:class:SetProhibited"),
    ),
    see_also=("sound",),
)  # fmt: skip
def audioplayer(call: Any, y: Any, rate: Any, bits: Any = None, device: Any = None) -> AudioPlayer:
    size = int(arg.scalar(bits)) if bits is not None else 16
    if size not in _BITS:
        raise call.error("The number of bits must be 8, 16, or 24.", "MATLAB:audiovideo:audioplayer:invalidBitsPerSample")
    return AudioPlayer(_samples(call, y), _rate(call, rate), size)


def _play(call: Any, player: AudioPlayer, part: Any = None) -> None:
    samples = player.samples
    if part is not None:
        places = arg.flat(part).astype(int)
        samples = samples[max(places[0], 1) - 1 : places[1] if len(places) > 1 else None]
    for name in ("StartFcn", "StopFcn"):
        if name == "StopFcn":
            _heard(call, samples, arg.scalar(player.settings["SampleRate"]))
        function = player.settings[name]
        if numel_of(function) and not is_text(function):
            call.feval(function, player, StructArray.scalar({}), nargout=0)


def _quiet(call: Any, player: AudioPlayer, *rest: Any) -> None:
    """Nothing is playing in the program: the notebook's player has buttons of its own."""


AUDIO_PLAYER_METHODS = methods(AudioPlayer, {
    "play": _play, "playblocking": _play, "pause": _quiet, "resume": _quiet, "stop": _quiet, "isplaying": lambda call, player: False,
    "delete": _quiet,
})  # fmt: skip
