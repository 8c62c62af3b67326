"""Random loops whose iterations have inner loops of other lengths, or of many iterations, between other statements."""

from __future__ import annotations

from .loops import LoopProgram


class StagesLoops(LoopProgram):
    """``q`` counts inner iterations; each part of an iteration hands ``v`` and ``e`` to the next and writes elements of ``R`` and ``g``."""

    counts = (4, 5, 7, 9)
    headers = (*(("1:T", 1),) * 6, ("2:T", 2), ("T:-1:1", 1), ("1:2:T", 1), ("[1 3 2 5 4]", 1))
    ways = ("for",)

    def setup(self, seed: int) -> list[str]:
        self.spice = 0.0
        lines = [*super().setup(seed), "R = zeros(T + 2); g = zeros(1, T + 2); v = a; e = 0;"]
        if self.chance(0.3):
            lines.append(self.pick(("clear v", "clear e", "e = 1; k = 1;", "v = c;")))
        return lines

    def draw(self) -> str:
        return super().draw() if self.chance(0.03) else self.pick("abc")

    def statements(self, count: int, indent: str) -> list[str]:
        if self.depth:
            return super().statements(count, indent)
        lines: list[str] = []
        for _ in range(self.pick((1, 1, 2))):
            lines += [line for _ in range(self.pick((0, 1, 2))) for line in self.around(indent)]
            lines += self.stage(indent)
        lines += self.around(indent)
        return lines

    def stage(self, indent: str) -> list[str]:
        """An inner loop."""
        self.depth += 1
        inside = self.pick(("1:t-1", "t+1:T", "1:t", "t:T", "T:-1:t+1", "1:70", "t-1:-1:1", "1:2:t", "t:t+1", "t:T+1", "1:T", "1:0", "1:s"))
        q = ("mod(q, T) + 1",) if inside == "1:70" else ("q", "q", "q", "mod(q, T) + 1")
        lines = [line for _ in range(self.random.randint(1, 3)) for line in self.turned(indent + "  ", q)]
        self.depth -= 1
        return [f"{indent}for q = {inside}", *lines, f"{indent}end"]

    def column(self, name: str, place: str) -> str:
        return f"{name}({place}, :)" if self.row else f"{name}(:, {place})"

    def turned(self, indent: str, places: tuple[str, ...]) -> list[str]:
        """A statement of an inner iteration, which may take columns at some places."""
        way, q = self.random.random(), self.pick(places)
        x, y, own = self.column("X", q), self.column("Y", q), self.column("X", "t" if self.least >= 1 else "1")
        dot = f"sum({x} .* v) / numel(v)"
        if way < 0.85:
            return [indent + self.pick((
                f"v = v - 0.2 * {x};", f"v = v / 2 + sin({x}) * q;", f"e = e / 2 + {dot};", f"R(min(q, T), t) = {dot}; v = v - 0.1 * {x};",
                f"{y} = {y} / 2 + 0.1 * v;", f"{x} = {x} - 0.1 * {own};", f"{x} = {x} / 2; v = v + {x};", "g(t) = g(t) + mean(v);",
                f"a = 0.5 * a + 0.1 * {x};", "s = s / 2 + q;", "u = v; v = a; a = u;", f"c = max(c, {x});", "e = max(v);",
                f"m = {x} > 0; v = v .* m;", "if q ~= t, v = v * 0.9; end", f"h2 = {x} + t; v = v / 2 + h2 / 9;",
                "if q == t, continue, end", "g(min(q, T)) = s;", f"e = e / 2 + g(t); v = v + e * {x} / 9;", "k = q; v = v / 2 + k;",
            ))]  # fmt: skip
        return self.statement(indent)

    def around(self, indent: str) -> list[str]:
        """A statement beside the inner loop."""
        if self.chance(0.2):
            return [indent + self.pick((self.update(), self.masked()))]
        t = "t" if self.least >= 1 else "1"
        own = self.column("X", t)
        return [indent + self.pick((
            f"v = {own};", "v = a;", "v = zeros(size(a));", "e = 0;", f"{own} = v / (1 + norm(double(v)));", f"R({t}, {t}) = e;",
            f"{self.column('Y', t)} = v;", "a = a / 2 + 0.1 * v;", "e = norm(double(v)) / 9;", f"g({t}) = e;", "v = v / (1 + abs(e));",
            "k = 2; v = v / k;", "", "c = v;", f"{own} = {own} / 2 + 0.1 * c;", "e = s;", "p = 1;",
        ))]  # fmt: skip
