"""Finding repeated steps among instructions."""

from __future__ import annotations

from runmat_kernel.codegen.body import Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.wgsl.repeat import find_repeat
from tests.providers import bodies as b


def step(count: int, *, store: int | None = None, odd: int | None = None) -> Body:
    """x = x * p + q * x0, ``count`` times; ``store`` is an instruction that is kept as well, ``odd`` a step that subtracts."""
    inputs, values = 1, 1 + 2 * count
    items, x = [], 0
    for r in range(count):
        first = values + 3 * r
        p = inputs + 2 * r
        items += [
            Instruction(b.TIMES, (x, p), "single", "single"),
            Instruction(b.TIMES, (p + 1, 0), "single", "single"),
            Instruction(b.MINUS if r == odd else b.PLUS, (first, first + 1), "single", "single"),
        ]
        x = first + 2
    stores = (Store(x, "single"),) if store is None else (Store(x, "single"), Store(store, "single"))
    return Body((100, 1), (Input("single"),), (Parameter("single"),) * (2 * count), tuple(items), stores)


def test_a_recurrence_is_one_loop():
    found = find_repeat(step(10))
    assert (found.start, found.length, found.count) == (0, 3, 10)
    assert found.carried == ((2, 0),)
    assert found.parameters == (1, 2) and found.stride == 2
    assert found.escaping == (2,)


def test_few_steps_are_left_alone():
    assert find_repeat(step(3)) is None


def test_a_value_kept_from_the_middle_prevents_it():
    assert find_repeat(step(10, store=1 + 20 + 7)) is None


def test_values_of_the_last_step_may_be_kept():
    assert find_repeat(step(10, store=1 + 20 + 28)).escaping == (1, 2)


def test_a_step_that_differs_ends_it():
    found = find_repeat(step(12, odd=10))
    assert found is None or (found.start // 3 + found.count) <= 10


def test_parameters_of_other_classes_end_it():
    """A logical and a double in turn, each added by an instruction of its own: the step is both, or neither."""
    count, values = 12, 1 + 12
    items, x = [], 0
    for r in range(count):
        items.append(Instruction(b.PLUS, (x, 1 + r), "int32", "double"))
        x = values + r
    classes = tuple(Parameter("logical" if r % 2 else "double") for r in range(count))
    found = find_repeat(Body((100, 1), (Input("int32"),), classes, tuple(items), (Store(x, "int32"),)))
    assert (found.length, found.count, found.stride) == (2, 6, 2)
