"""Which loops are looked at, and which of their statements say how many iterations there are."""

from __future__ import annotations

from collections.abc import Iterable, Set
from copy import copy
from dataclasses import replace
from typing import Any

from ...base.records import record
from ...builtins.registry import stating
from ...builtins.spec import Effect, Fact, Trait
from ...syntax import ast as m
from ..scope import base_name, below, children, usage_of
from .fields import taken_apart
from .growth import appended
from .machine import Scalars
from .pauses import may_pause
from .scalar_loops import Mentions, mentions
from .trace_record import steady

_MOST_IDLE = 64
_MOST_FAILURES = 3
_MOST_UNFIT = 3
_MOST_MISSED = 8
_RECIPES_KEPT = 4
_BLOCKING = (m.Return, m.DoUntil, m.Try, m.Unwind, m.ExpressionStatement, m.Delete)
_NEVER = (m.Spmd, m.Global, m.Persistent, m.Import, m.Command)
_QUIET = (m.ExpressionStatement, m.Try, m.Unwind, m.Delete)
"""Statements that say nothing of how many iterations there are: a trace ends where one is reached."""
_OF_CLASSES = (m.SuperReference, m.MetaClass)
_REDUCTIONS = stating(Trait.REDUCTION) | {"norm", "range"}
_CLOCKS = stating(Effect.CLOCK)
LOOKED_AT = 8
_MAKERS = stating(Fact.FILLS)


@record
class Wanted:
    """The running scalars whose values must be known before a loop is traced: those of these ``names``, and all that ``branches`` take."""

    branches: bool = False
    names: frozenset[str] = frozenset()

    def more(self, names: frozenset[str]) -> Wanted:
        """With some names, or, without, with what branches take."""
        return Wanted(self.branches or not names, self.names | names)


class Loop:
    """A ``for`` or ``while`` loop as generated code knows it: its names, and whether it is worth another look."""

    __slots__ = (
        "_bounds",
        "_mentions",
        "appended",
        "around",
        "assigned",
        "blocked",
        "breaks",
        "by_values",
        "condition",
        "expected",
        "failures",
        "floats",
        "folds",
        "idle",
        "index",
        "inner",
        "lines",
        "makes",
        "missed",
        "names",
        "nest",
        "nested",
        "node",
        "pauses",
        "recipes",
        "results",
        "scalars",
        "slices",
        "steady",
        "structures",
        "unfit",
        "written",
    )  # fmt: skip

    def __init__(
        self, node: m.For | m.While, names: tuple[str, ...], results: tuple[str, ...], after: m.Block = (), nested: Iterable[str] = ()
    ) -> None:
        self.scalars = Scalars(node)
        node, self.structures = taken_apart(node)
        node, self.appended = appended(node)
        self.blocked = blocking(node)
        usage = usage_of(node.body)
        self.nested = tuple(sorted({*nested} & (usage_of([node]).mentioned | _referred([node])))) if nested else ()
        self.node, self.names, self.results = node, names, results
        self.floats: Set[str] = frozenset()  # results that are surely double scalars
        self.index = node.target.name if isinstance(node, m.For) else None  # type: ignore[attr-defined]
        self.condition = node.condition if isinstance(node, m.While) else None
        self.lines = tuple(sorted({s.span.line for s in below(node.body) if isinstance(s, m.Assign)}))
        self.assigned = usage.assigned
        self.written = _written(node.body)
        self.around = _around(node.body)
        self.makes = any(isinstance(x, m.Index) and x.arguments and base_name(x) in _MAKERS for x in below(node.body))
        self.folds = _reduced(results, after)
        self.breaks, self.by_values = m.Break in leaves(node.body), False
        self.idle = self.failures = self.unfit = self.missed = 0
        self.steady = self.counted and steady(node.body)
        self.recipes: list[Any] = []
        self._mentions: Any = ()
        self.inner = ""
        self.nest = _nest(self)
        self._bounds: tuple[Loop, ...] | None = None
        self.pauses = may_pause(node)
        self.expected: tuple[Any, list[bool]] | None = None
        self.slices: dict[tuple[Wanted, bool], tuple[set[str], m.Block]] = {}

    @property
    def ready(self) -> bool:
        return self.idle < _MOST_IDLE and self.failures < _MOST_FAILURES

    def keep(self, recipe: Any) -> None:
        """Keep what it takes to run the loop again, if there is such a recipe; after some without, no more are asked for."""
        if recipe is None:
            self.unfit += 1
            self.steady = self.unfit < _MOST_UNFIT
        else:
            self.recipes = [recipe, *self.recipes[: _RECIPES_KEPT - 1]]

    def tried(self, holds: bool) -> None:
        """Note whether one of the recipes was ``holds`` to hold; where none does again and again, no more are made."""
        self.missed = 0 if holds else self.missed + 1
        if self.missed >= _MOST_MISSED:
            self.steady, self.recipes = False, []

    @property
    def mentions(self) -> Mentions | None:
        """How it mentions variables."""
        if self._mentions == ():
            self._mentions = mentions(self)
        return self._mentions

    @property
    def bounds(self) -> tuple[Loop, ...]:
        """For each condition of ``while a && b`` the loop that asks for it alone, and is left in no other way."""
        if self._bounds is None:
            parts = _conjuncts(self.condition)
            loops = []
            for part in parts if len(parts) > 1 else ():
                own = copy(self)
                own.condition, own.slices = part, {}
                own.node = replace(self.node, condition=part, body=_endless(self.node.body))  # type: ignore[arg-type]
                loops.append(own)
            self._bounds = tuple(loops)
        return self._bounds

    @property
    def counted(self) -> bool:
        """Whether the loop has as many iterations as its range says."""
        return self.condition is None and not self.breaks

    def control(self, wanted: Wanted, *, ends: bool = True) -> tuple[set[str], m.Block]:
        """The names on which the number of iterations depends (unless it is not asked when the loop ``ends``), and what is ``wanted``, with
        the statements that compute them."""
        control = self.slices.get((wanted, ends))
        if control is None:
            control = self.slices[wanted, ends] = _slice(self.node, wanted, ends)
        return control


