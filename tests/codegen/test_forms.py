"""The table of Forms: each has all that planner and providers ask for, and its definition is what the host computes."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import runmat_kernel
from runmat_kernel.codegen.body import Body, Input, Store
from runmat_kernel.codegen.forms import BY_NODE, FORMS, GATHER, LOOP, form_of
from runmat_kernel.codegen.forms.transform import TransformBody
from runmat_kernel.codegen.interpret import interpret
from runmat_kernel.codegen.kernel import Kernel
from runmat_kernel.graph.fourier import Fourier
from runmat_kernel.plan.kinds import KINDS
from runmat_kernel.providers.host import HostProvider
from runmat_kernel.providers.provider import KernelCall
from runmat_kernel.session import Session

SEEDS = {"elementwise", "reduction", "matmul_epilogue", "centered_gram", "power_step_normalize", "explained_variance", "image_normalize"}
"""The kinds that reports have always named."""
PROGRAMS = [(k.name, p) for k in KINDS for p in k.examples if k.name != "fft"]
WRITING = "y = zeros(1e5, 3); S = ones(1e5, 1); for t = 1:3, S = S .* 0.5 + t; y(:, t) = S; end"


def test_every_form_is_complete():
    assert len({form.name for form in FORMS}) == len(FORMS) == 9
    assert {form.name for form in FORMS if callable(form.llvm)} == {"loop"}
    assert all(callable(form.llvm) or len(form.llvm) > 10 for form in FORMS)
    assert {form.name for form in BY_NODE.values()} == {"scan", "sort", "product", "transform", "loop"}


def test_kinds_cover_every_form():
    assert {form for kind in KINDS for form in kind.forms} == set(FORMS)
    assert {kind.name for kind in KINDS} >= SEEDS


def calls(program, monkeypatch):
    """The kernels of a program that ran on the host, with what their outputs held before."""
    seen = []
    original = HostProvider.run

    def run(self, calls):
        before = [tuple(np.array(out, order="F") for out in call.outputs) for call in calls]
        original(self, calls)
        # The engine lets a call's arrays go after the run.
        seen.extend((replace(call), outputs) for call, outputs in zip(calls, before, strict=True))

    monkeypatch.setattr(HostProvider, "run", run)
    assert Session(provider="host").run(program).error is None
    return seen


@pytest.mark.parametrize(("kind", "program"), [*PROGRAMS, ("loop", WRITING)])
def test_the_host_computes_what_the_form_defines(kind, program, monkeypatch):
    seen = calls(program, monkeypatch)
    assert kind in {call.kernel.kind for call, _ in seen}
    for call, before in seen:
        body = call.kernel.body
        written = before[len(body.shown) : len(body.shown) + len(body.writes)] if call.kernel.form is LOOP else ()
        meant = interpret(body, call.inputs, call.parameters, written)
        assert meant.flagged == call.flagged
        for want, got in zip(meant.arrays, call.outputs, strict=True):
            assert got.dtype == want.dtype
            np.testing.assert_allclose(got, want.reshape(got.shape, order="F"), rtol=1e-9, atol=1e-9)


def test_a_transform_is_defined():
    rng = np.random.default_rng(3)
    parts = [np.asfortranarray(rng.standard_normal((6, 5))) for _ in range(2)]
    element = Body((6, 5), (Input("double"),) * 2, (), (), (Store(0, "double"), Store(1, "double")))
    body = TransformBody(tuple(Fourier(0, 8, imaginary=part) for part in (False, True)), element)
    want = np.fft.fft(parts[0] + 1j * parts[1], 8, 0)
    call = KernelCall(Kernel("fft", "fft", body), tuple(parts), tuple(np.empty((8, 5), order="F") for _ in range(2)), ())
    HostProvider(1).run([call])
    for made in (interpret(body, parts, ()).arrays, call.outputs):
        np.testing.assert_allclose(made[0] + 1j * made[1], want, atol=1e-12)


def test_what_is_read_elsewhere_is_a_gather():
    plain = Body((4, 1), (Input("double"),), (), (), (Store(0, "double"),))
    assert form_of(plain) is not GATHER
    assert form_of(replace(plain, inputs=(Input("double", strides=(-1, 0), offset=3),))) is GATHER
    assert form_of(replace(plain, inputs=(Input("double", strides=(2, 0)),))) is GATHER
    assert form_of(replace(plain, inputs=(Input("double", strides=(0, 0)),))) is not GATHER


def test_only_the_table_asks_for_the_class_of_a_body():
    """Everything else dispatches through ``forms``."""
    root = Path(runmat_kernel.__file__).parent
    asks = re.compile(r"\b(?:type|hasattr|getattr)\([\w.]*\bbody[,)]|isinstance\([^)]*Body\b|type\([\w.]+\) (?:is|in|==) \(?\w*Body\b")
    found = [str(p.relative_to(root)) for p in root.rglob("*.py") if asks.search(p.read_text("utf-8"))]
    assert found == [str(Path("codegen", "forms", "__init__.py"))]
