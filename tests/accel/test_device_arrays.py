"""What is done to arrays on a device without bringing them back: the numbers of eager evaluation, and no array comes to the host."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter

SETUP = "rng(3, 'philox'); x = mod(reshape((1:60000)*7.3, 240, 250), 11) - 5; s = single(x); i = int8(x*20); m = x > 1;"
SETUP += " p = mod((1:240)*77, 240) + 1; q = [9 3 3 200 1]; u = uint32(abs(x)*1000); B = reshape(x, 30, 8, 250);"
PROGRAMS = {
    "rows and columns": "a = x(p,:); b = x(:,q); c = x(p,q); d = s(p,1:2:end); e = i(p,:); f = B(:,:,p); g = B(q(2:3),[8 1],:);"
    " h = m(p,q);",
    "more rows": "a = x(p,[1 1 1]); b = x(q,:).*2 + x(q,:); c = sum(x(p,:),2); d = B(mod(p(1:8:end),2) == 0,:,:); e = x(p,7);"
    " f = B([3 1 2],q);",
    "triangles": "a = tril(x); b = triu(x,3); c = tril(s,-2); d = triu(i,-4); e = tril(m,1); f = triu(x(:,1:100),90); g = tril(x,-300);"
    " h = triu(x,400); y = x; y(3,:) = NaN; j = tril(y);",
    "identities": "a = eye(240,250) + x; b = eye(300) - 2; c = eye(250,240,'single')'.*s; d = eye(240,250,'int8') + i; e = sum(eye(300));"
    " f = eye(260,'uint16') + uint16(3); g = reshape(eye(300),90,[]) + 0;",
    "other shapes": "a = x(:); b = norm(x(:)); c = x(:)'*x(:); d = reshape(s,[],5)*2; e = sum(reshape(i,8,[]),2); f = m(:)'; y = x.*2;"
    " v = y(:);"
    " w = y + 1; z = reshape(v,size(w)) - w;",
    "equal or not": "a = isequal(x, x); b = isequal(s, s + 1); c = isequaln(i, i, i); y = x; y(7,:) = NaN; d = isequal(y, y);"
    " e = isequaln(y, y); f = isequal(m, ~m);",
    "spread": "a = normalize(x); y = x; y(7,:) = NaN; y(:,5) = NaN; b = std(y,0,1,'omitnan'); c = var(y,1,2,'omitnan');"
    " d = std(y,0,2,'omitnan'); e = normalize(s,2,'range'); z = x(1,:)'; f = std(s(:)'); g = var(y(:,5),'omitnan');",
    "bits and whole quotients": "a = bitand(u,uint32(12)); b = bitor(u,5); c = bitxor(u,u(:,end:-1:1)); d = idivide(int32(x*100),int32(7));"
    " e = idivide(i,int8(3),'floor'); f = bitand(uint8(abs(x)*9),uint8(6)); g = idivide(u,uint32(11),'ceil');",
    "members": "[a,b] = ismember(round(s),[3 5 -2]); c = ismember(round(x),single([1 2])); d = ismember(s,0.1);"
    " e = ismember(round(s),[NaN 2]);",
    "whole random numbers": "a = randi(9,300,200); b = randi([-5 5],300,200,'int8'); c = randi(2,300,200,'single') - 1;",
    "rows and columns deleted": "a = x; a(5,:) = []; b = x; b(:,q) = []; c = s; c(any(c < -4.9,2),:) = []; d = B; d(:,[1 8],:) = []; e = i;"
    " e(:,end) = []; f = x; f(false(240,1),:) = []; g = x; g(1:239,:) = []; h = x(:,1:2); h(h(:,1) > 0,:) = [];",
    "gradients": "[a,b] = gradient(x); c = gradient(s,0.1); [d,e] = gradient(x,(1:250).^2,0.5); [f,g,h] = gradient(B,2); y = x(:,3);"
    " j = gradient(y);"
    " v = gradient(y');",
    "transposes": "a = i'; b = m'; c = u' + 1; d = [i' i']; e = sum(m',2); f = any(m'); g = i(:,3)'; h = (i')'; y = i'; y(3,:) = 4;"
    " k = double(m')*2;",
}


def run(code, **settings):
    session = Session(**settings)
    assert session.run(SETUP).error is None
    # Everything is on the device, where there is one, and on the host as well.
    assert session.run("k = x + 1; k = s + 1; k = i + 1; k = ~m; k = u + 1; k = B + 1;").error is None
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    return session, outcome.report


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers(name):
    needs_adapter()
    code = PROGRAMS[name]
    eager, _ = run(code, provider="host", fusion=False)
    for settings in ({"provider": "gpu", "defer_elements": 1}, {"provider": "host", "defer_elements": 1}):
        session, _ = run(code, **settings)
        for variable in sorted(v for v in eager.workspace if len(v) == 1):
            expected, found = (np.atleast_2d(e.workspace[variable]) for e in (eager, session))
            assert found.dtype == expected.dtype and found.shape == expected.shape, variable
            np.testing.assert_allclose(found, expected, rtol=2e-6 if expected.dtype == np.float32 else 1e-12, err_msg=variable)


@pytest.mark.parametrize("name", [n for n in PROGRAMS if n != "members"])
def test_arrays_stay_on_the_device(name):
    needs_adapter()
    _, report = run(PROGRAMS[name], provider="gpu", defer_elements=1)
    assert [t.nbytes for t in report.transfers if t.nbytes > 4000] == []


def test_copies_on_the_host_are_not_sent_again():
    needs_adapter()
    session = Session(provider="gpu", defer_elements=1)
    assert session.run(SETUP + " k = x + 1; y = x + 0;").error is None
    assert np.asarray(session.workspace["x"]).shape == np.asarray(session.workspace["y"]).shape
    session.run("z = 0;")  # its report has what came to the host just now
    report = session.run(
        "a = x(:)'*x(:); v = x(:).'; b = sum(v .* v); c = isequal(x, y); d = normalize(x); e = reshape(x, 1, [])*y(:); f = d(3:4);"
    ).report
    assert [t.nbytes for t in report.transfers if t.nbytes > 2000] == []
    assert any("eq" in group["ops"] for group in report.to_dict()["groups"])
