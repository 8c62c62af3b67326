"""Bodies with reductions as shaders: one pass over the elements, and a second that merges partial states where work was split.

The first merged dimension decides the strategy.  Reduced (``leading``): threads side by side share one result and read
consecutive vectors.  Kept (``strided``): a thread owns the results of one vector and walks along the reduced dimensions.
Within a workgroup ``units`` results (or vectors of them) times ``lanes`` threads for each; ``splits`` workgroups share a result.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod

from ...base.records import record
from ..body import Body
from ..target import Target
from .access import Read, Space, merged, reads
from .accumulate import State, accumulated_class, declarations, state, state_bytes
from .lane_loop import has_functions, in_lane_loop
from .load import declare_element, launch_values, structure
from .random import block_values
from .reduction_loop import Variant, kept, steps
from .results import finish_forms, finish_values, tree, write_finish
from .sequence import together
from .shader import Pass, Shader, Writer, store_type

THREADS = 256

_WAVES = 4
"""A graphics processor gets so many times the workgroups that fill it: the last ones of a few would leave much of it idle (10 % of a
chain of functions over 1e8 singles on an H200)."""

_STRIDED_WAVES = 2
"""Where threads own results, each further workgroup of a result leaves a state behind (a product of 8192 x 8192 singles and a vector on an
H200: 94, 84, 75 and 74 us with 8, 4, 2 and 1 of them)."""


@record
class Piece:
    """A part of a Body's space that lies in one buffer: cut along the last dimensions only.

    ``offsets``: the element at which each input is read at its origin; ``base``: the linear index of its origin; ``result``: the
    result index of its first result; ``position``: the reduced position of its origin.
    """

    sizes: tuple[int, ...]
    offsets: tuple[int, ...]
    base: int = 0
    result: int = 0
    position: int = 0


@record
class Division:
    """How the work of one piece is divided: ``blocks * splits`` workgroups; ``count`` steps for each of ``units_total`` units."""

    units_total: int
    units: int
    lanes: int
    splits: int
    count: int
    row: int

    @property
    def blocks(self) -> int:
        return -(-self.units_total // self.units)


Strategy = tuple[bool, int, bool, tuple[Read, ...]]
"""Whether the first dimension is reduced, the elements of a vector, whether rows are whole vectors, and how inputs are read."""


def states_of(body: Body, target: Target) -> tuple[State, ...]:
    classes = (accumulated_class(a, body.class_of(a.operand)) for a in body.accumulations)
    return tuple(state(k, a, kind, nan_max=target.nan_max) for k, (a, kind) in enumerate(zip(body.accumulations, classes, strict=True)))


def reduction_passes(body: Body, target: Target, pieces: Sequence[Piece], *, shared: bool) -> list[tuple[int, Pass]]:
    """The dispatches of a reduction, each with the number of the piece whose buffers it binds.

    ``shared``: the pieces are parts of the same results, merged at the end; otherwise each has results of its own.
    """
    states = states_of(body, target)
    nbytes = state_bytes(states)
    threads = THREADS
    while threads * nbytes > target.workgroup_bytes:
        threads //= 2
    plans = [_divide(body, target, piece, threads) for piece in pieces]
    if shared:
        total = sum(division.splits for _, _, division in plans)
        results = prod(body.result_space)
        passes, first = [], 0
        for k, (piece, (space, form, division)) in enumerate(zip(pieces, plans, strict=True)):
            one = _pass(body, target, states, piece, space, form, division, threads, partial=True, first=first, scratch=total)
            passes.append((k, one))
            first += division.splits
        return [*passes, (0, merge_pass(body, target, states, total, results, 0, threads))]
    passes = []
    for k, (piece, (space, form, division)) in enumerate(zip(pieces, plans, strict=True)):
        partial = division.splits > 1
        one = _pass(body, target, states, piece, space, form, division, threads, partial=partial, first=0, scratch=division.splits)
        passes.append((k, one))
        if partial:
            results = prod(d.size for d in space.dimensions if not d.reduced)
            passes.append((k, merge_pass(body, target, states, division.splits, results, piece.result, threads)))
    return passes


def _divide(body: Body, target: Target, piece: Piece, threads: int) -> tuple[Space, Strategy, Division]:
    space = merged(body, piece.sizes, body.inputs, piece.offsets)
    dimensions = space.dimensions
    leading = dimensions[0].reduced
    first = dimensions[0].size
    whole_rows = first % space.lanes == 0
    width = space.lanes if leading or whole_rows else 1
    results = prod(d.size for d in dimensions if not d.reduced)
    reduced = prod(d.size for d in dimensions if d.reduced)
    if leading:
        row = first // width if whole_rows else -(-first // width) if len(dimensions) == 1 else (first + 2 * width - 2) // width
        count, units_total = row * (reduced // first), results
        lanes = max(_floor_power(min(count // target.lane_steps, threads)), min(4, _floor_power(count // 4)))
        while lanes * 2 <= min(count, threads) and results * lanes < target.threads:
            lanes *= 2
    else:
        row, count, units_total = 1, reduced, results // width
        units = threads if units_total >= 2 * target.threads else min(_ceiling_power(units_total), threads // 8)
        lanes = threads // units
        while lanes > 1 and lanes > count:
            lanes //= 2
    units = threads // lanes
    blocks = -(-units_total // units)
    busy = target.threads * (1 if target.is_software else _WAVES if leading else _STRIDED_WAVES)
    splits = max(1, min(busy // (blocks * threads), count // (lanes * 8)))
    return space, (leading, width, whole_rows, reads(body, space, width)), Division(units_total, units, lanes, splits, count, row)


def _floor_power(number: int) -> int:
    return 1 << max(0, number.bit_length() - 1)


def _ceiling_power(number: int) -> int:
    return 1 << max(0, number - 1).bit_length()


def _batch(body: Body) -> int:
    """Vectors that a thread reads before it computes with them: many loads in flight pay while the arithmetic is light.  A function would
    stand in the shader for each of 16 elements, which drivers take long to compile."""
    costs = [i.op.cost for i in body.instructions]
    return 4 if sum(costs) + 4 * len(body.accumulations) <= 24 and not has_functions(body) else 1


def _pass(
    body: Body, target: Target, states: tuple[State, ...], piece: Piece, space: Space, strategy: Strategy, division: Division, threads: int,
    *, partial: bool, first: int, scratch: int,
) -> Pass:  # fmt: skip
    leading, width, whole_rows, input_reads = strategy
    batch = _batch(body)
    blocks = together(body, width, piece.base)
    lane_loop = in_lane_loop(body, width, blocks, target)
    form = Variant(leading, width, whole_rows, tuple(d.reduced for d in space.dimensions), input_reads, batch, partial, blocks, lane_loop)
    results = prod(d.size for d in space.dimensions if not d.reduced)
    finish = {} if partial else finish_values(body)
    values = launch_values(space, input_reads) | finish | {f"l{d}": dim.stride for d, dim in enumerate(space.dimensions)}
    values |= block_values(body, piece.base)
    values |= {
        "n": division.units_total, "groups": division.blocks * division.splits, "splits": division.splits, "lanes": division.lanes,
        "units": division.units, "count": division.count, "row": division.row, "base": piece.base, "position": piece.position,
        "first": first, "results": results, "out": piece.result,
    }  # fmt: skip
    key = ("reduce", structure(body), form.key, threads, finish_forms(body), len(body.result_space))
    scratch_bytes = state_bytes(states) * results * scratch if partial else 0

    def write(form: Variant) -> Shader:
        return _write(body, target, states, space, form, threads)

    faster = (lambda: write(replace(form, lane_loop=False))) if lane_loop else None
    return Pass(key, lambda: write(form), values, division.blocks * division.splits, scratch_bytes, faster)


def _write(body: Body, target: Target, states: tuple[State, ...], space: Space, form: Variant, threads: int) -> Shader:
    writer = Writer(threads, target)
    width = form.width
    names = declare_element(writer, body, form.reads, width, needs_flag=bool(body.guards), blocks=form.blocks)
    whole = form.whole_rows or not form.leading
    outputs = [writer.bind("store", k, store_type(s.matlab_class, width if whole else 1), writable=True) for k, s in enumerate(body.stores)]
    owned = 1 if form.leading else width
    writer.declarations.append(declarations(states, width=width if form.together else 1))
    if form.leading:
        writer.fields |= {f"t{k}_0": "u32" for k, read in enumerate(form.reads) if read.form == "gather"}
    for name in ("groups", "splits", "lanes", "units", "count"):
        writer.fields[name] = "u32"
    walk = steps(writer, body, form, names, outputs, whole)
    ending = tree(writer, threads, [f"s{lane}" for lane in range(owned)], leading=form.leading)
    if form.partial:
        writer.bind("state", 0, "State", writable=True)
        writer.fields |= {"first": "u32", "results": "u32"}
        final = [f"state0[(P.first + split) * P.results + unit * {owned}u + {lane}u] = s{lane};" for lane in range(owned)]
    else:
        final = write_finish(writer, body, states, [f"s{lane}" for lane in range(owned)], f"unit * {owned}u", owned)
    place = (
        "let lane = t & (P.lanes - 1u); let unit = block * P.units + t / P.lanes;"
        if form.leading
        else "let unit = block * P.units + (t & (P.units - 1u)); let lane = t / P.units;"
    )
    main = f"""@compute @workgroup_size({threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let group = id.x + id.y * grid.x;
    if (group >= P.groups) {{ return; }}
    let split = group % P.splits;
    let block = group / P.splits;
    {place}
    let live = unit < P.n;
    let count = select(0u, P.count, live);
    var flagged = false;
    {" ".join(f"var s{lane} = zero();" for lane in range(owned))}
    {chr(10).join(kept(writer, form))}
    {chr(10).join(walk)}
    {chr(10).join(ending)}
    {"if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if body.guards else ""}
    if (live && lane == 0u) {{
        {chr(10).join(final)}
    }}
}}"""
    return writer.finish(main)


def merge_pass(body: Body, target: Target, states: tuple[State, ...], splits: int, results: int, out: int, threads: int) -> Pass:
    """The dispatch that merges the states of ``splits`` workgroups for each of ``results`` results, finishes and stores them."""
    lanes = _floor_power(min(splits, threads))
    units = threads // lanes
    values = finish_values(body) | {
        "n": results, "groups": -(-results // units), "splits": splits, "lanes": lanes, "units": units, "out": out,
    }  # fmt: skip
    key = ("merge", structure(body), threads, finish_forms(body), len(body.result_space))
    return Pass(key, lambda: _write_merge(body, target, states, threads), values, -(-results // units))


def _write_merge(body: Body, target: Target, states: tuple[State, ...], threads: int) -> Shader:
    writer = Writer(threads, target)
    writer.bind("state", 0, "State")
    writer.declarations.append(declarations(states, merging_only=True))
    for name in ("groups", "splits", "lanes", "units"):
        writer.fields[name] = "u32"
    ending = tree(writer, threads, ["s0"], leading=True)
    final = write_finish(writer, body, states, ["s0"], "unit", 1)
    main = f"""@compute @workgroup_size({threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let group = id.x + id.y * grid.x;
    if (group >= P.groups) {{ return; }}
    let lane = t & (P.lanes - 1u);
    let unit = group * P.units + t / P.lanes;
    let live = unit < P.n;
    let count = select(0u, P.splits, live);
    var s0 = zero();
    for (var at = lane; at < count; at += P.lanes) {{ s0 = merge(s0, state0[at * P.n + unit]); }}
    {chr(10).join(ending)}
    if (live && lane == 0u) {{
        {chr(10).join(final)}
    }}
}}"""
    return writer.finish(main)
