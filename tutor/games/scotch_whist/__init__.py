"""Scotch Whist: two to seven players, 36 cards; the jack is the highest trump, and the ten is to be caught.

The clauses stand in `lessons/scotch-whist/rulebook.toml`. `table` is what it is played with, `score` the settling;
here are the play of a card and the declaration of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from tutor.families.hands import new_hand
from tutor.families.tricks import TrickGame, TrickPhase, TrickSetup, TrickSetupView, TrickView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.scotch_whist.score import SCORE, settle
from tutor.games.scotch_whist.table import (
    PACK,
    RANKING,
    ScotchWhistState,
    Trumped,
    each,
    each_working,
    honours,
    pack_for,
)
from tutor.games.scotch_whist.tabletop import TABLETOP
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import Event
from tutor.kernel.fields import ParseContext, Problem
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import Options
from tutor.kernel.working import Working, card_sum


@dataclass(frozen=True, kw_only=True)
class Trick(Trumped, TrickView):
    """The trick and the own hand."""

    ranking = RANKING


@cache
def _card_values(trump: str) -> Mapping[Card, float]:
    return {c: n for c in PACK.order if (n := honours((c,), trump))}


FOLLOW: Final = follow("scotch-whist.follow", waiver="scotch-whist.follow")


class Play(TrickPhase[Trick, ScotchWhistState]):
    """Play a card to the trick."""

    view = Trick
    clause = "scotch-whist.lead"
    win = "scotch-whist.win"
    value_name = "honours"
    played_out = staticmethod(settle)
    binding = (FOLLOW,)

    def most_cards(self, v: Trick) -> int:
        """As many as are dealt at this table."""
        return each(v.players)

    def problems(self, v: Trick) -> Iterator[Problem]:
        """There is always a trump suit."""
        yield from v.trump_problems()
        yield from super().problems(v)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The deal, and what a complete trick brings."""
        return {"cards_each": each(v.players)} | (dict(self.value_fact(v.trick, v.trumps)) if v.complete else {})

    def workings(self, v: Trick) -> Mapping[str, Working]:
        """Also how many cards are dealt, and what trump honours a trick brings."""
        found = {**super().workings(v), "facts.cards_each": each_working(v.players)}
        if not v.complete:
            return found
        held = card_sum(v.trick, lambda c: honours((c,), v.trumps), "scotch-whist.score.order")
        return found | {"facts.honours": held}

    def trick_value(self, trick: Cards, trumps: str) -> float:
        """The trump honours in the trick."""
        return honours(trick, trumps)


@dataclass(frozen=True, kw_only=True)
class ScotchWhistSetupView(Trumped, TrickSetupView):
    """A moment of a hand, with all hands known."""


class ScotchWhistSetup(TrickSetup[ScotchWhistSetupView, ScotchWhistState]):
    """Sets up a moment of play."""

    view = ScotchWhistSetupView
    full = each(2)

    def problems(self, v: ScotchWhistSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        yield from v.trump_problems()
        held = max((len(cards) for cards in v.hand.values()), default=0)
        if held > each(v.players):
            yield Problem("hand", f"{held} cards, but {v.players} players have {each(v.players)} each")

    def fields(self, v: ScotchWhistSetupView) -> dict[str, Any]:
        """The trump suit besides; what is not in this pack lies nowhere."""
        out = super().fields(v)
        away = tuple(c for c in out["away"] if c in pack_for(v.players))
        shown = (v.upcard,) if v.upcard else ()
        return out | {"away": away, "trump": v.trumps, "shown": shown}


class ScotchWhist(TrickGame[ScotchWhistState]):
    """Two to seven players, each alone."""

    name = "scotch-whist"
    title = "Scotch Whist"
    players = (2, 3, 4, 5, 6, 7)
    usual = 4
    bound = 500
    """Every hand credits 30 points at least, so that seven players are done after ten hands of 36 moves."""
    pack = PACK
    state = ScotchWhistState
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING, "trump", "upcard")
    dealing = "scotch-whist.deal"
    phases = (Play(),)
    scoring = SCORE
    setup = ScotchWhistSetup()

    def rounds(self, state: ScotchWhistState) -> tuple[int, ...]:
        """All the cards."""
        return (each(state.players),)

    def opened(self, state: ScotchWhistState, cards: Cards) -> Turn[ScotchWhistState]:
        """The last card, the dealer's, is shown and makes trumps (`scotch-whist.trump`)."""
        upcard = cards[-1]
        event = Event("turned up", state.dealer, (upcard,), "scotch-whist.trump", {"trump": upcard.suit})
        then = super().opened(changed(state, upcard=upcard, trump=upcard.suit, shown=(upcard,)), cards)
        return Turn(then.state, (event,))

    def parse_context(self, players: int, options: Options) -> ParseContext:
        """Five or seven players leave a card out."""
        return super().parse_context(players, options)._replace(pack=pack_for(players))

    def cards(self, state: ScotchWhistState) -> Cards:
        """The card besides that was left in the box."""
        return (*super().cards(state), *PACK.rest(pack_for(state.players).cards))

    def begin(self, players: int, options: Options, dealer: Seat) -> ScotchWhistState:
        """Nothing on the sheet, the pack of this table to be dealt."""
        return new_hand(super().begin(players, options, dealer), pack_for(players))


GAME = ScotchWhist()
