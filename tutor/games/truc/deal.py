"""Phases of Truc before the first lead: cut or tap, the number of cards, the decision of a side that has 11."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, TypeVar

from tutor.families.choices import ChoicePhase
from tutor.families.hands import deal_evenly, view_of
from tutor.games.truc.score import DECLINE, PLAY_ON, SCORE
from tutor.games.truc.table import (
    AT_ELEVEN,
    ELEVEN,
    FULL,
    PACK,
    SIDES,
    SIZES,
    Rules,
    TrucState,
    any_at_eleven,
    at_eleven,
    decider,
)
from tutor.kernel.calls import GIVING_UP, bid
from tutor.kernel.cards import Cards
from tutor.kernel.duties import Duty, Trace, always, narrow
from tutor.kernel.events import DEALT, Event
from tutor.kernel.fields import CARDS, FLAG, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, Side, after
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView
from tutor.kernel.working import Chain, Step, Working, open_step


@dataclass(frozen=True, kw_only=True)
class BeforeDeal(View):
    """What is known before the deal: the score."""

    options: Rules
    before: dict[Side, int] = whole("score before this hand", {}, low=0, high=ELEVEN, per="side")

    @property
    def alone(self) -> Side:
        """The side that alone has 11; empty if neither or both have."""
        return at_eleven(self.before)

    @property
    def eleven(self) -> bool:
        """Whether any side has 11."""
        return any_at_eleven(self.before)


@dataclass(frozen=True, kw_only=True)
class DealSize(BeforeDeal):
    """The dealer's view after the cut or tap."""

    cut: bool = declared(FLAG, "the pack was cut (false: tapped)", True)


@dataclass(frozen=True, kw_only=True)
class Deciding(BeforeDeal, HandView):
    """The view of a player whose side has 11."""

    hand: Cards = declared(CARDS, "the cards of the player who is to act", ())
    partner: Cards = declared(CARDS, "the cards that partner has shown", ())


CUT: Final[Duty[DealSize]] = always("truc.deal.cut", lambda v, m: m.word == str(FULL), when=lambda v: v.cut)


V = TypeVar("V", bound=BeforeDeal)


class Choice(ChoicePhase[V, TrucState]):
    """A choice between two words before play."""

    extra_fields = MappingProxyType({"before": lambda state, seat: state.before})


class Cut(Choice[BeforeDeal]):
    """Cut the pack, or tap it."""

    name = "cut"
    title = "the cut"
    verb = "say"
    clause = "truc.cut"
    words = ("cut", "tap")

    def actor(self, v: BeforeDeal) -> Seat:
        """The dealer's left-hand neighbour, who will be the last to play."""
        return after(v.seats, v.dealer, -1)

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """The dealer chooses the number of cards, if the rules leave a choice; else the cards are dealt."""
        cut = move.word == "cut"
        event = Event("cut", seat, clause=self.clause, facts={"cut": cut})
        v = view_of(DealSize, state, before=state.before, cut=cut)
        found = narrow(SIZE.duties(v), v, SIZE.candidates(v))
        if len(found.legal) == 1:
            return deal_cards(state, int(found.legal[0].word), found.basis()).preceded_by(event)
        return Turn(changed(state, phase=SIZE.name, turn=(state.dealer,)), (event,))


class Size(Choice[DealSize]):
    """Choose how many cards to deal."""

    name = "deal"
    title = "the number of cards"
    verb = "deal"
    clause = "truc.deal.tap"
    words = SIZES
    asked = "dealer"
    binding = (CUT, AT_ELEVEN)
    # the dealer is asked only after a tap
    extra_fields = MappingProxyType({**Choice.extra_fields, "cut": lambda state, seat: False})

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """Deal so many cards."""
        return deal_cards(state, int(move.word), self.clause)


