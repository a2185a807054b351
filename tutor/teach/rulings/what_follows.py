"""What follows from a position: who wins and how that comes about, what it is worth, what a call leads to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tutor.kernel.working import CALL, PLUS, Chain, Contest, Sum, Working
from tutor.teach.results.products import reduced
from tutor.teach.results.said_numbers import written
from tutor.teach.results.sums import label, plain_card
from tutor.teach.results.workings import step_text
from tutor.teach.results.workings_together import together
from tutor.teach.rulings.consequences import fact_texts, winner_text
from tutor.teach.rulings.orders import odd_order
from tutor.teach.text.doc import Block, Gap, Item, Para
from tutor.teach.text.values import capital, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Container, Mapping, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.phase import Phase
    from tutor.teach.text.tabletop import Tabletop

WINNER = "winner"
"""The path of the working of who wins a trick."""
FACTS = "facts."
"""How the paths of workings of facts begin."""
HOW = ": "
"""In a sentence on a fact, what comes before how the fact comes about."""


def situation(game: Game[Any], phase: Phase[Any, Any], view: Any) -> list[Block]:
    """What follows from a position in which somebody is to act: the situation, to be told before the moves."""
    text, clause = winner_text(game, phase, view)
    out: list[Block] = [Item("", text, clause)] if text else []
    out += [Para(text) for text in fact_texts(game, phase, view).values()]
    return [Gap(), *out] if out else []


def outcome(game: Game[Any], phase: Phase[Any, Any], view: Any, table: Tabletop) -> list[Block]:
    """What follows where nobody is to act: who wins, card by card, each fact with its sum, then how facts come about.

    Facts without words are told by their workings where nothing else is said. What the table says is not said again.
    """
    text, clause = winner_text(game, phase, view)
    facts, workings = fact_texts(game, phase, view), dict(phase.workings(view))
    lying = [f"{capital(line.text)}." for line in table.facts]
    if not text and not facts:
        alone = _paragraphs(game, workings, view, (), lying, workings)
        return [Gap(), *alone] if alone else []
    out: list[Block] = [Item("", text, clause)] if text else []
    course = workings.get(WINNER)
    if isinstance(course, Contest) or (isinstance(course, Chain) and len(course.news) == 1):  # that says it again
        del workings[WINNER]
    if isinstance(course, Contest):
        out += _paragraphs(game, {WINNER: course}, view, (text,), lying, facts)
    said = [text]
    for name, fact in facts.items():
        one = workings.get(f"{FACTS}{name}")
        said.append(_with_sum(game, fact, one))
        if one is not None and (said[-1] != fact or HOW in fact):
            del workings[f"{FACTS}{name}"]
    out += map(Para, said[1:])
    return [Gap(), *out, *_paragraphs(game, workings, view, said, lying, facts)]


def _with_sum(game: Game[Any], fact: str, one: Working | None) -> str:
    """The sentence of a fact with what adds up to its number, if that is a plain sum and the sentence lacks it."""
    if not isinstance(one, Sum) or not one.total or one.total not in _numbers([fact]) or HOW in fact:
        return fact
    parts = tuple(part for part in reduced(one).parts if part.n)
    if any(part.how != PLUS or part.inner is not None for part in parts):
        return fact
    terms = [say("working.term_card", what=label(game, part, one=True), n=shown(abs(float(part.n)))) for part in parts]
    if len(parts) == 1:
        cards = parts[0].cards
        return say("working.worth_one", fact=fact.rstrip("."), what=shown(cards)) if cards else fact
    how = "".join(f" {'-' if part.n < 0 else '+'} {term}" for part, term in zip(parts, terms, strict=True))
    return say("working.worth", fact=fact.rstrip("."), how=how.removeprefix(" + ").lstrip())


def _paragraphs(
    game: Game[Any],
    workings: Mapping[str, Working],
    view: Any,
    said: Sequence[str],
    open_there: Sequence[str],
    told: Container[str],
) -> list[Block]:
    """The workings of the winner and of each fact that is `told` in words, a paragraph each.

    Left out are sums of cards that count nothing, calls and what the table says, what a single thing counts by numbers
    that are `said` already, sentences that are said, and the last step to a fact, which says it again.
    """
    paths = [path for path, one in workings.items() if _worth_telling(path.split("."), one, told)]
    some = [_steps_to(game, workings[path], open_there, ends=not said) for path in paths]
    owners = [path.split(".")[2] if path.count(".") == 2 else "" for path in paths]
    order = [odd_order(view, one) if isinstance(one, Contest) else "" for one in some]
    known = _numbers(said) | {1}
    texts = (
        " ".join(part for part in (*parts, last) if part and part not in said)
        for parts, last, one in zip(together(game, some, owners), order, some, strict=True)
        if not (isinstance(one, Sum) and len(one.parts) == 1 and not one.parts[0].to and _numbers(parts) <= known)
    )
    return [Para(text, "dim" if said else "", indent=2) for text in texts if text]


def _steps_to(game: Game[Any], one: Working, open_there: Container[str], *, ends: bool) -> Working:
    """A chain without calls and what lies open, and without its end unless it `ends` there; all others as they are."""
    if not isinstance(one, Chain):
        return one
    steps = tuple(step for step in one.steps if step.name != CALL and step_text(game, step) not in open_there)
    return one._replace(steps=(() if ends else steps[:-1]) or steps)


def _numbers(texts: Sequence[str]) -> frozenset[float]:
    """The numbers that sentences say."""
    return written(" ".join(texts)).numbers


def _worth_telling(path: Sequence[str], one: Working, told: Container[str]) -> bool:
    """Whether a working belongs below the explanation of a position."""
    if path == [WINNER]:
        return True
    named = len(path) > 1 and path[0] == "facts" and (path[1] in told or ".".join(path) in told)
    if isinstance(one, Sum):
        if all(plain_card(part) and not part.n for part in one.parts):
            return False
        return named and (len(reduced(one).parts) > 1 if len(path) == 2 else any(part.to for part in one.parts))
    return named
