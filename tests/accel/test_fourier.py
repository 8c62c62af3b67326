"""Fourier transforms and complex arrays in parts: the numbers, classes and realness of eager evaluation, on the host and on a device."""

import numpy as np
import pytest

from runmat_kernel.base.settings import Settings
from runmat_kernel.codegen.target import Target
from runmat_kernel.codegen.wgsl.fourier import _convolved, _primes, _smooth, radices, small_radices
from runmat_kernel.session import Session

from ..adapters import no_adapter

PROGRAMS = {
    "real": "x = mod((1:96)*7.3,11)-5; A = reshape(x,24,4); a = fft(x); b = fft(A,[],2); c = ifft(x); d = fft(x(1:95)');"
    " e = abs(a);",
    "lengths": "x = mod((1:192)*7.3,11)-5; A = reshape(x,8,3,8); a = fft(A,12); b = fft(A,5,3); c = fft(A,7); d = ifft(fft(A,[],3),12,3);",
    "round trips": "x = mod((1:96)*7.3,11)-5; a = ifft(fft(x)); b = ifft(fft(x),'symmetric'); y = fft(x); y(1) = 2i; c = ifft(y);"
    " d = real(ifft(y .* 2)); A = reshape(x,12,8); e = ifft2(fft2(A)); f = fft2(A); g = ifft(fft(A,[],2),[],2); r = [isreal(a) isreal(c)"
    " isreal(e) isreal(f)];",
    "passes": "x = mod((1:4096)*7.3,11)-5; a = fft(x); b = ifft(a .* 2);",
    "single": "x = single(mod((1:96)*7.3,11)-5); a = fft(x); b = ifft(a); c = fft(x(1:77)); d = fft2(reshape(x,12,8));",
    "not numbers": "x = mod((1:96)*7.3,11)-5; x(7) = NaN; a = fft(x); b = isnan(ifft(a)); x(7) = Inf; c = isnan(abs(fft(x)));",
}
POINTWISE = {
    "arithmetic": "x = mod((1:96)*7.3,11)-5; y = fft(x); a = y + 1; b = 2 - y; c = y .* conj(y); d = y ./ (x + 9); e = (x + 1) ./ (y + 1i);"
    " f = -y; g = y.^2; h = y .* 2i + x; k = x - y; l = 3i ./ (y + 0.5); r = [isreal(c) isreal(a - y) isreal(y - y)];",
    "functions": "x = mod((1:96)*7.3,11)-5; y = fft(x)/50; a = abs(y); b = angle(y); c = exp(y); d = exp(1i*abs(y));"
    " e = real(y); f = imag(y); g = abs(y).^2; h = y == conj(y); k = y ~= y + 1i; l = isnan(y); m = isfinite(y./0);"
    " s = single(y) .* 2; t = y .* single(2);",
    "moves": "x = mod((1:96)*7.3,11)-5; y = fft(x); A = fft(reshape(x,12,8)); a = y(1:49); b = fftshift(y); c = ifftshift(A);"
    " d = A.'; e = A'; f = y'; g = y(:); h = reshape(A,8,12); k = circshift(A,3,2); l = fliplr(A); m = A(2:5,:)+1;"
    " n = A(3,4); o = fftshift(x);",
    "pairs": "x = mod((1:96)*7.3,11)-5; y = real(fft(x)); z = complex(y, x); w = complex(y, 0*x); r = [isreal(w) isreal(w.') isreal(w + 0)"
    " isreal(w(1:3)) isreal(reshape(w,8,12)) isreal(fliplr(w)) isreal(z)]; a = abs(z); b = fft(z); c = ifft(w); d = w.' .* 2;",
    "sums": "x = mod((1:96)*7.3,11)-5; A = fft(reshape(x,12,8)) .* (1+2i); a = sum(A); b = mean(A,2); c = sum(A(:)); d = A .* sum(A,2);"
    " e = A*A.'; f = A'*reshape(x,12,8); g = max(abs(A)); h = A - mean(A);",
}


