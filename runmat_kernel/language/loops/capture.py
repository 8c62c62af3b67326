"""Loops of a program that run as kernels: when tracing is worth it, in which pieces, and what becomes of the variables.

A loop that is refused runs in the ordinary way, with a Refusal that names the reason; nothing was changed until then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ...accel.loops import LoopRefused
from ...base.errors import MatlabError
from ...base.events import Refused
from ...plan.loops import NotPointwise
from ...values.tensor import Tensor
from ..reading import UNDEFINED
from .eligibility import Loop, Wanted, assigns, because
from .fields import closed, largest_of, opened
from .iterations import Course, Iterations, OrdinaryIteration, Unforeseeable, bounded, foreseen, iterations_of, key_of
from .loop_nests import Nested, nested
from .machine import ScalarLoops
from .pauses import Paused, Progress, all_of, divisible, split, stretch_of, worth
from .pieces import Piece, TooSmall
from .scalar_loops import only_singles
from .scalars import Guarded, InnerIterations, NotFixpoint
from .staged import Staged
from .symbols import NeedsScalars, SomeIterations
from .trace import Tracer

__all__ = ["LEAST_TURNS", "Loop", "Loops", "assigns"]

LEAST_TURNS = 3
_LONGEST_WORDS = 60
_MOST_TURNS = 1 << 20
_MOST_PIECES = 8
_MOST_PEELED = 2
"""First iterations that may change classes and sizes: one that makes an array of a scalar, say, and one in which it becomes complex."""
_FIRST_PIECE, _LARGEST_PIECE = 64, 4096
"""Iterations that are traced at once where only arrays say how many there are."""


class DecidedByArrays(LoopRefused):
    """How many iterations there are takes more than scalars."""


class _Unfit(Exception):
    """An iteration that is to run by itself does what only ordinary code can."""


class Loops:
    """The loops of a session."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.interrupted = False
        self.scalars = ScalarLoops(session)
        self.progress = Progress()
        """How far the loop has come that is run now."""
        self._paused: tuple[Loop, Progress] | None = None

    def captured(self) -> None:
        """After the variables of a loop were set: raise KeyboardInterrupt where it was interrupted between two iterations."""
        if self.interrupted:
            interrupt = self.session.engine.interrupt
            self.interrupted = interrupt.wanted = interrupt.taken = False
            raise KeyboardInterrupt

    def parts(self, loop: Loop, rounds: Any, done: bool) -> tuple[Any, Any]:
        """After ``capture``: the rounds that are to run as ordinary code now, and those that are looked at again behind them (or None)."""
        paused, self._paused = self._paused, None
        if paused is None or paused[0] is not loop:
            return (() if done else all_of(rounds)), None
        own, later = split(rounds, paused[1].start, paused[1].stop)  # type: ignore[arg-type]
        loop.expected, loop.scalars.later, loop.scalars.waits = None, later if loop.scalars.waits else None, False
        if later is not None and paused[1].iterations is not None:
            loop.expected = (later, paused[1].iterations[paused[1].stop :])
        return own, later

    def capture(self, loop: Loop, rounds: Any, functions: Any, *values: Any) -> tuple[Any, ...] | None:
        """Run a whole loop as kernels: the values of ``loop.results`` after it; None when it has to run iteration by iteration.  Where it
        ``pauses``, ``parts`` says how it goes on.

        ``rounds`` are those of a ``for`` loop; ``values`` those of the names before the loop (UNDEFINED where there is none).
        """
        settings, self._paused = self.session.settings, None
        if not settings.loops or not settings.fusion:
            return None
        scalars = loop.scalars
        if scalars.skip and not loop.ready:
            scalars.skip -= 1
            return None
        if loop.ready and not scalars.variants and scalars.later is not rounds:
            results = self._as_kernels(loop, rounds, functions, values)
            if results is not None or self._paused is not None:
                return results
        if scalars.refused or self.session.engine.tracing is not None:
            return None
        after, progress = self.scalars.run(loop, rounds, functions, values)
        scalars.waits = progress is not None
        if progress is not None:
            self._paused = loop, progress
        return None if after is None else _left(loop, after, dict(zip(loop.names, values, strict=True)))

    def _as_kernels(self, loop: Loop, rounds: Any, functions: Any, values: tuple[Any, ...]) -> tuple[Any, ...] | None:
        """Run a whole loop as kernels; None where that is not possible or does not pay."""
        settings = self.session.settings
        largest = largest_of(values)
        makes = loop.makes and loop.blocked is None
        if largest < settings.loop_elements and not makes:
            loop.idle += 1
            return None
        if loop.condition is None:
            count = len(rounds) if hasattr(rounds, "__len__") else 0
            if count < LEAST_TURNS or (largest * count < settings.loop_work and not makes):
                return None
        if self.session.engine.tracing is not None:
            return None
        before = {name: value for name, value in zip(loop.names, values, strict=True) if value is not UNDEFINED}
        try:
            outside, before = before, self._opened(loop, before)
        except LoopRefused as error:
            self._refuse(loop, *_prevents(error))
            return None
        after = self._again(loop, functions, before, rounds) if loop.recipes else None
        if after is None:
            progress = Progress(largest=largest if not makes else max(largest, settings.loop_elements))
            progress.may_pause = loop.pauses and divisible(rounds)
            after = self._traced(loop, functions, before, rounds, progress)
        if after is None:
            return None
        loop.idle = 0
        if loop.structures:
            after = closed(after, before, loop.structures)
        return _left(loop, after, outside)

    def _traced(self, loop: Loop, functions: Any, before: dict[str, Any], rounds: Any, progress: Progress) -> dict[str, Any] | None:
        """The variables after a loop that is traced, alone or with the only loop in it; None where it has to run iteration by iteration."""
        iterations = None if loop.condition is not None else iterations_of(rounds, _MOST_TURNS)
        if iterations is None and loop.condition is None:
            return None
        if (iterations is None or iterations.columns is None) and only_singles(loop, before):
            self._refuse(loop, "nothing but single numbers changes from iteration to iteration")
            return None
        if loop.nest is not None and iterations is not None:
            nest = nested(self.session, loop, functions, before, iterations, Tracer.most_unrolled)
            if nest is not None:
                return self._nest(loop.nest, functions, before, nest) if loop.nest.ready else None
        outer, self.progress = self.progress, progress
        try:
            after = self._between_pauses(loop, functions, before, iterations, rounds)
        finally:
            self.progress = outer
        if after is not None and progress.start is not None and not progress.left and not self.interrupted:
            self._paused = loop, progress
            self._say_why(loop, progress)
            if progress.start == 0:
                return None
        return after

    def _nest(self, own: Loop, functions: Any, before: dict[str, Any], nest: Nested) -> dict[str, Any] | None:
        """As ``_traced``, for a loop and the loop in it at once."""
        outer, self.progress = self.progress, Progress()
        try:
            after = self._attempt(own, functions, before, nest.iterations)
        finally:
            self.progress = outer
        return after if after is None or self.interrupted else {**after, **nest.last}

    def _opened(self, loop: Loop, before: dict[str, Any]) -> dict[str, Any]:
        """The variables before a loop as its statements name them.  Raises LoopRefused where that alone says that it runs iteration by
        iteration."""
        error = None
        if loop.blocked is not None:
            error = LoopRefused(because(loop.blocked))
            error.statement = loop.blocked
        elif loop.nested:
            error = LoopRefused(f"'{loop.nested[0]}' is a nested function")
        if error is not None:
            raise error
        return opened(before, loop.structures) if loop.structures else before

    def _again(self, loop: Loop, functions: Any, before: dict[str, Any], rounds: Any) -> dict[str, Any] | None:
        """The variables after a loop that ran before, among what is as it was then; None where it has to be traced."""
        key = key_of(rounds)
        if key is None:
            return None
        self.session.engine.expect_device()
        after = None
        try:
            for recipe in loop.recipes:
                after = recipe.run(self.session, loop, functions, key, before)
                if after is not None:
                    break
        except (Exception, LoopRefused):
            # Nothing has happened: what is wrong is found, and said, by a trace.
            after = None
        loop.tried(after is not None)
        return after

    def _between_pauses(
        self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, rounds: Any
    ) -> dict[str, Any] | None:
        """The variables after a loop, or after its iterations up to where some run by themselves."""
        progress = self.progress
        expected, loop.expected = loop.expected, None
        if expected is None or expected[0] is not rounds or True not in expected[1]:
            return self._attempt(loop, functions, before, iterations)
        progress.iterations = expected[1]
        first, count = stretch_of(expected[1])
        if first < LEAST_TURNS:
            progress.pause(0, first + count)
            return before
        if iterations is None:
            progress.limit = first
        after = self._attempt(loop, functions, before, iterations.cut(0, first) if iterations is not None else None)
        if after is not None and progress.start is None and (iterations is not None or progress.limit is None):
            progress.pause(first, first + count)
        return after

    def _say_why(self, loop: Loop, progress: Progress) -> None:
        why = progress.why
        if why is not None:
            iterations = progress.iterations or []
            some, word = (f"{iterations.count(True)} of {len(iterations)}", "for") if loop.condition is None else ("some", "while")
            reason = f"{some} iterations of the loop run by themselves: {why.reason}{_place(why.statement)}"
            self.session.engine.note(Refused(reason, loop.node.span.line, (word,), "loop"))

    def _pause(self, error: Paused, position: int) -> int:
        """Have iterations of a piece, which begins at an iteration of the loop, run by themselves: how many come before them.  Raises what
        prevents more where that does not pay."""
        progress = self.progress
        if not progress.may_pause or not worth(error.iterations, progress.largest, self.session.settings.loop_work):
            raise error
        first, count = stretch_of(error.iterations)
        if progress.iterations is None:
            progress.iterations, progress.why = [False] * position + error.iterations, error
        if first < LEAST_TURNS:
            progress.pause(position, position + first + count)
            return 0
        progress.pause(position + first, position + first + count)
        return first

    def _attempt(self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None) -> dict[str, Any] | None:
        """The variables after a loop; None where it has to run iteration by iteration, and nothing has happened."""
        self.session.engine.expect_device()
        streams = self.session.random
        mark = streams.mark()

        def begin_anew() -> None:
            streams.rewind(mark)
            self.progress.start = None

        try:
            try:
                return self._run_wanted(loop, functions, before, iterations, begin_anew)
            except InnerIterations as error:
                begin_anew()
                return self._in_stages(loop, functions, before, iterations, error)
            except Guarded:
                begin_anew()
                return self._until_stopped(loop, functions, before, iterations)
        except BaseException as error:
            streams.rewind(mark)
            if not isinstance(error, (Exception, LoopRefused, TooSmall)):
                raise
            self._gave_up(loop, error)
            return None
        finally:
            streams.unmark(mark)

    def _run_wanted(
        self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, begin_anew: Callable[[], None]
    ) -> dict[str, Any]:
        """Run a loop; where branches or indices turn out to depend on running scalars, it begins anew with those looked ahead."""
        wanted = Wanted()
        while True:
            try:
                return self._run(loop, functions, before, iterations, wanted)
            except NeedsScalars as error:
                begin_anew()
                wanted, known = wanted.more(error.names), wanted
                if wanted == known:
                    raise
            except Unforeseeable:
                # Arrays say what these scalars are: they are arrays of one element then.
                begin_anew()
                names, self.progress.as_arrays = self.progress.as_arrays, self.progress.as_arrays | wanted.names
                if self.progress.as_arrays == names:
                    raise
                wanted = Wanted()

    def _gave_up(self, loop: Loop, error: BaseException) -> None:
        """Say why a loop runs in the ordinary way.  Errors of the program are not said: ordinary iterations raise them at their own
        line."""
        if isinstance(error, (LoopRefused, NotPointwise)):
            self._refuse(loop, *_prevents(error))
        elif isinstance(error, TooSmall):
            loop.idle += 32
        elif not isinstance(error, MatlabError):
            # A loop is never worth a failure of ours.
            self._refuse(loop, f"tracing failed ({type(error).__name__}: {error})")

    def _in_stages(
        self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, error: InnerIterations
    ) -> dict[str, Any]:
        """A loop whose inner loops are no parts of an iteration."""
        if iterations is None or self.progress.largest < self.session.settings.defer_elements or loop.structures:
            raise error
        staged = Staged(self.session, loop, functions, iterations, error)
        after = staged.run(before)
        self.interrupted = self.interrupted or staged.interrupted
        return after

    def _refuse(self, loop: Loop, reason: str, statement: Any = None) -> None:
        loop.failures += 1
        word = "for" if loop.condition is None else "while"
        reason += _place(statement)
        self.session.engine.note(Refused(f"the loop runs iteration by iteration: {reason}", loop.node.span.line, (word,), "loop"))

    def _run(self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, wanted: Wanted) -> dict[str, Any]:
        if loop.counted and wanted == Wanted():
            assert iterations is not None
            return self._in_pieces(loop, functions, before, Course(iterations, {}))
        try:
            return self._ahead(loop, functions, before, iterations, wanted)
        except DecidedByArrays:
            if wanted.branches:
                raise
            return self._until_stopped(loop, functions, before, iterations)

    def _ahead(self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None, wanted: Wanted) -> dict[str, Any]:
        """A loop that is looked ahead: as many iterations as are foreseen at once, then the next ones."""
        variables, position = before, 0
        while True:
            rest = iterations.cut(position, iterations.count) if iterations is not None else None
            try:
                try:
                    course = foreseen(self.session, loop, functions, variables, rest, wanted)
                except LoopRefused as error:
                    if type(error) is Unforeseeable and loop.counted and wanted.names:
                        raise
                    raise (DecidedByArrays(error.reason) if position == 0 else error) from None
                limit = self.progress.limit
                if limit is not None and position + course.iterations.count >= limit:
                    course = replace(course.cut(0, limit - position), more=False)
                    self.progress.limit = None
                variables = self._in_pieces(loop, functions, variables, course, position)
            except KeyboardInterrupt:
                self._ended(position)
                return variables
            position += course.iterations.count
            if not course.more or self.interrupted or self.progress.start is not None:
                return variables

    def _in_pieces(self, loop: Loop, functions: Any, before: dict[str, Any], course: Course, position: int = 0) -> dict[str, Any]:
        """Run iterations that are known, from that at a ``position`` on: as one piece, or in pieces whose iterations all take the same
        branches.  The first iteration runs by itself where it changes classes or sizes, the last one where it is left in the middle."""
        count, finished, first = course.iterations.count, 0, position == 0
        if first and count - course.left < LEAST_TURNS:
            raise TooSmall
        variables, peeled, whole, selecting = dict(before), 0, first, False
        waiting = deque(course.pieces())
        while waiting and not self.interrupted:
            piece = waiting.popleft()
            try:
                if piece.iterations.count < LEAST_TURNS:
                    for iteration in range(piece.iterations.count):
                        self._iteration(loop, functions, variables, piece.iterations.item(iteration), may_pause=finished >= LEAST_TURNS)
                        finished += 1
                    continue
                run = Piece(self.session, loop, functions, piece, whole=whole, selecting=selecting)
                finished += self._ran(run, variables)
                whole = False
            except KeyboardInterrupt:
                self._ended(finished)
                break
            except _Unfit:
                waiting.clear()
                self.progress.pause(position + finished, position + finished + 1)
            except Paused as error:
                waiting.clear()
                if between := self._pause(error, position + finished):
                    waiting.append(piece.cut(0, between))
            except NotFixpoint:
                if peeled == _MOST_PEELED or piece.iterations.count - 1 < LEAST_TURNS:
                    raise
                peeled += 1
                waiting.extendleft((piece.cut(1, piece.iterations.count), piece.cut(0, 1)))
            except SomeIterations as error:
                runs = _runs(error.taken)
                selecting = selecting or len(runs) == 1 or len(runs) + len(waiting) > _MOST_PIECES
                whole = whole and selecting
                waiting.extendleft([piece] if selecting else [piece.cut(a, b) for a, b in reversed(runs)])
        return variables

    def _ran(self, run: Piece, variables: dict[str, Any]) -> int:
        """Run a piece, which sets the ``variables``: how many iterations it did."""
        run.as_arrays = self.progress.as_arrays
        variables.update(run.run(variables))
        self.interrupted = self.interrupted or run.interrupted
        return run.done

    def _ended(self, finished: int) -> None:
        """An interrupt came while a piece was traced or computed: what was ``finished`` before stays; without that nothing has happened."""
        if not finished:
            raise KeyboardInterrupt
        self.interrupted = True

    def _until_stopped(self, loop: Loop, functions: Any, before: dict[str, Any], iterations: Iterations | None) -> dict[str, Any]:
        """A loop that ends when arrays say so: the iteration in which it does is run by itself."""
        variables, position, size, alone, wanted = dict(before), 0, _FIRST_PIECE, 0, Wanted()
        last, self.progress.limit = self.progress.limit, None
        while (iterations is None or position < iterations.count) and position != last and not self.interrupted:
            if iterations is not None:
                piece = iterations.cut(position, iterations.count)
            else:
                piece = Iterations(size if last is None else min(size, last - position))
                if alone < _MOST_PIECES:
                    piece = bounded(self.session, loop, functions, variables, piece)
            done = 0
            if piece.count >= LEAST_TURNS and alone < _MOST_PIECES:
                try:
                    done = self._ran(self._stopping_piece(loop, functions, variables, piece, wanted, whole=position == 0), variables)
                except KeyboardInterrupt:
                    self._ended(position)
                    break
                except Paused as error:
                    between = self._pause(error, position)
                    if not between:
                        break
                    last = position + between
                    iterations = iterations.cut(0, last) if iterations is not None else None
                    continue
                except (LoopRefused, NotPointwise) as error:
                    if type(error) is NeedsScalars and error.names - wanted.names:
                        wanted = wanted.more(error.names)
                        continue
                    alone = self._go_on_alone(loop, error, position, alone)
            position += done
            if done and (self.interrupted or done == piece.count):
                size = min(4 * size, _LARGEST_PIECE)
                continue
            alone += 1
            index = UNDEFINED if iterations is None else iterations.item(position)
            if not self._one_iteration(loop, functions, variables, index, position):
                break
            position += 1
        return variables

    def _stopping_piece(
        self, loop: Loop, functions: Any, variables: dict[str, Any], piece: Iterations, wanted: Wanted, *, whole: bool
    ) -> Piece:
        """Iterations of which one may be the last; those scalars are looked ahead that branches want."""
        course = Course(piece, {})
        if wanted.names:
            course = foreseen(self.session, loop, functions, variables, piece, wanted, ends=False)
        return Piece(self.session, loop, functions, course, whole=whole, stopping=True, selecting=True)

    def _go_on_alone(self, loop: Loop, error: LoopRefused | NotPointwise, position: int, alone: int) -> int:
        """How many iterations count as run by themselves after a piece was refused.  Raises the error where nothing was done yet."""
        if position == 0 and not (isinstance(error, NotFixpoint) and alone == 0):
            raise error
        if isinstance(error, NotFixpoint):
            return alone
        # Iterations that are done need not be run again; the rest runs iteration by iteration.
        self._refuse(loop, *_prevents(error))
        return _MOST_PIECES

    def _one_iteration(self, loop: Loop, functions: Any, variables: dict[str, Any], index: Any, position: int) -> bool:
        """Run an iteration by itself; whether the loop goes on behind it."""
        try:
            return self._iteration(loop, functions, variables, index, may_pause=True)
        except _Unfit:
            self.progress.pause(position, position + 1)
        except KeyboardInterrupt:
            self._ended(position)
        return False

    def _iteration(self, loop: Loop, functions: Any, variables: dict[str, Any], index: Any, *, may_pause: bool = False) -> bool:
        """Run one iteration by itself, which changes ``variables``; whether the loop goes on.  Raises _Unfit where it may and must
        pause."""
        self.session.engine.interrupt.check()
        plain, streams = OrdinaryIteration(self.session, functions, variables), self.session.random
        mark = streams.mark()
        try:
            goes_on = plain.iteration(loop, index)
        except LoopRefused as error:
            if type(error) is not LoopRefused or not may_pause or not self.progress.may_pause:
                raise
            streams.rewind(mark)
            raise _Unfit from None
        finally:
            streams.unmark(mark)
        variables.update(plain.body.variables)
        self.progress.left |= not goes_on
        return goes_on


