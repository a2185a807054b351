"""Schafkopf: an oracle in a small world, the worked sequences, and a whole game's sheet."""

from __future__ import annotations

from functools import partial
from itertools import permutations
from random import Random

import pytest

from tests.drawn import staged, told
from tests.oracles import schafkopf as oracle
from tests.oracles import small_world
from tests.records import set_up
from tests.test_aims import why
from tests.worked_cases import answer
from tutor.games.schafkopf import GAME, Play, Trick
from tutor.games.schafkopf.table import POINTS, Rules
from tutor.kernel import record
from tutor.kernel.cards import card, cards
from tutor.kernel.duties import narrow
from tutor.kernel.moves import Move, call
from tutor.kernel.phase import Won
from tutor.kernel.playout import playout
from tutor.teach.drills import moments
from tutor.teach.practice.advising import motive
from tutor.teach.practice.table import turn
from tutor.teach.tables.tabletop import pile_of, table_of
from tutor.teach.text.marks import unmarked

RULES = Rules()
PLAY = GAME.phase_of["play"]


def view(trick: list[str], hand: list[str], leader: str = "P1") -> Trick:
    return Trick(
        players=3,
        dealer="P3",
        options=RULES,
        leader=leader,
        trick=tuple(map(card, trick)),
        hand=tuple(map(card, hand)),
    )


game = partial(set_up, "schafkopf")


def test_the_oracle_agrees_in_a_small_world() -> None:
    seen = 0
    for trick, hand in small_world(oracle.KINDS, range(3), (1, 2, 3, 4)):
        v = view(trick, hand)
        legal = {move.text for move in narrow(PLAY.duties(v), v, PLAY.candidates(v)).legal}
        assert legal == oracle.legal(trick, hand), (trick, hand)
        seen += 1
    assert seen >= 10_000


def test_the_oracle_agrees_on_who_wins() -> None:
    for trick in permutations(oracle.KINDS, 3):
        at = oracle.winner(list(trick))
        assert Play().winner(view(list(trick), [])) == Won(trick[at], f"P{at + 1}"), trick


@pytest.mark.parametrize("total", [n for n in range(121) if n not in (1, 119)])  # no cards count these
def test_the_oracle_agrees_on_what_points_are_worth(total: int) -> None:
    got = answer(f"score schafkopf declarer=P2 points.P2={total}")
    assert got["scores"] == {"P1": 0, "P2": oracle.points(total), "P3": 0}


# -- the worked sequences ----------------------------------------------------------------------------------


def test_sequence_1_who_leads_after_the_widow_is_taken() -> None:
    whole = record.draw(record.start(GAME, 3, dealer="P1"), Random(2))
    assert (whole.state.phase, whole.state.turn) == ("pick", ("P2",))
    whole = record.play(whole, "P2", call("pass"))
    whole = record.play(whole, "P3", call("take"))
    state = whole.state
    assert (state.phase, state.turn, len(state.hand("P3"))) == ("discard", ("P3",), 12)
    two = state.hand("P3")[:2]
    whole = record.play(whole, "P3", Move("discard", two))
    state = whole.state
    assert (state.phase, state.turn, state.leader, state.declarer) == ("play", ("P2",), "P2", "P3")
    assert state.away == two
    assert {len(held) for held in state.hands} == {10}


def test_sequence_2_least() -> None:
    whole = record.draw(record.start(GAME, 3), Random(3))
    widow = whole.state.away
    for seat in ("P1", "P2", "P3"):
        whole = record.play(whole, seat, call("pass"))
    state = whole.state
    assert (state.phase, state.turn, state.declarer, state.away) == ("play", ("P1",), "", widow)


def test_sequence_3_the_winner_leads() -> None:
    state = game("hand.P1=AS,7H hand.P2=TS,8H hand.P3=QD,9H", "P1 AS; P2 TS; P3 QD").state
    assert (state.turn, state.leader, state.trick) == (("P3",), "P3", ())
    assert POINTS.of(state.won("P3")) == 24


# -- the deal, and whole games -----------------------------------------------------------------------------


def test_the_deal_goes_in_packets() -> None:
    whole = record.draw(record.start(GAME, 3), Random(1))
    order = cards(record.write(whole).split("deal:")[1].strip().replace("+", ","))
    state = whole.state
    assert set(state.hand("P1")) == {*order[:3], *order[11:15], *order[23:26]}
    assert set(state.hand("P3")) == {*order[6:9], *order[19:23], *order[29:32]}
    assert state.away == order[9:11]


def test_the_first_player_to_take_is_the_last_to_be_asked() -> None:
    whole = record.play(record.draw(record.start(GAME, 3), Random(1)), "P1", call("take"))
    assert (whole.state.phase, whole.state.turn) == ("discard", ("P1",))


