"""Fourier transforms as shaders: Stockham's algorithm with large radices, whose small transforms run in workgroup memory.

A pass of radix R reads, for each column j of N / R, the elements j + r N / R, transforms them, and writes them where the next pass
finds them in order; ``before`` is the product of the radices of the passes before it.  A workgroup takes neighbouring columns, so
that memory is read and written in runs.  Lengths with primes beyond 13 go by Bluestein's convolution of a larger length.
An inverse transform is the forward one with real and imaginary parts exchanged on both ends.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from math import prod

from ..fourier import FourierBody
from ..target import Target
from .access import merged, reads
from .butterfly import RADICES, helpers, literal, transform, twiddles
from .load import address, declare_element, lane_arguments, launch_values, load_inputs, structure
from .scalars import FLOATS
from .shader import Pass, Shader, Writer

THREADS = 256
_MOST_TILE = 4096
"""Elements of a workgroup, at most: a thread holds sixteen."""
_SOFTWARE_TILE = 1024
"""The same on a software adapter, whose compiler takes long for what a thread does at once."""
_LEAST_COLUMNS = 8
"""Columns that a workgroup of a pass among several takes: runs of memory of 32 bytes and more."""
_LONGEST = 1 << 28


@dataclass(frozen=True, slots=True)
class Step:
    """One pass: from ``source`` (``element``, ``chirped``, ``chirp``, ``state`` or ``filtered``) to ``sink`` (``state`` or ``store``,
    ``unchirped``), with places in the state in elements; ``total`` is N, ``inner`` and ``outer`` what lies around the dimension.
    ``chirp_at``: where the transformed chirp is."""

    radix: int
    before: int
    total: int
    inner: int
    outer: int
    source: str
    sink: str
    source_at: int
    sink_at: int
    chirp_at: int = 0


def fourier_passes(body: FourierBody, target: Target) -> list[Pass]:
    """The dispatches of a transform."""
    tile, n = _tile(body, target), body.form.length
    inner, outer = prod(body.space[: body.form.dim]), prod(body.space[body.form.dim + 1 :])
    steps, size = _direct(n, inner, outer, tile) if _smooth(n) else _bluestein(n, inner, outer, tile)
    nbytes = size * 2 * _bytes(body)
    return [_pass(body, target, step, tile, nbytes) for step in steps]


def fourier_refusal(body: FourierBody, target: Target, cap: int) -> str | None:
    """Why a device cannot run a transform, beyond what holds for what is transformed."""
    n = body.form.length
    longest = n if _smooth(n) else _convolved(n)
    inner, outer = prod(body.space[: body.form.dim]), prod(body.space[body.form.dim + 1 :])
    if body.matlab_class == "double" and not target.f64:
        return "precision: this device has no double precision"
    tile = _tile(body, target)
    size = (_direct if _smooth(n) else _bluestein)(n, inner, outer, tile)[1]
    if max(prod(body.space), prod(body.transformed)) > cap or size * 2 * _bytes(body) > target.max_binding_bytes or longest >= _LONGEST:
        return "what is transformed is larger than one binding of this device holds"
    return None


def _bytes(body: FourierBody) -> int:
    return 8 if body.matlab_class == "double" else 4


def _tile(body: FourierBody, target: Target) -> int:
    """Elements of a workgroup: both parts of each lie in its memory."""
    return min(_SOFTWARE_TILE if target.is_software else _MOST_TILE, 1 << (target.workgroup_bytes // (2 * _bytes(body))).bit_length() - 1)


def _primes(n: int) -> list[int]:
    found = []
    for p in RADICES:
        while n % p == 0:
            found.append(p)
            n //= p
    return found if n == 1 else [*found, n]


def _smooth(n: int) -> bool:
    return all(p in RADICES for p in _primes(n))


def _convolved(n: int) -> int:
    """The length of the convolution by which ``n`` points are transformed."""
    least = 2 * n - 1
    return min(c << max(0, -(-least // c) - 1).bit_length() for c in (1, 3, 5, 9))


def radices(n: int, tile: int) -> list[int]:
    """The radices of the passes of a length: one where a workgroup holds all of it, else as few and as even as possible."""
    if n <= tile:
        return [n]
    most, primes = tile // _LEAST_COLUMNS, sorted(_primes(n), reverse=True)
    count = max(2, math.ceil(math.log(n) / math.log(most) - 1e-9))
    while True:
        parts = [1] * count
        for p in primes:
            parts[parts.index(min(parts))] *= p
        if max(parts) <= most:
            return sorted(parts, reverse=True)
        count += 1


def _chain(points: tuple[int, int, int], tile: int, source: str, sink: str, start: int, places: tuple[int, int]) -> list[Step]:
    """The passes of one transform of (length, inner, outer) points: they read at ``start``, then write to two places in turns."""
    found, before = [], 1
    for k, radix in enumerate(parts := radices(points[0], tile)):
        last = k == len(parts) - 1
        found.append(Step(radix, before, *points, source if k == 0 else "state", sink if last else "state", start, places[k % 2]))
        before, start = before * radix, places[k % 2]
    return found


def _direct(n: int, inner: int, outer: int, tile: int) -> tuple[list[Step], int]:
    """The passes of a transform of a smooth length, and the elements of state that they need."""
    size, passes = n * inner * outer, len(radices(n, tile))
    return _chain((n, inner, outer), tile, "element", "store", 0, (0, size)), size * min(2, passes - 1)


def _bluestein(n: int, inner: int, outer: int, tile: int) -> tuple[list[Step], int]:
    """The passes of a transform of any length: the transform of the chirp, that of the chirped elements, their product, and back."""
    m = _convolved(n)
    size = m * inner * outer
    first = _chain((m, 1, 1), tile, "chirp", "state", 0, (2 * size, 2 * size + m))
    second = _chain((m, inner, outer), tile, "chirped", "state", 0, (0, size))
    found = second[-1].sink_at
    third = _chain((m, inner, outer), tile, "filtered", "unchirped", found, (size - found, found))
    third[0] = replace(third[0], chirp_at=first[-1].sink_at)
    return [*first, *second, *third], 2 * (size + m)


def _pass(body: FourierBody, target: Target, step: Step, tile: int, nbytes: int) -> Pass:
    parts, n = step.total // step.radix, body.form.length
    columns = parts * step.inner * step.outer
    width = max(1, 1 << (tile // step.radix).bit_length() - 1)
    while width > _LEAST_COLUMNS and columns // width < 512:
        width //= 2
    element = body.element
    space = merged(element, element.space, element.inputs, tuple(i.offset for i in element.inputs))
    found = reads(element, space, 1)
    line = step.inner == 1 and parts == 1
    form = Form(step.radix, width, step.before > 1, step.source, step.sink, line, line or (step.inner == 1 and step.before == 1))
    key: tuple = ("fourier", form, body.matlab_class)
    values: dict[str, int | float] = {
        **{"parts": parts, "inner": step.inner, "columns": columns, "before": step.before, "total": step.total, "length": n},
        **{"source": step.source_at, "sink": step.sink_at, "chirps": step.chirp_at, "given": body.space[body.form.dim]},
        **{"step": math.pi / 4 / (step.before * step.radix), "turn": math.pi / 8 / n, "scale": _scale(body, step)},
    }
    if step.source in ("element", "chirped"):
        key = (*key, structure(element), tuple(r.form for r in found), len(space.dimensions), body.form.inverse)
        values |= launch_values(space, found) | {"base": 0}
    if step.sink in ("store", "unchirped"):
        key = (*key, body.outputs, len(element.stores), len(body.space), target.i64)
        values |= {f"s{d}": size for d, size in enumerate(body.transformed)}
    return Pass((*key, target.i64), lambda: _write(body, target, form, space, found), values, -(-columns // width), nbytes)


def _scale(body: FourierBody, step: Step) -> float:
    """What the results are multiplied by on the way out."""
    inverse = body.form.length if body.form.inverse else 1
    return 1.0 / (inverse * (step.total if step.sink == "unchirped" else 1))


@dataclass(frozen=True, slots=True)
class Form:
    """What the text of a pass depends on: its radix and columns, whether passes came before, where it reads and writes.

    ``line``: elements of a column are neighbours, so that threads read along it; ``along``: so they write.
    """

    radix: int
    width: int
    later: bool
    source: str
    sink: str
    line: bool
    along: bool


def _write(body: FourierBody, target: Target, form: Form, space, found) -> Shader:
    writer, kind = Writer(THREADS, target), FLOATS[body.matlab_class]
    writer.declarations.append(helpers(kind))
    load = _load(writer, body, form, space, found, kind)
    if {form.source, form.sink} & {"state", "filtered"}:
        writer.bind("state", 0, "C", writable=True)
    elements = form.radix * form.width
    writer.declarations.append(f"var<workgroup> re: array<{kind}, {elements}>;\nvar<workgroup> im: array<{kind}, {elements}>;")
    writer.fields |= {"parts": "u32", "inner": "u32", "columns": "u32", "before": "u32", "total": "u32"}
    twiddle = ""
    if form.later:
        writer.fields["step"] = kind
        twiddle = f"v = product(v, root((j % P.before) * row, P.before * {form.radix}u, P.step));"
    store = _store(writer, body, form, kind, target)
    stages = "\n".join(_stages(form, kind))
    main = f"""fn place(row: u32, c: u32) -> u32 {{ return {f"row + c * {form.radix}u" if form.line else f"row * {form.width}u + c"}; }}
