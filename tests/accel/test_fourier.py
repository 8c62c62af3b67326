"""Fourier transforms and complex arrays in parts: the numbers, classes and realness of eager evaluation, on the host and on a device."""

import numpy as np
import pytest

from runmat_kernel.base.settings import Settings
from runmat_kernel.codegen.body import Body, Input, Store
from runmat_kernel.codegen.forms.transform import TransformBody
from runmat_kernel.codegen.target import Target
from runmat_kernel.codegen.wgsl import fourier
from runmat_kernel.codegen.wgsl.butterfly import primes, small_radices
from runmat_kernel.codegen.wgsl.fourier import Sizes, fourier_passes, fourier_refusal, radices, sizes
from runmat_kernel.graph.fourier import Fourier
from runmat_kernel.session import Session

from ..adapters import no_adapter

PROGRAMS = {
    "real": "x = mod((1:96)*7.3,11)-5; A = reshape(x,24,4); a = fft(x); b = fft(A,[],2); c = ifft(x); d = fft(x(1:95)'); e = abs(a);",
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
    "one number everywhere": "x = nan(40,6); a = fft(x); b = isnan(ifft(inf(40,6,'single'),64,1)); c = fft(3*ones(40,6));"
    " d = fft2(zeros(40,6)+2);",
    "functions": "x = mod((1:96)*7.3,11)-5; y = fft(x)/50; a = abs(y); b = angle(y); c = exp(y); d = exp(1i*abs(y));"
    " e = real(y); f = imag(y); g = abs(y).^2; h = y == conj(y); k = y ~= y + 1i; l = isnan(y); m = isfinite(y./0);"
    " s = single(y) .* 2; t = y .* single(2);",
    "moves": "x = mod((1:96)*7.3,11)-5; y = fft(x); A = fft(reshape(x,12,8)); a = y(1:49); b = fftshift(y); c = ifftshift(A);"
    " d = A.'; e = A'; f = y'; g = y(:); h = reshape(A,8,12); k = circshift(A,3,2); l = fliplr(A); m = A(2:5,:)+1;"
    " n = A(3,4); o = fftshift(x);",
    "pairs": "x = mod((1:96)*7.3,11)-5; y = real(fft(x)); z = complex(y, x); w = complex(y, 0*x); r = [isreal(w) isreal(w.') isreal(w + 0)"
    " isreal(w(1:3)) isreal(reshape(w,8,12)) isreal(fliplr(w)) isreal(z)]; a = abs(z); b = fft(z); c = ifft(w); d = w.' .* 2;",
    "functions of one number": "x = mod((1:96)*7.3,11)-5; y = fft(x)/20; a = sqrt(y); b = log(y); c = sin(y); d = cos(y); e = tan(y);"
    " f = sinh(y); g = cosh(y); h = tanh(y); k = sign(y); l = log2(y); m = log10(y); n = y.^3; o = (y + 1).^-2; p = y.^0.5; q = y.^1.7;"
    " r = round(y); s = floor(y * 3); t = fix(y); u = sqrt(single(y)); v = tanh(single(y)); w = log(single(y));",
    # all imaginary parts are zero, so MATLAB's arrays are real
    "real after all": "x = mod((1:96)*7,11)-5; y = round(ifft(fft(x))) + 0; f = x; f(3) = Inf; f(5) = NaN; f(7) = 0; a = y .* f;"
    " b = f .* y; c = y ./ f; d = f ./ y; e = sqrt(y); g = log(y); k = y .* y .* f; l = y.^2 .* f; m = y * Inf; n = y / 0;"
    " o = (1i*y) .* (1i*f); p = sqrt(-y); q = any(y); r = all(y - y(1)); u = conj(y) .* f; v = (y') .* f';"
    " w = y * f'; z = f * y.'; s = isreal(a);",
    "joined": "x = mod((1:96)*7.3,11)-5; y = fft(x); a = [y y]; b = [y; x]; c = [y; 1i*x]; d = [y 1]; e = cat(3, y, x); r = [isreal(a)"
    " isreal(b)];",
    "quotients": "x = mod((1:96)*7.3,11)-5; w = fft(x); z = complex(x, flip(x)); y = z(1:95) .* 1; a = (y*1e300) ./ (y*1e300);"
    " b = (y*1e-300) ./ (y*1e-290); c = y ./ (y.*[0 1 zeros(1,93)]); d = 1 ./ y; e = (y*1e300) ./ (1i*1e-200); f = y ./ (x(1:95) + 0i);"
    " g = z ./ complex(x, 0*x);",
    "sums": "x = mod((1:96)*7.3,11)-5; A = fft(reshape(x,12,8)) .* (1+2i); a = sum(A); b = mean(A,2); c = sum(A(:)); d = A .* sum(A,2);"
    " e = A*A.'; f = A'*reshape(x,12,8); g = max(abs(A)); h = A - mean(A);",
}


def run(program, **settings):
    session = Session(defer_elements=64, **settings)
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    return session, outcome


def values(session):
    return {name: np.atleast_2d(getattr(value, "array", value)) for name, value in dict(session.workspace_values).items()}


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
    outcome = session.run("y = ifft(fft(x .* 2) .* min(max(h, 0), 1), 'symmetric') + 1;")
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


