"""Records: what is written replays, what is damaged is refused with its lines, going back leaves no trace."""

from __future__ import annotations

import base64
import time
import zlib
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from tests.tables import played, tables
from tutor.games.strange import GAME
from tutor.games.strange.table import Rules
from tutor.kernel import record
from tutor.kernel.by_name import names
from tutor.kernel.game import IllegalMove
from tutor.kernel.judging import Verdict
from tutor.kernel.moves import Move
from tutor.kernel.playout import legal
from tutor.kernel.position_text import BadPosition
from tutor.kernel.record import BadRecord, HistoryEntry
from tutor.kernel.record_head import LARGEST, LONGEST
from tutor.kernel.seats import DECK

STAGE = "players=2 upcard=6C,KD hand.P1=JD,3S,2H,2C hand.P2=9D,4S,3H,3C"
SHORT = f"""tutor-record 1
game strange
stage {STAGE}
! P1 KH+JD strange.lead.cards
P1 3S+JD
! P2 9D+4S strange.follow.suit
P2 4S+9D
P2 JD
P1 9D
"""


def faults(text: str) -> list[str]:
    with pytest.raises(BadRecord) as why:
        record.read(text)
    assert why.value.faults
    assert str(why.value)
    return [str(fault) for fault in why.value.faults]


# -- what a record holds -----------------------------------------------------------------------------------


def test_a_record_is_read_and_written_as_it_was() -> None:
    whole = record.read(SHORT)
    assert record.write(whole) == SHORT
    assert len(whole.states) == 1 + 4
    assert [entry.made for entry in whole.entries] == [False, True, False, True, True, True]
    assert whole.entries[0] == HistoryEntry("P1", "KH+JD", "strange.lead.cards")
    assert [event.what for event in whole.events] == [
        "played",
        "played",
        "trick won",
        "picked",
        "picked",
        "tricks collected",
    ]
    assert (whole.state.won, whole.stage) == ((1, 0), STAGE)


def test_people_may_write_it_their_way() -> None:
    typed = (
        SHORT.replace("P1 3S+JD", "\n  P1   jd+3s   # the lead\n# now P2")
        .replace("P1 9D", "P1 9♦")
        .replace("\n", "\r\n")
    )
    assert record.read("\ufeff" + typed) == record.read(SHORT)


def test_the_header_says_what_is_played() -> None:
    begun = record.start(GAME, 3, Rules(equal_supers="29", show_held=True), "P2")
    text = record.write(begun)
    assert text == (
        "tutor-record 1\ngame strange\nplayers 3\noption equal_supers 29\noption show_held true\ndealer P2\n"
    )
    assert record.read(text) == begun
    assert record.read("tutor-record 1\ngame strange\n") == record.start(GAME)
    assert record.write(record.start(GAME)) == "tutor-record 1\ngame strange\nplayers 3\ndealer P3\n"


@pytest.mark.parametrize(
    ("players", "rules", "dealer", "said"),
    [
        (5, None, None, "is not for 5"),
        (2, Rules(simple=True), None, "for three"),
        (2, None, "P3", "P3 is not a seat"),
        (2, Rules(simple=True), "P7", "P7 is not a seat"),
    ],
)
def test_impossible_tables_are_refused(players: int, rules: Rules | None, dealer: str | None, said: str) -> None:
    with pytest.raises(BadPosition, match=said):
        record.start(GAME, players, rules, dealer)


def test_a_stage_must_be_possible() -> None:
    with pytest.raises(BadPosition, match="same number of cards"):
        record.staged(GAME, "players=2 upcard=6C,KD hand.P1=JD,3S hand.P2=9D")
    with pytest.raises(BadPosition, match="3 cards, but in this round it is an even number, 32 at most"):
        record.staged(GAME, "players=2 upcard=6C,KD hand.P1=JD,3S,4S hand.P2=9D,5S,6S")
    with pytest.raises(BadPosition, match="4 cards and carried heaps, but in this round it is an even number, 2 at"):
        record.staged(GAME, "players=2 round=5 upcard=6C,KD carried=2S+3S+4S+5S hand.P1=JD,3S,4S hand.P2=9D,5S,6S")
    with pytest.raises(BadPosition, match="upcard: must be given"):
        record.staged(GAME, "")


# -- going on ----------------------------------------------------------------------------------------------


