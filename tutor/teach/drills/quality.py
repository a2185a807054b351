"""Tell whether a question is worth asking: it leaves a choice, and it does not contain its answer."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cards import RANK_NAMES, RANKS, Card
from tutor.kernel.duties import DutyKind, DutyOutcome, Trace
from tutor.kernel.judging import Judgement, Verdict
from tutor.kernel.view_types import ClimbView, TrickOnTable
from tutor.kernel.working import BEFORE, CALL, HIGHEST_BID, PLUS, TARGET, TIMES, Chain, Contest, Part, Standing, Sum
from tutor.teach.questions import Legal, MakeMove, Question, ValueQuestion, WhichClause, Winner
from tutor.teach.questions.clauses import RULES
from tutor.teach.results.products import reduced
from tutor.teach.text.cards import called
from tutor.teach.text.marks import mark, unmarked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.kernel.moves import Move

LEAST: Final = 3
"""The least number of rules to choose from for a legal move, as of two one would forbid it."""
TOTAL: Final = "total"
"""The name of a step that says what somebody has in all."""
FACE: Final = "face"
THROWN: Final = "thrown"
"""What a card counts by mistake: what it shows, also where it is thrown away."""
SEVERAL: Final = 2
COURT: Final = "AKQJ"
"""Ranks that are words, and no numbers."""
FAR: Final = 5
"""A question about the winner is asked only if at most one part in this many of the target is missing."""
_WORD: Final = re.compile(r"[a-z]{3,}|\d+")


def in_play(found: Judgement[Any], right: str, order: Sequence[str]) -> tuple[str, ...]:
    """The rule `right` and the rules that could be confused with it here, in the `order` of the rulebook.

    These are duties that cut moves, that all moves happened to satisfy, or that none could; beside a rule that frees
    the player, also the others that do. Rules not in force, and prohibitions that cut nothing, are left out.
    """
    steps = [
        step
        for step in found.found.steps
        if step.cut or (step.standing is not DutyOutcome.IDLE and step.duty.kind is not DutyKind.ALWAYS)
    ]
    ids = [step.duty.clause for step in sorted(steps, key=lambda step: not step.cut)]
    freed = [step.duty.waiver for step in steps if step.standing is DutyOutcome.WAIVED]
    ids += freed if right in freed else []
    near = [ident for ident in dict.fromkeys(ids) if ident in order and ident != right][: RULES - 1]
    return tuple(ident for ident in order if ident == right or ident in near)


def worth_asking(question: Question) -> bool:
    """Whether a learner who does not know the rule could be wrong, and one who knows it must think."""
    match question:
        case Legal():
            return (
                (len(question.right) < len(question.choices) or freed_by(question.found.found, question.clause))
                and (question.right or question.besides)
                and _several(question)
                and not _out_of_reach(question)
                and not _only_single_leads(question)
            )
        case MakeMove():
            sizes = {len(move.cards) for move in question.found.legal}
            refused = (r for r in question.found.rulings if r.verdict is Verdict.NOT_ALLOWED)
            return any(len(r.cards) in sizes for r in refused)
        case WhichClause():
            return len(tuple(question.found.phase.candidates(question.found.view))) > 1 and _between_rules(question)
        case Winner():
            return _contested(question) and not _plainly_added(question)
        case ValueQuestion():
            return not any(
                plain(question)
                for plain in (
                    _shown_as_such,
                    _stands_there,
                    _nothing_to_add,
                    _foregone,
                    _far_from_target,
                    _highest_wins,
                    _highest_bid,
                    _most_shown,
                    _plainly_added,
                    _one_counts,
                )
            )
    return True


def freed_by(found: Trace[Any], clause: str) -> bool:
    """Whether this rule frees a player from a duty, so that what seems refused may be played."""
    return any(step.standing is DutyOutcome.WAIVED and step.duty.waiver == clause for step in found.steps)


def _several(question: Legal) -> bool:
    """Whether more than two moves are offered, or two calls beside which there is none, or only to say nothing."""
    phase, view = question.found.phase, question.found.view
    cards = any(r.move is not None and r.move.cards for r in question.choices)
    return len(question.choices) > 2 or question.besides or (not cards and len(tuple(phase.candidates(view))) <= 2)


def _only_single_leads(question: Legal) -> bool:
    """Whether it is a free lead, and all that is offered are single cards, which may all be led, and words."""
    view = question.found.view
    if not isinstance(view, ClimbView) or view.to_beat.cards:
        return False
    return all(r.move is None or not r.move.cards or (r.legal and len(r.move.cards) == 1) for r in question.choices)


def _out_of_reach(question: Legal) -> bool:
    """Whether only a pass is left, and no choice has as many cards as the play that has to be beaten."""
    view = question.found.view
    last = view.to_beat if isinstance(view, ClimbView) else None
    if last is None or any(r.move is None or r.move.cards for r in question.right):
        return False
    return not any(r.move is not None and len(r.move.cards) == len(last.cards) for r in question.choices)


def _contested(question: ValueQuestion) -> bool:
    """Whether a card wins that is neither the highest in the common order of ranks nor the only one of its suit."""
    found = question.computation
    if isinstance(question.working, Contest) and _alone(question.working):
        return False
    won = found.phase.winner(found.view) if found is not None and found.phase is not None else None
    laid = found.view.trick if found is not None and isinstance(found.view, TrickOnTable) else ()
    cards = [one for one in laid if isinstance(one, Card)]
    if won is None or not cards or len(cards) < len(laid):
        return True
    place = [-1 if one.joker else RANKS.index(one.rank) for one in cards]
    highest = [one.text for one, n in zip(cards, place, strict=True) if n == min(place)]
    return highest != [won.card]


def _alone(one: Contest) -> bool:
    """Whether a trick is won by the card led, of which anybody sees that no other is of its suit."""
    led, *others = one.laid
    known = led.card.joker or led.card.suit == one.led
    return known and all(laid.how == "off" and laid.card.suit != one.led for laid in others)


def _highest_wins(question: ValueQuestion) -> bool:
    """Whether the winning card is asked for, and it is simply the highest."""
    found = question.computation
    return found is not None and found.path.startswith("winner") and not _contested(question)


def _highest_bid(question: ValueQuestion) -> bool:
    """Whether it is asked who bid most, and all bids are different numbers."""
    working = question.working
    if not isinstance(working, Chain) or any(step.name not in (CALL, HIGHEST_BID) for step in working.steps):
        return False
    bids = [step.facts["call"] for step in working.steps if step.name == CALL and step.facts["how"] != "said"]
    return len(set(bids)) == len(bids) and all(bid.isdigit() for bid in bids)


def _most_shown(question: ValueQuestion) -> bool:
    """Whether the answer is simply who has the most of what lies open, and nothing else follows."""
    working = question.working
    if not isinstance(working, Chain) or len(working.news) != 1:
        return False
    has = {step.facts["who"]: step.facts["n"] for step in working.steps if step.given and {"who", "n"} <= {*step.facts}}
    most = [who for who, n in has.items() if n == max(has.values())]
    return len(has) > 1 and most == list(question.parts)


def _plainly_added(question: ValueQuestion) -> bool:
    """Whether players' sums would stand in the same order if every card counted what it shows."""
    working = question.working
    sums: list[Sum] = []
    if isinstance(working, Standing):
        sums = [*working.sums.values()]
    elif isinstance(working, Chain):
        sums = [step.facts["how"] for step in working.steps if step.name == TOTAL and not step.given]
    plain = [one for one in map(_by_faces, sums) if one is not None]
    real = [one.total for one in sums]
    return len(plain) > 1 and len(plain) == len(real) and _order(plain) == _order(real)


