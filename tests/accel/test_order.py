"""Medians, quantiles, extremes and rows in order: exactly those of eager evaluation, on the host and on a device."""

import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter
from .test_indexing import compare

SETUP = (
    "A = reshape(mod((1:30000)*7.3,11)-5,100,300); B = A; B(A>4.5) = NaN; B(3,7) = Inf; B(:,9) = NaN; S = single(B)*2; I = int8(A*20);"
    " J = int32(A*1e8); P = reshape(A,20,30,50); v = A(:);"
)
PROGRAMS = {
    "medians": "a = median(A); b = median(B); c = median(B,2,'omitnan'); d = median(B,[1 2],'omitnan'); e = median(I,2); f = median(J);"
    " g = median(S,'all'); h = median(P,3); k = median(P,[1 3]); l = median(A(1:99,:)); m = median(S,'omitnan'); n = median(A(1,:));"
    " o = median(A > 0); p = median(A,3); q = median([A(:,1:3) Inf(100,1)],2); r = median(A.*1e308);",
    "quantiles": "a = quantile(A,[.1 .5 .9]); b = prctile(A,50,2); c = quantile(B,[.25 .5],2); d = prctile(v,[10 20;30 40]);"
    " e = quantile(B,3); f = prctile(B,[0 5 100],'all'); g = iqr(B); h = prctile(S,[5 50],[1 2]); k = quantile(P,.3,3);"
    " l = prctile(I,[5 50]);",
    "extremes": "a = mink(B,200); [b,c] = maxk(B,100); [d,e] = maxk(I,2); [f,g] = mink(A,3,2); h = maxk(S,1,2); [k,l] = maxk(round(v),50);"
    " m = mink(v,0); n = maxk(A,2,3);",
    "rows": "[a,b] = sortrows(round(B(:,1:5))); [c,d] = sortrows(round(B),[2 -3 1]);"
    " e = sortrows(I,-2); [f,g] = sortrows(round(v),'descend');",
    "order": "a = issorted(v); b = issorted(sort(A,2,'descend'),2,'descend'); c = issorted(sort(B),1);"
    " d = issorted(sort(B(:)),'strictascend');"
    " e = issorted(-v,'monotonic'); f = issorted((1:20000)'*2,'strictmonotonic'); g = issorted(sort(v,'descend'),'descend');",
    "distinct": "a = unique(round(A)); [b,c,d] = unique(round(B),'stable'); [e,f] = unique(I); [g,h,k] = unique(round(v),'last');"
    " l = unique(A(1,:) > 0);",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(SETUP + PROGRAMS[name], "host")


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    compare(SETUP + PROGRAMS[name], "gpu")


def test_a_median_on_a_device_is_a_sort_and_what_is_picked_from_it():
    needs_adapter()
    session = Session(provider="gpu")
    session.run("x = rand(1000, 40); s = sum(x .* 2);")
    groups = session.run("m = median(x .* 2);").report.groups
    assert [g.kind for g in groups] == ["sort", "gather"]


def test_halfway_between_huge_numbers_does_not_overflow():
    session = Session(provider="host")
    session.run("a = median([realmax realmax]); b = median([-realmax realmax]); c = median([1 Inf]); d = median([-Inf Inf]);"
                " e = median(int8([127 126])); f = median(uint8([255 255 3 254]));")  # fmt: skip
    values = dict(session.workspace_values)
    assert (values["a"], values["b"], values["c"]) == (float.fromhex("0x1.fffffffffffffp+1023"), 0.0, float("inf"))
    assert values["d"] != values["d"]
    assert (values["e"].array.item(), values["f"].array.item()) == (127, 255)
