"""Reasons for a card in games that are won by having none left: what it rids one of, what it leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, Role
from tutor.advice.reasons.sheds.fights import (
    NEAR,
    answers,
    effect,
    hardest_hit,
    hitting,
    more_at_once,
    next_turn,
)
from tutor.advice.reasons.sheds.going_out import goes_out, may_go_out, out_next
from tutor.advice.reasons.sheds.keeping import keeping
from tutor.advice.reasons.sheds.shown import had_none, has_named
from tutor.advice.reasons.standing import count_text
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS
from tutor.kernel.game import Family
from tutor.kernel.playout import legal

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.cards import Card, Cards

DEAR: Final = 15
"""What a card counts from which on it is said that it is dear."""
DEARER: Final = 3
"""How much more a card must count than another for it to be told."""
WORTH: Final = 5
"""The same where somebody has few cards and it is told before what another card is kept for."""
MUCH: Final = 8
"""The same though nobody has few cards."""
CLOSE: Final = 2
"""How many more cards may fit on one card than on another of which it is said that they are as hard to follow."""
TWINS: Final = frozenset({"same_rank", "either_wild", "fit_alike"})
"""Reasons by which it hardly matters which of two cards is played, so that it is told why one of them is."""


def shedding(context: DecisionContext) -> Iterator[Reason]:
    """All reasons for the card, or for the suit named, the most important first."""
    runs = context.policy.runs(context.state, context.seat)
    if context.game.family is not Family.SHEDDING or runs is not None:
        return
    if context.move.word and context.move.word in SUITS:
        yield from had_none(context)
        yield from has_named(context)
        yield from _named(context)
        return
    if context.policy.draws_if_silent and context.move.word != PASS:
        yield Reason("speaks_up", {"n": context.policy.draws_if_silent})
        return
    yield from tuple(goes_out(context)) or _on_the_way(context)


def _on_the_way(context: DecisionContext) -> Iterator[Reason]:
    """Reasons for a move that does not go out: a card, one that is named for a joker, or none."""
    c, other = context.card, context.other_card
    held = c in context.game.held(context.state, context.seat)
    soon = tuple(out_next(context, c)) if c is not None and held else ()
    yield from soon
    yield from hitting(context)
    if c is None:
        return
    again = tuple(_plays_again(context))
    yield from again
    if held:
        yield from may_go_out(context)
    told = (*had_none(context), *has_named(context))
    yield from told
    if not held:
        yield from _follows_better(context, c, other) if other is not None else ()
    elif other is None and any(not m.cards for m in context.moves):
        yield from _rather_than_none(context, c) if not (soon or again) else ()
    elif other is not None and other is not c:
        found = tuple(_rather_than(context, c, other)) or tuple(_same_rank(context, c, other))
        alike = all(one.what in TWINS for one in found)
        yield from _rather_than_rest(context, c, other) if alike else ()
        yield from found if not (alike and told) else ()


def _rather_than_rest(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The two cards do much the same: why one of them, rather than a third."""
    wild = context.policy.fits_anything
    rest = [m for m in context.moves if m.cards and m.cards[0] not in (c, other) and m.cards[0].rank != c.rank]
    for m in sorted(rest, key=lambda m: wild(m.cards[0])):
        third = replace(context, other=m)
        found = [reason for reason in _rather_than(third, c, m.cards[0]) if reason.what not in TWINS]
        if found:
            yield found[0]._replace(facts={**found[0].facts, "third": m.cards[0]})
            return
    urgent = context.card_value(c) >= DEAR and _nearest(context)["who"]
    if not rest and wild(c) and urgent and any(not m.cards for m in context.moves):
        yield from _rather_than_none(replace(context, other=None), c)


def _named(context: DecisionContext) -> Iterator[Reason]:
    """The suit named is the longest of the hand; of two as long, fewer cards of it are out of sight."""
    held = _suits_held(context)
    n, most = held[context.move.word], max(m for s, m in held.items() if s != context.move.word)
    other = context.other.word if context.other is not None and context.other.word in SUITS else ""
    level = bool(other) and held[other] == n
    own, theirs = _out_of_suit(context, context.move.word), _out_of_suit(context, other)
    near = _nearest(context)
    if own < theirs and (level or (other and near["who"])):
        suits = {"suit_": context.move.word, "suit2_": other, "other": context.other}
        facts = suits | {"own": own, "theirs": theirs, "held": n, "level": level, "longest": n > max(1, most)}
        yield Reason("names_rarer", facts | near)
    elif n >= most and n:
        last = len(context.game.held(context.state, context.seat)) == 1
        facts = {"suit_": context.move.word, "n": n, "last": last, "level": level, "most": most}
        yield Reason("names_longest", facts | {"wild": _wild(context)})


