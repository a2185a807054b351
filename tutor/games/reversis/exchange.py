"""Phases of Reversis before the play: the antes, and the exchange of cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import CardsPhase, ChoicePhase, Consequence
from tutor.games.reversis.hands import ReversisState, entitled
from tutor.games.reversis.table import AMOUNTS, PACK, TRICKS, Pots, Rules, first_lead
from tutor.kernel.cards import Card, Cards, without
from tutor.kernel.duties import Duty, Trace, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARD, CARDS, SEAT, Problem, declared
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import PLACE, Seat, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working, open_step


@dataclass(frozen=True, kw_only=True)
class Anteing(View):
    """The pots before a hand."""

    options: Rules
    pots: tuple[int, ...] = declared(AMOUNTS, "the pots, oldest first; - before the first hand, or if none is left", ())


class Ante(Consequence[Anteing, ReversisState]):
    """What is paid into the pots before a hand; nobody decides anything."""

    name = "ante"
    title = "the antes"
    verb = "ante"
    clause = "reversis.ante.first"

    def facts(self, v: Anteing) -> Mapping[str, Any]:
        """Who pays what, and the pots afterwards."""
        pots = Pots(v.pots)
        after_antes = AMOUNTS.show(pots.anted(v.dealer, v.seats).amounts)
        return {"pays": dict(pots.antes(v.dealer, v.seats)), "pots": after_antes}

    def workings(self, v: Anteing) -> Mapping[str, Working]:
        """How each ante, and the pots, come about."""
        pots = Pots(v.pots)
        antes = pots.antes(v.dealer, v.seats)
        rule = "reversis.pot.dealer-ante" if v.pots else "reversis.ante.first"
        first = open_step("pots_now", {"amounts": v.pots})
        facts = {seat: {"who": seat, "n": n, "dealer": seat == v.dealer, "of": ""} for seat, n in antes.items()}
        pays = tuple(Step("antes", known, seat) for seat, known in facts.items())
        now = pots.anted(v.dealer, v.seats).amounts
        found: dict[str, Working] = {
            "facts.pots": Chain(rule, (first, *pays, Step("pots_then", {"amounts": now})), AMOUNTS.show(now))
        }
        for seat, n in antes.items():
            own = Step("antes", facts[seat] | {"of": v.dealer})
            found[f"facts.pays.{seat}"] = Chain(rule, (first, own), n)
        return found


@dataclass(frozen=True, kw_only=True)
class Exchanging(View, HandView):
    """The view of a player who may exchange a card."""

    options: Rules
    seat: Seat = declared(SEAT, "the player asked about", "P1")
    hand: Cards = declared(CARDS, "that player's cards: twelve for the dealer, eleven for the others", ())

    @property
    def deals(self) -> bool:
        """Whether the player is the dealer."""
        return self.seat == self.dealer


LAY_AWAY: Final[Duty[Exchanging]] = always(
    "reversis.exchange.dealer", lambda v, move: bool(move.cards), when=lambda v: v.deals
)


class Exchange(CardsPhase[Exchanging, ReversisState]):
    """Lay a card away, or keep the hand."""

    name = "exchange"
    title = "the exchange"
    verb = "choose"
    clause = "reversis.exchange.others"
    viewer = "seat"
    word = "discard"
    none = "keep"
    wanted = "name the one card that you lay away, or say keep"
    binding = (LAY_AWAY,)

    def titled(self, v: Exchanging) -> str:
        """The dealer has no choice whether to lay a card away; the others keep their hands by a word."""
        return "the card you lay away" if v.deals else "a card to lay away, or keep your hand"

    def problems(self, v: Exchanging) -> Iterator[Problem]:
        """A hand of the wrong size."""
        size = TRICKS + v.deals
        if len(v.hand) != size:
            yield Problem("hand", f"{len(v.hand)} cards, but {v.seat} has {size} before the exchange")

    def basis(self, v: Exchanging, found: Trace[Exchanging], move: Move) -> str:
        """The clause for the dealer, or for the other players."""
        return LAY_AWAY.clause if v.deals else self.clause

    def act(self, state: ReversisState, seat: Seat, move: Move) -> Turn[ReversisState]:
        """Put the card in the talon.

        Players other than the dealer take their face-down card for it; if they keep the hand they only look at it.
        """
        at = state.seats.index(seat)
        hands, aside = list(state.hands), list(state.aside)
        if move.cards:
            hands[at] = PACK.sort((*without(hands[at], move.cards), *aside[at]))
            aside[at] = move.cards
        facts = {"dealer": seat == state.dealer, "taken": bool(move.cards)}
        clause = LAY_AWAY.clause if seat == state.dealer else self.clause
        event = Event("exchanged", seat, clause=clause, facts=facts)
        kept = state.kept if move.cards else (*state.kept, seat)
        state = changed(state, hands=tuple(hands), aside=tuple(aside), exchanged=state.exchanged + 1, kept=kept)
        if move.cards:
            return Turn(passed_on(state, seat), (event,))
        return Turn(changed(state, phase=Look.name), (event,))


def passed_on(state: ReversisState, seat: Seat) -> ReversisState:
    """The next player exchanges; after the last, the player at the dealer's left leads."""
    left = after(state.seats, seat)
    if left != state.dealer:
        return changed(state, phase=Exchange.name, turn=(left,))
    first = first_lead(state.dealer, state.seats)
    return changed(state, phase="play", leader=first, turn=(first,), rights=entitled(state))


# -- the card that was not taken ---------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Looking(View, HandView):
    """The view of a player who has kept the hand: the face-down card."""

    options: Rules
    seat: Seat = declared(SEAT, "the player asked about", "P1")
    hand: Cards = declared(CARDS, "that player's cards", ())
    card: Card = declared(CARD, "the card that lay face down before that player")


class Look(ChoicePhase[Looking, ReversisState]):
    """Look at the card that was not taken, which goes to the talon; there is nothing to choose."""

    name = "look"
    title = "a look at the card you did not take"
    verb = "say"
    clause = "reversis.exchange.others"
    words = ("done",)
    viewer = "seat"
    extra_fields = MappingProxyType({"card": lambda state, seat: state.aside[PLACE[seat]][0]})

    def titled(self, v: Looking) -> str:
        """That the card may be looked at now."""
        return "have you seen the card that lay face down"

    def sayable(self, v: Looking) -> str:
        """The error message: the only word to say."""
        return "you keep your hand; when you have seen the card, say done"

    def act(self, state: ReversisState, seat: Seat, move: Move) -> Turn[ReversisState]:
        """The next player exchanges."""
        return Turn(passed_on(state, seat))