def _nest(loop: Loop) -> Loop | None:
    """The loop over the iterations of a loop and of the one that is all of its body; None where there is more, or that is left, or its
    range depends on what the loop changes."""
    inner = loop.node.body[0] if len(loop.node.body) == 1 else None
    if not isinstance(inner, m.For) or loop.index is None or not isinstance(inner.target, m.Name):
        return None
    usage, name = usage_of(inner.body), inner.target.name
    if leaves(inner.body) - {m.Continue} or name == loop.index or {name, loop.index} & usage.assigned:
        return None
    if usage_of([inner.iterable]).mentioned & (usage.assigned | {name}):
        return None
    own = copy(loop)
    own.node, own.assigned, own.inner = replace(loop.node, body=inner.body), usage.assigned, name
    own.slices, own.recipes, own.steady, own.pauses, own.nest = {}, [], False, False, None
    own.failures, own.around = 0, _around(inner.body)
    return own


def _around(body: m.Block) -> set[str]:
    """The names that statements outside inner loops mention, and those that any statement assigns."""
    return usage_of([s for s in body if not isinstance(s, (m.For, m.While))]).mentioned | usage_of(body).assigned


def _conjuncts(node: Any) -> list[m.Expression]:
    """The conditions of which all must hold."""
    while isinstance(node, m.Parenthesized):
        node = node.expression
    if isinstance(node, m.ShortCircuit) and node.operator == "&&":
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def blocking(node: m.For | m.While) -> m.Statement | None:
    """The statement because of which a loop cannot be traced at all.  What prints, catches or leaves in a branch is none: the branch may
    never be taken, and a trace that comes there ends."""
    return _blocking(node.body, True)


