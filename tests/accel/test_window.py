"""Convolutions, filters without feedback and moving sums, deferred: the numbers of eager evaluation, on the host and on a device."""

import numpy as np
import pytest

from runmat_kernel.session import Session

from ..adapters import needs_adapter
from .test_indexing import run

PROGRAMS = {
    "vectors": "x = mod((1:20001)*7.3,11)-5; a = conv(x,[1 -2 1],'same'); b = conv(x,[1 2 3 4]); c = conv(x',[1;2],'valid')*2;"
    " d = conv([0.1 0.2 0.7],x); e = conv(single(x),[1 2 1]/4,'same'); f = filter([1 2 3],2,x)+1; g = movmean(x,5); h = movsum(x,[2 0]);"
    " i = movmean(x,4); y = x; y(7) = NaN; y(60) = Inf; j = conv(y,[1 1],'same'); k = movmean(y,3); l = filter(0.5,1,x);"
    " m = max(conv(x.^2,ones(1,7)/7,'same'),0); n = movsum(x,1);",
    "matrices": "A = reshape(mod((1:20000)*7.3,11)-5,100,200); a = conv2(A,ones(3)/9,'same'); b = conv2(A,[1 2;3 4;5 6]);"
    " c = conv2(A,[1 2;3 4;5 6],'valid'); d = filter([1 -1],1,A); e = filter([1 2 1],1,A,[],2); f = movmean(A,3,2);"
    " g = movsum(single(A),[0 3]); h = conv2(single(A),single([1 0 -1;2 0 -2;1 0 -1]),'same').^2;"
    " l = conv2(A(2:end,:),ones(2,2),'same')-A(2:end,:); s = sum(conv2(A,ones(5),'valid'),'all');",
    "pages": "B = reshape(mod((1:20000)*7.3,11)-5,10,20,100); i = movmean(B,3,2); j = movmean(B,2,3)+1; k = filter(ones(1,4)/4,1,B,[],3);"
    " m = movsum(B,7); n = filter([1 2],4,B);",
    "left alone": "x = (1:20000)/7; i = conv(int8(mod(x,5)),[1 1]); z = conv(x,[1 1i]);"
    " f = filter([1 2],[1 0.5],x); o = movmean(x,3,'omitnan');",
}


def compare(program, provider):
    eager = run(program, provider="host", fusion=False)
    for name, array in run(program, provider=provider).items():
        expected = eager[name]
        assert array.shape == (expected.shape or (1, 1)), name
        assert array.dtype == expected.dtype, name
        rtol = 2e-6 if expected.dtype == np.float32 else 1e-12
        np.testing.assert_allclose(array, expected, rtol=rtol, atol=rtol * 10, err_msg=name)


@pytest.mark.parametrize("name", PROGRAMS)
def test_host(name):
    compare(PROGRAMS[name], "host")


@pytest.mark.parametrize("name", PROGRAMS)
def test_device(name):
    needs_adapter()
    compare(PROGRAMS[name], "gpu")


def test_work_after_a_convolution_is_part_of_its_kernel():
    session = Session(provider="host")
    session.run("x = rand(400, 300); w = rand(400, 300);")
    (group,) = session.run("y = max(conv2(x, [1 2; 1 0], 'same') .* w - 1, 0);").report.groups
    assert (group.kind, len(group.outputs)) == ("stencil", 1)
    assert group.ops[-3:] == ("times", "minus", "max")


def test_lines_are_convolved_at_once_where_there_is_no_device():
    session = Session(provider="host")
    session.run("x = rand(1, 1e5);")
    assert session.run("y = conv(x, [1 2 1], 'same'); z = filter([1 2], 3, x);").report.groups == []


@pytest.mark.parametrize("weights", ["single([1 2]), 1", "[1 2], single(1)", "single([1 2]), single(3)"])
def test_single_weights_make_a_filter_of_doubles_single_on_a_device(weights):
    needs_adapter()
    code = f"x = mod((1:20000)*7.3, 11); y = filter({weights}, x); s = filter({weights}, x(1:9));"
    code += " fprintf('%s %d', class(y), isequal(y(1:9), s))"
    outcome = Session(provider="gpu", defer_elements=1).run(code)
    assert outcome.error is None, outcome.error
    assert outcome.text == "single 1"
