"""MATLAB classes in WGSL: the type of a value in registers, how arrays lie in memory, casts, and literals.

Memory is laid out exactly as NumPy's, so that transfers are plain copies: logicals and 8-bit integers lie four to a 32-bit
word, 16-bit integers two to a word.  In registers they are ``bool``, ``i32`` or ``u32``.
"""

from __future__ import annotations

from ...base.records import record
from ...values.classes import INTEGER_LIMITS


@record
class Scalar:
    """A class's register type and its bytes in memory; ``per_word`` elements share a 32-bit word (1: none share)."""

    register: str
    nbytes: int
    per_word: int = 1


SCALARS: dict[str, Scalar] = {
    "double": Scalar("f64", 8),
    "single": Scalar("f32", 4),
    "logical": Scalar("bool", 1, 4),
    "int8": Scalar("i32", 1, 4),
    "uint8": Scalar("u32", 1, 4),
    "int16": Scalar("i32", 2, 2),
    "uint16": Scalar("u32", 2, 2),
    "char": Scalar("u32", 2, 2),
    "int32": Scalar("i32", 4),
    "uint32": Scalar("u32", 4),
    "int64": Scalar("i64", 8),
    "uint64": Scalar("u64", 8),
}
UNSIGNED = {"uint8", "uint16", "uint32", "uint64", "char"}
FLOATS = {"double": "f64", "single": "f32"}
LIMITS = {**INTEGER_LIMITS, "char": (0, 65535)}
COMPONENTS = "xyzw"
"""The names of a vector's components."""

ZERO = {"f64": "0.0lf", "f32": "0.0f", "bool": "false", "i32": "0i", "u32": "0u", "i64": "0li", "u64": "0lu"}
ONE = {"f64": "1.0lf", "f32": "1.0f", "bool": "true", "i32": "1i", "u32": "1u", "i64": "1li", "u64": "1lu"}


def register(matlab_class: str) -> str:
    """The WGSL type that holds a value of a class in a register."""
    return SCALARS[matlab_class].register


def compute_class(matlab_class: str) -> str:
    """The class in which operations of a compute class run: integers and chars compute in double, as on the host."""
    return matlab_class if matlab_class in ("double", "single", "logical") else "double"


def integer_literal(value: int, type_name: str) -> str:
    """``value`` as a literal of an integer type; the lowest signed values have no literal of their own."""
    suffix = {"i32": "i", "u32": "u", "i64": "li", "u64": "lu"}[type_name]
    if (type_name, value) in (("i32", -(2**31)), ("i64", -(2**63))):
        return f"({value + 1}{suffix} - 1{suffix})"
    return f"({value}{suffix})" if value < 0 else f"{value}{suffix}"


def float_bits(kind: str, type_name: str) -> str:
    """NaN, infinity or minus infinity (``nan``, ``inf``, ``-inf``) of a float type, which have no literals."""
    bits = {"f32": {"nan": "0x7fc00000u", "inf": "0x7f800000u", "-inf": "0xff800000u"},
            "f64": {"nan": "0x7ff8000000000000lu", "inf": "0x7ff0000000000000lu", "-inf": "0xfff0000000000000lu"}}  # fmt: skip
    # Through a function parameter: naga refuses constant expressions that are not finite.
    return f"rk_float_{type_name}({bits[type_name][kind]})"


def is_nan(value: str, type_name: str) -> str:
    """The test for NaN by bits; ``false`` for types that have none."""
    return f"rk_isnan_{type_name}({value})" if type_name in ("f32", "f64") else "false"


def cast(value: str, source: str, target: str) -> str:
    """``value`` of class ``source`` as class ``target``: floats to integers round half away from zero and saturate, NaN is 0."""
    if source == target:
        return value
    have, want = register(source), register(target)
    if want == "bool":
        # Not `!=`: naga makes that an ordered comparison, which is false for NaN.
        return f"(!({value} == {ZERO[have]}))"
    if have == "bool":
        return f"select({ZERO[want]}, {ONE[want]}, {value})"
    if want in ("f32", "f64"):
        return f"{want}({value})"
    if have in ("f32", "f64"):
        return f"rk_cast_{have}_{target}({value})"
    return _integer_cast(value, source, target)


