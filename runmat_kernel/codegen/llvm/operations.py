"""The operators and built-in functions of WGSL as LLVM instructions on vectors of ``width`` elements."""

from __future__ import annotations

from collections.abc import Sequence

from .values import BITS, FLOATS, SIGNED, TYPES, Group, Value, number

_ARITHMETIC = {"+": "add", "-": "sub", "*": "mul"}
_BITWISE = {"&": "and", "|": "or", "^": "xor", "&&": "and", "||": "or"}
_ORDERED = {"==": "oeq", "!=": "une", "<": "olt", "<=": "ole", ">": "ogt", ">=": "oge"}
_WHOLE = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
_ROUNDED = {"floor": "floor", "ceil": "ceil", "trunc": "trunc", "round": "roundeven", "sqrt": "sqrt"}


class Operations:
    """Writes instructions and collects their lines.  Operands are values of one type, but for literals without one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self.lines: list[str] = []
        self.slots: list[str] = []
        self.needed: dict[str, None] = {}
        self._count = 0

    def name(self, letter: str = "v") -> str:
        self._count += 1
        return f"%{letter}{self._count}"

    def vector(self, kind: str) -> str:
        return f"<{self.width} x {TYPES[kind]}>"

    def emit(self, text: str, kind: str) -> Value:
        name = self.name()
        self.lines.append(f"{name} = {text}")
        return Value(kind, name)

    def call(self, function: str, operands: Sequence[tuple[str, str]], kind: str) -> Value:
        """A call of an LLVM function, declared on the way; ``operands`` are types and texts."""
        result = self.vector(kind)
        self.needed[f"declare {result} @{function}({', '.join(o[0] for o in operands)})"] = None
        return self.emit(f"call {result} @{function}({', '.join(' '.join(o) for o in operands)})", kind)

    def typed(self, value: Value, kind: str) -> Value:
        """A literal without a type in that of its neighbour."""
        return number(int(value.text), kind) if value.type == "int" else value

    def alike(self, *values: Value) -> list[Value]:
        kind = next((v.type for v in values if v.type != "int"), "int")
        return [self.typed(v, "i32" if kind == "int" else kind) for v in values]

    # ------------------------------------------------------------------ operators

    def binary(self, sign: str, a: Value, b: Value) -> Value:
        if sign in ("<<", ">>"):
            return self._shift(sign, self.typed(a, "i32"), self.typed(b, "u32"))
        a, b = self.alike(a, b)
        kind, vector = a.type, self.vector(a.type)
        if a.type != b.type:
            raise NotImplementedError(f"{sign} of {a.type} and {b.type}")
        if sign in _ORDERED:
            if kind in FLOATS:
                return self.emit(f"fcmp {_ORDERED[sign]} {vector} {a.text}, {b.text}", "bool")
            prefix = "" if sign in ("==", "!=") else "s" if kind in SIGNED else "u"
            return self.emit(f"icmp {prefix}{_WHOLE[sign]} {vector} {a.text}, {b.text}", "bool")
        if sign in _BITWISE:
            return self.emit(f"{_BITWISE[sign]} {vector} {a.text}, {b.text}", kind)
        if kind in FLOATS:
            operation = {"/": "fdiv", "%": "frem"}.get(sign) or f"f{_ARITHMETIC[sign]}"
        else:
            if sign in "/%":
                b = self._divisor(a, b)
            signed = "s" if kind in SIGNED else "u"
            operation = {"/": f"{signed}div", "%": f"{signed}rem"}.get(sign) or _ARITHMETIC[sign]
        return self.emit(f"{operation} {vector} {a.text}, {b.text}", kind)

    def _divisor(self, a: Value, b: Value) -> Value:
        """A whole number that processors can divide by: 1 for 0, and where the quotient has no place in the type."""
        unfit = self.binary("==", b, number(0, b.type))
        if b.type in SIGNED:
            lowest = self.binary("==", a, number(-(2 ** (BITS[a.type] - 1)), a.type))
            unfit = self.binary("||", unfit, self.binary("&&", lowest, self.binary("==", b, number(-1, b.type))))
        return self.choose(unfit, number(1, b.type), b)  # type: ignore[return-value]

    def _shift(self, sign: str, a: Value, b: Value) -> Value:
        amount = self.convert(b, "u64" if BITS[a.type] == 64 else "u32")
        operation = "shl" if sign == "<<" else "ashr" if a.type in SIGNED else "lshr"
        # WGSL takes the amount modulo the number of bits
        limit = number(BITS[a.type] - 1, amount.type)
        if not amount.text.startswith("splat"):
            amount = self.binary("&", amount, limit)
        return self.emit(f"{operation} {self.vector(a.type)} {a.text}, {amount.text}", a.type)

    def unary(self, sign: str, a: Value) -> Value:
        if a.type == "int":
            return Value("int", repr(-int(a.text)))
        vector = self.vector(a.type)
        if sign == "-":
            return self.emit(f"fneg {vector} {a.text}" if a.type in FLOATS else f"sub {vector} zeroinitializer, {a.text}", a.type)
        return self.emit(f"xor {vector} {a.text}, splat (i{BITS[a.type]} {'true' if a.type == 'bool' else -1})", a.type)

    def choose(self, mask: Value, a: Value | Group, b: Value | Group) -> Value | Group:
        """``a`` where the mask is true, else ``b``."""
        if isinstance(a, Group) and isinstance(b, Group):
            return Group(a.type, tuple(self.choose(mask, x, y) for x, y in zip(a.parts, b.parts, strict=True)))
        assert isinstance(a, Value) and isinstance(b, Value)
        a, b = self.alike(a, b)
        vector = self.vector(a.type)
        return self.emit(f"select {self.vector('bool')} {mask.text}, {vector} {a.text}, {vector} {b.text}", a.type)

    # ------------------------------------------------------------------ conversions

    def convert(self, value: Value, kind: str) -> Value:
        """A value in another type, as WGSL converts it."""
        have = value.type
        if have == "int":
            return number(int(value.text), kind)
        if have == kind:
            return value
        if kind == "bool":
            return self.unary("!", self.binary("==", value, number(0, have)))
        source, target = self.vector(have), self.vector(kind)
        if have in FLOATS:
            if kind in FLOATS:
                return self.emit(f"{'fpext' if kind == 'f64' else 'fptrunc'} {source} {value.text} to {target}", kind)
            # what lies outside of the type is looked at in no element that needs it, but must not be anything at will
            whole = self.emit(f"fpto{'s' if kind in SIGNED else 'u'}i {source} {value.text} to {target}", kind)
            return self.emit(f"freeze {target} {whole.text}", kind)
        if kind in FLOATS:
            return self.emit(f"{'s' if have in SIGNED else 'u'}itofp {source} {value.text} to {target}", kind)
        if BITS[have] == BITS[kind]:
            return Value(kind, value.text)
        operation = "trunc" if BITS[have] > BITS[kind] else "sext" if have in SIGNED else "zext"
        return self.emit(f"{operation} {source} {value.text} to {target}", kind)

    def same_bits(self, value: Value, kind: str) -> Value:
        if (value.type in FLOATS) == (kind in FLOATS):
            return Value(kind, value.text)
        return self.emit(f"bitcast {self.vector(value.type)} {value.text} to {self.vector(kind)}", kind)

    # ------------------------------------------------------------------ functions

    def builtin(self, name: str, operands: list[Value]) -> Value | None:
        """A function of WGSL itself; None for all other names."""
        if name == "select":
            no, yes, mask = operands
            return self.choose(mask, yes, no)  # type: ignore[return-value]
        if name in ("min", "max", "clamp"):
            return self._limited(name, self.alike(*operands))
        if name == "fma":
            return self._intrinsic("fma", operands)
        if name in _ROUNDED:
            return self._intrinsic(_ROUNDED[name], operands)
        if name == "inverseSqrt":
            return self.binary("/", number(1, operands[0].type), self._intrinsic("sqrt", operands))
        if name == "abs":
            (a,) = operands
            if a.type in FLOATS:
                return self._intrinsic("fabs", [a])
            return self.choose(self.binary("<", a, number(0, a.type)), self.unary("-", a), a)  # type: ignore[return-value]
        if name == "countLeadingZeros":
            (a,) = operands
            return self.call(f"llvm.ctlz.v{self.width}i{BITS[a.type]}", [(self.vector(a.type), a.text), ("i1", "false")], a.type)
        return None

    def _limited(self, name: str, operands: list[Value]) -> Value:
        if name == "clamp":
            value, low, high = operands
            return self._limited("min", [self._limited("max", [value, low]), high])
        a, b = operands
        return self.choose(self.binary("<" if name == "min" else ">", a, b), a, b)  # type: ignore[return-value]

    def _intrinsic(self, name: str, operands: list[Value]) -> Value:
        kind = operands[0].type
        vector = self.vector(kind)
        return self.call(f"llvm.{name}.v{self.width}f{BITS[kind]}", [(vector, o.text) for o in operands], kind)
