"""The widow of Calabrasella: cards are discarded before it is seen, and as many are taken from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from tutor.families.hands import view_of
from tutor.games.calabrasella.bidding import too_many
from tutor.games.calabrasella.estimate import HOPED, kept, parted
from tutor.games.calabrasella.table import PACK, WIDOW, CalabrasellaState, Rules
from tutor.kernel.cards import Cards, without
from tutor.kernel.duties import Duties, Duty, always
from tutor.kernel.events import Event
from tutor.kernel.fields import CARDS, SEAT, Problem, declared, whole
from tutor.kernel.moves import Move, call, play
from tutor.kernel.phase import Phase, Turn, Unreadable
from tutor.kernel.seen import HandView
from tutor.kernel.state import changed
from tutor.kernel.view import View

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from random import Random

    from tutor.kernel.seats import Seat

NONE: Final = "none"


def some(cards: Cards) -> list[Move]:
    """Every choice of one to four of these cards."""
    return [play(*part) for n in range(1, WIDOW + 1) for part in combinations(cards, n)]


# -- laying away -------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Discarding(View, HandView):
    """The declarer's cards, before the widow is turned."""

    options: Rules
    hand: Cards = declared(CARDS, "the declarer's cards", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


ONE_TO_FOUR: Final[Duty[Discarding]] = always("calabrasella.discard", lambda v, m: 1 <= len(m.cards) <= WIDOW)


class Discard(Phase[Discarding, CalabrasellaState]):
    """One to four cards, face down."""

    name = "discard"
    title = "the cards to lay away"
    verb = "lay away"
    clause = "calabrasella.discard"
    view = Discarding
    words = (NONE,)

    def problems(self, v: Discarding) -> Iterator[Problem]:
        """Too many cards, or none."""
        yield from too_many(v.hand)
        if not v.hand:
            yield Problem("hand", "must be given")

    def actor(self, v: Discarding) -> Seat:
        """The declarer."""
        return v.declarer

    def duties(self, v: Discarding) -> Duties[Discarding]:
        """Not none, and not more than four."""
        return (ONE_TO_FOUR,)

    def candidates(self, v: Discarding) -> Iterable[Move]:
        """None, and every choice of one to four cards."""
        return [call(NONE), *some(self.pack.sort(v.hand))]

    def form(self, v: Discarding, move: Move) -> Move:
        """The cards in the order in which a hand is shown."""
        if not move.cards:
            return move
        if move.word or len(set(move.cards)) < len(move.cards):
            raise Unreadable("cards are laid away like this: CARD+CARD")
        return play(*self.pack.sort(move.cards))

    def see(self, state: CalabrasellaState, seat: Seat) -> Discarding:
        """The own hand."""
        return view_of(Discarding, state, hand=state.hand(seat))

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """The cards lie face down, and the widow is turned up for all to see."""
        hands = _changed(state, seat, without(state.hand(seat), move.cards))
        widow = PACK.sort(state.away)
        shown = (*state.shown, *(c for c in widow if c not in state.shown))
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

    def bidding_policy(self, v: Discarding, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """What is kept less gladly than a card of the widow."""
        return parted(hand, legal, HOPED)


# -- taking ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Taking(View, HandView):
    """The widow, face up, and what is left of the declarer's hand."""

    options: Rules
    widow: Cards = declared(CARDS, "the widow, face up")
    discarded: int = whole("how many cards were discarded", low=1, high=WIDOW)
    hand: Cards = declared(CARDS, "the declarer's cards", ())
    declarer: Seat = declared(SEAT, "who plays alone", "P1")


AS_MANY: Final[Duty[Taking]] = always("calabrasella.widow.take", lambda v, m: len(m.cards) == v.discarded)


class Take(Phase[Taking, CalabrasellaState]):
    """As many cards of the widow as were laid away."""

    name = "take"
    title = "the cards you take from the widow"
    verb = "take"
    clause = "calabrasella.widow.take"
    view = Taking

    def problems(self, v: Taking) -> Iterator[Problem]:
        """A widow that is not four cards, a hand that is too large."""
        if len(v.widow) != WIDOW:
            yield Problem("widow", f"{len(v.widow)} cards, but the widow has {WIDOW}")
        yield from too_many(v.hand)

    def actor(self, v: Taking) -> Seat:
        """The declarer."""
        return v.declarer

    def duties(self, v: Taking) -> Duties[Taking]:
        """Exactly as many."""
        return (AS_MANY,)

    def candidates(self, v: Taking) -> Iterable[Move]:
        """Every choice among the four."""
        return some(self.pack.sort(v.widow))

    def holds(self, v: Taking) -> Cards:
        """The widow."""
        return v.widow

    def form(self, v: Taking, move: Move) -> Move:
        """Cards, in the order in which a hand is shown."""
        if move.word or not move.cards or len(set(move.cards)) < len(move.cards):
            raise Unreadable("cards are taken like this: CARD+CARD")
        return play(*self.pack.sort(move.cards))

    def reasons(self, v: Taking, move: Move) -> Mapping[str, Any]:
        """How many are taken."""
        return {"n": len(move.cards)}

    def see(self, state: CalabrasellaState, seat: Seat) -> Taking:
        """The widow, the own hand, and how many cards lie face down."""
        return view_of(Taking, state, hand=state.hand(seat), discarded=len(state.discards))

    def act(self, state: CalabrasellaState, seat: Seat, move: Move) -> Turn[CalabrasellaState]:
        """The rest is set aside; the player at the declarer's left leads (`calabrasella.play.first-lead`)."""
        hands = _changed(state, seat, PACK.sort((*state.hand(seat), *move.cards)))
        rest = without(state.widow, move.cards)
        state = changed(state, hands=hands, away=(*state.away, *rest), widow=(), phase="play", turn=(state.leader,))
        facts = {"rest": rest, "leader": state.leader}
        return Turn(state, (Event("taken", seat, move.cards, "calabrasella.widow.take", facts),))

    def bidding_policy(self, v: Taking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move:
        """What is kept most gladly."""
        return max(legal, key=lambda move: sum(kept(c, (*hand, *move.cards)) for c in move.cards))


def _changed(state: CalabrasellaState, seat: Seat, held: Cards) -> tuple[Cards, ...]:
    return tuple(held if other == seat else hand for other, hand in zip(state.seats, state.hands, strict=True))
