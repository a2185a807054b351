"""Events: what happened, in the past tense, as values. Score lines: why somebody got points.

`what` names the kind of event; words for it stand in the templates (kinds every game may use) or in the game's
own rulebook data (kinds of its own). Kinds that mean something to those who know no game have their names here. Facts
hold only cards, seats, numbers, words and tuples or mappings of them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.working import Part, Step, Sum

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tutor.kernel.cards import Card, Cards
    from tutor.kernel.seats import Seat, Side

PLAYED: Final = "played"
"""`seat` has played `cards`."""
TRICK_WON: Final = "trick won"
"""`seat` has won the trick of `cards`."""
PAID: Final = "paid"
"""Somebody has paid at once, in the middle of a hand (see `paid_to`)."""
POT_TAKEN: Final = "pot taken"
"""`seat` has taken a pot: as many `chips` as the facts say."""
STOPPED: Final = "stopped"
"""Play has stopped; where that is in a run of cards, who played last starts anew (see `stop_in`)."""
SCORED: Final = "scored"
"""A line of a result: the facts tell how many `points` it brings `seat`, a player or a side."""
HAND_OVER: Final = "hand over"
GAME_OVER: Final = "game over"
"""The hand, or the game, is over; the facts may tell its `winners` (see `winners_of`)."""
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
"""Kinds of events whose `seat`, if one is told, plays the hand for what was bid."""

NO_FACTS: Final[Mapping[str, Any]] = MappingProxyType({})


class Event(NamedTuple):
    """Something that happened: `what` ("trick won"), to or by whom, with which cards, by which clause.

    `how` is how points came about, where that is a sum.
    """

    what: str
    seat: Seat | Side = ""
    cards: Cards = ()
    clause: str = ""
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


class Stop(NamedTuple):
    """That play has stopped: why, and the card that would have gone on with the run (None if there is no such card)."""

    why: str
    card: Card | None


def stop_in(events: Iterable[Event]) -> Stop | None:
    """The stop among `events`; None if play goes on."""
    event = next((event for event in events if event.what == STOPPED), None)
    return None if event is None else Stop(event.facts.get("why", ""), event.facts.get("next") or None)


def paid_to(event: Event, seat: Seat) -> float:
    """What a payment brings `seat`: below 0 if it is who pays, 0 if it has no part in it."""
    amount: float = event.facts.get("amount", 0)
    return ((event.facts.get("payee") == seat) - (event.facts.get("payer") == seat)) * amount


def winners_of(event: Event) -> tuple[Side, ...]:
    """Who has won the hand or game that is over; nobody where that is not told."""
    winners: tuple[Side, ...] = event.facts.get("winners") or ()
    return winners


class ScoreLine(NamedTuple):
    """Points for one side and why: the clause and the facts of its sentence. A total is only ever a sum of lines.

    `how` is how the points come about, where they are not simply what the clause gives.
    """

    to: Side
    points: float
    clause: str
    facts: Mapping[str, Any] = NO_FACTS
    how: Sum | None = None


def line_step(line: ScoreLine) -> Step:
    """The step of a working that says why this line brings what it does."""
    facts = {"to": line.to, "points": line.points, "clause": line.clause, "facts": line.facts}
    return Step("line", facts)


def worked(to: Side, how: Sum, clause: str, facts: Mapping[str, Any] = NO_FACTS) -> ScoreLine:
    """A line whose points are what a sum comes to."""
    return ScoreLine(to, how.total, clause, facts, how)


def scored(line: ScoreLine) -> Event:
    """The event of a score line."""
    return Event(SCORED, line.to, (), line.clause, {**line.facts, "points": line.points}, line.how)


class Settlement(NamedTuple):
    """The settling of a hand: points by side, the lines they are sums of, and the outcome by the contract's keys."""

    scores: Mapping[Side, float]
    lines: tuple[ScoreLine, ...]
    outcome: Mapping[str, Any]


def settled(sides: tuple[Side, ...], lines: tuple[ScoreLine, ...], outcome: Mapping[str, Any]) -> Settlement:
    """A settlement whose scores are the sums of `lines` for each of `sides`; `outcome` holds at least hand and game."""
    scores: dict[Side, float] = dict.fromkeys(sides, 0)
    for line in lines:
        scores[line.to] += line.points
    return Settlement(scores, lines, outcome)


def sums(done: Settlement) -> dict[Side, Sum]:
    """How each side's points come about: a part for each line."""
    clause = done.outcome.get("clause", "")
    parts = [Part(x.points, x.clause, facts=x.facts, inner=x.how, to=x.to) for x in done.lines]
    return {side: Sum(clause, tuple(part for part in parts if part.to == side)) for side in done.scores}
