"""Looking words up in rulebooks, from the command line and inside every conversation."""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tutor.kernel.by_name import load, names
from tutor.teach.drills.start import drill_session
from tutor.teach.lessons.course import course
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves
from tutor.teach.practice.start import practice_request
from tutor.teach.progress.store import Store
from tutor.teach.rulebooks.lookup import WEIGHT, search, stem
from tutor.teach.rulebooks.reading import MOST, none_found, rules_doc
from tutor.teach.rulebooks.rulebook import Clause, rulebook
from tutor.teach.text.doc import Doc, Item, Para
from tutor.teach.text.values import capital, number
from tutor.teach.text.words import say

if TYPE_CHECKING:
    from pathlib import Path

every_game = pytest.mark.parametrize("game", names())
WORD = re.compile(r"[^\W\d_]{4,}")


def words_in(text: str) -> list[str]:
    """The words of some length in a text, but for those that are never looked for."""
    return sorted(set(WORD.findall(text.casefold())) - set(say("reading.small").split()))


def has(clause: Clause, word: str) -> bool:
    """Whether the clause has just this word in any place that is looked at, read another way than the search does."""
    said = f"{clause.title}\n{clause.rule}\n{clause.text}\n{clause.id.partition('.')[2]}"
    return re.search(rf"(?<![^\W_]){word}(?![^\W_])", said, re.I) is not None


@pytest.mark.parametrize(
    ("forms", "common"),
    [
        (("trick", "tricks", "Tricks", "trick's", "tricks’"), "trick"),
        (("bid", "bids", "bidding"), "bid"),
        (("marriage", "marriages"), "marriag"),
        (("declare", "declares", "declared", "declaring", "declaration", "declarations"), "declar"),
        (("pass", "passes", "passed", "passing"), "pass"),
        (("penalty", "penalties"), "penalty"),
        (("three", "3"), "3"),
        (("box", "boxes"), "box"),
        (("call", "calls", "called", "calling"), "call"),
        (("ace", "aces"), "ace"),
        (("king",), "king"),
    ],
)
def test_the_forms_of_a_word_are_one_word(forms: tuple[str, ...], common: str) -> None:
    assert {stem(form) for form in forms} == {common}


@every_game
def test_a_clause_is_found_by_any_word_that_it_has(game: str) -> None:
    clauses = sorted(rulebook(game).clauses.values())
    chosen = Random(7).sample(clauses, min(12, len(clauses)))
    for clause in chosen:
        for word in words_in(clause.text)[::3]:
            found = search(game, word)
            assert found.every and not found.replaced, word
            there = {one.id for one in found.clauses}
            assert clause.id in there, (word, clause.id)
            assert there >= {one.id for one in rulebook(game).clauses.values() if has(one, word)}, word


@every_game
def test_what_has_the_word_in_its_title_comes_first(game: str) -> None:
    assert WEIGHT["title"] > WEIGHT["id"] > WEIGHT["rule"] > WEIGHT["text"]
    assert not any('"' in clause.title for clause in rulebook(game).clauses.values()), "titles are told in quotes"
    for clause in rulebook(game).clauses.values():
        for word in words_in(clause.title):
            found = search(game, word).clauses
            titled = [stem(word) in map(stem, re.findall(r"[^\W_]+", one.title)) for one in found]
            assert clause in found and titled == sorted(titled, reverse=True), word


@every_game
def test_several_words_narrow_it(game: str) -> None:
    clauses = sorted(rulebook(game).clauses.values())
    for clause in Random(11).sample(clauses, min(8, len(clauses))):
        words = words_in(clause.text)[:3]
        found = search(game, " the ".join(words))
        assert found.every and clause in found.clauses
        assert set(found.clauses) <= set(search(game, words[0]).clauses)
        assert found.clauses == search(game, " ".join(words)).clauses


def first_line(doc: Doc) -> str:
    assert doc and isinstance(doc[0], Para)
    return doc[0].text


def test_it_says_how_many_there_are_and_shows_the_best() -> None:
    for game, word in (("tyzicha", "suit"), ("tute", "trick"), ("kaiser", "trumps"), ("tresette", "points")):
        every = search(game, word).clauses
        doc = rules_doc(load(game), word) or ()
        shown = [block.clause for block in doc if isinstance(block, Item)]
        assert shown == [clause.id for clause in every[:MOST]]
        said = first_line(doc)
        assert said.startswith((capital(number(len(every))), str(len(every)))), said
        assert ("another word narrows it" in said) == (len(every) > MOST)


def test_names_of_clauses_sections_and_titles_are_what_they_are() -> None:
    for game in names():
        book = rulebook(game)
        for clause in book.clauses.values():
            for wanted in (clause.id, clause.id.partition(".")[2], clause.title, clause.title.upper(), clause.section):
                doc = rules_doc(load(game), wanted) or ()
                if f"{game}.{wanted.lower()}" in book.clauses and wanted == clause.section:
                    continue  # a clause is called like its section, and an id goes before
                assert clause.id in [block.clause for block in doc if isinstance(block, Item)], wanted
                assert isinstance(doc[0], Item) and (wanted.isalpha() or all(isinstance(x, Item) for x in doc)), wanted
    others = [block for block in rules_doc(load("truc"), "win") or () if isinstance(block, Item)]
    assert others[0].clause == "truc.win" and "truc.end" in [block.clause for block in others[1:]]


def test_other_words_for_the_same_and_slips_of_spelling() -> None:
    assert first_line(rules_doc(load("tute"), "marriage") or ()).startswith(
        'Nothing speaks of "marriage" by that name.'
    )
    assert {c.id for c in search("tute", "marriage").clauses} >= {"tute.declare.cuarenta", "tute.declare.veinte"}
    assert search("tyzicha", "mariage").clauses == search("tyzicha", "marriage").clauses
    assert search("kaiser", "decla").clauses == search("kaiser", "declarers").clauses
    assert rules_doc(load("strange"), "nosuch") is None
    assert rules_doc(load("strange"), "\x02qqq\x03\x1b[31m") is None


def test_a_short_word_is_not_the_beginning_of_another() -> None:
    assert not search("spinado", "bet").clauses
    assert search("spinado", "matri").clauses


def test_the_command_takes_words_with_and_without_quotation_marks(tmp_path: Path) -> None:
    bare, quoted = (
        command("rules", "tute", "last", "trick", home=tmp_path),
        command("rules", "tute", "last trick", home=tmp_path),
    )
    assert bare.returncode == 0 and bare.stdout == quoted.stdout
    assert "(tute.score.bonus)" in bare.stdout
    missing = command("rules", "tute", "zzzz", home=tmp_path)
    assert (missing.returncode, missing.stderr) == (2, f"tutor: {none_found(load('tute'), 'zzzz')}\n")


@pytest.mark.parametrize("game", ["tyzicha", "tute", "kaiser", "big-two", "last-one", "trente-et-quarante"])
def test_it_is_the_same_in_every_conversation(game: str, tmp_path: Path, quick_thought: None) -> None:
    word = max(WORD.findall(next(iter(rulebook(game).clauses.values())).text), key=len)
    store = Store(None)
    practice = Practice(practice_request(load(game), seed=3, level=1), store, Saves(load(game), tmp_path))
    for session in (course(load(game), "1", store), drill_session(load(game), store, seed=4), practice):
        session.begin()
        assert session.tell(f"rules {word}").doc == rules_doc(load(game), word)
        assert [block for block in session.tell("rules zzzz").doc if isinstance(block, Para)] == [
            Para(none_found(load(game), "zzzz"), "warn")
        ]
