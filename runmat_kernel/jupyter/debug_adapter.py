"""The debugger's requests: the Debug Adapter Protocol and Jupyter's additions to it, answered by ``language.debugging``.

Requests come on the control thread, while the main thread runs a cell or waits at a stop.  At a stop the main thread does everything
that reads or changes values; between cells no other thread could disturb.  debugpy, which ipykernel brings, is not used: it knows Python's
frames and objects, so frames, variables, conditions and values would have to be made anew behind it, and every request would go through a
second process.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ipykernel.compiler import get_tmp_hash_seed, murmur2_x86

from ..base.errors import MatlabError
from ..base.own_files import make_folder
from ..language.base_view import BaseView
from ..language.debugging import Breakpoint, Debugger, Stop
from ..language.frames import FrameView, frame_name, unit_of
from ..values.display import display
from .magics import between_statements, split
from .variables import Variables

if TYPE_CHECKING:
    from .kernel import RunMatKernel

Request = dict[str, Any]
_SUFFIX = ".m"
_CAPABILITIES = {
    "supportsConfigurationDoneRequest": True, "supportsConditionalBreakpoints": True, "supportsHitConditionalBreakpoints": True,
    "supportsLogPoints": True, "supportsEvaluateForHovers": True, "supportsSetVariable": True, "supportsModulesRequest": False,
    "exceptionBreakpointFilters": [
        {"filter": "uncaught", "label": "Uncaught errors", "default": False}, {"filter": "all", "label": "All errors", "default": False},
    ],
}  # fmt: skip
_THREAD = 1


def cell_folder() -> str:
    """Where the texts of cells are written for front ends."""
    return os.path.join(tempfile.gettempdir(), f"runmat_{os.getpid()}") + os.sep


def path_of_cell(text: str) -> str:
    """The name of a cell, which front ends work out from its text as well."""
    return f"{cell_folder()}{murmur2_x86(text, get_tmp_hash_seed())}{_SUFFIX}"


class DebugAdapter:
    """The debugger of one kernel, as front ends see it."""

    def __init__(self, kernel: RunMatKernel) -> None:
        self._kernel = kernel
        self._is_started = False
        self._sequence = 0
        self._variables: Variables | None = None
        self._cells: dict[str, str] = {}
        self._paths: dict[str, str] = {}
        """Texts that are parts of cells: the paths of the cells."""
        self._handlers: dict[str, Callable[[Request], dict[str, Any]]] = {
            "attach": self._attach, "configurationDone": self._nothing, "continue": self._continue, "copyToGlobals": self._copy_to_globals,
            "debugInfo": self._debug_info, "disconnect": self._disconnect, "dumpCell": self._dump_cell, "evaluate": self._evaluate,
            "initialize": self._initialize, "inspectVariables": self._inspect_variables, "modules": self._modules, "next": self._next,
            "pause": self._pause, "richInspectVariables": self._rich_inspect, "scopes": self._scopes,
            "setBreakpoints": self._set_breakpoints, "setExceptionBreakpoints": self._set_errors,
            "setVariable": self._set_variable, "source": self._source, "stackTrace": self._stack_trace,
            "stepIn": self._step_in, "stepOut": self._step_out, "threads": self._threads,
            "variables": self._list_variables,
        }  # fmt: skip

    @property
    def _debugger(self) -> Debugger:
        return self._kernel.matlab.debugger

    @property
    def _session(self) -> Any:
        return self._kernel.matlab

    def process(self, request: Request) -> dict[str, Any]:
        """The response to a request; one that fails says why."""
        command = request.get("command", "")
        self._sequence += 1
        response = {"seq": self._sequence, "type": "response", "request_seq": request.get("seq", 0), "command": command}
        handler = self._handlers.get(command)
        if handler is None:
            return {**response, "success": False, "message": f"The debugger does not know the request '{command}'."}
        try:
            body = handler(request.get("arguments") or {})
        except MatlabError as error:
            return {**response, "success": False, "message": error.message, "body": {}}
        except Exception as error:  # a front end waits for every answer
            return {**response, "success": False, "message": f"The request '{command}' failed: {error!r}", "body": {}}
        return {**response, "success": True, "body": body}

    def _event(self, name: str, body: dict[str, Any]) -> None:
        self._sequence += 1
        self._kernel.publish_debug_event({"seq": self._sequence, "type": "event", "event": name, "body": body})

    # ------------------------------------------------------------------ beginning and ending

    def _debug_info(self, arguments: Request) -> dict[str, Any]:
        matlab = self._kernel.started_session
        known = matlab.debugger if matlab is not None else None
        lists = known.breakpoints.items() if known is not None else ()
        breakpoints = [{"source": path, "breakpoints": [{"line": n} for n in lines]} for path, lines in lists]
        return {
            "isStarted": self._is_started, "hashMethod": "Murmur2", "hashSeed": get_tmp_hash_seed(), "tmpFilePrefix": cell_folder(),
            "tmpFileSuffix": _SUFFIX, "breakpoints": breakpoints,
            "stoppedThreads": [_THREAD] if known is not None and known.stop is not None else [], "richRendering": True,
            "exceptionPaths": ["MATLAB errors"], "copyToGlobals": True,
        }  # fmt: skip

    def _initialize(self, arguments: Request) -> dict[str, Any]:
        self._is_started = True
        return _CAPABILITIES

    def _attach(self, arguments: Request) -> dict[str, Any]:
        self._debugger.attach(self._stopped, self._went_on, lambda text: self._paths.get(text) or path_of_cell(text))
        self._event("initialized", {})
        return {}

    def _disconnect(self, arguments: Request) -> dict[str, Any]:
        """Breakpoints go, and a program that waits goes on."""
        self._is_started = False
        if self._kernel.started_session is not None:
            self._debugger.detach()
        self._event("terminated", {})
        return {}

    def _nothing(self, arguments: Request) -> dict[str, Any]:
        return {}

    def _modules(self, arguments: Request) -> dict[str, Any]:
        return {"modules": [], "totalModules": 0}

    # ------------------------------------------------------------------ breakpoints

    def _dump_cell(self, arguments: Request) -> dict[str, Any]:
        path = path_of_cell(arguments["code"])
        make_folder(Path(path).parent)
        with open(path, "w", encoding="utf-8") as file:
            file.write(arguments["code"])
        self._cells[path] = arguments["code"]
        # Behind a magic MATLAB code runs as a text of its own, with the cell's line numbers.
        for piece in split(arguments["code"]):
            inner = between_statements(piece.code) if piece.magic else (piece,)
            self._paths.update((part.code, path) for part in inner if not part.magic)
        return {"sourcePath": path}

    def _text_of(self, path: str) -> str:
        if path in self._cells:
            return self._cells[path]
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def _set_breakpoints(self, arguments: Request) -> dict[str, Any]:
        path = arguments["source"]["path"]
        if path not in self._cells:
            path = os.path.realpath(path)
        wanted = [
            Breakpoint(int(b["line"]), b.get("condition") or "", _hits(b.get("hitCondition")), b.get("logMessage") or "")
            for b in arguments.get("breakpoints", ())
        ]
        lines = self._debugger.set_breakpoints(path, self._text_of(path), wanted)
        placed = [
            {"verified": line is not None, "line": line or b.line, **({} if line else {"message": "No statement begins here or below."})}
            for b, line in zip(wanted, lines, strict=True)
        ]
        return {"breakpoints": placed}

    def _set_errors(self, arguments: Request) -> dict[str, Any]:
        filters = arguments.get("filters", ())
        self._debugger.set_errors("all" if "all" in filters else "uncaught" if "uncaught" in filters else "")
        return {"breakpoints": [{"verified": True} for _ in filters]}

    def _source(self, arguments: Request) -> dict[str, Any]:
        return {"content": self._text_of((arguments.get("source") or {})["path"]), "mimeType": "text/x-octave"}

    # ------------------------------------------------------------------ stops

    def _stopped(self, stop: Stop) -> None:
        self._variables = Variables(self._session)
        body = {"reason": stop.reason, "threadId": _THREAD, "allThreadsStopped": True}
        self._event("stopped", {**body, "text": stop.text, "description": stop.text} if stop.text else body)

    def _went_on(self) -> None:
        self._variables = None
        self._event("continued", {"threadId": _THREAD, "allThreadsContinued": True})

    def _threads(self, arguments: Request) -> dict[str, Any]:
        return {"threads": [{"id": _THREAD, "name": "MATLAB"}]}

    def _pause(self, arguments: Request) -> dict[str, Any]:
        self._debugger.pause()
        return {}

    def _continue(self, arguments: Request) -> dict[str, Any]:
        self._debugger.resume()
        return {"allThreadsContinued": True}

    def _next(self, arguments: Request) -> dict[str, Any]:
        self._debugger.resume("over")
        return {}

    def _step_in(self, arguments: Request) -> dict[str, Any]:
        self._debugger.resume("in")
        return {}

    def _step_out(self, arguments: Request) -> dict[str, Any]:
        self._debugger.resume("out")
        return {}

    def _stack_trace(self, arguments: Request) -> dict[str, Any]:
        frames = []
        for k, frame in enumerate(self._stop().frames, 1):
            source = unit_of(frame).source  # type: ignore[union-attr]
            path = self._debugger.path_of(source)
            about = {"path": path, "name": os.path.basename(source.path) if source.path else source.name}
            frames.append({"id": k, "name": frame_name(frame) or source.name, "line": frame.f_lineno, "column": 1, "source": about})
        first = int(arguments.get("startFrame") or 0)
        shown = frames[first : first + int(arguments.get("levels") or 0) or None]
        return {"stackFrames": shown, "totalFrames": len(frames)}

    def _stop(self) -> Stop:
        stop = self._debugger.stop
        if stop is None:
            raise MatlabError("The program does not wait at a breakpoint.", "RunMat:debugger:notStopped")
        return stop

    def _view(self, frame_id: int | None) -> FrameView:
        """The variables of a frame of the stop; the workspace where none is asked for and no program waits."""
        if self._debugger.stop is None and not frame_id:
            return BaseView(self._session)
        frames = self._stop().frames
        if frame_id and not 1 <= frame_id <= len(frames):
            raise MatlabError("This frame belongs to an earlier stop.", "RunMat:debugger:oldFrame")
        return FrameView(frames[frame_id - 1 if frame_id else 0])

    # ------------------------------------------------------------------ variables

    def _known(self) -> Variables:
        if self._variables is None:
            self._variables = Variables(self._session)
        return self._variables

    def _idle(self) -> None:
        """Raises MatlabError while a cell runs that does not wait: its arrays may be in the middle of being computed."""
        if self._debugger.stop is None and self._kernel.is_running:
            raise MatlabError("A cell is running.", "RunMat:debugger:running")

    def _scopes(self, arguments: Request) -> dict[str, Any]:
        number = self._known().hold(self._view(int(arguments["frameId"])))
        return {"scopes": [{"name": "Variables", "presentationHint": "locals", "variablesReference": number, "expensive": False}]}

    def _list_variables(self, arguments: Request) -> dict[str, Any]:
        self._idle()
        number, start, count = (int(arguments.get(name) or 0) for name in ("variablesReference", "start", "count"))
        return {"variables": self._debugger.call(lambda: self._known().children(number, start, count))}

    def _inspect_variables(self, arguments: Request) -> dict[str, Any]:
        """The workspace, also without a stop: the variable panel."""
        self._idle()
        if self._debugger.stop is None:
            self._variables = Variables(self._session)

        def lines() -> list[dict[str, Any]]:
            known = self._known()
            return known.children(known.hold(self._view(None)))

        return {"variables": self._debugger.call(lines)}

    def _rich_inspect(self, arguments: Request) -> dict[str, Any]:
        self._idle()
        name, view = arguments["variableName"], self._view(arguments.get("frameId"))

        def data() -> dict[str, str]:
            value = view.variables().get(name)
            return {} if value is None else {"text/plain": display(name, value, self._session.display_format).strip("\n")}

        return {"data": self._debugger.call(data), "metadata": {}}

    def _evaluate(self, arguments: Request) -> dict[str, Any]:
        """The value of an expression; in the console also statements, which print into the cell."""
        self._idle()
        text, view = arguments["expression"], self._view(arguments.get("frameId"))

        def evaluate() -> dict[str, Any]:
            try:
                (value,) = self._session.evaluate(text, view, nargout=1)
            except MatlabError:
                if arguments.get("context") != "repl":
                    raise
                self._session.evaluate(text, view)
                return {"result": "", "variablesReference": 0}
            line = self._known().line(text, value)
            return {"result": line["value"], "type": line["type"], "variablesReference": line["variablesReference"]}

        return self._debugger.call(evaluate)

    def _set_variable(self, arguments: Request) -> dict[str, Any]:
        """Assign to a variable of a frame that waits."""
        self._stop()
        view, name = self._known().held(int(arguments["variablesReference"])), arguments["name"]
        if not isinstance(view, FrameView):
            raise MatlabError("Only variables can be set; assign to their parts in the console.", "RunMat:debugger:notAVariable")

        def assign() -> dict[str, Any]:
            self._session.evaluate(f"{name} = {arguments['value'].rstrip(';')};", view)
            return self._known().line(name, view.variables()[name])

        return self._debugger.call(assign)

    def _copy_to_globals(self, arguments: Request) -> dict[str, Any]:
        """A variable of a frame into the workspace."""
        view = self._view(int(arguments["srcFrameId"]))
        source, target = arguments["srcVariableName"], arguments["dstVariableName"]

        def copy() -> dict[str, Any]:
            variables = view.variables()
            if source not in variables:
                raise MatlabError(f"There is no variable '{source}' in this frame.", "RunMat:debugger:noVariable")
            FrameView(self._stop().frames[-1]).set(target, variables[source])
            return {}

        return self._debugger.call(copy)


def _hits(text: str | None) -> int:
    """``5`` or ``>= 5``: the first hit that stops."""
    digits = "".join(c for c in text or "" if c.isdigit())
    return (int(digits) + (1 if text and text.strip().startswith(">") and "=" not in text else 0)) if digits else 0
