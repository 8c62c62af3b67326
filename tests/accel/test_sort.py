"""Sorted elements and their positions, deferred: exactly those of eager evaluation, on the host and on a device."""

import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter
from .test_indexing import compare

PROGRAMS = {
    "vectors": "x = mod((1:20001)*7.3,11)-5; x(5) = NaN; x(100) = Inf; x(7) = -Inf; x(9) = NaN; a = sort(x); b = sort(x,'descend');"
    " [c,d] = sort(x*2); [e,f] = sort(round(x),'descend'); [~,g] = sort(round(x)'); h = sort(single(x)); k = sort(int8(10*x)); l = x(g)+1;"
    " m = sort(abs(x))+1; s = sort(x(1:2:end)); [t,u] = sort(uint16(x*100)); v = x(u').*2; y = sort(x,'ComparisonMethod','abs');",
    "matrices": "A = reshape(mod((1:30000)*7.3,11)-5,100,300); a = sort(A); [b,i] = sort(A,2); c = sort(A,'descend');"
    " B = reshape(A,3,100,100); [d,j] = sort(round(B),3,'descend'); e = sort(B,1); f = sort(A,3);"
    " [g,k] = sort(reshape(A,2,15000),1); h = sort(A'); w = sort(reshape(round(A),1,30000),1); [l,m] = sort(A > 0);",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(PROGRAMS[name], "host")


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    compare(PROGRAMS[name], "gpu", 1e-14)


def test_elements_and_positions_come_from_one_sort():
    session = Session(provider="host")
    session.run("x = rand(1, 1e5);")
    (group,) = session.run("[y, i] = sort(x .* 2);").report.groups
    assert (group.kind, len(group.outputs)) == ("sort", 2)
    (group,) = session.run("[~, i] = sort(x .* 2);").report.groups
    assert len(group.outputs) == 1