@compute @workgroup_size({THREADS})
fn main(@builtin(local_invocation_index) t: u32, @builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) grid: vec3<u32>) {{
    let first = (id.x + id.y * grid.x) * {form.width}u;
    if (first >= P.columns) {{ return; }}
    for (var s = t; s < {elements}u; s += {THREADS}u) {{
        {_position(form, form.line)}
        var v = C();
        if (g < P.columns) {{
            let k = j + row * P.parts;
            {load}
            {twiddle}
        }}
        re[place(row, c)] = v.x;
        im[place(row, c)] = v.y;
    }}
    workgroupBarrier();
    {stages}
    for (var s = t; s < {elements}u; s += {THREADS}u) {{
        {_position(form, form.along)}
        if (g >= P.columns) {{ continue; }}
        let k = (j / P.before) * P.before * {form.radix}u + j % P.before + row * P.before;
        var v = C(re[place(row, c)], im[place(row, c)]);
        {store}
    }}
}}"""
    return writer.finish(main)


def _position(form: Form, along: bool) -> str:
    """Statements from the number ``s`` of an element of the workgroup to its row, column, and the column's place in the array."""
    fast, slow, length = ("row", "c", form.radix) if along else ("c", "row", form.width)
    split = f"let {fast} = s % {length}u; let {slow} = s / {length}u;"
    return f"{split} let g = first + c; let i = g % P.inner; let j = (g / P.inner) % P.parts; let o = g / (P.inner * P.parts);"


