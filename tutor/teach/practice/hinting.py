"""Hints at the table: the rules, what there is to see, and a fact of these cards that decides; then comes the advice.

None of them names the move that is advised alone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.context import Role
from tutor.advice.reasons.first_look import first_look
from tutor.kernel.game import Family
from tutor.kernel.view_types import ClimbView, HandView, RankedTrickView, TrickOnTable
from tutor.teach.practice.advising import advice_texts, certain, indifferent, is_about, motive
from tutor.teach.questions.decision_hints import allowed_hint, rule_hint, what_to_look_at, where_to_look_first
from tutor.teach.questions.move_traits import trait_hints
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.marks import CLOSE, OPEN, cards_in, split, unmarked
from tutor.teach.text.phrases import in_words, phrase, text_in_words
from tutor.teach.text.sentences import leans, parted, sentences
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tutor.advice import Advice
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.game import Game
    from tutor.kernel.history import Record
    from tutor.kernel.judging import Judgement
    from tutor.teach.practice.match import Match

PAIR: Final = 2
"""With no more moves than this, naming the two best says nothing."""
MOST: Final = 2
"""The most sentences of a hint that says what is certain of the cards."""


class Ladder(NamedTuple):
    """The hints before the advice: on the `rules`, and on what there is to see."""

    rules: tuple[str, ...]
    seen: tuple[str, ...]
    known: frozenset[str]
    """The cards of which a fact that names no others says nothing new."""

    @property
    def rungs(self) -> tuple[str, ...]:
        """All of them, in order."""
        return (*self.rules, *self.seen)


def hints(match: Match, found: Judgement[Any], *, wise: bool, refused: bool) -> Ladder:
    """The hints before the advice.

    Where it is `wise` choice that is asked for, nothing is said of rules; whoever was `refused` a move has been told.
    """
    game, (advice, why) = match.game, match.advice()
    rules = () if wise else (*([] if refused else [rule_hint(game, found)]), allowed_hint(game, found))
    facts = first_look(match.record, match.seat, advice.move, advice.other, match.chance("look"))
    seen = _of_trick(game, found, advice, why, facts, rules) if facts else _elsewhere(game, found, advice, why)
    known = {card for rung in seen for card in cards_in(rung)}
    if facts:
        known |= {x.text for x in (*found.view.trick, *found.phase.holds(found.view))}
    told = [tuple(text_in_words(game, rung, found.phase) for rung in some if rung) for some in (rules, seen)]
    return Ladder(told[0], told[1], frozenset(known))


def _of_trick(
    game: Game[Any],
    found: Judgement[Any],
    advice: Advice,
    why: tuple[Reason, ...],
    facts: Mapping[str, Any],
    rules: Collection[str],
) -> tuple[str, ...]:
    """The hints for a card to a trick, of which `facts` are seen at once."""
    level = indifferent(advice, why)
    look = _at_trick(game, found, why, facts, rules, level=level)
    if level:
        return (look,)
    more = "" if facts["decided"] else _fact(game, found, advice, why, look) or _weighed(facts)
    return look, more or _otherwise(game, found, advice)


def _elsewhere(game: Game[Any], found: Judgement[Any], advice: Advice, why: tuple[Reason, ...]) -> tuple[str, ...]:
    """The hints for any other choice: a call, cards that are led together, or got rid of."""
    calls, open_ = not advice.move.cards, not indifferent(advice, why)
    sheds = game.family is Family.SHEDDING and not calls  # where two cards tell more than what is certain of one
    more = _otherwise(game, found, advice) if open_ else ""
    fact = _fact(game, found, advice, why) if calls or (open_ and not (sheds and more)) else ""
    look = where_to_look_first(game, found)
    cards = isinstance(found.view, HandView) or any(move.cards for move in found.legal)
    if cards and not look and not fact and not (sheds and more):
        look = what_to_look_at(game, found)
    return look, fact, more if calls or not (fact and look) else ""


def in_short(record: Record[Any], advice: Advice, why: tuple[Reason, ...]) -> list[Block]:
    """Of the advice the first sentence, which names the move, for somebody who has had all of it."""
    game = record.game
    first = say("advice.again", it=advice_texts(game, advice, why)[0])
    return list(in_words(game, [Para(say("hint.none_left"), "dim"), Para(first)], game.due(record.state)))


def _at_trick(
    game: Game[Any],
    found: Judgement[Any],
    why: tuple[Reason, ...],
    seen: Mapping[str, Any],
    rules: Collection[str],
    *,
    level: bool,
) -> str:
    """What there is to see of a trick; `level` says that it makes no difference what is played."""
    aim = "" if level else _aim(game, why, seen["ally"], seen["sole"])
    facts = {**seen, "aim": aim, "level": level or seen["equal"]}
    if seen["lead"]:
        return say("look.lead", **facts)
    led = found.view.trick[0]
    if seen["decided"]:
        return say("look.turn", **facts, led=led)
    best = {card for rule in rules for card in cards_in(rule)} & {seen["best"].text}
    return say("look.answer", **facts, told=bool(best), led=led)


def _aim(game: Game[Any], why: tuple[Reason, ...], ally: str, sole: str) -> str:
    """Who plays together, if that goes for this hand alone, and what the sides still need."""
    sides = say("look.sides", ally=ally, sole=sole) if ally else ""
    stakes = [motive(game, one) for one in why if one.role is Role.STAKES]
    aims = [certain(game, one) for one in why if one.role is Role.AIM]
    need = next((one for one in (*stakes, *aims) if one and not cards_in(one)), "")
    return " ".join(filter(None, [sides, need]))


def _fact(game: Game[Any], found: Judgement[Any], advice: Advice, why: tuple[Reason, ...], look: str = "") -> str:
    """What is certain of the cards, of the first reason that says something new, put as a question; "" if none does.

    Nothing that was seen at first `look`, in these words or of these cards, nor what is about the advised move alone,
    with whatever follows it.
    """
    calls, told = not advice.move.cards, {*sentences(text_in_words(game, look, found.phase))}
    lie, held = (
        cards_in(shown(found.view.trick if isinstance(found.view, TrickOnTable) else ())),
        {x.text for x in found.phase.holds(found.view)},
    )

    def seen(fact: str) -> bool:
        """Whether it only says of cards that lie there, or that the look at them has named, how they compare."""
        named = cards_in(fact)
        return not calls and (is_about(fact, cards_in(look)) or (bool(named & lie) and named <= lie | held))

    for one in why:
        if not calls and one.role in (Role.AIM, Role.LEVEL) and not cards_in(certain(game, one)):
            continue  # what a side needs speaks for no card alone
        texts: list[str] = []
        left_out = False
        for marked in filter(None, parted(certain(game, one))):
            alone = _names_alone(game, found, advice, marked) or (left_out and (not calls or leans(marked)))
            if not alone and unmarked(text_in_words(game, marked, found.phase)) not in told and not seen(marked):
                texts.append(marked)
            left_out |= alone
        if texts:
            kind = (
                "" if calls or not isinstance(found.view, RankedTrickView) else "answer" if found.view.trick else "lead"
            )
            return say("look.fact", said=" ".join(texts if calls else texts[:MOST]), kind=kind)
    return ""


def _names_alone(game: Game[Any], found: Judgement[Any], advice: Advice, marked: str) -> bool:
    """Whether a sentence is about the move that is advised: it begins with it, or names it and not the other choice."""
    own, other = advice.move, advice.other
    if not own.cards:
        words = "".join(value for kind, value in split(text_in_words(game, marked, found.phase)) if not kind)
        named, beside = (
            move is not None and re.search(rf"\b{re.escape(unmarked(phrase(game, found.phase, move)))}\b", words)
            for move in (own, other)
        )
        return bool(named) and not beside
    mine = {x.text for x in own.cards}
    theirs = {x.text for x in other.cards} if other is not None else set()
    begins = marked.startswith(OPEN) and bool(cards_in(marked.partition(CLOSE)[0] + CLOSE) & mine)
    return begins or (bool(cards_in(marked) & (mine - theirs)) and not cards_in(marked) & (theirs - mine))


def _weighed(seen: Mapping[str, Any]) -> str:
    """The move weighed against the other choice, without saying which of them is advised; "" if nothing differs."""
    return say("look.weighed", **{"ours": False, **seen, **seen["weighed"]}) if seen["weighed"] else ""


def _otherwise(game: Game[Any], found: Judgement[Any], advice: Advice) -> str:
    """For want of a fact: the move beside the other choice, in the order of the hand, or else what sets it apart."""
    own, other, legal = advice.move, advice.other, found.legal
    if other is not None and own in legal and other in legal and len(legal) > PAIR and not advice.alike:
        first, second = sorted((own, other), key=legal.index)
        climbs, sheds = isinstance(found.view, ClimbView), game.family is Family.SHEDDING
        kind = "call" if not own.cards or not other.cards else "climb" if climbs else "shed" if sheds else ""
        return say("look.between", first=first, second=second, kind=kind)
    traits = trait_hints(game, found, own)[:-1]
    return say("hint.one_best", said=traits[0]) if traits else ""
