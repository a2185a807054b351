"""The prompt and the pipe: completion, keys, leaving, odd input and odd terminals."""

from __future__ import annotations

import io
import subprocess
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from tests.fake_session import FakeSession
from tests.terminal import CTRL_D, F1, F2, ROOT
from tutor.teach.conversation.session import Reply, Word
from tutor.teach.text.doc import Item, Para
from tutor.ui.render_options import RenderOptions
from tutor.ui.terminal import repl, turns
from tutor.ui.terminal.complete import suggest, tail
from tutor.ui.terminal.pipe import run_plain
from tutor.ui.terminal.repl import QuietHistory, WordCompleter, bar
from tutor.ui.terminal.talk import talk
from tutor.ui.terminal.turns import LONGEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tutor.teach.text.doc import Doc

WORDS = (Word("KH", "king"), Word("TH"), Word("9S"), Word("5C+9S"), Word("hint"), Word("P3:4H"), Word("KH", "again"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", ["KH", "TH", "9S", "5C+9S", "hint", "P3:4H"]),
        ("k", ["KH"]),
        ("H", ["hint"]),
        ("10", ["TH"]),
        ("10h", ["TH"]),
        ("KH,t", ["TH"]),
        ("play kh ", ["KH", "TH", "9S", "5C+9S", "hint", "P3:4H"]),
        ("5c+9", ["9S", "5C+9S"]),
        ("p3:4", ["P3:4H"]),
        ("show:k", ["KH"]),
        ("zz", []),
        ("x" * 5000, []),
        ("+" * 5000, ["KH", "TH", "9S", "5C+9S", "hint", "P3:4H"]),
    ],
)
def test_completion_is_by_what_can_be_typed(text: str, found: list[str]) -> None:
    assert [word.text for word in suggest(text, WORDS)] == found


def test_completion_replaces_the_piece_that_was_begun() -> None:
    assert tail("5c+9", Word("9S")) == "9" and tail("5c+9", Word("5C+9S")) == "5c+9" and tail("a", Word("b")) is None
    done = list(WordCompleter(lambda: WORDS).get_completions(Document("KH,t"), None))  # type: ignore[arg-type]
    assert [(one.text, one.start_position) for one in done] == [("TH", -1)]

    def broken() -> tuple[Word, ...]:
        raise ValueError("no words")

    assert list(WordCompleter(broken).get_completions(Document("k"), None)) == []  # type: ignore[arg-type]


def test_the_toolbar_drops_what_does_not_fit() -> None:
    parts = ["Strange", "lesson 1/8", "clubs are trumps"]
    keys = [("f1", "help"), ("f2", "hint"), ("f3", "why"), ("f4", "undo"), ("c-d", "quit")]

    def shown(width: int, encoding: str = "utf-8") -> str:
        return bar(parts, keys, width, RenderOptions(encoding=encoding))

    left = " Strange · lesson 1/8 · clubs are trumps"
    assert shown(100) == f"{left:57}F1 help  F2 hint  F3 why  F4 undo  ^D quit "
    assert shown(80) == f"{left:45}F1 help  F2 hint  F4 undo  ^D quit "
    assert shown(60) == f"{left:43}F4 undo  ^D quit "
    assert shown(45) == f"{' Strange · lesson 1/8':28}F4 undo  ^D quit "
    assert shown(35, "ascii") == f"{' Strange - lesson 1/8':27}F4 undo "
    assert shown(25) == f"{' Strange':17}F4 undo "
    assert shown(15) == " Strange"


