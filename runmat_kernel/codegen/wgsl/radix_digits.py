"""Digits of elements: the form of a radix sort, and the shader functions that take elements for unsigned numbers.

What is moved are the elements' own words; their digits are those of ``ordered``, an unsigned number that grows as the elements do.
Zeros of both signs have the same one, and all NaN.
"""

from __future__ import annotations

from ...base.records import record
from ..forms.sort import SortBody
from ..target import Target
from .scalars import SCALARS, UNSIGNED
from .shader import Writer
from .sort_ends import word_type, words

_THREADS = 256
_THREADS_ALONE, _BITS_ALONE = 128, 5
"""Threads that work alone, and bits of a digit: their counters fill the 16 KiB of workgroup memory that every adapter has."""
_ITEMS = (16, 12, 8, 4)
"""Elements of a thread in a tile: as many as workgroup memory holds."""


@record
class Radix:
    """All that the shaders of a radix sort depend on.  ``subgroup``: threads that rank together by ballots; 0: every thread works alone.

    ``bits`` are those of a digit, ``items`` the elements of a thread in a tile.
    """

    matlab_class: str
    descending: bool
    bits: int
    threads: int
    items: int
    subgroup: int

    @property
    def digits(self) -> int:
        return 1 << self.bits

    @property
    def tile(self) -> int:
        return self.threads * self.items

    @property
    def passes(self) -> int:
        return -(-SCALARS[self.matlab_class].nbytes * 8 // self.bits)


def radix_form(body: SortBody, target: Target) -> Radix:
    """The largest digits and tiles whose counts and elements workgroup memory holds."""
    subgroup, descending = target.subgroup, body.outputs[0].descending
    if not subgroup:
        return Radix(body.matlab_class, descending, _BITS_ALONE, _THREADS_ALONE, 1, 0)
    bits = 8
    while (4 << bits) * (_THREADS // subgroup) > target.workgroup_bytes // 2:
        bits -= 1
    left = target.workgroup_bytes - (4 << bits) * (_THREADS // subgroup) - (12 << bits)
    items = next((k for k in _ITEMS if k * _THREADS * 4 <= left), _ITEMS[-1])
    return Radix(body.matlab_class, descending, bits, _THREADS, items, subgroup)


@record
class Ends:
    """The arrays that a scatter reads and writes beside the digits: whether positions are ``read`` (else they are the elements' own),
    whether the elements (``keys``) are written, and as what positions are: ``f64`` from 1, ``u32`` from 0, or not at all."""

    read: bool
    keys: bool
    places: str

    def bind(self, writer: Writer, kind: str) -> None:
        """Bind what a scatter of elements of ``kind`` reads and writes."""
        writer.bind("source", 0, kind)
        if self.read:
            writer.bind("source", 1, "u32")
        writer.bind("counts", 0, "u32")
        if self.keys:
            writer.bind("sink", 0, kind, writable=True)
        if self.places:
            writer.bind("sink", 1, self.places, writable=True)

    def put(self, place: str) -> str:
        """The text that is written for a position, from 0."""
        return f"f64({place}) + 1.0lf" if self.places == "f64" else place


def declare_digits(writer: Writer, form: Radix) -> None:
    """``digit(x)``: the digit of an element's words that a pass sorts by."""
    writer.fields["shift"] = "u32"
    kind, text = word_type(form.matlab_class), _ordered(form.matlab_class)
    flip = "~" if form.descending else ""
    mask = f"{form.digits - 1}u"
    if words(form.matlab_class) == 1:
        digit = f"return ({flip}ordered(x) >> P.shift) & {mask};"
    else:
        # A digit may lie in both words.
        digit = f"""let o = {flip}ordered(x);
    let low = (o.x >> (P.shift & 31u)) | ((o.y << 1u) << (31u - (P.shift & 31u)));
    return select(o.y >> (P.shift & 31u), low, P.shift < 32u) & {mask};"""
    writer.declarations.append(f"fn ordered(x: {kind}) -> {kind} {{\n    {text}\n}}\nfn digit(x: {kind}) -> u32 {{\n    {digit}\n}}")


def _ordered(matlab_class: str) -> str:
    """The body of ``ordered``: from an element's words to an unsigned number (low word first) that grows as the elements do."""
    if matlab_class == "single":
        return """if ((x & 0x7fffffffu) > 0x7f800000u) { return 0xffffffffu; }
    if ((x & 0x7fffffffu) == 0u) { return 0x80000000u; }
    return x ^ select(0x80000000u, 0xffffffffu, (x >> 31u) == 1u);"""
    if matlab_class == "double":
        return """let high = x.y & 0x7fffffffu;
    if (high > 0x7ff00000u || (high == 0x7ff00000u && x.x != 0u)) { return vec2<u32>(0xffffffffu); }
    if ((high | x.x) == 0u) { return vec2<u32>(0u, 0x80000000u); }
    let sign = select(0u, 0xffffffffu, (x.y >> 31u) == 1u);
    return vec2<u32>(x.x ^ sign, x.y ^ (sign | 0x80000000u));"""
    if matlab_class in UNSIGNED or matlab_class == "logical":
        return "return x;"
    if matlab_class == "int64":
        return "return vec2<u32>(x.x, x.y ^ 0x80000000u);"
    bits = SCALARS[matlab_class].nbytes * 8
    return f"return (x ^ {1 << (bits - 1)}u) & {(1 << bits) - 1}u;"
