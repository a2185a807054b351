"""What every question has, grades of answers, and the rule that decides, with which ladders of hints begin."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.cached import cached_property
from tutor.kernel.judging import Judgement, Ruling, Verdict
from tutor.teach.text.doc import Block, Para
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from tutor.kernel.game import Game
    from tutor.kernel.seats import Seat
    from tutor.teach.conversation.session import Word
    from tutor.teach.text.people import NamedPlayers


RUNGS: Final = 5
"""The most hints of a ladder."""
LEAST: Final = 3
"""The fewest: the rule, where to look or how to begin, the answer."""


@dataclass(frozen=True)
class Grade:
    """The grade of an answer: `right`, or wrong; not `understood` if it could not be read.

    `said` gives what is said of the answer (`doc`), which is made when it is read: of most grades only `right` is.
    `beside` marks an answer that is correct too but not the one asked for.
    """

    right: bool
    said: Callable[[], tuple[Block, ...]]
    understood: bool = True
    beside: bool = False

    @cached_property
    def doc(self) -> tuple[Block, ...]:
        """What is said of the answer: the reason why it is right, or what is wrong."""
        return self.said()


def understood(right: bool, solution: Callable[[], tuple[Block, ...]]) -> Grade:
    """The grade of an answer that could be read; of a right one the `solution` is said too."""

    def said() -> tuple[Block, ...]:
        head = Para(say("question.right" if right else "question.wrong"), "good" if right else "bad")
        return (head, *solution()) if right else (head,)

    return Grade(right, said)


def unread(*texts: str) -> Grade:
    """The grade of an answer that could not be read, with `texts` about what could."""
    return Grade(False, lambda: tuple(Para(text, "warn") for text in texts), understood=False)


class Question(ABC):
    """Something asked of a learner."""

    clause: str
    """The id of the clause on which the answer is based."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The text of the question."""

    @abstractmethod
    def words(self) -> tuple[Word, ...]:
        """The words offered for typing; never only the right ones."""

    @abstractmethod
    def grade(self, answer: str) -> Grade:
        """Judge an answer."""

    @abstractmethod
    def ladder(self) -> tuple[str, ...]:
        """Five hints, the last of which is the answer."""

    @abstractmethod
    def solution(self) -> tuple[Block, ...]:
        """The right answer with its reason."""

    @abstractmethod
    def answer(self) -> str:
        """A right answer, in the form in which it is typed."""

    @property
    @abstractmethod
    def answer_key(self) -> Hashable:
        """All right answers, equal for two questions exactly if the same is right."""

    @property
    @abstractmethod
    def answer_and_reasons(self) -> Hashable:
        """What is asked, what is right, and the reasons that are told or what they rest on."""

    @property
    @abstractmethod
    def hardness(self) -> int:
        """A measure of the difficulty, by the numbers of moves or values involved."""

    @abstractmethod
    def wrong_answers(self) -> Iterator[str]:
        """Some wrong answers; none for a question that every answer satisfies."""

    @abstractmethod
    def asked_of(self, view: Any) -> Question | None:
        """The same question about another view; None if it cannot be asked there.

        Of an impossible view it may raise anything.
        """


@dataclass
class DecisionQuestion(Question):
    """What questions about a decision share: the game, and the judgement on the decision (`found`)."""

    game: Game[Any]
    found: Judgement[Any]

    @property
    def view(self) -> Any:
        """What the player sees who is to decide."""
        return self.found.view

    def worded(self, text: str) -> str:
        """The marked `text` with moves in the words of this decision."""
        return text_in_words(self.game, text, self.found.phase)

    def asked_of(self, view: Any) -> Question | None:
        """The same question about another view, if somebody is to decide there."""
        return None if self.found.phase.actor(view) is None else self._asked_of(view)

    @abstractmethod
    def _asked_of(self, view: Any) -> Question: ...


def tokens(text: str) -> list[str]:
    """An answer split at blanks, commas and "and", without "the"."""
    return [part for part in re.split(r"[\s,;]+", text) if part and part.lower() not in ("and", "the")]


def not_understood(said: NamedPlayers, seats: tuple[Seat, ...]) -> Grade:
    """The grade of an answer that does not make clear who is meant; it names the players it may be."""
    them = list(said.could or seats)
    text = (
        say("question.which_of", word=said.unclear, seats=them)
        if said.unclear
        else say("question.which_seat", seats=them)
    )
    return unread(text)


def rungs_of(first: str, strong: Iterable[str], spare: Iterable[str], answer: str) -> tuple[str, ...]:
    """A ladder from `first` to `answer`, each hint once; of the `spare` ones no more than are needed for `LEAST`."""
    out = [text for text in dict.fromkeys((first, *strong)) if text and text != answer][: RUNGS - 1]
    more = (text for text in spare if text and text not in (*out, answer))
    return (*out, *islice(more, max(0, LEAST - 1 - len(out))), answer)


def deciding(found: Judgement[Any], among: Sequence[Ruling[Any]] = ()) -> str:
    """The clause that decides all rulings or `among`: the last duty that cut a move, else the basis of legal ones."""
    refused = {r.clause for r in among if r.verdict is Verdict.NOT_ALLOWED}
    last = next((s.duty.clause for s in reversed(found.found.steps) if s.duty.clause in refused), "")
    legal = next((r for r in found.rulings if r.legal), None)
    return last or found.found.basis() or (legal.clause if legal else found.phase.clause)
