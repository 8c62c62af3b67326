"""The mathlib functions with their references, domains and limits of error: rows for the tests and for docs/accuracy.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from runmat_kernel.graph import pointwise

from . import extended

SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 0.5, -0.5, 2.0, 1e30, -1e30, 1e-30, -1e-30, 22.0, 3.0, -3.0, 1e-37]
Domain = Callable[[np.random.Generator, type, int], np.ndarray]


@dataclass(frozen=True, slots=True)
class Row:
    """``call``: mathlib name or template; ``reference`` takes longdoubles, or where ``own`` the numbers themselves; ``domains``:
    one generator for each operand; ``limit`` in ulp; ``special``: the edge cases, None for a function that has none in common."""

    name: str
    reference: Callable[..., np.ndarray]
    domains: Sequence[tuple[Domain, ...]]
    limit: float = 2.0
    call: str = ""
    own: bool = False
    special: Sequence[float] = tuple(SPECIAL)

    @property
    def template(self) -> str:
        return self.call or self.name

    def exact(self, *operands: np.ndarray) -> np.ndarray:
        with np.errstate(all="ignore"):
            return self.reference(*(x if self.own else x.astype(np.longdouble) for x in operands))


def every_exponent(rng, dtype, n):
    unsigned = np.uint32 if dtype == np.float32 else np.uint64
    x = rng.integers(0, np.iinfo(unsigned).max, n, dtype=unsigned, endpoint=True).view(dtype)
    return np.where(np.isfinite(x) & (np.abs(x) >= np.finfo(dtype).smallest_normal), x, dtype(1))


def interval(low, high) -> Domain:
    return lambda rng, dtype, n: rng.uniform(low, high, n).astype(dtype)


def positive(rng, dtype, n):
    return np.abs(every_exponent(rng, dtype, n))


def near(point, width=1e-3) -> Domain:
    return lambda rng, dtype, n: (point + rng.uniform(-width, width, n)).astype(dtype)


def integers(low=-20, high=20) -> Domain:
    return lambda rng, dtype, n: np.round(rng.uniform(low, high, n)).astype(dtype)


def odd_orders(rng, dtype, n):
    return (2 * rng.integers(-10, 10, n) + 1).astype(dtype)


def multiples(step, count=10_000) -> Domain:
    """Multiples of ``step`` and their neighbours."""

    def of(rng, dtype, n):
        x = (step * rng.integers(-count, count, n)).astype(dtype)
        return np.where(rng.integers(0, 2, n) == 0, x, np.nextafter(x, dtype(np.inf) * rng.choice([-1, 1], n).astype(dtype)))

    return of


def one(*domains: Domain) -> list[tuple[Domain, ...]]:
    return [(d,) for d in domains]


def _special(name: str, *domains: Domain, limit: float = 2.0, **more) -> Row:
    return Row(name, extended.function(name), one(*domains), limit, **more)


def _reciprocal(name: str, of: str, *domains: Domain) -> Row:
    return Row(name, extended.function(name), one(*domains), call=f"rm_rdivide_T(1.0R, rm_{of}_T({{0}}))")


def _of_reciprocal(name: str, function, of: str, *domains: Domain) -> Row:
    """MATLAB's definition: the inverse function of the rounded reciprocal."""
    return Row(
        name,
        lambda x: function((1 / x).astype(np.longdouble)),
        one(*domains),
        call=f"rm_{of}_T(rm_rdivide_T(1.0R, {{0}}))",
        own=True,
    )


RADIANS = (interval(-10, 10), interval(-1e4, 1e4), interval(-1e6, 1e6), every_exponent)
DEGREES = (interval(-400, 400), interval(-1e5, 1e5), multiples(15), every_exponent)
TURNS = (interval(-3, 3), interval(-1e4, 1e4), multiples(0.25), every_exponent)

