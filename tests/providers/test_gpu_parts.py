"""New kernels run in parts, which compile side by side, until they are compiled as a whole; with the same bits."""

from __future__ import annotations

import numpy as np

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array

from ..adapters import needs_adapter

CHAIN = (
    "y = sin(x) .* exp(-0.1 * x); z = y .* cos(3 * x) + tanh(0.5 * y); z = z ./ (1 + z .* z); r = [mean(z), max(z), min(z)];"
    " w = sqrt(z + 5) .* log(y + 3) .* exp(z); s = sum(w);"
)


def session(splits: bool) -> Session:
    needs_adapter()
    made = Session(provider="gpu", defer_elements=16)
    outcome = made.run("x = single(linspace(0, 12, 200003)); q = x + 1; q(3);")
    assert outcome.error is None
    made.engine.device.splits = splits
    return made


def results(made: Session) -> dict[str, np.ndarray]:
    outcome = made.run(CHAIN)
    assert outcome.error is None, outcome.error
    return {name: as_array(made.workspace_values[name]) for name in ("y", "z", "r", "w", "s")}


def test_parts_have_the_bits_of_the_whole() -> None:
    whole, parts = session(False), session(True)
    expected, found = results(whole), results(parts)
    for name, array in expected.items():
        np.testing.assert_array_equal(found[name], array, err_msg=name)
    device = parts.engine.device
    assert device._in_parts
    assert all(len(p.launch.dispatches) > 2 for p in device._in_parts.values())


def test_the_whole_takes_their_place() -> None:
    made = session(True)
    first = results(made)
    device = made.engine.device
    assert device._in_parts
    results(made)
    for kernel in [p.launch.kernel for p in device._in_parts.values()]:
        assert all(d.program.pipeline is not None for d in device.prepare(kernel).dispatches)
    last = results(made)
    assert not device._in_parts
    for name, array in first.items():
        np.testing.assert_array_equal(last[name], array, err_msg=name)


def test_what_is_known_is_not_cut() -> None:
    made = session(False)
    results(made)
    made.engine.device.splits = True
    results(made)
    assert not made.engine.device._in_parts
