"""Spinado driven through its worked sequences, and its chips counted in whole games."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from tests.drawn import told
from tests.records import after as go
from tests.tables import Table, begun, tables
from tutor.advice import Adviser
from tutor.games.spinado import GAME
from tutor.games.spinado.hands import SpinadoState
from tutor.games.spinado.table import HAND, PACK, dead_size
from tutor.kernel.game import IllegalMove
from tutor.kernel.history import Record, draw, play, staged, start
from tutor.kernel.moves import Move
from tutor.kernel.playout import playout
from tutor.kernel.position import read_view
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import DECK
from tutor.policies import policy_of

Game = Record[SpinadoState]


@pytest.mark.parametrize(("players", "each", "dead"), [(3, 11, 14), (4, 9, 11), (5, 7, 12)])
def test_sizes(players: int, each: int, dead: int) -> None:
    state = draw(start(GAME, players), Random(1)).state
    assert {len(hand) for hand in state.hands} == {each} == {HAND[players]}
    assert len(state.dead) == dead == dead_size(players)
    assert len(PACK) == 47
    assert state.turn == ("P1",), "the player at the dealer's left starts"


FORCED = "hand.P1=5C,3D hand.P2=7C,AH hand.P3=6C,AS hand.P4=8C,AC"


def test_a_forced_continuation() -> None:
    record = staged(GAME, FORCED)
    for seat, card in (("P1", "5C"), ("P3", "6C"), ("P2", "7C"), ("P4", "8C")):
        assert record.state.turn == (seat,)
        if seat != "P1":
            assert [move.text for move in GAME.judge(record.state, seat).legal] == [card]
        record = go(record, f"{seat} {card}")
    assert record.state.turn == ("P4",), "9C lies in the dead hand"
    assert record.state.shown == (PACK.read("9C"),)
    assert {move.text for move in GAME.judge(record.state, "P4").legal} == {"AC"}
    waiting = GAME.due(record.state).see(record.state, "P1")
    assert waiting.starts == "P4"


def test_three_cards_in_a_row() -> None:
    record = staged(GAME, "hand.P1=5C,3D hand.P2=6C,AD,KS,9H hand.P3=7C,AS hand.P4=8C,AC")
    record = go(record, "P1 5C", "P2 6C+AD")
    assert record.state.turn == ("P2",), "the spinado is a stop, though P3 holds 7C"
    record = go(record, "P2 KS")
    assert record.state.turn == ("P2",), "nothing is higher than a king"
    with pytest.raises(IllegalMove):
        go(record, "P2 wait")


def test_going_out_with_the_spinado() -> None:
    record = go(staged(GAME, "hand.P1=5C,3D hand.P2=6C,AD hand.P3=7C,AS hand.P4=8C,AC"), "P1 5C", "P2 6C+AD")
    assert record.state.number == 2
    assert record.state.previous == "P2"
    assert record.state.chips == (47, 47 + 4, 47, 47), "antes and the Game pot; nobody pays for the spinado"


def test_the_holder_of_the_spinado_pays() -> None:
    record = go(staged(GAME, "hand.P1=5C hand.P2=6C,AD hand.P3=7C,AS hand.P4=8C,AC"), "P1 5C")
    assert record.state.chips == (47 + 4 + 4, 47 - 4, 47, 47)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ("deal=1", []),
        ("deal=2 previous=P2", []),
        ("deal=2", ["exactly the first hand has no winner of the hand before"]),
        ("deal=1 previous=P2", ["exactly the first hand has no winner of the hand before"]),
        ("deal=4 previous=P2 hands=3", ["the game has 3 hands"]),
    ],
)
def test_the_number_of_a_hand_fits_the_winner_before(fields: str, wrong: list[str]) -> None:
    for schema, more in ((GAME.setup, FORCED), (GAME.scoring, "winner=P1")):
        try:
            read_view(GAME, schema, split(f"{fields} {more}".split()))
            found: list[str] = []
        except BadPosition as why:
            found = [problem.message for problem in why.problems]
        assert found == wrong


def test_pots_through_two_hands() -> None:
    fields = "hand.P1=5C hand.P2=6C hand.P3=7C hand.P4=8C"
    record = staged(GAME, fields)
    assert (record.state.pots.full, record.state.pots.game) == ({"matrimony": 4, "intrigue": 4}, 4)
    state = draw(go(record, "P1 5C"), Random(1)).state
    assert (state.pots.full, state.pots.game) == ({"matrimony": 7, "intrigue": 7}, 3)
    assert state.dealer == "P1"
    assert state.turn == ("P2",)
    assert dict(GAME.standing(state)) == {"P1": 51, "P2": 44, "P3": 44, "P4": 44}


def test_both_pots_in_one_run() -> None:
    record = staged(GAME, "players=3 hand.P1=TD,3C hand.P2=JD,QD,KD,4C hand.P3=5C,6C")
    record = go(record, "P1 TD", "P2 JD", "P2 QD")
    assert dict(GAME.standing(record.state)) == {"P1": 47, "P2": 50, "P3": 47}
    record = go(record, "P2 KD")
    assert dict(GAME.standing(record.state)) == {"P1": 47, "P2": 53, "P3": 47}
    assert record.state.turn == ("P2",)
    over = go(record, "P2 4C")
    assert over.state.chips == (47, 53 + 3, 47)


def test_a_card_kept_back_by_a_house_rule() -> None:
    fields = f"may_withhold=true pairs_must_be_adjacent=true {FORCED.replace('AH', 'JD,QD')}"
    record = go(staged(GAME, fields), "P1 5C", "P3 wait")
    assert record.state.turn == ("P1",)
    assert record.state.shown == ()
    record = go(staged(GAME, f"leader=P2 {fields}"), "P2 JD", "P2 wait", "P2 QD")
    assert dict(record.state.takers) == {}, "QD was a new start, not the continuation of JD"
    record = go(staged(GAME, f"leader=P2 {fields}"), "P2 JD", "P2 QD")
    assert dict(record.state.takers) == {"intrigue": "P2"}


@pytest.mark.parametrize("table", tables("spinado"), ids=str)
def test_no_chip_is_lost(table: Table) -> None:
    """Players and pots together always have what the players began with, and balances are sums of score lines."""
    for seed in range(3):
        state = begun(table, seed).state
        whole = table.players * table.options.start_chips  # type: ignore[attr-defined]
        for ply in islice(playout(GAME, state, Random(seed)), 800):
            now = ply.state
            if now.turn:
                pots = sum(now.pots.left.values()) + now.pots.game
                assert sum(GAME.standing(now).values()) + pots == whole
            elif now.chance:
                assert sum(now.chips) + now.matrimony + now.intrigue == whole


def test_the_end_of_the_game() -> None:
    record = staged(GAME, "hands=2 deal=2 previous=P4 leader=P2 hand.P1=5C,AH hand.P2=6C hand.P3=7C hand.P4=8C")
    record = go(record, "P2 6C")
    assert record.state.over
    assert GAME.winners(record.state) == ("P2", "P4")
    assert GAME.cards(record.state)
    with pytest.raises(ValueError, match="over"):
        play(record, DECK, Move("deal", PACK.cards))


# -- the same told once more, naively ----------------------------------------------------------------------


def may_play(hand: list[str], on_table: list[str], gone: set[str], *, starter: bool) -> set[str]:
    """The moves of a player as the text tells them; `on_table` is the run, `gone` whatever cannot come any more."""
    following = ""
    if on_table:
        rank, suit = on_table[-1][0], on_table[-1][1]
        higher = "A23456789TJQK".find(rank) + 1
        if higher < 13:
            following = "A23456789TJQK"[higher] + suit
        if following[:1] == "2" or following == "8D" or following in gone:
            following = ""
    if following:
        if following not in hand:
            return {"wait"}
        return {following} | ({f"{following}+AD"} if "AD" in hand else set())
    if not starter:
        return {"wait"}
    return set(hand) | ({f"{c}+AD" for c in hand if c != "AD"} if "AD" in hand else set())


def test_random_moments_are_ruled_as_the_text_rules() -> None:
    """Whole games: what each player may do, whoever's turn it is, by a second telling that shares nothing."""
    rng = Random(7)
    for _ in range(12):
        record = draw(start(GAME, rng.choice((3, 4, 5))), rng)
        for ply in islice(playout(GAME, record.state, rng), 250):
            state = ply.state
            if not state.turn:
                continue
            for seat in state.seats:
                view = GAME.due(state).see(state, seat)
                run = [c.text for _, cards in view.run for c in cards]
                gone = {c.text for _, cards in view.played for c in cards} | {c.text for c in view.dead} | set(run)
                told = may_play([c.text for c in view.hand], run, gone, starter=seat == view.starts)
                assert {move.text for move in GAME.judge(state, seat).legal} == told
                if told != {"wait"}:
                    assert state.turn == (seat,), "who may play is who is asked"


