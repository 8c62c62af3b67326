"""Random programs of loops over single numbers and elements: every class, branches, nested loops, ranges, growth, functions, errors.

Machine code must agree with ordinary execution in values, classes, printed text, and in the error with its line and what was done
until then.
"""

from __future__ import annotations

import random

import numpy as np

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array, class_of, shape_of
from runmat_kernel.values.functions import FunctionHandle

INTEGERS = ("int8", "uint8", "int16", "int32", "uint32", "int64")
FUNCTIONS = {
    "g1": "function y = g1(a, b)\n  y = 0.5 * a + mod(b, 7);\nend",
    "g2": "function [u, v] = g2(a)\n  if a > 3\n    u = a - 1; v = 2;\n    return\n  end\n  u = a + 0.5; v = -a;\nend",
    "g3": "function y = g3(n)\n  if n < 2\n    y = 1;\n  else\n    y = g3(n - 1) + 0.5 * g3(n - 2);\n  end\nend",
    "g4": "function y = g4(v, k)\n  y = 0;\n  for q = 1:k\n    y = y + v(q);\n  end\nend",
}
VALUES = ("0", "1", "2", "3", "-1", "0.5", "-2.5", "7", "10", "100", "NaN", "Inf", "-Inf", "-0", "300", "0.1")
PLAIN = VALUES[:9]
OPERATORS = ("+", "-", "*", "/", "+", "-", "*", ".*", "./", "\\", "^", ".^")
COMPARISONS = ("<", "<=", ">", ">=", "==", "~=")
ONE = ("floor", "ceil", "round", "fix", "abs", "sign", "sqrt", "exp", "log", "sin", "cos", "atan", "tanh", "isnan", "isinf", "isfinite",
       "real", "imag", "conj", "logical", "double", "single", "numel", "isempty", "length", "not", "log2", "asin", "log1p")  # fmt: skip
TWO = ("mod", "rem", "max", "min", "atan2", "hypot", "bitand", "bitor", "xor", "plus", "times", "power")


