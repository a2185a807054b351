"""Practice: a whole game with a teacher at one's elbow. Driven line by line, as the prompt and a pipe do."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from tests.tables import share
from tests.terminal import CTRL_C, CTRL_D, LIMIT, ROOT, Terminal
from tutor.advice import Advice, Adviser
from tutor.advice.evidence import ALMOST
from tutor.advice.reasons.context import Reason, Role
from tutor.kernel import history, record
from tutor.kernel.by_name import load, names
from tutor.kernel.cards import card
from tutor.kernel.judging import judge
from tutor.kernel.moves import call
from tutor.kernel.playout import legal
from tutor.kernel.position import read_question
from tutor.kernel.position_text import split
from tutor.kernel.record import BadRecord
from tutor.kernel.seats import DECK
from tutor.teach.practice.advising import advice_at, advice_texts, chance, spoken, sure_text
from tutor.teach.practice.key_moments import key_moments
from tutor.teach.practice.match import hand_begun, hands_over
from tutor.teach.practice.playing import Practice
from tutor.teach.practice.saves import Saves, setup_of
from tutor.teach.practice.start import BadPracticeRequest, practice_request
from tutor.teach.practice.table import turn
from tutor.teach.practice.watching import Watching, beats
from tutor.teach.progress.store import Store
from tutor.teach.questions.base import LEAST, RUNGS
from tutor.teach.questions.refusals import free
from tutor.teach.rulings.answers import ask
from tutor.teach.rulings.replay import replay_doc, replay_json
from tutor.teach.text.files import lessons_root
from tutor.teach.text.marks import mark, unmarked
from tutor.teach.text.names import STRANGERS
from tutor.teach.text.phrases import phrase
from tutor.ui.render import render
from tutor.ui.render_options import RenderOptions

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tutor.kernel.history import Record

TAUGHT = [name for name in names() if (lessons_root() / name / "rulebook.toml").exists()]
LONG = 40
"""Moves of one test game; short games are over by then."""
LOOK = RenderOptions(width=100, suits="letters")


class Table:
    """A practice game of a learner in `home`, whose answers can be read."""

    def __init__(self, home: Path, name: str = "strange", **request: Any) -> None:
        game = load(name)
        request = {"level": 1} | request
        self.store = Store()
        self.session = Practice(practice_request(game, **request), self.store, Saves(game, home / "games"))
        self.over = False
        self.opening = self._read(self.session.begin())

    def _read(self, reply: Any) -> str:
        self.over = reply.over
        return render(reply.doc, LOOK, self.session.names)

    def flat(self, line: str) -> str:
        return " ".join(self.say(line).split())

    def say(self, line: str) -> str:
        assert not self.over, "the conversation is over"
        return self._read(self.session.tell(line))

    def leave(self) -> str:
        return self._read(self.session.leave())

    @property
    def record(self) -> Record[Any]:
        found: Record[Any] = self.session.match.record
        return found

    @property
    def legal(self) -> list[str]:
        return [move.text for move in self.session.match.judged().legal]

    @property
    def illegal(self) -> list[str]:
        return [ruling.text for ruling in self.session.match.judged().rulings if not ruling.legal]

    @property
    def events(self) -> list[tuple[str, str, str]]:
        return [(event.kind, event.clause, event.result) for event in self.store.events()]

    def answering(self) -> Table:
        """Play on until there is something that may not be played."""
        while not self.illegal:
            self.say(self.legal[0])
        return self

    def on(self, which: int = 0) -> str:
        """Play on: some legal move, or the next hand."""
        return self.say("" if self.session.asking == "between" else self.legal[which])


@pytest.fixture
def home(tmp_path: Path, quick_thought: None) -> Path:
    return tmp_path


@pytest.fixture
def table(home: Path) -> Table:
    return Table(home, seed=1, players=2)


# -- a whole game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", share(TAUGHT, 0))
def test_every_game_can_be_played(name: str, home: Path) -> None:
    """Any legal move each time, now and then something that is not allowed; to the final result if that is not far."""
    table = Table(home, name, seed=4)
    rng = Random(4)
    for _ in range(LONG):
        if table.session.asking == "after":
            break
        assert table.session.prompt.startswith(name)
        assert table.session.words()
        assert table.session.status.parts
        if table.session.asking == "between":
            table.on()
            continue
        if table.illegal and rng.random() < 0.05:
            table.say(rng.choice(table.illegal))
        table.say(rng.choice(table.legal))
        assert table.say("why") or table.session.asking != "move"
    if table.session.asking != "after":
        assert f"tutor practice {name}" in table.leave()
        return
    text = table.say("show")
    standing = load(name).standing(table.record.state)
    sheet = text.partition("Score sheet")[2].split()
    assert sheet[-len(standing) :] == [f"{n:g}" for n in standing.values()]
    assert not table.over
    table.session.slips.clear()
    assert f"tutor practice {name}" in table.say("")
    assert table.over


def test_the_result_is_told_with_the_score(table: Table) -> None:
    text = ""
    while table.session.asking == "move":
        text = table.say(table.legal[0])
    sheet = load("strange").standing(table.record.state)
    above, _, told = text.partition("Score sheet")
    assert "won the game" in above or "is shared by" in above, "the result comes first, and once"
    assert "won the game" not in told and "is shared by" not in told
    total = next(line for line in told.splitlines() if line.split()[:1] == ["tricks"])
    assert total.split()[1:] == [f"{n:g}" for n in sheet.values()]
    assert "Score sheet" not in told
    assert "You tried nothing that the rules forbid." in text


def test_what_happens_is_told_once(table: Table) -> None:
    first = table.opening
    assert first.count("dealt 32 cards") == 1
    assert first.count("Which two cards do you play?") == first.count(" to play\n") + first.count(" to lead\n") == 1
    answer = table.say(table.legal[0])
    assert "dealt" not in answer
    assert answer.count("You answered") + answer.count("You led") == 1


def test_the_hand_stands_by_suits_trumps_first(home: Path) -> None:
    table = Table(home, seed=1)
    phase, view = table.session.match.moment
    trumps = phase.facts(view)["trumps"]
    hand = table.opening.partition("Your hand")[2].partition("Which two cards do you play?")[0]
    rows = [row.replace("10", "T").split() for line in hand.splitlines() for row in line.split("   ") if row.strip()]
    assert sorted(card for row in rows for card in row) == sorted(c.text for c in view.hand)
    suits = [suit for suit, _ in groupby(card[1] for row in rows for card in row)]
    assert sorted(suits) == ["C", "D", "H", "S"], "each suit in one place"
    assert sorted(suits[: len(trumps)]) == sorted(trumps)
    assert all(len({card[1] for card in row}) == 1 for row in rows)
    assert f"trumps {' and '.join(trumps)} " in " ".join(table.opening.split())


# -- rulings -------------------------------------------------------------------------------------------


def test_three_kinds_of_error_are_told_apart(table: Table) -> None:
    table.answering()
    hand = table.session.match.moment[1].hand
    missing = next(c.text for c in load("strange").pack.order if c not in hand)
    unread, unheld = table.say("foo"), table.say(f"{missing} {hand[0].text}")
    refused = table.say(table.illegal[0])
    assert "cannot read" in unread
    assert "do not hold" in unheld
    assert "strange.follow.suit" in refused
    assert len(unheld.splitlines()) == 1, "nobody wants a hand of 32 read out for a slip of the finger"
    assert [kind for kind, *_ in table.events if kind == "slip"] == ["slip"]
    assert table.session.faults == 2, "a line that is no move is no wrong answer"


def test_moves_may_be_typed_in_many_ways(home: Path) -> None:
    for way in ("{0} {1}", "{0}+{1}", "{0},{1}", "play {0} {1}", "  {0}  {1} ", "{0}, {1}"):
        table = Table(home, seed=1, players=2)
        a, b = table.legal[0].split("+")
        table.say(way.format(a.lower(), b))
        assert table.record.entries[-1].made, way
        assert [e.text for e in table.record.entries if e.seat == "P1"] == [f"{a}+{b}"], way


def test_a_mistyped_command_is_recognized(table: Table) -> None:
    assert '"hint"' in table.say("hnt")
    assert "cannot read" in table.say("hnt")


def test_slips_and_right_answers_are_logged_at_once(table: Table) -> None:
    table.answering()
    before = len(table.events)
    table.say(table.illegal[0])
    assert table.events[before:] == [("slip", "strange.follow.suit", "")]
    table.say(table.legal[0])
    assert table.events[before + 1 :] == [], "after a slip the same clause is not suddenly known"
    table.answering()
    while table.session.match.record.state.phase != "play":
        table.say(table.legal[0])
    table.answering()
    before = len(table.events)
    table.say(table.legal[0])
    clauses = {clause for kind, clause, result in table.events[before:] if (kind, result) == ("answer", "good")}
    assert clauses
    event = table.store.events()[-1]
    assert event.detail["where"] == "practice"
    assert ask(["explain", "strange", *event.detail["position"].split()]).get("legal"), (
        "the position can be asked about"
    )


def test_who_was_told_what_is_legal_proves_nothing(table: Table) -> None:
    table.answering()
    before = len(table.events)
    table.say("assist mark")
    table.say("legal")
    table.say(table.legal[0])
    assert table.events[before:] == []


@pytest.mark.parametrize("name", ["tute", "strange", "dou-dizhu"])
def test_each_move_is_told_when_it_is_made(name: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, hearing = (Table(home / who, name, seed=3) for who in ("waiting", "hearing"))
    shown: list[Any] = []
    hearing.session.shown = shown.extend
    thought: list[int] = []
    advise = Adviser.advise

    def noted(self: Adviser, *about: Any) -> Advice:
        thought.append(len(shown))
        return advise(self, *about)

    monkeypatch.setattr(Adviser, "advise", noted)
    for _ in range(12):
        if waiting.session.asking == "after":
            break
        line = "" if waiting.session.asking == "between" else waiting.legal[0]
        said = waiting.session.tell(line).doc
        shown.clear()
        thought.clear()
        reply = hearing.session.tell(line).doc
        whole, parts = (re.sub(r" \(X\d\)", "", str(doc)) for doc in (said, (*shown, *reply)))  # jokers' letters
        assert parts == whole
        assert thought == sorted(set(thought)) and 0 not in thought[1:], "before each thought more has been told"
        assert waiting.record.entries == hearing.record.entries


# -- help ----------------------------------------------------------------------------------------------


def test_hints_climb_a_ladder(table: Table) -> None:
    table.answering()
    first = table.say("hint")
    of = int(re.findall(r"Hint 1 of (\d)", first)[0])
    rungs = [first, *(table.say("hint") for _ in range(1, of))]
    assert LEAST <= len(set(rungs)) == of <= RUNGS
    assert all(f"Hint {n} of {of}" in rung for n, rung in enumerate(rungs, 1))
    assert "Advice, not a rule" in rungs[-1]
    assert table.say("hint").startswith("That was the last hint.")
    before = len(table.events)
    table.say(table.legal[0])
    assert table.events[before:] == [("answer", "strange.follow.suit", "again")], "the answer was shown"


def test_after_the_last_hint_the_move_is_named_and_the_page_is_not_told_again(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bidding = Table(home, "dou-dizhu", seed=3)
    assert "What was said so far" in bidding.flat("hint")
    assert "You hold 2" in bidding.flat("hint"), "what is certain of the cards comes before what would be wise"
    whole = bidding.flat("hint")
    monkeypatch.setattr("tutor.teach.practice.advising.reasons", None)  # what was found is kept with the advice
    assert "Advice, not a rule" in whole
    again = bidding.flat("hint")
    assert again.startswith("That was the last hint.") and "Advice, not a rule" not in again
    move = again.removeprefix("That was the last hint. ").partition(' ("advice"')[0]
    assert f"Advice, not a rule {move}" in whole
    assert "Advice, not a rule" in bidding.flat("advice")


@pytest.mark.parametrize("name", TAUGHT)
def test_where_everything_is_legal_something_is_said_before_the_advice_and_no_move_is_named(
    home: Path, name: str
) -> None:
    table = Table(home, name, seed=5)
    found = table.session.match.judged()
    while len(found.legal) == 1 or not free(found):
        table.say(found.legal[0].text)
        if table.session.asking != "move":
            pytest.skip("some rule was against something in the whole hand")
        found = table.session.match.judged()
    hints = [table.flat("hint")]
    while "Advice, not a rule" not in hints[-1]:
        hints.append(table.flat("hint"))
    before, advised = hints[:-1], table.session.match.advice()[0].move
    assert not before or all(f"Hint {n} of {len(hints)}" in hint for n, hint in enumerate(hints, 1))
    if not before:
        assert not any(move.cards for move in found.legal), "there are cards to look at"
        return
    game = table.session.match.game
    named = [unmarked(phrase(game, found.phase, move)) for move in (advised, *found.legal) if move != advised]
    own = unmarked(phrase(game, found.phase, advised))
    for hint in before:
        beside = [one for one in named if one in hint.replace("10", "T") and one not in own]
        assert own not in hint or beside, f"{hint} names what is advised, and nothing else"
    assert len(before) == 1 or before[-1].endswith("?") or before[-1].partition("I have one move in mind.")[2]


def test_advice_in_the_middle_of_the_hints_takes_none_away(table: Table) -> None:
    assert "Hint 1 of" in table.say("hint")
    assert "Advice, not a rule" in table.say("advice")
    assert "Hint 2 of" in table.say("hint")


def test_advice_does_not_repeat_what_the_question_names(home: Path) -> None:
    bidding = Table(home, "dou-dizhu", seed=33)
    assert "What do you say: pass or 3?" in bidding.flat("")
    advised = bidding.flat("advice")
    assert "Allowed" not in advised and "is allowed" not in advised
    assert advised.startswith("Certain 3 is higher than "), "the rule itself names the call"


def test_advice_is_labelled_as_advice(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tutor.teach.practice.advising.PATIENCE", 60.0)  # a busy machine may not change what is said
    text = table.flat("advice")
    rules, _, advice = text.partition("Advice, not a rule")
    assert rules.startswith("Certain ") and "Allowed" not in rules, "so many moves are for whoever asks for them"
    assert "sampled" not in rules
    assert "looks best" in advice or "sensible choice" in advice or "better than" in advice or "My choice" in advice
    assert not any(word in rules for word in ("best", "better", "choice", "choose"))
    assert table.record.entries[-1].seat != "P1"


def test_what_is_no_card_is_answered_with_how_cards_are_typed(table: Table, home: Path) -> None:
    table.answering()
    assert (
        table.flat("zz") == '! I cannot read "zz" as your two cards. Type the cards one after the other, as in AS 2C.'
    )
    single = Table(home, "tetka", seed=5).answering()
    assert single.flat("zz") == '! I cannot read "zz" as your card. A card is typed like AS or 2C.'


def test_the_four_amounts_of_help(home: Path) -> None:
    for assist, listed, hinted in (
        ("full", True, True),
        ("mark", False, True),
        ("ask", False, True),
        ("none", False, False),
    ):
        table = Table(home, seed=1, players=2, assist=assist).answering()
        assert ("Legal:" in table.say("")) is listed, assist
        assert ("Hint 1" in table.say("hint")) is hinted, assist
        assert ("You may play" in table.say("legal")) is (assist in ("full", "mark")), assist
        assert "strange." in table.say(table.illegal[0]), "a ruling is never refused"
        assert ("You may play" in table.say("legal")) is (assist != "none"), assist


def test_legal_lists_reasons(table: Table) -> None:
    assert all(f'"assist {level}"' in table.say("help assist") for level in ("full", "mark", "ask", "none"))
    assert 'Now it is "' in table.say("assist")
    table.say("assist mark")
    text = table.answering().say("legal")
    assert "You may not play" in text
    assert "strange.follow.suit" in text


def test_why_and_rules(table: Table) -> None:
    assert "cards to everybody" in table.say("why") or "turned up" in table.say("why") or "trumps" in table.say("why")
    table.answering()
    wrong = table.illegal[0]
    assert "strange.follow.suit" in table.say(f"why {wrong}")
    assert len(table.session.slips) == 0, "to ask is no slip"
    table.say(wrong)
    assert "Follow each suit" in table.say("why")
    assert "strange.follow.suit" in table.say("rules")
    assert "strange.breakup" in table.say("rules breakup")
    assert "a clause, section or title" in table.say("rules xyzzy")


def test_completion_gives_nothing_away(table: Table) -> None:
    table.answering()
    cards = {word.text for word in table.session.words() if len(word.text) == 2}
    assert cards == {c.text for c in table.session.match.moment[1].hand}
    assert {"hint", "undo", "advice"} <= {word.text for word in table.session.words()}


def test_help_says_more_of_one_word(table: Table) -> None:
    text = table.say("help advice")
    assert "what would be wise" in text
    assert "a toss-up" in text
    assert "the last trick" not in text, "one word, not the list"
    assert "a word of this list" in table.say("help pancake")


def test_where_the_cards_say_that_two_moves_are_level_a_mere_chance_is_not_told() -> None:
    game = load("kaiser")
    some = Advice(call("pass"), call("6"), 0, 0.1, 0.5, 0.4, 0.78, 20, 20, 40, 2, 2)
    facts = {"c": card("8C"), "other": card("9D"), "sure": True, "counted": True}
    text = " ".join(advice_texts(game, some, (Reason("neither_keeps", facts, role=Role.LEVEL),)))
    assert "the deals I tried hardly tell it from" in text and "in 10" not in text
    assert "8 in 10" in " ".join(advice_texts(game, some, ()))


def test_moves_that_the_deals_do_not_tell_apart_get_no_counts() -> None:
    game = load("kaiser")
    even = Advice(call("pass"), call("6"), 0, 0.1, 0.5, 0.4, 0.6, 20, 20, 40, 2, 2)
    clear = replace(even, sure=0.93, margin=1.0, worse=0.1)
    assert not any("20 imagined deals" in text for text in advice_texts(game, even, ()))
    assert "it is a toss-up" in advice_texts(game, even, ())[0]
    assert "hardly tell them apart" in advice_texts(game, replace(even, usual=1.0), ())[0], "a rule of thumb does"
    assert "looks best" in advice_texts(game, clear, ())[0]
    said = " ".join(advice_texts(game, clear, ()))
    assert said.count("deals") == 1 and "By the deals I tried the chances that it is better than" in said, (
        "in one sentence"
    )
    said = " ".join(advice_texts(game, replace(clear, better=0, worse=0), ()))
    assert "came to the same as" in said and "better" not in said
    rare = " ".join(advice_texts(game, replace(clear, better=0.02, worse=0.01, usual=1.0), ()))
    assert "hardly tell them apart" in rare and "better than" not in rare, "nearly always it made no difference"
    said = " ".join(advice_texts(game, replace(clear, sure=0.8), ()))
    assert said.count("6") == 1 and "rather than" in said and "about 8 in 10" in said, "the other choice is named once"
    solved = " ".join(advice_texts(game, replace(clear, sure=1.0, deals=1, solved=True), ()))
    assert "No card is hidden" in solved and "imagined" not in solved
    why = (Reason("last_cards", {"move": even.move}),)
    said = " ".join(advice_texts(game, replace(clear, sure=1.0), why))
    assert "imagined" not in said and "almost certainly better than" in said, "a reason is enough"
    same = replace(even, other=None, tried=1, alike=True)
    alike = advice_texts(game, same, spoken(same, why))
    assert len(alike) == 1 and "makes no difference" in alike[0], "where nothing matters no reason is one"
    assert "no other sensible choice" in advice_texts(game, replace(even, other=None, tried=1), ())[0]
    facts = {
        "move": even.move,
        "other": even.other,
        "given": (),
        "kept": (),
        "whole": None,
        "level": False,
        "twin": None,
    }
    equal = Reason("equally_strong", facts)
    assert "no other" not in advice_texts(game, replace(even, other=None, tried=1), (equal,))[0]


def test_how_sure_it_is_is_said_in_few_steps() -> None:
    words = {0.5: "a toss-up", 0.7: "about 7 in 10", 0.84: "about 8 in 10", 0.94: "about 9 in 10", 1: "almost certain"}
    for sure, said in words.items():
        assert chance(sure) == said and said in sure_text(sure)


def test_help_lists_every_command(table: Table) -> None:
    text = table.say("help")
    commands = "hint why legal advice suppose show rules undo again new review assist position save help quit"
    assert all(word in text for word in commands.split())
    assert text == table.say("?")


def test_who_may_act_among_others_may_also_wait(home: Path) -> None:
    table = Table(home, seed=2, players=2)
    now = table.record
    both = replace(now.state, turn=("P1", "P2"), leader="P1", trick=())
    table.session.match.record = replace(now, states=(*now.states[:-1], both))
    assert '"wait"' in table.say("show") + table.say("assist mark")
    assert "wait" in {word.text for word in table.session.words()}
    before = len(table.record.entries)
    table.say("wait")
    assert [entry.seat for entry in table.record.entries[before:]][:1] == ["P2"]
    table = Table(home, seed=2, players=2)
    assert "waits for you" not in table.say("")
    assert "wait" not in {word.text for word in table.session.words()}


# -- going back ----------------------------------------------------------------------------------------


def test_undo_goes_back_as_often_as_one_likes_and_luck_does_not_change(table: Table) -> None:
    seen: list[tuple[Any, str, str]] = []
    for _ in range(8):
        before = table.record
        move = table.legal[0]
        seen.append((before, move, table.say(move)))
    for before, _move, _ in reversed(seen):
        assert "Taken back" in table.say("undo")
        assert table.record == before
    assert "nothing to take back" in table.say("undo")
    for before, move, answer in seen:
        assert table.record == before
        assert table.say(move) == answer, "the same move is answered the same way"


def test_what_followed_is_taken_back_only_where_something_followed(home: Path) -> None:
    table = Table(home, "trente-et-quarante", seed=3, hands=1)
    table.say("rouge")
    assert "Taken back: bet on red." in table.flat("undo")
    table = Table(home / "2", "tresette", seed=3)
    move = table.legal[0]
    table.say(move)
    assert "and what followed." in table.flat("undo")


def test_who_has_bet_nothing_is_asked_before_the_first_coup(home: Path) -> None:
    table = Table(home, "trente-et-quarante", seed=3, hands=1)
    asked = table.flat("deal")
    assert "You have bet nothing" in asked and "Enter makes the move all the same" in asked
    table.say("rouge")
    assert "You have bet nothing" not in table.flat("deal")


def test_legal_says_the_first_time_that_one_may_guess_and_how_to_see_the_list(home: Path) -> None:
    table = Table(home, "tresette", seed=3)
    assert "Guess first, if you like" in (said := table.flat("legal")) and '"legal" once more shows the list' in said
    assert "You may play" in table.flat("legal")


def test_again_is_the_same_cards(table: Table) -> None:
    first, hand = table.record.entries[0], table.session.match.moment[1].hand
    for _ in range(5):
        table.say(table.legal[0])
    text = table.say("again")
    assert text.startswith("The same cards")
    assert table.record.entries[0] == first
    assert table.session.match.moment[1].hand == hand
    assert "dealt" in table.say("new")
    assert table.record.entries[0] != first


def test_a_position_can_be_asked_about_elsewhere(table: Table) -> None:
    table.answering()
    line = table.say("position").splitlines()[-1]
    program, command, *question = shlex.split(line)
    assert (program, command) == ("tutor", "explain")
    assert ask(["explain", *question])["legal"] == table.legal


def test_a_game_can_be_saved_and_replayed(table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    table.answering().say("names Zoe")
    table.say(table.illegal[0])
    assert "tutor practice strange --record mine.txt" in " ".join(table.say("save mine.txt").split())
    assert "already" in table.say("save mine.txt")
    assert "Save where" in table.say("save")
    assert "Cannot write" in table.say("save no/such/folder/x")
    text = (tmp_path / "mine.txt").read_text()
    assert record.read(text) == table.record
    assert setup_of(text) == table.session.match.setup, "with the names and settings of this table"
    told = render(replay_doc(text), LOOK, {})
    assert "tried" in told
    assert "strange.follow.suit" in told
    assert "P1 would be next" in told


# -- keeping -------------------------------------------------------------------------------------------


def test_the_game_is_kept_after_every_move_and_offered_again(home: Path) -> None:
    first = Table(home, seed=1, players=2).answering()
    first.say(first.illegal[0])
    assert "You have left a game of Reoccurring Strange before your first move, just now." in Table(home).opening
    first.say(first.legal[0])
    second = Table(home, level=None)  # as after kill -9: nobody has said goodbye
    assert "You have left a game" in second.opening
    assert "answer y" in second.say("KH")
    text = second.say("")
    assert second.record == first.record
    assert second.legal == first.legal
    assert "Here it goes on" in text
    assert len(second.session.slips) == 1
    move = second.legal[0]
    answer = second.say(move)
    other = first.say(move)
    assert other.startswith(answer), "it goes on as it would have"
    assert "another window" in other[len(answer) :]


def test_a_new_game_leaves_the_old_one_where_it_is(home: Path) -> None:
    first = Table(home, seed=1)
    first.say(first.legal[0])
    second = Table(home)
    assert "dealt" in second.say("n")
    second.say(second.legal[0])
    assert second.record.entries[0] != first.record.entries[0]
    assert len(list((home / "games").glob("*.record"))) == 2
    assert "You have left" not in Table(home, seed=2).opening
    assert "You have left" not in Table(home, fresh=True).opening


def test_a_game_that_is_over_is_not_offered(home: Path) -> None:
    table = Table(home, seed=1, players=2)
    while table.session.asking == "move":
        table.say(table.legal[0])
    assert "You have left" not in Table(home).opening


def test_a_save_that_cannot_be_read_is_kept_and_said(home: Path) -> None:
    table = Table(home, seed=1)
    table.say(table.legal[0])
    (path,) = (home / "games").glob("*.record")
    path.write_text(path.read_text().replace("deck deal:", "deck deal:2S+"))
    table = Table(home)
    assert "cannot be read any more" in table.opening
    assert path.with_suffix(".broken").exists()
    assert "You have left" not in Table(home, fresh=False).opening or table.legal


def test_no_disk_no_loss_of_the_game(home: Path) -> None:
    (home / "games").write_text("a file where the folder should be")
    table = Table(home, seed=1)
    assert "cannot be saved" in table.say(table.legal[0])
    assert "cannot be saved" not in table.say(table.legal[0]), "once is enough"
    assert "could not be saved" in table.leave()


def test_leaving_says_how_to_come_back(table: Table) -> None:
    assert "Nothing was played" in table.leave()
    table.over = False
    table.say(table.legal[0])
    assert "goes on with it" in Table.leave(table)
    assert "`tutor practice strange`" in table.leave()
    assert table.over
    for word in ("quit", "exit", "q", "bye"):
        other = Table(Path(os.devnull), seed=1)
        other.say(word)
        assert other.over


def test_a_record_can_be_played_on_from(home: Path, table: Table) -> None:
    for _ in range(3):
        table.say(table.legal[0])
    other = Table(home, text=record.write(table.record))
    assert other.record == table.record
    assert other.session.match.seat == table.record.state.turn[0]
    while other.session.asking == "move":
        other.say(other.legal[0])
    again = Table(home, text=record.write(other.record))
    assert again.record.entries[0] == table.record.entries[0]
    assert len(again.legal) > 1


# -- the review ----------------------------------------------------------------------------------------


def test_slips_come_back_as_the_same_position(table: Table) -> None:
    table.answering()
    hand, wrong, right = table.session.match.moment[1].hand, table.illegal[:2], table.legal[0]
    for move in wrong:
        table.say(move)
    table.say(right)
    text = table.say("review")
    assert "Slip 1 of 1" in text and table.session.prompt == "strange slip 1/1"
    assert '"quit" goes back to the game' in " ".join(text.split())
    assert text.rstrip().endswith("What is allowed instead?")
    tried = text.replace("10", "T").partition("You tried")[2]
    assert all(move.replace("+", " ") in tried for move in wrong)
    assert right.replace("+", " ") not in tried, "answered before it is shown"
    assert {word.text for word in table.session.words()} >= {c.text for c in hand}
    assert "cannot read" in table.say("foo")
    faults = table.session.faults
    assert "strange.follow.suit" in table.say(wrong[0])
    assert table.session.faults == faults + 1
    assert "strange.follow.suit" in table.say("why")
    assert "Hint 1 of" in table.say("hint")
    assert "Enter" in table.say(right)
    assert ("answer", "strange.follow.suit", "hard") in table.events
    assert "You" in table.say("")
    assert table.session.review is None
    assert "nothing to look at" in table.say("review") and "slip" not in table.session.prompt
    assert "replay" not in table.say("play alone") and '"replay"' in table.say("replya")


def test_the_review_is_one_key_away_when_the_game_is_over(home: Path) -> None:
    table = Table(home, seed=1, players=2)
    moments = 0
    text = ""
    while table.session.asking == "move":
        if table.illegal and moments < 2:
            moments += 1
            table.say(table.illegal[0])
        text = table.flat(table.legal[0])
    assert "Enter looks at them again" in text
    assert "Slip 1 of 2" in table.say("")
    assert "The answer:" in table.say("skip")
    assert "Slip 2 of 2" in table.say("")
    assert "The answer:" in table.say("skip")
    assert '"again"' in table.say("")
    assert "same cards" in table.say("again")
    assert table.legal


def test_after_the_end_a_slip_of_the_keyboard_is_no_wish_to_leave(home: Path) -> None:
    table = Table(home, seed=1, players=2)
    while table.session.asking == "move":
        table.say(table.legal[0])
    assert "can't do that now" in table.say("what now?") and not table.over
    assert "Another one" in table.say("")
    assert table.over


# -- what nobody should see or break -------------------------------------------------------------------


def test_nothing_that_is_said_depends_on_what_the_learner_cannot_see(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same answers at two tables that differ in hidden cards only."""
    monkeypatch.setattr("tutor.teach.practice.advising.PATIENCE", 60.0)  # the clock may not decide either
    first = Table(home, seed=1, players=2)
    deal = first.record.entries[0].text.partition(":")[2].split("+")
    deal[-1], deal[-2] = deal[-2], deal[-1]  # two cards that nobody was dealt
    text = record.write(first.record).replace(first.record.entries[0].text, "deal:" + "+".join(deal))
    second = Table(home, text=text, seed=1, seat="P1")
    for line in ("legal", "legal", "hint", "hint", "show", "rules", "position", "advice", "why", "suppose 2S 3S"):
        assert first.say(line) == second.say(line), line


