"""The command line: ``runmat script.m [arguments] [--report out.html]`` and ``runmat -e "code"``."""

from __future__ import annotations

import argparse
import gc
import os
import sys
from typing import TYPE_CHECKING, Any

from .base.garbage import uncollected
from .base.settings import PROVIDERS
from .base.stored import store

if TYPE_CHECKING:
    from .base.source import Source
    from .session import Session


def main(arguments: list[str] | None = None) -> int:
    """Run a script, a function file or a text; 1 when it fails, with the error on standard error."""
    parser = argparse.ArgumentParser(prog="runmat", description="Run MATLAB code.", formatter_class=_help)
    parser.add_argument("script", nargs="?", help="a .m file ('-': standard input; check: say what is installed; none: a prompt)")
    parser.add_argument("arguments", nargs="*", help="given to the first function of a function file, as text; argv() in scripts")
    parser.add_argument("-e", "--evaluate", metavar="CODE", help="run this text instead of a file")
    parser.add_argument("--report", metavar="FILE", help="write what was fused and where it ran, as HTML")
    parser.add_argument("--figures", metavar="DIR", help="write figures to files in this folder")
    parser.add_argument("--provider", choices=PROVIDERS, help="where array math runs")
    parser.add_argument("--version", action="store_true", help="print the version")
    options = parser.parse_intermixed_args(arguments)
    if options.version:
        from . import __version__

        print(__version__)
        return 0
    if options.evaluate is None and options.script is None:
        if sys.stdin.isatty():
            return _prompt(options)
        parser.print_usage(sys.stderr)
        return 2
    if options.script == "check" and options.evaluate is None and not os.path.exists("check.m"):
        return _check()
    return _run(options)


def _check() -> int:
    from .jupyter.check import report

    text, is_complete = report()
    _write(text)
    return 0 if is_complete else 1


def _prompt(options: argparse.Namespace) -> int:
    """Commands from a terminal until the user quits."""
    from .jupyter.terminal import Prompt
    from .session import Session

    settings = {"provider": options.provider} if options.provider else {}
    try:
        session = Session(write=_write, write_error=_write_error, input=_ask, **settings)
    except ValueError as error:
        print(f"runmat: {error}", file=sys.stderr)
        return 2
    return Prompt(session, options.figures or "").run()


def _help(prog: str) -> argparse.HelpFormatter:
    """Help of a fixed width: ``argparse`` loads ``shutil``, and with it three compressors, to ask how wide the terminal is."""
    return argparse.HelpFormatter(prog, width=100)


def _run(options: argparse.Namespace) -> int:
    settings = {"provider": options.provider} if options.provider else {}
    try:
        with uncollected():
            from .session import Session

            session = Session(write=_write, write_error=_write_error, input=_ask, **settings)
            # Loaded modules are never freed: the collector need not look through them.
            gc.freeze()
    except ValueError as error:
        print(f"runmat: {error}", file=sys.stderr)
        return 2
    try:
        source = _source(options)
    except OSError as error:
        print(f"runmat: {options.script}: {error.strerror}", file=sys.stderr)
        return 1
    if os.path.isfile(source.name):
        from .base.folders import absolute

        folder = os.path.dirname(absolute(source.name))
        session.path.add([folder])
        session.functions.folder = session.path.main = folder  # whose private functions the file's own code sees
    words = options.arguments if options.evaluate is None else [word for word in (options.script, *options.arguments) if word is not None]
    session.arguments = tuple(words)  # type: ignore[attr-defined]
    reports: list[Any] = []
    try:
        status = _execute(session, source, words, reports)
    except KeyboardInterrupt:
        status = 130
    except SystemExit:
        if options.report:
            session.engine.flush()
            _write_report(options.report, source.name, [session.engine.take_report(session.workspace_values)])
        raise
    if options.figures and not _write_figures(session, options.figures):
        return 1
    if options.report and not _write_report(options.report, source.name, reports):
        return 1
    return status


def _write_figures(session: Session, folder: str) -> bool:
    from .jupyter.terminal import save_figures

    try:
        save_figures(session, folder)
    except OSError as error:
        print(f"runmat: {folder}: {error.strerror}", file=sys.stderr)
        return False
    return True


def _source(options: argparse.Namespace) -> Source:
    """The text to run, under the name that errors show.  Raises OSError."""
    from .base.source import Source
    from .language.search_path import read_source

    if options.evaluate is not None:
        return Source("command", options.evaluate)
    if options.script == "-":
        return Source("stdin", sys.stdin.read())
    return read_source(options.script if os.path.exists(options.script) else _with_suffix(options.script))


def _with_suffix(name: str) -> str:
    return name + ".m" if not name.endswith(".m") and os.path.exists(name + ".m") else name


def _execute(session: Session, source: Source, words: list[str], reports: list[Any]) -> int:
    """Run the text, then the first function of a file that has nothing but functions."""
    texts = [(source.text, source.name)]
    while texts:
        text, name = texts.pop(0)
        outcome = session.run(text, name, source.path if name == source.name else None)
        reports.append(outcome.report)
        if outcome.error is not None:
            from .session import render

            sys.stdout.flush()
            print(_encodable(render(outcome.error), sys.stderr), file=sys.stderr)
            return 1
        if name == source.name and (function := _only_function(source)):
            quoted = ", ".join("'" + word.replace("'", "''") + "'" for word in words)
            texts.append((f"{function}({quoted})", "command"))
    return 0


def _only_function(source: Source) -> str:
    """The name of the first function of a file without statements of its own."""
    from .syntax.parser import parse

    program = parse(source)
    return program.functions[0].name if os.path.isfile(source.name) and program.functions and not program.statements else ""


def _ask(prompt: str) -> str:
    from .base.errors import MatlabError

    try:
        return input(_encodable(prompt, sys.stdout))
    except EOFError:
        raise MatlabError("There is no more input to read.", "MATLAB:services:noInput") from None


def _encodable(text: str, stream: Any) -> str:
    """Text that the stream can write: what its encoding lacks is replaced."""
    from .base.unicode import well_formed

    encoding = getattr(stream, "encoding", None) or "utf-8"
    return well_formed(text).encode(encoding, "replace").decode(encoding)


def _write(text: str) -> None:
    try:
        sys.stdout.write(_encodable(text, sys.stdout))
        sys.stdout.flush()
    except BrokenPipeError:  # nobody reads what is printed
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(141) from None


def _write_error(text: str) -> None:
    sys.stdout.flush()
    sys.stderr.write(_encodable(text, sys.stderr))


def _write_report(path: str, name: str, reports: list[Any]) -> bool:
    """Write the page; False, with a message, where that fails."""
    from .reports.html import page, render
    from .reports.model import CellReport

    kept = [CellReport.of(report) for report in reports]
    body = render([(name, report) for report in kept if not report.is_empty or len(kept) == 1])
    try:
        store(path, page(body).encode())
    except OSError as error:
        print(f"runmat: {path}: {error.strerror}", file=sys.stderr)
        return False
    return True


if __name__ == "__main__":
    sys.exit(main())
