"""Bodies without reductions as shaders: each thread takes whole vectors of consecutive elements, in a grid-stride loop.

Where an input is read across (a transpose), a workgroup takes a tile instead: neighbouring threads then read neighbouring elements, and the
vectors that they write still share lines of the device's cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from ..body import Body
from ..target import Target
from .access import Read, Space, merged, reads
from .lane_loop import call_lane_loop, in_lane_loop
from .load import (
    address,
    argument_kinds,
    base_addresses,
    call_element,
    declare_element,
    lane_arguments,
    launch_values,
    load_inputs,
    structure,
)
from .random import block_values, random_classes
from .scalars import SCALARS
from .sequence import together
from .shader import Pass, Shader, Writer, pack, store_type
from .window import has_windows

THREADS = 256
ACROSS = 32
"""Elements of a tile along the dimension in which an input read across is contiguous."""


def elementwise_pass(body: Body, target: Target, sizes: Sequence[int], offsets: Sequence[int], base: int) -> Pass:
    """The dispatch that computes the piece of ``body.space`` of the given ``sizes``.

    ``offsets`` are the elements at which the inputs are read at the piece's origin, ``base`` is the linear index of that origin.
    """
    space = merged(body, sizes, body.inputs, offsets)
    if not _whole_rows(space) and not random_classes(body) and all(SCALARS[s.matlab_class].per_word == 1 for s in body.stores):
        alone = replace(space, lanes=1)
        space = space if _across(alone, reads(body, alone, 1)) is None else alone
    access = reads(body, space, space.lanes)
    whole_rows = _whole_rows(space)
    across = _across(space, access) if whole_rows else None
    values = launch_values(space, access) | block_values(body, base) | {"n": space.numel, "base": base}
    if across is None:
        units = -(-space.numel // (space.lanes * THREADS))
    else:
        tiles = {d: _tile(space, d, across) for d in (0, across)}
        values |= {f"g{d}": -(-space.dimensions[d].size // tile) for d, tile in tiles.items()}
        values |= {f"l{d}": dimension.stride for d, dimension in enumerate(space.dimensions)}
        units = prod(values[f"g{d}"] if d in tiles else dimension.size for d, dimension in enumerate(space.dimensions))
        values["units"] = units
    groups = min(units, target.elementwise_groups)
    blocks = together(body, space.lanes, base)
    forms = tuple(r.form for r in access)
    key = ("elementwise", structure(body), space.lanes, len(space.dimensions), whole_rows, forms, blocks, across)
    lane_loop = in_lane_loop(body, space.lanes, blocks, target)

    def write(lane_loop: bool) -> Shader:
        return _write(body, target, space, access, whole_rows, blocks, lane_loop, across)

    return Pass(key, lambda: write(lane_loop), values, groups, faster=(lambda: write(False)) if lane_loop else None)


def _whole_rows(space: Space) -> bool:
    return len(space.dimensions) == 1 or space.dimensions[0].size % space.lanes == 0


def _across(space: Space, access: Sequence[Read]) -> int | None:
    """The dimension in which an input read across is contiguous; None where none is read so, or tiles would be mostly empty."""
    for read in access:
        if read.form == "gather" and abs(read.strides[0]) >= ACROSS:
            for d, dimension in enumerate(space.dimensions[1:], 1):
                if abs(read.strides[d]) == 1 and dimension.size >= ACROSS and space.dimensions[0].size >= ACROSS:
                    return d
    return None


def _tile(space: Space, d: int, across: int) -> int:
    """Elements of a tile along dimension ``d``, which is the first one or ``across``."""
    return ACROSS if d == across else THREADS // ACROSS * space.lanes


def _write(
    body: Body, target: Target, space: Space, access: tuple[Read, ...], whole_rows: bool, blocks: bool, lane_loop: bool, across: int | None
) -> Shader:
    writer = Writer(THREADS, target)
    width = space.lanes
    names = declare_element(writer, body, access, width, needs_flag=bool(body.guards), blocks=blocks)
    outputs = [writer.bind("store", k, store_type(s.matlab_class, width), writable=True) for k, s in enumerate(body.stores)]
    strided = any(r.form not in ("linear", "none") for r in access)
    lines = []
    if across is None:
        lines.append(f"let e = v * {width}u;")
        if strided and whole_rows:
            lines += address(writer, space, access, "e", "")
    lines += load_inputs(body, access, names, width, "v", "")
    arguments = []
    for lane in range(width):
        if strided and not whole_rows:
            lines += address(writer, space, access, f"(e + {lane}u)", f"_{lane}")
        arguments.append(lane_arguments(body, access, names, width, lane, "", None if whole_rows else f"_{lane}"))
    if lane_loop:
        lines += call_lane_loop(writer, arguments, argument_kinds(body, access), "e", "")
    else:
        lines += call_element(arguments, "e", "", blocks)
    if body.guards:
        lines += [f"flagged = flagged || (r{lane}.flag && e + {lane}u < P.n);" for lane in range(width)]
    for k, (store, name) in enumerate(zip(body.stores, outputs, strict=True)):
        lines.append(f"{name}[v] = {pack([f'r{lane}.s{k}' for lane in range(width)], store.matlab_class)};")
    walk = _walk(writer, space, access, across, lines) if across is not None else _straight(width, lines)
    flag = "if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if body.guards else ""
    main = f"""@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    var flagged = false;
    {chr(10).join(walk)}
    {flag}
}}"""
    return writer.finish(main, free_loops=has_windows(body))


def _straight(width: int, lines: Sequence[str]) -> list[str]:
    """The loop over a thread's vectors, those of a workgroup side by side."""
    return [
        f"let count = (P.n + {width - 1}u) / {width}u;",
        f"let stride = grid.x * grid.y * {THREADS}u;",
        f"for (var v = (id.x + id.y * grid.x) * {THREADS}u + t; v < count; v += stride) {{",
        *lines,
        "}",
    ]


