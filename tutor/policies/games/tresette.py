"""Policies for Tresette: plays, and what to say to partner and how to answer it.

A leader without the best card left of the suit asks partner for it or, with a single card of the suit, says so. On
partner's lead a player with four or more cards of the suit says so. Opponents hear everything, so nothing else is said.
Whoever has said something is believed to say all of this. None of it is a rule (R9).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence, Set
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.games.tresette.melds import GOOD, Dealt, melds_value
from tutor.games.tresette.table import TresetteState
from tutor.games.tresette.talk import BEST, COUNT, SHORT, TalkView
from tutor.kernel.cards import Card, Cards
from tutor.kernel.moves import Move, call
from tutor.kernel.seats import Seat, after
from tutor.policies.base import Policy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import OFTEN, TrickPolicy
from tutor.policies.values import Declaration, Request

if TYPE_CHECKING:
    from random import Random


LONG: Final = 4
"""The number of cards of partner's suit from which on they are announced."""
UNUSUAL: Final = 0.3
"""The likelihood of speaking, or keeping silent, otherwise than is usual."""


def remark_before(state: TresetteState, seat: Seat, move: Move) -> Move | None:
    """The remark to make before playing `move`; None if there is none, or if one has been made before this card."""
    if not state.options.table_talk or move.word:
        return None
    played = len(state.played(seat))
    if any((said.seat, said.played) == (seat, played) for said in state.said):
        return None
    c, gone = move.card, {d for taken in state.past for d in taken.cards}
    if state.trick and (state.leader != _partner(state, seat) or c.suit != state.trick[0].suit):
        return None
    text = _usual(c, state.hand(seat), None if state.trick else _best_left(state, c, gone))
    return call(text) if text else None


def _usual(c: Card, hand: Cards, best: Card | None) -> str:
    """What is said from `hand` with `c`: a lead if a card is the `best` left of its suit, else to a partner's lead."""
    held = [d for d in hand if d.suit == c.suit]
    if best is None:
        return f"{COUNT}:{len(held)}" if len(held) >= LONG else ""
    if best in held:
        return ""
    return BEST if len(held) > 1 else f"{SHORT}:1" if len(hand) > 1 else ""


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


class Heard(NamedTuple):
    """A card that `seat`, who does speak, has played: with which remark ("" for none), and what is known of the moment.

    `best` was the highest card of its suit that was left then; None if the card followed a partner's lead. `before` are
    the cards that the seat had played before.
    """

    seat: Seat
    card: Card
    text: str
    best: Card | None
    before: int

    def usual(self, state: TresetteState) -> bool:
        """Whether it is what is said with this card from the hand that a sampled deal gives the seat."""
        hand = (*state.hand(self.seat), *state.played(self.seat)[self.before :])
        return _usual(self.card, hand, self.best) == self.text


def heard(state: TresetteState, seat: Seat) -> list[Heard]:
    """The cards of others from which something can be heard of cards that `seat` does not see."""
    speak = {said.seat for said in state.said} - {seat}
    texts = {(said.seat, said.played): said.text for said in state.said}
    tricks = [*((t.leader, t.cards) for t in state.past if t.leader), (state.leader, state.trick)]
    gone = {c for taken in state.past if not taken.leader for c in taken.cards}
    seen = {*state.hand(seat), *gone}.union(*(cards for _, cards in tricks))
    found = []
    for n, (leader, cards) in enumerate(tricks):
        best = _best_left(state, cards[0], gone) if cards else None
        partner = after(state.seats, leader, 2)
        if leader in speak and best is not None and best not in seen:
            found.append(Heard(leader, cards[0], texts.get((leader, n), ""), best, n))
        if partner in speak and len(cards) > 2 and cards[2].suit == cards[0].suit and (partner, n) not in texts:
            found.append(Heard(partner, cards[2], "", None, n))
        gone.update(cards)
    return found


def _best_left(state: TresetteState, c: Card, gone: Set[Card]) -> Card:
    """The highest card of the suit of `c` without those that are gone."""
    order = TalkView(players=state.players, dealer=state.dealer, options=state.options).order
    power = order.power[c.suit]
    return max((d for d in order.suit if d.suit == c.suit and d not in gone), key=power.__getitem__)


class PlayPolicy(TrickPolicy[TalkView, TresetteState]):
    """A card to the trick."""

    saved = OFTEN
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

    def play_likelihood(
        self, state: TresetteState, seat: Seat, allies: Mapping[Seat, Set[Seat]], memory: dict[Any, Any]
    ) -> float | None:
        """That of the cards, and of what was said with them."""
        found = super().play_likelihood(state, seat, allies, memory)
        if found is None:
            return None
        if "heard" not in memory:
            memory["heard"] = heard(state, seat)
        return found * math.prod(1.0 if one.usual(state) else UNUSUAL for one in memory["heard"])

    def suits_asked_for(self, state: TresetteState, who: Seat) -> Mapping[str, Card]:
        """Those in which the best card was asked for."""
        played = state.played(who)
        led = [played[said.played] for said in state.said if said.seat == who and said.text == BEST]
        return {c.suit: c for c in led}

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
