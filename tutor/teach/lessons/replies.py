"""What an author says to wrong answers, and to legal moves that are not as good as the example's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tutor.teach.lessons.sandbox import lesson_sentence
from tutor.teach.questions import MakeMove, Question
from tutor.teach.questions.answer_meaning import same_answer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from tutor.teach.lessons.model import LessonStep

ANY_OTHER: Final = "*"
"""The answer that stands for every one that is not named: a wrong one, or a legal move that the step does not name."""


def replies_of(step: LessonStep, facts: Mapping[str, Any]) -> dict[str, str]:
    """The finished sentences of a step's `replies` that say something, by answer."""
    return {answer: lesson_sentence(text, facts) for answer, text in step.replies.items() if text}


@dataclass(frozen=True)
class AuthorReplies:
    """The `replies` of a step: sentences by the answers they are said to, in any form in which these can be typed.

    An answer with an empty sentence is one to which the author says nothing, whatever `*` says to the others.
    """

    question: Question
    said: Mapping[str, str]
    welcome: tuple[str, ...] = ()
    """The example's move and those that `*` does not mean."""

    @classmethod
    def of(cls, step: LessonStep, question: Question, said: Mapping[str, str]) -> AuthorReplies:
        """The replies of `step`; `said` are their finished sentences."""
        silent = [answer for answer, text in step.replies.items() if not text]
        return cls(question, said, (step.play, *step.also, *silent) if step.play else ())

    def to(self, answer: str) -> str:
        """What is said to `answer`, which is wrong or a legal move; "" if the author says nothing."""
        meant = self._meant(answer)
        for one, sentence in self._said:
            if self._same(one, meant):
                return sentence
        return "" if self._is_welcome(meant) else self.said.get(ANY_OTHER, "")

    def is_general(self, sentence: str) -> bool:
        """Whether `sentence` is the one for all answers that are not named."""
        return bool(sentence) and sentence == self.said.get(ANY_OTHER, "")

    def welcomes(self, answer: str) -> bool:
        """Whether the author has nothing against this move."""
        return self._is_welcome(self._meant(answer))

    def _is_welcome(self, meant: str) -> bool:
        return any(self._same(one, meant) for one in self._welcome)

    @cached_property
    def _said(self) -> Sequence[tuple[str, str]]:
        """The answers with sentences of their own; moves in canonical text."""
        return [(self._meant(one), sentence) for one, sentence in self.said.items() if one != ANY_OTHER]

    @cached_property
    def _welcome(self) -> Sequence[str]:
        return list(map(self._meant, self.welcome))

    def _meant(self, answer: str) -> str:
        """A move in canonical text, which takes long where there are many; other answers as they are."""
        return self.question.made(answer) if isinstance(self.question, MakeMove) else answer

    def _same(self, one: str, other: str) -> bool:
        question: Any = self.question
        return one == other if isinstance(question, MakeMove) else same_answer(question, one, other)
