"""Running sums, products and extremes, deferred: the numbers of eager evaluation, on the host and on a device."""

from dataclasses import replace

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter, subgroup_width
from .test_indexing import run

PROGRAMS = {
    "vectors": "x = mod((1:50001)*7.3,11)-5; s = cumsum(x.^2+1); t = cumsum(x,'reverse'); p = cumprod(1+x/1e6); m = cummax(x);"
    " n = cummin(x','reverse'); y = x; y(x>3) = NaN; y(1:2) = NaN; k = cummax(y); l = cumsum(y,'omitnan'); q = cummin(y,'includenan');"
    " o = cumsum(s)*2; r = cumsum(sqrt(x.*x)); z = cumsum(y); i = x; i(400) = Inf; i = cumsum(i*2);",
    "matrices": "A = reshape(mod((1:60000)*7.3,11)-5,200,300); a = cumsum(A); b = cumsum(A,2); c = cumsum(single(A)*2,2);"
    " d = cummax(int8(A)); e = cummin(uint16(A*100),2); f = cumsum(A>0); g = cumsum(A'); j = cumsum(int8(A)); h = cumsum(A,3);"
    " k = cumsum(A(:,1:2:end)+A(7,1:2:end),2,'reverse');",
    "pages": "B = reshape(mod((1:60000)*7.3,11)-5,20,30,100); i = cumprod(1+B/1e3,3); j = cumsum(B,2)+1; r = cumsum(B,4);"
    " s = cummax(B,3,'reverse');",
    "long and short lines": "A = reshape(mod((1:60000)*7.3,11)-5,3,20000); a = cumsum(A); b = cumsum(A,2); c = cumsum(single(A),2);"
    " B = reshape(A,20000,3); d = cumsum(B); e = cumsum(B,2); x = (1:1e5)/3; v = cumsum(x); s = cumsum(single(x)); z = cumsum(x(:,1:0));",
    "integers": "A = reshape(mod((1:60000)*7.3,11)-5,200,300); I = int8(A*20); J = int32(A*1e8); a = cumsum(I); b = cumsum(I,2);"
    " c = cumprod(J); d = cumprod(int8(mod(I,4))-1,2); e = cumsum(uint16(A*9000),2,'reverse'); f = cumsum(uint8(I(:))); g = cumsum(J(:));"
    " h = cumprod(int16(J(:)/2e8)); k = cumsum(reshape(I,2,30000)); l = cumsum(uint32(A*1e9),'reverse'); m = cumprod(-I(:)/20);",
    "positions": "A = reshape(mod((1:60000)*7.3,11)-5,200,300); B = A; B(A>4) = NaN; B(1:2,:) = NaN;"
    " [a,b] = cummax(A); [c,d] = cummax(B(:));"
    " [e,f] = cummin(B,2,'reverse'); [g,h] = cummax(B(:),'includenan'); [k,l] = cummax(round(A(:)),'reverse'); [m,n] = cummin(int8(A),2);"
    " [o,p] = cummax(A>4); q = A(p(:,1)); [r,s] = cummax(A,3);",
    "complex": "x = (1:20000)/7 - 5; l = cumsum(sqrt(x)); m = cumsum(x)*1i;",
}


def compare(program, provider):
    eager = run(program, provider="host", fusion=False)
    for name, array in run(program, provider=provider).items():
        expected = eager[name]
        assert array.shape == expected.shape, name
        assert array.dtype == expected.dtype, name
        # NumPy adds one by one: its own error grows with the number of terms.
        scale = np.nanmax(np.abs(expected[np.isfinite(expected)]), initial=1.0) if expected.dtype.kind in "fc" else 0.0
        np.testing.assert_allclose(array, expected, rtol=1e-6 if expected.dtype == np.float32 else 1e-11, atol=1e-13 * scale, err_msg=name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(PROGRAMS[name], "host")


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    compare(PROGRAMS[name], "gpu")


def test_producers_fold_into_a_scan_and_held_ones_are_stored_once():
    session = Session(provider="host")
    session.run("x = rand(1, 1e5);")
    (group,) = session.run("s = cumsum(x .* 2 + 1);").report.groups
    assert (group.kind, group.ops, len(group.outputs)) == ("scan", ("times", "plus", "cumsum"), 1)
    groups = session.run("y = exp(x); s = cumsum(y); t = s + y;").report.groups
    assert [g.kind for g in groups] == ["elementwise", "scan", "elementwise"]
    assert [g.ops for g in groups] == [("exp",), ("cumsum",), ("plus",)]


def test_what_is_not_deferred_says_why():
    report = Session(provider="host").run("x = int64(mod(1:50000, 7)); s = cumsum(x); c = sort(complex(1:50000, 1));").report
    assert {(r.ops, r.reason) for r in report.refusals if r.ops in (("cumsum",), ("sort",))} == {
        (("cumsum",), "class int64 is computed at once on the host"),
        (("sort",), "complex arrays are computed at once on the host"),
    }


def test_extremes_and_their_positions_wait_together():
    session = Session(provider="host")
    session.run("x = rand(300, 200);")
    assert [g.kind for g in session.run("[m, i] = cummax(x .* 2, 'reverse');").report.groups] == ["scan", "scan"]


@pytest.mark.parametrize("subgroups", (False, True))
@pytest.mark.parametrize("matlab_class", ("single", "double", "int32"))
def test_workgroups_that_take_several_tiles(monkeypatch, matlab_class, subgroups):
    """Long lines: more tiles than workgroups keep a device busy; with and without subgroups whose width is known."""
    from runmat_kernel.codegen.wgsl import scan_values

    monkeypatch.setattr(scan_values, "_GROUPS", 2)
    made = f"r = cast(rand(1, 60001) * 100 - 50, '{matlab_class}'); m = cast(rand(20000, 3) * 100 - 50, '{matlab_class}');"
    code = f"rng(4); {made} a = cummax(r + 1); b = cummin(m); c = cumsum(max(r, 0)); d = cumsum(m); e = cumprod(1 + max(r, 0) / 1e6);"
    on_device, on_host = Session(provider="gpu"), Session(provider="host")
    assert on_device.run("x = 1:1e5; y = sin(x);").error is None
    device = on_device.engine.device
    monkeypatch.setattr(device, "target", replace(device.target, subgroup=subgroup_width(device._handle) if subgroups else 0))
    for session in (on_device, on_host):
        outcome = session.run(code)
        assert outcome.error is None, outcome.error
    for name in "abcde":
        found, wanted = (np.asarray(s.workspace[name], dtype=np.float64) for s in (on_device, on_host))
        relative, absolute = (1e-6, 1e-3) if matlab_class == "single" else (1e-12, 1e-8)
        np.testing.assert_allclose(found, wanted, rtol=relative, atol=absolute)
