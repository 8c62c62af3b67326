"""One contract for providers: the same tests against the host, a GPU, the null provider, and one that only tests have."""

from __future__ import annotations

import inspect
import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from runmat_kernel.codegen.body import Accumulation, Body, Input, Instruction, Parameter, Store
from runmat_kernel.codegen.forms.loop import LOOP, LoopBody, Region, place
from runmat_kernel.providers.gpu import GpuProvider
from runmat_kernel.providers.host import HostProvider
from runmat_kernel.providers.null import Limits as NullLimits
from runmat_kernel.providers.null import NoDevice, NullProvider
from runmat_kernel.providers.provider import DeviceError, KernelCall, NotComputed, OutOfMemory, Provider, Queue
from runmat_kernel.reports.model import CellReport
from runmat_kernel.reports.text import render
from runmat_kernel.session import Session
from tests.providers import bodies as b
from tests.providers.scratch import Limits, ScratchProvider

ROOT = Path(__file__).resolve().parents[2] / "runmat_kernel"
PROVIDERS = ("host", "gpu", "null", "scratch")
SHAPES = [(1, 1), (3, 5), (4, 1, 3), (0, 3), (1, 300)]
ROOT_OF = b.op("sqrt", 1, np.sqrt, "sqrt(abs({0}))", guard="{0} < 0.0R", numpy_guard=lambda x: x < 0)
X = np.asfortranarray(np.arange(1.0, 31.0).reshape(5, 6))


@pytest.fixture(params=PROVIDERS)
def provider(request: pytest.FixtureRequest) -> Provider:
    if request.param == "gpu":
        return request.getfixturevalue("gpu")
    return {"host": HostProvider, "null": NullProvider, "scratch": ScratchProvider}[request.param]()


def computed(provider: Provider, buffer: object, expected: np.ndarray) -> None:
    """The elements that kernels left in a buffer; of the null provider there are none, and it says so."""
    if type(provider) is NullProvider:
        with pytest.raises(NotComputed):
            provider.download(buffer)
    else:
        found = provider.download(buffer)
        assert found.dtype == expected.dtype and found.flags.f_contiguous
        np.testing.assert_array_equal(found, expected)


def call_of(provider: Provider, body: object, inputs: tuple, outputs: tuple, parameters: tuple = ()) -> KernelCall:
    kernel = b.kernel(body)  # type: ignore[arg-type]
    assert provider.refusal(kernel) is None
    provider.begin(kernel)
    return provider.prepared(KernelCall(kernel, inputs, outputs, parameters))


def times_and_plus(shape: tuple[int, ...], matlab_class: str = "double") -> Body:
    """x .* p + x"""
    c = matlab_class
    steps = (Instruction(b.TIMES, (0, 1), c, c), Instruction(b.PLUS, (2, 0), c, c))
    return Body(shape, (Input(c),), (Parameter(c),), steps, (Store(3, c),))


# ------------------------------------------------------------------ what is promised


def test_methods_take_what_the_contract_says(provider: Provider) -> None:
    for kind, own in ((Provider, provider), (Queue, provider.queue())):
        for name, member in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_"):
                assert list(inspect.signature(getattr(own, name)).parameters) == list(inspect.signature(member).parameters)[1:], name


def test_a_provider_says_what_it_is(provider: Provider) -> None:
    info = provider.info
    assert info.name and info.device and provider.closed is None
    assert {"single", "logical"} <= info.classes and info.max_arrays >= 0 and info.memory_bytes >= 0


@pytest.mark.parametrize("shape", SHAPES)
def test_elements_come_back_as_they_were_sent(provider: Provider, shape: tuple[int, ...]) -> None:
    rng = np.random.default_rng(1)
    for matlab_class in sorted(provider.info.classes - {"char"}):
        array = b.array(shape, matlab_class, rng)
        buffer = provider.upload(array, matlab_class)
        assert buffer.shape == shape and buffer.nbytes == array.nbytes
        found = provider.download(buffer)
        assert found.dtype == array.dtype and found.flags.f_contiguous
        np.testing.assert_array_equal(found, array)


def test_copies_are_independent(provider: Provider) -> None:
    first = provider.upload(X.copy(order="F"), "double")
    second = provider.copied(first)
    provider.overwrite(second, X * 2)
    np.testing.assert_array_equal(provider.download(first), X)
    np.testing.assert_array_equal(provider.download(second), X * 2)


def test_another_shape_has_the_same_elements(provider: Provider) -> None:
    buffer = provider.upload(X, "double")
    other = provider.reshaped(buffer, (3, 10))
    if other is not None:
        np.testing.assert_array_equal(provider.download(other), X.reshape((3, 10), order="F"))
    assert provider.arrived(buffer) in (False, True)


