"""Loops on the host whose iterations are known to take one branch or the other: each iteration computes what it needs, with the same
bits."""

from __future__ import annotations

import numpy as np
import pytest

from runmat_kernel.providers.host import loop_branches, loops
from runmat_kernel.session import Session

SETTINGS = {"provider": "host", "defer_elements": 1, "loop_elements": 1, "loop_work": 1}
PROGRAMS = {
    "one of two": "x=randn(50,1); y=x; for k=1:41, if mod(k,2), x=0.5*x+0.1; else, x=x-0.2; end, end",
    "changed places": "x=randn(50,1); y=cos(x); for k=1:41, if mod(k,3)==0, t=x; x=y; y=t; else, x=x*0.9+y*0.1; end, end",
    "what was written is read": "x=randn(50,1); y=cos(x); for k=1:40, if k<20, y=x+y; x=y*0.5; else, x=x+y; y=x*0.4; end, end",
    "one stays": (
        "x=randn(50,1); y=cos(x); z=x; for k=1:40, if mod(k,4)==1, x=sin(x)+z; elseif mod(k,4)==2, y=y+x; z=x; else, z=z/2; end, end"
    ),
    "numbers alone": "x=randn(50,1); y=x; for k=1:40, y=y+x; if mod(k,7)==0, x(:)=0; y=y+1; else, x=x+k; end, end",
    "a number for all": "x=zeros(50,1); y=(1:50)'; for k=1:40, if mod(k,7)==0, x=0*x+k; else, x=x+y; end, end",
    "roots in some iterations": "x=(1:50)'-25; y=x; for k=1:20, if mod(k,2), y=sqrt(abs(x))+y; else, y=y+1; end, x=x*1.01; end",
    "large draws in some iterations": "rng(3); x=randn(70000,1); for k=1:12, if mod(k,3)==0, x=x+randn(70000,1); else, x=0.9*x; end, end",
    "small draws in some iterations": (
        "rng(3); x=randn(500,1); for k=1:12, if mod(k,3)==0, x=x+randn(500,1); elseif mod(k,3)==1, x=x.*rand(500,1); end, end"
    ),
    "columns of all iterations": "Y=zeros(60,40); x=cos(1:60)'; for k=1:40, if mod(k,2), x=sin(x); else, x=x.^2; end, Y(:,k)=x; end",
    "columns of both": ("Y=zeros(60,40); x=cos(1:60)'; for k=1:40, if mod(k,2), x=sin(x); Y(:,k)=x; else, x=x.^2; Y(:,k)=-x; end, end"),
    "columns of some iterations": "Y=ones(60,40); x=cos(1:60)'; for k=1:40, x=0.9*x; if mod(k,5)==0, Y(:,k)=x; end, end",
    "columns that are read": "X=cos((1:60)'*(1:40)); x=X(:,1); for k=1:40, if mod(k,5)==0, x=X(:,k); else, x=x+X(:,k)/k; end, end",
    "something of the last iteration": "x=randn(60,1); for k=1:41, w=x*2; if k==41, v=w; else, v=x; end, x=cos(x+v); end",
    "what some iterations set": "x=randn(60,1); v=x; for k=1:41, w=x*2; if mod(k,2), v=w+1; end, x=cos(x+w); end",
    "complex numbers": "z=randn(60,1)+1i*randn(60,1); for k=1:31, if mod(k,2), z=z.^2/2; else, z=z-0.1i*conj(z); end, end",
    "bytes": "x=int8(1:60)'; for k=1:31, if mod(k,3)==1, x=x+int8(50); else, x=x-int8(30)*2; end, end",
    "singles": "x=single(1:60)'; for k=1:31, if mod(k,3)==1, x=x*1.5; elseif mod(k,3)==0, x=single(3)+x; end, end",
    "truth": ("b=mod(1:60,3)==0; c=b; for k=1:31, if mod(k,3)==1, b=~b; elseif mod(k,3)==0, c=xor(b,c); else, b=c&b; end, end"),
    "branches in branches": (
        "x=randn(60,1); for k=1:40, if mod(k,2), if k>20, x=x+1; else, x=x-1; end, x=x*1.1; else, if mod(k,4)==0, x=x/2; end, end, end"
    ),
    "scalars of branches": "x=randn(60,1); s=0; for k=1:40, if mod(k,2), s=s+1; else, s=s*2; x=x+s; end, x=x*0.5; end",
    "many ways": (
        "x=randn(60,1); for k=1:60, switch mod(k,11), case 0, x=x+1; case 1, x=x*0.9; case 2, x=sin(x); case 3, x=cos(x);"
        " case 4, x=x-1; case 5, x=abs(x); case 6, x=-x; case 7, x=x/2; case 8, x=x.^2; case 9, x=x+2; otherwise, x=x*1.1;"
        " end, end"
    ),
    "rows beside": "x=randn(6,10); r=1:10; for k=1:40, if mod(k,2), x=x+r; else, x=x.*(r/10); end, end",
    "iterations that end early": "x=randn(60,1); y=x; for k=1:40, x=x*0.99; if mod(k,3)==0, continue, end, y=y+x; end",
}


def variables(program: str, **settings) -> tuple[dict, dict]:
    session = Session(**settings)
    outcome = session.run("rng(5); " + program)
    assert outcome.error is None
    return {name: np.asarray(getattr(v, "array", v)) for name, v in session.workspace_values.items()}, outcome.report.to_dict()


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_same_bits_as_iteration_by_iteration(name: str) -> None:
    expected, _ = variables(PROGRAMS[name], provider="host", loops=False, fusion=False)
    found, report = variables(PROGRAMS[name], **SETTINGS)
    assert [g["kind"] for g in report["groups"]].count("loop") >= 1, report["refusals"]
    assert set(found) == set(expected)
    for key, value in expected.items():
        assert found[key].dtype == value.dtype
        np.testing.assert_array_equal(found[key], value, err_msg=key)


def test_an_iteration_computes_what_it_needs(monkeypatch) -> None:
    made = []
    one_way = loop_branches.one_way
    monkeypatch.setattr(loops, "one_way", lambda step, conditions: made.append(one_way(step, conditions)) or made[-1])
    program = "x = cos((1:90)'); for k = 1:40, if mod(k, 2), x = sin(x); else, x = atan(x) + 1; end, end"
    variables(program, **SETTINGS)
    assert sorted([[i.op.name for i in iteration.instructions] for iteration in made]) == [["atan", "plus"], ["sin"]]


def test_what_a_branch_cannot_compute_matters_where_it_is_taken() -> None:
    """The roots of iterations that take none are not asked for."""
    program = "x = (1:90)'; y = x; for k = 1:40, if mod(k, 2), y = y + sqrt(x); else, y = y / 2; end, x = -x; end"
    expected, _ = variables(program, provider="host", loops=False, fusion=False)
    found, report = variables(program, **SETTINGS)
    assert [g["kind"] for g in report["groups"]] == ["loop"] and not report["refusals"]
    np.testing.assert_array_equal(found["y"], expected["y"])


def test_replays_whose_iterations_need_little_of_a_plan_are_ordinary_iterations() -> None:
    """On the host."""
    program = "x = cos((1:40000)'); for k = 1:20, if mod(k, 2), x = cumsum(x) / 4e4; else, x = x - mean(x); end, end"
    _, report = variables(program, provider="host")
    assert "much of the work is that of branches which iterations do not take" in report["refusals"][0]["reason"]
