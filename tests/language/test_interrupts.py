"""An interrupt at any point leaves the variables as they are after a finished statement."""

from __future__ import annotations

import weakref
from types import FrameType
from typing import Any

import pytest

from runmat_kernel.session import Session
from runmat_kernel.toolboxes.programming.input_parser import CleanupTask

from ..campaigns import interrupts as campaign

PROGRAMS = {
    "a loop": "a = 1;\nb = [1 2];\nfor k = 1:2\na = a + k;\nb(k) = a;\nend",
    "a loop that calls": "a = 1;\nb = 2;\nfor k = 1:2\nput('b', k);\na = a + b;\nend",
    "contents of contents": "a = 1;\nc = {a, {a, {a}}};\nfor k = 1:2\nc{2}{1} = 5;\nc{2}{2}{1}(k) = 7;\nend",
    "fields of fields": "s.a.b = [1 2];\ns.a.b(4) = 3;\ns.a.c = {1};\nfor k = 1:2\ns.a.b(k) = k;\ns.a.c{1}(k) = 5;\nend",
    "properties": "b = Box;\nfor k = 1:2\nb.data(k) = 7;\nb.list{k} = [1 2];\nb.list{k}(3) = 4;\nend\np = Pair;\np.y(2) = 9;",
    "growth and deletion": "x = 1:9;\nfor k = 1:2\nx(end + 1) = 5;\nx(2) = [];\nend\nx(15) = 3;",
}


class Unguarded(campaign.Guard):
    """Raises at every point."""

    def point(self, frame: FrameType) -> None:
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", PROGRAMS)
def test_at_every_point(name):
    """Also without a guard in front of it, as where a program runs in another front end."""
    text = PROGRAMS[name]
    known = campaign.States(text)
    guard = Unguarded()
    session = campaign.guarded({"provider": "host"}, guard)

    campaign.run_before(session, text)
    campaign.run_before(session, text)
    count = campaign.traced_in(session, guard, text)[0].count
    for start in range(1, count + 1):
        campaign.run_before(session, text)
        _, interrupted = campaign.traced_in(session, guard, text, start)
        after = campaign.state(session, session.base_view())
        assert after in known.all if interrupted else after == known.last, start


SEVERAL = {
    "elements": "x = 1;\ny = 2;\nfor k = 1:2\n[x(k), y(k)] = several(k);\nend",
    "fields and contents": "s = struct('a', 1);\nc = {1, 2};\nfor k = 1:2\n[s.a, s.b, c{2}] = several(k);\nend",
    "lists": "s = struct('a', {1, 2});\nx = 1;\nfor k = 1:2\n[s(1:2).a, x(end + 1)] = several(k);\nend",
}


@pytest.mark.parametrize("name", SEVERAL)
def test_several_targets_are_stored_together(name):
    text, settings = SEVERAL[name], {"provider": "host"}
    known = campaign.States(text)
    campaign.traced(text, settings, True)
    count = campaign.traced(text, settings, True)[0].count
    for start in range(1, count + 1, 1 + count // 200):
        points, session, interrupted = campaign.traced(text, settings, True, start)
        assert campaign.defect_of(session, text, known, interrupted, points.guard) is None, points.guard.place


def stopping() -> Session:
    """A session in which ``stop_here`` is interrupted."""
    session = Session(provider="host")

    def stop(nargout: int, *arguments: Any) -> tuple[Any, ...]:
        raise KeyboardInterrupt

    session.calls.define("stop_here", stop)
    return session


def test_cleanup_runs_before_the_run_ends():
    session = stopping()
    session.run(
        "function f\nc = onCleanup(@() assignin('base', 'cleaned', 1));\ntry\nstop_here\ncatch\nassignin('base', 'caught', 1)\nend\nend"
    )
    with pytest.raises(KeyboardInterrupt):
        session.run("f")
    assert session.workspace["cleaned"] == 1.0 and "caught" not in session.workspace


def test_functions_keep_nothing():
    session = stopping()
    session.run(
        "function r = f(stops)\npersistent n\nif isempty(n), n = 0; end\nn = n + 1; r = n; inner = 7;\nif stops, stop_here, end\nend"
    )
    with pytest.raises(KeyboardInterrupt):
        session.run("a = f(false); for k = 1:3, b = k; f(k == 2); end")
    assert dict(session.workspace_values).keys() == {"a", "k", "b", "ans"} and session.workspace["b"] == 2.0
    assert session.run("a = f(false);").error is None and session.workspace["a"] == 4.0


def test_an_interrupt_that_python_ignores_is_asked_for_again():
    guard = campaign.Guard()
    before = guard.install()
    guard.open = True
    freed = {1, 2}

    def callback(_: Any) -> None:
        raise KeyboardInterrupt

    try:
        with pytest.raises(KeyboardInterrupt):
            reference = weakref.ref(freed, callback)
            del freed
            assert reference() is None
            for _ in range(10**9):
                pass
    finally:
        guard.open = False
        guard.remove(before)


def test_a_cleanup_task_whose_constructor_was_interrupted_is_silent():
    CleanupTask.__new__(CleanupTask).__del__()
