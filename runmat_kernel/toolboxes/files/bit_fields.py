"""Numbers of any count of bits in files: the precisions ``bitN`` and ``ubitN`` of fread and fwrite."""

from __future__ import annotations

import re
from typing import BinaryIO
from weakref import WeakKeyDictionary

import numpy as np

from ...base.files import OpenFile

_FORM = re.compile(r"(u?)bit([1-9]\d?)\Z")
_PLACES: WeakKeyDictionary[BinaryIO, tuple[int, int, int]] = WeakKeyDictionary()
"""Of files whose last number ended inside a byte: the position behind that byte, how many of its bits are used, and they themselves."""


def bit_field(name: str) -> tuple[int, bool] | None:
    """How many bits a precision has, and whether its numbers have a sign; None where it counts no bits."""
    match = _FORM.match(name)
    return (int(match[2]), not match[1]) if match is not None and int(match[2]) <= 64 else None


def class_of_bits(width: int, signed: bool) -> str:
    """The smallest class of integers that holds such numbers."""
    return f"{'' if signed else 'u'}int{next(size for size in (8, 16, 32, 64) if width <= size)}"


def read_bits(file: OpenFile, field: tuple[int, bool], big: bool, count: int, block: int, gap: int) -> np.ndarray:
    """The next numbers, all where ``count`` is negative; ``gap`` bits are skipped after each block of them."""
    width, signed = field
    position = file.stream.tell()
    behind, used, _ = _PLACES.get(file.stream, (-1, 0, 0))
    used = used if behind == position else 0
    start = position - (used > 0)
    file.stream.seek(start)
    gaps = (count - 1) // block if gap and count > 0 else 0
    raw = np.frombuffer(file.read(-1 if count < 0 else (used + count * width + gaps * gap + 7) // 8), np.uint8)
    fits = _numbers_in(max(8 * raw.size - used, 0), width, block, gap)
    count = fits if count < 0 else min(count, fits)
    end = used + count * width + (max(count - 1, 0) // block * gap if gap else 0)
    if width % 8 == 0 and not used and not gap:
        octets = raw[: count * width // 8].reshape(count, width // 8)
        octets = octets[:, ::-1] if big else octets
    else:
        bits = np.unpackbits(raw, bitorder="big" if big else "little")
        numbers = np.arange(count)
        rows = bits[(used + numbers * width + (numbers // block * gap if gap else 0))[:, None] + np.arange(width)]
        octets = _octets(rows[:, ::-1] if big else rows, signed)
    file.stream.seek(start + (end + 7) // 8)
    _remember(file, end % 8, int(raw[end // 8]) if end % 8 else 0)
    whole = np.zeros((count, 8), np.uint8)
    whole[:, : octets.shape[1]] = octets
    if signed and count:
        whole[:, octets.shape[1] :] = np.where(octets[:, -1:] >= 128, 255, 0)
    return whole.reshape(-1).view("<i8" if signed else "<u8")


def _numbers_in(bits: int, width: int, block: int, gap: int) -> int:
    """How many numbers so many bits hold, with a gap after each block of them."""
    if not gap:
        return bits // width
    full, rest = divmod(bits, block * width + gap)
    return full * block + min(rest // width, block)


def _octets(rows: np.ndarray, signed: bool) -> np.ndarray:
    """The octets of numbers whose bits are rows, the lowest first; the sign fills the last octet."""
    if signed:
        rows = np.concatenate([rows, np.repeat(rows[:, -1:], -rows.shape[1] % 8, axis=1)], axis=1)
    return np.packbits(rows, axis=1, bitorder="little")


def written_bits(file: OpenFile, field: tuple[int, bool], big: bool, numbers: np.ndarray) -> bytes:
    """The bytes of numbers of so many bits, filled up with zeros; goes back to a byte that the numbers before have begun."""
    width, signed = field
    largest = 2 ** (width - signed) - 1
    kept = np.nan_to_num(numbers.astype(np.float64)).round()
    whole = np.where(kept >= largest, largest, np.maximum(kept, -largest - 1 if signed else 0).astype(np.int64)) if width < 64 else kept
    octets = whole.astype("<i8" if signed else "<u8").reshape(-1, 1).view(np.uint8)
    rows = np.unpackbits(octets, axis=1, bitorder="little")[:, :width]
    bits = (rows[:, ::-1] if big else rows).reshape(-1)
    behind, used, last = _PLACES.get(file.stream, (-1, 0, 0))
    here = file.stream.tell()
    order = "big" if big else "little"
    if used and behind == here:
        file.stream.seek(here - 1)
        bits = np.concatenate([np.unpackbits(np.array([last], np.uint8), bitorder=order)[:used], bits])  # type: ignore[call-overload]
    data = np.packbits(bits, bitorder=order).tobytes()  # type: ignore[call-overload]
    _PLACES[file.stream] = (file.stream.tell() + len(data), bits.size % 8, data[-1] if data else 0)
    return data


def _remember(file: OpenFile, used: int, last: int) -> None:
    _PLACES[file.stream] = (file.stream.tell(), used, last)
