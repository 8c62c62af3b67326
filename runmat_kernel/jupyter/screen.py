"""The output of a cell besides its text: images, tables, progress, messages that replace earlier ones."""

from __future__ import annotations

import os
import time
from base64 import b64encode
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from ..base.unicode import well_formed

if TYPE_CHECKING:
    from .session import NotebookSession

_FRAME_SECONDS = 0.05
_BAR_WIDTH = 40


class Screen:
    """``send(kind, content)`` publishes a message after everything printed so far; ``session()`` gives the notebook's session.

    ``figure_format`` is ``png`` or ``svg``; ``figure_scale`` device pixels to one of a figure's.
    """

    def __init__(self, send: Callable[[str, dict[str, Any]], None], session: Callable[[], NotebookSession]) -> None:
        self._send, self._session = send, session
        self.figure_format, self.figure_scale = "png", 2.0
        self._shown: dict[int, str] = {}
        self._next_frame = 0.0
        self._bar, self._bars = "", 0

    def begin_cell(self) -> None:
        """Figures and progress of the cells before are left as they are from now on."""
        self._shown, self._next_frame, self._bar = {}, 0.0, ""

    def show(
        self, data: dict[str, str], metadata: dict[str, Any] | None = None, display_id: str | None = None, update: bool = False
    ) -> None:  # fmt: skip
        """A ``display_data`` message, or one that replaces what was shown as ``display_id``."""
        if self._session().muted:
            return
        self._session().release()
        content: dict[str, Any] = {"data": {mime: well_formed(text) for mime, text in data.items()}, "metadata": metadata or {}}
        if display_id:
            content["transient"] = {"display_id": display_id}
        self._send("update_display_data" if update else "display_data", content)

    def progress(self, done: int, total: int, words: str = "") -> None:
        """A bar for a long loop or of ``waitbar``, with its words; it goes when all is done."""
        first = not self._bar
        if first:
            self._bars += 1
            self._bar = f"loop-{os.getpid()}-{self._bars}"
        filled = _BAR_WIDTH * done // max(total, 1)
        share, words = 100 * done // max(total, 1), words.strip()
        text = html = ""
        if done < total:
            text = f"{words} " * bool(words) + f"[{'#' * filled}{'.' * (_BAR_WIDTH - filled)}] {share} %"
            html = f'<div>{escape(words)} <progress value="{share}" max="100"></progress> {share} %</div>'
        self.show({"text/plain": text, "text/html": html}, display_id=self._bar, update=not first)
        if done >= total:
            self._bar = ""

    def animate(self) -> None:
        """Show changed figures before the end of the cell; frames that come too fast are left out."""
        if time.monotonic() < self._next_frame:
            return
        begin = time.monotonic()
        self.show_figures(animated=True)
        now = time.monotonic()
        self._next_frame = now + max(_FRAME_SECONDS, now - begin)

    def show_figures(self, animated: bool = False) -> None:
        """Figures that the cell changed, in order of their numbers; one that the cell showed already is updated in place."""
        if self._session()._figures is None:
            return
        from ..figures.drawing.render import render

        for figure in self._session().figures.take_changed():
            number = int(figure.number("Number"))
            try:
                picture = render(figure, self.figure_format, scale=self.figure_scale)
            except Exception as error:  # what the program computed counts, and so does its own error
                self._session().write_error(f"Warning: Figure {number} cannot be drawn: {error}\n")
                continue
            data = b64encode(picture.data).decode("ascii") if picture.mime == "image/png" else picture.data.decode("utf-8")
            plain = f"<Figure {number}, {picture.width}x{picture.height}>"
            shown = self._shown.get(number)
            if animated and shown is None:
                self._shown[number] = uuid4().hex
            about = {picture.mime: {"width": picture.width, "height": picture.height, "alt": picture.alt}}
            self.show({picture.mime: data, "text/plain": plain}, about, self._shown.get(number), update=shown is not None)
