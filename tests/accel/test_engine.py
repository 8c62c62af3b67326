"""When things are computed, what is stored, and what the report says of it."""

import gc

import numpy as np
import pytest

from runmat_kernel.base.errors import MatlabError
from runmat_kernel.providers.null import NullProvider
from runmat_kernel.values.tensor import Tensor

from .calls import Caller, elements

X = np.linspace(-2, 2, 5000).reshape(1, -1)


def groups(caller):
    return caller.report().groups


def test_nothing_is_computed_before_it_is_looked_at():
    f = Caller()
    y = f("exp", f("plus", X, 1.0))
    assert not y.on_host
    assert groups(f) == []
    assert np.array_equal(y.array, np.exp(X + 1))
    assert [g.kind for g in groups(f)] == ["elementwise"]


def test_only_what_is_held_is_stored():
    f = Caller()
    y = f("plus", X, 1.0)
    z = f("times", f("cos", y), 2.0)
    f.engine.flush()
    (group,) = groups(f)
    assert len(group.outputs) == 2
    assert y.on_host and z.on_host
    w = f("times", f("cos", f("plus", X, 3.0)), 2.0)
    f.engine.flush()
    (group,) = groups(f)
    assert len(group.outputs) == 1
    assert group.ops == ("plus", "cos", "times")
    assert group.nbytes == 2 * X.nbytes
    assert w.on_host


def test_dropped_results_are_never_computed():
    f = Caller()
    y = f("exp", X)
    del y
    gc.collect()
    f.engine.flush()
    assert groups(f) == []


def test_common_subexpressions_are_one_node():
    f = Caller()
    x = Tensor(X)
    a, b = f("sin", x), f("sin", x)
    assert a is b
    y = f("plus", f("times", a, b), f("sin", x))
    assert y.array.shape == X.shape
    assert groups(f)[0].ops.count("sin") == 1


def test_scalars_of_either_zero_and_class_are_told_apart():
    f = Caller()
    x = Tensor(X)
    assert f("plus", x, 0.0) is not f("plus", x, -0.0)
    assert f("times", x, 1.0) is not f("times", x, True)
    assert np.signbit(elements(f("times", f("plus", x, 5.0), -0.0))).all()


def test_sibling_reductions_share_a_pass():
    f = Caller()
    x = Tensor(X)
    y = f("plus", f("sin", x), 2.0)
    mean, deviation = f("mean", y), f("std", y)
    f.engine.flush()
    (group,) = groups(f)
    assert group.kind == "reduction"
    assert len(group.kernel.body.accumulations) == 2
    assert len(group.kernel.body.stores) == 1
    np.testing.assert_allclose(elements(mean), np.mean(np.sin(X) + 2))
    np.testing.assert_allclose(elements(deviation), np.std(np.sin(X) + 2, ddof=1))


def test_a_producer_that_is_not_held_is_not_stored():
    f = Caller()
    s = f("sum", f("power", f("minus", X, 0.5), 2.0))
    f.engine.flush()
    (group,) = groups(f)
    assert group.nbytes == X.nbytes + 8
    np.testing.assert_allclose(elements(s), np.sum((X - 0.5) ** 2))


def test_an_image_pipeline_takes_two_passes():
    """The deviations' squares are added up in the pass that finds the mean."""
    f = Caller()
    a = Tensor(np.random.default_rng(0).random((2, 60, 80)).astype(np.float32))
    dims = np.array([[2.0, 3.0]])
    mu = f("mean", a, dims)
    sigma = f("sqrt", f("plus", f("mean", f("power", f("minus", a, mu), 2.0), dims), 1e-6))
    out = f("power", f("max", f("plus", f("times", f("rdivide", f("minus", a, mu), sigma), 1.01), -0.02), 0.0), 1.8)
    error = f("mean", f("power", f("minus", out, a), 2.0), "all")
    del mu, sigma
    f.engine.flush()
    found = groups(f)
    assert [g.kind for g in found] == ["reduction", "image_normalize"]
    assert not any(r.code == "domain" for r in f.report().refusals)
    assert error.on_host and out.on_host


def test_shape_errors_come_at_once():
    f = Caller()
    with pytest.raises(MatlabError) as caught:
        f("plus", f("plus", X, 1.0), np.ones((1, 7)))
    assert caught.value.identifier == "MATLAB:sizeDimensionsMustMatch"
    assert "1x5000" in caught.value.message and "1x7" in caught.value.message


def test_class_errors_come_at_once():
    f = Caller()
    with pytest.raises(MatlabError) as caught:
        f("times", np.ones((1, 5000), np.int8), X)
    assert caught.value.identifier == "MATLAB:mixedClasses"
    with pytest.raises(MatlabError):
        f("sin", np.ones((1, 5000), np.int8))


def test_an_array_beyond_memory_is_refused():
    f = Caller(host_memory_bytes=1 << 24)
    column = np.ones((5000, 1))
    with pytest.raises(MatlabError) as caught:
        f("plus", column, X)
    assert caught.value.identifier == "MATLAB:array:SizeLimitExceeded"
    assert "5000x5000 (0.2GB)" in caught.value.message


