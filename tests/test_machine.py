"""Any course that a game may take at the prompt and on disk: play, refusals, take-backs, saves, other windows, kills.

A list of the records there have been keeps the truth; whatever a practice game, its saves and their replay say must be
the same. `test_record.py` has the same machine for records alone.
"""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.test_store_processes import ended, forked, needs_fork
from tutor.kernel import record
from tutor.kernel.by_name import load, names
from tutor.kernel.playout import legal
from tutor.teach.practice.match import Match, MatchSetup
from tutor.teach.practice.saves import Saves

if TYPE_CHECKING:
    from tutor.kernel.history import Record

GAMES = tuple(name for name in names() if name != "bridge-solitaire")  # its hands alone take seconds
SEED = 5


class Window:
    """A practice game in one window: the match and where it is saved."""

    def __init__(self, name: str, folder: Path) -> None:
        self.game, self.folder = load(name), folder
        self.saves = Saves(self.game, folder)
        begun = record.draw(record.start(self.game), Random(SEED))
        self.match = Match(begun, MatchSetup(seat=begun.state.turn[0], seed=SEED, level=1))

    def save(self) -> None:
        self.saves.save(self.match)
        assert not self.saves.failed

    def reopened(self) -> Record[Any] | None:
        """The game that another window would go on with."""
        found = Saves(self.game, self.folder).latest()
        return None if found is None else found.match.record


class Practising(RuleBasedStateMachine):
    """Does at random what a learner does, with the seats of all players; `past` is every record there has been."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.window: Window | None = None
        self.past: list[Record[Any]] = []

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(name=st.sampled_from(GAMES))
    def opens(self, name: str) -> None:
        self.window = Window(name, self.folder)
        self.past = [self.window.match.record]

    @property
    def now(self) -> Record[Any]:
        return self.past[-1]

    def on(self, after: Record[Any], *, made: bool) -> None:
        assert self.window is not None
        if made:
            after = record.draw(after, Random(len(after.states)))
            self.past.append(after)
        else:
            self.past[-1] = after
        self.window.match.record = after

    @precondition(lambda self: self.window and self.now.state.turn)
    @rule(n=st.integers(0, 10_000))
    def plays(self, n: int) -> None:
        moves = [(seat, move) for seat in self.now.state.turn for move in legal(self.now.game, self.now.state, seat)]
        seat, move = moves[n % len(moves)]
        after, ruling = record.attempt(self.now, seat, move.text)
        assert ruling.legal
        self.on(after, made=True)

    @precondition(lambda self: self.window and self.now.state.turn)
    @rule(n=st.integers(0, 10_000), strange=st.sampled_from(["", "what?", "KH+KH", "pass", "AS", "-1", "\x1b[2J"]))
    def tries_what_is_refused(self, n: int, strange: str) -> None:
        seat = self.now.state.turn[0]
        refused = [ruling.text for ruling in self.now.game.judge(self.now.state, seat).rulings if not ruling.legal]
        text = refused[n % len(refused)] if refused and n % 3 else strange
        after, ruling = record.attempt(self.now, seat, text)
        if not ruling.legal:
            assert after.states == self.now.states
            self.on(after, made=False)

    @rule(n=st.integers(1, 3))
    def takes_back(self, n: int) -> None:
        if n < len(self.past):
            back = record.undo(self.now, n)
            assert back.states == self.past[-1 - n].states
            assert [entry for entry in back.entries if entry.made] == [e for e in self.past[-1 - n].entries if e.made]
            del self.past[len(self.past) - n :]
            self.on(back, made=False)
        else:
            with pytest.raises(ValueError, match="taken back"):
                record.undo(self.now, n)

    @rule()
    def plays_the_same_cards_again(self) -> None:
        again = record.same_cards(self.now)
        assert again.states == self.past[0].states
        del self.past[1:]
        self.on(again, made=False)

    @precondition(lambda self: self.window)
    @rule()
    def saves(self) -> None:
        window = self.window
        assert window is not None
        window.save()
        if window.saves.path is not None and not window.match.over:
            assert window.reopened() == self.now

    @precondition(lambda self: len(self.past) > 1 and self.window.saves.path is not None and not self.window.match.over)
    @rule()
    def is_gone_on_with_in_another_window(self) -> None:
        """What is saved there is not lost when the first window saves its own."""
        assert self.window is not None
        self.window.save()
        there = Saves(self.window.game, self.folder)
        found = there.latest()
        assert found is not None
        there.go_on(found)
        there.save(Match(self.past[0], found.match.setup))
        assert there.path is not None
        before = there.path.read_text("utf-8")
        self.window.save()
        assert self.window.saves.path != there.path
        assert there.path.read_text("utf-8") == before
        there.path.unlink()

    @rule(in_one_word=st.booleans())
    def is_replayed(self, in_one_word: bool) -> None:
        there = record.read_line(record.write_line(self.now)) if in_one_word else record.read(record.write(self.now))
        assert there == self.now

    @invariant()
    def has_a_state_for_each_thing_done(self) -> None:
        assert not self.past or len(self.now.states) == 1 + sum(entry.made for entry in self.now.entries)


Practising.TestCase.settings = settings(
    max_examples=60, stateful_step_count=25, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPractising = Practising.TestCase


@needs_fork
def test_killed_between_any_two_writes_of_a_save_the_game_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    """Python tells us before whatever it does to a file; each time another child dies at another one."""
    window = Window("tute", tmp_path / "begun")
    for _ in range(3):
        moves = legal(window.game, window.match.record.state, window.match.record.state.turn[0])
        window.match.record, _ = record.attempt(window.match.record, window.match.record.state.turn[0], moves[0].text)
    first = window.match.record
    moves = legal(window.game, first.state, first.state.turn[0])
    second, _ = record.attempt(first, first.state.turn[0], moves[0].text)
    found: list[Record[Any]] = []
    at = 0
    while True:
        folder = tmp_path / str(at)
        window.saves, window.match.record = Saves(window.game, folder), first
        window.save()

        def work(at: int = at) -> None:
            left = at

            def die(event: str, _: tuple[Any, ...]) -> None:
                nonlocal left
                if event == "open" or (event.startswith("os.") and event != "os.kill"):
                    if not left:
                        os.kill(os.getpid(), signal.SIGKILL)
                    left -= 1

            sys.addaudithook(die)
            window.match.record = second
            window.saves.save(window.match)

        status = ended(forked(work))
        later = Saves(window.game, folder)
        saved = later.latest()
        assert saved is not None, "the game is lost"
        found.append(saved.match.record)
        assert found[-1] in (first, second)
        later.go_on(saved)
        later.save(Match(second, saved.match.setup))  # a lock that nobody lifts keeps nobody out for long
        assert not later.failed
        if status == 0:
            break
        assert status == -signal.SIGKILL
        at += 1
    assert at >= 5
    assert first in found
    assert second in found
