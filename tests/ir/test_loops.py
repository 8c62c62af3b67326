"""Loops as structured SSA: their text, faults that ``verify`` names, and that ``interpret`` agrees with ordinary execution."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from runmat_kernel.ir.bindings import Refused
from runmat_kernel.ir.build import Observed, build
from runmat_kernel.ir.interpret import FINISHED, LEFT, interpret
from runmat_kernel.ir.nodes import DOUBLE, EMPTIED, INDEX, LOGICAL, Op, Value
from runmat_kernel.ir.show import show
from runmat_kernel.ir.verify import verify
from runmat_kernel.language.control import for_range
from runmat_kernel.values.convert import as_array
from runmat_kernel.values.tensor import Tensor

from .programs import PROGRAMS, Names, prepared

SUM = """\
input s: %s.0: double
input $first: %first.1: double
input $step: %step.2: double
input $last: %last.3: double
input $count: %count.4: index
input k: %k.5: double, %k.6: uint8
%s.7: double, %k.8: double, %k.9: uint8 = for %first.1, %step.2, %last.3, %count.4, %s.0, %k.5, %k.6 whole=True   # line 1
(%k.10: double, %s.11: double, %k.12: double, %k.13: uint8) {
  %14: double = div 1.0, %k.10   # line 2
  %s.15: double = add %s.11, %14   # line 2
  continue %s.15, %k.10, 1
}"""


def numbers_of(value: Any) -> tuple[Any, ...]:
    """The values of an input, from a Value."""
    if isinstance(value, complex):
        return value.real, value.imag
    if isinstance(value, (float, bool)):
        return (value,)
    array = as_array(value)
    if array.size == 1 and array.dtype.kind not in "?d":
        return (array.item(),)
    return (array.copy(order="F"),)


def interpreted(name: str) -> tuple[Any, dict[str, Any]]:
    """What ``interpret`` gives, and the variables that ordinary execution leaves."""
    ready = prepared(name)
    given = {key: numbers_of(value) for key, value in ready.session.workspace_values.items()}
    if hasattr(ready.node, "iterable"):
        r = ready.node.iterable
        parts = [p.operand.value * -1 if hasattr(p, "operand") else p.value for p in (r.start, r.step, r.stop) if p is not None]
        rounds: Any = for_range(None, *parts)
        step = parts[1] if len(parts) == 3 else 1.0
        given |= {"$first": (parts[0],), "$step": (step,), "$last": (parts[-1],), "$count": (len(rounds),)}
    outcome = interpret(ready.loop, given)
    assert ready.session.run(ready.text).error is None
    left = {}
    for carry in ready.loop.carries:
        values = outcome.values[carry.first : carry.first + carry.parts]
        left[carry.name] = complex(*values) if len(values) == 2 else values[0]
        if carry.state is not None and outcome.values[carry.state] == EMPTIED:
            left[carry.name] = np.empty((0, 0))
    return outcome, {"left": left, "ordinary": dict(ready.session.workspace_values)}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_loop_is_well_formed(name: str) -> None:
    assert not verify(prepared(name).loop)


@pytest.mark.parametrize("name", PROGRAMS)
def test_interpret_agrees_with_ordinary_execution(name: str) -> None:
    outcome, found = interpreted(name)
    assert outcome.how == FINISHED
    for key, value in found["left"].items():
        expected = found["ordinary"][key]
        expected = expected.array if isinstance(expected, Tensor) else expected
        assert np.array_equal(np.asarray(value).ravel(), np.asarray(expected).ravel()), key


def test_a_loop_is_shown() -> None:
    assert show(prepared("sum").loop) == SUM


def test_an_iteration_that_fails_is_taken_back() -> None:
    ready = prepared("first")
    given = {"x": (np.array([[3.0, 1.0, 2.0]]),), "at": (0.0,), "$first": (1.0,), "$step": (1.0,), "$last": (5.0,), "$count": (5,)}
    outcome = interpret(ready.loop, given)
    assert (outcome.how, outcome.iteration, outcome.reason) == (LEFT, 3, "a subscript is outside the array")


def faults_after(name: str, change: Any) -> list[str]:
    loop = prepared(name).loop
    change(loop)
    return verify(loop)


def test_verify_names_a_value_that_is_not_known() -> None:
    def change(loop: Any) -> None:
        body = loop.op.regions[0]
        body.ops[0].operands = (body.ops[0].operands[0], Value(DOUBLE, "other"))

    assert faults_after("sum", change) == ["div (line 2): 'other' is not known here"]


def test_verify_names_an_operation_of_another_type() -> None:
    def change(loop: Any) -> None:
        loop.op.regions[0].ops[1].results[0].type = LOGICAL

    assert "add (line 2): gives logical, not double" in faults_after("sum", change)


def test_verify_names_an_array_that_was_written() -> None:
    def change(loop: Any) -> None:
        body = loop.op.regions[0].ops[-1].regions[0]
        array = next(op for op in body.ops if op.name == "update").operands[0]
        body.ops.append(Op("extent", (array,), (Value(INDEX),), (), {"dimension": 0}))

    assert "extent: array 'p' was written and is used again" in [f.replace(" (line 0)", "") for f in faults_after("sieve", change)]


def test_verify_names_a_region_without_an_end() -> None:
    def change(loop: Any) -> None:
        loop.op.regions[0].end = None

    assert faults_after("sum", change) == ["a region has no end"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("for k = 1:3\n  disp(k)\nend", "this statement is not compiled"),
        ("for k = 1:3\n  s = x;\nend", "an array is assigned as a whole"),
        ("for k = 1:3\n  s = s + k\nend", "a statement displays its result"),
        ("for k = 1:3\n  s = s + {1};\nend", "{ } is not compiled"),
        ("for k = 1:3\n  s = rand + s;\nend", "'rand' is not compiled"),
    ],
)
def test_what_every_iteration_comes_to_refuses_a_loop(text: str, reason: str) -> None:
    from runmat_kernel.base.source import Source
    from runmat_kernel.syntax.parser import parse

    program = parse(Source("test", text))
    observed = {"s": Observed("double"), "x": Observed("double", is_array=True)}
    with pytest.raises(Refused) as caught:
        build(program.statements[0], observed, Names(program), True)  # type: ignore[arg-type]
    assert (caught.value.reason, caught.value.line) == (reason, 2)
