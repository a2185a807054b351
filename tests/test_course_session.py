"""From lesson to lesson in one conversation, and from the last one to a game."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from tests.program import command
from tests.tables import share
from tests.terminal import CTRL_D, Terminal
from tutor.kernel.by_name import load, names
from tutor.teach.lessons.course import course
from tutor.teach.lessons.course_session import CourseConversation
from tutor.teach.overview.index import headlines
from tutor.teach.practice.playing import Practice
from tutor.teach.progress.events import LogEvent
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Heading
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.conversation.session import Reply

every_game = pytest.mark.parametrize("game", names())
MOST = 400


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quick_thought: None) -> None:
    monkeypatch.setenv("TUTOR_HOME", str(tmp_path))


def begun(game: str, which: str = "1", store: Store | None = None) -> CourseConversation:
    log = store or Store(None)
    session = CourseConversation(course(load(game), which, log), log)
    session.begin()
    return session


def text(reply: Reply) -> str:
    return " ".join(render(reply.doc, RenderOptions(200), {}).split())


def to_the_end(session: CourseConversation, line: str = "skip") -> Reply:
    """Answer whatever is asked until the lesson is done; `line` "" for right answers."""
    for _ in range(MOST):
        asking, hand = session.lesson.asking, session.lesson.hand
        right = asking.question.answer() if asking else hand.answer() if hand else ""
        reply = session.tell(line or right)
        if session.waiting:
            return reply
    raise AssertionError("the lesson has no end")


@pytest.mark.parametrize("game", share(names(), 5))
def test_enter_goes_through_the_whole_course_and_on_to_a_game(game: str) -> None:
    store = Store(None)
    session = begun(game, "1", store)
    lessons = headlines(game)
    for number, lesson in enumerate(lessons, 1):
        reply = to_the_end(session)
        assert not reply.over
        assert store.progress().lesson(game, lesson.id).finished
        if number < len(lessons):
            following = lessons[number]
            assert text(reply).endswith(f"Enter for lesson {number + 1}: {following.title}")
            assert not store.progress().lesson(game, following.id).started
            opening = session.tell("")
            titles = [block.text for block in opening.doc if isinstance(block, Heading)]
            assert titles[0] == f"{load(game).title}, lesson {number + 1}: {following.title}"
            assert session.prompt == f"{game} {number + 1}/{len(lessons)}" and not opening.over
        else:
            assert text(reply).endswith(f"Enter for a game of {load(game).title} against the program.")
    opening = session.tell("")
    assert isinstance(session.now, Practice) and not opening.over
    assert session.tell("help").doc and session.names[session.now.match.seat] == "You"
    assert "hint" in {word.text for word in session.words()}
    assert session.tell("quit").over


@every_game
def test_right_answers_end_in_the_offer_and_count_no_fault(game: str) -> None:
    store = Store(None)
    session = begun(game, "1", store)
    reply = to_the_end(session, "")
    assert session.faults == 0
    assert store.progress().lesson(game, headlines(game)[0].id).stars == 3
    onward = [f"lesson 2: {following.title}" for following in headlines(game)[1:2]]
    assert f"Enter for {onward[0] if onward else 'a game'}" in text(reply)


def test_whoever_skips_the_last_lesson_is_not_led_into_a_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.lessons.course_session.unfinished", lambda *_: None)  # the other lessons are done
    session = begun("trente-et-quarante", str(len(headlines("trente-et-quarante"))))
    to_the_end(session, "skip")
    assert session.waiting
    left = session.tell("skip")
    assert left.over and "tutor practice trente-et-quarante" in text(left)


def test_what_may_be_typed_between_two_lessons() -> None:
    session = begun("kaiser", "2")
    to_the_end(session)
    offer = f"Enter for lesson 3: {headlines('kaiser')[2].title}"
    for line in ("hint", "why", "why 5H", "suppose 5H", "show", "undo", "back", "5H", "?!"):
        assert text(session.tell(line)) == f"This lesson is done, and nothing is being asked. {offer}", line
    told = text(session.tell("help"))
    assert told.startswith(offer)
    assert [word.text for word in session.words()] == ["rules", "again", "help", "quit"]
    assert any(offer in part for part in session.status.parts)
    assert "kaiser." in text(session.tell("rules")) and "speak" in text(session.tell("rules trumps"))
    assert session.waiting
    again = session.tell("again")
    assert "lesson 2" in text(again) and not session.waiting and session.prompt.startswith("kaiser 2/")


@pytest.mark.parametrize("leave", ["quit", "exit", "bye", None])
def test_leaving_between_lessons_says_how_to_come_back(leave: str | None) -> None:
    session = begun("kaiser", "2")
    to_the_end(session)
    reply = session.leave() if leave is None else session.tell(leave)
    assert reply.over and text(reply) == "`tutor learn kaiser:3` goes on with lesson 3."


def test_leaving_within_a_lesson_is_as_ever() -> None:
    session = begun("kaiser", "2")
    reply = session.tell("quit")
    assert reply.over and text(reply) == "Your place is kept. `tutor learn kaiser:2` comes back to it."
    assert not session.waiting


def test_after_the_last_lesson_come_those_left_out() -> None:
    store = Store(None)
    lessons = headlines("tetka")
    for lesson in (*lessons[:2], *lessons[3:-1]):
        store.add(LogEvent("lesson", "tetka", lesson.id, result="finished"))
    session = begun("tetka", str(len(lessons)), store)
    missed = f"Lesson 3, {lessons[2].title}, is not finished yet: Enter goes there."
    assert text(to_the_end(session)).endswith(f"That was the last lesson. {missed}")
    session.tell("")
    to_the_end(session)
    session.tell("")
    to_the_end(session)
    assert text(session.leave()).endswith("goes on with lesson 5.")
    done = begun("tetka", str(len(lessons)), store)
    assert "Enter for a game of Tetka" in text(to_the_end(done))
    assert text(done.leave()) == "Now play: `tutor practice tetka`."


def test_faults_of_every_lesson_count() -> None:
    session = begun("kaiser", "1")
    while session.lesson.asking is None:
        session.tell("")
    for word in (*session.lesson.asking.question.wrong_answers(), "none", "zzz", "99"):
        session.tell(word)
    first = session.faults
    assert first > 0
    to_the_end(session)
    session.tell("")
    assert session.faults == first


def test_a_pipe_goes_from_lesson_to_lesson_and_keeps_the_exit_status(tmp_path: Path) -> None:
    answers: list[str] = []
    session = begun("tetka", "1")
    while not session.waiting:
        answers.append(session.lesson.asking.question.answer() if session.lesson.asking else "")
        session.tell(answers[-1])
    lines = "\n".join([*answers, "", "quit"]) + "\n"
    done = command("learn", "tetka:1", home=tmp_path / "one", stdin=lines)
    assert done.returncode == 0
    assert "\ntetka 2/7> quit\nYour place is kept. `tutor learn tetka:2` comes back to it.\n" in done.stdout
    ended = command("learn", "tetka:1", home=tmp_path / "two", stdin="\n".join(answers) + "\n")
    assert ended.returncode == 0 and ended.stdout.endswith("`tutor learn tetka:2` goes on with lesson 2.\n")
    after = command("learn", home=tmp_path / "two", stdin="quit\n")
    assert "Tetka, lesson 2" in after.stdout


@pytest.mark.pty
def test_at_a_terminal_enter_begins_the_next_lesson(tmp_path: Path) -> None:
    session, skips = begun("tetka", "1"), 0
    while not session.waiting:
        session.tell("skip")
        skips += 1
    command("learn", "tetka:1", home=tmp_path, stdin="skip\n" * (skips - 1))
    with Terminal([sys.executable, "-m", "tutor", "learn", "tetka:1"], env={"TUTOR_HOME": str(tmp_path)}) as screen:
        screen.ready("tetka 1/7> ")
        screen.enter("skip")
        screen.until("Enter for lesson 2: Tetka and the bum card")
        screen.ready("tetka 1/7> ")
        screen.send("\r")
        screen.until("Tetka, lesson 2: Tetka and the bum card")
        screen.ready("tetka 2/7> ")
        assert screen.finish(CTRL_D) == 0
        assert "`tutor learn tetka:2` comes back to it." in " ".join(screen.text.split())
