"""Events: what happened, as values. Score lines: points, and the clause they are given by.

`what` names the kind of event; its words stand in the templates (kinds that any game may use) or in the game's rulebook
(its own kinds). Kinds that the program treats specially in every game have constants here. Facts hold only cards,
seats, numbers, words, and tuples or mappings of these.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cached import cached_property
from tutor.kernel.working import Part, Step, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat, Side

PLAYED: Final = "played"
"""`seat` has played `cards`."""
TRICK_WON: Final = "trick won"
"""`seat` has won the trick of `cards`."""
TRICK_DRAWN: Final = "trick drawn"
"""The trick of `cards` is complete, and nobody has won it."""
TRICK_ENDS: Final = frozenset({TRICK_WON, TRICK_DRAWN})
"""Kinds of events with which a trick is complete."""
SLOT_WON: Final = "slot won"
"""`seat` has won one of the comparisons that a hand consists of in place of tricks."""
ROUND_WON: Final = "round won"
"""All others have passed: `seat` leads the next round of a climbing game."""
WENT_OUT: Final = "went out"
"""`seat` has no cards left."""
DREW: Final = "drew"
"""`seat` has drawn cards from the stock; the fact `drawn` is their number."""
SKIPPED: Final = "skipped"
"""`seat` misses a turn."""
DEALT: Final = "dealt"
"""`seat`, the dealer, has dealt: a hand, or more cards in the middle of one."""
HAND_BEGUN: Final = "hand begun"
"""A new hand begins, dealt by `seat`."""
DECLARED: Final = "declared"
"""`seat` has declared `cards` for as many `points` as the facts say."""
CALL_MADE: Final = "called"
"""`seat` has made the `call` that the facts name."""
PAID: Final = "paid"
"""A payment made at once, in the middle of a hand (see `paid_to`)."""
POT_TAKEN: Final = "pot taken"
"""`seat` has taken a pot of as many `chips` as the facts say."""
STOPPED: Final = "stopped"
"""Play has stopped (see `stop_in`); in games of stops the player of the last card begins a new run."""
SCORED: Final = "scored"
"""A score line: the facts say how many `points` it gives `seat`, a player or a side."""
HAND_OVER: Final = "hand over"
GAME_OVER: Final = "game over"
"""The hand, or the game, is over; the facts may name its `winners` (see `winners_of`)."""
HAND_ENDS: Final = frozenset({HAND_OVER, GAME_OVER})
"""Kinds of events with which a hand is over."""
CONTRACT_MADE: Final = "contract made"
CONTRACT_SET: Final = "contract"
DECLARER_FOUND: Final = "declarer found"
LANDLORD_FOUND: Final = "landlord found"
TRUMPS_SETTLED: Final = "trumps settled"
GAME_NAMED: Final = "game named"
WIDOW_TAKEN: Final = "widow taken"
BOUGHT: Final = frozenset(
    {CONTRACT_MADE, CONTRACT_SET, DECLARER_FOUND, LANDLORD_FOUND, TRUMPS_SETTLED, GAME_NAMED, WIDOW_TAKEN}
)
"""Kinds of events whose `seat`, if set, is the player who will play the hand for what was bid."""

NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})


class FactsOnDemand(partial[Mapping[str, Any]], Mapping[str, Any]):
    """Facts that a call returns. It is made when they are first read, and in a play-out hardly any are."""

    @cached_property
    def _facts(self) -> Mapping[str, Any]:
        return self()

    def __getitem__(self, name: str) -> Any:
        return self._facts[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._facts)

    def __len__(self) -> int:
        return len(self._facts)

    def __repr__(self) -> str:
        return repr(self._facts)


class Event(NamedTuple):
    """Something that happened: its kind `what` ("trick won"), the seat or side, the cards, and the clause.

    `how` is the sum that points come from, if they come from one.
    """

    what: str
    seat: Seat | Side = ""
    cards: Cards = ()
    clause: str = ""
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


def occurs(events: Iterable[Event], *kinds: str) -> bool:
    """Whether one of `events` is of one of `kinds`."""
    return any(event.what in kinds for event in events)


class Stop(NamedTuple):
    """Why play has stopped, and the next card of the run, which nobody could play (None if there is no such card)."""

    why: str
    card: Card | None


def stop_in(events: Iterable[Event]) -> Stop | None:
    """The first stop among `events`; None if there is none."""
    event = next((event for event in events if event.what == STOPPED), None)
    return None if event is None else Stop(event.facts.get("why", ""), event.facts.get("next") or None)


def paid_to(event: Event, seat: Seat) -> float:
    """What a payment gives `seat`: negative for the payer, 0 for others."""
    amount: float = event.facts.get("amount", 0)
    return ((event.facts.get("payee") == seat) - (event.facts.get("payer") == seat)) * amount


def winners_of(event: Event) -> tuple[Side, ...]:
    """The winners of a hand or game that is over; empty if the event does not name them."""
    winners: tuple[Side, ...] = event.facts.get("winners") or ()
    return winners


class ScoreLine(NamedTuple):
    """Points for one side, with the clause and facts of the sentence about them. Totals are always sums of lines.

    `how` is the sum that the points come from, where they are not simply the clause's number.
    """

    to: Side
    points: float
    clause: str
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


def line_step(line: ScoreLine) -> Step:
    """A step of a working for one score line: who gets how many points by which clause."""
    facts = {"to": line.to, "points": line.points, "clause": line.clause, "facts": line.facts}
    return Step("line", facts)


def sum_line(to: Side, how: Sum, clause: str, facts: Mapping[str, Any] = NO_FACTS) -> ScoreLine:
    """A score line whose points are the total of the sum `how`."""
    return ScoreLine(to, how.total, clause, facts, how)


def score_event(line: ScoreLine) -> Event:
    """The event of a score line."""
    return Event(SCORED, line.to, (), line.clause, {**line.facts, "points": line.points}, line.how)


class Settlement(NamedTuple):
    """The settling of a hand: points by side, the lines they are sums of, and the outcome as JSON values."""

    scores: Mapping[Side, float]
    lines: tuple[ScoreLine, ...]
    outcome: Mapping[str, Any]


def settlement_of(sides: tuple[Side, ...], lines: tuple[ScoreLine, ...], outcome: Mapping[str, Any]) -> Settlement:
    """A settlement that sums `lines` for each of `sides`; `outcome` has at least the keys `hand` and `game`."""
    scores: dict[Side, float] = dict.fromkeys(sides, 0)
    for line in lines:
        scores[line.to] += line.points
    return Settlement(scores, lines, outcome)


def score_sums(done: Settlement) -> dict[Side, Sum]:
    """For each side the sum its points come from, with a part for each score line."""
    clause = done.outcome.get("clause", "")
    parts = [Part(x.points, x.clause, facts=x.facts, inner=x.how, to=x.to) for x in done.lines]
    return {side: Sum(clause, tuple(part for part in parts if part.to == side)) for side in done.scores}
