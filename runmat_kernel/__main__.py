"""The command line: ``runmat script.m [arguments] [--report out.html]`` and ``runmat -e "code"``."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .session import Outcome


def main(arguments: list[str] | None = None) -> int:
    """Run a script file or a text; 1 when it fails, with the error on standard error."""
    parser = argparse.ArgumentParser(prog="runmat", description="Run MATLAB code.")
    parser.add_argument("script", nargs="?", help="a .m file ('-': standard input)")
    parser.add_argument("-e", "--evaluate", metavar="CODE", help="run this text instead of a file")
    parser.add_argument("--report", metavar="FILE", help="write what was fused and where it ran, as HTML")
    parser.add_argument("--provider", choices=("auto", "host", "gpu", "null"), help="where array math runs")
    parser.add_argument("--version", action="store_true", help="print the version")
    given = parser.parse_args(arguments)
    if given.version:
        from . import __version__

        print(__version__)
        return 0
    if given.evaluate is None and given.script is None:
        parser.print_usage(sys.stderr)
        return 2
    return _run(given)


def _run(given: argparse.Namespace) -> int:
    from .language.paths import read_source
    from .session import Session, render

    settings = {"provider": given.provider} if given.provider else {}
    try:
        session = Session(write=_write, write_error=_write_error, input=input, **settings)
    except ValueError as error:
        print(f"runmat: {error}", file=sys.stderr)
        return 2
    if given.evaluate is not None:
        text, name = given.evaluate, "command"
    elif given.script == "-":
        text, name = sys.stdin.read(), "stdin"
    else:
        try:
            source = read_source(given.script)
        except OSError as error:
            print(f"runmat: {given.script}: {error.strerror}", file=sys.stderr)
            return 1
        text, name = source.text, given.script
        session.path.add([os.path.dirname(os.path.abspath(given.script))])
    try:
        outcome = session.run(text, name)
    except KeyboardInterrupt:
        return 130
    if given.report:
        _write_report(given.report, name, outcome)
    if outcome.error is not None:
        sys.stdout.flush()
        print(render(outcome.error), file=sys.stderr)
        return 1
    return 0


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _write_error(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(text)


def _write_report(path: str, name: str, outcome: Outcome) -> None:
    from .reports.html import page, render
    from .reports.model import CellReport

    body = render([(name, CellReport.of(outcome.report))]) if outcome.report is not None else "<p>Nothing was deferred.</p>"
    with open(path, "w", encoding="utf-8") as file:
        file.write(page(body))


if __name__ == "__main__":
    sys.exit(main())
