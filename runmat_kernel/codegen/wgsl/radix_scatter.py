"""The third dispatch of a radix sort's digit: every element where its digit says.

A workgroup takes the tiles of its block one after another.  It puts a tile in order of the digits in workgroup memory, so that it writes
neighbours to neighbouring places.  An element's place among those of its subgroup with the same digit is counted by a ballot for each bit
of the digit.
"""

from __future__ import annotations

from ..target import Target
from .radix_digits import Ends, Radix, declare_digits
from .scan_tiles import entry
from .shader import Shader, Writer
from .sort_ends import word_type, words

_NEWLINE = "\n        "


def scatter(form: Radix, ends: Ends, target: Target) -> Shader:
    writer = Writer(form.threads, target)
    ends.bind(writer, word_type(form.matlab_class))
    writer.fields |= {"blocks": "u32", "each": "u32", "counts": "u32", "groups": "u32"}
    declare_digits(writer, form)
    writer.declarations.append(f"var<workgroup> tile: array<u32, {form.tile}>;\nvar<workgroup> bases: array<u32, {form.digits}>;")
    tile = _tile(writer, form, ends)
    main = entry(form.threads, f"""    let u = part * {form.subgroup}u + lane;
    let line = group / P.blocks;
    let block = group % P.blocks;
    let first = line * P.n;
    {_first_places(form)}
    let end = min((block + 1u) * P.each, P.n);
    for (var start = block * P.each; start < end; start += {form.tile}u) {{
        let count = min(end - start, {form.tile}u);
        {tile}
    }}""")  # fmt: skip
    builtins = "@builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_id) part: u32, @builtin(workgroup_id)"
    return writer.finish(main.replace("@builtin(workgroup_id)", builtins, 1), free_loops=True)


def _first_places(form: Radix) -> str:
    """Statements that define ``next``: where the block's first element with digit ``u`` goes, of a thread for each digit."""
    return f"""var total = 0u;
    if (u < {form.digits}u) {{ total = counts0[line * {form.digits}u + u]; bases[u] = total; }}
    workgroupBarrier();
    for (var h = 1u; h < {form.digits}u; h = h * 2u) {{
        var sum = 0u;
        if (u < {form.digits}u) {{ sum = bases[u]; if (u >= h) {{ sum += bases[u - h]; }} }}
        workgroupBarrier();
        if (u < {form.digits}u) {{ bases[u] = sum; }}
        workgroupBarrier();
    }}
    var next = 0u;
    if (u < {form.digits}u) {{
        next = first + bases[u] - total;
        if (P.blocks > 1u) {{ next += counts0[P.counts + (line * {form.digits}u + u) * P.blocks + block]; }}
    }}"""


def _tile(writer: Writer, form: Radix, ends: Ends) -> str:
    """The statements for one tile, of the thread with number ``u``.  A subgroup takes a run of the tile, row by row."""
    size, parts = form.subgroup, form.threads // form.subgroup
    digits, items = form.digits, range(form.items)
    writer.declarations.append(f"""var<workgroup> ranks: array<atomic<u32>, {parts * digits}>;
var<workgroup> starts: array<u32, {digits}>;
var<workgroup> sums: array<u32, {parts}>;
fn rank(d: u32, lane: u32, part: u32) -> u32 {{
    var same = {f"{(1 << size) - 1:#x}u"};
    {" ".join(f"{{ let bit = (d >> {b}u) & 1u; same &= subgroupBallot(bit == 1u).x ^ (bit - 1u); }}" for b in range(form.bits))}
    let leader = firstTrailingBit(same);
    var before = 0u;
    if (lane == leader) {{ before = atomicAdd(&ranks[part * {digits}u + d], countOneBits(same)); }}
    return subgroupShuffle(before, leader) + countOneBits(same & ((1u << lane) - 1u));
}}""")
    ranked = [f"let x{k} = source0[first + start + min(own + {k * size}u, count - 1u)];" for k in items]
    # What lies beyond the end comes last: it has the largest digit, and follows all others.
    ranked += [f"let d{k} = select({digits - 1}u, digit(x{k}), own + {k * size}u < count);" for k in items]
    ranked += [f"let r{k} = rank(d{k}, lane, part);" for k in items]
    lines = [
        f"for (var j = u; j < {parts * digits}u; j += {form.threads}u) {{ atomicStore(&ranks[j], 0u); }}",
        f"let own = part * {size * form.items}u + lane;",
        "workgroupBarrier();", *ranked, "workgroupBarrier();",
        f"""var total = 0u;
        if (u < {digits}u) {{
            for (var p = u; p < {parts * digits}u; p += {digits}u) {{
                let found = atomicLoad(&ranks[p]);
                atomicStore(&ranks[p], total);
                total += found;
            }}
        }}
        let inside = subgroupExclusiveAdd(total);
        if (lane == {size - 1}u) {{ sums[part] = inside + total; }}
        workgroupBarrier();
        if (u < {digits}u) {{
            var place = inside;
            for (var p = 0u; p < part; p++) {{ place += sums[p]; }}
            starts[u] = place;
            bases[u] = next - place;
            next += total;
        }}
        workgroupBarrier();""",
    ]  # fmt: skip
    lines += [f"let p{k} = r{k} + starts[d{k}] + atomicLoad(&ranks[part * {digits}u + d{k}]);" for k in items]
    count = words(form.matlab_class)
    for word, name in enumerate("xy"[:count]):
        member = f".{name}" if count == 2 else ""
        lines += _exchanged(form, f"y{word}_", [f"x{k}{member}" for k in items])
    taken = [f"y0_{k}" if count == 1 else f"vec2<u32>(y0_{k}, y1_{k})" for k in items]
    lines += [f"let y{k} = {taken[k]}; let to{k} = bases[digit(y{k})] + u + {k * form.threads}u;" for k in items]
    inside = [f"if (u + {k * form.threads}u < count)" for k in items]
    if ends.keys:
        lines += [f"{inside[k]} {{ sink0[to{k}] = y{k}; }}" for k in items]
    if ends.places:
        place = "source1[first + start + min(own + {0}u, count - 1u)]" if ends.read else "start + own + {0}u"
        lines += ["workgroupBarrier();", *_exchanged(form, "i", [place.format(k * size) for k in items])]
        lines += [f"{inside[k]} {{ sink1[to{k}] = {ends.put(f'i{k}')}; }}" for k in items]
    return _NEWLINE.join(lines)


def _exchanged(form: Radix, name: str, value: list[str]) -> list[str]:
    """Statements that put words at the elements' places in the tile and define ``<name><k>``, those that a thread finds there."""
    first = ["workgroupBarrier();"] if name.startswith("y1") else []
    put = [f"tile[p{k}] = {text};" for k, text in enumerate(value)]
    return [*first, *put, "workgroupBarrier();", *(f"let {name}{k} = tile[u + {k * form.threads}u];" for k in range(form.items))]
