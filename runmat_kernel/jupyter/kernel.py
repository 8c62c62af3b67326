"""RunMatKernel: Jupyter's messages answered by a MATLAB session that runs synchronously on the main thread."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import sys
import time
from typing import TYPE_CHECKING, Any

from ipykernel import kernel_protocol_version
from ipykernel.kernelbase import Kernel

from .. import __version__
from ..base.errors import MatlabError
from ..base.release import RELEASE
from ..base.unicode import well_formed
from . import magics
from .cell_reports import CellReports
from .interrupts import InterruptGuard
from .screen import Screen
from .warmup import pieces

if TYPE_CHECKING:
    from .debug_adapter import DebugAdapter
    from .session import NotebookSession

_RED, _PLAIN = "\x1b[0;31m", "\x1b[0m"
# Front ends ask for the kernel's info first, again and again while no answer comes; loading the language begins when nothing was
# asked for so long, so that no answer comes late and is taken for that to a later question.
_IDLE_SECONDS = 0.5
_NAME = r"%{0,2}[A-Za-z]\w*(?:\.[A-Za-z]\w*)*"
_HELP = re.compile(rf"\?{{1,2}}\s*({_NAME})|({_NAME})\s*\?{{1,2}}")


class RunMatKernel(Kernel):
    """The kernel.  The interpreter runs inside ``do_execute`` without awaiting, so that a SIGINT is a KeyboardInterrupt in it."""

    implementation = "runmat"
    implementation_version = __version__
    banner = "RunMat: MATLAB syntax, array math fused into GPU kernels.  %lsmagic lists the magics."
    # JupyterLab finds a mode by ``mime`` where no MATLAB mode is installed, by ``name`` where one is.
    language_info = {  # noqa: RUF012
        "name": "matlab", "version": RELEASE, "mimetype": "text/x-octave", "file_extension": ".m", "pygments_lexer": "matlab",
        "codemirror_mode": {"name": "matlab", "mime": "text/x-octave"},
    }  # fmt: skip
    help_links = [{"text": "MATLAB documentation", "url": "https://www.mathworks.com/help/matlab/"}]  # noqa: RUF012
    _execute_sleep = 0.0

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._matlab: NotebookSession | None = None
        self.reports = CellReports()
        self.screen = Screen(self._publish, lambda: self.matlab)
        self._guard = InterruptGuard()
        self._count = 1
        self._history: Any = None
        self._payload: list[dict[str, Any]] = []
        self._result_text: str | None = None
        self._cell_name, self._silent = "", False
        self._written: Any = None
        self._last_message = 0.0
        self._debug_adapter: DebugAdapter | None = None
        self._wire_comms()

    def _wire_comms(self) -> None:
        from .comms import CommManager

        self.comm_manager = CommManager(parent=self)
        for name in ("comm_open", "comm_msg", "comm_close"):
            self.shell_handlers[name] = getattr(self.comm_manager, name)

    @property
    def matlab(self) -> NotebookSession:
        """The session, made when it is first needed.  Raises MatlabError where a RUNMAT_* variable has a bad value."""
        if self._matlab is None:
            from .session import NotebookSession

            try:
                self._matlab = NotebookSession(
                    self._print_out, self._print_err, self._ask, self._clear_output, self.screen.animate, self.screen.show
                )
                self._matlab.engine.obey(self._guard.interrupt)
                self._matlab.engine.progress = self.screen.progress
            except ValueError as error:
                raise MatlabError(str(error), "RunMat:badSetting") from None
        return self._matlab

    def start(self) -> None:
        super().start()
        steps = iter(pieces(lambda: self.matlab))

        def warm_up() -> None:
            """One piece, then other messages get their turn."""
            waiting = _IDLE_SECONDS - (time.monotonic() - self._last_message)
            if waiting > 0:
                self.io_loop.call_later(waiting, warm_up)
                return
            step = next(steps, None)
            if step is None:
                return
            try:
                step()
            except MatlabError:
                return  # the first cell says it
            self.io_loop.call_later(0.0, warm_up)

        self._last_message = time.monotonic()
        self.io_loop.call_later(_IDLE_SECONDS, warm_up)

    # ------------------------------------------------------------------ what the base class asks of us

    @property
    def kernel_info(self) -> dict[str, Any]:
        """The answer to the first request of front ends.  The base class loads a debugger for it: a tenth of a second, and a warning."""
        return {
            "protocol_version": kernel_protocol_version, "implementation": self.implementation,
            "implementation_version": self.implementation_version, "language_info": self.language_info, "banner": self.banner,
            "help_links": self.help_links, "supported_features": ["debugger"],
        }  # fmt: skip

    @property  # type: ignore[override]
    def execution_count(self) -> int:
        """The number of the next stored cell; the base class's own counting is ignored, it counts unstored cells too."""
        return self._count

    @execution_count.setter
    def execution_count(self, value: int) -> None:
        pass

    def set_parent(self, ident: Any, parent: Any, channel: str = "shell") -> None:
        super().set_parent(ident, parent, channel)
        if channel == "shell":
            self._last_message = time.monotonic()
            for stream in (sys.stdout, sys.stderr):
                if hasattr(stream, "set_parent"):
                    stream.set_parent(parent)

    def pre_handler_hook(self) -> None:
        self.saved_sigint_handler = self._guard.install()

    def post_handler_hook(self) -> None:
        self._guard.remove(self.saved_sigint_handler)

    async def do_debug_request(self, msg: dict[str, Any]) -> dict[str, Any]:
        """Runs on the control thread."""
        if self._debug_adapter is None:
            from .debug_adapter import DebugAdapter

            self._debug_adapter = DebugAdapter(self)
        return self._debug_adapter.process(msg)

    def publish_debug_event(self, event: dict[str, Any]) -> None:
        """Tell front ends what the debugger does; after what the cell has printed."""
        self._flush()
        self.session.send(self.iopub_socket, "debug_event", event, parent=self.get_parent("shell"), ident=self._topic("debug_event"))

    @property
    def started_session(self) -> NotebookSession | None:
        """The session, if it has been made."""
        return self._matlab

    @property
    def is_running(self) -> bool:
        """Whether a cell runs."""
        return self._guard.open

    # ------------------------------------------------------------------ output

    def _print_out(self, text: str) -> None:
        self._turn_to(sys.stdout).write(well_formed(text))

    def _print_err(self, text: str) -> None:
        self._turn_to(sys.stderr).write(well_formed(text))

    def _turn_to(self, stream: Any) -> Any:
        """The stream, after what the other one holds is sent: they keep their order, and many lines to one are few messages."""
        if self._written is not stream:
            if self._written is not None:
                self._written.flush()
            self._written = stream
        return stream

    def _flush(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()

    def _ask(self, prompt: str) -> str:
        self.matlab.release()
        self._flush()
        try:
            return self.raw_input(well_formed(prompt))
        except Exception as error:
            if type(error).__name__ != "StdinNotImplementedError":
                raise
            raise MatlabError("This front end cannot ask for input.", "MATLAB:services:noInput") from None

    def _publish(self, kind: str, content: dict[str, Any]) -> None:
        """A message to the cell, after everything printed so far."""
        self._flush()
        self.send_response(self.iopub_socket, kind, content)

    def _clear_output(self) -> None:
        self._publish("clear_output", {"wait": False})

    # ------------------------------------------------------------------ executing

    async def do_execute(
        self, code: str, silent: bool, store_history: bool = True, user_expressions: dict[str, str] | None = None,
        allow_stdin: bool = False, *, cell_meta: Any = None, cell_id: str | None = None,
    ) -> dict[str, Any]:  # fmt: skip
        count, code = self._count, well_formed(code)
        self._allow_stdin = allow_stdin
        self._payload, self._result_text = [], None
        self.screen.begin_cell()
        self.reports.begin(count)
        self._cell_name = f"cell[{count}]"
        answers: dict[str, Any] = {}
        try:
            try:
                self._guard.open = True
                self._silent = self.matlab.muted = silent
                failure = self._execute_pieces(code, count)
                if failure is None:
                    answers = {name: self._user_expression(asked) for name, asked in (user_expressions or {}).items()}
            finally:
                self._guard.open = False
        except MatlabError as error:
            failure = self._error_content(error)
        except KeyboardInterrupt:
            failure = self._interrupted()
        except SystemExit:
            failure = self._quit()
        except BaseException as error:  # the reply must go out whatever happens, or the cell would never end
            failure = self._internal_error(error)
        finally:
            if self._matlab is not None:
                self._matlab.muted = False
        if store_history and not silent:
            self._keep_history(count, code)
        reply: dict[str, Any] = {"execution_count": count, "payload": self._payload, "user_expressions": {}}
        if failure is not None:
            if not silent:
                self._publish("error", failure)
            return {**reply, "status": "error", **failure}
        return {**reply, "status": "ok", "user_expressions": answers}

    def _execute_pieces(self, code: str, count: int) -> dict[str, Any] | None:
        """Run a cell: its MATLAB code and magics in order, then its figures and result.  Gives the error content, or None."""
        if asked := _HELP.fullmatch(code.strip()):
            return self._page_help(asked[1] or asked[2])
        failure = None
        if warning := magics.warning_of(code):
            self.matlab.write_error(warning)
        for piece in magics.split(code):
            failure = self.run_piece(piece)
            if failure is not None:
                break
        self.screen.show_figures()
        self._publish_result(count)
        return failure

    def run_piece(self, piece: magics.Piece) -> dict[str, Any] | None:
        """Run a part of the cell, a magic or MATLAB text; the content of an error message, or None."""
        if not piece.magic:
            return self.run_code(piece.code)
        self.matlab.release()
        try:
            return magics.MAGICS[piece.magic](self, piece.argument, piece.code)
        except MatlabError as error:
            return self._error_content(error)

    def run_code(self, text: str) -> dict[str, Any] | None:
        """Run MATLAB text as part of the cell; the content of an error message, or None."""
        self.matlab.release()
        try:
            outcome = self.matlab.run_cell(text, self._cell_name)
        except KeyboardInterrupt:
            self._keep_report(self.matlab.interrupted_report)
            raise
        self._keep_report(outcome.report)
        if outcome.error is None:
            return None
        self.matlab.release()
        return self._error_content(outcome.error)

    def _keep_report(self, report: Any) -> None:
        if report is not None and not self._silent:
            self.reports.add(report)

    def _publish_result(self, count: int) -> None:
        text, self.matlab.held = well_formed(self.matlab.held.strip("\n")), ""
        if text:
            self._result_text = text
            self._publish("execute_result", {"execution_count": count, "data": {"text/plain": text}, "metadata": {}})

    def _user_expression(self, text: str) -> dict[str, Any]:
        workspace, matlab = self.matlab.workspace_values, self.matlab
        before, errors = workspace.get("ans"), (matlab.last_error, matlab.uncaught_error)
        matlab.muted = True
        try:
            outcome = matlab.run(text)
        finally:
            matlab.muted = False
            matlab.last_error, matlab.uncaught_error = errors
        if before is not None:
            workspace["ans"] = before
        else:
            workspace.pop("ans", None)
        if outcome.error is not None:
            return {"status": "error", **self._error_content(outcome.error)}
        return {"status": "ok", "data": {"text/plain": well_formed(outcome.text.strip("\n"))}, "metadata": {}}

    def _page_help(self, name: str) -> dict[str, Any] | None:
        from .inspection import describe

        page = _sendable(describe(self.matlab, name) or {"text/plain": f"{name} not found."})
        self._payload.append({"source": "page", "data": page, "start": 0})
        return None

    # ------------------------------------------------------------------ errors

    def _error_content(self, error: MatlabError) -> dict[str, Any]:
        """The content of an ``error`` message: identifier, message, and the report in red with the lines that led there."""
        from ..language.errors import render

        text = well_formed(render(error))
        traceback = [f"{_RED}{line}{_PLAIN}" if line.strip() else line for line in text.split("\n")]
        return {"ename": error.identifier or "error", "evalue": well_formed(error.message), "traceback": traceback}

    def _interrupted(self) -> dict[str, Any]:
        if self._matlab is not None:
            self._matlab.held = ""
            with contextlib.suppress(KeyboardInterrupt):
                try:
                    self._guard.open = True  # who asks twice wants no figures either
                    self.screen.show_figures()
                finally:
                    self._guard.open = False
        message = "Operation terminated by user."
        return {"ename": "KeyboardInterrupt", "evalue": message, "traceback": [f"{_RED}{message}{_PLAIN}"]}

    def _quit(self) -> None:
        self._payload.append({"source": "ask_exit", "keepkernel": False})
        asyncio.get_running_loop().call_later(0.2, self.io_loop.stop)

    def _internal_error(self, error: BaseException) -> dict[str, Any]:
        import traceback

        lines = traceback.format_exception(error)
        return {"ename": type(error).__name__, "evalue": f"Internal error: {error}", "traceback": [line.rstrip("\n") for line in lines]}

    # ------------------------------------------------------------------ asking about code

    async def do_complete(self, code: str, cursor_pos: int | None) -> dict[str, Any]:
        from .completion import complete

        cursor = len(code) if cursor_pos is None else cursor_pos
        try:
            start, matches = complete(self.matlab, code, cursor)
        except Exception as error:
            self.log.warning("completion failed: %r", error)
            start, matches = cursor, []
        matches = [(well_formed(text), kind) for text, kind in matches]
        types = [{"start": start, "end": cursor, "text": text, "type": kind} for text, kind in matches]
        return {
            "status": "ok", "matches": [text for text, _ in matches], "cursor_start": start, "cursor_end": cursor,
            "metadata": {"_jupyter_types_experimental": types},
        }  # fmt: skip

    async def do_inspect(self, code: str, cursor_pos: int | None, detail_level: int = 0, omit_sections: Any = ()) -> dict[str, Any]:
        from .inspection import inspect

        try:
            page = inspect(self.matlab, code, len(code) if cursor_pos is None else cursor_pos)
        except Exception as error:
            self.log.warning("inspection failed: %r", error)
            page = None
        return {"status": "ok", "found": page is not None, "data": _sendable(page or {}), "metadata": {}}

    async def do_is_complete(self, code: str) -> dict[str, Any]:
        from ..syntax.completeness import status

        if _HELP.fullmatch(code.strip()):
            return {"status": "complete"}
        state, indent = status(code)
        if (more := magics.awaits_more(code)) is not None:
            state = "incomplete" if more else "complete"
        return {"status": state, "indent": indent} if state == "incomplete" else {"status": state}

    async def do_history(
        self, hist_access_type: str, output: bool, raw: bool, session: int | None = None, start: int | None = None, stop: int | None = None,
        n: int | None = None, pattern: str | None = None, unique: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        history = self._open_history()
        if hist_access_type == "tail":
            rows = history.tail(n or 10)
        elif hist_access_type == "range":
            rows = history.range(session or 0, start or 1, stop)
        else:
            rows = history.search(pattern or "*", n, unique)
        return {"status": "ok", "history": [(a, b, (source, text) if output else source) for a, b, source, text in rows]}

    def _open_history(self) -> Any:
        if self._history is None:
            from jupyter_core.paths import jupyter_data_dir

            from .history import History

            self._history = History(os.path.join(jupyter_data_dir(), "runmat", "history.sqlite"))
        return self._history

    def _keep_history(self, count: int, code: str) -> None:
        self._count += 1
        self._open_history().add(count, code, self._result_text)

    async def do_shutdown(self, restart: bool) -> dict[str, Any]:
        return {"status": "ok", "restart": restart}


def _sendable(data: dict[str, str]) -> dict[str, str]:
    return {mime: well_formed(text) for mime, text in data.items()}