class ScalarProgram:
    """One program from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.numbers = ["a", "b", "c", "d"]
        self.arrays = ["x", "y", "w", "G"]
        self.indices: list[str] = []
        self.depth = self.loops = 0
        self.wild = self.chance(0.25)
        self.lines = [f"{name} = {self.start()};" for name in self.numbers if self.chance(0.92)]
        self.n = self.pick((1, 2, 3, 5, 8, 12))
        n, has_a = self.n, any(line.startswith("a =") for line in self.lines)
        self.lines += [f"x = {self.array(1, n)};", f"y = {self.array(n, 1)};", f"w = {self.array(1, 3)};", f"G = {self.array(n, 4)};"]
        self.lines += [f"h = @(p, q) p * 0.5 {'+ a ' if has_a else ''}- q;", "s = 'hello world';"]
        for _ in range(self.pick((1, 1, 2))):
            self.lines += self.loop("")
        self.text = "\n".join(self.lines)
        self.text += "\n" + "\n".join(code for name, code in FUNCTIONS.items() if name + "(" in self.text)

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def pick(self, items):
        return self.random.choice(items)

    def start(self) -> str:
        value = self.pick(VALUES if self.wild else PLAIN)
        how = self.random.random()
        if how < 0.7:
            return value
        if how < 0.8:
            return f"{self.pick(INTEGERS)}({self.pick(PLAIN)})"
        if how < 0.87:
            return f"single({value})"
        if how < 0.93:
            return self.pick(("true", "false"))
        return self.pick(("'a'", "1 + 2i", "-0.5i", "int8(100)"))

    def array(self, rows: int, columns: int) -> str:
        kind = self.random.random()
        base = f"reshape({self.random.randint(-3, 3)} + (1:{rows * columns}) * {self.pick(('1', '0.5', '3', '-1'))}, {rows}, {columns})"
        if kind < 0.6:
            return base
        if kind < 0.7:
            return f"single({base})"
        if kind < 0.82:
            return f"{self.pick(INTEGERS)}({base})"
        if kind < 0.9:
            return f"{base} > 2"
        return f"{base} * (1 + 0.5i)" if kind < 0.95 else f"zeros({rows}, {columns})"

    # ------------------------------------------------------------------ expressions

    def leaf(self) -> str:
        how = self.random.random()
        if how < 0.25:
            return self.pick(VALUES if self.wild else PLAIN)
        if how < 0.5 and self.indices:
            return self.pick(self.indices)
        if how < 0.72:
            return self.pick(self.numbers)
        return self.element() if how < 0.95 else self.pick(("pi", "eps", "true", "1i", "'q'", "int32(5)", "uint8(200)"))

    def subscript(self, end: bool = True) -> str:
        how = self.random.random()
        if how < 0.5 and self.indices:
            return self.pick(self.indices)
        if how < 0.6 and self.indices:
            return f"{self.pick(self.indices)} {self.pick('+-')} 1"
        if how < 0.7:
            return str(self.random.randint(1, 3))
        if how < 0.8 and end:
            return self.pick(("end", "end - 1", "numel(x)"))
        if how < 0.96:
            return f"mod({self.number(1)}, {self.pick((2, 3))}) + 1"
        return self.number(1)

    def element(self) -> str:
        name = self.pick(self.arrays)
        if name == "G":
            return f"G({self.subscript()}, {self.subscript()})"
        return f"{name}({self.subscript()})" if not self.chance(0.08) else f"s({self.subscript()})"

    def number(self, depth: int = 2) -> str:
        how = self.random.random()
        if depth <= 0 or how < 0.25:
            return self.leaf()
        if how < 0.62:
            return f"({self.number(depth - 1)} {self.pick(OPERATORS)} {self.number(depth - 1)})"
        if how < 0.7:
            return f"{self.pick('-+~')}{self.number(depth - 1)}" if self.chance(0.6) else f"{self.pick(self.numbers)}'"
        if how < 0.8:
            return f"{self.pick(ONE)}({self.number(depth - 1)})"
        if how < 0.9:
            return f"{self.pick(TWO)}({self.number(depth - 1)}, {self.number(depth - 1)})"
        if how < 0.93:
            return self.condition(depth - 1)
        if how < 0.95:
            return f"{self.pick(INTEGERS)}({self.number(depth - 1)})"
        a, b = self.leaf(), self.leaf()
        return self.pick((f"g1({a}, {b})", f"g3(mod({a}, 6))", f"h({a}, {b})", "g4(x, 2)", "size(G, 2)"))

    def condition(self, depth: int = 2) -> str:
        how = self.random.random()
        if depth <= 0 or how < 0.6:
            return f"{self.number(1)} {self.pick(COMPARISONS)} {self.number(1)}"
        if how < 0.85:
            return f"({self.condition(depth - 1)}) {self.pick(('&&', '||', '&', '|'))} ({self.condition(depth - 1)})"
        return f"~({self.condition(depth - 1)})" if how < 0.93 else self.number(1)

    # ------------------------------------------------------------------ statements

    def block(self, indent: str, most: int = 3) -> list[str]:
        return [line for _ in range(self.random.randint(1, most)) for line in self.statement(indent)]

    def statement(self, indent: str) -> list[str]:
        how = self.random.random()
        self.depth += 1
        try:
            if self.depth < 4:
                if how < 0.16:
                    return self.branch(indent)
                if how < 0.21:
                    return self.switch(indent)
                if how < 0.31 and self.loops < 3:
                    return self.loop(indent)
            if how < 0.38 and self.loops:
                return [f"{indent}if {self.condition(1)}, {self.pick(('break', 'continue', 'break'))}, end"]
            if how < 0.57:
                return self.write(indent)
            if how < 0.59:
                return [f"{indent}if {self.condition(1)}, {self.pick(self.noise())}, end"]
            if how < 0.62:
                u, v = self.random.sample(self.numbers, 2)
                return [f"{indent}[{u}, {v}] = g2({self.leaf()});"]
            return [f"{indent}{self.pick(self.numbers)} = {self.number()};"]
        finally:
            self.depth -= 1

    def noise(self) -> tuple[str, ...]:
        """What only ordinary code does."""
        name = self.pick(self.numbers)
        return (f"disp({name})", f"fprintf('%g\\n', {name})", f"{name} = [1 2 3];", f"{name} = 'text';", f"clear {name}",
                "error('my:id', 'stop')", f"{name} = {name}", f"x = [x {self.leaf()}];", f"{name} = {{1}};")  # fmt: skip

    def write(self, indent: str) -> list[str]:
        how = self.random.random()
        if how < 0.12:
            return [f"{indent}{self.pick(('x', 'y', 'w'))}(end + 1) = {self.number(1)};"]
        if how < 0.2 and self.indices:
            return [f"{indent}{self.pick(('x', 'w'))}({self.pick(self.indices)}) = {self.number(1)};"]
        if how < 0.5:
            return [f"{indent}G({self.subscript()}, {self.subscript()}) = {self.number()};"]
        return [f"{indent}{self.pick(('x', 'y', 'w'))}({self.subscript()}) = {self.number()};"]

    def branch(self, indent: str) -> list[str]:
        lines = [f"{indent}if {self.condition()}", *self.block(indent + "  ")]
        if self.chance(0.3):
            lines += [f"{indent}elseif {self.condition()}", *self.block(indent + "  ")]
        if self.chance(0.5):
            lines += [f"{indent}else", *self.block(indent + "  ")]
        return [*lines, f"{indent}end"]

    def switch(self, indent: str) -> list[str]:
        lines = [f"{indent}switch {self.pick((f'mod({self.leaf()}, 3)', self.leaf()))}"]
        for label in self.random.sample(("0", "1", "{1, 2}", "2.5", "'a'", "true"), 2):
            lines += [f"{indent}  case {label}", *self.block(indent + "    ", 2)]
        if self.chance(0.6):
            lines += [f"{indent}  otherwise", *self.block(indent + "    ", 2)]
        return [*lines, f"{indent}end"]

    def loop(self, indent: str) -> list[str]:
        self.loops += 1
        name = "ijkm"[self.loops - 1] if self.loops < 5 else "z"
        try:
            if self.chance(0.25):
                count = f"t{self.loops}"
                outer, self.indices = self.indices, [*self.indices, count]
                body = self.block(indent + "  ", 4)
                self.indices = outer
                head = f"{indent}while {count} < {self.pick((3, 7, 20))} && ({self.condition(1)})"
                return [f"{indent}{count} = 0;", head, f"{indent}  {count} = {count} + 1;", *body, f"{indent}end"]
            outer, self.indices = self.indices, [*self.indices, name]
            body = self.block(indent + "  ", 4)
            self.indices = outer
            return [f"{indent}for {name} = {self.range()}", *body, f"{indent}end"]
        finally:
            self.loops -= 1

    def range(self) -> str:
        plain = (f"1:{self.n}", "1:numel(x)", f"{self.n}:-1:1", f"2:{self.n}", "1:20", "1:40", "0:3", "5:3", "1:2:9")
        odd = ("0:0.25:1.5", "-1:0.4:1", "3:-0.5:1", f"{self.leaf()}:mod({self.leaf()}, 9)", "x", "w", "G", "int32(1):int32(4)", "[4 2 1]")
        inner = tuple(f"{i}:{self.n}" for i in self.indices) + tuple(f"1:{i}" for i in self.indices)
        return self.pick(plain + inner) if self.chance(0.8) else self.pick(odd)


class Twice:
    """Two sessions, one with machine code from the first iteration on."""

    def __init__(self) -> None:
        self.ordinary = Session(provider="host", loops=False, strict=True)
        self.machine = Session(provider="host", hot_milliseconds=0, strict=True)
        self.compiled = 0

    def disagreement(self, text: str) -> str | None:
        """The first difference in words."""
        found = []
        for session in (self.ordinary, self.machine):
            session.run("clear all")
            outcome = session.run(text)
            error = outcome.error
            fault = (error.identifier, error.message, [(f.name, f.line) for f in error.stack]) if error is not None else None
            found.append((fault, outcome.text, dict(session.workspace_values), outcome.report))
        (fault, printed, values, _), (other_fault, other_printed, other_values, report) = found
        self.compiled += len(report.machined)
        if fault != other_fault:
            return f"error {fault} against {other_fault}"
        for name in sorted({*values, *other_values}):
            if (name in values) != (name in other_values):
                return f"{name} is set in one of them"
            if difference := differs(values[name], other_values[name]):
                return f"{name}: {difference}"
        return None if printed == other_printed else f"printed {printed!r} against {other_printed!r}"


def differs(a, b) -> str:
    if (class_of(a), shape_of(a)) != (class_of(b), shape_of(b)):
        return f"{class_of(a)} {shape_of(a)} against {class_of(b)} {shape_of(b)}"
    if isinstance(a, FunctionHandle) or class_of(a) == "cell":
        return ""
    left, right = as_array(a), as_array(b)
    if left.dtype != right.dtype:
        return f"{left.dtype} against {right.dtype}"
    if left.dtype.kind not in "fc":
        return "" if np.array_equal(left, right) else f"{left} against {right}"
    with np.errstate(all="ignore"):
        near = np.isclose(left, right, rtol=64 * np.finfo(left.dtype).eps, atol=0, equal_nan=True)
    return "" if near.all() else f"{left} against {right}"
