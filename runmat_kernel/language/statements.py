"""Lowering of statements: Ast to lists of Python statements, each at its MATLAB line."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from ..base.errors import MatlabSyntaxError
from ..base.source import Span
from ..syntax import ast as m
from ..syntax import mistakes
from . import emit as e
from .double_scalars import broken_by, counts_floats
from .interrupt_points import HOLD
from .loops.capture import Loop, assigns
from .loops.eligibility import LOOKED_AT
from .scope import is_plain_clear, usage_of
from .statement_runs import Run
from .targets import Targets
from .variables import LocalScope, Scope
from .views import TWIN, has_twin


class Statements(Targets):
    """Statement lowering.

    ``leave()`` gives the Python statements of ``return``.  ``loop_call(node, after)``, where given, may turn an outermost loop
    into a call that runs it with local variables (see ``language.units``); it returns None to lower the loop here.
    """

    def __init__(
        self,
        scope: Scope,
        constants: dict[str, Any],
        leave: Callable[[], list[ast.stmt]],
        loop_call: Callable[[m.Statement, m.Block], ast.expr | None] | None = None,
    ) -> None:
        super().__init__(scope, constants)
        self.leave = leave
        self.loop_call = loop_call
        self.loops = 0
        # The statements after the current loop in its block.
        self.after: m.Block = ()

    def block(self, statements: m.Block, after: m.Block = ()) -> list[ast.stmt]:
        """The statements lowered; ``after`` are those that follow them, where that is known."""
        result: list[ast.stmt] = []
        for number, statement in enumerate(statements, 1):
            self.temporaries = 0
            if isinstance(statement, m.For | m.While | m.DoUntil):
                self.after = (*statements[number : number + LOOKED_AT], *after)[:LOOKED_AT]
            line = statement.span.line
            try:
                parts = getattr(self, "_do_" + type(statement).__name__)(statement)
            except RecursionError:
                raise MatlabSyntaxError(mistakes.TOO_DEEP, statement.span) from None
            for lowered in parts:
                result.append(e.at(lowered, line) if not hasattr(lowered, "lineno") else lowered)
        return result

    def block_with_runs(self, statements: m.Block, runs: Iterable[Run]) -> list[ast.stmt]:
        """The statements of a cell, with the question in front of each run whether what it records is known."""
        result: list[ast.stmt] = []
        done = 0
        for run in runs:
            behind = statements[run.last :]
            result += self.block(statements[done : run.first], statements[run.first :])
            result += self._run(run, statements[run.first : run.last], behind)
            done = run.last
            if run.rest is not None:
                result += self.block((run.rest,), behind[1:])
                result += [e.at(e.assign(e.target(f"$ahead{x.span.start}"), e.const(None)), x.span.line) for x in run.ahead]
                done += 1
        return result + self.block(statements[done:])

    def _run(self, run: Run, statements: m.Block, behind: m.Block) -> list[ast.stmt]:
        """``if $recall(run) is None: statements, and learn what they recorded``."""
        values, kept, table = f"$run{run.first}", self.keep(run), e.name("$functions")
        known = e.call("$recall", kept, table, *[self.scope.peek(name) for name in run.inputs])
        places = [*[self.scope.place(name) for name in run.outputs], *[e.target(f"$ahead{x.span.start}") for x in run.ahead]]
        body = self.block(statements, behind)
        for x in run.ahead:
            self.temporaries = 0
            body.append(e.at(e.assign(e.target(f"$ahead{x.span.start}"), self.value(x)), x.span.line))
        results = [*[self.scope.peek(name) for name in run.outputs], *[e.name(f"$ahead{x.span.start}") for x in run.ahead]]
        body.append(e.run(e.call("$learn", kept, table, *results)))
        again: list[ast.stmt] = [e.assign(ast.Tuple(places, e.STORE), e.name(values)), e.assign(e.target(values), e.const(None))]
        line = (statements or (run.rest,))[0].span.line  # type: ignore[union-attr]
        return [e.at(e.if_(e.is_(e.walrus(values, known), e.const(None)), body, again), line)]

    def _branch(self, statements: m.Block, before: set[str]) -> tuple[list[ast.stmt], set[str]]:
        """A block that starts with ``before`` set; what is set at its end (everything, where the end is not reached)."""
        self.scope.definite = set(before)
        lowered = self.block(statements)
        return lowered or [ast.Pass()], self.scope.definite

    # ------------------------------------------------------------------ simple statements

    def _do_Assign(self, node: m.Assign) -> list[ast.stmt]:
        return self.assign(node)

    def _do_Delete(self, node: m.Delete) -> list[ast.stmt]:
        return self.delete(node)

    def _do_ExpressionStatement(self, node: m.ExpressionStatement) -> list[ast.stmt]:
        expression = node.expression
        while isinstance(expression, m.Parenthesized):
            expression = expression.expression
        if isinstance(expression, m.Name):
            return self._mention(expression.name, node.printed)
        lists = (m.Index, m.CellIndex, m.Field, m.DynamicField, m.SuperReference)
        if not isinstance(expression, lists):
            statements = [e.assign(self.scope.place("ans"), self.value(expression))]
            self.scope.define("ans")
            return statements + (self.display(m.Name(node.span, "ans")) if node.printed else [])
        values = self.values(expression, e.const(0))
        return self._answer(e.call("$shown", values) if isinstance(expression, (m.Index, m.SuperReference)) else values, node.printed)

    def _mention(self, name: str, printed: bool) -> list[ast.stmt]:
        known = self.scope.is_variable(name)
        if known:
            return [e.run(e.call("$display", e.const(name), self.scope.peek(name)))] if printed else []
        call = self._answer(e.call("$shown", e.call(self.scope.function_named(name), e.const(0))), printed)
        if known is False:
            return call
        if name in self.scope.parameters:
            call = [e.run(e.call("$missing_argument", e.const(name)))]
        shown: list[ast.stmt] = [e.run(e.call("$display", e.const(name), self.scope.peek(name)))] if printed else [ast.Pass()]
        return [e.if_(e.is_(self.scope.peek(name), e.name(e.UNDEFINED)), call, shown)]

    def _answer(self, values: ast.expr, printed: bool) -> list[ast.stmt]:
        """Values that go to ``ans``, if there are any (a comma list: one after the other)."""
        temporary = self.temporary()
        shown = self.display(m.Name(None, "ans")) if printed else []  # type: ignore[arg-type]
        loop = ast.For(e.target("$answer"), e.name(temporary), [e.assign(self.scope.place("ans"), e.name("$answer")), *shown], [])
        done = [e.assign(e.target(temporary), e.const(None)), e.assign(e.target("$answer"), e.const(None))]
        return [e.if_(e.walrus(temporary, values), [loop, *done])]

    def _do_Command(self, node: m.Command) -> list[ast.stmt]:
        if isinstance(self.scope, LocalScope) and node.name == "clear" and is_plain_clear(node):
            return [self._forget(name) for name in node.arguments]
        if self.scope.is_variable(node.name) and not node.arguments:
            return self._mention(node.name, node.printed)
        function = self.scope.function_named(node.name)
        texts = [self.constant_text(word) for word in node.arguments]
        return self._answer(e.call("$shown", e.call(function, e.const(0), *texts)), node.printed)

    def _forget(self, name: str) -> ast.stmt:
        self.scope.definite.discard(name)
        self.scope.forget_floats({name})
        if name in self.scope.globals or name not in self.scope.variables:
            return ast.Pass()
        return e.assign(self.scope.place(name), e.name(e.UNDEFINED))

    def _do_Global(self, node: m.Global) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        workspace = e.const(None) if isinstance(self.scope, LocalScope) else e.name("$w")
        for declared in node.names:
            statements.append(e.run(e.call("$declare_global", e.const(declared.name), workspace)))
            if declared.value is not None:
                value = e.call("$initial", e.const(declared.name), e.name("$globals"), self.value(declared.value))
                statements.append(e.assign(self.scope.place(declared.name), value))
        return statements

    def _do_Persistent(self, node: m.Persistent) -> list[ast.stmt]:
        statements: list[ast.stmt] = []
        for declared in node.names:
            if declared.name not in self.scope.persistents:  # nothing outside a function lives from call to call
                raise MatlabSyntaxError(mistakes.PERSISTENT_PLACE, declared.span)
            absent = ast.Compare(e.const(declared.name), [ast.NotIn()], [e.name("$persistents")])
            value = self.value(declared.value) if declared.value is not None else e.name("$empty")
            statements.append(e.if_(absent, [e.assign(self.scope.place(declared.name), value)]))
        return statements

    def _do_Import(self, node: m.Import) -> list[ast.stmt]:
        if self.scope.function:
            return []  # its table of names has it (units)
        return [e.run(e.call("$import", e.name("$functions"), *[e.const(name) for name in node.names]))]

    def _do_Break(self, node: m.Break) -> list[ast.stmt]:
        return [ast.Break()] if self.loops else self.leave()

    def _do_Continue(self, node: m.Continue) -> list[ast.stmt]:
        return [ast.Continue()] if self.loops else self.leave()

    def _do_Return(self, node: m.Return) -> list[ast.stmt]:
        return self.leave()

    # ------------------------------------------------------------------ branches

    def _do_If(self, node: m.If) -> list[ast.stmt]:
        branches: list[ast.If] = []
        ends: list[set[str]] = []
        for branch in node.branches:
            test = self.condition(branch.condition)
            before = self.scope.definite
            body, after = self._branch(branch.body, before)
            self.scope.definite = before
            if not _leaves(body):
                ends.append(after)
            branches.append(e.at(ast.If(test, body, []), branch.span.line))
        before = self.scope.definite
        orelse, after = self._branch(node.orelse, before)
        if not (node.orelse and _leaves(orelse)):
            ends.append(after)
        self.scope.definite = set.intersection(*ends) if ends else set(before)
        return _chain(branches, orelse if node.orelse else [], node.span)

    def _do_Switch(self, node: m.Switch) -> list[ast.stmt]:
        subject = self.temporary() + "_" + str(node.span.start)
        head = e.assign(e.target(subject), self.value(node.subject))
        before = set(self.scope.definite)
        branches: list[ast.If] = []
        ends: list[set[str]] = []
        for case in node.cases:
            self.scope.definite = set(before)
            test = e.call("$case", e.name(subject), self.value(case.label))
            body, after = self._branch(case.body, self.scope.definite)
            ends.append(after)
            branches.append(e.at(ast.If(test, body, []), case.span.line))
        orelse, after = self._branch(node.otherwise, before)
        self.scope.definite = set.intersection(*ends, after)
        return [head, *(_chain(branches, orelse, node.span) if branches else orelse)]

    def _do_Try(self, node: m.Try) -> list[ast.stmt]:
        before = set(self.scope.definite)
        body, after = self._branch(node.body, before)
        self.scope.definite = set(before)
        self.scope.forget_floats(usage_of(node.body).assigned)
        caught = "$caught" + str(node.span.start)
        handler: list[ast.stmt] = [e.assign(e.target(HOLD), e.const(None))]
        note = e.call("$catch", e.name(caught))
        if node.variable:
            handler.append(e.assign(self.scope.place(node.variable), note))
            self.scope.define(node.variable)
        else:
            handler.append(e.run(note))
        handler += self.block(node.handler)
        self.scope.definite &= after
        clause = ast.ExceptHandler(e.name("$Exception"), caught, handler)
        line = node.span.line
        inside = e.at(ast.Try(body, [], [], [e.at(e.run(e.call("$leave_try")), line)]), line)
        return [e.at(e.run(e.call("$enter_try")), line), ast.Try([inside], [e.at(clause, line)], [], [])]

    def _do_Unwind(self, node: m.Unwind) -> list[ast.stmt]:
        before = set(self.scope.definite)
        body, after = self._branch(node.body, before)
        self.scope.definite = before
        self.scope.forget_floats(usage_of([*node.body, *node.cleanup]).assigned)
        safe = self.scope.definite
        cleanup, _ = self._branch(node.cleanup, safe)
        self.scope.definite = {fact for fact in after | self.scope.definite if "$" not in fact or fact in safe}
        return [ast.Try(body, [], [], cleanup)]

    def _do_Spmd(self, node: m.Spmd) -> list[ast.stmt]:
        return self.block(node.body) or [ast.Pass()]

    # ------------------------------------------------------------------ loops

    def _as_call(self, node: m.Statement) -> list[ast.stmt] | None:
        if self.loop_call is None or self.loops:
            return None
        call = self.loop_call(node, self.after)
        return None if call is None else [e.if_(call, self.leave())]

    def _loop_body(self, node: m.For | m.While | m.DoUntil, before: set[str]) -> list[ast.stmt]:
        self.loops += 1
        body, _ = self._branch(node.body, before)
        self.loops -= 1
        return body

    def _loop_facts(self, node: m.For | m.While | m.DoUntil) -> None:
        """From here on only what every round leaves true."""
        self.scope.forget_floats(broken_by(node, self.scope.floats()))

    def _do_While(self, node: m.While) -> list[ast.stmt]:
        lowered = self._as_call(node)
        if lowered is not None:
            return lowered
        rounds = f"$rounds{node.span.start}"
        captured = self._capture(node, e.name(rounds)) if isinstance(self.scope, LocalScope) else None
        head, viewed = self.view_arrays(node)
        self._loop_facts(node)
        before = set(self.scope.definite)
        test = self.condition(node.condition)
        body = self._loop_body(node, self.scope.definite)
        self.scope.definite = before
        end = self.drop_views(viewed)
        iterations: list[ast.stmt] = [*head, ast.While(test, body, []), *end]
        if captured is None:
            return iterations
        each = ast.For(e.target("$round"), e.name(rounds), [e.if_(ast.UnaryOp(ast.Not(), test), [ast.Break()]), *body], [])
        between = self._between_pauses(node, captured, rounds, [*head, each], viewed)
        return [e.assign(e.target(rounds), e.const(True)), between, *end]

    def _do_DoUntil(self, node: m.DoUntil) -> list[ast.stmt]:
        lowered = self._as_call(node)
        if lowered is not None:
            return lowered
        head, viewed = self.view_arrays(node)
        self._loop_facts(node)
        before = set(self.scope.definite)
        self.loops += 1
        body = self.block(node.body)
        self.loops -= 1
        self.scope.definite = before
        # `continue` goes to the test in Octave: the body is a loop of one round whose else part is not needed.
        test = self.condition(node.condition)
        flag = f"$again{node.span.start}"
        start = [e.if_(e.name(flag + "s"), [e.if_(test, [ast.Break()])]), e.assign(e.target(flag + "s"), e.const(True))]
        once = ast.While(e.name(flag), [*start, *body], [])
        set_flags = [e.assign(e.target(flag), e.const(True)), e.assign(e.target(flag + "s"), e.const(False))]
        return [*head, *set_flags, once, *self.drop_views(viewed)]

    def _capture(self, node: m.For | m.While, rounds: ast.expr) -> tuple[ast.If, ast.expr] | None:
        """Try the loop as a whole (see ``language.loops``): when it ran, variables get what they hold after it.  With its Loop."""
        usage = usage_of([node])
        names = tuple(sorted(name for name in usage.assigned | usage.mentioned if self.scope.is_variable(name) is not False))
        if not assigns(node) or any(self.scope._elsewhere(name) for name in names) or usage.assigned & self.scope.cleared:
            return None
        if self.loops + (inner := nest_depth(node)) > _DEEP_NEST and inner > 1:
            return None
        assigned = [name for name in names if name in usage.assigned]
        loop = Loop(node, names, tuple(assigned), self.after, self.scope.nested)
        loop.floats = usage.assigned & (self.scope.floats() - broken_by(node, self.scope.floats()))
        done, loop_name = f"$done{node.span.start}", self.keep(loop)
        call = e.call("$capture", loop_name, rounds, e.name("$functions"), *[self.scope.peek(name) for name in names])
        targets = ast.Tuple([self.scope.place(name) for name in assigned], e.STORE)
        after: list[ast.stmt] = [ast.Assign([targets], e.name(done)), e.assign(e.target(done), e.const(None))]
        after += self.leave_views(assigned, names)
        after.append(ast.Expr(e.call("$captured")))
        return e.if_(e.is_not(e.walrus(done, call), e.const(None)), after), loop_name

    def _do_For(self, node: m.For) -> list[ast.stmt]:
        lowered = self._as_call(node)
        if lowered is not None:
            return lowered
        scope, target = self.scope, node.target
        local = target.name if isinstance(target, m.Name) and isinstance(scope, LocalScope) and not scope._elsewhere(target.name) else None
        iterable = node.iterable
        while isinstance(iterable, m.Parenthesized):
            iterable = iterable.expression
        counted = local is not None and counts_floats(node, scope.floats())
        parts: list[ast.expr] = []
        if isinstance(iterable, m.Range):
            nodes = [iterable.start, iterable.step, iterable.stop] if iterable.step is not None else [iterable.start, iterable.stop]
            parts = [self.value(part) for part in nodes]
            items = e.call("$for_range", *parts)
        else:
            items = e.call("$for_columns", self.value(iterable))
        head, viewed = self.view_arrays(node)
        rounds = f"$rounds{node.span.start}"
        none = e.is_(e.call("$type", e.name(rounds)), e.name("$NoRounds"))
        captured = self._capture(node, e.name(rounds)) if local is not None else None
        self._loop_facts(node)
        before = set(scope.definite)
        empty = self.store(target, ast.Attribute(e.name(rounds), "value", e.LOAD))
        scope.definite = set(before)
        stores: list[ast.stmt] = []
        if local is not None:
            variable: ast.expr = scope.place(local)
            scope.define(local, is_float=counted)
            if self.views and not scope.open and has_twin(node):
                items = e.call("$for_pairs", *parts)
                variable = ast.Tuple([e.target(TWIN + local), variable], e.STORE)
                self.twins.add(local)
        else:
            variable = e.target("$round")
            stores = self.store(target, e.name("$round"))
        body = self._loop_body(node, scope.definite)
        scope.definite = before
        if local is not None:
            scope.define(local)
            self.twins.discard(local)
        start: list[ast.stmt] = [e.assign(e.target(rounds), items), e.if_(none, empty)]
        iterations = ast.For(variable, e.name(rounds), [*stores, *body], [])
        end: list[ast.stmt] = [e.assign(e.target(rounds), e.const(None)), *self.drop_views(viewed)]
        if captured is None:
            return [*start, *head, iterations, *end]
        return [*start, self._between_pauses(node, captured, rounds, [*head, iterations], viewed), *end]

    def _between_pauses(
        self, node: m.For | m.While, captured: tuple[ast.If, ast.expr], rounds: str, iterations: list[ast.stmt], viewed: list[str]
    ) -> ast.While:
        """A loop of which some iterations may have to run by themselves: the others are tried again behind them, unless the loop was
        left."""
        tried, loop = captured
        ran, later = f"$ran{node.span.start}", f"$later{node.span.start}"
        tried.body.append(e.assign(e.target(ran), e.const(True)))
        targets = ast.Tuple([e.target(rounds), e.target(later)], e.STORE)
        parts = ast.Assign([targets], e.call("$parts", loop, e.name(rounds), e.name(ran)))
        unseen = [ast.Assign([e.target("$v_" + name) for name in viewed], e.const(None))] if viewed else []
        iterations[-1].orelse = [*unseen, e.assign(e.target(rounds), e.name(later)), ast.Continue()]  # type: ignore[attr-defined]
        again = [e.assign(e.target(ran), e.const(False)), tried, parts, *iterations, ast.Break()]
        return ast.While(e.is_not(e.name(rounds), e.const(None)), again, [])


_DEEP_NEST = 8
"""Loops and ``try`` statements in each other from which on only the innermost loop is offered to the loop compiler by itself: that takes
two blocks of Python for a loop, and Python's compiler takes 20 blocks in each other."""
_BLOCKS = (m.For, m.While, m.DoUntil, m.Try, m.Unwind)


