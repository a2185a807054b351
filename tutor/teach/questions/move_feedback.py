"""Remarks on wrong moves and sets of moves, and on legal moves that are not wanted; no remark is repeated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from tutor.teach.questions.decision_hints import looks_of
from tutor.teach.questions.move_question import MakeMove
from tutor.teach.questions.move_traits import lacking_traits
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.explain import short_attempt_doc
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.marks import mark
from tutor.teach.text.values import listed
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tutor.teach.questions.legal_question import Legal, MovesQuestion


TELLING: Final = 2
"""After so many wrong sets of moves the missing ones are named."""


@dataclass
class FeedbackGiven:
    """What the program has said about wrong answers to one question."""

    said: list[str] = field(default_factory=list)
    """Lines said about single answers."""
    given: list[str] = field(default_factory=list)
    """The wrong answers, in canonical form."""
    ruled: dict[str, str] = field(default_factory=dict)
    """The moves that rulings were given on, with the reasons."""

    def times(self, answer: str) -> int:
        """How often this answer was given, including now."""
        return 1 + self.given.count(answer)


def refused(question: MovesQuestion, answer: str, heard: FeedbackGiven) -> tuple[Block, ...]:
    """The remarks on a wrong set of moves or an illegal move; adds them to `heard`."""
    if isinstance(question, MakeMove):
        return _move_feedback(question, answer, heard)
    return _set_feedback(question.rows, answer, heard)


def beside(question: MakeMove, answer: str, heard: FeedbackGiven) -> tuple[Block, ...]:
    """The remarks on a legal move that is not the one asked for; adds them to `heard`."""
    found = question.found.asking(*question.named(answer), question.exactly)
    mine, meant = found.asked[0].move, found.asked[1].move
    if mine is None or meant is None:
        return ()
    lines = map(question.worded, lacking_traits(question.game, found, meant, mine))
    fresh = next((line for line in lines if line not in heard.said), "")
    if not fresh:
        fresh = _again(question, mark("m", mine.text))
        fresh = " ".join([fresh, *_next(question, heard)])
    heard.said.append(fresh)
    heard.given.append(mine.text)
    return (Para(fresh, "warn"),)


def _set_feedback(question: Legal, answer: str, heard: FeedbackGiven) -> tuple[Block, ...]:
    one = question.taken(answer)
    assert one is not None
    key = " ".join(sorted(r.text for some in (one.right, one.extra) for r in some))
    early = len(heard.given) < TELLING
    head, tone = question.told(one, "slip.moves_first" if early else "slip.moves"), one.tone
    again = heard.times(key) > 1 and bool(one.extra)
    if again:
        named = listed([mark("m", r.text) for some in (one.right, one.extra) for r in some]) or say("question.nothing")
        head = _again(question, named)
    fresh = [r for r in (*one.extra, *(() if early else one.missing)) if r.text not in heard.ruled]
    more = _next(question, heard) if again and not fresh else []
    heard.given.append(key)
    heard.said.append(head)
    heard.ruled |= {r.text: words.ruling_text(question.game, question.found, r) for r in fresh}
    return (Para(" ".join([head, *more]), tone), *question.lines(fresh))


def _move_feedback(question: MakeMove, answer: str, heard: FeedbackGiven) -> tuple[Block, ...]:
    game = question.game
    found = question.found.asking(*question.named(answer))
    ruling = found.asked[0]
    times = heard.times(ruling.text)
    heard.given.append(ruling.text)
    if times > 1:
        said = say("slip.again", it=mark("m", ruling.text) if ruling.move else ruling.text)
        line = " ".join([question.worded(said), *_next(question, heard)])
        return (Para(line, "bad"),)
    heard.ruled[ruling.text] = words.ruling_text(question.game, question.found, ruling)
    return short_attempt_doc(game, found, ruling)


def _again(question: MovesQuestion, named: str) -> str:
    return question.worded(say("slip.again", it=named))


def _next(question: MovesQuestion, heard: FeedbackGiven) -> Sequence[str]:
    """The next hint that was not given yet, without the answer itself."""
    rule, *steps, _ = question.ladder()
    other = looks_of(question.game, question.found)  # where to look is no answer to a mistake
    if isinstance(question, MakeMove):
        other = (*other, *question.own_hints())  # what is wrong with other moves neither
    for step in (*steps, rule):
        if step in other:
            continue
        known = [*heard.said, *(why for why in heard.ruled.values() if why in step)]
        if not any(step in said or said in step for said in known):
            heard.said.append(step)
            return [step]
    return []
