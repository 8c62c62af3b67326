"""What masks choose, and distinct elements, on a device: exactly those of eager evaluation, and only their number is fetched."""

import numpy as np
import pytest

from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array

DATA = (
    "x = mod((1:20001)*7.3,11)-5; x(5) = NaN; x(100) = Inf; x(7) = -Inf; x(9) = NaN; x(50) = -0; x(70) = 0; r = floor(x*50); r(3) = NaN;"
    " A = reshape(r(1:20000),100,200); s = single(r); i8 = int8(10*r); u = uint16(abs(r)); l = r > 3; z = r*0; z(end) = 1;"
    " c = r'; k = 7 + 0*u;"
)
PROGRAMS = {
    "masks": "a = x(x>0); b = c(c<=3)+1; d = A(A>2); e = s(~isnan(s)); f = A(:); f = f(f<0); g = i8(r>1); h = x(x>100 & x<Inf); m = l(l);"
    " n = c(r>2); o = x(reshape(r(1:20000)>3,100,200)); p = sum(x(x>1)); q = A(:,:) .* 2; q = q(q>99); t = x(z==1); v = z(z~=1);",
    "find": "a = find(x>0); b = find(c>3); [d,e] = find(A>2); [f,g,h] = find(A); m = find(r,7); n = find(r,9,'last'); o = find(x>100);"
    " p = find(c>1e9); [q,t,v] = find(A>1e9); w = find(z); [y,j] = find(z); i = find(k,3); B = reshape(A,20,10,100)+0;"
    " [aa,ab,ac] = find(B>0);"
    " nz = nonzeros(A); n1 = x(find(x>2)); n2 = numel(find(l));",
    "distinct": "a = unique(x); b = unique(c); d = unique(A); e = unique(s); f = unique(i8); g = unique(u); h = unique(z); m = unique(k);"
    " n = unique(r+(1:20001)); o = numel(unique(r)); p = unique(l); q = unique(A,'rows'); t = unique(0*u);",
    "places": "[a,ia,ic] = unique(r); [b,ib,ib2] = unique(c,'last'); [d,id,id2] = unique(s,'stable'); [e,ie] = unique(u,'stable','last');"
    " [f,jf,jf2] = unique(k,'last'); [g,ig,ig2] = unique(x); [~,~,m] = unique(A); [h,ih] = unique(i8,'first'); n = unique(z,'stable');",
    "members": "[a,b] = ismember(x,[1 2 3]); [d,e] = ismember(r,r(1:2:400)); [f,g] = ismember(s,single([NaN 7 0 7 -Inf]));"
    " h = ismember(c,-0);"
    " m = ismember(A,[NaN NaN]); n = ismember(x,x(1:5:5000)); o = ismember(i8,int8(3:9)); p = ismember(s,0.1:0.1:5); q = ismember(x,1i);",
    "written": "a = x; a(a>1) = a(a>1)*2; b = c; b(c<0) = -c(c<0); d = A; d(A>3) = 1:nnz(A>3); e = s; e(s>2) = r(s>2); f = x; f(x<3) = [];"
    " g = c; g(g>0) = []; h = x; h(isnan(h)) = []; m = i8; m(m>5) = u(m>5); n = x; n(n>100) = []; o = A; o(o>3) = []; p = x; p(x>4) = 7;"
    " q = x; q(q==123456) = zeros(1,0);",
}


pytestmark = pytest.mark.usefixtures("small_arrays_too")


def values(program, **settings):
    session = Session(**settings)
    for text in (DATA, program):
        outcome = session.run(text)
        assert outcome.error is None, outcome.error
    return {name: as_array(value) for name, value in dict(session.workspace_values).items()}


@pytest.mark.parametrize("name", PROGRAMS)
def test_same_as_on_the_host(name, device):
    eager = values(PROGRAMS[name], provider="host", fusion=False)
    for key, array in values(PROGRAMS[name], provider="gpu").items():
        assert (array.shape, array.dtype) == (eager[key].shape, eager[key].dtype), key
        np.testing.assert_array_equal(array, eager[key], err_msg=key)
        if array.dtype.kind == "f":
            numbers = ~np.isnan(array)  # no NaN has a sign
            np.testing.assert_array_equal(np.signbit(array[numbers]), np.signbit(eager[key][numbers]), err_msg=key)


@pytest.mark.parametrize(
    "code",
    [
        "y = x(x>0.5);",
        "t = ismember(x,[0.5 0.25]);",
        "t = isequal(x,x*1);",
        "v = nonzeros(x>0.5);",
        "k = find(x>0.5);",
        "[r,c,v] = find(A>0.5);",
        "y = unique(x);",
        "[y,i,j] = unique(x);",
        "y = x; y(x<0.1) = [];",
    ],
)
def test_only_the_number_is_fetched(code, device):
    session = Session(provider="gpu")
    assert session.run("x = rand(1,70000); A = rand(300);").error is None
    outcome = session.run(code)
    assert outcome.error is None, outcome.error
    assert sum(t["bytes"] for t in outcome.report.to_dict()["transfers"] if t["direction"] == "download") <= 64


@pytest.mark.parametrize(
    ("code", "identifier"),
    [("y = x([x>0.5 true]);", "MATLAB:badsubscript"), ("x(x>0.5) = 1:3;", "MATLAB:matrix:singleSubscriptNumelMismatch")],
)
def test_errors_stay_at_their_line(code, identifier, device):
    session = Session(provider="gpu")
    session.run("x = rand(1,20000);")
    assert session.run(code).error.identifier == identifier
