"""Scotch Whist: two to seven players, 36 cards; the jack is the highest trump, and the ten is to be caught.

The clauses stand in `lessons/scotch-whist/rulebook.toml`. `table` has the packs, the card points and the state, `score`
the scoring; this module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import CardPoints, TrickGame, TrickPhase, TrickSetup, TrickSetupView, TrickView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.scotch_whist.score import SCORE
from tutor.games.scotch_whist.table import (
    PACK,
    POINTS,
    RANKING,
    ScotchWhistState,
    Trumped,
    each,
    each_working,
    pack_for,
    trick_score,
)
from tutor.games.scotch_whist.tabletop import TABLETOP
from tutor.kernel.cards import Cards, Pack
from tutor.kernel.fields import Problem
from tutor.kernel.phase import Turn
from tutor.kernel.state import changed
from tutor.kernel.working import Working


@dataclass(frozen=True, kw_only=True)
class Trick(Trumped, TrickView):
    """The trick and the own hand."""

    ranking = RANKING


FOLLOW: Final = follow("scotch-whist.follow", waiver="scotch-whist.follow")


class Play(TrickPhase[Trick, ScotchWhistState]):
    """Play a card to the trick."""

    clause = "scotch-whist.lead"
    win = "scotch-whist.win"
    full = each(2)
    value_name = "honours"
    binding = (FOLLOW,)

    def most_cards(self, v: Trick) -> int:
        """The number of cards dealt at this table."""
        return each(v.players)

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The number of cards dealt, and the honours in a complete trick."""
        return {"cards_each": each(v.players)} | (dict(self.value_fact(v.trick, v.trumps)) if v.complete else {})

    def workings(self, v: Trick) -> Mapping[str, Working]:
        """Also how the number of cards dealt comes about."""
        return {**super().workings(v), "facts.cards_each": each_working(v.players)}

    def trick_facts(self, state: ScotchWhistState) -> Mapping[str, Any]:
        """The points for cards captured beyond those dealt with this trick (`scotch-whist.score.tricks`)."""
        won = state.tricks(state.leader)
        return {"beyond": trick_score(won, state.players) - trick_score(won - 1, state.players)}

    def points_under(self, trumps: str) -> CardPoints:
        """The points of the trump honours."""
        return POINTS[trumps]


@dataclass(frozen=True, kw_only=True)
class ScotchWhistSetupView(Trumped, TrickSetupView):
    """A moment of a hand, with all hands known."""


class ScotchWhistSetup(TrickSetup[ScotchWhistSetupView, ScotchWhistState]):
    """Sets up a moment of play."""

    def problems(self, v: ScotchWhistSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        held = max((len(cards) for cards in v.hand.values()), default=0)
        if held > each(v.players):
            yield Problem("hand", f"{held} cards, but {v.players} players have {each(v.players)} each")

    def fields(self, v: ScotchWhistSetupView) -> dict[str, Any]:
        """Also the card turned up; cards that are not in this table's pack are left out."""
        out = super().fields(v)
        away = tuple(c for c in out["away"] if c in pack_for(v.players))
        shown = (v.upcard,) if v.upcard else ()
        return out | {"away": away, "shown": shown}


class ScotchWhist(TrickGame[ScotchWhistState]):
    """Two to seven players, each alone."""

    name = "scotch-whist"
    title = "Scotch Whist"
    players = (2, 3, 4, 5, 6, 7)
    usual = 4
    bound = 500
    """Every hand credits 30 points at least, so that seven players are done after ten hands of 36 moves."""
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING, "trump", "upcard")
    dealing = "scotch-whist.deal"
    turned_up = "scotch-whist.trump"
    phases = (Play(),)
    scoring = SCORE
    setup = ScotchWhistSetup()

    def rounds(self, state: ScotchWhistState) -> tuple[int, ...]:
        """All cards at once."""
        return (each(state.players),)

    def opened(self, state: ScotchWhistState, cards: Cards) -> Turn[ScotchWhistState]:
        """Turn up the dealer's last card, which the table shows until the first trick is taken."""
        return super().opened(changed(state, upcard=cards[-1]), cards)

    def pack_for(self, players: int) -> Pack:
        """With five or seven players one card is out (`scotch-whist.deck`)."""
        return pack_for(players)

    def cards(self, state: ScotchWhistState) -> Cards:
        """Also the card that is left out."""
        return (*super().cards(state), *PACK.rest(pack_for(state.players).cards))


GAME = ScotchWhist()