UNARY = [
    Row("exp", np.exp, one(interval(-110, 100), interval(-1, 1), interval(-740, 720), every_exponent)),
    Row("expm1", np.expm1, one(interval(-20, 90), interval(-1, 1), every_exponent)),
    Row("log", np.log, one(positive, near(1), interval(0, 10))),
    Row("log2", np.log2, one(positive, near(1), interval(0, 10))),
    Row("log10", np.log10, one(positive, near(1), interval(0, 10))),
    Row("log1p", np.log1p, one(positive, interval(-1, 1), interval(0, 1000), interval(-1e-3, 1e-3))),
    Row("sin", np.sin, one(*RADIANS)),
    Row("cos", np.cos, one(*RADIANS)),
    Row("tan", np.tan, one(*RADIANS)),
    Row("asin", np.arcsin, one(interval(-1, 1), every_exponent)),
    Row("acos", np.arccos, one(interval(-1, 1), every_exponent)),
    Row("atan", np.arctan, one(interval(-10, 10), every_exponent)),
    Row("sinh", np.sinh, one(interval(-90, 90), interval(-1, 1), every_exponent)),
    Row("cosh", np.cosh, one(interval(-90, 90), interval(-1, 1), every_exponent)),
    Row("tanh", np.tanh, one(interval(-10, 10), interval(-1, 1), every_exponent)),
    Row("asinh", np.arcsinh, one(interval(-10, 10), every_exponent)),
    Row("acosh", np.arccosh, one(interval(1, 10), interval(1, 1.01), positive)),
    Row("atanh", np.arctanh, one(interval(-1, 1), every_exponent)),
    Row("sqrt", np.sqrt, one(positive, interval(0, 10))),
    _special("sec", *RADIANS),
    _special("csc", *RADIANS),
    _reciprocal("cot", "tan", *RADIANS),
    _special("sech", interval(-80, 80), interval(-1, 1)),
    _special("csch", interval(-80, 80), interval(-1, 1), every_exponent),
    _special("coth", interval(-20, 20), interval(-1, 1), every_exponent),
    _of_reciprocal("asec", np.arccos, "acos", interval(-10, 10), every_exponent),
    _of_reciprocal("acsc", np.arcsin, "asin", interval(-10, 10), every_exponent),
    _of_reciprocal("acot", np.arctan, "atan", interval(-10, 10), every_exponent),
    _of_reciprocal("asech", np.arccosh, "acosh", interval(0, 1), positive),
    _of_reciprocal("acsch", np.arcsinh, "asinh", interval(-10, 10), every_exponent),
    _of_reciprocal("acoth", np.arctanh, "atanh", interval(-10, 10), every_exponent),
    _special("sind", *DEGREES),
    _special("cosd", *DEGREES),
    _special("tand", *DEGREES),
    _reciprocal("secd", "cosd", *DEGREES),
    _special("cscd", *DEGREES),
    _special("cotd", *DEGREES),
    _special("asind", interval(-1, 1), every_exponent),
    _special("acosd", interval(-1, 1), every_exponent),
    _special("atand", interval(-10, 10), every_exponent),
    _special("sinpi", *TURNS),
    _special("cospi", *TURNS),
    _special("sinc", *TURNS, special=[0.0, -0.0, 1.0, 0.5, -3.0, np.nan]),
    _special("cbrt", every_exponent, interval(-10, 10), integers(-1000, 1000)),
    _special("erf", interval(-3, 3), interval(-1, 1), every_exponent, limit=4.0),
    _special("erfc", interval(-6, 10), interval(-1, 1), interval(0, 27), every_exponent, limit=4.0),
    _special("erfcx", interval(-9, 30), interval(-1, 1), interval(-26, 1000), every_exponent, limit=4.0),
    _special("erfinv", interval(-1, 1), near(1, 1e-5), near(-0.625), every_exponent, limit=4.0),
    _special("erfcinv", interval(0, 2), positive, near(0.375), near(1), limit=4.0),
    _special("gamma", interval(-10, 30), interval(0, 3), interval(-180, 180), near(24, 1), every_exponent, limit=4.0),
    _special("gammaln", interval(0, 30), interval(0.5, 3), near(1), near(2), near(24, 1), positive, limit=4.0,
             special=[x for x in SPECIAL if not x < 0] + [5.0, 15.0, 24.0, 171.0]),
]  # fmt: skip
BINARY = [
    Row(
        "power",
        np.power,
        [
            (interval(0, 10), interval(-20, 20)),
            (positive, interval(-3, 3)),
            (near(1), interval(-1e4, 1e4)),
            (interval(-10, 10), integers()),
        ],
        4.0,
    ),
    Row("atan2", np.arctan2, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    Row("atan2d", extended.function("atan2d", 2), [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    Row("hypot", np.hypot, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    Row("rdivide", np.divide, [(interval(-10, 10), interval(-10, 10)), (every_exponent, every_exponent)]),
    Row("nthroot", extended.function("nthroot", 2), [(interval(-1000, 1000), odd_orders), (positive, integers(1, 20)),
                                                     (interval(0, 10), interval(0.1, 10))], 4.0, special=()),
    Row("rem", pointwise.rem, [(interval(-100, 100), interval(-10, 10)), (every_exponent, every_exponent)], own=True),
    Row("mod", pointwise.mod, [(interval(-100, 100), interval(-10, 10)), (interval(-100, 100), interval(0, 0.01)),
                               (integers(-500, 500), integers())], own=True),
    Row("max", np.fmax, [(interval(-1, 1), interval(-1, 1))]),
    Row("min", np.fmin, [(interval(-1, 1), interval(-1, 1))]),
]  # fmt: skip
ROWS = {row.name: row for row in (*UNARY, *BINARY)}


def batches(row: Row, dtype: type, n: int, seed: int = 7):
    """The operands of each domain, n points in each, and the special values in every combination."""
    rng = np.random.default_rng(seed)
    for domains in row.domains:
        yield tuple(domain(rng, dtype, n) for domain in domains)
    if len(row.special):
        arity = len(row.domains[0])
        yield tuple(grid.ravel().astype(dtype) for grid in np.meshgrid(*[np.array(row.special)] * arity))