def _one_counts(question: ValueQuestion) -> bool:
    """Whether of the several cards that are to be counted at most one counts anything."""
    one = question.working
    if not isinstance(one, Sum) or len(one.parts) < SEVERAL:
        return False
    counted = [part for part in one.parts if len(part.cards) == 1 and part.inner is None and part.how == PLUS]
    return len(counted) == len(one.parts) and sum(bool(part.n) for part in counted) <= 1


def _by_faces(one: Sum) -> float | None:
    """The sum if each of its cards counted what it shows; None if it is not made of single cards with a face value."""
    inner = [part.inner for part in one.parts if part.inner is not None and part.cards]
    if not one.mistakes and len(inner) < len(one.parts):
        return None
    cards = [one] if one.mistakes else inner
    return sum(card.mistakes.get(FACE, card.mistakes.get(THROWN, card.total)) for card in cards)


def _order(numbers: Sequence[float]) -> list[int]:
    """The rank of each number among them, from 0 for the lowest; equal ones share theirs."""
    return [sorted(numbers).index(n) for n in numbers]


def _stands_there(question: ValueQuestion) -> bool:
    """Whether the winner is simply the side with most points in the hand, which are told."""
    working = question.working
    return isinstance(working, Standing) and all(len(one.parts) == 1 for one in working.sums.values())


