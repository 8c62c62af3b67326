"""How a thread of a reduction walks over its vectors: the loops, the addresses, and what is done with each element."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.records import record
from ..body import Body
from .access import Read
from .lane_loop import call_lane_loop
from .load import argument_kinds, base_addresses, call_element, lane_arguments, load_inputs
from .shader import Writer, pack, store_element

Names = Sequence[str]


@record
class Variant:
    """All that a reduction's shader depends on besides the Body's structure.  ``lane_loop``: a loop takes the lanes
    (``lane_loop.in_lane_loop``)."""

    leading: bool
    width: int
    whole_rows: bool
    flags: tuple[bool, ...]
    reads: tuple[Read, ...]
    batch: int
    partial: bool
    blocks: bool
    lane_loop: bool

    @property
    def together(self) -> bool:
        """Whether all elements of a vector are taken at once; always into one state where the leading dimension is reduced."""
        return self.leading and self.width > 1

    @property
    def key(self) -> tuple:
        forms = tuple(r.form for r in self.reads)
        return (self.leading, self.width, self.whole_rows, self.flags, forms, self.batch, self.partial, self.blocks)


def _coordinates(writer: Writer, which: Sequence[int], rest: str, suffix: str) -> tuple[list[str], dict[int, str]]:
    """Statements that split an index over the merged dimensions ``which``; the texts of the coordinates."""
    lines, texts = [], {}
    for d in which[:-1]:
        writer.fields[f"d{d}"] = "u32"
        lines.append(f"let q{d}{suffix} = {rest} / P.d{d};")
        lines.append(f"let x{d}{suffix} = {rest} - q{d}{suffix} * P.d{d};")
        rest, texts[d] = f"q{d}{suffix}", f"x{d}{suffix}"
    if which:
        lines.append(f"let x{which[-1]}{suffix} = {rest};")
        texts[which[-1]] = f"x{which[-1]}{suffix}"
    return lines, texts


def _linear(writer: Writer, texts: dict[int, str], start: str) -> str:
    terms = [start]
    for d, text in texts.items():
        if d == 0:
            terms.append(text)
        else:
            writer.fields[f"l{d}"] = "u32"
            terms.append(f"{text} * P.l{d}")
    return " + ".join(terms)


def kept(writer: Writer, form: Variant) -> list[str]:
    """Statements for the place of a thread's results: ``e_kept`` in the space and ``b<k>_kept`` in each strided input."""
    kept = [d for d, reduced in enumerate(form.flags) if not reduced]
    lines, texts = _coordinates(writer, kept, "unit" if form.leading else f"(unit * {form.width}u)", "_kept")
    lines.append(f"let e_kept = {_linear(writer, texts, '0u')};")
    return lines + base_addresses(writer, form.reads, texts, "_kept")


def steps(writer: Writer, body: Body, form: Variant, names: Names, outputs: Names, whole: bool) -> list[str]:
    """The loops over a thread's vectors: whole tiles of ``batch`` vectors for each lane, then what is left of the last one.

    The vectors of a tile lie side by side over the lanes, and all its loads come before the arithmetic.
    """
    tile = form.batch
    return [
        f"var at = split * {tile}u * P.lanes + lane;",
        _loop(writer, body, form, names, outputs, whole, tile, f"at + {tile - 1}u * P.lanes < count", f"P.splits * {tile}u * P.lanes"),
        f"let end = min(count, at + {tile}u * P.lanes);",
        _loop(writer, body, form, names, outputs, whole, 1, "at < end", "P.lanes") if tile > 1 else "",
    ]


def _loop(
    writer: Writer, body: Body, form: Variant, names: Names, outputs: Names, whole: bool, batch: int, condition: str, step: str
) -> str:
    loads, work = [], []
    for u in range(batch):
        loads += _load_step(writer, body, form, names, f"_{u}", f"(at + {u}u * P.lanes)" if u else "at")
    for u in range(batch):
        work += _accumulate_step(writer, body, form, names, outputs, whole, f"_{u}")
    lines = "\n        ".join(loads + work)
    return f"for (; {condition}; at += {step}) {{\n        {lines}\n    }}"


