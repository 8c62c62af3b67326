"""Random loops that are reached again and again, among variables of which some have changed: values, classes, sizes, and what is shared."""

from __future__ import annotations

import re

from .loops import LoopProgram

CHANGES = (
    "m1 = mean(a(:));", "m1 = mean(X(:));", "m1 = single(m1);", "w(2) = 0.3;", "g = @(z) k2 * z;", "g = @(z) k1 * z + p;", "h = @sin;",
    "k1 = k1 + 0.2;", "k2 = -k2;", "k1 = 0.3; k2 = 0.3;", "k2 = k1;", "k1 = -k1;", "k2 = 0;", "k2 = -0;", "k1 = NaN;", "k1 = Inf;",
    "k2 = 1e-9;", "k1 = single(0.7);", "k2 = true;", "k1 = 1 / 3;", "k2 = 2;", "p = p + 1;", "p = 0.4;", "s = s + 0.5;",
    "T = max(T - 1, 0);", "k1 = int32(2);", "X = -X;", "X = X + k1;", "X = single(X);", "X = X + 0;", "a = b;", "b = a;", "c = a;",
    "b = b + 0.1;", "b = b > 0;", "c = single(c);", "d = c;", "a = zeros(size(a));", "c = 0.5 + zeros(size(c));", "b = ones(size(b));",
    "Y = X;", "Y = Y + 0;", "Y = zeros(size(Y));", "rng(7);", "rng(8, 'philox');", "rng(9, 'twister');", "a(1) = 2;", "X(1) = 0.9;",
    "w = w / 2;", "a = [a; a];", "b = a(1);", "k1 = k1 * 1i;", "a = a * 1i;", "a = real(a); k1 = real(k1);", "exp = 2;", "clear exp",
    "k1 = [0.1 0.2];", "k2 = 'x';", "k1 = 0.25; k2 = 0.75;", "w = w + 1;",
)  # fmt: skip


class LoopsAgain(LoopProgram):
    """A loop of plain assignments, mostly, run several times in the body of another one."""

    lengths, counts, ways = (2, 3, 8, 17, 40), (4, 5, 7, 9), ("for",)
    headers = (("1:T", 1), ("1:T", 1), ("1:T", 1), ("2:T", 2), ("T:-1:1", 1), ("0:T-1", 0), ("0:0.25:1.5", -9), ("1:2:T", 1))

    def loop(self, body: list[str]) -> list[str]:
        runs = self.pick((3, 4, 6))
        changes = [f"  if again == {k}, {self.pick(CHANGES)} end" for k in range(2, runs + 1) for _ in range(self.pick((0, 1, 1, 2)))]
        # What prints keeps the outer loop from being traced itself.
        head = [
            f"k1 = {self.pick(('0.5', '0.1', '2'))}; k2 = {self.pick(('0.5', '-1', '0.2'))};",
            f"for again = 1:{runs}",
            "  fprintf('');",
        ]
        return [*head, *changes, *super().loop(body), "  z3 = sum(a(:)) + sum(c(:));", "end"]

    def setup(self, seed: int) -> list[str]:
        lines = super().setup(seed)
        lines += ["k1 = 0.3; m1 = mean(a(:)); g = @(z) k1 * z + p;"]
        return [re.sub(r"\);$", ", 'philox');", lines[0]) if self.chance(0.6) and "philox" not in lines[0] else lines[0], *lines[1:]]

    def statement(self, indent: str) -> list[str]:
        if self.chance(0.97):
            return [indent + self.update()]
        return super().statement(indent)

    def update(self) -> str:
        return self.masked() if self.chance(0.06) else super().update()

    def expression(self, depth: int = 2) -> str:
        if self.chance(0.02):
            return super().expression(depth)
        if depth and self.chance(0.1):
            one, two = self.expression(depth - 1), self.scalar()
            return self.pick((f"f1({one}, {two})", f"h({one})", f"g({one})", f"f6({one}, {two})", f"({one} .* randn(size(a)))"))
        if depth == 0 or self.chance(0.1):
            return self.leaf()
        one, k = self.expression(depth - 1), self.scalar()
        if self.chance(0.3):
            return f"({one} {self.pick(('+', '-', '.*'))} {self.expression(depth - 1)})"
        return self.pick((
            f"({k} * {one})", f"({one} + {k})", f"({k} - {one})", f"({one} / {k})", f"double({one} > {k})", f"double({k} == {one})",
            f"sqrt(abs({one}) + {k})", f"log(max({one}, {k}))", f"min({k}, {one})", f"sqrt({one}.^2 + {k})", f"exp(-({k} * {one}).^2)",
            f"({k} ./ (1 + abs({one})))", f"(({one} + {k}) .* ({one} - {k}))", f"sin({one})", f"mod({one}, 2)", f"{one}.^2", f"-{one}",
        ))  # fmt: skip

    def leaf(self) -> str:
        if self.chance(0.7):
            return self.pick("aaabbc")
        return self.draw() if self.chance(0.4) else self.read() if self.chance(0.7) else self.scalar()

    def place(self, written: bool = False) -> str:
        return self.pick(("t", "t", "t + 1")) if self.least >= 1 and self.chance(0.97) else super().place(written)

    def read(self) -> str:
        return super().read().replace("Y", self.pick("XXXXXXXXXXY"))

    def writes(self, indent: str) -> list[str]:
        if self.least < 1 or self.chance(0.4):
            return []
        if self.least == 2 and self.chance(0.5):
            old, new = ("Y(t - 1, :)", "Y(t, :)") if self.row else ("Y(:, t - 1)", "Y(:, t)")
            return [f"{indent}{new} = 0.5 * {old} + 0.3 * tanh({self.expression(1)});"]
        return [f"{indent}Y(t, :) = {self.expression()};" if self.row else f"{indent}Y(:, t) = {self.expression()};"]

    def scalar(self) -> str:
        if self.chance(0.03):
            return super().scalar()
        if self.chance(0.15):
            return self.pick(
                ("w(t)", "m1", "m1 * k1", "numel(a)", "f6(k1, k2)", "w(2)") if self.least >= 1 else ("m1", "size(a, 1)", "g(k1)")
            )
        return self.pick((
            "k1", "k2", "k1", "k2", "p", "(k1 + k2)", "-k1", "k1 * k2", "sqrt(abs(k2))", "2 * k1", "k1 / (1 + k2^2)", "t * k1", "0.5",
            "max(k1, k2)", "exp(-k1)", "pi * k2", "k1", "k2",
        ))  # fmt: skip
