"""How a game stands after a hand: the totals before, the hand, and now, and what is still missing to the goal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.working import BEFORE, DEALS, PLUS, TARGET, TOTAL, Chain, Standing, Step, Sum, as_int
from tutor.teach.results.sums import label
from tutor.teach.results.workings import step_text, total_line
from tutor.teach.rulings import ruling as words
from tutor.teach.text.doc import Block, ColumnsBlock, Item
from tutor.teach.text.marks import mark
from tutor.teach.text.values import capital, shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tutor.kernel.events import Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.seats import Side
    from tutor.kernel.working import Working


SHARE: Final = "share"
"""The name of the part of a total that everybody gets of what is left in pots."""


class Stand(NamedTuple):
    """The totals of a working, and its steps besides these."""

    sums: Mapping[Side, Sum]
    premises: tuple[Step, ...]
    steps: tuple[Step, ...]
    first: tuple[Side, ...] | None
    lowest: bool


def stand_of(one: Working | None) -> Stand | None:
    """A working as totals and what is made of them; None if it is no such thing."""
    if isinstance(one, Standing):
        open_still = one.over and (one.among is None or len(one.among) > 1)
        return Stand(one.sums, one.premises, one.steps, one.first if open_still else None, one.lowest)
    if isinstance(one, Chain) and any(step.name == TOTAL for step in one.steps):
        sums = {step.facts["who"]: step.facts["how"] for step in one.steps if step.name == TOTAL}
        return Stand(sums, (), tuple(step for step in one.steps if step.name != TOTAL), None, lowest=False)
    return None


def only_hand(one: Working | None) -> bool:
    """Whether a game is one hand, so that it says nothing of its own how it stands."""
    return isinstance(one, Standing) and any(step.name == DEALS and step.facts["of"] == 1 for step in one.steps)


def never_goes_on(one: Working | None) -> bool:
    """Whether the totals of a game are those of a hand, and neither a number of hands nor a goal is set."""
    if not isinstance(one, Standing) or any(step.name in (DEALS, TARGET) for step in one.steps):
        return False
    return one.over and all(part.name != BEFORE for own in one.sums.values() for part in own.parts)


def counts(one: Working | None) -> bool:
    """Whether anybody has anything by a working, so that it is worth telling."""
    if isinstance(one, Standing):
        return any(part.n for own in one.sums.values() for part in own.parts)
    steps = one.steps if isinstance(one, Chain) else ()
    sums = [fact for step in steps for fact in step.facts.values() if isinstance(fact, Sum)]
    return not sums or any(part.n for own in sums for part in own.parts)


def shallow(one: Chain) -> Chain:
    """The steps with sums of what counts, but not how it comes about, which the table tells."""
    return one._replace(
        steps=tuple(step._replace(facts={k: _counting(v) for k, v in step.facts.items()}) for step in one.steps)
    )


def _counting(fact: Any) -> Any:
    if not isinstance(fact, Sum):
        return fact
    return fact._replace(parts=tuple(part._replace(inner=None) for part in fact.parts if part.n))


def counts_deals(one: Working | None) -> bool:
    """Whether the game is of a number of hands that it calls deals."""
    return isinstance(one, Standing) and any(step.name == DEALS and step.facts["named"] for step in one.steps)


def ends_games(game: Game[Any], clause: str, end: Working | None) -> bool:
    """Whether a clause is one of those about the end of a game, among which the rulebook has that of the working."""
    if end is None or not clause:
        return False
    return words.clause(game.name, clause).section == words.clause(game.name, end.clause).section


def totals_told(game: Game[Any], one: Standing, done: Settlement) -> set[str]:
    """The lines of totals that are no more than the points of this hand."""
    return {total_line(game, who, own) for who, own in one.sums.items() if _only_hand(own, done.scores.get(who))}


def _only_hand(own: Sum, points: float | None) -> bool:
    return len(own.parts) == 1 and own.parts[0].inner is None and own.total == points


def before_hand(stand: Stand) -> bool:
    """Whether anybody had anything before the hand."""
    return any(part.name == BEFORE and part.n for one in stand.sums.values() for part in one.parts)


def standing_table(game: Game[Any], stand: Stand, done: Settlement) -> Block | None:
    """The totals before the hand, what of it is counted, and now; None if these are the points of the hand."""
    parts = [part for one in stand.sums.values() for part in one.parts]
    totals = {side: one.total for side, one in stand.sums.items()}
    whole = totals == done.scores or not any(done.scores.values())
    if any(part.how != PLUS for part in parts) or (whole and not before_hand(stand)):
        return None
    more = list(dict.fromkeys(part.name for part in parts if part.name == SHARE and part.n))
    named = {part.name: part for part in parts}
    rows, whole = [], True
    for side, one in stand.sums.items():
        had = sum(part.n for part in one.parts if part.name == BEFORE)
        extra = [sum(part.n for part in one.parts if part.name == name) for name in more]
        hand = one.total - had - sum(extra)
        whole = whole and hand == done.scores.get(side)
        rows.append((mark("s", side), *(shown(float(n)) for n in (had, hand, *extra, one.total))))
    labels = (label(game, named[name]) for name in more)
    head = (
        "",
        say("score.before"),
        say("score.brings", whole=whole, sheet=words.book(game.name).situation.get("sheet", "")),
        *labels,
        say("score.now"),
    )
    return ColumnsBlock(tuple(map(capital, head)), tuple(rows), right=tuple(range(1, len(head))))


def standing_blocks(
    game: Game[Any], stand: Stand, done: Settlement, what: str, *, totals: bool = True
) -> Iterator[Block]:
    """The totals as a table, or told where they are made in another way, and what they mean for the game."""
    table = standing_table(game, stand, done) if totals else None
    if table is not None:
        yield table
    elif totals and not all(_only_hand(one, done.scores.get(who)) for who, one in stand.sums.items()):
        yield from (Item("", total_line(game, who, one)) for who, one in stand.sums.items())
    reached = any(step.name == TARGET and step.facts["there"] for step in stand.steps)
    for step in stand.steps:
        if not (reached and step.name == DEALS):
            yield Item("", _said(game, stand, step, what))
    if stand.first is not None:
        yield Item("", say("step.first", first=stand.first, lowest=stand.lowest, of=len(stand.sums)))


def _said(game: Game[Any], stand: Stand, step: Step, what: str) -> str:
    """A step in words; of a goal also what it is and what it wins."""
    if step.name != TARGET:
        return step_text(game, step)
    there = step.facts["there"]
    facts = {"only": "", "has": as_int(stand.sums[there[0]].total) if there else 0, **step.facts}
    return say("score.target", **facts, what=what, unit=words.unit(game))
