"""Invariants of single games: totals that the rules fix whoever wins, checked for every hand of random play.

`SUMS` has a function for each game with such totals. It takes a hand played to its end and yields what was counted
beside what it must be. `marathon` checks what holds for all games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.games.calabrasella.table import POINTS as CALABRASELLA_POINTS
from tutor.games.jo_jotte.table import POINTS as JO_JOTTE_POINTS
from tutor.games.reversis.table import POINTS as REVERSIS_POINTS
from tutor.games.schafkopf.table import POINTS as SCHAFKOPF_POINTS
from tutor.kernel.by_name import load

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from tests.tables import Table
    from tutor.kernel.cards import Cards
    from tutor.kernel.events import Event


class Sum(NamedTuple):
    """A count (`found`), and the value or values that the rules allow (`right`)."""

    what: str
    found: float
    right: float | tuple[float, ...]

    @property
    def holds(self) -> bool:
        """Whether the count is right."""
        return self.found in self.right if isinstance(self.right, tuple) else self.found == self.right


class Hand(NamedTuple):
    """A hand played to its end: the events since the deal, and the states before and after the last move."""

    table: Table
    events: tuple[Event, ...]
    before: Any
    after: Any

    def of(self, what: str) -> tuple[Event, ...]:
        """The events of one kind."""
        return tuple(event for event in self.events if event.what == what)

    def total(self, what: str, fact: str = "points", clauses: Iterable[str] = ()) -> float:
        """The sum of a fact over the events of one kind, or those of them by `clauses`."""
        wanted = tuple(clauses)
        return float(sum(event.facts[fact] for event in self.of(what) if not wanted or event.clause in wanted))

    @property
    def tricks(self) -> int:
        """The number of tricks won."""
        return len(self.of("trick won"))

    @property
    def unplayed(self) -> Cards:
        """The cards that were not played to a trick."""
        played = (c for event in self.of("trick won") for c in event.cards)
        return load(self.table.game).pack.rest(played)

    @property
    def scores(self) -> Mapping[str, float]:
        """The points of each side in the hand."""
        found: Mapping[str, float] = self.of("hand over")[-1].facts["scores"]
        return found


def tute(hand: Hand) -> Iterator[Sum]:
    if hand.tricks == 10:
        yield Sum("card points", hand.total("trick won"), 120)
    if hand.of("scored"):
        yield Sum(
            "cards and the last trick", hand.total("scored", clauses=("tute.score.cards", "tute.score.bonus")), 130
        )


def botifarra(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 12)
    yield Sum("points of tricks and cards", hand.total("trick won"), 72)


def tyzicha(hand: Hand) -> Iterator[Sum]:
    if not hand.of("conceded"):
        yield Sum("card points", hand.total("trick won"), 120)


def jo_jotte(hand: Hand) -> Iterator[Sum]:
    if hand.tricks == 9:
        trump = "" if hand.before.bid == "nullo" else hand.before.trump
        cards = hand.total("trick won") + JO_JOTTE_POINTS[trump].of(hand.unplayed)
        yield Sum("card points, with what was not dealt, and the last trick", cards + 10, 165 if trump else 130)


def schafkopf(hand: Hand) -> Iterator[Sum]:
    found = hand.total("trick won") + SCHAFKOPF_POINTS.of(hand.unplayed)
    yield Sum("card points, with what lies face down", found, 120)
    lines = hand.of("scored")
    least = not hand.before.declarer
    if lines and not least:
        yield Sum("victory points of the declarer", abs(hand.scores[hand.before.declarer]), (2, 4, 6))


def reversis(hand: Hand) -> Iterator[Sum]:
    yield Sum("card points, with the talon", hand.total("trick won") + REVERSIS_POINTS.of(hand.unplayed), 40)


def back_alley(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, hand.of("dealt")[-1].facts["each"])


def spinado(hand: Hand) -> Iterator[Sum]:
    """Chips go to pots and to other players, and nowhere else."""
    over, before = hand.of("hand over")[-1].facts, hand.before
    there = sum(before.chips) + before.matrimony + before.intrigue
    yield Sum("chips", sum(over["chips"].values()) + over["matrimony"] + over["intrigue"], there)


def solo(hand: Hand) -> Iterator[Sum]:
    decided = hand.table.options.changed().get("stop_when_decided") == "true"
    yield Sum("tricks", hand.tricks, tuple(range(9)) if decided else 8)
    named = hand.of("game named")[-1]
    stake = {1: 2, 2: 4, 3: 4, 4: 8, 5: 16, 6: 32}[int(named.clause[-1])]
    won = [points for points in hand.scores.values() if points]
    yield Sum("points at stake, of one player or two", sum(map(abs, won)), (stake, 2 * stake))
    yield Sum("ways it went", len({points > 0 for points in won}), 1)


def twenty_five(hand: Hand) -> Iterator[Sum]:
    yield Sum("points, five for each trick", sum(hand.scores.values()), 5 * hand.tricks)


def kaiser(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks and odd cards", hand.total("trick won", "value"), 10)


def scotch_whist(hand: Hand) -> Iterator[Sum]:
    players = hand.table.players
    yield Sum("tricks", hand.tricks, (35 if players in (5, 7) else 36) / players)
    yield Sum("honours captured", hand.total("trick won", "honours"), 30)
    honours = [f"scotch-whist.score.{item}" for item in ("ten", "ace", "king", "queen", "jack")]
    yield Sum("honours credited", hand.total("scored", clauses=honours), 30)


def tetka(hand: Hand) -> Iterator[Sum]:
    usual = (8, 9) if "undecided_most" not in hand.table.options.changed() else (9, 10)
    yield Sum("penalty points", sum(hand.scores.values()), usual)


def canadian_salad(hand: Hand) -> Iterator[Sum]:
    tricks = {3: 170, 4: 130, 5: 100, 6: 80}[hand.table.players]
    right = (tricks, 130, 100, 100, 100, tricks + 430)[hand.before.hand_no - 1]
    yield Sum(f"points of deal {hand.before.hand_no}", sum(hand.scores.values()), right)


def pluck(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 17)
    yield Sum("quotas", hand.total("scored", "quota"), 17)
    above = [line.facts["tricks"] - line.facts["quota"] for line in hand.of("scored")]
    yield Sum("points, the tricks that others are short", sum(hand.scores.values()), -sum(n for n in above if n < 0))


def truc(hand: Hand) -> Iterator[Sum]:
    yield Sum("the stake, to one side", tuple(hand.scores.values()).count(0), 1)
    calls = sum(event.facts["call"] == "accept" for event in hand.of("called"))
    stake = 3 if any(event.facts["decision"] == "play" for event in hand.of("decided")) else 1 + calls
    yield Sum("points for the stake agreed", sum(hand.scores.values()), stake)


def tresette(hand: Hand) -> Iterator[Sum]:
    counted = [f"tresette.score.{part}" for part in ("thirds", "aces", "last")]
    yield Sum("points besides melds", hand.total("scored", clauses=counted), 11)


def calabrasella(hand: Hand) -> Iterator[Sum]:
    yield from zero(hand)
    for event in hand.of("scored")[:1]:
        away = CALABRASELLA_POINTS.of(hand.unplayed) if "set_aside" not in hand.table.options.changed() else 0
        counted = event.facts["mine"] + event.facts["theirs"] + away
        yield Sum("card points and the last trick, with what was set aside", counted, 35)


def hasenpfeffer(hand: Hand) -> Iterator[Sum]:
    yield Sum("tricks", hand.tricks, 6)


def court_piece(hand: Hand) -> Iterator[Sum]:
    for event in hand.of("hand won"):
        yield Sum("tricks of both sides", event.facts["tricks"] + event.facts["lost"], hand.tricks)


def zero(hand: Hand) -> Iterator[Sum]:
    """Scores add up to zero."""
    yield Sum("points won and lost", sum(hand.scores.values()), 0)


SUMS: Final[Mapping[str, Callable[[Hand], Iterator[Sum]]]] = {
    "back-alley": back_alley,
    "botifarra": botifarra,
    "calabrasella": calabrasella,
    "canadian-salad": canadian_salad,
    "court-piece": court_piece,
    "dou-dizhu": zero,
    "hasenpfeffer": hasenpfeffer,
    "jo-jotte": jo_jotte,
    "kaiser": kaiser,
    "pluck": pluck,
    "reversis": reversis,
    "schafkopf": schafkopf,
    "scotch-whist": scotch_whist,
    "solo": solo,
    "spinado": spinado,
    "tetka": tetka,
    "tresette": tresette,
    "truc": truc,
    "tute": tute,
    "twenty-five": twenty_five,
    "tyzicha": tyzicha,
}
