"""Search a rulebook for words in any of their forms; the clauses found are ranked."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from tutor.kernel.spelling import nearest
from tutor.teach.rulebooks.rulebook import Clause, rulebook
from tutor.teach.text.values import number
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from collections.abc import Mapping

WEIGHT: Final = {"title": 8, "id": 5, "rule": 3, "text": 1}
"""The weight of a word by the part of the clause it is in."""
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_NUMBERS: Final = {number(value): str(value) for value in range(13)}
_PLURALS: Final = (("sses", "ss"), ("ies", "y"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ss", "ss"), ("s", ""))
_FORMS: Final = ("ation", "ing", "ed")
_SHORTEST: Final = 3
LEAST: Final = 4
"""The fewest letters that may be the beginning of another word, or misspelt: "bet" is not found in "between"."""


class SearchResult(NamedTuple):
    """The result of a search: `clauses`, best first; whether they have `every` word.

    `meant` are the words typed, except that words that the rulebook lacks are `replaced` by synonyms or by those
    nearest in spelling.
    """

    clauses: tuple[Clause, ...]
    every: bool
    meant: str
    replaced: bool


def search(game: str, wanted: str) -> SearchResult:
    """Search the titles, ids, rules and texts of a game's clauses for `wanted`; finds those with most of its words."""
    there = _words_of(game)
    typed = _WORD.findall(wanted.casefold())
    small = say("reading.small").split()
    typed = [word for word in typed if word not in small] or typed
    meant = [known for word in typed for known in _known(word, game)]
    stems = [_stems(word, game) for word in meant]
    scored = []
    for clause, words in there:
        marks = [max((words[stem] for stem in wished if stem in words), default=0.0) for wished in stems]
        scored.append((sum(mark > 0 for mark in marks), sum(marks) + _together(clause, wanted), clause))
    most = max((hits for hits, _, _ in scored), default=0)
    best = sorted((one for one in scored if one[0] == most > 0), key=lambda one: -one[1])
    return SearchResult(tuple(clause for _, _, clause in best), most == len(stems), " ".join(meant), meant != typed)


def stem(word: str) -> str:
    """The stem of a word, shared by its forms: tricks and trick, bidding and bid, marriages and marriage."""
    word = word.casefold().replace("’", "'").removesuffix("'s").removesuffix("'")
    if word in _NUMBERS:
        return _NUMBERS[word]
    for ending, instead in _PLURALS:
        if word.endswith(ending) and len(word) >= len(ending) + _SHORTEST - len(instead):
            word = word.removesuffix(ending) + instead
            break
    for ending in _FORMS:
        bare = word.removesuffix(ending)
        if bare != word and len(bare) >= _SHORTEST:
            twice = len(bare) > _SHORTEST and bare[-1] == bare[-2] and bare[-1] not in "ls"
            return bare[:-1] if twice else bare
    return word.removesuffix("e") if len(word) > _SHORTEST else word


@cache
def _words_of(game: str) -> tuple[tuple[Clause, Mapping[str, float]], ...]:
    """Each clause with the weights of its words by stem; frequent words weigh a little more."""
    out = []
    for clause in rulebook(game).clauses.values():
        worth: dict[str, float] = {}
        places = {"text": clause.text, "rule": clause.rule, "id": clause.id.partition(".")[2], "title": clause.title}
        for place, text in places.items():
            for word in _WORD.findall(text.casefold()):
                was = worth.get(stem(word), 0.0)
                worth[stem(word)] = max(was, float(WEIGHT[place])) + 0.05
        out.append((clause, worth))
    return tuple(out)


@cache
def _vocabulary(game: str) -> frozenset[str]:
    """Every word of a rulebook, unstemmed."""
    clauses = rulebook(game).clauses.values()
    return frozenset(word for c in clauses for word in _WORD.findall(f"{c.title} {c.rule} {c.text}".casefold()))


def _stems(word: str, game: str) -> set[str]:
    """The stems to search for `word`: its own, or if no clause has that, all that begin with it."""
    own = stem(word)
    every = _all_stems(game)
    return {own} & every if own in every or len(own) < LEAST else {one for one in every if one.startswith(own)}


@cache
def _all_stems(game: str) -> frozenset[str]:
    return frozenset(one for _, words in _words_of(game) for one in words)


def _known(word: str, game: str) -> list[str]:
    """The word itself if the rulebook has it or words that begin with it; else synonyms, or words spelt like it."""
    if _stems(word, game):
        return [word]
    for pair in say("reading.same").split(","):
        other, _, same = pair.partition("=")
        if stem(other) == stem(word) and all(_stems(one, game) for one in same.split()):
            return same.split()
    alike = sorted(one for one in _vocabulary(game) if one[0] == word[0]) if len(word) >= LEAST else []
    return [nearest(word, alike, 0.8) or word]


def _together(clause: Clause, wanted: str) -> float:
    """A bonus for a clause that has the words next to each other as typed."""
    low = wanted.casefold().strip()
    return 2.0 if " " in low and low in f"{clause.title}\n{clause.rule}\n{clause.text}".casefold() else 0.0
