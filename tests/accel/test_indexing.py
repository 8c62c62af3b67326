"""Slices, shifted copies, positions and assignments, deferred: the same numbers as eager evaluation on the host and on a device."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array

from ..adapters import needs_adapter

PROGRAMS = {
    "stencil": "x = (1:50001)/7; u = x.*x; c = 0.1; v = u(2:end-1) + c*(u(3:end) - 2*u(2:end-1) + u(1:end-2));",
    "two-dimensional stencil": "A = reshape((1:60000)/7, 200, 300);"
    " L = A(1:end-2,2:end-1) + A(3:end,2:end-1) + A(2:end-1,1:end-2) + A(2:end-1,3:end) - 4*A(2:end-1,2:end-1);",
    "steps and reverses": "x = single((1:50000)/7); y = x(end:-1:1)+1; z = x(1:2:end)*2; q = x(5:end)'; r = x(2:end).*2+x(1:end-1);",
    "rows and columns": "A = reshape((1:60000)/7,300,200); b = A(:,7:150)+A(:,7); c = A(11:end,:).*A(11,:); d = A(:)+1; f = A(2:end)+1;",
    "pages": "A = reshape((1:60000)/7,30,40,50); b = A(:,:,2:40)+1; c = A(:,3:end,:)+A(:,1,:); d = A(:,:)+2; e = A(2:29,:);"
    " s = sum(A(2:end,:,:), 1); m = max(A(:,end:-1:1,5));",
    "masks": "x = mod(1:50000, 17)-8; y = x; y(x<0) = 0; z = x; z(x>5) = NaN; i = int8(100*x); i(i<0) = 300; l = x>0; m = l;"
    " m(x>6) = false; k = x; k(x>200) = 7; n = single(x); n(n==3) = Inf; n = n + 0; x(isnan(z)) = -0;",
    "numbers": "x = (1:50000)*2; y = 0:0.1:6000; z = y+1; c = (100000:-2:1)+0; d = single(1:30000)+1; e = zeros(200,200)+eye(200);"
    " f = ones(300,100,'int16')*3; g = (0.3:-0.7:-30000)-1; t = true(200,200)&false(200,200); h = NaN(200,200)+1; b = (1:2^24:2^41)'+1;",
    "ends": "a = linspace(-1,1,50001); b = a+1; c = a(end)-1; d = a(25001); e = linspace(single(-2),3,40000).*2; clear b",
    "writes": "u = (1:50000)*2; w = u-7; u(2:end-1) = w(2:end-1)*2; u(1) = 0; u(end) = 5; v = zeros(1,50000)+w; v(1:2:end) = u(1:25000);"
    " A = reshape(w*2,200,250); A(:,3) = 1; A(5,:) = A(6,:); A(2:9,4:200) = A(12:19,4:200)*2; A(end:-1:1,2) = A(:,9);"
    " B = single(A); B(3:2:end,:) = 7; C = reshape(w,20,50,50)+0; C(:,:,3) = C(:,:,4)+1; C(2,:,5:9) = 0; C(1:10) = -1;",
    "one element": "x = (1:50000)*2; m = max(x+1); m(1) = 100; k = single(m)*2; k(end) = m;",
    "positions": "x = (1:50000)*2+0; p = 50000:-3:1; y = x(p(1:10:end))+1; q = mod((1:30000)*7,50000)+1; z = x(q)*2;"
    " A = reshape(x,200,250); r = A([1 5 9],:); s = A(:,[2 7 200 3])+1; t = A([3 1],[2 9 4]); a = x(3); b = A(2,3);"
    " c = int8(mod(x,100)); c = c(q)+c(1);",
    "nothing and one": "x = (1:50000)/3; y = x([]); z = x(3:2); w = x(1,:)+1; a = x(:,5); A = reshape(x,50000,1); b = A(2:end)-A(1:end-1);"
    " c = A(end:-1:1)+1; c = c(1:end-5); c = c(1:2:end)+c(1); d = x(true); e = x(49999:50000)+1;",
    "rearranged": "[X,Y] = meshgrid((1:300)/3,(1:200)/7); Z = X.^2+Y; [P,Q] = ndgrid(1:200,1:300); R = P.*Q; f = flip(Z); g = fliplr(Z)+1;"
    " h = circshift(Z,3)+1; k = circshift(Z,[2 -5]); p = permute(reshape(Z,20,30,100),[3 1 2])+1; r = repmat(Z(:,1),1,300)+Z;"
    " s = circshift(Z,1,2)-Z; u = flip(Z(1,:))+1; t = Z(2:end,:)'; o = sum(flipud(Z).*Z, 2); b = circshift(Z(:), -7)+Z(:);",
    "differences": "x = (1:50000).^2*0.25; a = diff(x); A = reshape(x,200,250); b = diff(A); c = diff(A,1,2);"
    " d = diff(single(A)); e = diff(x,2);"
    " f = abs(diff(x - 1)); g = diff(A(:,1:2)); h = diff(int8(mod(x,100)));",
    "constants beside what leaves the real domain": "N = NaN(50000,2); J = Inf(200,250); a = sqrt((1:50000)'*-2); b = N(:,1)+a;"
    " c = N(2:end,2)-a(2:end); d = reshape(a,200,250)+J(:,3); e = a(1:200)-J(7,1:200)';",
    "factors": "A = reshape((1:40000)/1e4,200,200); B = A(:,1:2:end)*A(1:100,:); C = A'*A(:,2:5); D = (A*A).*A(:,7) + A(3,:);"
    " E = D(2:end,:)+D(1:end-1,:);",
}


def run(program, **settings):
    """The variables after a program, run twice so that the second run finds the device open."""
    session = Session(**settings)
    for _ in range(2 if settings["provider"] == "gpu" else 1):
        outcome = session.run(program)
        assert outcome.error is None, outcome.error
    return {name: as_array(value) for name, value in dict(session.workspace_values).items()}


def compare(program, provider, rtol=0.0):
    eager = run(program, provider="host", fusion=False)
    for name, array in run(program, provider=provider).items():
        assert array.shape == eager[name].shape, name
        assert array.dtype == eager[name].dtype, name
        near = max(rtol, 2e-7) if rtol and array.dtype == np.float32 else rtol
        np.testing.assert_allclose(array, eager[name], rtol=near, atol=near, err_msg=name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(PROGRAMS[name], "host", 1e-14 if name in ("factors", "rearranged") else 0.0)


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    compare(PROGRAMS[name], "gpu", 1e-14 if name not in ("ends", "factors") else 1e-12)


@pytest.mark.parametrize(
    ("code", "identifier"),
    [
        ("x = (1:50000)+1; y = x(0:40000);", "MATLAB:badsubscript"),
        ("x = (1:50000)+1; y = x(2:50001);", "MATLAB:badsubscript"),
        ("x = (1:50000)+1; y = x(1.5);", "MATLAB:badsubscript"),
        ("A = ones(200)+1; y = A(:, 2:201);", "MATLAB:badsubscript"),
        ("A = ones(200)+1; A(:, 1:3) = ones(200, 2);", "MATLAB:subsassigndimmismatch"),
        ("x = (1:50000)+1; x(1:3) = [1 2];", "MATLAB:matrix:singleSubscriptNumelMismatch"),
    ],
)
def test_errors_stay_where_they_are(code, identifier):
    outcome = Session(provider="host").run(code)
    assert outcome.error is not None and outcome.error.identifier == identifier


def test_growth_and_class_changes_are_eager():
    compare("x = (1:50000)+0; x(60000) = 1; y = (1:50000)+0; y(3) = 1i; A = ones(200)+0; A(:, 201) = 5; B = ones(200)+0; B(:) = 3;", "host")


def test_an_array_that_is_changed_keeps_its_old_slices():
    compare("x = (1:50000)+0; y = x(2:end); x(2) = 100; z = y + x(1:end-1); x(5) = 1; w = x(2:end) + y;", "host")


def test_one_element_of_a_large_array_on_a_device_comes_alone():
    needs_adapter()
    session = Session(provider="gpu")
    assert session.run("x = single(1:2^20) * 2; y = x + 1;").report.groups[0].provider == "gpu"
    outcome = session.run("a = y(5); b = y(1, end); z = y .* 2; c = z(7); assert(a == 11 && b == 2^21 + 1 && c == 30)")
    assert outcome.error is None
    assert [t.nbytes for t in outcome.report.transfers] == [4, 4, 4]


def test_ranges_are_not_made_for_subscripts():
    session = Session(provider="host")
    session.run("u = rand(1, 1e6);")
    outcome = session.run("n = 1e6; i = 2:n-1; v = u(i) + u(i+1);")
    assert [g.kind for g in outcome.report.groups] == ["gather"]


@pytest.mark.parametrize("place", ["2:end-1, 2", "40002:79999", "2:end-1, 2, 1"])
def test_a_part_computed_from_the_array_itself_is_written_in_place(place: str) -> None:
    """What waits to be written holds the array that it takes elements of: that is no reason to copy all of it."""
    session = Session(provider="host", loops=False)
    assert session.run("U = zeros(40000, 3); U(:, 1) = cos(1:40000); y = 0;").error is None
    address = session.workspace_values["U"].array.ctypes.data
    assert session.run(f"U({place}) = U(2:end-1, 1) + 0.1 * (U(3:end, 1) - 2 * U(2:end-1, 1) + U(1:end-2, 1));").error is None
    assert session.workspace_values["U"].array.ctypes.data == address
    x = np.cos(np.arange(1.0, 40001))
    np.testing.assert_allclose(as_array(session.workspace_values["U"])[1:-1, 1], x[1:-1] + 0.1 * (x[2:] - 2 * x[1:-1] + x[:-2]), atol=1e-15)
    assert (
        session.run(f"V = U; W = U(:, 1) * 2; U({place}) = U(2:end-1, 1) * 3; same = isequal(V(:, 1:2), U(:, 1:2)); W = W(7);").error
        is None
    )
    assert session.workspace_values["same"] is False
    np.testing.assert_allclose(as_array(session.workspace_values["V"])[1:-1, 1], x[1:-1] + 0.1 * (x[2:] - 2 * x[1:-1] + x[:-2]), atol=1e-15)


STARTS = {
    "sums": ("sum(A(:, k) .* B(:, k + 1) - A(:, k + 2))", True),
    "rows and blocks": ("max(A(k:end-9+k, :) .* 2, [], 1) + A(k, :)", True),
    "what products take on": ("A(:, k:k+3)' * (B(:, k) + A(:, 2)) + B(1, k)", None),
    "running sums": ("cumsum(A(:, k) + B(:, k + 1))", None),
    "sorted": ("sort(A(:, k) - B(:, k + 1))", None),
    "transforms": ("abs(fft(A(:, k) - B(:, k + 1)))", None),
}


@pytest.mark.parametrize("name", STARTS)
def test_slices_that_begin_elsewhere_take_the_plan_that_was_made(name):
    expression, cached = STARTS[name]
    begin = "A = reshape(mod((1:4e5) * 7, 101), 20000, 20); B = A ./ 3;"
    session, eager = Session(provider="host", loops=False), Session(fusion=False)
    for s in (session, eager):
        s.run(begin)
    for k in (3, 1, 7, 1):
        outcome = session.run(f"k = {k};\ny = {expression};")
        eager.run(f"k = {k};\ny = {expression};")
        found, expected = (as_array(s.workspace_values["y"]) for s in (session, eager))
        assert found.shape == expected.shape
        np.testing.assert_allclose(found, expected, rtol=1e-12, atol=1e-9)
        if cached and k != 3:
            assert all(flush.cached for flush in outcome.report.flushes)
