"""Signals and images of large arrays on a device: correlations, spectra, filters both ways, edges, turns, spread levels, complex sums."""

import numpy as np
import pytest

from .device_programs import agree_with_eager, moved, run

PROGRAMS = {
    "correlation": "n = 2e5; [a,b] = xcorr(v); a = a/n; [c,d] = xcorr(v,v(1:9000),40); c = c/n; e = xcorr(v',200,'coeff');"
    " f = xcorr(s(:),'biased'); g = xcorr(v,flip(v),30,'unbiased'); h = xcorr(v,2e4+99)/n; j = xcorr(v,0,'normalized');"
    " k = xcov(v,'coeff'); l = xcov(v',v'.^2,9,'coeff');",
    "spectra": "[a,b] = pwelch(v); [c,d] = pwelch(v',256,100,256,1000); e = pwelch(x*1e-3,50,[],64);"
    " f = pwelch(s(:),512,0,512,[],'twosided'); [g,h] = pwelch(v,kaiser(300),150,512,8,'centered','power');",
    "both ways": "a = filtfilt([1 2 1]/4,1,v); b = filtfilt([1 2 3 1]/7,2,x); c = filtfilt(single([1 1]/2),1,s(:)');"
    " d = filtfilt([1 2 1]/4,1,s);",
    "edges": "t = reshape(sin((1:20000)/9).*cos((1:20000).^2/7e5)/2 + 0.5,100,200); [a,b] = edge(t); [c,d] = edge(t,'prewitt');"
    " [e,f] = edge(t,'roberts'); [g,h] = edge(t,'log'); j = edge(t,'sobel',0.04); k = edge(t,'sobel',[],'horizontal');"
    " l = edge(t,'prewitt',0.02,'vertical'); m = edge(t,'sobel','nothinning'); n = edge(t,'log',[],1.2); o = edge(u,'sobel');"
    " p = edge(t,'roberts',0.01,'vertical'); q = edge(t,'zerocross',[],fspecial('laplacian')); w = edge(t*0);",
    "levels": "a = histeq(u); [b,c] = histeq(u,8); d = histeq(x/5,32); e = histeq(s/5); f = histeq(u,1:20);"
    " g = histeq(uint16(abs(x)*9e3));",
    "iterations": "a = imrotate(x,30); b = imrotate(x,-12.5,'bilinear'); c = imrotate(u,77,'bicubic','crop'); d = imrotate(x,90);"
    " e = imrotate(u,180); f = imrotate(s,33,'bilinear'); g = imrotate(reshape(x,100,100,2),45,'nearest','crop');"
    " h = imrotate(i,5,'bicubic'); j = imrotate(x,90,'nearest','crop');",
    "running sums": "z = x + 1i*r; a = cumsum(z); b = cumsum(z,2); c = cumsum(z(:),'reverse'); d = cumsum(single(z));"
    " f = cumsum(complex(x,0*x)); g = cumsum(z - 1i*r); t = z; t(5) = NaN; h = cumsum(t); j = isreal(g); k = isreal(f);",
}

pytestmark = pytest.mark.usefixtures("small_arrays_too")


@pytest.mark.parametrize("name", PROGRAMS)
def test_numbers(name, device):
    agree_with_eager(PROGRAMS[name])


@pytest.mark.parametrize("name", PROGRAMS)
def test_arrays_stay_on_the_device(name, device):
    assert [n for n in moved(PROGRAMS[name]) if n > 80000] == []


@pytest.mark.parametrize(
    "code",
    [
        "e = cumsum(x + 1i*r,3);", "j = pwelch(v,300,20,256);", "a = filtfilt([1 2],[1 0.5],v)*1e-3;", "a = edge(t,'canny');",
        "a = filtfilt([1 0.2],[1 -0.3 0.1],x);", "a = xcorr(v,s(:))/1e5;",
    ],
)  # fmt: skip
def test_what_the_host_computes(code, device):
    agree_with_eager("t = reshape(sin((1:20000)/9)/2 + 0.5,100,200); " + code)


@pytest.mark.parametrize(
    "code",
    ["edge(repmat(x,1,1,2))", "histeq(repmat(x,1,1,2))", "edge(x,'canny',[0.5 0.2])", "xcorr(v,v(1:5),'biased')", "pwelch(v,9,10)"],
)
def test_errors(code, device):
    code = f"try, {code}; catch e, t = e.message; n = e.identifier; end"
    eager, found = (run(code, **s)[0].workspace for s in ({"provider": "host", "fusion": False}, {"provider": "gpu"}))
    assert all(np.array_equal(found[name], eager[name]) for name in "tn")