@pytest.mark.parametrize("seed", range(20))
def test_every_hand_of_a_game_is_settled_and_the_sheet_adds_up(seed: int) -> None:
    start = record.start(GAME, 3, Rules(deals=3))
    lines = hands = 0
    for ply in playout(GAME, start.state, Random(seed)):
        lines += sum(int(e.facts["points"]) for e in ply.events if e.what == "scored")
        hands += sum(e.what == "hand over" for e in ply.events)
        state = ply.state
    assert (hands, sum(state.scores)) == (3, lines)
    assert state.won_by == tuple(s for s, n in zip(state.seats, state.scores, strict=True) if n == max(state.scores))


@pytest.mark.parametrize(
    "position",
    [
        "declarer=P1 points.P1=100 points.P2=10 points.P3=5 discards=AC,7C",  # 126
        "declarer=P1 points.P1=60 points.P2=40 points.P3=5 discards=8C,7C",  # 105
        "points.P1=40 points.P2=40 points.P3=30",  # 110, the widow being in it
        "points.P1=30 points.P2=30 points.P3=37 least_widow=none",  # 97
        "declarer=P1 points.P1=100 tricks.P1=10 discards=8C,7C",
        "declarer=P1 points.P1=20 tricks.P1=0",
        "declarer=P1 points.P1=20 tricks.P1=11",
        "declarer=P1 points.P1=20 tricks.P1=3 tricks.P2=3 tricks.P3=3",
        "declarer=P1 won.P1=AS,TS",
        "declarer=P1 won.P1=AS,TS,KS tricks.P1=2",
        "points.P1=40 points.P2=30 points.P3=50 last.P1=9 last.P2=9 last.P3=10",
        "points.P1=40 points.P2=30 points.P3=50 last.P1=7 last.P2=8 last.P3=9",
        "points.P1=40 points.P2=30 points.P3=50 tricks.P1=5 last.P1=4",
        "points.P1=40 points.P2=30 points.P3=50 discards=AS,TS",
        "declarer=P1 points.P1=40 widow=7S,8S",
        "declarer=P1 points.P1=40 discards=7S",
        "declarer=P1",
        "points.P1=40 points.P2=30",
        "declarer=P1 points.P1=40 deal=13",
        "points.P1=30 points.P2=30 points.P3=39 widow=TS,TH",
    ],
)
def test_what_no_hand_can_come_to_is_refused(position: str) -> None:
    assert answer(f"score schafkopf {position}").get("error"), position


@pytest.mark.parametrize(
    ("position", "scores"),
    [
        ("declarer=P1 points.P1=100 tricks.P1=10 discards=AC,7C discards_count=none", None),
        ("declarer=P1 points.P1=109 tricks.P1=10 discards=AC,7C discards_count=none", 6),
        ("declarer=P1 points.P1=109 tricks.P1=9 discards=7S,7C discards_count=none", 4),
        ("declarer=P1 points.P1=97 discards_count=none", 4),  # all ten tricks would count 98 at the least
        ("declarer=P1 points.P1=98 discards_count=none", None),
        ("declarer=P1 points.P1=100 discards=AC,7C discards_count=none", 4),
        ("declarer=P1 points.P1=60 discards=AC,7C discards_count=none", -2),
        ("declarer=P1 points.P1=60 discards=AC,7C", 2),
        ("declarer=P1 points.P1=0 tricks.P1=0 discards=AC,TC discards_count=none", -6),
        ("declarer=P1 points.P1=0 tricks.P1=2 schwarz_test=tricks", -4),
        ("points.P1=120 points.P2=0 points.P3=0", -4),
    ],
)
def test_house_rules_of_scoring(position: str, scores: int | None) -> None:
    got = answer(f"score schafkopf {position}")
    if scores is None:
        assert got.get("error")
    else:
        assert got["scores"]["P1"] == scores


# -- the table -------------------------------------------------------------------------------------------------


def test_the_table_says_who_plays_alone_and_counts_the_sides() -> None:
    hands = "hand.P1=7S,QC,7D,JS hand.P2=JD,AD,TS,8S hand.P3=9C,8C,QD"
    state = staged("schafkopf", f"declarer=P2 leader=P3 trick=AH {hands} won.P2=AS,KS,9S won.P1=TC,7C,TD aside=KC,KD")
    assert told("schafkopf", state) == {
        "hand_no": "hand 1 of 12",
        "trumps": "trumps queens, jacks and D",
        "contract": "Left needs 61 of 120 card points",
        "score": "score: you 0, Left 0, Right 0",
        "points": "card points in tricks: you and Right 20, Left 15",
        "tricks": "tricks: you and Right 1, Left 1",
        "widow": "two cards laid away face down",
        "You": "to play",
        "Left": "alone",
        "Right": "dealer, AH led",
    }
    assert table_of(GAME, state, "P1").held == cards("QC,JS,7D,7S")
    assert "widow" not in told("schafkopf", state, "P2")
    assert told("schafkopf", state, "P2")["points"] == "card points (8 laid away): you 23, Left and Right 20"
    assert pile_of(GAME, state, "P2", "laid") == cards("KC,KD")
    assert pile_of(GAME, state, "P1", "laid") == ()


