"""Tracing one iteration of a loop: its statements walked through with symbols in place of what differs from iteration to iteration.

Everything that touches a symbol is recorded by the engine; everything else is computed as ordinary code would.  What cannot be said
with symbols raises LoopRefused, and the loop runs in the ordinary way: nothing here has side effects.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from ...accel.loops import LoopRefused
from ...syntax import ast as m
from ...values.convert import class_of, shape_of
from ...values.tensor import Tensor
from ..control import NoRounds, case, for_columns, for_range, true
from ..reading import UNDEFINED
from ..scope import base_name, usage_of
from .arrays import WrittenArray
from .draws import DRAWS
from .eligibility import because, fails, leaves
from .expressions import LoopExpressions
from .growth import Appending
from .guards import never_fails
from .scalars import AsWhole, Guarded, Induction, InnerIterations, NotFixpoint, first_of
from .symbols import PLAIN, Masked, NeedsScalars, Select, SomeIterations

_UNROLLED = 4
"""Iterations of inner loops after which it is asked whether more of them are worth it."""
_TURN, _ELEMENTS = 650, 15
"""The cost of a statement in an ordinary iteration in units of ``loop_work``, and how many elements cost one unit: 10 us, and 1 ns for each
element, where going through a statement here takes 1 ms."""
_MOST_TESTED = 1 << 12
"""Iterations for which a condition is computed one by one."""
BREAK, CONTINUE, RETURN = "break", "continue", "return"
_Choices = Sequence[tuple[Callable[[], Any], m.Block]]


class Tracer(LoopExpressions):
    """The statements of one iteration."""

    most_unrolled = 64

    def block(self, statements: m.Block, after: m.Block = ()) -> str | None:
        """Go through statements, then through those ``after`` them in the iteration; BREAK, CONTINUE or RETURN where they end in that.

        Branches that may leave get all that follows them as part of their blocks: each goes on to the end of the iteration by itself.
        """
        for k, statement in enumerate(statements):
            method = getattr(self, "_do_" + type(statement).__name__, self._refused)
            try:
                if isinstance(statement, (m.If, m.Switch)) and leaves((statement,)):
                    return method(statement, (*statements[k + 1 :], *after))
                signal = method(statement)
            except LoopRefused as error:
                error.statement = error.statement or statement
                raise
            if signal is not None:
                return signal
        return self.block(after) if after else None

    def _refused(self, node: m.Statement, after: m.Block = ()) -> str:
        raise LoopRefused(because(node))

    def _do_Break(self, node: m.Break) -> str:
        return BREAK

    def _do_Continue(self, node: m.Continue) -> str:
        return CONTINUE

    def _do_Return(self, node: m.Return) -> str:
        if self.frame is self.body:
            raise LoopRefused("'return' is not taken into loops")
        return RETURN

    def _do_Assign(self, node: m.Assign) -> None:
        self._assign(node, self._joins(node))

    def _assign(self, node: m.Assign, join: Appending | None = None) -> None:
        if node.printed:
            raise LoopRefused("a statement displays its result")
        if len(node.targets) == 1:
            target = node.targets[0]
            value = self.value(node.value)
            if join is not None:
                self._check_join(target, join, value)
            self.store(target, value)
            return
        for target, value in zip(node.targets, self.values(node.value, len(node.targets)), strict=False):
            if not isinstance(target, m.Ignored):
                self.store(target, value)

    def store(self, target: m.Expression, value: Any) -> None:
        if isinstance(target, m.Name):
            if self.frame is self.body and target.name in self.written:
                raise LoopRefused(f"'{target.name}' is assigned in two ways")
            self.frame.variables[target.name] = self.plain(value)
            return
        if not isinstance(target, m.Index) or not isinstance(target.target, m.Name):
            raise LoopRefused("fields and cells are not taken into loops")
        name = target.target.name
        if self.frame is not self.body or name not in self.written or self._as_one(name, target.arguments):
            self.frame.variables[name] = self._replaced(name, target.arguments, value)
        else:
            self._write_part(name, target.arguments, value)

    def _replaced(self, name: str, nodes: Sequence[m.Expression], value: Any) -> Any:
        """The value of ``name`` after ``name(nodes) = value``, where the variable is handed on as one value."""
        old = self.variable(name)
        if old is UNDEFINED and self.frame is self.body and name in self.assigned:
            raise NotFixpoint(f"'{name}' is made in the loop")
        subscripts = self.subscripts(old, nodes)
        if type(old) is WrittenArray:
            old = self.as_whole(name)
        if not any(self.is_symbolic(x) for x in (old, value, *subscripts)):
            return self.runtime["$set"](value, tuple(subscripts), old)
        if type(old) is Tensor:
            mask = self.mask_of(subscripts, old.shape)
            if mask is not None and (len(subscripts) == 1 or self.is_symbolic(mask)):
                return self.masked(name, old, mask, value)
        self.must_be_in_order(name, subscripts, f"elements of '{name}' are assigned")
        return self.replaced(name, old, subscripts, value)

    def _write_part(self, name: str, nodes: Sequence[m.Expression], value: Any) -> None:
        """Note that each iteration writes ``value`` to a part of an array that moves with the iterations."""
        mask, chosen = self.inductions.mask, self.chosen
        if mask is not None and not self.selecting:
            raise SomeIterations(f"'{name}' is written in some iterations only", mask)
        array = self.written_array(name)
        subscripts = self.subscripts(array, nodes)
        marked = self.line_mask(array, subscripts)
        if type(value) is Masked and marked is None:
            raise LoopRefused("as many values as a mask marks are written")
        if marked is not None:
            subscripts, condition = marked
            value = self.masked(name, array.read(self, self.place(array, subscripts)), condition, value)
        elif self.in_lines(array, subscripts):
            subscripts, value = self.line_write(array, subscripts, value)
        self.grow(array, subscripts, value)
        place = self.place(array, subscripts)
        if mask is not None:
            value = self.chosen_part(self.inductions.known(mask), array.in_class(self, value), array.read(self, place))
        if chosen is not None:
            value = self.chosen_part(chosen, array.in_class(self, value), array.read(self, place))
        array.write(self, place, value)

    def _joins(self, node: m.Assign) -> Appending | None:
        """The Appending of ``Y = [Y v]``, which is traced as a write behind the end."""
        own = self.appended.get(base_name(node.targets[0]) or "") if self.frame is self.body and len(node.targets) == 1 else None
        return own if own is not None and own.join is not None else None

    def _check_join(self, target: Any, own: Appending, value: Any) -> None:
        """``Y = [Y v]`` is ``Y(:, end + 1) = v`` for one column of the same class."""
        array = self.written_array(target.target.name)
        if array.missing or (0 in array.shape and array.shape != (0, 0)):
            raise NotFixpoint(f"'{array.name}' is empty, or not there")
        size, shape = shape_of(first_of(value)), array.shape
        fits = (own.dim == 0 and size == (1, 1) and shape[1] < 2) or (own.dim == 1 and size[1:] == (1,) and shape[0] in (0, size[0]))
        if type(value) not in PLAIN or class_of(value) != array.original.matlab_class or not fits or len(shape) > 2:
            raise NotFixpoint(f"'{array.name}' changes its class or size")

    def _as_one(self, name: str, nodes: Sequence[m.Expression]) -> bool:
        """Whether ``name(nodes) = ...`` changes other elements than a part that moves with the iterations; the variable is then one
        value."""
        array = self.written_array(name)
        subscripts = self.subscripts(array, nodes)
        if self.line_mask(array, subscripts) is not None:
            return False
        if name in self.in_order and any(map(self._from_arrays, subscripts)):
            raise AsWhole(name, "an index is no scalar that is known for every iteration")
        if self.moves(subscripts) or self.in_lines(array, subscripts) or name in self.in_order:
            return False
        self.as_whole(name)
        return True

    # ------------------------------------------------------------------ branches

    def _do_If(self, node: m.If, after: m.Block = ()) -> str | None:
        choices: list[tuple[Callable[[], Any], m.Block]] = []
        for b in node.branches:
            guard, ends = fails(b.body), self._ends(b.body)
            chooses = not guard and not leaves(b.body) & {m.Break}
            choices.append((partial(self._guarded if guard else self.condition, b.condition, ends, guard, chooses), b.body))
        return self._branches(choices, node.orelse, after)

    def _do_Switch(self, node: m.Switch, after: m.Block = ()) -> str | None:
        subject = self.value(node.subject)
        return self._branches([(partial(self._case, subject, c.label), c.body) for c in node.cases], node.otherwise, after)

    def _case(self, subject: Any, label: m.Expression) -> Any:
        labels = [x for row in label.rows for x in row] if isinstance(label, m.CellLiteral) else [label]
        matches = [self.apply(case, (subject, self.value(x))) for x in labels]
        if len(matches) == 1:
            return self._decision(matches[0], False)
        return self._decision(self.apply(lambda *values: any(values), matches), False)

    def _branches(self, choices: _Choices, orelse: m.Block, after: m.Block) -> str | None:
        if not choices:
            return self.block(orelse, after)
        test, body = choices[0]
        taken = test()
        if taken is True:
            return self.block(body, after)
        if taken is False:
            return self._branches(choices[1:], orelse, after)
        if type(taken) is Induction or type(taken) is Select:
            return self._both(taken, body, choices[1:], orelse, after)
        self.stop(taken)
        return self._branches(choices[1:], orelse, after)

    def _both(self, taken: Induction | Select, body: m.Block, choices: _Choices, orelse: m.Block, after: m.Block) -> str | None:
        """Some iterations take the branch and some do not: both are traced, and what they assign is chosen from."""
        frame = self.frame
        before = dict(frame.variables)
        with self.only_where(taken, True, bool(after)):
            signals = [self.block(body, after)]
        yes, frame.variables = frame.variables, dict(before)
        with self.only_where(taken, False, bool(after)) as some:
            if some:
                signals.append(self._branches(choices, orelse, after))
        no = frame.variables
        if BREAK in signals or (RETURN in signals and self.inner and len({*signals}) > 1):
            raise LoopRefused("a loop is left in some iterations only")
        frame.variables = {**before}
        for name in dict.fromkeys((*yes, *no)):
            a, b = (x[name] if name in x else self.variable(name) for x in (yes, no))
            frame.variables[name] = self.choose(taken, a, b, name)
        return next((s for s in signals if s is not None), CONTINUE if after else None)

    def _ends(self, body: m.Block) -> bool:
        """Whether a branch ends the loop that is traced, and may do so in any iteration."""
        ends = bool(body) and (type(body[-1]) is m.Break or fails(body))
        return ends and self.stopping and self.frame is self.body and not self.inner

    def stop(self, condition: Any) -> None:
        """The loop ends with the iteration in which a condition holds."""
        if self.inductions.mask is not None:
            condition = self.operate("and", (self.as_tensor(self.inductions.known(self.inductions.mask)), condition))
        if self.chosen is not None:
            condition = self.operate("and", (self.chosen, condition))
        self.stops.append(condition)

    def go_on_while(self, node: m.Expression) -> None:
        """The condition of a ``while`` loop, which its iterations begin with."""
        holds = self.condition(node, True)
        if holds is False:
            raise LoopRefused("the loop has no iterations")
        if holds is not True:
            self.stops.append(self.operate("not", (holds,)))

    def condition(self, node: m.Expression, ends: bool = False, guards: bool = False, chooses: bool = False) -> Any:
        """True, False, or a Induction that is true in some iterations and false in others; where it only ``ends`` the loop, a logical
        Tensor, and where arrays may say which branch is taken (``chooses``), a Select.  One that ``guards`` the loop ends it with an
        error."""
        outer, self.open = self.open, ends or chooses
        try:
            drawn, value, within = (len(self.draws), len(self.sequence)), None, (self.inductions.mask, self.chosen)
            try:
                value = self.value(node)
                return self._decision(value, ends)
            except LoopRefused as error:
                if type(error) is not LoopRefused or ends:
                    raise
                self.inductions.mask, self.chosen = within
                known = self._in_all_iterations(node) if drawn == (len(self.draws), len(self.sequence)) else None
                if known is not None:
                    return self._decision(known, ends)
                if not chooses or value is None:
                    raise
                return Select(self.logical(value))
        except LoopRefused as error:
            if guards and not self.stopping and self.frame is self.body and not self.inner and type(error) is LoopRefused:
                raise Guarded(error.reason) from None
            raise
        finally:
            self.open = outer

    def _in_all_iterations(self, node: m.Expression) -> Any:
        """A condition of arrays that stay the same and scalars that are known (``any(k == list)``), computed for every iteration; None for
        others."""
        usage, frame, mask = usage_of([node]).mentioned, self.frame, self.inductions.mask
        values = {name: frame.variables[name] for name in usage if name in frame.variables}
        own = {name: v for name, v in values.items() if type(v) is Induction}
        drawn = len(self.draws), len(self.sequence)
        if not own or self.trace.iterations > _MOST_TESTED or usage & {*DRAWS, "randi", "randperm"}:
            return None
        if any(self.is_array(v) for v in values.values()):
            return None
        running = {name for v in own.values() if v.values is None for name in self.running(v)}
        if running:
            raise NeedsScalars(frozenset(running))
        if any(v.values is None for v in own.values()):
            return None
        if any(name in self.assigned for name in usage - values.keys()):
            return None
        values_now: list[Any] = []
        self.record, before, self.inductions.mask = None, frame.variables, None
        try:
            for iteration in range(self.trace.iterations):
                scalars = {name: v.values[iteration] for name, v in own.items()}  # type: ignore[index]
                if (mask is not None and not mask[iteration]) or None in scalars.values():
                    values_now.append(None)
                    continue
                frame.variables = {**before, **scalars}
                values_now.append(true(self.value(node)))
        finally:
            frame.variables, self.inductions.mask = before, mask
        if (len(self.draws), len(self.sequence)) != drawn:
            raise LoopRefused("random numbers are drawn for a condition")
        return self.inductions.known(values_now)

    def _guarded(self, node: m.Expression, ends: bool, guards: bool, chooses: bool) -> Any:
        """The condition of a branch that ends with an error."""
        return False if never_fails(self, node) else self.condition(node, ends, guards, chooses)

    def _decision(self, value: Any, ends: bool) -> Any:
        if type(value) is Induction:
            if value.values is None:
                if ends:
                    return self.logical(value)
                raise NeedsScalars(self.running(value))
            mask = self.inductions.mask
            flags = {true(v) for k, v in enumerate(value.values) if v is not None and (mask is None or mask[k])}
            if len(flags) < 2:
                return flags.pop()
            if ends:
                return self.logical(value)
            if value.matlab_class != "logical":
                value = self.inductions.known([None if v is None else true(v) for v in value.values])
            return value
        if self.is_symbolic(value):
            if ends:
                return self.logical(value)
            raise LoopRefused("a branch depends on the elements of an array that changes from iteration to iteration")
        return true(value)

    # ------------------------------------------------------------------ inner loops

    def _do_For(self, node: m.For) -> str | None:
        """An inner loop of known iterations is unrolled."""
        if not isinstance(node.target, m.Name):
            raise LoopRefused("a loop variable with indices")
        rounds = self._rounds_of(node)
        if type(rounds) is NoRounds:
            self.frame.variables[node.target.name] = rounds.value
            return None
        for item in rounds:
            self.frame.variables[node.target.name] = item
            signal = self._inner_iteration(node.body)
            if signal is BREAK:
                break
            if signal is RETURN:
                return RETURN
        return None

    def _rounds_of(self, node: m.For) -> Any:
        """The iterations of an inner loop that is unrolled."""
        kind = InnerIterations if self.frame is self.body and not self.inner and self.chosen is None else LoopRefused
        try:
            rounds = self._rounds(node.iterable)
        except LoopRefused as error:
            raise kind(error.reason) if type(error) is LoopRefused else error from None
        if type(rounds) is not NoRounds and len(rounds) > self.most_unrolled:
            raise kind(f"an inner loop has {len(rounds)} iterations")
        return rounds

    def _rounds(self, iterable: m.Expression) -> Any:
        """The iterations of an inner loop, as an ordinary loop counts them."""
        while isinstance(iterable, m.Parenthesized):
            iterable = iterable.expression
        if isinstance(iterable, m.Range):
            parts = [self.value(x) for x in (iterable.start, iterable.step, iterable.stop) if x is not None]
            if not any(map(self.is_symbolic, parts)):
                return for_range(self.runtime["$range"], *parts)
        elif not self.is_symbolic(items := self.value(iterable)):
            return for_columns(items)
        raise LoopRefused("the iterations of an inner loop depend on the iteration")

    def _do_While(self, node: m.While) -> str | None:
        iterations = 0
        while (holds := self.condition(node.condition)) is True:
            iterations += 1
            if iterations > self.most_unrolled:
                raise LoopRefused(f"an inner loop has more than {self.most_unrolled} iterations")
            signal = self._inner_iteration(node.body)
            if signal is BREAK:
                return None
            if signal is RETURN:
                return RETURN
        if holds is not False:
            raise LoopRefused("the iterations of an inner loop depend on the iteration")
        return None

    def _inner_iteration(self, body: m.Block) -> str | None:
        self.inner += 1
        self.unrolled += 1
        if self.unrolled == _UNROLLED:
            self._check_unrolling()
        try:
            return self.block(body)
        finally:
            self.inner -= 1

    def _check_unrolling(self) -> None:
        """Raise LoopRefused where going through inner iterations here takes longer than all the iterations for which that is done once."""
        if self.worth is None:
            return
        iterations, names = self.worth
        known = {**self.initial, **self.body.variables}
        around = [value for name in names if type(value := known.get(name)) is Tensor]
        largest = max([self.tracing.largest(), *(value.numel for value in around)])
        settings = self.session.settings
        if largest < settings.defer_elements and iterations * (_TURN + largest / _ELEMENTS) < settings.loop_work:
            raise LoopRefused(f"its inner loops are not worth planning for {iterations} iterations and arrays of {largest} elements")
