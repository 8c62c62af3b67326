"""Random loops of which some iterations do what a kernel cannot, with parts of stored columns and columns in any order beside."""

from __future__ import annotations

from .places import PlacesLoops


class PausesLoops(PlacesLoops):
    """``L`` is a cell that is kept now and then, ``P``, ``Q`` and ``S`` grow so; ``V`` is stored by its inner parts; ``order`` says which
    columns are read."""

    counts = (9, 12, 25, 40)
    headers = (("1:T", 1), ("1:T", 1), ("1:T", 1), ("2:T", 2), ("T:-1:1", 1), ("0:T-1", 0), ("1:2:2*T", 1), ("[1:T]", 1), ("0:0.25:9", -9))
    ways = (*("for",) * 16, "while", "until", "columns")

    def setup(self, seed: int) -> list[str]:
        lines = super().setup(seed)
        wide = f"2 * T + 2, {self.n + 2}" if self.row else f"{self.n + 2}, 2 * T + 2"
        lines.append(
            f"L = {{}}; P = []; V = {self.pick(('zeros', 'rand', 'single(1) * ones'))}({wide}); order = randi(T + 2, 1, 2 * T + 9);"
        )
        if self.chance(0.5):
            lines.append("Q = a; S.t = 0;")
        return lines

    def after(self) -> list[str]:
        return [*super().after(), "n1 = numel(L); if n1 > 0, l1 = L{end}; l2 = L{1}; end, if exist('S', 'var'), t1 = S.t; end"]

    @property
    def names(self) -> list[str]:
        return sorted({*super().names} - {"L", "S", "e"})

    def statement(self, indent: str) -> list[str]:
        way = self.random.random()
        if way < 0.3:
            return [f"{indent}if {self.when()}, {self.action()} end"]
        if way < 0.42:
            return [indent + self.lines_of_v()]
        if way < 0.54:
            return [indent + self.uneven()]
        return super().statement(indent)

    def when(self) -> str:
        return self.pick((
            "mod(t, 11) == 3", "mod(t, 10) == 0", "t == 7", "t == 17", "any(t == [5 19])", "ismember(t, [4 20])", "rem(t + i, 13) == 0",
            "t > T - 3", "t < 3", "mod(t, 10) < 2", "numel(L) < 2 && t > 9", "mod(t, 3) == 1", "t == 8 || t == 22", "max(c) > 0.4",
            "isprime(t)", "rand < 0.1",
        ))  # fmt: skip

    def action(self) -> str:
        joined = "Q = [Q; c];" if self.row else "Q = [Q c];"
        column = "Q(end + 1, :) = c;" if self.row else "Q(:, end + 1) = c;"
        return self.pick((
            "L{end + 1} = a;", "fprintf('.');", "P(end + 1) = t;", joined, column, "disp(t), y(1) = t;", "r1 = rand; fprintf('.');",
            "s = s / 2; fprintf('.');", "a = 0.5 * c; L{1} = t;", "late = a / 2;",
            "c(:) = 0.1; fprintf('.');", "fprintf('.'); if t > 20, break, end,",
            f"fprintf('.'); {self.next_iteration()},", "if t > 30, error('A:b', 'iteration %d', t); end, fprintf('.');", "S.t = t;",
            "i = i + 1; P(i) = s; disp(i),",
            "try, a = a / 2; error('A:c', 'x'); catch e, L{end + 1} = e.message; end,", "clear late, late = t;",
            "y(round(t / 2) + 1) = 1; disp(1),",
            "Y(:, round(t / 10) + 1) = c(1); fprintf('.');", "k = find(a > 0.2, 1); L{end + 1} = k;", "T = T;", "t = 99; fprintf('.');",
        ))  # fmt: skip

    def lines_of_v(self) -> str:
        """Parts of the columns, or rows, of ``V``."""
        if self.row:
            own, last, right, left, end = "V(t+1, 2:end-1)", "V(t, 2:end-1)", "V(t, 3:end)", "V(t, 1:end-2)", "V(t+1, 1)"
        else:
            own, last, right, left, end = "V(2:end-1, t+1)", "V(2:end-1, t)", "V(3:end, t)", "V(1:end-2, t)", "V(1, t+1)"
        return self.pick((
            f"{own} = {last} + 0.2 * ({right} - 2 * {last} + {left});", f"{own} = 0.5 * {last} + 0.2 * a;", f"{end} = s;",
            f"{own} = {left} / 2;", f"a = a / 2 + 0.1 * {last};", f"{end} = {last.replace('2:end-1', '2')} / 2;", f"{own} = t / 9;",
            f"{own} = a; {end} = {end.replace('1)', 'end)') if self.row else 'V(end, t+1)'};", f"c = c / 2 + {right} - {left};",
            f"s = s / 2 + sum({last}) / 9;",
        ))  # fmt: skip

    def uneven(self) -> str:
        at = self.pick(("order(t)", "order(t + 1)", "mod(5 * t, T) + 1", "ceil(t / 4)", "order(order(t))", "i + 1"))
        column = f"X({at}, :)" if self.row else f"X(:, {at})"
        return self.pick((
            f"a = a / 2 + 0.3 * {column};", f"c = max(c, {column});", f"s = s / 2 + sum({column}) / 9;",
            f"a = a / 2 + 0.3 * z({at} + (1:N));",
            f"a = a / 2 + 0.3 * z({at}:{at} + N - 1);", f"c = 0.5 * c + 0.1 * ({column} - a) .* {column};",
            f"u = {column};",
            f"c = c / 2 + double(q({at} + (N:-1:1)));",
        ))  # fmt: skip
