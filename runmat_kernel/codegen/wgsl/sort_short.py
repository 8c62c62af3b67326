"""Lines that a workgroup sorts in its memory: bitonic networks over pairs of an element and its position, which make the order total
and hence stable.  Each line is padded to a power of two with entries that come last."""

from __future__ import annotations

from ..forms.sort import SortBody
from ..target import Target
from .access import Read, Space
from .load import launch_values, structure
from .scalars import ZERO, is_nan, register
from .scan_tiles import entry
from .shader import Pass, Shader, Writer, store_element, store_type
from .sort_ends import declare_entry, element_reads, sizes

THREADS = 256
LONGEST = 2 * THREADS
"""Entries of one workgroup."""
_NONE = "0xffffffffu"


def short_pass(body: SortBody, target: Target) -> Pass:
    """The one dispatch of a sort of lines of at most ``LONGEST`` elements."""
    space, access = element_reads(body.element)
    size = sizes(body)
    padded = max(2, 1 << (size["n"] - 1).bit_length())
    groups = -(-size["total"] // size["n"] * padded // LONGEST)
    key = ("sort short", structure(body.element), tuple(r.form for r in access), len(space.dimensions), body.outputs)
    values = launch_values(space, access) | size | {"base": 0, "padded": padded, "entries": size["total"] // size["n"] * padded}
    return Pass(key, lambda: _write(body, target, space, access), values | {"groups": groups}, groups)


def _write(body: SortBody, target: Target, space: Space, access: tuple[Read, ...]) -> Shader:
    writer = Writer(THREADS, target)
    kind = register(body.matlab_class)
    kind = "u32" if kind == "bool" else kind
    value = "select(0u, 1u, made.s0)" if body.matlab_class == "logical" else "made.s0"
    declare_entry(writer, body, space, access, kind, value)
    writer.declarations.append(_entries(body, kind))
    writer.fields |= {"padded": "u32", "entries": "u32", "groups": "u32", "inner": "u32"}
    stores = []
    for k, (form, store) in enumerate(zip(body.outputs, body.stores, strict=True)):
        name = writer.bind("store", k, store_type(store.matlab_class, 1), writable=True)
        key = "(a.k != 0u)" if body.matlab_class == "logical" else "a.k"
        stores.append(store_element(name, "e", "f64(a.i) + 1.0lf" if form.positions else key, store.matlab_class))
    place = """let line = g / P.padded;
        let j = g % P.padded;
        let e = line % P.inner + P.inner * (j + P.n * (line / P.inner));"""
    return writer.finish(entry(THREADS, f"""    let start = group * {LONGEST}u;
    for (var at = t; at < {LONGEST}u; at += {THREADS}u) {{
        let g = start + at;
        {place}
        entries[at] = Entry({ZERO[kind]}, {_NONE});
        if (g < P.entries && j < P.n) {{ entries[at] = Entry(entry(e), j); }}
    }}
    workgroupBarrier();
    for (var k = 2u; k <= P.padded; k = k * 2u) {{
        for (var j = k / 2u; j > 0u; j = j / 2u) {{ exchange(t, k, j); workgroupBarrier(); }}
    }}
    for (var at = t; at < {LONGEST}u; at += {THREADS}u) {{
        let g = start + at;
        {place}
        if (g < P.entries && j < P.n) {{
            let a = entries[at];
            {" ".join(stores)}
        }}
    }}"""))  # fmt: skip


def _entries(body: SortBody, kind: str) -> str:
    """The type of an entry, the order of two, and a step of the network."""
    descending = body.outputs[0].descending
    nan = ""
    if kind in ("f32", "f64"):
        left, right = is_nan("a.k", kind), is_nan("b.k", kind)
        first = left if descending else right
        nan = f"let x = {left}; let y = {right}; if (x != y) {{ return {first}; }} if (x && y) {{ return a.i < b.i; }}"
    return f"""struct Entry {{ k: {kind}, i: u32 }}
fn before(a: Entry, b: Entry) -> bool {{
    if (a.i == {_NONE} || b.i == {_NONE}) {{ return a.i < b.i; }}
    {nan}
    if (a.k == b.k) {{ return a.i < b.i; }}
    return a.k {">" if descending else "<"} b.k;
}}
var<workgroup> entries: array<Entry, {LONGEST}>;
fn exchange(t: u32, k: u32, j: u32) {{
    let low = 2u * j * (t / j) + t % j;
    let a = entries[low];
    let b = entries[low + j];
    let up = ((low % P.padded) & k) == 0u || k == P.padded;
    if (before(b, a) == up) {{ entries[low] = b; entries[low + j] = a; }}
}}"""
