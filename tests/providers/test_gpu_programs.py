"""Which shaders have their loops written out by the driver."""

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