def test_memory_that_is_not_there(provider: Provider) -> None:
    if type(provider) is NullProvider:
        provider = NullProvider(NullLimits(memory_bytes=1 << 20))
    if type(provider) is HostProvider:
        pytest.skip("the host overcommits memory")
    with pytest.raises(OutOfMemory) as caught:
        provider.allocate((1 << 22, 1 << 22), "double")
    assert caught.value.nbytes > 0
    np.testing.assert_array_equal(provider.download(provider.upload(X, "double")), X)


# ------------------------------------------------------------------ kernels


def test_kernels_run_in_order(provider: Provider) -> None:
    body = times_and_plus(X.shape)
    x, y, z = provider.upload(X, "double"), provider.allocate(X.shape, "double"), provider.allocate(X.shape, "double")
    calls = [call_of(provider, body, (x,), (y,), (2.0,)), call_of(provider, body, (y,), (z,), (0.5,))]
    provider.run(calls)
    for call in calls:
        call.release()
    provider.settle(calls)
    assert [call.flagged for call in calls] == [False, False]
    assert all(call.seconds is None or call.seconds >= 0 for call in calls)
    computed(provider, y, X * 3)
    computed(provider, z, X * 4.5)


@pytest.mark.parametrize("least", [1.0, -1.0])
def test_guards_are_raised(provider: Provider, least: float) -> None:
    body = Body(X.shape, (Input("double"),), (), (Instruction(ROOT_OF, (0,), "double", "double"),), (Store(1, "double"),), guards=(1,))
    array = X.copy(order="F")
    array[2, 3] = least
    call = call_of(provider, body, (provider.upload(array, "double"),), (provider.allocate(X.shape, "double"),))
    provider.run([call])
    provider.settle([call])
    assert call.flagged is (least < 0 and type(provider) is not NullProvider)


def test_reductions(provider: Provider) -> None:
    items = (Accumulation("sum", 0, "double"), Accumulation("max", 0, "double"))
    body = Body(X.shape, (Input("double"),), (), (), (), (0,), items, (), (Store(1, "double"), Store(2, "double")))
    outputs = tuple(provider.allocate((1, 6), "double") for _ in items)
    provider.run([call_of(provider, body, (provider.upload(X, "double"),), outputs)])
    computed(provider, outputs[0], X.sum(axis=0, keepdims=True))
    computed(provider, outputs[1], X.max(axis=0, keepdims=True))


def loop(iterations: int) -> LoopBody:
    """c = c + A(:, k) * p(k); B(:, k) = c"""
    d = "double"
    steps = (Instruction(b.TIMES, (1, 2), d, d), Instruction(b.PLUS, (0, 3), d, d))
    step = Body((5, 1), (Input(d), Input(d)), (Parameter(d),), steps, (Store(4, d), Store(4, d)))
    region = Region((5, iterations), (1, 5), 0, 5)
    return LoopBody(step, iterations, 1, 1, (None, region), (region,), even=(False,))


def test_loops_run_inside_a_kernel(provider: Provider) -> None:
    body, start, factors = loop(6), X[:, :1].copy(order="F"), np.array([1.0, 0.5, 4.0, 3.0, 0.25, 8.0])
    targets = [np.zeros((5, 6), order="F")]
    expected = LOOP.define(body, [start, X], (factors,), targets)
    inputs = (provider.upload(start, "double"), provider.upload(X, "double"))
    outputs = (provider.allocate((5, 1), "double"), provider.upload(np.zeros((5, 6), order="F"), "double"))
    call = call_of(provider, body, inputs, outputs, (factors,))
    provider.run([call])
    provider.settle([call])
    computed(provider, outputs[0], np.asfortranarray(expected.arrays[0]))
    computed(provider, outputs[1], targets[0])


def test_what_is_refused_is_refused_in_words(provider: Provider) -> None:
    odd = {"int64", "uint64", "double"} - provider.info.classes
    for matlab_class in odd:
        reason = provider.refusal(b.kernel(times_and_plus(X.shape, matlab_class)))
        assert reason and matlab_class.removesuffix("64")[:6] in reason
    most = provider.info.max_arrays
    if most:
        many = Body(X.shape, (Input("single"),) * (most + 1), (), (), (Store(0, "single"),))
        assert provider.refusal(b.kernel(many))


def test_calls_that_were_never_run_do_not_matter(provider: Provider) -> None:
    call = KernelCall(b.kernel(times_and_plus(X.shape)), (), (), ())
    provider.settle([call])
    provider.make_ahead()
    assert not call.flagged and call.seconds is None
    assert provider.written_over(call.kernel) is None and not provider.is_long(call.kernel)
    assert not provider.moves_inputs(call.kernel, (provider.upload(X, "double"),))


# ------------------------------------------------------------------ iterations


