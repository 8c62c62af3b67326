"""Random loops over complex arrays: carries that are complex, become so or are so no more, phasors of the index, masks, parts."""

from __future__ import annotations

from .loops import LoopProgram


class ComplexLoops(LoopProgram):
    """``a`` and ``b`` are complex, mostly; ``c`` is real; ``X`` and ``Y`` are either."""

    def setup(self, seed: int) -> list[str]:
        lines = super().setup(seed)
        cast, size = self.matlab_class, self.size
        a = self.pick((
            f"{cast}(rand({size}) - 0.5) + 1i * {cast}(rand({size}) - 0.5)", f"complex({cast}(rand({size})), {cast}(rand({size})))",
            f"{cast}(rand({size}) + 0.2i)", f"zeros({size})", f"complex(zeros({size}))", f"{cast}(rand({size}) - 0.5)",
        ))  # fmt: skip
        lines.append(f"a = {a}; b = {self.pick(('a', 'conj(a)', f'1i * rand({size})', f'rand({size}) - 0.3i', '0.5 - 0.5i', 'c'))};")
        lines.append(f"k = {self.pick(('0.3 + 0.4i', '-0.8 + 0.1i', 'exp(0.3i)', '1i', '0.5', '2i'))};")
        if self.chance(0.5):
            lines.append(f"X = X + 1i * X{self.pick(('', '(:, end:-1:1)', ' / 2'))};")
        if self.chance(0.5):
            lines.append(f"Y = {self.pick(('Y + 0.5i', 'complex(Y)', '1i * X', 'Y'))};")
        if self.chance(0.1):
            lines.append(self.pick(("a(1) = NaN;", "a(1) = Inf;", "a(end) = 0;", "b(1) = -Inf;", "a(:) = 0.5;", "a = real(a) + 0i;")))
        return lines

    def complex_scalar(self) -> str:
        return self.pick((
            "k", "1i", "(0.3 - 0.2i)", "exp(1i * t)", "exp(-2i * pi * t / 7)", "k^t", "(t - 2i)", "w(1) * 1i", "exp(1i * pi * t)", "s * 1i",
            "conj(k)", "(0.5 + 0.1i * t)", "1i^t",
        ))  # fmt: skip

    def number(self, depth: int = 2) -> str:
        """An expression that is complex, mostly."""
        if depth == 0 or self.chance(0.2):
            return self.pick(("a", "a", "a", "b", self.complex_scalar(), self.leaf()))
        one, two = self.number(depth - 1), self.number(depth - 1)
        return self.pick((
            f"({one} + {two})", f"({one} - {two})", f"({one} .* {two})", f"({one} .* {self.complex_scalar()})", f"conj({one})",
            f"({one}).^2", f"({one}) ./ (2 + abs({two}))", f"({one}) ./ (2.5 + {two} / (1 + abs({two})))", f"exp(1i * real({one}))",
            f"exp(-abs({one}) + 1i * t)", f"-{one}", f"({one} .* conj({one}))", f"complex(real({one}), imag({two}))",
            f"(real({one}) + 1i * imag({two}))", f"sin({one} / (1 + abs({one})))", f"cosh({one} / (1 + abs({one})))",
            f"sqrt({one} + 3)", f"({one} .* (abs({two}) > 0.4))", f"({one}).^3", f"sign({one} + 2)",
        ))  # fmt: skip

    def update(self) -> str:
        if self.chance(0.3):
            return super().update()
        name, e = self.pick("aaab"), self.number()
        return self.pick((
            f"{name} = 0.5 * {name} + 0.2 * ({e}) ./ (1 + abs({e}));", f"{name} = ({e}) ./ (1 + abs({e}));",
            f"{name} = {name} * exp(0.3i);", f"c = c + abs({e}) / 9;", f"c = c + real({e}) / 9;", f"u = {e};",
            f"{name} = {name} .* {self.complex_scalar()} ./ (1 + abs({self.complex_scalar()}));", f"d = d + (real({e}) > 0.1);",
            f"{name} = {name}.^2 ./ (1 + abs({name})) + b / 9;", f"c = 0.9 * c + 0.1 * imag({e});",
            f"k = k * {self.pick(('1i', '0.9', 'exp(0.2i)'))};",
        ))  # fmt: skip

    def masked(self) -> str:
        mask = self.pick(("abs(a) > 0.5", "real(a) < 0.1", "c > 0.2", "a == b", "isnan(a)", "imag(a) ~= 0"))
        return self.pick((
            f"a({mask}) = {self.pick(('0', '0.5', '0.2i', 'k'))};", f"m = {mask}; a(m) = a(m).^2 / 2 + k / 9;", f"m = {mask}; a(m) = b(m);",
            f"c({mask}) = t;", f"m = {mask}; c(m) = abs(a(m));", f"m = {mask}; a(m) = conj(a(m)) .* 0.9;",
        ))  # fmt: skip

    def writes(self, indent: str) -> list[str]:
        if self.chance(0.5):
            return super().writes(indent)
        place = self.pick(("t", "t", "t + 1")) if self.least >= 1 else "t + 1" if self.least == 0 else "1"
        value = self.pick(("a", "abs(a)", self.number(1), "conj(a)", "b", "k", "angle(a + 3)"))
        return [f"{indent}Y({place}, :) = {value};" if self.row else f"{indent}Y(:, {place}) = {value};"]

    def inner(self, indent: str) -> list[str]:
        # Cosines of complex numbers grow as exponentials do.
        return [line.replace("cos(q * a)", "exp(1i * q * real(a))") for line in super().inner(indent)]
