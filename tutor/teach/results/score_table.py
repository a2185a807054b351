"""The table of a score: for each player or side what each part brought and why, or a row for each payment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.kernel.cards import Card
from tutor.kernel.events import ScoreLine
from tutor.kernel.working import SINGLE, TOTAL, Chain, Part, Standing, Sum
from tutor.teach.results.products import sum_within
from tutor.teach.results.said_numbers import written
from tutor.teach.results.workings import lines
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.consequences import line_text
from tutor.teach.text.doc import Block, ColumnsBlock, Para
from tutor.teach.text.marks import mark, split
from tutor.teach.text.values import capital, listed, shown
from tutor.teach.text.words import say, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence, Set

    from tutor.kernel.events import Settlement
    from tutor.kernel.game import Game
    from tutor.kernel.seats import Side
    from tutor.kernel.working import Working

_WORD: Final = r"[^\W\d_]{3,}"
COUNTED: Final = "counted"
"""A fact of a step that gives a total: its sum down to the cards, where the step tells less."""


class _Row(NamedTuple):
    """A row: the points as they are shown, and why."""

    points: str
    why: str


def score_table(
    game: Game[Any], view: Any, done: Settlement, workings: Mapping[str, Working], *, totals: bool = True
) -> Block:
    """The score lines by player or side, each with its sum and the total below; payments by who pays whom.

    Without `totals` those of payments stand elsewhere.
    """
    if not any(done.scores.values()) and not done.lines:
        return Para(say("score.chips", unit=words.unit(game)))
    paid = bool(done.lines) and all("payer" in line.facts for line in done.lines)
    table = _Table(game, view, done, workings, signed=any(line.points < 0 for line in done.lines))
    rows = list(table.payments() if paid else table.by_side())
    if paid and totals:
        rows += [(mark("s", to), table.number(n), say("score.total")) for to, n in done.scores.items()]
    head = say("score.head", unit=words.unit(game), paid=paid, sides=any("+" in side for side in done.scores))
    side, points, why = head.split("|")
    return ColumnsBlock((side, points, why), tuple(rows), right=(1,), grouped=True)


def with_clause(text: str, clause: str) -> str:
    """A sentence with the clause that it rests on, if there is one."""
    return f"{text} ({mark('k', clause)})" if clause else text


class _Table:
    """The rows of a table of score lines; what is lost and won has a sign if it is `signed`."""

    def __init__(
        self, game: Game[Any], view: Any, done: Settlement, workings: Mapping[str, Working], *, signed: bool
    ) -> None:
        self.game, self.view, self.done, self.workings, self.signed = game, view, done, workings, signed
        self.counted = {c for path, one in workings.items() if path != "outcome.game" for c in cards_counted(one)}
        """The cards that are counted beside the table, to find who has won the hand."""

    def payments(self) -> Iterator[tuple[str, str, str]]:
        """A row for each payment: who pays whom, how much, and why, once for several in a row."""
        before: ScoreLine | None = None
        above = None
        for line in self.done.lines:
            if before is not None and _same_payment(before, line):
                before = None
                continue
            before, why = line, self._why(line)
            who = say("score.pays", payer=line.facts["payer"], payee=line.facts["payee"])
            said = why == above and abs(line.points) in written(why).numbers - {1}
            yield who, shown(float(abs(line.points))), "" if said else why
            above = why

    def by_side(self) -> Iterator[tuple[str, str, str]]:
        """The rows of each player or side, once for those of which the same is said, and the total of several rows."""
        blocks: list[tuple[list[Side], list[_Row]]] = []
        for to in self.done.scores:
            rows = list(self._rows(to))
            alike = (who for who, other in blocks if _of_each(rows, to) == _of_each(other, who[0]))
            sides = next(alike, None)
            if sides is None:
                blocks.append(([to], rows))
            else:
                sides.append(to)
        for sides, rows in blocks:
            told = _of_each(rows, sides[0]) if len(sides) > 1 else rows
            for at, row in enumerate(told):
                yield listed([mark("s", side) for side in sides]) if not at else "", *row

    def _rows(self, to: Side) -> Iterator[_Row]:
        """The rows of one side: its lines, or a factor where one multiplies others, what brings nothing, a total."""
        own = _together([line for line in self.done.lines if line.to == to])
        working = self.workings.get(f"scores.{to}")
        steps = working.steps if isinstance(working, Chain) else ()
        mine = [step.facts for step in steps if step.name == TOTAL and step.facts["who"] == to]
        rests = [facts.get(COUNTED, facts["how"]) for facts in mine]
        so_far: float = 0
        for line in own:
            single = line.how.parts[0] if line.how is not None and line.how.parts else None
            if single is not None and single.name == SINGLE and single.n == so_far and so_far:
                points = say("score.times", n=shown(1 + line.points / so_far))
                yield _Row(points, with_clause(line_text(self.game, line), line.clause))
            else:
                yield _Row(self.number(line.points), self._why(line, rests))
                rests = []
            so_far += line.points
        parts = working.parts if isinstance(working, Sum) else ()
        lines_of = [(line.clause, line.facts) for line in own]
        idle = [p for p in parts if p.to == to and not (p.n or p.name) and (p.clause, p.facts) not in lines_of]
        for part in idle:
            line = ScoreLine(to, part.n, part.clause, part.facts)
            yield _Row(self.number(part.n), with_clause(line_text(self.game, line), part.clause))
        if len(own) > 1 or not (own or idle):
            yield _Row(self.number(self.done.scores[to]), say("score.total") if own else self._nothing(to))

    def _nothing(self, to: Side) -> str:
        """Why a side has no score line, where the game has words for that."""
        words_for = words.book(self.game.name).situation.get("no_points", "")
        said = sentence(words_for, {**words.seen_fields(self.view), "to": to}) if words_for else ""
        return said or say("score.none")

    def number(self, n: float) -> str:
        """The points, with a plus where some are lost."""
        return f"+{shown(float(n))}" if self.signed and n > 0 else shown(float(n))

    def _why(self, line: ScoreLine, rests: Sequence[Sum] = ()) -> str:
        """The sentence for a line with the sum of its points, or those it rests on, if they say more; the clause."""
        text = line_text(self.game, line)
        sums_of = [one for one in ([line.how] if line.how is not None else rests) if _worked_out(one)]
        found = [_uncounted(one, self.counted) for one in sums_of]
        sums = list(dict.fromkeys(how for one in found if line.points for how in lines(self.game, one)))
        if sums and not re.search(_WORD, "".join([value for kind, value in split(text) if not kind])):
            return with_clause(" ".join(sums), line.clause)
        said = {1, *map(abs, written(text).numbers), abs(line.points)}
        if all({*map(abs, _numbers(one))} <= said for one in found):  # a 1 goes unsaid
            return with_clause(text, line.clause)
        text = " ".join(part for part in re.split(r"(?<=[.]) ", text) if part not in sums)
        if len(sums) == 1 and text.endswith(".") and not re.search(r"[:;.] ", text) and ": " not in sums[0]:
            return with_clause(f"{text[:-1]}: {sums[0][:1].lower()}{sums[0][1:]}", line.clause)
        return with_clause(" ".join([text, *sums]), line.clause)


def _together(own: Sequence[ScoreLine]) -> list[ScoreLine]:
    """The lines of a side, one for those that a rule gives alike for several cards."""
    out: dict[tuple[Any, ...], ScoreLine] = {}
    for at, line in enumerate(own):
        cards = [name for name, value in line.facts.items() if isinstance(value, Card)]
        rest = tuple((name, str(value)) for name, value in line.facts.items() if name not in cards)
        key = (line.clause, line.points, rest) if len(cards) == 1 and line.how is None else (at,)
        before = out.get(key)
        if before is None:
            out[key] = line
            continue
        (name,) = cards
        held = before.facts[name]
        them = (*(held if isinstance(held, tuple) else (held,)), line.facts[name])
        out[key] = before._replace(points=before.points + line.points, facts={**before.facts, name: them})
    return list(out.values())


def _of_each(rows: list[_Row], to: Side) -> list[_Row]:
    """The rows of a side as they are said of several: "each" instead of whose they are."""
    name, each = mark("s", to), say("score.each")
    return [row._replace(why=capital(row.why.replace(name, each))) if name in row.why else row for row in rows]


def _same_payment(one: ScoreLine, other: ScoreLine) -> bool:
    """Whether two lines are those of the payer and of the payee of one payment."""
    both = {one.to, other.to} == {one.facts["payer"], one.facts["payee"]}
    return both and (one.clause, one.points, one.facts) == (other.clause, -other.points, other.facts)


def _worked_out(one: Sum) -> bool:
    """Whether a sum has more than one part, or its only part has."""
    return len(one.parts) > 1 or any(sum_within(part) is not None for part in one.parts)


def _numbers(one: Sum) -> Iterator[float]:
    """The numbers that a sum is made of, those of the sums in it included."""
    for part in one.parts:
        yield from (part.n,) if part.inner is None else _numbers(part.inner)


def _uncounted(one: Sum, counted: Set[Card]) -> Sum:
    """The sum without those of piles that have been `counted`, and of cards that are no more than a number of them."""
    return one._replace(parts=tuple(_uncounted_part(part, counted) for part in one.parts))


def _uncounted_part(part: Part, counted: Set[Card]) -> Part:
    if part.inner is None:
        return part
    cards = _cards(part.inner)
    if cards and ({*cards} <= counted or (part.name and all(one.n == 1 for one in part.inner.parts))):
        return part._replace(inner=None, name=part.name or "cards")
    return part._replace(inner=_uncounted(part.inner, counted))


def cards_counted(one: Working) -> list[Card]:
    """The cards of the totals that a working tells."""
    steps = one.steps if isinstance(one, Chain) else ()
    sums = one.sums.values() if isinstance(one, Standing) else [s.facts["how"] for s in steps if s.name == TOTAL]
    return [c for own in sums for c in _cards(own)]


def _cards(one: Sum) -> list[Card]:
    """All cards of a sum and of the sums in it."""
    return [c for p in one.parts for c in (*p.cards, *(_cards(p.inner) if p.inner is not None else ()))]