def test_nothing_a_learner_types_breaks_it(table: Table) -> None:
    rng = Random(9)
    words = [
        "hint",
        "legal",
        "why",
        "undo",
        "show",
        "rules",
        "assist",
        "position",
        "KH",
        "2S+3S",
        "/help",
        ":",
        "+",
        ",",
    ]
    odd = [
        "",
        " ",
        "play",
        "why why",
        "rules " + "x" * 500,
        "é♥",
        "\u202e",
        "a:b:c",
        "10H♠",
        "save /",
        "assist loud",
        "wait",
    ]
    for _ in range(150):
        line = " ".join(rng.sample(words + odd, rng.randint(1, 3)))
        if line.split()[:1] in (["save"], ["quit"]):
            continue
        table.say(line)
        assert not table.over


def wrong(**request: Any) -> Iterator[str]:
    with pytest.raises(BadPracticeRequest) as caught:
        practice_request(load("strange"), **request)
    yield from caught.value.lines


def test_a_wish_that_cannot_be_is_refused_with_all_reasons() -> None:
    problems = list(wrong(players=7, seat="P9", options=["simplex=true"], assist="much", level=9))
    assert len(problems) == 5
    assert list(wrong(options=["simple=true"], players=2))
    with pytest.raises(BadRecord):
        practice_request(load("strange"), text="no record")


