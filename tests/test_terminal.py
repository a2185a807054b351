"""The prompt of a real program on a real terminal: wide, narrow, resized, dumb, silent, interrupted, cut off."""

from __future__ import annotations

import io
import re
import sys
from typing import TYPE_CHECKING

import pytest

from tests.fake_session import FakeSession
from tests.terminal import CTRL_C, CTRL_D, DOWN, LEFT, ROOT, TAB, UP, Terminal
from tutor.kernel.by_name import load, names
from tutor.teach.conversation.session import Reply
from tutor.teach.lessons.files import lessons_of
from tutor.teach.lessons.session import LessonSession
from tutor.teach.progress.store import Store
from tutor.teach.text.doc import Gap, Heading, Item, Para, TableDrawing
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions
from tutor.ui.terminal.turns import BELOW, Turns, screenfuls

if TYPE_CHECKING:
    from pathlib import Path

    from tutor.teach.text.doc import Doc

pytestmark = pytest.mark.pty
HOLD = (sys.executable, str(ROOT / "tests" / "fake_session.py"))


def opened(*options: str, **terminal: object) -> Terminal:
    return Terminal([*HOLD, *options], **terminal)  # type: ignore[arg-type]


def test_first_prompt_menu_interrupt_and_leaving() -> None:
    with opened() as screen:
        screen.until(" Strange · lesson 1/8 · clubs are trumps      F1 help  F2 hint  F3 why  F4 undo")
        assert screen.rows[:5] == ["Strange", "───────", "Left led A♥. You hold K♥ 10♥ 3♠.", "", "strange 1/8>"]
        screen.send("k" + TAB)
        screen.until("king of hearts")
        screen.send(DOWN + CTRL_C)
        screen.until("To leave, press Ctrl-D")
        screen.ready("strange 1/8> ")
        screen.enter("kh")
        screen.until("lesson 2/8")
        screen.ready("strange 2/8> ")
        screen.enter("toolbar off")
        screen.until("The toolbar is off.")
        screen.ready("strange 2/8> ")
        screen.send(UP + UP + "\r")
        screen.until(lambda at: at.text.count("You said 'kh'") == 2)
        screen.ready("strange 3/8> ")
        assert "lesson" not in screen.text
        assert screen.finish(CTRL_D) == 0
        assert screen.text.endswith("strange 3/8>\nSaved. To go on: tutor learn strange.")
        assert b"\x1b[3J" not in screen.raw and b"\x1b[2J" not in screen.raw


def test_tab_enter_and_the_lines_of_an_earlier_session(tmp_path: Path) -> None:
    env = {"TALKER_HISTORY": str(tmp_path / "history")}
    with opened(env=env) as screen:
        screen.ready("strange 1/8> ")
        screen.send("3" + TAB)
        screen.until("strange 1/8> 3S")
        screen.send("\r\r")  # if the menu is open the first Enter takes what it offers
        screen.until("You said '3S'")
        screen.enter("quit")
        assert screen.finish() == 0
    with opened(env=env) as screen:
        screen.ready("strange 1/8> ")
        for line in ("quit", "3S"):
            screen.send(UP)
            screen.until(f"strange 1/8> {line}")
        screen.send(CTRL_C)
        screen.ready("strange 1/8> ")
        assert screen.finish(CTRL_D) == 0


def test_forty_columns() -> None:
    with opened(columns=40) as screen:
        screen.until(" Strange · lesson 1/8")
        screen.ready("strange 1/8> ")
        screen.enter("no")
        screen.until("        (strange.follow.suit)")
        screen.ready("strange 2/8> ")
        screen.enter("quit")
        assert screen.finish() == 0
        assert screen.text.endswith("Goodbye.")


