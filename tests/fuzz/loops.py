"""Random programs around a loop: carries, reads and writes at the index, masks, functions, random numbers, branches, breaks.

Updates of carries are bounded or contract, so that the last bits in which strategies may differ do not grow to a difference.
"""

from __future__ import annotations

import random
import re

LENGTHS = (1, 2, 3, 5, 8, 17, 40, 70)
HEADERS = (
    ("1:T", 1), ("1:T", 1), ("1:T", 1), ("2:T", 2), ("3:T", 3), ("T:-1:1", 1), ("T:-1:2", 2),
    ("1:2:T", 1), ("T:-2:2", 2), ("T:-3:1", 1),
    ("1:numel(w)", 1), ("[1 3 2 5 4]", 1), ("1:0", 1), ("T+1:T", 1), ("int32(1):int32(5)", 1), ("single(1):5", 1), ("4", 4),
    ("[2 2 3 3 1]", 1),
    ("0:T-1", 0), ("0:0.25:1.5", -9), ("-1:0.4:1", -9), ("3:-0.5:1", -9), ("linspace(0, 1, 6)", -9), ("logical([1 0 1 1 0])", -9),
)  # fmt: skip
"""Ranges of the index and its least value; -9 where it is no position."""
FUNCTIONS = {
    "f1": "function y = f1(a, b)\n  y = 0.5 * a + 0.2 * tanh(b);\nend",
    "f2": "function [u, v] = f2(a, b)\n  u = cos(a) + 0.1 * b;\n  v = max(a, b) .* 0.5;\nend",
    "f3": "function y = f3(a, t)\n  if t > 3\n    y = 0.9 * a;\n  else\n    y = a - 0.05 * t;\n  end\nend",
    "f4": "function y = f4(a)\n  y = a;\n  for j = 1:3\n    y = y + 0.1 * sin(j * y);\n  end\nend",
    "f6": "function y = f6(a, b)\n  c = 0.3 * b;\n  y = c * a - b;\nend",
    "f5": "function y = f5(a)\n  if any(a > 100)\n    y = 0;\n    return\n  end\n  y = a / 2;\nend",
}
HANDLE = "h = @(z) z ./ (1 + z.^2);"