def test_attempts_are_made_noted_or_forgotten() -> None:
    begun = record.staged(GAME, STAGE)
    made, ruling = record.attempt(begun, "P1", "jd+3s")
    assert ruling.legal
    assert made.entries[0].text == "3S+JD"
    assert made == record.play(begun, "P1", Move("JD+3S"))
    refused, ruling = record.attempt(made, "P2", "9D+4S")
    assert (ruling.verdict, refused.entries[1]) == (
        Verdict.NOT_ALLOWED,
        HistoryEntry("P2", "9D+4S", "strange.follow.suit"),
    )
    assert refused.states == made.states
    missing, ruling = record.attempt(made, "P2", "9D+AS")
    assert (ruling.verdict, missing.entries[1].clause) == (Verdict.NOT_HELD, "strange.lead.cards")
    unreadable, ruling = record.attempt(made, "P2", "what?")
    assert (ruling.verdict, unreadable) == (Verdict.UNREADABLE, made)
    with pytest.raises(ValueError, match="to act: P2"):
        record.attempt(made, "P1", "2H+2C")
    with pytest.raises(IllegalMove) as why:
        record.play(made, "P2", Move("9D+4S"))
    assert why.value.ruling.clause == "strange.follow.suit"
    with pytest.raises(ValueError, match=r"the game is over|to act"):
        record.play(made, DECK, Move("deal"))
    assert record.read(record.write(refused)) == refused
    assert record.read(record.write(missing)) == missing


def test_chance_is_drawn_only_when_it_is_due() -> None:
    begun = record.start(GAME)
    with pytest.raises(ValueError, match="deck"):
        record.attempt(begun, "P1", "8S+3C")
    dealt = record.draw(begun, Random(1))
    assert dealt.entries[0].seat == DECK
    assert record.draw(dealt, Random(2)) is dealt


# -- going back --------------------------------------------------------------------------------------------


def test_undo_goes_back_to_before_a_decision() -> None:
    whole = record.read(SHORT)
    assert [entry.text for entry in record.undo(whole).entries] == ["KH+JD", "3S+JD", "9D+4S", "4S+9D", "JD"]
    assert record.undo(whole, 2) == record.undo(record.undo(whole))
    assert [entry.text for entry in record.undo(whole, seat="P2").entries] == ["KH+JD", "3S+JD", "9D+4S", "4S+9D"]
    assert [entry.text for entry in record.undo(whole, 2, "P2").entries] == ["KH+JD", "3S+JD", "9D+4S"]
    assert record.undo(whole, 4).states == whole.states[:1]
    for decisions, seat, said in (
        (5, None, "made: 4; 5 cannot be"),
        (3, "P2", "made by P2: 2; 3 cannot be"),
        (1, "P3", "made by P3: 0"),
        (0, None, "0 cannot be"),
        (-1, None, "-1 cannot be"),
    ):
        with pytest.raises(ValueError, match=said):
            record.undo(whole, decisions, seat)


def test_the_same_cards_again() -> None:
    whole = played(tables("strange")[0], 1, 60)
    again = record.same_cards(whole)
    assert (again.entries, again.states) == (whole.entries[:1], whole.states[:2])
    assert record.same_cards(record.read(SHORT)) == record.staged(GAME, STAGE)
    assert record.same_cards(record.start(GAME)) == record.start(GAME)


# -- what is wrong with it ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (("tutor-record 1", "tutor-record 2"), ["line 1: this is version 2"]),
        (("tutor-record 1", "tutor-record"), ["line 1: this is version ?"]),
        (("tutor-record 1\n", ""), ["line 1: a record begins with"]),
        (("game strange\n", ""), ["no line says which game"]),
        (("game strange", "gane strange"), ["line 2: 'gane' is not a line of a record; did you mean game?"]),
        (("game strange", "game stranger"), ["line 2: 'stranger' is not a game here"]),
        (("game strange", "game strange\ngame strange"), ["line 3: game is given twice"]),
        (
            ("game strange", "game strange\nplayers 2\ndealer P1\noption simple true"),
            ["line 3: players stands among", "line 4: dealer stands among", "line 5: option stands among"],
        ),
        (("upcard=6C,KD", "upcard=6C round=8"), ["line 3: round: 8 is out of range"]),
        (("upcard=6C,KD", "upcard=6C"), ["line 3: upcard: two cards"]),
        (("P1 3S+JD", "P4 3S+JD"), ["line 5: 'P4' is neither a seat (P1, P2) nor `deck`"]),
        (("P1 3S+JD", "P1"), ["line 5: P1 does nothing"]),
        (("P1 3S+JD", "hello there"), ["line 5: 'hello' is neither"]),
        (("P1 3S+JD", "players 3"), ["line 5: players belongs before the first deal"]),
        (("P1 3S+JD", "P1 9S+3S"), ["line 5: 9S+3S: not held (strange.lead.cards)"]),
        (("P1 3S+JD", "P1 3S"), ["line 5: 3S: unreadable (everybody plays two cards"]),
        (("P1 3S+JD", "P2 3S+JD"), ["line 5: it is not P2's turn; to act: P1"]),
        (("P1 3S+JD", "deck deal:3S+JD"), ["line 5: it is not deck's turn"]),
        (("P1 3S+JD", "deck deal:ZZ"), ["line 5: 'ZZ' is not a card"]),
        (("KH+JD strange.lead.cards", "KH+JD strange.follow.suit"), ["line 4: KH+JD is refused by strange.lead.cards"]),
        (("! P1 KH+JD strange.lead.cards", "! P1 JD+3S strange.lead.cards"), ["line 4: JD+3S is legal here"]),
        (("! P1 KH+JD strange.lead.cards", "! P2 9D+4S strange.lead.cards"), ["line 4: it is not P2's turn"]),
        (("! P1 KH+JD strange.lead.cards", "! P1 what? strange.lead.cards"), ["line 4: 'what?' is not a card"]),
        (("! P1 KH+JD strange.lead.cards", "! P1 KH+JD"), ["line 4: an attempt is written"]),
        (("! P1 KH+JD strange.lead.cards", "! deck KH+JD strange.lead.cards"), ["line 4: 'deck' is neither"]),
        (
            ("P1 9D\n", "P1 9D\n" + "P1 2H+2C\nP2 3H+3C\nP1 2H\nP2 2C\nP2 9D\n" * 3),
            ["line 14: 9D: unreadable (everybody plays two cards"],
        ),
    ],
)
def test_what_is_said_of_a_bad_record(change: tuple[str, str], said: list[str]) -> None:
    assert change[0] in SHORT
    found = faults(SHORT.replace(*change, 1))
    for part in said:
        assert any(part in fault for fault in found), found