def run(program, **settings):
    session = Session(defer_elements=64, **settings)
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    return session, outcome


def values(session):
    return {name: np.atleast_2d(getattr(value, "array", value)) for name, value in dict(session.workspace).items()}


def compare(program, session):
    eager = values(run(program, provider="host", fusion=False)[0])
    for name, array in values(session).items():
        expected = eager[name]
        assert (array.shape, array.dtype) == (expected.shape, expected.dtype), name
        size = np.abs(expected).max() if np.isfinite(expected).all() and expected.dtype.kind in "fc" else 1.0
        tolerance = 4e-6 if array.dtype.itemsize == (8 if array.dtype.kind == "c" else 4) else 2e-14
        np.testing.assert_allclose(array, expected, rtol=tolerance, atol=tolerance * size, err_msg=name)


@pytest.fixture(scope="module")
def device():
    try:
        from runmat_kernel.providers.gpu import open_provider

        return open_provider(Settings(provider="gpu"))
    except Exception as error:
        no_adapter(error)


@pytest.mark.parametrize("name", [*PROGRAMS, *POINTWISE])
def test_device(name, device):
    program = {**PROGRAMS, **POINTWISE}[name]
    session, outcome = run(program, provider="gpu")
    assert "fft" in {g.kind for g in outcome.report.groups}
    assert {g.provider for g in outcome.report.groups} == {"gpu"}
    compare(program, session)


@pytest.mark.parametrize("name", [*PROGRAMS, *POINTWISE])
def test_what_is_recorded_runs_on_the_host_too(name, device, monkeypatch):
    monkeypatch.setattr(type(device), "refusal", lambda self, kernel: "not today")
    program = {**PROGRAMS, **POINTWISE}[name]
    session, outcome = run(program, provider="gpu")
    assert "fft" in {g.kind for g in outcome.report.groups}
    assert {g.provider for g in outcome.report.groups} == {"host"}
    compare(program, session)


def test_a_host_session_records_no_transforms():
    _, outcome = run("x = (1:96)/7; y = fft(x); z = y .* 2;", provider="host")
    assert all(g.kind == "elementwise" for g in outcome.report.groups)


def test_a_filter_is_two_groups(device):
    session, _ = run("x = (1:96)/7; h = 1 ./ (1:96);", provider="gpu")
    outcome = session.run("y = ifft(fft(x .* 2) .* h, 'symmetric') + 1;")
    assert [g.kind for g in outcome.report.groups] == ["fft", "fft", "elementwise"]
    assert [len(g.outputs) for g in outcome.report.groups] == [2, 1, 1]


def test_parts_that_nobody_wants_are_not_made(device):
    session, _ = run("x = (1:96)/7;", provider="gpu")
    (group,) = session.run("y = real(fft(x));").report.groups
    assert len(group.outputs) == 1


def test_spectra_of_real_arrays_are_conjugate_to_the_last_bit(device):
    session, _ = run("x = mod((1:105)*7.3,11)-5; y = fft(x); A = reshape(x,7,15); B = fft2(A);", provider="gpu")
    found = values(session)
    assert (found["y"][0, 1:] == found["y"][0, :0:-1].conj()).all()
    assert (found["B"][1:, 1:] == found["B"][:0:-1, :0:-1].conj()).all()


@pytest.mark.parametrize("n", [1, 2, 60, 1024, 2048, 30030 * 7, 2**20, 3**12, 2**26])
def test_radices_make_up_the_length(n):
    for tile in (1024, 4096):
        length = n if _smooth(n) else _convolved(n)
        parts = radices(length, tile)
        assert np.prod(parts) == length
        assert len(parts) == 1 or max(parts) <= tile // 8
        assert all(np.prod(small_radices(r)) == r for r in parts)
    assert np.prod(_primes(n)) == n


def test_large_transforms_are_few_passes():
    assert len(radices(2**26, 4096)) == 3
    assert Target().workgroup_bytes >= 16_384