def _integer_cast(value: str, source: str, target: str) -> str:
    low, high = LIMITS[source]
    want_low, want_high = LIMITS[target]
    have, want = register(source), register(target)
    clamped = value
    if want_low > low:
        clamped = f"max({clamped}, {integer_literal(want_low, have)})"
    if want_high < high:
        clamped = f"min({clamped}, {integer_literal(want_high, have)})"
    return clamped if have == want else f"{want}({clamped})"


def unpack(word: str, position: str, matlab_class: str) -> str:
    """Element ``position`` (text of a u32, within the word) of a word that several elements share."""
    bits = SCALARS[matlab_class].nbytes * 8
    kind = register(matlab_class)
    offset = f"({position}) * {bits}u"
    if kind == "bool":
        return f"(extractBits({word}, {offset}, {bits}u) != 0u)"
    return f"extractBits(bitcast<i32>({word}), {offset}, {bits}u)" if kind == "i32" else f"extractBits({word}, {offset}, {bits}u)"


def load_element(name: str, index: str, matlab_class: str) -> str:
    """One element at ``index`` of a buffer bound with width 1."""
    per_word = SCALARS[matlab_class].per_word
    return f"{name}[{index}]" if per_word == 1 else unpack(f"{name}[({index}) / {per_word}u]", f"({index}) % {per_word}u", matlab_class)


def prelude(f64: bool, text: str) -> str:
    """The helper functions that ``text`` calls: bit tests, values without literals, saturating casts."""
    parts = []
    for type_name, bits_type in (("f32", "u32"), ("f64", "u64")):
        if type_name == "f64" and not f64:
            continue
        mask, limit = ("0x7fffffffu", "0x7f800000u") if type_name == "f32" else ("0x7ffffffffffffffflu", "0x7ff0000000000000lu")
        if f"rk_keep_{type_name}(" in text:
            # Both words of a double: a driver that sees its high one takes a sum for finite.
            zero = "P.zero" if type_name == "f32" else "(u64(P.zero) | (u64(P.zero) << 32u))"
            keep = f"bitcast<{type_name}>(bitcast<{bits_type}>(x) ^ {zero})"
            parts.append(f"fn rk_keep_{type_name}(x: {type_name}) -> {type_name} {{ return {keep}; }}")
        if f"rk_float_{type_name}(" in text:
            parts.append(f"fn rk_float_{type_name}(b: {bits_type}) -> {type_name} {{ return bitcast<{type_name}>(b); }}")
        casts = [c for c in LIMITS if f"rk_cast_{type_name}_{c}(" in text]
        if casts or f"rk_isnan_{type_name}(" in text:
            parts.append(f"fn rk_isnan_{type_name}(x: {type_name}) -> bool {{ return (bitcast<{bits_type}>(x) & {mask}) > {limit}; }}")
        parts.extend(_saturating_cast(type_name, c) for c in casts)
    return "\n".join(parts)


def _saturating_cast(type_name: str, target: str) -> str:
    low, high = LIMITS[target]
    want = register(target)
    suffix = "f" if type_name == "f32" else "lf"
    # See fix.f64.wgsl.
    whole = "trunc(x)" if type_name == "f32" else "select(floor(x), ceil(x), x < 0.0lf)"
    # high + 1 is a power of two, hence exact in both float types; low is one as well, or zero.
    return f"""fn rk_cast_{type_name}_{target}(x: {type_name}) -> {want} {{
    let t = {whole};
    let r = t + select(0.0{suffix}, select(-1.0{suffix}, 1.0{suffix}, x > 0.0{suffix}), abs(x - t) >= 0.5{suffix});
    if (rk_isnan_{type_name}(x)) {{ return {ZERO[want]}; }}
    if (r >= {float(high + 1)!r}{suffix}) {{ return {integer_literal(high, want)}; }}
    if (r <= {float(low)!r}{suffix}) {{ return {integer_literal(low, want)}; }}
    return {want}(r);
}}"""
