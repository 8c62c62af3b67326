"""Values of WGSL as LLVM vectors: one lane for each element."""

from __future__ import annotations

import re
import struct

from ...base.records import record

TYPES = {"f64": "double", "f32": "float", "i32": "i32", "u32": "i32", "i64": "i64", "u64": "i64", "bool": "i1"}
BITS = {"f64": 64, "f32": 32, "i32": 32, "u32": 32, "i64": 64, "u64": 64, "bool": 1}
FLOATS = {"f32", "f64"}
SIGNED = {"i32", "i64"}
_GENERIC = re.compile(r"(vec[234]|array)<\s*(\w+)\s*(?:,\s*(\d+))?\s*>")


@record
class Value:
    """A vector of ``type`` (a scalar type of WGSL, or ``int`` for a literal without one), by its name or constant in LLVM."""

    type: str
    text: str


@record
class Group:
    """A value of a structure, a vector or an array of WGSL: its parts."""

    type: str
    parts: tuple[Value | Group, ...]


def number(value: float, kind: str) -> Value:
    """A literal in all lanes."""
    if kind == "int":
        return Value("int", repr(int(value)))
    if kind == "bool":
        return Value(kind, f"splat (i1 {'true' if value else 'false'})")
    if kind in FLOATS:
        near = struct.unpack("<f", struct.pack("<f", value))[0] if kind == "f32" else value
        return Value(kind, f"splat ({TYPES[kind]} 0x{struct.unpack('<Q', struct.pack('<d', near))[0]:016X})")
    bits = BITS[kind]
    wrapped = int(value) % 2**bits
    return Value(kind, f"splat (i{bits} {wrapped - 2**bits if wrapped >= 2 ** (bits - 1) else wrapped})")


def literal(text: str) -> Value:
    """A number as WGSL writes it."""
    for suffix, kind in (("lf", "f64"), ("lu", "u64"), ("li", "i64"), ("u", "u32"), ("i", "i32")):
        if text.endswith(suffix):
            digits = text.removesuffix(suffix)
            return number(float(digits) if kind == "f64" else int(digits, 0), kind)
    if text.startswith("0x"):
        return number(int(text, 0), "int")
    if text.endswith("f"):
        return number(float(text[:-1]), "f32")
    if "." in text or "e" in text:
        raise NotImplementedError(f"the number {text} has no type")
    return number(int(text), "int")


def generic_parts(kind: str) -> tuple[tuple[str, str], ...] | None:
    """Names and types of the parts of a vector or an array; None for all other types."""
    match = _GENERIC.fullmatch(kind)
    if match is None:
        return None
    family, item, count = match.groups()
    if family == "array":
        return tuple((str(k), item) for k in range(int(count)))
    return tuple((name, item) for name in "xyzw"[: int(family[-1])])
