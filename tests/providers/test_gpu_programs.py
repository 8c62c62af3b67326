"""Which shaders have their loops written out by the driver, and layouts that are made before they are needed."""

import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

FREE = {
    "a loop over columns": ("y = x(:, 1); for k = 2:60, y = 0.9*y + x(:, k); end", True),
    "running sums of rows": ("y = cumsum(x, 2);", True),
    "a convolution": ("y = conv2(x, [1 2; 3 4], 'same');", True),
    "a loop that draws": ("rng(1, 'philox'); y = x(:, 1); for k = 2:60, y = 0.9*y + rand(3000, 1); end", False),
    "a product": ("y = x' * x;", False),
    "a sum": ("y = sum(x .* 2);", False),
}


@pytest.mark.parametrize("name", FREE)
def test_free_loops(name, monkeypatch):
    needs_adapter()
    from runmat_kernel.providers.gpu import programs

    session = Session(provider="gpu", defer_elements=1, loop_elements=1)
    assert session.run("x = rand(3000, 60); y = x(3);").error is None
    taken = []
    written = programs.Programs._pipeline

    def noted(self, shader, layout):
        taken.append(shader.free_loops)
        return written(self, shader, layout)

    monkeypatch.setattr(programs.Programs, "_pipeline", noted)
    code, free = FREE[name]
    outcome = session.run(f"{code}\nz = y(3);")
    assert outcome.error is None, outcome.error
    assert any(taken) == free


def test_layouts_made_before_they_are_needed_are_taken(gpu, monkeypatch):
    from runmat_kernel.providers.gpu.programs import Programs

    made = []
    make = Programs._make_layout
    monkeypatch.setattr(Programs, "_make_layout", lambda self, writable: (made.append(writable), make(self, writable))[1])
    programs = Programs(gpu._handle, 1 << 28)
    programs.make_layouts()
    layouts = [programs._layout(writable) for writable in [(False, True), (False, True), (False, False, True, True)]]
    assert layouts[0] is layouts[1] and layouts[0] is not layouts[2]
    programs._layout((True,))
    assert len(made) == len(set(made)) and (True,) in made
