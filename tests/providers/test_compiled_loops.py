"""Loops of the host as machine code: the same variables as ordinary iterations, wherever arrays lie and whatever is left of a vector."""

from __future__ import annotations

import threading
from pathlib import Path

import numpy as np
import pytest

from runmat_kernel.codegen.forms import LOOP
from runmat_kernel.codegen.llvm import loop
from runmat_kernel.providers.native import boxes, compiler, iterations
from runmat_kernel.session import Session
from runmat_kernel.values.convert import as_array

from .test_loop_branches import PROGRAMS as BRANCHES

EAGER = {"provider": "host", "fusion": False, "loops": False}
COMPILED = {"provider": "host", "defer_elements": 1, "loop_elements": 1, "loop_work": 1, "compile_work": 1}
ARITHMETIC = {
    "columns": "X=reshape(mod(1:60*n,7),n,60); y=zeros(n,1); for t=1:60, y=0.9*y+0.1*X(:,t); end",
    "rows": "X=reshape(mod(1:60*n,7),60,n); y=zeros(1,n); for t=1:60, y=0.9*y+0.1*X(t,:); end",
    "backwards": "X=reshape(mod(1:60*n,7),n,60); y=zeros(n,1); for t=60:-1:1, y=y*0.5+X(:,t); end",
    "written rows": "x=mod(1:n,5); Y=zeros(40,n); for t=1:40, x=x*0.75+t; Y(t,:)=x; end",
    "written columns": "x=mod(1:n,5)'; Y=zeros(n,40); z=x; for t=1:40, x=x*0.75+t; Y(:,t)=x-z; z=x; end",
    "a row for all": "x=reshape(mod(1:6*n,5),n,6); r=1:6; for t=1:40, x=x*0.5+r; end",
    "a column for all": "x=reshape(mod(1:6*n,5),n,6); c=(1:n)'; for t=1:40, x=x*0.5+c; end",
    "the iteration's number": "x=zeros(n,1); for t=1:50, x=x+t*0.1; end",
    "a table of numbers": "x=zeros(n,1); w=mod(1:50,3)/4; for t=1:50, x=x*w(t)+1; end",
    "masks": "x=mod((1:n)',9)-4; for t=1:50, x(x<0)=x(x<0)+3; x=x-1; end",
    "truth": "b=mod(1:n,3)==0; c=~b; for t=1:31, b=xor(b,c); c=b|c; end",
    "bytes": "x=int8(mod(1:n,100)'); y=uint8(mod(1:n,200)'); for t=1:40, x=x+7; x=-x; y=y+30; y=y-50; end",
    "short words": "x=int16(mod(1:n,1000)'); y=uint16(x); for t=1:40, x=x*3-100; y=y/2+500; end",
    "words": "x=int32(1:n)'; y=uint32(x); for t=1:40, x=x*2; y=y*3-7; end",
    "a class for each": "x=single(mod(1:n,7)'); y=double(x); for t=1:40, x=x*0.5+1; y=y*0.5+double(x); end",
    "what the last iteration leaves": "x=mod(1:n,7)'; for t=1:40, w=x*2; x=w*0.25+1; end",
    "the least and the most": "x=mod((1:n)'*3,11); x(1)=NaN; h=x; l=x; for t=1:30, x=mod(x+4,11); h=max(h,x); l=min(l,x); end",
    "reduced behind": "x=mod(1:n,7)'; for t=1:40, x=x*0.5+1; end, s=max(x); m=any(x>1.9);",
    "roots of what stays positive": "x=mod((1:n)',7); for t=1:20, x=sqrt(x)+1; end",
}
FUNCTIONS = (
    ("x", "sin cos tan sinh cosh tanh exp log log2 log10 log1p expm1"),
    ("x", "abs sign floor ceil round fix gamma gammaln erf erfc isnan isinf"),
    ("x/25", "asin acos asinh atanh atan erfinv asind acosd"),
    ("10*x", "sec csc cot sind cosd tand sinpi cospi atand deg2rad"),
)
PAIRS = "plus minus times rdivide power atan2 hypot mod rem max min eq lt ge"


def variables(program: str, settings: dict, **more) -> tuple[dict[str, np.ndarray], list[bool]]:
    """What the program leaves, and for each of its kernels whether it was compiled."""
    session = Session(**settings, **more)
    outcome = session.run(program)
    assert outcome.error is None, outcome.error
    values = {name: as_array(v) for name, v in session.workspace_values.items()}
    return values, [g["compiled"] for g in outcome.report.to_dict()["groups"] if g["iterations"] > 1]


@pytest.mark.parametrize("n", [1, 7, 8, 37, 600])
@pytest.mark.parametrize("name", ARITHMETIC)
def test_the_same_bits_as_ordinary_iterations(name: str, n: int) -> None:
    program = f"n={n}; {ARITHMETIC[name]}"
    expected, _ = variables(program, EAGER)
    found, compiled = variables(program, COMPILED, threads=2)
    if n == 600:
        assert any(compiled)
    for key, value in expected.items():
        assert found[key].dtype == value.dtype, key
        np.testing.assert_array_equal(found[key], value, err_msg=key)


@pytest.mark.parametrize("name", ARITHMETIC)
def test_the_same_bits_where_few_elements_are_at_work_at_a_time(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "_FIRST_CACHE", 32)
    monkeypatch.setattr(loop, "_SECOND_CACHE", 0)
    program = f"n=600; {ARITHMETIC[name]}"
    expected, _ = variables(program, EAGER)
    found, compiled = variables(program, COMPILED, threads=1)
    assert any(compiled)
    for key, value in expected.items():
        np.testing.assert_array_equal(found[key], value, err_msg=key)


