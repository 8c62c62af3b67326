"""Loops as shaders: each thread takes whole vectors of elements through all iterations; what is carried stays in its registers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

from ...base.records import record
from ..body import Body, Input, Instruction, Store
from ..forms.loop import LoopBody, Region, words
from ..target import Target
from .access import Read, Space, element_inputs, lanes, merged, reads
from .element import Values, consumed, parameter_values, write_guards, write_instruction
from .load import address, launch_values, load_inputs, structure
from .loop_tail import TailWriter, shifted, tail_bytes, tail_key, with_tail
from .random import block_fields, block_texts, block_values, is_random, random_classes
from .scalars import SCALARS, ZERO, load_element, register
from .shader import Pass, Shader, Writer, bind_flag, lanes_of, pack, read_type, store_element, store_type

THREADS = 256


@record
class Variant:
    """All that a loop's shader depends on besides the structure of its step."""

    width: int
    rank: int
    whole_rows: bool
    reads: tuple[str, ...]
    moves: tuple[bool, ...]
    writes: tuple[str, ...]
    carries: int
    scheduled: int
    initial: tuple[int | None, ...]
    even: tuple[bool, ...]
    silent: tuple[int, ...]


def loop_pass(body: LoopBody, target: Target, first: int, last: int, starts: Sequence[int]) -> Pass:
    """The dispatch that runs iterations ``first`` to ``last`` (exclusive) of a loop.

    ``starts``: for each input and then each write, the element at which the bound piece of the array begins.  Where the loop has a tail,
    ``loop_tail.merging`` comes after it.
    """
    step, everything = body.step, with_tail(body)
    width = _width(body, everything, target)
    space, access, written = _forms(body, width)
    form = Variant(
        width, len(space.dimensions), _whole_rows(space, width), tuple(r.form for r in access), tuple(r is not None for r in body.reads),
        tuple(w.form for w in written), body.carries, body.scheduled, body.initial, body.even, body.silent,
    )  # fmt: skip
    values: dict[str, int | float] = {**launch_values(space, (*access, *written)), **block_values(everything, 0)}
    for k, region in enumerate((*body.reads, *body.writes)):
        if region is not None:
            values[f"m{k}"] = region.move % 2**32
            values[f"o{k}"] = (region.offset - starts[k]) % 2**32
    values |= {"n": space.numel, "first": first, "last": last, "base": 0, "lanes": THREADS}
    vectors = -(-space.numel // width)
    groups = min(-(-vectors // THREADS), target.elementwise_groups, target.max_workgroups)
    key = ("loop", structure(step), form, tail_key(shifted(body)))
    scratch = groups * tail_bytes(body, target)
    return Pass(key, lambda: _Writer(body, target, space, access, written, form).shader(), values, groups, scratch)


def _width(body: LoopBody, everything: Body, target: Target) -> int:
    """Elements of a thread: fewer than a whole vector where few elements would leave most of the device idle."""
    width = lanes(everything, everything.inputs)
    arrays: tuple[Any, ...] = (*everything.inputs, *everything.stores)
    if body.tail is not None or random_classes(everything) or any(SCALARS[x.matlab_class].per_word > 1 for x in arrays):
        return width
    while width > 1 and prod(everything.space) // width < target.threads // 4:
        width //= 2
    return width


def _forms(body: LoopBody, width: int) -> tuple[Space, tuple[Read, ...], tuple[Read, ...]]:
    """The merged space of a loop, how each input is read, and how each write goes (``vector`` or ``gather``)."""
    step = body.step
    inputs = (*step.inputs, *(Input(s.matlab_class, r.strides, r.offset) for s, r in zip(_written(body), body.writes, strict=True)))
    everything = Body(step.space, inputs, (), (), tuple(Store(k, i.matlab_class) for k, i in enumerate(inputs)))
    space = replace(merged(everything, step.space, inputs, [i.offset for i in inputs]), lanes=width)
    access = list(reads(everything, space, width))
    regions: list[Region | None] = [*body.reads, *body.writes]
    used = element_inputs(step)
    for k, region in enumerate(regions):
        if region is None:
            if k not in used or (k < body.carries and body.starts_from(k) is not None):
                access[k] = Read("none")
            continue
        if access[k].form == "linear":
            access[k] = Read("vector", space.strides[k], region.offset)
        rows = space.dimensions[0].size % width == 0
        if access[k].form == "vector" and (not rows or region.offset % width or region.move % width):
            access[k] = Read("gather", space.strides[k], region.offset)
        if k >= len(step.inputs) and access[k].form == "splat":
            access[k] = Read("gather", space.strides[k], region.offset)
    count = len(step.inputs)
    return space, tuple(access[:count]), tuple(access[count:])


def _written(body: LoopBody) -> tuple[Store, ...]:
    return body.step.stores[body.carries + body.kept :]


def _whole_rows(space: Space, width: int) -> bool:
    return len(space.dimensions) == 1 or space.dimensions[0].size % width == 0


class _Writer:
    """Writes one loop shader."""

    def __init__(
        self, body: LoopBody, target: Target, space: Space, access: Sequence[Read], written: Sequence[Read], form: Variant
    ) -> None:
        self.body, self.space, self.access, self.written, self.form = body, space, access, written, form
        self.step, self.width = body.step, form.width
        self.writer = Writer(THREADS, target)
        self.lines: list[str] = []
        self.lanes = [Values(lines=self.lines) for _ in range(form.width)]

    def shader(self) -> Shader:
        step, writer, width = self.step, self.writer, self.width
        self.names = [
            "" if r.form == "none" else writer.bind("input", k, read_type(r, step.inputs[k].matlab_class, width))
            for k, r in enumerate(self.access)
        ]
        if self.body.tabled:
            self.table = writer.bind("input", len(step.inputs), "u32")
        self.outputs = self._bind_outputs()
        if step.guards:
            bind_flag(writer)
        writer.fields |= {"first": "u32", "last": "u32", **block_fields(step.instructions)}
        if any(i.op.name == "index" for i in step.instructions):
            writer.fields["base"] = "f64" if writer.target.f64 else "u32"
        tail = TailWriter(self.body, writer, width) if self.body.tail is not None else None
        before = self._before()
        iteration = self._iteration()
        after = self._after() + (tail.element() if tail is not None else [])
        main = f"""@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    var flagged = false;
    {"var s0 = zero();" if tail is not None else ""}
    let count = (P.n + {width - 1}u) / {width}u;
    let stride = grid.x * grid.y * {THREADS}u;
    for (var v = (id.x + id.y * grid.x) * {THREADS}u + t; v < count; v += stride) {{
        {chr(10).join(before)}
        for (var iteration = P.first; iteration < P.last; iteration++) {{
            {chr(10).join(iteration)}
        }}
        {chr(10).join(after)}
    }}
    {chr(10).join(tail.ending()) if tail is not None else ""}
    {"if (flagged) { atomicOr(&flag0[P.slot], 1u); }" if step.guards else ""}
}}"""
        # Philox is long enough as it is: its loops, written out, take more registers than there are.
        return writer.finish(main, free_loops=not random_classes(with_tail(self.body)))

    def _bind_outputs(self) -> list[str]:
        count = self.body.carries + self.body.kept
        names = []
        for k, store in enumerate(self.step.stores):
            if k in self.body.silent:
                names.append("")
                continue
            form = self.written[k - count].form if k >= count else "vector"
            names.append(self.writer.bind("store", k, store_type(store.matlab_class, self.width if form == "vector" else 1), writable=True))
        return names

    # ------------------------------------------------------------------ before the loop

    def _before(self) -> list[str]:
        """The addresses, what stays the same in all iterations, and the carried values."""
        body, step, width, writer = self.body, self.step, self.width, self.writer
        places = (*self.access, *self.written)
        lines = [f"let e = v * {width}u;"]
        if any(r.form not in ("linear", "none") for r in places):
            if self.form.whole_rows:
                lines += address(writer, self.space, places, "e", "")
            else:
                for lane in range(width):
                    lines += address(writer, self.space, places, f"(e + {lane}u)", f"_{lane}")
        still = [r if body.reads[k] is None else Read("none") for k, r in enumerate(self.access)]
        if not self.form.whole_rows:  # each lane has an address of its own
            still = [replace(r, form="gather") if r.form == "splat" else r for r in still]
        lines += load_inputs(step, still, self.names, width, "v", "")
        for lane, values in enumerate(self.lanes):
            for k, read in enumerate(still):
                if read.form == "none":
                    continue
                text, kind = self._loaded(k, read, lane, ""), step.inputs[k].matlab_class
                name = f"k{k}_{lane}" if k < body.carries else f"i{k}_{lane}"
                lines.append(f"{'var' if k < body.carries else 'let'} {name}: {register(kind)} = {text};")
                values.define(k, name, kind)
            for k in range(body.carries, body.carries + body.kept):
                kind = register(step.stores[k].matlab_class)
                lines.append(f"var w{k}_{lane}: {kind} = {ZERO[kind]};")
        for k in range(body.carries):
            if still[k].form == "none":  # the same in all elements; or carried on, but never looked at
                kind, number = step.inputs[k].matlab_class, body.starts_from(k)
                text = ZERO[register(kind)] if number is None else self._given(number)
                for lane, values in enumerate(self.lanes):
                    lines.append(f"var k{k}_{lane}: {register(kind)} = {text};")
                    values.define(k, f"k{k}_{lane}", kind)
        return lines

    def _given(self, number: int) -> str:
        """The text of a parameter that is the same in all iterations."""
        values = Values()
        classes = [p.matlab_class for p in self.step.parameters]
        self.writer.fields |= parameter_values(values, classes, 0, frozenset(range(len(classes))) - {number})
        return values.texts[number]

    def _loaded(self, k: int, read: Read, lane: int, suffix: str) -> str:
        """The text of one lane's element of input ``k``, whose vector or splat is in ``l<k><suffix>``."""
        kind = self.step.inputs[k].matlab_class
        if read.form == "splat":
            return f"l{k}{suffix}"
        if read.form in ("linear", "vector"):
            return lanes_of(f"l{k}{suffix}", kind, self.width)[lane]
        return load_element(self.names[k], self._place(k, lane, suffix), kind)

    def _place(self, k: int, lane: int, suffix: str) -> str:
        """The address of one lane's element of a gathered array."""
        if not self.form.whole_rows:
            return f"b{k}_{lane}{suffix}"
        self.writer.fields[f"t{k}_0"] = "u32"
        return f"(b{k}{suffix} + {lane}u * P.t{k}_0)"

    # ------------------------------------------------------------------ one iteration

    def _iteration(self) -> list[str]:
        body, step = self.body, self.step
        first = len(step.inputs) + len(step.parameters)
        self.lines += self._moving_addresses()
        self._load_moving()
        self._parameters()
        hidden = consumed(step.instructions)
        for number, instruction in enumerate(step.instructions, first):
            self._instruction(number, instruction, hidden)
        if step.guards:
            for lane, values in enumerate(self.lanes):
                condition = write_guards(values, step.instructions, first, step.guards)
                self.lines.append(f"flagged = flagged || (({condition}) && e + {lane}u < P.n);")
        count = body.carries + body.kept
        for k in range(count, len(step.stores)):
            self._write(k, k - count)
        for k in range(count):
            for lane, values in enumerate(self.lanes):
                kind = step.stores[k].matlab_class
                self.lines.append(f"let n{k}_{lane}: {register(kind)} = {values.as_class(step.stores[k].value, kind)};")
        for k in range(count):
            letter = "k" if k < body.carries else "w"
            self.lines += [f"{letter}{k}_{lane} = n{k}_{lane};" for lane in range(self.width)]
        return self.lines

    def _moving_addresses(self) -> list[str]:
        lines = []
        pairs = zip((*self.body.reads, *self.body.writes), (*self.access, *self.written), strict=True)
        suffixes = [""] if self.form.whole_rows else [f"_{lane}" for lane in range(self.width)]
        for k, (region, read) in enumerate(pairs):
            if region is None or read.form == "none":
                continue
            self.writer.fields[f"m{k}"] = "u32"
            lines += [f"let b{k}{s}_t = b{k}{s} + iteration * P.m{k};" for s in suffixes]
        return lines

    def _load_moving(self) -> None:
        step, width = self.step, self.width
        moving = [r if self.body.reads[k] is not None else Read("none") for k, r in enumerate(self.access)]
        if not self.form.whole_rows:  # then splats are gathered, and nothing moving is a vector
            moving = [replace(r, form="gather") if r.form not in ("none", "gather") else r for r in moving]
        self.lines += load_inputs(step, moving, self.names, width, "v", "_t")
        for k, read in enumerate(moving):
            if read.form == "none":
                continue
            for lane, values in enumerate(self.lanes):
                kind = step.inputs[k].matlab_class
                self.lines.append(f"let i{k}_{lane}: {register(kind)} = {self._loaded(k, read, lane, '_t')};")
                values.define(k, f"i{k}_{lane}", kind)

    def _parameters(self) -> None:
        """The parameters: launch fields, and those of the iteration from the table."""
        step, body = self.step, self.body
        classes = [p.matlab_class for p in step.parameters]
        scheduled = range(body.fixed, len(classes))
        for values in self.lanes:
            self.writer.fields |= parameter_values(values, classes, len(step.inputs), frozenset(scheduled))
        for number, k in enumerate(body.counted):
            self._counted(k, body.fixed + 2 * number)
        total, at = sum(words(classes[k]) for k in body.tabled), 0
        for k in body.tabled:
            kind = register(classes[k])
            parts = [f"{self.table}[iteration * {total}u + {at + w}u]" for w in range(words(classes[k]))]
            at += len(parts)
            bits = parts[0] if len(parts) == 1 else f"(u64({parts[0]}) | (u64({parts[1]}) << 32u))"
            text = f"({bits} != 0u)" if kind == "bool" else bits if kind in ("u32", "u64") else f"bitcast<{kind}>({bits})"
            self.lines.append(f"let q{k}: {kind} = {text};")
            for values in self.lanes:
                values.define(len(step.inputs) + k, f"q{k}", classes[k])

    def _counted(self, k: int, start: int) -> None:
        """A parameter that counts evenly, from those that say where it starts and by how much it goes on."""
        kind = register(self.step.parameters[k].matlab_class)
        self.writer.fields |= {f"p{start}": kind, f"p{start + 1}": kind}
        self.lines.append(f"let q{k}: {kind} = P.p{start} + P.p{start + 1} * {kind}(iteration);")
        for values in self.lanes:
            values.define(len(self.step.inputs) + k, f"q{k}", self.step.parameters[k].matlab_class)

    def _instruction(self, number: int, instruction: Instruction, hidden: set[int]) -> None:
        if is_random(instruction):
            operands = [self.lanes[0].texts[k] for k in instruction.operands]
            lines, texts = block_texts(instruction, operands, "e", f"g{number}", self.width)
            self.lines += lines
            for values, text in zip(self.lanes, texts, strict=True):
                values.define(number, text, instruction.matlab_class)
            return
        kind = "f64" if self.writer.target.f64 else "u32"
        for lane, values in enumerate(self.lanes):
            write_instruction(values, number, instruction, hidden, f"(P.base + {kind}(e + {lane}u))", "e", f"_{lane}")

    def _write(self, k: int, number: int) -> None:
        """The store of this iteration's region of a written array."""
        store, name = self.step.stores[k], self.outputs[k]
        place = len(self.step.inputs) + number
        parts = [values.as_class(store.value, store.matlab_class) for values in self.lanes]
        if self.written[number].form == "vector":
            self.lines.append(f"{name}[b{place}_t / {self.width}u] = {pack(parts, store.matlab_class)};")
            return
        for lane, part in enumerate(parts):
            text = store_element(name, self._place(place, lane, "_t"), part, store.matlab_class)
            self.lines.append(f"if (e + {lane}u < P.n) {{ {text} }}")

    def _after(self) -> list[str]:
        """The carries and kept values of the last iteration, stored."""
        lines = []
        for k in self.body.shown:
            letter = "k" if k < self.body.carries else "w"
            parts = [f"{letter}{k}_{lane}" for lane in range(self.width)]
            lines.append(f"{self.outputs[k]}[v] = {pack(parts, self.step.stores[k].matlab_class)};")
        return lines
