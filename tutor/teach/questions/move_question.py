"""The question for a move, a bid or a declaration: `MakeMove`."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.judging import Judgement, Verdict, judge, rule
from tutor.teach.conversation.moves import meant, named, typed_word
from tutor.teach.questions.base import LEAST, Grade, deciding, rungs_of
from tutor.teach.questions.decision_hints import ladder, what_to_look_at
from tutor.teach.questions.legal_question import Legal, MovesQuestion
from tutor.teach.questions.move_solution import refusals, right_ones
from tutor.teach.questions.refusals import free
from tutor.teach.rulings.explain import short_attempt_doc
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Mapping

    from tutor.kernel.judging import Ruling
    from tutor.kernel.moves import Move
    from tutor.teach.conversation.session import Word

OWN: Final = 2
"""The most hints that are what the author of a lesson says to lesser moves."""
PAIR: Final = 2
"""So many cards that are played together are told as two."""
REFUSALS: Final = 3
"""The most kinds of refusals that a solution explains."""
REFUSED: Final = 20
"""The most refused moves that it names."""


def _plain(ruling: Ruling[Any]) -> bool:
    """Whether the move is of cards without a word."""
    return ruling.move is not None and bool(ruling.cards) and not ruling.move.word


@dataclass
class MakeMove(MovesQuestion):
    """Asks for a move, a bid or a declaration. Any legal one is right, unless `exactly` names the wanted one.

    `script` is the move with which the example continues, whichever was made. If `explained`, the author says next why
    it is a good one; where every move is legal, that is all there is to say. `lesser` are moves that are not as good,
    with what the author says to them; the first make hints. `broken` is the rule that refused a move before, if any,
    `tried` are the moves that were refused, and `at_stake` are those by which the author expects moves to be refused.
    """

    exactly: str = ""
    text: str = ""
    script: str = ""
    explained: bool = False
    lesser: Mapping[str, str] = field(default_factory=dict)
    broken: str = ""
    tried: tuple[str, ...] = ()
    at_stake: frozenset[str] = frozenset()
    clause: str = field(init=False)

    def __post_init__(self) -> None:
        self.clause = deciding(self.found)
        if self.exactly:
            meant = self._ruling(self.exactly)
            self.exactly, self.clause = meant.text, meant.clause or self.clause
        if self.script:
            self.script = self.made(self.script)
            if not self.exactly:
                self.clause = self._ruling(self.script).clause or self.clause

    def _ruling(self, text: str) -> Ruling[Any]:
        return rule(self.found.phase, self.found.view, text)

    @property
    def open(self) -> bool:
        """Whether every move is legal, so that every answer is right."""
        return not self.exactly and all(ruling.legal for ruling in self.found.rulings)

    @property
    def prompt(self) -> str:
        """The author's words, or what the phase asks for."""
        asked = self.text or say("question.due", title=self.found.phase.titled(self.found.view), them=(), beside=False)
        several = not (self.text or self.exactly or self.script) and len(self.found.legal) > 1
        pair = all(len(move.cards) == PAIR and not move.word for move in self.found.legal)
        return f"{asked} {say('question.any_move', pair=pair)}" if several else asked

    def words(self) -> tuple[Word, ...]:
        """All cards in hand and all words of the phase."""
        held = dict.fromkeys(c.text for c in self.found.phase.holds(self.found.view))
        calls = dict.fromkeys(r.text for r in self.found.rulings if r.move and not r.cards)
        texts = dict.fromkeys((*held, *self.found.phase.words, *calls))
        return tuple(typed_word(self.game, self.found.phase, text) for text in texts)

    def answer(self) -> str:
        """The text of a right move."""
        return self.exactly or self.script or (self.found.legal[0].text if self.found.legal else "")

    @cached_property
    def rows(self) -> Legal:
        """All moves with their rulings."""
        return Legal(self.game, self.found)

    @property
    def answer_key(self) -> Hashable:
        """The legal moves; of the one that is wanted, whether it is legal."""
        legal = frozenset(r.text for r in self.found.rulings if r.legal)
        return (self.exactly, self.exactly in legal) if self.exactly else legal

    @property
    def hardness(self) -> int:
        """By the number of moves."""
        return 2 + min(8, len(self.found.rulings))

    def wrong_answers(self) -> Iterator[str]:
        """Refused moves, and a card that is not held."""
        refused = [r.text for r in self.found.rulings if not r.legal]
        yield from dict.fromkeys((*refused[:1], *refused[-1:]))
        phase, view = self.found.phase, self.found.view
        unheld = [c.text for c in phase.pack.order if c not in phase.holds(view)][:1]
        yield from (r.text for r in judge(phase, view, unheld).asked if not r.legal)

    def _asked_of(self, view: Any) -> MakeMove:
        return replace(self, found=judge(self.found.phase, view))

    def grade(self, answer: str) -> Grade:
        """The ruling on the move."""
        asked = self.found.asking(*self.named(answer))
        ruling = asked.asked[0]
        if ruling.legal and self.exactly and ruling.text != self.exactly:
            but = Para(say("question.legal_but"), "warn")
            return Grade(False, lambda: (*self._ruled(asked), but), understood=False, beside=True)
        return Grade(ruling.legal, lambda: self._ruled(asked), understood=ruling.verdict is not Verdict.UNREADABLE)

    def _ruled(self, asked: Judgement[Any]) -> tuple[Block, ...]:
        """The ruling on a move; of one that was only permitted, and is explained next, no more than the move."""
        ruling = asked.asked[0]
        doc = short_attempt_doc(self.game, asked, ruling)
        free = self._chosen_freely(ruling) or self._one_of_several(ruling)
        if ruling.legal and self.explained and free and isinstance(doc[0], Item):
            return (Item(doc[0].label, sign=doc[0].sign),)
        return doc

    def _chosen_freely(self, ruling: Ruling[Any]) -> bool:
        """Whether no rule chose between the moves, or between the cards: then that of `ruling` is no reason."""
        if self.open or not _plain(ruling):
            return self.open
        cards = {r.legal and r.clause == ruling.clause for r in self.found.rulings if _plain(r)}
        calls = {r.clause for r in self.found.rulings if r.move and not _plain(r)}
        return cards == {True} and ruling.clause not in calls

    def _one_of_several(self, ruling: Ruling[Any]) -> bool:
        """Whether its rule allows each of several moves with cards, and no call, and is not at stake."""
        legal = [r.clause for r in self.found.rulings if r.legal and r.cards]
        calls = {r.clause for r in self.found.rulings if r.move and not r.cards}
        several = len(legal) > 1 and set(legal) == {ruling.clause} and bool(ruling.cards)
        return several and ruling.clause not in calls | self.at_stake

    @cached_property
    def _texts(self) -> frozenset[str]:
        """The moves that there are, in canonical text."""
        return frozenset(ruling.text for ruling in self.found.rulings)

    def made(self, answer: str) -> str:
        """The canonical text of the move in a right answer."""
        if answer in self._texts:  # of thousands of moves, each takes long to read
            return answer
        return self._ruling(*self.named(answer)).text

    def allows(self, answer: str) -> bool:
        """Whether the move in an answer is legal, wanted or not."""
        return self._ruling(*self.named(answer)).legal

    def named(self, answer: str) -> list[str]:
        """The move in an answer, in canonical text."""
        return [meant(self.game, self.found.phase, self.found.view, answer)]

    def reads(self, answer: str) -> bool:
        """Whether an answer can be read as the words of a move."""
        return bool(named(self.game, self.found.phase, self.found.view, answer))

    def ladder(self) -> tuple[str, ...]:
        """The hints of the decision; they lead to the wanted move, or that of the example, if there is one."""
        target = self.exactly or self.script
        if not target:
            return ladder(self.game, self.found, rests_on=self.broken)
        found = self.found.asking(target)
        said = self._said_of_lesser()
        own = self.own_hints()
        wanted, told = found.asked[0].move, tuple(said.values())
        rule, *steps, answer = ladder(
            self.game, found, rests_on=self.clause, target=wanted, explained=self.explained, told=told
        )
        binds = not self.explained or not (free(self.found) or self._chosen_freely(found.asked[0]))
        if self.open or not binds:  # no rule decides
            first = (own or steps)[0] if len(own) + len(steps) >= LEAST - 1 else what_to_look_at(self.game, found)
            return rungs_of(first, (*own, *steps), (rule,), answer)
        return rungs_of(rule, (*own, *steps), (), answer)

    def own_hints(self) -> list[str]:
        """What the author says to lesser moves, as hints; the wanted move is not among them."""
        hinted = [say("hint.lesser", move=move, said=text) for text, move in self._said_of_lesser().items()]
        return [*map(self.worded, hinted)]

    def _said_of_lesser(self) -> dict[str, Move]:
        """What the author says to lesser moves, each sentence once, with the move: two are left to choose from."""
        moves = self.found.asking(*self.lesser).asked if self.lesser else ()
        said: dict[str, Move] = {}
        for one, text in zip(moves, self.lesser.values(), strict=True):
            if one.move is not None:
                said.setdefault(text, one.move)
        return dict(islice(said.items(), max(1, min(OWN, len(self.found.legal) - 2))))

    def solution(self) -> tuple[Block, ...]:
        """A right move with its reason; if any legal one is right, also the others, and why which are refused.

        Where every right answer is a bare card, what might be said with a card has not been offered, and is left out.
        Of very many refused moves those that were tried come first.
        """
        rows = self.rows
        if self.exactly or self.script:
            return self._ruled(self.found.asking(self.answer()))
        legal = [r for r in rows.choices if r.legal]
        bare = all(map(_plain, legal))
        own = [r for r in rows.choices if not r.legal and (not bare or _plain(r) or r.clause == self.clause)]
        refused = sorted(own, key=lambda r: r.clause != self.clause)
        return (*right_ones(rows, legal), *refusals(rows, refused, REFUSALS, REFUSED, self.tried))
