"""Random programs of what moves elements: slices, steps, positions, masks, assignments, running sums, windows, ranges.

``python -m tests.campaigns programs --grammar kinds --count 300`` runs many.
"""

from __future__ import annotations

from .grammar import Program, Variable

FLOATS = ("double", "single")


class Moves(Program):
    """A program half of whose statements move elements."""

    def statement(self) -> None:
        if self.random.random() < 0.45:
            super().statement()
            return
        self.pick([self.slice, self.slice, self.neighbours, self.positions, self.write, self.write, self.mask, self.scan, self.window,
                   self.range, self.rearranged, self.sort, self.joined, self.ordered, self.ordered, self.formula])()  # fmt: skip

    def number(self, low: int, high: int) -> int:
        return self.random.randint(low, high)

    def part(self, extent: int, least: int = 1) -> tuple[str, int]:
        """A subscript of a dimension, and how many elements it selects."""
        form = self.pick(["all", "one", "run", "back", "steps", "from", "to"])
        first = self.number(1, extent)
        last = self.number(first, extent)
        step = self.number(1, 3)
        found = {
            "all": (":", extent),
            "one": (f"{first}", 1),
            "run": (f"{first}:{last}", last - first + 1),
            "back": (f"{last}:-{step}:{first}", (last - first) // step + 1),
            "steps": (f"{first}:{step}:{last}", (last - first) // step + 1),
            "from": (f"{first}:end", extent - first + 1),
            "to": (f"1:end-{extent - last}", last),
        }[form]
        return found if found[1] >= least else (":", extent)

    def slice(self) -> None:
        v = self.pick(self.variables)
        if self.random.random() < 0.3:
            text, count = self.part(v.shape[0] * v.shape[1])
            if text == ":":
                shape = (count, 1)
            elif v.shape[0] == 1 or (v.shape[1] != 1 and ":" in text):
                shape = (1, count)
            else:
                shape = (count, 1) if ":" in text else (1, 1)
            self.assign((f"{v.name}({text})", v.matlab_class, shape))
            return
        (rows, m), (columns, n) = self.part(v.shape[0]), self.part(v.shape[1])
        self.assign((f"{v.name}({rows}, {columns})", v.matlab_class, (m, n)))

    def neighbours(self) -> None:
        """A difference of shifted parts."""
        v = self.pick(self.variables)
        if v.matlab_class not in FLOATS or v.shape[0] < 3:
            return
        text = f"{v.name}(3:end, :) - 2 * {v.name}(2:end-1, :) + {v.name}(1:end-2, :)"
        self.assign((text, v.matlab_class, (v.shape[0] - 2, v.shape[1])))

    def positions(self) -> None:
        v = self.pick(self.variables)
        count = v.shape[0] * v.shape[1]
        several = [self.number(1, count) for _ in range(self.number(2, 6))]
        form = self.random.random()
        if form < 0.4:
            self.assign((f"{v.name}(mod((1:{count})' * 7, {count}) + 1)", v.matlab_class, self.like(v.shape, count)))
        elif form < 0.7:
            self.assign((f"{v.name}([{' '.join(map(str, several))}]')", v.matlab_class, self.like(v.shape, len(several))))
        else:
            rows = [self.number(1, v.shape[0]) for _ in range(3)]
            self.assign((f"{v.name}([{' '.join(map(str, rows))}], :)", v.matlab_class, (3, v.shape[1])))

    @staticmethod
    def like(shape: tuple[int, int], count: int) -> tuple[int, int]:
        """The shape of a vector's elements at a column of positions: the vector's own direction, else the column's."""
        return (1, count) if shape[0] == 1 and shape[1] != 1 else (count, 1)

    def write(self) -> None:
        v = self.pick(self.variables)
        if v.matlab_class == "logical":
            return
        if self.random.random() < 0.3:
            k = self.number(1, v.shape[0] * v.shape[1])
            self.lines.append(f"{v.name}({k}) = {self.pick(['0', '1', '-2.5', '100', 'NaN'])};")
            return
        (rows, m), (columns, n) = self.part(v.shape[0]), self.part(v.shape[1])
        same = [w for w in self.variables if w.matlab_class == v.matlab_class and w.shape == (m, n)]
        if same and self.random.random() < 0.7:
            self.lines.append(f"{v.name}({rows}, {columns}) = {self.pick(same).name};")
        elif self.random.random() < 0.5 and m <= v.shape[0] and n <= v.shape[1]:
            self.lines.append(f"{v.name}({rows}, {columns}) = {v.name}(end-{m - 1}:end, 1:{n}) + 1;")
        else:
            self.lines.append(f"{v.name}({rows}, {columns}) = {self.pick(['0', '3', '-1.5'])};")

    def mask(self) -> None:
        v = self.pick(self.variables)
        value = self.pick(["0", "7", "-300", "NaN", "Inf", "2.5"])
        if v.matlab_class == "logical":
            self.lines.append(f"{v.name}({v.name} & true) = false;")
        else:
            self.lines.append(f"{v.name}({v.name} {self.pick(['<', '>', '>='])} {self.pick(['0', '1', '50'])}) = {value};")

    def scan(self) -> None:
        text, matlab_class, shape = self.expression(1)
        name = self.pick(["cumsum", "cumsum", "cumprod", "cummax", "cummin"])
        if name == "cumprod" and matlab_class in ("double", "single", "logical"):
            text, matlab_class = f"sign(real(double({text}))) * 1.01", "double"
        elif matlab_class == "logical":
            text, matlab_class = f"double({text})", "double"
        else:
            text = f"real({text})" if matlab_class in FLOATS else text
        dim = self.pick(["", ", 1", ", 2"])
        flag = self.pick(["", "", ", 'reverse'", ", 'omitnan'"])
        self.assign((f"{name}({text}{dim}{flag})", matlab_class, shape))

    def sort(self) -> None:
        v = self.pick(self.variables)
        if v.matlab_class == "logical":
            return
        dim, direction = self.pick(["", ", 1", ", 2"]), self.pick(["", ", 'descend'"])
        if self.random.random() < 0.5:
            self.assign((f"sort({v.name}{dim}{direction})", v.matlab_class, v.shape))
            return
        first, second = self.fresh(), self.fresh()
        self.lines.append(f"[{first}, {second}] = sort(round(double({v.name})){dim}{direction});")
        self.variables += [Variable(first, "double", v.shape), Variable(second, "double", v.shape)]
        if not dim and v.shape[0] != 1:
            self.assign((f"{v.name}({second}(:, 1))", v.matlab_class, self.like(v.shape, v.shape[0])))

    def joined(self) -> None:
        """Arrays side by side."""
        v = self.pick(self.variables)
        dim = self.pick([1, 2])
        fitting = [w for w in self.variables if w.shape[2 - dim] == v.shape[2 - dim] and w.matlab_class == v.matlab_class]
        parts = [v, *(self.pick(fitting) for _ in range(self.number(1, 2)))]
        extent = sum(w.shape[dim - 1] for w in parts)
        shape = (extent, v.shape[1]) if dim == 1 else (v.shape[0], extent)
        if extent < 200:
            self.assign((f"[{(';' if dim == 1 else ',').join(w.name for w in parts)}]", v.matlab_class, shape))

    def ordered(self) -> None:
        """What sorted elements tell."""
        v = self.pick(self.variables)
        if v.matlab_class == "logical":
            return
        dim = self.number(1, 2)
        one = (1, v.shape[1]) if dim == 1 else (v.shape[0], 1)
        x, k = f"real({v.name})" if v.matlab_class in FLOATS else v.name, self.number(1, v.shape[dim - 1])
        several = (k, v.shape[1]) if dim == 1 else (v.shape[0], k)
        flag = self.pick(["", ", 'omitnan'"])
        forms = [
            (f"median({x}, {dim}{flag})", v.matlab_class, one),
            (f"quantile(single({x}), 0.3, {dim})", "single", one),
            (f"{self.pick(['mink', 'maxk'])}({x}, {k}, {dim})", v.matlab_class, several),
            (f"sortrows({x}, {self.pick(['1', '-1'])})", v.matlab_class, v.shape),
            (f"double(issorted({x}, {dim}))", "double", (1, 1)),
        ]
        if self.random.random() < 0.3:
            first, second = self.fresh(), self.fresh()
            name = self.pick(["cummax", "cummin"])
            self.lines.append(f"[{first}, {second}] = {name}({x}, {dim}{self.pick(['', chr(44) + ' ' + repr('reverse')])});")
            self.variables += [Variable(first, v.matlab_class, v.shape), Variable(second, "double", v.shape)]
            return
        self.assign(self.pick(forms))

    def formula(self) -> None:
        """Builtins that are made of others."""
        floats = [v for v in self.variables if v.matlab_class in FLOATS]
        if not floats:
            return
        v = self.pick(floats)
        x, dim = f"max(min(real({v.name}), 1000), -1000)", self.number(1, 2)
        one = (1, v.shape[1]) if dim == 1 else (v.shape[0], 1)
        n = v.shape[dim - 1]
        self.assign(self.pick([
            (f"trapz({x}, {dim})", v.matlab_class, one), (f"cumtrapz({x}, {dim})", v.matlab_class, v.shape),
            (f"vecnorm({x}, {self.pick(['1', '2', 'Inf'])}, {dim})", v.matlab_class, one),
            (f"mean({x}, {dim}, 'Weights', 1:{n})", v.matlab_class, one),
        ]))  # fmt: skip

    def window(self) -> None:
        floats = [v for v in self.variables if v.matlab_class in FLOATS]
        if not floats:
            return
        v = self.pick(floats)
        form = self.pick(["conv2", "same", "filter", "movsum", "movmean"])
        finite = f"max(min({v.name}, 1000), -1000)"
        tall, wide = self.number(1, 4), self.number(1, 3)
        weights = f"reshape((1:{tall * wide}) / 3 - 1, {tall}, {wide})"
        if form == "conv2":
            self.assign((f"conv2({finite}, {weights})", v.matlab_class, (v.shape[0] + tall - 1, v.shape[1] + wide - 1)))
        elif form == "same":
            self.assign((f"conv2({finite}, {weights}, 'same')", v.matlab_class, v.shape))
        elif form == "filter":
            self.assign((f"filter([1 -0.5 0.25], 2, {finite}, [], {self.pick(['1', '2'])})", v.matlab_class, v.shape))
        else:
            self.assign((f"{form}({finite}, {self.number(1, 5)}, {self.pick(['1', '2'])})", v.matlab_class, v.shape))

    def range(self) -> None:
        shape = self.pick(self.shapes)
        count = shape[0] * shape[1]
        step, start = self.pick([1, 2, -3, 0.1, 0.25]), self.number(-5, 5)
        form = self.random.random()
        if form < 0.6:
            self.assign((f"reshape({start} + (0:{count - 1}) * {step}, {shape[0]}, {shape[1]})", "double", shape))
        elif form < 0.8:
            self.assign((f"({start}:{start + count - 1}) - 1", "double", (1, count)))
        else:
            fill = self.pick(["zeros", "ones", "NaN"])
            self.assign((f"{fill}({shape[0]}, {shape[1]}, 'single')", "single", shape))

    def rearranged(self) -> None:
        v = self.pick(self.variables)
        rows, columns = v.shape
        forms = [
            (f"flip({v.name}, 1)", v.matlab_class, v.shape),
            (f"fliplr({v.name})", v.matlab_class, v.shape),
            (f"circshift({v.name}, {self.number(-4, 4)}, {self.number(1, 2)})", v.matlab_class, v.shape),
            (f"permute({v.name}, [2 1])", v.matlab_class, (columns, rows)),
            (f"repmat({v.name}(:, 1), 1, 3)", v.matlab_class, (rows, 3)),
        ]
        self.assign(self.pick(forms))
