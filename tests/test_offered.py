"""Whatever a conversation offers to be typed works there: its help, its toolbar, its keys, words in quotation marks.

A word works if it is answered as a command: never taken for a card or bid, never the end of the conversation unless it
says so, and never a fault of the learner's.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tutor.kernel.by_name import load, names
from tutor.kernel.game import Game
from tutor.teach.drills.start import drill_session
from tutor.teach.lessons.course import course
from tutor.teach.lessons.course_session import CourseConversation
from tutor.teach.practice.match import Match
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves
from tutor.teach.practice.start import practice_request
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Doc, Item
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.terminal.repl import KEYS

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.conversation.session import Reply


def some_games(offset: int) -> pytest.MarkDecorator:
    """Some of the games, others for each offset, for what is offered hardly differs; all of them in long runs."""
    return pytest.mark.parametrize("game", share(names(), offset))


LEAVING = {"quit", "exit", "bye", "q"}
NOT_ANSWERED = re.compile(r"cannot read|is not a card|can't do that now|Something is wrong", re.I)
Made = Callable[[], Any]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_thought: None) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path))


def text(doc: Doc) -> str:
    return " ".join(render(doc, RenderOptions(200), {}).split())


def offered(session: Any, reply: Reply) -> set[str]:
    """The words that are offered at this moment: by the reply, by the help, by the toolbar.

    What somebody said in a game stands in quotation marks, too, and is no offer.
    """
    told = session.tell("help")
    listed = {block.label.split(" ")[0] for block in told.doc if isinstance(block, Item) and block.label}
    bar = {word for _, word in session.status.keys}
    moves = {word.text for word in session.words()} - listed
    quoted = {
        word for doc in (reply.doc, told.doc) for word in re.findall(r'(?<! said )"([a-z]+(?: [a-z]+)?)"', text(doc))
    }
    assert listed, "help lists nothing"
    return listed | bar | (quoted - moves)


def held(made: Made, also: set[str] = frozenset()) -> int:  # type: ignore[assignment]
    """Type each word that is offered, in a conversation like the one that `made` gives; how many there were."""
    session, reply = made()
    there = sorted(offered(session, reply) | also)
    for word in there:
        one, _ = made()
        faults = one.faults
        answer = one.tell(word)
        said = text(answer.doc)
        assert said or word in LEAVING, word
        assert not NOT_ANSWERED.search(said), f"{word}: {said}"
        assert answer.over == (word in LEAVING), f"{word}: {said}"
        assert one.faults == faults, word
    return len(there)


# -- conversations at several moments ---------------------------------------------------------------------------------


def lesson(game: Game[Any], skips: int) -> Made:
    """A lesson after so many questions."""

    def made() -> tuple[CourseConversation, Reply]:
        store = Store(None)
        session = CourseConversation(course(game, "2", store), store)
        reply = session.begin()
        for _ in range(skips):
            if not session.waiting:
                reply = session.tell("skip")
        return session, reply

    return made


def drill(game: Game[Any], skips: int) -> Made:
    def made() -> tuple[Any, Reply]:
        session = drill_session(game, Store(None), count=5, seed=4)
        reply = session.begin()
        for _ in range(skips):
            reply = session.tell("skip")
        return session, reply

    return made


def practice(
    game: Game[Any], home: Path, moves: int, *, over: bool = False, slip: bool = False, hands: int = 1
) -> Made:
    """A game after so many moves of the learner's, or at its end, perhaps with a slip on the way."""
    begun = Practice(practice_request(game, seed=3, level=1, hands=hands), Store(None), Saves(game, home))
    reply = begun.begin()
    rng = Random(game.name)
    while begun.asking == "move" and (moves or over):
        if begun.decision.pending:
            reply = begun.tell("")
            continue
        found = begun.match.judged()
        refused = [ruling.text for ruling in found.rulings if not ruling.legal]
        if slip and refused and not begun.slips:
            begun.tell(refused[0])
        reply = begun.tell(rng.choice(found.legal).text)
        moves -= 1

    def made() -> tuple[Practice, Reply]:
        session = Practice(begun.request, Store(None), Saves(game, home / "other"))
        session.match = Match(begun.match.record, begun.match.setup)
        session.asking, session.slips = begun.asking, list(begun.slips)
        return session, reply

    return made


@some_games(0)
def test_in_a_lesson(game: str) -> None:
    words = [held(lesson(load(game), skips), set(KEYS.values())) for skips in (0, 1)]
    assert min(words) >= 8


@some_games(1)
def test_between_two_lessons(game: str) -> None:
    assert held(lesson(load(game), 200), {*KEYS.values(), "help", "hint", "quit"}) >= 4


@some_games(2)
def test_in_a_drill(game: str) -> None:
    assert min(held(drill(load(game), skips), set(KEYS.values())) for skips in (0, 1)) >= 8


@some_games(3)
def test_at_the_table(game: str, tmp_path: Path) -> None:
    assert held(practice(load(game), tmp_path, Random(game).randrange(2))) >= 15


@some_games(0)
def test_when_it_is_over(game: str, tmp_path: Path) -> None:
    assert held(practice(load(game), tmp_path, 0, over=True, slip=Random(game).random() < 0.5)) >= 10


@some_games(10)
def test_between_two_hands(game: str, tmp_path: Path) -> None:
    assert held(practice(load(game), tmp_path, 0, over=True, hands=2)) >= 10


STRAY = (*KEYS.values(), "legal", "advice", "suppose 5H", "position", "assist full", "5H", "trumps?", "agian", "xyz")


@pytest.mark.parametrize("game", ["kaiser", "trente-et-quarante"])
def test_no_slip_of_the_keyboard_leaves_when_it_is_over(game: str, tmp_path: Path) -> None:
    for hands in (1, 2):
        made = practice(load(game), tmp_path, 0, over=True, hands=hands)
        for word in STRAY:
            session, _ = made()
            reply = session.tell(word)
            assert not reply.over and reply.doc, word
            assert session.tell("").over or session.asking in ("move", "between")
