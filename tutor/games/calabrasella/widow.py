"""The widow of Calabrasella: discard cards before it is seen, then take as many from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations
from types import MappingProxyType
from typing import Any, Final

from tutor.families.choices import CardsPhase, Picks
from tutor.families.hands import with_hand
from tutor.games.calabrasella.bidding import HAND
from tutor.games.calabrasella.table import PACK, WIDOW, CalabrasellaState, Rules
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.moves import Move
from tutor.kernel.phase import Turn
from tutor.kernel.seats import Seat
from tutor.kernel.state import changed
from tutor.kernel.view import View
from tutor.kernel.view_types import HandView


def one_to_four(cards: Cards) -> Iterator[Cards]:
    """Every choice of one to four of these cards."""
    return chain.from_iterable(combinations(cards, n) for n in range(1, WIDOW + 1))


# -- laying away -------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Discarding(View, HandView):
    """The view of the declarer before the widow is turned."""

    options: Rules
    hand: Cards = declared(CARDS, "the declarer's cards", (), shown="must be given")
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


ONE_TO_FOUR: Final[Duty[Discarding]] = always(
    "calabrasella.discard",
    lambda v, m: 1 <= len(m.cards) <= WIDOW,
    listing=lambda v: Picks(PACK.sort(v.hand), range(1, WIDOW + 1)),
)


class Discard(CardsPhase[Discarding, CalabrasellaState]):
    """Discard one to four cards face down."""

    name = "discard"
    title = "one to four cards to lay away"
    verb = "lay away"
    clause = "calabrasella.discard"
    asked = "declarer"
    hand_size = HAND
    number = 0
    none = "none"
    none_first = True
    wanted = "name the cards"
    binding = (ONE_TO_FOUR,)

    def problems(self, v: Discarding) -> Iterator[Problem]:
        """Too many cards, or no hand."""
        yield from super().problems(v)
        if not v.hand:
            yield Problem("hand", "must be given")

    def picks(self, v: Discarding) -> Iterable[Cards]:
        """Every choice of one to four cards."""
        return one_to_four(PACK.sort(v.hand))

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """Put the cards aside and turn the widow up for all to see."""
        hands = with_hand(state.hands, seat, without(state.hand(seat), move.cards))
        widow = PACK.sort(state.away)
        shown = state.showing(widow)
        state = changed(
            state,
            hands=hands,
            away=move.cards,
            discards=move.cards,
            widow=widow,
            shown=shown,
            phase="take",
            turn=(seat,),
        )
        events = (
            Event("discarded", seat, clause="calabrasella.discard", facts={"n": len(move.cards)}),
            Event("widow turned", seat, widow, "calabrasella.widow.turn"),
        )
        return Turn(state, events)


# -- taking ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Taking(View, HandView):
    """The view of the declarer after the widow is turned."""

    options: Rules
    widow: Cards = declared(CARDS, "the widow, face up")
    discarded: int = whole("how many cards were discarded", low=1, high=WIDOW)
    hand: Cards = declared(CARDS, "the declarer's cards", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


AS_MANY: Final[Duty[Taking]] = always("calabrasella.widow.take", lambda v, m: len(m.cards) == v.discarded)


class Take(CardsPhase[Taking, CalabrasellaState]):
    """Take as many cards from the widow as were discarded."""

    name = "take"
    title = "the cards you take from the widow"
    verb = "take"
    clause = "calabrasella.widow.take"
    asked = "declarer"
    hand_size = HAND
    number = 0
    wanted = "name the cards"
    binding = (AS_MANY,)
    extra_fields = MappingProxyType({"discarded": lambda state, seat: len(state.discards)})

    def titled(self, v: Taking) -> str:
        """As many cards as were laid away."""
        many = ("cards", "card", "two cards", "three cards", "four cards")
        return f"the {many[v.discarded]} you take from the widow"

    def problems(self, v: Taking) -> Iterator[Problem]:
        """A widow of another size than four, a hand that is too large."""
        if len(v.widow) != WIDOW:
            yield Problem("widow", f"{len(v.widow)} cards, but the widow has {WIDOW}")
        yield from super().problems(v)

    def picks(self, v: Taking) -> Iterable[Cards]:
        """Every choice of one to four cards of the widow."""
        return one_to_four(PACK.sort(v.widow))

    def holds(self, v: Taking) -> Cards:
        """The cards of the widow."""
        return v.widow

    def reasons(self, v: Taking, move: Move) -> Mapping[str, Any]:
        """How many cards are taken."""
        return {"n": len(move.cards)}

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """Set the rest aside; the player at the declarer's left leads (`calabrasella.play.first-lead`)."""
        hands = with_hand(state.hands, seat, PACK.sort((*state.hand(seat), *move.cards)))
        rest = without(state.widow, move.cards)
        state = changed(state, hands=hands, away=(*state.away, *rest), widow=(), phase="play", turn=(state.leader,))
        facts = {"rest": rest, "leader": state.leader}
        return Turn(state, (Event("taken", seat, move.cards, "calabrasella.widow.take", facts),))
