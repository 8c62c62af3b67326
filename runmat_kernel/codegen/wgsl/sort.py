"""Sorts as shaders: bitonic networks over pairs of an element and its position, which make the order total and hence stable.

Each line is padded to a power of two with entries that come last.  Steps between neighbours closer than a workgroup's share run in
workgroup memory, the others one by one over all entries.
"""

from __future__ import annotations

from math import prod

from ..sort import SortBody
from ..target import Target
from .access import merged, reads
from .load import address, declare_element, lane_arguments, launch_values, load_inputs, structure
from .scalars import SCALARS, ZERO, is_nan, register
from .shader import Pass, Shader, Writer, bind_flag, store_element, store_type

THREADS = 256
SHARE = 2 * THREADS
"""Entries of one workgroup."""
NONE = "0xffffffffu"


def entry_bytes(matlab_class: str) -> int:
    return 16 if register(matlab_class) == "f64" else 8


def sort_passes(body: SortBody, target: Target) -> list[Pass]:
    """The dispatches of a sort."""
    element, dim = body.element, body.outputs[0].dim
    space = merged(element, element.space, element.inputs, tuple(i.offset for i in element.inputs))
    found = reads(element, space, 1)
    n, inner = body.space[dim], prod(body.space[:dim])
    padded = max(2, 1 << (n - 1).bit_length())
    total = prod(body.space) // n * padded
    groups, nbytes = -(-total // SHARE), total * entry_bytes(body.matlab_class)
    sizes = {"n": n, "inner": inner, "padded": padded, "total": total, "groups": groups}
    own = ("sort", structure(element), tuple(r.form for r in found), len(space.dimensions), body.outputs)

    def made(what: str, write, **values: int) -> Pass:
        return Pass((*own, what), write, sizes | values, groups, nbytes)

    first = launch_values(space, found) | {"base": 0}
    passes = [made("load", lambda: _load(body, target, space, found), **first)]
    k = 2 * SHARE
    while k <= padded:
        j = k // 2
        while j >= SHARE:
            passes.append(made("step", lambda: _step(body, target), k=k, j=j))
            j //= 2
        passes.append(made("share", lambda: _share(body, target), k=k))
        k *= 2
    return [*passes, made("store", lambda: _store(body, target))]


def _entries(writer: Writer, body: SortBody, *, shared: bool) -> None:
    """The type of an entry, and the order of two."""
    kind, form = _key(body), body.outputs[0]
    better = ">" if form.descending else "<"
    nan = ""
    if kind in ("f32", "f64"):
        left, right = is_nan("a.k", kind), is_nan("b.k", kind)
        first = left if form.descending else right
        nan = f"let x = {left}; let y = {right}; if (x != y) {{ return {first}; }} if (x && y) {{ return a.i < b.i; }}"
    writer.declarations.append(f"""struct Entry {{ k: {kind}, i: u32 }}
fn before(a: Entry, b: Entry) -> bool {{
    if (a.i == {NONE} || b.i == {NONE}) {{ return a.i < b.i; }}
    {nan}
    if (a.k == b.k) {{ return a.i < b.i; }}
    return a.k {better} b.k;
}}""")
    if shared:
        writer.declarations.append(f"""var<workgroup> entries: array<Entry, {SHARE}>;
fn exchange(t: u32, start: u32, k: u32, j: u32) {{
    let low = 2u * j * (t / j) + t % j;
    let a = entries[low];
    let b = entries[low + j];
    let up = (((start + low) % P.padded) & k) == 0u || k == P.padded;
    if (before(b, a) == up) {{ entries[low] = b; entries[low + j] = a; }}
}}""")
    writer.fields |= {"padded": "u32", "total": "u32", "groups": "u32"}


def _key(body: SortBody) -> str:
    kind = register(body.matlab_class)
    return "u32" if kind == "bool" else kind


def _load(body: SortBody, target: Target, space, found) -> Shader:
    writer, element = Writer(THREADS, target), body.element
    guarded = bool(element.guards)
    names = declare_element(writer, element, found, 1, needs_flag=guarded, blocks=False)
    lines = address(writer, space, found, "e", "") if any(r.form not in ("linear", "none") for r in found) else []
    lines += load_inputs(element, found, names, 1, "e", "")
    arguments = "".join(f", {text}" for text in lane_arguments(element, found, names, 1, 0, "", ""))
    raised = "if (made.flag) { atomicOr(&flag0[P.slot], 1u); }" if guarded else ""
    _entries(writer, body, shared=True)
    if guarded:
        bind_flag(writer)
    writer.bind("state", 0, "Entry", writable=True)
    writer.fields["inner"] = "u32"
    value = "select(0u, 1u, made.s0)" if body.matlab_class == "logical" else "made.s0"
    writer.declarations.append(f"""fn entry(g: u32) -> Entry {{
    let line = g / P.padded;
    let j = g % P.padded;
    if (g >= P.total || j >= P.n) {{ return Entry({ZERO[_key(body)]}, {NONE}); }}
    let e = line % P.inner + P.inner * (j + P.n * (line / P.inner));
    {chr(10).join(lines)}
    let made = element(e{arguments});
    {raised}
    return Entry({value}, j);
}}""")
    return writer.finish(_main(f"""let start = group * {SHARE}u;
    entries[t] = entry(start + t);
    entries[t + {THREADS}u] = entry(start + t + {THREADS}u);
    workgroupBarrier();
    for (var k = 2u; k <= min({SHARE}u, P.padded); k = k * 2u) {{
        for (var j = k / 2u; j > 0u; j = j / 2u) {{ exchange(t, start, k, j); workgroupBarrier(); }}
    }}
    {_written()}"""))


def _written() -> str:
    return " ".join(
        f"if (start + {at} < P.total) {{ state0[start + {at}] = entries[{at}]; }}" for at in ("t", f"t + {THREADS}u")
    )


def _step(body: SortBody, target: Target) -> Shader:
    writer = Writer(THREADS, target)
    _entries(writer, body, shared=False)
    writer.bind("state", 0, "Entry", writable=True)
    writer.fields |= {"k": "u32", "j": "u32"}
    return writer.finish(_main(f"""let pair = group * {THREADS}u + t;
    let low = 2u * P.j * (pair / P.j) + pair % P.j;
    if (low + P.j >= P.total) {{ return; }}
    let a = state0[low];
    let b = state0[low + P.j];
    let up = ((low % P.padded) & P.k) == 0u || P.k == P.padded;
    if (before(b, a) == up) {{ state0[low] = b; state0[low + P.j] = a; }}"""))


def _share(body: SortBody, target: Target) -> Shader:
    writer = Writer(THREADS, target)
    _entries(writer, body, shared=True)
    writer.bind("state", 0, "Entry", writable=True)
    writer.fields["k"] = "u32"
    return writer.finish(_main(f"""let start = group * {SHARE}u;
    entries[t] = state0[start + t];
    entries[t + {THREADS}u] = state0[start + t + {THREADS}u];
    workgroupBarrier();
    for (var j = {SHARE // 2}u; j > 0u; j = j / 2u) {{ exchange(t, start, P.k, j); workgroupBarrier(); }}
    {_written()}"""))


def _store(body: SortBody, target: Target) -> Shader:
    writer = Writer(THREADS, target)
    _entries(writer, body, shared=False)
    writer.bind("state", 0, "Entry")
    writer.fields["inner"] = "u32"
    lines = []
    for k, (form, store) in enumerate(zip(body.outputs, body.stores, strict=True)):
        name = writer.bind("store", k, store_type(store.matlab_class, 1), writable=True)
        value = "(a.k != 0u)" if body.matlab_class == "logical" else "a.k"
        lines.append(store_element(name, "e", "f64(a.i) + 1.0lf" if form.positions else value, store.matlab_class))
    return writer.finish(_main(f"""for (var g = group * {SHARE}u + t; g < min(P.total, (group + 1u) * {SHARE}u); g += {THREADS}u) {{
        let line = g / P.padded;
        let j = g % P.padded;
        if (j < P.n) {{
            let a = state0[g];
            let e = line % P.inner + P.inner * (j + P.n * (line / P.inner));
            {chr(10).join(lines)}
        }}
    }}"""))


def _main(body: str) -> str:
    return f"""@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let group = id.x + id.y * grid.x;
    if (group >= P.groups) {{ return; }}
    {body}
}}"""


def sort_refusal(body: SortBody, target: Target, cap: int) -> str | None:
    """Why a device cannot run a sort, beyond what holds for what is sorted."""
    n = body.space[body.outputs[0].dim]
    entries = prod(body.space) // n * max(2, 1 << (n - 1).bit_length())
    if prod(body.space) > cap or entries * entry_bytes(body.matlab_class) > target.max_binding_bytes:
        return "what is sorted is larger than one binding of this device holds with its positions"
    if SCALARS[body.matlab_class].nbytes == 8 and body.matlab_class != "double":
        return f"sort of class {body.matlab_class} has no device form"
    return None
