"""The sandbox for sentences of lessons: a restricted Jinja, as lessons may come from strangers.

Allowed are a few kinds of expressions, `if`, two nested `for`, harmless filters, and calls of the helpers in `words`;
nothing that could read a file, run code, run for long, or fill memory. Every error is a `BadSentence`.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Final

from jinja2 import StrictUndefined, Template, TemplateError, Undefined, nodes
from jinja2.exceptions import SecurityError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tutor.kernel.cards import Card
from tutor.kernel.echo import short
from tutor.kernel.moves import Move
from tutor.teach.lessons.meter import bounded, charge, charge_sizes, metered, small, taken
from tutor.teach.text.environment import environment
from tutor.teach.text.marks import cleaned
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from jinja2.runtime import Context

LONGEST: Final = 2_000
"""The most characters of a sentence, in its source and rendered."""
MOST_LOOPS: Final = 6
MOST_NESTED: Final = 2
MOST_ASKED: Final = 12
"""How often a sentence may call functions of the scene, such as `why`."""

KINDS: Final[tuple[type[nodes.Node], ...]] = tuple(
    getattr(nodes, name)
    for name in """
    Template Output TemplateData If For Name Const Tuple List Dict Pair Keyword Getattr Getitem Slice Filter Test
    Call CondExpr Compare Operand And Or Not Neg Pos Add Sub Mul Div FloorDiv Mod Concat
    """.split()
)
"""The allowed kinds of syntax nodes."""
FILTERS: Final = tuple(
    """
    abs capitalize count default first int items join last length list lower map max min reject rejectattr reverse round
    select selectattr sort string sum title trim unique upper
    """.split()
)
TESTS: Final = tuple(
    """
    defined undefined none number string sequence mapping odd even divisibleby in eq ne lt le gt ge == != < <= > >= true
    false equalto sameas
    """.split()
)
ASKED: Final = frozenset({"why"})
"""Facts that are functions of the scene."""
METHODS: Final = frozenset({"items", "keys", "values", "get"})
"""The methods of mappings that a sentence may call."""
_TAKEN: Final = " taken"  # not a valid name in a sentence


class BadSentence(TemplateError):
    """A sentence is not allowed or fails for this scene; the message says why."""


class _Sandbox(ImmutableSandboxedEnvironment):
    """An environment that bounds values and allows only calls of helpers."""

    intercepted_binops = frozenset({"+", "-", "*", "/", "//", "%", "**"})

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Arithmetic with numbers, and `+` for small values."""
        if not all(isinstance(side, int | float) and abs(side) < 1e12 for side in (left, right)) and operator != "+":
            raise SecurityError(say("sandbox.arithmetic", operator=operator))
        charge_sizes(left, right)
        return small(super().call_binop(context, operator, left, right))

    def call(self, context: Context, obj: Any, *args: Any, **named: Any) -> Any:
        """Call a helper; raises SecurityError for anything else."""
        if not isinstance(obj, Undefined) and not self.is_safe_callable(obj):
            raise SecurityError(say("sandbox.call", name=getattr(obj, "__name__", type(obj).__name__)))
        charge_sizes(*args, *named.values())
        return small(super().call(context, obj, *args, **named))

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A part of something, which is charged for."""
        charge(1)
        return super().getattr(obj, attribute)

    def getitem(self, obj: Any, argument: Any) -> Any:
        """A part of something, which is charged for."""
        charge(1)
        return super().getitem(obj, argument)

    def is_safe_callable(self, obj: Any) -> bool:
        """Whether `obj` is a helper, a function of the scene (`why`), or a reading method of a mapping."""
        if getattr(obj, "__name__", "") in METHODS:
            return isinstance(getattr(obj, "__self__", None), Mapping)
        return obj in self.globals.values() or isinstance(obj, _Asked)


class _Asked:
    """A function of the scene with a bounded number of calls."""

    def __init__(self, answer: Callable[..., str]) -> None:
        self.answer, self.left = answer, MOST_ASKED

    def __call__(self, *args: str) -> str:
        """Call the function; raises SecurityError if it was called too often."""
        self.left -= 1
        if self.left < 0:
            raise SecurityError(say("sandbox.asked", most=MOST_ASKED))
        return self.answer(*args)


def _finalize(value: object) -> object:
    if isinstance(value, str | Undefined):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float | Card | Move | tuple | list | frozenset | set):
        raise SecurityError(say("sandbox.no_text", kind=type(value).__name__))
    return small(shown(small(value)))


@cache
def _environment() -> _Sandbox:
    ours = environment()
    env = _Sandbox(undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True, finalize=_finalize, cache_size=0)
    filters = {name: env.filters[name] for name in FILTERS} | {
        name: ours.filters[name] for name in ("seat", "suit", "card", "cards", "capital")
    }
    tests: dict[str, Any] = {name: env.tests[name] for name in TESTS}
    env.filters.clear()
    env.filters.update((name, bounded(name, made)) for name, made in filters.items())
    env.filters[_TAKEN] = taken
    env.tests.clear()
    env.tests.update((name, bounded(name, made)) for name, made in tests.items())
    env.globals.clear()
    helpers = {"gettext", "ngettext", "pgettext", "npgettext", "_"}
    env.globals.update((name, made) for name, made in ours.globals.items() if name not in helpers)
    return env


def _refused(tree: nodes.Template) -> Iterator[str]:
    """Descriptions of everything in a sentence that is not allowed."""
    if _depth(tree) > MOST_NESTED or len(list(tree.find_all(nodes.For))) > MOST_LOOPS:
        yield say("sandbox.loops", nested=MOST_NESTED, most=MOST_LOOPS)
    for node in tree.find_all(nodes.Node):
        if isinstance(node, nodes.For) and node.recursive:
            yield say("sandbox.kind", kind="recursive")
        if isinstance(node, nodes.Const) and isinstance(node.value, str) and cleaned(node.value) != node.value:
            yield say("sandbox.control")
        if not isinstance(node, KINDS):
            yield say("sandbox.kind", kind=type(node).__name__.lower())


def _depth(node: nodes.Node) -> int:
    below = max((_depth(child) for child in node.iter_child_nodes()), default=0)
    return below + isinstance(node, nodes.For)


def _paid(tree: nodes.Template) -> nodes.Template:
    """The syntax tree with charges for the body of every loop added."""
    for loop in list(tree.find_all(nodes.For)):
        steps = sum(1 for _ in loop.find_all(nodes.Node))
        loop.iter = nodes.Filter(loop.iter, _TAKEN, [nodes.Const(steps)], [], None, None, lineno=loop.lineno)
    return tree


@lru_cache(2000)
def _compiled(source: str) -> Template:
    if len(source) > LONGEST:
        raise BadSentence(say("sandbox.long", most=LONGEST))
    env = _environment()
    try:
        tree = env.parse(source)
        bad = dict.fromkeys(_refused(tree))
        if bad:
            raise BadSentence("; ".join(bad))
        with metered(), warnings.catch_warnings():  # constant expressions are evaluated by the compiler
            warnings.simplefilter("ignore")  # Python warns of `3['x']`, which fails at run time
            return env.from_string(_paid(tree))
    except TemplateError as why:
        raise BadSentence(_said(why)) from None
    except (RecursionError, MemoryError, SyntaxError, ValueError, OverflowError):
        raise BadSentence(say("sandbox.deep")) from None


def lesson_sentence(source: str, facts: Mapping[str, Any]) -> str:
    """Render the author's sentence `source` with `facts`, white space folded; raises `BadSentence`.

    A field with the name of a helper (`card`) does not hide the helper; it is available as `v.card`.
    """
    template = _compiled(cleaned(source))
    helpers = _environment().globals
    facts = {name: _Asked(fact) if name in ASKED else fact for name, fact in facts.items() if name not in helpers}
    try:
        parts, length = [], 0
        with metered():
            for part in template.generate(facts):
                parts.append(part)
                length += len(part)
                if length > LONGEST:
                    raise BadSentence(say("sandbox.long", most=LONGEST))
    except TemplateError as why:
        raise BadSentence(_said(why)) from None
    except Exception as why:  # any error of an expression: a sentence must not end a lesson
        raise BadSentence(_said(why)) from None
    return " ".join("".join(parts).split())


def _said(why: Exception) -> str:
    text = short(" ".join(str(why).split()), 200)
    return text or type(why).__name__
