"""One pass of a Fourier transform as a shader: small transforms in registers, which exchange values through workgroup memory.

A thread loads what its first small transforms take straight from memory, all of it before any arithmetic, and stores what its last
ones give straight to memory.  In between lies the tile, once for every further stage.  Neighbouring threads take neighbouring
columns, or neighbouring rows of one column, whichever lie side by side in memory; where one end of a pass asks for this and the
other for that, the exchange changes over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from ..forms.transform import TransformBody
from ..target import Target
from .access import Read, Space
from .butterfly import helpers, root, transform, twiddles
from .fourier_ends import declare_load, declare_store
from .scalars import FLOATS
from .shader import Shader, Writer


@dataclass(frozen=True)
class Variant:
    """All that the text of a pass depends on.

    ``width`` columns of ``radix`` elements in a workgroup, ``stages`` the radices of its small transforms, ``above`` the radices of the
    passes before, ``below`` the product of those after.  ``flat``: nothing lies before the dimension in memory; ``runs``: enough does
    for neighbouring columns to be neighbours.  ``padded``: zeros are added.  ``looped``: elements are computed by a loop, as their
    arithmetic is long.  ``banks``: the elements that all banks of workgroup memory give at once.
    """

    radix: int
    width: int
    threads: int
    stages: tuple[int, ...]
    above: tuple[int, ...]
    below: int
    source: str
    sink: str
    flat: bool
    runs: bool
    padded: bool
    looped: bool
    banks: int

    @property
    def total(self) -> int:
        return prod(self.above) * self.radix * self.below

    @property
    def ordering(self) -> bool:
        """Whether this is the last of several passes, which puts every element where it belongs."""
        return self.below == 1 and bool(self.above)

    def by_rows(self, stage: int) -> bool:
        """Whether neighbouring threads take neighbouring rows in a stage."""
        if self.below > 1 or self.runs:
            return False
        return stage == 0 or not self.ordering

    @property
    def spread(self) -> int:
        """From one column to the next in the tile of an ordering pass: such that threads meet no bank twice."""
        least = self.radix + self.radix // self.banks
        return least + (max(1, self.banks // self.width) - least) % self.banks

    @property
    def tile(self) -> int:
        """Elements of the tile, those left out included."""
        count = self.radix * self.width
        if self.by_rows(0):
            return self.spread * self.width if self.ordering else count + count // self.banks
        return count + (self.radix // self.stages[0] * self.width if self.skips else 0)

    @property
    def skips(self) -> bool:
        """Whether rows that stages write at a time would meet in the same banks."""
        apart = self.stages[0] * self.width
        return self.width < self.banks and apart % self.banks == 0

    def place(self) -> str:
        """The text of the place of ``row`` and column ``c`` in the tile."""
        if self.by_rows(0):
            if self.ordering:
                return f"c * {self.spread}u + row + row / {self.banks}u"
            return f"(c * {self.radix}u + row) + (c * {self.radix}u + row) / {self.banks}u"
        return f"row * {self.width}u + c" + (f" + row / {self.stages[0]}u * {self.width}u" if self.skips else "")

    @cached_property
    def uses_tile(self) -> bool:
        return len(self.stages) > 1 or self.looped


def write_pass(body: TransformBody, target: Target, form: Variant, space: Space, access: Sequence[Read]) -> Shader:
    """The shader of a pass; ``space`` and ``access`` say how the inputs are read."""
    writer, kind = Writer(form.threads, target), FLOATS[body.matlab_class]
    writer.declarations.append(helpers(kind))
    declare_load(writer, body, form, space, access)
    if {form.source, form.sink} & {"state", "filtered"}:
        writer.bind("state", 0, "C", writable=True)
    declare_store(writer, body, form)
    writer.fields |= {"inner": "u32", "columns": "u32"}
    if form.uses_tile:
        writer.declarations.append(f"var<workgroup> tile: array<C, {form.tile}>;")
        writer.declarations.append(f"fn place(row: u32, c: u32) -> u32 {{ return {form.place()}; }}")
    lines = _filling(form) if form.looped else []
    before = 1
    for stage, radix in enumerate(form.stages):
        first, last = stage == 0, stage == len(form.stages) - 1
        arithmetic, written = _stage(form, stage, radix, before, kind)
        lines += [*arithmetic, *(["workgroupBarrier();"] if not last and (not first or form.looped) else []), *written]
        lines += [] if last else ["workgroupBarrier();"]
        before *= radix
    newline = "\n    "
    main = f"""@compute @workgroup_size({form.threads})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let first = (id.x + id.y * grid.x) * {form.width}u;
    if (first >= P.columns) {{ return; }}
    {newline.join(lines)}
}}"""
    return writer.finish(main)


def _filling(form: Variant) -> list[str]:
    """Statements that load the tile, one element after the other."""
    split = _split(form.by_rows(0), form.radix, form.width, "s", "row", "c")
    return [
        f"for (var s = t; s < {form.radix * form.width}u; s += {form.threads}u) {{",
        *split,
        *_column(form, "c", ""),
        "tile[place(row, c)] = load(origin + row * apart, k + row * further);",
        "}",
        "workgroupBarrier();",
    ]


def _split(by_rows: bool, rows: int, width: int, number: str, row: str, column: str) -> list[str]:
    """Statements that define the row and the column of a number in a workgroup."""
    fast, slow, length = (row, column, rows) if by_rows else (column, row, width)
    return [f"let {fast} = {number} % {length}u; let {slow} = {number} / {length}u;"]


def _column(form: Variant, column: str, end: str) -> list[str]:
    """Statements about the column of the array that a column of the workgroup is: ``origin`` is where it begins in what is read,
    ``apart`` how far its elements are from each other there; element ``row`` has index ``k + row * further`` along the dimension, and
    line (i, o)."""
    inner = "1u" if form.flat else "P.inner"
    lines = [f"let g{end} = min(first + {column}, P.columns - 1u);"]
    i, h = ("0u", f"g{end}") if form.flat else (f"g{end} % {inner}", f"g{end} / {inner}")
    lines.append(f"let i{end} = {i}; let h{end} = {h};")
    if form.ordering:
        upper = prod(form.above)
        lines.append(f"let u{end} = h{end} % {upper}u; let o{end} = h{end} / {upper}u;")
        line, rest, size = "0u", f"u{end}", upper
        for radix in form.above:
            line, rest, size = f"({line} * {radix}u + {rest} % {radix}u)", f"({rest} / {radix}u)", size // radix
        lines.append(f"let origin{end} = P.source + i{end} + {inner} * {form.radix}u * ({line} + {upper}u * o{end});")
        return [*lines, f"let apart{end} = {inner}; let k{end} = 0u; let further{end} = 1u;"]
    if form.below > 1:
        lines.append(f"let k{end} = h{end} % {form.below}u; let o{end} = h{end} / {form.below}u;")
    else:
        lines.append(f"let k{end} = 0u; let o{end} = h{end};")
    length = "P.points" if form.source in ("element", "chirped") else f"{form.radix * form.below}u"
    start = "P.source + " if form.source in ("state", "filtered") else ""
    lines.append(f"let origin{end} = {start}i{end} + {inner} * (k{end} + {length} * o{end});")
    return [*lines, f"let apart{end} = {inner} * {form.below}u; let further{end} = {form.below}u;"]


def _stage(form: Variant, stage: int, radix: int, before: int, kind: str) -> tuple[list[str], list[str]]:
    """Statements that read and transform what a thread has of a stage, and those that write it."""
    parts, first, last = form.radix // radix, stage == 0, stage == len(form.stages) - 1
    count = parts * form.width
    loads, arithmetic, written = [], [], []
    for u in range(-(-count // form.threads)):
        end = f"{stage}_{u}"
        whole = (u + 1) * form.threads <= count
        number = f"t + {u * form.threads}u"
        loads.append(f"let b{end} = {number if whole else f'min({number}, {count - 1}u)'};")
        loads += _split(form.by_rows(stage), parts, form.width, f"b{end}", f"j{end}", f"c{end}")
        values = [f"x{end}_{q}" for q in range(radix)]
        rows = [f"(j{end} + {q * parts}u)" for q in range(radix)]
        if first or last:
            loads += _column(form, f"c{end}", end)
        if first and not form.looped:
            reads = [f"load(origin{end} + {row} * apart{end}, k{end} + {row} * further{end})" for row in rows]
        else:
            reads = [f"tile[place({row}, c{end})]" for row in rows]
        loads += [f"let {value} = {text};" for value, text in zip(values, reads, strict=True)]
        if before > 1:
            more, values = twiddles(values, f"(j{end} % {before}u)", before * radix, kind, f"w{end}")
            arithmetic += more
        more, values = transform(values, kind, f"f{end}")
        arithmetic += more
        own = [] if whole else [f"{number} < {count}u"]
        if last:
            own.append(f"first + c{end} < P.columns")
            text = [_stored(form, value, row, end, kind) for value, row in zip(values, rows, strict=True)]
        else:
            rows = [f"(j{end} / {before}u * {before * radix}u + j{end} % {before}u + {q * before}u)" for q in range(radix)]
            text = [f"tile[place({row}, c{end})] = {value};" for value, row in zip(values, rows, strict=True)]
        written.append(f"if ({' && '.join(own)}) {{ {' '.join(text)} }}" if own else " ".join(text))
    return loads + arithmetic, written


def _stored(form: Variant, value: str, row: str, end: str, kind: str) -> str:
    """The statement that stores a row of a column of the array."""
    if form.below == 1:
        k = f"u{end} + {row} * {prod(form.above)}u" if form.ordering else row
        return f"store({k}, i{end}, o{end}, {value});"
    rotated = f"product({value}, {root(f'k{end} * {row}', form.radix * form.below, kind)})"
    inner = "1u" if form.flat else "P.inner"
    return f"state0[P.sink + i{end} + {inner} * (k{end} + {form.below}u * ({row} + {form.radix}u * o{end}))] = {rotated};"
