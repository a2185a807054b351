"""How answers to "which of these are legal?" are read: by words, by numbers, run together, or as all but some."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from tutor.kernel.echo import short
from tutor.kernel.judging import Judgement, Ruling, Verdict
from tutor.kernel.phase import Unreadable
from tutor.teach.conversation.moves import LONG, could_be, named, of_ranks
from tutor.teach.questions.base import tokens
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.phrases import text_in_words
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from tutor.kernel.game import Game

_ALL_BUT: Final = re.compile(r"(?:all|any|everything|anything)(?: of them)?,? (?:but|except|save)(?: for)? ", re.I)
"""How an answer begins that names the moves that are not meant."""
_BETWEEN: Final = re.compile(r"[\s,;]+|\b(?:and|or)\b")
"""What may stand between moves."""
NOTHING: Final = "nothing"
"""The word in what a move is called that does nothing, by which alone it is named, too."""
MOST_WORDS: Final = 6
"""The most words that are looked at as one move in an answer without separators."""


@dataclass(frozen=True)
class ChoiceReader:
    """Reads answers that name some of the `choices` of a decision; `called` puts one in words, by its text."""

    game: Game[Any]
    found: Judgement[Any]
    choices: tuple[Ruling[Any], ...]
    called: Callable[[str], str]

    @cached_property
    def nothing(self) -> set[str]:
        """The choice that is called so: to say, announce or lay away nothing; empty if there is none."""
        return {r.text for r in self.choices if NOTHING in unmarked(self.called(r.text)).split()}

    def read(self, answer: str) -> tuple[set[str] | None, list[str]]:
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
        whole = self._nothing_meant(low) if not is_move else set()
        if whole:
            return whole, []
        if low in ("none", NOTHING, "neither", "no") and not is_move:
            return set(), []
        if low in ("all", "any", "everything", "both") and not is_move:
            return {r.text for r in self.choices}, []
        whole = self.phrases(answer)
        if whole:
            return whole, []
        meant, unread, note = set(), [], ""
        for token in tokens(answer):
            try:
                move = self.found.phase.read(self.found.view, token)
                text = "" if move.cards and not self.of_cards else move.text
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

    def _nothing_meant(self, low: str) -> set[str]:
        """The choice that does nothing, if an answer means it; a pass is no answer "none"."""
        if low not in (NOTHING, "none"):
            return set()
        return self.nothing or (self.phrases(NOTHING) if low == NOTHING else set())

    def _told_once(self, unread: list[str], answer: str, *, alone: bool) -> list[str]:
        """What is said of unreadable parts: of several, if no other part can be read or choices are words, once."""
        whole = len(unread) > 1 and (alone or not self.of_cards)
        return [self._no_choice(short(answer.strip()))] if whole else unread

    def _not_held(self, texts: Iterable[str]) -> list[str]:
        """That moves made with other cards than those held are none of the choices."""
        others = sorted({*texts} - {r.text for r in self.choices})
        missing = [r for r in self.found.asking(*others).asked if r.verdict is Verdict.NOT_HELD]
        return [self._no_choice(self.called(r.text)) for r in missing]

    def _no_choice(self, called: str) -> str:
        marked = [mark("m", r.text) for r in self.choices]
        return text_in_words(self.game, say("question.no_choice", text=called, choices=marked), self.found.phase)

    def _unread(self, token: str, note: str) -> str:
        """That a part of an answer cannot be read, and why; where the choices are words, these."""
        offered = {r.text for r in self.choices}
        several = [m for m in could_be(self.game, self.found.phase, self.found.view, token) if m.text in offered]
        if len(several) > 1:
            return say("question.which_card", them=several)
        if self.of_cards and not (token.isalpha() and len(token) > LONG):
            return say("question.unreadable", text=short(token), note=note)
        return self._no_choice(short(token))

    @cached_property
    def of_cards(self) -> bool:
        """Whether some choice is made with cards; where none is, a card can't be meant."""
        return any(r.cards for r in self.choices)

    def _is_place(self, token: str) -> bool:
        """Whether `token` is the number of a choice; where choices are cards, that it may name, or numbers, none is."""
        if self.of_cards or any(r.text.isdigit() for r in self.choices):
            return False
        return token.isdigit() and 1 <= int(token) <= len(self.choices)

    def phrases(self, answer: str) -> set[str]:
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
            meant = ((n, self.phrases(" ".join(words[:n]))) for n in sizes)
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
