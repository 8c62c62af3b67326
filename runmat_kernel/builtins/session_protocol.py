"""The protocol of sessions as builtins see them; ``session.Session`` is the one that runs programs."""

from __future__ import annotations

import weakref
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import io

    from ..accel.engine import Engine
    from ..base.diary import Diary
    from ..base.errors import MatlabError, StackFrame
    from ..base.files import FileTable
    from ..base.settings import Settings
    from ..base.warnings import Warnings
    from ..figures.manager import Figures
    from ..graph.random import RandomStreams
    from ..values.functions import FunctionHandle
    from ..values.numerals import DisplayFormat
    from ..values.text import CharArray


class SessionProtocol(Protocol):
    """One user's state, and running MATLAB code in it.  What ``language`` owns is Any here: builtins are below it."""

    engine: Engine
    settings: Settings
    random: RandomStreams
    display_format: DisplayFormat
    starting_format: DisplayFormat
    warnings: Warnings
    diary: Diary
    files: FileTable
    globals: dict[str, Any]
    last_error: MatlabError | None
    uncaught_error: MatlabError | None

    # names and calls, of ``language``
    calls: Any
    classes: Any
    functions: Any
    path: Any
    profiler: Any
    reader: Any
    levels: Any
    session_functions: dict[str, Any]

    # state of single functions
    user_folder: str
    timers: list[Any]
    timers_made: int
    timers_busy: bool
    futures_made: int
    memoized: weakref.WeakSet[Any]
    netcdf_files: dict[float, Any]
    python_variables: dict[str, Any]
    sparse_parameters: list[float] | None
    datetime_forms: Any
    publishing: Any
    pool: Any

    @property
    def figures(self) -> Figures: ...

    @property
    def frame(self) -> Any:
        """The variables of the MATLAB code that is running."""

    def frame_at(self, level: int) -> Any:
        """``level`` 0: the running function; 1: its caller; beyond the last: the session's workspace."""

    def base_view(self) -> Any:
        """The session's workspace."""

    def running(self) -> list[StackFrame]:
        """The MATLAB functions that are running, innermost first."""

    def input_name(self, number: int) -> str:
        """The name of the variable that the caller gave as an argument, or ''."""

    def given_name(self, function: str, number: int) -> str:
        """The plain name that stands as argument ``number`` of a builtin on the line that calls it, or ''."""

    def feval(self, function: Any, arguments: tuple[Any, ...], nargout: int) -> tuple[Any, ...]:
        """Call a FunctionHandle, or a function by name, with Values."""

    def evaluate(self, text: str, view: Any = None, *, nargout: int = 0) -> tuple[Any, ...]:
        """Run a text in the workspace of a frame, as ``eval`` does."""

    def handle(self, text: str, kept: Mapping[str, Any] = ...) -> FunctionHandle:
        """The handle of a text that is one anonymous function or one ``@name``."""

    def write(self, text: str) -> None:
        """Text to standard output."""

    def write_error(self, text: str) -> None:
        """Text to standard error."""

    def input(self, prompt: str) -> str:
        """A line that the user types."""

    def capture(self) -> AbstractContextManager[io.StringIO]:
        """Collect what is printed meanwhile."""

    def display(self, name: str, value: Any) -> None:
        """Show a value as a statement without a semicolon does."""

    def show_figures(self) -> None:
        """Show figures that changed, now."""

    def show_data(self, data: dict[str, str]) -> None:
        """Show what is no text, by its media types."""

    def text(self, text: str) -> CharArray: ...

    def value(self, item: Any) -> Any:
        """A Python object as a Value."""

    def forget_lookups(self) -> None:
        """Names may mean something else now."""
