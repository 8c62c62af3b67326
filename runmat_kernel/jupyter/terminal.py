"""The prompt of ``runmat`` in a terminal: history, several lines, completion, colours."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.filters import completion_is_selected
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.lexers import PygmentsLexer
from pygments.lexers.matlab import MatlabLexer

from ..base.errors import MatlabError
from ..base.own_files import make_folder
from ..language.errors import render
from ..syntax.completeness import FINISHED, status
from .completion import complete
from .inspection import describe

if TYPE_CHECKING:
    from ..session import Session

_RED, _PLAIN = "\x1b[0;31m", "\x1b[0m"
_BANNER = "RunMat {version}: MATLAB syntax, compiled.  help NAME explains a function, quit or Ctrl-D ends.\n"


class Prompt:
    """Reads commands and runs them until the user quits.  ``options`` go to the PromptSession of prompt_toolkit."""

    def __init__(self, session: Session, figures: str = "", **options: Any) -> None:
        self.session, self.figures = session, figures
        self._hinted = False
        self._input: PromptSession[str] = PromptSession(
            history=_history(), completer=Names(session), complete_while_typing=False, lexer=PygmentsLexer(MatlabLexer),
            key_bindings=_keys(), multiline=True, prompt_continuation="   ", **options,
        )  # fmt: skip

    def run(self) -> int:
        """The exit status."""
        from .. import __version__

        self.session.write(_BANNER.format(version=__version__))
        while True:
            try:
                text = self._input.prompt(">> ")
            except KeyboardInterrupt:
                continue
            except EOFError:
                return 0
            try:
                self._execute(text)
            except KeyboardInterrupt:
                self._show_error("Operation terminated by user.")
            except SystemExit as end:
                return int(end.code or 0)

    def _execute(self, text: str) -> None:
        if text.strip().endswith("?") and (page := describe(self.session, text.strip(" ?\n"))):
            self.session.write(page["text/plain"] + "\n")
            return
        outcome = self.session.run(text, "command")
        if outcome.error is not None:
            self._show_error(render(outcome.error))
        self._show_figures()

    def _show_error(self, text: str) -> None:
        sys.stdout.flush()
        print(f"{_RED}{text}{_PLAIN}" if sys.stderr.isatty() else text, file=sys.stderr)

    def _show_figures(self) -> None:
        if self.session._figures is None:
            return
        if self.figures:
            save_figures(self.session, self.figures)
        elif self.session.figures.take_changed() and not self._hinted:
            self._hinted = True
            self.session.write("Start with 'runmat --figures DIR' to get figures as files in DIR, or save them with exportgraphics.\n")


def save_figures(session: Session, folder: str) -> None:
    """Write the figures that changed to ``figure-N.png`` in a folder, and say so.  Raises OSError."""
    if session._figures is None:
        return
    from ..base.stored import store
    from ..figures.drawing.render import render as draw

    Path(folder).mkdir(parents=True, exist_ok=True)
    for figure in session.figures.take_changed():
        path = os.path.join(folder, f"figure-{int(figure.number('Number'))}.png")
        store(path, draw(figure, "png", scale=2.0).data)
        session.write(f"{path}\n")


def _history() -> History:
    """What was typed before; nothing is kept where the folder cannot be written."""
    from jupyter_core.paths import jupyter_data_dir

    folder = Path(jupyter_data_dir()) / "runmat"
    try:
        make_folder(folder)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(folder / "terminal-history"))


def _keys() -> KeyBindings:
    """Enter runs what is complete, and begins another line of what is not."""
    keys = KeyBindings()

    @keys.add("enter", filter=~completion_is_selected)
    def _(event: KeyPressEvent) -> None:
        buffer = event.current_buffer
        state, indent = status("\n".join([buffer.text, *FINISHED[1:]]) if buffer.text.endswith("\n") else buffer.text)
        if state == "incomplete":
            buffer.insert_text("\n" + indent)
        else:
            buffer.validate_and_handle()

    return keys


class Names(Completer):
    """Variables, functions, fields, files and options, as notebooks complete them."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Any, event: Any) -> Iterator[Completion]:
        try:
            start, matches = complete(self._session, document.text, document.cursor_position)
        except MatlabError:
            return
        for text, kind in matches:
            yield Completion(text, start - document.cursor_position, display_meta=kind)
