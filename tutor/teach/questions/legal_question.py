"""The question which moves of a decision are legal: `Legal`; and what it shares with the question for a move."""

from __future__ import annotations

import re
from abc import abstractmethod
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from tutor.kernel.judging import Ruling, judge
from tutor.kernel.moves import Combo
from tutor.teach.conversation.moves import typed_word
from tutor.teach.conversation.session import Word
from tutor.teach.questions.base import DecisionQuestion, Grade, deciding, tokens, unread
from tutor.teach.questions.choice_reading import ChoiceReader
from tutor.teach.questions.decision_hints import ladder
from tutor.teach.rulings import ruling as words
from tutor.teach.rulings.offers import DO, MOST_READ, SAY, verb_of
from tutor.teach.rulings.ruling_rows import Row, alike, as_held, said_once
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import NO_BREAK, in_one_piece, mark, unmarked
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Sequence


LONG: Final = 3
"""Choices of more words than these stand one a line."""
_NO_WORDS: Final = re.compile(r"\d|\x02")
"""How a choice begins that is a number or a card."""
_THING: Final = re.compile(r"(?:an?|the|two|three|four) ")
"""How a choice begins that has no verb of its own."""


class _Wording(NamedTuple):
    """How choices are called: the `verb` that asks for them, how each begins (left out), whether they are `spoken`."""

    verb: str
    begun: str = ""
    spoken: bool = False


class GradedMoves(NamedTuple):
    """The rulings of an answer: legal ones named, illegal ones named, legal ones missing, moves not asked about."""

    right: tuple[Ruling[Any], ...]
    extra: tuple[Ruling[Any], ...]
    missing: tuple[Ruling[Any], ...]
    spare: tuple[Ruling[Any], ...]

    @property
    def tone(self) -> Literal["", "bad"]:
        """How a wrong answer is told: what is right as far as it goes is not crossed out."""
        return "" if self.right and not self.extra else "bad"


@dataclass
class MovesQuestion(DecisionQuestion):
    """What questions share whose answers are moves."""

    @property
    @abstractmethod
    def rows(self) -> Legal:
        """The moves asked about with their rulings."""

    @abstractmethod
    def named(self, answer: str) -> list[str]:
        """The moves in an answer, in canonical text; the parts of one that cannot be read."""

    @abstractmethod
    def reads(self, answer: str) -> bool:
        """Whether an answer can be read as words of moves."""

    @property
    def answer_and_reasons(self) -> Hashable:
        """Every move with its ruling."""
        return tuple((r.text, said) for r, said in zip(self.rows.choices, self.rows.reasons, strict=True))