def nest_depth(node: m.Statement) -> int:
    """How many loops and ``try`` statements stand in each other in a statement, itself included."""
    deepest, waiting = 0, [(node, 0)]
    while waiting:
        inner, depth = waiting.pop()
        depth += isinstance(inner, _BLOCKS)
        deepest = max(deepest, depth)
        waiting.extend((statement, depth) for statement in _inner_statements(inner))
    return deepest


def _inner_statements(node: m.Statement) -> Iterator[m.Statement]:
    """The statements in the blocks of a statement."""
    for name in ("body", "handler", "cleanup", "orelse", "otherwise"):
        yield from getattr(node, name, ())
    for part in (*getattr(node, "branches", ()), *getattr(node, "cases", ())):
        yield from part.body


def _leaves(body: list[ast.stmt]) -> bool:
    return bool(body) and isinstance(body[-1], (ast.Return, ast.Break, ast.Continue))


_LINKED = 100
"""Branches that stand in each other's ``else``.  Python's compiler goes down there by recursion in C, whose depth it limits."""


def _chain(branches: list[ast.If], orelse: list[ast.stmt], span: Span) -> list[ast.stmt]:
    """``if, elif ... else`` of any length, in pieces: a flag says that one took no branch and the next one, behind it, is to run."""
    pieces = [branches[k : k + _LINKED] for k in range(0, len(branches), _LINKED)]
    if len(pieces) == 1:
        return [_linked(branches, orelse)]
    flag = f"$otherwise{span.start}"
    line = span.line
    statements: list[ast.stmt] = []
    for number, piece in enumerate(pieces):
        last = number == len(pieces) - 1
        ask = e.at(e.assign(e.target(flag), e.const(True)), line)
        lowered: list[ast.stmt] = [e.at(e.assign(e.target(flag), e.const(False)), line), _linked(piece, orelse if last else [ask])]
        statements += lowered if number == 0 else [e.at(e.if_(e.name(flag), lowered), line)]
    return statements


def _linked(branches: list[ast.If], orelse: list[ast.stmt]) -> ast.If:
    """The branches, each in the ``else`` of the one before it."""
    for branch in reversed(branches):
        branch.orelse = orelse
        orelse = [branch]
    return branches[0]
