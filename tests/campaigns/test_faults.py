"""The list of places that may fail is that of the sources, and injecting there does what it says."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .faults import listed_places, programs
from .injection import _Marker, places


def test_the_list_has_the_places_of_the_sources() -> None:
    names = {place.name for place in places()}
    listed = listed_places()
    assert names - set(listed) == set(), "new places: add each to fault_places.tsv, with a program that reaches it or why none does"
    assert set(listed) - names == set(), "places that are gone"


def test_each_place_has_a_program_or_a_reason() -> None:
    names = {program.name for program in programs()}
    assert [f"{place}: {text}" for place, text in listed_places().items() if text not in names and not text.startswith("- ")] == []


def test_places_are_calls_that_write_or_take_memory() -> None:
    lines = ["open(p)", "open(p, 'w')", "os.replace(p, p)", "np.empty(3)", "x.create_buffer(size=3)", "open(p, mode='rb')"]
    text = "def f(p):\n" + "".join(f"    {line}\n" for line in lines)
    assert [p.name for p in _Marker("accel/a.py").of(text)] == [
        "accel/a.py f open", "accel/a.py f os.replace", "accel/a.py f np.empty", "accel/a.py f x.create_buffer",
    ]  # fmt: skip


def test_a_place_fails_when_it_is_told_to(tmp_path: Path) -> None:
    code = """
from tests.campaigns.injection import install
failing = install()
from runmat_kernel.base.stored import store
failing.reset("base/stored.py store open", 2, lambda: OSError(28, "full"))
store("a.txt", b"1")
try:
    store("a.txt", b"2")
except OSError as error:
    print(error.strerror, failing.counts["base/stored.py store open"], open("a.txt").read())
"""
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env={"PYTHONPATH": str(root)}, capture_output=True, text=True)
    assert run.stdout == "full 2 1\n", run.stderr