@dataclass
class Legal(MovesQuestion):
    """Asks which moves are legal; graded as a set, with the rule of each missed or wrong move."""

    among: tuple[str, ...] = ()
    besides: bool = False
    """Whether one may also do nothing, which is not among the choices."""
    clause: str = field(init=False)

    def __post_init__(self) -> None:
        if self.among:
            self.found = self.found.asking(*self.among)
            self.choices: tuple[Ruling[Any], ...] = tuple({r.text: r for r in self.found.asked}.values())
        else:
            self.choices = as_held(self.game, self.found)
        self.clause = deciding(self.found, self.choices)

    @cached_property
    def _reader(self) -> ChoiceReader:
        return ChoiceReader(self.game, self.found, self.choices, self._called)

    @cached_property
    def nothing(self) -> set[str]:
        """The choice to say, announce or lay away nothing; empty if there is none."""
        return self._reader.nothing

    @property
    def right(self) -> tuple[Ruling[Any], ...]:
        """The rulings of the legal choices."""
        return tuple(r for r in self.choices if r.legal)

    @property
    def prompt(self) -> str:
        """The question with its choices, one a line if they would run into each other: long ones, or several cards."""
        called = [self._called(r.text) for r in self.choices]
        choices = list(map(in_one_piece, called))
        apart = any(len(r.cards) > 1 for r in self.choices) or any(len(text.split()) > LONG for text in called)
        facts = {"some": bool(self.right), "of_cards": self._reader.of_cards, "mixed": self._mixed}
        facts["or_none"] = not self.nothing
        asked = say("question.legal", verb=self._wording.verb, choices=() if apart else choices, **facts)
        return "\n".join([asked, *(f"{NO_BREAK}{NO_BREAK}{text}" for text in choices if apart)])

    @property
    def _mixed(self) -> bool:
        """Whether no verb fits all choices: they have verbs of their own, or only some of them are plays of cards."""
        some_words = len({bool(r.move and r.move.word) for r in self.choices}) > 1
        return not self._wording.begun and (self._wording.verb == DO or some_words)

    @cached_property
    def _wording(self) -> _Wording:
        """How the choices are asked for and called, by the first of them."""
        verb = verb_of(self.game, self.found, [r.text for r in self.choices])
        own, choices = f"{self.found.phase.verb} ", list(map(self.worded, self._marked[:MOST_READ]))
        if verb == DO and all(text.startswith(own) or _THING.match(text) for text in choices):  # lay away: nothing, 2♥
            return _Wording(self.found.phase.verb, begun=own)
        return _Wording(verb, spoken=verb == SAY and not any(map(_NO_WORDS.match, choices)))

    def _called(self, text: str, *, listed: bool = False) -> str:
        """A move as it is called here: without the question's verb, in quotes if it is spoken, or words in a list."""
        words = self.worded(mark("m", text))
        quoted = self._wording.spoken or (listed and not self._wording.begun and not _NO_WORDS.search(words))
        return say("move.quoted", words=words) if quoted else words.removeprefix(self._wording.begun)

    @property
    def _marked(self) -> list[str]:
        """The choices, to be put in words."""
        return [mark("m", r.text) for r in self.choices]

    def words(self) -> tuple[Word, ...]:
        """Every choice, "none" if that is none of them, and "all"."""
        moves = (typed_word(self.game, self.found.phase, r.text) for r in self.choices)
        return (*moves, *([] if self.nothing else [Word("none")]), Word("all"))

    @property
    def rows(self) -> Legal:
        """Itself."""
        return self

    def answer(self) -> str:
        """The legal choices."""
        return " ".join(r.text for r in self.right) or "none"

    @property
    def answer_key(self) -> Hashable:
        """The legal choices."""
        return frozenset(r.text for r in self.right)

    @property
    def hardness(self) -> int:
        """By the number of choices."""
        return 2 + len(self.choices)

    def wrong_answers(self) -> Iterator[str]:
        """None of them, too few, too many, all."""
        right = [r.text for r in self.right]
        wrong = [r.text for r in self.choices if not r.legal]
        if right and not self.nothing:  # which "none" means where it is a choice
            yield "none"
        if len(right) > 1:
            yield " ".join(right[1:])
        if wrong:
            yield " ".join((*right, wrong[0]))
            yield wrong[-1]
            yield "all"

    def _asked_of(self, view: Any) -> Legal:
        found = judge(self.found.phase, view, [r.text for r in self.choices])
        return Legal(self.game, found._replace(rulings=found.asked), besides=self.besides)

    def grade(self, answer: str) -> Grade:
        """Grade a set of moves, with the reason for each missed or wrong one."""
        meant, faults = self._reader.read(answer)
        if faults or meant is None:
            return unread(*faults)
        one = self.graded(meant)
        return Grade(not one.extra and not one.missing, lambda: self._said(one))

    def _said(self, one: GradedMoves) -> tuple[Block, ...]:
        """What is said of an answer: the reason of each missed or wrong move, of all if none is."""
        spare = say("question.not_offered", moves=[mark("m", r.text) for r in one.spare])
        unasked = [Para(self.worded(spare), "dim")] if one.spare else []
        if not one.extra and not one.missing:
            return (Para(say("question.right"), "good"), *self.lines(self.right), *unasked)
        return (Para(self.told(one), one.tone), *self.lines((*one.extra, *one.missing)), *unasked)

    def graded(self, meant: set[str]) -> GradedMoves:
        """Sort a set of moves by whether they are right."""
        named = self.found.asking(*sorted(meant - {r.text for r in self.choices})).asked
        return GradedMoves(
            right=tuple(r for r in self.right if r.text in meant),
            extra=(*(r for r in self.choices if r.text in meant and not r.legal), *(r for r in named if not r.legal)),
            missing=tuple(r for r in self.right if r.text not in meant),
            spare=tuple(r for r in named if r.legal),
        )

    def told(self, one: GradedMoves, block: str = "slip.moves") -> str:
        """Which moves are right, wrong and missing, in words; with `slip.moves_first` only how many are missing."""
        right, extra, missing = ([self._called(r.text, listed=True) for r in some] for some in one[:3])
        named = {r.text for some in (one.right, one.extra) for r in some}
        others = sum(r.text not in named for r in self.choices)
        return say(block, right=right, extra=extra, missing=missing, others=others)

    def taken(self, answer: str) -> GradedMoves | None:
        """The moves of an answer, sorted; None if it cannot be read."""
        meant, unread = self._reader.read(answer)
        return None if unread or meant is None else self.graded(meant)

    @cached_property
    def reasons(self) -> tuple[tuple[str, bool, str], ...]:
        """For every choice its text, whether it is legal, and the reason."""
        said = words.Rulings(self.game, self.found)
        return tuple((r.clause, r.legal, said.text(r)) for r in self.choices)

    def lines(self, rulings: Iterable[Ruling[Any]]) -> list[Block]:
        """Lines for these moves with the reasons, none said twice; moves with the same reason share a line."""
        said = words.Rulings(self.game, self.found)
        return self.told_in_rows(alike((r, said.text(r)) for r in rulings))

    def told_in_rows(self, told: Iterable[Row]) -> list[Block]:
        """Lines for rows of moves, without what a row before says."""
        return [self.line(self.called(same), same, why) for same, why in said_once(told)]

    def line(self, called: str, same: Sequence[Ruling[Any]], why: str) -> Item:
        """A line for moves that are `called` so, with the reason."""
        return Item(called, self.worded(why), same[0].clause, "yes" if same[0].legal else "no")

    def called(self, rulings: Sequence[Ruling[Any]], shown: int = 0) -> str:
        """The moves of a line, or the first that are `shown` and that there are others; 0 shows all."""
        if not shown or len(rulings) < shown + 2:
            return self._side_by_side(rulings)
        return say("question.and_others", moves=self._side_by_side(rulings[:shown]))

    def _side_by_side(self, rulings: Sequence[Ruling[Any]]) -> str:
        """Moves in a row: single cards separated by spaces, others by commas."""
        called = [self._called(r.text) for r in rulings]
        cards = [len(r.cards) == 1 and not r.cards[0].joker for r in rulings]
        several = any(len(r.cards) > 1 or isinstance(r.move, Combo) for r in self.choices)
        beside = all(cards) and not several  # else read as one play
        return ("  " if beside and not any(" " in unmarked(text) for text in called) else ", ").join(called)

    def named(self, answer: str) -> list[str]:
        """The moves in an answer, in canonical text; the parts of one that cannot be read."""
        meant, unread = self._reader.read(answer)
        return tokens(answer) if unread or meant is None else sorted(meant)

    def reads(self, answer: str) -> bool:
        """Whether an answer can be read as words of moves."""
        return bool(self._reader.phrases(answer))

    def ladder(self) -> tuple[str, ...]:
        """The hints of the decision, about the choices asked about and the rule that the question is for."""
        return ladder(self.game, self.found, self.choices, self.clause, called=self._called)

    def solution(self) -> tuple[Block, ...]:
        """Every choice with its ruling."""
        return tuple(self.lines(self.choices))