class LoopProgram:
    """One program from a seed: ``lines`` are its statements, one a line; ``names`` the variables to compare."""

    lengths, counts, headers = LENGTHS, (0, 1, 3, 4, 5, 6, 7, 9, 12), HEADERS
    ways = ("for",) * 12 + ("while", "forever", "until", "until", "time", "columns", "columns")

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.row = self.chance(0.3)
        self.matlab_class = self.pick(("double", "double", "double", "single"))
        self.n, self.iterations = self.pick(self.lengths), self.pick(self.counts)
        self.header, self.least = self.pick(self.headers)
        self.spice = self.pick((0.0, 0.0, 0.02, 0.1))
        """How often a statement is one that is hard to take into a kernel."""
        self.way = self.pick(self.ways)
        if self.way != "for":
            self.least = 1 if self.way in ("while", "forever", "until") else -9
        self.columns = ("X'", "X(:, :)'", "reshape(X, [], 3)") if self.row else ("X", "X(:, 2:end)", "X(:, end:-1:1)", "int32(9 * X)")
        self.depth = 0
        self.size = f"1, {self.n}" if self.row else f"{self.n}, 1"
        body = self.statements(self.random.randint(1, 6), "  ")
        body += self.writes("  ")
        self.lines = self.setup(seed) + self.loop(body) + self.after()

    @staticmethod
    def assemble(lines: list[str]) -> str:
        """The statements and the functions that they call."""
        text = "\n".join(lines)
        return "\n".join([text, *(code for name, code in FUNCTIONS.items() if name + "(" in text)])

    @property
    def text(self) -> str:
        return self.assemble(self.lines)

    @property
    def names(self) -> list[str]:
        return sorted(set(re.findall(r"\b([a-zA-Z]\w*)\b", "\n".join(self.lines))) - {"h", "g", "box", "r", "while", "true", "break"})

    def pick(self, items):
        return self.random.choice(items)

    def chance(self, share: float) -> bool:
        return self.random.random() < share

    # ------------------------------------------------------------------ around the loop

    def setup(self, seed: int) -> list[str]:
        n, cast = self.n, self.matlab_class
        wide = f"T + 2, {n}" if self.row else f"{n}, T + 2"
        return [
            f"rng({seed % 1000}{self.pick(('', ', ' + chr(39) + 'philox' + chr(39)))});",
            f"T = {self.iterations}; p = {self.pick(('0.3', '-1', '2', 'single(0.5)', 'true'))}; s = {self.pick(('0', '1', '0.5'))};",
            f"X = {cast}(rand({wide}) - 0.4); w = rand(1, T);",
            f"a = {cast}(rand({self.size})); b = {self.pick(('a', f'{cast}(rand({self.size}) - 0.5)', 'a > 0.5'))};",
            f"c = zeros({self.size}); d = {self.pick((f'ones({self.size})', f'rand({self.size})', f'int32(9 * rand({self.size}))', 'a'))};",
            f"Y = {self.pick((f'zeros({wide})', f'NaN({wide})', 'X', f'zeros({wide}, {chr(39)}single{chr(39)})'))}; y = zeros(1, T + 2);",
            HANDLE,
        ]

    def loop(self, body: list[str]) -> list[str]:
        way = self.random.random()
        if self.way == "while":
            return ["t = 1;", "while t <= T", *body, "  t = t + 1;", "end"]
        if self.way == "forever":
            return ["t = 0;", f"while {self.pick(('true', '1', 't < T + 5'))}", "  t = t + 1;", "  if t > T, break, end", *body, "end"]
        if self.way == "until":
            test = self.pick(("e > 0.4 && t < T", "t < T && e > 0.2", "t < T && ~(sum(abs(a)) < 0.3)", "t < T && any(a > 0.3)",
                              "~done && t < T"))  # fmt: skip
            step = self.pick(("e = norm(a - c);", "e = max(abs(double(a)));", "e = e / 2;", "e = sum(c) / numel(c);"))
            head = ["t = 0; e = 1; done = false;", f"while {test}", "  t = t + 1;"]
            return [*head, *body, f"  {step}", "  done = e < 0.1;", "end"]
        if self.way == "time":
            step = f"  t = t + 1; clock = clock + {self.pick(('0.1', '0.3'))};"
            return ["t = 0; clock = 0;", f"while clock < {self.pick(('1', '0.75', '2'))}", step, *body, "end"]
        if self.way == "columns":
            return ["t = 0;", f"for v = {self.pick(self.columns)}", "  t = t + 1;", *body, "end"]
        head = f"for t = {self.header}"
        if way < 0.12:
            return [f"for again = 1:{self.pick((2, 3))}", head, *body, "end", self.pick(("", "a = a / 2;", "X = -X;")), "end"]
        return [head, *body, "end"]

    def after(self) -> list[str]:
        lines = [f"z1 = sum({self.pick('ac')}); z2 = mean(max(double({self.pick('abd')}) - 0.2, 0));"] if self.chance(0.6) else []
        if self.chance(0.3):
            lines.append(f"clear {self.pick('abcdY')}")
        return [*lines, "last = rand;"]

    # ------------------------------------------------------------------ expressions of the size of the carries, of moderate values

    def expression(self, depth: int = 2) -> str:
        if depth == 0 or self.chance(0.2):
            return self.leaf()
        one = self.expression(depth - 1)
        way = self.random.random()
        if way < 0.35:
            form = self.pick(("sin({})", "cos({})", "tanh({})", "abs({})", "exp(-abs({}))", "sqrt(abs({}))", "-{}", "h({})",
                              "({}).^2 / (1 + abs({}))",
                              "log1p(abs({}))", "floor(4 * {})", "atan({})", "round({})", "double({})", "sign({})"))  # fmt: skip
            return form.replace("{}", one if "double" in form or "abs(" in form or "h(" in form else f"double({one})")
        two = self.expression(depth - 1)
        if way < 0.5:
            return f"f1({one}, {two})" if self.chance(0.5) else f"max({one}, {self.scalar()})"
        if way < 0.6:
            return f"double({one} {self.pick(('>', '<=', '~='))} {two})"
        if way < 0.68:
            return f"(({one}) > {self.scalar()}) .* {two}"
        return f"({one} {self.pick(('+', '-', '.*'))} {two})"

    def leaf(self) -> str:
        way = self.random.random()
        if way < 0.5:
            return self.pick("aabc")
        if way < 0.62:
            return self.scalar()
        if way < 0.75:
            return self.draw()
        return self.read()

    def draw(self) -> str:
        kind = self.pick(("rand", "randn", "randn"))
        single = ", 'single'" if self.matlab_class == "single" and self.chance(0.7) else ""
        if self.chance(self.spice):
            return self.pick((f"randi(4, {self.size})", "rand", f"{kind}(size(a))", f"{kind}({self.n})(:, 1)"))
        return f"{kind}({self.size}{single})"

    def scalar(self) -> str:
        return self.pick(("0.5", "2", "p", "s / (1 + abs(s))", "t / 8", "sin(t)", "1 / (1 + t^2)", "0.9^t", "mod(t, 3)", "-1", "T", "pi",
                          "w(t)" if self.least >= 1 else "0.25", "double(t > 3)"))  # fmt: skip

    def place(self, written: bool = False) -> str:
        """A position along time; now and then one that leaves the array."""
        if self.least < -1 or self.chance(0.1):
            return self.pick(("1", "T + 1", "end")) if self.chance(0.9) else "t"
        back = ["t - 1"] if self.least >= 2 else []
        if self.least >= 3:
            back.append("t - 2")
        ahead = ["t", "t", "t", "t + 1", "t + 2", "end"] if self.least >= 1 else ["t + 1", "t + 2"]
        if self.chance(self.spice / 2):
            return self.pick(("t + 3", "t - 3", "2 * t", "T + 1 - t", "end + 1 - t"))
        return self.pick(["t", *back, *back] if written and self.least >= 1 else ahead + back)

    def read(self) -> str:
        if self.way == "columns" and self.chance(0.7):
            return "double(v')" if self.row else "double(v)"
        name = self.pick("XXXY")
        place = self.place(name == "Y")
        return f"{name}({place}, :)" if self.row else f"{name}(:, {place})"

    # ------------------------------------------------------------------ statements

    def statements(self, count: int, indent: str) -> list[str]:
        return [line for _ in range(count) for line in self.statement(indent)]

    def statement(self, indent: str) -> list[str]:
        if self.chance(self.spice):
            return [indent + line for line in self.spicy()]
        way = self.random.random()
        if way < 0.5:
            return [indent + self.update()]
        if way < 0.58:
            return [indent + self.pick(("s = 0.9 * s + 0.1 * t;", "s = s + 1;", "s = s / 2;", "s = max(s, t);", "s = 0.5^t;", "s = -s;"))]
        if way < 0.66:
            return [indent + self.masked()]
        if way < 0.72:
            return [indent + self.pick(("[a, b] = f2(a, c);", "a = f3(a, t);", "c = f4(c);", "u = a; a = c; c = u;", "c = f5(c);"))]
        if way < 0.86 and self.depth < 2:
            return self.branch(indent)
        if way < 0.9 and self.depth < 2:
            return self.inner(indent)
        if way < 0.94 and not (self.way == "while" and self.depth):
            return self.leaving(indent)
        return self.writes(indent)

    def update(self) -> str:
        name, e = self.pick("aacb"), self.expression()
        return self.pick((
            f"{name} = 0.5 * {name} + 0.3 * tanh({e});", f"{name} = tanh({e});", f"{name} = {name} + 0.1 * sin({e});",
            f"{name} = max({name}, tanh({e}));", f"{name} = {name} .* exp(-0.1 * abs({e}));", f"u = {e};",
            f"{name} = {name} - 0.2 * atan({e});", f"d = d + {self.pick(('1', '2', '(a > 0.2)', 't'))};", f"{name} = mod({name} + 0.3, 3);",
        ))  # fmt: skip

    def masked(self) -> str:
        mask, value = self.pick(("a > 0.5", "c <= 0", "X(1) < a", "b ~= a", "isnan(a)", "a < 0 & c > 0.1")), self.scalar()
        if self.chance(0.3):
            return self.pick((
                f"m = find({mask}); a(m) = c(m) / 2;", f"m = find({mask}); s = s / 2 + numel(m) / 9;",
                f"v = a({mask}); s = s / 2 + sum(v);",
                f"m = find({mask}); c(m) = {value};", f"m = find(({mask})'); c(m) = a(m) / 2;", "m = find(round(2 * a)); c(m) = c(m) / 2;",
                f"m = find({mask}); if isempty(m), a = a / 2; end", f"v = c({mask}); v = v / 2; c({mask}) = v;", f"m = find({mask}, 1);",
                f"m = find({mask}); s = s / 2 + max([m(:); 0]) / 9;", f"m = find({mask}); d(m) = {value};", f"k = sum(find({mask}));",
            ))  # fmt: skip
        return self.pick((
            f"a(a > 0.7) = {value};", f"c(c < {value}) = 0.1;", f"a = a .* ({mask}) + c .* ~({mask});", f"m = {mask}; d = d + m;",
            "m = a > c; a(m) = c(m);", f"c({mask}) = {value};", "m = c > a; c(m) = 0.5 * c(m) + 0.1;",
        ))  # fmt: skip

    def branch(self, indent: str) -> list[str]:
        test = self.pick(("t > 3", "mod(t, 2) == 0", "t == 1", "t == T", "p > 0", "t < 3 || t > 5", "t > 1 && p > 0", "~(t >= 2)", "s > 2"))
        self.depth += 1
        lines = [f"{indent}if {test}", *self.statements(self.random.randint(1, 2), indent + "  ")]
        if self.chance(0.25):
            lines += [f"{indent}elseif {self.pick(('t > 2', 's < 1', 'mod(t, 3) == 1'))}", *self.statements(1, indent + "  ")]
        if self.chance(0.5):
            lines += [f"{indent}else", *self.statements(self.random.randint(1, 2), indent + "  ")]
        self.depth -= 1
        return [*lines, f"{indent}end"]

    def next_iteration(self) -> str:
        """``continue``; where the iteration is counted at its end, that is done before."""
        return "t = t + 1; continue" if self.way == "while" else "continue"

    def leaving(self, indent: str) -> list[str]:
        """An end of the iteration, or of the loop: at the index, on a scalar that runs along, or when arrays say so."""
        word = "break" if self.way == "while" else self.pick(("break", "continue", "continue"))
        test = self.pick(("t > 4", "mod(t, 3) == 0", "s > 2", "t == T - 1", "s > 0.5 && t > 2", "p > 5"))
        if self.chance(0.4):
            word = "break"
            test = self.pick((
                "norm(a - c) < 0.3", "max(abs(double(a))) < 0.2", "sum(c) > 1 || t > 7", "all(a < 0.9)", "t > 2 && any(c > 0.4)",
                "mod(t, 2) == 0 && mean(double(a)) < 0.1", "a < 0.6",
            ))  # fmt: skip
        before = f" {self.update()}" if self.chance(0.3) else ""
        return [f"{indent}if {test},{before} {word}, end"]

    def inner(self, indent: str) -> list[str]:
        self.depth += 1
        lines = self.statements(self.random.randint(1, 2), indent + "  ")
        self.depth -= 1
        if self.chance(0.5):
            lines.append(f"{indent}  a = a + 0.05 * cos(q * a);")
        if self.chance(0.15):
            own = f"j{self.depth}"  # inner loops in it use q as well
            test = self.pick(("2", "3"))
            head = [f"{indent}{own} = 0;", f"{indent}while {own} < {test}", f"{indent}  {own} = {own} + 1; q = {own};"]
            return [*head, *lines, f"{indent}end"]
        return [f"{indent}for q = {self.pick(('1:3', '2:-1:1', '1:t', '[0.5 1.5]', '1:T', '1:0'))}", *lines, f"{indent}end"]

    def writes(self, indent: str) -> list[str]:
        if self.chance(0.35):
            return []
        place = self.pick(("t", "t", "t", "t + 1")) if self.least >= 1 else "t + 1" if self.least == 0 else "1"
        if self.chance(0.3):
            return [f"{indent}y({place}) = {self.pick(('s', 't^2', 'sum(a)', 'max(c) - s', '0.5', 'mean(a(:))'))};"]
        value = self.pick((self.expression(), "a", "c", self.scalar(), self.expression(1)))
        return [f"{indent}Y({place}, :) = {value};" if self.row else f"{indent}Y(:, {place}) = {value};"]

    def spicy(self) -> list[str]:
        """What a kernel may have to refuse."""
        return self.pick((
            ["if t > 4, break; end"], ["if max(a) > 0.9, break, end"], [f"if mod(t, 3) == 0, {self.next_iteration()}; end"],
            ["if any(c > 1), c = c / 2; end"], ["a = a / (1 + norm(a));"], ["c = c - mean(c);"], ["a = circshift(a, 1);"],
            ["a(2:end-1) = 0.5 * a(2:end-1) + 0.2 * (a(1:end-2) + a(3:end));"], ["a = a(end:-1:1);"], ["g(t) = t;"], ["a = single(a);"],
            ["c = c > 0.3;"], ["c = c + [0 1];"], ["fprintf('%g ', s);"], ["t = t + 1;"], ["a(1) = s;"], ["a(end) = c(1);"],
            ["c(3) = 1;"], ["k = a(1) + c(end);", "a = 0.5 * a + 0.1 * k;"], ["box = {a};"], ["r.x = a;"],
            ["try", "  c = c + a(9);", "catch", "  c = c - 0.1;", "end"], ["c = a * 1i;"], ["a = sqrt(a - 0.5);"], ["a = log(c);"],
            ["c = [];"], ["a = tanh(a' * a * c);"], ["s = sum(a);"], ["s = s + a(1);"], ["c = cumsum(a) / 50;"], ["[k, i] = max(a);"],
            ["[~, i] = sort(a);"], ["clear u"], ["o = ones(3, 2) * t;"], ["c = X(1);"], ["X = X * 0.9;"], ["Y(:) = t;"],
            ["d = uint8(t * 60) + d(1);"], ["switch mod(t, 3)", "  case 0", "    a = -a;", "  otherwise", "    c = c + 0.1;", "end"],
            ["e = numel(Y) + t;"], ["nosuch(a);"],
        ))  # fmt: skip