@pytest.mark.parametrize(
    ("won", "seat", "said"),
    [
        ("won.P2=AS,AC,TS,TC,AD,TD won.P1=9S,9H,9D", "P1", "Left has the 61 card points needed"),
        ("won.P2=AS,AC,TS,TC,AD,9S won.P1=9D,8S,8H", "P1", "Left needs 61 of 120 card points"),
        ("won.P2=AS,AC,TS,TC,AD,9S won.P1=9D,8S,8H", "P2", "You have the 61 card points needed"),
        (
            "won.P1=AS,AC,TS,TC,AD,TD won.P2=9S,9H,9D",
            "P1",
            "Left can no longer win 61 card points: with 31 Left loses 2, with fewer 4, with none 6",
        ),
    ],
)
def test_the_table_says_that_the_points_needed_are_won_or_out_of_reach(won: str, seat: str, said: str) -> None:
    """By what the player knows: the cards laid away count for the declarer, who alone has seen them."""
    hands = "hand.P1=7S,JS hand.P2=JD,8C hand.P3=QD,8D"
    state = staged("schafkopf", f"declarer=P2 leader=P1 {hands} {won} aside=TH,KD")
    assert told("schafkopf", state, seat)["contract"] == said


LOST = "declarer=P2 leader=P1 trick= hand.P1=7S,JS hand.P2=JD,8C hand.P3=QD,8D won.P1=AS,AC,TS,TC,AD,AH"
"""The defenders have 64 in tricks."""
HIGH = "TD,KD,KH,TH,KS,KC"
"""Cards that count 36."""


@pytest.mark.parametrize(
    ("more", "seat", "said"),
    [
        ("won.P3=9H,9S,9C won.P2=TD,KD,KH aside=TH,9D", "P2", "with 31 you lose 2, with fewer 4"),
        ("won.P3=9H,9S,9C won.P2=TD,KD,KH aside=TH,9D", "P1", "with 31 Left loses 2, with fewer 4"),
        (f"won.P2={HIGH} aside=9H,9D", "P2", "you lose 2"),
        ("won.P3=9H,9S,9C aside=7C,9D", "P2", "with 31 you lose 2, with fewer 4, with none 6"),
        (
            "won.P3=9H,9S,9C aside=TD,9D schwarz_test=tricks",
            "P2",
            "with 31 you lose 2, with fewer 4, without a trick 6",
        ),
        (f"won.P3={HIGH} aside=7C,9D", "P2", "with any you lose 4, with none 6"),
        (f"won.P3={HIGH} aside=QS,9D", "P2", "you lose 4"),
        (f"won.P3={HIGH} aside=QS,9D schwarz_test=tricks", "P2", "with a trick you lose 4, without a trick 6"),
    ],
)
def test_the_table_says_what_a_lost_hand_may_still_cost(more: str, seat: str, said: str) -> None:
    who = "You" if seat == "P2" else "Left"
    table = told("schafkopf", staged("schafkopf", f"{LOST} {more}"), seat)
    assert table["contract"] == f"{who} can no longer win 61 card points: {said}"


def test_cards_laid_away_are_counted_as_the_house_rule_says() -> None:
    table = told("schafkopf", staged("schafkopf", f"{LOST} aside=TD,KD discards_count=none"), "P2")
    assert table["points"] == "card points: you 0, Left and Right 64"


def test_the_declarer_of_a_lost_hand_is_told_the_points_that_still_matter() -> None:
    """The declarer has 4 of the 52 card points that the others have not won: 31 make it two points, not four."""
    hands = "hand.P1=QC,QD,JC,JD,8D,7D hand.P2=QH,JH,TD,KD,9D,9C hand.P3=QS,JS,8S,TH,KH"
    won = "won.P2=AS,TC,7S,AC,8C,TS won.P3=KC,AD,7C,AH,9H,8H"
    stage = f"declarer=P1 leader=P3 trick=7H {hands} {won} aside=KS,9S"
    found = why("schafkopf", stage, "JD", "QC")["stakes"]
    assert unmarked(motive(GAME, found)).endswith("27 of the 48 points that are left for 31.")
    found = why("schafkopf", stage + " discards_count=none", "JD", "QC")["stakes"]
    assert unmarked(motive(GAME, found)) == "For 31 P1 needs 31 more points."


def test_the_question_says_how_two_cards_are_laid_away() -> None:
    here = moments.at(GAME, "phase=discard hand=QC,QD,JC,JD,8D,7D,KS,9S,9H,AC,KC,7C")
    assert 'Type for example "lay away ' in unmarked(turn(here.game, here.judged()).text)


def test_in_least_the_table_counts_each_alone() -> None:
    state = staged("schafkopf", "leader=P3 hand.P1=QC hand.P2=JS hand.P3=9C won.P2=AS,KS,9S won.P1=TC,7C,TD")
    table = told("schafkopf", state)
    assert table["contract"] == "least: everybody alone, the fewest card points win"
    assert table["points"] == "card points: you 20, Left 15, Right 0"
    assert table["widow"] == "the widow, two cards face down"
