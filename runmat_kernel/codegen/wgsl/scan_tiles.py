"""Scans along lines that are contiguous in memory: tiles that come and go as whole vectors, side by side over the threads.

A workgroup takes tiles of a line in a row (how is in ``scan_values``).  Where a line has several workgroups, a first pass adds up what
each of them has, and a second what is before each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ...base.records import record
from ..body import Body
from ..forms.scan import ScanBody
from ..target import Target
from .access import Read, Space
from .accumulate import State, declarations, state_bytes
from .lane_loop import has_functions
from .load import address, call_element, declare_element, lane_arguments, load_inputs
from .scalars import SCALARS, register
from .shader import Shader, Writer, bind_flag

THREADS = 128
_BANK_BYTES = 128
"""An element is left out after so many bytes of a tile in workgroup memory, so that the consecutive elements of threads lie in different
banks: as many bytes as all banks give at once."""
_ITEMS = (16, 8, 4)
"""Elements of a thread in a tile: as many as workgroup memory holds; fewer where drivers would take long to compile all of them."""
_TILE_BYTES = 8192
"""The largest tile: beyond it the registers that its elements take cost more than the waits that are saved."""


@record
class Tiles:
    """A scan by tiles of ``threads * items`` elements."""

    body: ScanBody
    element: Body
    target: Target
    states: tuple[State, ...]
    space: Space
    threads: int
    items: int

    @property
    def size(self) -> int:
        return self.threads * self.items

    @property
    def skip(self) -> int:
        """After so many elements one is left out."""
        return _BANK_BYTES // SCALARS[self.body.matlab_class].nbytes


def tiles(body: ScanBody, element: Body, target: Target, states: tuple[State, ...], space: Space) -> Tiles | None:
    """The form of a scan by tiles; None where lines are not contiguous, or the running values are of another class."""
    shape, dim = body.space, body.scan.dim
    (item,) = element.accumulations
    scalar = SCALARS[body.matlab_class]
    contiguous = all(n == 1 for n in shape[:dim]) and (shape[dim] % space.lanes == 0 or all(n == 1 for n in shape[dim + 1 :]))
    if not contiguous or body.scan.reverse or item.kind not in ("sum", "prod", "max", "min"):
        return None
    if element.class_of(item.operand) != body.matlab_class or scalar.per_word > 1 or body.matlab_class == "logical":
        return None
    threads = min(THREADS, target.threads)
    for items in _ITEMS[1:] if has_functions(element) else _ITEMS:
        nbytes = threads * items * scalar.nbytes
        if nbytes <= _TILE_BYTES and nbytes + nbytes * scalar.nbytes // _BANK_BYTES + 2 * threads * state_bytes(states) <= min(
            target.workgroup_bytes, 24_576
        ):
            return Tiles(body, element, target, states, space, threads, items)
    return None


def writer_of(form: Tiles, access: Sequence[Read]) -> tuple[Writer, str]:
    """A writer, and the statements that load a thread's vectors of the tile at ``first`` as Elements ``r<lane>_<vector>``.

    All loads come before the arithmetic.  What lies beyond ``count`` is the last vector again.
    """
    (item,) = form.element.accumulations
    # Elements come in their own class, and are widened once where they are taken into a state.
    body = replace(form.element, accumulations=(replace(item, matlab_class=form.body.matlab_class),))
    writer, width = Writer(form.threads, form.target), form.space.lanes
    names = declare_element(writer, body, access, width, needs_flag=bool(body.guards), blocks=False)
    strided = any(r.form not in ("linear", "none") for r in access)
    loads, work = [], []
    for k in range(form.items // width):
        own = f"_{k}"
        loads.append(f"let local{own} = ({k * form.threads}u + t) * {width}u;")
        loads.append(f"let e{own} = first + min(local{own}, (count - 1u) / {width}u * {width}u);")
        loads += address(writer, form.space, access, f"e{own}", own) if strided else []
        loads += load_inputs(body, access, names, width, f"(e{own} / {width}u)", own)
        lanes = [lane_arguments(body, access, names, width, lane, own, None) for lane in range(width)]
        work += call_element(lanes, f"e{own}", own, False)
        if body.guards:
            work += [f"if (r{lane}{own}.flag && local{own} + {lane}u < count) {{ atomicOr(&flag0[P.slot], 1u); }}" for lane in range(width)]
    if body.guards:
        bind_flag(writer)
    writer.fields |= {"n": "u32", "blocks": "u32", "tiles": "u32", "groups": "u32"}
    writer.declarations.append(f"struct Wide {{ a0: {register(item.matlab_class)} }}")
    writer.declarations.append(declarations(form.states, width=width).replace("Element", "Wide"))
    writer.declarations.append(
        f"const TILE = {form.size}u;\nvar<workgroup> shared_states: array<State, {form.threads}>;\n"
        f"var<workgroup> other_states: array<State, {form.threads}>;"
    )
    return writer, "\n        ".join(loads + work)


PLACE = """    let line = own_group / P.blocks;
    let start = line * P.n + (own_group % P.blocks) * P.tiles * TILE;
    let end = min(start + P.tiles * TILE, (line + 1u) * P.n);"""

LAST_FIRST = "P.groups - 1u - group"
"""The part of a workgroup of the second pass: what the first pass read last is still in the device's cache."""


