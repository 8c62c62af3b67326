"""An interrupt does not wait for the device: the cell ends at once, and what the device was busy with is there later."""

import os
import signal
import threading

import numpy as np
import pytest

from runmat_kernel.jupyter.interrupts import InterruptGuard
from runmat_kernel.session import Session

from ..adapters import needs_adapter


@pytest.fixture
def session():
    """A session under the guard of the kernel, with its device open."""
    needs_adapter()
    session, guard = Session(provider="gpu"), InterruptGuard()
    session.engine.obey(guard.interrupt)
    assert session.run("x = linspace(0, 1, 40000); y = x + 1; s = sum(y); disp(s)").error is None
    before = guard.install()
    guard.open = True
    yield session
    guard.remove(before)


def interrupt_when(event):
    """Send SIGINT once the event has come."""

    def send():
        event.wait()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()


def works_on(session):
    assert session.run("z = y * 2; t = sum(z);").error is None
    np.testing.assert_allclose(np.asarray(session.workspace["t"]), 120000.0, rtol=1e-12)
    np.testing.assert_allclose(np.asarray(session.workspace["z"]), 2 + 2 * np.linspace(0, 1, 40000)[None], rtol=1e-12)


def test_while_the_device_computes(session, monkeypatch):
    """The memory that results come back in is not filled."""
    native, waits = session.engine.device.native, threading.Event()
    monkeypatch.setattr(native, "poll", lambda: waits.set())
    interrupt_when(waits)
    with pytest.raises(KeyboardInterrupt):
        session.run("w = y * 3; v = w(5); disp(v)")
    monkeypatch.undo()
    works_on(session)


def test_while_work_is_handed_over(session, monkeypatch):
    """A software adapter computes in the call that submits."""
    native, begun, ends = session.engine.device.native, threading.Event(), threading.Event()
    if native._sender is None:
        pytest.skip("submitting does not block here")
    submit = native._submit

    def slowly(made):
        begun.set()
        ends.wait()
        submit(made)

    monkeypatch.setattr(native, "_submit", slowly)
    interrupt_when(begun)
    with pytest.raises(KeyboardInterrupt):
        session.run("w = y * 3; v = sum(w); disp(v)")
    assert session.run("q = 1; disp(q)").text.strip() == "1"
    monkeypatch.undo()
    ends.set()
    works_on(session)
