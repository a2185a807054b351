"""The deal of Dou Dizhu, and its face-up card, which says who calls first."""

from __future__ import annotations

from tutor.games.dou_dizhu.combos import PACK
from tutor.games.dou_dizhu.table import EACH, DouDizhuState
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import DEALT, Event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import after, from_
from tutor.kernel.state import ChanceEvent, changed


def deal_hands(state: DouDizhuState, cards: Cards) -> Turn[DouDizhuState]:
    """Deal seventeen cards each, one at a time; then chance decides who has drawn the face-up card.

    Every player is equally likely: the pool of that chance event has one card of each hand, of different ranks.
    """
    drawers = from_(state.seats, after(state.seats, state.dealer))
    drawn = {seat: cards[i : 3 * EACH : 3] for i, seat in enumerate(drawers)}
    pool: list[Card] = []
    for seat in state.seats:
        pool.append(next(c for c in drawn[seat] if c not in pool))
    hands = tuple(PACK.sort(drawn[seat]) for seat in state.seats)
    state = changed(state, hands=hands, away=cards[3 * EACH :], chance=ChanceEvent("face-up", tuple(pool)))
    return Turn(state, (Event(DEALT, state.dealer, clause="dou-dizhu.deal.draw", facts={"each": EACH}),))


def set_first_caller(state: DouDizhuState, card: Card) -> Turn[DouDizhuState]:
    """Let the player who has drawn the face-up card call first (`dou-dizhu.auction.first`)."""
    assert state.chance is not None
    at = state.chance.pool.index(card)
    caller = state.seats[at]
    known = tuple((card,) if i == at else () for i in range(3))
    state = changed(state, chance=None, leader=caller, known=known, phase="auction", turn=(caller,))
    return Turn(state, (Event("first caller noted", caller, (card,), "dou-dizhu.auction.first"),))
