"""Random loops over parts of arrays: ranges that move, blocks, counters, arrays that are made in the loop or grow behind their end."""

from __future__ import annotations

from .loops import LoopProgram


class PlacesLoops(LoopProgram):
    """``q`` and ``z`` are long vectors; ``H``, ``G``, ``g1`` and ``g2`` grow, each in one of a few ways; ``i`` and ``j`` count."""

    counts = (3, 4, 5, 7, 9)
    headers = (*(("1:T", 1),) * 6, ("2:T", 2), ("3:T", 3), ("T:-1:1", 1), ("1:2:T", 1), ("0:T-1", 0), ("[1 3 2 5 4]", 1))
    ways = (*("for",) * 12, "while", "until", "time")

    def setup(self, seed: int) -> list[str]:
        self.spice = min(self.spice, 0.02)
        lines = super().setup(seed)
        n, cast = self.n, self.matlab_class
        size = f"1, {9 * n + 60}" if self.row else f"{9 * n + 60}, 1"
        lines.append(f"q = {self.pick((cast, cast, 'double', 'int16', 'logical'))}(4 * rand({size}) > 1); z = {cast}(rand({size}) - 0.5);")
        lines.append(f"i = {self.pick(('0', '0', '1', '2'))}; j = {self.pick(('9', '40', 'int8(12)', 'single(11)'))};")
        for name, first in (
            ("H", ("[]", "[]", "a", "zeros(size(a))", "a > 0")),
            ("g2", ("[]", "0", "[]", "[1 2]", "[1; 2]", "single(1)", "true")),
        ):
            if self.chance(0.7):
                lines.append(f"{name} = {self.pick(first)};")
        lines.append(f"N = {n}; B = {self.pick((n, n, max(1, n // 2)))};")
        return lines

    def statements(self, count: int, indent: str) -> list[str]:
        if not hasattr(self, "grown"):
            self.grown = {name: self.growth(name) for name in ("H", "G", "g1", "g2")}
            """The one statement in which each grows, mostly."""
        return super().statements(count, indent)

    def statement(self, indent: str) -> list[str]:
        way = self.random.random()
        if self.chance(0.05):
            test = self.pick(
                ("any(isnan(c))", "~all(isfinite(a))", "any(a > 0.9)", "any(abs(c(:)) > 50)", "any(X(1, :) > 2, 'all')", "a > 3")
            )
            return [f"{indent}if {test}, error('A:b', 'iteration %d', t); end"]
        if way < 0.35 and self.least >= 1:
            return [indent + (self.part() if self.chance(0.85) else self.odd_part())]
        if way < 0.5:
            name = self.pick(("H", "G", "g1", "g2"))
            return [indent + (self.grown[name] if self.chance(0.85) else self.growth(name))]
        if way < 0.6:
            return [indent + self.growth_read()]
        return super().statement(indent)

    def range(self) -> str:
        """Positions that move with the iterations, N of them."""
        return self.pick(
            ("t:t+N-1", "t+(1:N)", "(1:N)+2*t", "2*t-1:2*t+N-2", "(t-1)*N+(1:N)", "(t-1)*N+1:t*N", "t:2:t+2*N-1", "i+1:i+N", "i+(1:N)")
        )

    def part(self) -> str:
        own, block = self.range(), self.pick(("(t-1)*N+(1:N)", "(t-1)*N+1:t*N", "t+T*(0:N-1)", "i*N+1:i*N+N"))
        return self.pick((
            f"a = 0.5 * a + 0.2 * z({own});", f"c = max(c, z({own}));", f"s = s / 2 + sum(z({own})) / 9;",
            f"a = a + 0.1 * double(q({own}));",
            f"z({block}) = 0.5 * tanh(a);", f"z({block}) = z({block}) / 2 + 0.1;", f"k = {block}; z(k) = c - z(k) / 2;",
            f"k = {own}; a = z(k);", f"k = {own}; a = 0.5 * z(k) + 0.3 * z(k + 1);", f"q({block}) = a;", "i = i + 1;",
            "i = i + 1; y(i) = s;", "y(i + 1) = t; i = i + 1;", f"k = {block} + N; z(k) = z(k - N) / 2 + a;",
            f"u = z({own}); c = c + u / 9;",
            "s = mean(X(:, t));", "c = 0.5 * c + mean(X(t:t+1, :), 1);" if self.row else "c = 0.5 * c + mean(X(:, t:t+1), 2);",
        ))  # fmt: skip

    def odd_part(self) -> str:
        """What a kernel may have to refuse, or is an error."""
        own = self.pick(("t+N-1:-1:t", "t:t+B-1", "t:T+N-1", "t-1:t+N-2", "(N:-1:1)+t", "1:t", "t:t", "(1:N)'+t", "t:t+N", "j:j+N-1"))
        return self.pick((
            f"a = 0.5 * a + 0.2 * z({own});", f"z({own}) = 0.5 * tanh(a);", f"k = {own}; z(k) = c - z(k) / 2;", f"s = sum(z({own}));",
            f"k = {own}; z(k) = z(k - 1) / 2;", f"k = {own}; c = c + sin(k);", "u = X(:, t:t+1);", "j = j - 1; y(j) = t;",
            "Y(t, 2:end) = a(2:end);" if self.row else "Y(2:end, t) = a(2:end);",
            "Y(t:t+1, :) = [a; c];" if self.row else "Y(:, t:t+1) = [a c];",
            "c(1:end-1) = X(t, 2:end);" if self.row else "c(1:end-1) = X(2:end, t);",
        ))  # fmt: skip

    def growth(self, name: str) -> str:
        value = self.pick(("a", "c", "a", "0.5 * a + t"))
        number = self.pick(("t", "s", "sum(a)", "max(c)", "t / 2", "mean(X(:))"))
        at = "t" if self.least >= 1 else "t + 1"
        if name in ("H", "G"):
            forms = (f"({at}, :) = {value}", f"(end + 1, :) = {value}") if self.row else (f"(:, {at}) = {value}", f"(:, end + 1) = {value}")
            join = f"{name} = [{name}; {value}];" if self.row else f"{name} = [{name} {value}];"
            pages = (f"({at}, :, :) = {value}", f"(:, {at}, :) = {value}", f"(:, 1, {at}) = {value}", f"(1, :, {at}) = {value}")
            forms = (*forms, *forms, *forms, self.pick(pages), f"(:, :, {at}) = {value}", f"({at}, :) = [s t]", f"(1, {at}) = {number}")
            return join if name == "H" and self.chance(0.2) else f"{name}{self.pick(forms)};"
        forms = (f"({at}) = {number}", f"({at} + 1) = {number}", f"(end + 1) = {number}", f"(2 * {at}) = {number}", f"({at}, 1) = {number}",
                 f"(T + 1 - {at}) = {number}", f"(1, {at}) = {number}", f"({at}) = max(a) > 0.3")  # fmt: skip
        join = self.pick((f"g2 = [g2 {number}];", f"g2 = [g2; {number}];", f"i = i + 1; {name}(i) = {number};"))
        return join if name == "g2" and self.chance(0.3) else f"{name}{self.pick(forms)};"

    def growth_read(self) -> str:
        at = "t" if self.least >= 1 else "t + 1"
        back = "t - 1" if self.least >= 2 else at
        whole = f"H({at}, :)" if self.row else f"H(:, {at})"
        last = "H(end, :)" if self.row else "H(:, end)"
        return self.pick((
            f"a = a / 2 + 0.1 * {whole};", f"a = a / 2 + 0.1 * {last};", f"s = s / 2 + g2({back}) / 9;", "s = s / 2 + g2(end) / 9;",
            f"g2({at} + 1) = g2({at}) / 2 + s / 9;", f"a = a + g1({at}) / 9;", "s = s / 2 + numel(g2) / 9;", "c = c + size(H, 2) / 9;",
        ))  # fmt: skip
