"""Accumulations as WGSL: their state, how an element is added, how two states merge, and the value they end in.

States merge in a fixed tree, so results do not depend on scheduling.  Sums in f32 are compensated (Kahan); deviations are
Welford's, merged by Chan's formula.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ...base.records import record
from ..body import Accumulation
from .scalars import LIMITS, SCALARS, ZERO, float_bits, integer_literal, is_nan, register

NONE = "0xffffffffu"
_FAR = "17179869184.0lf"
"""More than twice as far as any two numbers of 32-bit integer classes are apart: what is added beyond it makes no difference."""


def accumulated_class(accumulation: Accumulation, operand: str) -> str:
    """The class of what is accumulated: positions compare, and truth tests look at, the operand as it is."""
    if accumulation.kind in ("argmax", "argmin", "any", "all", "count_nonzero"):
        return operand
    return accumulation.matlab_class


@record
class State:
    """The state of one accumulation.

    ``members`` are (name, WGSL type) with ``start`` values; ``add`` the statements that take element ``x`` at position ``at``
    into state ``s``; ``merge`` those that take state ``b`` into ``s``; ``value`` the result text; names are of this state alone.
    ``add_all`` gives the statements that take several elements side by side at once, where that is less work than one by one.
    """

    members: tuple[tuple[str, str], ...]
    start: tuple[str, ...]
    add: str
    merge: str
    value: str
    add_all: Callable[[Sequence[str]], str] | None = None


def state(k: int, accumulation: Accumulation, operand: str, *, nan_max: bool = False) -> State:
    """The state of accumulation number ``k`` over values of class ``operand`` (as ``accumulated_class`` gives it).

    ``nan_max``: see ``codegen.target.Target``.
    """
    if nan_max and accumulation.omit_nan and accumulation.kind in ("max", "min") and operand in ("double", "single"):
        return _extreme_number(f"k{k}", f"e.a{k}", accumulation, operand)
    make = {"sum": _sum, "prod": _prod, "max": _extreme, "min": _extreme, "argmax": _position, "argmin": _position,
            "any": _truth, "all": _truth, "count_nonzero": _count, "moment2": _moment, "saturating_sum": _saturating,
            "saturating_prod": _saturating}[accumulation.kind]  # fmt: skip
    one = make(f"k{k}", f"e.a{k}", accumulation, operand)
    if accumulation.omit_nan and operand in ("double", "single") and accumulation.kind in ("sum", "prod", "moment2"):
        one = replace(one, add=f"if (!{is_nan(f'e.a{k}', register(operand))}) {{ {one.add} }}", add_all=None)
    return one


def _pairwise(items: Sequence[str], join: str) -> str:
    """``items`` joined in a balanced tree."""
    while len(items) > 1:
        items = [join.format(*items[k : k + 2]) if k + 1 < len(items) else items[k] for k in range(0, len(items), 2)]
    return items[0]


def _sum(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind = register(item.matlab_class)

    def together(elements: Sequence[str]) -> str:
        return add.replace(x, _pairwise([x.replace("e.", f"{e}.") for e in elements], "({} + {})"))

    if kind != "f32":
        add = f"s.{p} += {x};"
        return State(((p, kind),), (ZERO[kind],), add, f"s.{p} += b.{p};", f"s.{p}", together)
    finite = "(bitcast<u32>(t) & 0x7f800000u) != 0x7f800000u"
    add = f"{{ let y = {x} - s.{p}c; let t = rk_keep_f32(s.{p} + y); s.{p}c = select(0.0f, (t - s.{p}) - y, {finite}); s.{p} = t; }}"
    merge = (
        f"{{ let t = rk_keep_f32(s.{p} + b.{p}); let y = rk_keep_f32(t - s.{p}); let lost = (s.{p} - (t - y)) + (b.{p} - y); "
        f"s.{p}c = select(0.0f, (s.{p}c + b.{p}c) - lost, {finite}); s.{p} = t; }}"
    )
    return State(((p, kind), (f"{p}c", kind)), ("0.0f", "0.0f"), add, merge, f"(s.{p} - s.{p}c)", together)


def _prod(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind = register(item.matlab_class)
    return State(((p, kind),), (f"{kind}(1)",), f"s.{p} *= {x};", f"s.{p} *= b.{p};", f"s.{p}")


def _extreme(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind, better = register(operand), ">" if item.kind == "max" else "<"
    if operand == "logical":
        combine = "||" if item.kind == "max" else "&&"
        start = "0u" if item.kind == "max" else "1u"
        add = f"s.{p} = select(0u, 1u, (s.{p} != 0u) {combine} {x});"
        return State(((p, "u32"),), (start,), add, add.replace(x, f"(b.{p} != 0u)"), f"(s.{p} != 0u)")
    if kind not in ("f32", "f64"):
        low, high = LIMITS[operand]
        start = integer_literal(low if item.kind == "max" else high, kind)
        text = f"if ({{0}} {better} s.{p}) {{{{ s.{p} = {{0}}; }}}}"
        return State(((p, kind),), (start,), text.format(x), text.format(f"b.{p}"), f"s.{p}")
    if item.omit_nan:  # NaN stands for nothing seen yet
        start = float_bits("nan", kind)
        text = f"if (!{is_nan('{0}', kind)} && ({is_nan(f's.{p}', kind)} || {{0}} {better} s.{p})) {{{{ s.{p} = {{0}}; }}}}"
    else:
        start = float_bits("-inf" if item.kind == "max" else "inf", kind)
        text = f"if ({is_nan('{0}', kind)} || (!{is_nan(f's.{p}', kind)} && {{0}} {better} s.{p})) {{{{ s.{p} = {{0}}; }}}}"
    return State(((p, kind),), (start,), text.format(x), text.format(f"b.{p}"), f"s.{p}")


def _extreme_number(p: str, x: str, item: Accumulation, operand: str) -> State:
    """NaN stands for nothing seen yet, and a device whose ``max`` gives the number passes over it."""
    kind = register(operand)

    def together(elements: Sequence[str]) -> str:
        extreme = _pairwise([f"s.{p}", *[x.replace("e.", f"{e}.") for e in elements]], f"{item.kind}({{}}, {{}})")
        return f"s.{p} = {extreme};"

    return State(((p, kind),), (float_bits("nan", kind),), together(["e"]), f"s.{p} = {item.kind}(s.{p}, b.{p});", f"s.{p}", together)


def _position(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind, better = register(operand), ">" if item.kind == "argmax" else "<"
    value, result = x, register(item.matlab_class)
    if operand == "logical":
        kind, value = "u32", f"select(0u, 1u, {x})"
    wins = f"s.{p}i == {NONE} || y {better} s.{p} || (y == s.{p} && i < s.{p}i)"
    if kind in ("f32", "f64") and item.omit_nan:
        wins = f"!{is_nan('y', kind)} && ({wins})"
    elif kind in ("f32", "f64"):  # the first NaN wins
        new, old = is_nan("y", kind), is_nan(f"s.{p}", kind)
        wins = f"select({wins}, !{old} || i < s.{p}i, {new}) && (s.{p}i == {NONE} || {new} || !{old})"
    text = f"{{{{ let y = {{0}}; let i = {{1}}; if ({wins}) {{{{ s.{p} = y; s.{p}i = i; }}}} }}}}"
    merge = f"if (b.{p}i != {NONE}) {text.format(f'b.{p}', f'b.{p}i')}"
    number = f"select({result}(s.{p}i) + {result}(1), {result}(1), s.{p}i == {NONE})"
    return State(((p, kind), (f"{p}i", "u32")), (f"{kind}(0)", NONE), text.format(value, "at"), merge, number)


def _truth(p: str, x: str, item: Accumulation, operand: str) -> State:
    test = x if operand == "logical" else f"!({x} == {ZERO[register(operand)]})"
    if item.kind == "any" and operand in ("double", "single"):  # NaN is not zero, but ``any`` passes over it
        test = f"({test} && !{is_nan(x, register(operand))})"
    start, combine = ("0u", "||") if item.kind == "any" else ("1u", "&&")
    text = f"s.{p} = select(0u, 1u, (s.{p} != 0u) {combine} {{0}});"
    return State(((p, "u32"),), (start,), text.format(test), text.format(f"(b.{p} != 0u)"), f"(s.{p} != 0u)")


def _count(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind = register(item.matlab_class)
    test = x if operand == "logical" else f"!({x} == {ZERO[register(operand)]})"
    return State(((p, kind),), (f"{kind}(0)",), f"s.{p} += select({kind}(0), {kind}(1), {test});", f"s.{p} += b.{p};", f"s.{p}")


def _moment(p: str, x: str, item: Accumulation, operand: str) -> State:
    kind = register(item.matlab_class)
    n, m = f"{p}n", f"{p}m"
    # Kept: a driver takes d * (d * 0) as (d * d) * 0, which is NaN where the square overflows.
    keep = f"rk_keep_{kind}"
    add = f"{{ s.{n} += {kind}(1); let d = {x} - s.{m}; s.{m} += d / s.{n}; s.{p} = fma(d, {keep}({x} - s.{m}), s.{p}); }}"
    merge = (
        f"if (b.{n} > {kind}(0)) {{ let n = s.{n} + b.{n}; let d = b.{m} - s.{m}; let w = b.{n} / n; "
        f"s.{p} += b.{p} + d * {keep}(d * (s.{n} * w)); s.{m} += d * w; s.{n} = n; }}"
    )

    def together(elements: Sequence[str]) -> str:
        """Their own mean and deviations first, so that one quotient does for all; ``r`` is what rounding the mean ``c`` left."""
        numbers = [x.replace("e.", f"{e}.") for e in elements]
        count, part = len(numbers), f"{kind}({1 / len(numbers)!r})"
        # From the first one on: the sum of a few large elements can overflow where their mean does not.
        mean = f"{numbers[0]} + {_pairwise([f'({y} - {numbers[0]})' for y in numbers[1:]], '({} + {})')} * {part}"
        own = " ".join(f"let d{k} = {y} - c;" for k, y in enumerate(numbers))
        squares = _pairwise([f"d{k} * d{k}" for k in range(count)], "({} + {})")
        rest = _pairwise([f"d{k}" for k in range(count)], "({} + {})")
        return (
            f"{{ let c = {mean}; {own} let r = {rest} * {part}; let n = s.{n} + {kind}({count}); "
            f"let d = (c - s.{m}) + r; let w = {kind}({count}) / n; let q = {squares}; let less = {kind}({count}) * r * r; "
            # Where squares overflow, the difference would be one of infinities.
            f"s.{p} += select(q - less, q, less >= q) + d * {keep}(d * (s.{n} * w)); s.{m} += d * w; s.{n} = n; }}"
        )

    return State(((p, kind), (n, kind), (m, kind)), (f"{kind}(0)",) * 3, add, merge, f"s.{p}", together)


def _saturating(p: str, x: str, item: Accumulation, operand: str) -> State:
    """Running sums and products that stay inside an integer class: what all steps do to a number, which is to add (multiply) ``p`` and
    then to keep it between two bounds.  Such steps merge into one such step.  Doubles hold every number that is not cut off."""
    low, high = (f"{float(bound)!r}lf" for bound in LIMITS[item.matlab_class])
    operator, neutral = ("+", "0.0lf") if item.kind == "saturating_sum" else ("*", "1.0lf")
    text = (
        f"{{{{ let low = s.{p}l {operator} {{0}}; let high = s.{p}h {operator} {{0}}; "
        f"s.{p} = clamp(s.{p} {operator} {{0}}, -{_FAR}, {_FAR}); "
        f"s.{p}l = clamp(min(low, high), {{1}}, {{2}}); s.{p}h = clamp(max(low, high), {{1}}, {{2}}); }}}}"
    )
    members = ((p, "f64"), (f"{p}l", "f64"), (f"{p}h", "f64"))
    value = f"clamp(s.{p}, s.{p}l, s.{p}h)"
    return State(members, (neutral, low, high), text.format(f"f64({x})", low, high), text.format(f"b.{p}", f"b.{p}l", f"b.{p}h"), value)


def state_bytes(states: Sequence[State]) -> int:
    """The size of the combined state, as WGSL lays it out when its 8-byte members come first."""
    sizes = [8 if kind.endswith("64") else 4 for s in states for _, kind in s.members]
    total = sum(sizes)
    return -(-total // 8) * 8 if 8 in sizes else total


def declarations(states: Sequence[State], *, merging_only: bool = False, width: int = 1) -> str:
    """``struct State`` and the functions ``zero``, ``merge`` and (unless ``merging_only``) ``add`` of an Element at a position.

    Where ``width`` is above one, ``add_all`` takes so many Elements side by side, the first of them at a position.
    """
    members = sorted(
        ((name, kind, start) for s in states for (name, kind), start in zip(s.members, s.start, strict=True)),
        key=lambda m: not m[1].endswith("64"),
    )
    text = f"""struct State {{ {", ".join(f"{name}: {kind}" for name, kind, _ in members)} }}
