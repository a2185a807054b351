"""Schafkopf: three players, fourteen trumps that never change, and a widow for a player who will play alone.

The clauses stand in `lessons/schafkopf/rulebook.toml`. `table` has the pack, the house rules and the state, `widow` the
phases before the play, `score` the scoring; this module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import TrickGame, TrickPhase, TrickSetup, TrickSetupView, TrickView, follow
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.schafkopf.score import SCORE
from tutor.games.schafkopf.table import PACK, POINTS, RANKING, TRUMP, WIDOW, Rules, SchafkopfState
from tutor.games.schafkopf.tabletop import TABLETOP
from tutor.games.schafkopf.widow import Discard, Pick
from tutor.kernel.cards import Cards
from tutor.kernel.fields import CARDS, SEAT_OR_NONE, Problem, choice, declared
from tutor.kernel.seats import Seat


@dataclass(frozen=True, kw_only=True)
class Trick(TrickView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules

    @property
    def trumps(self) -> str:
        """The trump suit, always the same."""
        return TRUMP


FOLLOW: Final = follow("schafkopf.play.follow", waiver="schafkopf.play.free")


class Play(TrickPhase[Trick, SchafkopfState]):
    """Play a card to the trick."""

    clause = "schafkopf.play.lead"
    win = "schafkopf.play.winner"
    card_points = POINTS
    binding = (FOLLOW,)


@dataclass(frozen=True, kw_only=True)
class SchafkopfSetupView(TrickSetupView):
    """A moment of a hand, with all hands known. Cards not named lie face down, widow or discards first."""

    options: Rules
    declarer: Seat = declared(SEAT_OR_NONE, "who has taken the widow; - for least", "")
    aside: Cards = declared(CARDS, "the widow, or what the declarer has laid away", ())
    at: str = choice("the decision that is due", ("play", "pick"), "play")


class SchafkopfSetup(TrickSetup[SchafkopfSetupView, SchafkopfState]):
    """Sets up a moment of play, or the moment before the widow is offered."""

    opening = "pick"

    def problems(self, v: SchafkopfSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if len(v.aside) not in (0, WIDOW):
            yield Problem("aside", f"{len(v.aside)} cards, but there are {WIDOW}")
        if v.at == "pick" and v.declarer:
            yield Problem("at", "the widow is offered when nobody has taken it")

    def fields(self, v: SchafkopfSetupView) -> dict[str, Any]:
        """The fields, with the widow or the discards first among the cards face down."""
        fields = super().fields(v)
        return fields | {"away": (*v.aside, *sorted(fields["away"], key=lambda c: POINTS.of((c,))))}


class Schafkopf(TrickGame[SchafkopfState]):
    """Three players, each alone or two against a declarer, 32 cards."""

    name = "schafkopf"
    title = "Schafkopf"
    players = (3,)
    bound = 36_000
    """A hand is a deal, at most three calls, the discard and thirty cards; a game has at most a thousand hands."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (3, -WIDOW, 4, 3)
    dealing = "schafkopf.deal"
    phases = (Pick(), Discard(), Play())
    scoring = SCORE
    setup = SchafkopfSetup()
    alone = "declarer"


GAME = Schafkopf()
