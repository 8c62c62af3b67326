"""A Body in parts means what it means whole; it is cut where arrays are stored, and in front of reductions."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.codegen.split import split
from runmat_kernel.session import Session

X = "x = linspace(-3, 3, 70001); z = x;"
CHAIN = "y = sin(x) .* exp(-0.1 * x); z = y .* cos(3 * x) + tanh(0.5 * y); z = z ./ (1 + z .* z);"
PROGRAMS = {
    "a chain and its reductions": (CHAIN + " r = [mean(z), max(z), min(z)];", 3),
    "a chain": (CHAIN, 2),
    "singles": (CHAIN.replace("sin(x)", "sin(single(x))") + " r = sum(z);", 3),
    "reductions along a dimension": ("y = exp(sin(x)); w = cos(y) .* tanh(x); s = sum(w, 1);", 2),
    "what is short stays whole": ("y = x + 1; z = y .* x; s = sum(z);", 0),
    "one result": ("y = sin(exp(cos(x)));", 0),
    "a reduction of what nobody holds": ("s = sum(sin(x) .* exp(x) + cos(x));", 0),
    "roots with a guard": ("y = sin(x) + sqrt(x + 4) .* exp(x); z = log(x + 5) .* cos(y) - tanh(y); s = max(z);", None),
    "masks": ("y = exp(x) .* sin(x); m = y > 0.5; z = cos(y) + tanh(x); z(m) = 0; s = sum(z);", None),
}


def bodies(session: Session, program: str) -> list:
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    return [record.kernel.body for record in outcome.report.groups if getattr(record, "kernel", None) is not None]


@pytest.mark.parametrize("name", PROGRAMS)
def test_parts_give_the_same_bits(name: str) -> None:
    program, count = PROGRAMS[name]
    session = Session(provider="host", defer_elements=16)
    session.run(X)
    found = [body for body in bodies(session, program) if type(body).__name__ == "Body"]
    assert found
    most = 0
    for body in found:
        parts = split(body)
        most = max(most, len(parts or ()))
        if parts is None:
            continue
        random = np.random.default_rng(3)
        inputs = [random.uniform(0.1, 3, body.space).astype("f4" if i.matlab_class == "single" else "f8") for i in body.inputs]
        parameters = [0.25] * len(body.parameters)
        expected = interpret(body, inputs, parameters).arrays
        outputs: dict[int, np.ndarray] = {}
        for part in parts:
            given = [inputs[k] if role == "input" else outputs[k] for role, k in part.inputs]
            outputs |= dict(zip(part.outputs, interpret(part.body, given, parameters).arrays, strict=True))
        assert sorted(outputs) == list(range(len(expected)))
        for k, array in enumerate(expected):
            np.testing.assert_array_equal(outputs[k], array)
    if count is not None:
        assert most == count
