"""Bodies without reductions as shaders: each thread takes whole vectors of consecutive elements, in a grid-stride loop."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body
from ..target import Target
from .access import Read, Space, merged, reads
from .load import address, argument_kinds, call_element, declare_element, lane_arguments, launch_values, load_inputs, structure
from .random import block_values, whole_blocks
from .shader import Pass, Shader, Writer, pack, store_type
from .turns import by_turns, call_by_turns

THREADS = 256


def elementwise_pass(body: Body, target: Target, sizes: Sequence[int], offsets: Sequence[int], base: int) -> Pass:
    """The dispatch that computes the piece of ``body.space`` of the given ``sizes``.

    ``offsets`` are the elements at which the inputs are read at the piece's origin, ``base`` is the linear index of that origin.
    """
    space = merged(body, sizes, body.inputs, offsets)
    found = reads(body, space, space.lanes)
    whole_rows = len(space.dimensions) == 1 or space.dimensions[0].size % space.lanes == 0
    vectors = -(-space.numel // space.lanes)
    groups = min(-(-vectors // THREADS), target.elementwise_groups)
    blocks = whole_blocks(body, space.lanes, base)
    key = ("elementwise", structure(body), space.lanes, len(space.dimensions), whole_rows, tuple(r.form for r in found), blocks)
    values = launch_values(space, found) | block_values(body, base) | {"n": space.numel, "base": base}
    turns = by_turns(body, space.lanes, blocks, target)

    def write(turns: bool) -> Shader:
        return _write(body, target, space, found, whole_rows, blocks, turns)

    return Pass(key, lambda: write(turns), values, groups, faster=(lambda: write(False)) if turns else None)


def _write(body: Body, target: Target, space: Space, found: tuple[Read, ...], whole_rows: bool, blocks: bool, turns: bool) -> Shader:
    writer = Writer(THREADS, target)
    width = space.lanes
    names = declare_element(writer, body, found, width, needs_flag=bool(body.guards), blocks=blocks)
    outputs = [writer.bind("store", k, store_type(s.matlab_class, width), writable=True) for k, s in enumerate(body.stores)]
    lines = [f"let e = v * {width}u;"]
    strided = any(r.form not in ("linear", "none") for r in found)
    if strided and whole_rows:
        lines += address(writer, space, found, "e", "")
    lines += load_inputs(body, found, names, width, "v", "")
    arguments = []
    for lane in range(width):
        if strided and not whole_rows:
            lines += address(writer, space, found, f"(e + {lane}u)", f"_{lane}")
        arguments.append(lane_arguments(body, found, names, width, lane, "", None if whole_rows else f"_{lane}"))
    lines += call_by_turns(writer, arguments, argument_kinds(body, found), "e", "") if turns else call_element(arguments, "e", "", blocks)
    if body.guards:
        lines += [f"flagged = flagged || (r{lane}.flag && e + {lane}u < P.n);" for lane in range(width)]
    for k, (store, name) in enumerate(zip(body.stores, outputs, strict=True)):
        lines.append(f"{name}[v] = {pack([f'r{lane}.s{k}' for lane in range(width)], store.matlab_class)};")
    flag = "if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if body.guards else ""
    main = f"""@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    var flagged = false;
    let count = (P.n + {width - 1}u) / {width}u;
    let stride = grid.x * grid.y * {THREADS}u;
    for (var v = (id.x + id.y * grid.x) * {THREADS}u + t; v < count; v += stride) {{
        {chr(10).join(lines)}
    }}
    {flag}
}}"""
    return writer.finish(main)
