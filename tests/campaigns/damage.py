"""Ways to damage the bytes of a file, with and without what is compressed or summed in them."""

from __future__ import annotations

import io
import random
import struct
import zipfile
import zlib
from collections.abc import Callable

Damage = Callable[[bytes], bytes]

_EXTREMES = (0, 1, 2, 0x7F, 0x80, 0xFF, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0xFFFFFF, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 100_000, 1 << 20)
_HEAD = 512
"""Most headers lie within these bytes: half of all places are taken from them."""


def damaged(data: bytes, other: bytes, dice: random.Random) -> bytes:
    """``data`` after one to three damages; ``other`` is a file to splice it with."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        data = dice.choice((_flip, _flip, _flip, _number, _number, _truncate, _swap, _repeat, _splice))(data or b"\0", other, dice)
    return data


def slightly_damaged(data: bytes, dice: random.Random) -> bytes:
    """``data`` with one or two other bits: what checks of the structure let pass."""
    changed = bytearray(data)
    for _ in range(dice.choice((1, 2)) if data else 0):
        changed[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _place(data: bytes, dice: random.Random) -> int:
    end = min(len(data), _HEAD) if dice.random() < 0.5 else len(data)
    return dice.randrange(end)


def _flip(data: bytes, other: bytes, dice: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(dice.choice((1, 1, 2, 4, 16))):
        changed[_place(data, dice)] ^= 1 << dice.randrange(8)
    return bytes(changed)


def _number(data: bytes, other: bytes, dice: random.Random) -> bytes:
    """A number of the file grows, shrinks or turns negative."""
    width = dice.choice((1, 2, 4, 4, 8))
    at = _place(data, dice)
    at -= at % width if dice.random() < 0.7 else 0
    value = dice.choice(_EXTREMES) if dice.random() < 0.8 else dice.getrandbits(64)
    new = (value & (256**width - 1)).to_bytes(width, dice.choice(("little", "big")))
    return (data[:at] + new + data[at + width :])[: max(len(data), at + width)]


def _truncate(data: bytes, other: bytes, dice: random.Random) -> bytes:
    return data[: dice.randrange(len(data))]


def _swap(data: bytes, other: bytes, dice: random.Random) -> bytes:
    size = dice.choice((1, 4, 8, 16, 64))
    first, second = sorted(dice.randrange(max(1, len(data) - size)) for _ in range(2))
    if second < first + size:
        return data
    a, b = data[first : first + size], data[second : second + size]
    return data[:first] + b + data[first + size : second] + a + data[second + size :]


def _repeat(data: bytes, other: bytes, dice: random.Random) -> bytes:
    """A piece of the file is there twice, or not at all."""
    at, size = _place(data, dice), dice.choice((1, 2, 8, 64, 1000))
    return data[:at] + data[at : at + size] * dice.choice((0, 2, 3)) + data[at + size :]


def _splice(data: bytes, other: bytes, dice: random.Random) -> bytes:
    at = dice.randrange(len(data))
    return data[:at] + other[min(at, len(other)) if dice.random() < 0.5 else dice.randrange(len(other) + 1) :]


# --- damage inside: what a checksum or a compression would only report ------------------------------------------------------


def inside_zip(data: bytes, damage: Damage, dice: random.Random) -> bytes:
    """One part of a zip archive is damaged, and the archive is whole."""
    result = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as archive, zipfile.ZipFile(result, "w", zipfile.ZIP_DEFLATED) as changed:
        parts = archive.infolist()
        chosen = dice.choice([part.filename for part in parts if part.file_size] or [""])
        for part in parts:
            contents = archive.read(part)
            changed.writestr(part.filename, damage(contents) if part.filename == chosen else contents)
    return result.getvalue()


def inside_png(data: bytes, damage: Damage, dice: random.Random) -> bytes:
    """One chunk is damaged, and its checksum is right."""
    chunks, at = [], 8
    while at + 12 <= len(data):
        size = struct.unpack_from(">I", data, at)[0]
        chunks.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + size]))
        at += 12 + size
    chosen = dice.randrange(len(chunks))
    result = data[:8]
    for k, (name, body) in enumerate(chunks):
        body = damage(body) if k == chosen else body
        result += struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))
    return result


def inside_mat(data: bytes, damage: Damage, dice: random.Random) -> bytes:
    """The elements of a compressed MAT-file are damaged before they are compressed."""
    result, at = data[:128], 128
    elements = []
    while at + 8 <= len(data):
        kind, size = struct.unpack_from("<II", data, at)
        elements.append((kind, data[at + 8 : at + 8 + size]))
        at += 8 + size
    chosen = dice.randrange(len(elements))
    for k, (kind, body) in enumerate(elements):
        if kind == 15 and k == chosen:
            body = zlib.compress(damage(zlib.decompress(body)))
        result += struct.pack("<II", kind, len(body)) + body
    return result


def inside_gzip(data: bytes, damage: Damage, dice: random.Random) -> bytes:
    """What a gzip file holds is damaged, and its checksum is right."""
    import gzip

    return gzip.compress(damage(gzip.decompress(data)), mtime=0)
