"""Sets, fits, groups, images and signals of large arrays on a device: what eager evaluation gives, and the arrays stay where they are."""

import numpy as np
import pytest

from runmat_kernel.toolboxes.data_analysis import device_ranks as ranks

from .device_programs import agree_with_eager, moved, run

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
    "correlations": "a = cov(v,v.^2); b = cov(s,s.^2,1); T = reshape(x,[],4); c = corr(T); d = corr(v,v.^3+1); e = corr2(x,x.^2);"
    " f = skewness(x,0); g = kurtosis(s,0,2); h = skewness(y(:,3:end),0,'all'); j = mean2(u); k = std2(s); l = immse(x,s); m = psnr(u,u+3);"
    " n = cov(y,x);",
    "shapes": "a = kron(x,[1 2]); b = kron([1;2],s); c = kron(i,int8(3)); d = repelem(x,2,3); e = repelem(v',2); f = repelem(i,1,2,2);"
    " B = reshape(x,20,10,[]); g = shiftdim(B,1); h = shiftdim(B,-2); j = shiftdim(reshape(x,1,1,[]));"
    " k = kron(x,s(1:2)); l = repelem(x > 1,2,1);",
    "questions": "a = ismissing(y); b = ismissing(x,[1 2 -4.4]); c = ismissing(z,[NaN 3]); d = anymissing(y); e = anymissing(x);"
    " w = reshape(v,200,100); w = [w w]; f = issymmetric(w); g = issymmetric(w + w'); h = ishermitian(w + w');"
    " j = issymmetric(w - w','skew');"
    " k = isdiag(w); l = istriu(triu(x)); m = istril(x); n = isbanded(tril(triu(w,-1),1),1,1); o = isdiag(y); p = istril(x > 9);",
    "places": "p = mod((1:20000)*7001,20000) + 1; a = x(p); b = s(p'); c = i(reshape(p,100,200)); d = x(int32(p)); k = mod(p,100) + 1;"
    " e = sub2ind([100 200],k,mod(p,200)+1); [f,g] = ind2sub([100 200],p); [h,j,l] = ind2sub([10 10 900],p); m = ind2sub([100 200],p);",
    "coordinates and laws": "[a,b] = cart2pol(x,r); [c,d,e] = sph2cart(x,r,s); [f,g,h] = cart2sph(x,r,x); [j,k,l] = cart2pol(s,r,2);"
    " [m,n] = pol2cart(x,2); o = normpdf(x); p = normcdf(s,1,2); q = norminv(abs(x)/7); t = normcdf(y,'upper'); w = exppdf(x,2);"
    " B = expcdf(y,2); C = expinv(x); D = expcdf(x,3,'upper');",
    "functions of groups": "k = mod(floor(v*3.7),70) + 1; a = accumarray(k,v,[],@std); b = accumarray(k,s(:),[75 1],@var,-1);"
    " c = accumarray(k,v,[],@median); d = accumarray(k,z(:),[],@median); e = accumarray(k,v/5,[],@prod); f = accumarray(k,y(:),[],@range);"
    " g = accumarray(k,y(:),[],@std); q = floor(v*3.7) + 20; h = splitapply(@std,v,q); j = splitapply(@median,s(:),q);"
    " l = splitapply(@var,z(:),q); m = splitapply(@range,v,q); n = accumarray([k mod(k,3)+1],v,[],@median);"
    " o = accumarray(k,v,[70 1],@mean);",
    "cubics": "g = linspace(-5,6,300); h = sin(g); a = interp1(g,h,x,'cubic'); b = interp1(g.^3,h,x,'cubic');"
    " c = interp1(single(g),single(h),s,'cubic'); d = interp1(g,[h' 2*h'],v,'cubic',0); e = interp1(h,x*20,'cubic');"
    " f = interp1(g,h,y,'v5cubic','extrap'); j = spline(g,h,x); k = pchip(g,h,y); l = makima(g,h,s); m = spline([1 2 3],[3 5 2],v');"
    " n = ppval(spline(g,h),x); o = ppval(mkpp([0 1 2],[1;2]),y); p = ppval(mkpp([0 2],[1 2]),s);"
    " t = ppval(mkpp([0 2],3),y); q = spline(g,[0 h 1],x);",
    "small images": "a = imresize(x,0.1); b = imresize(x,0.05); c = imresize(s,[2 3]); d = imresize(u,0.1,'bilinear');"
    " e = imresize(x,[5 200]); f = imresize(reshape(x,50,80,5),0.1);",
    "fits": "a = polyfit(v,v.^2,2); b = polyfit(v+7,s(:),1); c = polyfit(v/3,sin(v),5); d = polyfit(x,x.^3-x,3); e = polyfit(v,v,0);"
    " f = detrend(x); g = detrend(v,3); h = detrend(s); j = detrend(v','constant'); k = detrend(x,0); l = detrend(v'+9,2);"
    " m = detrend(reshape(x,50,20,20),2); n = detrend(z); o = polyfit(s,s.^2,2);",
}

pytestmark = pytest.mark.usefixtures("small_arrays_too")


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers(name, device):
    agree_with_eager(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_arrays_stay_on_the_device(name, device):
    assert [n for n in moved(PROGRAMS[name]) if n > 150000] == []


@pytest.mark.parametrize("index", ["p + 0.5", "p * 2", "p - 1", "p + 0*log(-1*(p-9000))*NaN", "p .* (0 ./ (p - 5))"])
def test_subscripts_that_are_no_places(index, device):
    code = f"p = mod((1:20000)*7001,20000) + 1; a = 0; try, a = x({index}); catch e, t = e.message; n = e.identifier; end"
    eager, found = (run(code, **s)[0].workspace for s in ({"provider": "host", "fusion": False}, {"provider": "gpu"}))
    assert found["a"] == 0 and all(np.array_equal(found[name], eager[name]) for name in "tn")


@pytest.mark.parametrize("code", ["sub2ind([60 10],p,p)", "ind2sub([60 10],p)", "ind2sub([600 500],p/2)"])
def test_indices_outside(code, device):
    code = f"p = mod((1:20000)*7001,20000) + 1; try, {code}; catch e, t = e.message; n = e.identifier; end"
    eager, found = (run(code, **s)[0].workspace for s in ({"provider": "host", "fusion": False}, {"provider": "gpu"}))
    assert all(np.array_equal(found[name], eager[name]) for name in "tn")


_LONG_WINDOWS = (
    "a = movmedian(x,21); b = movmedian(v,[50 50]); c = movmedian(v,[50 51]); d = movmedian(y,31); e = movmedian(z,22,2,'omitnan');"
    " f = movmedian(x,20,2,'Endpoints','discard'); g = movmedian(x,21,'Endpoints','fill'); h = movmedian(s,20,'Endpoints',2);"
    " j = movmedian(y,[0 40],'omitnan'); k = movmedian(reshape(x,20,25,40),17,3); l = movmedian(i,33); m = movmedian(r,[99 0]);"
    " t = y; t(1:90,3) = NaN; n = movmedian(t,30,'omitnan'); o = medfilt1(v,31); p = smoothdata(x,'movmedian',24);"
)


def test_medians_of_long_windows(device, monkeypatch):
    monkeypatch.setattr(ranks, "_LARGER", 1)
    agree_with_eager(_LONG_WINDOWS)
    assert [n for n in moved(_LONG_WINDOWS) if n > 20000] == []


def test_what_integers_are_with_floats(device):
    agree_with_eager("a = corrcoef(i,x); b = cov(x,u); c = corrcoef(i,i);")