def test_house_rules_seat_and_level_are_what_was_asked_for(home: Path) -> None:
    table = Table(home, seed=3, options=["equal_supers=29"], seat="P2", level=1, assist="none")
    assert table.record.state.options.changed() == {"equal_supers": "29"}
    assert table.session.names["P2"] == "You"
    assert table.session.names["P3"] == "Left"
    assert table.session.match.setup.level == 1


# -- replay --------------------------------------------------------------------------------------------


def test_replay_as_an_object(table: Table) -> None:
    table.answering()
    bad = table.illegal[0]
    table.say(bad)
    while table.session.asking == "move":
        table.say(table.legal[0])
    got = replay_json(record.write(table.record))
    assert got == replay_json(record.write_line(table.record))
    assert (got["schema"], got["game"], got["players"], got["over"]) == ("tutor.replay/1", "strange", 2, True)
    assert sum(got["scores"].values()) == 32 or got["scores"]
    assert got["winners"]
    refused = [move for move in got["moves"] if not move["legal"]]
    assert [(m["seat"], m["move"], m["clause"]) for m in refused] == [("P1", bad, "strange.follow.suit")]
    assert refused[0]["text"]
    assert all(event["text"] for event in got["events"])
    json.dumps(got)
    with pytest.raises(BadRecord):
        replay_json("nothing")


