"""Builtins that are formulas of others: what eager evaluation gives, up to rounding, on the host and on a device."""

import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter
from .test_indexing import compare

SETUP = (
    "A = reshape(mod((1:30000)*7.3,11)-5,100,300); B = A; B(A>4.5) = NaN; S = single(mod((1:30000)*0.37,3)); S = reshape(S,100,300)+1;"
    " I = int8(A*20); J = int32(A*1e8); P = reshape(A,20,30,50); v = A(:); A = A+0; S = S+0; P = P+0;"
)
PROGRAMS = {
    "integrals": "a = trapz(A); b = trapz((1:100)/3,A); c = trapz((1:300)/3,S,2); d = cumtrapz(A,2); e = cumtrapz((1:100).^2,A);"
    " f = trapz(A,A); g = cumtrapz(P,3); h = trapz(I);",
    "norms": "a = vecnorm(A); b = vecnorm(B,1,2); c = vecnorm(B,Inf); d = norm(v,1); e = norm(v,Inf); f = norm(A,1); g = norm(A,Inf);"
    " h = norm(v); k = norm(A,'fro'); l = vecnorm(S,2,2);",
    "weights": "a = var(A,1:100); b = std(B,1:100,'omitnan'); d = var(I,1:300,2); e = mean(A,'Weights',1:100);"
    " f = mean(B,2,'omitnan','Weights',1:300); g = mean(A,'Weights',A+6); [h,k] = std(A,0,[1 2]);",
    "integers": "a = sum(I,'native'); b = sum(J,2,'native'); c = prod(I,'native'); d = mean(I,'native'); e = sum(I);"
    " f = sum(J(:),'native'); g = mean(J,2,'native'); h = sum(A>0,'native');",
    "pages": "a = pagemtimes(P,permute(P,[2 1 3])); b = pagemtimes(P,'transpose',P,'none'); c = pagemtimes(P,'none',P,'ctranspose');"
    " d = pagemtimes(P(1:2,:,7),'none',P(1:3,:,:)+1,'transpose');"
    " e = pagemtimes(reshape(P,20,30,5,10),reshape(P(:,:,1:5),30,20,5));"
    " f = pagetranspose(P); [g,h] = pagemrdivide(permute(P,[2 1 3]),P(:,1:20,:)+50*eye(20)); k = pageinv(P(:,1:20,:)+50*eye(20));"
    " l = pagenorm(P,1); n = pagemldivide(P+20,P(:,1,:));",
    "scaled": "a = polyval([1 -2 3],A); b = polyval(single([1 2]),A); c = normalize(A); d = normalize(B,2,'range'); e = zscore(A);"
    " f = rescale(A); g = rescale(S,-1,1); h = normalize(A,'center'); k = normalize(A,'scale'); [l,m,n] = zscore(A,1,2);"
    " o = normalize(A,'norm',1);"
    " p = corrcoef(A(:,1:20)); q = diff(A,2); r = diff(I); s = diff(A>0,1,2); t = diff(A,3,2); u = rot90(A); v = rot90(A,2);"
    " w = rot90(A,-1); x = triu(A); y = tril(I,-3); z = triu(A,20); a1 = tril(A>0); b1 = triu(B);",
    "tiles": "a = repmat(A,2,2); b = repmat(P,[2 1 3]); c = repmat(I,3,1); d = repmat(A(1,:)+1,200,2); e = repmat(P,2);"
    " f = repmat(A>0,1,2); g = repmat(A,[1 1 3]); h = repmat(v,2,3);",
    "logical and complex": "a = (A > 0) + 2i; b = real(asin(a)); c = (A > 1) .* (1+1i); d = abs(c);",
    "joined": "a = [A;A+1]; b = [A+1,A(:,1)]; c = [S+1;A]; d = cat(3,A*2,A); e = cat(3,P*2,P+1,P); f = [A>0;A>1]; g = [I+1;A(1:3,:)];"
    " h = [(v+1)' 7 v']; k = [zeros(1,300);A+1;ones(1,300)]; l = [v'*2, v']'; m = cat(2,A.*2,S>3); n = sum([A.*2; A],2); o = [[], A*2, []];"
    " p = [A+1 S+1 A+2 S A]; q = [A; B+1; 3*ones(2,300)]; r = [A(1,:)*2, true];",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(SETUP + PROGRAMS[name], "host", 1e-13)


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    # Sums of singles are made in single where the device adds differently.
    compare(SETUP + PROGRAMS[name], "gpu", 1e-12)


def test_a_rule_of_integration_is_one_kernel():
    session = Session(provider="host")
    session.run("y = rand(400, 200); x = (1:400) / 7;")
    (group,) = session.run("q = trapz(x, y);").report.groups
    assert group.kind == "reduction"
    (group,) = session.run("m = mean(y .* 2, 'Weights', 1:400);").report.groups
    assert group.kind == "reduction"


def test_zeros_of_remainders_keep_the_sign_they_should_have():
    program = (
        "x = [0 -0 3 -3 6 -6 5 -5 0.3 -0.3 1e300 Inf -Inf NaN]; y = [3 -3 0 -0 2 -2 0.1 -0.1 Inf -Inf NaN]; a = 1./mod(x',y);"
        " b = 1./rem(x',y); c = 1./mod(single(x'),single(y)); d = 1./rem(single(x'),single(y)); e = 1./mod(x,-3); f = 1./rem(x,3);"
    )
    compare(program, "host")
    session = Session(provider="host")
    session.run("a = 1 / mod(3, -3); b = 1 / mod(-3, 3); c = 1 / rem(-3, 3); d = 1 / mod(0.3, -0.1);")
    assert [session.workspace[n] for n in "abcd"] == [float("-inf"), float("inf"), float("-inf"), float("-inf")]