def _suits_held(context: DecisionContext) -> dict[str, int]:
    """How many cards of each suit the seat holds, but for those that fit anything and the one that it plays."""
    hand = [c for c in context.game.held(context.state, context.seat) if c not in context.move.cards]
    return {s: sum(c.suit == s and not context.policy.fits_anything(c) for c in hand) for s in SUITS}


def _wild(context: DecisionContext) -> Cards:
    """The cards of the hand that fit anything."""
    return tuple(filter(context.policy.fits_anything, context.game.held(context.state, context.seat)))


def _out_of_suit(context: DecisionContext, suit: str) -> int:
    """The number of cards of a suit out of sight, but for those that fit anything."""
    return sum(c.suit == suit and not context.policy.fits_anything(c) for c in context.outstanding.elements())


def _rather_than_none(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """A card is played though the seat need not: it is the only one, counts much, or leaves a good suit."""
    others = [m.cards[0] for m in context.moves if m.cards and m.cards[0] is not c]
    wild = tuple(x for x in others if context.policy.fits_anything(x))
    value = context.card_value(c)
    facts: dict[str, Any] = {"c": c, "only": len(wild) == len(others), "wild": wild}
    facts |= {"own": count_text(value), "dear": value >= DEAR, "left": _left(context)} | _follow_up(context, c)
    facts |= {"free": _left(context) == context.policy.free_left}
    facts["any"] = context.policy.fits_anything(c) and len(wild) == len(others)
    yield Reason("plays_on", facts | _nearest(context) | {"stack": context.policy.answers, "other": context.other})


def _rather_than(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """A card rather than another; that they are alike where nothing else is told."""
    yield from tuple(_better_than(context, c, other)) or _fit_alike(context, c, other)


def _better_than(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The wild card is kept, or the dear one goes; what the other is kept for; what may follow is better."""
    wild = context.policy.fits_anything
    if wild(other) and (not wild(c) or (other.joker and not c.joker)):
        yield Reason("keeps_wild", {"c": c, "kept": other, "both": wild(c)})
    yield from _turns_away(context)
    more = context.card_value(c) - context.card_value(other)
    urgent = more >= (WORTH if _nearest(context)["who"] else MUCH)
    dear, kept = tuple(_sheds_dear(context, c, other)), tuple(keeping(context, c, other))
    yield from (*dear, *kept) if urgent else (*kept, *dear)
    yield from _follows_better(context, c, other)


def _sheds_dear(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The card counts more than the other choice, and more than any that fits but one that gives the turn away."""
    own, less = context.card_value(c), context.card_value(other)
    if own - less < DEARER or _left(context) <= context.policy.free_left:
        return
    facts: dict[str, Any] = {"c": c, "other": other, "own": count_text(own), "less": count_text(less)}
    facts |= _may_name(context)
    mine, theirs = (next_turn(context, m) for m in (context.move, context.other))
    facts |= {"gives": mine.who if mine.near and not theirs.near else "", "gives_left": mine.left}
    dearer = [m for m in context.moves if m.cards and context.card_value(m.cards[0]) - own >= DEARER]
    dearer = [m for m in dearer if not context.policy.fits_anything(m.cards[0])]
    turned = [next_turn(context, m) for m in dearer]
    if any(then.who == mine.who or not then.near for then in turned):
        return
    facts |= {"third": "", "dearer": dearer[0].cards[0] if dearer else "", "to": turned[0].who if turned else ""}
    facts["told"] = any(_turns_away(context)) and theirs.who == _nearest(context)["who"]
    yield Reason("sheds_dear", facts | _nearest(context) | {"to_left": turned[0].left if turned else 0})


def _may_name(context: DecisionContext) -> dict[str, Any]:
    """Facts: the suit that would be named after the card, the longest of the hand, and how many of it are held."""
    then = context.phase.act(context.state, context.seat, context.move).state
    names = then.turn == (context.seat,) and then.chance is None
    words = {m.word for m in legal(context.game, then, context.seat)} if names else set()
    held = _suits_held(context)
    suit = max(held, key=held.__getitem__)
    longest = all(n < held[suit] for s, n in held.items() if s != suit)
    return {"suit_": suit if suit in words and longest else "", "n": held[suit]}


def _turns_away(context: DecisionContext) -> Iterator[Reason]:
    """After the card another player is next than after the other choice, and that one has few cards."""
    own, theirs = (next_turn(context, m) for m in (context.move, context.other))
    if own.who and theirs.near and own.who != theirs.who and own.left > theirs.left:
        facts = {"move": context.move, "other": context.other, "who": own.who, "left": own.left}
        yield Reason("turns_away", facts | {"short": theirs.who, "few": theirs.left})


def _follows_better(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """More own cards fit on the card than on the other choice."""
    if context.policy.fits_anything(other):
        return  # what fits on it depends on what is named
    mine, theirs = (_follow_up(context, x) for x in (c, other))
    if len(mine["follow"]) > len(theirs["follow"]) and not more_at_once(context, context.state, context.move):
        wild = tuple(x for x in _wild(context) if x is not c)
        yield Reason("goes_on", {"c": c, "other": other, "fewer": len(theirs["follow"]), "wild": wild} | mine)


def _fit_alike(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Two cards do the same, and about as many cards out of sight fit on either."""
    wild = context.policy.fits_anything
    does = [_does(context, x) for x in (c, other)]
    if wild(c) or wild(other) or does[0] != does[1] or (c.rank != other.rank and any(does)):
        return
    own, theirs = (sum(context.policy.fits(x, y) for x in context.outstanding.elements()) for y in (c, other))
    value, less = context.card_value(c), context.card_value(other)
    gone, free = not any(x.rank == c.rank for x in context.outstanding), _left(context) <= context.policy.free_left
    if not gone and abs(own - theirs) <= CLOSE and (free or abs(value - less) < DEARER):
        mine, more = (len(_follow_up(context, x)["follow"]) for x in (c, other))
        if mine == more:
            facts = {"c": c, "than": other, "own": own, "theirs": theirs, "same": value == less, "free": free}
            yield Reason("fit_alike", facts, decides=True, role=Role.LEVEL)


def _same_rank(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """Two cards of a rank, which do the same: whom both hold up, and that one fits on the other."""
    if c.joker or c.rank != other.rank:
        return
    wild = context.policy.fits_anything
    done = effect(context, context.state, context.move)
    if wild(c):
        only = all(wild(m.cards[0]) for m in context.moves if m.cards)
        yield Reason("either_wild", {"c": c, "than": other, "only": only}, decides=True, role=Role.LEVEL)
    else:
        yield Reason("same_rank", {"c": c, "other": other, "who": done.skipped[0] if done.skipped else ""})


def _does(context: DecisionContext, c: Card) -> tuple[object, ...]:
    """The effect of a card, empty if it has none, and the chance that others can answer it."""
    move = next(m for m in context.moves if m.cards == (c,))
    found, reply = effect(context, context.state, move), answers(context, move)
    again = bool(more_at_once(context, context.state, move))
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
    besides = next((x for x in hand if wild(x) and x.suit == c.suit and x is not c), "")
    return {"follow": follow, "n": sum(x.suit == c.suit for x in follow), "suit_": c.suit, "besides": besides}


def _nearest(context: DecisionContext) -> dict[str, Any]:
    """Facts: the opponent with the fewest cards and their number, if they are few."""
    left = {who: len(context.game.held(context.state, who)) for who in context.state.seats}
    foes = {who: n for who, n in left.items() if who not in context.friends and 0 < n <= NEAR}
    then = next_turn(context, context.move).who
    who = min(foes, key=lambda foe: (foes[foe], foe != then), default="")
    return {"who": who, "near": foes.get(who, 0)}


def _plays_again(context: DecisionContext) -> Iterator[Reason]:
    """Another card of the hand may be played on this one at once, by a rule of its own."""
    more = more_at_once(context, context.state, context.move)
    if more:
        every = more == set(context.game.held(context.state, context.seat)) - {context.card}
        then = context.phase.act(context.state, context.seat, context.move).state
        follow = [m for m in legal(context.game, then, context.seat) if m.cards]
        hit = hardest_hit(context, then, [m for m in follow if not context.policy.fits_anything(m.cards[0])])
        facts: dict[str, Any] = {"c": context.card, "any": every, "n": 1 + _in_a_row(context)}
        facts |= hit._asdict() if hit is not None else {"on": None, "who": "", "draws": 0, "asked": False}
        yield Reason("plays_again", facts | {"left": len(context.game.held(then, hit.who)) if hit else 0})


def _in_a_row(context: DecisionContext) -> int:
    """How many more cards may be played in the same turn, each on the one before."""
    n, state, move = 0, context.state, context.move
    while more := more_at_once(context, state, move):
        n, state = n + 1, context.game.due(state).act(state, context.seat, move).state
        row = (m for m in legal(context.game, state, context.seat) if m.cards and m.cards[0] in more)
        move = max(row, key=lambda m: bool(more_at_once(context, state, m)))
    return n
