"""Small Fourier transforms as WGSL text: roots of unity, and transforms of 4, 8, 16 or a prime number of values in registers."""

from __future__ import annotations

import math
from collections.abc import Sequence

RADICES = (2, 3, 5, 7, 11, 13)
"""The primes of lengths that are transformed directly."""
_TERMS = {"f32": 5, "f64": 8}


def literal(value: float, kind: str) -> str:
    """A float as a literal of type ``kind``."""
    return f"{value!r}{'f' if kind == 'f32' else 'lf'}"


def helpers(kind: str) -> str:
    """The complex product, and ``root(k, n, step)``: exp(-2 pi i k / n) for k < n, given step = pi / 4 / n.

    The angle is reduced to an eighth of a turn in whole numbers; there Taylor's series are good to the last bit.
    """
    sine = _series([(-1) ** k / math.factorial(2 * k + 1) for k in range(_TERMS[kind])], kind)
    cosine = _series([(-1) ** k / math.factorial(2 * k) for k in range(_TERMS[kind] + 1)], kind)
    return f"""alias C = vec2<{kind}>;
fn product(a: C, b: C) -> C {{ return C(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }}
fn root(k: u32, n: u32, step: {kind}) -> C {{
    let eighth = 8u * k / n;
    let rest = 8u * k - eighth * n;
    let x = step * {kind}(select(rest, n - rest, (eighth & 1u) == 1u));
    let z = x * x;
    let s = x * ({sine});
    let c = {cosine};
    let turned = ((eighth + 1u) & 2u) != 0u;
    let re = select(c, s, turned);
    let im = select(s, c, turned);
    return C(select(re, -re, ((eighth + 2u) & 4u) != 0u), select(-im, im, eighth >= 4u));
}}"""


def root(k: str, n: int, kind: str) -> str:
    """The text of exp(-2 pi i k / n); with a known n, drivers divide by shifts or products."""
    return f"root({k}, {n}u, {literal(math.pi / 4 / n, kind)})"


def _series(coefficients: Sequence[float], kind: str) -> str:
    text = literal(coefficients[-1], kind)
    for c in reversed(coefficients[:-1]):
        text = f"({literal(c, kind)} + z * {text})"
    return text


def twiddles(values: Sequence[str], index: str, length: int, kind: str, name: str) -> tuple[list[str], list[str]]:
    """Statements that multiply value q by exp(-2 pi i index q / length), and the products.

    Roots 1 to 3 and every fourth are computed, the others are products of two of these: one rounding more.
    """
    lines, powers = [], [values[0]]
    for q in range(1, len(values)):
        if q < 4 or q % 4 == 0:
            lines.append(f"let {name}w{q} = {root(f'{index} * {q}u', length, kind)};")
        else:
            lines.append(f"let {name}w{q} = product({name}w{q // 4 * 4}, {name}w{q % 4});")
        lines.append(f"let {name}t{q} = product({values[q]}, {name}w{q});")
        powers.append(f"{name}t{q}")
    return lines, powers


def transform(values: Sequence[str], kind: str, name: str) -> tuple[list[str], list[str]]:
    """Statements that transform the values (names of type ``C``), and the names of the results; ``name`` begins what is defined."""
    n = len(values)
    if n == 2:
        a, b = values
        return [f"let {name}a = {a} + {b};", f"let {name}b = {a} - {b};"], [f"{name}a", f"{name}b"]
    if n == 4:
        return _four(values, name)
    if n == 8:
        return _eight(values, kind, name)
    if n == 16:
        return _sixteen(values, kind, name)
    return _odd(values, kind, name)


def _four(values: Sequence[str], name: str) -> tuple[list[str], list[str]]:
    a, b, c, d = values
    lines = [
        f"let {name}p = {a} + {c}; let {name}q = {a} - {c}; let {name}r = {b} + {d}; let {name}s = {b} - {d};",
        f"let {name}0 = {name}p + {name}r; let {name}2 = {name}p - {name}r;",
        f"let {name}1 = {name}q + C({name}s.y, -{name}s.x); let {name}3 = {name}q + C(-{name}s.y, {name}s.x);",
    ]
    return lines, [f"{name}{k}" for k in range(4)]


