"""Tute: what runs over several tricks and hands, and the play of cards held against a naive second telling."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from tests.drawn import staged, told
from tests.oracles import small_world
from tests.oracles import tute as oracle
from tests.records import named, set_up
from tests.tables import random_game, tables
from tests.test_duties import name_of
from tests.test_variants import Moment, opposite, swapped
from tutor.games.tute import GAME
from tutor.games.tute.declarations import DUTIES, Declaring, declaration_problems
from tutor.games.tute.score import SCORE, Result
from tutor.games.tute.table import PACK, POINTS, SIDES, Rules, TuteState
from tutor.kernel import record
from tutor.kernel.cards import cards
from tutor.kernel.judging import Verdict, judge
from tutor.kernel.playout import playout
from tutor.kernel.position import read_question
from tutor.kernel.position_text import BadPosition, split
from tutor.kernel.seats import side_of
from tutor.kernel.state import changed
from tutor.policies import policy_of
from tutor.teach.rulings.answers import ask_line

PLAY = GAME.phase_of["play"]
DECLARE = GAME.phase_of["declare"]

THIRD = (
    "at=declare trump=S leader=P3 hand.P3=KS,QS,KH,QH,7D,4C,2H hand.P1=AD,4D,AC,3C,6C,7C,6S "
    "hand.P2=3D,5D,QC,JC,5C,2C,7S hand.P4=6D,2D,JH,4H,5H,6H,KC won.P1+P3=AS,3S,JS,2S,AH,3H,7H,KD won.P2+P4=4S,5S,QD,JD"
)


game = partial(set_up, "tute")


def refusal(state: TuteState, seat: str, text: str) -> str:
    ruling = GAME.judge(state, seat, text).asked[0]
    assert ruling.verdict is Verdict.NOT_ALLOWED, ruling
    return ruling.clause


def may(state: TuteState) -> set[str]:
    return {move.text for move in GAME.judge(state, state.turn[0]).legal}


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_one_declaration_for_each_trick_won() -> None:
    declared = game(THIRD, "P3 40").state
    assert (declared.phase, declared.turn, declared.declared) == ("play", ("P3",), (("P3", "40"),))
    assert refusal(declared, "P3", "20H") == "tute.declare.one"
    lost = game(THIRD, "P3 40; P3 7D; P4 6D; P1 AD; P2 5D").state
    assert (lost.leader, lost.turn) == ("P1", ("P1",))
    assert judge(DECLARE, DECLARE.see(lost, "P3"), ["20H"]).asked[0].clause == "tute.declare.when"
    assert [move.text for move in judge(DECLARE, DECLARE.see(lost, "P3")).legal] == ["none"]
    again = game(THIRD, "P3 40; P3 7D; P4 6D; P1 AD; P2 5D; P1 6S; P2 7S; P3 QS; P4 2D").state
    assert (again.phase, again.turn, may(again)) == ("declare", ("P3",), {"none", "20H"})
    both = game(THIRD, "P3 40; P3 7D; P4 6D; P1 AD; P2 5D; P1 6S; P2 7S; P3 QS; P4 2D; P3 20H")
    assert both.state.declared == (("P3", "40"), ("P3", "20H"))
    assert [event.facts["points"] for event in named(both, "declared")] == [40, 20]


def test_sequence_2_a_marriage_broken_by_play() -> None:
    stage = "at=declare trump=S leader=P3 hand.P3=KS,QS,KH,QH,4C hand.P4=3C,JH,5C,6C,KC hand.P1=AH,4H,AC,2C,6S "
    stage += "hand.P2=5H,6H,7H,JC,QC won.P1+P3=AS,3S,JS,2S"
    lines = "P3 40; P3 4C; P4 3C; P1 AC; P2 JC; P1 AH; P2 5H; P3 KH; P4 JH; P1 6S; P2 QC; P3 QS; P4 KC"
    state = game(stage, lines).state
    assert (state.leader, state.phase) == ("P3", "play"), "nothing is left to declare, so nobody is asked"
    assert judge(DECLARE, DECLARE.see(state, "P3"), ["20H"]).asked[0].clause == "tute.declare.veinte"


KINGS = (
    "at=declare trump=C leader=P1 hand.P1=KC,KD,KH,KS,2C,4C,5C,6C,7C hand.P2=AS,3S,QS,JS,7S,6S,5S,4S,2S "
    "hand.P3=AH,3H,QH,JH,7H,6H,5H,4H,2H hand.P4=AD,3D,QD,JD,7D,6D,5D,4D,2D won.P1+P3=AC,3C,QC,JC"
)


def test_sequence_3_a_tute_ends_the_hand() -> None:
    shown = game(KINGS, "P1 tute")
    assert (shown.state.over, GAME.winners(shown.state)) == (True, ("P1+P3",))
    assert not named(shown, "scored")
    assert [event.clause for event in named(shown, "hand over")] == ["tute.declare.tute"]
    missed = game(KINGS, "P1 none; P1 KH; P2 AS; P3 AH; P4 AD").state
    assert (missed.leader, missed.phase) == ("P3", "play")
    assert judge(DECLARE, DECLARE.see(missed, "P1"), ["tute"]).asked[0].clause == "tute.declare.when"


def test_sequence_4_a_game_of_three_hands() -> None:
    deal = Random(1)
    found = record.start(GAME, 4, Rules(hands=3))
    dealers = []
    while not found.state.over:
        if found.state.chance is not None:
            dealers.append(found.state.dealer)
            found = record.draw(found, deal)
        seat = found.state.turn[0]
        found = record.play(found, seat, GAME.judge(found.state, seat).legal[0])
    assert dealers == ["P4", "P1", "P2"]
    winners = [event.facts["winners"] for event in named(found, "hand over")]
    sheet = {side: sum(side in won for won in winners) for side in SIDES}
    assert GAME.standing(found.state) == sheet
    table: dict[str, Any] = {"players": 4, "options": Rules(hands=3), "dealer": "P2", "hand_no": 3, "last": "P2"}
    for before, want in (({"P1+P3": 1}, list(SIDES)), ({"P2+P4": 1}, ["P2+P4"]), ({"P1+P3": 2}, ["P1+P3"])):
        result = Result(**table, before=before, won={"P1+P3": cards("2S,2H,2D,2C")})
        assert SCORE.settle(result).outcome["game"] == want, "the third hand goes to P2+P4"


def test_the_first_lead_and_the_turned_up_card() -> None:
    for dealer, leader in (("P1", "P2"), ("P4", "P1")):
        found = record.draw(record.start(GAME, dealer=dealer), Random(3))
        state = found.state
        turned = found.entries[0].text.split("+")[-1]
        assert (state.turn, state.trump) == ((leader,), turned[1])
        assert turned in [c.text for c in state.hand(dealer)]
        assert [event.cards for event in named(found, "turned up")] == [cards(turned)]
        for seed in range(8):
            sample = GAME.determinize(state, leader, Random(seed))
            assert turned in [c.text for c in sample.hand(dealer)], "everybody has seen it"


def test_a_declaration_is_asked_for_only_when_there_is_one() -> None:
    asked = 0
    for seed in range(30):
        for ply in playout(GAME, record.start(GAME).state, Random(seed)):
            if ply.state.phase == "declare":
                asked += 1
                assert len(may(ply.state)) > 1
    assert asked > 20


# -- invariants --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(100))
def test_a_hand_has_120_points_and_ten_for_the_last_trick(seed: int) -> None:
    options = Rules(
        partner_exempt=bool(seed % 2),
        undertrump=("forced", "free")[seed // 2 % 2],
        tie=("drawn", "last_trick")[seed // 4 % 2],
        hands=1 + seed % 3,
    )
    events = [e for ply in playout(GAME, record.start(GAME, 4, options).state, Random(seed)) for e in ply.events]
    hands = [event for event in events if event.what == "hand over"]
    assert len(hands) == options.hands
    for hand in hands:
        total = 0 if hand.clause == "tute.declare.tute" else 130
        declared = sum(hand.facts["scores"].values()) - total
        assert declared % 20 == 0
    counted = sum(event.facts["points"] for event in events if event.what == "trick won")
    assert counted <= 120 * options.hands
    over = [event for event in events if event.what == "game over"]
    assert sum(over[0].facts["standing"].values()) <= options.hands
    assert POINTS.of(PACK.cards) == 120


def test_bad_stages_name_all_that_is_wrong() -> None:
    with pytest.raises(BadPosition, match="whole tricks"):
        record.staged(GAME, "trump=S hand.P1=AS hand.P2=KS hand.P3=QS hand.P4=JS won.P1+P3=2S")
    with pytest.raises(BadPosition, match="same number"):
        record.staged(GAME, "trump=S hand.P1=AS hand.P2=KS,2S hand.P3=QS hand.P4=JS")
    with pytest.raises(BadPosition, match="between two tricks"):
        record.staged(GAME, "at=declare trump=S trick=AH hand.P1=4S hand.P2=KS,2S hand.P3=QS,5S hand.P4=JS,6S")


def test_every_problem_is_named() -> None:
    with pytest.raises(BadPosition) as why:
        read_question(
            GAME, split(["phase=declare", "trump=S", "leader=P1", "hand=KC", "declared=P1:20H,P3:20H,P1:20S,P1:40"])
        )
    assert len(why.value.problems) == 3


# -- against the oracle ------------------------------------------------------------------------------------


@pytest.mark.parametrize("exempt", [False, True])
@pytest.mark.parametrize("undertrump", ["forced", "free"])
def test_cards_agree_with_the_oracle_in_a_small_world(exempt: bool, undertrump: str) -> None:
    """Tricks of up to three of nine cards, hands of one to three of the others: what may be played, and why not."""
    options = Rules(partner_exempt=exempt, undertrump=undertrump)
    positions = 0
    for trick, hand in small_world(oracle.SMALL):
        v = PLAY.view(
            players=4, dealer="P4", options=options, trump="S", trick=cards(",".join(trick)), hand=cards(",".join(hand))
        )
        found = judge(PLAY, v)
        got = {ruling.text: "" if ruling.legal else ruling.clause for ruling in found.rulings}
        assert got == oracle.ruled(trick, hand, "S", exempt, undertrump == "free"), f"{trick} {hand}"
        positions += 1
    assert positions >= 10_000


def test_winners_agree_with_the_oracle() -> None:
    rng = Random(5)
    for _ in range(4000):
        trick, trump, leader = rng.sample(PACK.cards, 4), rng.choice("SHDC"), rng.choice(("P1", "P2", "P3", "P4"))
        v = PLAY.view(players=4, dealer="P4", options=Rules(), trump=trump, leader=leader, trick=tuple(trick))
        at = oracle.winning([c.text for c in trick], trump)
        assert PLAY.winner(v) == (trick[at].text, f"P{(int(leader[1]) - 1 + at) % 4 + 1}")
        assert PLAY.facts(v) == {"points": oracle.totals([[c.text for c in trick], []], 1, [])[0]}


def test_declarations_agree_with_the_oracle() -> None:
    rng = Random(6)
    court = [c for c in PACK.cards if c.rank in "KQ"]
    for _ in range(6000):
        hand = tuple(rng.sample(court, rng.randint(1, 8)) + list(cards("2S,2H")))
        trump = rng.choice("SHDC")
        words = ["40", *(f"20{s}" for s in "SHDC" if s != trump)]
        made = tuple((rng.choice(("P1", "P3", "P2")), word) for word in rng.sample(words, rng.randint(0, 2)))
        v = Declaring(players=4, dealer="P4", options=Rules(), trump=trump, hand=hand, declared=made)
        if list(DECLARE.problems(v)):
            continue
        mine, others = ([w for who, w in made if (who == "P1") == own] for own in (True, False))
        want = oracle.may_declare([c.text for c in hand], trump, mine, others)
        assert {move.text for move in judge(DECLARE, v).legal} == want, f"{hand} {trump} {made}"


def test_settling_agrees_with_the_oracle() -> None:
    rng = Random(7)
    for _ in range(2000):
        pack = [c.text for c in PACK.cards]
        rng.shuffle(pack)
        size = 4 * rng.randint(1, 9)
        won = {"P1+P3": cards(",".join(pack[:size]))}
        last = rng.choice(("P1", "P2", "P3", "P4"))
        words = rng.sample(["40", "20H", "20D", "20C"], rng.randint(0, 3))
        declared = tuple((rng.choice(("P1", "P2", "P3", "P4")), word) for word in words)
        result = Result(players=4, dealer="P4", options=Rules(), won=won, last=last, trump="S", declared=declared)
        sides = [(SIDES.index(side_of(SIDES, who)), word) for who, word in declared]
        want = oracle.totals([pack[:size], pack[size:]], SIDES.index(side_of(SIDES, last)), sides)
        done = SCORE.settle(result)
        assert list(done.scores.values()) == want
        best = [side for side, n in zip(SIDES, want, strict=True) if n == max(want)]
        assert done.outcome["hand"] == (best if len(best) == 1 else [])


# -- the table ---------------------------------------------------------------------------------------------


def test_the_table_counts_what_was_declared() -> None:
    hands = "hand.P1=AH,KH,KD hand.P2=2S,4S,5S hand.P3=QH,6S,QD hand.P4=2C,4C,5C won.P1+P3=AS,3S,KS,QS"
    state = staged("tute", f"trump=S leader=P1 declared=P1:40,P2:20D hands=3 hand_no=2 score.P1+P3=1 {hands}")
    assert told("tute", state) == {
        "hand_no": "hand 2 of 3",
        "score": "hands won: you and Partner 1, Left and Right 0",
        "trumps": "trumps S",
        "declared": "You declared the cuarenta, Right declared the veinte in diamonds",
        "tricks": "tricks: you and Partner 1, Left and Right 0",
        "points": "points, more than half of the 190 so far wins: you and Partner 68, Left and Right 20",
        "options": "house rule: a game is 3 hands",
        "You": "to lead",
        "Right": "",
        "Partner": "",
        "Left": "dealer",
    }


def test_what_was_declared_is_proven_by_the_duties() -> None:
    """A cuarenta after a veinte is impossible just as long as the duty forbids it."""
    declare = GAME.phase_of["declare"]
    table = tables("tute")[0]
    state = next(
        ply.state for seed in range(20) for ply in random_game(table, seed, 300) if ply.state.phase == "declare"
    )
    at = Moment(state, state.turn[0])
    order = next(name_of(declare, duty) for duty in DUTIES if duty.clause == "tute.declare.order")
    made = (("P1", "20C"), ("P1", "40"))
    assert list(declaration_problems(made, "S"))
    with swapped(GAME, order, at, opposite, []):
        assert not list(declaration_problems(made, "S"))


def test_a_card_that_is_shown_twice_is_held_once() -> None:
    """The king of trumps was turned up, and its holder then declares the pair."""
    state = changed(GAME.begin(4, Rules(), "P1"), shown=tuple(map(PACK.read, ("KC",))))
    assert [c.text for c in state.showing(tuple(map(PACK.read, ("KC", "QC"))))] == ["KC", "QC"]
    at = GAME.begin(4, Rules(), "P1")
    for ply in playout(GAME, at, Random(12)):
        assert len(set(ply.state.shown)) == len(ply.state.shown)


def test_half_of_the_points_is_an_aim_once_no_pair_that_may_come_can_change_it() -> None:
    """P1 has the king of trumps and knows that nobody else can declare; for P2 a queen may lie beside it."""
    stage = "trump=S leader=P1 trick= hand.P1=KS,JH,2D hand.P2=JS,7D,5C hand.P3=QS,5D,4C hand.P4=5S,JC,2C won.P1+P3="
    few, many = "AD,3D,QD,JD", "AD,3D,QD,JD,AC,3C,AS,3S,AH,3H,QH,QC"
    aims = policy_of(GAME).aims
    assert aims(staged("tute", stage + few), "P1") and not aims(staged("tute", stage + few), "P2")
    assert any(aim.reached for aim in aims(staged("tute", stage + many), "P2")), "even against 40"


def test_who_must_trump_over_a_trump_is_told_which_trumps_will_do() -> None:
    def refused(trick: str) -> str:
        found = ask_line(f"explain tute trump=D trick={trick} hand=AD,KD,JD,6S move=6S")
        return str(found["moves"][0]["text"])

    assert refused("5C,QD") == "You have no club, so you must trump, and beat QD with AD or KD."
    assert refused("5C,6C") == "You have no club, so you must trump, and you hold AD KD JD."
