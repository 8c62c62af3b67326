"""Units: one piece of MATLAB text, compiled.

A unit owns the globals of its Python code, the table in which its names are looked up, and its functions, which are
compiled when they are first called.  Outermost loops of a cell are compiled when they are reached, with the variables
that exist then as Python locals.
"""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import CodeType, FrameType
from typing import Any

from ..base.errors import MatlabError, MatlabSyntaxError
from ..base.garbage import uncollected
from ..base.source import Source, Span
from ..builtins.registry import stating
from ..builtins.spec import Fact
from ..syntax import ast as m
from ..syntax import mistakes
from ..values.functions import FunctionHandle
from . import emit as e
from .argument_blocks import blocks_of, inputs_of, lower_inputs, lower_outputs
from .calls import FunctionTable
from .double_scalars import FLOAT_FACT, is_float_fact
from .expressions import Expressions
from .frames import WRITTEN, FollowingWorkspace, Workspace, put_back
from .outside_writes import OPEN, is_open_loop, unresolved
from .scope import Usage, below, usage_of
from .statement_runs import runs_of
from .statements import Statements
from .variables import LocalScope, Scope, WorkspaceScope

_COUNTERS = {"nargin"} | stating(Fact.CALLER)


class UserFunction:
    """A function defined in MATLAB: its Ast, and its Python function, made on first use."""

    __slots__ = ("_function", "_open", "node", "unit")

    def __init__(self, node: m.Function, unit: Unit) -> None:
        self.node = node
        self.unit = unit
        self._function: Any = None
        self._open = False

    @property
    def name(self) -> str:
        return self.node.name

    @property
    def function(self) -> Any:
        """``function(nargout, *arguments) -> tuple``."""
        if self._function is None or self._open is not self.unit.session.frames_open:
            self._function = self.unit.compile_function(self.node)
            self._open = self.unit.session.frames_open
        return self._function

    def forget(self) -> None:
        """Compile again at the next use, with fresh persistent variables."""
        self._function = None
        self.unit.persistents.pop(self.node.name, None)

    @property
    def nargin(self) -> int:
        """How many parameters there are, negative with varargin."""
        names = self.node.parameters
        return -len(names) if names and names[-1] == "varargin" else len(names)

    @property
    def declared_inputs(self) -> int:
        """The answer of ``nargin('f')``: for a function with an ``arguments`` block, the inputs that calls do not name."""
        declared = [d for block in self.node.arguments if "Output" not in block.attributes for d in block.declarations]
        if not declared:
            return self.nargin
        return len(self.node.parameters) - len({d.name for d in declared if d.field or d.from_class})

    @property
    def nargout(self) -> int:
        names = self.node.outputs
        return -len(names) if names and names[-1] == "varargout" else len(names)


