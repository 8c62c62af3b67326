"""Videos in AVI and MP4 files: frames as JPEG pictures, or as they are, with what VideoWriter and VideoReader say of them."""

from __future__ import annotations

import io
import os
import struct
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from typing import Any, BinaryIO

import numpy as np

from ....base.errors import Damaged, MatlabError
from ....base.stored import replacing, unwritten
from ....values.convert import as_array, class_of, is_text, numel_of, to_value
from ....values.numerals import DisplayFormat
from ....values.objects import HostObject, property_list
from ....values.text import CharArray
from . import mp4_files
from .damage import check_memory, reading

PROFILES = {
    "motion jpeg avi": "Motion JPEG AVI", "uncompressed avi": "Uncompressed AVI", "grayscale avi": "Grayscale AVI", "mpeg-4": "MPEG-4",
}  # fmt: skip
_JPEG = ("Motion JPEG AVI", "MPEG-4")
"""Profiles whose frames are JPEG pictures; MPEG-4 of MATLAB has H.264, for which there is no encoder here."""
_PIXEL_BYTES = 9
"""Bytes that a pixel takes while it is read, its colours in three copies."""
_HEADER = 2048
"""Bytes before the first frame: the header with room behind it, so that it can be written again when the number of frames is known."""


class VideoWriter(HostObject):
    """A handle object that writes frames to a file; ``index`` are the places and sizes of the frames written so far."""

    __slots__ = ("file", "index", "path", "profile", "quality", "rate", "size", "stack", "was_open")
    matlab_class = "VideoWriter"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, path: str, profile: str) -> None:
        self.path, self.profile, self.rate, self.quality = path, profile, 30.0, 75.0
        self.file: BinaryIO | None = None
        self.stack = ExitStack()
        """What ends when the file is whole: it is written beside the one that it replaces."""
        self.index: list[tuple[int, int]] = []
        self.size: tuple[int, int] | None = None
        self.was_open = False

    def properties(self) -> Mapping[str, Any]:
        grey = self.profile == "Grayscale AVI"
        nothing = to_value(np.zeros((0, 0)))
        folder, name = os.path.split(self.path)
        shown: dict[str, Any] = {
            "Duration": len(self.index) / self.rate,
            "Filename": CharArray.row(name),
            "Path": CharArray.row(folder),
            "FileFormat": CharArray.row("mp4" if self.profile == "MPEG-4" else "avi"),
            "FrameCount": float(len(self.index)),
            "Width": float(self.size[1]) if self.size else nothing,
            "Height": float(self.size[0]) if self.size else nothing,
            "FrameRate": self.rate,
            "ColorChannels": 1.0 if grey else 3.0,
        }
        if self.profile in _JPEG:
            shown["Quality"] = self.quality
        shown["VideoBitsPerPixel"] = 8.0 if grey else 24.0
        shown["VideoCompressionMethod"] = CharArray.row("Motion JPEG" if self.profile in _JPEG else "None")
        shown["VideoFormat"] = CharArray.row("Grayscale" if grey else "RGB24")
        return shown

    def set_property(self, name: str, value: Any) -> HostObject:
        if name not in ("FrameRate", "Quality") or name not in self.properties():
            return super().set_property(name, value)
        if self.was_open:
            raise MatlabError(f"{name} cannot be changed after OPEN was called.", "MATLAB:audiovideo:VideoWriter:setOpened")
        number = float(as_array(value).item()) if not is_text(value) and numel_of(value) == 1 else np.nan
        most, limit = (100.0, " up to 100") if name == "Quality" else (np.finfo(float).max, "")
        if not 0 < number <= most:
            raise MatlabError(f"{name} must be a positive number{limit}.", "MATLAB:audiovideo:VideoWriter:invalidValue")
        if name == "FrameRate":
            self.rate = number
        else:
            self.quality = number
        return self

    def disp_text(self, format: DisplayFormat) -> str:
        return property_list("VideoWriter", self.properties(), format.style)

    def open(self) -> None:
        if self.file is not None:
            return
        if self.was_open:
            raise MatlabError("The file cannot be opened again after it was closed.", "MATLAB:audiovideo:VideoWriter:alreadyClosed")
        try:
            with ExitStack() as stack:
                self.file = stack.enter_context(open(stack.enter_context(replacing(self.path)), "wb"))
                self.stack = stack.pop_all()
        except OSError:
            raise MatlabError(f"Cannot create '{self.path}'.", "MATLAB:audiovideo:VideoWriter:folderNotFound") from None
        self.was_open = True
        with self._writing():
            self.file.write(mp4_files.START if self.profile == "MPEG-4" else bytes(_HEADER))

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Write to the open file; where that fails, the video ends and a file that was there before is as it was."""
        try:
            yield
        except OSError as error:
            self.file = None
            with suppress(OSError):
                self.stack.__exit__(type(error), error, error.__traceback__)
            raise MatlabError(unwritten(error, self.path), "MATLAB:audiovideo:VideoWriter:writeFailed") from None

    def write(self, frame: np.ndarray) -> None:
        """Append a frame of rows, columns and three bytes of colour."""
        if self.file is None:
            raise MatlabError(
                "OBJ must be open before writing video.  Call open(obj) before calling writeVideo.", "MATLAB:audiovideo:VideoWriter:notOpen"
            )
        if self.size is None:
            self.size = frame.shape[0], frame.shape[1]
        elif self.size != frame.shape[:2]:
            raise MatlabError(f"Frame must be {self.size[1]} by {self.size[0]}", "MATLAB:audiovideo:VideoWriter:invalidDimensions")
        data = self._encoded(frame)
        with self._writing():
            self._append(self.file, data)

    def _append(self, file: BinaryIO, data: bytes) -> None:
        if self.profile == "MPEG-4":
            self.index.append((file.tell(), len(data)))
            file.write(data)
            return
        self.index.append((file.tell() - _HEADER + 4, len(data)))
        name = b"00dc" if self.profile == "Motion JPEG AVI" else b"00db"
        file.write(name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2))

    def _encoded(self, frame: np.ndarray) -> bytes:
        if self.profile in _JPEG:
            from PIL import Image

            stream = io.BytesIO()
            Image.fromarray(np.ascontiguousarray(frame)).save(stream, format="JPEG", quality=round(self.quality), subsampling=0)
            return stream.getvalue()
        rows = frame[::-1, :, ::-1].reshape(frame.shape[0], -1) if self.profile == "Uncompressed AVI" else frame[::-1, :, 0]
        return np.pad(rows, ((0, 0), (0, -rows.shape[1] % 4))).tobytes()

    def close(self) -> None:
        if self.file is None:
            return
        with self._writing():
            self._finish(self.file)
            self.file = None
            self.stack.close()

    def _finish(self, file: BinaryIO) -> None:
        """The index of the frames, and the header, whose room is at the start."""
        end = file.tell()
        if self.profile == "MPEG-4":
            file.write(mp4_files.table_of_frames(self.size or (0, 0), self.rate, self.index))
            file.seek(len(mp4_files.START) - 8)
            file.write(struct.pack(">Q", end - mp4_files.FRAMES_AT))
            return
        name = b"00dc" if self.profile == "Motion JPEG AVI" else b"00db"
        entries = b"".join(name + struct.pack("<III", 0x10, place, size) for place, size in self.index)
        file.write(b"idx1" + struct.pack("<I", len(entries)) + entries)
        whole = file.tell()
        file.seek(0)
        file.write(self._header(whole, end))

    def _header(self, whole: int, end: int) -> bytes:
        height, width = self.size or (0, 0)
        jpeg, grey = self.profile == "Motion JPEG AVI", self.profile == "Grayscale AVI"
        largest = max((size for _, size in self.index), default=0)
        main = struct.pack("<14I", round(1e6 / self.rate), 0, 0, 0x10, len(self.index), 0, 1, largest, width, height, 0, 0, 0, 0)
        rate = (b"vids" + (b"MJPG" if jpeg else b"DIB ") + struct.pack("<IHHIIIIIIIIhhhh", 0, 0, 0, 0, 1000, round(self.rate * 1000), 0,
                len(self.index), largest, 0xFFFFFFFF, 0, 0, 0, width, height))  # fmt: skip
        bits = 8 if grey else 24
        kind, colours = (int.from_bytes(b"MJPG", "little") if jpeg else 0), (256 if grey else 0)
        form = struct.pack("<IiiHHIIiiII", 40, width, height, 1, bits, kind, width * height * bits // 8, 0, 0, colours, 0)
        if grey:
            form += b"".join(bytes((k, k, k, 0)) for k in range(256))
        stream = _list(b"strl", _chunk(b"strh", rate) + _chunk(b"strf", form))
        header = _list(b"hdrl", _chunk(b"avih", main) + stream)
        room = _HEADER - 12 - len(header) - 8 - 12
        start = b"RIFF" + struct.pack("<I", whole - 8) + b"AVI " + header + b"JUNK" + struct.pack("<I", room) + bytes(room)
        return start + b"LIST" + struct.pack("<I", end - _HEADER + 4) + b"movi"


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _list(name: bytes, data: bytes) -> bytes:
    return _chunk(b"LIST", name + data)


def _reading(path: str) -> AbstractContextManager[None]:
    return reading(path, "video file", "MATLAB:audiovideo:VideoReader:InitializationFailed")


class VideoReader(HostObject):
    """A handle object that reads the frames of a file; ``at`` is the next one."""

    __slots__ = ("at", "bits", "frames", "palette", "path", "rate", "size", "tag", "user")
    matlab_class = "VideoReader"
    superclasses = ("handle",)
    is_handle = True

    def __init__(self, path: str) -> None:
        self.path, self.at = path, 0
        self.tag: Any = CharArray.row("")
        self.user: Any = to_value(np.zeros((0, 0)))
        self.rate, self.bits, self.size = 30.0, 24, (0, 0)
        self.palette = np.zeros((0, 3), np.uint8)
        self.frames: list[tuple[int, int, bool]] = []
        with _reading(path), open(path, "rb") as file:
            self._open(file.read())

    def _open(self, data: bytes) -> None:
        if data[4:8] == b"ftyp" and (known := mp4_files.read_table(data)) is not None:
            self.size, self.rate, frames = known
            self.frames = [(place, length, True) for place, length in frames]
            return
        if data[:4] != b"RIFF" or data[8:12] != b"AVI ":
            why = "only files with Motion JPEG or uncompressed video can be read here"
            raise MatlabError(
                f"Unable to read the file '{os.path.basename(self.path)}': {why}.", "MATLAB:audiovideo:VideoReader:InitializationFailed"
            )
        self._scan(data, 12, len(data))
        if self.frames and min(self.size) < 1:
            raise Damaged("its frames have no size")

    def _scan(self, data: bytes, at: int, end: int) -> None:
        while at + 8 <= end:
            name, size = data[at : at + 4], struct.unpack_from("<I", data, at + 4)[0]
            body = at + 8
            if name == b"LIST":
                self._scan(data, body + 4, min(body + size, end))
            elif name == b"strh" and data[body : body + 4] == b"vids":
                scale, rate = struct.unpack_from("<II", data, body + 20)
                self.rate = rate / scale if scale and rate else 30.0
            elif name == b"strf" and size >= 40 and not self.size[0]:
                width, height, _, self.bits, kind = struct.unpack_from("<iiHHI", data, body + 4)
                self.size = abs(height), width
                if kind not in (0, int.from_bytes(b"MJPG", "little")):
                    raise MatlabError(
                        "The video is compressed in a way that cannot be read here.", "MATLAB:audiovideo:VideoReader:InitializationFailed"
                    )
                if self.bits == 8:
                    self.palette = np.frombuffer(data[body + 40 : body + size], np.uint8).reshape(-1, 4)[:, 2::-1]
            elif name in (b"00dc", b"00db") and size:
                self.frames.append((body, size, name == b"00dc" and data[body : body + 2] == b"\xff\xd8"))
            at = body + size + size % 2

    def frame(self, k: int) -> np.ndarray:
        """Frame k (from 0) as rows, columns and three bytes of colour."""
        place, size, jpeg = self.frames[k]
        with _reading(self.path), open(self.path, "rb") as file:
            file.seek(place)
            return self._decoded(file.read(size), jpeg)

    def _decoded(self, data: bytes, jpeg: bool) -> np.ndarray:
        from PIL import Image

        if jpeg:
            image = Image.open(io.BytesIO(data), formats=("JPEG",))
            check_memory(_PIXEL_BYTES * image.width * image.height)
            return np.asarray(image.convert("RGB"))
        height, width = self.size
        if self.bits not in (8, 24, 32):
            raise Damaged("its pixels are of no known kind")
        line = (width * self.bits // 8 + 3) // 4 * 4
        rows = np.frombuffer(data, np.uint8)[: line * height].reshape(height, line)[::-1, : width * self.bits // 8]
        if self.bits == 8:
            return self.palette[rows] if len(self.palette) else np.repeat(rows[:, :, None], 3, axis=2)
        return rows.reshape(height, width, -1)[:, :, 2::-1]

    def properties(self) -> Mapping[str, Any]:
        count = len(self.frames)
        folder, name = os.path.split(self.path)
        return {
            "Name": CharArray.row(name),
            "Path": CharArray.row(folder),
            "Duration": count / self.rate,
            "CurrentTime": self.at / self.rate,
            "Tag": self.tag,
            "UserData": self.user,
            "Width": float(self.size[1]),
            "Height": float(self.size[0]),
            "FrameRate": self.rate,
            "BitsPerPixel": 24.0,
            "VideoFormat": CharArray.row("RGB24"),
            "NumFrames": float(count),
        }

    def get_property(self, name: str) -> Any:
        return float(len(self.frames)) if name == "NumberOfFrames" else super().get_property(name)

    def set_property(self, name: str, value: Any) -> HostObject:
        if name == "CurrentTime":
            time = float(as_array(value).item()) if class_of(value) == "double" and numel_of(value) == 1 else -1.0
            if not 0 <= time <= len(self.frames) / self.rate:
                raise MatlabError(
                    "CurrentTime must be between 0 and the duration of the video.", "MATLAB:audiovideo:VideoReader:invalidTime"
                )
            self.at = int(np.floor(time * self.rate + 1e-9))
        elif name == "Tag":
            self.tag = value
        elif name == "UserData":
            self.user = value
        else:
            return super().set_property(name, value)
        return self
