"""Scans as shaders: states of blocks, the states before each block, and then every running value.

A line is one run along the scanned dimension.  Where neighbouring lines lie side by side in memory, a thread takes a line or a block of
it; else a workgroup takes a block of a line.  Where lines have several blocks their states are computed first.  States merge in a fixed
order, so results are always the same.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod

from ..body import Body
from ..forms.scan import ScanBody
from ..target import Target
from .access import Read, Space, merged, reads
from .accumulate import State, declarations, state_bytes
from .load import address, declare_element, lane_arguments, launch_values, load_inputs, structure
from .reduction import states_of
from .scalars import SCALARS, cast, register
from .scan_tiles import before, before_each, entry, tiles
from .scan_values import tile_passes
from .shader import Pass, Shader, Writer, bind_flag, store_element, store_type

THREADS = 256
ITEMS = 16
"""Consecutive elements of a line that one thread takes."""
_SHORT = 32
"""Lines up to this long are left to one thread each."""
_BESIDE = 8
"""Lines side by side from which on neighbouring threads take neighbouring lines."""


def scan_passes(body: ScanBody, target: Target) -> list[Pass]:
    """The dispatches of a scan."""
    element = _accumulated(body, target)
    states = states_of(element, target)
    nbytes = state_bytes(states)
    threads = THREADS
    while threads * nbytes > target.workgroup_bytes:
        threads //= 2
    space = merged(element, element.space, element.inputs, tuple(i.offset for i in element.inputs))
    access = reads(element, space, 1)
    shape, dim = body.space, body.scan.dim
    n, inner = shape[dim], prod(shape[:dim])
    lines = prod(shape) // n
    if n > _SHORT and (form := tiles(body, element, target, states, space)) is not None:
        return tile_passes(form, n, lines)
    scan = _Scan(body, element, target, states, space, access, threads)
    values = launch_values(space, access) | {"n": n, "inner": inner, "lines": lines, "base": 0}
    if n <= _SHORT or inner >= _BESIDE:
        blocks = max(1, min(target.threads // lines, n // _SHORT))
        return _line_passes(scan, values | {"blocks": blocks, "each": -(-n // blocks)}, lines, blocks, nbytes)
    blocks = -(-n // (threads * ITEMS))
    values |= {"blocks": blocks}
    if blocks == 1:
        return [scan.pass_of("single", values, lines)]
    scratch = lines * blocks * nbytes
    return [
        scan.pass_of("states", values, lines * blocks, scratch),
        scan.pass_of("before", {"n": n, "lines": lines, "blocks": blocks}, lines, scratch),
        scan.pass_of("values", values, lines * blocks, scratch),
    ]


def _line_passes(scan: _Scan, values: dict[str, int], lines: int, blocks: int, nbytes: int) -> list[Pass]:
    """The dispatches of lines that threads take, each of them a block of a line."""
    own = -(-lines * blocks // scan.threads)
    if blocks == 1:
        return [scan.pass_of("lines", values, own)]
    scratch = lines * blocks * nbytes
    return [
        scan.pass_of("line states", values, own, scratch),
        scan.pass_of("line before", values, -(-lines // scan.threads), scratch),
        scan.pass_of("line values", values, own, scratch),
    ]


def _accumulated(body: ScanBody, target: Target) -> Body:
    """The element body with single sums and products accumulated in double where the device has it, as on the host."""
    (item,) = body.element.accumulations
    if item.kind in ("sum", "prod") and item.matlab_class == "single" and target.f64:
        return replace(body.element, accumulations=(replace(item, matlab_class="double"),))
    return body.element


class _Scan:
    """Writes the passes of one scan."""

    def __init__(
        self, body: ScanBody, element: Body, target: Target, states: tuple[State, ...], space: Space, access: tuple[Read, ...], threads: int
    ) -> None:
        self.body, self.element, self.target, self.states = body, element, target, states
        self.space, self.access, self.threads = space, access, threads

    def pass_of(self, what: str, values: dict[str, int], groups: int, scratch: int = 0) -> Pass:
        key = (
            "scan", what, structure(self.element), self.body.scan.reverse, self.threads, len(self.space.dimensions),
            tuple(r.form for r in self.access), self.body.matlab_class,
        )  # fmt: skip
        write = {
            "lines": self._lines, "line states": self._line_states, "line before": self._line_before, "line values": self._line_values,
            "single": self._block, "states": self._states, "before": self._before, "values": self._values,
        }[what]  # fmt: skip
        return Pass(key, write, values | {"groups": groups}, groups, scratch)

    def _writer(self) -> Writer:
        """A writer with ``fetch(e)``, the Element at a linear index, and the states' functions."""
        writer, body = Writer(self.threads, self.target), self.element
        guarded = bool(body.guards)
        names = declare_element(writer, body, self.access, 1, needs_flag=guarded, blocks=False)
        lines = address(writer, self.space, self.access, "e", "") if any(r.form not in ("linear", "none") for r in self.access) else []
        lines += load_inputs(body, self.access, names, 1, "e", "")
        arguments = "".join(f", {text}" for text in lane_arguments(body, self.access, names, 1, 0, "", ""))
        raised = "if (made.flag) { atomicOr(&flag0[P.slot], 1u); }" if guarded else ""
        writer.declarations.append(
            f"fn fetch(e: u32) -> Element {{\n{chr(10).join(lines)}\nlet made = element(e{arguments});\n{raised}\nreturn made;\n}}"
        )
        if guarded:
            bind_flag(writer)
        writer.declarations.append(declarations(self.states))
        writer.fields |= {"inner": "u32", "lines": "u32", "groups": "u32"}
        at = "(P.n - 1u - j)" if self.body.scan.reverse else "j"
        writer.declarations.append(
            f"fn place(line: u32, j: u32) -> u32 {{ return line % P.inner + P.inner * ({at} + P.n * (line / P.inner)); }}"
        )
        return writer

    def _stored(self, writer: Writer) -> str:
        """Statements that store the running value of state ``s`` at the linear index ``e``."""
        own = self.body.matlab_class
        name = writer.bind("store", 0, store_type(own, 1), writable=True)
        (item,) = self.element.accumulations
        kept = "logical" if own == "logical" else "double" if item.kind.startswith("saturating") else item.matlab_class
        value = cast(self.states[0].value, kept, own)
        if self.body.scan.reverse and item.kind in ("argmax", "argmin"):
            value = f"{register(own)}(P.n + 1u) - {value}"
        return store_element(name, "e", value, own)

    def _lines(self) -> Shader:
        writer = self._writer()
        main = f"""    let line = group * {self.threads}u + t;
    if (line >= P.lines) {{ return; }}
    var s = zero();
    for (var j = 0u; j < P.n; j++) {{
        let e = place(line, j);
        s = add(s, fetch(e), j);
        {self._stored(writer)}
    }}"""
        return writer.finish(entry(self.threads, main), free_loops=True)

    def _own_block(self, writer: Writer) -> str:
        """Statements that give a thread its block of a line: elements ``first`` to ``last`` (exclusive), state number ``own``."""
        writer.fields |= {"blocks": "u32", "each": "u32"}
        return f"""    let own = group * {self.threads}u + t;
    if (own >= P.lines * P.blocks) {{ return; }}
    let line = own % P.lines;
    let first = (own / P.lines) * P.each;
    let last = min(first + P.each, P.n);"""

    def _line_states(self) -> Shader:
        writer = self._writer()
        writer.bind("state", 0, "State", writable=True)
        main = f"""{self._own_block(writer)}
    var s = zero();
    for (var j = first; j < last; j++) {{ s = add(s, fetch(place(line, j)), j); }}
    state0[own] = s;"""
        return writer.finish(entry(self.threads, main), free_loops=True)

    def _line_before(self) -> Shader:
        """From the states of the blocks of each line to the states before them."""
        writer = Writer(self.threads, self.target)
        writer.bind("state", 0, "State", writable=True)
        writer.declarations.append(declarations(self.states, merging_only=True))
        writer.fields |= {"lines": "u32", "blocks": "u32", "groups": "u32"}
        main = f"""    let line = group * {self.threads}u + t;
    if (line >= P.lines) {{ return; }}
    var s = zero();
    for (var own = line; own < P.lines * P.blocks; own += P.lines) {{
        let following = merge(s, state0[own]);
        state0[own] = s;
        s = following;
    }}"""
        return writer.finish(entry(self.threads, main), free_loops=True)

    def _line_values(self) -> Shader:
        writer = self._writer()
        writer.bind("state", 0, "State")
        main = f"""{self._own_block(writer)}
    var s = state0[own];
    for (var j = first; j < last; j++) {{
        let e = place(line, j);
        s = add(s, fetch(e), j);
        {self._stored(writer)}
    }}"""
        return writer.finish(entry(self.threads, main), free_loops=True)

    def _block(self) -> Shader:
        writer = self._writer()
        return writer.finish(entry(self.threads, self._own(writer, "let line = group; let first = t * ITEMS;", "zero()")))

    def _values(self) -> Shader:
        writer = self._writer()
        writer.bind("state", 0, "State")
        writer.fields["blocks"] = "u32"
        start = f"let line = group / P.blocks; let first = (group % P.blocks) * {self.threads * ITEMS}u + t * ITEMS;"
        return writer.finish(entry(self.threads, self._own(writer, start, "state0[group]")))

    def _own(self, writer: Writer, start: str, before: str) -> str:
        """The state of each thread's elements, those before it in the block, and then its running values."""
        writer.declarations.append(f"const ITEMS = {ITEMS}u;\nvar<workgroup> shared_states: array<State, {self.threads}>;")
        return f"""    {start}
    let last = min(first + ITEMS, P.n);
    var own = zero();
    for (var j = first; j < last; j++) {{ own = add(own, fetch(place(line, j)), j); }}
    {before_each(self.threads)}
    var s = {before};
    if (t > 0u) {{ s = merge(s, shared_states[t - 1u]); }}
    for (var j = first; j < last; j++) {{
        let e = place(line, j);
        s = add(s, fetch(e), j);
        {self._stored(writer)}
    }}"""

    def _states(self) -> Shader:
        writer = self._writer()
        writer.bind("state", 0, "State", writable=True)
        writer.fields["blocks"] = "u32"
        writer.declarations.append(f"const ITEMS = {ITEMS}u;\nvar<workgroup> shared_states: array<State, {self.threads}>;")
        main = f"""    let line = group / P.blocks;
    let first = (group % P.blocks) * {self.threads * ITEMS}u + t * ITEMS;
    let last = min(first + ITEMS, P.n);
    var own = zero();
    for (var j = first; j < last; j++) {{ own = add(own, fetch(place(line, j)), j); }}
    shared_states[t] = own;
    workgroupBarrier();
    for (var h = 1u; h < {self.threads}u; h = h * 2u) {{
        if (t % (2u * h) == 0u) {{ shared_states[t] = merge(shared_states[t], shared_states[t + h]); }}
        workgroupBarrier();
    }}
    if (t == 0u) {{ state0[group] = shared_states[0]; }}"""
        return writer.finish(entry(self.threads, main))

    def _before(self) -> Shader:
        return before(self.states, self.target, self.threads)


def scan_refusal(body: ScanBody, cap: int) -> str | None:
    """Why a device cannot run a scan, beyond what holds for its operand."""
    if prod(body.space) > cap:
        return "a running accumulation over an array larger than one binding"
    if SCALARS[body.matlab_class].nbytes == 8 and body.matlab_class != "double":
        return f"{body.scan.name} of class {body.matlab_class} has no device form"
    return None
