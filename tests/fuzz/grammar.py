"""Random MATLAB programs of array math: pointwise chains, masks, reductions, products, indexing, classes and awkward shapes."""

from __future__ import annotations

import random
from dataclasses import dataclass

UNARY = (
    "sin cos tan exp log log2 log10 log1p expm1 sqrt abs sign floor ceil round fix asin acos atan sinh cosh tanh asinh atanh real "
    "isnan isinf isfinite double single"
).split()
SAFE = "sin cos tanh abs floor ceil round fix sign atan".split()
BINARY = ["+", "-", ".*", "./", ".\\", "==", "~=", "<", "<=", ">", ">="]
CALLS2 = ["max", "min", "mod", "rem", "atan2", "hypot"]
REDUCTIONS = ["sum", "mean", "max", "min", "prod", "any", "all", "var", "std"]
CLASSES = ["double", "double", "double", "single", "single", "int32", "uint8", "int16", "logical"]
LENGTHS = (1, 2, 3, 5, 7, 64, 65, 130)
SPECIALS = ["NaN", "Inf", "-Inf", "-0", "0", "1e-30", "2.5", "-2.5", "0.5", "100"]


@dataclass
class Variable:
    name: str
    matlab_class: str
    shape: tuple[int, int]


class Program:
    """Builds one program from a seed; ``lines`` are its statements, ``names`` the variables to compare."""

    lengths: tuple[int, ...] = LENGTHS

    def __init__(self, seed: int, statements: int = 8) -> None:
        self.random = random.Random(seed)
        self.variables: list[Variable] = []
        self.lines: list[str] = [f"rng({seed % 1000});"]
        self._count = 0
        rows, columns = self.pick(self.lengths), self.pick(self.lengths)
        self.shapes = [(rows, columns), (rows, 1), (1, columns), (1, 1), (rows, columns)]
        for _ in range(3):
            self.source()
        for _ in range(statements):
            self.statement()

    @staticmethod
    def assemble(lines: list[str]) -> str:
        return "\n".join(lines)

    @property
    def text(self) -> str:
        return self.assemble(self.lines)

    @property
    def names(self) -> list[str]:
        return sorted({v.name for v in self.variables})

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def source(self) -> None:
        """A new array of known values: every class and shape, with special values here and there."""
        shape, matlab_class, name = self.pick(self.shapes), self.pick(CLASSES), self.fresh()
        size = f"{shape[0]},{shape[1]}"
        wide = self.pick(["4", "20", "1000"])
        if matlab_class == "logical":
            text = f"rand({size}) > 0.5"
        elif matlab_class in ("double", "single"):
            text = f"{matlab_class}((rand({size}) - 0.5) * {wide})"
        else:
            text = f"{matlab_class}((rand({size}) - 0.3) * {wide})"
        self.lines.append(f"{name} = {text};")
        if matlab_class in ("double", "single") and self.random.random() < 0.4:
            for _ in range(2):
                self.lines.append(f"{name}({self.random.randint(1, shape[0] * shape[1])}) = {self.pick(SPECIALS)};")
        self.variables.append(Variable(name, matlab_class, shape))

    def statement(self) -> None:
        kind = self.random.random()
        if kind < 0.6:
            self.assign(self.expression(3))
        elif kind < 0.78:
            self.reduction()
        elif kind < 0.86:
            self.masked()
        elif kind < 0.92:
            self.product()
        elif kind < 0.96:
            self.indexed()
        else:
            self.source()

    def assign(self, expression: tuple[str, str, tuple[int, int]]) -> None:
        text, matlab_class, shape = expression
        reuse = [v for v in self.variables if v.shape == shape]
        name = self.pick(reuse).name if reuse and self.random.random() < 0.2 else self.fresh()
        self.variables = [v for v in self.variables if v.name != name]
        self.lines.append(f"{name} = {text};")
        self.variables.append(Variable(name, matlab_class, shape))

    # ------------------------------------------------------------------ expressions: (text, class, shape)

    def leaf(self) -> tuple[str, str, tuple[int, int]]:
        if self.random.random() < 0.2:
            return self.pick(["2", "0.5", "-1", "3", "10", "pi", "single(1.5)", "0"]), "double", (1, 1)
        v = self.pick(self.variables)
        return v.name, v.matlab_class, v.shape

    def expression(self, depth: int) -> tuple[str, str, tuple[int, int]]:
        if depth == 0 or self.random.random() < 0.15:
            return self.leaf()
        if self.random.random() < 0.4:
            return self.unary(depth)
        return self.binary(depth)

    def unary(self, depth: int) -> tuple[str, str, tuple[int, int]]:
        text, matlab_class, shape = self.expression(depth - 1)
        choice = self.random.random()
        if choice < 0.15:
            return f"(-{text})", self._number(matlab_class), shape
        if choice < 0.22:
            return f"(double({text}).^2)", "double", shape
        if choice < 0.3:
            return f"sqrt(abs(double({text})))", "double", shape
        name = self.pick(UNARY)
        if matlab_class not in ("double", "single"):
            name, text = self.pick([*SAFE, "double", "single"]), f"double({text})"
            matlab_class = "double"
        result = "logical" if name in ("isnan", "isinf", "isfinite") else name if name in ("double", "single") else matlab_class
        return f"{name}({text})", result, shape

    def binary(self, depth: int) -> tuple[str, str, tuple[int, int]]:
        left, right = self.expression(depth - 1), self.expression(depth - 1)
        if not self._expand(left[2], right[2]):
            return left
        shape = tuple(max(a, b) if 1 in (a, b) else a for a, b in zip(left[2], right[2], strict=True))
        integers = {c for c in (left[1], right[1]) if "int" in c}
        operator = self.pick(BINARY)
        if len(integers) > 1:
            left, right = (f"double({left[0]})", "double", left[2]), (f"double({right[0]})", "double", right[2])
            integers = set()
        if operator in ("==", "~=", "<", "<=", ">", ">="):
            return f"({left[0]} {operator} {right[0]})", "logical", shape
        result = integers.pop() if integers else "single" if "single" in (left[1], right[1]) else "double"
        if self.random.random() < 0.2 and result in ("double", "single"):
            return f"{self.pick(CALLS2)}(real(1*{left[0]}), real(1*{right[0]}))", result, shape
        return f"({left[0]} {operator} {right[0]})", result, shape

    @staticmethod
    def _number(matlab_class: str) -> str:
        return "double" if matlab_class == "logical" else matlab_class

    @staticmethod
    def _expand(a: tuple[int, int], b: tuple[int, int]) -> bool:
        return all(x == y or 1 in (x, y) for x, y in zip(a, b, strict=True))

    # ------------------------------------------------------------------ other statements

    def reduction(self) -> None:
        text, matlab_class, shape = self.expression(2)
        name = self.pick(REDUCTIONS)
        if name in ("any", "all"):
            text, result = f"(real({text}) > 0)", "logical"
        elif name in ("max", "min"):
            text, result = f"real(1*{text})", self._number(matlab_class)
        else:
            if name == "prod":
                text = f"sign(real({text})) * 1.01"
                matlab_class = "double"
            text, result = f"real({text})", matlab_class
            if matlab_class not in ("double", "single"):
                text, result = f"double({text})", "double"
        where = self.pick(["", "1", "2", "all"])
        middle = ", []" if name in ("max", "min", "var", "std") else ""
        if name in ("var", "std"):
            middle = ", 0"
        if where == "all":
            call, out = f"{name}({text}{middle}, 'all')", (1, 1)
        elif where:
            call = f"{name}({text}{middle}, {where})"
            out = (1, shape[1]) if where == "1" else (shape[0], 1)
        else:
            call = f"{name}({text})"
            out = (1, shape[1]) if shape[0] != 1 else (1, 1)
        self.assign((call, result, out))

    def masked(self) -> None:
        """A select written as users write it: with a mask as a factor, or by a masked assignment."""
        v = self.pick(self.variables)
        if v.matlab_class not in ("double", "single"):
            return
        if self.random.random() < 0.5:
            self.assign((f"{v.name} .* ({v.name} > 0.1) + 2 * ({v.name} <= 0.1)", v.matlab_class, v.shape))
        else:
            self.lines.append(f"{v.name}({v.name} > 1) = 1;")

    def product(self) -> None:
        floats = [v for v in self.variables if v.matlab_class in ("double", "single")]
        pairs = [(a, b) for a in floats for b in floats if a.shape[1] == b.shape[0]]
        if pairs:
            a, b = self.pick(pairs)
            result = "single" if "single" in (a.matlab_class, b.matlab_class) else "double"
            self.assign((f"tanh(real({a.name})) * tanh(real({b.name}))", result, (a.shape[0], b.shape[1])))

    def indexed(self) -> None:
        v = self.pick(self.variables)
        row = self.random.randint(1, v.shape[0])
        turned = (v.shape[1], v.shape[0])
        forms = [
            (f"{v.name}({row}, :)", v.matlab_class, (1, v.shape[1])),
            (f"{v.name}'", v.matlab_class, turned),
            (f"{v.name}(end:-1:1, :)", v.matlab_class, v.shape),
            (f"{v.name}(:)", v.matlab_class, (v.shape[0] * v.shape[1], 1)),
        ]
        self.assign(self.pick(forms))
