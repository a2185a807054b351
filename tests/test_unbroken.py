"""Nothing is broken at the end of a line that belongs together: no word, card, move, clause, or number of a choice.

What a narrow window shows is held against a wide one: a piece that only the narrow one has was broken off. And prose
beside the id of a clause keeps the room that it needs.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import LONG, share
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import RANK_NAMES, SUIT_NAMES
from tutor.kernel.game import Game
from tutor.teach.drills.drill import make
from tutor.teach.drills.start import drill_session
from tutor.teach.lessons.course import course
from tutor.teach.overview.games_list import game_doc, games_doc
from tutor.teach.overview.games_map import map_doc
from tutor.teach.overview.index import headlines
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves
from tutor.teach.practice.start import practice_request
from tutor.teach.progress.home import home_doc
from tutor.teach.progress.report import lessons_doc
from tutor.teach.progress.store import Store
from tutor.teach.questions import WhichClause
from tutor.teach.rulebooks.reading import rules_doc
from tutor.teach.rulebooks.rulebook import rulebook
from tutor.teach.rulings.explain import fields_doc
from tutor.teach.text.doc import ColumnsBlock, Doc, Item, Para
from tutor.teach.text.marks import mark, split
from tutor.ui.marks import card
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions, Suits
from tutor.ui.wrap import cells

if TYPE_CHECKING:
    from pathlib import Path

every_game = pytest.mark.parametrize("game", names())
some_games = pytest.mark.parametrize("game", share(names(), 3))
WIDTHS = (40, 60, 80)
SUITS: tuple[Suits, ...] = ("symbols", "words")
WIDE = 200
CARD = re.compile(rf"(?:{'|'.join(RANK_NAMES.values())}) of (?:{'|'.join(SUIT_NAMES.values())})")
CHOICES = re.compile(r"\\n1\. ")


def pieces(text: str) -> set[str]:
    """What stands between blanks, without the marks, signs between and capitals that differ from window to window."""
    found = {piece.rstrip(":;.,").casefold() for piece in re.sub(r"[()─·]", " ", text).split()}
    return found - {""}


def cards(doc: Doc) -> Counter[str]:
    """The cards that are marked as such in the texts of a document."""
    texts = [
        text for block in doc if isinstance(block, Para | Item) for text in (block.text, getattr(block, "label", ""))
    ]
    marks = [value for text in texts for kind, value in split(text) if kind == "c"]
    return Counter(said for said in (card(value, "words") for value in marks) if " of " in said)


def broken(doc: Doc, seats: dict[str, str]) -> list[str]:
    """What is broken in the document in any of the windows, with the window."""
    out = []
    for suits in SUITS:
        for plain in (False, True):
            wide = pieces(render(doc, RenderOptions(WIDE, suits=suits), seats))
            wide |= pieces(render(doc, RenderOptions(WIDE, suits=suits, plain=plain), seats))
            for width in WIDTHS:
                lines = render(doc, RenderOptions(width, suits=suits, plain=plain), seats).splitlines()
                rests = [whole for whole in wide if cells(whole) > width - 4]  # too long for a line
                short = {piece for piece in pieces("\n".join(lines)) - wide if cells(piece) < width - 12}
                out += [f"{width}: {piece}" for piece in short if not any(whole.endswith(piece) for whole in rests)]
                if suits == "words":
                    said = Counter(card for line in lines for card in CARD.findall(line.casefold()))
                    out += [f"{width}: {card}" for card in cards(doc) - said]
                if CHOICES.search("".join(map(str, doc))):
                    out += [f"{width}: {line}" for line in lines if re.fullmatch(r"\d\.", line)]
    return out


def spoken(game: Game[Any], tmp_path: Path) -> list[tuple[Doc, dict[str, str]]]:
    """A good part of what is said of a game: read, in lessons, in drills, at the table."""
    store = Store(None)
    progress = store.progress()
    read = (rules_doc(game) or (), game_doc(game, progress), fields_doc(game), lessons_doc(game.name, progress))
    out: list[tuple[Doc, dict[str, str]]] = [(doc, {}) for doc in read]
    rng = Random(game.name)
    for which in rng.sample(range(1, min(5, len(headlines(game.name))) + 1), 1):
        lesson = course(game, str(which), store)
        out.append((lesson.begin().doc, dict(lesson.names)))
        while not lesson.finished:
            for line in ("show", "hint", "skip"):
                out.append((lesson.tell(line).doc, dict(lesson.names)))
    drill = drill_session(game, store, count=4, seed=5)
    out.append((drill.begin().doc, dict(drill.names)))
    while not drill.finished:
        out += [(drill.tell(line).doc, dict(drill.names)) for line in ("help", "skip", "") if not drill.finished]
    play = Practice(practice_request(game, seed=3, level=1), store, Saves(game, tmp_path))
    out.append((play.begin().doc, dict(play.names)))
    for _ in range(4):
        if not play.match.due:
            break
        out += [(play.tell(line).doc, dict(play.names)) for line in ("show", "legal", "legal", "rules")]
        move = rng.choice(play.match.judged().legal).text
        out.append((play.tell(move).doc, dict(play.names)))
    return out


@some_games
@pytest.mark.usefixtures("quick_thought")
def test_nothing_that_belongs_together_is_broken(game: str, tmp_path: Path) -> None:
    found = [fault for doc, seats in spoken(load(game), tmp_path) for fault in broken(doc, seats)]
    assert not found, found[:10]


def test_nor_on_the_pages_that_are_of_no_game() -> None:
    progress = Store(None).progress()
    for doc in (home_doc(Store(None)), games_doc(progress), map_doc(progress)):
        assert not broken(doc, {})


@pytest.mark.parametrize("width", WIDTHS)
@every_game
def test_the_clause_stands_at_the_end_of_the_text_in_brackets(game: str, width: int) -> None:
    """In one place only, so that it is known again; it takes no room from the prose beside it."""
    bare = tuple(Item("", clause.text, clause.id) for clause in rulebook(game).clauses.values())
    for line in render((*(rules_doc(load(game)) or ()), *bare), RenderOptions(width), {}).splitlines():
        assert not line.endswith(tuple(rulebook(game).clauses)), "a column of ids"


def test_a_table_whose_words_would_be_broken_is_a_list() -> None:
    table = ColumnsBlock(
        ("setting", "meaning"), (("doubling_of_defenders_at_no_trump", "whether they are doubled too"),)
    )
    assert render((table,), RenderOptions(40), {}).splitlines() == [
        "  setting:",
        "    doubling_of_defenders_at_no_trump",
        "    meaning: whether they are doubled",
        "      too",
    ]
    assert not broken((table,), {})


def test_a_card_in_words_stays_in_one_line() -> None:
    for before in range(10, 34):
        doc = (Item("", "x" * before + f" {mark('c', 'AS')}, " + "y" * before + f" {mark('m', 'KH+TD')}"),)
        assert not broken(doc, {})
        for plain in (False, True):
            assert "ace of spades" in render(doc, RenderOptions(40, suits="words", plain=plain), {})


def test_the_rules_to_choose_from_have_a_line_each() -> None:
    game, asked = load("tute"), 0
    clauses = [ident for ident, clause in rulebook("tute").clauses.items() if ".play." in ident and not clause.drill]
    for question in (make(game, clause, seed).question for clause in clauses for seed in range(4 + 8 * LONG)):
        if isinstance(question, WhichClause):
            asked += 1
            lines = render((Para(question.prompt, "ask"),), RenderOptions(200), {}).splitlines()
            rules = [f"{at}. {question.stated(ident)}" for at, ident in enumerate(question.options, 1)]
            assert " ".join(line.strip() for line in lines[1:]) == " ".join(rules)
            assert [line.strip()[:3] for line in lines[1:] if line.strip()[0].isdigit()] == [rule[:3] for rule in rules]
            assert not broken((Para(question.prompt, "ask"),), {})
    assert asked > 3