def test_all_that_can_be_found_is_said() -> None:
    found = faults(
        "tutor-record 1\ngame strange\nplayers 9\noption simple perhaps\noption simpel true\ndealer P8\nplayers 2\n"
        "P1\n! P1\nstage x\n"
    )
    assert [fault.partition(":")[0] for fault in found] == [
        "line 4",
        "line 5",
        "line 6",
        "line 7",
        "line 8",
        "line 9",
        "line 10",
    ]
    refused = SHORT.replace("strange.lead.cards", "a.b").replace("9D+4S strange.follow.suit", "4S+9D x")
    assert [fault.partition(":")[0] for fault in faults(refused.replace("P1 9D", "P1 KS"))] == [
        "line 4",
        "line 6",
        "line 9",
    ]
    assert len(faults(SHORT + "P7 x\n" * 500)) == 500
    with pytest.raises(BadRecord, match=r"; and 492 more$"):
        record.read(SHORT + "P7 x\n" * 500)


@pytest.mark.parametrize("players", ["x", "0", "4", "03", "²", "99999999999", ""])
def test_players_are_a_number_that_can_play(players: str) -> None:
    assert "is not for" in faults(f"tutor-record 1\ngame strange\nplayers {players}\n")[0]


def test_records_are_bounded() -> None:
    for text in (
        "tutor-record 1\n" + "#" * LARGEST,
        "tutor-record 1\n" + "\n" * LONGEST,
        "x" * 10_000_000,
    ):
        begun = time.process_time()
        assert "longer than" in faults(text)[0]
        assert time.process_time() - begun < 1


def test_many_attempts_at_one_decision_cost_one_judgement() -> None:
    head, last = SHORT.split("P2 4S+9D")
    tried = "! P2 9D+4S strange.follow.suit\n" * 15_000
    begun = time.process_time()
    assert len(record.read(head + tried + "P2 4S+9D" + last).entries) == 6 + 15_000
    assert time.process_time() - begun < 5


# -- one line ----------------------------------------------------------------------------------------------


def test_a_record_in_one_word() -> None:
    whole = played(tables("strange")[0], 2)
    word = record.write_line(whole)
    assert word.startswith("tutor1:")
    assert not set(word) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_:")
    assert record.read_line(f"  {word}\n") == whole
    assert len(word) < 2_500


def packed(text: bytes, checksum: int | None = None) -> str:
    body = base64.urlsafe_b64encode(zlib.compress(text)).decode().rstrip("=")
    return f"tutor1:{zlib.crc32(text) if checksum is None else checksum:08x}:{body}"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("", "begins with"),
        ("tutor2:00:x", "begins with"),
        ("tutor1:", "damaged"),
        ("tutor1:00000000:", "damaged"),
        ("tutor1:é:é", "damaged"),
        (packed(SHORT.encode(), 5), "damaged"),
        (packed(SHORT.encode())[:-3], "damaged"),
        (packed(b"\xff\xfe"), "damaged"),
        (packed(b"hello"), "a record begins with"),
        ("tutor1:" + "A" * 2_000_000, "longer"),
        (packed(b"#" * 50_000_000), "damaged"),
        (packed(SHORT.encode()) + "AAAA", "damaged"),
    ],
)
def test_damaged_words_are_refused(word: str, said: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadRecord, match=said):
        record.read_line(word)
    assert time.process_time() - begun < 2