def _load_step(writer: Writer, body: Body, form: Variant, names: Names, suffix: str, at: str) -> list[str]:
    reduced = [d for d, flag in enumerate(form.flags) if flag]
    width = form.width
    if not form.leading:
        lines, texts = _coordinates(writer, reduced, at, suffix)
        lines.append(f"let e{suffix} = {_linear(writer, texts, 'e_kept')};")
        lines.append(f"let position{suffix} = {at};")
        lines += base_addresses(writer, form.reads, texts, suffix, "_kept")
        return lines + load_inputs(body, form.reads, names, width, f"(e{suffix} / {width}u)" if width > 1 else f"e{suffix}", suffix)
    outer = reduced[1:]
    lines = []
    if outer:
        writer.fields |= {"row": "u32", "d0": "u32"}
        lines.append(f"let row{suffix} = {at} / P.row;")
        lines.append(f"let j{suffix} = {at} - row{suffix} * P.row;")
        more, texts = _coordinates(writer, outer, f"row{suffix}", suffix)
        lines += more
        lines.append(f"let start{suffix} = {_linear(writer, texts, 'e_kept')};")
    else:
        texts = {}
        lines += [f"let j{suffix} = {at};", f"let start{suffix} = e_kept;"]
    lines.append(f"let v{suffix} = start{suffix} / {width}u + j{suffix};")
    lines.append(f"let e{suffix} = v{suffix} * {width}u;")
    lines.append(f"let x0{suffix} = e{suffix} - start{suffix};")
    lines.append(f"let position{suffix} = x0{suffix}{f' + row{suffix} * P.d0' if outer else ''};")
    lines += _with_row(base_addresses(writer, form.reads, texts, suffix, "_kept"), form, suffix)
    return lines + load_inputs(body, form.reads, names, width, f"v{suffix}", suffix)


def _with_row(lines: list[str], form: Variant, suffix: str) -> list[str]:
    """Addresses read as vectors go on along the row."""
    vectors = [f"let b{k}{suffix} = " for k, read in enumerate(form.reads) if read.form == "vector"]
    return [f"{line[:-1]} + x0{suffix};" if any(line.startswith(v) for v in vectors) else line for line in lines]


def _accumulate_step(writer: Writer, body: Body, form: Variant, names: Names, outputs: Names, whole: bool, suffix: str) -> list[str]:
    width = form.width
    position = f"position{suffix}"
    if any(a.kind in ("argmax", "argmin") for a in body.accumulations):
        writer.fields["position"] = "u32"
        position = f"P.position + {position}"
    checked = form.leading and not form.whole_rows
    if checked:
        writer.fields["d0"] = "u32"
    steps = [f"(x0{suffix} + {lane}u)" if form.leading else "" for lane in range(width)]
    arguments = [lane_arguments(body, form.reads, names, width, lane, suffix, None, step) for lane, step in enumerate(steps)]
    if form.lane_loop:
        lines = call_lane_loop(writer, arguments, argument_kinds(body, form.reads), f"e{suffix}", suffix)
    else:
        lines = call_element(arguments, f"e{suffix}", suffix, form.blocks)
    if form.together:
        all_of_them = f"s0 = add_all(s0, {', '.join(f'r{lane}{suffix}' for lane in range(width))}, {position});"
        # The first and the last vector of a row may hold elements of others; x0 wraps round below zero.
        inside = f"x0{suffix} < P.d0 && x0{suffix} + {width - 1}u < P.d0"
        lines.append(f"let whole{suffix} = {inside}; if (whole{suffix}) {{ {all_of_them} }}" if checked else all_of_them)
    for lane in range(width):
        state = "s0" if form.leading else f"s{lane}"
        lines.append(_taken(body, form, outputs, whole, position, suffix, f"{lane}u", f"r{lane}{suffix}", state))
    for k, (s, name) in enumerate(zip(body.stores, outputs, strict=True)):
        if whole and width > 1:
            lines.append(f"{name}[e{suffix} / {width}u] = {pack([f'r{lane}{suffix}.s{k}' for lane in range(width)], s.matlab_class)};")
        elif whole:
            lines.append(store_element(name, f"e{suffix}", f"r0{suffix}.s{k}", s.matlab_class))
    return lines


def _taken(body: Body, form: Variant, outputs: Names, whole: bool, position: str, suffix: str, lane: str, r: str, state: str) -> str:
    """Statements that take the element ``r`` of a lane (the text of its number) into a state and store it, within its row."""
    checked = form.leading and not form.whole_rows
    lines = []
    if not form.together or checked:
        taken = f"{state} = add({state}, {r}, {position}{f' + {lane}' if form.leading else ''});"
        lines.append(f"if (!whole{suffix}) {{ {taken} }}" if form.together else taken)
    if body.guards:
        lines.append(f"flagged = flagged || {r}.flag;")
    if not whole:
        stores = enumerate(zip(body.stores, outputs, strict=True))
        lines += [store_element(name, f"e{suffix} + {lane}", f"{r}.s{k}", s.matlab_class) for k, (s, name) in stores]
    return f"if (x0{suffix} + {lane} < P.d0) {{ {' '.join(lines)} }}" if checked else " ".join(lines)
