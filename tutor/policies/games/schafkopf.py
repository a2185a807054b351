"""Policies for Schafkopf: the value of a hand to a declarer, and what to discard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from tutor.games.schafkopf import Trick
from tutor.games.schafkopf.score import LEVELS
from tutor.games.schafkopf.table import ALL, POINTS, RANKING, TRUMP, TRUMPS, WIDOW, WINS, SchafkopfState
from tutor.games.schafkopf.widow import TAKE, Discarding, Picking
from tutor.kernel.calls import PASS
from tutor.kernel.cards import Card, Cards
from tutor.kernel.events import HAND_OVER, Event, occurs
from tutor.kernel.moves import Move
from tutor.kernel.seats import Seat
from tutor.policies import hand_value
from tutor.policies.aims import Aim, in_points
from tutor.policies.base import Policy
from tutor.policies.calls import AuctionPolicy
from tutor.policies.game_policy import GamePolicy
from tutor.policies.tricks import TrickPolicy
from tutor.policies.tricks.rollout import laid_away

if TYPE_CHECKING:
    from random import Random

BASE: Final = 41.5
QUEEN: Final = 7.8
JACK: Final = 3.4
FULL: Final = 6.9
"""Card points that ace or ten of trumps add to the estimate."""
LOW: Final = 2.2
"""The same for any other diamond."""
PLAIN: Final = {"A": 2.6, "T": -2.2}
OTHER: Final = -5.2
LONG: Final = 4.7
"""The same for each trump after the fifth."""
VOID: Final = 1.7
ENOUGH: Final = 58
"""Estimated card points from which on the widow is taken; 61 win."""
DOUBT: Final = 4.0
GOALS: Final = tuple(low for worth, low, _ in LEVELS if worth in (2, 4, -2))
"""The card points from which on a declarer has won, has won schneider, is not schneider."""


@lru_cache(4096)
def expected_points(hand: Cards) -> float:
    """The card points that a declarer with this hand should take, by a linear fit to play-outs."""
    trumps = [c for c in hand if c in TRUMPS]
    void = sum(not any(c.suit == s and c not in TRUMPS for c in hand) for s in "SHC")
    return BASE + sum(map(_card, hand)) + LONG * max(0, len(trumps) - 5) + VOID * void


def _card(c: Card) -> float:
    if c not in TRUMPS:
        return PLAIN.get(c.rank, OTHER)
    return {"Q": QUEEN, "J": JACK, "A": FULL, "T": FULL}.get(c.rank, LOW)


class PlayPolicy(TrickPolicy[Trick, SchafkopfState]):
    """A card to the trick."""

    def wants_tricks(self, state: SchafkopfState, seat: Seat) -> bool:
        """In "least" nobody wants tricks."""
        return bool(state.declarer)

    def out_of_reach(self, state: SchafkopfState, seat: Seat) -> tuple[int, int] | None:
        """In "least", once another has points, so that nobody has to pay for all; a tie of three goes to the dealer."""
        others = [POINTS.of(state.won(one)) for one in state.seats if one != seat]
        if state.declarer or not any(others):
            return None
        own = POINTS.of(state.won(seat))
        left, short = ALL - own - sum(others), sum(max(0, own - n) for n in others)
        tied = short == left and max(others) <= own and seat != state.dealer
        return (own, left) if short > left or tied else None

    def rewards(self, state: SchafkopfState, events: Sequence[Event]) -> Iterable[tuple[Seat, float]]:
        """Tricks and their cards; at the end of the hand also the declarer's discards."""
        yield from super().rewards(state, events)
        over = occurs(events, HAND_OVER)
        if over and state.declarer and state.options.discards_count != "none":
            yield state.declarer, POINTS.of(state.away[:WIDOW])


class PickPolicy(AuctionPolicy[Picking, SchafkopfState]):
    """Whether to take the widow."""

    def bidding_policy(self, v: Picking, hand: Cards, legal: Sequence[Move], rng: Random) -> Move | None:
        """Take with enough estimated points, else pass."""
        return hand_value.said(legal, TAKE if expected_points(hand) + rng.gauss(0, DOUBT) >= ENOUGH else PASS)


class DiscardPolicy(Policy[Discarding, SchafkopfState]):
    """Cards to discard."""

    def plausible(self, state: SchafkopfState, seat: Seat, moves: tuple[Move, ...]) -> tuple[Move, ...]:
        """No trumps; if there are too few other cards, the lowest trumps with them."""
        height = RANKING.under(TRUMP).power[""]
        spent = [sorted(height[c] for c in move.cards if height[c]) for move in moves]
        least = min(spent, key=lambda heights: (len(heights), heights))
        return tuple([move for move, heights in zip(moves, spent, strict=True) if heights == least])

    def tie_break_cost(self, state: SchafkopfState, seat: Seat, v: Discarding, move: Move, allies: Set[Seat]) -> float:
        """The plain suits that stay in hand, as one that is gone can be trumped; then the points that go."""
        suit = RANKING.under(TRUMP).suit
        stay = {suit[c] for c in v.hand if c not in move.cards and c not in TRUMPS}
        return len(stay) - POINTS.of(move.cards) / ALL

    def rollout_move(
        self, state: SchafkopfState, seat: Seat, v: Discarding, legal: Sequence[Move], allies: Set[Seat], rng: Random
    ) -> Move | None:
        """Cards with points in short suits."""
        return laid_away(RANKING.under(TRUMP), v.hand, legal, {c: POINTS.of((c,)) for c in v.hand}, rng)


class SchafkopfPolicy(GamePolicy[SchafkopfState]):
    """What is wise in Schafkopf."""

    takes_alone = WIDOW

    def laid_away_for_oneself(self, state: SchafkopfState) -> int:
        """As many as lie in the widow, if they count for the declarer."""
        return WIDOW if state.options.discards_count != "none" else 0

    def aims(self, state: SchafkopfState, seat: Seat) -> Sequence[Aim]:
        """The card points of the levels, for the declarer.

        The others do not know what was laid away, and go by how many they need themselves to keep the declarer below.
        """
        if not state.declarer:
            return ()
        laid = POINTS.of(state.away[:WIDOW])
        counts = state.options.discards_count != "none"
        if seat == state.declarer or not counts:
            aim = in_points(state, state.declarer, WINS, POINTS.of)
            aim = aim._replace(has=aim.has + laid, aside=laid) if counts else aim._replace(left=aim.left + laid)
            return [aim._replace(goal=n, exact=counts) for n in GOALS]
        others = "+".join(one for one in state.seats if one != state.declarer)
        aim = in_points(state, others, WINS, POINTS.of)
        return [aim._replace(goal=ALL - n + 1, left=aim.left + laid, exact=False) for n in GOALS]


POLICY: Final = partial(SchafkopfPolicy, phases={"play": PlayPolicy, "pick": PickPolicy, "discard": DiscardPolicy})
