"""House rules, views and state of Big Two."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from tutor.families.climb_views import Climb, Round
from tutor.families.plays import ClimbState
from tutor.games.big_two.combos import PACK, Combos, combos
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards, card
from tutor.kernel.fields import CARDS, FLAG, SEAT, choice, declared, whole
from tutor.kernel.seats import Seat
from tutor.kernel.view import Options, View
from tutor.kernel.view_types import HandView


@dataclass(frozen=True, kw_only=True)
class Rules(Options):
    """House rules."""

    rules: str = choice("which rule set", ("a", "b"), "a")
    flush: str | None = choice(
        "how flushes are compared",
        ("suit_first", "rank_first"),
        None,
        shown="suit_first in set a, rank_first in set b",
    )
    leftover: str = choice(
        "the spare card in set b with three players: out of play, or to the holder of the lowest card dealt",
        ("unused", "to_lowest"),
        "unused",
    )
    triples: bool = declared(FLAG, "three of a kind may be played on their own", True)
    pass_locks: bool = declared(FLAG, "a pass bars the player until the trick ends", False)
    skip_after_2s: bool | None = declared(
        FLAG, "the 2 of spades, alone or in a pair, ends the trick at once", None, shown="true in set b, false in set a"
    )
    target: int = whole("set a: the score that ends the game", 100, low=1)
    games: int = whole("set b: games in a session", 1, low=1)

    @cached_property
    def combos(self) -> Combos:
        """The combinations and how they compare (`big-two.a.flush`, `big-two.b.flush`)."""
        return combos(self.rules == "b" if self.flush is None else self.flush == "rank_first")

    @cached_property
    def skips(self) -> bool:
        """Whether 2S ends the trick at once (`big-two.b.top`)."""
        return self.rules == "b" if self.skip_after_2s is None else self.skip_after_2s

    def each(self, players: int) -> int:
        """The number of cards each player is dealt."""
        return 13 if self.rules == "a" else len(PACK) // players

    def spare(self, players: int) -> bool:
        """Whether a card left over goes to the holder of the lowest card dealt."""
        return self.rules == "b" and self.leftover == "to_lowest" and bool(len(PACK) % players)

    def most(self, players: int) -> int:
        """The largest possible hand."""
        return self.each(players) + self.spare(players)

    def undealt(self, players: int) -> int:
        """The number of cards that are not dealt."""
        return len(PACK) - players * self.each(players) - self.spare(players)


TWO_OF_SPADES: Final = card("2S")


def ends_trick(rules: Rules, cards: Cards) -> bool:
    """Whether this play wins the trick at once: 2S alone or in a pair, if the rules say so."""
    return rules.skips and len(cards) <= 2 and TWO_OF_SPADES in cards


@dataclass(frozen=True, kw_only=True)
class Leading(Climb):
    """The view of a player who is to play."""

    options: Rules

    @property
    def combos(self) -> Combos:
        """The combinations under these house rules."""
        return self.options.combos

    def at_once(self, cards: Cards) -> bool:
        """Whether 2S, just played, wins the trick at once."""
        return ends_trick(self.options, cards)

    @property
    def must(self) -> Card | None:
        """The card that the play must contain; None except for the first play of a hand."""
        return None


@dataclass(frozen=True, kw_only=True)
class Playing(Round, Leading):
    """The view for any play after the first of a hand."""


@dataclass(frozen=True, kw_only=True)
class Opening(Leading):
    """The first play of a hand, by the holder of the lowest card in play."""

    hand: Cards = declared(CARDS, "the cards of the player who starts")

    @cached_property
    def must(self) -> Card | None:
        """The lowest card of the hand, which is the lowest in play."""
        return PACK.sort(self.hand)[0] if self.hand else None


@dataclass(frozen=True, kw_only=True)
class Dealt(View, HandView):
    """The view of a player who may demand a new deal."""

    options: Rules
    hand: Cards = declared(CARDS, "the whole hand of the player who is asked")
    leader: Seat = declared(SEAT, "the player who is asked", "P1")

    @property
    def dragon(self) -> bool:
        """Whether the hand wins at once: four players, all thirteen ranks (`big-two.b.dragon`)."""
        return is_dragon(self.options, self.players, self.hand)


def is_dragon(rules: Rules, players: int, hand: Cards) -> bool:
    """Whether this hand wins before any play."""
    return rules.rules == "b" and players == 4 and len({c.rank for c in hand}) == 13


def holder_of_lowest(seats: tuple[Seat, ...], hands: tuple[Cards, ...]) -> tuple[Seat, Card]:
    """The seat that starts, and the lowest card, which it holds (`big-two.a.first`, `big-two.b.first`)."""
    lowest = min((c for hand in hands for c in hand), key=PACK.place.__getitem__)
    return next(seat for seat, hand in zip(seats, hands, strict=True) if lowest in hand), lowest


@dataclass(frozen=True, kw_only=True)
class BigTwoState(ClimbState):
    """A game of Big Two. `starter` holds the lowest card in play, `lowest`, and makes the first play of the hand."""

    options: Rules
    starter: Seat = ""
    lowest: Card | None = None

    def known_to(self, seat: Seat) -> Cards:
        """The lowest card until it is played, and that lower ones are not dealt.

        It is known once nobody can demand a new deal, or if the spare card has shown it.
        """
        if self.lowest is None or self.unsure:
            return ()
        held = () if self.phase == "play" else (self.lowest,)
        return (*held, *PACK.order[: PACK.place[self.lowest]])

    @property
    def unsure(self) -> bool:
        """Whether nobody but the starter knows yet who holds the lowest card."""
        return self.phase == "deal" and not self.options.spare(self.players)
