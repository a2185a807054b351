"""What policies answer with where a number or a move does not say it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.cards import Cards
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat


class PrincipalVariation(NamedTuple):
    """A principal variation: the moves in turn, and the units of work that finding them took."""

    moves: Sequence[Move]
    work: int


class SurePlan(NamedTuple):
    """How the player on lead makes the contract, whatever the others hold: any of `leads` is the first step."""

    leads: Sequence[Move]
    tops: Cards
    """The cards that win one after the other, as long as the pairs are not shown."""
    pairs: tuple[Cards, ...]
    """The pairs to show after them, the one last with which the lead may be lost."""


class Request(NamedTuple):
    """The move that a partner has asked for, and who that is."""

    by: Seat
    move: Move


class Controls(NamedTuple):
    """What of a hand takes the lead when it is played, and what does not."""

    high: Cards
    """The cards that hardly anything beats; without those of bombs."""
    bombs: tuple[Cards, ...]
    """Combinations that beat all others."""
    loose: Cards
    """Low cards that stand alone."""
    strong: tuple[Cards, ...] = ()
    """Pairs and more of high ranks, which often take the lead too."""
    higher: Cards = ()
    """The highest cards of the pack, as far as the hand has none of them."""
    long: Cards = ()
    """The longest run of the hand, which goes in one play."""
    plays: int = 0
    """In how few plays the hand can go."""
    firm: bool = False
    """Whether no run beats the longest."""
    bombed: bool = False
    """Whether others may have what beats anything."""


class Answers(NamedTuple):
    """What chance, playing for `who`, may answer a lead with: it turns cards that nobody has seen until one may."""

    who: Seat
    all: Cards
    beat: Cards
    """Those of them that beat the lead."""
    wins: float
    """The probability that the lead wins."""
    trump: bool = False
    """Whether a trump is led."""
    until: bool = True
    """Whether so many are turned as it takes; when none is left, all that is still in hand wins."""


class Needed(NamedTuple):
    """What a contract needs: `n` tricks or, with `points`, so many of the points of the hand.

    A partner helps unless one plays `alone`; where partners' bids are `added` up each bids for the own hand only, and
    what is won beyond them counts a little. What is won counts `times` over; a `cheap` contract that fails costs what
    was won, not what was bid. The bidder first `takes` so many cards into the hand. Where a bid binds to less than is
    meant to be played, it is that, which lies `beyond` the bid. Where only what was bid goes towards a game, a trick
    more brings `over` besides.
    """

    n: int
    points: bool = False
    alone: bool = False
    added: bool = False
    times: int = 1
    cheap: bool = False
    takes: int = 0
    beyond: bool = False
    over: int = 0


class Declaration(NamedTuple):
    """What a declaration counts: `points`, if it is not beaten by another, or else once a trick is won (`on_trick`).

    It is `sure` where nobody can beat it any more.
    """

    points: float
    on_trick: bool = False
    sure: bool = False
