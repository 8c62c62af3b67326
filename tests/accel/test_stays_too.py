"""Sets, fits, groups, images and signals of large arrays on a device: what eager evaluation gives, and the arrays stay where they are."""

import pytest

from .staying import agree_with_eager, moved

PROGRAMS = {
    "sets": "t = x(1:2:end,:); [a,b] = ismember(v,t(:)); c = ismember(3.5,x); d = intersect(v,v(1:900)); [e,f,g] = intersect(r,[1 2 7]);"
    " [h,j,k] = intersect(y,y(1:20),'stable'); [l,m,n] = intersect(v',v(7:99)'); [o,p,q] = union(v,[1 2 3]);",
    "more sets": "[a,b,c] = union(y,x,'stable'); [d,e,f] = union(i,int8([3 4 5])); [g,h] = setdiff(r,[1 2]); [j,k] = setdiff(v',v(1:9)');"
    " [l,m] = setdiff(x,x); [n,o] = setdiff(y,y(5:50),'stable'); [p,q,t] = setxor(s,single([1 2 700])); w = setxor(x,x);",
    "sets of rows": "T = round(x(:,1:3)); W = reshape(round(x/3),[],4); a = unique(W,'rows'); [b,c,d] = unique(W,'rows','stable');"
    " [e,f,g] = unique(W,'rows','last'); [h,j,k] = intersect(W,W(1:7:end,:),'rows'); [l,m,n] = union(W,[1 2 3 9],'rows');"
    " [o,p] = setdiff(W,W(1:3:end,:),'rows'); t = unique(reshape(y,[],2),'rows'); [q,w] = unique(W*0,'rows');",
    "random laws": "a = normrnd(0,1,100,200); b = normrnd(x,r); c = exprnd(2,100,200); d = unifrnd(1,x); e = lognrnd(x/100,1);"
    " f = unidrnd(abs(r)); g = mvnrnd([1 2 3],[2 1 0;1 3 1;0 1 4],20000); h = random('Normal',1,2,100,200); j = normrnd(0,-1,100,200);",
}

pytestmark = pytest.mark.usefixtures("small_arrays_too")


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers(name, device):
    agree_with_eager(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_arrays_stay_on_the_device(name, device):
    assert [n for n in moved(PROGRAMS[name]) if n > 150000] == []