def test_the_window_may_change_during_a_question() -> None:
    with opened(columns=100, rows=20) as screen:
        screen.until(" Strange · lesson 1/8 · clubs are trumps   ")
        screen.send("k")
        screen.resize(48, 15)
        screen.until(lambda at: any(row == " Strange · lesson 1/8 · clubs are trumps" for row in at.rows))
        screen.send(LEFT + "n" + "\x7fx\x05\x15no\r")
        screen.until("strange.follow.suit")
        screen.ready("strange 2/8> ")
        assert "  ✗ 3♠  Hearts were led. (strange.follow.suit)" in screen.rows, "no longer a column of its own"
        assert screen.finish(CTRL_D) == 0


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"ACCESSIBLE": "1"}], ids=str)
def test_no_colours_where_none_are_wanted(env: dict[str, str]) -> None:
    with opened(env=env) as screen:
        screen.ready("strange 1/8> ")
        screen.enter("no")
        screen.until(" Hearts were led.")
        screen.ready("strange 2/8> ")
        assert screen.finish(CTRL_D) == 0
        assert not re.search(rb"\x1b\[[0-9;]*[34][0-9][0-9;]*m", screen.raw)
        if "NO_COLOR" not in env:
            assert b"\x1b[6n" not in screen.raw and b"\x1b[1m" not in screen.raw
            assert "no. Hearts were led. (strange.follow.suit)" in screen.text


def test_a_dumb_terminal_has_the_same_keys() -> None:
    with opened(env={"TERM": "dumb"}) as screen:
        screen.ready("strange 1/8> ")
        screen.send("half")
        screen.until("> half")
        screen.send(CTRL_C)
        screen.until("To leave, press Ctrl-D")
        screen.ready("strange 1/8> ")
        screen.enter("th")
        screen.ready("strange 2/8> ")
        assert screen.finish(CTRL_D) == 0
        assert screen.text.endswith("2 characters.\n\nstrange 2/8>\nSaved. To go on: tutor learn strange.")


def test_a_terminal_that_does_not_say_where_its_cursor_is() -> None:
    with opened(answers=False) as screen:
        screen.ready("strange 1/8> ")
        screen.enter("kh")
        screen.ready("strange 2/8> ")
        assert screen.finish(CTRL_D) == 0
        assert "WARNING" not in screen.log


def test_an_interrupt_while_it_thinks() -> None:
    with opened("bare") as screen:
        screen.ready("strange 1/8> ")
        assert "lesson" not in screen.text
        screen.enter("wait")
        screen.until("\nwaiting ")
        assert screen.finish(CTRL_C) == 130
        assert "Traceback" not in screen.log


def test_input_from_a_pipe_on_a_terminal() -> None:
    with Terminal(["/bin/sh", "-c", 'printf "kh\\nno\\n" | "$0" "$1"', *HOLD]) as screen:
        screen.until("Saved. To go on")
        assert screen.finish() == 1
        assert "strange 1/8> kh" in screen.rows and b"\x1b[6n" not in screen.raw


def test_output_into_a_pipe_that_closes() -> None:
    with Terminal(["/bin/sh", "-c", '"$0" "$1" | head -n 1; echo done', *HOLD]) as screen:
        screen.until("Strange")
        screen.enter("kh")
        screen.send(CTRL_D)  # should the reader be slow to go, leaving is what meets its end
        screen.until("\ndone ")
        assert screen.finish() == 0 and "Traceback" not in screen.log


def test_a_reply_longer_than_the_screen_waits_and_nothing_typed_meanwhile_is_lost(tmp_path: Path) -> None:
    env = {"TUTOR_HOME": str(tmp_path), "NO_COLOR": "1"}
    with Terminal([sys.executable, "-m", "tutor", "learn", "tetka:1"], env=env) as screen:
        screen.until("Enter shows more")
        screen.ready("tetka 1/7> ")
        assert screen.rows[0] == "Tetka, lesson 1: Better not to win"
        assert "Your hand" not in screen.text
        screen.enter("")
        screen.until("You must follow suit, but with")
        screen.ready("tetka 1/7> ")
        assert any(row.startswith("Tetka · trick ") for row in screen.rows)
        screen.enter("quit")
        assert screen.finish() == 0
    with Terminal([sys.executable, "-m", "tutor", "learn", "tetka:1"], columns=40, env=env) as screen:
        screen.ready("tetka 1/7> ")
        screen.enter("8H")  # before the table has been seen
        screen.until("You must follow suit, but with")
        screen.until("✗ 8♥")
        screen.enter("quit")
        assert screen.finish() == 0


