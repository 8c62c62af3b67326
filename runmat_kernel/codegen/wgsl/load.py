"""The element function, the addresses of inputs and their loads, which elementwise and reduction shaders share."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body, Instruction
from .access import Read, Space
from .accumulate import accumulated_class
from .element import Values, parameter_values, write_guards
from .random import block_fields
from .scalars import load_element, register
from .sequence import Lanes, loop_parameters, write_sequence
from .shader import Writer, bind_flag, lanes_of, read_type, vector_type


def structure(body: Body) -> tuple:
    """All of a Body that its shaders depend on: no sizes, strides or offsets."""
    return (
        tuple((i.matlab_class, i.result_space, i.length > 0) for i in body.inputs),
        tuple(p.matlab_class for p in body.parameters),
        tuple(_instruction(i) for i in body.instructions),
        tuple((s.value, s.matlab_class) for s in body.stores),
        tuple((a.kind, a.operand, a.matlab_class, a.omit_nan) for a in body.accumulations),
        tuple(_instruction(i) for i in body.finish),
        tuple((s.value, s.matlab_class) for s in body.results),
        body.guards,
    )


def _instruction(item: Instruction) -> tuple:
    return (item.op.name, item.op.wgsl, item.op.guard, item.operands, item.matlab_class, item.compute_class)


def launch_values(space: Space, access: Sequence[Read]) -> dict[str, int]:
    """The values of the fields that ``address`` reads: sizes ``d0 ..``, offsets ``o<k>`` and strides ``t<k>_<d>``, modulo 2^32."""
    values = {f"d{d}": dimension.size for d, dimension in enumerate(space.dimensions)}
    for k, read in enumerate(access):
        if read.form not in ("linear", "none"):
            values[f"o{k}"] = read.offset % 2**32
            values |= {f"t{k}_{d}": stride % 2**32 for d, stride in enumerate(read.strides)}
    return values


def address(writer: Writer, space: Space, access: Sequence[Read], linear: str, suffix: str) -> list[str]:
    """Statements that define ``b<k><suffix>``, the address of each strided input at a linear index of the space."""
    rank = len(space.dimensions)
    lines, rest = [], linear
    for d in range(rank - 1):
        writer.fields[f"d{d}"] = "u32"
        lines.append(f"let q{d}{suffix} = {rest} / P.d{d};")
        lines.append(f"let x{d}{suffix} = {rest} - q{d}{suffix} * P.d{d};")
        rest = f"q{d}{suffix}"
    lines.append(f"let x{rank - 1}{suffix} = {rest};")
    return lines + base_addresses(writer, access, {d: f"x{d}{suffix}" for d in range(rank)}, suffix)


def base_addresses(writer: Writer, access: Sequence[Read], coordinates: dict[int, str], suffix: str, start: str | None = None) -> list[str]:
    """Statements that define ``b<k><suffix>`` from coordinates (texts by merged dimension; those left out are 0).

    They start from ``b<k><start>`` where ``start`` is given, else from the input's offset.
    """
    lines = []
    for k, read in enumerate(access):
        if read.form in ("linear", "none"):
            continue
        if start is None:
            writer.fields[f"o{k}"] = "u32"
        terms = [f"P.o{k}" if start is None else f"b{k}{start}"]
        for d, text in coordinates.items():
            if d == 0 and read.form == "splat":
                continue
            writer.fields[f"t{k}_{d}"] = "u32"
            terms.append(f"{text} * P.t{k}_{d}")
        lines.append(f"let b{k}{suffix} = {' + '.join(terms)};")
    return lines


def declare_element(writer: Writer, body: Body, access: Sequence[Read], width: int, *, needs_flag: bool, blocks: bool) -> list[str]:
    """Bind the inputs and write ``fn element(i, x0, ...) -> Element``: what stores and accumulations take; returns input names.

    Members: ``s<k>`` the stores, ``a<k>`` the operands of the accumulations, ``flag`` the guards.  With ``blocks``, where threads
    draw whole blocks of random numbers, it is ``fn elements(i, x0_0, x1_0, ..., x0_1, ...) -> array<Element, width>`` instead.
    """
    names = []
    for k, (read, item) in enumerate(zip(access, body.inputs, strict=True)):
        if item.length:
            names.append(writer.bind("input", k, vector_type(item.matlab_class, 1)))
        else:
            names.append("" if read.form == "none" else writer.bind("input", k, read_type(read, item.matlab_class, width)))
    if needs_flag:
        bind_flag(writer)
    first = len(body.inputs) + len(body.parameters)
    writer.fields |= block_fields(body.instructions)
    suffixes = [f"_{lane}" for lane in range(width)] if blocks else [""]
    lines: list[str] = []
    lanes = [_lane_values(writer, body, suffix, lines) for suffix in suffixes]
    index = [_index(writer, body, f"(i + {lane}u)" if lane else "i") for lane in range(len(lanes))]
    writer.rolled = write_sequence(Lanes(lanes, index, "i", blocks), body)
    members = [element_members(body, values, first, needs_flag) for values in lanes]
    writer.element = [(name, kind) for name, kind, _ in members[0]]
    writer.declarations.append(f"struct Element {{ {', '.join(f'{name}: {kind}' for name, kind in writer.element)} }}")
    results = [f"Element({', '.join(text for _, _, text in own)})" for own in members]
    taken = [k for k, read in enumerate(access) if read.form != "none"]
    arguments = "".join(f", x{k}{suffix}: {register(body.inputs[k].matlab_class)}" for suffix in suffixes for k in taken)
    name, kind = ("elements", f"array<Element, {width}>") if blocks else ("element", "Element")
    result = f"{kind}({', '.join(results)})" if blocks else results[0]
    text = "\n    ".join([*lines, f"return {result};"])
    writer.declarations.append(f"fn {name}(i: u32{arguments}) -> {kind} {{\n    {text}\n}}")
    return names


def _lane_values(writer: Writer, body: Body, suffix: str, lines: list[str]) -> Values:
    """The inputs and parameters as the element function names them."""
    values = Values(lines=lines)
    for k, item in enumerate(body.inputs):
        values.define(k, f"input{k}" if item.length else f"x{k}{suffix}", item.matlab_class)
    writer.fields |= parameter_values(values, [p.matlab_class for p in body.parameters], len(body.inputs), loop_parameters(body))
    return values


def element_members(body: Body, values: Values, first: int, needs_flag: bool) -> list[tuple[str, str, str]]:
    """Name, WGSL type and text of each member of an Element."""
    members = [(f"s{k}", register(s.matlab_class), values.as_class(s.value, s.matlab_class)) for k, s in enumerate(body.stores)]
    for k, accumulation in enumerate(body.accumulations):
        kept = accumulated_class(accumulation, values.classes[accumulation.operand])
        members.append((f"a{k}", register(kept), values.as_class(accumulation.operand, kept)))
    if needs_flag:
        members.append(("flag", "bool", write_guards(values, body.instructions, first, body.guards)))
    return members


def _index(writer: Writer, body: Body, place: str) -> str:
    if not any(i.op.name == "index" for i in body.instructions):
        return ""
    kind = "f64" if writer.target.f64 else "u32"
    writer.fields["base"] = kind
    return f"(P.base + {kind}({place}))"


def call_element(arguments: Sequence[Sequence[str]], linear: str, suffix: str, blocks: bool) -> list[str]:
    """Statements that define ``r<lane><suffix>``, the Element of each lane, from the arguments of the lanes."""
    if not blocks:
        return [f"let r{k}{suffix} = element({linear} + {k}u{argument_list(own)});" for k, own in enumerate(arguments)]
    all_arguments = argument_list([text for lane in arguments for text in lane])
    return [
        f"let made{suffix} = elements({linear}{all_arguments});",
        *(f"let r{k}{suffix} = made{suffix}[{k}];" for k in range(len(arguments))),
    ]


def load_inputs(body: Body, access: Sequence[Read], names: Sequence[str], width: int, vector: str, suffix: str) -> list[str]:
    """Statements that load ``l<k><suffix>``: whole vectors (``vector``: text of the vector index in the space), and splats."""
    lines = []
    for k, (read, name, item) in enumerate(zip(access, names, body.inputs, strict=True)):
        if read.form == "linear" and width == 1:
            lines.append(f"let l{k}{suffix} = {load_element(name, vector, item.matlab_class)};")
        elif read.form == "linear":
            lines.append(f"let l{k}{suffix} = {name}[{vector}];")
        elif read.form == "vector":
            lines.append(f"let l{k}{suffix} = {name}[b{k}{suffix} / {width}u];")
        elif read.form == "splat":
            lines.append(f"let l{k}{suffix} = {load_element(name, f'b{k}{suffix}', item.matlab_class)};")
    return lines


def lane_arguments(
    body: Body, access: Sequence[Read], names: Sequence[str], width: int, lane: int, suffix: str, own: str | None, step: str = ""
) -> list[str]:
    """The arguments of ``element`` for one lane.

    A gathered input is read at ``b<k><own>`` where the lane has its own address, else ``lane`` (or ``step``) strides on.
    """
    arguments = []
    for k, (read, name, item) in enumerate(zip(access, names, body.inputs, strict=True)):
        loaded = f"l{k}{suffix}"
        if read.form == "none":
            continue
        if read.form == "splat":
            arguments.append(loaded)
        elif read.form in ("linear", "vector"):
            arguments.append(lanes_of(loaded, item.matlab_class, width)[lane])
        else:
            at = f"b{k}{own}" if own is not None else f"(b{k}{suffix} + {step or f'{lane}u'} * P.t{k}_0)"
            arguments.append(load_element(name, at, item.matlab_class))
    return arguments


def argument_kinds(body: Body, access: Sequence[Read]) -> list[str]:
    """The types of what ``lane_arguments`` gives."""
    return [register(item.matlab_class) for read, item in zip(access, body.inputs, strict=True) if read.form != "none"]


def argument_list(arguments: Sequence[str]) -> str:
    return "".join(f", {text}" for text in arguments)
