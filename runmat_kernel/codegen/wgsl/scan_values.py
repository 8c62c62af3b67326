"""The running values of a scan by tiles: each tile after what is before it, in one of two ways.

Where the width of subgroups is known, a thread takes vectors that lie as far apart as threads have vectors, so that memory is read and
written in whole rows; threads of a subgroup pass their sums on to each other directly, and a tile waits once.  Elsewhere a thread takes
consecutive elements, which pass through workgroup memory.
"""

from __future__ import annotations

from collections.abc import Sequence

from .access import Read, reads
from .accumulate import state_bytes
from .load import launch_values, structure
from .scalars import cast, register
from .scan_tiles import LAST_FIRST, PLACE, Tiles, before, entry, states_shader, writer_of
from .shader import Pass, Shader, pack, store_type

_GROUPS = 4096
"""Workgroups that keep a device busy: longer lines give each of them several tiles."""

_BEFORE_THREADS = 256
"""Threads that add up what is before each workgroup: all others wait for them."""

_HIGH, _LOW = "u32(bitcast<u64>({x}) >> 32u)", "u32(bitcast<u64>({x}) & 0xfffffffflu)"
_SHUFFLED = {
    **dict.fromkeys(("f32", "u32", "i32"), "subgroupShuffleUp({x}, h)"),
    "f64": f"bitcast<f64>((u64(subgroupShuffleUp({_HIGH}, h)) << 32u) | u64(subgroupShuffleUp({_LOW}, h)))",
}
"""A member of a state as the thread ``h`` places before has it."""