class Unit:
    """The compiled form of one Source in one session."""

    def __init__(
        self, session: Any, source: Source, program: m.Program, *, functions: FunctionTable | None = None, script: str = ""
    ) -> None:
        self.session = session
        self.source = source
        self.program = program
        self.script_name = script
        self.own = {node.name: UserFunction(node, self) for node in program.functions}
        folder = os.path.dirname(source.path) if source.path else None
        self.functions = functions if functions is not None else FunctionTable(session, self.own, folder)
        self.globals: dict[str, Any] = {
            **session.runtime,
            "$unit": self,
            "$functions": self.functions,
            "$run_loop": self.run_loop,
            "__builtins__": {},
        }
        self.global_names: dict[str, set[str]] = {}
        self.persistents: dict[str, dict[str, dict[str, Any]]] = {}
        """Of each function those that it and the functions nested in it keep."""
        session.note_text(source.text)
        self._loops: list[tuple[m.Statement, Usage, m.Block]] = []
        self._compiled_loops: dict[tuple[int, frozenset[str]], Any] = {}
        self._extras: dict[str, dict[str, Any]] = {}

    # ------------------------------------------------------------------ cells and scripts

    def run(self, workspace: Workspace) -> None:
        """Run the statements in a workspace."""
        self.main(workspace)(workspace)

    def main(self, workspace: Workspace, *, runs: bool = False) -> Any:
        """The Python function of the statements, over a Workspace; with ``runs`` what they record is remembered
        (language.statement_runs)."""
        with self._compiling():
            return self._main(workspace, runs)

    def _main(self, workspace: Workspace, runs: bool) -> Any:
        statements = self.program.statements
        usage = usage_of(statements)
        shared = usage.globals | workspace.global_names
        if shared and (usage.dynamic or usage.cleared & shared):
            workspace.follow_globals(self.session.globals)
        scope = WorkspaceScope(globals=set() if isinstance(workspace, FollowingWorkspace) else shared)
        constants: dict[str, Any] = {}
        lowering = Statements(scope, constants, leave=lambda: [ast.Return(None)], loop_call=self._loop_call)
        plain = not (shared or usage.dynamic or usage.cleared)
        runs_now = runs_of(statements, frozenset(workspace)) if runs and plain else ()
        body = lowering.block_with_runs(statements, runs_now)
        head: list[ast.stmt] = [e.assign(e.target("$get"), ast.Attribute(e.name("$w"), "get", e.LOAD))]
        node = e.function("$cell", e.parameters(["$w"], [], None), [*head, *body])
        return self._build(node, constants)

    @contextmanager
    def _compiling(self) -> Iterator[None]:
        """Trees go down by recursion here: a program that is too deep for that has an error of syntax, not one of its own calls."""
        try:
            with uncollected():
                yield
        except RecursionError:
            raise MatlabSyntaxError(mistakes.TOO_DEEP, self.program.span) from None

    def _loop_call(self, node: m.Statement, after: m.Block) -> ast.expr | None:
        """The call that runs an outermost loop of a cell with local variables, or None; ``after`` are the statements behind it."""
        usage = usage_of([node])
        if usage.dynamic or usage.globals or usage.cleared:
            return None
        self._loops.append((node, usage, after))
        return e.call("$run_loop", e.const(len(self._loops) - 1), e.name("$w"))

    def run_loop(self, number: int, workspace: Workspace) -> bool:
        """Run a loop of a cell; True when it ended by ``return``."""
        node, usage, after = self._loops[number]
        names = usage.assigned | usage.mentioned
        known = frozenset(name for name in names if name in workspace)
        facts = known | frozenset("$global " + name for name in workspace.global_names & names)
        if is_open_loop(usage, workspace, self.session, self.functions):
            facts |= {OPEN}
        else:
            facts |= frozenset(is_float_fact(name) for name in known if type(workspace[name]) is float)
        key = (number, facts)
        function = self._compiled_loops.get(key)
        if function is None:
            with self._compiling():
                if any(self.session.is_script(name, self.functions) for name in usage.called_bare - known):
                    function = self._loop_in_workspace(node, workspace)
                else:
                    function = self._loop_in_locals(node, usage, after, known, facts, workspace)
            self._compiled_loops[key] = function
        try:
            return bool(function(workspace))
        except KeyboardInterrupt as interrupt:
            put_back(interrupt, function, workspace)
            raise

    def _loop_in_workspace(self, node: m.Statement, workspace: Workspace) -> Any:
        scope = WorkspaceScope(globals=set(workspace.global_names))
        constants: dict[str, Any] = {}
        body = Statements(scope, constants, leave=lambda: [ast.Return(e.const(True))]).block((node,))
        head: list[ast.stmt] = [e.assign(e.target("$get"), ast.Attribute(e.name("$w"), "get", e.LOAD))]
        return self._build(e.function("$loop", e.parameters(["$w"], [], None), [*head, *body]), constants)

    def _loop_in_locals(
        self, node: m.Statement, usage: Usage, after: m.Block, known: frozenset[str], facts: frozenset[str], workspace: Workspace
    ) -> Any:
        """``def $loop($w)``: fetch variables into locals, run, and write back whatever happens.

        What the loop assigns to is taken out of the workspace, so that elements are changed in place, when all of it is in locals:
        an interrupt finds each variable in one of the two (``frames.put_back``).
        """
        shared = set(workspace.global_names)
        is_open = OPEN in facts
        assigned = usage.assigned - shared
        read = usage.mentioned - assigned - shared
        read = (read & known) | unresolved(read - known, self.functions) if is_open else read & known
        surely = set() if is_open else {fact for fact in facts if fact.removesuffix(FLOAT_FACT) not in shared}
        scope = LocalScope(globals=shared, variables=assigned | read, definite=surely, open=is_open)
        constants: dict[str, Any] = {WRITTEN: frozenset(assigned), OPEN: is_open}
        body = Statements(scope, constants, leave=lambda: [ast.Return(e.const(True))]).block((node,), after)
        look = ast.Attribute(e.name("$w"), "get", e.LOAD)
        head: list[ast.stmt] = [
            e.assign(e.target(e.local(name)), e.call(look, e.const(name), e.name(e.UNDEFINED))) for name in sorted(assigned | read)
        ]
        take = e.run(e.call("$take_out", e.name("$w"), e.name(WRITTEN)))
        back: list[ast.stmt] = [
            e.if_(e.is_not(e.name(e.local(name)), e.name(e.UNDEFINED)), [e.assign(e.item_target("$w", name), e.name(e.local(name)))])
            for name in sorted(assigned)
        ]
        line = node.span.line
        for statement in (*head, take, *back):
            e.at(statement, line)
        guarded = e.at(ast.Try([take, *body], [], [], back), line) if back else None
        function = e.function("$loop", e.parameters(["$w"], [], None), [*head, *([guarded] if guarded else body)], line)
        return self._build(function, constants)

    # ------------------------------------------------------------------ functions

    def compile_function(self, node: m.Function) -> Any:
        constants: dict[str, Any] = {}
        with self._compiling():
            lowering = FunctionLowering(self, constants)
            lowering.persistents = self.persistents.setdefault(node.name, {})
            constants.update(self._table_of(node))
            definition = lowering.function(node, node.name, None)
            constants[OPEN] = self.session.frames_open
            return self._build(definition, constants)

    def _table_of(self, node: m.Function) -> dict[str, Any]:
        """The table of names of a function or method, as a constant of its code: its own where its imports differ from the unit's."""
        names = _imports(node)
        return {"$functions": self.functions.importing(names)} if names or self.functions.imports else {}

    def anonymous(self, node: m.AnonymousFunction, captured: dict[str, Any]) -> Any:
        """The Python function of an anonymous one, with the values that it keeps."""
        names = sorted(captured)
        return self.handle_maker(node, names)(*[captured[name] for name in names]).target

    def handle_maker(self, node: m.AnonymousFunction | m.FunctionReference, names: Sequence[str]) -> Callable[..., FunctionHandle]:
        """A function of the values of variables of these names that makes the handle."""
        constants: dict[str, Any] = {}
        scope = LocalScope("anonymous", variables=set(names), definite=set(names))
        expression = Expressions(scope, constants).value(node)
        lowered = e.function("$make", e.parameters([e.local(name) for name in names], [], None), [ast.Return(expression)], node.span.line)
        return self._build(lowered, constants)

    def _build(self, node: ast.FunctionDef, constants: dict[str, Any]) -> Any:
        """The Python function of a definition, with its constants in globals of its own."""
        module = ast.Module([node], [])
        try:
            e.locate(module, 1)
            code: CodeType = compile(module, self.source.name, "exec", dont_inherit=True)
        except SyntaxError as error:
            raise _not_compiled(error, self.source) from None
        space = {**self.globals, **constants}
        exec(code, space)
        return space[node.name]

    def extras(self, frame: FrameType) -> dict[str, Any]:
        """Variables that others (``assignin``) put into a function that does not mention them."""
        return self._extras.setdefault(frame.f_code.co_name, {})


