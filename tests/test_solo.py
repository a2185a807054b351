"""Solo: oracles of play and of bidding, the worked sequences, and an alliance that nobody sees too early."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from random import Random

import pytest

from tests.drawn import played, staged, told
from tests.oracles import solo as oracle
from tests.records import set_up
from tests.worked_cases import answer
from tutor.games.solo import GAME, Play, Trick
from tutor.games.solo.table import Rules, SoloState
from tutor.kernel import record
from tutor.kernel.cards import card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.phase import Won
from tutor.kernel.playout import playout
from tutor.teach.drills.moments import at
from tutor.teach.rulings.ruling import ruling_text
from tutor.teach.tables.tabletop import table_of
from tutor.teach.text.marks import unmarked

PLAY = GAME.phase_of["play"]
HANDS = (
    "at=auction hand.P1=AS,KS,9S,8S,KH,9H,AD,9D hand.P2=QS,JS,TS,8H,7D,JD,KC,9C "
    "hand.P3=QC,AH,QH,JH,TH,7H,KD,TC hand.P4=7S,TD,QD,8D,AC,JC,8C,7C"
)
"""P3 has the queen of clubs and P4 the ace of clubs."""
QUEENS = (
    "at=auction hand.P1=AS,KS,9S,8S,KH,9H,AD,9D hand.P2=JS,TS,8H,TH,7D,JD,KC,9C "
    "hand.P3=QC,QS,AH,QH,JH,7H,KD,TC hand.P4=7S,TD,QD,8D,AC,JC,8C,7C"
)


def view(trick: list[str], hand: list[str], trump: str) -> Trick:
    return Trick(
        players=4,
        dealer="P4",
        options=Rules(),
        trump=trump,
        trick=tuple(map(card, trick)),
        hand=tuple(map(card, hand)),
    )


game = partial(set_up, "solo")


def legal(found: record.Record[SoloState]) -> set[str]:
    state = found.state
    return {ruling.text for ruling in GAME.judge(state, state.turn[0]).rulings if ruling.legal}


def test_the_oracle_agrees_in_a_small_world() -> None:
    seen = 0
    for trick, hand, trump in oracle.positions():
        v = view(trick, hand, trump)
        moves = {move.text for move in narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal}
        assert moves == oracle.legal(trick, hand, trump), (trick, hand, trump)
        seen += 1
    assert seen >= 10_000


@pytest.mark.parametrize("trump", ["S", "H", "D", "C"])
def test_the_oracle_agrees_on_who_wins(trump: str) -> None:
    for trick in permutations(oracle.KINDS, 4):
        at = oracle.winner(list(trick), trump)
        assert Play().winner(view(list(trick), [], trump)) == Won(trick[at], f"P{at + 1}"), trick


def test_the_oracle_agrees_on_every_conversation() -> None:
    seen = 0
    for said in oracle.conversations(9):
        table, calls = oracle.Table(), []
        for word in said:
            calls.append(f"{table.speaker()}:{word}")
            table.say(word)
        got = answer(f"explain solo phase=auction bids={','.join(calls)}")
        assert set(got["legal"]) == table.may(), calls
        if table.speaker():
            want = {"turn": table.speaker(), "holder": table.bidder or "-", "level": table.level}
        else:
            want = {"declarer": table.bidder, "level": table.level} if table.bidder else {"forced": True}
        assert got["facts"] == want, calls
        seen += 1
    assert seen > 200


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_a_forced_game() -> None:
    passed = game(HANDS, "P1 pass; P2 pass; P3 pass; P4 pass")
    state = passed.state
    assert (state.phase, state.turn, state.declarer) == ("name", ("P3",), "P3")
    assert passed.events[-1].what == "queen shown"
    assert all(move.startswith("simple") for move in legal(passed))
    assert all(card("QC") in GAME.determinize(state, "P1", Random(n)).hand("P3") for n in range(8))
    named = game(HANDS, "P1 pass; P2 pass; P3 pass; P4 pass; P3 simple:H:AC")
    state = named.state
    assert (state.phase, state.turn, state.trump, state.partner()) == ("play", ("P1",), "H", "P4")
    assert state.options.level(state.game, state.trump) == 1
    partners = {GAME.determinize(state, "P1", Random(n)).partner() for n in range(40)}
    assert partners == {"P2", "P4"}  # the ace named is never in the declarer's own hand
    assert not [event for event in named.events if event.what == "partner shown"]
    shown = game(HANDS, "P1 pass; P2 pass; P3 pass; P4 pass; P3 simple:H:AC; P1 KS; P2 TS; P3 KD; P4 7S; P1 9D")
    assert not [event for event in shown.events if event.what == "partner shown"]


def test_sequence_2_both_black_queens_passed_by() -> None:
    assert legal(game(QUEENS, "P1 ask; P2 pass")) == {"2"}
    holder = game(QUEENS, "P1 ask; P2 pass; P3 2; P1 pass")
    assert answer("explain solo phase=auction bids=P1:ask,P2:pass,P3:2,P1:pass")["facts"] == {
        "turn": "P4",
        "holder": "P3",
        "level": 2,
    }
    assert holder.state.turn == ("P4",)
    won = game(QUEENS, "P1 ask; P2 pass; P3 2; P1 pass; P4 pass")
    assert (won.state.phase, won.state.turn) == ("name", ("P3",))
    assert legal(won) == {f"{kind}:{suit}" for kind in ("solo", "tout") for suit in "SHDC"}


def test_sequence_3_both_black_queens_in_the_last_seat() -> None:
    stage = f"dealer=P3 {QUEENS}"  # P4 speaks first, P3 last
    last = game(stage, "P4 pass; P1 pass; P2 pass")
    assert legal(last) == {"ask"}
    won = game(stage, "P4 pass; P1 pass; P2 pass; P3 ask")
    assert (won.state.declarer, won.state.level) == ("P3", 1)
    assert not {move for move in legal(won) if move.startswith("simple")}


def test_sequence_4_the_top() -> None:
    moves = "P1 ask; P2 pass; P3 pass; P4 2; P1 yes; P4 3; P1 yes; P4 4; P1 yes; P4 5; P1 yes; P4 6; P1 yes"
    state = game(HANDS, moves).state
    assert (state.phase, state.declarer, state.level) == ("name", "P1", 6)


def test_sequence_5_naming_above_the_level() -> None:
    first = answer("explain solo phase=name level=1 hand=KC,QC,9H,8H,KD,7D,7C,AS move=tout:C")
    assert "tout:C" in first["legal"]
    second = answer("explain solo phase=name level=2 hand=KC,QC,9H,8H,KD,7D,7C,AS move=simple:H:AC")
    assert {m["move"]: m["clause"] for m in second["moves"]}["simple:H:AC"] == "solo.bid.choice"


# -- what else ---------------------------------------------------------------------------------------------


def test_the_alliance_shows_when_the_ace_is_played() -> None:
    stage = "trump=H declarer=P3 called=AC hand.P1=9C,8S hand.P2=KC,TS hand.P3=TC,AH hand.P4=AC,7C"
    out = game(stage, "P1 9C; P2 KC; P3 TC; P4 AC")
    event = next(event for event in out.events if event.what == "partner shown")
    assert (event.seat, event.cards, event.facts) == ("P4", cards("AC"), {"declarer": "P3"})
    assert out.state.partner() == "P4"
    assert game(stage, "P1 9C; P2 KC; P3 TC; P4 AC; P4 7C").state.partner() == "P4"


@pytest.mark.parametrize("stop", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_the_sheet_adds_up(seed: int, stop: bool) -> None:
    start = record.start(GAME, 4, Rules(hands=4, stop_when_decided=stop))
    sheet = hands = 0
    for ply in playout(GAME, start.state, Random(seed)):
        sheet += sum(int(e.facts["points"]) for e in ply.events if e.what == "scored")
        hands += sum(e.what == "hand over" for e in ply.events)
    state = ply.state
    assert (hands, sum(state.scores)) == (4, sheet)
    assert state.won_by == tuple(s for s, n in zip(state.seats, state.scores, strict=True) if n == max(state.scores))


@pytest.mark.parametrize(
    "question",
    [
        "score solo declarer=P1 partner=P1 game=simple trump=H tricks.P1=8",
        "score solo declarer=P1 game=tout trump=H tricks.P1=9",
        "score solo declarer=P1 game=solo trump=H tricks.P1=5 tricks.P2=4",
        "score solo declarer=P1 game=solo trump=H tricks.P1=4 tricks.P2=3 stop_when_decided=true",
        "score solo declarer=P1 game=solo trump=H tricks.P1=8 deal=17",
        "score solo declarer=P1 game=solo tricks.P1=8",
        "explain solo trump=- trick=AH hand=KH",
        "explain solo trick=AH hand=KH",
        "explain solo phase=name hand=QC",
        "explain solo phase=name forced=true hand=QS,AH",
        "explain solo phase=name forced=true hand=QC,QS",
        "explain solo phase=auction bids=P1:ask,P2:2,P2:3",
        "explain solo phase=auction bids=P1:pass,P2:pass,P3:pass,P4:ask,P1:ask",
    ],
)
def test_what_cannot_be_is_refused(question: str) -> None:
    assert answer(question).get("error"), question


def test_a_target_may_be_left_open() -> None:
    assert answer("score solo target=- declarer=P1 game=solo trump=C tricks.P1=8 before.P1=99")["outcome"]["game"] == []
    assert answer("score solo target=0 declarer=P1 game=solo trump=C tricks.P1=8").get("error")


# -- the table -------------------------------------------------------------------------------------------------


def test_the_partner_is_known_to_the_holder_of_the_ace_and_to_all_once_it_is_played() -> None:
    hands = "hand.P1=QC,AH,KH hand.P2=7S,QS,AC hand.P3=AD,KD,JD hand.P4=TH,9H,8H"
    state = staged("solo", f"trump=S declarer=P1 game=simple called=AC leader=P3 {hands} won.P3=AS,KS,JS,TS")
    own = told("solo", state)
    assert own["trumps"] == "trumps S, highest QC, 7S and QS"
    assert own["contract"] == "You play a simple game: 5 tricks, 2 points"
    assert own["partner"] == "partner is whoever holds AC"
    assert own["tricks"] == "tricks: you 0, Left 0, Opposite 1, Right 0"
    assert told("solo", state, "P2")["partner"] == "You are the declarer's partner, holding AC"
    assert told("solo", state, "P3")["partner"] == "partner is whoever holds AC"
    state = played(GAME, state, ("P3", "JD"), ("P4", "TH"), ("P1", "KH"), ("P2", "AC"))
    assert told("solo", state, "P4")["partner"] == "Opposite is the declarer's partner"
    assert told("solo", state)["tricks"] == "tricks: you and Left 0, Opposite and Right 2"


def test_the_table_says_how_far_the_bidding_has_gone() -> None:
    hands = (
        "hand.P1=QC,AH,KH,AC,KC,JC,TC,9C hand.P2=7S,QS,7C,8C,QD,TD,9D,8D "
        "hand.P3=AD,KD,JD,AS,KS,JS,TS,9S hand.P4=TH,9H,8H,7H,JH,QH,7D,8S"
    )
    state = played(GAME, staged("solo", f"at=auction {hands}"), ("P1", "ask"), ("P2", "2"))
    table = told("solo", state)
    assert table["level"] == "You bid a simple game, and must answer whether it is a simple game in color"
    assert table["color"] == "clubs are the suit called color" and "trumps" not in table
    assert table_of(GAME, state, "P2").held[:2] == cards("QS,7S")
    state = played(GAME, state, ("P1", "pass"), ("P3", "pass"), ("P4", "pass"))
    assert told("solo", state, "P2")["to_name"] == "You have bid a simple game in color"


def test_nobody_who_holds_both_black_queens_is_told_to_pass_or_to_play_less_than_a_solo() -> None:
    here = at(GAME, "phase=auction bids=P1:pass,P2:pass,P3:ask hand=QC,QS,QH,TH,JC,8C,TD,9D")
    found = here.judged("yes", "3")
    said = [unmarked(ruling_text(GAME, found, one)) for one in found.asked]
    assert all("is it in color? You may ask that." in text for text in said), said
    others = at(GAME, "phase=auction bids=P1:pass,P2:pass,P3:ask hand=QC,KS,QH,TH,JC,8C,TD,9D").judged("3")
    assert "You may ask that, or pass." in ruling_text(GAME, others, others.asked[0])
    low = at(GAME, "phase=name level=2 hand=QC,QS,KS,8S,7S,KC,JC,JD").judged("simple:D:AH")
    assert "as you bid, and with both black queens at least a solo" in ruling_text(GAME, low, low.asked[0])