def test_iterations_with_parameters_of_their_own(provider: Provider) -> None:
    queue, body = provider.queue(), times_and_plus(X.shape)
    x, y = provider.upload(X.copy(order="F"), "double"), provider.allocate(X.shape, "double")
    there, back = (queue.bind([call_of(provider, body, (p,), (q,), (0.0,))]) for p, q in ((x, y), (y, x)))
    expected = X.copy()
    for k in range(6):
        queue.add(back if k % 2 else there, [(0, 0, float(k))])
        expected = expected * k + expected
        if not queue.immediate and queue.waiting >= queue.most:
            queue.submit().wait()
    queue.submit().wait()
    queue.close()
    assert not queue.flagged
    computed(provider, x, np.asfortranarray(expected))


def test_iterations_read_and_write_their_parts(provider: Provider) -> None:
    queue = provider.queue()
    source, target = provider.upload(X, "double"), provider.upload(np.zeros_like(X), "double")
    part = provider.allocate((5, 1), "double")
    columns, rows = Region((5, 6), (1, 5), 5, 5), Region((5, 6), (1, 5), 1, 1)
    assert queue.moves(target, columns, (5, 1))
    for k in range(3):
        assert queue.read(source, columns, k, part, (5, 1))
        queue.write(target, columns, 2 - k, part, (5, 1))
    row = provider.allocate((1, 6), "double")
    reads_rows = queue.read(source, rows, 1, row, (1, 6))
    queue.submit().wait()
    queue.close()
    expected = np.zeros_like(X)
    expected[:, 1:4] = X[:, 3:0:-1]
    computed(provider, target, expected)
    if reads_rows:
        computed(provider, row, np.asfortranarray(place(X, rows, 1, (1, 6))))


def test_tests_are_read_with_a_submission(provider: Provider) -> None:
    less = Instruction(b.LESS, (0, 1), "logical", "double")
    body = Body((1, 1), (Input("double"),), (Parameter("double"),), (less,), (Store(2, "logical"),))
    queue, x = provider.queue(), provider.upload(np.array([[3.0]]), "double")
    tests = [provider.allocate((1, 1), "logical") for _ in range(2)]
    for test, bound in zip(tests, (4.0, 2.0), strict=True):
        queue.add(queue.bind([call_of(provider, body, (x,), (test,), (bound,))]))
    found = queue.submit(tests).wait()
    queue.close()
    assert found == ([False, False] if type(provider) is NullProvider else [True, False])


def test_a_guard_in_an_iteration(provider: Provider) -> None:
    body = Body(X.shape, (Input("double"),), (), (Instruction(ROOT_OF, (0,), "double", "double"),), (Store(1, "double"),), guards=(1,))
    queue = provider.queue()
    queue.add(queue.bind([call_of(provider, body, (provider.upload(-X, "double"),), (provider.allocate(X.shape, "double"),))]))
    queue.submit().wait()
    queue.close()
    assert queue.flagged is (type(provider) is not NullProvider)


def test_a_loop_in_pieces(provider: Provider) -> None:
    body, start, factors = loop(6), X[:, :1].copy(order="F"), np.array([1.0, 0.5, 4.0, 3.0, 0.25, 8.0])
    outputs = (provider.allocate((5, 1), "double"), provider.upload(np.zeros((5, 6), order="F"), "double"))
    inputs = (provider.upload(start, "double"), provider.upload(X, "double"))
    queue = provider.queue()
    for piece in queue.divided(call_of(provider, body, inputs, outputs, (factors,))):
        queue.add(piece)
        queue.submit().wait()
    queue.close()
    computed(provider, outputs[0], start + (X * factors).sum(axis=1, keepdims=True))


# ------------------------------------------------------------------ the engine on a provider


PROGRAMS = (
    "y = x .* 2 + 1; s = sum(y(:)); m = max(y); r = s + 1;",
    "y = x; for k = 1:30, y = 0.5 * y + k * x; end, r = y - x;",
    "y = x; for k = 1:12, y = y / norm(y(:, 1)) + k; end, r = y(3, 4);",
    "y = zeros(120, 20); c = x(:, 1); for k = 1:20, c = cos(c) + k; y(:, k) = c; end, r = sum(y);",
    "y = x(3:2:end, :); y(y > 3) = 0; z = [y; x]; r = z';",
    "y = complex(x, 2 * x); z = y .* y; r = abs(z) + real(y);",
    "y = sqrt(x - 2); r = real(y);",
    "y = x; while max(abs(y(:))) > 0.1, y = y * 0.7; end, r = y;",
)


def on(device: Provider, program: str) -> tuple[Session, object]:
    session = Session(provider="gpu", defer_elements=16, loop_elements=1, loop_work=1)
    session.engine.device, session.engine.searches = device, False
    assert session.run("x = mod(reshape((1:14400) * 7.3, 120, 120), 11) - 5;").error is None
    return session, session.run(program)


