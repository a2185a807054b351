"""Workings: how a result comes about, as data made by the code that computes the result.

A `Sum` is made of parts, a `Contest` of cards played one after the other, a `Standing` of sums compared with each
other, a `Chain` of any other steps. Each computes its result, so the result and its explanation cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from tutor.kernel.cards import Card, Cards

if TYPE_CHECKING:
    from tutor.kernel.seats import Seat, Side

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})
PLUS: Final = "plus"
TIMES: Final = "times"
OVER: Final = "over"
"""Divide by this, dropping the remainder."""
MOST: Final = "most"
"""Limit from above to this."""


LEAST: Final = "least"
"""Limit from below to this."""
HAND: Final = "hand"
"""The name of the part of a total that comes from this hand."""
BEFORE: Final = "before"
"""The name of the part of a total that is from before the hand."""
TOTAL: Final = "total"
"""The name of a step that gives the total of one side: its facts are `who` and `how`, a sum."""
TRUMPS_ADD: Final = "trumps_add"
"""The name of a step that says what a trump counts beyond its face value, which sums after it need not tell."""
DEALS: Final = "deals"
"""The name of a step that says how many deals of a fixed number have been played: its facts are `n` and `of`."""
TARGET: Final = "target"
"""The name of a step that holds totals against what it takes to win: `target`, `there`, `nearest` and `n`."""


class Part(NamedTuple):
    """One part of a sum: the number `n`, joined to the parts before it by the operation `how`.

    It is what `cards` count, or what `clause` gives, or what `name` says ("tricks", "face value"). `mistakes` maps the
    name of a known mistake to the number that it would give instead; `inner` is how `n` itself comes about; `to` is the
    side that gets it.
    """

    n: float
    clause: str = ""
    cards: Cards = ()
    how: str = PLUS
    name: str = ""
    facts: Mapping[str, Any] = NOTHING
    mistakes: Mapping[str, float] = NOTHING
    inner: Sum | None = None
    to: Side = ""


class Sum(NamedTuple):
    """Parts joined in order, under the rule `clause`.

    `mistakes` maps the name of a known mistake to the total it would give; `facts` are for the sentences about the sum.
    """

    clause: str
    parts: tuple[Part, ...]
    mistakes: Mapping[str, float] = NOTHING
    facts: Mapping[str, Any] = NOTHING

    @property
    def total(self) -> float:
        """The result of the parts, joined in order."""
        return total_of(self.parts)

    @property
    def cards(self) -> Cards:
        """The cards of the parts, but not those of sums in them."""
        return tuple(c for part in self.parts for c in part.cards)

    def running(self) -> Iterator[tuple[Part, float]]:
        """Each part, with the total up to and including it."""
        for at, part in enumerate(self.parts, 1):
            yield part, total_of(self.parts[:at])


def as_int(n: float) -> float:
    """The number, as an int if it is whole."""
    return int(n) if float(n).is_integer() else n


def total_of(parts: Iterable[Part]) -> float:
    """The number that the parts give, joined one after the other from 0."""
    total: float = 0
    for part in parts:
        match part.how:
            case "plus":
                total += part.n
            case "times":
                total *= part.n
            case "over":
                total //= part.n
            case "most":
                total = min(total, part.n)
            case "least":
                total = max(total, part.n)
    return total


SINGLE: Final = "single"
"""The name of the part that a multiplier is applied to."""


def multiplier_sum(clause: str, single: float, factor: int) -> Sum:
    """The points that a multiplier adds to `single` points: `single` times `factor` minus one."""
    mistakes = {"once_more": single * (2 * factor - 1)}
    if factor > 2:
        mistakes["once_less"] = single * (factor // 2 - 1)
    more = (Part(factor - 1, clause, how=TIMES, name="more", facts={"factor": factor}),) if factor > 2 else ()
    return Sum(clause, (Part(single, name=SINGLE), *more), mistakes)


def card_sum(cards: Iterable[Card], value: Callable[[Card], float], clause: str) -> Sum:
    """What these cards count one by one."""
    return Sum(clause, tuple(Part(value(c), clause, (c,)) for c in cards))


def sum_of_sums(sums: Iterable[Sum], clause: str) -> Sum:
    """The sum of several sums, with a part for each."""
    return Sum(clause, tuple(Part(one.total, one.clause, one.cards, inner=one) for one in sums))


class LaidCard(NamedTuple):
    """A card played to a trick, and how it compares with the best card before it.

    `how` is "led", "higher", "lower", "trumps" (a trump on another suit), "below" (a card of the suit led under a
    trump), "off" (neither the suit led nor a trump), "level" (as high as that card, which it does not beat) or "same"
    (the same card over again, which does not beat the first either).
    """

    seat: Seat
    card: Card
    against: Card | None
    how: str

    @property
    def ahead(self) -> bool:
        """Whether it is the best card of the trick so far."""
        return self.how in ("led", "higher", "trumps")


class Contest(NamedTuple):
    """A trick, card by card. `led` and `trump` are suits ("" for no trump)."""

    clause: str
    laid: tuple[LaidCard, ...]
    led: str
    trump: str

    @property
    def won(self) -> LaidCard:
        """The winning card, with its player."""
        return next(one for one in reversed(self.laid) if one.ahead)


CALL: Final = "call"
"""The name of a step for a call: `how` says how it compares with the highest before it (`first` and `said`: not)."""


HIGHEST_BID: Final = "highest_bid"
"""The name of the step that names it after the calls."""


class Step(NamedTuple):
    """One step towards a result: `name` picks the sentence, `facts` fill it.

    `about` is the answer (to the question of the result) that the step speaks of: the result itself, or one that it
    rules out. A step that is `given` only says what lies open to everybody, so it is no news.
    """

    name: str
    facts: Mapping[str, Any] = NOTHING
    about: Any = None
    given: bool = False


def open_step(name: str, facts: Mapping[str, Any] = NOTHING, about: Any = None) -> Step:
    """A step that only reads out what lies open (`given`)."""
    return Step(name, facts, about, given=True)


class Chain(NamedTuple):
    """A result that follows from steps, of which the last gives it.

    `mistakes` are steps that are told only to those who gave the answers they are about.
    """

    clause: str
    steps: tuple[Step, ...]
    result: Any
    mistakes: tuple[Step, ...] = ()

    @property
    def news(self) -> tuple[Step, ...]:
        """The steps that do not only read out what lies open; all of them if they all do."""
        return tuple([step for step in self.steps if not step.given]) or self.steps

    def rules_out(self, step: Step) -> bool:
        """Whether a step speaks of an answer that is not the result, nor one of several that are."""
        several = self.result if isinstance(self.result, tuple | list) else (self.result,)
        return step.about is not None and step.about != self.result and step.about not in several


class Standing(NamedTuple):
    """Compared totals, and who is first by them: the highest, or with `lowest` the lowest.

    With `shared` several may be first. `steps` say whether the comparison counts yet; unless `over`, nobody is first.
    `among` limits who can be first. `premises` are steps that the sums rest on, told before them.
    """

    clause: str
    sums: Mapping[Side, Sum]
    lowest: bool = False
    shared: bool = False
    steps: tuple[Step, ...] = ()
    over: bool = True
    among: tuple[Side, ...] | None = None
    premises: tuple[Step, ...] = ()

    @property
    def first(self) -> tuple[Side, ...]:
        """The winners: empty if nothing is over, or if several are best and it cannot be shared."""
        if not self.over:
            return ()
        return self.best

    @property
    def best(self) -> tuple[Side, ...]:
        """Who is best now, whether it counts yet or not."""
        totals = {side: n for side, n in self.totals.items() if self.among is None or side in self.among}
        best = (min if self.lowest else max)(totals.values(), default=0)
        there = tuple(side for side, n in totals.items() if n == best)
        return there if self.shared or len(there) == 1 else ()

    @property
    def totals(self) -> dict[Side, float]:
        """The total of each side."""
        return {side: one.total for side, one in self.sums.items()}


def with_hand(one: Standing | Chain, points: Mapping[Side, Sum]) -> Standing | Chain:
    """The same working, with the part of each total that this hand brings explained by the side's sum in `points`."""

    def filled(side: Side, part: Part) -> Part:
        own = points.get(side)
        known = part.name == HAND and own is not None and own.parts and own.total == part.n
        return part._replace(inner=own) if known else part

    def told(side: Side, total: Sum) -> Sum:
        return total._replace(parts=tuple(filled(side, part) for part in total.parts))

    def stepped(step: Step) -> Step:
        if step.name != TOTAL:
            return step
        return step._replace(facts={**step.facts, "how": told(step.facts["who"], step.facts["how"])})

    if isinstance(one, Standing):
        sums = {side: told(side, total) for side, total in one.sums.items()}
        return one._replace(sums=sums, premises=tuple(map(stepped, one.premises)))
    return one._replace(steps=tuple(map(stepped, one.steps)))


Working: TypeAlias = Sum | Contest | Standing | Chain
