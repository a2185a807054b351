"""Plays as evidence: how likely the cards played so far are, given the hands of a sampled deal.

A deal is the less likely, the more of the plays the rollout heuristic would not have made from its hands. Only public
knowledge and the sampled hands are used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Cards
from tutor.policies.tricks.legal_bits import ImpossibleDeal, LegalBits

if TYPE_CHECKING:
    from tutor.policies.tricks.rollout import RolloutHeuristic

ODD: Final = 0.4
"""The likelihood of a card that the heuristic would not play, relative to one that it would."""


class PlayedCard(NamedTuple):
    """A card played, as masks and places: who played it, its place in the trick, and the trick before it.

    The trick before it is given by the suit led, the winning card and its holder.
    """

    who: int
    bit: int
    at: int
    led: int
    best: int
    holder: int


def played_cards(state: Any, duties: LegalBits) -> list[PlayedCard]:
    """The cards played in a hand, latest first, back to a change of trumps or a trick of unknown leader."""
    cards, seats = duties.cards, state.seats
    found: list[PlayedCard] = []
    tricks = [(state.leader, state.trick)]
    for taken in reversed(state.past):
        if not taken.leader or taken.trump != cards.order.trump:
            break
        tricks.append((taken.leader, taken.cards))
    for leader, trick in tricks:
        first = holder = seats.index(leader)
        led = best = 0
        row = []
        for at, c in enumerate(trick):
            bit, who = cards.bit[c], (first + at) % len(seats)
            row.append(PlayedCard(who, bit, at, led, best, holder))
            if not at:
                led, best = cards.suit[bit.bit_length() - 1], bit
            elif bit > best and bit & (led | cards.trump):
                best, holder = bit, who
        found += reversed(row)
    return found


def likelihood(
    duties: LegalBits,
    heuristic: RolloutHeuristic,
    hands: Sequence[Cards],
    cards: Sequence[PlayedCard],
    me: int,
    friends: Sequence[Sequence[bool]],
) -> float:
    """The likelihood of the plays of all but `me`, if `hands` are the remaining hands.

    `friends` has a row for each place: which places are on its side.
    """
    held = [duties.cards.bits(hand) for hand in hands]
    chance = 1.0
    for card in cards:
        held[card.who] |= card.bit
        if card.who != me:
            expected = _expected(duties, heuristic, held, card, friends[card.who])
            if expected and expected != card.bit:
                others = card.best | sum(held) - held[card.who]
                if not heuristic.alike(expected, card.bit, others):
                    chance *= ODD
    return chance


def _expected(
    duties: LegalBits, heuristic: RolloutHeuristic, held: list[int], card: PlayedCard, friends: Sequence[bool]
) -> int:
    """The card that the heuristic would play; 0 if there was no choice."""
    who, _, at, led, best, holder = card
    n = len(held)
    partner = bool(led) and n > 2 and 2 * ((who - holder) % n) == n
    try:
        legal = duties.legal(held[who], led, best, partner)
    except ImpossibleDeal:
        return 0
    if not legal & (legal - 1):
        return 0
    foes = [q for q in range(n) if q != who and not friends[q]]
    if not at:
        return heuristic.lead(held, legal, foes, [q for q in range(n) if q != who and friends[q]])
    rest = [((who + i) % n, friends[(who + i) % n]) for i in range(1, n - at)]
    return heuristic.answer(held, legal, led, best, friends[holder], rest, foes)