# -- any text whatever -------------------------------------------------------------------------------------

patient = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
lines = st.sampled_from(
    [*SHORT.splitlines(), "P1 2H+2C", "deck deal:AS", "! P2 3S x", "players 2", "dealer P9", "#", "!", "P1 é"]
)


@patient
@given(st.lists(lines | st.text(max_size=12), max_size=12), st.booleans())
def test_any_lines_are_a_record_or_refused(drawn: list[str], headed: bool) -> None:
    text = "\n".join([*SHORT.splitlines()[:3], *drawn] if headed else drawn)
    try:
        whole = record.read(text)
    except BadRecord as why:
        assert why.faults
    else:
        assert record.read(record.write(whole)) == whole


@patient
@given(st.text(max_size=200))
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for read in (record.read, record.read_line):
        with pytest.raises(BadRecord):
            read(text)


@patient
@given(st.data())
def test_garbled_records_are_refused_or_replayed(data: st.DataObject) -> None:
    """Any one character of a record changed, dropped or put in."""
    at = data.draw(st.integers(0, len(SHORT) - 1))
    put = data.draw(st.sampled_from(["", " ", "\n", "!", "#", ":", "+", "P", "1", "9", "\x00", "é"]) | st.characters())
    keep = data.draw(st.integers(0, 1))
    for text in (SHORT[:at] + put + SHORT[at + keep :], packed(SHORT.encode())[: at // 2] + put):
        try:
            whole = (record.read_line if text.startswith("tutor1:") else record.read)(text)
        except BadRecord as why:
            assert why.faults
        else:
            assert record.read(record.write(whole)) == whole


@pytest.mark.parametrize("name", names())
def test_garbled_records_of_every_game(name: str) -> None:
    text = record.write(played(tables(name)[0], 9, 40)).splitlines()
    rng = Random(name)
    for _ in range(40):
        damaged = list(text)
        at = rng.randrange(len(text))
        damaged[at] = rng.choice(
            [damaged[at][: rng.randrange(len(damaged[at]) + 1)], damaged[at] + "+", rng.choice(text), "", "P1 pass"]
        )
        try:
            record.read("\n".join(damaged))
        except BadRecord as why:
            assert why.faults
        except Exception as why:
            raise AssertionError(f"{name}: {damaged[at]!r} in line {at + 1}: {why!r}") from why


class Playing(RuleBasedStateMachine):
    """Plays, tries, goes back, writes and reads in any order; a list of all records there have been keeps the truth."""

    def __init__(self) -> None:
        super().__init__()
        self.past: list[record.Record[Any]] = [record.draw(record.start(GAME, 2), Random(11))]

    @property
    def now(self) -> record.Record[Any]:
        return self.past[-1]

    @precondition(lambda self: self.now.state.turn)
    @rule(n=st.integers(0, 10_000))
    def plays(self, n: int) -> None:
        seat = self.now.state.turn[0]
        moves = legal(GAME, self.now.state, seat)
        self.past.append(record.draw(record.play(self.now, seat, moves[n % len(moves)]), Random(n)))

    @precondition(lambda self: self.now.state.turn)
    @rule(text=st.sampled_from(["AS+2S", "KH+KH", "2C", "what?", "9D+4S", ""]))
    def tries(self, text: str) -> None:
        seat = self.now.state.turn[0]
        after, ruling = record.attempt(self.now, seat, text)
        if ruling.legal:
            self.past.append(record.draw(after, Random(3)))
        else:
            assert after.states == self.now.states
            self.past[-1] = after

    @rule(n=st.integers(1, 3))
    def goes_back(self, n: int) -> None:
        if n < len(self.past):
            back = record.undo(self.now, n)
            del self.past[-n:]
            assert back == self.now
        else:
            with pytest.raises(ValueError, match="taken back"):
                record.undo(self.now, n)

    @rule()
    def starts_again(self) -> None:
        again = record.same_cards(self.now)
        assert again.entries == self.past[0].entries[:1]
        assert again.states == self.past[0].states

    @rule(in_one_word=st.booleans())
    def is_read_back(self, in_one_word: bool) -> None:
        there = record.read_line(record.write_line(self.now)) if in_one_word else record.read(record.write(self.now))
        assert there == self.now

    @invariant()
    def has_a_state_for_each_thing_done(self) -> None:
        assert len(self.now.states) == 1 + sum(entry.made for entry in self.now.entries)


Playing.TestCase.settings = settings(
    max_examples=25, stateful_step_count=30, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
TestPlaying = Playing.TestCase
