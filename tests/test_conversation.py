"""One machine for all conversations: help, completion, keys, dispatch and the manual page follow from their tables."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from tests.program import ROOT
from tests.shipped import CONVERSATIONS, spoken
from tutor.kernel.by_name import load
from tutor.teach.conversation import commands as cmd
from tutor.teach.conversation.assist import Assist
from tutor.teach.conversation.conversation import Conversation
from tutor.teach.drills.start import drill_session
from tutor.teach.drills.testing import TestOut
from tutor.teach.lessons.course import course
from tutor.teach.lessons.course_session import CourseConversation
from tutor.teach.lessons.free import FreeHand
from tutor.teach.overview.index import headlines
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.resume import Resume
from tutor.teach.practice.saves import Saves
from tutor.teach.practice.slips import Review
from tutor.teach.practice.start import practice_request
from tutor.teach.practice.watching import Watching
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Block, Item, Para
from tutor.teach.text.marks import unmarked

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tutor.teach.drills.session import DrillSession

GAME = load("kaiser")


# -- conversations at every kind of moment -----------------------------------------------------------------------------


def lesson(which: int, *lines: str) -> CourseConversation:
    session = CourseConversation(course(GAME, str(which), Store(None)), Store(None))
    session.begin()
    for line in lines:
        session.tell(line)
    return session


def asked_in_a_lesson(_: Path) -> Conversation:
    session = lesson(1)
    while session.lesson.asking is None:
        session.tell("")
    return session


def free_hand(_: Path) -> Conversation:
    session = lesson(len(headlines("kaiser")))
    while session.lesson.hand is None:
        session.tell("skip")
    return session


def practice(home: Path, *, over: bool = False, hands: int = 1, slip: bool = False, **request: Any) -> Practice:
    session = Practice(
        practice_request(GAME, seed=3, level=1, hands=hands, **request), Store(None), Saves(GAME, home / "games")
    )
    session.begin()
    while session.asking == "move" and (over or (slip and not session.slips)):
        found = session.match.judged()
        refused = [ruling.text for ruling in found.rulings if not ruling.legal]
        session.tell(refused[0] if slip and refused and not session.slips else found.legal[0].text)
        if session.decision.pending:
            session.tell("")
    return session


def reviewed(home: Path) -> Conversation:
    session = practice(home, slip=True)
    session.tell("review")
    assert isinstance(session.inner, Review)
    return session


def paused_in_review(home: Path) -> Conversation:
    session = reviewed(home)
    session.tell("skip")
    return session


def resumed(home: Path) -> Conversation:
    first = practice(home)
    first.tell(first.match.judged().legal[0].text)
    session = Practice(practice_request(GAME), Store(None), Saves(GAME, home / "games"))
    session.begin()
    assert isinstance(session.inner, Resume)
    return session


def drill(assist: Assist, *lines: str) -> DrillSession:
    session = drill_session(GAME, Store(None), count=5, seed=4, assist=assist)
    session.begin()
    for line in lines:
        session.tell(line)
    return session


def begun(session: Any) -> Conversation:
    session.begin()
    found: Conversation = session
    return found


MOMENTS: dict[str, Callable[[Path], Conversation]] = {
    "a lesson's pause": lambda _: lesson(1),
    "a lesson's question": asked_in_a_lesson,
    "a free hand": free_hand,
    "between two lessons": lambda _: lesson(1, *["skip"] * 60),
    "a move": practice,
    "a move without help": lambda home: practice(home, assist="none"),
    "between two hands": lambda home: practice(home, over=True, hands=2),
    "the end of a game": lambda home: practice(home, over=True),
    "the end of a game with a slip": lambda home: practice(home, over=True, slip=True),
    "slips": reviewed,
    "a pause at slips": paused_in_review,
    "a saved game": resumed,
    "a drill": lambda _: drill(Assist.ASK),
    "a drill with lists": lambda _: drill(Assist.MARK),
    "a drill's pause": lambda _: drill(Assist.ASK, "skip"),
    "a test": lambda _: begun(TestOut(GAME, Store(None), 5)),
    "watching": lambda _: begun(Watching(practice_request(GAME, seed=3, level=1))),
}


@pytest.fixture(scope="module", params=MOMENTS)
def session(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Conversation:
    return MOMENTS[request.param](tmp_path_factory.mktemp("home"))


def listed(blocks: list[Block]) -> list[str]:
    return [block.label.split(" ")[0] for block in blocks if isinstance(block, Item) and block.label]


def said(session: Conversation, line: str) -> list[str]:
    return [unmarked(getattr(block, "text", "")) for block in session.tell(line).doc]


def test_help_completion_and_keys_name_the_commands_that_are_there(session: Conversation) -> None:
    there = session.innermost.here()
    names = [row.command.name for row in there]
    assert names[-2:] == ["help", "quit"]
    assert [word.text for word in session.words()][-len(names) :] == names
    assert session.status.keys == tuple((row.command.key, row.command.name) for row in there if row.command.key)
    helped = [block for block in session.tell("help").doc if isinstance(block, Item)]
    assert [(block.label.split(" ")[0], block.text) for block in helped] == [
        (row.command.name, row.about) for row in there
    ]


def test_a_command_that_is_not_there_says_why_in_a_sentence(session: Conversation) -> None:
    """Whether it is of this conversation or only of others; and nothing else comes of it."""
    inner = session.innermost
    before = session.prompt, session.status, session.faults
    absent = {row.command: row.absent(inner) for row in inner.commands if row.absent(inner)}
    for command, why in absent.items():
        assert why.endswith(".") and ". " not in why
        assert said(session, command.name)[0] == unmarked(why), command.name
    known = {row.command for row in inner.commands}
    for command in cmd.COMMANDS:
        if command not in known and not isinstance(inner, CourseConversation) and not inner.understood(command.name):
            answer = said(session, command.name)
            assert answer[0].startswith(f'"{command.name}" does nothing here'), command.name
    assert (session.prompt, session.status, session.faults) == before


def test_help_of_one_word_says_what_it_does(session: Conversation) -> None:
    inner = session.innermost
    for row in inner.commands:
        why = row.absent(inner)
        for word in row.command.words:
            answer = session.tell(f"help {word}").doc
            assert listed(list(answer)) == [row.command.name], word
            assert not why or answer[-1] == Para(why, "dim")


# -- the tables --------------------------------------------------------------------------------------------------------


def kinds(kind: type[Conversation] = Conversation) -> list[type[Conversation]]:
    return [kind, *(deeper for below in kind.__subclasses__() for deeper in kinds(below))]


def test_no_two_commands_share_a_word_or_a_key() -> None:
    assert len(cmd.WORDS) == sum(len(command.words) for command in cmd.COMMANDS)
    keys = [command.key for command in cmd.COMMANDS if command.key]
    assert len(set(keys)) == len(keys) == 5
    for kind in CONVERSATIONS.values():
        commands = [row.command for row in kind.commands]
        assert len(set(commands)) == len(commands), kind
        assert all(row.about for row in kind.commands)


def test_the_manual_page_has_every_table() -> None:
    tables = {
        id(kind.commands) for kind in kinds() if kind.__module__.startswith("tutor.") and hasattr(kind, "commands")
    }
    assert tables - {id(Resume.commands)} == {id(kind.commands) for kind in CONVERSATIONS.values()}
    page = (ROOT / "tutor" / "shell" / "tutor.1").read_text("utf-8").replace("\\-", "-")
    places = [page.index(f"\\fB{command.name}\\fR", page.index("OF A CONVERSATION")) for command in cmd.COMMANDS]
    assert all(first < second for first, second in pairwise(places))
    for command in cmd.COMMANDS:
        assert spoken(command), command.name
        assert all(about in page for about in spoken(command)), command.name


def test_a_row_more_is_a_command_more() -> None:
    class Singing(Watching):
        commands: ClassVar[cmd.Table] = (
            cmd.CommandRow(
                cmd.SAVE, lambda singing, rest: [Para(f"{singing.prompt}: {rest}")], "SONG", help="command.wait"
            ),
            cmd.CommandRow(cmd.WAIT, lambda singing, rest: [], absent=lambda singing: "Nobody sings."),
            *Watching.commands,
        )

    session = begun(Singing(practice_request(GAME, seed=3, level=1)))
    assert [word.text for word in session.words()][:2] == ["save", "step"]
    assert listed(list(session.tell("help").doc))[:2] == ["save", "step"]
    assert said(session, "/SAVE la la") == [f"{session.prompt}: la la"]
    assert said(session, "wait") == ["Nobody sings."]
    assert "does nothing here" in said(session, "undo")[0]


def test_leaving_a_hand_leaves_the_lesson(tmp_path: Path) -> None:
    """What lies within another conversation counts its wrong answers there, and the way out is out of all of it."""
    session = free_hand(tmp_path)
    hand = session.innermost
    assert isinstance(hand, FreeHand)
    refused = next((r.text for r in hand.match.judged().rulings if not r.legal), "")
    before = session.faults
    session.tell(refused or "XX")
    assert session.faults == hand.faults + before
    assert session.tell("quit").over and "Your place is kept" in " ".join(said(session, ""))


@pytest.mark.parametrize("moment", ["a lesson's pause", "a pause at slips", "a drill's pause"])
def test_next_goes_on_where_enter_does(moment: str, tmp_path: Path) -> None:
    told = [MOMENTS[moment](tmp_path / str(n)).tell(word).doc for n, word in enumerate(("", "next", "n", "continue"))]
    assert told[0] and all(doc == told[0] for doc in told)


def test_next_says_that_it_is_your_turn_where_only_a_move_goes_on(tmp_path: Path) -> None:
    playing, hand = practice(tmp_path), free_hand(tmp_path)
    for session, others in ((playing, True), (hand, False)):
        for word in ("next", "n", "continue"):
            (line,) = said(session, word)
            assert line.startswith("It is your turn") and ("another game" in line) is others