def _walk(writer: Writer, space: Space, access: Sequence[Read], across: int, lines: Sequence[str]) -> list[str]:
    """The loop over a workgroup's tiles.  Each 32 threads read and write 32 bytes or more in a row, as much as memory gives at once."""
    width, rank = space.lanes, len(space.dimensions)
    side = 4 if width > 1 else 8
    beside = 32 // side
    warps = ACROSS // beside
    vector = f"(t / {beside}u % {side}u + t / {32 * warps}u * {side}u)"
    inside = {
        0: f"u0 * {_tile(space, 0, across)}u + {vector} * {width}u",
        across: f"u{across} * {ACROSS}u + t % {beside}u + t / 32u % {warps}u * {beside}u",
    }
    writer.fields |= {"units": "u32", "g0": "u32", f"g{across}": "u32"}
    places, texts, rest = [], {}, "unit"
    for d in range(rank):
        writer.fields |= {f"d{d}": "u32", f"l{d}": "u32"}
        count = f"P.g{d}" if d in (0, across) else f"P.d{d}"
        places.append(f"let h{d} = {rest} / {count}; let u{d} = {rest} - h{d} * {count};")
        places.append(f"let x{d} = {inside.get(d, f'u{d}')};")
        rest, texts[d] = f"h{d}", f"x{d}"
    linear = " + ".join(text if d == 0 else f"{text} * P.l{d}" for d, text in texts.items())
    return [
        "for (var unit = id.x + id.y * grid.x; unit < P.units; unit += grid.x * grid.y) {",
        *places,
        f"if (x0 >= P.d0 || x{across} >= P.d{across}) {{ continue; }}",
        f"let e = {linear}; let v = e / {width}u;",
        *base_addresses(writer, access, texts, ""),
        *lines,
        "}",
    ]
