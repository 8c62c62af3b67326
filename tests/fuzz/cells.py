"""Random cells that run again and again, among variables of which some have changed: values, classes, sizes, and what names mean."""

from __future__ import annotations

from .grammar import Program

CELL = "%%"
"""The line between two cells of a program."""
CHANGES = (
    "v1 = v1 + 1;", "v1 = -v1;", "v1 = abs(v1);", "v1 = -abs(v1);", "v1(1) = 2;", "v2(end) = -3;", "v1 = single(v1);", "v2 = double(v2);",
    "v1 = v2;", "v2 = v1;", "v1 = v1(1);", "v1 = v1 * 1i;", "v1 = real(v1);", "v2 = int32(v2);", "v2 = v2 > 0;", "v2 = int64(v2);",
    "v1 = [v1; v1];", "v3 = 0 * v3;", "v3 = v3 / 10;", "v1 = v1 * 1000;", "v1 = v1 / 1000;", "k1 = -k1;", "k1 = 0;", "k1 = -0;",
    "k1 = NaN;", "k1 = Inf;", "k1 = k1 + 1;", "k1 = 0.5;", "k2 = 1.5;", "k2 = single(0.25);", "k2 = true;", "k1 = [1 2];", "k1 = int8(3);",
    "sin = 3;", "clear sin", "max = 2;", "clear max", "k2 = 'a';", "k1 = 1i;", "k3 = k3 + 1;", "v1 = zeros(size(v1));", "clear k3",
)  # fmt: skip


class CellsAgain(Program):
    """A setup, and a cell that is run several times with changes in between; what it leaves is kept each time."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed, statements=0)
        setup = [*self.lines, "k1 = 0.5; k2 = single(1.5); k3 = 3;"]
        self.lines = []
        for _ in range(self.pick((3, 4, 6))):
            self.statement()
        body = [*self.lines, self.last()]
        results = sorted({v.name for v in self.variables} | {"result"})
        runs = range(1, self.pick((6, 8)) + 1)
        kept = {run: [(f"{name}_{run}", name) for name in self.random.sample(results, min(2, len(results)))] for run in runs}
        self.kept = [twin for pairs in kept.values() for twin, _ in pairs]
        # A cell is known again among variables of the same names only.
        self.lines = [
            *setup,
            *[f"{twin} = 0;" for twin in self.kept],
            *[f"{name} = 0;" for name in results if name not in ("v1", "v2", "v3")],
        ]
        for run in runs:
            changes = [self.pick(CHANGES) for _ in range(self.pick((0, 0, 0, 1, 2)))] if run > 3 else []
            self.lines += [CELL, *changes, CELL, *body, CELL, *[f"{twin} = {name};" for twin, name in kept[run]]]

    @property
    def names(self) -> list[str]:
        return [*super().names, *self.kept]

    def statement(self) -> None:
        if self.random.random() < 0.85:
            self.assign(self.expression(3)) if self.random.random() < 0.75 else self.reduction()
        else:
            super().statement()

    def leaf(self) -> tuple[str, str, tuple[int, int]]:
        if self.random.random() < 0.15:
            return self.pick(("k1", "k2", "k3", "(2 * k1)", "pi * k3", "numel(v1)", "size(v2, 1)")), "double", (1, 1)
        return super().leaf()

    def last(self) -> str:
        one, two = self.pick(self.variables).name, self.pick(self.variables).name
        return self.pick((
            f"result = [mean({one}(:)), max({two}(:))];", f"result = [mean({one}, 'all'), k1, max({two}, [], 'all')];",
            f"result = [sum({one}, 'all'); 1 + min({two}, [], 'all')];", f"result = sprintf('%.3g ', sum({one}, 'all'), k2);",
            f"result = mean({one}, 'all') + k1;", f"result = {one} + {one};",
        ))  # fmt: skip
