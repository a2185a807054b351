"""What a player of Calabrasella knows of cards that lie face down, or in other hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tutor.families.consistent_deals import agreeing_deal
from tutor.games.calabrasella.table import PACK, CalabrasellaState
from tutor.kernel.cards import SUITS, Card, Cards, card
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from random import Random


def implied_cards(state: CalabrasellaState) -> frozenset[Card]:
    """The cards that the declarer must have held, to judge by the call: all threes, or all threes and twos."""
    if state.no_call:
        ranks = "32"
    elif state.called is not None:
        ranks = {"3": "", "2": "3", "A": "32"}[state.called.rank]
    else:
        ranks = ""
    return frozenset(card(rank + s) for rank in ranks for s in SUITS)


def agreeing_with_call(
    state: CalabrasellaState, sample: CalabrasellaState, seat: Seat, rng: Random
) -> CalabrasellaState:
    """`sample` with cards exchanged between unseen places so that they agree with what the call has told."""
    if seat == state.declarer:
        return sample
    fixed = state.known_to(seat)
    own = implied_cards(state) | (frozenset((state.called,)) if state.donor and state.called else frozenset())
    if own - set(fixed):
        sample = _agreed(state, sample, seat, own, set(fixed), rng)
    hidden = tuple(c for c in sample.away if c not in fixed) if state.discards else ()
    return changed(sample, discards=hidden, given=state.given if seat == state.donor else None)


def _agreed(
    state: CalabrasellaState, sample: CalabrasellaState, seat: Seat, own: frozenset[Card], fixed: set[Card], rng: Random
) -> CalabrasellaState:
    """Exchange cards so that the declarer's known cards are in that hand, laid away or, one of them, given."""
    places = {who: at for at, who in enumerate(state.seats)}
    mine, face_down = places[seat], len(places)
    hands = (*sample.hands, sample.away)
    free = {c for at, hand in enumerate(hands) for c in hand if at != mine and c not in fixed}

    def mismatch(at: int, hand: Cards) -> int:
        if at in (mine, places[state.declarer]) or (at == face_down and state.discards):
            return 0
        there = [c for c in hand if c in own]
        if at == places.get(state.donor):  # what was given for the card called is a card that the declarer had
            return (state.called in there) + max(0, len([c for c in there if c is not state.called]) - 1)
        return len(there)

    *now, away = agreeing_deal(hands, free, mismatch, rng, PACK)
    return changed(sample, hands=tuple(now), away=away)
