"""The question which moves of a decision are legal: `Legal`."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from tutor.kernel.echo import short
from tutor.kernel.judging import Ruling, Verdict
from tutor.kernel.phase import Unreadable
from tutor.teach import ruling as words
from tutor.teach.conversation.moves import LONG, could_be, named, of_ranks, typed_word
from tutor.teach.conversation.session import Word
from tutor.teach.offers import DO, MOST_READ, SAY, verb_of
from tutor.teach.questions.base import DecisionQuestion, Grade, deciding, tokens, unread
from tutor.teach.questions.decision_hints import ladder
from tutor.teach.ruling_rows import alike, as_held, said_once
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


_ALL_BUT: Final = re.compile(r"(?:all|any|everything|anything)(?: of them)?,? (?:but|except|save)(?: for)? ", re.I)
"""How an answer begins that names the moves that are not meant."""
_BETWEEN: Final = re.compile(r"[\s,;]+|\b(?:and|or)\b")
"""What may stand between moves."""
_NO_WORDS: Final = re.compile(r"\d|\x02")
"""How a choice begins that is a number or a card."""
_THING: Final = re.compile(r"(?:an?|the|two|three|four) ")
"""How a choice begins that has no verb of its own."""
MOST_WORDS: Final = 6
"""The most words that are looked at as one move in an answer without separators."""


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
class Legal(DecisionQuestion):
    """Asks which moves are legal; graded as a set, with the rule of each missed or wrong move."""

    among: tuple[str, ...] = ()
    clause: str = field(init=False)

    def __post_init__(self) -> None:
        if self.among:
            self.found = self.found.asking(*self.among)
            self.choices: tuple[Ruling[Any], ...] = tuple({r.text: r for r in self.found.asked}.values())
        else:
            self.choices = as_held(self.game, self.found)
        self.clause = deciding(self.found, self.choices)

    @property
    def right(self) -> tuple[Ruling[Any], ...]:
        """The rulings of the legal choices."""
        return tuple(r for r in self.choices if r.legal)

    @property
    def prompt(self) -> str:
        """The question with its choices."""
        choices = [self._called(r.text) for r in self.choices]
        facts = {"choices": choices, "some": bool(self.right), "of_cards": self._of_cards, "mixed": self._mixed}
        return say("question.legal", verb=self._wording.verb, **facts)

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
        """Every choice, "none" and "all"."""
        moves = (typed_word(self.game, self.found.phase, r.text) for r in self.choices)
        return (*moves, Word("none"), Word("all"))

    def answer(self) -> str:
        """The legal choices."""
        return " ".join(r.text for r in self.right) or "none"

    def grade(self, answer: str) -> Grade:
        """Grade a set of moves, with the reason for each missed or wrong one."""
        meant, faults = self._read(answer)
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
        meant, unread = self._read(answer)
        return None if unread or meant is None else self.graded(meant)

    @cached_property
    def reasons(self) -> tuple[tuple[str, bool, str], ...]:
        """For every choice its text, whether it is legal, and the reason."""
        said = words.Rulings(self.game, self.found)
        return tuple((r.clause, r.legal, said.text(r)) for r in self.choices)

    def lines(self, rulings: Iterable[Ruling[Any]]) -> list[Block]:
        """Lines for these moves with the reasons, none said twice; moves with the same reason share a line."""
        said = words.Rulings(self.game, self.found)
        told = said_once(alike((r, said.text(r)) for r in rulings))
        return [
            Item(self._side_by_side(same), self.worded(why), same[0].clause, "yes" if same[0].legal else "no")
            for same, why in told
        ]

    def _side_by_side(self, rulings: Sequence[Ruling[Any]]) -> str:
        """Moves in a row: single cards separated by spaces, others by commas."""
        called = [self._called(r.text) for r in rulings]
        cards = [len(r.cards) == 1 and not r.cards[0].joker for r in rulings]
        beside = all(cards) and all(len(r.cards) < 2 for r in self.choices)  # else read as one play
        return ("  " if beside and not any(" " in unmarked(text) for text in called) else ", ").join(called)

    def _read(self, answer: str) -> tuple[set[str] | None, list[str]]:
        """The moves that an answer means, and what is said of parts that cannot be read."""
        answer = answer.replace('"', "")  # as they stand around what is spoken
        begun = _ALL_BUT.match(answer.strip())
        left, unread = self._read_named(answer.strip()[begun.end() if begun else 0 :])
        unread = unread or self._not_held(left or ())
        if begun is None:
            return left, unread
        return (None if left is None else {r.text for r in self.choices} - left), unread

    def _read_named(self, answer: str) -> tuple[set[str] | None, list[str]]:
        low = answer.strip().lower()
        offered = {r.text for r in self.choices}
        is_move = low in {text.lower() for text in offered}  # "no" and "none" are moves in some games
        if low == "nothing" and (whole := self._phrases(answer)):  # which may be one of the choices
            return whole, []
        if low in ("none", "nothing", "neither", "no") and not is_move:
            return set(), []
        if low in ("all", "any", "everything", "both") and not is_move:
            return {r.text for r in self.choices}, []
        whole = self._phrases(answer)
        if whole:
            return whole, []
        meant, unread, note = set(), [], ""
        for token in tokens(answer):
            try:
                move = self.found.phase.read(self.found.view, token)
                text = "" if move.cards and not self._of_cards else move.text
            except Unreadable as why:
                text, note = "", str(why)
            if text not in offered and self._is_place(token):
                meant.add(self.choices[int(token) - 1].text)  # a number of a choice, unless it is a move
            elif text:
                meant.add(text)
            else:
                unread.append(self._unread(token, note))
        if unread and (whole := self._run_together(answer)):
            return whole, []
        told = self._told_once(unread, answer, alone=not meant)
        return (meant or None), told or ([] if meant else [say("question.say_something")])

    def _told_once(self, unread: list[str], answer: str, *, alone: bool) -> list[str]:
        """What is said of unreadable parts: of several, if no other part can be read or choices are words, once."""
        whole = len(unread) > 1 and (alone or not self._of_cards)
        return [self._no_choice(short(answer.strip()))] if whole else unread

    def _not_held(self, texts: Iterable[str]) -> list[str]:
        """That moves made with other cards than those held are none of the choices."""
        others = sorted({*texts} - {r.text for r in self.choices})
        missing = [r for r in self.found.asking(*others).asked if r.verdict is Verdict.NOT_HELD]
        return [self._no_choice(self._called(r.text)) for r in missing]

    def _no_choice(self, called: str) -> str:
        return self.worded(say("question.no_choice", text=called, choices=self._marked))

    def _unread(self, token: str, note: str) -> str:
        """That a part of an answer cannot be read, and why; where the choices are words, these."""
        offered = {r.text for r in self.choices}
        several = [m for m in could_be(self.game, self.found.phase, self.found.view, token) if m.text in offered]
        if len(several) > 1:
            return say("question.which_card", them=several)
        if self._of_cards and not (token.isalpha() and len(token) > LONG):
            return say("question.unreadable", text=short(token), note=note)
        return self._no_choice(short(token))

    @cached_property
    def _of_cards(self) -> bool:
        """Whether some choice is made with cards; where none is, a card can't be meant."""
        return any(r.cards for r in self.choices)

    def _is_place(self, token: str) -> bool:
        """Whether `token` is the number of a choice; where choices are cards, that it may name, or numbers, none is."""
        if self._of_cards or any(r.text.isdigit() for r in self.choices):
            return False
        return token.isdigit() and 1 <= int(token) <= len(self.choices)

    def named(self, answer: str) -> list[str]:
        """The moves in an answer, in canonical text; the parts of one that cannot be read."""
        meant, unread = self._read(answer)
        return tokens(answer) if unread or meant is None else sorted(meant)

    def reads(self, answer: str) -> bool:
        """Whether an answer can be read as words of moves."""
        return bool(self._phrases(answer))

    def _phrases(self, answer: str) -> set[str]:
        """The choices that an answer names in words; empty if it contains anything else."""
        offered = {r.text for r in self.choices}
        plain = {text.lower(): text for text in offered}
        parts = [part for part in re.split(r"[,;]+|\band\b|\bor\b", answer) if part.strip()]
        for some in () if self._begins_with_choice(answer, plain) else (parts, [answer]):
            found = [plain.get(part.strip().lower()) or self._named(part) for part in some]
            if found and all(text in offered for text in found):
                return set(found)
        return set()

    def _begins_with_choice(self, answer: str, plain: Mapping[str, str]) -> bool:
        """Whether an answer is a choice in a word and then others (`draw 9S`), and not a phrase about these."""
        first, *rest = answer.split() or [""]
        return (
            bool(rest) and first.isalpha() and len(first) > 1 and first.lower() in plain and all(map(self._named, rest))
        )

    def _run_together(self, answer: str) -> set[str]:
        """The choices whose words make up an answer without separators (`8H stay out`); empty if more is left."""
        words, found = [word for word in _BETWEEN.split(answer) if word], set()
        while words:
            sizes = range(min(len(words), MOST_WORDS), 0, -1)
            meant = ((n, self._phrases(" ".join(words[:n]))) for n in sizes)
            size, one = next(((n, some) for n, some in meant if len(some) == 1), (0, set()))
            if not size:
                return set()
            found |= one
            words = words[size:]
        return found

    def _named(self, words: str) -> str:
        """The move with these words; "" if there is none. One with an amount of its own need not be a candidate."""
        for begun in (False, True):
            found = named(self.game, self.found.phase, self.found.view, words, begun=begun)
            if found and (not begun or found in {r.text for r in self.choices}):
                return found
        try:
            return self.found.phase.read(self.found.view, words.strip()).text
        except Unreadable:
            same = of_ranks([r.move for r in self.choices if r.move], [], words)
            return same[0].text if len(same) == 1 else ""

    def ladder(self) -> tuple[str, ...]:
        """The hints of the decision, about the choices asked about and the rule that the question is for."""
        return ladder(self.game, self.found, self.choices, self.clause, called=self._called)

    def solution(self) -> tuple[Block, ...]:
        """Every choice with its ruling."""
        return tuple(self.lines(self.choices))
