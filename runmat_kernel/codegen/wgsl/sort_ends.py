"""The ends of a sort on a device: elements become words in line after line, and sorted words become elements again.

A line is one run along the sorted dimension; ``inner`` lines lie side by side where other dimensions come before it.  Their elements go
through workgroup memory in squares, so that both sides are read and written in runs.
"""

from __future__ import annotations

from math import prod

from ..body import Body
from ..forms.sort import SortBody
from ..target import Target
from .access import Read, Space, merged, reads
from .load import address, declare_element, lane_arguments, launch_values, load_inputs, structure
from .scalars import SCALARS, register
from .scan_tiles import entry
from .shader import Pass, Shader, Writer, bind_flag

THREADS = 256
_SIDE = 32
"""Lines, and elements of each, that a workgroup transposes at a time."""


def words(matlab_class: str) -> int:
    """The 32-bit words of an element while it is sorted."""
    return 2 if SCALARS[matlab_class].nbytes == 8 else 1


def word_type(matlab_class: str) -> str:
    return "u32" if words(matlab_class) == 1 else "vec2<u32>"


def plain_input(body: SortBody) -> int | None:
    """The input that is sorted as it lies in memory, by words; None where elements have to be made or collected first."""
    element, (store,) = body.element, body.element.stores
    if prod(body.space[: body.outputs[0].dim]) > 1 or store.value >= len(element.inputs) or SCALARS[store.matlab_class].per_word > 1:
        return None
    _space, access = element_reads(element)
    same = element.inputs[store.value].matlab_class == store.matlab_class and not element.guards
    return store.value if same and access[store.value].form == "linear" else None


def element_reads(element: Body) -> tuple[Space, tuple[Read, ...]]:
    """How the elements' inputs are read, one element at a time."""
    space = merged(element, element.space, element.inputs, tuple(i.offset for i in element.inputs))
    return space, reads(element, space, 1)


