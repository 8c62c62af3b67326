"""Every ErrorCase of every builtin fails as it says, in the chosen modes."""

import pytest

from runmat_kernel.builtins.registry import builtins

from .harness import CHOSEN, run_error

CASES = [
    pytest.param(mode, case, id=f"{record.name}-{number}-{mode}")
    for mode in CHOSEN
    for record in sorted(builtins().values(), key=lambda record: record.name)
    for number, case in enumerate(record.errors)
]


@pytest.mark.parametrize(("mode", "case"), CASES)
def test_error(mode, case, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run_error(mode, case.code, case.identifier, case.message)
