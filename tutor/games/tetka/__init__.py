"""Tetka: four players, each alone, follow suit and try not to win the cards and tricks that the bum card made costly.

The clauses stand in `lessons/tetka/rulebook.toml`. `table` has the pack, the house rules and what a trick costs,
`score` the scoring; this module has the play of a card, the set-up and the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.tricks import PlainView, Taken, TrickGame, TrickPhase, TrickSetup, TrickSetupView, follow
from tutor.games.tetka.score import SCORE
from tutor.games.tetka.table import (
    NUMBER,
    PACK,
    RANKING,
    SEATS,
    TRICKS,
    Penalty,
    Rules,
    TetkaState,
    is_bum_trick,
    penalties,
    tetka,
)
from tutor.games.tetka.tabletop import TABLETOP
from tutor.kernel.cards import Card, Cards
from tutor.kernel.duties import Trace
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, SEAT_OR_NONE, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, from_
from tutor.kernel.state import changed
from tutor.kernel.working import Part, Sum


@dataclass(frozen=True, kw_only=True)
class Trick(PlainView):
    """The trick, the own hand, and what everybody knows of the bum card."""

    ranking = RANKING
    options: Rules
    bum: Card | None = declared(CARD, "the bum card", None, located=False)
    number: int | None = whole("which trick of the hand this is", None, low=1, high=TRICKS)

    @property
    def marked(self) -> int | None:
        """The number of the trick that costs a point because of the bum card's rank."""
        return NUMBER[self.bum.rank] if self.bum is not None else None

    @property
    def costs(self) -> tuple[Penalty, ...]:
        """The penalties of the cards on the table; empty if the bum card or the trick's number is not known."""
        if self.bum is None or self.number is None:
            return ()
        return penalties(self.trick, self.bum, self.number)


FOLLOW: Final = follow("tetka.play.follow", waiver="tetka.play.follow")


class Play(TrickPhase[Trick, TetkaState]):
    """Play a card to the trick."""

    clause = "tetka.play.winner"
    win = "tetka.play.winner"
    extra_fields = MappingProxyType({"number": lambda state, seat: state.number})
    binding = (FOLLOW,)

    def problems(self, v: Trick) -> Iterator[Problem]:
        """More cards than a hand can have in this trick."""
        yield from super().problems(v)
        left = TRICKS - v.number + (not v.complete) if v.number else len(v.hand)
        if len(v.hand) > left:
            yield Problem("hand", f"{len(v.hand)} cards, but no hand has more than {left} left in trick {v.number}")

    def basis(self, v: Trick, found: Trace[Trick], move: Move) -> str:
        """As in other trick games, but the first lead has a clause of its own."""
        if not v.trick:
            return "tetka.play.first-lead" if v.number == 1 else self.clause
        return super().basis(v, found, move)

    value_name = "penalty"

    def tally(self, v: Trick) -> Sum | None:
        """What the trick costs its winner."""
        if v.bum is None or v.number is None:
            return None
        parts = (
            Part(x.points, x.clause, () if x.named or x.card is None else (x.card,), facts=x.facts) for x in v.costs
        )
        return Sum("tetka.penalty.cumulative", tuple(parts))

    def facts(self, v: Trick) -> Mapping[str, Any]:
        """The card Tetka, and what a complete trick costs."""
        if v.bum is None:
            return {}
        known: dict[str, Any] = {"tetka": tetka(v.bum).text}
        if v.complete and v.number is not None:
            known["penalty"] = sum(penalty.points for penalty in v.costs)
        return known

    def trick_facts(self, state: TetkaState) -> Mapping[str, Any]:
        """What the trick costs, and which cards and rules are the reason."""
        assert state.bum is not None
        number = state.number - 1
        found = penalties(state.past[-1].cards, state.bum, number)
        return {
            "number": number,
            "points": sum([penalty.points for penalty in found]),
            "costly": tuple(dict.fromkeys([penalty.card for penalty in found if penalty.card is not None])),
            "numbered": is_bum_trick(state.bum, number),
            "last": number == TRICKS,
        }

    def after_trick(self, state: TetkaState, trick: Taken) -> Turn[TetkaState]:
        """Note who has won the trick with the bum card's number, then go on as usual."""
        assert state.bum is not None
        if is_bum_trick(state.bum, state.number - 1):
            state = changed(state, bum_trick=trick.winner)
        return super().after_trick(state, trick)


@dataclass(frozen=True, kw_only=True)
class TetkaSetupView(TrickSetupView):
    """A moment of a hand, with all hands known."""

    options: Rules
    bum: Card = declared(CARD, "the bum card", located=False)
    bum_trick: Seat = declared(SEAT_OR_NONE, "who has won the trick with its number, - for nobody yet", "")
    deal: int = whole("number of this hand", 1, low=1)


class TetkaSetup(TrickSetup[TetkaSetupView, TetkaState]):
    """Sets up a moment of play."""

    def problems(self, v: TetkaSetupView) -> Iterator[Problem]:
        """A bum card that the dealer cannot have been dealt, and a hand after the last."""
        yield from super().problems(v)
        held = [*v.hand.items(), *((seat, (c,)) for seat, c in zip(from_(v.seats, v.leader), v.trick, strict=False))]
        for seat, cards in held:
            if v.bum in cards and seat != v.dealer:
                yield Problem("bum", f"{v.bum} was dealt to {v.dealer}, so it is not a card of {seat}")
        if v.deal > v.options.hands:
            yield Problem("deal", f"the game has {v.options.hands} hands")

    def fields(self, v: TetkaSetupView) -> dict[str, Any]:
        """Also the bum card, which everybody has seen, and the number of the hand."""
        return super().fields(v) | {
            "shown": (v.bum,),
            "hand_no": v.deal,
        }


class Tetka(TrickGame[TetkaState]):
    """Four players, each alone, 52 cards; the lowest total wins."""

    name = "tetka"
    title = "Tetka"
    players = (SEATS,)
    bound = 60_000
    """A hand is a deal and 52 cards; a game has at most a thousand hands, and a few more if totals are equal."""
    options = Rules
    pack = PACK
    tabletop = TABLETOP
    packets = (TRICKS,)
    dealing = "tetka.deal"
    phases = (Play(),)
    scoring = SCORE
    setup = TetkaSetup()

    def opened(self, state: TetkaState, cards: Cards) -> Turn[TetkaState]:
        """Turn up the dealer's last card (`tetka.bum.reveal`); then play begins."""
        bum = cards[-1]
        number = NUMBER[bum.rank]
        costs = sum(penalty.points for penalty in penalties((), bum, number))
        facts = {"tetka": tetka(bum), "number": number, "costs": costs, "last": number == TRICKS}
        then = super().opened(changed(state, bum=bum, shown=(bum,)), cards)
        return Turn(then.state, (Event("turned up", state.dealer, (bum,), "tetka.bum.reveal", facts),))

    def standing(self, state: TetkaState) -> Mapping[Side, float]:
        """The totals, with what the tricks of the present hand have cost so far."""
        return {seat: n + state.points(seat) for seat, n in super().standing(state).items()}


GAME = Tetka()
