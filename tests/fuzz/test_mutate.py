"""A fixed small number of mutated programs; ``python -m tests.campaigns source`` runs more."""

from . import mutate


def test_nothing_but_matlab_errors_comes_out_of_mutated_programs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mutants = mutate.Mutants()
    programs = [mutants.program(number) for number in range(20260, 20560)]
    faults = {program: found for program in programs if (found := mutate.fault(program)) is not None}
    assert not faults
