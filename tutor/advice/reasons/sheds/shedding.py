"""Reasons for a card in games that are won by having none left: what it rids one of, what it leaves."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any, Final

from tutor.advice.reasons.context import DecisionContext, Reason, count_text
from tutor.advice.reasons.sheds.alike import DEARER, either_wild, fit_alike, left_after
from tutor.advice.reasons.sheds.fights import effect, hitting, is_played, more_at_once, nearest, next_turn
from tutor.advice.reasons.sheds.going_out import goes_out, may_go_out, out_next
from tutor.advice.reasons.sheds.hits import hardest_hit
from tutor.advice.reasons.sheds.keeping import keeping
from tutor.advice.reasons.sheds.shown import after_naming, had_none, has_named
from tutor.kernel.calls import PASS
from tutor.kernel.cards import SUITS
from tutor.kernel.game import Family
from tutor.kernel.playout import legal
from tutor.policies import policy_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.kernel.state import State

DEAR: Final = 15
"""What a card counts from which on it is said that it is dear."""
FAIR: Final = 10
"""The same for one that goes along with another, where no card is the only one of its suit."""
SOON: Final = 2
"""Cards of a player up to which it is told what a card kept would cost if that player went out."""
WORTH: Final = 5
"""The same where somebody has few cards and it is told before what another card is kept for."""
MUCH: Final = 8
"""The same though nobody has few cards."""
TWINS: Final = frozenset({"either_wild", "fit_alike"})
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
    held = is_played(context)
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
        found = tuple(either_wild(context, c, other)) or tuple(_rather_than(context, c, other))
        alike = all(one.what in TWINS for one in found)
        kept = {one.what for one in found} == {"keeps_wild"} and not told
        yield from _rather_than_rest(context, c, other) if alike else ()
        yield from found if not (alike and told) else ()
        yield from _rather_than_rest(context, c, other) if kept and not again else ()


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
    urgent = context.card_value(c) >= DEAR and nearest(context)["who"]
    if not rest and wild(c) and urgent and any(not m.cards for m in context.moves):
        yield from _rather_than_none(replace(context, other=None), c)


def _named(context: DecisionContext) -> Iterator[Reason]:
    """The suit named is the longest of the hand; of two as long, fewer cards of it are out of sight."""
    held = _suits_held(context)
    n, most = held[context.move.word], max(m for s, m in held.items() if s != context.move.word)
    other = context.other.word if context.other is not None and context.other.word in SUITS else ""
    level = bool(other) and held[other] == n
    own, theirs = _out_of_suit(context, context.move.word), _out_of_suit(context, other)
    forced = not any(map(context.policy.fits_anything, context.outstanding))
    near = nearest(context)
    if near["who"] != after_naming(context, context.move):
        near = {"who": "", "near": 0}  # others name or play before that one does
    if own + bool(n) < theirs and (level or (other and near["who"])):
        suits = {"suit_": context.move.word, "suit2_": other, "other": context.other}
        facts = suits | {"own": own, "theirs": theirs, "held": n, "level": level, "longest": n > max(1, most)}
        facts["forced"] = forced
        yield Reason("names_rarer", facts | near)
    elif n >= most and n:
        last = context.left[context.seat] == 1
        facts = {"suit_": context.move.word, "n": n, "last": last, "level": level, "most": most}
        yield Reason("names_longest", facts | {"wild": _wild(context), "forced": forced})


def _suits_held(context: DecisionContext) -> dict[str, int]:
    """How many cards of each suit the seat holds, but for those that fit anything and the one that it plays."""
    hand = [c for c in context.held(context.seat) if c not in context.move.cards]
    return {s: sum(c.suit == s and not context.policy.fits_anything(c) for c in hand) for s in SUITS}


def _wild(context: DecisionContext) -> Cards:
    """The cards of the hand that fit anything."""
    return tuple(filter(context.policy.fits_anything, context.held(context.seat)))


def _out_of_suit(context: DecisionContext, suit: str) -> int:
    """The number of cards of a suit out of sight, but for those that fit anything."""
    return sum(c.suit == suit and not context.policy.fits_anything(c) for c in context.outstanding.elements())


def _rather_than_none(context: DecisionContext, c: Card) -> Iterator[Reason]:
    """A card is played though the seat need not: it is the only one, counts much, or leaves a good suit."""
    others = [m.cards[0] for m in context.moves if m.cards and m.cards[0] is not c]
    wild = tuple(x for x in others if context.policy.fits_anything(x))
    value = context.card_value(c)
    facts: dict[str, Any] = {"c": c, "only": len(wild) == len(others), "wild": wild}
    facts |= {"own": count_text(value), "dear": value >= DEAR, "left": left_after(context)} | _follow_up(context, c)
    facts |= {"free": left_after(context) == context.policy.free_left}
    facts["any"] = context.policy.fits_anything(c) and len(wild) == len(others)
    facts["names"] = _may_name(context)
    then, usual = next_turn(context, context.move), _usually_next(context)
    gives = then.near and usual not in ("", then.who) and not any(hitting(context))  # else it is told there
    facts |= {"gives": then.who if gives else "", "gives_left": then.left}
    yield Reason("plays_on", facts | nearest(context) | {"stack": context.policy.answers, "other": context.other})


def _rather_than(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """A card rather than another; that they are alike where nothing else is told."""
    yield from tuple(_better_than(context, c, other)) or fit_alike(context, c, other)


def _better_than(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The wild card is kept, or the dear one goes; what the other is kept for; the suit is better, or harder to fit."""
    wild = context.policy.fits_anything
    found: list[Reason] = []
    if wild(other) and (not wild(c) or (other.joker and not c.joker)):
        near = nearest(context)
        risk = {"cost": count_text(context.card_value(other)), "soon": 0 < near["near"] <= SOON}
        found.append(Reason("keeps_wild", {"c": c, "kept": other, "both": wild(c)} | near | risk))
    found += _turns_away(context)
    more = context.card_value(c) - context.card_value(other)
    urgent = more >= (WORTH if nearest(context)["who"] else MUCH)
    dear, kept = tuple(_sheds_dear(context, c, other)), tuple(keeping(context, c, other))
    found += (*dear, *kept) if urgent else (*kept, *dear)
    yield from found or _follows_better(context, c, other)


