"""Videos: VideoWriter and VideoReader."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from ...base.folders import absolute
from ...builtins import arguments as arg
from ...builtins.methods_only import method_only
from ...builtins.spec import ErrorCase, Example, builtin, methods
from ...values import StructArray, Tensor
from ...values.convert import as_array, class_of, is_text, text_of, to_value
from .formats.video_files import PROFILES, VideoReader, VideoWriter

_FILE = "f = [tempname '.avi']; v = VideoWriter(f{}); open(v); "
_BOTH = _FILE.format(",'Uncompressed AVI'") + "writeVideo(v, cat(4, zeros(4,6,3), ones(4,6,3))); close(v); r = VideoReader(f); "


@builtin(
    "VideoWriter", "v = VideoWriter(filename)", "v = VideoWriter(filename, profile)",
    summary="A file for a video: 'Motion JPEG AVI', 'Uncompressed AVI', 'Grayscale AVI' or 'MPEG-4' (frames as JPEG pictures in an MP4 file).",
    examples=(
        Example("v = VideoWriter('a'); v.FrameRate = 10; {v.Filename, v.FrameRate, v.Quality}", "{'a.avi',10,75}"),
        Example(_FILE.format("") + "writeVideo(v, zeros(4,6,3)); writeVideo(v, ones(4,6)); close(v); delete(f); [v.FrameCount v.Height v.Width]", "[2 4 6]"),
    ),
    errors=(
        ErrorCase("VideoWriter('a','nosuch')", "MATLAB:audiovideo:VideoWriter:invalidProfile"),
        ErrorCase("VideoWriter('a','Archival')", "MATLAB:audiovideo:VideoWriter:invalidProfile", "Motion JPEG AVI"),
        ErrorCase("v = VideoWriter('a'); v.Quality = 200;", "MATLAB:audiovideo:VideoWriter:invalidValue"),
        ErrorCase("writeVideo(VideoWriter('a'), zeros(3))", "MATLAB:audiovideo:VideoWriter:notOpen"),
    ),
    see_also=("getframe", "VideoReader"),
)  # fmt: skip
def video_writer(call: Any, name: Any, profile: Any = None) -> VideoWriter:
    path = absolute(os.path.expanduser(text_of(name, "file name")))
    word = text_of(profile, "profile").lower() if profile is not None else "motion jpeg avi"
    if word not in PROFILES:
        raise call.error(
            f"The specified profile is not valid: '{text_of(profile)}'. Files can be written as 'Motion JPEG AVI', 'Uncompressed AVI', 'Grayscale AVI' and 'MPEG-4'.",
            "MATLAB:audiovideo:VideoWriter:invalidProfile",
        )  # fmt: skip
    endings = (".mp4", ".m4v") if word == "mpeg-4" else (".avi",)
    return VideoWriter(path if path.lower().endswith(endings) else path + endings[0], PROFILES[word])


def _open(call: Any, video: VideoWriter) -> None:
    video.open()


def _close(call: Any, video: VideoWriter) -> None:
    video.close()


def _write(call: Any, video: VideoWriter, frames: Any) -> None:
    if type(frames) is StructArray:
        for fields in frames.array.ravel(order="F"):
            if "cdata" not in fields:
                raise call.error(
                    "A frame must be a structure with the fields cdata and colormap.", "MATLAB:audiovideo:VideoWriter:invalidFrame"
                )
            for picture in _frames(call, fields["cdata"], fields.get("colormap")):
                video.write(picture)
        return
    for picture in _frames(call, frames):
        video.write(picture)


def _frames(call: Any, data: Any, colours: Any = None) -> list[np.ndarray]:
    """The frames of an array of bytes or numbers from 0 to 1: grey levels, indices of a colour map, colours, or a stack of these."""
    kind = class_of(data)
    if kind not in ("uint8", "double", "single", "logical") or is_text(data):
        raise call.error("The frames must be of class uint8, double or single.", "MATLAB:audiovideo:VideoWriter:invalidDatatype")
    array = as_array(data)
    if array.ndim > 4 or (array.ndim > 2 and array.shape[2] not in (1, 3)) or not array.size:
        raise call.error(
            "The frames must be arrays of rows, columns and one or three colours.", "MATLAB:audiovideo:VideoWriter:invalidDimensions"
        )
    array = array.reshape(*array.shape, *([1] * (4 - array.ndim)))
    table = as_array(colours) if colours is not None and not arg.is_empty_matrix(colours) else None
    if table is not None and array.shape[2] == 1:
        places = array.astype(np.int64) - (0 if kind == "uint8" else 1)
        array = np.moveaxis(table[np.clip(places[:, :, 0, :], 0, len(table) - 1)], 3, 2)
    elif kind in ("double", "single") and (array.min() < 0 or array.max() > 1):
        raise call.error(
            "IMG must be numbers from 0 to 1 where it is of class double or single.", "MATLAB:audiovideo:VideoWriter:invalidRange"
        )
    if array.dtype != np.uint8:
        array = np.rint(np.asarray(array, np.float64) * 255).astype(np.uint8)
    whole = np.broadcast_to(array, (*array.shape[:2], 3, array.shape[3]))
    return [whole[..., k] for k in range(array.shape[3])]


VIDEO_WRITER_METHODS = methods(VideoWriter, {"open": _open, "close": _close, "writeVideo": _write})


@builtin(
    "VideoReader", "v = VideoReader(filename)", summary="The frames of a video: AVI files with Motion JPEG or uncompressed frames, and MP4 files of VideoWriter.",
    examples=(
        Example(_BOTH + "a = [r.NumFrames r.Height r.Width r.FrameRate]; delete(f); a", "[2 4 6 30]"),
        Example(_BOTH + "n = 0; while hasFrame(r), x = readFrame(r); n = n + double(max(x(:))); end, delete(f); n", "255"),
    ),
    errors=(ErrorCase("VideoReader('nosuchfile.avi')", "MATLAB:audiovideo:VideoReader:FileNotFound"),),
    see_also=("VideoWriter",),
)  # fmt: skip
def video_reader(call: Any, name: Any, *options: Any) -> VideoReader:
    path = absolute(call.session.path.file(text_of(name, "file name")))
    if not os.path.isfile(path):
        raise call.error(f"The file '{text_of(name)}' was not found.", "MATLAB:audiovideo:VideoReader:FileNotFound")
    video = VideoReader(path)
    for key, value in arg.name_values(options, "VideoReader", "currenttime tag").items():
        video.set_property({"currenttime": "CurrentTime", "tag": "Tag"}[key], value)
    return video


def _has_frame(call: Any, video: VideoReader) -> bool:
    return video.at < len(video.frames)


def _read_frame(call: Any, video: VideoReader) -> Tensor:
    if video.at >= len(video.frames):
        raise call.error("No more frames available to read from file.", "MATLAB:audiovideo:VideoReader:EndOfFile")
    video.at += 1
    return Tensor(np.asfortranarray(video.frame(video.at - 1)))


def _read(call: Any, video: VideoReader, which: Any = None, *more: Any) -> Any:
    count = len(video.frames)
    places = np.array([1, np.inf]) if which is None else as_array(which).ravel().astype(np.float64)
    places = np.where(np.isinf(places), count, places)
    if places.size not in (1, 2) or (places < 1).any() or (places > count).any() or (places != np.floor(places)).any():
        raise call.error("The frame index requested is beyond the end of the file.", "MATLAB:audiovideo:VideoReader:invalidFrame")
    first, last = int(places[0]), int(places[-1])
    video.at = last
    frames = [video.frame(k) for k in range(first - 1, last)]
    if len({frame.shape for frame in frames}) > 1:
        raise call.error(
            f"Unable to read video file '{video.path}': its frames differ in size.", "MATLAB:audiovideo:VideoReader:invalidFrame"
        )
    return to_value(np.asfortranarray(frames[0] if len(frames) == 1 else np.stack(frames, axis=3)))


VIDEO_READER_METHODS = methods(VideoReader, {"hasFrame": _has_frame, "readFrame": _read_frame, "read": _read})

METHODS = (
    method_only(
        "open", "open(v)", "Open the file of a video for writing.",
        Example("f = [tempname '.avi']; v = VideoWriter(f); open(v); close(v); e = isfile(f); delete(f); e", "true"),
    ),
    method_only(
        "writeVideo", ("writeVideo(v, img)", "writeVideo(v, frame)"), "Write pictures, or frames of getframe, to a video.",
        Example(_FILE.format("") + "writeVideo(v, struct('cdata',uint8(ones(4)),'colormap',[0 0 0;1 1 1])); close(v); delete(f); v.FrameCount", "1"),
        errors=(ErrorCase("writeVideo(3,4)", "MATLAB:UndefinedFunction"),),
    ),
    method_only(
        "hasFrame", "tf = hasFrame(v)", "Whether a video has a frame that was not read.", Example(_BOTH + "t = hasFrame(r); delete(f); t", "true"),
    ),
    method_only(
        "readFrame", "frame = readFrame(v)", "The next frame of a video.", Example(_BOTH + "x = readFrame(r); delete(f); size(x)", "[4 6 3]"),
    ),
    method_only(
        "read", ("frames = read(v)", "frame = read(v, k)", "frames = read(v, [first last])"), "Frames of a video by their numbers.",
        Example(_BOTH + "x = read(r,2); y = read(r); delete(f); {double(x(1)), size(y)}", "{255,[4 6 3 2]}"),
    ),
)  # fmt: skip
