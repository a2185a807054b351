"""Key moments: the learner's moves that cost most, by the adviser, with the knowledge at the time."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from tutor.advice import Adviser, Budget, confidence
from tutor.advice.adviser import Strength
from tutor.advice.evidence import ALMOST, FAVOUR, TELLING
from tutor.advice.reasons.context import Role
from tutor.advice.reasons.finding import telling_reasons
from tutor.advice.sampled_outcomes import SampledOutcomes
from tutor.kernel.history import cut
from tutor.kernel.playout import legal
from tutor.policies import policy_of
from tutor.teach.practice.advising import (
    advice_at,
    indifferent,
    motive,
    preferred,
    reasons_told,
    sure_text,
)
from tutor.teach.practice.match import hand_begun, hands_over
from tutor.teach.text.doc import Item
from tutor.teach.text.phrases import in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tutor.advice import Advice
    from tutor.advice.reasons.context import Reason
    from tutor.kernel.history import Record
    from tutor.kernel.moves import Move
    from tutor.kernel.seats import Seat
    from tutor.teach.text.doc import Block

LOOKED: Final = 30
"""The decisions that are examined, the latest; of the hand of the last one all are, up to `MOST`."""
MOST: Final = 90
"""The most decisions that are examined."""
SHOWN: Final = 3
THINKING: Final = Strength(10, Budget(playouts=200, work=60_000))
COMPARING: Final = 100_000
"""Units of work of comparing a move with a better one."""
SURE: Final = 0.9
"""The least confidence that the better move is better."""
LEANING: Final = 0.7
"""The least confidence with which a comparison is taken further, with so many times the work (`FURTHER`)."""
FURTHER: Final = 4
CLOSE: Final = 3
"""How many moves are looked at for the closest call, where none is told that cost something."""
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
    own: float = 0.0
    """The cost in points of the own side alone where there are more than two sides, else `cost`."""
    wins: tuple[int, int] = (0, 0)
    """In how many of the deals the hand is won with the better move, and with the other."""
    why: tuple[Reason, ...] = field(default=(), compare=False)
    """The reasons for the better move, which follow from the rest, if they have been looked for."""
    advice: Advice | None = field(default=None, compare=False)
    """The advice that leaves no doubt of the better move, where what the other costs does not show in the deals."""

    @property
    def clear(self) -> bool:
        """Whether the move is nearly certain to cost something."""
        return self.sure >= SURE and self.cost >= (0 if self.on_sheet else LEAST)

    @property
    def ahead(self) -> float:
        """The share of the deals in which the better move did better, less that in which it did worse."""
        return (self.better - self.worse) / self.deals


class Found(NamedTuple):
    """What came of examining the decisions of a seat.

    `costly` are the costliest moves, the worst first; `doubtful` moves instead of which another is advised without
    doubt, or was advised when the learner asked, though what they cost does not show, or else the closest call;
    `looked` decisions were examined, and `left` earlier ones not; in `agreed` of them the learner's move is advised.
    """

    costly: list[KeyMoment]
    doubtful: list[KeyMoment]
    looked: int
    left: int
    agreed: int


def key_moments(record: Record[Any], seat: Seat, seed: int, advised: Collection[int] = ()) -> Found:
    """The moves of `seat` that another would have been better than, `SHOWN` of them at most.

    `advised` are the numbers of states after which `seat` had advice.
    """
    made = list(_decisions(record, seat))
    begun = hand_begun(record, made[-1][0]) if made else 0
    looked = made[-max(LOOKED, min(MOST, sum(at >= begun for at, _ in made))) :]
    asked = {at: before for at, _ in looked if len((before := cut(record, at)).states) in advised} if advised else {}
    known = {at: advice_at(before, seat, seed) for at, before in asked.items()}
    found_at = (_weighed_at(record, seat, at, move, seed, known.get(at)) for at, move in looked)
    weighed = [one for one in found_at if one is not None]
    found = [one for one in weighed if one.clear]
    found.sort(key=_worst_first)
    costly: list[KeyMoment] = []
    for one in filter(None, (_agreed(one, seat, seed) for one in found)):
        why = _why(one, seat, f"{seed}:{len(costly) + 1}")
        if one.on_sheet or not _settled(why):
            costly.append(replace(one, why=why))
        if len(costly) == SHOWN:
            break
    told = {len(one.before.entries) for one in costly}
    rest = [one for one in weighed if len(one.before.entries) not in told]
    rest.sort(key=lambda one: (len(one.before.entries) not in known, -one.sure))
    sure = (_advised(one, seat, seed) for one in rest if one.advice is not None)
    doubtful = list(islice(filter(None, sure), SHOWN - len(costly)))
    if not costly and not doubtful:
        close = (_close(one, seat, seed) for one in rest[:CLOSE])
        doubtful = list(islice(filter(None, close), 1))
    agreed = len(looked) - len(weighed)
    if not costly:  # then the decisions are added up
        told = {len(one.before.entries) for one in doubtful}
        untold = (one for one in rest if len(one.before.entries) not in told)
        agreed += sum(advice_at(one.before, seat, seed).move == one.move for one in untold)
    return Found(sorted(costly, key=_worst_first), doubtful, len(looked), len(made) - len(looked), agreed)


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
    told = say("turning.comment", instead=turn.instead), *counted(turn), *(motive(record.game, one) for one in why)
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
    found = _weighed_at(record, seat, at, move, seed)
    return found if found is not None and found.clear else None


def _weighed_at(
    record: Record[Any], seat: Seat, at: int, move: Move, seed: int, given: Advice | None = None
) -> KeyMoment | None:
    """What is advised at entry `at` and `move`, weighed against each other; None if that move is advised.

    `given` is the advice that `seat` had.
    """
    before = cut(record, at)
    advice = given or Adviser(record.game, THINKING).advise(before, seat, Random(f"{seed}:{at}:turn"))
    if advice.move == move:
        return None
    found = _weighed(before, seat, advice.move, move, f"{seed}:{at}:turn", COMPARING)
    return replace(found, advice=advice) if given or preferred(advice, move, LEANING) else found


def _close(found: KeyMoment, seat: Seat, seed: int) -> KeyMoment | None:
    """The moment if another move is better there rather than not, by the deals tried; with its reasons."""
    if found.advice is None and (found.cost <= 0 or found.sure < TELLING):
        return None
    return _otherwise(found, seat, seed, advice_at(found.before, seat, seed))


def _advised(found: KeyMoment, seat: Seat, seed: int) -> KeyMoment | None:
    """The moment with the advice whenever somebody asks, and its reasons; None unless it leaves no doubt.

    Advice that `seat` had is told in any case.
    """
    advice = advice_at(found.before, seat, seed)
    if found.advice != advice and not preferred(advice, found.move, ALMOST):
        return None
    return _otherwise(found, seat, seed, advice)


def _otherwise(found: KeyMoment, seat: Seat, seed: int, advice: Advice) -> KeyMoment | None:
    """The moment with this advice and its reasons; None where the two moves are as good by the cards."""
    before = found.before
    if advice.move == found.move or _equal(before, seat, advice.move, found.move):
        return None
    why = reasons_told(before, seat, advice, Random(f"{seed}:{len(before.entries)}:why"))
    level = any(one.role is Role.LEVEL for one in why)
    twins = {card for one in why for card in one.facts.get("twins") or ()}
    if level or indifferent(advice, why) or not twins.isdisjoint(found.move.cards):
        return None
    return replace(found, instead=advice.move, advice=advice, why=why)


def _equal(before: Record[Any], seat: Seat, one: Move, other: Move) -> bool:
    """Whether two moves do the same, as far as the seat can see."""
    phase = before.game.due(before.state)
    return policy_of(before.game).of(phase).equivalent(before.state, seat, phase.see(before.state, seat), one, other)


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
    """What `move` costs `seat`, who could make the move `instead`; None unless that is nearly certainly better."""
    found = _weighed(before, seat, instead, move, seed, work)
    return found if found.clear else None


def _weighed(before: Record[Any], seat: Seat, instead: Move, move: Move, seed: str, work: int) -> KeyMoment:
    """Both moves tried in the same deals, by what tells most of them apart.

    What `work` leaves open, but leans towards `instead`, is tried in more deals.
    """
    best: KeyMoment | None = None
    for effort in (work, FURTHER * work):
        sampled = SampledOutcomes(before.game, before, seat, (instead, move), seed, effort)
        for on_sheet in (True, False):  # where a whole hand counts one point, tricks and cards tell more
            ahead = leads(sampled, on_sheet=on_sheet)
            cost = fmean(ahead)
            sure = confidence(ahead, FAVOUR) if cost > 0 else 0.0
            hand = 1 + hands_over(before)
            better, worse = sum(d > 0 for d in ahead), sum(d < 0 for d in ahead)
            in_hands = on_sheet and sampled.in_hands
            one = KeyMoment(before, hand, move, instead, cost, better, worse, len(ahead), sure, on_sheet, in_hands)
            own = fmean(sampled.ahead) if on_sheet else cost
            with_it, without = (sum(bool(outcome.won) for outcome in sampled.column(at)) for at in (0, 1))
            one = replace(one, own=own, wins=(with_it, without))
            if one.clear:
                return one
            best = one if best is None or one.sure > best.sure else best
        if best is not None and best.sure < LEANING:
            break
    assert best is not None
    return best


def leads(sampled: SampledOutcomes, *, on_sheet: bool) -> list[float]:
    """How far the first of the two moves came out ahead in each deal: by the score sheet, or by rewards during play."""
    if on_sheet:
        return [sampled.sign * (row[0].margin_of_points - row[1].margin_of_points) for row in sampled.outcomes]
    return [row[0].gained - row[1].gained for row in sampled.outcomes]


def _why(key_moment: KeyMoment, seat: Seat, seed: str) -> tuple[Reason, ...]:
    """The reasons for the better move."""
    return telling_reasons(key_moment.before, seat, key_moment.instead, key_moment.move, Random(f"{seed}:why"))


def _settled(why: tuple[Reason, ...]) -> bool:
    """Whether what was left of the hand came to the same whatever was played."""
    return any(reason.what == SETTLED for reason in why)


def counted(key_moment: KeyMoment) -> list[str]:
    """In how many deals the better move did better, and how sure that makes it unless it is almost certain."""
    counts = {"deals": key_moment.deals, "better": key_moment.better, "worse": key_moment.worse}
    return [say("advice.against", named=True, **counts), *chances(key_moment)]


def chances(key_moment: KeyMoment) -> list[str]:
    """How sure it is that the better move is better, unless it is almost certain."""
    return [sure_text(key_moment.sure)] if key_moment.sure < ALMOST else []
