"""A small session for tests of the terminal; `python tests/fake_session.py [bare]` runs it at the terminal."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tutor.teach.conversation.session import Reply, Status, Word
from tutor.teach.text.doc import Doc, Heading, Item, Para
from tutor.teach.text.marks import cleaned, mark
from tutor.ui.render_options import RenderOptions
from tutor.ui.terminal.talk import talk

if TYPE_CHECKING:
    from collections.abc import Callable

NAMES = {"P1": "You", "P2": "Left"}
KEYS = {"f1": "help", "f2": "hint", "f3": "why", "f4": "undo"}


def said(text: str) -> Doc:
    return (Para(text),)


class FakeSession:
    """Echoes lines; knows `quit`, `no` (a wrong answer), `boom` (raises) and `wait`."""

    names = NAMES

    def __init__(self) -> None:
        self.told: list[str] = []
        self.shown: Callable[[Doc], None] | None = None
        self.faults = 0
        self.broken_words = False

    @property
    def prompt(self) -> str:
        return f"strange {len(self.told) + 1}/8"

    @property
    def status(self) -> Status:
        return Status(("Strange", f"lesson {len(self.told) + 1}/8", "clubs are trumps"), tuple(KEYS.items()))

    def begin(self) -> Reply:
        hand = " ".join(mark("c", card) for card in ("KH", "TH", "3S"))
        return Reply(
            (Heading("Strange", 1), Para(f"{mark('s', 'P2')} led {mark('c', 'AH')}. {mark('s', 'P1')} hold {hand}."))
        )

    def tell(self, line: str) -> Reply:
        self.told.append(line)
        if line == "quit":
            return Reply(said("Goodbye."), over=True)
        if line == "no":
            self.faults += 1
            return Reply((Item(mark("c", "3S"), "Hearts were led.", "strange.follow.suit", "no"),))
        if line == "boom":
            raise KeyError("a bug")
        if line == "break words":
            self.broken_words = True
        if line == "wait":
            print("waiting", flush=True)
            time.sleep(60)
        return Reply(said(f"You said {cleaned(line)!r}, {len(line)} characters."))

    def leave(self) -> Reply:
        return Reply(said("Saved. To go on: tutor learn strange."))

    def words(self) -> tuple[Word, ...]:
        if self.broken_words:
            raise ValueError("no words today")
        return (Word("KH", "king of hearts"), Word("TH", "ten of hearts"), Word("3S"), Word("hint", "a little help"))


if __name__ == "__main__":
    history = os.environ.get("TALKER_HISTORY")
    sys.exit(
        talk(
            FakeSession(),
            RenderOptions.detect(sys.stdout, os.environ),
            history_path=Path(history) if history else None,
            toolbar="bare" not in sys.argv,
        )
    )
