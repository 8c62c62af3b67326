"""The boxes of MP4 files whose frames are JPEG pictures (ISO/IEC 14496-12 and -14): a format that is written without an encoder."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from ....base.errors import Damaged

_JPEG = 0x6C
"""What ISO/IEC 14496-1 calls pictures of JPEG."""
START = struct.pack(">I4s4sI4s4s4s", 28, b"ftyp", b"isom", 0x200, b"isom", b"iso2", b"mp41") + struct.pack(">I4sQ", 1, b"mdat", 0)
"""The beginning of a file; the last eight bytes are the length of the box that the frames are in."""
FRAMES_AT = len(START) - 16
_STILL = struct.pack(">9i", 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)


def table_of_frames(size: tuple[int, int], rate: float, frames: list[tuple[int, int]]) -> bytes:
    """The box that ends a file: the size of the pictures, how many there are a second, and the place and length of each."""
    (height, width), scale, count = size, round(rate * 1000), len(frames)
    duration = 1000 * count
    header = _full(
        b"mvhd", struct.pack(">IIIIIHHII", 0, 0, scale, duration, 0x10000, 0x100, 0, 0, 0) + _STILL + bytes(24) + struct.pack(">I", 2)
    )
    track = _full(
        b"tkhd",
        struct.pack(">IIIIIIIHHHH", 0, 0, 1, 0, duration, 0, 0, 0, 0, 0, 0) + _STILL + struct.pack(">II", width << 16, height << 16),
        3,
    )
    media = _full(b"mdhd", struct.pack(">IIIIHH", 0, 0, scale, duration, 0x55C4, 0))
    handler = _full(b"hdlr", struct.pack(">I4s12x", 0, b"vide") + b"Video\0")
    where = _box(b"dinf", _full(b"dref", struct.pack(">I", 1) + _full(b"url ", b"", 1)))
    stream = (
        struct.pack(">BBB", 3, 21, 0) + struct.pack(">BB", 1, 0) + struct.pack(">BBBB3xII", 4, 13, _JPEG, 0x11, 0, 0) + bytes((6, 1, 2))
    )
    picture = bytes(6) + struct.pack(">H16xHHIIIH32xHh", 1, width, height, 0x480000, 0x480000, 0, 1, 24, -1) + _full(b"esds", stream)
    table = _box(
        b"stbl",
        _full(b"stsd", struct.pack(">I", 1) + _box(b"mp4v", picture))
        + _full(b"stts", struct.pack(">III", 1, count, 1000))
        + _full(b"stsc", struct.pack(">IIII", 1, 1, 1, 1))
        + _full(b"stsz", struct.pack(f">II{count}I", 0, count, *(length for _, length in frames)))
        + _full(b"co64", struct.pack(f">I{count}Q", count, *(place for place, _ in frames))),
    )
    contents = _box(b"mdia", media + handler + _box(b"minf", _full(b"vmhd", bytes(8), 1) + where + table))
    return _box(b"moov", header + _box(b"trak", track + contents))


def _box(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I4s", 8 + len(data), name) + data


def _full(name: bytes, data: bytes, flags: int = 0) -> bytes:
    return _box(name, struct.pack(">I", flags) + data)


def read_table(data: bytes) -> tuple[tuple[int, int], float, list[tuple[int, int]]] | None:
    """What ``table_of_frames`` was given; None where a file has no track of JPEG pictures that lie one by one."""
    boxes = dict(_boxes(data, 0, len(data)))
    if not {b"esds", b"mp4v", b"mdhd", b"stts", b"stsz", b"co64"} <= boxes.keys() or bytes((_JPEG, 0x11)) not in boxes[b"esds"]:
        return None
    width, height = struct.unpack_from(">HH", boxes[b"mp4v"], 24)
    scale, step = struct.unpack_from(">I", boxes[b"mdhd"], 12)[0], struct.unpack_from(">I", boxes[b"stts"], 12)[0]
    count = struct.unpack_from(">I", boxes[b"stsz"], 8)[0]
    lengths = struct.unpack_from(f">{count}I", boxes[b"stsz"], 12)
    places = struct.unpack_from(f">{struct.unpack_from('>I', boxes[b'co64'], 4)[0]}Q", boxes[b"co64"], 8)
    if len(places) != count:
        return None
    return (height, width), scale / step if step and scale else 30.0, list(zip(places, lengths, strict=True))


_INSIDE = {b"moov": 0, b"trak": 0, b"mdia": 0, b"minf": 0, b"stbl": 0, b"stsd": 8, b"mp4v": 78}
"""Boxes that hold boxes, and how many bytes come before those."""


def _boxes(data: bytes, at: int, end: int, depth: int = 0) -> Iterator[tuple[bytes, bytes]]:
    while at + 8 <= end:
        if depth > len(_INSIDE):
            raise Damaged("its boxes hold each other")
        size, name = struct.unpack_from(">I4s", data, at)
        body = at + 8
        if size == 1:
            size, body = struct.unpack_from(">Q", data, at + 8)[0], at + 16
        stop = min(at + size, end) if size else end
        if name != b"mdat":
            yield name, data[body:stop]
        if name in _INSIDE:
            yield from _boxes(data, body + _INSIDE[name], stop, depth + 1)
        at = max(stop, body)
