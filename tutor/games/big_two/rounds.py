"""How a hand of Big Two goes on: plays, and the settling."""

from __future__ import annotations

from tutor.families.plays import after_play
from tutor.games.big_two.score import SCORE
from tutor.games.big_two.table import BigTwoState, ends_trick
from tutor.kernel.cards import Cards
from tutor.kernel.events import WENT_OUT, Event
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat


def make_play(state: BigTwoState, seat: Seat, cards: Cards) -> Turn[BigTwoState]:
    """Make a play (a pass if `cards` is empty); the first player without cards wins the hand (`big-two.out`)."""
    rules = state.options
    if rules.skips:
        top = bool(cards) and ends_trick(rules, cards)
        turn = after_play(
            state, seat, cards, "big-two.b.top" if top else "big-two.trickend", lambda some: ends_trick(rules, some)
        )
    else:
        turn = after_play(state, seat, cards, "big-two.trickend")
    if turn.state.hand(seat):
        return turn
    out = Event(WENT_OUT, seat, clause="big-two.out")
    return SCORE.close(turn.state).preceded_by(*turn.events, out)
