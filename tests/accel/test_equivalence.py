"""Fused on the host gives what eager evaluation gives: bit for bit for pointwise work, to rounding for sums."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter
from .calls import EMPTY, Caller, elements

rng = np.random.default_rng(5)
X = rng.standard_normal((300, 211))
ROW, COLUMN = rng.standard_normal((1, 211)), rng.standard_normal((300, 1))
HOLED = np.where(rng.random(X.shape) < 0.1, np.nan, X)
BYTES = np.clip(X * 60, -128, 127).astype(np.int8)
MASK = X > 0
SINGLES = X.astype(np.float32)
CUBE = X[:, :210].reshape(300, 14, 15, order="F")

POINTWISE = {
    "chain": lambda f: f("plus", f("times", f("sin", X), f("exp", f("rdivide", X, -10.0))), f("tanh", X)),
    "expansion": lambda f: f("minus", f("times", X, ROW), COLUMN),
    "row and column": lambda f: f("plus", ROW, COLUMN),
    "pages": lambda f: f("plus", CUBE, f("times", CUBE[:, :1, :1], 2.0)),
    "comparison": lambda f: f("times", f("gt", X, 0.0), X),
    "proved root": lambda f: f("sqrt", f("plus", f("power", X, 2.0), 1.0)),
    "complex root": lambda f: f("sqrt", X),
    "modulus of a complex root": lambda f: f("abs", f("sqrt", X)),
    "complex logarithm": lambda f: f("plus", f("log", X), 1.0),
    "square": lambda f: f("power", X, 2.0),
    "root power": lambda f: f("power", X, 0.5),
    "cube": lambda f: f("power", X, 3.0),
    "complex power": lambda f: f("power", X, 1.5),
    "integers": lambda f: f("plus", f("times", BYTES, 2.0), BYTES),
    "integer cast": lambda f: f("uint8", f("times", X, 300.0)),
    "singles": lambda f: f("plus", f("sin", SINGLES), 1.0),
    "single and double": lambda f: f("times", SINGLES, X),
    "logic": lambda f: f("and", f("gt", X, 0.0), f("or", f("lt", X, 1.0), MASK)),
    "not": lambda f: f("not", f("plus", MASK, 0.0)),
    "rounding": lambda f: f("round", f("times", X, 3.0)),
    "remainders": lambda f: f("plus", f("mod", f("times", X, 10.0), 3.0), f("rem", f("times", X, 10.0), 0.7)),
    "root of what may be NaN": lambda f: f("sqrt", f("max", f("times", HOLED, 0.0), -5.0)),
    "extremes": lambda f: f("max", f("min", HOLED, 0.5), -0.5),
    "steps": lambda f: f("times", f("heaviside", HOLED), 3.0),
    "odd roots": lambda f: f("plus", f("nthroot", X, 3.0), f("nthroot", SINGLES, -5.0)),
    "self difference": lambda f: f("minus", f("times", X, np.inf), f("times", X, np.inf)),
}
REDUCTIONS = {
    **{
        f"{name} {label}": lambda f, name=name, rest=rest: f(name, f("plus", X, 1.0), *rest)
        for name in ("sum", "mean", "prod")
        for label, rest in (("default", ()), ("1", (1.0,)), ("2", (2.0,)), ("all", ("all",)))
    },
    **{
        f"{name} {label} without NaN": lambda f, name=name, rest=rest: f(name, HOLED, *rest, "omitnan")
        for name in ("sum", "mean", "prod")
        for label, rest in (("1", (1.0,)), ("2", (2.0,)), ("all", ("all",)))
    },
    **{
        f"{name} {label}": lambda f, name=name, rest=rest: f(name, HOLED, *rest)
        for name in ("var", "std")
        for label, rest in (("1", (0.0, 1.0, "omitnan")), ("2", (1.0, 2.0)), ("all", (0.0, "all", "omitnan")))
    },
    "rows of a cube": lambda f: f("sum", CUBE, np.array([[2.0, 3.0]])),
    "first and last": lambda f: f("mean", CUBE, np.array([[1.0, 3.0]])),
    "sum of integers": lambda f: f("sum", BYTES),
    "native sum": lambda f: f("sum", BYTES, "native"),
    "count": lambda f: f("nnz", f("gt", X, 1.0)),
    "dot": lambda f: f("dot", X, X),
    "norm": lambda f: f("norm", X.reshape(-1, 1)),
    "single mean": lambda f: f("mean", SINGLES, "all"),
    "scores": lambda f: f("rdivide", f("minus", X, f("mean", X)), f("plus", f("std", X), 1e-9)),
    "error of a clamp": lambda f: f("mean", f("power", f("minus", X, f("max", X, 0.0)), 2.0), "all"),
}
EXACT_REDUCTIONS = {
    **{f"{name} {d}": lambda f, name=name, d=d: f(name, HOLED, EMPTY, d) for name in ("max", "min") for d in (1.0, 2.0, "all")},
    "with NaN": lambda f: f("max", HOLED, EMPTY, 2.0, "includenan"),
    "positions of max": lambda f: f("max", HOLED, EMPTY, 2.0, nargout=2)[1],
    "positions of min": lambda f: f("min", HOLED, EMPTY, 1.0, nargout=2)[1],
    "position in all": lambda f: f("max", X, EMPTY, "all", nargout=2)[1],
    "any": lambda f: f("any", f("gt", X, 2.0)),
    "all": lambda f: f("all", f("gt", X, -2.0), 2.0),
}


def both(program):
    return elements(program(Caller(fusion=False))), elements(program(Caller()))


@pytest.mark.parametrize("name", [*POINTWISE, *EXACT_REDUCTIONS])
def test_same_bits(name):
    eager, fused = both({**POINTWISE, **EXACT_REDUCTIONS}[name])
    assert fused.dtype == eager.dtype
    assert fused.shape == eager.shape
    assert np.array_equal(eager, fused, equal_nan=eager.dtype.kind in "fc")


@pytest.mark.parametrize("name", REDUCTIONS)
def test_same_to_rounding(name):
    eager, fused = both(REDUCTIONS[name])
    assert fused.dtype == eager.dtype
    assert fused.shape == eager.shape
    single = eager.dtype == np.float32
    np.testing.assert_allclose(fused, eager, rtol=1e-6 if single else 1e-12, atol=1e-13)


def test_many_blocks_and_odd_sizes():
    for n in (1, 2, 16_383, 16_384, 16_385, 100_003):
        x = np.linspace(-3, 3, n).reshape(1, -1)
        eager, fused = both(lambda f, x=x: f("sum", f("times", f("cos", x), x)))
        np.testing.assert_allclose(fused, eager, rtol=1e-11, atol=1e-9)


def test_long_single_sums_keep_their_digits():
    x = np.full((1, 3_000_000), 0.1, np.float32)
    assert abs(float(elements(Caller()("sum", x)).item()) / (3_000_000 * float(np.float32(0.1))) - 1) < 1e-7


def test_one_thread_gives_the_same_sum():
    x = rng.standard_normal((1000, 777))
    sums = [elements(Caller(threads=t)("sum", x, "all")).item() for t in (1, 2, 3)]
    assert sums[0] == sums[1] == sums[2]


@pytest.mark.parametrize("bounded", ["sign", "sin"])
def test_nan_of_a_bounded_function_is_no_logical(bounded):
    from runmat_kernel import Session

    code = f"x = mod((1:200000) * 0.37, 1); x(7) = NaN; y = ~floor({bounded}(x)); n = sum(y)"
    for fusion in (True, False):
        assert Session(provider="host", fusion=fusion).run(code).error.identifier == "MATLAB:nologicalnan"


@pytest.mark.parametrize("provider", ["host", "gpu"])
def test_steps_and_odd_roots_share_a_kernel(provider):
    if provider == "gpu":
        needs_adapter()
    code = "x = linspace(-2, 2, 20001)'; x([7 9 20]) = [NaN -Inf 0]; y = heaviside(x) - 2 * heaviside(-x) + nthroot(x, 3);"
    expected, session = Session(fusion=False), Session(provider=provider)
    assert expected.run(code).error is None
    report = session.run(code).report.to_dict()
    assert [g["ops"].count("heaviside") for g in report["groups"] if "nthroot" in g["ops"]] == [2], report["groups"]
    np.testing.assert_allclose(session.workspace["y"], expected.workspace["y"], rtol=4e-16)