def _load(writer: Writer, body: FourierBody, form: Form, space, found, kind: str) -> str:
    """Statements that give ``v`` the element k of column j of line (i, o)."""
    state = "P.source + i + P.inner * (k + P.total * o)"
    if form.source in ("state", "filtered"):
        writer.fields["source"] = "u32"
        if form.source == "state":
            return f"v = state0[{state}];"
        writer.fields["chirps"] = "u32"
        return f"v = product(state0[{state}], state0[P.chirps + k]).yx;"
    if form.source == "chirp":
        _declare_chirp(writer, kind)
        return "let near = min(k, P.total - k); if (near < P.length) { v = chirp(near); v.y = -v.y; }"
    _declare_entry(writer, body, space, found)
    writer.fields["given"] = "u32"
    entry = "v = entry(i + P.inner * (k + P.given * o));"
    if form.source == "element":
        return f"if (k < P.given) {{ {entry} }}"
    _declare_chirp(writer, kind)
    return f"if (k < min(P.given, P.length)) {{ {entry} v = product(v, chirp(k)); }}"


def _declare_entry(writer: Writer, body: FourierBody, space, found) -> None:
    """``entry(e)``: what is transformed, its parts exchanged where the transform is an inverse one."""
    element = body.element
    guarded = bool(element.guards)
    names = declare_element(writer, element, found, 1, needs_flag=guarded, blocks=False)
    lines = address(writer, space, found, "e", "") if any(r.form not in ("linear", "none") for r in found) else []
    lines += load_inputs(element, found, names, 1, "e", "")
    arguments = "".join(f", {text}" for text in lane_arguments(element, found, names, 1, 0, "", ""))
    raised = "if (made.flag) { atomicOr(&flag0[P.slot], 1u); }" if guarded else ""
    parts = ["made.s0", "made.s1" if len(element.stores) > 1 else literal(0.0, FLOATS[body.matlab_class])]
    parts = parts[::-1] if body.form.inverse else parts
    writer.declarations.append(f"""fn entry(e: u32) -> C {{
    {chr(10).join(lines)}
    let made = element(e{arguments});
    {raised}
    return C({", ".join(parts)});
}}""")


def _declare_chirp(writer: Writer, kind: str) -> None:
    """``chirp(k)``: exp(-pi i k^2 / length); the square is taken modulo twice the length."""
    if "turn" in writer.fields:
        return
    writer.fields |= {"length": "u32", "turn": kind}
    if writer.target.i64:
        square = "let square = u32(u64(k) * u64(k) % u64(2u * P.length));"
    else:
        square = """var square = 0u;
    for (var b = 32u - countLeadingZeros(k); b > 0u; b -= 1u) {
        square = (2u * square + select(0u, k, ((k >> (b - 1u)) & 1u) == 1u)) % (2u * P.length);
    }"""
    writer.declarations.append(f"""fn chirp(k: u32) -> C {{
    {square}
    return root(square, 2u * P.length, P.turn);
}}""")