class Screen(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@contextmanager
def typing(*keys: str) -> Iterator[PipeInput]:
    with create_pipe_input() as keyboard, create_app_session(input=keyboard, output=DummyOutput()):
        for key in keys:
            keyboard.send_text(key)
        yield keyboard


def held(*keys: str, session: FakeSession | None = None, history: Path | None = None) -> tuple[int, str, FakeSession]:
    """Exit status, what was shown, and the session, after these keys."""
    session, out = session or FakeSession(), Screen()
    with typing(*keys):
        status = talk(session, RenderOptions(), history_path=history, stdin=Screen(), stdout=out)
    return status, out.getvalue(), session


def test_a_whole_conversation() -> None:
    status, shown, session = held("kh\r", "\r", "quit\r")
    assert (status, session.told) == (0, ["kh", "", "quit"])
    assert shown == (
        "Strange\n───────\nLeft led A♥. You hold K♥ 10♥ 3♠.\n\nYou said 'kh', 2 characters.\n\n"
        "You said '', 0 characters.\n\nGoodbye.\n"
    )


def test_leaving_and_clearing() -> None:
    status, shown, session = held("k\x03", "\x03", CTRL_D)
    assert (status, session.told) == (0, [])
    assert shown.count("To leave, press Ctrl-D") == 1 and shown.endswith("\nSaved. To go on: tutor learn strange.\n")


def test_function_keys_type_words_and_keep_the_half_typed_line() -> None:
    _, _, session = held("k" + F1, "h\r", F2, CTRL_D)
    assert session.told == ["help", "kh", "hint"]


def test_words_of_the_prompt_itself() -> None:
    _, shown, session = held("toolbar off\r", "toolbar\r", "keys\r", "toolbar of gold\r", "quit\r")
    assert session.told == ["toolbar of gold", "quit"]
    assert "The toolbar is off." in shown and "The toolbar is on." in shown and "F2        types hint" in shown


def test_pasted_lines_are_answered_one_by_one() -> None:
    _, shown, session = held("\x1b[200~kh\r\n\x1b[31mth\n\nquit\nlost\x1b[201~", "\r")
    assert session.told == ["kh", "[31mth", "quit"]
    assert "strange 2/8> [31mth\nYou said" in shown and shown.endswith("Goodbye.\n")


def test_a_pasted_book_gets_one_sentence() -> None:
    _, shown, session = held("\x1b[200~" + "x" * 50_000 + "\x1b[201~\r", "quit\r")
    assert session.told == ["quit"] and shown.count("too long to be an answer: 10,000 characters") == 1


def test_a_fault_of_the_program_costs_one_answer() -> None:
    status, shown, session = held("boom\r", "kh\r", "quit\r")
    assert (status, session.told) == (0, ["boom", "kh", "quit"])
    assert "Something is wrong in this program: I cannot answer that (KeyError: 'a bug')." in shown


class Interrupted(FakeSession):
    def tell(self, line: str) -> Reply:
        raise KeyboardInterrupt


class Fragile(FakeSession):
    @property
    def status(self):  # type: ignore[no-untyped-def]
        raise ValueError("no status")

    def words(self) -> tuple[Word, ...]:
        raise ValueError("no words")


def test_an_interrupt_outside_the_prompt_ends_with_130() -> None:
    assert held("kh\r", session=Interrupted())[0] == 130
    assert piped("kh\n", Interrupted())[0] == 130


def test_neither_toolbar_nor_completion_can_break_a_session() -> None:
    status, _, session = held("k\t\r", "quit\r", session=Fragile())
    assert (status, session.told) == (0, ["k", "quit"])


def test_history_is_kept_and_its_loss_is_quiet(tmp_path: Path) -> None:
    kept = tmp_path / "deep" / "strange"
    held("first\r", "x" * 2000 + "\r", "quit\r", history=kept)
    assert list(QuietHistory(str(kept)).load_history_strings()) == ["quit", "first"]
    blocked = tmp_path / "file" / "below"
    blocked.parent.write_text("not a folder")
    assert held("kh\r", "quit\r", history=blocked)[0] == 0
    assert held("kh\r", "quit\r", history=tmp_path)[0] == 0
    kept.write_bytes(b"\xff\xfe\x00 junk\n+\xc3\x28\n")
    assert held("quit\r", history=kept)[0] == 0


def piped(text: str | bytes, session: FakeSession | None = None) -> tuple[int, str, FakeSession]:
    session, out = session or FakeSession(), io.StringIO()
    raw = text.encode() if isinstance(text, str) else text
    source = io.TextIOWrapper(io.BytesIO(raw), encoding="ascii")
    status = talk(session, RenderOptions(), stdin=source, stdout=out)
    return status, out.getvalue(), session


def test_a_pipe_makes_a_transcript() -> None:
    status, shown, session = piped("\ufeffkh\r\n  no \n\nquit\nlost\n")
    assert (status, session.told) == (1, ["kh", "no", "", "quit"])
    assert shown == (
        "Strange\n───────\nLeft led A♥. You hold K♥ 10♥ 3♠.\n\nstrange 1/8> kh\nYou said 'kh', 2 characters.\n\n"
        "strange 2/8>   no\n  ✗ 3♠  Hearts were led. (strange.follow.suit)\n\n"
        "strange 3/8>\nYou said '', 0 characters.\n\nstrange 4/8> quit\nGoodbye.\n"
    )


def test_the_end_of_a_pipe_is_leaving() -> None:
    status, shown, _ = piped("kh")
    assert status == 0 and shown.endswith("2 characters.\n\nSaved. To go on: tutor learn strange.\n")
    assert piped("")[1].endswith("3♠.\n\nSaved. To go on: tutor learn strange.\n")
    assert piped("boom\n")[0] == 1


def test_junk_in_a_pipe() -> None:
    junk = bytes(range(256)).replace(b"\n", b"")
    status, shown, session = piped(junk + b"\n" + b"x" * 200_000 + b"\nK\xe2\x99\xa5\n" + b"y" * LONGEST + b"\nquit\n")
    assert status == 0 and shown.count("too long to be an answer") == 1
    assert session.told[1:] == ["K♥", "y" * LONGEST, "quit"] and "\ufffd" in session.told[0]
    assert not {chr(n) for n in (*range(9), *range(11, 32), 127)} & set(shown)
    assert max(map(len, shown.splitlines())) < 300


class Endless(io.StringIO):
    """A source without bytes below it."""

    def isatty(self) -> bool:
        return False


def test_a_source_of_text() -> None:
    out = io.StringIO()
    assert run_plain(FakeSession(), RenderOptions(), Endless("kh\nquit\n"), out) == 0
    assert out.getvalue().endswith("strange 2/8> quit\nGoodbye.\n")
    assert talk(FakeSession(), RenderOptions(), stdin=Endless("quit\n"), stdout=out) == 0


def test_a_person_at_plain_lines() -> None:
    session, out = FakeSession(), Screen()
    source = Screen("kh\nno\n")
    assert talk(session, RenderOptions(plain=True), stdin=source, stdout=out) == 0
    assert "strange 1/8> You said 'kh'" in out.getvalue()  # the terminal itself shows what is typed


def test_a_pipe_never_loads_the_prompt(tmp_path: Path) -> None:
    code = (
        "import sys; from tests.fake_session import *\n"
        "status = talk(FakeSession(), RenderOptions())\n"
        "print(status, [m for m in sys.modules if m.startswith(('prompt_toolkit', 'asyncio', 'readline'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input="no\n", capture_output=True, text=True, cwd=ROOT, timeout=30
    )
    assert done.stdout.splitlines()[-1] == "1 []", done.stderr


def test_documents_of_the_prompt_hold_no_marks() -> None:
    docs: tuple[Doc, ...] = (repl.KEYS_SAID, turns.HOW_TO_LEAVE, turns.TOO_LONG)
    assert all("\x02" not in str(doc) for doc in docs)


def test_help_lists_the_words_of_the_prompt_and_the_one_for_the_toolbar_that_changes_it() -> None:
    doc = (Para("Type one of these:"), Item("hint", "a hint"), Para("Your card?", "ask"))

    class Helping(FakeSession):
        def tell(self, line: str) -> Reply:
            return Reply(doc)

    out = io.StringIO()
    fed = turns.Turns(Helping(), RenderOptions(), out)
    with typing():
        for toolbar, word in ((True, "toolbar off"), (False, "toolbar on")):
            prompt = repl.Repl(fed, None, toolbar)
            assert [one.text for one in prompt.own_words] == ["keys", word]
            fed.own_words = prompt.own_words
            fed.answer("help")
            assert out.getvalue().index("hint") < out.getvalue().rindex(word) < out.getvalue().rindex("Your card?")
    fed.answer("hint")
    assert out.getvalue().count("what the keys do") == 2, "only with the help"
