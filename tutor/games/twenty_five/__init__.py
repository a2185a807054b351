"""Twenty-Five: three to nine players, an odd ranking, three trumps that need never be played, and robbing the upcard.

The clauses stand in `lessons/twenty-five/rulebook.toml`. `table` has the pack, the house rules and the state, `rob` the
phase before the play, `score` the scoring, `stage` the set-up; this module has the play of a card and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.tricks import Taken, TrickGame, TrickPhase, TrickView, TurnedUpView, best_so_far
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.twenty_five.rob import Rob
from tutor.games.twenty_five.score import SCORE, standing
from tutor.games.twenty_five.stage import TwentyFiveSetup
from tutor.games.twenty_five.table import (
    AH,
    GOAL,
    HAND,
    PACK,
    RANKING,
    TEAM_TABLES,
    TRICK,
    Rules,
    TwentyFiveState,
    privileged,
    teams,
)
from tutor.games.twenty_five.tabletop import TABLETOP
from tutor.kernel.cached import cached_property
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Duty, Trace, if_able
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, Problem, declared, suit
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Side
from tutor.kernel.state import changed
from tutor.kernel.view import Options

RENEGE: Final = "twenty-five.renege"


@dataclass(frozen=True, kw_only=True)
class Trick(TurnedUpView, TrickView):
    """The trick and the own hand. The trump suit is given by itself, or by the upcard."""

    ranking = RANKING
    options: Rules
    trump: str | None = suit("the trump suit, unless the upcard says it", None, none=False, shown="that of the upcard")
    upcard: Card | None = declared(CARD, "the card that was turned up", None, located=False)

    @property
    def trump_led(self) -> bool:
        """Whether a trump was led; the ace of hearts always is one."""
        return bool(self.trick) and self.is_trump(self.trick[0])

    def withheld(self, c: Card) -> bool:
        """Whether this trump may be kept back from the trump that was led."""
        lower = self.power[self.trick[0]] < self.power[c]
        return privileged(c, self.trumps) and (self.options.renege == "always" or lower)

    @cached_property
    def obliging(self) -> Cards:
        """The trumps in the hand that may not be kept back from a trump lead; empty after other leads."""
        return tuple(c for c in self.hand if self.is_trump(c) and not self.withheld(c)) if self.trump_led else ()

    @property
    def own_trumps(self) -> Cards:
        """The trumps in hand."""
        return tuple(c for c in self.hand if self.is_trump(c))

    @property
    def of_suit(self) -> Cards:
        """The cards in hand of the suit led."""
        return tuple(c for c in self.hand if self.follows(c))

    @property
    def heart_ace(self) -> bool:
        """Whether the ace of hearts is in the hand."""
        return AH in self.hand


FOLLOW_PLAIN: Final[Duty[Trick]] = if_able(
    "twenty-five.follow.plain",
    lambda v, m: v.has_suit and (v.follows(m.card) or v.is_trump(m.card)),
    when=lambda v: bool(v.trick) and not v.trump_led,
    waiver="twenty-five.follow.plain",
)
FOLLOW_TRUMP: Final[Duty[Trick]] = if_able(
    "twenty-five.follow.trump",
    lambda v, m: bool(v.obliging) and v.is_trump(m.card),
    when=lambda v: v.trump_led,
    waiver=RENEGE,
)


class Play(TrickPhase[Trick, TwentyFiveState]):
    """Play a card to the trick."""

    clause = "twenty-five.lead"
    win = "twenty-five.win"
    extra_fields = MappingProxyType({"trump": lambda state, seat: None if state.upcard else state.trump})
    binding = (FOLLOW_PLAIN, FOLLOW_TRUMP)

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games; without trumps a player does not renege but is simply free."""
        basis = super().basis(v, found, move)
        return "twenty-five.follow.none" if basis == RENEGE and not v.own_trumps else basis

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The best card so far."""
        return best_so_far(v)

    def trick_value(self, trick: Cards, trumps: str) -> float:
        """The points of a trick, always the same."""
        return TRICK

    def after_trick(self, state: TwentyFiveState, trick: Taken) -> Turn[TwentyFiveState]:
        """The hand ends once somebody has 25; else go on as usual."""
        if max(standing(state).values()) >= GOAL:
            return self.played_out(state)
        return super().after_trick(state, trick)


class TwentyFive(TrickGame[TwentyFiveState]):
    """Three to nine players, each alone or in teams, five cards each."""

    name = "twenty-five"
    title = "Twenty-Five"
    players = (3, 4, 5, 6, 7, 8, 9)
    usual = 4
    bound = 500
    """At most eight hands, each a deal, a robbery and five tricks of at most nine cards (`twenty-five.end`)."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING, "trump", "upcard", instead=("upcard",))
    packets = (HAND,)
    dealing = "twenty-five.deal"
    phases = (Rob(), Play())
    scoring = SCORE
    setup = TwentyFiveSetup()

    def opened(self, state: TwentyFiveState, cards: Cards) -> Turn[TwentyFiveState]:
        """Turn up a card; a player who may rob decides before the first lead, unnoticed by the others."""
        upcard, *rest = state.away
        state = changed(state, away=tuple(rest), upcard=upcard, trump=upcard.suit)
        robber = state.may_rob()
        state = changed(state, phase="rob" if robber else "play", turn=(robber or state.leader,))
        return Turn(state, (Event("turned up", state.dealer, (upcard,), self.dealing, {"trump": upcard.suit}),))

    def sides(self, players: int, options: Options) -> tuple[Side, ...]:
        """Each seat alone, or the teams."""
        assert isinstance(options, Rules)
        return teams(players, options.teams)

    def problems(self, players: int, options: Options) -> Iterator[Problem]:
        """Teams that this number of players cannot form."""
        assert isinstance(options, Rules)
        tables = TEAM_TABLES[options.teams]
        if players not in tables:
            yield Problem("teams", f"{options.teams} need {' or '.join(map(str, tables))} players, not {players}")

    def standing(self, state: TwentyFiveState) -> Mapping[Side, float]:
        """The score sheet with the tricks of this hand, which count at once."""
        return standing(state)

    def cards(self, state: TwentyFiveState) -> Cards:
        """Also the upcard, unless it was robbed."""
        lies = () if state.upcard is None or state.robber else (state.upcard,)
        return (*super().cards(state), *lies)


GAME = TwentyFive()
