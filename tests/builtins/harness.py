"""Programs in new sessions; the Example and ErrorCase rows of the builtins, in every mode that is switched on.

A mode is a name and Session settings.  ``RUNMAT_EXAMPLE_MODES`` (words parted by commas) says which run; ``gpu`` takes minutes on a
software adapter, so that only complete runs of the tests have it.
"""

import os

import numpy as np

from runmat_kernel.base.source import Source
from runmat_kernel.session import Session
from runmat_kernel.syntax.ast import Assign, ExpressionStatement
from runmat_kernel.syntax.parser import parse
from runmat_kernel.values.containers import CellArray, StructArray
from runmat_kernel.values.convert import class_of, shape_of
from runmat_kernel.values.functions import FunctionHandle
from runmat_kernel.values.text import CharArray, StringArray

MODES = {
    "eager": {"fusion": False, "provider": "host"},
    "host": {"fusion": True, "provider": "host", "defer_elements": 1},
    "gpu": {"fusion": True, "provider": "gpu", "defer_elements": 1},
}
CHOSEN = [mode for mode in os.environ.get("RUNMAT_EXAMPLE_MODES", "eager,host").split(",") if mode]


def run(code):
    """What a program prints in a new session, in ``format compact``; it must not fail."""
    session = Session()
    session.run("format compact")
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return outcome.text


def fails(code):
    """The identifier of the error that a program must end with."""
    outcome = Session().run(code)
    assert outcome.error is not None
    return outcome.error.identifier


def run_example(mode, code, gives):
    """Run the code, then the expected expression, and compare; raises AssertionError that says what differs."""
    session = Session(**MODES[mode])
    code, names = instrumented(code)
    outcome = session.run(code)
    assert outcome.error is None, f"{outcome.error.identifier}: {outcome.error}"
    expected = Session(**MODES["eager"])
    for name, value in session.workspace_values.items():
        expected.workspace_values[name] = value
    outcome = expected.run(f"expected__ = {gives};")
    assert outcome.error is None, f"the expected value fails: {outcome.error}"
    wanted = expected.workspace_values["expected__"]
    found = [session.workspace_values[name] if name else None for name in names]
    if len(found) == 1:
        compare(found[0], wanted)
        return
    assert type(wanted) is CellArray, "several outputs are compared with a cell"
    assert wanted.numel == len(found), "as many expected values as outputs"
    for got, want in zip(found, wanted.array.ravel(order="F"), strict=True):
        if got is not None:
            compare(got, want)


def run_error(mode, code, identifier, message):
    """Run code that must fail with an identifier and a part of a message."""
    outcome = Session(**MODES[mode]).run(code)
    assert outcome.error is not None, "no error"
    assert outcome.error.identifier == identifier, f"{outcome.error.identifier}: {outcome.error}"
    assert message in str(outcome.error)


def instrumented(code):
    """Code whose last expression is assigned, and the names of the variables (None where ignored) that hold the outputs."""
    last = parse(Source("example", code)).statements[-1]
    if isinstance(last, ExpressionStatement):
        start = last.span.start
        return f"{code[:start]}actual__ = {code[start:]}", ["actual__"]
    if isinstance(last, Assign):
        return code, [getattr(target, "name", None) for target in last.targets]
    raise AssertionError("an example ends with an expression or an assignment")


def compare(got, want):
    """Classes, sizes and elements must agree; floats to 4 ulp, NaN with NaN."""
    assert class_of(got) == class_of(want), f"class {class_of(got)}, not {class_of(want)}"
    assert shape_of(got) == shape_of(want), f"size {shape_of(got)}, not {shape_of(want)}"
    if type(want) is CellArray:
        for a, b in zip(got.array.flat, want.array.flat, strict=True):
            compare(a, b)
    elif type(want) is StructArray:
        assert got.fields == want.fields
        for a, b in zip(got.array.flat, want.array.flat, strict=True):
            for field in want.fields:
                compare(a[field], b[field])
    elif type(want) is CharArray:
        assert got.text == want.text, f"{got.text!r}, not {want.text!r}"
    elif type(want) is StringArray:
        assert got.array.tolist() == want.array.tolist()
    elif type(want) is FunctionHandle:
        assert got.text == want.text
    elif hasattr(want, "array") or type(want) in (float, bool, complex):
        _compare_numbers(*(np.asarray(v.array if hasattr(v, "array") else v) for v in (got, want)))


def _compare_numbers(got, want):
    assert (got.dtype.kind == "c") == (want.dtype.kind == "c"), "one is complex and the other is not"
    if want.dtype.kind not in "fc":
        assert np.array_equal(got.ravel(), want.ravel()), f"{got}, not {want}"
        return
    parts = ((got.real, want.real), (got.imag, want.imag)) if want.dtype.kind == "c" else ((got, want),)
    for a, b in parts:
        a, b = a.ravel(), b.ravel()
        with np.errstate(invalid="ignore", over="ignore"):
            near = (a == b) | (np.isnan(a) & np.isnan(b)) | (np.abs(a - b) <= 4 * np.spacing(np.abs(b)))
        assert near.all(), f"{got}, not {want}"
