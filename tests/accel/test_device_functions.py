"""Functions of large arrays on a device whose results follow from counts, positions and neighbours: what eager evaluation gives, and the
arrays stay where they are."""

import numpy as np
import pytest

from runmat_kernel.values.convert import as_array

from .device_programs import agree_with_eager, moved, run

PROGRAMS = {
    "histograms": "a = histcounts(x); [b,c] = histcounts(x,20); [d,e,f] = histcounts(s,[-3 -1 -1 0.1 2.7]); [g,h] = histcounts(r);"
    " [j,k] = histcounts(x,90); [l,m,n] = histcounts(y); [o,p] = histcounts(y,[-Inf 0 Inf]); [q,t] = histcounts(i,5);"
    " w = histcounts(u,0:256); A = histcounts(z,'BinLimits',[-2 3]);",
    "rules for bins": "[a,b] = histcounts(s,'BinMethod','fd'); [c,d] = histcounts(x,'BinWidth',0.7);"
    " [e,f] = histcounts(r,'BinMethod','integers'); [g,h] = histcounts(y,'BinMethod','sqrt','Normalization','cdf');"
    " [j,k] = histcounts(x,'BinLimits',[-2 3],'NumBins',7);"
    " [l,m] = histcounts(x,20,'Normalization','pdf'); [n,o] = histcounts(z,'BinMethod','scott');",
    "lines": "g = linspace(-5,6,300); h = sin(g); a = interp1(g,h,x);"
    " b = interp1(g,h,s,'nearest'); c = interp1(g,h,x*2,'previous','extrap');"
    " d = interp1(g,h,y,'next',7); e = interp1(g,h,x*2,'linear','extrap'); f = interp1(single(g),single(h),s); j = interp1(h,x+3);"
    " k = interp1(1:20000,v,abs(x)*900); l = interp1(g,[h' 2*h'],s,'linear',-1); m = interp1(h,s+3,'previous'); n = interp1(i(1:99),x+3);"
    " o = interp1([4 2 1],[5 6 1],y,'linear','extrap'); p = interp1(y(1,:),abs(v)*50);",
    "cubics": "g = linspace(-5,6,300); h = sin(g); a = interp1(g,h,x,'spline'); b = interp1(g,h,s,'pchip'); c = interp1(g,h,y,'makima',0);"
    " d = interp1([1 2],[5 6],x,'spline'); e = interp1([1 2 4],[5 6 1],x,'pchip'); f = interp1(g,[h' 2*h'],s,'spline');",
    "lines of arrays": "a = interp1(1:100,x,linspace(1,100,250)); b = interp1(1:100,s,1:0.5:100,'linear','extrap');"
    " c = interp1(1:100,y,[0 3.5 7 200],'nearest'); d = interp1(1:100,x,(0:0.25:101)','previous',0); e = interp1(z,[1.5 2.5],'next');"
    " f = interp1(1:20000,v,[0.5 1 3.75 99999],'previous',7); g = interp1(v',[2;2.5],'nearest');",
    "second differences": "a = del2(x); b = del2(s,0.1); c = del2(reshape(x,20,25,40)); d = del2(x,(1:200).^2,0.5); e = del2(v);"
    " f = del2(v',3); g = del2(i); h = del2(x(1:3,:));",
    "moving extremes": "a = movmax(x,5); b = movmin(s,[3 14],2); c = movprod(x,4); d = movmean(v,51);"
    " q = movmean(v',[0 51]);"
    " f = movmax(y,6); g = movmax(y,6,'includenan'); h = movsum(y,5,'omitnan'); j = movmean(y,9,'omitnan'); k = movmax(i,3);"
    " l = movmin(x,5,'includenan','Endpoints','fill'); m = movsum(x,[2 0],'Endpoints','discard'); n = movprod(z,3,'omitnan');"
    " o = movmean(s,4,'Endpoints',1);",
    "moving deviations": "a = movstd(x,5); b = movvar(s,5,1); c = movstd(v,51); d = movvar(y,5); e = movstd(z,7,0,2,'omitnan');"
    " f = movvar(u,3,'Endpoints','fill'); g = movstd(x,12,1,'Endpoints',2); h = movvar(x,1);",
    "moving medians": "a = movmedian(x,5); b = movmedian(s,4,2); c = movmad(x,3); d = movmedian(y,5);"
    " e = movmedian(x,5,'omitnan'); f = movmedian(i,3);"
    " g = movmedian(x,[4 0],'Endpoints','discard'); h = movmedian(z,3,'Endpoints','fill'); j = movmedian(x,6,'Endpoints',0);",
    "most frequent": "[a,b] = mode(x); [c,d] = mode(r(:)); [e,f] = mode(r,2); t = y; t(:,4) = NaN; [g,h] = mode(t); j = mode(i,1);"
    " [k,l] = mode(reshape(r,20,25,40),[1 3]); m = mode(s,'all'); n = mode(round(z));",
    "grids": "p = abs(x)*18 + 1; q = abs(x)*33; B = reshape(x,20,25,40); a = interp2(x,q,p); b = interp2(s,q,p,'nearest');"
    " p(3) = NaN; p(4) = Inf; c = interp2(1:200,(1:100).^2,x,q,p.^2,'linear',7);"
    " d = interp2(single(1:200),single(1:100),s,single(q),single(p));"
    " f = interp2(x,1:0.5:200,(0:0.5:101)'); g = interp2(y,q,p); h = interpn(x,p,q); [X,Y] = meshgrid(linspace(0,1,200),linspace(0,2,100));"
    " j = interp2(X,Y,x,p/90,q/90); k = interp3(B,B+6,B+6,B*3+16); l = interp3(B,B+6,B+6,B*3+16,'nearest');",
    "borders": "a = padarray(x,[2 3]); b = padarray(x,[2 0],7,'pre'); c = padarray(s,[3 2],'replicate');"
    " d = padarray(u,[3 2],'symmetric','post');"
    " e = padarray(reshape(x,20,25,40),[1 1],'circular'); f = padarray(i,[1 2],-5); g = padarray(y,1,NaN,'post');",
    "filters of images": "a = imfilter(x,[1 2;3 4;5 6]); b = imfilter(x,[1 2 3;4 5 6;7 8 10],'replicate');"
    " d = imfilter(abs(s),[1 2 3],'conv','circular'); e = imfilter(x,ones(3),2,'full'); f = imfilter(reshape(x,20,25,40),[1 2;3 4],'conv');"
    " g = filter2([1 2;3 4],x); h = filter2(ones(3),abs(s),'full'); j = filter2([1 2 3],y,'valid'); k = medfilt2(x); l = medfilt2(u,[1 3]);"
    " m = medfilt2(s,[3 5],'symmetric'); n = medfilt2(y);",
    "images": "a = mat2gray(x); b = mat2gray(s); c = mat2gray(y,[0 2]); d = mat2gray(u); e = im2double(u); f = im2uint8(x/4);"
    " g = im2single(u);"
    " h = im2int16(x/5); j = im2uint8(h); R = reshape(v(1:18000),60,100,3); k = rgb2gray(R); l = rgb2gray(uint8(R*20)); m = imhist(u);"
    " n = imhist(x/6,30); o = graythresh(u); p = imbinarize(u); q = imbinarize(x/5,0.3); t = stretchlim(s/5); w = im2uint8(z);",
    "sizes of images": "a = imresize(x,0.5); b = imresize(x,[30 250],'nearest'); c = imresize(u,1.7); d = imresize(s,[170 NaN],'bilinear');"
    " e = imresize(reshape(v(1:18000),60,100,3),0.7,'Antialiasing',false); f = imresize(x,2,'box');",
    "gaps": "t = y; t(1:2,:) = NaN; t(50,:) = NaN; t(99:100,:) = NaN; t(:,7) = NaN; t(2:end,8) = NaN; a = fillmissing(t,'linear');"
    " b = fillmissing(t,'previous');"
    " c = fillmissing(t,'next'); [d,e] = fillmissing(t,'nearest'); f = fillmissing(t,'constant',3); [g,h] = fillmissing(t(:),'linear');"
    " j = fillmissing(z,'linear',2); k = fillmissing(x,'previous'); [l,m] = fillmissing(t,'next',2); n = fillmissing(t(:)','nearest');",
    "smoothed images": "a = imgaussfilt(x,2); b = imgaussfilt(u,1,'Padding','symmetric'); c = imboxfilt(x,[3 5]);"
    " d = imboxfilt(u,3,'Padding','circular'); m = x > 1; e = imdilate(m,ones(3)); f = imerode(m,ones(4,2));"
    " g = imdilate(u,[0 1 0;1 1 1;0 1 0]);"
    " h = imerode(x,ones(5)); j = imopen(u,ones(3)); k = imdilate(s,[1 0 0;0 0 1]); l = imdilate(reshape(u,20,25,40),ones(2,3));"
    " n = imclose(m,strel('disk',1)); o = imdilate(x,ones(1,20));",
    "exact halves of integers": "a = imfilter(i,ones(3)/6); b = imfilter(u,ones(1,7)/14,'replicate');"
    " d = imfilter(i,[1 2 3;1 5 2]/12);"
    " c = imresize(i,0.05,'box'); e = imresize(u,[7 40],'bilinear'); f = imfilter(u,ones(3)/9,'symmetric');",
    "signals": "a = unwrap(x*2); b = unwrap(s*2,[],2); c = unwrap(v,5); d = medfilt1(v,5); e = medfilt1(x,4); f = medfilt1(s,3,[],2);"
    " g = blkdiag(x,x); h = smoothdata(v,'movmean',7); j = smoothdata(x,'movmedian',5); k = smoothdata(s,2,'movmean',[2 3]);"
    " l = smoothdata(y,'movmean',4,'includenan');",
    "outliers": "[a,b,c,d] = isoutlier(v); e = isoutlier(x,'mean'); f = isoutlier(s,'quartiles',2); [g,h,j,k] = isoutlier(z);"
    " l = isoutlier(z,'mean',2); m = isoutlier(z,'quartiles','ThresholdFactor',0.1); o = corrcoef(x,s); p = corrcoef(s,s.^2);",
    "pairs in bins": "[a,b,c] = histcounts2(v,v*2,20); [d,e,f] = histcounts2(x,s,-3:1:5,[-2 0 1]); [g,h,j,k,l] = histcounts2(y,r);"
    " m = histcounts2(s,i,[4 5],'Normalization','pdf');",
    "functions of groups": "k = floor(v*3.7) + 20; a = splitapply(@mean,v,k); b = splitapply(@sum,s(:),k); c = splitapply(@max,z(:),k);"
    " d = splitapply(@min,v,k); e = splitapply(@numel,v,k);",
    "statistics": "a = skewness(x); b = kurtosis(s,1,2); c = skewness(v); d = kurtosis(y(:,2:end),1,'all'); e = mad(x); f = mad(s,1);"
    " g = mad(v,1);"
    " h = mad(z,0,[1 2]); j = mad(z,1,2); k = corrcoef(v,v.^2+1); l = corrcoef(x,s);",
    "bounds, bits and samples": "a = clip(x,-1,1); b = clip(s,-1,2); c = clip(z,0,3); d = clip(i,int8(-5),int8(9)); e = bitshift(u,1);"
    " f = bitshift(u,-2);"
    " g = bitshift(uint32(abs(x)*1e8),5); h = upsample(v,3); j = upsample(x,2,1); k = downsample(v,3); l = downsample(x,2,1);"
    " m = upsample(s(:)',2); n = downsample(v',7,3); o = z(:); p = rmmissing(o); [q,t] = rmmissing(y(:)');"
    " a = cross(reshape(x(:,1:180),3,[]),reshape(x(:,1:180),3,[])*2+1);"
    " w = cross(reshape(s(1:18000),3,10,[]),reshape(s(1:18000),3,10,[])+1,1);",
    "groups": "k = mod(floor(v*3.7),70) + 1; q = mod(v > 1,7) + 1; a = accumarray(k,v); b = accumarray(k,1); c = accumarray(k',v',[200 1]);"
    " d = accumarray(k,v,[200 1],@max,-7); e = accumarray(k,s(:),[],@min); f = accumarray(k,i(:)); g = accumarray(k,i(:),[],@max);"
    " h = accumarray(k,s(:),[],@mean); j = accumarray([k q],y(:)); l = accumarray({k,q},0.5); m = accumarray(k,y(:),[],@max);"
    " n = accumarray(k,z(:),[],@mean); o = accumarray(k+(k>50)*100,v,[],@numel); p = accumarray(uint8(k),u(:)); t = accumarray(q,1,[9 1]);",
    "older histograms": "a = hist(v,20); [b,c] = hist(v'); [d,e] = hist(s(:),[-3 0 1 2]); f = hist(v,1); g = histc(v,-5:0.5:6);"
    " [h,j] = histc(s(:)',[-4 -3.3 -3.3 0 1 2.1]); [k,l] = histc(y(:),[-Inf 0 1],1); m = hist(z(:),100);",
    "discretize": "a = discretize(x,-5:0.5:6); [b,c] = discretize(s,10); d = discretize(x,[-3 0.1 2],'IncludedEdge','right');"
    " e = discretize(r,[-3 0 2],'IncludedEdge','right'); f = discretize(y,[-3 0.1 2],[7 9]); g = discretize(i,[-3 0.1 2],single([7 9]));",
}