def test_leaving_the_real_domain_gives_complex_results():
    f = Caller()
    y = f("sqrt", X)
    z = f("times", y, 2.0)
    assert z.is_complex
    np.testing.assert_array_equal(z.array, np.sqrt(X.astype(complex)) * 2)
    assert any(r.code == "domain" for r in f.report().refusals)


def test_a_real_result_stays_real_where_nothing_was_proved():
    f = Caller()
    y = f("sqrt", np.abs(X))
    assert not y.is_complex
    assert y.array.dtype == np.float64
    assert f.report().refusals == []


def test_proved_domains_need_no_guard():
    f = Caller()
    for y in (f("sqrt", f("power", X, 2.0)), f("log", f("max", X, 1e-12)), f("acos", f("cos", X)), f("sqrt", f("exp", X))):
        elements(y)
    assert all(g.kernel.body.guards == () for g in groups(f))


def test_logic_on_nan_is_an_error():
    f = Caller()
    with pytest.raises(MatlabError) as caught:
        elements(f("not", np.array([[1.0, np.nan]])))
    assert caught.value.identifier == "MATLAB:nologicalnan"


def test_plans_are_made_once_for_a_structure():
    f = Caller()
    for k in range(4):
        y = f("plus", f("times", Tensor(X), float(k)), 1.0)
        f.engine.flush()
        assert np.array_equal(y.array, X * k + 1)
    assert [x.cached for x in f.report().flushes] == [False, True, True, True]


def test_the_number_of_waiting_results_is_bounded():
    f = Caller(max_pending_nodes=20)
    kept = [f("plus", X, float(k)) for k in range(50)]
    assert sum(t.on_host for t in kept) >= 20
    y = Tensor(X)
    for _ in range(100):
        y = f("plus", y, 1.0)
    np.testing.assert_allclose(y.array, X + 100)


def test_long_chains_do_not_recurse():
    f = Caller()
    y, s = Tensor(X), f("sum", X)
    for _ in range(2000):
        y, s = f("plus", y, 1.0), f("times", s, 0.5)
    np.testing.assert_allclose(y.array, X + 2000)
    assert elements(s).item() == pytest.approx(0, abs=1e-12)


def test_the_report_is_plain_data():
    import json

    f = Caller()
    y = f("plus", f("sin", X), 1.0)
    f.engine.flush()
    report = f.engine.take_report({"y": y})
    data = json.loads(json.dumps(report.to_dict()))
    (group,) = data["groups"]
    assert group["kind"] == "elementwise" and group["provider"] == "host" and group["outputs"][0]["name"] == "y"
    assert group["shape"] == [1, 5000] and group["class"] == "double" and group["bytes"] == 2 * X.nbytes
    assert group["reason"] and group["seconds"] > 0
    assert data["graphs"][0]["nodes"][-1]["held"]


def test_large_work_that_is_not_fused_says_why():
    f = Caller()
    f("times", X.astype(complex) + 1j, 2.0)
    f("plus", np.ones((1, 5000), np.int64), 2.0)
    assert [(r.ops, r.code) for r in f.report().refusals] == [(("times",), "class"), (("plus",), "class")]


def test_residency_says_where_things_are():
    f = Caller()
    pending = f("plus", X, 1.0)
    rows = {r.name: r for r in f.engine.residency({"a": pending, "b": 2.0, "c": Tensor(X)})}
    assert (rows["a"].place, rows["b"].place, rows["c"].place) == ("pending", "host", "host")
    assert rows["c"].nbytes == X.nbytes
    assert not pending.on_host


def test_random_arrays_are_the_same_fused_or_not():
    for kind in ("uniform", "normal"):
        for name in ("double", "single"):
            fused = Caller().engine.random(kind, 7, 1, (300, 401), name)
            assert not fused.on_host
            eager = Caller(fusion=False).engine.random(kind, 7, 1, (300, 401), name)
            assert np.array_equal(fused.array, eager.array)


def test_a_failing_device_leaves_the_work_to_the_host():
    class Broken(NullProvider):
        def run(self, calls):
            raise RuntimeError("device lost")

    f = Caller(provider="gpu")
    f.engine.searches, f.engine.device = False, Broken()
    y = f("plus", X, 1.0)
    assert np.array_equal(y.array, X + 1)
    report = f.report()
    assert [g.provider for g in report.groups] == ["host"]
    assert "device lost" in report.refusals[0].reason


def test_errors_of_complex_operands_come_at_their_own_line():
    f = Caller()
    y = f("log", f("minus", Tensor(X), 3.0))
    with pytest.raises(MatlabError) as caught:
        f("mod", y, 2.0)
    assert caught.value.identifier == "MATLAB:mod:complexInput"
    f.engine.flush()
    assert np.allclose(y.array, np.log((X - 3).astype(complex)))


def test_memory_of_host_results_is_used_again_only_when_nobody_looks_at_it():
    f = Caller()
    big = Tensor(np.ones((1, 1 << 18)))
    y = f("plus", big, 1.0)
    part = y.array[:, :10]
    del y
    z = f("plus", big, 2.0)
    assert part[0, 0] == 2 and z.array[0, 0] == 3
    del z, part
    gc.collect()
    w = f("plus", big, 3.0)
    assert w.array[0, 0] == 4
    assert len(f.engine.host._arrays._blocks) <= 2