def _eight(values: Sequence[str], kind: str, name: str) -> tuple[list[str], list[str]]:
    even_lines, even = _four(values[::2], name + "e")
    odd_lines, odd = _four(values[1::2], name + "o")
    h = literal(math.sqrt(0.5), kind)
    o1, o2, o3 = odd[1:]
    lines = [
        *(*even_lines, *odd_lines),
        f"let {name}m1 = C({o1}.x + {o1}.y, {o1}.y - {o1}.x) * {h};",
        f"let {name}m2 = C({o2}.y, -{o2}.x);",
        f"let {name}m3 = C({o3}.y - {o3}.x, -({o3}.x + {o3}.y)) * {h};",
    ]
    rotated = [odd[0], f"{name}m1", f"{name}m2", f"{name}m3"]
    for k in range(4):
        lines.append(f"let {name}z{k} = {even[k]} + {rotated[k]}; let {name}z{k + 4} = {even[k]} - {rotated[k]};")
    return lines, [f"{name}z{k}" for k in range(8)]


def _sixteen(values: Sequence[str], kind: str, name: str) -> tuple[list[str], list[str]]:
    """Four transforms of every fourth value, turned, and four across them."""
    lines, rows = [], []
    for i in range(4):
        more, four = _four(values[i::4], f"{name}a{i}")
        lines += more
        rows.append([_turned(value, i * k, kind) for k, value in enumerate(four)])
        for k in range(4):
            lines.append(f"let {name}b{i}{k} = {rows[i][k]};")
    results = [""] * 16
    for k in range(4):
        more, four = _four([f"{name}b{i}{k}" for i in range(4)], f"{name}c{k}")
        lines += more
        results[k::4] = four
    return lines, results


def _turned(value: str, k: int, kind: str) -> str:
    """The text of a value times exp(-2 pi i k / 16)."""
    if k == 0:
        return value
    if k == 4:
        return f"C({value}.y, -{value}.x)"
    if k in (2, 6):
        re, im = (f"{value}.x + {value}.y", f"{value}.y - {value}.x") if k == 2 else (f"{value}.y - {value}.x", f"-({value}.x + {value}.y)")
        return f"C({re}, {im}) * {literal(math.sqrt(0.5), kind)}"
    angle = -math.pi * k / 8
    return f"product({value}, C({literal(math.cos(angle), kind)}, {literal(math.sin(angle), kind)}))"


def _odd(values: Sequence[str], kind: str, name: str) -> tuple[list[str], list[str]]:
    """A prime number of values: sums and differences of those that lie opposite, by their cosines and sines."""
    n, half = len(values), len(values) // 2
    lines = []
    for k in range(1, half + 1):
        lines.append(f"let {name}s{k} = {values[k]} + {values[n - k]}; let {name}d{k} = {values[k]} - {values[n - k]};")
    outputs = [f"{name}z0"]
    lines.append(f"let {name}z0 = {values[0]} + {' + '.join(f'{name}s{k}' for k in range(1, half + 1))};")
    for q in range(1, half + 1):
        angles = [2 * math.pi * (q * k % n) / n for k in range(1, half + 1)]
        real = " + ".join(f"{name}s{k} * {literal(math.cos(a), kind)}" for k, a in enumerate(angles, 1))
        imaginary = " + ".join(f"{name}d{k} * {literal(math.sin(a), kind)}" for k, a in enumerate(angles, 1))
        lines.append(f"let {name}u{q} = {values[0]} + {real}; let {name}v{q} = {imaginary};")
        lines.append(f"let {name}z{q} = {name}u{q} + C({name}v{q}.y, -{name}v{q}.x);")
        lines.append(f"let {name}z{n - q} = {name}u{q} - C({name}v{q}.y, -{name}v{q}.x);")
    outputs += [f"{name}z{q}" for q in range(1, n)]
    return lines, outputs


def primes(n: int) -> list[int]:
    """The primes of RADICES in ``n``, and what is left of it, if anything."""
    factors = []
    for p in RADICES:
        while n % p == 0:
            factors.append(p)
            n //= p
    return factors if n == 1 else [*factors, n]


def small_radices(radix: int, most: int) -> tuple[int, ...]:
    """The radices of the stages of a transform: powers of two up to ``most``, as few and as even as possible, then the odd primes."""
    factors = primes(radix)
    twos, each = factors.count(2), most.bit_length() - 1
    count = -(-twos // each)
    return tuple(2 ** (twos // count + (k < twos % count)) for k in range(count)) + tuple(p for p in factors if p != 2)
