"""Operations on single elements in LLVM's language: arithmetic rounds as IEEE says, integers saturate, functions are the C library's."""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ...ir.nodes import Type
from ...ir.ops import FUNCTIONS, as_single
from ...values.classes import INTEGER_LIMITS

_TYPES = {"double": "double", "single": "float", "logical": "i1", "char": "i16", "index": "i64"}
_COMPARED = {"lt": "lt", "le": "le", "gt": "gt", "ge": "ge", "eq": "eq", "ne": "ne"}
_FLOATS = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_BITS = {"bitand": "and", "bitor": "or", "bitxor": "xor", "and": "and", "or": "or"}
NARROW = ("int8", "uint8", "int16", "uint16", "int32", "uint32")
"""Integer classes of which 64 bits hold sums and differences."""
_INTRINSICS = {"sqrt": "sqrt", "abs": "fabs", "floor": "floor", "ceil": "ceil", "fix": "trunc", "round": "round"}

HELPERS = """
define internal double @rk.mod(double %a, double %b) alwaysinline {
  %zero = fcmp oeq double %b, 0.0
  br i1 %zero, label %same, label %go
same:
  ret double %a
go:
  %size = call double @llvm.fabs.f64(double %a)
  %sizeb = call double @llvm.fabs.f64(double %b)
  %ina = fcmp olt double %size, 0x4340000000000000
  %inb = fcmp olt double %sizeb, 0x4340000000000000
  %in = and i1 %ina, %inb
  %fine = select i1 %in, double %a, double 0.5
  %i = fptosi double %fine to i64
  %back = sitofp i64 %i to double
  %whole = fcmp oeq double %back, %fine
  br i1 %whole, label %integers, label %floats
integers:
  %j = fptosi double %b to i64
  %r = srem i64 %i, %j
  %x = xor i64 %r, %j
  %other = icmp slt i64 %x, 0
  %none = icmp eq i64 %r, 0
  %moved = add i64 %r, %j
  %kept = select i1 %other, i64 %moved, i64 %r
  %some = sitofp i64 %kept to double
  %nothing = call double @llvm.copysign.f64(double 0.0, double %b)
  %m = select i1 %none, double %nothing, double %some
  ret double %m
floats:
  %f = call double @fmod(double %a, double %b) #0
  %fnone = fcmp oeq double %f, 0.0
  %fneg = fcmp olt double %f, 0.0
  %bneg = fcmp olt double %b, 0.0
  %fother = xor i1 %fneg, %bneg
  %fmoved = fadd double %f, %b
  %fkept = select i1 %fother, double %fmoved, double %f
  %fnothing = call double @llvm.copysign.f64(double 0.0, double %b)
  %fm = select i1 %fnone, double %fnothing, double %fkept
  ret double %fm
}
define internal double @rk.rem(double %a, double %b) alwaysinline {
  %size = call double @llvm.fabs.f64(double %a)
  %sizeb = call double @llvm.fabs.f64(double %b)
  %ina = fcmp olt double %size, 0x4340000000000000
  %inb = fcmp olt double %sizeb, 0x4340000000000000
  %bsome = fcmp une double %b, 0.0
  %in0 = and i1 %ina, %inb
  %in = and i1 %in0, %bsome
  %fine = select i1 %in, double %a, double 0.5
  %i = fptosi double %fine to i64
  %back = sitofp i64 %i to double
  %whole = fcmp oeq double %back, %fine
  br i1 %whole, label %integers, label %floats
integers:
  %j = fptosi double %b to i64
  %r = srem i64 %i, %j
  %some = sitofp i64 %r to double
  %m = call double @llvm.copysign.f64(double %some, double %a)
  ret double %m
floats:
  %f = call double @fmod(double %a, double %b) #0
  ret double %f
}
define internal i64 @rk.count(double %start, double %step, double %stop) {
  %zero = fcmp oeq double %step, 0.0
  %up = fcmp ogt double %step, 0.0
  %down = fcmp olt double %step, 0.0
  %above = fcmp ogt double %start, %stop
  %below = fcmp olt double %start, %stop
  %e1 = and i1 %up, %above
  %e2 = and i1 %down, %below
  %e3 = or i1 %e1, %e2
  %empty = or i1 %e3, %zero
  br i1 %empty, label %none, label %go
none:
  ret i64 0
go:
  %way = fsub double %stop, %start
  %ratio = fdiv double %way, %step
  %a = call double @llvm.fabs.f64(double %start)
  %b = call double @llvm.fabs.f64(double %stop)
  %c = call double @llvm.fabs.f64(double %step)
  %larger = fcmp ogt double %b, %a
  %most = select i1 %larger, double %b, double %a
  %t = fmul double %most, 0x3CC0000000000000
  %tolerance = fdiv double %t, %c
  %less = fcmp olt double %tolerance, 0.5
  %by = select i1 %less, double %tolerance, double 0.5
  %sum = fadd double %ratio, %by
  %whole = call double @llvm.floor.f64(double %sum)
  %fits = fcmp olt double %whole, 0x433FFFFFFFFFFFFF
  br i1 %fits, label %give, label %far
give:
  %i = fptosi double %whole to i64
  %n = add i64 %i, 1
  ret i64 %n
far:
  ret i64 -1
}
"""
"""``mod`` and ``rem`` by whole numbers, and how many numbers a range has (-1: too many)."""


