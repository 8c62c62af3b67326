"""Rows: a pointwise function of MATLAB declared in one place as an Op and its Builtin."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..base.errors import MatlabError
from ..graph.op import Op, with_near_form
from ..graph.primitives import compute_class, compute_result, float_class, floats_only, real_only
from .spec import Builtin, ErrorCase, Example, Trait

if TYPE_CHECKING:
    from .call import Call


def of_op(
    op: Op,
    usage: tuple[str, ...],
    summary: str,
    examples: tuple[Example, ...] = (),
    errors: tuple[ErrorCase, ...] = (),
    name: str | None = None,
    see_also: tuple[str, ...] = (),
) -> Builtin:
    """The Builtin that is one Op."""

    def function(call: Call, *operands: Any) -> Any:
        return call.engine.elementwise(op, operands)

    return Builtin(name or op.name, usage, summary, function, Trait.ELEMENTWISE, examples, errors, op.scalar, see_also, op=op)


def function_row(
    name: str,
    summary: str,
    real: Callable,
    *examples: Example,
    complex_function: Callable | None = None,
    outside: Callable | None = None,
    leave: Callable | None = None,
    in_domain: Callable | None = None,
    guard: str | None = None,
    range_rule: Callable | None = None,
    wgsl: str | None = "",
    cost: float = 12.0,
    ulp: float = 2.0,
    scalar: Callable[..., float] | None = None,
    usage: str = "Y = {}(X)",
    always_real: bool = False,
    arity: int = 1,
    within: Callable[..., bool] | None = None,
) -> Builtin:
    """A function of floats: class rule, definition, device form (the mathlib function of the same name unless given) and Builtin.

    ``outside(*operands)`` marks elements that leave the real domain; ``leave(*operands)`` gives the complex result for all.
    ``within(*operand_ranges)``: where the mathlib function ``<name>_near`` serves as well.
    """
    op = Op(
        name,
        arity,
        real_only(real, complex_function, outside, leave),
        floats_only(name),
        float_class,
        None if wgsl is None else wgsl or name,
        range_rule,
        in_domain,
        guard,
        outside,
        cost,
        ulp,
        None,
        scalar,
        real,
        always_real,
    )
    return of_op(with_near_form(op, within) if within else op, (usage.format(name),), summary, examples)


def keeping_row(
    name: str,
    summary: str,
    real: Callable,
    *examples: Example,
    complex_function: Callable | None = None,
    wgsl: str | None = None,
    range_rule: Callable | None = None,
    scalar: Callable[..., float] | None = None,
    always_real: bool = False,
) -> Builtin:
    """A function that keeps the class of numbers: ``abs``, ``floor``, ``real`` ..."""
    op = Op(
        name,
        1,
        real_only(real, complex_function),
        compute_result,
        compute_class,
        wgsl,
        range_rule,
        scalar=scalar,
        real=real,
        always_real=always_real,
    )
    return of_op(op, (f"Y = {name}(X)",), summary, examples)


def rejects_complex(name: str) -> Callable[..., Any]:
    """The complex form of a function that MATLAB defines for real input alone."""

    def refuse(*operands: Any) -> Any:
        raise MatlabError("Input must be real.", f"MATLAB:{name}:complexInput", function=name)

    return refuse


def two_floats(name: str, summary: str, real: Callable, *examples: Example, **more: Any) -> Builtin:
    """A function of two floats; ``more`` are fields of its Op."""
    op = Op(
        name,
        2,
        more.pop("definition", real),
        more.pop("result", floats_only(name)),
        more.pop("compute", float_class),
        more.pop("wgsl", name),
        real=real,
        **more,
    )
    return of_op(op, (f"C = {name}(A, B)",), summary, examples)