def tile_passes(form: Tiles, n: int, lines: int) -> list[Pass]:
    """The dispatches of a scan of ``lines`` lines of ``n`` elements."""
    whole = -(-n // form.size)
    each = -(-whole // max(1, _GROUPS // lines))
    blocks = -(-whole // each)
    access = reads(form.element, form.space, form.space.lanes)
    fields = launch_values(form.space, access) | {
        "n": n, "lines": lines, "base": 0, "blocks": blocks, "tiles": each, "groups": lines * blocks,
    }  # fmt: skip
    values = _by_rows if _shuffled(form) else _by_threads
    key = (
        "scan tiles", structure(form.element), form.threads, form.items, form.space.lanes, len(form.space.dimensions),
        tuple(r.form for r in access), form.body.matlab_class, blocks > 1, values is _by_rows and form.target.subgroup,
    )  # fmt: skip
    if blocks == 1:
        return [Pass((*key, "values"), lambda: values(form, access, split=False), fields, lines)]
    scratch = lines * blocks * state_bytes(form.states)
    return [
        Pass((*key, "states"), lambda: states_shader(form, access), fields, lines * blocks, scratch),
        Pass((*key, "before"), lambda: before(form.states, form.target, _BEFORE_THREADS), fields | {"groups": lines}, lines, scratch),
        Pass((*key, "values"), lambda: values(form, access, split=True), fields, lines * blocks, scratch),
    ]


def _shuffled(form: Tiles) -> bool:
    """Whether the threads of a subgroup can pass the states on."""
    width = form.target.subgroup
    return 1 < width <= form.threads and all(kind in _SHUFFLED for s in form.states for _, kind in s.members)


def _by_rows(form: Tiles, access: Sequence[Read], *, split: bool) -> Shader:
    """Vector ``k`` of all threads is row ``k`` of a tile.  What lies beyond the end comes last, and so changes nothing that is stored."""
    writer, load = writer_of(form, access)
    width, own, subgroup = form.space.lanes, form.body.matlab_class, form.target.subgroup
    rows, parts = form.items // width, form.threads // subgroup
    if split:
        writer.bind("state", 0, "State")
    output = writer.bind("store", 0, store_type(own, width), writable=True)
    (item,) = form.element.accumulations
    (state,) = form.states
    wide = register(item.matlab_class)
    members = ", ".join(_SHUFFLED[kind].format(x=f"s.{name}") for name, kind in state.members)
    writer.declarations += [
        f"var<workgroup> totals: array<State, {2 * rows * parts}>;",
        f"fn up(s: State, h: u32) -> State {{ return State({members}); }}",
        f"fn value_of(s: State) -> {register(own)} {{ return {cast(state.value, item.matlab_class, own)}; }}",
    ]
    steps = [1 << b for b in range(subgroup.bit_length() - 1)]
    sums, befores, stores = [], [], []
    for k in range(rows):
        elements = [f"Wide({wide}(r{lane}_{k}.a0))" for lane in range(width)]
        sums += [f"var s{k} = zero();", *(f"s{k} = add(s{k}, {x}, 0u);" for x in elements)]
        sums += [f"{{ let other = up(s{k}, {h}u); if (lane >= {h}u) {{ s{k} = merge(other, s{k}); }} }}" for h in steps]
        sums.append(f"if (lane == {subgroup - 1}u) {{ totals[half + {k * parts}u + part] = s{k}; }}")
        befores.append(f"var q{k} = running;")
        for w in range(parts):
            befores += [f"if (part == {w}u) {{ q{k} = running; }}"] if w else []
            befores.append(f"running = merge(running, totals[half + {k * parts + w}u]);")
        stores.append(f"{{ let other = up(s{k}, 1u); if (lane > 0u) {{ q{k} = merge(q{k}, other); }} }}")
        for lane, x in enumerate(elements):
            stores.append(f"q{k} = add(q{k}, {x}, 0u); let v{lane}_{k} = value_of(q{k});")
        taken = pack([f"v{lane}_{k}" for lane in range(width)], own)
        stores.append(f"if (local_{k} < count) {{ {output}[e_{k} / {width}u] = {taken}; }}")
    newline = "\n        "
    main = f"""    let own_group = {LAST_FIRST if split else "group"};
{PLACE}
    var running = {"state0[own_group]" if split else "zero()"};
    var half = 0u;
    for (var first = start; first < end; first += TILE) {{
        let count = min(end - first, TILE);
        {load}
        {newline.join(sums)}
        workgroupBarrier();
        {newline.join(befores)}
        {newline.join(stores)}
        half = {rows * parts}u - half;
    }}"""
    return writer.finish(entry(form.threads, main, subgroups=True))


def _by_threads(form: Tiles, access: Sequence[Read], *, split: bool) -> Shader:
    """Each thread takes consecutive elements, which come and go through workgroup memory."""
    writer, load = writer_of(form, access)
    width, threads, items, own = form.space.lanes, form.threads, form.items, form.body.matlab_class
    if split:
        writer.bind("state", 0, "State")
    output = writer.bind("store", 0, store_type(own, width), writable=True)
    (item,) = form.element.accumulations
    vectors = range(items // width)
    value = cast(form.states[0].value, item.matlab_class, own)
    put = [f"tile[padded(local_{k} + {lane}u)] = r{lane}_{k}.a0;" for k in vectors for lane in range(width)]
    taken = [pack([f"tile[padded(local_{k} + {lane}u)]" for lane in range(width)], own) for k in vectors]
    mine = [f"let x{i} = Wide({register(item.matlab_class)}(tile[padded(mine + {i}u)]));" for i in range(items)]
    added = [f"if (mine + {i}u < count) {{ own = add(own, x{i}, 0u); }}" for i in range(items)]
    running = [f"if (mine + {i}u < count) {{ s = add(s, x{i}, 0u); tile[padded(mine + {i}u)] = {value}; }}" for i in range(items)]
    writer.declarations.append(
        f"var<workgroup> tile: array<{register(own)}, {form.size + form.size // form.skip}>;\n"
        f"fn padded(j: u32) -> u32 {{ return j + j / {form.skip}u; }}"
    )
    steps, before_own = _before_each(threads)
    newline = "\n        "
    main = f"""    let own_group = {LAST_FIRST if split else "group"};
{PLACE}
    let mine = t * {items}u;
    var carry = {"state0[own_group]" if split else "zero()"};
    for (var first = start; first < end; first += TILE) {{
        let count = min(end - first, TILE);
        {load}
        {newline.join(put)}
        workgroupBarrier();
        {newline.join(mine)}
        var own = zero();
        {newline.join(added)}
        {"".join(steps)}
        var s = carry;
        if (t > 0u) {{ s = merge(s, {before_own}[t - 1u]); }}
        carry = merge(carry, {before_own}[{threads - 1}u]);
        {newline.join(running)}
        workgroupBarrier();
        {newline.join(f"if (local_{k} < count) {{ {output}[e_{k} / {width}u] = {taken[k]}; }}" for k in vectors)}
        workgroupBarrier();
    }}"""
    return writer.finish(entry(threads, main))


def _before_each(threads: int) -> tuple[list[str], str]:
    """As ``before_each``, from one array to another and back, so that a step waits once; the name of the array that has the result."""
    here, there, h = "shared_states", "other_states", 1
    lines = ["shared_states[t] = own;\n        workgroupBarrier();"]
    while h < threads:
        lines.append(f"""
        own = {here}[t];
        if (t >= {h}u) {{ own = merge({here}[t - {h}u], own); }}
        {there}[t] = own;
        workgroupBarrier();""")
        here, there, h = there, here, 2 * h
    return lines, here
