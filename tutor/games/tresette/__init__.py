"""Tresette: four players in two partnerships; the three is high, nothing is trumps, and some remarks are allowed.

The clauses stand in `lessons/tresette/rulebook.toml`. `table` has the pack, the house rules and the state, `melds` what
is declared and announced, `talk` the permitted remarks, `known` what these tell of hands, `score` the scoring; this
module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from tutor.families.thirds import THIRDS_PER_POINT, points_text, thirds
from tutor.families.tricks import Order, Taken, TrickGame, TrickPhase, TrickSetup, TrickSetupView, follow
from tutor.games.tresette.known import agreeing_with_talk
from tutor.games.tresette.melds import DECLARE, melds, scored
from tutor.games.tresette.score import SCORE
from tutor.games.tresette.table import PACK, TRICKS, Rules, TresetteState, order
from tutor.games.tresette.tabletop import TABLETOP, Held
from tutor.games.tresette.talk import (
    CLAUSES,
    REMARKS,
    TALK,
    TALKING,
    TalkView,
    kind,
    make_remark,
    read_remark,
    remark_reasons,
)
from tutor.kernel.cards import Card
from tutor.kernel.duties import Trace
from tutor.kernel.events import Event
from tutor.kernel.fields import SEATS, Problem, choice, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn, Unreadable
from tutor.kernel.seats import Seat, after
from tutor.kernel.state import changed

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

COUNT: Final = {c: n / THIRDS_PER_POINT for c in PACK.order if (n := thirds(c))}
FOLLOW: Final = follow("tresette.play.follow", waiver="tresette.play.follow")


class Play(TrickPhase[TalkView, TresetteState]):
    """Play a card to the trick; a remark may be made here as well."""

    title = "a card, or first a remark"
    clause = "tresette.play.first-lead"
    win = "tresette.play.winner"
    words = REMARKS
    binding = (FOLLOW, *TALKING)

    def titled(self, v: TalkView) -> str:
        """At a silent table no remark is asked for."""
        return self.title if v.options.table_talk else "your card"

    def trick_facts(self, state: TresetteState) -> Mapping[str, Any]:
        """The points of the trick's cards, with thirds that may be lost at the end, and one for the last trick."""
        counted = sum(map(thirds, state.past[-1].cards))
        last = not any(state.hands)
        return {"counted": points_text(counted + THIRDS_PER_POINT * last), "last": last}

    def captured_values(self) -> Mapping[Card, float]:
        """The points of each card, in fractions of thirds; what is left over is known at the end of the hand."""
        return COUNT

    def basis(self, v: TalkView, found: Trace[TalkView], move: Move) -> str:
        """For a remark the clause that permits it.

        Else as in other trick games, with a clause of its own for the first lead.
        """
        if kind(move):
            return CLAUSES[kind(move)]
        if not v.trick:
            return self.clause if len(v.hand) == TRICKS else self.win
        return super().basis(v, found, move)

    def read(self, v: TalkView, text: str) -> Move:
        """The remark or card that `text` means; raises `Unreadable`."""
        return read_remark(text) or super().read(v, text)

    def canonical(self, v: TalkView, move: Move) -> Move:
        """The move itself if it is one card; raises `Unreadable` for anything else."""
        if len(move.cards) != 1 or move.word:
            raise Unreadable("one card is played to a trick")
        return move

    def reasons(self, v: TalkView, move: Move) -> dict[str, Any]:
        """What a remark says, and what is true."""
        return dict(remark_reasons(v, move))

    def order(self, state: TresetteState) -> Order:
        """The order of the cards under the house rules."""
        return order(state.options)

    def act(self, state: TresetteState, seat: Seat, move: Move) -> Turn[TresetteState]:
        """Put the card on the table; a remark leaves the turn where it is.

        Before their first cards players may say "Good play".
        """
        if kind(move):
            return make_remark(state, seat, move)
        then = super().act(state, seat, move)
        if then.state.past or not then.state.trick:
            return then
        waiting = len(then.state.hand(after(state.seats, seat))) == TRICKS
        return Turn(changed(then.state, phase=DECLARE.name), then.events) if waiting else then

    def after_trick(self, state: TresetteState, trick: Taken) -> Turn[TresetteState]:
        """A player who said "Good play" announces melds with the first trick won (`tresette.meld.announce`)."""
        events: tuple[Event, ...] = ()
        if trick.winner in state.good and sum(taken.winner == trick.winner for taken in state.past) == 1:
            found = melds(state.dealt(trick.winner), overlap=state.options.melds_may_overlap)
            kinds = tuple(meld.kind for meld in found)
            state = changed(state, announced=(*state.announced, (trick.winner, kinds)))
            facts = {"kinds": kinds, "points": sum(map(scored, kinds))}
            events = (Event("melds announced", trick.winner, clause="tresette.meld.announce", facts=facts),)
        return super().after_trick(state, trick).preceded_by(*events)


@dataclass(frozen=True, kw_only=True)
class TresetteSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    good: tuple[Seat, ...] = declared(SEATS, 'who has said "Good play"', ())
    at: str = choice("the decision that is due", ("play", "talk", "declare"), "play")


class TresetteSetup(TrickSetup[TresetteSetupView, TresetteState]):
    """Sets up a moment of play, of a remark, or before a player's first card."""

    def problems(self, v: TresetteSetupView) -> Iterator[Problem]:
        """Fields that cannot occur together in any hand."""
        yield from super().problems(v)
        if v.at == "declare" and len(v.hand.get(v.turn, ())) != TRICKS:
            yield Problem("at", f"melds are declared with all {TRICKS} cards in hand")
        for seat in v.good:
            own = (*v.hand.get(seat, ()), *(c for at, c in enumerate(v.trick) if after(v.seats, v.leader, at) == seat))
            if len(own) != TRICKS or not melds(own, overlap=v.options.melds_may_overlap):
                yield Problem("good", f"{seat} needs all {TRICKS} cards, one of them on the table perhaps, and a meld")


class Tresette(TrickGame[TresetteState]):
    """Four players, partners opposite, forty cards."""

    name = "tresette"
    title = "Tresette"
    players = (4,)
    bound = 100_000
    """A hand is a deal, four declarations and forty cards, and brings the two sides eleven points at the least."""
    options = Rules
    pack = PACK
    paired = True
    tabletop = TABLETOP
    arrangement = Held()
    packets = (TRICKS,)
    dealing = "tresette.deal"
    phases = (DECLARE, TALK, Play())
    scoring = SCORE
    setup = TresetteSetup()

    def deal_unseen(self, state: TresetteState, seat: Seat, order: Sequence[Card], rng: Random) -> TresetteState:
        """Cards are exchanged until the hands agree with what was said and announced."""
        return agreeing_with_talk(state, super().deal_unseen(state, seat, order, rng), seat, rng)


GAME = Tresette()