@pytest.mark.parametrize(
    ("hand", "played", "worth"),
    [
        ("5C,9S,AH,JS", "", "AH"),  # nothing leads up to an ace, and nothing follows it
        ("3D,4D,9S,JS", "P2:5D", "3D"),  # both go, and the five has been played
        ("QC,9S,5H", "P2:JC,P2:KC", "QC"),
        ("QC,9S,5H", "P2:KC", "9S 5H"),  # another's jack may bring the queen, and with her the start: she can wait
        ("KC,9S,5H", "", "9S 5H"),
        ("3D,4D,9S,JS", "", "JS 9S 3D"),  # the four goes along with the three
        ("9C,JC,KC,9D", "P2:AD", "9C"),  # ten and queen let nobody else start, then the nine is led last
        ("QC,AD,9S,5H", "P2:KC", "QC"),  # then nine and spinado, and the five last
        ("QC,AD,9S,5H,3D", "P2:KC", "QC AD 9S 5H 3D 9S+AD 5H+AD 3D+AD"),  # the queen needs no spinado
        ("QH,QD", "P2:JH", "QH"),  # as likely to keep the start, and a run may still come to the queen
        ("AD,9S,JS", "", "JS+AD 9S+AD"),  # the spinado goes with the first card that is led
        ("AD,JS,QS,4H,9C", "", "QS JS 4H AD 9C QS+AD 4H+AD 9C+AD"),  # after JS the queen is one's own, for the spinado
    ],
)
def test_which_leads_are_worth_considering(hand: str, played: str, worth: str) -> None:
    """What costs nothing is led while one does start; what can come in later, or goes along, is not led."""
    others = "hand.P2=6S,3H,6H,7H hand.P3=7S,3C,4C,6C hand.P4=8S,TC,TD,9H"
    record = staged(GAME, f"hand.P1={hand} {others} leader=P1 {f'played={played}' if played else ''}")
    moves = GAME.judge(record.state, "P1").legal
    wise = policy_of(GAME).of(GAME.due(record.state)).plausible(record.state, "P1", moves)
    assert sorted(move.text for move in wise) == sorted(worth.split())
    assert Adviser(GAME, 1).advise(record, "P1", Random(1)).move.text in worth.split()


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_tells_the_run_and_what_is_next() -> None:
    record = go(staged(GAME, f"{FORCED} deal=3 previous=P2 matrimony=5 before.P3=61"), "P1 5C", "P3 6C")
    table = told("spinado", record.state, "P2")
    assert table["run"] == "run: 5C 6C, next is 7C"
    assert table["pots"] == "pots: Matrimony 8, Intrigue 3, Game 3"
    assert table["previous"] == "You won the hand before"
    assert table["hand_no"] == "hand 3 of 10"
    assert table["score"] == "chips: you 50, Left 58, Opposite 47, Right 47"
    assert table["Left"] == "1 card, 6C"
    assert table["You"] == "to play"
    assert table["dead"] == "dead hand: 39 cards face down"


def test_the_table_tells_a_stop_and_what_it_has_shown() -> None:
    table = told("spinado", go(staged(GAME, FORCED), "P1 5C", "P3 6C", "P2 7C", "P4 8C").state, "P4")
    assert "run" not in table
    assert table["You"] == "dealer, to lead"
    assert table["played"] == "already played, suit by suit: 5C 6C 7C 8C"
    assert table["dead"] == "in the dead hand, as play stopped there: 9C and 38 cards face down"


def test_the_table_tells_pots_taken_and_pots_that_still_may_be() -> None:
    hands = "hand.P1=QD,3C,5S hand.P2=KD,AH,4C hand.P3=6C,AS hand.P4=8C,AC"
    state = go(staged(GAME, f"{hands} played=P1:JD"), "P1 QD").state
    table = told("spinado", state, "P1")
    assert table["You"] == "took Intrigue, QD"
    assert table["pots"] == "pots: Matrimony 4, Game 4"
    assert told("spinado", staged(GAME, f"{hands} played=P1:JD").state, "P2")["Right"] == "played JD, 3 cards, to lead"
