"""Reasons for a card to a trick, for every game whose view tells which card is winning and what beats it."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

from tutor.advice.case import Case, Reason, next_seats
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import narrow

SURE: Final = 0.8
"""The share of sampled deals from which on a trick is spoken of as likely won."""


def in_tricks(case: Case) -> Iterator[Reason]:
    """Everything that speaks for the card, the most telling first."""
    v, c = case.view, case.card
    if (
        c is None
        or case.move.word
        or c not in case.cards
        or not all(hasattr(v, name) for name in ("beats", "trick", "order", "hand"))
    ):
        return
    if len(case.cards) < 2:
        return
    gone = tuple(_unloaded(case, c))
    yield from gone or (_answered(case, c) if v.trick else _led(case, c))
    yield from _kept(case, c)


def _unloaded(case: Case, c: Card) -> Iterator[Reason]:
    """A card that counts against whoever takes it goes into a trick that somebody else is winning."""
    v = case.view
    if not v.trick or v.beats(c) or v.holder in case.friends:
        return
    bad = case.wants_tricks is False
    own = case.counts(c)
    if own < 0 or (bad and own > 0 and own == max(map(case.counts, case.cards))):
        yield Reason("unloads", {"c": c, "worth": own, "best": v.best, "holder": v.holder, "bad": bad})


def _answered(case: Case, c: Card) -> Iterator[Reason]:
    v = case.view
    winners = tuple(x for x in case.cards if v.beats(x))
    rest = next_seats(case)
    facts: dict[str, Any] = {"c": c, "best": v.best, "holder": v.holder, "last": not rest, "worth": case.counts(c)}
    if v.beats(c):
        yield from _took(case, c, winners, facts)
        return
    ours = v.holder in case.friends and v.holder != case.seat
    if ours and case.wants_tricks is not False:
        safe = not rest or not _threats(case, v.best)
        if case.counts(c) > 0 and case.counts(c) == max(map(case.counts, case.cards)):
            yield Reason("feeds_partner", facts | {"safe": safe})
        elif winners:
            yield Reason("leaves_partner", facts | {"safe": safe, "winners": winners})
        elif case.counts(c) == min(map(case.counts, case.cards)) and _is_lowest(case, c):
            yield Reason("partner_low", facts | {"safe": safe})
        return
    if winners and case.wants_tricks is False:
        yield Reason("ducks", facts | {"winners": winners})
        return
    if winners:
        yield Reason("saves", facts | {"winners": winners})
        return
    yield from _beaten(case, c, facts)


def _took(case: Case, c: Card, winners: Cards, facts: dict[str, Any]) -> Iterator[Reason]:
    v = case.view
    dearer = tuple(x for x in winners if v.power[x] > v.power[c])
    ruffs = v.is_trump(c) and not v.follows(c)
    table = sum(case.counts(x) for x in v.trick)
    facts = facts | {"dearer": dearer, "table": table, "ruffs": ruffs}
    if case.wants_tricks is False:
        if c == max(winners, key=lambda x: v.power[x]) and len(winners) > 1:
            yield Reason("takes_high", facts)
        elif not facts["last"] and len(dearer) == len(winners) - 1 == len(case.cards) - 1:
            yield Reason("low_over", facts)
        return
    if len(winners) == 1:
        if len(case.cards) > 1:
            yield Reason("only_winner", facts)
    elif facts["last"] and case.counts(c) > 0 and case.counts(c) == max(map(case.counts, winners)):
        yield Reason("wins_with_points", facts)
    elif len(dearer) == len(winners) - 1:
        yield Reason("cheapest_winner", facts)
    elif not dearer:
        yield Reason("highest_winner", facts)
    if not facts["last"]:
        yield from _stands(case, c)


def _stands(case: Case, c: Card) -> Iterator[Reason]:
    """In how many sampled deals nobody who is still to play may beat it."""
    if case.sampled is None:
        return
    foes = [seat for seat in next_seats(case) if seat not in case.friends]
    if not foes or not _threats(case, c):
        if foes:
            yield Reason("cannot_be_beaten", {"c": c})
        return
    held = sum(not any(_beaten_by(case, world, seat) for seat in foes) for world in case.sampled.worlds)
    if held >= SURE * case.sampled.deals:
        yield Reason("stands", {"c": c, "held": held, "deals": case.sampled.deals}, sampled=True)


def _beaten_by(case: Case, world: Any, seat: str) -> bool:
    """Whether `seat` could beat the card in `world`, if it were next."""
    after_it = case.phase.act(world, case.seat, case.move).state
    v = case.phase.see(after_it, seat)
    if not hasattr(v, "beats") or not v.trick:
        return False
    found = narrow(case.phase.duties(v), v, case.phase.candidates(v))
    return any(len(m.cards) == 1 and v.beats(m.cards[0]) for m in found.legal)


def _beaten(case: Case, c: Card, facts: dict[str, Any]) -> Iterator[Reason]:
    """No card wins."""
    v = case.view
    same = [x for x in case.cards if v.order.suit[x] == v.order.suit[c]]
    if case.wants_tricks is False and len(same) > 1 and _height(case, c) == max(_height(case, x) for x in same):
        yield Reason("highest_loser", facts)
    elif len({case.counts(x) for x in case.cards}) > 1 and case.counts(c) == min(map(case.counts, case.cards)):
        yield Reason("least_count", facts)
    elif case.wants_tricks is not False and len(same) > 1 and _height(case, c) == min(_height(case, x) for x in same):
        yield Reason("lowest", facts | {"many": len(same)})
    if not v.follows(c) and case.wants_tricks is False:
        suit = v.order.suit[c]
        if len(case.hand) > 1 and not any(x is not c and v.order.suit[x] == suit for x in case.hand):
            yield Reason("empties", {"c": c, "suit_": suit})
    elif not v.follows(c) and not v.is_trump(c):
        suit = v.order.suit[c]
        left = [x for x in case.hand if x is not c and v.order.suit[x] == suit]
        if not left and any(v.is_trump(x) for x in case.hand):
            yield Reason("makes_void", {"c": c, "suit_": suit})


def _led(case: Case, c: Card) -> Iterator[Reason]:
    v = case.view
    suit = v.order.suit[c]
    mine = [x for x in case.hand if v.order.suit.get(x) == suit]
    trump = v.is_trump(c)
    out = sum(n for x, n in case.abroad.items() if v.is_trump(x))
    threats = _threats(case, c)
    facts = {"c": c, "suit_": suit, "n": len(mine), "out": out, "bad": case.wants_tricks is False}
    if case.wants_tricks is False:
        if len(mine) > 1 and _height(case, c) == min(_height(case, x) for x in mine) and threats:
            yield Reason("leads_low", facts)
        elif len(mine) == 1 < len(case.hand):
            yield Reason("empties", {"c": c, "suit_": suit})
        return
    if trump and out:
        yield Reason("draws_trumps", facts | {"master": not threats})
    if not threats:
        yield Reason("master", facts)
    elif not trump and all(v.is_trump(x) for x in threats):
        yield Reason("high_in_suit", facts)
    longest = max(sum(v.order.suit.get(x) == s for x in case.hand) for s in {v.order.suit[x] for x in case.cards})
    if len(mine) >= 4 and len(mine) == longest:
        yield Reason("from_length", facts)
    elif len(mine) == 1 and not trump and any(v.is_trump(x) for x in case.hand):
        yield Reason("singleton", facts)
    elif threats and len(mine) > 1 and _height(case, c) == min(_height(case, x) for x in mine):
        yield Reason("leads_low", facts)


def _kept(case: Case, c: Card) -> Iterator[Reason]:
    """A card that nobody can beat any more stays in the hand."""
    if case.wants_tricks is False or len(case.hand) < 3:
        return
    v = case.view
    tops = [x for x in case.cards if x is not c and v.is_trump(x)]
    kept = [x for x in tops if not _threats(case, x, among_hand=True)]
    if kept and (not v.trick or not v.beats(c) or _height(case, kept[0]) > _height(case, c)):
        yield Reason("keeps_master", {"c": c, "kept": kept[0], "trump": v.is_trump(kept[0])})


def _threats(case: Case, c: Card | None, *, among_hand: bool = False) -> tuple[Card, ...]:
    """The cards out of sight that would beat `c` if it lay on the table alone; with `among_hand` also own ones."""
    if c is None:
        return ()
    v = case.view
    alone = dataclasses.replace(v, trick=(c,)) if not v.trick or among_hand else v
    if v.trick and not among_hand and v.best is not c:
        alone = dataclasses.replace(v, trick=(*v.trick, c))
    others = set(case.abroad) | (set(case.hand) - {c} if among_hand else set())
    return tuple(x for x in others if alone.beats(x))


def _is_lowest(case: Case, c: Card) -> bool:
    """Whether no lower card of its suit may be played."""
    suit = case.view.order.suit
    return all(_height(case, c) <= _height(case, x) for x in case.cards if suit[x] == suit[c])


def _height(case: Case, c: Card) -> int:
    """How high a card is among those of its suit."""
    order = case.view.order
    height: int = order.power[order.suit[c]][c]
    return height
