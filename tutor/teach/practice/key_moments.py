"""Key moments: the learner's moves that cost most, by the adviser, with the knowledge at the time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

from tutor.advice import Adviser, Budget, confidence
from tutor.advice.adviser import Strength
from tutor.advice.evidence import FAVOUR
from tutor.advice.reasons.finding import telling_reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel.history import cut
from tutor.kernel.playout import legal
from tutor.teach.practice.advising import advice_at, certain, motive, sure_text
from tutor.teach.practice.match import hand_begun, hands_over
from tutor.teach.rulings.ruling import unit
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.doc import Block, Gap, Heading, Item, Para, TableDrawing
from tutor.teach.text.phrases import in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.advice.reasons.context import Reason
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat

LOOKED: Final = 30
"""The most decisions that are examined, the latest."""
SHOWN: Final = 3
THINKING: Final = Strength(10, Budget(playouts=200, work=60_000))
COMPARING: Final = 100_000
"""Units of work of comparing a move with a better one."""
SURE: Final = 0.9
"""The least confidence that the better move is better."""
LEANING: Final = 0.7
"""The least confidence with which a comparison is taken further, with so many times the work (`FURTHER`)."""
FURTHER: Final = 4
SETTLED: Final = "settled"
"""The reason by which nothing that was left counted."""
LEAST: Final = 0.05
"""The least cost that is told in rewards, which are told in tenths."""
WORTH_SAYING: Final = 0.4
"""The least share of deals by which the better move wins more often than it loses, for an immediate comment."""


@dataclass(frozen=True)
class KeyMoment:
    """A costly move: the record before it, the move, and the better one (`instead`).

    Of `deals` sampled deals the better move did better in `better` and worse in `worse`, by `cost` on average; `sure`
    is the confidence that it is better.
    """

    before: Record[Any]
    hand: int
    move: Move
    instead: Move
    cost: float
    better: int
    worse: int
    deals: int
    sure: float
    on_sheet: bool
    """Whether the cost is in points of the score sheet, else in rewards (tricks and cards won)."""
    in_hands: bool
    """Whether that sheet counts the hands won, so that the cost is twice the share of hands that it loses."""
    why: tuple[Reason, ...] = field(default=(), compare=False)
    """The reasons for the better move, which follow from the rest, if they have been looked for."""

    @property
    def ahead(self) -> float:
        """The share of the deals in which the better move did better, less that in which it did worse."""
        return (self.better - self.worse) / self.deals


def key_moments(record: Record[Any], seat: Seat, seed: int) -> tuple[list[KeyMoment], int]:
    """The costliest moves of `seat`, the worst first, and the number of decisions examined."""
    looked = list(_decisions(record, seat))[-LOOKED:]
    found = [one for at, move in looked if (one := _key_moment(record, seat, at, move, seed)) is not None]
    found.sort(key=_worst_first)
    shown: list[KeyMoment] = []
    for one in filter(None, (_agreed(one, seat, seed) for one in found)):
        why = _why(one, seat, f"{seed}:{len(shown) + 1}")
        if one.on_sheet or not _settled(why):
            shown.append(replace(one, why=why))
        if len(shown) == SHOWN:
            break
    return sorted(shown, key=_worst_first), len(looked)


def comment(record: Record[Any], seat: Seat, at: int, seed: int) -> list[Block]:
    """An immediate comment on the move of `seat` in entry number `at`; empty unless it clearly cost something."""
    found = next((move for one, move in _decisions(record, seat) if one == at), None)
    turn = _key_moment(record, seat, at, found, seed) if found is not None else None
    turn = turn and _agreed(turn, seat, seed)
    if turn is None or turn.ahead < WORTH_SAYING:
        return []
    why = _why(turn, seat, f"{seed}:{at}")
    if _settled(why) and not turn.on_sheet:
        return []
    told = say("turning.comment", instead=turn.instead), *(motive(record.game, one) for one in why), *_counted(turn)
    texts = dict.fromkeys(told)
    return list(in_words(record.game, [Item(say("advice.label"), " ".join(texts))], record.game.due(turn.before.state)))


def _decisions(record: Record[Any], seat: Seat) -> Iterator[tuple[int, Move]]:
    """The entries at which `seat` had a choice, with its moves."""
    made = 0
    for at, entry in enumerate(record.entries):
        state = record.states[made]
        made += entry.made
        if not entry.made or entry.seat != seat or not state.phase:
            continue
        moves = legal(record.game, state, seat)
        chosen = next((move for move in moves if move.text == entry.text), None)
        if chosen is not None and len(moves) > 1:
            yield at, chosen


def _key_moment(record: Record[Any], seat: Seat, at: int, move: Move, seed: int) -> KeyMoment | None:
    before = cut(record, at)
    best = Adviser(record.game, THINKING).advise(before, seat, Random(f"{seed}:{at}:turn")).move
    return None if best == move else compared(before, seat, best, move, f"{seed}:{at}:turn")


def _worst_first(key_moment: KeyMoment) -> tuple[bool, float]:
    """What key moments are sorted by."""
    return not key_moment.on_sheet, -key_moment.cost


def _agreed(found: KeyMoment, seat: Seat, seed: int) -> KeyMoment | None:
    """The moment with the move that is advised there whenever somebody asks; None unless that is better as well."""
    best = advice_at(found.before, seat, seed).move
    if best == found.instead:
        return found
    return None if best == found.move else compared(found.before, seat, best, found.move, f"{seed}:{best.text}:agreed")


def compared(
    before: Record[Any], seat: Seat, instead: Move, move: Move, seed: str, work: int = COMPARING
) -> KeyMoment | None:
    """What `move` costs `seat`, who could make the move `instead`; None unless that is nearly certainly better.

    What `work` leaves open, but leans that way, is tried in more deals.
    """
    for effort in (work, FURTHER * work):
        sampled = SampledOutcomes(before.game, before, seat, (instead, move), seed, effort)
        most = 0.0
        for on_sheet in (True, False):  # where a whole hand counts one point, tricks and cards tell more
            ahead = leads(sampled, on_sheet=on_sheet)
            cost, sure = fmean(ahead), confidence(ahead, FAVOUR)
            if cost > 0 and sure >= SURE and (on_sheet or cost >= LEAST):
                hand = 1 + hands_over(before)
                better, worse = sum(d > 0 for d in ahead), sum(d < 0 for d in ahead)
                in_hands = on_sheet and sampled.in_hands
                return KeyMoment(before, hand, move, instead, cost, better, worse, len(ahead), sure, on_sheet, in_hands)
            most = max(most, sure if cost > 0 else 0.0)
        if most < LEANING:
            return None
    return None


def leads(sampled: SampledOutcomes, *, on_sheet: bool) -> list[float]:
    """How far the first of the two moves came out ahead in each deal: by the score sheet, or by rewards during play."""
    if on_sheet:
        return [sampled.sign * (row[0].margin_of_points - row[1].margin_of_points) for row in sampled.outcomes]
    return [row[0].gained - row[1].gained for row in sampled.outcomes]


def key_moment_blocks(record: Record[Any], seat: Seat, seed: int) -> list[Block]:
    """The key moments as blocks: the table, the move played, the better move, and why."""
    found, looked = key_moments(record, seat, seed)
    if not found:
        return [Para(say("turning.none", n=looked), "good" if looked else "dim")]
    doc: list[Block] = [Para(say("turning.intro", n=len(found), looked=looked), "dim")]
    for n, key_moment in enumerate(found, 1):
        doc += [Gap(), *_told(key_moment, seat, n)]
    return doc


def _why(key_moment: KeyMoment, seat: Seat, seed: str) -> tuple[Reason, ...]:
    """The reasons for the better move."""
    return telling_reasons(key_moment.before, seat, key_moment.instead, key_moment.move, Random(f"{seed}:why"))


def _settled(why: tuple[Reason, ...]) -> bool:
    """Whether what was left of the hand came to the same whatever was played."""
    return any(reason.what == SETTLED for reason in why)


def _counted(key_moment: KeyMoment) -> tuple[str, str]:
    """In how many deals the better move did better, and how sure that makes it, as advice says it."""
    counts = {"deals": key_moment.deals, "better": key_moment.better, "worse": key_moment.worse}
    return say("advice.against", named=True, **counts), sure_text(key_moment.sure)


def _told(key_moment: KeyMoment, seat: Seat, n: int) -> list[Block]:
    before, game, why = key_moment.before, key_moment.before.game, key_moment.why
    facts = list(dict.fromkeys(text for text in (certain(game, one) for one in why) if text))
    points = round(key_moment.cost, 1 if key_moment.cost >= 1 else 2)
    cost = say(
        "turning.cost",
        move=key_moment.move,
        instead=key_moment.instead,
        cost=points,
        on_sheet=key_moment.on_sheet,
        in_hands=key_moment.in_hands,
        hands_more=round(50 * key_moment.cost),
        units=unit(game),
    )
    begun = hand_begun(before, len(before.entries))
    own = 1 + sum(entry.made and entry.seat == seat for entry in before.entries[begun:])
    doc: list[Block] = [Heading(say("turning.item", n=n, hand=key_moment.hand, own=own, move=key_moment.move))]
    doc.append(TableDrawing(table_of(game, before.state, seat)))
    doc += [Item(say("turning.certain"), " ".join(facts))] if facts else []
    motives = dict.fromkeys(motive(game, one) for one in why)
    doc.append(Item(say("advice.label"), " ".join([cost, *motives, *_counted(key_moment)])))
    return list(in_words(game, doc, game.due(before.state)))
