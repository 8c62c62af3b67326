"""The end of a reduction: merging states within a workgroup, finish instructions, and the stores of results."""

from __future__ import annotations

from collections.abc import Sequence

from ..body import Body, KernelBody
from .access import cumulative, result_strides
from .accumulate import State
from .element import Values, parameter_values, write_guards, write_instructions
from .scalars import load_element, register
from .sequence import loop_parameters
from .shader import Writer, bind_flag, pack, store_element, store_type, vector_type


def tree(writer: Writer, threads: int, names: Sequence[str], *, leading: bool) -> list[str]:
    """Statements that merge the states ``names`` over the lanes of each unit; lane 0 ends with all."""
    writer.declarations.append(f"var<workgroup> shared_states: array<State, {threads}>;")
    distance = "h" if leading else "h * P.units"
    body = " ".join(
        f"""shared_states[t] = {name}; workgroupBarrier();
        for (var h = P.lanes / 2u; h > 0u; h = h / 2u) {{
            if (lane < h) {{ shared_states[t] = merge(shared_states[t], shared_states[t + {distance}]); }}
            workgroupBarrier();
        }}
        {name} = shared_states[t]; workgroupBarrier();"""
        for name in names
    )
    return [f"if (P.lanes > 1u) {{ {body} }}"]


def finish_inputs(body: KernelBody) -> list[int]:
    """The inputs that finish instructions or results read, once for each result."""
    used = {k for i in body.finish for k in i.operands} | {s.value for s in body.results}
    return sorted(k for k in used if k < len(body.inputs))


def _finish_strides(body: Body, k: int) -> tuple[int, ...] | None:
    """The strides of an input over the result space; None where it lies as the results do."""
    item = body.inputs[k]
    if item.strides is None or (item.offset == 0 and tuple(item.strides) == result_strides(body)):
        return None
    return item.strides


def finish_values(body: Body) -> dict[str, int]:
    """The launch fields by which finish inputs that are expanded over the result space are addressed."""
    values: dict[str, int] = {}
    for k in finish_inputs(body):
        strides = _finish_strides(body, k)
        if strides is None:
            continue
        values[f"fo{k}"] = body.inputs[k].offset % 2**32
        for d, (size, stride) in enumerate(zip(body.result_space, strides, strict=True)):
            values |= {f"fd{d}": size, f"ft{k}_{d}": stride % 2**32}
    return values


def finish_forms(body: Body) -> tuple[bool, ...]:
    """Which finish inputs are expanded: shaders depend on it."""
    return tuple(_finish_strides(body, k) is not None for k in finish_inputs(body))


def number_of_finish(body: Body) -> int:
    """The number of the first finish instruction's value."""
    return len(body.inputs) + len(body.parameters) + len(body.instructions) + len(body.accumulations)


def bind_results(writer: Writer, body: Body, width: int) -> list[str]:
    return [writer.bind("result", k, store_type(s.matlab_class, width), writable=True) for k, s in enumerate(body.results)]


def write_finish(writer: Writer, body: Body, states: Sequence[State], names: Sequence[str], first: str, width: int) -> list[str]:
    """Statements that finish the states ``names``, results ``first`` and following, and store them."""
    outputs = bind_results(writer, body, width)
    values = Values()
    first_finish = number_of_finish(body)
    guarded = any(g >= first_finish for g in body.guards)
    lines = []
    for k in finish_inputs(body):
        item = body.inputs[k]
        name = writer.bind("finish", k, vector_type(item.matlab_class, 1))
        address, more = _address(writer, body, k)
        lines += more
        values.define(k, load_element(name, address, item.matlab_class), item.matlab_class)
    writer.fields |= parameter_values(values, [p.matlab_class for p in body.parameters], len(body.inputs), loop_parameters(body))
    number = len(body.inputs) + len(body.parameters) + len(body.instructions)
    for k, (accumulation, state) in enumerate(zip(body.accumulations, states, strict=True)):
        kept = "logical" if accumulation.kind in ("any", "all") else accumulation.matlab_class
        values.define(number + k, state.value, kept)
    write_instructions(values, body.finish, first_finish)
    if guarded:
        condition = write_guards(values, body.finish, first_finish, body.guards)
        values.lines.append(f"if ({condition}) {{ atomicOr(&flag0[P.slot], 1u); }}")
        bind_flag(writer)
    members = ", ".join(f"s{k}: {register(s.matlab_class)}" for k, s in enumerate(body.results))
    texts = ", ".join(values.as_class(s.value, s.matlab_class) for s in body.results)
    writer.declarations.append(
        f"struct Result {{ {members} }}\nfn finish(s: State, r: u32) -> Result {{\n    "
        + "\n    ".join([*lines, *values.lines, f"return Result({texts});"])
        + "\n}"
    )
    writer.fields["out"] = "u32"
    finished = [f"let z{lane} = finish({name}, P.out + {first} + {lane}u);" for lane, name in enumerate(names)]
    for k, (store, output) in enumerate(zip(body.results, outputs, strict=True)):
        parts = [f"z{lane}.s{k}" for lane in range(width)]
        if width > 1:
            finished.append(f"{output}[(P.out + {first}) / {width}u] = {pack(parts, store.matlab_class)};")
        else:
            finished.append(store_element(output, f"P.out + {first}", parts[0], store.matlab_class))
    return finished


def _address(writer: Writer, body: Body, k: int) -> tuple[str, list[str]]:
    if _finish_strides(body, k) is None:
        return "r", []
    writer.fields[f"fo{k}"] = "u32"
    lines, rest, terms = [], "r", [f"P.fo{k}"]
    for d in range(len(cumulative(body.result_space))):
        writer.fields |= {f"fd{d}": "u32", f"ft{k}_{d}": "u32"}
        lines.append(f"let y{k}_{d} = {rest} % P.fd{d}; let w{k}_{d} = {rest} / P.fd{d};")
        rest = f"w{k}_{d}"
        terms.append(f"y{k}_{d} * P.ft{k}_{d}")
    return " + ".join(terms), lines