def _blocking(statements: m.Block, always: bool) -> m.Statement | None:
    for s in statements:
        blocker: m.Statement | None = None
        if isinstance(s, (m.If, m.Switch)):
            blocker = next((x for block in _blocks(s) if (x := _blocking(block, False)) is not None), None)
        elif isinstance(s, (m.For, m.While)):
            blocker = _blocking(s.body, always)
        elif isinstance(s, _NEVER) or (always and _observes(s)) or any(isinstance(x, _OF_CLASSES) for x in below(children(s))):
            return s
        if blocker is not None:
            return blocker
    return None


def _observes(s: m.Statement) -> bool:
    """Whether a statement does more than assign variables: it displays, has effects, catches, or returns."""
    if isinstance(s, m.Assign):
        return s.printed or not all(map(_plain_target, s.targets))
    return isinstance(s, _BLOCKING)


def assigns(node: m.For | m.While) -> bool:
    """Whether a loop has a variable that counts its iterations, or none, and assigns others."""
    return not (isinstance(node, m.For) and not isinstance(node.target, m.Name)) and any(isinstance(s, m.Assign) for s in below(node.body))


def because(statement: m.Statement) -> str:
    """Why a loop with this statement cannot be traced."""
    if isinstance(statement, m.ExpressionStatement):
        return "a statement displays a value, or calls a function for what it does"
    if getattr(statement, "printed", False):
        return "a statement displays its result"
    if isinstance(statement, m.Assign):
        return "a cell or a field is assigned"
    return f"'{word(statement)}' is not taken into loops"


def fails(body: m.Block) -> bool:
    """Whether a branch ends with ``error(...)``."""
    last = body[-1].expression if body and isinstance(body[-1], m.ExpressionStatement) else None
    return isinstance(last, m.Index) and isinstance(last.target, m.Name) and last.target.name == "error"


def word(node: m.Node) -> str:
    """A kind of statement or expression as users write it."""
    words = {"CellIndex": "{}", "Field": ".field", "DynamicField": ".(field)", "CellLiteral": "{}", "ExpressionStatement": "call",
             "DoUntil": "do", "Unwind": "unwind_protect", "Delete": "[]"}  # fmt: skip
    return words.get(type(node).__name__, type(node).__name__.lower())


def _reduced(results: Iterable[str], after: m.Block) -> bool:
    """Whether the statements after a loop go straight to a reduction of what it computes, so that it pays to run both at once."""
    names = set(results)
    for s in after[:LOOKED_AT]:
        if not isinstance(s, (m.Assign, m.ExpressionStatement)):
            return False
        mentioned = usage_of([s]).mentioned
        if mentioned & _CLOCKS:
            return False
        if mentioned & names:
            if mentioned & _REDUCTIONS:
                return True
            names |= usage_of([s]).assigned
    return False


def leaves(statements: Iterable[m.Statement], *, own: bool = True) -> set[type]:
    """Which of Break, Continue and Return a block may come to; the first two of inner loops are theirs."""
    kinds: set[type] = set()
    for s in statements:
        if isinstance(s, m.Return) or (own and isinstance(s, (m.Break, m.Continue))):
            kinds.add(type(s))
        elif isinstance(s, (m.If, m.Switch)):
            for block in _blocks(s):
                kinds |= leaves(block, own=own)
        elif isinstance(s, (m.For, m.While)):
            kinds |= leaves(s.body, own=False)
    return kinds


def _blocks(node: m.Statement) -> list[m.Block]:
    """The blocks of a branching statement."""
    if isinstance(node, m.If):
        return [*(b.body for b in node.branches), node.orelse]
    assert isinstance(node, m.Switch)
    return [*(c.body for c in node.cases), node.otherwise]


def _plain_target(target: m.Expression) -> bool:
    return isinstance(target, (m.Name, m.Ignored)) or (isinstance(target, m.Index) and isinstance(target.target, m.Name))


def _referred(nodes: Iterable[m.Node]) -> set[str]:
    """The names of functions of which handles are made."""
    return {node.name for node in below(nodes) if isinstance(node, m.FunctionReference)}