pytestmark = pytest.mark.usefixtures("small_arrays_too")


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers(name, device):
    agree_with_eager(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_arrays_stay_on_the_device(name, device):
    assert moved(PROGRAMS[name]) == []


def test_ends_of_a_last_dimension_of_one_window(device):
    code = "a = movmax(reshape(x,100,40,5),[2 2],3,'Endpoints','fill','includenan');"
    settings = ({"provider": "host", "fusion": False}, {"provider": "gpu"})
    expected, found = (as_array(run(code, **s)[0].workspace_values["a"]) for s in settings)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("a = movmedian(x,31);", "movmedian over so many elements"),
        ("a = accumarray(mod(v > 1,7) + 1,v,[],@(t) t(1));", "accumarray by such a function"),
        ("a = interp1(sqrt(1:20000),v,x,'cubic');", "interp1 at so many sites"),
        ("a = interp2(x,abs(x)+1,abs(x)+1,'spline');", "interp2 by this method"),
        ("a = medfilt2(x,[5 5]);", "medfilt2 over so many pixels"),
    ],
)
def test_what_comes_to_the_host_is_said(code, words, device):
    _, report = run(code, provider="gpu")
    assert any(words in refusal.reason for refusal in report.refusals)


def test_pixels_of_integers_are_added_in_the_order_of_the_host(device):
    """A sum in another order may miss an exact half, which is rounded up: each term is an operation of its own."""
    _, report = run("a = imresize(i,0.05,'bilinear'); b = imfilter(u,ones(3)/6);", provider="gpu")
    _, doubles = run("a = imresize(x,0.05,'bilinear'); b = imfilter(x,ones(3)/6);", provider="gpu")
    names, others = ({op for group in r.groups for op in group.ops} for r in (report, doubles))
    assert names.isdisjoint({"sum", "window"}) and {"sum", "window"} <= others