def test_angles_of_real_spectra_have_one_sign(device):
    program = (
        "x = mod((1:96)*7.3,11)-11; y = fft(x); z = ifft(x); A = reshape(x,12,8); w = fft2(A); v = ifft2(A); a = angle(y([1 49]));"
        " b = angle(z([1 49])); c = angle(w([1 7])); d = angle(v([1 7]));"
        # columns of one element and zeros have no imaginary part at all; then what is computed again, since a logarithm of -Inf is complex
        " f = ifft(x,7,1); f(1:3,:) = 2i; e = angle(f); g = imag(z.*x); h = imag(log(g.\\0.5)); h = h(1);"
    )
    for session in (run(program, provider="host", fusion=False)[0], run(program, provider="gpu")[0]):
        found = values(session)
        assert all((found[name] >= 0).all() for name in "abcdeh")


H200 = Target(max_binding_bytes=2_147_483_644, workgroup_bytes=49_152)


@pytest.mark.parametrize("n", [2, 60, 1024, 2048, 30030 * 7, 2**20, 3**12, 2**26])
@pytest.mark.parametrize("inner", [1, 3, 1000])
def test_radices_make_up_the_length(n, inner):
    for matlab_class in ("single", "double"):
        for target in (Target(), H200, Target(is_software=True)):
            size = sizes(matlab_class, target)
            parts = radices(n, inner, size)
            assert np.prod(parts) == n == np.prod(primes(n))
            assert max(parts) <= size.tile // (min(inner, size.columns) if len(parts) == 1 else size.columns)
            assert all(np.prod(small_radices(r, size.radix)) == r for r in parts)


def body(shape, dim, length=None, matlab_class="single", parts=2, inverse=False):
    """The TransformBody of arrays in memory."""
    element = Body(shape, (Input(matlab_class),) * parts, (), (), tuple(Store(k, matlab_class) for k in range(parts)))
    mirror = (dim,) if parts == 1 else ()
    return TransformBody(tuple(Fourier(dim, length or shape[dim], inverse, which, mirror) for which in (False, True)), element)


@pytest.mark.parametrize(
    ("shape", "dim", "matlab_class", "passes", "scratch"),
    [
        ((1, 2**26), 1, "single", 3, 8 * 2**26),
        ((1, 2**26), 1, "double", 3, 16 * 2**26),
        ((2**20, 16), 0, "single", 3, 8 * 2**24),
        ((4096, 16384), 0, "single", 1, 0),
        ((4096, 16384), 1, "single", 2, 8 * 2**26),
        ((4096, 512), 1, "single", 1, 0),
        ((8192, 8192), 0, "single", 2, 8 * 2**26),
        ((2048, 1000), 0, "double", 1, 0),
        ((1009, 10), 0, "single", 3, 8 * 21 * 2048),
    ],
)
def test_passes_read_and_write_everything_once(shape, dim, matlab_class, passes, scratch):
    made = fourier_passes(body(shape, dim, matlab_class=matlab_class), H200)
    assert len(made) == passes
    assert {p.state_bytes for p in made} == {scratch}
    assert fourier_refusal(body(shape, dim, matlab_class=matlab_class), H200, 2**27) is None
    for one in made:
        text = one.write().text
        # Every element is loaded and stored by statements of its own: nothing waits for what comes before it.
        assert "for (" not in text


def test_neighbours_are_read_together():
    for shape, dim in [((1, 2**26), 1), ((4096, 16384), 1), ((8192, 8192), 0), ((4096, 512), 1)]:
        for made in fourier_passes(body(shape, dim), H200):
            form = made.key[1]
            assert form.width >= 8
            assert form.tile * 8 <= H200.workgroup_bytes


def test_arrays_beyond_a_binding_are_refused():
    assert "binding" in fourier_refusal(body((1, 2**28), 1, matlab_class="double"), H200, 2**28)
    assert "precision" in fourier_refusal(body((1, 2**8), 1, matlab_class="double"), Target(f64=False), 2**28)


LARGE = {
    "one pass": "x = mod((1:2048)*7.3,11)-5; A = reshape(x,512,4); a = fft(x); b = fft(A); c = ifft(A); d = fft(A,[],2);"
    " e = fft(A.',[],2);",
    "passes": "x = mod((1:16384)*7.3,11)-5; A = reshape(x,2,8192); a = fft(x); b = ifft(fft(x + 1i)); c = fft(A,[],2); d = fft(A.');"
    " e = fft(single(x)); f = fft(reshape(x,16,1024),[],2);",
    "three passes": "x = mod((1:2^19)*7.3,11)-5; a = fft(x); b = fft(single(x) + 2i); c = fft(complex(reshape(x,2,2^18),1),[],2);",
    "chirps": "x = mod((1:2034)*7.3,11)-5; a = fft(x(1:1017)); b = ifft(reshape(x,2,1017),[],2); c = fft(single(x(1:1997)'));",
    "computed": "x = mod((1:4096)*7.3,11)-5; a = fft(sin(x) .* exp(-abs(x) / 7)); b = fft(single(cos(x) + x));",
}


@pytest.mark.parametrize("name", LARGE)
def test_workgroups_of_a_graphics_processor(name, device, monkeypatch):
    """The forms that large workgroup memory and long shaders allow, whose text a software adapter takes long to compile."""
    monkeypatch.setattr(fourier, "sizes", lambda c, _: Sizes(2048, 16, 16, 8) if c == "single" else Sizes(1024, 8, 8, 4))
    session, outcome = run(LARGE[name], provider="gpu")
    assert {g.provider for g in outcome.report.groups} == {"gpu"}
    compare(LARGE[name], session)