# -- the program ---------------------------------------------------------------------------------------


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "TUTOR_HOME": str(home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", "NO_COLOR": "1"}


def tutor(home: Path, *words: str, lines: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tutor", *words]
    return subprocess.run(command, input=lines, env=environment(home), capture_output=True, text=True, timeout=60)


def test_everything_works_from_a_pipe(home: Path) -> None:
    done = tutor(home, "practice", "strange", "--seed", "1", "--level", "1", lines="hint\nshow\nAS AS\n")
    assert done.returncode == 1, "a wrong answer"
    assert "strange play> hint" in done.stdout
    assert "The game is kept." in done.stdout
    assert done.stderr == ""
    assert tutor(home, "practice", "strange", "--new", lines="").returncode == 0
    asked = tutor(home, "practice", "strange", lines="y\nquit\n")
    assert "Here it goes on." in asked.stdout
    refused = tutor(home, "practice", "strange", "--players", "9")
    assert (refused.returncode, "players" in refused.stderr) == (2, True)
    assert tutor(home, "practice", "strange", "--record", "/no/such/file").returncode == 3


def test_nothing_is_lost_when_it_is_killed(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tutor", "practice", "strange", "--seed", "1", "--level", "1"]
    child = subprocess.Popen(
        command, env=environment(tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    )
    assert child.stdin is not None
    assert child.stdout is not None
    table = Table(tmp_path / "other", seed=1)
    for _ in range(2):
        move = table.legal[0]
        table.say(move)
        child.stdin.write(f"{move}\n")
    child.stdin.write("position\n")
    child.stdin.flush()
    for line in child.stdout:
        if line.startswith("tutor explain"):
            break
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=10)
    child.stdin.close()
    child.stdout.close()
    kept = Table(tmp_path)
    kept.say("y")
    assert kept.record == table.record


@pytest.mark.pty
def test_a_whole_game_at_a_terminal(home: Path) -> None:
    """Two players, the first legal move each time, read off the saved game as the learner's own eyes would."""
    command = [sys.executable, "-m", "tutor", "practice", "strange"]

    def saved() -> Record[Any]:
        (path,) = (home / "games").glob("*.record")
        found: Record[Any] = record.read(path.read_text())
        return found

    first = Table(home / "other", seed=1, players=2).legal[0]
    with Terminal(
        [*command, "--players", "2", "--seed", "1", "--level", "1"], rows=40, env={"TUTOR_HOME": str(home)}
    ) as screen:
        screen.until("strange play>")
        screen.until("trumps")
        screen.send("as 2" + CTRL_C)
        screen.until("what you have done is kept")
        screen.enter("hint")
        screen.until("Hint 1 of")
        screen.enter(first)
        screen.until(lambda _: any((home / "games").glob("*.record")) and saved().state.turn == ("P1",))
        assert play_on(screen, saved, most=5) == 5
        screen.ready(f"strange {saved().state.phase}> ")  # what is saved is not yet shown
        assert screen.finish(CTRL_D) == 0
        assert "The game is kept." in screen.text
    with Terminal(command, rows=40, env={"TUTOR_HOME": str(home)}) as screen:
        screen.until("Go on with it?")
        screen.send("\r")
        screen.until("Here it goes on.")
        assert sum(e.made and e.seat == "P1" for e in saved().entries) == 6
        play_on(screen, saved)
        screen.until("the game.")
        screen.until("Enter leaves")
        assert screen.finish("\r") == 0
    assert saved().state.over


def play_on(screen: Terminal, saved: Any, most: int = 100) -> int:
    """Type the first legal move at each prompt; how many were made."""
    for made in range(most):
        now = saved()
        if now.state.over:
            return made
        seat = now.state.turn[0]
        assert seat == "P1"
        move = now.game.judge(now.state, seat).legal[0].text
        before = len(now.entries)
        screen.enter(move)

        def answered(_: Terminal, before: int = before) -> bool:
            later = saved()
            return len(later.entries) > before and (later.state.over or later.state.turn == ("P1",))

        screen.until(answered, limit=LIMIT)
    return most


def test_in_revoke_mode_a_forbidden_card_stands_until_it_is_claimed() -> None:
    request = practice_request(load("schafkopf"), seed=5, revoke=True)
    session = Practice(request, Store(), Saves(load("schafkopf"), None))
    session.begin()
    for _ in range(60):
        found = session.match.judged()
        refused = next((r.text for r in found.rulings if not r.legal and r.move and r.move.cards), None)
        if found.phase.name == "play" and refused:
            break
        session.tell(found.legal[-1].text)
    before = session.match.record
    said = " ".join(str(block) for block in session.tell(refused or "").doc)
    assert "revoke" in said.lower() or "claim" in said.lower()
    assert len(session.slips) == 1 and session.faults == 1
    assert session.match.record.state == before.state, "the play went back"
    assert session.tell(found.legal[0].text).doc


def test_where_the_rules_deal_with_revokes_they_do_so_in_revoke_mode(home: Path) -> None:
    """Court Piece: what is thrown on a suit that could be followed stands, until a card of that suit gives it away."""
    table = Table(home, "court-piece", seed=1, revoke=True)
    assert table.record.state.options.changed() == {"allow_revokes": "true"}
    table.answering()
    missed, thrown = table.session.match.judged().view.led, table.illegal[-1]
    table.say(thrown)
    tried = [(entry.text, entry.made) for entry in table.record.entries if entry.text in (thrown, f"revoke:{thrown}")]
    assert tried == [(thrown, False), (f"revoke:{thrown}", True)]
    assert len(table.session.slips) == 1 and table.session.faults == 1
    for _ in range(13):
        proof = [text for text in table.legal if text[1:] == missed]
        table.say("silent" if "silent" in table.legal else [*proof, *table.legal][0])
        told = [event for entry in table.record.entries for event in entry.events]
        claims = [event for event in told if event.what == "revoke claimed"]
        if claims:
            break
    assert [event.facts["offender"] for event in claims] == [table.session.match.seat]
    assert [event.clause for event in told if event.what == "scored"] == ["court-piece.revoke.forfeit"]


def test_house_rules_asked_for_join_those_of_a_deal(home: Path) -> None:
    deal = "play_on_offered=false hand.P1=AS,KS,AH,KH,2C"
    table = Table(home, "court-piece", seed=1, deal=deal, options=["direction=anticlockwise"], revoke=True)
    known = {"play_on_offered": "false", "direction": "anticlockwise", "allow_revokes": "true"}
    assert table.record.state.options.changed() == known
    with pytest.raises(BadPracticeRequest) as caught:
        practice_request(load("court-piece"), deal=deal, options=["direction=up"], revoke=True)
    assert [problem.split()[0] for problem in caught.value.lines] == ["direction:"], "said once"


# -- given deals, single hands, and the same cards again -----------------------------------------------


STRONG = "# a strong hand\ndealer=P4\nhand.P1=AS,KS,QS,TS,AH,KH,AD,7C\n"


def test_a_given_hand_is_dealt_and_the_rest_by_chance(home: Path) -> None:
    one, two = (Table(home / str(seed), "kaiser", deal=STRONG, seed=seed) for seed in (1, 2))
    for table in (one, two):
        held = [c.text for c in table.session.match.table.held]
        assert held == ["AS", "KS", "QS", "TS", "AH", "KH", "7C", "AD"], "sorted, black and red in turn"
        assert table.record.state.dealer == "P4"
    assert one.record.state.hands != two.record.state.hands
    assert one.record == Table(home / "3", "kaiser", deal=STRONG, seed=1).record
    only = Table(home / "4", "kaiser", deal="hand.P3=AS,KS,QS,TS,AH,KH,AD,7C")
    assert only.session.match.seat == "P3", "who gives one hand wants to play it"
    assert one.say("new") and len(one.record.state.hands[0]) == 8


def test_every_game_takes_a_given_deal(home: Path) -> None:
    """Every hand of a random deal is dealt again as written down, in every game that deals before anybody decides."""
    dealt = 0
    for name in TAUGHT:
        game = load(name)
        begun = history.draw(history.start(game), Random(5))
        seats = begun.state.seats
        hands = {seat: game.held(begun.state, seat) for seat in seats}
        if not all(hands.values()):
            continue
        dealt += 1
        text = " ".join(f"hand.{seat}={','.join(c.text for c in held)}" for seat, held in hands.items())
        request = practice_request(game, deal=text, seed=9)
        assert request.given is not None
        again = request.given.begun(Random(9)).state
        for seat in seats:
            assert sorted(map(str, game.held(again, seat))) == sorted(map(str, hands[seat])), name
    assert dealt >= 12


def test_a_hand_that_comes_in_two_parts_may_be_given_whole(home: Path) -> None:
    """Five cards, trumps, and then the rest; or the pack is cut before anybody has a card."""
    hearts = ",".join(f"{rank}H" for rank in "AKQJT98765432")
    table = Table(home, "court-piece", deal=f"hand.P1={hearts} dealer=P4", seed=1)
    assert {c.suit for c in table.session.match.table.held} == {"H"}
    table.say("S")
    assert len(table.session.match.table.held) == 13 and {c.suit for c in table.session.match.table.held} == {"H"}
    pack = load("truc").pack.cards
    request = practice_request(load("truc"), deal=f"hand.P1={','.join(c.text for c in pack[:3])} dealer=P4", seed=1)
    assert request.given is not None
    game = load("truc")
    state = request.given.begun(Random(1)).state
    while not game.held(state, "P1"):
        state = game.due(state).act(state, state.turn[0], legal(game, state, state.turn[0])[0]).state
    assert set(game.held(state, "P1")) == set(pack[:3])


def test_a_deal_that_cannot_be_is_refused_with_all_reasons(home: Path) -> None:
    with pytest.raises(BadPracticeRequest) as caught:
        practice_request(load("kaiser"), deal="hand.P1=AS,QQ hand.P9=KS foo=1 dealer=PX")
    assert len(caught.value.lines) == 4
    assert caught.value.deal
    for deal, said in (
        ("hand.P1=AS hand.P2=AS", "more often"),
        ("hand.P1=" + ",".join(c.text for c in load("kaiser").pack.cards[:9]), "8 cards"),
        ("players=4", "no hand"),
        ("AS KS", "not field=value"),
    ):
        with pytest.raises(BadPracticeRequest, match=said):
            practice_request(load("kaiser"), deal=deal)
    with pytest.raises(BadPracticeRequest) as caught:
        practice_request(load("kaiser"), deal=STRONG, level=7)
    assert not caught.value.deal, "a wrong word on the command line is another kind of fault"


def test_a_record_is_a_deal_too(home: Path, table: Table) -> None:
    for _ in range(3):
        table.say(table.legal[0])
    other = Table(home, deal=record.write(table.record))
    assert other.record.entries[0] == table.record.entries[0]
    assert sum(entry.made and entry.seat == "P1" for entry in other.record.entries) == 0


def test_practice_may_last_some_hands_only(home: Path) -> None:
    table = Table(home, "kaiser", seed=3, hands=2)
    text = ""
    ended = 0
    while table.session.asking != "after":
        text = table.on()
        ended += text.count("won the bidding")
    assert ended == 2
    assert "2 hands played" in text
    assert "A new hand begins" not in text
    assert hands_over(table.record) == 2
    assert not table.record.state.over
    assert text.count("Score sheet") == 1, "the score sheet once"
    lines = [line.split() for line in text.partition("Score sheet")[2].splitlines()]
    one, two, total = (list(map(int, line[-2:])) for line in lines if line[:1] in (["hand"], ["in"]))
    assert total == [a + b for a, b in zip(one, two, strict=True)]
    assert total == list(load("kaiser").standing(table.record.state).values())
    assert "You have left" not in Table(home, "kaiser").opening, "a game that is done with is not offered"
    assert list(wrong(hands=0))


def test_the_length_and_the_warnings_are_kept_with_the_game(home: Path) -> None:
    first = Table(home, "kaiser", seed=3, hands=2, warns=False)
    first.say(first.legal[0])
    second = Table(home, "kaiser", level=None)
    second.say("y")
    assert (second.session.match.setup.hands, second.session.match.setup.warns) == (2, False)
    assert second.session.match.setup == first.session.match.setup


def test_a_hand_is_played_again_with_the_same_cards_and_compared(home: Path) -> None:
    table = Table(home, "kaiser", seed=3, hands=2)
    while hands_over(table.record) < 1:
        table.say(table.legal[0])
    first = table.session.earlier[min(table.session.earlier)]
    table.say("again")
    assert hands_over(table.record) == 0, "between two hands the one that has ended is meant"
    text = ""
    while hands_over(table.record) < 1:
        text = " ".join(table.say(table.legal[-1]).split())
    gained = table.session.earlier[min(table.session.earlier)]
    assert f"you had {first:g} the last time and have {gained:g} now" in text
    table.on()
    dealt = table.record.entries[hand_begun(table.record) - 1]
    table.say(table.legal[0])
    table.say(table.legal[0])
    table.say("again")
    assert table.record.entries[hand_begun(table.record) - 1] == dealt
    assert hands_over(table.record) == 1, "the hand in which something was done"
    table.say("again game")
    assert hands_over(table.record) == 0
    assert '"again game"' in table.say("again at once")


# -- warnings ------------------------------------------------------------------------------------------


def declaring(home: Path, **request: Any) -> Table:
    """A learner at Tute who may declare."""
    for seed in range(12, 60):  # in the first ones nobody may, as it happens
        table = Table(home / str(seed), "tute", seed=seed, **request)
        while table.session.asking == "move" and table.record.state.phase != "declare":
            table.say(table.legal[0])
        if table.session.asking == "move":
            return table
    raise AssertionError("nobody ever may declare")


def test_giving_up_a_right_is_warned_of_and_left_with_one_key(home: Path) -> None:
    table = declaring(home)
    before = table.record
    text = table.flat("none")
    assert "You could declare" in text
    assert "Enter makes the move all the same (nothing)" in text
    assert table.record == before
    table.say("")
    assert table.record.entries[len(before.entries)].text == "none"


def test_a_warning_may_be_answered_by_another_move_or_the_same(home: Path) -> None:
    table = declaring(home)
    before = table.record
    table.say("none")
    right = next(move for move in table.legal if move != "none")
    assert "You could declare" not in table.say(right)
    assert table.record.entries[len(before.entries)].text == right
    table = declaring(home / "2")
    before = table.record
    table.say("none")
    table.say("none")
    assert table.record.entries[len(before.entries)].text == "none"


def test_undo_lets_a_move_be_that_was_warned_of(home: Path) -> None:
    table = declaring(home)
    before = table.record
    table.say("none")
    assert "Not made. Think again." in table.flat("undo")
    assert table.record == before
    assert "You could declare" in table.flat("none"), "it is warned of anew"


def test_warnings_go_off_and_come_back(home: Path) -> None:
    table = declaring(home)
    assert "You are not warned" in table.say("warnings off")
    before = table.record
    assert "You could declare" not in table.say("none")
    assert table.record.entries[len(before.entries)].text == "none"
    assert "You are warned" in table.say("warnings on")
    for request in ({"warns": False}, {"assist": "none"}):
        table = declaring(home / str(request), **request)
        assert "You could declare" not in table.say("none")


def test_what_gives_nothing_up_is_not_warned_of(home: Path) -> None:
    table = Table(home, "tute", seed=4, hands=1)
    while table.session.asking == "move":
        choices = table.legal
        text = table.say(choices[-1] if table.record.state.phase == "declare" else choices[0])
        assert "all the same" not in text


# -- looking back --------------------------------------------------------------------------------------


def test_the_moves_that_cost_most_are_shown_with_what_would_have_been_better(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(home, "schafkopf", seed=19, hands=1)
    rng = Random(19)
    while table.session.asking == "move":
        table.say(rng.choice(table.legal))
    found, doubtful, looked, left, _ = key_moments(table.record, "P1", 19)
    assert not left and len(found) + len(doubtful) <= 3
    assert 0 < looked <= len(table.record.entries)
    assert found, "who plays at random makes mistakes"
    order = [(not turning.on_sheet, -turning.cost) for turning in found]
    assert order == sorted(order)
    for turning in found:
        state = turning.before.state
        moves = legal(table.record.game, state, "P1")
        assert turning.move in moves and turning.instead in moves and turning.move != turning.instead
        assert turning.cost > 0 and turning.better > turning.worse and turning.sure >= 0.9
        assert turning.instead == advice_at(turning.before, "P1", 19).move, "as advice would have said"
    text = table.say("moments")
    assert "Turning points" in text
    assert text.count("would have been better than") == len(found)
    assert "rule of thumb" not in text
    said = " ".join(text.split())
    assert said.count(sure_text(0.9)) == sum(one.sure < ALMOST for one in found), (
        "of what is almost certain it is not said"
    )
    assert sure_text(1.0) not in said, "of what clearly cost something that goes without saying"
    assert text == table.say("moments"), "the same whenever one asks"
    settled = (Reason("settled", {}),)
    monkeypatch.setattr("tutor.teach.practice.key_moments.telling_reasons", lambda *_: settled)
    kept = key_moments(table.record, "P1", 19).costly
    assert kept and all(one.on_sheet for one in kept), "what counts for nothing any more is no turning point"


def test_of_a_word_that_must_be_said_it_is_told_why_no_other_will_do(home: Path) -> None:
    table = Table(home, "solo", seed=11)
    assert "both black queens" in table.say("hint"), "why one may not pass, not why one cannot answer"


def test_the_page_after_a_hand_adds_up_what_was_told_in_play(home: Path) -> None:
    table = Table(home, "tetka", seed=11, hands=1)
    while table.session.asking == "move":
        page = table.say(table.legal[0])
    for side, total in load("tetka").standing(table.record.state).items():
        name = table.session.names[side]
        line = next((line for line in page.splitlines() if f" {name}: " in line), "")
        assert re.search(rf"(= {total}|: {total} \(.*\))\.$" if total else r": nothing\.$", line), line


def test_a_declaration_of_cards_that_are_not_held_is_not_played_on(home: Path) -> None:
    table = Table(home, "tyzicha", seed=12)
    while table.record.state.phase != "play":
        table.say("pass" if "pass" in table.legal else table.legal[0])
    held = {c.text for c in table.session.match.moment[1].hand}
    tried = [move for move in table.illegal if ":" in move]
    assert tried
    for move in tried:
        text = table.say(f"suppose {move}")
        assert ({f"K{move[-1]}", f"Q{move[-1]}"} <= held) is ("showed" in text) is ("do not hold" not in text), move


def test_a_card_that_is_not_held_is_supposed_in_few_words(home: Path) -> None:
    table = Table(home, "back-alley", seed=37)
    while table.record.state.phase != "play":
        table.say(table.legal[0])
    held = table.session.match.moment[1].hand
    missing = next(c for c in load("back-alley").pack.order if c not in held and not c.joker)
    assert f"You do not hold {missing.text}".replace("T", "10") in table.say(f"suppose {missing.text}")


def test_a_question_with_many_choices_joins_those_that_differ_in_one_word() -> None:
    solo = load("solo")
    asked = read_question(solo, split("phase=name level=1 hand=KC,QC,9H,8H,KD,7D,7C,AS".split()))
    text = " ".join(render((turn(solo, judge(asked.phase, asked.view)),), LOOK, {}).split())
    suits = "in spades, hearts, diamonds or clubs"
    assert f"You may say: a simple game {suits} with AH, AD or AC called · a solo or tout {suits}." in text


def test_the_first_hint_is_on_the_rule_that_refuses(home: Path) -> None:
    table = Table(home, "big-two", seed=11)
    assert table.say("hint").count("(big-two.a.first)") == 1, "not on the word that may not be said"
    table = Table(home, "jo-jotte", seed=11)
    for move in ("pass", "hearts", "clubs"):
        table.say(move)
    assert 'You tried "hearts".' in table.say("review")
    assert "(jo-jotte.bid.second)" in table.say("hint"), "not on the double that may not be called either"


def test_a_turn_without_a_choice_is_taken_for_the_learner(home: Path) -> None:
    table = Table(home, "last-one", seed=11)
    asked, last = "", [""]
    while "nothing you hold may be played" not in asked:
        last = table.legal
        asked = table.say(last[0])
        assert table.legal != ["draw"]
    assert "You drew 1 card: nothing you hold may be played. New in your hand: " in asked, "where it happened"
    undone = table.flat("undo")
    assert table.legal == last, "back to the last choice, not to the turn that was taken"
    assert "nothing you hold" not in undone


def test_who_wants_no_help_takes_every_turn(home: Path) -> None:
    table = Table(home, "last-one", seed=11, assist="none")
    while len(table.legal) > 1:
        asked = table.say(table.legal[0])
    assert table.legal == ["draw"] and "Nothing that you hold may be played, so draw." in " ".join(asked.split())
    assert "nothing you hold" not in table.flat("draw"), "nobody took it"


def test_why_tells_card_by_card_who_has_won_a_trick(home: Path) -> None:
    table = Table(home, "twenty-five", seed=11)
    table.say("4C")
    assert "10C is lower than 4C. AH beats 4C." in table.flat("why"), "black tens are low, and AH is a trump"
    strange = Table(home, "strange", seed=4)
    told = [strange.flat("why") for _ in range(12) if strange.say(strange.legal[0])]
    assert any(re.search(r"\w+ \d+ \+ \w+ \d+ = \d+[.]", text) for text in told), "the sums that were compared"


def test_the_game_is_told_again(table: Table) -> None:
    for _ in range(4):
        table.say(table.legal[0])
    text = table.say("replay")
    assert "dealt 32 cards" in text
    for entry in table.record.entries:
        assert all(c.replace("T", "10") in text for c in entry.text.split("+")) or entry.seat == DECK


# -- in two windows ------------------------------------------------------------------------------------


def test_two_windows_with_the_same_game_do_not_overwrite_each_other(home: Path) -> None:
    first = Table(home, seed=1, players=2)
    first.say(first.legal[0])
    one, two = Table(home, level=None), Table(home, level=None)
    one.say("y")
    two.say("y")
    for _ in range(3):
        one.say(one.legal[0])
    said = two.say(two.legal[-1])
    assert "another window" in said
    two.say(two.legal[-1])
    assert "another window" not in two.say(two.legal[-1]), "once is enough"
    one.say(one.legal[0])
    kept = [record.read(path.read_text()) for path in (home / "games").glob("*.record")]
    assert sorted(map(record.write, kept)) == sorted(map(record.write, (one.record, two.record)))


def test_windows_that_save_at_the_same_moment_lose_nothing(home: Path) -> None:
    """Eight threads go on with one game, each its own way; every one of them is whole on disk afterwards."""
    first = Table(home, seed=1, players=2)
    first.say(first.legal[0])
    sessions = [Table(home, level=None) for _ in range(8)]
    for table in sessions:
        table.say("y")
    matches = []
    for n, table in enumerate(sessions):
        match = table.session.match
        match.attempt(table.legal[n % len(table.legal)])
        matches.append(match)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda pair: pair[0].session.saves.save(pair[1]), zip(sessions, matches, strict=True)))
    kept = {record.write(record.read(path.read_text())) for path in (home / "games").glob("*.record")}
    assert {record.write(match.record) for match in matches} <= kept
    assert not list((home / "games").glob("*.lock")) and not list((home / "games").glob("*.new"))


# -- watching ------------------------------------------------------------------------------------------


def test_the_program_plays_by_itself_and_tells_it() -> None:
    story = Watching(practice_request(load("tute"), seed=4, level=1))
    doc = [block for blocks in beats(story) for block in blocks]
    text = render(tuple(doc), LOOK, story.names)
    assert story.over and story.record.state.over
    assert text.count("won the trick") == 10
    assert "won the game" in text
    assert all(f"{name}  " in text for name in STRANGERS[:4]), "everybody's cards are shown"
    assert any(word in text for word in ("cheapest", "lowest", "Draw trumps", "partner")), "and reasons are given"
    again = Watching(practice_request(load("tute"), seed=4, level=1))
    assert [block for blocks in beats(again) for block in blocks] == doc


def test_hands_are_shown_when_they_are_dealt_and_reasons_before_the_score() -> None:
    """In Truc somebody cuts or taps before there are cards."""
    story = Watching(practice_request(load("truc"), seed=3, level=1))
    told: list[str] = []
    while not hands_over(story.record):
        told.append(render(tuple(story.beat()), LOOK, story.names))
    whole = "".join(told)
    assert all(f"{name}  " in whole.partition(" led ")[0] for name in STRANGERS[:4])
    settled = told[-1].index("The end of hand 1")
    assert settled > max((told[-1].find(word) for word in ("Played on", "beats", "You cannot")), default=0)
    assert "Score sheet" in told[-1][settled:]
    after = "".join(told[:-1]).rpartition(" won the trick")[2]
    assert " wins" in after, "the trick that was just won lies on the table"


def test_a_pause_answers_questions() -> None:
    story = Watching(practice_request(load("tute"), seed=4, level=1))

    def say(line: str) -> str:
        return render(story.tell(line).doc, LOOK, story.names)

    assert "Nobody has had a choice" in say("why")
    assert "won the trick" in say("step") + say("step")
    assert "Advice, not a rule" in say("why")
    shown = say("show")
    assert all(f"  {name}  " in shown for name in STRANGERS[:4]), "everybody's cards"
    assert "points, more than half of" in shown and "Ann and Cleo" in shown
    assert "step" in say("what?")
    assert story.tell("quit").over
    assert "--watch --seed 4" in " ".join(say("quit").split())


@pytest.mark.parametrize("name", share(TAUGHT, 12))
def test_every_game_can_be_watched(name: str) -> None:
    story = Watching(practice_request(load(name), seed=2, level=1, hands=1))
    for _ in range(4):
        if not story.over:
            assert render(tuple(story.beat()), LOOK, story.names)


def test_watching_works_in_a_pipe(home: Path) -> None:
    done = tutor(home, "practice", "tute", "--watch", "--seed", "4", "--level", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("won the trick") == 10
    assert "won the game" in done.stdout


@pytest.mark.pty
def test_watching_is_paused_with_enter(home: Path) -> None:
    command = [sys.executable, "-m", "tutor", "practice", "tute", "--watch", "--seed", "4", "--level", "1"]
    with Terminal(command, rows=40, env={"TUTOR_HOME": str(home)}) as screen:
        screen.until("won the trick", 60)
        screen.send("\r")
        screen.until("Paused.", 60)
        screen.until("tute paused> ")
        screen.enter("why")
        screen.until("Advice, not a rule", 60)
        screen.enter("quit")
        screen.until("That was all for now.")


@pytest.mark.parametrize("name", ["reversis", "spinado"])
def test_the_page_after_a_hand_adds_up_the_chips_that_moved_in_it(home: Path, name: str) -> None:
    table = Table(home, name, seed=11, hands=2)
    before = table.session.match.game.standing(table.record.states[0])
    for _ in range(2):
        page = ""
        while "The end of hand" not in page:
            page = table.say(table.legal[0]) if table.session.asking == "move" else table.say("")
        now = table.session.match.game.standing(table.record.state)
        names = table.session.match.names
        for side, n in now.items():
            said = re.search(rf"• {names[side].capitalize()}: (.*?)\.\n", page.replace("\n    ", " "))
            gain = int(re.findall(r"-?\d+", said[1].rpartition("= ")[2])[0]) if said else 0
            assert gain == n - before[side], (side, page)
        before = now


@pytest.mark.parametrize(
    ("name", "seed", "lines", "new"),
    [
        ("schafkopf", 5, ["take"], "KD 9H"),
        ("hasenpfeffer", 5, ["5"], "KS"),
        ("reversis", 3, ["AS"], "3D"),
        ("jo-jotte", 3, ["double"], "KH 9H KD"),
    ],
)
def test_what_comes_into_the_hand_and_no_event_names_is_told(
    home: Path, name: str, seed: int, lines: list[str], new: str
) -> None:
    table = Table(home, name, seed=seed)
    for line in lines:
        said = table.flat(line)
    assert f"New in your hand: {new}." in said
    assert "New in your hand" not in table.flat("undo")


def test_the_same_cards_are_compared_by_what_the_score_sheet_says(home: Path) -> None:
    table = Table(home, "spinado", seed=5, level=2, hands=1)
    for line in ("7S", "6C", "10C", "3S", "QS", "4D", "QH", "JS"):
        table.say(line)
    assert "this hand +1" in table.flat("10H")
    table.say("undo")
    assert "With the same cards you had 1 the last time and have 1 now." in table.flat("10H")


def test_the_page_tells_payments_for_cards_from_the_spinado_penalty(home: Path) -> None:
    table = Table(home, "spinado", seed=12, level=2, hands=1, options=["pay_per_card_left=1"])
    for line in ("KS", "3H", "10S", "JS", "7D"):
        table.say(line)
    page = table.flat("10H")
    assert "- 3 (cards left, to Opposite) = -6." in page and "3 (cards left, from you)" in page
    assert "You paid 3 chips" not in page and "caught with the spinado" not in page


def test_no_reason_for_a_contract_is_that_it_fails(home: Path) -> None:
    table = Table(home, "jo-jotte", seed=12, level=2)
    for line in ("accept", "pass"):
        table.say(line)
    advised = table.flat("advice")
    assert '"Slam" looks best.' in advised and "you need nine tricks" not in advised


def test_who_may_only_pass_is_not_told_of_one_of_the_cards(home: Path) -> None:
    table = Table(home, "dou-dizhu", seed=4, level=2, assist="none")
    for line in ("pass", "pass", "pass"):
        table.say(line)
    table.say("assist ask")
    assert table.flat("hint") == "There is no choice: nothing that you hold may be played, so pass."


def test_the_question_names_words_that_may_be_said_besides_cards(home: Path) -> None:
    assert 'What do you play? Or type "pass".' in Table(home, "big-two", seed=21, level=2).opening
    table = Table(home, "tresette", seed=4, level=2)
    first = 'Before it you may make a remark: type "say 3 of the suit led" or "say none of some suit".'
    assert f"Which card do you play? {first}" in table.flat("good")
    silent = Table(home / "silent", "tresette", seed=4, level=2, options=["table_talk=false"])
    assert "Your card?" in silent.flat("good") and "make a remark" not in silent.flat("show")


def test_a_coup_says_which_of_couleur_and_inverse_wins_and_why(home: Path) -> None:
    table = Table(home, "trente-et-quarante", seed=21, level=2)
    for line in ("couleur 100", "insure couleur"):
        table.say(line)
    assert "You took back the bet on couleur and its insurance, 101 chips." in table.flat("take back couleur")
    table.say("deal")  # without a bet it is asked about
    said = table.flat("")
    assert "The black row wins. Couleur wins, too: the first card, 8C, is black." in said


def test_of_cards_that_are_led_together_the_hint_tells_the_lead_from_the_answers(home: Path) -> None:
    table = Table(home, "strange", seed=21, level=2)
    table.say("hint")
    assert "Led: 2S 2H. Answered so far: 2S 3H." in table.flat("hint")


def test_of_the_card_just_drawn_it_is_not_said_that_no_card_may_be_played(home: Path) -> None:
    table = Table(home, "last-one", seed=21, level=2, options=["play_drawn_card=true"])
    asked = table.flat("draw")
    assert "You drew 1 card. New in your hand: AH. Left played" in asked, "it is kept without a question"
    assert "nothing you hold" not in asked
    alone = Table(home / "alone", "last-one", seed=21, level=2, options=["play_drawn_card=true"], assist="none")
    asked = alone.flat("draw")
    assert "Nothing that you hold" not in asked and "There is only one choice: keep it." in asked
    assert "It has neither the suit nor the rank of 5D" in alone.flat("why AH")


def test_a_joker_that_begins_a_sentence_has_its_article_before_a_row_of_cards(home: Path) -> None:
    table = Table(home, "hasenpfeffer", seed=4, level=2)
    table.say("hint")
    assert "The joker (X1), JS and JC are above AS." in table.flat("hint")


@pytest.mark.parametrize(("name", "noun"), [("schafkopf", "hand"), ("canadian-salad", "deal"), ("kaiser", "hand")])
def test_the_first_page_says_how_many_hands_are_played(name: str, noun: str, home: Path) -> None:
    table = Table(home, name, seed=3, hands=1)
    assert f"This time you play 1 {noun}." in " ".join(table.opening.split())
    assert "you play" not in table.flat("show"), "once is enough"
    table.say(table.legal[0])
    assert f"This time you play 1 {noun}." in Table(home, name).flat(""), "again to whoever comes back"
    assert "This time" not in Table(home, name, seed=3, fresh=True).opening, "the whole game"


def test_the_first_page_says_which_way_turns_go(home: Path) -> None:
    assert "Turns go to the left." in " ".join(Table(home, "kaiser").opening.split())
    assert "Turns go to the right." in " ".join(Table(home, "truc").opening.split())
    assert "Turns go" not in Table(home, "jo-jotte").opening, "to nobody but the other"


def test_a_pass_without_a_choice_says_what_cannot_be_beaten(home: Path) -> None:
    table = Table(home, "big-two", seed=11)
    asked = ""
    for _ in range(60):
        asked = table.flat(table.legal[0])
        if "You passed: nothing you hold beats" in asked or table.over:
            break
    played, _, rest = asked.partition("You passed: nothing you hold beats ")
    assert rest and f" {rest.partition('.')[0]}" in played, "what somebody has just played"


def test_a_card_handed_over_face_down_is_named_to_whoever_gets_it(home: Path) -> None:
    table = Table(home, "tyzicha", seed=301, hands=1, level=2)
    said = table.flat("pass")
    assert "gave a card to each opponent, face down. New in your hand: " in said, "even if the hand ends there"


@pytest.mark.parametrize("name", ["trente-et-quarante", "tetka"])
def test_the_bottom_line_counts_what_the_table_counts(name: str, home: Path) -> None:
    table = Table(home, name, seed=3)
    if name == "trente-et-quarante":
        table.say("red 100")
    for _ in range(30):
        match = table.session.match
        score = next(dict(tally.by) for tally in match.table.tallies if tally.name == "score")
        for side, n in score.items():
            said = f"{mark('s', side)} {n}"
            assert said in table.session.place[1] if len(table.session.place) > 1 else set(score.values()) == {"0"}
        if table.session.asking != "move":
            break
        table.on()


def test_a_record_that_ends_with_a_hand_begins_no_other(home: Path) -> None:
    table = Table(home, "twenty-five", seed=3, hands=1)
    while table.session.asking != "after":
        table.on()
    told = render(replay_doc(record.write(table.record)), LOOK, table.session.names)
    assert "A new hand begins" not in told and "hand 2" not in told
    assert told.count("Score") == 1 and told.rstrip().endswith("Here the record ends.")


def test_an_unfinished_or_mistyped_command_is_named(home: Path) -> None:
    table = Table(home, "twenty-five", seed=3)
    meant = {"hep": "help", "hnit": "hint", "sup AD": "suppose", "pos": "position", "adv": "advice"}
    for typed, word in meant.items():
        assert f'If you meant the command, it is "{word}".' in table.flat(typed), typed
    for typed in ("AS KS QS 2D", "7Q", "re"):  # cards, and what may be replay or review
        assert "If you meant the command" not in table.flat(typed), typed


def test_why_not_is_why(home: Path) -> None:
    table = Table(home, "tute", seed=3).answering()
    move = table.illegal[0]
    assert table.say(f"why not {move}") == table.say(f"why {move}") != table.say("why")


def test_help_tells_how_moves_are_typed_here(home: Path) -> None:
    bets = Table(home, "trente-et-quarante", seed=3)
    assert "You may name the amount: bet 10 on red." in " ".join(bets.opening.split())
    assert "in short" not in bets.say("help"), "there are no cards to be typed"
    single = Table(home, "tute", seed=3)
    first = single.session.match.game.arranged(single.record.state.hand("P1"), single.record.state)[0]
    assert f"in short ({first.text.lower()} for" in single.flat("help")
    several = Table(home, "bridge-solitaire", seed=3)
    assert "for two cards together" in several.flat("help")
    held = [c.text for c in several.record.state.faceup]
    such = several.flat("take them please").partition("such as ")[2]
    assert such and all(c in held for c in such.split(".")[0].split()), "cards that lie there"


@pytest.mark.parametrize(("name", "seed"), [("trente-et-quarante", 3), ("truc", 1)])
def test_where_there_are_no_cards_no_hint_says_to_look_at_them(name: str, seed: int, home: Path) -> None:
    table = Table(home, name, seed=seed)
    assert not table.record.state.turn or "at stake" not in table.say("hint")


def test_a_pass_that_is_left_alone_in_the_bidding_is_not_asked_for(home: Path) -> None:
    table = Table(home, "tresette", seed=2, level=2)
    while table.session.asking == "move" and len(table.record.entries) < 200:
        phase = table.session.match.game.due(table.record.state).name
        assert phase != "declare" or len(table.legal) > 1, "nothing to declare is no question"
        table.on()