fn zero() -> State {{ return State({", ".join(start for _, _, start in members)}); }}
fn merge(a: State, b: State) -> State {{
    var s = a;
    {chr(10).join(s.merge for s in states)}
    return s;
}}"""
    if merging_only:
        return text
    text = f"""{text}
fn add(old: State, e: Element, at: u32) -> State {{
    var s = old;
    {chr(10).join(s.add for s in states)}
    return s;
}}"""
    if width == 1:
        return text
    elements = [f"e{lane}" for lane in range(width)]
    return f"""{text}
fn add_all(old: State, {", ".join(f"{e}: Element" for e in elements)}, first: u32) -> State {{
    var s = old;
    {chr(10).join(_several(s, elements) for s in states)}
    return s;
}}"""


def _several(state: State, elements: Sequence[str]) -> str:
    if state.add_all is not None:
        return state.add_all(elements)
    return "\n".join(f"{{ let e = {name}; let at = first + {lane}u; {state.add} }}" for lane, name in enumerate(elements))


def supported(accumulation: Accumulation) -> bool:
    """Whether the accumulator's class is one that the device adds up as MATLAB does."""
    if accumulation.kind in ("sum", "prod", "moment2", "count_nonzero", "argmax", "argmin"):
        return accumulation.matlab_class in ("double", "single")
    return accumulation.matlab_class in SCALARS
