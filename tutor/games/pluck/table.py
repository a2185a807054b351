"""Pack, quotas, house rules and state of Pluck."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from tutor.families.call_workings import dealt_step
from tutor.families.choices import at_most
from tutor.families.tricks import Ranking, TrickState, suited
from tutor.kernel.cards import JOKERS, RANKS, Card, Cards, Pack, card, french
from tutor.kernel.fields import choice, whole
from tutor.kernel.seats import Seat, after, from_
from tutor.kernel.state import Sight, seen_by
from tutor.kernel.view import Options
from tutor.kernel.working import Chain, Step, Working

PACK: Final[Pack] = french(RANKS, jokers=2, without="2S,2H,2D")
TRICKS: Final = 17
HAND: Final = at_most(TRICKS, "everybody has")
FIRST: Final = card("2C")
"""The card that is led to the first trick (`pluck.play.first-lead`)."""
PLAYERS: Final = ("P1", "P2", "P3")
QUOTAS: Final = (7, 6, 4)
"""Tricks that the dealer, the player at the dealer's left and the one at the right must take."""


def _trumps(suit: str) -> Cards:
    return tuple(card(joker) for joker in JOKERS) + tuple(c for c in suited(RANKS, suit) if c in PACK)


RANKING: Final = Ranking(PACK, RANKS, _trumps)
"""Both jokers belong to the trump suit (`pluck.rank.trump`)."""


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    pluck_order: str = choice(
        "who plucks first when two may: who may more often, or the new dealer",
        ("most-first", "dealer-first"),
        "most-first",
    )
    tie_at_target: str = choice(
        "two players equal at the top: another hand, or a shared win", ("extra-hand", "shared"), "extra-hand"
    )
    target: int = whole("points that end the game", 20, low=1, high=1000)


_PLACES: Final = ("dealer", "left", "right")


def quotas(dealer: Seat) -> Mapping[Seat, int]:
    """The tricks that each player must take in a hand dealt by `dealer`, by seat."""
    round_the_table = dict(zip(from_(PLAYERS, dealer), QUOTAS, strict=True))
    return {seat: round_the_table[seat] for seat in PLAYERS}


def quota_workings(dealer: Seat) -> dict[str, Working]:
    """How the quota of each player comes about."""
    found: dict[str, Working] = {}
    due = quotas(dealer)
    for place, seat in enumerate(from_(PLAYERS, dealer)):
        sits = Step("quota", {"who": seat, "n": due[seat], "place": place}, due[seat])
        others = tuple(Step("quota_of", {"who": s, "n": n}, n) for s, n in due.items() if s != seat)
        found[f"facts.quota.{seat}"] = Chain(
            f"pluck.quota.{_PLACES[place]}", (dealt_step(dealer), sits), due[seat], others
        )
    return found


def surplus(tricks: Mapping[Seat, int], dealer: Seat) -> Mapping[Seat, int]:
    """Tricks that each player took above (below, if negative) the quota in a hand dealt by `dealer`."""
    return {seat: tricks.get(seat, 0) - quota for seat, quota in quotas(dealer).items()}


def highest(held: Cards, suit: str) -> Card:
    """The highest card of `suit` in `held`, before there are trumps."""
    return min((c for c in held if c.suit == suit), key=PACK.place.__getitem__)


@dataclass(frozen=True, kw_only=True)
class PluckState(TrickState):
    """A game of Pluck. `last` has the tricks of each player in the previous hand; empty in the first.

    During a pluck `card` is on its way from `plucker` to `plucked`. `known` are cards that a player knows to be in
    another hand: who knows, which card, whose hand.
    """

    options: Rules
    last: tuple[int, ...] = ()
    plucks: tuple[tuple[Seat, str], ...] = ()
    plucker: Seat = ""
    plucked: Seat = ""
    card: Card | None = seen_by(Sight.NOBODY, None)
    known: tuple[tuple[Seat, Card, Seat], ...] = seen_by(Sight.NOBODY, ())
    broken: bool = False

    def known_to(self, seat: Seat) -> Cards:
        """A player knows the cards passed from and to the own hand."""
        passed = tuple(c for who, c, _ in self.known if who == seat)
        return (*passed, self.card) if self.card is not None and seat in (self.plucker, self.plucked) else passed

    @property
    def took(self) -> Mapping[Seat, int]:
        """The tricks of the previous hand by seat."""
        return dict(zip(PLAYERS, self.last, strict=False))


def previous(dealer: Seat) -> Seat:
    """The player who dealt the hand before."""
    return after(PLAYERS, dealer, -1)