class FunctionLowering:
    """Lowering of function definitions, nested ones inside their parents so that Python's closures share the variables."""

    def __init__(self, unit: Unit, constants: dict[str, Any]) -> None:
        self.unit = unit
        self.constants = constants
        self.persistents: dict[str, dict[str, Any]] = {}

    def function(self, node: m.Function, identifier: str, parent: Scope | None) -> ast.FunctionDef:
        usage = self._usage(node)
        self.unit.session.look_at_called((usage.mentioned | usage.functions) - usage.assigned, self.unit.functions)
        usage.dynamic = usage.dynamic or any(
            self.unit.session.is_script(name, self.unit.functions) for name in usage.called_bare - usage.assigned - {node.name}
        )
        if parent is not None:
            self._share(node, usage, parent)
        if usage.globals:
            self.unit.global_names[identifier] = set(usage.globals)
        if usage.dynamic and not node.nested and parent is None:
            return self._in_workspace(node, identifier, usage)
        return self._in_locals(node, identifier, usage, parent)

    def _assigned_within(self, node: m.Function) -> set[str]:
        """The variables of outer functions that a nested function, and those inside it, may assign."""
        names = set(self._usage(node).assigned)
        for inner in node.nested:
            names |= self._assigned_within(inner)
        return names - set(node.parameters) - set(node.outputs)

    @staticmethod
    def _share(node: m.Function, usage: Usage, parent: Scope) -> None:
        """The variables that a nested function shares with its parent beyond those that it mentions."""
        own = {*node.parameters, *node.outputs}
        usage.globals |= parent.globals - own
        if usage.dynamic:  # a script or ``eval`` may use any of them
            usage.mentioned |= parent.variables
        usage.mentioned |= usage.cleared & parent.variables

    @staticmethod
    def _usage(node: m.Function) -> Usage:
        usage = usage_of([*node.body, *node.arguments, *(d for d in node.defaults if d is not None)])
        for block in node.arguments:
            usage.assigned.update(d.name for d in block.declarations)
        return usage

    # ------------------------------------------------------------------ variables in Python locals

    def _in_locals(self, node: m.Function, identifier: str, usage: Usage, parent: Scope | None) -> ast.FunctionDef:
        own = set(node.parameters) - {"~"} | set(node.outputs)
        shared_down: set[str] = set()
        for inner in node.nested:
            shared_down |= self._assigned_within(inner)
        variables = own | usage.assigned | (usage.mentioned & shared_down)
        outer = (parent.variables if parent is not None else set()) - own
        nested = (set(parent.nested) if parent is not None else set()) | {inner.name for inner in node.nested}
        above = parent.paths if parent is not None else {}
        path = above.get(node.name, node.name)
        fixed = [name for name in node.parameters if name != "varargin"]
        scope = LocalScope(
            function=node.name,
            globals=set(usage.globals),
            persistents=set(usage.persistents) | ((parent.persistents - own) if parent is not None else set()),
            parameters=set(fixed) - {"~"},
            variables=variables | outer,
            nested=nested,
            paths={**above, **{inner.name: f"{path}/{inner.name}" for inner in node.nested}},
            cleared=set(usage.cleared),
            counts=True,
            open=self.unit.session.frames_open,
        )
        identifiers = [e.local(name) if name != "~" else f"$ignored{k}" for k, name in enumerate(fixed)]
        head: list[ast.stmt] = []
        shared = sorted((outer & (usage.assigned | usage.mentioned)) - scope.globals - scope.persistents)
        if shared:
            head.append(ast.Nonlocal([e.local(name) for name in shared]))
        head += self._entry(node, usage, identifiers)
        if parent is None or not parent.persistents:  # else they are the parent's
            head += self._persistents(node, usage)
        # Where a function ends, its objects end in the order in which their variables were first assigned to.
        unset = usage.by_place(variables - set(fixed) - set(shared) - scope.globals - scope.persistents - {"varargin"})
        if node.parameters[-1:] == ("varargin",):
            scope.definite.add("varargin")
        if unset:
            head.append(ast.Assign([e.target(e.local(name)) for name in unset], e.name(e.UNDEFINED)))
        for inner in node.nested:
            nested_lowering = FunctionLowering(self.unit, self.constants)
            nested_lowering.persistents = self.persistents
            head.append(nested_lowering.function(inner, "$nested_" + inner.name, scope))
        return self._finish(node, identifier, scope, head, identifiers)

    def _finish(self, node: m.Function, identifier: str, scope: Scope, head: list[ast.stmt], identifiers: list[str]) -> ast.FunctionDef:
        lowering = Statements(scope, self.constants, leave=lambda: leave())

        def leave() -> list[ast.stmt]:
            return [*lower_outputs(node, lowering), self._leave(node, scope)]

        line = node.span.line
        for statement in head:
            if not hasattr(statement, "lineno"):
                e.at(statement, line)
        head += self._defaults(node, lowering)
        head += lower_inputs(node, lowering)
        body = lowering.block(node.body)
        end = [e.at(s, node.body[-1].span.line if node.body else line) for s in leave()]
        handed = [] if blocks_of(node, "input") else identifiers  # declared inputs are handed out by `$bind`
        enter, leave_level = e.run(e.call("$enter")), e.run(e.call("$leave", e.const(None)))
        for statement in (enter, leave_level):
            e.at(statement, line)
        counted = e.at(ast.Try([*body, *end], [], [], [leave_level]), line)
        return e.function(identifier, e.parameters(["$nargout"], handed, "$rest"), [*head, enter, counted], line)

    def _entry(self, node: m.Function, usage: Usage, identifiers: list[str]) -> list[ast.stmt]:
        """Checks of counts, ``nargin``, ``varargin``, the persistent variables' dictionary."""
        statements: list[ast.stmt] = []
        inputs = inputs_of(node)
        if inputs is not None:
            self.constants[f"$inputs_{node.name}"] = inputs
            names = iter(identifiers)
            targets = [e.target("varargin" if name == "varargin" else next(names)) for name in node.parameters]
            bound = e.call("$bind", e.name(f"$inputs_{node.name}"), e.name("$rest"))
            statements.append(e.assign(ast.Tuple([e.target("$nargin"), *targets], e.STORE), bound))
            statements.append(e.assign(e.target("$rest"), e.const(None)))
        elif usage.mentioned & _COUNTERS or usage.dynamic:
            count: ast.expr = e.call("$length", e.name("$rest"))
            for name in identifiers:
                count = ast.BinOp(count, ast.Add(), e.is_not(e.name(name), e.name(e.UNDEFINED)))
            statements.append(e.assign(e.target("$nargin"), e.call("$float", count)))
        if inputs is not None:
            pass
        elif "varargin" in node.parameters:
            statements += [e.assign(e.target("varargin"), e.call("$varargin", e.name("$rest"))), e.assign(e.target("$rest"), e.const(None))]
        else:
            statements.append(e.if_(e.name("$rest"), [e.run(e.call("$too_many_inputs", e.const(node.name)))]))
        if node.outputs[-1:] != ("varargout",):
            most = ast.Compare(e.name("$nargout"), [ast.Gt()], [e.const(len(node.outputs))])
            statements.append(e.if_(most, [e.run(e.call("$too_many_outputs", e.const(node.name)))]))
        return statements

    def _persistents(self, node: m.Function, usage: Usage) -> list[ast.stmt]:
        """The dictionary of the persistent variables, which lives as long as the function."""
        if not usage.persistents:
            return []
        self.constants[f"$persistents_{node.name}"] = self.persistents.setdefault(node.name, {})
        return [e.assign(e.target("$persistents"), e.name(f"$persistents_{node.name}"))]

    def _leave(self, node: m.Function, scope: Scope) -> ast.Return:
        """``return`` with the outputs as they are here."""
        fixed = [name for name in node.outputs if name != "varargout"]
        if len(fixed) == len(node.outputs) and all(scope.is_variable(name) is True for name in fixed):
            return ast.Return(e.tuple_of([scope.peek(name) for name in fixed]))
        names = e.tuple_of([e.const(name) for name in fixed])
        values = e.tuple_of([scope.peek(name) for name in fixed])
        rest = [scope.peek("varargout")] if len(fixed) != len(node.outputs) else []
        return ast.Return(e.call("$returns", e.name("$nargout"), e.const(node.name), names, values, *rest))

    @staticmethod
    def _defaults(node: m.Function, lowering: Statements) -> list[ast.stmt]:
        """Octave's ``function f(a = 1)``."""
        statements: list[ast.stmt] = []
        for name, default in zip(node.parameters, node.defaults, strict=False):
            if default is not None:
                absent = e.is_(lowering.scope.peek(name), e.name(e.UNDEFINED))
                value = lowering.value(default)
                statements.append(e.at(e.if_(absent, [e.assign(lowering.scope.place(name), value)]), node.span.line))
                lowering.scope.define(name)
        return statements

    # ------------------------------------------------------------------ variables in a workspace

    def _in_workspace(self, node: m.Function, identifier: str, usage: Usage) -> ast.FunctionDef:
        fixed = [name for name in node.parameters if name != "varargin"]
        scope = WorkspaceScope(
            function=node.name,
            persistents=set(usage.persistents),
            parameters=set(fixed) - {"~"},
            counts=True,
        )
        identifiers = [f"$given{k}" for k in range(len(fixed))]
        head = [*self._entry(node, usage, identifiers), *self._persistents(node, usage)]
        kept = [e.name("$persistents")] if usage.persistents else []
        head.append(e.assign(e.target("$w"), e.call("$following_workspace" if usage.globals or kept else "$workspace", *kept)))
        head.append(e.assign(e.target("$get"), ast.Attribute(e.name("$w"), "get", e.LOAD)))
        for name, python_name in zip(fixed, identifiers, strict=True):
            if name != "~":
                store = e.assign(e.item_target("$w", name), e.name(python_name))
                head.append(
                    e.if_(e.is_not(e.name(python_name), e.name(e.UNDEFINED)), [store, e.assign(e.target(python_name), e.const(None))])
                )
        if "varargin" in node.parameters:
            head.append(e.assign(e.item_target("$w", "varargin"), e.name("varargin")))
            head.append(e.assign(e.target("varargin"), e.name(e.UNDEFINED)))
        return self._finish(node, identifier, scope, head, identifiers)


def _imports(node: m.Function) -> list[str]:
    """What a function imports, with the functions nested in it: wherever it stands, it holds in all of the function and in no other."""
    own = [name for part in below(node.body) if isinstance(part, m.Import) for name in part.names]
    return own + [name for inner in node.nested for name in _imports(inner)]


def _not_compiled(error: SyntaxError, source: Source) -> MatlabError:
    """The error for code that the parser took and Python's compiler refuses: parameters of the same name, and nesting beyond its limits."""
    line = min(max(error.lineno or 1, 1), source.text.count("\n") + 1)
    start = sum(len(text) + 1 for text in source.text.split("\n")[: line - 1])
    span = Span(source, start, start + len(source.line_text(line)))
    match = re.search(r"duplicate argument '(\w+)'", error.msg or "")
    if match is not None:
        return MatlabSyntaxError(f"The parameter '{match[1]}' appears more than once in the parameter list.", span)
    if "nested blocks" in (error.msg or ""):
        return MatlabSyntaxError(mistakes.NESTED_LOOPS, span)
    return MatlabSyntaxError(f"This code cannot be run: {error.msg}.", span)