def _sheds_dear(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The card counts more than the other choice, and more than any that fits but one that gives the turn away."""
    own, less = context.card_value(c), context.card_value(other)
    if own - less < DEARER or left_after(context) <= context.policy.free_left:
        return
    facts: dict[str, Any] = {"c": c, "other": other, "own": count_text(own), "less": count_text(less)}
    facts |= _may_name(context)
    mine, theirs = (next_turn(context, m) for m in (context.move, context.other))
    facts |= {"gives": mine.who if mine.near and not theirs.near else "", "gives_left": mine.left}
    facts |= _would_do(context) if facts["gives"] else {"would_draw": "", "would_n": 0, "would_ask": False, "then": ""}
    dearer = [m for m in context.moves if m.cards and context.card_value(m.cards[0]) - own >= DEARER]
    dearer = [m for m in dearer if not context.policy.fits_anything(m.cards[0])]
    dearer = [m for m in dearer if not any(keeping(replace(context, other=m), c, m.cards[0]))]
    turned = [next_turn(context, m) for m in dearer]
    if any(then.who == mine.who or not then.near for then in turned):
        return
    facts |= {"third": "", "dearer": dearer[0].cards[0] if dearer else "", "to": turned[0].who if turned else ""}
    facts["told"] = any(_turns_away(context)) and theirs.who == nearest(context)["who"]
    turned_round = bool(mine.who) and not effect(context, context.state, context.move).skipped
    facts["away"] = turned_round and nearest(context)["who"] == _usually_next(context) != mine.who
    yield Reason("sheds_dear", facts | nearest(context) | {"to_left": turned[0].left if turned else 0})


def _would_do(context: DecisionContext) -> dict[str, Any]:
    """Facts: who would have to draw after the other choice, if nobody may answer it first, and who would play then."""
    assert context.other is not None
    does = effect(context, context.state, context.other)
    who, n = next(((who, n) for who, n in does.draws.items() if n and who != context.seat), ("", 0))
    then = does.then if does.then not in (who, context.seat) else ""
    return {"would_draw": who, "would_n": n, "would_ask": does.asked, "then": then}


def _usually_next(context: DecisionContext) -> Seat:
    """Who would be next after a move that does nothing to turns: after none of the cards."""
    none = next((m for m in context.moves if not m.cards), None)
    return next_turn(context, none).who if none is not None and not context.policy.answers else ""


def _may_name(context: DecisionContext) -> dict[str, Any]:
    """Facts: the suit that would be named after the card, the longest of the hand, and how many of it are held."""
    then = context.after(context.move)
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
        facts = {"move": context.move, "other": context.other, "who": own.who}
        yield Reason("turns_away", facts | {"short": theirs.who, "few": theirs.left})


def _follows_better(context: DecisionContext, c: Card, other: Card) -> Iterator[Reason]:
    """The card leaves a suit on the pile of which more is held: others play first, so that only the suit may stay."""
    if context.policy.fits_anything(other) or c.suit == other.suit:
        return  # of what is named more may be held
    mine, theirs = (_follow_up(context, x)["n"] for x in (c, other))
    if mine > theirs and not more_at_once(context, context.state, context.move):
        yield Reason("goes_on", {"c": c, "other": other, "fewer": theirs} | _follow_up(context, c))


def _follow_up(context: DecisionContext, c: Card) -> dict[str, Any]:
    """Facts: how many other own cards are of the suit of `c`, but for those that fit anything, and one of these."""
    hand = context.held(context.seat)
    wild = context.policy.fits_anything
    n = 0 if wild(c) else sum(x.suit == c.suit and x is not c and not wild(x) for x in hand)
    besides = next((x for x in hand if wild(x) and x.suit == c.suit and x is not c), "")
    return {"n": n, "suit_": c.suit, "besides": besides}


def _plays_again(context: DecisionContext) -> Iterator[Reason]:
    """Another card of the hand may be played on this one at once, by a rule of its own: the one that is best next."""
    more = more_at_once(context, context.state, context.move)
    if more:
        every = more == set(context.held(context.seat)) - {context.card}
        then = context.after(context.move)
        follow = [m for m in legal(context.game, then, context.seat) if m.cards]
        row = _in_a_row(context)
        hit = hardest_hit(context, then, [m for m in follow if not context.policy.fits_anything(m.cards[0])])
        facts: dict[str, Any] = {"c": context.card, "any": every, "n": 1 + len(row), "then": row[0]}
        value, single = context.card_value(row[0]), _single(context, [m.cards[0] for m in follow])
        facts["dear"] = row[0] if value >= (DEAR if single is row[0] else FAIR) and len(more) > 1 else ""
        facts["counts"] = count_text(value)
        worth = context.card_value(row[-1])
        facts |= {"ends": row[-1] if len(row) == 2 and worth >= FAIR else "", "ends_counts": count_text(worth)}
        near = nearest(context)
        facts |= {"short": near["who"], "short_left": near["near"]}
        facts |= (
            hit._asdict()
            if hit is not None
            else {"on": None, "who": "", "draws": 0, "asked": False, "misses": 0, "unanswered": 0}
        )
        yield Reason("plays_again", facts | {"left": len(context.game.held(then, hit.who)) if hit else 0})


def _single(context: DecisionContext, cards: Sequence[Card]) -> Card | None:
    """Of cards that may go on this one the dearest that is the only one of its suit, if the others are not all so."""
    rest = [x for x in cards if not context.policy.fits_anything(x)]
    found = [x for x in rest if sum(y.suit == x.suit for y in rest) == 1]
    return max(found, key=context.card_value) if found and len(found) < len(rest) else None


def _in_a_row(context: DecisionContext) -> list[Card]:
    """The more cards that may be played in the same turn, each on the one before, as rules of thumb go on."""
    row, state, move = [], context.state, context.move
    samples = [context.phase.act(one, context.seat, context.move).state for one in context.samples]
    while more := more_at_once(context, state, move):
        state = context.game.due(state).act(state, context.seat, move).state
        moves = [m for m in legal(context.game, state, context.seat) if m.cards and m.cards[0] in more]
        move = _most_usual(context, samples, moves)
        samples = [context.game.due(state).act(one, context.seat, move).state for one in samples]
        row.append(move.cards[0])
    return row


def _most_usual(context: DecisionContext, samples: Sequence[State], moves: Sequence[Move]) -> Move:
    """The one of the moves that rules of thumb choose most often in sampled states."""
    phase, seat = context.game.due(samples[0]), context.seat
    policy = policy_of(context.game).of(phase)
    chosen: Counter[Move] = Counter()
    for n, one in enumerate(samples):
        allies = context.game.allies(one, seat)
        move = policy.rollout_move(one, seat, phase.see(one, seat), moves, allies, Random(n))
        chosen.update(m for m in moves if m == move)
    return max(moves, key=lambda m: chosen[m])