def values(session: Session) -> dict[str, np.ndarray]:
    return {name: np.asarray(getattr(value, "array", value)) for name, value in session.workspace.items()}


LIMITS = {
    "usual": Limits(), "three arrays": Limits(arrays=3), "little memory": Limits(nbytes=500_000),
    "few kinds of kernels": Limits(missing=frozenset({"reduction", "gather"})), "failing twice": Limits(failures=2),
}  # fmt: skip


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
def test_programs_run_on_any_provider(program: str, limits: Limits) -> None:
    device = ScratchProvider(replace(limits))
    session, outcome = on(device, program)
    assert outcome.error is None
    expected = Session(provider="host", fusion=False)
    assert expected.run("x = mod(reshape((1:14400) * 7.3, 120, 120), 11) - 5;" + program).error is None
    found = values(session)
    for name, array in values(expected).items():
        np.testing.assert_allclose(found[name], array, rtol=1e-12, atol=1e-12, err_msg=name)
    if limits == Limits():
        assert any(g.provider == "scratch" for g in outcome.report.groups)
    device.wait()
    assert device.memory.used <= limits.nbytes


def test_what_was_refused_is_reported() -> None:
    _, outcome = on(ScratchProvider(Limits(classes=frozenset({"single", "logical"}))), "y = x .* 2 + 1; r = y(2);")
    assert outcome.error is None and {g.provider for g in outcome.report.groups} == {"host"}
    assert any("class double is unknown here" in r.reason for r in outcome.report.refusals)


@pytest.mark.parametrize("program", PROGRAMS[:2])
def test_the_null_provider_plans_and_reports(program: str) -> None:
    session = Session(provider="null", defer_elements=16, loop_elements=1, loop_work=1)
    assert session.run("x = mod(reshape((1:14400) * 7.3, 120, 120), 11) - 5;").error is None
    outcome = session.run(program)
    groups = outcome.report.groups
    assert groups and {g.provider for g in groups} == {"null"}
    assert all(g.estimates["device"] > 0 and g.call.seconds is None for g in groups)
    assert "only planned for" in render(CellReport(outcome.report.to_dict()))
    error = session.run("disp(y(2, 3))").error
    assert error.identifier == "RunMat:NotComputed"
    assert session.run("k = 3; disp(k)").text.strip() == "3"


def test_no_device_is_a_provider() -> None:
    none = NoDevice("nobody asked")
    assert none.closed == none.refusal(b.kernel(times_and_plus(X.shape))) == "nobody asked"
    assert not none.info.classes and not none.info.gathers
    with pytest.raises(OutOfMemory):
        none.allocate((1, 1), "double")
    none.settle([])
    none.make_ahead()


def test_a_device_that_fails_is_the_hosts_work() -> None:
    with pytest.raises(DeviceError, match="injected"):
        ScratchProvider(Limits(failures=1)).run([])
    _, outcome = on(ScratchProvider(Limits(failures=9)), "y = x + 1; r = y(7);")
    assert outcome.error is None and any("injected" in r.reason for r in outcome.report.refusals)


# ------------------------------------------------------------------ nobody else asks


def test_nobody_asks_whether_there_is_a_device() -> None:
    """No device is a provider; what is recorded depends on what a provider says of itself, and only deciding asks which it is."""
    asks = re.compile(r"\bdevice is (not )?None\b|\bdevice (==|!=) None\b")
    decides = re.compile(r"\.has_device\b|device\.closed\b|type\([\w.]*device\)|isinstance\([\w.]*device,")
    may_decide = (
        "accel/device_search.py", "accel/engine.py", "accel/execute.py", "reports/residency.py", "toolboxes/parallel/gpu_arrays.py",
    )  # fmt: skip
    for path in ROOT.rglob("*.py"):
        text, where = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
        assert not asks.search(text), where
        assert where in may_decide or where.startswith("providers/") or not decides.search(text), where


@pytest.mark.parametrize("kind", [HostProvider, GpuProvider, NullProvider, ScratchProvider])
def test_the_engine_asks_only_what_the_contract_has(kind: type) -> None:
    """What ``accel`` calls on ``device`` or ``provider`` is in the contract."""
    known = {name for name, _ in inspect.getmembers(Provider)} | {"info", "closed"}
    assert issubclass(kind, Provider)
    for path in (ROOT / "accel").glob("*.py"):
        for name in re.findall(r"(?<!\w)(?:engine\.device|self\.device|provider|device)\.([a-z_]+)", path.read_text(encoding="utf-8")):
            assert name in known or (name == "provider"), f"{path.name}: {name}"
