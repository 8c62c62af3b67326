"""Objects in .mat files as MATLAB writes them (``objects_of_matlab.mat`` was written by a program that follows its format)."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.files.matfiles import from_mat
from runmat_kernel.values import CellArray, StructArray
from runmat_kernel.values.stored import UnknownObject

FILE = Path(__file__).with_name("objects_of_matlab.mat")

CLASS = """classdef Stored
  properties, left = 0; word = ""; other = 5; end
end
"""


@pytest.fixture
def run(tmp_path, monkeypatch):
    shutil.copy(FILE, tmp_path / "f.mat")
    monkeypatch.chdir(tmp_path)
    session = Session(provider="host")

    def run(text):
        outcome = session.run(text)
        if outcome.error is not None:
            raise outcome.error
        return outcome.text.strip()

    return run


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("texts", '["abc" "Grüße"; "" "xxxxxxxxxxxxxxxxxxxx"]'),
        ("number", "[0 1 2; 3 4 5]"),
        ("wave", "[1+2i 3]"),
        ("moments", "[datetime(2024,1,2,3,4,5.25) datetime(2020,2,29)]"),
        ("spans", "seconds([1500 -20])"),
        ("people", "table([38; 43], [\"Ann\"; \"Bo\"], 'VariableNames', {'age', 'name'})"),
        ("levels", "categorical({'lo' 'hi' 'lo'}, {'lo' 'hi'}, 'Ordinal', true)"),
        ("holder.inner", '"in a structure"'),
        ("series.Time", "datetime(2024,1,[1; 2; 4])"),
        ("series.v", "[1; 2; 3]"),
        ("{lookup('k1'), lookup('k2'), class(lookup)}", "{1, 'text', 'containers.Map'}"),
    ],
)
def test_values(run, name, expected):
    assert run(f"warning off; load f.mat; x = {name}; fprintf('%d', isequal(x, {expected}), strcmp(class(x), class({expected})))") == "11"


def test_one_of_them(run):
    assert run("s = load('f.mat', 'people', 'wave'); fprintf('%s ', string(fieldnames(s)))") == "wave people"


def test_objects_of_a_class(run, tmp_path):
    """They are made again where the class is known, and else read as the numbers that stand for them, with a warning."""
    assert run("s = load('f.mat', 'thing'); [~, id] = lastwarn; fprintf('%s %s', class(s.thing), id)").endswith(
        "uint32 MATLAB:load:cannotInstantiateLoadedVariable"
    )
    (tmp_path / "Stored.m").write_text(CLASS)
    assert run("t = load('f.mat', 'thing'); t = t.thing; fprintf('%g ', t.left, t.other); fprintf('%s', t.word)") == "1 2 5 inside"


def test_nothing_is_lost_when_variables_are_added(run):
    """Objects of a class that is not known cannot be written, so the file stays as it is."""
    run("try, z = 7; save('f.mat', 'z', '-append'), catch e, id = e.identifier; end, clear z")
    assert run("warning off; load f.mat; fprintf('%s %d %d', id, exist('z', 'var'), people.age(2))") == "MATLAB:save:unsupportedClass 0 43"


class _Workspace:
    """The objects of a file whose only one holds the values of an anonymous function."""

    def value(self, numbers):
        values = StructArray.scalar({"a": 1.5, "b": 2.0})
        return UnknownObject("function_handle_workspace", (1, 1), [{"any": CellArray.of([7.0, values], (2, 1))}], numbers)


def _handle(**fields):
    """What scipy gives for a function handle that MATLAB wrote."""

    def record(values):
        made = np.empty((1, 1), [(name, object) for name in values])
        for name, value in values.items():
            made[name][0, 0] = value
        return made

    return record(
        {"matlabroot": np.array(["/m"]), "separator": np.array(["/"]), "sentinel": np.array(["@"]), "function_handle": record(fields)}
    )


_NUMBERS = np.zeros((6, 1), np.uint32)


@pytest.mark.parametrize(
    "fields",
    [
        {"s0": b"", "s1": b"MCOS", "s2": b"function_handle_workspace", "arr": _NUMBERS},
        {"_TypeSystem": "MCOS", "_Class": "function_handle_workspace", "_ObjectMetadata": _NUMBERS},
    ],
    ids=["scipy before 1.18", "scipy 1.18"],
)
def test_function_handles(fields):
    """They are handles again, with the values that they keep."""
    numbers = np.array([tuple(fields.values())], [(name, object) for name in fields])
    session = Session(provider="host")
    simple = from_mat(_handle(function=np.array(["cosd"]), type=np.array(["simple"]), file=np.array([""])))
    kept = _handle(function=np.array(["sf%0@(x)a*x+b"]), type=np.array(["anonymous"]), file=np.array([""]), workspace=numbers)
    made = session.classes.unpacked({"simple": simple, "kept": from_mat(kept, _Workspace())})
    assert session.feval(made["simple"], (60.0,), 1)[0] == 0.5
    assert session.feval(made["kept"], (2.0,), 1)[0] == 5.0
