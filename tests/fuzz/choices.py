"""Random loops with branches that arrays decide, random numbers and lists as subscripts, and writes that are uneven or overlap."""

from __future__ import annotations

from .places import PlacesLoops


class ChoicesLoops(PlacesLoops):
    """``L`` is a list of columns, ``M`` one of rows; ``best``, ``kept`` and ``found`` are set where arrays say so."""

    counts = (4, 5, 7, 9, 12)

    def setup(self, seed: int) -> list[str]:
        lines = super().setup(seed)
        numbers = ", ".join(str(self.random.randint(1, 4)) for _ in range(12))
        rows = ", ".join(str(self.random.randint(1, self.n)) for _ in range(3))
        lines.append(f"L = [{numbers}]; M = [{rows}]; best = inf; kept = a; K = zeros(1, 40); N = {self.n};")
        if self.chance(0.3):
            lines.append("found = 0; u = a;")
        return lines

    def statement(self, indent: str) -> list[str]:
        way = self.random.random()
        if way < 0.25 and self.depth < 2:
            return self.choice(indent)
        if way < 0.45:
            return [indent + self.listed()]
        if way < 0.55:
            return [indent + self.drawn()]
        return super().statement(indent)

    def choice(self, indent: str) -> list[str]:
        """A branch that arrays decide."""
        test = self.pick((
            "any(a > 0.9)", "mean(c) > 0.1", "sum(a) < best", "max(c) > s", "norm(double(a)) > 1", "a(1) > c(1)", "t > 2 && any(c > 0.2)",
            "all(a < 0.5) || t > 5", "sum(a .* c) < 0", "rand < mean(a)", "~any(isnan(c))", "numel(find(a > 0.5)) > 2", "kept(1) > 0",
        ))  # fmt: skip
        self.depth += 1
        lines = [f"{indent}if {test}", *self.chosen(indent + "  ")]
        if self.chance(0.25):
            lines += [f"{indent}elseif {self.pick(('mean(a) > 0.2', 't > 4', 'min(c) < 0'))}", *self.chosen(indent + "  ")]
        if self.chance(0.4):
            lines += [f"{indent}else", *self.chosen(indent + "  ")]
        self.depth -= 1
        return [*lines, f"{indent}end"]

    def chosen(self, indent: str) -> list[str]:
        own = self.pick((
            "best = sum(a);", "kept = a;", "found = t;", "s = s / 2;", "a = a / 2;", "c = 0.9 * c;", "u = c; c = a; a = u;",
            "K(t + 1) = s;",
            "best = sum(a); kept = c; found = t;", "e = max(a); a = a / (1 + abs(e));", "s = sum(c) / 9;", "p = 2;", "i = i + 1;",
        ))  # fmt: skip
        return [indent + own, *(self.statement(indent) if self.chance(0.3) else [])]

    def listed(self) -> str:
        """Parts at places of a list, or of a mask of the iteration."""
        at = "t" if self.least >= 1 else "t + 1"
        if self.least < -1:
            at = "1"
        own = self.pick((f"L({at})", f"L({at})", at, f"L({at}) + 1", "i + 1"))
        other = self.pick((f"L({at})", at, f"L({at} + 1)", "1"))
        x, y = (f"X({own}, :)", f"X({other}, :)") if self.row else (f"X(:, {own})", f"X(:, {other})")
        part = f"X({at}, M)" if self.row else f"X(M, {at})"
        mask = f"{self.pick((f'X({at}, :)', 'a'))} > 0.2" if self.row else f"{self.pick((f'X(:, {at})', 'a'))} > 0.2"
        marked = f"X({at}, {mask})" if self.row else f"X({mask}, {at})"
        return self.pick((
            f"{x} = a;", f"{x} = {x} / 2 + 0.1 * a;", f"{x} = {y};", f"{x} = 0.5 * {x} + 0.3 * {y};", f"a = 0.5 * a + 0.1 * {x};",
            f"{part} = t;", f"{part} = {part} / 2;", f"s = s / 2 + sum({part}) / 9;", f"{marked} = s;", f"{marked} = {marked} / 2;",
            f"K({own}) = s;", f"K({own}) = K({other}) / 2 + sum(a) / 9;", "z(t + 3:t + N + 2) = z(t + 3:t + N + 2) / 2 + a;",
            f"a({own}) = a({own}) / 2 + mean(a);", "c(M) = 0.1;", "c(M) = c(M) / 2;",
        ))  # fmt: skip

    def drawn(self) -> str:
        many = "1, N" if self.row else "N, 1"
        whole = "X(j, :)" if self.row else "X(:, j)"
        return self.pick((
            f"j = randi(3); a = 0.5 * a + 0.1 * {whole};", f"j = randi(3); {whole} = {whole} / 2;", "if rand < 0.4, a = a / 2; end",
            f"a = 0.5 * a + 0.2 * z(randi(numel(z), {many}));", "if rand < 0.3, s = s / 2; elseif rand < 0.5, c = c + 0.1; end",
            "switch randi(3), case 1, a = -a; case 2, c = c / 2; end", "b = randperm(9, 2); s = s / 2 + sum(z(b)) / 9;",
            "j = ceil(3 * rand); K(j) = K(j) + 1;", "j = randi(3); K(j) = sum(a);",
        ))  # fmt: skip