def _stages(form: Form, kind: str) -> list[str]:
    """The transform of every column in workgroup memory: one stage for each small radix, all of it read before anything is written."""
    lines, before = [], 1
    for number, r in enumerate(small_radices(form.radix)):
        parts = form.radix // r
        count = parts * form.width
        writes = []
        for u in range(-(-count // THREADS)):
            name = f"g{number}_{u}"
            b = f"t + {u * THREADS}u" if count % THREADS == 0 else f"min(t + {u * THREADS}u, {count - 1}u)"
            j, c = (f"{name}b % {parts}u", f"{name}b / {parts}u") if form.line else (f"{name}b / {form.width}u", f"{name}b % {form.width}u")
            lines.append(f"let {name}b = {b}; let {name}j = {j}; let {name}c = {c};")
            values = [f"{name}x{q}" for q in range(r)]
            for q, value in enumerate(values):
                lines.append(f"let {value}p = place({name}j + {q * parts}u, {name}c); let {value} = C(re[{value}p], im[{value}p]);")
            if before > 1:
                more, values = twiddles(values, f"({name}j % {before}u)", before * r, kind, name)
                lines += more
            more, values = transform(values, kind, name + "f")
            lines += more
            own = f"if (t + {u * THREADS}u < {count}u) " if count % THREADS else ""
            row = f"({name}j / {before}u) * {before * r}u + {name}j % {before}u"
            stores = " ".join(
                f"{{ let p = place({row} + {q * before}u, {name}c); re[p] = {v}.x; im[p] = {v}.y; }}" for q, v in enumerate(values)
            )
            writes.append(f"{own}{{ {stores} }}")
        lines += ["workgroupBarrier();", *writes, "workgroupBarrier();"]
        before *= r
    return lines


def small_radices(radix: int) -> list[int]:
    """The radices of the stages in workgroup memory."""
    primes = _primes(radix) if radix > 1 else []
    twos = primes.count(2)
    eights, left = divmod(twos, 3)
    if left == 1 and eights:
        found = [8] * (eights - 1) + [4, 4]
    else:
        found = [8] * eights + [2**left] * (left > 0)
    return found + [p for p in primes if p != 2]


def _store(writer: Writer, body: FourierBody, form: Form, kind: str, target: Target) -> str:
    """Statements that write ``v``, element k of line (i, o) of the transform."""
    if form.sink == "state":
        writer.fields["sink"] = "u32"
        return "state0[P.sink + i + P.inner * (k + P.total * o)] = v;"
    writer.fields |= {"scale": kind, "length": "u32"}
    lines = []
    if form.sink == "unchirped":
        _declare_chirp(writer, kind)
        lines.append("if (k >= P.length) { continue; } v = product(v.yx, chirp(k));")
    lines.append(f"v = v{'.yx' if body.form.inverse else ''} * P.scale;")
    lines.append("let e = i + P.inner * (k + P.length * o);")
    real = len(body.element.stores) == 1 or bool(body.form.mirror)
    outputs = [
        (writer.bind("store", n, kind, writable=True), "y" if output.imaginary else "x", output.imaginary)
        for n, output in enumerate(body.outputs)
    ]
    if not real:
        return "\n".join([*lines, *(f"{name}[e] = v.{part};" for name, part, _ in outputs)])
    # Of two conjugate elements the first one is computed, the other follows from it.
    lines += _opposite(writer, body)
    lines.append("if (e > other) { continue; }")
    for name, part, imaginary in outputs:
        lines.append(f"{name}[e] = {f'select(v.y, {literal(0.0, kind)}, e == other)' if imaginary else 'v.x'};")
        lines.append(f"if (other != e) {{ {name}[other] = {'-' if imaginary else ''}v.{part}; }}")
    return "\n".join(lines)


def _opposite(writer: Writer, body: FourierBody) -> list[str]:
    """Statements that define ``other``, the element at minus the index along every dimension in ``mirror``."""
    if body.form.mirror in ((), (body.form.dim,)):
        return ["let other = i + P.inner * (select(P.length - k, 0u, k == 0u) + P.length * o);"]
    lines, rest, stride, terms = [], "e", "1u", []
    for d in range(len(body.space)):
        writer.fields[f"s{d}"] = "u32"
        lines.append(f"let x{d} = {rest} % P.s{d}; let r{d} = {rest} / P.s{d}; let z{d} = {stride};")
        at = f"select(P.s{d} - x{d}, 0u, x{d} == 0u)" if d in body.form.mirror else f"x{d}"
        terms.append(f"{at} * z{d}")
        rest, stride = f"r{d}", f"z{d} * P.s{d}"
    return [*lines, f"let other = {' + '.join(terms)};"]