def partner_shown(state: TrucState, seat: Seat) -> Cards:
    """The hand of the partner of `seat`, unless the house rule hides it."""
    return state.hand(after(state.seats, seat, 2)) if state.options.eleven_share == "both" else ()


class Eleven(Choice[Deciding]):
    """Whether the side that alone has 11 plays the hand."""

    name = "eleven"
    title = "your decision"
    verb = "say"
    clause = "truc.eleven.one"
    words = (PLAY_ON, DECLINE)
    meanings = MappingProxyType({PLAY_ON: bid(), DECLINE: GIVING_UP})
    extra_fields = MappingProxyType({**Choice.extra_fields, "partner": partner_shown})

    def problems(self, v: Deciding) -> Iterator[Problem]:
        """Too many cards, and a partner's cards where the house rule does not show them."""
        for name in ("hand", "partner"):
            if len(getattr(v, name)) > FULL:
                yield Problem(name, f"{len(getattr(v, name))} cards, but {FULL} are dealt")
        if v.partner and v.options.eleven_share == "own":
            yield Problem("partner", "with eleven_share=own only the own hand is seen")

    def actor(self, v: Deciding) -> Seat | None:
        """The player of the side at 11 who sits nearer to the dealer's right; None if no side is asked."""
        return decider(v.dealer, v.alone) if v.alone else None

    def basis(self, v: Deciding, found: Trace[Deciding], move: Move) -> str:
        """The clause of playing, or of declining."""
        return "truc.eleven.decline" if move.word == DECLINE else self.clause

    def closed_by(self, v: Deciding, move: Move | None = None) -> str:
        """The clause by which nobody is asked."""
        return "truc.eleven.both" if v.eleven else self.clause

    def facts(self, v: Deciding) -> Mapping[str, Any]:
        """Who decides, and how many hands that player sees."""
        if not v.alone:
            return {}
        return {"decides": decider(v.dealer, v.alone), "hands_seen": 1 if v.options.eleven_share == "own" else 2}

    def workings(self, v: Deciding) -> Mapping[str, Working]:
        """How it comes about who is asked."""
        sides = tuple(open_step("score_of", {"who": one, "n": v.before.get(one, 0)}) for one in SIDES)
        if not v.alone:
            both = v.eleven
            none = Chain(self.closed_by(v), (*sides, Step("nobody_asked", {"both": both})), None)
            return {"to_move": none}
        who = decider(v.dealer, v.alone)
        step = Step("nearer_right", {"who": who, "team": v.alone, "dealer": v.dealer}, who)
        chain = Chain("truc.eleven.one", (*sides, step), who)
        return {"to_move": chain, "facts.decides": chain}

    def act(self, state: TrucState, seat: Seat, move: Move) -> Turn[TrucState]:
        """Play the hand for 3 points, or give the other side one point."""
        clause = "truc.eleven.decline" if move.word == DECLINE else self.clause
        event = Event("decided", seat, clause=clause, facts={"decision": move.word})
        return (SCORE.close(state, decision=DECLINE) if move.word == DECLINE else lead_due(state)).preceded_by(event)


SIZE: Final = Size()


def lead_due(state: TrucState) -> Turn[TrucState]:
    """The state in which the dealer's right-hand neighbour is to lead (`truc.lead`)."""
    first = after(state.seats, state.dealer)
    return Turn(changed(state, phase="play", leader=first, turn=(first,)))


def deal_cards(state: TrucState, number: int, clause: str) -> Turn[TrucState]:
    """Deal so many cards each; then a side that alone has 11 decides, or the first lead is due."""
    hands, away = deal_evenly(state, PACK, state.away, number)
    state = changed(state, hands=hands, away=away, cards=number)
    event = Event(DEALT, state.dealer, clause=clause, facts={"each": number})
    alone = at_eleven(state.before)
    if alone:
        asked = decider(state.dealer, alone)
        return Turn(changed(state, phase=Eleven.name, turn=(asked,)), (event,))
    return lead_due(state).preceded_by(event)
