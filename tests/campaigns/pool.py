"""Runs the numbered cases of a campaign in processes of their own, so that crashes and endless cases are findings like any other.

A campaign is a module of this package with a class ``Campaign``:

- ``Campaign.add_arguments(parser)`` (static): its own command-line arguments, beside ``--count``, ``--seed`` and ``--workers``;
- ``Campaign(options)``: made once in each process;
- ``seconds``: how long one case may take;
- ``summary(descriptions) -> str`` (static, may be absent): all findings in short, printed at the end;
- ``case(number) -> str | None``: runs the case that this number stands for; a text describes a defect, None is success.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import signal
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait


@dataclass(frozen=True, slots=True)
class Finding:
    """A defect: the number of the case that shows it, and a description."""

    number: int
    description: str


class Worker:
    """A process that runs one case after the other, and what the parent knows of it."""

    def __init__(self, name: str, options: argparse.Namespace):
        context = multiprocessing.get_context("spawn")
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(name, options, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.number: int | None = None
        self.deadline = 0.0
        self.seconds: float = self.connection.recv()

    def start(self, number: int) -> None:
        self.number, self.deadline = number, time.monotonic() + self.seconds
        self.connection.send(number)

    def result(self) -> Finding | None:
        """What the running case answered; a process that ended is a finding."""
        assert self.number is not None
        number, self.number = self.number, None
        try:
            description = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            return Finding(number, f"the process ended with {_exit_text(self.process.exitcode)}")
        return Finding(number, description) if description else None

    def overdue(self) -> Finding | None:
        if self.number is None or time.monotonic() < self.deadline:
            return None
        number, self.number = self.number, None
        self.stop()
        return Finding(number, f"took longer than {self.seconds:g} s")

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def results(name: str, options: argparse.Namespace) -> Iterator[Finding | None]:
    """Runs ``options.count`` cases from ``options.seed`` on with ``options.workers`` processes; yields the defect of each case, or None."""
    numbers = iter(range(options.seed, options.seed + options.count))
    workers = [Worker(name, options) for _ in range(min(options.workers, options.count))]
    try:
        busy = [worker for worker in workers if _give_next(worker, numbers)]
        while busy:
            ready: list[Connection] = wait([worker.connection for worker in busy], timeout=0.25)  # type: ignore[assignment]
            for place, worker in enumerate(busy):
                finding = worker.result() if worker.connection in ready else worker.overdue()
                if worker.number is not None:
                    continue
                yield finding
                if not worker.process.is_alive():
                    workers.remove(worker)
                    busy[place] = worker = Worker(name, options)
                    workers.append(worker)
                _give_next(worker, numbers)
            busy = [worker for worker in busy if worker.number is not None]
    finally:
        for worker in workers:
            worker.stop()


def _give_next(worker: Worker, numbers: Iterator[int]) -> bool:
    number = next(numbers, None)
    if number is not None:
        worker.start(number)
    return number is not None


def _serve(name: str, options: argparse.Namespace, connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when to stop
    campaign = importlib.import_module(f"tests.campaigns.{name}").Campaign(options)
    connection.send(campaign.seconds)
    while True:
        try:
            number = connection.recv()
        except EOFError:
            return
        try:
            description = campaign.case(number)
        except Exception:
            description = "the campaign itself failed: " + traceback.format_exc()
        connection.send(description)


def _exit_text(code: int | None) -> str:
    if code is not None and code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit status {code}"
