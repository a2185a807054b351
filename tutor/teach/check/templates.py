"""Prove the templates: every block that the code names exists, gets the facts it needs, and can be rendered."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jinja2 import nodes
from jinja2.meta import find_undeclared_variables

from tutor.kernel.cards import Card, Cards, cards
from tutor.kernel.moves import play
from tutor.kernel.phase import Won
from tutor.teach.check.diagnostics import Diagnostics, Page
from tutor.teach.check.prose import prose_faults
from tutor.teach.text.environment import environment
from tutor.teach.text.files import templates_root
from tutor.teach.text.marks import mark
from tutor.teach.text.names import seat_names
from tutor.teach.text.words import TemplateError, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PACKAGE: Final = Path(__file__).resolve().parents[2]
KH, AS = cards("KH,AS")


class Combination(NamedTuple):
    """A stand-in for combinations of cards, with the attributes that sentences use."""

    kind: str = "pair"
    length: int = 1


class LeadToLose(NamedTuple):
    """A stand-in for a card among the others of its suit."""

    card: Card = KH
    suit_: str = "H"
    trump: bool = False
    below: Cards = ()
    above: Cards = (AS,)
    risk: float = 0.5
    sure: bool = False
    surely_wins: bool = False


class PlayWithAnswer(NamedTuple):
    """A stand-in for a play in a way out, and the play that takes the lead back."""

    play: Combination = Combination("rocket")
    back: Combination | None = None


SAMPLES: Final[tuple[Any, ...]] = (
    "strange",
    3,
    1,
    0,
    (mark("m", "KH"), mark("m", "AS")),
    (play(KH), play(AS)),
    (KH, AS),
    play(KH),
    {"trick": "KH"},
    Won("KH", "P1"),
    ("P1", "P2"),
    ("P1",),
    True,
    False,
    (),
    "",
    Combination(),
    seat_names(("P1", "P2", "P3"), ("P1", "P2", "P3"), "P1"),
)
"""Sample facts for trying blocks, the most common kinds first."""
NAMED: Final[Mapping[str, Any]] = {
    "mine": LeadToLose(),
    "theirs": LeadToLose(),
    "kept": LeadToLose(),
    "c": KH,
    "other": AS,
    "last": PlayWithAnswer(),
    "steps": (PlayWithAnswer(), PlayWithAnswer()),
}
"""What facts of these names may be, besides."""
MOST_TRIES: Final = 4_000
IN_ORDER: Final = 6
"""The number of tries before facts are drawn at random."""


@dataclass
class Block:
    """A block of a template: the facts it needs, and those it may do without."""

    file: Path
    name: str
    line: int
    needs: set[str]
    may: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class BlockCall:
    """A call of `say` in the code: `block` ends with `*` if only its beginning is known."""

    file: Path
    line: int
    block: str
    facts: frozenset[str]
    open: bool
    """Whether it may pass more facts than the code shows (`**facts`)."""


def check_templates(findings: Diagnostics) -> None:
    """Prove all templates."""
    pages = {path: Page(findings, path, path.read_text("utf-8")) for path in sorted(templates_root().glob("*.j2"))}
    blocks: dict[str, Block] = {}
    for path, page in pages.items():
        with page.guarded(lambda text, page=page: page.fault("", text)):  # type: ignore[misc]
            blocks.update((f"{path.stem}.{block.name}", block) for block in _blocks(path))
    broken = {path.stem for path, page in pages.items() if page.found}
    for name, block in blocks.items():
        page = pages[block.file]
        with page.guarded(lambda text, page=page, block=block: page.fault(block.name, text, line=block.line)):  # type: ignore[misc]
            for problem in _said(name, block):
                page.fault(block.name, problem, line=block.line)
    calls = list(_calls())
    for call in calls:
        for problem in _called(call, blocks) if call.block.partition(".")[0] not in broken else ():
            Page(findings, call.file).fault("", problem, line=call.line)
    used = {call.block for call in calls} | _mentioned(set(blocks))
    begun = tuple(name[:-1] for name in used if name.endswith("*"))
    for name, block in blocks.items():
        if name not in used and not name.startswith(begun):
            pages[block.file].fault(block.name, say("check.unused"), line=block.line, warning=True)
    findings.count("templates", len(pages))
    findings.count("blocks", len(blocks))


def _blocks(path: Path) -> Iterator[Block]:
    """The blocks of a template, with the facts that each names."""
    env = environment()
    tree = env.parse(path.read_text("utf-8"))
    known = set(env.globals)
    every = {node.name: node for node in tree.find_all(nodes.Block)}
    for node in every.values():
        body = nodes.Template([*node.body, *_included(node, every)], lineno=node.lineno)
        body.set_environment(env)
        parts = list(body.find_all((nodes.Call, nodes.Name, nodes.Test)))
        called = {id(part.node) for part in parts if isinstance(part, nodes.Call)}
        shown = {part.name for part in parts if isinstance(part, nodes.Name) and id(part) not in called}
        found = find_undeclared_variables(body) | (shown & known)  # a fact may have the name of a helper
        names = {name for name in found if not name.startswith("_")}
        asked = {
            test.node.name
            for test in parts
            if isinstance(test, nodes.Test)
            and test.name in ("defined", "undefined")
            and isinstance(test.node, nodes.Name)
        }
        yield Block(path, node.name, node.lineno, names - asked, names & asked)


def _included(node: nodes.Block, every: Mapping[str, nodes.Block]) -> Iterator[nodes.Node]:
    """The bodies of blocks that a block includes (`self.family()`)."""
    for part in node.find_all(nodes.Getattr):
        if isinstance(part.node, nodes.Name) and part.node.name == "self" and part.attr in every:
            yield from every[part.attr].body


def _said(name: str, block: Block) -> Iterator[str]:
    """Faults of a block that no sample facts can render."""
    needs = sorted(block.needs)
    why = ""
    for facts in islice(_tries(name, needs), MOST_TRIES):
        try:
            text = say(name, **dict(zip(needs, facts, strict=True)))
        except (TemplateError, TypeError, ValueError, AttributeError, LookupError, ArithmeticError) as fault:
            why = str(fault)
            continue
        problem = next(prose_faults(text, {}, whole=False), "") if text else ""
        if not problem:
            return
        why = problem
    yield say("check.block", why=why)


def _tries(name: str, needs: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """Sample facts for a block: a few in order, which finds simple blocks at once, many at random, others in order."""
    in_order = product(SAMPLES, repeat=len(needs))
    yield from islice(in_order, IN_ORDER)
    rng = Random(name)
    for _ in range(MOST_TRIES // 2 if needs else 0):
        yield tuple(NAMED[fact] if fact in NAMED and rng.random() < 0.5 else rng.choice(SAMPLES) for fact in needs)
    yield from in_order


def _called(call: BlockCall, blocks: dict[str, Block]) -> Iterator[str]:
    """Faults of one call of `say`."""
    if call.block.endswith("*"):
        if not any(name.startswith(call.block[:-1]) for name in blocks):
            yield say("check.no_block", name=call.block)
        return
    block = blocks.get(call.block)
    if block is None:
        yield say("check.no_block", name=call.block)
    elif not call.open and block.needs - call.facts:
        yield say("check.not_given", name=call.block, facts=sorted(block.needs - call.facts))


def _calls() -> Iterator[BlockCall]:
    """Every `say("file.block", …)` in the code."""
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text("utf-8")
        if not re.search(r"from tutor\.teach\.text\.words import .*\bsay\b", text):
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say" and node.args:
                facts = frozenset(word.arg for word in node.keywords if word.arg)
                is_open = any(word.arg is None for word in node.keywords)
                for block in _named(node.args[0]):
                    yield BlockCall(path, node.lineno, block, facts, is_open)


def _mentioned(names: set[str]) -> set[str]:
    """The blocks that string constants of the code name, in full or by their beginning."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        text = path.read_text("utf-8")
        begun = tuple(re.findall(r'f"(\w+\.\w+_)\{', text))
        found |= names.intersection(re.findall(r'"(?=(\w+\.\w+)")', text))
        found.update(name for name in names if begun and name.startswith(begun))
    return found


def _named(node: ast.expr) -> Iterator[str]:
    """The names of blocks that an expression can have, as far as the code shows."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if "." in node.value and " " not in node.value:
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _named(node.body)
        yield from _named(node.orelse)
    elif isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
        yield f"{node.values[0].value!s}*"