def states_shader(form: Tiles, access: Sequence[Read]) -> Shader:
    """The shader that joins the elements of each workgroup."""
    writer, load = writer_of(form, access)
    writer.bind("state", 0, "State", writable=True)
    width, threads = form.space.lanes, form.threads
    vectors = range(form.items // width)
    wide = register(form.element.accumulations[0].matlab_class)
    whole = [f"s = add_all(s, {', '.join(f'Wide({wide}(r{lane}_{k}.a0))' for lane in range(width))}, 0u);" for k in vectors]
    parts = [
        f"if (local_{k} + {lane}u < count) {{ s = add(s, Wide({wide}(r{lane}_{k}.a0)), 0u); }}" for k in vectors for lane in range(width)
    ]
    main = f"""    let own_group = group;
{PLACE}
    var s = zero();
    // From the last tile to the first: that one is then still in the device's cache, and the second pass begins with it.
    for (var left = select(0u, (end - start + TILE - 1u) / TILE, start < end); left > 0u; left--) {{
        let first = start + (left - 1u) * TILE;
        let count = min(end - first, TILE);
        {load}
        if (count == TILE) {{ {" ".join(whole)} }} else {{ {" ".join(parts)} }}
    }}
    shared_states[t] = s;
    workgroupBarrier();
    for (var h = {threads // 2}u; h > 0u; h = h / 2u) {{
        if (t < h) {{ shared_states[t] = merge(shared_states[t], shared_states[t + h]); }}
        workgroupBarrier();
    }}
    if (t == 0u) {{ state0[group] = shared_states[0]; }}"""
    return writer.finish(entry(threads, main))


def before(states: tuple[State, ...], target: Target, threads: int) -> Shader:
    """From the states of a line's blocks to the states before them: each thread takes blocks in a row."""
    writer = Writer(threads, target)
    writer.bind("state", 0, "State", writable=True)
    writer.declarations.append(declarations(states, merging_only=True))
    writer.declarations.append(f"var<workgroup> shared_states: array<State, {threads}>;")
    writer.fields |= {"lines": "u32", "blocks": "u32", "groups": "u32"}
    main = f"""    let each = (P.blocks + {threads - 1}u) / {threads}u;
    let first = min(t * each, P.blocks);
    let last = min(first + each, P.blocks);
    let start = group * P.blocks;
    var own = zero();
    for (var b = first; b < last; b++) {{ own = merge(own, state0[start + b]); }}
    {before_each(threads)}
    var s = zero();
    if (t > 0u) {{ s = shared_states[t - 1u]; }}
    for (var b = first; b < last; b++) {{
        let following = merge(s, state0[start + b]);
        state0[start + b] = s;
        s = following;
    }}"""
    return writer.finish(entry(threads, main))


def before_each(threads: int) -> str:
    """Statements after which ``shared_states[t]`` is the state of the threads up to t, each of which had ``own``."""
    return f"""shared_states[t] = own;
    workgroupBarrier();
    for (var h = 1u; h < {threads}u; h = h * 2u) {{
        var joined = shared_states[t];
        if (t >= h) {{ joined = merge(shared_states[t - h], joined); }}
        workgroupBarrier();
        shared_states[t] = joined;
        workgroupBarrier();
    }}"""


def entry(threads: int, body: str, *, subgroups: bool = False) -> str:
    own = "@builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) part: u32, " if subgroups else ""
    return f"""@compute @workgroup_size({threads})
fn main({own}@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let group = id.x + id.y * grid.x;
    if (group >= P.groups) {{ return; }}
{body}
}}"""