def _prevents(error: LoopRefused | NotPointwise) -> tuple[str, Any]:
    """Why a loop runs iteration by iteration, and the statement that prevents more, where it is one."""
    return error.reason, getattr(error, "statement", None)


def _place(statement: Any) -> str:
    """Where a statement is, and how it begins."""
    return f" (line {statement.span.line}: {_beginning(statement)})" if statement is not None else ""


def _beginning(statement: Any) -> str:
    """A statement as it is written, as far as it goes on its first line."""
    words = " ".join(statement.span.text.partition("\n")[0].split()).rstrip(" ;,")
    return words if len(words) <= _LONGEST_WORDS else words[: _LONGEST_WORDS - 3].rstrip() + "..."


def _runs(flags: list[bool]) -> list[tuple[int, int]]:
    """The runs of equal flags, as (first, behind the last)."""
    starts = [k for k in range(len(flags)) if k == 0 or flags[k] != flags[k - 1]]
    return list(zip(starts, [*starts[1:], len(flags)], strict=True))


def _left(loop: Loop, after: dict[str, Any], outside: dict[str, Any]) -> tuple[Any, ...]:
    """The values of ``loop.results`` after the loop; the code behind it takes ``loop.floats`` for Python floats."""
    values = {name: after.get(name, outside.get(name, UNDEFINED)) for name in loop.results}
    for name in loop.floats:
        if type(values[name]) is Tensor:
            values[name] = values[name].array.item()
    return tuple(values.values())
