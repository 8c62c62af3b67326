"""Where the passes of a Fourier transform begin and end: what is transformed, the chirp of Bluestein's algorithm, and the results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..forms.transform import TransformBody
from .access import Read, Space
from .butterfly import literal
from .load import address, declare_element, lane_arguments, load_inputs
from .scalars import FLOATS
from .shader import Writer

if TYPE_CHECKING:
    from .fourier_pass import Variant


def declare_load(writer: Writer, body: TransformBody, form: Variant, space: Space, access: Sequence[Read]) -> None:
    """``load(at, k)``: the element at place ``at`` of what a pass reads, which has index k along the dimension."""
    if form.source in ("state", "filtered"):
        writer.fields["source"] = "u32"
        text = "return state0[at];"
        if form.source == "filtered":
            writer.fields["chirps"] = "u32"
            text = "return product(state0[at], state0[P.chirps + k]).yx;"
    elif form.source == "chirp":
        _declare_chirp(writer, FLOATS[body.matlab_class])
        text = f"""let near = min(k, {form.total}u - k);
    let v = chirp(min(near, P.length - 1u));
    return select(C(), C(v.x, -v.y), near < P.length);"""
    else:
        _declare_entry(writer, body, space, access)
        writer.fields |= {"points": "u32", "length": "u32"}
        text = "return entry(at);"
        # What lies beyond the end is the last element of the line, so that nothing waits for a branch.
        if form.padded or form.source == "chirped":
            step = "1u" if form.flat else "P.inner"
            v = f"entry(at - (k - min(k, P.points - 1u)) * {step})"
            text = f"let v = {v};\n    return select(C(), v, k < P.points);"
        if form.source == "chirped":
            _declare_chirp(writer, FLOATS[body.matlab_class])
            text = f"""let last = min(P.points, P.length) - 1u;
    let near = min(k, last);
    return select(C(), product(entry(at - (k - near) * {step}), chirp(near)), k <= last);"""
    writer.declarations.append(f"fn load(at: u32, k: u32) -> C {{\n    {text}\n}}")


def _declare_entry(writer: Writer, body: TransformBody, space: Space, access: Sequence[Read]) -> None:
    """``entry(e)``: what is transformed, its parts exchanged where the transform is an inverse one."""
    element = body.element
    guarded = bool(element.guards)
    names = declare_element(writer, element, access, 1, needs_flag=guarded, blocks=False)
    lines = address(writer, space, access, "e", "") if any(r.form not in ("linear", "none") for r in access) else []
    lines += load_inputs(element, access, names, 1, "e", "")
    arguments = "".join(f", {text}" for text in lane_arguments(element, access, names, 1, 0, "", ""))
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


def declare_store(writer: Writer, body: TransformBody, form: Variant) -> None:
    """``store(k, i, o, v)``: v is element k of line (i, o) of the transform.  Passes with others to come write to the state themselves."""
    inner = "1u" if form.flat else "P.inner"
    if form.sink == "state":
        writer.fields["sink"] = "u32"
        lines = [f"state0[P.sink + i + {inner} * (k + {form.total}u * o)] = v;"]
        value = "v"
    else:
        lines, value = _results(writer, body, form, inner), "unscaled"
    text = "\n    ".join(lines)
    writer.declarations.append(f"fn store(k: u32, i: u32, o: u32, {value}: C) {{\n    {text}\n}}")


def _results(writer: Writer, body: TransformBody, form: Variant, inner: str) -> list[str]:
    """Statements that write ``unscaled``, scaled, to the arrays that hold the parts of the transform."""
    kind = FLOATS[body.matlab_class]
    writer.fields |= {"scale": kind, "length": "u32"}
    lines, value = [], "unscaled"
    if form.sink == "unchirped":
        _declare_chirp(writer, kind)
        lines.append("if (k >= P.length) { return; }")
        value = "product(unscaled.yx, chirp(k))"
    lines.append(f"let v = {value}{'.yx' if body.form.inverse else ''} * P.scale;")
    lines.append(f"let e = i + {inner} * (k + P.length * o);")
    outputs = [
        (writer.bind("store", n, kind, writable=True), "y" if output.imaginary else "x", output.imaginary)
        for n, output in enumerate(body.outputs)
    ]
    if len(body.element.stores) > 1 and not body.form.mirror:
        return [*lines, *(f"{name}[e] = v.{part};" for name, part, _ in outputs)]
    # Of two conjugate elements the first one is computed, the other follows from it.
    lines += _opposite(writer, body, inner)
    lines.append("if (e > other) { return; }")
    zero = literal(0.0, kind)
    for name, part, imaginary in outputs:
        # +0 for what has no imaginary part: its angle is pi, never -pi
        lines.append(f"{name}[e] = {f'select(v.y, {zero}, e == other || v.y == {zero})' if imaginary else 'v.x'};")
        lines.append(f"if (other != e) {{ {name}[other] = {f'select(-v.y, {zero}, v.y == {zero})' if imaginary else f'v.{part}'}; }}")
    return lines


def _opposite(writer: Writer, body: TransformBody, inner: str) -> list[str]:
    """Statements that define ``other``, the element at minus the index along every dimension in ``mirror``."""
    if body.form.mirror in ((), (body.form.dim,)):
        return [f"let other = i + {inner} * (select(P.length - k, 0u, k == 0u) + P.length * o);"]
    lines, rest, stride, terms = [], "e", "1u", []
    for d in range(len(body.space)):
        writer.fields[f"s{d}"] = "u32"
        lines.append(f"let x{d} = {rest} % P.s{d}; let r{d} = {rest} / P.s{d}; let z{d} = {stride};")
        at = f"select(P.s{d} - x{d}, 0u, x{d} == 0u)" if d in body.form.mirror else f"x{d}"
        terms.append(f"{at} * z{d}")
        rest, stride = f"r{d}", f"z{d} * P.s{d}"
    return [*lines, f"let other = {' + '.join(terms)};"]