@pytest.mark.parametrize("width", [40, 80])
def test_what_stands_on_one_screen(width: int) -> None:
    def lines(doc: Doc) -> int:
        return render(doc, RenderOptions(width=width), {}).count("\n")

    split = 0
    for name in names():
        for lesson in lessons_of(name):
            doc = LessonSession(load(name), lesson, Store(None)).begin().doc
            parts = screenfuls(doc, 24 - BELOW, lines)
            assert sum(parts, ()) == doc
            assert all(parts)
            tables = [part for part in parts if any(isinstance(block, TableDrawing) for block in part)]
            assert tables[-1:] in ([], parts[-1:])
            assert all(lines(part) <= 24 - BELOW for part in parts[:-1])
            split += len(parts) > 1
    assert split > 20


def test_the_heading_of_the_last_table_stands_above_it() -> None:
    def lines(doc: Doc) -> int:
        return 12 if any(isinstance(block, TableDrawing) for block in doc) else len(doc)

    begun = LessonSession(load("tetka"), lessons_of("tetka")[0], Store(None)).begin().doc
    table = next(block for block in begun if isinstance(block, TableDrawing))
    doc: Doc = (*(Para(str(n)) for n in range(9)), Gap(), Heading("2. Your move"), table, Para("after"))
    assert screenfuls(doc, 10, lines) == [doc[:10], doc[10:]]


class Slow(FakeSession):
    """Tells seven lines, one by one, before its reply is complete."""

    rest: Doc = ()

    def tell(self, line: str) -> Reply:
        assert self.shown
        for n in range(7):
            self.shown((Para(str(n)),))
        return Reply(self.rest)


@pytest.mark.parametrize(
    ("rest", "screens"),
    [
        ((Gap(), Para("asked")), ["0 1 2 3 4 5 6 asked"]),
        ((Gap(), Heading("End"), Para("of all")), ["0 1 2 3 4 5 6 End of all"]),
        ((Gap(), Heading("End"), Para("of\nit\nall")), ["0 1 2 3 4 5 6", "End of it all"]),
        ((Para("asked"), Heading("End"), Para("of"), Para("all")), ["0 1 2 3 4 5 6 asked", "End of all"]),
    ],
)
def test_what_was_told_before_a_reply_is_on_its_first_screen(
    rest: Doc, screens: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", str(9 + BELOW))
    session, out = Slow(), io.StringIO()
    session.rest = rest
    turns = Turns(session, RenderOptions(), out, paged=True)
    turns.begin()
    out.truncate(out.seek(0))
    turns.answer("on")
    while turns.rest:
        turns.answer("")
    assert [
        " ".join(screen.split()) for screen in out.getvalue().split("Enter shows more, q leaves the rest out.")
    ] == screens


@pytest.mark.parametrize("asks", [False, True])
def test_q_leaves_out_the_rest_of_a_long_reply_but_not_the_table_that_asks(
    asks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LINES", str(9 + BELOW))
    begun = LessonSession(load("tetka"), lessons_of("tetka")[0], Store(None)).begin().doc
    drawn = next(block for block in begun if isinstance(block, TableDrawing))
    session, out = Slow(), io.StringIO()
    session.rest = (*(Para(f"line {n}") for n in range(30)), *((drawn, Para("Your card?")) if asks else ()))
    turns = Turns(session, RenderOptions(), out, paged=True)
    turns.begin()
    turns.answer("on")
    assert turns.rest
    turns.answer("q")
    assert not turns.rest and not turns.over
    assert "line 29" not in out.getvalue() and ("Your card?" in out.getvalue()) is asks


def test_a_list_keeps_its_columns_over_several_screens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", str(9 + BELOW))
    session, out = FakeSession(), io.StringIO()
    rows = (*(Item(f"row {n}", "text") for n in range(9)), Item("the longest", "text"))
    monkeypatch.setattr(session, "tell", lambda line: Reply(rows))
    turns = Turns(session, RenderOptions(), out, paged=True)
    turns.begin()
    turns.answer("on")
    turns.answer("")
    assert len({line.index("text") for line in out.getvalue().splitlines() if "text" in line}) == 1


def test_what_is_wrong_is_broken_between_words(tmp_path: Path) -> None:
    with Terminal(
        [sys.executable, "-m", "tutor", "learn", "hearts"], columns=40, env={"TUTOR_HOME": str(tmp_path)}
    ) as it:
        assert it.finish() == 2
        told = it.text.replace(",", "").split()
    assert set(names()) <= set(told)
