"""What comes before the first play in Big Two: the deal, dragons, demands for a new deal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from tutor.families.hands import deal_evenly, new_hand
from tutor.families.misdeals import MisdealPhase
from tutor.games.big_two.combos import PACK, RANKS
from tutor.games.big_two.score import SCORE
from tutor.games.big_two.table import BigTwoState, Dealt, holder_of_lowest, is_dragon
from tutor.kernel.cards import Cards
from tutor.kernel.events import DEALT, Event
from tutor.kernel.fields import Problem
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat, from_
from tutor.kernel.state import changed
from tutor.kernel.working import Chain, Step, Working

FACES: Final = "JQK"


class Deal(MisdealPhase[Dealt, BigTwoState]):
    """Whether to demand a new deal, for players with a poor hand (rule set b)."""

    name = "deal"
    title = "your decision"
    verb = "say"
    clause = "big-two.b.reshuffle"
    words = ("keep", "reshuffle")
    demand = "reshuffle"
    asked = "leader"

    @staticmethod
    def poor(hand: Cards) -> bool:
        """A hand without faces, or with one and neither ace nor 2; aces and 2s are no faces."""
        faces = sum(c.rank in FACES for c in hand)
        return faces == 0 or (faces == 1 and not any(c.rank in "A2" for c in hand))

    def problems(self, v: Dealt) -> Iterator[Problem]:
        """The other rule set, or a hand that is not whole."""
        if v.options.rules != "b":
            yield Problem("rules", "a new deal is demanded in set b only")
        elif not v.options.each(v.players) <= len(v.hand) <= v.options.most(v.players):
            yield Problem("hand", f"{len(v.hand)} cards, but the whole hand has {v.options.each(v.players)}")

    def actor(self, v: Dealt) -> Seat | None:
        """The player asked; None if a dragon has won already."""
        return None if v.dragon else v.leader

    def facts(self, v: Dealt) -> Mapping[str, Any]:
        """Whether the hand is a dragon."""
        return {"dragon": v.dragon}

    def workings(self, v: Dealt) -> Mapping[str, Working]:
        """Which ranks the hand lacks."""
        held = {c.rank for c in v.hand}
        lacks = tuple(rank for rank in RANKS if rank not in held)
        step = Step("ranks_held", {"lacks": lacks, "n": len(held)})
        return {"facts.dragon": Chain("big-two.b.dragon", (step,), v.dragon)}

    def reasons(self, v: Dealt, move: Move) -> Mapping[str, Any]:
        """The faces of the hand, and its aces and 2s."""
        return {
            "faces": tuple(c for c in v.hand if c.rank in FACES),
            "high": tuple(c for c in v.hand if c.rank in "A2"),
        }

    def thrown_in(self, state: BigTwoState, seat: Seat) -> Turn[BigTwoState]:
        """The same dealer deals anew."""
        return Turn(new_hand(state, PACK), (Event("new deal demanded", seat, clause=self.clause),))

    def kept(self, state: BigTwoState) -> Turn[BigTwoState]:
        """The holder of the lowest card makes the first play."""
        assert state.lowest is not None
        event = Event("to start", state.starter, (state.lowest,), f"big-two.{state.options.rules}.first")
        return Turn(changed(state, phase="opening", turn=(state.starter,)), (event,))


DEAL: Final = Deal()


def deal_hands(state: BigTwoState, cards: Cards) -> Turn[BigTwoState]:
    """Deal; in rule set b a spare card may go to the holder of the lowest card, and a dragon ends the hand at once."""
    rules = state.options
    each = rules.each(state.players)
    hands, away = deal_evenly(state, PACK, cards, each)
    events = [Event(DEALT, state.dealer, clause=f"big-two.{rules.rules}.deal", facts={"each": each})]
    starter, lowest = holder_of_lowest(state.seats, hands)
    if rules.spare(state.players):
        at = state.seats.index(starter)
        hands = tuple(PACK.sort((*hand, *away)) if i == at else hand for i, hand in enumerate(hands))
        lowest, away = hands[at][0], ()
        events.append(Event("spare card taken", starter, clause="big-two.b.deal"))
    state = changed(
        state,
        chance=None,
        hands=hands,
        away=away,
        lowest=lowest,
        starter=starter,
        leader=starter,
        phase="opening",
        turn=(starter,),
    )
    around = from_(state.seats, starter)
    for seat in around:
        if is_dragon(rules, state.players, state.hand(seat)):
            dragon = Event("dragon", seat, state.hand(seat), "big-two.b.dragon")
            return SCORE.close(state, dragon=seat, left={}).preceded_by(*events, dragon)
    return (DEAL.ask(state, around) if rules.rules == "b" else DEAL.kept(state)).preceded_by(*events)
