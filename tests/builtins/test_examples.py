"""Every Example of every builtin gives what it says, in the chosen modes."""

import pytest

from runmat_kernel.builtins.registry import builtins

from .harness import CHOSEN, run_example

CASES = [
    pytest.param(mode, example, id=f"{record.name}-{number}-{mode}")
    for mode in CHOSEN
    for record in sorted(builtins().values(), key=lambda record: record.name)
    for number, example in enumerate(record.examples)
]


@pytest.mark.parametrize(("mode", "example"), CASES)
def test_example(mode, example, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_example(mode, example.code, example.gives)
