"""The dispatches of a radix sort's digit where the width of subgroups is not known: every thread counts and moves a block of its own.

Its counters are a column of workgroup memory, so that nothing is shared and nothing waits.
"""

from __future__ import annotations

from ..target import Target
from .radix_digits import Ends, Radix, declare_digits
from .scan_tiles import entry
from .shader import Shader, Writer
from .sort_ends import word_type


def count_alone(form: Radix, target: Target) -> Shader:
    """How many elements of each block have each digit: a row for each digit of a line, one number for each block."""
    writer = _writer(form, target)
    writer.bind("source", 0, word_type(form.matlab_class))
    writer.bind("counts", 0, "u32", writable=True)
    return writer.finish(entry(form.threads, f"""    {_block(form)}
    for (var d = t; d < {form.digits * form.threads}u; d += {form.threads}u) {{ counters[d] = 0u; }}
    for (var j = start; j < end; j++) {{ counters[digit(source0[line * P.n + j]) * {form.threads}u + t] += 1u; }}
    for (var d = 0u; d < {form.digits}u; d++) {{
        counts0[P.counts + (line * {form.digits}u + d) * P.blocks + block] = counters[d * {form.threads}u + t];
    }}"""))  # fmt: skip


def scatter_alone(form: Radix, ends: Ends, target: Target) -> Shader:
    """Every element where its digit says."""
    writer = _writer(form, target)
    ends.bind(writer, word_type(form.matlab_class))
    place = "source1[line * P.n + j]" if ends.read else "j"
    stores = ["sink0[to] = x;"] if ends.keys else []
    stores += [f"sink1[to] = {ends.put(place)};"] if ends.places else []
    return writer.finish(entry(form.threads, f"""    {_block(form)}
    var next = line * P.n;
    for (var d = 0u; d < {form.digits}u; d++) {{
        let row = line * {form.digits}u + d;
        var before = 0u;
        if (P.blocks > 1u) {{ before = counts0[P.counts + row * P.blocks + block]; }}
        counters[d * {form.threads}u + t] = next + before;
        next += counts0[row];
    }}
    for (var j = start; j < end; j++) {{
        let x = source0[line * P.n + j];
        let own = digit(x) * {form.threads}u + t;
        let to = counters[own];
        counters[own] = to + 1u;
        {" ".join(stores)}
    }}"""))  # fmt: skip


def _writer(form: Radix, target: Target) -> Writer:
    writer = Writer(form.threads, target)
    writer.fields |= {"blocks": "u32", "each": "u32", "counts": "u32", "groups": "u32", "all": "u32"}
    declare_digits(writer, form)
    writer.declarations.append(f"var<workgroup> counters: array<u32, {form.digits * form.threads}>;")
    return writer


def _block(form: Radix) -> str:
    """Statements that say which block a thread has."""
    return f"""let number = group * {form.threads}u + t;
    if (number >= P.all) {{ return; }}
    let line = number / P.blocks;
    let block = number % P.blocks;
    let start = block * P.each;
    let end = min(start + P.each, P.n);"""
