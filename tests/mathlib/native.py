"""The mathlib texts as C++: what they compute where ``fma`` rounds once, and where the compiler contracts and reassociates.

The software adapter has no fused multiply-add, so the tests on it never see what graphics processors run (``FUSED``), and it keeps
to the order of operations, which their drivers do not.  GCC stands in for both: ``-ffp-contract=off`` is the arithmetic as it is
written, ``REASSOCIATED`` is as free as drivers are.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from runmat_kernel.codegen import mathlib

from .probe import call

AS_WRITTEN = ("-ffp-contract=off",)
REASSOCIATED = ("-ffp-contract=fast", "-fassociative-math", "-fno-signed-zeros", "-fno-trapping-math", "-freciprocal-math")
HEAD = r"""
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
typedef float f32; typedef double f64; typedef uint32_t u32; typedef int32_t i32; typedef uint64_t u64; typedef int64_t i64;
template<class T> struct vec2 { T x, y; vec2 operator-() const { return {-x, -y}; } };
template<class T> static inline vec2<T> operator*(T a, vec2<T> b) { return {a * b.x, a * b.y}; }
template<class T, int N> struct array { T v[N]; const T& operator[](long i) const { return v[i]; } };
template<class A, class B> static inline auto select_(A a, B b, bool c) { return c ? b : a; }
template<class To, class From> static inline To bitcast_(From f) { To t; memcpy(&t, &f, sizeof t); return t; }
static inline u32 countLeadingZeros(u32 x) { return x ? __builtin_clz(x) : 32; }
static inline u64 countLeadingZeros(u64 x) { return x ? __builtin_clzll(x) : 64; }
static inline f64 fma_(f64 a, f64 b, f64 c) { asm("vfmadd213sd %2, %1, %0" : "+x"(a) : "x"(b), "x"(c)); return a; }
static inline f32 fma_(f32 a, f32 b, f32 c) { asm("vfmadd213ss %2, %1, %0" : "+x"(a) : "x"(b), "x"(c)); return a; }
using std::abs; using std::floor; using std::ceil; using std::sqrt; using std::min; using std::max;
template<class T> static inline T clamp(T a, T low, T high) { return min(max(a, low), high); }
"""
RULES = [
    (r"//[^\n]*", ""),
    (r"\bvar<private>\s+(\w+)\s*:\s*([^=]+?)=\s*array<[^>]*>\(([^)]*)\);", r"static const \2 \1 = {{\3}};"),
    (r"\bselect\(", "select_("),
    (r"\bfma\(", "fma_("),
    (r"\bbitcast<", "bitcast_<"),
    (r"(\d\.\d*(?:e[+-]?\d+)?|\d+e[+-]?\d+)lf\b", r"\1"),
    (r"\b(0x[0-9a-fA-F]+|\d+)lu\b", r"UINT64_C(\1)"),
    (r"\b(0x[0-9a-fA-F]+|\d+)li\b", r"INT64_C(\1)"),
    (r"\bvar (\w+)\s*:\s*([\w<>]+)", r"\2 \1"),
    (r"\bvar (\w+) =", r"auto \1 ="),
    (r"\bconst (\w+) =", r"static const auto \1 ="),
    (r"\blet (\w+) =", r"const auto \1 ="),
    (r"\bif ([^{]+)\{", r"if (\1) {"),
    (r"\bwhile ([^{]+)\{", r"while (\1) {"),
]


def available() -> bool:
    """Whether there is a C++ compiler and a processor with fused multiply-add."""
    information = Path("/proc/cpuinfo")
    return shutil.which("g++") is not None and information.is_file() and " fma " in information.read_text("utf-8")


def translated(text: str) -> str:
    """WGSL as mathlib uses it, in C++."""
    for pattern, replacement in RULES:
        text = re.sub(pattern, replacement, text)
    text = re.sub(r"struct (\w+) \{([^}]*)\}", lambda m: f"struct {m[1]} {{ {_declared(m[2], '; ')}; }};", text)
    text = re.sub(r"fn (\w+)\(([^)]*)\)\s*->\s*([^{]+)\{", lambda m: f"static inline {m[3]} {m[1]}({_declared(m[2], ', ')}) {{", text)
    for name in [*re.findall(r"struct (\w+)", text), "vec2<f32>", "vec2<f64>"]:
        text = _constructed(text, name)
    return text


def _declared(fields: str, joint: str) -> str:
    pairs = [field.split(":") for field in fields.split(",") if field.strip()]
    return joint.join(f"{kind.strip()} {name.strip()}" for name, kind in pairs)


def _constructed(text: str, name: str) -> str:
    """``name(...)`` as ``name{...}``."""
    pattern, at = re.compile(rf"(?<!struct )\b{re.escape(name)}\("), 0
    while found := pattern.search(text, at):
        depth, end = 1, found.end()
        while depth:
            depth += (text[end] == "(") - (text[end] == ")")
            end += 1
        text = f"{text[: found.end() - 1]}{{{text[found.end() : end - 1]}}}{text[end:]}"
        at = found.end()
    return text


class Native:
    """Functions of mathlib or templates, each of one arity, compiled together with the given floating-point options."""

    def __init__(self, templates: Iterable[tuple[str, int]], options: Sequence[str]) -> None:
        self.names: dict[tuple[str, str], str] = {}
        needed: dict[tuple[str, str], None] = {}
        loops = []
        for template, arity in templates:
            for scalar in ("f32", "f64"):
                expression = call(template, [f"in{i}[n]" for i in range(arity)], scalar)
                needed |= dict.fromkeys((name, scalar) for name in re.findall(r"\brm_(\w+)_f\d\d\b", expression))
                name = self.names[template, scalar] = f"kernel{len(self.names)}"
                given = "".join(f"const {scalar}* in{i}, " for i in range(arity))
                body = f"for (long n = 0; n < count; n++) out[n] = {translated(expression)};"
                loops.append(f'extern "C" void {name}({given}{scalar}* out, long count) {{ {body} }}')
        folder = Path(tempfile.mkdtemp())
        (folder / "mathlib.cpp").write_text("\n".join([HEAD, translated(mathlib.source(needed, fused=True)), *loops]))
        command = ["g++", "-O2", "-std=c++17", "-mfma", "-shared", "-fPIC", *options, "-o", folder / "mathlib.so", folder / "mathlib.cpp"]
        subprocess.run(command, check=True)
        self.library = ctypes.CDLL(os.fspath(folder / "mathlib.so"))

    def run(self, template: str, *operands: np.ndarray) -> np.ndarray:
        """The function of the operands, all float32 or all float64, of one length."""
        operands = tuple(np.ascontiguousarray(x) for x in operands)
        result = np.empty(operands[0].shape, operands[0].dtype)
        kernel = getattr(self.library, self.names[template, "f32" if result.dtype == np.float32 else "f64"])
        kernel(*(ctypes.c_void_p(x.ctypes.data) for x in (*operands, result)), ctypes.c_long(result.size))
        return result
