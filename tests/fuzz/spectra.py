"""Random programs of Fourier transforms and complex arrays: spectra, pointwise work on them, what moves them, and the way back.

``python -m tests.campaigns programs --grammar spectra --count 300`` runs many.
"""

from __future__ import annotations

from .grammar import Variable
from .kinds import FLOATS, Moves


class Spectra(Moves):
    """A program half of whose statements make or use complex arrays; ``spectra`` are those."""

    def __init__(self, seed: int, statements: int = 8) -> None:
        self.spectra: list[Variable] = []
        super().__init__(seed, statements)

    @property
    def names(self) -> list[str]:
        return sorted({v.name for v in (*self.variables, *self.spectra)})

    def statement(self) -> None:
        if self.random.random() < 0.3:
            super().statement()
        elif not self.spectra or self.random.random() < 0.25:
            self.spectrum()
        else:
            self.pick([self.combined, self.combined, self.carried, self.returned, self.returned, self.summed])()

    def named(self, text: str, matlab_class: str, shape: tuple[int, int]) -> None:
        name = self.fresh()
        self.lines.append(f"{name} = {text};")
        self.spectra.append(Variable(name, matlab_class, shape))

    def spectrum(self) -> None:
        """A transform of a real array without infinities, of any length along any dimension."""
        floats = [v for v in self.variables if v.matlab_class in FLOATS]
        if not floats:
            return
        v = self.pick(floats)
        finite = f"max(min(real({v.name}), 100), -100)"
        rows, columns = v.shape
        form, n = self.random.random(), self.pick([1, 2, 6, 7, 16, 30, 33])
        name = self.pick(["fft", "fft", "ifft"])
        if form < 0.3:
            self.named(f"{name}({finite})", v.matlab_class, v.shape)
        elif form < 0.5:
            self.named(f"{name}({finite}, [], {self.pick(['1', '2'])})", v.matlab_class, v.shape)
        elif form < 0.6:
            self.named(f"{name}({finite}, {n}, 1)", v.matlab_class, (n, columns))
        elif form < 0.7:
            self.named(f"{name}({finite}, {n}, 2)", v.matlab_class, (rows, n))
        elif form < 0.85:
            self.named(f"{self.pick(['fft2', 'ifft2'])}({finite})", v.matlab_class, v.shape)
        else:
            self.named(f"{finite} + {self.pick(['1i', '-2i', '(1 + 3i)', 'single(2i)'])} .* {finite}", v.matlab_class, v.shape)

    def combined(self) -> None:
        s = self.pick(self.spectra)
        forms = [f"{s.name} {op} {self.pick(['2', '-0.5', '1i', '(2 - 1i)'])}" for op in ("+", "-", ".*", "./")]
        forms += [f"{self.pick(['3', '(1 + 1i)'])} {op} {s.name}" for op in ("+", "-", ".*")]
        forms += [f"conj({s.name})", f"-{s.name}", f"{s.name} .* conj({s.name})", f"{s.name}.^2", f"exp({s.name} ./ 1000)"]
        forms += [f"{s.name} ./ (abs({s.name}) + 1)", f"{s.name}.^3 ./ 1000", f"({s.name} + 3).^-2", f"round({s.name})"]
        forms += [f"{name}({s.name})" for name in ("sqrt", "log", "sign")]
        forms += [f"{name}({s.name} ./ 100)" for name in ("sin", "cos", "tan", "sinh", "cosh", "tanh")]
        others = [t for t in self.spectra if t.shape == s.shape and t.matlab_class == s.matlab_class]
        forms += [f"{s.name} {self.pick(['+', '-', '.*'])} {self.pick(others).name}"] * 3
        reals = [v for v in self.variables if v.shape == s.shape and v.matlab_class == s.matlab_class]
        if reals:
            forms += [f"{s.name} {self.pick(['+', '-', '.*'])} max(min(real({self.pick(reals).name}), 9), -9)"] * 3
        self.named(self.pick(forms), s.matlab_class, s.shape)

    def carried(self) -> None:
        s = self.pick(self.spectra)
        rows, columns = s.shape
        (text, m), (other, n) = self.part(rows), self.part(columns)
        forms = [
            (f"{s.name}.'", (columns, rows)),
            (f"{s.name}'", (columns, rows)),
            (f"fftshift({s.name})", s.shape),
            (f"ifftshift({s.name}, {self.pick(['1', '2'])})", s.shape),
            (f"flip({s.name}, 2)", s.shape),
            (f"{s.name}({text}, {other})", (m, n)),
            (f"reshape({s.name}, {columns}, {rows})", (columns, rows)),
        ]
        text, shape = self.pick(forms)
        self.named(text, s.matlab_class, shape)

    def summed(self) -> None:
        s = self.pick(self.spectra)
        rows, columns = s.shape
        if self.random.random() < 0.5:
            dim = self.pick([1, 2])
            self.named(f"{self.pick(['sum', 'mean'])}({s.name}, {dim})", s.matlab_class, (1, columns) if dim == 1 else (rows, 1))
        elif self.random.random() < 0.5:
            self.named(f"{s.name} * {s.name}'", s.matlab_class, (rows, rows))
        else:
            at = f"{self.part(rows)[0]}, {self.part(columns)[0]}"
            self.lines.append(f"{s.name}({at}) = {self.pick(['0', '1', '2i'])};")

    def returned(self) -> None:
        s = self.pick(self.spectra)
        forms = ["abs({0})", "real({0})", "imag({0})", "abs({0}).^2", "real(ifft({0}))", "ifft({0}, 'symmetric')", "real(ifft2({0}))"]
        forms += ["double({0} == {0})", "double(isfinite({0}))", "real(ifft(fft({0}) .* 2))", "abs(ifft({0}))"]
        forms += ["angle({0})", "real(sqrt({0}))", "abs(log({0} + 2))", "double(any({0}, 1) | {0} ~= 0)", "imag([{0}(:, 1) {0}(:, 2:end)])"]
        reals = [v for v in self.variables if v.shape == s.shape and v.matlab_class == s.matlab_class]
        if reals:
            # beside infinities and NaN, where it counts whether the array is complex at all
            v = self.pick(reals).name
            forms += [f"{part}({{0}} {op} {v})" for part in ("real", "imag", "abs") for op in (".*", "./")]
            forms += [f"{part}({v} ./ {{0}})" for part in ("real", "imag")] + [f"imag(round(real({{0}})) + 0i .* {v})"]
        text = self.pick(forms).format(s.name)
        self.assign((text, "double" if text.startswith("double") else s.matlab_class, s.shape))
