"""A fixed small number of mutated programs; ``python -m tests.fuzz.mutate`` runs more."""

from itertools import islice

from . import mutate


def test_nothing_but_matlab_errors_comes_out_of_mutated_programs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    faults = {program: found for program in islice(mutate.mutants(20260), 300) if (found := mutate.fault(program)) is not None}
    assert not faults
