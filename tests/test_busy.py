"""The sign that an answer takes long: there while it does, gone before anything else is shown."""

from __future__ import annotations

import os
from io import StringIO
from threading import Event

import pytest

from tutor.ui.terminal import busy
from tutor.ui.terminal.busy import SIGN, BusySign, unechoed

GONE = "\b" * len(SIGN) + " " * len(SIGN) + "\b" * len(SIGN)


class Screen(StringIO):
    """Output that tells when something has been written."""

    def __init__(self) -> None:
        super().__init__()
        self.written = Event()

    def write(self, text: str) -> int:
        """Write, and tell."""
        length = super().write(text)
        self.written.set()
        return length


def test_a_long_answer_is_announced_and_the_sign_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy, "AFTER", 0.0)
    screen = Screen()
    with BusySign(screen):
        assert screen.written.wait(20)
        assert screen.getvalue() == SIGN
    assert screen.getvalue() == SIGN + GONE


def test_what_is_shown_meanwhile_takes_it_away_for_good(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy, "AFTER", 0.0)
    screen = Screen()
    with BusySign(screen) as sign:
        assert screen.written.wait(20)
        sign.clear()
        assert screen.getvalue() == SIGN + GONE
    assert screen.getvalue() == SIGN + GONE


def test_a_short_answer_and_a_fault_leave_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(busy, "AFTER", 3600.0)
    screen = Screen()
    sign = BusySign(screen)
    for _ in range(2):
        with pytest.raises(KeyboardInterrupt), sign:
            raise KeyboardInterrupt
    assert screen.getvalue() == ""


@pytest.mark.pty
def test_keys_typed_meanwhile_are_not_shown_and_wait_for_the_prompt() -> None:
    termios = pytest.importorskip("termios")
    ours, number = os.openpty()
    with os.fdopen(number) as theirs:
        modes = termios.tcgetattr(theirs)
        with unechoed(theirs):
            assert not termios.tcgetattr(theirs)[3] & termios.ECHO
            os.write(ours, b"8H\n")
            assert theirs.readline() == "8H\n", "it is there to be read"
        assert termios.tcgetattr(theirs) == modes
    os.close(ours)
    with unechoed(StringIO()):
        pass  # no terminal
