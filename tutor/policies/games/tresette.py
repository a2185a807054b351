"""Policies for Tresette: plays, and what to say to partner and how to answer it.

A leader without the best card left of the suit asks partner for it or, with a single card of the suit, says so. On
partner's lead a player with four or more cards of the suit says so. Opponents hear everything, so nothing else is said.
None of this is a rule (R9).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Final

from tutor.games.tresette.melds import GOOD, Dealt, melds_value
from tutor.games.tresette.table import TresetteState
from tutor.games.tresette.talk import BEST, COUNT, SHORT, TalkView, number
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move, call
from tutor.kernel.seats import Seat, after
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy
from tutor.policies.values import Declaration, Request

if TYPE_CHECKING:
    from random import Random


LONG: Final = 4
"""The number of cards of partner's suit from which on they are announced."""


def remark_before(state: TresetteState, seat: Seat, move: Move) -> Move | None:
    """The remark to make before playing `move`; None if there is none, or if one has been made before this card."""
    if not state.options.table_talk or move.word:
        return None
    played = len(state.played(seat))
    if any((said.seat, said.played) == (seat, played) for said in state.said):
        return None
    c = move.card
    held = [d for d in state.hand(seat) if d.suit == c.suit]
    if not state.trick:
        if _best_left(state, c) in held:
            return None
        if len(held) > 1:
            return call(BEST)
        return call(f"{SHORT}:1") if len(state.hand(seat)) > 1 else None
    if state.leader == _partner(state, seat) and c.suit == state.trick[0].suit and len(held) >= LONG:
        return call(f"{COUNT}:{len(held)}")
    return None


def requested_card(state: TresetteState, seat: Seat, v: TalkView, legal: Sequence[Move]) -> Request | None:
    """The best card of the suit if partner has led and asked for it and it may help; else None."""
    partner = _partner(state, seat)
    if not v.trick or v.leader != partner or not state.said:
        return None
    before = len(state.played(partner)) - 1
    if not any((said.seat, said.text, said.played) == (partner, BEST, before) for said in state.said):
        return None
    follows = [move for move in legal if not move.word and v.follows(move.card)]
    best = max(follows, key=lambda move: v.power[move.card], default=None)
    if best is None or not v.beats(best.card):
        return None  # what beats the best card so far beats this one as well
    return Request(partner, best)


def _partner(state: TresetteState, seat: Seat) -> Seat:
    return after(state.seats, seat, 2)


def _best_left(state: TresetteState, c: Card) -> Card:
    """The highest unplayed card of the suit of `c`."""
    order = TalkView(players=state.players, dealer=state.dealer, options=state.options).order
    gone = {d for taken in state.past for d in taken.cards}
    power = order.power[c.suit]
    return max((d for d in order.suit if d.suit == c.suit and d not in gone), key=power.__getitem__)


class PlayPolicy(TrickPolicy[TalkView, TresetteState]):
    """A card to the trick."""

    trick_reward = 0.1
    last_trick = 1.0

    def rollout_move(
        self, state: TresetteState, seat: Seat, v: TalkView, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """The card that partner has asked for, else that of the family's heuristic."""
        asked = requested_card(state, seat, v, legal)
        return asked.move if asked else super().rollout_move(state, seat, v, legal, allies, rng)

    def requested(self, state: TresetteState, seat: Seat, v: TalkView, legal: Sequence[Move]) -> Request | None:
        """The best card of the suit, for which partner may ask with a lead."""
        return requested_card(state, seat, v, legal)

    def plausible(self, state: TresetteState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """The card that partner has asked for and nothing else, if there is one."""
        asked = requested_card(state, seat, self.phase.see(state, seat), moves)
        return (asked.move,) if asked else moves

    def stated_lengths(self, state: TresetteState, seat: Seat) -> Mapping[str, int]:
        """The numbers stated of the suit led, without the cards played since."""
        told = (said for said in state.said if said.seat == seat and said.text.startswith(f"{COUNT}:"))
        played = state.played(seat)
        return {said.led: number(said.text) - sum(c.suit == said.led for c in played[said.played :]) for said in told}

    def announcement(self, state: TresetteState, seat: Seat, move: Move) -> Move | None:
        """A remark that helps partner."""
        return remark_before(state, seat, move)


class MeldPolicy(Policy[Dealt, TresetteState]):
    """A meld to declare."""

    def declares(self, v: Dealt, move: Move) -> Declaration | None:
        """The points of the melds, which score with the first trick."""
        return Declaration(melds_value(v.own), on_trick=True) if move.word == GOOD else None

    def bidding_policy(self, v: Dealt, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Declare any meld."""
        return next((move for move in legal if move.word == GOOD), None)


POLICY: Final = partial(GamePolicy, phases={"play": PlayPolicy, "declare": MeldPolicy})
