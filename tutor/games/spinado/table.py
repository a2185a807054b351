"""The view of Spinado, house rules, the order of runs and the pairs that take pots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from tutor.families.sheds import above
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards, card, french
from tutor.kernel.fields import CARDS, FLAG, PLAYS, SEAT, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView

PACK: Final = french("KQJT9876543A", without="8D", order="KQJT9876543A")
RISING: Final = "A23456789TJQK"
"""Ranks from low to high; there is no 2, so nothing follows an ace (`spinado.rank`)."""
HAND: Final = {3: 11, 4: 9, 5: 7}
"""Cards dealt to each hand (`spinado.deal.hands`)."""
SPINADO: Final = card("AD")
PAIRS: Final = {"matrimony": (card("QD"), card("KD")), "intrigue": (card("JD"), card("QD"))}
"""The two cards, lower first, whose player takes the pot (`spinado.pot.matrimony`, `spinado.pot.intrigue`)."""
COURTS: Final = frozenset(c for pair in PAIRS.values() for c in pair)
"""The cards with which pots are taken."""

Plays = tuple[tuple[Seat, Cards], ...]


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    may_withhold: bool = declared(FLAG, "the holder of the next card may keep it back", False)
    pairs_must_be_adjacent: bool = declared(FLAG, "diamond pairs count only as adjacent plays", False)
    pay_per_card_left: int = whole("chips each loser pays the winner for each card left", 0, low=0, high=5)
    leftover_pots: str = choice("Matrimony and Intrigue chips at the end of the game", ("ignore", "split"), "ignore")
    hands: int = whole("hands in a game", 10, low=1, high=1000)
    start_chips: int = whole("chips of each player at the start", 50, low=1)


def dead_size(players: int) -> int:
    """The number of cards in the dead hand."""
    return len(PACK) - players * HAND[players]


def follows(run: Plays) -> Card | None:
    """The card of the pack that continues the run; None if there is none, or before a run."""
    return above(run[-1][1][-1], RISING, PACK) if run else None


def takes(cards: Cards, own: Iterable[Card], run: Plays, seat: Seat, *, adjacent: bool) -> tuple[str, ...]:
    """The pots that `seat` takes with `cards`, played after `run`; Matrimony first.

    `own` are the cards that `seat` has played before. With `adjacent` both cards must be played one after the other.
    """
    if COURTS.isdisjoint(cards):
        return ()
    before = set(own)
    last = run[-1] if run else ("", ())
    if adjacent:
        return tuple(pot for pot, (low, high) in PAIRS.items() if cards[0] is high and last == (seat, (low,)))
    return tuple(pot for pot, pair in PAIRS.items() if before | set(cards) >= set(pair) and not before >= set(pair))


def played_by(seat: Seat, *plays: Plays) -> Iterator[Card]:
    """The cards that `seat` has played, in order."""
    return (c for part in plays for who, cards in part if who == seat for c in cards)


def next_card(run: Plays, played: Plays, dead: Cards) -> Card | None:
    """The card that continues the run; None if it has been played or is `dead`, and before a run."""
    wanted = follows(run)
    if wanted is None or wanted in dead:
        return None
    return None if any(wanted in cards for _, cards in (*played, *run)) else wanted


@dataclass(frozen=True, kw_only=True)
class Playing(View, HandView):
    """The view of a player while cards are played."""

    options: Rules
    seat: Seat = declared(SEAT, "the player asked about", "P1")
    hand: Cards = declared(CARDS, "that player's cards", ())
    run: Plays = declared(PLAYS, "the sequence on the table; the spinado stands after the card it went with", ())
    leader: Seat = declared(SEAT, "with an empty run: who is to start", "P1")
    played: Plays = declared(PLAYS, "cards played earlier in the hand", ())
    dead: Cards = declared(CARDS, "cards known to lie in the dead hand", ())

    @cached_property
    def next(self) -> Card | None:
        """The card that continues the run; None if it cannot be played, or before a run."""
        return next_card(self.run, self.played, self.dead)

    @cached_property
    def starts(self) -> Seat | None:
        """The player who starts a run; None while one goes on."""
        if self.next is not None:
            return None
        return self.run[-1][0] if self.run else self.leader

    @property
    def holds_next(self) -> bool:
        """Whether the player has the card that continues the run."""
        return self.next in self.hand

    def own(self, seat: Seat) -> Cards:
        """The cards that `seat` has played in this hand."""
        return tuple(played_by(seat, self.played, self.run))
