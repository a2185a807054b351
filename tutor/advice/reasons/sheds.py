"""Reasons for a card in games that are won by having none left: what it rids one of, what it does to others."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.advice.reasons.standing import count_text
from tutor.kernel.cards import SUITS
from tutor.kernel.events import DREW, SKIPPED
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

NEAR: Final = 3
"""Cards of a player up to which it is said that they are few."""
USUAL: Final = 0.6
"""The share of sampled deals from which on it is said that probably nobody answers a card."""
DANGER: Final = 0.25
"""The share of sampled deals from which on it is said that a card may turn against whoever plays it."""
MORE: Final = 2
"""How many more cards of a suit make it worth going on with."""


def shedding(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, or for the suit named, the most important first."""
    if context.game.family is not Family.SHEDDING:
        return
    hand = context.game.held(context.state, context.seat)
    if context.move.word and context.move.word in SUITS:
        held = {s: sum(c.suit == s and not context.policy.fits_anything(c) for c in hand) for s in SUITS}
        if held[context.move.word] == max(held.values()) > 0:
            yield Reason("names_longest", {"suit_": context.move.word, "n": held[context.move.word]})
        return
    yield from _strikes(context)
    yield from _turned_against(context)
    c = context.card
    if c is None or c not in hand:
        return
    yield from _plays_again(context)
    yield from _may_go_out(context)
    other = context.other_card
    if other is None or other is c:
        return
    if context.policy.fits_anything(other) and not context.policy.fits_anything(c):
        yield Reason("keeps_wild", {"c": c, "kept": other})
    own, less = context.card_value(c), context.card_value(other)
    if own > less:
        yield Reason("sheds_dear", {"c": c, "other": other, "own": count_text(own), "less": count_text(less)})
    follow = [x for x in hand if x is not c and x.suit == c.suit and not context.policy.fits_anything(x)]
    if c.suit != other.suit and len(follow) >= MORE:
        yield Reason("goes_on", {"c": c, "suit_": c.suit, "n": len(follow)})


class Effect(NamedTuple):
    """What a card does to others before the next turn: the cards that each draws, and who misses a turn."""

    draws: Counter[Seat]
    skipped: tuple[Seat, ...]
    asked: bool
    """Whether somebody else might have answered it."""
    answered: bool = False
    """Whether somebody did."""


def _effect(context: DecisionContext, state: State, move: Move, *, answer: bool = False) -> Effect:
    """The effect of `move` if nobody answers it; with `answer`, if whoever can does so."""
    draws: Counter[Seat] = Counter()
    skipped: list[Seat] = []
    asked = answered = False
    turn = context.phase.act(state, context.seat, move)
    for _ in range(len(context.game.pack.order)):
        draws.update({e.seat: e.facts["drawn"] for e in turn.events if e.what == DREW})
        skipped += (e.seat for e in turn.events if e.what == SKIPPED)
        then = turn.state
        if then.chance is not None or not then.turn or not policy_of(context.game).of(context.game.due(then)).answers:
            break
        who, asked = then.turn[0], asked or then.turn[0] != context.seat
        moves = legal(context.game, then, who)
        going_on = next((m for m in moves if m.cards), None) if answer and who != context.seat else None
        answered = answered or going_on is not None
        following = going_on or next((m for m in moves if not m.cards), None)
        if following is None:
            break
        turn = context.game.due(then).act(then, who, following)
    return Effect(draws, tuple(skipped), asked, answered)


def _strikes(context: DecisionContext) -> Iterator[Reason]:
    """An opponent misses a turn, or has to draw: at once, or if nobody answers, which is not likely."""
    if not context.move.cards:
        return
    own = _effect(context, context.state, context.move)
    hit = next((who for who in (*own.draws, *own.skipped) if who not in context.friends), None)
    if hit is None or (context.other and _as_much(own, _effect(context, context.state, context.other), hit)):
        return
    left = len(context.game.held(context.state, hit))
    facts: dict[str, Any] = {"move": context.move, "who": hit, "left": left, "few": left <= NEAR}
    facts |= {"draws": own.draws[hit], "asked": own.asked, "held": 0, "deals": 0, "back": 0, "likely": False}
    if own.asked and (samples := _samples(context)):
        ends = [_effect(context, sample, context.move, answer=True) for sample in samples]
        quiet = sum(not end.answered for end in ends)
        facts |= {"deals": len(ends), "held": quiet, "likely": quiet >= USUAL * len(ends)}
        facts["back"] = round(10 * sum(end.draws[context.seat] > 0 for end in ends) / len(ends))
    yield Reason("strikes", facts)


def _as_much(own: Effect, others: Effect, hit: Seat) -> bool:
    """Whether the other choice does as much to a player, and as surely."""
    surely = own.asked or not others.asked
    return surely and hit in (*others.draws, *others.skipped) and others.draws[hit] >= own.draws[hit]


def _turned_against(context: DecisionContext) -> Iterator[Reason]:
    """The other choice may be answered, so that it is the own side that has to draw."""
    if context.other is None or not _effect(context, context.state, context.other).asked:
        return
    samples = _samples(context)
    back = sum(_draws_itself(context, sample, context.other) for sample in samples)
    if back > DANGER * len(samples) and not any(_draws_itself(context, sample, context.move) for sample in samples):
        facts = {"other": context.other, "share": round(10 * back / len(samples)), "deals": len(samples)}
        yield Reason("turned_against", facts, sampled=True)


def _draws_itself(context: DecisionContext, sample: State, move: Move) -> bool:
    """Whether the seat has to draw in `sample` if whoever can answers the move."""
    return _effect(context, sample, move, answer=True).draws[context.seat] > 0


def _plays_again(context: DecisionContext) -> Iterator[Reason]:
    """Another card of the hand may be played on this one at once, by a rule of its own."""
    more = _more_at_once(context, context.move)
    if more and not (context.other and _more_at_once(context, context.other)):
        every = more == set(context.game.held(context.state, context.seat)) - {context.card}
        yield Reason("plays_again", {"c": context.card, "any": every})


def _more_at_once(context: DecisionContext, move: Move) -> set[Card]:
    """The cards of the hand that may be played on the move before the turn passes on."""
    then = context.phase.act(context.state, context.seat, move).state
    if then.turn != (context.seat,) or then.chance is not None:
        return set()
    if not policy_of(context.game).of(context.game.due(then)).answers:
        return set()
    return {m.cards[0] for m in legal(context.game, then, context.seat) if m.cards}


def _may_go_out(context: DecisionContext) -> Iterator[Reason]:
    """The next player has one card left, which fits less often after this card than after the other choice."""
    if context.other is None:
        return
    chances = []
    who: Seat = ""
    for move in (context.move, context.other):
        then = [context.phase.act(sample, context.seat, move).state for sample in _samples(context)]
        live = [state for state in then if state.turn and state.chance is None]
        who = live[0].turn[0] if live else ""
        if not live or who in context.friends or len(context.game.held(live[0], who)) != 1:
            return
        fits = sum(any(m.cards for m in legal(context.game, state, who)) for state in live if state.turn[0] == who)
        chances.append(fits / len(live))
    own, others = (round(10 * chance) for chance in chances)
    if own < others:
        facts = {"move": context.move, "other": context.other, "who": who, "own": own, "others": others}
        yield Reason("may_go_out", facts | {"deals": len(_samples(context))}, sampled=True)


def _samples(context: DecisionContext) -> list[State]:
    return list(context.sampled.samples[:SAMPLES]) if context.sampled is not None else []