def _written(body: m.Block) -> set[str]:
    """The names that are assigned through indices and in no other way."""
    through: set[str] = set()
    whole: set[str] = set()
    for node in below(body):
        if isinstance(node, m.Assign):
            for target in node.targets:
                name = base_name(target)
                if name is not None:
                    (through if isinstance(target, m.Index) else whole).add(name)
        elif isinstance(node, m.For):
            whole.add(base_name(node.target) or "")
    return through - whole


# ---------------------------------------------------------------------- what control depends on


def _slice(loop: m.For | m.While, wanted: Wanted, ends: bool) -> tuple[set[str], m.Block]:
    names = set(wanted.names)
    if ends and isinstance(loop, m.While):
        names |= usage_of([loop.condition]).mentioned
    body = loop.body if ends else _endless(loop.body)
    known = -1
    while len(names) != known:
        known = len(names)
        _feed(body, names, wanted.branches)
    return names, _pruned(body, names)


def _endless(statements: m.Block) -> m.Block:
    """Statements without those that leave the loop."""
    kept: list[m.Statement] = []
    for s in statements:
        if isinstance(s, m.If):
            branches = tuple(replace(b, body=_endless(b.body)) for b in s.branches)
            s = replace(s, branches=branches, orelse=_endless(s.orelse))
        elif isinstance(s, m.Switch):
            s = replace(s, cases=tuple(replace(c, body=_endless(c.body)) for c in s.cases), otherwise=_endless(s.otherwise))
        elif isinstance(s, m.Break):
            continue
        kept.append(s)
    return tuple(kept)


def _conditions(node: m.Statement) -> list[Any]:
    if isinstance(node, m.If):
        return [b.condition for b in node.branches]
    if isinstance(node, m.Switch):
        return [node.subject, *(c.label for c in node.cases)]
    return [node.condition] if isinstance(node, m.While) else [node.iterable]  # type: ignore[attr-defined]


def _feed(statements: m.Block, names: set[str], branches: bool) -> bool:
    """Add the names that statements take for what ``names`` hold, and for where iterations end; whether there are such statements."""
    feeds = False
    for s in statements:
        if isinstance(s, m.Assign):
            if any(base_name(t) in names for t in s.targets):
                names |= usage_of([s]).mentioned
                feeds = True
        elif isinstance(s, (m.If, m.Switch)):
            inside = [_feed(block, names, branches) for block in _blocks(s)]
            if any(inside) or branches:
                names |= usage_of(_conditions(s)).mentioned
                feeds = True
        elif isinstance(s, (m.For, m.While)):
            inside_loop = _feed(s.body, names, branches)
            if inside_loop or (isinstance(s, m.For) and base_name(s.target) in names):
                names |= usage_of(_conditions(s)).mentioned
                feeds = True
        elif not isinstance(s, _QUIET):
            feeds = True
    return feeds


def _pruned(statements: m.Block, names: set[str]) -> m.Block:
    """The statements that assign ``names`` or end an iteration."""
    kept: list[m.Statement] = []
    for s in statements:
        if isinstance(s, m.Assign):
            if any(base_name(t) in names for t in s.targets):
                kept.append(s)
        elif isinstance(s, m.If):
            inner = replace(
                s,
                branches=tuple(replace(b, body=_pruned(b.body, names)) for b in s.branches),
                orelse=_pruned(s.orelse, names),
            )
            if any(_blocks(inner)):
                kept.append(inner)
        elif isinstance(s, m.Switch):
            cases = tuple(replace(c, body=_pruned(c.body, names)) for c in s.cases)
            switch = replace(s, cases=cases, otherwise=_pruned(s.otherwise, names))
            if any(_blocks(switch)):
                kept.append(switch)
        elif isinstance(s, (m.For, m.While)):
            body = _pruned(s.body, names)
            if body or (isinstance(s, m.For) and base_name(s.target) in names):
                kept.append(replace(s, body=body))
        elif not isinstance(s, _QUIET):
            kept.append(s)
    return tuple(kept)
