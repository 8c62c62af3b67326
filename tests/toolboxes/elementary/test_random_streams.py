"""Random streams as objects: what they draw, and what the session draws from."""

from __future__ import annotations

import numpy as np

from runmat_kernel import Session


def test_the_session_draws_from_the_global_stream() -> None:
    session = Session(provider="host")
    drawn = "[rand randn randi(9) randperm(5)]"
    assert session.run(f"RandStream.setGlobalStream(RandStream('mt19937ar','Seed',7)); a = {drawn}; rng(7); b = {drawn};").error is None
    assert np.array_equal(np.asarray(session.workspace["a"]), np.asarray(session.workspace["b"]))


def test_large_arrays_of_a_stream_and_its_display() -> None:
    session = Session(provider="host")
    outcome = session.run("s = RandStream('mt19937ar','Seed',7); a = randn(s, 300); reset(s); b = randn(s, 300); same = isequal(a, b), s")
    assert "mt19937ar random stream\n             Seed: 7\n  NormalTransform: Ziggurat" in outcome.text
    assert "logical\n\n   1" in outcome.text


def test_a_clock_seeds_a_stream() -> None:
    outcome = Session(provider="host").run("RandStream.setDefaultStream(RandStream('mt19937ar','seed',sum(100*clock))); x = rand(2);")
    assert outcome.error is None


def test_the_clock_gives_another_seed_each_time() -> None:
    session = Session(provider="host")
    assert session.run("rng shuffle; s = rng('shuffle'); t = rng; fprintf('%d', s.Seed == t.Seed)").text == "0"


def test_former_syntaxes_set_and_restore() -> None:
    session = Session(provider="host")
    for word in ("state", "seed", "twister"):
        for name in ("rand", "randn"):
            drawn = "{rand, randn(1, 3), rand(300), randi(9)}"
            session.run(f"{name}('{word}', 3); rand; s = {name}('{word}'); a = {drawn}; rng(9);")
            assert session.run(f"{name}('{word}', s); b = {drawn}; disp(isequal(a, b))").text.split() == ["1"], (name, word)
    assert session.run("rand('seed', [1 2]); a = rand; rand('seed', [1 3]); disp(a == rand)").text.split() == ["0"]
