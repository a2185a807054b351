"""How a hand of Dou Dizhu goes on: the deal with its face-up card, the widow, plays."""

from __future__ import annotations

from typing import Any

from tutor.families.hands import throw_in
from tutor.families.plays import after_play
from tutor.games.dou_dizhu.combos import BOMB, PACK
from tutor.games.dou_dizhu.table import EACH, Calling, DouDizhuState
from tutor.kernel.cards import Card, Cards, lacking
from tutor.kernel.events import DEALT, LANDLORD_FOUND, Event
from tutor.kernel.moves import Combo, Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat, after, from_
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


def close_auction(state: DouDizhuState, v: Calling) -> Turn[DouDizhuState]:
    """Close the auction: the landlord takes the widow and leads, or the hand is annulled."""
    if v.landlord is None:
        return throw_in(state, PACK, "dou-dizhu.auction.end", what="hand annulled", hand_no=state.hand_no)
    at = state.seats.index(v.landlord)
    widow, shown = state.away, state.options.reveal_widow
    state = changed(
        state,
        hands=tuple(PACK.sort((*hand, *widow)) if i == at else hand for i, hand in enumerate(state.hands)),
        known=tuple((*cards, *widow) if i == at and shown else cards for i, cards in enumerate(state.known)),
        away=(),
        landlord=v.landlord,
        bid=v.bid,
        leader=v.landlord,
        phase="play",
        turn=(v.landlord,),
    )
    event = Event(LANDLORD_FOUND, v.landlord, widow if shown else (), "dou-dizhu.auction.widow", {"bid": v.bid})
    return Turn(state, (event,))


def make_play(state: DouDizhuState, seat: Seat, move: Move) -> Turn[DouDizhuState]:
    """Make the play; count bombs and the rocket (`dou-dizhu.pay.double`)."""
    cards = move.cards
    more: dict[str, Any] = {}
    if cards:
        if type(move) is Combo and move.trump:
            more |= {"bombs": state.bombs + 1} if move.kind == BOMB else {"rocket": True}
        at = PLACE[seat]
        if state.known[at]:
            more["known"] = (*state.known[:at], lacking(cards, state.known[at]), *state.known[at + 1 :])
    return after_play(state, seat, cards, "dou-dizhu.play.new-round", **more)