@pytest.mark.parametrize("name", BRANCHES)
def test_branches(name: str) -> None:
    expected, _ = variables("rng(5); " + BRANCHES[name], EAGER)
    found, _ = variables("rng(5); " + BRANCHES[name], COMPILED)
    for key, value in expected.items():
        np.testing.assert_allclose(found[key], value, 1e-12, 1e-14, err_msg=key)


@pytest.mark.parametrize("matlab_class", ["double", "single"])
@pytest.mark.parametrize(("argument", "functions"), FUNCTIONS)
def test_functions_are_within_some_ulp(matlab_class: str, argument: str, functions: str) -> None:
    names = functions.split()
    setup = f"x={matlab_class}([logspace(-6,1.3,300) 0.5 1 2 3 20 0 NaN Inf]);"
    if "erfinv" in names or not {"gamma", "log"} & set(names):
        setup += "x=[x -x(1:300)];"
    turns_text = " ".join(f"z{k}={name}({argument});" for k, name in enumerate(names))
    program = f"{setup} c=x; for t=1:3, {turns_text} c=c+1; x=x+0; end"
    if "asin" in names:
        program = program.replace("NaN Inf", "NaN")
    check_functions(program, names, matlab_class)


@pytest.mark.parametrize("matlab_class", ["double", "single"])
def test_functions_of_two_are_within_some_ulp(matlab_class: str) -> None:
    names = PAIRS.split()
    setup = f"x={matlab_class}([logspace(-6,3,400) 0 1 NaN Inf]); y={matlab_class}([linspace(-7,9,400) 0.5 2 0 3 ]); y(7)=0;"
    turns_text = " ".join(f"z{k}={name}(x,y);" for k, name in enumerate(names))
    check_functions(f"{setup} c=x; for t=1:3, {turns_text} c=c+1; x=x+0; end", names, matlab_class)


def check_functions(program: str, names: list[str], matlab_class: str) -> None:
    expected, _ = variables(program, EAGER)
    found, compiled = variables(program, COMPILED)
    assert any(compiled)
    for k, name in enumerate(names):
        ours, theirs = found[f"z{k}"], expected[f"z{k}"]
        assert ours.dtype == theirs.dtype, name
        np.testing.assert_array_equal(np.isnan(ours), np.isnan(theirs), err_msg=name)
        with np.errstate(all="ignore"):
            apart = np.abs(ours.astype(float) - theirs) / np.spacing(np.abs(theirs).astype(matlab_class))
        assert np.where((ours == theirs) | np.isnan(theirs), 0, apart).max() <= 5, name


@pytest.mark.parametrize("matlab_class", ["double", "single"])
@pytest.mark.parametrize("kind", ["rand", "randn"])
def test_random_numbers_are_those_of_every_strategy(kind: str, matlab_class: str) -> None:
    program = f"rng(4); x=zeros(70003,1,'{matlab_class}'); for t=1:5, x=x+{kind}(70003,1,'{matlab_class}'); end, after=rand;"
    expected, _ = variables(program, EAGER)
    found, compiled = variables(program, COMPILED, threads=2)
    assert compiled == [True]
    np.testing.assert_allclose(found["x"], expected["x"], *((1e-6, 1e-5) if matlab_class == "single" else (1e-13, 1e-13)))
    assert found["after"] == expected["after"]


def test_what_leaves_the_reals_is_computed_again() -> None:
    program = "x=(1:600)'; for t=1:9, x=sqrt(x-30); end"
    expected, _ = variables(program, EAGER)
    found, _ = variables(program, COMPILED)
    assert found["x"].dtype == complex
    np.testing.assert_allclose(found["x"], expected["x"], 1e-14)


def test_many_iterations_of_few_elements_are_cut_and_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(iterations, "_CALL_STEPS", 20_000)
    session = Session(**COMPILED)
    session.run("x=ones(2000,1);")
    timer = threading.Timer(0.5, setattr, (session.engine.interrupt, "wanted", True))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        session.run("for t=1:100000000, x=x*0.999+sin(x); end")
    timer.join()
    session.engine.interrupt.wanted = False
    assert session.run("y=sum(x);").error is None


def test_without_a_compiler_numpy_runs_the_iterations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "is_available", lambda: False)
    program = "x=(1:600)'; for t=1:9, x=x*0.5+1; end"
    expected, _ = variables(program, EAGER)
    found, compiled = variables(program, COMPILED)
    assert compiled == [False]
    np.testing.assert_array_equal(found["x"], expected["x"])


def test_what_has_no_code_is_run_through_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NotImplementedError("nothing")

    monkeypatch.setattr(LOOP, "llvm", none)
    found, compiled = variables("x=(1:600)'; for t=1:9, x=x*0.5+1; end", COMPILED)
    assert compiled == [False]
    assert found["x"][0, 0] == 1.998046875


def test_code_is_kept_for_later_sessions_and_damage_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = "x=(1:600)'; for t=1:9, x=x*0.5+sin(x); end"
    expected, _ = variables(program, COMPILED, cache_folder=str(tmp_path))
    (file,) = (tmp_path / "loops").iterdir()
    made = []
    machine_code = compiler._machine_code
    monkeypatch.setattr(compiler, "_machine_code", lambda text, scalar: made.append(text) or machine_code(text, scalar))
    found, compiled = variables(program, COMPILED, cache_folder=str(tmp_path))
    assert compiled == [True]
    assert made == []
    np.testing.assert_array_equal(found["x"], expected["x"])
    file.write_bytes(file.read_bytes()[:-9] + b"x" * 9)
    found, _ = variables(program, COMPILED, cache_folder=str(tmp_path))
    assert len(made) == 1
    np.testing.assert_array_equal(found["x"], expected["x"])
