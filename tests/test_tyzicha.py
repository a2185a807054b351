"""Tyzicha: oracles of play and of bidding, the worked sequences, and what is known of cards that were given away."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from tests.drawn import staged, told
from tests.oracles import tyzicha as oracle
from tests.records import named, set_up
from tests.worked_cases import answer
from tutor.games.tyzicha import GAME, Play, Trick
from tutor.games.tyzicha.table import MARRIAGES, POINTS, Rules, TyzichaState, pair
from tutor.kernel import record
from tutor.kernel.cards import SUITS, card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.events import DECLARED, TRICK_WON
from tutor.kernel.phase import Won
from tutor.kernel.playout import legal, playout
from tutor.kernel.record import BadRecord
from tutor.policies import policy_of
from tutor.policies.games.tyzicha import giving_costs
from tutor.policies.games.tyzicha.sure import RANKS, marriages_in, sure_points

PLAY = GAME.phase_of["play"]
AUCTION = "at=auction hand.P1=KS,QS,9S,TD,9D,JC,9C hand.P2=AS,TS,AH,TH,KD,QD,AC hand.P3=JS,KH,QH,JH,AD,JD,TC"
"""The widow is 9H KC QC."""


def view(trick: list[str], hand: list[str], trump: str) -> Trick:
    return Trick(
        players=3,
        dealer="P3",
        options=Rules(),
        trump=trump,
        trick=tuple(map(card, trick)),
        hand=tuple(map(card, hand)),
    )


game = partial(set_up, "tyzicha")


def test_the_oracle_agrees_in_a_small_world() -> None:
    seen = 0
    for trick, hand, trump in oracle.positions():
        v = view(trick, hand, trump)
        legal = {move.text for move in narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal}
        assert legal == oracle.legal(trick, hand, trump), (trick, hand, trump)
        seen += 1
    assert seen >= 10_000


@pytest.mark.parametrize("trump", ["", "S", "H"])
def test_the_oracle_agrees_on_who_wins(trump: str) -> None:
    for trick in permutations(oracle.KINDS, 3):
        best = oracle.winning(list(trick), trump)
        assert Play().winner(view(list(trick), [], trump)) == Won(best, f"P{trick.index(best) + 1}"), trick


@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_the_oracle_agrees_on_the_bidding(dealer: int) -> None:
    """All ways in which seven calls can go, and a long contest to the highest bid."""
    said: list[list[str]] = [[]]
    longest = ["110"]
    while oracle.turn(dealer, longest)[1] - {"pass"}:
        longest.append(str(int(longest[-1]) + 10))
    said += [longest[:n] for n in range(len(longest) + 1)]
    for length in range(1, 8):
        said += [list(words) for words in product(["pass", "up"], repeat=length)]
    for words in said:
        calls: list[str] = []
        for word in words:
            if word == "up":
                legal = oracle.turn(dealer, calls)[1] - {"pass"}
                word = max(legal, key=int) if legal else "pass"
            seat, legal = oracle.turn(dealer, calls)
            if seat is None or word not in legal:
                break
            calls.append(word)
        seats = [oracle.turn(dealer, calls[:n])[0] for n in range(len(calls))]
        bids = ",".join(f"P{(seat or 0) + 1}:{word}" for seat, word in zip(seats, calls, strict=True))
        got = answer(f"explain tyzicha phase=auction dealer=P{dealer + 1} bids={bids}")
        seat, legal = oracle.turn(dealer, calls)
        assert set(got["legal"]) == legal, bids
        assert got["facts"].get("turn") == (None if seat is None else f"P{seat + 1}"), bids


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_an_ordinary_hand() -> None:
    bid = game(AUCTION, "P2 110; P3 120; P1 pass; P2 130; P3 pass")
    state = bid.state
    assert (state.phase, state.turn, state.declarer, state.contract) == ("give", ("P2",), "P2", 130)
    assert len(state.hand("P2")) == 10
    assert set(named(bid, "widow taken")[0].cards) == set(cards("9H,KC,QC"))
    given = game(AUCTION, "P2 110; P3 120; P1 pass; P2 130; P3 pass; P2 9H+AC")
    state = given.state
    assert (state.phase, state.turn) == ("raise", ("P2",))
    assert card("9H") in state.hand("P3")
    assert card("AC") in state.hand("P1")
    assert [len(hand) for hand in state.hands] == [8, 8, 8]
    assert named(given, "cards given")[0].cards == cards("9H,AC")
    legal = {ruling.text for ruling in GAME.judge(state, "P2").rulings if ruling.legal}
    assert {"stand", "concede", "140", "150"} <= legal
    assert "130" not in legal
    led = game(AUCTION, "P2 110; P3 120; P1 pass; P2 130; P3 pass; P2 9H+AC; P2 150").state
    assert (led.phase, led.turn, led.contract) == ("play", ("P2",), 150)
    for n in range(5):  # the others know where the widow and the cards given lie
        sample = GAME.determinize(led, "P1", Random(n))
        assert set(cards("KC,QC")) <= set(sample.hand("P2"))
        assert card("9H") in sample.hand("P3")


def test_sequence_2_a_forced_hand() -> None:
    hidden = game(AUCTION, "P2 pass; P3 pass; P1 100; P1 9H+9D")
    assert [event.cards for event in hidden.events if event.what in ("widow taken", "cards given")] == [(), ()]
    legal = {ruling.text for ruling in GAME.judge(hidden.state, "P1").rulings if ruling.legal}
    assert legal == {"stand", "concede"}
    given_up = game(AUCTION, "P2 pass; P3 pass; P1 100; P1 9H+9D; P1 concede")
    assert GAME.standing(given_up.state) == {"P1": -100, "P2": 40, "P3": 40}
    for n in range(8):
        assert card("9H") in GAME.determinize(hidden.state, "P1", Random(n)).hand("P2")
    assert len({card("9H") in GAME.determinize(hidden.state, "P3", Random(n)).hand("P2") for n in range(30)}) == 2
    ordinary = game(AUCTION, "P2 pass; P3 pass; P1 110; P1 9H+9D")
    legal = {ruling.text for ruling in GAME.judge(ordinary.state, "P1").rulings if ruling.legal}
    assert {"stand", "120", "400"} <= legal
    assert named(ordinary, "widow taken")[0].cards


SEQUENCE_3 = "declarer=P2 leader=P2 hand.P1=JS,9C,KS,QS hand.P2=9S,TH,9H,TS hand.P3=AS,KH,QH,AC"


def test_sequence_3_the_trump_suit_changes() -> None:
    with pytest.raises(BadRecord):
        game(SEQUENCE_3, "P2 9S; P3 AS; P1 9C")  # spades are there to be followed
    shown = game(SEQUENCE_3, "P2 9S; P3 AS; P1 JS; P3 show:QH")
    state = shown.state
    assert (state.trump, state.marriage, state.marriages) == ("H", "H", (("P3", "H"),))
    assert {ruling.text for ruling in GAME.judge(state, "P1").rulings if ruling.legal} == {"9C", "KS", "QS"}
    after_it = game(SEQUENCE_3, "P2 9S; P3 AS; P1 JS; P3 show:QH; P1 9C; P2 TH").state
    assert (after_it.trump, after_it.marriage, after_it.leader) == ("H", "", "P2")
    # once more, with the lead staying with P3: clubs are led, and who has none must play a heart
    third = "declarer=P2 leader=P3 trump=H hand.P1=9C,KS,QS hand.P2=TS,9H,TD hand.P3=AC,JD,9D"
    state = game(third, "P3 AC; P1 9C").state
    assert {ruling.text for ruling in GAME.judge(state, "P2").rulings if ruling.legal} == {"9H"}
    last = game(third, "P3 AC; P1 9C; P2 9H; P2 TD; P3 9D; P1 KS").state
    assert last.leader == "P2"
    own = game("declarer=P2 leader=P1 trump=H hand.P1=KS,QS hand.P2=TS,9H hand.P3=AC,TH", "P1 show:KS").state
    assert (own.trump, own.marriages) == ("S", (("P1", "S"),))
    assert {ruling.text for ruling in GAME.judge(own, "P2").rulings if ruling.legal} == {"TS"}
    state = game(
        "declarer=P2 leader=P1 trump=H hand.P1=KS,QS hand.P2=TS,9H hand.P3=AC,TH", "P1 show:KS; P2 TS; P3 TH"
    ).state
    assert state.leader == "P2"  # the ten of hearts is a plain card again


def test_sequence_4_a_king_led_without_showing() -> None:
    stage = "declarer=P2 leader=P2 hand.P1=9D,9H hand.P2=KD,QD hand.P3=JD,9S"
    led = game(stage, "P2 KD")
    assert (led.state.trump, led.state.marriages) == ("", ())
    assert [event.what for event in led.events] == ["played"]
    later = game(stage, "P2 KD; P3 JD; P1 9D").state
    assert [r.clause for r in GAME.judge(later, "P2", "show:QD").asked] == ["tyzicha.marriage.when"]


# -- whole games -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_marriage_counts_without_a_trick_and_the_sheet_adds_up(seed: int) -> None:
    start = record.start(GAME, 3, Rules(most_hands=12))
    sheet = 0
    for ply in playout(GAME, start.state, Random(seed)):
        sheet += sum(int(e.facts["points"]) for e in ply.events if e.what == "scored")
        assert sum(ply.state.scores) == sheet
        assert max(ply.state.scores, default=0) <= 1000 or ply.state.won_by


def test_a_game_that_nobody_wins_is_broken_off() -> None:
    end = game(f"most_hands=1 {AUCTION}", "P2 pass; P3 pass; P1 100; P1 9H+9D; P1 concede").state
    assert (end.over, end.won_by) == (True, ())


@pytest.mark.parametrize(
    "question",
    [
        "explain tyzicha phase=auction limit_120=true",
        "explain tyzicha phase=auction hand=AS,TS",
        "explain tyzicha phase=give hand=AS,TS",
        "explain tyzicha phase=raise contract=115",
        "explain tyzicha phase=raise contract=120 limit_120=true",
        "explain tyzicha phase=raise contract=120 hand=AS",
        "explain tyzicha marriage=H trick=KH hand=QH,9S",
        "explain tyzicha marriage=H trick=KH,QH hand=9S",
        "explain tyzicha marriage=H hand=9S",
        "explain tyzicha trick=KH",
        "explain tyzicha hand=AS,TS,KS,QS,JS,9S,AH,TH,KH",
        "score tyzicha declarer=P1 contract=110 won.P1=AS,TS won.P2=",
        "score tyzicha declarer=P1 contract=110 won.P1=AS,TS,KS won.P2= won.P3=",
        "score tyzicha declarer=P1 contract=110 won.P1= won.P2= marriages=P2:S",
        "score tyzicha declarer=P1 contract=110 conceded=true marriages=P1:S",
        "score tyzicha contract=110 conceded=true",
    ],
)
def test_what_cannot_be_is_refused(question: str) -> None:
    assert answer(question).get("error"), question


# -- the table ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "need"), [("", 131), ("make_on_equal=true", 130)])
def test_the_table_says_what_makes_the_contract_and_what_marriages_brought(rule: str, need: int) -> None:
    hands = "hand.P1=9S hand.P2=KH,AS hand.P3=9D,JD trick=QH leader=P1 won.P1=AC,TC,KC won.P3=JC,QC,9C"
    state = staged("tyzicha", f"declarer=P3 contract=130 trump=H marriages=P3:C,P1:H {rule} score.P2=-20 {hands}")
    table = told("tyzicha", state, "P2")
    assert table["trumps"] == "trumps H"
    assert table["contract"] == f"contract 130 by Left, {need} points make it"
    assert table["marriages"] == "marriages: C 60 by Left, H 100 by Right"
    assert table["points"] == "points with marriages: you 0, Left 65, Right 125"
    assert table["score"] == "score, 1001 wins: you -20, Left 0, Right 0"
    assert (table["Left"], table["Right"]) == ("dealer, declarer", "QH led")


# -- what is wise ------------------------------------------------------------------------------------------


def ten_kept(hand: str) -> TyzichaState:
    """P1 is declarer at 110, leads, and holds these eight cards; the others hold the rest but what P1 gave away."""
    own = hand.split(",")
    rest = [c.text for c in GAME.pack.order if c.text not in own]
    stage = f"declarer=P1 contract=110 leader=P1 trick= hand.P1={hand}"
    state: TyzichaState = game(f"{stage} hand.P2={','.join(rest[::2])} hand.P3={','.join(rest[1::2])}").state
    return state


def test_a_declarer_raises_to_what_cannot_fail_and_no_further() -> None:
    phase = GAME.phase_of["raise"]
    policy: Any = policy_of(GAME).of(phase)
    for hand, most in {
        "AH,KH,QH,AS,KS,QS,AC,9C": "130",  # 133, and the second marriage makes nothing sure
        "AD,TD,KD,KH,QH,JH,TC,JC": "120",
        "TH,KH,QH,9S,JC,9C,QD,JD": "stand",  # 100 are sure, and more may well come
        "AS,JS,KS,TH,9H,TC,TD,9D": "concede",
    }.items():
        state = replace(ten_kept(hand), phase="raise", turn=("P1",))
        moves = legal(GAME, state, "P1")
        said = [policy.bidding_policy(phase.see(state, "P1"), state.hand("P1"), moves, Random(n)) for n in range(20)]
        assert {move.text for move in said} == {most}, hand


def surest(state: TyzichaState, moves: Any, married: list[str]) -> Any:
    """A lead that nobody can beat, but none of a marriage, later of trumps; then a marriage, one that is safe first."""
    others = [c for who in ("P2", "P3") for c in state.hand(who)]

    def safe(move: Any) -> bool:
        return not any(x.suit == move.card.suit and RANKS.index(x.rank) < RANKS.index(move.card.rank) for x in others)

    paired = {c for s in married for c in pair(s) if s != state.trump}
    suits = state.trump or SUITS
    plain = [m for m in moves if not m.word and m.card not in paired and m.card.suit in suits and safe(m)]
    shows = sorted((move for move in moves if move.word), key=lambda move: (not safe(move), -MARRIAGES[move.card.suit]))
    return next(iter(plain or shows), None)


def test_what_is_sure_comes_in_whatever_others_hold_and_play() -> None:
    """The top cards without trumps, then the marriages whose kings win, then one more; all others play at random."""
    rng = Random(11)
    for _ in range(60):
        pack = rng.sample([c.text for c in GAME.pack.order], 24)
        hand = cards(",".join(pack[:8]))
        rest = f"hand.P2={','.join(pack[8:16])} hand.P3={','.join(pack[16:])}"
        state = game(f"declarer=P1 contract=110 leader=P1 trick= hand.P1={','.join(pack[:8])} {rest}").state
        sure, made, married = sure_points(hand), 0.0, marriages_in(hand)
        for _ in range(24):
            moves = legal(GAME, state, state.turn[0])
            lead = surest(state, moves, married) if state.turn == ("P1",) and not state.trick else None
            state, events = GAME.play(state, state.turn[0], lead or rng.choice(moves))
            mine = [event for event in events if event.seat == "P1"]
            made += sum(POINTS.of(event.cards) for event in mine if event.what == TRICK_WON)
            made += sum(event.facts["points"] for event in mine if event.what == DECLARED)
        assert made >= sure, f"{hand}: {sure}, but {made}"


def test_a_sure_contract_is_led_out_and_else_a_second_marriage_keeps_its_entries() -> None:
    phase = GAME.phase_of["play"]
    policy: Any = policy_of(GAME).of(phase)

    def leads(hand: str) -> str:
        state = ten_kept(hand)
        v, moves = phase.see(state, "P1"), legal(GAME, state, "P1")
        kept = policy.plausible(state, "P1", moves)
        move = policy.rollout_move(state, "P1", v, kept, {"P1"}, Random(1))
        assert move == policy.rollout_move(state, "P1", v, moves, {"P1"}, Random(1)) and move in kept
        return str(move.text)

    assert leads("AS,9S,KH,QH,JH,9H,9C,9D") == "AS", "11 and 100 make it"
    assert leads("AS,9S,KH,QH,KD,QD,9C,9D") == "AS", "so they do, whatever becomes of the other marriage"
    assert leads("AS,9S,KC,QC,KD,QD,9H,9D") == "show:QD", "AS brings in the other marriage later"
    assert leads("AS,9S,KC,QC,JC,JD,9H,9D") == "AS", "whoever wins may show the only one next"


def test_a_marriage_and_sure_tricks_are_not_given_away() -> None:
    found = giving_costs(cards("AH,KH,QH,AD,TD,KC,QC,JS,9S,9D"))
    dear = sorted(found, key=lambda c: -found[c])
    assert {c.text for c in dear[:6]} == set("AH KH QH AD KC QC".split())
    assert [c.text for c in dear[-2:]] == ["JS", "9S"]


def test_opponents_play_together_until_the_contract_is_broken() -> None:
    """P1 needs 101 and has 28; P2 and P3 have 59 in tricks, so that the marriage of hearts decides."""
    open_hand = "declarer=P1 contract=100 leader=P2 trick= hand.P1=KH,QH,9D hand.P2=9H,JD,JC hand.P3=TH,JH,KD"
    won = "won.P1=AS,KS,JS,TS,QS,9S won.P2=AC,TC,9C,KC,AH,QC won.P3=AD,TD,QD"
    state = game(f"{open_hand} {won}").state
    assert GAME.allies(state, "P2") == {"P2", "P3"}, "the marriage of hearts may still be shown"
    gone = open_hand.replace("KH,QH,9D", "KH,9S,9D").replace("trick= ", "trick=QH ").replace("9H,JD,JC", "JD,JC")
    state = game(f"{gone} {won.replace('QS,9S', 'QS,9H')}").state
    assert GAME.allies(state, "P3") == {"P3"}, "no marriage is left"
    assert GAME.allies(state, "P1") == {"P1"}