def _foregone(question: ValueQuestion) -> bool:
    """Whether the winner of the game was ahead before and also had most points in the last hand."""
    working = question.working
    if not isinstance(working, Standing) or len(working.first) != 1:
        return False
    had = {side: sum(part.n for part in one.parts if part.name == BEFORE) for side, one in working.sums.items()}
    if not any(had.values()):
        return False
    best, winner = min if working.lowest else max, working.first[0]
    hand = {side: n - had[side] for side, n in working.totals.items()}
    ahead = [side for side, n in had.items() if n == best(had.values())]
    return ahead == [winner] and hand[winner] == best(hand.values())


def _far_from_target(question: ValueQuestion) -> bool:
    """Whether nobody has won the game and all are far from the target."""
    working = question.working
    if not isinstance(working, Standing) or working.over:
        return False
    target = next((step.facts for step in working.steps if step.name == TARGET), None)
    return target is not None and (target["n"] * FAR > target["target"] or _idle(working))


def _idle(working: Standing) -> bool:
    """Whether the hand has brought nothing to those who are ahead."""
    best = (min if working.lowest else max)(working.totals.values())
    parts = [part for side, n in working.totals.items() if n == best for part in working.sums[side].parts]
    return not any(part.n for part in parts if part.name != BEFORE)


def _nothing_to_add(question: ValueQuestion) -> bool:
    """Whether a number is 0 because there is nothing to add."""
    working = question.working
    return (
        question.value == 0
        and isinstance(working, Sum)
        and not working.mistakes
        and not any(p.n for p in reduced(working).parts if p.how == PLUS)
    )


def _shown_as_such(question: ValueQuestion) -> bool:
    """Whether a number is shown as such, like a bid that is paid or the value of a single card."""
    working = question.working
    if question.kind != "number" or not isinstance(working, Sum) or working.mistakes:
        return False
    one = reduced(working)
    first, *more = one.parts or (Part(0),)
    if more:
        return len(more) == 1 and more[0].how == TIMES and abs(first.n) == 1
    return first.inner is None and not one.mistakes


def _between_rules(question: WhichClause) -> bool:
    """Whether at least two rules are in play, and the words of the move do not name the right one."""
    move, found = question.ruling.move, question.found
    real = in_play(found, question.clause, question.options)
    if move is None or not move.cards or len(real) < 2 or set(real) != set(question.options):
        return False
    ruled = {step.duty.clause for step in found.found.steps}
    if (question.clause not in ruled and not question.ruling.legal) or move not in found.phase.candidates(found.view):
        return False  # not a candidate, such as no combination: the other duties are not asked about it
    others = [step for step in found.found.steps if step.cut and step.duty.clause in set(real) - {question.clause}]
    if any(not any(_alike(cut, move) for cut in step.cut) for step in others):
        return False  # a rule about jokers or passes, and none is played
    if any(
        step.standing is DutyOutcome.MET
        and step.duty.clause in set(real) - {question.clause}
        and not step.duty.filter_moves(found.view, [move])
        for step in found.found.steps
    ):
        return False  # another rule refuses it too
    if question.ruling.legal:
        freed = {step.duty.waiver for step in found.found.steps if step.standing is DutyOutcome.WAIVED}
        return question.clause in freed and len(real) >= LEAST and not _named(question, move)
    return not _named(question, move)


def _alike(one: Move, other: Move) -> bool:
    """Whether both moves play cards, or neither; and jokers, or neither."""
    return [bool(one.cards), any(c.joker for c in one.cards)] == [
        bool(other.cards),
        any(c.joker for c in other.cards),
    ]


def _named(question: WhichClause, move: Move) -> bool:
    """Whether the words of a move, or of a joker on the table, occur in the right rule and in no other."""
    said = unmarked(question.worded(mark("m", move.text))).lower()
    view = question.found.view
    lying = view.trick if isinstance(view, TrickOnTable) else ()
    jokers = [c for c in lying if isinstance(c, Card) and c.joker]
    said = " ".join([said, *(called(question.game)[c.text].lower() for c in jokers)])
    ranks = (RANK_NAMES[c.rank] if c.rank in COURT else c.rank for c in move.cards if not c.joker)
    own = {*_WORD.findall(said), *ranks, *("joker" for c in (*move.cards, *jokers) if c.joker)}
    rules = {ident: set(_WORD.findall(question.stated(ident).lower())) for ident in question.options}
    others = set().union(*(rule for ident, rule in rules.items() if ident != question.clause))
    return bool(own & rules[question.clause] - others)