def type_of(kind: Type) -> str:
    """LLVM's type of a number in a register."""
    name = kind.matlab_class
    return _TYPES.get(name) or f"i{name.removeprefix('u').removeprefix('int')}"


def memory_type(kind: Type) -> str:
    """LLVM's type of an element in memory."""
    return "i8" if kind.matlab_class == "logical" else type_of(kind)


def literal(number: Any, kind: Type) -> str:
    name = kind.matlab_class
    if name in ("double", "single"):
        value = as_single(float(number)) if name == "single" else float(number)
        return f"0x{struct.unpack('<Q', struct.pack('<d', value))[0]:016X}"
    if name == "logical":
        return "true" if number else "false"
    return str(int(number))


def is_signed(kind: Type) -> bool:
    return not (kind.matlab_class.startswith("u") or kind.matlab_class in ("char", "logical"))


class Elements:
    """Writes lines of one function."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.declared: dict[str, None] = {}
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def line(self, text: str) -> str:
        """An instruction that gives a value; the value."""
        name = self.name()
        self.lines.append(f"  {name} = {text}")
        return name

    def intrinsic(self, name: str, result: str, *arguments: tuple[str, str]) -> str:
        types = ", ".join(kind for kind, _ in arguments)
        self.declared[f"declare {result} @{name}({types})"] = None
        return self.line(f"call {result} @{name}({', '.join(f'{kind} {text}' for kind, text in arguments)})")

    # ------------------------------------------------------------------ operations

    def pure(self, name: str, kind: Type, result: Type, x: list[str]) -> str:
        """An operation on operands of the type ``kind``."""
        if name in FUNCTIONS:
            return self._function(name, x)
        if name in _COMPARED:
            return self.compare(name, kind, x)
        floats = kind.matlab_class in ("double", "single")
        text = type_of(kind)
        if name in _FLOATS and floats:
            return self.line(f"{_FLOATS[name]} {text} {x[0]}, {x[1]}")
        if name in _BITS:
            return self.line(f"{_BITS[name]} {text} {x[0]}, {x[1]}")
        if name in _INTRINSICS and floats:
            return self.intrinsic(f"llvm.{_INTRINSICS[name]}.{'f64' if text == 'double' else 'f32'}", text, (text, x[0]))
        method: Callable[..., str] = getattr(self, "_" + name)
        return method(kind, x)

    def compare(self, name: str, kind: Type, x: list[str]) -> str:
        if kind.matlab_class in ("double", "single"):
            return self.line(f"fcmp {'une' if name == 'ne' else 'o' + name} {type_of(kind)} {x[0]}, {x[1]}")
        sign = "" if name in ("eq", "ne") else "s" if is_signed(kind) else "u"
        return self.line(f"icmp {sign}{name} {type_of(kind)} {x[0]}, {x[1]}")

    def _function(self, name: str, x: list[str]) -> str:
        self.declared[f"declare double @{name}({', '.join(['double'] * len(x))})"] = None
        return self.line(f"call double @{name}({', '.join(f'double {a}' for a in x)}) #0")

    def _mod(self, kind: Type, x: list[str]) -> str:
        return self.line(f"call double @rk.mod(double {x[0]}, double {x[1]})")

    def _rem(self, kind: Type, x: list[str]) -> str:
        return self.line(f"call double @rk.rem(double {x[0]}, double {x[1]})")

    def _neg(self, kind: Type, x: list[str]) -> str:
        return self.line(f"fneg {type_of(kind)} {x[0]}")

    def _not(self, kind: Type, x: list[str]) -> str:
        return self.line(f"xor i1 {x[0]}, true")

    def _select(self, kind: Type, x: list[str]) -> str:
        text = type_of(kind)
        return self.line(f"select i1 {x[0]}, {text} {x[1]}, {text} {x[2]}")

    def _offset(self, kind: Type, x: list[str]) -> str:
        return self.line(f"add nsw i64 {x[0]}, {self.line(f'mul nsw i64 {x[1]}, {x[2]}')}")

    def _isnan(self, kind: Type, x: list[str]) -> str:
        return self.line(f"fcmp uno {type_of(kind)} {x[0]}, {x[0]}")

    def _isinf(self, kind: Type, x: list[str]) -> str:
        return self.line(f"fcmp oeq {type_of(kind)} {self._size(kind, x)}, 0x7FF0000000000000")

    def _isfinite(self, kind: Type, x: list[str]) -> str:
        return self.line(f"fcmp olt {type_of(kind)} {self._size(kind, x)}, 0x7FF0000000000000")

    def _size(self, kind: Type, x: list[str]) -> str:
        return self.pure("abs", kind, kind, x)

    def _sign(self, kind: Type, x: list[str]) -> str:
        above, below = self.line(f"fcmp ogt double {x[0]}, 0.0"), self.line(f"fcmp olt double {x[0]}, 0.0")
        zero = self.line(f"select i1 {self._isnan(kind, x)}, double {x[0]}, double 0.0")
        return self.line(f"select i1 {above}, double 1.0, double {self.line(f'select i1 {below}, double -1.0, double {zero}')}")

    def _max(self, kind: Type, x: list[str]) -> str:
        return self._extreme("ge", kind, x)

    def _min(self, kind: Type, x: list[str]) -> str:
        return self._extreme("le", kind, x)

    def _extreme(self, test: str, kind: Type, x: list[str]) -> str:
        """NaN is passed over; of equal numbers the first."""
        text, first = type_of(kind), self.compare(test, kind, x)
        if kind.matlab_class in ("double", "single"):
            first = self.line(f"or i1 {first}, {self._isnan(kind, x[1:])}")
        return self.line(f"select i1 {first}, {text} {x[0]}, {text} {x[1]}")

    def _add(self, kind: Type, x: list[str]) -> str:
        return self._saturating("add", kind, x)

    def _sub(self, kind: Type, x: list[str]) -> str:
        return self._saturating("sub", kind, x)

    def _saturating(self, name: str, kind: Type, x: list[str]) -> str:
        text = type_of(kind)
        if kind.matlab_class == "index":
            return self.line(f"{name} nsw i64 {x[0]}, {x[1]}")
        return self.intrinsic(f"llvm.{'s' if is_signed(kind) else 'u'}{name}.sat.{text}", text, (text, x[0]), (text, x[1]))

    def _mul(self, kind: Type, x: list[str]) -> str:
        text, sign = type_of(kind), "s" if is_signed(kind) else "u"
        pair = self.intrinsic(f"llvm.{sign}mul.with.overflow.{text}", f"{{ {text}, i1 }}", (text, x[0]), (text, x[1]))
        product = self.line(f"extractvalue {{ {text}, i1 }} {pair}, 0")
        over = self.line(f"extractvalue {{ {text}, i1 }} {pair}, 1")
        low, high = INTEGER_LIMITS[kind.matlab_class]
        limit = str(high)
        if sign == "s":
            negative = self.line(f"icmp slt {text} {self.line(f'xor {text} {x[0]}, {x[1]}')}, 0")
            limit = self.line(f"select i1 {negative}, {text} {low}, {text} {high}")
        return self.line(f"select i1 {over}, {text} {limit}, {text} {product}")

    # ------------------------------------------------------------------ conversions

    def convert(self, value: str, source: Type, kind: Type) -> str:
        """A number of the class ``source`` as one of another class."""
        if source == kind:
            return value
        if kind.matlab_class == "double":
            return self._to_double(value, source)
        if kind.matlab_class == "logical":
            zero = "0.0" if source.matlab_class in ("double", "single") else "0"
            return self.line(f"{'fcmp une' if zero == '0.0' else 'icmp ne'} {type_of(source)} {value}, {zero}")
        if source.matlab_class == "logical" and kind.matlab_class != "single":
            return self.line(f"zext i1 {value} to {type_of(kind)}")
        wide = self._to_double(value, source)
        if kind.matlab_class == "single":
            return self.line(f"fptrunc double {wide} to float")
        if kind.matlab_class == "index" or kind.matlab_class == "char":
            return self.line(f"fptosi double {wide} to {type_of(kind)}")
        rounded = self.pure("round", Type("double"), Type("double"), [wide])
        text = type_of(kind)
        return self.intrinsic(f"llvm.fpto{'s' if is_signed(kind) else 'u'}i.sat.{text}.f64", text, ("double", rounded))

    def _to_double(self, value: str, source: Type) -> str:
        if source.matlab_class == "double":
            return value
        if source.matlab_class == "single":
            return self.line(f"fpext float {value} to double")
        return self.line(f"{'si' if is_signed(source) else 'ui'}tofp {type_of(source)} {value} to double")
