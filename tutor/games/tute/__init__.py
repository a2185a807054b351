"""Tute: four players in two partnerships; follow, head the trick, trump and overtrump; marriages between tricks.

The clauses stand in `lessons/tute/rulebook.toml`. `table` has the pack, the house rules and the state, `declarations`
and `declare` what may be declared between two tricks, `score` the scoring; this module has the play of a card, the
set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from tutor.families.tricks import (
    Taken,
    TrickGame,
    TrickPhase,
    TrickSetup,
    TrickSetupView,
    TrumpView,
    follow,
    head_in_suit,
    overtrump,
    trump_if_void,
)
from tutor.families.tricks.tabletop import ByTrumps
from tutor.games.tute.declarations import declaration_problems
from tutor.games.tute.declare import DECLARE
from tutor.games.tute.score import SCORE
from tutor.games.tute.table import (
    CUARENTA,
    LAST,
    PACK,
    POINTS,
    RANKING,
    TRICKS,
    TUTE,
    VEINTES,
    Rules,
    TuteState,
)
from tutor.games.tute.tabletop import TABLETOP
from tutor.kernel.duties import Duty, always
from tutor.kernel.fields import Problem, calls, choice, suit, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import Options


@dataclass(frozen=True, kw_only=True)
class Trick(TrumpView):
    """The trick and the own hand."""

    ranking = RANKING
    options: Rules
    trump: str = suit("the trump suit", none=False)

    @property
    def exempt(self) -> bool:
        """Whether the house rules free this player from heading and trumping, because partner is winning."""
        return self.options.partner_exempt and self.partner_winning

    @property
    def let_off(self) -> bool:
        """Whether a house rule lets this player, who cannot overtrump, play anything."""
        return self.options.undertrump == "free" and self.trumped and not any(self.beats(c) for c in self.hand)


WHEN: Final[Duty[Trick]] = always(
    "tute.declare.when", lambda v, m: bool(m.cards), when=lambda v: bool(v.trick) or len(v.hand) == TRICKS
)
ONE: Final[Duty[Trick]] = always("tute.declare.one", lambda v, m: bool(m.cards))
FOLLOW: Final = follow("tute.play.follow", waiver="tute.play.free")
HEAD: Final = head_in_suit("tute.play.head", when=lambda v: not v.exempt)
TRUMP: Final = trump_if_void("tute.play.trump", FOLLOW, when=lambda v: not v.exempt and not v.let_off)
OVERTRUMP: Final = overtrump("tute.play.overtrump", FOLLOW, when=lambda v: not v.exempt)


class Play(TrickPhase[Trick, TuteState]):
    """Play a card to the trick. Declarations can be named as well, and are refused with the reason."""

    clause = "tute.play.lead"
    win = "tute.play.win"
    card_points = POINTS
    words = (CUARENTA, *VEINTES, TUTE)
    tells_best = True
    binding = (WHEN, ONE, FOLLOW, HEAD, TRUMP, OVERTRUMP)

    def canonical(self, v: Trick, move: Move) -> Move:
        """One card, or a declaration; raises `Unreadable` for anything else."""
        return move if move.word and not move.cards else super().canonical(v, move)

    def trick_facts(self, state: TuteState) -> Mapping[str, Any]:
        """What the tenth trick counts besides (`tute.score.bonus`)."""
        return {"last": 0 if any(state.hands) else LAST}

    def after_trick(self, state: TuteState, trick: Taken) -> Turn[TuteState]:
        """The winner may declare, if anything can be declared, and leads; after the tenth trick the hand ends."""
        if any(state.hands):
            some = DECLARE.due(state, trick.winner)
            return Turn(changed(state, phase=DECLARE.name if some else self.name))
        return self.played_out(state)


@dataclass(frozen=True, kw_only=True)
class TuteSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    trump: str = suit("the trump suit", none=False)
    declared: tuple[tuple[Seat, str], ...] = calls("declarations so far, in order", (CUARENTA, *VEINTES))
    hand_no: int = whole("which hand of the game this is", 1, low=1)
    at: str = choice("the decision that is due", ("play", "declare"), "play")


class TuteSetup(TrickSetup[TuteSetupView, TuteState]):
    """Sets up a moment of play, or of declaring between two tricks."""

    def problems(self, v: TuteSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        yield from declaration_problems(v.declared, v.trump)
        if v.at == "declare" and (v.trick or len(v.hand.get(v.leader, ())) == TRICKS):
            yield Problem("at", "declarations are made between two tricks")


class Tute(TrickGame[TuteState]):
    """Four players, partners opposite, forty cards."""

    name = "tute"
    title = "Tute"
    players = (4,)
    bound = 500_000
    """A hand is a deal, forty cards and at most nine declarations; a game has at most 9999 hands."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = ByTrumps(RANKING)
    packets = (TRICKS,)
    dealing = "tute.deal"
    turned_up = "tute.trump"
    phases = (Play(), DECLARE)
    scoring = SCORE
    setup = TuteSetup()

    def clockwise(self, options: Options) -> bool:
        """Turns pass to the right (`tute.direction`)."""
        return False


GAME = Tute()
