"""The question who wins a trick."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tutor.kernel.working import Chain
from tutor.teach.conversation.session import Word
from tutor.teach.questions.answer_hints import working_blocks
from tutor.teach.questions.base import Grade, not_understood
from tutor.teach.questions.value_question import ValueQuestion
from tutor.teach.text.doc import Block, Item
from tutor.teach.text.marks import mark
from tutor.teach.text.people import NamedPlayers, people
from tutor.teach.text.values import shown
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from tutor.kernel.seats import Seat


@dataclass
class Winner(ValueQuestion):
    """Asks who wins the trick of these `cards`: the value is a seat, "none" if nobody wins."""

    cards: tuple[Any, ...] = ()

    def __post_init__(self) -> None:
        super().__post_init__()
        self.nobody = say("question.nobody")

    @property
    def winner(self) -> Seat:
        """The seat that wins, empty if nobody does."""
        return "" if self.value == "none" else str(self.value)

    def words(self) -> tuple[Word, ...]:
        """The players and nobody."""
        return (*self.named_seats(), Word("nobody"))

    def grade(self, answer: str) -> Grade:
        """A seat, by either name, or nobody."""
        drawn = answer.strip().lower() in ("draw", "drawn", "tie", "tied")
        said = NamedPlayers() if drawn else people(self.names, self.seats).read(answer)
        if not said.understood or len(said.seats) > 1:
            return not_understood(said, self.seats)
        return self.graded(said.seats == ((self.winner,) if self.winner else ()))

    @property
    def answer_key(self) -> Hashable:
        """The winner."""
        return self.winner

    @property
    def hardness(self) -> int:
        """By the number of cards."""
        return 2 + len(self.cards)

    def wrong_answers(self) -> Iterator[str]:
        """The other players, and nobody."""
        yield from (seat for seat in self.seats if seat != self.winner)
        if self.winner:
            yield "nobody"

    def narrower(self) -> Iterator[str]:
        """The cards, who may have won, and two who have not."""
        if self.cards:
            yield say("hint.fact_cards", them=shown(self.cards))
        yield self.who_may()
        yield from (say("hint.fact_not", it=mark("s", s)) for s in [s for s in self.seats if s != self.winner][:2])

    def explained(self) -> str:
        """Why the trick is won so."""
        return self.why

    def solution(self) -> tuple[Block, ...]:
        """The winner and why, card by card."""
        told = not isinstance(self.working, Chain)
        return (Item("", self.why, self.clause), *working_blocks(self.computation, told=told))