def sizes(body: SortBody) -> dict[str, int]:
    """The launch fields that say how lines lie: their length ``n``, how many are side by side, squares that cover them."""
    dim = body.outputs[0].dim
    n, inner = body.space[dim], prod(body.space[:dim])
    return {"n": n, "inner": inner, "across": -(-inner // _SIDE), "down": -(-n // _SIDE), "total": prod(body.space)}


def _squares(size: dict[str, int]) -> int:
    return size["across"] * size["down"] * (size["total"] // (size["n"] * size["inner"]))


def load_pass(body: SortBody, target: Target, place: tuple[str, int], state_bytes: tuple[int, ...]) -> Pass:
    """The dispatch that makes what is sorted: words at ``place``, the lines one after another."""
    space, access = element_reads(body.element)
    size = sizes(body)
    transposed = size["inner"] > 1
    groups = _squares(size) if transposed else -(-size["total"] // THREADS)
    key = ("sort load", structure(body.element), tuple(r.form for r in access), len(space.dimensions), body.matlab_class, transposed)
    values = launch_values(space, access) | size | {"base": 0, "groups": groups}
    return Pass(
        key, lambda: _load(body, target, space, access, transposed=transposed), values, groups, state_bytes, places={("sink", 0): place}
    )  # fmt: skip


def declare_entry(writer: Writer, body: SortBody, space: Space, access: tuple[Read, ...], result: str, value: str) -> None:
    """``entry(e)``: what is sorted at an index of the space; ``value`` is the text that makes a ``result`` of ``made.s0``."""
    element = body.element
    guarded = bool(element.guards)
    names = declare_element(writer, element, access, 1, needs_flag=guarded, blocks=False)
    lines = address(writer, space, access, "e", "") if any(r.form not in ("linear", "none") for r in access) else []
    lines += load_inputs(element, access, names, 1, "e", "")
    arguments = "".join(f", {text}" for text in lane_arguments(element, access, names, 1, 0, "", ""))
    raised = "if (made.flag) { atomicOr(&flag0[P.slot], 1u); }" if guarded else ""
    if guarded:
        bind_flag(writer)
    newline = "\n    "
    writer.declarations.append(f"""fn entry(e: u32) -> {result} {{
    {newline.join(lines)}
    let made = element(e{arguments});
    {raised}
    return {value};
}}""")


def _load(body: SortBody, target: Target, space: Space, access: tuple[Read, ...], *, transposed: bool) -> Shader:
    writer, kind = Writer(THREADS, target), word_type(body.matlab_class)
    value = "made.s0"
    if words(body.matlab_class) == 2:
        value = "pair(made.s0)"
        writer.declarations.append(f"""fn pair(x: {register(body.matlab_class)}) -> vec2<u32> {{
    let b = bitcast<u64>(x);
    return vec2<u32>(u32(b & 0xfffffffflu), u32(b >> 32u));
}}""")
    elif register(body.matlab_class) == "bool":
        value = "select(0u, 1u, made.s0)"
    elif register(body.matlab_class) != "u32":
        value = "bitcast<u32>(made.s0)"
    declare_entry(writer, body, space, access, kind, value)
    sink = writer.bind("sink", 0, kind, writable=True)
    writer.fields |= {"total": "u32", "groups": "u32"}
    if not transposed:
        return writer.finish(entry(THREADS, f"    let e = group * {THREADS}u + t;\n    if (e < P.total) {{ {sink}[e] = entry(e); }}"))
    return writer.finish(_transposed(writer, kind, "entry(across)", f"{sink}[along] = v;", inwards=True))


def _transposed(writer: Writer, kind: str, read: str, write: str, *, inwards: bool) -> str:
    """A main function that transposes squares.  ``across`` is an element's index in the space, ``along`` that in its line after line.

    ``read`` gives an element and ``write`` puts it (``v``): from the space where ``inwards``, else into it.
    """
    writer.fields |= {"inner": "u32", "across": "u32", "down": "u32", "groups": "u32"}
    writer.declarations.append(f"var<workgroup> square: array<{kind}, {_SIDE * (_SIDE + 1)}>;")
    across = f"let i = left + x; let j = top + y; let at = y * {_SIDE + 1}u + x;"
    along = f"let i = left + y; let j = top + x; let at = x * {_SIDE + 1}u + y;"
    first, second = (across, along) if inwards else (along, across)
    step = THREADS // _SIDE
    places = "let across = i + P.inner * (j + P.n * outer); let along = (i + P.inner * outer) * P.n + j;"
    return entry(THREADS, f"""    let left = (group % P.across) * {_SIDE}u;
    let top = (group / P.across) % P.down * {_SIDE}u;
    let outer = group / (P.across * P.down);
    let x = t % {_SIDE}u;
    for (var y = t / {_SIDE}u; y < {_SIDE}u; y += {step}u) {{
        {first}
        if (i < P.inner && j < P.n) {{ {places} square[at] = {read}; }}
    }}
    workgroupBarrier();
    for (var y = t / {_SIDE}u; y < {_SIDE}u; y += {step}u) {{
        {second}
        if (i < P.inner && j < P.n) {{ {places} let v = square[at]; {write} }}
    }}""")  # fmt: skip


def store_pass(
    body: SortBody, target: Target, output: int, place: tuple[str, int], state_bytes: tuple[int, ...]
) -> Pass:  # fmt: skip
    """The dispatch that writes an output from the sorted words (or positions) at ``place``."""
    size = sizes(body)
    store = body.stores[output]
    per_word = SCALARS[store.matlab_class].per_word
    positions = body.outputs[output].positions
    groups = -(-size["total"] // (per_word * THREADS)) if per_word > 1 else _squares(size)
    key = ("sort store", store.matlab_class, positions, per_word)
    where = {("source", 0): place, ("sink", 0): ("store", output)}
    return Pass(
        key, lambda: _store(store.matlab_class, target, positions=positions), size | {"groups": groups}, groups, state_bytes, places=where
    )  # fmt: skip


def _store(matlab_class: str, target: Target, *, positions: bool) -> Shader:
    writer = Writer(THREADS, target)
    scalar = SCALARS[matlab_class]
    if scalar.per_word > 1:
        return _packed(writer, scalar.nbytes * 8, scalar.per_word)
    kind = "u32" if positions else word_type(matlab_class)
    writer.bind("source", 0, kind)
    sink = writer.bind("sink", 0, "f64" if positions else kind, writable=True)
    value = "f64(v) + 1.0lf" if positions else "v"
    return writer.finish(_transposed(writer, kind, "source0[along]", f"{sink}[across] = {value};", inwards=False))


def _packed(writer: Writer, bits: int, per_word: int) -> Shader:
    """Elements that share words, each thread a word."""
    writer.bind("source", 0, "u32")
    writer.bind("sink", 0, "u32", writable=True)
    writer.fields |= {"inner": "u32", "total": "u32", "groups": "u32"}
    parts = " | ".join(f"(taken(w * {per_word}u + {k}u) << {k * bits}u)" for k in range(per_word))
    writer.declarations.append(f"""fn taken(e: u32) -> u32 {{
    if (e >= P.total) {{ return 0u; }}
    let line = e % P.inner + P.inner * (e / (P.inner * P.n));
    return source0[line * P.n + (e / P.inner) % P.n] & {(1 << bits) - 1}u;
}}""")
    return writer.finish(entry(THREADS, f"""    let w = group * {THREADS}u + t;
    if (w * {per_word}u < P.total) {{ sink0[w] = {parts}; }}"""))  # fmt: skip
