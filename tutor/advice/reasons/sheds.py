"""Reasons for a card in games that are won by having none left: what it rids one of, what it leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import SAMPLES, DecisionContext, Reason
from tutor.advice.reasons.fights import NEAR, answers, effect, hitting
from tutor.advice.reasons.standing import count_text
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

DEAR: Final = 15
"""What a card counts from which on it is said that it is dear."""


DEARER: Final = 3
"""How much more a card must count than another for it to be told."""


def shedding(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, or for the suit named, the most important first."""
    runs = context.policy.runs(context.state, context.seat)
    if context.game.family is not Family.SHEDDING or runs is not None:
        return
    if context.move.word and context.move.word in SUITS:
        yield from _named(context)
        return
    if context.policy.draws_if_silent and context.move.word != PASS:
        yield Reason("speaks_up", {"n": context.policy.draws_if_silent})
        return
    yield from hitting(context)
    c, other = context.card, context.other_card
    if c is None:
        return
    yield from _plays_again(context)
    if c not in context.game.held(context.state, context.seat):
        yield from _follows_better(context, c, other) if other is not None else ()
        return
    yield from _may_go_out(context)
    if other is None and any(not m.cards for m in context.moves):
        yield from _rather_than_none(context, c)
    elif other is not None and other is not c:
        yield from _rather_than(context, c, other)


def _named(context: DecisionContext) -> Iterator[Reason]:
    """The suit named is the longest of the hand."""
    hand = context.game.held(context.state, context.seat)
    held = {s: sum(c.suit == s and not context.policy.fits_anything(c) for c in hand) for s in SUITS}
    n = held[context.move.word]
    if n == max(held.values()) > 0:
        level = context.other is not None and held.get(context.other.word) == n
        yield Reason("names_longest", {"suit_": context.move.word, "n": n, "last": len(hand) == 1, "level": level})


def _rather_than_none(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """A card is played though the seat need not: it is the only one, counts much, or leaves a good suit."""
    others = [m.cards[0] for m in context.moves if m.cards and m.cards[0] is not c]
    wild = tuple(x for x in others if context.policy.fits_anything(x))
    value = context.card_value(c)
    facts: dict[str, Any] = {"c": c, "only": len(wild) == len(others), "wild": wild}
    facts |= {"own": count_text(value), "dear": value >= DEAR, "left": _left(context)} | _follow_up(context, c)
    facts |= {"free": _left(context) == context.policy.free_left, "any": context.policy.fits_anything(c)}
    yield Reason("plays_on", facts | _nearest(context) | {"stack": context.policy.answers, "other": context.other})


def _rather_than(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """A card rather than another: the wild one is kept, or the dear one goes; what may follow is better."""
    wild = context.policy.fits_anything
    if wild(other) and not wild(c):
        yield Reason("keeps_wild", {"c": c, "kept": other})
    own, less = context.card_value(c), context.card_value(other)
    if own - less >= DEARER and _left(context) > context.policy.free_left:
        facts = {"c": c, "other": other, "own": count_text(own), "less": count_text(less)}
        yield Reason("sheds_dear", facts | _nearest(context))
    yield from _follows_better(context, c, other)
    hand = context.game.held(context.state, context.seat)
    of_suit, of_other = (sum(x.suit == y.suit and not wild(x) for x in hand) for y in (c, other))
    if context.policy.answers and of_suit == 1 < of_other and not wild(c):
        yield Reason("only_of_suit", {"c": c, "suit_": c.suit, "other": other})
    yield from _for_others(context, c, other)


def _follows_better(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """More own cards fit on the card than on the other choice."""
    mine, theirs = (_follow_up(context, x) for x in (c, other))
    if len(mine["follow"]) > len(theirs["follow"]) and not _more_at_once(context, context.move):
        yield Reason("goes_on", {"c": c, "other": other, "fewer": len(theirs["follow"])} | mine)


def _for_others(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """How many cards out of sight fit on two cards of a suit that do nothing; or that these are alike in all."""
    wild = context.policy.fits_anything
    does = [_does(context, x) for x in (c, other)]
    if wild(c) or wild(other) or does[0] != does[1] or (c.rank != other.rank and (c.suit != other.suit or any(does))):
        return
    own, theirs = (sum(context.policy.fits(x, y) for x in context.outstanding.elements()) for y in (c, other))
    if own < theirs:
        yield Reason("fits_others_less", {"c": c, "other": other, "own": own, "theirs": theirs})
    elif own == theirs and context.card_value(c) == context.card_value(other):
        mine, more = (len(_follow_up(context, x)["follow"]) for x in (c, other))
        if mine == more:
            yield Reason("fit_alike", {"c": c, "than": other, "own": own})


def _does(context: DecisionContext, c: Card) -> tuple[object, ...]:
    """The effect of a card, empty if it has none, and the chance that others can answer it."""
    move = next(m for m in context.moves if m.cards == (c,))
    found, reply = effect(context, context.state, move), answers(context, move)
    again = bool(_more_at_once(context, move))
    done = (tuple(found.draws.items()), found.skipped, again, reply and reply.chance)
    return done if any(done) else ()


def _left(context: DecisionContext) -> int:
    """How many cards the seat holds after the move."""
    return len(context.game.held(context.state, context.seat)) - len(context.move.cards)


def _follow_up(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: the other own cards that may be played on `c`, and how many of its suit are among them."""
    hand = context.game.held(context.state, context.seat)
    fits, wild = context.policy.fits, context.policy.fits_anything
    follow: Cards = tuple(x for x in hand if x is not c and not wild(x) and not wild(c) and fits(x, c))
    return {"follow": follow, "n": sum(x.suit == c.suit for x in follow), "suit_": c.suit}


def _nearest(context: DecisionContext) -> dict[str, Any]:
    """Facts: the opponent with the fewest cards and their number, if they are few."""
    left = {who: len(context.game.held(context.state, who)) for who in context.state.seats}
    foes = {who: n for who, n in left.items() if who not in context.friends and 0 < n <= NEAR}
    who = min(foes, key=foes.__getitem__, default="")
    return {"who": who, "near": foes.get(who, 0)}


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
    samples: list[State] = list(context.sampled.samples[:SAMPLES]) if context.sampled is not None else []
    for move in (context.move, context.other):
        then = [context.phase.act(sample, context.seat, move).state for sample in samples]
        live = [state for state in then if state.turn and state.chance is None]
        who = live[0].turn[0] if live else ""
        if not live or who in context.friends or len(context.game.held(live[0], who)) != 1:
            return
        fits = sum(any(m.cards for m in legal(context.game, state, who)) for state in live if state.turn[0] == who)
        chances.append(fits / len(live))
    own, others = (round(10 * chance) for chance in chances)
    if own < others:
        facts = {"move": context.move, "other": context.other, "who": who, "own": own, "others": others}
        yield Reason("may_go_out", facts | {"deals": len(samples)}, sampled=True)
